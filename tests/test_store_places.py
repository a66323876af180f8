"""Files that cannot be used, now or for a while: a folder without rights, a full disk, a file that is damaged, gone or somebody
else's. One clear line, and where it can pass the store goes on without a restart.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from marchstone.files import data_folder
from marchstone.server.store import Store, StoreError, look
from marchstone.server.store import sqlite as backend
from marchstone.server.store.place import place_of
from tests.stores import GAMES, assert_whole, code, created, done, file_in, moved

A, B, C = GAMES
NOBODY = 65534


def refused(path: Path | str) -> str:
    """Why a store cannot be opened; the sentence names the place."""
    with pytest.raises(StoreError) as problem:
        Store.open(path)
    assert str(path) in problem.value.sentences[0] and str(path) in problem.value.sentences[1]
    return problem.value.code


def test_where_a_store_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert place_of().path == data_folder() / "server.db" == tmp_path / "marchstone" / "server.db"
    with Store.open() as store:
        assert store.place == str(tmp_path / "marchstone" / "server.db")
        assert refused(tmp_path / "marchstone" / "server.db") == "store.locked"
    monkeypatch.chdir(tmp_path)
    assert place_of("a.db") == place_of(tmp_path / "a.db") == place_of(f"sqlite:///{tmp_path}/a.db")
    (tmp_path / "link.db").symlink_to("a.db")
    assert place_of("link.db") == place_of("a.db")  # one file, one lock
    assert place_of("postgres://u:secret@h/x").text == "postgresql://u:***@h/x"
    assert place_of("postgresql://h/x?password=secret").text == "postgresql://h/x"
    for wrong in ("", "a\0b", "mysql://h/x", "http://h"):
        with pytest.raises(StoreError) as problem:
            place_of(wrong)
        assert problem.value.code == "store.url"


def test_a_store_is_for_its_owner_only(tmp_path: Path) -> None:
    with Store.open(file_in(tmp_path)) as store:
        done(store.append(A, [created()], 0))
        for path in file_in(tmp_path).parent.glob("server.db*"):
            assert path.name.endswith(".lock") or path.stat().st_mode & 0o077 == 0, path


def test_files_that_are_no_store(tmp_path: Path) -> None:
    text, other, folder = tmp_path / "text", tmp_path / "other.db", tmp_path / "folder"
    text.write_text("dear diary, " * 500)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE bookmarks (title TEXT)")
    connection.close()
    folder.mkdir()
    before = text.read_bytes(), other.read_bytes()
    assert refused(text) == refused(other) == "store.damaged"
    assert (text.read_bytes(), other.read_bytes()) == before or other.stat().st_size  # no table of ours in it
    with sqlite3.connect(other) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]
    connection.close()
    assert refused(folder) == "store.unopenable"
    assert refused(text / "below") == "store.unopenable"


def test_a_damaged_file(tmp_path: Path) -> None:
    """Whatever page is overwritten, there is a refusal with a code or a fault that is found, never another error."""
    path = file_in(tmp_path)
    with Store.open(path) as store:
        for game in GAMES:
            done(store.append(game, [created(), *(moved(number) for number in range(60))], 0))
    content, found = path.read_bytes(), set()
    for at in range(0, len(content), 1024):
        path.write_bytes(content[:at] + b"\xa5" * 512 + content[at + 512 :])
        try:
            with Store.open(path) as store:
                found |= {fault.code for fault in store.faults()} or {"nothing"}
        except StoreError as problem:
            found.add(problem.code)
    assert "store.damaged" in found and found <= {
        "store.damaged",
        "store.chain",
        "store.gap",
        "nothing",
        "store.newer",
        "store.failed",
    }
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(StoreError) as problem, Store.open(path) as store:
        assert not store.faults()
    assert problem.value.code == "store.damaged"


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """A folder that a user without rights can reach."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o777)
        yield Path(name)


def open_as_somebody(path: Path, warm: Path, answers: Any) -> None:
    """Open a store without the rights of root; all that is imported for it has been by then."""
    Store.open(warm).close()
    if os.geteuid() == 0:
        os.setgroups([])
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
    try:
        Store.open(path).close()
        answers.put("opened")
    except StoreError as problem:
        answers.put(problem.code)


def opened_by_somebody(path: Path, warm: Path) -> str:
    """What becomes of it for a user whom rights bind."""
    processes = multiprocessing.get_context("forkserver")
    answers = processes.Queue()
    process = processes.Process(target=open_as_somebody, args=(path, warm, answers))
    process.start()
    process.join(30)
    return str(answers.get(timeout=5))


def test_folders_and_files_without_rights(own_folder: Path, tmp_path: Path) -> None:
    shut, kept = own_folder / "shut", own_folder / "kept"
    shut.mkdir(mode=0o555)
    kept.mkdir(mode=0o777)
    kept.chmod(0o777)
    Store.open(kept / "a.db").close()
    (kept / "a.db").chmod(0o444)
    for path in kept.iterdir():
        path.chmod(0o444)
    expected = {
        shut / "a.db": "store.read-only",
        shut / "deeper" / "a.db": "store.read-only",
        kept / "a.db": "store.read-only",
        own_folder / "free" / "a.db": "opened",
    }
    for number, (path, answer) in enumerate(expected.items()):
        assert opened_by_somebody(path, tmp_path / str(number) / "a.db") == answer, path


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """As on a full disk, by the limit that the system sets for one process; it is lifted, and nobody needs a restart."""
    program = f"""
import resource, signal, sys
from marchstone.server.store import Store, New
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store, n, codes = Store.open({str(file_in(tmp_path))!r}), 0, set()
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
while len(codes) == 0:
    problem = (future := store.append("a" * 12, [New("move " + "x" * 2000, 0, f"command-{{n}}")], n)).exception(30)
    if problem is None: n += 1
    else: codes.add(problem.code)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
entries = store.append("a" * 12, [New("again", 0, f"command-{{n}}")], n).result(30)
assert entries[0].n == n + 1 == store.verify("a" * 12) and n > 5, n
store.close()
print(*codes)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.stdout.strip() in ("store.full", "store.io"), ran.stderr
    with Store.open(file_in(tmp_path)) as store:
        assert_whole(store, [])
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_a_file_that_is_moved_away(tmp_path: Path) -> None:
    """What is written to a file without a name would be lost: it is not acknowledged; when it is back, all goes on."""
    path, aside = file_in(tmp_path), tmp_path / "aside"
    with Store.open(path) as store:
        kept = done(store.append(A, [created()], 0))
        for name in ("server.db", "server.db-wal", "server.db-shm"):
            path.with_name(name).rename(aside.with_name("aside" + name.removeprefix("server.db")))
        assert code(store.append(A, [moved(1)], 1)) == "store.missing"
        assert code(store.append(B, [created()], 0)) == "store.missing"
        assert not path.exists()
        path.write_bytes(b"")
        assert code(store.append(B, [created()], 0)) == "store.missing"  # another file is not ours
        path.unlink()
        for end in ("", "-wal", "-shm"):
            if aside.with_name("aside" + end).exists():
                aside.with_name("aside" + end).rename(path.with_name("server.db" + end))
        assert code(store.append(C, [moved(1)], 7)) == "store.conflict"
        done(store.append(C, [created()], 0))
    with Store.open(path) as store:
        assert_whole(store, kept)
        assert store.verify(C) == 1


def test_a_file_that_another_program_has_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as SQLite's own shell, which knows nothing of our lock."""
    monkeypatch.setattr(backend, "WAIT", 0.2)
    path = file_in(tmp_path)
    with Store.open(path) as store:
        kept = done(store.append(A, [created()], 0))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        store.writer.drop()  # it has the shorter patience from its next connection on
        assert code(store.append(A, [moved(1)], 1)) == "store.locked"
        assert store.entries(A) == kept  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        done(store.append(A, [moved(1)], 1))
        assert store.verify(A) == 2


def test_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as problem:
        look(tmp_path / "a.db")
    assert problem.value.code == "store.missing" and not list(tmp_path.iterdir())
