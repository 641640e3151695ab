"""A game that hides cash and prices: no page, answer or event tells a seat what is hidden from it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

import kaiping
from kaiping.action import AnyAction, BuyShare, Consent
from kaiping.game import Game
from kaiping.records import native
from kaiping.titles import TITLES
from kaiping.view import seen_by
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.hidden import ALL, PRICE, large, offer, own_figures, secrets
from tests.web.made_program import OSAKA, TITLE, make_titles
from tests.web.server import Server, Visitor

NAMES = ("anna", "bodo", "cyril")
#: addresses of a table that show something, and those that only take
SHOWING = {"", "body", "part", "stream", "chat", "notes", "drawing", "export", "picture", "report", "analysis"}
SHOWING |= {"seats"}
TAKING = {"play", "undo", "agree", "redo", "program", "fork", "join", "leave", "bot", "start", "delete"}
TAKING |= {"resign", "take", "replace", "vote", "archive", "rematch"}


#: those of its planning board: beside a game that hides something there is none
PLANNING = {"", "compare", "rename", "delete", "bots", "carry", "share"}


def source(name: str) -> str:
    return (Path(kaiping.__file__).parent / "web" / name).read_text(encoding="utf-8")


def parts() -> list[str]:
    found = re.findall(r'^    "(\w+)": \w+_part,', source("table/parts.py"), re.MULTILINE)
    assert "cards" in found
    return found


def test_every_address_of_a_table_is_known_here() -> None:
    """A new one has to be sorted: what shows something is read below by every seat."""
    assert set(re.findall(r'path\("(\w*)", ', source("games/urls.py"))) == SHOWING | TAKING
    assert set(re.findall(r'path\("(\w*)", ', source("plans/urls.py"))) == PLANNING


@pytest.fixture(scope="module")
def secret_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("secret")
    server = Server(folder / "data")
    server.runs = ("-m", "tests.web.made_program", str(folder / "title"))
    (folder / "title").mkdir()
    server.start()
    make_titles(tmp_path_factory.mktemp("made"))
    yield server
    del TITLES[TITLE], TITLES[OSAKA]
    server.stop()
    assert "Traceback" not in server.said(), server.said()


def plain(answer: httpx.Response) -> str:
    """What an answer says; in JSON the sign of the currency may be written as a number."""
    if answer.headers.get("content-type", "").startswith("application/json"):
        return json.dumps(answer.json(), ensure_ascii=False)
    return html.unescape(answer.text)


class Reader:
    """Somebody at the table or beside it, with a browser and a program, and all that they must never read."""

    def __init__(self, server: Server, name: str, *, seated: bool = True) -> None:
        self.name, self.seat = name, name if seated else None
        self.visitor = server.member(name)
        self.program = server.program(self.visitor)
        self.hidden: set[int] = set()
        self.known: set[int] = set()

    def note(self, game: Game) -> None:
        self.hidden |= secrets(game, self.seat)
        self.known |= own_figures(game, self.seat)

    def check(self, where: str, answer: httpx.Response) -> None:
        hidden = answer.status_code == 422 and "can be had when it is over" in answer.text
        assert hidden or answer.status_code in (200, 400, 403), (where, answer.status_code, answer.text[:300])
        told = large(plain(answer)) & (self.hidden - self.known)
        assert not told, f"{self.name} reads {told} at {where}"


class Play:
    """An open table of three, mirrored here as the whole game."""

    def __init__(self, server: Server, title: str, options: tuple[str, ...], table: str = "") -> None:
        names = [f"{name}-{table}{title}" for name in NAMES]
        self.readers = {name: Reader(server, name) for name in names}
        self.readers["zoe"] = Reader(server, f"zoe-{table}{title}", seated=False)
        first = self.readers[names[0]].program
        wanted = {"title": title, "options": list(options), "kind": "open", "size": 3, "undo": "anyone"}
        self.key = first.post("/tables", json=wanted).json()["key"]
        self.path = f"/game/{self.key}/"
        for name in names[1:]:
            assert self.readers[name].program.post(f"/tables/{self.key}/join").status_code == 200
        started = first.post(f"/tables/{self.key}/start").json()
        self.game = Game(title, players=[seat["name"] for seat in started["seats"]], options=options)
        self.version = started["version"]
        self.chance = Random(4)
        self.note()

    def note(self) -> None:
        for reader in self.readers.values():
            reader.note(self.game)

    def play(self, action: AnyAction) -> None:
        seat = self.game.seat_of(action)
        assert seat is not None
        wanted = {"action": msgspec.to_builtins(action), "version": self.version}
        answer = self.readers[seat].program.post(f"/tables/{self.key}/actions", json=wanted)
        assert answer.status_code == 200, answer.text
        self.version = answer.json()["version"]
        self.game.play(action)
        self.note()
        self.readers[seat].check("the answer to a play", answer)

    def back_and_forth(self, reader: Reader) -> None:
        """Somebody takes back and plays again what two others have agreed on."""
        for what in ("undo", "redo"):
            answer = reader.program.post(f"/tables/{self.key}/{what}", json={"version": self.version})
            reader.check(what, answer)
            self.version = answer.json()["version"]
        assert "-train from" in answer.text, "the sale is told, without its price"

    def go_on(self) -> None:
        self.play(GREEDY_0.choose(seen_by(self.game, self.game.acting[0]), self.chance))

    def read_everything(self) -> None:
        """Every page and every answer, now and at an earlier moment, for everybody."""
        then = self.game.played // 2
        for reader in self.readers.values():
            for where in self.pages(then):
                reader.check(where, reader.visitor.get(where))
            for where in self.answers(reader, then):
                reader.check(where, reader.program.get(where))
            self.try_things(reader)
            reader.check("stream", self.stream(reader.visitor))

    def pages(self, then: int) -> Iterator[str]:
        yield from ("/", "/lobby")
        for name in ("", "body", "chat", "notes", "drawing", "export", "picture"):
            yield f"{self.path}{name}"
            yield f"{self.path}{name}?at={then}"
        place = next(iter(self.game.definition.map.hexes))
        for name in parts():
            yield f"{self.path}part?name={name}&hex={place}"
            yield f"{self.path}part?name={name}&hex={place}&at={then}"

    def answers(self, reader: Reader, then: int) -> Iterator[str]:
        """Every address of the API that can be read, as the API itself describes them."""
        spec = reader.program.get("/openapi.json").json()
        read = {where: how["get"] for where, how in spec["paths"].items() if "get" in how}
        assert len(read) > 10
        del read["/api/v1/tables/{key}/stream"]  # which does not end
        for where, how in read.items():
            address = where.removeprefix("/api/v1").format(key=self.key, name=reader.name)
            asked = {one["name"] for one in how.get("parameters", ()) if one["in"] == "query"}
            since = "since=0" if "since" in asked else ""
            yield f"{address}?{since}"
            if "at" in asked:
                yield f"{address}?{since}&at={then}"

    def try_things(self, reader: Reader) -> None:
        """What is another's cannot be asked about, tried or copied."""
        action = next(iter(self.game.legal_actions()))
        wanted = {"action": msgspec.to_builtins(action), "version": self.version}
        asked = reader.program.post(f"/tables/{self.key}/why-not", json=wanted)
        reader.check("why-not", asked)
        if reader.seat != self.game.seat_of(action):
            assert "is not on turn" in asked.json()["detail"]
            page = reader.visitor.play(self.path, msgspec.json.encode(action).decode(), self.version)
            assert page.status_code == 403
            reader.check("a play for another", page)
        for refused in (
            reader.program.post(f"/tables/{self.key}/fork", json={}),
            reader.visitor.post(f"{self.path}fork", {"at": "1"}),
            reader.visitor.get(f"{self.path}export"),
            reader.visitor.get(f"{self.path}plan/"),
            reader.visitor.get(f"{self.path}plan/compare"),
            reader.program.get(f"/tables/{self.key}/export?at=1"),
        ):
            assert refused.status_code == 422
            assert "can be had when it is over" in refused.text
            reader.check("what is refused", refused)
        assert reader.visitor.get(f"{self.path}analysis").status_code == 404, "nothing is analysed before the end"
        for what in sorted(PLANNING - {"", "compare", "share"}):
            assert reader.visitor.post(f"{self.path}plan/{what}", {"line": self.key}).status_code == 404
        assert "plan/" not in reader.visitor.get(self.path).text

    def stream(self, visitor: Visitor) -> httpx.Response:
        """What a stream says at once."""
        with visitor.http.stream("GET", f"{self.path}stream") as answer:
            text = next(answer.iter_text())
        assert "event: moved" in text
        return httpx.Response(200, text=text)


@pytest.mark.parametrize(
    ("title", "options"),
    [pytest.param(TITLE, ALL, marks=pytest.mark.slow), (OSAKA, ("hidden-cash", "hidden-train-prices", "rich"))],
)
def test_nobody_reads_what_is_hidden_from_him(secret_server: Server, title: str, options: tuple[str, ...]) -> None:
    """In the auction, while one company's offer for another's train waits, after it was bought, and a while later."""
    play = Play(secret_server, title, options)
    for _ in range(6):
        play.go_on()
    play.read_everything()
    while (purchase := offer(play.game)) is None:
        play.go_on()
    buyer, seller = play.game.seat_of(purchase), play.game.state.presidents[purchase.source]
    strangers = [reader for reader in play.readers.values() if reader.seat not in (buyer, seller)]
    for reader in strangers:
        reader.hidden.add(PRICE)
    play.play(purchase)
    play.read_everything()
    play.play(Consent(seller, agree=True))
    play.read_everything()
    play.back_and_forth(strangers[0])
    for reader in play.readers.values():
        knows = reader.seat in (buyer, seller)
        for where in (f"{play.path}part?name=log", f"{play.path}body"):
            assert (f"{PRICE:,}" in commas(reader.visitor.get(where).text)) is knows, (reader.name, where)
        log = reader.program.get(f"/tables/{play.key}/events?since=0").text
        assert (str(PRICE) in log) is knows, reader.name
    for _ in range(120):
        play.go_on()
    play.read_everything()
    for reader in play.readers.values():  # the whole game would have told each of them something
        assert reader.hidden & large(msgspec.json.encode(play.game.position()).decode())


def test_nobody_reads_treasuries_of_companies_that_others_lead(secret_server: Server) -> None:
    """On every page and in every answer, while the players' cash is open."""
    play = Play(secret_server, OSAKA, ("hidden-treasuries", "rich"), "treasury")
    while len({*play.game.state.presidents.values()}) < 2 or not any(play.game.state.revenue.values()):
        play.go_on()
    play.read_everything()
    state = play.game.state
    for reader in play.readers.values():
        page = reader.visitor.get(f"{play.path}body").text
        for company, president in state.presidents.items():
            if large(str(state.cash[company])):
                assert (f"{state.cash[company]:,}" in page) is (president == reader.seat), (reader.name, company)
        assert all(f"{state.cash[player]:,}" in page for player in play.game.players)
        assert reader.hidden & large(msgspec.json.encode(play.game.position()).decode())


def commas(text: str) -> str:
    """The log writes amounts without commas, the rest of the page with them."""
    return re.sub(r"\b\d{4,}\b", lambda found: f"{int(found[0]):,}", text)


def test_around_one_screen_the_seat_on_turn_sees_its_own(secret_server: Server) -> None:
    visitor = secret_server.visitor()
    fields = {"game": f"{TITLE}:2022", f"options:{TITLE}:2022": list(ALL)}
    for number, name in enumerate(("Ann", "Bo", "Cy"), 1):
        fields |= {f"name{number}": name, f"who{number}": "person"}
    path = visitor.post("/hot-seat", fields).headers["location"]
    game = Game(TITLE, players=["Ann", "Bo", "Cy"], options=ALL)
    for version in range(4):
        page = visitor.get(f"{path}body").text
        seat = game.acting[0]
        assert f"{game.state.cash[seat]:,}" in page
        assert not large(page) & secrets(game, seat), seat
        action = next(action for action in game.legal_actions() if hasattr(action, "price"))
        visitor.play(path, msgspec.json.encode(action).decode(), version)
        game.play(action)
    assert len({game.state.cash[name] for name in game.players}) > 1


def test_a_lone_person_among_bots_always_sees_his_own(secret_server: Server) -> None:
    visitor = secret_server.visitor()
    fields = {"game": f"{TITLE}:2022", f"options:{TITLE}:2022": ["hidden-cash", "rich"]}
    for number, who in enumerate(("person", "greedy", "greedy"), 1):
        fields |= {f"name{number}": f"P{number}", f"who{number}": who}
    path = visitor.post("/hot-seat", fields).headers["location"]
    cards = visitor.get(f"{path}part?name=cards&at=0").text
    assert cards.count("7,000,013") == 4, "their cash and their worth, folded and not, and not those of the two others"


def test_a_program_that_stops_does_not_tell_why_he_cannot_pay(secret_server: Server) -> None:
    """Not even to its owner, since a refusal goes by all that there is."""
    game = Game(TITLE, players=["Ann", "Bo", "Cy"], options=["hidden-cash"])
    chance = Random(3)
    while (found := unaffordable(game)) is None:
        game.play(GREEDY_0.choose(seen_by(game, game.acting[0]), chance))
    seat, company, cash = found
    program = secret_server.program(secret_server.member("dora"))
    key = program.post("/import", content=msgspec.json.encode(native.to_data(game))).json()["key"]
    wish = {"kind": "buy", "seat": seat, "company": company, "source": "ipo", "percent": 60}
    (made,) = program.post(f"/tables/{key}/programs", json=wish).json()
    assert made["stopped"] == "it cannot go on"
    assert program.get(f"/tables/{key}/chat").json() == []
    page = program.get(f"/tables/{key}/programs").text
    assert str(cash) not in page


def test_a_seat_that_changes_hands_takes_its_secrets_along(secret_server: Server) -> None:
    """Whoever plays it sees what it sees; whoever left it is told no more than anybody who looks on."""
    play = Play(secret_server, TITLE, ("hidden-cash", "rich"), "hands")
    seat = play.game.acting[0]
    left, came = play.readers[seat], play.readers["zoe"]
    play.go_on()
    cash = f"{play.game.state.cash[seat]:,}"
    assert [cash in one.visitor.get(f"{play.path}body").text for one in (left, came)] == [True, False]
    assert left.program.post(f"/tables/{play.key}/resign", json={"to": "offer"}).status_code == 200
    assert came.program.post(f"/tables/{play.key}/take", json={"seat": seat}).status_code == 200
    for where in ("body", "part?name=cards"):
        pages = [one.visitor.get(f"{play.path}{where}").text for one in (left, came)]
        assert [cash in page for page in pages] == [False, True], where
        assert not large(pages[0]) & secrets(play.game, None), "of nobody"
        assert not large(pages[1]) & secrets(play.game, seat), "of nobody else"


def unaffordable(game: Game) -> tuple[str, str, int] | None:
    """Somebody on turn who cannot pay for a share, and what they have."""
    seat = game.acting[0]
    for company in game.state.par:
        reason = game.why_not(BuyShare(seat, company, "ipo"))
        if reason is not None and reason.code == "cash_for_share":
            return seat, company, game.state.cash[seat]
    return None
