"""Why a move was bad: blunders are found, their reasons name the right front, and whatever was bad has a reason in words."""

from __future__ import annotations

from marchstone import Position, Record
from marchstone.analysis import Mistake
from marchstone.analysis import review as review_of
from marchstone.analysis.reasons import Finder, Reason
from marchstone.analysis.think import vector_of
from marchstone.analysis.words import REASONS, better_sentence, move_phrase, percent, reason_sentences
from marchstone.engine.endgame import Solver, is_open, opened
from marchstone.move import Move
from marchstone.players.base import Budget
from tests.tables import table
from tests.test_review import FEW, random_game

NAMES = ("Ann", "Bob")


def blunder(position: Position, move: str, nodes: int = 400) -> Mistake:
    """The only move of a record, which must be found to be bad."""
    found = review_of(Record(position, (Move(move),)), Budget(nodes=nodes))
    assert [mistake.decision.move.text for mistake in found.worst] == [move]
    return found.worst[0]


def test_a_formation_that_was_closed() -> None:
    mistake = blunder(table("stones", ":/:/g6,g7:r2,o4", "g8,r1,o3,y5,b1,v2:g1,r9,o9,y9,b8,v8"), "play r1 3")
    assert (mistake.reason.code, mistake.reason.front, mistake.reason.type) == ("closed", 3, "colour-run")
    assert mistake.decision.best.text == "play g8 3" and mistake.decision.loss > 0.1
    words = mistake.sentence()
    assert words.startswith("This closed a Colour-Run at Stone 3, which had a chance of ")
    assert "Better: play the green 8 at Stone 3; that makes 100 % there instead of" in words
    assert mistake.sentence("fr").startswith("Cela exclut une suite couleur devant la Borne 3, qui avait ")
    assert "Mieux : jouer le 8 vert devant la Borne 3 ; là, cela donne 100 % au lieu de" in mistake.sentence("fr")


def test_a_card_that_another_front_needed() -> None:
    mistake = blunder(table("stones", "b4,b6:r9,o8/:/:y1", "b5,r1,o3,y5,g1,v2:g2,r8,o9,y9,b8,v8"), "play b5 7")
    assert (mistake.reason.code, mistake.reason.front, mistake.reason.card) == ("wanted", 1, "b5")
    assert mistake.sentence().startswith("The blue 5 was wanted at Stone 1: a Colour-Run there had a chance of ")
    assert "and has none now. Better: play the blue 5 at Stone 1" in mistake.sentence()
    assert mistake.sentence("fr").startswith("Le 5 bleu manquera devant la Borne 1 : une suite couleur y avait ")


def test_a_claim_that_was_left() -> None:
    """A proof holds in the next turn too, but the other seat can win before."""
    row = "r7,r8,r9:o1/y2,y3,y4:+0/b2,b3,b4:+0/:/:/:/:g7,g8,g9/:v4,v5,v6+1/:o4,o5,o6+1"
    position = table("stones", row, "b5,r1,o3,y5,g1:g2,r6,y9,y1,b8,v1", phase="close")
    mistake = blunder(position, "draw clan")
    assert (mistake.reason.code, mistake.decision.best.text) == ("claim-left", "claim 1")
    assert mistake.sentence() == "Stone 1 could be claimed at once, and was left. Better: claim Stone 1."
    french = "La Borne 1 pouvait être revendiquée aussitôt, et a été laissée. Mieux : revendiquer la Borne 1."
    assert mistake.sentence("fr") == french
    assert review_of(Record(position, (Move("claim 1"),)), FEW).decisions[0].loss == 0


def test_a_front_that_became_provable() -> None:
    mistake = blunder(table("stones", ":/:/:/g6,g7:r9,o9,b9", "g8,b5,y5,y1,v2,r2:g2,r6,o4,y9,v9,v8"), "play y1 4")
    assert (mistake.reason.code, mistake.reason.front) == ("gave-claim", 4)
    assert mistake.sentence(players=NAMES).startswith("This made Stone 4 provable for Bob. Better: play the green 8 at Stone 4;")
    assert mistake.sentence("fr", NAMES).startswith("La Borne 4 est ainsi devenue prouvable pour Bob. Mieux : jouer le 8 vert")


def test_a_claim_that_was_missed() -> None:
    """The side stands well either way, but only the right card proves it before the other seat moves."""
    missed = Reason("missed-claim", 4)
    assert reason_sentences(missed, Move("play y4 4"), 0, "stones", "en") == (
        "Stone 4 could have been claimed in the same turn. Better: play the yellow 4 at Stone 4."
    )
    record = random_game("stones-small", 3)
    positions = list(record.positions())
    found = review_of(record, Budget(nodes=400))
    for mistake in found.worst:
        if mistake.reason.code == "missed-claim":
            place = mistake.decision.place
            assert mistake.reason.front in positions[place].apply(mistake.decision.best).provable
            assert not positions[place].apply(mistake.decision.move).provable


def test_a_wall_that_the_defender_lets_go() -> None:
    """The attacker has three nines at tile 3; three tens would hold it."""
    fronts = ":/:/r9,g9,b9:y10,v10"
    position = table("walls", fronts, "r0,g1,b2,y0,v1,r3:b10,y1,g3,v4,r5,b6", turn=1)
    mistake = blunder(position, "play y1 3")
    assert (mistake.reason.code, mistake.reason.front) == ("gave-claim", 3)
    assert mistake.sentence().startswith("This made tile 3 provable for the attacker.")
    assert "la Muraille 3" in mistake.sentence("fr").replace("La", "la") and "l'attaquant" in mistake.sentence("fr")


def thrown_win() -> tuple[Position, str, int]:
    """An ending that is won, a move that does not win it, and how many turns the win would have taken."""
    solver = Solver(1 << 20)
    for seed in range(300):
        for position in list(random_game("stones-small", seed).positions())[::-1]:
            if position.is_over or position.provable or len(position.legal_moves) < 2:
                continue
            if not is_open(position.view(position.actor).vector):
                break
            solved = solver.solve(opened(position.view(position.actor).vector), position.actor)
            for move in position.legal_moves if solved.value == 1 else ():
                if solver.solve(position.apply(move).state, position.actor).value < 1:
                    return position, move.text, solved.plies or 0
    raise AssertionError("no win to throw away")


def test_a_certain_win_that_was_thrown_away() -> None:
    position, move, turns = thrown_win()
    mistake = blunder(position, move)
    assert (mistake.reason.code, mistake.reason.turns, mistake.decision.best_chance) == ("certain", turns, 1)
    shown = f"{turns} turn{'s' * (turns > 1)}"
    assert mistake.sentence().startswith(f"Until then a win in {shown} was certain.")
    assert mistake.sentence("fr").startswith(f"Jusque-là, le gain en {shown.replace('turn', 'tour')} était certain.")


def test_what_is_said_of_less() -> None:
    best = Move("play r1 2")
    there = Reason("fell", 2, chances=(0.5, 0.25), at=2, better=(0.6, 0.25))
    elsewhere = Reason("fell", 2, chances=(0.5, 0.25), at=5, better=(0.6, 0.25))
    assert reason_sentences(there, best, 0, "stones", "en") == (
        "At Stone 2 the chance of claiming it fell from 50 % to 25 %. "
        "Better: play the red 1 at Stone 2; that makes 60 % there instead of 25 %."
    )
    assert "; at Stone 5 that makes 60 % instead" in better_sentence(elsewhere, best, "stones", "en")
    assert "la chance de la tenir est tombée de 50 % à 25 %" in reason_sentences(there, best, 1, "walls", "fr")
    plain = "Aucun front ne le montre à lui seul : la partie dans son ensemble promet moins à présent. "
    plain += "Mieux : revendiquer la Borne 2."
    assert reason_sentences(Reason("together"), Move("claim 2"), 0, "stones", "fr") == plain
    some = Reason("wanted", 2, "spy", "same", 4, (0.5, 0.2))
    assert "un carré y avait 50 % de chances, et n'en a plus que 20 %" in reason_sentences(some, best, 0, "walls", "fr")


def difference(position: Position, move: str, best: str) -> Reason:
    """What is said of two moves when no front has fallen by much."""
    game, seat, preset = position.rules.game, position.actor, position.rules.name
    views = [vector_of(after.view(seat).vector) for after in (position, position.apply(best), position.apply(move))]
    finder = Finder(preset, game, seat, (views[0], views[1], views[2]), (Move(best).action(game), Move(move).action(game)), None)
    return finder.difference()


def test_what_is_said_when_nothing_else_can_be() -> None:
    """Every one of the worst moves has a reason in words."""
    tactics = table("stones-tactics", "r1:o1", "mud,r4,y5,g1,b2,v9,v3:spy,r6,o9,y9,v8,b7,g7")
    assert difference(tactics, "play mud 5", "play r4 4") == Reason("spent", card="mud")
    assert difference(tactics, "play r4 4", "play mud 5") == Reason("kept", card="mud")
    walls = table("walls", "r1,r2:b5", "r0,g1,b2,y0,v1,r3:b10,y1,g3,v4,r5,b6", turn=1)
    assert (
        difference(walls, "oil 1", "play y1 3").code == "oil-spent" and difference(walls, "play y1 3", "oil 1").code == "oil-kept"
    )
    stones = table("stones", ":/:/g6,g7:r2,o4", "g8,r1,o3,y5,b1,v2:g1,r9,o9,y9,b8,v8")
    behind = difference(stones, "play r1 3", "play g8 3")
    assert (behind.code, behind.front) == ("behind", 3) and behind.chances and behind.chances[0] > behind.chances[1]
    assert difference(stones, "play g8 3", "play g8 3") == Reason("together")
    drawing = table("stones-tactics", "r1:o1", "mud,r4,y5,g1,b2,v9:spy,r6,o9,y9,v8,b7,g7", phase="close")
    assert difference(drawing, "draw clan", "draw tactic") == Reason("other-pile")
    for language in ("en", "fr"):
        told = {
            code: reason_sentences(Reason(code, 2, "spy", "run", 3, (0.5, 0.2)), Move("play r1 2"), 1, "stones", language)
            for code in REASONS
        }
        assert len(set(told.values())) == len(told) and all(len(text.split(". ")) == 2 for text in told.values())
    said = Reason("behind", 2, chances=(0.5, 0.4))
    assert reason_sentences(said, Move("play r1 2"), 0, "stones", "en") == (
        "At Stone 2 the chance of claiming it is 40 % now, and would be 50 % after the better move. "
        "Better: play the red 1 at Stone 2."
    )
    assert reason_sentences(Reason("kept", card="spy"), Move("play spy 2"), 0, "stones", "fr").startswith(
        "L'Espion pouvait servir maintenant, et reste en main."
    )


def test_every_move_has_words() -> None:
    texts = (
        "play r1 2",
        "play spy 3",
        "play recruiter",
        "claim 4",
        "draw clan",
        "draw tactic",
        "take b2",
        "put 3",
        "put discard",
    )
    told = [move_phrase(Move(text), "stones", "en") for text in texts]
    assert told[:2] == ["play the red 1 at Stone 2", "play the Spy at Stone 3"] and told[-2:] == [
        "put it at Stone 3",
        "discard it",
    ]
    texts = ("retreat 2", "oil 3", "bury r1", "give exchange", "pass", "done", "draw siege")
    for language in ("en", "fr"):
        assert all(move_phrase(Move(text), "walls", language) for text in texts)


def test_only_what_is_certain_is_0_or_100() -> None:
    assert [percent(chance) for chance in (0, 0.001, 0.5, 0.999, 1)] == ["0 %", "1 %", "50 %", "99 %", "100 %"]
