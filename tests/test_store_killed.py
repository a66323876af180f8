"""A process that writes is killed at any moment, again and again. Whatever it had acknowledged is there, once and in order."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections import deque
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
import pytest

from marchstone.server.store import Entry, New, Store
from tests.stores import assert_whole, file_in, place_for

GAMES = tuple(sign * 12 for sign in "abcdefgh")
READY = b"open"
FRESH = 10  # kills after which a new store is begun, so that making one is hit too
LATEST = 0.25  # seconds after which it is killed at the latest
SLOWEST = 2.0  # seconds in which it must be serving again

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["marchstone.server.store", "tests.stores", "psycopg"])


def write_until_killed(place: str, acknowledgements: Connection) -> None:
    """All games at once, several appends of each on their way, every fifth command sent twice."""
    store = Store.open(place)
    acknowledgements.send_bytes(READY)
    counts = {game: len(store.entries(game)) for game in GAMES}
    waiting: deque[Any] = deque()
    while True:
        for game in GAMES:
            number = counts[game]
            new = [New(f"move {number}", number % 2, f"command-{number}", at=number)]
            if number % 7 == 0:
                new.append(New("start 1 {}"))
            future = store.append(game, new, number)
            future.add_done_callback(lambda done: acknowledgements.send_bytes(msgspec.msgpack.encode(done.result())))
            waiting.append(future)
            if number % 5 == 0:
                waiting.append(store.append(game, new[:1], number + len(new)))  # refused
            counts[game] += len(new)
        while len(waiting) > 3 * len(GAMES):
            waiting.popleft().exception()


def killed_once(place: str, moment: float, early: bool = False) -> list[Entry]:
    """Let a process write, kill it so many seconds after it has opened the store, or if `early` after it has begun; what it had
    acknowledged."""
    near, far = processes.Pipe(duplex=False)
    process = processes.Process(target=write_until_killed, args=(place, far), daemon=True)
    process.start()
    far.close()
    until = time.monotonic() + (moment if early else 60)
    found = []
    try:
        while True:
            left = until - time.monotonic()
            if left <= 0:
                process.kill()
                left = 10
            if near.poll(left):
                message = near.recv_bytes()
                if message != READY:
                    found += msgspec.msgpack.decode(message, type=list[Entry])
                elif not early:
                    until = time.monotonic() + moment
    except EOFError:
        pass
    process.join()
    assert process.exitcode == -9, "it was not killed"
    near.close()
    return found


def check_kills(kind: str, kills: int, folder: Path, chance: random.Random) -> None:
    """Kill, look, go on."""
    acknowledged: list[Entry] = []
    total = slowest = 0.0
    place = ""
    for number in range(kills):
        if number % FRESH == 0:
            acknowledged, place = [], place_for(kind, folder / str(number))
        acknowledged += killed_once(place, chance.uniform(0, LATEST), early=number % 4 == 0)
        before = time.monotonic()
        with Store.open(place) as store:
            slowest = max(slowest, time.monotonic() - before)
            assert_whole(store, acknowledged)
        total += len(acknowledged)
    assert total > 20 * kills, "hardly anything was written before the kills"
    assert slowest < SLOWEST


@pytest.mark.parametrize("kills", [50, pytest.param(500, marks=pytest.mark.deep)])
def test_killed_on_sqlite(kills: int, tmp_path: Path) -> None:
    check_kills("sqlite", kills, tmp_path, random.Random(kills))


@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.deep)])
def test_killed_on_postgresql(kills: int, tmp_path: Path) -> None:
    check_kills("postgresql", kills, tmp_path, random.Random(kills))


def test_the_killed_leave_a_lock_that_nobody_holds(tmp_path: Path) -> None:
    place = place_for("sqlite", tmp_path)
    assert killed_once(place, 3.0)
    assert file_in(tmp_path).with_name("server.db.lock").read_text().strip().isdigit()
    Store.open(place).close()
