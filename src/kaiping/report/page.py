"""A report as HTML: the part that a page of the table holds, or a document that stands alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files

from kaiping import ledger
from kaiping.analysis import Analysis
from kaiping.definition import Company, Minor
from kaiping.draw.svg import Markup, element, join
from kaiping.draw.theme import letters_on
from kaiping.game import Game
from kaiping.language import gettext as _
from kaiping.language import ngettext
from kaiping.phrases import ending_words, money, printed_name
from kaiping.report import Report
from kaiping.report.course import Revenue, Train
from kaiping.report.looked_back import looked_back
from kaiping.report.parts import Address, moment, nowhere, section, sentence, wide
from kaiping.report.plots import parts_chart, revenue_bars, worth_chart
from kaiping.report.turning import Swing, main_event

#: how many changes of the lead are told, the latest
_LEADS = 8
#: columns of so many players are seen at once on a phone
_NARROW = 4


def account_names() -> dict[str, str]:
    """The accounts in words, in the order in which they are shown."""
    return {
        "start": _("at the beginning"),
        "dividends": _("dividends"),
        "incomes": _("privates paid"),
        "rises": _("prices rose"),
        "falls": _("prices fell"),
        "trades": _("share trades"),
        "lots": _("privates, minors"),
        "outlays": _("for trains"),
        "other": _("interest, levies"),
    }


def document(found: Report, analysis: Analysis | None = None) -> str:
    """A file that stands alone: no script, and the styles within; with what an analysis has found, if there is one."""
    head = element(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", f"{printed_name(found.game)} – {_('After the game')}"),
        element("style", Markup(styles())),
    )
    more = "" if analysis is None else looked_back(found.game, analysis)
    main = element("main", body(found), more, class_="report")
    return f'<!doctype html>\n<html lang="en">{head}<body class="alone">{main}</body></html>\n'


@lru_cache(1)
def styles() -> str:
    return files("kaiping.report").joinpath("static", "report", "report.css").read_text(encoding="utf-8")


def body(found: Report, address: Address = nowhere) -> Markup:
    """All of it, under its own headings."""
    game = found.game
    return join(
        element("header", element("h1", printed_name(game)), element("p", _summary(found), class_="summary")),
        element(
            "div",
            section(_("Worth round by round"), wide(_lines(found))),
            section(_("Where it came from"), wide(Markup(parts_chart(game, found.accounts, account_names())))),
            class_="pair charts",
        ),
        element(
            "div",
            section(_("Worth at the end") if game.finished else _("Worth now"), _standing(found)),
            section(_("Gained and lost"), _accounts(found)),
            class_="pair",
        ),
        section(_("Companies"), _companies(found), _legend(found)),
        element(
            "div",
            section(_("Turning points"), _turning(found, address)),
            section(_("Milestones"), _milestones(found, address)),
            class_="pair",
        ),
    )


def _summary(found: Report) -> str:
    game, order = found.game, list(found.accounts)
    played = ngettext("%(number)d action", "%(number)d actions", game.played) % {"number": game.played}
    if game.finished is None:
        return _("The game goes on after %(played)s.") % {"played": played}
    best = found.accounts[order[0]].total
    winners = game.winners()
    figures = {"winner": ", ".join(winners), "worth": money(game, best)}
    if len(winners) > 1:
        said = _("%(winner)s share the victory with %(worth)s each") % figures
    elif len(order) > 1:
        ahead = {"margin": money(game, best - found.accounts[order[1]].total), "second": order[1]}
        said = _("%(winner)s wins with %(worth)s, %(margin)s ahead of %(second)s") % (figures | ahead)
    else:
        said = _("%(winner)s ends with %(worth)s") % figures
    ended = {"said": said, "why": ending_words(game.finished), "played": played}
    return _("%(said)s. It ended after %(played)s because %(why)s.") % ended


def _lines(found: Report) -> Markup:
    players = list(found.game.players)
    rows = [(mark.name, [mark.worth[player] for player in players]) for mark in found.course.marks]
    if found.game.finished is None:
        rows.append(("", [found.worth[-1][player] for player in players]))
    return Markup(worth_chart(found.game, players, rows))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str) -> Markup:
    """A table whose rows begin with what they are about; each cell knows its head, which a phone says in the cell."""
    top = element("tr", *(element("th", name, scope="col") for name in head))
    lines = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            *(element("td", cell, data_head=name) for name, cell in zip(head[1:], row[1:], strict=True)),
        )
        for row in rows
    ]
    inner = element("table", element("thead", top), element("tbody", *lines, ""), class_=kind)
    return wide(inner)


def _printed(game: Game) -> dict[str, Company | Minor]:
    return {**game.definition.companies, **game.definition.minors}


def _badge(game: Game, company: str) -> Markup:
    owner = _printed(game)[company]
    return element(
        "svg",
        element("title", owner.name),
        element("rect", width=46, height=17, rx=3, fill=owner.color),
        element(
            "text",
            company,
            x=23,
            y=13,
            font_size=12,
            font_weight=600,
            text_anchor="middle",
            fill=letters_on(owner.color),
        ),
        width=46,
        height=17,
        viewBox="0 0 46 17",
        class_="badge",
        role="img",
    )


def _standing(found: Report) -> Markup:
    """Cash, shares by company, privates and debts of each player."""
    game, worths = found.game, ledger.worths(found.game)
    rows = []
    for player in found.accounts:
        one, state = worths[player], game.state
        shares = [
            f"{company}\u00a0{percent}\u00a0%"
            for company in game.definition.companies
            if (percent := state.held(player, company)) and company in state.cells
        ]
        rows.append(
            (
                player,
                element("b", money(game, one.total)),
                money(game, one.cash),
                money(game, one.shares),
                element("small", ", ".join(shares) or "–"),
                money(game, one.privates) if one.privates else "–",
                money(game, -one.debt) if one.debt else "–",
            )
        )
    head = ("", _("Worth"), _("Cash"), _("Shares"), _("held"), _("Privates"), _("Debts"))
    return _table(head, rows, "figures standing stacks")


def _accounts(found: Report) -> Markup:
    """Every account of every player: the columns add up to what the player is worth."""
    game, names = found.game, account_names()
    parts = {player: dict(one.parts()) for player, one in found.accounts.items()}
    used = [name for name in names if any(parts[player][name] for player in parts)]
    rows: list[Sequence[str]] = [
        (names[name], *(money(game, parts[player][name]) if parts[player][name] else "–" for player in parts))
        for name in used
    ]
    rows.append((_("worth"), *(element("b", money(game, one.total)) for one in found.accounts.values())))
    many = len(found.accounts) > _NARROW
    return _table(("", *found.accounts), rows, "figures sums stacks" if many else "figures sums")


def _companies(found: Report) -> Markup:
    """What each company that was started, and each minor that ran, has earned, paid and kept, and its trains."""
    game, course = found.game, found.course
    printed = _printed(game)
    begun = {*course.revenues, *course.trains, *game.state.par}
    ran = [name for name in printed if name in begun]
    most = max((one.earned for rounds in course.revenues.values() for one in rounds.values()), default=1)
    now = {one.code: one for one in ledger.companies(game)}
    rows = []
    for name in ran:
        rounds = course.revenues.get(name, {})
        about = now.get(name)
        best, where = max(((one.earned, round) for round, one in rounds.items()), default=(0, ""))
        rows.append(
            (
                _badge(game, name),
                _price(game, about),
                _head_of(game, name),
                _sum(game, rounds, "earned"),
                _sum(game, rounds, "paid"),
                _sum(game, rounds, "kept"),
                join(money(game, best), element("small", f" {where}")) if best else "–",
                Markup(revenue_bars(game, name, course.operating, rounds, most, printed[name].color)),
                _trains(game, name, course.trains.get(name, ())),
            )
        )
    head = (
        "",
        _("Start → end"),
        game.definition.president.capitalize(),
        _("Earned"),
        _("Paid out"),
        _("Kept"),
        _("Best run"),
        _("Operating rounds"),
        _("Trains"),
    )
    return _table(head, rows, "companies stacks")


def _head_of(game: Game, name: str) -> str:
    """Who decides for a company or a minor at the end, if anybody does."""
    found = game.state.presidents.get(name) or game.state.minors.get(name, "")
    return found if found in game.players else "–"


def _price(game: Game, about: ledger.Company | None) -> str:
    if about is None:
        return "–"
    if about.closed:
        return _("closed")
    return f"{money(game, about.par) if about.par else '–'} → {money(game, about.price) if about.price else '–'}"


def _sum(game: Game, rounds: dict[str, Revenue], what: str) -> str:
    total = sum(getattr(one, what) for one in rounds.values())
    return money(game, total) if total else "–"


def _trains(game: Game, owner: str, trains: Sequence[Train]) -> Markup:
    """Trains with the round in which they came; those that it still has are bold."""
    left = Counter(game.state.trains.get(owner, ()))
    parts: list[str] = []
    for one in reversed(trains):
        kept = left[one.kind] > 0
        left[one.kind] -= kept
        price = "" if one.price is None else f" {money(game, one.price)}"
        words = element("span", element("b", one.kind) if kept else one.kind, element("small", f"{price} {one.round}"))
        parts[:0] = [words, Markup(" ")]
    return join(*parts) if parts else Markup("–")


def _legend(found: Report) -> Markup:
    words = _("Full bars were paid out, hollow ones withheld. Trains in bold were there at the end.")
    return element("p", words, class_="note")


def _told(game: Game, number: int) -> str:
    """What an action brought about first, in a sentence."""
    main = main_event(game.at(number).last_events)
    return "" if main is None else sentence(game.describe(main))


def _turning(found: Report, address: Address) -> Markup:
    """Where the lead changed and what moved most, in words."""
    game, entries = found.game, []
    for lead in found.leads[-_LEADS:]:
        figures = {"player": lead.player, "former": lead.former}
        if lead.last and game.finished is not None:
            words = _("%(player)s takes the lead and keeps it to the end.") % figures
        elif lead.former is None:
            words = _("%(player)s takes the lead.") % figures
        else:
            words = _("%(player)s takes the lead from %(former)s.") % figures
        moved = next((f" {_swing(game, swing)}" for swing in found.actions if swing.number == lead.number), "")
        entries.append((lead.number, lead.round, f"{words} {_told(game, lead.number)}{moved}"))
    told = {number for number, _round, _words in entries}
    for swing in found.actions:
        if swing.number not in told:
            entries.append((swing.number, swing.round, f"{_told(game, swing.number)} {_swing(game, swing)}"))
    items = [
        element("li", element("b", round), " ", moment(number, address), ": ", words)
        for number, round, words in sorted(entries, key=lambda one: one[0])
    ]
    if found.round is not None and found.round.amount:
        swing = found.round
        words = _("The largest swing of a round, %(round)s (actions %(first)d to %(last)d): %(swing)s") % {
            "swing": _swing(game, swing),
            "round": swing.round,
            "first": swing.first,
            "last": swing.number,
        }
        items.append(element("li", words, class_="round"))
    return element("ol", *items, "", class_="turning")


def _swing(game: Game, swing: Swing) -> str:
    figures = {"player": swing.player, "amount": money(game, abs(swing.amount))}
    if swing.amount > 0:
        return _("%(player)s gains %(amount)s on the others.") % figures
    return _("%(player)s loses %(amount)s to the others.") % figures


def _milestones(found: Report, address: Address) -> Markup:
    """Phases, trains that rust, floated companies and the like."""
    items = [
        element(
            "li",
            element("b", one.round),
            " ",
            moment(one.number, address),
            ": ",
            sentence(found.game.describe(one.event)),
        )
        for one in found.course.great
    ]
    return element("ol", *items, "", class_="turning milestones")
