"""Parts of a test that is played very often: the first belong to `make test-slow`, the rest to `make test-hard`."""

from collections.abc import Iterable
from typing import Any

import pytest


def many(parts: Iterable[Any], *, slow: int) -> list[Any]:
    """The parts, of which all but the first ``slow`` are only played by `make test-hard`."""
    return [part if number < slow else pytest.param(part, marks=pytest.mark.hard) for number, part in enumerate(parts)]
