"""Parts of a test that is played often: few are fast tests, more are slow ones, the rest are hard ones."""

from collections.abc import Iterable
from typing import Any

import pytest


def many(parts: Iterable[Any], *, slow: int) -> list[Any]:
    """The parts, of which all but the first ``slow`` are only played by `make test-hard`."""
    return [part if number < slow else pytest.param(part, marks=pytest.mark.hard) for number, part in enumerate(parts)]


def few(parts: Iterable[tuple[Any, ...]], *fast: tuple[Any, ...]) -> list[Any]:
    """The parts, of which only some are played by `make test`, the rest by `make test-slow`."""
    return [pytest.param(*part, marks=[] if part in fast else pytest.mark.slow) for part in parts]
