"""Makes the font for Chinese and Japanese letters in PNG pictures: a part of Noto Sans CJK with what our data use.

The source is in Debian's package fonts-noto-cjk (apt-get download, dpkg-deb -x); fonttools is needed (pip install):

    python tools/cjk_font.py NotoSansCJK-Regular.ttc

Run it again when names in the titles' data bring new letters; tests/draw/test_png.py says so.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCE = Path(__file__).resolve().parent.parent / "src" / "kaiping"
FONT = SOURCE / "draw" / "fonts" / "NotoSansCJK-part.otf"
#: letters of the country begin here
FIRST = "\u2e80"


def letters() -> str:
    """All Chinese and Japanese letters in the titles' data."""
    files = (SOURCE / "titles").glob("g*/data/**/*.toml")
    return "".join(sorted({char for file in files for char in file.read_text() if char >= FIRST}))


def main(source: str) -> None:
    font = TTFont(source, fontNumber=0)
    options = Options()
    options.layout_features = []
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(text=letters())
    subsetter.subset(font)
    font.save(FONT)
    print(f"{FONT.name}: {len(letters())} letters, {FONT.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
