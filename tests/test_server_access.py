"""Who may do what: a row for every route of the server, a column for everybody who could ask. A route without a row fails."""

import json
import re
from pathlib import Path

import pytest
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

from tests.server import Client, Person, Running

ROLES = ("anonymous", "stranger", "player 0", "player 1")
GAMES = ("open", "playing", "over", "unwatched")
BODIES = {
    "/games": {"preset": "stones", "opponent": "here"},
    "/games/{game}/join": {"name": "Eve", "seed": "ab" * 16},
    "/games/{game}/act": {"id": "matrix-01", "at": 0, "do": "next"},
    "/games/{game}/review": {},
    "/replay": {"text": "no record"},
}
ALWAYS = "200 200 200 200"
NEEDS_KEY = "401 200 200 200"
# Statuses for anonymous, stranger, player 0, player 1; for each kind of game where it matters.
# `open` is seated by player 0 alone, so player 1 is a stranger with an invitation there.
MATRIX = {
    ("GET", "/health"): ALWAYS,
    ("GET", "/about"): ALWAYS,
    ("GET", "/openapi.json"): ALWAYS,
    ("GET", "/tutorials"): ALWAYS,
    ("GET", "/tutorials/{name}"): ALWAYS,
    ("POST", "/replay"): "400 400 400 400",
    ("POST", "/games"): NEEDS_KEY,
    ("GET", "/games"): NEEDS_KEY,
    ("GET", "/games/{game}"): {
        "open": ALWAYS,
        "playing": ALWAYS,
        "over": ALWAYS,
        "unwatched": "403 403 200 200",
    },
    ("POST", "/games/{game}/join"): {
        "open": "401 403 200 403",
        "playing": "401 403 200 200",
        "over": "401 403 200 200",
        "unwatched": "401 403 200 200",
    },
    ("POST", "/games/{game}/act"): {
        "open": "401 403 409 403",
        "playing": "401 403 409 409",
        "over": "401 403 409 409",
        "unwatched": "401 403 409 409",
    },
    ("GET", "/games/{game}/events"): {
        "open": ALWAYS,
        "playing": ALWAYS,
        "over": ALWAYS,
        "unwatched": "403 403 200 200",
    },
    ("GET", "/games/{game}/invite"): {
        "open": "401 403 200 403",
        "playing": "401 403 200 403",
        "over": "401 403 200 403",
        "unwatched": "401 403 200 403",
    },
    ("GET", "/games/{game}/record"): {
        "open": "409 409 409 409",
        "playing": "409 409 200 200",
        "over": ALWAYS,
        "unwatched": "403 403 200 200",
    },
    ("GET", "/games/{game}/replay"): {
        "open": "409 409 409 409",
        "playing": "409 409 409 409",
        "over": ALWAYS,
        "unwatched": "403 403 409 409",
    },
    ("GET", "/games/{game}/fair"): {
        "open": "409 409 409 409",
        "playing": "409 409 409 409",
        "over": ALWAYS,
        "unwatched": "403 403 409 409",
    },
    ("POST", "/games/{game}/review"): {
        "open": "401 403 409 403",
        "playing": "401 403 409 409",
        "over": "401 403 503 503",
        "unwatched": "401 403 409 409",
    },
    ("GET", "/games/{game}/review"): {
        "open": "401 403 409 403",
        "playing": "401 403 409 409",
        "over": "401 403 404 404",
        "unwatched": "401 403 409 409",
    },
    # what the socket answers first: `welcome`, or `closing` and its reason
    ("SOCKET", "/games/{game}/socket"): {
        "open": "welcome welcome welcome welcome",
        "playing": "welcome welcome welcome welcome",
        "over": "welcome welcome welcome welcome",
        "unwatched": "game.closed game.closed welcome welcome",
    },
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def games(server):
    made = {kind: server.table("stones", watched=kind != "unwatched") for kind in GAMES}
    for kind, game in made.items():
        if kind == "open":
            game.join(0)
        else:
            game.seated()
    with made["over"].socket(0) as ann:
        assert ann.act("resign")["t"] == "receipt"
    return made


def rows():
    """All that the matrix says, one question at a time."""
    for (method, path), expected in MATRIX.items():
        for kind in GAMES if isinstance(expected, dict) else ("playing",):
            line = expected[kind] if isinstance(expected, dict) else expected
            for role, wanted in zip(ROLES, line.split(), strict=True):
                yield pytest.param(method, path, kind, role, wanted, id=f"{method} {path}, {kind}, {role}")


def routes_of(app):
    """Every route under /api as the application has it."""
    (api,) = [route for route in app.routes if isinstance(route, Mount)]
    for route in api.routes:
        if isinstance(route, WebSocketRoute):
            yield "SOCKET", route.path
        elif isinstance(route, Route):
            for method in route.methods - {"HEAD"}:
                yield method, route.path


def test_every_route_has_a_row(server):
    assert sorted(routes_of(server.app)) == sorted(MATRIX)


def test_every_route_of_the_contract_is_there(server):
    page = (Path(__file__).parent.parent / "docs" / "server.md").read_text(encoding="utf-8")
    told = re.findall(r"`(GET|POST) (/[^` ?]*)", page)
    shape = {(method, re.sub(r"\{\w+\}", "X", path)) for method, path in routes_of(server.app)}
    shape |= {("GET", path) for method, path in shape if method == "SOCKET"}
    missing = {(method, re.sub(r"/[A-Z]+\b", "/X", path)) for method, path in told} - shape
    assert told and not missing


def test_the_description_has_every_route(server):
    described = server.http.get("/openapi.json").json()["paths"]
    told = {(method.upper(), path.removeprefix("/api")) for path, operations in described.items() for method in operations}
    assert told == {row for row in routes_of(server.app) if row[0] != "SOCKET"}


@pytest.mark.parametrize(("method", "path", "kind", "role", "wanted"), [*rows()])
def test_the_matrix_holds(server, games, method, path, kind, role, wanted):
    game = games[kind]
    before = {one.id: len(server.store.entries(one.id)) for one in games.values()}
    person = {"anonymous": None, "stranger": Person(), "player 0": game.people[0], "player 1": game.people[1]}[role]
    if method == "SOCKET":
        with Client(server.address, game.id, greet=False) as client:
            client.send({"t": "hello", **({"key": person.key} if person else {})})
            answer = client.until("welcome", "closing", "refused")
        assert answer.get("code", answer["t"]) == wanted
    else:
        address = path.replace("{game}", game.id).replace("{name}", "stones")
        headers = person.headers if person else {}
        with server.http.stream(method, address, headers=headers, json=BODIES.get(path)) as answer:
            assert answer.status_code == int(wanted), answer.read()
            if answer.status_code >= 400:
                assert {"code", "en", "fr"} <= set(json.loads(answer.read()))
    assert before == {one.id: len(server.store.entries(one.id)) for one in games.values()}  # nobody has changed a game


def test_nobody_takes_the_place_of_another(server, games):
    game, eve = games["playing"], Person()
    for person in (None, eve, game.people[1]):
        act = {"id": "seat-0001", "at": 99, "do": "resign", "player": 0}
        assert game.post(f"/games/{game.id}/act", act, person).status_code in (401, 403)
    with Client(server.address, game.id, game.people[1].key) as bob:
        answer = bob.act("resign", player=0)
        assert (answer["t"], answer["code"]) == ("refused", "session.not-your-place")
        bob.send({"t": "look", "player": 0})
        assert bob.until("refused", "welcome")["code"] == "session.not-your-place"
        bob.send({"t": "hello", "key": game.people[1].key, "player": 0})
        assert bob.until("refused", "welcome")["code"] == "session.not-your-place"
    with Client(server.address, game.id, eve.key) as looks_on:
        assert looks_on.act("resign")["code"] == "room.spectator"
    for token in ("x" * 32, games["over"].invite):
        wanted = {"name": "Eve", "seed": "ab" * 16, "invite": token}
        assert game.post(f"/games/{game.id}/join", wanted, eve).status_code == 403
    wanted = {"name": "Eve", "seed": "ab" * 16, "invite": game.invite}
    assert game.post(f"/games/{game.id}/join", wanted, eve).json()["code"] == "join.taken"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://[", "file://", "", "http://127.0.0.1.evil.example"]
)
def test_pages_from_elsewhere_are_refused(server, games, origin):
    game = games["playing"]
    for path, body in BODIES.items():
        headers = game.people[0].headers | {"Origin": origin}
        answer = server.http.post(path.replace("{game}", game.id), json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "request.origin")
    with pytest.raises(InvalidStatus) as refused:
        Client(server.address, game.id, game.people[0].key, connecting={"origin": origin})
    assert refused.value.response.status_code == 403


def test_pages_of_this_server_are_not(server, games):
    game = games["playing"]
    headers = game.people[0].headers | {"Origin": server.address}
    assert server.http.post("/games", json=BODIES["/games"], headers=headers).status_code == 200
    Client(server.address, game.id, game.people[0].key, connecting={"origin": server.address}).close()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "127.0.0.1:99999999", "[::1", "a b"])
def test_other_names_are_refused(server, host):
    answer = server.http.get("/health", headers={"Host": host})
    assert answer.status_code == 400
    if answer.headers.get("content-type") == "application/json":  # else refused before us
        assert answer.json()["code"] == "request.host"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "192.168.1.2", "[::1]:8737"])
def test_own_names_are_not(server, host):
    assert server.http.get("/health", headers={"Host": host}).status_code == 200


def test_a_name_that_was_given_is_one_of_them(tmp_path):
    with Running(tmp_path, names=("Play.example.org",)) as server:
        assert server.http.get("/health", headers={"Host": "play.example.org"}).status_code == 200
