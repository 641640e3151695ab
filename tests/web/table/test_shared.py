"""What is drawn once for many: nobody gets a page that is another's, of another moment, or in another language."""

from __future__ import annotations

import gzip
import re
from itertools import pairwise

import brotli
import pytest

from kaiping.errors import Reason
from kaiping.game import Game
from kaiping.past import Moment
from tests.web.table.pages import LINKS, body, read

ANN, BO, CY = (frozenset({name}) for name in ("Ann", "Bo", "Cy"))


@pytest.fixture
def game() -> Game:
    return Game("1888", players=["Ann", "Bo", "Cy"])


def draw(game: Game, seats: frozenset[str], **around: object) -> object:
    """The body as it is kept."""
    from kaiping.web.table import Around, Links, Viewer
    from kaiping.web.table import body as drawn

    viewer = Viewer(None, seats, may_undo=True)
    return drawn(game, viewer, moment=None, links=Links(**LINKS), around=Around(**around))  # type: ignore[arg-type]


def test_who_sees_the_same_gets_the_same(game: Game):
    assert draw(game, BO, version=3) is draw(game, CY, version=3)
    assert draw(game, BO, version=3) is not draw(game, ANN, version=3)
    assert draw(game, BO, version=3) is not draw(game, BO, version=4)


def test_each_may_press_only_what_is_theirs(game: Game):
    for _ in range(2):  # drawn, then kept
        assert all(may for _action, may in read(body(game, ANN)).values)
        assert not any(may for _action, may in read(body(game, BO)).values)
        assert "data-mine" in body(game, ANN)
        assert "data-mine" not in body(game, BO)


def test_a_page_is_of_its_own_moment(game: Game):
    pages = [body(game)]
    for _ in range(3):
        game.play(game.legal_actions()[0])
        pages.append(body(game))
    assert all(one != other for one, other in pairwise(pages))
    for page in (pages[2], pages[1], pages[0]):
        game.undo()
        again = body(game, redo=False)
        assert re.sub(r'id="redo"[^>]*>', "", again) == re.sub(r'id="redo"[^>]*>', "", page)


def test_a_refusal_is_for_one_person(game: Game):
    refused = Reason("no_sales_yet", None, {}, "¥")
    with_it = body(game, BO, refusal=refused, notice="Somebody was faster.")
    assert 'class="refusal"' in with_it
    assert "Somebody was faster." in with_it
    for seats in (BO, CY):
        without = body(game, seats)
        assert 'class="refusal"' not in without
        assert "Somebody was faster." not in without


def test_programs_are_shown_to_their_seat(game: Game):
    from kaiping.web.table import Programmed

    assert "pass for Bo" in body(game, BO, programs=(Programmed("Bo", "pass for Bo"),))
    assert "pass for Bo" not in body(game, CY)


def test_several_seats_are_chosen_from(game: Game):
    assert '<select name="seat">' in body(game, BO | CY)
    assert '<select name="seat">' not in body(game, BO)


def test_each_language_has_its_own():
    from django.template import engines
    from django.utils import translation

    from kaiping.web.table.shared import cached

    month = engines["django"].from_string('{% load i18n %}{% translate "January" %}')
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    for _ in range(2):
        for language, name in (("en", "January"), ("de", "Januar"), ("fr", "janvier")):
            with translation.override(language):
                assert month.render() == name
                assert cached(game, "month", month.render) == name


def test_few_maps_are_kept(game: Game, monkeypatch: pytest.MonkeyPatch):
    from kaiping.web.table import pictures

    monkeypatch.setattr(pictures, "MOST_MAPS", 2)
    boards = [game.at(0) for _ in range(4)]
    for number, one in enumerate(boards):
        state = one.state.copy()
        state.board = state.board.with_tile("H4", "9", number, {})
        one._put(0, Moment(None, state, []))
    maps = [pictures.map_picture(one) for one in boards]
    assert len(set(maps)) >= 3
    assert [pictures.map_picture(one) for one in boards] == maps
    assert len(pictures._maps) == 2


_UNPACKED = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip, deflate, br", "br"),
        ("br;q=1, gzip;q=0.5", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0", ""),
        ("identity", ""),
        ("", ""),
    ],
)
def test_a_browser_gets_what_it_takes(accepted: str, packed: str):
    from django.test import RequestFactory

    from kaiping.web.packed import Packed, packed_answer

    answer = packed_answer(RequestFactory().get("/", headers={"accept-encoding": accepted}), Packed("¥ 120"), 409)
    assert answer.status_code == 409
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers.get("content-encoding", "") == packed
    assert _UNPACKED[packed](answer.content).decode() == "¥ 120"


@pytest.mark.parametrize(("accepted", "packed"), [("gzip, br", "br"), ("br;q=0, gzip", ""), ("", "")])
def test_a_whole_page_is_packed_for_its_reader(accepted: str, packed: str):
    from django.http import HttpResponse
    from django.test import RequestFactory

    from kaiping.web.packed import PackedPages

    page = "<!doctype html><p>" + "¥ 120 " * 100
    request = RequestFactory().get("/", headers={"accept-encoding": accepted})

    def packed_page(answer: HttpResponse) -> HttpResponse:
        found = PackedPages(lambda _: answer)(request)
        assert isinstance(found, HttpResponse)
        return found

    answers = [packed_page(HttpResponse(page)) for _ in range(20)]
    assert {one.headers["vary"] for one in answers} == {"Accept-Encoding"}
    assert {one.headers.get("content-encoding", "") for one in answers} == {packed}
    assert {_UNPACKED[packed](one.content).decode() for one in answers} == {page}
    assert (len({len(one.content) for one in answers}) > 1) == bool(packed), "the length tells what packs well"
    short, bare = HttpResponse("short"), HttpResponse(page, content_type="application/json")
    for kept in (short, bare):
        assert packed_page(kept) is kept
        assert not kept.has_header("content-encoding")


def test_a_text_is_said_in_the_language_of_whoever_reads():
    from django.utils import translation

    from kaiping.web.spoken import gettext, language, one_language

    with translation.override("en"), one_language():
        assert language() == "en"
        english = [gettext("January"), gettext("January")]
    with translation.override("de"):
        with one_language():
            assert language() == "de"
            german = [gettext("January"), gettext("January")]
        assert language() == "de"
    assert (english, german) == (["January"] * 2, ["Januar"] * 2)
