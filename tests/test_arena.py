"""The arena: what it plays, what it counts, what it says; and the ladder made from it."""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from marchstone import MarchstoneError, Move, Position, Record
from marchstone.cli import main
from marchstone.match import table
from marchstone.match.arena import Arena, Standing
from marchstone.match.folder import Folder
from marchstone.match.plan import EVERYONE, NEIGHBOURS, GameId, Setup
from marchstone.match.ratings import Sprt
from marchstone.match.referee import Result, ending_of
from marchstone.match.report import command_for, result_of, text_of
from marchstone.match.table import Played, play_game
from marchstone.players.base import Budget
from marchstone.players.random import RandomPlayer
from tests import players as failing
from tests.inside import inside
from tests.players import spec

BUDGETS = (Budget(nodes=1), Budget(nodes=1))
PAIRING = (0, 1)

__all__ = ["inside"]


def command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Run a command in this process: status, output, errors."""
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, captured.out, captured.err


def play(path: Path, setup: Setup, workers: int = 1) -> dict[str, Any]:
    """An arena from beginning to end; its result."""
    with Folder(path, setup) as folder:
        arena = Arena(folder, workers)
        arena.run()
        assert arena.finished
        return result_of(arena)


def without_times(data: dict[str, Any]) -> dict[str, Any]:
    """A result without what differs from one run to the next."""
    pairings = [{key: value for key, value in pairing.items() if key != "thinking"} for pairing in data["pairings"]]
    return data | {"pairings": pairings, "machine": None}


# -- one game --------------------------------------------------------------------------------------------------------------


def between(first: object, second: object, **tags: str) -> Played:
    return play_game(Position.deal("stones", seed=1, first=0), (first, second), BUDGETS, tags)  # type: ignore[arg-type]


def test_a_game_between_two_players() -> None:
    played = between(RandomPlayer(1), RandomPlayer(2), Event="test")
    assert played.outcome is not None and played.outcome.winner == played.winner and played.forfeit is None
    assert played.record.tags == {"Event": "test"} and Record.parse(played.record.text) == played.record
    assert ending_of(played.record) == (played.winner, played.reason, None)
    for clock in played.clocks:
        assert clock.asked == clock.times.total() > 10 and clock.slowest <= clock.seconds
        assert max(clock.times) - 1 < 1000 * clock.slowest <= max(clock.times)


class Wrong(RandomPlayer):
    """Fails at its third choice."""

    def __init__(self, answer: Any) -> None:
        super().__init__(1)
        self.answer, self.asked = answer, 0

    def choose(self, *given: Any) -> Any:
        self.asked += 1
        if self.asked < 3:
            return super().choose(*given)
        return 1 // 0 if self.answer == "raise" else self.answer


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "no move"),
        (7, "no move"),
        ("nonsense", "no move"),
        (Move("claim 9"), "illegal move: claim 9"),
        ("raise", "raised ZeroDivisionError"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_forfeits_of_a_player_in_this_process(answer: Any, reason: str, seat: int) -> None:
    seated = (Wrong(answer), RandomPlayer(2))
    played = between(*(seated if seat == 0 else seated[::-1]))
    assert (played.winner, played.reason, played.outcome) == (1 - seat, "forfeit", None)
    assert played.forfeit is not None and played.forfeit.startswith(reason)
    assert played.record.tags["Forfeit"] == f"{seat}: {played.forfeit}" and played.record.result == "*"
    assert ending_of(played.record) == (1 - seat, "forfeit", played.forfeit)


def test_a_game_without_end_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_MOVES", 10)
    monkeypatch.setattr("marchstone.match.referee.MOST_MOVES", 10)
    played = between(RandomPlayer(1), RandomPlayer(2))
    assert (played.winner, played.reason, len(played.record.moves)) == (None, "endless", 10)
    assert ending_of(played.record) == (None, "endless", None)


def test_where_one_move_is_legal_nobody_is_asked() -> None:
    played = between(RandomPlayer(1), RandomPlayer(2))
    assert played.clocks[0].asked + played.clocks[1].asked < len(played.record.moves)


# -- the plan --------------------------------------------------------------------------------------------------------------

PLAN = Setup("walls", ("random", "greedy", "search,nodes=5"), 7)


def test_who_meets_whom() -> None:
    assert PLAN.deals == 4 and PLAN.pairings == [(0, 1), (0, 2), (1, 2)]
    assert Setup("walls", PLAN.players, 7, meeting=NEIGHBOURS).pairings == [(0, 1), (1, 2)]
    games = list(PLAN.games_of((0, 2)))
    assert [game.name for game in games[:3]] == ["1-3/0000000a", "1-3/0000000b", "1-3/0000001a"] and len(games) == 8
    assert [game.seats for game in games[:2]] == [(0, 2), (2, 0)]
    assert all(GameId.parse(game.name) == game for game in games)
    assert GameId.parse("1-2/0000001c") is None and GameId.parse("../0000001a") is None


def test_deals_and_seeds_follow_from_the_seed() -> None:
    first, swapped, next_deal = GameId((0, 1), 3, False), GameId((0, 1), 3, True), GameId((0, 1), 4, False)
    assert PLAN.deal(first) == PLAN.deal(swapped) == PLAN.deal(GameId((1, 2), 3, False)) != PLAN.deal(next_deal)
    assert Setup("walls", PLAN.players, 7, seed=2).deal(first) != PLAN.deal(first)
    seeds = [seed for game in PLAN.games_of((0, 1)) for seed in PLAN.seeds(game)]
    assert len(set(seeds)) == len(seeds) == 16 and PLAN.seeds(first) == Setup("walls", PLAN.players, 99).seeds(first)


def test_in_stones_both_seats_begin_by_lot() -> None:
    setup = Setup("stones", ("random", "random"), 60)
    began = sum(setup.deal(GameId(PAIRING, deal, False)).actor for deal in range(30))
    assert 5 < began < 25


def test_budgets() -> None:
    assert PLAN.budget_for(2) == Budget(nodes=5) and PLAN.budget_for(0) == Budget(seconds=0.2)
    assert PLAN.tags(GameId((0, 2), 0, True))["Budget0"] == "nodes=5"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"preset": "chess"}, "preset.unknown"),
        ({"players": ("random",)}, "arena.players"),
        ({"players": ("random",) * 65}, "arena.players"),
        ({"players": ("random", "nobody")}, "player.unknown"),
        ({"games": 0}, "arena.games"),
        ({"sprt": (10, 10)}, "arena.sprt"),
        ({"sprt": (5, 0)}, "arena.sprt"),
        ({"sprt": (0, float("nan"))}, "arena.sprt"),
        ({"grace": -1}, "arena.grace"),
        ({"grace": float("nan")}, "arena.grace"),
    ],
)
def test_setups_that_cannot_be(change: dict[str, Any], code: str) -> None:
    with pytest.raises(MarchstoneError) as caught:
        Setup(**{"preset": "stones", "players": ("random", "random"), "games": 2, **change})
    assert caught.value.code == code


# -- counting --------------------------------------------------------------------------------------------------------------


def won(game: GameId, score: float) -> Result:
    return Result(game.name, score, not game.swapped, "adjacent", 50, "0" * 32)


def standing_of(order: list[tuple[GameId, float]], sprt: Sprt | None = None) -> Standing:
    standing = Standing(PAIRING, len(order) // 2, sprt)
    for game, score in order:
        standing.add(game, won(game, score))
    return standing


def test_deals_count_in_their_order_whatever_the_order_they_come_in() -> None:
    chance = random.Random(1)
    games = [(GameId(PAIRING, deal, swapped), chance.choice((1, 1, 1, 0))) for deal in range(200) for swapped in (False, True)]
    test = Sprt(0, 60)
    straight = standing_of(games, test)
    assert straight.verdict == "elo1" and 5 < straight.counted < 200 and sum(straight.tally) == 2 * straight.counted
    for _ in range(5):
        chance.shuffle(games)
        shuffled = standing_of(games, test)
        assert (shuffled.counts, shuffled.verdict, shuffled.counted) == (straight.counts, straight.verdict, straight.counted)
        assert shuffled.games == straight.games


def test_half_a_pair_does_not_count() -> None:
    standing = Standing(PAIRING, 3)
    standing.add(GameId(PAIRING, 0, False), won(GameId(PAIRING, 0, False), 1))
    standing.add(GameId(PAIRING, 1, False), won(GameId(PAIRING, 1, False), 1))
    standing.add(GameId(PAIRING, 1, True), won(GameId(PAIRING, 1, True), 1))
    assert (standing.counted, standing.tally, standing.games) == (0, (0, 0, 0), [])
    standing.add(GameId(PAIRING, 0, True), won(GameId(PAIRING, 0, True), 0))
    assert (standing.counted, standing.tally, standing.counts) == (2, (3, 0, 1), (0, 0, 1, 0, 1))


# -- whole arenas ----------------------------------------------------------------------------------------------------------


def test_an_arena(tmp_path: Path) -> None:
    setup = Setup("walls-tiny", ("random", "random"), 11, seed=3)
    result = play(tmp_path / "one", setup)
    pairing = result["pairings"][0]
    assert result["finished"] and pairing["games"] == result["games"] == 12 and not pairing["forfeits"]
    assert pairing["wins"] + pairing["draws"] + pairing["losses"] == 12 == 2 * sum(pairing["pair_scores"])
    assert all(sum(role.values()) == 6 for role in pairing["roles"].values()) and set(pairing["roles"]) == {
        "attacked",
        "defended",
    }
    assert pairing["score"] == (pairing["wins"] + pairing["draws"] / 2) / 12
    attacks = 0
    for game in setup.games_of(PAIRING):
        record = Record.load(tmp_path / "one" / "games" / f"{game.name}.txt")
        assert record.start == setup.deal(game) and record.tags == setup.tags(game)
        assert record.tags["Seat0"] == ("random#2" if game.swapped else "random")
        attacks += record.result == "0" and not game.swapped
    assert attacks == pairing["roles"]["attacked"]["wins"]
    assert without_times(play(tmp_path / "two", setup, workers=2)) == without_times(result)


@pytest.mark.parametrize("kind", [failing.Illegal, failing.Dying, failing.Unmade])
def test_a_player_that_fails_loses_and_the_arena_goes_on(kind: type, tmp_path: Path) -> None:
    result = play(tmp_path / "arena", Setup("stones-tiny", (spec(kind), "random"), 4))
    pairing = result["pairings"][0]
    assert (pairing["wins"], pairing["losses"]) == (0, 4) and pairing["endings"] == {"forfeit": 4}
    assert [forfeit["player"] for forfeit in pairing["forfeits"]] == [spec(kind)] * 4
    assert len({forfeit["reason"] for forfeit in pairing["forfeits"]}) == 1 and pairing["forfeits"][0]["reason"]
    assert all(ending_of(Record.load(path))[1] == "forfeit" for path in (tmp_path / "arena/games/1-2").iterdir())
    assert any("forfeited 4" in line for line in text_of(result, "en")) and any(
        "forfait" in line for line in text_of(result, "fr")
    )


@pytest.mark.usefixtures("inside")
def test_a_sequential_test_stops_early(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = command(
        capsys, "arena", "random", spec(failing.Fair), spec(failing.Illegal), "--preset", "stones-tiny",
        "--sprt", 0, 300, "--games", 400, "--workers", 1, "--output", tmp_path / "arena", "--json",
    )  # fmt: skip
    data = json.loads(out)
    assert status == 0 and [pairing["sprt"]["accepted"] for pairing in data["pairings"]][1:] == ["elo1", "elo1"]
    assert all(pairing["games"] < 100 for pairing in data["pairings"]) and "random" in err
    assert json.loads((tmp_path / "arena/result.json").read_text()) == data
    assert [rating["player"] for rating in data["ratings"]] == ["random", spec(failing.Fair), spec(failing.Illegal)]
    assert data["ratings"][2]["interval"][1] < 0 and len(data["ratings"][1]["interval"]) == 2


@pytest.mark.usefixtures("inside")
def test_the_command_that_is_named_plays_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    setup = Setup("stones-tiny", ("random", "random"), 4, 5, Budget(nodes=7), 1.5, (-10, 20))
    words = command_for(setup).split()
    assert words[0] == "marchstone" and command(capsys, *words[1:], "--output", tmp_path / "arena", "--workers", 1)[0] == 0
    with Folder(tmp_path / "arena", setup) as folder:
        assert len(folder.results) == 4 and folder.notes == []


@pytest.mark.usefixtures("inside")
def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("arena", "random", "random", "--preset", "stones-tiny", "--games", 4, "--workers", 1)
    status, out, err = command(capsys, *arguments, "--lang", "en")
    assert (status, err) == (0, "") and out.startswith("4/4  random - random#2: +")
    assert "stones-tiny: 4 games" in out and "Elo" in out and "beginning: +" in out
    assert "parties" in command(capsys, *arguments, "--lang", "fr")[1]


def test_on_a_terminal_there_is_a_bar(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    words = [
        sys.executable,
        "-m",
        "marchstone.cli",
        "arena",
        "random",
        "random",
        "--preset",
        "stones-tiny",
        "--games",
        "6",
        "--lang",
        "en",
    ]
    done = subprocess.run(
        words, stdout=theirs, stderr=subprocess.PIPE, env=os.environ | {"TERM": "xterm", "COLUMNS": "100"}, check=False
    )
    os.close(theirs)
    shown = b""
    with open(ours, "rb", buffering=0) as terminal:
        while some := read_some(terminal):
            shown += some
    assert done.returncode == 0 and b"6/6" in shown and b"\x1b[" in shown and b"stones-tiny: 6 games" in shown


def read_some(terminal: Any) -> bytes:
    """What a terminal shows; its end is an error on some systems."""
    try:
        return bytes(terminal.read(4096))
    except OSError:
        return b""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("arena", "random"), "arena.players"),
        (("arena", "random", "nobody"), "player.unknown"),
        (("arena", "random", "random", "--games", "0"), "command.usage"),
        (("arena", "random", "random", "--preset", "chess"), "preset.unknown"),
        (("arena", "random", "random", "--sprt", "10", "0"), "arena.sprt"),
        (("arena", "random", "python:nowhere:X"), "arena.player"),
        (("arena", "random", "random", "--output", "/dev/null/x"), "arena.file"),
        (("ladder", "--players", "random"), "arena.players"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: str) -> None:
    status, _, err = command(capsys, *arguments)
    assert status == 2 and err.startswith("marchstone: ") and err.endswith(f"[{code}]\n") and err.count("\n") == 1


# -- the ladder ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("inside")
def test_a_ladder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = f"{spec(failing.Fair)},nodes=5,{spec(failing.Illegal)},random"
    words = ["ladder", "--preset", "stones-tiny", "--preset", "walls-tiny", "--players", names, "--games", 4, "--workers", 1]
    files = ["--table", tmp_path / "levels.md", "--plot", tmp_path / "levels.svg", "--output", tmp_path / "games", "--lang"]
    assert command(capsys, *words, *files, "en")[0] == 0
    page = (tmp_path / "levels.md").read_text()
    assert "## stones-tiny" in page and "## walls-tiny" in page and "](levels.svg)" in page
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `")]
    assert [row[0].strip("| ") for row in rows[:3]] == [
        f"`{spec(failing.Fair)},nodes=5`",
        f"`{spec(failing.Illegal)}`",
        "`random`",
    ]
    assert rows[1][1:3] == ["4", rows[1][2]] and rows[1][2].startswith("0.0 % (0.0 … 6") and rows[2][2].startswith("100.0 % (3")
    drawing = ElementTree.parse(tmp_path / "levels.svg").getroot()
    told = [element.text for element in drawing.iter() if element.text and element.text.strip()]
    assert {"stones-tiny", "walls-tiny", "random"} <= set(told)
    assert len({path.get("d") for path in drawing.iter("{http://www.w3.org/2000/svg}path") if path.get("transform")}) == 2
    assert "marchstone ladder --players " in page  # and it goes on where it was, in French
    assert command(capsys, *words, *files[-3:], "fr")[1].count("8 parties étaient déjà là.") == 2
    with Folder(
        tmp_path / "games" / "stones-tiny",
        Setup("stones-tiny", (f"{spec(failing.Fair)},nodes=5", spec(failing.Illegal), "random"), 4, meeting=NEIGHBOURS),
    ) as kept:
        assert len(kept.results) == 8


def test_neighbours_only_in_a_ladder() -> None:
    assert EVERYONE != NEIGHBOURS and len(Setup("stones", ("random",) * 8, 2, meeting=NEIGHBOURS).pairings) == 7
