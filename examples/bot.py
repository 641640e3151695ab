"""A bot that plays at a table of a Kaiping server, over the network, with an account of its own.

    python examples/bot.py https://table.example TABLE --token kaiping_...

TABLE is the key of a table, or the link of an invitation. The bot sits down, waits for its turns, and plays until the
game is over. ``choose`` is where your own ideas go.
"""

import argparse
import os
from random import Random
from time import perf_counter

from kaiping.action import AnyAction, LayTile, PlaceToken
from kaiping.bots import bot
from kaiping.client import Client, Refused
from kaiping.game import Game


def choose(game: Game, chance: Random) -> AnyAction:
    """The tile or token that adds most to the company's run; otherwise what the casual bot would do."""
    building = [action for action in game.legal_actions() if isinstance(action, LayTile | PlaceToken)]
    gains = game.gains(building, deadline=perf_counter() + 0.5)
    best = max(gains, key=lambda action: gains[action].amount, default=None)
    if best is not None and gains[best].amount > 0:
        return best
    return bot("casual").choose(game, chance)


def take_turn(client: Client, key: str, seats: set[str], chance: Random) -> None:
    """Play until it is somebody else's turn."""
    while seats & set((legal := client.actions(key)).acting):
        try:
            client.play(key, choose(client.game(key), chance), legal.version)
        except Refused as refused:
            if not refused.too_late:  # somebody was faster: look again
                raise


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot for a table of a Kaiping server.")
    parser.add_argument("server")
    parser.add_argument("table", help="the key of a table, or the link of an invitation to it")
    parser.add_argument("--token", default=os.environ.get("KAIPING_TOKEN", ""), help="or in KAIPING_TOKEN")
    wanted = parser.parse_args()
    client, chance = Client(wanted.server, wanted.token), Random()
    key = client.follow_invitation(wanted.table)["key"] if "/invitation/" in wanted.table else wanted.table
    seats = client.seats(key) or client.seats(client.join(key)["key"])
    for _event in client.listen(key):
        table = client.table(key)
        if table["status"] == "finished":
            print(", ".join(f"{name} {total}" for name, total in table["totals"].items()))
            break
        if seats & set(table["acting"]):
            take_turn(client, key, seats, chance)


if __name__ == "__main__":
    main()
