"""Imports point one way, and only titles know their names.

A *part* is a module or package directly under `kaiping`; all that a package holds belongs to its part.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "kaiping"

# What everybody may import: the words in which the parts speak with each other.
BASE = {"action", "advice", "arguments", "state", "errors", "event", "definition", "language", "loading", "words"}

# From bottom to top, each set adds a layer to what may be imported.
GROUND = BASE | {"board", "finance"}
ROUTES = GROUND | {"routes"}
FLOW = ROUTES | {"flow"}
TITLES = FLOW | {"titles"}
GAME = TITLES | {"past", "game", "view", "ledger", "invariants", "records", "draw", "__init__"}

# part: what it may import besides itself. A new part needs a line here.
MAY_IMPORT: dict[str, set[str]] = {
    "__main__": GAME | {"cli"},
    "web": GAME | {"analysis", "bots", "phrases", "refusals", "lot_words", "phase_words", "lessons", "plan", "report"},
    "cli": GAME
    | {
        "analysis",
        "arena",
        "bots",
        "phrases",
        "refusals",
        "lot_words",
        "phase_words",
        "paper",
        "referees",
        "report",
        "web",
    },
    "client": GAME,
    "report": GAME | {"analysis", "phrases"},
    "plan": GAME | {"phrases"},
    "lessons": GAME | {"phrases"},
    "open_words": {"action", "language"},
    "phrases": TITLES | {"past", "game", "ledger", "open_words"},
    "refusals": TITLES | {"game", "phrases"},
    "lot_words": TITLES | {"game", "phrases"},
    "phase_words": TITLES | {"game", "phrases"},
    "paper": GAME | {"phrases", "lot_words", "phase_words"},
    "bots": GAME | {"referees"},
    "referees": {"action", "state", "event", "definition", "board"},
    "arena": GAME | {"bots"},
    "env": GAME | {"bots"},
    "analysis": GAME | {"bots", "phrases"},
    "__init__": GAME,
    "records": TITLES | {"past", "game", "ledger", "invariants"},
    "ledger": TITLES | {"past", "game"},
    "past": {"action", "event", "language", "state"},
    "game": TITLES | {"past", "invariants"},
    "view": TITLES | {"past", "game"},
    "draw": GROUND,
    "invariants": FLOW,
    "titles": FLOW,
    "flow": ROUTES,
    "routes": GROUND,
    "board": BASE,
    "finance": BASE,
    **dict.fromkeys(BASE, GROUND),
}

# part: what it may import inside a function only. The facade offers view(), save(), svg() and advice().
MAY_IMPORT_LATE: dict[str, set[str]] = {
    "game": {"records", "draw", "view", "bots"},
}

# Readers show what the ledger says, and work nothing out by the rules themselves.
READERS = ("web.table.", "cli.play.", "records.position")

TITLE_NAMES = {"1888", "1880", "1890"}

# What only one title has is spoken of nowhere else, neither in code nor in comments.
WORDS_OF_TITLES: dict[str, tuple[str, ...]] = {
    "g1880": ("investor", "permit", "train marker", "train_marker"),
    "g1890": ("charity", "earthquake", "shaken", "air raid", "air_raid", "kobe", "tigers"),
}

# Files that may say it all the same.
SPEAK_OF_IT = {
    # in the terms of 18xx.games, whose files they read and write
    *{"records/site_actions.py", "records/site_export.py", "records/site_format.py", "records/legal.py"},
    "records/trace.py",
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Each module's dotted name without `kaiping.`, packages as `board.__init__`, and its tree."""
    for file in sorted(SOURCE.rglob("*.py")):
        name = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        yield name, ast.parse(file.read_bytes(), str(file))


def is_part(name: str) -> bool:
    return name in MAY_IMPORT or (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").is_file()


def imported_parts(module: str, node: ast.stmt) -> Iterator[str]:
    """The parts of kaiping that an import statement, found in that module, reaches."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            top, *rest = alias.name.split(".")
            if top == "kaiping":
                yield rest[0] if rest else "__init__"
    elif isinstance(node, ast.ImportFrom):
        path = (node.module or "").split(".") if node.module else []
        if node.level:
            path = ["kaiping", *module.split(".")][: -node.level] + path
        if path == ["kaiping"]:
            yield from (alias.name if is_part(alias.name) else "__init__" for alias in node.names)
        elif path[0] == "kaiping":
            yield path[1]


def imports(module: str, tree: ast.AST, *, late: bool = False) -> Iterator[tuple[str, int, bool]]:
    """(part, line, whether inside a function) for each import of kaiping in a module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for part in imported_parts(module, node):
                yield part, node.lineno, late
        else:
            inside = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from imports(module, node, late=inside)


def wrong_imports(module: str, tree: ast.Module) -> list[str]:
    part = module.partition(".")[0]
    if part not in MAY_IMPORT:
        return [f"kaiping.{module}: give {part!r} a place in the layers (MAY_IMPORT)"]
    return [
        f"kaiping.{module}, line {line}: {part} may not import {other}"
        for other, line, late in imports(module, tree)
        if other != part and other not in MAY_IMPORT[part] and not (late and other in MAY_IMPORT_LATE.get(part, set()))
    ]


def title_tests(tree: ast.Module) -> Iterator[int]:
    """The lines that compare something with a title's name, alone or with an edition ("1888:2022")."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    if inner.value.partition(":")[0] in TITLE_NAMES:
                        yield inner.lineno


def test_there_are_modules_to_check() -> None:
    assert list(modules())


def test_imports_point_down() -> None:
    wrong = [line for module, tree in modules() for line in wrong_imports(module, tree)]
    assert not wrong, "\n".join(wrong)


def test_readers_work_out_nothing_by_themselves() -> None:
    wrong = [
        f"kaiping.{module}, line {line}: readers take figures from kaiping.ledger"
        for module, tree in modules()
        if module.startswith(READERS)
        for part, line, _ in imports(module, tree)
        if part == "flow"
    ]
    assert not wrong, "\n".join(wrong)


def test_only_titles_ask_for_a_title() -> None:
    wrong = [
        f"kaiping.{module}, line {line}: asks which title is played; pass the difference in from titles/"
        for module, tree in modules()
        if module.partition(".")[0] != "titles"
        for line in title_tests(tree)
    ]
    assert not wrong, "\n".join(wrong)


def test_only_a_title_speaks_of_what_it_has() -> None:
    found: dict[str, str] = {}
    for file in sorted(SOURCE.rglob("*.*")):
        name = file.relative_to(SOURCE).as_posix()
        if file.suffix in (".py", ".toml", ".html", ".js") and not name.startswith("referees/"):
            text = file.read_text(encoding="utf-8").lower()
            for title, own in WORDS_OF_TITLES.items():
                words = [word for word in own if word in text]
                if words and not name.startswith(f"titles/{title}/"):
                    found[name] = f"{name} speaks of {', '.join(words)}, which only titles/{title} has"
    wrong = [found[name] for name in found.keys() - SPEAK_OF_IT]
    assert not wrong, "\n".join(wrong)
    assert found.keys() == SPEAK_OF_IT, "no longer excused"


@pytest.mark.parametrize(
    ("module", "source", "allowed"),
    [
        ("flow.stock", "from kaiping.finance.market import Market", True),
        ("flow.stock", "from kaiping.titles import g1888", False),
        ("flow.stock", "from kaiping import titles", False),
        ("flow.stock", "from kaiping import new_game", False),
        ("flow.stock", "import kaiping.game", False),
        ("flow.stock", "import kaiping", False),
        ("flow.stock", "from ..routes import search", True),
        ("flow.stock", "from ..game import Game", False),
        ("flow.stock", "from . import auction", True),
        ("flow.operating.track", "from ...titles import g1888", False),
        ("flow.operating.track", "from ..stock import sell", True),
        ("flow.__init__", "from .stock import sell", True),
        ("flow.__init__", "from ..titles import g1888", False),
        ("flow.stock", "def f():\n    from kaiping.game import Game", False),
        ("flow.stock", "if TYPE_CHECKING:\n    from kaiping.game import Game", False),
        ("board.tile", "from kaiping.finance import market", False),
        ("state", "from kaiping.board import hex", True),
        ("state", "from kaiping.flow import stock", False),
        ("draw.map", "from kaiping.game import Game", False),
        ("records.native", "from kaiping.game import Game", True),
        ("game", "from kaiping.draw import map", False),
        ("game", "class Game:\n    def svg(self):\n        from kaiping.draw import map", True),
        ("game", "def f():\n    from kaiping.cli import main", False),
        ("cli.play", "from kaiping import bots, draw, records, Game", True),
        ("bots.random", "from kaiping.cli import main", False),
        ("referees.g1888", "from kaiping.flow.shares import proceeds", False),
        ("referees.g1888", "from kaiping.routes.search import best_run", False),
        ("unheard_of", "", False),
        ("flow.stock", "import json, msgspec", True),
    ],
)
def test_the_check_of_imports_itself(module: str, source: str, allowed: bool) -> None:
    assert (wrong_imports(module, ast.parse(source)) == []) is allowed


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('if title == "1888": pass', True),
        ('x = 1 if "1880:2022" == name else 2', True),
        ('while title in ("1880", "1890"): pass', True),
        ('match title:\n    case "1888" | "1890": pass', True),
        ('"""Plays 1888."""', False),
        ('parser.add_argument("title", default="1888")', False),
        ('if tile == "57": pass', False),
    ],
)
def test_the_check_of_titles_itself(source: str, found: bool) -> None:
    assert bool(list(title_tests(ast.parse(source)))) is found
