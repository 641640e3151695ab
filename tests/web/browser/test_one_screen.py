"""A small screen, 1280 by 720: map, decision and sheet fit it side by side, and what is chosen rarely is folded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from random import Random

import pytest
from playwright.sync_api import expect

from kaiping.action import AnyAction, BuyPrivate, BuyShare, LayTile, Par, PlaceToken, RunRoutes, SellShares
from kaiping.bots import bot
from kaiping.game import Game
from kaiping.titles import TITLES
from tests.web.browser.decisions import by_kind, recorded, spread
from tests.web.browser.fitting import HIDDEN, out_of_sight, shown, too_wide
from tests.web.browser.positions import bring, position, whole_game
from tests.web.browser.screens import DESK, LOW, PHONE, Screen
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.browser.test_forced_sales import forced
from tests.web.browser.test_said_whole import is_cut
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

#: how wide a hex of each title is at least, in points, by the size of the screen
SIZES = {
    (1280, 720): {"1888": 44, "1880": 38, "1890": 44},
    (1366, 768): {"1888": 47, "1880": 40, "1890": 46},
    (1440, 900): {"1888": 60, "1880": 48, "1890": 54},
    (1920, 1080): {"1888": 75, "1880": 58, "1890": 68},
}


#: as many players as each title takes
MANY = {"1888": 6, "1880": 7, "1890": 7}


@cache
def moment(wanted: Callable[[list[AnyAction]], bool]) -> int:
    """The first moment of a game of 1888 in which what may be done is as wanted."""
    whole = whole_game(GAMES["1888"])
    return next(number for number in range(whole.played) if wanted(list(whole.at(number).legal_actions())))


def starting(legal: list[AnyAction]) -> bool:
    return len({one.company for one in legal if isinstance(one, Par)}) > 1


def laying(legal: list[AnyAction]) -> bool:
    return any(isinstance(one, LayTile) for one in legal)


def selling(legal: list[AnyAction]) -> bool:
    return any(isinstance(one, SellShares) and one.percent == 20 for one in legal)


@cache
def fullest(title: str) -> int:
    """The moment of a game in which there is most to press, of some that are looked at."""
    whole = whole_game(GAMES[title])

    def buttons(number: int) -> int:
        return sum(not isinstance(one, LayTile | PlaceToken) for one in whole.at(number).legal_actions())

    return max(range(0, whole.played, 9), key=buttons)


def at(wanted: Callable[[list[AnyAction]], bool]) -> Game:
    return whole_game(GAMES["1888"]).at(moment(wanted))


@pytest.mark.parametrize("title", TITLES)
def test_maps_fill_their_pane(sit: Sit, visitor: Visitor, title: str):
    whole = whole_game(GAMES[title])
    table = sit(visitor, bring(visitor, whole.at(whole.played // 2)))
    for (width, height), least in SIZES.items():
        table.page.set_viewport_size({"width": width, "height": height})
        hexagon = table.find("#p-map .canvas .hex").first.bounding_box()
        assert hexagon
        assert hexagon["width"] >= least[title], (width, height)
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width
        assert table.page.evaluate("document.documentElement.scrollHeight") <= height
        for name in ("#p-map", "#p-now", "#p-sheet", ".side", "#time"):
            box = table.find(name).first.bounding_box()
            assert box, name
            assert box["x"] + box["width"] <= width + 0.5, name
            assert box["y"] + box["height"] <= height + 0.5, name


@pytest.mark.parametrize("title", TITLES)
def test_the_tabs_fold_away(sit: Sit, visitor: Visitor, title: str):
    """The open tab pressed again makes room; nothing else leaves its place or the screen."""
    whole = whole_game(GAMES[title])
    table = sit(visitor, bring(visitor, whole.at(whole.played // 2)))
    before = {name: table.find(name).first.bounding_box() for name in ("#p-map", "#p-sheet", "#time")}
    table.find('.tabs [data-view="market"]').click()
    expect(table.find("#p-market")).not_to_be_visible()
    for name, box in before.items():
        now = table.find(name).first.bounding_box()
        assert now, name
        assert box, name
        assert now["y"] >= box["y"] - 1, name
        assert now["height"] >= 20, name
        assert now["y"] + now["height"] <= 900.5, name
    expect(table.find("#p-now")).to_be_in_viewport()


@pytest.mark.promise("a company is started in one place: company, price, what it costs, when it floats")
def test_a_company_is_chosen_before_its_price(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, at(starting)))
    rows = table.find("#act [data-start]:visible")
    expect(rows).to_have_count(1)
    first = rows.get_attribute("data-start")
    table.find("#act .start input").nth(1).check()
    expect(rows).to_have_count(1)
    second = rows.get_attribute("data-start")
    assert second != first
    expect(rows).to_contain_text("floats when")
    expect(rows.locator(".choice[data-key]").first).to_be_visible()
    rows.locator(".choice").first.hover()
    expect(table.find("#outcome")).to_contain_text("pays ¥")
    table.moves(lambda: rows.locator(".choice").first.click())
    table.look_at_the_table()
    expect(table.find(f'.holdings tr[data-company="{second}"]')).to_be_visible()


@pytest.mark.promise("companies that run come first, and shares are sold step by step")
def test_shares_are_sold_step_by_step(sit: Sit, visitor: Visitor):
    game = at(selling)
    sales = [one for one in game.legal_actions() if isinstance(one, SellShares) and one.percent == 20]
    company = sales[0].company
    path = bring(visitor, game)
    table = sit(visitor, path)
    row = table.find(f'#act .of-sellshares .row[data-company="{company}"]')
    choice, more, less = row.locator(".kind-sellshares .choice"), row.get_by_label("More"), row.get_by_label("Fewer")
    expect(choice).to_have_text(re.compile("sell 1: "))
    expect(less).to_be_disabled()
    more.click()
    expect(choice).to_have_text(re.compile("sell 2: "))
    less.click()
    expect(choice).to_have_text(re.compile("sell 1: "))
    more.click()
    table.moves(lambda: choice.click())
    assert visitor.game(path).actions[game.played] == sales[0]


@pytest.mark.promise("companies that run come first, and shares are sold step by step")
def test_companies_that_run_come_first(sit: Sit, visitor: Visitor):
    game = recorded("1888/101003.json.gz").at(54)
    assert {BuyShare, SellShares, Par} <= {type(action) for action in game.legal_actions()}
    table = sit(visitor, bring(visitor, game))
    kinds = table.find("#act .group").evaluate_all("all => all.map((one) => one.className)")
    places = {kind: place for place, names in enumerate(kinds) for kind in names.split()}
    assert places["of-sellshares"] < places["of-par"]
    rows = table.find("#act .of-sellshares .row").evaluate_all("all => all.map((one) => one.offsetHeight)")
    if not table.screen.phone:
        assert max(rows) < 44, "one line each"


@pytest.mark.promise("companies that run come first, and shares are sold step by step")
def test_companies_at_work_come_before_those_that_are_not(sit: Sit, visitor: Visitor):
    """As on the sheet; on a desk each in one line."""
    game = whole_game(GAMES["1888"]).at(503)
    assert {"SSL", "JHR"} <= {*game.state.par} - {*game.state.floated}
    table = sit(visitor, bring(visitor, game))
    rows = table.find("#act .of-sellshares .row")
    shares = rows.evaluate_all("all => all.map((one) => one.dataset.company)")
    assert shares[0] in game.state.floated
    started = table.find(".holdings tbody tr").evaluate_all("all => all.map((one) => one.dataset.company)")
    assert shares == [company for company in started if company in shares]
    if not table.screen.phone:
        assert max(rows.evaluate_all("all => all.map((one) => one.offsetHeight)")) < 44, "one line each"


def test_reasons_are_folded_where_there_is_no_room(sit: Sit, visitor: Visitor):
    path = bring(visitor, at(selling))
    table = sit(visitor, path)
    table.page.set_viewport_size({"width": 1280, "height": 500})
    table.open()
    why = table.find("#act .denied")
    expect(why).not_to_have_attribute("open", "")
    why.locator("summary").click()
    expect(why.locator(".clause").first).to_be_visible()
    table.page.set_viewport_size({"width": 1440, "height": 1400})
    table.open()
    expect(table.find("#act .denied")).to_have_attribute("open", "")


@pytest.mark.promise("a private tells its power in the auction, on the sheet and on cards")
def test_a_private_tells_what_it_does(sit: Sit, visitor: Visitor):
    """In its row, in a few words where there is not room for all; then whoever points at it has all of it."""
    table = sit(visitor, visitor.hot_seat())
    row = table.page.locator("#act .of-bid .row", has_text="KT ").first
    told = (row.locator(".does").text_content() or "").strip()
    assert len(told) > 20
    if not row.locator(".does").is_visible():
        expect(row.locator(".in-short")).to_be_visible()
        assert told in (row.locator(".buttons").get_attribute("title") or "")
    table.moves(lambda: row.locator(".choice").click())
    table.look_at("sheet")
    expect(table.find('.wealth abbr:text("KT")')).to_have_attribute("title", re.compile(re.escape(told)))
    switch = table.find('.holdings [data-sheet="cards"]')
    if switch.is_visible():  # on a phone the cards are there from the start
        switch.click()
    expect(table.find('.cards [data-player="Ann"].card')).to_contain_text(told)


@pytest.mark.promise("a lot has its bids and bidders in its row")
def test_a_lot_tells_who_bids(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    row = table.page.locator("#act .of-bid .row", has_text="TA Terracotta Army")
    table.moves(lambda: row.locator(".choice").click())
    expect(table.page.locator("#act .of-bid .row", has_text="TA Terracotta Army")).to_contain_text("Ann bids")


@pytest.mark.parametrize("title", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("1888", "1880")), "1890"])
def test_a_full_decision_needs_no_scrolling(sit: Sit, visitor: Visitor, title: str):
    for _moment, table in shown(sit, visitor, whole_game(GAMES[title]), [0, fullest(title)]):
        assert not out_of_sight(table)
        assert too_wide(table) <= 0


@pytest.mark.promise("tabs and reasons give way to a decision that needs their room")
def test_tabs_that_gave_way_come_back(sit: Sit, visitor: Visitor):
    """A tab that is pressed is shown, whatever the decision needs."""
    table = sit(visitor, bring(visitor, recorded("1888/101003.json.gz").at(211)))
    assert not out_of_sight(table)
    if table.screen.height < 800:
        expect(table.find("#act .denied")).not_to_have_attribute("open", "")
        expect(table.find("#table.crowded")).to_be_attached()
        expect(table.find("#p-market")).not_to_be_visible()
    table.look_at("market")


@pytest.mark.promise("tabs and reasons give way to a decision that needs their room")
def test_a_tab_takes_nothing_from_the_decision(sit: Sit, visitor: Visitor):
    """One that is opened by hand stands beside it, and in the next game the market comes first again."""
    table = sit(visitor, visitor.hot_seat())
    assert not out_of_sight(table)
    for tab in ("chat", "more"):
        table.look_at(tab)
        assert not out_of_sight(table), tab
        box = table.find(f"#p-{tab}").bounding_box()
        assert box
        assert box["height"] >= 160
    table.page.reload()
    expect(table.find('.tabs [data-view="more"]')).to_have_attribute("aria-selected", "true")
    table.page.goto(f"{visitor.url}{visitor.hot_seat()}")
    expect(table.find("#table[data-started]")).to_be_attached()
    expect(table.find('.tabs [data-view="market"]')).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("size", [LOW, pytest.param(DESK, marks=pytest.mark.slow)], ids=str)
def test_nothing_that_is_said_is_cut_beside_a_tab(sit: Sit, visitor: Visitor, size: Screen):
    """Powers and names of privates to be bought are whole, whatever tab is opened, and nothing scrolls for them."""

    def wanted(one: AnyAction) -> bool:
        return isinstance(one, RunRoutes | BuyPrivate)

    for path in (bring(visitor, position("1888 RunRoutes beside BuyPrivate", wanted)), visitor.hot_seat()):
        table = sit(visitor, path, table=False)
        table.page.set_viewport_size(size.size)
        table.open()
        for tab in ("market", "tiles", "log"):
            table.page.evaluate("document.body.classList.remove('tab-asked')")
            table.look_at("trains")
            table.look_at(tab)
            cut = table.find("#act *").evaluate_all(
                """all => all.filter((one) => getComputedStyle(one).textOverflow === 'ellipsis'
                    && one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
            )
            assert not cut, tab
            over = table.find("#p-now").evaluate("(one) => one.scrollHeight - one.clientHeight")
            assert over <= 1, tab
            assert not out_of_sight(table)
            expect(table.find('.tabs [data-view="more"]')).to_be_in_viewport(ratio=1)


def test_a_tab_that_is_asked_for_can_be_read(sit: Sit, visitor: Visitor):
    """The decision scrolls then, what ends it stays in sight; in the next round the tab gives way again."""
    table = sit(visitor, bring(visitor, whole_game(GAMES["1890"]).at(fullest("1890"))), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    expect(table.find("#table.crowded")).to_be_attached()
    table.look_at("trains")
    box = table.find("#p-trains").bounding_box()
    assert box
    assert box["height"] >= 160
    expect(table.find("#act .of-pass .choice")).to_be_in_viewport(ratio=1)
    table.find('.tabs [data-view="trains"]').click()
    expect(table.find("#p-trains")).not_to_be_visible()
    assert not out_of_sight(table)
    table.page.keyboard.press("t")  # its key brings it back as a click does
    expect(table.find("#p-trains")).to_be_visible()


@pytest.mark.parametrize("size", [LOW, pytest.param(DESK, marks=pytest.mark.slow), PHONE], ids=str)
def test_what_is_opened_below_a_decision_comes_into_sight(sit: Sit, visitor: Visitor, size: Screen):
    """What the table may do for one: its buttons, and the choices of one's next turn as far as there is room."""
    table = sit(visitor, visitor.hot_seat("person", "casual", "casual"), table=False, phone=size.phone)
    table.page.set_viewport_size(size.size)
    table.open()
    table.find(".program > summary").click()
    expect(table.find(".program > form button:visible")).to_have_count(3)
    assert table.page.evaluate(HIDDEN, ".program") == []
    table.find(".program .fold > summary").click()
    expect(table.find(".premove")).not_to_contain_text("Looking ahead")
    expect(table.find(".program .fold > summary")).to_be_in_viewport(ratio=1)
    expect(table.find(".premove > *").first).to_be_in_viewport()


def test_the_edge_moves_while_a_hex_is_chosen(sit: Sit, visitor: Visitor):
    """The choices of a hex lie over the decision, not over the edge."""
    table = sit(visitor, bring(visitor, at(laying)))
    table.choose_hex()
    pane = table.find("#p-map").bounding_box()
    assert pane
    x, y = pane["x"] + pane["width"], pane["y"] + pane["height"] / 2
    table.page.mouse.move(x + 2, y)
    table.page.mouse.down()
    table.page.mouse.move(x - 98, y, steps=4)
    table.page.mouse.up()
    moved = table.find("#p-map").bounding_box()
    assert moved
    assert 90 < pane["width"] - moved["width"] < 110
    expect(table.find("#choose form")).to_be_visible()


@pytest.mark.parametrize("size", [LOW, pytest.param(DESK, marks=pytest.mark.slow)], ids=str)
def test_the_market_is_there_in_a_stock_round(sit: Sit, visitor: Visitor, size: Screen):
    """Beside the decision where that needs all the height; the map stays whole."""
    table = sit(visitor, bring(visitor, recorded("1888/101003.json.gz").at(104)), table=False)
    table.page.set_viewport_size(size.size)
    table.open()
    assert not out_of_sight(table)
    expect(table.find("#p-market .chip").first).to_be_in_viewport(ratio=1)
    box = table.find("#p-market").bounding_box()
    assert box
    assert box["height"] >= 110
    for letters in table.find("#p-market .chip").all():
        assert not is_cut(letters), letters.inner_text()
    pane, hexes = (table.find(place).bounding_box() for place in ("#p-map .canvas", "#p-map .hexes"))
    assert pane
    assert hexes
    assert pane["x"] <= hexes["x"] + 1
    assert hexes["x"] + hexes["width"] <= pane["x"] + pane["width"] + 1


def test_no_tab_is_cut_by_what_is_unread(sit: Sit, visitor: Visitor):
    """Not even where they stand above the market of a stock round on the smallest desk."""
    table = sit(visitor, bring(visitor, whole_game(GAMES["1888"]).at(503)), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    table.page.evaluate(
        """() => {
            for (const one of document.querySelectorAll('[data-unread]')) {
                one.textContent = '12';
                one.parentElement.hidden = false;
            }
        }"""
    )
    table.page.set_viewport_size({"width": 1281, "height": 720})
    expect(table.find("#table.beside")).to_be_attached()
    assert table.find(".tabs").evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0


def test_an_offer_begins_with_what_is_printed(sit: Sit, visitor: Visitor):
    """Not with ¥1, which nobody takes; what one has not got is not proposed."""
    game = whole_game(GAMES["1890"]).at(399)
    table = sit(visitor, bring(visitor, game))
    offers = table.find("#act .of-buytrain .press:has([data-amount])")
    assert offers.count() > 3
    for offer in offers.all():
        field = offer.locator("[data-amount]")
        train = game.definition.trains[offer.locator(".train").inner_text()]
        printed, most = train.price, int(field.get_attribute("max") or 0)
        least = int(field.get_attribute("min") or 0)
        assert int(field.input_value()) == (printed if printed <= most else least)


def many_of(title: str) -> Game:
    """A game of as many as the title takes, by bots, to its end."""
    game = Game(title, players=[f"Player {number}" for number in range(1, MANY[title] + 1)])
    robot, chance = bot("greedy"), Random(1)
    while game.finished is None:
        game.play(robot.choose(game, chance))
    return game


#: games of few and of many players; nobody has recorded one of 1890
PLAYED: dict[str, tuple[Callable[[], Game], ...]] = {
    "1888": tuple(
        partial(recorded, file)
        for file in ("1888/101003.json.gz", "1888/103003.json.gz", "1888_prototype/105003.json.gz")
    ),
    "1880": tuple(
        partial(recorded, file) for file in ("1880/200034.json.gz", "1880/200015.json.gz", "1880/200028.json.gz")
    ),
    "1890": (
        partial(whole_game, GAMES["1890"]),
        partial(many_of, "1890"),
        forced,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_hardly_a_decision_needs_scrolling(sit: Sit, visitor: Visitor, title: str, counts: Callable[[str], None]):
    """At 1280 by 720, of all decisions of recorded games fewer than one in fifty: a few of each kind are looked at."""
    times, looked, hidden = Counter[str](), Counter[str](), Counter[str]()
    for game in PLAYED[title]:
        whole = game()
        kinds = by_kind(whole)
        times.update({kind: len(moments) for kind, moments in kinds.items()})
        kind_of = {number: kind for kind, moments in kinds.items() for number in spread(moments, 4)}
        for number, table in shown(sit, visitor, whole, kind_of):
            looked[kind_of[number]] += 1
            hidden[kind_of[number]] += bool(out_of_sight(table))
    share = sum(times[kind] * hidden[kind] / looked[kind] for kind in times) / times.total()
    told = ", ".join(f"{kind} {hidden[kind]} of {looked[kind]}" for kind in looked)
    counts(f"{title}: {share:.2%} of {times.total()} decisions need scrolling; looked at: {told}")
    assert share < 0.02, told


@pytest.mark.promise("one's own seat is marked")
def test_ones_own_seat_is_marked(sit: Sit, visitor: Visitor):
    """Among the players, in the order of turns and in the log; around one screen nobody is "you"."""
    table = sit(visitor, visitor.hot_seat("person", "greedy", "greedy"))
    table.look_at("sheet")
    if table.screen.phone:
        expect(table.find('.cards [data-player="Ann"] h3 .you')).to_be_visible()
    table.look_at_the_table()
    expect(table.find(".wealth .you")).to_have_count(1)
    expect(table.find('.wealth [data-player="Ann"] .you')).to_be_visible()
    expect(table.find(".strip .you")).to_have_count(1)
    table.look_at("now")
    table.press("#act .of-pass .choice")
    expect(table.find(".wealth .you")).to_have_count(1)
    expect(table.find("#p-log .yours").first).to_have_text("Ann passes")
    assert not sit(visitor, visitor.hot_seat()).find(".you").count()


@pytest.mark.promise("the sheet of seven players stays on the screen")
@pytest.mark.parametrize("title", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("1888", "1890")), "1880"])
def test_the_sheet_of_many_players_stays_on_the_screen(sit: Sit, visitor: Visitor, title: str):
    """As many as the title takes, with long names, in the middle of a game; on a phone it is moved by a finger."""
    game = Game(title, players=[f"Bartholomew {number}" for number in range(MANY[title])])
    robot, chance = bot("random"), Random(1)
    while len(game.state.floated) < 4 and game.played < 140:
        game.play(robot.choose(game, chance))
    table = sit(visitor, bring(visitor, game))
    table.look_at("sheet")
    assert too_wide(table) <= 0
    assert table.page.evaluate("document.documentElement.scrollWidth") <= table.screen.width


@pytest.mark.parametrize("title", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("1888", "1880")), "1890"])
def test_what_fits_still_fits_after_an_action(sit: Sit, visitor: Visitor, title: str):
    """A table that is swapped is fitted as one that is loaded is, and stays so."""
    game = Game(title, players=[f"Player {number}" for number in range(1, MANY[title] + 1)])
    table = sit(visitor, bring(visitor, game), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    table.press("#act .of-bid .choice, #act .choice")
    after = [out_of_sight(table), too_wide(table), table.find("#table").get_attribute("class")]
    assert not after[0]
    assert too_wide(table) <= 0
    table.open()
    assert after == [out_of_sight(table), too_wide(table), table.find("#table").get_attribute("class")]


@pytest.mark.promise("the edge between map and panels is where one left it")
@pytest.mark.parametrize("title", ["1888:2022", pytest.param("1890:C", marks=pytest.mark.slow)])
def test_the_edge_of_the_map_is_where_one_left_it(sit: Sit, visitor: Visitor, title: str):
    table = sit(visitor, visitor.hot_seat(title=title))

    def width() -> float:
        box = table.find("#p-map").bounding_box()
        assert box
        return box["width"]

    first = width()
    edge = table.find(".edge")
    box = edge.bounding_box()
    assert box
    table.page.mouse.move(box["x"] + 4, 300)
    table.page.mouse.down()
    table.page.mouse.move(box["x"] - 96, 300, steps=3)
    table.page.mouse.up()
    assert width() == pytest.approx(first - 100, abs=8)
    table.press("#act .of-pass .choice")
    table.open()
    assert width() == pytest.approx(first - 100, abs=8)
    edge.focus()
    table.page.keyboard.press("ArrowLeft")
    assert width() == pytest.approx(first - 100 - 0.02 * table.screen.width, abs=8)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= table.screen.width
    edge.dblclick()
    assert width() == pytest.approx(first, abs=1)


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_who_must_bid_first_sees_what_lots_do(sit: Sit, visitor: Visitor, size: tuple[int, int]):
    """In sentences or in a few words, and what is true of most is said once; also after an action."""
    table = sit(visitor, visitor.hot_seat())
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    for _ in range(2):
        assert table.mine
        panel = table.find("#p-now")
        rows = panel.locator(".of-bid .row")
        expect(rows).to_have_count(6)
        for row in rows.all():
            expect(row.locator(".choice")).to_be_in_viewport(ratio=1)
            assert row.locator(".does:visible, .in-short:visible").count() == 1
        expect(panel).to_contain_text("2 yellow tiles")
        words = panel.inner_text()
        assert words.count("It closes with phase 5.") == words.count("from phase 3 on") == 1
        assert panel.evaluate("one => one.scrollHeight - one.clientHeight") <= 1
        wall = rows.filter(has_text="Great Wall")
        wall.locator(".choice").hover()
        expect(wall.locator(".buttons")).to_have_attribute("title", re.compile("further ones must join the first"))
        table.press(".kind-pass .choice")
