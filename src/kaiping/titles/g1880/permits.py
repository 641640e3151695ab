"""The private that brings one company a further building permit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kaiping.action import AnyAction, UsePower
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.flow.stock import Counts
from kaiping.titles.g1880.own import ExtraPermit, own, permit_now, permits_of


def check_owner(table: Play, player: str, private: str) -> None:
    if table.state.privates.get(private) != player:
        table.refuse("not_owner_of_private", player=player, private=private)


def check_builder(table: Play, company: str) -> None:
    """Track is laid with the permit of the phase, and by investors that are not at rest (1880-2022:VIII.4.1)."""
    minor = company in table.definition.minors
    if not (table.phase.minors_work if minor else permit_now(table) in permits_of(table, company)):
        table.refuse("no_permit", company=company, phase=table.state.phase, permit=permit_now(table))


def check_permit(table: Play, action: UsePower, power: ExtraPermit) -> None:
    """Once in the game, for a company that its owner leads and that lacks the permit (1880-2022:VI.2.12)."""
    state, company = table.state, action.company
    if action.private in state.powers_used:
        table.refuse("power_used", private=action.private)
    if company is None:
        table.refuse("power_needs_company", where="permit", private=action.private)
    if state.presidents.get(company) != action.player or not (power.any_time or company in state.floated):
        table.refuse("power_not_for", where="permit", private=action.private, company=company)
    if power.permit in permits_of(table, company):
        table.refuse("permit_owned", company=company, permit=power.permit)


def give_permit(table: Play, private: str, company: str, permit: str) -> None:
    table.update_own(permits=own(table).permits | {company: "".join(sorted({*permits_of(table, company), permit}))})
    table.state.powers_used |= {private}
    table.log("permit-given", company=company, permit=permit, private=private)


class PermitInShareRound:
    """The permit may be given at any time, so also in a stock turn of its owner (1880-2022:VI.2.12)."""

    kinds = (UsePower,)
    buys = False
    holds_turn = False

    def options(self, table: Play, player: str) -> Iterator[Listed]:
        for private, owner in table.state.privates.items():
            power = table.definition.privates[private].power
            if owner == player and isinstance(power, ExtraPermit) and power.any_time:
                for company in table.definition.companies:
                    action = UsePower(player, private, company)
                    if passes(self.check, table, player, action):
                        yield action, None

    def check(self, table: Play, player: str, action: AnyAction) -> None:
        assert isinstance(action, UsePower)
        if action.player != player:
            table.refuse("not_your_turn", actor=action.player, turn=player)
        check_owner(table, player, action.private)
        power = table.definition.privates[action.private].power
        if not isinstance(power, ExtraPermit) or not power.any_time:
            table.refuse("only_shares_now", what=type(action).__name__)
        check_permit(table, action, power)

    def apply(self, table: Play, player: str, action: AnyAction) -> Counts:
        assert isinstance(action, UsePower)
        power = table.definition.privates[action.private].power
        assert isinstance(power, ExtraPermit)
        give_permit(table, action.private, action.company or "", power.permit)
        return Counts.NOTHING

    def check_pass(self, table: Play, player: str, *, idle: Callable[[], bool]) -> None:
        """Nobody must."""
