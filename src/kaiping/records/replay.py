"""A game that was stored, played again: its actions from one stored position to the next.

What was played by the rules of today must lead to the stored positions. What was played by older ones stays as it was:
where those of today refuse an action or lead elsewhere, the stored position holds, and an event tells so.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from kaiping.action import AnyAction, Pass
from kaiping.errors import BadInput, IllegalAction
from kaiping.event import Event
from kaiping.flow.auction import Auction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from kaiping.past import Left, Moment, Unplayed
from kaiping.records.exact import check_possible, state_data, state_from
from kaiping.records.files import squeezed, unsqueezed
from kaiping.records.refused import Refused
from kaiping.state import State

#: events that tell what today's rules make of a game by older ones
NOTES = frozenset({"no-longer-legal", "as-played", "played-otherwise"})


class Kept(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a stored game: how many actions led to it and by which rules; in a short file only its digest.

    One with both is what the actions of a short file led to by later rules, and the digest of what they had led to.
    """

    after: int
    rules: str
    position: str | None = None
    digest: str | None = None


# --- positions that are kept --------------------------------------------------------------------------


def packed(state: State) -> bytes:
    """All of a position in a few bytes; equal positions, equal bytes."""
    return squeezed(msgspec.json.encode(state_data(state)))


def unpacked(data: bytes, game: Game) -> State:
    """The position that was packed so, of a game of that title, edition and seed."""
    return _state(_data(data), game)


def _state(data: dict[str, Any], game: Game) -> State:
    state = state_from(game.title, game.definition, data)
    state.seed = game.state.seed
    return state


def _data(data: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(unsqueezed(data), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError):
        raise BadInput("a position in it is not whole") from None


def digest(state: State) -> str:
    return hashlib.sha256(msgspec.json.encode(state_data(state), order="sorted")).hexdigest()[:20]


def kept_position(after: int, rules: str, state: State, *, short: bool) -> Kept:
    """A position as files hold it."""
    if short:
        return Kept(after, rules, digest=digest(state))
    return Kept(after, rules, position=base64.b64encode(packed(state)).decode())


def check_kept(positions: Sequence[Kept], actions: int) -> None:
    """Refuse positions of a file that cannot be."""
    last = 0
    for kept in positions:
        if not last < kept.after <= actions or kept.position is kept.digest is None:
            raise BadInput(f"the position after action {kept.after} does not belong there")
        last = kept.after


def _is_same(kept: Kept, game: Game) -> bool:
    if kept.digest is not None and kept.digest != digest(game.state):
        return False
    return kept.position is None or _state(_packed_data(kept), game) == game.state


def _packed_data(kept: Kept) -> dict[str, Any]:
    try:
        return _data(base64.b64decode(kept.position or "", validate=True))
    except ValueError:
        raise BadInput("a position in it is not whole") from None


# --- playing again ------------------------------------------------------------------------------------


def replay(
    game: Game, actions: Sequence[AnyAction], positions: Sequence[Kept], older: int, rules: str
) -> Iterator[int]:
    """Play a stored game on by its next actions, of which all up to one are by older rules; their numbers, one by one.

    Where the rules of today refuse an action of older ones and no position follows, all from there is kept unplayed.
    """
    begin, places = game.played, {kept.after: kept for kept in positions}
    older = min(max(older - begin, 0), len(actions))
    try:
        yield from _replay_older(game, actions[:older], [kept for kept in positions if kept.after <= begin + older])
    except Refused as wrong:
        left = Left(rules, wrong.at, wrong.cause, tuple(actions[wrong.at - 1 - begin :]))
        game.unplayed = Unplayed.after(game.unplayed, left)
        return
    for number, action in enumerate(actions[older:], begin + older + 1):
        try:
            game.play(action)
        except (IllegalAction, BadInput, OverflowError) as wrong:
            raise _refused(number, action, wrong) from None
        if number in places and not _is_same(places[number], game):
            raise BadInput(f"the position after action {number} is not the one to which its actions lead")
        yield number


def _refused(number: int, action: AnyAction, wrong: IllegalAction | BadInput | OverflowError) -> Refused:
    return Refused(number, kind_of(action), "a number is too large" if isinstance(wrong, OverflowError) else wrong)


def kind_of(action: AnyAction) -> str:
    return str(type(action).__struct_config__.tag)


def _replay_older(game: Game, actions: Sequence[AnyAction], positions: Sequence[Kept]) -> Iterator[int]:
    stored, digests = dict[int, State](), dict[int, Kept]()
    for kept in positions:
        if kept.digest is not None:
            digests[kept.after] = kept
        if kept.position is not None:
            data = _packed_data(kept)
            with suppress(BadInput):  # what was written in a way that is no longer known is worked out by playing
                stored[kept.after] = _state(data, game)
    for after, state in stored.items():
        try:
            check_possible(Game.from_state(game.title, game.definition, state, game.seed))
        except BadInput as wrong:
            raise BadInput(f"the position after action {after}: {wrong}") from None
        if set(state.players) != set(game.players):
            raise BadInput(f"the position after action {after} is of other players")
    first = begin = game.played
    for end in sorted({*stored, first + len(actions)}):
        part = actions[begin - first : end - first]
        for number, moment in enumerate(stretch(game, part, stored.get(end), begin), begin + 1):
            known = digests.get(number)
            if known is not None and known.digest != digest(moment.state):
                told = {"number": number, "rules": known.rules, "digest": known.digest}
                moment.events.append(Event("played-otherwise", told))
            game.adopt(moment)
            yield number
        begin = end


def stretch(game: Game, actions: Sequence[AnyAction], stored: State | None, begin: int = 0) -> Iterator[Moment]:
    """The moments of actions by older rules, from where a game stands to a position that is stored, if one is.

    Before that position, what the rules of today refuse changes nothing; without one it is refused. ``begin`` is the
    number of the action before the first.
    """
    older, refused = _Older(game), False
    for number, action in enumerate(actions, begin + 1):
        events = list[Event]()
        if not refused:
            try:
                events = older.play(action)
            except (IllegalAction, BadInput, OverflowError) as wrong:
                refusal = _refused(number, action, wrong)
                if stored is None:
                    raise refusal from None
                refused, events = True, [Event("no-longer-legal", {"number": number, "why": refusal.cause})]
        state = older.state
        if stored is not None and number == begin + len(actions) and state != stored:
            state = stored
            events.append(Event("as-played", {"number": number}))
        yield Moment(action, state, events)


class _Older:
    """Plays actions of older rules beside a game: some steps asked then that do not now, some wait now.

    So passes that nobody is asked for change nothing, and steps that an action does not belong to are passed.
    """

    def __init__(self, game: Game) -> None:
        self.game = Game.from_state(game.title, game.definition, game.state, game.seed)
        #: players who have just passed in the auction by themselves; in the older game they were asked
        self._silent: list[str] = []

    @property
    def state(self) -> State:
        return self.game.state

    def play(self, action: AnyAction) -> list[Event]:
        """What comes of it; refused as a play is, if there is no way to it, and then nothing has changed."""
        game = self.game
        if self._silent and action == Pass(self._silent[0]):
            del self._silent[0]
            return []
        played, in_auction = game.played, any(isinstance(frame, Auction) for frame in game.state.stack)
        self._play(action)
        events = game.events_since(played)
        self._silent = _passed(events) if in_auction else []
        return events

    def _play(self, action: AnyAction) -> None:
        game = self.game
        try:
            game.play(action)
        except IllegalAction:
            top = game.state.stack[-1] if game.state.stack else None
            if not isinstance(top, OperatingRound):
                raise
            if isinstance(action, Pass):
                return
            passing, passed = Pass(top.company), game.copy()
            while passed.why_not(passing) is None:
                passed.play(passing)
                if passed.why_not(action) is None:
                    for one in (*passed.actions[game.played :], action):
                        game.play(one)
                    return
            raise


def _passed(events: Iterable[Event]) -> list[str]:
    """Who has passed by themselves, but for the stock round that follows the auction."""
    players = []
    for event in events:
        if event.kind == "stock-round":
            break
        if event.kind == "passed" and event.data.get("automatic"):
            players.append(str(event["player"]))
    return players
