"""The archive: games that are over, found by title, people, day, length and winner; and statistics of each title."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kaiping.errors import BadInput
from kaiping.titles import TITLES, definition
from kaiping.web.finished.models import Summary
from kaiping.web.finished.search import Wanted, found, visible
from kaiping.web.finished.statistics import statistics
from kaiping.web.finished.summing import sum_up_some
from kaiping.web.games.access import person_of

#: games on a page
_SHOWN = 30


@require_safe
@never_cache
def archive(request: HttpRequest) -> HttpResponse:
    sum_up_some()
    wanted = Wanted.of({name: str(value) for name, value in request.GET.items()})
    person, status = person_of(request), 200
    try:
        games = found(person, wanted)
    except BadInput as wrong:
        messages.error(request, f"{str(wrong)[:1].upper()}{str(wrong)[1:]}.")
        games, status = Summary.objects.none(), 422
    pages = Paginator(games, _SHOWN)
    page = pages.get_page(request.GET.get("page"))
    shown = {
        "wanted": wanted,
        "titles": list(TITLES),
        "page": page,
        "rows": [(one, _sign(one)) for one in page.object_list],
        "query": urlencode(wanted.query()),
    }
    return render(request, "finished/archive.html", shown, status=status)


def _sign(one: Summary) -> str:
    return definition(one.title).currency if one.title in TITLES else ""


@require_safe
@never_cache
def title(request: HttpRequest, title: str) -> HttpResponse:
    """Statistics of the games that somebody may see."""
    if title not in TITLES:
        raise Http404("there is no such title")
    sum_up_some()
    printed = definition(title)
    told = statistics(visible(person_of(request)).filter(title=title), printed.companies)
    return render(
        request,
        "finished/title.html",
        {"title": title, "told": told, "sign": printed.currency, "titles": list(TITLES), "name": printed.president},
    )
