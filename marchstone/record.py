"""A record: a game as a small text file with tags, deal, moves, result and final position, which replays and verifies.

`docs/notation.md` defines the file exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from .errors import MarchstoneError, RecordError, WrongTypeError
from .files import write_whole
from .game import Game
from .guards import check_type, items_of
from .move import Move
from .position import Position

LONGEST = 100_000
MOST_TAGS = 50  # so that no record is too long to be read again
TAG_NAME = r"[A-Z][A-Za-z0-9]{0,39}"
TAG_SIGN = r'[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]'  # nothing that controls, or that any programme breaks lines at
TAG = re.compile(rf'\[({TAG_NAME}) "((?:{TAG_SIGN}|\\["\\]){{0,500}})"\]')
TURN = re.compile(r"([1-9][0-9]{0,4})\. ([01]) (.*)")
RESERVED = ("Preset", "Result", "Reason")  # said by the game itself
UNFINISHED = "*"
SURROGATE = re.compile("[\ud800-\udfff]")  # what bytes become that are no UTF-8
BYTE_ORDER_MARK = "\ufeff"
ORDER = ("tags", "deal", "moves", "final")


@dataclass(frozen=True)
class Record:
    """A game to keep: where it started, its moves, and free tags such as the players' names.

    >>> game = Game("stones", seed=1, first=0)
    >>> _ = game.play("play v9 5")
    >>> record = Record.of(game, Seat0="Ann", Seat1="Bob")
    >>> Record.parse(record.text) == record, record.tags["Seat0"], record.result
    (True, 'Ann', '*')
    """

    start: Position
    moves: tuple[Move, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_type(self.start, Position, "record.type", "the start of a record")
        check_type(self.tags, Mapping, "record.tag", "the tags of a record")
        given = items_of(self.moves, "record.type", "the moves of a record")
        moves = tuple(move if isinstance(move, Move) else Move(move) for move in given)
        object.__setattr__(self, "moves", moves)
        object.__setattr__(self, "tags", dict(self.tags))
        if len(self.tags) > MOST_TAGS:
            raise RecordError("record.tag", f"a record cannot have {len(self.tags)} tags", expected=f"at most {MOST_TAGS}")
        for name, value in self.tags.items():
            check_tag(name, value)

    @classmethod
    def of(cls, game: Game, **tags: str) -> Record:
        """The record of a game as far as it has been played."""
        check_type(game, Game, "record.type", "the game of a record")
        return cls(game.start, game.moves, tags)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a text, replay it, and compare the result and the final position with what it says."""
        return Reader(text).record()

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Read a file, and verify it likewise."""
        check_path(path)
        if not str(path):
            raise RecordError("record.file", f"{str(path)!r} names no file", expected="the name of a file")
        try:
            with Path(path).open(encoding="utf-8", errors="surrogateescape", newline="") as file:
                text = file.read(LONGEST + 1)
        except (OSError, ValueError) as problem:
            raise unusable(path, "read", problem) from None
        return cls.parse(text)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file; one that is there already is replaced as a whole or not at all."""
        check_path(path)
        target, text = Path(path), self.text
        if not target.name:
            raise RecordError("record.file", f"{str(path)!r} names no file", expected="the name of a file")
        try:
            write_whole(target, text, durable=False)
        except (OSError, ValueError) as problem:  # ValueError: a name that no file can have
            raise unusable(path, "written", problem) from None

    def game(self) -> Game:
        """The game, played again up to its last move."""
        return Game(self.start, self.moves)

    def positions(self) -> Iterator[Position]:
        """The position before each move, and the final one."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.apply(move)
            yield position

    @property
    def final(self) -> Position:
        """The position after the last move."""
        *_, last = self.positions()
        return last

    @property
    def result(self) -> str:
        """The seat that won, `draw`, or `*` while the game goes on."""
        return result_of(self.final)

    @property
    def text(self) -> str:
        """The file's content."""
        *before, final = self.positions()
        own = {"Preset": final.rules.name, "Result": result_of(final), "Reason": final.reason or ""}
        lines = [tag_line(name, value) for name, value in (own | dict(self.tags)).items() if value or name not in own]
        lines += ["", f"deal {self.start.text}", "", *turn_lines(before, self.moves), "", f"final {final.text}"]
        return "\n".join(lines) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        final = self.final
        return {
            "preset": final.rules.name,
            "tags": dict(self.tags),
            "deal": self.start.text,
            "moves": [move.text for move in self.moves],
            "result": result_of(final),
            "reason": final.reason,
            "final": final.text,
        }

    def __hash__(self) -> int:
        return hash((self.start, self.moves))

    def __str__(self) -> str:
        return self.text


def check_path(path: object) -> None:
    """Refuse whatever cannot name a file."""
    named = path.__fspath__() if isinstance(path, PathLike) else path
    check_type(named, str, "record.file", "the name of a file")


def unusable(path: str | PathLike[str], done: str, problem: OSError | ValueError) -> RecordError:
    """The error for a file that cannot be read or written."""
    return RecordError("record.file", f"{str(path)[:200]} cannot be {done}: {getattr(problem, 'strerror', None) or problem}")


# -- writing ---------------------------------------------------------------------------------------------------------------


def check_tag(name: str, value: str) -> None:
    """Refuse a tag that could not be written down, or that only the game itself can say."""
    if not isinstance(name, str) or not isinstance(value, str):
        raise WrongTypeError("record.tag", "the name and the value of a tag are texts")
    if name in RESERVED:
        raise RecordError("record.tag", f"the tag {name} follows from the game")
    if not re.fullmatch(TAG_NAME, name) or not TAG.fullmatch(tag_line(name, value)):
        raise RecordError(
            "record.tag", f"{name[:40]!r} cannot be a tag with this value", expected="a name such as Event, one line"
        )


def tag_line(name: str, value: str) -> str:
    """A tag as it stands in the file."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def result_of(position: Position) -> str:
    """The result in the record's words."""
    if not position.is_over:
        return UNFINISHED
    return "draw" if position.winner is None else str(position.winner)


def turn_lines(before: list[Position], moves: tuple[Move, ...]) -> list[str]:
    """One line for all that a seat does in succession: number, seat, moves."""
    lines: list[list[str]] = []
    actors = [position.actor for position in before]
    for place, (move, actor) in enumerate(zip(moves, actors)):
        if place == 0 or actor != actors[place - 1]:
            lines.append([f"{len(lines) + 1}. {actor} {move.text}"])
        else:
            lines[-1].append(move.text)
    return [", ".join(words) for words in lines]


# -- reading ---------------------------------------------------------------------------------------------------------------


class Reader:
    """Reads a record line by line; the parts come in the order tags, deal, moves, final."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise WrongTypeError("record.type", f"a record is a text, not {type(text).__name__}")
        if len(text) > LONGEST:
            raise RecordError("record.too-long", "this text is too long for a record", expected=f"at most {LONGEST} characters")
        strange = SURROGATE.search(text)
        if text.startswith(BYTE_ORDER_MARK):
            raise RecordError("record.encoding", "the record begins with a byte order mark", at=0, expected="UTF-8 without it")
        if strange:
            raise RecordError("record.encoding", "the record is no UTF-8 text", at=strange.start())
        self.text, self.at, self.line = text, 0, 0
        self.part, self.turns, self.seat = 0, 0, -1
        self.tags: dict[str, str] = {}
        self.places: dict[str, tuple[int, int]] = {}  # line and character of each tag and of the final position
        self.game: Game | None = None
        self.final: str | None = None

    def record(self) -> Record:
        """The record, replayed and compared."""
        for line in self.text.split("\n"):
            self.line += 1
            self.read(line.removesuffix("\r"))
            self.at += len(line) + 1
        if self.game is None or self.final is None:
            self.at = len(self.text)
            raise self.error("truncated", "the record is cut off", "its deal" if self.game is None else "its final position")
        self.compare(self.game.position)
        return Record(self.game.start, self.game.moves, {k: v for k, v in self.tags.items() if k not in RESERVED})

    def read(self, line: str) -> None:
        """One line: nothing, a comment, a tag, the deal, a turn or the final position."""
        if not line.strip(" \t") or line.startswith("#"):
            return
        if line.startswith("["):
            self.enter(0)
            self.read_tag(line)
        elif line.startswith("deal "):
            self.enter(1)
            self.game = Game(self.position(line, "deal "))
        elif line.startswith("final "):
            self.enter(3)
            self.places["final"] = self.line, self.at
            self.final = line.removeprefix("final ")
        else:
            self.enter(2)
            self.read_turn(line)

    def enter(self, part: int) -> None:
        """Parts come in order, and all but tags and moves once."""
        if part < self.part or (part == self.part and part in (1, 3)) or (part > 1 and self.game is None):
            raise self.error("order", "this line stands in the wrong place", f"the order {', '.join(ORDER)}")
        self.part = part

    def read_tag(self, line: str) -> None:
        """A tag with its value, each name once."""
        match = TAG.fullmatch(line)
        if not match:
            raise self.error("syntax", "this is no tag", '[Name "value"]')
        name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if name in self.tags:
            raise self.error("syntax", f"the tag {name} stands here twice")
        self.tags[name], self.places[name] = value, (self.line, self.at)

    def position(self, line: str, start: str) -> Position:
        """The position behind a word."""
        try:
            return Position(line.removeprefix(start))
        except MarchstoneError as problem:
            raise self.error("position", f"{problem.message} [{problem.code}]", problem.expected) from None

    def read_turn(self, line: str) -> None:
        """Number, seat, moves: each must be that seat's, and legal."""
        assert self.game is not None
        match = TURN.fullmatch(line)
        if not match:
            raise self.error("syntax", f"{line[:40]!r} cannot stand here", "a turn such as '1. 0 play r9 5, draw clan'")
        self.turns += 1
        if int(match[1]) != self.turns:
            raise self.error("syntax", f"turn {match[1]} follows turn {self.turns - 1}", f"turn {self.turns}")
        before, self.seat = self.seat, int(match[2])
        if self.seat == before:
            raise self.error("syntax", f"seat {self.seat} has the line before as well", "all its moves in one line")
        for text in match[3].split(", "):
            try:
                self.game.play(text, seat=self.seat)
            except MarchstoneError as problem:
                raise self.error("move", f"{text[:80]!r}: {problem.message} [{problem.code}]", problem.expected) from None

    def compare(self, final: Position) -> None:
        """What the record says of the end is what came of it."""
        if self.final != final.text:
            self.line, self.at = self.places["final"]
            self.position(f"final {self.final}", "final ")
            raise self.error("final", "the moves do not lead to the final position that the record names")
        said = {"Preset": final.rules.name, "Result": result_of(final), "Reason": final.reason or ""}
        for name, value in said.items():
            if self.tags.get(name, value) != value:
                self.line, self.at = self.places[name]
                raise self.error("result", f"the record says {name} {self.tags[name][:40]!r}", value or "no such tag")

    def error(self, code: str, message: str, expected: str = "") -> RecordError:
        """An error at this line."""
        return RecordError(f"record.{code}", f"line {self.line}: {message}", at=self.at, expected=expected)
