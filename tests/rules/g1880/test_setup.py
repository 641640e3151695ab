"""What is printed: players, money, trains, phases, companies, investors, tiles, the price board."""

from __future__ import annotations

import pytest

from kaiping.definition import (
    FreeFerries,
    FreeRivers,
    FreeTrain,
    PaymentOnSellOut,
    StartsCompany,
    StopBonus,
)
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.titles import definition
from kaiping.titles.g1880.own import ExtraPermit, Rules1880
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import HOMES, PLAYERS, Position, all_pass


@rule_1880("II.1", "IV.2.1", "IV.2.2", "IV.2.3", "IV.2.4", "IV.2.5", "IV.2.6")
def test_three_to_seven_players_and_their_cash(edition: str) -> None:
    for number, cash in {3: 600, 4: 480, 5: 400, 6: 340, 7: 300}.items():
        game = Game("1880", edition=edition, players=list(PLAYERS[:number]))
        assert {game.state.cash[player] for player in game.players} == {cash}
    for wrong in (2, 8):
        with pytest.raises(BadInput):
            Game("1880", edition=edition, players=[f"P. {number}" for number in range(wrong)])


@rule_1880("XII.5.5", "XII.5.6", "XII.5.7", "XII.5.8", "XII.5.9")
def test_certificate_limits(edition: str) -> None:
    assert definition("1880", edition).certificate_limit == {3: 20, 4: 16, 5: 14, 6: 12, 7: 11}


@rule_1880("II.9", "III.13", "III.14", "III.19", "III.18", "III.20", "III.21", in_2010=["III.2.13", "VIII.1.9"])
def test_privates_companies_investors_and_their_markers(edition: str) -> None:
    printed = definition("1880", edition)
    assert list(printed.privates) == [f"P{number}" for number in range(8)]
    assert len(printed.companies) == 14
    assert list(printed.minors) == [f"A{number}" for number in range(1, 8)]
    assert {company.stations for company in printed.companies.values()} == {3}
    game = Game("1880", edition=edition, players=list(PLAYERS[:3]))
    assert all(len(game.state.board.tokens_of(minor)) == 1 for minor in printed.minors)


@rule_1880("III.10", "III.12", "III.15")
def test_cards(edition: str) -> None:
    """Of 10-trains five are printed; restored trains are the backs of others; a permit is there fifteen times."""
    printed = definition("1880", edition)
    assert isinstance(printed.own, Rules1880)
    sizes, companies = printed.shares.president_percents, len(printed.companies)
    cards = {
        "trains": sum(kind.count or 5 for name, kind in printed.trains.items() if name != "2R"),
        "certificates": companies * (len(sizes) + (100 - min(sizes)) // 10),
        "privates": len(printed.privates),
        "capital": companies,
        "permits": 15 * len({*printed.own.phase_permits.values()}),
        "seats": max(printed.starting_cash),
    }
    assert cards == {"trains": 54, "certificates": 154, "privates": 8, "capital": 14, "permits": 60, "seats": 7}
    assert sum(cards.values()) == 297


@rule_1880("VI.1.2", "VI.1.3", "VI.1.4", "VI.1.5", "VI.1.6", "VI.1.7", "VI.1.8", "VI.1.10", in_2010=["VI.1.9"])
def test_what_is_printed_on_the_privates(edition: str) -> None:
    privates = definition("1880", edition).privates
    figures = {name: (private.price, private.income) for name, private in privates.items()}
    assert figures == {
        "P0": (5, 0), "P1": (10, 5), "P2": (25, 10), "P3": (45, 15), "P4": (70, 20), "P5": (100, 25), "P6": (160, 0),
        "P7": (50, 0),
    }  # fmt: skip
    payment, taiwan, permit, bcr = (privates[name].power for name in ("P0", "P3", "P5", "P6"))
    assert isinstance(payment, PaymentOnSellOut)
    assert payment.amounts == {"2+2": 40, "3": 70, "3+3": 100}
    assert privates["P1"].power is None
    assert isinstance(privates["P2"].power, FreeFerries)
    assert taiwan == StopBonus(hex="N16", amount=20)
    assert isinstance(privates["P4"].power, FreeRivers)
    assert isinstance(permit, ExtraPermit)
    assert permit.permit == "D"
    assert bcr == StartsCompany(company="BCR", price=100, percent=20)
    assert isinstance(privates["P7"].power, FreeTrain)


@rule_1880(
    *[f"VIII.1.{number}" for number in range(9, 23)],
    in_2010=[f"VIII.1.{number}" for number in range(11, 25)],
)
def test_homes_of_the_companies(edition: str) -> None:
    companies = definition("1880", edition).companies
    assert [(name, company.home_stop[0]) for name, company in companies.items()] == list(HOMES.items())
    names = "Jingha Jinghu Jingguang Jinglan Binzhou Longhai Schichang Chengkun Baocheng Ningxi Hukun Nanjiang Qinshen"
    assert [company.name for company in companies.values()] == [f"{name} Railway" for name in (*names.split(), "Wunan")]
    hexes = definition("1880", edition).map.hexes
    cities = "Beijing Harbin Lanzhou Changsha Kunming Chengdu Xi'an Shanghai Nanjing Shenyang Wuhan"
    assert [(hexes[home].name or "").split(" & ")[0] for home in dict.fromkeys(HOMES.values())] == cities.split()
    beijing = {company.home_stop[1] for company in companies.values() if company.home_stop[0] == "F8"}
    assert beijing == {0, 1, 2, 3}, "each has a station of its own"


@rule_1880(
    *[f"VII.2.{number}" for number in range(15, 22)],
    in_2010=[f"VII.{number}" for number in range(29, 36)],
)
def test_homes_of_the_investors(edition: str) -> None:
    minors = definition("1880", edition).minors
    homes = ["A3", "E13", "H6", "H14", "Q15", "P12", "Q7"]
    assert [minor.home_stop[0] for minor in minors.values()] == homes
    names = ["Russian", "Japanese", "Belgian", "German", "British", "Portuguese", "French"]
    assert [minor.name.split()[0] for minor in minors.values()] == names
    hexes = definition("1880", edition).map.hexes
    places = ["Russia", "Dalian", "Taiyuan", "Qingdao", "Hong Kong", "Macau", "French Indochina"]
    assert [hexes[home].name for home in homes] == places


@rule_1880(
    "XI.1", "XI.5", "XI.6", "XI.13", "XI.14", "XI.20", "XI.22", "XI.27", "XI.28", "XI.33", "XI.34", "XI.24", "III.11"
)
def test_trains_and_phases(edition: str) -> None:
    printed = definition("1880", edition)
    trains = {name: (kind.price, kind.count, kind.rusted_by) for name, kind in printed.trains.items()}
    assert trains == {
        "2": (100, 10, "4"), "2+2": (180, 5, "4+4"), "3": (180, 5, "6"), "3+3": (300, 5, "6E"), "4": (300, 5, "8"),
        "4+4": (450, 5, "8E"), "6": (600, 5, None), "6E": (700, 5, None), "8": (800, 2, None), "8E": (900, 2, None),
        "10": (1000, None, None), "2R": (250, 10, None),
    }  # fmt: skip
    colors = {name: " ".join(phase.colors) for name, phase in printed.phases.items()}
    assert colors == {
        "A1": "yellow", "A2": "yellow", "B1": "yellow green", "B2": "yellow green", "B3": "yellow green",
        "C1": "yellow green brown", "C2": "yellow green brown", "C3": "yellow green brown",
        "D1": "yellow green brown grey", "D2": "yellow green brown grey", "D3": "yellow green brown grey",
    }  # fmt: skip
    phases = {name: (phase.starts_with, phase.train_limit) for name, phase in printed.phases.items()}
    assert phases == {
        "A1": ("", 4), "A2": ("2+2", 4), "B1": ("3", 4), "B2": ("3+3", 3), "B3": ("4", 3), "C1": ("4+4", 3),
        "C2": ("6", 3), "C3": ("6E", 2), "D1": ("8", 2), "D2": ("8E", 2), "D3": ("10", 2),
    }  # fmt: skip


@rule_1880(
    "XI.2", "XI.4", "XI.7", "XI.8", "XI.9", "XI.10", "XI.15", "XI.16", "XI.18", "XI.19", "XI.21", "XI.23", "XI.26",
    "XI.29", "XI.30", "X.3.6", "X.3.7", "X.3.8", "XII.6.6", "XII.6.7", "XII.6.8", "XII.6.9", "X.6.36",
)  # fmt: skip
def test_what_the_phases_change(edition: str) -> None:
    phases, own = definition("1880", edition).phases, definition("1880", edition).own
    assert isinstance(own, Rules1880)
    floats = {name: phase.float_percent for name, phase in phases.items()}
    assert [floats[name] for name in ("A1", "A2", "B1", "B2", "B3", "C1", "C2", "C3", "D1")] == [
        20, 20, 30, 30, 40, 40, 60, 60, 60
    ]  # fmt: skip
    for name, phase in phases.items():
        letter = name[0]
        assert own.phase_permits[name] == letter
        assert phase.colors == ("yellow", "green", "brown", "grey")[: "ABCD".index(letter) + 1]
        assert phase.locked_percent == (50 if letter == "A" else 0)
        assert phase.yellow_lays == (1 if letter == "A" else 2)
        assert phase.token_factor == (2 if letter == "D" else 1)
        assert phase.frozen == (name in ("B3", "C1"))
        working = name in ("A1", "A2", "B1", "B2")
        assert phase.privates_pay == phase.minors_work == working
    for name, percent in list(floats.items())[:-1]:
        for held in range(20, percent + 10, 10):
            position = Position(edition).phase(name).company("BCR", par=100, Cy=60)
            position.company("WNR", par=70, Ann=held, Bo=20, president="Ann", floated=False)
            game = all_pass(position.stock("Ann", inside="BCR"))
            assert ("WNR" in game.state.floated) == (held == percent), (name, held, "what Bo owns does not matter")


COUNTS = {
    "5": 6, "6": 6, "7": 5, "8": 15, "9": 15, "14": 4, "15": 8, "16": 2, "17": 1, "18": 1, "19": 2, "20": 2, "23": 4,
    "24": 4, "25": 3, "26": 2, "27": 2, "28": 2, "29": 2, "30": 1, "31": 1, "57": 6, "63": 6, "235": 5, "455": 3,
    "611": 3, "619": 4, "887": 5, "888": 3, "895": 3, "8850": 5, "8851": 6, "8852": 6, "8854": 2, "8855": 2, "8856": 2,
    "8857": 2, "8858": 2, "8860": 1, "8861": 1, "8862": 1, "8863": 1, "8864": 1, "8865": 1, "8866": 3, "8871": 3,
    "8872": 2, "8873": 2, "8874": 2, "8875": 1, "8877": 1, "8878": 1, "8879": 1, "8880": 1, "8886": 1, "8887": 1,
    "8888": 1,
}  # fmt: skip


@rule_1880("III.5", "III.6", "III.7", "III.8", "III.9", *[f"TM.{number}" for number in range(1, 58)])
def test_tiles(edition: str) -> None:
    printed = definition("1880", edition)
    assert printed.tile_counts == COUNTS
    assert sum(COUNTS.values()) == 179
    colors = dict.fromkeys(("yellow", "green", "brown", "grey"), 0)
    for name, count in COUNTS.items():
        colors[printed.tiles[name].color] += count
    assert colors == {"yellow": 86, "green": 64, "brown": 20, "grey": 9}


@rule_1880("X.9.3", "XIII.1.1", "XII.4.8")
def test_the_price_board(edition: str) -> None:
    market = definition("1880", edition).market
    assert market.par_cells == {100: (1, 3), 90: (3, 3), 80: (5, 3), 70: (7, 3)}
    rows = [[(cell.price, cell.bonus) for cell in row[5:11] if cell] for row in market.rows[:3]]
    assert rows == [
        [(115, 5), (120, 5), (125, 5), (130, 10), (140, 10), (150, 15)],
        [(110, 5), (115, 5), (120, 5), (125, 10), (135, 10), (145, 15)],
        [(105, 5), (110, 5), (115, 5), (120, 10), (130, 10), (140, 15)],
    ]
