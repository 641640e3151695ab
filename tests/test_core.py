"""The library plays with nothing installed but what its core depends on."""

import subprocess
import sys

#: makes every package of others fail to be found, but for those that the core depends on
BARE = """
import sys
from importlib.abc import MetaPathFinder

class Bare(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in {"kaiping", "msgspec", *sys.stdlib_module_names}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=top)

sys.meta_path.insert(0, Bare())
"""

GAME = """
from random import Random
import kaiping

for title in ("1888", "1880", "1890"):
    game, rng = kaiping.new_game(title, players=["Ann", "Bo", "Cy"], seed=1), Random(1)
    for _ in range(40):
        game.play(rng.choice(game.legal_actions()))
    game = kaiping.from_position(game.position())
    print(title, game.acting, len(game.svg()) > 1000)
"""


def test_a_game_by_the_core_alone() -> None:
    done = subprocess.run([sys.executable, "-c", BARE + GAME], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["1888", "1880", "1890"]


START = """
import sys
from kaiping.cli import main

main(["--version"])
print(*sys.modules)
"""

#: what takes long to load, of ours and of others
HEAVY = {
    *{
        "kaiping.game",
        "kaiping.titles",
        "kaiping.flow",
        "kaiping.routes",
        "kaiping.records",
        "kaiping.draw",
        "kaiping.web",
    },
    *{"numpy", "highspy", "django", "rich", "prompt_toolkit", "asyncio", "unittest"},
}


def test_the_program_starts_without_the_rules() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, timeout=60)
    version, loaded = done.stdout.splitlines()
    assert version.startswith("kaiping ")
    assert not HEAVY & set(loaded.split())
    assert len([name for name in loaded.split() if name.startswith("kaiping")]) < 15


def test_what_is_missing_is_told_in_one_sentence() -> None:
    play = "import kaiping.cli; sys.exit(kaiping.cli.main(['play', '1888']))"
    done = subprocess.run([sys.executable, "-c", BARE + play], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "pip install 'kaiping[cli]'" in done.stderr
    assert "Traceback" not in done.stderr
