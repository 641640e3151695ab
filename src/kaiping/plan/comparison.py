"""Two games that begin alike and part, side by side: at the end of a round that both have ended, or where they stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from kaiping import ledger
from kaiping.game import Game
from kaiping.phrases import round_of
from kaiping.plan.holding import parting as parting


class Station(Struct, frozen=True):
    """A moment at which two games are compared: how many actions each has played then."""

    #: the round that has ended; empty where each stops
    name: str
    first: int
    second: int

    @property
    def key(self) -> str:
        """The station in an address."""
        return f"{self.first}-{self.second}"


class Figure(Struct, frozen=True):
    """A figure in both games; None where there is none."""

    name: str
    first: int | None
    second: int | None

    @property
    def change(self) -> int:
        """What the second has more."""
        return (self.second or 0) - (self.first or 0)


class Trains(Struct, frozen=True):
    """What trains a company or minor has in both games."""

    name: str
    first: tuple[str, ...]
    second: tuple[str, ...]

    @property
    def differ(self) -> bool:
        return Counter(self.first) != Counter(self.second)


class Comparison(Struct, frozen=True):
    """How two games differ at a station."""

    station: Station
    #: actions that both have in common
    parted: int
    #: of players
    worth: list[Figure]
    #: of companies that have one in either
    prices: list[Figure]
    #: paid since the games parted: by companies, and to players
    paid: list[Figure]
    received: list[Figure]
    trains: list[Trains]


def stations(first: Game, second: Game, parted: int) -> list[Station]:
    """The ends of rounds that both have reached since they parted, and where each stops; in that order."""
    found, ahead = list[Station](), list(_round_ends(second, parted))
    for name, number in _round_ends(first, parted):
        place = next((place for place, one in enumerate(ahead) if one[0] == name), None)
        if place is not None:
            found.append(Station(name, number, ahead[place][1]))
            del ahead[: place + 1]
    return [*found, Station("", first.played, second.played)]


def compare(first: Game, second: Game, parted: int, station: Station | None = None) -> Comparison:
    """Put two games side by side; without a station at the latest round that both have ended, or where they stop."""
    if station is None:
        known = stations(first, second, parted)
        station = known[-2] if len(known) > 1 else known[-1]
    one, other = first.at(station.first), second.at(station.second)
    ours, theirs = _dividends(one, parted), _dividends(other, parted)
    return Comparison(
        station=station,
        parted=parted,
        worth=_figures(one.players, one.totals(), other.totals()),
        prices=_figures(_owners(one), _prices(one), _prices(other)),
        paid=_figures(_owners(one), ours[0], theirs[0]),
        received=_figures(one.players, ours[1], theirs[1]),
        trains=_trains(one, other),
    )


# --- inside -------------------------------------------------------------------------------------------


def _round_ends(game: Game, parted: int) -> Iterator[tuple[str, int]]:
    """Each round that has ended since, and how many actions had been played when the next began."""
    rounds = game.rounds()
    for (_number, begun), (end, _next) in pairwise(rounds):
        if end > parted:
            yield round_of(begun), end


def _owners(game: Game) -> tuple[str, ...]:
    """Companies and minors, as they are printed."""
    return (*game.definition.companies, *game.definition.minors)


def _figures(names: Iterable[str], first: Mapping[str, int], second: Mapping[str, int]) -> list[Figure]:
    return [Figure(name, first.get(name), second.get(name)) for name in names if name in first or name in second]


def _prices(game: Game) -> dict[str, int]:
    return {one.code: one.price for one in ledger.companies(game) if one.price is not None}


def _dividends(game: Game, parted: int) -> tuple[dict[str, int], dict[str, int]]:
    """What each company has paid since the games parted, and what each player was paid."""
    paid: Counter[str] = Counter()
    received = Counter(dict.fromkeys(game.players, 0))
    for moment in game.moments(parted + 1):
        for event in moment.last_events:
            if event.kind == "paid":
                paid[event["company"]] += event["amount"]
                received.update({owner: amount for owner, amount in event["shares"].items() if owner in game.players})
    return dict(paid), dict(received)


def _trains(first: Game, second: Game) -> list[Trains]:
    ours, theirs = first.state.trains, second.state.trains
    found = (Trains(name, ours.get(name, ()), theirs.get(name, ())) for name in _owners(first))
    return [one for one in found if one.first or one.second]
