"""``kaiping`` whose servers never look for changes by themselves: what they are not told they do not know.

``python -m tests.web.hearing_program serve ...``
"""

from __future__ import annotations

import sys

from kaiping.cli import main
from kaiping.web.games import bell

bell.LOOK = bell.LOOK_SELDOM = 100_000.0  # not only where the program begins: workers import it, too

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
