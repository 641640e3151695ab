"""Tables of players, companies and trains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kaiping import ledger
from kaiping.cli.play.items import Items
from kaiping.draw.theme import letters_on
from kaiping.game import Game
from kaiping.phrases import money, place
from kaiping.state import BANK


def _table(*columns: tuple[str, str]) -> Table:
    """A table of columns; those marked "~" take more lines where there is little room, and no other loses a letter."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold dim", show_edge=False)
    for heading, justify in columns:
        kept = justify != "~"
        table.add_column(
            heading,
            justify="right" if justify == ">" else "left",
            no_wrap=kept,
            overflow="fold",
            min_width=len(heading) or 1 if kept else None,
        )
    return table


def company_badge(game: Game, company: str) -> Text:
    color = game.definition.companies[company].color
    return Text(company, style=Style(color=letters_on(color), bgcolor=color, bold=True))


def _holdings(game: Game, holdings: Iterable[ledger.Holding]) -> Items:
    """Shares in per cent, with a letter for the president and the size of the certificate where it is chosen."""
    items, letter = [], _letter(game)
    for one in holdings:
        size = f"({one.certificate})" if one.certificate else ""
        items.append(company_badge(game, one.company) + f" {one.percent}{letter + size if one.president else ''}")
    return Items(items, "  ")


def players_table(game: Game) -> Table:
    """Cash, certificates against the limit, shares, privates and minors, worth."""
    table = _table(
        ("", "<"), ("Player", "~"), ("Cash", "~"), ("Certs", ">"),
        ("Shares", "~"), ("Privates", "~"), ("Worth", ">"),
    )  # fmt: skip
    for player in ledger.players(game):
        name = Text(player.name, style="bold")
        if player.priority:
            name.append(" *", style="yellow")
        cash = [money(game, player.cash)]
        cash += [f"({money(game, player.tied)} in bids)"] if player.tied else []
        cash += [f"(owes {money(game, player.debt)})"] if player.debt else []
        table.add_row(
            Text("▶" if player.acting else "", style="bold green"),
            name,
            Items(cash),
            f"{player.certificates} of {player.limit}",
            _holdings(game, player.holdings),
            Items([*player.privates, *player.minors]),
            money(game, player.worth),
        )
    return table


def _letter(game: Game) -> str:
    return game.definition.president[:1].upper()


def players_note(game: Game) -> str:
    """What the signs in the table of players mean."""
    president = f"{_letter(game)} {game.definition.president}"
    sized = len(game.definition.shares.president_percents) > 1
    return f"* priority deal; {president}{', with a certificate of so many per cent' if sized else ''}"


def companies_tables(game: Game, width: int) -> list[Table]:
    """Companies in the order in which they operate: one table if there is room for it, otherwise two."""
    rows = [company for company in ledger.companies(game) if company.started]
    names, first, second = _company_columns(game, rows)
    whole = _of_columns([*names, *first, *second])
    wide = Measurement.get(console := Console(width=1000), console.options, whole).maximum
    return [whole] if wide <= width else [_of_columns([*names, *first]), _of_columns([*names, *second])]


#: a column: its heading, whether it is set to the right ">", to the left "<" or may wrap "~", and its cells
_Column = tuple[str, str, list[RenderableType]]


def _company_columns(game: Game, rows: Sequence[ledger.Company]) -> tuple[list[_Column], list[_Column], list[_Column]]:
    """Who they are; what changes most; the rest. A column with nothing in it is left out."""
    names: list[_Column] = [
        ("", "<", [_state_of(row) for row in rows]),
        ("Company", "<", [company_badge(game, row.code) + _facts(row, "mark") for row in rows]),
    ]
    first: list[_Column] = [
        (game.definition.president.capitalize(), "~", [row.president or "–" for row in rows]),
        ("Par", ">", [str(row.par) for row in rows]),
        ("Price", ">", [f"{row.price}{'~' if row.zone else ''}" for row in rows]),
        ("Treasury", ">", [_treasury(game, row) for row in rows]),
        ("Trains", "~", [Items(row.trains or "–") for row in rows]),
        ("Ran", ">", [_revenue(game, row.revenue) for row in rows]),
    ]
    pool = game.definition.shares.pool_limit is not None
    second: list[_Column] = [
        ("IPO" if pool else "Bank", ">", [f"{row.ipo} %" for row in rows]),
        ("Tokens", ">", [f"{row.tokens.left} of {row.tokens.all}" for row in rows]),
    ]
    if pool:
        second.insert(1, ("Pool", ">", [f"{row.pool} %" for row in rows]))
    for note in dict.fromkeys(fact.note for row in rows for fact in row.facts if fact.place == "column"):
        cells = ["".join(fact.text for fact in row.facts if fact.note == note) for row in rows]
        second.append((note.capitalize(), "<", list(cells)))
    if any(row.privates for row in rows):
        second.append(("Privates", "~", [Items(row.privates) for row in rows]))
    if any(row.tokens.waiting for row in rows):
        second.append(("Waiting", "~", [Items(row.tokens.waiting) for row in rows]))
    if any(row.tokens.covered for row in rows):
        second.append(("Face down", "~", [Items(row.tokens.covered) for row in rows]))
    return names, first, second


def _of_columns(columns: Sequence[_Column]) -> Table:
    table = _table(*((heading, justify) for heading, justify, _ in columns))
    for row in zip(*(cells for _, _, cells in columns), strict=True):
        table.add_row(*row)
    return table


def minors_table(game: Game) -> Table | None:
    """Minors that players have: money, trains, what they keep aside; nothing where there are none."""
    rows = ledger.minors(game)
    if not rows:
        return None
    columns: list[_Column] = [
        ("", "<", [_state_of(row) for row in rows]),
        ("Minor", "<", [Text(row.code, style="bold") for row in rows]),
        ("", "~", [game.definition.minors[row.code].name for row in rows]),
        ("Owner", "~", [row.owner for row in rows]),
        ("Treasury", ">", [money(game, row.cash) for row in rows]),
        ("Trains", "~", [Items(row.trains or "–") for row in rows]),
        ("Ran", ">", [_revenue(game, row.revenue) for row in rows]),
    ]
    if any(row.holdings for row in rows):
        columns.append(("Shares kept", "~", [_holdings(game, row.holdings) for row in rows]))
    return _of_columns(columns)


def _facts(company: ledger.Company, place: str) -> str:
    return "".join(fact.text for fact in company.facts if fact.place == place)


def _treasury(game: Game, company: ledger.Company) -> str:
    if not company.floated:
        return "not floated"
    return money(game, company.cash) + _facts(company, "treasury")


def _state_of(row: ledger.Company | ledger.Minor) -> Text:
    """A mark for who is on turn, and for who is through with the round."""
    return Text("▶" if row.acting else "✓" if row.done else "", style="bold green")


def _revenue(game: Game, revenue: int | None) -> str:
    return "–" if revenue is None else money(game, revenue)


def waiting_lines(game: Game) -> list[Items]:
    """What the marks in the tables mean, tokens that wait, and companies that nobody has started or that are gone."""
    own = ledger.facts(game)
    notes = dict.fromkeys(f"{fact.text} {fact.note}" for fact in own if fact.place in ("mark", "treasury"))
    if any(row.zone for row in ledger.companies(game)):
        notes["~ in a zone of the market"] = None
    lines = [Items(notes, "; ")] if notes else []
    waiting = game.state.waiting_tokens.items()
    if waiting:
        told = [f"{', '.join(names)} on {place(game, hex_id)}" for hex_id, names in waiting]
        lines.append(Items(told, "; ", "Tokens that wait for a space: ", 2))
    printed, state = game.definition.companies, game.state
    asleep = [name for name in printed if name not in state.par and name not in state.closed_companies]
    if asleep:
        lines.append(Items([f"{name} ({_home(game, name)})" for name in asleep], ", ", "Not started: ", 2))
    if state.closed_companies:
        lines.append(Items(sorted(state.closed_companies), ", ", "Closed: ", 2))
    return lines


def late_lines(game: Game) -> list[Items]:
    """Privates that the bank sells after the auction."""
    late = [
        f"{lot.code} {lot.name} {money(game, lot.price)} (pays {money(game, lot.income)})"
        for lot in ledger.lots(game)
        if game.state.privates.get(lot.code) == BANK
        and (printed := game.definition.privates[lot.code]).late
        and printed.from_minor is None
    ]
    return [Items(late, ", ", "Privates for sale: ", 2)] if late and not ledger.in_auction(game) else []


def _home(game: Game, company: str) -> str:
    hex_id, _ = game.definition.companies[company].home_stop
    return game.definition.map.hexes[hex_id].name or hex_id


def privates_table(game: Game) -> Table:
    """The lots of the auction, and late privates: price, income, owner, bids."""
    table = _table(("", "<"), ("Private", "<"), ("", "~"), ("Price", ">"), ("Pays", ">"), ("Owner", "~"), ("Bids", "~"))
    for lot in ledger.lots(game):
        table.add_row(
            Text("▶" if lot.first else "", style="bold green"),
            Text(lot.code, style="bold"),
            lot.name,
            money(game, lot.price),
            "–" if lot.income is None else money(game, lot.income),
            "for sale" if lot.first else lot.owner or "",
            Items([f"{bid.player} {money(game, bid.amount)}" for bid in lot.bids], ", "),
        )
    return table


def depot_lines(game: Game) -> list[Items]:
    """The trains that the bank sells, what follows and rusts then, what the title tells of them, the phase."""
    definition, depot = game.definition, ledger.depot(game)
    phase = definition.phases[game.state.phase]
    names = [kind.name for kind in depot.trains]
    coming = depot.trains[names.index(depot.next) :] if depot.next else ()
    lines = [Items([_train_words(game, kind) for kind in coming] or ["none left"], " · ", "Trains: ", 2)]
    if depot.pool:
        prices = [f"{name} {money(game, definition.trains[name].price)}" for name in depot.pool]
        lines.append(Items(prices, ", ", "Trains in the pool: ", 2))
    lines += [_line(f"{fact.about or ''} {fact.note}") for fact in ledger.facts(game, "trains")]
    if depot.export:
        lines.append(_line(f"After this set of rounds a {depot.next}-train is exported, if it is still the next."))
    if game.state.frozen:
        lines.append(_line("Share prices are frozen."))
    rounds = "one operating round" if phase.operating_rounds == 1 else f"{phase.operating_rounds} operating rounds"
    words = f"Phase {phase.name}: at most {phase.train_limit} trains a company; tiles {', '.join(phase.colors)}"
    words += f"; {rounds} in a set" if phase.operating_rounds else ""
    news = game.title.phase_news
    lines.append(_line("; ".join([words, *(news(definition, phase, None) if news is not None else ())])))
    return lines


def _line(text: str) -> Items:
    return Items(text.split(), indent=2)


def _train_words(game: Game, kind: ledger.TrainRow) -> str:
    words = f"{kind.name} {money(game, kind.price)}×{'∞' if kind.left is None else kind.left}"
    if kind.rusts and kind.phase is not None and not kind.begun:
        words += f", rusts {' and '.join(kind.rusts)}"
    return words


def tiles_lines(game: Game) -> list[Items]:
    """Tiles that can still be laid, by colour."""
    definition, left = game.definition, ledger.tiles_left(game)
    lines = []
    for color in dict.fromkeys(definition.tiles[tile].color for tile in left):
        counts = [f"{tile} ×{left[tile]}" for tile in left if definition.tiles[tile].color == color and left[tile]]
        lines.append(Items(counts or ["none left"], ", ", f"{color.capitalize()}: ", 2))
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
