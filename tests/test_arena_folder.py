"""The folder of an arena: whatever happened to its files, the arena goes on from what is whole, and no game counts twice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from marchstone import MarchstoneError
from marchstone.match import folder as folder_module
from marchstone.match.arena import Arena
from marchstone.match.folder import Folder, line_of
from marchstone.match.plan import GameId, Setup
from tests.inside import inside

__all__ = ["inside"]

pytestmark = pytest.mark.usefixtures("inside")

SETUP = Setup("stones-tiny", ("random", "random"), 6)
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


# -- two at a time, other arenas -------------------------------------------------------------------------------------------


def refused(path: Path, setup: Setup = SETUP) -> MarchstoneError:
    """The error for a folder that cannot be gone on with; it must be left as it was."""
    before = sorted(path.rglob("*")) if path.is_dir() else None
    with pytest.raises(MarchstoneError) as caught, Folder(path, setup):
        raise AssertionError("it was opened")
    assert "\n" not in str(caught.value)
    assert before is None or sorted(entry for entry in path.rglob("*") if entry.name != "lock") == [
        entry for entry in before if entry.name != "lock"
    ]
    return caught.value


def test_two_arenas_do_not_share_a_folder(tmp_path: Path) -> None:
    with Folder(tmp_path, SETUP):
        assert refused(tmp_path).code == "arena.locked"
    with Folder(tmp_path, SETUP) as folder:
        assert folder.results == {}


@pytest.mark.parametrize(
    ("other", "name"),
    [
        (Setup("walls-tiny", ("random", "random"), 6), "preset"),
        (Setup("stones-tiny", ("random", "greedy"), 6), "players"),
        (Setup("stones-tiny", ("random", "random"), 6, seed=2), "seed"),
        (Setup("stones-tiny", ("random", "random"), 6, grace=9), "grace"),
        (Setup("stones-tiny", ("random", "random"), 6, sprt=(0, 9)), "sprt"),
    ],
)
def test_another_arena_is_not_gone_on_with(other: Setup, name: str, tmp_path: Path) -> None:
    with Folder(tmp_path, SETUP):
        pass
    problem = refused(tmp_path, other)
    assert problem.code == "arena.other" and f"its {name} is" in str(problem)


def test_more_games_may_be_asked_for(tmp_path: Path) -> None:
    play(tmp_path)
    before = texts(tmp_path)
    more = play(tmp_path, Setup("stones-tiny", ("random", "random"), 10))
    assert more.found == 6 and more.standings[0, 1].counted == 5 and before.items() <= texts(tmp_path).items()
    assert play(tmp_path, Setup("stones-tiny", ("random", "random"), 4)).standings[0, 1].counted == 2


def test_players_that_were_changed_do_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path)
    monkeypatch.setattr(folder_module, "programme", lambda: "another")
    assert refused(tmp_path).code == "arena.changed"


def test_a_folder_with_something_else(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    assert refused(tmp_path).code == "arena.folder" and (tmp_path / "letter.txt").read_text() == "Dear"
    (tmp_path / "file").write_text("")
    assert refused(tmp_path / "file").code == "arena.file"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe"])
def test_a_damaged_setup(content: bytes, tmp_path: Path) -> None:
    play(tmp_path)
    (tmp_path / "arena.json").write_bytes(content)
    assert refused(tmp_path).code == "arena.setup" and len(texts(tmp_path)) == 6


def test_ended_before_the_setup_was_written(tmp_path: Path) -> None:
    (tmp_path / ".arena.json.new").write_text("{")
    assert play(tmp_path).finished


# -- damaged files ---------------------------------------------------------------------------------------------------------


def whole_again(path: Path, before: dict[str, str], notes: list[tuple[str, str]], found: int) -> None:
    """After the damage has been noted the arena ends as it had ended, and the next time there is nothing to note."""
    arena = play(path)
    assert arena.finished and arena.folder.notes == notes and texts(path) == before and arena.found == found
    again = play(path)
    assert again.folder.notes == [] and again.found == 6 and again.standings[0, 1].counts == arena.standings[0, 1].counts
    with Folder(path, SETUP) as folder:
        assert len(folder.results) == 6


@pytest.mark.parametrize("kept", [0, 10, 17, 60, -1])
def test_a_last_line_that_was_not_finished(kept: int, tmp_path: Path) -> None:
    """Its record is there, so the game is taken over and not played again."""
    play(tmp_path)
    before, log = texts(tmp_path), tmp_path / "results.log"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]) + lines[-1][:kept])
    whole_again(tmp_path, before, [("log", "results.log")] if kept else [], 6)
    assert len(set(logged(tmp_path))) == len(logged(tmp_path)) == 6


@pytest.mark.parametrize("damage", [b"\n", b"x\n", b"\x00" * 40 + b"\n", b"0123456789abcdef {}\n", b"44136fa355b3678a {}\n"])
def test_a_damaged_line_in_the_middle(damage: bytes, tmp_path: Path) -> None:
    """The last of them has the right checksum, and is no result all the same."""
    play(tmp_path)
    before, log = texts(tmp_path), tmp_path / "results.log"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:2], damage, *lines[3:]]))
    whole_again(tmp_path, before, [("log", "results.log")], 6)
    assert (tmp_path / "results.log.damaged").read_bytes().count(damage) >= 1


def test_every_single_byte_of_a_line(tmp_path: Path) -> None:
    play(tmp_path)
    log = tmp_path / "results.log"
    line = log.read_bytes().splitlines()[0]
    assert folder_module.result_in(line) is not None
    for place in range(len(line)):
        assert folder_module.result_in(line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]) is None


def test_without_a_log_the_records_are_taken_over(tmp_path: Path) -> None:
    play(tmp_path)
    before = texts(tmp_path)
    (tmp_path / "results.log").unlink()
    with Folder(tmp_path, SETUP) as folder:
        assert len(folder.results) == 6 and folder.notes == []
    whole_again(tmp_path, before, [], 6)


def damaged(text: str) -> list[str]:
    """A record cut off, changed, emptied."""
    return [text[: len(text) // 2], text.replace('[Result "', '[Result "1'), "", text + "#\n"]


@pytest.mark.parametrize("way", range(4))
@pytest.mark.parametrize("in_log", [True, False])
def test_a_damaged_record(way: int, in_log: bool, tmp_path: Path) -> None:
    """It is put aside and its game is played again; a remark more in a record that the log does not know is no damage."""
    play(tmp_path)
    before, file = texts(tmp_path), tmp_path / "games" / f"{SECOND.name}.txt"
    file.write_text(damaged(before[file.name])[way])
    if not in_log:
        (tmp_path / "results.log").unlink()
    if not in_log and way == 3:
        assert play(tmp_path).folder.notes == []
        return
    whole_again(tmp_path, before, [("record", SECOND.name)], 0)
    assert (file.parent / f"{file.name}.damaged").read_text() == damaged(before[file.name])[way]


def test_a_record_that_is_gone(tmp_path: Path) -> None:
    play(tmp_path)
    before = texts(tmp_path)
    (tmp_path / "games" / f"{SECOND.name}.txt").unlink()
    whole_again(tmp_path, before, [("missing", SECOND.name)], 0)


def test_a_record_in_the_place_of_another(tmp_path: Path) -> None:
    """Whole and true, but of another deal: it does not count here."""
    play(tmp_path)
    before, file = texts(tmp_path), tmp_path / "games" / f"{SECOND.name}.txt"
    file.write_text(before["0000001b.txt"])
    (tmp_path / "results.log").unlink()
    whole_again(tmp_path, before, [("record", SECOND.name)], 0)


def test_half_written_records_do_not_count(tmp_path: Path) -> None:
    with Folder(tmp_path, SETUP):
        pass
    (tmp_path / "games" / "1-2").mkdir()
    (tmp_path / "games" / "1-2" / ".0000000a.txt.new").write_text("[Preset")
    (tmp_path / "games" / "1-2" / "notes.txt").write_text("mine")
    arena = play(tmp_path)
    assert arena.found == 0 and arena.folder.notes == [] and arena.finished


def test_a_game_logged_twice_counts_once(tmp_path: Path) -> None:
    arena = play(tmp_path)
    with (tmp_path / "results.log").open("ab") as log:
        log.write(line_of(arena.folder.results[SECOND]))
    with Folder(tmp_path, SETUP) as folder:
        assert len(folder.results) == 6 and Arena(folder).standings[0, 1].tally == arena.standings[0, 1].tally


# -- a full disk ---------------------------------------------------------------------------------------------------------


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game whose line cannot be written does not count; all before it do, and later the arena goes on."""
    written: list[bytes] = []

    def write(number: int, data: bytes) -> int:
        written.extend([data] if len(data) > 1 else [])
        return os_write(number, data[: len(data) // 2] if len(written) == 4 else data)

    os_write = os.write
    with monkeypatch.context() as patched:
        patched.setattr(folder_module.os, "write", write)
        with pytest.raises(MarchstoneError) as caught:
            play(tmp_path)
    assert caught.value.code == "arena.file" and len(written) == 4
    arena = play(tmp_path)
    assert arena.finished and len(logged(tmp_path)) == 6 and arena.folder.notes == [("log", "results.log")]


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    with Folder(tmp_path, SETUP) as folder:
        (tmp_path / "games" / "1-2").write_text("in the way")
        with pytest.raises(MarchstoneError) as caught:
            Arena(folder).run()
    assert caught.value.code == "arena.system"
