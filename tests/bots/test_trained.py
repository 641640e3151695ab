"""What has been learned of shares and habits: it is read, it is used, and it tells more than the rule of thumb."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

import kaiping
from kaiping.action import BuyShare, BuyTrain, Dividend, LayTile, Par
from kaiping.bots import bot
from kaiping.bots.casual import BOT, FAR_SIGHTED, TRAINED, CasualBot
from kaiping.bots.casual.outlook import Outlook, earned
from kaiping.bots.habits import USUAL, trained
from kaiping.bots.levels import LEVELS
from kaiping.bots.search.bot import SearchBot
from kaiping.bots.search.candidates import thinking_pays
from kaiping.bots.share_worth import shares, traits
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles import definition
from kaiping.titles import title as find_title
from tests.bots.search.positions import moments, played

ROOT = Path(__file__).parents[2]
TITLES = [("1888", "2022"), ("1880", "2022"), ("1890", "C")]
#: the learning tool, as a module
learning = SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / "learn_shares.py")))


@cache
def stock_rounds(title: str, edition: str) -> list[Game]:
    return [game for game in moments(played(title, edition, 4), 6) if isinstance(game.state.stack[-1], StockRound)]


@pytest.mark.parametrize(("title", "edition"), TITLES)
def test_what_was_learned_of_every_title_names_its_own_figures(title: str, edition: str) -> None:
    found, habits = shares(find_title(title)), trained(find_title(title))
    assert found.made_of
    assert habits.learned
    assert set(habits.own) <= set(find_title(title).thoughts.figures)
    game = stock_rounds(title, edition)[-1]
    look = Outlook(game, habits)
    company = next(iter(game.state.cells))
    assert set(found.weights) == set(traits(look, company))
    assert look.share(company) == found.worth(traits(look, company)) != Outlook(game).share(company)


@pytest.mark.parametrize(("title", "edition"), TITLES)
def test_the_casual_bot_knows_nothing_of_it(title: str, edition: str) -> None:
    assert not USUAL.learned
    assert not USUAL.own
    assert Outlook(stock_rounds(title, edition)[-1]).learned is None


def test_a_treasury_lacks_what_the_train_costs_that_must_follow() -> None:
    """Nothing where a train stays, more the emptier the treasury is and the longer one looks ahead."""
    owing = settled = 0
    for game in stock_rounds("1888", "2022"):
        look, kinds = Outlook(game), game.definition.trains
        for company in game.state.floated:
            trains = game.state.trains.get(company, ())
            soon, late = look.lack(company, 1), look.lack(company, look.rounds)
            if any(kinds[train].rusted_by is None for train in trains):
                settled += 1
                assert soon == late == 0
            else:
                assert 0 <= soon <= late <= max(kind.price for kind in kinds.values())
                owing += late > 0
    assert owing
    assert settled


def test_whoever_would_lead_a_company_that_lacks_a_train_wants_its_share_less() -> None:
    """Shares that make nobody president, and those of companies with a train that stays, are worth what they were."""
    kept = lowered = 0
    game, chance = kaiping.new_game("1888", ["Ann", "Bo", "Cy", "Di"]), Random(2)
    while game.finished is None and game.played < 440:
        if isinstance(game.state.stack[-1], StockRound) and game.played > 300:
            light, heavy = (_bought(game, burden) for burden in (0.0, 2.0))
            look = Outlook(game)
            for company in light:
                if _would_lead(game, company) and look.lack(company, look.rounds - 1):
                    lowered += 1
                    assert heavy.get(company, -1e9) < light[company]
                else:
                    kept += 1
                    assert heavy[company] == light[company]
        game.play(bot("random").choose(game, chance))
    assert kept
    assert lowered


def _bought(game: Game, burden: float) -> dict[str, float]:
    """What shares of every company are worth to whoever acts."""
    habits = replace(USUAL, burden=burden)
    found = CasualBot(habits).advise(game, Random(1)).candidates
    return {one.action.company: one.value for one in found if isinstance(one.action, BuyShare)}


def _would_lead(game: Game, company: str) -> bool:
    state, player = game.state, game.acting[0]
    president = state.presidents.get(company)
    if company not in state.floated or president in (None, player):
        return False
    return state.held(player, company) + 10 > state.held(president, company)


def test_a_modest_bot_starts_a_company_at_a_lower_price() -> None:
    """At the lowest at which its capital buys a train and others can bring it over the threshold."""
    lower, whole = 0, played("1888", "2022", 4)
    for game in (whole.at(number) for number, action in enumerate(whole.actions) if isinstance(action, Par)):
        proud, modest = (_started(game, modest) for modest in (False, True))
        assert (proud is None) is (modest is None)
        if proud is not None and modest is not None:
            assert modest <= proud
            lower += modest < proud
            assert 10 * modest >= Outlook(game).next_price
    assert lower


def _started(game: Game, modest: bool) -> int | None:
    """The par price at which a bot would start a company; None where it would not."""
    found = CasualBot(replace(USUAL, modest=modest)).advise(game, Random(1)).candidates
    prices = {one.action.price for one in found if isinstance(one.action, Par)}
    assert len(prices) <= 1
    return next(iter(prices), None)


def test_a_train_may_be_worth_what_such_trains_have_come_to_earn() -> None:
    """Never less than what it adds today, and sometimes more; a weight of nothing leaves it as it was."""
    more, same, whole = 0, 0, played("1890", "C", 4)
    for game in (whole.at(number) for number, action in enumerate(whole.actions) if isinstance(action, BuyTrain)):
        plain, hoping = (_trains(game, weight) for weight in (0.0, 0.5))
        more += any(value > plain.get(action, 0.0) for action, value in hoping.items())
        same += any(hoping[action] == value for action, value in plain.items())
        assert all(hoping.get(action, -1e9) >= value for action, value in plain.items())
    assert more
    assert same


def _trains(game: Game, weight: float) -> dict[BuyTrain, float]:
    """What trains for sale are worth to the company on turn."""
    found = CasualBot(replace(USUAL, to_come=weight)).advise(game, Random(1)).candidates
    return {one.action: one.value for one in found if isinstance(one.action, BuyTrain)}


def test_it_chooses_other_shares_than_the_casual_bot() -> None:
    chosen = [
        (BOT.choose(game, Random(1)), TRAINED.choose(game, Random(1)))
        for title, edition in TITLES
        for game in stock_rounds(title, edition)
    ]
    assert all(
        ours in game.legal_actions()
        for title, edition in TITLES
        for game in stock_rounds(title, edition)
        for ours in [TRAINED.choose(game, Random(1))]
    )
    assert any(isinstance(ours, BuyShare) and usual != ours for usual, ours in chosen)


def test_levels_that_search_leave_shares_to_what_was_learned() -> None:
    for name, usual in (("club", TRAINED), ("expert", FAR_SIGHTED)):
        bot = LEVELS[name].make(None)
        assert isinstance(bot, SearchBot)
        assert bot.usual is usual
        assert bot.where is thinking_pays
    game = stock_rounds("1888", "2022")[0]
    assert LEVELS["club"].make(None).choose(game, Random(3)) == TRAINED.choose(game, Random(3))


@pytest.mark.parametrize(("title", "edition"), TITLES)
def test_levels_that_search_do_so_only_where_the_title_says_that_it_pays(title: str, edition: str) -> None:
    game, found = played(title, edition, 4), set[str]()
    for number, action in enumerate(game.actions):
        if isinstance(action, Dividend) and thinking_pays(game.at(number)):
            found.add("dividend")
        if isinstance(action, BuyTrain) and thinking_pays(game.at(number)):
            found.add("trains")
        if isinstance(action, BuyShare):
            assert not thinking_pays(game.at(number))
    assert found == find_title(title).thoughts.thinks_ahead_in == {"dividend", "trains"}


def test_learning_finds_weights_that_agree_with_what_came() -> None:
    rng = Random(7)
    seen = []
    for number in range(300):
        now, cash = rng.randrange(0, 300, 10), rng.randrange(0, 900, 10)
        one = learning.Seen(
            number // 4, number // 2, f"c{number % 2}", 100, {"one": 1.0, "now": now, "cash": cash}, 0.0
        )
        one.came = 20 + 1.5 * now + 0.1 * cash + rng.gauss(0, 5)
        seen.append(one)
    weights = learning.fitted(seen)
    assert weights["now"] == pytest.approx(1.5, rel=0.1)
    worths = learning.np.array([sum(weights[name] * of for name, of in one.traits.items()) for one in seen])
    assert learning.agreement(seen, worths) > 0.95
    assert learning.agreement(seen, learning.np.array([float(one.traits["cash"]) for one in seen])) < 0.6


@pytest.mark.slow
def test_a_game_to_learn_from_notes_dividends_that_came_later() -> None:
    seen = learning.noted(learning.Task(0, "1888", "2022", 4, 5))
    assert seen
    assert all(set(one.traits) == set(seen[0].traits) for one in seen)
    early = [one for one in seen if one.number == min(other.number for other in seen)]
    late = [one for one in seen if one.number == max(other.number for other in seen)]
    assert max(one.came for one in early) > max(one.price for one in early)
    assert min(one.came - one.price for one in late) < min(one.came - one.price for one in early)
    assert definition("1888", "2022").companies.keys() >= {one.company for one in seen}


def test_habits_that_win_are_told_from_those_that_do_not() -> None:
    tool = SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / "learn_habits.py")))
    names = tool.to_learn("1880")
    assert {"money_later", "own: founded"} <= set(names)
    moved = tool.habits_at("1880", {"money_later": 1.0, "own: founded": -1.0})
    assert moved.money_later > 2.5 * names["money_later"] / 1.1
    assert moved.own["founded"] < names["own: founded"] / 2
    rng, games = Random(3), []
    for _ in range(200):
        moves = [[rng.gauss(0, 0.5), rng.gauss(0, 0.5)] for _ in range(4)]
        worths = [0.1 * good + rng.gauss(0, 0.1) for good, _ in moves]
        mean = sum(worths) / 4
        games.append((moves, [one - mean for one in worths]))
    (good, error), (nothing, other) = tool.slopes(games)
    assert good == pytest.approx(0.1, abs=4 * error)
    assert abs(nothing) < 4 * other
    assert error < 0.02


def test_the_far_sighted_see_what_track_does_for_other_companies() -> None:
    """For the player's part in them less that of the others; who looks at one's own company alone does not."""
    better = worse = same = 0
    whole = played("1888", "2022", 4)
    for game in (whole.at(number) for number, action in enumerate(whole.actions) if isinstance(action, LayTile)):
        plain, far = (_lays(game, weight) for weight in (0.0, 0.5))
        for action, value in far.items():
            if action not in plain:
                continue
            expected = sum(_abroad(game, action).values())
            assert value - plain[action] == pytest.approx(0.5 * expected, abs=1e-6)
            better, worse, same = better + (expected > 0), worse + (expected < 0), same + (not expected)
    assert better
    assert worse
    assert same


def _lays(game: Game, weight: float) -> dict[LayTile, float]:
    """What lays are worth to whoever acts."""
    found = CasualBot(replace(USUAL, abroad=weight)).advise(game, Random(1)).candidates
    return {one.action: one.value for one in found if isinstance(one.action, LayTile)}


def _abroad(game: Game, action: LayTile) -> dict[str, float]:
    """What a lay brings the player by other companies, in all the rounds for which it is counted."""
    look, player, found = Outlook(game), game.acting[0], dict[str, float]()
    for company in game.state.operated - {action.company}:
        gain = game.gains([action], company, look.planned_trains(company))[action]
        parts = {one: game.state.held(one, company) / 100 for one in game.players}
        theirs = (sum(parts.values()) - parts[player]) / (len(parts) - 1)
        more = earned(gain.run) - earned(gain.before)
        found[company] = min(USUAL.plan, look.rounds) * more * (parts[player] - theirs)
    return found
