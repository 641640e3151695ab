"""A company's turn: tokens and tiles and their costs, income, dividends, and leaving one step for the next."""

from __future__ import annotations

from kaiping.action import BuyPrivate, Dividend, LayTile, PlaceToken
from kaiping.referees import ways
from kaiping.referees.g1890 import runs, shares, supply, trains
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import (
    COLORS,
    COMPANIES,
    FIRST_TOKEN,
    HANKAI_LATER,
    KEIFUKU,
    KINKI_TOKENS,
    KITA_OSAKA,
    KYOTO,
    LAND,
    LATE,
    MINORS,
    NEXT_TOKEN,
    ORDER_OF_COLORS,
    REVUE,
    SAKAI,
    SEMBOKU,
    TAKARAZUKA,
)
from kaiping.referees.grid import operating_order
from kaiping.state import BANK, POOL


def begin_round(case: Case) -> None:
    """Kinki's own tokens (D), then incomes of privates, late privates and tokens (10.1.1, C.10.11.8)."""
    course = case.course
    course.begin_round()
    course.silent.clear()
    course.answered.clear()
    if case.scenario.kinki == "company":
        _place_kinki(case)
    _pay_privates(case)
    _pay_tokens(case)


def _place_kinki(case: Case) -> None:
    """Its home at once, others from their phase on, where they are connected: that is taken as it is (C.10.11)."""
    ledger = case.ledger
    if "KN" not in ledger.floated:
        return
    has = set(ledger.tokens.get("KN", ()))
    open_now = {hex_id for hex_id, phase in KINKI_TOKENS.items() if ledger.phase >= phase}
    there = set(_tokens_after(case, "KN"))
    new = {"H13"} | (there - has) & open_now
    ledger.set_tokens("KN", has | new, case.by("C.10.11.8"))


def _tokens_after(case: Case, company: str) -> list[str]:
    tokens = case.after.state.board.tokens
    return [hex_id for (hex_id, _), owners in tokens.items() if company in owners]


def _pay_privates(case: Case) -> None:
    ledger, course = case.ledger, case.course
    for private, owner in ledger.privates.items():
        if (owner not in ledger.players and owner not in COMPANIES) or private == "KP":
            continue
        income = LATE[private][1] if private in LATE else case.scenario.privates[private][1]
        if private == "HT" and ledger.phase >= "4":
            income = HANKAI_LATER
        case.count("income of a private")
        ledger.pay(BANK, owner, income, case.by("10.2.2"))
        if private == "KO" and course.bonus_due:
            ledger.pay(BANK, owner, KITA_OSAKA, case.by("C.8.2.21"))
    course.bonus_due = False


def _pay_tokens(case: Case) -> None:
    """Takarazuka pays Hankyu; owned by a player, Keifuku brings Keihan and Semboku every company 40 (C.8.2, C.8.4)."""
    ledger = case.ledger
    if not case.scenario.special:
        return
    for company in case.scenario.companies:
        hexes = ledger.tokens.get(company, ())
        due = [
            (company == "HK" and TAKARAZUKA in hexes, REVUE, "C.8.4.57"),
            (company == "KH" and KYOTO in hexes and ledger.privates["KF"] in ledger.players, KEIFUKU, "C.8.2.3"),
            (SAKAI in hexes and ledger.privates["SB"] in ledger.players, SEMBOKU, "C.8.2.23"),
        ]
        for holds, amount, clause in due:
            if holds:
                case.count("income of a token")
                ledger.pay(BANK, company, amount, case.by(clause))


def next_company(case: Case) -> str | None:
    """Minors by their numbers, then started companies by price, to the right first, the topmost first (10.3.1 to 4)."""
    ledger, done = case.ledger, case.course.done
    for minor in case.scenario.minors:
        if ledger.minors[minor] in ledger.players and minor not in done:
            return minor
    order = operating_order(case.grid, ledger.cells, ledger.stacks, ledger.floated - done)
    return order[0] if order else None


def begin_turn(case: Case, company: str) -> None:
    """In its first turn it places its home tokens, free (10.4.1)."""
    course, ledger = case.course, case.ledger
    case.count("turn of a company")
    course.begin_turn(company)
    course.answered.clear()
    course.hexes.clear()
    course.subsidy = 0
    course.first_turn = company not in MINORS and company not in ledger.operated
    if not course.first_turn:
        return
    ledger.operated.add(company)
    if company != "KN":
        homes = case.scenario.jr if company == "JR" else COMPANIES[company][0]
        ledger.set_tokens(company, (*ledger.tokens.get(company, ()), *homes), case.by("10.4.1.1"))


def leave_step(case: Case, asked: bool) -> None:
    """What holds when a step is left, whether its action was taken, declined or not possible."""
    course, company = case.course, case.course.company
    if course.step == "run" and "run" not in course.did:
        said = f"{company} could run and has not"
        case.wrong("mandatory run", not runs.can_run(case, company), said, "10.3.7")
    elif course.step == "dividend" and company not in MINORS and "dividend" not in course.did:
        said = f"nothing was done with the revenue of {company}"
        case.wrong("dividend decided", course.revenue == 0, said, "10.6.1")
        _no_dividend(case, company)
    elif course.step == "trains" and not asked:
        case.compare_not_asked(trains.options(case), "10.7.1")


def end_turn(case: Case) -> None:
    """Who has a route owns a train at the end of the turn (12.3.2)."""
    course, company = case.course, case.course.company
    if company in case.ledger.floated or case.ledger.minors.get(company) in case.ledger.players:
        said = f"{company} ends its turn without a train"
        case.wrong("duty to own a train", not supply.must_buy(case, company), said, "12.3.2")
    course.end_turn()
    course.special = False


def lay(case: Case, action: LayTile) -> None:
    """One tile in a turn, JR's two on different hexes to phase 3; colours by phase; the printed cost (10.3.1)."""
    course, ledger, company = case.course, case.ledger, action.company
    laying = case.laying(action)
    printed, tile, before, _ = laying
    if action.private is None:
        most = 2 if company == "JR" and ledger.phase <= "3" else 1
        laid = sum(1 for deed in course.did if deed.startswith("tile "))
        case.wrong("tile", laid < most, f"{company} lays {laid + 1} tiles", "10.3.1.1.1")
        case.wrong("tile", action.hex not in course.hexes, f"{company} lays two tiles on a hex", "C.8.4.16")
        course.did.add(f"tile {laid + 1}")
    else:
        owner = ledger.privates[action.private]
        case.wrong("power", owner == company, f"{company} does not own {action.private}", "C.8.1.4")
        case.wrong("power", action.hex == "D7" and before is None, f"a tile of Arima on {action.hex}", "C.8.1.4")
    course.hexes.add(action.hex)
    case.compare_color(company, laying, ORDER_OF_COLORS, "10.3.1.1.4")
    case.compare_open_color(tile.color, ledger.phase, ORDER_OF_COLORS[: COLORS[ledger.phase]], "5.10")
    said = f"{action.hex} is closed by {_closed_by(case, action.hex)}"
    case.wrong("closed hex", _closed_by(case, action.hex) == "" or _free_lay(case, action), said, "11.1.1.2")
    cost = case.definition.tiles[before[0]].cost if before else printed.cost
    ledger.pay(company, BANK, 0 if _free_lay(case, action) else cost, case.by("10.3.1.5.1"))
    if company == "HK" and case.scenario.special and tile.color == "yellow":
        ledger.pay(BANK, company, LAND, case.by("C.8.4.58"))
    ledger.tiles[action.hex] = (action.tile, action.rotation)
    case.compare_tiles(action.tile, "10.3.1.4.3")


def _free_lay(case: Case, action: LayTile) -> bool:
    """The Subway's tile in Osaka in its first turn costs nothing (C.8.1.20, C.8.4.21)."""
    return action.company == "OS" and case.course.first_turn and action.hex in ("G12", "H11", "H13")


def _closed_by(case: Case, hex_id: str) -> str:
    """A private that no company owns and that has not closed closes its hexes; Hankai to phase 4 (10.3.1.2.3, 4)."""
    ledger = case.ledger
    for private, (_, _, hexes) in case.scenario.privates.items():
        open_still = ledger.privates[private] == BANK or ledger.privates[private] in ledger.players
        if hex_id in hexes and open_still and not (private == "HT" and ledger.phase >= "4"):
            return private
    return ""


def place(case: Case, action: PlaceToken) -> None:
    """One token in a turn; the first costs 40, others 100; one of a company on a tile (10.4.2, 10.4.3)."""
    course, ledger, company = case.course, case.ledger, action.company
    has = ledger.tokens.get(company, ())
    case.wrong("token", company not in MINORS, f"{company} is a minor", "10.3.6")
    case.wrong("token", "token" not in course.did, f"{company} places a second token", "10.4.2.1")
    course.did.add("token")
    case.wrong("token", len(has) < COMPANIES[company][1], f"{company} has no token left", "10.4.2.4")
    case.wrong("token", action.hex not in has, f"{company} has a station on {action.hex}", "10.4.3.4")
    board, stop = case.before.state.board, (action.hex, action.stop)
    case.wrong("token", stop in runs.reached(case, company, board), f"{company} does not reach {stop}", "10.4.3.2")
    room = ways.stops_on(case.definition, board, action.hex)[action.stop].slots - len(board.tokens.get(stop, ()))
    case.wrong("token", room > 0, f"{stop} is full", "10.4.3.1")
    paid = course.paid.get(company, 0)
    if company == "KN" and company not in ledger.rights:  # four of its six come by themselves
        case.wrong("token", paid < 2, "KN has no token left", "C.10.11.3")
    course.paid[company] = paid + 1
    ledger.pay(company, BANK, NEXT_TOKEN if paid else FIRST_TOKEN, case.by("10.4.2.2"))
    ledger.set_tokens(company, (*has, action.hex), case.by("10.4.2.1"))


def pay_out(case: Case, action: Dividend) -> None:
    """Players by their shares, the treasury for the open market, nobody for the initial offer (10.6.2); JR's half."""
    course, ledger, company = case.course, case.ledger, action.company
    case.count("dividend")
    course.did.add("dividend")
    revenue = course.revenue
    ledger.pay(BANK, company, course.subsidy, case.by("C.8.4.54"))
    if action.kind == "withhold" or revenue == 0:
        ledger.pay(BANK, company, revenue, case.by("10.6.3.1"))
        _no_dividend(case, company)
        return
    kept = (revenue + 19) // 20 * 10 if company == "JR" else 0
    share = (revenue - kept) // 10
    ledger.pay(BANK, company, kept, case.by("A.8.4.14"))
    for player in ledger.players:
        ledger.pay(BANK, player, ledger.held(player, company) // 10 * share, case.by("10.6.2.2"))
    ledger.pay(BANK, company, ledger.held(POOL, company) // 10 * share, case.by("10.6.2.3"))
    shares.move(case, company, case.grid.right(ledger.cells[company]), "10.6.4.2")


def pay_half(case: Case, minor: str) -> None:
    """A minor pays half to its president, half is its own (10.6.1)."""
    case.count("half dividend")
    half = case.course.revenue // 2
    case.ledger.pay(BANK, case.ledger.minors[minor], half, case.by("10.6.1.2"))
    case.ledger.pay(BANK, minor, case.course.revenue - half, case.by("10.6.1.2"))
    case.course.did.add("dividend")


def _no_dividend(case: Case, company: str) -> None:
    """The price falls, but not in Kinki's turn out of order (10.6.4.3, C.8.4.43)."""
    case.course.did.add("dividend")
    if not case.course.special:
        shares.move(case, company, case.grid.left(case.ledger.cells[company]), "10.6.4.3")


def buy_private(case: Case, action: BuyPrivate) -> None:
    """From phase 2 to 3, for half to twice its face value, paid to its owner (10.9)."""
    ledger = case.ledger
    case.count("private bought by a company")
    face = case.scenario.privates[action.private][0]
    right = face / 2 <= action.price <= 2 * face and "2" <= ledger.phase <= "3"
    case.wrong("price of a private", right, f"{action.private} is sold for {action.price}", "10.9.3")
    ledger.pay(action.company, ledger.privates[action.private], action.price, case.by("10.9.5"))
    ledger.give_private(action.private, action.company, case.by("10.9.1"))
