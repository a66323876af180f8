"""What runs in a process that thinks: it loads the engine once, then chooses moves, gives hints and judges decisions.

It is asked line by line (`players.channel`) and remembers nothing between two questions but the engine, so a question can be put
again to another process. It gets views and finished records, never a running game. It is nice: the server goes first.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ..players.base import Budget
from ..players.channel import serve
from ..players.registry import player_of
from ..position import Position
from ..record import Record
from ..view import View

NICENESS = 10
LONGEST_REASON = 300
WAIT = 0.3  # seconds between two answers about progress
COMPILED_FILES = 387  # about so many an empty cache gets before the first analysis is done: for the progress only
ALMOST = 0.97


class Thinker:
    """Answers whatever the server asks."""

    def __init__(self) -> None:
        self._loading: threading.Thread | None = None
        self._loaded = False
        self._problem = ""
        self._files = 0

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """One question; what goes wrong is an answer, too."""
        try:
            answers = {
                "ready": self.ready,
                "move": move,
                "hint": hint,
                "decisions": decisions,
                "judge": judge,
                "review": review,
            }
            return answers[asked["do"]](asked)
        except Exception as problem:
            return {"raised": f"{type(problem).__name__}: {problem}"[:LONGEST_REASON]}

    def ready(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Whether the engine is loaded; the first question begins with that, the others say how far it has come."""
        if self._loading is None:
            self._files = compiled_files()
            self._loading = threading.Thread(target=self._load, args=(asked["preset"],), daemon=True)
            self._loading.start()
        self._loading.join(WAIT)
        if self._problem:
            return {"raised": self._problem}
        return {"ready": self._loaded, "progress": 1.0 if self._loaded else self._progress()}

    def _load(self, preset: str) -> None:
        """Everything once, with next to no work."""
        try:
            position = Position.deal(preset, seed=1)
            view = position.view(position.actor)
            for level in ("level:1", "level:8"):
                player_of(level, preset, 0).choose(view, view.legal_moves, Budget(nodes=16))
            from ..analysis import analyse

            analyse(view, Budget(nodes=16))
            self._loaded = True
        except Exception as problem:
            self._problem = f"{type(problem).__name__}: {problem}"[:LONGEST_REASON]

    def _progress(self) -> float:
        return round(min(ALMOST, (compiled_files() - self._files) / COMPILED_FILES), 3)


def compiled_files() -> int:
    """How much compiled code lies in the cache."""
    from ..cache import folder

    with suppress(OSError):
        return sum(1 for part in ("core", "engine") for _ in Path(folder(part)).rglob("*.nbc"))
    return 0


# -- at the table ----------------------------------------------------------------------------------------------------------


def move(asked: dict[str, Any]) -> dict[str, Any]:
    """What a level would do."""
    view = View.of(asked["view"])
    player = player_of(f"level:{asked['level']}", view.rules.name, asked["seed"])
    return {"move": player.choose(view, view.legal_moves, Budget(seconds=asked["seconds"])).text}


def hint(asked: dict[str, Any]) -> dict[str, Any]:
    """The best moves, with the chance to win that each of them leaves."""
    from ..analysis import analyse

    found = analyse(View.of(asked["view"]), Budget(seconds=asked["seconds"]), seed=asked["seed"])
    moves = [(move.move.text, round(move.chance, 4)) for move in found.moves[: asked["most"]]]
    return {"move": found.best.text if found.best else None, "chance": round(found.chance, 4), "moves": moves}


# -- after the game --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def jobs_in(text: str, nodes: int) -> Any:
    """The record, and all that is to be judged in it."""
    from ..analysis.reviewing import decisions_in

    record = Record.parse(text)
    return record, decisions_in(record, Budget(nodes=nodes))


def decisions(asked: dict[str, Any]) -> dict[str, Any]:
    """How many decisions there are to be judged."""
    return {"decisions": len(jobs_in(asked["record"], asked["nodes"])[1])}


def judge(asked: dict[str, Any]) -> dict[str, Any]:
    """One of them."""
    from ..analysis import decision

    return {"verdict": msgspec.to_builtins(decision.judge(jobs_in(asked["record"], asked["nodes"])[1][asked["decision"]]))}


def review(asked: dict[str, Any]) -> dict[str, Any]:
    """The review that comes of all verdicts."""
    from ..analysis.decision import Verdict
    from ..analysis.reviewing import reviewed
    from .reviews import review_dict

    record = jobs_in(asked["record"], asked["nodes"])[0]
    verdicts = msgspec.convert(asked["verdicts"], list[Verdict])
    return {"review": review_dict(reviewed(record, verdicts, Budget(nodes=asked["nodes"])), record)}


def serve_forever() -> None:
    """What the process runs."""
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    serve(Thinker().answer)
