"""Bad input of any kind: one clear line, exit 2, quickly, never a traceback."""

from __future__ import annotations

import gzip
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kaiping.records.files import read_json
from tests.cli.program import Program, assert_refused

#: commands that read a game, with FILE where it goes
READERS = {
    "replay": ("replay", "FILE"),
    "routes": ("routes", "FILE"),
    "render": ("render", "FILE", "-o", "out.svg"),
    "convert": ("convert", "FILE", "-o", "out.json"),
    "play": ("play", "--load", "FILE"),
}


def with_file(command: str, file: Path) -> list[str]:
    return [str(file) if word == "FILE" else word for word in READERS[command]]


def folder(tmp: Path, recording: Path) -> Path:
    (tmp / "folder").mkdir()
    return tmp / "folder"


def written(name: str, content: bytes) -> Callable[[Path, Path], Path]:
    def make(tmp: Path, recording: Path) -> Path:
        (tmp / name).write_bytes(content)
        return tmp / name

    return make


def cut_off(tmp: Path, recording: Path) -> Path:
    (tmp / "cut.json.gz").write_bytes(recording.read_bytes()[:2000])
    return tmp / "cut.json.gz"


def cut_off_json(tmp: Path, recording: Path) -> Path:
    (tmp / "cut.json").write_bytes(gzip.decompress(recording.read_bytes())[:5000])
    return tmp / "cut.json"


def changed(change: Callable[[dict[str, Any]], object]) -> Callable[[Path, Path], Path]:
    """The recording with something wrong in it."""

    def make(tmp: Path, recording: Path) -> Path:
        data = read_json(recording)
        change(data)
        (tmp / "changed.json").write_text(json.dumps(data))
        return tmp / "changed.json"

    return make


def first(data: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(action for action in data["actions"] if action["type"] == kind)
    return found


BAD_FILES = {
    "missing": lambda tmp, recording: tmp / "missing.json",
    "folder": folder,
    "empty": written("empty.json", b""),
    "not JSON": written("words.json", b"once upon a time"),
    "not text": written("bytes.json", bytes(range(256)) * 100),
    "a list": written("list.json", b"[1, 2, 3]"),
    "a number": written("number.json", b"42"),
    "no game": written("object.json", b'{"a": 1}'),
    "nested deeply": written("deep.json", b"[" * 100_000),
    "cut off, compressed": cut_off,
    "cut off": cut_off_json,
    "native, no actions": written("native.json", b'{"kaiping": 1, "title": "1888"}'),
    "native, unknown title": written(
        "native.json",
        b'{"kaiping": 1, "title": "1777", "edition": "1", "rules": "1", "players": ["A", "B"], "actions": []}',
    ),
    "native, unknown edition": written(
        "native.json",
        b'{"kaiping": 1, "title": "1888", "edition": "9", "rules": "1", "players": ["A", "B"], "actions": []}',
    ),
    "native, out of turn": written(
        "native.json",
        b'{"kaiping": 1, "title": "1888", "edition": "2022", "rules": "1", "players": ["A", "B"],'
        b' "actions": [{"type": "pass", "actor": "B"}]}',
    ),
    "unknown title": changed(lambda data: data.update(title="1777")),
    "one player": changed(lambda data: data.update(players=data["players"][:1])),
    "unknown company": changed(lambda data: first(data, "par").update(corporation="XYZ")),
    "unknown private": changed(lambda data: first(data, "bid").update(company="XYZ")),
    "out of turn": changed(lambda data: first(data, "bid").update(entity=data["players"][-1]["id"])),
    "amount below zero": changed(lambda data: first(data, "bid").update(price=-25)),
    "amount in words": changed(lambda data: first(data, "bid").update(price="much")),
    "action without type": changed(lambda data: data["actions"].insert(5, {"entity": 1})),
    "action of no known type": changed(lambda data: data["actions"].insert(5, {"type": "fly", "entity": 1})),
    "action that is no object": changed(lambda data: data["actions"].insert(5, 7)),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_replay_of_a_bad_file(kaiping: Program, recording: Path, tmp_path: Path, kind: str) -> None:
    file = BAD_FILES[kind](tmp_path, recording)
    assert_refused(kaiping("replay", file, cwd=tmp_path), file.name)


@pytest.mark.parametrize("command", [name for name in READERS if name != "replay"])
@pytest.mark.parametrize("kind", ["missing", "folder", "not JSON", "cut off, compressed", "out of turn"])
def test_other_commands_with_a_bad_file(
    inside: Program, recording: Path, tmp_path: Path, command: str, kind: str
) -> None:
    file = BAD_FILES[kind](tmp_path, recording)
    before = sorted(os.listdir(tmp_path))
    assert_refused(inside(*with_file(command, file), cwd=tmp_path), file.name)
    assert sorted(os.listdir(tmp_path)) == before, "nothing is written for bad input"


@pytest.mark.parametrize("packed", [False, True])
def test_200_megabytes_of_nonsense(kaiping: Program, tmp_path: Path, packed: bool) -> None:
    """Neither a huge file nor a small one that unpacks to a huge one is read to its end."""
    file = tmp_path / "nonsense.json"
    if packed:
        with gzip.open(file, "wb", compresslevel=1) as stream:
            for _ in range(200):
                stream.write(b"[" * 2**20)
    else:
        with file.open("wb") as plain:
            plain.truncate(200 * 2**20)
    began = time.perf_counter()
    assert_refused(kaiping("replay", file), "larger than")
    assert time.perf_counter() - began < 60, "that is far more than it takes"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["simulate", "1777"], "no title '1777'"),
        (["simulate", "1888", "--edition", "1066"], "no edition '1066'"),
        (["simulate", "1888", "--players", "0"], "at least 1"),
        (["simulate", "1888", "--players", "7"], "7"),
        (["simulate", "1888", "--players", "many"], "'many'"),
        (["simulate", "1888", "--games", "-3"], "-3"),
        (["simulate", "1888", "--bot", "marvin"], "no bot 'marvin'"),
        (["simulate", "1888", "--option", "x"], "option 'x'"),
        (["simulate"], "TITLE"),
        (["play"], "title"),
        (["play", "1777"], "no title '1777'"),
        (["play", "1888", "--edition", "1066"], "no edition"),
        (["play", "1888", "--edition", "18xx-north"], "for its files only"),
        (["play", "1888", "--option", "any-row"], "no option 'any-row'"),
        (["play", "1888", "--option", "privates-at-end"], "for 1888 2021, not for 2022"),
        (["play", "1888", "--players", "1"], "not 1"),
        (["play", "1888", "--players", "Ann,Ann,Bo"], "same name"),
        (["play", "1888", "--bot", "marvin"], "seat"),
        (["play", "1888", "--bot", "9=random"], "9=random"),
        (["play", "1888", "--bot", "2=marvin"], "no bot 'marvin'"),
        (["play", "1888", "--seed", "x"], "'x'"),
        (["rules", "1777-1"], "no rulebook '1777-1'"),
        (["render", "1777", "-o", "out.svg"], "neither a file nor a title"),
        (["render", "1888:1066", "-o", "out.svg"], "no edition"),
        (["render", "1888", "-o", "out.gif"], ".svg or .png"),
        (["render", "1888", "-o", "no/such/folder/out.svg"], "out.svg"),
        (["render", "1888", "--what", "moon", "-o", "out.svg"], "moon"),
        (["render", "1888", "--at", "3", "-o", "out.svg"], "title"),
        (["render", "1888", "--width", "0", "-o", "out.svg"], "whole number of pixels"),
        (["render", "1888", "--theme", "pink", "-o", "out.svg"], "pink"),
        (["render", "1888", "--lang", "xx", "-o", "out.svg"], "xx"),
        (["render", "1888", "--routes", "-o", "out.svg"], "no company operates"),
        (["render", "1888"], "-o"),
        (["convert", "x.json"], "-o"),
        (["bench", "--web", "--workers", "0"], "workers"),
        (["bench", "--cold"], "--web"),
        (["bench", "--against", "no-such-commit"], "no-such-commit is no commit"),
        (["bench", "--growth"], "--web"),
        (["bench", "--web", "--growth", "0"], "growth"),
        (["bench", "--web", "--stored", "6"], "--cold"),
        (["replay"], "FILE"),
        (["replay", "x.states.jsonl.gz"], "not one itself"),
    ],
    ids=" ".join,
)
def test_bad_arguments(inside: Program, tmp_path: Path, args: list[str], words: str) -> None:
    assert_refused(inside(*args, cwd=tmp_path), words)
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("moment", ["0", "99999", "-1", "x", "#99999", "#-1", "#x", "#", ""])
def test_a_moment_that_is_not_there(inside: Program, native: Path, moment: str) -> None:
    assert_refused(inside("routes", native, "--at", moment), "--at")


def test_output_that_cannot_be_written(kaiping: Program, recording: Path, tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    assert_refused(kaiping("convert", recording, "-o", tmp_path / "folder.json"), "folder.json")
    assert_refused(kaiping("convert", recording, "-o", tmp_path / "no" / "x.json"), "x.json")
    (tmp_path / "folder.svg").mkdir()
    assert_refused(kaiping("render", recording, "-o", tmp_path / "folder.svg"), "folder.svg")


def test_a_trace_that_is_none(kaiping: Program, recording: Path, tmp_path: Path) -> None:
    (tmp_path / "trace").write_text("words")
    assert_refused(kaiping("replay", recording, "--states", tmp_path / "trace"), "trace")
    (tmp_path / "trace").write_text("[1]\n")
    assert_refused(kaiping("replay", recording, "--states", tmp_path / "trace"), "trace")
    assert_refused(kaiping("replay", recording, "--states", tmp_path / "missing"), "missing")
