"""Kaiping as an environment for research: PettingZoo, Gymnasium and OpenSpiel (docs/research.md)."""

from __future__ import annotations

from importlib.util import find_spec


def needs(package: str, brought_by: str) -> None:
    """Say in one sentence what is missing."""
    if find_spec(package) is None:
        raise ModuleNotFoundError(
            f"this needs the package {package}, which is not installed: pip install {brought_by}", name=package
        )


for _package in ("numpy", "gymnasium", "pettingzoo", "PIL"):
    needs(_package, "'kaiping[research]'")
