"""How strong: Elo and intervals by maximum likelihood, and the sequential test, all on pairs of games.

A deal is played twice with seats swapped, and its luck is in both games, so the pair is what is counted: the score of one player
in a pair is 0, 1/2, 1, 3/2 or 2. The five counts are a sample of a distribution of which nothing else is assumed. The likelihood
of a mean score s is that of the likeliest distribution with this mean; intervals and the test compare such likelihoods.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Counts = tuple[float, float, float, float, float]
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair, as a share of what there was to win
NONE: Counts = (0, 0, 0, 0, 0)
UNSEEN = 1e-3  # a result that has not come up yet is not impossible
NEARLY = 1e-6  # as far as scores are told from none and all
CHI_SQUARE = 3.841458820694124  # 95 % of a chi-square of one degree
NORMAL = 1.959963984540054
ERROR = 0.05  # of the sequential test, either way
PER_ELO = math.log(10) / 400


def expected(elo: float) -> float:
    """The score that a difference in Elo promises.

    >>> round(expected(0), 3), round(expected(100), 3), round(expected(-400), 3)
    (0.5, 0.64, 0.091)
    """
    return 1 / (1 + math.exp(-elo * PER_ELO))


def elo_of(score: float) -> float:
    """The difference in Elo that a score stands for; without bounds at 0 and 1.

    >>> round(elo_of(0.75), 1), elo_of(1.0)
    (190.8, inf)
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return math.log(score / (1 - score)) / PER_ELO


def counts_of(pairs: Iterable[float]) -> Counts:
    """How often each score came, from the points of pairs: 0 to 2.

    >>> counts_of([2, 1.5, 2, 0])
    (1, 0, 0, 1, 2)
    """
    counts = [0, 0, 0, 0, 0]
    for points in pairs:
        counts[round(2 * points)] += 1
    return tuple(counts)  # type: ignore[return-value]


def mean_of(counts: Counts) -> float:
    """The mean score, as a share; a half before the first pair."""
    number = sum(counts)
    return sum(map(float.__mul__, map(float, counts), SCORES)) / number if number else 0.5


# -- likelihood ------------------------------------------------------------------------------------------------------------


def likelihood(counts: Counts, score: float) -> float:
    """The logarithm of the likelihood of a mean score.

    Among distributions with this mean the likeliest gives result i the weight n_i / (N (1 + t (a_i - s))), where t makes the
    mean right; there is just one such t that leaves all weights positive.
    """
    seen = [count or UNSEEN for count in counts]
    away = [value - score for value in SCORES]
    t = tilt(seen, away)
    total = sum(seen)
    return sum(count * math.log(count / (total * (1 + t * distance))) for count, distance in zip(seen, away))


def tilt(seen: Sequence[float], away: Sequence[float]) -> float:
    """Where the sum of n_i d_i / (1 + t d_i) is zero; it falls all the way between the poles."""
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(64):
        t = (low + high) / 2
        slope = sum(count * distance / (1 + t * distance) for count, distance in zip(seen, away))
        low, high = (t, high) if slope > 0 else (low, t)
    return (low + high) / 2


def smoothed_mean(counts: Counts) -> float:
    """The mean where the likelihood is highest."""
    seen: Any = tuple(count or UNSEEN for count in counts)
    return mean_of(seen)


def interval(counts: Counts) -> tuple[float, float]:
    """The mean scores that lie within 95 %: those not too unlikely beside the likeliest."""
    top = smoothed_mean(counts)
    if not sum(counts):
        return 0.0, 1.0
    floor = likelihood(counts, top) - CHI_SQUARE / 2
    return edge(counts, floor, top, NEARLY), edge(counts, floor, top, 1 - NEARLY)


def edge(counts: Counts, floor: float, inside: float, outside: float) -> float:
    """Where the likelihood falls below the floor on the way outside."""
    for _ in range(36):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if likelihood(counts, middle) >= floor else (inside, middle)
    return (inside + outside) / 2


@dataclass(frozen=True)
class Estimate:
    """What pairs tell of two players: the score of the first as a share, Elo, 95 % intervals, the chance that it is stronger."""

    counts: Counts
    score: float
    score_interval: tuple[float, float]
    elo: float
    elo_interval: tuple[float, float]
    superiority: float

    @classmethod
    def of(cls, counts: Counts) -> Estimate:
        """From the counts of pair scores.

        >>> estimate = Estimate.of((10, 0, 60, 0, 30))
        >>> estimate.score, [round(score, 3) for score in estimate.score_interval]
        (0.6, [0.54, 0.659])
        """
        score = mean_of(counts)
        low, high = interval(counts)
        low, high = 0.0 if score == 0 else low, 1.0 if score == 1 else high
        return cls(counts, score, (low, high), elo_of(score), (elo_of(low), elo_of(high)), superiority(counts))


def superiority(counts: Counts) -> float:
    """The likelihood of superiority: how sure one may be that the first player is the stronger one."""
    if not sum(counts):
        return 0.5
    top = smoothed_mean(counts)
    distance = math.sqrt(max(0.0, 2 * (likelihood(counts, top) - likelihood(counts, 0.5))))
    return 0.5 * (1 + math.erf(math.copysign(distance, top - 0.5) / math.sqrt(2)))


# -- the sequential test ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sprt:
    """Is the first player stronger by elo0 or by elo1? Looked at after every pair; wrong in 5 % of cases either way.

    >>> test = Sprt(0, 20)
    >>> test.verdict((100, 0, 300, 0, 200)), test.verdict((10, 0, 30, 0, 11)), test.verdict((400, 0, 600, 0, 400))
    ('elo1', None, 'elo0')
    """

    elo0: float
    elo1: float

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios of likelihoods, as logarithms, at which the test ends."""
        upper = math.log((1 - ERROR) / ERROR)
        return -upper, upper

    def ratio(self, counts: Counts) -> float:
        """How much likelier elo1 is than elo0, as a logarithm."""
        if not sum(counts):
            return 0.0
        return likelihood(counts, expected(self.elo1)) - likelihood(counts, expected(self.elo0))

    def verdict(self, counts: Counts) -> str | None:
        """What is accepted, if something is."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


# -- more than two players -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """A player's Elo above the first player of the list, with its 95 % interval."""

    elo: float
    interval: tuple[float, float]


def ratings(players: int, results: Mapping[tuple[int, int], Counts]) -> list[Rating]:
    """Elo of all players at once, the first at 0: the likeliest by the logistic model, with intervals that take pairs as samples.

    Each pairing is given one pair more, half won and half lost, so that a player who wins everything gets a number. Players who
    are connected by no pairing have no ratings beside one another, which is an error of the caller.

    >>> [round(rating.elo) for rating in ratings(3, {(0, 1): (9, 0, 20, 0, 31), (1, 2): (0, 0, 20, 0, 0)})]
    [0, -131, -131]
    """
    import numpy as np

    weighed = {pair: np.add(counts, (0.5, 0, 0, 0, 0.5)) for pair, counts in results.items()}
    elo = np.zeros(players)
    for _ in range(200):
        slope, curve, spread = (np.zeros(shape) for shape in (players, (players, players), (players, players)))
        for (first, second), counts in weighed.items():
            score = expected((elo[first] - elo[second]) / PER_ELO)
            direction = np.zeros(players)
            direction[first], direction[second] = 1, -1
            away = np.array(SCORES) - score
            slope += direction * float(counts @ away)
            curve += np.outer(direction, direction) * float(counts.sum()) * score * (1 - score)
            spread += np.outer(direction, direction) * float(counts @ away**2)
        step = np.zeros(players)
        step[1:] = np.linalg.solve(curve[1:, 1:], slope[1:])
        elo += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    inverse = np.linalg.inv(curve[1:, 1:])
    errors = np.sqrt(np.diag(inverse @ spread[1:, 1:] @ inverse))
    return [Rating(0.0, (0.0, 0.0)), *(rating(float(value), float(error)) for value, error in zip(elo[1:], errors))]


def rating(value: float, error: float) -> Rating:
    """From natural units, with the standard error."""
    return Rating(value / PER_ELO, ((value - NORMAL * error) / PER_ELO, (value + NORMAL * error) / PER_ELO))
