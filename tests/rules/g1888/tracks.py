"""Track laid in a few lines, for tests of runs and income: each function lays one small line on a position."""

from __future__ import annotations

from kaiping.action import Route, RunRoutes
from tests.rules.g1888.positions import Position


def run(company: str, **paths: str) -> RunRoutes:
    """A run; each train is named t2, t3, tD, or t2a and t2b where there are two of a kind, with its path as words."""
    routes = (Route(train[1:].rstrip("abc"), tuple(path.split())) for train, path in paths.items())
    return RunRoutes(company, tuple(routes))


def east_of_beijing(position: Position) -> Position:
    """Beijing C9.1 (30) - Tianjin D10 (20) - Tangshan D12 (10) - Qinhuangdao C13 (20), all on yellow tiles."""
    return position.tile("D10", "6", 2).tile("D12", "58", 1).tile("C13", "6", 0)


def on_to_datong(position: Position) -> Position:
    """From Qinhuangdao on to Chengde B12 (10), Zhangjiakou B6.0 (10) and Datong C3 (20)."""
    position.tile("B12", "58", 5).tile("B10", "9", 1).tile("B8", "9", 1)
    return position.tile("B6", "69", 1).tile("B4", "8", 4).tile("C3", "57", 0)


def south_of_beijing(position: Position) -> Position:
    """Beijing C9.0 (30) round by C7 and D8 to Tianjin D10 (20), and Tianjin straight to Beijing C9.1 (30)."""
    return position.tile("C7", "7", 4).tile("D8", "8", 2).tile("D10", "5", 1)


def beijing_to_zhangjiakou(position: Position) -> Position:
    """Beijing C9.0 (30) - Xuanhua B6.1 (10), and from there by A7 and B8 to Zhangjiakou B6.0 (10)."""
    return position.tile("C7", "8", 2).tile("B6", "69", 1).tile("B8", "7", 1)


def baotou_to_datong(position: Position) -> Position:
    """Baotou A1 (40) - Hohhot B2 (10) - Datong C3 (20), and Datong by B4 to Baotou A3 (40)."""
    return position.tile("B2", "4", 2).tile("C3", "5", 2).tile("B4", "8", 0)


def zibo_to_harbour(position: Position) -> Position:
    """Zibo G11 (20) by H12 to Qingdao H14 (20), and on to the harbour H16 (10)."""
    return position.tile("G11", "57", 2).tile("H12", "8", 2).tile("H14", "57", 1)


def zibo_to_xuzhou(position: Position) -> Position:
    """Zibo G11 (20) by H10 to the red area of Xuzhou I11 (30, 40, 50 or 60)."""
    return position.tile("G11", "57", 0).tile("H10", "8", 3)


def heng_shan(position: Position) -> Position:
    """Datong C3 (20) - Heng Shan C5, which also leads to Xuanhua B6.1 (10) and by D6 to Shijiazhuang E5 (20).

    Datong has a second exit, by B4 to Baotou A3 (40).
    """
    position.tile("C3", "5", 3).tile("B4", "8", 0).tile("C5", "L41", 1)
    return position.tile("B6", "1", 0).tile("D6", "8", 0).tile("E5", "57", 0)


def mountain_or_baotou(position: Position) -> Position:
    """Datong C3 (20) between Heng Shan C5 and, by B4, Baotou A3 (40)."""
    return position.tile("C3", "5", 3).tile("B4", "8", 0).tile("C5", "L41", 1)
