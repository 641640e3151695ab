"""Shares for a train, put together company by company: the engine says what they bring and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from kaiping import ledger, phrases
from kaiping.action import Block, SellBlocks, to_json
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.refusals import sentence
from kaiping.web.spoken import gettext as _
from kaiping.web.table.viewer import Links, Viewer

_MOST = 2_000


def sale_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """What may be sold of each company, and what the blocks chosen so far come to."""
    company = phrases.company_on_turn(game)
    together = game.definition.train_rules.emergency_together
    if company is None or game.finished is not None or not phrases.shortfall_words(game) or not together:
        raise BadInput(_("no shares are sold for a train now"))
    player = game.acting[0]
    offered = ledger.saleable(game, company)
    blocks = _blocks(query.get("blocks", "[]"))
    known = {holding.company: holding for holding in offered}
    if any(block.company not in known for block in blocks):
        raise BadInput(_("such shares cannot be sold for a train now"))
    # never more of a company than may be sold, and no company twice
    chosen = {
        block.company: min(block.percent // 10, known[block.company].most) for block in blocks if block.percent >= 10
    }
    action = SellBlocks(player, tuple(Block(name, count * 10) for name, count in chosen.items()))
    reason = game.why_not(action)
    places = list(chosen)
    return "table/sale.html", {
        "rows": [
            {
                "company": holding.company,
                "price": phrases.money(game, holding.price),
                "most": holding.most,
                "sold": chosen.get(holding.company, 0),
                "place": places.index(holding.company) + 1 if holding.company in chosen and len(places) > 1 else 0,
            }
            for holding in offered
        ],
        "words": phrases.set_words(game, action),
        "action": to_json(action).decode(),
        "reason": reason if places else None,
        "why": sentence(reason) if reason else "",
        "mine": player in viewer.seats and moment is None and bool(places),
        "links": links,
    }


def _blocks(text: str) -> list[Block]:
    if len(text) > _MOST:
        raise BadInput(_("that set is too long"))
    try:
        return msgspec.json.decode(text, type=list[Block])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadInput(_("a set is a list of companies and per cents")) from None
