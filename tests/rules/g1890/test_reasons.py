"""What is refused says why in the words of 1890 and cites the clause that forbids it, scenario by scenario."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellShares,
)
from kaiping.game import Game
from kaiping.titles import definition
from kaiping.words import describe
from tests.rules.g1890.positions import Position, fresh, plays, refused

Case = tuple[Callable[[], Game], AnyAction, str, str]


def building(company: str, edition: str = "C", phase: str = "2", options: tuple[str, ...] = ()) -> Position:
    return Position(edition, options=options).phase(phase).company(company, par=100, Ann=50, cash=900)


def asked_price(lot: str) -> Game:
    """A purchase has been made after which the price of a company must be set."""
    game = fresh()
    rich = game.state
    rich.bank -= 3000
    rich.cash["Ann"] += 3000
    order = game.definition.auction.order  # type: ignore[union-attr]
    for name in order[: order.index(lot) + 1]:
        while game.acting[0] != "Ann":
            plays(game, Pass(game.acting[0]))
        while type(game.state.stack[-1]).__name__ == "ParChoice":
            plays(game, Par("Ann", "OS", 100))
            while game.acting[0] != "Ann":
                plays(game, Pass(game.acting[0]))
        plays(game, Bid("Ann", name, game.definition.lot(name).price))
    return game


def quake() -> Position:
    """The earthquake has turned Hankyu's token in Itami down; Nankai reaches Itami."""
    position = Position(options=["earthquake"], seed=1).phase("6").company("HK", Bo=50, cash=50)
    position.company("NK", par=75, Ann=50, cash=500).tile("E10", "6", 4).tile("E12", "57", 1).token("NK", "D9")
    position.tile("D9", "57", 0)
    position.state.board = position.state.board.with_kept("HK", ("E10", 0))
    return position


CASES: dict[str, Case] = {
    "asking price": (
        lambda: fresh(), Bid("Ann", "AR", 25), "9.1.2.1", "AR is the next to be sold and costs ¥20, not ¥25",
    ),
    "a late private in the auction": (lambda: fresh(), Bid("Ann", "KF", 205), "9.2.3", "KF is not for sale"),
    "price of the Subway first": (
        lambda: asked_price("OM"), Pass("Ann"), "9.4.1", "Ann must set the price of OS first",
    ),
    "price of Kinki first": (
        lambda: asked_price("OE"), Pass("Ann"), "9.4.2", "Ann must set the price of KN first",
    ),
    "JR's price": (
        lambda: Position().cash(Ann=900).stock("Ann"), Par("Ann", "JR", 90), "C.8.4.6",
        "¥90 is not a starting price of JR; it may start at 100",
    ),
    "JR's price in A": (
        lambda: Position("A").cash(Ann=900).stock("Ann"), Par("Ann", "JR", 90), "A.8.4.8",
        "¥90 is not a starting price of JR; it may start at 100",
    ),
    "JR's price in D": (
        lambda: Position("D").cash(Ann=900).stock("Ann"), Par("Ann", "JR", 90), "D.8.4.8",
        "¥90 is not a starting price of JR; it may start at 100",
    ),
    "another's price": (
        lambda: Position().cash(Ann=900).stock("Ann"), Par("Ann", "HK", 85), "7.3.1.2",
        "¥85 is not a starting price of HK; it may start at 65, 70, 75, 80, 90, 100",
    ),
    "Keihan's attached share": (
        lambda: Position().private("KS", "Ann").stock("Ann"), SellShares("Ann", "KH", 10), "C.8.4.24",
        "KH has no price yet: its shares may not be sold before its president's certificate is",
    ),
    "Keihan's attached share in B": (
        lambda: Position("B").private("KS", "Ann").stock("Ann"), SellShares("Ann", "KH", 10), "B.12.4",
        "KH has no price yet: its shares may not be sold before its president's certificate is",
    ),
    "Keihan's attached share in D": (
        lambda: Position("D").private("KS", "Ann").stock("Ann"), SellShares("Ann", "KH", 10), "D.8.4.26",
        "KH has no price yet: its shares may not be sold before its president's certificate is",
    ),
    "Hanshin's attached share": (
        lambda: Position().private("HN", "Ann").stock("Ann"), SellShares("Ann", "HS", 10), "C.8.4.51",
        "HS has no price yet: its shares may not be sold before its president's certificate is",
    ),
    "Hanshin's attached share in D": (
        lambda: Position("D").private("HN", "Ann").stock("Ann"), SellShares("Ann", "HS", 10), "D.8.4.30",
        "HS has no price yet: its shares may not be sold before its president's certificate is",
    ),
    "a share of the open market": (
        lambda: Position().company("HK", Bo=50, pool=10).cash(Ann=5).stock("Ann"), BuyShare("Ann", "HK", "pool"),
        "8.4.5", "a share of HK costs ¥80; Ann has ¥5",
    ),
    "Osaka Municipal's hexes": (
        lambda: building("JR").private("OM", "Bo").operate("JR"), LayTile("JR", "G12", "823", 1), "11.1.1.2",
        "G12 is closed as long as OM is in the game",
    ),
    "Osaka Municipal's hexes in A": (
        lambda: building("JR", "A").private("OM", "Bo").operate("JR"), LayTile("JR", "G12", "823", 1), "A.8.1.2",
        "G12 is closed as long as OM is neither sold to a company nor out of the game",
    ),
    "Hankai's hexes": (
        lambda: building("NK").private("HT", "Bo").operate("NK"), LayTile("NK", "I12", "822", 0), "11.1.1.2",
        "I12 is closed until phase 4, unless HT is sold to a company or closes before",
    ),
    "Osaka Municipal's hexes where they open early": (
        lambda: building("JR", options=("osaka-opens-early",)).private("OM", "Bo").operate("JR"),
        LayTile("JR", "G12", "823", 1), "11.1.1.2",
        "G12 is closed until phase 4 or the first turn of OS, unless OM closes before",
    ),
    "brown on an empty hex": (
        lambda: building("HK", phase="4").operate("HK"), LayTile("HK", "E12", "63", 0), "10.3.1.1.5",
        "tile 63 is brown; E12 takes yellow tiles now",
    ),
    "brown on yellow": (
        lambda: building("HK", phase="4").tile("E12", "57", 1).operate("HK"), LayTile("HK", "E12", "63", 0),
        "10.3.1.1.6", "tile 63 is brown; E12 takes green tiles now",
    ),
    "yellow on yellow that is printed": (
        lambda: building("JR").operate("JR"), LayTile("JR", "F5", "57", 1), "10.3.1.6.1",
        "tile 57 is yellow; F5 takes green tiles now",
    ),
    "brown in phase 2": (
        lambda: building("JR").tile("F5", "820", 0).operate("JR"), LayTile("JR", "F5", "830", 0), "5.17",
        "brown tiles are not available in phase 2",
    ),
    "another's tile in Kobe": (
        lambda: building("JR").operate("JR"), LayTile("JR", "F5", "14", 1), "10.3.1.6.4",
        "tile 14 is marked none; F5 takes tiles marked KO",
    ),
    "a named tile where there is no name": (
        lambda: building("HK").tile("E12", "57", 1).operate("HK"), LayTile("HK", "E12", "820", 0), "3.5.2",
        "tile 820 is marked KO; E12 takes tiles marked none",
    ),
    "no OO tile in Sakai": (
        lambda: building("NK").operate("NK"), LayTile("NK", "J11", "14", 1), "10.3.1.6.2",
        "tile 14 is marked none; J11 takes tiles marked OO",
    ),
    "brown Nishinomiya": (
        lambda: building("HS", phase="4").tile("F9", "57", 1).tile("F9", "14", 1).operate("HS"),
        LayTile("HS", "F9", "63", 1), "10.3.1.6.6", "tile 63 is marked none; F9 takes tiles marked NI",
    ),
    "brown Osaka Nishi": (
        lambda: building("OS", phase="4").tile("H11", "12", 4).operate("OS"), LayTile("OS", "H11", "63", 1),
        "10.3.1.6.7", "tile 63 is marked none; H11 takes tiles marked OW",
    ),
    "465 after 12": (
        lambda: building("HS", phase="4").tile("F9", "6", 3).tile("F9", "12", 2).operate("HS"),
        LayTile("HS", "F9", "465", 3), "V.24", "tile 465 does not follow tile 12 on F9",
    ),
    "43 after 28": (
        lambda: building("JR", phase="4").tile("K14", "28", 0).operate("JR"), LayTile("JR", "K14", "43", 0), "V.36",
        "tile 43 does not follow tile 28 on K14",
    ),
    "upgrade of a town": (
        lambda: building("JR").tile("D7", "4", 1).operate("JR"), LayTile("JR", "D7", "14", 1), "10.3.1.3.4",
        "tile 14 does not have the cities and towns of D7",
    ),
    "JR's two tiles": (
        lambda: building("JR").operate("JR", tile_laid=True), LayTile("JR", "F5", "820", 0), "10.3.1.1.2",
        "JR has laid all it may in this turn",
    ),
    "a hex twice in A": (
        lambda: building("JR", "A").tile("F5", "820", 0).operate("JR", laid=("F5",)), LayTile("JR", "F5", "830", 0),
        "A.8.4.18", "JR has laid a tile on F5 in this turn",
    ),
    "Kobe Electric's private while it is a minor": (
        lambda: Position().minor("KE", "Bo").stock("Ann"), AcquirePrivate("Ann", "KP", 0), "C.8.3.35",
        "KP is there only once KE has converted",
    ),
    "Kobe Electric's private while it is a minor, in A": (
        lambda: Position("A").minor("KE", "Bo").stock("Ann"), AcquirePrivate("Ann", "KP", 0), "A.8.3.2",
        "KP is there only once KE has converted",
    ),
    "Kobe Rapid after the earthquake": (
        lambda: Position(options=["earthquake"], seed=1).private("KR", "closed").cash(Ann=900).stock("Ann"),
        AcquirePrivate("Ann", "KR", 240), "C.10.13.7", "KR has closed",
    ),
    "a private that has closed": (
        lambda: Position().stock("Ann"), AcquirePrivate("Ann", "AR", 20), "11.1.4.1", "AR has closed",
    ),
    "late privates in the first game turn": (
        lambda: Position().cash(Ann=900).set(turn=1).stock("Ann"), AcquirePrivate("Ann", "KF", 200), "8.4.1.3",
        "KF may be bought from game turn 2 on",
    ),
    "money for a late private": (
        lambda: Position().cash(Ann=5).stock("Ann"), AcquirePrivate("Ann", "KF", 200), "11.2.2",
        "KF would cost ¥200; Ann has ¥5",
    ),
    "money for another's private": (
        lambda: Position().private("AR", "Bo").cash(Ann=5).stock("Ann"), AcquirePrivate("Ann", "AR", 20), "11.1.3.1",
        "AR would cost ¥20; Ann has ¥5",
    ),
    "Itami's token": (
        lambda: quake().operate("NK", "token"), PlaceToken("NK", "E10"), "C.10.13.10",
        "the slot on E10 belongs to the token of HK, which lies face down",
    ),
    "Osaka Municipal is for no company": (
        lambda: building("JR").private("OM", "Bo").operate("JR"), BuyPrivate("JR", "OM", 120), "C.8.1.19",
        "OM may not be bought by a company",
    ),
    "late privates are for no company": (
        lambda: building("JR").private("KF", "Bo").operate("JR"), BuyPrivate("JR", "KF", 200), "10.9.2",
        "KF may not be bought by a company",
    ),
    "Hankai from phase 4 on": (
        lambda: building("NK", phase="4").private("HT", "Bo").operate("NK"), BuyPrivate("NK", "HT", 70), "C.8.1.10",
        "companies buy privates only up to phase 3",
    ),
    "a train of the open market": (
        lambda: building("NK").train("pool", "3").operate("NK", "trains"), BuyTrain("NK", "3", "pool", 100),
        "12.4.2.3", "the 3-train costs ¥180, not ¥100",
    ),
    "track in a stock round": (
        lambda: Position().stock("Ann"), LayTile("JR", "F5", "820", 0), "8.2.2",
        "laying a tile is not possible in a stock round",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_cites_what_forbids_it_in_the_words_of_the_game(name: str) -> None:
    position, action, clause, sentence = CASES[name]
    reason = refused(position(), action)
    assert (reason.clause, str(reason)) == (f"1890:{clause}", f"{sentence} (1890:{clause})")


def test_offers_cite_the_clause_on_what_is_offered() -> None:
    """A private that another player wants, one that a company wants, a train."""
    players = plays(Position().private("AR", "Bo").stock("Ann"), AcquirePrivate("Ann", "AR", 20))
    company = building("JR").private("AR", "Bo").operate("JR")
    plays(company, BuyPrivate("JR", "AR", 20))
    train = building("JR").company("HK", Bo=50, trains=("3",)).operate("JR", "trains")
    plays(train, BuyTrain("JR", "3", "HK", 20))
    clauses = [refused(game, Pass("Ann")).clause for game in (players, company, train)]
    assert clauses == ["1890:11.1.3.1", "1890:11.1.2.2", "1890:12.4.2.2"]


def test_the_end_of_a_turn_with_a_dealing_is_no_pass() -> None:
    game = Position().company("HK", Ann=50).company("SY", Bo=50).cash(Ann=500).stock("Ann")
    plays(game, BuyShare("Ann", "SY", "ipo"))
    plays(game, Pass("Ann"))
    assert next(describe(event, "¥") for event in game.last_events) == "Ann ends the turn"
    plays(game, Pass("Bo"))
    assert next(describe(event, "¥") for event in game.last_events) == "Bo passes"


def test_the_privates_that_close_in_phase_four_are_named() -> None:
    """Hankai and Osaka Municipal are not among them, nor late ones."""
    position = (
        building("NK", phase="3").private("AR", "Ann").private("HT", "Bo").private("OM", "Cy").private("KF", "Bo")
    )
    position.scrap("4", position.state.depot["4"])
    game = plays(position.operate("NK", "trains"), BuyTrain("NK", "5", "bank", 450))
    (said,) = (describe(event, "¥") for event in game.last_events if event.kind == "privates-closed")
    assert said == "privates that close: AR"


@pytest.mark.parametrize("edition", ["A", "B", "C", "D"])
def test_no_scenario_cites_what_the_book_says_of_another(edition: str) -> None:
    """B takes over what is said of A, D of C's privates and of the variants, which are C's."""
    may = {"A": "A", "B": "AB", "C": "C", "D": "CD"}[edition]
    printed = definition("1890", edition)
    only_in_c = ("declaration_first", "right_", "cash_for_right", "private_closed_late", "private_not_for_companies")
    for code, clause in printed.reason_clauses.items():
        number = clause.removeprefix("1890:")
        if number[0] in "ABCD" and not number.startswith("C.10.") and not code.startswith(only_in_c):
            absent = code in {
                "A": ("private_sale_over_stays", "sale_before_start_KH"),
                "B": ("private_sale_over_stays",),
            }.get(edition, ())
            assert number[0] in may or absent, (code, clause)
