"""How programs are refused: in JSON, whatever happens, and wherever on its way a request is refused."""

from __future__ import annotations

import json

#: where programs ask
API = "/api/"


def from_program(path: str) -> bool:
    return path.startswith(API)


def said(sentence: str) -> bytes:
    """A refusal as the API puts it."""
    return json.dumps({"detail": sentence}).encode()
