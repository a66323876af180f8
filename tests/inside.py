"""An arena without other processes, for tests of what it plays and keeps: referee and players run where the arena runs."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from marchstone import LegalMoves, Move, View
from marchstone.match import arena, referee
from marchstone.players.base import Budget, Player
from marchstone.players.registry import player_of


class Channel:
    """In the place of a channel to a referee: answers as soon as it is asked."""

    def __init__(self, module: str) -> None:
        self._referee = referee.Referee()
        self._reading, self._writing = os.pipe()
        self._reply = b""

    def fileno(self) -> int:
        return self._reading

    def send(self, task: Any) -> None:
        self._reply = json.dumps(self._referee.answer(json.loads(json.dumps(task)))).encode()
        os.write(self._writing, b"!")

    def receive(self, seconds: float) -> Any:
        os.read(self._reading, 1)
        return json.loads(self._reply)

    def close(self) -> None:
        os.close(self._reading)
        os.close(self._writing)


class LocalPlayer:
    """In the place of a player's process."""

    pid = None

    def __init__(self, spec: str, preset: str, **limits: float) -> None:
        self.name, self._preset = spec, preset
        self._player: Player | None = None

    def start(self, seed: int) -> None:
        self._player = player_of(self.name, self._preset, seed)

    def choose(self, view: View, legal: LegalMoves, budget: Budget) -> Move:
        assert self._player is not None
        return self._player.choose(view, legal, budget)

    def close(self) -> None:
        self._player = None

    def __enter__(self) -> LocalPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arenas of this test need no other process."""
    monkeypatch.setattr(arena, "Channel", Channel)
    monkeypatch.setattr(arena, "ProcessPlayer", LocalPlayer)
    monkeypatch.setattr(referee, "ProcessPlayer", LocalPlayer)
