"""The figures of 1890, typed from the tables of the book and not read from the game's data."""

from __future__ import annotations

from msgspec import Struct

#: company -> homes and tokens (A.8.4, B.12, C.8.4)
COMPANIES = {
    "JR": (("G12", "B17", "H19", "F5"), 6),
    "OS": (("H11",), 1),
    "KH": (("E16",), 3),
    "NK": (("I12",), 3),
    "KN": (("H13",), 6),
    "SY": (("F3",), 2),
    "HS": (("F9",), 3),
    "HK": (("E12",), 4),
}
#: minor -> face value, capital, homes, what it becomes of Kinki; in the order of their numbers (C.8.3)
MINORS = {
    "KA": (100, 100, ("J15",), 10),
    "OE": (200, 200, ("H13",), 20),
    "OT": (100, 100, (), 10),
    "NE": (160, 320, ("B17", "H19"), 20),
    "KE": (100, 200, ("D5",), 0),
}
#: minor -> the phases in which it may and must become part of Kinki
MERGES = {"OE": ("2", "2.5"), "KA": ("2", "3"), "NE": ("4", "5")}
#: phase -> hex where Kinki as a normal company has a token by itself (C.10.11)
KINKI_TOKENS = {"J15": "2", "H19": "3", "B17": "4"}
#: starting prices (7.3.1.2)
PARS = (65, 70, 75, 80, 90, 100)
JR_PAR = 100
#: train -> price (12.1)
TRAINS = {"2": 80, "2+2": 120, "3": 180, "3+3": 230, "4": 300, "5": 450, "6": 630, "D": 1100}
KINDS = tuple(TRAINS)
TRADE_IN = 800
TRADED_IN = ("4", "5", "6")
#: train -> cities and towns that it calls at; one number: stops of all kinds
RANGES: dict[str, tuple[int, ...]] = {
    "2": (2,), "2+2": (2, 2), "3": (3,), "3+3": (3, 3), "4": (4,), "5": (5,), "6": (6,), "D": (),
}  # fmt: skip
#: train -> the trains that its first sale rusts (12.6)
RUSTS = {"4": ("2",), "5": ("2+2",), "6": ("3", "3+3"), "D": ("4",)}
#: train -> the phase that begins with it (5)
PHASES = {"2": "1", "2+2": "1.5", "3": "2", "3+3": "2.5", "4": "3", "5": "4", "6": "5", "D": "6"}
#: phase -> train limits of minors, public companies and JR; operating rounds; colours; which value of red places
LIMITS = {
    "1": (2, 4, 6), "1.5": (2, 4, 6), "2": (2, 4, 6), "2.5": (2, 4, 6), "3": (1, 3, 4), "4": (1, 2, 3), "5": (1, 2, 3),
    "6": (1, 2, 3),
}  # fmt: skip
ROUNDS = {"1": 1, "1.5": 1, "2": 2, "2.5": 2, "3": 2, "4": 3, "5": 3, "6": 3}
COLORS = {"1": 1, "1.5": 1, "2": 2, "2.5": 2, "3": 2, "4": 3, "5": 3, "6": 3}
VALUES = {"1": 0, "1.5": 0, "2": 0, "2.5": 0, "3": 0, "4": 1, "5": 1, "6": 2}
ORDER_OF_COLORS = ("yellow", "green", "brown")
#: most that a player may own of a company; what floats it; most that the open market takes; a president's certificate
OWN, FLOAT, MARKET_TAKES, PRESIDENT = 60, 50, 50, 20
CAPITAL_SHARES, KINKI_SHARES = 10, 4
FIRST_TOKEN, NEXT_TOKEN = 40, 100
#: places by their hexes
ARIMA, KOBE, KYOTO, SAKAI, TAKARAZUKA, NISHINOMIYA = "D7", "F5", "B17", "J11", "D9", "F9"
OSAKA = ("G12", "H11", "H13", "I12")
#: what late privates and privileges pay
KEIFUKU, SEMBOKU, REVUE, LAND, TIGERS, KITA_OSAKA = 40, 40, 40, 10, 10, 100
HANKAI_LATER = 5
LATE = {"KF": (200, 40), "KR": (240, 0), "KO": (280, 60), "SB": (320, 70)}


class Scenario(Struct, frozen=True):
    """Figures in which the scenarios differ."""

    bank: int
    cash: dict[int, int]
    certificates: dict[int, int]
    #: privates and minors in the order of the initial round
    row: tuple[str, ...]
    #: private -> face value, income, hexes that it closes
    privates: dict[str, tuple[int, int, tuple[str, ...]]]
    companies: tuple[str, ...]
    trains: dict[str, int]
    #: private -> the company of which a share comes with it
    attached: dict[str, str]
    last_turn: int
    #: Kinki is formed by minors; it is a company like others; it is not played
    kinki: str = ""
    #: rules of Hanshin, Hankyu and late privates
    special: bool = False
    #: JR's homes
    jr: tuple[str, ...] = ("G12", "B17", "F5")

    @property
    def minors(self) -> tuple[str, ...]:
        return tuple(name for name in MINORS if name in self.row)

    @property
    def osaka_municipal(self) -> bool:
        """Osaka Municipal sets the price of the Subway, is worth nothing and stays (C.8.1.17 to 22)."""
        return "OS" in self.companies


_SMALL_CASH, _SMALL_LIMIT = {2: 750, 3: 500, 4: 375}, {2: 16, 3: 12, 4: 10}
_CASH, _LIMIT = {2: 1260, 3: 840, 4: 630, 5: 504, 6: 420, 7: 360}, {2: 26, 3: 18, 4: 15, 5: 13, 6: 11, 7: 10}
_ARIMA, _TRAMWAY, _HANSHIN = (20, 5, (ARIMA,)), (40, 10, ("F5",)), (110, 20, ())
_HANKAI, _OSAKA = (70, 15, ("I12", "J11")), (220, 40, ("G12", "H11", "H13"))
_KEISHIN = (160, 25, ("B17", "B19"))
_LARGE = {"AR": _ARIMA, "KT": _TRAMWAY, "HT": _HANKAI, "HN": _HANSHIN, "KS": _KEISHIN, "OM": _OSAKA}

SCENARIOS = {
    "A": Scenario(
        bank=6000,
        cash=_SMALL_CASH,
        certificates=_SMALL_LIMIT,
        row=("AR", "KT", "KS", "HN", "OM", "KE"),
        privates={
            "AR": _ARIMA, "KT": _TRAMWAY, "KS": (60, 15, ("B17",)), "HN": _HANSHIN, "OM": (120, 30, ("G12",)),
        },
        companies=("HS", "HK", "JR", "SY"),
        trains={"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": 5},
        attached={"HN": "HS"},
        last_turn=10,
    ),
    "B": Scenario(
        bank=6000,
        cash=_SMALL_CASH,
        certificates=_SMALL_LIMIT,
        row=("AR", "KT", "HN", "OM", "KS", "KE"),
        privates={"AR": _ARIMA, "KT": _TRAMWAY, "HN": _HANSHIN, "OM": (120, 30, ("G12", "H13")), "KS": _KEISHIN},
        companies=("HS", "HK", "JR", "SY", "KH"),
        trains={"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": 6},
        attached={"HN": "HS", "KS": "KH"},
        last_turn=8,
    ),
    "C": Scenario(
        bank=12500,
        cash=_CASH,
        certificates=_LIMIT,
        row=("AR", "KT", "HT", "HN", "KS", "OM", "KA", "OE", "OT", "NE", "KE"),
        privates=_LARGE,
        companies=tuple(COMPANIES),
        trains={"2": 9, "2+2": 3, "3": 5, "3+3": 2, "4": 4, "5": 3, "6": 2, "D": 6},
        attached={"HN": "HS", "KS": "KH"},
        last_turn=10,
        kinki="minors",
        special=True,
        jr=COMPANIES["JR"][0],
    ),
    "D": Scenario(
        bank=12500,
        cash=_CASH,
        certificates=_LIMIT,
        row=("AR", "KT", "HT", "HN", "KS", "OM", "KE"),
        privates=_LARGE,
        companies=tuple(COMPANIES),
        trains={"2": 6, "2+2": 3, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6},
        attached={"HN": "HS", "KS": "KH"},
        last_turn=10,
        kinki="company",
        jr=COMPANIES["JR"][0],
    ),
}  # fmt: skip
