"""Kaiping as an environment for research: PettingZoo, Gymnasium and OpenSpiel (docs/research.md)."""

from __future__ import annotations

from importlib.util import find_spec

for _package in ("numpy", "gymnasium", "pettingzoo"):
    if find_spec(_package) is None:
        raise ModuleNotFoundError(
            f"kaiping.research needs the package {_package}, which is not installed: pip install 'kaiping[research]'",
            name=_package,
        )
