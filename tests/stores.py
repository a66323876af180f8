"""Stores for tests: what is appended to them, and what must then be true."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path

from marchstone.server.store import ConflictError, DuplicateError, Entry, New, Reader, Store, StoreError
from tests import postgres

PERSON, OTHER = "5e" * 32, "0f" * 32
GAMES = ("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")


def place_for(kind: str, folder: Path) -> str:
    """Where an empty store of a kind can be made."""
    return str(file_in(folder)) if kind == "sqlite" else postgres.shared().database(f"t{uuid.uuid4().hex}")


def done(future: Future[list[Entry]]) -> list[Entry]:
    """The entries, once they are durable."""
    return future.result(30)


def code(future: Future[list[Entry]]) -> str:
    """Why they are refused; the reason is told in both languages."""
    problem = future.exception(30)
    assert isinstance(problem, StoreError)
    assert all(problem.sentences) and problem.sentences[0] != problem.sentences[1] and str(problem) == problem.sentences[0]
    return problem.code


def created(person: str = PERSON) -> New:
    """What a game begins with."""
    return New('create {"preset": "stones"}', secret=f'{{"person": "{person}", "seed": "00"}}')


def moved(number: int, player: int = 0) -> New:
    """Some command of a player."""
    return New(f"move r{number % 9 + 1} 1", player, f"command-{number}")


def insist(store: Store, game: str, new: New, expected: int, tries: int = 3) -> int:
    """Append a command as a room does that has lost its answer: until the log has it; its number."""
    for _ in range(tries):
        try:
            return store.append(game, [new], expected).result(30)[0].n
        except DuplicateError as known:
            return known.n
        except ConflictError as other:
            found = [entry for entry in store.entries(game) if entry.what == new.what and entry.id == new.id]
            if found:
                return found[-1].n
            expected = other.n
        except StoreError:
            continue
    raise AssertionError("the log does not take it")


def assert_whole(reader: Reader, acknowledged: Iterable[Entry]) -> None:
    """Every acknowledged entry is there as it was, none stands twice, and the chains hold."""
    assert reader.faults() == []
    kept = {(entry.game, entry.n): entry for listed in reader.open_games() for entry in reader.entries(listed.game)}
    for entry in acknowledged:
        assert kept[entry.game, entry.n] == entry
    named = [(entry.game, entry.player, entry.id) for entry in kept.values() if entry.id]
    assert len(named) == len(set(named))


def file_in(folder: Path) -> Path:
    """Where a store lies in a test."""
    return folder / "store" / "server.db"
