"""The referee of 1888, for both printed editions: auction, shares, order of play, trains, payments, the end.

It does not look for the best run, and does not ask whether track or a token may be reached.
"""

from kaiping.referees.g1888.watch import Watch as Watch
