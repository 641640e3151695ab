"""Places, rounds and actions in words, for everything that shows a game: the terminal and the web table."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kaiping import ledger
from kaiping.action import AnyAction, BuyTrain, Choose, Par, SellBlocks
from kaiping.definition import TrainKind
from kaiping.errors import KaipingError
from kaiping.event import GOES_ON, ROUNDS, Event
from kaiping.flow.auction import Auction
from kaiping.flow.offers import Offer
from kaiping.flow.operating.forced_sale import means, outlook
from kaiping.flow.operating.frame import OperatingRound, president_of
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.operating.step import TurnStep
from kaiping.flow.operating.steps import SilentStep
from kaiping.flow.operating.train_purchase import shortfall
from kaiping.flow.private_trade import TradeOffer
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import Discards
from kaiping.game import Game
from kaiping.language import gettext as _
from kaiping.language import ngettext
from kaiping.ledger import company_on_turn as company_on_turn
from kaiping.ledger import round_now
from kaiping.open_words import dealing_words, open_words
from kaiping.open_words import step_words as step_words
from kaiping.past import ages_until
from kaiping.state import BANK, Frame
from kaiping.words import ENDINGS, answer, interruption
from kaiping.words import owner_words as owner_words
from kaiping.words import question as asked_about


def money(game: Game, amount: int | None) -> str:
    """An amount with the sign of the title's currency and commas between the thousands; "?" if it is not known."""
    if amount is None:
        return "?"
    sign = "−" if amount < 0 else ""
    return f"{sign}{game.definition.currency}{abs(amount):,}"


def printed_name(game: Game) -> str:
    """What is played, with the edition."""
    name, edition = game.definition.name, game.definition.edition
    return name if edition in name else f"{name} ({edition})"


def place(game: Game, hex_id: str) -> str:
    """A hex with its name."""
    printed = game.definition.map.hexes.get(hex_id)
    return f"{hex_id} {printed.name}" if printed is not None and printed.name else hex_id


def heading(kind: type[AnyAction]) -> str:
    """What the actions of one kind are headed by."""
    return _(kind.heading)


def plain_words(action: AnyAction) -> str:
    """What an action says, by the names of its fields."""
    fields = msgspec.structs.asdict(action)
    return ", ".join(f"{name} {value}" for name, value in fields.items() if value is not None)


def said(game: Game, action: AnyAction) -> str:
    """An action by itself, for where nothing tells what came of it."""
    match action:
        case Par(player, company, price):
            figures = {"player": player, "company": company, "price": money(game, price)}
            return _("%(player)s chooses to start %(company)s at %(price)s") % figures
        case Choose(player, what, option):
            asked = asked_about(what, game.definition.president)
            figures = {"player": player, "what": asked, "answer": answer(what, option)}
            return _("%(player)s chooses %(what)s: %(answer)s") % figures
    return f"{heading(type(action))}: {plain_words(action)}"


#: what is told only with something else
_BESIDES = frozenset({"turn", "president-paid", "borrowed"})


def brought(game: Game, action: AnyAction) -> str:
    """What an action brings about first, as the log tells it: "Ann sells 10 % of TJL for ¥85"."""
    try:
        events = [event for event in game.after(action).events if event.kind not in _BESIDES]
    except KaipingError:  # by the rules of today it could not be played
        events = []
    return game.describe(events[0]) if events else said(game, action)


def question(game: Game, what: str) -> str:
    """What is asked in a choice."""
    return _("choose %(what)s") % {"what": asked_about(what, game.definition.president)}


def reach(kind: TrainKind) -> str:
    """How far a train runs: stops, or cities and towns; "of all" where it leaves others out."""
    if kind.cities is not None and kind.towns is not None:
        return _("%(cities)d cities, %(towns)d towns") % {"cities": kind.cities, "towns": kind.towns}
    if kind.range is None:
        return _("no limit")
    if kind.cities is not None:
        return _("%(stops)d stops, at most %(cities)d cities") % {"stops": kind.range, "cities": kind.cities}
    if kind.skips:
        return _("any %(stops)d stops of its way") % {"stops": kind.range}
    return ngettext("%(stops)d stop", "%(stops)d stops", kind.range) % {"stops": kind.range}


def step_noun(name: str) -> str:
    """A step of a company's turn by itself."""
    return {
        "track": _("track"),
        "token": _("token"),
        "run": _("run"),
        "dividend": _("dividend"),
        "trains": _("trains"),
        "privates": _("privates"),
        "merger": _("merger"),
    }.get(name, name)


def ending_words(reason: str) -> str:
    return _(ENDINGS[reason])


def round_short(game: Game) -> str:
    """The round in as few letters as players use: "SR 3", "OR 3.2"."""
    state = game.state
    if state.finished is not None:
        return _("the end")
    for frame in reversed(state.stack):
        match frame:
            case Auction() | SingleAuction():
                return _("auction")
            case StockRound():
                return _("SR %(turn)d") % {"turn": state.turn}
            case OperatingRound():
                return _("OR %(turn)d.%(round)d") % {"turn": state.turn, "round": state.round}
            case _ if type(frame) in game.title.rounds:
                return game.title.round_words.get(type(frame)) or game.title.rounds[type(frame)]
    return ""


def rules_words(game: Game) -> list[str]:
    """By which versions of the rules a game was and is played, and what those of today refuse of it."""
    said = [_("Rules version %(rules)s") % {"rules": game.definition.rules_version}]
    said += [
        _("Up to action %(number)d by version %(rules)s") % {"number": age.until, "rules": age.rules}
        for age in ages_until(game.ages, game.played)
    ]
    if game.unplayed is not None:
        told = [str(left) for left in (game.unplayed, *game.unplayed.earlier)]
        said += [sentence[:1].upper() + sentence[1:] for sentence in told]
    return said


def round_of(event: Event) -> str:
    """The round that begins with an event, in as few letters."""
    match event.kind:
        case "auction-begins" | "auction-goes-on":
            return _("auction")
        case "stock-round":
            return _("SR %(turn)d") % {"turn": event["turn"]}
        case "operating-round":
            return _("OR %(turn)d.%(round)d") % {"turn": event["turn"], "round": event["round"]}
    return _("the end")


def by_round(game: Game, went_on: str) -> list[tuple[str, list[Event]]]:
    """What the latest action brought about, by rounds: the one in which it was played, then those that follow it."""
    found: list[tuple[str, list[Event]]] = [(went_on, [])]
    for event in game.last_events:
        if event.kind in ROUNDS or event.kind == GOES_ON:
            found.append((round_of(event), []))
        found[-1][1].append(event)
    (name, events), now = found[-1], round_short(game)
    if now not in ("", name):  # no event tells that a round goes on which a stock round had interrupted
        kinds = [event.kind for event in events]
        end = kinds.index("stock-round-ended") + 1 if "stock-round-ended" in kinds else len(kinds)
        found[-1:] = [(name, events[:end]), (now, events[end:])]
    return found


def round_long(game: Game) -> str:
    """The round in full, with the interruption if there is one."""
    state = game.state
    if state.finished is not None:
        return _("the game is over: %(why)s") % {"why": ending_words(state.finished)}
    words = ""
    for frame in state.stack:
        match frame:
            case Auction() | SingleAuction():
                words = _("auction of the privates")
            case StockRound():
                words = _("stock round %(turn)d") % {"turn": state.turn}
            case OperatingRound():
                words = _operating_words(game)
            case Discards():
                words += _(", trains above the limit")
            case Offer() | TradeOffer():
                words += _(", an offer")
            case MoreTiles(_company, private):
                words += _(", tiles of %(private)s") % {"private": private}
            case _:
                words += ", " * bool(words) + _frame_words(game, frame)
    return words


def _operating_words(game: Game) -> str:
    state = game.state
    words = _("operating round %(turn)d.%(round)d") % {"turn": state.turn, "round": state.round}
    if state.set_rounds:
        words += _(" of %(all)d") % {"all": state.set_rounds}
    return words + "".join(fact.text for fact in ledger.facts(game, "round"))


def _frame_words(game: Game, frame: Frame) -> str:
    """What a round or an interruption is about that this module has no words of its own for."""
    asked = _asked(game)
    about = interruption(frame.interrupts, msgspec.structs.asdict(frame), game.definition.currency)
    return ": ".join(words for words in (about, asked) if words)


def _asked(game: Game) -> str:
    """The question that whoever acts has to answer, if there is one."""
    acting = game.acting
    choices = (action for action in game.legal_actions() if isinstance(action, Choose) and action.player in acting)
    asked = dict.fromkeys(action.what for action in choices)
    return _(" or ").join(question(game, what) for what in asked)


def turn_steps(game: Game) -> tuple[TurnStep, ...]:
    """The steps of the company's turn that is going on, if one is."""
    top = game.state.stack[-1] if game.state.stack else None
    rules = game.title.frames[OperatingRound]
    if not isinstance(top, OperatingRound) or not top.order or not isinstance(rules, OperatingRules):
        return ()
    return rules.turn_steps(game.table(), top)


def silent(step: TurnStep) -> bool:
    """Is it a step in which nobody decides anything?"""
    return isinstance(step, SilentStep)


def step_name(game: Game) -> str:
    """The step of the turn that is going on, by the rules' name for it."""
    top = game.state.stack[-1] if game.state.stack else None
    return round_now(game).step or "" if isinstance(top, OperatingRound) else ""


def turn_words(game: Game, legal: Iterable[AnyAction] | None = None) -> str:
    """What is asked of whoever acts; ``legal`` spares listing again what may be done."""
    state = game.state
    if state.finished is not None:
        return _("The game is over: %(why)s") % {"why": ending_words(state.finished)}
    company = company_on_turn(game)
    top = state.stack[-1]
    match top:
        case Offer(purchase):
            thing = (
                _("a %(train)s-train") % {"train": purchase.train}
                if isinstance(purchase, BuyTrain)
                else game.definition.privates[purchase.private].name
            )
            return _("%(company)s offers %(price)s for %(thing)s") % {
                "company": purchase.company,
                "price": money(game, purchase.price),
                "thing": thing,
            }
        case TradeOffer(purchase):
            return _("%(player)s offers %(price)s for %(thing)s") % {
                "player": purchase.player,
                "price": money(game, purchase.price),
                "thing": game.definition.privates[purchase.private].name,
            }
        case Discards():
            return _("%(company)s has too many trains and gives one up") % {"company": company}
        case MoreTiles(_company, private):
            return _("%(company)s goes on with the power of %(private)s") % {"company": company, "private": private}
        case OperatingRound():
            return f"{company} {open_words(step_name(game), _open(game, legal))}"
        case Auction(contested=str(contested)):
            return _("%(private)s is auctioned among its bidders") % {"private": contested}
        case Auction():
            return _("Buy what is next for sale, bid for something else, or pass")
        case SingleAuction():
            name = next((name for name, owner in state.privates.items() if owner == BANK), "")
            return _("Bid for %(private)s, or pass") % {"private": f"{name} {game.definition.privates[name].name}"}
        case StockRound():
            return dealing_words(_open(game, legal))
    words = _frame_words(game, top)
    return words[:1].upper() + words[1:]


def _open(game: Game, legal: Iterable[AnyAction] | None) -> list[AnyAction]:
    """What those may do whose turn it is."""
    acting = game.acting
    return [one for one in (game.legal_actions() if legal is None else legal) if game.seat_of(one) in acting]


def blocks_words(action: SellBlocks) -> str:
    """What is sold together: "2 HK, 1 KH"."""
    return ", ".join(f"{block.percent // 10} {block.company}" for block in action.blocks)


def set_words(game: Game, action: SellBlocks) -> str:
    """What a set of shares brings its seller, what is left of that after the train, and what they keep."""
    company = company_on_turn(game)
    if company is None or not action.blocks:
        return ""
    then = outlook(game.table(), company, action)
    words = [_("brings %(amount)s") % {"amount": money(game, then.brings)}]
    if then.left < 0:
        words.append(_("%(amount)s are still missing") % {"amount": money(game, -then.left)})
    else:
        words.append(_("leaves %(amount)s") % {"amount": money(game, then.left)})
    for block in then.blocks:
        figures = {"company": block.company, "count": block.kept, "price": money(game, block.price), "heir": block.heir}
        if not block.price:
            words.append(_("%(company)s closes") % figures)
        elif block.heir:
            words.append(_("%(heir)s leads %(company)s") % figures)
        if block.kept and block.price:
            words.append(_("keeps %(count)d %(company)s at %(price)s") % figures)
    return ", ".join(words)


def shortfall_words(game: Game) -> str:
    """What is missing for the train that a company must buy, and what its president can raise, if it is known."""
    company = company_on_turn(game)
    if company is None or step_name(game) != "trains":
        return ""
    table = game.table()
    president = president_of(table, company)
    if None in (game.cash(company), game.cash(president)) or not (short := shortfall(table, company)):
        return ""
    cash = game.cash(president) or 0
    if cash >= short:
        return ""
    figures = {
        "player": president,
        "missing": money(game, short - cash),
        "most": money(game, means(table, company)[0] - cash),
    }
    return _("%(missing)s are missing for the train; %(player)s can raise %(most)s by selling shares") % figures
