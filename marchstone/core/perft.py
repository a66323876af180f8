"""Perft: how many ways a game can go on from here. Two engines that agree on it have the same rules, as far as it looks."""

from __future__ import annotations

from .actions import count_legal, nth_legal
from .games import apply, legal
from .layout import WORDS, State
from .target import kernel


@kernel
def keep(s: State, stack: State, frame: int) -> None:
    """Note the state on the stack."""
    for word in range(WORDS):
        stack[frame * WORDS + word] = s[word]


@kernel
def restore(s: State, stack: State, frame: int) -> None:
    """Undo: the state is again what was noted."""
    for word in range(WORDS):
        s[word] = stack[frame * WORDS + word]


@kernel
def perft(s: State, depth: int, stack: State, out: State) -> int:
    """How many sequences of `depth` legal actions there are; one that ends the game sooner is not among them.

    `stack` has room for `depth` states. The state is afterwards as it was.
    """
    if depth == 0:
        return 1
    number = count_legal(out, legal(s, out))
    if depth == 1:
        return number
    keep(s, stack, depth - 1)
    total = 0
    for index in range(number):
        apply(s, nth_legal(out, legal(s, out), index))
        total += perft(s, depth - 1, stack, out)
        restore(s, stack, depth - 1)
    return total
