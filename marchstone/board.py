"""What a position and a view can both tell: the table as everyone sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .cards import Card, bits_of, cards_of
from .core import layout as lay
from .core import zones
from .core.layout import NUMBER, SEATS, TACTIC, State
from .core.presets import NAMES, row_at
from .errors import PositionError
from .explain import ClaimProof, explain_claim
from .guards import words_of
from .move import LegalMoves
from .rules import FrontRules, Rules
from .table import table_text
from .writing import PHASES, REASONS, write


@dataclass(frozen=True)
class Front:
    """A Stone or a Wall tile as it lies there; `sides` are by seat, each in order of play."""

    number: int
    sides: tuple[tuple[Card, ...], tuple[Card, ...]]
    asks: FrontRules
    first: int | None = None  # of two complete sides, the one completed first
    owner: int | None = None
    damaged: bool = False
    blind: bool = False
    mud: bool = False

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        marks = {name: getattr(self, name) for name in ("first", "owner", "damaged", "blind", "mud")}
        return {"number": self.number, "sides": [texts(side) for side in self.sides], "asks": self.asks.to_dict()} | marks


class Board:
    """A table that never changes: two are equal when their texts are."""

    def __init__(self, vector: Sequence[int]) -> None:
        self._vector: State = words_of(vector)

    @property
    def vector(self) -> State:
        """A copy of the core's words."""
        return list(self._vector)

    @property
    def text(self) -> str:
        """The one line that says everything; `docs/notation.md` explains it."""
        return write(self._vector)

    @property
    def rules(self) -> Rules:
        """The preset that is played."""
        return Rules(NAMES[self._vector[lay.PRESET]])

    @property
    def turn(self) -> int:
        """The seat whose turn it is; at the end, whose turn it was."""
        return self._vector[lay.TURN]

    @property
    def actor(self) -> int:
        """The seat that chooses next: whose turn it is, but for the second half of an Exchange."""
        return self._vector[lay.ACTOR]

    @property
    def phase(self) -> str:
        """What is to be done: `play`, `close`, `end`, a step of a ruse, or nothing any more: `over`."""
        return PHASES[self._vector[lay.PHASE]]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._vector[lay.PHASE] == lay.OVER

    @property
    def winner(self) -> int | None:
        """The seat that has won; nobody in play or in a drawn game."""
        winner = self._vector[lay.WINNER]
        return None if winner in (0, lay.DRAWN) else winner - 1

    @property
    def reason(self) -> str | None:
        """Why the game ended: `adjacent`, `majority`, `stalemate`, `fourth`, `twice`, `deck` or `full`."""
        return REASONS[self._vector[lay.REASON]] or None

    @property
    def fronts(self) -> tuple[Front, ...]:
        """All fronts, from left to right."""
        return tuple(self.front(number + 1) for number in range(self.rules.fronts))

    def front(self, number: int) -> Front:
        """One front, counted from 1."""
        self.rules.check_front(number)
        v, place = self._vector, number - 1
        sides = [zones.side_of(place, seat) for seat in range(SEATS)]
        slots = [[zones.card_on(v, side, slot) for slot in range(zones.count_on(v, side))] for side in sides]
        both = all(v[side + lay.RANK] for side in sides)
        return Front(
            number,
            (self._cards(slots[0]), self._cards(slots[1])),
            FrontRules.of(row_at(v, place)),
            first=int(not v[sides[0] + lay.RANK] & 1) if both else None,
            owner=next((seat for seat in range(SEATS) if v[lay.CLAIMED + seat] >> place & 1), None),
            damaged=bool(v[lay.DAMAGED] >> place & 1),
            blind=bool(v[lay.BLINDED] >> place & 1),
            mud=bool(v[lay.MUDDY] >> place & 1),
        )

    @property
    def provable(self) -> tuple[int, ...]:
        """The fronts that the seat whose turn it is may claim at this moment."""
        return tuple(front + 1 for front in bits_of(self._vector[lay.PROVABLE]))

    @property
    def pool(self) -> tuple[Card, ...]:
        """All number cards that are not visible to both: what proofs reckon with."""
        return self._cards(cards_of(self._vector[lay.POOL]))

    @property
    def discard(self) -> tuple[Card, ...]:
        """The discard, in no order."""
        return self._cards(cards_of(self._vector[lay.DISCARD], self._vector[lay.DISCARD + TACTIC]))

    @property
    def removed(self) -> tuple[Card, ...]:
        """The Actions that have left the game."""
        return self._cards(cards_of(0, self._vector[lay.REMOVED]))

    @property
    def held(self) -> Card | None:
        """The card that was taken and not yet put down."""
        return self._cards([self._vector[lay.HELD] - 1])[0] if self._vector[lay.HELD] else None

    @property
    def piles(self) -> tuple[int, int]:
        """How many number cards and how many Tactic cards the piles have."""
        return self._vector[lay.PILE_SIZE + NUMBER], self._vector[lay.PILE_SIZE + TACTIC]

    @property
    def oil(self) -> int:
        """Cauldrons left."""
        return self._vector[lay.OIL]

    @property
    def tactics_played(self) -> tuple[int, int]:
        """How many Tactic cards each seat has played."""
        return self._vector[lay.PLAYED], self._vector[lay.PLAYED + 1]

    def explain_claim(self, front: int, seat: int | None = None) -> ClaimProof:
        """Why a front (from 1) can be claimed, or why not: for the seat whose turn it is, or for another."""
        return explain_claim(self._vector, front, self.turn if seat is None else seat)

    def to_dict(self) -> dict[str, Any]:
        """The table as plain values, ready for JSON; hands stand in `text` only."""
        return {
            "preset": self.rules.name,
            "text": self.text,
            "turn": self.turn,
            "actor": self.actor,
            "phase": self.phase,
            "fronts": [front.to_dict() for front in self.fronts],
            "provable": list(self.provable),
            "piles": list(self.piles),
            "discard": texts(self.discard),
            "removed": texts(self.removed),
            "held": self.held and self.held.text,
            "oil": self.oil,
            "tactics_played": list(self.tactics_played),
            "winner": self.winner,
            "reason": self.reason,
        }

    def _cards(self, numbers: Sequence[int]) -> tuple[Card, ...]:
        return tuple(Card.of(number, self.rules.preset.game) for number in numbers)

    def _legal(self) -> LegalMoves:
        v = self._vector
        if v[lay.PHASE] == lay.TO_PUT and not (v[lay.HELD] and (v[lay.ORIGIN] or v[lay.RUSE] == lay.RECRUITMENT)):
            raise PositionError(["a card is to be put, but none has been taken from a front"])  # it was never checked
        return LegalMoves(v)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Board) and other._vector == self._vector

    def __hash__(self) -> int:
        return hash(tuple(self._vector))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __str__(self) -> str:
        return table_text(self._vector)

    def svg(self, language: str = "en", seat: int | None = None) -> str:
        """The table as a drawing; one of the seats sits below."""
        from .drawing import table_svg

        return table_svg(self._vector, seat, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), tuple(self._vector))


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards as texts."""
    return [card.text for card in cards]


def _restored(kind: type[Board], vector: tuple[int, ...]) -> Board:
    """What pickle makes of a board: no text is read again."""
    board = kind.__new__(kind)
    Board.__init__(board, vector)
    return board
