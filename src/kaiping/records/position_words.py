"""A position as text that a person can read, paste and compare line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kaiping.arguments import one_line
from kaiping.board.tile import COLORS
from kaiping.definition import Definition
from kaiping.state import IPO, POOL

#: what many positions have nothing of, in words
_MORE = {
    "debt": "debts",
    "numbers": "shares",
    "unsaleable": "cannot be bought",
    "station_rights": "rights to pass the token of a private",
    "paid_by_share": "paid by share",
    "frozen": "share prices are frozen",
    "covered_tokens": "tokens face down",
    "waiting_tokens": "tokens that wait",
    "returned_tokens": "tokens returned",
}


def text(position: dict[str, Any], definition: Definition) -> str:
    """A position in words, one fact or one owner a line; equal positions give equal texts."""
    return "\n".join(line.rstrip() for line in _Text(position, definition).lines()) + "\n"


class _Text:
    def __init__(self, position: dict[str, Any], definition: Definition) -> None:
        self.at = position
        self.definition = definition
        self.width = max(len(one_line(player)) for player in position["players"])

    def money(self, amount: int | None) -> str:
        return "-" if amount is None else self.definition.money(amount)

    def lines(self) -> Iterator[str]:
        yield from self.head()
        yield ""
        yield from self.players()
        yield ""
        yield from self.companies()
        yield ""
        yield from self.more()
        yield from self.privates()
        yield ""
        yield from self.trains()
        yield ""
        yield from self.board()
        yield ""
        yield "going on"
        for frame in self.at["stack"]:
            yield f"  {_frame(frame)}"
        if self.at["routed"]:
            yield f"  once had a route between large stops: {_words(self.at['routed'])}"

    def head(self) -> Iterator[str]:
        at, phase = self.at, self.at["phase"]
        yield f"{at['title']}:{at['edition']}, {len(at['players'])} players"
        yield _round(at["round"])
        yield f"phase {phase['name']}: train limit {phase['train_limit']}, {_words(phase['colors'])} tiles"
        if at["finished"] is not None:
            yield f"the game is over ({at['finished']})"
        else:
            yield f"{_words(at['acting'])} to act"
        if at["ending"] is not None and at["finished"] is None:
            yield f"the game will end ({at['ending']})"
        if at["bankrupt"] is not None:
            yield f"{one_line(at['bankrupt'])} is bankrupt"
        yield f"bank {self.money(at['bank'])}"
        yield f"order {_words(at['order'])}"
        yield f"priority {one_line(at['priority'])}"

    def players(self) -> Iterator[str]:
        at = self.at
        yield "players (* president)"
        for player in at["players"]:
            count = at["certificates"][player]
            held = at["shares"].get(player, {})
            shares = [
                f"{company} {percent}{'*' if at['presidents'].get(company) == player else ''}"
                for company, percent in held.items()
            ]
            privates = [name for name, private in at["privates"].items() if private["owner"] == player]
            yield (
                f"  {one_line(player):<{self.width}}  {self.money(at['cash'].get(player)):>6}  worth "
                f"{self.money(at['totals'].get(player)):>6}  certificates {count['held']:>2}/{count['limit']}  "
                f"{_words([*shares, *privates])}"
            )

    def companies(self) -> Iterator[str]:
        yield "companies (price at row,column of the market and place in the cell)"
        for company in self.definition.companies:
            if company in self.at["par"]:
                yield f"  {company:<4} {self.company(company)}"
            else:
                yield f"  {company:<4} {'closed' if company in self.at.get('closed', ()) else 'not started'}"

    def company(self, company: str) -> str:
        at = self.at
        row, column = at["cell"][company]
        place = at["market"][f"{row},{column}"].index(company) + 1
        tokens = at["tokens_left"][company]
        left = "" if tokens["next_cost"] is None else f" (+{tokens['number']}, next {self.money(tokens['next_cost'])})"
        parts = [
            f"{self.money(at['price'][company]):>5} at {f'{row},{column}':<4} {place}",
            f"par {self.money(at['par'][company]):>4}",
            f"cash {self.money(at['cash'].get(company)):>6}",
            f"ipo {at['shares'].get(IPO, {}).get(company, 0):>2}",
            f"pool {at['shares'].get(POOL, {}).get(company, 0):>2}",
            f"{one_line(at['presidents'].get(company, '-')):<{self.width}}",
            f"run {self.money(at['revenue'].get(company)):>5}",
            f"trains {_words(at['trains'].get(company, []), ' '):<8}",
            f"tokens {_words(at['tokens'].get(company, []), ' ')}{left}",
        ]
        parts += [f"not {flag}" for flag in ("floated", "operated") if company not in at[flag]]
        return "  ".join(parts)

    def more(self) -> Iterator[str]:
        """Places in the operating order, minors, what lies aside, and what only this title has, where there is any."""
        at = self.at
        lines = []
        for company, (price, row) in at.get("rows", {}).items():
            size = at.get("certificate", {}).get(company, "-")
            lines.append(f"  {company:<4} {self.money(price)} place {row + 1}, certificate {size}")
        for minor, owner in at.get("minors", {}).items():
            trains = _words(at["trains"].get(minor, []), " ")
            lines.append(f"  {minor:<4} {owner}  cash {self.money(at['cash'].get(minor))}  trains {trains}")
        for name, words in _MORE.items():
            if found := at.get(name):
                lines.append(f"  {words} {_plainly(found)}".removesuffix(" True"))
        own = at.get("own", {}).items()
        lines += [f"  {name.replace('_', ' ')} {_plainly(value)}" for name, value in own if value]
        if lines:
            yield from ("more", *lines, "")

    def privates(self) -> Iterator[str]:
        yield "privates"
        for name, private in self.at["privates"].items():
            parts = [one_line(private["owner"] or "for sale"), f"face {self.money(private['price'])}"]
            parts.append(f"income {self.money(private['income'])}")
            if private["used"]:
                parts.append("power used")
            if "asked" in private:
                parts.append(f"now {self.money(private['asked'])}")
                parts += [f"{one_line(player)} bids {self.money(bid)}" for player, bid in private["bids"]]
            yield f"  {name:<4} {', '.join(parts)}"

    def trains(self) -> Iterator[str]:
        at = self.at
        yield "trains"
        left = [f"{name}x{'any' if count is None else count}" for name, count in at["depot"]["left"].items()]
        yield f"  bank {_words(left)}"
        on_sale = [f"{name} for {self.money(cost)}" for name, cost in at["depot"]["on_sale"].items()]
        yield f"  on sale {_words(on_sale)}"
        yield f"  pool {_words(at['pool'])}"
        yield f"  gone {_words(f'{name}x{count}' for name, count in sorted(at['scrapped'].items()))}"
        if not at["first_train_bought"]:
            yield "  none bought yet"

    def board(self) -> Iterator[str]:
        at = self.at
        yield "map: hex, tile and rotation"
        rows: dict[str, list[str]] = {}
        for hex_id, tile in sorted(at["tiles"].items(), key=lambda item: (item[0][0], int(item[0][1:]))):
            rows.setdefault(hex_id[0], []).append(f"{hex_id} {tile}")
        for row in rows.values():
            yield f"  {_words(row, '  ')}"
        yield f"  kept for homes {_words(f'{stop} {_words(kept)}' for stop, kept in at['homes'].items())}"
        for color in COLORS:
            kinds = [tile for tile in at["tiles_left"] if self.definition.tiles[tile].color == color]
            left = [f"{tile}x{at['tiles_left'][tile]}" for tile in kinds if at["tiles_left"][tile]]
            yield f"  {color} left {_words(left, '  ')}"
        if at["tiles_lost"]:
            yield f"  out of the game {_words(at['tiles_lost'], '  ')}"


def _words(things: Iterable[Any], between: str = ", ") -> str:
    return between.join(one_line(thing) for thing in things) or "-"


def _round(now: dict[str, Any]) -> str:
    kind = now["kind"] or "no round"
    match kind:
        case "stock round":
            return f"{kind} {now['turn']}"
        case "operating round":
            turn = f"; {now['company']}, step {now.get('step', 'to come')}" if "company" in now else ""
            of = f" of {now['of']}" if now["of"] else ""
            return f"{kind} {now['turn']}.{now['number']}{of}{turn}"
        case _:
            return str(kind)


def _frame(frame: dict[str, Any]) -> str:
    """What the rules remember of a round or an interruption, defaults left out."""
    parts = [
        f"{key} {_value(value)}" for key, value in frame.items() if key != "type" and value not in (None, [], False)
    ]
    return f"{frame['type']}: {', '.join(parts) or '-'}"


def _plainly(value: Any) -> str:
    """A table or a list without brackets around it."""
    if isinstance(value, dict):
        return _words(f"{key} {_value(one)}" for key, one in value.items())
    return _words(map(_value, value)) if isinstance(value, list) else _value(value)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "(" + " ".join(_value(one) for one in value) + ")"
    if isinstance(value, dict):
        return "(" + " ".join(f"{key} {_value(one)}" for key, one in value.items()) + ")"
    return one_line(value)
