"""The certificate limit: how many certificates a player may hold, what counts, and what happens above it."""

from __future__ import annotations

from kaiping.action import BuyShare, Dividend, ExchangePrivate, Par, Pass, SellShares
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, plays, refused

COMPANIES = ("JHR", "SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR")

#: cells of the zone on the share price board: row from the top, column from the left, counted from 0
ZONE_2022 = {(5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2), (8, 0), (8, 1), (8, 2), (8, 3)}
ZONE_2021 = ZONE_2022 | {(3, 0), (4, 0), (5, 1), (8, 4)}


def holding(edition: str, certificates: int, *, players: int = 6) -> Position:
    """Ann holds so many certificates: president's certificates, each with up to four shares of the company.

    The last company, ZDR, is Bo's; it is outside the zone and has shares in the IPO.
    """
    position = Position(edition, players=players).cash(Ann=500)
    for company in COMPANIES[:-1]:
        few = min(certificates, 5)
        if few:
            position.company(company, par=80, Ann=10 + 10 * few)
        certificates -= few
    assert certificates == 0
    return position.company("ZDR", par=70, Bo=20)


def check_limit(edition: str, players: int, limit: int) -> None:
    """One below the limit a share may be bought, which reaches it; then no other, and no president's certificate."""
    game = plays(holding(edition, limit - 1, players=players).stock("Ann"), BuyShare("Ann", "ZDR", "ipo"))
    assert game.state.held("Ann", "ZDR") == 10
    game = holding(edition, limit, players=players).stock("Ann")
    reason = refused(game, BuyShare("Ann", "ZDR", "ipo"))
    assert (reason.code, reason.figures["limit"]) == ("certificate_limit", limit)
    assert reason.clause == clause_in(edition, "VII.3.1")
    assert game.why_not(Pass("Ann")) is None


@rule_1888("VII.3.1", "VII.3.2", only="2022")
def test_two_players_hold_up_to_28(edition: str) -> None:
    check_limit(edition, 2, 28)


@rule_1888("VII.3.1", "VII.3.3")
def test_three_players_hold_up_to_20(edition: str) -> None:
    check_limit(edition, 3, 20)


@rule_1888("VII.3.1", "VII.3.4")
def test_four_players_hold_up_to_16(edition: str) -> None:
    check_limit(edition, 4, 16)


@rule_1888("VII.3.1", "VII.3.5")
def test_five_players_hold_up_to_13(edition: str) -> None:
    check_limit(edition, 5, 13)


@rule_1888("VII.3.1", "VII.3.6")
def test_six_players_hold_up_to_11(edition: str) -> None:
    check_limit(edition, 6, 11)


@rule_1888("VII.3.1")
def test_a_sale_makes_room_for_a_purchase_in_the_same_turn(edition: str) -> None:
    game = holding(edition, 11).stock("Ann")
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
    plays(game, SellShares("Ann", "JHR", 10), BuyShare("Ann", "ZDR", "ipo"))


@rule_1888("VII.3.7", "VII.3.1", "IV.3.2.9")
def test_a_presidents_certificate_bought_counts_as_one(edition: str) -> None:
    plays(holding(edition, 10).stock("Ann"), Par("Ann", "LYR", 70))
    assert refused(holding(edition, 11).stock("Ann"), Par("Ann", "LYR", 70)).code == "certificate_limit"


@rule_1888("VII.3.7", "IV.3.2.9")
def test_a_presidents_certificate_held_counts_as_one(edition: str) -> None:
    """40 % are three certificates with the president's among them, and four without."""
    plays(holding(edition, 7).company("JZR", Ann=40).stock("Ann"), BuyShare("Ann", "ZDR", "ipo"))
    game = holding(edition, 7).company("JZR", Ann=40, Bo=40, president="Bo").stock("Ann")
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"


@rule_1888("VII.3.8", "IV.3.1.10")
def test_a_private_of_the_player_counts_as_one(edition: str) -> None:
    for owner in ("Bo", "JHR"):
        plays(holding(edition, 10).private("KT", owner).phase("3").stock("Ann"), BuyShare("Ann", "ZDR", "ipo"))
    game = holding(edition, 10).private("KT", "Ann").stock("Ann")
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
    game = holding(edition, 8).private("KT", "Ann").private("FC", "Ann").stock("Ann")
    plays(game, BuyShare("Ann", "ZDR", "ipo"))


@rule_1888("VII.3.9", in_2021=("VI.4.8",))
def test_shares_in_the_zone_do_not_count(edition: str) -> None:
    """Ann holds as many certificates as she may, and three of ZDR, whose price decides whether they count."""
    zone = {"2022": ZONE_2022, "2021": ZONE_2021}[edition]
    market = Position(edition).definition.market.cells
    assert zone <= market.keys()
    for cell in market:
        position = Position(edition, players=6).company("JHR", Ann=60).company("SSL", Ann=60)
        # ten so far, and three of TJL
        game = position.company("TJL", cell=cell, Ann=30, Bo=30, president="Bo").cash(Ann=1000).stock("Ann")
        purchase, other = BuyShare("Ann", "TJL", "ipo"), Par("Ann", "CDL", 70)
        if cell in zone:
            assert game.why_not(purchase) is None, cell
            assert game.why_not(other) is None, cell
        else:
            assert refused(game, purchase).code == "over_certificate_limit", cell
            assert refused(game, other).code == "over_certificate_limit", cell


@rule_1888("VII.3.9", in_2021=("VI.4.8",))
def test_shares_in_the_zone_may_be_bought_at_the_limit(edition: str) -> None:
    game = holding(edition, 11).company("JZR", cell=(7, 2), Bo=20, pool=20).stock("Ann")
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
    plays(game.copy(), BuyShare("Ann", "JZR", "ipo"))
    plays(game.copy(), BuyShare("Ann", "JZR", "pool"))


@rule_1888("VII.3.10", "VII.3.11", in_2021=("VI.4.8", "VI.4.1"))
def test_shares_count_again_when_the_price_leaves_the_zone(edition: str) -> None:
    """CDL pays a dividend and moves from 60 in the zone to 65 outside it."""
    position = holding(edition, 10).company("CDL", cell=(7, 2), cash=100, trains=("2",), Bo=40, Ann=20).phase("2")
    game = position.set(priority="Ann").operate("CDL", "dividend", revenue=50)
    before = plays(position.game.copy(), Dividend("CDL", "withhold"), Pass("CDL"))
    plays(before, Pass("Ann"))
    plays(game, Dividend("CDL", "pay"), Pass("CDL"))
    assert game.acting == ("Ann",)
    reason = refused(game, Pass("Ann"))
    assert (reason.code, reason.figures["held"]) == ("over_certificate_limit", 12)
    plays(game, SellShares("Ann", "JHR", 10), Pass("Ann"))


def over_by_two(edition: str) -> Game:
    return holding(edition, 13).stock("Ann")


@rule_1888("VII.3.11", in_2021=("VI.4.1",))
def test_who_is_above_the_limit_must_sell_down_to_it(edition: str) -> None:
    """The 2021 book does not say how a player gets back to the limit; it is read like the 2022 book."""
    game = over_by_two(edition)
    own = {"2022": "1888-2022:VII.3.11", "2021": "1888-2021:VI.4.1"}[edition]
    for _ in range(2):
        for action in (Pass("Ann"), BuyShare("Ann", "ZDR", "ipo"), Par("Ann", "LYR", 70)):
            reason = refused(game, action)
            assert (reason.code, reason.clause) == ("over_certificate_limit", own)
        plays(game, SellShares("Ann", "JHR", 10))
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
    plays(game, Pass("Ann"))
    assert game.acting == ("Bo",)


@rule_1888("VII.3.11", in_2021=("VI.4.1",))
def test_what_is_sold_to_get_down_to_the_limit_is_the_players_choice(edition: str) -> None:
    for sales in (
        (SellShares("Ann", "JHR", 20),),
        (SellShares("Ann", "SSL", 10), SellShares("Ann", "CDL", 10)),
    ):
        plays(over_by_two(edition), *sales, Pass("Ann"))


@rule_1888("VII.3.11", in_2021=("VI.4.1",))
def test_shares_in_the_zone_do_not_help_to_get_down_to_the_limit(edition: str) -> None:
    game = holding(edition, 12).company("JZR", cell=(7, 2), Bo=30, Ann=10).stock("Ann")
    plays(game, SellShares("Ann", "JZR", 10))
    assert refused(game, Pass("Ann")).code == "over_certificate_limit"


@rule_1888("VII.3.11", in_2021=("VI.4.1",))
def test_who_can_sell_nothing_may_pass_above_the_limit(edition: str) -> None:
    """All pools are full: twelve shares of four companies, and nothing that could be sold."""
    position = Position(edition, players=6).company("ZDR", par=70, Bo=20).cash(Ann=500)
    for company in ("JHR", "SSL", "CDL", "HJR"):
        position.company(company, par=80, pool=50, Ann=20, Bo=20, president="Bo")
    for private in ("KT", "TA", "HS", "CW"):
        position.private(private, "Ann")
    game = position.stock("Ann")
    assert refused(game, SellShares("Ann", "JHR", 10)).code == "pool_limit"
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
    plays(game, Pass("Ann"))


@rule_1888("VII.3.11", "VII.3.7", "VII.7.3", "IV.3.2.9", in_2021=("VI.4.1",))
def test_a_lost_presidency_may_bring_a_player_above_the_limit(edition: str) -> None:
    """Bo overtakes Ann in ZDR: her president's certificate becomes two shares, twelve certificates in all."""
    position = Position(edition, players=6).company("JHR", Ann=60).company("SSL", Ann=60)
    game = position.company("ZDR", Ann=20, Bo=20, president="Ann").stock("Ann")
    plays(game, Pass("Ann"), BuyShare("Bo", "ZDR", "ipo"), *map(Pass, ("Cy", "Di", "Ed", "Flo")))
    assert game.state.presidents["ZDR"] == "Bo"
    reason = refused(game, Pass("Ann"))
    assert (reason.code, reason.figures["held"]) == ("over_certificate_limit", 12)
    plays(game, SellShares("Ann", "ZDR", 10), Pass("Ann"))


def with_forbidden_city(edition: str, certificates: int) -> Game:
    """Ann holds the Forbidden City and so many certificates besides; JZR has its token in Beijing."""
    return holding(edition, certificates).private("FC", "Ann").company("JZR", Bo=60).stock("Ann")


@rule_1888("VII.3.1", "VII.3.8", "IV.3.1.10")
def test_the_forbidden_city_may_be_exchanged_at_the_limit(edition: str) -> None:
    """The number of certificates stays the same."""
    game = with_forbidden_city(edition, 10)
    assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"
    plays(game, ExchangePrivate("Ann", "FC", "JZR", "ipo"))


@rule_1888("VII.3.11", in_2021=("VI.4.1",))
def test_who_is_above_the_limit_must_sell_and_not_exchange_the_forbidden_city(edition: str) -> None:
    """The exchange counts as a purchase and excludes sales, so it cannot be the turn of a player who must sell."""
    game = with_forbidden_city(edition, 11)
    assert refused(game, Pass("Ann")).code == "over_certificate_limit"
    assert refused(game, ExchangePrivate("Ann", "FC", "JZR", "ipo")).code == "over_certificate_limit"
