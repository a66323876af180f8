"""What every player is: a name, and a choice made from a view, the legal moves and a budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ..errors import WrongTypeError
from ..move import LegalMoves, Move
from ..view import View

MOST_SECONDS = 1e6
MOST_NODES = 10**12


@dataclass(frozen=True)
class Budget:
    """What one choice may cost: seconds, or nodes, which do not depend on the machine; at least one of them is given.

    >>> Budget(seconds=0.2), Budget(nodes=1000)
    (Budget(seconds=0.2, nodes=None), Budget(seconds=None, nodes=1000))
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None:
            raise WrongTypeError("budget.empty", "a budget is a time or a number of nodes")
        if (self.seconds is not None and not self.seconds > 0) or (self.nodes is not None and not self.nodes > 0):
            raise WrongTypeError("budget.range", "a budget is more than nothing")
        if (self.seconds or 0) > MOST_SECONDS or (self.nodes or 0) > MOST_NODES:
            expected = f"at most {MOST_SECONDS:.0f} seconds and {MOST_NODES} nodes"
            raise WrongTypeError("budget.range", "a budget is less than that", expected=expected)


@runtime_checkable
class Player(Protocol):
    """Whoever chooses. The same seed and the same number of nodes make the same choice."""

    @property
    def name(self) -> str:
        """What the player is called in records and tables."""

    def choose(self, view: View, legal: LegalMoves, budget: Budget) -> Move:
        """One of the legal moves."""
