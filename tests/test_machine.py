"""Locks that go with whoever holds them, and what a machine says of its processes."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from marchstone import machine
from marchstone.machine import Lock, cores, peak_memory

fcntl = pytest.importorskip("fcntl")
ROOT = Path(__file__).parent.parent
HOLD = """
import sys
from pathlib import Path
from marchstone.machine import Lock
lock = Lock(Path(sys.argv[1]))
print(lock.take(), flush=True)
sys.stdin.read()
lock.release(remove=True)
"""


def holder_of(path: Path) -> subprocess.Popen[bytes]:
    """Another process that has tried to take the lock; it lets it go at the end of its input."""
    command = [sys.executable, "-c", HOLD, str(path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)})


def answer(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout
    return process.stdout.readline().decode().strip()


def end(process: subprocess.Popen[bytes]) -> None:
    process.communicate(timeout=30)


def test_one_holds_it(tmp_path: Path) -> None:
    lock, other = Lock(tmp_path / "lock"), Lock(tmp_path / "lock")
    assert lock.take() and lock.take() and not other.take() and other.holder == os.getpid()
    lock.release()
    lock.release()
    assert other.holder is None and other.take()
    other.release(remove=True)
    assert not list(tmp_path.iterdir())


def test_another_process_holds_it_until_it_ends(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    process = holder_of(lock.path)
    assert answer(process) == "True" and lock.holder == process.pid and not lock.take()
    end(process)
    assert not lock.path.exists() and lock.take()
    second = holder_of(lock.path)
    assert answer(second) == "False"
    end(second)
    assert lock.path.exists() and lock.holder == os.getpid()
    lock.release()


def test_a_process_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    process = holder_of(lock.path)
    assert answer(process) == "True"
    process.send_signal(signal.SIGKILL)
    end(process)
    assert lock.path.exists() and lock.take()
    lock.release(remove=True)


def test_a_file_that_was_removed_meanwhile_is_no_lock(tmp_path: Path) -> None:
    """Many take, remove and let go the same name, and never two at a time."""
    inside, most, path = [0], [0], tmp_path / "lock"

    def work() -> None:
        lock, done = Lock(path), 0
        while done < 100:
            if lock.take():
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                inside[0] -= 1
                lock.release(remove=True)
                done += 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


def test_where_files_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number in the file says whether its process is still there."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    lock = Lock(tmp_path / "lock")
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    lock.path.write_text(f"{other.pid}\n")
    assert not lock.take() and lock.holder == other.pid
    end_without_error(other)
    assert lock.take() and lock.holder == os.getpid()
    lock.release()
    for text in ("", "nonsense", str(os.getpid())):
        lock.path.write_text(text)
        assert lock.take()
        lock.release()


def end_without_error(process: subprocess.Popen[bytes]) -> None:
    process.communicate(b"\n", timeout=30)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Lock(tmp_path / "nowhere" / "lock").take()


def test_memory_and_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() >= 1
    if Path("/proc/self/status").exists():
        used = peak_memory(os.getpid())
        assert used is not None and 5_000_000 < used < 1 << 40
    assert peak_memory(2**31 - 2) is None
    monkeypatch.setattr(machine, "Path", lambda name: Path(__file__))
    assert peak_memory(1) is None
