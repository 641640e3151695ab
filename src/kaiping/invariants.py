"""What must hold in every position, whatever has been played: for tests and simulations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from kaiping.board.board import Board, StopId
from kaiping.board.hex import opposite
from kaiping.board.tile import COLORS, Shape, StopKind
from kaiping.board.track import moved_stops, same_stops
from kaiping.definition import (
    AttachedShare,
    Definition,
    ExchangeForShare,
    FreeTrain,
    PaymentOnSellOut,
    SpecialTiles,
    StartsCompany,
)
from kaiping.flow.auction import Auction
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.operating.station import covered_tokens
from kaiping.flow.play import Play
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import Discards
from kaiping.state import BANK, CLOSED, IPO, POOL, Frame, State

#: per cent of an ordinary share, and of the president's certificate
SHARE, PRESIDENT = 10, 20
_Kind = TypeVar("_Kind", bound=Frame)
#: the rounds in which privates are sold
_AUCTIONS = (Auction, SingleAuction)
#: powers that are used up with their private
_GIVEN_UP = (ExchangeForShare, PaymentOnSellOut, StartsCompany, FreeTrain)


def violations(table: Play) -> list[str]:
    """One sentence for each thing that cannot be; an empty list for a sound position.

    >>> from kaiping import new_game
    >>> game = new_game("1888", players=["Ann", "Bo", "Cy"])
    >>> violations(game.table())
    []
    """
    definition, state = table.definition, table.state
    found: list[str] = []
    found += _money(definition, state)
    found += _shares(definition, state)
    found += _market(definition, state)
    found += _trains(definition, state)
    found += _phase(definition, state)
    found += _privates(definition, state)
    found += _tiles(definition, state)
    found += _stations(table)
    found += _course(definition, state)
    found += _founding(definition, state)
    found += table.title.violations(table) if table.title.violations is not None else ()
    return found


def _frame(state: State, *kinds: type[_Kind]) -> _Kind | None:
    """The frame of that kind on the stack, if there is one."""
    return next((frame for frame in state.stack if isinstance(frame, kinds)), None)


def _open(state: State, question: str) -> Frame | None:
    """The frame in which something is still to be settled that holds in every other position."""
    return next((frame for frame in state.stack if frame.settles == question), None)


def _money(definition: Definition, state: State) -> Iterator[str]:
    """Every coin is with the bank, a player or a company; only the bank may owe, and that ends the game."""
    total, put_in = state.bank + sum(state.cash.values()), definition.bank or 0
    if total != put_in:
        yield f"there is {total} of money, not {put_in}"
    funded = state.own.funded if state.own is not None else frozenset()
    owners = set(state.players) | definition.companies.keys() | state.minors.keys()
    if state.cash.keys() != owners:
        yield f"cash is kept for {sorted(state.cash)}, not for {sorted(owners)}"
    for owner, cash in state.cash.items():
        if cash < 0:
            yield f"{owner} has {cash} in cash"
        has_money = state.floated | funded | state.paid_by_share | _had_train(definition, state)
        if cash and owner in definition.companies and owner not in has_money:
            yield f"{owner} has not floated and has {cash} in cash"
    least = 1 if definition.ending.bank_out_at_zero else 0
    if definition.bank is not None and state.bank < least and state.ending is None and state.finished is None:
        yield f"the bank has {state.bank} and the game is not about to end"
    bid: dict[str, int] = {}
    for frame in state.stack:
        for private, player, amount in getattr(frame, "bids", ()):
            bid[player] = bid.get(player, 0) + amount
            if state.privates.get(private, state.minors.get(private)) != BANK:
                yield f"a bid of {player} stands on {private}, which is not for sale"
    for player, amount in bid.items():
        if amount > state.cash.get(player, 0) and player != state.bankrupt:
            yield f"{player} has bid {amount} and has {state.cash.get(player, 0)} in cash"


def _shares(definition: Definition, state: State) -> Iterator[str]:
    """A company's shares add to 100 %, within the limits, and its president holds most of them."""
    rules = definition.shares
    # where the limit hangs on the zone, a price that moves may take a player over it until their next stock turn
    holding_limit = 100 if rules.unlimited_zones else rules.holding_limit
    totals = dict.fromkeys(definition.companies, 0)
    largest = dict.fromkeys(definition.companies, 0)
    for (owner, company), percent in state.holdings.items():
        if company not in totals:
            yield f"{owner} holds {percent} % of {company}, which is no company"
            continue
        if percent <= 0 or percent % SHARE:
            yield f"{owner} holds {percent} % of {company}, which is no number of shares"
        totals[company] += percent
        if owner == POOL:
            if rules.pool_limit is None or percent > rules.pool_limit:
                yield f"the pool holds {percent} % of {company}, the limit is {rules.pool_limit} %"
        elif owner in state.players:
            largest[company] = max(largest[company], percent)
            if percent > holding_limit:
                yield f"{owner} holds {percent} % of {company}, the limit is {holding_limit} %"
        elif owner != IPO and owner not in state.minors:
            yield f"{owner} cannot hold shares, and holds {percent} % of {company}"
    for company, total in totals.items():
        if company in state.closed_companies:
            if total:
                yield f"{company} has closed and there are {total} % of it"
            continue
        # what never merged leaves the game with its share
        if total != 100 and not (state.finished is not None and definition.minors):
            yield f"the shares of {company} add to {total} %"
        sold = 100 - state.held(IPO, company)
        started = company in state.par
        entry = definition.companies[company]
        if started != (sold > 0) and not entry.formed_by_minors and sold != _attached(definition, state, company):
            yield f"{company} has {'' if started else 'not '}been started, and {sold} % of it is sold"
        floats = rules.float_percent and not entry.formed_by_minors and company not in state.paid_by_share
        if floats and (company in state.floated) != (sold >= rules.float_percent):
            yield f"{company} has {'' if company in state.floated else 'not '}floated with {sold} % sold"
        if started and state.par[company] not in definition.market.par_cells:
            yield f"{company} was started at {state.par[company]}"
        president = state.presidents.get(company)
        if (president is not None) != started and (president is not None or not entry.formed_by_minors):
            yield f"{company} has {'' if started else 'not '}been started, and its president is {president}"
        if president is not None:
            held = state.held(president, company)
            if held < state.certificates.get(company, PRESIDENT):
                yield f"{president} is president of {company} with {held} %"
            if held < largest[company] and _open(state, "president") is None:
                yield f"{president} is president of {company} with {held} %, another holds {largest[company]} %"


def _attached(definition: Definition, state: State, company: str) -> int:
    """Per cent of a company that came with privates which have been sold."""
    return sum(
        private.power.percent
        for name, private in definition.privates.items()
        if isinstance(private.power, AttachedShare) and private.power.company == company
        if state.privates[name] != BANK
    )


def _market(definition: Definition, state: State) -> Iterator[str]:
    """Each started company has one marker, on a cell of the board."""
    if state.cells.keys() != state.par.keys():
        yield f"markers of {sorted(state.cells)}, started {sorted(state.par)}"
    for company, cell in state.cells.items():
        if cell not in definition.market.cells:
            yield f"the marker of {company} is off the market, at {cell}"
        elif definition.market.cells[cell].closed:
            yield f"{company} is open with its marker on {cell}, where companies close"
        if company not in state.market.get(cell, ()):
            yield f"the marker of {company} is not on its cell {cell}"
    markers = [company for stack in state.market.values() for company in stack]
    if len(markers) != len(state.cells):
        yield f"{len(markers)} markers of {len(state.cells)} companies are on the market"
    for cell, stack in state.market.items():
        if not stack:
            yield f"the market has a stack without markers at {cell}"


def _had_train(definition: Definition, state: State) -> set[str]:
    """Companies that may have had a train for a private before they float."""
    powers = (private.power for private in definition.privates.values())
    given = any(isinstance(power, FreeTrain) and power.for_unfloated for power in powers)
    return set(state.presidents) if given else set()


def _trains(definition: Definition, state: State) -> Iterator[str]:
    """Every train is in the depot, with a company, in the pool or out of the game; limits hold."""
    owned: dict[str, int] = {}
    for owner, trains in state.trains.items():
        companies = state.floated | _had_train(definition, state)
        if owner != POOL and owner not in companies and state.minors.get(owner) not in state.players:
            yield f"{owner} cannot own trains, and owns {', '.join(trains)}"
        if not trains:
            yield f"{owner} is kept as an owner of no trains"
        for train in trains:
            owned[train] = owned.get(train, 0) + 1
    for frame in state.stack:
        aside = getattr(frame, "train", None)
        if aside is not None:
            owned[aside] = owned.get(aside, 0) + 1
    for train in (owned.keys() | state.depot.keys() | state.scrapped.keys()) - definition.trains.keys():
        yield f"there is no train {train}"
    order, phase = definition.phase_order, state.phase
    for name, kind in definition.trains.items():
        depot = state.depot.get(name, 0)
        there = depot + owned.get(name, 0) + state.scrapped.get(name, 0)
        if kind.count is not None and there != kind.count:
            yield f"there are {there} trains {name}, not {kind.count}"
        if depot < 0 or (name in state.depot and not depot):
            yield f"the depot holds {depot} trains {name}"
        rusted = kind.rusted_by is not None and order[phase] >= order[definition.phase_of_train[kind.rusted_by]]
        if rusted and (depot or owned.get(name)):
            yield f"trains {name} have rusted and there are {depot + owned.get(name, 0)} left"
    discards = _frame(state, Discards)
    excused = () if discards is None else discards.companies
    for company, trains in state.trains.items():
        limit = definition.train_limit(phase, company)
        if company != POOL and len(trains) > limit and company not in excused:
            yield f"{company} owns {len(trains)} trains, the limit is {limit}"


def _phase(definition: Definition, state: State) -> Iterator[str]:
    """The phase is that of the latest kind of train sold or exported, and kinds leave the depot in order."""
    present = {train for trains in state.trains.values() for train in trains}
    left, expected = list[str](), next(iter(definition.phases))
    for name, kind in definition.trains.items():
        if kind.count is None:
            begun = name in present or name in state.scrapped
        else:
            begun = state.depot.get(name, 0) < kind.count
        if begun:
            expected = definition.phase_of_train.get(name, expected)
            if left and kind.on_sale_with is None:
                yield f"trains {name} have left the depot before {', '.join(left)}"
        if state.depot.get(name):
            left.append(name)
    if state.phase != expected:
        yield f"it is phase {state.phase}, the trains say {expected}"


def _privates(definition: Definition, state: State) -> Iterator[str]:
    """Each private has one owner, of a kind that may own it now."""
    if state.privates.keys() != definition.privates.keys():
        yield f"the privates are {', '.join(state.privates)}"
    rules, order = definition.private_rules, definition.phase_order
    now, never = order[state.phase], len(order)
    closing = never if rules.closed_by is None else order[rules.closed_by]
    selling = never if rules.sold_from is None else order[rules.sold_from]
    for private, owner in state.privates.items():
        entry = definition.privates.get(private)
        if owner == BANK:
            late = entry is not None and entry.late
            if state.turn > 0 and not late and _frame(state, *_AUCTIONS) is None:
                yield f"{private} is unsold after the auction"
        elif owner == CLOSED:
            given_up = entry is not None and (isinstance(entry.power, _GIVEN_UP) or entry.closed_by_train_of)
            # a company takes its privates with it when it closes
            if now < closing and not given_up and not state.closed_companies:
                yield f"{private} has closed in phase {state.phase}"
        elif owner in definition.companies:
            if owner not in state.floated or now < selling:
                yield f"{owner} owns {private} in phase {state.phase}"
        elif owner not in state.players:
            yield f"{private} belongs to {owner}"
        if owner != CLOSED and now >= closing and not (entry is not None and entry.stays):
            yield f"{private} belongs to {owner} in phase {state.phase}, when privates have closed"
    for private in state.powers_used - definition.privates.keys():
        yield f"the power of {private} is used, which is no private"


def _tiles(definition: Definition, state: State) -> Iterator[str]:
    """No more tiles than there are, none that has left the game, none before its phase."""
    board, colors = state.board, definition.phases[state.phase].colors
    laid: dict[str, int] = {}
    for hex_id, (name, _) in board.tiles.items():
        laid[name] = laid.get(name, 0) + 1
        tile = definition.tiles.get(name)
        if tile is not None and tile.color in COLORS and tile.color not in colors:
            yield f"{tile.color} tile {name} lies on {hex_id} in phase {state.phase}"
    for name, count in laid.items():
        if count > definition.tile_counts.get(name, 0):
            yield f"{count} tiles {name} are laid, there are {definition.tile_counts.get(name, 0)}"
    for name in state.lost_tiles:
        if name in laid:
            yield f"tile {name} has left the game and is laid"
        if name not in definition.tiles_of_powers:
            yield f"tile {name} has left the game without being a private's"
    key = ("map faults", _frame(state, MoreTiles) is None)
    faults: list[str] | None = board.memo.get(key)
    if faults is None:
        faults = board.memo[key] = list(_map(definition, board, whole=key[1] is True))
    yield from faults


def _map(definition: Definition, board: Board, *, whole: bool) -> Iterator[str]:
    """Each tile fits what is printed under it, and its track leads where it may; worked out once for a board."""
    special = {
        (hex_id, tile)
        for private in definition.privates.values()
        if isinstance(private.power, SpecialTiles)
        for hex_id, tile in private.power.lays
    }
    for hex_id, (name, rotation) in board.tiles.items():
        printed, tile = definition.map.hexes.get(hex_id), definition.tiles.get(name)
        if printed is None or tile is None or not 0 <= rotation <= 5:
            yield f"tile {name} lies on {hex_id} turned by {rotation}"
            continue
        shape = tile.shapes[rotation]
        if name in definition.tiles_of_powers:
            if (hex_id, name) not in special:
                yield f"tile {name} lies on {hex_id}, which is not its place"
            if not printed.shape.exits <= shape.exits:
                yield f"tile {name} on {hex_id} does not keep the track printed there"
        else:
            if not printed.buildable:
                yield f"tile {name} lies on {hex_id}, which takes no tiles"
            if tile.color not in COLORS or (tile.color == COLORS[0] and printed.color != "white"):
                yield f"{tile.color} tile {name} lies on {hex_id}, which is printed {printed.color}"
            begins = definition.track.label_from.get(printed.label or "", COLORS[0])
            wanted = printed.label if COLORS.index(tile.color) >= COLORS.index(begins) else None
            if tile.label not in (wanted, definition.track.label_of_stops or wanted):
                yield f"tile {name} with label {tile.label} lies on {hex_id} with label {printed.label}"
            if not shape.exits.issuperset(printed.required_exits):
                yield f"tile {name} on {hex_id} does not meet the stub printed there"
            if not same_stops(printed.shape, shape) and not _grown_boomtown(printed.shape, shape):
                yield f"tile {name} on {hex_id} has other stops than are printed there"
            if moved_stops(printed.shape, shape) is None:
                yield f"tile {name} on {hex_id} does not keep the track printed there"
        for edge in shape.exits - definition.map.open_edges[hex_id]:
            if whole and not _is_met(definition, board, hex_id, edge):
                yield f"track of tile {name} on {hex_id} leads nowhere at edge {edge}"


def _grown_boomtown(printed: Shape, shape: Shape) -> bool:
    """Two boomtowns have become cities, and these one city."""
    before, after = {stop.kind for stop in printed.stops}, {stop.kind for stop in shape.stops}
    return before == {StopKind.BOOMTOWN} and after == {StopKind.CITY} and len(shape.stops) == 1


def _is_met(definition: Definition, board: Board, hex_id: str, edge: int) -> bool:
    """Does track of the neighbour meet an edge to which new track may not point (as the ferry's halves do)?"""
    across = definition.map.neighbours[hex_id][edge]
    if across is None or edge in definition.map.hexes[hex_id].barriers:
        return False
    shape = _shape(definition, board, across)
    return shape is not None and opposite(edge) in shape.exits


def _shape(definition: Definition, board: Board, hex_id: str) -> Shape | None:
    """What lies on a hex; nothing where the board names what there is not."""
    laid = board.tiles.get(hex_id)
    if laid is None:
        printed = definition.map.hexes.get(hex_id)
        return printed.shape if printed else None
    tile = definition.tiles.get(laid[0])
    return tile.shapes[laid[1]] if tile and 0 <= laid[1] <= 5 else None


def _slots(definition: Definition, board: Board, stop: StopId) -> int:
    shape = _shape(definition, board, stop[0])
    if shape is None or not 0 <= stop[1] < len(shape.stops):
        return 0
    place = shape.stops[stop[1]]
    return place.slots if place.kind in (StopKind.CITY, StopKind.OFFBOARD, StopKind.BOOMTOWN) else 0


def _stations(table: Play) -> Iterator[str]:
    """No city holds more tokens and kept homes than slots; no company has too many tokens, or two on a hex."""
    definition, state, floats_home = table.definition, table.state, table.title.homes_when_floated
    board = state.board
    hexes: dict[str, list[str]] = {company: [] for company in definition.companies}
    for (hex_id, _), companies in board.tokens.items():
        for company in companies:
            hexes.setdefault(company, []).append(hex_id)
    for hex_id, companies in state.waiting_tokens.items():
        for company in companies:
            hexes.setdefault(company, []).append(hex_id)
    kept = [company for companies in board.reserved.values() for company in companies]
    for stop in board.tokens.keys() | board.reserved.keys():
        # the token of a private waits beside a city that is full
        tokens = sum(1 for owner in board.tokens.get(stop, ()) if owner not in definition.privates)
        homes, slots = len(board.reserved.get(stop, ())), _slots(definition, board, stop)
        if tokens + homes > slots:
            yield f"{stop[0]}.{stop[1]} has {slots} slots, {tokens} tokens and {homes} homes kept free"
    choosing = _open(state, "home")
    for company, places in hexes.items():
        if company in state.minors:
            if sorted(places) != sorted(hex_id for hex_id, _ in definition.minors[company].home_stops):
                yield f"the tokens of {company} are on {places}"
            continue
        if company in definition.privates:
            if state.privates[company] not in state.players:
                yield f"{company} has a token and no owner"
            continue
        if company not in definition.companies:
            yield f"{company} has a token and is no company"
            continue
        if company in state.closed_companies:
            if places or kept.count(company):
                yield f"{company} has closed and has tokens on {places}"
            continue
        if choosing is not None and getattr(choosing, "company", None) == company:
            continue
        if len(places) > definition.companies[company].stations:
            yield f"{company} has {len(places)} tokens, it owns {definition.companies[company].stations}"
        if len(set(places)) < len(places) and not (definition.minor_rules and definition.minor_rules.second_token):
            yield f"{company} has two tokens on one hex"
        # homes are placed in the first turn, or as soon as the company floats
        formed = definition.companies[company].formed_by_minors
        operated = company in (state.floated if floats_home or formed else state.operated)
        if definition.companies[company].home_phases and company in state.floated and places:
            operated = True  # its first home comes with the round, before its first turn
        if floats_home and _frame(state, StockRound) is not None:
            continue
        homes = 0 if formed else len(definition.companies[company].homes)
        returned = operated and state.returned.get(company, 0) > 0  # even its home may have gone back to it
        if (operated != bool(places) and not returned) or not _homes_kept(
            table, company, kept.count(company), operated, homes
        ):
            yield (
                f"{company} has {'' if operated else 'not '}operated, has {len(places)} tokens "
                f"and {kept.count(company)} homes kept free"
            )
        if operated and not returned and definition.companies[company].home_stop[0] not in places:
            yield f"{company} has no token on its home"


def _homes_kept(table: Play, company: str, kept: int, operated: bool, homes: int) -> bool:
    """All homes before the first turn, none afterwards but those that come later; and places of covered tokens."""
    if not operated:
        return kept == homes
    covered = len(covered_tokens(table, company))
    return kept <= len(table.definition.companies[company].home_phases) + covered


def _course(definition: Definition, state: State) -> Iterator[str]:
    """The rounds: something is going on until the game has ended, and it has ended for a reason."""
    if not state.stack:
        yield "nothing is going on"
    if state.priority not in state.players:
        yield f"{state.priority} has the priority and is no player"
    if not state.operated <= state.floated <= definition.companies.keys():
        yield f"{sorted(state.operated)} have operated, {sorted(state.floated)} have floated"
    if state.finished is not None and state.finished != state.ending and state.bankrupt is None:
        yield f"the game has ended ({state.finished}) for no reason"
    if state.bankrupt is not None and state.finished is None:
        yield f"{state.bankrupt} is bankrupt and the game goes on"
    for company, revenue in state.revenue.items():
        if revenue < 0 or company not in state.operated | definition.minors.keys():
            yield f"{company} has run for {revenue}"


def _founding(definition: Definition, state: State) -> Iterator[str]:
    """Places in the operating order, debts and minors, where a title has them."""
    places = list(state.rows.values())
    if len(set(places)) < len(places):
        yield f"two companies have one place in the operating order: {sorted(places)}"
    for player, debt in state.debt.items():
        if player not in state.players or debt <= 0:
            yield f"{player} owes {debt}"
    owners = [owner for owner in state.minors.values() if owner not in (BANK, CLOSED)]
    one_each = not any(minor.price for minor in definition.minors.values())
    if (one_each and len(set(owners)) < len(owners)) or not set(owners) <= set(state.players):
        yield f"the minors belong to {sorted(owners)}"
    if state.numbers:
        for (owner, company), numbers in state.numbers.items():
            held = state.held(owner, company)
            if state.presidents.get(company) == owner:
                held -= state.certificates.get(company, PRESIDENT)
            elif owner == IPO and company not in state.par:
                held -= PRESIDENT
            if len(numbers) * SHARE != held and owner not in definition.minors:
                yield f"{owner} holds shares {numbers} of {company}, that is not {held} %"
