"""The store on a PostgreSQL server that is killed, restarted or cut off, and on one that two servers want."""

from __future__ import annotations

import builtins
import multiprocessing
import random
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import psycopg
import pytest

from marchstone.server.store import Entry, New, Store, StoreError, writing
from marchstone.server.store import postgres as backend
from tests import postgres
from tests.stores import GAMES, assert_whole, code, created, done, insist, moved

A, B, C = GAMES


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    """One that may be killed."""
    made = postgres.Server(durable=True)
    yield made
    made.close()


@pytest.fixture
def place(server: postgres.Server) -> str:
    return server.database(f"t{uuid.uuid4().hex}")


@pytest.fixture
def proxied(server: postgres.Server) -> Iterator[tuple[postgres.Proxy, str]]:
    """A store behind a proxy: the proxy and the address."""
    url = server.database(f"t{uuid.uuid4().hex}")
    proxy = postgres.Proxy(server.port)
    yield proxy, server.url(url.rpartition("/")[2], proxy.port)
    proxy.close()


class Player(threading.Thread):
    """Appends to all games without a pause, as rooms do: what fails is tried again until the log has it."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store, self.ended, self.failed = store, threading.Event(), 0
        self.acknowledged: list[Entry] = []
        self.problem: BaseException | None = None

    def run(self) -> None:
        number = 0
        try:
            while not self.ended.is_set():
                futures: list[tuple[str, Future[list[Entry]]]]
                futures = [(game, self.store.append(game, [moved(number)], number)) for game in GAMES]
                for game, future in futures:
                    if future.exception(60) is None:
                        self.acknowledged += future.result()
                    else:
                        self.failed += 1
                        assert insist(self.store, game, moved(number), number, tries=20) == number + 1
                number += 1
        except BaseException as problem:
            self.problem = problem

    def __enter__(self) -> Player:
        self.start()
        return self

    def __exit__(self, *_problem: object) -> None:
        self.ended.set()
        self.join(120)
        assert self.problem is None, self.problem
        assert_whole(self.store, self.acknowledged)


def test_a_server_that_is_killed_and_restarted(server: postgres.Server, place: str) -> None:
    """Nothing fails that comes back within the time for which the store is patient."""
    with Store.open(place) as store, Player(store) as player:
        for ended in (server.kill, server.stop, server.kill):
            time.sleep(0.3)
            before = len(player.acknowledged)
            ended()
            server.start()
            until = time.monotonic() + 20
            while len(player.acknowledged) <= before + 6 and time.monotonic() < until:
                time.sleep(0.05)
            assert len(player.acknowledged) > before + 6
    assert player.failed == 0


def test_a_server_that_is_away_for_long(server: postgres.Server, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the store says so, and goes on by itself."""
    monkeypatch.setattr(writing, "PATIENCE", 0.5)
    with Store.open(place) as store:
        kept = done(store.append(A, [created()], 0))
        server.stop()
        try:
            assert code(store.append(A, [moved(1)], 1)) == "store.unreachable"
            with pytest.raises(StoreError) as problem:
                store.entries(A)
            assert problem.value.code == "store.unreachable"
            with pytest.raises(StoreError) as problem:
                Store.open(place)
            assert problem.value.code == "store.unreachable" and "marchstone@" in str(problem.value)
        finally:
            server.start()
        kept += done(store.append(A, [moved(1)], 1))
        assert store.entries(A) == kept


def test_a_connection_cut_at_every_commit(proxied: tuple[postgres.Proxy, str]) -> None:
    """Before it reaches the database, or before its answer comes back: either way each command stands once, none fails."""
    proxy, place = proxied
    cuts = {"up": 0, "down": 0}
    state = {"cut": "", "asked": False}

    def cut(piece: bytes, up: bool) -> bool:
        if up and b"COMMIT" in piece:
            if state["cut"] == "up":
                state["cut"] = ""
                cuts["up"] += 1
                return True
            state["asked"] = state["cut"] == "down"
        elif not up and state["asked"]:
            state["cut"], state["asked"] = "", False
            cuts["down"] += 1
            return True
        return False

    with Store.open(place) as store:
        proxy.cut = cut
        acknowledged = []
        for number in range(24):
            state["cut"] = ("", "up", "down")[number % 3]
            for future in [store.append(game, [moved(number)], number) for game in GAMES]:
                acknowledged += future.result(30)
        assert cuts == {"up": 8, "down": 8}
        assert_whole(store, acknowledged)
        assert store.size() == (3, 72) and len(acknowledged) == 72


def test_a_connection_cut_anywhere(proxied: tuple[postgres.Proxy, str]) -> None:
    """At one piece in thirty, in both directions, whatever it is."""
    proxy, place = proxied
    chance, lock, cuts = random.Random(7), threading.Lock(), []

    def cut(piece: bytes, up: bool) -> bool:
        with lock:
            now = chance.random() < 1 / 30
        cuts.extend([up] * now)
        return now

    with Store.open(place) as store:
        proxy.cut = cut
        with Player(store) as player:
            until = time.monotonic() + 60
            while time.monotonic() < until and not (len(cuts) > 20 and len(set(cuts)) == 2 and len(player.acknowledged) > 20):
                time.sleep(0.05)
            proxy.cut = lambda piece, up: False
    assert len(cuts) > 20 and True in cuts and False in cuts and len(player.acknowledged) > 20


@pytest.mark.parametrize("seconds", [3, pytest.param(30, marks=pytest.mark.deep)])
def test_cut_off_for_a_while(seconds: float, proxied: tuple[postgres.Proxy, str], monkeypatch: pytest.MonkeyPatch) -> None:
    if seconds < 10:
        monkeypatch.setattr(writing, "PATIENCE", seconds / 3)
    proxy, place = proxied
    with Store.open(place) as store, Player(store) as player:
        time.sleep(0.3)
        proxy.cut_off()
        time.sleep(seconds)
        before = len(player.acknowledged)
        proxy.restore()
        time.sleep(2)
        assert len(player.acknowledged) > before
    assert player.failed


def test_who_has_lost_the_lock_does_not_write(server: postgres.Server, proxied: tuple[postgres.Proxy, str]) -> None:
    """Cut off, it is replaced by another server; when it comes back it is told, and writes only after the other has gone."""
    proxy, near = proxied
    far = server.url(near.rpartition("/")[2])
    with Store.open(near) as first:
        done(first.append(A, [created()], 0))
        proxy.cut_off()
        with Store.open(far) as second:
            kept = done(second.append(A, [moved(1)], 1))
            proxy.restore()
            for _ in range(2):
                assert code(first.append(A, [moved(2)], 1)) in ("store.locked", "store.unreachable")
            assert code(first.append(A, [moved(2)], 1)) == "store.locked"
            assert first.entries(A, after=1) == kept  # it may read
        assert code(first.append(A, [moved(2)], 1)) == "store.conflict"
        done(first.append(A, [moved(2)], 2))
        assert first.verify(A) == 3


def want(place: str, number: int, answers: Any) -> None:
    """Open the store and write, if it is free; whoever waits does not wait for long."""
    backend.PASSING = 0.05
    try:
        with Store.open(place) as store:
            count = len(store.entries(A))
            for one in range(3):
                store.append(A, [New(f"move {number}", 0, f"command-{number}-{one}")], count + one).result(30)
            answers.put("wrote")
    except StoreError as problem:
        answers.put(problem.code)


@pytest.mark.parametrize("runs", [6, pytest.param(1000, marks=pytest.mark.deep)])
def test_two_servers_want_the_same_games(runs: int, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the same moment: no fork, no gap; whoever writes does so alone. A few times these are two processes, a thousand times
    two threads: for the database a server is a session."""
    monkeypatch.setattr(backend, "PASSING", backend.PASSING)
    processes = multiprocessing.get_context("forkserver")
    kind: Any = processes.Process if runs < 10 else threading.Thread
    answers = processes.Queue()
    wrote = 0
    for run in range(runs):
        both = [kind(target=want, args=(place, 2 * run + number, answers)) for number in (0, 1)]
        for process in both:
            process.start()
        told = [answers.get(timeout=60) for _ in both]
        for process in both:
            process.join()
        assert set(told) <= {"wrote", "store.locked"} and "wrote" in told
        wrote += told.count("wrote")
    with Store.open(place) as store:
        assert store.verify(A) == 3 * wrote
        assert_whole(store, [])


# -- databases that cannot be used -----------------------------------------------------------------------------------------


def refused(place: str) -> str:
    """Why it cannot be opened; never with a password in it."""
    with pytest.raises(StoreError) as problem:
        Store.open(place)
    assert "secret" not in "".join(problem.value.sentences)
    return problem.value.code


def test_databases_that_cannot_be_used(server: postgres.Server, place: str) -> None:
    assert refused(server.url("missing")) == "store.missing"
    assert refused(f"postgresql://marchstone:secret@127.0.0.1:{postgres.free_port()}/x") == "store.unreachable"
    assert refused(place.replace("marchstone@", "stranger:secret@")) == "store.denied"
    assert refused("postgresql://secret:port/x") == "store.url"
    assert refused("mysql://secret@host/x") == "store.url"


def test_a_user_without_rights(server: postgres.Server, place: str) -> None:
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN")
        assert refused(place.replace("marchstone@", "guest@")) == "store.denied"
        Store.open(place).close()
        assert refused(place.replace("marchstone@", "guest@")) == "store.denied"


def test_tables_of_somebody_else(place: str) -> None:
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("CREATE TABLE games (title text)")
    assert refused(place) == "store.damaged"


def test_a_database_that_only_reads(place: str) -> None:
    with Store.open(place) as store:
        done(store.append(A, [created()], 0))
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {place.rpartition('/')[2]} SET default_transaction_read_only = on")  # type: ignore[arg-type]
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert code(store.append(A, [moved(1)], 1)) == "store.read-only"
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f"ALTER DATABASE {place.rpartition('/')[2]} RESET default_transaction_read_only")  # type: ignore[arg-type]
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        done(store.append(A, [moved(1)], 1))


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra `postgres` is not installed."""
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "psycopg":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert refused("postgresql://localhost/x") == "store.postgres-missing"
