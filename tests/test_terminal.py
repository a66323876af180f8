"""The game in the terminal without a terminal: what a session answers, in both languages, alone, in pairs and over a match."""

from __future__ import annotations

import random
import re

import pytest

from marchstone import Game, Move, Position
from marchstone.cards import LANGUAGES
from marchstone.events import seen_by
from marchstone.match import Outcome, RolesMatch, RoundsMatch
from marchstone.terminal import rulebook
from marchstone.terminal.course import Course, PlayError, outcome_from, outcome_text, outcome_when_resigned
from marchstone.terminal.items import Curtain, Rule, Table, Tracker, Turn, Want
from marchstone.terminal.session import Session
from marchstone.terminal.told import told
from marchstone.terminal.words import Words
from tests.terminal import RUSE, a_line, at, both, finish, only, played, presets, session, texts

# -- a session -------------------------------------------------------------------------------------------------------------


@both
@presets
@pytest.mark.parametrize("two", [False, True])
def test_whole_games(preset: str, two: bool, lang: str) -> None:
    """Nothing that is typed is refused, everything said is said once, and at the end there is a table and a way on."""
    made = session(preset, lang, seed=3, two=two)
    shown = played(made, seed=3)
    assert texts(shown, "refusal") == [] and made.is_over
    assert any(isinstance(item, Table) for item in shown[-3:]) and ("again", "encore")[lang == "fr"] in texts(shown)[-1]
    expected = told(seen_by(made.game.events(), made.seat), made.seat, lang, made.names)
    assert expected[-1] in texts(shown, "event")
    if not two:
        first = [text for text in texts(shown, "event")]
        log = texts(made.obey("log"), "answer")
        assert log == expected and log[-len(first) :] == first[-len(log) :]


@both
def test_the_beginning(lang: str) -> None:
    made = Session(Course("walls", seed=1, seat=1), Words(lang))
    items = made.begin()
    assert ("You defend.", "Vous défendez.")[LANGUAGES.index(lang)] in texts(items, "note") and made.waiting == "player"
    made = Session(Course("walls", seed=1), Words(lang))
    items = made.begin()
    assert made.waiting == "person" and any(isinstance(item, Table) for item in items)
    example = re.findall(r"\d+ \d+", texts(items, "title")[-1])[0]
    assert texts(made.obey(example), "refusal") == []


def test_a_forced_draw_is_made() -> None:
    made = session(seat=0)
    while made.waiting != "person":
        made.play(made.game.legal_moves[0])
    items = made.obey("1 5")
    assert [move.verb for move in made.game.moves[-2:]] == ["play", "draw"] and len(texts(items, "event")) == 2
    assert texts(items, "event")[1].startswith("You draw ") and made.waiting == "player"


def test_a_forced_move_is_told() -> None:
    position = Position("stones-tiny 0 play r1,r2:/o1: r3:o2,o3 : quiet=1")
    items = Session(Course("stones-tiny"), Words("en"), Game(position)).begin()
    assert "Nothing else was possible: play red 3 at Stone 2." in texts(items, "note")


PROVED = "stones 0 close r1,r2,r3:v5,o5/y1,y2,y3:b2,b3/:/:/:/:/:/:/: r4,y4,g8,b7,v7:b9,g1,g2,g3,g4,g5 v1,v2,v3:"


@both
def test_claims_are_offered_explained_and_made(lang: str) -> None:
    made = at(PROVED, lang)
    place = LANGUAGES.index(lang)
    items = made.obey("table")
    assert texts(items, "offer") == [("You may claim Stone 1. [c 1]", "Vous pouvez revendiquer la Borne 1. [c 1]")[place]]
    assert only(made.obey("why 1"), "answer") == made.view.explain_claim(1, 0).sentence(lang)
    assert only(made.obey("why 2"), "answer") == made.view.explain_claim(2, 0).sentence(lang)
    refused = made.obey("c 2")
    assert texts(refused, "refusal") == [made.view.explain_claim(2, 0).sentence(lang)]
    assert ("[rules claim]", "[règles claim]")[place] in only(refused, "note")
    assert made.game.moves == ()
    assert ("You claim Stone 1.", "Vous revendiquez la Borne 1.")[place] in texts(made.obey("c 1"), "event")


def test_the_defender_asks_about_the_attacker() -> None:
    made = session("walls", seat=1)
    made.play(made.game.legal_moves[0])
    made.play("draw siege")
    assert only(made.obey("why 3"), "answer") == made.view.explain_claim(3, 0).sentence()


@both
def test_refusals_name_the_rule(lang: str) -> None:
    made = session(lang=lang, seed=2)
    while made.waiting != "person":
        made.play(made.game.legal_moves[0])
    before = made.game.moves
    for line, anchor in (("d", "stones-turn"), ("pass", "stones-pass"), ("claim 4", "stones-turn"), ("oil 3", "stones-turn")):
        items = made.obey(line)
        assert len(texts(items, "refusal")) == 1, line
        title = rulebook.sections(lang)[anchor].title
        assert title in only(items, "note") and f"[{('rules', 'règles')[lang == 'fr']} {anchor}]" in only(items, "note")
        (shown,) = made.obey(f"rules {anchor}")
        assert isinstance(shown, Rule) and shown.section.anchor == anchor
    assert made.game.moves == before


STRANGE = [
    "0",
    "999",
    "²",
    "١٢",
    "9" * 500,
    "x" * 300,
    "play",
    "why",
    "why ²",
    "why 99",
    "é\0",
    "-1",
    "9 9",
    "1 99",
    "1 0",
    "draw x",
]
STRANGE += [
    "rules",
    "rules qwertz",
    "save",
    "review",
    "again",
    "next",
    "take",
    "put 99",
    "bury r1",
    "give",
    "play play",
    "c",
    "c x",
]


@both
def test_nonsense_is_answered(lang: str) -> None:
    made = session("stones-tactics", lang)
    while made.waiting != "person":
        made.play(made.game.legal_moves[0])
    before = made.game.position
    for line in STRANGE:
        items = made.obey(line)
        assert len(texts(items, "refusal")) == 1 and len(texts(items, "refusal")[0]) > 10, line
    assert made.game.position == before and made.waiting == "person"


@both
def test_a_card_then_its_front(lang: str) -> None:
    made = session(lang=lang)
    while made.waiting != "person":
        made.play(made.game.legal_moves[0])
    card = made.view.hand[1]
    assert card.name(lang) in only(made.obey("2"), "ask")
    assert texts(made.obey("7"), "event")[0] and made.game.moves[-2].text == f"play {card.text} 7"
    made.obey("undo")
    made.obey("2")
    assert any(isinstance(item, Turn) for item in made.obey("")) and made.card == ""
    made.obey("2")
    assert isinstance(made.obey("tracker")[0], Tracker) and made.card == ""
    made.obey("2")
    assert len(texts(made.obey("99"), "refusal")) == 1 and made.card == ""


@both
def test_ruses_step_by_step(lang: str) -> None:
    made = at(f"{RUSE} removed=redeployment ruse=redeployment played=1:0", lang)
    items = made.obey("table")
    keys = [text.split(".")[0] for text in texts(items, "choice")]
    assert keys == [str(number) for number in range(1, 8)]
    items = made.obey("1")
    assert made.game.moves[0].verb == "take" and "0." in " ".join(texts(items, "choice"))
    assert texts(made.obey("42"), "refusal")
    items = made.obey("0")
    assert made.game.moves[1] == Move("put discard") and texts(items, "event")


@both
def test_undo(lang: str) -> None:
    made = session("stones", lang, seed=4)
    while made.waiting != "person":
        made.play(made.game.legal_moves[0])
    assert len(texts(made.obey("undo"), "refusal")) == 1
    start = made.game.position
    seen = [start]
    for _ in range(3):
        made.obey("1 " + str(made.view.legal_moves[0].front))
        while made.waiting == "player":
            made.play(made.game.legal_moves[0])
        seen.append(made.game.position)
    for position in reversed(seen[:-1]):
        assert any(isinstance(item, Table) for item in made.obey("undo"))
        assert made.game.position == position
    assert len(texts(made.obey("undo"), "refusal")) == 1 and made.game.position == start


def test_undo_after_the_end() -> None:
    made = session("stones-tiny", seed=3)
    played(made)
    made.obey("undo")
    assert not made.is_over and made.waiting == "person"
    played(made)
    assert made.is_over


@both
def test_resigning(lang: str) -> None:
    made = session("stones", lang, seed=4, rounds=2)
    made.obey("resign")
    assert texts(made.obey("no"), "note") and not made.is_over
    made.obey("resign")
    items = made.obey(("yes", "oui")[LANGUAGES.index(lang)])
    assert made.is_over and made.record().tags["Resigned"] == "0"
    assert ("Score: you 0, Level 1 5.", "Score : vous 0, Niveau 1 5.")[LANGUAGES.index(lang)] in texts(items, "end")
    made.obey("undo")
    assert not made.is_over and "Resigned" not in made.record().tags
    made.obey("resign")
    made.obey("y")
    items = made.obey("")
    assert not made.is_over and len(made.course.results) == 1 and any("2" in text for text in texts(items, "title"))


def test_what_the_holder_has_to_do() -> None:
    made = session()
    assert made.obey("quit") == [Want("quit")] and made.obey("hint") == [Want("hint")]
    assert made.obey("save my game.txt") == [Want("save", "my game.txt")]
    made.obey("resign")
    made.obey("yes")
    assert made.obey("review") == [Want("review")] and texts(made.obey("hint"), "refusal")
    assert texts(made.obey("1 5"), "refusal") and made.is_over


@both
def test_a_hint_in_words(lang: str) -> None:
    made = session(lang=lang, seat=0)
    move = Move("play r9 5")
    assert (
        made.hinted(move, made.view)
        == (
            "Hint: r9 5 (play red 9 at Stone 5).",
            "Conseil : r9 5 (jouer le 9 rouge devant la Borne 5).",
        )[LANGUAGES.index(lang)]
    )


# -- two at one screen -----------------------------------------------------------------------------------------------------


@presets
def test_nobody_sees_the_other_hand(preset: str) -> None:
    """Between two curtains only what one seat may know is said."""
    made = Session(Course(preset, seed=5, two=True), Words("en"))
    chance, items = random.Random(5), list(made.begin())
    while made.waiting != "over":
        if made.waiting == "curtain":
            hidden = made.curtain == "hide"
            items = made.obey("")
            assert not hidden or (items == [Curtain()] and made.curtain == "reveal")
        else:
            assert made.seat == made.game.actor == made.view.seat
            items = made.obey(a_line(made, chance))
        hand = {card.name() for card in made.game.position.hand(1 - made.seat)} - {"Joker"}
        for text in texts(items, "event"):
            drawn = re.fullmatch(r"You draw (.*)\.", text)
            assert not (drawn and drawn[1] in hand), text


def test_a_curtain_only_between_two() -> None:
    made = Session(Course("stones", seed=1, two=True), Words("en"))
    made.begin()
    first = made.game.actor
    assert made.waiting == "curtain" and made.seat == first
    refused = made.obey("anything is no Enter")
    assert len(texts(refused, "refusal")) == len(refused) == 1 and made.waiting == "curtain"
    made.obey("")
    assert made.waiting == "person" and made.game.moves == ()
    made.obey("1 1")
    assert made.waiting == "curtain" and made.curtain == "hide" and made.seat == first
    made.obey("")
    assert made.curtain == "reveal" and made.seat == 1 - first
    assert texts(made.obey("undo"), "refusal") and made.curtain == "reveal"
    items = made.obey("")
    assert f"Player {first + 1} plays" in texts(items, "event")[0]
    made.obey("undo")
    assert made.curtain == "hide" and made.game.moves == ()


@both
def test_what_is_possible_at_a_curtain(lang: str) -> None:
    """Nothing but Enter shows a card: whatever is not understood is refused, and help, save and quit are heard."""
    made = Session(Course("stones", seed=1, two=True), Words(lang))
    made.begin()
    names = {card.name(lang) for seat in (0, 1) for card in made.game.position.hand(seat)}
    for line in ("1 5", "table", "tracker", "log", "moves", "yes", "resign", "undo", "xyzzy"):
        items = made.obey(line)
        assert made.curtain == "reveal" and len(texts(items, "refusal")) == len(items) == 1 and line in texts(items)[0]
        assert not any(name in texts(items)[0] for name in names)
    assert made.obey("quit") == [Want("quit")] and made.obey("save x.txt") == [Want("save", "x.txt")]
    assert len(made.obey("help")) > 15 and made.curtain == "reveal"
    made.obey("")
    before = made.game.position
    made.obey("1 1")
    assert made.curtain == "hide" and texts(made.obey("table"), "refusal")
    items = made.obey("undo")
    assert made.curtain == "" and made.game.position == before and any(isinstance(item, Table) for item in items)
    assert made.waiting == "person" and made.seat == made.game.actor


# -- courses ---------------------------------------------------------------------------------------------------------------


def test_rounds_of_stones() -> None:
    made = session("stones", seed=7, rounds=2)
    lot = made.game.turn
    assert made.course.first == lot
    items = finish(made, 1)
    assert "Score: you 0, Level 1 5." in texts(items, "end") and "next" in texts(items)[-1]
    made.obey("next")
    assert made.game.turn == 0 and isinstance(made.course.match, RoundsMatch)  # who lost begins
    resumed = Session(made.course, Words("en"), made.game, 1)
    shown = texts(resumed.begin())
    assert shown[:2] == ["Round 2 of 2.", "The saved match goes on."] and shown[-1].startswith("Now: review")
    items = finish(made, 0)
    assert texts(items, "end") == ["Score: you 5, Level 1 5.", "The match is drawn."] and "next" not in texts(items)[-1]
    made.obey("again")
    assert made.course.results == () and not made.is_over


def test_roles_are_swapped_and_ties_broken() -> None:
    made = session("walls", seed=7, rounds=2)
    assert made.course.seat_now == 0 and made.name(0) == "you"
    items = finish(made, 0)
    assert texts(items, "end") == ["Games won: you 1, Level 1 0."]
    made.obey("")
    assert made.course.seat_now == 1 and made.name(0) == "Level 1" and isinstance(made.course.match, RolesMatch)
    items = finish(made, 0)  # the other attacker wins as quickly: 48 cards left in both piles
    assert texts(items, "end")[-1] == "All is equal: both games are played again."
    made.obey("")
    assert made.course.seat_now == 0 and not made.course.finished
    finish(made, 0)
    made.obey("next")
    made.game.play(made.game.legal_moves[0])
    made.game.play("draw siege")
    items = finish(made, 0)
    assert texts(items, "end") == [
        "Games won: you 1, Level 1 1.",
        "Both attackers won; the quicker one left more cards in the pile.",
        "You win the match.",
    ]
    assert made.course.seat == 0 and made.outcome_course().again().seat == 1


def test_what_is_no_match() -> None:
    for preset, rounds in (("walls", 3), ("stones", 26), ("stones", 0)):
        with pytest.raises(PlayError) as problem:
            Course(preset, rounds=rounds)
        assert problem.value.code == "play.rounds"


def test_resigned_games_count_as_lost() -> None:
    position = Position.deal("stones", seed=1)
    assert outcome_when_resigned(position, 0).points == (0, 5)
    walls = Position.deal("walls", seed=1)
    lost = outcome_when_resigned(walls, 0)
    assert (lost.winner, lost.defence) == (1, 10)
    won = outcome_when_resigned(walls, 1)
    assert (won.winner, won.siege_left) == (0, 48)


@pytest.mark.parametrize(
    "outcome", [Outcome("stones", None, "stalemate", stones=(2, 3)), Outcome("walls", 1, "deck", siege_left=0, intact=4, oil=1)]
)
def test_outcomes_as_texts(outcome: Outcome) -> None:
    assert outcome_from(outcome.preset, outcome_text(outcome)) == outcome
    for wrong in ("", "2 deck 0 0 0 0 0", "1 luck 0 0 0 0 0", "1 deck 0 0", "1 deck 0 0 0 0 x"):
        with pytest.raises(ValueError):
            outcome_from(outcome.preset, wrong)
