"""`serve`: the table in the browser."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import click

from ..phrases import Pair, tongue
from .output import language_option, put

READY: Pair = ("Marchstone: {address} (Ctrl-C ends it)", "Marchstone : {address} (Ctrl-C pour arrêter)")
PHONES: Pair = ("For phones in this network: {address}", "Pour les téléphones de ce réseau : {address}")
NO_BROWSER: Pair = (
    "No browser could be opened: open the address by hand.",
    "Aucun navigateur n'a pu être ouvert : ouvrez l'adresse.",
)
ALONE: Pair = ("This machine is in no network.", "Cette machine n'est dans aucun réseau.")


@click.command()
@click.option("--host", default=None, help="Where to listen.  [default: 127.0.0.1, this machine alone]")
@click.option("--port", type=click.IntRange(0, 65535), default=8737, show_default=True, help="0: any that is free.")
@click.option("--db", "place", help="A file, or postgresql://...; by default a file in the user's data folder.")
@click.option("--name", "names", multiple=True, help="A name under which others reach this server, such as play.example.org.")
@click.option("--open/--no-open", "opens", default=None, help="Open the page in a browser.  [default: where there is one]")
@click.option("--lan", is_flag=True, help="Let others in the local network play, and show the address as a QR code.")
@click.option("--workers", type=click.IntRange(0, 256), help="Processes that think; 0: no levels.  [default: one for each core]")
@click.option(
    "--thinking", type=click.FloatRange(0.05, 30.0), default=5.0, show_default=True, help="Seconds a level may take for a move."
)
@language_option
def serve(
    host: str | None,
    port: int,
    place: str | None,
    names: tuple[str, ...],
    opens: bool | None,
    lan: bool,
    workers: int | None,
    thinking: float,
    language: str,
) -> int:
    """Serve the table to browsers, until Ctrl-C."""
    if lan and host is not None:
        raise click.UsageError("--lan listens everywhere: it goes without --host")
    from ..server import serving
    from ..server.app import app_of
    from ..server.store import Store
    from ..server.thinkers import Thinkers

    serving.keep_log()
    listener = serving.listening(serving.EVERYWHERE if lan else host or serving.HOST, port)
    with listener:
        store = Store.open() if place is None else Store.open(place)
        try:
            bound, number = listener.getsockname()[:2]
            address = f"http://{shown_host(bound)}:{number}/"
            hosts = (address.rstrip("/").replace("127.0.0.1", serving.lan_address()),) if bound == serving.EVERYWHERE else ()
            app = app_of(store, Thinkers(workers, longest=thinking), names=names, hosts=hosts)
            ended = serving.serve(app, listener, announcer(address, lan, opens, tongue(language)))
        finally:
            store.close()
    return 0 if ended else 3


def shown_host(bound: str) -> str:
    """A host as a browser on this machine names it."""
    if bound in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{bound}]" if ":" in bound else bound


def announcer(address: str, lan: bool, opens: bool | None, own: int) -> Callable[[], None]:
    """What is said once the page can be had: one line; with `--lan` what a phone needs, too."""

    def announce() -> None:
        put(READY[own].format(address=address))
        if lan:
            tell_phones(address, own)
        sys.stdout.flush()
        show_page(address, opens, own)

    return announce


def tell_phones(address: str, own: int) -> None:
    """The address in the network, and the same as a QR code."""
    import segno

    from ..server.serving import HOST, lan_address

    found = lan_address()
    if found == HOST:
        put(ALONE[own])
        return
    link = address.replace("127.0.0.1", found)
    put(PHONES[own].format(address=link))
    if (sys.stdout.encoding or "").lower().startswith("utf"):
        segno.make_qr(link).terminal(out=sys.stdout, compact=True)


def show_page(address: str, opens: bool | None, own: int) -> None:
    """Open the page, beside the server; unless it was asked for, only where somebody sees it."""
    from ..server.serving import can_show_a_page, open_page

    if opens is False or (opens is None and not (can_show_a_page() and sys.stdout.isatty())):
        return

    def work() -> None:
        if not open_page(address):
            put(NO_BROWSER[own])

    threading.Thread(target=work, daemon=True).start()
