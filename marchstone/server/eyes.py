"""What a client sees: `table` and the events of docs/server.md, built field by field from a `View`, so from nothing hidden.

What lies open is the same in both views of a position; a spectator gets that, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..cards import TEXTS, bits_of, cards_of
from ..core import layout as lay
from ..core.layout import NUMBER, SEATS, TACTIC, State
from ..core.presets import FRONT_COUNT, GAME, NAMES, PRESETS, row_at, setting
from ..core.sample import hidden_cards
from ..core.zones import card_on, count_on, side_of
from ..events import Event, seen_by
from ..match.rounds import REASONS
from ..move import ACTION_TEXTS, Move
from ..phrases import Pair
from ..rules import FrontRules
from ..view import View
from ..writing import PHASES, write, write_front

SPECTATOR = 2  # the audience beside players 0 and 1
AUDIENCES = (0, 1, SPECTATOR)
Shown = tuple[dict[str, Any], str]  # a front as it is sent, and as text


# -- the table -------------------------------------------------------------------------------------------------------------


def tables_of(views: list[View], *, tracker: bool = True, find: bool = False) -> list[dict[str, Any]]:
    """The tables of both views of a position, in their order, and that of a spectator: what lies open is put together once."""
    fronts = fronts_of(views[0].vector)
    lies_open = open_table(views[0], fronts)
    line = "/".join(text for _, text in fronts)
    return [*(table_of(view, lies_open, line, tracker=tracker, find=find) for view in views), lies_open]


def open_table(view: View, fronts: list[Shown] | None = None) -> dict[str, Any]:
    """What lies open to everybody: the table of a spectator. `fronts` are those of `fronts_of`, if they are there already."""
    v = view.vector
    return {
        "preset": NAMES[v[lay.PRESET]],
        "seat": None,
        "turn": v[lay.TURN],
        "actor": v[lay.ACTOR],
        "phase": PHASES[v[lay.PHASE]],
        "fronts": [shown for shown, _ in fronts or fronts_of(v)],
        "hand": [],
        "hands": [[v[lay.HAND_SIZE + 2 * seat + kind] for kind in (NUMBER, TACTIC)] for seat in range(SEATS)],
        "known": [],
        "piles": [v[lay.PILE_SIZE + NUMBER], v[lay.PILE_SIZE + TACTIC]],
        "discard": texts(v, cards_of(v[lay.DISCARD + NUMBER], v[lay.DISCARD + TACTIC])),
        "removed": texts(v, cards_of(0, v[lay.REMOVED])),
        "held": texts(v, [v[lay.HELD] - 1])[0] if v[lay.HELD] else None,
        "oil": v[lay.OIL],
        "tactics": [v[lay.PLAYED], v[lay.PLAYED + 1]],
        "unseen": [],
        "legal": [],
        "provable": [],
        "over": over_of(v),
        "text": "",
    }


def table_of(
    view: View, lies_open: dict[str, Any] | None = None, line: str | None = None, *, tracker: bool = True, find: bool = False
) -> dict[str, Any]:
    """The table as the seat of a view sees it; `lies_open` is the spectator's, `line` the part of its text about the fronts.

    With `find` a player has to find out what can be claimed: then neither `provable` nor `legal` tells.
    """
    v, seat = view.vector, view.seat
    acts = v[lay.ACTOR] == seat and v[lay.PHASE] != lay.OVER
    other = lay.KNOWN + 2 * (1 - seat)
    return {
        **(open_table(view) if lies_open is None else lies_open),
        "seat": seat,
        "hand": texts(v, cards_of(v[lay.HAND + 2 * seat], v[lay.HAND + 2 * seat + TACTIC])),
        "known": texts(v, cards_of(v[other], v[other + TACTIC])),
        "unseen": texts(v, cards_of(hidden_cards(v, NUMBER), hidden_cards(v, TACTIC))) if tracker else [],
        "legal": legal_of(view, find) if acts else [],
        "provable": [front + 1 for front in bits_of(v[lay.PROVABLE])] if acts and not find else [],
        "text": write(v, line),
    }


def texts(v: State, cards: Iterable[int]) -> list[str]:
    """Cards as texts."""
    names = TEXTS[setting(v, GAME)]
    return [names[card] for card in cards]


def legal_of(view: View, find: bool) -> list[str]:
    """Everything that the seat may do, by rising numbers of the core."""
    moves = view.legal_moves
    names = ACTION_TEXTS[setting(view.vector, GAME)]
    found = [names[action] for action in moves.actions()]
    return [text for text in found if not text.startswith("claim")] if find else found


def over_of(v: State) -> dict[str, Any] | None:
    """How the game has ended, by seats."""
    winner = v[lay.WINNER]
    if not winner:
        return None
    return {"winner": None if winner == lay.DRAWN else winner - 1, "reason": tuple(REASONS)[v[lay.REASON] - 1]}


MOST_KEPT = 8_000  # about a kilobyte each


def fronts_of(v: State) -> list[Shown]:
    """Each front as it is sent, and as it stands in the line of the position. Most stay as they are from move to move."""
    return [front_of(v, front) for front in range(setting(v, FRONT_COUNT))]


def front_of(v: State, front: int) -> Shown:
    """One front; made once for all that lies there alike. Nobody may change it."""
    first, second = side_of(front, 0), side_of(front, 1)
    known = (
        *(v[lay.PRESET], front, v[first + lay.ORDER], v[second + lay.ORDER], v[first + lay.RANK], v[second + lay.RANK]),
        *(v[lay.CLAIMED] >> front & 1, v[lay.CLAIMED + 1] >> front & 1),
        *(v[lay.DAMAGED] >> front & 1, v[lay.BLINDED] >> front & 1, v[lay.MUDDY] >> front & 1),
    )
    found = KEPT.get(known)
    if found is None:
        if len(KEPT) >= MOST_KEPT:
            KEPT.clear()
        found = KEPT[known] = shown_front(v, front), write_front(v, PRESETS[v[lay.PRESET]], front)
    return found


KEPT: dict[tuple[int, ...], Shown] = {}


def shown_front(v: State, front: int) -> dict[str, Any]:
    """A front as it is sent, with what it asks for now."""
    asks = FrontRules.of(row_at(v, front))
    sides = [side_of(front, seat) for seat in range(SEATS)]
    both = all(v[side + lay.RANK] for side in sides)
    return {
        "sides": [texts(v, [card_on(v, side, slot) for slot in range(count_on(v, side))]) for side in sides],
        "first": 1 - (v[sides[0] + lay.RANK] & 1) if both else None,
        "owner": next((seat for seat in range(SEATS) if v[lay.CLAIMED + seat] >> front & 1), None),
        "damaged": bool(v[lay.DAMAGED] >> front & 1),
        "blind": bool(v[lay.BLINDED] >> front & 1),
        "mud": bool(v[lay.MUDDY] >> front & 1),
        "width": asks.width,
        "counts": list(asks.types),
        "lowest": asks.lowest,
    }


# -- events ----------------------------------------------------------------------------------------------------------------


def told(event: Event, names: tuple[Pair, Pair]) -> dict[str, Any]:
    """An event as it is sent: `Event.to_dict()`, and its sentence. `names` are those of the seats, in both languages."""
    found: dict[str, Any] = {"kind": event.kind, "game": event.game}
    for key, value in (
        ("seat", event.seat),
        ("card", event.card and event.card.text),
        ("back", event.back),
        ("source", event.source),
        ("target", event.target),
        ("front", event.front),
        ("number", event.number),
        ("reason", event.reason),
    ):
        if value is not None:
            found[key] = value
    found["en"] = event.sentence("en", (names[0][0], names[1][0]))
    found["fr"] = event.sentence("fr", (names[0][1], names[1][1]))
    return found


def for_everybody(events: list[Event], names: tuple[Pair, Pair]) -> tuple[list[dict[str, Any]], ...]:
    """The same events as both seats and a spectator see them; what all see alike is said once."""
    as_seen = [seen_by(events, seat) for seat in (0, 1, None)]
    said: dict[int, dict[str, Any]] = {}
    for event in (event for seen in as_seen for event in seen):
        if id(event) not in said:
            said[id(event)] = told(event, names)
    return tuple([said[id(event)] for event in seen] for seen in as_seen)


def move_seen(text: str, events: list[Event], seat: int | None) -> str:
    """The text of a move as a seat may know it: without its card if that stays hidden."""
    move = Move(text)
    hidden = any(
        event.card and event.card.text == move.card and seen.card is None for event, seen in zip(events, seen_by(events, seat))
    )
    return move.verb if hidden else text
