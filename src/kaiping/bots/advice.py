"""Bots that can tell what they compared."""

from __future__ import annotations

from random import Random
from typing import Protocol

from kaiping.advice import ONLY as ONLY
from kaiping.advice import Advice as Advice
from kaiping.advice import Candidate as Candidate
from kaiping.advice import ranked as ranked
from kaiping.bots.bot import Bot
from kaiping.game import Game


class Adviser(Bot, Protocol):
    """A bot that can tell what it compared."""

    def advise(self, game: Game, rng: Random) -> Advice:
        """What ``choose`` would play in that game with these random numbers, and what it is compared with."""
