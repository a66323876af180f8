"""What a game is after so many entries of its log: who plays, how the match stands, the round that is played, what is offered.

Nothing else changes it: the same entries make the same game, one by one as they come or all at once after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from ..errors import MarchstoneError
from ..events import PILES, Event, events_between, hand_zone
from ..fair import commitment, deal, round_seed, tags_of
from ..match import Outcome
from ..move import Move
from ..phrases import Pair
from ..position import Position
from ..record import Record
from ..view import View
from . import tidings
from .course import Course, outcome
from .eyes import AUDIENCES, SPECTATOR, for_everybody, move_seen
from .refusal import Refusal
from .store.entry import Entry
from .wire import Create, written

VERBS = ("create", "join", "start", "resign", "offer", "accept", "decline", "withdraw", "back", "end", "next", "rematch", "again")
Stories = tuple[list[Any], ...]  # for each audience events, encoded


@dataclass(frozen=True)
class Made:
    """A move that stands: its number in the log, who made it, and whether that one decided it or the server claimed for it."""

    n: int
    player: int
    text: str
    own: bool
    reveals: bool  # something hidden came to light, or the turn passed on: not to be taken back without consent


@dataclass(frozen=True)
class Offer:
    """What one player has offered the other: a draw, or to take a move back."""

    kind: str
    by: int
    n: int


@dataclass(frozen=True)
class Finished:
    """A round that is over."""

    start: Position
    moves: tuple[str, ...]
    tags: dict[str, str]
    begun: int  # the number of its `start`
    ended: int
    outcome: dict[str, Any]


class Folded:
    """A game at the server, as of entry `n`."""

    def __init__(self) -> None:
        self.id = ""
        self.n = 0
        self.state = "open"
        self.settings = Create("stones", "here")
        self.shown_settings: Any = {}
        self.last_link = b""  # of the chain of seeds
        self.commitment = ""  # to the deal of this round
        self.guest: str | None = None  # who alone may be player 1, if that is settled
        self.invite: str | None = None
        self.persons: list[str | None] = [None, None]
        self.joined = [False, False]
        self.names = ["", ""]
        self.levels: list[int | None] = [None, None]
        self.seeds = ["", ""]
        self.before: str | None = None  # the game of which this is the rematch
        self.again: str | None = None
        # the round
        self.round = 1
        self.starter: int | None = None
        self.lot: int | None = None
        self.seats = (0, 1)
        self.start: Position | None = None
        self.position: Position | None = None
        self.made: list[Made] = []
        self.begun = self.changed = self.ended = 0  # numbers: of the round's start, of the table's last change, of its end
        self.offer: Offer | None = None
        self.talked = 0  # the number of the last word about an offer
        self.offered: set[tuple[int, str]] = set()  # since the last move
        self.ready = [False, False]
        self.results: list[Outcome] = []
        self.finished: list[Finished] = []
        self.score = [0, 0]
        self.verdict: dict[str, Any] | None = None  # on the match, when it is over
        self.outcome: dict[str, Any] | None = None
        self.revealed: str | None = None
        self.story: Stories = ([], [], [])
        self._ids: dict[tuple[int, str], int] = {}
        self._ahead: tuple[Position, str, Position] | None = None  # a move that was tried already

    # -- who is who

    def players_of(self, person: str | None) -> tuple[int, ...]:
        """The players that a person (the hash of a key) is, or may yet become without an invitation."""
        return tuple(player for player in (0, 1) if person is not None and self.persons[player] == person)

    @property
    def course(self) -> Course:
        """The rounds so far."""
        return Course(self.settings, self.starter or 0, self.results)

    def player_at(self, seat: int) -> int:
        """Who holds a seat in this round."""
        return self.seats.index(seat)

    def seat_names(self) -> tuple[Pair, Pair]:
        """What the seats are called, in both languages; in walls nothing for who has no name: there are the roles."""
        called = tidings.caller if not self.course.walls else lambda name, level, player: tidings.name_of(name, level)
        both = [called(self.names[player], self.levels[player], player) for player in (0, 1)]
        return both[self.player_at(0)], both[self.player_at(1)]

    def may_hint(self, player: int | None) -> bool:
        """Whether the machine may advise: in casual games against it, and at one's own turn."""
        return self.settings.opponent == "level" and self.settings.casual and player is not None and self.to_move() == player

    # -- where it stands

    def to_move(self) -> int | None:
        """The player who has to choose; nobody before a deal, between rounds and after the end."""
        if self.state != "playing" or self.position is None or self.position.is_over:
            return None
        return self.player_at(self.position.actor)

    def view_for(self, player: int) -> View:
        """All that a player may know of the round."""
        if self.position is None:
            raise Refusal("room.open")
        return self.position.view(self.seats[player])

    def last_decision(self, player: int) -> int:
        """The number of the last move that the player decided; 0 if there is none."""
        return max((made.n for made in self.made if made.player == player and made.own), default=0)

    def undo_for(self, player: int) -> str | None:
        """What `offer takeback` does now: granted at once (`free`), or the other is asked (`ask`); or there is none."""
        decision = self.last_decision(player)
        if self.state != "playing" or not decision or self.position is None:
            return None
        if self.settings.opponent == "here" or (self.levels[1 - player] is not None and self.settings.casual):
            return "free"
        revealed = any(made.reveals for made in self.made if made.n >= decision)
        return "ask" if revealed or self.position.actor != self.seats[player] else "free"

    def seed_of(self, number: int) -> bytes:
        """The seed of a round: not to be told before the round is over."""
        return round_seed(self.last_link, number)

    def receipt(self, player: int, id: str) -> int | None:
        """The number of a player's command, if it is in the log."""
        return self._ids.get((player, id))

    def after(self, position: Position, text: str) -> Position:
        """The position after a legal move; what was tried once is not reckoned again."""
        if self._ahead and self._ahead[0] is position and self._ahead[1] == text:
            return self._ahead[2]
        self._ahead = position, text, position.apply(text)
        return self._ahead[2]

    # -- afterwards

    def record(self, number: int) -> Record:
        """The record of a finished round (from 1), with its names and what proves its deal."""
        done = self.finished[number - 1]
        return Record(done.start, tuple(Move(text) for text in done.moves), done.tags)

    # -- the fold

    def fold(self, entry: Entry) -> tuple[tuple[str, ...], Stories]:
        """Take one entry in: what was done as each audience may know it, and what happened by it."""
        if entry.n != self.n + 1:
            raise MarchstoneError("room.gap", f"entry {entry.n} follows entry {self.n}")
        verb, _, rest = entry.what.partition(" ")
        self.n = entry.n
        if entry.player is not None and entry.id is not None:
            self._ids[entry.player, entry.id] = entry.n
        if verb == "move":
            return self._move(entry, rest)
        if verb not in VERBS:
            raise MarchstoneError("room.entry", f"no entry of a log begins with {verb[:20]!r}")
        getattr(self, f"_{verb}")(entry, rest)
        do = " ".join(word for word in entry.what.split(" ")[:2] if not word.startswith("{"))
        raw = [msgspec.Raw(written(event)) for event in self._tidings(entry, verb, rest)]
        for audience in AUDIENCES:
            self.story[audience].extend(raw)
        return (do, do, do), (raw, raw, raw)

    def _tidings(self, entry: Entry, verb: str, rest: str) -> list[dict[str, Any]]:
        """What an entry that is no move says; nothing when the game is only made."""
        if verb == "create":
            return []
        code = f"{verb}-{rest}" if verb == "offer" else verb
        if verb == "start" and self.settings.rounds > 1:
            code = "start-game" if self.course.walls else "start-round"
        player = entry.player
        who = ("", "") if player is None else tidings.caller(self.names[player], self.levels[player], player)
        return [tidings.of(code, player, who, self.round, self.settings.rounds)]

    def _create(self, entry: Entry, rest: str) -> None:
        said, secret = msgspec.json.decode(rest), msgspec.json.decode(entry.secret or "{}")
        self.id, self.settings, self.before = entry.game, msgspec.convert(said["settings"], Create), said.get("before")
        self.shown_settings, self.commitment = msgspec.to_builtins(self.settings), said["commitment"]
        self.last_link, self.invite, self.guest = bytes.fromhex(secret["seed"]), secret.get("invite"), secret.get("guest")
        here = self.settings.opponent == "here"
        self.persons = [secret["person"], secret["person"] if here else self.guest]

    def _join(self, entry: Entry, rest: str) -> None:
        said, secret = msgspec.json.decode(rest), msgspec.json.decode(entry.secret or "{}")
        player = entry.player or 0
        self.joined[player] = True
        self.names[player], self.seeds[player], self.levels[player] = said["name"], said["seed"], said.get("level")
        self.persons[player] = secret.get("person")

    def _start(self, entry: Entry, rest: str) -> None:
        number, _, said = rest.partition(" ")
        told = msgspec.json.decode(said)
        self.round, self.state = int(number), "playing"
        self.starter, self.lot = told["starter"], told.get("lot")
        self.seats = told["seats"][0], told["seats"][1]
        seed, seeds = self.seed_of(self.round), (self.seeds[0], self.seeds[1])
        self.commitment = commitment(self.id, self.round, seed)
        self.start = deal(self.settings.preset, self.id, self.round, seed, seeds, self.course.first).start
        self.position, self.made = self.start, []
        self.begun = self.changed = entry.n
        self.offer, self.offered, self.ready, self.outcome = None, set(), [False, False], None
        self.story = ([], [], [])

    def _move(self, entry: Entry, text: str) -> tuple[tuple[str, ...], Stories]:
        before = self.position
        assert before is not None and entry.player is not None
        after = self.after(before, text)
        events = events_between(before.vector, after.vector, before.legal_action(text))
        self.position, self.changed = after, entry.n
        self.made.append(Made(entry.n, entry.player, text, entry.id is not None, reveals(events, before.actor)))
        self.offered.clear()
        if self.offer and (self.offer.kind == "takeback" or self.offer.by != entry.player):
            self.offer = None
        seen = for_everybody(events, self.seat_names())
        encoded: dict[int, msgspec.Raw] = {}
        for event in (event for some in seen for event in some):
            if id(event) not in encoded:
                encoded[id(event)] = msgspec.Raw(written(event))
        raw = tuple([encoded[id(event)] for event in some] for some in seen)
        seats = (*self.seats, SPECTATOR)
        stories = tuple(raw[seat] for seat in seats)
        for audience in AUDIENCES:
            self.story[audience].extend(stories[audience])
        do = tuple(f"move {move_seen(text, events, None if seat == SPECTATOR else seat)}" for seat in seats)
        return do, stories

    def _resign(self, entry: Entry, rest: str) -> None:
        self.offer = None

    def _offer(self, entry: Entry, kind: str) -> None:
        assert entry.player is not None
        self.offer, self.talked = Offer(kind, entry.player, entry.n), entry.n
        self.offered.add((entry.player, kind))

    def _accept(self, entry: Entry, rest: str) -> None:
        self.offer, self.talked = None, entry.n

    _decline = _withdraw = _accept

    def _back(self, entry: Entry, rest: str) -> None:
        self.made = [made for made in self.made if made.n <= int(rest)]
        self.position, self.changed, self.offer = self.start, entry.n, None
        for made in self.made:
            assert self.position is not None
            self.position = self.position.apply(made.text)

    def _end(self, entry: Entry, rest: str) -> None:
        said = msgspec.json.decode(rest.partition(" ")[2])
        assert self.start is not None and self.position is not None
        loser = None if said["winner"] is None else self.seats[1 - said["winner"]]
        self.results.append(outcome(self.position, said["reason"], loser))
        self.score, self.verdict = self.course.score, self.course.verdict
        self.outcome = {key: said[key] for key in ("winner", "reason", "points")}
        self.revealed, self.state = said["seed"], "over" if said["over"] else "between"
        self.ended = self.changed = entry.n
        self.offer, self.ready = None, [False, False]
        tags = {f"Seat{seat}": name[0] or f"player {self.player_at(seat)}" for seat, name in enumerate(self.seat_names())}
        if said["reason"] in ("resigned", "agreed"):
            tags |= {"Ended": said["reason"]} | ({} if loser is None else {"Loser": str(loser)})
        seeds = self.seeds[0], self.seeds[1]
        lot = self.lot if self.round == 1 else None
        tags |= tags_of(self.id, self.round, self.seed_of(self.round), seeds, self.seats, lot)
        moves = tuple(made.text for made in self.made)
        self.finished.append(Finished(self.start, moves, tags, self.begun, entry.n, self.outcome))

    def _next(self, entry: Entry, rest: str) -> None:
        self.ready[entry.player or 0] = True

    _rematch = _next

    def _again(self, entry: Entry, rest: str) -> None:
        self.again = rest


def reveals(events: list[Event], seat: int) -> bool:
    """Whether what happened has shown a seat something hidden, or has passed the turn on or ended the game."""
    hidden = (*PILES, hand_zone(1 - seat))
    return any(event.source in hidden or event.kind in ("turned", "over") for event in events)
