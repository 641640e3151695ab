"""1880: its data, and how its rounds are composed."""

from __future__ import annotations

from importlib.resources import files

from kaiping.flow.discards import DiscardRules
from kaiping.flow.operating.dividend import DividendStep
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.operating.running import RunStep
from kaiping.flow.operating.station import TokenStep
from kaiping.flow.operating.track import TrackStep
from kaiping.flow.operating.train_purchase import TrainStep
from kaiping.flow.play import Play
from kaiping.flow.single_auction import SingleAuction, SingleAuctionRules, start_single_auction
from kaiping.flow.stock import StockRound, StockRules
from kaiping.flow.title import Title
from kaiping.flow.trains import Discards
from kaiping.titles.g1880.capital import check_all_capitals, check_second_capital
from kaiping.titles.g1880.debt import Repaying, RepayingRules, Repayment
from kaiping.titles.g1880.facts import facts, option, phase_news
from kaiping.titles.g1880.founding import Founding, FoundingFrameRules, begin_founding, found_by_private
from kaiping.titles.g1880.homes import HomeChoice, HomeChoiceRules, choose_home_again
from kaiping.titles.g1880.investors import KeepIncome, Merger, MergerRules, MergeStep, RestingMergers
from kaiping.titles.g1880.learning import answers, figures
from kaiping.titles.g1880.marker import MarkerStep, train_left
from kaiping.titles.g1880.opening import InvestorDraft, InvestorDraftRules, income_only, seat_players
from kaiping.titles.g1880.own import ExtraPermit, Own1880, Rules1880, violations
from kaiping.titles.g1880.payment import PaymentOffer, PaymentRules
from kaiping.titles.g1880.permits import PermitInShareRound, check_builder
from kaiping.titles.g1880.powers import (
    ForcedExchange,
    ForcedExchangeRules,
    HeldOpen,
    OperatingPowers,
    PermitOffer,
    PermitOfferRules,
    could_get_permit,
    force_exchange,
    offer_permit,
)
from kaiping.titles.g1880.ring import (
    begin_turn,
    close_share_round,
    end_turn,
    ring_order,
    share_round_before_discards,
    share_round_due,
    share_round_ended,
    start_lap,
)
from kaiping.titles.g1880.thought import THOUGHTS
from kaiping.titles.g1880.words import WORDS


def phase_begun(table: Play) -> None:
    """Capital falls due, and an exchange may be forced."""
    check_all_capitals(table)
    force_exchange(table)


def interrupt(table: Play, frame: OperatingRound) -> bool:
    """What comes before a turn goes on: a share round that is due, the offer of a permit."""
    return share_round_due(table, frame) or offer_permit(table, frame)


def has_decisions(table: Play, frame: OperatingRound) -> bool:
    """Would the company whose turn is to come be asked anything in it?"""
    rules = table.title.frames[OperatingRound]
    assert isinstance(rules, OperatingRules)
    return could_get_permit(table, frame.company) or rules.has_decisions(table, frame)


TRAINS = TrainStep(ring_order)

TITLE = Title(
    name="1880",
    data=files(__name__) / "data",
    editions=("2022", "2010", "18xx"),
    rounds={SingleAuction: "ISR", InvestorDraft: "DR", StockRound: "SR", OperatingRound: "OR"},
    round_words={InvestorDraft: "investors"},
    words=WORDS,
    begin=start_single_auction,
    phase_begun=phase_begun,
    train_left=train_left,
    operating_order=ring_order,
    own_state=Own1880,
    own_rules=Rules1880,
    own_powers=(ExtraPermit,),
    violations=violations,
    answers=answers,
    figures=figures,
    thoughts=THOUGHTS,
    facts=facts,
    option=option,
    phase_news=phase_news,
    homes_when_floated=True,
    frames={
        SingleAuction: SingleAuctionRules(all_passed=income_only, bought=found_by_private, sold_out=seat_players),
        Founding: FoundingFrameRules(),
        InvestorDraft: InvestorDraftRules(),
        StockRound: StockRules(
            start=begin_founding,
            bought=check_second_capital,
            closing=close_share_round,
            ended=share_round_ended,
            extras=(Repayment(), PermitInShareRound()),
        ),
        Repaying: RepayingRules(),
        PaymentOffer: PaymentRules(),
        OperatingRound: OperatingRules(
            steps=(
                HeldOpen(choose_home_again, check_builder),
                TokenStep(),
                RunStep(),
                DividendStep(),
                TRAINS,
                MarkerStep(TRAINS, has_decisions),
                RestingMergers(),
            ),
            minor_steps=(TrackStep(choose_home_again, check_builder), RunStep(), KeepIncome(), MergeStep()),
            anytime=(OperatingPowers(),),
            begin_turn=begin_turn,
            interrupt=interrupt,
            end_turn=end_turn,
            ended=start_lap,
        ),
        HomeChoice: HomeChoiceRules(),
        Merger: MergerRules(),
        ForcedExchange: ForcedExchangeRules(),
        PermitOffer: PermitOfferRules(),
        Discards: DiscardRules(before=share_round_before_discards),
    },
)
