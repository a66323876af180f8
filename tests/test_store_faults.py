"""The store on a disk that fails: an error, a full disk or half a write at every write, sync and truncation; loss of power at
each of them. Nothing that was acknowledged is lost, nothing stands twice, nobody needs a restart.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest

from marchstone.server.store import Entry, Store, StoreError, sqlite
from tests import disk
from tests.stores import GAMES, assert_whole, created, file_in, insist, moved

FAILURES = {"store.full", "store.io", "store.read-only", "store.unopenable", "store.locked"}
MOVES = 3


@pytest.fixture(autouse=True)
def failing_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[disk.Disk]:
    """Every connection of the store goes over the disk that can fail."""
    monkeypatch.setattr(sqlite, "connect", disk.connect)
    disk.DISK.reset()
    yield disk.DISK
    disk.DISK.reset()


def work(store: Store, acknowledged: list[Entry], failed: list[StoreError]) -> None:
    """Some games, several of them in one commit; what fails is tried again once the disk is well."""

    def done(entries: list[Entry]) -> None:
        acknowledged.extend(entries)
        for entry in entries:
            disk.DISK.keep(disk.Op("mark", mark=entry))

    for number in range(MOVES + 1):
        news = {game: moved(number) if number else created() for game in GAMES}
        futures = {game: store.append(game, [new], number) for game, new in news.items()}
        again = []
        for game, future in futures.items():
            problem = future.exception(30)
            if problem is None:
                done(future.result())
            else:
                assert isinstance(problem, StoreError)
                failed.append(problem)
                again.append(game)
        if again:
            disk.DISK.fail_at = 0
        for game in again:
            n = insist(store, game, news[game], number)
            assert n == number + 1
            done(store.entries(game, after=number))


def counted(path: Path) -> int:
    """How many operations there are from nothing to a closed store."""
    disk.DISK.reset()
    with Store.open(path) as store:
        work(store, [], [])
    return disk.DISK.count


OFTEN = [("error", False), ("full", True)]
SELDOM = [(mode, lasting) for mode in disk.MODES for lasting in (False, True) if (mode, lasting) not in OFTEN]


@pytest.mark.parametrize(("mode", "lasting"), [*OFTEN, *(pytest.param(*row, marks=pytest.mark.deep) for row in SELDOM)])
def test_a_fault_at_every_write_and_sync(mode: str, lasting: bool, tmp_path: Path) -> None:
    total = counted(file_in(tmp_path / "count"))
    assert total > 50
    refused, told = 0, set()
    for fail_at in range(1, total + 1):
        path = file_in(tmp_path / str(fail_at))
        disk.DISK.reset(fail_at, mode, lasting)
        acknowledged: list[Entry] = []
        failed: list[StoreError] = []
        try:
            store = Store.open(path)
        except StoreError as problem:
            refused += 1
            told.add(problem.code)
            disk.DISK.reset()
            store = Store.open(path)
        with store:
            work(store, acknowledged, failed)
        told |= {problem.code for problem in failed}
        disk.DISK.fail_at = 0
        with Store.open(path) as store:
            assert_whole(store, acknowledged)
            assert [len(store.entries(game)) for game in GAMES] == [MOVES + 1] * len(GAMES)
    assert 0 < refused < total and told <= FAILURES and told


def test_power_loss_at_every_operation(tmp_path: Path) -> None:
    """The files are built from the trace as the loss may have left them, three times for each operation."""
    path = file_in(tmp_path)
    disk.DISK.reset(tracing=True)
    with Store.open(path) as store:
        for number in range(MOVES + 1):
            futures = [store.append(game, [moved(number) if number else created()], number) for game in GAMES]
            for future in futures:
                future.add_done_callback(lambda done: disk.DISK.keep(disk.Op("mark", mark=done.result())))
            wait(futures, 30)
    trace = disk.DISK.trace
    assert trace is not None
    disk.DISK.reset()
    chance, acknowledged, lost, number = random.Random(20), [], 0, itertools.count()
    for end, op in enumerate(trace, 1):
        if op.kind == "mark":
            acknowledged.extend(op.mark)
            continue
        for _ in range(3):
            folder = tmp_path / f"loss-{next(number)}"
            folder.mkdir()
            for name, content in disk.after_power_loss(trace[:end], chance).items():
                (folder / Path(name).name).write_bytes(content)
            with Store.open(folder / path.name) as store:
                assert_whole(store, acknowledged)
                there = sum(listed.n for listed in store.open_games())
                assert len(acknowledged) <= there <= len(acknowledged) + len(GAMES)
                lost += there < (MOVES + 1) * len(GAMES)
    assert len(acknowledged) == (MOVES + 1) * len(GAMES) and lost


def test_a_commit_that_is_not_synchronised_is_not_acknowledged(tmp_path: Path) -> None:
    """What the disk is asked is what counts: a synchronisation of the log stands before every acknowledgement."""
    path = file_in(tmp_path)
    with Store.open(path) as store:
        store.append(GAMES[0], [created()], 0).result(30)
        disk.DISK.reset(tracing=True)
        for number in range(1, 20):
            future = store.append(GAMES[0], [moved(number)], number)
            future.add_done_callback(lambda done: disk.DISK.keep(disk.Op("mark", mark=done.result())))
            future.result(30)
        trace = disk.DISK.trace
    assert trace
    kinds = [f"{op.kind} {op.path[-4:]}".strip() for op in trace if op.kind == "mark" or op.path.endswith("-wal")]
    assert kinds.count("mark") == 19
    for place, kind in enumerate(kinds):
        if kind == "mark":
            assert kinds[place - 1] == "sync -wal"
