"""``kaiping`` with a clock that tests can set: a file that ``KAIPING_TEST_CLOCK`` names has the seconds it is ahead.

``python -m tests.web.timed_program serve ...``; its workers read this module anew, and so have the same clock.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from kaiping.web import present

_AHEAD = Path(os.environ["KAIPING_TEST_CLOCK"])


def _set_time() -> float:
    return time.time() + float(_AHEAD.read_text() or 0)


present.SOURCE = _set_time

if __name__ == "__main__":
    from kaiping.cli import main

    sys.exit(main(sys.argv[1:]))
