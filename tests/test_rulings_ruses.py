"""Rulings on the Tactic cards of Schotten Totten: the limit, elite troops, combat modes and ruses."""

from __future__ import annotations

import pytest

from tests.rulings import after, at, cards, claims, front, hand, legal, pile, places, ruling, table, verbs, word

ALL_TEN = "joker1,spy,shield,blind,mud,recruiter,strategist,banshee,traitor,joker2"
T0, T1 = "stones-tactics 0 play", "stones-tactics 1 play"
EMPTY = ":/:/:/:/:/:/:/:/:"
# the other eight Stones, or seven, without a card
EIGHT, SEVEN = "/:/:/:/:/:/:/:/:", "/:/:/:/:/:/:/:"
# whoever has the turn can play any Tactic card here
OPEN = "r1:g1/:/:/:/:/:/:/:/:"
# two Stones are left
TWO_LEFT = ":+0/:+0/:+1/:+1/:+0/:+1/:+1/"
PILES = "y1,y2,y3,y4:"


def playable(text: str, moves: str = "") -> str:
    """The cards that can be played, in order."""
    return " ".join(sorted({move.split()[1] for move in legal(after(text, moves)) if move.startswith("play ")}))


# --- the limit

SPARE = f"{T0} {OPEN} o1,mud,spy:o9,blind,shield {PILES}"


@table(
    "text, moves, cards_left",
    [
        ("limit.ahead", f"{T0} {OPEN} o1,{ALL_TEN}:o9 {PILES} played=1:0", "", "o1"),
        ("limit.ahead", f"{T0} {OPEN} o1,{ALL_TEN}:o9 {PILES} played=4:3", "", "o1"),
        ("limit.ahead", f"{T1} {OPEN} o1:o9,{ALL_TEN} {PILES} played=0:1", "", "o9"),
        ("limit.ahead", f"stones-tactics-expert 1 play {OPEN} o1:o9,{ALL_TEN} {PILES} played=1:2", "", "o9"),
        ("limit.level", f"{T0} {OPEN} o1,{ALL_TEN}:o9 {PILES}", "", f"o1,{ALL_TEN}"),
        ("limit.level", f"{T0} {OPEN} o1,{ALL_TEN}:o9 {PILES} played=2:2", "", f"o1,{ALL_TEN}"),
        ("limit.level", f"{T0} {OPEN} o1,{ALL_TEN}:o9 {PILES} played=0:1", "", f"o1,{ALL_TEN}"),
        ("limit.level", f"{T1} {OPEN} o1:o9,{ALL_TEN} {PILES} played=5:2", "", f"o9,{ALL_TEN}"),
        # the other's answer opens the way again, and whoever is behind may play two
        ("limit.ahead", SPARE, "play mud 1, draw clan, play o9 2, draw clan", "o1,y1"),
        ("limit.level", SPARE, "play mud 1, draw clan, play blind 2, draw clan", "o1,spy,y1"),
        ("limit.level", SPARE, "play mud 1, draw clan, play blind 2, draw clan, play o1 3, draw clan", "o9,shield,y2"),
    ],
)
def test_the_limit(text: str, moves: str, cards_left: str) -> None:
    assert playable(text, moves) == " ".join(sorted(cards_left.split(",")))


@ruling("limit.every-kind")
@pytest.mark.parametrize(
    "move",
    [
        *("play joker1 1", "play joker2 1", "play spy 1", "play shield 1", "play blind 1", "play mud 1"),
        *("play recruiter", "play strategist", "play banshee", "play traitor"),
    ],
)
def test_every_tactic_card_counts(move: str) -> None:
    position = after(f"{T0} {OPEN} o1,{ALL_TEN}:o9 {PILES} played=1:2", move)
    assert word(position, "played") == "2:2"
    while position.turn == 0:
        position = position.apply(position.legal_moves[0])
    assert word(position, "played") == "2:2"


@ruling("limit.moved", "joker.moved")
def test_what_a_ruse_moves_is_not_played_again() -> None:
    text = f"{T0} spy,joker1:{EIGHT} strategist:o9 {PILES} played=2:2 jokers=1:0"
    for card in ("spy", "joker1"):
        position = after(text, f"play strategist, take {card}, put 2")
        assert front(position, 2) == f"{card}:"
        assert (word(position, "played"), word(position, "jokers")) == ("3:2", "1:0")


# --- elite troops


@ruling("elite.place")
@pytest.mark.parametrize("card", ["o1", "joker1", "joker2", "spy", "shield"])
def test_elite_troops_go_where_clan_cards_go(card: str) -> None:
    fronts = "r1,r2,r3:/r4:g4,g5,g6/g7:g8+0/:+1/:%blind/b1,b2,b3:%mud/b4,b5,b6,b7:%mud/y1,y2,y3:%blind/:"
    position = at(f"{T0} {fronts} o1,{ALL_TEN}:o9 {PILES}")
    assert places(position, f"play {card}") == "2 5 6 9"
    assert front(position.apply(f"play {card} 2"), 2) == f"r4,{card}:g4,g5,g6"


@table(
    "text, moves, cards_left",
    [
        ("joker.once", f"{T0} {EMPTY} o1,joker1,joker2:o9 {PILES}", "", "joker1 joker2 o1"),
        ("joker.once", f"{T0} {EMPTY} o1,joker2,spy:o9 {PILES} played=1:1 jokers=1:0", "", "o1 spy"),
        ("joker.once", f"{T1} {EMPTY} o1:joker1,shield {PILES} played=1:1 jokers=0:1", "", "shield"),
        ("joker.once", f"{T0} {EMPTY} o1,joker1,joker2:spy {PILES}", "play joker1 1, draw clan, play spy 1, draw clan", "o1 y1"),
        (
            "joker.discarded",
            f"{T1} joker1:{EIGHT} o1,joker2,spy:banshee {PILES} played=1:0 jokers=1:0",
            "play banshee, take joker1, draw clan",
            "o1 spy",
        ),
        (
            "joker.discarded",
            f"{T0} joker2:{EIGHT} o1,joker1,strategist:o9,spy {PILES} played=1:1 jokers=1:0",
            "play strategist, take joker2, put discard, draw clan, play spy 1, draw clan",
            "o1 y1",
        ),
        ("joker.each", f"{T1} joker1:{EIGHT} o1:joker2 {PILES} played=1:0 jokers=1:0", "", "joker2"),
        ("joker.each", f"{T0} :joker1{EIGHT} joker2:o9 {PILES} played=0:1 jokers=0:1", "", "joker2"),
    ],
)
def test_one_joker_each(text: str, moves: str, cards_left: str) -> None:
    assert playable(text, moves) == cards_left


@ruling("joker.bury")
def test_the_useless_joker_may_go_under_its_pile() -> None:
    text = f"{T0} joker1:{EIGHT} joker2,recruiter:o9 {PILES}spy played=1:1 jokers=1:0"
    position = after(text, "play recruiter, draw clan, draw clan, draw clan, bury joker2")
    assert (hand(position, 0), pile(position, 1)) == ("y1,y2,y3", "spy,joker2")


# --- combat modes


@ruling("mode.anywhere", "mode.claimed")
@pytest.mark.parametrize(("mode", "other"), [("blind", "mud"), ("mud", "blind")])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_mode_goes_to_any_unclaimed_stone(mode: str, other: str, seat: int) -> None:
    fronts = f"r1,r2,r3:g1,g2,g3*/:/r4:+0/:g4+1/b1:b2,b3,b4%{other}/v1:/:v2/:/:"
    position = at(f"stones-tactics {seat} play {fronts} o1,{mode}:o9,{mode} {PILES}")
    assert places(position, f"play {mode}") == "1 2 5 6 7 8 9"


@table(
    "text, move, number, stone",
    [
        ("mode.anywhere", f"{T0} {EMPTY} mud:o9 {PILES}", "play mud 4", 4, ":%mud"),
        ("mode.anywhere", f"{T1} r1,r2:g1{EIGHT} o1:blind y1:", "play blind 1", 1, "r1,r2:g1%blind"),
        ("mode.both", f"{T0} r1:g1%blind{EIGHT} mud:o9 y1:", "play mud 1", 1, "r1:g1%blind%mud"),
        ("mode.both", f"{T1} r1:g1%mud{EIGHT} o1:blind y1:", "play blind 1", 1, "r1:g1%blind%mud"),
    ],
)
def test_modes_lie_at_a_stone(text: str, move: str, number: int, stone: str) -> None:
    position = after(text, move)
    assert front(position, number) == stone
    assert cards(position, "discard") == set()


@table(
    "text, ruse, choice",
    [
        ("mode.nobody", f"{T0} r1:g1%blind%mud{EIGHT} strategist:o9 y1:", "strategist", "r1"),
        ("mode.nobody", f"{T0} r1:g1%blind%mud{EIGHT} banshee:o9 y1:", "banshee", "g1"),
        ("mode.nobody", f"{T1} r1:g1%blind%mud{EIGHT} o1:banshee y1:", "banshee", "r1"),
        ("mode.nobody", f"{T0} r1:g1%blind%mud{EIGHT} traitor:o9 y1:", "traitor", "g1"),
        ("strategist.own", f"{T0} r1,b2:g1/o3:g2/b4:g3+0/b5:g4+1/:/:/:/:/: strategist:o9 y1:", "strategist", "b2 o3 r1"),
        ("strategist.own", f"{T1} r1,b2:g1/o3:g2/b4:g3+0/b5:g4+1/:/:/:/:/: o1:strategist y1:", "strategist", "g1 g2"),
        ("strategist.elite", f"{T0} joker1,spy:joker2/shield:{SEVEN} strategist:o9 y1:", "strategist", "joker1 shield spy"),
        ("banshee.opponent", f"{T0} r1:g1,spy/o3:joker2/b4:g3+0/b5:g4+1/:/:/:/:/: banshee:o9 y1:", "banshee", "g1 joker2 spy"),
        ("banshee.opponent", f"{T1} r1:g1,spy/shield:joker2/b4:g3+0/b5:g4+1/:/:/:/:/: o1:banshee y1:", "banshee", "r1 shield"),
        ("traitor.clan", f"{T0} r1:g1,spy/o3:joker2,g2/b4:g3+0/b5:g4+1/:/:/:/:/: traitor:o9 y1:", "traitor", "g1 g2"),
        ("traitor.clan", f"{T1} r1,joker1:g1/shield:g2/b4:g3+0/b5:g4+1/:/:/:/:/: o1:traitor y1:", "traitor", "r1"),
    ],
)
def test_what_a_ruse_may_take(text: str, ruse: str, choice: str) -> None:
    position = after(text, f"play {ruse}")
    assert places(position, "take") == choice
    assert verbs(position) == {"take"}


BLIND = "stones-tactics 0 close {}%blind/:/:/:/:/:/:/:/: : v1:"
MUD = "stones-tactics 0 close {}%mud/:/:/:/:/:/:/:/: : v1:"
BOTH = "stones-tactics 0 close {}%blind%mud/:/:/:/:/:/:/:/: : v1:"


@table(
    "template, sides, holds",
    [
        ("blind.totals", BLIND, "g7,g8,g9:r9,o9,y8*", False),
        ("blind.totals", BLIND, "g9,o8,y8:r7,r8,r9*", True),
        ("blind.totals", BLIND, "g5,b5,v5*:r1,o9,y5", True),
        ("blind.totals", BLIND, "g5,b5,v5:r1,o9,y5*", False),
        ("blind.totals", BLIND, "g9,o9,y9:r9", True),
        ("blind.totals", BLIND, "g9,o9,y8:r9", False),
        ("blind.totals", BLIND, "g9,o9,y8:r8,b8", True),
        ("blind.totals", BLIND, "r1,r2,r3:g1,o1", False),
        ("blind.wilds", BLIND, "joker1,g1,g2:r3,o4,y4*", True),
        ("blind.wilds", BLIND, "joker1,g1,g2:r3,o4,y5*", False),
        ("blind.wilds", BLIND, "spy,g1,g2:r3,o3,y3*", True),
        ("blind.wilds", BLIND, "spy,g1,g2:r3,o3,y4*", False),
        ("blind.wilds", BLIND, "shield,g1,g2:r1,o1,y3*", True),
        ("blind.wilds", BLIND, "shield,g1,g2:r1,o1,y4*", False),
        ("blind.wilds", BLIND, "g9,g8,g6:joker1,r7,o6*", True),
        ("blind.wilds", BLIND, "g9,g8,g6:joker1,r7,o7*", False),
        # at most 9 + 7 + 9, and 9 + 3 + 9
        ("blind.wilds", BLIND, "g9,o9,y7:joker1,spy", True),
        ("blind.wilds", BLIND, "g9,o9,y6:joker1,spy", False),
        ("blind.wilds", BLIND, "g9,o9,y3:joker1,shield", True),
        ("blind.wilds", BLIND, "g9,o9,y2:joker1,shield", False),
        ("mud.four", MUD, "r1,r2,r3,r4:g9,o9,y9,b9*", True),
        ("mud.four", MUD, "r7,r8,r9,g1:b1,o1,y2,b3*", True),
        ("mud.four", MUD, "r7,r8,r9,g1:o1,o2,o3,o9*", False),
        ("mud.four", MUD, "r1,o1,y1,b1:g9,g8,g7,g5*", True),
        ("mud.four", MUD, "r9,o9,y9,b8:g1,g2,g3,g5*", False),
        ("mud.four", MUD, "r1,r2,r3,r5:g6,o7,y8,b9*", True),
        ("mud.four", MUD, "r1,o2,y3,b4:g9,o9,y9,b8*", True),
        ("mud.four", MUD, "r6,r7,r8,r9:g7,g8,g9", True),
        ("mud.four", MUD, "r5,r6,r7,r8:g7,g8,g9", False),
        ("mud.four mud.incomplete", MUD, "r7,r8,r9:g1,o3,y5,b8", False),
        ("mud.four", BOTH, "g6,g7,g8,g9:r9,o9,y9,b2*", True),
        ("mud.four", BOTH, "g6,g7,g8,g9:r9,o9,y9,b3*", False),
    ],
)
def test_claims_under_modes(template: str, sides: str, holds: bool) -> None:
    assert claims(at(template.format(sides)), 1) is holds


@table(
    "text, moves, stones",
    [
        ("mud.incomplete", f"{T0} r7,r8,r9:g1,g2,g4*{EIGHT} o1,mud:o9 y1:", "play o1 2", "1"),
        ("mud.incomplete", f"{T0} r7,r8,r9:g1,g2,g4*{EIGHT} o1,mud:o9 y1:", "play mud 1", ""),
        # the fourth card of one side completes that side only
        (
            "mud.incomplete",
            f"{T0} r7,r8,r9:g1,g2,g4*{EIGHT} r6,mud:o9 y1,y2,y3:",
            "play mud 1, draw clan, play o9 2, draw clan, play r6 1",
            "1",
        ),
        ("ruse.claims", f"{T0} g6,g7,g8:r7,r8,r9*{EIGHT} banshee:o9 y1:", "play banshee", ""),
        ("ruse.claims", f"{T0} g6,g7,g8:r7,r8,r9*{EIGHT} banshee:o9 y1:", "play banshee, take r9", "1"),
        ("ruse.claims", f"{T0} r7,r8:/r9:{SEVEN} strategist:o9 y1:", "play strategist, take r9, put 1", "1"),
        ("ruse.claims", f"{T1} :r7,r8/r9:{SEVEN} o1:traitor y1:", "play traitor, take r9, put 1", "1"),
        (
            "ruse.claims",
            f"{T0} r7,r8,r9:{EIGHT} recruiter:o9 {PILES}",
            "play recruiter, draw clan, draw clan, draw clan, bury y1, bury y2",
            "1",
        ),
        ("ruse.claims", f"{T0} g9,o9,y8:r1,r2,r3*{EIGHT} blind:o9 y1:", "play blind 1", "1"),
        ("ruse.claims", f"{T0} r7,r8,r9:{EIGHT} mud:o9 y1:", "play mud 2", "1"),
        ("ruse.claims", f"{T0} r7,r8:{EIGHT} joker1:o9 y1:", "play joker1 1", "1"),
    ],
)
def test_claims_after_tactic_cards(text: str, moves: str, stones: str) -> None:
    assert places(after(text, moves), "claim") == stones


# --- ruses


@ruling("ruse.discard")
@pytest.mark.parametrize("ruse", ["recruiter", "strategist", "banshee", "traitor"])
def test_a_ruse_goes_to_the_discard(ruse: str) -> None:
    position = after(f"{T0} {OPEN} o1,{ALL_TEN}:o9 {PILES}", f"play {ruse}")
    assert cards(position, "discard") == {ruse}
    assert ruse not in hand(position, 0) and [str(card) for card in position.view(1).discard] == [ruse]


@table(
    "fronts, piles, useful",
    [
        ("ruse.useful recruiter.needs", OPEN, ":", "banshee strategist traitor"),
        ("recruiter.needs", OPEN, "y1:", "banshee recruiter strategist traitor"),
        ("recruiter.needs", OPEN, ":spy", "banshee recruiter strategist traitor"),
        ("ruse.useful", EMPTY, ":", ""),
        ("ruse.useful", "r1:/:/:/:/:/:/:/:/:", ":", "strategist"),
        ("ruse.useful", ":g1/:/:/:/:/:/:/:/:", ":", "banshee traitor"),
        ("ruse.useful traitor.clan", ":spy/:/:/:/:/:/:/:/:", ":", "banshee"),
        ("ruse.useful", "r1:g1+0/r2:g2+1/:/:/:/:/:/:/:", ":", ""),
        ("ruse.useful mode.nobody", ":%blind%mud/:/:/:/:/:/:/:/:", ":", ""),
        ("traitor.room", f"{TWO_LEFT}r1,r2,r3:g1/r4,r5,r6:g2", ":", "banshee strategist"),
        ("traitor.room", f"{TWO_LEFT}r1,r2,r3:g1/r4,r5:g2", ":", "banshee strategist traitor"),
        ("traitor.room", f"{TWO_LEFT}r1,r2,r3:g1/r4,r5,r6:g2%mud", ":", "banshee strategist traitor"),
    ],
)
def test_when_a_ruse_can_do_something(fronts: str, piles: str, useful: str) -> None:
    assert playable(f"{T0} {fronts} recruiter,strategist,banshee,traitor:o9 {piles}") == useful


RECRUIT = "stones-tactics 0 play {} o1,o2,recruiter:o9 y1,y2,y3,y4:spy,mud"
FULL_HAND = "stones-tactics 0 play {} o1,o2,o3,o4,o5,o6,recruiter:o9 {}"
EITHER = {"draw clan", "draw tactic"}
THREE = "play recruiter, draw clan, draw tactic, draw clan"
CLAN_ONLY = "play recruiter, draw clan, draw clan, draw clan"
PROVED = "r7,r8,r9:/:/:/:/:/:/:/:/:"


def buries(texts: str) -> set[str]:
    """Moves that put one of these cards under its pile."""
    return {f"bury {text}" for text in texts.split()}


@table(
    "text, moves, choice",
    [
        ("recruiter.three", RECRUIT.format(EMPTY), "play recruiter", EITHER),
        ("recruiter.three", RECRUIT.format(EMPTY), "play recruiter, draw clan", EITHER),
        ("recruiter.three", RECRUIT.format(EMPTY), "play recruiter, draw clan, draw tactic", EITHER),
        ("recruiter.three recruiter.two", RECRUIT.format(EMPTY), THREE, buries("o1 o2 y1 y2 spy")),
        ("recruiter.three", RECRUIT.format(EMPTY), "play recruiter, draw tactic, draw tactic", {"draw clan"}),
        ("recruiter.two", RECRUIT.format(EMPTY), f"{THREE}, bury o1", buries("o2 y1 y2 spy")),
        ("recruiter.two recruiter.short", RECRUIT.format(EMPTY), f"{THREE}, bury o1, bury y2", EITHER),
        ("recruiter.fewer", FULL_HAND.format(EMPTY, "y1:spy"), "play recruiter, draw clan", {"draw tactic"}),
        ("recruiter.fewer", FULL_HAND.format(EMPTY, "y1:"), "play recruiter, draw clan", buries("o1 o2 o3 o4 o5 o6 y1")),
        ("recruiter.fewer", f"{T0} {EMPTY} recruiter:o9 y1:", "play recruiter, draw clan, bury y1", {"draw clan"}),
        # six, one drawn, two put back
        ("recruiter.short", FULL_HAND.format(EMPTY, "y1:"), "play recruiter, draw clan, bury o1, bury o2", {"draw clan"}),
        ("recruiter.no-draw", FULL_HAND.format(PROVED, PILES), f"{CLAN_ONLY}, bury o1, bury o2", {"claim 1", "done"}),
    ],
)
def test_recruiting(text: str, moves: str, choice: set[str]) -> None:
    assert legal(after(text, moves)) == choice


@ruling("recruiter.no-draw")
def test_a_full_hand_ends_the_turn_after_recruiting() -> None:
    position = after(FULL_HAND.format(EMPTY, PILES), f"{CLAN_ONLY}, bury o1, bury y1")
    assert (position.turn, word(position, "phase")) == (1, "play")
    assert (len(position.hand(0)), word(position, "piles")) == (7, "y4,o1,y1:")


@ruling("recruiter.seen")
def test_recruited_cards_are_seen_one_by_one() -> None:
    for moves, seen in (("", "o1,o2"), (", draw tactic", "o1,o2,spy"), (", draw tactic, draw clan", "o1,o2,y1,spy")):
        position = after(RECRUIT.format(EMPTY), f"play recruiter{moves}")
        assert verbs(position) == {"draw"} and hand(position.view(0), 0) == seen


@table(
    "moves, piles",
    [
        ("recruiter.under", "bury o1, bury y2", "y3,y4,o1,y2:mud"),
        ("recruiter.under", "bury y2, bury o1", "y3,y4,y2,o1:mud"),
        ("recruiter.under", "bury spy, bury o2", "y3,y4,o2:mud,spy"),
    ],
)
def test_buried_cards_lie_lowest(moves: str, piles: str) -> None:
    assert word(after(RECRUIT.format(EMPTY), f"{THREE}, {moves}"), "piles") == piles


PUTTING = "r1,b2:g1/o3:g2,g5,g6/b4:g3+0/b5:g4+1/r4,r5,r6:/v4,v5,v6:%mud/v1,v2,v3,v7:%mud/:/v8,v9:%blind"


@table(
    "text, moves, stones",
    [
        ("strategist.put", f"{T0} {PUTTING} strategist:o9 y1:", "play strategist, take r1", "2 6 8 9 discard"),
        ("strategist.put", f"{T0} {PUTTING} strategist:o9 y1:", "play strategist, take r5", "1 2 6 8 9 discard"),
        ("strategist.put", f"{T1} {PUTTING} o1:strategist y1:", "play strategist, take g1", "5 6 7 8 9 discard"),
        ("strategist.discard", f"{T0} {TWO_LEFT}r1:g1/o2,o3,o4: strategist:o9 y1:", "play strategist, take r1", "discard"),
        ("traitor.put traitor.same", f"{T0} {PUTTING} traitor:o9 y1:", "play traitor, take g1", "1 2 6 8 9"),
        ("traitor.put traitor.same", f"{T0} {PUTTING} traitor:o9 y1:", "play traitor, take g5", "1 2 6 8 9"),
        ("traitor.put", f"{T1} {PUTTING} o1:traitor y1:", "play traitor, take o3", "1 5 6 7 8 9"),
    ],
)
def test_where_a_ruse_may_put(text: str, moves: str, stones: str) -> None:
    position = after(text, moves)
    assert places(position, "put") == stones
    assert verbs(position) == {"put"}


@table(
    "text, moves, stones, gone",
    [
        ("strategist.put", f"{T0} r1,r2:g1/o3:{SEVEN} strategist:o9 y1:", "play strategist, take r1, put 2", "r2:g1/o3,r1:", ""),
        ("strategist.elite", f"{T0} r1,spy:/o3:{SEVEN} strategist:o9 y1:", "play strategist, take spy, put 2", "r1:/o3,spy:", ""),
        ("strategist.discard", f"{T0} r1,r2:{EIGHT} strategist:o9 y1:", "play strategist, take r1, put discard", "r2:/:", "r1"),
        ("strategist.discard", f"{T0} spy:{EIGHT} strategist:o9 y1:", "play strategist, take spy, put discard", ":/:", "spy"),
        ("banshee.discard", f"{T0} r1:g1,g2{EIGHT} banshee:o9 y1:", "play banshee, take g1", "r1:g2/:", "g1"),
        ("banshee.discard", f"{T1} r1,joker1:g1{EIGHT} o1:banshee y1:", "play banshee, take joker1", "r1:g1/:", "joker1"),
        ("traitor.put", f"{T0} r1:g1,g2/o3:{SEVEN} traitor:o9 y1:", "play traitor, take g1, put 2", "r1:g2/o3,g1:", ""),
        ("traitor.same", f"{T0} r1:g1,g2/o3:{SEVEN} traitor:o9 y1:", "play traitor, take g1, put 1", "r1,g1:g2/o3:", ""),
        ("traitor.same", f"{T1} r1:g1,g2/o3:{SEVEN} o1:traitor y1:", "play traitor, take r1, put 1", ":g1,g2,r1/o3:", ""),
    ],
)
def test_what_ruses_do(text: str, moves: str, stones: str, gone: str) -> None:
    position, ruse = after(text, moves), moves.partition(",")[0].removeprefix("play ")
    assert f"{front(position, 1)}/{front(position, 2)}" == stones
    assert cards(position, "discard") == {ruse, gone} - {""}
    assert word(position, "phase") == "close" and not word(position, "held")
