"""What the store asks of a database, so that it is the same on each."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection

from .errors import StoreError


class Backend(Protocol):
    """A database that holds a log."""

    place: str  # as people are told

    def open(self) -> None:
        """Make it this process's own, to write to it; `store.locked` if it is another's."""

    def writer(self) -> Connection:
        """A new connection that may write. There is one at a time."""

    def reader(self) -> AbstractContextManager[Connection]:
        """A connection that cannot write, in a transaction: it sees one state."""

    def explain(self, problem: Exception) -> StoreError:
        """What a problem means in our words."""

    def is_lost(self, problem: Exception) -> bool:
        """Whether the connection was lost, and what was under way may be tried again on another one, once that is there."""

    def check(self) -> None:
        """Raise if what was committed now is not where it belongs, such as in a file that somebody has removed."""

    def holder(self) -> str | None:
        """Who writes to it now, if that can be told."""

    def close(self) -> None:
        """Let it go; the writer's connection is closed already."""
