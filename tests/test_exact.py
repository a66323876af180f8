"""Tiny games exactly: the search against a naive one over the oracle, and the whole-game figures that docs/tiny.md publishes.

The naive search writes out the whole tree of some deals, with all that the responder has seen as the name of its information
state, and chooses for one information state after the other, the latest first. It takes nothing from the core.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from bench.tiny import ENDS_HEAD, GAMES, HEAD, ended, row, sized
from marchstone.cards import NUMBERS
from marchstone.core.presets import NAMES
from marchstone.errors import UnknownPresetError
from marchstone.exact import (
    MOST_DEALS,
    Deal,
    Response,
    TooLargeError,
    all_deals,
    best_response,
    count_deals,
    mask_of,
    preset_named,
)
from tests.oracle.game import OracleGame
from tests.oracle.presets import PRESETS, number_cards

DOCS = Path(__file__).parent.parent / "docs" / "tiny.md"
REASONS = {"damaged": "fourth"}  # what the oracle calls otherwise
WHOLE = {"stones-tiny": 360, "walls-tiny": 10080}  # deals
Cards = tuple[str, ...]


# -- deals -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dealt:
    """A deal in texts; the pile has its top first."""

    name: str
    first: int
    hands: tuple[Cards, Cards]
    pile: Cards

    @property
    def deal(self) -> Deal:
        """The same for the engine, which has the lowest card of the pile first."""
        numbers = NUMBERS[self.name.startswith("walls")]
        one, other = (mask_of(numbers[card] for card in hand) for hand in self.hands)
        return Deal(self.first, (one, other), tuple(numbers[card] for card in reversed(self.pile)))

    @property
    def oracle(self) -> OracleGame:
        """The game as it begins."""
        return OracleGame(self.name, (list(self.hands[0]), list(self.hands[1])), {"number": list(self.pile)}, self.first)


def deals_of(name: str) -> Iterator[Dealt]:
    """Every deal of a tiny game."""
    preset = PRESETS[name]
    deck = number_cards(preset.game)
    for first in (0, 1) if name.startswith("stones") else (0,):
        for one in combinations(deck, preset.hand):
            left = [card for card in deck if card not in one]
            for other in combinations(left, preset.hand):
                for pile in permutations([card for card in left if card not in other]):
                    yield Dealt(name, first, (one, other), pile)


def some_deals(name: str, seat: int, first: int, number: int) -> list[Dealt]:
    """Deals that a seat cannot tell apart at first."""
    alike = [dealt for dealt in deals_of(name) if dealt.first == first]
    alike = [dealt for dealt in alike if dealt.hands[seat] == alike[len(alike) // 2].hands[seat]]
    return random.Random(name).sample(alike, number)


# -- the naive search ------------------------------------------------------------------------------------------------------


@dataclass
class Node:
    """A history: who chooses, all that the responder has seen, how likely the opponent and how likely both have made it."""

    seen: int
    actor: int | None
    by_opponent: float
    by_both: float
    length: int
    outcome: tuple[int | None, str] | None
    children: dict[str, Node] = field(default_factory=dict)
    value: float | None = None


class Memory(dict[tuple[int, Any], int]):
    """A number for everything that has been seen in succession; what is seen later has a higher one."""

    def then(self, before: int, sight: object) -> int:
        """After all that, this is seen."""
        return self.setdefault((before, sight), len(self) + 1)


def forked(game: OracleGame) -> OracleGame:
    """A copy that can be played on."""
    other = copy.copy(game)
    other.sides = [(list(a), list(b)) for a, b in game.sides]
    other.completed = [list(pair) for pair in game.completed]
    other.hands = [list(hand) for hand in game.hands]
    other.piles = {kind: list(pile) for kind, pile in game.piles.items()}
    other.owner, other.damaged, other.discard = list(game.owner), list(game.damaged), list(game.discard)
    return other


def looks(game: OracleGame, seat: int) -> tuple[Any, ...]:
    """What a seat sees: its hand, the fronts, the discard, sizes, and who does what."""
    fronts = tuple((*map(tuple, game.sides[n]), game._first(n), game.owner[n], game.damaged[n]) for n in game.fronts)
    sizes = len(game.hands[1 - seat]), len(game.piles["number"])
    course = game.turn, game.phase, game.outcome, game.quiet_before
    return tuple(sorted(game.hands[seat])), fronts, tuple(sorted(game.discard)), sizes, course


def grown(game: OracleGame, seat: int, memory: Memory, node: Node) -> Node:
    """A history with everything that may follow."""
    node.seen = memory.then(node.seen, looks(game, seat))
    moves = sorted(game.legal())
    for move in moves:
        after, own = forked(game), node.actor == seat
        after.play(move)
        seen = memory.then(node.seen, move) if own else node.seen
        by_opponent = node.by_opponent if own else node.by_opponent / len(moves)
        child = Node(seen, after.actor, by_opponent, node.by_both / len(moves), node.length + 1, after.outcome)
        node.children[move] = grown(after, seat, memory, child)
    return node


def nodes_of(node: Node) -> Iterator[Node]:
    """This node and all below it."""
    yield node
    for child in node.children.values():
        yield from nodes_of(child)


def value(node: Node, seat: int, policy: dict[int, str]) -> float:
    """The sum of results below a node, each as likely as the opponent makes it, if the responder follows its policy."""
    if node.value is None:
        if node.outcome:
            node.value = node.by_opponent * result(node.outcome[0], seat)
        elif node.actor == seat:
            node.value = value(node.children[policy[node.seen]], seat, policy)
        else:
            node.value = sum(value(child, seat, policy) for child in node.children.values())
    return node.value


def result(winner: int | None, seat: int) -> int:
    """1 for a game won, -1 for a game lost, 0 for a draw."""
    return 0 if winner is None else 1 if winner == seat else -1


def naive(deals: list[Dealt], seat: int) -> Response:
    """Everything that `best_response` says, the slow way."""
    memory, games = Memory(), [dealt.oracle for dealt in deals]
    trees = [grown(game, seat, memory, Node(0, game.actor, 1.0, 1.0, 0, None)) for game in games]
    nodes = [node for tree in trees for node in nodes_of(tree)]
    states: dict[int, list[Node]] = {}
    for node in nodes:
        if node.actor == seat and not node.outcome:
            states.setdefault(node.seen, []).append(node)
    policy: dict[int, str] = {}
    for seen in sorted(states, reverse=True):
        policy[seen] = max(states[seen][0].children, key=worth(states[seen], seat, policy))
    ends = [node for node in nodes if node.outcome]
    endings: dict[str, float] = {}
    for end in ends:
        assert end.outcome
        reason = REASONS.get(end.outcome[1], end.outcome[1])
        endings[reason] = endings.get(reason, 0.0) + end.by_both / len(deals)
    return Response(
        *(deals[0].name, seat, len(deals)),
        choices=sum(map(len, states.values())),
        answers=sum(node.actor != seat and not node.outcome for node in nodes),
        ends=len(ends),
        information=len(states),
        longest=max(node.length for node in nodes),
        random=sum(end.by_both * result(end.outcome[0], seat) for end in ends if end.outcome) / len(deals),
        best=sum(value(tree, seat, policy) for tree in trees) / len(deals),
        endings=endings,
    )


def worth(histories: list[Node], seat: int, policy: dict[int, str]) -> Callable[[str], float]:
    """What a move brings over all histories that look the same."""
    return lambda move: sum(value(node.children[move], seat, policy) for node in histories)


# -- the search ------------------------------------------------------------------------------------------------------------


def check_equal(ours: Response, theirs: Response) -> None:
    """The same counts exactly, the same sums but for rounding."""
    for name in ("preset", "seat", "deals", "choices", "answers", "ends", "information", "longest"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.random == pytest.approx(theirs.random, abs=1e-12)
    assert ours.best == pytest.approx(theirs.best, abs=1e-12)
    assert ours.endings == pytest.approx(theirs.endings, abs=1e-12)


CASES = [("stones-tiny", 0, 0, 3), ("stones-tiny", 1, 1, 2), ("walls-tiny", 0, 0, 2), ("walls-tiny", 1, 0, 3)]


@pytest.mark.parametrize("name, seat, first, number", CASES)
def test_some_deals_the_naive_way(name: str, seat: int, first: int, number: int) -> None:
    deals = some_deals(name, seat, first, number)
    ours = best_response(name, seat, [dealt.deal for dealt in deals])
    check_equal(ours, naive(deals, seat))
    assert ours.random < ours.best and ours.information < ours.choices, (
        "something could be learnt, and something not be told apart"
    )


@pytest.mark.deep
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_more_deals_the_naive_way(name: str, seat: int) -> None:
    deals = some_deals(name, seat, 0, 12)
    check_equal(best_response(name, seat, [dealt.deal for dealt in deals]), naive(deals, seat))


def test_both_targets_agree() -> None:
    for name in GAMES:
        deals = [dealt.deal for dealt in some_deals(name, 0, 0, 1)]
        check_equal(best_response(name, 0, deals, target="python"), best_response(name, 0, deals))


def test_parts_of_a_game_make_up_the_whole() -> None:
    """What looks different at first can be gone through one after the other; who is told more can do better."""
    alike = [dealt.deal for dealt in some_deals("stones-tiny", 1, 0, 6)]
    apart = [best_response("stones-tiny", 1, [deal]) for deal in alike]
    together = best_response("stones-tiny", 1, alike)
    assert together.ends == sum(part.ends for part in apart)
    assert together.random == pytest.approx(sum(part.random for part in apart) / len(apart))
    assert together.best < sum(part.best for part in apart) / len(apart)


# -- whole games -----------------------------------------------------------------------------------------------------------


def check_published(found: list[Response]) -> None:
    """What docs/tiny.md says; and what must hold between the two seats."""
    published = DOCS.read_text(encoding="utf-8").splitlines()
    for line in [row(HEAD), row(ENDS_HEAD), *map(sized, found), *ended(found[0]), *ended(found[1])]:
        assert line in published
    attacker, defender = found
    assert (attacker.choices, attacker.answers) == (defender.answers, defender.choices)
    assert (attacker.ends, attacker.longest) == (defender.ends, defender.longest)
    assert attacker.random == pytest.approx(-defender.random, abs=1e-12)
    assert attacker.endings == pytest.approx(defender.endings) and sum(attacker.endings.values()) == pytest.approx(1)


def whole(name: str) -> list[Response]:
    """Both seats of a whole game."""
    deals = [dealt.deal for dealt in deals_of(name)]
    assert len(set(deals)) == WHOLE[name] == count_deals(preset_named(name))
    assert sorted(map(repr, all_deals(name))) == sorted(map(repr, deals))
    return [best_response(name, seat) for seat in (0, 1)]


def test_the_whole_of_stones_tiny() -> None:
    found = whole("stones-tiny")
    check_published(found)
    assert found[0].best == pytest.approx(found[1].best, abs=1e-12), "the seats differ by nothing but the lot"


@pytest.mark.deep
def test_the_whole_of_walls_tiny() -> None:
    check_published(whole("walls-tiny"))


def test_every_row_published_is_checked() -> None:
    """No game stands there but these, and each with both seats."""
    rows = [line.split(" | ") for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert [(cells[0], cells[1]) for cells in rows if len(cells) == len(HEAD)] == [
        (f"| `{name}`", str(seat)) for name in GAMES for seat in (0, 1)
    ]
    assert {cells[0] for cells in rows if len(cells) == len(ENDS_HEAD)} == {f"| `{name}`" for name in GAMES}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in GAMES])
def test_other_games_are_too_large(name: str) -> None:
    with pytest.raises(TooLargeError) as caught:
        best_response(name, 0)
    assert caught.value.code == "exact.too-large"
    assert all(count_deals(preset_named(game)) < MOST_DEALS for game in GAMES)


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownPresetError) as caught:
        best_response("stones-huge", 0)
    assert caught.value.code == "preset.unknown"
