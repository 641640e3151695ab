"""``kaiping`` with one title more, whose options hide something.

``python -m tests.web.made_program FOLDER serve ...``; the title's data goes into the folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kaiping.cli import main
from tests.hidden import SECRETS
from tests.titles.made import made_title

TITLE = "1888-secret"

if __name__ == "__main__":
    made_title(Path(sys.argv[1]), SECRETS, name=TITLE)
    sys.exit(main(sys.argv[2:]))
