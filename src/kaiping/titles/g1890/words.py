"""The words of what only 1890 has."""

from __future__ import annotations

from kaiping.language import gettext
from kaiping.words import Question, Words

_NOT_YET = {"later": "not now", "not-this-round": "not in this operating round"}


def _token(waiting: str) -> str:
    company, _, hex_id = waiting.partition("-")
    return gettext("that of {company} on {hex}").format(company=company, hex=hex_id)


WORDS = Words(
    reasons={
        "par_first": "{player} must set the price of {company} first",
        "charity_first": "{player} owes {~due} to charity, has {~cash} and must sell shares",
        "charity_out_of_reach": "after this sale {player} could raise {~most} in all, and {~missing} are missing for "
        "charity: more of {company} must be sold at once",
        "charity_by_purchase": "after this purchase {player} could raise {~most} in all, and owes {~due} to charity",
        "uncover_later": "{company} may turn its token on {hex} up after the next stock round",
        "declaration_first": "{player} must first say whether {minor} merges",
        "right_owned": "{company} may ignore the token of {private} already",
        "right_forbidden": "{company} may not pay to ignore the token of {private}",
        "right_not_needed": "{company} has a token on {hex} and needs no right to pass it",
        "cash_for_right": "the right would cost {~cost}; {company} has {~cash}",
    },
    events={
        "auction-waits": "all pass; what has been sold operates before the auction goes on",
        "minor-started": "{minor} starts with {~capital}",
        "share-attached": "{player} gets a share of {company} with {private}",
        "par-set": "{player} sets the price of {company} at {~price}",
        "certificate-given": "{player} gets the president's certificate of {company}, {percent} %",
        "half-paid": "{company} pays {~half} of {~amount} to {owner} and keeps the rest",
        "converted": "{minor} becomes the private {private}",
        "minor-merged": "{minor} becomes part of {company}; {owner} gets {percent} % of it",
        "minor-closed": "{minor} is closed",
        "company-formed": "{company} is formed by {player}",
        "token-returned": "the token of {company} on {hex} goes back to it",
        "private-station": "{private} places its token on {hex}",
        "right-bought": "{company} pays {~cost} to ignore the token of {private}",
        "not-floated": "{company} does not float: {sold} shares are sold, {needed} are needed",
        "die": "a die is thrown for {company}: {thrown}; {hex} is worth {~value}",
        "earthquake": "the Great Hanshin Earthquake: share prices are frozen",
        "token-covered": "the token of {company} on {hex} is turned face down",
        "token-uncovered": "{company} pays {~cost} to turn its token on {hex} up again",
        "tile-lowered": "the tile on {hex} goes down a level",
        "income-cut": "after the earthquake {company} earns {~amount}",
        "charity-due": "{player} owes {~amount} to charity",
        "charity-paid": "{player} pays {~amount} to charity",
        "charity-unpaid": "{player} cannot raise {~amount} more for charity and is bankrupt",
        "air-raids": "air raids destroy green tiles on {hexes}",
        "tokens-wait": "tokens on {hex} wait for a space: {companies}",
    },
    questions={
        "merger": Question("the merger", {"merge": "merge now", **_NOT_YET}),
        "conversion": Question("whether it becomes a private", {"convert": "convert now", **_NOT_YET}),
        "uncover-token": Question("a token that lies face down, to be turned up"),
        "take-token-back": Question("a token that waits for a space, to be taken back", said=_token),
        "station-right": Question("the right to ignore the token of a private"),
    },
    great={"earthquake", "air-raids"},
    incomes={"half-paid": ("owner", "half")},
    not_now={"declaration_first", "par_first"},
    treasuries={"minor-merged": ("minor", "amount")},
)
