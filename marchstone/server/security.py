"""What keeps others out: headers on every answer, limits of bodies, rates and connections, origins, hashes of secrets."""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import RequestError
from .wire import LARGEST

LARGEST_REQUEST = 256 * 1024  # bytes
SLOWEST_REQUEST = 20.0  # seconds
BEARER = "bearer "
KEY_SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")

# Everything the page needs comes from this server; nothing may be written into it from outside, and nobody may frame it.
PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
HEADERS: Mapping[str, str] = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class SecureHeaders:
    """Puts the headers on every answer, and keeps answers under /api out of all caches."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_data = scope["path"].startswith("/api")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers["content-security-policy"] = DATA_POLICY if is_data else PAGE_POLICY
                if is_data:
                    headers["cache-control"] = "no-store"
            await send(message)

        await self.app(scope, receive, send_with_headers)


# -- what comes in ---------------------------------------------------------------------------------------------------------


async def body_of(request: Request) -> bytes:
    """The body of a request, up to the limit; not a byte more is kept."""
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told) > LARGEST_REQUEST:
        raise RequestError("request.large")
    body = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_REQUEST):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST_REQUEST:
                    raise RequestError("request.large")
    except TimeoutError:
        raise RequestError("request.slow") from None
    return bytes(body)


def key_in(connection: HTTPConnection) -> str | None:
    """The key of `Authorization: Bearer KEY`; none without that header."""
    told = connection.headers.get("authorization")
    if told is None:
        return None
    key = told[len(BEARER) :].strip() if told[: len(BEARER)].lower() == BEARER else ""
    if not (22 <= len(key) <= 64 and KEY_SIGNS.issuperset(key)):
        raise RequestError("request.key")
    return key


def is_own_origin(connection: HTTPConnection) -> bool:
    """Whether a page of this very server asks, or no page at all: browsers always say whose page it is."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    host = connection.headers.get("host", "")
    try:
        read = urlsplit(origin)
    except ValueError:
        return False
    return read.scheme in ("http", "https") and bool(host) and read.netloc.lower() == host.lower()


def hashed(secret: str) -> str:
    """All that the server keeps of a key or a token."""
    return hashlib.sha256(secret.encode()).hexdigest()


# -- how often -------------------------------------------------------------------------------------------------------------


@dataclass
class Rate:
    """So many a second, and so many more at once after a while of silence."""

    each_second: float
    burst: float
    left: float = field(init=False)
    since: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.left = self.burst

    def allows(self, now: float | None = None) -> bool:
        """Whether one more is allowed; if so it is counted."""
        moment = time.monotonic() if now is None else now
        self.left = min(self.burst, self.left + (moment - self.since) * self.each_second)
        self.since = moment
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass(frozen=True)
class Limits:
    """What one address may ask for: requests of a kind a second, and at once."""

    games: tuple[float, float] = (2.0, 60.0)  # new games
    work: tuple[float, float] = (2.0, 30.0)  # replays and imports, which take time
    acts: tuple[float, float] = (50.0, 500.0)  # commands over HTTP
    reads: tuple[float, float] = (10.0, 100.0)  # records and what proves the deals
    sockets: int = 200  # sockets and streams that are open; this machine may have any number


class Rates:
    """A rate for each address. Whoever has not been heard for long is forgotten."""

    MOST = 20_000

    def __init__(self, each_second: float, burst: float) -> None:
        self.each_second, self.burst = each_second, burst
        self._rates: dict[str, Rate] = {}

    def allows(self, who: str) -> bool:
        """Whether this one may do one more."""
        rate = self._rates.get(who)
        if rate is None:
            if len(self._rates) >= self.MOST:
                self._forget()
            rate = self._rates[who] = Rate(self.each_second, self.burst)
        return rate.allows()

    def _forget(self) -> None:
        now = time.monotonic()
        full = self.burst / self.each_second
        self._rates = {who: rate for who, rate in self._rates.items() if now - rate.since < full}
        if len(self._rates) >= self.MOST:
            self._rates.clear()


class Crowd:
    """How many connections each address has."""

    def __init__(self, most: int = Limits.sockets) -> None:
        self.most = most
        self._open: dict[str, int] = {}

    def enter(self, who: str) -> None:
        """One more, or a refusal."""
        if self._open.get(who, 0) >= self.most and not is_this_machine(who):
            raise RequestError("server.crowd")
        self._open[who] = self._open.get(who, 0) + 1

    def leave(self, who: str) -> None:
        """One less."""
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]


def asker(connection: HTTPConnection) -> str:
    """The address of who asks; behind a proxy on this machine that of whom it asks for."""
    return connection.client.host if connection.client else ""


def is_this_machine(who: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(who).is_loopback
    except ValueError:
        return False


def frame_is_too_long(data: bytes | str) -> bool:
    """Longer than any message that is meant here."""
    return len(data) > LARGEST or (isinstance(data, str) and len(data.encode("utf-8", "surrogatepass")) > LARGEST)
