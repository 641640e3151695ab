"""Actions that a player types: "lay C7 9 1", "bid TA 60", "buy JHR pool", "run"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, assert_never

from kaiping import ledger
from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    Bid,
    Block,
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
    RepayDebt,
    Route,
    RunRoutes,
    SellBlocks,
    SellShares,
    UsePower,
)
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.phrases import company_on_turn
from kaiping.refusals import refused_at
from kaiping.state import BANK, POOL

Source = Literal["ipo", "pool"]

#: word -> how it is used
USAGE = {
    "pass": "pass",
    "bid": "bid PRIVATE [AMOUNT]",
    "start": "start COMPANY PRICE [PLACE]",
    "choose": "choose OPTION",
    "use": "use PRIVATE [COMPANY]",
    "repay": "repay [AMOUNT]",
    "buy": "buy COMPANY [ipo|pool], buy TRAIN [bank|pool|COMPANY] [PRICE] [for TRAIN], buy PRIVATE [PRICE]",
    "sell": "sell COMPANY [PERCENT], or together for a train: sell COMPANY PERCENT, COMPANY PERCENT ...",
    "exchange": "exchange PRIVATE COMPANY [ipo|pool]",
    "lay": "lay HEX [TILE [ROTATION]] [PRIVATE]",
    "token": "token HEX [CITY]",
    "run": "run, or: run TRAIN STOP ... [+ TRAIN STOP ...]",
    "pay": "pay",
    "withhold": "withhold",
    "discard": "discard TRAIN",
    "agree": "agree",
    "refuse": "refuse",
    "bankrupt": "bankrupt",
}
#: other words for the same; words that name things, such as train or tile, show them and never act
ALIASES = {"par": "start", "yes": "agree", "no": "refuse"}


class Incomplete(Exception):
    """More than one listed action fits what was typed, or its amount is open: no error, the player is asked."""

    def __init__(self, actions: Sequence[AnyAction]) -> None:
        super().__init__(f"{len(actions)} actions fit")
        self.actions = list(actions)


def is_action(word: str) -> bool:
    return ALIASES.get(word.lower(), word.lower()) in USAGE


def parse(game: Game, words: Sequence[str], listed: Sequence[AnyAction]) -> AnyAction:
    """The action that was typed, legal or not; raises ``Incomplete`` where the player must choose."""
    verb = ALIASES.get(words[0].lower(), words[0].lower())
    typed = _Typed(game, verb, [word for word in words[1:] if word != "%"], listed)
    makers: dict[str, Callable[[], AnyAction]] = {
        "pass": typed.passing,
        "bid": typed.bid,
        "start": typed.start,
        "buy": typed.buy,
        "sell": typed.sell,
        "exchange": typed.exchange,
        "choose": typed.choose_option,
        "use": typed.use_power,
        "repay": typed.repay,
        "lay": typed.lay,
        "token": typed.token,
        "run": typed.run,
        "pay": lambda: Dividend(typed.company(), "pay"),
        "withhold": lambda: Dividend(typed.company(), "withhold"),
        "discard": lambda: DiscardTrain(typed.company(), typed.name(game.definition.trains, "train")),
        "agree": lambda: Consent(typed.player, agree=True),
        "refuse": lambda: Consent(typed.player, agree=False),
        "bankrupt": lambda: DeclareBankruptcy(typed.company()),
    }
    action = makers[verb]()
    if typed.words:
        raise BadInput(f"{' '.join(typed.words)!r} is too much; use: {USAGE[verb]}")
    return action


def written(action: AnyAction) -> list[str]:
    """The words that an action is typed with, all of them: what ``parse`` makes the same action of."""
    match action:
        case Pass():
            return ["pass"]
        case Bid(_, private, amount):
            return ["bid", private, str(amount)]
        case Par(_, company, price, row):
            return ["start", company, str(price), *([] if row is None else [str(row + 1)])]
        case Choose(_, _, option):
            return ["choose", option]
        case UsePower(_, private, company):
            return ["use", private, *([] if company is None else [company])]
        case RepayDebt(_, amount):
            return ["repay", str(amount)]
        case BuyShare(_, company, source):
            return ["buy", company, source]
        case BuyTrain(_, train, source, price, trade_in):
            return ["buy", train, source, str(price), *([] if trade_in is None else ["for", trade_in])]
        case BuyPrivate(_, private, price) | AcquirePrivate(_, private, price):
            return ["buy", private, str(price)]
        case SellShares(_, company, percent):
            return ["sell", company, str(percent)]
        case SellBlocks(_, blocks):
            return ["sell", *(word for block in blocks for word in (block.company, str(block.percent)))]
        case ExchangePrivate(_, private, company, source):
            return ["exchange", private, company, source]
        case LayTile(_, hex_id, tile, rotation, private):
            return ["lay", hex_id, tile, str(rotation), *([] if private is None else [private])]
        case PlaceToken(_, hex_id, stop):
            return ["token", hex_id, str(stop + 1)]
        case RunRoutes(_, routes):
            return ["run", *[word for route in routes for word in ("+", route.train, *route.path)][1:]]
        case Dividend(_, kind):
            return [kind]
        case DiscardTrain(_, train):
            return ["discard", train]
        case Consent(_, agree):
            return ["agree" if agree else "refuse"]
        case DeclareBankruptcy():
            return ["bankrupt"]
        case _:
            assert_never(action)


def amount(game: Game, text: str) -> int | None:
    """A number as it was typed, also with the sign of money, commas or a per cent sign; None if it is none."""
    sign = game.definition.currency
    digits = text.removeprefix("-").removeprefix(sign).removesuffix(sign).removesuffix("%").replace(",", "")
    if not digits.isdecimal():
        return None
    return -int(digits) if text.startswith("-") else int(digits)


class _Typed:
    """The words after the verb, taken one by one."""

    def __init__(self, game: Game, verb: str, words: list[str], listed: Sequence[AnyAction]) -> None:
        self.game = game
        self.verb = verb
        self.words = words
        self.listed = listed
        self.player = game.acting[0] if game.acting else game.players[0]

    def company(self) -> str:
        """The company that acts; where none does, one of the player's own, and the rules say what is wrong."""
        company = company_on_turn(self.game)
        if company is not None:
            return company
        presidents = self.game.state.presidents
        own = [name for name, president in presidents.items() if president == self.player]
        return own[0] if own else next(iter(self.game.definition.companies))

    def take(self, what: str) -> str:
        if not self.words:
            raise BadInput(f"which {what}? Use: {USAGE[self.verb]}")
        return self.words.pop(0)

    def name(self, names: Iterable[str], what: str) -> str:
        """A known name, in capitals or not; an unknown one stays as typed, and the rules say what is wrong."""
        word = self.take(what)
        return next((name for name in names if name.lower() == word.lower()), word)

    def number(self, what: str) -> int:
        number = amount(self.game, word := self.take(what))
        if number is None:
            raise BadInput(f"{word!r} is not a number; use: {USAGE[self.verb]}")
        return number

    def next_is(self, names: Iterable[str]) -> bool:
        return bool(self.words) and self.words[0].lower() in {name.lower() for name in names}

    def choose(self, fits: list[AnyAction]) -> AnyAction:
        """The only listed action that fits, or a question."""
        if len(fits) == 1:
            return fits[0]
        raise Incomplete(fits)

    def passing(self) -> AnyAction:
        for action in self.listed:
            if isinstance(action, Pass):
                return action
        return Pass(company_on_turn(self.game) or self.player)

    def bid(self) -> AnyAction:
        definition = self.game.definition
        private = self.name((*definition.privates, *definition.minors), "private")
        if self.words:
            return Bid(self.player, private, self.number("amount"))
        fits = [action for action in self.listed if isinstance(action, Bid) and action.private == private]
        if fits:
            raise Incomplete(fits)
        return Bid(self.player, private, 0)

    def start(self) -> AnyAction:
        company = self.name(self.game.definition.companies, "company")
        fits: list[AnyAction] = [one for one in self.listed if isinstance(one, Par) and one.company == company]
        if not self.words and fits:
            return self.choose(fits)
        price = self.number("price")
        if self.words:
            return Par(self.player, company, price, self.number("place") - 1)
        same: list[AnyAction] = [one for one in fits if isinstance(one, Par) and one.price == price]
        return self.choose(same) if same else Par(self.player, company, price)

    def choose_option(self) -> AnyAction:
        """One of the answers to what is asked now."""
        offered = [action for action in self.listed if isinstance(action, Choose)]
        if not self.words and offered:
            raise Incomplete(offered)
        option = self.name([action.option for action in offered], "option")
        fits = [action for action in offered if action.option == option] or offered
        return Choose(self.player, fits[0].what if fits else "nothing", option)

    def use_power(self) -> AnyAction:
        private = self.name(self.game.definition.privates, "private")
        if self.words:
            return UsePower(self.player, private, self.name(self.game.definition.companies, "company"))
        fits = [action for action in self.listed if isinstance(action, UsePower) and action.private == private]
        return self.choose(list(fits)) if fits else UsePower(self.player, private, company_on_turn(self.game))

    def repay(self) -> AnyAction:
        if self.words:
            return RepayDebt(self.player, self.number("amount"))
        state = self.game.state
        return RepayDebt(self.player, min(state.cash[self.player], state.debt.get(self.player, 0)))

    def buy(self) -> AnyAction:
        definition = self.game.definition
        if self.next_is(definition.companies):
            return self.buy_share()
        if self.next_is((*definition.privates, *definition.minors)):
            kind = ledger.uninterrupted(self.game)
            if kind == "auction":
                return self.bid()
            return self.acquire_private() if kind == "stock round" else self.buy_private()
        if self.next_is(definition.trains):
            return self.buy_train()
        raise BadInput(f"{self.take('thing')!r} is no company, train or private; use: {USAGE['buy']}")

    def buy_share(self) -> AnyAction:
        company = self.name(self.game.definition.companies, "company")
        if self.words:
            return BuyShare(self.player, company, self.source())
        fits: list[AnyAction] = [one for one in self.listed if isinstance(one, BuyShare) and one.company == company]
        return self.choose(fits) if fits else BuyShare(self.player, company, self._likely_source(company))

    def source(self) -> Source:
        match self.take("source").lower():
            case "ipo":
                return "ipo"
            case "pool":
                return "pool"
            case other:
                raise BadInput(f"a share comes from the ipo or the pool, not from {other!r}")

    def _likely_source(self, company: str) -> Source:
        return "pool" if self.game.state.held(POOL, company) else "ipo"

    def buy_private(self) -> AnyAction:
        private = self.name(self.game.definition.privates, "private")
        if self.words:
            return BuyPrivate(self.company(), private, self.number("price"))
        fits = [one for one in self.listed if isinstance(one, BuyPrivate) and one.private == private]
        if fits:
            raise Incomplete(fits)
        return BuyPrivate(self.company(), private, self.game.definition.privates[private].price)

    def acquire_private(self) -> AnyAction:
        private = self.name(self.game.definition.privates, "private")
        if self.words:
            return AcquirePrivate(self.player, private, self.number("price"))
        fits = [one for one in self.listed if isinstance(one, AcquirePrivate) and one.private == private]
        if fits and not self.game.definition.privates[private].late:
            raise Incomplete(fits)
        return AcquirePrivate(self.player, private, self.game.definition.privates[private].price)

    def buy_train(self) -> AnyAction:
        definition, company = self.game.definition, self.company()
        train = self.name(definition.trains, "train")
        sellers = (BANK, POOL, *definition.companies, *definition.minors)
        source = self.name(sellers, "seller") if self.next_is(sellers) else None
        price = self.number("price") if self.words and not self.next_is(("for",)) else None
        trade_in = None
        if self.next_is(("for",)):
            self.words.pop(0)
            trade_in = self.name(definition.trains, "train")
        if price is None:
            fits = [
                one
                for one in self.listed
                if isinstance(one, BuyTrain)
                and one.train == train
                and one.trade_in == trade_in
                and (source is None or one.source == source)
            ]
            if len(fits) == 1 and fits[0].source in (BANK, POOL):
                return fits[0]
            if fits:
                raise Incomplete(fits)
            kind = definition.trains[train]
            price = kind.trade_in.price if trade_in and kind.trade_in else kind.price
        return BuyTrain(company, train, source or BANK, price, trade_in)

    def sell(self) -> AnyAction:
        rules = self.game.definition.train_rules
        if rules.emergency_together and ledger.uninterrupted(self.game) == "operating round":
            return self.sell_together()
        company = self.name(self.game.definition.companies, "company")
        if self.words:
            action = SellShares(self.player, company, self.number("percent"))
            if self.words:
                raise BadInput("here shares of one company are sold at a time: sell COMPANY [PERCENT]")
            return action
        fits: list[AnyAction] = [one for one in self.listed if isinstance(one, SellShares) and one.company == company]
        return self.choose(fits) if fits else SellShares(self.player, company, 10)

    def sell_together(self) -> AnyAction:
        """All shares for a train: "sell HK 20, KH 10"; less than that chooses from the sets that are enough."""
        self.words = [word for word in " ".join(self.words).replace(",", " ").split() if word not in ("+", "and")]
        sets = [one for one in self.listed if isinstance(one, SellBlocks)]
        if len(self.words) < 2:
            company = self.name(self.game.definition.companies, "company") if self.words else None
            fits = [one for one in sets if company is None or company in {block.company for block in one.blocks}]
            if fits:
                return self.choose(list(fits))
            return SellBlocks(self.player, () if company is None else (Block(company, 10),))
        blocks = []
        while self.words:
            company = self.name(self.game.definition.companies, "company")
            blocks.append(Block(company, self.number("percent")))
        return SellBlocks(self.player, tuple(blocks))

    def exchange(self) -> AnyAction:
        private = self.name(self.game.definition.privates, "private")
        company = self.name(self.game.definition.companies, "company")
        owner = self.game.state.privates.get(private, self.player)
        player = owner if owner in self.game.players else self.player
        return ExchangePrivate(player, private, company, self.source() if self.words else self._likely_source(company))

    def lay(self) -> AnyAction:
        definition = self.game.definition
        hex_id = self.name(definition.map.hexes, "hex")
        private = None
        if self.words and self.words[-1].lower() in {name.lower() for name in definition.privates}:
            wanted = self.words.pop().lower()
            private = next(name for name in definition.privates if name.lower() == wanted)
        tile = self.name(definition.tiles, "tile") if self.words else None
        if self.words and tile is not None:
            return LayTile(self.company(), hex_id, tile, self.number("rotation"), private)
        fits: list[AnyAction] = [
            one
            for one in self.listed
            if isinstance(one, LayTile)
            and one.hex == hex_id
            and (tile is None or one.tile == tile)
            and (private is None or one.private == private)
        ]
        if fits:
            return self.choose(fits)
        tried = [tile] if tile is not None else list(definition.tiles)
        if private is None and (telling := refused_at(self.game, hex_id, tried)):
            return telling[0].action
        return LayTile(self.company(), hex_id, tried[0], 0, private)

    def token(self) -> AnyAction:
        hex_id = self.name(self.game.definition.map.hexes, "hex")
        if self.words:
            return PlaceToken(self.company(), hex_id, self.number("city") - 1)
        fits: list[AnyAction] = [one for one in self.listed if isinstance(one, PlaceToken) and one.hex == hex_id]
        return self.choose(fits) if fits else PlaceToken(self.company(), hex_id, 0)

    def run(self) -> AnyAction:
        if not self.words:
            fits: list[AnyAction] = [one for one in self.listed if isinstance(one, RunRoutes)]
            return self.choose(fits) if fits else RunRoutes(self.company(), ())
        routes = []
        while self.words:
            end = self.words.index("+") if "+" in self.words else len(self.words)
            train, *path = self.words[:end]
            routes.append(Route(train, tuple(point.upper() for point in path)))
            del self.words[: end + 1]
        return RunRoutes(self.company(), tuple(routes))
