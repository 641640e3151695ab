"""``python -m kaiping``."""

from __future__ import annotations

import sys

from kaiping.cli import main

if __name__ == "__main__":
    sys.exit(main())
