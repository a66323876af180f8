"""The index: which games there are, how they stand, and whose they are, all of it read from the log."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, select, tuple_, update

from .entry import Entry
from .schema import games, log, seats

STATES = {"create": "open", "start": "playing", "back": "playing", "end": "between"}
PERSON = re.compile(r"[0-9a-f]{64}")
CHUNK = 2000

GONE_ON = (
    update(games).where(games.c.game == bindparam("g")).values(updated=bindparam("u"), state=bindparam("s"), n=bindparam("m"))
)
IN_ORDER = (
    select(log)
    .where(tuple_(log.c.game, log.c.n) > tuple_(bindparam("game"), bindparam("n")))
    .order_by(log.c.game, log.c.n)
    .limit(CHUNK)
)


class Standing(Struct, frozen=True):
    """A game as the index has it."""

    game: str
    created: int
    updated: int
    state: str  # open, playing, between, over
    n: int


def state_after(state: str, what: str) -> str:
    """How a game stands after this entry."""
    word, _, rest = what.partition(" ")
    if word == "end" and json_in(rest.partition(" ")[2]).get("over") is True:
        return "over"
    return STATES.get(word, state)


def person_in(entry: Entry) -> str | None:
    """The person that this entry gives a place, as the hash of its key."""
    if not entry.what.startswith(("create ", "join ")):
        return None
    person = json_in(entry.secret or "").get("person")
    return person if isinstance(person, str) and PERSON.fullmatch(person) else None


def json_in(text: str) -> dict[str, Any]:
    """The JSON object that a text is, or an empty one."""
    try:
        found = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def follow(standing: Standing | None, entries: Iterable[Entry]) -> Standing | None:
    """How a game stands after these entries."""
    for entry in entries:
        created, state = (standing.created, standing.state) if standing else (entry.at, "open")
        standing = Standing(entry.game, created, entry.at, state_after(state, entry.what), entry.n)
    return standing


def places(entries: Iterable[Entry]) -> dict[tuple[str, int], str]:
    """Which person these entries give which place."""
    found = {}
    for entry in entries:
        person = person_in(entry)
        if person:
            found[entry.game, entry.player or 0] = person
    return found


def write(connection: Connection, new: list[Standing], old: list[Standing], taken: dict[tuple[str, int], str]) -> None:
    """Bring the index up to date: games that are new, games that have gone on, places that were taken."""
    if new:
        connection.execute(insert(games), [msgspec.structs.asdict(standing) for standing in new])
    if old:
        connection.execute(GONE_ON, [{"g": s.game, "u": s.updated, "s": s.state, "m": s.n} for s in old])
    if taken:
        connection.execute(delete(seats).where(tuple_(seats.c.game, seats.c.player).in_(list(taken))))
        rows = [{"game": game, "player": player, "person": person} for (game, player), person in taken.items()]
        connection.execute(insert(seats), rows)


def rebuild(connection: Connection) -> None:
    """Make the index anew from the log."""
    connection.execute(delete(games))
    connection.execute(delete(seats))
    last: tuple[str, int] = ("", 0)
    standing: Standing | None = None
    while True:
        chunk = [Entry(*row) for row in connection.execute(IN_ORDER, {"game": last[0], "n": last[1]})]
        finished: list[Standing] = []
        for entry in chunk:
            if standing and standing.game != entry.game:
                finished.append(standing)
                standing = None
            standing = follow(standing, [entry])
        if not chunk and standing:
            finished, standing = [standing], None
        write(connection, finished, [], places(chunk))
        if not chunk:
            return
        last = (chunk[-1].game, chunk[-1].n)
