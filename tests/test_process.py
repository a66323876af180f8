"""A player in a process of its own: it is told its view and nothing else, and however it fails, only its game is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, ClassVar

import pytest

from marchstone import Game, Position
from marchstone.players import process
from marchstone.players.base import Budget
from marchstone.players.channel import Channel, ChannelError, DiedError
from marchstone.players.process import ForfeitError, ProcessPlayer, hard_limit
from marchstone.players.random import RandomPlayer
from tests import players as failing
from tests.players import spec

ROOT = Path(__file__).parent.parent
START = Position.deal("stones", seed=1, first=0)
SOON = Budget(seconds=0.15)


def forfeit(kind: type, grace: float = 0.15) -> ForfeitError:
    """How a player loses that is asked once; it must be gone then, and a fresh one must start."""
    with ProcessPlayer(spec(kind), "stones", grace=grace) as player:
        player.start(seed=1)
        before = player.pid
        with pytest.raises(ForfeitError) as caught:
            player.choose(START.view(0), START.legal_moves, SOON)
        assert player.pid is None and before is not None and not alive(before)
        player.start(seed=2)
        assert player.pid not in (None, before)
    return caught.value


def alive(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone_within(pid: int, seconds: float) -> bool:
    """Whether a process ends in time."""
    deadline = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pid)


@pytest.mark.parametrize(
    ("kind", "code", "reason"),
    [
        (failing.Illegal, "illegal", "illegal move: put discard"),
        (failing.Silent, "silent", "no move"),
        (failing.Textual, "silent", "no move, but a str"),
        (failing.Raising, "raised", 'raised ValueError: two lines with "quotes" and ?'),
        (failing.Leaving, "died", "died (status 3)"),
        (failing.Dying, "died", "died (signal 9)"),
        (failing.Hanging, "late", "too late: no answer within 0.3 s"),
        (failing.Endless, "nonsense", "gave an answer without end"),
        (failing.Babbling, "nonsense", "gave an answer that cannot be read"),
        (failing.Listing, "nonsense", "gave an answer that cannot be read"),
        (failing.Forward, "nonsense", "gave an answer to nothing"),
    ],
)
def test_every_failure_is_a_forfeit(kind: type, code: str, reason: str) -> None:
    problem = forfeit(kind, 0.15 if kind is failing.Hanging else 20.0)
    assert (problem.code, problem.message) == (f"forfeit.{code}", reason)


def test_a_limit_is_kept() -> None:
    with ProcessPlayer(spec(failing.Hanging), "stones", grace=0.2) as player:
        player.start(seed=1)
        began = time.monotonic()
        with pytest.raises(ForfeitError):
            player.choose(START.view(0), START.legal_moves, Budget(seconds=0.1))
        assert 0.3 <= time.monotonic() - began < 2.0


def test_limits() -> None:
    assert hard_limit(Budget(seconds=0.5), grace=1) == 1.5
    assert hard_limit(Budget(nodes=10), grace=1) == process.WITHOUT_SECONDS + 1
    assert hard_limit(Budget(seconds=0.5, nodes=10), grace=1) == 1.5


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (failing.Unmade, "did not start: RuntimeError: cannot be made"),
        (failing.Unready, "too late: no answer within 0.4 s"),
    ],
)
def test_a_player_that_does_not_start(kind: type, reason: str) -> None:
    with ProcessPlayer(spec(kind), "stones", starting=0.4 if kind is failing.Unready else 20) as player:
        with pytest.raises(ForfeitError, match=reason):
            player.start(seed=1)
        assert player.pid is None
        with pytest.raises(ForfeitError, match="was not started"):
            player.choose(START.view(0), START.legal_moves, SOON)


def test_what_a_player_prints_goes_nowhere() -> None:
    with ProcessPlayer(spec(failing.Chatty), "stones") as player:
        player.start(seed=3)
        for _ in range(3):
            assert player.choose(START.view(0), START.legal_moves, SOON) in START.legal_moves


# -- what it is told -------------------------------------------------------------------------------------------------------


class Eavesdropper:
    """In the place of a channel: keeps what is sent, and answers with the first legal move."""

    sent: ClassVar[list[bytes]] = []

    def __init__(self, module: str) -> None:
        self.reply: dict[str, Any] = {}

    def send(self, message: dict[str, Any]) -> None:
        self.sent.append(json.dumps(message).encode())
        self.reply = {"move": "play r1 1"} if "view" in message else {"ready": True}

    def receive(self, seconds: float) -> dict[str, Any]:
        return self.reply

    def close(self) -> None:
        self.sent.append(b"closed")


def messages(position: Position, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """All that a player is sent for a game and one choice, legal or not."""
    monkeypatch.setattr(process, "Channel", Eavesdropper)
    Eavesdropper.sent = []
    player = ProcessPlayer("random", position.rules.name)
    player.start(seed=9)
    view = position.view(position.actor)
    try:
        player.choose(view, view.legal_moves, SOON)
    except ForfeitError as problem:
        assert problem.code == "forfeit.illegal"
    return Eavesdropper.sent


@pytest.mark.parametrize("preset", ["stones", "stones-tactics", "walls", "walls-tactics"])
def test_nothing_hidden_is_sent(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything that the seat cannot know dealt anew, not a byte differs; and the view's words are all that is sent."""
    game, chance = Game(preset, seed=5), RandomPlayer(5)
    for _ in range(25):
        position = game.position
        sent = messages(position, monkeypatch)
        asked = json.loads(sent[1])
        assert set(asked) == {"view", "budget"} and asked["view"] == position.view(position.actor).vector
        assert json.loads(sent[0]) == {"player": "random", "preset": preset, "seed": 9}
        for seed in range(3):
            assert messages(position.resample(position.actor, seed=seed), monkeypatch) == sent
        game.play(chance.choose(game.view(game.actor), game.legal_moves))


def test_nothing_is_open_but_its_pipes(tmp_path: Path) -> None:
    with (tmp_path / "secret").open("w") as secret:
        os.set_inheritable(secret.fileno(), True)
        problem = forfeit(failing.Looking, 20.0)
    files = problem.message.removeprefix("raised LookupError: ").split()
    assert "pipe" in files and all(file in ("/dev/null", "pipe") or file.startswith("/proc/") for file in files)


def test_the_same_seed_makes_the_same_game_wherever_it_is_played() -> None:
    local, game = RandomPlayer(11), Game("walls", seed=2)
    with ProcessPlayer("random", "walls") as player:
        player.start(seed=11)
        while not game.is_over:
            view = game.view(game.actor)
            move = player.choose(view, view.legal_moves, SOON)
            assert move == local.choose(view, view.legal_moves)
            game.play(move)


def test_every_game_has_a_new_player_in_the_same_process() -> None:
    with ProcessPlayer(spec(failing.Counting), "stones", grace=20) as player:
        player.start(seed=1)
        player.choose(START.view(0), START.legal_moves, SOON)
        first = player.pid
        player.start(seed=2)
        player.choose(START.view(0), START.legal_moves, SOON)
        assert player.pid == first
        with pytest.raises(ForfeitError, match=r"asked 2 times, seed 2, .*seconds=0.15"):
            player.choose(START.view(0), START.legal_moves, SOON)


# -- nothing is left behind ------------------------------------------------------------------------------------------------

ORPHAN = """
import sys
from marchstone import Position
from marchstone.players.base import Budget
from marchstone.players.process import ProcessPlayer
player = ProcessPlayer("python:tests.players:Hanging", "stones")
player.start(1)
print(player.pid, flush=True)
start = Position.deal("stones", seed=1)
player.choose(start.view(start.actor), start.legal_moves, Budget(nodes=1))
"""


def test_a_player_ends_when_its_parent_is_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, cwd=ROOT)
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
        time.sleep(0.2)
        assert alive(pid)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert gone_within(pid, 5)


def test_what_a_player_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "child"
    monkeypatch.setenv("CHILD_FILE", str(file))
    with ProcessPlayer(spec(failing.Parent), "stones", grace=1.5) as player:
        player.start(seed=1)
        with pytest.raises(ForfeitError, match="too late"):
            player.choose(START.view(0), START.legal_moves, SOON)
    assert gone_within(int(file.read_text()), 5)


ORPHANED = ORPHAN.replace("Hanging", "Parent")


def test_what_a_player_has_started_ends_with_whoever_started_the_player(tmp_path: Path) -> None:
    """However that one ends, and the players of a referee are ended by it likewise."""
    file = tmp_path / "child"
    parent = subprocess.Popen(
        [sys.executable, "-c", ORPHANED], stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | {"CHILD_FILE": str(file)}
    )
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
        deadline = time.monotonic() + 20
        while not (file.exists() and file.read_text()) and time.monotonic() < deadline:
            time.sleep(0.02)
        child = int(file.read_text())
        assert alive(pid) and alive(child)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert gone_within(pid, 5) and gone_within(child, 5)


def test_an_interrupt_while_waiting_leaves_no_answer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: Channel, seconds: float) -> Any:
        raise KeyboardInterrupt

    with ProcessPlayer("random", "stones") as player:
        player.start(seed=1)
        with monkeypatch.context() as patched:
            patched.setattr(Channel, "receive", interrupt)
            with pytest.raises(KeyboardInterrupt):
                player.choose(START.view(0), START.legal_moves, SOON)
        assert player.pid is None
        player.start(seed=1)
        assert player.choose(START.view(0), START.legal_moves, SOON) in START.legal_moves


def test_a_channel_to_nobody() -> None:
    channel = Channel("tests.players")  # ends at once
    with pytest.raises(DiedError, match="status 7"):
        channel.receive(20)
    with pytest.raises(ChannelError):
        for _ in range(3):
            channel.send({})
            time.sleep(0.05)
    channel.close()
    channel.close()
