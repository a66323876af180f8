"""Ratings: known figures, intervals that hold what they promise, a sequential test that errs as seldom as it says."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from marchstone.match.ratings import (
    NONE,
    SCORES,
    Counts,
    Estimate,
    Sprt,
    counts_of,
    elo_of,
    expected,
    interval,
    likelihood,
    mean_of,
    ratings,
    superiority,
)


def drawn(weights: Sequence[float], number: int, chance: random.Random) -> Counts:
    """The counts of pairs that come with these chances."""
    return counts_of(2 * score for score in chance.choices(SCORES, weights, k=number))


def tilted(score: float) -> list[float]:
    """Chances of pair scores with this mean, spread as in real matches: won and lost together often, draws seldom."""
    win = max(0.7 * score, 2 * score - 0.98)
    split = 2 * (score - win)
    return [1 - win - split, 0.0, split, 0.0, win]


# -- one number for another ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elo", "score"), [(0, 0.5), (10, 0.51439), (100, 0.64006), (200, 0.75975), (400, 10 / 11), (-200, 0.24025)]
)
def test_elo_and_score(elo: float, score: float) -> None:
    assert expected(elo) == pytest.approx(score, abs=1e-5) and elo_of(expected(elo)) == pytest.approx(elo)


def test_elo_without_bounds() -> None:
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)


def test_counts() -> None:
    assert counts_of([0, 0.5, 1, 1.5, 2, 2, 1]) == (1, 1, 2, 1, 2)
    assert mean_of((1, 1, 2, 1, 2)) == pytest.approx(8 / 14) and mean_of(NONE) == 0.5


# -- likelihood ------------------------------------------------------------------------------------------------------------


def test_the_likelihood_is_highest_at_the_mean() -> None:
    counts = (12.0, 3.0, 40.0, 5.0, 25.0)
    top = mean_of(counts)
    by_hand = sum(count * math.log(count / sum(counts)) for count in counts)
    assert likelihood(counts, top) == pytest.approx(by_hand, abs=1e-9)
    falling = [likelihood(counts, top + step / 50) for step in range(12)]
    assert falling == sorted(falling, reverse=True) and len(set(falling)) == 12


def test_the_likelihood_against_all_distributions() -> None:
    """Of three possible results a distribution with a given mean has one free number, so all can be tried."""
    counts, score = (10.0, 0.0, 20.0, 0.0, 30.0), 0.55
    best = max(
        10 * math.log(low) + 20 * math.log(middle) + 30 * math.log(high)
        for low in (step / 20_000 for step in range(1, 9000))
        if (high := score - (middle := 2 * (1 - score - low)) / 2) > 0 and middle > 0
    )
    assert likelihood(counts, score) == pytest.approx(best, abs=0.05)


@pytest.mark.parametrize("number", [10, 100, 1000])
def test_nothing_but_wins(number: int) -> None:
    """The chance of a result other than a win is at most what would have stayed unseen with 5 %, two-sided: 1.92 / n."""
    low, high = interval((0, 0, 0, 0, number))
    assert low == pytest.approx(math.exp(-1.9207 / number), rel=2e-3) and high > 1 - 0.01 / number
    estimate = Estimate.of((0, 0, 0, 0, number))
    assert estimate.score_interval[1] == 1 and estimate.elo == estimate.elo_interval[1] == math.inf
    assert estimate.elo_interval[0] == pytest.approx(elo_of(low)) and estimate.superiority > 0.99
    mirrored = Estimate.of((number, 0, 0, 0, 0))
    assert mirrored.score_interval == pytest.approx((0, 1 - low), abs=1e-4) and mirrored.elo == -math.inf


def test_no_pair_tells_nothing() -> None:
    estimate = Estimate.of(NONE)
    assert (estimate.score, estimate.superiority, estimate.score_interval) == (0.5, 0.5, (0, 1))


def test_the_interval_of_many_pairs_is_the_usual_one() -> None:
    counts = (100, 20, 200, 30, 150)
    scores = [score for score, count in zip(SCORES, counts) for _ in range(count)]
    mean = sum(scores) / 500
    error = math.sqrt(sum((score - mean) ** 2 for score in scores)) / 500
    low, high = interval(counts)
    assert (low, high) == pytest.approx((mean - 1.96 * error, mean + 1.96 * error), abs=5e-4)


def test_swapped_deals_count_as_one() -> None:
    """Games whose luck the swap cancels tell more than as many that are won or lost in pairs."""
    split, together = interval((5, 0, 90, 0, 5)), interval((50, 0, 0, 0, 50))
    assert split[1] - split[0] < (together[1] - together[0]) / 2.5


def test_both_players_are_treated_alike() -> None:
    counts = (13.0, 2.0, 31.0, 7.0, 29.0)
    there, back = Estimate.of(counts), Estimate.of(counts[::-1])  # type: ignore[arg-type]
    assert there.elo == pytest.approx(-back.elo) and there.superiority == pytest.approx(1 - back.superiority)
    assert there.elo_interval == pytest.approx([-elo for elo in reversed(back.elo_interval)], abs=1e-3)


def test_superiority() -> None:
    assert superiority((10, 0, 5, 0, 10)) == pytest.approx(0.5)
    # one standard error and two above equality
    assert superiority((225, 0, 50, 0, 256)) == pytest.approx(0.921, abs=0.01)
    assert superiority((0, 0, 0, 0, 3)) > 0.95 > superiority((0, 0, 0, 0, 1))


@pytest.mark.parametrize("score", [0.5, 0.62, 0.9])
def test_intervals_hold_what_they_promise(score: float) -> None:
    """95 % of them hold the truth: of 200, fewer than 180 would be bad luck of 1 in 400."""
    chance = random.Random(7)
    held = 0
    for _ in range(200):
        low, high = interval(drawn(tilted(score), 80, chance))
        held += low <= score <= high
    assert 180 <= held <= 199


# -- the sequential test ---------------------------------------------------------------------------------------------------


def decided(test: Sprt, score: float, chance: random.Random) -> tuple[str, int]:
    """What the test accepts, and after how many pairs."""
    counts = [0.0] * 5
    for number in range(1, 5000):
        counts[chance.choices(range(5), tilted(score))[0]] += 1
        verdict = test.verdict(tuple(counts))  # type: ignore[arg-type]
        if verdict:
            return verdict, number
    raise AssertionError("never decided")


@pytest.mark.parametrize(("elo", "right"), [(0, "elo0"), (90, "elo1")])
def test_the_sequential_test_seldom_errs(elo: float, right: str) -> None:
    """5 % of errors are promised: of 100 runs, more than 12 would be bad luck of 1 in 700."""
    chance, test = random.Random(3), Sprt(0, 90)
    runs = [decided(test, expected(elo), chance) for _ in range(100)]
    assert sum(verdict != right for verdict, _ in runs) <= 12
    assert 10 < sum(number for _, number in runs) / len(runs) < 150


def test_the_sequential_test_by_hand() -> None:
    """With wins and losses only, the ratio is that of two coins."""
    test, low, high = Sprt(0, 100), expected(0), expected(100)
    by_hand = 60 * math.log(high / low) + 40 * math.log((1 - high) / (1 - low))
    assert test.ratio((40, 0, 0, 0, 60)) == pytest.approx(by_hand, abs=0.02)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert test.ratio(NONE) == 0 and test.verdict(NONE) is None


def test_far_results_decide_at_once() -> None:
    assert Sprt(0, 50).verdict((0, 0, 0, 0, 60)) == "elo1" and Sprt(0, 50).verdict((60, 0, 0, 0, 0)) == "elo0"


# -- more than two players -------------------------------------------------------------------------------------------------


def test_ratings_of_two_are_their_difference() -> None:
    counts = (300.0, 100.0, 800.0, 200.0, 600.0)
    first, second = ratings(2, {(1, 0): counts})
    estimate = Estimate.of(counts)
    assert (first.elo, first.interval) == (0, (0, 0))
    assert second.elo == pytest.approx(estimate.elo, abs=0.1) and second.interval == pytest.approx(estimate.elo_interval, abs=0.3)


def test_a_chain_adds_up() -> None:
    counts = (100.0, 50.0, 300.0, 150.0, 400.0)
    one, two, three = ratings(4, {(1, 0): counts, (2, 1): counts, (3, 2): counts})[1:]
    assert (two.elo, three.elo) == pytest.approx((2 * one.elo, 3 * one.elo))
    widths = [rating.interval[1] - rating.interval[0] for rating in (one, two, three)]
    assert widths == pytest.approx([widths[0], widths[0] * math.sqrt(2), widths[0] * math.sqrt(3)])


def test_all_against_all_agree_with_the_truth() -> None:
    truth, chance = (0, 60, 150, 90), random.Random(1)
    games = {(i, j): drawn(tilted(expected(truth[i] - truth[j])), 2000, chance) for i in range(4) for j in range(i)}
    found = ratings(4, games)
    assert all(rating.interval[0] - 8 <= elo <= rating.interval[1] + 8 for rating, elo in zip(found, truth))
    assert [round(rating.elo / 30) for rating in found] == [0, 2, 5, 3]


def test_a_player_who_wins_everything_gets_a_number() -> None:
    first, second, third = ratings(3, {(1, 0): (0, 0, 0, 0, 500), (2, 1): NONE})
    assert first.elo == 0 and 800 < second.elo < 1500 and second.interval[0] > 500
    assert third.elo == pytest.approx(second.elo) and third.interval[1] - third.interval[0] > 1000
