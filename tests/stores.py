"""Stores for tests: what is appended to them, and what must then be true."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from marchstone.server.store import ConflictError, DuplicateError, Entry, New, Reader, Store, StoreError

PERSON = "5e" * 32
GAMES = ("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")


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
