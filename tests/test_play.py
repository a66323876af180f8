"""`marchstone play` as people use it: by pipe, in a terminal, twice in a row, and when something goes wrong.

Long because the ways in which a game can end are many.
"""

from __future__ import annotations

import errno
import fcntl
import io
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from marchstone import Game, Position, Record
from marchstone.cli import main
from marchstone.core.presets import NAMES
from marchstone.events import seen_by
from marchstone.machine import cores
from marchstone.terminal import opponents
from marchstone.terminal.saved import Store
from marchstone.terminal.told import told

ROOT = Path(__file__).parent.parent
# in a process of its own, against a player that needs no compiler
ALONE = """
import signal, sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may ignore it
from marchstone.terminal import opponents
opponents.has_levels = lambda: False
opponents.is_installed = lambda spec: False
from marchstone.cli import main
main(["play", *sys.argv[1:]])
"""
PROMPT = "> "
PATIENCE = 30.0


def environment(home: Path, **more: str) -> dict[str, str]:
    known = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "NO_COLOR", "FORCE_COLOR", "COLUMNS"))
    }
    return known | {"XDG_DATA_HOME": str(home), "LANG": "en_GB.UTF-8", "PYTHONPATH": str(ROOT)} | more


class Talk:
    """A running game and somebody who reads up to the prompt and types."""

    def __init__(self, home: Path, *arguments: object, **more: str) -> None:
        command = [sys.executable, "-u", "-c", ALONE, *map(str, arguments)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(home, **more),
            cwd=home,
        )
        self.told = ""

    def heard(self) -> str:
        """All up to the next prompt, or to the end."""
        assert self.process.stdout
        text = b""
        while not text.endswith(b"\n> ") and text != b"> ":
            byte = self.process.stdout.read(1)
            if not byte:
                break
            text += byte
        self.told += text.decode()
        return text.decode()

    def say(self, line: str) -> str:
        """Type a line; what is answered."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.heard()

    def close(self) -> int:
        """The end of the input; the exit status."""
        assert self.process.stdin and self.process.stderr and self.process.stdout
        self.process.stdin.close()
        self.told += self.process.stdout.read().decode()
        status = self.process.wait(PATIENCE)
        assert self.process.stderr.read() == b""
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    @property
    def going(self) -> bool:
        """Whether the game is still being played."""
        return not re.search(r"^Now: .*again", self.told, re.MULTILINE)

    def play_on(self, seed: int = 1, most: int = 1000) -> None:
        """Type legal moves, as `moves` lists them."""
        chance = random.Random(seed)
        for _ in range(most):
            if not self.going:
                return
            if "press Enter" in self.told.splitlines()[-2] or "Press Enter" in self.told.splitlines()[-2]:
                self.say("")
                continue
            moves = [line for line in self.say("moves").splitlines() if line and line != PROMPT]
            claims = [line for line in moves if line.startswith("claim")]
            answer = self.say(chance.choice(claims or moves))
            assert "I do not understand" not in answer and "Rule:" not in answer


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Callable[..., Talk]]:
    """Start games; whatever still runs afterwards is ended."""
    talks: list[Talk] = []

    def start(*arguments: object, **more: str) -> Talk:
        talks.append(Talk(tmp_path, *arguments, **more))
        talks[-1].heard()
        return talks[-1]

    yield start
    for one in talks:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()
        for pipe in (one.process.stdin, one.process.stdout, one.process.stderr):
            if pipe:
                pipe.close()


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """A whole run in this process: status, output, error output."""
    monkeypatch.setattr(opponents, "is_installed", lambda spec: False)
    for name, value in {"XDG_DATA_HOME": str(tmp_path), "LANG": "en_GB.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)

    def ran(*arguments: object, lines: tuple[str, ...] = ()) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as ended:
            main(["play", *map(str, arguments)])
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, captured.out, captured.err

    return ran


def the_record(home: Path, folder: str) -> Record:
    (path,) = (home / "marchstone" / folder).iterdir()
    return Record.load(path)


# -- whole games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [*NAMES[:6], "stones-tiny", "walls-tiny"])
def test_a_whole_game_by_pipe(preset: str, talk: Callable[..., Talk], tmp_path: Path) -> None:
    """Every event is told once, on a line of its own, and the game is kept as a record that replays."""
    seat = len(preset) % 2
    one = talk(preset, "--level", 1, "--seat", seat, "--seed", 3)
    one.play_on()
    assert not one.going and one.close() == 0 and one.told.endswith("Goodbye.\n")
    record = the_record(tmp_path, "finished")
    game = record.game()
    assert (
        game.is_over and game.start == Position.deal(preset, seed=3) and list((tmp_path / "marchstone" / "saved").iterdir()) == []
    )
    names = ("you", "Level 1") if seat == 0 else ("Level 1", "you")
    expected = [text for events in events_of_moves(game, seat) for text in told(events, seat, "en", names)]
    lines = [line for line in one.told.splitlines() if line in set(expected)]
    assert lines == expected


def events_of_moves(game: Game, seat: int) -> Iterator[list]:  # type: ignore[type-arg]
    """What a seat sees of each move."""
    again = Game(game.start)
    return (seen_by(again.play(move), seat) for move in game.moves)


@pytest.mark.parametrize("preset", ["stones-small", "walls-tactics"])
def test_two_at_one_screen(preset: str, talk: Callable[..., Talk], tmp_path: Path) -> None:
    one = talk(preset, "--two", "--seed", 4)
    one.play_on(seed=4)
    assert one.close() == 0
    record = the_record(tmp_path, "finished")
    assert record.tags["Person"] == "both" and record.final.is_over
    turns = sum("press Enter when the screen is yours" in line for line in one.told.splitlines())
    assert turns > 5 and "Level" not in one.told


def test_a_match_with_roles_swapped(talk: Callable[..., Talk], tmp_path: Path) -> None:
    one = talk("walls-small", "--rounds", 2, "--seed", 2)
    assert "Game 1 of the match." in one.told and "You attack." in one.told
    one.play_on()
    assert "Games won: you" in one.told and "next (Enter)" in one.told
    one.told = one.say("next")
    assert "Game 2 of the match." in one.told and "You defend." in one.told
    one.play_on()
    assert re.search(r"wins? the match|played again", one.told)
    tied = "played again" in one.told  # and the match goes on
    assert one.close() == 0 and len(list((tmp_path / "marchstone" / "finished").iterdir())) == 2 - tied


def test_the_same_seed_is_the_same_game(run: Callable[..., tuple[int, str, str]]) -> None:
    lines = ("1 5", "2 5", "3 6", "log")
    first, again, other = (run("stones", "--seed", seed, lines=lines) for seed in (5, 5, 6))
    assert first == again != other and first[0] == 0 and first[2] == ""


def test_in_french(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = run("walls", "--lang", "fr", "--seed", 1, lines=("1 2", "aide", "pourquoi 3", "suivi", "journal", "quitter"))
    assert status == 0 and "Vous attaquez." in out and "Vous jouez" in out and "Niveau 1" in out
    assert not re.search(r"\b(you|the|card|Level|play)\b", out.replace("marchstone play", "").replace("play 2", "")), out


# -- leaving and going on --------------------------------------------------------------------------------------------------


def test_nothing_is_kept_of_a_game_without_a_choice(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    for lines in ((), ("quit",), ("table", "exit")):
        status, out, err = run("stones", "--seed", 1, lines=lines)
        assert (status, err) == (0, "") and out.endswith("The game was left.\n")
    assert list(tmp_path.iterdir()) == []


def test_going_on_after_quitting(talk: Callable[..., Talk], tmp_path: Path) -> None:
    one = talk("stones-tactics", "--seed", 4)
    one.play_on(most=9)
    assert "--resume" in one.say("quit") and one.close() == 0
    before = the_record(tmp_path, "saved")
    two = talk("--resume")
    assert "The saved game goes on." in two.told
    assert the_record(tmp_path, "saved") == before
    two.play_on()
    assert two.close() == 0 and the_record(tmp_path, "finished").moves[: len(before.moves)] == before.moves


def test_going_on_after_a_kill(talk: Callable[..., Talk], tmp_path: Path) -> None:
    """Killed at any moment, the game goes on from the last move that was told."""
    one = talk("walls", "--seed", 4, "--seat", 1)
    for stop in (5, 6, 7):
        one.play_on(most=stop, seed=stop)
        log = [line for line in one.say("log").splitlines()[:-1] if line]
        one.process.send_signal(signal.SIGKILL)
        one.process.wait(PATIENCE)
        one = talk("--resume")
        assert [line for line in one.say("log").splitlines()[:-1] if line] == log
    assert one.close() == 0


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "the saved game is being played in another window"), ("fr", "est en cours dans une autre fenêtre")]
)
def test_one_game_in_two_windows(lang: str, said: str, talk: Callable[..., Talk], tmp_path: Path) -> None:
    """The second one is told who plays; when the first one is left, or killed, the game goes on elsewhere with nothing lost."""
    one = talk("stones", "--seed", 4)
    one.play_on(most=4)
    second = talk("--resume", "--lang", lang)
    assert second.process.wait(PATIENCE) == 2 and second.told == ""
    assert second.process.stderr
    told = second.process.stderr.read().decode()
    assert said in told and f"{one.process.pid})" in told and told.endswith("[play.in-use]\n") and told.count("\n") == 1
    one.play_on(most=6, seed=2)
    one.say("quit")
    assert one.close() == 0
    before = the_record(tmp_path, "saved")
    third = talk("--resume")
    third.play_on(most=3, seed=3)
    third.process.send_signal(signal.SIGKILL)
    third.process.wait(PATIENCE)
    fourth = talk("--resume")
    assert "The saved game goes on." in fourth.told
    fourth.play_on()
    assert fourth.close() == 0
    record = the_record(tmp_path, "finished")
    assert record.moves[: len(before.moves)] == before.moves and record.final.is_over
    assert list((tmp_path / "marchstone" / "playing").iterdir()) == [] == list((tmp_path / "marchstone" / "saved").iterdir())


def test_two_games_in_two_windows(talk: Callable[..., Talk], tmp_path: Path) -> None:
    """A new game may begin beside another; each has its own file."""
    one, two = talk("stones", "--seed", 4), talk("walls", "--seed", 5)
    one.play_on(most=3)
    two.play_on(most=3)
    assert one.close() == two.close() == 0
    records = [Record.load(path) for path in (tmp_path / "marchstone" / "saved").iterdir()]
    assert sorted(record.start.rules.name for record in records) == ["stones", "walls"]
    assert Store(tmp_path / "marchstone").latest()


def test_undo_by_pipe(talk: Callable[..., Talk], tmp_path: Path) -> None:
    one = talk("stones", "--seed", 4)
    assert "not chosen" in one.say("undo")
    first = one.say("moves")
    one.say("1 1")
    one.say("1 2")
    one.say("undo")
    assert "Taken back" in one.say("undo") and one.say("moves") == first
    one.close()
    assert the_record(tmp_path, "saved").game().actor == 0


def test_save_and_resign(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    path = tmp_path / "my game.txt"
    status, out, _ = run(
        "stones", "--seed", 4, lines=("1 4", f"save {path}", f"save {tmp_path}/no/x", "resign", "yes", "review", "quit")
    )
    assert status == 0 and f"Saved to {path}." in out and "cannot be written" in out
    assert "You resign: Level 1 wins." in out and out.endswith("Goodbye.\n")
    assert Record.load(path).moves and the_record(tmp_path, "finished").tags["Resigned"] == "0"


LEAVING = ["quit", "", signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


@pytest.mark.parametrize("how", LEAVING, ids=str)
def test_leaving_between_two_games_of_a_match(how: str | signal.Signals, talk: Callable[..., Talk], tmp_path: Path) -> None:
    """However it is left, the match goes on from there: before the next game, and in it, before a choice was made."""
    arguments: tuple[object, ...] = ("walls", "--seed", 7, "--rounds", 2)
    for step in ("after a game", "before a choice"):
        one = talk(*arguments)
        if step == "after a game":
            for line in ("1 1", "1 2", "resign"):
                one.say(line)
            assert "next (Enter)" in one.say("yes")
        else:
            assert "The saved match goes on." in one.told and "Games won: you 0, Level 1 1." in one.told
            assert "next (Enter)" in one.told and "Game 2 of the match." in one.say("")
        if isinstance(how, str):
            one.say(how) if how else None
            status = one.close()
        else:
            one.process.send_signal(how)
            status = one.process.wait(PATIENCE)
            assert one.process.stdout
            one.told += one.process.stdout.read().decode()
        assert status == (0 if isinstance(how, str) else 128 + how)
        assert one.told.endswith("The match was left and is saved: marchstone play --resume goes on with it.\n")
        assert the_record(tmp_path, "saved").tags["Resigned"] == "0"
        arguments = ("--resume",)
    one = talk("--resume", "--lang", "fr")
    assert "Le match enregistré continue." in one.told and "Partie 2 du match." in one.say("suivante")
    one.say("1 1")
    assert one.close() == 0 and one.told.endswith("marchstone play --resume le reprend.\n")
    kept = the_record(tmp_path, "saved")
    assert kept.tags["Round1"].startswith("1 deck") and "Resigned" not in kept.tags and kept.moves
    assert the_record(tmp_path, "finished").tags["Resigned"] == "0"


def test_which_game_goes_on(run: Callable[..., tuple[int, str, str]]) -> None:
    run("stones", "--seed", 4, lines=("1 4",))
    run("stones-tactics", "--seed", 4, lines=("1 4",))
    assert "Schotten Totten: you" in run("stones", "--resume", lines=("1 5",))[1]
    assert "Schotten Totten: you" in run("--resume")[1]  # the one played last
    assert "with Tactic cards: you" in run("stones-tactics", "--resume", "--plain", "--lang", "en")[1]
    assert run("walls", "--resume")[2] == (
        "marchstone: no game of walls is saved; expected a new game: marchstone play [play.nothing-saved]\n"
    )


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--resume", "--level", 2), "--level"),
        (("--resume", "--seat", 0), "--seat"),
        (("--resume", "--seed", 0), "--seed"),
        (("--resume", "--two"), "--two"),
        (("--resume", "--rounds", 1), "--rounds"),
        (("stones", "--two", "--level", 4), "--level"),
        (("walls", "--two", "--seat", 1), "--seat"),
    ],
)
def test_options_that_would_be_ignored(
    arguments: tuple[object, ...], named: str, run: Callable[..., tuple[int, str, str]]
) -> None:
    run("stones", "--seed", 4, lines=("1 4",))
    status, out, err = run(*arguments)
    assert (status, out) == (2, "") and named in err and err.endswith("[command.usage]\n")


# -- bad situations --------------------------------------------------------------------------------------------------------


def test_refused_arguments(run: Callable[..., tuple[int, str, str]]) -> None:
    for arguments, code in (
        (["--resume"], "play.nothing-saved"),
        (["stones", "--level", 5], "play.level"),
        (["walls", "--rounds", 3], "play.rounds"),
        (["stones", "--level", 9], "level.unknown"),
        (["stones", "--seat", 2], "seat.unknown"),
        (["chess"], "preset.unknown"),
        (["stones", "--lang", "de"], "language.unknown"),
        (["stones", "--rounds", 0], "command.usage"),
    ):
        status, out, err = run(*arguments)
        assert status == 2 and err.startswith("marchstone: ") and err.endswith(f"[{code}]\n") and err.count("\n") == 1, arguments
        assert out == ""


def test_a_damaged_game(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    run("stones", "--seed", 4, lines=("1 4",))
    (path,) = (tmp_path / "marchstone" / "saved").iterdir()
    path.write_text(path.read_text()[:200])
    status, out, err = run("--resume")
    assert status == 2 and out == "" and "[play.damaged]" in err and path.name in err
    assert [kept.name for kept in path.parent.iterdir()] == [f"{path.name}.damaged"]
    assert run("--resume")[2].endswith("[play.nothing-saved]\n")


def test_a_disk_that_cannot_be_written(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    (tmp_path / "marchstone").write_text("a file where a folder should be")
    status, out, err = run("stones", "--seed", 4, lines=("1 4", "1 5", "2 6", "quit"))
    assert (status, err) == (0, "") and out.count("[play.unsaved]") == 1 and out.endswith("The game was left.\n")


def test_a_player_that_fails(run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(opponents.Opponent, "choose", fail)
    status, out, err = run("stones", "--seed", 4, lines=("1 4",))
    assert (status, err) == (0, "") and "out of ideas" in out and "[play.player-failed]" in out and "Level 1 plays" in out


def test_no_hint_and_no_review_without_an_engine(
    run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "module", lambda name: None)
    _, out, _ = run("stones", "--seed", 4, lines=("hint", "resign", "yes", "review"))
    assert "[play.no-hint]" in out and "[play.no-review]" in out


def test_a_review_is_asked_of_the_analysis(run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets the record, and its lines are printed; if it fails, the game does not."""

    @dataclass(frozen=True)
    class Analysis:
        ending: tuple[str, str] = ("", "")

        @staticmethod
        def analyse(*_: object) -> None:
            pass

        @staticmethod
        def review(record: Record, workers: int, progress: Callable[[int, int], object]) -> Analysis:
            assert (record.tags["Seat0"], record.tags["Seat1"]) == ("you", "Level 1") and record.moves and workers == cores()
            assert record.tags["Resigned"] == "0"
            for done in range(101):
                progress(done, 100)
            return Analysis()

        def lines(self, language: str, plain: bool) -> list[str]:
            return [f"Review in {language}, {plain}: {self.ending[0]}"]

    lines = ("1 4", "resign", "yes", "review", "quit")
    monkeypatch.setattr(opponents, "module", {"analysis": Analysis}.get)
    steps = "".join(f"... Reviewing the game, {percent} %\n" for percent in (20, 40, 60, 80))
    assert f"{steps}Review in en, True: You resign: Level 1 wins.\n" in run("stones", "--seed", 4, lines=lines)[1]
    monkeypatch.setattr(opponents, "module", {"analysis": object()}.get)
    status, out, _ = run("stones", "--seed", 4, lines=lines)
    assert status == 0 and "That did not work: AttributeError" in out and out.endswith("Goodbye.\n")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nobody_listens_any_more(lang: str, talk: Callable[..., Talk], tmp_path: Path) -> None:
    """A move that was made is kept, although it cannot be shown."""
    one = talk("stones", "--seed", 4, "--lang", lang)
    assert one.process.stdin and one.process.stdout and one.process.stderr
    one.process.stdout.close()
    one.process.stdin.write(b"1 4\n")
    one.process.stdin.flush()
    assert one.process.wait(PATIENCE) == 4
    told = one.process.stderr.read().decode()
    assert told.count("\n") == 1 and told.endswith("[command.output]\n") and "marchstone play --resume" in told
    assert ("the output cannot be written", "la sortie ne peut pas être écrite")[lang == "fr"] in told
    assert the_record(tmp_path, "saved").moves[0].verb == "play"


def test_a_disk_that_is_full(run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same when the output is a file on it."""

    def put(text: str) -> None:
        if text.startswith("You play"):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("marchstone.cli.play.put", put)
    status, _, err = run("stones", "--seed", 4, lines=("1 4",))
    assert status == 4 and err.startswith("marchstone: the output cannot be written: No space left on device. The game was left")
    assert the_record(tmp_path, "saved").moves


@pytest.mark.parametrize("number", [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])])
def test_other_signals(number: int, talk: Callable[..., Talk], tmp_path: Path) -> None:
    """They end a game as Ctrl-C does."""
    one = talk("stones", "--seed", 4)
    one.say("1 4")
    one.process.send_signal(number)
    assert one.process.wait(PATIENCE) == 128 + number
    assert one.process.stdout and one.process.stdout.read().decode().strip().endswith("goes on with it.")
    assert the_record(tmp_path, "saved").moves


def test_control_c(talk: Callable[..., Talk], tmp_path: Path) -> None:
    one = talk("stones", "--seed", 4)
    one.say("1 4")
    one.process.send_signal(signal.SIGINT)
    assert one.process.wait(PATIENCE) == 130
    assert one.process.stdout and one.process.stdout.read().decode().strip().endswith("goes on with it.")
    assert the_record(tmp_path, "saved").moves


def test_control_c_while_the_other_thinks(run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    main_thread_interrupts = iter([None, None, KeyboardInterrupt()])

    def tick(work: Callable[[], object], tick: Callable[[float], None]) -> object:
        problem = next(main_thread_interrupts, None)
        if problem:
            raise problem
        return work()

    monkeypatch.setattr(opponents, "in_background", tick)
    status, out, err = run("stones", "--seed", 4, lines=("1 4",) * 9)
    assert (status, err) == (130, "") and "--resume" in out


# -- in a terminal ---------------------------------------------------------------------------------------------------------

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\][^\x07]*\x07")


class Screen:
    """A game in a terminal of a given size."""

    def __init__(self, home: Path, columns: int, rows: int, *arguments: object, **more: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(home)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            command = [sys.executable, "-c", ALONE, *map(str, arguments)]
            os.execve(sys.executable, command, environment(home, TERM="xterm-256color") | more)
        self.raw = ""

    def heard(self, until: str = PROMPT) -> str:
        """What is written up to some words."""
        text, deadline = b"", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            ready, _, _ = select.select([self.fd], [], [], 0.02)
            if ready:
                try:
                    some = os.read(self.fd, 65536)
                except OSError:
                    break
                text += some
                if not some:
                    break
            elif CONTROL.sub("", text.decode(errors="ignore")).endswith(until):
                break
        self.raw += text.decode(errors="replace")
        return text.decode(errors="replace")

    def say(self, line: str, until: str = PROMPT) -> str:
        os.write(self.fd, f"{line}\r".encode())
        return self.heard(until)

    def status(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def lines_of(raw: str) -> list[str]:
    """What stands on the screen, line by line, without colours."""
    return [line.split("\r")[-1] for line in CONTROL.sub("", raw).replace("\r\n", "\n").split("\n")]


@pytest.mark.parametrize(
    ("columns", "preset"), [(80, "stones-tactics"), (80, "walls-tactics"), (60, "stones"), (60, "walls-tactics"), (30, "stones")]
)
def test_no_line_is_wider_than_the_terminal(columns: int, preset: str, tmp_path: Path) -> None:
    screen = Screen(tmp_path, columns, 24, preset, "--seed", 5, "--level", 1, "--lang", "fr")
    shown = screen.heard()
    for line in ("1 2", "1", "2 3", "1", "3 2", "1", "1 4", "1", "help", "tracker", "rules tiles", "why 2", "log"):
        shown += screen.say(line)
    screen.say("quit", until="\n")
    assert screen.status() == 0
    assert [line for line in lines_of(screen.raw) if len(line.rstrip()) > columns] == []
    assert ("┌" in shown) == (columns == 80) and "\x1b[" in shown


def test_the_table_fits_a_small_terminal(tmp_path: Path) -> None:
    """At 24 lines the screen of a turn is not scrolled away: from the heading to the prompt it has at most 24."""
    screen = Screen(tmp_path, 80, 24, "walls-tactics", "--seed", 5, "--level", 1)
    shown = screen.heard()
    for line in ("1 2", "1", "2 3", "1", "3 2", "1", "1 4", "1", "2 6", "1"):
        shown = screen.say(line)
        table = shown.split("\x1b[2J\x1b[H")[-1]
        assert len(lines_of(table)) <= 24, line
    os.write(screen.fd, b"\x03")
    screen.heard("\n")
    assert screen.status() == 130


def test_never_colour_alone(tmp_path: Path) -> None:
    """With colours every card has its letter; without them the screen says the same."""
    screens = []
    for more in ({}, {"NO_COLOR": "1"}):
        screen = Screen(tmp_path, 80, 24, "stones", "--seed", 5, "--level", 1, **more)
        screens.append(screen.heard())
        screen.say("quit", until="\n")
        assert screen.status() == 0
    colourful, plain = screens
    assert re.search(r"\x1b\[[0-9;]*48;", colourful) and not re.search(r"\x1b\[[0-9;]*[34]8;", plain)
    tables = [text.split("\x1b[2J\x1b[H")[-1] for text in screens]
    assert lines_of(tables[0]) == lines_of(tables[1])
    hand = Position.deal("stones", seed=5).hand(0)
    (held,) = [line for line in lines_of(tables[1]) if line.startswith(" Your hand:")]
    assert all(f" {card.text} " in held for card in hand)


def test_the_menu_in_a_terminal(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 80, 24, "--seed", 5)
    shown = screen.heard(": ")
    assert "1. Schotten Totten" in shown
    shown = screen.say("5", until=": ")
    assert "1. attack" in shown
    shown = screen.say("2")
    assert "defender" in shown and "Your turn" in shown
    screen.say("1 1")
    os.write(screen.fd, b"\x04")
    assert "--resume" in screen.heard("\n") and screen.status() == 0
    screen = Screen(tmp_path, 80, 24)
    assert "go on with it" in screen.heard(": ")
    assert "The saved game goes on." in screen.say("")
    beside = Screen(tmp_path, 80, 24)
    assert "go on with it" not in beside.heard(": ")  # it is being played here
    os.write(beside.fd, b"\x04")
    assert beside.status() == 130
    screen.say("quit", until="\n")
    assert screen.status() == 0


def test_the_curtain_hides_all(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 80, 24, "stones", "--two", "--seed", 5)
    screen.heard()
    screen.say("")
    shown = screen.say("1 1")
    assert "hide your cards" in shown
    hidden = screen.say("")
    after = CONTROL.sub("", hidden.split("\x1b[3J")[-1])
    assert "\x1b[3J" in hidden and "Player" in after and not re.search(r"\b[roygbv]\d", after)
    shown = CONTROL.sub("", screen.say("no Enter", until=PROMPT))
    assert "only Enter shows the cards".lower() in shown.lower() and not re.search(r"\b[roygbv]\d", shown)
    assert "saved" in screen.say("quit", until="\n")
    assert screen.status() == 0


def test_the_end_of_the_input_has_a_line_of_its_own(tmp_path: Path) -> None:
    """After Ctrl-D the farewell does not stand behind the prompt."""
    for term in ("dumb", "xterm-256color"):
        screen = Screen(tmp_path, 80, 24, "stones", "--seed", 5, "--level", 1, TERM=term)
        screen.heard()
        os.write(screen.fd, b"\x04")
        screen.heard("\n")
        assert screen.status() == 0 and "The game was left." in [line.strip() for line in lines_of(screen.raw)]


def test_a_dumb_terminal_gets_lines(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 80, 24, "stones", "--seed", 5, TERM="dumb")
    assert "Your hand: 1 " in screen.heard() and "\x1b[2J" not in screen.raw and "┌" not in screen.raw
    screen.say("quit", until="\n")
    assert screen.status() == 0


def test_closed_input(tmp_path: Path) -> None:
    """No standard input at all is the end of the input."""
    command = f"exec {sys.executable} -c '{ALONE}' stones --seed 3 <&-"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, env=environment(tmp_path), cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.endswith("The game was left.\n")


def test_a_terminal_that_knows_few_signs(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 80, 24, "stones", "--seed", 5, "--lang", "fr", "--level", 1, PYTHONIOENCODING="ascii")
    screen.heard()
    screen.say("é", until=PROMPT)
    screen.say("quit", until="\n")
    assert screen.status() == 0 and screen.raw.replace("é", "").isascii()


@pytest.mark.deep
def test_against_a_level(tmp_path: Path) -> None:
    """The real opponents, and a hint of the strongest."""
    command = [sys.executable, "-m", "marchstone.cli", "play", "stones-tactics", "--level", "2", "--seed", "3"]
    lines = "1 5\n1\nhint\nquit\n"
    done = subprocess.run(
        command, input=lines, capture_output=True, text=True, check=False, cwd=ROOT, env=environment(tmp_path), timeout=600
    )
    assert done.returncode == 0 and "Level 2 plays" in done.stdout and "Hint: " in done.stdout
    assert Store(tmp_path / "marchstone").latest()
