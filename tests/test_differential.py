"""The engine against the oracle: whole random games of every preset, compared at every decision.

Every batch of games must also have come to every ending of its preset and made every kind of move (every Tactic card among
them), so that an agreement about nothing cannot pass for one.
"""

from __future__ import annotations

import pytest

from marchstone.core.presets import NAMES
from marchstone.targets import core
from tests.differential import play_both

GAMES = 2000
DEEP_GAMES = 20_000
# how many games are one test: enough for all that is rare, few enough to be shared out among processes
BATCH = {"stones-tiny": 2000, "walls-tiny": 2000, "stones-small": 1000, "walls-small": 1000}
BIG_BATCH = 500

STONES_ENDINGS = {"adjacent", "majority", "stalemate"}
WALLS_ENDINGS = {"damaged", "twice", "deck", "full"}
# in the tiny games one Stone wins and is adjacent to nothing else; the deck ends before three cards of the defender lie there
ENDINGS = {"stones-tiny": {"adjacent", "stalemate"}, "walls-tiny": {"damaged", "twice", "deck"}}

STONES_KINDS = {"play number", "claim", "draw clan", "pass"}
WALLS_KINDS = {"play number", "claim", "draw siege", "retreat", "oil", "done"}
TROOPS = {"play joker", "play spy", "play shield"}
STONES_TACTICS = (
    TROOPS
    | {"play blind", "play mud", "play recruiter", "play strategist", "play banshee", "play traitor"}
    | {"draw tactic", "bury number", "bury tactic", "take number", "take tactic", "put", "put discard"}
)
WALLS_TACTICS = (
    TROOPS
    | {"play redeployment", "play recruitment", "play desertion", "play treachery", "play explosion", "play support"}
    | {"play exchange", "draw tactic", "give number", "give tactic", "take number", "take tactic", "put", "put discard", "pass"}
)


def endings_of(name: str) -> set[str]:
    """All the ways a preset can end."""
    return ENDINGS.get(name, STONES_ENDINGS if name.startswith("stones") else WALLS_ENDINGS)


def kinds_of(name: str) -> set[str]:
    """All the kinds of moves there are in a preset."""
    if name.startswith("stones"):
        claims_after_a_play = set() if "expert" in name else {"done"}
        return STONES_KINDS | claims_after_a_play | (STONES_TACTICS if "tactics" in name else set())
    without_oil = {"oil"} if name == "walls-tiny" else set()
    return WALLS_KINDS - without_oil | (WALLS_TACTICS if "tactics" in name else set())


def batches(games: int, sizes: dict[str, int]) -> list[object]:
    """The games of every preset in batches: name, first seed, how many."""
    return [
        pytest.param(name, first, sizes.get(name, BIG_BATCH), id=f"{name}-{first}")
        for name in NAMES
        for first in range(0, games, sizes.get(name, BIG_BATCH))
    ]


def play_batch(target: str, name: str, seeds: range) -> tuple[set[str], set[str]]:
    """Play these games in both; the endings and the kinds of moves they came to."""
    played = [play_both(core(target), name, seed) for seed in seeds]
    return {game.reason for game in played}, set().union(*(game.kinds for game in played))


@pytest.mark.parametrize("name, first, games", batches(GAMES, BATCH))
def test_compiled(name: str, first: int, games: int) -> None:
    assert play_batch("cpu", name, range(first, first + games)) == (endings_of(name), kinds_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_interpreted(name: str) -> None:
    games = range(GAMES, GAMES + (200 if name.endswith("tiny") else 40))
    endings, kinds = play_batch("python", name, games)
    assert endings <= endings_of(name) and kinds <= kinds_of(name)


@pytest.mark.deep
@pytest.mark.parametrize("name, first, games", batches(DEEP_GAMES, dict.fromkeys(NAMES, 2000)))
def test_compiled_deep(name: str, first: int, games: int) -> None:
    assert play_batch("cpu", name, range(GAMES + first, GAMES + first + games)) == (endings_of(name), kinds_of(name))
