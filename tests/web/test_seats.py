"""Seats of a running game: resigning, taking a seat, replacing who does not come, closing, playing again."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.web.far_apart import PEOPLE, Table, Timed

DAY = 86400


@pytest.fixture
def table(timed: Timed) -> Table:
    return Table(timed)


def others_of(table: Table, who: str) -> list[str]:
    return [name for name in table.names if name != who]


def page(table: Table, who: str, part: str = "body") -> str:
    return table.visitors[who].get(f"/game/{table.key}/{part}").text


def test_resign_to_a_bot(table: Table):
    who = table.acting
    answer = table.visitors[who].post(f"/game/{table.key}/resign", {"to": "bot"})
    assert answer.status_code == 302
    assert table.seat(who)["bot"]
    table.until(lambda found: found["played"] > 0 and found["acting"] != [who])
    assert f"{who} has resigned; a bot plays on" in table.remarks()
    assert table.passes(who).status_code == 403
    assert table.asks(who, "resign", to="bot").status_code == 403, "once is enough"


def test_resign_and_somebody_else_plays_on(table: Table):
    who = table.acting
    assert table.asks(who, "resign", to="offer").status_code == 200
    assert table.seat(who) == {"name": who, "bot": "", "yours": False, "free": True}
    assert table.stands["acting"] == [who], "the game waits"
    dora = table.comes("dora")
    assert "Take this seat" in page(table, "dora", "seats")
    assert f"The seat of {who} is free" in page(table, "dora")
    assert "Come back" in page(table, who)
    assert "Come back" in page(table, who, "seats")
    assert "Take this seat" not in page(table, who, "seats"), "one thing has one name"
    assert "Take this seat" not in page(table, others_of(table, who)[0])
    assert dora.post(f"/tables/{table.key}/take", json={"seat": who}).json()["seats"]
    assert not table.seat(who)["free"]
    assert table.passes(who, who).status_code == 403
    assert table.passes("dora", who).status_code == 200
    assert f"dora takes the seat of {who}" in table.remarks()
    assert "played by dora" in page(table, who, "seats")


def test_two_want_one_seat(table: Table):
    who = table.acting
    table.asks(who, "resign", to="offer")
    wanting = [table.comes(name) for name in ("dora", "emil", "fred")]
    with ThreadPoolExecutor(3) as pool:
        answers = [
            one.status_code
            for one in pool.map(lambda one: one.post(f"/tables/{table.key}/take", json={"seat": who}), wanting)
        ]
    assert sorted(answers) == [200, 422, 422]


def test_who_has_played_one_seat_gets_no_other(table: Table):
    """What a seat knows is nobody's business in another."""
    first, second, _third = table.names
    table.asks(first, "resign", to="offer")
    table.asks(second, "resign", to="offer")
    refused = table.asks(first, "take", seat=second)
    assert (refused.status_code, refused.json()["code"]) == (422, "knows_another_seat")
    assert table.asks(first, "take", seat=first).status_code == 200
    assert f"{first} comes back to the seat" in table.remarks()


def test_no_way_back_if_the_table_says_so(timed: Timed):
    table = Table(timed, hand_back=False)
    who = table.acting
    table.asks(who, "resign", to="offer")
    assert table.asks(who, "take", seat=who).json()["code"] == "no_way_back"


def test_bots_that_were_invited_keep_their_seats(timed: Timed):
    table = Table(timed, started=False, size=4)
    table.asks("anna", "bots", bot="greedy")
    assert table.programs["anna"].post(f"/tables/{table.key}/start").status_code == 200
    bot = next(seat["name"] for seat in table.stands["seats"] if seat["bot"])
    table.comes("dora")
    assert table.asks("dora", "take", seat=bot).json()["code"] == "seat_taken"


def test_a_private_table_stays_visible_to_who_left(timed: Timed):
    table = Table(timed, kind="private")
    who = next(name for name in table.names if name != "anna")
    table.asks(who, "resign", to="bot")
    assert table.programs[who].get(f"/tables/{table.key}").status_code == 200
    assert "Resign;" not in page(table, who, "seats")


def my_tables(table: Table, who: str, path: str = "/lobby") -> list[str]:
    """The rows of one's own tables, as they are read."""
    found = re.search(r'aria-labelledby="mine">(.*?)</section>', table.visitors[who].get(path).text, re.S)
    rows = re.findall(r"<tr.*?</tr>", found[1], re.S) if found else []
    return [" ".join(re.sub("<.*?>", " ", row).split()) for row in rows]


def test_a_seat_that_was_left_is_found_again(timed: Timed):
    """Last among one's own tables, as long as one may come back."""
    table = Table(timed, "nell", "noah", kind="private", name="The one left")
    other = Table(timed, "nell", "noah", kind="private", name="The one kept")
    assert table.asks("noah", "resign", to="bot").status_code == 200
    other.goes_on()
    for path in ("/lobby", "/"):
        assert "The one left" in my_tables(table, "noah", path)[-1]
        assert "a bot plays your seat" in my_tables(table, "noah", path)[-1]
        assert "a bot plays your seat" not in "".join(my_tables(table, "nell", path))
    assert table.asks("noah", "take", seat="noah").status_code == 200
    assert "a bot plays your seat" not in "".join(my_tables(table, "noah"))
    for name in table.names:
        assert table.asks(name, "resign", to="bot").status_code == 200
    assert "stands still" in my_tables(table, "noah")[-1]


def test_a_seat_to_which_nobody_comes_back_is_not_listed(timed: Timed):
    table = Table(timed, "olga", "otto", kind="private", hand_back=False, name="No way back")
    assert table.asks("otto", "resign", to="bot").status_code == 200
    assert "No way back" not in "".join(my_tables(table, "otto"))
    taken = Table(timed, "olga", "otto", kind="open", name="Taken by another")
    assert taken.asks("otto", "resign", to="offer").status_code == 200
    assert "you may come back to your seat" in my_tables(taken, "otto")[-1]
    assert taken.visitors["otto"].get("/lobby").text.count(f'href="/game/{taken.key}/"') == 1
    taken.comes("paula")
    assert taken.asks("paula", "take", seat="otto").status_code == 200
    assert "Taken by another" not in "".join(my_tables(taken, "otto"))


def test_a_program_ends_with_its_person(table: Table):
    who = next(name for name in table.names if name != table.acting)
    table.asks(who, "programs", kind="auction")
    table.asks(who, "resign", to="offer")
    table.comes("dora")
    table.asks("dora", "take", seat=who)
    assert table.programs["dora"].get(f"/tables/{table.key}/programs").json() == []


# --- who does not come --------------------------------------------------------------------------------


def test_the_host_replaces_who_does_not_come(timed: Timed):
    table = Table(timed, patience=DAY)
    while (who := table.acting) == "anna":
        table.goes_on()
    other = next(name for name in table.names if name not in (who, "anna"))
    timed.pass_by(DAY - 100)
    assert table.asks("anna", "replace", seat=who).json()["code"] == "not_absent"
    timed.pass_by(200)
    assert table.asks(other, "replace", seat=who).status_code == 403, "whoever opened the table"
    assert "Let a bot play" in page(table, "anna", "seats")
    assert table.asks("anna", "replace", seat=who).status_code == 200
    assert table.seat(who)["bot"]
    assert table.asks(who, "take", seat=who).status_code == 200, "who comes back has the seat again"


def test_others_vote(timed: Timed):
    table = Table(timed, *PEOPLE, "dora", patience=DAY)
    who = table.acting
    first, second, third = others_of(table, who)
    assert table.asks(first, "vote", about="seat", seat=who).json()["code"] == "not_absent"
    timed.pass_by(DAY / 2 + 10)
    assert "longer than 12 hours may be replaced if most of the others vote for it, after 1 day" in " ".join(
        page(table, first, "seats").split()
    )
    assert table.asks(who, "vote", about="seat", seat=who).status_code == 403
    vote = table.asks(first, "vote", about="seat", seat=who).json()["voting"]
    assert vote == {"about": "seat", "seat": who, "yes": [first], "needed": 2}
    assert f"Should a bot play for {who}" in page(table, third)
    assert "told-news" not in page(table, third), "it is told once"
    assert table.asks(first, "vote", about="seat", seat=who).json()["voting"] == vote, "nobody has two votes"
    assert not table.seat(who)["bot"]
    assert table.asks(second, "vote", about="seat", seat=who).json()["voting"] is None
    assert table.seat(who)["bot"]
    assert f"It was decided: a bot plays for {who}" in table.remarks()


def test_one_person_alone_is_no_vote(timed: Timed):
    """Of two, one may replace the other only when the whole stated time has passed."""
    table = Table(timed, "anna", "bert", patience=DAY)
    while (who := table.acting) != "anna":
        table.goes_on()
    assert "longer than 1 day may be replaced" in page(table, "bert", "seats")
    timed.pass_by(DAY - 100)
    refused = table.asks("bert", "vote", about="seat", seat=who)
    assert refused.json()["detail"] == "anna may be voted on when waited for 1 day"
    assert "Let a bot play" not in page(table, "bert", "seats")
    timed.pass_by(200)
    assert "Let a bot play" in page(table, "bert", "seats")
    assert table.asks("bert", "vote", about="seat", seat=who).status_code == 200
    assert table.seat(who)["bot"]


def test_who_is_there_is_waited_for_once_more(timed: Timed):
    """... and once only: whoever stays away from the board after that is voted on again and again."""
    table = Table(timed, *PEOPLE, "dora", patience=DAY)
    who = table.acting
    first = others_of(table, who)[0]
    timed.pass_by(DAY / 2 + 10)
    for again in (True, False):
        assert table.asks(first, "vote", about="seat", seat=who).status_code == 200
        assert table.asks(who, "vote", about="seat", seat=who, agree=False).json()["voting"] is None
        if again:
            assert table.asks(first, "vote", about="seat", seat=who).json()["code"] == "not_absent"
            timed.pass_by(DAY / 2 + 10)
    assert table.asks(first, "vote", about="seat", seat=who).status_code == 200


def test_an_action_or_a_no_ends_a_vote(timed: Timed):
    table = Table(timed, patience=600)
    who = table.acting
    first, second = others_of(table, who)
    timed.pass_by(400)
    table.asks(first, "vote", about="seat", seat=who)
    assert table.asks(second, "vote", about="seat", seat=who, agree=False).json()["voting"] is None
    table.asks(first, "vote", about="seat", seat=who)
    assert table.passes(who).status_code == 200
    assert table.stands["voting"] is None


# --- tables -------------------------------------------------------------------------------------------


def test_all_agree_to_close(table: Table):
    version = table.stands["version"]
    for name in table.names[:2]:
        assert table.asks(name, "vote", about="close").json()["status"] == "running"
    assert "would close the table" in page(table, table.names[2])
    stands = table.asks(table.names[2], "vote", about="close").json()
    assert (stands["status"], stands["acting"]) == ("closed", [])
    refused = table.asks("anna", "actions", action={"type": "pass", "actor": "anna"}, version=stands["version"])
    assert refused.json()["code"] == "table_closed"
    assert "was closed before the end" in page(table, "anna")
    assert f"/game/{table.key}/play" not in page(table, "anna"), "nobody is offered anything"
    assert version < stands["version"]


def test_who_opened_a_table_closes_it_before_the_start(timed: Timed):
    table = Table(timed, "anna", "bert", started=False)
    assert ["Close the table" in page(table, name, "") for name in table.names] == [True, False]
    assert table.visitors["anna"].post(f"/game/{table.key}/delete").status_code == 302
    assert table.programs["bert"].get(f"/tables/{table.key}").status_code == 404


def test_the_shelf_and_another_game(table: Table):
    assert table.asks("anna", "archive", archived=True).json()["code"] == "others_play"
    assert table.asks("anna", "rematch").json()["code"] == "not_over"
    before = [seat["name"] for seat in table.stands["seats"]]
    for name in table.names:
        table.asks(name, "vote", about="close")
    assert "Another game with the same people?" in page(table, "anna")
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda name: table.asks(name, "rematch", seating="rotated").json(), ("bert", "carl")))
    assert made[0]["key"] == made[1]["key"], "one new table, whoever asks first"
    assert "You are asked to play again" in table.visitors["anna"].get("/").text
    lobby = table.visitors["anna"].get("/lobby").text
    assert "You are asked to play again" in lobby
    joining = lobby.partition('aria-labelledby="waiting"')[2].partition("</section>")[0]
    assert made[0]["key"] not in joining, "it is listed once"
    assert f"/game/{made[0]['key']}/" in page(table, "anna")
    joined = table.visitors["anna"].post(f"/game/{table.key}/rematch", {"seating": "drawn"}, htmx=True)
    assert joined.headers["HX-Redirect"] == f"/game/{made[0]['key']}/"
    again = table.asks("anna", "rematch").json()
    assert sorted(seat["name"] for seat in again["seats"]) == sorted(before)
    begun = [table.programs[name].post(f"/tables/{again['key']}/start") for name in ("bert", "carl")]
    after = next(one.json() for one in begun if one.is_success)
    assert [seat["name"] for seat in after["seats"]] == before[1:] + before[:1]
    assert table.asks("anna", "archive", archived=True).status_code == 200
    keys = [one["key"] for one in table.programs["anna"].get("/tables").json()]
    assert table.key not in keys
    assert table.key in [one["key"] for one in table.programs["anna"].get("/tables?archived=true").json()]


def test_another_game_has_a_name_of_its_own_and_may_be_closed(timed: Timed):
    table = Table(timed, "anna", "bert", name="Friday")
    for name in table.names:
        table.asks(name, "vote", about="close")

    def again(of: Table) -> str:
        key: str = of.asks("anna", "rematch").json()["key"]
        assert of.asks("bert", "rematch").json()["key"] == key
        return key

    key = again(table)
    assert table.programs["anna"].get(f"/tables/{key}").json()["name"] == "Friday 2"
    before = table.stands["version"]
    assert table.visitors["anna"].post(f"/game/{key}/delete").status_code == 302
    assert table.stands["version"] > before, "pages that show the first game hear of it"
    assert "To the new table" not in page(table, "bert")
    second, first = again(table), table.key
    assert table.programs["anna"].post(f"/tables/{second}/start").status_code == 200
    assert "To the new table" in page(table, "bert")
    table.key = second
    for name in table.names:
        table.asks(name, "vote", about="close")
    third = again(table)
    assert table.programs["anna"].get(f"/tables/{third}").json()["name"] == "Friday 3"
    table.key = first
    assert "To the new table" not in page(table, "bert")
    assert "Another game with the same people?" in page(table, "bert")
    assert again(table) not in (second, third), "a closed one does not stand for another"


def test_a_game_without_a_name_is_told_from_the_one_before(timed: Timed):
    table = Table(timed, "anna", "bert")
    for name in table.names:
        table.asks(name, "vote", about="close")
    key = table.asks("anna", "rematch").json()["key"]
    assert "anna&#x27;s 1888, again" in table.visitors["anna"].get(f"/game/{key}/").text


def test_onlookers_of_an_open_table_get_its_link(table: Table):
    assert f'readonly value="/game/{table.key}/"' in page(table, "anna")


# --- one action when the turn comes -------------------------------------------------------------------


def test_one_action_when_the_turn_comes(table: Table):
    first = table.acting
    table.goes_on()
    later = next(name for name in table.names if name not in (first, table.acting))
    wish = {"kind": "action", "seat": later, "action": {"type": "pass", "actor": later}}
    assert "if nothing changes" in table.asks(later, "programs", **wish).json()[0]["words"]
    assert table.asks(later, "programs", kind="action", action={"type": "pass", "actor": first}).status_code == 422
    table.goes_on()
    assert table.stands["played"] == 3, "it was played at once"
    assert table.programs[later].get(f"/tables/{table.key}/programs").json() == [], "and only once"


def test_one_action_that_is_not_legal_any_more_is_told_to_its_owner(table: Table):
    first = table.acting
    table.goes_on()
    later = next(name for name in table.names if name not in (first, table.acting))
    wish = {"type": "buy-share", "player": later, "company": "TA", "source": "ipo"}
    assert table.asks(later, "programs", kind="action", seat=later, action=wish).status_code == 200
    table.goes_on()
    (program,) = table.programs[later].get(f"/tables/{table.key}/programs").json()
    assert program["stopped"]
    assert table.acting == later


def test_seats_are_kept_for_whoever_is_asked(timed: Timed):
    """... until they sit down or decline; the game does not begin before."""
    table = Table(timed)
    for name in table.names:
        table.asks(name, "vote", about="close")
    key = table.asks("anna", "rematch").json()["key"]
    anna, bert, carl = (table.programs[name] for name in table.names)
    dora = table.comes("dora")
    path = f"/tables/{key}"
    assert sorted(anna.get(path).json()["kept"]) == ["bert", "carl"]
    assert dora.post(f"{path}/join").json()["code"] == "seat_kept"
    assert anna.post(f"{path}/bots", json={"bot": "casual"}).json()["code"] == "seat_kept"
    assert anna.post(f"{path}/start").json()["code"] == "seat_kept"
    assert dora.post(f"{path}/leave", json={"seat": "bert"}).json()["code"] == "not_the_owner"
    assert bert.post(f"{path}/join").json()["kept"] == ["carl"]
    assert carl.post(f"{path}/leave", json={"seat": "carl"}).json()["kept"] == []
    assert carl.post(f"{path}/leave", json={"seat": "carl"}).status_code >= 400, "once is enough"
    assert "asked to play again" not in table.visitors["carl"].get("/").text
    assert dora.post(f"{path}/join").status_code == 200
    assert bert.post(f"{path}/leave", json={"seat": "bert"}).json()["kept"] == [], "who has left is waited for no more"
    assert anna.post(f"{path}/start").status_code == 200


def test_whoever_opened_the_table_gives_a_kept_seat_free(timed: Timed):
    table = Table(timed)
    for name in table.names:
        table.asks(name, "vote", about="close")
    key = table.asks("anna", "rematch").json()["key"]
    page = table.visitors["anna"].get(f"/game/{key}/").text
    assert page.count("Give the seat free") == 2
    table.visitors["anna"].post(f"/game/{key}/leave", {"seat": "bert"})
    assert table.programs["anna"].get(f"/tables/{key}").json()["kept"] == ["carl"]
    assert table.comes("dora").post(f"/tables/{key}/join").status_code == 200


# --- nobody is left -----------------------------------------------------------------------------------


def test_a_table_where_nobody_is_left_stands_still(timed: Timed):
    """Bots alone play nothing out; whoever comes back finds the game as it was, and goes on."""
    table = Table(timed, "anna", "bert", clock={"kind": "bank", "seconds": 30, "increment": 5, "out": "bot"})
    timed.pass_by(31)
    table.until(lambda found: found["seats"][0]["bot"] or found["seats"][1]["bot"])
    timed.pass_by(60)
    stands = table.until(lambda found: all(seat["bot"] for seat in found["seats"]))
    time.sleep(1.5)
    assert table.stands["played"] == stands["played"]
    assert table.stands["status"] == "running"
    assert "Nobody is left at this table" in page(table, "anna")
    assert table.stands["played"] == stands["played"], "looking at it sets nothing going"
    assert table.asks("anna", "take", seat="anna").status_code == 200
    table.until(lambda found: found["acting"] == ["anna"])
    assert "Nobody is left at this table" not in page(table, "anna")


def test_the_last_person_leaves_the_game_to_a_bot_that_was_invited(timed: Timed):
    table = Table(timed, "anna", started=False, size=2)
    table.asks("anna", "bots", bot="casual")
    assert table.programs["anna"].post(f"/tables/{table.key}/start").status_code == 200
    table.until(lambda found: found["acting"] == ["anna"])
    before = table.stands["played"]
    table.asks("anna", "resign", to="bot")
    time.sleep(1)
    assert table.stands["played"] == before
    assert table.asks("anna", "archive", archived=True).status_code == 200, "and who has left puts it away"
