"""Rulings on the presets, and on Schotten Totten: start, turn, play, end, pass, draw, stalemate and match."""

from __future__ import annotations

import random

import pytest

from marchstone.cards import LANGUAGES, Card
from marchstone.errors import MarchstoneError
from marchstone.match import MatchError, Outcome, RoundsMatch, outcome_of
from marchstone.phrases import BACKS, front_name
from marchstone.position import Position
from marchstone.rules import Rules
from tests.rulings import after, at, claims, front, hand, legal, pile, places, ruling, split, table, verbs, word

ANYWHERE = "1 2 3 4 5 6 7 8 9"
EMPTY = ":/:/:/:/:/:/:/:/:"

# two Stones are left: one claim more by seat 0 ends nothing, in the second row one by seat 1
TWO_LEFT, TWO_OTHERS = ":+0/:+0/:+1/:+1/:+0/:+1/:+1/", ":+0/:+0/:+1/:+1/:+0/:+0/:+1/"
# seat 0 has no place, and can prove Stone 8
PROVED = "r7,r8,r9:g1/b1,y2,v5:b5,b6,b7*"
# the same, but it can prove nothing
UNPROVED = "r1,o4,y5:g1/b1,y2,v5:b5,b6,b7*"
# neither has a place: Stone 8 can be proved by seat 0, Stone 9 by seat 1
FULL = "r7,r8,r9:g1,g2,g5*/b1,y2,v5:b5,b6,b7*"
SIX, SEVEN = "o1,o2,o3,o5,o6,o7", "o1,o2,o3,o5,o6,o7,o8"


@table(
    "name, fronts, values, colours, tactics, hand_size, expert",
    [
        ("preset.stones preset.colours", "stones", 9, range(1, 10), "roygbv", 0, 6, False),
        ("preset.tactics", "stones-tactics", 9, range(1, 10), "roygbv", 10, 7, False),
        ("preset.expert", "stones-expert", 9, range(1, 10), "roygbv", 0, 6, True),
        ("preset.both", "stones-tactics-expert", 9, range(1, 10), "roygbv", 10, 7, True),
        ("preset.walls preset.colours", "walls", 7, range(12), "rygbv", 0, 6, False),
        ("preset.walls-tactics", "walls-tactics", 7, range(12), "rygbv", 11, 7, False),
    ],
)
def test_presets(name: str, fronts: int, values: range, colours: str, tactics: int, hand_size: int, expert: bool) -> None:
    rules = Rules(name)
    assert (rules.fronts, rules.hand_size, rules.expert, rules.tactics) == (fronts, hand_size, expert, bool(tactics))
    assert {str(card) for card in rules.cards if not card.is_tactic} == {f"{c}{value}" for c in colours for value in values}
    assert len(rules.cards) == len(values) * len(colours) + tactics
    position = Position.deal(name, seed=3)
    dealt = [str(card) for seat in (0, 1) for card in position.hand(seat)]
    dealt += [card for kind in (0, 1) for card in split(pile(position, kind).replace(",", ", "))]
    assert sorted(dealt) == sorted(map(str, rules.cards))
    assert len(position.fronts) == fronts and [len(position.hand(seat)) for seat in (0, 1)] == [hand_size] * 2


@ruling("preset.colours", "preset.words")
@pytest.mark.parametrize(
    ("game", "colours", "fronts", "backs"),
    [
        ("stones", "red ochre yellow green blue violet", "Stone, la Borne", "Clan card, carte Clan"),
        ("walls", "red yellow green blue violet", "tile, la Muraille", "Siege card, carte Siège"),
    ],
)
def test_colours_fronts_and_number_cards(game: str, colours: str, fronts: str, backs: str) -> None:
    cards = [Card(f"{letter}4", game) for letter in Rules(game).colours]
    assert [card.name() for card in cards] == [f"{colour} 4" for colour in colours.split()]
    assert [card.colour for card in cards] == [colour[0] for colour in colours.split()]
    assert ", ".join(front_name(3, game, language).removesuffix(" 3") for language in LANGUAGES) == fronts
    assert ", ".join(BACKS[game]["number"]) == "a {}, une {}".format(*split(backs))


NAMES_OF_ALL = "joker1 Joker Joker, joker2 Joker Joker, spy Spy Espion, shield Shield-Bearer Porte-Bouclier"
NAMES_OF_STONES = (
    "blind Blind-Man's_Bluff Colin-Maillard, mud Mud_Fight Combat_de_Boue, recruiter Recruiter Chasseur_de_Tête, "
    "strategist Strategist Stratège, banshee Banshee Banshee, traitor Traitor Traître"
)
NAMES_OF_WALLS = (
    "redeployment Redeployment Redéploiement, recruitment Recruitment Recrutement, desertion Desertion Désertion, "
    "treachery Treachery Traîtrise, explosion Explosion Explosion, support Support Soutien, exchange Exchange Échange"
)


@table(
    "preset, names",
    [
        ("preset.names preset.jokers", "stones-tactics", f"{NAMES_OF_ALL}, {NAMES_OF_STONES}"),
        ("preset.names preset.jokers", "walls-tactics", f"{NAMES_OF_ALL}, {NAMES_OF_WALLS}"),
    ],
)
def test_the_tactic_cards(preset: str, names: str) -> None:
    cards = [card for card in Rules(preset).cards if card.is_tactic]
    texts = [" ".join(part.replace(" ", "_") for part in (str(card), card.name(), card.name("fr"))) for card in cards]
    assert sorted(texts) == sorted(split(names))


# --- start and turn


@ruling("start.row", "start.lot", "start.hands")
@pytest.mark.parametrize("preset", ["stones", "stones-tactics", "stones-expert", "stones-tactics-expert"])
def test_the_deal(preset: str) -> None:
    size = 7 if "tactics" in preset else 6
    deals = [Position.deal(preset, seed=seed) for seed in range(100)]
    assert 25 < [position.turn for position in deals].count(0) < 75
    assert [Position.deal(preset, seed=5, first=seat).turn for seat in (0, 1)] == [0, 1]
    for position in deals:
        assert word(position, "fronts") == EMPTY
        assert [len(position.hand(seat)) for seat in (0, 1)] == [size, size]
        assert not any(card.is_tactic for seat in (0, 1) for card in position.hand(seat))
        assert position.piles == (54 - 2 * size, 10 if "tactics" in preset else 0)
        assert word(position, "phase") == "play"


@ruling("turn.order")
def test_a_card_then_claims_then_a_draw() -> None:
    position = at("stones 0 play r7,r8:/:/:/:/:/:/:/:/: r9,o1:o2,o3 y1,y2:")
    course = [(verbs(position), position.turn)]
    for move in ("play r9 1", "claim 1", "draw clan"):
        position = position.apply(move)
        course.append((verbs(position), position.turn))
    assert course == [({"play"}, 0), ({"claim", "draw"}, 0), ({"draw"}, 0), ({"play"}, 1)]


ONE, BOTH = "r7,r8,r9:/:/:/:/:/:/:/:/: o1:o2 y1:", "r7,r8,r9:/:/g7,g8,g9:/:/:/:/:/:/: o1:o2 y1:"
LATE = "stones-tactics-expert 0 play r7,r8:/:/:/:/:/:/:/:/: r9:o2,banshee y1,y2:"
STRONGER = "stones-tactics-expert 0 play g6,g7,g8:r7,r8,r9*/:/:/:/:/:/:/:/: banshee:o2 y1,y2:"


@table(
    "text, before, moves, later",
    [
        ("turn.no-early-claim", f"stones 0 play {ONE}", "", "play o1 2", "1"),
        ("turn.no-early-claim", "stones 1 play :r7,r8,r9/:/:/:/:/:/:/:/: o1:o2 y1:", "", "play o2 2", "1"),
        ("turn.no-early-claim", "stones-tactics 0 play r7,r8,r9:/:/:/:/:/:/:/:/: mud:o2 y1:", "", "play mud 2", "1"),
        ("turn.many", f"stones 0 play {BOTH}", "", "play o1 2", "1 3"),
        ("turn.many", f"stones 0 play {BOTH}", "", "play o1 2, claim 3", "1"),
        ("turn.many", f"stones 0 play {BOTH}", "", "play o1 2, claim 3, claim 1", ""),
        ("turn.expert", f"stones-expert 0 play {BOTH}", "1 3", "claim 3", "1"),
        ("turn.expert", f"stones-expert 0 play {BOTH}", "1 3", "claim 3, play o1 2", ""),
        ("turn.expert-late", LATE, "", "play r9 1", ""),
        ("turn.expert-late", LATE, "", "play r9 1, draw clan, play o2 2, draw clan", "1"),
        # what proves it may be gone by then
        ("turn.expert-late", LATE, "", "play r9 1, draw clan, play banshee, take r8, draw clan", ""),
        ("turn.expert-tactics", STRONGER, "", "play banshee, take r9", ""),
        ("turn.expert-tactics", STRONGER, "", "play banshee, take r9, draw clan, play o2 2, draw clan", "1"),
        ("turn.expert-tactics", "stones-tactics-expert 0 play g8,g7:/:/:/:/:/:/:/:/: joker1:o2 y1:", "", "play joker1 1", ""),
        ("turn.expert-tactics", "stones-tactics-expert 0 play g7,g8,g9:/:/:/:/:/:/:/:/: joker1:o2 y1:", "1", "play joker1 2", ""),
    ],
)
def test_when_claims_are_made(text: str, before: str, moves: str, later: str) -> None:
    assert places(at(text), "claim") == before
    assert places(after(text, moves), "claim") == later


# --- play and end


@ruling("play.own-side")
def test_a_card_goes_to_ones_own_side() -> None:
    assert front(after("stones 0 play :/:/:/r1:g1/:/:/:/:/: o1:o2 y1:", "play o1 4"), 4) == "r1,o1:g1"
    assert front(after("stones 1 play :/:/:/r1:g1/:/:/:/:/: o1:o2 y1:", "play o2 4"), 4) == "r1:g1,o2"


@table(
    "text, start, stones",
    [
        ("play.room", f"stones 0 play {EMPTY} o1:o2 y1:", "play o1", ANYWHERE),
        ("play.room", "stones 0 play r1,r2,r3:/r4,r5:/:g1,g2,g3/:/:/:/:/:/: o1:o2 y1:", "play o1", "2 3 4 5 6 7 8 9"),
        ("play.room", "stones 1 play r1,r2,r3:/r4,r5:/:g1,g2,g3/:/:/:/:/:/: o1:o2 y1:", "play o2", "1 2 4 5 6 7 8 9"),
        ("play.mud-room", "stones-tactics 0 play r1,r2,r3:%mud/r4,r5,r6:/:/:/:/:/:/:/: o1:o2 y1:", "play o1", "1 3 4 5 6 7 8 9"),
        ("play.mud-room", "stones-tactics 0 play r1,r2,r3,g9:%mud/:/:/:/:/:/:/:/: o1:o2 y1:", "play o1", "2 3 4 5 6 7 8 9"),
        ("play.mud-room", "stones-tactics 1 play r1,r2,r3,g9:y2,y3,y4%mud/:/:/:/:/:/:/:/: o1:o2 y1:", "play o2", ANYWHERE),
        ("play.mud-room", "stones-tactics 0 play r1,r2,r3:%blind/:/:/:/:/:/:/:/: o1:o2 y1:", "play o1", "2 3 4 5 6 7 8 9"),
        ("play.claimed", "stones 0 play r1:+0/:g1+1/:/:/:/:/:/:/: o1:o2 y1:", "play o1", "3 4 5 6 7 8 9"),
        ("play.claimed", "stones 1 play r1:+0/:g1+1/:/:/:/:/:/:/: o1:o2 y1:", "play o2", "3 4 5 6 7 8 9"),
        ("play.claimed", "stones-tactics 1 play r1:+0/:g1+1/:/:/:/:/:/:/: o1:spy y1:", "play spy", "3 4 5 6 7 8 9"),
        ("play.claimed", "stones-tactics 0 play r1:+0/:g1+1/:/:/:/:/:/:/: mud:o2 y1:", "play mud", "3 4 5 6 7 8 9"),
        ("play.claimed", "stones-tactics 1 play r1:+0/:g1+1/:/:/:/:/:/:/: o1:blind y1:", "play blind", "3 4 5 6 7 8 9"),
    ],
)
def test_where_a_card_may_go(text: str, start: str, stones: str) -> None:
    assert places(at(text), start) == stones


@ruling("play.stay")
@pytest.mark.parametrize("preset", ["stones", "stones-expert"])
def test_in_the_base_game_no_card_ever_moves(preset: str) -> None:
    chance = random.Random(11)
    position = Position.deal(preset, seed=11)
    while not position.is_over:
        later = position.apply(chance.choice(list(position.legal_moves)))
        for old, new in zip(position.fronts, later.fronts):
            assert [side[: len(before)] for before, side in zip(old.sides, new.sides)] == list(old.sides)
        position = later
    assert not word(position, "discard") and not word(position, "removed")


@table(
    "text, move, result, reason",
    [
        ("end.adjacent", "stones 0 close r7,r8,r9:/:+0/:+0/:/:/:/:/:/: o1:o2 y1:", "claim 1", "0", "adjacent"),
        ("end.adjacent", "stones 0 close :/:/:+0/r7,r8,r9:/:+0/:/:/:/: o1:o2 y1:", "claim 4", "0", "adjacent"),
        ("end.adjacent", "stones 1 close :/:/:/:/:/:/:+1/:+1/:r7,r8,r9 o1:o2 y1:", "claim 9", "1", "adjacent"),
        ("end.adjacent", "stones-expert 0 play :/:/:+0/r7,r8,r9:/:+0/:/:/:/: o1:o2 y1:", "claim 4", "0", "adjacent"),
        ("end.apart", "stones 0 close r7,r8,r9:/:/:+0/:+0/:/:/:/:/: o1:o2 y1:", "claim 1", "", ""),
        ("end.apart", "stones 0 close r7,r8,r9:/:+0/:+1/:+0/:/:/:/:/: o1:o2 y1:", "claim 1", "", ""),
        # it is a row, not a ring
        ("end.apart", "stones 0 close r7,r8,r9:/:/:/:/:/:/:/:+0/:+0 o1:o2 y1:", "claim 1", "", ""),
        ("end.apart", "stones 0 close r7,r8,r9:/:+0/:/:+0/:+0/:/:/:/: o1:o2 y1:", "claim 1", "", ""),
        ("end.five", "stones 0 close :+0/:+0/:/:+0/:+0/:/r7,r8,r9:/:/: o1:o2 y1:", "claim 7", "0", "majority"),
        ("end.five", "stones 1 close :+1/:+0/:+1/:+0/:r7,r8,r9/:+0/:+1/:+0/:+1 o1:o2 y1:", "claim 5", "1", "majority"),
    ],
)
def test_what_ends_the_game(text: str, move: str, result: str, reason: str) -> None:
    position = after(text, move)
    assert (word(position, "result"), word(position, "reason")) == (result, reason)
    assert position.is_over == bool(result) == (not legal(position))


@ruling("end.at-once")
def test_nothing_follows_the_winning_claim() -> None:
    position = after("stones 0 close r7,r8,r9:/:+0/:+0/:/:/:/g7,g8,g9:/:/: o1:o2 y1,y2:", "claim 1")
    assert (word(position, "phase"), word(position, "result"), legal(position)) == ("over", "0", set())
    assert (hand(position, 0), hand(position, 1), pile(position, 0)) == ("o1", "o2", "y1,y2")
    assert front(position, 7) == "g7,g8,g9:"
    with pytest.raises(MarchstoneError):
        position.apply("draw clan")


# --- pass and draw


@table(
    "text, moves",
    [
        ("pass.never", f"stones 0 play {EMPTY} o1:o2 y1:", {f"play o1 {number}" for number in range(1, 10)}),
        ("pass.never", f"stones 0 play {TWO_LEFT}r7,r8,r9:/b1,y2: o1,o2:o8 y1:", {"play o1 9", "play o2 9"}),
        # the limit forbids the Tactic card
        ("pass.never", f"stones-tactics 0 play {TWO_LEFT}r7,r8,r9:/b1,y2: o1,spy:o8 y1: played=1:0", {"play o1 9"}),
        ("pass.never", f"stones-tactics 0 play {TWO_LEFT}r7,r8,r9:/b1,y2: o1,spy:o8 y1:", {"play o1 9", "play spy 9"}),
        ("pass.base", f"stones 0 play {TWO_LEFT}{PROVED} {SIX}:o8 y1:", {"pass"}),
        ("pass.base", f"stones 0 play {TWO_LEFT}{UNPROVED} {SIX}:o8 y1:", {"pass"}),
        ("pass.base", f"stones 1 play {TWO_LEFT}{FULL} o1:o8 y1:", {"pass"}),
        # a Clan card has no place, whatever else could be played
        ("pass.tactics", f"stones-tactics 0 play {TWO_LEFT}{PROVED} o1,banshee:o8 y1:", {"play banshee", "pass"}),
        ("pass.tactics", f"stones-tactics 0 play {TWO_LEFT}{PROVED} o1,mud:o8 y1:", {"play mud 8", "play mud 9", "pass"}),
        ("pass.tactics", f"stones-tactics 0 play {TWO_LEFT}{PROVED} o1,spy:o8 y1:", {"pass"}),
        ("pass.tactics", f"stones-tactics 0 play {TWO_LEFT}{PROVED} o1,banshee:o8 y1: played=1:0", {"pass"}),
        # no Clan card at all
        ("pass.tactics", f"stones-tactics 0 play {TWO_LEFT}r7,r8,r9:/b1,y2: spy:o8 y1:", {"play spy 9", "pass"}),
        ("pass.tactics", f"stones-tactics 0 play {TWO_LEFT}r7,r8,r9:/b1,y2: spy:o8 y1: played=1:0", {"pass"}),
    ],
)
def test_who_may_pass(text: str, moves: set[str]) -> None:
    assert legal(at(text)) == moves


@table(
    "text, moves, turn, following",
    [
        ("pass.claim", f"stones 0 play {TWO_LEFT}{PROVED} {SIX}:o8 y1:", "pass", 0, {"claim 8", "done"}),
        ("pass.claim pass.draw", f"stones 0 play {TWO_LEFT}{PROVED} o1,o2:o8 y1:", "pass", 0, {"claim 8", "draw clan"}),
        ("pass.claim pass.draw", f"stones 0 play {TWO_LEFT}{PROVED} o1,o2:o8 y1:", "pass, claim 8", 0, {"draw clan"}),
        ("pass.claim", f"stones-tactics 0 play {TWO_LEFT}{PROVED} {SEVEN}:o9 y1:", "pass", 0, {"claim 8", "done"}),
        ("pass.claim pass.draw", f"stones 0 play {TWO_LEFT}{PROVED} {SIX}:o8 y1:", "pass, claim 8", 1, {"pass"}),
        ("pass.expert", f"stones-expert 0 play {TWO_LEFT}{PROVED} {SIX}:o8 y1:", "", 0, {"claim 8", "pass"}),
        ("pass.expert", f"stones-expert 0 play {TWO_LEFT}{PROVED} {SIX}:o8 y1:", "claim 8", 0, {"pass"}),
        ("pass.expert", f"stones-expert 0 play {TWO_LEFT}{PROVED} {SIX}:o8 y1:", "pass", 1, {"claim 9", "play o8 8"}),
        ("pass.expert pass.draw", f"stones-expert 0 play {TWO_LEFT}{PROVED} o1,o2:o8 y1:", "pass", 0, {"draw clan"}),
        ("pass.draw", f"stones 0 play {TWO_LEFT}{UNPROVED} o1,o2,o3,o5,o6:o8 y1:", "pass", 0, {"draw clan"}),
        ("pass.draw draw.one", f"stones 0 play {TWO_LEFT}{UNPROVED} o1,o2:o8 y1,y7:", "pass, draw clan", 1, {"play o8 8"}),
        ("pass.draw draw.full", f"stones 0 play {TWO_LEFT}{UNPROVED} {SIX}:o8 y1:", "pass", 1, {"play o8 8"}),
        ("pass.draw", f"stones-tactics 0 play {TWO_LEFT}{UNPROVED} {SIX}:o8 y1:spy", "pass", 0, {"draw clan", "draw tactic"}),
        ("pass.draw draw.full", f"stones-tactics 0 play {TWO_LEFT}{UNPROVED} {SEVEN}:o9 y1:spy", "pass", 1, {"play o9 8"}),
        ("draw.compulsory", f"stones 0 play {EMPTY} o1,o2:o8 y1:", "play o1 1", 0, {"draw clan"}),
        ("draw.compulsory", "stones 0 play r7,r8,r9:/:/:/:/:/:/:/:/: o1,o2:o8 y1:", "play o1 2", 0, {"claim 1", "draw clan"}),
        ("draw.full", f"stones 0 close {TWO_LEFT}{PROVED} {SIX}:o8 y1:", "", 0, {"claim 8", "done"}),
        ("draw.empty", f"stones 0 play {TWO_LEFT}:/r1,r2,r5: o1:o8 :", "play o1 8", 1, {"play o8 8", "play o8 9"}),
        ("draw.empty", f"stones-tactics 0 play {TWO_LEFT}r7,r8:/r1,r2,r5: r9:o8 :", "play r9 8", 0, {"claim 8", "done"}),
        ("draw.empty", f"stones 0 play {TWO_LEFT}{UNPROVED} o1:o8 :", "pass", 1, {"play o8 8"}),
        ("draw.choice", f"stones-tactics 0 play {EMPTY} o1:o8 y1:spy", "play o1 1", 0, {"draw clan", "draw tactic"}),
        ("draw.non-empty", f"stones-tactics 0 play {EMPTY} o1:o8 y1:", "play o1 1", 0, {"draw clan"}),
        ("draw.non-empty draw.compulsory", f"stones-tactics 0 play {EMPTY} o1:o8 :spy", "play o1 1", 0, {"draw tactic"}),
        ("play.claimed", f"stones 0 play {TWO_LEFT}r7,r8,r9:g1/: o1:o8 y1:", "play o1 9, claim 8, draw clan", 1, {"play o8 9"}),
        ("play.claimed", f"stones 1 play {TWO_OTHERS}:/:r7,r8,r9 o1:o8 y1:", "play o8 8, claim 9, draw clan", 0, {"play o1 8"}),
    ],
)
def test_what_follows_a_card_or_a_pass(text: str, moves: str, turn: int, following: set[str]) -> None:
    position = after(text, moves)
    assert (position.turn, legal(position)) == (turn, following)


@table(
    "text, move, cards, piles",
    [
        ("draw.one", f"stones 0 close {EMPTY} o1:o8 y1,y7:", "draw clan", "o1,y1", "y7:"),
        ("draw.one", f"stones 0 close {EMPTY} o1:o8 y7,y1:", "draw clan", "o1,y7", "y1:"),
        ("draw.choice", f"stones-tactics 0 close {EMPTY} o1:o8 y1,y7:spy,mud", "draw tactic", "o1,spy", "y1,y7:mud"),
        ("draw.choice", f"stones-tactics 0 close {EMPTY} o1:o8 y1,y7:spy,mud", "draw clan", "o1,y1", "y7:spy,mud"),
    ],
)
def test_a_draw(text: str, move: str, cards: str, piles: str) -> None:
    position = after(text, move)
    assert (hand(position, 0), word(position, "piles"), position.turn) == (cards, piles, 1)


# --- stalemate and match

NO_CLAN = "stones-tactics 0 play {} joker1:joker2 {}:"
WIN, LOSS = "r7,r8,r9:/:/:/:/:/:/:/:/:", ":r7,r8,r9/:/:/:/:/:/:/:/:"
NO_ROOM = f"stones 0 play {TWO_LEFT}{{}} {SIX}:o8 {{}}:"


@table(
    "text, moves, passes",
    [
        ("stalemate.draw", NO_CLAN.format(EMPTY, ""), "pass", "1"),
        ("stalemate.draw", NO_CLAN.format(EMPTY, ""), "pass, pass", "over"),
        ("stalemate.draw", NO_CLAN.format(EMPTY, ""), "pass, play joker2 1, pass", "1"),
        ("stalemate.draw", NO_CLAN.format(EMPTY, ""), "pass, play joker2 1, pass, pass", "over"),
        ("stalemate.draw stalemate.claim", NO_CLAN.format(WIN, ""), "pass, done, pass", "over"),
        ("stalemate.claim", NO_CLAN.format(WIN, ""), "pass, claim 1, pass", "1"),
        ("stalemate.claim", NO_CLAN.format(WIN, ""), "pass, claim 1, pass, pass", "over"),
        ("stalemate.claim", NO_CLAN.format(LOSS, ""), "pass, pass, claim 1", ""),
        ("stalemate.claim", NO_CLAN.format(LOSS, ""), "pass, pass, done", "over"),
        ("stalemate.claim", NO_CLAN.format(WIN, "").replace("tactics", "tactics-expert"), "claim 1, pass, pass", "1"),
        ("stalemate.drawn-card", NO_CLAN.format(EMPTY, "y1"), "pass, draw clan, pass", "1"),
        ("stalemate.drawn-card", NO_ROOM.format(FULL, "y1"), "pass, done, pass, draw clan", ""),
        ("stalemate.base", NO_ROOM.format(FULL, ""), "pass, done, pass, done", "over"),
        ("stalemate.base stalemate.claim", NO_ROOM.format(FULL, ""), "pass, claim 8, pass, done", "1"),
        ("stalemate.base stalemate.claim", NO_ROOM.format(FULL, ""), "pass, done, pass, claim 9", "won"),
    ],
)
def test_two_passes(text: str, moves: str, passes: str) -> None:
    position = after(text, moves)
    ends = {"over": ("draw", "stalemate"), "won": ("1", "majority")}
    assert (word(position, "result"), word(position, "reason")) == ends.get(passes, ("", ""))
    assert position.is_over == (passes in ends)
    assert passes in ends or word(position, "passes") == passes


@ruling("stalemate.base")
def test_somebody_can_prove_every_stone_that_is_full() -> None:
    """In the base game both pass only when all Stones that are left are full on both sides."""
    chance = random.Random(7)
    deck = [f"{colour}{value}" for colour in "roygbv" for value in range(1, 10)]
    for _ in range(15):
        chance.shuffle(deck)
        sides = [",".join(deck[place : place + 3]) for place in range(0, 54, 3)]
        full = "/".join(chance.choice([f"{ours}*:{other}", f"{ours}:{other}*"]) for ours, other in zip(sides, sides[9:]))
        for number in range(1, 10):
            assert [claims(at(f"stones {seat} close {full} : :"), number) for seat in (0, 1)].count(True) == 1


WON = Outcome("stones", winner=0, reason="adjacent", stones=(3, 4))
LOST = Outcome("stones", winner=1, reason="majority", stones=(2, 5))
DRAWN = Outcome("stones", winner=None, reason="stalemate", stones=(3, 4))


@table(
    "text, moves, points",
    [
        ("match.score", "stones 0 close r7,r8,r9:/:+0/:+0/:+1/:+1/:/:/:/: o1:o2 y1:", "claim 1", (5, 2)),
        ("match.score", "stones 1 close :r7,r8,r9/:+0/:+1/:+0/:+1/:+0/:+1/:+0/:+1 o1:o2 y1:", "claim 1", (4, 5)),
        ("match.drawn", NO_ROOM.format(FULL, ""), "pass, done, pass, done", (3, 4)),
        ("match.drawn", NO_CLAN.format(EMPTY, ""), "pass, pass", (0, 0)),
    ],
)
def test_what_a_round_is_worth(text: str, moves: str, points: tuple[int, int]) -> None:
    assert outcome_of(after(text, moves).state).points == points


@table(
    "results, first, starters, standing",
    [
        ("match.loser-starts", [WON, WON, LOST], 0, [0, 1, 1, 0], (12, 13)),
        ("match.loser-starts", [LOST, LOST, WON], 1, [1, 0, 0, 1], (9, 14)),
        ("match.draw-starts", [DRAWN, DRAWN, DRAWN], 0, [0, 1, 0, 1], (9, 12)),
        ("match.draw-starts match.drawn", [WON, DRAWN, LOST], 0, [0, 1, 0, 0], (10, 13)),
        ("match.draw-starts match.score", [LOST, DRAWN, DRAWN], 1, [1, 0, 1, 0], (8, 13)),
    ],
)
def test_who_begins_the_next_round(results: list[Outcome], first: int, starters: list[int], standing: tuple[int, int]) -> None:
    match = RoundsMatch("stones", rounds=4, first=first)
    begun = [match.starter]
    for result in results:
        match = match.after(result)
        begun.append(match.starter)
    assert (begun, match.standing) == (starters, standing)


@ruling("match.rounds")
def test_a_match_has_the_agreed_number_of_rounds() -> None:
    match = RoundsMatch("stones", rounds=5)
    for _ in range(5):
        assert not match.finished and match.winner is None
        match = match.after(WON)
    assert match.finished and match.starter is None
    assert (match.winner, match.standing) == (0, (25, 20))
    with pytest.raises(MatchError, match="the match is over"):
        match.after(WON)
