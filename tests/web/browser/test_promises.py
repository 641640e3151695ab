"""Every promise has a test, every test names a promise that there is, and takes the screen that it is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.web.browser.promises import PROMISES

HERE = Path(__file__).resolve().parent


def named() -> Iterator[tuple[str, ast.FunctionDef]]:
    """The promises that tests name, each with its test."""
    for file in sorted(HERE.glob("test_*.py")):
        for test in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for mark in getattr(test, "decorator_list", ()):
                if isinstance(test, ast.FunctionDef) and isinstance(mark, ast.Call):
                    if ast.unparse(mark.func) == "pytest.mark.promise":
                        for words in mark.args:
                            yield ast.literal_eval(words), test


def test_every_promise_has_a_test():
    assert not set(PROMISES) - {words for words, _test in named()}


def test_every_test_names_a_promise_there_is():
    assert not {words for words, _test in named()} - set(PROMISES)


def test_every_promise_is_seen_in_the_browser_on_its_screens():
    """By `sit`, which knows the screen; a size of one's own would be another screen."""
    for words, test in named():
        assert "sit" in {one.arg for one in test.args.args}, (words, test.name)
        sizes = {word.attr for word in ast.walk(test) if isinstance(word, ast.Attribute)}
        assert "set_viewport_size" not in sizes, (words, test.name)
        choices = {word.arg for word in ast.walk(test) if isinstance(word, ast.keyword)}
        assert not choices & {"phone", "color_scheme", "screen"}, (words, test.name)
