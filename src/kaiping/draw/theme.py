"""Colours, fonts and sizes as data."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace


class Theme(Struct, frozen=True, eq=False):
    """How a picture looks; another theme is another value of this."""

    #: behind everything
    paper: str
    #: words on the paper
    ink: str
    #: words of lesser weight on the paper
    faint: str
    #: colour of a tile or printed hex -> its ground
    ground: dict[str, str]
    #: line between hexes
    border: str
    #: words and signs on tiles
    print: str
    #: lesser words on tiles
    print_faint: str
    track: str
    slot: str
    slot_border: str
    #: disc behind a value
    value: str
    #: boxes of values that change with the colour of the phase
    value_boxes: dict[str, str]
    #: terrain -> colour of its sign
    terrain: dict[str, str]
    barrier: str
    #: a hex that is pointed out
    mark: str
    #: colours of routes, told apart by colour-blind eyes too
    routes: tuple[str, ...]
    #: cells of the market by kind; zone cells by the name of the zone
    market: dict[str, str]
    #: players' lines in plots: one for each seat, none twice, told apart by colour-blind eyes too
    lines: tuple[str, ...]
    font: str = "'Source Sans Pro', 'Source Sans 3', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


#: sizes in units of a hex whose side is 100
TRACK = 11.0
CASING = 18.0
SLOT = 25.0
ROUTE = 11.0
ROUTE_CASING = 19.0

LIGHT = Theme(
    paper="#FBF9F3",
    ink="#22262A",
    faint="#6A6F73",
    ground={
        "white": "#E6EDD6",
        "yellow": "#F8DC54",
        "green": "#7FBF6A",
        "brown": "#BF8A5C",
        "grey": "#BCBEC0",
        "red": "#E87A68",
        "blue": "#C3E0EE",
    },
    border="#7E8578",
    print="#1B1E20",
    print_faint="#44494B",
    track="#17191A",
    slot="#FFFFFF",
    slot_border="#17191A",
    value="#FFFFFF",
    value_boxes={"yellow": "#F8DC54", "green": "#7FBF6A", "brown": "#BF8A5C", "grey": "#BCBEC0"},
    terrain={"mountain": "#7A5A3C", "water": "#2C78AE", "river": "#2C78AE", "wall": "#6B6258"},
    barrier="#1D5FA6",
    mark="#D6246E",
    routes=("#D55E00", "#9B2C8E", "#0072B2", "#005F4B", "#56B4E9", "#B8860B"),
    market={
        "plain": "#FFFFFF",
        "par": "#F6B15A",
        "red": "#F0A397",
        "yellow": "#F8E58C",
        "brown": "#D4AE8B",
        "orange": "#F6CE9A",
        "green": "#B4DBA5",
        "border": "#8D9296",
    },
    lines=("#0072B2", "#C24E00", "#9B2C8E", "#00806A", "#2A8FC4", "#8A6400", "#4A4A4A"),
)

DARK = Theme(
    paper="#1B1E21",
    ink="#ECEAE4",
    faint="#9BA1A5",
    ground={
        "white": "#BFC9AE",
        "yellow": "#DDBF3D",
        "green": "#67A454",
        "brown": "#AD7C52",
        "grey": "#9EA1A3",
        "red": "#C96253",
        "blue": "#7AA6BC",
    },
    border="#4A5048",
    print="#141617",
    print_faint="#2E3234",
    track="#0E0F10",
    slot="#F4F2EC",
    slot_border="#0E0F10",
    value="#F4F2EC",
    value_boxes={"yellow": "#DDBF3D", "green": "#67A454", "brown": "#AD7C52", "grey": "#9EA1A3"},
    terrain={"mountain": "#5B4129", "water": "#1C5C8C", "river": "#1C5C8C", "wall": "#4D463D"},
    barrier="#7DB7F0",
    mark="#FF5C9A",
    routes=("#D55E00", "#9B2C8E", "#0072B2", "#005F4B", "#56B4E9", "#B8860B"),
    market={
        "plain": "#2A2F33",
        "par": "#9A6420",
        "red": "#7E3B32",
        "yellow": "#7A6A1F",
        "brown": "#6B4C30",
        "orange": "#8A5C24",
        "green": "#3F6633",
        "border": "#5A6166",
    },
    lines=("#63B3EA", "#F08A4B", "#D98AD0", "#4FC3A8", "#9AD4F2", "#D8B04A", "#C9C9C9"),
)

#: on white paper, with little ink
PRINT = replace(
    LIGHT,
    paper="#FFFFFF",
    ink="#000000",
    faint="#555555",
    ground={
        "white": "#FFFFFF",
        "yellow": "#FFF3B0",
        "green": "#CFE8C4",
        "brown": "#E3CBB4",
        "grey": "#E2E2E2",
        "red": "#F7CFC8",
        "blue": "#E3F1F8",
    },
    print="#000000",
    print_faint="#333333",
    track="#000000",
)

THEMES = {"light": LIGHT, "dark": DARK, "print": PRINT}


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour, 0 to 255; of ``var(--name,#RRGGBB)`` those of the colour after the comma."""
    digits = color.rpartition("#")[2].rstrip(")")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


@lru_cache(maxsize=1024)
def luminance(color: str) -> float:
    """Relative luminance, as the accessibility guidelines define it."""

    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, from 1 (none) to 21.

    >>> round(contrast("#000", "#FFF"))
    21
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def blend(one: str, other: str, share: float) -> str:
    """A colour mixed with so much of another."""
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


@lru_cache(maxsize=1024)
def letters_on(color: str) -> str:
    """Black or white, whichever reads better on a colour."""
    return max(("#FFFFFF", "#000000"), key=lambda letters: contrast(letters, color))


@lru_cache(maxsize=1024)
def readable(color: str, ground: str, least: float = 4.5) -> str:
    """A colour, darkened or lightened as far as it takes to read it on a ground."""
    pole = letters_on(ground)
    for step in range(20):
        tried = blend(color, pole, step / 20)
        if contrast(tried, ground) >= least:
            return tried
    return pole
