"""Privates bought by companies from players, at any point of the company's turn."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, BuyPrivate, LayTile, Range
from kaiping.board.tile import COLORS
from kaiping.errors import IllegalAction
from kaiping.flow.offers import Offer, check_not_refused, highest_refused
from kaiping.flow.operating.connections import reached
from kaiping.flow.operating.forced_sale import left_to_spend
from kaiping.flow.operating.frame import OperatingRound, president_of
from kaiping.flow.operating.powers import Powers, hexes_of, unused_powers
from kaiping.flow.operating.step import AnytimeStep, Earns, TurnStep, trial
from kaiping.flow.operating.steps import LeftOut
from kaiping.flow.operating.track import earns_by_tiles, home_hex, kept_for_home
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed


def price_range(table: Play, private: str) -> tuple[int, int | None]:
    """Least and greatest price, rounded inwards; no greatest where the edition sets no range."""
    face, percent = table.definition.privates[private].price, table.definition.private_rules.sale_percent
    if not percent:
        return 1, None
    least, most = percent
    return -(-face * least // 100), face * most // 100


def buy_private(table: Play, action: BuyPrivate) -> None:
    owner = table.state.privates[action.private]
    table.pay(action.company, owner, action.price)
    table.state.privates = {**table.state.privates, action.private: action.company}
    table.log("private-sold", company=action.company, private=action.private, player=owner, price=action.price)


class PrivateSales(TurnStep, AnytimeStep):
    """Open throughout a company's turn, and the last thing asked in it."""

    name = "privates"
    kinds = (BuyPrivate,)

    def open(self, table: Play, frame: OperatingRound) -> bool:
        """Something can be bought; the site also asks as long as a power of the company's privates is unused."""
        unused = not table.definition.steps_wait and unused_powers(table, frame.company)
        return bool(unused) or next(self.options(table, frame), None) is not None

    def check_pass(self, table: Play, frame: OperatingRound) -> None:
        """Never compulsory."""

    def skip(self, table: Play, frame: OperatingRound) -> None:
        """Nothing follows."""

    def foreseen(self, earns: Earns) -> TurnStep:
        return LeftOut(self.name)

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        state, company, cash = table.state, frame.company, table.state.cash[frame.company]
        if not self._begun(table):
            return
        for private in table.definition.privates:
            if state.privates[private] not in state.players:
                continue
            least, most = price_range(table, private)
            action = BuyPrivate(company, private, least)
            least = max(least, highest_refused(frame, action) + 1)
            action = BuyPrivate(company, private, least)
            try:
                self.check(table, frame, action)
            except IllegalAction:
                continue
            limits = (
                cash - self._kept_for_home(table, frame, private),
                most,
                left_to_spend(table, frame, state.privates[private]),
            )
            yield action, Range(least, min(limit for limit in limits if limit is not None))

    def changes(self, table: Play, frame: OperatingRound) -> Iterator[Play]:
        """A purchase, if the owner agrees, matters to the turn by the hexes of the private near the company's track."""
        edges, paid = reached(table, frame.company).edges, earns_by_tiles(table, frame.company)
        for action, _ in self.options(table, frame):
            assert isinstance(action, BuyPrivate)
            if paid or not hexes_of(table.definition.privates[action.private]).isdisjoint(edges):
                after = trial(table)
                buy_private(after, action)
                yield after

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, BuyPrivate)
        state, rules = table.state, table.definition.private_rules
        if action.private not in table.definition.privates:
            table.refuse("unknown_private", private=action.private)
        entry = table.definition.privates[action.private]
        if action.company in table.definition.minors:
            table.refuse("private_by_minor", company=action.company)
        if not self._begun(table):
            table.refuse("private_sale_not_yet", phase=rules.sold_from)
        order = table.definition.phase_order
        if rules.sold_until is not None and order[state.phase] > order[rules.sold_until]:
            stays = entry.stays and entry.for_companies
            table.refuse("private_sale_over", where="stays" if stays else None, phase=rules.sold_until)
        if not entry.for_companies:
            table.refuse("private_not_for_companies", where="late" if entry.late else None, private=action.private)
        if state.privates[action.private] not in state.players:
            table.refuse("private_not_with_player", private=action.private)
        least, most = price_range(table, action.private)
        if most is None and action.price < least:
            table.refuse("private_price_one", private=action.private, price=action.price)
        if most is not None and not least <= action.price <= most:
            table.refuse("private_price", private=action.private, price=action.price, least=least, most=most)
        if action.price > state.cash[action.company]:
            table.refuse(
                "cash_for_private",
                company=action.company,
                private=action.private,
                price=action.price,
                cash=state.cash[action.company],
            )
        if action.price > state.cash[action.company] - self._kept_for_home(table, frame, action.private):
            home = home_hex(table.definition, action.company)
            table.refuse("home_tile_first", company=action.company, hex=home)
        left = left_to_spend(table, frame, state.privates[action.private])
        if left is not None and action.price > left:
            table.refuse("private_out_of_reach", company=action.company, private=action.private, left=left)
        if self.needs_consent(table, action):
            check_not_refused(table, frame, action)

    def _begun(self, table: Play) -> bool:
        """Has the phase begun from which companies may buy privates?"""
        begins = table.definition.private_rules.sold_from
        return begins is not None and table.at_least(begins)

    def _kept_for_home(self, table: Play, frame: OperatingRound, private: str) -> int:
        """What a company must keep for its home tile, unless the private itself can lay a tile there."""
        by_power = home_hex(table.definition, frame.company) in hexes_of(table.definition.privates[private])
        return 0 if by_power else kept_for_home(table, frame)

    def needs_consent(self, table: Play, action: BuyPrivate) -> bool:
        """Must somebody else agree?"""
        owner = table.state.privates[action.private]
        return table.definition.private_rules.consent and owner != president_of(table, action.company)

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, BuyPrivate)
        if self.needs_consent(table, action):
            owner = table.state.privates[action.private]
            table.log("offer", company=action.company, to=owner, thing=action.private, price=action.price)
            table.push(Offer(action, owner))
        else:
            buy_private(table, action)


def paid_tile_left(table: Play, frame: OperatingRound) -> int:
    """What a yellow tile of a power would still bring a company that is paid for such tiles (1890:C.8.4.58).

    The power may be that of a private which its own president would have to sell it: nobody else is asked.
    """
    if not earns_by_tiles(table, frame.company):
        return 0
    positions, sales = [table], PrivateSales()
    for action, _ in sales.options(table, frame):
        assert isinstance(action, BuyPrivate)
        if not sales.needs_consent(table, action):
            buy_private(after := trial(table), action)
            positions.append(after)
    tiles = table.definition.tiles
    for position in positions:
        for lay, _ in Powers().options(position, frame):
            if isinstance(lay, LayTile) and tiles[lay.tile].color == COLORS[0]:
                return table.definition.companies[frame.company].yellow_income
    return 0
