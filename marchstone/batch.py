"""Many games at random: on one core, on all cores, or on a GPU, always with the same results for the same seed."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from .cache import compiling
from .core.chance import MASK
from .core.presets import NAMES
from .core.random_play import TOTALS
from .errors import UnknownPresetError, UnknownTargetError
from .guards import check_choice, check_flag, check_number
from .targets import core

BATCH_TARGETS = ("python", "cpu", "cuda")
CHUNK = 1000  # games that a thread takes at a time
MOST_GAMES = 1 << 40
MOST_THREADS = 1024


@dataclass(frozen=True)
class Totals:
    """What a batch of games adds up to. The digest covers every word of every final state."""

    games: int
    decisions: int
    won0: int
    won1: int
    drawn: int
    digest: int


def play_many(
    preset: str, games: int, *, seed: int = 0, eager: bool = True, target: str = "cpu", threads: int | None = None
) -> Totals:
    """Play games at random; eager players claim whatever they can. The target changes the speed, never the result.

    >>> play_many("stones-tiny", 10, target="python") == play_many("stones-tiny", 10, target="cpu")
    True
    """
    check_choice(preset, NAMES, "preset.unknown", "preset", UnknownPresetError)
    check_choice(target, BATCH_TARGETS, "target.unknown", "target", UnknownTargetError)
    check_number(games, "batch.number", "the number of games", 0, MOST_GAMES)
    check_number(seed, "batch.number", "a seed")
    check_number(1 if threads is None else threads, "batch.number", "the number of threads", 1, MOST_THREADS)
    check_flag(eager, "eager")
    number = NAMES.index(preset)
    if target == "cuda":
        from .cuda import play_many_on_gpu

        return totals_of(games, play_many_on_gpu(number, seed & MASK, games, int(eager)))
    if target == "python":
        return totals_of(games, play_chunk(target, number, seed & MASK, 0, games, int(eager)))
    return totals_of(games, play_on_cores(number, seed & MASK, games, int(eager), threads or os.cpu_count() or 1))


def totals_of(games: int, numbers: list[int]) -> Totals:
    """The totals with names."""
    decisions, won0, won1, drawn, digest = numbers
    return Totals(games, decisions, won0, won1, drawn, digest & MASK)


def play_chunk(target: str, preset: int, seed: int, first: int, games: int, eager: int) -> list[int]:
    """Games number `first` and so on, one after the other, in this thread."""
    package = core(target)
    vectors = [package.vector(words) for words in (package.layout.WORDS, package.actions.LEGAL_WORDS, 1, TOTALS)]
    package.random_play.play_games(preset, seed, first, games, eager, *vectors)
    return [int(number) for number in vectors[-1]]


def play_on_cores(preset: int, seed: int, games: int, eager: int, threads: int) -> list[int]:
    """The same, in chunks on several threads: compiled code runs without Python's lock."""
    with compiling("random_play.play_games"):  # once, before the threads start
        play_chunk("cpu", preset, seed, 0, 0, eager)
    firsts = iter(range(0, games, CHUNK))
    sums, lock = [0] * TOTALS, threading.Lock()

    def work() -> None:
        for first in firsts:
            numbers = play_chunk("cpu", preset, seed, first, min(CHUNK, games - first), eager)
            with lock:
                sums[:] = [a + b for a, b in zip(sums, numbers)]

    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(work) for _ in range(threads)]:
            done.result()
    return sums
