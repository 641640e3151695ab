"""How a title is put together: its data, and for each kind of frame the rules that govern it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from kaiping.action import Choose
from kaiping.definition import Definition, OwnPower, OwnRules, Phase
from kaiping.flow.thought import Thoughts
from kaiping.state import Frame, Own
from kaiping.words import Words

if TYPE_CHECKING:
    from kaiping.flow.play import Play
    from kaiping.flow.rules import FrameRules


class Fact(Struct, frozen=True):
    """Something that only one title has to tell about a position, for whoever shows it."""

    #: where it belongs: a column of the companies, a sign beside a name or a treasury, a line below the trains or the
    #: market, what a round is called, why those who operate come in their order
    place: Literal["column", "mark", "treasury", "trains", "market", "round", "order"]
    #: the company that it is told of; None: the game
    about: str | None
    #: a letter, a few words
    text: str
    #: the head of its column, or what the text means
    note: str = ""
    #: it is as its owner would have it
    good: bool = True
    #: what a few letters in a column mean for this company
    meaning: str = ""


class Option(Struct, frozen=True):
    """What an answer to a question costs and does, for whoever shows it."""

    #: a few words that stand beside it
    short: str
    #: sentences without a full stop, for whoever points at it
    told: tuple[str, ...] = ()


class Figure(Struct, frozen=True):
    """A number that only one title has to tell about a position, for programs that learn from positions."""

    name: str
    #: what it is told of: the game, each company, each player
    place: Literal["game", "company", "player"]
    #: company or player, for the game an empty name -> value, about as large as 1; what is left out is 0
    of: Callable[[Play], Mapping[str, float]]


class Title(Struct, frozen=True):
    """A title composes rounds; it does not inherit them."""

    name: str
    data: Traversable
    editions: tuple[str, ...]
    #: rounds and interruptions of this title, each with its rules
    frames: Mapping[type[Frame], FrameRules]
    #: which of these are rounds, by the short names that players use
    rounds: Mapping[type[Frame], str]
    #: puts the first round on the stack of a game that has been set up
    begin: Callable[[Play], None]
    #: what a new phase brings besides rusting trains, lower limits and closing privates
    phase_begun: Callable[[Play], None] | None = None
    #: what follows when a train of a kind has left the bank for a company, or for nobody
    train_left: Callable[[Play, str, str | None], None] | None = None
    #: companies in the order in which they operate; by share price unless the title says otherwise
    operating_order: Callable[[Play, tuple[str, ...]], tuple[str, ...]] | None = None

    # --- what only this title has ---

    #: rounds of it that readers know by other words than players' short names
    round_words: Mapping[type[Frame], str] = {}

    #: the words of its rules
    words: Words = Words()
    #: of a position: the type of ``State.own``
    own_state: type[Own] | None = None
    #: of the rules: the type of ``Definition.own``, and powers of privates
    own_rules: type[OwnRules] | None = None
    own_powers: tuple[type[OwnPower], ...] = ()
    #: what cannot be in a position, in sentences
    violations: Callable[[Play], Iterator[str]] | None = None
    #: what readers are told
    facts: Callable[[Play], Iterator[Fact]] | None = None
    #: question of a ``Choose`` -> every answer to it that there may be in any position
    answers: Callable[[Definition], Mapping[str, tuple[str, ...]]] | None = None
    #: what an answer of a ``Choose`` costs and does, where its name does not say it
    option: Callable[[Play, Choose], Option | None] | None = None
    #: what programs are told that learn from positions; always the same figures in the same order
    figures: Callable[[Definition], tuple[Figure, ...]] | None = None
    #: what players that are programs are told of its questions
    thoughts: Thoughts = Thoughts()
    #: what a phase brings, after the one before it, besides what every phase may bring
    phase_news: Callable[[Definition, Phase, Phase | None], Iterator[str]] | None = None
    #: what a minor of it does, in a sentence for who has never seen one
    minor: str = ""
    #: home tokens are placed with the round after a company floats, not in its first turn
    homes_when_floated: bool = False

    @property
    def default_edition(self) -> str:
        return self.editions[0]
