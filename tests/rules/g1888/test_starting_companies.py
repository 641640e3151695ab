"""The start of a company: its president's certificate and starting price, and how it floats."""

from __future__ import annotations

from kaiping.action import BuyShare, Par, Pass, PlaceToken, SellShares
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused

STARTING_PRICES = (70, 75, 80, 85, 90, 95)
#: station markers on each charter
STATIONS = {"JHR": 3, "SSL": 3, "CDL": 4, "HJR": 4, "TJL": 4, "LYR": 3, "JZR": 3, "ZDR": 3}
#: cities that are no company's home
CITIES = ("D10", "E5", "G9", "C13")


def price(game: Game, company: str) -> int:
    return game.definition.market.cells[game.state.cells[company]].price


def operating(game: Game) -> list[str]:
    """Companies whose turns the latest action has brought about."""
    return [event["company"] for event in game.last_events if event.kind == "turn"]


@rule_1888("VII.6.1", "IV.3.2.2")
def test_the_presidents_certificate_is_the_first_to_be_bought(edition: str) -> None:
    game = Position(edition).stock("Ann")
    for source in ("ipo", "pool"):
        for company in STATIONS:
            reason = refused(game, BuyShare("Ann", company, source))
            assert (reason.code, reason.clause) == ("not_started", clause_in(edition, "VII.6.1"))
    plays(game, Par("Ann", "JHR", 70), BuyShare("Bo", "JHR", "ipo"))
    assert game.state.presidents == {"JHR": "Ann"}
    assert (game.state.held("Ann", "JHR"), game.state.held("Bo", "JHR")) == (20, 10)


@rule_1888("VII.6.2", "VII.6.3", "VII.6.4", "IV.3.2.6")
def test_who_starts_a_company_sets_its_price_and_pays_it_twice(edition: str) -> None:
    for cost in STARTING_PRICES:
        game = Position(edition).stock("Ann")
        bank = game.state.bank
        plays(game, Par("Ann", "TJL", cost))
        assert price(game, "TJL") == cost
        assert game.state.par["TJL"] == cost
        assert game.state.cash["Ann"] == 800 - 2 * cost
        assert game.state.bank == bank + 2 * cost
        # the price set is what others pay for a share
        plays(game, BuyShare("Bo", "TJL", "ipo"))
        assert game.state.cash["Bo"] == 800 - cost


@rule_1888("VII.6.4")
def test_there_are_six_starting_prices(edition: str) -> None:
    game = Position(edition).stock("Ann")
    for company in STATIONS:
        prices = [start.price for start in offered(game, Par) if start.company == company]
        assert prices == list(STARTING_PRICES)
    for wrong in (0, 60, 65, 72, 100, 110):
        reason = refused(game, Par("Ann", "JHR", wrong))
        assert (reason.code, reason.clause) == ("not_a_par_price", clause_in(edition, "VII.6.4"))


@rule_1888("VII.6.4", "VII.6.2", "IV.3.2.6")
def test_the_marker_is_put_on_the_starting_space_under_those_already_there(edition: str) -> None:
    """The starting prices stand below each other in one column."""
    for row, cost in enumerate(reversed(STARTING_PRICES), start=1):
        game = plays(Position(edition).stock("Ann"), Par("Ann", "JHR", cost), Par("Bo", "LYR", cost))
        assert game.state.market == {(row, 3): ("JHR", "LYR")}


@rule_1888("VII.6.3")
def test_the_start_needs_twice_the_price_in_cash(edition: str) -> None:
    plays(Position(edition).cash(Ann=190).stock("Ann"), Par("Ann", "JHR", 95))
    game = Position(edition).cash(Ann=189).stock("Ann")
    reason = refused(game, Par("Ann", "JHR", 95))
    assert (reason.code, reason.clause) == ("cash_for_start", clause_in(edition, "VII.6.3"))
    assert (reason.figures["price"], reason.figures["cash"]) == (190, 189)
    plays(game, Par("Ann", "JHR", 90))


@rule_1888("VII.6.6", "VII.6.9")
def test_a_company_floats_when_60_per_cent_are_sold_and_not_before(edition: str) -> None:
    game = Position(edition).company("JHR", par=85, Ann=40).stock("Bo")
    plays(game, BuyShare("Bo", "JHR", "ipo"))
    assert game.state.floated == frozenset()
    assert game.state.cash["JHR"] == 0
    bank = game.state.bank
    plays(game, BuyShare("Cy", "JHR", "ipo"))
    assert game.state.floated == {"JHR"}
    assert game.state.cash["JHR"] == 850
    assert game.state.bank == bank + 85 - 850


@rule_1888("VII.6.6")
def test_a_floated_company_operates_in_the_next_operating_round(edition: str) -> None:
    """Ann's purchase floats JHR. LYR with 50 % sold does not operate: it would be first with its higher price."""
    position = Position(edition).company("JHR", par=70, Ann=50).company("LYR", par=95, Bo=50)
    game = plays(position.stock("Ann"), BuyShare("Ann", "JHR", "ipo"), Pass("Bo"), Pass("Cy"))
    assert operating(game) == []
    plays(game, Pass("Ann"))
    assert operating(game) == ["JHR"]
    assert game.acting == ("Ann",)


@rule_1888("VII.6.6")
def test_without_a_floated_company_nobody_operates(edition: str) -> None:
    game = plays(Position(edition).company("JHR", Ann=50).stock("Ann"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert operating(game) == []
    assert game.state.operated == frozenset()
    assert (game.state.turn, game.acting) == (3, ("Ann",))


@rule_1888("VII.6.7")
def test_shares_in_the_pool_count_as_sold(edition: str) -> None:
    """30 % with Ann and 20 % in the pool: the next share of the IPO floats the company, one of the pool does not."""
    game = Position(edition).company("JHR", par=75, Ann=30, pool=20).stock("Ann")
    pool = plays(game.copy(), BuyShare("Ann", "JHR", "pool"))
    assert (pool.state.floated, pool.state.cash["JHR"]) == (frozenset(), 0)
    plays(game, BuyShare("Ann", "JHR", "ipo"))
    assert game.state.floated == {"JHR"}
    assert game.state.cash["JHR"] == 750


@rule_1888("VII.6.7", "VII.6.9")
def test_a_floated_company_stays_so_when_shares_are_sold_to_the_pool(edition: str) -> None:
    """JHR operates with 30 % in players' hands, and its capital is not paid a second time."""
    game = Position(edition).company("JHR", par=75, cash=10, Ann=20, Bo=40).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 20), Pass("Ann"), SellShares("Bo", "JHR", 20), Pass("Bo"))
    assert game.state.held("pool", "JHR") == 40
    assert game.state.floated == {"JHR"}
    plays(game, BuyShare("Cy", "JHR", "ipo"), Pass("Ann"), Pass("Bo"))
    assert game.state.cash["JHR"] == 10
    plays(game, Pass("Cy"))
    assert operating(game) == ["JHR"]
    assert game.acting == ("Bo",)


@rule_1888("VII.6.8")
def test_the_president_of_a_floated_company_acts_for_it(edition: str) -> None:
    """Ann has started JHR and Cy's purchase floats it: it is Ann's to run, from its home."""
    game = plays(Position(edition).company("JHR", Ann=50).stock("Cy"), BuyShare("Cy", "JHR", "ipo"))
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert game.acting == ("Ann",)
    assert game.state.board.tokens == {("C9", 1): ("JHR",)}
    game = plays(Position(edition).company("JHR", Bo=50).stock("Ann"), BuyShare("Ann", "JHR", "ipo"))
    assert plays(game, Pass("Bo"), Pass("Cy"), Pass("Ann")).acting == ("Bo",)


@rule_1888("VII.6.8")
def test_a_company_has_the_station_markers_of_its_charter(edition: str) -> None:
    """All but one of them are on the map, and there is one more to place; all of them, and there is none."""
    for company, stations in STATIONS.items():
        for placed in (stations - 1, stations):
            position = Position(edition).company(company, cash=1000, Ann=60)
            for city in CITIES[: placed - 1]:
                position.token(company, city)
            game = position.operate(company, "token")
            assert len(game.state.board.tokens_of(company)) == placed
            code = refused(game, PlaceToken(company, CITIES[-1])).code
            assert code == ("no_token_left" if placed == stations else "city_not_reached"), company


@rule_1888("VII.6.9")
def test_the_treasury_is_ten_times_the_starting_price(edition: str) -> None:
    """Whatever the price is by then: JHR has started at 70 and is on 130."""
    for par, cell in ((70, (1, 7)), (95, (4, 3)), (80, (4, 3))):
        game = Position(edition).company("JHR", par=par, cell=cell, Ann=30, pool=20).stock("Bo")
        bank = game.state.bank
        plays(game, BuyShare("Bo", "JHR", "ipo"))
        assert game.state.cash["JHR"] == 10 * par
        assert game.state.bank == bank + par - 10 * par
