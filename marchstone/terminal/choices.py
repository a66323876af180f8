"""What can be chosen now, numbered: steps of a ruse, piles, claims and all that is offered beside the cards of the hand."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import card_name
from ..core.layout import LEFT, RUSE
from ..core.presets import GAME, setting
from ..move import Move
from ..phrases import front_name, this_card
from ..view import View
from .told import move_phrase
from .words import Words

ASKED = {"play": "to-play-only", "close": "to-close", "end": "to-end"}
NUMBERED_BY_HAND = ("play", "bury", "give")  # there a number is that of a card in the hand


@dataclass(frozen=True)
class Choice:
    """What is typed, what it does in words, and the move."""

    key: str
    text: str
    move: str


def choices(view: View, words: Words) -> list[Choice]:
    """All moves that have a number of their own; cards of the hand have those of the hand."""
    if view.phase in NUMBERED_BY_HAND:
        return []
    moves = [move for move in view.legal_moves if move.verb != "claim"]
    return [
        Choice(key_of(place, move), move_phrase(move, view, words.language), move.text) for place, move in enumerate(moves, 1)
    ]


def key_of(place: int, move: Move) -> str:
    """A front keeps its number, the discard is 0, everything else is counted."""
    if move.verb == "put":
        return str(move.front or 0)
    return str(place)


def question(view: View, words: Words) -> str:
    """What the seat is to do now, as a question."""
    ruse = ruse_name(view, words)
    left = left_of(view)
    if view.phase == "play" and view.hand:
        example = example_of(view)
        return words("to-play", example=example) if example else words("to-play-only")
    if view.phase == "close" and view.legal_moves.filter("draw"):
        return words("to-draw")
    if view.phase in ASKED:
        return words(ASKED[view.phase])
    card = this_card(view.held, words.language) if view.held else ""
    return words(f"to-{view.phase}", ruse=ruse, card=card, left=left)


def example_of(view: View) -> str:
    """A move with a card of the hand that can be made as it stands."""
    hand = [card.text for card in view.hand]
    moves = [move for move in view.legal_moves.filter("play") if move.front]
    middle = (view.rules.fronts + 1) // 2
    best = min(moves, key=lambda move: abs((move.front or 0) - middle), default=None)
    return f"{hand.index(best.card) + 1} {best.front}" if best and best.card else ""


def offers(view: View, words: Words) -> list[str]:
    """Claims, oil, retreats and passes that are possible now."""
    by_verb: dict[str, list[Move]] = {}
    for move in view.legal_moves:
        by_verb.setdefault(move.verb, []).append(move)
    told = []
    for move in by_verb.get("claim", []):
        front = front_name(move.front or 0, view.rules.game, words.language)
        told.append(words("claim-offer", front=front, number=move.front))
    if view.phase == "play":
        for verb in ("oil", "retreat"):
            keys = ", ".join(move.text for move in by_verb.get(verb, []))
            told += [words(f"{verb}-offer", keys=keys)] if keys else []
        told += [words("pass-offer")] if "pass" in by_verb else []
    return told


def ruse_name(view: View, words: Words) -> str:
    """The ruse or action under way."""
    vector = view.vector
    return card_name(vector[RUSE], setting(vector, GAME), words.language) if vector[RUSE] else ""


def left_of(view: View) -> int:
    """How often the step under way remains."""
    return view.vector[LEFT]
