"""Each invariant holds in a sound position and fails on a position that is wrong in just that."""

from collections.abc import Callable

import pytest

from kaiping import Game
from kaiping.board.board import Board
from kaiping.flow.auction import Auction
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import Discards
from kaiping.invariants import violations
from kaiping.state import BANK, CLOSED, IPO, POOL, State

GAME = Game("1888", players=["Ann", "Bo", "Cy"])
DEFINITION = GAME.definition


def position() -> State:
    """A second stock round: JHR and SSL have operated, CDL has been started, the first 3-train is sold."""
    state = GAME.state.copy()
    state.turn, state.round, state.set_rounds = 2, 1, 1
    state.phase = "3"
    state.stack = (StockRound("Ann"),)
    state.privates = {"KT": "Ann", "TA": "JHR", "HS": "Bo", "CW": "Cy", "YRF": "Ann", "FC": "Bo"}
    state.par = {"JHR": 90, "SSL": 70, "CDL": 75}
    state.cells = {company: DEFINITION.market.par_cells[par] for company, par in state.par.items()}
    state.market = {cell: (company,) for company, cell in state.cells.items()}
    for company, shares in {
        "JHR": {"Ann": 50, "Bo": 10, IPO: 40},
        "SSL": {"Bo": 60, "Cy": 20, POOL: 20},
        "CDL": {"Cy": 20, IPO: 80},
    }.items():
        del state.holdings[IPO, company]
        state.holdings |= {(owner, company): percent for owner, percent in shares.items()}
    state.presidents = {"JHR": "Ann", "SSL": "Bo", "CDL": "Cy"}
    state.floated = state.operated = frozenset({"JHR", "SSL"})
    state.revenue = {"JHR": 50}
    state.cash |= {"Ann": 210, "Bo": 0, "Cy": 35, "JHR": 500, "SSL": 480}
    state.bank = (DEFINITION.bank or 0) - sum(state.cash.values())
    state.trains = {"JHR": ("2", "3"), "SSL": ("2", "2")}
    state.depot = {"3": 5, "4": 5, "5": 3, "6": 2}
    state.scrapped = {"2": 4}
    state.first_train_bought = True
    board = state.board.with_token("JHR", ("C9", 1)).with_token("SSL", ("B18", 0))
    state.board = board.with_tile("D10", "6", 2, {0: 0})
    return state


def corrupt(change: Callable[[State], object]) -> list[str]:
    state = position()
    change(state)
    return violations(GAME.table(state))


def test_a_sound_position_has_no_violations() -> None:
    assert violations(GAME.table()) == []
    assert violations(GAME.table(position())) == []


# changes of a position; each gives it back, so that several may be made in one expression


def put(state: State, **fields: object) -> State:
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def pay(state: State, owner: str, amount: int) -> State:
    state.cash[owner] += amount
    return put(state, bank=state.bank - amount)


def hold(state: State, company: str, **shares: int) -> State:
    kept = {key: held for key, held in state.holdings.items() if key[1] != company}
    return put(state, holdings=kept | {(owner, company): percent for owner, percent in shares.items()})


def lay(state: State, hex_id: str, tile: str, rotation: int) -> State:
    tiles = {**state.board.tiles, hex_id: (tile, rotation)}
    return put(state, board=Board(tiles, state.board.tokens, state.board.reserved))


def tokens(state: State, stop: tuple[str, int], *companies: str) -> State:
    board = state.board
    return put(state, board=Board(board.tiles, {**board.tokens, stop: companies}, board.reserved))


def phase_with(state: State, phase: str, **depot: int) -> State:
    return put(state, phase=phase, depot={kind[1:]: count for kind, count in depot.items()})


def owned(state: State, **owners: str) -> State:
    return put(state, privates=state.privates | owners)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        # money
        (lambda s: s.cash.update(Ann=211), "there is 9001 of money, not 9000"),
        (lambda s: put(s, bank=s.bank - 1), "there is 8999 of money"),
        (lambda s: pay(s, "Bo", -10), "Bo has -10 in cash"),
        (lambda s: pay(s, "CDL", 10), "CDL has not floated and has 10"),
        (lambda s: s.cash.pop("CDL"), "cash is kept for"),
        (lambda s: pay(s, "Ann", 8000), "the bank has -225 and the game is not about to end"),
        # shares
        (lambda s: s.holdings.update({("Bo", "JHR"): 20}), "the shares of JHR add to 110 %"),
        (lambda s: s.holdings.update({("Bo", "JHR"): 5, (IPO, "JHR"): 45}), "Bo holds 5 % of JHR"),
        (lambda s: s.holdings.update({("Cy", "JHR"): 0}), "Cy holds 0 % of JHR"),
        (lambda s: hold(s, "JHR", Ann=70, ipo=30), "Ann holds 70 % of JHR, the limit is 60 %"),
        (lambda s: hold(s, "SSL", Bo=40, pool=60), "the pool holds 60 % of SSL, the limit is 50 %"),
        (lambda s: hold(s, "JHR", Ann=30, Bo=40, ipo=30), "Ann is president of JHR with 30 %, another holds 40 %"),
        (lambda s: hold(s, "JHR", Ann=10, Bo=10, ipo=40, pool=40), "Ann is president of JHR with 10 %"),
        (lambda s: hold(s, "JHR", Ann=50, SSL=10, ipo=40), "SSL cannot hold shares"),
        (lambda s: s.holdings.update({("Ann", "XYZ"): 10}), "XYZ, which is no company"),
        (lambda s: s.presidents.pop("CDL"), "CDL has been started, and its president is None"),
        (lambda s: s.presidents.update(TJL="Ann"), "TJL has not been started, and its president is Ann"),
        (lambda s: s.par.pop("CDL"), "CDL has not been started, and 20 % of it is sold"),
        (lambda s: s.par.update(CDL=72), "CDL was started at 72"),
        (lambda s: hold(s, "CDL", Cy=60, ipo=40), "CDL has not floated with 60 % sold"),
        (lambda s: hold(s, "JHR", Ann=40, Bo=10, ipo=50), "JHR has floated with 50 % sold"),
        # market
        (lambda s: s.cells.update(JHR=(0, 5)), "the marker of JHR is not on its cell"),
        (lambda s: s.cells.update(JHR=(0, 0)), "the marker of JHR is off the market"),
        (lambda s: s.cells.pop("JHR"), "markers of"),
        (lambda s: s.market.update({(0, 5): ("JHR",)}), "4 markers of 3 companies"),
        (lambda s: s.market.update({(0, 5): ()}), "a stack without markers"),
        # trains
        (lambda s: s.depot.update({"4": 4}), "there are 4 trains 4, not 5"),
        (lambda s: s.trains.update(JHR=("2", "3", "3")), "there are 7 trains 3, not 6"),
        (lambda s: s.scrapped.update({"2": 3}), "there are 6 trains 2, not 7"),
        (lambda s: s.trains.update(CDL=("2",), SSL=("2",)), "CDL cannot own trains"),
        (lambda s: s.trains.update(SSL=(), JHR=("2", "2", "2", "3")), "SSL is kept as an owner of no trains"),
        (lambda s: s.trains.update(JHR=("2", "3", "7")), "there is no train 7"),
        (lambda s: s.depot.update({"2": 0}), "the depot holds 0 trains 2"),
        (lambda s: s.trains.update(JHR=("2", "3", "2", "2", "3"), SSL=()), "JHR owns 5 trains, the limit is 4"),
        (lambda s: phase_with(s, "4", _4=4, _5=3, _6=2), "trains 2 have rusted and there are 3 left"),
        # phases
        (lambda s: put(s, phase="2"), "it is phase 2, the trains say 3"),
        (lambda s: phase_with(s, "5", _3=5, _4=5, _5=2, _6=2), "trains 5 have left the depot before 3, 4"),
        (lambda s: s.trains.update(JHR=("2", "3", "D")), "it is phase 3, the trains say 7"),
        # privates
        (lambda s: owned(s, KT=BANK), "KT is unsold after the auction"),
        (lambda s: owned(s, KT=CLOSED), "KT has closed in phase 3"),
        (lambda s: owned(s, KT="CDL"), "CDL owns KT"),
        (lambda s: owned(s, KT="Nobody"), "KT belongs to Nobody"),
        (lambda s: s.privates.pop("KT"), "the privates are TA"),
        (lambda s: put(s, phase="5"), "KT belongs to Ann in phase 5"),
        (lambda s: put(s, phase="2"), "JHR owns TA in phase 2"),
        (lambda s: put(s, powers_used=frozenset({"XX"})), "XX is used, which is no private"),
        # tiles
        (lambda s: (lay(s, "D12", "1", 0), lay(s, "B6", "1", 0)), "2 tiles 1 are laid, there are 1"),
        (lambda s: lay(s, "D10", "611", 0), "brown tile 611 lies on D10 in phase 3"),
        (
            lambda s: (lay(s, "H2", "L39", 5), put(s, lost_tiles=frozenset({"L39"}))),
            "L39 has left the game and is",
        ),
        (lambda s: put(s, lost_tiles=frozenset({"57"})), "57 has left the game without"),
        (lambda s: lay(s, "D10", "6", 3), "track of tile 6 on D10 leads nowhere at edge 5"),
        (lambda s: lay(s, "C15", "9", 1), "track of tile 9 on C15 leads nowhere at edge 4"),
        (lambda s: lay(s, "E17", "L40a", 0), "track of tile L40a on E17 leads nowhere at edge 0"),
        (lambda s: lay(s, "F16", "L40a", 0), "tile L40a lies on F16, which is not its place"),
        (lambda s: lay(s, "H2", "L39", 0), "tile L39 on H2 does not keep the track"),
        (lambda s: lay(s, "E11", "9", 0), "tile 9 lies on E11, which takes no tiles"),
        (lambda s: lay(s, "D10", "9", 1), "tile 9 on D10 has other stops"),
        (lambda s: lay(s, "C9", "14", 1), "tile 14 with label None lies on C9 with label B"),
        (lambda s: lay(s, "H4", "5", 3), "yellow tile 5 lies on H4, which is printed yellow"),
        (lambda s: lay(s, "C9", "L42", 3), "tile L42 on C9 does not keep the track"),
        (lambda s: lay(s, "Z99", "9", 0), "tile 9 lies on Z99"),
        (lambda s: lay(s, "D8", "9", 6), "tile 9 lies on D8 turned by 6"),
        # tokens
        (lambda s: tokens(s, ("D10", 0), "JHR", "SSL"), "D10.0 has 1 slots, 2 tokens"),
        (lambda s: tokens(s, ("F6", 0), "JHR"), "F6.0 has 1 slots, 1 tokens and 1 homes"),
        (lambda s: tokens(s, ("D12", 0), "JHR"), "D12.0 has 0 slots, 1 tokens"),
        (lambda s: tokens(s, ("D8", 0), "JHR"), "D8.0 has 0 slots, 1 tokens"),
        (lambda s: tokens(s, ("D10", 0), "XYZ"), "XYZ has a token and is no company"),
        (lambda s: tokens(s, ("B18", 1), "SSL"), "SSL has two tokens on one hex"),
        (lambda s: tokens(s, ("D10", 0), "CDL"), "CDL has not operated, has 1 tokens"),
        (lambda s: tokens(s, ("C9", 1)), "JHR has operated, has 0 tokens"),
        (lambda s: (tokens(s, ("C9", 1)), tokens(s, ("D10", 0), "JHR")), "JHR has no token on its home"),
        (lambda s: [tokens(s, (place, 0), "JHR") for place in ("D10", "I5", "C3")], "JHR has 4 tokens, it owns 3"),
        (
            lambda s: put(s, board=s.board.without_reservations("CDL")),
            "CDL has not operated, has 0 tokens",
        ),
        # the course of the game
        (lambda s: put(s, stack=()), "nothing is going on"),
        (lambda s: put(s, priority="Nobody"), "Nobody has the priority"),
        (lambda s: put(s, operated=frozenset({"JHR", "SSL", "CDL"})), "have operated"),
        (lambda s: put(s, finished="bank"), "the game has ended (bank) for no reason"),
        (lambda s: put(s, bankrupt="Bo"), "Bo is bankrupt and the game goes on"),
        (lambda s: s.revenue.update(JHR=-10), "JHR has run for -10"),
        (lambda s: s.revenue.update(CDL=10), "CDL has run for 10"),
    ],
)
def test_each_invariant_fails_on_a_corrupted_position(change: Callable[[State], object], said: str) -> None:
    found = corrupt(change)
    assert any(said in fault for fault in found), found


@pytest.mark.parametrize(
    "change",
    [
        lambda s: (pay(s, "Ann", 8000), put(s, ending="bank")),
        lambda s: (put(s, ending="bank"), put(s, finished="bank")),
        lambda s: (put(s, bankrupt="Bo"), put(s, finished="bankrupt")),
        lambda s: owned(s, FC=CLOSED),
        lambda s: (lay(s, "E17", "L40a", 0), lay(s, "F16", "L40b", 0)),
        lambda s: lay(s, "H2", "L39", 5),
    ],
)
def test_what_looks_odd_but_is_right(change: Callable[[State], object]) -> None:
    """A bank that owes when the game is about to end, an exchanged private, the ferry and Xi'an tiles."""
    assert corrupt(change) == []


def test_the_train_limit_waits_for_who_is_giving_up_trains() -> None:
    state = position()
    state.trains = {"JHR": ("2", "3", "2", "2", "3")}
    state.depot["3"] = 4
    assert violations(GAME.table(state)) == ["JHR owns 5 trains, the limit is 4"]
    state.stack = (*state.stack, Discards(("JHR",)))
    assert violations(GAME.table(state)) == []
    state.stack = (state.stack[0], Discards(("SSL",)))
    assert violations(GAME.table(state)) == ["JHR owns 5 trains, the limit is 4"]


def test_half_a_ferry_is_right_only_between_its_halves() -> None:
    state = position()
    lay(state, "E17", "L40a", 0)
    state.stack = (*state.stack, MoreTiles("JHR", "YRF", ("E17",)))
    assert violations(GAME.table(state)) == []
    state.stack = state.stack[:-1]
    assert violations(GAME.table(state)) == ["track of tile L40a on E17 leads nowhere at edge 0"]


def test_bids_are_cash_of_the_bidder() -> None:
    state = GAME.state.copy()
    state.stack = (Auction("Ann", bids=(("FC", "Bo", 500), ("YRF", "Bo", 300))),)
    assert violations(GAME.table(state)) == []
    state.stack = (Auction("Ann", bids=(("FC", "Bo", 500), ("YRF", "Bo", 301))),)
    assert violations(GAME.table(state)) == ["Bo has bid 801 and has 800 in cash"]
    state.privates["FC"] = "Cy"
    assert "a bid of Bo stands on FC, which is not for sale" in violations(GAME.table(state))
