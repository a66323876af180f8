"""Why a move has cost something, as far as the numbers show it: what three looks at the fronts differ in.

The three are the view before the move, the view after the best move and the view after the move that was made. Nothing is said
that they do not show: a front is provable or not, a type can be reached or not, a chance has fallen by so much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ..cards import TACTIC_NAMES
from ..core.layout import CARDS_ON, ORDER, POOL, PROVABLE, TURN, WINNER
from ..core.presets import row_at
from ..engine.compiled import cpu
from ..formation import TYPES as TYPE_WORDS
from ..move import Move
from .fronts import Look, is_provable, look
from .think import Vector

LIKELY = 0.12  # a type that is less likely was no hope
UNEXPLAINED = 0.5  # a fall that nothing more can be said of counts so much less
SELF_EVIDENT = ("claim-left", "certain", "behind")  # where no comparison of fronts is needed
BEHIND = 0.01  # by so much one front must differ to be named when nothing else can be said
FALL = 0.04  # a chance at a front that falls by less has not fallen


@dataclass(frozen=True)
class Reason:
    """Why: a code of `words.REASONS`, with what the sentence is about.

    `chances` are before and after the move: of a type if one is named, else of the front; if the code is `behind`, they are those
    with the best move and with the one that was made. `better` are the chances at the
    front `at` with the best move and with the one that was made.
    """

    code: str
    front: int | None = None  # from 1
    card: str | None = None
    type: str | None = None
    width: int = 0  # cards of a formation there
    chances: tuple[float, float] | None = None
    turns: int | None = None
    at: int | None = None
    better: tuple[float, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


def reason_for(
    preset: str, game: str, seat: int, before: Vector, best: Vector, played: Vector, actions: tuple[int, int], certain: int | None
) -> Reason:
    """The reason for the difference between two moves, the best and the played one."""
    return Finder(preset, game, seat, (before, best, played), actions, certain).reason()


class Finder:
    """Looks for reasons."""

    def __init__(
        self,
        preset: str,
        game: str,
        seat: int,
        words: tuple[Vector, Vector, Vector],
        actions: tuple[int, int],
        certain: int | None,
    ) -> None:
        self.game, self.seat, self.certain = game, seat, certain
        self.before, self.best, self.played = words
        self.looks: list[Look] = [look(view, seat, preset) for view in words]
        self.better, self.move = (Move.of(action, game) for action in actions)
        self.fronts = range(len(self.looks[0].chances))

    def reason(self) -> Reason:
        """The weightiest that there is."""
        found = next(self.facts(), None) or max(self.falls(), key=lambda pair: pair[0], default=(0.0, self.missed()))[1]
        return found if found.code in SELF_EVIDENT else Reason(**{**asdict(found), **self.comparison()})

    def comparison(self) -> dict[str, Any]:
        """The front at which the two moves differ most."""
        gains = [(self.chance(1, front) - self.chance(2, front), front) for front in self.fronts]
        gain, front = max(gains)
        if gain < FALL or self.best[WINNER]:
            return {}
        return {"at": front + 1, "better": (self.chance(1, front), self.chance(2, front))}

    def chance(self, which: int, front: int) -> float:
        """The seat's chance at a front in one of the three looks."""
        return self.looks[which].of_seat(self.seat, front)

    # -- what needs no weighing

    def facts(self) -> Iterator[Reason]:
        """A claim that was left, a win that was certain, a claim that the other seat got."""
        if self.before[PROVABLE] and self.better.verb == "claim":
            yield Reason("claim-left", self.better.front)
        if self.certain is not None:
            yield Reason("certain", turns=self.certain)
        for front in self.fronts:
            if self.gives(front):
                yield Reason("gave-claim", front + 1)

    def gives(self, front: int) -> bool:
        """Whether the other seat may claim a front after the played move only."""
        if self.game == "walls" and self.seat == 0:
            return False
        before, best, played = (is_provable(view, front, 1 - self.seat) for view in (self.before, self.best, self.played))
        return played and not before and not best

    def missed(self) -> Reason:
        """A claim that only the best move makes possible at once; else what the two moves differ in."""
        if self.played[PROVABLE] or not self.best[PROVABLE] or self.best[TURN] != self.seat:
            return self.difference()
        return Reason("missed-claim", int(cpu.bits.low(self.best[PROVABLE])) + 1)

    # -- where nothing fell by much

    def difference(self) -> Reason:
        """A Tactic card or oil spent or kept, the front that the moves treat most differently, the pile; or nothing of it."""
        spent, kept = tactic_of(self.move), tactic_of(self.better)
        if spent != kept:
            return Reason("spent", card=spent) if spent else Reason("kept", card=kept)
        if (self.move.verb == "oil") != (self.better.verb == "oil"):
            return Reason("oil-spent" if self.move.verb == "oil" else "oil-kept")
        gains = [(self.chance(1, front) - self.chance(2, front), front) for front in self.fronts]
        gain, front = max(gains)
        if gain >= BEHIND and not self.best[WINNER]:
            return Reason("behind", front + 1, chances=(self.chance(1, front), self.chance(2, front)))
        return Reason("other-pile" if self.move.verb == self.better.verb == "draw" else "together")

    # -- what fell

    def falls(self) -> Iterator[tuple[float, Reason]]:
        """What became of the fronts that stand worse than after the best move, with how much worse."""
        for front in self.fronts:
            gain = self.chance(1, front) - self.chance(2, front)
            reason = self.fall(front) if gain >= FALL else None
            if reason:
                yield gain * (UNEXPLAINED if reason.code == "fell" else 1), reason

    def fall(self, front: int) -> Reason | None:
        """What became of a front by the played move."""
        before, after = self.chance(0, front), self.chance(2, front)
        width = int(cpu.formations.width_of(row_at(self.before, front)))
        hope = self.dashed(front) if self.before[cpu.zones.side_of(front, self.seat) + ORDER] else None
        if hope and self.move.front == front + 1 and self.move.verb in ("play", "put") and not hope[2]:
            return Reason("closed", front + 1, type=hope[0], width=width, chances=hope[1:])
        if hope and self.move.front != front + 1 and self.move.card and self.move.verb in ("play", "bury", "give"):
            return Reason("wanted", front + 1, self.move.card, hope[0], width, hope[1:])
        return Reason("fell", front + 1, chances=(before, after)) if before - after >= FALL else None

    def dashed(self, front: int) -> tuple[str, float, float] | None:
        """The best type that was likely on the seat's side, if it is half as likely now at most; how likely it was and is."""
        before, after = (self.looks[which].types[front][self.seat] for which in (0, 2))
        kind = next((kind for kind, chance in before.items() if chance >= LIKELY), "")
        number = TYPE_WORDS.index(kind)
        now = sum((chance for word, chance in after.items() if TYPE_WORDS.index(word) >= number), 0.0)
        if not kind or now > before[kind] / 2:
            return None
        if now == 0 and best_type(self.played, front, self.seat) >= number:  # not quite out of reach
            return None
        return kind, before[kind], now


def tactic_of(move: Move) -> str | None:
    """The Tactic card that a move plays, if it plays one."""
    return move.card if move.verb == "play" and move.card in TACTIC_NAMES else None


def best_type(view: Vector, front: int, seat: int) -> int:
    """The best type that a side can still become."""
    row, side = row_at(view, front), cpu.zones.side_of(front, seat)
    missing = cpu.formations.width_of(row) - cpu.zones.count_on(view, side)
    strength = cpu.proof.reach(row, view[side + CARDS_ON], cpu.zones.elites_on(view, side), missing, view[POOL], 0)
    return int(cpu.formations.type_of(strength))
