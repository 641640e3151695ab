"""What a process does before its first request."""

from __future__ import annotations

import subprocess
import sys

#: threads that read the same kinds of data at the same moment, as when a page is first asked for by several people
_PROGRAM = """
import sys, threading
from tests.web.django_here import make_ready
make_ready()
from kaiping.titles import lessons
from kaiping.web.warm import know_kinds
know_kinds()
sys.setswitchinterval(1e-6)
together = threading.Barrier(6)

def read():
    together.wait()
    for name in ("1888", "1880", "1890"):
        assert lessons.lessons.__wrapped__(name)

threads = [threading.Thread(target=read) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("read", len(threads))
"""


def test_threads_may_read_a_kind_of_data_at_the_same_time() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "read 6\n"
