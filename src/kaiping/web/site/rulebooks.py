"""The rulebooks in our own words, with an anchor for every clause that a refusal may cite."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from kaiping.titles.clauses import books, with_word
from kaiping.web.site.away import without_database


@require_safe
@without_database
def index(request: HttpRequest) -> HttpResponse:
    found = {"books": [{"name": name, "clauses": len(clauses)} for name, clauses in books().items()]}
    return render(request, "site/rulebooks.html", found)


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
