"""What now: the actions of this moment, grouped by kind, with amounts, limits and what each brings about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never, get_args

from django.utils.translation import ngettext

from kaiping import ledger, phrases
from kaiping.action import (
    KINDS,
    AcquirePrivate,
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Placing,
    Range,
    RepayDebt,
    RunRoutes,
    SellBlocks,
    SellShares,
    UsePower,
    Weighed,
    to_json,
)
from kaiping.definition import Private
from kaiping.definition.names import NativeName, native_name
from kaiping.game import Game
from kaiping.lot_words import common_sentences, lot_in_short, lot_sentences, option_words, power_sentences
from kaiping.phase_words import train_words
from kaiping.refusals import Refused, refusals
from kaiping.state import IPO
from kaiping.web.spoken import gettext as _
from kaiping.web.table.denied import Denied, folded
from kaiping.web.table.dividends import figures
from kaiping.web.table.outcome import is_dear, outcome_of
from kaiping.web.table.runs import RunView, run_view
from kaiping.web.table.then import Follows
from kaiping.words import answer

#: what is said about shares of companies at work stands together, and before those that may be started
_SHARES: tuple[type, ...] = (BuyShare, SellShares)
_FIRST: tuple[tuple[type, ...], ...] = (_SHARES, (Par,))
#: what is about a private or a minor that may be had
_LOTS = Bid | BuyPrivate | AcquirePrivate
#: what nobody does who can do anything else
_LAST: tuple[type, ...] = (DeclareBankruptcy, Pass)
_GROUPS = (
    *_FIRST,
    *((kind,) for kind in KINDS if kind not in (*_SHARES, Par, *_LAST)),
    *((kind,) for kind in _LAST),
)
#: what stands after what the step is about: powers that may be used in any step, then what ends it
_ORDER = {"power": 1, **{kind.__name__.lower(): 2 for kind in _LAST}}


@dataclass(frozen=True)
class Amount:
    """An open number of an action: its limits, the field of the action that holds it, and what is proposed."""

    least: int
    greatest: int
    step: int
    field: str | None
    proposed: int


@dataclass(frozen=True)
class Button:
    """One thing to press."""

    kind: str
    label: str
    action: str
    #: the player who may press it
    actor: str | None
    outcome: list[str] = field(default_factory=list)
    #: what follows by itself
    follows: Follows | None = None
    #: what it costs or does, in a few words beside it
    note: str = ""
    #: whether what comes of it has to be seen before it is pressed, by fingers too
    dear: bool = False
    #: what comes of a dividend
    figures: list[str] = field(default_factory=list)
    amount: Amount | None = None
    run: RunView | None = None
    #: ... and where its note comes from
    clause: str = ""
    #: which of several things of a row it is about, and what that is like
    thing: str = ""
    thing_words: str = ""
    #: what it says where its row is not seen
    named: str = ""
    #: the turn may be ended with it, though there is more that might be done
    ends: bool = False
    #: more and more of the same, itself the first; one of them is pressed
    steps: list[Button] = field(default_factory=list)


@dataclass(frozen=True)
class Row:
    """Buttons about one thing: a company, a private, a train, a hex."""

    title: str
    company: str | None = None
    note: str = ""
    hex: str | None = None
    native: NativeName | None = None
    #: what the thing does: in sentences, in those that are not said of most things of the group, in a few words
    about: str = ""
    does: str = ""
    short: str = ""
    #: its buttons are about several things, all of one company
    seller: bool = False
    #: who has bid how much for it
    bids: str = ""
    #: shares that are sold together: company and how many
    blocks: list[tuple[str, int]] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


@dataclass(frozen=True)
class Group:
    kind: str
    heading: str
    rows: list[Row]
    #: things that are not open, without a row of their own
    refused: list[Refused] = field(default_factory=list)
    #: what is asked for, such as the sum that is missing
    note: str = ""
    #: what is true of most of the things, said once
    common: str = ""
    #: lots that come up for sale after these
    later: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class Now:
    """Everything that the panel says."""

    asked: str
    company: str | None
    player: str | None
    cash: str
    groups: list[Group]
    #: players who may do something, in turn or out of it
    actors: frozenset[str | None]
    #: hexes on which something is legal
    hexes: list[str]
    #: why passing is refused, if it is
    must: Refused | None

    @property
    def task(self) -> str:
        """What is asked, for where the company's letters stand before it."""
        return self.asked.removeprefix(f"{self.company} ")

    @property
    def denied(self) -> list[tuple[str, list[Denied]]]:
        """What is not open, under what it forbids."""
        rows = (one for group in self.groups for row in group.rows for one in row.refused)
        return folded([*(one for group in self.groups for one in group.refused), *rows])

    @property
    def beside_privates(self) -> bool:
        """Is there anything to do but to buy what another player owns?"""
        return any(group.rows and group.kind not in ("acquireprivate", "pass") for group in self.groups)

    @property
    def only_pass(self) -> bool:
        """Is there nothing for a company to do but to pass?"""
        return self.company is not None and [group.kind for group in self.groups] == ["pass"]

    @property
    def weighed(self) -> dict[int, str]:
        """The groups in which one may ask what each choice would add to the company's run, and whether on hexes: the
        first of either sort.
        """
        kinds = ("power", *(kind.__name__.lower() for kind in get_args(Weighed)))
        found: dict[str, int] = {}
        for place, group in enumerate(self.groups):
            if self.company and group.kind in kinds and group.rows:
                found.setdefault("hexes" if group.rows[0].hex else "others", place)
        return {place: sort for sort, place in found.items()}


def now(game: Game) -> Now:
    """What may be done now and by whom, and why not the rest."""
    legal = game.legal_actions()
    actions = list(legal)
    ranges = legal.ranges
    refused_now = refusals(game)
    groups = []
    for kinds in _GROUPS:
        listed = [action for action in actions if isinstance(action, kinds)]
        powers = [action for action in listed if isinstance(action, LayTile) and action.private]
        plain = [action for action in listed if action not in powers]
        denied = [one for one in refused_now if isinstance(one.action, kinds) and not isinstance(one.action, Pass)]
        if plain or denied:
            groups.append(_group(game, kinds, plain, denied, ranges))
        for private in dict.fromkeys(action.private for action in powers):
            groups.append(_power(game, str(private), [action for action in powers if action.private == private]))
    groups.sort(key=lambda group: (not group.rows, _ORDER.get(group.kind, 0)))
    company = phrases.company_on_turn(game) if game.finished is None else None
    player = game.acting[0] if game.acting else None
    return Now(
        asked=phrases.turn_words(game, actions),
        company=company,
        player=player,
        cash=phrases.money(game, game.cash(company or player)) if player else "",
        groups=groups,
        actors=frozenset(game.seat_of(action) for action in actions),
        hexes=list(dict.fromkeys(action.hex for action in actions if isinstance(action, Placing))),
        must=next((one for one in refused_now if isinstance(one.action, Pass)), None),
    )


def _group(
    game: Game,
    kinds: tuple[type, ...],
    actions: list[AnyAction],
    denied: list[Refused],
    ranges: dict[AnyAction, Range],
) -> Group:
    rows: dict[str, Row] = {}
    open_to: set[str] = set()
    for action in actions:
        row = _row(game, action)
        open_to.add(row.title)
        row = _seller_row(game, action) or row
        row = rows.setdefault(row.title, row)
        if not isinstance(action, Placing):
            row.buttons.append(_button(game, action, ranges.get(action)))
    loose: list[Refused] = []
    for one in denied:
        title = _row(game, one.action).title
        if title in open_to and (one.action.number or isinstance(one.action, Par)):
            continue  # it may be had, only not so
        if title in open_to and title in rows:
            rows[title].refused.append(one)
        elif not (isinstance(one.action, Bid) and any(one.code == other.code for other in loose)):
            loose.append(one)
    names = [kind.__name__.lower() for kind in kinds]
    for row in rows.values():
        row.buttons.sort(key=lambda button: (names.index(button.kind), -button.run.total if button.run else 0))
        _stepped(row)
        _excused(row, game.definition.reason_clauses.get("run_beaten", ""))
    rows = {title: _alike(game, row, actions) for title, row in rows.items()}
    if kinds == _SHARES:
        order = ledger.company_order(game)
        rows = dict(sorted(rows.items(), key=lambda item: order.index(item[1].company or order[-1])))
    listed = [_counted(row, actions) if row.hex else row for row in rows.values()]
    present = {type(action) for action in actions} or {type(one.action) for one in denied}
    heading = _("Shares") if len(present) > 1 else phrases.heading(present.pop())
    note = phrases.shortfall_words(game) if _sells(actions) or DeclareBankruptcy in kinds else ""
    lots = list(dict.fromkeys(action.private for action in actions if isinstance(action, _LOTS)))
    common, said = _common(game, lots)
    if common:
        listed = [replace(row, does=_without(row.about, said)) for row in listed]
    later = [*_later(game, lots)] if Bid in kinds else []
    return Group(kinds[-1].__name__.lower(), heading, listed, loose, note, common, later)


def _excused(row: Row, clause: str) -> None:
    """Why a run may be made that earns less than another: an edition may let more calls count that pay the treasury."""
    best = max((button.run.total for button in row.buttons if button.run), default=0)
    words = _("Less, but with more calls that pay the treasury.")
    for place, button in enumerate(row.buttons):
        if button.run and button.run.total < best:
            row.buttons[place] = replace(button, note=words, clause=clause)


def _common(game: Game, lots: list[str]) -> tuple[str, list[str]]:
    """What is true of most privates, and of most minors, to be said once; and the sentences of it."""
    privates, minors = (
        common_sentences(game, [name for name in lots if (name in game.definition.minors) is small])
        for small in (False, True)
    )
    told = []
    if privates:
        told.append(_("Privates, if nothing else is said: %(words)s") % {"words": " ".join(privates)})
    if minors:
        told.append(_("Minors, if nothing else is said: %(words)s") % {"words": " ".join(minors)})
    return " ".join(told), [*privates, *minors]


def _later(game: Game, offered: list[str]) -> Iterator[Row]:
    """The lots of an auction that cannot be bid for yet, without what is true of most lots."""
    if not ledger.in_auction(game):
        return
    waiting = [lot.code for lot in ledger.for_sale(game) if lot.code not in offered]
    for name in waiting:
        yield _lot_row(game, name)


def _without(words: str, sentences: list[str]) -> str:
    for sentence in sentences:
        words = words.replace(sentence, "")
    return " ".join(words.split())


def _alike(game: Game, row: Row, actions: list[AnyAction]) -> Row:
    """A row in which a minor is chosen tells what all these minors do."""
    told = [
        lot_sentences(game, action.option)
        for action in actions
        if isinstance(action, Choose) and action.option in game.definition.minors
    ]
    words = " ".join(one for one in told[0] if all(one in others for others in told)) if told else ""
    first = next((one for one in told[0] if one in words), "") if words else ""
    return replace(row, about=words, does=words, short=first) if words else row


def _stepped(row: Row) -> None:
    """One button for sales of one, two or more shares of a company."""
    sales = [button for button in row.buttons if button.kind == SellShares.__name__.lower()]
    if len(sales) > 1:
        place = row.buttons.index(sales[0])
        row.buttons[place : place + len(sales)] = [replace(sales[0], steps=sales)]


def _sells(actions: list[AnyAction]) -> bool:
    """Are shares among what may be sold?"""
    return any(isinstance(action, SellShares | SellBlocks) for action in actions)


def _counted(row: Row, actions: list[AnyAction]) -> Row:
    """A row about a hex says what may be laid there."""
    here = [action for action in actions if getattr(action, "hex", None) == row.hex]
    tiles = list(dict.fromkeys(action.tile for action in here if isinstance(action, LayTile)))
    note = ngettext("tile %s", "tiles %s", len(tiles)) % ", ".join(tiles) if tiles else ""
    return Row(row.title, row.company, note, row.hex)


def _power(game: Game, private: str, actions: list[LayTile]) -> Group:
    rows = {action.hex: Row(phrases.place(game, action.hex), hex=action.hex) for action in actions}
    about = game.definition.privates[private]
    return Group(
        "power",
        _("Power of %(private)s, %(name)s") % {"private": private, "name": about.name},
        [_counted(row, list(actions)) for row in rows.values()],
        common=" ".join(power_sentences(game, about.power)),
    )


def _row(game: Game, action: AnyAction) -> Row:
    """The row that an action belongs to."""
    definition, state = game.definition, game.state
    match action:
        case Bid(_player, private):
            return _lot_row(game, private)
        case Par(_player, company) | BuyShare(_player, company) | SellShares(_player, company):
            entry = definition.companies[company]
            native = native_name(entry) if isinstance(action, Par) else None
            return Row(entry.name, company=company, note=_held_words(game, action), native=native)
        case SellBlocks(_player, blocks):
            sold = [(block.company, block.percent // 10) for block in blocks]
            return Row(phrases.blocks_words(action), note=phrases.set_words(game, action), blocks=sold)
        case ExchangePrivate(player, private):
            return _power_row(game, player, private)
        case UsePower(player, private):
            minor = definition.privates[private].from_minor
            if minor is not None:
                return Row(_("%(minor)s becomes the private %(private)s") % {"minor": minor, "private": private})
            return _power_row(game, player, private)
        case RepayDebt(player):
            owed = phrases.money(game, state.debt.get(player, 0))
            return Row(_("%(player)s owes the bank %(debt)s") % {"player": player, "debt": owed})
        case Choose(_player, what):
            words = phrases.question(game, what)
            return Row(words[:1].upper() + words[1:])
        case LayTile(_company, hex_id) | PlaceToken(_company, hex_id):
            return Row(phrases.place(game, hex_id), hex=hex_id)
        case BuyTrain(_company, train, source):
            where = _("from %(owner)s") % {"owner": phrases.owner_words(source)}
            words = train_words(game, definition.trains[train])
            return Row(_("%(train)s-train %(where)s") % {"train": train, "where": where}, note=words)
        case BuyPrivate(_buyer, private) | AcquirePrivate(_buyer, private):
            about = definition.privates[private]
            note = _("from %(owner)s, pays %(income)s a round") % {
                "owner": state.privates.get(private, ""),
                "income": phrases.money(game, about.income),
            }
            return _telling(game, private, Row(f"{private} {about.name}", note=note, native=native_name(about)))
    return Row("")


def _seller_row(game: Game, action: AnyAction) -> Row | None:
    """Trains of one company stand in one row."""
    if not isinstance(action, BuyTrain) or not _is_company(game, action.source):
        return None
    return Row(_("from %(owner)s") % {"owner": action.source}, company=action.source, seller=True)


def _is_company(game: Game, owner: str) -> bool:
    return owner in game.definition.companies or owner in game.definition.minors


def _lot_row(game: Game, name: str) -> Row:
    """A lot of the auction: what it brings, who has bid how much for it, and what it does."""
    lot = game.definition.lot(name)
    price = _("price %(price)s") % {"price": phrases.money(game, lot.price)}
    if isinstance(lot, Private):
        brings = _("pays %(income)s a round") % {"income": phrases.money(game, lot.income)}
    else:
        brings = _("starts with %(capital)s") % {"capital": phrases.money(game, lot.capital)}
    row = Row(f"{name} {lot.name}", note=f"{price}, {brings}", native=native_name(lot), bids=_bids_words(game, name))
    return _telling(game, name, row)


def _bids_words(game: Game, lot: str) -> str:
    """Who has bid how much for a lot, the highest bid first."""
    bids = sorted(ledger.bids_on(game, lot), key=lambda bid: -bid.amount)
    templates = [_("%(player)s bids %(amount)s"), *[_("%(player)s %(amount)s")] * len(bids)]
    return ", ".join(
        template % {"player": bid.player, "amount": phrases.money(game, bid.amount)}
        for template, bid in zip(templates, bids, strict=False)
    )


def _power_row(game: Game, player: str, private: str) -> Row:
    """A private whose power may be used, and what the power does."""
    about = game.definition.privates[private]
    words = " ".join(power_sentences(game, about.power))
    return Row(
        f"{private} {about.name}{_out_of_turn(game, player)}",
        about=words,
        does=words,
        short=lot_in_short(game, private),
    )


def _telling(game: Game, lot: str, row: Row) -> Row:
    """A row that tells what its private or minor does."""
    words = " ".join(lot_sentences(game, lot))
    return replace(row, about=words, does=words, short=lot_in_short(game, lot))


def row_title(game: Game, action: AnyAction) -> str:
    """What an action is about, as its row says it."""
    return _row(game, action).title


def _out_of_turn(game: Game, player: str) -> str:
    return "" if player in game.acting else _(" (%(player)s, out of turn)") % {"player": player}


def _held_words(game: Game, action: Par | BuyShare | SellShares) -> str:
    if isinstance(action, Par):
        return "; ".join(words for words in (_floats_words(game, action.company), *_start_notes(game, action)) if words)
    held = game.state.held(action.player, action.company)
    return f"{held} %" if held else ""


def _floats_words(game: Game, company: str) -> str:
    needs = ledger.floating(game, company)
    if needs.held:
        figures = {"percent": needs.held, "president": _(game.definition.president)}
        return _("floats when its %(president)s holds %(percent)d %%") % figures
    return _("floats when %(percent)d %% are sold") % {"percent": needs.sold} if needs.sold else ""


def _start_notes(game: Game, action: Par) -> Iterator[str]:
    """What the buttons by which a company is started do not say: how much is bought, and what their numbers mean."""
    percents = game.definition.shares.president_percents
    if len(percents) > 1:
        yield _("%(percents)s %% of it are bought, as is asked next") % {"percents": "/".join(map(str, percents))}
    if ledger.par_place(game, action) is not None:
        yield _("# is the place in which it operates among those started at the same price")


def _button(game: Game, action: AnyAction, span: Range | None) -> Button:
    open_number = span is not None and span.open
    amount, after = None, game.after(action)
    if span is not None and open_number:
        proposed = span.greatest if action.mostly_all else _proposed(game, action, span)
        amount = Amount(span.least, span.greatest, span.step, action.number, proposed)
    run = run_view(game, action.company, action.routes) if isinstance(action, RunRoutes) else None
    thing = game.definition.trains[action.train] if _seller_row(game, action) and isinstance(action, BuyTrain) else None
    note = option_words(game, action).short if isinstance(action, Choose) else ""
    return Button(
        kind=type(action).__name__.lower(),
        label=_label(game, action, open_number),
        action=to_json(action).decode(),
        actor=game.seat_of(action),
        outcome=[] if amount else outcome_of(after),
        follows=None if amount else Follows(after),
        note=note,
        dear=not amount and is_dear(after, noted=bool(note)),
        figures=figures(after, action, game.seat_of(action)) if isinstance(action, Dividend) else [],
        amount=amount,
        run=run,
        thing=thing.name if thing else "",
        thing_words=train_words(game, thing) if thing else "",
        named=f"{_label(game, action, open_number)}: {row_title(game, action)}" if thing else "",
        ends=_may_end(game, action),
    )


def _proposed(game: Game, action: AnyAction, span: Range) -> int:
    """The least that may be bid; for something of another owner the price printed on it, if there is so much."""
    match action:
        case BuyTrain(_company, train):
            printed = game.definition.trains[train].price
        case BuyPrivate(_buyer, private) | AcquirePrivate(_buyer, private):
            printed = game.definition.privates[private].price
        case _:
            printed = span.least
    return printed if span.least <= printed <= span.greatest else span.least


def _may_end(game: Game, action: AnyAction) -> bool:
    """Is there something after an action that a company may also leave?"""
    company = phrases.company_on_turn(game)
    if not isinstance(action, Dividend | Pass) or company is None or "run" in ledger.steps_left(game):
        return False
    return ledger.rest_of_turn(game.after(action).game, company) is not None


def _label(game: Game, action: AnyAction, open_number: bool) -> str:
    """What stands on the button; its row says what it is about."""
    state = game.state
    match action:
        case Pass(actor_name):
            if actor_name in state.players:
                return _("Pass")
            return {
                "track": _("No more track"),
                "token": _("No token"),
                "trains": _("No more trains"),
                "privates": _("End the turn"),
            }.get(phrases.step_name(game), _("Pass"))
        case Bid(_player, _private, price):
            return _("Bid") if open_number else _("Take for %(price)s") % {"price": phrases.money(game, price)}
        case Par(_player, _company, price):
            first = ledger.par_place(game, action)
            place = "" if first is None else f" #{first + 1}"
            words = _("at %(price)s") % {"price": phrases.money(game, price)} + place
            share = game.definition.shares.president_percents
            if len(share) > 1:  # how much is bought is asked next
                return words
            return words + _(" for %(cost)s") % {"cost": phrases.money(game, price * share[0] // 10)}
        case BuyShare(_player, _company, source):
            cost = phrases.money(game, ledger.share_cost(game, action))
            if game.definition.shares.pool_limit is None:
                return _("Buy for %(price)s") % {"price": cost}
            where = _("IPO") if source == IPO else _("pool")
            return f"{where} {cost}"
        case SellShares(_player, _company, percent):
            total = phrases.money(game, ledger.sale_proceeds(game, action))
            return _("sell %(count)d: %(total)s") % {"count": percent // 10, "total": total}
        case SellBlocks():
            return _("Sell")
        case ExchangePrivate(_player, _private, company, source):
            where = _("IPO") if source == IPO else _("pool")
            return _("for a share of %(company)s (%(where)s)") % {"company": company, "where": where}
        case RunRoutes():
            return _("Run") if action.routes else _("No train runs")
        case Dividend(_company, kind):
            revenue, paid = ledger.dividend_paid(game, action)
            if kind == "pay":
                return _("Pay %(share)s a share") % {"share": phrases.money(game, paid // 10)}
            return _("Withhold %(revenue)s") % {"revenue": phrases.money(game, revenue)}
        case BuyTrain(_company, _train, _source, price, trade_in):
            if open_number:
                return _("Offer") if _is_offer(game, action) else _("Buy")
            cost = phrases.money(game, price)
            if trade_in:
                return _("%(price)s and a %(train)s-train") % {"price": cost, "train": trade_in}
            return _("Buy for %(price)s") % {"price": cost}
        case DiscardTrain(_company, train):
            return _("Give up a %(train)s-train") % {"train": train}
        case BuyPrivate(_buyer, _private, price) | AcquirePrivate(_buyer, _private, price):
            if open_number:
                return _("Offer") if _is_offer(game, action) else _("Buy")
            return _("Buy for %(price)s") % {"price": phrases.money(game, price)}
        case Consent(_player, agree):
            return _("Agree") if agree else _("Refuse")
        case DeclareBankruptcy():
            return _("Declare bankruptcy")
        case Choose(_player, what, option):
            if option in game.definition.minors:
                return f"{option} {game.definition.minors[option].name}"
            return phrases.place(game, option) if option in game.definition.map.hexes else answer(what, option)
        case UsePower(_player, private, user):
            if game.definition.privates[private].from_minor is not None:
                return _("Convert it")
            return _("Use it") if user is None else _("Use it for %(company)s") % {"company": user}
        case RepayDebt(_player, part):
            return _("Pay back") if open_number else _("Pay back %(amount)s") % {"amount": phrases.money(game, part)}
        case LayTile() | PlaceToken():
            return phrases.heading(type(action))  # they are pressed on the map
        case _:
            assert_never(action)


def _is_offer(game: Game, action: AnyAction) -> bool:
    """Must somebody else agree first?"""
    return game.after(action).event("offer") is not None
