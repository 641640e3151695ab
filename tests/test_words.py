"""Every reason and every event has its words, and every reason that is a rule has its clause."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from kaiping.action import AcquirePrivate
from kaiping.definition import (
    AttachedShare,
    BestRun,
    Definition,
    ExchangeForShare,
    FreeYellowTiles,
    OneAtATimeRules,
    SpecialTiles,
    WaterfallRules,
)
from kaiping.event import Event
from kaiping.flow.offers import Offer
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.private_trade import TradeOffer
from kaiping.flow.trains import Discards
from kaiping.game import Game
from kaiping.phrases import round_long
from kaiping.records.replay import NOTES
from kaiping.titles import TITLES, definition, options_of
from kaiping.words import EVENTS, GREAT, NOT_NOW, REASONS, TREASURIES, Words, answer, bring
from tests.rules.g1890.positions import Position, plays

SOURCE = Path(__file__).resolve().parent.parent / "src" / "kaiping"
#: the code of each title, and under "" what they share
CODE: dict[str, str] = defaultdict(str)
for file in sorted(SOURCE.rglob("*.py")):
    part, *inner = file.relative_to(SOURCE).parts
    title = inner[0][1:] if part == "titles" and inner[0][1:] in TITLES else ""
    CODE[title] += file.read_text(encoding="utf-8")
#: reasons that are no rule of a game: names and numbers that mean nothing
NO_RULE = re.compile(r"unknown_|no_such_|sale_not_in_shares|offer_refused|game_over|route_unknown_point")
#: rules of another program only
HOUSE_RULES = {"repay_first", "sale_limit"}


def powers(printed: Definition, *kinds: type) -> bool:
    return any(isinstance(private.power, kinds) for private in printed.privates.values())


def has_option(printed: Definition, name: str) -> bool:
    return any(option.name == name for option in options_of(printed.title, printed.edition))


#: reasons of mechanisms that not every title has, with what switches them on
SWITCHED: list[tuple[str, Callable[[Definition], object]]] = [
    ("bid_over_cash lot_later bid_step", lambda d: isinstance(d.auction, OneAtATimeRules)),
    ("contest_first asking_price bid_without_cash", lambda d: isinstance(d.auction, WaterfallRules)),
    ("row_to_choose row_fixed rows_taken", lambda d: d.shares.rows),
    ("shares_locked", lambda d: any(phase.locked_percent for phase in d.phases.values())),
    ("president_may_not_sell", lambda d: any(phase.frozen for phase in d.phases.values())),
    ("one_purchase", lambda d: d.shares.either_order),
    ("over_holding_limit", lambda d: d.shares.unlimited_zones),
    ("company_closed", lambda d: any(cell.price == 0 for cell in d.market.cells.values())),
    ("sale_before_start", lambda d: powers(d, AttachedShare)),
    ("pool_limit", lambda d: d.shares.pool_limit is not None),
    (
        "exchange_only_in_stock_turn exchange_after_sale exchange_source exchange_needs_token",
        lambda d: powers(d, ExchangeForShare),
    ),
    ("hex_closed", lambda d: d.blocked_hexes),
    (
        "hex_closed_while_open hex_closed_until_phase hex_closed_until_turn",
        lambda d: any(private.blocks_until_phase for private in d.privates.values()),
    ),
    ("first_tile_home", lambda d: d.track.home_first),
    ("home_tile_first", lambda d: d.track.must_lay_home),
    ("only_yellow_now", lambda d: any(phase.yellow_lays > 1 for phase in d.phases.values())),
    ("hex_laid_already", lambda d: any(entry.tile_lays or entry.yellow_lays for entry in d.companies.values())),
    ("tile_elsewhere", lambda d: has_option(d, "tile-78-by-water")),
    ("other_tile_first", lambda d: d.track.after_tile),
    ("upgrade_barred", lambda d: any(tile.barred for tile in d.tiles.values())),
    ("stub_not_kept", lambda d: any(printed.required_exits for printed in d.map.hexes.values())),
    ("home_hex_kept", lambda d: any(entry.chooses_home for entry in d.companies.values())),
    ("covered_token_there", lambda d: has_option(d, "earthquake")),
    ("tile_of_private", lambda d: d.tiles_of_powers),
    ("not_for_this_power hex_has_tile", lambda d: powers(d, SpecialTiles, FreeYellowTiles)),
    ("power_tiles_joined second_half_first", lambda d: MoreTiles in TITLES[d.title].frames),
    ("not_the_best_run", lambda d: d.running.best_run is not BestRun.ANY),
    ("run_beaten", lambda d: d.running.best_run is BestRun.UNBEATEN),
    ("route_too_many_large", lambda d: any(kind.cities is not None for kind in d.trains.values())),
    ("route_too_many_small", lambda d: any(kind.towns is not None for kind in d.trains.values())),
    ("no_trade_in", lambda d: any(kind.trade_in for kind in d.trains.values())),
    ("train_of_kind_limit", lambda d: any(kind.per_company for kind in d.trains.values())),
    ("must_own_other_train emergency_train", lambda d: not all(kind.fulfils_duty for kind in d.trains.values())),
    ("other_president", lambda d: d.train_rules.same_president),
    ("not_open_yet", lambda d: d.shares.rows),
    ("emergency_bank_only", lambda d: not d.train_rules.pool),
    ("emergency_from_bank", lambda d: d.train_rules.pool),
    ("emergency_cheapest", lambda d: d.train_rules.emergency_cheapest),
    ("sold_together company_named_twice blocks_not_enough", lambda d: d.train_rules.emergency_together),
    ("in_debt no_bankruptcy", lambda d: d.train_rules.debt_interest is not None),
    ("president_cash can_buy_train not_bankrupt can_still_pay", lambda d: d.train_rules.debt_interest is None),
    ("sale_out_of_reach", lambda d: d.train_rules.debt_interest is None and not d.train_rules.emergency_together),
    ("other_way_out no_room_for_tokens", lambda d: d.train_rules.minors_own),
    ("answer_first", lambda d: d.train_rules.consent or d.private_rules.consent),
    (
        "private_sale_not_yet private_not_with_player private_price_one cash_for_private private_out_of_reach",
        lambda d: d.private_rules.sold_from,
    ),
    ("private_price", lambda d: d.private_rules.sale_percent),
    ("private_sale_over", lambda d: d.private_rules.sold_until),
    ("private_by_minor", lambda d: d.private_rules.sold_from and d.minors),
    ("private_not_for_companies", lambda d: not all(private.for_companies for private in d.privates.values())),
    (
        "private_closed private_not_with_other late_not_for_sale late_not_yet late_price not_converted",
        lambda d: TradeOffer in TITLES[d.title].frames,
    ),
]


def switched_off(printed: Definition) -> set[str]:
    return {code for codes, on in SWITCHED if not on(printed) for code in codes.split()}


def own_reasons(*titles: str) -> set[str]:
    return {code for title in titles for code in TITLES[title].words.reasons}


def used(call: str) -> dict[str, set[str]]:
    """The codes that the source passes to a call, by the only title that does so; under "" those of several."""
    found = re.compile(rf'(?:{call})\(\s*"([a-z_-]+)"(?: if [a-z.]+ else "([a-z_-]+)")?')
    by = {part: {code for codes in found.findall(text) for code in codes if code} for part, text in CODE.items()}
    own = {title: by[title].difference(*(by[other] for other in by if other != title)) for title in TITLES}
    return own | {"": set().union(*by.values()).difference(*own.values())}


@pytest.mark.parametrize(
    ("call", "table", "name"),
    [(r"table\.refuse|_Refused", REASONS, "reasons"), (r"(?:table|self)\.log", EVENTS, "events")],
)
def test_every_reason_and_every_event_has_words_where_it_belongs(call: str, table: dict[str, str], name: str) -> None:
    codes = used(call)
    own = {title: set(getattr(TITLES[title].words, name)) for title in TITLES}
    assert codes == own | {"": table.keys() - NOTES - set().union(*own.values())}


def test_every_frame_says_what_it_is() -> None:
    """A round by its name, what interrupts one by a sentence with its fields; for some ``phrases`` has the words."""
    for title in TITLES.values():
        assert {frame for frame in title.frames if frame.called} == set(title.rounds)
        for frame in title.frames.keys() - title.rounds.keys() - {Discards, MoreTiles, Offer, TradeOffer}:
            fields = re.findall(r"{~?([a-z]+)", frame.interrupts)
            assert fields
            assert set(fields) <= set(frame.__struct_fields__)


def test_an_offer_of_one_player_to_another_is_named() -> None:
    position = Position().private("HT", "Bo").cash(Ann=100)
    game = plays(position.stock("Ann"), AcquirePrivate("Ann", "HT", 50))
    assert round_long(game).endswith(", an offer")


@pytest.mark.parametrize(
    ("what", "option", "said"),
    [
        ("certificate", "30", "30 %"),
        ("row", "1", "place 2"),
        ("station", "discard", "it is given up"),
        ("take-token-back", "NK-F11", "that of NK on F11"),
        ("investor", "2", "2"),
        ("nothing", "else", "else"),
    ],
)
def test_an_answer_is_said_as_the_title_says_it(what: str, option: str, said: str) -> None:
    assert answer(what, option) == said


def test_words_are_brought_once() -> None:
    with pytest.raises(ValueError, match="not_your_turn"):
        bring(Words(reasons={"not_your_turn": "wait"}))
    assert REASONS["not_your_turn"] != "wait"


def test_what_is_said_of_reasons_and_events_is_said_of_those_there_are() -> None:
    assert REASONS.keys() >= NOT_NOW
    assert GREAT | TREASURIES.keys() <= EVENTS.keys()


@pytest.mark.parametrize(("title", "edition"), [(t.name, e) for t in TITLES.values() for e in t.editions])
def test_every_rule_that_refuses_has_its_clause(title: str, edition: str) -> None:
    printed = definition(title, edition)
    rules = {code for code in REASONS if not NO_RULE.match(code)} - HOUSE_RULES
    rules -= own_reasons(*TITLES.keys() - {title}) | switched_off(printed)
    assert rules <= printed.reason_clauses.keys()


@pytest.mark.parametrize("title", TITLES)
def test_no_clause_stands_for_a_rule_that_the_title_does_not_have(title: str) -> None:
    editions = [definition(title, edition) for edition in TITLES[title].editions]
    foreign = own_reasons(*TITLES.keys() - {title}) | set.intersection(*map(switched_off, editions))
    for printed in editions:
        assert not foreign & printed.reason_clauses.keys()


def test_no_rule_is_absent_everywhere() -> None:
    """A reason without a clause in any title would be no rule, or one of another program only."""
    everywhere = [set(definition(title.name, title.default_edition).reason_clauses) for title in TITLES.values()]
    nowhere = {code for code in REASONS if not NO_RULE.match(code)} - set().union(*everywhere)
    assert nowhere == HOUSE_RULES


@pytest.mark.parametrize(("title", "edition"), [(t.name, e) for t in TITLES.values() for e in t.editions])
def test_no_clause_stands_for_an_unknown_reason(title: str, edition: str) -> None:
    known = tuple(REASONS)
    for code in definition(title, edition).reason_clauses:
        assert code.startswith(known)


def test_events_name_the_places_of_hexes():
    """Where a hex has a name; one without it is told by its letters."""
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    told = {hex_id: game.describe(Event("tile", {"company": "ZDR", "tile": "57", "hex": hex_id, "cost": 20}))
            for hex_id in ("G13", "H12")}  # fmt: skip
    assert told["G13"] == "ZDR lays tile 57 on G13 Weifang for ¥20"
    assert told["H12"] == "ZDR lays tile 57 on H12 for ¥20"
