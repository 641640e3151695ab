"""Foreign investors: a share set aside, income kept, and the merger with the company of their player."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, Choose
from kaiping.board.reach import joined
from kaiping.board.track import shape_at
from kaiping.definition import JointNetwork, MinorRules
from kaiping.flow.operating.frame import OperatingRound, president_of
from kaiping.flow.operating.station import next_cost
from kaiping.flow.operating.steps import SilentStep
from kaiping.flow.operating.track import home_hex
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.share_numbers import move_first
from kaiping.flow.shares import SHARE, change_president, move_shares
from kaiping.state import BANK, IPO, Frame, without

TREASURY = "treasury"
STATION = "station"
COMPANY, OWNER = "company", "owner"
REPLACE, DISCARD = "replace", "discard"


def rules_of(table: Play) -> MinorRules:
    rules = table.definition.minor_rules
    if rules is None:
        raise TypeError("there are no investors in this title")
    return rules


def investor_of(table: Play, player: str) -> str | None:
    return next((minor for minor, owner in table.state.minors.items() if owner == player), None)


def company_of(table: Play, minor: str) -> str | None:
    """The company whose share lies on the investor's charter."""
    return next((company for owner, company in table.state.holdings if owner == minor), None)


def set_share_aside(table: Play, player: str, company: str) -> None:
    """The player's first company gives a share to their investor (1880-2022:VII.1.11, VII.1.12)."""
    minor = investor_of(table, player)
    if minor is not None and company_of(table, minor) is None:
        move_shares(table.state, company, IPO, minor, SHARE)
        move_first(table.state, company, IPO, minor, 1)
        table.log("share-set-aside", company=company, investor=minor)


class KeepIncome(SilentStep):
    """What the leased train earns stays with the investor (1880-2022:VII.1.10)."""

    name = "income"

    def skip(self, table: Play, frame: OperatingRound) -> None:
        if frame.revenue:
            table.pay(BANK, frame.company, frame.revenue)
            table.log("withheld", company=frame.company, amount=frame.revenue)


class MergeStep(SilentStep):
    """At the end of an investor's turn it merges if it can (1880-2022:VII.2.1, VII.2.2)."""

    name = "merger"

    def skip(self, table: Play, frame: OperatingRound) -> None:
        company = company_of(table, frame.company)
        if company is not None and joint_network(table, frame.company, company):
            table.push(Merger(frame.company, company, table.state.minors[frame.company], waits=True))
        else:
            table.log("no-merger", investor=frame.company)


def at_rest(table: Play) -> bool:
    """Do investors no longer operate, and have no turns either (1880-2010:VII.26, VII.27)?"""
    return not table.phase.minors_work and rules_of(table).rests_without_turns


class RestingMergers(SilentStep):
    """At the end of a company's turn investors at rest merge as soon as they can (1880-2010:VII.14, VII.27)."""

    name = "resting mergers"

    def skip(self, table: Play, frame: OperatingRound) -> None:
        if not at_rest(table):
            return
        pairs = [(minor, company_of(table, minor)) for minor in table.state.minors]
        for minor, company in reversed(pairs):  # what is put on the stack last is settled first
            if company is not None and joint_network(table, minor, company):
                table.push(Merger(minor, company, table.state.minors[minor], waits=True))


def joint_network(table: Play, minor: str, company: str) -> bool:
    """Is there a way between the two that an endless train could take, whoever's tokens stand on it?

    It is sought from the investor's home, since there is less track around it until it merges.
    """
    definition, board = table.definition, table.state.board
    rule = rules_of(table).joint_network
    home = definition.minors[minor].home_stop[0]
    starts = [stop for stop in board.tokens_of(minor) if stop[0] == home]
    targets = board.tokens_of(company)
    if rule is JointNetwork.HEX:
        starts = [(home, index) for index in range(len(shape_at(definition.map, definition.tiles, board, home).stops))]
    if rule is JointNetwork.HOMES:
        targets = [stop for stop in targets if stop[0] == definition.companies[company].home_stop[0]]
    return joined(definition.map, definition.tiles, board, tuple(starts), tuple(targets))


class Merger(Frame, frozen=True):
    """A merger under way; ``treasury`` is the owner's choice once they have made it."""

    interrupts = "investor {minor} merges into {company}"
    minor: str
    company: str
    owner: str
    treasury_settled: bool = False
    #: not begun: of several investors that merge at once, one does so after the other
    waits: bool = False


class MergerRules:
    """What becomes of the money, and of the station (1880-2022:VII.2.3 to VII.2.5, VII.2.8)."""

    def _question(self, table: Play, frame: Merger) -> tuple[str, str, tuple[str, ...]]:
        """Who is asked what, and the options."""
        if not frame.treasury_settled:
            return frame.owner, TREASURY, (COMPANY, OWNER)
        return president_of(table, frame.company), STATION, (REPLACE, DISCARD)

    def actors(self, table: Play) -> tuple[str, ...]:
        return (self._question(table, table.frame(Merger))[0],)

    def options(self, table: Play) -> Iterator[Listed]:
        player, what, choices = self._question(table, table.frame(Merger))
        for choice in choices:
            yield Choose(player, what, choice), None

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(Merger)
        player, what, choices = self._question(table, frame)
        if not isinstance(action, Choose) or action.player != player or action.what != what:
            table.refuse(
                "merger_first", where=what, player=player, investor=frame.minor, company=frame.company, choice=what
            )
        if action.option not in choices:
            table.refuse("no_such_option", where=what, option=action.option, options=", ".join(choices))

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, Choose)
        frame, state = table.frame(Merger), table.state
        if action.what == TREASURY:
            cash = state.cash[frame.minor]
            if action.option == COMPANY:
                table.pay(frame.minor, frame.company, cash)
                table.log("treasury-merged", investor=frame.minor, receiver=frame.company, amount=cash)
            else:
                pay_owner(table, frame.minor, frame.owner)
            table.replace(replace(frame, treasury_settled=True))
            return
        self._finish(table, frame, replace_token=action.option == REPLACE)

    def _begin(self, table: Play, frame: Merger) -> None:
        """The owner gets the share and a premium, whoever is president by now (1880-2022:VII.2.6, VII.2.7)."""
        table.log("merger", investor=frame.minor, company=frame.company)
        move_shares(table.state, frame.company, frame.minor, frame.owner, SHARE)
        move_first(table.state, frame.company, frame.minor, frame.owner, 1)
        table.pay(BANK, frame.owner, rules_of(table).premium)
        change_president(table, frame.company)
        table.replace(replace(frame, waits=False))

    def _finish(self, table: Play, frame: Merger, *, replace_token: bool) -> None:
        state = table.state
        table.pay(frame.minor, BANK, state.cash[frame.minor])
        place = state.board.tokens_of(frame.minor)[0]
        state.board = state.board.without_token(frame.minor, place[0])
        if replace_token:
            state.board = state.board.with_token(frame.company, place)
            table.log("token", company=frame.company, hex=place[0], stop=place[1], cost=0)
        state.minors, state.cash = without(state.minors, frame.minor), without(state.cash, frame.minor)
        table.pop()

    def advance(self, table: Play) -> bool:
        """Questions with one answer are not asked."""
        frame = table.frame(Merger)
        if frame.waits:
            self._begin(table, frame)
            return True
        if not frame.treasury_settled:
            if table.state.cash[frame.minor]:
                return False
            table.replace(replace(frame, treasury_settled=True))
            return True
        if self._may_replace(table, frame):
            return False
        self._finish(table, frame, replace_token=False)
        return True

    def _may_replace(self, table: Play, frame: Merger) -> bool:
        """A token must be left; a second one on the same hex is not allowed (1880-2022:X.4.4)."""
        if next_cost(table, frame.company) is None:
            return False
        board = table.state.board
        hexes = {hex_id for hex_id, _ in board.tokens_of(frame.company)}
        return rules_of(table).second_token or board.tokens_of(frame.minor)[0][0] not in hexes


def pay_owner(table: Play, minor: str, owner: str) -> None:
    """The owner takes a fifth of the treasury, rounded down; the rest goes to the bank (1880-2022:VII.2.4)."""
    part = table.state.cash[minor] * rules_of(table).owner_percent // 100
    table.pay(minor, owner, part)
    table.log("treasury-merged", investor=minor, receiver=owner, amount=part)


def close_investors(table: Play) -> None:
    """At the end of the game what never merged pays its owner a part (1880-2022:VII.2.12)."""
    state = table.state
    left_out = False
    for minor, owner in list(state.minors.items()):
        if left_out:
            left_out = False
            continue
        company = company_of(table, minor)
        if owner in state.players:
            left_out = rules_of(table).closing_skips_next
            pay_owner(table, minor, owner)
            table.pay(minor, BANK, state.cash[minor])
            state.board = state.board.without_token(minor, home_hex(table.definition, minor))
            if company is not None:
                state.holdings = without(state.holdings, (minor, company))
            state.minors, state.cash = without(state.minors, minor), without(state.cash, minor)
