"""Broken texts: whatever is done to a valid one, it is read or refused with a reason, at once; and what passes can be played."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from marchstone.cards import TEXTS, Card
from marchstone.core.games import apply
from marchstone.core.presets import NAMES
from marchstone.errors import MarchstoneError
from marchstone.move import ALL_TEXTS, Move
from marchstone.position import Position
from marchstone.record import LONGEST, Record
from marchstone.targets import core
from marchstone.view import View
from tests.test_record_faults import SLOWEST, garbled, originals
from tests.walks import walk

LIMIT = 0.05  # seconds for one text
LONGEST_GAME = 200
SIGNS = "?*!%+-=:/,0123456789"
STRANGE = "\t\n\r\0\u00a0\u0661\u00b2é字\U0001f0cf\ud800'\"\\()[]{}~"
ALPHABET = SIGNS + STRANGE + "abcdefghijklmnopqrstuvwxyzR "
PIECE = re.compile(r"[a-z]+[0-9]*|\?[0-9]+t?|[0-9]+")
CARD = re.compile(r"(?<![a-z])(?:[roygbv](?:1[01]|[0-9])|joker[12]|spy|shield)(?![a-z0-9=])")
PHASES = ("over", "play", "take", "put", "recruit", "bury", "give", "close", "end")
KEYS = (
    *("left=1", "left=2", "left=3", "oil=0", "oil=1", "oiled=1", "quiet=0", "quiet=1", "passes=1", "passes=2", "actor=0"),
    *("actor=1", "from=1", "from=7", "from=9", "played=1:0", "played=1:1", "played=12:12", "jokers=1:0", "jokers=1:1"),
    *("fresh=1:0:0:0", "fresh=60:60:60:60", "buried=0:2:0", "buried=1:1:1", "key=1", "key=3fffffffffffffff", "result=0"),
    *("result=draw", "reason=full", "reason=deck", "view=0", "view=1", "known=r1:", "given=:r1", "returned=r1,b5"),
)

Mutator = Callable[[str, random.Random], str]


@cache
def valid_positions() -> tuple[str, ...]:
    """Positions and views of random games, of every preset and phase alike."""
    found: dict[tuple[str, str, bool], list[str]] = {}
    rng = random.Random("valid")
    for name in NAMES:
        for deal in range(16):
            for step in walk(core("cpu"), name, deal):
                key = name, Position.of(step.engine.words()).phase
                if rng.random() < 0.15 or len(found.get((*key, False), ())) < 3:
                    position = Position.of(step.engine.words())
                    found.setdefault((*key, False), []).append(position.text)
                    found.setdefault((*key, True), []).append(position.view(rng.randrange(2)).text)
    some = (text for texts in found.values() for text in rng.sample(texts, min(len(texts), 12)))
    return tuple(sorted(some, key=len))  # what fails shrinks towards the first


# -- what is done to them --------------------------------------------------------------------------------------------------


def place(text: str, rng: random.Random) -> int:
    """Somewhere in a text."""
    return rng.randrange(len(text)) if text else 0


def delete(text: str, rng: random.Random) -> str:
    at = place(text, rng)
    return text[:at] + text[at + rng.choice((1, 1, 1, 2, 5, 20)) :]


def double(text: str, rng: random.Random) -> str:
    at = place(text, rng)
    end = at + rng.choice((1, 1, 2, 3, 10))
    return text[:end] + text[at:end] + text[end:]


def swap_neighbours(text: str, rng: random.Random) -> str:
    at = place(text, rng)
    return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]


def replace(text: str, rng: random.Random) -> str:
    at = place(text, rng)
    return text[:at] + rng.choice(ALPHABET) + text[at + 1 :]


def insert(text: str, rng: random.Random) -> str:
    at = place(text, rng)
    return text[:at] + "".join(rng.choices(ALPHABET, k=rng.choice((1, 1, 2, 4)))) + text[at:]


def insert_sign(text: str, rng: random.Random) -> str:
    at = place(text, rng)
    return text[:at] + rng.choice(SIGNS) + text[at:]


def insert_run(text: str, rng: random.Random) -> str:
    at = place(text, rng)
    return text[:at] + rng.choice((*ALPHABET, "r1,", "?9,", ":/", " left=1", "%mud")) * rng.choice((50, 500, 3000)) + text[at:]


def truncate(text: str, rng: random.Random) -> str:
    return text[: place(text, rng)]


def change_digit(text: str, rng: random.Random) -> str:
    places = [at for at, sign in enumerate(text) if sign.isdigit()]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + rng.choice("0123456789") + text[at + 1 :]


def words_swapped(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    i, j = rng.randrange(len(words)), rng.randrange(len(words))
    words[i], words[j] = words[j], words[i]
    return " ".join(words)


def word_deleted(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    words.pop(rng.randrange(len(words)))
    return " ".join(words)


def word_doubled(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    words.insert(rng.randrange(len(words) + 1), rng.choice(words))
    return " ".join(words)


def word_from_elsewhere(text: str, rng: random.Random) -> str:
    """A word of another position of the same preset; behind the six fields it may also be one more."""
    words = text.split(" ")
    kin = [other for other in valid_positions() if other.startswith(words[0] + " ")]
    other = rng.choice(kin or [text]).split(" ")
    at = rng.randrange(len(other))
    return " ".join([*words[:at], other[at], *words[at + (rng.random() < 0.6) :]])


def key_added(text: str, rng: random.Random) -> str:
    key = rng.choice(KEYS)
    words = [word for word in text.split(" ") if not word.startswith(key.split("=")[0] + "=")]
    return " ".join([*words, key])


def phase_changed(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    return " ".join([*words[:2], rng.choice(PHASES), *words[3:]])


def pieces_swapped(text: str, rng: random.Random) -> str:
    return swap_of(PIECE, text, rng)


def cards_swapped(text: str, rng: random.Random) -> str:
    return swap_of(CARD, text, rng)


def swap_of(pattern: re.Pattern[str], text: str, rng: random.Random) -> str:
    found = list(pattern.finditer(text))
    if len(found) < 2:
        return text
    one, two = sorted(rng.sample(found, 2), key=lambda match: match.start())
    return text[: one.start()] + two.group() + text[one.end() : two.start()] + one.group() + text[two.end() :]


def card_moved(text: str, rng: random.Random) -> str:
    """A card to another place with cards, with a comma: lists grow and shrink, the deck stays whole."""
    found = list(CARD.finditer(text))
    if len(found) < 2:
        return text
    one, two = rng.sample(found, 2)
    pieces = [(two.end(), two.end(), f",{one.group()}"), (one.start(), one.end(), "")]
    for start, end, new in sorted(pieces, reverse=True):
        text = text[:start] + new + text[end:]
    return re.sub(r",,+", ",", re.sub(r"(?<=[ :/=]),|,(?=[ :/*!%+]|$)", "", text))


ROUGH: tuple[Mutator, ...] = (delete, double, swap_neighbours, replace, insert, insert_run, truncate, words_swapped, word_doubled)
GENTLE: tuple[Mutator, ...] = (
    *(change_digit, insert_sign, word_deleted, word_from_elsewhere, key_added, phase_changed),
    *(pieces_swapped, cards_swapped, cards_swapped, card_moved, card_moved),
)


def mutant(text: str, rng: random.Random) -> str:
    """One or a few changes; gentle ones more often, so that some texts still are positions."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(ROUGH if rng.random() < 0.3 else GENTLE)(text, rng)
    return text


# -- what must hold for them -----------------------------------------------------------------------------------------------


def attempt(read: Callable[[], object]) -> object:
    """What a text says, or None where it is refused; every refusal has a code and a sentence, and a place inside the text."""
    try:
        return read()
    except MarchstoneError as error:
        assert error.code and str(error), repr(error)
        assert error.at is None or 0 <= error.at <= LONGEST, repr(error)
        return None


def checked(read: Callable[[str], object], text: str, limit: float = LIMIT) -> object:
    """The same, in time: the best of three, so that a machine with other work does not fail."""
    for _ in range(3):
        start = time.perf_counter()
        found = attempt(lambda: read(text))
        if time.perf_counter() - start < limit:
            return found
    raise AssertionError("too slow")


def play_on(position: Position, rng: random.Random) -> None:
    """Random moves to the end, or many of them: whatever passes the checks leads only to what passes them."""
    state = position.state
    for number in range(LONGEST_GAME):
        position = Position.of(state)
        actions = list(position.legal_moves.actions())
        assert position.is_over == (not actions), position.text
        if number % 20 in (0, 1) or position.is_over:
            assert Position(position.text) == position
        if position.is_over:
            return
        apply(state, rng.choice(actions))


def check_position(text: str, luck: int) -> bool:
    """A text in the place of a position or a view; whether it is one."""
    rng = random.Random(luck)
    problems = attempt(lambda: Position.problems(text))
    loose = checked(lambda text: Position.parse(text, check=False), text)
    if isinstance(loose, Position):
        assert Position.parse(loose.text, check=False).text == loose.text
        assert isinstance(problems, list)
    found = checked(Position, text)
    if isinstance(found, Position):
        assert Position(found.text) == found and Position(found.text).text == found.text
        for seat in (0, 1):
            view = found.view(seat)
            assert View(view.text) == view, view.text
        play_on(found, rng)
        return True
    seen = checked(View, text)
    if isinstance(seen, View):
        assert View(seen.text) == seen and View(seen.text).text == seen.text
        sampled = Position.of(seen.sample(seed=rng.randrange(1000)))
        assert sampled.view(seen.seat) == seen, seen.text
        assert Position(sampled.text) == sampled
        play_on(sampled, rng)
        return True
    return False


def check_word(text: str, luck: int) -> bool:
    """A text in the place of a move and of a card; whether it is one."""
    boards, game = [text for text in valid_positions() if "view=" not in text], ("stones", "walls")[luck % 2]
    board = Position(boards[luck % len(boards)])
    move, card = checked(Move, text), checked(lambda text: Card(text, game), text)
    if isinstance(move, Move):
        assert Move(move.text) == move and eval(repr(move)) == move
    after = checked(board.apply, text)
    assert isinstance(after, Position) == (text in board.legal_moves)
    if isinstance(card, Card):
        assert card.text == text in TEXTS[game == "walls"] and eval(repr(card)) == card
    return move is not None or card is not None


def check_record(text: str, luck: int) -> bool:
    """A text in the place of a record; whether it is one."""
    found = checked(Record.parse, text, SLOWEST)
    if isinstance(found, Record):
        assert Record.parse(found.text) == found and found.game().position == found.final
    return found is not None


# -- feeding them ----------------------------------------------------------------------------------------------------------


@st.composite
def mutants(draw: st.DrawFn, originals: Callable[[], tuple[str, ...]], change: Mutator) -> str:
    """Valid texts, changed: every choice on the way is Hypothesis's own, so that a text that fails shrinks."""
    return change(draw(st.sampled_from(originals())), draw(st.randoms(use_true_random=False)))


@cache
def words() -> tuple[str, ...]:
    """Moves and cards."""
    return tuple(sorted({*ALL_TEXTS, *filter(None, (*TEXTS[0], *TEXTS[1]))}, key=len))


def garbled_record(text: str, rng: random.Random) -> str:
    """One change or two."""
    for _ in range(rng.choice((1, 1, 2))):
        text = garbled(text, rng)
    return text


KINDS: dict[str, tuple[st.SearchStrategy[str], Callable[[str, int], bool]]] = {
    "positions": (mutants(valid_positions, mutant), check_position),
    "words": (mutants(words, mutant), check_word),
    "records": (mutants(originals, garbled_record), check_record),
}


def feed(kind: str, number: int, chunk: int) -> int:
    """Hypothesis feeds that many mutants, the same ones every time for the same chunk; how many of them still are valid."""
    texts, check = KINDS[kind]
    alive = 0

    @seed(chunk)
    @settings(max_examples=number, database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(texts, st.integers(0, 1000))
    def every(text: str, luck: int) -> None:
        nonlocal alive
        alive += check(text, luck)

    every()
    return alive


@pytest.mark.parametrize("kind, number, least", [("positions", 400, 30), ("words", 300, 20), ("records", 100, 1)])
def test_mutants(kind: str, number: int, least: int) -> None:
    """A good part of them must still be valid, or the fuzzing would show nothing about play."""
    assert feed(kind, number, 0) >= least


DEEP = {"positions": (20, 3000), "words": (6, 5000), "records": (10, 1000)}  # chunks, and examples in each


def test_the_deep_run_is_long() -> None:
    assert sum(chunks * number for chunks, number in DEEP.values()) == 100_000


@pytest.mark.deep
@pytest.mark.parametrize("kind, chunk", [(kind, chunk) for kind, (chunks, _) in DEEP.items() for chunk in range(chunks)])
def test_many_mutants(kind: str, chunk: int) -> None:
    number = DEEP[kind][1]
    assert feed(kind, number, chunk + 1) >= number / 50


def test_every_mutator_changes_something() -> None:
    """And each phase of each preset is among the texts that are changed."""
    rng = random.Random("mutators")
    for mutator in (*ROUGH, *GENTLE):
        assert any(mutator(text, rng) != text for text in rng.sample(valid_positions(), 20)), mutator.__name__
    seen = {tuple(text.split(" ")[0:3:2]) for text in valid_positions()}
    assert {phase for _, phase in seen} == set(PHASES) and {name for name, _ in seen} == set(NAMES)
