"""The command `marchstone`: what each command prints, in two languages and as JSON, its exit status, and how it refuses.

Long because all commands are run and refused in the same way.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from marchstone import Event, Game, Position, Record
from marchstone.cli import COMMANDS, main
from marchstone.core.presets import NAMES
from marchstone.events import seen_by, sentences
from marchstone.players.random import RandomPlayer

START = Position.deal("stones-tiny", seed=1, first=0).text
PROVED = "stones-tiny 0 close r2,r3:o1/: o3:r1,o2 : quiet=0"
ROOT = Path(__file__).parent.parent
SCRIPT = Path(sys.executable).with_name("marchstone")


@dataclass
class Ran:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    def ran(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, captured.out, captured.err)

    return ran


def good(ran: Ran) -> str:
    """The output of a command that went well."""
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def bad(ran: Ran, code: str, status: int = 2) -> None:
    """Refused in one line, which ends with the code of the error."""
    assert ran.status == status and ran.out == ""
    assert ran.err.startswith("marchstone: ") and ran.err.endswith(f"[{code}]\n") and ran.err.count("\n") == 1


# -- show ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", NAMES)
def test_show(run: Run, preset: str) -> None:
    position = Position.deal(preset, seed=2)
    assert good(run("show", position.text)) == str(position) + "\n"
    for seat in (0, 1):
        seen = good(run("show", position.text, "--seat", seat))
        assert seen == good(run("show", position.view(seat).text)) == str(position.view(seat)) + "\n"
        own, other = position.hand(seat), position.hand(1 - seat)
        assert " ".join(card.text for card in own) in seen and " ".join(card.text for card in other) not in seen


def test_show_as_json(run: Run) -> None:
    position = Position(START)
    assert run("show", START, "--json").json == json.loads(json.dumps(position.to_dict()))
    seen = run("show", START, "--seat", 1, "--json").json
    assert seen["text"] == position.view(1).text and all(card.text not in seen["text"] for card in position.hand(0))


def test_show_as_a_drawing(run: Run) -> None:
    drawn = good(run("show", START, "--svg"))
    assert drawn.startswith("<svg") and drawn != good(run("show", START, "--svg", "--seat", 1))
    view = Position(START).view(0).text  # drawn from the other side of the table it tells no more
    assert good(run("show", view, "--svg", "--seat", 1)) == Position(START).view(0).svg(seat=1) + "\n"
    assert good(run("show", START, "--svg", "--lang", "fr")) == Position(START).svg("fr") + "\n"


def test_show_what_can_never_be(run: Run) -> None:
    text = START.replace(":/:", "spy:/:")
    bad(run("show", text), "position.impossible")
    assert "spy" in good(run("show", text, "--unchecked"))


def test_the_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    english, french = (good(run("show", START, "--lang", lang)) for lang in ("en", "fr"))
    assert english != french and good(run("show", START)) == english
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert good(run("show", START)) == french
    monkeypatch.setenv("LC_ALL", "C")
    assert good(run("show", START)) == english
    bad(run("show", START, "--lang", "de"), "command.usage")


# -- legal, claim, perft ---------------------------------------------------------------------------------------------------


def test_legal(run: Run) -> None:
    moves = [move.text for move in Position(START).legal_moves]
    assert good(run("legal", START)).splitlines() == moves and run("legal", START, "--json").json == moves
    view = Position(START).view(1).text  # it is not for seat 1 to choose
    assert good(run("legal", view)).strip() == "" and run("legal", view, "--json").json == []


def test_claim(run: Run) -> None:
    for lang in ("en", "fr"):
        for front, status in ((1, 0), (2, 1)):
            proof = Position(PROVED).explain_claim(front)
            ran = run("claim", PROVED, front, "--lang", lang)
            assert (ran.status, ran.out, ran.err) == (status, proof.sentence(lang) + "\n", "")
            ran = run("claim", PROVED, front, "--json", "--lang", lang)
            assert ran.status == status and ran.json["sentence"] == proof.sentence(lang) and ran.json["holds"] == (not status)
    assert run("claim", PROVED, 1, "--seat", 1).status == 1
    assert run("claim", Position(PROVED).view(1).text, 1).status == 0
    bad(run("claim", PROVED, 3), "front.unknown")
    bad(run("claim", PROVED, "one"), "command.usage")
    bad(run("claim", PROVED, 1, "--seat", 2), "command.usage")


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_perft(run: Run, target: str) -> None:
    Position(START).perft(1, target)  # so that nothing has to be compiled, which would be told
    for depth in range(4):
        total = int(good(run("perft", START, depth, "--target", target)))
        assert total == Position(START).perft(depth)
        assert run("perft", START, depth, "--target", target, "--json").json == {"total": total}
        divided = good(run("perft", START, depth, "--divide", "--target", target)).splitlines()
        *moves, last = [line.split(": ") for line in divided]
        assert last == ["total", str(total)] and (not depth or sum(int(number) for _, number in moves) == total)
        assert [move for move, _ in moves] == ([move.text for move in Position(START).legal_moves] if depth else [])
        as_json = run("perft", START, depth, "--divide", "--target", target, "--json").json
        assert as_json == {move: int(number) for move, number in (*moves, last)}
    bad(run("perft", START, 13), "command.usage")
    bad(run("perft", START, -1), "command.usage")
    bad(run("perft", Position(START).view(0).text, 1), "position.hidden")


def test_the_standard_input(run: Run) -> None:
    for command in (["show", "-"], ["legal", "-"], ["claim", "-", 1], ["perft", "-", 2]):
        given = [START if word == "-" else word for word in command]
        piped = run(*command, stdin=f"\n {START}\n")
        assert piped == run(*given) and piped.out
        bad(run(*command, stdin=""), "position.syntax")
        bad(run(*command, stdin="x" * 300_000), "text.too-long")


# -- records ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", NAMES)
def test_random_and_verify(run: Run, preset: str, tmp_path: Path) -> None:
    """The same seed gives the same game, as text, as JSON and in a file, and it verifies."""
    text, path = good(run("random", preset, "--seed", 5)), tmp_path / "game.txt"
    assert good(run("random", preset, "--seed", 5, "--output", path)) == ""
    assert path.read_text(encoding="utf-8") == text == good(run("random", preset, "--seed", 5))
    assert text != good(run("random", preset, "--seed", 6))
    record = Record.parse(text)
    assert record.final.is_over and run("random", preset, "--seed", 5, "--json").json == record.to_dict()
    told = f"{path}: ok, {preset}, {len(record.moves)} moves, result {record.result}\n"
    assert good(run("verify", path)) == told
    assert good(run("verify", "-", stdin=text)) == told.replace(str(path), "-")


def test_without_a_seed(run: Run) -> None:
    assert Record.parse(good(run("random", "stones"))) != Record.parse(good(run("random", "stones")))


def test_one_of_several_is_wrong(run: Run, tmp_path: Path) -> None:
    """All are looked at; each has its own line."""
    paths = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt", "missing.txt")]
    for seed, path in enumerate(paths[:3]):
        good(run("random", "stones-small", "--seed", seed, "--output", path))
    text = paths[1].read_text(encoding="utf-8")
    paths[1].write_text(text.replace('[Result "', '[Result "x'), encoding="utf-8")
    ran = run("verify", *paths)
    assert ran.status == 2
    assert [line.split(": ")[0] for line in ran.out.splitlines()] == [str(paths[0]), str(paths[2])]
    wrong, missing = ran.err.splitlines()
    assert wrong.startswith(f"{paths[1]}: line 2: ") and wrong.endswith("[record.result]")
    assert missing.startswith(f"{paths[3]}: ") and missing.endswith("[record.file]")
    ran = run("verify", *paths, "--json")
    assert ran.status == 2 and ran.err == ""
    assert [(told["record"], told["ok"], told.get("code")) for told in ran.json] == [
        (str(paths[0]), True, None),
        (str(paths[1]), False, "record.result"),
        (str(paths[2]), True, None),
        (str(paths[3]), False, "record.file"),
    ]
    assert run("verify", paths[0], paths[2], "--json").status == 0


def test_random_refuses(run: Run, tmp_path: Path) -> None:
    bad(run("random", "chess"), "command.usage")
    bad(run("random", "stones", "--seed", -1), "command.usage")
    bad(run("random", "stones-tiny", "--output", tmp_path / "missing" / "game.txt"), "record.file")


# -- what all refuse -------------------------------------------------------------------------------------------------------

NONSENSE = [
    (["show", "stones 0 play"], "position.syntax"),
    (["show", START.replace("stones-tiny", "chess")], "preset.unknown"),
    (["legal", "stones-tiny 0 play :/: x3,o3:r1,r2 o1,o2:"], "card.unknown"),
    (["legal", ""], "position.syntax"),
    (["claim", "\ud800\0\n é", "1"], "position.syntax"),
    (["perft", START + " left=x", "1"], "position.syntax"),
    (["juggle"], "command.usage"),
    (["show"], "command.usage"),
    (["show", START, "--seat", "2"], "command.usage"),
    (["show", START, "more"], "command.usage"),
    (["legal", START, "--bold"], "command.usage"),
    (["verify"], "command.usage"),
    (["play", "chess"], "command.usage"),
]


@pytest.mark.parametrize("arguments, code", NONSENSE, ids=range(len(NONSENSE)))
def test_bad_input(run: Run, arguments: Sequence[str], code: str) -> None:
    bad(run(*arguments), code)
    ran = run(*arguments, "--json")
    told = json.loads(ran.err)["error"]
    assert ran.status == 2 and ran.out == "" and ran.err.count("\n") == 1
    assert told["message"] and set(told) == {"code", "message", "at", "expected"}
    assert told["code"] in (code, "command.usage")


def test_help_and_version(run: Run) -> None:
    for arguments in ((), ("--help",), ("-h",)):
        told = good(run(*arguments))
        assert all(command.name and command.name in told for command in COMMANDS)
    for command in COMMANDS:
        assert str(command.help).split()[0] in good(run(command.name, "--help"))
    assert good(run("--version")).startswith("marchstone 0.")


def test_control_c(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Position, "legal_moves", property(interrupt))
    ran = run("legal", START)
    assert (ran.status, ran.out, ran.err) == (130, "", "\n")


def test_a_fault_of_the_programme_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "legal_moves", property(lambda self: 1 // 0))
    with pytest.raises(ZeroDivisionError):
        main(["legal", START])


# -- as programmes of their own --------------------------------------------------------------------------------------------


def programme(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "marchstone.cli", *arguments]
    return subprocess.run(
        command, check=False, input=stdin, capture_output=True, env=os.environ | environment, cwd=ROOT, timeout=60
    )


def test_the_installed_command() -> None:
    done = subprocess.run([SCRIPT, "legal", "-"], check=False, input=START.encode(), capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (
        done.stdout == programme("legal", START).stdout == "".join(f"{move}\n" for move in Position(START).legal_moves).encode()
    )


@pytest.mark.parametrize("command", [["legal", START], ["random", "stones"], ["play", "stones"]])
def test_nobody_listens(command: list[str]) -> None:
    """A pipe that is closed at the other end is no reason for a traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    arguments = [sys.executable, "-m", "marchstone.cli", *command]
    done = subprocess.run(arguments, check=False, stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, cwd=ROOT)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


def test_an_output_that_is_full() -> None:
    script = """
import io, sys
class Full(io.StringIO):
    def write(self, text):
        raise OSError(28, "No space left on device")
sys.stdout = Full()
from marchstone.cli import main
main(sys.argv[1:])
"""
    done = subprocess.run([sys.executable, "-c", script, "legal", START], check=False, capture_output=True, cwd=ROOT, timeout=60)
    told = b"marchstone: the output cannot be written: No space left on device [command.output]\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.parametrize("arguments", [("show", "-"), ("verify", "-")])
def test_bytes_that_are_no_text(arguments: tuple[str, ...]) -> None:
    done = programme(*arguments, stdin=b"caf\xe9 \xff", PYTHONIOENCODING="utf-8:strict")
    assert done.returncode == 2 and done.stdout == b"" and done.stderr.count(b"\n") == 1


def test_a_terminal_that_knows_few_signs() -> None:
    done = programme("show", START, "--lang", "fr", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"") and done.stdout.isascii()


# -- play ------------------------------------------------------------------------------------------------------------------


def play(run: Run, *lines: object, preset: str = "stones", seat: int = 0, seed: int = 1, lang: str = "en") -> str:
    """What `play` prints when these lines are typed."""
    typed = "".join(f"{line}\n" for line in lines)
    return good(run("play", preset, "--seat", seat, "--seed", seed, "--lang", lang, stdin=typed))


def test_quit_and_the_end_of_the_input(run: Run) -> None:
    for lines in ((), ("quit",), ("exit",), ("q", "nonsense")):
        told = play(run, *lines)
        assert told.endswith("> The game was left.\n") and told.count("> ") == 1
    assert play(run, "quit", lang="fr").endswith("> La partie est abandonnée.\n")


def own_start(seat: int, preset: str = "stones", seed: int = 1) -> Position:
    """The position in which the person is asked first: seat 1 may have to wait for the other."""
    position, player = Position.deal(preset, seed=seed), RandomPlayer(seed)
    while position.actor != seat:
        position = position.apply(player.choose(position.view(position.actor), position.legal_moves))
    return position


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("preset", NAMES)
def test_the_welcome(run: Run, preset: str, seat: int) -> None:
    """It names a move that can be made as it stands, and the table is the person's view."""
    told, position = play(run, preset=preset, seat=seat), own_start(seat, preset)
    assert str(position.view(seat)) in told
    example = told.split("such as ")[1].split(",")[0]
    assert f"play {example}" in Position.deal(preset, seed=1).legal_moves or seat != Position.deal(preset, seed=1).turn


def test_moves_by_word_and_by_number(run: Run) -> None:
    legal = own_start(0).legal_moves
    listed = play(run, "moves").split("> ")[1].splitlines()
    assert listed == [f"{number}. {move}" for number, move in enumerate(legal, 1)]
    by_number, by_word, short = play(run, 3), play(run, legal[2]), play(run, legal[2].text.removeprefix("play "))
    assert by_number == by_word == short != play(run, 4)
    first = own_start(0).apply(legal[2])
    assert first.explain_claim(1, 0).sentence() in play(run, 3, "why 1")


def test_nonsense_is_answered(run: Run) -> None:
    strange = [
        "0",
        "999",
        "²",
        "١٢",
        "9" * 5000,
        "x" * 300,
        "play",
        "draw clan",
        "claim 9",
        "why",
        "why ²",
        "why 99",
        "save",
        "é\0",
        "-1",
    ]
    before = play(run)
    for line in strange:
        told = play(run, line)
        assert told.count("> ") == 2 and len(told.split("> ")[1].strip()) > 10, line
    assert play(run, *strange).split("> ")[0] == before.split("> ")[0]
    assert play(run, *strange, "moves").split("> ")[-2] == play(run, "moves").split("> ")[1]


def test_why_and_help(run: Run) -> None:
    for lang in ("en", "fr"):
        view = own_start(0).view(0)
        assert view.explain_claim(3, 0).sentence(lang) in play(run, "why 3", lang=lang)
        assert "undo" in play(run, "help", lang=lang).split("> ")[1]
    assert play(run, "help") != play(run, "help", lang="fr")


def test_table_again(run: Run) -> None:
    table = f"\n{own_start(0).view(0)}\n\n"
    assert play(run, "table").split("> ")[1] == play(run, "").split("> ")[1] == table


@pytest.mark.parametrize("seat", [0, 1])
def test_undo(run: Run, seat: int) -> None:
    """Back to the same table and the same choices, however often."""
    assert "not chosen" in play(run, "undo", seat=seat)
    known = play(run, "moves", seat=seat).split("> ")[1]
    for lines in ((1, "undo"), (1, 1, 1, 1, "undo", "undo", "undo", "undo"), (1, 1, "undo", 2, "undo", "undo")):
        told = play(run, *lines, "moves", "undo", seat=seat).split("> ")
        assert told[-3] == known and "not chosen" in told[-2], lines


def test_save(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    told = play(run, 1, f"save {path}", f"save {tmp_path}/missing/game.txt", "quit")
    assert f"Saved to {path}." in told and "cannot be written" in told
    record = Record.load(path)
    assert record.result == "*" and record.start == Position.deal("stones", seed=1)
    assert own_start(0).legal_moves[0] in record.moves and own_start(0) in record.positions()
    assert f"Enregistré dans {path}." in play(run, f"save {path}", lang="fr")
    assert Record.load(path).final == own_start(0)


def by_hand(preset: str, seat: int, seed: int) -> Game:
    """The game of somebody who always makes the first legal move."""
    game, opponent = Game(preset, seed=seed), RandomPlayer(seed)
    while not game.is_over:
        view = game.view(game.actor)
        game.play(game.legal_moves[0] if game.actor == seat else opponent.choose(view, view.legal_moves))
    return game


def asked(game: Game, seat: int) -> int:
    """How often a seat had to choose."""
    return sum(position.actor == seat for position in game.positions[:-1])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("preset", ["stones-tactics", "walls-tactics", "stones-tiny", "walls-tiny"])
def test_a_whole_game(run: Run, preset: str, seat: int) -> None:
    """To the end, with the last table; and everything is told that the person sees happen, and nothing else."""
    told, game = play(run, *[1] * 1000, preset=preset, seat=seat, seed=3), by_hand(preset, seat, 3)
    assert told.endswith(f"\n\n{game.view(seat)}\n\n") and told.count("> ") == asked(game, seat)
    log = [sentence for events in events_of_moves(game, seat) for sentence in sentences(events)]
    assert [line.removeprefix("> ") for line in told.splitlines() if line.removeprefix("> ") in log] == log


def events_of_moves(game: Game, seat: int) -> list[list[Event]]:
    """What a seat sees of each move."""
    again = Game(game.start)
    return [seen_by(again.play(move), seat) for move in game.moves]


def test_a_whole_game_through_a_pipe() -> None:
    done, game = (
        programme("play", "walls-tactics", "--seed", "3", "--lang", "en", stdin=b"1\n" * 1000),
        by_hand("walls-tactics", 0, 3),
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith(f"\n\n{game.view(0)}\n\n") and done.stdout.count(b"> ") == asked(game, 0)
