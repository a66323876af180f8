"""Records: what is written is read again, from texts and from files, with all that a tag may say."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from marchstone.core.presets import NAMES
from marchstone.errors import IllegalMoveError, RecordError, TextError, WrongTypeError
from marchstone.game import Game
from marchstone.move import Move
from marchstone.players.random import RandomPlayer
from marchstone.position import Position
from marchstone.record import LONGEST, MOST_TAGS, Record

NOTATION = Path(__file__).parent.parent / "docs" / "notation.md"

every_preset = pytest.mark.parametrize("preset", NAMES)


@cache
def played(preset: str, seed: int, most: int = 10_000) -> Game:
    """A random game, to its end or up to some number of moves."""
    game, player = Game(preset, seed=seed), RandomPlayer(seed, eager=seed % 2 == 0)
    while not game.is_over and len(game.moves) < most:
        game.play(player.choose(game.view(game.actor), game.legal_moves))
    return game


def record(preset: str, seed: int, most: int = 10_000) -> Record:
    return Record.of(played(preset, seed, most), Seat0="Ann", Seat1='Bob "the \\ Builder"')


def refused(text: str) -> RecordError:
    """The error of a text that is no record: it has a code of its own and a place inside the text."""
    with pytest.raises(RecordError) as caught:
        Record.parse(text)
    error = caught.value
    assert error.code.startswith("record.") and error.at is not None and 0 <= error.at <= len(text)
    line = re.match(r"line (\d+): ", error.message)
    if line:
        assert text[: error.at].count("\n") == int(line[1]) - 1, error
    return error


def refused_at(text: str, code: str, begins: str) -> None:
    """The same, with this code and at the line that begins so."""
    error = refused(text)
    assert (error.code, text[error.at :][: len(begins)]) == (f"record.{code}", begins), error


# -- there and back --------------------------------------------------------------------------------------------------------


@every_preset
@pytest.mark.parametrize("most", [0, 1, 6, 25, 10_000])
def test_round_trip(preset: str, most: int) -> None:
    for seed in range(3):
        game = played(preset, seed, most)
        known = record(preset, seed, most)
        again = Record.parse(known.text)
        assert again == known and again.text == known.text == str(again) and hash(again) == hash(known)
        assert again.game() == game and again.final == game.position and tuple(again.positions()) == game.positions
        assert again.tags == {"Seat0": "Ann", "Seat1": 'Bob "the \\ Builder"'}
        winner = "draw" if game.winner is None else str(game.winner)
        assert again.result == (winner if game.is_over else "*")
        assert ('[Reason "' in known.text) == game.is_over


@every_preset
def test_the_parts(preset: str) -> None:
    """What stands in the file: all tags, the deal, one numbered line for all that a seat does in succession, the end."""
    known = record(preset, 1)
    tags, deal, moves, final = known.text.removesuffix("\n").split("\n\n")
    assert tags.splitlines()[:2] == [f'[Preset "{preset}"]', f'[Result "{known.result}"]']
    assert deal == f"deal {known.start.text}" and final == f"final {known.final.text}"
    before, seats, told = known.positions(), [], []
    for number, line in enumerate(moves.splitlines(), 1):
        head, seat, rest = line.split(" ", 2)
        assert head == f"{number}."
        seats.append(int(seat))
        for text in rest.split(", "):
            assert next(before).actor == int(seat)
            told.append(text)
    assert told == [move.text for move in known.moves]
    assert all(one != other for one, other in pairwise(seats))


def test_plain_values() -> None:
    known = record("stones-tiny", 2)
    told = known.to_dict()
    assert told["preset"] == "stones-tiny" and told["moves"] == [move.text for move in known.moves]
    assert Record(Position(told["deal"]), told["moves"], told["tags"]) == known
    assert (told["result"], told["reason"], told["final"]) == (known.result, known.final.reason, known.final.text)


def test_a_game_may_begin_anywhere() -> None:
    """From the middle of a game, and from its end."""
    for at in (10, -1):
        start = played("walls-tactics", 4).positions[at]
        game = Game(start)
        while not game.is_over and len(game.moves) < 5:
            game.play(game.legal_moves[0])
        assert Record.parse(Record.of(game).text).game() == game


def test_what_no_record_can_be_made_of() -> None:
    start = Position.deal("stones", seed=1, first=0)
    with pytest.raises(WrongTypeError) as wrong:
        Record(start.text)  # type: ignore[arg-type]
    assert wrong.value.code == "record.type"
    with pytest.raises(TextError):
        Record(start, ["play r9"])  # type: ignore[list-item]
    impossible = Record(start, (Move("draw clan"),))
    for use in (lambda: impossible.text, lambda: impossible.final, impossible.game, lambda: list(impossible.positions())):
        with pytest.raises(IllegalMoveError):
            use()
    for text in (5, None, b"deal"):
        with pytest.raises(WrongTypeError):
            Record.parse(text)  # type: ignore[arg-type]


def test_the_records_of_the_notation() -> None:
    """Whatever is fenced as a record is one, just as it would be written, but for the comments in it."""
    texts = re.findall(r"^```record\n(.*?)^```$", NOTATION.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert texts
    for text in texts:
        bare = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
        assert Record.parse(text).text == bare


# -- tags ------------------------------------------------------------------------------------------------------------------

STRANGE_BUT_FINE = [
    "",
    " ",
    '"',
    "\\",
    '\\"',
    '"]',
    "\\\\n",
    "é字🃏",
    "[A] # no comment",
    "x" * 500,
    '"' * 500,
    "deal stones 0 play",
]


@pytest.mark.parametrize("value", STRANGE_BUT_FINE, ids=ascii)
def test_values_of_tags(value: str, tmp_path: Path) -> None:
    known = Record.of(played("stones-tiny", 1), A=value, Z9="last")
    assert Record.parse(known.text).tags == {"A": value, "Z9": "last"}
    known.save(tmp_path / "a.txt")
    assert Record.load(tmp_path / "a.txt") == known


@pytest.mark.parametrize("value", ["\n", "a\rb", "\0", "\t", "\x7f", "\x85", "\u2028", "\u2029", "\ud800", "x" * 501], ids=ascii)
def test_values_that_no_tag_has(value: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.of(played("stones-tiny", 1), Name=value)
    assert caught.value.code == "record.tag"
    text = record("stones-tiny", 1).text
    code = "encoding" if value == "\ud800" else "syntax"
    assert refused(text.replace('[Seat0 "Ann"]', f'[Seat0 "{value}"]')).code in (f"record.{code}", "record.order")


@pytest.mark.parametrize("name", ["", "a", "Ab-c", "A b", "É", "A" * 41, "A\n", "9A"])
def test_names_that_no_tag_has(name: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record(Position.deal("stones", seed=1), (), {name: "x"})
    assert caught.value.code == "record.tag"


@pytest.mark.parametrize("name", ["Preset", "Result", "Reason"])
def test_reserved_names(name: str) -> None:
    """Only the game itself says these; in a text they may be missing, but not be wrong."""
    with pytest.raises(RecordError) as caught:
        Record.of(played("stones-tiny", 1), **{name: "stones-tiny"})
    assert caught.value.code == "record.tag"
    text = record("stones-tiny", 1).text
    line = next(line for line in text.splitlines() if line.startswith(f"[{name} "))
    assert Record.parse(text.replace(line + "\n", "")) == record("stones-tiny", 1)
    for wrong in ("", "stones", "*", "2", "deck", "Draw"):
        refused_at(text.replace(line, f'[{name} "{wrong}"]'), "result", f"[{name} ")


def test_tags_that_are_no_texts() -> None:
    with pytest.raises(WrongTypeError) as caught:
        Record.of(played("stones-tiny", 1), Round=3)  # type: ignore[arg-type]
    assert caught.value.code == "record.tag"


def test_the_most_tags_of_the_longest_game() -> None:
    """Whatever can be written can be read."""
    longest = max((played(preset, seed) for preset in NAMES for seed in range(2)), key=lambda game: len(game.moves))
    known = Record.of(longest, **{f"{'A' * 35}{number}": '"' * 500 for number in range(MOST_TAGS)})
    assert len(known.text) < LONGEST and Record.parse(known.text) == known
    with pytest.raises(RecordError) as caught:
        Record.of(longest, **{f"A{number}": "" for number in range(MOST_TAGS + 1)})
    assert caught.value.code == "record.tag"


# -- files -----------------------------------------------------------------------------------------------------------------


@every_preset
def test_save_and_load(preset: str, tmp_path: Path) -> None:
    known, path = record(preset, 3), tmp_path / "game.txt"
    path.write_text("old")
    known.save(path)
    assert Record.load(path) == Record.load(str(path)) == known
    assert path.read_bytes() == known.text.encode() and [path] == list(tmp_path.iterdir())


def file_error(call: Callable[[], object]) -> str:
    with pytest.raises(RecordError) as caught:
        call()
    return caught.value.code


def test_files_that_cannot_be(tmp_path: Path) -> None:
    known = record("stones-tiny", 1)
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    for name in ("missing/game.txt", "folder", "file/game.txt", "x" * 300, "a\0b", "\ud800", ""):
        path = f"{tmp_path}/{name}" if name else ""
        assert file_error(lambda path=path: known.save(path)) == "record.file", name
        assert file_error(lambda path=path: Record.load(path)) == "record.file", name
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_files_that_are_no_records(tmp_path: Path) -> None:
    path, text = tmp_path / "game.txt", record("stones-tiny", 1).text
    contents = [
        (b"", "record.truncated"),
        (b"\xff\xfe", "record.encoding"),
        (text.encode() + b"# caf\xe9\n", "record.encoding"),
        (text.encode("utf-16"), "record.encoding"),
        (text.encode() + b"#" * LONGEST, "record.too-long"),
        (text.encode() + "é".encode() * LONGEST, "record.too-long"),
        (text.encode() + ("#" + "é" * (LONGEST // 2) + "\nand more").encode(), "record.order"),
    ]
    for content, code in contents:
        path.write_bytes(content)
        assert file_error(lambda: Record.load(path)) == code, content[:20]


def test_a_file_as_long_as_it_may_be(tmp_path: Path) -> None:
    """The limit counts characters, not bytes."""
    path, known = tmp_path / "game.txt", record("stones-tiny", 1)
    path.write_text(known.text + "#" + "字" * (LONGEST - 1 - len(known.text)), encoding="utf-8")
    assert Record.load(path) == known
    path.write_text(known.text + "#" + "字" * (LONGEST - len(known.text)), encoding="utf-8")
    assert file_error(lambda: Record.load(path)) == "record.too-long"


def test_line_ends_comments_and_empty_lines(tmp_path: Path) -> None:
    known, path = record("walls-tactics", 2), tmp_path / "game.txt"
    lines = known.text.split("\n")
    for text in ("\r\n".join(lines), "\n# deal\n  \n\t\n".join(lines), "\n".join(filter(None, lines)), known.text[:-1]):
        assert Record.parse(text) == known
        path.write_bytes(text.encode())
        assert Record.load(path) == known
    refused("\r".join(lines))
    path.write_bytes("\r".join(lines).encode())
    assert file_error(lambda: Record.load(path)) == "record.syntax"
