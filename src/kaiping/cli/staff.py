"""Who may see how the server is doing: lists them, or gives somebody with an account that page, or takes it away."""

from __future__ import annotations

import argparse

from kaiping.cli.stored import add_data, folder, whole_database
from kaiping.errors import BadInput


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="an account; without it all staff is listed")
    parser.add_argument("--remove", action="store_true", help="no longer")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if args.remove and not args.name:
        raise BadInput("name the account that is no longer staff")
    with whole_database(folder(args)):
        from django.contrib.auth.models import User

        if args.name:
            if not User.objects.filter(username=args.name).update(is_staff=not args.remove):
                raise BadInput(f"there is no account {args.name!r}; it is made on the page")
            print(f"{args.name} is {'no longer ' if args.remove else ''}staff")
            return 0
        for name in User.objects.filter(is_staff=True).order_by("username").values_list("username", flat=True):
            print(name)
    return 0
