"""Planning boards: lines beside a game, played for all seats, compared, carried over, private, shared at the end."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from pathlib import Path
from random import Random

import httpx
import pytest

from kaiping.action import AnyAction, Bid, Pass, to_json
from kaiping.game import Game
from kaiping.phrases import money, round_of, round_short
from kaiping.records.native import to_data
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.report.games import EDITIONS
from tests.report.games import game as finished
from tests.web.server import Server, Visitor
from tests.web.test_farewell import delete
from tests.web.test_operations import django

#: lines beside one game, and moves that one may go beyond its beginning
MOST_LINES, MOST_AHEAD = 40, 1_500

LINE: list[AnyAction] = [Bid("Ann", "KT", 25), Pass("Bo"), Pass("Cy"), Bid("Ann", "TA", 50)]


def play(visitor: Visitor, path: str, *actions: AnyAction) -> None:
    version = visitor.version(path)
    for number, action in enumerate(actions):
        answer = visitor.play(path, to_json(action).decode(), version + number)
        assert answer.status_code == 200, answer.text


def begin(visitor: Visitor, path: str, at: int, **fields: str) -> str:
    """Try from a moment; where the line is."""
    answer = visitor.post(f"{path}fork", {"at": at, **fields})
    assert answer.status_code == 302, answer.text
    return str(answer.headers["location"])


def key_of(path: str) -> str:
    return path.split("/")[2]


def board(visitor: Visitor, path: str) -> str:
    answer = visitor.get(f"{path}plan/")
    assert answer.status_code == 200
    return answer.text


def card(page: str, line: str) -> str:
    """What the board says of one line, in words."""
    found = re.search(rf'<li class="line" id="{key_of(line)}">(.*?)</article>', page, re.DOTALL)
    assert found, page
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", found[1]).split()))


def change(visitor: Visitor, path: str, what: str, line: str, **fields: str) -> httpx.Response:
    return visitor.post(f"{path}plan/{what}", {"line": key_of(line), **fields})


def bring(visitor: Visitor, game: Game) -> str:
    upload = {"file": ("game.json", json.dumps(to_data(game)).encode())}
    return str(visitor.post("/bring", files=upload).headers["location"])


def rows(server: Server, statement: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(server.data / "kaiping.sqlite3", timeout=60) as database:
        return database.execute(statement).fetchall()


# --- the tree -------------------------------------------------------------------------------------------


def test_a_board_begins_empty(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    page = board(visitor, path)
    assert "The game now" in page
    assert "Side by side" not in page
    assert f'href="{path}">Back to the game' in page


def test_a_try_is_a_line_of_the_board(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    play(visitor, path, LINE[0])
    first = begin(visitor, path, 0, name="  Bo  starts ")
    play(visitor, first, *LINE[:3])
    second = begin(visitor, path, 1)
    page = board(visitor, path)
    assert page.index(key_of(first)) < page.index(key_of(second)), "by where they begin"
    assert "Bo starts" in card(page, first)
    assert "3 moves" in card(page, first)
    assert "stops in auction with Ann to act" in card(page, first)
    worth = visitor.game(first).totals()
    assert all(f"{name} ¥{amount:,}" in card(page, first) for name, amount in worth.items())
    assert "Line 2 new 0 moves" in card(page, second)
    assert visitor.game(path).played == 1, "the game is as it was"


def test_a_line_in_which_nothing_was_played_is_offered_again(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    play(visitor, path, LINE[0])
    line = begin(visitor, path, 1)
    assert begin(visitor, path, 1) == line
    others = {begin(visitor, path, 0), begin(visitor, line, 1), begin(visitor, path, 1, name="another")}
    assert len(others | {line}) == 4
    play(visitor, line, LINE[1])
    assert begin(visitor, path, 1) in others, "that with a name is as empty as any"
    assert board(visitor, path).count("<article") == 4


def test_lines_branch_and_survive_what_they_branch_from(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    line = begin(visitor, path, 0)
    play(visitor, line, *LINE)
    branch = begin(visitor, line, 2, name="twig")
    play(visitor, branch, Bid("Cy", "FC", 155))
    leaf = begin(visitor, branch, 3, name="leaf")
    page = board(visitor, path)
    assert page.index(key_of(line)) < page.index(key_of(branch)) < page.index(key_of(leaf))
    assert "Branches in auction after action 2. 1 move," in card(page, branch)
    assert f'href="{path}" class="button">Back to the game' in visitor.get(leaf).text, "with one click"
    assert change(visitor, path, "delete", branch).status_code == 302
    assert visitor.get(branch).status_code == 404
    page = board(visitor, path)
    assert "Branches in auction after action 2. 1 move," in card(page, leaf), "it hangs on the line above"
    change(visitor, path, "delete", line)
    assert "after action" not in card(board(visitor, path), leaf), "and at last on the game"
    assert visitor.game(leaf).actions == (*LINE[:2], Bid("Cy", "FC", 155))


def test_what_a_line_begins_with_is_not_its_own(visitor: Visitor) -> None:
    """Who looks back in a branch to before its beginning, and tries from there, leaves what that belongs to."""
    path = visitor.hot_seat()
    line = begin(visitor, path, 0)
    play(visitor, line, *LINE)
    branch = begin(visitor, line, 3)
    play(visitor, branch, Pass("Ann"))
    of_line, of_game = begin(visitor, branch, 2), begin(visitor, branch, 0, name="from the start")
    page = board(visitor, path)
    assert page.index(key_of(line)) < page.index(key_of(of_line)) < page.index(key_of(branch))
    assert "Branches in auction after action 2." in card(page, of_line)
    assert "Branches" not in card(page, of_game)


def test_a_line_is_renamed(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    line = begin(visitor, path, 0)
    change(visitor, path, "rename", line, name="Sell <all>")
    assert "Sell <all>" in card(board(visitor, path), line)
    assert "Sell &lt;all&gt;" in visitor.get(line).text
    answer = change(visitor, path, "rename", line, name="x" * 81)
    assert "A name may have 80 letters." in visitor.get(answer.headers["location"]).text
    change(visitor, path, "rename", line, name=" ")
    assert "Sell <all>" in card(board(visitor, path), line)


def test_what_was_before_the_line_is_not_taken_back_in_it(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    play(visitor, path, *LINE[:2])
    line = begin(visitor, path, 2)
    for fields in ({}, {"to": "1"}):
        answer = visitor.post(f"{line}undo", {"version": visitor.version(line), **fields}, htmx=True)
        assert answer.status_code == 422
    assert "begins after action 2" in answer.text
    play(visitor, line, LINE[2])
    assert visitor.post(f"{line}undo", {"version": visitor.version(line)}, htmx=True).status_code == 200
    assert visitor.game(line).played == 2


def test_bots_play_in_a_line_or_do_not(visitor: Visitor) -> None:
    path = visitor.hot_seat("person", "greedy", "greedy")
    alone = begin(visitor, path, 0, bots="no")
    play(visitor, alone, Pass("Ann"))
    assert visitor.game(alone).played == 1, "Bo's move is one's own"
    play(visitor, alone, Pass("Bo"))
    with_bots = begin(visitor, path, 0)
    play(visitor, with_bots, Pass("Ann"))
    assert visitor.game(with_bots).played > 2
    page = board(visitor, path)
    assert card(page, alone).startswith("Line 1 holds 2 moves")
    assert card(page, with_bots).startswith("Line 2 holds bots play")
    change(visitor, path, "bots", alone, play="yes")
    assert visitor.game(alone).played > 2, "Cy's turn was a bot's"
    change(visitor, path, "bots", with_bots, play="no")
    before = visitor.game(with_bots).played
    play(visitor, with_bots, Pass("Ann"))
    assert visitor.game(with_bots).played == before + 1


def test_the_address_of_a_line_leads_to_the_board_of_its_game(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    line = begin(visitor, path, 0)
    assert visitor.get(f"{line}plan/").headers["location"] == f"{path}plan/"


def test_lines_stand_on_boards_and_not_among_the_games(server: Server, fresh_name: str) -> None:
    ann = server.member(fresh_name)
    path = ann.hot_seat()
    line = begin(ann, path, 0)
    home = ann.get("/").text
    assert line not in home
    assert f'href="{path}plan/"' in home
    assert line not in ann.get("/lobby").text
    assert ann.get(f"/hot-seat/{key_of(line)}").status_code == 404, "a line is not moved to somebody else"


# --- when the game has moved on ---------------------------------------------------------------------------


def test_each_line_says_whether_it_still_holds(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    line = begin(visitor, path, 0)
    play(visitor, line, *LINE)
    other = begin(visitor, path, 0)
    play(visitor, other, LINE[0], Pass("Bo"), Bid("Cy", "TA", 50))
    assert "The game stands where it begins" in card(board(visitor, path), line)
    play(visitor, path, *LINE[:2])
    page = board(visitor, path)
    assert "So far the game has followed it: 2 of 4 moves." in card(page, line)
    assert "Carry over to now" in card(page, line)
    play(visitor, path, Bid("Cy", "TA", 50))
    page = board(visitor, path)
    why = visitor.game(path).why_not(LINE[3])
    assert why is not None
    assert f"Move 4 (Ann buys TA for ¥50) is no longer possible: {why.text}." in card(page, line)
    assert "The game followed it for 2 moves." in card(page, line)
    assert "Carry over" not in card(page, line)
    assert "The game has played all its 3 moves." in card(page, other)


def test_a_line_that_holds_is_carried_over(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    line = begin(visitor, path, 0, name="mine")
    play(visitor, line, *LINE)
    play(visitor, path, LINE[0], Bid("Bo", "FC", 155))
    assert "followed it for 1 moves and decided 1 otherwise; the other 2 can still be played now" in card(
        board(visitor, path), line
    )
    answer = change(visitor, path, "carry", line)
    carried = f"/game/{answer.headers['location'].partition('#')[2]}/"
    page = board(visitor, path)
    assert "mine holds 2 moves" in card(page, carried)
    assert "Ann buys KT for ¥25 · Bo passes" in card(page, line), "what is played in it is told"
    assert "and 1 more" in card(page, line)
    selects = " ".join(visitor.get(f"{path}plan/compare", first=key_of(line), second=key_of(carried)).text.split())
    assert "mine (from action 0)" in selects
    assert "mine (from action 2)" in selects
    assert visitor.game(carried).actions == (LINE[0], Bid("Bo", "FC", 155), *LINE[2:])
    assert visitor.game(line).actions == tuple(LINE), "the line itself stays"
    play(visitor, path, Pass("Cy"), Bid("Ann", "HS", 80), Bid("Bo", "TA", 50))
    assert "can be carried over" in visitor.get(change(visitor, path, "carry", line).headers["location"]).text


def test_a_game_that_was_taken_back_is_told(visitor: Visitor) -> None:
    path = visitor.hot_seat()
    play(visitor, path, *LINE[:3])
    line = begin(visitor, path, 3)
    play(visitor, line, LINE[3])
    visitor.post(f"{path}undo", {"version": visitor.version(path), "to": "1"}, htmx=True)
    page = board(visitor, path)
    assert "taken back to before it" in page
    assert "Move 1 (Ann buys TA for ¥50) is no longer possible: Ann is not on turn; Bo is." in card(page, line)


# --- side by side -------------------------------------------------------------------------------------------


def test_two_lines_side_by_side(visitor: Visitor) -> None:
    whole = finished(next(file for file in EDITIONS if "1888" in file.name))
    path = bring(visitor, whole.at(330))
    line = begin(visitor, path, 200, name="early")
    later = begin(visitor, path, 320, name="late")
    address = f"{path}plan/compare"
    same = visitor.get(address, first="game", second=key_of(later)).text
    assert "They are the same until action 320" in same
    assert "each is shown where it stops" in same
    play(visitor, line, *whole.actions[200:202])
    other = visitor.get(address, first=key_of(line), second=key_of(later)).text
    assert "until action 202" in other
    assert all(f"<td>{money(whole, amount)}</td>" in other for amount in whole.at(320).totals().values())
    assert visitor.get(address, first="game", second="nothing").status_code == 404
    assert visitor.get(address, first="game", second=key_of(line), at="1-1").status_code == 200, "no such moment"


def test_the_ends_of_rounds_can_be_chosen(visitor: Visitor) -> None:
    """The line goes another way shortly before the end of a round, and ends it, too."""
    whole = finished(next(file for file in EDITIONS if "1888" in file.name))
    end, begun = next((number, event) for number, event in whole.rounds() if number > 300)
    path = bring(visitor, whole.at(end + 2))
    line = begin(visitor, path, end - 1)
    mine, chance = whole.at(end - 1), Random(1)
    play(visitor, line, action := next(one for one in mine.legal_actions() if one != whole.actions[end - 1]))
    mine.play(action)
    while mine.rounds()[-1][0] < end - 1:
        play(visitor, line, action := GREEDY_0.choose(mine, chance))
        mine.play(action)
    page = visitor.get(f"{path}plan/compare").text
    assert f'<option value="{end}-{mine.played}" selected>the end of {round_short(whole.at(end - 1))}</option>' in page
    assert f'<option value="{end + 2}-{mine.played}">where each stops</option>' in page
    sides = zip(whole.at(end).totals().items(), mine.totals().values(), strict=True)
    for (name, first), second in sides:
        assert f"{name}</th><td>{money(whole, first)}</td><td>{money(whole, second)}</td>" in page
    assert round_of(begun) not in page, "it has ended, and no other has begun"


# --- whose it is ----------------------------------------------------------------------------------------------


def test_nobody_else_sees_a_line(server: Server, fresh_name: str) -> None:
    ann, bo = server.member(f"{fresh_name}a"), server.member(f"{fresh_name}b")
    path = ann.post("/new-table", {"game": "1888:2022", "size": 3, "kind": "open", "undo": "anyone"}).headers[
        "location"
    ]
    bo.post(f"{path}join")
    ann.post(f"{path}start")
    line = begin(ann, path, 0, name="a secret idea")
    play(ann, line, Pass(ann.game(line).acting[0]))
    for stranger in (bo, server.visitor()):
        assert "a secret idea" not in board(stranger, path)
        for part in ("", "body", "export", "picture", "plan/", "part?name=log", "report", "chat", "stream"):
            assert stranger.get(f"{line}{part}").status_code == 404, part
        assert stranger.post(f"{line}fork", {"at": 0}).status_code == 404
        assert stranger.get(f"{path}plan/compare", second=key_of(line)).status_code == 404
        for what in ("rename", "delete", "bots", "carry"):
            assert change(stranger, path, what, line, name="mine now", play="yes").status_code == 404, what
    assert server.program(bo).get(f"/tables/{key_of(line)}").status_code == 404
    (invitation,) = rows(server, f"SELECT invitation FROM games_table WHERE key = '{key_of(line)}'")[0]
    assert bo.get(f"/watch/{invitation}").status_code == 404
    assert "/watch/" not in ann.get(line).text
    assert "a secret idea" in card(board(ann, path), line)
    answer = ann.post(f"{path}plan/share")
    assert "can be shared when its game is over" in ann.get(answer.headers["location"]).text
    assert not rows(server, "SELECT 1 FROM plans_shared")


def test_a_plan_is_shared_when_the_game_is_over(server: Server, fresh_name: str) -> None:
    ann, reader = server.member(fresh_name), server.visitor()
    whole = finished(next(file for file in EDITIONS if "1888" in file.name))
    path = bring(ann, whole)
    line = begin(ann, path, 620, name="what I missed")
    assert reader.get(line).status_code == 404
    assert ann.post(f"{path}plan/share").status_code == 302
    link = re.search(r"/shared-plan/[\w-]{20,}", board(ann, path))
    assert link
    page = reader.get(link[0]).text
    assert "what I missed" in card(page, line)
    assert "Rename" not in page
    assert "Back to the game" not in page, "which is somebody else's"
    assert reader.get(f"{link[0]}/compare", second=key_of(line)).status_code == 200
    assert reader.get(f"{link[0]}/line/{key_of(line)}").headers["location"] == line
    shown = reader.get(line)
    assert shown.status_code == 200
    assert "line of a plan" in shown.text
    assert "Back to the game" not in shown.text
    assert f'href="{link[0]}"' in shown.text
    assert reader.post(f"{line}fork", {"at": 0}).status_code == 422
    version = reader.version(line)
    assert reader.play(line, to_json(whole.actions[620]).decode(), version).status_code == 403
    for what in ("rename", "delete", "bots", "carry"):
        assert change(reader, path, what, line).status_code == 404
    another = server.visitor()
    assert another.get(line).status_code == 404, "only by the link"
    ann.post(f"{path}plan/share", {"end": "yes"})
    assert reader.get(link[0]).status_code == 404
    assert reader.get(line).status_code == 404, "what was seen by the link is closed with it"


def test_lines_go_with_their_game_and_with_the_account(server: Server, fresh_name: str) -> None:
    ann = server.member(fresh_name)
    path = ann.hot_seat()
    line = begin(ann, path, 0)
    branch = begin(ann, line, 0)
    ann.post(f"{path}delete")
    assert [ann.get(one).status_code for one in (path, line, branch)] == [404] * 3
    assert "Planning boards" not in ann.get("/").text
    bo = server.member(f"{fresh_name}b")
    path = bo.post("/new-table", {"game": "1888:2022", "size": 2, "kind": "open", "undo": "anyone"}).headers["location"]
    server.member(f"{fresh_name}c").post(f"{path}join")
    bo.post(f"{path}start")
    line = begin(ann, path, 0, name=f"of {fresh_name}")
    delete(server, ann, fresh_name)
    assert not rows(server, f"SELECT 1 FROM games_table WHERE key = '{key_of(line)}'")
    assert bo.get(path).status_code == 200


def test_a_game_that_moves_to_another_browser_leaves_the_plan_behind(server: Server) -> None:
    first, second = server.visitor(), server.visitor()
    path = first.hot_seat()
    line = begin(first, path, 0, name="private")
    page = first.get(first.post(f"/hot-seat/{key_of(path)}/hand-over").headers["location"]).text
    link = re.search(r"/take-over/[\w-]+", page)
    assert link
    assert second.post(link[0]).headers["location"] == path
    assert [who.get(line).status_code for who in (first, second)] == [404, 404]
    assert "private" not in board(second, path)


def test_a_browser_that_gets_an_account_keeps_its_plan(server: Server, fresh_name: str) -> None:
    visitor = server.visitor()
    path = visitor.hot_seat()
    line = begin(visitor, path, 0)
    fields = {"username": fresh_name, "password1": "a long enough secret 7", "password2": "a long enough secret 7"}
    assert visitor.post("/sign-up", fields).status_code == 302
    assert key_of(line) in board(visitor, path)


def test_all_ones_data_has_the_lines(server: Server, fresh_name: str) -> None:
    ann = server.member(fresh_name)
    path = ann.hot_seat()
    play(ann, path, LINE[0])
    line = begin(ann, path, 1, name="twig")
    play(ann, line, LINE[1])
    data = json.loads(ann.post("/settings/data").text)
    (told,) = data["planning_boards"]
    assert (told["name"], told["game"], told["begins_after"]) == ("twig", key_of(path), 1)
    assert told["actions"] == [{"type": "pass", "actor": "Bo"}]
    assert [table["key"] for table in data["tables"]] == [key_of(path)]


def test_programs_have_lines_too(server: Server, fresh_name: str) -> None:
    ann = server.member(fresh_name)
    program, path = server.program(ann), ann.hot_seat("person", "greedy", "greedy")
    made = program.post(f"/tables/{key_of(path)}/fork", json={"at": 0, "name": "by a program", "bots": False}).json()
    assert made["line"] == {"game": key_of(path), "branch": "", "begins": 0}
    assert not any(seat["bot"] for seat in made["seats"])
    twig = program.post(f"/tables/{made['key']}/fork", json={}).json()
    assert twig["line"]["branch"] == made["key"]
    for key in (key_of(path), twig["key"]):
        assert [line["key"] for line in program.get(f"/tables/{key}/lines").json()] == [made["key"], twig["key"]]
    assert [table["key"] for table in program.get("/tables").json()] == [key_of(path)]
    assert program.get(f"/tables/{key_of(path)}").json()["line"] is None
    assert "by a program" in board(ann, path)


# --- limits -----------------------------------------------------------------------------------------------------


def test_a_board_has_room_for_so_many_lines(server: Server) -> None:
    visitor = server.visitor()
    path = visitor.hot_seat()
    first = begin(visitor, path, 0)
    with sqlite3.connect(server.data / "kaiping.sqlite3", timeout=60) as database:
        names = [name for _n, name, *_rest in database.execute("PRAGMA table_info(games_table)") if name != "id"]
        for number in range(MOST_LINES - 1):
            own = {"key": f"'k{key_of(path)[:6]}{number}'", "invitation": f"'i{key_of(path)}{number}'"}
            values = ", ".join(own.get(name, name) for name in names)
            columns = ", ".join(names)
            select = f"SELECT {values} FROM games_table WHERE key = '{key_of(first)}'"
            database.execute(f"INSERT INTO games_table ({columns}) {select}")
    answer = visitor.post(f"{path}fork", {"at": 0, "name": "one more"})
    assert answer.status_code == 422
    assert f"you have {MOST_LINES} lines beside this game already" in answer.text
    assert f'href="{path}plan/"' in answer.text, "where some can be deleted"
    assert visitor.post(f"{visitor.hot_seat()}fork", {"at": 0}).status_code == 302, "beside another game there is room"


def test_a_line_goes_only_so_far(server: Server) -> None:
    visitor = server.visitor()
    path = visitor.hot_seat()
    line = begin(visitor, path, 0)
    with sqlite3.connect(server.data / "kaiping.sqlite3", timeout=60) as database:
        # as if so many moves had been played in it
        statement = f"UPDATE games_table SET begins = -{MOST_AHEAD} WHERE key = '{key_of(line)}'"
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute(statement)
    answer = visitor.play(line, to_json(Pass("Ann")).decode(), visitor.version(line))
    assert answer.status_code == 422
    assert f"a line may go {MOST_AHEAD} moves beyond its beginning" in html.unescape(answer.text)


@pytest.mark.slow
def test_older_tries_become_lines(tmp_path: Path) -> None:
    """As they were stored before there were boards: a try of a try hung on the try, and nobody knew where one began."""
    server = Server(tmp_path / "data").start()
    visitor = server.visitor()
    path = visitor.hot_seat()
    play(visitor, path, *LINE[:3])
    line = begin(visitor, path, 2, name="try")
    play(visitor, line, Bid("Cy", "FC", 155))
    branch = begin(visitor, line, 3, name="try of a try")
    play(visitor, branch, LINE[3])
    server.stop()
    django("migrate", "plans", "zero", KAIPING_DATA=str(server.data))
    django("migrate", "games", "0007_clocks_and_seats", KAIPING_DATA=str(server.data))
    with sqlite3.connect(server.data / "kaiping.sqlite3") as database:
        before = f"(SELECT id FROM games_table WHERE key = '{key_of(line)}')"
        database.execute(f"UPDATE games_table SET origin_id = {before} WHERE key = '{key_of(branch)}'")
    server.start()
    try:
        page = board(again(server, visitor), path)
        assert "1 move," in card(page, line)
        assert "Branches in auction after action 3. 1 move," in card(page, branch)
    finally:
        server.stop()


def again(server: Server, visitor: Visitor) -> Visitor:
    """The same browser, at the address at which the server stands now."""
    found = server.visitor()
    found.http.cookies.update({cookie.name: cookie.value or "" for cookie in visitor.http.cookies.jar})
    return found
