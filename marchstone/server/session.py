"""One client's connection, without input or output of its own: frames go in, what is to be done comes out. It can be simulated.

    session = Session(room, now)
    outputs = session.received(frame, now)     # Send: to this client; Do: to the room, under its lock; Advise: to the thinkers
    outputs = session.told(told)               # whatever Room.applied has returned, in order
    outputs = session.settled(id, player)      # a command is in the log (or was already)
    outputs = session.refused(id, error)       # or is not
    session.sent(number)                       # so many bytes of it have gone out: who does not read is closed
    outputs = session.tick(now)                # once `session.due` has come

A client is told number after number of the log; `welcome` stands for all before it. A command is answered by one `receipt` each
time it comes, with the same number, however often and over how many connections it comes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from ..errors import MarchstoneError
from .eyes import SPECTATOR
from .problems import RequestError, problem_of
from .refusal import Refusal
from .room import Room, Told
from .security import Rate, frame_is_too_long, hashed
from .wire import Act, Advice, Closing, Hello, Hint, Look, Ping, Pong, Proof, Receipt, Refused, Why, read_frame, written

SILENCE = 60.0  # seconds without a word after which a client is taken for lost; it pings every 15
HELLO_WITHIN = 10.0
RATE, BURST = 20.0, 100.0  # frames a second
MOST_FAULTS = 50  # frames that were too many or could not be read, before the connection is closed
MOST_WAITING = 1 << 20  # bytes that a client has not read yet


@dataclass(frozen=True)
class Send:
    """Bytes for this client: one message."""

    data: bytes


@dataclass(frozen=True)
class Do:
    """A command for the room; to be answered by `settled` or `refused`."""

    player: int | None
    id: str
    at: int
    do: str


@dataclass(frozen=True)
class Advise:
    """A question for the machine; to be answered by `advised` or by `refused`."""

    player: int
    id: str


@dataclass(frozen=True)
class Close:
    """Send this and end the connection."""

    data: bytes
    code: str
    again: bool


Output = Send | Do | Advise | Close


class Session:
    """The server's half of a connection."""

    def __init__(self, room: Room, now: float) -> None:
        self.room = room
        self.audience = SPECTATOR
        self.person: str | None = None
        self.players: tuple[int, ...] = ()  # those that this client holds
        self.greeted = False
        self.closed = False
        self.n = 0  # the last number that was sent
        self.waiting = 0  # bytes on their way
        self.due = now + HELLO_WITHIN
        self._rate = Rate(RATE, BURST, since=now)
        self._faults = 0
        self._hint_due: str | None = None  # the question about a hint that has no answer yet
        self._doing: dict[str, int | None] = {}  # commands that the room has not answered yet

    # -- what comes in

    def received(self, data: bytes | str, now: float) -> list[Output]:
        """One frame."""
        if self.closed:
            return []
        if frame_is_too_long(data):
            return self.close("frame.large", again=False)
        if self.greeted:
            self.due = now + SILENCE
        try:
            frame = read_frame(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self._fault(None, "frame.json")
        if not self._rate.allows(now):
            return self._fault(getattr(frame, "id", None), "frame.many")
        if isinstance(frame, Hello):
            return self._hello(frame, now)
        if isinstance(frame, Ping):
            return self.say(Pong(frame.at, now, self.n))
        if not self.greeted:
            return self._fault(getattr(frame, "id", None), "frame.hello")
        if isinstance(frame, Act):
            return self._act(frame)
        if isinstance(frame, Look):
            return self._look(frame.player)
        return self._hint(frame) if isinstance(frame, Hint) else self._why(frame)

    def _hello(self, hello: Hello, now: float) -> list[Output]:
        self.person = hashed(hello.key) if hello.key else None
        self.players = self.room.players_of(self.person)
        if hello.player is not None and hello.player not in self.players:
            return self.refused(None, Refusal("session.not-your-place"))
        self.audience = hello.player if hello.player is not None else self.players[0] if self.players else SPECTATOR
        if not self.room.open_to(self.audience):
            return self.close("game.closed", again=False)
        self.greeted, self.due = True, now + SILENCE
        return self.welcome()

    def welcome(self) -> list[Output]:
        """All there is to know, as of now."""
        self.n = self.room.n
        return self.say(self.room.welcome(self.audience))

    def _look(self, player: int) -> list[Output]:
        if player not in self.players:
            return self.refused(None, Refusal("session.not-your-place"))
        self.audience = player
        return self.welcome()

    def _act(self, act: Act) -> list[Output]:
        player = self._player_of(act)
        if player is None:
            return self.refused(act.id, Refusal("room.spectator" if act.player is None else "session.not-your-place"))
        if self.room.receipt(player, act.id) is not None:
            return self.settled(act.id, player)
        if act.id in self._doing:
            return []  # it is under way, and its receipt will come
        self._doing[act.id] = player
        return [Do(player, act.id, act.at, act.do)]

    def _player_of(self, act: Act) -> int | None:
        """Whose command it is."""
        if act.player is not None:
            return act.player if act.player in self.players else None
        return self.audience if self.audience in self.players else None

    def _hint(self, hint: Hint) -> list[Output]:
        player = self.audience if self.audience in self.players else None
        if player is None:
            return self.refused(hint.id, RequestError("game.not-yours"))
        if not (self.room.settings.casual and self.room.settings.opponent == "level"):
            return self.refused(hint.id, RequestError("game.hints"))
        if not self.room.may_hint(player):
            return self.refused(hint.id, RequestError("game.moment"))
        if self._hint_due is not None:
            return self._refusal(hint.id, RequestError("game.hint-waits"))
        self._hint_due = hint.id
        return [Advise(player, hint.id)]

    def _why(self, why: Why) -> list[Output]:
        if self.audience not in self.players:
            return self.refused(why.id, RequestError("game.not-yours"))
        try:
            proof = self.room.explain_claim(self.audience, why.front)
        except Refusal as refusal:
            return self.refused(why.id, refusal)
        return self.say(Proof(why.id, proof.to_dict(), proof.sentence("en"), proof.sentence("fr")))

    # -- what the room says

    def told(self, told: Told) -> list[Output]:
        """The next entry of the log; after a gap, which should not be, all there is to know."""
        if not self.greeted or self.closed or told.n <= self.n:
            return []
        if self.audience == SPECTATOR and self.room.players_of(self.person):  # who has looked on sits down
            self.players = self.room.players_of(self.person)
            self.audience = self.players[0]
            return self.welcome()
        if not self.room.open_to(self.audience):
            return self.close("game.closed", again=False)
        if told.n != self.n + 1:
            return self.welcome()
        self.n = told.n
        return self._send(told.frame(self.audience))

    def settled(self, id: str, player: int) -> list[Output]:
        """A command is in the log."""
        self._doing.pop(id, None)
        n = self.room.receipt(player, id)
        return [] if n is None else self.say(Receipt(id, n))

    def refused(self, id: str | None, error: MarchstoneError) -> list[Output]:
        """A command has changed nothing, and why."""
        if id is not None:
            self._doing.pop(id, None)
            self._hint_due = None if id == self._hint_due else self._hint_due
        return self._refusal(id, error)

    def advised(self, advice: Advice) -> list[Output]:
        """A hint has come; the next may be asked for."""
        self._hint_due = None
        return self.say(advice)

    def _refusal(self, id: str | None, error: MarchstoneError) -> list[Output]:
        problem = problem_of(error)
        return self.say(Refused(id, problem.code, problem.en, problem.fr, problem.rule))

    def say(self, message: Any) -> list[Output]:
        """Any message that has no number: presence, thinking, advice."""
        return self._send(written(message))

    # -- the connection itself

    def sent(self, number: int) -> None:
        """So many bytes have gone out."""
        self.waiting = max(0, self.waiting - number)

    def tick(self, now: float) -> list[Output]:
        """Close what has been silent for too long."""
        if self.closed or now < self.due:
            return []
        return self.close("frame.silent", again=True)

    def close(self, code: str, again: bool) -> list[Output]:
        """The end, and why; the client is told whether to come back."""
        if self.closed:
            return []
        self.closed = True
        problem = problem_of(RequestError(code))
        return [Close(written(Closing(code, problem.en, problem.fr, again)), code, again)]

    def _send(self, data: bytes) -> list[Output]:
        if self.closed:
            return []
        self.waiting += len(data)
        return [Send(data)] if self.waiting <= MOST_WAITING else self.close("frame.slow", again=True)

    def _fault(self, id: str | None, code: str) -> list[Output]:
        self._faults += 1
        if self._faults > MOST_FAULTS:
            return self.close(code, again=False)
        return self.refused(id, RequestError(code))
