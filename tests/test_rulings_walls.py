"""Rulings on Schotten Totten 2 without Tactic cards, and on its match: tiles, turns, claims, hen and cook, the ends."""

from __future__ import annotations

import pytest

from marchstone.errors import WrongTypeError
from marchstone.match import Outcome, RolesMatch, outcome_of
from marchstone.position import Position
from marchstone.rules import FrontRules, Rules
from tests.rulings import after, at, cards, claims, front, hand, legal, pile, places, ruling, table, verbs, word

ALL_TYPES = ("colour-run", "same", "colour", "run", "sum")

# the attacker's sides are full and beatable
FULL = "y1,g2,b3:/y2,g4,b6,v1:/y3,g1,b5:/y4,b1:/y5,g3,v2:/y6,g5,b2,v3:/y9,g9,b9:"
RETREATS = {f"retreat {number}" for number in range(1, 8)}
# the defender's sides are full, but one card is missing at the right pit
HELD = ":r1,y1,g1/:r2,y2,g2,b2/:r3,y3,g3/:r4,y4/:r5,y5,g5/:r6,y6,g6,b6/:r7,y7"
CLAIMABLE = HELD.replace("/:r3", "/b9,b10,b11:r3") + ",g7"


def ending(position: Position) -> tuple[str, str]:
    """Who has won, and why; nothing while the game goes on."""
    return word(position, "result"), word(position, "reason")


def tile(number: int, sides: str, damaged: str = "") -> str:
    """The fronts, with cards at one tile only; others may be damaged."""
    fronts = [":!" if str(place) in damaged else ":" for place in range(1, 8)]
    fronts[number - 1] = sides
    return "/".join(fronts)


@table(
    "number, damaged, width, types, lowest",
    [
        ("tile.1", 1, False, 3, ("sum",), False),
        ("tile.1-damaged", 1, True, 3, ("run", "sum"), False),
        ("tile.2", 2, False, 4, ALL_TYPES, False),
        ("tile.2-damaged", 2, True, 2, ("same", "sum"), False),
        ("tile.3", 3, False, 3, ALL_TYPES, False),
        ("tile.3-damaged", 3, True, 3, ("colour", "sum"), False),
        ("tile.4", 4, False, 2, ALL_TYPES, False),
        ("tile.4-damaged", 4, True, 4, ("sum",), True),
        ("tile.5", 5, False, 3, ALL_TYPES, False),
        ("tile.5-damaged", 5, True, 3, ("colour", "sum"), False),
        ("tile.6", 6, False, 4, ALL_TYPES, False),
        ("tile.6-damaged", 6, True, 2, ("same", "sum"), False),
        ("tile.7", 7, False, 3, ("sum",), True),
        ("tile.7-damaged", 7, True, 3, ("run", "sum"), False),
    ],
)
def test_what_a_tile_asks_for(number: int, damaged: bool, width: int, types: tuple[str, ...], lowest: bool) -> None:
    asks = FrontRules(width, types, lowest)
    position = at(f"walls 0 close {tile(number, ':!' if damaged else ':')} : v1:")
    assert Rules("walls").front_rules(number, damaged) == Rules("walls-tactics").front_rules(number, damaged) == asks
    assert position.front(number).asks == position.explain_claim(number).asks == asks


@table(
    "number, sides, holds",
    [
        ("tile.1", 1, "g9,g10,g11*:r11,y10,b10", False),
        ("tile.1", 1, "r8,y8,b7:g1,g2,g3*", True),
        ("tile.1-damaged", 1, "r1,y2,g3:b11,v11,r11*!", True),
        ("tile.1-damaged", 1, "v1,v8,v9*:r1,y2,g3!", False),
        ("tile.1-damaged tile.mere-sum", 1, "b1,b2,b3*:r0,y1,g2!", False),
        ("tile.1-damaged tile.mere-sum", 1, "b9,b10,b11*:v11,y11,g9!", False),
        ("tile.2", 2, "r1,y1,g1,b1:v11,v10,v9,v7*", True),
        ("tile.2", 2, "r0,r1,r2,r3:y11,g11,b11,v11*", True),
        ("tile.2-damaged", 2, "r1,y1:g9,v11*!", True),
        ("tile.2-damaged tile.mere-sum", 2, "g10,g11*:r0,y0!", False),
        ("tile.3", 3, "r1,y2,g3:y11,g11,b10*", True),
        ("tile.3-damaged", 3, "r0,r2,r4:y11,g11,b11*!", True),
        ("tile.3-damaged tile.mere-sum", 3, "r9,r10,r11*:g0,g2,g4!", False),
        ("tile.3-damaged", 3, "r5,y6,g7*:b11,v11,b1!", False),
        ("tile.4", 4, "r1,r2:g11,y11*", True),
        ("tile.4", 4, "r1,y2:g11,b9*", True),
        ("tile.4-damaged", 4, "r0,y1,g2,b3:v1,y2,g3,b0*!", False),
        ("tile.4-damaged", 4, "r0,y1,g2,b2:v1,y2,g3,b0*!", True),
        ("tile.4-damaged tile.lowest", 4, "r8,r9,r10,r11*:y7,g9,b10,v11!", False),
        ("tile.5", 5, "r0,y0,g0:b11,b10,b8*", True),
        ("tile.5-damaged", 5, "r0,r2,r4:y11,g11,b11*!", True),
        ("tile.5-damaged tile.mere-sum", 5, "r8,r9,r10*:g11,b11,v6!", False),
        ("tile.6", 6, "r0,r2,r4,r6:y11,g10,b9,v8*", True),
        ("tile.6-damaged", 6, "r1,y1:g9,v11*!", True),
        ("tile.6-damaged tile.mere-sum", 6, "g10,g11*:r0,y0!", False),
        ("tile.7 tile.lowest", 7, "r0,y1,b2:g9,g10,g11*", True),
        ("tile.7 tile.lowest", 7, "r9,r10,r11*:g0,y5,b6", False),
        ("tile.7 tile.lowest", 7, "r0,y0,g1:b0,v1,y1*", True),
        ("tile.7-damaged", 7, "r1,y2,g3:b11,v11,r11*!", True),
        ("tile.7-damaged tile.mere-sum", 7, "b1,b2,b3*:r0,y1,g2!", False),
        # the Joker takes another colour, so that the Run is no Colour-Run; or a distant value, so that it is a Colour
        ("tile.mere-sum", 1, "joker1,r1,r2:b11,v11,y11*!", True),
        ("tile.mere-sum", 5, "joker1,r1,r2:b11,v11,y11*!", True),
        # against a side that can still be filled with three 0s of the pool
        ("tile.lowest", 7, "r1,y0,g0:b11", True),
        ("tile.lowest", 7, "r1,y0,g0:b0", False),
        ("tile.lowest", 7, "r1,y0,g0:b1", True),
        ("tile.lowest", 7, "r2,y0,g0:b1", False),
        # the best two are one 0 and the yellow 1
        ("tile.lowest", 4, "r0,y0,g0,b2:v0,r1!", True),
        ("tile.lowest", 4, "r0,y0,g0,b5:v0,r1!", False),
    ],
)
def test_comparisons_at_tiles(number: int, sides: str, holds: bool) -> None:
    assert claims(at(f"walls-tactics 0 close {tile(number, sides)} : v1:spy"), number) is holds


@ruling("tile.said")
@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 7])
def test_the_player_is_told_of_a_mere_sum(number: int) -> None:
    sides = "g10,g11*:r0,y0!" if number in (2, 6) else "g9,g10,g11*:r11,y11,b9!"
    proof = at(f"walls 0 close {tile(number, sides)} : v1:").explain_claim(number)
    assert proof.own and (proof.own.type, proof.own.shape) == ("sum", "colour-run")
    assert "Colour-Run" in proof.sentence() and "mere Sum" in proof.sentence()
    assert "suite couleur" in proof.sentence("fr").lower() and "n'est qu'une somme" in proof.sentence("fr")


@ruling("walls.first", "walls.hands", "walls.oil")
@pytest.mark.parametrize(("preset", "size"), [("walls", 6), ("walls-tactics", 7)])
def test_how_the_game_starts(preset: str, size: int) -> None:
    for seed in range(5):
        position = Position.deal(preset, seed=seed)
        assert (position.turn, position.actor, position.phase, position.oil) == (0, 0, "play", 3)
        for seat in (0, 1):
            assert len(position.hand(seat)) == size
            assert {card.text[0] for card in position.hand(seat)} <= set("rygbv") and "spy" not in hand(position, seat)
            assert position.view(1 - seat).hand_sizes(seat) == (size, 0)
        assert position.piles == (60 - 2 * size, 11 if size == 7 else 0)
    with pytest.raises(WrongTypeError):
        Position.deal(preset, seed=1, first=1)


@ruling("attack.retreat", "attack.retreats")
def test_retreats() -> None:
    position = at("walls-tactics 0 play r1,y2:g3,g4/b5:/:b6/:/:/:/b7,joker1,b9:v9,spy,v7* y1:y3 v1,v2:")
    assert places(position, "retreat") == "1 2 7"
    position = position.apply("retreat 7")
    assert (front(position, 7), cards(position, "discard")) == (":v9,spy,v7", {"b7", "joker1", "b9"})
    assert places(position, "retreat") == "1 2"
    position = position.apply("retreat 1").apply("retreat 2")
    assert word(position, "fronts") == ":g3,g4/:/:b6/:/:/:/:v9,spy,v7"
    assert cards(position, "discard") == {"b7", "joker1", "b9", "r1", "y2", "b5"}
    assert verbs(position) == {"play"} and word(position, "turn") == "0"


@ruling("attack.retreat-early", "attack.order")
def test_one_card_then_one_draw() -> None:
    position = after("walls 0 play r1:/:/:/:/:/:/: y1,y2:y3 v1,v2:", "play y1 2")
    assert legal(position) == {"draw siege"}
    position = position.apply("draw siege")
    assert (hand(position, 0), pile(position, 0), word(position, "turn")) == ("y2,v1", "v2", "1")


ONE = "walls 0 play r1:/y2:/v9,v10,v11:/:/:/:/: y1,y3:r3 v1,v2:"
TWO = "walls 0 play r1:/y2:/v9,v10,v11:/:/g9,g10,g11:/:/: y1,y3:r3 v1,v2:"


@table(
    "text, moves, claimable, others",
    [
        ("attack.claim-first", ONE, "", "3", {"retreat", "play"}),
        ("attack.claim-first", ONE, "claim 3", "", {"retreat", "play"}),
        ("attack.claim-between", ONE, "retreat 1", "3", {"retreat", "play"}),
        ("attack.claim-between", TWO, "claim 5, retreat 1, claim 3, retreat 2", "", {"play"}),
        ("attack.claim-played", ONE, "retreat 1, play y1 2", "3", {"draw"}),
        ("attack.claim-played", ONE.replace(",v11", "").replace("y3", "v11"), "play v11 3", "3", {"draw"}),
        ("attack.claim-played", TWO, "play y1 2, claim 3", "5", {"draw"}),
        ("attack.claim-drawn attack.retreat-early", ONE, "play y1 1, draw siege", "3", {"done"}),
        ("attack.claim-drawn", TWO, "play y1 1, draw siege, claim 3", "5", {"done"}),
        ("attack.claim-last", ONE.replace("v1,v2", ""), "play y1 1", "3", {"done"}),
        ("attack.claim-last", TWO.replace("v1,v2", ""), "play y1 1, claim 3", "5", {"done"}),
    ],
)
def test_when_the_attacker_claims(text: str, moves: str, claimable: str, others: set[str]) -> None:
    position = after(text, moves)
    assert places(position, "claim") == claimable
    assert verbs(position) - {"claim"} == others


@ruling("attack.claim-drawn", "attack.claim-last")
def test_how_a_turn_ends_with_claims() -> None:
    position = after(ONE, "play y1 1, draw siege, claim 3")
    assert (word(position, "turn"), front(position, 3)) == ("1", ":!")
    late = ONE.replace("v1,v2", "")
    for last in ("done", "claim 3"):
        lost = after(late, f"play y1 1, {last}")
        assert ending(lost) == ("1", "deck")
    won = after(late.replace("/:/:/:/: ", "/:!/:!/:!/: "), "play y1 1, claim 3")
    assert ending(won) == ("0", "fourth")


@ruling("defend.oil", "defend.oil-once", "defend.oil-three", "defend.oil-early", "defend.order")
def test_cauldrons() -> None:
    position = at("walls 1 play r3,r1,r2,r9:g1/y1,y2:/:/:/:/:/:b9 b1,b2,b3,b4:v1,v2,v3,v4 v5,v6,v7,v8,v9,v10:")
    assert places(position, "oil") == "1 2" and places(position, "play v1") == "1 2 3 4 5 6 7"
    for left, kept in enumerate(("r1,r2,r9", "r2,r9", "r9")):
        assert word(position, "oil") == ("" if left == 0 else str(3 - left))
        position = position.apply("oil 1")
        assert front(position, 1) == f"{kept}:g1" and verbs(position) == {"play"}
        position = position.apply(f"play v{left + 1} {left + 3}")
        assert legal(position) == {"draw siege"}
        position = position.apply("draw siege").apply(f"play b{left + 1} {left + 3}").apply("draw siege")
        assert word(position, "turn") == "1"
    assert word(position, "oil") == "0" and cards(position, "discard") == {"r1", "r2", "r3"}
    assert verbs(position) == {"play"}


@ruling("defend.oil", "defend.oil-early")
def test_a_cauldron_that_is_not_thrown_is_lost_for_this_turn_only() -> None:
    position = after("walls-tactics 1 play spy,r1:/:/:/:/:/:/: b1,b2:v1,v2 v5,v6,v7,v8:", "play v1 1")
    assert verbs(position) == {"draw"}
    position = after(position.text, "draw siege, play b1 1, draw siege, oil 1")
    assert (front(position, 1), cards(position, "discard")) == ("r1,b1:v1", {"spy"})


@ruling("defend.no-claim")
def test_the_defender_never_claims() -> None:
    text = "walls 1 {} :/:/r1,y3,g6:v9,v10,v11*/:/:/:/: b1:g1,y2 g2,g3:"
    for phase, others in (("play", {"oil", "play"}), ("close", {"draw"})):
        position = at(text.format(phase))
        assert verbs(position) == others and not position.provable
        assert not position.explain_claim(3, 1).holds and not claims(position, 3)


BREACH = "walls 0 play :/:/v9,v10,v11:r1,y2/b1:/:/:/: r3,r4:g1,g2 g3,g4,g5: discard=b2"


@ruling("breach.damage", "breach.discard", "breach.reuse")
def test_a_claim() -> None:
    position = after(BREACH, "claim 3")
    assert word(position, "fronts") == ":/:/:!/b1:/:/:/:"
    assert cards(position, "discard") == {"b2", "v9", "v10", "v11", "r1", "y2"}
    position = after(position.text, "play r3 3, draw siege, play g1 3")
    assert front(position, 3) == "r3:g1!"


@table(
    "sides, damaged, result, reason",
    [
        ("breach.fourth", "v9,v10,v11:r1,y2", "", "", ""),
        ("breach.fourth", "v9,v10,v11:r1,y2", "14", "", ""),
        ("breach.fourth breach.last", "v9,v10,v11:r1,y2", "147", "0", "fourth"),
        ("breach.twice breach.last", "v9,v10,v11:r1,y2!", "", "0", "twice"),
        ("breach.twice breach.last", "v9,v10,v11:r1,y2!", "27", "0", "twice"),
    ],
)
def test_which_claims_win(sides: str, damaged: str, result: str, reason: str) -> None:
    text = f"walls 0 play {tile(3, sides, damaged)} r3,r4:g1,g2 g3,g4,g5:"
    position = after(text, "claim 3")
    assert ending(position) == (result, reason)
    assert front(position, 3) == ":!" and len(cards(position, "discard")) == 5
    assert bool(position.legal_moves) is not bool(result)


@table(
    "text, start, where",
    [
        ("wall-play.room", "walls 0 play y1,y2:/y3,y4,y5:/:/y6,y7:/g1,g2,g3:/b1,b2:!/b3,b4:! r1:r2 v1:", "play r1", "1 2 3 7"),
        ("wall-play.room", "walls 0 play :y1,y2,y3/y4,y5:!/:/y6,y7:!/:/b1,b2,b4,b5:/: r1:r2 v1:", "play r1", "1 3 4 5 7"),
        ("wall-play.room", "walls 0 play :/:/:/y6,y7,g1,b2:!/:/b1:!/g7,g8,g9:! r1:r2 v1:", "play r1", "1 2 3 5 6"),
        ("wall-play.room", "walls 1 play y1,y2,y3:/:y4,y5!/:/:y6,y7/:/:b1,b2,b4/:g1,g2,g3 r1:r2 v1:", "play r2", "1 3 5 6"),
        ("wall-play.room", "walls-tactics 0 play :/:/:/y6,y7:/:/b1,b2:!/: joker1:r2 v1:", "play joker1", "1 2 3 5 7"),
        ("wall-play.room", "walls-tactics 1 play :/:/:spy,y6,y7/:/:/:/: r1:shield v1:", "play shield", "1 2 4 5 6 7"),
        # the tile of the enemy's card is full on one's own side
        ("hen.room", "walls 0 play :/:/y1,y2,y3:r11/:/:/:/: r0:g1 v1:", "play r0", "1 2 4 5 6 7"),
        ("hen.room", "walls 1 play :/:/r0:y1,y2,y3/:/:/:/: g1:r11 v1:", "play r11", "1 2 4 5 6 7"),
    ],
)
def test_where_there_is_room(text: str, start: str, where: str) -> None:
    assert places(at(text), start) == where


@table(
    "text, move, sides, gone",
    [
        ("wall-play.order", "walls 0 play :/:/y5,y1:g1/:/:/:/: y3:r2 v1:", "play y3 3", "y5,y1,y3:g1", set()),
        ("wall-play.order", "walls 1 play :/:/y5,y1:g1,b9/:/:/:/: y3:b2 v1:", "play b2 3", "y5,y1:g1,b9,b2", set()),
        ("hen.both", "walls 0 play :/:/y5,y1:g1,r11,b3/:/:/:/: r0:g9 v1:", "play r0 3", "y5,y1:g1,b3", {"r0", "r11"}),
        ("hen.both", "walls 0 play :/:/:v0/:/:/:/: v11:g9 v1:", "play v11 3", ":", {"v0", "v11"}),
        ("hen.both", "walls 1 play :/:/y5,b0:g1/:/:/:/: r0:b11 v1:", "play b11 3", "y5:g1", {"b0", "b11"}),
        ("hen.both", "walls 1 play :/:/g11,y5:/:/:/:/: r0:g0 v1:", "play g0 3", "y5:", {"g0", "g11"}),
        ("hen.colour", "walls 0 play :/:/:y11,g11/:/:/:/: r0:g9 v1:", "play r0 3", "r0:y11,g11", set()),
        ("hen.colour", "walls 0 play :/:/:r10,r0/:/:/:/: r1:g9 v1:", "play r1 3", "r1:r10,r0", set()),
        ("hen.colour", "walls 0 play :/:r11/:/:/:/:/: r0:g9 v1:", "play r0 3", "r0:", set()),
        ("hen.colour", "walls 0 play :/:/r11:g1/:/:/:/: r0:g9 v1:", "play r0 3", "r11,r0:g1", set()),
        ("hen.wild", "walls-tactics 0 play :/:/:r11,r0/:/:/:/: joker1:g9 v1:", "play joker1 3", "joker1:r11,r0", set()),
        ("hen.wild", "walls-tactics 0 play :/:/:joker1,spy/:/:/:/: r11:g9 v1:", "play r11 3", "r11:joker1,spy", set()),
        ("hen.wild", "walls-tactics 1 play :/:/joker2:/:/:/:/: r11:g0 v1:", "play g0 3", "joker2:g0", set()),
    ],
)
def test_what_a_played_card_does(text: str, move: str, sides: str, gone: set[str]) -> None:
    position = after(text, move)
    assert (front(position, 3), cards(position, "discard")) == (sides, gone)
    assert legal(position) == {"draw siege"}


@table("cook, holds", [("hen.before", "r11", False), ("hen.before", "b11", True)])
def test_hen_and_cook_leave_before_a_claim(cook: str, holds: bool) -> None:
    position = after(f"walls 0 play {tile(7, f'y0,g0:{cook},b0,v0')} r0:g9 v1:", "play r0 7")
    assert claims(position, 7) is holds


@ruling("place.retreat", "place.then", "wall-pass.tactics")
def test_an_attacker_without_a_place() -> None:
    assert legal(at(f"walls 0 play {FULL} r1,r2:r3 r4,r5:")) == RETREATS
    assert legal(at(f"walls 0 play {FULL.replace('y3,g1,b5', 'v9,v10,v11')} r1,r2:r3 r4,r5:")) == RETREATS | {"claim 3"}
    position = after(f"walls 0 play {FULL} r1,r2:r3 r4,r5:", "retreat 4")
    assert legal(position) == {"play r1 4", "play r2 4"} | RETREATS - {"retreat 4"}


@ruling("place.defender")
def test_a_defender_whose_sides_are_full_wins() -> None:
    position = after(f"walls 0 close {HELD},g7 v1:v2 v3,v4:", "draw siege")
    assert ending(position) == ("1", "full")


@table(
    "text, moves, turn",
    [
        # the defender fills the last side; then a claim makes room before the defender's turn; the attacker's sides are full
        ("place.start", f"walls 1 play {HELD} b1,b8:g7,v1 v2,v3:", "play g7 7", "1"),
        ("place.start", f"walls 1 play {HELD} b1,b8:g7,v1 v2,v3:", "play g7 7, draw siege", "0"),
        ("place.start", f"walls 0 play {CLAIMABLE} v1:v2 v3:", "claim 3, play v1 1, draw siege", "1"),
        ("place.start", f"walls 1 close {FULL} r1:r3 r4,r5:", "draw siege", "0"),
    ],
)
def test_full_sides_that_do_not_end_the_game(text: str, moves: str, turn: str) -> None:
    position = after(text, moves)
    assert (word(position, "turn"), word(position, "result")) == (turn, "")
    assert position.legal_moves


@table(
    "text, moves, turn, result",
    [
        ("deck.end", "walls 0 play :/:/:/:/:/:/: r1:g1 :", "play r1 1", "0", "1"),
        ("deck.end", "walls 1 play :/:/:/:/:/:/: r1:g1 :", "play g1 1", "1", "1"),
        ("deck.last", "walls 0 play :/:/:/:/:/:/: r1:g1 v1:", "play r1 1, draw siege", "1", ""),
        ("deck.last deck.end", "walls 0 play :/:/:/:/:/:/: r1:g1 v1:", "play r1 1, draw siege, play g1 1", "1", "1"),
        ("deck.last", "walls 1 play :/:/:/:/:/:/: r1:g1 v1:", "play g1 1, draw siege", "0", ""),
    ],
)
def test_the_end_of_the_deck(text: str, moves: str, turn: str, result: str) -> None:
    position = after(text, moves)
    assert (word(position, "turn"), *ending(position)) == (turn, result, "deck" if result else "")


def attack(siege: str, tactic: str = "joker1") -> Outcome:
    """A game won by the attacker with these piles."""
    text = f"walls-tactics 0 close {tile(3, 'v9,v10,v11:r1,y2', '147')} r3:g1 {siege}:{tactic} oil=1"
    return outcome_of(after(text, "claim 3").state)


def defence(damaged: str, oil: int) -> Outcome:
    """A game won by the defender: some tiles are damaged, some cauldrons left."""
    return outcome_of(after(f"walls-tactics 0 play {tile(3, ':', damaged)} r3:g1 : oil={oil}", "play r3 3").state)


def match(*outcomes: Outcome) -> RolesMatch:
    """The match after some games."""
    played = RolesMatch("walls-tactics")
    for outcome in outcomes:
        played = played.after(outcome)
    return played


@table(
    "outcomes, winner",
    [
        ("roles.both", (attack("b1"), defence("12", 0)), 0),
        ("roles.both", (defence("", 3), attack("b1,b2,b3,b4,b5")), 1),
        ("roles.attack", (attack("b1,b2,b3"), attack("b1,b2")), 0),
        ("roles.attack", (attack("b1,b2"), attack("b1,b2,b3", "spy")), 1),
        ("roles.attack", (attack("b1,b2", "spy,joker1,joker2"), attack("b1,b2,b3", "spy")), 1),
        # player 1 defended in the first game: seven tiles and cauldrons against six, eight, or as many
        ("roles.defend", (defence("12", 2), defence("12", 1)), 1),
        ("roles.defend", (defence("12", 2), defence("1", 2)), 0),
        ("roles.defend", (defence("12", 3), defence("1", 1)), 1),
        ("roles.equal", (defence("12", 2), defence("1", 1)), None),
        ("roles.equal", (attack("b1,b2"), attack("b3,b4", "spy,joker1")), None),
        ("roles.equal roles.both", (attack("b1"), attack("b1"), defence("1", 0), attack("b2")), 1),
    ],
)
def test_who_wins_the_match(outcomes: tuple[Outcome, ...], winner: int | None) -> None:
    assert match(*outcomes).winner == winner
    assert match(*outcomes).attacker == (0 if winner is None else None)


@ruling("roles.swap", "roles.equal")
def test_the_roles_are_swapped() -> None:
    won, lost = attack("b1"), defence("1", 0)
    assert [match(*[won] * games).attacker for games in range(5)] == [0, 1, 0, 1, 0]
    assert match(won).winner is None and match(won, won, lost).winner is None
    assert match(won, lost).attacker is None
