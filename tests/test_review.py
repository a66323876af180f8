"""The review of a record: curve and losses hold together, pictures are well-formed, and the command says what is wrong with a
record."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from re import findall
from xml.etree import ElementTree

import pytest

from marchstone import Game, MarchstoneError, Record
from marchstone.analysis import Review, ReviewError, chart, reviewing, sparkline
from marchstone.analysis import review as review_of
from marchstone.analysis.words import REASONS, percent
from marchstone.cli import main
from marchstone.move import Move
from marchstone.players.base import Budget
from marchstone.players.random import RandomPlayer
from tests.tables import table

FEW = Budget(nodes=120)
ROOT = Path(__file__).parent.parent


def random_game(preset: str, seed: int, moves: int = 10_000) -> Record:
    game, player = Game(preset, seed=seed), RandomPlayer(seed, eager=False)
    while not game.is_over and len(game.moves) < moves:
        game.play(player.choose(game.view(game.actor), game.legal_moves))
    return Record.of(game, Seat0="Ann", Seat1="Bob <&>")


# -- a whole game ----------------------------------------------------------------------------------------------------------


def check(found: Review, record: Record) -> None:
    """What holds of every review."""
    positions = list(record.positions())
    assert [point.place for point in found.curve] == list(range(len(positions)))
    assert all(0 <= point.chance <= 1 for point in found.curve)
    turns = [point.turn for point in found.curve]
    assert turns[0] == 1 and all(after - before in (0, 1) for before, after in pairwise(turns))
    if positions[-1].is_over:
        assert found.curve[-1].chance == {"0": 1.0, "1": 0.0, "draw": 0.5}[found.result]
    free = [place for place in range(len(record.moves)) if len(positions[place].legal_moves) > 1]
    assert [decision.place for decision in found.decisions] == free
    for decision in found.decisions:
        assert decision.seat == positions[decision.place].actor and decision.move == record.moves[decision.place]
        assert decision.best in positions[decision.place].legal_moves
        assert 0 <= decision.chance <= decision.best_chance <= 1
        assert decision.loss == 0 or decision.best != decision.move
    for seat in range(2):
        worst = [mistake.decision for mistake in found.worst if mistake.decision.seat == seat]
        losses = sorted((one.loss for one in found.decisions if one.seat == seat), reverse=True)
        assert len(worst) <= 3 and sorted((one.loss for one in worst), reverse=True) == losses[: len(worst)]
        assert 0 < (found.accuracy[seat] or 1) <= 1
    assert [mistake.number for mistake in found.worst] == list(range(1, len(found.worst) + 1))
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


@pytest.mark.parametrize(
    ("preset", "seed", "nodes"), [("stones-small", 3, 150), ("walls-tactics", 1, 40), ("walls-small", 2, 60)]
)
def test_a_whole_game(preset: str, seed: int, nodes: int) -> None:
    record, seen = random_game(preset, seed), []
    found = review_of(record, Budget(nodes=nodes), seed=4, progress=lambda done, total: seen.append((done, total)))
    check(found, record)
    assert all(mistake.reason.code in REASONS for mistake in found.worst)
    assert found.worst and min(found.accuracy) < 0.99  # type: ignore[type-var]  # somebody who plays at random errs
    total = len(found.decisions)
    assert seen == [(done, total) for done in range(total + 1)]
    for language in ("en", "fr"):
        lines = found.lines(language)
        assert lines[1] == found.ending[language == "fr"] != "" and str(found) == "\n".join(found.lines())
        assert all(mistake.sentence(language, found.players) in "\n".join(lines) for mistake in found.worst)
        picture = ElementTree.fromstring(chart(found, language))
        texts = ["".join(node.itertext()) for node in picture.iter("{http://www.w3.org/2000/svg}text")]
        assert [text for text in texts if text in [str(mistake.number) for mistake in found.worst]]
        assert picture.find("{http://www.w3.org/2000/svg}desc") is not None
    again = review_of(record, Budget(nodes=nodes), seed=4)
    assert again == found != review_of(record, Budget(nodes=nodes), seed=5)


def test_a_game_that_goes_on() -> None:
    record = random_game("stones-small", 8, 12)
    found = review_of(record, FEW)
    check(found, record)
    assert found.result == "*" and found.ending == ("", "") and "The game is not over." in found.lines()
    nothing = review_of(Record(record.start), FEW)
    check(nothing, Record(record.start))
    assert nothing.accuracy == (None, None) and len(nothing.curve) == 1
    ElementTree.fromstring(chart(nothing))


def test_a_game_that_was_given_up() -> None:
    """The review says so, and judges the moves that were made."""
    record = random_game("stones-small", 8, 12)
    plain = review_of(record, FEW)
    for seat, names in ((0, ("Ann", "Bob <&>")), (1, ("Bob <&>", "Ann"))):
        found = review_of(Record(record.start, record.moves, {**record.tags, "Resigned": str(seat)}), FEW)
        check(found, record)
        assert (found.resigned, found.result, found.decisions, found.curve) == (seat, "*", plain.decisions, plain.curve)
        assert found.ending[0] == f"{names[0]} gave the game up: {names[1]} wins."
        assert found.lines("fr")[1] == f"{names[0]} a abandonné la partie : {names[1]} gagne."
        assert found.ending[1].replace("<&>", "&lt;&amp;&gt;") in chart(found, "fr") and found.to_dict()["resigned"] == seat
    nameless = review_of(Record(record.start, (), {"Resigned": "1"}), FEW)
    assert nameless.lines()[1] == "Seat 1 gave the game up: seat 0 wins." and nameless.decisions == ()
    for tags in ({"Resigned": "2"}, {"Resigned": ""}, {"Forfeit": "nonsense"}):
        assert review_of(Record(record.start, (), tags), FEW).ending == ("", "")
    over = random_game("stones-tiny", 1)
    found = review_of(Record(over.start, over.moves, {"Resigned": "0"}), FEW)
    assert found.resigned is None and found.result != "*" and "gave" not in found.lines()[1]


def test_two_of_one_name_are_told_apart() -> None:
    start = random_game("stones-tiny", 1).start
    same = review_of(Record(start, (), {"Seat0": "random", "Seat1": "random"}), FEW)
    assert same.players == ("random", "random#2") and same.lines()[0] == "stones-tiny: random against random#2."
    assert review_of(Record(start), FEW).players == ("", "")


def test_a_game_that_was_forfeited() -> None:
    record = random_game("walls-small", 8, 5)
    found = review_of(Record(record.start, record.moves, {"Forfeit": "1: illegal move: claim 9"}), FEW)
    assert found.lines()[1] == "The defender lost by forfeit: illegal move: claim 9."
    assert found.lines("fr")[1] == "Le défenseur a perdu par forfait : illegal move: claim 9." and found.resigned is None


def test_other_processes_say_the_same() -> None:
    record = random_game("stones-tiny", 1)
    assert review_of(record, FEW, workers=2) == review_of(record, FEW)


def test_a_process_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        _processes = None

        def __init__(self, *_: object, **__: object) -> None:
            pass

        def submit(self, *_: object) -> object:
            raise reviewing.BrokenProcessPool

        def shutdown(self, **_: object) -> None:
            pass

    monkeypatch.setattr(reviewing, "ProcessPoolExecutor", Broken)
    with pytest.raises(ReviewError, match="has ended"):
        review_of(random_game("stones-tiny", 1), FEW, workers=2)


def test_wrong_arguments() -> None:
    with pytest.raises(MarchstoneError, match="a record"):
        review_of("game.txt", FEW)  # type: ignore[arg-type]
    with pytest.raises(MarchstoneError, match="workers"):
        review_of(random_game("stones-tiny", 1), FEW, workers=0)


def test_marks_keep_apart_and_names_short() -> None:
    """Moves one after the other have their numbers beside one another."""
    start = table("stones", "g6,g7:r9,o9,b9/:/b4,b6:r7,r8", "g8,b5,y5,y1,v2,r2:g2,r6,o4,y9,v9,v8")
    record = Record(start, (Move("play y1 1"),), {"Seat0": "A" * 400, "Seat1": "B"})
    found = review_of(record, FEW)
    mistakes = [replace(found.worst[0], number=number) for number in (1, 2, 3)]
    picture = chart(replace(found, worst=tuple(mistakes)))
    places = [tuple(map(float, spot)) for spot in findall(r'transform="translate\(([\d.]+) ([\d.]+)\)"', picture)][:3]
    assert len(set(places)) == 3 and all(78 <= y <= 328 for _, y in places)
    assert "A" * 16 not in picture and "AAA…" in picture


def test_a_line_of_signs() -> None:
    assert sparkline([0.0, 0.5, 1.0]) == "▁▅█"
    assert len(sparkline([0.5] * 300)) == 72 and sparkline([0.0] * 100 + [1.0] * 100, widest=4) == "▁▁██"


def test_who_made_a_bad_move() -> None:
    """No capital in the middle of a line, whether players have names or not."""
    position = table("stones", ":/:/g6,g7:r2,o4", "g8,r1,o3,y5,b1,v2:g1,r9,o9,y9,b8,v8")
    for tags, english, french in (({}, "seat 0", "la place 0"), ({"Seat0": "you", "Seat1": "Level 1"}, "you", "you")):
        found = review_of(Record(position, (Move("play r1 3"),), tags), FEW)
        assert any(f". Turn 1, {english}: play the red 1" in line for line in found.lines())
        assert any(f". Tour 1, {french} : jouer le 1 rouge" in line for line in found.lines("fr"))


@pytest.mark.parametrize(
    ("lang", "begins", "turn", "last"),
    [("en", "Chances for Ann, turns 1 to ", "turn", "at the end"), ("fr", "Chances pour Ann, tours 1 à ", "tour", "à la fin")],
)
def test_the_curve_in_plain_words(lang: str, begins: str, turn: str, last: str) -> None:
    """For those who hear it: a few percentages by turn, and no row of signs."""
    found = review_of(random_game("stones-small", 3), Budget(nodes=1))
    (line,) = [line for line in found.lines(lang, plain=True) if line.startswith(begins)]
    told = findall(rf"{turn} (\d+) (\d+) %", line)
    assert len(told) == 8 and told[0][0] == "1" and len({number for number, _ in told}) == 8
    for number, chance in told:
        first = next(point for point in found.curve if point.turn == int(number))
        assert percent(first.chance) == f"{chance} %"
    assert line.endswith(f"{last} {percent(found.curve[-1].chance)}.")
    assert not set("▁▂▃▄▅▆▇█") & set("".join(found.lines(lang, plain=True)))
    nothing = review_of(Record(random_game("stones-tiny", 1).start), Budget(nodes=1))
    assert nothing.lines(lang, plain=True)[3].endswith(f": {last} {percent(nothing.curve[0].chance)}.")


# -- the commands ----------------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return int(ended.value.code or 0), captured.out, captured.err


def test_the_command_review(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    random_game("stones-small", 3).save(path)
    asked = ("review", path, "--nodes", 60, "--workers", 1, "--seed", 4)
    status, out, err = run(capsys, *asked, "--lang", "fr", "--output", tmp_path / "out", "--picture", tmp_path / "curve.png")
    assert (status, err) == (0, "") and "Précision : Ann" in out and "review.svg" in out and "curve.png" in out
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    kept = json.loads((tmp_path / "out" / "review.json").read_text())
    status, out, err = run(capsys, *asked, "--json")
    assert (status, err) == (0, "") and json.loads(out) == kept
    ElementTree.parse(tmp_path / "out" / "review.svg")


def test_a_damaged_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    text = random_game("stones-small", 3).text
    for damaged, code in (
        (text[:300], "record."),
        (text.replace(". 0 play", ". 0 plai", 1), "record.move"),
        ("", "record.truncated"),
    ):
        path.write_text(damaged)
        status, out, err = run(capsys, "review", path)
        assert (status, out) == (2, "") and err.count("\n") == 1 and f"[{code}" in err
    status, out, err = run(capsys, "review", tmp_path / "nothing", "--json")
    assert status == 2 and json.loads(err)["error"]["code"] == "record.file"


def test_a_record_from_a_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As with `review <(marchstone random stones-tiny)`."""
    path, text = tmp_path / "pipe", random_game("stones-tiny", 1).text
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(text,))
    writer.start()
    status, out, err = run(capsys, "review", path, "--nodes", 1, "--workers", 1, "--lang", "en")
    writer.join()
    assert (status, err) == (0, "") and "Accuracy: Ann" in out


def test_an_interrupt(tmp_path: Path) -> None:
    """Ctrl-C ends a review, its processes and an analysis in one line."""
    path = tmp_path / "game.txt"
    random_game("stones", 1).save(path)
    position = random_game("stones", 1).start.text
    for words in (["review", str(path), "--workers", "2"], ["analyse", position]):
        command = [sys.executable, "-m", "marchstone", *words, "--seconds", "600", "--lang", "fr"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, cwd=ROOT)
        time.sleep(2)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, b"") and err.count(b"Interrompu.") == 1 and b"Process" not in err, err


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    random_game("stones-tiny", 1).save(path)
    (tmp_path / "file").write_text("")
    status, _, err = run(capsys, "review", path, "--nodes", 1, "--workers", 1, "--output", tmp_path / "file" / "out")
    assert status == 2 and err.endswith("[review.file]\n")
    status, _, err = run(capsys, "review", path, "--nodes", 1, "--workers", 1, "--picture", tmp_path / "file" / "curve.svg")
    assert status == 2 and err.endswith("[picture.file]\n")
    assert run(capsys, "review", path, "--nodes", 1, "--workers", 1, "--picture", tmp_path / "curve.svg")[0] == 0
    ElementTree.parse(tmp_path / "curve.svg")


def test_the_command_analyse(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    position = table("stones-small", "r1,r2:o1/g5,g6:y1", "o4,y2,g1:y3,y5,o6,g2", phase="close")
    status, out, err = run(capsys, "analyse", position.text, "--nodes", 50, "--lang", "en")
    assert (status, err) == (0, "") and "Seat 0 wins with a chance of 100 %" in out and "claim Stone 1" in out
    monkeypatch.setattr(sys, "stdin", io.StringIO(position.view(1).text))
    status, out, err = run(capsys, "analyse", "-", "--nodes", 50, "--json")
    assert (status, err) == (0, "") and json.loads(out)["seat"] == 1 and json.loads(out)["chance"] == 0
    status, _, err = run(capsys, "analyse", position.view(1).text, "--seat", 0)
    assert status == 2 and "view of seat 1" in err
