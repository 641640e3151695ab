"""A plan that others may read: only when its game is over, and only as long as its owner wants it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from kaiping.web.games.errors import Barred
from kaiping.web.games.models import Table
from kaiping.web.plans.models import Shared

if TYPE_CHECKING:
    from kaiping.web.games.access import Person

_OVER = (Table.Status.FINISHED, Table.Status.CLOSED)


def is_over(game: Table) -> bool:
    return game.status in _OVER


def _of(user: object, keeper: str) -> Q:
    return Q(user=user) if user is not None else Q(user=None, keeper=keeper)


def share_of(person: Person, game: Table) -> Shared | None:
    """The link of a person's plan beside a game, if they have made one."""
    if person.user is None and not person.keeper:
        return None
    return Shared.objects.filter(_of(person.user, person.keeper), game=game).first()


def share(person: Person, game: Table) -> Shared:
    """Make the link; there is one at a time."""
    if not is_over(game):
        raise Barred("not_over", _("a plan can be shared when its game is over"))
    keeper = "" if person.user is not None else person.keeper
    return Shared.objects.get_or_create(game=game, user=person.user, keeper=keeper)[0]


def withdraw(person: Person, game: Table) -> None:
    if (found := share_of(person, game)) is not None:
        found.delete()


def shared_by(token: str) -> Shared | None:
    """What a link leads to; nothing while the game goes on, be it again."""
    return Shared.objects.filter(token=token, game__status__in=_OVER).select_related("game", "user").first()


def lines_of(shared: Shared) -> QuerySet[Table]:
    lines = Table.objects.filter(origin=shared.game, owner=shared.user)
    return lines if shared.user is not None else lines.filter(keeper=shared.keeper)


def share_of_line(line: Table) -> Shared | None:
    """The link by which a line may be read."""
    whose = _of(line.owner_id, line.keeper)
    return Shared.objects.filter(whose, game=line.origin_id, game__status__in=_OVER).first()


def is_shared(line: Table) -> bool:
    return share_of_line(line) is not None


def adopt_shares(user: User, keeper: str) -> None:
    """Plans that a browser has shared before its user signed in are the user's; of two links theirs stays."""
    theirs = Shared.objects.filter(user=user).values("game")
    Shared.objects.filter(user=None, keeper=keeper, game__in=theirs).delete()
    Shared.objects.filter(user=None, keeper=keeper).update(user=user, keeper="")
