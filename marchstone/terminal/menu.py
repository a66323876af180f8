"""The short menu before a game: numbered choices, Enter takes the default."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core.presets import NAMES
from .opponents import LEVELS
from .typed import number_in
from .words import Words

MENU_PRESETS = tuple(name for name in NAMES if not name.endswith("tiny"))
SEATS = ("0", "1", "lot")


@dataclass(frozen=True)
class Menu:
    """Asks with numbers. `ask` gives a line, or none at the end of the input."""

    words: Words
    say: Callable[[str], None]
    ask: Callable[[str], str | None]

    def choose(self, title: str, texts: Sequence[str], default: int = 1) -> int:
        """The number of a choice, from 1; 0 at the end of the input."""
        self.say(title)
        for number, text in enumerate(texts, 1):
            self.say(f"  {number}. {text}")
        while True:
            line = self.ask(self.words("menu-ask", default=default))
            if line is None:
                return 0
            number = number_in(line.strip()) if line.strip() else default
            if 1 <= number <= len(texts):
                return number
            self.say(self.words("menu-again", most=len(texts)))

    def preset(self) -> str | None:
        """Which game."""
        number = self.choose(self.words("menu-preset"), [self.words.preset(name) for name in MENU_PRESETS])
        return MENU_PRESETS[number - 1] if number else None

    def level(self, all_levels: bool) -> int | None:
        """Which opponent; without an engine there is but one, and nothing to ask."""
        if not all_levels:
            return 1
        notes = {1: "menu-weakest", max(LEVELS): "menu-strongest"}
        texts = [self.words("menu-level-number", level=level) for level in LEVELS]
        texts = [f"{text} ({self.words(notes[level])})" if level in notes else text for level, text in zip(LEVELS, texts)]
        return self.choose(self.words("menu-level"), texts, default=3) or None

    def seat(self) -> str | None:
        """Which role in walls."""
        texts = [self.words(name) for name in ("menu-attack", "menu-defend", "menu-lot")]
        number = self.choose(self.words("menu-seat"), texts)
        return SEATS[number - 1] if number else None

    def resume(self, preset: str, other: str, moves: int) -> bool | None:
        """Whether to go on with a saved game."""
        texts = [
            self.words("menu-resume", preset=self.words.preset(preset), other=other, moves=moves),
            self.words("menu-new"),
        ]
        number = self.choose(self.words("menu-saved"), texts)
        return number == 1 if number else None
