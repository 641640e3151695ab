"""The worked example of running trains in the 2022 book (VIII.3.6.21 to .25), EX-1888-2022-08.

Its picture is rebuilt with stops of the printed values: A is Taiyuan E3 (30, green), D is Changzhi F2 (10), G is the
city H4.1 of Jiaozuo (40, green), B is Handan F6 (20, yellow); E - C - F is the line Tianjin D10 - Tangshan D12 -
Qinhuangdao C13, where no company has a token. The book adds a bonus of 40 for TJL in the example and prints 20 in its
table of companies; the table holds, so the run makes 100.
"""

from __future__ import annotations

from kaiping.action import RunRoutes
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.tracks import run

A_D_G = "E3.0 F2.0 G3 H4.1"
G_B = "H4.1 H6 G7 F6.0"


def picture(edition: str, *, blocked: bool = True) -> Position:
    """The brown phase: TJL has a 4-train, a 5-train and a token at A, HJR a 5-train and tokens at B and G."""
    position = Position(edition).company("TJL", Ann=60, trains=("4", "5")).company("HJR", Bo=60, trains=("5",))
    position.phase("5")
    position.tile("E3", "15", 3).tile("F2", "58", 3).tile("G3", "9", 2).tile("H4", "8860", 0)
    position.tile("H6", "8", 1).tile("G7", "8", 0).tile("F6", "57", 2)
    if blocked:
        position.token("HJR", "H4", 1)
    return position.tile("D10", "57", 1).tile("D12", "58", 1).tile("C13", "6", 0)


def tjl(edition: str) -> Game:
    return picture(edition).operate("TJL", "run")


@rule_1888("VIII.3.6.21", only="2022")
def test_ex_1888_2022_08_the_5_train_of_tjl_makes_100(edition: str) -> None:
    """A - D - G: 30 + 10 + 40, and the bonus of 20 from Taiyuan to Jiaozuo."""
    game = tjl(edition)
    plays(game, run("TJL", t5=A_D_G))
    assert game.state.revenue["TJL"] == 30 + 10 + 40 + 20


@rule_1888("VIII.3.6.22", only="2022")
def test_ex_1888_2022_08_the_token_of_hjr_blocks_tjl(edition: str) -> None:
    """Beyond G lies B, within the range of the 5-train; the token at G closes the way."""
    beyond = run("TJL", t5="E3.0 F2.0 G3 H4.1 H6 G7 F6.0")
    assert refused(tjl(edition), beyond).code == "route_blocked_city"
    plays(picture(edition, blocked=False).operate("TJL", "run"), beyond)


@rule_1888("VIII.3.6.23", only="2022")
def test_ex_1888_2022_08_the_4_train_of_tjl_stays_idle(edition: str) -> None:
    """It would start at A on the track of the 5-train, or run without a token."""
    game = tjl(edition)
    assert refused(game, run("TJL", t5=A_D_G, t4="E3.0 F2.0")).code == "route_tracks_shared"
    assert refused(game, run("TJL", t5=A_D_G, t4=G_B)).code == "route_no_token"
    assert all(len(one.routes) == 1 for one in offered(game, RunRoutes))


@rule_1888("VIII.3.6.24", only="2022")
def test_ex_1888_2022_08_the_5_train_of_hjr_makes_100(edition: str) -> None:
    """B - G - D - A: 20 + 40 + 10 + 30."""
    game = picture(edition).operate("HJR", "run")
    plays(game, run("HJR", t5="F6.0 G7 H6 H4.1 G3 F2.0 E3.0"))
    assert game.state.revenue["HJR"] == 100


@rule_1888("VIII.3.6.25", only="2022")
def test_ex_1888_2022_08_nobody_runs_on_a_line_without_a_token(edition: str) -> None:
    e_c_f = "D10.0 D12.0 C13.0"
    for company in ("TJL", "HJR"):
        game = picture(edition).operate(company, "run")
        assert refused(game, run(company, t5=e_c_f)).code == "route_no_token"
        assert not any("D12.0" in route.path for one in offered(game, RunRoutes) for route in one.routes)
    # with a token on it, the same line is a route
    plays(picture(edition).token("TJL", "D10").operate("TJL", "run"), run("TJL", t5=A_D_G, t4=e_c_f))
