"""An arena goes on after a kill at any moment; interrupts, closed pipes, dying referees lose nothing and leave nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from marchstone import MarchstoneError, Record
from marchstone.match import arena as arena_module
from marchstone.match.arena import Arena
from marchstone.match.folder import Folder
from marchstone.match.plan import GameId, Setup
from tests.players import Slow, spec

ROOT = Path(__file__).parent.parent
SETUP = Setup("stones-tiny", ("random", "random"), 6)
SLOW = (spec(Slow), "random")
SLOW_SETUP = Setup("stones-small", SLOW, 24)
TINY_WORDS = ("arena", "random", "random", "--preset", "stones-tiny", "--games", "10", "--workers", "1", "--lang", "en")
WORDS = ("arena", *SLOW, "--preset", "stones-small", "--games", "24", "--workers", "2", "--lang", "en")
SECOND = GameId((0, 1), 0, True)


def play(path: Path, setup: Setup = SETUP) -> Arena:
    """Play what is still to be played."""
    with Folder(path, setup) as folder:
        arena = Arena(folder)
        arena.run()
        return arena


def texts(path: Path) -> dict[str, str]:
    """All records by name."""
    return {file.name: file.read_text() for file in sorted((path / "games").rglob("*.txt"))}


def logged(path: Path) -> list[str]:
    """The games in the log, in the order they came."""
    return [json.loads(line.split(b" ", 1)[1])["game"] for line in (path / "results.log").read_bytes().splitlines()]


def begun(path: Path, words: tuple[str, ...] = WORDS) -> subprocess.Popen[bytes]:
    """An arena in a process of its own, in a group of its own."""
    words = [sys.executable, "-m", "marchstone.cli", *words, "--output", str(path)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, cwd=ROOT)


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    """Status, output, errors."""
    out, err = process.communicate(timeout=120)
    return process.returncode, out.decode(), err.decode()


def wait_for_games(path: Path, number: int) -> None:
    """Until so many games are in the log."""
    deadline = time.monotonic() + 60
    log = path / "results.log"
    while not log.exists() or log.read_bytes().count(b"\n") < number:
        assert time.monotonic() < deadline, "no game was finished"
        time.sleep(0.01)


def helpers_of(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == pid:
            found += [int(entry.name), *helpers_of(int(entry.name))]
    return found


def is_referee(pid: int) -> bool:
    """Whether a process is an arena's, and not one of those that Python starts for itself."""
    return b"marchstone.match.referee" in Path(f"/proc/{pid}/cmdline").read_bytes()


def running(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def assert_all_gone(pids: list[int]) -> None:
    """They end by themselves, soon."""
    deadline = time.monotonic() + 8
    while any(map(running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(running, pids))


# -- killed and interrupted ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kills", [(6,), pytest.param(tuple(range(1, 24, 2)), marks=pytest.mark.deep)])
def test_killed_in_the_middle_and_gone_on_with(kills: tuple[int, ...], tmp_path: Path) -> None:
    """Then to the end: the very games of an arena that nobody has killed."""
    path = tmp_path / "arena"
    for games in kills:
        process = begun(path)
        wait_for_games(path, games)
        helpers = helpers_of(process.pid)
        process.kill()
        _, _, err = ended(process)
        assert "Traceback" not in err and "[" not in err
        assert len(helpers) >= 2 or games != kills[0]  # later the games may be there from the start, and the kill comes early
        assert_all_gone(helpers)
    before = logged(path)
    arena = play(path, SLOW_SETUP)
    assert arena.finished and arena.standings[0, 1].counted == 12 and arena.folder.notes == []
    after = logged(path)
    assert after[: len(before)] == before and len(after) == len(set(after)) == 24
    play(tmp_path / "whole", SLOW_SETUP)
    assert texts(path) == texts(tmp_path / "whole") and len(texts(path)) == 24


def test_control_c(tmp_path: Path) -> None:
    path = tmp_path / "arena"
    process = begun(path)
    wait_for_games(path, 3)
    helpers = helpers_of(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    status, out, err = ended(process)
    assert status == 130 and "The same command goes on from here." in out and err == ""
    assert_all_gone(helpers)
    result = json.loads((path / "result.json").read_text())
    assert not result["finished"] and 0 < result["games"] < 24
    assert play(path, SLOW_SETUP).finished and len(logged(path)) == len(set(logged(path))) == 24


def test_a_closed_pipe(tmp_path: Path) -> None:
    """As with `| head -1`: the arena ends without a word, and every finished game is kept."""
    path = tmp_path / "arena"
    more = Setup("stones-tiny", ("random", "random"), 10)
    play(path, SETUP)
    process = begun(path, TINY_WORDS)
    assert process.stdout is not None and process.stdout.readline() == b"6 games were there already.\n"
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        err = process.stderr.read().decode()
    assert (process.wait(), err) == (4, "")
    assert play(path, more).finished and len(logged(path)) == len(set(logged(path))) == 10


# -- two at a time, and what else can fail ---------------------------------------------------------------------------------


def test_two_arenas_on_one_folder(tmp_path: Path) -> None:
    path = tmp_path / "arena"
    with Folder(path, SLOW_SETUP):
        status, _, err = ended(begun(path))
        assert status == 2 and err.endswith("[arena.locked]\n") and err.count("\n") == 1


def test_a_referee_that_dies_is_replaced(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(arena: Arena) -> None:
        if len(killed) < 2:
            killed.extend([pid for pid in helpers_of(os.getpid()) if is_referee(pid)][:1])
            os.kill(killed[-1], signal.SIGKILL)

    with Folder(tmp_path, SETUP) as folder:
        arena = Arena(folder, 1, kill)
        arena.run()
        assert arena.finished and len(killed) == 2 and len(logged(tmp_path)) == 6


def test_a_referee_that_always_dies_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_module, "REFEREE", "tests.players")
    with Folder(tmp_path, SETUP) as folder, pytest.raises(MarchstoneError) as caught:
        Arena(folder).run()
    assert caught.value.code == "arena.referee" and "status 7" in str(caught.value)


def test_nothing_runs_on_after_an_error(tmp_path: Path) -> None:
    def stop(arena: Any) -> None:
        raise KeyboardInterrupt

    before = helpers_of(os.getpid())
    with Folder(tmp_path, SETUP) as folder, pytest.raises(KeyboardInterrupt):
        Arena(folder, 2, stop).run()
    assert helpers_of(os.getpid()) == before
    assert all(Record.load(path) for path in (tmp_path / "games").rglob("*.txt"))
