"""The list of legal actions beside a referee's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kaiping.action import AnyAction, Range
from kaiping.referees.moment import Moment


def list_differences(
    moment: Moment, own: Mapping[AnyAction, Range | None], kinds: tuple[type, ...] = ()
) -> Iterator[str]:
    """A sentence for each action of some kinds, or of all, that stands in one list only or with another open number."""
    listed = {action: span for action, span in moment.legal() if not kinds or isinstance(action, kinds)}
    for action in own.keys() - listed.keys():
        yield f"{action} is not listed"
    for action in listed.keys() - own.keys():
        yield f"{action} is listed and not allowed"
    for action in own.keys() & listed.keys():
        if listed[action] != own[action]:
            yield f"{action} is listed for {listed[action]}, and should be for {own[action]}"
