"""Options: every one there is, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import msgspec
import pytest

import kaiping
from kaiping.bots.simulate import SEATS, simulate
from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.loading import laid_over, resolved_edition
from kaiping.records import native
from kaiping.titles import TITLES, definition, options_of, options_on
from kaiping.titles.clauses import find
from kaiping.titles.options import Chosen, Option
from tests.titles.made import made_title, option_text

EVERY = [(title, edition) for title in TITLES for edition in TITLES[title].editions]
OFFERED = [(title, edition, option.name) for title, edition in EVERY for option in options_of(title, edition)]


def option_of(title: str, edition: str, name: str) -> Option:
    (found,) = (option for option in options_of(title, edition) if option.name == name)
    return found


def test_there_are_options_to_choose_from() -> None:
    assert len({(title, name) for title, _, name in OFFERED}) >= 6


@pytest.mark.parametrize(("title", "edition", "name"), OFFERED)
def test_an_option_says_what_it_is(title: str, edition: str, name: str) -> None:
    """A name that can be typed, one sentence, and a clause of the edition's own book."""
    option, printed = option_of(title, edition, name), definition(title, edition)
    assert name.replace("-", "").isalnum()
    assert name == name.lower()
    assert option.summary.endswith(".")
    assert option.summary.count(". ") == 0
    assert find(option.cited(printed.clauses)) is not None, option.cited(printed.clauses)
    assert not printed.house_rules


def rules_of(chosen: Definition) -> dict[str, object]:
    """What is played by: of the map no more than what counts, of a river only the sides that it closes to track."""
    fields: dict[str, object] = {name: getattr(chosen, name) for name in chosen.__struct_fields__}
    del fields["options"]
    fields["market"] = chosen.market.cells
    hexes = chosen.map.hexes.items()
    fields["map"] = {name: msgspec.structs.replace(printed, barriers=(), ways_out=()) for name, printed in hexes}
    fields["edges"] = chosen.map.open_edges
    return fields


@pytest.mark.parametrize(("title", "edition", "name"), OFFERED)
def test_an_option_changes_the_edition(title: str, edition: str, name: str) -> None:
    option = option_of(title, edition, name)
    chosen = definition(title, edition, [option.typed, *option.needs])
    assert rules_of(chosen) != rules_of(definition(title, edition, option.needs))
    assert option.typed in chosen.options
    assert definition(title, edition).options == ()


@pytest.mark.parametrize(("title", "edition", "name"), OFFERED)
def test_games_with_an_option_keep_the_invariants(title: str, edition: str, name: str) -> None:
    option = option_of(title, edition, name)
    options = (option.typed, *option.needs)
    report = simulate(title, edition, definition(title, edition).players[0], games=1, seed=3, options=options)
    assert report.violations == []
    assert sum(report.ended.values()) == 1


@pytest.mark.parametrize(("title", "edition", "name"), OFFERED)
def test_a_file_keeps_the_options(title: str, edition: str, name: str, tmp_path: Path) -> None:
    option = option_of(title, edition, name)
    options = [option.typed, *option.needs]
    players = SEATS[: definition(title, edition).players[0]]
    game = kaiping.new_game(title, edition=edition, players=players, options=options)
    for _ in range(10):
        game.play(game.legal_actions()[-1])
    game.save(tmp_path / "game.json")
    again = kaiping.load(tmp_path / "game.json")
    assert again.definition is game.definition
    assert again.state == game.state


@pytest.mark.parametrize(("title", "edition", "name"), OFFERED)
def test_an_option_is_refused_where_it_does_not_exist(title: str, edition: str, name: str) -> None:
    option = option_of(title, edition, name)
    for other in TITLES[title].editions:
        if other not in option.editions:
            with pytest.raises(BadInput, match=f"the option {name} is for {title} .*, not for {other}"):
                definition(title, other, [option.typed])


@pytest.mark.parametrize(("title", "edition"), EVERY)
def test_options_that_go_together_do_not_change_the_same(title: str, edition: str) -> None:
    """So the order in which they are laid over the edition cannot matter."""
    printed = resolved_edition(TITLES[title].data, edition)
    offered = options_of(title, edition)
    changes = {one.name: Chosen(one, None if one.number is None else one.number.default).changes for one in offered}
    alone = {name: laid_over(printed, over) for name, over in changes.items()}
    for one, other in combinations(offered, 2):
        if other.name in one.excludes or one.name in other.excludes:
            continue
        both = laid_over(alone[one.name], changes[other.name])
        turned = laid_over(alone[other.name], changes[one.name])
        assert both == turned, f"{one.name} and {other.name}"


@pytest.mark.parametrize(("title", "edition", "name"), OFFERED)
def test_an_option_names_only_options_that_there_are(title: str, edition: str, name: str) -> None:
    option = option_of(title, edition, name)
    everywhere = {other.name for one in TITLES[title].editions for other in options_of(title, one)}
    assert {*option.excludes, *option.needs} <= everywhere


def test_the_order_of_names_does_not_matter() -> None:
    names = [option.name for option in options_of("1880", "2022")]
    found = {id(definition("1880", "2022", order)) for order in permutations(names)}
    assert len(found) == 1
    assert definition("1880", "2022", [*names, *names]).options == tuple(sorted(names))


def test_a_file_with_an_unknown_option_is_refused() -> None:
    game = kaiping.new_game("1888", players=["Ann", "Bo"])
    with pytest.raises(BadInput, match=r"1888 has no option 'short'; 2022 has .*no-export-in-auction"):
        native.from_data(native.to_data(game) | {"options": ["short"]})
    with pytest.raises(BadInput, match="the option any-row is for 1880 2022, not for 2010"):
        definition("1880", "2010", ["any-row"])
    with pytest.raises(BadInput, match="18xx-north has none"):
        definition("1888", "18xx-north", ["short"])


# --- options that depend on each other ----------------------------------------------------------------


@pytest.fixture
def made(tmp_path: Path) -> Iterator[str]:
    name = made_title(
        tmp_path,
        {
            "rich": option_text("bank = 20000"),
            "poor": option_text("bank = 5000", 'excludes = ["rich"]'),
            "richer": option_text("shares = { sale_fee = 5 }", 'needs = ["rich"]'),
            "no-ferry": option_text("privates.YRF.drop = true\ntrains.2.drop = true\nphases.2.drop = true"),
            "dear-ferry": option_text("privates.YRF = { if_there = true, price = 90 }"),
            "fee": option_text(
                "",
                'number = { label = "the fee", least = 2, greatest = 20, step = 2, default = 4, '
                'figure = "shares.sale_fee" }\nformer = { fee-of-8 = 8 }',
            ),
            "wet": option_text('map.C9.cost = 70\ntiles.57.stops = ["city 90 x1"]'),
        },
    )
    yield name
    del TITLES[name]


def test_options_that_exclude_each_other(made: str) -> None:
    """One of the two says so; they are refused whichever is named first."""
    for order in (["rich", "poor"], ["poor", "rich"]):
        with pytest.raises(BadInput, match=r"^the options poor and rich exclude each other$"):
            definition(made, "2022", order)
    assert definition(made, "2022", ["poor"]).bank == 5000


def test_an_option_that_needs_another(made: str) -> None:
    with pytest.raises(BadInput, match=r"^the option richer needs the option rich$"):
        definition(made, "2022", ["richer"])
    both = definition(made, "2022", ["richer", "rich"])
    assert (both.bank, both.shares.sale_fee) == (20000, 5)


def test_an_option_may_leave_things_out(made: str) -> None:
    """Of tables and of lists of named tables."""
    printed = definition(made, "2022", ["no-ferry"])
    assert "YRF" not in printed.privates
    assert "2" not in printed.trains
    assert "YRF" in definition(made, "2022").privates


def test_an_option_may_change_what_is_there(made: str) -> None:
    """And says nothing where another option has left it out, whichever comes first."""
    assert definition(made, "2022", ["dear-ferry"]).privates["YRF"].price == 90
    assert "YRF" not in definition(made, "2022", ["dear-ferry", "no-ferry"]).privates


def test_an_option_may_change_the_map_and_the_tiles(made: str) -> None:
    printed = definition(made, "2022", ["wet"])
    assert printed.map.hexes["C9"].cost == 70
    assert printed.tiles["57"].stops[0].values[0] == 90
    assert definition(made, "2022").map.hexes["C9"].cost != 70


@pytest.mark.parametrize("wrong", ["banks = 3", 'bank = "much"', "trains.9.price = 10", "map.Z99.cost = 3"])
def test_an_option_cannot_say_what_no_edition_could(tmp_path: Path, wrong: str) -> None:
    """A slip in a data file is found when it is read, not played."""
    name = made_title(tmp_path, {"wrong": option_text(wrong)})
    try:
        with pytest.raises((BadInput, msgspec.ValidationError)):
            definition(name, "2022", ["wrong"])
    finally:
        del TITLES[name]


# --- options with a number ----------------------------------------------------------------------------


def test_an_option_may_take_a_number(made: str) -> None:
    """It goes where the file says, and the name is kept with it."""
    chosen = definition(made, "2022", ["fee=12"])
    assert chosen.shares.sale_fee == 12
    assert chosen.options == ("fee=12",)
    assert definition(made, "2022", ["fee= 12"]) is chosen, "whatever it was typed like"
    assert definition(made, "2022", ["fee=2"]).shares.sale_fee == 2
    (on,) = options_on(chosen)
    assert (on.name, on.summary, on.number) == ("fee=12", "For a test.", 12)


def test_a_former_name_stands_for_its_number(made: str) -> None:
    assert definition(made, "2022", ["fee-of-8"]) is definition(made, "2022", ["fee=8"])


LIMITS = "the option fee takes a number from 2 to 20 in steps of 2"


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (["fee"], f"{LIMITS}, as in fee=4"),
        (["fee="], f"{LIMITS}; '' is no whole number"),
        (["fee=much"], f"{LIMITS}; 'much' is no whole number"),
        (["fee=2.5"], f"{LIMITS}; '2.5' is no whole number"),
        (["fee=" + "9" * 5000], f"{LIMITS}; '{'9' * 20}' is no whole number"),
        (["fee=0"], f"{LIMITS}, not 0"),
        (["fee=-2"], f"{LIMITS}, not -2"),
        (["fee=22"], f"{LIMITS}, not 22"),
        (["fee=5"], f"{LIMITS}, not 5"),
        (["fee=4", "fee=6"], "the option fee is named with two numbers, 4 and 6"),
        (["fee=4", "fee-of-8"], "the option fee is named with two numbers, 8 and 4"),
        (["rich=4"], "the option rich takes no number"),
    ],
)
def test_a_number_that_will_not_do_is_refused_in_one_sentence(made: str, named: list[str], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        definition(made, "2022", named)
    assert str(refused.value) == said


@pytest.mark.parametrize(("title", "edition", "name"), OFFERED)
def test_a_number_begins_within_its_limits_and_changes_a_figure(title: str, edition: str, name: str) -> None:
    option = option_of(title, edition, name)
    if option.number is None:
        assert not option.former
        return
    for number in (option.number.least, option.number.default, *option.former.values()):
        assert definition(title, edition, [f"{name}={number}"]).options == (f"{name}={number}",)


def test_a_file_that_names_an_option_of_former_days_says_what_has_become_of_it() -> None:
    game = kaiping.new_game("1890", edition="A", players=["Ann", "Bo"])
    with pytest.raises(BadInput) as refused:
        native.from_data(native.to_data(game) | {"options": ["city-tiles-off-map"]})
    why = "its reading needs no option now, and strict-edges takes the other"
    assert str(refused.value) == f"1890 has no option city-tiles-off-map any more: {why}"
    kept = native.from_data(native.to_data(game) | {"options": ["first-player-25-less"]})
    assert kept.definition.options == ("first-player-less=25",)
