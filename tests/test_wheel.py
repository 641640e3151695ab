"""The wheel, installed in a fresh environment with and without extras, plays a game of each title."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent
UV = Path(sys.executable).parent / "uv"
TITLES = ("1888", "1880", "1890")
#: of a plain installation with all it needs, in bytes
MOST_BYTES = 10_000_000

#: the environment for programs that learn, drawn
PICTURED = """
from kaiping.env import kaiping_v0
env = kaiping_v0.env(title="1888", render_mode="rgb_array")
env.reset(seed=1)
print(env.render().shape)
"""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def settings() -> dict[str, str]:
    """Nothing of the checkout or of the tests' own settings reaches a program."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KAIPING"))}


def run(*command: str | Path, folder: Path, **more: str) -> str:
    """What a program prints, with some settings more."""
    done = subprocess.run(
        command, cwd=folder, env=settings() | more, capture_output=True, text=True, encoding="utf-8", timeout=900
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def built(folder: Path, **more: str) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=ROOT, **more)
    (file,) = folder.glob("kaiping-*.whl")
    return file


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


def about(wheel: Path) -> str:
    """What the package says of itself, with the page for an index."""
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return files.read(name).decode()


def test_no_link_of_the_package_leads_nowhere(wheel: Path, tmp_path: Path) -> None:
    """The page at an index has links to where the project is kept, or none."""
    assert "# Kaiping" in about(wheel)
    assert "](" not in about(wheel)
    assert "\nProject-URL: " not in about(wheel)
    published = about(built(tmp_path, KAIPING_PROJECT_URL="https://code.example/kaiping/"))
    assert "Project-URL: Homepage, https://code.example/kaiping\n" in published
    links = re.findall(r"\]\(([^)]*)\)", published)
    assert "https://code.example/kaiping/raw/main/docs/pictures/track.png" in links
    assert "https://code.example/kaiping/blob/main/docs/python.md" in links
    kept = [link.split("/main/")[1] for link in links]
    assert [place for place in kept if not (ROOT / place).exists()] == []


def installed(wheel: Path, extra: str, folder: Path) -> Path:
    """The folder of programs of a fresh environment."""
    assert UV.exists(), "there is no uv beside this Python; `make test-slow` brings it"
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "fresh", folder=folder)
    programs = folder / "fresh" / "bin"
    pins = ROOT / "requirements" / "play.txt"
    run(UV, "pip", "install", "--quiet", "--python", programs / "python", "--constraint", pins, f"{wheel}{extra}",
        folder=folder)  # fmt: skip
    return programs


@pytest.mark.parametrize("extra", ["", "[routes]", "[all]"])
def test_a_fresh_installation_plays_every_title(wheel: Path, extra: str, tmp_path: Path) -> None:
    """Every run is proven the best, also without the solver; the program says so if one is not."""
    programs = installed(wheel, extra, tmp_path)
    assert run(programs / "kaiping", "--version", folder=tmp_path).startswith("kaiping ")
    for title in TITLES:
        said = run(programs / "kaiping", "simulate", title, "--games", "1", "--seed", "1", folder=tmp_path)
        assert "nothing was wrong" in said
    if not extra:
        assert size(programs) < MOST_BYTES
    if extra == "[all]":
        run(programs / "kaiping", "render", "1888", "-o", "map.png", folder=tmp_path)
        assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
        assert "Kaiping" in first_page(programs, tmp_path)
        assert "(697, 900, 3)" in run(programs / "python", "-c", PICTURED, folder=tmp_path)


def first_page(programs: Path, folder: Path) -> str:
    """What the web table of an installation shows first."""
    command: list[str | Path] = [programs / "kaiping", "serve", "--port", "0", "--data", folder / "data"]
    with subprocess.Popen(command, cwd=folder, env=settings(), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address
            with urllib.request.urlopen(address[0], timeout=300) as answer:
                page: str = answer.read().decode()
                return page
        finally:
            server.terminate()


def size(programs: Path) -> int:
    """What an environment holds of packages, in bytes; no compiled files, which come later."""
    (packages,) = programs.parent.glob("lib/python*/site-packages")
    return sum(file.stat().st_size for file in packages.rglob("*") if file.is_file() and file.suffix != ".pyc")
