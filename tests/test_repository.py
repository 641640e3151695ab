"""The tree speaks of the project alone: no address of a package registry, no path of one machine."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Put together from pieces, so that this file does not hold what it looks for.
REGISTRIES = [
    ".".join(pieces)
    for pieces in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("deb", "debian", "org"),
    )
]
REGISTRY = re.compile("|".join(re.escape(name) for name in REGISTRIES).encode())
MACHINE_PATH = re.compile(rb"(?<![\w.\-}])/(?:work|root|home/\w+)/")


def files() -> list[Path]:
    """What git tracks, or would track: not what it ignores."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git, or not a checkout: the files of the repository cannot be listed")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    return [ROOT / name for name in listing.decode().split("\0") if name and (ROOT / name).is_file()]


def lines_with(pattern: re.Pattern[bytes]) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files()
        for number, line in enumerate(file.read_bytes().splitlines(), 1)
        if pattern.search(line)
    ]


def test_files_are_found() -> None:
    assert Path(__file__).resolve() in files()


def test_no_registry_address() -> None:
    assert lines_with(REGISTRY) == []


def test_no_path_of_one_machine() -> None:
    assert lines_with(MACHINE_PATH) == []


@pytest.mark.parametrize("name", REGISTRIES)
def test_an_address_would_be_found(name: str) -> None:
    assert REGISTRY.search(f"--index-url https://{name}/simple".encode())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/{}/main/src", True),
        ('open("/{}/x")', True),
        ("file:///{}/x", True),
        ("src/{}/x", False),
        ("../{}/x", False),
    ],
)
@pytest.mark.parametrize("folder", ["work", "root"])
def test_a_machine_path_would_be_found(text: str, found: bool, folder: str) -> None:
    assert bool(MACHINE_PATH.search(text.format(folder).encode())) is found
