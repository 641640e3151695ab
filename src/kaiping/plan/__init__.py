"""Lines that are played beside a game: does one still hold, and how do two of them differ?"""

from __future__ import annotations

from kaiping.plan.comparison import Comparison as Comparison
from kaiping.plan.comparison import Figure as Figure
from kaiping.plan.comparison import Station as Station
from kaiping.plan.comparison import Trains as Trains
from kaiping.plan.comparison import compare as compare
from kaiping.plan.comparison import parting as parting
from kaiping.plan.comparison import stations as stations
from kaiping.plan.holding import Holding as Holding
from kaiping.plan.holding import Standing as Standing
from kaiping.plan.holding import holding as holding
