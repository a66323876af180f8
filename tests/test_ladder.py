"""The ladder where things go wrong: all games won, an interrupt, files that cannot be written; and what is said of one player."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from marchstone import MarchstoneError
from marchstone.cli import arena as commands
from marchstone.match.arena import Arena
from marchstone.match.ladder import ladder_plot, ladder_table, points
from marchstone.match.plan import Setup
from marchstone.match.plot import Series, plot, scale
from tests import players as failing
from tests.inside import inside
from tests.players import spec
from tests.test_arena import command

WORDS = ("ladder", "--preset", "stones-tiny", "--games", 4, "--workers", 1, "--players")
BOTH = f"{spec(failing.Illegal)},random"

__all__ = ["inside"]


def result(won: bool) -> dict[str, Any]:
    """Two players of whom one has won every game."""
    names = ["random", "random#2"]
    return {
        "preset": "stones-tiny",
        "players": [{"player": name} for name in names],
        "finished": True,
        "command": "marchstone ladder",
        "ratings": [],
        "pairings": [
            {
                "games": 40,
                "score": float(won),
                "score_interval": [0.9, 1.0] if won else [0.0, 0.1],
                "elo": None,
                "elo_interval": [320.0, None] if won else [None, -320.0],
            }
        ],
    }


@pytest.mark.parametrize("won", [False, True])
def test_all_games_won_or_lost(won: bool) -> None:
    """The second player stands infinitely far from the first: in the table, and at the edge of the drawing; never at 0."""
    found = result(won)
    beyond = -math.inf if won else math.inf
    low, high = sorted((math.copysign(320.0, beyond), beyond))
    assert points(found) == [(0.0, 0.0, 0.0), (beyond, low, high)]
    line = ladder_table([found]).splitlines()[9]
    told = "-∞ (-∞ … -320)" if won else "+∞ (+320 … +∞)"
    assert line.endswith(f"| {told} | {told} |")
    assert scale([Series("x", points(found))]) == ((-400, 50, 50) if won else (0, 400, 50))
    drawing = ElementTree.fromstring(ladder_plot([found]))
    texts = [node.text for node in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert ("-∞" if won else "∞") in texts and "inf" not in ladder_plot([found]) and "nan" not in ladder_plot([found])


def test_a_drawing_of_nothing_but_infinity() -> None:
    ElementTree.fromstring(plot("t", ["a"], "x", [Series("s", [(math.inf, -math.inf, math.inf)])]))


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(("lang", "told"), [("en", "Left as before: "), ("fr", "Laissé tel quel : ")])
def test_an_interrupt_leaves_files_as_they_were(
    lang: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page, drawing = tmp_path / "levels.md", tmp_path / "levels.svg"
    files = ("--table", page, "--plot", drawing, "--lang", lang)
    assert command(capsys, *WORDS, BOTH, *files)[0] == 0
    before = page.read_text(), drawing.read_text()

    def interrupt(self: Arena) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Arena, "run", interrupt)
    status, out, _ = command(capsys, *WORDS, BOTH, *files)
    assert status == 130 and (page.read_text(), drawing.read_text()) == before
    assert f"{told}{page}, {drawing}." in out and "## stones-tiny" in out
    status, out, _ = command(capsys, *WORDS, BOTH, *files, "--json")
    assert status == 130 and json.loads(out) and (page.read_text(), drawing.read_text()) == before


@pytest.mark.parametrize("option", ["--table", "--plot"])
def test_a_file_that_cannot_be_written_is_noticed_first(
    option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(commands, "played", lambda *_: pytest.fail("a game was played"))
    status, out, err = command(capsys, *WORDS, BOTH, option, tmp_path / "missing" / "levels.svg")
    assert (status, out) == (2, "") and err.endswith("[arena.file]\n") and "No such file" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize("option", ["--table", "--plot"])
def test_a_disk_that_is_full_at_last(
    option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was played for is printed where it cannot be kept."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("marchstone.cli.arena.write_whole", full)
    monkeypatch.setattr("marchstone.cli.pictures.write_whole", full)
    status, out, err = command(capsys, *WORDS, BOTH, option, tmp_path / "levels.svg")
    assert status == 2 and "## stones-tiny" in out and "No space left on device" in err
    status, out, _ = command(capsys, *WORDS, BOTH, option, tmp_path / "levels.svg", "--json")
    assert status == 2 and json.loads(out[out.index("[") :])


def test_one_player_and_no_lists(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(MarchstoneError, match=r"^1 player cannot meet"):
        Setup("stones", ("random",), 2)
    with pytest.raises(MarchstoneError, match=r"^0 players cannot meet"):
        Setup("stones", (), 2)
    words = ("arena", "random", "random", "--preset", "stones-tiny", "--games", 2, "--output", tmp_path / "games")
    assert command(capsys, *words)[0] == 0
    for other, told in (
        ((*words[:2], spec(failing.Fair), *words[3:]), f"its players is random random, not random {spec(failing.Fair)}"),
        ((*words, "--nodes", 7), "its budget is seconds=0.2, not nodes=7"),
        ((*words, "--sprt", 0, 10), "its sprt is none, not 0.0 10.0"),
    ):
        err = command(capsys, *other)[2]
        assert told in err and "[arena.other]" in err and "'" not in err


@pytest.mark.parametrize("option", [("--nodes", 10**12 + 1), ("--nodes", 10**20), ("--seconds", 1e7), ("--seconds", "inf")])
@pytest.mark.parametrize("words", [("arena", "random", "random"), ("ladder",), ("review", "-"), ("analyse", "-")])
def test_more_than_anybody_can_wait_for(
    words: tuple[str, ...], option: tuple[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = command(capsys, *words, *option)
    assert (status, out) == (2, "") and err.endswith("[command.usage]\n")
