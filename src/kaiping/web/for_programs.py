"""Where programs ask, and how they are refused: in JSON, whatever happens, and wherever on its way."""

from __future__ import annotations

import json

#: where programs ask
API = "/api/"
#: where those ask who watch over the server, and want no page
HEALTH = "/healthz"
METRICS = "/metrics"


def from_program(path: str) -> bool:
    return path.startswith(API)


def said(sentence: str) -> bytes:
    """A refusal as the API puts it."""
    return json.dumps({"detail": sentence}).encode()
