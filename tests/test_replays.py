"""Replays: of records, of logs with takebacks and endings that are no move, and of texts that are no record at all."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchstone.cards import Card
from marchstone.errors import MarchstoneError, TextError
from marchstone.game import Game
from marchstone.record import Record
from marchstone.rules import Rules
from marchstone.server.invites import qr_svg
from marchstone.server.replays import problem_of, replay_of, replay_of_record, replay_of_text


def finished(preset: str, seed: int = 3) -> Game:
    """A whole game at random."""
    game, chance = Game(preset, seed=seed), random.Random(seed)
    while not game.is_over:
        game.play(chance.choice(list(game.legal_moves)))
    return game


@pytest.mark.parametrize("preset", Rules.names())
def test_a_record_step_by_step(preset: str) -> None:
    game = finished(preset)
    replay = replay_of_record(Record.of(game, Seat0="Ann", Seat1="Bob"))
    assert replay["players"] == ["Ann", "Bob"] and replay["preset"] == preset
    assert replay["result"] == {"winner": game.winner, "reason": game.reason}
    assert [step["do"] for step in replay["steps"]] == [f"move {move.text}" for move in game.moves]
    tables = [replay["start"], *(step["table"] for step in replay["steps"])]
    for table, position in zip(tables, game.positions, strict=True):
        assert table["text"] == position.text
        assert table["open"] == [[card.text for card in position.hand(seat)] for seat in (0, 1)]
        assert [sum(sizes) for sizes in table["hands"]] == [len(hand) for hand in table["open"]]
        for front, shown in zip(position.fronts, table["fronts"]):
            assert shown["sides"] == [[card.text for card in side] for side in front.sides]
            assert (shown["owner"], shown["damaged"], shown["width"]) == (front.owner, front.damaged, front.asks.width)
    assert tables[-1]["over"] == replay["result"]


def test_every_card_is_face_up_and_every_event_has_its_sentences() -> None:
    replay = replay_of_record(Record.of(finished("walls-tactics"), Seat0="Ann"))
    events = [event for step in replay["steps"] for event in step["events"]]
    drawn = [event for event in events if event["kind"] == "drawn"]
    assert drawn and all(Card(event["card"], "walls").name("fr") in event["fr"] or "carte" not in event["fr"] for event in drawn)
    assert all(event["en"] and event["fr"] for event in events)
    assert any(event["en"].startswith("Ann ") for event in events)


def test_turns_are_counted_as_in_the_record() -> None:
    record = Record.of(finished("stones"))
    replay = replay_of_record(record)
    lines = [line for line in record.text.splitlines() if line[:1].isdigit()]
    assert max(step["turn"] for step in replay["steps"]) == len(lines)


def test_what_was_taken_back_is_seen_and_the_game_goes_on_from_there() -> None:
    start = Game("stones", seed=1, first=0).position
    one, other = start.legal_moves[0].text, start.legal_moves[7].text
    log = [(4, 0, f"move {one}"), (5, 0, "offer takeback"), (6, 1, "accept"), (7, None, "back 3"), (8, 0, f"move {other}")]
    replay = replay_of(start, log, ("Ann", "Bob"), 3)
    steps = replay["steps"]
    assert [step["place"] for step in steps] == [1, 1, 1, 0, 1]
    assert steps[3]["table"]["text"] == start.text and steps[4]["table"]["text"] == start.apply(other).text
    assert steps[1]["events"][0]["en"] == "Ann asks to take a move back." and steps[2]["events"][0]["fr"] == "Bob accepte."
    assert replay["result"] is None


def test_going_back_to_the_middle_of_what_stands() -> None:
    game = finished("stones")
    moves = [move.text for move in game.moves[:4]]
    log = [(n + 10, 0, f"move {move}") for n, move in enumerate(moves)] + [(14, None, "back 11"), (15, None, f"back {9}")]
    steps = replay_of(game.start, log, begun=9)["steps"]
    assert steps[4]["table"]["text"] == game.positions[2].text and steps[4]["place"] == 2
    assert steps[5]["table"]["text"] == game.start.text and steps[5]["turn"] == 1


def test_a_round_that_was_given_up_says_who_won_by_seat() -> None:
    start = Game("walls", seed=1).position
    log = [(4, 1, "resign"), (5, None, 'end 1 {"winner":0,"reason":"resigned","points":[1,0],"seed":"00","over":true}')]
    replay = replay_of(start, log, ("Bob", "Ann"), 3, (1, 0))
    assert replay["result"] == {"winner": 1, "reason": "resigned"}  # player 0 holds seat 1
    assert replay["steps"][0]["events"][0]["en"] == "Bob gives the game up."


def damaged(text: str) -> list[tuple[str, str]]:
    """Texts that are no record, with the code of what is wrong."""
    lines = text.splitlines()
    first = next(line for line in lines if line.startswith("1. "))[:4]
    return [
        ("", "record.truncated"),
        ("hello", "record.order"),
        ("\ufeff" + text, "record.encoding"),
        (text + "\ud800", "record.encoding"),
        ("\n".join(lines[:8]), "record.truncated"),
        (text.replace(first, f"1. {1 - int(first[3])}", 1), "record.move"),
        (text.replace(lines[-1], "final " + lines[-1].removeprefix("final ")[:-3]), "record.position"),
        (text.replace("deal stones", "deal chess", 1), "record.position"),
        ("x" * 150_000, "record.too-long"),
        (text.replace("[Preset", "[preset", 1), "record.syntax"),
        (text.replace('[Result "', '[Result "not ', 1), "record.result"),
    ]


def test_a_text_that_is_no_record_says_why_in_both_languages() -> None:
    for text, code in damaged(Record.of(finished("stones")).text):
        started = time.perf_counter()
        with pytest.raises(MarchstoneError) as caught:
            replay_of_text(text)
        assert time.perf_counter() - started < 1.0
        problem = problem_of(caught.value)
        assert problem.code == code
        assert problem.en and problem.fr and problem.en != problem.fr and len(problem.en) < 900


def test_a_forbidden_move_in_a_record_names_its_rule_in_both_languages() -> None:
    record = Record.of(Game("stones", ["play v9 5"], seed=1, first=0)).text
    with pytest.raises(MarchstoneError) as caught:
        replay_of_text(record.replace("play v9 5", "claim 5"))
    problem = problem_of(caught.value)
    assert problem.code == "record.move" and problem.rule == "stones-turn"
    assert problem.fr.startswith("Ligne 6 : ") and "revendique" in problem.fr


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=400) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_no_text_at_all_breaks_the_import(text: str) -> None:
    with pytest.raises(MarchstoneError) as caught:
        replay_of_text(text)
    assert problem_of(caught.value).code.startswith("record.")


def test_hostile_names_are_cleaned() -> None:
    record = Record.of(finished("stones-tiny"), Seat0="A\u202enn   B", Seat1="x" * 300)
    assert replay_of_record(record)["players"] == ["Ann B", "x" * 32]


# -- the code of an invitation ---------------------------------------------------------------------------------------------


def test_an_invitation_becomes_a_drawing_without_anything_active() -> None:
    svg = qr_svg("http://192.168.1.2:8737/g/abcdefghijkl/join#8zz-fZUlHVD_Idz2xYLZxjfoQZPdHbbI")
    assert svg.startswith("<svg ") and svg.count("<path ") == 2 and svg.endswith("</svg>")
    assert "script" not in svg and "href" not in svg and "width=" not in svg


@pytest.mark.parametrize(
    "link", ["", "javascript:alert(1)", "http://x y", "https://é.example", "http://x/" + "a" * 600, "ftp://x/y"]
)
def test_what_is_no_link_has_no_code(link: str) -> None:
    with pytest.raises(TextError) as caught:
        qr_svg(link)
    assert caught.value.code == "invite.link"
