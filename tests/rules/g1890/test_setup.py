"""What each scenario is played with: players, money, limits, trains, companies and the order of the first sales."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kaiping import new_game
from kaiping.errors import BadInput
from kaiping.state import BANK, IPO
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import PLAYERS, fresh, sold_to

#: scenario -> face value and income of the lots, in the order of sale
LOTS = {
    "A": [("AR", 20, 5), ("KT", 40, 10), ("KS", 60, 15), ("HN", 110, 20), ("OM", 120, 30), ("KE", 100, None)],
    "B": [("AR", 20, 5), ("KT", 40, 10), ("HN", 110, 20), ("OM", 120, 30), ("KS", 160, 25), ("KE", 100, None)],
    "C": [
        ("AR", 20, 5), ("KT", 40, 10), ("HT", 70, 15), ("HN", 110, 20), ("KS", 160, 25), ("OM", 220, 40),
        ("KA", 100, None), ("OE", 200, None), ("OT", 100, None), ("NE", 160, None), ("KE", 100, None),
    ],
    "D": [
        ("AR", 20, 5), ("KT", 40, 10), ("HT", 70, 15), ("HN", 110, 20), ("KS", 160, 25), ("OM", 220, 40),
        ("KE", 100, None),
    ],
}  # fmt: skip

TRAINS = {
    "A": {"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": 5},
    "B": {"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": 6},
    "C": {"2": 9, "2+2": 3, "3": 5, "3+3": 2, "4": 4, "5": 3, "6": 2, "D": 6},
    "D": {"2": 6, "2+2": 3, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6},
}
COMPANIES = {
    "A": {"HS", "HK", "JR", "SY"},
    "B": {"HS", "HK", "JR", "SY", "KH"},
    "C": {"JR", "OS", "KH", "NK", "KN", "SY", "HS", "HK"},
    "D": {"JR", "OS", "KH", "NK", "KN", "SY", "HS", "HK"},
}
SMALL, LARGE = {2: 750, 3: 500, 4: 375}, {2: 1260, 3: 840, 4: 630, 5: 504, 6: 420, 7: 360}
SMALL_LIMITS, LARGE_LIMITS = {2: 16, 3: 12, 4: 10}, {2: 26, 3: 18, 4: 15, 5: 13, 6: 11, 7: 10}


def check_money(edition: str, bank: int, cash: dict[int, int], limits: dict[int, int]) -> None:
    least, most = min(cash), max(cash)
    for players, amount in cash.items():
        game = fresh(edition, players)
        assert {game.state.cash[player] for player in game.players} == {amount}
        assert game.state.bank == bank - players * amount
        assert game.definition.certificate_limit[players] == limits[players]
    for wrong in (least - 1, most + 1):
        with pytest.raises(BadInput, match=f"is for {least} to {most} players"):
            new_game("1890", edition=edition, players=[f"P{seat}" for seat in range(wrong)])


@rule_1890(
    "A.1.1", "A.5.1", "A.5.3", "A.5.4", "A.5.5", "A.5.6", "A.7.1", "A.7.2", "A.7.3", "I.2", "4.2.1.1", scenarios="A"
)  # fmt: skip
def test_players_money_and_limits_of_a(edition: str) -> None:
    check_money(edition, 6000, SMALL, SMALL_LIMITS)


@rule_1890("B.1.1", "B.5.1", "B.5.3", "B.5.4", "B.5.5", "B.5.6", "B.7.1", "B.7.2", "B.7.3", "4.2.1.1", scenarios="B")
def test_players_money_and_limits_of_b(edition: str) -> None:
    check_money(edition, 6000, SMALL, SMALL_LIMITS)


@rule_1890(
    "1.1", "C.1.1", "C.5.1", "C.5.3", "C.5.4", "C.5.5", "C.5.6", "C.5.7", "C.5.8", "C.5.9",
    "C.7.1", "C.7.2", "C.7.3", "C.7.4", "C.7.5", "C.7.6", "VI.1.1.1", "VI.2.5.1", "6.2.2", "4.2.1.1",
)  # fmt: skip
def test_players_money_and_limits_of_c(edition: str) -> None:
    """Two players share 2520 evenly; the table's 1250 is a misprint (docs/rulings/1890.md)."""
    check_money(edition, 12500, LARGE, LARGE_LIMITS)
    assert {players * cash for players, cash in LARGE.items()} == {2520}


@rule_1890(
    "D.1.1", "D.5.1", "D.5.3", "D.5.4", "D.5.5", "D.5.6", "D.5.7", "D.5.8", "D.5.9",
    "D.7.1", "D.7.2", "D.7.3", "D.7.4", "D.7.5", "D.7.6", "4.2.1.1", scenarios="D",
)  # fmt: skip
def test_players_money_and_limits_of_d(edition: str) -> None:
    check_money(edition, 12500, LARGE, LARGE_LIMITS)


def check_trains(edition: str) -> None:
    game = fresh(edition)
    assert game.state.depot == TRAINS[edition]
    starts = [phase.starts_with for phase in game.definition.phases.values()]
    assert starts == ["", *list(TRAINS[edition])[1:]]


@rule_1890("A.4.1", "A.6.1", "A.6.2", scenarios="A")
def test_trains_and_phases_of_a(edition: str) -> None:
    check_trains(edition)


@rule_1890("B.4.1", "B.6.1", "B.6.2", scenarios="B")
def test_trains_and_phases_of_b(edition: str) -> None:
    check_trains(edition)


@rule_1890(
    "C.4.1", "C.6.1", "1.4.1", "5.5", "12.1.6", "IV.1", "IV.2", "IV.3", "IV.7", "IV.9", "IV.11", "IV.14", "IV.18"
)
def test_trains_and_phases_of_c(edition: str) -> None:
    check_trains(edition)
    definition = fresh(edition).definition
    limits = {
        name: (*(definition.train_limit(name, owner) for owner in ("KA", "HK", "JR")), phase.operating_rounds)
        for name, phase in definition.phases.items()
    }
    assert limits == {
        "1": (2, 4, 6, 1), "1.5": (2, 4, 6, 1), "2": (2, 4, 6, 2), "2.5": (2, 4, 6, 2), "3": (1, 3, 4, 2),
        "4": (1, 2, 3, 3), "5": (1, 2, 3, 3), "6": (1, 2, 3, 3),
    }  # fmt: skip


@rule_1890("D.4.1", "D.6.1", "C.10.11.12", scenarios="D")
def test_trains_and_phases_of_d(edition: str) -> None:
    """Three 2-trains and the 3+3-trains fewer than in the full game."""
    check_trains(edition)


@rule_1890("12.4.1.1", "12.1.7", "12.1.8", "12.1.9", "12.1.10", "12.1.11", "12.1.12", "12.1.13", "12.1.14")
def test_prices_of_trains(edition: str) -> None:
    prices = {name: kind.price for name, kind in fresh(edition).definition.trains.items()}
    assert prices == {"2": 80, "2+2": 120, "3": 180, "3+3": 230, "4": 300, "5": 450, "6": 630, "D": 1100}
    trade = fresh(edition).definition.trains["D"].trade_in
    assert trade is not None
    assert (trade.price, trade.accepts) == (800, ("4", "5", "6"))


def check_lots(edition: str) -> None:
    """The lots as they come up, with what they cost and pay."""
    game = fresh(edition)
    definition = game.definition
    order = definition.auction.order  # type: ignore[union-attr]
    found = [(lot, definition.lot(lot).price, getattr(definition.lot(lot), "income", None)) for lot in order]
    assert found == LOTS[edition]
    assert set(definition.companies) == COMPANIES[edition]
    assert all(game.state.privates.get(lot, game.state.minors.get(lot)) == BANK for lot in order)
    assert all(game.state.held(IPO, company) == 100 for company in definition.companies if company != "KN")
    early = {name for name, private in definition.privates.items() if not private.late}
    assert {*early, *definition.minors} == set(order), "there are no others"


@rule_1890(
    "A.8.2", "A.8.3", "A.8.4", "A.8.5", "A.8.6", "A.8.7", "A.8.8", "A.8.9", "A.8.10", "A.8.11", "A.8.1.3", "A.8.1.7",
    "A.8.1.8", "A.8.2.1", "4.1.11", "11.3", scenarios="A",
)  # fmt: skip
def test_lots_and_companies_of_a(edition: str) -> None:
    check_lots(edition)
    definition = fresh(edition).definition
    assert [name for name, private in definition.privates.items() if private.late] == ["KP"]
    assert definition.privates["KP"].from_minor == "KE"
    assert (definition.privates["KT"].power, definition.privates["KS"].power) == (None, None)


@rule_1890(
    "B.8.2", "B.8.3", "B.8.4", "B.8.5", "B.8.6", "B.8.7", "B.8.8", "B.8.9", "B.8.10", "B.8.11", "B.9.1", "B.9.2",
    "B.10.1", "B.11.1", "B.12.1", scenarios="B",
)  # fmt: skip
def test_lots_and_companies_of_b(edition: str) -> None:
    check_lots(edition)
    small, this = fresh("A").definition, fresh(edition).definition
    assert this.minors == small.minors
    assert {name for name, private in this.privates.items() if private != small.privates[name]} == {"KS", "OM"}
    assert replace(this.privates["OM"], blocks=("G12",)) == small.privates["OM"]
    assert {name: entry for name, entry in this.companies.items() if name != "KH"} == dict(small.companies)


@rule_1890(
    "C.8.1", "C.8.2", "C.8.3", "C.8.4", "C.8.5", "C.8.6", "C.8.7", "C.8.8", "C.8.9", "C.8.10", "C.8.11", "C.8.12",
    "C.8.13", "C.8.1.3", "C.8.1.6", "C.8.1.7", "C.8.1.12", "C.8.1.14", "C.8.1.16", "C.8.3.1", "C.8.4.1", "9.1.1",
    "11.1", "11.4.1", "C.8.4.33", "C.8.2.1",
)  # fmt: skip
def test_lots_and_companies_of_c(edition: str) -> None:
    """Osaka Municipal costs 220, as its own paragraph says, not the 120 of the table (docs/rulings/1890.md)."""
    check_lots(edition)
    game = fresh(edition)
    late = [name for name, private in game.definition.privates.items() if private.late and not private.from_minor]
    assert late == ["KF", "KR", "KO", "SB"]
    assert game.state.held(IPO, "KN") == 40
    names = {name: entry.name for name, entry in game.definition.companies.items()}
    known = {"OS": "Subway", "HK": "Hankyu", "HS": "Hanshin", "KH": "Keihan", "KN": "Kinki", "NK": "Nankai"}
    assert all(word in names[company] for company, word in {**known, "SY": "Sanyo", "JR": "JR"}.items())
    assert game.definition.privates["KT"].power is None


@rule_1890("C.8.2.1", "C.8.2.2", "C.8.2.4", "C.8.2.20", "C.8.2.22", "11.2.5")
def test_late_privates(edition: str) -> None:
    privates = fresh(edition).definition.privates
    figures = {name: (privates[name].price, privates[name].income) for name in ("KF", "KR", "KO", "SB")}
    assert figures == {"KF": (200, 40), "KR": (240, 0), "KO": (280, 60), "SB": (320, 70)}


@rule_1890(
    "D.8.1", "D.8.2", "D.8.3", "D.8.4", "D.8.5", "D.8.6", "D.8.7", "D.8.8", "D.8.9", "D.8.10", "D.8.2.1", "D.8.4.1",
    "C.10.11.2", scenarios="D",
)  # fmt: skip
def test_lots_and_companies_of_d(edition: str) -> None:
    """Sanyo is played too, though the list of the book leaves it out (docs/rulings/1890.md)."""
    check_lots(edition)
    game = fresh(edition)
    assert list(game.definition.minors) == ["KE"]
    assert game.state.held(IPO, "KN") == 100


@rule_1890("D.8.1.1", scenarios="D")
def test_privates_of_d_are_those_of_c(edition: str) -> None:
    whole, this = fresh("C").definition.privates, fresh(edition).definition.privates
    assert {name: private for name, private in whole.items() if name in this} == dict(this)
    assert whole.keys() - this.keys() == {"KF", "KR", "KO", "SB"}


HOMES = {
    "JR": (["Osaka Kita (North)", "Kyoto", "Nara", "Kobe"], 6),
    "OS": (["Osaka Nishi (West)"], 1),
    "KH": (["Hirakata"], 3),
    "NK": (["Osaka Minami (South)"], 3),
    "KN": (["Osaka Higashi (East)", "Kashiwara", "Nara", "Kyoto"], 6),
    "SY": (["Akashi"], 2),
    "HS": (["Nishinomiya"], 3),
    "HK": (["Toyonaka"], 4),
}


def without_rules_of_their_own(edition: str) -> set[str]:
    """Companies that differ from Sanyo only in their names, homes and number of tokens."""
    companies = fresh(edition).definition.companies
    sanyo = companies["SY"]
    own = {field: getattr(sanyo, field) for field in ("name", "japanese", "color", "homes", "stations")}
    return {name for name, entry in companies.items() if replace(entry, **own) == sanyo}


@rule_1890(
    *("A.8.4.2", "A.8.4.5", "A.8.4.19", "B.12.1", "C.8.4.25", "C.8.4.48", "D.8.4.27", "D.8.4.31"), scenarios="ABCD"
)
def test_companies_without_special_rules(edition: str) -> None:
    plain = {"A": {"HS", "HK", "SY"}, "B": {"HS", "HK", "SY", "KH"}, "C": {"KH", "NK", "SY"}}
    assert without_rules_of_their_own(edition) == plain.get(edition, {"KH", "NK", "SY", "HS", "HK"})


@rule_1890(
    "C.8.4.3", "C.8.4.17", "C.8.4.22", "C.8.4.25", "C.8.4.26", "C.8.4.48", "C.8.4.49", "C.8.4.55", "D.8.4.3",
    "D.8.4.5", "D.8.4.19", "D.8.4.24", "D.8.4.27", "D.8.4.28", "D.8.4.31", scenarios="CD",
)  # fmt: skip
def test_homes_and_tokens_of_companies(edition: str) -> None:
    definition = fresh(edition).definition
    found = {
        name: ([definition.map.hexes[hex_id].name for hex_id, _ in entry.home_stops], entry.stations)
        for name, entry in definition.companies.items()
    }
    assert found == HOMES


@rule_1890("A.8.4.3", "A.8.4.5", "A.8.4.6", "A.8.4.19", "B.12.2", scenarios="AB")
def test_homes_on_the_small_maps(edition: str) -> None:
    """Nara is not on these maps: JR has neither that home nor its token (docs/rulings/1890.md)."""
    definition = fresh(edition).definition
    for name, entry in definition.companies.items():
        places, stations = HOMES[name]
        if name == "JR":
            places, stations = [place for place in places if place != "Nara"], 5
        assert [definition.map.hexes[hex_id].name for hex_id, _ in entry.home_stops] == places
        assert entry.stations == stations


@rule_1890("A.8.3.1", "C.8.3.34", "D.8.3.1", scenarios="ACD")
def test_kobe_electric(edition: str) -> None:
    entry = fresh(edition).definition.minors["KE"]
    assert (entry.price, entry.capital, entry.number) == (100, 200, 5)
    assert fresh(edition).definition.map.hexes[entry.home_stop[0]].name == "Tanigami"
    game = sold_to("A" * len(LOTS[edition]), edition)
    assert (game.state.cash["KE"], game.state.board.tokens_of("KE")) == (200, [("D5", 0)])


@rule_1890("C.8.3.8", "C.8.3.15", "C.8.3.23", "C.8.3.27", "C.8.3.2")
def test_the_other_minors(edition: str) -> None:
    definition = fresh(edition).definition
    found = {
        name: (entry.number, entry.price, entry.capital, [definition.map.hexes[at].name for at, _ in entry.home_stops])
        for name, entry in definition.minors.items()
        if name != "KE"
    }
    assert found == {
        "KA": (1, 100, 100, ["Kashiwara"]),
        "OE": (2, 200, 200, ["Osaka Higashi (East)"]),
        "OT": (3, 100, 100, ["Osaka Higashi (East)"]),
        "NE": (4, 160, 320, ["Kyoto", "Nara"]),
    }
    state = sold_to("A" * len(LOTS[edition]), edition).state
    assert {name: state.cash[name] for name in found} == {"KA": 100, "OE": 200, "OT": 100, "NE": 320}
    assert {name: {hex_id for hex_id, _ in state.board.tokens_of(name)} for name in found} == {
        "KA": {"J15"}, "OE": {"H13"}, "OT": set(), "NE": {"B17", "H19"}
    }  # fmt: skip


#: row -> columns of the hexes west of the Yodo river and of Osaka Kita and Kyoto; then what B adds to the east of it
WEST = {
    "A": "14 16", "B": "7 9 11 13 15 17", "C": "4 6 8 10 12 14 16", "D": "3 5 7 9 11 13 15", "E": "2 4 6 8 10 12 14",
    "F": "1 3 5 7 9 11 13", "G": "12",
}  # fmt: skip
EAST = {"B": "19", "C": "18", "D": "17", "E": "16", "F": "15", "G": "14", "H": "13"}


@rule_1890(
    "A.2.1", "A.2.2", "B.2.1", "B.2.2", "B.2.3", "C.2.1", "D.2.1", "A.3.1", "B.3.1", "C.3.1", "D.3.1",
    "3.2.1", "3.2.11", scenarios="ABCD",
)  # fmt: skip
def test_the_map_of_the_scenario(edition: str) -> None:
    """The small ones stop at the Yodo or just beyond it, and no track but that of named tiles leads out of them."""
    definition, whole = fresh(edition).definition, fresh("C").definition
    assert len(definition.map.hexes) == {"A": 37, "B": 44, "C": 83, "D": 83}[edition]
    if edition in "AB":
        rows = [*WEST.items(), *(EAST.items() if edition == "B" else ())]
        assert set(definition.map.hexes) == {row + column for row, columns in rows for column in columns.split()}
    names = {one.name for one in definition.map.hexes.values()}
    assert {"Kobe", "Kyoto", "Osaka Kita (North)"} <= names
    assert ("Osaka Higashi (East)" in names) == (edition != "A")
    assert ("Nara" in names) == (edition in "CD")
    assert ("B19" in definition.map.hexes) == (edition != "A")
    for hex_id, edges in definition.map.open_edges.items():
        on_map = {edge for edge in edges if definition.map.neighbours[hex_id][edge] in definition.map.hexes}
        assert edges - on_map == set(definition.map.hexes[hex_id].ways_out)
    assert definition.tile_counts == whole.tile_counts


@rule_1890("A.9.3", "B.13.3", "C.9.3", "D.9.3", scenarios="ABCD")
def test_game_turns_of_the_scenario(edition: str) -> None:
    assert fresh(edition).definition.ending.last_turn == {"A": 10, "B": 8, "C": 10, "D": 10}[edition]


@rule_1890("4.1.3", "4.1.4", "4.1.8", "4.1.9", "4.3.1", "4.3.3", "4.3.5", "3.10.1", "0.22", scenarios="ABCD")
def test_the_first_position(edition: str) -> None:
    """The first game turn begins with a stock round; the first seat has the priority; nothing else is drawn."""
    game = fresh(edition, 3)
    assert (game.state.turn, game.state.round) == (1, 1)
    assert game.title.rounds[type(game.state.stack[-1])] == "ISR"
    assert game.state.priority == game.acting[0] == PLAYERS[0]
    assert game.state.players == PLAYERS[:3]
    late = [name for name, private in game.definition.privates.items() if private.late]
    assert all(game.state.privates[name] == BANK for name in late)
    assert fresh(edition, 3).state == game.state


@rule_1890("3.6.1", "3.6.2")
def test_the_notes_in_the_box(edition: str) -> None:
    """They make 12,000, less than the bank of 12,500 that is played with; further notes serve after it has broken."""
    notes = {1: 24, 4: 24, 5: 24, 10: 24, 20: 24, 35: 24, 50: 24, 100: 30, 500: 12}
    assert sum(value * count for value, count in notes.items()) == 12000
    assert fresh(edition).definition.bank == 12500


@rule_1890("3.2.1", scenarios="ABCD")
def test_every_name_is_there_in_japanese(edition: str) -> None:
    """Of places, companies, minors and privates; a few to see that they are the right ones."""
    definition = fresh(edition).definition
    places = {one.name: one.japanese for one in definition.map.hexes.values() if one.name}
    owned = {
        name: entry.japanese
        for entries in (definition.companies, definition.minors, definition.privates)
        for name, entry in entries.items()
    }
    assert all(places.values())
    assert all(owned.values())
    assert (places["Kobe"], places["Kyoto"], owned["HK"], owned["AR"]) == ("神戸", "京都", "阪急電鉄", "有馬鉄道")


@rule_1890(
    "A.8.4.7", "A.8.4.10", "A.8.4.11", "A.8.4.12", "B.12.1", "C.8.4.5", "C.8.4.8", "C.8.4.9", "C.8.4.10", "D.8.4.7",
    "D.8.4.10", "D.8.4.11", "D.8.4.12", scenarios="ABCD",
)  # fmt: skip
def test_train_limits_of_jr(edition: str) -> None:
    """In phase 2 the table of phases says 6 and JR's own paragraphs 4, which is an option (docs/rulings/1890.md)."""
    named = {phase: fresh(edition).definition.train_limit(phase, "JR") for phase in "123456"}
    assert named == {"1": 6, "2": 6, "3": 4, "4": 3, "5": 3, "6": 3}
    other = new_game("1890", edition=edition, players=PLAYERS[:3], options=["jr-limit-4"]).definition
    assert [other.train_limit(phase, "JR") for phase in "123456"] == [6, 4, 4, 3, 3, 3]
