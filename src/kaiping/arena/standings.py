"""What the games of a contest say about the bots: victories, intervals, worth, and a rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct

from kaiping.arena.contest import Contest
from kaiping.arena.play import Outcome
from kaiping.errors import BadInput

#: 19 of 20 intervals hold what they are about
_Z = 1.959964
#: a rating is shown so many times as large, and a newcomer as 1000
_SCALE = 40


class Standing(Struct, frozen=True):
    """How one bot did."""

    bot: str
    #: games in which it sat, and how many seats it had in them together
    games: int
    seats: int
    #: those who win together share the victory
    wins: float
    #: of the games, with an interval of 95 %, and what chance alone would give
    share: float
    low: float
    high: float
    chance: float
    #: mean at the end, and how far off it may be (95 %)
    worth: float
    worth_off: float
    #: worth as a multiple of what the others had on average in the same game
    against_others: float
    place: float
    #: OpenSkill's, as a number around 1000, and how far off it may be
    rating: int
    rating_off: int
    seconds_per_decision: float


class Standings(Struct, frozen=True):
    games: int
    #: those that went wrong, and count for nobody
    faults: list[str]
    results: list[Standing]
    #: reason, phase -> in how many games
    ended: dict[str, int]
    phases: dict[str, int]
    #: after so many games -> the rating of each bot
    course: list[tuple[int, dict[str, int]]]


def standings(held: Contest, outcomes: Iterable[Outcome]) -> Standings:
    """All figures, from the games in their order, whatever the order in which they were played."""
    outcomes = sorted(outcomes, key=lambda one: one.index)
    counted = [one for one in outcomes if not one.fault]
    rated, course = _ratings(held.names, counted)
    results = [_standing(name, counted, rated[name]) for name in held.names]
    return Standings(
        games=len(counted),
        faults=[f"game {one.index}: {one.fault}" for one in outcomes if one.fault],
        results=sorted(results, key=lambda one: -one.rating),
        ended=dict(Counter(one.ended or "" for one in counted).most_common()),
        phases=dict(sorted(Counter(one.phase for one in counted).items())),
        course=course,
    )


def rating_model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise BadInput('ratings need the extra "arena": pip install "kaiping[arena]"') from None
    return PlackettLuce()


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share.

    >>> [round(end, 3) for end in wilson(16, 24)]
    [0.467, 0.82]
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, _Z * _Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = _Z / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def _standing(name: str, outcomes: Sequence[Outcome], rated: tuple[float, float]) -> Standing:
    sat = [one for one in outcomes if name in one.seats]
    wins = sum(one.share(name) for one in sat)
    low, high = wilson(wins, len(sat))
    worth, places, ratios, decisions, seconds = [], [], [], 0, 0.0
    for one in sat:
        own = [number for number, bot in enumerate(one.seats) if bot == name]
        others = [mine for bot, mine in zip(one.seats, one.worth, strict=True) if bot != name]
        mean = fmean(one.worth[number] for number in own)
        worth.append(mean)
        if others and fmean(others) > 0:
            ratios.append(mean / fmean(others))
        places += [one.places[number] for number in own]
        decisions += sum(one.decisions[number] for number in own)
        seconds += sum(one.seconds[number] for number in own)
    players = sum(len(one.seats) for one in sat)
    return Standing(
        bot=name,
        games=len(sat),
        seats=len(places),
        wins=round(wins, 3),
        share=_rounded(wins / len(sat)) if sat else 0.0,
        low=_rounded(low),
        high=_rounded(high),
        chance=_rounded(len(places) / players) if players else 0.0,
        worth=round(fmean(worth), 1) if worth else 0.0,
        worth_off=round(_Z * stdev(worth) / sqrt(len(worth)), 1) if len(worth) > 1 else 0.0,
        against_others=round(fmean(ratios), 3) if ratios else 0.0,
        place=round(fmean(places), 2) if places else 0.0,
        rating=round(rated[0] * _SCALE),
        rating_off=round(2 * rated[1] * _SCALE),
        seconds_per_decision=round(seconds / decisions, 5) if decisions else 0.0,
    )


def _rounded(share: float) -> float:
    return round(share, 4)


def _ratings(
    names: Sequence[str], outcomes: Sequence[Outcome]
) -> tuple[dict[str, tuple[float, float]], list[tuple[int, dict[str, int]]]]:
    """OpenSkill (Plackett-Luce) over the games in their order; a bot in several seats moves by their mean."""
    model = rating_model()
    now: dict[str, Any] = {name: model.rating() for name in names}
    course: list[tuple[int, dict[str, int]]] = []
    every = max(1, len(outcomes) // 200)
    for number, one in enumerate(outcomes, 1):
        teams = [[now[name]] for name in one.seats]
        after = model.rate(teams, ranks=[float(place) for place in one.places])
        moved: dict[str, list[Any]] = {}
        for name, (rating,) in zip(one.seats, after, strict=True):
            moved.setdefault(name, []).append(rating)
        for name, ratings in moved.items():
            now[name] = model.rating(mu=fmean(r.mu for r in ratings), sigma=fmean(r.sigma for r in ratings))
        if number % every == 0 or number == len(outcomes):
            course.append((number, {name: round(rating.mu * _SCALE) for name, rating in now.items()}))
    return {name: (rating.mu, rating.sigma) for name, rating in now.items()}, course
