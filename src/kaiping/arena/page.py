"""A contest on a page that stands alone: the standings, with plots of shares, ratings and worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import quantiles

from kaiping.arena.contest import Contest
from kaiping.arena.play import Outcome
from kaiping.arena.standings import Standing, Standings
from kaiping.draw.svg import Markup, element, group, join, number, picture
from kaiping.draw.theme import LIGHT

_WIDE, _LEFT, _RIGHT, _ROW = 640.0, 120.0, 24.0, 34.0
_STYLE = """
body { margin: 0 auto; padding: 1em; max-width: 900px; background: #fff; color: #22262a;
  font: 15px/1.45 "Source Sans 3", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.4em; margin: 0 0 .2em; } h2 { font-size: 1.1em; margin: 1.2em 0 .3em; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .2em 0 .2em .8em; border-bottom: 1px solid #d9d5c9; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; } thead th { color: #5f6569; font-weight: normal; }
svg { width: 100%; height: auto; display: block; } .note { color: #5f6569; }
"""

Spot = Callable[[float], float]


def document(held: Contest, found: Standings, outcomes: Sequence[Outcome]) -> str:
    """The file, whole; no script, and the styles within."""
    counted = [one for one in outcomes if not one.fault]
    name = ", ".join((f"{held.title}:{held.edition}", *held.options))
    games = "1 game" if found.games == 1 else f"{found.games:,} games"
    main = [
        element("h1", f"Arena: {name}"),
        element("p", f"{games} of {held.players} players, seats rotated, seed {held.seed}. {_ended(found)}"),
        element("div", _table(found.results), class_="scroll"),
    ]
    if found.games:
        main += [
            element("h2", "Games won, with intervals of 95 %; the mark is chance"),
            Markup(_shares(found.results)),
            element("h2", "Worth at the end: nine of ten seats within the line, half of them within the box"),
            Markup(_worth(found.results, counted)),
            element("h2", "Rating, game by game"),
            Markup(_course(found)),
        ]
    if found.faults:
        main += [
            element("h2", "Games that went wrong and count for nobody"),
            element("ul", *(element("li", fault) for fault in found.faults)),
        ]
    head = join(
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", f"Arena: {name}"),
        element("style", Markup(_STYLE)),
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body><main>{join(*main)}</main></body></html>\n'


def _ended(found: Standings) -> str:
    ends = ", ".join(f"{reason} ({count})" for reason, count in found.ended.items())
    phases = ", ".join(f"phase {phase} ({count})" for phase, count in found.phases.items())
    return f"Ended by {ends}, in {phases}." if found.games else ""


def _table(results: Sequence[Standing]) -> Markup:
    heads = ("bot", "rating", "games won", "95 %", "chance", "worth", "to the others'", "mean place", "a decision")
    rows = [
        (
            one.bot,
            f"{one.rating:,} ± {one.rating_off}",
            f"{one.wins:g} of {one.games} = {one.share:.0%}",
            f"{one.low:.0%} to {one.high:.0%}",
            f"{one.chance:.0%}",
            f"{one.worth:,.0f} ± {one.worth_off:,.0f}",
            f"× {one.against_others:.2f}",
            f"{one.place:.2f}",
            f"{one.seconds_per_decision * 1000:,.1f} ms",
        )
        for one in results
    ]
    head = element("thead", element("tr", *(element("th", text) for text in heads)))
    body = element("tbody", *(element("tr", *(element("td", text) for text in row)) for row in rows))
    return element("table", head, body)


def _colors(results: Sequence[Standing]) -> Mapping[str, str]:
    return {one.bot: LIGHT.lines[place % len(LIGHT.lines)] for place, one in enumerate(sorted(results, key=_name))}


def _name(one: Standing) -> str:
    return one.bot


def _axis(low: float, high: float, base: float, words: Callable[[float], str]) -> tuple[Spot, Markup]:
    """Where values stand from left to right, and the lines that tell which they are."""
    scale = (_WIDE - _LEFT - _RIGHT) / (high - low or 1)

    def spot(value: float) -> float:
        return _LEFT + (value - low) * scale

    marks = []
    for quarter in range(5):
        value = low + (high - low) * quarter / 4
        x = spot(value)
        marks.append(element("line", x1=x, x2=x, y1=4, y2=base, stroke=LIGHT.border, stroke_opacity=0.35))
        marks.append(
            element("text", words(value), x=x, y=base + 15, font_size=12, text_anchor="middle", fill=LIGHT.faint)
        )
    return spot, group(*marks)


def _label(name: str, y: float) -> Markup:
    return element("text", name, x=_LEFT - 10, y=y + 5, font_size=14, text_anchor="end", fill=LIGHT.ink)


def _rows(rows: Sequence[Markup], axis: Markup, title: str, twin: str) -> str:
    high = len(rows) * _ROW + 26
    return picture(axis, *rows, width=_WIDE, view=(0, 0, _WIDE, high), title=title, desc=twin, font=LIGHT.font)


def _shares(results: Sequence[Standing]) -> str:
    spot, axis = _axis(0.0, 1.0, len(results) * _ROW + 4, lambda share: f"{share:.0%}")
    colors, rows = _colors(results), []
    for place, one in enumerate(results):
        y = (place + 0.5) * _ROW
        chance = spot(one.chance)
        rows.append(
            group(
                _label(one.bot, y),
                element("rect", x=_LEFT, y=y - 9, width=spot(one.share) - _LEFT, height=18, fill=colors[one.bot]),
                element("line", x1=spot(one.low), x2=spot(one.high), y1=y, y2=y, stroke=LIGHT.ink, stroke_width=2),
                *(
                    element("line", x1=x, x2=x, y1=y - 5, y2=y + 5, stroke=LIGHT.ink, stroke_width=2)
                    for x in (spot(one.low), spot(one.high))
                ),
                element("line", x1=chance, x2=chance, y1=y - 14, y2=y + 14, stroke=LIGHT.ink, stroke_dasharray="3 3"),
            )
        )
    twin = "; ".join(f"{one.bot} {one.share:.0%}, {one.low:.0%} to {one.high:.0%}" for one in results)
    return _rows(rows, axis, "Games won", twin)


def _worth(results: Sequence[Standing], outcomes: Sequence[Outcome]) -> str:
    found = {
        one.bot: [mine for game in outcomes for bot, mine in zip(game.seats, game.worth, strict=True) if bot == one.bot]
        for one in results
    }
    cuts = {name: _twentieths(worth) for name, worth in found.items()}
    low = min(0.0, *(cut[0] for cut in cuts.values()))
    high = max(1.0, *(cut[-1] for cut in cuts.values()))
    spot, axis = _axis(low, high, len(results) * _ROW + 4, lambda worth: f"{worth:,.0f}")
    colors, rows = _colors(results), []
    for place, one in enumerate(results):
        y, cut = (place + 0.5) * _ROW, cuts[one.bot]
        least, lower, middle, upper, most = (spot(cut[at]) for at in (0, 4, 9, 14, 18))
        rows.append(
            group(
                _label(one.bot, y),
                element("line", x1=least, x2=most, y1=y, y2=y, stroke=LIGHT.ink, stroke_width=1.6),
                element(
                    "rect", x=lower, y=y - 9, width=upper - lower, height=18, fill=colors[one.bot], stroke=LIGHT.ink
                ),
                element("line", x1=middle, x2=middle, y1=y - 9, y2=y + 9, stroke=LIGHT.ink, stroke_width=2.4),
            )
        )
    twin = "; ".join(f"{name} {cut[4]:,.0f} to {cut[14]:,.0f}, middle {cut[9]:,.0f}" for name, cut in cuts.items())
    return _rows(rows, axis, "Worth at the end", twin)


def _twentieths(worth: list[int]) -> list[float]:
    return quantiles(worth, n=20, method="inclusive") if len(worth) > 1 else [float(one) for one in worth * 19]


def _course(found: Standings) -> str:
    course, high = found.course, 240.0
    ratings = [rating for _games, now in course for rating in now.values()]
    low, most = min(ratings), max(ratings)
    across = (_WIDE - _LEFT - 90) / max(course[-1][0], 1)
    up = (high - 40) / (most - low or 1)
    colors, parts = _colors(found.results), list[Markup]()
    for quarter in range(5):
        rating = low + (most - low) * quarter / 4
        y = high - 26 - (rating - low) * up
        parts += [
            element("line", x1=_LEFT, x2=_WIDE - 90, y1=y, y2=y, stroke=LIGHT.border, stroke_opacity=0.35),
            element("text", f"{rating:,.0f}", x=_LEFT - 8, y=y + 4, font_size=12, text_anchor="end", fill=LIGHT.faint),
        ]
    last = 0.0
    for one in found.results:
        points = [(_LEFT + games * across, high - 26 - (now[one.bot] - low) * up) for games, now in course]
        line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        last = max(points[-1][1] + 4, last + 15)
        parts.append(element("polyline", points=line, fill="none", stroke=colors[one.bot], stroke_width=2.2))
        parts.append(element("text", one.bot, x=points[-1][0] + 7, y=last, font_size=13, fill=colors[one.bot]))
    games = f"{course[-1][0]:,} games"
    parts.append(element("text", games, x=_WIDE - 90, y=high - 8, font_size=12, text_anchor="end", fill=LIGHT.faint))
    twin = "; ".join(f"{one.bot} {one.rating:,}" for one in found.results)
    return picture(*parts, width=_WIDE, view=(0, 0, _WIDE, high), title="Ratings", desc=twin, font=LIGHT.font)
