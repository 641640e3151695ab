"""The turning points of a game: where the lead changed, and what moved most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from kaiping.event import Event
from kaiping.report.course import Mark

#: how many single actions are told, and of one sort
_ACTIONS, _OF_A_SORT = 4, 2
#: events that are told only with others
_BESIDES = frozenset({"turn", "step-passed", "passed", "subsidy", "price-bonus"})


class Lead(Struct, frozen=True):
    """Somebody has the lead at the end of a round who had not: by which action, in which round, from whom."""

    number: int
    round: str
    player: str
    former: str | None
    #: and keeps it to the end
    last: bool


class Swing(Struct, frozen=True):
    """What a player won or lost against the others' average, by an action or within a round."""

    #: the action, or the first and the last of the round
    first: int
    number: int
    round: str
    player: str
    amount: int


def main_event(events: Sequence[Event]) -> Event | None:
    """What an action is told by: what was paid, or else what came of it first."""
    told = [event for event in events if event.kind not in _BESIDES]
    return next((event for event in told if event.kind == "paid"), told[0] if told else None)


def about(events: Sequence[Event]) -> tuple[str, ...]:
    """What an action was about: its sort, and the company or private."""
    main = main_event(events)
    if main is None:
        return ("",)
    return (main.kind, str(main.data.get("company") or main.data.get("private") or ""))


def leads(marks: Sequence[Mark], worth: Sequence[Mapping[str, int]]) -> list[Lead]:
    """The changes of the lead from the end of one round to the end of the next."""
    found: list[Lead] = []
    leader: str | None = None
    ends = [*(mark.number for mark in marks[1:]), len(worth) - 1]
    for mark, end in zip(marks, ends, strict=True):
        ahead = _ahead(worth[end])
        if ahead is not None and ahead != leader:
            number = end
            while number > mark.number + 1 and _ahead(worth[number - 1]) == ahead:
                number -= 1
            found.append(Lead(number, mark.name, ahead, leader, False))
            leader = ahead
    if found and leader == _ahead(worth[-1]):
        one = found[-1]
        found[-1] = Lead(one.number, one.round, one.player, one.former, True)
    return found


def _ahead(worth: Mapping[str, int]) -> str | None:
    """The one player who is worth most."""
    most = max(worth.values())
    found = [player for player, one in worth.items() if one == most]
    return found[0] if len(found) == 1 else None


def greatest_round(marks: Sequence[Mark], worth: Sequence[Mapping[str, int]]) -> Swing | None:
    """The round in which a player won or lost most against the others."""
    ends = [*(mark.number for mark in marks[1:]), len(worth) - 1]
    swings = [
        Swing(mark.number + 1, end, mark.name, player, amount)
        for mark, end in zip(marks, ends, strict=True)
        for player, amount in against_others(worth[mark.number], worth[end]).items()
    ]
    return max(swings, key=lambda one: abs(one.amount), default=None)


def greatest_actions(
    marks: Sequence[Mark],
    worth: Sequence[Mapping[str, int]],
    most: int = _ACTIONS,
    *,
    about: Callable[[int], tuple[str, ...]] | None = None,
) -> list[Swing]:
    """The single actions by which a player won or lost most against the others, as they came.

    ``about`` tells what an action was about, first of which sort it was: no two are told that are about the same, and
    of one sort no more than a few as long as there are others.
    """
    swings = []
    place, name = 0, ""
    for number in range(1, len(worth)):
        while place < len(marks) and marks[place].number < number:
            name, place = marks[place].name, place + 1
        moved = against_others(worth[number - 1], worth[number])
        player = max(moved, key=lambda one: abs(moved[one]))
        if moved[player]:
            swings.append(Swing(number, number, name, player, moved[player]))
    swings.sort(key=lambda one: -abs(one.amount))
    return sorted(_unlike(swings, most, about), key=lambda one: one.number)


def _unlike(swings: list[Swing], most: int, about: Callable[[int], tuple[str, ...]] | None) -> list[Swing]:
    """The greatest swings that differ from each other; where there are too few of them, the greatest of the rest."""
    if about is None:
        return swings[:most]
    taken: dict[tuple[str, ...], Swing] = {}
    for swing in swings:
        if len(taken) == most:
            break
        key = about(swing.number)
        if key not in taken and sum(one[:1] == key[:1] for one in taken) < _OF_A_SORT:
            taken[key] = swing
    rest = [swing for swing in swings if swing not in taken.values()]
    return [*taken.values(), *rest[: most - len(taken)]]


def against_others(old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, int]:
    """What each player won more than the others did on average."""
    gained = {player: new[player] - worth for player, worth in old.items()}
    others = max(len(gained) - 1, 1)
    return {player: round(one - (sum(gained.values()) - one) / others) for player, one in gained.items()}
