"""Turning points: who takes the lead by which action, and what moves most."""

from __future__ import annotations

from kaiping.report.course import Mark
from kaiping.report.turning import Lead, Swing, about, against_others, greatest_actions, greatest_round, leads
from tests.report.games import RECORDED, told

#: worth of Ann, Bo and Cy after 0 to 7 actions; rounds begin after 0, 3 and 5
WORTH = [
    dict(zip(("Ann", "Bo", "Cy"), row, strict=True))
    for row in (
        (100, 100, 100),
        (100, 110, 100),
        (100, 110, 90),
        (120, 110, 90),
        (120, 140, 90),
        (120, 150, 90),
        (130, 150, 90),
        (300, 150, 90),
    )
]
MARKS = [Mark("SR 1", 0, WORTH[0]), Mark("OR 1.1", 3, WORTH[3]), Mark("OR 1.2", 5, WORTH[5])]


def test_the_lead_changes_by_the_action_that_overtakes():
    assert leads(MARKS, WORTH) == [
        Lead(3, "SR 1", "Ann", None, False),
        Lead(4, "OR 1.1", "Bo", "Ann", False),
        Lead(7, "OR 1.2", "Ann", "Bo", True),
    ]


def test_nobody_leads_among_equals():
    equal = [{"Ann": 5, "Bo": 5}] * 3
    assert leads([Mark("SR 1", 0, equal[0])], equal) == []
    assert greatest_actions([Mark("SR 1", 0, equal[0])], equal) == []


def test_what_is_won_is_compared_with_the_others():
    assert against_others({"Ann": 0, "Bo": 0, "Cy": 0}, {"Ann": 90, "Bo": 30, "Cy": 10}) == {
        "Ann": 70,
        "Bo": -20,
        "Cy": -50,
    }
    assert against_others({"Ann": 5}, {"Ann": 9}) == {"Ann": 4}


def test_the_largest_swings():
    assert greatest_round(MARKS, WORTH) == Swing(6, 7, "OR 1.2", "Ann", 180)
    assert greatest_actions(MARKS, WORTH, 2) == [
        Swing(4, 4, "OR 1.1", "Bo", 30),
        Swing(7, 7, "OR 1.2", "Ann", 170),
    ]


def test_what_moves_most_is_told_by_moments_that_differ():
    """Four times the same dividend is one moment, and of a sort two at most as long as there is something else."""
    worth = [{"Ann": 0, "Bo": 0}]
    steps = [
        ("paid", "X", 100),
        ("paid", "X", 99),
        ("paid", "Y", 80),
        ("paid", "Z", 70),
        ("sold", "X", 20),
        ("sold", "Y", 9),
    ]
    for _kind, _company, amount in steps:
        worth.append({"Ann": worth[-1]["Ann"] + amount, "Bo": 0})
    found = greatest_actions(
        [Mark("OR 1.1", 0, worth[0])], worth, 4, about=lambda number: (steps[number - 1][0], steps[number - 1][1])
    )
    assert [one.number for one in found] == [1, 3, 5, 6]
    everything = greatest_actions([Mark("OR 1.1", 0, worth[0])], worth, 6, about=lambda number: steps[number - 1][:2])
    assert [one.number for one in everything] == [1, 2, 3, 4, 5, 6], "where too few differ, the rest"


def test_moments_of_a_recorded_game_differ():
    found = told(RECORDED)
    kinds = [about(found.game.at(one.number).last_events) for one in found.actions]
    assert len(kinds) == 4
    assert len({*kinds}) == 4
    assert max(sum(kind == other for other, _ in kinds) for kind, _ in kinds) <= 2
