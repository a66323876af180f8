"""A player in a process of its own, with a hard limit: whatever it does, the programme goes on.

What goes there is the player's text, the preset and a seed at the start of a game, then for each choice the words of the seat's
view and the budget. What comes back is the text of a move. So the player has no way to a hidden card, and a failure of it is
a reason to lose a game, nothing more.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from types import TracebackType
from typing import Any

from ..errors import MarchstoneError
from ..move import LegalMoves, Move
from ..position import Position
from ..view import View
from .base import Budget, Player
from .channel import Channel, ChannelError, DiedError, LateError, serve
from .registry import Spec, is_own, player_of

GRACE = 2.0  # seconds beyond the budget: other processes want the same cores
WITHOUT_SECONDS = 60.0  # for a budget in nodes
STARTING = 300.0  # the first start of all compiles
LONGEST_REASON = 160


class ForfeitError(MarchstoneError):
    """The player has lost the game by its own doing. The codes are `forfeit.illegal`, `.silent`, `.raised`, `.died`, `.late`,
    `.nonsense` and `.start`."""


def hard_limit(budget: Budget, grace: float = GRACE) -> float:
    """After how many seconds without a move a player has lost."""
    return (budget.seconds or WITHOUT_SECONDS) + grace


class ProcessPlayer:
    """The player of a text, in another process. `start` it for every game; `close` it at the end, or use `with`.

    A player that fails is ended at once, and the next `start` begins anew.

    >>> position = Position.deal("stones", seed=1, first=0)
    >>> with ProcessPlayer("random", "stones") as player:
    ...     player.start(seed=7)
    ...     player.choose(position.view(0), position.legal_moves, Budget(seconds=1.0)) in position.legal_moves
    True
    """

    def __init__(self, spec: str, preset: str, *, grace: float = GRACE, starting: float = STARTING) -> None:
        Spec.parse(spec)
        self.name = spec
        self._preset, self._grace, self._starting = preset, grace, starting
        self._channel: Channel | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return self._channel.pid if self._channel else None

    def start(self, seed: int) -> None:
        """Begin a game: the process makes the player anew, so that nothing of an earlier game remains."""
        if self._channel is None:
            self._channel = Channel(__name__)
        reply = self._ask({"player": self.name, "preset": self._preset, "seed": seed}, self._starting)
        if reply != {"ready": True}:
            raise self._forfeit("start", f"did not start: {raised(reply)}")

    def choose(self, view: View, legal: LegalMoves, budget: Budget) -> Move:
        """One of the legal moves, or a `ForfeitError`."""
        if self._channel is None:
            raise self._forfeit("start", "was not started")
        reply = self._ask({"view": view.vector, "budget": asdict(budget)}, hard_limit(budget, self._grace))
        if "raised" in reply:
            raise self._forfeit("raised", f"raised {raised(reply)}")
        text = reply.get("move")
        if not isinstance(text, str):
            raise self._forfeit("silent", f"no move, but {with_article(str(reply['kind']))}" if "kind" in reply else "no move")
        if text not in legal:  # type: ignore[comparison-overlap]  # it takes texts, too
            raise self._forfeit("illegal", f"illegal move: {text}")
        return Move(text)

    def close(self) -> None:
        """End the process."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None

    def __enter__(self) -> ProcessPlayer:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self._channel is not None
        try:
            self._channel.send(message)
            reply = self._channel.receive(seconds)
        except DiedError as problem:
            raise self._forfeit("died", f"died ({problem})") from None
        except LateError:
            raise self._forfeit("late", f"too late: no answer within {seconds:g} s") from None
        except ChannelError as problem:
            raise self._forfeit("nonsense", f"gave {problem}") from None
        except BaseException:  # an interrupt: the answer that is still to come must not be taken for another
            self.close()
            raise
        if not isinstance(reply, dict):
            raise self._forfeit("nonsense", "gave an answer that cannot be read")
        return reply

    def _forfeit(self, code: str, reason: str) -> ForfeitError:
        self.close()
        return ForfeitError(f"forfeit.{code}", printable(reason))


def raised(reply: dict[str, Any]) -> str:
    """What the other process said of its error."""
    return str(reply.get("raised", "nonsense"))


def with_article(word: str) -> str:
    """`a str`, `an int`."""
    return f"{'an' if word[:1].lower() in tuple('aeiou') else 'a'} {word}"


def printable(text: str) -> str:
    """One short line of signs that every file can hold."""
    line = " ".join(text[: 4 * LONGEST_REASON].encode("utf-8", "replace").decode().split())
    return "".join(sign if sign.isprintable() else "?" for sign in line)[:LONGEST_REASON]


# -- in the other process --------------------------------------------------------------------------------------------------


class Worker:
    """Answers what a `ProcessPlayer` asks."""

    def __init__(self) -> None:
        self._player: Player | None = None
        self._warm: set[tuple[str, str]] = set()

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """A move for a view, or a new player."""
        try:
            if "view" in message:
                return self.move(View.of(message["view"]), Budget(**message["budget"]))
            self.begin(message["player"], message["preset"], message["seed"])
            return {"ready": True}
        except Exception as problem:
            return {"raised": f"{type(problem).__name__}: {problem}"[: 4 * LONGEST_REASON]}

    def begin(self, spec: str, preset: str, seed: int) -> None:
        """A new game."""
        if (spec, preset) not in self._warm:
            self._warm.add((spec, preset))
            warm_up(spec, preset)
        self._player = player_of(spec, preset, seed)

    def move(self, view: View, budget: Budget) -> dict[str, Any]:
        """What the player chooses. Whatever is no move is none."""
        assert self._player is not None
        chosen: object = self._player.choose(view, view.legal_moves, budget)
        if isinstance(chosen, Move):
            return {"move": chosen.text}
        return {"move": None} if chosen is None else {"move": None, "kind": type(chosen).__name__[:LONGEST_REASON]}


def warm_up(spec: str, preset: str) -> None:
    """Our own players load and compile with their first choice, so they make one that does not count against their time.
    Others do such things when they are made."""
    read = Spec.parse(spec)
    if not is_own(read.name):
        return
    position = Position.deal(preset, seed=0)
    view = position.view(position.actor)
    seconds = read.budget and read.budget.seconds
    player_of(spec, preset, 0).choose(view, view.legal_moves, Budget(seconds=0.01) if seconds else Budget(nodes=16))


def serve_forever() -> None:
    """What the process runs."""
    if "" not in sys.path:
        sys.path.append("")  # last of all: players of one's own may lie in the current folder
    serve(Worker().answer)
