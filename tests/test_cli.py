"""The command `marchstone`: what each command prints, in two languages and as JSON, its exit status, and how it refuses."""

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

from marchstone import Position, Record
from marchstone.cli import COMMANDS, main
from marchstone.core.presets import NAMES

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
    bad(run("show", START, "--lang", "de"), "language.unknown")


IMPOSSIBLE = [
    ("stones 0 close r1,r2,r3,r4:g1,g2/:/:/:/:/:/:/:/: : :", 1, "front 1: 4 cards on a side that takes 3"),
    ("stones 0 close g1,g2,g3:r1,r2,r3,r4/:/:/:/:/:/:/:/: : :", 1, "front 1: 4 cards on a side that takes 3"),
    ("stones-tiny 0 close o1,o1:r1,o3/: : : quiet=0", 1, "front 1: a card stands twice on a side"),
    ("stones-tactics 0 close joker1,joker1,r5:r1/:/:/:/:/:/:/:/: : :", 1, "front 1: a card stands twice on a side"),
    ("stones-tiny 0 close r1,r2,r3:o1,o1/: : : quiet=0", 1, "front 1: 3 cards on a side that takes 2; front 1: a card"),
    ("stones-tactics 0 put :b1/:/:/:/:/:/:/:/: : : ruse=strategist left=0", None, "a card is to be put, but none has been taken"),
    ("walls-tactics 1 put :/:/:/:/:/:/: : : ruse=redeployment held=r5", None, "a card is to be put, but none has been taken"),
]


@pytest.mark.parametrize("text, front, told", IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_what_can_never_be_is_shown_but_not_always_judged(run: Run, text: str, front: int | None, told: str) -> None:
    """Unchecked positions are taken as far as they make sense: the table always, a proof or a list of moves not always."""
    good(run("show", text, "--unchecked"))
    ran = run("legal", text, "--unchecked") if front is None else run("claim", text, front, "--unchecked")
    bad(ran, "position.impossible")
    assert told in ran.err


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
    bad(run("claim", PROVED, 1, "--seat", 2), "seat.unknown")


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


def test_a_file_and_data_at_once(run: Run, tmp_path: Path) -> None:
    """`--output` keeps the record, `--json` prints it as data; neither drives out the other."""
    path = tmp_path / "game.txt"
    ran = run("random", "stones-tiny", "--seed", 5, "--json", "--output", path)
    assert ran.status == 0 and ran.json == Record.load(path).to_dict()


def test_where_a_record_is_wrong(run: Run, tmp_path: Path) -> None:
    """As data a refusal has the same parts everywhere: code, message, place and what was expected."""
    text, path = good(run("random", "stones-tiny", "--seed", 1)), tmp_path / "game.txt"
    path.write_text(text.replace("1. ", "2. ", 1), encoding="utf-8")
    (told,) = run("verify", path, "--json").json
    assert (told["code"], told["at"], told["expected"]) == ("record.syntax", text.index("1. "), "turn 1")
    assert told["message"] in told["sentence"] and "turn 1" in told["sentence"]
    path.write_text("\ufeff" + text, encoding="utf-8")
    (told,) = run("verify", path, "--json").json
    assert (told["code"], told["at"]) == ("record.encoding", 0) and "byte order mark" in told["message"]


def test_random_refuses(run: Run, tmp_path: Path) -> None:
    bad(run("random", "nope"), "preset.unknown")
    bad(run("random", "stones", "--seed", -1), "command.usage")
    bad(run("random", "stones-tiny", "--output", tmp_path / "missing" / "game.txt"), "record.file")
    bad(run("random", "stones-tiny", "--output", ""), "record.file")
    bad(run("review", ""), "record.file")
    assert "'' names no file; expected the name of a file" in run("review", "").err


# -- what all refuse -------------------------------------------------------------------------------------------------------

NONSENSE = [
    (["show", "stones 0 play"], "position.syntax"),
    (["show", START.replace("stones-tiny", "chess")], "preset.unknown"),
    (["show", "chess"], "preset.unknown"),
    (["legal", "chess 0 play"], "preset.unknown"),
    (["random", "nope"], "preset.unknown"),
    (["legal", "stones-tiny 0 play :/: x3,o3:r1,r2 o1,o2:"], "card.unknown"),
    (["legal", ""], "position.syntax"),
    (["claim", "\ud800\0\n é", "1"], "preset.unknown"),
    (["perft", START + " left=x", "1"], "position.syntax"),
    (["juggle"], "command.usage"),
    (["show"], "command.usage"),
    (["show", START, "--seat", "2"], "seat.unknown"),
    (["show", START, "--seat", "one"], "seat.unknown"),
    (["perft", START, "1", "--target", "abacus"], "target.unknown"),
    (["show", START, "more"], "command.usage"),
    (["legal", START, "--bold"], "command.usage"),
    (["verify"], "command.usage"),
    (["play", "chess"], "preset.unknown"),
    (["play", "stones", "--level", "9"], "level.unknown"),
    (["play", "stones", "--seat", "2"], "seat.unknown"),
    (["play", "stones", "--lang", "de"], "language.unknown"),
    (["arena", "random", "random", "--preset", "chess"], "preset.unknown"),
    (["arena", "random", "level:9"], "player.unknown"),
    (["ladder", "--preset", "chess"], "preset.unknown"),
    (["analyse", START, "--seat", "2"], "seat.unknown"),
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

    monkeypatch.setattr(Position, "explain_claim", interrupt)
    for lang, told in (("en", "Interrupted."), ("fr", "Interrompu.")):
        for words in (("--lang", lang), (f"--lang={lang}",)):
            ran = run("claim", PROVED, 1, *words)
            assert (ran.status, ran.out, ran.err) == (130, "", f"\n{told}\n")


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_a_fault_of_the_programme_is_no_plain_no(run: Run, monkeypatch: pytest.MonkeyPatch, option: tuple[str, ...]) -> None:
    monkeypatch.setattr(Position, "legal_moves", property(lambda self: 1 // 0))
    ran = run("legal", START, *option)
    assert (ran.status, ran.out) == (3, "") and "Traceback" in ran.err and "ZeroDivisionError" in ran.err


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


@pytest.mark.parametrize("command", [["legal", START], ["random", "stones"], ["--help"], ["legal", "--help"]])
def test_nobody_listens(command: list[str]) -> None:
    """A pipe that is closed at the other end is no reason for a traceback, and no plain no."""
    reading, writing = os.pipe()
    os.close(reading)
    arguments = [sys.executable, "-m", "marchstone.cli", *command]
    done = subprocess.run(arguments, check=False, stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, cwd=ROOT)
    os.close(writing)
    assert (done.returncode, done.stderr) == (4, b"")


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
    assert (done.returncode, done.stderr) == (4, told)


@pytest.mark.parametrize("arguments", [("show", "-"), ("verify", "-")])
def test_bytes_that_are_no_text(arguments: tuple[str, ...]) -> None:
    done = programme(*arguments, stdin=b"caf\xe9 \xff", PYTHONIOENCODING="utf-8:strict")
    assert done.returncode == 2 and done.stdout == b"" and done.stderr.count(b"\n") == 1


def test_a_terminal_that_knows_few_signs() -> None:
    done = programme("show", START, "--lang", "fr", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"") and done.stdout.isascii()
