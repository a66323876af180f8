"""Commands at the table: what each one appends to the log, with all that it causes; or why it is refused.

`at` is the last number the client had seen. A move is refused as stale if the table has changed since; an offer also if another
has been made or answered since; an answer if the offer came later; giving up only if another round has begun since; `next` and
`rematch` if the round has ended later. So a command that was refused is refused again whenever it comes late.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import MarchstoneError
from ..fair import ROUNDS, commitment, deal
from ..move import Move
from ..position import Position
from .course import AGREED, RESIGNED, Course, outcome, points
from .fold import Folded
from .refusal import Refusal
from .store.entry import New
from .wire import written

NOT_PLAYING = {"open": "room.open", "between": "room.between", "over": "room.over"}


def entries_of(room: Folded, player: int | None, id: str | None, at: int, do: str, now: int) -> list[New]:
    """The entries of a command, its own first."""
    verb, _, rest = do.partition(" ")
    known = COMMANDS.get(do) or (COMMANDS["move"] if verb == "move" else None)
    if known is None:
        raise Refusal("room.unknown")
    if player is None:
        raise Refusal("room.spectator")
    if at > room.n:
        raise Refusal("room.stale")
    new = known(room, player, at, rest)
    own = New(new[0].what, player, id, None, now)
    return [own, *(New(entry.what, entry.player, None, entry.secret, now) for entry in new[1:])]


# -- moves -----------------------------------------------------------------------------------------------------------------


def move(room: Folded, player: int, at: int, text: str) -> list[New]:
    """A move, the claims that are made by themselves, and the end of the round if that is it."""
    position = playing(room)
    fresh(at, room.changed)
    seat = room.seats[player]
    if position.actor != seat:
        raise Refusal("room.not-your-turn")
    try:
        position.legal_action(text, seat)
    except MarchstoneError as error:
        raise Refusal.of(error) from None
    text = " ".join(text.split())
    after = room.after(position, text)
    entries = [New(f"move {text}", player)]
    if room.settings.claims == "automatic":
        after = claim_all(room, after, entries)
    return [*entries, *(ending(room, after) if after.is_over else [])]


def claim_all(room: Folded, position: Position, entries: list[New]) -> Position:
    """Whatever a person can claim at this moment, from left to right: entries of that player without an id."""
    while position.provable and not position.is_over:
        player = room.player_at(position.turn)
        text = f"claim {position.provable[0]}"
        if room.levels[player] is not None or Move(text) not in position.legal_moves:
            break
        position = position.apply(text)
        entries.append(New(f"move {text}", player))
    return position


def playing(room: Folded) -> Position:
    """The position of a round that is being played."""
    if room.state != "playing" or room.position is None:
        raise Refusal(NOT_PLAYING[room.state])
    return room.position


def fresh(at: int, since: int) -> None:
    """Refuse what was meant for a table of before."""
    if at < since:
        raise Refusal("room.stale")


# -- the end of a round, and the next ----------------------------------------------------------------------------------------


def ending(room: Folded, position: Position, reason: str | None = None, loser: int | None = None) -> list[New]:
    """The end of the round, its seed revealed: by the rules, or given up (by a seat), or agreed."""
    said = reason or position.reason or ""
    result = outcome(position, said, loser)
    over = Course(room.settings, room.starter or 0, [*room.results, result]).finished
    told = {
        "winner": None if result.winner is None else room.player_at(result.winner),
        "reason": said,
        "points": points(result, room.seats, room.course.walls),
        "seed": room.seed_of(room.round).hex(),
        "over": over,
    }
    return [New(f"end {room.round} {as_json(told)}")]


def starting(room: Folded, number: int, seeds: tuple[str, str]) -> list[New]:
    """The beginning of a round: seats, who begins, and the commitment to the round after."""
    starter, lot = room.starter, None
    if starter is None:
        starter = room.settings.seat
        if starter is None:
            lot = deal(room.settings.preset, room.id, number, room.seed_of(number), seeds).lot
            starter = lot
    course = Course(room.settings, starter, room.results)
    more = room.settings.rounds > 1 and number < ROUNDS
    told = {
        "seats": course.seats,
        "starter": starter,
        "lot": lot if number == 1 else room.lot,
        "next": commitment(room.id, number + 1, room.seed_of(number + 1)) if more else None,
    }
    return [New(f"start {number} {as_json(told)}")]


def as_json(values: dict[str, Any]) -> str:
    """As it stands in the log."""
    return written(values).decode()


def resign(room: Folded, player: int, at: int, rest: str) -> list[New]:
    """The round is lost."""
    position = playing(room)
    fresh(at, room.begun)
    return [New("resign"), *ending(room, position, RESIGNED, room.seats[player])]


def go_on(room: Folded, player: int, at: int, rest: str) -> list[New]:
    """Ready for the next round, which starts when both are; a level always is, and so is the other at one screen."""
    if room.state != "between":
        raise Refusal("room.under-way" if room.state == "playing" else NOT_PLAYING[room.state])
    once(room, player, at)
    seeds = room.seeds[0], room.seeds[1]
    return [New("next"), *(starting(room, room.round + 1, seeds) if agreed(room, player) else [])]


def rematch(room: Folded, player: int, at: int, rest: str) -> list[New]:
    """The same once more: when both have said so, the new game can be made (`opening.rematch`)."""
    if room.state != "over":
        raise Refusal({"between": "room.rounds-left", "playing": "room.under-way"}.get(room.state, "room.open"))
    once(room, player, at)
    return [New("rematch")]


def once(room: Folded, player: int, at: int) -> None:
    """Refuse what was said already, or meant for the end of another round."""
    fresh(at, room.ended)
    if room.ready[player] or room.again:
        raise Refusal("room.ready-already")


def agreed(room: Folded, player: int) -> bool:
    """Whether with this player both are ready."""
    return room.settings.opponent != "invited" or room.ready[1 - player]


# -- offers ----------------------------------------------------------------------------------------------------------------


def offer_draw(room: Folded, player: int, at: int, rest: str) -> list[New]:
    """A draw, which walls does not know; a level always declines."""
    playing(room)
    fresh(at, max(room.changed, room.talked))
    if room.course.walls:
        raise Refusal("room.no-draw")
    offering(room, player, "draw")
    against_level = room.levels[1 - player] is not None
    return [New("offer draw"), *([New("decline", 1 - player)] if against_level else [])]


def offer_takeback(room: Folded, player: int, at: int, rest: str) -> list[New]:
    """Back before one's own last decision: at once while nothing has been revealed since, else if the other agrees."""
    playing(room)
    fresh(at, max(room.changed, room.talked))
    kind = room.undo_for(player)
    if kind is None:
        raise Refusal("room.nothing-to-take-back")
    if kind == "free":
        return [New("offer takeback"), New(f"back {room.last_decision(player) - 1}")]
    if room.levels[1 - player] is not None:
        raise Refusal("room.not-casual")
    offering(room, player, "takeback")
    return [New("offer takeback")]


def offering(room: Folded, player: int, kind: str) -> None:
    """One offer at a time, and of each kind one between two moves."""
    if room.offer:
        raise Refusal("room.offered")
    if (player, kind) in room.offered:
        raise Refusal("room.offered-already")


def answering(room: Folded, player: int, at: int, own: bool) -> str:
    """The offer that stands, by oneself or by the other; what kind it is."""
    playing(room)
    if room.offer is None:
        raise Refusal("room.no-offer")
    if (room.offer.by == player) != own:
        raise Refusal("room.no-offer" if own else "room.own-offer")
    fresh(at, room.offer.n)
    return room.offer.kind


def accept(room: Folded, player: int, at: int, rest: str) -> list[New]:
    """The round is drawn, or the other's last decision is taken back."""
    if answering(room, player, at, False) == "draw":
        return [New("accept"), *ending(room, playing(room), AGREED)]
    return [New("accept"), New(f"back {room.last_decision(1 - player) - 1}")]


def decline(room: Folded, player: int, at: int, rest: str) -> list[New]:
    """No."""
    answering(room, player, at, False)
    return [New("decline")]


def withdraw(room: Folded, player: int, at: int, rest: str) -> list[New]:
    """One's own offer is off."""
    answering(room, player, at, True)
    return [New("withdraw")]


COMMANDS: dict[str, Callable[[Folded, int, int, str], list[New]]] = {
    "move": move,
    "resign": resign,
    "offer draw": offer_draw,
    "offer takeback": offer_takeback,
    "accept": accept,
    "decline": decline,
    "withdraw": withdraw,
    "next": go_on,
    "rematch": rematch,
}
