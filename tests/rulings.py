"""What the tests of the rulings share: the list, the marks on the tests, and short readings of a position's text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from marchstone.position import Position

Test = TypeVar("Test", bound=Callable[..., Any])

# for every id that a test names, the tests that show it
SHOWN: dict[str, list[str]] = {}
FIELDS = ("preset", "turn", "phase", "fronts", "hands", "piles")


def listed() -> list[tuple[str, str]]:
    """The rulings of `rulings.txt`: id and sentence."""
    lines = Path(__file__).with_name("rulings.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(": ", 1) for line in lines if line and not line.startswith("#"))
    return [(name, sentence) for name, sentence in pairs]


def ruling(*ids: str) -> Callable[[Test], Test]:
    """Mark a test with the rulings that it shows."""

    def mark(test: Test) -> Test:
        for name in ids:
            SHOWN.setdefault(name, []).append(test.__name__)
        return test

    return mark


def table(names: str, rows: Iterable[tuple[Any, ...]]) -> Callable[[Test], Any]:
    """One run of the test for each row; a row begins with the ids that it shows, separated by spaces."""
    listed_rows = list(rows)

    def mark(test: Test) -> Any:
        for row in listed_rows:
            ruling(*row[0].split())(test)
        values = [pytest.param(*row[1:], id=f"{row[0].replace(' ', '+')}-{place}") for place, row in enumerate(listed_rows)]
        return pytest.mark.parametrize(names, values)(test)

    return mark


def at(text: str) -> Position:
    """A position that is set up quickly: the cards that do not matter lie nowhere."""
    return Position.parse(text, check=False)


def split(moves: str) -> list[str]:
    """Moves from a text in which commas separate them."""
    return moves.split(", ") if moves else []


def after(text: str, moves: str) -> Position:
    """The position after some moves, each of which must be legal."""
    position = at(text)
    for move in split(moves):
        assert move in position.legal_moves, f"{move} is not legal in {position.text}"
        position = position.apply(move)
    return position


def legal(position: Any) -> set[str]:
    """The legal moves, as texts."""
    return {str(move) for move in position.legal_moves}


def verbs(position: Any) -> set[str]:
    """The first words of the legal moves."""
    return {move.split()[0] for move in legal(position)}


def places(position: Any, start: str) -> str:
    """Where the legal moves that begin so lead, or what they take: what follows, in order, with spaces between."""
    return " ".join(sorted(move.removeprefix(f"{start} ") for move in legal(position) if move.startswith(f"{start} ")))


def word(position: Any, name: str) -> str:
    """One word of the position's text by its name, or the value of a key; empty if the key is not there."""
    words = position.text.split(" ")
    return (dict(zip(FIELDS, words)) | dict(key.split("=", 1) for key in words[len(FIELDS) :])).get(name, "")


def front(position: Any, number: int) -> str:
    """A front as the position's text has it."""
    return word(position, "fronts").split("/")[number - 1]


def hand(position: Any, seat: int) -> str:
    """A hand as the position's text has it."""
    return word(position, "hands").split(":")[seat]


def pile(position: Any, kind: int) -> str:
    """A pile as the position's text has it: the number cards are 0, the Tactic cards 1."""
    return word(position, "piles").split(":")[kind]


def cards(position: Any, name: str) -> set[str]:
    """The cards under a key, in no order."""
    return set(word(position, name).split(",")) - {""}


def claims(position: Position, number: int) -> bool:
    """Whether the front can be claimed now: the list of moves and the explanation must agree."""
    holds = position.explain_claim(number).holds
    assert holds == (f"claim {number}" in position.legal_moves), position.text
    return holds
