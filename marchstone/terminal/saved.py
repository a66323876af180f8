"""Games kept for another day: one record for each, in the user's data folder, written anew after every move.

Games that can be gone on with lie in `saved`, also one that has ended for as long as its match goes on after it; all others that
have ended lie in `finished`. A file that cannot be read is kept aside under another name, never removed. Whoever plays a game
holds a lock of its name in `playing`: nobody else can go on with it.
"""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..errors import MarchstoneError
from ..files import data_folder
from ..game import Game
from ..machine import Lock
from ..record import Record
from .course import Course, DamagedError, outcome_from

DAMAGED = ".damaged"
LONGEST_NAME = 100


class Store:
    """The file of one game after another; the game of this name is held by this process."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = data_folder() if folder is None else folder
        self.name = ""  # of the file of the game being played
        self.lock: Lock | None = None

    @property
    def saved(self) -> Path:
        """Games that can be gone on with."""
        return self.folder / "saved"

    @property
    def finished(self) -> Path:
        """Games that have ended."""
        return self.folder / "finished"

    @property
    def playing(self) -> Path:
        """The locks of games that somebody is playing."""
        return self.folder / "playing"

    def save(self, record: Record, over: bool) -> None:
        """Write the game; an OSError or a record's error if that is not possible."""
        home, other = (self.finished, self.saved) if over else (self.saved, self.finished)
        for folder in (home, other):
            folder.mkdir(parents=True, exist_ok=True)
        if not self.name:
            name = self.new_name(record.start.rules.name)
            if not self.take(name):
                self.name = name
        record.save(home / self.name)
        (other / self.name).unlink(missing_ok=True)

    def new_name(self, preset: str) -> str:
        """A name that no game has yet; the file is there at once, so that no other game takes it."""
        stem, number = time.strftime(f"%Y%m%d-%H%M%S-{preset}"), 0
        while True:
            name = f"{stem}-{number}.txt" if number else f"{stem}.txt"
            number += 1
            if not (self.finished / name).exists():
                with suppress(FileExistsError):
                    (self.saved / name).open("x").close()
                    return name

    def take(self, name: str) -> bool:
        """Hold the game of this name, unless somebody else plays it; its file is this process's from now on. A disk on which
        nothing can be written keeps nobody from reading."""
        if name == self.name:
            return True
        lock = Lock(self.playing / name)
        try:
            self.playing.mkdir(parents=True, exist_ok=True)
            if not lock.take():
                return False
        except OSError:
            pass
        self.forget()
        self.name, self.lock = name, lock
        self.sweep()
        return True

    def take_latest(self) -> Path | None:
        """Hold the game that was played last among those that nobody plays."""
        for path in self.waiting():
            if self.take(path.name):
                if path.exists():
                    return path
                self.forget()  # it has just ended
        return None

    def sweep(self) -> None:
        """Remove the locks of games that have ended and that nobody looks at any more; whoever was killed has left them."""
        for path in self.playing.glob("*.txt"):
            lock = Lock(path)
            with suppress(OSError):
                if path.name != self.name and not (self.saved / path.name).exists() and lock.take():
                    lock.release(remove=True)

    def player_of(self, name: str) -> int | None:
        """The number of the process that plays a game."""
        return Lock(self.playing / name).holder

    def finish(self, name: str) -> None:
        """A game that had ended when it was kept, and after which another one has begun now, is none to go on with."""
        with suppress(OSError):
            if name:
                (self.saved / name).replace(self.finished / name)

    @property
    def is_waiting(self) -> bool:
        """Whether the game being played has been kept, and can be gone on with."""
        return bool(self.name) and (self.saved / self.name).exists()

    def forget(self) -> None:
        """Let the game go; the next one has another file."""
        if self.lock:
            self.lock.release(remove=True)
        self.name, self.lock = "", None

    def waiting(self, preset: str | None = None) -> list[Path]:
        """The games that can be gone on with, or those of one preset, the one that was played last first."""
        try:
            files = [(path.stat().st_mtime_ns, path.name, path) for path in self.saved.glob("*.txt") if path.stat().st_size]
        except OSError:
            return []
        return [path for _, _, path in sorted(files, reverse=True) if preset in (None, preset_of(path))]

    def latest(self, preset: str | None = None) -> Path | None:
        """The game that was played last."""
        return next(iter(self.waiting(preset)), None)


@dataclass(frozen=True)
class Kept:
    """A game that was read again."""

    course: Course
    game: Game
    path: Path
    resigned: int | None = None  # the seat that gave the game up


def load(path: Path) -> Kept:
    """Read a game that was saved. If it is damaged, it is put aside, and the error says where it lies now."""
    try:
        record = Record.load(path)
        return Kept(course_of(record), record.game(), path, resigned_in(record))
    except (MarchstoneError, ValueError) as problem:
        aside = put_aside(path)
        raise DamagedError(str(problem), aside.name) from None


def preset_of(path: Path) -> str | None:
    """Which game a record is of, as its first line says."""
    with suppress(OSError, ValueError), path.open(encoding="utf-8") as file:
        found = re.fullmatch(r'\[Preset "(.*)"\]\s*', file.readline(LONGEST_NAME))
        return found and found[1]
    return None


def put_aside(path: Path) -> Path:
    """Give a damaged file another name; where that is impossible, it stays."""
    aside, number = path.with_name(path.name + DAMAGED), 0
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}{DAMAGED}{number}")
    try:
        return path.rename(aside)
    except OSError:
        return path


def course_of(record: Record) -> Course:
    """The course that a record's tags tell of."""
    tags, preset = record.tags, record.start.rules.name
    person = tags.get("Person", "missing")
    if person not in ("0", "1", "both"):
        raise ValueError(f"the tag Person is {person}")
    numbers = [tag for tag in tags if tag.startswith("Round") and tag != "Rounds"]
    results = tuple(outcome_from(preset, tags[f"Round{number}"]) for number in range(1, len(numbers) + 1))
    return Course(
        preset,
        level=number_of(tags.get("Level", "1"), 1, 8),
        seat=0 if person == "both" else int(person),
        seed=number_of(tags.get("Seed", "0"), 0, 2**64),
        two=person == "both",
        rounds=number_of(tags.get("Rounds", "1"), 1, 99),
        results=results,
        first=number_of(tags.get("First", "0"), 0, 1),
    )


def resigned_in(record: Record) -> int | None:
    """Which seat gave the game up, as the tag says."""
    tag = record.tags.get("Resigned")
    return None if tag is None or record.result != "*" else number_of(tag, 0, 1)


def number_of(text: str, least: int, most: int) -> int:
    """A number of a tag."""
    if not (text.isascii() and text.isdecimal() and len(text) < 25 and least <= int(text) <= most):
        raise ValueError(f"{text[:20]!r} is no number from {least} to {most}")
    return int(text)
