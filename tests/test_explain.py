"""Claim proofs with their evidence: against the oracle on random tables, and sentence by sentence where programmes go wrong.

Long because the sentences are the test: each is there in full, to be read.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from marchstone import explain, targets
from marchstone.cards import NUMBERS
from marchstone.core import layout as lay
from marchstone.core.presets import NAMES, PRESETS
from marchstone.errors import MarchstoneError
from marchstone.explain import ClaimProof, explain_claim
from marchstone.formation import Formation
from marchstone.phrases import OBSTACLES, PROOFS
from tests.differential import TASTES, Engine, choose, deal
from tests.oracle import formations as oracle
from tests.oracle.presets import PRESETS as ORACLE_PRESETS
from tests.oracle.presets import Face
from tests.rulings import at

CORE = targets.core()
ELITES = ["joker1", "joker2", "spy", "shield"]


# --- against the oracle


@dataclass
class Table:
    """What everybody can see of a front, as the oracle has it."""

    preset: str
    own: list[str]
    other: list[str]
    face: Face
    own_first: bool
    pool: list[str]
    hand: list[str]

    @property
    def game(self) -> oracle.Game:
        return ORACLE_PRESETS[self.preset].game

    def strength(self, cards: list[str]) -> oracle.Strength:
        return oracle.strength(cards, self.face.counted, self.face.lowest, self.game)

    def holds(self, pool: list[str]) -> bool:
        face = self.face
        return oracle.claim_holds(self.own, self.other, face.width, face.counted, face.lowest, self.own_first, pool, self.game)

    def best(self) -> oracle.Strength | None:
        face = self.face
        found = oracle.best_reply(self.other, face.width, face.counted, face.lowest, self.pool, self.game)
        return found[0] if found else None


def table(engine: Engine, front: int, seat: int) -> Table:
    """The same front of a state; fronts count from 1."""
    shown, name, place = engine.snapshot(), NAMES[int(engine.s[lay.PRESET])], front - 1
    faces = ORACLE_PRESETS[name].fronts[place]
    face = faces[1] if shown["damaged"][place] else faces[0]
    counted = frozenset[str]() if shown["blind"][place] else face.counted
    hidden = shown["piles"]["number"] + shown["hands"][0] + shown["hands"][1]
    sides = shown["sides"][place]
    return Table(
        preset=name,
        own=sides[seat],
        other=sides[1 - seat],
        face=Face(face.width + shown["mud"][place], counted, face.lowest),
        own_first=shown["first"][place] == seat,
        pool=[card for card in hidden if oracle.is_number(card)],
        hand=shown["hands"][seat],
    )


def as_strength(formation: Formation, face: Face) -> oracle.Strength:
    """What a formation says of itself, in the oracle's terms."""
    return oracle.TYPES.index(formation.type), -formation.total if face.lowest else formation.total


def texts(cards: Any) -> list[str]:
    return [card.text for card in cards]


def check_proof(proof: ClaimProof, front: Table) -> None:
    """All that a proof says is so."""
    face, needs = front.face, texts(proof.needs)
    assert (proof.asks.width, frozenset(proof.asks.types) - {"sum"}, proof.asks.lowest) == (face.width, face.counted, face.lowest)
    assert proof.lacking == face.width - len(front.own) and proof.missing == face.width - len(front.other)
    assert proof.unseen == len(front.pool)
    assert proof.proved == front.holds(front.pool)
    best = front.strength(front.other) if proof.missing == 0 else front.best()
    assert (proof.best and as_strength(proof.best, face)) == best
    assert set(needs) <= set(front.pool) and len(set(needs)) == len(needs) == (proof.missing if best else 0)
    if proof.best:
        assert texts(proof.best.cards) == front.other + needs
        assert front.strength(front.other + needs) == best
    if proof.own is None:
        assert proof.reason == "incomplete" and proof.lacking > 0 and not proof.proved
    else:
        assert texts(proof.own.cards) == front.own
        check_reason(proof, front, as_strength(proof.own, face), best)
    assert set(texts(proof.own_hand)) == set(needs) & set(front.hand)


def check_reason(proof: ClaimProof, front: Table, own: oracle.Strength, best: oracle.Strength | None) -> None:
    """The reason is the right one, and the evidence bears it out."""
    assert own == front.strength(front.own)
    if best is None:
        assert proof.reason == "proved-unfillable"
    elif best > own:
        assert proof.reason == ("reachable" if proof.missing else "beaten")
    elif proof.missing:
        assert proof.reason == ("proved-equal" if best == own else "proved-unreachable")
    elif best == own:
        assert proof.reason == ("proved-first" if front.own_first else "later")
    else:
        assert proof.reason == "proved-better"
    if best is not None:
        assert proof.decided_by == ("first" if own == best else "type" if own[0] != best[0] else "total")


def check_blocking(proof: ClaimProof, front: Table, cards: list[str]) -> None:
    """Just those cards in sight block that would refute the claim if they were not; cards at this front are there anyway."""
    seen = set(cards) - set(front.pool) - set(front.other) - set(front.own)
    expected = {card for card in seen if proof.proved and not front.holds([*front.pool, card])}
    assert set(texts(proof.blocking)) == expected


def check_words(proof: ClaimProof) -> None:
    """Both languages have a sentence without holes, and the data are plain."""
    for language in ("en", "fr"):
        sentence = proof.sentence(language)
        assert sentence[0].isupper() and sentence.endswith(".")
        assert [flaw for flaw in ("  ", " ,", " .", "()", "(;", "{", "}", "None", "..") if flaw in sentence] == []
        for sign in ";:":
            assert sentence.count(f" {sign} ") == (sentence.count(sign) if language == "fr" else 0)
    assert json.loads(json.dumps(proof.to_dict())) == proof.to_dict()


def number_texts(preset: str) -> list[str]:
    game = ORACLE_PRESETS[preset].game
    return [f"{colour}{value}" for colour in game.colours for value in game.values]


def check_all(engine: Engine, blocking: bool = False) -> set[str]:
    """Every front of a state for both seats; the reasons met."""
    legal = engine.legal_texts()
    preset = NAMES[int(engine.s[lay.PRESET])]
    reasons = set()
    for front, seat in product(engine.fronts, (0, 1)):
        proof, seen = explain_claim(engine.s, front + 1, seat), table(engine, front + 1, seat)
        assert proof.holds == (seat == engine.s[lay.TURN] and f"claim {front + 1}" in legal)
        check_proof(proof, seen)
        check_words(proof)
        if blocking:
            check_blocking(proof, seen, number_texts(preset))
        reasons.add(proof.reason)
    return reasons


def play_and_check(preset: str, seed: int, every: float) -> set[str]:
    """A random game, looked at now and then."""
    rng = random.Random(seed)
    engine = Engine(CORE, deal(CORE, NAMES.index(preset), seed))
    reasons = set()
    while moves := engine.legal_texts():
        if rng.random() < every:
            reasons |= check_all(engine, blocking=rng.random() < 0.2)
        engine.apply(choose(rng, sorted(moves), TASTES[seed % len(TASTES)], engine.s[lay.ACTOR]))
    return reasons | check_all(engine)


@pytest.mark.parametrize("preset", NAMES)
def test_random_games(preset: str) -> None:
    reasons = set[str]()
    for seed in range(8):
        reasons |= play_and_check(preset, seed, 0.1)
    assert {"incomplete", "reachable"} <= reasons
    if preset in ("stones", "stones-expert"):
        assert "proved-unfillable" not in reasons


@pytest.mark.deep
@pytest.mark.parametrize("preset", NAMES)
def test_many_random_games(preset: str) -> None:
    for seed in range(100, 160):
        play_and_check(preset, seed, 0.1)


def random_table(rng: random.Random, preset: str) -> tuple[Engine, int, int]:
    """A front with a full side of one seat, any number of cards opposite, and any part of the other cards in the discard."""
    number = NAMES.index(preset)
    state = CORE.vector(lay.WORDS)
    CORE.games.clear(state, number)
    engine = Engine(CORE, state)
    front, seat = rng.choice(engine.fronts), 0 if engine.game else rng.randrange(2)
    if engine.game:
        state[lay.DAMAGED] = rng.getrandbits(len(engine.fronts))
    elif PRESETS[number].tactics:
        state[lay.BLINDED], state[lay.MUDDY] = rng.getrandbits(9), rng.getrandbits(9)
    width = CORE.formations.width_of(CORE.presets.row_at(state, front))
    cards = number_texts(preset)
    rng.shuffle(cards)
    if rng.random() < 0.5:  # runs, colours and equal values are rare by chance: take cards that are near to each other
        middle = rng.choice(cards)
        cards.sort(key=lambda card: (rng.random() < 0.3, abs(int(card[1:]) - int(middle[1:])) * (card[0] != middle[0])))
    troops = rng.sample(ELITES, rng.randrange(3)) if PRESETS[number].tactics else []
    sides = [(seat, width), (1 - seat, rng.randrange(width + 1))]
    rng.shuffle(sides)
    for whose, size in sides:
        for _ in range(size):
            card = troops.pop() if troops and rng.random() < 0.5 else cards.pop(0)
            CORE.zones.put(state, front, whose, NUMBERS[engine.game][card])
        CORE.zones.settle_changed(state)
    rng.shuffle(cards)
    gone = cards[: rng.choice([0, rng.randrange(len(cards)), len(cards) - rng.randrange(min(4, len(cards)))])]
    for card in gone:
        CORE.zones.discard(state, NUMBERS[engine.game][card])
        state[lay.POOL] &= ~(1 << NUMBERS[engine.game][card])
    left = [card for card in cards if card not in gone]
    for card in rng.sample(left, min(len(left), 5)):
        state[lay.HAND + 2 * seat] |= 1 << NUMBERS[engine.game][card]
    pile = [card for card in left if not state[lay.HAND + 2 * seat] >> NUMBERS[engine.game][card] & 1]
    for card in pile:
        CORE.zones.place_on_pile(state, lay.NUMBER, NUMBERS[engine.game][card])
    state[lay.TURN] = state[lay.ACTOR] = seat
    state[lay.PHASE] = lay.TO_PLAY if PRESETS[number].expert or engine.game else lay.TO_CLOSE
    CORE.games.look(state)
    return engine, front + 1, seat


def check_random_tables(preset: str, seeds: range) -> set[str]:
    reasons = set()
    for seed in seeds:
        engine, front, seat = random_table(random.Random(f"{preset} {seed}"), preset)
        proof, seen = explain_claim(engine.s, front, seat), table(engine, front, seat)
        assert proof.obstacle is None and proof.holds == (f"claim {front}" in engine.legal_texts())
        check_proof(proof, seen)
        check_words(proof)
        check_blocking(proof, seen, number_texts(preset) if seed % 4 == 0 else texts(proof.blocking))
        reasons.add(proof.reason)
    return reasons


@pytest.mark.parametrize("preset", NAMES)
def test_random_tables(preset: str) -> None:
    reasons = check_random_tables(preset, range(2500))
    assert set(PROOFS) - {"incomplete", "empty"} - reasons <= ({"proved-equal"} if "tiny" in preset else set())


@pytest.mark.deep
@pytest.mark.parametrize("preset", NAMES)
def test_many_random_tables(preset: str) -> None:
    check_random_tables(preset, range(1000, 11_000))


# --- who may know what


@pytest.mark.parametrize("preset", NAMES)
def test_a_view_is_enough_and_hidden_cards_tell_nothing(preset: str) -> None:
    """The claimant's view gives the same explanation as the state, or as any other state that agrees with that view."""
    for seed in range(20):
        engine, front, seat = random_table(random.Random(f"view {preset} {seed}"), preset)
        view, other_view, other_state = (CORE.vector(lay.WORDS) for _ in range(3))
        CORE.observe.observe(engine.s, seat, view)
        CORE.observe.observe(engine.s, 1 - seat, other_view)
        CORE.sample.sample(view, [seed + 1], other_state)
        proof = explain_claim(engine.s, front, seat)
        assert explain_claim(view, front, seat) == proof == explain_claim(other_state, front, seat)
        shown = explain_claim(other_view, front, seat)
        assert shown.own_hand == () and (shown.holds, shown.reason, shown.best is None) == (
            proof.holds,
            proof.reason,
            proof.best is None,
        )


def test_a_state_is_left_as_it_was() -> None:
    engine, front, seat = random_table(random.Random(5), "walls-tactics")
    before = list(engine.s)
    explain_claim(engine.s, front, seat)
    assert engine.s == before


def test_a_vector_of_the_compiled_target() -> None:
    """Words that are not Python's own integers do as well."""
    numpy = pytest.importorskip("numpy")
    engine, front, seat = random_table(random.Random(7), "stones-tactics")
    proof = explain_claim(engine.s, front, seat)
    again = explain_claim(numpy.array(engine.s, dtype=numpy.int64), front, seat)
    assert again == proof and json.dumps(again.to_dict()) == json.dumps(proof.to_dict())


@pytest.mark.parametrize(
    "front, seat, code",
    [
        (0, 0, "front.unknown"),
        (10, 0, "front.unknown"),
        ("1", 0, "front.type"),
        (1, 2, "seat.unknown"),
        (1, -1, "seat.unknown"),
        (1, None, "seat.unknown"),
    ],
)
def test_there_is_no_such_front_or_seat(front: Any, seat: Any, code: str) -> None:
    state = CORE.vector(lay.WORDS)
    CORE.games.clear(state, 0)
    with pytest.raises(MarchstoneError) as caught:
        explain_claim(state, front, seat)
    assert caught.value.code == code


# --- sentence by sentence

STONE = "stones 0 close {}/{}/:/:/:/:/:/:/: {} r1:"
TACTICS = "stones-tactics 0 close {}/{}/:/:/:/:/:/:/: {} r1:joker2"
WALLS = "walls-tactics 0 close {}/:/:/:/:/:/{} : v1:joker2"


@pytest.mark.parametrize(
    "text, sentence",
    [
        # a gap: 5_7 wants a 6
        (
            STONE.format("y9,b9,v9:g5,g7", ":", ":"),
            "Stone 1 cannot be claimed: the other side can still get the green 6 to make a Colour-Run (total 18), "
            "which beats Same value (total 27) by type.",
        ),
        (
            STONE.format("y9,b9,v9:g5,g7", ":g6", ":"),
            "Stone 1 can be claimed: at best the other side can still get the green 9 to make Colour (total 21); "
            "Same value (total 27) beats that by type. If the green 6 were not in sight, the claim would fail.",
        ),
        # one's own hand counts as unseen, but a card that is in neither hand is the better witness
        (
            STONE.format("y9,b9,v9:g5,g7", ":", "g6:"),
            "Stone 1 cannot be claimed: the other side can still get the green 6 to make a Colour-Run (total 18), "
            "which beats Same value (total 27) by type. Cards in your own hand count as unseen too: the green 6.",
        ),
        (
            STONE.format("g7,b6,v5:g8,b7", ":", "y9,r6:"),
            "Stone 1 cannot be claimed: the other side can still get the violet 9 to make a Run (total 24), "
            "which beats a Run (total 18) by total.",
        ),
        # ties, first and second
        (
            STONE.format("g4,g5,g6:r5,r6", ":r7", ":"),
            "Stone 1 can be claimed: at best the other side can still get the red 4 to make a Colour-Run (total 15), "
            "which is equal but comes later. If the red 7 were not in sight, the claim would fail.",
        ),
        (
            STONE.format("g4,g5,g6*:r4,r5,r6", ":", ":"),
            "Stone 1 can be claimed: both sides have a Colour-Run (total 15), and the other was completed later.",
        ),
        (
            STONE.format("g4,g5,g6:r4,r5,r6*", ":", ":"),
            "Stone 1 cannot be claimed: both sides have a Colour-Run (total 15), and the other was completed first.",
        ),
        # exactly enough for three of a kind, and one too few
        (
            STONE.format("o7,g7,b7:o8", "r8,y8:g8", ":"),
            "Stone 1 cannot be claimed: the other side can still get the blue 8 and the violet 8 to make Same value (total "
            "24), "
            "which beats Same value (total 21) by total.",
        ),
        (
            STONE.format("o7,g7,b7:o8", "r8,y8:g8,b8", ":"),
            "Stone 1 can be claimed: at best the other side can still get the ochre 6 and the ochre 9 to make Colour "
            "(total 23); "
            "Same value (total 21) beats that by type. "
            "The claim would fail if any one of these were not in sight: red 8, yellow 8, green 8, blue 8.",
        ),
        # a colour is not completed by cards of another colour
        (
            STONE.format("v9,v8,v4:b9,b5", ":", ":"),
            "Stone 1 cannot be claimed: the other side can still get the blue 8 to make Colour (total 22), "
            "which beats Colour (total 21) by total.",
        ),
        (
            STONE.format("v9,v8,v4:b9,b5", ":b8", ":"),
            "Stone 1 can be claimed: at best the other side can still get the blue 7 to make Colour (total 21), "
            "which is equal but comes later. If the blue 8 were not in sight, the claim would fail.",
        ),
        # an empty side
        (
            STONE.format("g6,g7,g8:", "r7:", ":"),
            "Stone 1 cannot be claimed: the other side can still get the violet 7, the violet 8 and the violet 9 "
            "to make a Colour-Run (total 24), which beats a Colour-Run (total 21) by total.",
        ),
        (
            STONE.format("r7,r8,r9:", ":", ":"),
            "Stone 1 can be claimed: at best the other side can still get the violet 7, the violet 8 and the violet 9 "
            "to make a Colour-Run (total 24), which is equal but comes later.",
        ),
        # too few unseen cards
        (
            "stones-tiny 0 close o1,r3:r1/o2,r2:o3 : :",
            "Stone 1 can be claimed: the other side lacks 1 card, and no card is unseen.",
        ),
        # a Joker may copy a card that lies elsewhere
        (
            TACTICS.format("y9,b9,v9:g5,joker1,g7*", ":g6", ":"),
            "Stone 1 cannot be claimed: the other side has a Colour-Run (Joker as 6; total 18), "
            "which beats Same value (total 27) by type.",
        ),
        (
            TACTICS.format("y9,b9,v9:g5,joker1", "g3,g4:g6", ":"),
            "Stone 1 cannot be claimed: the other side can still get the green 7 to make a Colour-Run (Joker as 6; total 18), "
            "which beats Same value (total 27) by type.",
        ),
        (
            TACTICS.format("y9,b9,v9:g5,joker1", "g3,g4,g6:g7", ":"),
            "Stone 1 can be claimed: at best the other side can still get the violet 5 to make Same value (Joker as 5; "
            "total 15); "
            "Same value (total 27) beats that by total. "
            "The claim would fail if any one of these were not in sight: green 3, green 4, green 6, green 7.",
        ),
        (
            TACTICS.format("spy,r8,shield*:o2,y2,b9", ":", ":"),
            "Stone 1 can be claimed: Colour (Spy as 7, Shield-Bearer as 3; total 18) beats a Sum (total 13) by type.",
        ),
        # combat modes
        (
            TACTICS.format("r9,y9,v8:o9,o8%blind", ":", ":"),
            "Stone 1 can be claimed: at best the other side can still get the violet 9 to make a Sum (total 26), "
            "which is equal but comes later. At this Stone only totals count.",
        ),
        (
            TACTICS.format("r7,r8,r9:o9,o8%blind", ":", ":"),
            "Stone 1 cannot be claimed: the other side can still get the violet 9 to make a Sum (total 26), "
            "which beats a Sum (total 24) by total. At this Stone only totals count, and a Colour-Run is a mere Sum.",
        ),
        (
            TACTICS.format("r4,r5,r6:g5,g6%mud", ":", ":"),
            "Stone 1 cannot be claimed: the claimant's side has only 3 cards out of 4.",
        ),
        (TACTICS.format(":g5,g6%mud", ":", ":"), "Stone 1 cannot be claimed: the claimant's side is empty."),
        # a Colour-Run where only Runs or only Colours count
        (
            WALLS.format("r5,r6,r7:b1,y2,g3*!", ":"),
            "Tile 1 cannot be claimed: the other side has a Run (total 6), which beats a Sum (total 18) by type. "
            "A Colour-Run does not count at this tile: it is a mere Sum.",
        ),
        (
            WALLS.format("r5,r6,joker1:b1,y2,g3*!", ":"),
            "Tile 1 can be claimed: a Run (Joker as 7; total 18) beats a Run (total 6) by total.",
        ),
        (
            "walls 0 close :/:/r9,r10,r11:y1,y2,y4*!/:/:/:/: : v1:",
            "Tile 3 cannot be claimed: the other side has Colour (total 7), which beats a Sum (total 30) by type. "
            "A Colour-Run does not count at this tile: it is a mere Sum.",
        ),
        (
            "walls 0 close :/r11,y10:b5,v5*!/:/:/:/:/: : v1:",
            "Tile 2 cannot be claimed: the other side has Same value (total 10), which beats a Sum (total 21) by type. A "
            "Run does not count at this tile: it is a mere Sum.",
        ),
        # the lowest sum
        (
            WALLS.format(":", "y0,b1,v2:g0,r2"),
            "Tile 7 cannot be claimed: the other side can still get the violet 0 to make a Sum (total 2), "
            "which beats a Sum (total 3) by total. At this tile the lowest sum wins, and a Run is a mere Sum.",
        ),
        (
            WALLS.format("r0,b0:v0", "y0,b1,v2:g0,r2"),
            "Tile 7 can be claimed: at best the other side can still get the violet 1 to make a Sum (total 3), "
            "which is equal but comes later. At this tile the lowest sum wins, and a Run is a mere Sum. "
            "The claim would fail if any one of these were not in sight: red 0, blue 0, violet 0.",
        ),
    ],
)
def test_sentences(text: str, sentence: str) -> None:
    position = at(text)
    front = int(sentence.split()[1])
    proof = explain_claim(position.state, front, 0)
    assert proof.sentence() == str(proof) == sentence
    assert proof.holds == (f"claim {front}" in position.legal_moves) == ("can be" in sentence)


@pytest.mark.parametrize(
    "text, front, sentence",
    [
        (
            STONE.format("y9,b9,v9:g5,g7", ":", "g6:"),
            1,
            "La Borne 1 ne peut pas être revendiquée : l'autre côté peut encore recevoir le 6 vert pour former une suite "
            "couleur "
            "(total 18), qui l'emporte sur un brelan (total 27) par son type. "
            "Les cartes de votre propre main comptent aussi comme cachées : le 6 vert.",
        ),
        (
            STONE.format("g4,g5,g6:r5,r6", ":r7", ":"),
            1,
            "La Borne 1 peut être revendiquée : au mieux, l'autre côté peut encore recevoir le 4 rouge pour former une "
            "suite couleur "
            "(total 15), à égalité mais plus tard. Si le 7 rouge n'était pas visible, la revendication échouerait.",
        ),
        (
            STONE.format("o7,g7,b7:o8", "r8,y8:g8,b8", ":"),
            1,
            "La Borne 1 peut être revendiquée : au mieux, l'autre côté peut encore recevoir le 6 ocre et le 9 ocre pour "
            "former une "
            "couleur (total 23) ; un brelan (total 21) l'emporte par son type. La revendication échouerait si une seule de ces "
            "cartes n'était pas visible : 8 rouge, 8 jaune, 8 vert, 8 bleu.",
        ),
        (
            TACTICS.format("y9,b9,v9:g5,joker1,g7*", ":g6", ":"),
            1,
            "La Borne 1 ne peut pas être revendiquée : l'autre côté a une suite couleur (Joker valant 6 ; total 18), "
            "qui l'emporte sur un brelan (total 27) par son type.",
        ),
        (
            STONE.format("g4,g5,g6*:r4,r5,r6", ":", ":"),
            1,
            "La Borne 1 peut être revendiquée : les deux côtés ont une suite couleur (total 15), et l'autre a été complété "
            "plus tard.",
        ),
        (
            "walls 0 close :/r10,y10:b5,v5*!/:/:/:/:/: : v1:",
            2,
            "La Muraille 2 peut être revendiquée : une paire (total 20) l'emporte sur une paire (total 10) par son total.",
        ),
        (
            WALLS.format("r5,r6,r7:b1,y2,g3*!", ":"),
            1,
            "La Muraille 1 ne peut pas être revendiquée : l'autre côté a une suite (total 6), qui l'emporte sur une somme "
            "(total 18) "
            "par son type. Devant cette Muraille, une suite couleur ne compte pas : ce n'est qu'une somme.",
        ),
        (
            "stones-tiny 0 close o1,r3:r1/o2,r2:o3 : :",
            1,
            "La Borne 1 peut être revendiquée : il manque 1 carte à l'autre côté, et il ne reste aucune carte cachée.",
        ),
        (
            TACTICS.format("r4,r5,r6:g5,g6%mud", ":", ":"),
            1,
            "La Borne 1 ne peut pas être revendiquée : le côté qui revendique n'a que 3 cartes sur 4.",
        ),
    ],
)
def test_french_sentences(text: str, front: int, sentence: str) -> None:
    assert explain_claim(at(text).state, front, 0).sentence("fr") == sentence


PROVED, REFUTED = "r7,r8,r9:", "g6,g7,g8:r8,r9"


@pytest.mark.parametrize(
    "text, seat, code, start, debut",
    [
        (
            "stones 0 close {}/:/:/:/:/:/:/:/: : r1:",
            1,
            "not-yours",
            "One claims only on one's own turn. {front} could not be claimed anyway: the claimant's side ",
            "On ne revendique qu'à son propre tour. De toute façon, {front} ne pourrait pas être revendiquée : le côté ",
        ),
        (
            "stones 0 play {}/:/:/:/:/:/:/:/: r2: r1:",
            0,
            "not-yet",
            "Claims are made only after playing. Otherwise {front} could be claimed: at best ",
            "On ne revendique qu'après avoir joué. Sinon, {front} pourrait être revendiquée : au mieux, ",
        ),
        (
            "stones-expert 0 close {}/:/:/:/:/:/:/:/: : r1:",
            0,
            "too-late",
            "With the Expert variant claims are made only before playing. Otherwise {front} could be claimed: ",
            "Avec la variante Expert, on ne revendique qu'avant de jouer. Sinon, {front} pourrait être revendiquée : ",
        ),
        (
            "stones 0 close {}+0/:/:/:/:/:/:/:/: : r1:",
            0,
            "claimed",
            "{front} has been claimed already.",
            "{front} a déjà été revendiquée.",
        ),
        (
            "walls 0 close {}/:/:/:/:/:/: : v1:",
            1,
            "defender",
            "The defender never claims.",
            "Le défenseur ne revendique jamais.",
        ),
    ],
)
def test_not_at_this_moment(text: str, seat: int, code: str, start: str, debut: str) -> None:
    """The obstacle comes first; after one that can pass, whether the proof would hold without it."""
    proof = explain_claim(at(text.format(PROVED)).state, 1, seat)
    assert (proof.obstacle, proof.holds) == (code, False)
    for language, words, name in (("en", start, "Stone 1"), ("fr", debut, "la Borne 1")):
        sentence, expected = proof.sentence(language), words.format(front=name)
        expected = expected[0].upper() + expected[1:]
        assert sentence.startswith(expected) and (sentence == expected) == (code in explain.FINAL)


def test_in_the_middle_of_a_ruse_and_after_the_end() -> None:
    ruse = at(f"stones-tactics 0 play {PROVED}/:r2/:/:/:/:/:/:/: banshee: r1:joker2").apply("play banshee")
    proof = explain_claim(ruse.state, 1, 0)
    assert (proof.obstacle, proof.proved, proof.holds) == ("in-action", True, False)
    assert proof.sentence().startswith("Claims wait until the card just played has had its effect. Otherwise Stone 1 could be")
    won = at(f"stones 0 close {PROVED}/:+0/:+0/r4,r5,r6:/:/:/:/:/: : r1:").apply("claim 1")
    assert explain_claim(won.state, 1, 0).sentence() == "Stone 1 has been claimed already."
    proof = explain_claim(won.state, 4, 0)
    assert proof.obstacle == "over" and proof.sentence("fr") == "La partie est finie."


def test_every_obstacle_is_shown_here() -> None:
    assert set(OBSTACLES) == {"claimed", "over", "defender", "not-yours", "not-yet", "too-late", "in-action"}


def test_plain_data() -> None:
    """The keys do not change: programmes rely on them."""
    proof = explain_claim(at(TACTICS.format("y9,b9,v9:g5,joker1", "g3,g4:g6", "g7:")).state, 1, 0)
    assert proof.to_dict() == {
        "game": "stones",
        "front": 1,
        "seat": 0,
        "holds": False,
        "proved": False,
        "obstacle": None,
        "reason": "reachable",
        "decided_by": "type",
        "asks": {"width": 3, "types": ["colour-run", "same", "colour", "run", "sum"], "lowest": False},
        "own": {"type": "same", "total": 27, "cards": ["y9", "b9", "v9"], "wilds": {}, "shape": "same"},
        "best": {
            "type": "colour-run",
            "total": 18,
            "cards": ["g5", "joker1", "g7"],
            "wilds": {"joker1": 6},
            "shape": "colour-run",
        },
        "lacking": 0,
        "missing": 1,
        "unseen": 47,
        "needs": ["g7"],
        "blocking": [],
        "own_hand": ["g7"],
    }


def test_an_unknown_language() -> None:
    proof = explain_claim(at(STONE.format("r7,r8,r9:", ":", ":")).state, 1, 0)
    with pytest.raises(MarchstoneError) as caught:
        proof.sentence("de")
    assert caught.value.code == "language.unknown"
