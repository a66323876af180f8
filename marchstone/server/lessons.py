"""Lessons: tutorials of a few minutes that are played, not read. The texts stand in `lessons/NAME.json`, the rules nowhere here.

A lesson is a list of chapters, each with a position (one line) and steps. `lesson(name)` plays them through and answers in the
form of a replay, for `GET /api/tutorials/NAME`; `lesson_names()` are the names there are; `lessons()` is the list for a menu.

    {"name", "preset", "minutes", "title": {"en", "fr"}, "steps": [STEP]}

A STEP has `n` (from 1), `chapter` (from 0), `seat` (which one the learner has), `kind`, `en` and `fr` (what is said) and `table`,
with both hands open and the legal moves of the actor, as it is when the step begins. By kind:

    say     nothing more: the learner goes on
    watch   `do` ("play r9 5"), `by` (seat), `events`, and `after`, the table then
    try     `answers`: for each move that is right {"events": […], "after": TABLE}; `hints`: for a wrong move, or `*` for any
            other, what helps ({"en", "fr"}); `done`: what is said when it was right

Several moves are right only where a chapter ends with them. All moves are checked while a lesson is read.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ..cards import GAME_NAMES
from ..errors import MarchstoneError
from ..move import Move
from ..position import Position
from ..terminal.words import PRESETS
from .replays import both_hands, event_dict, played

FOLDER = Path(__file__).parent / "lessons"
NAMES = ("stones", "walls", "tactics")  # in the order in which one learns
ANY = "*"


class LessonError(MarchstoneError, LookupError):
    """There is no such lesson, or it cannot be played as it is written."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages; `{stones}` and `{walls}` stand for the names of the games."""

    en: str
    fr: str

    def to_dict(self) -> dict[str, str]:
        """As plain values."""
        return {"en": named(self.en, 0), "fr": named(self.fr, 1)}


def named(text: str, language: int) -> str:
    """A text with the names of the games, which are written in one place only."""
    for game in GAME_NAMES:
        text = text.replace(f"{{{game}}}", PRESETS[game][language])
    return text


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step as it is written: with `watch` a move is made, with `tries` one of these is to be made."""

    say: Words
    watch: str = ""
    tries: tuple[str, ...] = ()
    hints: dict[str, Words] = {}
    done: Words | None = None


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what happens there; `seat` is the learner's."""

    position: str
    steps: tuple[Step, ...]
    seat: int = 0


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written."""

    preset: str
    minutes: int
    title: Words
    about: Words
    chapters: tuple[Chapter, ...]


def lesson_names() -> tuple[str, ...]:
    """The names of all lessons, in the order in which one learns."""
    return NAMES


def lessons() -> list[dict[str, Any]]:
    """For a menu: name, preset, minutes, title and a sentence about each lesson."""
    return [
        {"name": name, "preset": one.preset, "minutes": one.minutes, "title": one.title.to_dict(), "about": one.about.to_dict()}
        for name in NAMES
        for one in [written(name)]
    ]


@cache
def lesson(name: str) -> dict[str, Any]:
    """A lesson, played through; raises `LessonError` (`lesson.unknown`) for a name that there is not."""
    one = written(name)
    steps: list[dict[str, Any]] = []
    for number, chapter in enumerate(one.chapters):
        position = Position(chapter.position)
        for place, step in enumerate(chapter.steps):
            last = place == len(chapter.steps) - 1
            shown, position = step_dict(step, position, chapter.seat, last)
            steps.append({"n": len(steps) + 1, "chapter": number, "seat": chapter.seat, **shown})
    return {"name": name, "preset": one.preset, "minutes": one.minutes, "title": one.title.to_dict(), "steps": steps}


def written(name: str) -> Lesson:
    """A lesson as it stands in its file."""
    if name not in NAMES:
        raise LessonError("lesson.unknown", f"there is no lesson {name[:40]!r}", expected=", ".join(NAMES))
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Lesson)


def step_dict(step: Step, position: Position, seat: int, last: bool) -> tuple[dict[str, Any], Position]:
    """One step for the page, and the position after it."""
    shown: dict[str, Any] = {"kind": "say", **step.say.to_dict(), "table": both_hands(position, legal=True)}
    if step.watch:
        by = position.actor
        after, told = made(position, step.watch)
        return shown | {"kind": "watch", "do": Move(step.watch).text, "by": by, **told}, after
    if not step.tries:
        return shown, position
    if position.actor != seat or step.done is None or ANY not in step.hints or (len(step.tries) > 1 and not last):
        raise LessonError("lesson.step", f"this step cannot be tried: {step.say.en[:60]!r}")
    results = {Move(move).text: made(position, move) for move in step.tries}
    wrong = [move for move in step.hints if move != ANY and (move in results or Move(move) not in position.legal_moves)]
    if wrong:
        raise LessonError("lesson.step", f"hints for moves that are right or cannot be made: {', '.join(wrong)}")
    shown |= {
        "kind": "try",
        "answers": {move: told for move, (_, told) in results.items()},
        "hints": {move: words.to_dict() for move, words in step.hints.items()},
        "done": step.done.to_dict(),
    }
    return shown, next(after for after, _ in results.values())


def made(position: Position, move: str) -> tuple[Position, dict[str, Any]]:
    """A move that is made in a lesson: the position then, and what the page shows of it."""
    after, events = played(position, move)
    return after, {"events": [event_dict(event) for event in events], "after": both_hands(after, legal=True)}
