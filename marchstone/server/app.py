"""The application: what answers which request, and what stands around it. `app_of(store)` makes one; `serving` runs it."""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..errors import MarchstoneError
from .hub import Hub
from .problems import RequestError, problem_of, status_of
from .routes import api_routes
from .security import Limits, SecureHeaders
from .sockets import connection
from .static import WEB, Page
from .store import Store
from .thinkers import Thinkers
from .wire import written

log = logging.getLogger("marchstone.server")
HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^:\[\]]*)(:[0-9]{1,5})?")
SOCKET = re.compile("/api/games/([^/]+)/socket")
STATUSES = {404: "request.unknown", 405: "request.method", 413: "request.large"}


def app_of(
    store: Store,
    thinkers: Thinkers | None = None,
    *,
    names: Iterable[str] = (),
    page: Path = WEB,
    limits: Limits | None = None,
    hosts: Iterable[str] = (),
) -> Starlette:
    """The application around a store, which is closed by whoever opened it. `names` are those under which others may ask for it,
    beside addresses and the machine's own name; `hosts` the addresses that an invitation shows."""
    thinking = Thinkers() if thinkers is None else thinkers
    hub = Hub(store, thinking)
    web, known = Page(page), known_names(names)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        yield
        await hub.close()

    app = Application(
        routes=[api_routes(hub, limits or Limits(), tuple(hosts)), Route("/{path:path}", web.answer, methods=["GET"])],
        middleware=[Middleware(SecureHeaders), Middleware(Refusals), Middleware(KnownHosts, names=known)],
        exception_handlers={MarchstoneError: refused, HTTPException: not_found},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.hub, app.state.names = hub, known
    return app


class Application(Starlette):
    """Sockets go the short way: what stands around a request would be held in memory for each of them, for hours."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = SOCKET.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await super().__call__(scope, receive, send)
            return
        scope["app"], scope["path_params"] = self, {"game": found[1]}
        serve = Refusals(KnownHosts(met, self.state.names))
        await serve(scope, receive, send)


async def met(scope: Scope, receive: Receive, send: Send) -> None:
    """A socket that asks for this server."""
    await connection(WebSocket(scope, receive, send))


# -- refusals --------------------------------------------------------------------------------------------------------------


def problem_response(problem: MarchstoneError, headers: dict[str, str] | None = None) -> Response:
    """A refusal as it is answered."""
    return Response(written(problem_of(problem)), status_of(problem), headers, media_type="application/json")


async def refused(request: Request, problem: Exception) -> Response:
    """Whatever the table, the store or the library refuses."""
    assert isinstance(problem, MarchstoneError)
    return problem_response(problem)


async def not_found(request: Request, problem: Exception) -> Response:
    """Unknown addresses and methods."""
    assert isinstance(problem, HTTPException)
    return problem_response(RequestError(STATUSES.get(problem.status_code, "request.json")), dict(problem.headers or {}))


class Refusals:
    """Whatever nobody expected is written into the log, and answered without a word about the inside."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noticed(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, noticed)
        except Exception:
            log.exception("an error of the server at a %s", scope["type"])
            if scope["type"] == "http" and not begun:
                await problem_response(RequestError("request.failed"))(scope, receive, send)


# -- names -----------------------------------------------------------------------------------------------------------------


def known_names(names: Iterable[str]) -> frozenset[str]:
    """All names of this server that are no addresses."""
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own.partition('.')[0]}.local", *(name.lower() for name in names)})


class KnownHosts:
    """Refuses requests for another host. So no page elsewhere can make a name of its own point here, and speak to the table as if
    this were its own server; an address in place of a name cannot be made to point elsewhere."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self.knows(dict(scope["headers"]).get(b"host", b"").decode("latin-1")):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await problem_response(RequestError("request.host"))(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": "request.host"})

    def knows(self, host: str) -> bool:
        """Whether that is us."""
        read = HOST.fullmatch(host)
        if not read:
            return False
        name = read[1].strip("[]").lower()
        return name in self.names or is_address(name)


def is_address(name: str) -> bool:
    """Whether a host is a number."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
