"""The read model: what stands on the table as a seat may know it, in typed rows.

Everything that shows a game is rendered from these: the position as data and as text, the API, the terminal's tables,
the page. A figure is worked out here and nowhere else, so that no two readers can disagree. What is hidden from a seat
is None: a game's view has cut it (see ``kaiping.view``), and nothing is worked out from what is not known.
"""

from __future__ import annotations

from kaiping.flow.title import Fact
from kaiping.ledger.auction import Bid, Contest, Lot, contest, in_auction, lots
from kaiping.ledger.board import Tokens, tiles_left, tokens
from kaiping.ledger.course import (
    Round,
    company_on_turn,
    decides_for,
    operating_order,
    operating_turn,
    order_left,
    players_in_turn,
    round_now,
    through,
    uninterrupted,
)
from kaiping.ledger.owners import (
    Company,
    Holding,
    Minor,
    Player,
    Private,
    companies,
    facts,
    holding,
    minors,
    players,
    privates,
    worths,
)
from kaiping.ledger.prices import (
    dividend_paid,
    lay_cost,
    par_place,
    sale_proceeds,
    saleable,
    share_cost,
    token_cost,
    train_shortfall,
)
from kaiping.ledger.trains import Depot, TrainRow, depot

__all__ = [
    "Bid",
    "Company",
    "Contest",
    "Depot",
    "Fact",
    "Holding",
    "Lot",
    "Minor",
    "Player",
    "Private",
    "Round",
    "Tokens",
    "TrainRow",
    "companies",
    "company_on_turn",
    "contest",
    "decides_for",
    "depot",
    "dividend_paid",
    "facts",
    "holding",
    "in_auction",
    "lay_cost",
    "lots",
    "minors",
    "operating_order",
    "operating_turn",
    "order_left",
    "par_place",
    "players",
    "players_in_turn",
    "privates",
    "round_now",
    "sale_proceeds",
    "saleable",
    "share_cost",
    "through",
    "tiles_left",
    "token_cost",
    "tokens",
    "train_shortfall",
    "uninterrupted",
    "worths",
]
