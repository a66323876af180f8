"""Samples of a view: each agrees with the view, can be played on, and is as likely as any other that agrees.

What agrees is worked out twice, and never with `sample.py`: from the text of the view, by trying every hand and every pile; and
from the whole course of a short game, by keeping every hidden state that would have looked the same all along.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from types import ModuleType
from typing import Any

import pytest

from marchstone.core import layout, zones
from marchstone.core.actions import CLAIM
from marchstone.core.presets import NAMES, deck_of, tactics_of
from marchstone.core.random_play import LONGEST
from marchstone.move import ACTION_NUMBERS
from marchstone.position import Position
from marchstone.reading import read
from marchstone.targets import core
from marchstone.view import View
from tests.differential import Engine, deal
from tests.oracle.presets import PRESETS, STONES_TACTICS, WALLS_ACTIONS, number_cards
from tests.rulings import split, word
from tests.walks import all_cards, cards_of, copied, preset_of

GAMES = [
    pytest.param(target, name, games, id=f"{target}-{name}") for name in NAMES for target, games in (("cpu", 40), ("python", 1))
]
CHECKED = 25  # of so many decisions, one is looked at more closely

# -- in random games -------------------------------------------------------------------------------------------------------


def random_states(package: ModuleType, name: str, games: int) -> Iterator[Any]:
    """The state at every decision of some games, and at their ends; half of the games are those of eager players."""
    out, chance = package.vector(package.actions.LEGAL_WORDS), package.vector(1)
    for seed in range(games):
        s = deal(package, NAMES.index(name), seed)
        chance[0] = package.chance.seeded(seed, 7)
        for _ in range(LONGEST):
            yield s
            if s[layout.WINNER]:
                break
            package.games.apply(s, chosen(package, s, seed % 2, out, chance))


def chosen(package: ModuleType, s: Any, eager: int, out: Any, chance: Any) -> int:
    """Any legal action; an eager player claims what can be claimed."""
    if eager and s[layout.PROVABLE]:
        return int(package.actions.action_of(CLAIM, 0, package.bits.low(s[layout.PROVABLE])))
    families = package.games.legal(s, out)
    number = package.chance.below(chance, 0, package.actions.count_legal(out, families))
    return int(package.actions.nth_legal(out, families, number))


def situation(s: Any, seat: int) -> set[str]:
    """What there is to know, or not to know, for a seat: a test wants to have met all of it."""
    other, found = 1 - seat, set()
    if s[layout.KNOWN + 2 * other] or s[layout.KNOWN + 2 * other + 1]:
        found.add("knows cards of the other hand")
    if s[layout.BURIER]:
        found.add("has buried cards" if s[layout.BURIER] == seat + 1 else "does not know the cards buried")
    for kind in (0, 1):
        if s[layout.RETURNED + kind] & ~s[layout.HAND + 2 * seat + kind]:
            drawn = s[layout.FRESH + 2 * other + kind]
            found.add("may have drawn a returned card" if drawn else "has drawn no returned card")
    if s[layout.PHASE] == layout.TO_GIVE:
        given = any(s[layout.GIVEN + 2 * other + kind] for kind in (0, 1))
        found.add(
            f"gives {'first' if s[layout.TURN] == seat else 'second'}, and the other has chosen {'some' if given else 'none'}"
        )
    return found


SITUATIONS = {
    "stones-tactics": {"has buried cards", "does not know the cards buried", "knows cards of the other hand"},
    "walls-tactics": {
        *("knows cards of the other hand", "may have drawn a returned card", "has drawn no returned card"),
        *("gives first, and the other has chosen none", "gives first, and the other has chosen some"),
        *("gives second, and the other has chosen none", "gives second, and the other has chosen some"),
    },
}


@pytest.mark.parametrize("target, name, games", GAMES)
def test_a_sample_looks_the_same(target: str, name: str, games: int) -> None:
    """To its seat; it is a position that can be, and it can be played to the end."""
    package, met = core(target), set()
    view, again, sampled = (package.vector(layout.WORDS) for _ in range(3))
    out, chance = package.vector(package.actions.LEGAL_WORDS), package.vector(1)
    for number, s in enumerate(random_states(package, name, games)):
        for seat in (0, 1):
            met |= situation(s, seat)
            package.observe.observe(s, seat, view)
            package.sample.sample(view, chance, sampled)
            package.observe.observe(sampled, seat, again)
            assert list(again) == list(view)
            if number % CHECKED == 0:
                check_whole(copied(core("python"), list(map(int, sampled))))
            decisions = package.random_play.play_out(sampled, 1, out, chance)
            assert sampled[layout.WINNER] and decisions < LONGEST
    assert met >= (SITUATIONS.get(name, set()) if target == "cpu" else set())


def check_whole(s: list[int]) -> None:
    """Every card is there once, and the text of the state is taken for a position that can be."""
    preset = preset_of(s)
    assert all_cards(s) == cards_of(deck_of(preset), tactics_of(preset))
    position = Position.of(s)
    assert Position(position.text) == position


# -- small positions -------------------------------------------------------------------------------------------------------


def small(preset: str, hands: str, piles: str, fields: str = "0 play", keys: str = "") -> str:
    """A game near its end: few cards are in the hands and piles, all others lie in the discard or have left the game."""
    oracle = PRESETS[preset]
    out = [card for card in number_cards(oracle.game) + oracle.tactics if card not in re.split("[,:]", f"{hands}:{piles}")]
    removed = [card for card in out if card in WALLS_ACTIONS]
    played = [card for card in out if card in oracle.tactics]
    jokers = [card for card in played if card.startswith("joker")]
    fronts = "/".join([":"] * len(oracle.fronts))
    texts = [preset, fields, fronts, hands, piles, f"discard={','.join(card for card in out if card not in removed)}"]
    texts += [f"removed={','.join(removed)}"] if removed else []
    texts += [f"played={len(played) // 2}:{len(played) - len(played) // 2}"] if played else []
    texts += [f"jokers={len(jokers) // 2}:{len(jokers) - len(jokers) // 2}"] if jokers else []
    return " ".join([*texts, keys] if keys else texts)


@dataclass(frozen=True)
class Hidden:
    """What a seat does not see: the other hand, both piles with their top first, and what the other has chosen to give."""

    hand: frozenset[str]
    number_pile: tuple[str, ...]
    tactic_pile: tuple[str, ...]
    given: frozenset[str]


def hidden_in(s: list[int], seat: int) -> Hidden:
    """The same of a state."""
    shown = Engine(core("python"), s).snapshot()
    hand, given = shown["hands"][1 - seat], shown["given"][1 - seat]
    return Hidden(frozenset(hand), tuple(shown["piles"]["number"]), tuple(shown["piles"]["tactic"]), frozenset(given))


def all_hidden(view: View) -> set[Hidden]:
    """Everything that may be hidden behind a view, by its text alone."""
    oracle = PRESETS[word(view, "preset")]
    shown = set(re.split("[^a-z0-9]", " ".join(part for part in view.text.split() if not part.startswith("returned="))))
    other = 1 - int(word(view, "view"))
    faces = word(view, "hands").split(":")[other].split(",")
    unknown = [sum(int(face[1:].rstrip("t")) for face in faces if re.fullmatch(shape, face)) for shape in (r"\?\d+", r"\?\d+t")]
    decks = number_cards(oracle.game), oracle.tactics
    hidden = [[card for card in deck if card not in shown] for deck in decks]
    known = [face for face in faces if face and face[0] != "?"]
    found = set()
    for numbers, tactics in product(*(combinations(hidden[kind], unknown[kind]) for kind in (0, 1))):
        hand = frozenset([*numbers, *tactics, *known])
        if may_be_held(view, other, hand):
            rests = [[card for card in cards if card not in hand] for cards in hidden]
            for first, second in product(*(piles_of(view, kind, rests[kind]) for kind in (0, 1))):
                found |= {Hidden(hand, first, second, frozenset(given)) for given in gifts(view, other, hand)}
    return found


def may_be_held(view: View, seat: int, hand: frozenset[str]) -> bool:
    """Cards that Support has put back lay open before: whoever holds some must have drawn them since, of the right pile."""
    returned = [card for card in word(view, "returned").split(",") if card in hand]
    fresh = (word(view, "fresh") or "0:0:0:0").split(":")
    tactics = sum(card in (*STONES_TACTICS, *WALLS_ACTIONS) for card in returned)
    return len(returned) - tactics <= int(fresh[2 * seat]) and tactics <= int(fresh[2 * seat + 1])


def piles_of(view: View, kind: int, cards: list[str]) -> list[tuple[str, ...]]:
    """The hidden cards of a pile in any order, above those that the seat has put there."""
    bottom = [card for card in word(view, "piles").split(":")[kind].split(",") if card and card[0] != "?"]
    return [(*order, *bottom) for order in permutations(cards)]


def gifts(view: View, other: int, hand: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """What the other seat may have chosen in an Exchange: as many cards as it must have by now."""
    due, actor = min(3, len(hand)), int(word(view, "actor") or word(view, "turn"))
    number = 0
    if view.phase == "give":
        number = due - int(word(view, "left")) if actor == other else due if int(word(view, "turn")) == other else 0
    yield from combinations(sorted(hand), number)


def with_hidden(text: str, seat: int, hidden: Hidden) -> str:
    """The same position with something else hidden from a seat."""
    words = text.split(" ")
    hands = words[4].split(":")
    hands[1 - seat] = ",".join(hidden.hand)
    words[4] = ":".join(hands)
    words[5] = f"{','.join(hidden.number_pile)}:{','.join(hidden.tactic_pile)}"
    given = (word(Position.parse(text, check=False), "given") or ":").split(":")
    given[1 - seat] = ",".join(hidden.given)
    words = [part for part in words if not part.startswith("given=")]
    return " ".join(words + ([f"given={':'.join(given)}"] if any(given) else []))


# -- all that agree are equally likely -------------------------------------------------------------------------------------

SMALL = {
    "stones-tiny": "stones-tiny 1 play :/: r1,r2:r3,o1 o2,o3:",
    "stones-tiny, later": "stones-tiny 1 close r1:/:o1 r2,r3:o3 o2: quiet=0",
    "walls-tiny": "walls-tiny 0 play :/: r0,r1:r2,r3 y0,y1,y2,y3:",
    "no pile left": small("stones-tactics", "r1,joker1:r2,r3,spy,mud", ":"),
    "two kinds": small("stones-tactics", "r1,joker1:r2,r3,spy", "r4,r5:mud,blind,banshee"),
    "buried": small("stones-tactics", "r1,shield:r2,r3,spy", "r4,r5,r6:mud,blind,banshee", keys="buried=1:1:1"),
    "known": small("walls-tactics", "r1,joker1:r2,r3,r4,spy,shield", "r5,r6:support", keys="known=:r3,spy"),
    "giving first": small("walls-tactics", "r1,r2,r3:r4,r5,spy,shield", "r6:", "0 give", "left=2 ruse=exchange given=r2:"),
    "given": small(
        "walls-tactics",
        "r1,r2,spy:r4,r5,r6,shield",
        "r7:support",
        "0 give",
        "left=1 ruse=exchange actor=1 given=r1,r2,spy:r4,shield",
    ),
    "small hands": small("walls-tactics", "r1,r2:r4,spy", "r6,r7:joker1", "1 give", "left=1 ruse=exchange given=:r4"),
    "none returned": small("walls-tactics", "r1,r2:r4,r5,spy", "r6,r7:joker1", keys="returned=r6,joker1 fresh=1:0:0:0"),
    "returned": small("walls-tactics", "r1,r2:r4,r5,spy", "r6,r7:joker1,shield", keys="returned=r5,r7 fresh=0:0:1:0"),
    "returned tactics": small(
        *("walls-tactics", "r1,shield:r4,r5,spy", "r6:joker1,joker2"), keys="returned=spy,joker1 fresh=0:1:0:1"
    ),
}
SAMPLES, AT_LEAST = 4000, 30  # altogether, and for each state


def is_uniform(counts: Counter[Any], states: int) -> bool:
    """Whether the chi-square of the counts stays within six standard deviations of what it is for equal chances."""
    expected = counts.total() / states
    square = sum((number - expected) ** 2 for number in counts.values()) / expected + expected * (states - len(counts))
    return bool(square <= states - 1 + 6 * (2 * max(1, states - 1)) ** 0.5)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("case", SMALL)
def test_all_states_that_agree_are_equally_likely(case: str, seat: int) -> None:
    position = Position(SMALL[case])
    view = position.view(seat)
    states = all_hidden(view)
    for hidden in states:
        assert Position(with_hidden(position.text, seat, hidden)).view(seat) == view
    counts = sampled(view, seat, max(SAMPLES, AT_LEAST * len(states)))
    assert set(counts) == states
    assert is_uniform(counts, len(states))


def sampled(view: View, seat: int, number: int) -> Counter[Hidden]:
    """How often each came among many samples; all with compiled rules, from one generator."""
    package = core("cpu")
    seen, state, chance = copied(package, view.vector), package.vector(layout.WORDS), package.vector(1)
    chance[0] = package.chance.seeded(2024, seat)
    counts: Counter[bytes] = Counter()
    for _ in range(number):
        package.sample.sample(seen, chance, state)
        state[layout.KEY] = 0
        counts[state.tobytes()] += 1
    result: Counter[Hidden] = Counter()
    for key, times in counts.items():
        state[:] = memoryview(key).cast("q")
        result[hidden_in(state.tolist(), seat)] += times
    return result


def test_the_bound_can_be_broken() -> None:
    """One of twelve that comes half as often again, or never, is found out."""
    fair = Counter({state: 500 for state in range(12)})
    assert is_uniform(fair, 12)
    assert not is_uniform(fair + Counter({0: 250}), 12)
    assert not is_uniform(fair, 13)


# -- nothing more can be known than the view says --------------------------------------------------------------------------

# A position, a seat, and moves; of the other seat's moves the seat sees what comes of them.
HISTORIES = {
    "deal": (
        "stones-tiny 0 play :/: r1,r2:r3,o1 o2,o3:",
        "play r1 1, draw clan, play r3 1, draw clan, play r2 2, play o1 1",
    ),
    "recruiter": (
        small("stones-tactics", "r1,r2,spy:r4,recruiter", "r6,r7:mud,blind", "1 play"),
        "play recruiter, draw clan, draw tactic, draw clan, bury r6, bury mud, draw tactic, play r1 1, draw clan",
    ),
    "exchange": (
        small("walls-tactics", "r4,r5,exchange:r1,r2,r3", "r6:spy"),
        "play exchange, give r4, give r5, give r1, give r2, give r3, draw tactic, play r5 1, draw siege, play r2 1",
    ),
    "support": (
        small("walls-tactics", "r1,support:r4,r5", "r6,y6:spy"),
        "play support, take y1, take y2, draw siege, play r4 1, draw siege",
    ),
    "support, and a returned card is played": (
        small("walls-tactics", "r1,support:r4,r5", "y6:spy"),
        "play support, take y1, take shield, draw siege, play r4 1, draw tactic, play r1 1, draw siege",
    ),
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("case", HISTORIES)
def test_the_view_tells_all_that_its_history_tells(case: str, seat: int) -> None:
    """Every hidden state that would have looked the same from the beginning is one of those that agree with the view now."""
    text, moves = HISTORIES[case]
    real = Position(text)
    words = {tuple(read(with_hidden(text, seat, hidden)).vector) for hidden in all_hidden(real.view(seat))}
    assert words
    for move in split(moves):
        own = ACTION_NUMBERS[real.rules.preset.game][move] if real.actor == seat else None
        real = real.apply(move)
        words = {after for before in words for after in what_follows(before, own) if looks(after, seat) == real.view(seat)}
        assert {hidden_in(list(state), seat) for state in words} == all_hidden(real.view(seat)), move


def looks(words: tuple[int, ...], seat: int) -> View:
    """A state to the eyes of a seat."""
    return Position.of(words).view(seat)


def what_follows(words: tuple[int, ...], own: int | None) -> Iterator[tuple[int, ...]]:
    """After one's own action, or any of the other's; where Support has shuffled a pile, with that pile in every order."""
    engine = Engine(core("python"), list(words))
    for action in engine.legal() if own is None else [own]:
        after = list(words)
        engine.core.games.apply(after, action)
        after[layout.KEY] = words[layout.KEY]
        yield from in_every_order(after) if words[layout.RUSE] == layout.SUPPORT else [tuple(after)]


def in_every_order(s: list[int]) -> Iterator[tuple[int, ...]]:
    """A state with the same cards in its piles."""
    piles = [[zones.pile_card(s, kind, index) for index in range(s[layout.PILE_SIZE + kind])] for kind in (0, 1)]
    for orders in product(*(permutations(pile) for pile in piles)):
        for kind in (0, 1):
            for index, card in enumerate(orders[kind]):
                zones.set_pile_card(s, kind, index, card)
        yield tuple(s)
