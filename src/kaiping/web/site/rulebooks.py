"""The rulebooks in our own words, with an anchor for every clause that a refusal may cite."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from kaiping.titles import TITLES, definition, editions
from kaiping.titles.about import about, book_of, edition_name
from kaiping.titles.clauses import books, with_word
from kaiping.web.site.away import without_database
from kaiping.web.site.glossary import glossary
from kaiping.web.site.how import how


@require_safe
@without_database
def index(request: HttpRequest) -> HttpResponse:
    found = {
        "titles": [
            {"title": name, "about": about(name), "players": definition(name).players, "books": _books(name)}
            for name in TITLES
        ]
    }
    return render(request, "site/rulebooks.html", found)


def _books(title: str) -> list[dict[str, Any]]:
    """The books of a title, each with the editions that it is the book of."""
    found: dict[str, list[str]] = {}
    for one in editions(title):
        found.setdefault(one.rulebook, []).append(edition_name(title, one.edition))
    return [{"name": name, "clauses": len(books()[name]), "editions": names} for name, names in found.items()]


@require_safe
@without_database
def how_it_goes(request: HttpRequest, title: str) -> HttpResponse:
    """On one page what the rounds, trains and phases of a title are."""
    if title not in TITLES:
        raise Http404("there is no such title")
    found = {"title": title, "about": about(title), "book": book_of(title), "players": definition(title).players}
    return render(request, "site/how.html", found | how(title))


@require_safe
@without_database
def words(request: HttpRequest) -> HttpResponse:
    """What the words mean that all titles share."""
    return render(request, "site/glossary.html", {"sections": glossary()})


@require_safe
@without_database
def rulebook(request: HttpRequest, book: str) -> HttpResponse:
    """A book, or with ``?word=`` those of its clauses that speak of something."""
    if book not in books():
        raise Http404("there is no such rulebook")
    word = request.GET.get("word", "").strip()[:60]
    clauses = with_word(word, book) if word else books()[book]
    sections = [(section, list(group)) for section, group in groupby(clauses, key=lambda clause: clause.section)]
    found = {"book": book, "books": list(books()), "sections": sections, "word": word, "count": len(clauses)}
    return render(request, "site/rulebook.html", found)
