"""What a player can ask for beside playing: views, help with the rules, undo, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kaiping.advice import Candidate
from kaiping.bots import offered, present_name
from kaiping.cli.bots import level_lines
from kaiping.cli.output import is_picture
from kaiping.cli.play import about, typed
from kaiping.cli.play.lines import files
from kaiping.cli.play.phrases import full_words
from kaiping.cli.play.tables import depot_lines, tiles_lines
from kaiping.cli.render import check_picture_name, write_picture
from kaiping.cli.seats import PERSON, bots_of
from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.game import Game, Picture
from kaiping.phrases import money, rules_words
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
    #: how many words may follow; None: as many as a file's name or a search has
    most: int | None = 0


def obey(session: Session, found: Command, words: Sequence[str]) -> None:
    """Carry a command out; words that it has no use for are refused."""
    if found.most is not None and len(words) > found.most:
        raise BadInput(f"{' '.join(words[found.most :])!r} is too much; use: {found.usage}")
    found.run(session, words)


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
    if not words:
        session.screen.items(session.game, tiles_lines(session.game))
    elif len(words) == 1 and about.known(session.game.definition.tiles, words[0]) is not None:
        _thing("tile", lambda printed: printed.tiles)(session, words)
    elif len(words) == 1 and not Path(words[0]).suffix:
        raise BadInput(f"there is no tile {words[0]!r}; tile alone shows them, and tile FILE.png draws them")
    else:
        _picture(session, "tiles", words)


def _picture(session: Session, what: Picture, words: Sequence[str]) -> None:
    file = _file(words)
    check_picture_name(file)
    if _may_write(session, file, is_picture, "picture"):
        write_picture(session.game, what, file)
        session.screen.say(f"The {what} is drawn in {file}.")


def _may_write(session: Session, file: Path, like: Callable[[Path], bool], what: str) -> bool:
    """Nothing is written over without a word: something else never, the like of it when the player says so."""
    if not file.exists():
        return True
    if not file.is_file() or (file.stat().st_size and not like(file)):
        raise BadInput(f"{file} exists and is no {what}; choose another name")
    return session.agrees(f"{file} is there already. Write over it?")


def _thing(kind: str, names: Callable[[Definition], Mapping[str, object]]) -> Callable[..., None]:
    """A command that shows one thing of a kind, or says which there are."""

    def run(session: Session, words: Sequence[str]) -> None:
        known = names(session.game.definition)
        name = about.known(known, words[0]) if words else None
        if words and name is None:
            raise BadInput(f"there is no {kind} {words[0]!r}; there are {', '.join(known)}")
        session.screen.tell(_LINES[kind](session.seen, name) if name else [", ".join(known)])

    return run


_LINES: dict[str, Callable[[Game, str], Iterable[str]]] = {
    "private": about.private_lines,
    "company": about.company_lines,
    "train": about.train_lines,
    "tile": about.tile_lines,
    "minor": about.minor_lines,
}


def _train(session: Session, words: Sequence[str]) -> None:
    if words:
        _thing("train", lambda printed: printed.trains)(session, words)
    else:
        session.screen.items(session.game, depot_lines(session.game))


def _private(session: Session, words: Sequence[str]) -> None:
    if words:
        _thing("private", lambda printed: printed.privates)(session, words)
    else:
        session.screen.privates(session.seen)


def _company(session: Session, words: Sequence[str]) -> None:
    if words and about.known(session.game.definition.minors, words[0]) is not None:
        _thing("minor", lambda printed: printed.minors)(session, words)
    elif words:
        _thing("company", lambda printed: printed.companies)(session, words)
    else:
        session.screen.companies(session.seen)


def _hex(session: Session, words: Sequence[str]) -> None:
    name = about.known(session.game.definition.map.hexes, words[0]) if words else None
    if name is None:
        raise BadInput(f"the map has no hex {words[0]!r}" if words else "use: hex HEX, such as: hex C9")
    session.screen.tell(about.hex_lines(session.seen, name, _listed(session)))


def _holdings(session: Session, words: Sequence[str]) -> None:
    session.screen.players(session.seen)
    session.screen.companies(session.seen)


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
    elif words[0].lower() in ("bots", "levels"):
        session.screen.say(*level_lines())
    elif words[0].lower() in ("rules", "rule"):
        _help_rules(session, words[1:])
    elif (found := command(words[0])) is not None:
        session.screen.say(f"{found.usage}: {found.help}")
    elif typed.is_action(words[0]):
        session.screen.say(typed.USAGE[typed.ALIASES.get(words[0].lower(), words[0].lower())])
    elif len(words) == 1 and (lines := about.about(session.seen, words[0], _listed(session))):
        session.screen.tell(lines)
    else:
        _help_rules(session, words)


def _listed(session: Session) -> Sequence[object]:
    return session._menu().actions if session.game.finished is None else ()


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


#: of what was compared, so many are told
_COMPARED = 4


def _hint(session: Session, words: Sequence[str]) -> None:
    """What a bot of some level would do, why, and what else it thought of."""
    advice = session.advice(*words)
    first, *others = advice.candidates[:_COMPARED]
    session.screen.say(f"I would choose{_weighed(session, first)}")
    if others:
        session.screen.say(f"Of all that I compared {advice.decided}. What comes next:")
        for one in others:
            session.screen.say(f"  {_weighed(session, one).lstrip(': ')}")


def _weighed(session: Session, one: Candidate) -> str:
    """An action with its number in the menu, its worth and the reason."""
    number = session._menu().number_of(one.action)
    where = f" ({number} in the menu)" if number else ""
    why = f"; {one.reason}" if one.reason else ""
    worth = money(session.game, round(one.value))
    return f"{where}: {full_words(session.game, one.action)} – worth {worth}{why}"


def _bot(session: Session, words: Sequence[str]) -> None:
    session.play(session.advice().best)


def _seat(session: Session, words: Sequence[str]) -> None:
    if not words:
        for player in session.game.players:
            session.screen.say(f"{player}: {session.bots.get(player, 'you')}")
        return
    *name, who = words  # a name may have several words
    by_name = {player.casefold(): player for player in session.game.players}
    player = by_name.get(" ".join(name).casefold(), "")
    who = present_name(who)
    names = [one.name for one in offered()]
    if not player or who not in (*names, PERSON):
        raise BadInput(
            f"use: seat PLAYER {'|'.join(names)}|{PERSON}; the players are {', '.join(session.game.players)}; "
            "help bots says what the bots are like"
        )
    if who == PERSON:
        session.bots.pop(player, None)
    else:
        session.bots[player] = who
    session.screen.say(f"{player} is played by {session.bots.get(player, 'you')}.")


# --- files ------------------------------------------------------------------------------------------------


def _file(words: Sequence[str]) -> Path:
    if not words:
        raise BadInput("name a file")
    return Path(" ".join(words)).expanduser()


def _save(session: Session, words: Sequence[str]) -> None:
    file = _file(words) if words or session.file is None else session.file
    again = file.exists() and session.file is not None and file.resolve() == session.file.resolve()
    if again or _may_write(session, file, _is_saved_game, "saved game"):
        native.save(session.game, file, bots=session.bots)
        session.saved, session.file = session.game.actions, file
        session.screen.say(f"Saved in {file}{' again' if again else ''}; kaiping play --load {file} goes on with it.")


def _position(session: Session, words: Sequence[str]) -> None:
    text = position_text(session.seen)
    if not words:
        session.screen.plain(text.rstrip("\n"))
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
    if session.unsaved and not session.agrees("The present game is not saved. Leave it?"):
        return
    seats = {number: session.bots.get(player) for number, player in enumerate(session.game.players)}
    kept = {player: name for number, player in enumerate(game.players) if (name := seats.get(number))}
    session.bots = bots_of(file) or kept
    session.game = game
    session.saved, session.file = game.actions, file
    if game.ages or game.unplayed is not None:
        session.screen.say("Note: " + ". ".join(rules_words(game)) + ".")
    session.changed()


def _quit(session: Session, words: Sequence[str]) -> None:
    if session.unsaved:
        session.screen.say("Save it first? Name a file, or say no to leave without saving.")
        answer: str | None = "y"
        while answer is not None and answer.lower() in ("y", "yes"):  # which is no name yet
            answer = session.ask("file (Enter: back)> ", lambda before, last: () if before else files(last))
        if answer is not None and answer.lower() in ("", "b", "back"):
            return
        if answer is not None and answer.lower() not in ("n", "no"):
            _save(session, answer.split())
            if session.unsaved:
                return
    session.leaving = True


COMMANDS: dict[str, Command] = {
    "show": Command("show", "the whole position and the menu", _show),
    "menu": Command("menu", "what may be done", _menu),
    "map": Command("map [FILE.svg|FILE.png]", "the map as text, or as a picture in a file", _map, None),
    "hex": Command("hex HEX", "what lies on a hex and what may be put there; its name alone does the same", _hex, 1),
    "market": Command("market [FILE.svg|FILE.png]", "the share price board", _market, None),
    "tile": Command("tile [TILE|FILE.svg|FILE.png]", "the tiles that are left, or one of them", _tiles, None),
    "holdings": Command("holdings", "what players and companies own", _holdings),
    "company": Command("company [COMPANY]", "the companies, or one of them", _company, 1),
    "private": Command("private [PRIVATE]", "the privates, or what one of them does", _private, 1),
    "train": Command("train [TRAIN]", "the trains on sale and what comes next, or one of them", _train, 1),
    "log": Command("log [N]", "what has happened", _log, 1),
    "why": Command("why ACTION", "whether an action is allowed, and which rule forbids it", _why, None),
    "rule": Command("rule NUMBER", "a clause of the rulebook, or all of a section", _rule, 1),
    "help": Command(
        "help [NAME|bots|rules [WORD]]", "this list, what something does, or the clauses on a word", _help, None
    ),
    "hint": Command("hint [LEVEL]", "what a bot would do and why; club and expert think for a while", _hint, 1),
    "bot": Command("bot", "let a bot play this action", _bot),
    "seat": Command("seat [PLAYER BOT|me]", "who plays which seat; help bots lists the bots", _seat, None),
    "undo": Command("undo", "take your latest action back, with what bots did after it", _undo),
    "redo": Command("redo", "play it again", _redo),
    "position": Command("position [FILE]", "the position as text with its code, to paste or to keep", _position, None),
    "save": Command("save [FILE]", "write the game to a file, or again to the one it came from", _save, None),
    "load": Command("load FILE", "go on with a game from a file", _load, None),
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
    "tiles": "tile",
    "trains": "train",
    "privates": "private",
    "companies": "company",
}
