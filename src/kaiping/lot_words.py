"""What a private, a minor or a company does, in sentences: for the auction, the sheet, the terminal's help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kaiping.action import Choose
from kaiping.definition import (
    AttachedShare,
    Company,
    ExchangeForShare,
    FreeFerries,
    FreeRivers,
    FreeTrain,
    FreeYellowTiles,
    MinorRules,
    OwnPower,
    PaymentAfterPhase,
    PaymentOnSellOut,
    Private,
    SetsPar,
    SpecialTiles,
    StartsCompany,
    StationOfPrivate,
    StopBonus,
    TokenIncome,
)
from kaiping.flow.title import Option
from kaiping.game import Game
from kaiping.phrases import money, place

_POWERLESS = "It has no power, only its income."


def lot_sentences(game: Game, name: str) -> list[str]:
    """Of a private or a minor."""
    return [*(private_sentences if name in game.definition.privates else minor_sentences)(game, name)]


def common_sentences(game: Game, names: Sequence[str]) -> list[str]:
    """What is true of most of some privates, three at least, to be said once."""
    told = [sentence for name in names for sentence in lot_sentences(game, name)]
    return [one for one in dict.fromkeys(told) if told.count(one) >= max(3, len(names) // 2 + 1)]


def option_words(game: Game, action: Choose) -> Option:
    """What an answer to a question costs and does: as the title tells it, or where a minor is at home."""
    told = game.title.option(game.table(), action) if game.title.option is not None else None
    if told is None and action.option in game.definition.minors:
        home = f"at home in {place(game, game.definition.minors[action.option].home_stop[0])}"
        return Option(home, (f"{action.option} is {home}",))
    return told or Option("")


def private_sentences(game: Game, name: str) -> Iterator[str]:
    """What it closes, what its power is, and how long it lasts."""
    private = game.definition.privates[name]
    yield from _blocking(game, private)
    if private.power is None:
        yield "It has no other power." if private.blocks else _POWERLESS
    yield from power_sentences(game, private.power)
    yield from _life(game, private)


def minor_sentences(game: Game, name: str) -> Iterator[str]:
    minor = game.definition.minors[name]
    if game.title.minor:
        yield game.title.minor
    if minor.merges_into is not None:
        kept = f"; its owner gets {minor.reserved} % of it then" if minor.reserved else ""
        yield f"It becomes part of {minor.merges_into}{kept}."
    private = _becomes(game, name)
    if private is not None:
        yield f"It may become the private {private}."
    rules = game.definition.minor_rules
    if rules is not None:
        yield from _drafted(game, rules)


def _drafted(game: Game, rules: MinorRules) -> Iterator[str]:
    """What a minor does that is drafted and merges with the company of its owner."""
    yield "It runs the train on sale, without buying it, lays one tile a turn and keeps what it earns."
    at_rest = next((name for name, phase in game.definition.phases.items() if not phase.minors_work), None)
    if at_rest is not None:
        yield f"From phase {at_rest} on it does nothing but merge."
    yield (
        "The first company that its owner starts puts a share aside for it. Once track joins the two it merges: "
        f"its owner gets that share and {money(game, rules.premium)}, its money goes to the company or, but for "
        f"{rules.owner_percent} % for the owner, to the bank."
    )


def company_sentences(game: Game, name: str) -> Iterator[str]:
    """Where a company is at home, how it begins, and what only it may do, gets or must."""
    company = game.definition.companies[name]
    yield f"At home in {_places(game, list(dict.fromkeys(hex_id for hex_id, _ in company.home_stops)))}."
    if company.chooses_home:
        yield "It chooses the city for its home token."
    yield from _beginning(game, name, company)
    yield from _building(game, company)
    yield from _earning(game, company)


def _beginning(game: Game, name: str, company: Company) -> Iterator[str]:
    if company.par_prices:
        yield f"It starts at {' or '.join(money(game, price) for price in company.par_prices)}."
    if company.formed_by_minors:
        parts = [minor for minor, entry in game.definition.minors.items() if entry.merges_into == name]
        yield f"It is formed out of minors: {', '.join(parts)}."
    for private, entry in game.definition.privates.items():
        match entry.power:
            case StartsCompany(started) if started == name:
                yield f"Whoever buys {private} starts it."
            case SetsPar(started) if started == name:
                yield f"Whoever buys {private} sets its starting price and leads it."
            case AttachedShare(attached, percent) if attached == name:
                yield f"{percent} % of it come with {private}."


def _building(game: Game, company: Company) -> Iterator[str]:
    if company.yellow_lays:
        yield f"It may lay {company.yellow_lays} yellow tiles in each turn."
    if company.tile_lays:
        most = max(company.tile_lays.values())
        yield f"It may lay or upgrade {most} tiles a turn in phases {', '.join(company.tile_lays)}."
    if company.free_lay:
        yield f"In its first turn it builds on one of {_places(game, company.free_lay)} for nothing."
    if company.yellow_income:
        yield f"For each yellow tile that it lays it gets {money(game, company.yellow_income)}."
    if company.train_limits:
        changes = {limit: phase for phase, limit in reversed(company.train_limits.items())}
        limits = ", ".join(f"{limit} from phase {phase}" for limit, phase in reversed(changes.items()))
        yield f"It has a train limit of its own: {limits}."
    if company.passes is not None:
        passed = company.passes
        yield (
            f"From phase {passed.from_phase} on tokens of others do not stop it on {passed.color} tiles of "
            f"{_places(game, passed.hexes)}."
        )


def _earning(game: Game, company: Company) -> Iterator[str]:
    if company.destination and company.bonus:
        home = "in the city of its home token" if company.bonus_in_home_city else "at home"
        goals = _places(game, company.destination)
        yield f"A route that calls {home} and at {goals} earns {money(game, company.bonus)} more."
    if company.half_pay:
        until = "" if company.full_pay_from is None else f" before phase {company.full_pay_from}"
        yield f"Paying out means half{until}: its treasury keeps the other half."
    if company.fame is not None:
        fame = company.fame
        gain = "what a die says" if fame.die else f"{money(game, fame.amount)} more"
        kept = f", and {money(game, fame.treasury)} for the treasury" if fame.treasury and not fame.die else ""
        yield f"{fame.name}: once a turn a call at {place(game, fame.hex)}, {fame.color}, earns it {gain}{kept}."
    for hex_id, amount in company.token_income.items():
        yield f"For a token on {place(game, hex_id)} it gets {money(game, amount)} each operating round."


def _blocking(game: Game, private: Private) -> Iterator[str]:
    if private.blocks:
        hexes = _places(game, private.blocks)
        until = ""
        if private.blocks_until_phase is not None:
            until = f", until phase {private.blocks_until_phase}"
        elif private.blocks_until_turn_of is not None:
            until = f", until the first turn of {private.blocks_until_turn_of}"
        yield f"While a player owns it nobody may lay track on {hexes}{until}."


def _life(game: Game, private: Private) -> Iterator[str]:
    rules = game.definition.private_rules
    for phase, income in private.income_from.items():
        yield f"From phase {phase} it pays {money(game, income)}."
    if private.from_minor is not None:
        yield f"It comes into the game when the minor {private.from_minor} becomes a private."
    elif private.late:
        yield "The bank sells it in stock rounds, not in the auction."
    if private.for_companies and rules.sold_from is not None:
        span = ""
        if rules.sale_percent:
            least, most = rules.sale_percent
            span = f", for {least} to {most} per cent of its price"
        yield f"Companies may buy it from phase {rules.sold_from} on{span}."
    elif rules.sold_from is not None:
        yield "Companies cannot buy it."
    if private.closed_by_train_of is not None:
        yield f"It closes when {private.closed_by_train_of} gets a train."
    elif private.stays:
        yield "It stays when the other privates close."
    elif rules.closed_by is not None:
        yield f"It closes with phase {rules.closed_by}."


def power_sentences(game: Game, power: Any) -> Iterator[str]:
    """What a power does, in sentences."""

    def cash(amount: int) -> str:
        return money(game, amount)

    match power:
        case SpecialTiles(lays):
            tiles = " and ".join(f"tile {tile} on {place(game, hex_id)}" for hex_id, tile in lays)
            yield f"A company that owns it may lay {tiles}, free and without a connection."
        case FreeYellowTiles(hexes, most):
            count = "a yellow tile" if most == 1 else f"up to {most} yellow tiles"
            joined = "; further ones must join the first" if most > 1 and power.must_join else ""
            yield (
                f"A company that owns it may lay {count} on {_places(game, hexes)}, free and without a "
                f"connection{joined}."
            )
        case ExchangeForShare(hexes):
            when = "in place of a purchase in a stock round" if power.as_purchase else "at any time"
            where = " or ".join({"ipo": "the IPO", "pool": "the pool"}[source] for source in power.sources)
            yield (
                f"A player who owns it may give it up for a share, from {where}, of a company with a token on "
                f"{_places(game, hexes)}, {when}."
            )
        case PaymentOnSellOut(amounts):
            *first, last = [f"{cash(amount)} with the last {kind}-train" for kind, amount in amounts.items()]
            yield f"It pays its owner once and is gone then: {', '.join(first)} or {last}."
        case FreeFerries():
            yield "Companies of its owner pay no fee for ferries."
        case StopBonus(hex_id, amount):
            yield f"{place(game, hex_id)} is worth {cash(amount)} more to companies of its owner."
        case FreeRivers():
            yield "Companies of its owner do not pay what a river adds to the cost of a hex."
        case StartsCompany(company, price, percent):
            yield f"Whoever buys it starts {company} with it, at {cash(price)}, with a certificate of {percent} %."
        case FreeTrain(forced_by):
            yield (
                "Its owner may give it up for the train on sale, for one of their companies in its turn; with the "
                f"first {forced_by}-train they must, for the next train."
            )
        case AttachedShare(company, percent):
            yield f"Whoever buys it gets {percent} % of {company} with it."
        case SetsPar(company):
            yield f"Whoever buys it sets the starting price of {company} and leads it."
        case TokenIncome(hex_id, amount, companies):
            who = ", ".join(companies) or "each company"
            yield (
                f"While a player owns it, {who} gets {cash(amount)} from the bank each operating round with a token "
                f"on {place(game, hex_id)}."
            )
        case PaymentAfterPhase(phase, amount):
            yield (
                f"In the first operating round after the beginning of phase {phase} its owner gets {cash(amount)} more."
            )
        case StationOfPrivate():
            yield from _station(game, power)
        case OwnPower():
            yield power.told()


def _station(game: Game, power: StationOfPrivate) -> Iterator[str]:
    stays = f", but for those of {', '.join(power.stays)}" if power.stays else ""
    yield f"Bought, it puts its token on {place(game, power.hex)} and sends those of companies away{stays}."
    price = "what their next token would" if power.right_like_token else money(game, power.right_price)
    barred = f" ({', '.join(power.no_right)} cannot)" if power.no_right else ""
    yield f"Companies may pay {price} to pass it{barred}."
    yield "Who calls there without a token of its own makes it an income."


#: more places than this are told by what they have in common, or else by letters and figures where they have no name
_NAMED = 6


def _places(game: Game, hexes: Sequence[str]) -> str:
    shared = _shared(game, hexes) if len(hexes) > _NAMED else ""
    return shared or ", ".join(place(game, hex_id) for hex_id in hexes)


def _shared(game: Game, hexes: Sequence[str]) -> str:
    """Hexes by what all of them and no other white ones have, if there is such a thing."""
    kinds = set.intersection(*(set(game.definition.map.hexes[one].terrain) for one in hexes))
    return f"the {len(hexes)} hexes with a {min(kinds)}" if kinds else ""


# --- in one sentence ------------------------------------------------------------------------------------


def lot_in_short(game: Game, name: str) -> str:
    """What a private or a minor does, in a sentence that somebody understands who has never seen the game."""
    minor = game.definition.minors.get(name)
    if minor is not None:
        return _minor_in_short(game, name)
    private = game.definition.privates[name]
    closed = _closed_in_short(game, private)
    power = _power_in_short(game, private.power)
    if closed and power:
        if _opens(private.power) == private.blocks:
            return f"{closed}; a company that buys it may, for nothing."
        return f"{power}; {closed[:1].lower()}{closed[1:]}."
    return f"{power or closed}." if power or closed else _POWERLESS


def _minor_in_short(game: Game, name: str) -> str:
    minor = game.definition.minors[name]
    parts = [game.title.minor.rstrip(".") or "A small company of one player"]
    if minor.merges_into is not None:
        kept = f"{minor.reserved} % of " if minor.reserved else "part of "
        parts.append(f"later it becomes {kept}{minor.merges_into}")
    private = _becomes(game, name)
    if private is not None:
        parts.append(f"later it may become the private {private}")
    return f"{'; '.join(parts)}."


def _becomes(game: Game, minor: str) -> str | None:
    """The private that a minor may turn into."""
    return next((name for name, entry in game.definition.privates.items() if entry.from_minor == minor), None)


def _opens(power: Any) -> tuple[str, ...]:
    """The hexes on which a company may build by a power."""
    match power:
        case SpecialTiles(lays):
            return tuple(hex_id for hex_id, _ in lays)
        case FreeYellowTiles(hexes):
            return hexes
    return ()


def _closed_in_short(game: Game, private: Private) -> str:
    return f"Nobody may build on {_few(game, private.blocks)} while a player owns it" if private.blocks else ""


def _few(game: Game, hexes: Sequence[str]) -> str:
    """Some hexes by their names, or by what they have in common."""
    if len(hexes) <= _NAMED:
        *first, last = [_name(game, hex_id) for hex_id in hexes]
        return f"{', '.join(first)} and {last}" if first else last
    return _shared(game, hexes) or f"{len(hexes)} hexes"


def _name(game: Game, hex_id: str) -> str:
    """A place by its name alone, without what the map adds in brackets."""
    return (game.definition.map.hexes[hex_id].name or hex_id).partition(" (")[0]


def _company(game: Game, code: str) -> str:
    """A company with its name: where lots are auctioned it stands on no sheet yet."""
    return f"{code} ({game.definition.companies[code].name})"


def _power_in_short(game: Game, power: Any) -> str:
    def cash(amount: int) -> str:
        return money(game, amount)

    match power:
        case SpecialTiles():
            return f"A company that buys it may build on {_few(game, _opens(power))} for nothing"
        case FreeYellowTiles(hexes, most):
            count = "a yellow tile" if most == 1 else f"{most} yellow tiles"
            return f"A company that buys it may lay {count} on {_few(game, hexes)} for nothing"
        case ExchangeForShare(hexes):
            return f"Its owner may swap it for a share of a company with a token in {_few(game, hexes)}"
        case PaymentOnSellOut(amounts):
            *first, last = [cash(amount) for amount in amounts.values()]
            return f"It is paid out once, the later the more: {', '.join(first)} or {last}"
        case FreeFerries():
            return "Companies of its owner pay nothing for ferries"
        case StopBonus(hex_id, amount):
            return f"Companies of its owner earn {cash(amount)} more in {_name(game, hex_id)}"
        case FreeRivers():
            return "Companies of its owner build over rivers for nothing"
        case StartsCompany(company, price, percent):
            return f"Whoever buys it gets {percent} % of {_company(game, company)} and starts it at {cash(price)}"
        case FreeTrain():
            return "Its owner may swap it for the train on sale"
        case AttachedShare(company, percent):
            return f"Whoever buys it also gets {percent} % of {_company(game, company)}"
        case SetsPar(company):
            return f"Whoever buys it leads {_company(game, company)} and sets its price"
        case TokenIncome(hex_id, amount, companies):
            who = ", ".join(companies) or "A company"
            return f"{who} gets {cash(amount)} each round for a token in {_name(game, hex_id)}"
        case PaymentAfterPhase(phase, amount):
            return f"It pays {cash(amount)} more, once, in phase {phase}"
        case StationOfPrivate():
            return f"It has a token in {_name(game, power.hex)}, which companies pay to pass"
        case OwnPower():
            return power.in_short().rstrip(".")
        case _:
            return ""
