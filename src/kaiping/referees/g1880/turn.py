"""A company's turn: tiles and stations and what they cost, income, dividends, and leaving one step for the next."""

from __future__ import annotations

from operator import le

from kaiping.action import Dividend, LayTile, PlaceToken
from kaiping.referees import ways
from kaiping.referees.g1880 import runs, trains
from kaiping.referees.g1880.case import INVESTOR_STEPS, STEPS, Case
from kaiping.referees.g1880.tables import (
    COLORS,
    COMPANIES,
    INVESTORS,
    ORDER_OF_COLORS,
    STATION_COSTS,
    STATIONS,
)
from kaiping.state import BANK


def begin_turn(case: Case, operator: str) -> None:
    """The bonus goes by the space of the marker at the beginning of the turn (X.9.1)."""
    course, ledger = case.course, case.ledger
    case.count("turn of an investor" if operator in INVESTORS else "turn of a company")
    course.company, course.step = operator, STEPS[0]
    course.did.clear()
    course.asked = False
    course.revenue = course.bonus = 0
    if operator in COMPANIES:
        ledger.operated.add(operator)
        ledger.note("operated", "", case.by("IX.2.4", "IX.2.4"))
        row, column = ledger.cells[operator]
        cell = case.definition.market.rows[row][column]
        course.bonus = 10 * cell.bonus if cell is not None else 0


def is_idle(case: Case) -> bool:
    """Investors do nothing from phase B3 on (VII.2.10, 11)."""
    return case.course.company in INVESTORS and case.reached("B3")


def next_step(case: Case) -> str | None:
    steps = INVESTOR_STEPS if case.course.company in INVESTORS else STEPS
    place = steps.index(case.course.step) + 1
    return steps[place] if place < len(steps) else None


def leave_step(case: Case, *, passed_over: bool) -> None:
    """What holds when a step is left, whether its action was taken, declined or not possible."""
    course, ledger, company = case.course, case.ledger, case.course.company
    board = case.after.state.board
    if is_idle(case):
        return
    if passed_over and trains.may_exchange(case, company):
        could_run = not ledger.owned(company) and runs.has_track(case, company, board)
        missed = course.step == "trains" or (course.step == "run" and could_run and not course.asked)
        said = f"{company} was not asked at its {course.step} step though P7 could be used"
        case.wrong("P7 at any time", not missed, said, "VI.2.17", "VI.2.13")
    if course.step == "run":
        if "run" not in course.did:
            said = f"{company} could run and has not"
            case.wrong("mandatory run", not runs.can_run(case, company, board), said, "X.1.2", "X.1.2")
            course.revenue = course.bonus
        if company in COMPANIES and not ledger.owned(company):
            course.revenue = 0
        if company in INVESTORS:
            ledger.pay(BANK, company, course.revenue, case.by("VII.1.10", "VII.10"))
    elif course.step == "dividend" and "dividend" not in course.did:
        said = f"nothing was done with the income of {company}"
        case.wrong("mandatory dividend", course.revenue == 0, said, "X.8.8", "X.8.8")
        _move(case, paid=False)
    elif course.step == "trains":
        if passed_over:
            case.compare_not_asked(trains.options(case), "X.6.14", "X.6.12")
        said = f"{company} goes on without a train"
        case.wrong("duty to own a train", trains.has_train(case, company), said, "X.6.1", "X.6.29")


def lay(case: Case, action: LayTile) -> None:
    """One yellow tile, from phase B two, or one of the next colour; its ground is paid for (X.2, X.3, VII.1.7)."""
    course, ledger, company = case.course, case.ledger, action.company
    laying = case.laying(action)
    printed, tile, before, _ = laying
    letter = ledger.phase[0]
    if company in COMPANIES:
        said = f"{company} has no permit for phase {letter}"
        case.wrong("permit", letter in ledger.permits[company], said, "X.2.4", "X.2.4")
    laid = sum(1 for what in course.did if what in ("yellow", "upgrade"))
    two = company in COMPANIES and (letter != "A" or company == "BCR")
    allowed = laid == 0 or (two and laid == 1 and "upgrade" not in course.did and tile.color == "yellow")
    case.wrong("number of tiles", allowed, f"{company} lays one more tile on {action.hex}", "X.2.7", "X.2.6")
    course.asked = False
    course.did.append("yellow" if tile.color == "yellow" else "upgrade")
    case.compare_color(company, laying, ORDER_OF_COLORS, "X.3.3", "X.3.3")
    case.compare_open_color(tile.color, letter, COLORS.get(letter, ORDER_OF_COLORS), "X.3.6", "X.3.6")
    if before is None and printed.color == "white":
        cost = printed.cost
        if ledger.privates["P4"] == case.leader(company):
            cost -= printed.river
        ledger.pay(company, BANK, cost, case.by("X.2.30", "X.2.28"))
        home = COMPANIES.get(company) or INVESTORS[company]
        bare = case.definition.map.hexes[home].color == "white" and home not in ledger.tiles
        said = f"{company} lays on {action.hex} before its home {home}"
        case.wrong("home tile", not bare or action.hex == home, said, "X.2.12", "X.2.11")
    ledger.tiles[action.hex] = (action.tile, action.rotation)
    case.compare_tiles(action.tile, "X.3.17", "X.3.17")


def place(case: Case, action: PlaceToken) -> None:
    """One in a turn; the first costs 40, the second 100, twice as much in phase D (X.4.8 to 11)."""
    course, ledger, company = case.course, case.ledger, action.company
    has = ledger.tokens[company]
    case.wrong("station", "token" not in course.did, f"{company} places a second station", "X.4.11", "X.4.12")
    course.did.append("token")
    case.wrong("station", len(has) < STATIONS, f"{company} has no station left", "X.4.3", "X.4.4")
    case.wrong("station", action.hex not in has, f"{company} has a station on {action.hex}", "X.4.4", "X.4.5")
    waiting = [name for name, home in COMPANIES.items() if home == action.hex and name in ("QSR", "SCR")]
    said = f"{company} places a station on {action.hex} before {waiting} has its home"
    case.wrong("station", all(name in ledger.tokens for name in waiting), said, "X.4.18", "X.4.19")
    printed = case.definition.map.hexes[action.hex]
    said = f"{company} places a station on {action.hex}, which belongs to an investor"
    case.wrong("station", printed.color != "red", said, "X.4.1", "X.4.1")
    board = case.after.state.board
    slots = [stop.slots for stop in ways.stops_on(case.definition, board, action.hex)]
    taken = [len(board.tokens.get((action.hex, number), ())) for number in range(len(slots))]
    said = f"{company} places a station on {action.hex} where there is no place"
    case.wrong("station", all(map(le, taken, slots)), said, "X.4.15", "X.4.16")
    homes = sum(1 for name, home in COMPANIES.items() if home == action.hex and name not in ledger.tokens)
    said = f"{company} leaves no place on {action.hex} for a home"
    case.wrong("place for homes", sum(slots) - sum(taken) >= homes, said, "X.4.15", "X.4.16")
    cost = STATION_COSTS[len(has) - 1] * (2 if case.reached("D1") else 1)
    ledger.pay(company, BANK, cost, case.by("X.4.10" if case.reached("D1") else "X.4.8", "X.4.9"))
    ledger.set_tokens(company, (*has, action.hex), case.by("X.4.11", "X.4.12"))


def pay_out(case: Case, action: Dividend) -> None:
    """Players by their shares, nothing for the bank and investors; or all to the treasury (X.8.8 to 10)."""
    course, ledger, company = case.course, case.ledger, action.company
    case.count("dividend")
    course.did.append("dividend")
    if action.kind == "pay":
        for player in ledger.players:
            amount = ledger.held(player, company) * course.revenue // 100
            ledger.pay(BANK, player, amount, case.by("X.8.9", "X.8.9"))
    else:
        ledger.pay(BANK, company, course.revenue, case.by("X.8.8", "X.8.8"))
    _move(case, paid=action.kind == "pay" and course.revenue > 0)


def _move(case: Case, *, paid: bool) -> None:
    """To the right for a dividend, otherwise to the left; not at all under the communists (XIII.1.2, XIII.2)."""
    company, ledger = case.course.company, case.ledger
    here = ledger.cells[company]
    case.count("price")
    if case.frozen:
        ledger.put(company, here, case.by("XIV.2.5", "XIV.2.5"))
    elif paid:
        ledger.put(company, case.grid.right(here), case.by("XIII.2.1", "XIII.2.1"))
    else:
        ledger.put(company, case.grid.left(here), case.by("XIII.2.4", "XIII.2.4"))
