"""Options on the pages and in the API: offered, chosen, shown, refused."""

from __future__ import annotations

import re

from django.utils.html import escape

from kaiping.titles import title as find_title
from kaiping.titles.options import load_options
from tests.web.server import Server, Visitor

NAME = "no-export-in-auction"


def label(title: str, name: str) -> str:
    """What an option is called on pages."""
    (found,) = (option.label for option in load_options(find_title(title).data) if option.name == name)
    return escape(found)


SEATS = {"name1": "Ann", "who1": "person", "name2": "Bo", "who2": "person"}


def offered(page: str) -> set[tuple[str, str]]:
    """The boxes of a form: game and option."""
    return set(re.findall(r'<input type="checkbox" name="options:([^"]+)" value="([^"]+)"\s*>', page))


def test_both_forms_offer_the_options_of_each_edition(server: Server, visitor: Visitor, fresh_name: str) -> None:
    for page in (visitor.get("/").text, server.member(fresh_name).get("/lobby").text):
        boxes = offered(page)
        assert ("1888:2022", NAME) in boxes
        assert ("1888:2021", NAME) not in boxes
        assert ("1880:2010", "bonus-needs-run") in boxes
        assert "no train is exported after them." in page


def test_a_hot_seat_with_an_option(visitor: Visitor) -> None:
    """Boxes of other editions that were ticked before the game was changed do not count."""
    fields = {"game": "1888:2022", **SEATS, "options:1888:2022": NAME, "options:1888:2021": "privates-at-end"}
    path = visitor.post("/hot-seat", fields).headers["location"]
    page = visitor.get(path).text
    assert f"<dt>{label('1888', NAME)}</dt>" in page
    assert f'title="{NAME}"' in page
    assert visitor.get(f"{path}export").json()["options"] == [NAME]
    assert visitor.game(path).definition.options == (NAME,)
    assert label("1888", NAME) in visitor.get("/").text.split('id="mine"')[1], "in the list of one's tables"


def test_a_game_without_options_shows_none(visitor: Visitor) -> None:
    page = visitor.get(visitor.hot_seat()).text
    assert NAME not in page


def test_an_unknown_option_is_refused_in_one_sentence(visitor: Visitor) -> None:
    said = visitor.post("/hot-seat", {"game": "1888:2022", **SEATS, "options:1888:2022": "short"}).text
    assert "The game cannot start: 1888 has no option &#x27;short&#x27;; 2022 has " in said
    assert NAME in said


def test_a_table_in_the_lobby_keeps_its_options(server: Server, fresh_name: str) -> None:
    owner = server.member(fresh_name)
    fields = {"game": "1880:2022", "size": 3, "kind": "open", "undo": "anyone", "name": "mine"}
    path = owner.post("/new-table", fields | {"options:1880:2022": ["any-row", "bonus-needs-run"]}).headers["location"]
    waiting = owner.get(path).text
    chosen = [label("1880", name) for name in ("any-row", "bonus-needs-run")]
    assert f">{chosen[0]}</abbr>" in waiting
    assert all(name in owner.get("/lobby").text for name in chosen)
    for _ in range(2):
        owner.post(f"{path}bot", {"bot": "random"})
    owner.post(f"{path}start")
    assert owner.game(path).definition.options == ("any-row", "bonus-needs-run")


def test_the_api_opens_tables_with_options(server: Server, fresh_name: str) -> None:
    program = server.program(server.member(fresh_name))
    wanted = {"title": "1888", "kind": "hot-seat", "seats": [{"name": "Ann"}, {"name": "Bo"}]}
    made = program.post("/tables", json=wanted | {"options": ["unbound-exchange", NAME]})
    assert made.status_code == 201, made.text
    assert made.json()["options"] == [NAME, "unbound-exchange"]
    key = made.json()["key"]
    copy = program.post(f"/tables/{key}/fork", json={}).json()
    assert copy["options"] == [NAME, "unbound-exchange"]
    exported = program.get(f"/tables/{key}/export").content
    assert program.post("/import", content=exported).json()["options"] == [NAME, "unbound-exchange"]
    refused = program.post("/tables", json=wanted | {"options": ["privates-at-end"]})
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "the option privates-at-end is for 1888 2021, not for 2022",
    )


LESS = "first-player-less"


def test_forms_have_a_field_for_the_number_of_an_option(server: Server, visitor: Visitor, fresh_name: str) -> None:
    for page in (visitor.get("/").text, server.member(fresh_name).get("/lobby").text):
        assert ("1890:A", LESS) in offered(page)
        (field,) = re.findall(rf'<input type="number" name="number:1890:A:{LESS}"[^>]*>', page)
        assert all(part in field for part in ('value="50"', 'min="1"', 'max="750"', 'step="1"'))
        assert "how much less" in page


def test_a_hot_seat_with_a_number(visitor: Visitor) -> None:
    """The fields of options that are not ticked do not count."""
    fields = {"game": "1890:A", **SEATS, f"number:1890:A:{LESS}": " 37"}
    assert visitor.game(visitor.post("/hot-seat", fields).headers["location"]).definition.options == ()
    path = visitor.post("/hot-seat", fields | {"options:1890:A": LESS}).headers["location"]
    assert f"<dt>{label('1890', LESS)}: 37</dt>" in visitor.get(path).text
    assert visitor.game(path).definition.options == (f"{LESS}=37",)
    assert visitor.get(f"{path}export").json()["options"] == [f"{LESS}=37"]
    assert visitor.game(path).definition.first_player_less == 37


def test_a_number_that_will_not_do_is_refused_in_one_sentence(
    server: Server, visitor: Visitor, fresh_name: str
) -> None:
    fields = {"game": "1890:A", **SEATS, "options:1890:A": LESS, f"number:1890:A:{LESS}": "many"}
    said = visitor.post("/hot-seat", fields).text
    assert (
        "The game cannot start: the option first-player-less takes a number from 1 to 750; &#x27;many&#x27; is no"
        in said
    )
    owner = server.member(fresh_name)
    fields = {"game": "1890:A", "size": "4", "kind": "open", "undo": "anyone", "name": "mine"}
    fields |= {"options:1890:A": LESS, f"number:1890:A:{LESS}": "376"}
    refused = owner.post("/new-table", fields)
    assert refused.status_code == 422
    assert "the first of 4 players has 375 at the start and cannot have 376 less" in refused.text
    kept_fields = ('value="mine"', 'value="4"', 'value="376"', 'value="1890:A" selected', 'value="anyone" selected')
    for kept in kept_fields:
        assert kept in refused.text, "what was typed stays"
    assert re.search(rf'value="{LESS}"\s+checked', refused.text)


def test_the_api_tells_and_takes_numbers(server: Server, fresh_name: str) -> None:
    program = server.program(server.member(fresh_name))
    (small,) = (one for one in program.get("/titles").json() if (one["title"], one["edition"]) == ("1890", "A"))
    numbers = {one["name"]: one["number"] for one in small["options"]}
    limits = {"label": "how much less", "least": 1, "greatest": 750, "step": 1, "default": 50}
    assert numbers[LESS] == limits
    assert numbers["hidden-cash"] is None
    wanted = {"title": "1890", "edition": "A", "kind": "hot-seat", "seats": [{"name": "Ann"}, {"name": "Bo"}]}
    made = program.post("/tables", json=wanted | {"options": [f"{LESS}=37"]})
    assert (made.status_code, made.json()["options"]) == (201, [f"{LESS}=37"])
    refused = program.post("/tables", json=wanted | {"options": [f"{LESS}=0"]})
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "the option first-player-less takes a number from 1 to 750, not 0",
    )
