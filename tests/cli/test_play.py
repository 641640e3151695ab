"""kaiping play: whole games over standard input, every command, refusals with their clause."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from random import Random

import pytest

import kaiping as library
from kaiping.action import Bid, BuyTrain, LayTile, Par, RepayDebt, RunRoutes
from kaiping.cli.play import typed
from kaiping.cli.play.commands import COMMANDS
from kaiping.cli.play.menu import Entry, Menu
from kaiping.cli.play.screen import Screen
from kaiping.cli.play.session import Session, suggested
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records import native
from kaiping.records.files import read_json
from kaiping.titles.clauses import find
from tests.cli.program import Program
from tests.rules.g1880.positions import Position as China
from tests.rules.g1890.positions import Position

SEATS = ("play", "1888", "--players", "Ann,Bo,Cy")


def typed_in(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.fixture(scope="session")
def track_turn(recorded_game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved game in which a company may lay track, and not only at home."""
    for number, action in enumerate(recorded_game.actions):
        game = recorded_game.at(number)
        if isinstance(action, LayTile) and sum(isinstance(one, LayTile) for one in game.legal_actions()) > 20:
            file = tmp_path_factory.mktemp("games") / "track.json"
            game.save(file)
            return file
    pytest.fail("nobody lays track in the recorded game")


# --- whole games ------------------------------------------------------------------------------------


def check_ending(output: str) -> None:
    over = output[output.index("The game is over:") :]
    totals = [int(number.replace(",", "")) for number in re.findall(r"^\d\. .*¥([\d,]+)\s*$", over, re.MULTILINE)]
    assert len(totals) == 3
    assert totals == sorted(totals, reverse=True)
    found = re.search(r"^(\w+(?: and \w+)*) wins? with ¥([\d,]+)\.", over, re.MULTILINE)
    assert found is not None
    assert int(found[2].replace(",", "")) == totals[0]


def test_a_whole_game_by_bots(kaiping: Program) -> None:
    done = kaiping(*SEATS, "--bot", "all=greedy", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert done.stdout.startswith("1888")
    check_ending(done.stdout)


@pytest.mark.slow
def test_a_whole_game_with_a_person_who_lets_the_bot_choose(kaiping: Program, tmp_path: Path) -> None:
    save = tmp_path / "end.json"
    lines = ["hint", "bot"] * 5 + ["bot"] * 700
    done = kaiping(
        *SEATS, "--bot", "2=greedy", "--bot", "Cy=greedy", "--seed", "5", stdin=typed_in(*lines, f"save {save}")
    )
    assert done.returncode == 0, done.stderr
    check_ending(done.stdout)
    assert "I would choose" in done.stdout
    game = library.load(save)
    assert game.finished is not None


def test_a_whole_game_with_a_person_who_types_numbers(kaiping: Program) -> None:
    """Numbers at random: some are refused, some ask for more, and the game comes to its end."""
    chance = Random(3)
    numbers = [str(chance.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8))) for _ in range(3000)]
    done = kaiping(*SEATS, "--bot", "2=greedy", "--bot", "3=greedy", "--seed", "5", stdin=typed_in(*numbers))
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stdout
    check_ending(done.stdout)


# --- what is shown -----------------------------------------------------------------------------------


def test_the_first_turn(inside: Program) -> None:
    done = inside(*SEATS)
    assert done.returncode == 0
    for words in ("auction of the privates", "phase", "bank ¥6,600", "Ann is to act", "Kaiping Tramway", "0 of 20"):
        assert words in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_bank_that_never_runs_out_is_not_shown(inside: Program) -> None:
    done = inside("play", "1880")
    assert "1880 China" in done.stdout
    assert "bank ¥" not in done.stdout


def test_a_later_turn(inside: Program, track_turn: Path) -> None:
    done = inside(
        "play", "--load", track_turn, stdin=typed_in("map", "market", "holdings", "tiles", "trains", "log 3", "show")
    )
    assert done.returncode == 0, done.stderr
    for words in ("Lay track", "Treasury", "Director", "Trains: ", "Yellow: ", "par price", "Signs:"):
        assert words in done.stdout
    assert max(len(line.rstrip()) for line in done.stdout.splitlines()) <= 80


def test_every_command_is_explained(inside: Program) -> None:
    done = inside(*SEATS, stdin=typed_in("help", *(f"help {word}" for word in COMMANDS)))
    for command in COMMANDS.values():
        assert f"{command.usage}: {command.help}" in re.sub(r"\s+", " ", done.stdout) or command.usage.startswith(
            "rule"
        )
    for usage in typed.USAGE.values():
        assert usage.split()[0] in done.stdout


def test_options_are_told(inside: Program) -> None:
    done = inside("play", "1888", "--option", "no-export-in-auction")
    assert "1888 (2022), no-export-in-auction. Played by you" in done.stdout


def test_players_by_number(inside: Program) -> None:
    assert "Played by you: Ann, Bo, Cy, Di, Ed." in inside("play", "1888", "--players", "5").stdout


# --- refusals and rules --------------------------------------------------------------------------------


def test_a_refusal_quotes_its_clause(inside: Program) -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    reason = game.why_not(Bid("Ann", "FC", 151))
    assert reason is not None
    assert reason.clause is not None
    clause = find(reason.clause)
    assert clause is not None
    done = inside(*SEATS, stdin=typed_in("bid FC 151", "why bid FC 151", "7 151"))
    for answer in done.stdout.split("\nAnn> ")[1:4]:
        assert f"Not allowed: {reason.text}" in one_line(answer)
        assert clause.id in one_line(answer)
        assert clause.says in one_line(answer)
    assert "action 2" not in done.stdout


def test_rules_are_quoted(inside: Program) -> None:
    done = inside(
        *SEATS,
        stdin=typed_in("rule VII.4.5", "rule VII.4", "rule XX.1", "help rules certificates", "help rules", "rule"),
    )
    clause = find("1888-2022:VII.4.5")
    assert clause is not None
    output = one_line(done.stdout)
    assert output.count(clause.says) >= 2
    assert "has no clause XX.1" in output
    assert "The sections of 1888-2022" in output


def test_why_not_forbidden(inside: Program, track_turn: Path) -> None:
    done = inside(
        "play", "--load", track_turn, stdin=typed_in("why pass", "why run", "why lay Z99 9 0", "why", "why dance")
    )
    assert "Nothing forbids it" in done.stdout
    assert done.stdout.count("Not allowed: ") == 2
    assert "no hex Z99" in done.stdout


#: what is typed -> what is answered
NONSENSE = {
    "dance": "is no number, command or action",
    "99": "choose from 1 to",
    "2 5": "too much",
    "bid": "which private",
    "bid KT much": "not a number",
    "bid KT 25 now": "too much",
    "bid XX 30": "XX is not for sale",
    "buy moon": "no company, train or private",
    "buy JHR moon": "ipo or the pool",
    "log x": "log [N]",
    "undo": "nothing to undo",
    "redo": "nothing to redo",
    "save": "name a file",
    "load missing.json": "no such file",
    "load .": "is a folder",
    "save .": "is no saved game",
    "map picture.gif": ".svg or .png",
    "map no/such/folder.svg": "No such file",
    "seat Di random": "use: seat",
    "lay C9 57 0": "Not allowed",
    "run": "Not allowed",
    "pay": "Not allowed",
    "token C9": "Not allowed",
    "discard 2": "Not allowed",
    "bankrupt": "Not allowed",
    "agree": "Not allowed",
    "start JHR 95": "Not allowed",
    "exchange FC JHR": "Not allowed",
    "sell JHR 10": "Not allowed",
    "buy 2": "Not allowed",
}


def test_lines_that_make_no_sense(inside: Program, tmp_path: Path) -> None:
    """Each is answered, and the game goes on."""
    done = inside(*SEATS, stdin=typed_in(*NONSENSE, "2"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    answers = done.stdout.split("\nAnn> ")[1:]
    for (line, answer), found in zip(NONSENSE.items(), answers, strict=False):
        assert found.startswith(f"{line}\n")
        assert answer in one_line(found)
    assert "Ann buys KT for ¥25" in answers[len(NONSENSE)]


# --- going back, files -------------------------------------------------------------------------------------


def test_undo_and_redo(inside: Program) -> None:
    done = inside(*SEATS, stdin=typed_in("2", "undo", "redo", "undo"))
    turns = re.findall(r"action (\d+)", done.stdout)
    assert turns == ["1", "2", "1", "2", "1"]


def test_undo_takes_back_what_bots_did(inside: Program) -> None:
    done = inside(*SEATS, "--bot", "2=random", "--bot", "3=random", stdin=typed_in("2", "undo", "redo"))
    turns = [int(turn) for turn in re.findall(r"action (\d+)", done.stdout)]
    assert turns[0] == turns[2] == 1
    assert turns[1] == turns[3] > 2


def test_save_and_load(inside: Program, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    done = inside(*SEATS, stdin=typed_in("2", f"save {file}", "1", f"load {file}", "no", f"load {file}", "yes", "quit"))
    assert done.returncode == 0, done.stderr
    assert library.load(file).played == 1
    assert re.findall(r"action (\d+)", done.stdout) == ["1", "2", "3", "2"]
    again = inside("play", "--load", file)
    assert "Bo is to act" in again.stdout
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann")
    inside(*SEATS, stdin=typed_in(f"save {other}"))
    assert other.read_text() == "Dear Ann"


def test_a_saved_game_remembers_its_bots(inside: Program, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"

    def table(*args: str | Path, lines: tuple[str, ...] = ()) -> str:
        return inside("play", *args, stdin=typed_in(*lines)).stdout

    table("1888", "--players", "Ann,Bo,Cy", "--bot", "bo=greedy", lines=(f"save {file}",))
    assert native.read(read_json(file)).bots == {"Bo": "casual"}
    assert "Played by bots: Bo (casual), Cy (random)." in table("--load", file, "--bot", "3=random")
    assert "Played by you: Ann, Bo, Cy." in table("--load", file, "--bot", "all=me")
    assert "Bo: casual" in table("1888", lines=(f"load {file}", "seat"))
    assert table("1888:2021").startswith("1888 North China (2021). ")
    file.write_text(file.read_text().replace('"bots": {"Bo"', '"bots": {"Zed"'))
    assert "bot for 'Zed', who is none of its players" in inside("play", "--load", file).stderr


def test_leaving_asks_to_save(inside: Program, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    inside(*SEATS, stdin=typed_in("2", "quit", "b", "quit", "y", str(file), "1"), cwd=tmp_path)
    assert not (tmp_path / "y").exists(), "yes names no file"
    assert library.load(file).played == 1
    done = inside(*SEATS, stdin=typed_in("quit", "2"))
    assert "Save it first" not in done.stdout
    assert "Ann buys" not in done.stdout


def test_pictures(inside: Program, tmp_path: Path) -> None:
    inside(*SEATS, stdin=typed_in("map m.svg", "market s.svg", "tiles t.svg"), cwd=tmp_path)
    for name in ("m.svg", "s.svg", "t.svg"):
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("<svg")


def test_a_seat_can_change_hands(inside: Program) -> None:
    done = inside(*SEATS, stdin=typed_in("seat", "seat bo random", "seat cy random", "2", "seat Bo me"))
    assert "Bo is played by random" in done.stdout
    assert done.stdout.count("Bo is to act") == 0


# --- menus and typed actions --------------------------------------------------------------------------------


def leaves(entries: list[Entry] | tuple[Entry, ...]) -> list[object]:
    return [action for entry in entries for action in ([entry.action] if entry.action else leaves(entry.below))]


def test_the_menu_holds_every_legal_action(recorded_game: Game) -> None:
    """But for turns of a tile that look alike; and each is found again by its number."""
    for number in range(0, recorded_game.played, 9):
        game = recorded_game.at(number)
        menu = Menu(game)
        listed = leaves(menu.entries)
        assert len(listed) == len(set(listed))
        for action in menu.actions:
            if action not in listed:
                assert isinstance(action, LayTile)
                tile = game.definition.tiles[action.tile]
                assert len(tile.rotations) < 6
            else:
                path = menu.number_of(action)
                assert path is not None
                entries = menu.entries
                *deeper, last = map(int, path.split())
                for step in deeper:
                    entries = list(entries[step - 1].below)
                assert entries[last - 1].action == action


def test_typed_actions(track_turn: Path) -> None:
    game = library.load(track_turn)
    listed = list(game.legal_actions())
    lay = next(action for action in listed if isinstance(action, LayTile) and action.private is None)
    words = ["LAY", lay.hex.lower(), lay.tile, str(lay.rotation)]
    assert typed.parse(game, words, listed) == lay
    with pytest.raises(typed.Incomplete):
        typed.parse(game, ["lay", lay.hex], [lay, LayTile(lay.company, lay.hex, lay.tile, 7)])
    assert typed.parse(game, ["lay", lay.hex], [lay]) == lay
    with pytest.raises(BadInput, match="lay HEX"):
        typed.parse(game, ["lay"], listed)
    run = typed.parse(game, ["run", "2", "C9.1", "C11", "D12.0", "+", "3", "c9.0", "b8", "b6.0"], listed)
    assert isinstance(run, RunRoutes)
    assert [route.path for route in run.routes] == [("C9.1", "C11", "D12.0"), ("C9.0", "B8", "B6.0")]
    assert [route.train for route in run.routes] == ["2", "3"]


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_every_legal_action_can_be_written_down_and_typed(title: str) -> None:
    game, rng = library.new_game(title, players=["Ann", "Bo", "Cy Dee"], seed=2), Random(2)
    for number in range(300):
        listed = list(game.legal_actions())
        for action in listed if number % 6 == 0 else ():
            assert typed.parse(game, typed.written(action), listed) == action
        game.play(rng.choice(listed))


def test_trains_between_minors() -> None:
    """A minor buys trains and sells them: what is typed names it, and a price is suggested."""
    position = Position("C").minor("KE", "Ann", cash=90).minor("NE", "Bo", trains=("2",))
    game = position.company("SY", Ann=50, cash=0, trains=("2",)).operate("KE", "trains")
    listed = game.legal_actions()
    offers = [one for one in listed if isinstance(one, BuyTrain) and one in listed.ranges]
    prices = {one.source: suggested(game, one, listed.ranges[one]) for one in offers}
    assert prices == {"NE": 80, "SY": 1}
    assert typed.parse(game, ["buy", "2", "ne", "50"], list(listed)) == BuyTrain("KE", "2", "NE", 50)
    with pytest.raises(typed.Incomplete):
        typed.parse(game, ["buy", "2", "NE"], list(listed))
    assert "KE becomes the private KP" in [entry.label for entry in Menu(game).entries]


@pytest.mark.parametrize(
    ("answer", "left"), [("40", 61), ("¥90", 11), ("", 101), ("b", 101)], ids=["a part", "all", "Enter", "back"]
)
def test_a_debt_is_paid_back_as_far_as_is_said(monkeypatch: pytest.MonkeyPatch, answer: str, left: int) -> None:
    position = China().phase("B1").company("BCR", par=100, Cy=60, trains=("3",), cash=500)
    game = position.cash(Ann=90).set(debt={"Ann": 101}).stock("Ann", inside="BCR")
    number = Menu(game).number_of(RepayDebt("Ann", 1))
    monkeypatch.setattr("sys.stdin", StringIO(typed_in(f"{number}", answer)))
    Session(game, {}, 0, Screen()).run()
    assert game.state.debt == {"Ann": left}


def test_typed_starts() -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    assert typed.parse(game, ["par", "jhr", "¥95"], []) == Par("Ann", "JHR", 95)
    assert typed.parse(game, ["bid", "fc", "1,000"], []) == Bid("Ann", "FC", 1000)
