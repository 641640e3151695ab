"""What somebody has not read yet of what was said at a table: kept with an account, or with a browser without one."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models.functions import Greatest

from kaiping.web.games.access import Person, Visit
from kaiping.web.games.models import Heard, Remark, Seat, Table
from kaiping.web.table.viewer import Unheard

#: so many are counted, and so many of what the table tells are shown
MOST = 99
_SHOWN = 3


def fresh(view: Visit) -> int:
    """How many remarks have come since somebody has read, one's own too; known without a look at them."""
    table = view.table
    heard = view.has_heard
    if heard is None:  # whoever sits there should know all of it, others what comes from now on
        heard = 0 if view.own_seats and table.kind != Table.Kind.HOT_SEAT else table.said
    return max(0, table.said - heard)


def unheard(view: Visit) -> Unheard:
    """What others have said or done; around one screen everybody has seen what the table tells."""
    table, person = view.table, view.person
    since = fresh(view)
    if not since or (person.user is None and not person.keeper):
        return Unheard()
    rows = Remark.objects.filter(table=table, aside=False).order_by("-pk").values_list("author", "user", "text", "pk")
    voted = (table.voting or {}).get("told")
    me = None if person.user is None else person.user.pk
    others = [
        (author, text)
        for author, user, text, number in rows[: min(since, MOST)]
        if (me is None or user != me) and number != voted
    ]
    if table.kind == Table.Kind.HOT_SEAT:
        others = [(author, text) for author, text in others if author]
    told = tuple(text for author, text in others if not author)
    if not others:
        return Unheard()
    return Unheard(len(others), told[:_SHOWN][::-1], len(told) == len(others), table.said)


def has_heard(table: Table, person: Person, said: int) -> None:
    """Somebody has read so many remarks; of two pages of theirs the one that has read more counts."""
    if person.user is None and not person.keeper:
        return
    whose = {"user": person.user, "keeper": "" if person.user else person.keeper}
    said = max(0, min(said, table.said))
    row, made = Heard.objects.get_or_create(table=table, **whose, defaults={"said": said})
    if not made and row.said < said:
        Heard.objects.filter(pk=row.pk).update(said=Greatest("said", said))


def begin(table: Table, seats: Iterable[Seat]) -> None:
    """The game begins: who sat down before is no news; what somebody has said stays to be read."""
    heard = {one.user_id: one.said for one in Heard.objects.filter(table=table, user__isnull=False)}
    spoken = list(Remark.objects.filter(table=table, aside=False).order_by("-pk").values_list("author", "user"))
    for seat in seats:
        if seat.user is None:
            continue
        since = spoken[: table.said - heard.get(seat.user_id, 0)]
        if not any(author and user != seat.user_id for author, user in since):
            Heard.objects.update_or_create(table=table, user=seat.user, defaults={"said": table.said})
