"""Modules of a page in one file: a browser then asks once, and for fewer bytes.

They are written as plain modules of one folder. Each becomes a function that gives what the module exports, in the
order in which a browser would run them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_ALL = re.compile(r'^import \* as (\w+) from "\./([\w-]+\.js)";$', re.M)
_SOME = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?function\*? (\w+)|const (\w+) =|class (\w+))", re.M)
_OTHER = re.compile(r"^(?:import|export)\b.*$", re.M)


def joined(name: str, read: Callable[[str], str]) -> str:
    """A module with all that it imports; ``read`` gives the text of a module of its folder.

    Whatever is exported is a function, a class or a constant; other forms of import and export are refused.
    """
    done: dict[str, str] = {}

    def add(module: str, waiting: tuple[str, ...]) -> None:
        if module in waiting:
            raise ValueError(f"{module} imports itself by way of {', '.join(waiting)}")
        if module in done:
            return
        text = read(module)
        for found in re.finditer(f"{_ALL.pattern}|{_SOME.pattern}", text, re.M):
            add(found[2] or found[4], (*waiting, module))
        done[module] = _function(module, text)

    add(name, ())
    return "\n".join(done.values())


def _function(module: str, text: str) -> str:
    """What a module exports, as the value of a function that runs it."""
    exports = [next(filter(None, found.groups())) for found in _EXPORT.finditer(text)]
    text = _EXPORT.sub("", text)
    text = _ALL.sub(lambda found: f"const {found[1]} = {_variable(found[2])};", text)
    text = _SOME.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = {_variable(found[2])};", text)
    strange = _OTHER.search(text)
    if strange is not None:
        raise ValueError(f"{module} cannot be joined with others because of: {strange[0]}")
    return f"const {_variable(module)} = (() => {{\n{text}\nreturn {{ {', '.join(exports)} }};\n}})();"


def _variable(module: str) -> str:
    """The name of what a module exports; modules do not have such names themselves."""
    return f"${module.removesuffix('.js').replace('-', '_')}"
