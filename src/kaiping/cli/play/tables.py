"""Tables of players, companies and trains."""

from __future__ import annotations

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kaiping.definition import TrainKind
from kaiping.draw.manifest import tiles_left
from kaiping.draw.theme import letters_on
from kaiping.flow.auction import Auction, lots, owner_of
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.shares import certificate_limit, certificates, operating_order
from kaiping.flow.totals import privates_value, shares_value
from kaiping.flow.trains import top_train
from kaiping.game import Game
from kaiping.phrases import company_on_turn, money
from kaiping.state import BANK, IPO, POOL


def _table(*columns: tuple[str, str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold dim", show_edge=False)
    for heading, justify in columns:
        table.add_column(heading, justify="right" if justify == ">" else "left", no_wrap=justify != "~")
    return table


def company_badge(game: Game, company: str) -> Text:
    color = game.definition.companies[company].color
    return Text(company, style=Style(color=letters_on(color), bgcolor=color, bold=True))


def players_table(game: Game) -> Table:
    """Cash, certificates against the limit, shares with P for president, privates, worth."""
    state, rules = game.state, game.table()
    table = _table(
        ("", "<"), ("Player", "<"), ("Cash", ">"), ("Certificates", ">"),
        ("Shares", "~"), ("Privates", "~"), ("Worth", ">"),
    )  # fmt: skip
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
            money(game, game.cash(player)) + _tied_up(game, player),
            f"{certificates(rules, player)} of {limit}",
            shares,
            " ".join(privates),
            money(game, totals.get(player)),
        )
    table.caption = "* has the priority deal; P is president"
    table.caption_justify = "left"
    return table


def _tied_up(game: Game, player: str) -> str:
    """Money in bids."""
    auctions = [frame for frame in game.state.stack if isinstance(frame, Auction)]
    tied = sum(price for frame in auctions for _, bidder, price in frame.bids if bidder == player)
    return f" ({money(game, tied)} in bids)" if tied else ""


def companies_table(game: Game) -> Table:
    """Companies in the order in which they operate; those not started stand below."""
    state, rules, definition = game.state, game.table(), game.definition
    order = operating_order(rules, tuple(state.par))
    started = sorted(order, key=lambda company: company not in state.floated)
    ipo = "Bank" if definition.shares.pool_limit is None else "IPO"
    table = _table(
        ("", "<"), ("Company", "<"), ("President", "<"), ("Par", ">"), ("Price", ">"), ("Treasury", ">"),
        ("Trains", "<"), ("Tokens left", ">"), (ipo, ">"), ("Pool", ">"), ("Ran for", ">"), ("Privates", "<"),
    )  # fmt: skip
    rounds = [frame for frame in state.stack if isinstance(frame, OperatingRound)]
    waiting = {company for frame in rounds for company in frame.order}
    done = {company for company in (*state.floated, *state.minors) if rounds and company not in waiting}
    for minor, owner in state.minors.items():
        if owner in state.players and definition.train_rules.minors_own:
            table.add_row(
                Text("▶" if minor == company_on_turn(game) else "✓" if minor in done else "", style="bold green"),
                minor, owner, "–", "–", money(game, game.cash(minor)), " ".join(state.trains.get(minor, ())) or "–",
                "–", "–", "–", money(game, state.revenue[minor]) if minor in state.revenue else "–", "",
            )  # fmt: skip
    for company in started:
        floated = company in state.floated
        placed, stations = len(state.board.tokens_of(company)), definition.companies[company].stations
        cell = definition.market.cells[state.cells[company]]
        table.add_row(
            Text("▶" if company == company_on_turn(game) else "✓" if company in done else "", style="bold green"),
            company_badge(game, company),
            state.presidents.get(company, "–"),
            str(state.par[company]),
            f"{cell.price}{'~' if cell.zone else ''}",
            money(game, game.cash(company)) if floated else "not floated",
            " ".join(state.trains.get(company, ())) or "–",
            str(stations - placed),
            f"{state.held(IPO, company)} %",
            f"{state.held(POOL, company)} %",
            money(game, state.revenue[company]) if company in state.revenue else "–",
            " ".join(name for name, owner in state.privates.items() if owner == company),
        )
    return table


def waiting_lines(game: Game) -> list[str]:
    """Companies that nobody has started."""
    printed = game.definition.companies
    waiting = [f"{name} ({_home(game, name)})" for name in printed if name not in game.state.par]
    return [f"Not started: {', '.join(waiting)}"] if waiting else []


def _home(game: Game, company: str) -> str:
    hex_id, _ = game.definition.companies[company].home_stop
    return game.definition.map.hexes[hex_id].name or hex_id


def privates_table(game: Game) -> Table:
    """The lots of the auction, and late privates: price, income, owner, bids."""
    state, definition, rules = game.state, game.definition, game.table()
    table = _table(("", "<"), ("Private", "<"), ("", "<"), ("Price", ">"), ("Pays", ">"), ("Owner", "<"), ("Bids", "~"))
    bids = [bid for frame in state.stack if isinstance(frame, Auction) for bid in frame.bids]
    first = True
    sold = lots(rules)
    for name in (*sold, *(name for name in definition.privates if name not in sold)):
        owner, lot = owner_of(rules, name), definition.lot(name)
        for_sale = owner == BANK and first
        first = first and owner != BANK
        standing = [f"{player} {money(game, price)}" for bid, player, price in bids if bid == name]
        table.add_row(
            Text("▶" if for_sale else "", style="bold green"),
            Text(name, style="bold"),
            lot.name,
            money(game, lot.price),
            "–" if name in definition.minors else money(game, definition.private_income(name, state.phase)),
            "for sale" if for_sale else "" if owner == BANK else owner,
            ", ".join(standing),
        )
    return table


def depot_lines(game: Game) -> list[str]:
    """The trains that the bank sells, what comes after them, and what rusts then."""
    state, definition = game.state, game.definition
    phase = definition.phases[state.phase]
    top = top_train(definition, state)
    order = definition.train_order
    kinds = [kind for kind in definition.trains.values() if top is not None and order[kind.name] >= order[top.name]]
    lines = ["Trains: " + (" · ".join(_train_words(game, kind) for kind in kinds) or "none left")]
    pool = state.trains.get(POOL, ())
    if pool:
        prices = ", ".join(f"{name} {money(game, definition.trains[name].price)}" for name in pool)
        lines.append(f"Trains in the pool: {prices}")
    if top is not None and top.name in definition.train_rules.export:
        lines.append(f"After this set of rounds a {top.name}-train is exported, if it is still the next")
    rounds = "one operating round" if phase.operating_rounds == 1 else f"{phase.operating_rounds} operating rounds"
    tiles = ", ".join(phase.colors)
    words = f"Phase {phase.name}: at most {phase.train_limit} trains a company; tiles {tiles}"
    lines.append(words + (f"; {rounds} in a set" if phase.operating_rounds else ""))
    return lines


def _train_words(game: Game, kind: TrainKind) -> str:
    definition = game.definition
    left = "∞" if kind.count is None else game.state.depot.get(kind.name, 0)
    words = f"{kind.name} {money(game, kind.price)}×{left}"
    rusting = [other.name for other in definition.trains.values() if other.rusted_by == kind.name]
    phase = definition.phase_of_train.get(kind.name)
    if rusting and phase is not None and not _has_begun(game, phase):
        words += f", rusts {' and '.join(rusting)}"
    return words


def _has_begun(game: Game, phase: str) -> bool:
    order = game.definition.phase_order
    return order[game.state.phase] >= order[phase]


def tiles_lines(game: Game) -> list[str]:
    """Tiles that can still be laid, by colour."""
    state, definition = game.state, game.definition
    left = tiles_left(definition, state.board, state.lost_tiles)
    lines = []
    for color in dict.fromkeys(definition.tiles[tile].color for tile in left):
        counts = [f"{tile} ×{left[tile]}" for tile in left if definition.tiles[tile].color == color and left[tile]]
        lines.append(f"{color.capitalize()}: {', '.join(counts) or 'none left'}")
    return lines


def totals_table(game: Game) -> Table:
    """The final totals, the richest first."""
    rules, totals = game.table(), game.totals()
    table = _table(("", ">"), ("Player", "<"), ("Cash", ">"), ("Shares", ">"), ("Privates", ">"), ("Total", ">"))
    for rank, player in enumerate(sorted(totals, key=lambda name: -totals[name]), 1):
        shares, privates = shares_value(rules, player), privates_value(rules, player)
        cash = game.state.cash[player]
        if cash + shares + privates != totals[player]:
            privates = 0 if cash + shares == totals[player] else privates
        parts = (cash, shares, privates, totals[player])
        table.add_row(f"{rank}.", player, *(money(game, part) for part in parts))
    return table
