"""The referee of 1890, for its four scenarios: initial round, shares, order of play, minors, trains, payments, the end.

It does not look for the best run, and does not ask whether track or a token may be reached.
"""

from kaiping.referees.g1890.watch import Watch as Watch
