"""What companies, minors and trains do is told in words, whatever is peculiar to them."""

from __future__ import annotations

import pytest
from msgspec.structs import fields

from kaiping.definition import Company
from kaiping.game import Game
from kaiping.lot_words import company_sentences, lot_in_short, lot_sentences, minor_sentences
from kaiping.phase_words import train_words
from kaiping.titles import TITLES, definition

#: fields of a company that are told together with another, or need no sentence
_TOLD_ELSEWHERE = {
    *("name", "homes", "color", "stations", "chinese", "japanese", "destination", "bonus_in_home_city"),
    *("formed_capital", "home_phases", "full_pay_from"),
}


def peculiarities(company: Company) -> list[str]:
    """What of a company is not as it is with most."""
    names = [field.name for field in fields(company)]
    return [name for name in names if name not in _TOLD_ELSEWHERE and getattr(company, name)]


@pytest.mark.parametrize("title", TITLES)
def test_every_peculiarity_of_a_company_is_told(title: str):
    game = Game(title, players=["Ann", "Bo", "Cy"])
    for name, company in game.definition.companies.items():
        told = list(company_sentences(game, name))
        assert len(told) > len(peculiarities(company)), (name, told)
        assert told[0].startswith("At home in ")
        assert all(sentence.endswith(".") for sentence in told)


def test_some_companies():
    china = Game("1880", players=["Ann", "Bo", "Cy"])
    assert list(company_sentences(china, "BCR")) == [
        "At home in M3 Chengdu.",
        "Whoever buys P6 starts it.",
        "It may lay 2 yellow tiles in each turn.",
    ]
    osaka = Game("1890", players=["Ann", "Bo", "Cy"])
    words = " ".join(company_sentences(osaka, "JR"))
    assert "It has a train limit of its own: 6 from phase 1, 4 from phase 3, 3 from phase 4." in words
    assert "Paying out means half" in words
    north = " ".join(company_sentences(Game("1888", players=["Ann", "Bo", "Cy"]), "JZR"))
    assert "A route that calls at home and at B6 Zhangjiakou & Xuanhua earns ¥40 more." in north


def test_investors_say_when_they_merge():
    words = " ".join(minor_sentences(Game("1880", players=["Ann", "Bo", "Cy"]), "A4"))
    assert "its owner gets that share and ¥50" in words
    assert "From phase B3 on it does nothing but merge." in words


def test_trains_say_what_ends_them():
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    trains = game.definition.trains
    assert train_words(game, trains["2"]) == "2 stops; rusts with the first 4"
    assert train_words(game, trains["5"]) == "5 stops; stays to the end"


@pytest.mark.parametrize(
    ("title", "edition"), [(name, edition) for name, title in TITLES.items() for edition in title.editions]
)
def test_a_lot_tells_what_it_does_in_one_sentence(title: str, edition: str):
    """With a subject and a verb, and with the names of the places that it is about."""
    printed = definition(title, edition)
    game = Game(title, edition=edition, players=["Ann", "Bo", "Cy"][: max(2, printed.players[0])])
    for name in (*printed.privates, *printed.minors):
        told = lot_in_short(game, name)
        assert told.endswith(".")
        assert told[0].isupper()
        assert len(told.split()) > 5, told
        assert len(told) < 160
    for name, private in printed.privates.items():
        assert all((printed.map.hexes[one].name or one).split(" (")[0] in lot_in_short(game, name)
                   for one in private.blocks)  # fmt: skip


def test_what_some_lots_do():
    osaka = Game("1890", players=["Ann", "Bo", "Cy"])
    assert lot_in_short(osaka, "HT") == "Nobody may build on Osaka Minami and Sakai while a player owns it."
    assert lot_in_short(osaka, "KA") == ("It builds, runs trains and pays its owner half; later it becomes 10 % of KN.")
    assert "It may become the private KP." in minor_sentences(osaka, "KE")
    north = Game("1888", players=["Ann", "Bo", "Cy"])
    assert "on the 15 hexes with a wall" in lot_in_short(north, "CW")
    assert "up to 2 yellow tiles on the 15 hexes with a wall, free" in " ".join(lot_sentences(north, "CW"))
    assert lot_in_short(north, "KT") == "It has no power, only its income."
