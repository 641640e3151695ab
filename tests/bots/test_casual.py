"""What the casual bot does in small positions."""

from random import Random

from kaiping import Game
from kaiping.action import (
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    SellShares,
)
from kaiping.bots import bot
from kaiping.bots.casual import BOT
from kaiping.flow.offers import Offer
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import Discards
from kaiping.state import BANK, IPO, POOL, Frame, State

TRACK, TOKEN, RUN, DIVIDEND, TRAINS, PRIVATES = range(6)


def game() -> Game:
    """JHR of Ann and SSL of Bo have operated; the first 3-train is sold; no tiles but one of each company."""
    new = Game("1888", players=["Ann", "Bo", "Cy"])
    state = new.state
    state.turn, state.round, state.set_rounds = 2, 1, 1
    state.phase = "3"
    state.privates = {"KT": "Ann", "TA": "Cy", "HS": "Bo", "CW": "Cy", "YRF": "Ann", "FC": "Bo"}
    state.par = {"JHR": 90, "SSL": 90}
    state.cells = dict.fromkeys(state.par, new.definition.market.par_cells[90])
    state.market = {state.cells["JHR"]: ("JHR", "SSL")}
    for company, shares in {"JHR": {"Ann": 60, "Cy": 10, IPO: 30}, "SSL": {"Bo": 50, "Ann": 10, IPO: 40}}.items():
        del state.holdings[IPO, company]
        state.holdings.update({(owner, company): percent for owner, percent in shares.items()})
    state.presidents = {"JHR": "Ann", "SSL": "Bo"}
    state.floated = state.operated = frozenset(state.par)
    state.trains = {"JHR": ("2", "3"), "SSL": ("2", "2")}
    state.depot = {"3": 5, "4": 5, "5": 3, "6": 2}
    state.scrapped = {"2": 4}
    state.first_train_bought = True
    board = state.board.with_token("JHR", ("C9", 1)).with_token("SSL", ("B18", 0))
    state.board = board.with_tile("D10", "6", 2, {0: 0}).with_tile("D12", "58", 1, {0: 0})
    cash(state, Ann=300, Bo=300, Cy=300, JHR=300, SSL=300)
    return new


def cash(state: State, **amounts: int) -> None:
    state.cash.update(amounts)
    state.bank = 9000 - sum(state.cash.values())


def chosen(at: Game, frame: Frame, *more: Frame) -> AnyAction:
    at.state.stack = (frame, *more)
    action = bot("casual").choose(at, Random(1))
    assert action in at.legal_actions()
    return action


def test_it_bids_for_privates_and_does_not_overbid() -> None:
    new = Game("1888", players=["Ann", "Bo", "Cy"])
    first = bot("casual").choose(new, Random(1))
    assert isinstance(first, Bid)
    assert first.price <= new.definition.privates[first.private].price + 5
    for action in (Bid("Ann", "FC", 200), Bid("Bo", "FC", 205), Bid("Cy", "KT", 25)):
        new.play(action)
    while new.state.stack[-1].contested is None:  # type: ignore[attr-defined]
        new.play(next(a for a in new.legal_actions() if isinstance(a, Bid)))
    assert bot("casual").choose(new, Random(1)) == Pass(new.acting[0])


def test_it_starts_a_company_that_can_float_at_the_highest_par_that_the_cash_allows() -> None:
    at = game()
    cash(at.state, Ann=0, Bo=0, Cy=570)
    at.state.stack = (StockRound("Cy"),)
    starts = [one.action for one in BOT.advise(at, Random(1)).candidates if isinstance(one.action, Par)]
    assert {action.price for action in starts if isinstance(action, Par)} == {95}


def test_it_starts_nothing_that_cannot_float() -> None:
    at = game()
    cash(at.state, Ann=0, Bo=0, Cy=200)
    assert isinstance(chosen(at, StockRound("Cy")), BuyShare)


def test_it_buys_the_share_that_pays() -> None:
    at = game()
    cash(at.state, Ann=0, Bo=0, Cy=100)
    assert chosen(at, StockRound("Cy")) == BuyShare("Cy", "JHR", "ipo")


def test_it_keeps_what_its_company_needs_for_a_train() -> None:
    at = game()
    del at.state.trains["JHR"]
    at.state.holdings["Cy", "SSL"] = at.state.holdings.pop(("Ann", "SSL"))
    cash(at.state, Ann=250, Bo=0, Cy=0, JHR=0)
    assert chosen(at, StockRound("Ann")) == Pass("Ann")


def test_it_sells_shares_of_a_company_that_cannot_run() -> None:
    at = game()
    del at.state.trains["JHR"]
    cash(at.state, JHR=0, Ann=0, Cy=0)
    assert chosen(at, StockRound("Cy")) == SellShares("Cy", "JHR", 10)


def test_it_lays_track_that_raises_its_run() -> None:
    """The tile on C13 joins a fourth place to JHR's line."""
    at = game()
    action = chosen(at, OperatingRound(("JHR",), step=TRACK))
    assert isinstance(action, LayTile)
    before = at.state.board
    at.play(action)
    assert at.state.board != before


def test_it_pays_out_unless_it_needs_a_train_soon() -> None:
    at = game()
    assert chosen(at, OperatingRound(("JHR",), step=DIVIDEND, revenue=100)) == Dividend("JHR", "pay")
    at.state.trains["JHR"] = ("2",)
    at.state.depot = {"4": 5, "5": 3, "6": 2}
    cash(at.state, JHR=210)
    assert chosen(at, OperatingRound(("JHR",), step=DIVIDEND, revenue=100)) == Dividend("JHR", "withhold")


def test_it_buys_a_train_before_its_own_rust() -> None:
    at = game()
    at.state.trains["JHR"] = ("2",)
    at.state.depot = {"3": 1, "4": 5, "5": 3, "6": 2}
    assert chosen(at, OperatingRound(("JHR",), step=TRAINS)) == BuyTrain("JHR", "3", BANK, 180)


def test_it_buys_the_cheapest_train_when_it_must() -> None:
    at = game()
    at.state.trains = {POOL: ("3",), "SSL": ("2",)}
    at.state.depot = {"4": 5, "5": 3, "6": 2}
    cash(at.state, JHR=0)
    assert chosen(at, OperatingRound(("JHR",), step=TRAINS)) == BuyTrain("JHR", "3", POOL, 180)


def test_it_takes_a_spare_train_of_its_other_company_for_one_coin() -> None:
    at = game()
    at.state.presidents["SSL"] = "Ann"
    at.state.holdings.update({("Ann", "SSL"): 50, ("Bo", "SSL"): 10})
    del at.state.trains["JHR"]
    cash(at.state, JHR=50)
    assert chosen(at, OperatingRound(("JHR",), step=TRAINS)) == BuyTrain("JHR", "2", "SSL", 1)


def test_it_sells_shares_for_a_train_and_goes_bankrupt_only_when_nothing_is_left() -> None:
    at = game()
    del at.state.trains["JHR"]
    at.state.trains["SSL"] = ("2",)
    cash(at.state, Ann=100, JHR=0)
    assert chosen(at, OperatingRound(("JHR",), step=TRAINS)) == SellShares("Ann", "SSL", 10)
    at = game()
    del at.state.trains["JHR"]
    at.state.trains["SSL"] = ("2",)
    at.state.depot = {"6": 2}
    cash(at.state, Ann=0, JHR=0)
    assert chosen(at, OperatingRound(("JHR",), step=TRAINS)) != DeclareBankruptcy("JHR")
    at.state.holdings.update({("Ann", "JHR"): 20, ("Cy", "JHR"): 20, (IPO, "JHR"): 60})
    del at.state.holdings["Ann", "SSL"]
    assert chosen(at, OperatingRound(("JHR",), step=TRAINS)) == DeclareBankruptcy("JHR")


def test_it_gives_up_the_train_that_rusts_first() -> None:
    at = game()
    at.state.phase = "5"
    at.state.trains = {"JHR": ("4", "3", "5")}
    assert chosen(at, StockRound("Ann"), Discards(("JHR",))) == DiscardTrain("JHR", "3")


def test_it_sells_its_privates_dear_to_its_company() -> None:
    at = game()
    at.state.depot = {"4": 5, "5": 3, "6": 2}
    assert chosen(at, OperatingRound(("JHR",), step=PRIVATES, tile_laid=True)) == BuyPrivate("JHR", "YRF", 187)
    at.state.privates["YRF"] = "closed"
    assert chosen(at, OperatingRound(("JHR",), step=PRIVATES, tile_laid=True)) == BuyPrivate("JHR", "KT", 37)


def test_it_agrees_to_what_is_worth_more_than_the_thing() -> None:
    at = game()
    turn = OperatingRound(("SSL",), step=PRIVATES)
    at.state.depot = {"4": 2, "5": 3, "6": 2}
    assert chosen(at, turn, Offer(BuyPrivate("SSL", "KT", 37), "Ann")) == Consent("Ann", True)
    assert chosen(at, turn, Offer(BuyTrain("SSL", "3", "JHR", 1), "Ann")) == Consent("Ann", False)
    at.state.depot = {"3": 5, "4": 5, "5": 3, "6": 2}
    assert chosen(at, turn, Offer(BuyPrivate("SSL", "KT", 13), "Ann")) == Consent("Ann", False)


def test_it_buys_the_first_train_that_never_rusts_with_what_lies_in_the_treasury() -> None:
    at = game()
    at.state.phase = "5"
    at.state.trains["JHR"] = ("4",)
    at.state.depot = {"5": 2, "6": 2}
    cash(at.state, JHR=600)
    assert chosen(at, OperatingRound(("JHR",), step=TRAINS)) == BuyTrain("JHR", "5", BANK, 500)


def test_it_buys_a_second_train_that_fits_and_pays() -> None:
    """A 2-train runs for 50 on its line, a 3-train beside it for 90; a second 3-train would add nothing."""
    at = position(game())
    at.state.trains["JHR"] = ("2",)
    best = BOT.advise(at, Random(1)).candidates[0]
    assert best.action == BuyTrain("JHR", "3", BANK, 180)
    assert best.value > 0
    assert best.reason.startswith("it earns ¥40 more in each of about")
    at.state.trains["JHR"] = ("3",)
    assert not isinstance(BOT.choose(at, Random(1)), BuyTrain)


def position(at: Game) -> Game:
    at.state.stack = (OperatingRound(("JHR",), step=TRAINS),)
    return at


def test_it_keeps_a_dividend_only_for_a_train_that_it_can_buy_with_it() -> None:
    at = game()
    at.state.trains["JHR"] = ("2",)
    at.state.depot = {"6": 2}
    cash(at.state, JHR=0)
    assert chosen(at, OperatingRound(("JHR",), step=DIVIDEND, revenue=100)) == Dividend("JHR", "pay")


def test_it_buys_a_train_for_a_company_that_could_not_run_yet() -> None:
    at = game()
    at.state.board = Game("1888", players=["Ann", "Bo", "Cy"]).state.board.with_token("JHR", ("C9", 1))
    del at.state.trains["JHR"]
    assert chosen(at, OperatingRound(("JHR",), step=TRAINS)) == BuyTrain("JHR", "3", BANK, 180)


def test_it_says_why() -> None:
    advice = BOT.advise(position(game()), Random(1))
    assert advice.decided
    assert all(candidate.reason for candidate in advice.candidates)
    paying = game()
    paying.state.stack = (OperatingRound(("JHR",), step=DIVIDEND, revenue=100),)
    assert BOT.advise(paying, Random(1)).candidates[0].reason == "Ann gets ¥60 of ¥100, and the price rises"
