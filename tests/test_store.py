"""The store, the same on SQLite and on PostgreSQL: what is appended is there, once, in its order, and whose it is."""

from __future__ import annotations

import hashlib
import json
import pickle
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from marchstone.server.store import (
    ConflictError,
    DuplicateError,
    Entry,
    New,
    Store,
    StoreError,
    is_game_id,
    new_game_id,
    writing,
)
from marchstone.server.store.entry import FIRST, canonical, check_new, hash_after
from marchstone.server.store.errors import SENTENCES
from tests import postgres
from tests.stores import GAMES, PERSON, assert_whole, code, created, done, file_in, moved, place_for

A, B, C = GAMES


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store can be made."""
    return place_for(request.param, tmp_path)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place) as made:
        yield made


# -- what is appended ------------------------------------------------------------------------------------------------------


def test_entries_are_as_they_were_appended(store: Store, place: str) -> None:
    first = done(store.append(A, [created(), New('join {"name": "Zoë 🐑"}', 0, "command-0", f'{{"person": "{PERSON}"}}')], 0))
    second = done(store.append(A, [New("move r1 1", 1, "command-0", at=5)], 2))
    assert [(entry.game, entry.n, entry.player) for entry in first + second] == [(A, 1, None), (A, 2, 0), (A, 3, 1)]
    assert second[0].at == 5 and abs(first[0].at - first[1].at) < 1000
    assert store.entries(A) == first + second
    assert store.entries(A, after=2) == second and store.entries(A, after=3) == [] and store.entries(A, after=9) == []
    assert store.entries(B) == [] and store.verify(A) == 3 and store.verify(B) == 0
    store.close()
    with Store.open(place) as again:
        assert again.entries(A) == first + second
        assert [entry.n for entry in done(again.append(A, [moved(2)], 3))] == [4]
        assert_whole(again, first + second)


def test_the_hash_is_what_the_page_says(store: Store) -> None:
    """docs/server.md, recomputed with nothing of ours."""
    before = bytes(32)
    for entry in done(store.append(A, [created(), New('joïn\n\t"x"', 0, "command-0")], 0)):
        columns = {name: getattr(entry, name) for name in ("game", "n", "player", "id", "what", "secret", "at")}
        text = json.dumps(columns, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        before = hashlib.sha256(before + text.encode()).digest()
        assert entry.hash == before


signs = some.text(some.characters(exclude_categories=["Cs"]), max_size=30)


@given(what=signs, id=some.none() | signs, secret=some.none() | signs, n=some.integers(1, 2**31), at=some.integers(0, 2**53))
def test_canonical_json_is_that_of_everybody(what: str, id: str | None, secret: str | None, n: int, at: int) -> None:
    entry = Entry(A, n, 0, id, what, secret, at, b"")
    columns = {"game": A, "n": n, "player": 0, "id": id, "what": what, "secret": secret, "at": at}
    assert canonical(entry) == json.dumps(columns, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def test_a_command_counts_once(store: Store) -> None:
    done(store.append(A, [created(), moved(1)], 0))
    for expected in (0, 1, 2, 7):
        future = store.append(A, [moved(1)], expected)
        assert code(future) == "store.duplicate"
        problem = future.exception()
        assert isinstance(problem, DuplicateError) and problem.n == 2
    assert code(store.append(A, [moved(5), New("move r9 9", 0, "command-1")], 2)) == "store.duplicate"  # all or nothing
    assert [entry.n for entry in done(store.append(A, [moved(1, player=1)], 2))] == [3]  # the other player's own
    done(store.append(B, [created(), moved(1)], 0))  # another game
    assert code(store.append(A, [moved(6), moved(6)], 3)) == "store.bad-entry"
    assert len(store.entries(A)) == 3


def test_a_wrong_number_is_refused(store: Store) -> None:
    done(store.append(A, [created(), moved(1)], 0))
    for expected in (0, 1, 3):
        future = store.append(A, [moved(9)], expected)
        assert code(future) == "store.conflict"
        problem = future.exception()
        assert isinstance(problem, ConflictError) and problem.n == 2
    assert code(store.append(B, [moved(9)], 1)) == "store.conflict"
    assert len(store.entries(A)) == 2 and store.entries(B) == []


BAD: list[tuple[str, list[New]]] = [
    ("", [created()]),
    ("AAAAAAAAAAAA", [created()]),
    ("aaaaaaaaaaa1", [created()]),
    (A, []),
    (A, [New("")]),
    (A, [New("move \0")]),
    (A, [New("move \ud800")]),
    (A, [New("x" * 1_000_001)]),
    (A, [New("x", secret="\0")]),
    (A, [New("x", id="x" * 65)]),
    (A, [New("x", player=2)]),
    (A, [New("x", player=True)]),
    (A, [New("x", at=-1)]),
    (A, [New("x", at=2**53)]),
    (A, [New(None)]),  # type: ignore[arg-type]
    (A, [created(), New(7)]),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("game", "new"), BAD)
def test_what_no_log_can_hold(game: str, new: list[New], tmp_path: Path) -> None:
    with Store.open(file_in(tmp_path)) as store:
        assert code(store.append(game, new, 0)) == "store.bad-entry"
        assert store.size() == (0, 0)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    """A store of each kind."""
    with (
        Store.open(tmp_path_factory.mktemp("both") / "server.db") as small,
        Store.open(postgres.shared().database(f"t{uuid.uuid4().hex}")) as large,
    ):
        yield [small, large]


@settings(deadline=None)
@given(what=signs.filter(bool), secret=some.none() | signs)
def test_what_is_accepted_is_kept_as_it_is(both: list[Store], what: str, secret: str | None) -> None:
    new = New(what, secret=secret)
    try:
        check_new(A, new)
    except StoreError:
        assert "\0" in what + (secret or "")
        return
    for store in both:
        game = new_game_id()
        assert [(entry.what, entry.secret) for entry in done(store.append(game, [new], 0))] == [(what, secret)]
        assert [(entry.what, entry.secret) for entry in store.entries(game)] == [(what, secret)]


# -- many at once ----------------------------------------------------------------------------------------------------------


def test_many_threads_at_once(store: Store) -> None:
    """Each takes the games in turn; every number is given once, and whoever was too late is told."""
    won: list[Entry] = []

    def play(player: int) -> None:
        for number in range(60):
            game = GAMES[number % 3]
            while True:
                future = store.append(game, [moved(number, player)], len(store.entries(game)))
                if future.exception(30) is None:
                    won.extend(future.result())
                    break
                assert code(future) == "store.conflict"

    threads = [threading.Thread(target=play, args=(player,)) for player in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_whole(store, won)
    assert store.size() == (3, 120) and len({(entry.game, entry.n) for entry in won}) == 120


def test_one_commit_for_all_that_waits(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one group is being written, the others gather; the refused among them do not touch the rest."""
    groups: list[int] = []
    held, go_on = threading.Event(), threading.Event()
    written = writing.Writer.write

    def slowly(self: writing.Writer, group: list[writing.Append]) -> dict[writing.Append, StoreError]:
        groups.append(len(group))
        held.set()
        assert go_on.wait(30)
        return written(self, group)

    monkeypatch.setattr(writing.Writer, "write", slowly)
    first = store.append(A, [created()], 0)
    assert held.wait(30)
    more = [store.append(A, [moved(number)], number) for number in range(1, 50)]
    wrong, other = store.append(A, [moved(7, player=1)], 0), store.append(B, [created()], 0)
    assert not first.done() and not any(future.done() for future in more)
    go_on.set()
    wait([first, wrong, other, *more], 30)
    assert groups == [1, 51] and code(wrong) == "store.conflict" and len(done(other)) == 1
    assert [done(future)[0].n for future in more] == list(range(2, 51))
    assert_whole(store, [*done(first), *done(other), *(entry for future in more for entry in done(future))])


def test_what_is_cancelled_in_time_is_not_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    held, go_on = threading.Event(), threading.Event()
    written = writing.Writer.write

    def slowly(self: writing.Writer, group: list[writing.Append]) -> dict[writing.Append, StoreError]:
        held.set()
        assert go_on.wait(30)
        return written(self, group)

    monkeypatch.setattr(writing.Writer, "write", slowly)
    first = store.append(A, [created()], 0)
    assert held.wait(30)
    second = store.append(B, [created()], 0)
    assert second.cancel() and not first.cancel()
    go_on.set()
    done(first)
    done(store.append(C, [created()], 0))
    assert store.entries(B) == [] and store.size() == (2, 2)


def test_too_much_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    written = writing.Writer.write
    monkeypatch.setattr(writing, "WAITING", 3)
    monkeypatch.setattr(writing.Writer, "write", lambda self, group: go_on.wait(30) and written(self, group))
    with Store.open(file_in(tmp_path)) as store:
        futures = [store.append(new_game_id(), [created()], 0) for _ in range(8)]
        told = [code(future) for future in futures if future.done()]
        assert len(told) >= 4 and set(told) == {"store.overloaded"}
        go_on.set()
        assert sum(future.exception(30) is None for future in futures) + len(told) == 8


def test_closing_writes_what_waits(place: str) -> None:
    store = Store.open(place)
    futures = [store.append(A, [moved(number)], number) for number in range(100)]
    store.close()
    assert all(future.done() and future.exception() is None for future in futures)
    assert code(store.append(A, [moved(200)], 100)) == "store.closed"
    store.close()
    with Store.open(place) as again:
        assert again.verify(A) == 100


def test_a_fault_of_our_own_leaves_nobody_waiting(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(writing, "added", lambda append, tail: 1 / 0)
        assert code(store.append(A, [created()], 0)) == "store.failed"
    assert len(done(store.append(A, [created()], 0))) == 1


def test_one_bad_row_does_not_fail_the_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that only the database refuses, which nothing before it has seen."""
    held, go_on = threading.Event(), threading.Event()
    written, row = writing.Writer.write, writing.row_of

    def slowly(self: writing.Writer, group: list[writing.Append]) -> dict[writing.Append, StoreError]:
        held.set()
        assert go_on.wait(30)
        return written(self, group)

    monkeypatch.setattr(writing.Writer, "write", slowly)
    monkeypatch.setattr(writing, "row_of", lambda entry: row(entry) | ({"what": None} if entry.what == "bad" else {}))
    first = store.append(A, [created()], 0)
    assert held.wait(30)
    bad, good = store.append(B, [New("bad")], 0), store.append(C, [created()], 0)
    go_on.set()
    assert code(bad) == "store.failed" and len(done(good)) == len(done(first)) == 1
    assert store.entries(B) == [] and store.size() == (2, 2)


# -- the rest --------------------------------------------------------------------------------------------------------------


def test_names_of_games() -> None:
    names = {new_game_id() for _ in range(1000)}
    assert len(names) == 1000 and all(is_game_id(name) for name in names)
    assert not any(
        is_game_id(name) for name in ("", "aaaaaaaaaaa", "aaaaaaaaaaa0", "AAAAAAAAAAAA", "aaaaaaaaaaaaa", "aaaaaaaaaaa\n")
    )


def test_errors_speak_both_languages_and_travel() -> None:
    values = {"n": 3, "expected": 2, "game": A, "place": "here", "reason": "so", "holder": "", "found": "1", "known": "2"}
    for name, pair in SENTENCES.items():
        error = StoreError(name, **values)
        assert error.sentences[0] != error.sentences[1] and "{" not in "".join(error.sentences), pair
        again = pickle.loads(pickle.dumps(error))
        assert (again.code, again.sentences) == (name, error.sentences)
    conflict = pickle.loads(pickle.dumps(ConflictError("store.conflict", **values)))
    assert conflict.n == 3 and isinstance(conflict, ConflictError)


def test_the_first_hash_stands_after_32_zero_bytes() -> None:
    assert (
        bytes(32) == FIRST
        and hash_after(FIRST, Entry(A, 1, None, None, "x", None, 0, b""))
        == hashlib.sha256(
            bytes(32) + b'{"at":0,"game":"aaaaaaaaaaaa","id":null,"n":1,"player":null,"secret":null,"what":"x"}'
        ).digest()
    )


def test_the_store_needs_no_numbers() -> None:
    """A server process has no Numba in its memory, nor what is as large."""
    program = (
        "import sys, tempfile, marchstone.server.store as s; "
        "made = s.Store.open(tempfile.mkdtemp() + '/a.db'); "
        "made.append('a' * 12, [s.New('create {}')], 0).result(); made.close(); "
        "print([name for name in ('numba', 'llvmlite', 'numpy', 'psycopg', 'rich', 'click') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
