"""Kinki as a company like the others (C.10.11), which scenario D plays by (D.8.4.4)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyShare, Choose, Par, PlaceToken
from kaiping.errors import BadInput
from kaiping.flow.operating.station import next_cost, place_later_homes
from kaiping.game import Game
from kaiping.titles import definition
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, offered, plays, refused

OPTIONS = {"C": ["plain-kinki"], "D": []}


def kinki(edition: str, phase: str, *, cash: int = 500) -> Position:
    """Kinki at work from Osaka Higashi."""
    return Position(edition, options=OPTIONS[edition]).phase(phase).company("KN", Ann=50, cash=cash)


def to_kashiwara(position: Position) -> Position:
    """Track from Osaka Higashi by Higashi-Osaka to Kashiwara."""
    return position.tile("H15", "6", 1).tile("I16", "9", 2).tile("J17", "7", 1)


def to_nara(position: Position) -> Position:
    """A branch of that track to Nara."""
    return position.tile("I16", "24", 2).tile("I18", "58", 1)


def automatic(position: Position) -> dict[str, int]:
    """Kinki's tokens after those that come by themselves have been placed: hex -> city."""
    place_later_homes(position.game.table(position.state))
    return dict(position.state.board.tokens_of("KN"))


@rule_1890("C.10.11.2", "C.10.11.12", "D.8.4.4", scenarios="CD")
def test_minors_one_to_four_are_not_used_and_kinki_starts_like_others(edition: str) -> None:
    printed = definition("1890", edition, OPTIONS[edition])
    assert set(printed.minors) == {"KE"}
    assert not {"KA", "OE", "OT", "NE"} & {*printed.auction.order}  # type: ignore[union-attr]
    assert printed.trains["2"].count == 6
    assert "3+3" not in printed.trains
    game = Position(edition, options=OPTIONS[edition]).cash(Ann=500).stock("Ann")
    assert {par.price for par in offered(game, Par) if par.company == "KN"} == {65, 70, 75, 80, 90, 100}
    position = Position(edition, options=OPTIONS[edition]).company("KN", par=90, Ann=40).cash(Bo=100)
    assert "KN" not in position.state.floated
    game = plays(position.stock("Bo"), BuyShare("Bo", "KN", "ipo"))
    assert ("KN" in game.state.floated, game.state.cash["KN"]) == (True, 900)


def test_the_variant_removes_three_of_nine_2_trains() -> None:
    assert definition("1890", "C").trains["2"].count == 9


@rule_1890("C.10.11.3", "C.10.11.4", "C.10.11.9", "D.8.4.3", scenarios="CD")
def test_the_first_token_is_its_home_in_osaka_higashi(edition: str) -> None:
    position = Position(edition, options=OPTIONS[edition]).company("KN", Ann=50, operated=False)
    kept = {hex_id for (hex_id, _), owners in position.state.board.reserved.items() if "KN" in owners}
    assert kept == {"H13", "J15", "H19", "B17"}
    game = position.begin_round("KN")
    assert game.state.board.tokens_of("KN") == [("H13", 0)]
    assert next_cost(game.table(), "KN") == 40


@rule_1890("C.10.11.5", "C.10.11.8", "C.10.11.10", "D.8.4.4", scenarios="CD")
@pytest.mark.parametrize(("phase", "there"), [("1", False), ("2", True)])
def test_the_second_comes_in_phase_two_to_kashiwara(edition: str, phase: str, there: bool) -> None:
    position = to_kashiwara(kinki(edition, phase))
    assert ("J15" in automatic(position)) == there
    assert position.state.cash["KN"] == 500, "at no cost"
    assert next_cost(position.game.table(), "KN") == 40


@rule_1890("C.10.11.10", scenarios="CD")
def test_without_a_connection_it_waits(edition: str) -> None:
    assert automatic(kinki(edition, "4")) == {"H13": 0}


@rule_1890("C.10.11.6", "C.10.11.11", "D.8.4.4", scenarios="CD")
@pytest.mark.parametrize(("phase", "hexes"), [("2", {"H13", "J15"}), ("3", {"H13", "J15", "H19"})])
def test_several_may_come_at_once(edition: str, phase: str, hexes: set[str]) -> None:
    """Phase 3 brings the third to Nara, in the same round as the second if that has had to wait."""
    assert set(automatic(to_nara(to_kashiwara(kinki(edition, phase))))) == hexes


@rule_1890("C.10.11.7", "D.8.4.4", scenarios="CD")
@pytest.mark.parametrize(("phase", "there"), [("3", False), ("4", True)])
def test_the_fourth_comes_in_phase_four_to_kyoto(edition: str, phase: str, there: bool) -> None:
    position = kinki(edition, phase).tile("C18", "57", 0).token("KN", "C18").tile("B17", "825", 0)
    assert ("B17" in automatic(position)) == there


@rule_1890("C.10.11.8", scenarios="CD")
def test_they_come_at_the_beginning_of_an_operating_round(edition: str) -> None:
    position = to_kashiwara(kinki(edition, "2")).set(set_rounds=2, round=1)
    game = position.operate("KN", "trains")
    while game.state.round == 1:
        plays(game, game.legal_actions()[0])
    assert {hex_id for hex_id, _ in game.state.board.tokens_of("KN")} == {"H13", "J15"}


@rule_1890("C.10.11.4", "C.10.11.8", "C.10.11.11", scenarios="CD")
def test_they_come_with_the_first_round_after_kinki_floats(edition: str) -> None:
    """Before any turn and before incomes, however late in the order Kinki operates: home, Kashiwara, Nara."""
    position = Position(edition, options=OPTIONS[edition]).phase("3").company("KN", par=65, Ann=50, operated=False)
    position.company("NK", par=100, Bo=50, cash=500).private("AR", "Bo")
    game = all_pass(to_nara(to_kashiwara(position)).stock("Ann"))
    assert {hex_id for hex_id, _ in game.state.board.tokens_of("KN")} == {"H13", "J15", "H19"}
    assert game.acting == ("Bo",), "Nankai's turn, the first of the round"
    kinds = [event.kind for event in game.events]
    assert max(number for number, kind in enumerate(kinds) if kind == "home-token") < kinds.index("private-income")
    assert next_cost(game.table(), "KN") == 40


@rule_1890("C.10.11.9", scenarios="CD")
def test_others_keep_out_of_their_places(edition: str) -> None:
    position = to_kashiwara(kinki(edition, "1")).company("NK", Bo=50, cash=500).token("NK", "H15")
    game = position.operate("NK", "token")
    assert refused(game, PlaceToken("NK", "J15")).code == "home_kept_free"


@rule_1890("C.10.11.3", "D.8.4.3", "D.8.4.4", scenarios="CD")
def test_it_buys_two_tokens_besides(edition: str) -> None:
    position = to_kashiwara(kinki(edition, "2"))
    automatic(position)
    assert _costs(position) == [40, 100, None]


def _costs(position: Position) -> list[int | None]:
    found = []
    for hex_id in ("H15", "K18", "L9"):
        found.append(next_cost(position.game.table(position.state), "KN"))
        position.token("KN", hex_id)
    return found


@pytest.mark.parametrize("phase", ["2", "4"])
def test_a_place_that_kinki_does_not_need_is_free_again(phase: str) -> None:
    """It has bought a token in another city of the hex, before or after the phase of the automatic one."""
    position = kinki("D", phase).token("KN", "B17", 2)
    assert automatic(position) == {"H13": 0, "B17": 2}
    assert "KN" not in position.state.board.reserved.get(("B17", 1), ())


def test_a_token_that_lies_face_down_is_no_home_that_comes_by_itself() -> None:
    """Kinki reaches Itami, where the earthquake has turned its token down."""
    position = Position("C", options=["plain-kinki", "earthquake"], seed=1).phase("6").company("KN", Ann=50, cash=500)
    position.tile("E10", "6", 4).tile("E12", "57", 1).token("KN", "E12")
    position.state.board = position.state.board.with_kept("KN", ("E10", 0))
    assert "E10" not in automatic(position)


@pytest.mark.parametrize(("options", "prices"), [((), [100]), (("kinki-spare-token",), [100, 100])])
def test_a_token_that_a_merger_leaves_over(options: tuple[str, ...], prices: list[int]) -> None:
    """Kinki has bought a token in Kyoto before Nara Electric, which has one there, merges."""
    position = Position(options=options).phase("4")
    for minor in ("OE", "OT", "KA"):
        del position.state.holdings[minor, "KN"]
    position.company("KN", floated=True, operated=False, Ann=50, cash=500).set(operated=frozenset({"KN"}))
    position.token("KN", "H13").token("KN", "B17", 2).minor("NE", "Bo", cash=60).company("HK", Ann=50)
    game = plays(position.begin_round("HK"), Choose("Bo", "merger", "merge"))
    costs = []
    while (cost := next_cost(game.table(), "KN")) is not None:
        costs.append(cost)
        game.state.board = game.state.board.with_token("KN", (("H15", "K18", "L9", "D15")[len(costs)], 0))
    assert costs == prices


def test_without_3_3_trains_there_are_no_air_raids() -> None:
    with pytest.raises(BadInput, match="the options plain-kinki and air-raids exclude each other"):
        Game("1890", players=["Ann", "Bo"], options=["plain-kinki", "air-raids"])
