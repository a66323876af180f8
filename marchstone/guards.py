"""What arguments must be: everything that people call asks here, so that a wrong one is refused alike everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

from .core.layout import SEATS, WORDS, State
from .errors import MarchstoneError, TextError, WrongTypeError

LONGEST_SHOWN = 40


def shown(value: object) -> str:
    """A value inside a message: texts cut short and small numbers as they are, of everything else the type."""
    if value is None or isinstance(value, (bool, float)) or (isinstance(value, int) and abs(value) < 1 << 62):
        return repr(value)
    return repr(value[:LONGEST_SHOWN]) if isinstance(value, str) else f"of type {type(value).__name__}"


def check_type(value: object, kind: type | tuple[type, ...], code: str, what: str) -> None:
    """Refuse whatever is not of a type."""
    if not isinstance(value, kind):
        raise WrongTypeError(code, f"{what} cannot be {shown(value)}")


def check_number(value: object, code: str, what: str, least: int | None = None, most: int | None = None) -> int:
    """Refuse whatever is not a whole number, or out of range; True and False are none, numbers of NumPy are."""
    expected = "a whole number" if most is None else f"{least} to {most}"
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise WrongTypeError(code, f"{what} cannot be {shown(value)}", expected=expected) from None
    if isinstance(value, bool) or (least is not None and number < least) or (most is not None and number > most):
        raise WrongTypeError(code, f"{what} cannot be {shown(value)}", expected=expected)
    return number


def check_flag(value: object, what: str) -> None:
    """Refuse whatever is neither True nor False."""
    if value is not True and value is not False:
        raise WrongTypeError("flag.type", f"{what} cannot be {shown(value)}", expected="True or False")


def check_seat(seat: object) -> None:
    """Refuse whatever is not a seat."""
    check_number(seat, "seat.unknown", "a seat", 0, SEATS - 1)


def check_seed(seed: object) -> None:
    """Refuse whatever is not a seed; None leaves it to chance."""
    if seed is not None:
        check_number(seed, "seed.type", "a seed")


def check_choice(value: object, among: Sequence[str], code: str, what: str, kind: type[MarchstoneError] = TextError) -> None:
    """Refuse whatever is not one of some words."""
    if not isinstance(value, str) or value not in among:
        raise kind(code, f"there is no {what} {shown(value)}", expected=" or ".join(among))


def check_pair(pair: object, code: str, what: str) -> None:
    """Refuse whatever is not one text for each seat."""
    if not isinstance(pair, (tuple, list)) or len(pair) != SEATS or not all(isinstance(text, str) for text in pair):
        raise WrongTypeError(code, f"{what} cannot be {shown(pair)}", expected="two texts, one for each seat")


def items_of(values: Iterable[Any], code: str, what: str) -> list[Any]:
    """The items of a collection; a text is none."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise WrongTypeError(code, f"{what} cannot be {shown(values)}", expected="a list")
    return list(values)


def words_of(vector: Iterable[int]) -> State:
    """The words of a state or a view of the core, as Python's own numbers; what they say is not looked at."""
    try:
        words = list(map(index, vector))
    except TypeError:
        words = []
    if len(words) != WORDS:
        raise WrongTypeError("state.type", f"a state cannot be {shown(vector)}", expected=f"{WORDS} whole numbers")
    return words
