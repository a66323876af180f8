"""Many games between players, on several cores, counted as they come and stopped when there are enough.

Deals count in their order, up to the first one that is not finished: so neither the number of workers nor the moment at which
one looks changes what a sequential test decides.
"""

from __future__ import annotations

import selectors
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from ..players.channel import Channel, ChannelError
from ..players.process import ForfeitError, ProcessPlayer
from .folder import Folder
from .plan import ArenaError, GameId
from .ratings import NONE, Counts, Sprt, counts_of
from .referee import Referee, Result, task_for

REFEREE = Referee.__module__
TICK = 0.5  # seconds between two looks at the clock
ANSWERING = 30.0  # seconds for the rest of an answer that has begun
ATTEMPTS = 3
TRIAL_SEED = 2**32 - 1  # as large as any that a game will have


@dataclass
class Standing:
    """What is counted of a pairing so far."""

    pairing: tuple[int, int]
    deals: int
    sprt: Sprt | None = None
    results: dict[GameId, Result] = field(default_factory=dict)
    counted: int = 0  # deals from the first on of which both games are there
    counts: Counts = NONE
    tally: tuple[int, int, int] = (0, 0, 0)  # games won, drawn, lost by the first player
    verdict: str | None = None

    def add(self, game: GameId, result: Result) -> None:
        """One more game; it counts when all deals before it do."""
        self.results[game] = result
        while not self.finished and (scores := self._scores(self.counted)) is not None:
            self.counted += 1
            self.counts = added(self.counts, counts_of([sum(scores)]))
            self.tally = added(self.tally, tuple(scores.count(score) for score in (1, 0.5, 0)))
            self.verdict = self.sprt.verdict(self.counts) if self.sprt else None

    @property
    def finished(self) -> bool:
        """Whether there are enough games."""
        return self.verdict is not None or self.counted >= self.deals

    @property
    def games(self) -> list[Result]:
        """The games that count, in order."""
        both = ((GameId(self.pairing, deal, False), GameId(self.pairing, deal, True)) for deal in range(self.counted))
        return [self.results[game] for pair in both for game in pair]

    def _scores(self, deal: int) -> tuple[float, float] | None:
        first, second = (self.results.get(GameId(self.pairing, deal, swapped)) for swapped in (False, True))
        return (first.score, second.score) if first and second else None


def added(left: Any, right: Any) -> Any:
    """Two rows of numbers, place by place."""
    return tuple(map(sum, zip(left, right)))


@dataclass
class Seat:
    """A place for one referee's process, and what it is doing."""

    channel: Channel | None = None
    game: GameId | None = None

    def close(self) -> None:
        """End the process, and so its players."""
        if self.channel is not None:
            self.channel.close()
        self.channel = self.game = None


class Crew:
    """Referees at work: `put` gives one a game, `wait` gives the results that have come."""

    def __init__(self, folder: Folder, workers: int) -> None:
        self._folder = folder
        self._seats = [Seat() for _ in range(workers)]
        self._failed: dict[GameId, int] = {}

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        for seat in self._seats:
            seat.close()

    @property
    def busy(self) -> list[Seat]:
        """Those at work."""
        return [seat for seat in self._seats if seat.game is not None]

    @property
    def has_room(self) -> bool:
        """Whether one is free."""
        return any(seat.game is None for seat in self._seats)

    def put(self, game: GameId) -> None:
        """Give a game to one who is free."""
        self._begin(next(seat for seat in self._seats if seat.game is None), game)

    def wait(self) -> list[tuple[GameId, Result]]:
        """The results that came within a moment. A referee who died gives the game to a new one."""
        done = []
        with selectors.DefaultSelector() as selector:
            for seat in self.busy:
                assert seat.channel is not None
                selector.register(seat.channel.fileno(), selectors.EVENT_READ, seat)
            for key, _ in selector.select(TICK):
                done += self._receive(key.data)
        return done

    def abandon(self) -> None:
        """Stop all games in play: they are not needed any more."""
        for seat in self.busy:
            seat.close()

    def _begin(self, seat: Seat, game: GameId) -> None:
        seat.channel = seat.channel or Channel(REFEREE)
        seat.game = game
        try:
            seat.channel.send(task_for(self._folder.setup, game, self._folder.record_path(game)))
        except ChannelError as problem:
            self._again(seat, problem)

    def _receive(self, seat: Seat) -> list[tuple[GameId, Result]]:
        assert seat.channel is not None and seat.game is not None
        try:
            reply: dict[str, Any] = seat.channel.receive(ANSWERING)
        except ChannelError as problem:
            self._again(seat, problem)
            return []
        if "failed" in reply:
            code, message = reply["failed"]
            raise ArenaError(code, message)
        game, seat.game = seat.game, None
        return [(game, Result.from_dict(reply))]

    def _again(self, seat: Seat, problem: ChannelError) -> None:
        game = seat.game
        assert game is not None
        seat.close()
        self._failed[game] = self._failed.get(game, 0) + 1
        if self._failed[game] >= ATTEMPTS:
            raise ArenaError("arena.referee", f"the referee of game {game.name} died {ATTEMPTS} times ({problem})")
        self._begin(seat, game)


class Arena:
    """Plays what is still to be played in a folder, and keeps the standings. `listen` is called now and then."""

    def __init__(self, folder: Folder, workers: int = 1, listen: Callable[[Arena], None] | None = None) -> None:
        setup = folder.setup
        self.folder, self.setup, self.workers = folder, setup, workers
        self.programme = folder.programme
        self._listen = listen or (lambda arena: None)
        sprt = Sprt(*setup.sprt) if setup.sprt else None
        self.standings = {pairing: Standing(pairing, setup.deals, sprt) for pairing in setup.pairings}
        for game, result in sorted(folder.results.items()):
            if game.pairing in self.standings:
                self.standings[game.pairing].add(game, result)
        self.found = sum(standing.counted * 2 for standing in self.standings.values())

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return all(standing.finished for standing in self.standings.values())

    def try_players(self) -> None:
        """Start each player once, so that one that cannot play is refused before the first game, and all is compiled."""
        for spec in dict.fromkeys(self.setup.players):
            with ProcessPlayer(spec, self.setup.preset) as player:
                try:
                    player.start(TRIAL_SEED)
                except ForfeitError as problem:
                    raise ArenaError("arena.player", f"the player {spec} {problem.message}") from None

    def run(self) -> None:
        """Play to the end. Whatever stops it, every game that is finished has been kept."""
        with Crew(self.folder, self.workers) as crew:
            for standing in self.standings.values():
                self._play(crew, standing)

    def _play(self, crew: Crew, standing: Standing) -> None:
        missing: Iterator[GameId] = (game for game in self.setup.games_of(standing.pairing) if game not in standing.results)
        while not standing.finished:
            while crew.has_room and (game := next(missing, None)) is not None:
                crew.put(game)
            for game, result in crew.wait():
                self.folder.add(game, result)
                standing.add(game, result)
            self._listen(self)
        crew.abandon()
