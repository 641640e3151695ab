"""What is known of a kind of action stands beside it, and a kind of which something is missing is told all of it."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from kaiping.action import (
    KINDS,
    Action,
    AnyAction,
    Bid,
    BuyPrivate,
    DiscardTrain,
    Pass,
    RepayDebt,
    UsePower,
    at_number,
    from_json,
    to_json,
)
from kaiping.errors import BadInput
from kaiping.game import Game
from tests.rules.g1890.positions import Position

ROOT = Path(__file__).resolve().parent.parent

#: file -> what is written there for each kind
PLACES = {
    "src/kaiping/cli/play/phrases.py": "its words at the terminal",
    "src/kaiping/cli/play/typed.py": "how it is typed",
    "src/kaiping/web/table/choices.py": "its button",
    "src/kaiping/records/site_export.py": "its form in files of 18xx.games, or that it has none",
    "tests/web/browser/test_actions.py": "a position in which its button is pressed",
}


def spoken_of(file: str) -> set[str]:
    """The names that the functions and tables of a file use, imports aside."""
    tree = ast.parse((ROOT / file).read_bytes())
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def missing(kind: type[Action]) -> list[str]:
    """All that somebody who adds a kind of action has still to say."""
    fields = {name: get_type_hints(kind)[name] for name in kind.__struct_fields__}
    known = {
        "a place in the order, AnyAction": kind in KINDS,
        "what it is headed by, heading": bool(getattr(kind, "heading", "")),
        "what it is called in a sentence, doing": bool(getattr(kind, "doing", "")),
        "who acts, as its first field": next(iter(fields), "") in ("player", "company", "actor"),
        "whether a number of it is open, number": "number" in vars(kind) or int not in fields.values(),
        "the field that its open number names": kind.number is None or fields.get(kind.number) is int,
        **{f"{what}, {file}": kind.__name__ in spoken_of(file) for file, what in PLACES.items()},
    }
    return [fact for fact, there in known.items() if not there]


def test_nothing_is_missing_of_any_kind() -> None:
    kinds = [kind for kind in Action.__subclasses__() if kind.__module__ == "kaiping.action"]
    lacking = [f"{kind.__name__} lacks {fact}" for kind in kinds for fact in missing(kind)]
    assert not lacking, "\n".join(lacking)


def test_a_new_kind_is_told_all_that_it_lacks() -> None:
    class Lease(Action, frozen=True, tag="lease"):
        train: str
        fee: int

    class Loan(Lease, frozen=True, tag="loan"):
        number = "rate"

    assert [fact.rpartition(", ")[2] for fact in missing(Lease)] == [
        "AnyAction",
        "heading",
        "doing",
        "as its first field",
        "number",
        *PLACES,
    ]
    assert "the field that its open number names" in missing(Loan)


def test_every_kind_that_is_offered_is_known() -> None:
    assert len(set(KINDS)) == len(KINDS) == len(get_args(AnyAction))
    assert KINDS[-1] is Pass


def test_an_open_number_is_filled_in() -> None:
    assert at_number(Bid("Ann", "FC", 155), 180) == Bid("Ann", "FC", 180)
    assert at_number(RepayDebt("Ann", 1), 40) == RepayDebt("Ann", 40)
    with pytest.raises(BadInput, match="Pass has no open number"):
        at_number(Pass("Ann"), 180)
    with pytest.raises(BadInput, match="Bid cannot have 'x' for its number"):
        at_number(Bid("Ann", "FC", 155), "x")  # type: ignore[arg-type]


def test_what_is_no_action() -> None:
    wrong: tuple[Any, ...] = ("x", None, '{"type": "picnic"}', '{"type": "pass"}', "[" * 100_000)
    for text in wrong:
        with pytest.raises(BadInput, match="that is not an action"):
            from_json(text)
    with pytest.raises(BadInput, match="that is not an action"):
        to_json("x")  # type: ignore[arg-type]


def test_who_answers_for_an_action() -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    assert (Pass("Bo").who, BuyPrivate("JHR", "KT", 20).who, UsePower("Cy", "KT", "JHR").who) == ("Bo", "JHR", "Cy")
    assert game.seat_of(Bid("Bo", "KT", 25)) == "Bo"
    assert game.seat_of(DiscardTrain("JHR", "2")) == "Ann", "nobody leads it: whoever acts"
    game.state.presidents["JHR"] = "Cy"
    assert game.seat_of(DiscardTrain("JHR", "2")) == game.seat_of(Pass("JHR")) == "Cy"
    minors = Position("C").minor("KE", "Ann").minor("NE", "Bo").operate("KE", "trains")
    assert (minors.seat_of(Pass("KE")), minors.seat_of(Pass("NE"))) == ("Ann", "Bo")
