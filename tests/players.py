"""Players that fail in every way there is, and some that tell what they see. They run in processes of their own, by name:
`python:tests.players:Silent`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from marchstone import LegalMoves, Move, View
from marchstone.players.base import Budget
from marchstone.players.random import RandomPlayer


def spec(kind: type) -> str:
    """The text by which a player of this file is asked for."""
    return f"python:tests.players:{kind.__name__}"


class Fair:
    """Plays by the rules; the others here do so, too, until they fail at once or at the first choice in the middle of a game."""

    name = "fair"

    def __init__(self, preset: str, seed: int) -> None:
        self.random = RandomPlayer(seed)

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        return self.random.choose(view, legal)


class Slow(Fair):
    """Takes a moment, so that there is time for a kill."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        time.sleep(0.004)
        return super().choose(view, legal, budget)


class Illegal(Fair):
    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        return Move("put discard")


class Silent(Fair):
    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        return None


class Textual(Fair):
    """A text is no move, even if it would be a legal one."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        return legal[0].text


class Raising(Fair):
    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        raise ValueError('two lines\nwith "quotes" and \x07')


class Leaving(Fair):
    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        sys.exit(3)


class Dying(Fair):
    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Hanging(Fair):
    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        time.sleep(600)


class Endless(Fair):
    """Writes without end to whatever is open."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        while True:
            write_everywhere(b"x" * 5000)


class Babbling(Fair):
    """Writes what cannot be read."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        write_everywhere(b"{nonsense\n")
        time.sleep(600)


class Listing(Fair):
    """Writes JSON that is no answer."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        write_everywhere(b"[]\n")
        time.sleep(600)


class Forward(Fair):
    """Answers before it is asked."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        write_everywhere(b'{"move": "play r1 1"}\n{"move": "play r1 1"}\n')
        time.sleep(600)


class Unmade(Fair):
    def __init__(self, preset: str, seed: int) -> None:
        raise RuntimeError("cannot be made")


class Unready(Fair):
    def __init__(self, preset: str, seed: int) -> None:
        time.sleep(600)


class Chatty(Fair):
    """What a player prints is nobody's business."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        print("{}")
        os.write(1, b"{}\n")
        sys.stderr.write("thinking\n")
        assert sys.stdin.read() == ""
        return super().choose(view, legal, budget)


class Looking(Fair):
    """Tells in its error what is open in its process."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        raise LookupError(" ".join(sorted(target for number in os.listdir("/proc/self/fd") if (target := target_of(number)))))


class Counting(Fair):
    """Tells in its error how often it was asked since it was made."""

    def __init__(self, preset: str, seed: int, limit: int = 2) -> None:
        super().__init__(preset, seed)
        self.asked, self.limit, self.seed = 0, limit, seed

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        self.asked += 1
        if self.asked == self.limit:
            raise RuntimeError(f"asked {self.asked} times, seed {self.seed}, {budget}")
        return super().choose(view, legal, budget)


class Parent(Fair):
    """Starts a process of its own, leaves its number in a file, and hangs."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Any:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path(os.environ["CHILD_FILE"]).write_text(str(child.pid))
        time.sleep(600)


def target_of(number: str) -> str:
    """What an open file is, without the number of a pipe."""
    try:
        return os.readlink(f"/proc/self/fd/{number}").partition(":")[0]
    except OSError:
        return ""


def write_everywhere(data: bytes) -> None:
    """To every file that may be open, beside the standard ones."""
    for number in range(3, 20):
        try:
            os.write(number, data)
        except OSError:
            continue


def serve_forever() -> None:
    """As a referee, this one dies."""
    sys.exit(7)
