"""Share companies: their certificates, director, price and the table of the eight: section IV.3.2."""

from __future__ import annotations

import colorsys
from typing import Any

import pytest

from kaiping.action import (
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
)
from kaiping.flow.play import Play
from kaiping.flow.shares import certificates, price
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused


def table_of(game: Game) -> Play:
    return game.table()


# --- certificates ------------------------------------------------------------------------------------------


@rule_1888("IV.3.2.1")
def test_a_company_has_a_20_per_cent_certificate_and_eight_of_10(edition):
    """Sold out one certificate at a time: the start takes 20 %, then eight buys take 10 % each."""
    game = Position(edition, players=2 if edition == "2022" else 3).cash(Ann=800, Bo=800).stock("Ann")
    plays(game, Par("Ann", "JHR", 70))
    assert game.state.held("Ann", "JHR") == 20
    buys = 0
    while game.state.held("ipo", "JHR"):
        player = game.acting[0]
        buy = BuyShare(player, "JHR", "ipo")
        plays(game, buy if game.why_not(buy) is None else Pass(player))
        buys += isinstance(game.actions[-1], BuyShare)
    assert buys == 8
    assert sum(certificates(table_of(game), player) for player in game.players) == 9


@rule_1888("IV.3.2.2", "VII.6.1")
def test_the_directors_certificate_comes_first(edition):
    game = Position(edition).stock("Ann")
    assert offered(game, BuyShare) == []
    assert refused(game, BuyShare("Ann", "JHR", "ipo")).code == "not_started"
    plays(game, Par("Ann", "JHR", 70), BuyShare("Bo", "JHR", "ipo"))
    assert refused(game, Par("Cy", "JHR", 70)).code == "already_started"


@rule_1888("IV.3.2.3", "VIII.1.2", "V.7")
def test_the_director_alone_acts_for_the_company(edition):
    """In every step of its turn, with trains to give up, and in a forced purchase; not another shareholder."""
    for director, other in (("Ann", "Bo"), ("Bo", "Ann")):
        shares: Any = {director: 40, other: 20}
        for step in ("track", "token", "run", "dividend", "trains", "privates"):
            position = Position(edition).company("JHR", cash=200, **shares).private("KT", other)
            assert position.operate("JHR", step).acting == (director,)
        position = Position(edition).company("JHR", cash=500, trains=("3", "4"), **shares).phase("4")
        position.scrap("4", position.state.depot["4"])
        game = plays(position.operate("JHR", "trains"), BuyTrain("JHR", "5", "bank", 500))
        assert game.acting == (director,)
        assert {discard.company for discard in offered(game, DiscardTrain)} == {"JHR"}
        position = Position(edition).company("JHR", **shares).company("SSL", Cy=40, Ann=20, Bo=20)
        game = position.cash(Ann=0, Bo=0).operate("JHR", "trains")
        assert refused(game, SellShares(other, "SSL", 10)).code == "not_your_turn"
        plays(game, SellShares(director, "SSL", 10))


@rule_1888("IV.3.2.5")
def test_the_price_board_shows_the_price_of_each_company(edition):
    """Started at 90; a share sold moves it down to 85, and the marker goes along."""
    position = Position(edition).company("JHR", par=90, Ann=60, Bo=20)
    assert price(table_of(position.game), "JHR") == 90
    game = plays(position.stock("Ann"), SellShares("Ann", "JHR", 10))
    assert price(table_of(game), "JHR") == 85
    assert (game.state.cells, game.state.market) == ({"JHR": (3, 3)}, {(3, 3): ("JHR",)})


@rule_1888("IV.3.2.6", "VII.6.2")
@pytest.mark.parametrize("par", [70, 75, 80, 85, 90, 95])
def test_the_buyer_of_the_directors_certificate_sets_the_price(edition, par):
    game = plays(Position(edition).stock("Ann"), Par("Ann", "JHR", par))
    assert (price(table_of(game), "JHR"), game.state.par["JHR"]) == (par, par)
    plays(game, BuyShare("Bo", "JHR", "ipo"))
    assert game.state.cash["Bo"] == 800 - par


@rule_1888("IV.3.2.7")
def test_shares_are_traded_in_stock_rounds(edition):
    def position() -> Position:
        return Position(edition).company("JHR", Ann=40, Bo=20, pool=10)

    for deal in (BuyShare("Ann", "JHR", "ipo"), BuyShare("Ann", "JHR", "pool"), SellShares("Ann", "JHR", 10)):
        plays(position().stock("Ann"), deal)
        for step in ("track", "token", "run", "dividend", "privates"):
            assert refused(position().operate("JHR", step), deal).code == "not_in_this_step"
    trains = Position(edition).company("JHR", cash=80, trains=("2",), Ann=40, Bo=20).set(phase="2")
    game = trains.operate("JHR", "trains")
    assert refused(game, SellShares("Ann", "JHR", 10)).code == "no_sale_needed"
    assert refused(game, BuyShare("Ann", "JHR", "ipo")).code == "not_in_this_step"


@rule_1888("IV.3.2.8")
def test_the_directors_certificate_is_worth_two_shares(edition):
    """It costs twice the price, earns twice the dividend, and is handed over for two shares."""
    game = plays(Position(edition).stock("Ann"), Par("Ann", "JHR", 90))
    assert game.state.cash["Ann"] == 800 - 180
    position = Position(edition).set(phase="2").cash(Ann=0, Bo=0, Cy=0).tile("D10", "6", 2)
    position.company("JHR", trains=("2",), president="Ann", Ann=20, Bo=20, Cy=20)
    game = position.operate("JHR", "run")
    plays(game, RunRoutes("JHR", (Route("2", ("C9.1", "D10.0")),)), Dividend("JHR", "pay"))
    assert [game.state.cash[player] for player in ("Ann", "Bo", "Cy")] == [10, 10, 10]
    game = plays(Position(edition).company("JHR", Ann=30, Bo=20).stock("Ann"), SellShares("Ann", "JHR", 20))
    assert game.state.presidents["JHR"] == "Bo"
    assert (game.state.held("Ann", "JHR"), game.state.held("Bo", "JHR")) == (10, 20)


@rule_1888("IV.3.2.9", "VII.3.7")
def test_the_directors_certificate_counts_once_against_the_limit(edition):
    """As director of four companies with 60 % each Ann holds 20 certificates, not 24; with 50 % of one, 19."""
    for last, free in ((50, True), (60, False)):
        position = Position(edition).company("JHR", Ann=60).company("SSL", Ann=60).company("CDL", Ann=60)
        game = position.company("HJR", Ann=last).company("ZDR", Bo=20).stock("Ann")
        if free:
            plays(game, BuyShare("Ann", "ZDR", "ipo"))
        else:
            assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"


@rule_1888("IV.3.2.10")
@pytest.mark.parametrize(("kind", "ann", "bo", "treasury"), [("pay", 30, 10, 0), ("withhold", 0, 0, 50)])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_shareholders_get_a_dividend_unless_the_director_withholds(edition, number, kind, ann, bo, treasury):
    """Beijing 30 and Tianjin 20; in each operating round of a set."""
    position = Position(edition).set(phase="2", set_rounds=3, round=number).cash(Ann=0, Bo=0).tile("D10", "6", 2)
    game = position.company("JHR", trains=("2",), Ann=60, Bo=20).operate("JHR", "run")
    plays(game, RunRoutes("JHR", (Route("2", ("C9.1", "D10.0")),)))
    assert refused(game, Pass("JHR")).code == "must_decide_dividend"
    plays(game, Dividend("JHR", kind))
    assert [game.state.cash[owner] for owner in ("Ann", "Bo", "JHR")] == [ann, bo, treasury]


# --- the eight companies -----------------------------------------------------------------------------------


@rule_1888("IV.3.2.11")
def test_there_are_eight_companies(edition):
    game = Position(edition).stock("Ann")
    eight = {"JHR", "SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR"}
    assert {par.company for par in offered(game, Par)} == eight
    assert refused(game, Par("Ann", "XYZ", 70)).code == "unknown_company"


def check_company(
    edition: str,
    company: str,
    names: tuple[str, str, str],
    tokens: int,
    hue: tuple[int, int] | None,
) -> None:
    """The company's names (its own, home, destination), tokens and colour (hue in degrees, None for grey tones)."""
    position = Position(edition)
    entry, hexes = position.definition.companies[company], position.definition.map.hexes
    name, home, destination = names
    assert entry.name == name
    position.company(company, operated=False, Ann=60)
    game = position.begin_round(company)
    ((place, _),) = game.state.board.tokens_of(company)
    assert home in (hexes[place].name or "")
    assert destination in (hexes[entry.destination[0]].name or "")
    red, green, blue = (int(entry.color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    tone, saturation, _ = colorsys.rgb_to_hsv(red, green, blue)
    if hue is None:
        assert saturation < 0.2
    else:
        assert saturation > 0.3
        assert hue[0] <= tone * 360 <= hue[1]
    full = Position(edition).company(company, cash=100, Ann=60).tile("G9", "57")
    elsewhere = ("D10", "E5", "H14")
    for hex_id in elsewhere[: tokens - 2]:
        full.token(company, hex_id)
    assert refused(full.operate(company, "token"), PlaceToken(company, "G9")).code == "city_not_reached"
    full.token(company, elsewhere[tokens - 2])
    assert refused(full.operate(company, "token"), PlaceToken(company, "G9")).code == "no_token_left"


def revenue(edition: str, company: str, tiles: str, path: str, train: str, phase: str) -> int:
    """What a run from home to destination earns; tiles as "hex:tile/rotation", the path as words."""
    position = Position(edition).phase(phase).company(company, trains=(train,), Ann=60)
    for word in tiles.split():
        hex_id, laid = word.split(":")
        tile, rotation = laid.split("/")
        position.tile(hex_id, tile, int(rotation))
    run = RunRoutes(company, (Route(train, tuple(path.split())),))
    return plays(position.operate(company, "run"), run).state.revenue[company]


@rule_1888("IV.3.2.12")
def test_jingha_railway(edition):
    """Red-brown; Beijing 30, Tianjin 20, Tangshan 10 and a bonus of 30."""
    check_company(edition, "JHR", ("Jingha Railway", "Beijing", "Tangshan"), tokens=3, hue=(0, 20))
    tiles = "D10:6/2 D12:58/1"
    assert revenue(edition, "JHR", tiles, "C9.1 D10.0 D12.0", "3", "3") == 30 + 20 + 10 + 30
    assert revenue(edition, "JHR", "D10:6/2", "C9.1 D10.0", "3", "3") == 30 + 20


@rule_1888("IV.3.2.13", in_2021=["IV.3.2.13"])
def test_shenshan_line(edition):
    """Grey; Shenyang 30, Jinzhou 10, Qinhuangdao (in 2021 also called Shanhaiguan) 20 and a bonus of 20."""
    check_company(edition, "SSL", ("Shenshan Line", "Shenyang", "Qinhuangdao"), tokens=3, hue=None)
    tiles = "B16:1/0 C15:8/1 C13:57/1"
    assert revenue(edition, "SSL", tiles, "B18.0 B16.1 C15 C13.0", "3", "3") == 30 + 10 + 20 + 20
    assert revenue(edition, "SSL", tiles, "B18.0 B16.1", "2", "2") == 30 + 10


@rule_1888("IV.3.2.14")
def test_changda_line(edition):
    """Green; in brown Changchun 40, A17 20, Jinzhou 10, Yingkou 10, Dalian 40 and a bonus of 20."""
    check_company(edition, "CDL", ("Changda Line", "Changchun", "Dalian"), tokens=4, hue=(90, 150))
    tiles, path = "B16:56/3 C17:4/2 D18:8/0", "A19.0 A17.0 B16.0 C17.0 D18 E17.0"
    assert revenue(edition, "CDL", tiles, path, "5", "5") == 40 + 20 + 10 + 10 + 40 + 20
    assert revenue(edition, "CDL", tiles, "A19.0 A17.0 B16.0", "3", "3") == 30 + 20 + 10


@rule_1888("IV.3.2.15")
def test_hanji_railway(edition):
    """Tan; Handan 20, Jinan 20 and a bonus of 20."""
    check_company(edition, "HJR", ("Hanji Railway", "Handan", "Jinan"), tokens=4, hue=(25, 45))
    tiles = "F6:57/2 G7:8/2 G9:57/1 E5:57/2"
    assert revenue(edition, "HJR", tiles, "F6.0 G7 G9.0", "2", "2") == 20 + 20 + 20
    assert revenue(edition, "HJR", "F6:57/2 E5:57/2", "F6.0 E5.0", "2", "2") == 20 + 20


@rule_1888("IV.3.2.16")
def test_taijiao_line(edition):
    """Black; Taiyuan 20, green Jiaozuo 40, Zhengzhou 40 and a bonus of 20."""
    check_company(edition, "TJL", ("Taijiao Line", "Taiyuan", "Jiaozuo"), tokens=4, hue=None)
    tiles = "E3:57/2 F4:8/0 G3:8/3 H4:8859/2"
    assert revenue(edition, "TJL", tiles, "E3.0 F4 G3 H4.0 I5.0", "3", "3") == 20 + 40 + 40 + 20


@rule_1888("IV.3.2.17")
def test_lanyan_railway(edition):
    """Dark yellow; Yantai 40, Qingdao 20 and a bonus of 20."""
    check_company(edition, "LYR", ("Lanyan Railway", "Yantai", "Qingdao"), tokens=3, hue=(40, 60))
    assert revenue(edition, "LYR", "G15:9/0 H14:6/1", "F16.0 G15 H14.0", "2", "2") == 40 + 20 + 20


@rule_1888("IV.3.2.18", in_2021=["IV.3.2.18"])
def test_jingzhan_railway(edition):
    """Purple; Beijing 30, Xuanhua 10 and a bonus of 40."""
    check_company(edition, "JZR", ("Jingzhan Railway", "Beijing", "Zhangjiakou"), tokens=3, hue=(240, 300))
    assert revenue(edition, "JZR", "C7:8/2 B6:2/4", "C9.0 C7 B6.1", "2", "2") == 30 + 10 + 40


@rule_1888("IV.3.2.19")
def test_zidong_railway(edition):
    """Light blue; Zibo 20, Dongying 10 and a bonus of 40."""
    check_company(edition, "ZDR", ("Zidong Railway", "Zibo", "Dongying"), tokens=3, hue=(180, 210))
    assert revenue(edition, "ZDR", "G11:57/0 F12:3/0", "G11.0 F12.0", "2", "2") == 20 + 10 + 40


@rule_1888(
    in_2021=[f"IV.3.2.{number}" for number in range(12, 20)],
    only="2021",
)
def test_chinese_names(edition):
    names = {
        "JHR": "京哈铁路",
        "SSL": "沈山线",
        "CDL": "长大线",
        "HJR": "邯济铁路",
        "TJL": "太焦线",
        "LYR": "蓝烟铁路",
        "JZR": "京张线",
        "ZDR": "淄东铁路",
    }
    companies = Position(edition).definition.companies
    assert {company: entry.chinese for company, entry in companies.items()} == names


@rule_1888("IV.3.2.15", "IV.3.2.17")
def test_no_bonus_for_home_and_destination_of_another(edition):
    """HJR with a token in Yantai runs to Qingdao for the plain values, 40 and 20."""
    position = Position(edition).phase("3").company("HJR", trains=("3",), Ann=60).token("HJR", "F16")
    position.tile("G15", "9").tile("H14", "6", 1)
    run = RunRoutes("HJR", (Route("3", ("F16.0", "G15", "H14.0")),))
    assert plays(position.operate("HJR", "run"), run).state.revenue["HJR"] == 40 + 20
