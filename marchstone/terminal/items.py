"""What a session gives its faces to show, and what it asks of whoever holds it."""

from __future__ import annotations

from dataclasses import dataclass

from .rulebook import Section


@dataclass(frozen=True)
class Line:
    """One line to read. `kind`: event, note, offer, choice, ask, refusal, answer, title, end."""

    kind: str
    text: str


@dataclass(frozen=True)
class Table:
    """The table is to be shown, in full."""


@dataclass(frozen=True)
class Turn:
    """Somebody is asked: the moment to show the table anew, or at least the hand."""


@dataclass(frozen=True)
class Tracker:
    """The cards seen and unseen."""


@dataclass(frozen=True)
class Rule:
    """A section of the rules."""

    section: Section


@dataclass(frozen=True)
class Curtain:
    """Whatever is on the screen is to disappear."""


@dataclass(frozen=True)
class Want:
    """Something that the holder of the session has to do: hint, review, save, quit."""

    what: str
    rest: str = ""


Item = Line | Table | Turn | Tracker | Rule | Curtain | Want
