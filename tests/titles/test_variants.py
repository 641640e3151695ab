"""Variants of somebody's own: laid over an edition, carried along in files, and refused in one sentence."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kaiping
from kaiping import BadInput, Game
from kaiping.bots import bot
from kaiping.definition import Definition, Variant
from kaiping.definition.faults import faults
from kaiping.records import native
from kaiping.records.convert import convert
from kaiping.records.exact import code
from kaiping.records.position import position_text
from kaiping.referees import referee_for
from kaiping.titles import TITLES, definition

PLAYERS = ["Ann", "Bo", "Cy"]
SHORT = """
name = "short"
summary = "Less money, and trains of which there are fewer."
editions = ["2022"]

[changes]
bank = 4000
starting_cash = { 2 = 500, 3 = 400, 4 = 300, 5 = 250, 6 = 200 }
shares.sale_fee = 5

[changes.trains.2]
price = 70

[changes.map.C9]
cost = 70
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "short.toml"
    file.write_text(SHORT, encoding="utf-8")
    return file


def played(game: Game, most: int = 60) -> Game:
    rng = Random(1)
    while game.finished is None and game.played < most:
        game.play(bot("random").choose(game, rng))
    return game


def test_a_variant_is_laid_over_the_edition(file: Path) -> None:
    game = kaiping.new_game("1888", players=PLAYERS, variant=file, options=["no-export-in-auction"])
    printed, before = game.definition, definition("1888", "2022")
    assert (printed.bank, game.cash("Ann"), printed.shares.sale_fee) == (4000, 400, 5)
    assert (printed.trains["2"].price, printed.trains["3"].price) == (70, before.trains["3"].price)
    assert printed.map.hexes["C9"].cost == 70
    assert printed.options == ("no-export-in-auction",)
    assert printed.name == f"{before.name}, short"
    assert printed.variant is not None
    assert printed.variant.summary.startswith("Less money")
    assert (before.bank, before.variant) != (4000, printed.variant)


def test_a_variant_may_be_handed_in_as_file_data_or_struct(file: Path) -> None:
    data = {"name": "rich", "changes": {"bank": 20000}}
    assert Game("1888", players=PLAYERS, variant=data).definition.bank == 20000
    assert Game("1888", players=PLAYERS, variant=Variant(**data)).definition.bank == 20000  # type: ignore[arg-type]
    assert Game("1888", players=PLAYERS, variant=str(file)).definition.bank == 4000


@pytest.mark.parametrize("short", [False, True])
def test_a_variant_travels_in_the_file(file: Path, tmp_path: Path, short: bool) -> None:
    game = played(kaiping.new_game("1888", players=PLAYERS, variant=file))
    file.unlink()
    game.save(tmp_path / "game.json", short=short)
    again = kaiping.load(tmp_path / "game.json")
    assert (again.state, again.actions) == (game.state, game.actions)
    assert again.definition.variant == game.definition.variant
    assert again.definition.bank == 4000


def test_a_variant_travels_with_a_position(file: Path, tmp_path: Path) -> None:
    game = played(kaiping.new_game("1888", players=PLAYERS, variant=file))
    for position in (game.position(), code(game), position_text(game)):
        again = kaiping.from_position(position)
        assert (again.state, again.definition.bank) == (game.state, 4000)
    again.save(tmp_path / "from-position.json")
    assert kaiping.load(tmp_path / "from-position.json").definition.bank == 4000


def test_games_without_a_variant_are_written_as_before() -> None:
    game = kaiping.new_game("1888", players=PLAYERS)
    assert "variant" not in native.to_data(game)
    assert "variant" not in game.position()


def test_no_referee_knows_a_variant(file: Path) -> None:
    assert referee_for(definition("1888", "2022", variant=file)) is None
    assert referee_for(definition("1888", "2022")) is not None


def test_the_other_format_cannot_hold_a_variant(tmp_path: Path) -> None:
    game = Game("1888", edition="18xx-north", players=PLAYERS, variant={"name": "rich", "changes": {"bank": 20000}})
    game.save(tmp_path / "game.json")
    with pytest.raises(BadInput, match=r"cannot be written as a file of 18xx\.games"):
        convert(tmp_path / "game.json", tmp_path / "other.json")


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"banks": 3}, "there is no field banks"),
        ({"bank": "much"}, "bank should be a whole number or nothing and is a text"),
        ({"trains": {"9": {"price": 10}}}, "there is nothing by the name '9' to change; what is new says its name"),
        ({"trains": 5}, "trains should be a list and is a whole number"),
        ({"map": {"Z99": {"cost": 3}}}, "there is nothing printed by the name 'Z99'"),
        ({"map": {"C9": {"colour": "red"}}}, "colour"),
        ({"market": {"rows": ["60 much"]}}, "much"),
        ({"market": {"rows": {"1": "60"}}}, ""),
        ({"bank": 2000}, "2 players get 2400 in all, and the bank has only 2000"),
        ({"starting_cash": {"3": 400}}, "starting_cash says nothing of 2 players"),
        ({"starting_cash": {"three": 400}}, "three"),
        ({"trains": {"2": {"drop": True}}}, "2"),
        ({"companies": {"JHR": {"homes": ["Z9.0"]}}}, "JHR is at home at Z9.0, which is no stop on the map"),
        ({"companies": {"JHR": {"homes": ["nowhere"]}}}, ""),
        ({"tile_counts": {"nil": 3}}, "there is no tile nil"),
        ({"players": {}}, "players should be a list and is an object"),
        ({"players": []}, "players should be a list of 2 and has 0"),
        ({"bank": -5}, "bank is -5, and may not be below nothing"),
        ({"trains": {"2": {"price": -1}}}, "trains.2.price is -1, and may not be below nothing"),
        ({"phases": {"2": {"train_limit": -1}}}, "phases.2.train_limit is -1"),
        ({"tile_counts": {"7": -1}}, "tile_counts.7 is -1"),
        ({"privates": {"KT": {"price": -5}}}, "privates.KT.price is -5"),
        ({"map": {"C9": {"cost": -3}}}, "map.C9.cost is -3"),
        ({"market": {"rows": ["-5 10"]}}, "market[0] is -5"),
    ],
)
def test_a_variant_that_cannot_be_played(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        Game("1888", players=PLAYERS, variant={"name": "wrong", "changes": changes})
    assert str(refused.value).startswith("the variant 'wrong' cannot be played: ")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ({}, "that is no variant: name is missing"),
        ({"name": 5}, "that is no variant: name should be a text and is a whole number"),
        ({"name": "a", "change": {}}, "that is no variant: there is no field change"),
        (5, "that is no variant: it should be an object and is a whole number"),
        ({"name": " "}, "a variant needs a short name that can be printed, not ' '"),
        ({"name": "a", "editions": ["2021"]}, "the variant 'a' is for 2021, not for 2022"),
        ({"name": "a", "changes": {"title": "1890"}}, "the variant 'a' may not change title"),
        ({"name": "a", "changes": {"bank": math.nan}}, "the variant 'a' cannot be written into a file"),
        ({"name": "a", "changes": {"bank": 10**30}}, "the variant 'a' has a number that is too large for a game file"),
        ({"name": "a", "changes": {5: 1}}, "that is no variant: a name in changes should be a text"),
        ("", ": a file needs a name"),
        ("missing.toml", "missing.toml: there is no such file"),
        (Path("/"), "/: it cannot be read"),
        ("no\0file", "no file: the file is not TOML"),
    ],
)
def test_what_is_no_variant(variant: Any, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        kaiping.new_game("1888", players=PLAYERS, variant=variant)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("text", [b"name = ", b"\xff\xfe", b'name = "a"\n[changes]\nbank = 1979-05-27\n'])
def test_a_file_that_is_none(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "odd.toml"
    file.write_bytes(text)
    with pytest.raises(BadInput, match=r"odd\.toml: "):
        kaiping.new_game("1888", players=PLAYERS, variant=file)


@pytest.mark.parametrize("variant", [5, {"name": "a", "changes": {"bank": "much"}}, {"name": "a", "changes": []}])
def test_the_variant_of_a_file_is_checked_when_it_is_read(variant: object) -> None:
    data = native.to_data(kaiping.new_game("1888", players=PLAYERS))
    with pytest.raises(BadInput):
        native.from_data(data | {"variant": variant})


# --- a definition made by a program -----------------------------------------------------------------


@pytest.fixture
def made() -> Definition:
    return replace(definition("1888", "2022"), bank=5000)


def test_a_game_by_a_definition(made: Definition) -> None:
    game = played(kaiping.new_game(made, players=PLAYERS, seed=1))
    assert game.definition is made
    assert game.title.name == "1888"
    assert game.copy().definition is made


def test_a_definition_that_cannot_be_played_is_refused(made: Definition) -> None:
    with pytest.raises(BadInput, match=r"the definition cannot be played: tile_counts\.7 is -1"):
        Game(replace(made, tile_counts=made.tile_counts | {"7": -1}), PLAYERS)
    with pytest.raises(BadInput, match="the definition cannot be played: there are no trains"):
        Game(replace(made, trains={}), PLAYERS)


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_nothing_that_is_printed_is_at_fault(title: str) -> None:
    for edition in TITLES[title].editions:
        assert not list(faults(definition(title, edition)))


def test_a_new_train_says_its_name() -> None:
    added = {"trains": {"9": {"name": "9", "price": 10, "count": 2, "range": 9}}}
    game = Game("1888", PLAYERS, variant={"name": "longer", "changes": added})
    assert list(game.definition.trains)[-1] == "9"


def test_a_definition_that_no_file_can_tell_is_not_written(made: Definition, tmp_path: Path) -> None:
    game = Game(made, players=PLAYERS)
    with pytest.raises(BadInput, match="its definition was made by a program"):
        game.save(tmp_path / "game.json")
    with pytest.raises(BadInput, match="its definition was made by a program"):
        code(game)
    assert list(tmp_path.iterdir()) == []
    assert "state" not in game.position()
    assert "kaiping-position" not in position_text(game)


def test_a_definition_as_it_was_read_is_written(file: Path, tmp_path: Path) -> None:
    for printed in (definition("1888", "2021"), definition("1888", "2022", variant=file)):
        game = Game(printed, players=PLAYERS)
        game.save(tmp_path / "game.json")
        assert kaiping.load(tmp_path / "game.json").definition is printed
        again = replace(printed, bank=printed.bank)
        Game(again, players=PLAYERS).save(tmp_path / "again.json")


def test_beside_a_definition_nothing_else_is_named(made: Definition) -> None:
    for more in ({"edition": "2022"}, {"options": ["home-any-place"]}, {"variant": {"name": "a"}}):
        with pytest.raises(BadInput, match="a definition says what is played"):
            kaiping.new_game(made, players=PLAYERS, **more)
