"""While a map is small on the screen its words are larger: they still keep clear of each other, from hex to hex."""

from __future__ import annotations

import pytest

from kaiping.board.board import Board
from kaiping.game import Game
from kaiping.titles import TITLES
from tests.draw.afar import cities, drawn, lying, words
from tests.web.browser.positions import whole_game
from tests.web.browser.test_actions import GAMES

#: how many times as large names are then, as the table has it
AFAR = {"1888": 1.65, "1880": 2.15, "1890": 1.8}
#: how deep something may lie in something else, in units of the picture, where a capital letter is 20 high
DEEP = 7.0
#: ... which is hardly to be seen
SLIGHT = 4.0
#: how far names on one line are apart
BESIDE = 22.0
OSAKA = ("Kita", "Nishi", "Higashi", "Minami")
#: shares of a game after which one looks
MOMENTS = [pytest.param(tenth, marks=pytest.mark.slow if tenth in (3, 7) else ()) for tenth in (0, 3, 5, 7, 9)]


@pytest.mark.parametrize("tenth", MOMENTS)
@pytest.mark.parametrize("title", TITLES)
def test_no_words_are_written_over_others(title: str, tenth: int) -> None:
    whole = whole_game(GAMES[title])
    game = whole.at(whole.played * tenth // 10)
    assert not [f"{found}: {deep:.1f}" for deep, found in lying(game, AFAR[title]) if deep > DEEP]


@pytest.mark.parametrize("title", TITLES)
def test_what_is_printed_keeps_clear_from_the_start(title: str) -> None:
    """A name at the edge of the map is on no value, and two side by side do not run together."""
    game = whole_game(GAMES[title]).at(0)
    assert not [f"{found}: {deep:.1f}" for deep, found in lying(game, AFAR[title]) if deep > SLIGHT]
    names = [thing for thing in words(drawn(game, AFAR[title])) if thing.kind == "name"]
    for one in names:
        for other in names:
            beside = min(one.bottom, other.bottom) - max(one.top, other.top) > SLIGHT
            if beside and one.whole != other.whole and other.left > one.left:
                assert other.left - one.right > BESIDE, f"{one.words}, {other.words}"


@pytest.mark.parametrize("edition", TITLES["1890"].editions)
def test_quarters_of_a_city_go_by_their_own_names(edition: str) -> None:
    """So that they find room side by side, off all else; the whole name is told where one points at the hex."""
    game = Game("1890", edition=edition, players=["Ann", "Bo", "Cy"])
    root = drawn(game, AFAR["1890"])
    quarters = [hexagon.name for hexagon in game.definition.map.hexes.values() if "Osaka " in (hexagon.name or "")]
    names = [thing.words for thing in words(root) if thing.kind == "name"]
    if len(quarters) == 1:  # one alone may be all of the city that there is
        assert "Osaka Kita" in names
        return
    assert sorted(set(OSAKA) & set(names)) == sorted(str(name).split()[1] for name in quarters)
    assert not [name for name in names if name.startswith("Osaka")]
    told = " ".join("".join(one.itertext()) for one in root.iter() if one.get("data-hex"))
    assert all(str(name) in told for name in quarters)
    assert not [found for deep, found in lying(game, AFAR["1890"]) if deep > 0 and any(one in found for one in OSAKA)]


@pytest.mark.parametrize("title", TITLES)
def test_letters_of_a_token_stay_on_it(title: str) -> None:
    """However many letters there are and however small the token: they are closer together then."""
    whole = whole_game(GAMES[title])
    game = whole.at(whole.played * 9 // 10)
    places = [one for one in cities(game, AFAR[title]) if one.kind == "city"]
    letters = [one for one in words(drawn(game, AFAR[title])) if one.kind == "initials"]
    assert len(letters) > 5
    for one in letters:
        x, y = (one.left + one.right) / 2, (one.top + one.bottom) / 2
        slot = min(
            places, key=lambda slot: abs((slot.left + slot.right) / 2 - x) + abs((slot.top + slot.bottom) / 2 - y)
        )
        reach = (slot.right - slot.left) / 2 / 0.8
        assert abs((slot.left + slot.right) / 2 - x) < 0.5, one.words
        assert one.right - one.left <= 2 * reach, one.words


def test_a_large_city_and_a_crowded_shore_keep_their_names_readable() -> None:
    """Beside six slots and a value the letter of the hex is left to a closer look; a name hardly touches its value."""
    game = Game("1880", players=["Ann", "Bo", "Cy"])
    north = {"F6": ("63", 0), "F8": ("8887", 0), "F10": ("63", 0), "G7": ("27", 2), "G9": ("8871", 0)}
    shore = {"D12": ("8872", 5), "E9": ("5", 5), "E13": ("611", 2), "G11": ("887", 5)}
    tokens = {("F8", 0): ("JGG", "JLR", "JHU"), ("D12", 0): ("QSR", "CKR"), ("F10", 0): ("WNR", "QSR")}
    game.state.board = Board({**north, **shore}, tokens, {})
    found = {words: deep for deep, words in lying(game, AFAR["1880"])}
    assert not [words for words, deep in found.items() if "Beijing" in words and deep > SLIGHT]
    assert not [words for words, deep in found.items() if "Dalian" in words and deep > DEEP]
