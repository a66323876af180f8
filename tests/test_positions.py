"""The line of a position: written and read again without loss, refused with a reason and a place where it cannot be read."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from marchstone.core.presets import NAMES
from marchstone.errors import IllegalMoveError, MarchstoneError, PositionError, TextError, UnknownPresetError, WrongTypeError
from marchstone.move import Move
from marchstone.position import Position
from marchstone.reading import KEYS
from marchstone.targets import core
from marchstone.view import View
from marchstone.writing import PHASES, REASONS
from tests.walks import walk

NOTATION = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
EXAMPLES = [line for block in re.findall(r"^```position\n(.*?)^```$", NOTATION, re.M | re.S) for line in block.splitlines()]
SECTION = NOTATION.split("\n## Positions\n")[1].split("\n## ")[0]


# -- round trips -----------------------------------------------------------------------------------------------------------


def boards(name: str, games: range, share: float) -> Iterator[Position | View]:
    """Of random games the positions, some share of them, each with the views of both seats."""
    rng = random.Random(name)
    for seed in games:
        for step in walk(core("cpu"), name, seed):
            if rng.random() < share or step.chosen < 0:
                position = Position.of(step.engine.words())
                yield from (position, position.view(0), position.view(1))


def check_round_trip(board: Position | View) -> None:
    """The checked text says all that the board knows, in one way only; and so does the constructor that repr writes."""
    text = board.text
    again = type(board)(text)
    assert again == board and again.text == text
    assert repr(board) == f"{type(board).__name__}({text!r})"
    assert Position.problems(text) == []
    assert set(text) <= set("abcdefghijklmnopqrstuvwxyz0123456789-=:,/ *!%+?") and len(text) < 1000


@pytest.mark.parametrize("name", NAMES)
def test_round_trip_at_every_decision(name: str) -> None:
    for board in boards(name, range(1, 2), 1):
        check_round_trip(board)
        assert eval(repr(board)) == board


@pytest.mark.parametrize("name", NAMES)
def test_round_trip_here_and_there(name: str) -> None:
    for board in boards(name, range(2, 42), 0.01):
        check_round_trip(board)


@pytest.mark.deep
@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("name", NAMES)
def test_round_trip_everywhere(name: str, chunk: int) -> None:
    for board in boards(name, range(1000 + 20 * chunk, 1020 + 20 * chunk), 1):
        check_round_trip(board)


@pytest.mark.parametrize("name", NAMES)
def test_unchecked_reading_gives_the_same(name: str) -> None:
    for board in boards(name, range(2), 0.1):
        assert Position.parse(board.text, check=False).state == board._vector


# -- the page --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_of_the_page(line: str) -> None:
    """They are canonical: whoever writes them gets the same signs."""
    board = View(line) if "view=" in line else Position(line)
    assert board.text == line


def test_the_page_has_examples_of_everything() -> None:
    assert any("view=" in line for line in EXAMPLES)
    assert {line.split(" ")[0] for line in EXAMPLES} >= {"stones-tiny", "stones-tactics", "walls-tactics"}
    for mark in "*!%+?":
        assert any(mark in line for line in EXAMPLES), mark


def test_the_page_names_every_word() -> None:
    assert [key for key in KEYS if f"`{key}=" not in SECTION] == []
    assert [phase for phase in PHASES if f"`{phase}`" not in SECTION] == []
    assert [reason for reason in REASONS if reason and f"`{reason}`" not in SECTION] == []


def test_the_page_has_the_keys_in_their_order() -> None:
    rows = re.findall(r"^\| `([a-z]+)=", SECTION, re.M)
    assert sorted(rows) == sorted(KEYS)
    seen = set()
    for name in ("stones-tactics", "walls-tactics", "stones-tiny"):
        for board in boards(name, range(12), 0.1):
            keys = [word.split("=")[0] for word in board.text.split(" ")[6:]]
            assert keys == sorted(keys, key=rows.index), board.text
            seen.update(keys)
    assert seen == set(KEYS)


# -- one board, many texts -------------------------------------------------------------------------------------------------

TINY = "stones-tiny 0 play :/:r1 r2,o1:o2,o3 r3:"
TINY_VIEW = "stones-tiny 0 play :/:r1 ?2:o2,o3 ?1: view=1"
SAME = [
    (TINY, "  stones-tiny  0 play   :/:r1 r2,o1:o2,o3 r3: "),
    (TINY, "stones-tiny 0 play :/:r1 o1,r2:o3,o2 r3:"),
    (TINY, "stones-tiny 0 play :/:r1 r2,o1:o2,o3 r3: passes=0 actor=0 quiet=1 left=0 oil=0 played=0:0 known=:"),
    (TINY_VIEW, "stones-tiny 0 play :/:r1 ?2:o3,o2 ?1: view=1 jokers=0:0"),
]


@pytest.mark.parametrize("canonical, text", SAME)
def test_freedom_in_writing(canonical: str, text: str) -> None:
    """Spaces, the order of cards in a hand and of keys, and keys that say what holds anyway."""
    kind = View if "view=" in text else Position
    assert kind(text).text == canonical
    assert kind(text) == kind(canonical)


def test_order_counts_on_sides_and_in_piles() -> None:
    assert Position("stones-tiny 0 play r1,o1:/:r2 r3:o2 o3:") != Position("stones-tiny 0 play o1,r1:/:r2 r3:o2 o3:")
    assert Position("stones-tiny 0 play r1:/: r2:r3 o1,o2,o3:") != Position("stones-tiny 0 play r1:/: r2:r3 o2,o1,o3:")


# -- what cannot be read ---------------------------------------------------------------------------------------------------

# text: code, character (from 0), part of the sentence, part of what was expected
SYNTAX = {
    "": ("position.syntax", 0, "cut off", "the preset"),
    "stones-tiny 0 play :/:r1": ("position.syntax", 24, "cut off", "the hands"),
    "chess 0 play :/:r1 r2:o2 r3:": ("preset.unknown", 0, "no preset 'chess'", "stones-tactics-expert"),
    "stones-tiny 2 play :/:r1 r2:o2 r3:": ("position.syntax", 12, "'2' is no turn", "one of 0, 1"),
    "stones-tiny 0 draw :/:r1 r2:o2 r3:": ("position.syntax", 14, "'draw' is no phase", "over, play, take"),
    "stones-tiny 0 play :/:/:r1 r2:o2 r3:": ("position.syntax", 19, "fronts has 3 parts", "2 parts with '/'"),
    "stones-tiny 0 play :/r1 r2:o2 r3:": ("position.syntax", 21, "two sides", "one ':'"),
    "stones-tiny 0 play r1:/r1,x2: r2:o2 r3:": ("card.unknown", 26, "no card 'x2' in stones", "a colour of roygbv"),
    "stones-tiny 0 play r1,:/: r2:o2 r3:": ("card.unknown", 22, "no card ''", "a colour"),
    "stones-tiny 0 play r1,r1,r1,r1,r1:/: r2:o2 r3:": ("position.syntax", 19, "a side of 5 cards", "at most 4"),
    "stones-tiny 0 play :/:banshee r2:o2 r3:": ("position.syntax", 22, "banshee cannot stand on a side", "elite troops"),
    "stones-tiny 0 play :/: r2 r3:": ("position.syntax", 23, "hands has 1 parts", "2 parts"),
    "stones-tiny 0 play :/: r2,:o2 r3:": ("card.unknown", 26, "no card ''", "a colour"),
    "stones-tiny 0 play :/: ?2:o2 r3:": ("position.hidden", 23, "'?2' cannot stand here", "a card with a face"),
    "stones-tiny 0 play :/: ?2:?2 r3: view=0": ("position.hidden", 23, "'?2' cannot stand here", "a card with a face"),
    "stones-tiny 0 play :/: ?2,?2:o2 ?1: view=1": ("position.hidden", 26, "'?2' cannot stand here", "a card with a face"),
    "stones-tiny 0 play :/: ?0:o2 ?1: view=1": ("position.syntax", 24, "'0' is no number", "1 to 60"),
    "stones-tiny 0 play :/: ?99t:o2 ?1: view=1": ("position.syntax", 24, "'99' is no number", "1 to 12"),
    "stones-tiny 0 play :/: r2:o2 ?1:": ("position.hidden", 29, "hidden cards", "cards with faces"),
    "stones-tiny 0 play :/: ?1:o2 ?x: view=1": ("position.syntax", 30, "'x' is no number", "1 to 60"),
    "stones-tiny 0 play :/: ?1:o2 ?3,r1: view=1": ("position.hidden", 29, "cannot show 1 cards", "0, as many as"),
    "stones-tiny 0 play :/: r2:o2 r3,spy:": ("position.syntax", 32, "spy lies in the wrong pile", "number cards"),
    "stones-tiny 0 play :/: r2:o2 r3:r1": ("position.syntax", 32, "r1 lies in the wrong pile", "Tactic cards"),
    f"stones-tiny 0 play :/: r2:o2 {','.join(['r3'] * 61)}:": ("position.syntax", 29, "too many cards", "at most 60"),
    f"{TINY} colour=red": ("position.syntax", 41, "'colour=red' cannot stand here", "key=value, with one of discard"),
    f"{TINY} left=": ("position.syntax", 41, "'left=' cannot stand here", "key=value"),
    f"{TINY} left=1 left=1": ("position.syntax", 48, "left stands here twice", "once"),
    f"{TINY} left=4": ("position.syntax", 46, "'4' is no number", "0 to 3"),
    f"{TINY} left=01": ("position.syntax", 46, "'01' is no number", "0 to 3"),
    f"{TINY} left=\u0661": ("position.syntax", 46, "is no number", "0 to 3"),
    f"{TINY} played=1": ("position.syntax", 48, "played has 1 parts", "2 parts"),
    f"{TINY} played=1:13": ("position.syntax", 50, "'13' is no number", "0 to 12"),
    f"{TINY} discard=r1,q1": ("card.unknown", 52, "no card 'q1'", "a colour"),
    f"{TINY} removed=r1": ("position.syntax", 49, "r1 cannot leave the game", "Tactic cards"),
    f"{TINY} held=r1,r2": ("position.syntax", 46, "one card at most", "one card"),
    f"{TINY} from=0": ("position.syntax", 46, "'0' is no number", "1 to 2"),
    f"{TINY} from=3": ("position.syntax", 46, "'3' is no number", "1 to 2"),
    f"{TINY} ruse=spy": ("position.syntax", 46, "spy is no ruse", "a ruse or action"),
    f"{TINY} ruse=duel": ("card.unknown", 46, "no card 'duel' in stones", "a colour"),
    f"{TINY} actor=2": ("position.syntax", 47, "'2' is no actor", "0, 1"),
    f"{TINY} known=r1": ("position.syntax", 47, "known has 1 parts", "2 parts"),
    f"{TINY} known=o1,o1:": ("position.syntax", 50, "o1 stands here twice", "each card once"),
    f"{TINY_VIEW} known=o1:": ("position.hidden", 51, "does not name these cards", "nothing before or after ':'"),
    f"{TINY_VIEW} key=1": ("position.hidden", 49, "a view does not know the key", "no word key="),
    f"{TINY} buried=0:1": ("position.syntax", 48, "buried has 2 parts", "3 parts"),
    f"{TINY} key=4000000000000000": ("position.syntax", 45, "is no key", "below 2**62"),
    f"{TINY} key=01": ("position.syntax", 45, "'01' is no key", "hexadecimal"),
    f"{TINY} result=2": ("position.syntax", 48, "'2' is no result", "one of 0, 1, draw"),
    f"{TINY} reason=won": ("position.syntax", 48, "'won' is no reason", "adjacent"),
    f"{TINY} view=2": ("position.syntax", 46, "'2' is no view", "one of 0, 1"),
    f"{TINY}{' ' * 4000}": ("text.too-long", 4000, "too long", "at most 4000 characters"),
}


@pytest.mark.parametrize("text", SYNTAX)
def test_what_cannot_be_read(text: str) -> None:
    code, at, sentence, expected = SYNTAX[text]
    for read in (Position, View, lambda text: Position.parse(text, check=False), Position.problems):
        with pytest.raises(MarchstoneError) as caught:
            read(text)
        error = caught.value
        assert (error.code, error.at) == (code, at)
        assert sentence in error.message and expected in error.expected
        assert str(error) == f"{error.message} (at character {at + 1}); expected {error.expected}"
        assert isinstance(error, UnknownPresetError if code == "preset.unknown" else TextError)


def test_a_view_is_no_position() -> None:
    with pytest.raises(TextError, match="this is a view") as caught:
        Position(TINY_VIEW)
    assert caught.value.code == "position.hidden" and caught.value.expected == "no word view="
    with pytest.raises(TextError, match="this is no view") as caught:
        View(TINY)
    assert caught.value.code == "position.hidden" and caught.value.expected == "view=0 or view=1"


@pytest.mark.parametrize("value", [None, 5, b"stones", ["stones"]])
def test_only_texts_are_read(value: object) -> None:
    for kind in (Position, View):
        with pytest.raises(WrongTypeError) as caught:
            kind(value)  # type: ignore[arg-type]
        assert caught.value.code == "position.type"


# -- errors travel ---------------------------------------------------------------------------------------------------------


def errors() -> list[MarchstoneError]:
    """One of each kind that texts can cause."""
    found: list[MarchstoneError] = []
    attempts = (
        lambda: Position(f"{TINY} left=9"),
        lambda: Position("chess 0 play : : :"),
        lambda: Position(5),  # type: ignore[arg-type]
        lambda: Position(TINY.replace("r2", "r1")),
        lambda: Move("play r99 1"),
        lambda: Position(TINY).apply("claim 1"),
    )
    for attempt in attempts:
        with pytest.raises(MarchstoneError) as caught:
            attempt()
        found.append(caught.value)
    return found


def test_copies_of_errors_keep_their_fields() -> None:
    kinds = [type(error) for error in errors()]
    assert kinds == [TextError, UnknownPresetError, WrongTypeError, PositionError, TextError, IllegalMoveError]
    for error in errors():
        for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
            assert type(again) is type(error)
            assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


def test_copies_of_boards_are_equal() -> None:
    for board in (Position(TINY), View(TINY_VIEW)):
        for again in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
            assert again == board and hash(again) == hash(board) and again.text == board.text
