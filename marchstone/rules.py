"""The rules of a preset, as numbers and words that people can read; the rules themselves stand in `core`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cards import GAME_NAMES, Card, cards_of
from .core import formations, presets
from .core.layout import WALLS
from .core.presets import NAMES, PRESETS, Preset
from .errors import TextError, UnknownPresetError, WrongTypeError
from .guards import check_flag, check_number

TYPE_WORDS = {
    formations.COLOUR_RUN: "colour-run",
    formations.SAME: "same",
    formations.COLOUR: "colour",
    formations.RUN: "run",
    formations.SUM: "sum",
}
COUNTED_TYPES = (
    (formations.COUNTS_COLOUR_RUN, "colour-run"),
    (formations.COUNTS_SAME, "same"),
    (formations.COUNTS_COLOUR, "colour"),
    (formations.COUNTS_RUN, "run"),
)


@dataclass(frozen=True)
class FrontRules:
    """What a front asks for: how many cards a side, which types count (strongest first), and whether the lowest total wins.

    >>> FrontRules(3, ("run", "sum"), lowest=False).width
    3
    """

    width: int
    types: tuple[str, ...]
    lowest: bool

    @classmethod
    def of(cls, row: int) -> FrontRules:
        """The same from a row of the core."""
        counted = formations.counted_of(row)
        types = tuple(word for bit, word in COUNTED_TYPES if counted & bit)
        return cls(formations.width_of(row), (*types, "sum"), bool(formations.is_lowest(row)))

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {"width": self.width, "types": list(self.types), "lowest": self.lowest}


@dataclass(frozen=True)
class Rules:
    """A preset by its name: which game, with which cards and fronts.

    >>> rules = Rules("stones")
    >>> rules.game, rules.fronts, rules.hand_size, len(rules.cards)
    ('stones', 9, 6, 54)
    >>> Rules("walls").front_rules(4, damaged=True)
    FrontRules(width=4, types=('sum',), lowest=True)
    """

    name: str
    number: int = field(init=False, repr=False, compare=False)
    preset: Preset = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise WrongTypeError(
                "preset.type", f"a preset is a text, not {type(self.name).__name__}", expected="such as 'stones'"
            )
        if self.name not in NAMES:
            raise UnknownPresetError("preset.unknown", f"there is no preset {self.name[:40]!r}", expected=", ".join(NAMES))
        object.__setattr__(self, "number", NAMES.index(self.name))
        object.__setattr__(self, "preset", PRESETS[self.number])

    @staticmethod
    def names() -> tuple[str, ...]:
        """The names of all presets."""
        return NAMES

    @property
    def game(self) -> str:
        """`stones` or `walls`."""
        return GAME_NAMES[self.preset.game]

    @property
    def fronts(self) -> int:
        """How many Stones or Wall tiles there are."""
        return self.preset.fronts

    @property
    def colours(self) -> str:
        """The letters of its colours."""
        return self.preset.colours

    @property
    def values(self) -> range:
        """The values of its number cards."""
        first, last = self.preset.values
        return range(first, last + 1)

    @property
    def hand_size(self) -> int:
        """How many cards one is dealt and draws up to."""
        return self.preset.hand

    @property
    def tactics(self) -> bool:
        """Whether it is played with Tactic cards."""
        return self.preset.tactics

    @property
    def expert(self) -> bool:
        """Whether claims are made only at the start of one's turn."""
        return self.preset.expert

    @property
    def cards(self) -> list[Card]:
        """All its cards, number cards first."""
        numbers = cards_of(presets.deck_of(self.preset), presets.tactics_of(self.preset))
        return [Card.of(card, self.preset.game) for card in numbers]

    def front_rules(self, front: int, damaged: bool = False, *, blind: bool = False, mud: bool = False) -> FrontRules:
        """What a front (from 1) asks for: a tile intact or damaged, a Stone plain or under combat modes."""
        self.check_front(front)
        for word, given in (("damaged", damaged), ("blind", blind), ("mud", mud)):
            check_flag(given, word)
        turned = damaged if self.preset.game == WALLS else blind
        return FrontRules.of(presets.rows_of(self.preset, front - 1)[turned | mud << 1])

    def check_front(self, front: int) -> None:
        """Refuse whatever is not the number of a front."""
        check_number(front, "front.type", "a front")
        if not 1 <= front <= self.fronts:
            raise TextError("front.unknown", f"there is no such front in {self.name}", expected=f"1 to {self.fronts}")

    def __str__(self) -> str:
        return self.name
