"""The clocks of a table: how much time its seats have, and what of it is left.

Nothing here looks at a clock or at the database: moments are seconds since 1970 that are handed in, and what is stored
of a seat is what it had left and since when it has been running. So it is the same in every process and after a
restart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kaiping.errors import BadInput

MINUTE, HOUR, DAY = 60, 3_600, 86_400
#: the shortest and the longest time that a table may give, for a move or as a bank, and the most for a turn on top
LEAST, MOST = 30, 60 * DAY
MOST_INCREMENT = 7 * DAY
#: turns in a row that somebody may let run out before the table waits for them
MISSES = 3
#: what somebody who comes back to their seat has at least, as a part of the bank
_RETURNING = 10

#: from one moment to another
Span = tuple[float, float]


class Kind(StrEnum):
    """What the time is given for."""

    MOVE = "move"
    BANK = "bank"


class Out(StrEnum):
    """What happens when the time runs out: the table acts for the seat this once, or a bot takes it over."""

    ACT = "act"
    BOT = "bot"


class Clock(msgspec.Struct, frozen=True):
    """How much time each seat has: for each of its turns, or for the whole game with something on top for each turn."""

    kind: Kind
    seconds: int
    increment: int = 0
    out: Out = Out.ACT

    @property
    def slow(self) -> bool:
        """Played over days, also if these are what a turn adds; vacations stop it."""
        return max(self.seconds, self.increment) >= DAY

    def in_words(self) -> str:
        """The pace of a table."""
        if self.kind is Kind.MOVE:
            return _("%s for each turn") % duration(self.seconds)
        if self.increment:
            words = {"bank": duration(self.seconds), "increment": duration(self.increment)}
            return _("%(bank)s, and %(increment)s more for each turn") % words
        return _("%s for the whole game") % duration(self.seconds)

    def in_short(self) -> str:
        """The pace of a table, for a label."""
        if self.kind is Kind.MOVE:
            words = _("%s a turn") % brief(self.seconds)
        elif self.increment:
            words = _("%(bank)s + %(increment)s a turn") % {
                "bank": brief(self.seconds),
                "increment": brief(self.increment),
            }
        else:
            words = _("%s in all") % brief(self.seconds)
        return (_("slow: %s") if self.slow else _("live: %s")) % words

    def consequence(self) -> str:
        """What happens when the time runs out."""
        if self.out is Out.BOT:
            return _("when it runs out a bot takes the seat")
        return _("when it runs out the table passes, or acts where nobody can pass")


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of one seat, as it is stored."""

    #: seconds that were left when it last began to run, or stopped
    left: float
    #: since when it is running
    since: float | None = None
    #: when it runs out, if it goes on running
    due: float | None = None
    #: after how many actions its last turn was over: what the next turn brings is given from there on, not before
    ended: int | None = None
    #: how many of its turns in a row have run out
    missed: int = 0
    #: when they have said in this turn that they are there
    here: float | None = None

    @property
    def stands(self) -> bool:
        """Whoever does not come any more is waited for, without a limit until they act."""
        return self.missed >= MISSES


def read_clock(stored: Any) -> Clock | None:
    return None if stored is None else msgspec.convert(stored, Clock)


def read_hands(stored: Any) -> dict[str, Hand]:
    return msgspec.convert(stored, dict[str, Hand])


def checked(clock: Clock) -> Clock:
    """A clock as somebody has asked for it, or why it cannot be."""
    if not LEAST <= clock.seconds <= MOST:
        words = {"least": duration(LEAST), "most": duration(MOST)}
        raise BadInput(_("a clock has from %(least)s to %(most)s") % words)
    if not 0 <= clock.increment <= MOST_INCREMENT:
        raise BadInput(_("a turn adds %s at most") % duration(MOST_INCREMENT))
    if clock.kind is Kind.MOVE and clock.increment:
        raise BadInput(_("only to a bank of time something is added for each turn"))
    return clock


# --- how time passes ----------------------------------------------------------------------------------


def stepped(
    clock: Clock | None,
    hands: Mapping[str, Hand],
    acting: Collection[str],
    *,
    played: int,
    now: float,
    completes: bool,
    away: Mapping[str, Sequence[Span]],
    acted: str = "",
    late: bool = False,
) -> dict[str, Hand]:
    """The clocks after a change: those of ``acting`` run, all others stand.

    ``completes``: something was played, so whoever need not act any more has ended their turn. What a turn brings, the
    increment of a bank or all the time for a move, is given when the next one begins; going back to before the end of
    a turn brings nothing, so undo gives no time back. ``acted``: who has; or, ``late``, for whom the table has.
    """
    found = {}
    for seat in (*hands, *(name for name in acting if name not in hands)):
        hand = hands.get(seat) or Hand(clock.seconds if clock else 0)
        spans = away.get(seat, ())
        if seat == acted:
            since = now if hand.stands and hand.since is not None else hand.since
            hand = msgspec.structs.replace(hand, since=since, missed=hand.missed + 1 if late else 0)
        if hand.since is not None and seat not in acting:
            left = left_of(clock, hand, now, spans)
            hand = Hand(left, ended=played if completes else None, missed=hand.missed)
        elif hand.since is None and seat in acting:
            left = hand.left
            if clock is not None and hand.ended is not None and played >= hand.ended:
                left = clock.seconds if clock.kind is Kind.MOVE else left + clock.increment
            hand = Hand(left, now, missed=hand.missed)
        found[seat] = _with_due(clock, hand, spans)
    return found


def again(
    clock: Clock | None, hands: Mapping[str, Hand], now: float, seat: str, before: Sequence[Span], after: Sequence[Span]
) -> dict[str, Hand]:
    """The clocks after somebody's vacations have changed: what has passed is reckoned by what was so until now."""
    hand = hands.get(seat)
    if hand is None or hand.since is None:
        return dict(hands)
    left = left_of(clock, hand, now, before)
    rest = Hand(left, now, ended=hand.ended, missed=hand.missed, here=hand.here)
    return {**hands, seat: _with_due(clock, rest, after)}


def newcomer(clock: Clock | None, hands: Mapping[str, Hand], seat: str, *, returns: bool) -> dict[str, Hand]:
    """Somebody takes a seat: all the time there is, or if they come back to it what they had left.

    That is never less than a table may give for a turn, nor than what a turn brings here: in less nobody can find out
    what has happened meanwhile.
    """
    if clock is None:
        return {name: hand for name, hand in hands.items() if name != seat}
    left: float = clock.seconds
    if returns and clock.kind is Kind.BANK and seat in hands:
        left = max(hands[seat].left, clock.seconds // _RETURNING, clock.increment, LEAST)
    return {**hands, seat: Hand(left)}


def left_of(clock: Clock | None, hand: Hand, now: float, away: Sequence[Span]) -> float:
    """Seconds that a seat has left at a moment."""
    if clock is None or hand.since is None or hand.stands:
        return hand.left
    return round(max(0.0, hand.left - spent(hand.since, now, away)), 3)


def _with_due(clock: Clock | None, hand: Hand, away: Sequence[Span]) -> Hand:
    runs = clock is not None and hand.since is not None and not hand.stands
    due = round(reached(hand.since, hand.left, away), 3) if runs and hand.since is not None else None
    return msgspec.structs.replace(hand, due=due)


def spent(since: float, now: float, away: Sequence[Span]) -> float:
    """Seconds from one moment to another, without those that somebody was away."""
    if now <= since:
        return 0.0
    inside = sum(max(0.0, min(now, end) - max(since, begin)) for begin, end in away)
    return now - since - inside


def reached(since: float, seconds: float, away: Sequence[Span]) -> float:
    """When so many seconds have been spent."""
    moment = since
    for begin, end in sorted(away):
        if end <= moment:
            continue
        if begin > moment:
            if begin - moment >= seconds:
                break
            seconds -= begin - moment
        moment = end
    return moment + seconds


def over(hands: Mapping[str, Hand], acting: Collection[str], now: float) -> list[str]:
    """Seats whose time has run out while they are to act."""
    return [seat for seat in acting if seat in hands and (due := hands[seat].due) is not None and due <= now]


def next_due(hands: Mapping[str, Hand]) -> float | None:
    return min((hand.due for hand in hands.values() if hand.due is not None), default=None)


# --- words --------------------------------------------------------------------------------------------


def duration(seconds: float) -> str:
    """A time in words, in the one or two largest units that are not nothing."""
    days, hours, minutes, rest = _units(seconds)
    parts = [
        ngettext("%d day", "%d days", days) % days if days else "",
        ngettext("%d hour", "%d hours", hours) % hours if hours else "",
        ngettext("%d minute", "%d minutes", minutes) % minutes if minutes and not days else "",
        ngettext("%d second", "%d seconds", rest) % rest if rest and not days and not hours else "",
    ]
    return " ".join(part for part in parts if part) or _("no time")


def brief(seconds: float) -> str:
    """The same for a label."""
    forms = (_("%d d"), _("%d h"), _("%d min"), _("%d s"))
    return (
        " ".join(form % number for form, number in zip(forms, _units(seconds), strict=True) if number) or forms[3] % 0
    )


def _units(seconds: float) -> tuple[int, int, int, int]:
    """Days, hours, minutes and seconds."""
    days, rest = divmod(max(0, int(seconds)), DAY)
    hours, rest = divmod(rest, HOUR)
    return days, hours, *divmod(rest, MINUTE)
