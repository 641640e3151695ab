"""Kinki: formed out of Osaka Electric and Osaka Railway, joined by Kanan and Nara Electric."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, Choose
from kaiping.definition import Minor
from kaiping.flow.operating.frame import OperatingRound, operating_frame
from kaiping.flow.operating.step import AnytimeStep
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.shares import change_president, move_shares
from kaiping.flow.trains import Discards, add_train, crowded
from kaiping.state import BANK, CLOSED, Frame, without
from kaiping.titles.g1890.minors import close_minor, convert, playing_minors
from kaiping.titles.g1890.turns import is_turn_out_of_order, leave_round
from kaiping.titles.g1890.waiting import hand_on, no_more_waiting, waits_on

MERGER = "merger"
CONVERSION = "conversion"
MERGE, CONVERT, LATER, NOT_NOW = "merge", "convert", "later", "not-this-round"


class Declaration(Frame, frozen=True):
    """Between two turns the owner of a minor says whether it merges now (1890:C.8.4.36), or converts."""

    interrupts = "the owner of {minor} is asked"
    minor: str

    def question(self, table: Play) -> tuple[str, str]:
        """What is asked, and what saying yes is called."""
        merges = table.definition.minors[self.minor].merges_into is not None
        return (MERGER, MERGE) if merges else (CONVERSION, CONVERT)


class Formation(Frame, frozen=True):
    """The company is being formed; minors that may join now are still to be asked (1890:C.8.4.39)."""

    interrupts = "{company} is formed, {waiting[0]} may join"
    settles = "president"
    company: str
    waiting: tuple[str, ...]


def _mergers(table: Play) -> Iterator[tuple[str, Minor, str]]:
    """Minors of players that become part of a company: name, entry, company."""
    for name in playing_minors(table):
        entry = table.definition.minors[name]
        if entry.merges_into is not None:
            yield name, entry, entry.merges_into


def _may_merge(table: Play, entry: Minor, company: str) -> bool:
    """May its owner declare the merger now (1890:C.8.3.9, C.8.3.18, C.8.3.28)?"""
    if entry.merges_from is None or not table.at_least(entry.merges_from):
        return False
    state = table.state
    return company not in state.closed_companies and entry.founds != (company in state.floated)


def _must_merge(table: Play, entry: Minor) -> bool:
    """Can it wait no longer (1890:C.8.3.10, C.8.3.19, C.8.3.29)?"""
    return entry.merges_by is not None and table.at_least(entry.merges_by)


def between_turns(table: Play, frame: OperatingRound) -> bool:
    """What is done between two turns: what must be, then questions; says whether there was anything."""
    for name in playing_minors(table):
        by = table.definition.minors[name].converts_by
        if by is not None and table.at_least(by):
            convert(table, name)  # 1890:C.10.4.1
            return True
    for name, entry, company in sorted(_mergers(table), key=lambda merger: not merger[1].founds):
        if not _must_merge(table, entry):
            continue
        if company in table.state.closed_companies:
            _close_for_good(table, name, entry)
        elif entry.founds:
            form(table, name)
        else:
            merge(table, name)
        return True
    if not frame.order and is_turn_out_of_order(table):
        return False  # the round that it interrupts goes on with the questions
    open_now = [name for name, entry, company in _mergers(table) if _may_merge(table, entry, company)]
    open_now += [name for name in playing_minors(table) if table.definition.minors[name].converts_any_time]
    for name in open_now:
        if name not in frame.asked and name not in frame.declined:
            table.push(Declaration(name))
            return True
    return False


def _close_for_good(table: Play, name: str, entry: Minor) -> None:
    """Without the company a minor closes when it would have to merge, and who follows it too (1890:C.8.4.47)."""
    followers = [other for other, minor, _ in _mergers(table) if minor.follows_founder] if entry.founds else []
    for minor in (name, *followers):
        table.log("minor-closed", minor=minor)
        close_minor(table, minor)


def declare(table: Play, name: str) -> None:
    """The owner of a minor says that it merges now."""
    (form if table.definition.minors[name].founds else merge)(table, name)


def merge(table: Play, name: str) -> None:
    """A minor becomes part of the company that there is."""
    company = _absorb(table, name)
    change_president(table, company)
    _check_trains(table, company)


def _check_trains(table: Play, company: str) -> None:
    """The limit holds for the trains of a merger, too (1890:12.2.2)."""
    if crowded(table, (company,)):
        table.push(Discards((company,)))


def _absorb(table: Play, name: str) -> str:
    """Share, cash, trains and tokens of a minor change hands (1890:C.8.3.11 to C.8.3.14, C.8.3.20 to C.8.3.33)."""
    state, entry = table.state, table.definition.minors[name]
    company, owner = entry.merges_into or "", state.minors[name]
    move_shares(state, company, name, owner, entry.reserved)
    part = -(-state.cash[name] * entry.merged_percent // 100)
    table.pay(name, company, part)
    table.log("minor-merged", minor=name, company=company, owner=owner, percent=entry.reserved, amount=part)
    table.pay(name, owner, state.cash[name])
    trains = state.trains.get(name, ())
    state.trains = without(state.trains, name)
    for train in trains:
        add_train(state, company, train)
    for place in state.board.tokens_of(name):
        _replace_token(table, name, company, place)
    for hex_id in waits_on(table, name):
        _replace_waiting(table, name, company, hex_id)
    state.minors = {**state.minors, name: CLOSED}
    leave_round(table, name)
    return company


def _replace_token(table: Play, minor: str, company: str, place: tuple[str, int]) -> None:
    """The company's token takes the place, unless it has one there (1890:C.8.3.32, C.8.3.33)."""
    state = table.state
    state.board = state.board.without_token(minor, place[0])
    if _has_room(table, minor, company, place[0]):
        state.board = state.board.with_token(company, place)
        table.log("token", company=company, hex=place[0], stop=place[1], cost=0)


def _replace_waiting(table: Play, minor: str, company: str, hex_id: str) -> None:
    """A token that waits for a space goes on waiting as the company's (1890:C.10.14.9)."""
    if _has_room(table, minor, company, hex_id):
        hand_on(table, minor, company, hex_id)
    else:
        no_more_waiting(table, minor, hex_id)


def _has_room(table: Play, minor: str, company: str, hex_id: str) -> bool:
    """Has the company no token on the hex yet? Then one more of its tokens is free."""
    state = table.state
    own = [*(place for place, _ in state.board.tokens_of(company)), *waits_on(table, company)]
    if hex_id in own and not table.definition.minors[minor].spare_token:
        return False
    if own:
        state.free_tokens = {**state.free_tokens, company: state.free_tokens.get(company, 0) + 1}
    if hex_id in own:
        state.returned = {**state.returned, company: state.returned.get(company, 0) + 1}
    return hex_id not in own


def form(table: Play, founder: str) -> None:
    """The founder turns into the company, Osaka Railway follows, Kanan may (1890:C.8.4.37 to C.8.4.39)."""
    state = table.state
    owner = state.minors[founder]
    company = _absorb(table, founder)
    state.presidents = {**state.presidents, company: owner}
    table.log("company-formed", company=company, player=owner)
    for name, entry, _ in list(_mergers(table)):
        if entry.follows_founder:
            _absorb(table, name)
    state.floated |= {company}
    waiting = []
    for name, entry, _ in list(_mergers(table)):
        if _must_merge(table, entry):
            _absorb(table, name)
        elif _may_merge(table, entry, company):
            waiting.append(name)
    table.push(Formation(company, tuple(waiting)))


def _finish(table: Play, company: str) -> None:
    """Who holds most leads it; it gets its capital and a turn at once (1890:C.8.4.40 to C.8.4.44)."""
    state = table.state
    change_president(table, company)
    shares = 0 if company in state.paid_by_share else table.definition.companies[company].formed_capital
    capital = shares * state.par[company]  # where it grows by shares it has what these were sold for (1890:C.10.9.15)
    table.log("floated", company=company, capital=capital)
    table.pay(BANK, company, capital)
    table.push(OperatingRound((company,), keeps_price=True, asked=tuple(state.minors)))
    _check_trains(table, company)


def _options(table: Play, minor: str, what: str, choices: tuple[str, ...]) -> Iterator[Listed]:
    for choice in choices:
        yield Choose(table.state.minors[minor], what, choice), None


def _check(table: Play, action: AnyAction, minor: str, what: str, choices: tuple[str, ...]) -> None:
    player = table.state.minors[minor]
    if not isinstance(action, Choose) or action.player != player or action.what != what:
        table.refuse("declaration_first", player=player, minor=minor)
    if action.option not in choices:
        table.refuse("no_such_option", where=what, option=action.option, options=", ".join(choices))


class DeclarationRules:
    """Merge or convert now, be asked again before the next turn, or not in this round."""

    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.state.minors[table.frame(Declaration).minor],)

    def options(self, table: Play) -> Iterator[Listed]:
        what, choices = self._question(table)
        return _options(table, table.frame(Declaration).minor, what, choices)

    def check(self, table: Play, action: AnyAction) -> None:
        what, choices = self._question(table)
        _check(table, action, table.frame(Declaration).minor, what, choices)

    def _question(self, table: Play) -> tuple[str, tuple[str, ...]]:
        """After the last turn of a round there is no other moment in it to wait for."""
        what, yes = table.frame(Declaration).question(table)
        return what, (yes, LATER, NOT_NOW) if operating_frame(table).order else (yes, LATER)

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, Choose)
        minor = table.frame(Declaration).minor
        table.pop()
        if action.option == CONVERT:
            convert(table, minor)
            return
        if action.option == MERGE:
            declare(table, minor)
            return
        frame = operating_frame(table)
        if action.option == LATER:
            table.replace(replace(frame, asked=(*frame.asked, minor)))
        else:
            table.replace(replace(frame, declined=(*frame.declined, minor)))

    def advance(self, table: Play) -> bool:
        return False


class MergerInTurn(AnytimeStep):
    """A minor may declare its merger at any point of its own turn, which is over with it (1890:C.8.3.6).

    No step waits for it: its owner is asked again as soon as the turn is over.
    """

    kinds = (Choose,)

    def open(self, table: Play, frame: OperatingRound) -> bool:
        return False

    def changes(self, table: Play, frame: OperatingRound) -> Iterator[Play]:
        return iter(())

    def _may(self, table: Play, minor: str) -> bool:
        entry = table.definition.minors.get(minor)
        return entry is not None and entry.merges_into is not None and _may_merge(table, entry, entry.merges_into)

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        if self._may(table, frame.company) and not frame.sold_for_train:
            yield from _options(table, frame.company, MERGER, (MERGE,))

    def takes(self, table: Play, frame: OperatingRound, action: AnyAction) -> bool:
        return isinstance(action, Choose) and action.what == MERGER and self._may(table, frame.company)

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        _check(table, action, frame.company, MERGER, (MERGE,))
        if frame.sold_for_train:  # what is sold for a train is spent on it (1890:14.10, 14.12)
            table.refuse("must_own_train", company=frame.company)

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        declare(table, frame.company)


class FormationRules:
    """Each minor that may join now says whether it does."""

    choices = (MERGE, LATER)

    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.state.minors[table.frame(Formation).waiting[0]],)

    def options(self, table: Play) -> Iterator[Listed]:
        return _options(table, table.frame(Formation).waiting[0], MERGER, self.choices)

    def check(self, table: Play, action: AnyAction) -> None:
        _check(table, action, table.frame(Formation).waiting[0], MERGER, self.choices)

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, Choose)
        frame = table.frame(Formation)
        table.replace(replace(frame, waiting=frame.waiting[1:]))
        if action.option == MERGE:
            _absorb(table, frame.waiting[0])

    def advance(self, table: Play) -> bool:
        frame = table.frame(Formation)
        if frame.waiting:
            return False
        table.pop()
        _finish(table, frame.company)
        return True
