"""The processes that think: games against levels, hints, reviews, and whatever can become of such a process."""

import asyncio
import os
import signal

import pytest

from marchstone import Game, Position, Record
from marchstone.server import thinkers as module
from marchstone.server.thinkers import ThinkError, Thinkers
from tests.server import Running

VIEW = Position.deal("stones", seed=1, first=0).view(0)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("server"), workers=1) as running:
        yield running


def played(server, preset, level, moves):
    """A game against a level, as far as so many own moves; the game and its socket."""
    game = server.table(preset, "level", level=level, seat=0, thinking=0.05).seated()
    with game.socket(0) as ann:
        for _ in range(moves):
            while not ann.table["legal"] and ann.game["state"] == "playing":
                ann.next(300)
            if ann.game["state"] != "playing":
                break
            assert ann.act(f"move {ann.table['legal'][-1]}")["t"] == "receipt"
    return game, ann


@pytest.mark.parametrize(("preset", "level"), [("stones-tactics", 4), ("walls-tactics", 2)])
def test_a_whole_game_against_a_level(server, preset, level):
    game, ann = played(server, preset, level, 500)
    assert ann.game["state"] == "over" and ann.game["outcome"]["reason"]
    said = [message["on"] for message in ann.heard if message["t"] == "thinking"]
    assert said[0] and False in said
    assert game.get("/record").status_code == 200


def test_a_hint(server):
    game, _ = played(server, "stones", 1, 0)
    with game.socket(0) as ann:
        while not ann.table["legal"]:
            ann.next(60)
        ann.send({"t": "hint", "id": "hint-0001"})
        advice = ann.until("advice", "refused")
        assert advice["id"] == "hint-0001" and advice["move"] in ann.table["legal"]
        assert 0 <= advice["chance"] <= 1 and advice["moves"][0][0] == advice["move"]


def test_a_review_with_its_progress(server):
    game, _ = played(server, "stones", 1, 3)
    with game.socket(0) as ann:
        assert game.get("/review", game.people[0]).json()["code"] == "game.not-over"
        ann.act("resign")
    assert game.get("/review", game.people[0]).json()["code"] == "review.unknown"
    begun = game.post(f"/games/{game.id}/review", {}, game.people[0]).json()
    assert "progress" in begun or "curve" in begun
    seen = []
    while "curve" not in (found := game.get("/review", game.people[0]).json()):
        seen.append(found["progress"])
        asyncio.run(asyncio.sleep(0.05))
    assert seen == sorted(seen) and found["decisions"] and found["opening"]["fr"]


def test_an_unfinished_turn_is_taken_up_after_a_restart(tmp_path):
    with Running(tmp_path, workers=1) as server:
        game, _ = played(server, "stones", 3, 0)
        server.hub.thinkers._closed = True  # as if it had stopped in the middle of a thought
        with game.socket(0) as ann:
            while not ann.table["legal"]:
                ann.next()
            ann.act(f"move {ann.table['legal'][0]}")
            ann.act(f"move {next(move for move in ann.table['legal'] if move.startswith('draw'))}")
            n = ann.n
    with Running(tmp_path, workers=1) as server:
        for _ in range(1000):
            if len(server.store.entries(game.id)) > n:
                break
            asyncio.run(asyncio.sleep(0.1))
        assert server.store.entries(game.id, n)[0].player == 1


# -- processes that fail -----------------------------------------------------------------------------------------------------


@pytest.fixture
def faults(tmp_path, monkeypatch):
    path = tmp_path / "faults"
    path.write_text("")
    monkeypatch.setenv("MARCHSTONE_TEST", str(path))
    monkeypatch.setattr(module, "GRACE", 0.5)
    monkeypatch.setattr(module, "PAUSE", 0.01)
    return path


def asked(work, workers=1):
    """What comes of some questions to a pool of processes that may fail."""

    async def run():
        pool = Thinkers(workers, "tests.thinkers")
        pool.start()
        try:
            return await work(pool)
        finally:
            await pool.close()
            assert pool.pids() == []

    return asyncio.run(run())


@pytest.mark.parametrize("fault", ["die", "exit", "hang", "raise", "nonsense", "die hang"])
def test_a_question_is_put_again_when_a_process_fails(faults, fault):
    faults.write_text(fault)
    assert asked(lambda pool: pool.move(1, VIEW.vector, 0.05, 1)) in VIEW.legal_moves


def test_a_question_that_nobody_can_answer_is_given_up(faults):
    faults.write_text("die die die die")
    with pytest.raises(ThinkError) as caught:
        asked(lambda pool: pool.move(1, VIEW.vector, 0.05, 1))
    assert caught.value.code == "engine.failed"


def test_a_process_that_is_killed_from_outside_is_replaced(faults):
    async def work(pool):
        await pool.move(1, VIEW.vector, 0.05, 1)
        (first,) = pool.pids()
        os.kill(first, signal.SIGKILL)
        await pool.move(1, VIEW.vector, 0.05, 1)
        return first, pool.pids()

    first, now = asked(work)
    assert len(now) == 1 and first not in now


def test_more_processes_come_when_there_is_more_to_do(faults):
    async def work(pool):
        moves = await asyncio.gather(*(pool.move(1, VIEW.vector, 0.05, seed) for seed in range(20)))
        return moves, len(pool.pids())

    moves, number = asked(work, workers=2)
    assert len(moves) == 20 and number == 2


def test_moves_come_before_reviews(faults):
    order = []

    async def work(pool):
        async def one(name, question):
            await question
            order.append(name)

        first = one("first", pool.move(1, VIEW.vector, 0.05, 1))
        questions = [one("review", pool._ask(module.REVIEW, {"do": "x", "view": [*VIEW.vector]}, 1)) for _ in range(3)]
        await asyncio.gather(first, *questions, one("move", pool.move(1, VIEW.vector, 0.05, 2)))

    asked(work)
    assert order == ["first", "move", "review", "review", "review"]


def test_without_processes_there_is_no_engine():
    with pytest.raises(ThinkError) as caught:
        asked(lambda pool: pool.move(1, VIEW.vector, 0.05, 1), workers=0)
    assert caught.value.code == "engine.none"


def test_closing_ends_what_waits(faults):
    faults.write_text("hang")

    async def run():
        pool = Thinkers(1, "tests.thinkers")
        pool.start()
        waiting = [asyncio.ensure_future(pool.move(1, VIEW.vector, 5.0, 1)) for _ in range(3)]
        await asyncio.sleep(0.5)
        await pool.close()
        return await asyncio.gather(*waiting, return_exceptions=True)

    assert [problem.code for problem in asyncio.run(run())] == ["engine.closed"] * 3


def test_the_game_does_not_die_of_a_failing_engine(faults, tmp_path, monkeypatch):
    monkeypatch.setattr("marchstone.server.table.FIRST_PAUSE", 0.05)
    faults.write_text("die hang nonsense die die raise")
    with Running(tmp_path, thinkers=Thinkers(1, "tests.thinkers")) as server:
        _, ann = played(server, "stones", 1, 500)
        assert ann.game["state"] == "over"


def told_until(client, wanted):
    """What is said of the machine, until it is what is waited for."""
    for _ in range(200):
        said = client.until("thinking")
        if wanted(said):
            return said
    raise AssertionError("never said")


def test_a_failing_engine_is_told_of_and_the_game_goes_on(faults, tmp_path, monkeypatch):
    monkeypatch.setattr("marchstone.server.table.FIRST_PAUSE", 0.5)
    faults.write_text("die die die")
    with Running(tmp_path, thinkers=Thinkers(1, "tests.thinkers")) as server:
        game = server.table("stones", "level", level=1, seat=1, thinking=0.05)
        with game.socket(0) as ann:
            game.join(0)
            failed = told_until(ann, lambda said: said.get("problem"))
            assert failed["problem"] == "engine.failed" and failed["on"] and "progress" not in failed
            with game.socket(0) as late:
                assert late.until("thinking")["problem"] == "engine.failed"
            assert "problem" not in told_until(ann, lambda said: "problem" not in said)
            while not ann.table["legal"]:
                ann.next()


def test_an_engine_that_does_not_start_is_told_of(tmp_path):
    with Running(tmp_path, thinkers=Thinkers(1, "tests.there_is_none")) as server:
        game = server.table("stones", "level", level=1, seat=1)
        with game.socket(0) as ann:
            game.join(0)
            assert told_until(ann, lambda said: said.get("problem"))["problem"] == "engine.failed"


def test_a_server_without_an_engine_says_so(faults, tmp_path):
    with Running(tmp_path, thinkers=Thinkers(1, "tests.thinkers")) as server:
        game = server.table("stones", "level", level=1, seat=1)
    with Running(tmp_path) as server:
        game.http, game.address = server.http, server.address
        game.join(0)
        with game.socket(0) as ann:
            said = ann.until("thinking")
            assert (said["on"], said["problem"]) == (False, "engine.none")
            ann.act("resign")
            said = [message for message in ann.heard if message["t"] == "thinking"]
            assert said[-1] == {"t": "thinking", "on": False}  # nobody waits for it any more


def test_what_nobody_expected_does_not_stop_the_machine(faults, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr("marchstone.server.table.FIRST_PAUSE", 0.05)
    pool, left = Thinkers(1, "tests.thinkers"), [KeyError("what?"), ZeroDivisionError()]
    move = pool.move

    async def moved(*arguments):
        if left:
            raise left.pop()
        return await move(*arguments)

    monkeypatch.setattr(pool, "move", moved)
    with Running(tmp_path, thinkers=pool) as server:
        _, ann = played(server, "stones", 1, 500)
        assert ann.game["state"] == "over" and not left
    assert [record for record in caplog.records if record.exc_info and record.exc_info[0] is KeyError]


def test_a_verdict_survives_the_way_between_processes():
    game = Game("stones", seed=1, first=0)
    game.play(game.legal_moves[0])
    record = Record.of(game).text
    found = asked_real(lambda pool: pool.review(record, lambda progress: None))
    assert found["preset"] == "stones" and found["curve"]


def asked_real(work):
    """The same with the engine."""

    async def run():
        pool = Thinkers(1)
        pool.start()
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())
