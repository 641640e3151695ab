"""People who act at the same moment: exactly one action is taken, the others are told."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from kaiping.action import Bid, Pass, to_json
from tests.web.server import Server, Visitor


def race(people: list[Visitor], path: str, actions: list[str], version: int) -> Counter[int]:
    start = Barrier(len(people))

    def act(person: Visitor, action: str) -> int:
        person.token()
        start.wait()
        return person.play(path, action, version).status_code

    with ThreadPoolExecutor(len(people)) as pool:
        return Counter(pool.map(act, people, actions))


def test_one_of_many_at_once(server: Server):
    owner = server.visitor()
    path = owner.hot_seat()
    people = []
    for _ in range(8):
        person = server.visitor()
        person.http.cookies = owner.http.cookies
        people.append(person)
    for played in range(6):
        name = owner.game(path).acting[0]
        actions = [to_json(Pass(name)).decode()] * 4 + [to_json(Bid(name, "PC", 205 + 5 * played)).decode()] * 4
        answers = race(people, path, actions, owner.version(path))
        assert answers[200] == 1, answers
        assert answers[200] + answers[409] + answers[422] == 8, answers
        assert owner.game(path).played == played + 1


def test_undo_against_play(server: Server):
    owner = server.visitor()
    path = owner.hot_seat()
    other = server.visitor()
    other.http.cookies = owner.http.cookies
    for _ in range(5):
        version = owner.version(path)
        owner.play(path, to_json(Pass(owner.game(path).acting[0])).decode(), version)
        before = owner.game(path).played
        name = owner.game(path).acting[0]
        start = Barrier(2)

        def undo(version: int = version + 1, start: Barrier = start) -> int:
            start.wait()
            return other.post(f"{path}undo", {"version": version}, htmx=True).status_code

        def play(version: int = version + 1, start: Barrier = start, name: str = name) -> int:
            start.wait()
            return owner.play(path, to_json(Pass(name)).decode(), version).status_code

        other.token()
        with ThreadPoolExecutor(2) as pool:
            undone, played = pool.submit(undo), pool.submit(play)
        assert sorted((undone.result(), played.result())) == [200, 409]
        assert owner.game(path).played == (before - 1 if undone.result() == 200 else before + 1)
