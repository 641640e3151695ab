"""What is refused says so in the words of this title, with the clause of each edition's own book."""

from __future__ import annotations

from kaiping.action import (
    AnyAction,
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
    UsePower,
)
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import PLAYERS, Position, events, offered, plays, refused


def why(game: Game, action: AnyAction) -> tuple[str, str]:
    """The sentence and the clause, without the name of the book, which must be the edition's own."""
    reason = refused(game, action)
    book, clause = (reason.clause or ":").split(":")
    assert book in ("", f"1880-{game.definition.edition}")
    return reason.text, clause


def by(edition: str, new: str, old: str) -> str:
    return new if edition == "2022" else old


@rule_1880("V.1", "V.5")
def test_bids(edition: str) -> None:
    game = Game("1880", edition=edition, players=list(PLAYERS[:3]))
    assert why(game, Bid("Ann", "P3", 45)) == ("P0 is auctioned now; P3 comes up later", "V.1")
    assert why(game, Bid("Ann", "P0", 605)) == ("Ann has ¥600 and cannot bid ¥605", "V.5")


@rule_1880("XII.2.3", "XII.8.2")
def test_shares_are_with_the_bank(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", par=100, Ann=60, Bo=40, trains=("3",))
    position.company("WNR", par=70, Ann=40).cash(Cy=500)
    game = position.stock("Cy", inside="BCR")
    assert why(game, BuyShare("Cy", "BCR", "ipo")) == ("there is no share of BCR in the bank", "XII.2.3")
    assert why(game, BuyShare("Cy", "WNR", "pool")) == ("there is no share of WNR in the pool", "XII.8.2")
    plays(game, BuyShare("Cy", "WNR", "ipo"))
    assert "Cy buys a share of WNR from the bank for ¥70" in game.log()


@rule_1880("XII.4.8", "XII.6.2", "XII.4.4", "VIII.4.4", "VIII.4.5", "VIII.4.6", "VIII.4.7", "VIII.4.9")
def test_founding(edition: str) -> None:
    position = Position(edition).company("NXR", par=90, row=0, Bo=20).cash(Ann=400)
    for name in ("HKR", "LHR", "CKR", "BZU"):
        position.company(name, par=80, Bo=20)
    game = position.stock("Ann")
    first = None if edition == "2022" else 1
    assert why(game, Par("Ann", "WNR", 80, first)) == (
        "all places for companies started at ¥80 are taken",
        "XII.4.8",
    )
    if edition == "2022":
        words = "a company takes the uppermost free place of its starting price: none is chosen"
        assert why(game, Par("Ann", "WNR", 90, 0)) == (words, "GH.5")
    else:
        words = "a place among the companies started at ¥90 must be chosen; free are 2, 3, 4"
        assert why(game, Par("Ann", "WNR", 90)) == (words, "XII.6.2")
        words = "place 1 of the companies started at ¥90 is not free; free are 2, 3, 4"
        assert why(game, Par("Ann", "WNR", 90, 0)) == (words, "XII.4.8")
    plays(game, Par("Ann", "WNR", 90, first))
    assert why(game, Pass("Ann"))[1] == "XII.4.4"
    assert why(game, Choose("Ann", "certificate", "50")) == (
        "50 cannot be chosen; the options are 20, 30, 40",
        "XII.4.4",
    )
    for percent, short, clause in (("20", "AB", "VIII.4.7"), ("30", "A", "VIII.4.6"), ("40", "AB", "VIII.4.5")):
        asked = plays(game.copy(), Choose("Ann", "certificate", percent))
        assert why(asked, Pass("Ann"))[1] == "VIII.4.4"
        assert why(asked, Choose("Ann", "permits", "ABD"))[1] == "VIII.4.9"
        assert why(asked, Choose("Ann", "permits", short))[1] == clause


@rule_1880("X.3.2", "X.2.13", "X.2.16", "X.2.17", "X.2.18", "X.2.1", "X.3.18")
def test_track(edition: str) -> None:
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=30, cash=500).tile("L10", "57", 0)
    game = position.operate("WNR")
    assert why(game, LayTile("WNR", "F8", "57", 0))[1] == "X.3.18", "what is printed in Beijing counts as a yellow tile"
    plays(game, LayTile("WNR", "K11", "9", 0))
    assert why(game, LayTile("WNR", "K11", "23", 0)) == ("WNR has laid a tile on K11 in this turn", "X.3.2")
    assert why(game, LayTile("WNR", "M9", "14", 0)) == ("tile 14 is green; M9 takes yellow tiles now", "X.2.1")
    assert why(game, LayTile("WNR", "M9", "235", 0))[1] == by(edition, "X.2.13", "X.2.12"), "no OO tile on plain ground"
    assert why(game, LayTile("WNR", "K13", "235", 0))[1] == by(edition, "X.2.16", "X.2.15"), "nor in a city"
    assert why(game, LayTile("WNR", "N12", "57", 0))[1] == by(edition, "X.2.18", "X.2.17"), (
        "one city where there are two"
    )
    assert why(game, LayTile("WNR", "K15", "57", 0))[1] == by(edition, "X.2.17", "X.2.16"), "Shanghai has its own tiles"


@rule_1880("X.4.18", "X.4.9", "X.4.10", "X.4.8")
def test_stations(edition: str) -> None:
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=60, cash=500)
    position.tile("D12", "235", 0).tile("D12", "8862", 0).token("WNR", "C11")
    words = "nobody else places a token on D12 before QSR has its home token there"
    assert why(position.operate("WNR", "token"), PlaceToken("WNR", "D12", 0)) == (
        words,
        by(edition, "X.4.18", "X.4.19"),
    )
    for phase, tokens, cost, clause in (
        ("B1", (), 40, by(edition, "X.4.8", "X.4.9")),
        ("B1", ("H6",), 100, by(edition, "X.4.9", "X.4.10")),
        ("D1", (), 80, by(edition, "X.4.10", "X.4.11")),
        ("D1", ("H6",), 200, by(edition, "X.4.10", "X.4.11")),
    ):
        poor = Position(edition).phase(phase).company("WNR", par=80, Ann=60, cash=cost - 1)
        for one in tokens:
            poor.token("WNR", one)
        poor.tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0)
        expected = (f"the token costs ¥{cost}; WNR has ¥{cost - 1}", clause)
        assert why(poor.operate("WNR", "token"), PlaceToken("WNR", "J12", 0)) == expected


@rule_1880("X.5.10", "X.5.12", "X.6.42", "X.6.54")
def test_trains(edition: str) -> None:
    position = Position(edition).phase("C2").company("BCR", par=100, Ann=40, cash=50, trains=("2R",)).cash(Ann=0)
    position.company("WNR", Ann=40, Bo=20, trains=("6",)).company("NXR", par=100, Bo=40, Ann=30)
    game = position.operate("BCR", "trains")
    words = "what BCR owns (2R) does not count as the train that it must own: it must buy one"
    assert why(game, Pass("BCR")) == (words, by(edition, "X.5.12", "X.5.20"))
    plays(game, SellShares("Ann", "NXR", 20))
    words = "a train that the director helps to pay comes from the bank, so BCR cannot buy it from a company"
    assert why(game, BuyTrain("BCR", "6", "WNR", 1)) == (words, by(edition, "X.6.42", "X.6.47"))
    early = Position(edition).phase("C1").company("BCR", par=100, Ann=40, cash=500).operate("BCR", "trains")
    assert why(early, BuyTrain("BCR", "2R", "bank", 250))[1] == by(edition, "X.5.10", "X.5.18")
    poor = Position(edition).phase("C2").company("BCR", par=100, Ann=40, cash=50).operate("BCR", "trains")
    assert why(poor, BuyTrain("BCR", "2R", "bank", 250))[1] == by(edition, "X.6.54", "X.6.49")


@rule_1880("VI.2.7", "VI.2.8", "VI.2.12", "VI.2.17", in_2010=["VI.2.14"])
def test_powers(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, Ann=40, permits="ABC", trains=("2", "2", "2", "2"))
    position.company("WNR", par=80, Ann=40, permits="BCD").investor("A3", "Ann")
    for name in ("P0", "P1", "P2", "P5", "P7"):
        position.private(name, "Ann")
    game = position.operate("BCR")
    assert why(game, UsePower("Ann", "P1", "BCR")) == ("P1 has no such power", by(edition, "VI.2.7", "VI.2.5"))
    words = "there is nothing to do for {} now: its power comes into play by itself"
    assert why(game, UsePower("Ann", "P2", "BCR")) == (words.format("P2"), by(edition, "VI.2.8", "VI.2.6"))
    assert why(game, UsePower("Ann", "P0")) == (words.format("P0"), "VI.2.1")
    p5, p7 = by(edition, "VI.2.12", "VI.2.10"), by(edition, "VI.2.17", "VI.2.13")
    words = "a company must be named for which {} is used"
    assert why(game, UsePower("Ann", "P5")) == (words.format("P5"), p5)
    assert why(game, UsePower("Ann", "P7")) == (words.format("P7"), p7)
    assert why(game, UsePower("Ann", "P5", "WNR")) == ("WNR has a building permit for phase D", p5)
    assert why(game, UsePower("Ann", "P7", "WNR")) == ("P7 cannot be used for WNR", p7)
    assert why(game, UsePower("Ann", "P7", "A3")) == ("P7 cannot be used for A3", by(edition, "VI.2.21", "VII.5"))
    assert why(game, UsePower("Ann", "P7", "BCR"))[1] == by(edition, "VI.2.17", "VI.2.14"), "no room"


@rule_1880("VI.2.25", "VI.2.26")
def test_the_forced_exchange(edition: str) -> None:
    position = Position(edition).left("4", 5).private("P7", "Bo").set(phase="B2")
    position.company("BCR", par=100, Ann=30, Bo=20, cash=900).company("WNR", par=80, Bo=40)
    position.company("NXR", par=80, Bo=40, trains=("3", "3", "3"))
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "4", "bank", 300))
    words = "a company must be named for which P7 is used"
    assert why(game, UsePower("Bo", "P7")) == (words, by(edition, "VI.2.25", "VI.2.20"))
    assert why(game, UsePower("Bo", "P7", "BCR")) == ("P7 cannot be used for BCR", by(edition, "VI.2.25", "VI.2.20"))
    assert why(game, UsePower("Bo", "P7", "NXR")) == ("P7 cannot be used for NXR", by(edition, "VI.2.26", "VI.2.21"))


@rule_1880("VII.1.4", "X.1.5")
def test_runs(edition: str) -> None:
    position = Position(edition).phase("B1").investor("A7", "Ann").company("CKR", par=80, Ann=30, trains=("3",))
    position.tile("O5", "57", 2).tile("P6", "8852", 2)
    game = position.operate("A7", "run", after=("CKR",))
    (run,) = offered(game, RunRoutes)
    longer = RunRoutes("A7", tuple(type(route)("4", route.path) for route in run.routes))
    assert why(game, longer) == ("A7 has no 4-train to run", by(edition, "VII.1.4", "VII.4"))
    company = position.operate("CKR", "run")
    wrong = RunRoutes("CKR", longer.routes)
    assert why(company, wrong) == ("CKR has no 4-train to run", "X.1.5")


@rule_1880("X.6.19", "VI.2.24", "XV.1.1", "XV.1.2")
def test_the_log_tells_what_is_removed_and_when_it_ends(edition: str) -> None:
    position = Position(edition).left("4", 5).set(phase="B2", marker="BCR")
    position.company("BCR", par=100, Ann=30, cash=900, trains=("3",), permits="").company("WNR", par=80, Bo=40)
    plain = plays(position.operate("BCR", "trains").copy(), Pass("BCR"))
    assert "no 4-train was bought in a whole round: all 5 leave the game" in plain.log()
    game = plays(position.private("P7", "Bo").operate("BCR", "trains"), Pass("BCR"))
    assert "no 4-train was bought in a whole round: 4 leave the game, one is kept for P7" in game.log()
    assert not events(game, "trains-removed")
    end = Position(edition).left("8", 1).set(phase="D1").company("BCR", par=100, Ann=60, cash=900, trains=("6",))
    bought = plays(end.operate("BCR", "trains"), BuyTrain("BCR", "8", "bank", 800))
    assert "the last 8-train is gone: all operate 3 times more, BCR last" in bought.log()
