"""The words for reasons and events: one table each, so that they can be translated. Titles bring those of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any

from msgspec import Struct

from kaiping.action import KINDS
from kaiping.event import Event
from kaiping.language import gettext


class Question(Struct, frozen=True):
    """What is asked in a choice."""

    text: str
    #: answers that need words, and how others are said
    answers: Mapping[str, str] = {}
    said: Callable[[str], str] = str


class Words(Struct, frozen=True):
    """What a title adds to the tables of this module, each under the table's name."""

    reasons: Mapping[str, str] = {}
    events: Mapping[str, str] = {}
    questions: Mapping[str, Question] = {}
    endings: Mapping[str, str] = {}
    not_now: Set[str] = frozenset()
    great: Set[str] = frozenset()
    treasuries: Mapping[str, tuple[str, str]] = {}
    incomes: Mapping[str, tuple[str, str]] = {}
    outlays: Mapping[str, tuple[str, str]] = {}


def bring(own: Words) -> None:
    """Add the words of a title to the tables, where they must be new."""
    for name in own.__struct_fields__:
        table, entries = globals()[name.upper()], getattr(own, name)
        if known := set(table) & set(entries):
            raise ValueError(f"words that are there already: {', '.join(sorted(known))}")
        table.update(entries)


def all_texts() -> Iterator[str]:
    """Every text of the tables and of what interrupts a round, for translators."""
    from kaiping.state import Frame

    for table in (REASONS, EVENTS, ENDINGS, OWNERS):
        yield from table.values()
    for asked in QUESTIONS.values():
        yield from (asked.text, *asked.answers.values())
    yield from (kind.interrupts for kind in Frame.__subclasses__() if kind.interrupts)


#: reason code -> sentence; a figure written {~name} is an amount of money
REASONS: dict[str, str] = {
    "not_your_turn": "{actor} is not on turn; {turn} is",
    "game_over": "the game is over",
    "only_privates_now": "only bids and passes are possible in the auction",
    "only_shares_now": "{doing} is not possible in a stock round",
    "not_in_this_step": "{company} is in its {step} step, where {doing} is not possible",
    # auction
    "private_not_for_sale": "{private} is not for sale",
    "contest_first": "{contested} is being auctioned among its bidders; {private} must wait",
    "asking_price": "{private} is the next to be sold and costs {~price}, not {~bid}",
    "bid_too_low": "a bid on {private} must be at least {~least}; {~bid} is too low",
    "bid_without_cash": "{player} has {~free} free for this bid, not {~bid}; money in other bids is tied up",
    "bid_over_cash": "{player} has {~cash} and cannot bid {~bid}",
    "lot_later": "{offered} is auctioned now; {private} comes up later",
    "bid_step": "bids are multiples of {~step}, which {~bid} is not",
    "no_such_option": "{option} cannot be chosen; the options are {options}",
    "no_such_row": "place {row} of the companies started at {~price} is not free; free are {rows}",
    "row_to_choose": "a place among the companies started at {~price} must be chosen; free are {rows}",
    "row_fixed": "a company takes the uppermost free place of its starting price: none is chosen",
    "rows_taken": "all places for companies started at {~price} are taken",
    "shares_locked": "the shares of {company} that are left may not be bought before the first 3-train",
    "in_debt": "{player} owes the bank {~debt} and may not buy shares before it is paid",
    "sale_limit": "no more than {limit} % may be sold in one sale, not {percent} %",
    "president_may_not_sell": "{player} is president of {company} and may not sell its shares while prices are frozen",
    # stock round
    "over_holding_limit": "{player} holds {held} % of {company}, the limit is {limit} %: shares must be sold first",
    "over_certificate_limit": "{player} holds {held} certificates, the limit is {limit}: shares must be sold first",
    "unknown_company": "there is no company {company}",
    "no_sales_yet": "no shares may be sold in the first stock round",
    "sale_before_start": "{company} has no price yet: its shares may not be sold before its president's certificate is",
    "company_closed": "{company} has been closed",
    "one_purchase": "{player} has bought a certificate in this turn",
    "sale_not_in_shares": "{percent} % is not a number of shares: they come in tens",
    "sale_more_than_held": "{player} holds {held} % of {company} and cannot sell {percent} %",
    "pool_limit": "{company} has {pool} certificates in the pool; selling {sold} more would make {total}, "
    "the limit is {limit}",
    "president_certificate_sold": "{player} cannot sell the president's certificate of {company}: "
    "nobody else holds {percent} % to take it over",
    "sale_changes_president": "this sale would make {heir} president of {company}, "
    "which a sale for a forced purchase must not do",
    "certificate_limit": "{player} holds {held} certificates and the limit is {limit}",
    "holding_limit": "{player} would hold {total} % of {company}; the limit is {limit} %",
    "not_started": "{company} has not been started: its president's certificate is bought first",
    "already_started": "{company} has been started already",
    "no_share_there": "there is no share of {company} in {the source}",
    "sold_this_round": "{player} has sold shares of {company} in this stock round and may not buy any until the next",
    "cash_for_share": "a share of {company} costs {~price}; {player} has {~cash}",
    "cash_for_start": "the president's certificate of {company} costs {~price}; {player} has {~cash}",
    "not_a_par_price": "{~price} is not a starting price of {company}; it may start at {prices}",
    "no_such_power": "{private} has no such power",
    "not_owner_of_private": "{player} does not own {private}",
    "exchange_only_in_stock_turn": "{private} may be exchanged only by its player in their turn of a stock round",
    "exchange_after_sale": "{player} has sold shares in this turn and may not exchange {private} in it",
    "exchange_source": "{private} may not be exchanged for a share in {the source}",
    "exchange_needs_token": "{company} has no token in {hexes}",
    # track
    "unknown_hex": "there is no hex {hex}",
    "hex_not_buildable": "{hex} is {color}: no tiles are laid there",
    "hex_closed": "{hex} is closed as long as {private} is neither sold to a company nor out of the game",
    "hex_closed_while_open": "{hex} is closed as long as {private} is in the game",
    "hex_closed_until_phase": "{hex} is closed until phase {phase}, "
    "unless {private} is sold to a company or closes before",
    "hex_closed_until_turn": "{hex} is closed until phase {phase} or the first turn of {company}, "
    "unless {private} closes before",
    "unknown_tile": "there is no tile {tile}",
    "tile_of_private": "tile {tile} is laid by the power of a private only",
    "wrong_color": "tile {tile} is {color}; {hex} takes {wanted} tiles now",
    "color_not_yet": "{color} tiles are not available in phase {phase}",
    "wrong_label": "tile {tile} is marked {label}; {hex} takes tiles marked {wanted}",
    "wrong_stops": "tile {tile} does not have the cities and towns of {hex}",
    "no_tile_left": "no tile {tile} is left",
    "no_such_rotation": "rotation {rotation} is not one of 0 to 5",
    "track_leads_nowhere": "tile {tile} turned by {rotation} on {hex} would lead off the map at edge {edge}",
    "track_to_barrier": "tile {tile} turned by {rotation} on {hex} would lead to the barrier at edge {edge}",
    "track_to_closed_hex": "tile {tile} turned by {rotation} on {hex} would lead to {other}, "
    "which has no track on that side",
    "track_not_kept": "tile {tile} turned by {rotation} does not keep the track that lies on {hex}",
    "not_connected": "no track of that tile on {hex} would be connected to a token of {company}",
    "cash_for_terrain": "the ground on {hex} costs {~cost}; {company} has {~cash}",
    "home_tile_first": "{company} must lay a tile on its home {hex} in its first turn",
    "first_tile_home": "no track lies on {hex}, the home of {company}, yet: its first tile goes there",
    "no_lay_left": "{company} has laid all it may in this turn",
    "hex_laid_already": "{company} has laid a tile on {hex} in this turn",
    "tile_elsewhere": "tile {tile} may not be laid on {hex}",
    "no_room_for_tokens": "tile {tile} has no room for the {tokens} tokens and homes on {hex}",
    "upgrade_barred": "tile {tile} does not follow tile {old} on {hex}",
    "only_yellow_now": "{company} has laid a yellow tile and may lay only another yellow one, not upgrade {hex}",
    "stub_not_kept": "tile {tile} turned by {rotation} does not meet the track stub printed on {hex}",
    "other_tile_first": "tile {first} must be laid on {hex} as long as one is left, not tile {tile}",
    # powers
    "power_used": "the power of {private} has been used",
    "not_for_this_power": "{private} does not allow tile {tile} on {hex}",
    "hex_has_tile": "a tile lies on {hex} already",
    "power_tiles_joined": "the tile on {hex} must be joined to the one laid on {other}",
    "second_half_first": "the power of {private} must be finished first",
    # tokens
    "no_token_left": "{company} has no station token left",
    "one_token": "{company} has placed a token in this turn",
    "no_city_there": "there is no city {stop} on {hex}",
    "token_on_hex_already": "{company} has a token on {hex} already",
    "city_full": "all {slots} slots of the city on {hex} are taken",
    "home_hex_kept": "nobody else places a token on {hex} before {company} has its home token there",
    "home_kept_free": "the free place in that city on {hex} is kept for the home token of {companies}",
    "covered_token_there": "the slot on {hex} belongs to the token of {companies}, which lies face down",
    "city_not_reached": "{company} has no unblocked route to the city on {hex}",
    "cash_for_token": "the token costs {~cost}; {company} has {~cash}",
    # running, dividends
    "must_run": "{company} must run its trains",
    "run_beaten": "{company} claims {~revenue} with {calls} calls that pay its treasury, "
    "but {~best} with {most} can be had: {run}",
    "nothing_to_run": "{company} has no train that could run",
    "not_the_best_run": "{company} claims {~revenue}, but {~best} can be had: {run}",
    "must_decide_dividend": "{company} must pay its revenue out or withhold it",
    # trains
    "unknown_train": "there is no train {train}",
    "train_limit": "{company} owns as many trains as it may: the limit is {limit}",
    "no_such_train": "{company} has no {train}-train to give",
    "no_trade_yet": "companies deal in trains with each other only from phase {phase} on",
    "not_open_yet": "{company} does not operate yet, and keeps its trains until it does",
    "no_trade_in": "a {train}-train is not sold against that train",
    "emergency_from_bank": "a train that the president helps to pay comes from the bank or the pool, "
    "so {company} cannot buy it from a company",
    "emergency_bank_only": "a train that the president helps to pay comes from the bank, "
    "so {company} cannot buy it from a company",
    "price_at_least_one": "a train costs at least {currency}1, not {~price}",
    "cash_for_train": "that train costs {~price}; {company} has {~cash}",
    "not_on_sale": "no {train}-train is on sale there",
    "train_price": "the {train}-train costs {~price}, not {~offered}",
    "emergency_cheapest": "the president may help to pay for the cheapest train only, at {~cheapest}, "
    "not for the {train}-train at {~price}",
    "president_cash": "{player} must find {~missing} and has {~cash}: shares must be sold first",
    "must_own_train": "{company} has no train and must buy one",
    "must_own_other_train": "what {company} owns ({trains}) does not count as the train that it must own: "
    "it must buy one",
    "no_sale_needed": "{company} needs no money from a sale of shares",
    "sale_more_than_needed": "fewer shares would raise the {~missing} that are missing",
    "sold_together": "what {player} sells for the train of {company} is sold together: all companies in one sale",
    "no_such_sale": "shares for a train are sold one company after the other, not together",
    "company_named_twice": "{company} is named twice; its shares are sold in one block",
    "blocks_not_enough": "these shares bring {~amount}; {~missing} are missing",
    "sale_out_of_reach": "after this sale {player} could raise {~most} in all, and {~missing} are missing: "
    "more of {company} must be sold at once",
    "private_out_of_reach": "shares have been sold for a train; {company} may spend {~left} on {private} at most, "
    "or the train is out of reach",
    "can_buy_train": "{company} can buy a {train}-train from {the source} without its president's money: "
    "that is no bankruptcy",
    "other_way_out": "{company} may still give up being a company that needs a train: that is no bankruptcy",
    "not_bankrupt": "{company} is not short of money for a train it must buy",
    "can_still_pay": "{player} can raise {~means} and needs {~missing}: that is no bankruptcy",
    "discard_first": "{company} has more trains than the limit of {limit} and must give one up first",
    "no_bankruptcy": "nobody goes bankrupt in this game",
    "train_of_kind_limit": "{company} owns as many {train}-trains as it may: the limit is {limit}",
    "other_president": "{company} has another president, so its trains are not for sale",
    "emergency_train": "a {train}-train cannot be bought with money from a sale of shares",
    # offers, privates
    "answer_first": "{player} must answer the offer first",
    "offer_refused": "an offer of {~refused} was refused in this turn; {~price} is not more",
    "unknown_private": "there is no private {private}",
    "private_sale_not_yet": "companies buy privates only from phase {phase} on",
    "private_by_minor": "{company} is a minor, and minors do not buy privates",
    "private_sale_over": "companies buy privates only up to phase {phase}",
    "private_not_for_companies": "{private} may not be bought by a company",
    "private_closed": "{private} has closed",
    "not_converted": "{private} is there only once {minor} has converted",
    "private_not_with_player": "{private} does not belong to a player",
    "private_not_with_other": "{private} does not belong to another player",
    "private_price_one": "{private} changes hands for at least {currency}1, not {~price}",
    "late_not_for_sale": "{private} is not for sale: it belongs to a player for good",
    "late_not_yet": "{private} may be bought from game turn {turn} on",
    "late_price": "{private} costs {~price}, not {~offered}",
    "private_price": "{private} is sold for {~least} to {~most}, not for {~price}",
    "cash_for_private": "{private} would cost {~price}; {company} has {~cash}",
    # routes
    "route_unknown_train": "{company} has no {train}-train to run",
    "route_train_twice": "{company} has {trains} {train}-trains and cannot run {routes}",
    "route_unknown_point": "{point} on the route of the {train}-train is no stop or hex of the map",
    "route_end_no_stop": "the route of the {train}-train ends on {hex}, where there is no stop",
    "route_one_stop": "the route of the {train}-train has {stops} stops; at least two are needed",
    "route_stop_twice": "the route of the {train}-train calls at {stop} twice",
    "route_through_terminal": "the route of the {train}-train passes {stop}, where routes must start or end",
    "route_blocked_city": "the route of the {train}-train passes {stop}, where all slots belong to others",
    "route_too_long": "the route of the {train}-train has {stops} stops; its range is {range}",
    "route_too_many_large": "the route of the {train}-train has {stops} large stops; it may have {range}",
    "route_too_many_small": "the route of the {train}-train has {stops} small stops; it may have {range}",
    "route_no_token": "the route of the {train}-train has no token of {company} on it",
    "route_no_track": "there is no track for the {train}-train on the way {between}",
    "route_skips_stop": "the route of the {train}-train leaves out the stop on {hex}",
    "route_reverses": "the route of the {train}-train turns back at a junction on {hex}",
    "route_changes_track": "the route of the {train}-train changes from one track to another on {hex}",
    "route_track_twice": "the route of the {train}-train uses the track {between} twice",
    "route_tracks_shared": "the routes of the {train}-train and of the {other}-train share the track {between}",
}


#: reasons that say that a kind of action has no place now at all: nobody would expect it
NOT_NOW = {
    *{"answer_first", "already_started", "discard_first", "game_over", "no_sale_needed", "no_share_there"},
    *{"no_such_power", "not_in_this_step", "not_on_sale", "not_started", "not_your_turn", "only_privates_now"},
    *{"only_shares_now", "private_not_for_sale", "private_not_with_player", "sale_more_than_held"},
    *{"second_half_first", "sold_together"},
}

#: what is asked in a choice; only titles have any
QUESTIONS: dict[str, Question] = {}


def _money(amount: Any, currency: str) -> str:
    """An amount; one that the reader may not know is a question mark."""
    if amount is None:
        return "?"
    return f"{currency}{amount:,}" if isinstance(amount, int) else str(amount)


def interruption(text: str, fields: Mapping[str, Any], currency: str) -> str:
    """What interrupts a round; nothing for frames that are no interruption or need no words."""
    return gettext(text).format_map(_Figures(fields, currency)) if text else ""


def answer(what: str, option: str) -> str:
    """An answer to a question in words."""
    asked = QUESTIONS.get(what, Question(what))
    return gettext(asked.answers[option]) if option in asked.answers else asked.said(option)


def question(what: str, president: str) -> str:
    """What is asked in a choice, in a title that calls the president so."""
    return gettext(QUESTIONS.get(what, Question(what)).text).replace("president", gettext(president))


#: places of the bank
OWNERS = {"bank": "the bank", "pool": "the pool", "ipo": "the IPO"}


def owner_words(owner: str, *, pool: bool = True) -> str:
    """A player or company by name, the bank's places by theirs; without a pool there is only the bank.

    >>> owner_words("ipo"), owner_words("ipo", pool=False), owner_words("Ann")
    ('the IPO', 'the bank', 'Ann')
    """
    if owner == "ipo" and not pool:
        owner = "bank"
    return gettext(OWNERS[owner]) if owner in OWNERS else owner


#: why a game is over
ENDINGS: dict[str, str] = {
    "bank": "the bank is broken",
    "bankrupt": "a player is bankrupt",
    "turns": "the last turn is over",
    "price": "a share price has reached its top",
}


class _Figures(dict[str, Any]):
    """Figures by name, and what is made of them: ``~name`` an amount of money, ``for ~name`` a price unless it is
    nothing, ``and name`` a train given besides, ``the name`` an owner with its article, ``, name`` several names,
    ``doing`` the kind of action in ``what``, ``ending`` why the game is over. Without a pool all shares that nobody
    holds are the bank's."""

    def __init__(self, figures: Mapping[str, Any], currency: str, *, pool: bool = True) -> None:
        super().__init__(figures)
        self.currency = currency
        self.pool = pool

    def __missing__(self, key: str) -> Any:
        if key == "currency":
            return self.currency
        if key == "doing":
            return gettext(next(kind.doing for kind in KINDS if kind.__name__ == self["what"]))
        if key == "ending":
            return gettext(ENDINGS[str(self["reason"])])
        if key.startswith("for ~"):
            price = _money(self[key[5:]], self.currency)
            return gettext(" for {price}").format(price=price) if self[key[5:]] else ""
        if key.startswith("and "):
            train = self[key[4:]]
            return gettext(" and a {train}-train").format(train=train) if train else ""
        if key.startswith(", "):
            return ", ".join(self[key[2:]])
        if key.startswith("the "):
            return owner_words(self[key[4:]], pool=self.pool)
        if key.startswith("~") and key[1:] in self:
            return _money(self[key[1:]], self.currency)
        raise KeyError(key)


def reason_text(code: str, figures: Mapping[str, Any], currency: str, president: str = "president") -> str:
    """The sentence for a reason, in a title that calls the president so.

    >>> reason_text("no_token_left", {"company": "JHR"}, "¥")
    'JHR has no station token left'
    """
    return gettext(REASONS[code]).replace("president", gettext(president)).format_map(_Figures(figures, currency))


#: kind of event -> sentence
EVENTS: dict[str, str] = {
    "auction-begins": "the privates are auctioned; {player} begins",
    "passed": "{player} passes",
    "turn-ended": "{player} ends the turn",
    "bid": "{player} bids {~price} for {private}",
    "contest": "{private} is auctioned among its bidders",
    "private-bought": "{player} buys {private} for {~price}",
    "private-cheaper": "nobody has bought {private}, which now costs {~price}",
    "auction-goes-on": "the auction goes on with {player}",
    "income-only-round": "all pass; privates that are owned pay, and the auction goes on",
    "private-income": "{private} pays {~amount} to {owner}",
    "stock-round": "stock round {turn} begins with {player}",
    "started": "{player} starts {company} at {~price}",
    "bought": "{player} buys a share of {company} from {the source} for {~price}",
    "sold": "{player} sells {percent} % of {company} for {~amount}",
    "price": "{company} moves from {~old} to {~new} ({cause})",
    "president": "{new} takes {company} over from {old}",
    "floated": "{company} floats with {~capital}",
    "exchanged": "{player} exchanges {private} for a share of {company}",
    "sold-out": "{company} is sold out",
    "stock-round-ended": "the stock round ends; {priority} has the priority deal",
    "operating-round": "operating round {turn}.{round} begins",
    "turn": "{company} operates",
    "home-token": "{company} places its home token on {hex}",
    "step-passed": "{company} passes ({step})",
    "tile": "{company} lays tile {tile} on {hex}{for ~cost}",
    "power": "{company} uses the power of {private}",
    "power-ended": "{company} is content with what it has laid by {private}",
    "token": "{company} places a token on {hex}{for ~cost}",
    "run": "{company} runs for {~revenue}",
    "subsidy": "{company} receives {~amount} into its treasury",
    "withheld": "{company} withholds {~amount}",
    "paid": "{company} pays {~amount}: {~per_share} a share",
    "president-paid": "{player} adds {~amount} for {company}",
    "train": "{company} buys a {train}-train from {the source} for {~price}{and trade_in}",
    "phase": "the {train}-train starts phase {phase}",
    "rusted": "all {train}-trains rust",
    "privates-closed": "privates that close: {, privates}",
    "private-closed": "{private} closes",
    "private-bonus": "{private} pays {~amount} more to {owner}",
    "token-income": "{company} gets {~amount} for its token on {hex}",
    "yellow-income": "{company} gets {~amount} for the yellow tile",
    "discarded": "{company} gives up a {train}-train",
    "exported": "a {train}-train is exported",
    "private-acquired": "{player} buys {private} from {the seller} for {~price}",
    "company-closed": "{company} is closed: its shares are worth nothing",
    "private-sold": "{company} buys {private} from {player} for {~price}",
    "offer": "{company} offers {to} {~price} for {thing}",
    "agreed": "{player} agrees",
    "refused": "{player} refuses",
    "price-bonus": "the share price of {company} adds {~amount}",
    "borrowed": "{player} borrows {~amount} and owes {~debt}",
    "money-seized": "{~amount} that {player} had ready for the train go to the bank",
    "proceeds-seized": "the sale has closed a company: {~amount} that {player} made by it go to the bank",
    "bankrupt": "{player} is bankrupt through {company}",
    "bank-broken": "the bank is broken",
    "attached-paid": "{company} gets {~amount} for shares that came with privates",
    "game-over": "the game is over: {ending}",
    "no-longer-legal": "by the rules of today action {number} is no longer legal: {why}",
    "as-played": "from here on the position is the one that was played, where the rules of today lead elsewhere",
    "played-otherwise": "by version {rules} of the rules another position was reached here",
}

#: events to remember
GREAT = {"phase", "rusted", "exported", "privates-closed", "bankrupt", "bank-broken", "game-over", "president"}

#: events from which a treasury can be told: whose it is, and the figure
TREASURIES = {"president-paid": ("company", "amount"), "money-seized": ("player", "amount")}

#: events by which privates and minors pay somebody: whom, and the figure
INCOMES = {"private-income": ("owner", "amount"), "private-bonus": ("owner", "amount")}
#: events by which a player pays for a company, or owes for it: who, and the figure
OUTLAYS = dict.fromkeys(("president-paid", "borrowed", "money-seized", "proceeds-seized"), ("player", "amount"))


def describe(event: Event, currency: str, *, pool: bool = True, places: Mapping[str, str] | None = None) -> str:
    """An event in a sentence, in a title with or without a pool of shares; ``places`` are figures in other words."""
    return gettext(EVENTS[event.kind]).format_map(_Figures({**event.data, **(places or {})}, currency, pool=pool))
