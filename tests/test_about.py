"""What a page is told of the games is what the rules say, and nobody has to load the engine for it."""

import json
import subprocess
import sys

import pytest

from marchstone.cards import TACTIC_NAMES
from marchstone.rules import Rules
from marchstone.server.about import about, about_json
from marchstone.server.lessons import lesson_names


def preset(name: str) -> dict:
    return next(one for one in about()["presets"] if one["name"] == name)


@pytest.mark.parametrize("name", Rules.names())
def test_presets_say_what_the_rules_say(name: str) -> None:
    rules, told = Rules(name), preset(name)
    assert told["cards"] == [card.text for card in rules.cards]
    assert (told["hand"], told["tactics"], told["expert"], told["game"]) == (
        rules.hand_size,
        rules.tactics,
        rules.expert,
        rules.game,
    )
    assert len(told["fronts"]) == rules.fronts
    for number, front in enumerate(told["fronts"], 1):
        for face, damaged in (("intact", False), ("damaged", True)):
            if front[face] is None:
                assert rules.game == "stones" and damaged
                continue
            asks = rules.front_rules(number, damaged)
            assert front[face] == {"width": asks.width, "counts": list(asks.types), "lowest": asks.lowest}


def test_the_tiles_have_their_names() -> None:
    names = [front["names"] for front in preset("walls")["fronts"]]
    assert [name["en"] for name in names] == [
        "Left pit",
        "Left tower",
        "Left wall",
        "Door",
        "Right wall",
        "Right tower",
        "Right pit",
    ]
    assert names[3]["fr"] == "Porte" and preset("stones")["fronts"][4]["names"] == {"en": "Stone 5", "fr": "Borne 5"}


def strings(value: object, path: str = "") -> list[tuple[str, dict]]:
    """Every pair of texts in both languages, with its place."""
    if isinstance(value, dict):
        found = [(path, value)] if set(value) == {"en", "fr"} else []
        return found + [pair for key, inner in value.items() for pair in strings(inner, f"{path}.{key}")]
    return [pair for inner in value for pair in strings(inner, path)] if isinstance(value, list) else []


def test_everything_has_words_in_both_languages() -> None:
    pairs = strings(about())
    assert len(pairs) > 120
    assert not [path for path, pair in pairs if not (pair["en"].strip() and pair["fr"].strip())]


def test_tactic_cards_explain_themselves_in_the_words_of_the_rules() -> None:
    tactics = about()["tactics"]
    assert set(tactics) == set(TACTIC_NAMES)
    assert tactics["banshee"]["texts"]["en"].startswith("Discard a Clan card or elite troop")
    assert tactics["joker2"]["rule"] == "joker" and "[" not in tactics["joker2"]["texts"]["fr"]


def test_levels_and_lessons_are_listed() -> None:
    assert [level["level"] for level in about()["levels"]] == list(range(1, 9))
    assert tuple(one["name"] for one in about()["lessons"]) == lesson_names()
    assert json.loads(about_json()) == about()


def test_neither_numpy_nor_numba_is_loaded_for_it() -> None:
    """The server process stays small: names of levels must not bring the engine."""
    loads = "import sys; from marchstone.server import about, invites, lessons, replays, reviews"
    works = "about.about_json(); lessons.lesson('walls'); print({'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", f"{loads}; {works}"], check=False, capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr
