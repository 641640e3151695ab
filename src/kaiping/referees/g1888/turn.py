"""A company's turn: tiles and tokens and their costs, income, dividends, and leaving one step for the next."""

from __future__ import annotations

from kaiping.action import BuyPrivate, Dividend, LayTile, PlaceToken
from kaiping.referees import ways
from kaiping.referees.g1888 import powers, runs, trains
from kaiping.referees.g1888.case import Case
from kaiping.referees.g1888.tables import COLORS, COMPANIES, LAY_HOME, ORDER_OF_COLORS
from kaiping.referees.grid import operating_order
from kaiping.state import BANK, POOL


def begin_round(case: Case) -> None:
    """Privates pay their owners first (VIII.1.6)."""
    ledger = case.ledger
    for private, owner in ledger.privates.items():
        if owner in ledger.players or owner in COMPANIES:
            case.count("private income")
            ledger.pay(BANK, owner, case.edition.privates[private][1], case.by("VIII.1.6", "VII.1.6"))
    case.course.begin_round()


def next_company(case: Case) -> str | None:
    """Of those that have not yet operated the first in the order of prices (VIII.1.7 to 9)."""
    ledger = case.ledger
    waiting = ledger.floated - case.course.done
    order = operating_order(case.grid, ledger.cells, ledger.stacks, waiting)
    return order[0] if order else None


def begin_turn(case: Case, company: str) -> None:
    """In its first turn it places its home station, free (VIII.3.2)."""
    course, ledger = case.course, case.ledger
    case.count("turn of a company")
    course.begin_turn(company)
    course.wall.clear()
    course.mountain = 0
    course.first_turn = company not in ledger.operated
    if course.first_turn:
        ledger.operated.add(company)
        home = runs.hex_named(case, COMPANIES[company][0])
        ledger.set_tokens(company, (home,), case.by("VIII.3.2.1", "VII.3.2.1"))


def leave_step(case: Case) -> None:
    """What holds when a step is left, whether its action was taken, declined or not possible."""
    course, ledger, company = case.course, case.ledger, case.course.company
    board = case.after.state.board
    if course.step == "track" and course.first_turn and company in LAY_HOME:
        home = runs.hex_named(case, COMPANIES[company][0])
        laid = home in ledger.tiles or ledger.cash[company] < case.definition.map.hexes[home].cost
        said = f"{company} goes on without a tile on its home"
        case.wrong("home tile", laid, said, "VIII.3.3.11", "VII.3.3.11")
    elif course.step == "run" and "run" not in course.did:
        said = f"{company} could run and has not"
        case.wrong("mandatory run", not runs.can_run(case, company, board), said, "VIII.3.1.6", "VII.3.1.6")
    elif course.step == "dividend" and "dividend" not in course.did:
        said = f"nothing was done with the revenue of {company}"
        case.wrong("mandatory dividend", course.revenue == 0, said, "VIII.3.1.7", "VII.3.1.7")
        collect_mountain(case)
        ledger.put(company, case.grid.left(ledger.cells[company]), case.by("IX.2.2", "VIII.2.2"))
    elif course.step == "trains" and "declined trains" not in course.did:
        case.compare_not_asked(trains.options(case), "VIII.3.8.1", "VII.3.8.7")


def end_turn(case: Case) -> None:
    company = case.course.company
    said = f"{company} ends its turn without a train"
    case.wrong("duty to own a train", bool(case.ledger.owned(company)), said, "VIII.3.8.4", "VII.3.8.10")
    case.course.end_turn()


def lay(case: Case, action: LayTile) -> None:
    """One tile in a turn, of the next colour and one that the phase has; its ground is paid for (VIII.3.3, 4)."""
    course, ledger, company = case.course, case.ledger, action.company
    laying = case.laying(action)
    printed, tile, before, _ = laying
    if action.private is None:
        said = f"{company} lays a second tile"
        case.wrong("tile", "tile" not in course.did, said, "VIII.3.3.6", "VII.3.3.6")
        course.did.add("tile")
        case.compare_color(company, laying, ORDER_OF_COLORS, "VIII.3.4.2", "VII.3.4.2")
        open_colors = ORDER_OF_COLORS[: COLORS[ledger.phase]]
        case.compare_open_color(tile.color, ledger.phase, open_colors, "VIII.3.4.5", "VII.3.4.5")
        said = f"tile {action.tile} does not belong on {action.hex}"
        case.wrong("letters of a tile", tile.label == printed.label, said, "VIII.3.4.20", "VII.3.4.20")
        if before is None:
            ledger.pay(company, BANK, printed.cost, case.by("VIII.3.3.22", "VII.3.3.22"))
    else:
        powers.lay(case, action, tile.color, empty=before is None)
    if action.private == "YRF":  # one ferry, two halves
        ledger.tiles.update({"E17": ("L40a", 0), "F16": ("L40b", 0)})
    else:
        ledger.tiles[action.hex] = (action.tile, action.rotation)
    case.compare_tiles(action.tile, "VIII.3.4.17", "VII.3.4.17")


def place(case: Case, action: PlaceToken) -> None:
    """One token in a turn; the first after the home station costs 40, others 100 (VIII.3.5.10 to 13)."""
    course, ledger, company = case.course, case.ledger, action.company
    has = ledger.tokens[company]
    said = f"{company} places a second token"
    case.wrong("token", "token" not in course.did, said, "VIII.3.5.10", "VII.3.5.10")
    course.did.add("token")
    said = f"{company} has no token left"
    case.wrong("token", len(has) < COMPANIES[company][3], said, "VII.6.8", "VI.7.8")
    said = f"{company} has a station on {action.hex}"
    case.wrong("token", action.hex not in has, said, "VIII.3.5.13", "VII.3.5.13")
    _look_for_room(case, action)
    if len(has) == 1:
        ledger.pay(company, BANK, 40, case.by("VIII.3.5.11", "VII.3.5.11"))
    else:
        ledger.pay(company, BANK, 100, case.by("VIII.3.5.12", "VII.3.5.12"))
    ledger.set_tokens(company, (*has, action.hex), case.by("VIII.3.5.10", "VII.3.5.10"))


def _look_for_room(case: Case, action: PlaceToken) -> None:
    """A free circle, and one more on the tile for each company at home there that has not operated (VIII.3.5.19)."""
    board = case.before.state.board
    stops = ways.stops_on(case.definition, board, action.hex)
    taken = [len(board.tokens.get((action.hex, index), ())) for index in range(len(stops))]
    said = f"there is no free circle in {action.hex}"
    case.wrong("token", taken[action.stop] < stops[action.stop].slots, said, "VIII.3.5.8", "VII.3.5.8")
    at_home = [
        name
        for name, entry in COMPANIES.items()
        if name not in case.ledger.operated and runs.hex_named(case, entry[0]) == action.hex
    ]
    free = sum(stop.slots for stop in stops) - sum(taken) - 1
    said = f"no place is left in {action.hex} for {', '.join(at_home)}"
    case.wrong("token", free >= len(at_home), said, "VIII.3.5.19", "VII.3.5.17")


def pay_out(case: Case, action: Dividend) -> None:
    """Players by their shares, the treasury for the pool, the bank for the initial offering (VIII.3.7.13 to 18)."""
    course, ledger, company = case.course, case.ledger, action.company
    case.count("dividend")
    course.did.add("dividend")
    collect_mountain(case)
    revenue, share = course.revenue, course.revenue // 10
    paid = action.kind == "pay" and revenue > 0
    if paid:
        for player in ledger.players:
            amount = ledger.held(player, company) // 10 * share
            ledger.pay(BANK, player, amount, case.by("VIII.3.7.13", "VII.3.7.12"))
        pooled = ledger.held(POOL, company) // 10 * share
        ledger.pay(BANK, company, pooled, case.by("VIII.3.7.14", "VII.3.7.13"))
        ledger.put(company, case.grid.right(ledger.cells[company]), case.by("IX.2.1", "VIII.2.1"))
    else:
        ledger.pay(BANK, company, revenue, case.by("VIII.3.7.17", "VII.3.7.16"))
        ledger.put(company, case.grid.left(ledger.cells[company]), case.by("IX.2.2", "VIII.2.2"))


def collect_mountain(case: Case) -> None:
    """What Heng Shan pays is the treasury's, whatever is done with the rest (VIII.3.7.10)."""
    course = case.course
    case.ledger.pay(BANK, course.company, course.mountain, case.by("VIII.3.7.10", "VII.3.7.9"))
    course.mountain = 0


def buy_private(case: Case, action: BuyPrivate) -> None:
    ledger = case.ledger
    case.count("private bought by a company")
    _, _, least, most = case.edition.privates[action.private]
    right = least <= action.price and (most is None or action.price <= most)
    said = f"{action.private} may not be sold for {action.price}"
    case.wrong("price of a private", right, said, "IV.3.1.5", "IV.3.1.4")
    ledger.pay(action.company, ledger.privates[action.private], action.price, case.by("IV.3.1.4", "IV.3.1.4"))
    ledger.give_private(action.private, action.company, case.by("IV.3.1.3", "IV.3.1.3"))
