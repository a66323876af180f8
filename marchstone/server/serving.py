"""The server as a process: a port that is taken before anything else, uvicorn around the app, an orderly end.

An interrupt or SIGTERM ends it: no new connections, `closing` to everybody, then the store; a second one does not wait.
"""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..errors import MarchstoneError

HOST, PORT = "127.0.0.1", 8737
EVERYWHERE = "0.0.0.0"
LARGEST_FRAME = 64 * 1024  # bytes; what is longer than wire.LARGEST is refused with a reason, what is longer than this without
PATIENCE = 5  # seconds for what is under way when the server ends
BACKLOG = 2048
PROXIES = "127.0.0.1,::1"  # who is believed when it says for whom it asks: this machine alone
UNREAD = 60  # seconds
SIGNALS = (signal.SIGINT, signal.SIGTERM)
REASONS: dict[int, tuple[str, str, str]] = {
    errno.EADDRINUSE: ("serve.port-taken", "port {port} is taken", "another one with --port, or the program that uses it ended"),
    errno.EACCES: ("serve.port-denied", "port {port} may not be used", "a number above 1023 with --port"),
    errno.EADDRNOTAVAIL: ("serve.host", "{host} is no address of this machine", "--host 127.0.0.1, or --lan"),
}


class ServeError(MarchstoneError, OSError):
    """The server cannot start; the sentence says what would help."""


def listening(host: str = HOST, port: int = PORT) -> socket.socket:
    """A socket on which connections wait from now on, whoever takes them."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE | socket.AI_ADDRCONFIG * (host == "")
        )[0]
        found = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError):
        raise ServeError("serve.host", f"{host[:60]!r} is no address", expected="such as 127.0.0.1") from None
    if sys.platform != "win32":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # who takes nothing off the line for so long is gone; connections inherit it
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD)
    try:
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as problem:
        found.close()
        raise refusal(problem, host, port) from None
    return found


def refusal(problem: OSError, host: str, port: int) -> ServeError:
    """Why there is no such socket."""
    code, sentence, way_out = REASONS.get(
        problem.errno or 0, ("serve.socket", "{host}, port {port}: " + str(problem.strerror), "")
    )
    return ServeError(code, sentence.format(host=host, port=port), expected=way_out)


def lan_address() -> str:
    """The address of this machine in its network, as far as it can be told without asking anybody: no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has
            return str(probe.getsockname()[0])
        except OSError:
            return HOST


class Abortable(WebSocketsSansIOProtocol):
    """The WebSocket of uvicorn; the app can cut it off without waiting for somebody who does not read."""

    async def run_asgi(self) -> None:
        """Runs the app for this connection."""
        self.scope["extensions"] |= {"marchstone.abort": self.transport.abort}  # type: ignore[dict-item]
        await super().run_asgi()


class Server(uvicorn.Server):
    """uvicorn's, with an end of our own."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object] | None) -> None:
        super().__init__(config)
        self._tell_ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self._tell_ready and not self.should_exit:
            self._tell_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """First everybody is told, then the connections are closed."""
        app = self.config.app
        if isinstance(app, Starlette):
            for listening_server in self.servers:
                listening_server.close()
            await app.state.hub.say_goodbye()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """An interrupt is the usual end of a server, not a failure. Only the main thread hears any."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def end(number: int, frame: FrameType | None) -> None:
            self.force_exit = self.should_exit
            self.should_exit = True

        before = {number: signal.signal(number, end) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def server_of(app: Starlette, ready: Callable[[], object] | None = None) -> Server:
    """The server of an app. `ready` is called once, as soon as requests are answered."""
    config = uvicorn.Config(
        app,
        http="httptools",
        ws=Abortable,
        ws_max_size=LARGEST_FRAME,
        ws_max_queue=16,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        ws_per_message_deflate=False,  # a hundred kilobytes a socket, for messages of a few
        lifespan="on",
        proxy_headers=True,  # who asks, and whether by https, is taken from X-Forwarded-For and X-Forwarded-Proto
        forwarded_allow_ips=PROXIES,
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=PATIENCE,
        timeout_keep_alive=30,
    )
    return Server(config, ready)


def serve(app: Starlette, listener: socket.socket, ready: Callable[[], object] | None = None) -> bool:
    """Serve until a signal comes; whether it ever began."""
    server = server_of(app, ready)
    server.run([listener])
    return server.started


def keep_log(level: str = "WARNING") -> None:
    """Where the log goes: standard error, for whoever collects it. No keys, no names, no addresses of games stand in it."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    for name in ("uvicorn", "uvicorn.error", "websockets"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))  # theirs would quote whole addresses


def can_show_a_page() -> bool:
    """Whether a window could open here; a browser inside the terminal would take it from the server."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_page(address: str) -> bool:
    """Open the page; whether a browser was found."""
    import webbrowser

    try:
        return can_show_a_page() and webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
