"""Tables of players, companies and trains."""

from __future__ import annotations

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kaiping.cli.play.phrases import company_on_turn, money
from kaiping.draw.theme import letters_on
from kaiping.flow.shares import certificate_limit, certificates, operating_order
from kaiping.flow.table import Table as GameTable
from kaiping.flow.totals import privates_value, shares_value
from kaiping.flow.trains import next_train
from kaiping.game import Game
from kaiping.state import BANK, CLOSED, IPO, POOL


def _table(*columns: tuple[str, str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, header_style="bold dim", show_edge=False)
    for heading, justify in columns:
        table.add_column(heading, justify="right" if justify == ">" else "left", no_wrap=justify != "~")
    return table


def rules_table(game: Game) -> GameTable:
    """The game as the rules' own functions take it."""
    return GameTable(game.definition, game.title, game.state)


def company_badge(game: Game, company: str) -> Text:
    color = game.definition.companies[company].color
    return Text(company, style=Style(color=letters_on(color), bgcolor=color, bold=True))


def players_table(game: Game) -> Table:
    """Cash, certificates against the limit, shares with P for president, privates, worth."""
    state, rules = game.state, rules_table(game)
    table = _table(
        ("", "<"), ("Player", "<"), ("Cash", ">"), ("Certificates", ">"), ("Shares", "~"), ("Privates", "~"), ("Worth", ">")
    )
    totals, limit = game.totals(), certificate_limit(rules)
    for player in state.players:
        shares = Text()
        for company in game.definition.companies:
            if percent := state.held(player, company):
                shares.append_text(company_badge(game, company))
                shares.append(f" {percent}{'P' if state.presidents.get(company) == player else ''}  ")
        privates = [name for name, owner in state.privates.items() if owner == player]
        name = Text(player, style="bold")
        if player == state.priority:
            name.append(" *", style="yellow")
        table.add_row(
            Text("▶" if player in game.acting else "", style="bold green"),
            name,
            money(game, state.cash[player]),
            f"{certificates(rules, player)} of {limit}",
            shares,
            " ".join(privates),
            money(game, totals[player]),
        )
    table.caption = "* has the priority deal; P is president"
    table.caption_justify = "left"
    return table


def companies_table(game: Game) -> Table:
    """Companies in the order in which they operate; those not started stand below."""
    state, rules, definition = game.state, rules_table(game), game.definition
    started = operating_order(rules, tuple(state.par))
    table = _table(
        ("", "<"), ("Company", "<"), ("President", "<"), ("Par", ">"), ("Price", ">"), ("Treasury", ">"), ("Trains", "<"),
        ("Tokens", ">"), ("IPO", ">"), ("Pool", ">"), ("Ran for", ">"), ("Privates", "<"),
    )  # fmt: skip
    for company in started:
        floated = company in state.floated
        placed, stations = len(state.board.tokens_of(company)), definition.companies[company].stations
        cell = definition.market.cells[state.cells[company]]
        table.add_row(
            Text("▶" if company == company_on_turn(game) else "", style="bold green"),
            company_badge(game, company),
            state.presidents[company],
            str(state.par[company]),
            f"{cell.price}{'~' if cell.zone else ''}",
            money(game, state.cash[company]) if floated else "not floated",
            " ".join(state.trains.get(company, ())) or "–",
            f"{stations - placed} of {stations}",
            f"{state.held(IPO, company)} %",
            f"{state.held(POOL, company)} %",
            money(game, state.revenue[company]) if company in state.revenue else "–",
            " ".join(name for name, owner in state.privates.items() if owner == company),
        )
    waiting = [company for company in definition.companies if company not in state.par]
    if waiting:
        table.caption = f"not started: {', '.join(waiting)}"
        table.caption_justify = "left"
    return table


def depot_lines(game: Game) -> list[str]:
    """The trains that the bank sells, what comes after them, and what rusts then."""
    state, definition = game.state, game.definition
    phase = definition.phases[state.phase]
    top = next_train(definition, state)
    order = definition.train_order
    parts = []
    for kind in definition.trains.values():
        if order[kind.name] < order[top.name]:
            continue
        left = "unlimited" if kind.count is None else f"{state.depot.get(kind.name, 0)}"
        rusting = [other.name for other in definition.trains.values() if other.rusted_by == kind.name]
        words = f"{kind.name} at {money(game, kind.price)} ({left} left"
        started = kind.name in definition.phase_of_train and _has_begun(game, definition.phase_of_train[kind.name])
        if rusting and not started:
            words += f"; the first rusts {', '.join(rusting)}"
        parts.append(words + ")")
    lines = ["Trains: " + ", ".join(parts)]
    pool = state.trains.get(POOL, ())
    if pool:
        prices = ", ".join(f"{name} at {money(game, definition.trains[name].price)}" for name in pool)
        lines.append(f"In the pool: {prices}")
    rounds = "one operating round" if phase.operating_rounds == 1 else f"{phase.operating_rounds} operating rounds"
    lines.append(
        f"Phase {phase.name}: {phase.train_limit} trains a company, {' and '.join(phase.colors)} tiles, {rounds} in a set"
    )
    unsold = [f"{name} {money(game, definition.privates[name].price)}" for name, owner in state.privates.items() if owner == BANK]
    if unsold:
        lines.append("Privates for sale: " + ", ".join(unsold))
    elif all(owner == CLOSED for owner in state.privates.values()):
        lines.append("All privates are closed")
    return lines


def _has_begun(game: Game, phase: str) -> bool:
    order = game.definition.phase_order
    return order[game.state.phase] >= order[phase]


def tiles_lines(game: Game) -> list[str]:
    """Tiles that can still be laid, by colour."""
    from kaiping.draw.manifest import tiles_left

    state, definition = game.state, game.definition
    left = tiles_left(definition, state.board, state.lost_tiles)
    lines = []
    for color in dict.fromkeys(definition.tiles[tile].color for tile in left):
        counts = [f"{tile} ×{left[tile]}" for tile in left if definition.tiles[tile].color == color and left[tile]]
        lines.append(f"{color.capitalize()}: {', '.join(counts) or 'none left'}")
    return lines


def totals_table(game: Game) -> Table:
    """The final totals, the richest first."""
    rules, totals = rules_table(game), game.totals()
    table = _table(("", ">"), ("Player", "<"), ("Cash", ">"), ("Shares", ">"), ("Privates", ">"), ("Total", ">"))
    for rank, player in enumerate(sorted(totals, key=lambda name: -totals[name]), 1):
        shares, privates = shares_value(rules, player), privates_value(rules, player)
        cash = game.state.cash[player]
        if cash + shares + privates != totals[player]:
            privates = 0 if cash + shares == totals[player] else privates
        table.add_row(
            f"{rank}.", player, money(game, cash), money(game, shares), money(game, privates), money(game, totals[player])
        )
    return table
