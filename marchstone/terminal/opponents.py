"""Opponents and advisers: found when they are asked for, in processes of their own, so that none can harm the game at the table.

Whatever takes time runs beside the one who waits for it, so that Ctrl-C is heard at once. The levels and the analysis are
looked up by name: a game starts without loading a compiler, and level 1 can be played even where there is no engine.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, TypeVar

from ..cache import SEARCH, is_warm
from ..errors import MarchstoneError
from ..machine import cores
from ..move import Move
from ..players.base import Budget, Player
from ..players.process import ProcessPlayer
from ..players.random import RandomPlayer
from ..players.registry import MAKERS
from ..position import Position
from ..record import Record
from ..view import View
from .course import PlayError

LEVELS = range(1, 9)
THINKING = Budget(seconds=1.0)
ADVISING = Budget(seconds=2.0)
ADVISERS = (f"level:{max(LEVELS)}", "search", "greedy")
TICK = 0.05  # seconds between two looks at a thread
Result = TypeVar("Result")


def is_installed(spec: str) -> bool:
    """Whether a player's module is there; it is not loaded."""
    return find_spec(MAKERS[spec.partition(":")[0]][0]) is not None


def has_levels() -> bool:
    """Whether there is more than the random player."""
    return is_installed("level")


class Opponent:
    """A player that sits at the table, and comes back if it has fallen off its chair."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player, self.seed = player, seed
        self.ready = not isinstance(player, ProcessPlayer)
        self.starting: threading.Thread | None = None

    def start(self) -> Opponent:
        """Begin, if that is still to be done; the first time of all, much is compiled here."""
        if isinstance(self.player, ProcessPlayer) and not self.ready:
            self.player.start(self.seed)
            self.ready = True
        return self

    def start_aside(self) -> Opponent:
        """Begin while others do something else. What goes wrong will go wrong again when the first choice is asked for."""

        def begin() -> None:
            with suppress(MarchstoneError, OSError):
                self.start()

        self.starting = threading.Thread(target=begin, daemon=True)
        self.starting.start()
        return self

    def choose(self, view: View, budget: Budget = THINKING) -> Move:
        """One of the legal moves."""
        if self.starting:
            self.starting.join()
        self.start()
        try:
            return self.player.choose(view, view.legal_moves, budget)
        except Exception:
            self.ready = not isinstance(self.player, ProcessPlayer)
            raise

    def close(self) -> None:
        """End its process."""
        if isinstance(self.player, ProcessPlayer):
            self.player.close()
            self.ready = False


def opponent(preset: str, level: int, seed: int) -> Opponent:
    """The player of a level. Without an engine there is level 1 alone, which plays at random."""
    if has_levels():
        return Opponent(ProcessPlayer(f"level:{level}", preset), seed).start_aside()
    if level > 1:
        raise PlayError("play.level", f"level {level} is not installed", expected="level 1, which plays at random")
    return Opponent(RandomPlayer(seed), seed)


def adviser(preset: str, seed: int) -> Opponent | None:
    """The strongest player that starts, if any is better than chance."""
    for spec in ADVISERS:
        if is_installed(spec):
            player = Opponent(ProcessPlayer(spec, preset), seed)
            try:
                return player.start()
            except MarchstoneError:
                player.close()
    return None


def module(name: str) -> Any:
    """A module of the package that may be missing, or unable to load; then nothing."""
    try:
        return importlib.import_module(f"marchstone.{name}")
    except ImportError:
        return None


def can_review(preset: str) -> bool:
    """Whether there is an analysis; it is loaded, and the first time of all compiled, once for all the processes to come."""
    analysis = module("analysis")
    if analysis is None:
        return False
    if not is_warm(SEARCH, "engine"):
        analysis.analyse(Position.deal(preset, seed=1).view(0), Budget(nodes=1))
    return True


def reviewed(
    record: Record, names: tuple[str, str], ending: str, language: str, plain: bool, progress: Callable[[int, int], object]
) -> list[str]:
    """What the analysis says of a finished game, line by line, from as many processes as there are cores. Players have the names
    that they have at the table, and the end is told as it was there. To be called where an interrupt is heard: it ends those
    processes."""
    named = Record(record.start, record.moves, {**record.tags, "Seat0": names[0], "Seat1": names[1]})
    found = module("analysis").review(named, workers=cores(), progress=progress)
    lines: list[str] = replace(found, ending=(ending, ending)).lines(language, plain=plain)
    return lines


def in_background(work: Callable[[], Result], tick: Callable[[float], None] = lambda seconds: None) -> Result:
    """Do some work in a thread, and wait for it so that an interrupt is heard at once; `tick` is called with the time gone by."""
    results: list[Result] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=run, name="at work", daemon=True)
    thread.start()
    gone = 0.0
    while thread.is_alive():
        thread.join(TICK)
        gone += TICK
        tick(gone)
    if problems:
        raise problems[0]
    return results[0]


def still_at_work() -> bool:
    """Whether some work was left behind by an interrupt."""
    return any(thread.name == "at work" and thread.is_alive() for thread in threading.enumerate())
