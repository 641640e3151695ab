"""A title that only tests know: one of ours under another name, with options of the test's own."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from importlib.resources import as_file
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from kaiping.titles import TITLES

_numbers = count(1)


def made_title(folder: Path, options: Mapping[str, str], like: str = "1888", name: str = "") -> str:
    """Register a copy of a title with further options (name -> the file's text); its name, new at each call."""
    name = name or f"{like}-made-{next(_numbers)}"
    data = folder / name
    with as_file(TITLES[like].data) as printed:
        shutil.copytree(printed, data)
    rules = data / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    assert f'title = "{like}"' in text
    rules.write_text(text.replace(f'title = "{like}"', f'title = "{name}"'), encoding="utf-8")
    for option, body in options.items():
        (data / "options" / f"{option}.toml").write_text(
            f'name = "{option}"\nlabel = "a test"\n{body}', encoding="utf-8"
        )
    TITLES[name] = replace(TITLES[like], name=name, data=data)
    return name


def option_text(changes: str, more: str = "", edition: str = "2022", book: str = "1888-2022") -> str:
    """The file of an option; ``changes`` are its lines under ``[changes]``."""
    return f"""summary = "For a test."
kind = "variant"
editions = ["{edition}"]
clause = {{ {book} = "VII.4.5" }}
{more}
[changes]
{changes}
"""
