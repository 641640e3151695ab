"""1890: its data, and how its rounds are composed."""

from __future__ import annotations

from importlib.resources import files

from kaiping.flow.auction import Auction, AuctionRules
from kaiping.flow.discards import DiscardRules
from kaiping.flow.offers import Offer, OfferRules
from kaiping.flow.operating.dividend import DividendStep
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.powers import Powers
from kaiping.flow.operating.private_sale import PrivateSales, buy_private
from kaiping.flow.operating.running import RunStep
from kaiping.flow.operating.track import TrackStep
from kaiping.flow.operating.train_purchase import TrainStep, buy_train
from kaiping.flow.private_trade import PrivateTrade, TradeOffer, TradeOfferRules
from kaiping.flow.sets import begin_turn
from kaiping.flow.stock import StockRound, StockRules
from kaiping.flow.title import Title
from kaiping.flow.trains import Discards
from kaiping.titles.g1890.course import (
    between,
    laid,
    phase_begun,
    ran,
    round_ended,
    stock_round_ended,
    train_left,
    turn_ended,
)
from kaiping.titles.g1890.earthquake import (
    Charity,
    check_purchase_for_charity,
    check_sale_for_charity,
    collect,
)
from kaiping.titles.g1890.kinki import Declaration, DeclarationRules, Formation, FormationRules, MergerInTurn
from kaiping.titles.g1890.kobe_rapid import late_bought
from kaiping.titles.g1890.learning import answers, figures
from kaiping.titles.g1890.minors import Conversion, HalfPay
from kaiping.titles.g1890.opening import ParChoice, ParChoiceRules, all_passed, begin, bought, sold_out
from kaiping.titles.g1890.own import Own1890, Rules1890, violations
from kaiping.titles.g1890.thought import THOUGHTS
from kaiping.titles.g1890.tokens import StationStep
from kaiping.titles.g1890.waiting import RoundWithWaiting
from kaiping.titles.g1890.words import WORDS

#: what a minor may do instead of buying a train
WAYS_OUT = (Conversion(), MergerInTurn())
TRACK, RUN, TRAINS = TrackStep(laid), RunStep(ran), TrainStep(ways_out=WAYS_OUT)

TITLE = Title(
    name="1890",
    data=files(__name__) / "data",
    editions=("C", "A", "B", "D"),
    rounds={Auction: "ISR", StockRound: "SR", OperatingRound: "OR"},
    words=WORDS,
    begin=begin,
    frames={
        Auction: AuctionRules(all_passed=all_passed, bought=bought, sold_out=sold_out),
        ParChoice: ParChoiceRules(),
        StockRound: StockRules(
            ended=stock_round_ended,
            closing=collect,
            check_sale=check_sale_for_charity,
            check_purchase=check_purchase_for_charity,
            extras=(PrivateTrade(late_bought), Charity()),
        ),
        TradeOffer: TradeOfferRules(),
        OperatingRound: RoundWithWaiting(
            steps=(TRACK, StationStep(), RUN, DividendStep(), TRAINS, PrivateSales()),
            minor_steps=(TRACK, RUN, HalfPay(), TRAINS),
            anytime=(PrivateSales(), Powers(), *WAYS_OUT),
            begin_turn=begin_turn,
            between=between,
            end_turn=turn_ended,
            ended=round_ended,
        ),
        Declaration: DeclarationRules(),
        Formation: FormationRules(),
        Discards: DiscardRules(),
        Offer: OfferRules(buy_train=buy_train, buy_private=buy_private),
    },
    phase_begun=phase_begun,
    train_left=train_left,
    own_state=Own1890,
    own_rules=Rules1890,
    violations=violations,
    answers=answers,
    figures=figures,
    thoughts=THOUGHTS,
    minor="It builds, runs trains and pays its owner half.",
)
