"""Fixed incomes at the beginning of an operating round: of privates, and of tokens in certain places."""

from __future__ import annotations

from kaiping.definition import PaymentAfterPhase, TokenIncome
from kaiping.flow.play import Play
from kaiping.state import BANK, CLOSED


def pay_incomes(table: Play) -> None:
    """Privates pay whoever owns them, places pay companies with a token there."""
    pay_privates(table)
    _pay_once(table)
    _pay_tokens(table)


def pay_privates(table: Play) -> None:
    """Each private pays its owner, a player or a company."""
    if not table.phase.privates_pay:
        return
    for name, owner in table.state.privates.items():
        income = table.definition.private_income(name, table.state.phase)
        if owner not in (BANK, CLOSED) and income:
            table.pay(BANK, owner, income)
            table.log("private-income", private=name, owner=owner, amount=income)


def _pay_once(table: Play) -> None:
    """What falls due in the first operating round after a phase has begun, for whoever owns the private then."""
    state = table.state
    for name, private in table.definition.privates.items():
        power, owner = private.power, state.privates[name]
        if isinstance(power, PaymentAfterPhase) and table.at_least(power.phase) and name not in state.powers_used:
            state.powers_used |= {name}
            if owner in state.players:
                table.pay(BANK, owner, power.amount)
                table.log("private-bonus", private=name, owner=owner, amount=power.amount)


def _pay_tokens(table: Play) -> None:
    state, definition = table.state, table.definition
    for name, company in definition.companies.items():
        for hex_id, amount in company.token_income.items():
            _pay_token(table, name, hex_id, amount)
    for private, owner in state.privates.items():
        power = definition.privates[private].power
        if isinstance(power, TokenIncome) and owner in state.players:
            for name in power.companies or tuple(definition.companies):
                _pay_token(table, name, power.hex, power.amount)


def _pay_token(table: Play, company: str, hex_id: str, amount: int) -> None:
    if any(place == hex_id for place, _ in table.state.board.tokens_of(company)):
        table.pay(BANK, company, amount)
        table.log("token-income", company=company, hex=hex_id, amount=amount)
