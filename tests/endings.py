"""Small endings of random games, and a plain recursion over the interpreted core that says what they are worth.

The recursion has no table, no order and no window, and counts turns itself. An ending is the earliest decision with nothing
hidden from which it comes to its end within some nodes.
"""

from __future__ import annotations

from functools import cache

from marchstone.core import actions, chance, games, observe, random_play, vector
from marchstone.core.layout import ACTOR, DRAWN, TURN, WINNER, WORDS, State
from marchstone.core.presets import NAMES
from marchstone.engine.endgame import is_open

FAR = 1000  # turns; more than any ending has
SMALL = 300  # nodes of an ending in the common tests


class TooManyNodes(Exception):
    """The recursion has gone on for too long."""


class Brute:
    """The score of a state for seat 0: FAR less the turns before a win, the negative for a loss, 0 for a draw."""

    def __init__(self, most: int) -> None:
        self.left = most

    def score(self, s: State) -> int:
        if s[WINNER]:
            return {1: FAR, 2: -FAR, DRAWN: 0}[s[WINNER]]
        scores = self.scores(s).values()
        return min(scores) if s[ACTOR] else max(scores)

    def scores(self, s: State) -> dict[int, int]:
        """The score of each action."""
        return {action: self.after(s, action) for action in legal_actions(s)}

    def after(self, s: State, action: int) -> int:
        self.left -= 1
        if self.left < 0:
            raise TooManyNodes
        child = list(s)
        games.apply(child, action)
        score = self.score(child)
        turns = int(child[TURN] != s[TURN])
        return score - turns if score > 0 else score + turns if score < 0 else 0


def legal_actions(s: State) -> list[int]:
    masks = [0] * actions.LEGAL_WORDS
    families = games.legal(s, masks)
    return [actions.nth_legal(masks, families, index) for index in range(actions.count_legal(masks, families))]


def view_of(s: State, seat: int) -> State:
    view = vector(WORDS)
    observe.observe(s, seat, view)
    return view


def both_open(s: State) -> bool:
    """Whether neither seat misses anything."""
    return is_open(view_of(s, 0)) and is_open(view_of(s, 1))


def decisions(name: str, seed: int) -> list[State]:
    """A random game; every other one claims eagerly."""
    state, masks, words = [0] * WORDS, [0] * actions.LEGAL_WORDS, [chance.seeded(seed, 77)]
    games.start(state, NAMES.index(name), words)
    met = []
    while not state[WINNER]:
        met.append(list(state))
        games.carry_out(state, random_play.choose_at_random(state, seed % 2, masks, words))
    return met


def ending(name: str, seed: int, most: int) -> tuple[State, dict[int, int]] | None:
    """The earliest open decision of a game that the recursion can settle, with the scores of its actions."""
    found = None
    for state in reversed(decisions(name, seed)):
        if not both_open(state):
            break
        try:
            found = state, Brute(most).scores(state)
        except TooManyNodes:
            break
    return found


@cache
def endings(name: str, number: int, most: int) -> list[tuple[State, dict[int, int]]]:
    """That many endings of a preset."""
    found: list[tuple[State, dict[int, int]]] = []
    for seed in range(100 * number):
        one = ending(name, seed, most)
        found += [one] if one else []
        if len(found) == number:
            return found
    raise AssertionError(f"{name}: only {len(found)} endings")
