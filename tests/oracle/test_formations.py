"""Formations and proofs, worked out by hand from the rules, and against all combinations."""

import random
from itertools import combinations, product

from .formations import ALL_TYPES, Game, best_reply, claim_holds, formation, is_number, possible_values, strength
from .presets import PRESETS, number_cards

STONES = PRESETS["stones"].game
WALLS = PRESETS["walls"].game
SUM: frozenset[str] = frozenset()


def stones(*cards: str) -> tuple[int, int]:
    return strength(cards, ALL_TYPES, False, STONES)


def walls(counted: frozenset[str], *cards: str) -> tuple[int, int]:
    return strength(cards, counted, False, WALLS)


def stones_pool(*seen: str) -> list[str]:
    return [card for card in number_cards(STONES) if card not in seen]


def holds(own: str, other: str, own_first: bool = True, pool: list[str] | None = None) -> bool:
    """A claim on a Stone of three that counts all types; without a pool, all that is not on this Stone."""
    mine, theirs = own.split(), other.split()
    cards = stones_pool(*mine, *theirs) if pool is None else pool
    return claim_holds(mine, theirs, 3, ALL_TYPES, False, own_first, cards, STONES)


# Formations


def test_order_of_types() -> None:
    assert stones("r2", "r1", "r3") > stones("r9", "g9", "y9") > stones("b9", "b8", "b6")
    assert stones("b1", "b2", "b4") > stones("r9", "g8", "y7") > stones("r9", "g9", "y8")


def test_same_type_higher_total() -> None:
    assert stones("r2", "r3", "r4") > stones("g1", "g2", "g3")
    assert stones("r4", "g4", "b1") == stones("y2", "v6", "o1")


def test_no_wrap_around() -> None:
    assert stones("r9", "r1", "r2") == (2, 12)


def test_joker_copies_a_visible_card() -> None:
    assert stones("r9", "r8", "joker1") == stones("g9", "g8", "g7")
    assert stones("r9", "g9", "joker1") == stones("y9", "b9", "v9")


def test_joker_takes_the_best_value() -> None:
    assert stones("r5", "joker1", "r7") == (4, 18)
    assert stones("r1", "joker1", "r7") == (2, 17)
    assert stones("r1", "joker1", "g7") == (0, 17)


def test_spy_and_shield() -> None:
    assert stones("spy", "r8", "r9") == (4, 24)
    assert stones("shield", "r4", "r5") == (4, 12)
    assert stones("shield", "r2", "g2") == (3, 6)
    assert stones("shield", "g8", "g5") == (2, 16)
    assert stones("spy", "shield", "joker1") == (2, 19)
    assert walls(ALL_TYPES, "spy", "r11", "r9") == (4, 30)


def test_blind_only_totals() -> None:
    assert strength(["joker1", "spy", "shield"], SUM, False, STONES) == (0, 19)
    assert strength(["r1", "r2", "r3"], SUM, False, STONES) == (0, 6)


def test_lowest_sum() -> None:
    low = strength(["r0", "g1", "joker1", "shield"], SUM, True, WALLS)
    assert low == (0, -2) > strength(["r0", "y0", "g0", "b3"], SUM, True, WALLS)


def test_colour_run_is_a_sum_where_not_counted() -> None:
    run, colour = frozenset({"run"}), frozenset({"colour"})
    assert walls(run, "r9", "r10", "r11") == (0, 30) < walls(run, "r0", "g1", "b2")
    assert walls(colour, "r9", "r10", "r11") == (0, 30) < walls(colour, "r0", "r2", "r3")
    assert walls(run, "r9", "r10", "joker1") == (1, 30)  # the Joker is a green 11
    assert walls(colour, "r9", "r10", "joker1") == (2, 29)  # the Joker is a second red 10, for the red 11 makes a mere Sum


def test_same_tile_counts_nothing_else() -> None:
    same = frozenset({"same"})
    assert walls(same, "r0", "g0") > walls(same, "r10", "r11") == (0, 21)


def test_wilds_against_all_colours_and_values() -> None:
    def slowly(cards: tuple[str, ...], counted: frozenset[str], lowest: bool) -> tuple[int, int]:
        options = [[(c[0], int(c[1:]))] if is_number(c) else list(product("rygb", possible_values(c, small))) for c in cards]
        found = []
        for chosen in product(*options):
            name = formation([number for _, number in chosen], len({colour for colour, _ in chosen}) == 1)
            rank = ["sum", "run", "colour", "same", "colour-run"].index(name) if name in counted else 0
            total = sum(number for _, number in chosen)
            found.append((rank, -total if lowest else total))
        return max(found)

    small, rng = Game("walls", "rygb", range(0, 6), 4), random.Random(1)
    for _ in range(100):
        cards = rng.sample([*number_cards(small), "joker1", "joker2", "spy", "shield"], rng.choice([1, 2, 3, 3]))
        counted = rng.choice([ALL_TYPES, SUM, *[frozenset({name}) for name in ALL_TYPES]])
        low = rng.random() < 0.2
        assert strength(cards, counted, low, small) == slowly(tuple(cards), counted, low), (cards, counted)


def test_best_reply_against_all_combinations() -> None:
    small, rng = Game("walls", "rygb", range(0, 6), 4), random.Random(2)
    for _ in range(150):
        cards = number_cards(small)
        rng.shuffle(cards)
        wilds = rng.sample(["joker1", "joker2", "spy", "shield"], rng.choice([0, 0, 1, 2]))
        other = [cards.pop() for _ in range(rng.choice([0, 1, 1, 2]))] + wilds
        width, pool = max(1, len(other) + rng.choice([0, 1, 2, 3])), cards[: rng.choice([2, 6, 12])]
        counted = rng.choice([ALL_TYPES, SUM, *[frozenset({name}) for name in ALL_TYPES]])
        low = rng.random() < 0.2
        best = best_reply(other, width, counted, low, pool, small)
        every = [strength(other + list(chosen), counted, low, small) for chosen in combinations(pool, width - len(other))]
        assert (best[0] if best else None) == max(every, default=None), (other, width, counted, low, pool)
        if best:
            assert set(best[1]) <= set(pool) and strength(other + best[1], counted, low, small) == best[0]


# Proofs


def test_incomplete_side_proves_nothing() -> None:
    assert not holds("r7 r8", "", pool=[])


def test_best_colour_run_holds_against_an_empty_side() -> None:
    assert holds("r7 r8 r9", "")  # another 7 8 9 would only tie, later
    assert not holds("r6 r7 r8", "")


def test_gap_wants_a_six() -> None:
    assert not holds("r1 g1 b1", "y5 y7")
    assert holds("r1 g1 b1", "y5 y7", pool=stones_pool("y6"))
    assert holds("r1 g1 b1", "y5 o7")


def test_ties_go_to_the_side_completed_first() -> None:
    assert holds("r5 g6 b7", "o5 y6 v7", own_first=True)
    assert not holds("r5 g6 b7", "o5 y6 v7", own_first=False)


def test_exactly_enough_for_three_of_a_kind() -> None:
    own = "b7 b8 b1"  # a Colour
    assert not holds(own, "r4", pool=["g4", "y4", "o9", "v1"])
    assert holds(own, "r4", pool=["g4", "o9", "v1"])


def test_pool_that_cannot_fill_the_side() -> None:
    assert holds("r1 g2 b4", "v9", pool=["r9"])
    assert best_reply(["v9"], 3, ALL_TYPES, False, ["r9"], STONES) is None
    assert best_reply(["v9"], 3, ALL_TYPES, False, ["r9", "v8", "v7"], STONES) == ((4, 24), ["v8", "v7"])


def test_wild_of_the_other_side_reaches_more() -> None:
    assert not holds("r6 r7 r8", "joker1 g9", pool=["g8", "o1"])
    assert holds("r6 r7 r8", "joker1 g9", pool=["o1", "g4"])


def test_lowest_tile_proof() -> None:
    assert claim_holds(["r0", "g0", "b1"], [], 3, SUM, True, True, ["y0", "v1", "y1"], WALLS)
    assert not claim_holds(["r0", "g1", "b1"], [], 3, SUM, True, True, ["y0", "v0", "y1"], WALLS)
