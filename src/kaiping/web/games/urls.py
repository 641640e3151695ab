"""The addresses of one table; its stream is answered beside Django (``stream.py``)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

from kaiping.web.games.views import acts, files, page, report, seats, waiting, words

app_name = "games"


def _no_stream(_request: HttpRequest, key: str) -> HttpResponse:
    """Reached by keys that no table can have, and under a server that does not run our ASGI application."""
    raise Http404("there is no such stream")


urlpatterns = [
    path("", page.page, name="page"),
    path("body", page.body, name="body"),
    path("part", page.part, name="part"),
    path("stream", _no_stream, name="stream"),
    path("play", acts.play, name="play"),
    path("undo", acts.undo, name="undo"),
    path("agree", acts.agree, name="agree"),
    path("redo", acts.redo, name="redo"),
    path("program", acts.program, name="program"),
    path("chat", words.chat, name="chat"),
    path("notes", words.notes, name="notes"),
    path("drawing", words.drawing, name="drawing"),
    path("export", files.export, name="export"),
    path("picture", files.picture, name="picture"),
    path("report", report.report, name="report"),
    path("analysis", report.analysis, name="analysis"),
    path("fork", files.fork, name="fork"),
    path("join", waiting.join, name="join"),
    path("leave", waiting.leave, name="leave"),
    path("bot", waiting.add_bot, name="bot"),
    path("start", waiting.start, name="start"),
    path("delete", waiting.delete, name="delete"),
    path("seats", seats.panel, name="seats"),
    path("resign", seats.resign, name="resign"),
    path("take", seats.take, name="take"),
    path("replace", seats.replace, name="replace"),
    path("vote", seats.vote, name="vote"),
    path("archive", seats.archive, name="archive"),
    path("rematch", seats.rematch, name="rematch"),
]
