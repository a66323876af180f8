"""Perft on fixed positions: the counts of tests/perft.txt, by the core of both targets and by the oracle.

If a rule has changed on purpose, write the file anew with `python -m tests.perft` and read what has changed in it.
"""

from __future__ import annotations

import pytest

from marchstone.core import layout as lay
from marchstone.core.presets import NAMES, PRESETS
from marchstone.position import Position
from tests.perft import FILE, HEAD, RUSES, Line, lines, perft, perft_by_oracle, positions

LINES = lines()
INTERPRETED, BY_ORACLE = 2000, 700  # the largest counts that are quick enough
EVERY_LINE = pytest.mark.parametrize("line", [pytest.param(line, id=f"{line.name}-{n}") for n, line in enumerate(LINES)])
AGAIN = "if this is meant to be so, write tests/perft.txt anew: python -m tests.perft"


@EVERY_LINE
def test_compiled(line: Line) -> None:
    assert [perft("cpu", line.state, depth + 1) for depth in range(len(line.counts))] == list(line.counts), AGAIN


@EVERY_LINE
def test_interpreted(line: Line) -> None:
    for depth, count in enumerate(line.counts, 1):
        if count <= INTERPRETED:
            assert perft("python", line.state, depth) == count, AGAIN


@EVERY_LINE
def test_the_oracle_agrees(line: Line) -> None:
    """At least two moves deep, and further where there are few."""
    for depth, count in enumerate(line.counts, 1):
        if depth <= 2 or count <= BY_ORACLE:
            assert perft_by_oracle(line.state, depth) == count


@pytest.mark.deep
@EVERY_LINE
def test_the_oracle_agrees_to_the_end(line: Line) -> None:
    for depth, count in enumerate(line.counts, 1):
        assert perft_by_oracle(line.state, depth) == count


def test_nothing_and_one_move() -> None:
    """No move can be made in one way; and the last counts of a depth are those of the positions one move on."""
    for line in LINES:
        assert perft("python", line.state, 0) == 1
        position = Position(line.text)
        after = [perft("cpu", position.apply(move).state, len(line.counts) - 1) for move in position.legal_moves]
        assert len(after) == line.counts[0] and sum(after) == line.counts[-1]


# -- the file --------------------------------------------------------------------------------------------------------------


def test_the_file_is_what_its_module_writes() -> None:
    """Its head, its positions in this order, nothing twice."""
    assert FILE.read_text(encoding="utf-8").startswith(HEAD)
    assert [line.text for line in LINES] == [text for name in NAMES for _, text in positions(name)]
    assert len({line.text for line in LINES}) == len(LINES)


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_is_there(name: str) -> None:
    """A fresh deal and positions from the middle of a game, in which ruses are under way where the preset has them."""
    states = [line.state for line in LINES if line.name == name]
    assert states[0][lay.PHASE] == lay.TO_PLAY and not any(states[0][lay.SIDES : lay.PRESET])
    assert all(any(state[lay.SIDES : lay.PRESET]) for state in states[1:]) and len(states) > 1
    preset = PRESETS[NAMES.index(name)]
    for label, wanted in RUSES[preset.game].items():
        assert any(wanted(state) for state in states) == preset.tactics, label
