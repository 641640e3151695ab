"""``kaiping`` with two titles more, in which hidden figures can be recognised.

``python -m tests.web.made_program FOLDER serve ...``; the titles' data goes into the folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kaiping.cli import main
from tests.hidden import RICH_1890, SECRETS
from tests.titles.made import made_title

#: one whose options hide something, and one that has such options of its own
TITLE, OSAKA = "1888-secret", "1890-secret"


def make_titles(folder: Path) -> None:
    """Register them; their data goes into a folder."""
    made_title(folder, SECRETS, name=TITLE)
    made_title(folder, RICH_1890, like="1890", name=OSAKA)


if __name__ == "__main__":
    make_titles(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
