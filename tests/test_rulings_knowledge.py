"""Rulings on what a player may know: what stands in both views, what in one's own only, and what in neither."""

from __future__ import annotations

from typing import Any

import pytest

from marchstone.position import Position
from marchstone.view import View
from tests.rulings import after, at, hand, pile, ruling, split, table, word

NINE = ":/:/:/:/:/:/:/:/:"
SEVEN = ":/:/:/:/:/:/:"


@table(
    "text, name, value",
    [
        ("know.fronts", "stones 0 play r2,r1:g3/:b9,b1/:/:/:/:/:/:/: r5:g5 v1:", "fronts", "r2,r1:g3/:b9,b1/:/:/:/:/:/:/:"),
        ("know.fronts", "stones 1 play r1,r2:g3/:b1,b9/:/:/:/:/:/:/: r5:g5 v1:", "fronts", "r1,r2:g3/:b1,b9/:/:/:/:/:/:/:"),
        ("know.owners", "stones 0 play :+0/:+1/:/:/:/:/:/:/: r5:g5 v1:", "fronts", ":+0/:+1/:/:/:/:/:/:/:"),
        ("know.damage", "walls 0 play :!/:/:!/:/:/:/r1: r5:g5 v1:", "fronts", ":!/:/:!/:/:/:/r1:"),
        ("know.modes", "stones-tactics 0 play :%mud/:%blind/:/:/:/:/:/:/: r5:g5 v1:", "fronts", ":%mud/:%blind/:/:/:/:/:/:/:"),
        ("know.first", "walls 0 play :/:/r1,r2,r3*:y1,y2,y3/:/:/:/: r5:g5 v1:", "fronts", ":/:/r1,r2,r3*:y1,y2,y3/:/:/:/:"),
        ("know.first", "walls 0 play :/:/r1,r2,r3:y1,y2,y3*/:/:/:/: r5:g5 v1:", "fronts", ":/:/r1,r2,r3:y1,y2,y3*/:/:/:/:"),
        ("know.discard", f"walls-tactics 0 play {SEVEN} r5:g5 v1: discard=g1,r1,spy", "discard", "r1,g1,spy"),
        ("know.discard", f"stones-tactics 0 play {NINE} r5:g5 v1: discard=r1,banshee", "discard", "r1,banshee"),
        ("know.removed", f"walls-tactics 1 play {SEVEN} r5:g5 v1: removed=exchange", "removed", "exchange"),
        ("know.counts", f"stones-tactics 1 play {NINE} r5:g5 v1: played=2:1 jokers=1:0", "played", "2:1"),
        ("know.counts", f"stones-tactics 1 play {NINE} r5:g5 v1: played=2:1 jokers=1:0", "jokers", "1:0"),
        ("know.oil", f"walls 1 play {SEVEN} r5:g5 v1: oil=2", "oil", "2"),
        ("know.oil", f"walls 1 play {SEVEN} r5:g5 v1: oil=0", "oil", "0"),
        ("know.turn", f"walls 1 play {SEVEN} r5:g5 v1:", "turn", "1"),
        ("know.turn", f"stones 0 close {NINE} r5:g5 v1:", "turn", "0"),
        ("know.turn", f"stones 0 close {NINE} r5:g5 v1:", "phase", "close"),
        ("know.turn", f"walls-tactics 0 give {SEVEN} r5:g5 v1: removed=exchange ruse=exchange left=1 actor=1", "actor", "1"),
        ("know.turn", f"walls-tactics 0 give {SEVEN} r5:g5 v1: removed=exchange ruse=exchange left=1 actor=1", "phase", "give"),
    ],
)
def test_what_both_may_know(text: str, name: str, value: str) -> None:
    position = at(text)
    assert [word(position.view(seat), name) for seat in (0, 1)] == [value, value]


@table(
    "text, moves, held",
    [
        ("know.held", f"stones-tactics 0 play :r1/{NINE[2:]} r2,traitor:g2 v1,v2:", "play traitor, take r1", "r1"),
        ("know.held", f"stones-tactics 1 play :r1/{NINE[2:]} r2:g2,strategist v1,v2:", "play strategist, take r1", "r1"),
        (
            "know.held",
            f"walls-tactics 0 play joker1:/{SEVEN[2:]} redeployment:g2 v1:",
            "play redeployment, take joker1",
            "joker1",
        ),
        ("know.held", f"walls-tactics 1 play {SEVEN} r2:recruitment v1: discard=r1", "play recruitment, take r1", "r1"),
    ],
)
def test_a_held_card_is_seen_by_both(text: str, moves: str, held: str) -> None:
    position = after(text, moves)
    for view in (position.view(0), position.view(1)):
        assert word(view, "held") == held and str(view.held) == held
        assert held not in {str(card) for card in view.pool} and "v1" in {str(card) for card in view.pool}
        assert word(view, "discard") == "" or held not in word(view, "discard").split(",")


@table(
    "text, seat, hands, piles",
    [
        (
            "know.own-hand know.hand-size",
            f"stones-tactics 0 play {NINE} r1,spy:g1,g2,mud o1,o2,o3:joker1",
            0,
            "r1,spy:?2,?1t",
            "?3:?1",
        ),
        (
            "know.own-hand know.hand-size",
            f"stones-tactics 0 play {NINE} r1,spy:g1,g2,mud o1,o2,o3:joker1",
            1,
            "?1,?1t:g1,g2,mud",
            "?3:?1",
        ),
        ("know.hand-size", f"walls-tactics 1 play {SEVEN} r1,r2:exchange,spy,joker1 v1:", 0, "r1,r2:?3t", "?1:"),
        ("know.hand-size know.piles", f"walls-tactics 1 play {SEVEN} r1,r2:g1 :shield,explosion", 1, "?2:g1", ":?2"),
        ("know.piles", "walls 0 play r3:/:/:/:/:/:/: r1:g1 v1,v2,v3,v4:", 0, "r1:?1", "?4:"),
    ],
)
def test_hands_and_piles(text: str, seat: int, hands: str, piles: str) -> None:
    view = at(text).view(seat)
    assert (word(view, "hands"), word(view, "piles")) == (hands, piles)
    assert [str(card) for card in view.hand] == hands.split(":")[seat].split(",")


RECRUIT = f"stones-tactics 0 play {NINE} {{}},recruiter:g1,g2,g3,g4,g5,g6,g7 {{}}"


@table(
    "moves, clan, tactic",
    [
        ("know.buried", "bury r5, bury o1", "?2,r5,o1", "?1"),
        ("know.buried", "bury o1, bury r5", "?2,o1,r5", "?1"),
        ("know.buried", "bury spy, bury r5", "?2,r5", "?1,spy"),
    ],
)
def test_what_one_has_buried(moves: str, clan: str, tactic: str) -> None:
    text = RECRUIT.format("r1,r2,r3,r4,r5,r6", "o1,o2,o3,o4:spy,mud")
    position = after(text, f"play recruiter, draw clan, draw tactic, draw clan, {moves}")
    assert word(position.view(0), "piles") == f"{clan}:{tactic}"
    sizes = [len(pile(position, kind).split(",")) for kind in (0, 1)]
    assert word(position.view(1), "piles") == "?{}:?{}".format(*sizes)


@ruling("know.buried-drawn", "know.given-end")
def test_a_buried_card_that_was_drawn() -> None:
    text = f"stones-tactics 1 close {NINE} r1,r2:g1,g2 v9,r5,o1: discard=recruiter buried=0:2:0"
    position = after(text, "draw clan")
    assert hand(position.view(0), 1) == "?3" and pile(position.view(0), 0) == "r5,o1"
    position = after(position.text, "play r1 1, draw clan, play g1 1, draw clan")
    # the burier has drawn one of the two back, the other seat the lower one
    assert hand(position.view(0), 1) == "?2,o1" and [str(card) for card in position.view(0).known] == ["o1"]
    assert hand(position.view(1), 0) == "?2" and position.view(1).known == ()
    position = after(position.text, "play r2 1, play o1 1")
    assert hand(position.view(0), 1) == "?2" and position.view(0).known == ()


@ruling("know.given", "know.given-end", "exchange.known")
def test_what_one_has_given_away() -> None:
    text = f"walls-tactics 0 play {SEVEN} exchange,r1,r2,spy,y5:g1,g2,joker1,shield,b1 v1,v2,v3,v4,v5: played=0:1"
    position = after(text, "play exchange, give r1, give spy, give y5, give g1, give g2, give joker1")
    assert word(position.view(0), "hands") == "r2,g1,g2,joker1:?1,?1t,r1,y5,spy"
    assert word(position.view(1), "hands") == "?1,g1,g2,joker1:r1,y5,b1,spy,shield"
    # of one's own draws the other knows nothing, and what has been played is no longer in the hand
    position = after(position.text, "draw siege, play r1 3, draw siege")
    assert word(position.view(0), "hands") == "r2,g1,g2,v1,joker1:?2,?1t,y5,spy"
    assert word(position.view(1), "hands") == "?2,g1,g2,joker1:y5,b1,v2,spy,shield"
    position = after(position.text, "play joker1 3, draw siege, play y5 3, draw siege, play g2 1, draw siege")
    assert word(position.view(0), "hands") == "r2,g1,v1,v3,v5:?3,?1t,spy"
    assert word(position.view(1), "hands") == "?4,g1:b1,v2,v4,spy,shield"


@ruling("know.given-end", "know.support")
def test_a_card_that_comes_back_unseen_is_not_known() -> None:
    text = (
        f"walls-tactics 1 play {SEVEN} desertion,support:r1,g1,g2 v1,v2,v3,v4,v5,v6: discard=r2 known=:r1 played=1:3 key={{:x}}"
    )
    assert hand(at(text.format(1)).view(0), 1) == "?2,r1"
    drawn = []
    for key in range(1, 40):
        position = after(text.format(key), "play r1 1, draw siege, play desertion, take r1, draw siege, play g1 2, draw siege")
        position = after(position.text, "play support, take r1, take r2, draw siege, play g2 2, draw siege")
        assert hand(position.view(0), 1) == "?3" and pile(position.view(0), 0) == "?3"
        drawn.append("r1" in hand(position, 1))
    assert len(set(drawn)) == 2


@ruling("know.recruiter")
def test_the_backs_of_a_recruiter() -> None:
    text = RECRUIT.format("r1,r2,r3,r4,r5,spy", "v1,v2,v3,v4:shield,mud")
    steps = "play recruiter, draw clan, draw tactic, draw clan, bury r1, bury spy"
    seen = [after(text, ", ".join(split(steps)[:number])).view(1) for number in range(7)]
    assert [hand(view, 0) for view in seen] == ["?5,?2t", "?5,?1t", "?6,?1t", "?6,?2t", "?7,?2t", "?6,?2t", "?6,?1t"]
    assert [word(view, "piles") for view in seen] == ["?4:?2", "?4:?2", "?3:?2", "?3:?1", "?2:?1", "?3:?1", "?3:?2"]


def told(view: View) -> list[Any]:
    """All that a view says."""
    fronts = range(1, view.rules.fronts + 1)
    proofs = [view.explain_claim(front, seat).to_dict() for front in fronts for seat in (0, 1)]
    return [view.text, view.vector, str(view), [str(move) for move in view.legal_moves], proofs]


def alike(one: Position, other: Position, seat: int) -> bool:
    """Two positions differ, but not for this seat."""
    return one.text != other.text and told(one.view(seat)) == told(other.view(seat))


# seat 0 has chosen three cards, seat 1 one of its three
GIVING = "walls-tactics 0 give {} r1,r2,r3,spy,shield:g1,g2,g3,g4 v1: actor=1 left=2 ruse=exchange removed=exchange given=...:g1"


@table(
    "seat, one, other",
    [
        (
            "know.nothing-else know.hand-size",
            0,
            "stones 0 play {} r1,r2:g1,g2 v1,v2,v3:",
            "stones 0 play {} r1,r2:v2,g1 v1,g2,v3:",
        ),
        (
            "know.nothing-else know.hand-size",
            1,
            "stones 0 play {} r1,r2:g1,g2 v1,v2,v3:",
            "stones 0 play {} v3,r2:g1,g2 v1,v2,r1:",
        ),
        ("know.nothing-else know.piles", 0, "stones 0 close {} r1,r2:g1 v1,v2,v3:", "stones 0 close {} r1,r2:g1 v3,v1,v2:"),
        (
            "know.nothing-else know.hand-size",
            0,
            "stones-tactics 1 play {} r1:g1,spy,mud v1:shield,joker1",
            "stones-tactics 1 play {} r1:v1,joker1,mud g1:shield,spy",
        ),
        (
            "know.nothing-else know.piles",
            1,
            "walls-tactics 1 play {} r1,spy:g1 v1:shield,exchange key=5",
            "walls-tactics 1 play {} r1,exchange:g1 v1:spy,shield key=6",
        ),
        # the lowest two of the pile were buried by the other
        (
            "know.nothing-else know.buried",
            0,
            "stones-tactics 0 play {} r1:g1 v1,v2,v3:spy discard=recruiter played=0:1 buried=1:2:0",
            "stones-tactics 0 play {} r1:v3 v1,g1,v2:spy discard=recruiter played=0:1 buried=1:2:0",
        ),
        (
            "know.nothing-else exchange.unseen",
            1,
            GIVING.replace("...", "r1,r2,r3"),
            GIVING.replace("...", "r1,spy,shield"),
        ),
    ],
)
def test_what_is_hidden_changes_nothing(seat: int, one: str, other: str) -> None:
    fronts = NINE if one.startswith("stones") else SEVEN
    assert alike(at(one.format(fronts)), at(other.format(fronts)), seat)


EXCHANGE = f"walls-tactics 0 play {SEVEN} exchange,r1,r2,r3,r4,spy,explosion:g1,g2,g3,g4 v1,v2:"
SUPPORT = f"walls-tactics 0 play {SEVEN} support:g1 v1,v2,v3,v4,v5,v6: discard=r1,r2 key={{}}"


@table(
    "seat, one, moves, other, other_moves",
    [
        (
            "know.recruiter",
            1,
            RECRUIT.format("r1,r2,r3,r4,r5,spy", "v1,v2,v3,v4:shield,mud"),
            "play recruiter, draw clan, draw tactic, draw clan, bury r1, bury spy",
            RECRUIT.format("v3,r2,r3,r4,v1,mud", "r5,v2,r1,v4:spy,shield"),
            "play recruiter, draw clan, draw tactic, draw clan, bury r5, bury mud",
        ),
        (
            "know.exchange exchange.unseen",
            1,
            EXCHANGE,
            "play exchange, give r1, give r2, give r3, give g1, give g2",
            EXCHANGE,
            "play exchange, give spy, give r4, give explosion, give g1, give g2",
        ),
        (
            "know.exchange",
            0,
            EXCHANGE,
            "play exchange, give r1, give r2, give r3, give g1, give g2",
            EXCHANGE,
            "play exchange, give r1, give r2, give r3, give g3, give g4",
        ),
        (
            "know.support",
            0,
            SUPPORT.format(5),
            "play support, take r1, take r2",
            SUPPORT.format(9),
            "play support, take r1, take r2",
        ),
        (
            "know.support",
            1,
            SUPPORT.format(5),
            "play support, take r2, take r1, draw siege",
            SUPPORT.format(9),
            "play support, take r2, take r1, draw siege",
        ),
    ],
)
def test_two_courses_that_look_the_same(seat: int, one: str, moves: str, other: str, other_moves: str) -> None:
    ours, theirs = at(one), at(other)
    for move, other_move in zip(split(moves), split(other_moves), strict=True):
        assert move in ours.legal_moves and other_move in theirs.legal_moves
        ours, theirs = ours.apply(move), theirs.apply(other_move)
        assert told(ours.view(seat)) == told(theirs.view(seat))
    assert [word(ours, name) for name in ("hands", "piles", "given")] != [
        word(theirs, name) for name in ("hands", "piles", "given")
    ]


@ruling("know.nothing-else")
@pytest.mark.parametrize("preset", ["stones-tactics", "stones-expert", "walls", "walls-tactics"])
@pytest.mark.parametrize("seat", [0, 1])
def test_hands_and_piles_dealt_otherwise(preset: str, seat: int) -> None:
    position = Position.deal(preset, seed=seat)
    for step in range(24):
        moves = [move for move in position.legal_moves if move.verb != "play" or move.text[6].isdigit()]
        position = position.apply(moves[7 * step % len(moves)])
    hands, piles = word(position, "hands").split(":"), pile(position, 0)
    cards = [card for card in hands[1 - seat].split(",") if card[1:].isdigit()]
    assert not position.is_over and cards and not position.view(seat).known
    for place, card in enumerate(cards):
        drawn = piles.split(",")[place % 3]
        swapped = {card: drawn, drawn: card}
        other = [",".join(swapped.get(text, text) for text in part.split(",")) for part in (*hands, piles)]
        text = position.text.replace(f" {':'.join(hands)} {piles}:", f" {other[0]}:{other[1]} {other[2]}:")
        assert alike(position, at(text), seat)
