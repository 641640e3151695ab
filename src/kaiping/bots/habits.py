"""The figures by which the casual bot weighs things, in one place, so that they can be learned."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from msgspec import Struct
from msgspec.structs import asdict, replace

from kaiping.bots.fitted import fitted
from kaiping.flow.title import Title


class Habits(Struct, frozen=True, kw_only=True):
    """What is thought of money, shares, trains and track; those given here were set by hand."""

    #: whether shares are judged by what has been learned of them, where the title has that
    learned: bool = False

    #: figures of the title's own, by the names that it has for them
    own: Mapping[str, float] = {}

    # --- the first auction ---
    #: what money that comes later is worth now: what is spent on shares at once grows
    money_later: float = 0.62
    #: how much of the highest price a company may pay for a private its owner will get for it
    resale: float = 0.75
    #: what a minor is worth, as a multiple of its price
    minor: float = 1.25
    #: how much of its price a lot must be worth more to be bid for before it is its turn
    early: float = 0.12

    # --- how long the game lasts, what grows ---
    #: part of the dividends by which the bank shrinks, for some come back with shares and trains
    drain: float = 0.55
    #: how dividends grow in a round
    growth: float = 0.10
    #: how what a company earns grows in a round by new track, on average over a plan
    track_growth: float = 0.04
    #: trains that leave the depot in an operating round
    sales: float = 2.0
    #: what a company is thought to earn before it has any track
    first_revenue: int = 40
    #: a train that so few others must leave the depot to rust is as good as gone
    soon: int = 2

    # --- treasuries ---
    #: what a coin in a treasury is worth that no train is waiting for
    spare_coin: float = 0.1
    #: and one that a train is waiting for
    needed_coin: float = 0.5
    #: weight of what a president will have to pay for a train once those of the company rust
    burden: float = 0.0
    #: part of a train's price by which a company of one's own must be richer to give its train to a poorer one;
    #: at 0 none does
    moving: float = 0.0
    #: operating rounds by which the guess when trains rust may be wrong
    doubt: float = 0.7
    #: what a company keeps for track and tokens after it has bought a private
    cushion: int = 60

    # --- shares ---
    #: a purchase that promises less than this part of its cost is not made
    least_yield: float = 0.02
    #: what leading a company is worth, as a part of the cost of its certificate
    presidency: float = 0.15
    #: the same for further shares of it
    own_share: float = 0.08
    #: companies that one player leads; with few players more, so that all can come into play
    most_companies: int = 3
    #: by how much of its price a share must promise less than another to be sold for it
    swap: float = 0.35
    #: how much of the others' money is thought to help a company over the threshold that one starts
    others_help: float = 0.33
    #: what a new company earns in its first rounds, as a part of what others earn
    newcomer: float = 0.7
    #: purchases whose promise differs by less than this are taken in turn, so that not every game is the same
    near: float = 0.08

    #: is a company started at the lowest price that will do, so that it soon runs, rather than at the highest?
    modest: bool = False

    # --- trains ---
    #: weight of what trains of a kind have come to earn in other games, where a company's own track gives them less
    to_come: float = 0.0
    #: what a train that never rusts is worth besides to a company that has none, as a part of its price
    for_good: float = 0.6
    #: what it is worth that a train which never rusts is taken before others take it, as a part of its price: money
    #: that lies in a treasury to the end is lost
    haste: float = 0.15
    #: what a train that rusts must bring the company besides, as a multiple of its price, where it takes the last
    #: place, before trains that never rust are on sale
    last_place: float = 0.25
    #: and once they are
    last_place_late: float = 3.0
    #: dividends by which a price is thought to be higher for a company that can run at all
    rises: float = 2.0
    #: what a purchase of the round after next is worth, for much may happen until then
    next_round: float = 0.8

    # --- track and tokens ---
    #: range of the train that stands for a company's future
    future_range: int = 5
    #: weight of a run with that train
    longer_train: float = 1.5
    #: weight of track that leads towards new places, for all the rounds to come
    leading: float = 0.5
    #: rounds for which a gain is counted, at most: others build, too
    plan: float = 6.0
    #: how much of what ground costs is weighed: money in a treasury is not the player's
    ground: float = 0.1
    #: weight of what track and tokens do for the runs of other companies; at 0 nobody looks, for it takes time
    abroad: float = 0.0
    #: a token must bring so many times what it costs
    token: float = 1.0


#: those of the casual bot
USUAL = Habits()


def figures(habits: Habits) -> dict[str, float]:
    """Those that are numbers."""
    plain = asdict(habits).items()
    return {name: one for name, one in plain if isinstance(one, int | float) and not isinstance(one, bool)}


def moved(habits: Habits, moves: Mapping[str, float]) -> Habits:
    """Habits with figures multiplied by e to the power of a move; whole numbers stay whole, and at least 1."""
    old = figures(habits)
    new = {name: old[name] * exp(move) for name, move in moves.items()}
    return replace(habits, **{n: max(1, round(one)) if isinstance(old[n], int) else one for n, one in new.items()})


class Trained(Struct, frozen=True):
    """Habits that have been found to win against the usual ones."""

    #: how they were found, in words
    made_of: str = ""
    habits: Habits = USUAL


def trained(title: Title) -> Habits:
    """What has been found for a title; the usual habits where nothing has."""
    return fitted(title, "habits.json", Trained).habits
