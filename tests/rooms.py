"""Games at the server without a server: a log in memory, and games of any kind played at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from marchstone.server import opening
from marchstone.server.refusal import Refusal
from marchstone.server.room import SPECTATOR, Room, Told
from marchstone.server.security import hashed
from marchstone.server.store.entry import FIRST, Entry, New, new_game_id, next_entry
from marchstone.server.wire import Create, Join, written

ANN, BOB, EVE = "ann-" * 6, "bob-" * 6, "eve-" * 6
INVITE = "invitation-token-1"
SEEDS = ("a0" * 16, "b1" * 32)
NOW = 1_750_000_000_000
SIX = ("stones", "stones-tactics", "stones-expert", "stones-tactics-expert", "walls", "walls-tactics")
EVERYBODY = (0, 1, SPECTATOR)
COMMANDS = ("resign", "offer draw", "offer takeback", "accept", "decline", "withdraw", "next", "rematch", "move play r1 1")


class Log:
    """The entries of one game, as a store would keep them, and the room that grows with them."""

    def __init__(self, settings: Create | None = None, before: str | None = None, game: str | None = None) -> None:
        self.id = game or new_game_id()
        self.entries: list[Entry] = []
        self.told: list[Told] = []
        self.room = Room()
        self.clock = NOW
        if settings is not None:
            invite = hashed(INVITE) if settings.opponent == "invited" else None
            self.append(opening.create(self.id, settings, hashed(ANN), self.clock, invite=invite, before=before))

    def stored(self, new: Iterable[New]) -> list[Entry]:
        """What becomes of new entries in the log."""
        found = []
        for one in new:
            before = self.entries[-1].hash if self.entries else FIRST
            found.append(next_entry(self.id, len(self.entries) + 1, one, before))
            self.entries.append(found[-1])
        return found

    def append(self, new: Iterable[New]) -> list[Told]:
        """Append and apply."""
        told = self.room.applied(self.stored(new))
        self.told += told
        return told

    def join(self, key: str, *, invite: str | None = None, player: int | None = None, name: str | None = None) -> int:
        """Somebody sits down."""
        seed = SEEDS[key == BOB or player == 1]
        wanted = Join(key[:3].capitalize() if name is None else name, seed, invite, player)
        taken, new = opening.join(self.room, wanted, hashed(key), self.clock, invite=invite and hashed(invite))
        self.append(new)
        return taken

    def act(self, player: int | None, do: str, at: int | None = None, id: str | None = "") -> list[str]:
        """A command by its text; the entries that came of it, as texts."""
        self.clock += 1000
        named = f"command-{self.room.n}" if id == "" else id
        new = self.room.command(player, named, self.room.n if at is None else at, do, self.clock)
        self.append(new)
        return [f"{'-' if one.player is None else one.player} {one.what}" for one in new]

    def refuses(self, player: int | None, do: str, at: int | None = None) -> str:
        """The code with which a command is refused, having changed nothing."""
        before = self.room.n, len(self.entries)
        try:
            self.act(player, do, at)
        except Refusal as refusal:
            assert (self.room.n, len(self.entries)) == before and refusal.en and refusal.fr and refusal.en != refusal.fr
            return refusal.code
        raise AssertionError(f"{do!r} was taken")


def seated(preset: str = "stones", opponent: str = "invited", game: str | None = None, **settings: Any) -> Log:
    """A game at which everybody sits."""
    level = {"level": 1} if opponent == "level" else {}
    log = Log(Create(preset, opponent, **level, **settings), game=game)  # type: ignore[arg-type]
    log.join(ANN, player=0 if opponent == "here" else None)
    if opponent == "invited":
        log.join(BOB, invite=INVITE)
    elif opponent == "here":
        log.join(ANN, player=1, name="Bob")
    return log


def any_move(log: Log, rng: random.Random) -> str:
    """A legal move of whoever is to choose."""
    player = log.room.to_move()
    assert player is not None
    return rng.choice([move.text for move in log.room.view_for(player).legal_moves])


def play_on(log: Log, rng: random.Random, until: Callable[[Log], bool] = lambda log: log.room.state == "over") -> Log:
    """Moves at random, round after round, until something is so."""
    while not until(log):
        if log.room.state == "between":
            for player in (0, 1):
                if log.room.state == "between" and not log.room.ready[player] and log.room.levels[player] is None:
                    log.act(player, "next")
        else:
            log.act(log.room.to_move(), f"move {any_move(log, rng)}")
    return log


def moves(number: int) -> Callable[[Log], bool]:
    """Until so many moves stand."""
    return lambda log: len(log.room.made) >= number or log.room.state != "playing"


def same(first: Room, second: Room) -> bool:
    """Whether two rooms would say the same to everybody."""
    return all(written(first.welcome(audience)) == written(second.welcome(audience)) for audience in EVERYBODY)
