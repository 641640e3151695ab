"""Powers and purchases of privates "at any point": no step is passed over that they could open (VIII.3.1)."""

from __future__ import annotations

from kaiping.action import BuyPrivate, BuyTrain, Consent, LayTile, Pass, PlaceToken, RunRoutes
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.rounds import operating, step

#: LYR, at home in Yantai, lays track for 30 towards nothing that it could reach
ORDINARY = LayTile("LYR", "G15", "9", 0)
FERRY = LayTile("LYR", "E17", "L40a", 0, private="YRF")
#: Great Wall tiles of JZR: from Beijing to the west, and on to Xuanhua
WEST, XUANHUA = LayTile("JZR", "C7", "8", 2, private="CW"), LayTile("JZR", "B6", "69", 1, private="CW")


#: Great Wall tiles of JHR far from its home in Beijing, and an ordinary lay from there
FIRST, SECOND = LayTile("JHR", "D4", "9", 1, private="CW"), LayTile("JHR", "D6", "9", 1, private="CW")
TIANJIN = LayTile("JHR", "D10", "6", 2)


def yantai(edition: str, owner: str, *, cash: int = 200, trains: tuple[str, ...] = ("3",)) -> Position:
    """LYR in Yantai and the owner of the ferry; SSL operates next."""
    position = Position(edition).phase("3").private("YRF", owner).company("LYR", cash=cash, trains=trains, Ann=60)
    return position.company("SSL", cash=30, trains=("3",), Bo=60)


def price(game: Game, company: str) -> int:
    return game.definition.market.cells[game.state.cells[company]].price


@rule_1888("VIII.3.1.10")
def test_the_token_step_waits_for_the_ferry(edition: str) -> None:
    """No city can be reached after the ordinary tile, but Dalian can by ferry."""
    game = plays(yantai(edition, "LYR").operate("LYR", after=("SSL",)), ORDINARY)
    assert step(game) == "token"
    assert list(game.legal_actions()) == [Pass("LYR"), FERRY]
    plays(game, FERRY)
    assert step(game) == "token"
    assert PlaceToken("LYR", "E17") in offered(game, PlaceToken)
    plays(game, PlaceToken("LYR", "E17"))
    assert step(game) == "run"


@rule_1888("VIII.3.1.10", "VIII.3.1.6")
def test_the_run_waits_too_and_the_price_falls_only_when_the_run_is_given_up(edition: str) -> None:
    """After the ferry the run is mandatory; who does not lay it earns nothing."""
    before = plays(yantai(edition, "LYR", cash=30).operate("LYR", after=("SSL",)), ORDINARY)
    value = price(before, "LYR")
    assert (step(before), list(before.legal_actions())) == ("run", [Pass("LYR"), FERRY])
    assert refused(before, RunRoutes("LYR", ())).code == "nothing_to_run"
    ran = plays(before.copy(), FERRY)
    assert (step(ran), price(ran, "LYR")) == ("run", value)
    assert refused(ran, Pass("LYR")).code == "must_run"
    plays(ran, offered(ran, RunRoutes)[0])
    assert step(ran) == "dividend"
    idle = plays(before.copy(), Pass("LYR"))
    assert price(idle, "LYR") < value
    assert FERRY in offered(idle, LayTile), "the power itself is not lost before the turn is over"


@rule_1888("VIII.3.1.9")
def test_steps_wait_for_a_private_that_could_be_bought(edition: str) -> None:
    """Bo owns the ferry and may refuse; then LYR may offer more."""
    game = plays(yantai(edition, "Bo").operate("LYR", after=("SSL",)), ORDINARY)
    assert step(game) == "token"
    offer = offered(game, BuyPrivate)[0]
    assert (offer.company, offer.private) == ("LYR", "YRF")
    plays(game, offer, Consent("Bo", agree=False))
    assert step(game) == "token"
    plays(game, offered(game, BuyPrivate)[0], Consent("Bo", agree=True), FERRY, PlaceToken("LYR", "E17"))
    assert ("E17", 0) in game.state.board.tokens_of("LYR")


@rule_1888("VIII.3.1.9")
def test_a_purchase_that_leaves_too_little_for_the_token_is_not_waited_for(edition: str) -> None:
    """The ferry costs at least 63 (1 in 2021) and the token 40; without a train there is nothing to run either."""
    least = 30 + {"2022": 63, "2021": 1}[edition]
    for cash, waiting in ((least + 40, "token"), (least + 39, "trains")):
        game = plays(yantai(edition, "Bo", cash=cash, trains=()).operate("LYR", after=("SSL",)), ORDINARY)
        assert step(game) == waiting


@rule_1888("IV.3.1.4", only="2022")
def test_before_phase_3_no_step_waits_for_a_purchase(edition: str) -> None:
    position = Position(edition).phase("2").private("YRF", "Bo").company("LYR", cash=200, trains=("2",), Ann=60)
    assert step(plays(position.operate("LYR"), ORDINARY)) == "trains"


@rule_1888("VIII.3.1.10")
def test_a_power_that_cannot_help_is_not_waited_for(edition: str) -> None:
    """LYR's Xi'an tile and the Great Wall lie far away, and the ferry is another company's; they come at the end."""
    position = yantai(edition, "SSL", cash=70).private("TA", "LYR").private("CW", "LYR")
    game = plays(position.operate("LYR", after=("SSL",)), ORDINARY)
    assert step(game) == "trains", "SSL might sell its own"
    assert {lay.private for lay in offered(game, LayTile)} == {"TA", "CW"}


@rule_1888("VIII.3.1.9", "VIII.3.1.10")
def test_a_step_waits_for_two_tiles_of_a_private_still_to_be_bought(edition: str) -> None:
    """JZR reaches Xuanhua with the second tile of the Great Wall, which Ann would sell it."""
    position = Position(edition).phase("3").private("CW", "Ann").company("JZR", cash=100, trains=("3",), Ann=60)
    position.company("SSL", trains=("3",), Bo=60)
    game = position.operate("JZR", after=("SSL",), tile_laid=True)
    plays(game, Pass("JZR"))
    assert step(game) == "run"
    assert game.legal_actions()[0] == Pass("JZR")
    plays(game, BuyPrivate("JZR", "CW", 50), WEST, XUANHUA)
    assert refused(game, Pass("JZR")).code == "must_run"


# --- both tiles of the Great Wall in one turn -----------------------------------------------------------


@rule_1888("IV.3.1.35", "VIII.3.1.10")
def test_anything_may_come_between_the_two_tiles_of_the_great_wall(edition: str) -> None:
    """An ordinary tile, a purchase, the run, a train; the second follows at the end of the turn."""
    position = Position(edition).phase("3").private("CW", "JHR").private("KT", "Ann")
    position.company("JHR", cash=300, trains=("3",), Ann=60).company("SSL", cash=30, trains=("3",), Bo=60)
    game = position.operate("JHR", after=("SSL",))
    plays(game, FIRST, BuyPrivate("JHR", "KT", 20), TIANJIN)
    while step(game) != "trains":
        assert SECOND in offered(game, LayTile)
        plays(game, Pass("JHR") if game.why_not(Pass("JHR")) is None else game.legal_actions()[0])
    plays(game, BuyTrain("JHR", "3", "bank", 180))
    while step(game) != "privates":
        plays(game, Pass("JHR"))
    plays(game, SECOND)
    assert {"D4", "D6", "D10"} == set(game.state.board.tiles)
    assert operating(game).company == "SSL", "nothing is left to use or to buy"


@rule_1888("IV.3.1.36")
def test_the_two_tiles_are_joined_when_the_second_is_laid(edition: str) -> None:
    """Whatever was done in between."""
    position = Position(edition).phase("3").private("CW", "JHR").company("JHR", cash=300, trains=("3",), Ann=60)
    game = plays(position.operate("JHR"), FIRST, TIANJIN)
    apart = LayTile("JHR", "C13", "57", 1, private="CW")
    assert refused(game, apart).code == "power_tiles_joined"
    plays(game, SECOND)
    assert refused(game, apart).code == "power_used"


# --- questions without a choice -------------------------------------------------------------------------


@rule_1888("IV.3.1.29")
def test_a_power_without_a_hex_left_asks_nothing(edition: str) -> None:
    """The mountain's hex is built on: LYR's turn ends by itself."""
    position = Position(edition).phase("3").private("HS", "LYR").company("LYR", cash=30, trains=("3",), Ann=60)
    position.tile("C5", "9").company("SSL", cash=30, trains=("3",), Bo=60)
    game = plays(position.operate("LYR", after=("SSL",)), ORDINARY)
    assert operating(game).company == "SSL"


@rule_1888("VIII.3.1.3")
def test_nobody_is_asked_for_track_where_none_can_be_laid(edition: str) -> None:
    """SSL has no money for the ground around its home."""
    position = Position(edition).phase("2").company("SSL", trains=("2",), Ann=60).company("LYR", cash=30, Bo=60)
    assert operating(position.begin_round("SSL", "LYR")).company == "LYR"
