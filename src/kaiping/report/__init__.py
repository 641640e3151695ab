"""After a game: who won by what, round by round, and where it turned; as data, plots and a page that can be printed.

It works from the history of a game and knows nothing of the web; ``page`` writes HTML that the command line puts into
a file and the table into its own page.
"""

from __future__ import annotations

from msgspec import Struct

from kaiping.game import Game
from kaiping.report.accounts import Account as Account
from kaiping.report.accounts import Accounts
from kaiping.report.course import Course
from kaiping.report.turning import Lead, Swing, about, greatest_actions, greatest_round, leads


class Report(Struct, frozen=True):
    """What is to be told of a game."""

    game: Game
    course: Course
    #: what each player gained and lost, the richest first
    accounts: dict[str, Account]
    #: what each was worth after so many actions
    worth: list[dict[str, int]]
    leads: list[Lead]
    round: Swing | None
    actions: list[Swing]


def report(game: Game) -> Report:
    """Read a game from its beginning to where it stands."""
    course, accounts = Course(), Accounts()
    for position in game.moments():
        course.take(position)
        accounts.take(position)
    worth, marks = accounts.worth, course.marks
    return Report(
        game=game,
        course=course,
        accounts=dict(sorted(accounts.of.items(), key=lambda one: -one[1].total)),
        worth=worth,
        leads=leads(marks, worth),
        round=greatest_round(marks, worth),
        actions=greatest_actions(marks, worth, about=lambda number: about(game.at(number).last_events)),
    )
