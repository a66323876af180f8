"""How a game comes to be: making it, taking a place, and the rematch."""

from __future__ import annotations

from base64 import b32encode
from hmac import digest
from typing import Any

import msgspec

from ..fair import commitment, new_seed, round_seed
from .commands import as_json, starting
from .course import checked
from .refusal import Refusal
from .room import Room
from .store.entry import ID_LENGTH, New
from .wire import Create, Join, clean_name


def create(
    game: str,
    settings: Create,
    person: str,
    now: int,
    *,
    invite: str | None = None,
    guest: str | None = None,
    before: str | None = None,
) -> list[New]:
    """The first entries of a game. `person` is the hash of the maker's key, `invite` that of the token for an invited player.

    A level sits down at once. In a rematch `guest` is the person who alone may be player 1, `before` the game of before.
    """
    checked(settings)
    seed = new_seed()
    told: dict[str, Any] = {
        "settings": msgspec.to_builtins(settings),
        "commitment": commitment(game, 1, round_seed(seed, 1)),
        "before": before,
    }
    secret = {"person": person, "seed": seed.hex()} | ({"invite": invite} if invite else {}) | ({"guest": guest} if guest else {})
    entries = [New(f"create {as_json(told)}", secret=as_json(secret), at=now)]
    if settings.opponent == "level":
        level = {"name": "", "seed": new_seed().hex(), "level": settings.level}
        entries.append(New(f"join {as_json(level)}", 1, at=now))
    return entries


def commitment_of(entries: list[New]) -> str:
    """What is told of the first deal."""
    return str(msgspec.json.decode(entries[0].what.partition(" ")[2])["commitment"])


def join(room: Room, wanted: Join, person: str, now: int, *, invite: str | None = None) -> tuple[int, list[New]]:
    """Which player somebody becomes, and the entries: none for who has that place already. The last one to join starts the game.

    `invite` is the hash of the token in `wanted`.
    """
    player = place_for(room, wanted, person, invite)
    if room.joined[player]:
        return player, []
    told = {"name": clean_name(wanted.name), "seed": wanted.seed}
    entries = [New(f"join {as_json(told)}", player, secret=as_json({"person": person}), at=now)]
    if room.joined[1 - player]:
        other = room.seeds[1 - player]
        seeds = (wanted.seed, other) if player == 0 else (other, wanted.seed)
        entries += [msgspec.structs.replace(entry, at=now) for entry in starting(room, 1, seeds)]
    return player, entries


def place_for(room: Room, wanted: Join, person: str, invite: str | None) -> int:
    """The place that somebody may take."""
    own = room.players_of(person)
    if wanted.invite is not None:
        if room.invite is None or invite != room.invite:
            raise Refusal("join.invite")
        if 0 in own:
            raise Refusal("join.own-game")
        if room.persons[1] not in (None, person):
            raise Refusal("join.taken")
        return 1
    if not own or (wanted.player is not None and wanted.player not in own):
        raise Refusal("join.no-place" if wanted.player is None or not room.joined[wanted.player] else "join.taken")
    return own[0] if wanted.player is None else wanted.player


def wants_rematch(room: Room) -> bool:
    """Whether both have asked for another game, which has not been made yet."""
    asked = all(room.ready) or (any(room.ready) and room.settings.opponent != "invited")
    return room.state == "over" and asked and room.again is None


def rematch_id(room: Room) -> str:
    """The name of the game after this one: always the same, so that it is made once, whenever the server ends meanwhile. Nobody
    can know it before: it follows from the seed, too."""
    told = f"marchstone rematch 1 {room.id} {len(room.finished)}"
    return b32encode(digest(room.last_link, told.encode(), "sha256")).decode().lower()[:ID_LENGTH]


def rematch(room: Room, game: str, now: int) -> tuple[list[New], New]:
    """The first entries of the new game, and what the old one says of it. Roles are swapped, or who begins."""
    starter = room.starter or 0
    settings = msgspec.structs.replace(room.settings, seat=1 - starter)
    guest = room.persons[1] if settings.opponent == "invited" else None
    made = create(game, settings, room.persons[0] or "", now, guest=guest, before=room.id)
    return made, New(f"again {game}", at=now)
