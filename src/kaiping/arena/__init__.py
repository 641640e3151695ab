"""Rated matches between bots: who sits where (``contest``), the games (``play``), on cores or a cluster (``workers``),
what is kept of them (``journal``) and what it means (``standings``, ``page``).
"""

from __future__ import annotations

from kaiping.arena.contest import Contest, Match, matches
from kaiping.arena.play import Outcome, play_match
from kaiping.arena.standings import Standing, Standings, standings

__all__ = ["Contest", "Match", "Outcome", "Standing", "Standings", "matches", "play_match", "standings"]
