"""Rulings on Schotten Totten 2 with Tactic cards: limit, passing, no place left, the end of the piles, and every Action."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.rulings import after, at, cards, claims, front, hand, legal, pile, places, ruling, table, verbs, word

EMPTY = ":/:/:/:/:/:/:"

# the attacker's sides are full and beatable
FULL = "y1,g2,b3:/y2,g4,b6,v1:/y3,g1,b5:/y4,b1:/y5,g3,v2:/y6,g5,b2,v3:/y9,g9,b9:r9"
RETREATS = {f"retreat {number}" for number in range(1, 8)}
# the defender's sides are full
HELD = "g9:r1,y1,g1/:r2,y2,g2,b2/:r3,y3,g3/:r4,y4/:r5,y5,g5/:r6,y6,g6,b6/:r7,y7,g7"


def anywhere(card: str) -> set[str]:
    """A card may be played at every tile."""
    return {f"play {card} {number}" for number in range(1, 8)}


@table(
    "text, expected",
    [
        ("wall-limit.same", f"walls-tactics 0 play {EMPTY} spy,exchange:y1 v1: played=1:0", {"pass"}),
        ("wall-limit.same", f"walls-tactics 1 play {EMPTY} r1:shield,exchange v1: played=2:3", {"pass"}),
        ("wall-limit.same", f"walls-tactics 1 play {EMPTY} r1:joker2 v1: played=2:2", anywhere("joker2")),
        ("wall-limit.same", f"walls-tactics 0 play {EMPTY} exchange:r1 v1: played=1:1", {"play exchange"}),
        ("wall-limit.same", f"walls-tactics 0 play {EMPTY} exchange:r1 v1: played=0:4", {"play exchange"}),
        ("wall-joker.both", f"walls-tactics 0 play {EMPTY} joker2:r1 v1: played=1:1 jokers=1:0", anywhere("joker2")),
        ("wall-pass.tactics", f"walls-tactics 0 play {EMPTY} spy:y1 v1: played=1:0", {"pass"}),
        ("wall-pass.tactics", f"walls-tactics 1 play {EMPTY} y1:explosion,recruitment v1:", {"pass"}),
        ("wall-pass.tactics", f"walls-tactics 0 play {FULL} spy,exchange:r2 r3: played=1:0", RETREATS),
        ("wall-pass.must", f"walls-tactics 1 play {EMPTY} y1:explosion,exchange v1:", {"play exchange"}),
        ("wall-pass.must", f"walls-tactics 1 play {EMPTY} y1:spy v1:", anywhere("spy")),
        ("wall-pass.must", f"walls-tactics 0 play {EMPTY} spy,r1:y1 v1: played=1:0", anywhere("r1")),
        ("attack.retreat-pass", "walls-tactics 0 play r1:/:/:/:/:/:/: spy:y1 v1: played=1:0", {"pass", "retreat 1"}),
        ("defend.oil-pass", "walls-tactics 1 play r1:/:/:/:/:/:/: y1:spy v1: played=0:1", {"pass", "oil 1"}),
        # neither elite troops nor Actions that put a card down have a place
        ("place.action", f"walls-tactics 0 play {FULL} r1,joker1,recruitment,treachery:r3 r4: discard=v9", RETREATS),
        ("place.action", f"walls-tactics 0 play {FULL} r1,desertion:r3 r4:", RETREATS | {"play desertion"}),
        ("place.action", f"walls-tactics 0 play {FULL} r1,redeployment:r3 r4:", RETREATS | {"play redeployment"}),
        ("place.action", f"walls-tactics 0 play {FULL} r1,desertion:r3 r4: played=1:0", RETREATS),
    ],
)
def test_all_that_is_legal(text: str, expected: set[str]) -> None:
    assert legal(at(text)) == expected


@ruling("place.action", "place.then")
def test_without_a_place_before_and_after_an_action() -> None:
    position = after(f"walls-tactics 0 play {FULL} r1,redeployment:r3 r4:", "play redeployment, take y4")
    assert legal(position) == {"put discard"}
    assert legal(position.apply("put discard")) == {"draw siege"}
    position = after(f"walls-tactics 0 play {FULL} r1,explosion:r3 r4:", "retreat 4")
    assert verbs(position) == {"play", "retreat"}
    assert places(position, "play r1") == "4" and places(position, "play explosion") == "1 2 3 5 6 7"


# the attacker can prove the left wall
PROVES = "walls-tactics 0 play :/:/v9,v10,v11:g3/:/:/r2:/r3: {}:g1,g2 v1,v2: {}"


@table(
    "text, moves, expected",
    [
        ("wall-pass.no-draw", f"walls-tactics 0 play {EMPTY} spy:y1 v1:shield played=1:0", "pass", {"play"}),
        ("wall-pass.no-draw", f"walls-tactics 1 play {EMPTY} y1:spy v1:shield played=0:1", "pass", {"play"}),
        ("attack.claim-passed", PROVES.format("spy", "played=1:0"), "pass", {"claim", "done"}),
        ("attack.retreat-pass attack.claim-passed", PROVES.format("spy", "played=1:0"), "retreat 6, pass", {"claim", "done"}),
        ("defend.oil-pass", "walls-tactics 1 play r1:/:/:/:/:/:/: y1:spy v1: played=0:1", "oil 1", {"pass"}),
        ("attack.claim-action", PROVES.format("redeployment", ""), "", {"claim", "play", "retreat"}),
        ("attack.claim-action", PROVES.format("redeployment", ""), "play redeployment", {"take"}),
        ("attack.claim-action", PROVES.format("redeployment", ""), "play redeployment, take r2", {"put"}),
        ("attack.claim-action", PROVES.format("redeployment", ""), "play redeployment, take r2, put 5", {"claim", "draw"}),
        ("attack.claim-action", PROVES.format("support", "discard=r5,r6"), "play support", {"take"}),
        ("attack.claim-action", PROVES.format("support", "discard=r5,r6"), "play support, take r5", {"take"}),
        ("attack.claim-action", PROVES.format("support", "discard=r5,r6"), "play support, take r5, take r6", {"claim", "draw"}),
        ("attack.claim-action", PROVES.format("exchange,r5", ""), "play exchange", {"give"}),
        ("attack.claim-action", PROVES.format("exchange,r5", ""), "play exchange, give r5, give g1", {"give"}),
        ("attack.claim-action", PROVES.format("exchange,r5", ""), "play exchange, give r5, give g1, give g2", {"claim", "draw"}),
        ("attack.claim-action", PROVES.format("recruitment", "discard=r5"), "play recruitment, take r5", {"put"}),
    ],
)
def test_what_follows(text: str, moves: str, expected: set[str]) -> None:
    assert verbs(after(text, moves)) == expected


@ruling("wall-pass.no-draw", "attack.claim-passed")
def test_the_end_of_a_turn_without_a_card() -> None:
    position = after(PROVES.format("spy", "played=1:0"), "pass")
    for last in ("done", "claim 3"):
        ended = position.apply(last)
        assert (word(ended, "turn"), hand(ended, 0), pile(ended, 0)) == ("1", "spy", "v1,v2")


@table(
    "text, moves, draws, result",
    [
        ("deck.tactics", f"walls-tactics 0 play {EMPTY} r1:g1 v1:spy", "play r1 1", {"draw siege", "draw tactic"}, ""),
        ("deck.tactics", f"walls-tactics 0 play {EMPTY} r1:g1 v1:", "play r1 1", {"draw siege"}, ""),
        ("deck.tactics", f"walls-tactics 0 play {EMPTY} r1:g1 :spy", "play r1 1", {"draw tactic"}, ""),
        ("deck.tactics", f"walls-tactics 1 play {EMPTY} r1:g1 :spy", "play g1 1", {"draw tactic"}, ""),
        ("deck.tactics deck.end", f"walls-tactics 0 play {EMPTY} r1:g1 :", "play r1 1", set(), "1"),
        ("deck.tactics deck.end", f"walls-tactics 1 play {EMPTY} r1:g1 :", "play g1 1", set(), "1"),
        ("deck.last deck.end", f"walls-tactics 0 play {EMPTY} r1:g1 :spy", "play r1 1, draw tactic, play g1 1", set(), "1"),
        # a pass draws nothing, so nothing is wanting
        ("wall-pass.no-draw", f"walls-tactics 0 play {EMPTY} spy:g1 : played=1:0", "pass", anywhere("g1"), ""),
        ("place.tactics", f"walls-tactics 0 close {HELD} v1:explosion,desertion,redeployment v2:", "draw siege", set(), "1"),
    ],
)
def test_how_it_ends(text: str, moves: str, draws: set[str], result: str) -> None:
    position = after(text, moves)
    assert (legal(position), word(position, "result")) == (draws, result)
    assert word(position, "reason") == ("" if not result else "full" if HELD in text else "deck")


@table(
    "action, fronts, hands, keys, playable",
    [
        ("action.useful", "redeployment", ":g1/:/:/:/:/:/:", "r9:b9", "discard=r8", False),
        ("action.useful", "redeployment", "r1:/:/:/:/:/:/:", "r9:b9", "", True),
        ("action.useful redeployment.discard", "redeployment", FULL, "r8:r7", "", True),
        ("action.useful", "recruitment", "r1:g1/:/:/:/:/:/:", "r9:b9", "removed=support", False),
        ("action.useful", "recruitment", EMPTY, "r9:b9", "discard=spy", True),
        ("recruitment.room", "recruitment", FULL, "r8:r7", "discard=v9", False),
        ("action.useful", "desertion", "r1:/:/:/:/:/:/:", "r9:b9", "discard=r8", False),
        ("action.useful", "desertion", ":shield/:/:/:/:/:/:", "r9:b9", "", True),
        ("action.useful", "treachery", "r1:/:/:/:/:/:/:", "r9:b9", "discard=r8", False),
        ("action.useful", "treachery", ":shield/:/:/:/:/:/:", "r9:b9", "", True),
        ("treachery.room", "treachery", FULL, "r8:r7", "", False),
        ("explosion.needs action.useful", "explosion", EMPTY, "r9:b9", "discard=r8", False),
        ("support.two action.useful", "support", "r1:g1/:/:/:/:/:/:", "r9:b9", "", False),
        ("support.two action.useful", "support", EMPTY, "r9:b9", "discard=r1 removed=explosion,exchange", False),
        ("support.two", "support", EMPTY, "r9:b9", "discard=r1,r2", True),
        ("support.two", "support", EMPTY, "r9:b9", "discard=r1,spy", True),
        ("support.two", "support", EMPTY, "r9:b9", "discard=joker1,spy", True),
        ("action.useful exchange.fewer", "exchange", EMPTY, ":", "", False),
        ("action.useful exchange.fewer", "exchange", EMPTY, "r1:", "", True),
        ("action.useful exchange.fewer", "exchange", EMPTY, ":g1", "", True),
    ],
)
def test_when_an_action_is_playable(action: str, fronts: str, hands: str, keys: str, playable: bool) -> None:
    own = f"{action},{hands}" if hands[0] != ":" else f"{action}{hands}"
    position = at(f"walls-tactics 0 play {fronts} {own} v1: {keys}".strip())
    assert any(move.startswith(f"play {action}") for move in legal(position)) is playable


# both have cards at an intact and a damaged tile, elite troops among them, and two cards lie in the discard
MELEE = "walls-tactics {} play r1,joker1:g1/:g2,spy/r3:y9!/y4,y5:/:b4,b5,b6/:/: {} v1: discard=v7,shield"


@table(
    "text, moves, start, where",
    [
        ("redeployment.own", MELEE.format(0, "redeployment:b9"), "play redeployment", "take", "joker1 r1 r3 y4 y5"),
        ("redeployment.own", MELEE.format(1, "r9:redeployment"), "play redeployment", "take", "b4 b5 b6 g1 g2 spy y9"),
        ("redeployment.put", MELEE.format(0, "redeployment:b9"), "play redeployment, take r1", "put", "2 3 5 6 7 discard"),
        ("redeployment.put", MELEE.format(0, "redeployment:b9"), "play redeployment, take joker1", "put", "2 3 5 6 7 discard"),
        ("redeployment.put", MELEE.format(0, "redeployment:b9"), "play redeployment, take y4", "put", "1 2 3 5 6 7 discard"),
        ("redeployment.put", MELEE.format(1, "r9:redeployment"), "play redeployment, take b4", "put", "1 2 3 4 6 7 discard"),
        ("recruitment.any", MELEE.format(0, "recruitment:b9"), "play recruitment", "take", "shield v7"),
        ("recruitment.put", MELEE.format(0, "recruitment:b9"), "play recruitment, take v7", "put", "1 2 3 5 6 7"),
        ("recruitment.put", MELEE.format(1, "r9:recruitment"), "play recruitment, take shield", "put", "1 2 3 4 6 7"),
        ("desertion.any", MELEE.format(0, "desertion:b9"), "play desertion", "take", "b4 b5 b6 g1 g2 spy y9"),
        ("desertion.any", MELEE.format(1, "r9:desertion"), "play desertion", "take", "joker1 r1 r3 y4 y5"),
        ("treachery.any", MELEE.format(0, "treachery:b9"), "play treachery", "take", "b4 b5 b6 g1 g2 spy y9"),
        ("treachery.any", MELEE.format(1, "r9:treachery"), "play treachery", "take", "joker1 r1 r3 y4 y5"),
        ("treachery.put", MELEE.format(0, "treachery:b9"), "play treachery, take g2", "put", "1 2 3 5 6 7"),
        ("treachery.put", MELEE.format(1, "r9:treachery"), "play treachery, take joker1", "put", "1 2 3 4 6 7"),
        ("explosion.needs", MELEE.format(0, "explosion:b9"), "", "play explosion", "1 2 3 4 5"),
        ("explosion.needs", MELEE.format(1, "r9:explosion"), "", "play explosion", "1 2 3 4 5"),
        ("support.two", MELEE.format(0, "support:b9"), "play support", "take", "shield v7"),
        ("support.two", MELEE.format(0, "support:b9"), "play support, take v7", "take", "shield"),
    ],
)
def test_what_an_action_may_choose(text: str, moves: str, start: str, where: str) -> None:
    assert places(after(text, moves), start) == where


DUEL = "walls-tactics 0 play r1,r2:g1/b1,b2:g2,spy/r0:g0,v1,v2/joker1:/:/:/: {}:b9 v8: discard={}"


@table(
    "text, moves, number, sides, discard",
    [
        ("redeployment.put wall-play.last", DUEL.format("redeployment", "y1"), "take r1, put 2", 2, "b1,b2,r1:g2,spy", "y1"),
        ("redeployment.put", DUEL.format("redeployment", "y1"), "take r1, put 2", 1, "r2:g1", "y1"),
        ("redeployment.discard", DUEL.format("redeployment", "y1"), "take r1, put discard", 1, "r2:g1", "y1,r1"),
        ("redeployment.discard", DUEL.format("redeployment", "y1"), "take joker1, put discard", 4, ":", "y1,joker1"),
        ("recruitment.put wall-play.last", DUEL.format("recruitment", "y1"), "take y1, put 2", 2, "b1,b2,y1:g2,spy", ""),
        ("desertion.any", DUEL.format("desertion", "y1"), "take v1", 3, "r0:g0,v2", "y1,v1"),
        ("desertion.any", DUEL.format("desertion", "y1"), "take spy", 2, "b1,b2:g2", "y1,spy"),
        ("treachery.put wall-play.last", DUEL.format("treachery", "y1"), "take spy, put 1", 1, "r1,r2,spy:g1", "y1"),
        ("treachery.put wall-play.last", DUEL.format("treachery", "y1"), "take spy, put 2", 2, "b1,b2,spy:g2", "y1"),
        ("hen.put", DUEL.format("recruitment", "g11"), "take g11, put 3", 3, "r0:v1,v2", "g0,g11"),
        ("hen.put", DUEL.format("recruitment", "g11"), "take g11, put 4", 4, "joker1,g11:", ""),
        ("hen.put", DUEL.replace("joker1:", ":r11").format("redeployment", "y1"), "take r0, put 4", 4, ":", "y1,r0,r11"),
        ("hen.put", DUEL.replace("spy/", "g11/").format("treachery", "y1"), "take g11, put 3", 3, "r0:v1,v2", "y1,g0,g11"),
        ("hen.put", DUEL.replace("v1,v2", "g11").format("treachery", "y1"), "take g0, put 3", 3, "r0:", "y1,g0,g11"),
        ("hen.wild", DUEL.format("recruitment", "joker2"), "take joker2, put 3", 3, "r0,joker2:g0,v1,v2", ""),
    ],
)
def test_what_an_action_does(text: str, moves: str, number: int, sides: str, discard: str) -> None:
    action = hand(at(text), 0).split(",")[0]
    position = after(text, f"play {action}, {moves}")
    assert (front(position, number), cards(position, "discard")) == (sides, set(discard.split(",")) - {""})
    assert verbs(position) - {"claim"} == {"draw"} and cards(position, "removed") == {action}


@ruling("explosion.both", "action.removed")
@pytest.mark.parametrize("seat", [0, 1])
def test_explosion(seat: int) -> None:
    text = MELEE.format(seat, "explosion,r9:b9" if seat == 0 else "r9:explosion,b9")
    for number, left, gone in ((1, ":", {"r1", "joker1", "g1"}), (2, ":", {"g2", "spy"}), (3, ":!", {"r3", "y9"})):
        position = after(text, f"play explosion {number}")
        assert front(position, number) == left and front(position, 4) == front(at(text), 4)
        assert cards(position, "discard") == {"v7", "shield"} | gone
        assert cards(position, "removed") == {"explosion"}


@table(
    "text, moves, played, jokers",
    [
        ("wall-limit.same", DUEL.format("joker2", "y1"), "play joker2 5", "1:0", "1:0"),
        ("wall-limit.moved", DUEL.format("redeployment", "y1"), "play redeployment, take joker1, put 5", "1:0", ""),
        ("wall-limit.moved", DUEL.format("recruitment", "joker2"), "play recruitment, take joker2, put 5", "1:0", ""),
        ("wall-limit.moved", DUEL.format("treachery", "y1"), "play treachery, take spy, put 5", "1:0", ""),
    ],
)
def test_what_counts_towards_the_limit(text: str, moves: str, played: str, jokers: str) -> None:
    position = after(text, moves)
    assert (word(position, "played"), word(position, "jokers")) == (played, jokers)


@ruling("wall-joker.both")
def test_both_jokers_of_one_player() -> None:
    text = f"walls-tactics 0 play {EMPTY} joker1,joker2:spy,g1 v1,v2,v3:"
    position = after(text, "play joker1 3, draw siege, play spy 3, draw siege, play joker2 3")
    assert front(position, 3) == "joker1,joker2:spy"


@ruling("action.removed")
def test_an_action_leaves_the_game_at_once() -> None:
    position = after(MELEE.format(0, "recruitment:b9"), "play recruitment")
    assert (cards(position, "removed"), cards(position, "discard")) == ({"recruitment"}, {"v7", "shield"})


SUPPORT = "walls-tactics 0 play :/:/:/:/:/:/: support:r1 v1,v2:spy,shield discard={} key={:x}"


@ruling("support.two", "support.piles")
def test_support() -> None:
    position = after(SUPPORT.format("r3,joker1,g4", 5), "play support, take r3, take joker1")
    assert (verbs(position), cards(position, "discard")) == ({"draw"}, {"g4"})
    assert set(pile(position, 0).split(",")) == {"v1", "v2", "r3"}
    assert set(pile(position, 1).split(",")) == {"spy", "shield", "joker1"}


@table(
    "taken, shuffled, shuffled_cards, other",
    [
        ("support.shuffled", "r3,g4", 0, "v1,v2,r3,g4", "spy,shield"),
        ("support.shuffled", "joker1,joker2", 1, "spy,shield,joker1,joker2", "v1,v2"),
    ],
)
def test_support_shuffles_the_piles_that_got_a_card(taken: str, shuffled: int, shuffled_cards: str, other: str) -> None:
    moves = "play support, " + ", ".join(f"take {card}" for card in taken.split(","))
    ended = [after(SUPPORT.format(taken, key), moves) for key in range(1, 400)]
    orders = {pile(position, shuffled) for position in ended}
    assert orders == {",".join(order) for order in permutations(shuffled_cards.split(","))}
    assert {pile(position, 1 - shuffled) for position in ended} == {other}


@table("taken, holds", [("support.pool", "b2, take r10", False), ("support.pool", "b2, take b3", True)])
def test_what_support_brings_back_is_in_the_pool(taken: str, holds: bool) -> None:
    text = "walls-tactics 0 play :/:/g6,g7,g8:r8,r9/:/:/:/: support:r1 v1: discard=r7,r10,b2,b3"
    assert claims(at(text), 3)
    assert claims(after(text, f"play support, take {taken}"), 3) is holds


@table(
    "hands, first, second, swapped",
    [
        ("exchange.three", "exchange,r1,r2,spy,y5:g1,g2,joker1,g5", "r1 spy y5", "joker1 g2 g1", "r2,g1,g2,joker1:r1,y5,g5,spy"),
        (
            "exchange.three",
            "exchange,r1,r2,r3:spy,support,explosion",
            "r1 r2 r3",
            "spy support explosion",
            "spy,explosion,support:r1,r2,r3",
        ),
        ("exchange.fewer", "exchange,r1:g1,g2,g3,g4", "r1", "g1 g2 g3", "g1,g2,g3:r1,g4"),
        ("exchange.fewer", "exchange,r1,r2,r3,r4:g1,spy", "r1 r2 r3", "spy g1", "r4,g1,spy:r1,r2,r3"),
        ("exchange.fewer", "exchange:g1,g2,g3,g4", "", "g1 g2 g4", "g1,g2,g4:g3"),
        ("exchange.fewer", "exchange,r1,r2:", "r1 r2", "", ":r1,r2"),
    ],
)
def test_exchange(hands: str, first: str, second: str, swapped: str) -> None:
    position = after(f"walls-tactics 0 play {EMPTY} {hands} v1:", "play exchange")
    for seat, given in enumerate((first, second)):
        for card in given.split():
            assert position.actor == seat and position.turn == 0 and verbs(position) == {"give"}
            assert card in places(position, "give") and set(places(position, "give").split()) <= set(
                hand(position, seat).split(",")
            )
            position = position.apply(f"give {card}")
    assert [set(hand(position, seat).split(",")) for seat in (0, 1)] == [set(side.split(",")) for side in swapped.split(":")]
    assert position.actor == 0 and verbs(position) == {"draw"}


@ruling("exchange.order", "exchange.three")
def test_the_acting_player_chooses_first() -> None:
    for seat in (0, 1):
        hands = "exchange,r1,r2,r3,r4:g1,g2,g3,g4" if seat == 0 else "r1,r2,r3,r4:exchange,g1,g2,g3,g4"
        position = after(f"walls-tactics {seat} play {EMPTY} {hands} v1:", "play exchange")
        for chooser, letter in ((seat, "rg"[seat]), (1 - seat, "gr"[seat])):
            for left in (4, 3, 2):
                assert position.actor == chooser and len(position.legal_moves) == left
                assert not position.view(1 - chooser).legal_moves
                position = position.apply(f"give {letter}{left}")
        assert [hand(position, 0), hand(position, 1)] == ["r1,g2,g3,g4", "r2,r3,r4,g1"]
