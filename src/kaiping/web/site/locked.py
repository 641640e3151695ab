"""The page for those who have tried too often."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def locked_out(request: HttpRequest, *_args: object, **_more: object) -> HttpResponse:
    """Too many failures to sign in, too many new accounts, too many letters."""
    return render(request, "site/locked_out.html", status=429)
