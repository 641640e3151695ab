"""What a process does before its first request."""

from __future__ import annotations

import subprocess
import sys

#: kinds of data that several threads read for the first time at the same moment; unless they are known, it dies
_PROGRAM = """
import sys, threading
import msgspec
from tests.web.django_here import make_ready
make_ready()
from kaiping.web.warm import know_kinds

def kind(number):
    inner = msgspec.defstruct(f"Inner{number}", [("at", int), ("says", dict[str, str])])
    middle = msgspec.defstruct(f"Middle{number}", [("one", inner), ("more", tuple[inner, ...])])
    return msgspec.defstruct(f"Outer{number}", [("name", str), ("step", tuple[middle, ...])])

kinds = [kind(number) for number in range(300)]
know_kinds()
sys.setswitchinterval(1e-6)
inner = {"at": 1, "says": {"a": "b"}}
data = {"name": "x", "step": [{"one": inner, "more": [inner]}]}
together = threading.Barrier(6)

def read():
    for one in kinds:
        together.wait()
        msgspec.convert(data, one)

threads = [threading.Thread(target=read) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("read", len(kinds))
"""


def test_threads_may_read_a_kind_of_data_at_the_same_time() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "read 300\n"
