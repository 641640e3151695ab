"""Games that were begun by an older version of the rules, played on by those of today."""

from __future__ import annotations

from kaiping.action import AnyAction, Pass
from kaiping.errors import IllegalAction
from kaiping.flow.auction import Auction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game


class Older:
    """Plays the actions of such a game, one after the other: some steps asked then that do not now, some wait now.

    So passes that nobody is asked for are left out, and steps that an action does not belong to are passed.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        #: players who have just passed in the auction by themselves; in the older game they were asked
        self._silent: list[str] = []

    def play(self, action: AnyAction) -> None:
        """Refused as a play is, if there is no way to it; then nothing has changed."""
        game = self.game
        if self._silent and action == Pass(self._silent[0]):
            del self._silent[0]
            return
        played, in_auction = game.played, any(isinstance(frame, Auction) for frame in game.state.stack)
        self._play(action)
        self._silent = self._passed(played) if in_auction else []

    def _passed(self, played: int) -> list[str]:
        """Who has passed by themselves since, but for the stock round that follows the auction."""
        players = []
        for event in self.game.events_since(played):
            if event.kind == "stock-round":
                break
            if event.kind == "passed" and event.data.get("automatic"):
                players.append(str(event["player"]))
        return players

    def _play(self, action: AnyAction) -> None:
        game = self.game
        try:
            game.play(action)
        except IllegalAction:
            top = game.state.stack[-1]
            if not isinstance(top, OperatingRound):
                raise
            if isinstance(action, Pass):
                return
            passing, passed = Pass(top.company), game.copy()
            while passed.why_not(passing) is None:
                passed.play(passing)
                if passed.why_not(action) is None:
                    for one in (*passed.actions[game.played :], action):
                        game.play(one)
                    return
            raise
