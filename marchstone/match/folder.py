"""The folder of an arena, from which it can go on after any end: its setup, a log of results, and one record for each game.

    arena.json       the setup, written once
    results.log      one line for each game: a checksum, a space, the result as JSON
    games/1-2/...    the records
    result.json      what came out, when the arena ended or was interrupted
    lock             held by the arena that plays here

A game counts when its line in the log is whole and its record is the one that the line names. A record without a line (the end
came between the two) is read, replayed and taken over; anything damaged is put aside and played again.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from ..errors import MarchstoneError
from ..files import beside, write_whole
from ..machine import Lock
from .plan import ArenaError, GameId, Setup, programme
from .referee import Result, adopt, digest_of

FORMAT = 1
SETUP, LOG, RESULT, LOCK, GAMES, DAMAGED = "arena.json", "results.log", "result.json", "lock", "games", ".damaged"
GROWS = ("games",)  # what may be another number when an arena goes on


class Folder:
    """Open it with `with`: nobody else can meanwhile. `results` are the games that count, `notes` what was found damaged."""

    def __init__(self, path: str | os.PathLike[str], setup: Setup) -> None:
        self.path, self.setup, self.programme = Path(path), setup, programme()
        self.results: dict[GameId, Result] = {}
        self.notes: list[tuple[str, str]] = []  # the kind of damage, and the file or game
        self._lock, self._log = Lock(self.path / LOCK), -1

    def __enter__(self) -> Folder:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if not self._lock.take():
                raise ArenaError("arena.locked", f"another arena is playing in {self.path}")
            self._check_setup()
            self._read_log()
            self._log = os.open(self.path / LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            self._take_over()
        except OSError as problem:
            self.close()
            raise unusable(self.path, problem) from None
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let the folder go."""
        if self._log >= 0:
            os.close(self._log)
        self._log = -1
        self._lock.release()

    def record_path(self, game: GameId) -> Path:
        """Where the record of a game lies."""
        return self.path / GAMES / f"{game.name}.txt"

    def add(self, game: GameId, result: Result) -> None:
        """Count a game: when this returns, its line is on the disk."""
        line = line_of(result)
        try:
            if os.write(self._log, line) != len(line):
                raise OSError(28, "no space left")
            os.fsync(self._log)
        except OSError as problem:
            raise unusable(self.path / LOG, problem) from None
        self.results[game] = result

    def write_result(self, data: dict[str, Any]) -> None:
        """Write what came out."""
        try:
            write_whole(self.path / RESULT, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        except OSError as problem:
            raise unusable(self.path / RESULT, problem) from None

    # -- going on

    def _check_setup(self) -> None:
        """The folder is new, or that of the same arena played by the same programme."""
        path = self.path / SETUP
        asked = {"format": FORMAT, **self.setup.to_dict(), "programme": self.programme}
        if not path.exists():
            if any(entry.name not in (LOCK, beside(path).name) for entry in self.path.iterdir()):
                raise ArenaError("arena.folder", f"{self.path} holds something else", expected="a new folder, or an arena's")
            (self.path / GAMES).mkdir()
            write_whole(path, json.dumps(asked, indent=2, ensure_ascii=False) + "\n")
            return
        kept = read_setup(path)
        for name, value in asked.items():
            if name not in GROWS and kept.get(name) != value:
                raise another(self.path, name, kept.get(name), value)

    def _read_log(self) -> None:
        """All lines that are whole and whose records are; the log is written anew when others are among them."""
        path = self.path / LOG
        lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
        last = lines.pop()  # nothing, if the last line was finished
        read = [result_in(line) for line in lines]
        if last or None in read:
            path.rename(aside(path))
            whole = [result for result in read if result is not None]
            write_whole(path, b"".join(map(line_of, whole)).decode())
            self.notes.append(("log", LOG))
        for result in read:
            game = result and GameId.parse(result.game)
            if result is not None and game:
                self.results[game] = result
        for game in [game for game, result in self.results.items() if not self._is_kept(game, result)]:
            del self.results[game]

    def _is_kept(self, game: GameId, result: Result) -> bool:
        """Whether the record is there, just as it was written."""
        path = self.record_path(game)
        if not path.is_file():
            self.notes.append(("missing", game.name))
            return False
        if digest_of(path) != result.record:
            self.notes.append(("record", game.name))
            path.rename(aside(path))
            return False
        return True

    def _take_over(self) -> None:
        """Records that are there without a line in the log."""
        for path in sorted((self.path / GAMES).glob("*/*.txt")):
            game = GameId.parse(f"{path.parent.name}/{path.stem}")
            if game is None or game in self.results or game.pairing not in self.setup.pairings:
                continue
            try:
                result = adopt(self.setup, game, path)
            except MarchstoneError:
                self.notes.append(("record", game.name))
                path.rename(aside(path))
            else:
                self.add(game, result)


def read_setup(path: Path) -> dict[str, Any]:
    """The setup in a folder."""
    try:
        kept = json.loads(path.read_bytes())
    except ValueError:
        kept = None
    if not isinstance(kept, dict):
        raise ArenaError("arena.setup", f"{path} is damaged", expected="another folder, or this file as it was")
    return kept


def another(folder: Path, name: str, kept: object, asked: object) -> ArenaError:
    """The folder cannot go on with this setup."""
    if name == "programme":
        message = f"the players have been changed since the arena in {folder} began, so its games cannot be counted with new ones"
        return ArenaError("arena.changed", message, expected="another folder")
    return ArenaError(
        "arena.other",
        f"{folder} holds another arena: its {name} is {in_words(kept)}, not {in_words(asked)}",
        expected="another folder",
    )


def in_words(value: object) -> str:
    """A part of a setup for people."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={part}" for name, part in value.items() if part is not None) or "none"
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def line_of(result: Result) -> bytes:
    """A line of the log."""
    data = json.dumps(result.to_dict(), ensure_ascii=False, separators=(",", ":")).encode()
    return hashlib.sha256(data).hexdigest()[:16].encode() + b" " + data + b"\n"


def result_in(line: bytes) -> Result | None:
    """The result that a line holds, if it is whole."""
    checksum, _, data = line.partition(b" ")
    if hashlib.sha256(data).hexdigest()[:16].encode() != checksum:
        return None
    try:
        return Result.from_dict(json.loads(data))
    except (ValueError, TypeError, AttributeError):
        return None


def aside(path: Path) -> Path:
    """A name beside it that is still free."""
    names = (path.with_name(f"{path.name}{DAMAGED}{number or ''}") for number in range(10_000))
    return next(name for name in names if not name.exists())


def unusable(path: Path, problem: OSError | ValueError) -> ArenaError:
    """The error for a folder or a file that cannot be read or written."""
    return ArenaError("arena.file", f"{path} cannot be used: {getattr(problem, 'strerror', None) or problem}")
