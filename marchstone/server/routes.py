"""What answers requests under /api; docs/server.md lists them, `openapi` describes them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from ..errors import MarchstoneError
from . import about, invites, lessons, openapi, replays, wire
from .eyes import SPECTATOR
from .fold import Finished
from .hub import Hub, invitation
from .problems import RequestError
from .security import Limits, Rates, asker, body_of, hashed, is_own_origin, key_in
from .sockets import connection
from .store import is_game_id
from .stream import lines
from .table import Table

Answer = Callable[[Request], Awaitable[Response]]
Received = TypeVar("Received", bound=msgspec.Struct)

MOST_LISTED = 60
LISTED_ANYWAY = ("turned", "end")  # whose turn it is, and that it is over, the list of games says without words
LARGEST_NUMBER = 2**53


class Given(wire.Strict, frozen=True):
    """`Act` as it comes over HTTP."""

    id: wire.Id
    at: wire.Number
    do: wire.Do
    player: wire.Player | None = None


class Api:
    """The requests, with what they share."""

    def __init__(self, hub: Hub, limits: Limits, hosts: tuple[str, ...]) -> None:
        self.hub, self.hosts = hub, hosts
        self.games, self.work, self.acts = Rates(*limits.games), Rates(*limits.work), Rates(*limits.acts)
        self.reads, hub.crowd.most = Rates(*limits.reads), limits.sockets

    # -- the server

    async def health(self, request: Request) -> Response:
        """Whether it is well."""
        return data({"ok": True, "version": version("marchstone")})

    async def about(self, request: Request) -> Response:
        """What a page must know, and how far the engine is."""
        thinkers = self.hub.thinkers
        return data(
            about.about() | {"engine": {"state": thinkers.state, "progress": thinkers.progress, "longest": thinkers.longest}}
        )

    async def openapi(self, request: Request) -> Response:
        """The interface, described."""
        return Response(openapi.description(), media_type="application/json")

    # -- games

    async def create(self, request: Request) -> Response:
        """A new game."""
        key = needed_key(request)
        allowed(self.games, request)
        return data(await self.hub.create(await received(request, wire.Create), key))

    async def own_games(self, request: Request) -> Response:
        """One's own games, unfinished ones first, so many at once; behind the game `before` the next ones."""
        key, before = needed_key(request), request.query_params.get("before")
        allowed(self.acts, request)
        if before is not None and not is_game_id(before):
            raise RequestError("request.query", "before")
        return data([entry_of(table, key) for table in await self.hub.games_of(key, MOST_LISTED, before)])

    async def game(self, request: Request) -> Response:
        """How a game stands, by the eyes of a key."""
        table, audience = await self.seen(request)
        room = table.room
        player = None if audience == SPECTATOR else audience
        return data({"n": room.n, "player": player, "game": room.game_for(audience), "table": room.table_for(audience)})

    async def join(self, request: Request) -> Response:
        """Take a place."""
        key = needed_key(request)
        wanted = await received(request, wire.Join)
        return data(await (await self.table(request)).join(wanted, key))

    async def act(self, request: Request) -> Response:
        """A command."""
        key = needed_key(request)
        allowed(self.acts, request)
        table = await self.table(request)
        act = await received(request, Given)
        player = table.player(key, act.player)
        number = await table.act(player, act.id, act.at, act.do)
        return data({"id": act.id, "n": number})

    async def events(self, request: Request) -> Response:
        """What happens, line by line."""
        table, audience = await self.seen(request)
        key = key_in(request)
        person = None if key is None else hashed(key)
        return lines(self.hub, asker(request), table, person, audience, number_in(request, "after", 0, LARGEST_NUMBER))

    async def invite(self, request: Request) -> Response:
        """The invitation, for who made the game."""
        key = needed_key(request)
        table = await self.table(request)
        if table.player(key) != 0 or table.room.invite is None:
            raise RequestError("game.not-yours")
        link = request.query_params.get("link")
        if link is not None:
            return Response(invites.qr_svg(link), media_type="image/svg+xml")
        return data({"invite": invitation(table.room.id, key), "hosts": self.hosts or (str(request.base_url).rstrip("/"),)})

    # -- afterwards

    async def record(self, request: Request) -> Response:
        """The record of a finished round; before, a player's own view as one line."""
        allowed(self.reads, request)
        table, audience = await self.seen(request)
        number = number_in(request, "round", 1, 100)
        if table.room.finished or number is not None:
            return text(table.room.record(finished(table, number)[0]).text)
        if audience == SPECTATOR:
            raise RequestError("game.not-over")
        return text(table.room.view_for(audience).text + "\n")

    async def replay(self, request: Request) -> Response:
        """A finished round, step by step, both hands open."""
        allowed(self.work, request)
        table, _ = await self.seen(request)
        _, done = finished(table, number_in(request, "round", 1, 100))
        entries = await self.hub.in_thread(self.hub.store.entries, table.room.id, done.begun)
        steps = [(entry.n, entry.player, entry.what) for entry in entries if entry.n <= done.ended]
        names = done.tags["Seat0"], done.tags["Seat1"]
        first, second = map(int, done.tags["Seats"].split())
        return data(await self.hub.in_thread(replays.replay_of, done.start, steps, names, done.begun, (first, second)))

    async def fair(self, request: Request) -> Response:
        """Commitments, seeds and deals of the finished rounds."""
        allowed(self.reads, request)
        table, _ = await self.seen(request)
        finished(table, None)
        rounds = [proof_of(done) for done in table.room.finished]
        return data({"rounds": rounds})

    async def begin_review(self, request: Request) -> Response:
        """Begin the review of a round."""
        return await self._review(request, begin=True)

    async def review(self, request: Request) -> Response:
        """The review, or how far it is."""
        return await self._review(request, begin=False)

    async def _review(self, request: Request, begin: bool) -> Response:
        key = needed_key(request)
        table = await self.table(request)
        table.player(key)
        number, _ = finished(table, number_in(request, "round", 1, 100))
        if begin:
            allowed(self.work, request)
        reviewing = self.hub.begin_review(table, number) if begin else self.hub.review(table, number)
        if reviewing is None:
            raise RequestError("review.unknown")
        if not reviewing.task.done():
            return data({"progress": round(reviewing.progress, 3)})
        return data(await reviewing.task)

    async def replay_text(self, request: Request) -> Response:
        """A record as a replay."""
        allowed(self.work, request)
        given = await received(request, wire.Import)
        try:
            return data(await self.hub.in_thread(replays.replay_of_text, given.text))
        except MarchstoneError as problem:
            return Response(wire.written(replays.problem_of(problem)), 400, media_type="application/json")

    # -- lessons

    async def tutorials(self, request: Request) -> Response:
        """The lessons there are."""
        return data(await self.hub.in_thread(lessons.lessons))

    async def tutorial(self, request: Request) -> Response:
        """One of them."""
        return data(await self.hub.in_thread(lessons.lesson, request.path_params["name"]))

    # -- what they share

    async def table(self, request: Request) -> Table:
        """The table of the address."""
        return await self.hub.table(request.path_params["game"])

    async def seen(self, request: Request) -> tuple[Table, int]:
        """The table of the address, and by whose eyes it is seen."""
        table = await self.table(request)
        return table, table.audience(key_in(request), number_in(request, "player", 0, 1))


def api_routes(hub: Hub, limits: Limits, hosts: tuple[str, ...] = ()) -> BaseRoute:
    """All of /api."""
    api = Api(hub, limits, hosts)
    table: tuple[tuple[str, str, Answer], ...] = (
        ("GET", "/health", api.health),
        ("GET", "/about", api.about),
        ("GET", "/openapi.json", api.openapi),
        ("POST", "/games", api.create),
        ("GET", "/games", api.own_games),
        ("GET", "/games/{game}", api.game),
        ("POST", "/games/{game}/join", api.join),
        ("POST", "/games/{game}/act", api.act),
        ("GET", "/games/{game}/events", api.events),
        ("GET", "/games/{game}/invite", api.invite),
        ("GET", "/games/{game}/record", api.record),
        ("GET", "/games/{game}/replay", api.replay),
        ("GET", "/games/{game}/fair", api.fair),
        ("POST", "/games/{game}/review", api.begin_review),
        ("GET", "/games/{game}/review", api.review),
        ("POST", "/replay", api.replay_text),
        ("GET", "/tutorials", api.tutorials),
        ("GET", "/tutorials/{name}", api.tutorial),
    )
    paths: dict[str, dict[str, Answer]] = {}
    for method, path, answer in table:
        paths.setdefault(path, {})[method] = answer
    routes: list[BaseRoute] = [Route(path, by_method(answers), methods=[*answers]) for path, answers in paths.items()]
    return Mount("/api", routes=[WebSocketRoute("/games/{game}/socket", connection), *routes])


def by_method(answers: dict[str, Answer]) -> Answer:
    """One endpoint for all methods of a path. Whatever changes something is refused to pages from elsewhere."""

    async def answer(request: Request) -> Response:
        if request.method not in ("GET", "HEAD") and not is_own_origin(request):
            raise RequestError("request.origin")
        return await answers["GET" if request.method == "HEAD" else request.method](request)

    return answer


# -- in and out ------------------------------------------------------------------------------------------------------------


def data(values: Any) -> Response:
    """An answer."""
    return Response(wire.written(values), media_type="application/json")


def text(line: str) -> Response:
    """A text."""
    return Response(line, media_type="text/plain")


async def received(request: Request, kind: type[Received]) -> Received:
    """What a request brings."""
    try:
        return msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise RequestError("request.json", str(problem)[:200] if isinstance(problem, msgspec.ValidationError) else "") from None


def needed_key(request: Request) -> str:
    """The key of a request that needs one."""
    key = key_in(request)
    if key is None:
        raise RequestError("request.key")
    return key


def allowed(rates: Rates, request: Request) -> None:
    """Refuse who asks for too much."""
    if not rates.allows(asker(request)):
        raise RequestError("request.many")


def number_in(request: Request, name: str, least: int, most: int) -> int | None:
    """A number behind the question mark."""
    given = request.query_params.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdecimal() and len(given) <= 16 and least <= int(given) <= most):
        raise RequestError("request.query", name)
    return int(given)


def finished(table: Table, number: int | None) -> tuple[int, Finished]:
    """A finished round, by default the last; with its number."""
    rounds = table.room.finished
    if not rounds or (number is not None and number == len(rounds) + 1 and table.room.state == "playing"):
        raise RequestError("game.not-over")
    wanted = len(rounds) if number is None else number
    if wanted > len(rounds):
        raise RequestError("game.round")
    return wanted, rounds[wanted - 1]


def entry_of(table: Table, key: str) -> dict[str, Any]:
    """A game in the list of one's own."""
    audience, room = table.audience(key), table.room
    told = (msgspec.json.decode(event) for event in reversed(room.story[audience]))
    last = next((event for event in told if event["kind"] not in LISTED_ANYWAY), None)
    return {
        "game": room.game_for(audience),
        "turn": room.to_move(),
        "last": last and {"en": last["en"], "fr": last["fr"]},
        "at": table.at,
    }


def proof_of(done: Finished) -> dict[str, Any]:
    """What proves the deal of a round: all that was committed to and sent, and the deal itself; docs/fair.md has the tags."""
    return {"tags": done.tags, "preset": done.start.rules.name, "deal": done.start.text}
