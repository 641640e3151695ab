"""Charters, certificates, privates and trains: what each card says."""

from __future__ import annotations

from msgspec import Struct

from kaiping.definition import Company, Minor, Private
from kaiping.draw.theme import letters_on
from kaiping.game import Game
from kaiping.language import gettext as _
from kaiping.lot_words import lot_sentences
from kaiping.phase_words import trade_words
from kaiping.phrases import money, place, reach

#: cards printed of a train of which there is no end
_ENDLESS = 6


class Charter(Struct, frozen=True):
    """The sheet of a company or a minor, on which its money, trains and tokens lie."""

    code: str
    name: str
    native: str
    color: str
    letters: str
    #: what each of its tokens costs
    tokens: tuple[str, ...]
    #: what is to be known of it
    facts: tuple[str, ...]
    minor: bool


class Certificate(Struct, frozen=True):
    """A certificate of a company."""

    code: str
    name: str
    native: str
    color: str
    letters: str
    percent: int
    #: what the president is called; empty on others
    president: str


class Lot(Struct, frozen=True):
    """A private, or a minor as it is bought."""

    code: str
    name: str
    native: str
    price: str
    income: str
    text: tuple[str, ...]


class TrainCard(Struct, frozen=True):
    name: str
    price: str
    reach: str
    #: what it brings and what ends it
    notes: tuple[str, ...]


def _native(owner: Company | Minor | Private) -> str:
    return owner.chinese or owner.japanese or ""


def charters(game: Game) -> list[Charter]:
    definition = game.definition
    found = [
        Charter(
            code,
            company.name,
            _native(company),
            company.color,
            letters_on(company.color),
            tuple(
                money(game, definition.stations.costs[min(number, len(definition.stations.costs) - 1)])
                for number in range(company.stations)
            ),
            tuple(_company_facts(game, company)),
            False,
        )
        for code, company in definition.companies.items()
    ]
    return found + [
        Charter(
            code,
            minor.name,
            _native(minor),
            minor.color,
            letters_on(minor.color),
            (money(game, 0),) if minor.homes else (),
            (*_homes(game, minor), *lot_sentences(game, code)),
            True,
        )
        for code, minor in definition.minors.items()
    ]


def _homes(game: Game, owner: Company | Minor) -> list[str]:
    places = dict.fromkeys(hex_id for hex_id, _stop in owner.home_stops)
    if not places:
        return []
    return [_("Home: %(places)s") % {"places": ", ".join(place(game, hex_id) for hex_id in places)}]


def _company_facts(game: Game, company: Company) -> list[str]:
    facts = _homes(game, company)
    if company.destination:
        goals = ", ".join(place(game, hex_id) for hex_id in company.destination)
        facts.append(
            _("Destination: %(places)s, %(bonus)s") % {"places": goals, "bonus": money(game, company.bonus)}
            if company.bonus
            else _("Destination: %(places)s") % {"places": goals}
        )
    if company.par_prices:
        prices = ", ".join(money(game, price) for price in company.par_prices)
        facts.append(_("Starts at %(prices)s") % {"prices": prices})
    if company.half_pay:
        facts.append(_("Paying out means half; the treasury keeps the rest"))
    if company.formed_by_minors:
        facts.append(_("Formed out of minors"))
    return facts


def certificates(game: Game) -> list[Certificate]:
    """The president's certificate of each company, in every size that may be chosen, and the ordinary shares."""
    definition = game.definition
    sizes = definition.shares.president_percents
    found = []
    for code, company in definition.companies.items():
        look = (code, company.name, _native(company), company.color, letters_on(company.color))
        found += [Certificate(*look, size, definition.president) for size in sizes]
        found += [Certificate(*look, 10, "") for _number in range((100 - min(sizes)) // 10)]
    return found


def lots(game: Game) -> list[Lot]:
    """All privates, and minors that are bought."""
    definition = game.definition
    found = [
        Lot(
            code,
            private.name,
            _native(private),
            money(game, private.price),
            money(game, private.income),
            tuple(lot_sentences(game, code)),
        )
        for code, private in definition.privates.items()
    ]
    return found + [
        Lot(code, minor.name, _native(minor), money(game, minor.price), "", tuple(lot_sentences(game, code)))
        for code, minor in definition.minors.items()
        if minor.price
    ]


def train_cards(game: Game) -> list[TrainCard]:
    """All trains; of those without an end some."""
    definition, found = game.definition, []
    for kind in definition.trains.values():
        notes = []
        if phase := definition.phase_of_train.get(kind.name):
            notes.append(_("the first starts phase %(phase)s") % {"phase": phase})
        if kind.rusted_by:
            notes.append(_("rusts with the first %(train)s") % {"train": kind.rusted_by})
        if trade := trade_words(game, kind):
            notes.append(trade)
        card = TrainCard(kind.name, money(game, kind.price), reach(kind), tuple(notes))
        found += [card] * (_ENDLESS if kind.count is None else kind.count)
    return found


def tokens_of(game: Game) -> list[tuple[str, str, str, int]]:
    """Code, colour, colour of letters and number of the discs: tokens and a price marker, of a minor its one token."""
    companies = ((code, one.color, one.stations + 1) for code, one in game.definition.companies.items())
    minors = ((code, one.color, 1) for code, one in game.definition.minors.items() if one.homes)
    return [(code, color, letters_on(color), count) for code, color, count in (*companies, *minors)]
