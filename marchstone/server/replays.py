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
from collections.abc import Iterable
from typing import Any

import msgspec

from ..board import texts
from ..core.layout import SEATS
from ..errors import IllegalMoveError, MarchstoneError
from ..events import Event, events_between
from ..move import Move
from ..position import Position
from ..record import Record
from . import tidings
from .eyes import open_table, told
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


def replay_of(
    start: Position, entries: Iterable[Entry], players: Names = NO_NAMES, begun: int = 0, seats: tuple[int, int] = (0, 1)
) -> dict[str, Any]:
    """The replay of a round from its deal and the entries that follow `start` (number `begun`) in the log, `back` included.

    `players` are names by seat, `seats` the seats of both players. Entries that are no move and no `back` stand in it with the
    table as it was.
    """
    position, turn, moves = start, 1, 0
    stood = {begun: (start, turn, moves)}  # as it stood after each entry
    steps, result = [], None
    for n, by, do in entries:
        verb, _, rest = do.partition(" ")
        if verb == "move":
            before = position
            position, happened = played(before, rest)
            turn += not position.is_over and position.actor != before.actor
            moves += 1
            shown = [event_dict(event, players) for event in happened]
        else:
            shown = tidings_of(by, do, players, seats)
        if verb == "back":
            position, turn, moves = stood[max(number for number in stood if number <= max(int(rest), begun))]
        elif verb == "end":
            result = result_in(rest, seats)
        stood[n] = position, turn, moves
        steps.append({"n": n, "do": do, "by": by, "place": moves, "turn": turn, "events": shown, "table": both_hands(position)})
    if position.is_over:
        result = {"winner": position.winner, "reason": position.reason}
    return {
        "preset": start.rules.name,
        "players": list(players),
        "result": result,
        "start": both_hands(start),
        "steps": steps,
    }


def tidings_of(by: int | None, do: str, players: Names, seats: tuple[int, int]) -> list[dict[str, Any]]:
    """What an entry that is no move tells."""
    verb = do.partition(" ")[0]
    code = do.replace(" ", "-") if verb == "offer" else verb
    if code not in tidings.SENTENCES:
        return []
    who = tidings.caller("" if by is None else players[seats[by]], None, by or 0)
    return [tidings.of(code, by, who, 0, 0)]


def result_in(rest: str, seats: tuple[int, int]) -> dict[str, Any]:
    """How a round ended that did not end by the rules: what its `end` says, by seats."""
    said = msgspec.json.decode(rest.partition(" ")[2])
    return {"winner": None if said["winner"] is None else seats[said["winner"]], "reason": said["reason"]}


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


def event_dict(event: Event, players: Names = NO_NAMES) -> dict[str, Any]:
    """An event as JSON, with its sentence in both languages."""
    return told(event, ((players[0], players[0]), (players[1], players[1])))


def both_hands(position: Position, legal: bool = False) -> dict[str, Any]:
    """The table with both hands open; if asked for, with what the actor may do."""
    return {
        **open_table(position.view(position.actor)),
        "open": [texts(position.hand(seat)) for seat in range(SEATS)],
        "legal": [move.text for move in position.legal_moves] if legal else [],
        "provable": list(position.provable) if legal else [],
        "text": position.text,
    }
