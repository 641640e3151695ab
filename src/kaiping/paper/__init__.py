"""A title on paper: map, tiles, market, charters, certificates, privates, trains and an aid, to scale.

What is printed is worked out here as data (``sheets``, ``cards``, ``aid``); ``pdf`` hands it to Typst, whose templates
lie beside it.
"""

from __future__ import annotations
