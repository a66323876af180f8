"""Why a front may be claimed, or not: the proof with its witness, as data and as a sentence in English or French.

What is stronger, and what can still come, is asked of the core; which cards do it is found by asking again without some card,
or with one more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .cards import Card, bits_of
from .core.claims import provable_at
from .core.formations import width_of
from .core.games import may_claim
from .core.layout import CARDS_ON, HAND, PHASE, POOL, PRESET, RANK, SEATS, STONES, TO_PLAY, TURN, WINNER, State
from .core.presets import DECK_MASK, EXPERT, GAME, NAMES, row_at, setting
from .core.proof import reach
from .core.walls import DEFENDER
from .core.zones import card_on, count_on, elites_on, open_fronts, side_of
from .errors import PositionError
from .formation import Formation, formation
from .guards import check_seat, words_of
from .phrases import (
    BLOCKING,
    BLOCKING_ONE,
    BY,
    FRONT_NOTES,
    MOST_NAMED,
    OBSTACLES,
    OWN_HAND,
    PROOFS,
    THIS_FRONT,
    UNSEEN,
    VERDICTS,
    capital,
    front_name,
    listed,
    number_of_cards,
    the_cards,
    tongue,
    type_with_article,
)
from .rules import FrontRules, Rules

FINAL = ("claimed", "over", "defender")  # after these the proof is of no interest


@dataclass(frozen=True)
class ClaimProof:
    """Whether a seat may claim a front, and the evidence.

    `reason` says how the proof ends, `obstacle` what else forbids a claim at this moment. `best` is what the other side has or
    can still become, and `needs` are the unseen cards for it: if it beats `own`, one set of cards that refutes the claim.
    Where there is a choice, none of them is in the claimant's hand; those that are (`own_hand`) count as unseen nevertheless.
    Were any one of the cards in `blocking`, which lie elsewhere, not in sight, the proof would fail.

    >>> from marchstone.position import Position
    >>> proof = explain_claim(Position.parse("stones 0 close g6,g7,g8:r8,r9/:/:/:/:/:/:/:/: : v1:", check=False).state, 1, 0)
    >>> proof.holds, proof.reason, proof.needs
    (False, 'reachable', (Card('r7'),))
    >>> proof.sentence()[:82]
    'Stone 1 cannot be claimed: the other side can still get the red 7 to make a Colour'
    """

    game: str
    front: int  # from 1
    seat: int
    holds: bool  # the claim is a legal move
    proved: bool  # so it would be if this were the moment
    obstacle: str | None  # why no claim can be made at this moment: a code of `phrases.OBSTACLES`
    reason: str  # a code of `phrases.PROOFS`
    asks: FrontRules
    own: Formation | None  # none while it is incomplete
    best: Formation | None  # none if the unseen cards cannot fill the other side
    lacking: int  # cards that the claimant's side lacks
    missing: int  # cards that the other side lacks
    unseen: int  # cards in the pool
    needs: tuple[Card, ...]
    blocking: tuple[Card, ...]
    own_hand: tuple[Card, ...]  # for nobody but the claimant

    @property
    def decided_by(self) -> str | None:
        """What makes one of the two formations the stronger: `type`, `total`, or `first` when they are equal."""
        if self.own is None or self.best is None:
            return None
        if self.own.type != self.best.type:
            return "type"
        return "total" if self.own.total != self.best.total else "first"

    def sentence(self, language: str = "en") -> str:
        """The explanation in words."""
        parts = obstacle_in_words(self, language)
        if self.obstacle not in FINAL:
            parts += [proof_in_words(self, language), *note_on_front(self, language), *cards_in_words(self, language)]
        return " ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {
            "game": self.game,
            "front": self.front,
            "seat": self.seat,
            "holds": self.holds,
            "proved": self.proved,
            "obstacle": self.obstacle,
            "reason": self.reason,
            "decided_by": self.decided_by,
            "asks": self.asks.to_dict(),
            "own": self.own and self.own.to_dict(),
            "best": self.best and self.best.to_dict(),
            "lacking": self.lacking,
            "missing": self.missing,
            "unseen": self.unseen,
            "needs": [card.text for card in self.needs],
            "blocking": [card.text for card in self.blocking],
            "own_hand": [card.text for card in self.own_hand],
        }

    def __str__(self) -> str:
        return self.sentence()


# -- finding the evidence --------------------------------------------------------------------------------------------------


def explain_claim(state: State, front: int, seat: int) -> ClaimProof:
    """The proof of a seat's claim to a front (from 1), in a state or in what a seat may know of it."""
    s = words_of(state)
    rules = Rules(NAMES[s[PRESET]])
    rules.check_front(front)
    check_seat(seat)
    place, game, row = front - 1, rules.preset.game, row_at(s, front - 1)
    side, other = side_of(place, seat), side_of(place, 1 - seat)
    check_sides(s, place, width_of(row))
    missing = width_of(row) - count_on(s, other)
    complete = s[side + RANK] > 0
    best, needs = best_reply(s, row, other, missing, s[HAND + 2 * seat])
    own = formation(row, cards_on(s, side)) if complete else None
    theirs = formation(row, [*cards_on(s, other), *bits_of(needs)]) if best else None
    proved = bool(provable_at(s, place, seat))
    obstacle = obstacle_to(s, place, seat)
    equal = best == s[side + RANK] >> 1
    return ClaimProof(
        game=rules.game,
        front=int(front),
        seat=int(seat),
        holds=proved and obstacle is None,
        proved=proved,
        obstacle=obstacle,
        reason=reason_of(complete, proved, missing, equal, bool(best)),
        asks=FrontRules.of(row),
        own=own,
        best=theirs,
        lacking=width_of(row) - count_on(s, side),
        missing=missing,
        unseen=s[POOL].bit_count(),
        needs=cards(needs, game),
        blocking=cards(blocking(s, place, seat), game) if proved else (),
        own_hand=cards(needs & s[HAND + 2 * seat], game),
    )


def check_sides(s: State, place: int, width: int) -> None:
    """Refuse a front of an unchecked position that the proof cannot speak of: a side too full, or a card twice on it."""
    sides = [cards_on(s, side_of(place, seat)) for seat in range(SEATS)]
    full = [f"front {place + 1}: {len(side)} cards on a side that takes {width}" for side in sides if len(side) > width]
    double = [f"front {place + 1}: a card stands twice on a side" for side in sides if len(set(side)) < len(side)]
    if full or double:
        raise PositionError(full + double)


def cards(mask: int, game: int) -> tuple[Card, ...]:
    """Number cards for people."""
    return tuple(Card.of(card, game) for card in bits_of(mask))


def cards_on(s: State, side: int) -> list[int]:
    """The cards of a side in order of play."""
    return [card_on(s, side, slot) for slot in range(count_on(s, side))]


def best_reply(s: State, row: int, side: int, missing: int, hand: int) -> tuple[int, int]:
    """The best strength that a side has or can reach, and pool cards that do it: without any one of them it would not."""

    def strongest(pool: int) -> int:
        return reach(row, s[side + CARDS_ON], elites_on(s, side), missing, pool, 0)

    best, needs = strongest(s[POOL]), s[POOL]
    if best == 0 or missing == 0:
        return best, 0
    for card in [*bits_of(s[POOL] & hand), *bits_of(s[POOL] & ~hand)]:
        if strongest(needs & ~(1 << card)) == best:
            needs &= ~(1 << card)
    return best, needs


def blocking(s: State, front: int, seat: int) -> int:
    """The cards in sight elsewhere than at this front, each of which alone refutes the claim once unseen."""
    found, pool = 0, s[POOL]
    in_sight = setting(s, DECK_MASK) & ~pool & ~s[side_of(front, 0) + CARDS_ON] & ~s[side_of(front, 1) + CARDS_ON]
    for card in bits_of(in_sight):
        s[POOL] = pool | 1 << card
        if not provable_at(s, front, seat):
            found |= 1 << card
    s[POOL] = pool
    return found


def obstacle_to(s: State, front: int, seat: int) -> str | None:
    """What forbids every claim of this front at this moment; nothing if only the proof decides."""
    if not open_fronts(s) >> front & 1:
        return "claimed"
    if s[WINNER]:
        return "over"
    if seat == DEFENDER and setting(s, GAME) != STONES:
        return "defender"
    if s[TURN] != seat:
        return "not-yours"
    if may_claim(s):
        return None
    if s[PHASE] == TO_PLAY:
        return "not-yet"
    return "too-late" if setting(s, EXPERT) else "in-action"


def reason_of(complete: bool, proved: bool, missing: int, equal: bool, fillable: bool) -> str:
    """The code of how the proof ends."""
    if not complete:
        return "incomplete"
    if not proved:
        return "reachable" if missing else "later" if equal else "beaten"
    if not missing:
        return "proved-first" if equal else "proved-better"
    if not fillable:
        return "proved-unfillable"
    return "proved-equal" if equal else "proved-unreachable"


# -- saying it -------------------------------------------------------------------------------------------------------------


def said(pair: tuple[str, str], language: str, **words: object) -> str:
    """A sentence in one language, with the words put in and a capital letter."""
    return capital(pair[tongue(language)].format(**words))


def obstacle_in_words(proof: ClaimProof, language: str) -> list[str]:
    """Why no claim can be made at this moment."""
    if proof.obstacle is None:
        return []
    return [said(OBSTACLES[proof.obstacle], language, front=front_name(proof.front, proof.game, language))]


def proof_in_words(proof: ClaimProof, language: str) -> str:
    """How the proof ends."""
    width = proof.asks.width
    verdict = VERDICTS[proof.proved, proof.obstacle is None][tongue(language)]
    tie = proof.own and f"{type_with_article(proof.own.type, width, language)} (total {proof.own.total})"
    return said(
        PROOFS["empty" if proof.lacking == width else proof.reason],
        language,
        verdict=verdict.format(front=front_name(proof.front, proof.game, language)),
        own=proof.own and proof.own.phrase(language),
        best=proof.best and proof.best.phrase(language),
        tie=tie,
        by=BY[proof.decided_by][tongue(language)] if proof.decided_by in BY else "",
        needs=the_cards(proof.needs, language),
        present=number_of_cards(width - proof.lacking, language),
        width=width,
        missing=number_of_cards(proof.missing, language),
        unseen=UNSEEN[min(proof.unseen, 2)][tongue(language)].format(unseen=number_of_cards(proof.unseen, language)),
    )


def note_on_front(proof: ClaimProof, language: str) -> list[str]:
    """What makes this front unlike others, where it matters: only totals count, the lowest wins, or a type is left out."""
    if proof.own is None or proof.best is None:
        return []
    width = proof.asks.width
    uncounted = [side.shape for side in (proof.own, proof.best) if side.type == "sum" and side.shape != "sum" and width > 1]
    note = FRONT_NOTES.get((proof.asks.types == ("sum",), proof.asks.lowest, bool(uncounted)))
    shape = type_with_article(uncounted[0], width, language) if uncounted else ""
    return [said(note, language, this=THIS_FRONT[proof.game][tongue(language)], shape=shape)] if note else []


def cards_in_words(proof: ClaimProof, language: str) -> Iterator[str]:
    """The cards that one might overlook: in one's own hand, or, unless they are too many to say, somewhere on the table."""
    if proof.own_hand and proof.reason == "reachable":
        yield said(OWN_HAND, language, cards=the_cards(proof.own_hand, language))
    if proof.best and len(proof.blocking) == 1:
        yield said(BLOCKING_ONE, language, cards=the_cards(proof.blocking, language))
    elif proof.best and 1 < len(proof.blocking) <= MOST_NAMED:
        yield said(BLOCKING, language, cards=listed(proof.blocking, language))
