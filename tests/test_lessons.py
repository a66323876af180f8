"""Lessons are played here as a learner plays them: every move legal, every wrong one answered, every step with both languages.

The positions are read by `Position`, so each is one that can be; the moves are made by the core.
"""

import json

import pytest

from marchstone.position import Position
from marchstone.server import lessons as module
from marchstone.server.lessons import LessonError, lesson, lesson_names, lessons

SECONDS_A_MOVE = 10.0
WORDS_A_MINUTE = 180.0


@pytest.fixture(params=lesson_names())
def played(request: pytest.FixtureRequest) -> dict:
    return lesson(request.param)


def test_each_step_goes_on_where_the_one_before_ended(played: dict) -> None:
    for before, after in zip(played["steps"], played["steps"][1:]):
        if before["chapter"] == after["chapter"]:
            end = {"watch": lambda one: one["after"], "try": lambda one: next(iter(one["answers"].values()))["after"]}
            table = end.get(before["kind"], lambda one: one["table"])(before)
            assert table == after["table"]


def test_all_moves_are_legal_and_are_those_of_the_learner(played: dict) -> None:
    tried = 0
    for step in played["steps"]:
        position = Position(step["table"]["text"])
        assert step["table"]["legal"] == [move.text for move in position.legal_moves]
        if step["kind"] == "try":
            tried += 1
            assert position.actor == step["seat"]
            for move, answer in step["answers"].items():
                assert move in position.legal_moves and answer["after"]["text"] == position.apply(move).text
                assert answer["events"]
            assert "*" in step["hints"] and not set(step["hints"]) & set(step["answers"])
        elif step["kind"] == "watch":
            assert step["after"]["text"] == position.apply(step["do"]).text and step["by"] == position.actor
    assert tried >= 6, "a lesson is played, not read"


def test_every_step_speaks_both_languages(played: dict) -> None:
    for step in played["steps"]:
        texts = [step, *step.get("hints", {}).values(), *([step["done"]] if "done" in step else [])]
        assert all(one["en"].strip() and one["fr"].strip() and one["en"] != one["fr"] for one in texts)


def test_a_lesson_takes_at_most_five_minutes(played: dict) -> None:
    words = sum(len((step["en"] + step.get("done", {"en": ""})["en"]).split()) for step in played["steps"])
    moves = sum(step["kind"] != "say" for step in played["steps"])
    assert words / WORDS_A_MINUTE + moves * SECONDS_A_MOVE / 60 <= played["minutes"] <= 5


def test_the_lessons_of_the_games_end_with_a_win_of_the_learner() -> None:
    for name in ("stones", "walls"):
        last = lesson(name)["steps"][-1]
        assert [answer["after"]["over"]["winner"] for answer in last["answers"].values()] == [last["seat"]]


def test_the_menu_names_all_of_them() -> None:
    assert [one["name"] for one in lessons()] == list(lesson_names()) == [lesson(name)["name"] for name in lesson_names()]
    assert all(set(one["title"]) == set(one["about"]) == {"en", "fr"} for one in lessons())


@pytest.mark.parametrize("name", ["", "chess", "../about", "stones.json", "x" * 10_000])
def test_there_is_no_other_lesson(name: str) -> None:
    with pytest.raises(LessonError) as caught:
        lesson(name)
    assert caught.value.code == "lesson.unknown" and len(str(caught.value)) < 300


START = Position.deal("stones", seed=1, first=0)
WORDS = {"en": "a", "fr": "b"}
TRY = {"say": WORDS, "tries": ["play v9 5"], "hints": {"*": WORDS}, "done": WORDS}


@pytest.mark.parametrize(
    ("step", "seat"),
    [
        (TRY | {"hints": {}}, 0),  # nothing is said to who is wrong
        (TRY | {"hints": {"*": WORDS, "play v9 5": WORDS}}, 0),  # a hint for what is right
        (TRY | {"hints": {"*": WORDS, "claim 3": WORDS}}, 0),  # a hint for what cannot be done
        (TRY, 1),  # it is not the learner's turn
        ({key: value for key, value in TRY.items() if key != "done"}, 0),
    ],
)
def test_a_step_that_cannot_be_tried_is_refused(step: dict, seat: int, tmp_path, monkeypatch) -> None:
    written = {"preset": "stones", "minutes": 1, "title": WORDS, "about": WORDS}
    chapter = {"position": START.text, "steps": [step], "seat": seat}
    (tmp_path / "stones.json").write_text(json.dumps(written | {"chapters": [chapter]}))
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    with pytest.raises(LessonError, match=r"cannot be tried|hints for moves"):
        lesson.__wrapped__("stones")


def test_several_right_moves_stand_only_at_the_end_of_a_chapter(tmp_path, monkeypatch) -> None:
    two = TRY | {"tries": ["play v9 5", "play v9 4"]}
    written = {"preset": "stones", "minutes": 1, "title": WORDS, "about": WORDS}
    for steps, good in (([two], True), ([two, {"say": WORDS}], False)):
        chapter = {"position": START.text, "steps": steps}
        (tmp_path / "stones.json").write_text(json.dumps(written | {"chapters": [chapter]}))
        monkeypatch.setattr(module, "FOLDER", tmp_path)
        if good:
            assert len(lesson.__wrapped__("stones")["steps"][0]["answers"]) == 2
        else:
            with pytest.raises(LessonError):
                lesson.__wrapped__("stones")
