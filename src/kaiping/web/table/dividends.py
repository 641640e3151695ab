"""What comes of a dividend in a few figures: what one gets a share and in all, and where the price goes."""

from __future__ import annotations

from kaiping import phrases
from kaiping.action import Dividend
from kaiping.game import After
from kaiping.web.spoken import gettext as _


def figures(after: After, action: Dividend, player: str | None) -> list[str]:
    """What whoever decides gets, what the company keeps, and its price before and then."""
    game, company = after.before, action.company
    paid = after.event("paid")
    got = 0 if paid is None or player is None else paid["shares"].get(player, 0)
    found = [_("%(player)s gets %(amount)s") % {"player": player, "amount": phrases.money(game, got)}] if got else []
    before, then = game.cash(company), after.game.cash(company)
    if before is not None and then is not None and then > before:
        found.append(_("treasury %(amount)s") % {"amount": phrases.money(game, then)})
    if company in game.state.cells:
        cells = game.definition.market.cells
        price = cells[game.state.cells[company]].price
        moved = next((event for event in after.events if event.kind == "price" and event["company"] == company), None)
        if moved is None or moved["new"] == price:
            found.append(_("price stays %(price)s") % {"price": phrases.money(game, price)})
        else:
            prices = {"old": phrases.money(game, price), "new": phrases.money(game, moved["new"])}
            found.append(_("price %(old)s → %(new)s") % prices)
    return found
