"""HTTP as the outside sees it: refusals, headers, limits, the page's files, and the interface held to its own description."""

import gzip
import json
import socket
import time

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from marchstone.server import openapi
from marchstone.server.problems import PROBLEMS, RequestError, problem_of, status_of
from marchstone.server.security import LARGEST_REQUEST, Limits, Rate, Rates
from tests.server import Person, Running

CHECKS = [
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
    not_a_server_error,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("server"), page=page_in(tmp_path_factory.mktemp("page"))) as running:
        yield running


def page_in(folder):
    """A built page in little."""
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>the page</title>")
    (folder / "assets" / "index-Ab3dEf9h.js").write_text("let x = 1")
    (folder / "assets" / "index-Ab3dEf9h.js.gz").write_bytes(gzip.compress(b"let x = 1"))
    (folder / "assets" / "index-Ab3dEf9h.js.br").write_bytes(b"not really")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / ".secret").write_text("no")
    (folder.parent / "outside.txt").write_text("no")
    (folder / "way-out.txt").symlink_to(folder.parent / "outside.txt")
    return folder


# -- refusals --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nothing", None, 404, "request.unknown"),
        ("GET", "/games/aaaaaaaaaaaa", None, 404, "game.unknown"),
        ("GET", "/games/" + "x" * 3000, None, 404, "game.unknown"),
        ("GET", "/games/AAAAAAAAAAAA/events", None, 404, "game.unknown"),
        ("GET", "/games/%00%01", None, 404, "game.unknown"),
        ("DELETE", "/games", None, 405, "request.method"),
        ("PATCH", "/health", None, 405, "request.method"),
        ("GET", "/replay", None, 405, "request.method"),
        ("POST", "/replay", b"", 400, "request.json"),
        ("POST", "/replay", b"{", 400, "request.json"),
        ("POST", "/replay", b"\xff\xfe", 400, "request.json"),
        ("POST", "/replay", b"[" * 100_000, 400, "request.json"),
        ("POST", "/replay", b'{"text": 1}', 400, "request.json"),
        ("POST", "/replay", b'{"text": "x", "more": 1}', 400, "request.json"),
        ("POST", "/replay", b'{"text": "\\ud800"}', 400, "request.json"),
        ("POST", "/replay", json.dumps({"text": "x" * 200_001}).encode(), 400, "request.json"),
        ("POST", "/replay", b" " * (LARGEST_REQUEST + 1), 413, "request.large"),
        ("GET", "/tutorials/nothing", None, 404, "lesson.unknown"),
    ],
)
def test_a_request_that_is_wrong_is_told_why(server, method, path, body, status, code):
    answer = server.http.request(method, path, content=body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code)
    assert problem["en"].endswith(".") and problem["fr"].endswith(".") and problem["en"] != problem["fr"]


@pytest.mark.parametrize(
    "create",
    [
        {"preset": "chess", "opponent": "here"},
        {"preset": "stones", "opponent": "level"},
        {"preset": "stones", "opponent": "here", "level": 3},
        {"preset": "walls", "opponent": "here", "rounds": 3},
        {"preset": "stones", "opponent": "here", "rounds": 21},
        {"preset": "stones", "opponent": "nobody"},
        {"preset": "stones", "opponent": "level", "level": 9},
        {"preset": "stones", "opponent": "here", "thinking": 1e9},
        {"preset": "stones\u0000", "opponent": "here"},
    ],
)
def test_games_that_cannot_be_are_not_made(server, create):
    person = Person()
    answer = server.http.post("/games", json=create, headers=person.headers)
    assert answer.status_code == 400 and answer.json()["code"] in ("request.json", "game.preset", "game.level", "game.rounds")
    assert server.http.get("/games", headers=person.headers).json() == []


def test_a_level_needs_the_engine(server):
    answer = server.http.post("/games", json={"preset": "stones", "opponent": "level", "level": 3}, headers=Person().headers)
    assert (answer.status_code, answer.json()["code"]) == (503, "engine.none")


@pytest.mark.parametrize("header", ["Bearer", "Bearer short", "Basic eDp5", "Bearer " + "x" * 65, "Bearer " + "é" * 22, "x" * 30])
def test_a_key_that_is_none(server, header):
    answer = server.http.get("/games", headers={"Authorization": header.encode()})
    assert (answer.status_code, answer.json()["code"]) == (401, "request.key")


@pytest.mark.parametrize(
    "query", ["player=2", "player=-1", "player=x", "after=1e3", "after=" + "9" * 30, "player=%31%00", "player=١"]
)
def test_numbers_in_addresses(server, query):
    game = server.table().seated()
    path = "/events" if query.startswith("after") else ""
    assert game.get(f"{path}?{query}", game.people[0]).json()["code"] == "request.query"


@pytest.mark.parametrize(
    "name", ["\u202eevil", "<script>alert(1)</script>", "x" * 128, " ", "\u0000", "a\nb", "'; drop table log; --", "👑" * 30]
)
def test_hostile_names_are_cleaned_or_kept_as_text(server, name):
    game = server.table()
    game.post(f"/games/{game.id}/join", {"name": name, "seed": "ab" * 16}, game.people[0])
    shown = game.get().json()["game"]["players"][0]["name"]
    assert len(shown) <= 32 and shown.isprintable()
    game.join(1, invite=game.invite)
    with game.socket(1) as bob:
        assert bob.game["players"][0]["name"] == shown


@pytest.mark.parametrize("link", ["javascript:alert(1)", "http://" + "x" * 600, "", "https://é"])
def test_a_link_that_is_none(server, link):
    game = server.table()
    answer = server.http.get(f"/games/{game.id}/invite", params={"link": link}, headers=game.people[0].headers)
    assert answer.status_code == 400


def test_an_invitation(server):
    game = server.table()
    invited = game.get("/invite", game.people[0]).json()
    assert invited == {"invite": game.invite, "hosts": [server.address]}
    drawn = server.http.get(f"/games/{game.id}/invite", params={"link": "http://x.example/g/1"}, headers=game.people[0].headers)
    assert drawn.headers["content-type"] == "image/svg+xml" and drawn.text.startswith("<svg")


def test_what_nobody_expected_says_nothing_of_the_inside(server, monkeypatch):
    monkeypatch.setattr(server.hub.thinkers, "state", property())  # what JSON cannot hold
    answer = server.http.get("/about")
    assert answer.status_code == 500 and answer.json()["code"] == "request.failed"
    assert "property" not in answer.text and "Traceback" not in answer.text


def test_every_refusal_speaks_both_languages():
    for code, (status, (english, french)) in PROBLEMS.items():
        assert 400 <= status < 600 and english[0].isupper() and french.endswith(".") and english != french
        problem = problem_of(RequestError(code, "more"))
        assert problem.en == f"{english[:-1]} (more)." and status_of(RequestError(code)) == status


# -- headers, limits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/health", "/api/nothing", "/", "/g/abc", "/assets/index-Ab3dEf9h.js", "/nothing.txt"])
def test_every_answer_has_the_headers(server, path):
    headers = httpx.get(server.address + path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy and "http" not in policy
    assert "server" not in headers
    if path.startswith("/api"):
        assert headers["cache-control"] == "no-store"


def test_rates():
    rate = Rate(2.0, 3.0, since=0.0)
    assert [rate.allows(0.0) for _ in range(4)] == [True, True, True, False]
    assert [rate.allows(0.5), rate.allows(0.5), rate.allows(100.0)] == [True, False, True]
    rates = Rates(1.0, 1.0)
    assert [rates.allows("a"), rates.allows("a"), rates.allows("b")] == [True, False, True]
    rates.MOST = 10
    for number in range(50):
        rates.allows(str(number))
    assert len(rates._rates) <= 11


def test_who_asks_for_too_much_waits(tmp_path):
    with Running(tmp_path, limits=Limits(games=(0.01, 3.0), work=(0.01, 2.0))) as server:
        body, person = {"preset": "stones", "opponent": "here"}, Person()
        made = [server.http.post("/games", json=body, headers=person.headers).status_code for _ in range(5)]
        assert made == [200, 200, 200, 429, 429]
        assert [server.http.post("/replay", json={"text": "x"}).status_code for _ in range(3)] == [400, 400, 429]
        assert server.http.get("/health").status_code == 200


def test_a_request_without_end_is_given_up(server, monkeypatch):
    monkeypatch.setattr("marchstone.server.security.SLOWEST_REQUEST", 0.2)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(f"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 100\r\n\r\n{{".encode())
        assert b" 408 " in raw.recv(4096).split(b"\r\n")[0]


def test_nonsense_on_the_line_does_not_disturb_others(server):
    for nonsense in (b"\x00" * 100, b"GET / HTTP/9.9\r\n\r\n", b"GET " + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n", b"\x16\x03\x01"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
            raw.sendall(nonsense)
            raw.shutdown(socket.SHUT_WR)
            raw.settimeout(5)
            try:
                while raw.recv(65536):
                    pass
            except (TimeoutError, ConnectionResetError):
                pass
    assert server.http.get("/health").status_code == 200


@pytest.mark.parametrize("text", ["", "x" * 190_000, '[Preset "stones"]\n' * 5000, "\n" * 100_000, "1. 0 play r9 5\n" * 10_000])
def test_hostile_imports_are_refused_quickly(server, text):
    start = time.perf_counter()
    answer = server.http.post("/replay", json={"text": text})
    assert answer.status_code == 400 and answer.json()["code"].startswith("record.")
    assert time.perf_counter() - start < 1.0


# -- the page ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/g/abcdefgh2345", "/g/abcdefgh2345/replay", "/rules", "/watch"])
def test_routes_of_the_page_get_the_page(server, path):
    answer = httpx.get(server.address + path)
    assert answer.status_code == 200 and "the page" in answer.text
    assert answer.headers["content-type"].startswith("text/html") and answer.headers["cache-control"] == "no-cache"


def test_files_with_a_hash_are_kept_for_ever(server):
    plain = httpx.get(server.address + "/assets/index-Ab3dEf9h.js", headers={"Accept-Encoding": "identity"})
    assert plain.text == "let x = 1" and "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")
    packed = httpx.get(server.address + "/assets/index-Ab3dEf9h.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip" and packed.text == "let x = 1" and packed.headers["vary"]
    with httpx.stream("GET", server.address + "/assets/index-Ab3dEf9h.js", headers={"Accept-Encoding": "gzip, br"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" not in httpx.get(server.address + "/icon.svg").headers["cache-control"]


def test_a_file_that_has_not_changed_is_not_sent_again(server):
    tag = httpx.get(server.address + "/icon.svg").headers["etag"]
    again = httpx.get(server.address + "/icon.svg", headers={"If-None-Match": tag})
    assert again.status_code == 304 and not again.content and again.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.js",
        "/.secret",
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/way-out.txt",
        "/assets/..%5c..%5cx.txt",
        "/%00.txt",
    ],
)
def test_no_other_file_is_given_away(server, path):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while some := raw.recv(65536):
            answer += some
    assert answer.startswith(b"HTTP/1.1 404")


def test_without_a_page_it_is_said_how_to_build_one(tmp_path):
    with Running(tmp_path, page=tmp_path / "nothing") as server:
        answer = httpx.get(server.address + "/")
        assert answer.status_code == 200 and "make" in answer.text and "fr" in answer.text


# -- the description ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def known(server):
    """Games that the made-up requests may hit: one that goes on, one that is over."""
    games = [server.table("stones").seated() for _ in range(2)]
    with games[1].socket(0) as ann:
        ann.act("resign")
    return games


DESCRIBED = schemathesis.openapi.from_dict(json.loads(openapi.description()))
OPERATIONS = {f"{one.ok().method.upper()} {one.ok().path}": one.ok() for one in DESCRIBED.get_all_operations()}
WITHOUT_END = "GET /api/games/{game}/events"  # tests/test_server_games.py reads it


@pytest.mark.parametrize("mode", [*schemathesis.GenerationMode])
@pytest.mark.parametrize("name", sorted({*OPERATIONS} - {WITHOUT_END}))
def test_the_description_holds(server, known, name, mode):
    """Requests made up from the description, right and wrong ones: every answer is one that it names."""

    @given(OPERATIONS[name].as_strategy(generation_mode=mode))
    @settings(max_examples=20, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    def ask(case):
        game = known[len(str(case.body)) % 2]
        if len(str((case.path_parameters or {}).get("game"))) == 12:
            case.path_parameters["game"] = game.id
        if case.headers and "Authorization" in case.headers and len(str(case.body)) % 3:
            case.headers["Authorization"] = game.people[0].headers["Authorization"]
        answer = case.call(base_url=server.address)
        case.validate_response(answer, checks=CHECKS)

    try:
        ask()
    except Unsatisfiable:
        assert mode.is_negative  # nothing can be wrong with a request that takes nothing
