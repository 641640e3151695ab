"""Tables of players, companies and trains."""

from __future__ import annotations

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kaiping import ledger
from kaiping.draw.theme import letters_on
from kaiping.game import Game
from kaiping.phrases import money


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
    table = _table(
        ("", "<"), ("Player", "<"), ("Cash", ">"), ("Certificates", ">"),
        ("Shares", "~"), ("Privates", "~"), ("Worth", ">"),
    )  # fmt: skip
    for player in ledger.players(game):
        shares = Text()
        for holding in player.holdings:
            shares.append_text(company_badge(game, holding.company))
            shares.append(f" {holding.percent}{'P' if holding.president else ''}  ")
        name = Text(player.name, style="bold")
        if player.priority:
            name.append(" *", style="yellow")
        tied = f" ({money(game, player.tied)} in bids)" if player.tied else ""
        owed = f" (owes {money(game, player.debt)})" if player.debt else ""
        table.add_row(
            Text("▶" if player.acting else "", style="bold green"),
            name,
            money(game, player.cash) + tied + owed,
            f"{player.certificates} of {player.limit}",
            shares,
            " ".join(player.privates),
            money(game, player.worth),
        )
    table.caption = "* has the priority deal; P is president"
    table.caption_justify = "left"
    return table


def companies_table(game: Game) -> Table:
    """Companies in the order in which they operate; those not started stand below."""
    ipo = "Bank" if game.definition.shares.pool_limit is None else "IPO"
    own = dict.fromkeys(fact.note for fact in ledger.facts(game, "column"))
    table = _table(
        ("", "<"), ("Company", "<"), ("President", "<"), ("Par", ">"), ("Price", ">"), ("Treasury", ">"),
        ("Trains", "<"), ("Tokens left", ">"), (ipo, ">"), ("Pool", ">"), ("Ran for", ">"), ("Privates", "<"),
        *((head.capitalize(), "<") for head in own),
    )  # fmt: skip
    for minor in ledger.minors(game):
        if minor.works:
            table.add_row(
                _state_of(minor), minor.code, minor.owner, "–", "–", money(game, minor.cash),
                " ".join(minor.trains) or "–", "–", "–", "–", _revenue(game, minor.revenue), "",
            )  # fmt: skip
    for company in ledger.companies(game):
        if not company.started:
            continue
        table.add_row(
            _state_of(company),
            company_badge(game, company.code) + "".join(fact.text for fact in company.facts if fact.place == "mark"),
            company.president or "–",
            str(company.par),
            f"{company.price}{'~' if company.zone else ''}",
            _treasury(game, company),
            " ".join(company.trains) or "–",
            str(company.tokens.left),
            f"{company.ipo} %",
            f"{company.pool} %",
            _revenue(game, company.revenue),
            " ".join(company.privates),
            *(fact.text for fact in company.facts if fact.place == "column"),
        )
    return table


def _treasury(game: Game, company: ledger.Company) -> str:
    if not company.floated:
        return "not floated"
    return money(game, company.cash) + "".join(fact.text for fact in company.facts if fact.place == "treasury")


def _state_of(row: ledger.Company | ledger.Minor) -> Text:
    """A mark for who is on turn, and for who is through with the round."""
    return Text("▶" if row.acting else "✓" if row.done else "", style="bold green")


def _revenue(game: Game, revenue: int | None) -> str:
    return "–" if revenue is None else money(game, revenue)


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
    table = _table(("", "<"), ("Private", "<"), ("", "<"), ("Price", ">"), ("Pays", ">"), ("Owner", "<"), ("Bids", "~"))
    for lot in ledger.lots(game):
        table.add_row(
            Text("▶" if lot.first else "", style="bold green"),
            Text(lot.code, style="bold"),
            lot.name,
            money(game, lot.price),
            "–" if lot.income is None else money(game, lot.income),
            "for sale" if lot.first else lot.owner or "",
            ", ".join(f"{bid.player} {money(game, bid.amount)}" for bid in lot.bids),
        )
    return table


def depot_lines(game: Game) -> list[str]:
    """The trains that the bank sells, what comes after them, and what rusts then."""
    definition, depot = game.definition, ledger.depot(game)
    phase = definition.phases[game.state.phase]
    names = [kind.name for kind in depot.trains]
    coming = depot.trains[names.index(depot.next) :] if depot.next else ()
    lines = ["Trains: " + (" · ".join(_train_words(game, kind) for kind in coming) or "none left")]
    if depot.pool:
        prices = ", ".join(f"{name} {money(game, definition.trains[name].price)}" for name in depot.pool)
        lines.append(f"Trains in the pool: {prices}")
    if depot.export:
        lines.append(f"After this set of rounds a {depot.next}-train is exported, if it is still the next")
    rounds = "one operating round" if phase.operating_rounds == 1 else f"{phase.operating_rounds} operating rounds"
    tiles = ", ".join(phase.colors)
    words = f"Phase {phase.name}: at most {phase.train_limit} trains a company; tiles {tiles}"
    lines.append(words + (f"; {rounds} in a set" if phase.operating_rounds else ""))
    return lines


def _train_words(game: Game, kind: ledger.TrainRow) -> str:
    words = f"{kind.name} {money(game, kind.price)}×{'∞' if kind.left is None else kind.left}"
    if kind.rusts and kind.phase is not None and not kind.begun:
        words += f", rusts {' and '.join(kind.rusts)}"
    return words


def tiles_lines(game: Game) -> list[str]:
    """Tiles that can still be laid, by colour."""
    definition, left = game.definition, ledger.tiles_left(game)
    lines = []
    for color in dict.fromkeys(definition.tiles[tile].color for tile in left):
        counts = [f"{tile} ×{left[tile]}" for tile in left if definition.tiles[tile].color == color and left[tile]]
        lines.append(f"{color.capitalize()}: {', '.join(counts) or 'none left'}")
    return lines


def totals_table(game: Game) -> Table:
    """The final totals, the richest first."""
    rows = sorted(ledger.worths(game).items(), key=lambda row: -row[1].total)
    owing = any(worth.debt for _, worth in rows)
    columns = [("", ">"), ("Player", "<"), ("Cash", ">"), ("Shares", ">"), ("Privates", ">")]
    table = _table(*columns, *([("Debt", ">")] if owing else []), ("Total", ">"))
    for rank, (player, worth) in enumerate(rows, 1):
        debt = (-worth.debt,) if owing else ()
        parts = (worth.cash, worth.shares, worth.privates, *debt, worth.total)
        table.add_row(f"{rank}.", player, *(money(game, part) for part in parts))
    return table
