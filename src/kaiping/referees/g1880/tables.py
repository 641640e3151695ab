"""The figures of 1880, typed from the tables of the two books and not read from the game's data."""

from __future__ import annotations

from msgspec import Struct

#: number of players -> starting capital, certificate limit (IV.2, XII.5)
CASH = {3: 600, 4: 480, 5: 400, 6: 340, 7: 300}
CERTIFICATES = {3: 20, 4: 16, 5: 14, 6: 12, 7: 11}
#: private -> price and revenue (VI.1)
PRIVATES = {
    "P0": (5, 0),
    "P1": (10, 5),
    "P2": (25, 10),
    "P3": (45, 15),
    "P4": (70, 20),
    "P5": (100, 25),
    "P6": (160, 0),
    "P7": (50, 0),
}
#: privates whose price falls while nobody bids
FALLING = ("P0", "P1")
STEP = 5
#: foreign investors and their homes, in the order in which they operate (VII)
INVESTORS = {"A1": "A3", "A2": "E13", "A3": "H6", "A4": "H14", "A5": "Q15", "A6": "P12", "A7": "Q7"}
PREMIUM = 50
#: companies and their homes (VIII.1)
COMPANIES = {
    "JHA": "F8",
    "JHU": "F8",
    "JGG": "F8",
    "JLR": "F8",
    "BZU": "B8",
    "LHR": "J2",
    "SCR": "N12",
    "CKR": "O5",
    "BCR": "M3",
    "NXR": "J6",
    "HKR": "K15",
    "NJR": "K13",
    "QSR": "D12",
    "WNR": "L10",
}
#: companies that start on a hex with two large cities
TWO_CITIES = ("QSR", "SCR")
STATIONS = 3
#: starting prices, and how often each may be chosen (XII.4.8)
PARS = (100, 90, 80, 70)
ROWS = 4
#: per cent of a director's certificate -> phases for which it brings permits (VIII.4)
PERMITS = {20: ("ABC", "BCD"), 30: ("AB", "BC", "CD"), 40: ("A", "B", "C", "D")}
CAPITAL_SHARES = 5
#: what the bank keeps back in phase A; the second half of the capital is due when it holds no more than this
LOCKED = 50
FEE = 5
#: train -> price and number (XI); of 10-trains there are as many as wanted
TRAINS = {
    "2": (100, 10),
    "2+2": (180, 5),
    "3": (180, 5),
    "3+3": (300, 5),
    "4": (300, 5),
    "4+4": (450, 5),
    "6": (600, 5),
    "6E": (700, 5),
    "8": (800, 2),
    "8E": (900, 2),
    "10": (1000, None),
}
KINDS = tuple(TRAINS)
RESTORED, RESTORED_PRICE = "2R", 250
#: train -> most large stops and most stops in all; an E-train may leave stops out
RANGES = {
    "2": (2, 2),
    "2R": (2, 2),
    "2+2": (2, 4),
    "3": (3, 3),
    "3+3": (3, 6),
    "4": (4, 4),
    "4+4": (4, 8),
    "6": (6, 6),
    "6E": (6, 6),
    "8": (8, 8),
    "8E": (8, 8),
    "10": (10, 10),
}
EXPRESS = ("6E", "8E")
#: train -> the train that it rusts
RUSTS = {"4": "2", "4+4": "2+2", "6": "3", "6E": "3+3", "8": "4", "8E": "4+4"}
#: the phases in their order: train limit, per cent that float a company
PHASES = {
    "A1": (4, 20),
    "A2": (4, 20),
    "B1": (4, 30),
    "B2": (3, 30),
    "B3": (3, 40),
    "C1": (3, 40),
    "C2": (3, 60),
    "C3": (2, 60),
    "D1": (2, 60),
    "D2": (2, 60),
    "D3": (2, 60),
}
#: train -> the phase that begins with the first of it
BEGINS = dict(zip(KINDS, PHASES, strict=True))
COLORS = {"A": ("yellow",), "B": ("yellow", "green"), "C": ("yellow", "green", "brown")}
ORDER_OF_COLORS = ("yellow", "green", "brown", "grey")
#: no share price moves while the communists rule
COMMUNISTS = ("B3", "C1")
#: what P0 pays when the last of a kind goes
PAYMENTS = {"2+2": 40, "3": 70, "3+3": 100}
#: the last share round is that of the last of these; each company then operates so often
LAST_KIND, LAST_TURNS = "8", 3
RUSSIA, VLADIVOSTOK, TRANS_SIBERIAN = "A3", "A15", 50
TAIWAN, TAIWAN_MORE = "N16", 20
FERRY = 10
#: first and second additional station; from phase D twice as much
STATION_COSTS = (40, 100)


def from_phase(phase: str, first: str) -> bool:
    """Has a phase been reached?"""
    order = list(PHASES)
    return order.index(phase) >= order.index(first)


class Edition(Struct, frozen=True):
    """In what the books differ."""

    #: a new company takes the uppermost free row of its price
    uppermost_row: bool
    #: the investor's company must reach it from its home; otherwise from any station
    homes_only: bool
    #: investors keep a turn from phase B3 on, in which they may merge
    idle_turns: bool
    #: P0 pays also when the last train of a kind is removed
    pays_on_removal: bool
    #: an exchange of P7 counts as a purchase where a whole round without one is looked for
    exchange_counts: bool


EDITIONS = {
    "1880-2022": Edition(
        uppermost_row=True, homes_only=True, idle_turns=True, pays_on_removal=True, exchange_counts=False
    ),
    "1880-2010": Edition(
        uppermost_row=False, homes_only=False, idle_turns=False, pays_on_removal=False, exchange_counts=True
    ),
}
