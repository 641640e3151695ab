"""The figures of 1888, typed from the tables of the two books and not read from the game's data."""

from __future__ import annotations

from msgspec import Struct

#: companies by their abbreviations: home, destination, bonus, tokens (table 2)
COMPANIES = {
    "JHR": ("Beijing", "Tangshan", 30, 3),
    "SSL": ("Shenyang", "Qinhuangdao", 20, 3),
    "CDL": ("Changchun", "Dalian", 20, 4),
    "HJR": ("Handan", "Jinan", 20, 4),
    "TJL": ("Taiyuan", "Jiaozuo", 20, 4),
    "LYR": ("Yantai", "Qingdao", 20, 3),
    "JZR": ("Beijing", "Zhangjiakou", 40, 3),
    "ZDR": ("Zibo", "Dongying", 40, 3),
}
#: companies that must lay a tile on their home base in their first turn
LAY_HOME = ("TJL", "HJR", "ZDR")
#: starting prices
PARS = (70, 75, 80, 85, 90, 95)
#: train -> price and number (table 4); of D there are as many as wanted
TRAINS = {"2": (80, 7), "3": (180, 6), "4": (300, 5), "5": (500, 3), "6": (630, 2), "D": (900, None)}
KINDS = tuple(TRAINS)
TRADE_IN = 700
TRADED_IN = ("4", "5", "6")
#: train -> the trains that its first sale or export scraps
SCRAPS = {"4": "2", "6": "3", "D": "4"}
EXPORTED = ("2", "3", "4")
#: train -> the phase that begins with it
PHASES = {"2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "D": "7"}
#: phase -> train limit, operating rounds of a set, colours of tiles, which of a location's values holds
LIMITS = {"1": 4, "2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2}
ROUNDS = {"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "7": 3}
COLORS = {"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "7": 4}
ORDER_OF_COLORS = ("yellow", "green", "brown", "grey")
#: what a train's call at the mountain tile pays into the treasury
HENG_SHAN = 40
MOUNTAIN_TILE = "L41"
#: private -> hexes and the tiles that it brings for them; the ferry has two ends
SPECIAL_TILES = {
    "TA": (("H2", "L39"),),
    "HS": (("C5", MOUNTAIN_TILE),),
    "YRF": (("E17", "L40a"), ("F16", "L40b")),
}
#: the harbour, which ends a route and does not count towards the range
HARBOUR = "H16"
BEIJING = "C9"
#: most that a player may own of a company; what must be sold to float it; most that the pool takes; a director's share
OWN, FLOAT, POOL_TAKES, DIRECTOR = 60, 60, 50, 20
CAPITAL_SHARES = 10


class Edition(Struct, frozen=True):
    """Figures in which the books differ."""

    cash: dict[int, int]
    certificates: dict[int, int]
    #: private -> price, income, least and most that a company pays for it; in the order of their values
    privates: dict[str, tuple[int, int, int, int | None]]
    #: D-trains are for sale as soon as a 6-train has been sold, not only after all of them
    d_beside_6: bool
    #: a train leaves also before the first 2-train has been bought
    exports_at_once: bool
    #: a bankrupt player sells what they may; only what they may not sell counts for them
    bankrupt_sells: bool
    #: privates count at the end
    privates_count: bool


EDITIONS = {
    "1888-2022": Edition(
        cash={2: 1200, 3: 800, 4: 600, 5: 480, 6: 400},
        certificates={2: 28, 3: 20, 4: 16, 5: 13, 6: 11},
        privates={
            "KT": (25, 5, 13, 37),
            "TA": (50, 10, 25, 75),
            "HS": (75, 15, 38, 112),
            "CW": (100, 20, 50, 150),
            "YRF": (125, 25, 63, 187),
            "FC": (150, 30, 75, 225),
        },
        d_beside_6=False,
        exports_at_once=True,
        bankrupt_sells=False,
        privates_count=True,
    ),
    "1888-2021": Edition(
        cash={3: 800, 4: 600, 5: 480, 6: 400},
        certificates={3: 20, 4: 16, 5: 13, 6: 11},
        privates={
            "KT": (25, 5, 1, None),
            "TA": (50, 10, 1, None),
            "HS": (70, 15, 1, None),
            "CW": (100, 20, 1, None),
            "YRF": (120, 25, 1, None),
            "FC": (150, 30, 1, None),
        },
        d_beside_6=True,
        exports_at_once=False,
        bankrupt_sells=True,
        privates_count=False,
    ),
}
BANK_SIZE = 9000
