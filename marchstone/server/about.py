"""What `GET /api/about` answers: all that a page must know to draw either game and to name it, without knowing any rule.

Nothing in it ever changes while the server runs: `about()` is computed once, `about_json()` is the same as bytes. What does
change, such as whether the engine is compiled, the route adds beside it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from ..cards import COLOUR_NAMES, GAME_NAMES, TACTIC_NAMES
from ..phrases import FRONT_NAMES, TYPES_WITH_ARTICLE, Pair, capital
from ..players.levels import LEVELS
from ..rules import FrontRules, Rules
from ..terminal.rulebook import plain_lines, sections
from ..terminal.words import PRESETS as PRESET_NAMES
from .lessons import lessons

PRODUCT = "Marchstone"
LITTLE = ("-tiny", "-small")  # for learning and for study
ARTICLES = re.compile("^(a|an|un|une|la|le) ")
# the tiles of walls from left to right, as the rules pages call them
TILE_NAMES: tuple[Pair, ...] = (
    ("left pit", "fosse gauche"),
    ("left tower", "tour gauche"),
    ("left wall", "mur gauche"),
    ("door", "porte"),
    ("right wall", "mur droit"),
    ("right tower", "tour droite"),
    ("right pit", "fosse droite"),
)


@cache
def about() -> dict[str, Any]:
    """The answer. Every name is `{"en": …, "fr": …}`.

    `presets` a list in order of the rules; `colours` by letter; `tactics` by the card's text (`names`, `texts`: what it does, in
    the words of the rules pages, `rule`: their anchor); `types` of formations by code; `levels` and `lessons` lists; `product`
    and `version`.
    """
    return {
        "product": PRODUCT,
        "version": version("marchstone"),
        "presets": [preset(Rules(name)) for name in Rules.names()],
        "colours": {letter: both(names) for letter, names in COLOUR_NAMES.items()},
        "tactics": {text: tactic(text, names) for text, names in TACTIC_NAMES.items()},
        "types": {code: type_names(pair) for code, pair in TYPES_WITH_ARTICLE.items()},
        "levels": [{"level": level.number, "names": both(level.words)} for level in LEVELS],
        "lessons": lessons(),
    }


@cache
def about_json() -> bytes:
    """The same as it goes out."""
    return msgspec.json.encode(about())


def both(pair: Pair) -> dict[str, str]:
    """A pair of words for a page."""
    return {"en": pair[0], "fr": pair[1]}


def preset(rules: Rules) -> dict[str, Any]:
    """One preset: what it is called, what it is played with, and what each front asks for."""
    return {
        "name": rules.name,
        "names": both(PRESET_NAMES[rules.name]),
        "game": rules.game,
        "tactics": rules.tactics,
        "expert": rules.expert,
        "little": rules.name.endswith(LITTLE),
        "hand": rules.hand_size,
        "colours": list(rules.colours),
        "values": [rules.values[0], rules.values[-1]],
        "cards": [card.text for card in rules.cards],
        "fronts": [front(rules, number) for number in range(1, rules.fronts + 1)],
    }


def front(rules: Rules, number: int) -> dict[str, Any]:
    """One front: its name, and what it asks for, intact and (walls) damaged."""
    names = FRONT_NAMES[rules.game]
    walls = rules.game == GAME_NAMES[1]
    full = walls and rules.fronts == len(TILE_NAMES)  # the tiles of the little games have no names
    named = TILE_NAMES[number - 1] if full else (f"{names[0]} {number}", f"{names[1]} {number}")
    return {
        "names": both((capital(named[0]), capital(ARTICLES.sub("", named[1])))),
        "intact": asks(rules.front_rules(number)),
        "damaged": asks(rules.front_rules(number, damaged=True)) if walls else None,
    }


def asks(rules: FrontRules) -> dict[str, Any]:
    """What a front asks for, in the words of `table`."""
    return {"width": rules.width, "counts": list(rules.types), "lowest": rules.lowest}


def type_names(pair: Pair) -> dict[str, str]:
    """A type of formation as it stands on a tile: without its article."""
    return both((capital(ARTICLES.sub("", pair[0])), capital(ARTICLES.sub("", pair[1]))))


def tactic(text: str, names: Pair) -> dict[str, Any]:
    """A Tactic card: its names, and what it does."""
    rule = text.rstrip("12")
    english, french = (" ".join(rule_lines(language, rule)) for language in ("en", "fr"))
    return {"names": both(names), "texts": both((english, french)), "rule": rule}


def rule_lines(language: str, anchor: str) -> list[str]:
    """The section of a rules page as plain lines; none where the pages are not installed."""
    found = sections(language).get(anchor)
    return [line for block in found.text.split("\n\n") for line in plain_lines(block)] if found else []
