"""An error at every statement and at every commit, before the database has heard of it and after, on both databases."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event

from marchstone.server.store import Entry, Store, StoreError
from marchstone.server.store.postgres import Postgres
from tests import postgres
from tests.stores import GAMES, assert_whole, created, file_in, insist, moved

MOVES = 3


class Faults:
    """Counts the statements and commits of the connections that write; one of them raises."""

    def __init__(self, store: Store, problem: Exception, after: bool) -> None:
        self.problem, self.after, self.count, self.at = problem, after, 0, 0
        writers = store.backend.writers  # type: ignore[attr-defined]
        if after:
            event.listen(writers, "after_cursor_execute", self.hear)
        else:
            event.listen(writers, "before_cursor_execute", self.hear)
        self.commit = writers.dialect.do_commit
        writers.dialect.do_commit = self.do_commit

    def hear(self, *_arguments: Any) -> None:
        self.count += 1
        if self.at == self.count:
            raise self.problem

    def do_commit(self, connection: Any) -> None:
        if self.after:
            self.commit(connection)
        self.hear()
        if not self.after:
            self.commit(connection)

    def arm(self, at: int) -> None:
        self.count, self.at = 0, at


def play(store: Store) -> tuple[list[Entry], int]:
    """Some games, as rooms play them: what was acknowledged, and how many appends failed at first."""
    acknowledged, failed = [], 0
    for number in range(MOVES + 1):
        news = {game: moved(number) if number else created() for game in GAMES}
        futures = {game: store.append(game, [new], number) for game, new in news.items()}
        for game, future in futures.items():
            problem = future.exception(30)
            if problem is None:
                acknowledged += future.result()
                continue
            assert isinstance(problem, StoreError) and all(problem.sentences)
            failed += 1
            assert insist(store, game, news[game], number, tries=20) == number + 1
            acknowledged += store.entries(game, after=number)
    return acknowledged, failed


KINDS: dict[str, Exception] = {
    "full": sqlite3.OperationalError("database or disk is full"),
    "lost": psycopg.OperationalError("server closed the connection unexpectedly"),
    "refused": psycopg.errors.DiskFull("no space left on device"),
    "ours": ZeroDivisionError("a fault of our own"),
}


@pytest.fixture(
    params=[("sqlite", "full"), ("sqlite", "ours"), ("postgresql", "lost"), ("postgresql", "refused"), ("postgresql", "ours")]
)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, Exception]]:
    """One store for all faults of a kind, with the problem that it is to meet."""
    kind, problem = request.param
    place = str(file_in(tmp_path)) if kind == "sqlite" else postgres.shared().database(f"t{uuid.uuid4().hex}")
    with Store.open(place) as made:
        yield made, KINDS[problem]


@pytest.mark.parametrize("after", [False, True])
def test_an_error_at_every_statement(store: tuple[Store, Exception], after: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played one after the other in the same store, under other names, until no statement is left to fail."""
    made, problem = store
    faults = Faults(made, problem, after)
    failed = at = 0
    everything: list[Entry] = []
    while True:
        at += 1
        monkeypatch.setattr(f"{__name__}.GAMES", tuple(f"{sign * 9}{base32(at)}" for sign in "abc"))
        faults.arm(at)
        acknowledged, more = play(made)
        hit = faults.count >= at
        faults.arm(0)
        everything += acknowledged
        failed += more
        if not hit:
            break
    assert at > 15
    assert (failed == 0) == (isinstance(made.backend, Postgres) and "closed" in str(problem))  # a lost connection is found again
    assert_whole(made, everything)
    assert made.size() == (3 * at, 3 * at * (MOVES + 1))


def base32(number: int) -> str:
    """A number as three signs of a name."""
    signs = "abcdefghijklmnopqrstuvwxyz234567"
    return signs[number >> 10] + signs[number >> 5 & 31] + signs[number & 31]
