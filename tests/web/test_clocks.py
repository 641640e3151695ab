"""Clocks: what is left is reckoned from what is stored, and whoever has nothing left is acted for, once."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from kaiping.action import Pass
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records import native
from kaiping.web.games.clocks import (
    DAY,
    Clock,
    Hand,
    Kind,
    Out,
    again,
    checked,
    newcomer,
    over,
    reached,
    spent,
    stepped,
)
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.databases import BOTH, database
from tests.web.django_here import make_ready
from tests.web.far_apart import Table, Timed

BANK = Clock(Kind.BANK, 600, 30)
MOVE = Clock(Kind.MOVE, 100)


def step(
    clock: Clock | None, hands: dict[str, Hand], acting: str, now: float, played: int, **more: Any
) -> dict[str, Hand]:
    given = {"completes": True, "away": {}, **more}
    return stepped(clock, hands, [acting], played=played, now=now, **given)


# --- how time passes, without a server ----------------------------------------------------------------


def test_a_bank_is_spent_while_one_acts_and_grows_with_the_next_turn():
    hands = step(BANK, {}, "Ann", 1000, 0)
    assert hands["Ann"] == Hand(600, 1000, 1600)
    hands = step(BANK, hands, "Bo", 1100, 1)
    assert (hands["Ann"].left, hands["Ann"].due, hands["Bo"].due) == (500, None, 1700)
    hands = step(BANK, hands, "Ann", 1150, 2)
    assert hands["Ann"] == Hand(530, 1150, 1680)
    assert hands["Bo"].left == 550


def test_a_turn_of_several_actions_is_one_turn():
    hands = step(MOVE, {}, "Ann", 0, 0)
    assert step(MOVE, hands, "Ann", 60, 1)["Ann"] == Hand(100, 0, 100)


def test_each_turn_has_its_time():
    hands = step(MOVE, {}, "Ann", 0, 0)
    hands = step(MOVE, hands, "Bo", 90, 1)
    assert step(MOVE, hands, "Ann", 95, 2)["Ann"] == Hand(100, 95, 195)


@pytest.mark.parametrize("clock", [BANK, MOVE])
def test_undo_gives_no_time_back(clock: Clock):
    hands = step(clock, {}, "Ann", 0, 0)
    for moment in (90, 92, 94):
        hands = step(clock, hands, "Bo", moment, 1)
        hands = step(clock, hands, "Ann", moment, 0, completes=False)
    assert hands["Ann"].left == clock.seconds - 94
    hands = step(clock, hands, "Bo", 94, 1)
    assert hands["Bo"] == Hand(clock.seconds, 94, 94 + clock.seconds), "nor does anybody lose any by it"


def test_whose_time_is_over():
    hands = step(MOVE, {}, "Ann", 0, 0)
    assert over(hands, ["Ann"], 99) == []
    assert over(hands, ["Ann"], 100) == ["Ann"]
    assert over(hands, ["Bo"], 100) == []


def test_without_a_limit_it_is_known_since_when_somebody_is_waited_for():
    hands = step(None, {}, "Ann", 50, 0)
    assert hands["Ann"].since == 50
    assert over(hands, ["Ann"], 10**12) == []


def test_three_turns_in_a_row_that_run_out_stop_the_clock():
    hands: dict[str, Hand] = {}
    for turn in range(3):
        hands = step(MOVE, hands, "Ann", 1000 * turn, 2 * turn)
        assert hands["Ann"].due is not None
        hands = step(MOVE, hands, "Bo", 1000 * turn + 100, 2 * turn + 1, acted="Ann", late=True)
    hands = step(MOVE, hands, "Ann", 5000, 6)
    assert (hands["Ann"].since, hands["Ann"].due) == (5000, None)
    assert over(hands, ["Ann"], 10**9) == []
    acts = step(MOVE, hands, "Ann", 9000, 7, acted="Ann")
    assert acts["Ann"].due == 9100, "a turn that goes on has its time from then on"
    once = step(MOVE, hands, "Bo", 9000, 7, acted="Ann")
    assert (once["Ann"].left, once["Ann"].missed) == (100, 0)


def test_away_days_are_not_spent():
    away = [(100.0, 200.0), (300.0, 400.0)]
    assert spent(50, 350, away) == 150
    assert spent(150, 160, away) == 0
    assert [reached(since, left, away) for since, left in ((0, 100), (0, 101), (150, 10), (0, 250), (500, 1))] == [
        100,
        201,
        210,
        450,
        501,
    ]


def test_a_vacation_that_begins_or_ends_now_moves_the_end():
    clock = Clock(Kind.MOVE, 2 * DAY)
    hands = step(clock, {}, "Ann", 0, 0)
    hands = again(clock, hands, DAY, "Ann", [], [(DAY, 3 * DAY)])
    assert hands["Ann"] == Hand(DAY, DAY, 4 * DAY)
    hands = again(clock, hands, 2 * DAY, "Ann", [(DAY, 3 * DAY)], [(DAY, 2 * DAY)])
    assert hands["Ann"] == Hand(DAY, 2 * DAY, 3 * DAY), "what was spent on vacation was not spent"


def test_who_takes_a_seat_has_time():
    hands = {"Ann": Hand(0)}
    assert newcomer(BANK, hands, "Ann", returns=False)["Ann"] == Hand(600)
    assert newcomer(BANK, hands, "Ann", returns=True)["Ann"] == Hand(60), "who comes back has little, but not nothing"


@pytest.mark.parametrize(("seconds", "increment", "left"), [(30, 5, 30), (60, 45, 45), (600, 90, 90), (3600, 0, 360)])
def test_who_comes_back_has_a_time_that_can_be_used(seconds: int, increment: int, left: int):
    """Of a short bank, too: no less than the shortest time of a table, nor than what a turn brings."""
    clock = Clock(Kind.BANK, seconds, increment)
    assert newcomer(clock, {"Ann": Hand(0)}, "Ann", returns=True)["Ann"] == Hand(left)


@pytest.mark.parametrize(
    "wrong", [Clock(Kind.MOVE, 5), Clock(Kind.MOVE, 100, 5), Clock(Kind.BANK, 100, -1), Clock(Kind.BANK, 99 * DAY)]
)
def test_clocks_that_cannot_be(wrong: Clock):
    make_ready()
    with pytest.raises(BadInput):
        checked(wrong)


def test_in_words():
    make_ready()
    assert Clock(Kind.BANK, 5400, 90).in_words() == "1 hour 30 minutes, and 1 minute 30 seconds more for each turn"
    assert Clock(Kind.MOVE, 2 * DAY).in_short() == "slow: 2 d a turn"
    assert Clock(Kind.MOVE, 2 * DAY, out=Out.BOT).consequence() == "when it runs out a bot takes the seat"


# --- at a table ---------------------------------------------------------------------------------------


def test_the_table_passes_for_who_has_no_time_left(timed: Timed):
    table = Table(timed, clock={"kind": "move", "seconds": 3600})
    late = table.acting
    timed.pass_by(3500)
    assert table.stands["played"] == 0
    timed.pass_by(200)
    stands = table.until(lambda found: found["played"] > 0)
    assert stands["played"] == 1, "of two processes one has passed"
    assert stands["acting"] != [late]
    assert not any(seat["bot"] for seat in stands["seats"]), "the seat is still theirs"
    told = f"{late} has no time left: the table acts"
    log = table.visitors[late].get(f"/game/{table.key}/body").text
    assert log.count(told) == 1
    assert told not in table.remarks(), "the chat is for people"
    assert table.clock(table.acting)["left"] == 3600


def test_the_table_waits_for_who_lets_turn_after_turn_run_out(timed: Timed):
    """After three in a row no time runs for them until they act; one line of the log tells of it."""
    table = Table(timed, "anna", "bert", clock={"kind": "move", "seconds": 3600})
    there = next(name for name in table.names if name != table.acting)
    gone = table.acting
    for turn in range(3):
        timed.pass_by(3700)
        table.until(lambda found: found["acting"] == [there])
        before = table.stands["played"]
        assert table.passes(there).status_code == 200
        table.until(lambda found, before=before: found["played"] > before)  # type: ignore[misc]
        assert table.acting == gone, turn
    assert table.clock(gone)["due"] is None
    played = table.stands["played"]
    timed.pass_by(10 * 3600)
    time.sleep(1.5)
    assert table.stands["played"] == played
    body = table.visitors[there].get(f"/game/{table.key}/body").text
    assert body.count("has no time left") == 1
    assert f"{gone} has no time left, 3 turns in a row: the table acts" in body
    assert "no time runs until" in body
    assert [text for text in table.remarks() if "time" in text or "turns" in text] == [
        f"{gone} has let three turns run out: the table waits for {gone}"
    ]
    other = Table(timed, gone, there)  # nobody's time is limited there, and it stands since later
    while other.acting != gone:
        other.goes_on()
    home = table.visitors[gone].get("/").text
    assert 0 < home.index(other.key) < home.index(table.key), "what stands still comes last"
    assert table.passes(gone).status_code == 200, "whoever comes back acts"
    table.passes(there)
    assert table.acting == gone
    assert table.clock(gone)["due"] is not None


def test_too_late_is_too_late(timed: Timed):
    """Whoever comes after their time is not taken, even if nobody has looked meanwhile."""
    table = Table(timed, clock={"kind": "bank", "seconds": 60})
    late, version = table.acting, table.stands["version"]
    timed.pass_by(61)
    answer = table.asks(late, "actions", action={"type": "pass", "actor": late}, version=version)
    assert answer.status_code == 409
    table.until(lambda found: found["played"] == 1)
    assert table.clock(late) == {"seat": late, "left": 0, "since": None, "due": None}


def test_a_bot_takes_over_and_hands_back(timed: Timed):
    table = Table(timed, clock={"kind": "move", "seconds": 86400, "out": "bot"})
    late = table.acting
    timed.pass_by(86401)
    table.until(lambda found: next(one for one in found["seats"] if one["name"] == late)["bot"])
    assert f"{late} has no time left: a bot plays on" in table.remarks()
    table.until(lambda found: found["acting"] != [late])
    assert table.asks(late, "actions", action={"type": "pass", "actor": late}, version=0).status_code in (403, 409)
    assert table.asks(late, "take", seat=late).status_code == 200
    assert table.seat(late) == {"name": late, "bot": "", "yours": late == table.names[0], "free": False}


@pytest.mark.slow
def test_a_company_passes_for_who_leads_it(timed: Timed):
    """Passing is what a seat may decline, for itself or for a company; all that must be done a bot does."""
    table = Table(timed, "anna", started=False, size=2, clock={"kind": "move", "seconds": 3600})
    table.asks("anna", "bots", bot="greedy")
    assert table.programs["anna"].post(f"/tables/{table.key}/start").status_code == 200
    game, chance = None, Random(1)
    while game is None or not operates(game):
        table.until(lambda found: found["acting"] == ["anna"])
        game = native.from_data(table.programs["anna"].get(f"/tables/{table.key}/export").json())
        if not operates(game):
            action = msgspec.to_builtins(GREEDY_0.choose(game, chance))
            assert table.asks("anna", "actions", action=action, version=table.stands["version"]).status_code == 200
    before = game.played
    timed.pass_by(3601)
    table.until(lambda found: found["played"] > before)
    actions = table.programs["anna"].get(f"/tables/{table.key}/export").json()["actions"]
    (done, what) = (actions[before]["type"], actions[before]["actor"])
    assert done == "pass"
    assert what in game.definition.companies


def operates(game: Game) -> bool:
    """Whether a company may pass."""
    return any(isinstance(one, Pass) and one.actor in game.definition.companies for one in game.legal_actions())


def test_a_game_goes_on_by_stored_time(timed: Timed):
    """What is left is in the table: a bank is spent by the turns, whichever process they reach."""
    table = Table(timed, clock={"kind": "bank", "seconds": 1000, "increment": 10})
    first = table.acting
    timed.pass_by(100)
    table.goes_on()
    left = table.clock(first)["left"]
    assert 880 < left <= 900
    timed.pass_by(50)
    while table.acting != first:
        table.goes_on()
    assert table.clock(first)["left"] == pytest.approx(left + 10)
    table.undo(table.stands["seats"][0]["name"])
    assert "data-until" in table.visitors[first].get(f"/game/{table.key}/body").text


def test_vacations_stop_slow_clocks(timed: Timed):
    table = Table(timed, "hanna", "hanno", clock={"kind": "move", "seconds": 86400})
    who = table.acting
    day = datetime.now(UTC).date()
    before = datetime.fromisoformat(table.clock(who)["due"])
    wish = {"first": str(day + timedelta(days=1)), "last": str(day + timedelta(days=10))}
    made = table.programs[who].post("/vacations", json=wish)
    assert made.status_code == 201, made.text
    longer = datetime.fromisoformat(table.clock(who)["due"]) - before
    assert abs(longer - timedelta(days=10)) < timedelta(seconds=1), "times are told to the millisecond"
    assert table.programs[who].post("/vacations", json=wish).json()["detail"] == "you are on vacation then already"
    much = {"first": str(day + timedelta(days=20)), "last": str(day + timedelta(days=100))}
    assert table.programs[who].post("/vacations", json=much).status_code == 422
    timed.pass_by(5 * 86400)
    assert table.stands["played"] == 0
    assert table.programs[who].delete(f"/vacations/{made.json()['id']}").status_code == 204
    timed.pass_by(86400)
    table.until(lambda found: found["played"] == 1)
    kept = {"id": made.json()["id"], "first": wish["first"], "last": str(day + timedelta(days=4))}
    assert table.programs[who].get("/vacations").json() == [kept], "days that have passed stay"


def test_a_vacation_is_told_at_the_table(timed: Timed):
    table = Table(timed, "hilda", "hugo", clock={"kind": "move", "seconds": 86400})
    who = table.acting
    other = next(name for name in table.names if name != who)
    day = datetime.now(UTC).date()
    last = day + timedelta(days=3)
    wish = {"first": str(day), "last": str(last)}
    assert table.programs[who].post("/vacations", json=wish).status_code == 201
    told = f"{who} is away until {last.day} {last:%B}; the clock stands still."
    path = f"/game/{table.key}/"
    assert f'title="{told}"' in table.visitors[other].get(f"{path}body").text
    assert f"away until {last.day} {last:%B}</small>" in " ".join(
        table.visitors[other].get(f"{path}body").text.split()
    ).replace(" </small>", "</small>")
    assert "You are away until" not in table.visitors[other].get(f"{path}body").text
    assert f"You are away until {last.day} {last:%B}: your clock" in table.visitors[who].get(f"{path}body").text
    assert "data-until" not in table.visitors[other].get(f"{path}body").text
    assert told.removeprefix(who).strip() in " ".join(table.visitors[other].get(f"{path}seats").text.split())
    assert "I shall be away" in table.visitors[other].get(f"{path}seats").text
    live = Table(timed, "hilda", "hugo", clock={"kind": "move", "seconds": 3600})
    panel = live.visitors[who].get(f"/game/{live.key}/seats").text
    assert "away" not in panel, "where it stops nothing it is not offered, nor told"


def test_the_form_of_the_lobby_sets_a_clock(timed: Timed):
    member, _program = timed.person("anna")
    fields = {"game": "1888:2022", "size": "3", "kind": "open", "undo": "own", "name": "by the form"}
    fields |= {"clock": "bank", "time": "90", "unit": "minutes", "increment": "30", "increment_unit": "seconds"}
    fields |= {"out": "bot", "patience": "3600"}
    answer = member.post("/new-table", fields)
    assert answer.status_code == 302
    told = member.get(answer.headers["location"]).text
    assert "1 hour 30 minutes, and 30 seconds more for each turn; when it runs out a bot takes the seat" in told
    assert "live: 1 h 30 min + 30 s a turn" in member.get("/lobby").text
    ready = member.post("/new-table", {**fields, "clock": "bank-45m", "time": "", "increment": ""})
    told = member.get(ready.headers["location"]).text
    assert "45 minutes, and 30 seconds more for each turn; when it runs out a bot takes the seat" in told
    assert "only who acted last · 45 minutes" in told
    refused = member.post("/new-table", {**fields, "time": "1", "unit": "seconds"})
    assert refused.status_code == 422
    assert 'value="1"' in refused.text, "what was typed stays"
    field = refused.text.split('id="time"')[1].partition(">")[0]
    assert 'aria-invalid="true" aria-describedby="time-error"' in " ".join(field.split()), "the field is marked"
    assert 'id="time-error">A clock has from 30 seconds' in refused.text


@pytest.mark.parametrize(
    ("clock", "patience"),
    [
        (None, 3 * DAY),
        (Clock(Kind.BANK, 1200, 20), 600),
        (Clock(Kind.MOVE, 300), 600),
        (Clock(Kind.MOVE, DAY // 2), DAY),
        (Clock(Kind.BANK, 7 * DAY, DAY // 2), 3 * DAY),
        (Clock(Kind.MOVE, 5 * DAY), 7 * DAY),
        (Clock(Kind.MOVE, 30 * DAY), 7 * DAY),
    ],
)
def test_how_long_somebody_is_waited_for_fits_the_clock(clock: Clock | None, patience: int):
    make_ready()
    from kaiping.web.games.opening import usual_patience

    assert usual_patience(clock) == patience


def test_the_form_proposes_what_fits_the_clock(timed: Timed):
    member, program = timed.person("anna")
    fields = {"game": "1888:2022", "size": "3", "kind": "open", "undo": "own", "patience": ""}
    for clock, patience in (("", 3 * DAY), ("bank-20m", 600), ("move-3d", 3 * DAY)):
        answer = member.post("/new-table", {**fields, "clock": clock})
        key = answer.headers["location"].split("/")[2]
        assert program.get(f"/tables/{key}").json()["patience"] == patience
    chosen = member.post("/new-table", {**fields, "clock": "bank-20m", "patience": str(DAY)})
    assert program.get(f"/tables/{chosen.headers['location'].split('/')[2]}").json()["patience"] == DAY


def test_your_turn_with_the_time_left(timed: Timed):
    table = Table(timed, clock={"kind": "move", "seconds": 86400})
    who = table.acting
    visitor = table.visitors[who]
    home = visitor.get("/").text
    assert "Your turn" in home
    assert table.key in home
    assert 'data-until="' in home
    assert "Your turn at" in visitor.get("/turns/next").text
    assert table.key not in visitor.get("/turns/next", besides=table.key).text
    other = next(name for name in table.names if name != who)
    assert table.key not in table.visitors[other].get("/").text.partition("Go on with")[0]
    assert table.key in table.programs[who].get("/me").json()["turns"]


@pytest.mark.slow
def test_time_passes_while_the_server_is_down(tmp_path: Path):
    """What ran out meanwhile is seen to when it is back, before anybody looks."""
    timed = Timed(tmp_path)
    timed.server.start()
    table = Table(timed, "anna", "bert", clock={"kind": "bank", "seconds": 3600, "increment": 60})
    late, due = table.acting, table.clock(table.acting)["due"]
    timed.server.kill()
    timed.pass_by(1800)
    timed.server.start()
    program = httpx.Client(base_url=f"{timed.server.url}/api/v1", headers=table.programs[late].headers, timeout=30)
    (clock,) = program.get(f"/tables/{table.key}").json()["clocks"]
    assert clock["due"] == due, "by the same clock as before"
    timed.server.kill()
    timed.pass_by(1801)
    timed.server.start()
    table.programs[table.names[0]] = httpx.Client(
        base_url=f"{timed.server.url}/api/v1", headers=program.headers, timeout=30
    )
    assert table.until(lambda found: found["played"] > 0)["played"] == 1
    timed.server.stop()


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTH)
def test_of_all_who_look_when_time_runs_out_one_acts(tmp_path: Path, kind: str):
    """Two processes, each with its look at the clocks, and people who look and act at the same moment."""
    with database(kind, tmp_path / "database") as url:
        timed = Timed(tmp_path, **({"KAIPING_DATABASE_URL": url} if kind == "PostgreSQL" else {}))
        timed.server.start()
        table = Table(timed, clock={"kind": "move", "seconds": 60, "out": "bot"}, hand_back=True)
        late = table.acting
        others = [name for name in table.names if name != late]
        timed.pass_by(61)

        def looks(number: int) -> int:
            if number % 3:
                return table.visitors[others[number % 2]].get(f"/game/{table.key}/body").status_code
            return table.passes(late).status_code

        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(looks, range(24)))
        assert max(answers) < 500, timed.server.said()
        assert {*answers[::3]} <= {403, 409}, "nobody acts for a seat whose time is over"
        table.until(lambda found: found["acting"] != [late])
        assert table.remarks().count(f"{late} has no time left: a bot plays on") == 1
        timed.server.stop()
        assert "Traceback" not in timed.server.said()


def test_the_lobby_has_ones_turns_first(timed: Timed):
    """By the time left; what is over is folded, and nothing of one's own stands there twice."""
    slow = Table(timed, "laura", "leon", clock={"kind": "move", "seconds": 86400})
    who = slow.acting
    other = next(name for name in slow.names if name != who)
    fast = Table(timed, "laura", "leon", clock={"kind": "move", "seconds": 3600})
    if fast.acting != who:
        fast.goes_on()
    over = Table(timed, "laura", "leon")
    for name in over.names:
        assert over.asks(name, "vote", about="close").status_code == 200
    theirs = Table(timed, "laura", "leon")
    if theirs.acting == who:
        theirs.goes_on()
    assert theirs.acting == other
    page = slow.visitors[who].get("/lobby").text
    keys = [fast.key, slow.key, theirs.key, over.key]
    assert all(page.count(f'"/game/{key}/"') == 1 for key in keys), "one place for each"
    places = [page.index(key) for key in keys]
    assert places == sorted(places)
    folded = page.index("<details", page.index('id="mine"'))
    assert places[2] < folded < places[3]
    assert page.count("your turn") == 2
