"""Every ruling of `rulings.txt` is shown by a test, and no test names another one."""

from __future__ import annotations

import importlib
from pathlib import Path

from tests.rulings import SHOWN, listed

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("test_rulings_*.py"))


def shown() -> dict[str, list[str]]:
    """The marks of all tests of rulings, whichever of them were collected."""
    for name in MODULES:
        importlib.import_module(f"tests.{name}")
    return SHOWN


def test_every_ruling_is_shown_by_a_test() -> None:
    assert [name for name, _ in listed() if name not in shown()] == []


def test_every_mark_is_a_ruling() -> None:
    assert sorted(set(shown()) - {name for name, _ in listed()}) == []


def test_marks_are_on_tests() -> None:
    assert [test for tests in shown().values() for test in tests if not test.startswith("test_")] == []


def test_rulings_are_told_apart() -> None:
    names = [name for name, _ in listed()]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_rulings_are_sentences() -> None:
    assert [name for name, sentence in listed() if not sentence.endswith(".")] == []
