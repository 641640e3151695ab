"""Games recorded on 18xx.games replay exactly: every state, every list of legal actions, the result.

Some of them are in the tree; where shared/ lies beside the checkout all that it has are replayed as well.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiping.records import site18xx
from kaiping.records.files import read_json, read_json_lines
from kaiping.records.legal import differences
from kaiping.records.trace import difference
from kaiping.titles import TITLES

HERE = Path(__file__).resolve().parent / "data" / "recordings"
SHARED = HERE.parents[3] / "shared" / "recordings"


def recordings() -> list[Path]:
    """Game files of titles there are, in the tree and in shared/ (each once)."""
    found: dict[tuple[str, str], Path] = {}
    for folder in (HERE, SHARED):
        for file in sorted(folder.glob("*/*.json.gz")):
            if file.parent.name.split("_")[0] in TITLES:
                found.setdefault((file.parent.name, file.name), file)
    return list(found.values())


def companion(file: Path, ending: str) -> Path:
    return file.with_name(file.name.removesuffix(".json.gz") + ending)


def name(file: Path) -> str:
    return f"{file.parent.name}/{file.name.removesuffix('.json.gz')}"


def test_shared_recordings_are_there(shared: Path) -> None:
    """Says plainly when only the recordings in the tree are replayed."""
    assert any(shared in file.parents for file in recordings())


@pytest.mark.parametrize("file", recordings(), ids=name)
def test_states(file: Path) -> None:
    """The state after every action, and the result, are those recorded."""
    site = site18xx.read(read_json(file))
    recorded = {line["seq"]: line for line in read_json_lines(companion(file, ".states.jsonl.gz"))}
    compared = 0
    for game, step in site18xx.steps(site):
        line = recorded.get(step.action.seq)
        if line is not None:
            wrong = difference(game, line, game.events_since(step.before))
            assert wrong is None, f"after action {step.action.id}: {wrong}"
            compared += 1
    assert compared == len(recorded)
    if site.result is not None:
        totals = game.totals()
        assert {str(number): totals[player] for number, player in site.players.items()} == site.result


@pytest.mark.parametrize(
    "file", [file for file in recordings() if companion(file, ".legal.jsonl.gz").exists()], ids=name
)
def test_legal_actions(file: Path) -> None:
    """What is offered before every action is what was offered there."""
    played = site18xx.replay(site18xx.read(read_json(file)))
    before = {step.action.seq: step.before for step in played.steps}
    lists = read_json_lines(companion(file, ".legal.jsonl.gz"))
    for entry in lists:
        wrong = differences(played.game.at(before[entry["seq"]]), entry)
        assert wrong is None, f"before action {entry['seq']}: {wrong}"
    assert lists
