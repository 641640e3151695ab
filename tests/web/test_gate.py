"""The gate before the drawing of pages: the urgent first, and nobody waits for ever."""

from __future__ import annotations

import threading

from kaiping.web.games.gate import Gate


def test_the_urgent_go_first():
    gate, order = Gate(patience=60), list[str]()
    inside, leave = threading.Event(), threading.Event()

    def first() -> None:
        with gate.passing(urgent=False):
            inside.set()
            leave.wait(10)

    def later(name: str, urgent: bool) -> None:
        with gate.passing(urgent=urgent):
            order.append(name)

    holder = threading.Thread(target=first)
    holder.start()
    inside.wait(10)
    looking = [threading.Thread(target=later, args=("looks", False)) for _ in range(3)]
    acting = threading.Thread(target=later, args=("acts", True))
    gate_waits = [*looking, acting]
    for thread in gate_waits:
        thread.start()
    while gate._urgent == 0:  # whoever acts has come, last of all
        pass
    leave.set()
    for thread in (holder, *gate_waits):
        thread.join(10)
    assert order[0] == "acts"
    assert len(order) == 4


def test_one_that_never_leaves_holds_up_nobody():
    gate = Gate(patience=0.01)
    with gate.passing(urgent=False):
        passed = threading.Event()

        def other() -> None:
            with gate.passing(urgent=False):
                passed.set()

        thread = threading.Thread(target=other)
        thread.start()
        assert passed.wait(20)
        thread.join(10)
