"""The words of what only 1880 has."""

from __future__ import annotations

from kaiping.language import gettext
from kaiping.words import Question, Words


def _place(row: str) -> str:
    return gettext("place {number}").format(number=int(row) + 1)


QUESTIONS = {
    "investor": Question("a foreign investor"),
    "row": Question("the place in the operating order", said=_place),
    "certificate": Question("the president's certificate", said="{} %".format),
    "permits": Question("the building permits"),
    "treasury": Question("the investor's money", {"company": "all to the company", "owner": "a fifth to its owner"}),
    "station": Question(
        "the investor's station", {"replace": "a token of the company takes its place", "discard": "it is given up"}
    ),
}

WORDS = Words(
    reasons={
        "investor_first": "{player} must choose an investor first",
        "investor_taken": "{investor} is not free to be chosen",
        "founding_first": "{player} is founding {company} and must choose first: {choice}",
        "repayment": "{player} owes {~debt}; {~amount} cannot be paid back",
        "cash_for_repayment": "{player} has {~cash} and cannot pay {~amount} back",
        "repay_first": "{player} can do nothing else and must pay back what they can of {~debt}",
        "payment_first": "{player} must first say whether to take {~amount} for {private}",
        "merger_first": "{investor} merges into {company}; {player} must choose first: {choice}",
        "home_choice_first": "{company} must choose a city on {hex} for its home token first",
        "no_permit": "{company} has no building permit for phase {phase}",
        "permit_first": "{player} must first say whether {company} gets the permit",
        "power_needs_company": "a company must be named for which {private} is used",
        "power_by_itself": "there is nothing to do for {private} now: its power comes into play by itself",
        "permit_owned": "{company} has a building permit for phase {permit}",
        "power_not_for": "{private} cannot be used for {company}",
        "power_assign_first": "{player} must first give the train for {private} to a company",
    },
    events={
        "seated": "new seats by cash: {players}",
        "investor-chosen": "{player} chooses investor {investor}",
        "founded": "{company} starts with a certificate of {percent} % and permits {permits}",
        "share-set-aside": "a share of {company} is set aside for investor {investor}",
        "second-capital": "{company} receives the second half of its capital, {~amount}",
        "merger": "investor {investor} merges into {company}",
        "no-merger": "investor {investor} is not connected to a company",
        "treasury-merged": "{receiver} receives {~amount} from investor {investor}",
        "marker": "{company} has the train marker",
        "trains-removed": "no {train}-train was bought in a whole round: all {count} leave the game",
        "trains-removed-but-one": "no {train}-train was bought in a whole round: {count} leave the game, "
        "one is kept for {private}",
        "last-rounds": "the last {train}-train is gone: all operate {times} times more, {company} last",
        "interest": "with interest {player} owes {~debt}",
        "repaid": "{player} pays {~amount} back and owes {~debt}",
        "private-paid": "{private} pays {~amount} to {player}",
        "payment-declined": "{player} waits for a higher payment from {private}",
        "permit-given": "{company} receives a building permit {permit} from {private}",
        "train-for-private": "{company} receives a {train}-train for {private}",
        "private-lost": "{player} has no company for the train of {private}, which is lost",
    },
    incomes={"private-paid": ("player", "amount"), "treasury-merged": ("receiver", "amount")},
    questions=QUESTIONS,
    endings={"final_train": "all have operated three times since the last 8-train"},
    not_now={
        *{"founding_first", "home_choice_first", "investor_first", "merger_first", "payment_first", "permit_first"},
        *{"power_assign_first"},
    },
    treasuries={"treasury-merged": ("investor", "amount")},
)
