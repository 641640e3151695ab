"""People's accounts: helps somebody who lost their telephone, deletes an account, works all ratings out again."""

from __future__ import annotations

import argparse

from kaiping.cli.stored import add_data, folder, whole_database
from kaiping.errors import BadInput


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="an account")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--one-step", action="store_true", help="NAME signs in by the password alone again")
    what.add_argument("--delete", action="store_true", help="delete the account of NAME; their games stay")
    what.add_argument("--ratings", action="store_true", help="work all ratings out again from the games")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if args.ratings == bool(args.name):
        raise BadInput("ratings are those of everybody" if args.name else "name an account")
    with whole_database(folder(args)):
        if args.ratings:
            from kaiping.web.site.ratings import work_out_again

            print(f"ratings worked out from {work_out_again()} games")
        else:
            _change(args.name, delete=args.delete)
    return 0


def _change(name: str, *, delete: bool) -> None:
    from django.contrib.auth.models import User

    from kaiping.web.site.farewell import forget
    from kaiping.web.site.two_steps import switch_off

    user = User.objects.filter(username=name).first()
    if user is None:
        raise BadInput(f"there is no account {name!r}")
    if delete:
        forget(user)
        print(f"{name} is deleted; in the games it is somebody")
    else:
        switch_off(user)
        print(f"{name} signs in by the password alone")
