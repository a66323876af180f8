"""One game: the fold of its log. Entries come in, what each audience is told comes out; commands are checked in `commands.py`.

    room = Room.replay(store.entries(game))        # or Room() and the entries of `opening.create`, as they were stored
    new = room.command(player, id, at, do, now)     # raises Refusal; changes nothing; [] if this id is in the log already
    told = room.applied(stored)                     # once `new` is durable: for each entry one message for each audience
    room.receipt(player, id)                        # the number that the command got

One command of a game at a time: between `command` and `applied` nothing else may be appended. A room that was grown entry by
entry is the same as one that was replayed, and an append that failed leaves nothing to be undone. The audiences are player 0,
player 1 and SPECTATOR.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..errors import MarchstoneError
from ..explain import ClaimProof
from . import commands
from .eyes import AUDIENCES, SPECTATOR, tables_of
from .fold import Folded, Stories
from .refusal import Refusal
from .store.entry import Entry, New
from .wire import Happened, Welcome, written


@dataclass
class Told:
    """What an entry means to each audience."""

    n: int
    messages: tuple[Happened, Happened, Happened]
    _frames: dict[int, bytes] = field(default_factory=dict)

    def frame(self, audience: int) -> bytes:
        """The message as it goes out; encoded once, however many look on."""
        if audience not in self._frames:
            self._frames[audience] = written(self.messages[audience])
        return self._frames[audience]


class Room(Folded):
    """A game at the server, with all that its clients are told."""

    def __init__(self) -> None:
        super().__init__()
        self._game: tuple[int, dict[str, Any]] = (-1, {})  # as of an entry, for all audiences
        self._tables: tuple[int, list[dict[str, Any] | None]] = (-1, [])  # as of the table's last change, for each

    @classmethod
    def replay(cls, entries: Iterable[Entry]) -> Room:
        """The game of a log."""
        room = cls()
        for entry in entries:
            room.fold(entry)
        return room

    # -- what is told

    def game_for(self, audience: int) -> dict[str, Any]:
        """`game` of docs/server.md."""
        if self._game[0] != self.n:
            self._game = self.n, self._game_for_all()
        you = None if audience == SPECTATOR else audience
        return {**self._game[1], "you": you, "undo": None if you is None else self.undo_for(you)}

    def _game_for_all(self) -> dict[str, Any]:
        players = [{"name": self.names[at], "level": self.levels[at], "joined": self.joined[at]} for at in (0, 1)]
        return {
            "id": self.id,
            "preset": self.settings.preset,
            "settings": self.shown_settings,
            "round": self.round,
            "rounds": self.settings.rounds,
            "seats": self.seats,
            "players": players,
            "score": self.score,
            "state": self.state,
            "outcome": self.outcome,
            "offer": self.offer and {"kind": self.offer.kind, "by": self.offer.by},
            "commitment": self.commitment,
            "revealed": self.revealed if self.state in ("between", "over") else None,
            "ready": [*self.ready],
            "match": self.verdict,
            "before": self.before,
            "again": self.again,
        }

    def table_for(self, audience: int) -> dict[str, Any] | None:
        """`table` of docs/server.md; none before the first deal."""
        if self._tables[0] != self.changed:
            self._tables = self.changed, self._all_tables()
        return self._tables[1][audience]

    def _all_tables(self) -> list[dict[str, Any] | None]:
        if self.position is None:
            return [None, None, None]
        views = [self.position.view(seat) for seat in self.seats]
        tables = tables_of(views, tracker=self.settings.tracker, find=self.settings.claims == "find")
        return [*tables] if self.state == "playing" else [table | {"legal": [], "provable": []} for table in tables]

    def open_to(self, audience: int) -> bool:
        """Whether it may be seen by these eyes: without a place always before the game begins, so that guests see where they are,
        later only if it may be watched."""
        return audience != SPECTATOR or self.settings.watched or self.state == "open"

    def welcome(self, audience: int) -> Welcome:
        """All there is to know, with the story of the round: the whole of it, whatever the client has seen already."""
        you = None if audience == SPECTATOR else audience
        return Welcome(self.n, self.game_for(audience), self.table_for(audience), you, [*self.story[audience]])

    def explain_claim(self, player: int, front: int) -> ClaimProof:
        """Why a front may be claimed or not, by the eyes of a player."""
        view = self.view_for(player)
        try:
            return view.explain_claim(front, view.seat)
        except MarchstoneError as error:
            raise Refusal.of(error) from None

    # -- commands and entries

    def command(self, player: int | None, id: str | None, at: int, do: str, now: int) -> list[New]:
        """What is to be appended for a command: its entry and those it causes. A `Refusal` says why not."""
        if player is not None and id is not None and (player, id) in self._ids:
            return []
        return commands.entries_of(self, player, id, at, do, now)

    def applied(self, entries: Iterable[Entry]) -> list[Told]:
        """Take in entries that are durable now; what each audience is told of each."""
        return [self._told(entry, *self.fold(entry)) for entry in entries]

    def _told(self, entry: Entry, do: tuple[str, ...], events: Stories) -> Told:
        first, second, third = (
            Happened(
                entry.n,
                entry.player,
                do[audience],
                entry.at / 1000,
                self.game_for(audience),
                self.table_for(audience),
                events[audience],
            )
            for audience in AUDIENCES
        )
        return Told(entry.n, (first, second, third))
