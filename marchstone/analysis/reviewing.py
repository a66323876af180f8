"""The review of a record: the course of the chances, what every decision has cost, and the worst moves with their reasons.

Every decision is judged from what its seat could know. Decisions are shared out among processes, each of which loads the compiled
code once; which process does what changes nothing.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import pairwise
from multiprocessing import resource_tracker

from ..cards import LANGUAGES
from ..core.layout import SEATS
from ..errors import MarchstoneError, WrongTypeError
from ..game import Game
from ..guards import check_number
from ..move import Move
from ..phrases import Pair, seat_name
from ..position import Position
from ..record import Record
from .course import Decision, Mistake, Point, Review
from .decision import NOTABLE, Job, Verdict, judge
from .think import Cost, Limits
from .words import said

USUAL = Cost(nodes=2000)  # for each decision
SEAT_TEXTS = tuple(map(str, range(SEATS)))
WORST = 3  # moves of each seat that are told
MOST_WORKERS = 256
Progress = Callable[[int, int], object]
RESIGNED: Pair = ("{who} gave the game up: {other} wins.", "{who} a abandonné la partie : {other} gagne.")
FORFEITED: Pair = ("{who} lost by forfeit: {reason}.", "{who} a perdu par forfait : {reason}.")


class ReviewError(MarchstoneError, RuntimeError):
    """A review that could not be finished."""


def review(
    record: Record, budget: Limits = USUAL, *, workers: int = 1, seed: int = 0, progress: Progress | None = None
) -> Review:
    """Review a record; `progress` is told how many decisions are judged, and of how many.

    The budget is for each decision. In nodes, the same seed gives the same review whatever the number of workers. More than one
    worker means other processes: a script that asks for them needs `if __name__ == "__main__":`.
    """
    if not isinstance(record, Record):
        raise WrongTypeError("review.type", f"what is reviewed is a record, not {type(record).__name__}")
    number = check_number(workers, "review.workers", "a number of workers", 1, MOST_WORKERS)
    jobs = decisions_in(record, budget, seed)
    return reviewed(record, judged(jobs, number, progress or (lambda done, total: None)), budget, seed=seed)


def decisions_in(record: Record, budget: Limits = USUAL, seed: int = 0) -> list[Job]:
    """All that is to be judged in a record, so that somebody else can share it out; `reviewed` makes the review of it."""
    return list(jobs_of(record.game().positions, record.moves, Cost.of(budget), seed))


def reviewed(record: Record, found: Iterable[Verdict], budget: Limits = USUAL, *, seed: int = 0) -> Review:
    """The review of a record, from the verdicts on all its decisions, in any order."""
    game = record.game()
    positions = game.positions
    verdicts = {verdict.place: verdict for verdict in found}
    turns = turns_of(positions)
    decided = [place for place in sorted(verdicts) if place < len(record.moves)]
    decisions = [decision_of(positions[place], record.moves[place], turns[place], verdicts[place]) for place in decided]
    final = positions[-1]
    players = players_of(record)
    return Review(
        preset=final.rules.name,
        game=final.rules.game,
        players=players,
        result=record.result,
        reason=final.reason,
        resigned=resigned_in(record),
        ending=ending_of(record, game, players),
        nodes=budget.nodes,
        seconds=budget.seconds,
        seed=seed,
        curve=curve_of(positions, turns, verdicts),
        decisions=tuple(decisions),
        worst=worst_of(final.rules.game, decisions, verdicts),
    )


# -- what is to be judged --------------------------------------------------------------------------------------------------


def jobs_of(positions: Sequence[Position], moves: Sequence[Move], cost: Cost, seed: int) -> Iterator[Job]:
    """Every decision that was not forced, and the end of a game that goes on."""
    for place, position in enumerate(positions):
        move = moves[place].text if place < len(moves) else None
        if position.is_over or (move and len(position.legal_moves) == 1):
            continue
        seat, rules = position.actor, position.rules
        views = tuple(position.view(seat).vector), tuple(position.view(1 - seat).vector)
        yield Job(place, rules.name, rules.game, seat, *views, move, cost, seed + place)


def players_of(record: Record) -> Pair:
    """Who played; whoever played against himself is told apart."""
    one, other = record.tags.get("Seat0", ""), record.tags.get("Seat1", "")
    return one, f"{other}#2" if one == other != "" else other


def resigned_in(record: Record) -> int | None:
    """Which seat gave the game up, as the tag of a game in the terminal says; nothing if it ended by the rules, or goes on."""
    seat = record.tags.get("Resigned", "")
    return int(seat) if seat in SEAT_TEXTS and record.result == "*" else None


def forfeit_in(record: Record) -> tuple[int, str] | None:
    """Which seat lost by forfeit, and why, as the records of an arena have it."""
    seat, colon, reason = record.tags.get("Forfeit", "").partition(": ")
    return (int(seat), reason) if colon and seat in SEAT_TEXTS and record.result == "*" else None


def ending_of(record: Record, game: Game, players: Pair) -> Pair:
    """How the game ended, in both languages; nothing if it goes on."""
    if game.is_over:
        last = game.events()[-1:] if game.moves else []
        return (last[0].sentence("en", players), last[0].sentence("fr", players)) if last else ("", "")
    name, resigned, forfeit = game.rules.game, resigned_in(record), forfeit_in(record)
    if resigned is not None:
        return told(RESIGNED, resigned, name, players)
    return told(FORFEITED, forfeit[0], name, players, forfeit[1]) if forfeit else ("", "")


def told(pair: Pair, seat: int, game: str, players: Pair, reason: str = "") -> Pair:
    """A sentence about a seat, in both languages."""
    names = [(seat_name(seat, game, lang, players), seat_name(1 - seat, game, lang, players)) for lang in LANGUAGES]
    english, french = (said(pair, lang, who=who, other=other, reason=reason) for lang, (who, other) in zip(LANGUAGES, names))
    return english, french


def turns_of(positions: Sequence[Position]) -> list[int]:
    """The number of the record's line in which each position stands."""
    turns = [1]
    for before, after in pairwise(positions):
        turns.append(turns[-1] + (not after.is_over and after.actor != before.actor))
    return turns


# -- judging, in several processes -----------------------------------------------------------------------------------------


def judged(jobs: Sequence[Job], workers: int, progress: Progress) -> Iterator[Verdict]:
    """All verdicts, as they come."""
    progress(0, len(jobs))
    found = map(judge, jobs) if workers == 1 or len(jobs) < 2 else shared_out(jobs, min(workers, len(jobs)))
    for done, verdict in enumerate(found, 1):
        progress(done, len(jobs))
        yield verdict


def shared_out(jobs: Sequence[Job], workers: int) -> Iterator[Verdict]:
    """The same from other processes. They are started afresh: copies of a process with threads may hang."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=ignore_interrupts)
    try:
        with interrupts_held():
            futures = [pool.submit(judge, job) for job in jobs]
        for future in as_completed(futures):
            yield future.result()
    except BrokenProcessPool:
        raise ReviewError("review.worker", "a process that judged a decision has ended before it was done") from None
    except BaseException:  # an interrupt most of all: nobody waits for what is under way
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """An interrupt comes afterwards; the processes that are started meanwhile hear none, not even while they load."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which lets interrupts through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """An interrupt typed at the terminal is for the one that started the processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- putting it together ---------------------------------------------------------------------------------------------------


def decision_of(position: Position, move: Move, turn: int, verdict: Verdict) -> Decision:
    """A decision with what was found about it."""
    best = Move(verdict.best or move.text)
    return Decision(verdict.place, turn, position.actor, move, best, verdict.best_chance, verdict.played_chance)


def curve_of(positions: Sequence[Position], turns: Sequence[int], verdicts: dict[int, Verdict]) -> tuple[Point, ...]:
    """A point for every position; a forced move changes nothing that was not in store."""
    points: list[Point] = []
    for place, position in enumerate(positions):
        if position.is_over:
            chance = 0.5 if position.winner is None else 1.0 - position.winner
        elif place in verdicts:
            chance = verdicts[place].curve
        else:
            chance = points[-1].chance if points else 0.5
        points.append(Point(place, turns[place], chance))
    return tuple(points)


def worst_of(game: str, decisions: Sequence[Decision], verdicts: dict[int, Verdict]) -> tuple[Mistake, ...]:
    """The worst of both seats, numbered in the order of the game."""
    found = []
    for seat in range(SEATS):
        bad = [one for one in decisions if one.seat == seat and one.loss >= NOTABLE and verdicts[one.place].reason]
        found += sorted(bad, key=lambda one: (-one.loss, one.place))[:WORST]
    mistakes: list[Mistake] = []
    for decision in sorted(found, key=lambda one: one.place):
        reason = verdicts[decision.place].reason
        assert reason is not None
        mistakes.append(Mistake(len(mistakes) + 1, game, decision, reason))
    return tuple(mistakes)
