"""What a share has come to be worth in games that were played to learn from, by what can be seen of its company."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from kaiping.bots.fitted import fitted
from kaiping.flow.operating.train_purchase import room
from kaiping.flow.shares import PRESIDENT
from kaiping.flow.title import Title
from kaiping.state import IPO

if TYPE_CHECKING:
    from kaiping.bots.sight import Sight

#: trains that a treasury is thought to buy at once, at most
MORE_TRAINS = 2


class Shares(Struct, frozen=True):
    """Weights of a company's traits; ``tools/learn_shares.py`` makes them anew."""

    #: what they were made of, in words
    made_of: str = ""
    #: trait -> its weight
    weights: Mapping[str, float] = {}

    def worth(self, traits: Mapping[str, float]) -> float:
        """What a share with those traits brings in dividends to the end, and its price then."""
        return max(0.0, sum(weight * traits[name] for name, weight in self.weights.items()))


def shares(title: Title) -> Shares:
    """Those of a title; none where nothing has been learned."""
    return fitted(title, "shares.json", Shares)


def traits(look: Sight, company: str, par: int | None = None) -> dict[str, float]:
    """What can be seen of a company that was started, or would be at a par price."""
    state, definition = look.state, look.definition
    floated, operated, trains = company in state.floated, company in state.operated, look.trains(company)
    lasting = look.lasting(company) or trains
    now = look.value(company, lasting if operated else look.planned_trains(company))
    whole = look.value(company, trains) if trains else now
    par = state.par[company] if par is None else par
    price = definition.market.cells[state.cells[company]].price if company in state.cells else par
    cash = look.treasury(company) if floated else definition.shares.capital_shares * par
    train = max(look.next_price, 1)
    more = max(0, min(room(look.table, company), MORE_TRAINS, cash // train)) if look.next_price else 0
    then = look.value(company, (*lasting, *(look.next_kind.name,) * more)) if more else now
    held = state.held(IPO, company) if company in state.par else 100 - PRESIDENT
    missing = 0 if floated else max(0, definition.shares.float_percent - 100 + held)
    last, rounds = state.revenue.get(company, 0), look.rounds
    stays = any(definition.trains[name].rusted_by is None for name in trains)
    life = min(1.0, max((_life(look, name) for name in trains), default=0.0) / rounds)
    ahead = rounds / 10
    return {
        "one": 1.0,
        "rounds": rounds,
        "price": price,
        "par": par,
        "now": now,
        "then": then,
        "last": last,
        "stays": stays,
        "waits": not floated,
        "price ahead": price * ahead,
        "rounds ahead": rounds * ahead,
        "phase ahead": look.phase * ahead,
        "now ahead": now * ahead,
        "now far ahead": now * ahead * ahead,
        "now as long as it lasts": now * ahead * life,
        "all trains ahead": whole * ahead,
        "then ahead": then * ahead,
        "then far ahead": then * ahead * ahead,
        "last ahead": last * ahead,
        "trains ahead": len(trains) * ahead,
        "trains that rust ahead": len(trains) * (1 - life) * ahead,
        "stays ahead": stays * ahead,
        "cash ahead": cash * ahead,
        "trains to buy ahead": min(cash / train, 2.0) * ahead,
        "train's price ahead": look.next_price * ahead,
        "new ahead": (not operated) * ahead,
        "waits ahead": (not floated) * ahead,
        "missing ahead": missing * ahead,
    }


def _life(look: Sight, train: str) -> float:
    """Operating rounds for which a train that a company has will run."""
    rusted_by = look.definition.trains[train].rusted_by
    return look.rounds if rusted_by is None else look.rounds_until(rusted_by)
