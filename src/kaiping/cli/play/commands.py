"""What a player can ask for beside playing: views, help with the rules, undo, files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kaiping.bots import BOTS
from kaiping.cli.play import typed
from kaiping.cli.play.phrases import full_words
from kaiping.cli.play.tables import depot_lines, tiles_lines
from kaiping.cli.render import write_picture
from kaiping.cli.seats import bots_of
from kaiping.errors import BadInput
from kaiping.game import Picture
from kaiping.phrases import rules_words
from kaiping.records import load as load_game
from kaiping.records import native
from kaiping.records.files import read_json, write_bytes
from kaiping.records.position import position_text
from kaiping.titles.clauses import book, find, with_word

if TYPE_CHECKING:
    from kaiping.cli.play.session import Session

#: how many clauses a search shows
_MOST_CLAUSES = 15
_USUAL_LOG = 12


class Command(NamedTuple):
    usage: str
    help: str
    run: Callable[[Session, Sequence[str]], None]


def command(word: str) -> Command | None:
    return COMMANDS.get(_SHORT.get(word.lower(), word.lower()))


# --- views -------------------------------------------------------------------------------------------


def _show(session: Session, words: Sequence[str]) -> None:
    if session.game.finished is not None:
        session.screen.overview(session.seen)
    else:
        session.show(whole=True)


def _menu(session: Session, words: Sequence[str]) -> None:
    session.screen.menu(session.seen, session._menu())


def _map(session: Session, words: Sequence[str]) -> None:
    if words:
        _picture(session, "map", words)
    else:
        session.screen.map(session.game)


def _market(session: Session, words: Sequence[str]) -> None:
    if words:
        _picture(session, "market", words)
    else:
        session.screen.market(session.game)


def _tiles(session: Session, words: Sequence[str]) -> None:
    if words:
        _picture(session, "tiles", words)
    else:
        session.screen.say(*tiles_lines(session.game))


def _picture(session: Session, what: Picture, words: Sequence[str]) -> None:
    file = _file(words)
    write_picture(session.game, what, file)
    session.screen.say(f"The {what} is drawn in {file}.")


def _holdings(session: Session, words: Sequence[str]) -> None:
    session.screen.players(session.seen)
    session.screen.companies(session.seen)


def _trains(session: Session, words: Sequence[str]) -> None:
    session.screen.lines(session.game, depot_lines(session.game))


def _log(session: Session, words: Sequence[str]) -> None:
    if words and not words[0].isdecimal():
        raise BadInput("use: log [N]")
    lines = session.seen.log()
    count = int(words[0]) if words else _USUAL_LOG
    session.screen.log(session.game, lines[-count:] if count else [])


# --- rules -------------------------------------------------------------------------------------------


def _why(session: Session, words: Sequence[str]) -> None:
    if not words or not typed.is_action(words[0]):
        raise BadInput("use: why ACTION, such as: why lay C7 9 1, why pass, why buy JHR")
    try:
        action = typed.parse(session.seen, words, session._menu().actions)
    except typed.Incomplete as more:
        session.screen.say(f"That is allowed, in {len(more.actions)} ways.")
        return
    reason = session.seen.why_not(action)
    if reason is None:
        session.screen.say("Nothing forbids it: it is allowed.")
    else:
        session.refuse(reason)


def _rule(session: Session, words: Sequence[str]) -> None:
    cited = session.game.definition.clauses
    if len(words) != 1:
        raise BadInput(f"use: rule NUMBER, such as: rule {book(cited)[0].number}")
    clause = find(words[0], cited)
    if clause is not None:
        session.screen.clause(clause)
        return
    begin = words[0].rpartition(":")[2].lower().rstrip(".") + "."
    section = [one for one in book(cited) if one.number.lower().startswith(begin)]
    if not section:
        raise BadInput(f"{cited} has no clause {words[0]}; help rules WORD looks for a word")
    for one in section:
        session.screen.clause(one)


def _help(session: Session, words: Sequence[str]) -> None:
    if not words:
        session.screen.help(_help_rows())
    elif words[0].lower() in ("rules", "rule"):
        _help_rules(session, words[1:])
    elif (found := command(words[0])) is not None:
        session.screen.say(f"{found.usage}: {found.help}")
    elif typed.is_action(words[0]):
        session.screen.say(typed.USAGE[typed.ALIASES.get(words[0].lower(), words[0].lower())])
    else:
        _help_rules(session, words)


def _help_rows() -> list[tuple[str, str]]:
    rows = [("NUMBER", "choose from the menu; 5 2 goes one level deeper, 3 60 names an amount")]
    rows += [(found.usage, found.help) for found in COMMANDS.values()]
    rows.append(("an action in words", "such as the following; the Tab key completes words"))
    rows += [("", usage) for usage in typed.USAGE.values()]
    return rows


def _help_rules(session: Session, words: Sequence[str]) -> None:
    cited = session.game.definition.clauses
    if not words:
        sections = dict.fromkeys((one.number.rpartition(".")[0], one.section) for one in book(cited))
        session.screen.say(f"The sections of {cited} (rule NUMBER shows one, help rules WORD looks for a word):")
        session.screen.say(*(f"  {number:<10} {name}" for number, name in sections))
        return
    found = with_word(" ".join(words), cited)
    for one in found[:_MOST_CLAUSES]:
        session.screen.clause(one)
    if not found:
        session.screen.say(f"No clause of {cited} speaks of {' '.join(words)!r}.")
    elif len(found) > _MOST_CLAUSES:
        session.screen.say(f"... and {len(found) - _MOST_CLAUSES} more", style="dim")


# --- playing on ------------------------------------------------------------------------------------------


def _undo(session: Session, words: Sequence[str]) -> None:
    session.step_back()


def _redo(session: Session, words: Sequence[str]) -> None:
    session.step_forward()


def _hint(session: Session, words: Sequence[str]) -> None:
    action = session.advice()
    number = session._menu().number_of(action)
    where = f" ({number} in the menu)" if number else ""
    session.screen.say(f"I would choose{where}: {full_words(session.game, action)}")


def _bot(session: Session, words: Sequence[str]) -> None:
    session.play(session.advice())


def _seat(session: Session, words: Sequence[str]) -> None:
    if not words:
        for player in session.game.players:
            session.screen.say(f"{player}: {session.bots.get(player, 'you')}")
        return
    by_name = {player.lower(): player for player in session.game.players}
    player = by_name.get(words[0].lower(), "")
    if not player or len(words) != 2 or words[1] not in (*BOTS, "me"):
        raise BadInput(f"use: seat PLAYER {'|'.join(BOTS)}|me")
    if words[1] == "me":
        session.bots.pop(player, None)
    else:
        session.bots[player] = words[1]
    session.screen.say(f"{player} is played by {session.bots.get(player, 'you')}.")


# --- files ------------------------------------------------------------------------------------------------


def _file(words: Sequence[str]) -> Path:
    if not words:
        raise BadInput("name a file")
    return Path(" ".join(words)).expanduser()


def _save(session: Session, words: Sequence[str]) -> None:
    file = _file(words)
    if file.exists() and not _is_saved_game(file):
        raise BadInput(f"{file} exists and is no saved game; choose another name")
    native.save(session.game, file, bots=session.bots)
    session.saved = session.game.actions
    session.screen.say(f"Saved in {file}; kaiping play --load {file} goes on with it.")


def _position(session: Session, words: Sequence[str]) -> None:
    text = position_text(session.seen)
    if not words:
        session.screen.say(text.rstrip("\n"))
        return
    file = _file(words)
    if file.exists():
        raise BadInput(f"{file} exists; choose another name")
    write_bytes(file, text.encode())
    session.screen.say(f"Written to {file}; kaiping play --from {file} plays on from it.")


def _is_saved_game(file: Path) -> bool:
    try:
        return native.is_native(read_json(file))
    except BadInput:
        return False


def _load(session: Session, words: Sequence[str]) -> None:
    file = _file(words)
    game = load_game(file)
    if session.unsaved:
        answer = session.ask("The present game is not saved. Leave it? (yes/no)> ")
        if (answer or "").lower() not in ("y", "yes"):
            return
    seats = {number: session.bots.get(player) for number, player in enumerate(session.game.players)}
    kept = {player: name for number, player in enumerate(game.players) if (name := seats.get(number))}
    session.bots = bots_of(file) or kept
    session.game = game
    session.saved = game.actions
    if game.ages or game.unplayed is not None:
        session.screen.say("Note: " + ". ".join(rules_words(game)) + ".")
    session.changed()


def _quit(session: Session, words: Sequence[str]) -> None:
    if session.unsaved:
        answer = session.ask("Save it first? A file's name, Enter to leave without saving, b to stay> ")
        if answer is not None and answer.lower() in ("b", "back"):
            return
        if answer and answer.lower() not in ("n", "no"):
            _save(session, answer.split())
    session.leaving = True


COMMANDS: dict[str, Command] = {
    "show": Command("show", "the whole position and the menu", _show),
    "menu": Command("menu", "what may be done", _menu),
    "map": Command("map [FILE.svg|FILE.png]", "the map as text, or as a picture in a file", _map),
    "market": Command("market [FILE.svg|FILE.png]", "the share price board", _market),
    "tiles": Command("tiles [FILE.svg|FILE.png]", "the tiles that are left", _tiles),
    "holdings": Command("holdings", "what players and companies own", _holdings),
    "trains": Command("trains", "the trains on sale, and what comes next", _trains),
    "log": Command("log [N]", "what has happened", _log),
    "why": Command("why ACTION", "whether an action is allowed, and which rule forbids it", _why),
    "rule": Command("rule NUMBER", "a clause of the rulebook, or all of a section", _rule),
    "help": Command("help [rules [WORD]]", "this list, or the clauses that speak of something", _help),
    "hint": Command("hint", "what a bot would do", _hint),
    "bot": Command("bot", "let a bot play this action", _bot),
    "seat": Command("seat [PLAYER BOT|me]", "who plays which seat", _seat),
    "undo": Command("undo", "take your latest action back, with what bots did after it", _undo),
    "redo": Command("redo", "play it again", _redo),
    "position": Command("position [FILE]", "the position as text with its code, to paste or to keep", _position),
    "save": Command("save FILE", "write the game to a file", _save),
    "load": Command("load FILE", "go on with a game from a file", _load),
    "quit": Command("quit", "leave the game", _quit),
}
_SHORT = {
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "u": "undo",
    "m": "map",
    "seats": "seat",
    "rules": "rule",
}
