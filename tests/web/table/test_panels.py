"""The panels at the side show what a title has, and nothing that it has not."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from kaiping.action import Bid, Pass
from kaiping.game import Game
from kaiping.records import load
from kaiping.titles.g1880.own import Rules1880
from kaiping.web.table.viewer import Asking
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.rules.g1888.positions import Position as Position1888
from tests.web.table.pages import RECORDINGS, body, part


def test_each_zone_of_the_market_tells_what_it_means():
    """In 1890 one may hold more of a company in the brown zone, and a company that comes to a cross closes."""
    page = " ".join(unescape(re.sub("<[^>]*>", " ", body(Game("1890", players=["Ann", "Bo", "Cy"])))).split())
    assert "yellow: not counted against the certificate limit" in page
    assert "yellow: not counted against the certificate limit, and" not in page
    assert "brown: not counted against the certificate limit, and more than 60 % may be held" in page
    assert "× a company that comes here closes" in page
    page = body(Game("1888", players=["Ann", "Bo", "Cy"]))
    assert "red: not counted against the certificate limit" in page
    assert "a company that comes here closes" not in page


def test_starting_places():
    """Where the starting price and a place settle the order of turns, the market says who has which."""
    from kaiping.web.table.market import market

    game = load(RECORDINGS / "1880/200000.json.gz")
    own, printed = game.definition.own, game.definition.shares.rows
    assert isinstance(own, Rules1880)
    assert printed
    places = market(game).places
    assert [price for price, _names in places] == sorted((price for price, _names in places), reverse=True)
    found = {name: (price, row) for price, names in places for row, name in enumerate(names) if name}
    assert found == game.state.rows
    assert len(found) > 5
    assert all(len(names) == printed.count for _price, names in places)
    page = body(game)
    assert "Starting places" in page
    assert all(", ".join(permits) in page for permits in own.permits.values())
    assert "Starting places" not in body(Game("1888", players=["Ann", "Bo", "Cy"]))


def test_what_an_empty_bank_means():
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    game.state.bank = -120
    assert "empty, ¥120 paid out beyond it" in body(game)


@pytest.mark.parametrize(("edition", "fits"), [("2022", False), ("18xx-prototype", True)])
def test_files_for_18xx_games_are_offered_where_there_can_be_any(edition: str, fits: bool):
    page = body(Game("1888", edition=edition, players=["Ann", "Bo", "Cy"]))
    assert ("format=18xx" in page) is fits
    assert ("Files of 18xx.games hold only games by the rule sets of that site" in page) is not fits


def test_a_companys_colour_is_never_its_only_sign():
    for name in ("1888/100000.json.gz", "1880/200000.json.gz"):
        chips = re.findall(r'<span class="chip co-(\w+)"[^>]*>(.*?)</span>', body(load(RECORDINGS / name)))
        assert len({company for company, _words in chips}) > 5
        assert all(company == words for company, words in chips)


@pytest.mark.parametrize(("title", "language"), [("1888", "zh"), ("1880", None), ("1890", "ja")])
def test_names_in_another_language_say_which(title: str, language: str | None):
    """Of companies in the sheet and on their cards, and of what is for sale."""
    game, chance, robot = Game(title, players=["Ann", "Bo", "Cy"]), Random(1), GREEDY_0
    while not game.state.floated:
        game.play(robot.choose(game, chance))
    company = game.definition.companies[min(game.state.floated)]
    expected = {language} if language else set()
    for page in (body(game), part(game, "cards")):
        names = {name: spoken for spoken, name in re.findall(r'<small lang="(\w+)">(.+?)</small>', page)}
        assert set(names.values()) == expected
        assert not expected or (company.chinese or company.japanese) in names
    for_sale = re.findall(r'<small lang="ja">', body(Game(title, players=["Ann", "Bo", "Cy"])))
    assert len(for_sale) == (11 if language == "ja" else 0), "the lots of the initial stock round"


def test_what_the_bank_has_still_to_sell():
    """Lots of the auction, minors among them; afterwards what is sold in later rounds."""
    from kaiping.web.table.sheet import sheet

    game, chance, robot = Game("1890", players=["Ann", "Bo", "Cy"]), Random(1), GREEDY_0
    late = ["KF", "KR", "KO", "SB"]
    lots = [action.private for action in game.legal_actions() if isinstance(action, Bid)]
    assert [one.code for one in sheet(game).for_sale] == lots
    assert body(game).count("KA Kanan Railway") == 1, "in an auction what now tells it"
    while not game.state.floated:
        game.play(robot.choose(game, chance))
    assert [one.code for one in sheet(game).for_sale] == late
    assert "Keifuku Electric Railroad</span>" in body(game)
    first = sheet(Game("1888", players=["Ann", "Bo", "Cy"])).for_sale[0]
    assert (first.code, first.name, first.price) == ("KT", "Kaiping Tramway", "¥25")


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_an_auction_tells_of_every_lot_its_name_its_price_and_what_it_does(title: str):
    """Also of those that come up later, of which there is more to know than a letter and a figure."""
    from kaiping.lot_words import lot_in_short
    from kaiping.web.table.sheet import sheet

    game = Game(title, players=["Ann", "Bo", "Cy"])
    page = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body(game))))
    lots = sheet(game).for_sale
    assert len(lots) > 5
    for lot in lots:
        told = re.search(rf"\b{lot.code} {re.escape(lot.name)}\b(.*?){re.escape(lot_in_short(game, lot.code))}", page)
        assert told
        assert f"price {lot.price}, " in told[1]


def test_whoever_is_asked_to_go_back_reads_which_of_their_own_actions_falls():
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    for action in (Pass("Ann"), Bid("Bo", "TA", 65), Pass("Cy")):
        game.play(action)
    asking = Asking(seat="Ann", to=0, waits=("Bo", "Cy"), mine=True, own=False)
    assert "Your own action would fall with it: Bo bids ¥65 for TA." in body(game, frozenset({"Bo"}), asking=asking)
    later = Asking(seat="Cy", to=2, waits=("Bo",), mine=True, own=False)
    assert "would fall with it" not in body(game, frozenset({"Bo"}), asking=later)


def test_a_bank_that_has_money_again_says_that_it_was_empty():
    game = Position1888().stock("Ann")
    game.state.ending, game.state.bank = "bank", 216
    assert "¥216 again, after it was empty" in body(game)
    game = Position1888().stock("Ann")
    assert "after it was empty" not in body(game)


def test_trains_that_nobody_can_have_come_last():
    """Those on sale come first; what is out of the game is one line."""
    from kaiping.web.table.depot import depot

    game = load(RECORDINGS / "1888/101003.json.gz")
    found = depot(game)
    assert "2" in found.over
    assert not {one.name for one in found.trains} & {*found.over}
    left = [one.left != "0" for one in found.trains]
    assert left == sorted(left, reverse=True)
    page = " ".join(unescape(re.sub("<[^>]*>", " ", body(game))).split())
    assert f"Out of the game: {', '.join(found.over)}" in page


def test_whoever_acts_is_not_among_those_who_have():
    """Also a company that is formed, and acts, while others have operated."""
    from kaiping.lessons import course, lessons
    from kaiping.web.table.turns import head

    there = course(next(one.key for one in lessons("1890") if "kinki" in one.key))
    assert there is not None
    for moment in there.moments[-1].moments():
        assert not [turn.name for turn in head(moment).strip if turn.now and (turn.done or turn.again)]
