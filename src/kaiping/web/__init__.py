"""The table: a web server on which people play from the first bid to the final totals.

It holds no rule and never asks which title is played; all of that is behind the facade ``kaiping.Game``.

    data.py  database.py  settings.py     where things are kept, and how Django is set up
    asgi.py  urls.py  headers.py          what the server answers with
    site/     home page, lobby, accounts, rulebooks
    games/    tables, seats and moves; everything that changes a game
    table/    how a game looks: from a game and a viewer to a page
    api/      the same for programs
"""
