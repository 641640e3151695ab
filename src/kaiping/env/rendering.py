"""A position for people who look on: as text, or the map as an array of points."""

from __future__ import annotations

from io import BytesIO
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kaiping.game import Game
from kaiping.records.position import position_text

Mode = Literal["ansi", "rgb_array"]

#: how wide a picture is, in points
WIDTH = 900


def rendered(game: Game, mode: Mode) -> str | NDArray[np.uint8]:
    """The position with what happened last, or the map; a picture needs the extra ``pictures``."""
    if mode == "ansi":
        happened = "".join(f"{game.describe(event)}\n" for event in game.last_events)
        return f"{happened}\n{position_text(game)}"
    from PIL import Image

    with Image.open(BytesIO(game.png(width=WIDTH))) as picture:
        return np.array(picture.convert("RGB"))
