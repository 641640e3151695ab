"""The referee of 1880, for both printed editions: auction, shares, the ring of turns, trains, investors, debt, the end.

It does not look for the best run, and does not ask whether track or a token may be reached.
"""

from kaiping.referees.g1880.watch import Watch as Watch
