"""The search: one tree over many sampled worlds (information-set Monte Carlo tree search), seen from the seat that has to choose.

Every simulation samples a world that agrees with the view, walks down the tree by the actions that are legal in that world, adds
the node where it leaves the tree, and takes there what the position is worth to the seat. An action's prior is a guess
(`guess.py`); what is visited follows value and prior (PUCT), with the parent's visits counted only when the action was there to
be chosen. Claims are made as soon as they can be, single choices without a node.

The tree is two arrays with a row for each node; children are a linked list.

    links    FIRST child, NEXT sibling, ACTION that leads here, VISITS, SEEN (simulations in which it could be chosen)
    numbers  TOTAL value to whoever chooses the action, PRIOR (not yet normed), GUESS what it seems to lead to
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from ..core.actions import ACTIONS, DRAW
from ..core.layout import ACTOR, WINNER
from .compiled import cpu, kernel
from .guess import guess
from .knobs import KNOB_COUNT
from .network import judge
from .policy import claim_all, wanted_draw

State = Any
Numbers = Any
legal, carry_out = cpu.games.legal, cpu.games.carry_out
list_legal, parts_of, family_of = cpu.actions.list_legal, cpu.actions.parts_of, cpu.actions.family_of
sample = cpu.sample.sample

FIRST, NEXT, ACTION, VISITS, SEEN = range(5)
LINKS = 5
TOTAL, PRIOR, GUESS = 0, 1, 2
NUMBERS = 3
ROOT = 0
NO_NODE = 0  # the root is nobody's child

# what steers the walk, behind the knobs of `worth`: how eagerly it looks around, how much it goes by the guess, and for how many
# visits the guess counts
EXPLORE, SHARPNESS, TRUST, DRAWS = range(KNOB_COUNT, KNOB_COUNT + 4)
STEERING = (0.15, 60.0, 20.0, 1.0)

DEEPEST = 200


@kernel
def new_node(links: State, numbers: Numbers, used: State, parent: int, action: int, prior: float, guessed: float) -> int:
    """One more child; none if the tree is full."""
    node = used[0]
    if node >= len(links):
        return NO_NODE
    used[0] += 1
    links[node][FIRST], links[node][NEXT] = NO_NODE, links[parent][FIRST]
    links[node][ACTION], links[node][VISITS], links[node][SEEN] = action, 0, 0
    numbers[node][TOTAL], numbers[node][PRIOR], numbers[node][GUESS] = 0.0, prior, guessed
    links[parent][FIRST] = node
    return node


@kernel
def find_children(links: State, parent: int, child_of: State) -> None:
    """For every action that has a child here, the child. (Most lie side by side: to expect that saves waiting for memory.)"""
    node = links[parent][FIRST]
    while node != NO_NODE:
        child_of[links[node][ACTION]] = node
        following = links[node][NEXT]
        while following == node - 1 and following != NO_NODE:
            node -= 1
            child_of[links[node][ACTION]] = node
            following = links[node][NEXT]
        node = following


@kernel
def forget_children(links: State, parent: int, child_of: State) -> None:
    """The table of children is empty again."""
    node = links[parent][FIRST]
    while node != NO_NODE:
        child_of[links[node][ACTION]] = NO_NODE
        following = links[node][NEXT]
        while following == node - 1 and following != NO_NODE:
            node -= 1
            child_of[links[node][ACTION]] = NO_NODE
            following = links[node][NEXT]
        node = following


@kernel
def grow(
    s: State,
    parent: int,
    actions: State,
    number: int,
    child_of: State,
    links: State,
    numbers: Numbers,
    used: State,
    values: Numbers,
    f: Numbers,
    knobs: Numbers,
    base: float,
) -> None:
    """Children for all actions that have none yet, with the guess about each as its prior; `base` is what the parent is worth."""
    lacking, missing = actions[ACTIONS:], 0
    for index in range(number):
        if child_of[actions[index]] == NO_NODE:
            lacking[missing] = actions[index]
            missing += 1
    here = guess(s, s[ACTOR], lacking, missing, values, f, knobs, used[1:])
    for index in range(missing):
        prior = exp(knobs[SHARPNESS] * max(-0.5, min(0.5, values[index] - here)))
        child_of[lacking[index]] = new_node(links, numbers, used, parent, lacking[index], prior, base + values[index] - here)


@kernel
def select(actions: State, number: int, child_of: State, links: State, numbers: Numbers, knobs: Numbers) -> int:
    """The child that promises most: by its value so far, and by its prior as long as it was seldom tried."""
    norm = 0.0
    for index in range(number):
        norm += numbers[child_of[actions[index]]][PRIOR]
    scale = knobs[EXPLORE] / norm
    best, found = -1.0, NO_NODE
    for index in range(number):
        node = child_of[actions[index]]
        links[node][SEEN] += 1
        visits = links[node][VISITS]
        value = (numbers[node][TOTAL] + knobs[TRUST] * numbers[node][GUESS]) / (visits + knobs[TRUST])
        value += scale * numbers[node][PRIOR] * sqrt(links[node][SEEN]) / (visits + 1)
        if value > best:
            best, found = value, node
    return found


@kernel
def has_gap(actions: State, number: int, child_of: State) -> int:
    """Whether an action has no child yet."""
    for index in range(number):
        if child_of[actions[index]] == NO_NODE:
            return 1
    return 0


@kernel
def mean_of(node: int, same: int, links: State, numbers: Numbers) -> float:
    """What a node is worth so far to whoever chose it, or else to the other seat."""
    mean = numbers[node][TOTAL] / links[node][VISITS]
    return mean if same else 1.0 - mean


@kernel
def advance(s: State, masks: State, actions: State, root: int) -> int:
    """Claims, single choices and, below the root, draws are carried out; how many actions are legal then, none at the end."""
    while True:
        claim_all(s)
        if s[WINNER]:
            return 0
        number = list_legal(masks, legal(s, masks), actions)
        draws = number == 2 and not root and family_of(actions[0]) == DRAW
        if number > 1 and not draws:
            return number
        carry_out(s, parts_of(actions[wanted_draw(s, s[ACTOR]) if draws else 0]))


@kernel
def simulate(
    s: State, viewer: int, links: State, numbers: Numbers, used: State, path: State, child_of: State, masks: State,
    actions: State, values: Numbers, f: Numbers, knobs: Numbers,
) -> None:  # fmt: skip
    """One walk down the tree in one world, and the result noted at every node on the way."""
    node, depth, value, base = ROOT, 0, -1.0, 0.5
    path[0] = 2 * ROOT + viewer
    while value < 0.0:
        number = advance(s, masks, actions, node == ROOT or knobs[DRAWS] == 0.0)
        if number == 0 or depth >= DEEPEST - 1 or (node != ROOT and links[node][VISITS] == 0):
            value = judge(s, viewer, f, knobs)
            break
        find_children(links, node, child_of)
        if has_gap(actions, number, child_of):
            if links[node][VISITS]:
                base = mean_of(node, path[depth] & 1 == s[ACTOR], links, numbers)
            else:
                base = judge(s, s[ACTOR], f, knobs)
            grow(s, node, actions, number, child_of, links, numbers, used, values, f, knobs, base)
        if has_gap(actions, number, child_of):
            value = judge(s, viewer, f, knobs)  # the tree is full
        else:
            child = select(actions, number, child_of, links, numbers, knobs)
        forget_children(links, node, child_of)
        if value < 0.0:
            chooser = s[ACTOR]
            carry_out(s, parts_of(links[child][ACTION]))
            depth += 1
            path[depth] = 2 * child + chooser
            node = child
    for place in range(depth + 1):
        child, chooser = path[place] >> 1, path[place] & 1
        links[child][VISITS] += 1
        numbers[child][TOTAL] += value if chooser == viewer else 1.0 - value


@kernel
def search(
    view: State, viewer: int, simulations: int, chance: State, world: State, links: State, numbers: Numbers, used: State,
    path: State, child_of: State, masks: State, actions: State, values: Numbers, f: Numbers, knobs: Numbers,
) -> None:  # fmt: skip
    """So many simulations more."""
    for _ in range(simulations):
        sample(view, chance, world)
        simulate(world, viewer, links, numbers, used, path, child_of, masks, actions, values, f, knobs)
