"""Figures of a process, for Prometheus and for the page of whoever runs the server.

Every worker counts for itself; :mod:`kaiping.web.workers` joins what they have counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from kaiping import __version__

disable_created_metrics()  # type: ignore[no-untyped-call]

_OURS = CollectorRegistry()
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

_REQUESTS = Counter("kaiping_requests", "Requests answered", ["route", "method", "status"], registry=_OURS)
_TOOK = Histogram(
    "kaiping_request_seconds",
    "From a whole request to its answer",
    ["route"],
    buckets=_SECONDS,
    registry=_OURS,
)
_MISTAKES = Counter("kaiping_mistakes", "Answers that say that the server could not", ["status"], registry=_OURS)
_DATABASE = Histogram(
    "kaiping_database_seconds",
    "Waits for its statements",
    buckets=(0.0005, 0.002, *_SECONDS),
    registry=_OURS,
)
IN_VAIN = Counter("kaiping_database_waits_in_vain", "Times that the database did not answer in time", registry=_OURS)
MOVES = Counter("kaiping_moves", "Moves stored", ["how"], registry=_OURS)
COLD = Counter("kaiping_cold_openings", "Games opened of which nothing was in memory", registry=_OURS)
CACHED = Gauge("kaiping_games_cached", "Games in memory", registry=_OURS)
STREAMS = Gauge("kaiping_streams", "Pages that listen to a table", registry=_OURS)
CONNECTIONS = Gauge("kaiping_connections", "Open connections", registry=_OURS)

Info("kaiping_build", "What runs", registry=_OURS).info({"version": __version__})
ProcessCollector(registry=_OURS)
for _how in ("person", "bot", "program"):  # a rate can be taken only of what has been there before
    MOVES.labels(_how)


def answered(route: str, method: str, status: int, seconds: float) -> None:
    """Count an answer; ``route`` is a name of ours, never what a caller wrote."""
    _REQUESTS.labels(route, method if method in _METHODS else "other", f"{status // 100}xx").inc()
    _TOOK.labels(route).observe(seconds)
    if status >= 500:
        _MISTAKES.labels(str(status)).inc()


def time_statements(connection: Any, **_more: Any) -> None:
    """Whenever a database is connected: from now on its statements are timed."""
    if _timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(_timed)


def _timed(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        _DATABASE.observe(time.perf_counter() - began)


def text() -> str:
    """All of it in Prometheus' text format."""
    return generate_latest(_OURS).decode()
