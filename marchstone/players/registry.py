"""Players by name: `random`, `greedy`, `search,nodes=2000`, `level:3`.

A text names a player, then come options after commas. `seconds` and `nodes` make its budget, if it is one that heeds any; all
others are the player's own.
`python:MODULE:NAME` is a player of one's own, made with a preset and a seed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ..core.presets import NAMES
from ..errors import MarchstoneError, UnknownPresetError
from .base import MOST_NODES, MOST_SECONDS, Budget, Player

LEVELS = 8
LONGEST = 200
BUDGET_OPTIONS = ("seconds", "nodes")
# where it is made, and its own options; loaded only when somebody wants one, since most of them load Numba
MAKERS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "random": ("marchstone.players.random", "RandomPlayer", ()),
    "greedy": ("marchstone.players.greedy", "GreedyPlayer", ()),
    "search": ("marchstone.players.search", "SearchPlayer", (*BUDGET_OPTIONS, "threads")),
    "level": ("marchstone.players.levels", "level_player", (*BUDGET_OPTIONS, "threads")),
}
PLAYERS = ("random", "greedy", "search", *(f"level:{level}" for level in range(1, LEVELS + 1)))
FORMS = f"random, greedy, search, level:1 to level:{LEVELS} or python:MODULE:NAME, with options such as search,nodes=2000"
OPTION = re.compile(r"([a-z][a-z0-9_]{0,39})=([A-Za-z0-9_.+-]{1,40})")
IMPORTED = re.compile(r"python:[A-Za-z_][\w.]*:[A-Za-z_]\w*", re.ASCII)


class PlayerError(MarchstoneError, LookupError):
    """There is no such player, or it has no such option."""


@dataclass(frozen=True)
class Spec:
    """A player's text, read.

    >>> Spec.parse("search, nodes=2000,threads=2")
    Spec(name='search', budget=Budget(seconds=None, nodes=2000), options={'threads': 2})
    """

    name: str
    budget: Budget | None
    options: Mapping[str, int | float | str]

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read a text; nothing is loaded for it."""
        name, *rest = (part.strip() for part in text[:LONGEST].split(","))
        if len(text) > LONGEST or not (is_own(name) or IMPORTED.fullmatch(name)):
            raise PlayerError("player.unknown", f"there is no player {name[:60]!r}", expected=FORMS)
        options = dict(option_of(name, part) for part in rest)
        known = own_options(name)
        for key in options:
            if known is not None and key not in known:
                expected = ", ".join(known) or "no option"
                raise PlayerError("player.option", f"{name} has no option {key!r}", expected=expected)
        budget = {key: options.pop(key) for key in BUDGET_OPTIONS if key in options}
        return cls(name, budget_from(budget), options)


def option_of(name: str, text: str) -> tuple[str, int | float | str]:
    """One option and its value."""
    match = OPTION.fullmatch(text)
    if not match:
        raise PlayerError("player.option", f"{text[:60]!r} is no option of {name}", expected="an option such as nodes=2000")
    return match[1], value_of(match[2])


def value_of(text: str) -> int | float | str:
    """A number if it is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def budget_from(given: Mapping[str, int | float | str]) -> Budget | None:
    """The budget that the options make, if they make one."""
    seconds, nodes = given.get("seconds"), given.get("nodes")
    if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS):
        raise PlayerError("player.budget", f"{seconds!r} is no time", expected="seconds=0.2 or so")
    if nodes is not None and not (isinstance(nodes, int) and 0 < nodes <= MOST_NODES):
        raise PlayerError("player.budget", f"{nodes!r} is no number of nodes", expected="nodes=2000 or so")
    return None if seconds is None and nodes is None else Budget(seconds, nodes)


def is_own(name: str) -> bool:
    """Whether it is a player of this package."""
    return name in PLAYERS


def own_options(name: str) -> tuple[str, ...] | None:
    """The options of a player, its budget among them if it heeds one; None if only the player itself knows."""
    return MAKERS[name.partition(":")[0]][2] if is_own(name) else None


def budget_of(spec: str) -> Budget | None:
    """The budget in a player's text; None if it names none.

    >>> budget_of("search,seconds=0.2"), budget_of("greedy")
    (Budget(seconds=0.2, nodes=None), None)
    """
    return Spec.parse(spec).budget


def player_of(spec: str, preset: str, seed: int) -> Player:
    """The player of a text, for a preset. With the same seed it makes the same choices.

    >>> player_of("random", "stones", 7).name
    'random'
    """
    if preset not in NAMES:
        raise UnknownPresetError("preset.unknown", f"there is no preset {preset!r}", expected=" or ".join(NAMES))
    read = Spec.parse(spec)
    kind, _, rest = read.name.partition(":")
    module, name = MAKERS[kind][:2] if is_own(read.name) else rest.split(":")
    arguments: tuple[Any, ...] = (preset, seed)
    if kind == "random":
        arguments = (seed,)
    elif kind == "level":
        arguments = (preset, int(rest), seed)
    player: Player = made(spec, module, name)(*arguments, **read.options)
    return player


def made(spec: str, module: str, name: str) -> Any:
    """Whatever makes the player, loaded by name."""
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as problem:
        raise PlayerError("player.missing", f"{spec} cannot be loaded: {problem}") from None
