"""What is printed: an edition of a title as immutable data, loaded once and shared by all its games."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from kaiping.board.map import Map
from kaiping.board.tile import Tile
from kaiping.definition.auctions import ContestTurns as ContestTurns
from kaiping.definition.auctions import OneAtATimeRules as OneAtATimeRules
from kaiping.definition.auctions import RestartAuction as RestartAuction
from kaiping.definition.auctions import WaterfallRules as WaterfallRules
from kaiping.definition.companies import Company as Company
from kaiping.definition.companies import FameBonus as FameBonus
from kaiping.definition.companies import Minor as Minor
from kaiping.definition.companies import PassedTokens as PassedTokens
from kaiping.definition.data import Data as Data
from kaiping.definition.data import OwnPower as OwnPower
from kaiping.definition.data import OwnRules as OwnRules
from kaiping.definition.data import stop_at as stop_at
from kaiping.definition.operating import BestRun as BestRun
from kaiping.definition.operating import ExportStart as ExportStart
from kaiping.definition.operating import JointNetwork as JointNetwork
from kaiping.definition.operating import MinorRules as MinorRules
from kaiping.definition.operating import PrivateRules as PrivateRules
from kaiping.definition.operating import RunBonus as RunBonus
from kaiping.definition.operating import RunRules as RunRules
from kaiping.definition.operating import StationRules as StationRules
from kaiping.definition.operating import TrackRules as TrackRules
from kaiping.definition.operating import TrainRules as TrainRules
from kaiping.definition.privates import AttachedShare as AttachedShare
from kaiping.definition.privates import ExchangeForShare as ExchangeForShare
from kaiping.definition.privates import FreeFerries as FreeFerries
from kaiping.definition.privates import FreeRivers as FreeRivers
from kaiping.definition.privates import FreeTrain as FreeTrain
from kaiping.definition.privates import FreeYellowTiles as FreeYellowTiles
from kaiping.definition.privates import PaymentAfterPhase as PaymentAfterPhase
from kaiping.definition.privates import PaymentOnSellOut as PaymentOnSellOut
from kaiping.definition.privates import Power as Power
from kaiping.definition.privates import Private as Private
from kaiping.definition.privates import SetsPar as SetsPar
from kaiping.definition.privates import SpecialTiles as SpecialTiles
from kaiping.definition.privates import StartsCompany as StartsCompany
from kaiping.definition.privates import StationOfPrivate as StationOfPrivate
from kaiping.definition.privates import StopBonus as StopBonus
from kaiping.definition.privates import TokenIncome as TokenIncome
from kaiping.definition.shares import FloatByTrain as FloatByTrain
from kaiping.definition.shares import RowChoice as RowChoice
from kaiping.definition.shares import Rows as Rows
from kaiping.definition.shares import ShareRules as ShareRules
from kaiping.definition.trains import Phase as Phase
from kaiping.definition.trains import TradeIn as TradeIn
from kaiping.definition.trains import TrainKind as TrainKind
from kaiping.definition.variants import Variant as Variant
from kaiping.finance.market import Market


class EndRules(Data, frozen=True):
    #: a bankrupt player's saleable shares are sold and their cash goes to the bank
    bankrupt_sells_all: bool = False
    #: privates of a bankrupt player count where those of others do
    bankrupt_counts_privates: bool = True
    #: the bank has run out as soon as nothing is left in it; otherwise only when it cannot pay
    bank_out_at_zero: bool = False
    #: the game ends after this many stock rounds with their operating rounds
    last_turn: int | None = None
    #: the share price whose first company ends it
    price: int | None = None


class HiddenFacts(Data, frozen=True):
    """What a player may keep to themselves while the game goes on (see ``kaiping.view``)."""

    #: the cash of the players
    cash: bool = False
    #: what companies paid each other for trains
    train_prices: bool = False
    #: what companies and minors have
    treasuries: bool = False

    @property
    def any(self) -> bool:
        return self.cash or self.train_prices or self.treasuries

    @property
    def of_companies(self) -> bool:
        """Whether treasuries are hidden: by the option, or because a treasury would give away a train's price."""
        return self.train_prices or self.treasuries

    @property
    def bank(self) -> bool:
        """Whether the bank is hidden: with it the hidden money could be worked out, as the total is known."""
        return self.cash or self.treasuries


class SiteFiles(Data, frozen=True):
    """Which files of 18xx.games are played by a rule set: those with an option and players enough, or all others."""

    option: str | None = None
    least_players: int = 0


class Stated(Data, frozen=True, kw_only=True):
    """What the data of an edition say and its definition keeps as it is."""

    title: str
    edition: str
    name: str
    currency: str
    #: money in the game; None: the bank never runs out
    bank: int | None = None
    players: tuple[int, int]
    #: what the book calls the head of a company
    president: str = "president"
    #: the rulebook whose clauses are cited
    clauses: str
    #: raised whenever a rule changes what may be played, so that a saved game says what it was played by
    rules_version: str
    #: earlier versions whose games are played by today's rules when they are read (see ``records.native``)
    older_rules: tuple[str, ...] = ()
    #: the files of 18xx.games that this rule set is for; it is offered to nobody else
    site: SiteFiles | None = None
    tile_counts: dict[str, int]
    companies: dict[str, Company]
    subsidies: dict[str, int] = msgspec.field(default_factory=dict)
    auction: WaterfallRules | OneAtATimeRules
    shares: ShareRules
    stations: StationRules
    track: TrackRules
    running: RunRules
    train_rules: TrainRules
    private_rules: PrivateRules
    ending: EndRules = EndRules()
    minors: dict[str, Minor] = msgspec.field(default_factory=dict)
    minor_rules: MinorRules | None = None
    #: what is not open to everybody
    hidden: HiddenFacts = HiddenFacts()
    #: by how much the first player starts with less than the others
    first_player_less: int = 0
    #: a step with nothing to decide is not left while something still open in the turn could change that, and in
    #: an auction nobody is asked who could only pass
    steps_wait: bool = True


class Definition(Stated, frozen=True, dict=True, kw_only=True):
    """One edition of a title, as printed."""

    starting_cash: dict[int, int]
    certificate_limit: dict[int, int]
    map: Map
    tiles: dict[str, Tile]
    market: Market
    privates: dict[str, Private]
    trains: dict[str, TrainKind]
    phases: dict[str, Phase]
    #: reason code -> clause, in the book cited
    reason_clauses: dict[str, str]
    #: the rules that only this title has
    own: OwnRules | None
    #: the options that this game is played with, by name
    options: tuple[str, ...] = ()
    #: what somebody has laid over it
    variant: Variant | None = None

    @property
    def house_rules(self) -> bool:
        """Is this the rule set of another program, for its files only?"""
        return self.site is not None

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Results worked out from what is printed alone, by name; never part of its value."""
        return {}

    @cached_property
    def chance(self) -> bool:
        """Does anything in the game hang on dice or shuffled cards?"""
        own = self.own is not None and self.own.by_chance
        return own or any(entry.fame and entry.fame.die for entry in self.companies.values())

    @cached_property
    def phase_of_train(self) -> dict[str, str]:
        """The phase that the first train of a kind starts."""
        return {phase.starts_with: phase.name for phase in self.phases.values() if phase.starts_with}

    @cached_property
    def phase_order(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.phases)}

    @cached_property
    def train_order(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.trains)}

    @cached_property
    def train_owners(self) -> tuple[str, ...]:
        """Who may own trains: companies, and minors where these do."""
        return (*self.companies, *(self.minors if self.train_rules.minors_own else ()))

    @cached_property
    def blocked_hexes(self) -> dict[str, str]:
        """Hex -> the private that closes it while a player owns it."""
        return {hex_id: name for name, private in self.privates.items() for hex_id in private.blocks}

    @cached_property
    def tiles_of_powers(self) -> frozenset[str]:
        """Tiles that only a private's power lays."""
        return frozenset(
            tile
            for private in self.privates.values()
            if isinstance(private.power, SpecialTiles)
            for _, tile in private.power.lays
        )

    def private_income(self, private: str, phase: str) -> int:
        """What a private pays each operating round of a phase."""
        entry, now = self.privates[private], self.phase_order[phase]
        begun = [income for start, income in entry.income_from.items() if self.phase_order[start] <= now]
        return begun[-1] if begun else entry.income

    def train_limit(self, phase: str, owner: str) -> int:
        """How many trains a company or a minor may own in a phase."""
        found: int | None = self.memo.get(("train limit", phase, owner))
        if found is None:
            found = self.memo["train limit", phase, owner] = self._train_limit(phase, owner)
        return found

    def _train_limit(self, phase: str, owner: str) -> int:
        entry = self.phases[phase]
        if owner in self.minors:
            return entry.minor_train_limit
        own = self.companies[owner].train_limits if owner in self.companies else {}
        order = self.phase_order
        begun = [limit for since, limit in own.items() if order[since] <= order[phase]]
        return begun[-1] if begun else entry.train_limit

    def lot(self, name: str) -> Private | Minor:
        """What an auction sells by this name."""
        return self.minors.get(name) or self.privates[name]

    def money(self, amount: int) -> str:
        return f"{self.currency}{amount}"
