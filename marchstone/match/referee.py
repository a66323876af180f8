"""One game of an arena, played and written down in a process of its own: a `Task` goes in, a `Result` comes out.

The referee keeps both players' processes from game to game. Its record is written under another name first, then renamed, read
again and replayed, so a file with its proper name is whole and true.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..errors import MarchstoneError
from ..machine import peak_memory
from ..players.base import Budget
from ..players.channel import serve
from ..players.process import ForfeitError, ProcessPlayer
from ..position import Position
from ..record import Record
from .plan import ArenaError, GameId, Setup
from .table import ENDLESS, FORFEIT, MOST_MOVES, Clock, Played, play_game

Ending = tuple[int | None, str, str | None]  # the winning seat, the reason, the forfeit
Times = tuple[tuple[int, int], ...]  # milliseconds, and how many choices took so long
Memory = tuple[int | None, int | None]
NO_CLOCKS = ((0, 0.0, 0.0, 0), (0, 0.0, 0.0, 0))
NO_TIMES: tuple[Times, Times] = ((), ())
NO_MEMORY: Memory = (None, None)


@dataclass(frozen=True)
class Result:
    """One finished game, seen from the first player of its pairing."""

    game: str
    score: float  # of the first player: 1, 0.5 or 0
    began: bool  # whether it made the first move; in walls: attacked
    reason: str
    moves: int
    record: str  # digest of the file
    forfeit: str | None = None  # why the loser lost, if not by the rules
    clocks: tuple[tuple[int, float, float, int], ...] = NO_CLOCKS  # of both players: choices, seconds, slowest, late
    times: tuple[Times, Times] = NO_TIMES
    memory: Memory = NO_MEMORY  # the most that each player's process has held, in bytes

    def __post_init__(self) -> None:
        texts = (self.game, self.reason, self.record, self.forfeit or "")
        sound = self.score in (0, 0.5, 1) and isinstance(self.began, bool) and isinstance(self.moves, int)
        if not sound or not all(isinstance(text, str) for text in texts) or not self._is_counted():
            raise ArenaError("arena.result", "this is no result of a game")

    def _is_counted(self) -> bool:
        """Whether clocks, times and memory are what they should be."""
        numbers = [number for clock in self.clocks for number in clock]
        whole = [number for times in self.times for pair in times for number in pair] + [one or 0 for one in self.memory]
        sizes = [len(clock) for clock in self.clocks] == [4, 4] and len(self.times) == len(self.memory) == 2
        pairs = all(len(pair) == 2 for times in self.times for pair in times)
        return sizes and pairs and all(isinstance(n, int | float) for n in numbers) and all(isinstance(n, int) for n in whole)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Result:
        """From plain values, as they stand in the log."""
        clocks = tuple(tuple(clock) for clock in data.get("clocks", NO_CLOCKS))
        times = tuple(tuple(tuple(pair) for pair in times) for times in data.get("times", NO_TIMES))
        return cls(**data | {"clocks": clocks, "times": times, "memory": tuple(data.get("memory", NO_MEMORY))})

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return asdict(self)


def digest_of(path: Path) -> str:
    """What tells a file from all others."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:32]


def result_from(
    game: GameId,
    record: Record,
    path: Path,
    ending: Ending,
    clocks: tuple[Clock, Clock] | None = None,
    memory: Memory = NO_MEMORY,
) -> Result:
    """What a record, which lies in this file, means for the pairing; clocks and memory by seat."""
    first_seat = int(game.swapped)
    winner, reason, forfeit = ending
    score = 0.5 if winner is None else float(winner == first_seat)
    seats = clocks or (Clock(), Clock())
    ours, theirs = seats[first_seat], seats[1 - first_seat]
    return Result(
        game.name,
        score,
        record.start.actor == first_seat,
        reason,
        len(record.moves),
        digest_of(path),
        forfeit,
        (row_of(ours), row_of(theirs)),
        (tuple(sorted(ours.times.items())), tuple(sorted(theirs.times.items()))),
        (memory[first_seat], memory[1 - first_seat]),
    )


def row_of(clock: Clock) -> tuple[int, float, float, int]:
    """What stands of a clock in a result."""
    return clock.asked, clock.seconds, clock.slowest, clock.late


def ending_of(record: Record) -> Ending:
    """Winner, reason and forfeit. A game that stopped midway for no reason has not ended."""
    final, forfeit = record.final, record.tags.get("Forfeit", "")
    if final.is_over:
        return final.winner, final.reason or "", None
    if forfeit[:3] in ("0: ", "1: "):
        return 1 - int(forfeit[0]), FORFEIT, forfeit[3:]
    if len(record.moves) >= MOST_MOVES:
        return None, ENDLESS, None
    raise ArenaError("arena.result", "this game was not finished")


def adopt(setup: Setup, game: GameId, path: Path) -> Result:
    """The result of a record that is there already, if it is this arena's and whole; else an error."""
    record = Record.load(path)
    tags = {name: value for name, value in record.tags.items() if name != "Forfeit"}
    if tags != setup.tags(game) or record.start != setup.deal(game):
        raise ArenaError("arena.result", "this is the record of another game")
    return result_from(game, record, path, ending_of(record))


# -- in the other process --------------------------------------------------------------------------------------------------


class Referee:
    """Answers tasks with results."""

    def __init__(self) -> None:
        self._players: dict[tuple[int, str, str, float], ProcessPlayer] = {}

    def answer(self, task: dict[str, Any]) -> dict[str, Any]:
        """Play a game. An error that is no player's fault is the arena's to report."""
        try:
            return self.play(task)
        except MarchstoneError as problem:
            return {"failed": [problem.code, str(problem)]}
        except OSError as problem:
            return {"failed": ["arena.system", f"a process or a file could not be made: {problem.strerror}"]}

    def play(self, task: dict[str, Any]) -> dict[str, Any]:
        """One game, its record and its result."""
        game, path = GameId.parse(task["game"]), Path(task["path"])
        assert game is not None
        start = Position(task["start"])
        players = self.seated(task, start.rules.name)
        played = self.between(task, start, players)
        path.parent.mkdir(exist_ok=True)
        played.record.save(path)
        if Record.load(path) != played.record:
            raise ArenaError("arena.record", f"{path} does not say what was written")
        ending = played.winner, played.reason, played.forfeit
        memory = memory_of(players[0]), memory_of(players[1])
        return result_from(game, played.record, path, ending, played.clocks, memory).to_dict()

    def between(self, task: dict[str, Any], start: Position, players: tuple[ProcessPlayer, ProcessPlayer]) -> Played:
        """Start both players, and let them play. One that does not start has lost."""
        budgets = Budget(**task["budgets"][0]), Budget(**task["budgets"][1])
        for seat, player in enumerate(players):
            try:
                player.start(task["seeds"][seat])
            except ForfeitError as problem:
                record = Record(start, (), {**task["tags"], "Forfeit": f"{seat}: {problem.message}"})
                return Played(record, 1 - seat, FORFEIT, None, problem.message)
        return play_game(start, players, budgets, task["tags"])

    def seated(self, task: dict[str, Any], preset: str) -> tuple[ProcessPlayer, ProcessPlayer]:
        """The processes of both players; those of earlier pairings are ended."""
        keys = [(place, spec, preset, task["grace"]) for place, spec in zip(task["places"], task["players"])]
        for key in set(self._players) - set(keys):
            self._players.pop(key).close()
        for key in keys:
            if key not in self._players:
                self._players[key] = ProcessPlayer(key[1], preset, grace=task["grace"])
        return self._players[keys[0]], self._players[keys[1]]


def memory_of(player: ProcessPlayer) -> int | None:
    """The most memory that a player's process has held since it began, if it is still there and the system says so."""
    return None if player.pid is None else peak_memory(player.pid)


def task_for(setup: Setup, game: GameId, path: Path) -> dict[str, Any]:
    """What a referee must know of a game."""
    return {
        "game": game.name,
        "path": str(path),
        "start": setup.deal(game).text,
        "places": list(game.seats),
        "players": [setup.players[player] for player in game.seats],
        "seeds": list(setup.seeds(game)),
        "budgets": [asdict(setup.budget_for(player)) for player in game.seats],
        "grace": setup.grace,
        "tags": setup.tags(game),
    }


def serve_forever() -> None:
    """What the process runs."""
    if "" not in sys.path:
        sys.path.append("")
    serve(Referee().answer)
