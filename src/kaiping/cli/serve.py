"""The web table: prepares its data folder and database, prints its address, and serves until it is stopped."""

from __future__ import annotations

import argparse
import errno
import logging
import os
import shutil
import socket
import sys
from contextlib import suppress

from kaiping.cli.parser import whole_number
from kaiping.cli.stored import add_data, database, folder, make_tables, prepare
from kaiping.errors import BadInput

#: addresses that mean: from everywhere
_EVERYWHERE = ("0.0.0.0", "::", "")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="where to listen (default: this machine only)")
    parser.add_argument(
        "--port", metavar="P", type=whole_number(0, 65535), default=8018, help="the port (default: 8018; 0: any free)"
    )
    add_data(parser)
    parser.add_argument("--log", choices=("plain", "json"), help="how lines of the log are written (default: plain)")
    parser.add_argument(
        "--workers", metavar="N", type=whole_number(1, 64), default=1, help="processes that share the work (default: 1)"
    )


def run(args: argparse.Namespace) -> int:
    place = folder(args)
    from kaiping.web import data

    prepare(place)
    _allow_host(args.host)
    if args.log:
        os.environ["KAIPING_LOG"] = args.log
    with data.held(place), _listening(args.host, args.port) as listener:
        shutil.rmtree(place / data.WORKERS, ignore_errors=True)  # what those left that were killed
        _prepare_database()
        port = listener.getsockname()[1]
        host = "127.0.0.1" if args.host in _EVERYWHERE else args.host
        shown = f"[{host}]" if ":" in host else host
        print(f"The table is set: http://{shown}:{port}/  (games are kept in {place}; Ctrl-C stops)", flush=True)
        _advise(args.host)
        return _serve(listener, args.workers)


def _allow_host(host: str) -> None:
    """The server answers to the name under which it listens; listening to the world, to every name, unless told."""
    if "KAIPING_HOSTS" not in os.environ:
        os.environ["KAIPING_HOSTS"] = "*" if host in _EVERYWHERE else host


def _advise(host: str) -> None:
    """What whoever runs the server for others has probably forgotten."""
    url = os.environ.get("KAIPING_URL", "")
    if not url and (host in _EVERYWHERE or os.environ.get("KAIPING_EMAIL_URL")):
        _warn(  # links in letters need an address that nobody can make up
            "KAIPING_URL is not set, so no e-mail is sent, neither notices nor for forgotten passwords; "
            "set it to the address under which people reach this server, such as https://table.example"
        )
    if url.startswith("https:") and not os.environ.get("KAIPING_PROXIES", "").strip():
        _warn("KAIPING_PROXIES names no proxy, so everybody behind one counts as the same caller (docs/table.md)")


def _warn(sentence: str) -> None:
    """As people read it, or as the log is read."""
    if os.environ.get("KAIPING_LOG") == "json":
        logging.getLogger(__name__).warning(sentence)
    else:
        print(sentence, file=sys.stderr, flush=True)


def _listening(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that a port in use is found out at once."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
        # With its protocol named, asyncio sends small answers at once instead of waiting for the other side.
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
        listener.setblocking(False)
    except socket.gaierror:
        raise BadInput(f"there is no address {host!r} on this machine") from None
    except OSError as wrong:
        if wrong.errno == errno.EADDRINUSE:
            raise BadInput(f"the port {port} is in use; name another with --port") from None
        raise BadInput(f"cannot listen on {host}:{port}: {wrong.strerror}") from None
    return listener


def _prepare_database() -> None:
    """Its tables, and static files under names that never change their content."""
    with database():
        from django.core.management import call_command
        from django.db import OperationalError

        from kaiping.web.database import without_haste

        try:
            make_tables()
            with without_haste(), suppress(OperationalError):  # a full disk keeps nobody from looking
                call_command("clearsessions")
            call_command("collectstatic", verbosity=0, interactive=False, clear=True)
        except OSError as wrong:
            raise BadInput(f"the data folder cannot be used: {' '.join(str(wrong).split())}") from None


def _serve(listener: socket.socket, workers: int) -> int:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from kaiping.web.open_files import more_files

    more_files()
    config = uvicorn.Config(
        "kaiping.web.asgi:application",
        http="kaiping.web.connections:Connection",
        h11_max_incomplete_event_size=32 * 1024,
        workers=workers,
        log_level="warning",
        access_log=False,
        lifespan="on",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=5,
        timeout_worker_healthcheck=60,  # on a busy machine a start takes longer than the usual 5 seconds
        server_header=False,
        log_config=None,  # as Django's settings say
        proxy_headers=False,  # KAIPING_PROXIES says whom to believe
        ws="none",
    )
    if workers > 1:
        Multiprocess(config, sockets=[listener]).run()
        return 0
    server = uvicorn.Server(config)
    server.run(sockets=[listener])
    return 0 if server.started else 1
