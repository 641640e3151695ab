"""kaiping play in 80 columns: what is shown of each title, words that only show, Enter, amounts, and the Tab key."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from kaiping.action import Bid, LayTile, Pass, UsePower
from kaiping.bots import BOTS
from kaiping.cli.play.about import about
from kaiping.cli.play.completion import completions
from kaiping.cli.play.items import Items
from kaiping.cli.play.phrases import action_words, asked_words
from kaiping.cli.play.screen import Screen
from kaiping.cli.play.session import Session
from kaiping.game import Game
from kaiping.titles import TITLES, definition
from tests.rules.g1880.positions import Position as China
from tests.rules.g1888.positions import Position as North
from tests.rules.g1890.positions import Position as Osaka

Table = Callable[..., str]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    """Lines typed at a game in 80 columns, and what is shown."""

    def sit(game: Game, *lines: str, width: int = 80, bots: dict[str, str] | None = None) -> str:
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
        Session(game, bots or {}, 0, Screen(width)).run()
        return capsys.readouterr().out

    return sit


def auction() -> Game:
    return Game("1888", players=["Ann", "Bo", "Cy"])


def china() -> Game:
    """Three companies with many trains at work, one of them with half its capital; Ann and Cy have investors."""
    position = China().phase("B1")
    for name, trains in (("BCR", ("2", "2+2", "2+2", "3")), ("JHA", ("2+2", "3", "3", "3")), ("WNR", ("3",))):
        position.company(name, par=100, Ann=40, Bo=20, trains=trains, cash=1250)
    return position.operate("JHA", "trains")


def osaka() -> Game:
    position = Osaka("C").minor("KE", "Ann", cash=90).minor("NE", "Bo", trains=("2",))
    for name in ("SY", "HK", "NK", "HS"):
        position.company(name, par=75, Ann=40, Bo=20, cash=1000, trains=("2+2", "2+2", "3", "3"))
    return position.operate("HK", "trains")


# --- words ----------------------------------------------------------------------------------------------


def test_undo_says_what_it_took_back(table: Table) -> None:
    shown = table(auction(), "bid KT 25", "undo", "bid KT 25", "undo", bots={"Bo": "random", "Cy": "random"})
    assert shown.count("Taken back: Ann buys KT for ¥25 and what followed (") == 2
    assert "Taken back: Ann buys KT for ¥25. redo plays it again." in table(auction(), "bid KT 25", "undo")


@pytest.mark.parametrize("line", ["lay C13", "lay C13 57"])
def test_a_hex_where_no_tile_can_lie_says_why(table: Table, line: str) -> None:
    """No tile was named, or no rotation: the reason that tells most of all tries is given, not that of the first."""
    game = North().company("JHR", par=95, Ann=60, cash=500).operate("JHR", "track")
    shown = table(game, line)
    assert "tokens by a route" in shown


# --- 80 columns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [auction, china, osaka])
def test_80_columns_are_enough(table: Table, make: Callable[[], Game]) -> None:
    """The table of companies folds; no line is cut, no figure is lost, and the marker of who is on turn stays."""
    game = make()
    shown = table(game, "show", "holdings", "trains", "tiles", "help", "private")
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80
    assert "…" not in shown
    assert "▶" in shown
    for name in game.state.par:
        assert f"{game.state.held('ipo', name)} %" in shown
    assert all(" ".join(trains[-2:]) in shown for owner, trains in game.state.trains.items() if owner in game.state.par)


@pytest.mark.parametrize("wide", range(8, 40))
def test_no_piece_is_broken_in_two(wide: int, capsys: pytest.CaptureFixture[str]) -> None:
    pieces = ["JR 10", "OS 20", "KH 10", "NK 60P", "KN 30"]
    for between in ("  ", ", "):
        Screen(wide).console.print(Items(pieces, between, indent=1))
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= wide
        found = [piece.strip() for line in shown.splitlines() for piece in line.split(between.strip() or "  ")]
        assert [piece for piece in found if piece] == pieces


def test_a_wide_screen_has_one_table_of_companies(table: Table) -> None:
    assert table(osaka(), width=120).count("Company ") == 1
    assert table(osaka(), width=80).count("Company ") == 2


def test_all_of_1880_is_shown(table: Table) -> None:
    position = China().phase("B1").company("BCR", par=100, Ann=40, Bo=20, trains=("3",), cash=500)
    game = position.operate("BCR", "trains")
    game.state.minors["A1"] = "Ann"
    shown = table(game, "market")
    assert "Russian Investor" in shown
    assert "Permits" in shown
    assert "track needs permit B" in shown
    assert "Building permits to choose from:" in shown


def test_the_train_marker_is_shown(table: Table) -> None:
    position = China().phase("A2").company("BCR", par=100, Ann=40, Bo=20, trains=("2",), cash=500)
    game = position.operate("BCR", "trains")
    game.play(next(one for one in game.legal_actions() if one.who == "BCR" and not isinstance(one, Pass)))
    shown = table(game, "trains", "holdings")
    assert "BCR has the train marker: it bought the latest train." in shown
    assert "BCR◆" in shown
    assert "◆ bought the latest train" in shown


def test_all_of_1890_is_shown(table: Table) -> None:
    game = osaka()
    game.state.waiting_tokens["F5"] = ("SY", "HK")
    shown = table(game)
    assert "Nara Electric Railway" in shown
    assert "Privates for sale: KF Keifuku Electric Railroad ¥200 (pays ¥40)," in shown
    assert "(converted)" not in shown, "what a minor becomes is not for sale"
    assert "Tokens that wait for a space: SY, HK on F5 Kobe" in shown
    assert "Waiting" in shown


# --- words that show, words too many, names ---------------------------------------------------------------


@pytest.mark.parametrize("line", ["train 2", "trains", "private KT", "privates", "tile", "tile 9", "C9", "hex c9"])
def test_showing_words_never_act(table: Table, line: str) -> None:
    position = North().company("JHR", par=95, Ann=60, cash=900)
    for game in (auction(), position.operate("JHR", "trains"), position.operate("JHR", "track")):
        before = game.played
        shown = table(game, line, "y")
        assert game.played == before
        assert "Not allowed" not in shown


@pytest.mark.parametrize(
    "line", ["show me", "menu 2", "holdings Ann", "undo 3", "redo 1", "hint club now", "bot 2", "quit now", "log 3 4",
             "rule I.1 I.2", "train 2 3", "private KT FC", "hex C9 C7", "2 5", "7 160 170", "bid FC 160 now",
             "pass twice", "seat Bo random now", "C9 57 2"],
)  # fmt: skip
def test_surplus_words_are_refused(table: Table, line: str) -> None:
    game = auction()
    table(game, line)
    assert game.played == 0
    shown = table(game, line, "menu")
    assert any(words in shown for words in ("too much", "use: seat", "only shows"))


def test_a_hint_tells_what_was_compared_and_why(table: Table) -> None:
    game = auction()
    told = " ".join(table(game, "hint").split())
    advice = game.advice("Ann", "casual")
    assert f"worth ¥{advice.candidates[0].value:.0f}; {advice.candidates[0].reason}" in told
    assert f"{advice.decided}. What comes next: " in told
    assert advice.candidates[1].reason in told
    assert "has no advice to give" in table(game, "hint random")
    assert game.played == 0


def test_names_keep_their_capitals(table: Table) -> None:
    game = Osaka("C").private("KT", "Bo").stock("Ann")
    words = asked_words(game.after(next(one for one in game.legal_actions() if one.number)).game)
    assert words.startswith("Ann offers ")
    assert "Ann is to act. Buy what is next for sale, " in table(auction())


def test_a_name_of_several_words_takes_a_seat(table: Table) -> None:
    game = Game("1888", players=["Ann Lee", "bo", "Cy"])
    shown = table(game, "seat ann lee random", "seat BO casual", "seat Zed random")
    assert "Ann Lee is played by random." in shown


# --- Enter, amounts, files -----------------------------------------------------------------------------


def test_enter_always_goes_back(table: Table, tmp_path: Path) -> None:
    game = auction()
    assert "such as ¥155 (Enter: back)> " in table(game, "", "bid FC", "", "7", "")
    assert game.played == 0
    shown = table(game, "2", "quit", "", "menu", "quit", "no", "1")
    assert game.played == 1
    assert shown.count("(Enter: back)> ") == 2


@pytest.mark.parametrize("lines", [("7 ¥160",), ("7", "¥160"), ("bid FC ¥160",), ("7 160",), ("bid fc", "160¥")])
def test_amounts_may_carry_the_sign(table: Table, lines: tuple[str, ...]) -> None:
    game = auction()
    table(game, *lines)
    assert game.actions == (Bid("Ann", "FC", 160),)


def test_a_per_cent_sign_may_stand_apart(table: Table) -> None:
    game = North().company("JHR", par=95, Ann=60, cash=900, trains=("2",)).stock("Ann")
    game.state.turn = 2
    assert "'%' is too much" not in table(game, "sell JHR 20 %")


def test_nothing_is_overwritten_without_a_word(table: Table, tmp_path: Path) -> None:
    file, picture = tmp_path / "evening.json", tmp_path / "map.svg"
    game, other = auction(), auction()
    shown = table(game, f"save {file}", "2", "save", f"map {picture}", f"map {picture}", "")
    assert f"Saved in {file} again".replace(" ", "") in "".join(shown.split()), "however its lines are broken"
    assert shown.count("is there already. Write over it?") == 1
    before = file.read_bytes()
    for answer in ("", "no"):
        assert "Write over it?" in table(other, f"save {file}", answer)
        assert file.read_bytes() == before
    table(other, f"save {file}", "yes")
    assert file.read_bytes() != before
    picture.write_text("Dear Ann")
    assert "is no picture" in table(other, f"map {picture}")


# --- what things do --------------------------------------------------------------------------------------


def test_help_tells_what_a_private_does(table: Table) -> None:
    shown = " ".join(table(auction(), "help ta", "help JHR").split())
    assert "A company that owns it may lay tile L39 on H2 Xi'an, free and without a connection." in shown
    assert "JHR Jingha Railway: 3 tokens. At home in C9 Beijing. A route that calls at home and at D12" in shown


@pytest.mark.parametrize(
    ("title", "edition"),
    [(name, edition) for name, title in TITLES.items() for edition in title.editions],
)
def test_of_everything_there_is_something_to_say(title: str, edition: str) -> None:
    printed = definition(title, edition)
    game = Game(title, edition=edition, players=["Ann", "Bo", "Cy"][: max(2, printed.players[0])])
    for name in (*printed.privates, *printed.minors, *printed.companies, *printed.trains, *printed.tiles):
        lines = about(game, name.lower())
        assert lines
        assert all(line.strip().endswith(".") and line.strip() != "." for line in lines)
    for name, private in printed.privates.items():
        assert (private.power is None) == any(
            "no other power" in line or "no power" in line for line in about(game, name)
        )


def test_sentences_say_what_happens() -> None:
    """The payment of 1880's first private, and what a company declines in each step."""
    position = China().phase("A2").company("BCR", par=100, Ann=40, Bo=20, trains=("2",), cash=900)
    position.private("P0", "Cy")
    game = position.operate("BCR", "trains")
    game.state.depot |= {"2": 0, "2+2": 1}
    assert action_words(game, Pass("BCR")) == "BCR buys no more trains"
    game.play(next(one for one in game.legal_actions() if getattr(one, "train", "") == "2+2"))
    assert game.acting == ("Cy",)
    words = action_words(game, UsePower("Cy", "P0"))
    assert words.endswith("takes ¥40 for P0 now, gives up ¥70 and ¥100 later")
    assert action_words(game, Pass("Cy")) == "pass: Cy waits for a higher payment from P0"


# --- the Tab key --------------------------------------------------------------------------------------------


def offered(game: Game, line: str) -> set[str]:
    *before, last = line.split(" ")
    return set(completions(game, list(game.legal_actions()), before, last))


def test_completion_offers_what_is_legal() -> None:
    game = North().company("JHR", par=95, Ann=60, cash=900).operate("JHR", "track")
    lays = [one for one in game.legal_actions() if isinstance(one, LayTile)]
    assert offered(game, "lay ") == {one.hex for one in lays}
    first = lays[0]
    assert offered(game, f"lay {first.hex.lower()} ") == {one.tile for one in lays if one.hex == first.hex}
    assert offered(game, f"lay {first.hex} {first.tile} ") == {
        str(one.rotation) for one in lays if (one.hex, one.tile) == (first.hex, first.tile)
    }
    assert {"lay", "pass", "show"} <= offered(game, "")
    assert not {"run", "bid", "token"} & offered(game, "")
    assert not offered(game, "token ")
    assert offered(game, "why lay ") == offered(game, "lay ")


def test_completion_of_other_actions() -> None:
    assert offered(auction(), "bid ") == set(auction().definition.privates)
    assert offered(auction(), "bid fc ") == {"155"}
    game = North().company("JHR", par=95, Ann=60, cash=900).operate("JHR", "trains")
    assert offered(game, "buy ") == {"2"}
    assert offered(game, "buy 2 ") == {"bank"}
    assert offered(game, "buy 2 bank ") == {"80"}
    assert not offered(game, "lay ")


def test_completion_of_seats_files_and_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("1888", players=["Ann Lee", "Bo", "Cy"])
    assert offered(game, "seat ") == {"Ann", "Bo", "Cy"}
    assert offered(game, "seat Ann ") == {"Lee"}
    assert offered(game, "seat Bo ") == {*BOTS, "me"}
    assert {"I.1", "VII.4.5"} <= offered(game, "rule ")
    assert {"KT", "JHR", "rules", "show"} <= offered(game, "help ")
    (tmp_path / "evening.json").touch()
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "old.json").touch()
    monkeypatch.chdir(tmp_path)
    assert offered(game, "load ") == {"evening.json", "games/"}
    assert offered(game, "save games/o") == {"games/old.json"}
    assert offered(game, "load no/such/") == set()
