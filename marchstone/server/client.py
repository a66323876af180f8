"""The client's half of a connection, without input or output of its own: for bots, and for simulations. The page has the same.

What is to be done comes out: Open a connection, Shut it, Frame to be sent, Tell whoever plays. The rules, all of them:

- `hello` is the first frame of a connection, and is said again after a gap; until `welcome` answers it, nothing else is sent.
- `happened` counts if its number is the next one. A lower one has been seen; a higher one shows a gap, and so does a `pong`.
- A command has an id and is pending until a `receipt` or a `refused` names it. Pending commands are sent again, in order, after
  every `welcome`, and when no answer has come for a while.
- A connection that brings nothing for too long is lost. A lost one is tried again, after twice the time, with jitter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from .wire import Act, Closing, Happened, Hello, Look, Ping, Pong, Receipt, Refused, ToClient, Welcome, written

PING_EVERY = 15.0
SILENCE = 25.0
WELCOME_WITHIN = 8.0
AGAIN_AFTER = 5.0  # without an answer to a command
FIRST_WAIT, LONGEST_WAIT = 0.3, 10.0

_messages = msgspec.json.Decoder(ToClient)


@dataclass(frozen=True)
class Open:
    """Try to connect; then `opened`, or `lost`."""


@dataclass(frozen=True)
class Shut:
    """End the connection there is."""


@dataclass(frozen=True)
class Frame:
    """To be sent."""

    data: bytes


@dataclass(frozen=True)
class Tell:
    """A message for whoever plays, each once and in order."""

    message: Any


Output = Open | Shut | Frame | Tell


class Client:
    """What one client knows of its connection. `chance` gives numbers from 0 to 1."""

    def __init__(self, key: str | None, chance: Callable[[], float], player: int | None = None) -> None:
        self.key, self.chance, self.player = key, chance, player
        self.state = "waiting"  # connecting, live, waiting, ended
        self.seen = 0
        self.pending: dict[str, Act] = {}
        self.due = 0.0  # when something is to be done without any word from outside
        self._open = False
        self._tries = 0
        self._heard = 0.0
        self._asked = 0.0  # when pending commands were last sent

    def start(self, now: float) -> list[Output]:
        """Begin, or try again at once."""
        if self.state == "ended" or self._open or self.state == "connecting":
            return []
        self.state, self.due = "connecting", now + WELCOME_WITHIN
        return [Open()]

    def opened(self, now: float) -> list[Output]:
        """There is a connection."""
        self._open, self._heard = True, now
        return self._hello(now)

    def lost(self, now: float) -> list[Output]:
        """There is none any more, or none came about."""
        if self.state not in ("ended", "waiting"):
            self._wait(now)
        self._open = False
        return []

    def received(self, data: bytes | str, now: float) -> list[Output]:
        """A message; what is none is no reason to fail."""
        if not self._open:
            return []
        self._heard = now
        try:
            message = _messages.decode(data)
        except msgspec.DecodeError:
            return []
        if isinstance(message, Welcome):
            return self._welcomed(message, now)
        if isinstance(message, Happened):
            return self._happened(message, now)
        if isinstance(message, Pong) and self.state == "live" and message.n > self.seen:
            return self._hello(now)
        if isinstance(message, Receipt | Refused) and message.id is not None:
            return [Tell(message)] if self.pending.pop(message.id, None) else []
        return self._closing(message, now) if isinstance(message, Closing) else [Tell(message)]

    def act(self, id: str, do: str, now: float) -> list[Output]:
        """A command, which will be in the log once, or refused."""
        act = self.pending[id] = Act(id, self.seen, do, self.player)
        if self.state != "live":
            return []
        if len(self.pending) == 1:
            self._asked = now
        return [Frame(written(act))]

    def look(self, player: int, now: float) -> list[Output]:
        """Two at one screen: from now on as this player. `welcome` will answer."""
        self.player = player
        return [Frame(written(Look(player)))] if self.state == "live" else []

    def tick(self, now: float) -> list[Output]:
        """What time alone brings: a try, a ping, a question again, the end of hope."""
        if self.state == "ended":
            return []
        if self.state == "live":
            return self._watch(now)
        if now < self.due:
            return []
        return self.start(now) if self.state == "waiting" else self._give_up(now)

    def _watch(self, now: float) -> list[Output]:
        if now >= self._heard + SILENCE:
            return self._give_up(now)
        outputs: list[Output] = []
        if self.pending and now >= self._asked + AGAIN_AFTER:
            outputs += self._ask_again(now)
        if now >= self.due:
            self.due = now + PING_EVERY
            outputs.append(Frame(written(Ping(int(now)))))
        return outputs

    def _welcomed(self, message: Welcome, now: float) -> list[Output]:
        if self.state == "live" and message.n < self.seen:
            return []  # a late answer to an earlier question
        self.state, self._tries, self.seen, self.due = "live", 0, message.n, now + PING_EVERY
        return [Tell(message), *self._ask_again(now)]

    def _happened(self, message: Happened, now: float) -> list[Output]:
        if self.state != "live" or message.n <= self.seen:
            return []
        if message.n != self.seen + 1:
            return self._hello(now)
        self.seen = message.n
        return [Tell(message)]

    def _ask_again(self, now: float) -> list[Output]:
        self._asked = now
        return [Frame(written(act)) for act in self.pending.values()]

    def _hello(self, now: float) -> list[Output]:
        self.state, self.due = "connecting", now + WELCOME_WITHIN
        return [Frame(written(Hello(self.key, self.player, self.seen)))]

    def _closing(self, message: Closing, now: float) -> list[Output]:
        if message.again:
            return [Tell(message), *self._give_up(now)]
        self.state, self._open = "ended", False
        self.pending.clear()
        return [Tell(message), Shut()]

    def _give_up(self, now: float) -> list[Output]:
        self._open = False
        self._wait(now)
        return [Shut()]

    def _wait(self, now: float) -> None:
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2**self._tries)
        self._tries = min(self._tries + 1, 16)
        self.state, self.due = "waiting", now + longest * (0.5 + 0.5 * self.chance())
