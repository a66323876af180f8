"""Rulings on formations, wilds, completion time, proofs, the pool and claims."""

from __future__ import annotations

import pytest

from marchstone.core import layout
from marchstone.position import Position
from tests.rulings import after, at, cards, claims, front, hand, legal, places, ruling, table, word

# seat 0 may claim, then has to draw
STONE = "stones 0 close {}/:/:/:/:/:/:/:/: : v1:"
TACTICS = "stones-tactics 0 close {}/:/:/:/:/:/:/:/: : v1:joker2"
TWO_STONES = "stones 0 close {}/{}/:/:/:/:/:/:/: : v1:"
WALL = "walls-tactics 0 close :/:/{}/:/:/:/: : v1:joker2"
TOWER = "walls-tactics 0 close :/{}/:/:/:/:/: : v1:joker2"
DOOR = "walls-tactics 0 close :/:/:/{}/:/:/: : v1:joker2"
PIT = "walls-tactics 0 close :/:/:/:/:/:/{} : v1:joker2"


@table(
    "template, sides, holds",
    [
        ("form.order", STONE, "g1,g2,g3:r9,o9,y9*", True),
        ("form.order", STONE, "r9,o9,y9*:g1,g2,g3", False),
        ("form.order", STONE, "r1,o1,y1:g2,g8,g9*", True),
        ("form.order", STONE, "g2,g8,g9*:r1,o1,y1", False),
        ("form.order", STONE, "g1,g2,g4:r7,o8,y9*", True),
        ("form.order", STONE, "r7,o8,y9*:g1,g2,g4", False),
        ("form.order", STONE, "r1,o2,y3:r9,o9,y8*", True),
        ("form.order", STONE, "r9,o9,y8*:r1,o2,y3", False),
        ("form.any-order", STONE, "g3,g1,g2:r9,o9,y9*", True),
        ("form.any-order", STONE, "r3,o1,y2:r9,o9,y8*", True),
        ("form.no-wrap", STONE, "g8,g9,g1*:r1,o1,y1", False),
        ("form.no-wrap", STONE, "g9,g1,g2*:r2,o2,y2", False),
        ("form.no-wrap", STONE, "r9,o1,y2*:g4,b5,v6", False),
        ("form.no-wrap", WALL, "y10,y11,y0*:r1,g1,b1", False),
        ("form.total", STONE, "g2,g3,g4:r1,r2,r3*", True),
        ("form.total", STONE, "g1,g2,g3*:r2,r3,r4", False),
        ("form.total", STONE, "g5,b5,v5:r4,o4,y4*", True),
        ("form.total", STONE, "g1,g2,g9:r1,r3,r7*", True),
        ("form.total", STONE, "g2,b3,v4:r1,o2,y3*", True),
        ("form.total", STONE, "g9,b9,v8:r9,o8,y8*", True),
        ("form.total", STONE, "g9,b8,v8*:r9,o9,y8", False),
        ("form.first proof.tie", STONE, "g1,g2,g3*:r1,r2,r3", True),
        ("form.first proof.tie", STONE, "g1,g2,g3:r1,r2,r3*", False),
        ("form.first", STONE, "g9,b8,v6*:r9,o7,y7", True),
        ("form.first", STONE, "g9,b8,v6:r9,o7,y7*", False),
        ("form.width", TACTICS, "g7,g8,g9,r1*:r1,o2,y3,b4%mud", False),
        ("form.width", TACTICS, "g1,g2,g3,g4:r9,o9,y9,b9*%mud", True),
        ("form.width", TACTICS, "g1,b1,v1,y1:r9,r8,r7,r5*%mud", True),
        ("form.width", TACTICS, "g1,b1,v1,y2*:r1,r2,r3,r5%mud", False),
        ("form.width", TOWER, "g1,g2,g3,g5*:r2,y2,b2,v2", False),
        ("form.width", TOWER, "g1,g2,g3,g4:r11,y11,b11,v11*", True),
        ("form.width", DOOR, "g1,g2:r11,y11*", True),
        ("form.width", DOOR, "g1,b1:r9,r11*", True),
        ("wild.best", STONE, "joker1,r8,r7:g6,g7,g8*", True),
        ("wild.best", STONE, "joker1,r8,r7:g7,g8,g9*", False),
        ("wild.best", STONE, "joker1,r8,r7*:g7,g8,g9", True),
        ("wild.best", STONE, "joker1,r8,r9*:spy,g8,g9", True),
        ("wild.best", STONE, "joker1,r8,r9:spy,g8,g9*", False),
        ("wild.best", STONE, "spy,shield,r2:o2,y2,b2*", False),
        ("wild.best", STONE, "joker1,shield,r2:o9,y9,b9*", True),
        ("wild.best wild.lowest", PIT, "r1,y1,g1:joker1,b1,v1*", False),
        ("wild.lowest", PIT, "joker1,r1,y1:g0,b1,v2*", True),
        ("wild.lowest", PIT, "joker1,r1,y1:g0,b1,v1*", False),
        ("wild.lowest", PIT, "shield,r1,y1:g0,b2,v2*", True),
        ("wild.lowest", PIT, "shield,r1,y1:g0,b1,v2*", False),
        ("wild.lowest", PIT, "spy,r0,y0:g4,b4,v3*", True),
        ("wild.lowest", PIT, "spy,r0,y0:g4,b4,v2*", False),
        ("wild.lowest", DOOR, "joker1,shield,y1,g1:r0,b1,v1,y2*!", True),
        ("wild.lowest", DOOR, "joker1,shield,y1,g1:r0,b1,v1,g0*!", False),
        ("wild.joker", STONE, "joker1,r5,o5:g9,g8,g6*", True),
        ("wild.joker", STONE, "joker1,o5,y6:g9,b9,v8*", True),
        ("wild.joker", STONE, "joker1,r1,r5:g9,g4,g1*", True),
        ("wild.joker", STONE, "joker1,r1,r5:g9,g5,g1*", False),
        ("wild.joker", STONE, "joker1,r8,r9:g7,g8,g9*", False),
        ("wild.joker", WALL, "joker1,r10,r9:g8,g9,g10*", True),
        ("wild.joker", WALL, "joker1,r10,r9:g9,g10,g11*", False),
        ("wild.joker", WALL, "joker1,r1,r2:g0,g1,g2*", True),
        ("wild.joker", WALL, "joker1,r11,y11:g10,b10,v10*", True),
        ("wild.spy", STONE, "spy,r8,r9:g6,g7,g8*", True),
        ("wild.spy", STONE, "spy,r1,r2:g1,g2,g3*", False),
        ("wild.spy", STONE, "spy,r1,r2:o7,y8,b9*", True),
        ("wild.spy", STONE, "spy,r1,r2:g1,g2,g8*", False),
        ("wild.spy", STONE, "spy,r7,o7:g6,b6,v6*", True),
        ("wild.spy", WALL, "spy,r11,r9:g8,g9,g10*", True),
        ("wild.spy", WALL, "spy,r6,r8:g1,g2,g3*", False),
        ("wild.spy", WALL, "spy,r10,y10:g9,b9,v9*", True),
        ("wild.shield", STONE, "shield,r4,r5:g2,g3,g4*", True),
        ("wild.shield", STONE, "shield,r1,r3:g9,b9,v9*", True),
        ("wild.shield", STONE, "shield,r2,r3:g9,b9,v9*", True),
        ("wild.shield", STONE, "shield,r5,r6:g1,g2,g3*", False),
        ("wild.shield", STONE, "shield,r1,o1:g9,g8,g6*", True),
        ("wild.shield", STONE, "shield,r4,o4:g1,g2,g4*", False),
        ("wild.shield", STONE, "shield,r9,o8:g9,b8,v2*", True),
        ("wild.shield", STONE, "shield,r9,o8:g9,b8,v3*", False),
        ("wild.shield", WALL, "shield,r1,r2:g0,g1,g2*", True),
        ("wild.shield", WALL, "shield,r1,r2:g1,g2,g3*", False),
        ("wild.shield", PIT, "shield,r0,y0:g1,b0,v0*", False),
        ("form.full proof.own", STONE, "r8,r9:", False),
        ("form.full", STONE, "g9,b8,v1:r7,r8", False),
        ("proof.own", STONE, "r8,r9:o1,y3,b5", False),
        ("proof.own", TACTICS, "r7,r8,r9:o1,y3,b5,v9%mud", False),
        ("proof.stronger", STONE, "r7,r8,r9:g1,g2,g3*", True),
        ("proof.stronger", STONE, "g1,g2,g3*:r7,r8,r9", False),
        ("proof.unreachable", STONE, "g9,b9,v9:r1,o1", True),
        ("proof.unreachable", STONE, "g1,g2,g3:r1,r4", True),
        ("proof.unreachable", STONE, "g9,g8,g6:r9,o8", True),
        ("proof.reachable", STONE, "g6,g7,g8:r8,r9", False),
        ("proof.reachable", STONE, "g6,g7,g8:", False),
        ("proof.reachable", STONE, "g9,b9,v9:r1,r3", False),
        ("proof.reachable", STONE, "g9,g8,g6:r1,o1", False),
        ("proof.reachable", STONE, "g9,b9,v8:r1,o2", False),
        ("proof.later", STONE, "g7,g8,g9:r8,r9", True),
        ("proof.later", STONE, "g7,g8,g9:", True),
        ("proof.later", STONE, "g5,b5,v5:r5,o5", True),
        ("proof.wilds", STONE, "g6,g7,g8:joker1,r9", False),
        ("proof.wilds", STONE, "g7,g8,g9:joker1,r9", True),
        ("proof.wilds", STONE, "g9,b9,v9:spy,r9", False),
        ("proof.wilds", STONE, "g9,b9,v9:spy,r1", True),
        ("proof.wilds", STONE, "g9,b9,v9:shield,r4", False),
        ("proof.wilds", STONE, "g9,b9,v9:shield,r6", True),
        ("proof.wilds", STONE, "g2,g3,g4:joker1,shield", False),
        ("proof.wilds", STONE, "g3,g4,g5:joker1,shield", True),
    ],
)
def test_comparisons(template: str, sides: str, holds: bool) -> None:
    assert claims(at(template.format(sides)), 3 if template is WALL else 1 + template.split()[3].split("/").index("{}")) is holds


@table(
    "text, number, holds",
    [
        # the wild's best card lies at another Stone
        ("wild.copy", "stones 0 close joker1,r7,r8:b6,b7,b8*/r9:/:/:/:/:/:/:/: : v1:", 1, True),
        ("wild.copy", "stones 0 close g7,b7,v6:joker1,r7*/o7,y7:/:/:/:/:/:/:/: : v1:", 1, False),
        ("wild.copy", "walls-tactics 0 close :/:/shield,r4,r5:g2,g3,g4*/:r3/:/:/: : v1:", 3, True),
        # only the red 7 would do
        ("pool.pile", "stones 0 close g6,g7,g8:r8,r9/:/:/:/:/:/:/:/: r1:o1 o2,r7:", 1, False),
        ("pool.own-hand", "stones 0 close g6,g7,g8:r8,r9/:/:/:/:/:/:/:/: r1,r7:o1 o2:", 1, False),
        ("pool.other-hand", "stones 0 close g6,g7,g8:r8,r9/:/:/:/:/:/:/:/: r1:r7 o2:", 1, False),
        ("pool.fronts", "stones 0 close g6,g7,g8:r8,r9/r7:/:/:/:/:/:/:/: : o2:", 1, True),
        ("pool.fronts", "stones 0 close g6,g7,g8:r8,r9/:r7/:/:/:/:/:/:/: : o2:", 1, True),
        ("pool.fronts", "stones 0 close g6,g7,r7:r8,r9/g9,b9,v9:y9,y8*/:/:/:/:/:/:/: : o2:", 1, False),
        ("pool.claimed", "stones 0 close g6,g7,g8:r8,r9/r7,o7,y7:o1,y3,b4+0/:/:/:/:/:/:/: : o2:", 1, True),
        ("pool.discard", "stones-tactics 0 close g6,g7,g8:r8,r9/:/:/:/:/:/:/:/: : o2: discard=r7,banshee", 1, True),
        ("pool.tactics", "stones-tactics 0 close g6,g7,g8:r8,r9/r7:/:/:/:/:/:/:/: : o2:joker1,spy", 1, True),
        ("pool.tactics", "stones-tactics 0 close g6,g7,g8:r8,r9/r7:/:/:/:/:/:/:/: spy:joker1 o2:", 1, True),
        ("pool.future", "stones-tactics 0 close g6,g7,g8:r1,o2,y5*/:/:/:/:/:/:/:/: :traitor,banshee,mud o2:", 1, True),
        ("pool.future", "walls-tactics 0 close :/:/g6,g7,g8:r1,y2,b5*/:/:/:/: :treachery,desertion v2:", 3, True),
        # the defender's 11 would burn the 0 of this side
        ("pool.future", "walls 0 close :/:/r0,r1,r2:y1,g5/:/:/:/: :r11 v1:", 3, True),
        ("pool.buried", "stones-tactics 0 close g6,g7,g8:r8,r9/:/:/:/:/:/:/:/: : o2,r7: buried=0:1:0", 1, False),
        ("pool.memory", "walls-tactics 0 close :/:/g6,g7,g8:r8,r9/:/:/:/: :r7 v2: known=:r7", 3, False),
        # the 11 would burn with the 0, yet it counts
        ("hen.proof", "walls 0 close r8:/:/r0,r1,r2:r9,r10/:/:/:/: : v1:", 3, False),
        ("hen.proof", "walls 0 close r8,r11:/:/r0,r1,r2:r9,r10/:/:/:/: : v1:", 3, True),
        ("hen.proof", "walls 0 close :/:/:/:/:/:/r0,b1,v1:r11,y1 : v1:", 7, True),
        ("hen.proof tile.lowest", "walls 0 close :/:/:/:/:/:/r11,b1,v0:y1,g1 : v2:", 7, False),
    ],
)
def test_what_counts_in_a_proof(text: str, number: int, holds: bool) -> None:
    assert claims(at(text), number) is holds


def all_but(*kept: str) -> str:
    """Every Siege card except these."""
    return ",".join(f"{colour}{value}" for colour in "rygbv" for value in range(12) if f"{colour}{value}" not in kept)


@table(
    "left, holds",
    [
        ("proof.unfillable", ("r1", "r2", "y4", "b10", "b11"), True),
        ("proof.unfillable", ("r1", "r2", "y4", "b10", "b11", "v0"), False),
        ("proof.unfillable", ("r1", "r2", "y4", "b0", "g1", "v0"), True),
    ],
)
def test_a_pool_that_cannot_fill_the_other_side(left: tuple[str, ...], holds: bool) -> None:
    text = f"walls 0 close :/:/r1,r2,y4:/:/:/:/: b11:b10 v0: discard={all_but(*left)}"
    assert claims(at(text), 3) is holds


@ruling("pool.held")
def test_a_held_card_is_not_in_the_pool() -> None:
    position = after("stones-tactics 0 play g6,g7,g8:r8,r9/:r7/:/:/:/:/:/:/: b1,traitor:o1 o2,o3:joker2", "play traitor, take r7")
    state = position.state
    assert word(position, "held") == "r7"
    low, high = (at(f"stones 0 close {card}:/:/:/:/:/:/:/:/: : o2:").state[layout.POOL] for card in ("r7", "r6"))
    red_seven = high & ~low
    assert red_seven and not state[layout.POOL] & red_seven


@ruling("wild.undeclared")
def test_a_wild_becomes_another_card_later() -> None:
    joker = "stones-tactics 0 play r8,r9:/:/:/:/:/:/:/:/: joker1,mud:o1 o2,o3:spy"
    assert places(at(joker), "play joker1") == "1 2 3 4 5 6 7 8 9"
    assert front(after(joker, "play joker1 1"), 1) == "r8,r9,joker1:"
    assert claims(at(TACTICS.format("r8,r9,joker1*:g7,g8,g9")), 1)
    # under Mud Fight it is the 6, not the 7 any more
    assert claims(at(TACTICS.format("r8,r9,joker1,r7:g9,b9,v9,y9*%mud")), 1)
    # under Blind-Man's Bluff it is a 9
    assert claims(at(TACTICS.format("r8,r9,joker1:g9,b9,y7*%blind")), 1)


@table(
    "text, moves, sides",
    [
        ("time.set", "stones 0 play r1,r2:g1,g2,g3/:/:/:/:/:/:/:/: r3:o1 o2,o3:", "play r3 1", "r1,r2,r3:g1,g2,g3*"),
        ("time.set", "stones 1 play r1,r2,r3:g1,g2/:/:/:/:/:/:/:/: o1:g3 o2,o3:", "play g3 1", "r1,r2,r3*:g1,g2,g3"),
        (
            "time.taken time.kept",
            "stones-tactics 0 play r1,r2,r3:g1,g2,g3*/:/:/:/:/:/:/:/: o1,banshee:g4 o2,o3,o4:spy",
            "play banshee, take g3, draw clan, play g4 1",
            "r1,r2,r3*:g1,g2,g4",
        ),
        (
            "time.taken time.kept",
            "stones-tactics 0 play r1,r2,r3*:g1,g2,g3/:/:/:/:/:/:/:/: r4,strategist:g4 o2,o3,o4:spy",
            "play strategist, take r1, put 2, draw clan, play g4 2, draw clan, play r4 1",
            "r2,r3,r4:g1,g2,g3*",
        ),
        (
            "time.taken",
            "stones-tactics 0 play r1,r2,r3:g1,g2,g3*/:/:/:/:/:/:/:/: o1,traitor:g4 o2,o3,o4:spy",
            "play traitor, take g2, put 5, draw clan, play g4 1",
            "r1,r2,r3*:g1,g3,g4",
        ),
        (
            "time.taken",
            "walls-tactics 0 play :/:/r1,r2,r3:g1,g2,g3*/:/:/:/: y1,desertion:g4 v2,v3,v4:spy",
            "play desertion, take g3, draw siege, done, play g4 3",
            "r1,r2,r3*:g1,g2,g4",
        ),
        (
            "time.burnt time.kept",
            "walls 1 play :/:/r1,r2,r3*:g1,g2,g3/:/:/:/: r4:y1 v2,v3,v4:",
            "oil 3, play y1 1, draw siege, play r4 3",
            "r2,r3,r4:g1,g2,g3*",
        ),
        (
            "time.eliminated",
            "walls 0 play :/:/r9,r10,r11:b1,v1/:/:/:/: y1,y2,r8:r0,g2 b2,b3,b4,b5,b6:",
            "play y1 1, draw siege, done, play r0 3, draw siege, play y2 1, draw siege, play g2 3, draw siege, play r8 3",
            "r9,r10,r8:b1,v1,g2*",
        ),
        (
            "time.mud",
            "stones-tactics 0 play r1,r2,r3*:g1,g2,g3/:/:/:/:/:/:/:/: mud:g4 o2:spy",
            "play mud 1",
            "r1,r2,r3:g1,g2,g3%mud",
        ),
        (
            "time.mud",
            "stones-tactics 0 play r1,r2,r3*:g1,g2,g3/:/:/:/:/:/:/:/: r4,mud:g4 o2,o3,o4:spy",
            "play mud 1, draw clan, play g4 1, draw clan, play r4 1",
            "r1,r2,r3,r4:g1,g2,g3,g4*%mud",
        ),
        (
            "time.kept",
            "stones-tactics 0 play r1,r2,r3*:g1,g2,g3/:/:/:/:/:/:/:/: blind:g4 o2:spy",
            "play blind 1",
            "r1,r2,r3*:g1,g2,g3%blind",
        ),
    ],
)
def test_which_side_was_complete_first(text: str, moves: str, sides: str) -> None:
    assert front(after(text, moves), 1 if text.startswith("stones") else 3) == sides


@ruling("claim.optional")
def test_a_claim_may_be_left() -> None:
    position = at("stones 0 close g7,g8,g9:/:/:/:/:/:/:/:/: o1:o2 o3:")
    assert legal(position) == {"claim 1", "draw clan"}
    assert front(position.apply("draw clan"), 1) == "g7,g8,g9:"


@ruling("claim.own-turn")
def test_no_front_changes_hands_on_the_other_players_turn() -> None:
    # seat 1 could prove the first Stone, but it is seat 0 who plays, claims nothing and draws
    text = "stones 0 play r1,o3:g7,g8,g9/r7,r8,r9:/:/:/:/:/:/:/: y5:o2 o3,o4:"
    position = after(text, "play y5 1")
    assert places(position, "claim") == "2"
    assert front(position.apply("draw clan"), 1) == "r1,o3,y5:g7,g8,g9*"
    assert after(text, "play y5 1, draw clan, play o2 3").legal_moves.filter("claim")


@ruling("claim.one", "turn.many")
def test_claims_follow_each_other() -> None:
    position = at("stones 0 close r7,r8,r9:/g7,g8,g9:/:/:/:/:/:/y7,y8,y9:/: o1:o2 o3:")
    for number, left in ((2, "1 8"), (8, "1"), (1, "")):
        position = position.apply(f"claim {number}")
        assert places(position, "claim") == left
    assert word(position, "turn") == "0" and legal(position) == {"draw clan"}
    assert word(position, "fronts").count("+0") == 3


@ruling("claim.first-win", "end.at-once")
def test_the_winning_claim_is_the_last() -> None:
    position = after("stones 0 close r7,r8,r9:/:+0/:+0/g7,g8,g9:/:/:/:/:/: o1:o2 o3:", "claim 1")
    assert word(position, "result") == "0"
    assert front(position, 4) == "g7,g8,g9:"
    assert not position.legal_moves


@ruling("proof.own")
@pytest.mark.parametrize("number", [2, 3, 4])
def test_nothing_is_proved_for_the_other_seat(number: int) -> None:
    position: Position = at("stones 0 close :/:r7,r8,r9/r1,r2:r4,r5,r6/o1,o2,y9:b1,b2,b3*/:/:/:/:/: o7:o8 o9:")
    assert not claims(position, number)


@ruling("pool.own-hand")
def test_a_hand_is_no_evidence_for_its_owner_only() -> None:
    text = "stones 0 close g6,g7,g8:r8,r9/:/:/:/:/:/:/:/: r7:o1 o2:"
    assert hand(at(text), 0) == "r7" and not cards(at(text), "discard")
    assert not claims(at(text), 1)
