"""Turns and endings against examples worked out by hand from the rules, and whole random games."""

import random
from typing import Any

import pytest

from .formations import is_number
from .game import OracleGame
from .presets import PRESETS, number_cards

WALLS = PRESETS["walls"].game


def position(preset: str, hand0: str, hand1: str, numbers: str = "", tactics: str = "", **sides: str) -> OracleGame:
    """A position: `a3="r1 r2"` are the cards of seat 0 at front 3, `b3` those of seat 1."""
    piles = {"number": numbers.split(), "tactic": tactics.split()}
    game = OracleGame(preset, (hand0.split(), hand1.split()), piles, 0)
    for name, cards in sides.items():
        game.sides[int(name[1:]) - 1]["ab".index(name[0])].extend(cards.split())
    game._note_completions()
    return game


def moves(game: OracleGame, text: str) -> dict[str, Any]:
    """Make moves, separated by commas."""
    for move in text.split(", "):
        game.play(move)
    return game.snapshot()


# Proofs in a game


def test_own_hand_is_in_the_pool() -> None:
    sides = {"a1": "r6 r7 r8", "b1": "y8 y9"}
    game = position("stones", "y7 g1", "g2", a2="", **sides)
    game.play("play g1 2")  # only the own y7 could beat it: it proves nothing
    assert "claim 1" not in game.legal()
    game = position("stones", "g1 g3", "g2", a2="y7", **sides)
    game.play("play g1 3")
    assert "claim 1" in game.legal()


def test_pile_is_in_the_pool_and_the_discard_is_not() -> None:
    sides = {"a1": "r6 r7 r8", "b1": "y8 y9"}
    game = position("stones", "g1 g3", "g2", "y7", **sides)
    game.play("play g1 3")
    assert "claim 1" not in game.legal()
    game = position("stones-tactics", "g1 g3", "g2", "b1", **sides)
    game.discard.append("y7")
    game.play("play g1 3")
    assert "claim 1" in game.legal()


# Schotten Totten


def test_completion_order_decides_and_is_shown() -> None:
    game = position("stones", "r7 g2", "v7 g1", "r1 o1", a1="r5 g6", b1="o5 y6")
    moves(game, "play r7 1, draw clan, play v7 1")
    assert game.snapshot()["first"][0] == 0
    assert "claim 1" not in game.legal()
    moves(game, "draw clan, play g2 2")
    assert "claim 1" in game.legal()
    assert moves(game, "claim 1")["owner"][0] == 0


def test_adjacent_and_majority() -> None:
    game = position("stones", "r9", "g1", "", a2="r7 r8", b2="")
    game.owner = [0, None, 0, 1, 0, 1, 0, None, None]
    assert moves(game, "play r9 2, claim 2")["outcome"] == (0, "adjacent")
    assert game.scores() == (5, 2) and game.legal() == set()
    game = position("stones", "r9", "g1", "", a9="r7 r8", b9="")
    game.owner = [0, None, 0, 1, 0, 1, 0, None, None]
    assert moves(game, "play r9 9, claim 9")["outcome"] == (0, "majority")


def test_pass_and_stalemate() -> None:
    full = {f"a{n}": "r1 g3 b4" for n in range(1, 10)}
    full |= {f"b{n}": "o1 y3 v4" for n in range(1, 10)}
    game = position("stones", "", "", **full)
    assert game.legal() == {"pass"}
    moves(game, "pass")
    assert game.turn == 0 and "done" in game.legal()  # every tie is seat 0's to claim
    moves(game, "done, pass")
    assert game.over == (None, "stalemate") and game.scores() == (0, 0)


def test_no_pass_while_a_clan_card_fits() -> None:
    game = position("stones-tactics", "r1 joker1 joker2 banshee", "g1")
    game.jokers_played = [1, 1]
    assert game.legal() == {f"play r1 {n}" for n in range(1, 10)}
    assert "pass" in position("stones-tactics", "joker1", "g1").legal()


def test_turn_ends_by_itself_when_no_draw_is_due() -> None:
    game = position("stones", "r1 r2", "g1")
    game.play("play r1 1")
    assert game.turn == 1


def test_expert_claims_only_before_playing() -> None:
    game = position("stones-expert", "r9 g1", "g2 g3", "o1 o2", a1="r7 r8")
    game.play("play r9 1")
    assert game.legal() == {"draw clan"}
    moves(game, "draw clan, play g2 2")
    assert game.turn == 1 and game.legal() == {"draw clan"}
    game.play("draw clan")
    assert {"claim 1", "play g1 1", "play g1 2"} & game.legal() == {"claim 1", "play g1 2"}


def test_tactic_limit_and_one_joker() -> None:
    game = position("stones-tactics", "r1 r2 joker1 joker2 spy", "g1 g2", "o1 o2 o3 o4")
    moves(game, "play joker1 1, draw clan, play g1 1, draw clan")
    assert not any("spy" in move or "joker" in move for move in game.legal())
    game.tactics_played[1] = 1
    game._known_moves = None
    assert "play spy 1" in game.legal() and "play joker2 1" not in game.legal()


def test_recruiter() -> None:
    game = position("stones-tactics", "recruiter r1 r2 r3 r4 r5 r6", "g1", "o1 o2 o3", "spy")
    moves(game, "play recruiter, draw tactic")
    assert game.legal() == {"draw clan"}
    moves(game, "draw clan, draw clan, bury spy, bury r1")
    shown = game.snapshot()
    assert shown["turn"] == 1 and shown["discard"] == ["recruiter"]
    assert shown["piles"] == {"number": ["o3", "r1"], "tactic": ["spy"]}
    assert len(shown["hands"][0]) == 7


def test_recruiter_with_a_short_pile_buries_two_in_order() -> None:
    game = position("stones-tactics", "recruiter r1", "g1", "o1")
    shown = moves(game, "play recruiter, draw clan, bury r1, bury o1")
    assert shown["piles"]["number"] == ["r1", "o1"] and shown["turn"] == 0
    assert moves(game, "draw clan")["hands"][0] == ["r1"]


def test_mud_forgets_completions_and_blind_counts_totals() -> None:
    game = position("stones-tactics", "mud r1", "blind g9 g1", "o1 o2 o3 o4", a1="r7 r8 r9", b1="b9 v9 y8")
    shown = moves(game, "play mud 1")
    assert shown["mud"][0] and shown["first"][0] is None and shown["discard"] == []
    moves(game, "draw clan, play blind 1, draw clan, play r1 1, draw clan")
    moves(game, "play g9 1")
    assert game.snapshot()["first"][0] == 0 and "claim 1" in game.legal()  # 35 against 25


def test_strategist_wants_a_different_stone() -> None:
    game = position("stones-tactics", "strategist r1", "g1", "o1", a1="r9 spy", a2="r5 r6 g6")
    game.owner[2] = 1
    moves(game, "play strategist, take spy")
    assert game.snapshot()["held"] == "spy"
    assert game.legal() == {f"put {n}" for n in range(4, 10)} | {"put discard"}
    assert moves(game, "put discard")["discard"] == ["spy", "strategist"]
    assert game.snapshot()["tactics_played"] == [1, 0]


def test_banshee_and_traitor() -> None:
    sides = {"a1": "r1", "b1": "y9 joker1 y8", "b2": "o9"}
    game = position("stones-tactics", "banshee r2", "g1", "b1", **sides)
    game.owner[1] = 1
    game.play("play banshee")
    assert game.legal() == {"take y9", "take joker1", "take y8"}
    shown = moves(game, "take joker1")
    assert shown["discard"] == ["banshee", "joker1"] and shown["first"][0] is None
    game = position("stones-tactics", "traitor r2", "g1", "b1", **sides)
    game.play("play traitor")
    assert game.legal() == {"take y9", "take y8", "take o9"}
    game.play("take y9")
    assert "put 1" in game.legal() and "put discard" not in game.legal()
    assert moves(game, "put 1")["sides"][0] == (["r1", "y9"], ["joker1", "y8"])


# Schotten Totten 2


def test_hen_and_cook() -> None:
    game = position("walls", "r0 r1", "g0 g2", "b1 b2", a4="g4", b4="r11")
    shown = moves(game, "play r0 4")
    assert shown["sides"][3] == (["g4"], []) and shown["discard"] == ["r0", "r11"] and shown["first"][3] is None
    game = position("walls", "r0 r1", "g0 g2", "b1 b2", b4="g11")
    assert moves(game, "play r0 4")["sides"][3] == (["r0"], ["g11"])
    game = position("walls", "r0 r1", "g0 g2", "b1 b2", a4="r2 r3", b4="r11")
    assert "play r0 4" not in game.legal()  # room is needed first


def test_recruited_hen_counts_as_played() -> None:
    game = position("walls-tactics", "recruitment r1", "g2", "b1", b3="r11")
    game.discard = ["r0", "b9"]
    game.play("play recruitment")
    assert game.legal() == {"take r0", "take b9"}
    shown = moves(game, "take r0, put 3")
    assert shown["discard"] == ["b9", "r0", "r11"] and shown["removed"] == ["recruitment"]


def test_oil_takes_the_card_nearest_the_wall_once_a_turn() -> None:
    game = position("walls", "r1 r2", "g1 g2", "b1 b2 b3", a3="y9 y3", a5="v1")
    moves(game, "play r1 3, draw siege")
    assert {"oil 3", "oil 5"} <= game.legal()
    shown = moves(game, "oil 3")
    assert shown["sides"][2][0] == ["y3", "r1"] and shown["discard"] == ["y9"] and shown["oil"] == 2
    assert not any(move.startswith("oil") for move in game.legal())


def test_retreat_and_no_place_left() -> None:
    widths = [3, 4, 3, 2, 3, 4, 3]
    spare = iter(number_cards(WALLS)[20:])
    full = {f"a{n + 1}": " ".join(next(spare) for _ in range(width)) for n, width in enumerate(widths)}
    game = position("walls", "r1 r2", "g1 g2", "b1 b2 b3", **full)
    assert {move for move in game.legal() if not move.startswith("claim")} == {f"retreat {n}" for n in range(1, 8)}
    shown = moves(game, "retreat 4")
    assert shown["sides"][3][0] == [] and len(shown["discard"]) == 2 and "play r1 4" in game.legal()


def test_defender_with_all_sides_complete_wins_at_the_start_of_the_turn() -> None:
    widths = [3, 4, 3, 2, 3, 4, 3]
    spare = iter(number_cards(WALLS)[12:])
    full = {f"b{n + 1}": " ".join(next(spare) for _ in range(width)) for n, width in enumerate(widths)}
    game = position("walls", "r1 r2", "r3", "r4 r5", **full)
    assert moves(game, "play r1 1, draw siege")["outcome"] == (1, "full")
    assert game.scores() == (0, 10)


def test_claim_turns_the_tile_which_may_be_played_at_once() -> None:
    game = position("walls", "r1 r2", "g1 g2", "b1 b2 b3", a4="v11 v10", b4="b9")
    shown = moves(game, "claim 4")
    assert shown["damaged"][3] and shown["sides"][3] == ([], []) and len(shown["discard"]) == 3
    assert game.turn == 0 and "play r1 4" in game.legal()


def test_fourth_damaged_tile_and_second_claim() -> None:
    game = position("walls", "r1 r2", "g1 g2", "b1 b2 b3", a4="v11 v10")
    game.damaged[:3] = [True, True, True]
    assert moves(game, "claim 4")["outcome"] == (0, "damaged") and game.scores() == (3, 0)
    game = position("walls", "r1 r2", "g1 g2", "b1 b2 b3", a2="v11 r11")
    game.damaged[1] = True
    assert moves(game, "claim 2")["outcome"] == (0, "twice")


def test_claim_after_the_draw() -> None:
    game = position("walls", "v10 r2", "g1 g2", "b1 b2 b3", a4="v11")
    moves(game, "play v10 4, draw siege")
    assert game.legal() == {"claim 4", "done"}
    game.play("done")
    assert game.turn == 1


def test_end_of_the_deck() -> None:
    game = position("walls", "v10 r2", "g1 g2", "", a4="v11")
    game.play("play v10 4")
    assert game.legal() == {"claim 4", "done"}
    assert moves(game, "done")["outcome"] == (1, "deck")
    game = position("walls", "v10 r2", "g1 g2", "b1")
    assert moves(game, "play v10 1, draw siege, play g1 1")["outcome"] == (1, "deck")
    game = position("walls-tactics", "v10 r2", "g1 g2", "", "spy")
    game.play("play v10 1")
    assert game.legal() == {"draw tactic"}


def test_pass_with_tactics_in_walls() -> None:
    game = position("walls-tactics", "spy support", "g1 g2", "b1 b2")
    game.tactics_played = [1, 0]
    assert game.legal() == {"pass"}
    game.play("pass")
    assert game.turn == 1
    assert "pass" not in position("walls-tactics", "spy", "g1 g2", "b1 b2").legal()


def test_support() -> None:
    game = position("walls-tactics", "support r1", "g1", "b1 b2", "shield")
    game.discard = ["r9", "joker1", "y3"]
    game.play("play support")
    with pytest.raises(ValueError):
        game.play("take r9", ["b1", "b2"])
    game.play("take r9", ["b2", "r9", "b1"])
    game.play("take joker1", ["joker1", "shield"])
    shown = game.snapshot()
    assert shown["piles"] == {"number": ["b2", "r9", "b1"], "tactic": ["joker1", "shield"]} and shown["discard"] == ["y3"]
    assert game.legal() == {"draw siege", "draw tactic"}


def test_exchange() -> None:
    game = position("walls-tactics", "exchange r1 r2 r3 r4", "g1 g2", "b1 b2")
    moves(game, "play exchange, give r1, give r3")
    assert game.legal() == {"give r2", "give r4"} and game.snapshot()["given"] == [["r1", "r3"], []]
    shown = moves(game, "give r2")
    assert (shown["actor"], shown["turn"]) == (1, 0) and shown["hands"][0] == ["r1", "r2", "r3", "r4"]
    shown = moves(game, "give g2, give g1")
    assert shown["hands"] == [["g1", "g2", "r4"], ["r1", "r2", "r3"]] and shown["given"] == [[], []]
    assert (shown["actor"], game.legal()) == (0, {"draw siege"})


def test_treachery_desertion_explosion_redeployment() -> None:
    sides = {"a1": "r1 r2", "b1": "joker1 y2", "b4": "y4"}
    game = position("walls-tactics", "treachery r9", "g1", "b1", **sides)
    assert moves(game, "play treachery, take joker1, put 1")["sides"][0] == (["r1", "r2", "joker1"], ["y2"])
    game = position("walls-tactics", "desertion r9", "g1", "b1", **sides)
    assert moves(game, "play desertion, take y2")["discard"] == ["y2"]
    game = position("walls-tactics", "explosion r9", "g1", "b1", **sides)
    assert {"play explosion 1", "play explosion 4", "play explosion 2"} & game.legal() == {"play explosion 1", "play explosion 4"}
    assert moves(game, "play explosion 1")["discard"] == ["joker1", "r1", "r2", "y2"]
    game = position("walls-tactics", "redeployment r9", "g1", "b1", **sides)
    moves(game, "play redeployment, take r1")
    assert game.legal() == {f"put {n}" for n in range(2, 8)} | {"put discard"}


# Whole games


def random_game(name: str, seed: int) -> OracleGame:
    """A game of random moves, the claims among them preferred; no card is lost and none appears."""
    rng, preset = random.Random(seed), PRESETS[name]
    deck, tactics = number_cards(preset.game), list(preset.tactics)
    every = sorted(deck + tactics)
    rng.shuffle(deck)
    rng.shuffle(tactics)
    hand = preset.hand
    hands = deck[:hand], deck[hand : 2 * hand]
    game = OracleGame(name, hands, {"number": deck[2 * hand :], "tactic": tactics}, rng.randrange(2))
    for _ in range(1000):
        if game.outcome:
            break
        options = sorted(game.legal())
        claims = [move for move in options if move.startswith("claim")]
        move = rng.choice(claims if claims and rng.random() < 0.8 else options)
        pile = None
        if game.ruse == "support" and move.startswith("take"):
            card = move.split()[1]
            pile = [*game.piles["number" if is_number(card) else "tactic"], card]
            rng.shuffle(pile)
        game.play(move, pile)
        assert sorted(all_cards(game)) == every
    return game


def all_cards(game: OracleGame) -> list[str]:
    """Every card, wherever it lies."""
    shown = game.snapshot()
    cards = [card for pair in shown["sides"] for side in pair for card in side]
    cards += shown["hands"][0] + shown["hands"][1] + shown["piles"]["number"] + shown["piles"]["tactic"]
    cards += shown["discard"] + shown["removed"] + ([shown["held"]] if shown["held"] else [])
    return cards + ["blind"] * any(shown["blind"]) + ["mud"] * any(shown["mud"])


ENDINGS = {
    "stones": {"adjacent", "majority"},
    "walls": {"damaged", "twice", "deck"},
    "stones-tiny": {"adjacent"},  # one Stone wins, and one is always enough to be adjacent
}


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_random_games(name: str) -> None:
    reasons = set()
    for seed in range(200):
        game = random_game(name, seed)
        assert game.outcome is not None and game.legal() == set()
        winner, reason = game.outcome
        reasons.add(reason)
        assert reason in (("damaged", "twice", "deck", "full") if game.walls else ("adjacent", "majority", "stalemate"))
        assert min(game.scores()) >= 0 and (winner is None) == (reason == "stalemate")
    print(name, reasons)
    assert reasons >= ENDINGS.get(name, set())
