"""One entry of the log, and the chain that holds the entries of a game together.

The hash of an entry is the SHA-256 over the hash of the entry before (32 zero bytes before the first) and the canonical JSON of
its other columns: the keys sorted, no spaces, UTF-8, nothing escaped that need not be.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any

import msgspec
from msgspec import Struct

from .errors import StoreError

SIGNS = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH = 12
FIRST = bytes(32)  # stands before the first entry of every game
LONGEST = {"what": 1_000_000, "secret": 1_000_000, "id": 64}  # signs


class New(Struct, frozen=True):
    """What is to be appended; the store gives it its number, its time (unless it has one) and its hash."""

    what: str
    player: int | None = None  # none: the server
    id: str | None = None  # the client's name of its command, unique in the game for a player
    secret: str | None = None
    at: int | None = None  # milliseconds since 1970


class Entry(Struct, frozen=True):
    """An entry as it stands in the log."""

    game: str
    n: int
    player: int | None
    id: str | None
    what: str
    secret: str | None
    at: int
    hash: bytes


_canonical = msgspec.json.Encoder(order="sorted")


def new_game_id() -> str:
    """A name for a game that nobody can guess: 60 bits."""
    return "".join(secrets.choice(SIGNS) for _ in range(ID_LENGTH))


def is_game_id(text: str) -> bool:
    """Whether a text can be the name of a game."""
    return len(text) == ID_LENGTH and all(sign in SIGNS for sign in text)


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def columns(entry: Entry) -> dict[str, Any]:
    """The columns that the hash covers, beside the hash before."""
    return {name: getattr(entry, name) for name in Entry.__struct_fields__ if name != "hash"}


def canonical(entry: Entry) -> bytes:
    """The columns as canonical JSON."""
    return _canonical.encode(columns(entry))


def hash_after(before: bytes, entry: Entry) -> bytes:
    """The hash of an entry that follows this hash."""
    return hashlib.sha256(before + canonical(entry)).digest()


def next_entry(game: str, n: int, new: New, before: bytes) -> Entry:
    """The entry that a new one becomes as number `n`."""
    entry = Entry(game, n, new.player, new.id, new.what, new.secret, now() if new.at is None else new.at, b"")
    return msgspec.structs.replace(entry, hash=hash_after(before, entry))


def check_chain(entries: list[Entry], after: int = 0, before: bytes = FIRST) -> None:
    """Raise `store.gap` or `store.chain` unless these are the entries that follow number `after`, whose hash is `before`."""
    for n, entry in enumerate(entries, after + 1):
        if entry.n != n:
            raise StoreError("store.gap", game=entry.game, n=n)
        if entry.hash != hash_after(before, entry):
            raise StoreError("store.chain", game=entry.game, n=n)
        before = entry.hash


def check_new(game: str, new: New) -> None:
    """Raise `store.bad-entry` for what no log can hold: a wrong type, a NUL or half a sign, a text without end."""
    texts = {"what": new.what, "secret": new.secret, "id": new.id}
    good = (
        isinstance(game, str)
        and is_game_id(game)
        and isinstance(new.what, str)
        and bool(new.what)
        and (new.player is None or (type(new.player) is int and new.player in (0, 1)))
        and (new.at is None or (type(new.at) is int and 0 <= new.at < 2**53))
        and all(text is None or is_text(text, LONGEST[name]) for name, text in texts.items())
    )
    if not good:
        raise StoreError("store.bad-entry", game=str(game)[:ID_LENGTH])


def is_text(text: object, longest: int) -> bool:
    """Whether both databases can hold a text, and give it back as it was."""
    if not isinstance(text, str) or len(text) > longest or "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
