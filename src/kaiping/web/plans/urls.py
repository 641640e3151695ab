"""The addresses of the planning board of one game."""

from __future__ import annotations

from django.urls import path

from kaiping.web.plans import views

app_name = "plans"

urlpatterns = [
    path("", views.page, name="board"),
    path("compare", views.compare, name="compare"),
    path("rename", views.rename, name="rename"),
    path("delete", views.remove, name="delete"),
    path("bots", views.bots, name="bots"),
    path("carry", views.carry, name="carry"),
    path("share", views.share, name="share"),
]
