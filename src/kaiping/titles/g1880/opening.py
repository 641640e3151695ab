"""Between the auction and the first share round: new seats, and a foreign investor for each player."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import AnyAction, Choose
from kaiping.flow.incomes import pay_privates
from kaiping.flow.operating.track import home_hex
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.single_auction import SingleAuction, rules_of
from kaiping.flow.stock import StockRound
from kaiping.state import BANK, CLOSED, Frame
from kaiping.titles.g1880.investors import set_share_aside

INVESTOR = "investor"


class InvestorDraft(Frame, frozen=True):
    """Players still to choose, in order."""

    called = "choice of investors"
    interrupts = "choice of the foreign investors"
    order: tuple[str, ...]


def income_only(table: Play) -> None:
    """All have passed, which ends a share round: the privates sold so far pay, the auction goes on (1880-2022:V.19).

    The priority goes to the left of the last buyer, as at the end of every share round (1880-2022:V.36).
    """
    if rules_of(table).passing_ends_round:
        table.state.turn += 1
        frame = table.frame(SingleAuction)
        if frame.last_buyer is not None:
            table.state.priority = table.after(frame.last_buyer)
    table.log("income-only-round")
    pay_privates(table)


def seat_players(table: Play) -> None:
    """The poorest sits first; of equals who sat earlier (1880-2022:V.23 to V.26)."""
    state = table.state
    state.players = tuple(sorted(state.players, key=lambda player: state.cash[player]))
    state.priority = state.players[0]
    table.log("seated", players=", ".join(state.players))
    table.replace(InvestorDraft(state.players))


class InvestorDraftRules:
    """Each player chooses one; the others leave the game (1880-2022:V.27, V.28, VII.1.1)."""

    def actors(self, table: Play) -> tuple[str, ...]:
        return table.frame(InvestorDraft).order[:1]

    def options(self, table: Play) -> Iterator[Listed]:
        player = table.frame(InvestorDraft).order[0]
        for minor, owner in table.state.minors.items():
            if owner == BANK:
                yield Choose(player, INVESTOR, minor), None

    def check(self, table: Play, action: AnyAction) -> None:
        player = table.frame(InvestorDraft).order[0]
        if not isinstance(action, Choose) or action.what != INVESTOR:
            table.refuse("investor_first", player=player)
        if action.player != player:
            table.refuse("not_your_turn", where="draft", actor=action.player, turn=player)
        if table.state.minors.get(action.option) != BANK:
            table.refuse("investor_taken", investor=action.option)

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, Choose)
        state = table.state
        state.minors = {**state.minors, action.option: action.player}
        table.log("investor-chosen", player=action.player, investor=action.option)
        for company in table.started:
            if state.presidents.get(company) == action.player:
                set_share_aside(table, action.player, company)
        table.replace(InvestorDraft(table.frame(InvestorDraft).order[1:]))

    def advance(self, table: Play) -> bool:
        if table.frame(InvestorDraft).order:
            return False
        state = table.state
        for minor, owner in state.minors.items():
            if owner == BANK:
                state.minors = {**state.minors, minor: CLOSED}
                state.board = state.board.without_token(minor, home_hex(table.definition, minor))
        state.turn += 1
        table.log("stock-round", turn=state.turn, player=state.priority)
        table.replace(StockRound(state.priority))
        return True
