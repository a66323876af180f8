"""What can go wrong, each with a stable code and a sentence, and where it helps the place in the text and what was expected."""

from __future__ import annotations


class MarchstoneError(Exception):
    """The root of all errors that bad input can cause. `code` never changes; the sentence may."""

    def __init__(self, code: str, message: str, *, at: int | None = None, expected: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at
        self.expected = expected

    def __str__(self) -> str:
        where = "" if self.at is None else f" (at character {self.at + 1})"
        hint = f"; expected {self.expected}" if self.expected else ""
        return f"{self.message}{where}{hint}"

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.code, self.message, self.at, self.expected)


def _again(kind: type[MarchstoneError], code: str, message: str, at: int | None, expected: str) -> MarchstoneError:
    return kind(code, message, at=at, expected=expected)


class TextError(MarchstoneError, ValueError):
    """A text that cannot be read: a card, a move, a position, a record."""


class UnknownTargetError(MarchstoneError, LookupError):
    """There is no such target."""


class NoGpuError(MarchstoneError, RuntimeError):
    """The CUDA target was asked for where there is none."""


class UnknownPresetError(MarchstoneError, LookupError):
    """There is no such preset."""


class IllegalMoveError(MarchstoneError, ValueError):
    """A move that the rules do not allow here; also a move after the end. `rule` is the anchor of the rule in the rules page."""

    def __init__(self, code: str, sentences: tuple[str, str], rule: str) -> None:
        super().__init__(code, sentences[0])
        self.sentences = sentences  # English, French
        self.rule = rule

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.sentences, self.rule)


class PositionError(MarchstoneError, ValueError):
    """A position that cannot be: `problems` lists all that is wrong with it."""

    def __init__(self, problems: list[str], code: str = "position.impossible") -> None:
        super().__init__(code, "; ".join(problems))
        self.problems = problems

    def __reduce__(self) -> tuple[object, ...]:
        return PositionError, (self.problems, self.code)


class RecordError(MarchstoneError, ValueError):
    """A record that does not replay to what it says."""


class WrongTypeError(MarchstoneError, TypeError):
    """An argument of the wrong type."""


class GameError(MarchstoneError, ValueError):
    """Something that a game cannot do at this moment, such as taking back a move before the first."""
