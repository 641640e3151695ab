"""How the players of a position stand, in figures from which can be learned what will become of them."""

from __future__ import annotations

from kaiping.bots.search.foresight import Foresight
from kaiping.bots.search.glance import Glance
from kaiping.bots.share_worth import shares, traits
from kaiping.flow.play import Play
from kaiping.flow.shares import SHARE, certificate_limit, certificates, price

#: how far ahead a duty to buy a train is seen, in operating rounds
SOON = 3.0

#: what is money, and is counted in parts of what a player has on average
MONEY = (
    "cash",
    "shares",
    "more",
    "thumb",
    "lots",
    "wanting",
    "lacking soon",
    "lacking",
    "owed",
    "treasuries",
    "income",
    "waiting",
    "face",
)
#: what is counted as it is
COUNTS = ("leads", "slots", "lasting", "minors", "place")
NAMES = (*MONEY, *COUNTS)


def standings(table: Play, foresight: Foresight) -> tuple[float, float, list[list[float]]]:
    """Operating rounds to come, what a player has on average, and for each player the figures of ``NAMES``.

    Money is counted in parts of that average, and each figure as what a player has more than the others.
    """
    state, definition = table.state, table.definition
    glance = Glance(table, foresight.player or state.players[0], foresight)
    learned = shares(table.title)
    companies = [one for one in state.par if one in state.cells and one not in state.closed_companies]
    prices = {one: price(table, one) for one in companies}
    more = {one: learned.worth(traits(glance, one)) - prices[one] for one in companies}
    thumb = {one: foresight.share(table, one, glance.rounds) - prices[one] for one in companies}
    incomes = {one: glance.income(one) / 10 for one in companies}
    limit, kinds = certificate_limit(table), definition.trains
    order = (*state.players, *state.players)
    first = order.index(state.priority) if state.priority in order else 0
    rows: list[list[float]] = []
    for number, player in enumerate(state.players):
        held = {one: count / SHARE for one in companies if (count := state.held(player, one))}
        led = [one for one in companies if state.presidents.get(one) == player]
        privates = [name for name, owner in state.privates.items() if owner == player]
        minors = [name for name, owner in state.minors.items() if owner == player]
        rows.append(
            [
                state.cash[player],
                sum(count * prices[one] for one, count in held.items()),
                sum(count * more[one] for one, count in held.items()),
                sum(count * thumb[one] for one, count in held.items()),
                sum(glance.private_worth(name) for name in privates),
                sum(glance.wanting(one) for one in led),
                sum(glance.lack(one, SOON) for one in led),
                sum(glance.lack(one, glance.rounds - 1) for one in led),
                state.owed(player),
                sum(held.get(one, 0) / 10 * state.cash[one] for one in led),
                sum(count * incomes[one] for one, count in held.items()),
                sum(count * prices[one] for one, count in held.items() if one not in state.floated),
                sum(definition.lot(name).price for name in (*privates, *minors)),
                len(led),
                limit - certificates(table, player),
                sum(any(kinds[name].rusted_by is None for name in state.trains.get(one, ())) for one in led),
                len(minors),
                (number - first) % len(state.players),
            ]
        )
    mean = max(200.0, sum(row[0] + row[1] + row[2] + row[4] for row in rows) / len(rows))
    for place, name in enumerate(NAMES):
        unit = mean if name in MONEY else 1.0
        usual = sum(row[place] for row in rows) / len(rows)
        for row in rows:
            row[place] = (row[place] - usual) / unit
    return glance.rounds, mean, rows
