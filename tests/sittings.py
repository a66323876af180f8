"""Games at a real server that are brought to where a test in a browser wants to look at them."""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx

from .server import Game

State = dict[str, Any]


class Sitting(Game):
    """A game between people, or against a level, that goes on over HTTP."""

    def __init__(
        self, http: httpx.Client, address: str, preset: str, opponent: str = "invited", seed: int = 1, **settings: Any
    ) -> None:
        super().__init__(http, address, preset, opponent, **settings)
        self._chance = random.Random(seed)
        self.seated()

    def state(self, player: int = 0) -> State:
        """Game and table as a player sees them."""
        found: State = self.get(person=self.people[player]).json()
        return found

    def act(self, player: int, do: str) -> httpx.Response:
        """A command of one of them, as of now."""
        while True:
            answer = self.post(f"/games/{self.id}/act", self._command(player, do), self.people[player])
            if answer.status_code != 429:
                return answer
            time.sleep(0.1)  # the server allows so many of one address

    def _command(self, player: int, do: str) -> State:
        command = {"id": secrets.token_hex(8), "at": self.number(), "do": do}
        return command | ({"player": player} if self.people[0] is self.people[1] else {})

    def number(self) -> int:
        """The last number of the game."""
        with self.http.stream("GET", f"/games/{self.id}/events") as lines:
            first: State = json.loads(next(lines.iter_lines()))
        return int(first["n"])

    def on(self, wanted: Callable[[State], bool] = lambda state: False, most: int = 5000) -> bool:
        """Moves of both, by chance, until a player who is to move sees what is wanted; not: the round has ended before."""
        for _ in range(most):
            states = [self.state(player) for player in (0, 1)]
            if states[0]["game"]["state"] != "playing":
                return False
            mover = next((player for player in (0, 1) if states[player]["table"]["legal"]), None)
            if mover is None:
                time.sleep(0.05)  # a level thinks
                continue
            if mover == 0 and wanted(states[0]):
                return True
            answer = self.act(mover, f"move {self._choice(states[mover]['table']['legal'])}")
            assert answer.status_code == 200, answer.text
        raise AssertionError("a round without end")

    def _choice(self, legal: list[str]) -> str:
        """Claims first, then tactic cards, so that rare phases come up."""
        claims = [move for move in legal if move.startswith("claim")]
        rare = [move for move in legal if move.startswith(("play ", "draw tactic")) and not move[5:7].strip("royegbv").isdigit()]
        return self._chance.choice(claims or rare or legal)


def sitting(make: Callable[[int], Sitting], wanted: Callable[[State], bool]) -> Sitting:
    """The first of several games in which somebody comes to such a place."""
    for seed in range(1, 30):
        game = make(seed)
        if game.on(wanted):
            return game
    raise AssertionError("no game comes to such a place")


def verbs(state: State) -> set[str]:
    """What may be done."""
    return {move.split()[0] for move in state["table"]["legal"]}


PHASES: dict[str, tuple[str, Callable[[State], bool]]] = {
    "play": ("stones-tactics", lambda state: "play" in verbs(state) and len(state["table"]["discard"]) > 0),
    "draw": ("stones-tactics", lambda state: "draw" in verbs(state)),
    "claim": ("stones", lambda state: "claim" in verbs(state)),
    "take": ("stones-tactics", lambda state: "take" in verbs(state)),
    "held": ("stones-tactics", lambda state: state["table"]["held"] is not None),
    "bury": ("stones-tactics", lambda state: "bury" in verbs(state)),
    "siege": ("walls-tactics", lambda state: {"retreat", "play"} <= verbs(state) and len(state["table"]["discard"]) > 3),
    "give": ("walls-tactics", lambda state: "give" in verbs(state)),
}
"""Where one of them is in the middle of something: the preset, and how to know it."""
