"""Properties that hold in every position of every game, tried along random games of all editions.

What is listed can be played, and nothing else; a refused action changes nothing; undo, redo and at(n) lead to
positions equal to those that were there.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from kaiping import Game, IllegalAction
from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    Bid,
    Block,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Range,
    RepayDebt,
    Route,
    RunRoutes,
    SellBlocks,
    SellShares,
    UsePower,
    at_number,
    from_json,
    to_json,
)
from kaiping.bots import bot
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import LegalActions
from kaiping.invariants import violations
from tests.many import few

TABLES = [
    ("2022", 2),
    ("2022", 3),
    ("2022", 4),
    ("2022", 5),
    ("2022", 6),
    ("2021", 3),
    ("2021", 4),
    ("2021", 5),
    ("2021", 6),
    ("18xx-north", 3),
    ("18xx-north", 5),
    ("18xx-prototype", 2),
    ("18xx-prototype", 4),
    ("1880:2022", 3),
    ("1880:2010", 5),
    ("1890:C", 4),
]
OpenNumber = Bid | BuyTrain | BuyPrivate | AcquirePrivate
#: kinds of which more may be played than are listed
More = RunRoutes | SellBlocks
SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")

#: these are played in every run of the tests
FAST = (("2022", 3), ("2021", 5), ("18xx-north", 3), ("1880:2022", 3), ("1890:C", 4))
tables = pytest.mark.parametrize(("edition", "players"), few(TABLES, *FAST))


def new(edition: str, players: Sequence[str]) -> Game:
    """A game of an edition of 1888, or of the title named before a colon."""
    title, _, name = edition.rpartition(":")
    return Game(title or "1888", edition=name, players=players)


def walk(edition: str, players: int, seed: str, chance: float) -> Iterator[tuple[Game, Random]]:
    """A random game, halting at some of its positions."""
    rng = Random(f"{edition}/{players}/{seed}")
    game = new(edition, SEATS[:players])
    player = bot("random")
    while game.finished is None:
        if rng.random() < chance:
            yield game, rng
        game.play(player.choose(game, rng))
    yield game, rng


def sample(actions: list[AnyAction], rng: Random, most: int) -> list[AnyAction]:
    return actions if len(actions) <= most else rng.sample(actions, most)


def is_listed(legal: LegalActions, listed: set[AnyAction], action: AnyAction) -> bool:
    """In the list, or one of the numbers that a listed range covers."""
    if action in listed:
        return True
    if isinstance(action, RepayDebt):
        repayments = [(other, span) for other, span in legal.ranges.items() if isinstance(other, RepayDebt)]
        return any(other.player == action.player and in_range(span, action.amount) for other, span in repayments)
    if not isinstance(action, OpenNumber):
        return False
    return any(
        isinstance(other, type(action))
        and replace(action, price=other.price) == other
        and in_range(numbers, action.price)
        for other, numbers in legal.ranges.items()
    )


def in_range(open_number: Range, number: int) -> bool:
    inside = open_number.least <= number <= open_number.greatest
    return inside and (number - open_number.least) % open_number.step == 0


class Vocabulary:
    """Every word that an action of an edition may hold, and some that none may."""

    def __init__(self, game: Game) -> None:
        definition = game.definition
        self.players = [*game.players, "Nobody"]
        self.companies = [*definition.companies, "XYZ"]
        self.privates = [*definition.privates, "XX"]
        self.hexes = [*definition.map.hexes, "Z99"]
        self.tiles = [*definition.tiles, "999"]
        self.trains = [*definition.trains, "9"]
        self.sources = ["bank", "pool", *self.companies]
        self.numbers = [-100, -10, -1, 0, 1, 5, 10, 20, 30, 60, 70, 95, 100, 110, 700, 900, 10_000]

    def random_action(self, rng: Random) -> AnyAction:
        """An action of any kind with any words in it."""
        pick = rng.choice
        makers: list[Callable[[], AnyAction]] = [
            lambda: Pass(pick(self.players + self.companies)),
            lambda: Bid(pick(self.players), pick(self.privates), pick(self.numbers)),
            lambda: Par(pick(self.players), pick(self.companies), pick(self.numbers)),
            lambda: BuyShare(pick(self.players), pick(self.companies), pick(["ipo", "pool"])),
            lambda: SellShares(pick(self.players), pick(self.companies), pick(self.numbers)),
            lambda: ExchangePrivate(
                pick(self.players),
                pick(self.privates),
                pick(self.companies),
                pick(["ipo", "pool"]),
            ),
            lambda: LayTile(
                pick(self.companies),
                pick(self.hexes),
                pick(self.tiles),
                rng.randint(-1, 6),
                pick([None, *self.privates]),
            ),
            lambda: PlaceToken(pick(self.companies), pick(self.hexes), rng.randint(-1, 4)),
            lambda: RunRoutes(pick(self.companies), (Route(pick(self.trains), ("C9.0", pick(self.hexes))),)),
            lambda: RunRoutes(pick(self.companies), ()),
            lambda: Dividend(pick(self.companies), pick(["pay", "withhold"])),
            lambda: BuyTrain(
                pick(self.companies),
                pick(self.trains),
                pick(self.sources),
                pick(self.numbers),
                pick([None, *self.trains]),
            ),
            lambda: DiscardTrain(pick(self.companies), pick(self.trains)),
            lambda: BuyPrivate(pick(self.companies), pick(self.privates), pick(self.numbers)),
            lambda: Consent(pick(self.players), rng.random() < 0.5),
            lambda: DeclareBankruptcy(pick(self.companies)),
            lambda: Choose(
                pick(self.players), pick(["permits", "station", "investor"]), pick(["ABC", "replace", "A2"])
            ),
            lambda: UsePower(pick(self.players), pick(self.privates), pick([None, *self.companies])),
            lambda: RepayDebt(pick(self.players), pick(self.numbers)),
            lambda: AcquirePrivate(pick(self.players), pick(self.privates), pick(self.numbers)),
            lambda: SellBlocks(pick(self.players), self.random_blocks(rng)),
        ]
        return pick(makers)()

    def random_blocks(self, rng: Random) -> tuple[Block, ...]:
        return tuple(Block(rng.choice(self.companies), rng.choice(self.numbers)) for _ in range(rng.randint(0, 3)))

    def changed(self, action: AnyAction, rng: Random) -> AnyAction:
        """A listed action with one or a few of its words changed."""
        while True:
            action = self.changed_once(action, rng)
            if rng.random() < 0.6:
                return action

    def changed_once(self, action: AnyAction, rng: Random) -> AnyAction:
        words: dict[str, list[Any]] = {
            "actor": self.players + self.companies,
            "player": self.players,
            "company": self.companies,
            "private": self.privates if not isinstance(action, LayTile) else [None, *self.privates],
            "hex": self.hexes,
            "tile": self.tiles,
            "rotation": list(range(-1, 7)),
            "stop": list(range(-1, 5)),
            "train": self.trains,
            "trade_in": [None, *self.trains],
            "percent": self.numbers,
            "source": ["ipo", "pool"] if isinstance(action, BuyShare | ExchangePrivate) else self.sources,
            "kind": ["pay", "withhold"],
            "agree": [True, False],
            "row": [None, *range(-1, 5)],
            "what": ["investor", "row", "certificate", "permits", "treasury", "station", "nothing"],
            "option": ["A1", "A7", "0", "3", "20", "40", "ABC", "D", "company", "owner", "replace", "discard", "x"],
            "amount": self.numbers,
        }
        field = rng.choice(action.__struct_fields__)
        if field == "price":
            assert isinstance(action, OpenNumber | Par)
            value: Any = action.price + rng.choice([-500, -50, -5, -1, 1, 2, 5, 50, 500])
        elif field == "blocks":
            value = self.random_blocks(rng)
        elif field == "routes":
            return self.changed_routes(action, rng)
        else:
            value = rng.choice(words[field])
        return replace(action, **{field: value})

    def changed_routes(self, action: AnyAction, rng: Random) -> AnyAction:
        assert isinstance(action, RunRoutes)
        if not action.routes:
            return RunRoutes(action.company, (Route(rng.choice(self.trains), ("C9.0", "B8", "B6.0")),))
        routes = list(action.routes)
        index = rng.randrange(len(routes))
        path = list(routes[index].path)
        change = rng.randrange(4)
        if change == 0:
            del routes[index]
            return RunRoutes(action.company, tuple(routes))
        if change == 1:
            del path[rng.randrange(len(path))]
        elif change == 2:
            path[rng.randrange(len(path))] = rng.choice(self.hexes) + rng.choice(["", ".0", ".1", ".7"])
        else:
            path.reverse()
        routes[index] = Route(routes[index].train, tuple(path))
        return RunRoutes(action.company, tuple(routes))


@tables
def test_what_is_listed_plays(edition: str, players: int) -> None:
    for game, rng in walk(edition, players, "listed", 0.15):
        legal = game.legal_actions()
        listed = list(legal)
        assert bool(listed) == (game.finished is None)
        assert len(set(listed)) == len(listed), "an action is listed twice"
        for action in sample(listed, rng, 12):
            assert action in legal
            assert from_json(to_json(action)) == action
            open_number = legal.ranges.get(action)
            numbers = {None} if open_number is None else {open_number.least, open_number.greatest}
            for number in numbers:
                other = game.copy()
                other.play(action if number is None else at_number(action, number))
                assert not violations(other.table())
                assert len(other.actions) == len(game.actions) + 1


@tables
def test_what_is_not_listed_is_refused_and_changes_nothing(edition: str, players: int) -> None:
    for game, rng in walk(edition, players, "unlisted", 0.15):
        legal = game.legal_actions()
        listed = list(legal)
        known = set(listed)
        words = Vocabulary(game)
        tried = [words.random_action(rng) for _ in range(10)]
        tried += [words.changed(action, rng) for action in sample(listed, rng, 20)]
        before, count = game.state.copy(), len(game.actions)
        for action in tried:
            if is_listed(legal, known, action):
                assert game.why_not(action) is None, action
            elif isinstance(action, More) and game.why_not(action) is None:
                assert action in legal
                game.copy().play(action)
            else:
                assert action not in legal, action
                with pytest.raises(IllegalAction) as refused:
                    game.play(action)
                assert refused.value.reason == game.why_not(action)
                assert refused.value.reason.text
            assert len(game.actions) == count
            assert game.state == before, action
        assert hash(game.state) == hash(before)


def test_every_kind_of_action_is_tried() -> None:
    words, rng = Vocabulary(new("1890:C", SEATS[:3])), Random(1)
    assert {type(words.random_action(rng)) for _ in range(2000)} == set(get_args(AnyAction))


@tables
def test_undo_gives_the_equal_earlier_position(edition: str, players: int) -> None:
    game = new(edition, SEATS[:players])
    states, kept = [game.state], [game.state.copy()]
    for game, _ in walk(edition, players, "undo", 1):
        if not game.actions:
            states, kept = [], []
        states.append(game.state)
        kept.append(game.state.copy())
    rng, last = Random(f"{edition}/{players}/undo"), len(game.actions)
    assert len(states) == last + 1
    for number in rng.sample(range(last + 1), 30):
        other = game.at(number)
        assert other.state == kept[number]
        assert hash(other.state) == hash(kept[number])
        assert other.actions == game.actions[:number]
    for number in range(last, 0, -1):
        assert game.state == kept[number]
        game.undo()
    assert game.state == kept[0]
    for number in range(1, last + 1):
        game.redo()
        assert game.state == kept[number]
    assert all(state == copy for state, copy in zip(states, kept, strict=True)), "a position has been changed"


@tables
def test_the_same_actions_lead_to_equal_positions(edition: str, players: int) -> None:
    """Undo and another line in between make no difference."""
    for game, rng in walk(edition, players, "paths", 0.01):
        again = new(edition, SEATS[:players])
        for action in game.actions:
            if rng.random() < 0.02:
                again.play(rng.choice(again.legal_actions()))
                again.undo()
            again.play(action)
        assert again.state == game.state
        assert hash(again.state) == hash(game.state)
        assert again.log() == game.log()


def test_a_tile_of_several_parts_is_named_by_its_first_part_only() -> None:
    """The ferry is listed once; its other half by itself is not an action of its own."""
    game = Game("1888", players=SEATS[:3])
    state = game.state
    state.phase, state.floated = "3", frozenset({"JHR"})
    state.presidents, state.privates["YRF"] = {"JHR": "Ann"}, "JHR"
    state.board = state.board.with_token("JHR", ("C9", 1))
    state.stack = (OperatingRound(("JHR",), step=0),)
    legal = game.legal_actions()
    ferry = [action for action in legal if isinstance(action, LayTile) and action.private == "YRF"]
    assert ferry == [LayTile("JHR", "E17", "L40a", 0, "YRF")]
    assert LayTile("JHR", "F16", "L40b", 0, "YRF") not in legal
    game.play(ferry[0])
    assert {"E17", "F16"} <= set(game.state.board.tiles)
