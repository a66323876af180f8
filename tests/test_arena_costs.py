"""What the choices of players cost, as an arena counts it: time, and memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from marchstone import MarchstoneError
from marchstone.match import table
from marchstone.match.plan import GameId, Setup
from marchstone.match.referee import Result
from marchstone.match.report import p99_of, text_of, thought_line
from marchstone.players.base import Budget
from tests import players as failing
from tests.players import spec
from tests.test_arena import PAIRING, play, won


def test_a_choice_is_late_beyond_the_budget_and_a_tenth_of_a_second() -> None:
    clock = table.Clock()
    for seconds in (0.0004, 0.3, 0.3001, 0.31):
        clock.add(seconds, Budget(seconds=0.2))
    assert (clock.asked, clock.slowest, clock.late) == (4, 0.31, 2) and clock.times == {1: 1, 300: 1, 301: 1, 310: 1}


@pytest.mark.parametrize(
    ("times", "p99"),
    [
        ([], None),
        ([()], None),
        ([((7, 1),)], 0.007),
        ([((1, 98), (50, 1))], 0.05),
        ([((1, 99), (50, 1))], 0.001),
        ([((1, 60), (50, 1)), ((1, 39), (2, 1), (50, 1))], 0.05),
        ([((1, 197), (3, 1), (9, 2))], 0.003),
    ],
)
def test_in_what_time_99_of_100_choices_were_made(times: list[Any], p99: float | None) -> None:
    """As by sorting all: the smallest time that at least 99 in 100 did not exceed."""
    assert p99_of(times) == p99
    plain = sorted(milliseconds for some in times for milliseconds, number in some for _ in range(number))
    if plain:
        enough = next(one for one in plain if 100 * sum(other <= one for other in plain) >= 99 * len(plain))
        assert p99 == enough / 1000


def test_times_and_memory_in_the_result(tmp_path: Path) -> None:
    result = play(tmp_path / "arena", Setup("stones-tiny", ("random", spec(failing.Illegal)), 4))
    thinking = result["pairings"][0]["thinking"]
    assert all(thought["seconds"] <= thought["p99"] <= thought["slowest"] for thought in thinking)
    if Path("/proc/self/status").exists():
        assert 5e6 < thinking[0]["memory"] < 1e9
    assert thinking[1]["memory"] is None  # its process was ended with every game
    lines = [line for line in text_of(result, "en") if "a choice" in line]
    assert len(lines) == 2 and all(", p99 " in line for line in lines) and "memory" not in lines[1]
    thinking[0] |= {"memory": 123_456_789, "p99": None}
    said = {language: thought_line(thinking[0], language == "fr") for language in ("en", "fr")}
    assert "p99 ? ms" in said["en"] and said["en"].endswith("; memory at most 123 MB")
    assert "p99 ? ms" in said["fr"] and said["fr"].endswith("; mémoire au plus 123 Mo")


def test_results_of_earlier_versions_say_nothing_of_times() -> None:
    data = won(GameId(PAIRING, 0, False), 1).to_dict()
    old = {key: value for key, value in data.items() if key not in ("times", "memory")}
    assert Result.from_dict(json.loads(json.dumps(old))) == Result.from_dict(json.loads(json.dumps(data)))
    damaged: list[dict[str, Any]] = [{"times": times} for times in ([[]], [[[1, 2, 3]], []], [[["1", 2]], []])]
    for broken in [*damaged, {"memory": [1]}, {"memory": ["1", 2]}]:
        with pytest.raises(MarchstoneError, match="no result"):
            Result.from_dict(data | broken)
