"""What now: who may press, what is refused and why, amounts, outcomes."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from kaiping import phrases
from kaiping.action import AnyAction, Bid, BuyTrain, Choose, LayTile, Par, Pass, RunRoutes, UsePower, from_json, to_json
from kaiping.bots.casual.outlook import Outlook
from kaiping.bots.casual.track import lays as weighed_lays
from kaiping.errors import BadInput
from kaiping.game import Gain, Game
from kaiping.records import load
from kaiping.web.table.choices import now
from kaiping.web.table.log import entries
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.rules.g1880.positions import Position
from tests.rules.g1888.positions import Position as Position1888
from tests.rules.g1890.positions import Position as Position1890
from tests.web.table.pages import RECORDINGS, body, offered, part, read


@pytest.fixture(scope="module")
def recorded() -> Game:
    return load(RECORDINGS / "1888/100000.json.gz")


@pytest.fixture
def fresh() -> Game:
    return Game("1888", players=["Ann", "Bo", "Cy"])


def pressable(page: str) -> list[str]:
    return [value for value, may in read(page).values if may]


def test_only_who_acts_may_press(fresh: Game):
    assert pressable(body(fresh, frozenset({"Ann"})))
    page = body(fresh, frozenset({"Bo"}))
    assert not pressable(page)
    assert "Waiting for Ann" in page
    assert not pressable(body(fresh, frozenset()))


def test_nobody_presses_in_the_past(recorded: Game):
    for number in (0, 54, 464, 519):
        page = body(recorded, moment=number)
        assert not pressable(page)
        assert "You are looking at" in page
    assert not pressable(part(recorded, "hex", moment=464, hex="C3"))


def test_the_present_is_not_the_past(recorded: Game):
    game = recorded.at(54)
    assert "You are looking at" not in body(game, moment=54)
    assert pressable(body(game, moment=54))


def test_choosers_know_whose_turn_it_is(recorded: Game):
    game = recorded.at(464)
    (acting,) = game.acting
    assert pressable(part(game, "hex", frozenset({acting}), hex="C3"))
    assert not pressable(part(game, "hex", frozenset(set(game.players) - {acting}), hex="C3"))


def test_an_amount_has_its_limits(fresh: Game):
    page = body(fresh)
    field = re.search(r'<input type="number"[^>]*>', page)
    assert field
    legal = fresh.legal_actions()
    action = next(action for action in legal if isinstance(action, Bid) and action.private == "TA")
    span = legal.ranges[action]
    assert f'min="{span.least}"' in field[0]
    assert f'max="{span.greatest}"' in field[0]
    assert f'value="{span.least}"' in field[0]


def test_what_is_owed_is_mostly_paid_back_at_once():
    position = Position("2022").phase("B1").company("BCR", par=100, Cy=60, trains=("3",), cash=500)
    game = position.company("WNR", par=70, Bo=30, Ann=20).cash(Ann=90).set(debt={"Ann": 101}).stock("Ann", inside="BCR")
    field = re.search(r'<input type="number"[^>]*data-amount="amount"[^>]*>', body(game))
    assert field
    assert 'min="1"' in field[0]
    assert 'max="90"' in field[0]
    assert 'value="90"' in field[0]


def test_bankruptcy_comes_last_and_the_missing_sum_first():
    position = Position1888("2022").company("JHR", cash=100, Ann=60, Bo=10).cash(Ann=79, Bo=0, Cy=0).phase("5")
    page = body(position.operate("JHR", "trains"))
    shown = re.findall(r'class="group of-(\w+)"', page)
    assert shown.index("sellshares") < shown.index("declarebankruptcy")
    assert page.index("321 are missing for the train") < page.index("Declare bankruptcy")


def test_refusals_are_the_engines_own(recorded: Game):
    from kaiping.refusals import refusals, sentence

    shown = 0
    for number in range(0, recorded.played, 13):
        game = recorded.at(number)
        legal = set(game.legal_actions())
        page = html.unescape(body(game))
        for one in refusals(game):
            reason = game.why_not(one.action)
            assert one.action not in legal
            assert reason is not None
            assert one.text == sentence(reason)
            if one.text in page and reason.clause:
                assert f"/t/rules#{reason.clause}" in page
                shown += 1
    assert shown > 20


def test_a_refused_post_is_told_with_its_clause(fresh: Game):
    reason = fresh.why_not(Bid("Ann", "TA", 51))
    assert reason
    page = html.unescape(body(fresh, refusal=reason, notice="Somebody was faster."))
    assert "A bid on TA must be at least" in page
    assert f"/t/rules#{reason.clause}" in page
    assert "Somebody was faster." in page


def test_outcomes_are_what_happens(recorded: Game):
    from kaiping.web.table.outcome import outcome

    game = recorded.at(519)
    pay, withhold = game.legal_actions()
    told = outcome(game.after(pay))
    assert re.search(r"pays ¥\d+: ¥\d+ a share: Player", told[0])
    assert any("moves from" in line for line in told)
    assert "withholds" in outcome(game.after(withhold))[0]
    assert game.played == 519


def test_a_closed_hex_says_why(recorded: Game):
    game = recorded.at(464)
    page = html.unescape(part(game, "hex", hex="A1"))
    assert "Nothing may be done here now." in page
    assert "no tiles are laid there" in page
    with pytest.raises(BadInput):
        part(game, "hex", hex="Z99")
    with pytest.raises(BadInput):
        part(game, "cellar")


def test_runs_are_spelled_out(recorded: Game):
    game = recorded.at(518)
    page = body(game)
    best = next(action for action in game.legal_actions() if isinstance(action, RunRoutes))
    written = re.search(r'class="run [^"]*" data-plan="([^"]*)"', page)
    assert written
    plan = json.loads(html.unescape(written[1]))
    assert [one["stops"] for one in plan] == [list(route.stops) for route in best.routes]
    assert page.count("nobr") >= sum(len(route.stops) for route in best.routes)


def test_the_best_run_comes_first():
    from kaiping.web.table.choices import now

    game, chance, seen = Game("1888", players=["Ann", "Bo", "Cy", "Di"]), Random(3), 0
    while game.finished is None:
        runs = [action for action in game.legal_actions() if isinstance(action, RunRoutes)]
        if len(runs) > 1:
            (row,) = next(group for group in now(game).groups if group.kind == "runroutes").rows
            totals = [button.run.total for button in row.buttons if button.run]
            assert totals == sorted(totals, reverse=True)
            seen += 1
        game.play(GREEDY_0.choose(game, chance))
    assert seen


def test_a_run_of_ones_own(recorded: Game):
    game = recorded.at(518)
    best = next(action for action in game.legal_actions() if isinstance(action, RunRoutes))
    plan: list[dict[str, Any]] = [{"train": route.train, "stops": list(route.stops)} for route in best.routes]
    page = part(game, "run", plan=json.dumps(plan))
    ((value, may),) = read(page).values
    assert may
    assert game.why_not(from_json(html.unescape(value))) is None
    assert "disabled" not in page
    plan[0]["stops"].reverse()
    assert "disabled" not in part(game, "run", plan=json.dumps(plan))
    plan[0]["stops"] = plan[0]["stops"][:1]
    page = html.unescape(part(game, "run", plan=json.dumps(plan)))
    assert "Press the next stop of the train." in page
    assert "disabled" in page
    first, last = best.routes[0].stops[0], best.routes[0].stops[-1]
    plan[0]["stops"] = [first, last]
    page = html.unescape(part(game, "run", plan=json.dumps(plan)))
    assert "There is no track for the" in page
    assert f"{first} - {last}" not in page, "places have names"
    (reach,) = re.findall(r'data-reach="([^"]*)"', page)
    assert {stop for route in best.routes for stop in route.stops} <= {*reach.split()}
    assert len(reach.split()) < len(game.running(best.company).network.ids), "some stops cannot be reached"


@pytest.mark.parametrize(
    "plan",
    ["", "{", "[1]", "null", '[{"train": 5, "stops": []}]', '[{"train": "5", "stops": "C9.0"}]', "[" * 9000,
     '[{"train": "5"}]', "[" + "1," * 9000 + "1]"],
)  # fmt: skip
def test_a_hostile_plan_is_refused(recorded: Game, plan: str):
    with pytest.raises(BadInput):
        part(recorded.at(518), "run", plan=plan)


@pytest.mark.parametrize("stop", ["C9.0", "C9", "C9.99", "Z9.0", "C9.x", "C9.²", "", "C9.-1"])
def test_strange_stops_are_refused_politely(recorded: Game, stop: str):
    page = part(recorded.at(518), "run", plan=json.dumps([{"train": "5", "stops": [stop, "H14.0"]}]))
    assert "disabled" in page


def test_no_run_is_planned_in_another_step(recorded: Game):
    with pytest.raises(BadInput):
        part(recorded.at(519), "run", plan="[]")


def test_what_a_tile_would_add(recorded: Game):
    game = recorded.at(464)
    page = part(game, "worth", hex="C3")
    assert "can run for ¥270" in page
    assert len(re.findall(r'data-gain="-?\d+"', page)) == len(read(part(game, "hex", hex="C3")).values)


def test_what_a_tile_would_add_is_what_the_game_says(recorded: Game):
    from kaiping.web.table.worth import worth

    for game in (recorded.at(464), load(RECORDINGS / "1880/200000.json.gz").at(330)):
        found = worth(game, seconds=60)
        assert found
        assert found.gains
        assert found.owned
        for action, gain in game.gains(found.gains).items():
            assert found.gains[action].amount == gain.amount
        assert all(gain.proven for gain in found.gains.values())
        assert not found.left_out


def test_the_page_and_the_bot_weigh_by_the_same_gains(recorded: Game, monkeypatch: pytest.MonkeyPatch):
    from kaiping.web.table.worth import worth

    asked, gains = [], Game.gains

    def watched(self: Game, actions: Iterable[AnyAction], *more: Any, **named: Any) -> dict[AnyAction, Gain]:
        asked.append(list(actions))
        return gains(self, asked[-1], *more, **named)

    monkeypatch.setattr(Game, "gains", watched)
    game = recorded.at(464)
    lays = [action for action in game.legal_actions() if isinstance(action, LayTile)]
    assert worth(game, lays[0].hex)
    best = weighed_lays(Outlook(game), lays[0].company, lays, 1000)[0].action
    assert asked[0] == [action for action in game.legal_actions() if getattr(action, "hex", "") == lays[0].hex]
    assert best in asked[1]
    assert len(asked) == 2


def buying(game: Game, least: int) -> Iterator[Game]:
    """Positions in which a company may buy trains, from the bank and from others."""
    for number in range(least, game.played):
        position = game.at(number)
        if sum(isinstance(action, BuyTrain) for action in position.legal_actions()) > 1:
            yield position


def test_what_a_train_would_add(recorded: Game):
    """As the game says where the train changes hands at once; with it, where somebody must agree first."""
    from kaiping.web.table.worth import worth

    compared = 0
    for game in (recorded, load(RECORDINGS / "1880/200000.json.gz")):
        for position in islice(buying(game, 150), 4):
            found = worth(position, seconds=60)
            assert found
            trains = [action for action in found.gains if isinstance(action, BuyTrain)]
            assert trains
            for action in trains:
                if not position.after(action).event("offer"):
                    assert found.gains[action].amount == position.gains([action])[action].amount
                    compared += 1
            page = part(position, "worth")
            assert page.count("<li>") >= len(trains)
            assert "What would each" in body(position)
    assert compared > 4


def test_what_is_left_out_for_time_is_said(recorded: Game):
    from django.template.loader import render_to_string

    from kaiping.web.table.worth import worth

    found = worth(recorded.at(464), seconds=-1)
    assert found
    assert not found.gains
    left = len(found.left_out)
    assert left
    words = render_to_string("table/worth.html", {"worth": found, "unproven": True, "left_out": left})
    assert f"{left} choices are left out for time" in words
    assert "more may be possible" in words


def test_undo_and_redo_are_offered_where_they_can_be(recorded: Game):
    def disabled(page: str, name: str) -> bool:
        button = re.search(rf'<button id="{name}"[^>]*>', page)
        assert button
        return "disabled" in button[0]

    game = recorded.at(100)
    assert not disabled(body(game), "undo")
    assert not disabled(body(game), "redo")
    assert disabled(body(recorded), "redo")
    assert disabled(body(recorded.at(0)), "undo")
    assert disabled(body(game, redo=False), "redo")


def test_the_sheet_has_a_row_for_each_player_and_company(recorded: Game):
    for number in (0, 140, 464, 747):
        game = recorded.at(number)
        page = body(game)
        sheet = page[page.index('<section id="p-sheet"') :]
        for player in game.players:
            assert f'<tr class="{"acting" if player in game.acting else ""}" data-player="{player}">' in sheet
        for company in game.definition.companies:
            where = "tr" if company in game.state.par else "span"
            assert len(re.findall(rf'<{where} class="[^"]*" data-company="{company}" tabindex', sheet)) == 1
        market = page[page.index('<table class="market"') : page.index('<section class="panel" id="p-trains"')]
        for company in game.state.par:
            assert market.count(f'data-company="{company}"') == 1


def test_nothing_is_shown_as_python_writes_it(recorded: Game):
    for number in range(0, recorded.played, 97):
        game = recorded.at(number)
        for page in (body(game), part(game, "cards"), part(game, "story"), part(game, "log")):
            assert not re.search(r"\w+View\(|Entry\(|Row\(|&lt;\w+ class|>None<", page)


def test_names_are_escaped():
    game = Game("1888", players=["<b>Ann", 'Bo"', "Cy&"])
    page = body(game, name="<script>", notice="<i>")
    assert "<b>Ann" not in page
    assert "<script>" not in page
    assert "<i>" not in page


def test_the_titles_own_word_for_who_heads_a_company(recorded: Game):
    game = recorded.at(300)
    page = html.unescape(body(game) + part(game, "cards"))
    assert "president" not in page.replace("class=", "").replace("player president", "")
    assert '<abbr title="director">D' in page
    assert "<dt>director</dt>" in page


def test_how_far_trains_run():
    from kaiping.phrases import reach

    trains = Game("1880", players=["Ann", "Bo", "Cy"]).definition.trains
    assert [reach(trains[name]) for name in ("2", "2+2", "6E")] == [
        "2 stops",
        "4 stops, at most 2 cities",
        "any 6 stops of its way",
    ]


def test_a_token_that_lies_face_down_may_be_turned_up():
    position = Position1890(options=["earthquake"], seed=1).phase("6").company("HK", Ann=50, cash=250)
    position.tile("E10", "6", 4)
    position.state.board = position.state.board.with_kept("HK", ("E10", 0))
    game = position.operate("HK", "token")
    assert Choose("Ann", "uncover-token", "E10") in offered(game)
    assert Counter(offered(game)) == Counter(game.legal_actions())


def test_a_minor_that_may_become_a_private_says_so():
    page = body(Position1890("C").minor("KE", "Ann").operate("KE", "trains"))
    assert "KE becomes the private KP" in page
    assert "Convert it" in page


def test_what_floats_a_company_is_told_by_its_title() -> None:
    """In 1880 its president's own holding counts (1880-2022:XII.4.14), in 1888 what is sold."""
    china = Position("2022").phase("C3").cash(Ann=900).stock("Ann")
    assert "floats when its director holds 60 %" in body(china)
    north = Position1888().cash(Ann=900).stock("Ann")
    assert "floats when 60 % are sold" in body(north)


def told_by_option(page: str) -> dict[str, str]:
    """The text of each answer on a page, with what stands beside it and what pointing at it tells."""
    found = {}
    for press in re.findall(r'<span class="press kind-choose">.*?</span>', page, re.DOTALL):
        value = re.search(r'value="([^"]*)"', press)
        assert value
        action = from_json(html.unescape(value[1]))
        assert isinstance(action, Choose)
        found[action.option] = html.unescape(press)
    return found


def test_starting_a_company_says_at_each_step_what_it_costs_and_does():
    game = Position().stock("Ann")
    page = html.unescape(body(game))
    assert "JHU operates in place 1 of those started at ¥100" in page
    assert "How much of it is bought is asked next (20 %: ¥200, 30 %: ¥300, 40 %: ¥400)" in page
    assert "# is the place in which it operates" in page
    game.play(Par("Ann", "JHU", 100))
    sizes = told_by_option(body(game))
    assert '<small class="then">¥400, leaves ¥200</small>' in sizes["40"]
    assert "Ann pays ¥400 for 40 % of JHU and keeps ¥200. Permits to choose from then: A, B, C, D." in sizes["40"]
    game.play(Choose("Ann", "certificate", "40"))
    permits = told_by_option(body(game))
    assert '<small class="then">track in phases A1, A2</small>' in permits["A"]
    assert "JHU may lay track in phases A1, A2" in permits["A"]
    assert "Ann pays ¥400 for 40 % of JHU and keeps ¥200" in permits["A"]


def test_each_investor_says_where_it_is_at_home_and_what_all_do_is_said_once():
    game = Game("1880", players=["Ann", "Bo", "Cy"])
    while not any(isinstance(action, Choose) and action.what == "investor" for action in game.legal_actions()):
        legal = list(game.legal_actions())
        game.play(next((one for one in legal if isinstance(one, Choose | Bid)), legal[0]))
    page = body(game)
    for option, told in told_by_option(page).items():
        home = phrases.place(game, game.definition.minors[option].home_stop[0])
        assert f'<small class="then">at home in {home}</small>' in told
    assert page.count('<span class="does">It runs the train on sale') == 1
    assert "choice of the foreign investors" in page


def test_the_log_tells_steps_of_a_start_as_what_was_chosen():
    game = Position().stock("Ann")
    for action in (Par("Ann", "JHU", 100), Choose("Ann", "certificate", "40"), Choose("Ann", "permits", "A")):
        game.play(action)
    lines = [line.text for entry in entries(game) for line in entry.lines]
    assert lines.count("Ann starts JHU at ¥100") == 1
    assert "Ann chooses to start JHU at ¥100" in lines
    assert "Ann chooses the director's certificate: 40 %" in lines


def test_every_sentence_of_a_preview_begins_with_a_capital(recorded: Game):
    game = recorded.at(464)
    pages = [body(game), part(game, "hex", hex="C3"), body(load(RECORDINGS / "1880/200000.json.gz").at(330))]
    told = [one for page in pages for one in re.findall(r'data-outcome="([^"]+)"', page)]
    assert told
    assert not [one for one in told if any(word[:1].islower() for word in re.split(r"\. |^", one))]


def test_what_follows_by_itself_stands_on_the_choice_and_passing_says_what_it_does(recorded: Game):
    positions = (recorded.at(number) for number in range(60, recorded.played))
    passes = ((game, one) for game in positions for one in game.legal_actions() if isinstance(one, Pass))
    game, passing = next((game, one) for game, one in passes if one.actor not in game.players and then(game, one))
    button = next(one for one in re.findall(r'<button class="choice"[^>]*>', body(game)) if "&quot;pass&quot;" in one)
    assert re.search(rf'data-outcome="{passing.actor} (lays|places|buys) no ', button)
    assert f'data-follows="{then(game, passing)}"' in button


def then(game: Game, action: AnyAction) -> str:
    """What follows an action by itself, as it is told to who asks for it."""
    return " ".join(re.sub("<[^>]*>", "", part(game, "then", action=to_json(action).decode())).split())


@pytest.mark.parametrize(
    ("number", "hex_id", "because", "clauses"),
    [
        (464, "B4", "No tile can come upon it.", 0),
        (464, "B20", "Only tile 512 can come upon it, later.", 1),
        (464, "D6", "No track of JHR leads here.", 1),
        (736, "B18", "No tile 512 is left.", 1),
    ],
)
def test_a_hex_where_nothing_may_be_done_says_first_what_tells_most(
    recorded: Game, number: int, hex_id: str, because: str, clauses: int
):
    """With its clause; what is only said of tiles that never fit there is folded."""
    shown = part(recorded.at(number), "hex", hex=hex_id)
    first, _details, reasons = shown.partition("<details>")
    assert because in first
    assert 'class="why"' in reasons
    assert because not in reasons
    assert first.count('class="clause"') == clauses


def test_what_a_power_does_stands_at_its_button():
    """Where a private is used, and where an investor of 1880 is chosen, too."""
    for title, kind, words in (("1880", UsePower, "Its owner may"), ("1880", Choose, "It runs the train on sale")):
        game = load(RECORDINGS / f"{title}/200000.json.gz")
        shown = next(
            now(game.at(number))
            for number in range(game.played)
            if any(
                isinstance(one, kind) and getattr(one, "what", "investor") == "investor"
                for one in game.at(number).legal_actions()
            )
        )
        row = next(
            row
            for group in shown.groups
            for row in group.rows
            if any(b.kind == kind.__name__.lower() for b in row.buttons)
        )
        assert words in row.does
        assert row.short
