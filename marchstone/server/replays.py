"""A finished round to look at: both hands open, one step for every entry of its log or every move of a record.

    {"preset": "stones", "players": ["Ann", ""], "result": {"winner": SEAT or null, "reason": "adjacent"} or null,
     "start": TABLE, "steps": [{"n": 7, "do": "move play r9 5", "by": 0, "place": 1, "turn": 1, "events": […], "table": TABLE}]}

`n` is the number of the entry (of a record: of the move), and what a link names: `#n=7`. `place` counts the moves that stand, as
a review counts them; after a takeback it falls. The position after `place` moves of the round as it ended is that of the last
step with this `place`. `players` are by seat, `by` is the player (of a record: the seat).

TABLE is `table` of docs/server.md seen by nobody (`"seat": null`, no `hand`, `legal` only where asked for) with both hands beside
it, by seat: `"open": [["r3", "y4"], ["b2"]]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..board import Board, Front, texts
from ..core.layout import HAND_SIZE, NUMBER, SEATS, TACTIC
from ..errors import IllegalMoveError, MarchstoneError
from ..events import Event, events_between
from ..move import Move
from ..position import Position
from ..record import Record
from .wire import Problem, clean_name

Entry = tuple[int, int | None, str]  # number, player (None: the server), what: as in the log
Names = tuple[str, str]

NO_NAMES = ("", "")
LINE = re.compile(r"line (\d+): ")
# what is wrong with a record, in French; the English sentence is the error's own, which says more
FRENCH = {
    "record.too-long": "Ce texte est trop long pour une partie.",
    "record.encoding": "Ce texte n'est pas codé en UTF-8, ou il commence par une marque d'ordre.",
    "record.truncated": "La partie est coupée : il en manque la fin.",
    "record.order": "Cette ligne n'est pas à sa place.",
    "record.syntax": "Cette ligne n'est pas lisible.",
    "record.position": "Cette position n'est pas possible, ou pas lisible.",
    "record.move": "Ce coup n'est pas possible ici.",
    "record.final": "Les coups ne mènent pas à la position finale indiquée.",
    "record.result": "Le résultat indiqué n'est pas celui de la partie.",
    "record.tag": "Une étiquette de la partie n'est pas valable.",
}


def replay_of(start: Position, entries: Iterable[Entry], players: Names = NO_NAMES, begun: int = 0) -> dict[str, Any]:
    """The replay of a round from its deal and the entries that follow `start` (number `begun`) in the log, `back` included.

    `players` are names by seat. Entries that are no move and no `back` stand in it with the table as it was.
    """
    position, turn, moves = start, 1, 0
    stood = {begun: (start, turn, moves)}  # as it stood after each entry
    steps = []
    for n, by, do in entries:
        happened: list[Event] = []
        verb, _, rest = do.partition(" ")
        if verb == "move":
            before = position
            position, happened = played(before, rest)
            turn += not position.is_over and position.actor != before.actor
            moves += 1
        elif verb == "back":
            position, turn, moves = stood[max(number for number in stood if number <= max(int(rest), begun))]
        stood[n] = position, turn, moves
        told = [event_dict(event, players) for event in happened]
        steps.append({"n": n, "do": do, "by": by, "place": moves, "turn": turn, "events": told, "table": open_table(position)})
    result = {"winner": position.winner, "reason": position.reason} if position.is_over else None
    return {
        "preset": start.rules.name,
        "players": list(players),
        "result": result,
        "start": open_table(start),
        "steps": steps,
    }


def replay_of_record(record: Record) -> dict[str, Any]:
    """The replay of a record, its tags beside it."""
    names = clean_name(record.tags.get("Seat0", "")), clean_name(record.tags.get("Seat1", ""))
    seats = [position.actor for position in record.positions()]
    entries = [(place + 1, seat, f"move {move.text}") for place, (move, seat) in enumerate(zip(record.moves, seats))]
    return replay_of(record.start, entries, names) | {"tags": dict(record.tags)}


def replay_of_text(text: str) -> dict[str, Any]:
    """The replay of a record's text; raises `MarchstoneError`, of which `problem_of` makes the answer."""
    return replay_of_record(Record.parse(text))


def problem_of(error: MarchstoneError) -> Problem:
    """What is wrong with an imported record, with the line, in both languages."""
    line = LINE.match(error.message)
    french = FRENCH.get(error.code, "Ce texte n'est pas une partie lisible.")
    inner, rule = error.__context__, None
    if isinstance(inner, IllegalMoveError):  # a move that the rules forbid explains itself in both languages
        french, rule = inner.sentences[1], inner.rule
    if line:
        french = f"Ligne {line[1]} : {french[:1].lower()}{french[1:]}" if rule is None else f"Ligne {line[1]} : {french}"
    english = str(error)
    return Problem(error.code, english[:1].upper() + english[1:], french, rule)


# -- the parts, which lessons are made of too ------------------------------------------------------------------------------


def played(before: Position, move: str) -> tuple[Position, list[Event]]:
    """The position after a move, and what happened by it, every card face up."""
    action = before.legal_action(Move(move))
    after = before.apply(move)
    return after, events_between(before.state, after.state, action)


def event_dict(event: Event, players: Sequence[str] = NO_NAMES) -> dict[str, Any]:
    """An event as JSON, with its sentence in both languages."""
    names = players[0], players[1]
    return event.to_dict() | {"en": event.sentence("en", names), "fr": event.sentence("fr", names)}


def open_table(position: Position, legal: bool = False) -> dict[str, Any]:
    """The table with both hands open; if asked for, with what the actor may do."""
    state = position.state
    sizes = [[state[HAND_SIZE + 2 * seat + kind] for kind in (NUMBER, TACTIC)] for seat in range(SEATS)]
    return {
        **board_dict(position),
        "seat": None,
        "hand": [],
        "open": [texts(position.hand(seat)) for seat in range(SEATS)],
        "hands": sizes,
        "known": [],
        "unseen": [],
        "legal": [move.text for move in position.legal_moves] if legal else [],
        "provable": list(position.provable) if legal else [],
    }


def board_dict(board: Board) -> dict[str, Any]:
    """What everybody sees of a table."""
    return {
        "preset": board.rules.name,
        "turn": board.turn,
        "actor": board.actor,
        "phase": board.phase,
        "fronts": [front_dict(front) for front in board.fronts],
        "piles": list(board.piles),
        "discard": texts(board.discard),
        "removed": texts(board.removed),
        "held": board.held and board.held.text,
        "oil": board.oil,
        "tactics": list(board.tactics_played),
        "over": {"winner": board.winner, "reason": board.reason} if board.is_over else None,
        "text": board.text,
    }


def front_dict(front: Front) -> dict[str, Any]:
    """One front, with what it asks for now."""
    return {
        "sides": [texts(side) for side in front.sides],
        "first": front.first,
        "owner": front.owner,
        "damaged": front.damaged,
        "blind": front.blind,
        "mud": front.mud,
        "width": front.asks.width,
        "counts": list(front.asks.types),
        "lowest": front.asks.lowest,
    }
