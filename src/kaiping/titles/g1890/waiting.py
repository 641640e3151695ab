"""Tokens that wait beside a full city for its next space (1890:C.10.14.9)."""

from __future__ import annotations

from kaiping.flow.table import Table


def no_more_waiting(table: Table, company: str, hex_id: str) -> None:
    """A token that has waited on a hex lies there no more, or has its space."""
    waiting = table.state.waiting_tokens
    left = tuple(other for other in waiting.pop(hex_id) if other != company)
    if left:
        waiting[hex_id] = left
