"""The golden games: they show everything there is to show, verify in the engine and, move by move, in the oracle.

What changes them changes the rules or the file format; `python -m tests.make_golden` writes them again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from marchstone.core.presets import NAMES
from marchstone.move import ACTION_NUMBERS
from marchstone.record import Record
from marchstone.targets import core
from tests.differential import Engine, oracle_of, play_in_both
from tests.make_golden import FOLDER, GAMES, everything, files, shown_by

PATHS = sorted(FOLDER.glob("*.txt"))
every_game = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def test_the_generator_writes_these_very_files() -> None:
    assert {path.name: path.read_bytes() for path in PATHS} == {path.name: text.encode() for path, text in files()}


def test_nothing_is_missing() -> None:
    """Every preset, Tactic card, ending, winner, phase and kind of move; and each game is there for something."""
    shown = {}
    for path in PATHS:
        record = Record.load(path)
        shown[path.stem] = shown_by(list(record.positions()), [move.text for move in record.moves])
    assert len(shown) == len(GAMES)
    assert everything() - set().union(*shown.values()) == set()
    for name, own in shown.items():
        others = set().union(*(seen for other, seen in shown.items() if other != name))
        assert (own - others) & everything(), f"{name} shows nothing that the others do not"


def test_what_there_is_to_see() -> None:
    """The list itself: ten presets, 21 Tactic cards, seven endings."""
    assert set(NAMES) < everything() and len(NAMES) == 10
    counted = {word: sum(f": {word} " in name for name in everything()) for word in ("played", "ends", "phase")}
    assert counted == {"played": 21, "ends": 7, "phase": 14}


@every_game
def test_the_engine_agrees(path: Path) -> None:
    record = Record.load(path)
    assert record.text == path.read_text(encoding="utf-8")
    assert record.game().position.is_over


@every_game
def test_the_oracle_agrees(path: Path) -> None:
    record, package = Record.load(path), core("python")
    engine = Engine(package, record.start.state)
    oracle = oracle_of(engine, record.start.rules.name)
    for number, move in enumerate(record.moves):
        assert engine.snapshot() == oracle.snapshot(), (number, move)
        assert set(engine.legal_texts()) == oracle.legal(), (number, move)
        assert ACTION_NUMBERS[engine.game][move.text] in engine.legal()
        play_in_both(engine, oracle, move.text)
    assert engine.snapshot() == oracle.snapshot()
    assert oracle.legal() == set() and engine.words() == record.final.state
