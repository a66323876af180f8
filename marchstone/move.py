"""Moves: one short text, one frozen value and one number of the core for each micro-action."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import GAME_NAMES, NUMBERS, TEXTS, card_name, card_number
from .core import actions as a
from .core.layout import ELITES, FIRST_TACTIC, FRONTS, STONES
from .errors import TextError, WrongTypeError

VERBS = ("play", "claim", "draw", "retreat", "oil", "take", "put", "bury", "give", "pass", "done")
PILES = (("clan", "tactic"), ("siege", "tactic"))
AT_FRONT = {a.CLAIM: "claim", a.RETREAT: "retreat", a.OIL: "oil"}
OF_HAND = {a.BURY: "bury", a.BURY_TACTIC: "bury", a.GIVE: "give", a.GIVE_TACTIC: "give"}
OF_TABLE = {a.TAKE: "take", a.TAKE_TROOP: "take"}
FINISHES = ("pass", "done")
DISCARD = "discard"


def action_text(action: int, game: int) -> str:
    """The text of an action."""
    family = a.family_of(action)
    card, place = a.card_index(action), a.place_index(action)
    texts = TEXTS[game]
    if family in (a.PLAY, a.TROOP):
        return f"play {texts[card + FIRST_TACTIC * (family == a.TROOP)]} {place + 1}"
    if family == a.MODE:
        return f"play {texts[a.MODES[card]]} {place + 1}"
    if family == a.RUSE:
        return f"play {texts[a.RUSES[place]]}"
    if family in AT_FRONT:
        return f"{AT_FRONT[family]} {place + 1}"
    if family == a.DRAW:
        return f"draw {PILES[game][place]}"
    if family == a.PUT:
        return f"put {DISCARD if place == a.TO_DISCARD else place + 1}"
    if family == a.FINISH:
        return FINISHES[place]
    tactic = family in (a.TAKE_TROOP, a.BURY_TACTIC, a.GIVE_TACTIC)
    return f"{(OF_HAND | OF_TABLE)[family]} {texts[place + FIRST_TACTIC * tactic]}"


def table_of(game: int) -> tuple[str, ...]:
    """The text of every action of a game; an action on a card that the game has not has none."""
    texts = (action_text(action, game) for action in range(a.ACTIONS))
    return tuple("" if "  " in text or text.endswith(" ") else text for text in texts)


ACTION_TEXTS = (table_of(0), table_of(1))
ACTION_NUMBERS = tuple({text: action for action, text in enumerate(texts) if text} for texts in ACTION_TEXTS)
