"""Games in the terminal without a terminal, for its tests."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from marchstone import Game, Position
from marchstone.cards import LANGUAGES
from marchstone.core.presets import NAMES
from marchstone.players.random import RandomPlayer
from marchstone.terminal.choices import choices
from marchstone.terminal.course import Course
from marchstone.terminal.items import Item, Line
from marchstone.terminal.session import Session
from marchstone.terminal.words import Words

both = pytest.mark.parametrize("lang", LANGUAGES)
RUSE = "walls-tactics 0 take y5:v5,v1/b1:/g7,shield:spy/b5:y6/y10:y3/b2:r6/: r2,r4,y1,g5,v3,v9:r5,r9,g4,b10,b11,v4,v7 y4,g11:"
presets = pytest.mark.parametrize("preset", NAMES)


def session(preset: str = "stones", lang: str = "en", game: Game | None = None, **course: object) -> Session:
    """A session that has begun."""
    made = Session(Course(preset, **({"seed": 1} | course)), Words(lang), game)  # type: ignore[arg-type]
    made.begin()
    return made


def at(text: str, lang: str = "en", **course: object) -> Session:
    """A session that goes on from a position."""
    position = Position.parse(text, check=False)
    return session(position.rules.name, lang, Game(position), **({"seat": position.actor} | course))


def texts(items: Iterable[Item], *kinds: str) -> list[str]:
    """The lines of some kinds, or all lines."""
    return [item.text for item in items if isinstance(item, Line) and (not kinds or item.kind in kinds)]


def only(items: Iterable[Item], *kinds: str) -> str:
    (text,) = texts(items, *kinds)
    return text


def played(made: Session, seed: int = 0, line: str = "") -> list[Item]:
    """Play to the end at random, everything a person does being typed."""
    chance, player = random.Random(seed), RandomPlayer(seed)
    shown: list[Item] = []
    while made.waiting != "over":
        if made.waiting == "curtain":
            shown += made.obey("")
        elif made.waiting == "player":
            view = made.game.view(made.game.actor)
            shown += made.play(player.choose(view, view.legal_moves))
        else:
            shown += made.obey(a_line(made, chance))
    return shown


def a_line(made: Session, chance: random.Random) -> str:
    """One of the ways to type some legal move."""
    view = made.view
    move = chance.choice(list(view.legal_moves.filter("claim") or view.legal_moves))
    ways = [move.text, *(choice.key for choice in choices(view, made.words) if choice.move == move.text)]
    if move.verb == "play":
        number = [card.text for card in view.hand].index(move.card or "") + 1
        ways += [move.text.removeprefix("play "), f"{number} {move.front or ''}"] if move.front else [f"{number}"]
    if move.verb == "claim":
        ways.append(f"c {move.front}")
    return chance.choice(ways)


def finish(made: Session, winner: int) -> list[Item]:
    """End the game at once: one of the seats resigns."""
    made.resigned = 1 - winner
    return made.ending()
