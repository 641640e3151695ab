"""What an action would add to the best run: worked out on request only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from kaiping import ledger, phrases
from kaiping.action import AnyAction, BuyTrain, Placing, UsePower, Weighed, to_json
from kaiping.errors import BadInput
from kaiping.game import Gain, Game
from kaiping.routes.search import Comparison
from kaiping.web.spoken import gettext as _
from kaiping.web.table.choices import row_title
from kaiping.web.table.viewer import Links, Viewer

#: how long the server searches for all options together
_SECONDS = 3.0


@dataclass(frozen=True)
class Worth:
    """What the company on turn can run for now, and what each tile, token, train or power would add."""

    company: str
    #: its trains, or the next on sale where it has none and is not about to buy one
    trains: tuple[str, ...]
    owned: bool
    revenue: int
    proven: bool
    gains: dict[AnyAction, Gain]
    #: actions for which no time was left
    left_out: tuple[Weighed, ...]

    def by_hex(self) -> dict[str, Gain]:
        """The best gain on each hex."""
        best: dict[str, Gain] = {}
        for action, gain in self.gains.items():
            if isinstance(action, Placing) and (action.hex not in best or gain.amount > best[action.hex].amount):
                best[action.hex] = gain
        return best


def worth(game: Game, hex_id: str = "", *, of: str = "", seconds: float = _SECONDS) -> Worth | None:
    """What every legal tile and token would add on one hex, or every action anywhere that may change what a company
    runs for, or of these only those on hexes, or the others; nothing where no company is on turn.
    """
    if hex_id and hex_id not in game.definition.map.hexes:
        raise BadInput(f"the map has no hex {hex_id}")
    company = phrases.company_on_turn(game) if game.finished is None else None
    if company is None:
        return None
    actions = [action for action in game.legal_actions() if isinstance(action, Weighed)]
    if hex_id:
        actions = [action for action in actions if isinstance(action, Placing) and action.hex == hex_id]
    if of in ("hexes", "others"):
        actions = [action for action in actions if isinstance(action, Placing) == (of == "hexes")]
    own = tuple(train.name for train in game.running(company).trains)
    top = ledger.depot(game).next
    buying = any(isinstance(action, BuyTrain) for action in actions)
    trains = own if own or buying or top is None else (top,)
    deadline, comparison = perf_counter() + seconds, Comparison()
    before = comparison.best_run(game.running(company, trains), deadline=deadline)
    gains = game.gains(actions, company, trains, deadline, comparison)
    left_out = tuple(action for action in actions if action not in gains)
    return Worth(company, trains, bool(own), before.revenue, before.proven, gains, left_out)


def weighed_words(game: Game, action: AnyAction) -> str:
    """An action off the map by what tells it from the others."""
    words = row_title(game, action)
    if isinstance(action, BuyTrain) and action.trade_in:
        words += _(" against a %(train)s-train") % {"train": action.trade_in}
    if isinstance(action, UsePower) and action.company:
        words += f", {action.company}"
    return words


def worth_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """What each option on a hex would add to the best run of the company on turn; without a hex, the best of each."""
    hex_id, of = query.get("hex", ""), query.get("of", "")
    shown = game if moment is None else game.at(moment)
    found = worth(shown, hex_id, of=of)
    if found is None:
        return "table/worth.html", {"worth": None}
    return "table/worth.html", {
        "worth": found,
        "rows": [(to_json(action).decode(), gain) for action, gain in found.gains.items()] if hex_id else [],
        "hexes": {} if hex_id else found.by_hex(),
        "others": []
        if hex_id
        else [(weighed_words(shown, one), gain) for one, gain in found.gains.items() if not isinstance(one, Placing)],
        "before": phrases.money(shown, found.revenue),
        "trains": " ".join(found.trains),
        #: there is no run yet, and no single choice makes one
        "nothing": bool(found.gains) and not found.revenue and not any(gain.amount for gain in found.gains.values()),
        "unproven": not found.proven or not all(gain.proven for gain in found.gains.values()),
        "left_out": len(found.left_out),
    }
