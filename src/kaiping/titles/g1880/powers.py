"""Powers used in a company's turn: a further building permit, and a train for a private."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, Pass, UsePower
from kaiping.definition import FreeTrain
from kaiping.flow.operating.frame import OperatingRound, operating_frame, president_of, update
from kaiping.flow.operating.step import AnytimeStep, trial
from kaiping.flow.operating.track import TrackStep
from kaiping.flow.operating.train_purchase import room
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.flow.trains import Discards, add_train, first_of_kind, next_train, scrap, take_from_depot
from kaiping.state import CLOSED, Frame
from kaiping.titles.g1880.marker import rules_of, train_left
from kaiping.titles.g1880.own import ExtraPermit, permit_now, permits_of
from kaiping.titles.g1880.permits import check_owner, check_permit, give_permit


class OperatingPowers(AnytimeStep):
    """Open throughout the turn of a company whose president owns the private (1880-2022:VI.2.12, VI.2.17)."""

    kinds = (UsePower,)

    def open(self, table: Play, frame: OperatingRound) -> bool:
        """A turn does not end by itself while a train could be had; a permit is only asked for where one is missing."""
        privates = table.definition.privates
        return any(
            isinstance(action, UsePower) and isinstance(privates[action.private].power, FreeTrain)
            for action, _ in self.options(table, frame)
        )

    def changes(self, table: Play, frame: OperatingRound) -> Iterator[Play]:
        """A train may be the first to run and may begin a phase; a permit matters to the company that operates."""
        for action, _ in self.options(table, frame):
            assert isinstance(action, UsePower)
            if action.company == frame.company:
                after = trial(table)
                self.apply(after, frame, action)
                yield after

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        player = president_of(table, frame.company)
        for private, owner in table.state.privates.items():
            power = table.definition.privates[private].power
            if owner != player or not isinstance(power, ExtraPermit | FreeTrain):
                continue
            for company in table.started:
                action = UsePower(player, private, company)
                if passes(self.check, table, frame, action):
                    yield action, None

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, UsePower)
        state, definition = table.state, table.definition
        player, company = president_of(table, frame.company), action.company
        if action.player != player:
            table.refuse("not_your_turn", where="operating", actor=action.player, turn=player)
        check_owner(table, player, action.private)
        power = definition.privates[action.private].power
        match power:
            case ExtraPermit():
                if frame.company in definition.minors and not power.any_time:
                    table.refuse("power_not_for", where="permit", private=action.private, company=company)
                check_permit(table, action, power)
            case FreeTrain():
                if company is None:
                    table.refuse("power_needs_company", where="train", private=action.private)
                if company != frame.company or company not in state.floated:
                    where = "train_investor" if company in definition.minors else "train"
                    table.refuse("power_not_for", where=where, private=action.private, company=company)
                if room(table, company) <= 0:
                    table.refuse("train_limit", where="exchange", company=company, limit=table.phase.train_limit)
            case None:
                table.refuse("no_such_power", where=action.private, private=action.private)
            case _:
                table.refuse("power_by_itself", where=action.private, private=action.private)

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, UsePower)
        company = action.company or ""
        power = table.definition.privates[action.private].power
        if isinstance(power, ExtraPermit):
            give_permit(table, action.private, company, power.permit)
        else:
            update(table, exchanged=rules_of(table).exchange_is_purchase)
            exchange_for_train(table, action.private, company)


def exchange_for_train(table: Play, private: str, company: str) -> None:
    """Like a purchase without money; the marker stays where it is (1880-2022:VI.2.19, VI.2.20)."""
    kind = next_train(table.definition, table.state).name
    take_from_depot(table, kind)
    hand_over(table, private, company, kind)
    first_of_kind(table, kind)
    train_left(table, kind, None)
    if room(table, company) < 0 and not isinstance(table.top, Discards):
        table.push(Discards((company,)))


def hand_over(table: Play, private: str, company: str, kind: str) -> None:
    """The private is gone, the company has the train."""
    table.state.privates = {**table.state.privates, private: CLOSED}
    add_train(table.state, company, kind)
    table.log("train-for-private", company=company, train=kind, private=private)
    if room(table, company) < 0 and not isinstance(table.top, Discards):
        table.push(Discards((company,)))


class PermitOffer(Frame, frozen=True):
    """A company without the permit of the phase may get one before it goes on (1880-2022:VI.2.12)."""

    interrupts = "a permit for {company}"
    company: str


def offer_permit(table: Play, frame: OperatingRound) -> bool:
    """On the site, ask once in the turn of a company that lacks the permit which its president has to give."""
    company = frame.company
    if table.definition.steps_wait:
        return False  # the track step waits for it
    if frame.step < 0 or company in frame.asked or not could_get_permit(table, company):
        return False
    update(table, asked=(*frame.asked, company))
    table.push(PermitOffer(company))
    return True


def could_get_permit(table: Play, company: str) -> bool:
    """Does a company lack the permit of the phase, and has its president one to give?"""
    state = table.state
    if company in table.definition.minors or permit_now(table) in permits_of(table, company):
        return False
    player = president_of(table, company)
    return any(
        owner == player
        and name not in state.powers_used
        and isinstance(power := table.definition.privates[name].power, ExtraPermit)
        and power.permit == permit_now(table)
        for name, owner in state.privates.items()
    )


class PermitOfferRules:
    def __init__(self) -> None:
        self.powers = OperatingPowers()

    def _company(self, table: Play) -> str:
        return table.frame(PermitOffer).company

    def actors(self, table: Play) -> tuple[str, ...]:
        return (president_of(table, self._company(table)),)

    def options(self, table: Play) -> Iterator[Listed]:
        yield Pass(self._company(table)), None
        for action, span in self.powers.options(table, operating_frame(table)):
            if isinstance(action, UsePower) and self._is_permit(table, action):
                yield action, span

    def _is_permit(self, table: Play, action: UsePower) -> bool:
        private = table.definition.privates.get(action.private)
        return private is not None and isinstance(private.power, ExtraPermit)

    def check(self, table: Play, action: AnyAction) -> None:
        company = self._company(table)
        if isinstance(action, UsePower) and self._is_permit(table, action):
            self.powers.check(table, operating_frame(table), action)
        elif action != Pass(company):
            table.refuse("permit_first", player=president_of(table, company), company=company)

    def apply(self, table: Play, action: AnyAction) -> None:
        table.pop()
        if isinstance(action, UsePower):
            self.powers.apply(table, operating_frame(table), action)
        else:
            table.log("step-passed", company=operating_frame(table).company, step="permit")

    def advance(self, table: Play) -> bool:
        return False


class HeldOpen(TrackStep):
    """On the site the step is not left without asking as long as a private could bring a company its first train."""

    def open(self, table: Play, frame: OperatingRound) -> bool:
        held = not table.definition.steps_wait and could_take_first_train(table, frame)
        return held or super().open(table, frame)


def could_take_first_train(table: Play, frame: OperatingRound) -> bool:
    state, player = table.state, president_of(table, frame.company)
    if state.trains.get(frame.company):
        return False
    return any(
        owner == player and isinstance(table.definition.privates[name].power, FreeTrain)
        for name, owner in state.privates.items()
    )


class ForcedExchange(Frame, frozen=True):
    """The owner gives the next train to one of their companies (1880-2022:VI.2.23 to VI.2.25)."""

    interrupts = "a train for {private}"
    player: str
    private: str
    #: the train set aside for it, where it is the last of its kind
    train: str | None = None


def force_exchange(table: Play) -> None:
    """In the phase that forces it, an exchange still open takes place at once."""
    state, definition = table.state, table.definition
    for name, private in definition.privates.items():
        power, owner = private.power, state.privates[name]
        if isinstance(power, FreeTrain) and owner in state.players:
            if definition.phase_of_train[power.forced_by] == state.phase:
                kind = next_train(definition, state).name
                last = state.depot[kind] == 1
                if last:
                    take_from_depot(table, kind)
                table.push(ForcedExchange(owner, name, kind if last else None))


def targets(table: Play, player: str, private: str) -> list[str]:
    """The player's companies with room for a train; all of them if none has room (1880-2022:VI.2.25, VI.2.26)."""
    state, power = table.state, table.definition.privates[private].power
    own = [company for company in table.definition.companies if state.presidents.get(company) == player]
    if not (isinstance(power, FreeTrain) and power.for_unfloated):
        own = [company for company in own if company in state.floated]
    return [company for company in own if room(table, company) > 0] or own


class ForcedExchangeRules:
    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.frame(ForcedExchange).player,)

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(ForcedExchange)
        for company in targets(table, frame.player, frame.private):
            yield UsePower(frame.player, frame.private, company), None

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(ForcedExchange)
        if not isinstance(action, UsePower) or (action.player, action.private) != (frame.player, frame.private):
            table.refuse("power_assign_first", player=frame.player, private=frame.private)
        if action.company is None:
            table.refuse("power_needs_company", where="forced", private=frame.private)
        if action.company not in targets(table, frame.player, frame.private):
            own = table.state.presidents.get(action.company) == frame.player
            where = "forced_full" if own and room(table, action.company) <= 0 else "forced"
            table.refuse("power_not_for", where=where, private=frame.private, company=action.company)

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, UsePower)
        frame = table.frame(ForcedExchange)
        table.pop()
        if frame.train is None:
            exchange_for_train(table, frame.private, action.company or "")
        else:
            hand_over(table, frame.private, action.company or "", frame.train)

    def advance(self, table: Play) -> bool:
        """Without a company the train is lost (1880-2022:VI.2.28)."""
        frame = table.frame(ForcedExchange)
        if targets(table, frame.player, frame.private):
            return False
        table.pop()
        kind = frame.train or next_train(table.definition, table.state).name
        if frame.train is None:
            take_from_depot(table, kind)
        table.state.privates = {**table.state.privates, frame.private: CLOSED}
        scrap(table.state, kind)
        table.log("private-lost", player=frame.player, private=frame.private)
        return True
