"""Where programs ask, and how they are refused: in JSON, in one shape, whatever happens, and wherever on its way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

#: where programs ask
API = "/api/"
#: where those ask who watch over the server, and want no page
HEALTH = "/healthz"
METRICS = "/metrics"

#: what a program may tell a refusal by, where the rules of a game have no code of their own for it
CODES = {
    400: "bad_request",
    401: "no_token",
    403: "not_yours",
    404: "not_found",
    405: "wrong_method",
    409: "too_late",
    413: "too_large",
    422: "bad_input",
    429: "too_often",
    500: "server_error",
    503: "away",
}


def from_program(path: str) -> bool:
    return path.startswith(API)


def refusal(
    status: int,
    sentence: str,
    *,
    code: str | None = None,
    clause: str | None = None,
    fields: Sequence[dict[str, str]] = (),
) -> dict[str, Any]:
    """The one shape of a refusal; ``fields`` are the faults in what was sent, each with its place."""
    return {
        "status": status,
        "code": code or CODES.get(status) or HTTPStatus(status).name.lower(),
        "detail": sentence,
        "clause": clause,
        "fields": list(fields),
    }


def said(status: int, sentence: str) -> bytes:
    """A refusal as it goes over the wire."""
    return json.dumps(refusal(status, sentence)).encode()
