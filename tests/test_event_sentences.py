"""What events say: each case by itself on a small table, the log in English and in French as each reader gets it."""

from dataclasses import replace

import pytest

from marchstone import phrases
from marchstone.cards import GAME_NAMES, Card, card_number
from marchstone.core import games, vector, zones
from marchstone.core import layout as lay
from marchstone.core.presets import NAMES, PRESETS
from marchstone.events import Event, events_between, seen_by, sentences
from marchstone.move import ACTION_NUMBERS

ANN_AND_BOB = ("Ann", "Bob")


def table(preset: str, **texts: str) -> list[int]:
    """A small table: `hand0="r1 spy"`, `side3_1="r5 r6"`, `pile="b1 b2"` (top last), `damaged="1 2"` (fronts), and so on."""
    state: list[int] = vector(lay.WORDS)
    games.clear(state, NAMES.index(preset))
    game = PRESETS[NAMES.index(preset)].game
    for name, text in texts.items():
        for word in text.split():
            lay_out(state, game, name, word)
    zones.settle_changed(state)
    return state


def lay_out(state: list[int], game: int, name: str, word: str) -> None:
    """One card, or one number, of a table."""
    if name == "turn":
        state[lay.TURN] = state[lay.ACTOR] = int(word)
    elif name == "passes":
        state[lay.PASSES] = int(word)
    elif name in ("damaged", "claimed0", "claimed1"):
        at = lay.DAMAGED if name == "damaged" else lay.CLAIMED + int(name[-1])
        state[at] |= 1 << int(word) - 1
    elif name == "pile":
        card = card_number(word, game)
        zones.place_on_pile(state, zones.kind_of(card), card)
    elif name == "discard":
        zones.discard(state, card_number(word, game))
    elif name.startswith("hand"):
        card = card_number(word, game)
        state[lay.HAND + 2 * int(name[-1]) + zones.kind_of(card)] |= zones.bit_of(card)
    else:
        zones.put(state, int(name[4]) - 1, int(name[-1]), card_number(word, game))


def play(state: list[int], moves: str) -> list[Event]:
    """The events of some moves, one after the other."""
    events = []
    for move in moves.split("; "):
        before, action = list(state), ACTION_NUMBERS[PRESETS[state[lay.PRESET]].game][move]
        games.apply(state, action)
        events += events_between(before, state, action)
    return events


# the table; the moves; who reads (0, 1 or nobody's seat); the log in English and in French
CASES: list[tuple[dict[str, str], str, int | None, str, str]] = [
    (
        {"preset": "stones", "hand0": "r9", "pile": "g2"},
        "play r9 5; draw clan",
        1,
        "Ann plays red 9 at Stone 5. Ann draws a Clan card.",
        "Ann joue le 9 rouge devant la Borne 5. Ann pioche une carte Clan.",
    ),
    (
        {"preset": "stones", "hand0": "r9", "side1_0": "r7 r8", "pile": "g2"},
        "play r9 1; claim 1; draw clan",
        0,
        "Ann plays red 9 at Stone 1. Ann claims Stone 1. Ann draws green 2.",
        "Ann joue le 9 rouge devant la Borne 1. Ann revendique la Borne 1. Ann pioche le 2 vert.",
    ),
    (
        {"preset": "stones", "side1_0": "r7 r8 r9", "claimed0": "2 3", "hand0": "g1"},
        "play g1 9; claim 1",
        1,
        "Ann plays green 1 at Stone 9. Ann claims Stone 1. Ann wins with enough Stones side by side.",
        "Ann joue le 1 vert devant la Borne 9. Ann revendique la Borne 1. Ann gagne avec assez de Bornes voisines.",
    ),
    (
        {"preset": "stones", "side1_0": "r7 r8 r9", "claimed0": "3 5 7 9", "hand0": "g1"},
        "play g1 2; claim 1",
        None,
        "Ann plays green 1 at Stone 2. Ann claims Stone 1. Ann wins with 5 Stones.",
        "Ann joue le 1 vert devant la Borne 2. Ann revendique la Borne 1. Ann gagne avec 5 Bornes.",
    ),
    (
        {"preset": "stones", "turn": "1", "passes": "1"},
        "pass",
        0,
        "Bob passes. Both have passed: the game is drawn.",
        "Bob passe. Les deux ont passé : la partie est nulle.",
    ),
    (
        {"preset": "stones-tactics", "hand0": "recruiter r1 r2 spy", "pile": "g9 joker1 g8 mud"},
        "play recruiter; draw clan; draw tactic; draw clan; bury spy; bury g8",
        1,
        "Ann plays the Recruiter. Ann draws a Clan card. Ann draws a Tactic card. Ann draws a Clan card. "
        "Ann puts a Tactic card under its pile. Ann puts a Clan card under its pile.",
        "Ann joue le Chasseur de Tête. Ann pioche une carte Clan. Ann pioche une carte Tactique. Ann pioche une carte Clan. "
        "Ann glisse une carte Tactique sous la pioche. Ann glisse une carte Clan sous la pioche.",
    ),
    (
        {"preset": "stones-tactics", "hand0": "strategist", "side2_0": "joker1"},
        "play strategist; take joker1; put 4",
        1,
        "Ann plays the Strategist. Ann picks up a Joker from Stone 2. Ann puts a Joker at Stone 4.",
        "Ann joue le Stratège. Ann retire un Joker de la Borne 2. Ann pose un Joker devant la Borne 4.",
    ),
    (
        {"preset": "stones-tactics", "hand0": "strategist", "side2_0": "r5"},
        "play strategist; take r5; put discard",
        1,
        "Ann plays the Strategist. Ann picks up red 5 from Stone 2. Ann discards red 5.",
        "Ann joue le Stratège. Ann retire le 5 rouge de la Borne 2. Ann défausse le 5 rouge.",
    ),
    (
        {"preset": "stones-tactics", "hand0": "banshee", "side2_1": "spy"},
        "play banshee; take spy",
        1,
        "Ann plays the Banshee. Ann discards the Spy from Stone 2.",
        "Ann joue la Banshee. Ann défausse l'Espion de la Borne 2.",
    ),
    (
        {"preset": "stones-tactics", "hand0": "traitor", "side2_1": "o4"},
        "play traitor; take o4; put 2",
        1,
        "Ann plays the Traitor. Ann takes ochre 4 from Bob at Stone 2. Ann puts ochre 4 at Stone 2.",
        "Ann joue le Traître. Ann prend le 4 ocre à Bob devant la Borne 2. Ann pose le 4 ocre devant la Borne 2.",
    ),
    (
        {"preset": "stones-tactics", "hand0": "blind"},
        "play blind 3",
        1,
        "Ann plays Blind-Man's Bluff at Stone 3: only totals count there from now on.",
        "Ann joue le Colin-Maillard devant la Borne 3 : seuls les totaux y comptent désormais.",
    ),
    (
        {"preset": "stones-tactics", "hand0": "mud"},
        "play mud 3",
        1,
        "Ann plays Mud Fight at Stone 3: each side there takes one card more from now on.",
        "Ann joue le Combat de Boue devant la Borne 3 : il y faut désormais une carte de plus de chaque côté.",
    ),
    (
        {"preset": "walls", "hand0": "r0", "side3_1": "g4 r11", "pile": "b1 b2"},
        "play r0 3; draw siege",
        1,
        "Ann plays red 0 at tile 3. Hen and cook eliminate each other at tile 3: red 0 and red 11. Ann draws a Siege card.",
        "Ann joue le 0 rouge devant la Muraille 3. "
        "La poule et le cuisinier s'éliminent devant la Muraille 3 : le 0 rouge et le 11 rouge. Ann pioche une carte Siège.",
    ),
    (
        {"preset": "walls", "side3_0": "r9 r10 r11", "side3_1": "g1", "hand0": "b1", "pile": "b2"},
        "claim 3",
        1,
        "Ann claims tile 3 and damages it. Ann discards red 9, red 10, red 11 and green 1 from tile 3.",
        "Ann revendique la Muraille 3 et l'endommage. "
        "Ann défausse le 9 rouge, le 10 rouge, le 11 rouge et le 1 vert de la Muraille 3.",
    ),
    (
        {"preset": "walls", "side3_0": "r9 r10 r11", "damaged": "1 2 4", "hand0": "b1"},
        "claim 3",
        1,
        "Ann claims tile 3 and damages it. Ann discards red 9, red 10 and red 11 from tile 3. Ann wins with 4 damaged tiles.",
        "Ann revendique la Muraille 3 et l'endommage. Ann défausse le 9 rouge, le 10 rouge et le 11 rouge de la Muraille 3. "
        "Ann gagne avec 4 Murailles endommagées.",
    ),
    (
        {"preset": "walls", "side3_0": "r9 r10 r11", "damaged": "3", "hand0": "b1"},
        "claim 3",
        1,
        "Ann claims tile 3 once more. Ann discards red 9, red 10 and red 11 from tile 3. Ann wins by claiming a damaged tile.",
        "Ann revendique la Muraille 3 une seconde fois. Ann défausse le 9 rouge, le 10 rouge et le 11 rouge de la Muraille 3. "
        "Ann gagne en revendiquant une Muraille endommagée.",
    ),
    (
        {"preset": "walls", "side3_0": "r9 r10", "side4_0": "g1", "hand0": "b1", "pile": "b2"},
        "retreat 3; retreat 4",
        1,
        "Ann retreats from tile 3, discarding red 9 and red 10. Ann retreats from tile 4, discarding green 1.",
        "Ann se retire de la Muraille 3 et défausse le 9 rouge et le 10 rouge. "
        "Ann se retire de la Muraille 4 et défausse le 1 vert.",
    ),
    (
        {"preset": "walls", "side3_0": "r9 r10", "hand1": "b1", "turn": "1"},
        "oil 3; play b1 3",
        1,
        "Bob throws a cauldron of oil at tile 3 and burns red 9; 2 left. Bob plays blue 1 at tile 3. "
        "There is no card left to draw: Bob wins.",
        "Bob verse un chaudron d'huile devant la Muraille 3 et brûle le 9 rouge ; il en reste 2. "
        "Bob joue le 1 bleu devant la Muraille 3. Il n'y a plus de carte à piocher : Bob gagne.",
    ),
    (
        {"preset": "walls-tiny", "side1_1": "r1 r2", "side2_1": "y1", "hand0": "y0", "pile": "y2"},
        "play y0 1; draw siege",
        1,
        "Ann plays yellow 0 at tile 1. Ann draws a Siege card. Every side of the defence is full: Bob wins.",
        "Ann joue le 0 jaune devant la Muraille 1. Ann pioche une carte Siège. "
        "Tous les côtés de la défense sont complets : Bob gagne.",
    ),
    (
        {"preset": "walls-tactics", "hand0": "recruitment", "discard": "r11", "side5_1": "r0", "pile": "b1"},
        "play recruitment; take r11; put 5",
        1,
        "Ann plays Recruitment. Ann takes red 11 from the discard. Ann puts red 11 at tile 5. "
        "Hen and cook eliminate each other at tile 5: red 11 and red 0.",
        "Ann joue le Recrutement. Ann prend le 11 rouge dans la défausse. Ann pose le 11 rouge devant la Muraille 5. "
        "La poule et le cuisinier s'éliminent devant la Muraille 5 : le 11 rouge et le 0 rouge.",
    ),
    (
        {"preset": "walls-tactics", "hand0": "explosion", "side5_0": "r1", "side5_1": "shield r2", "pile": "b1"},
        "play explosion 5",
        1,
        "Ann plays Explosion at tile 5. Ann discards red 1, the Shield-Bearer and red 2 from tile 5.",
        "Ann joue l'Explosion devant la Muraille 5. Ann défausse le 1 rouge, le Porte-Bouclier et le 2 rouge de la Muraille 5.",
    ),
    (
        {"preset": "walls-tactics", "hand0": "support", "discard": "r1 spy", "pile": "b1 b2"},
        "play support; take spy; take r1",
        1,
        "Ann plays Support. Ann shuffles the Spy back into its pile. Ann shuffles red 1 back into its pile.",
        "Ann joue le Soutien. Ann remet l'Espion dans la pioche, qui est mélangée. "
        "Ann remet le 1 rouge dans la pioche, qui est mélangée.",
    ),
    (
        {"preset": "walls-tactics", "hand0": "exchange r1 spy", "hand1": "b1 b2", "pile": "b3"},
        "play exchange; give r1; give spy; give b1; give b2",
        1,
        "Ann plays Exchange. Ann chooses a card for the exchange. Ann chooses a card for the exchange. "
        "Bob chooses blue 1 for the exchange. Bob chooses blue 2 for the exchange. "
        "Ann gives Bob red 1 and the Spy. Bob gives Ann blue 1 and blue 2.",
        "Ann joue l'Échange. Ann choisit une carte pour l'échange. Ann choisit une carte pour l'échange. "
        "Bob choisit le 1 bleu pour l'échange. Bob choisit le 2 bleu pour l'échange. "
        "Ann donne le 1 rouge et l'Espion à Bob. Bob donne le 1 bleu et le 2 bleu à Ann.",
    ),
    (
        {"preset": "walls-tactics", "hand0": "exchange r1 spy", "hand1": "b1 b2", "pile": "b3"},
        "play exchange; give r1; give spy; give b1; give b2",
        None,
        "Ann plays Exchange. Ann chooses a card for the exchange. Ann chooses a card for the exchange. "
        "Bob chooses a card for the exchange. Bob chooses a card for the exchange. "
        "Ann gives Bob a Siege card and a Tactic card. Bob gives Ann 2 Siege cards.",
        "Ann joue l'Échange. Ann choisit une carte pour l'échange. Ann choisit une carte pour l'échange. "
        "Bob choisit une carte pour l'échange. Bob choisit une carte pour l'échange. "
        "Ann donne une carte Siège et une carte Tactique à Bob. Bob donne 2 cartes Siège à Ann.",
    ),
    (
        {"preset": "walls-tactics", "hand0": "r1", "side3_0": "r9 r10 r11", "pile": "b3"},
        "play r1 4; draw siege; done",
        1,
        "Ann plays red 1 at tile 4. Ann draws a Siege card. Ann ends the turn.",
        "Ann joue le 1 rouge devant la Muraille 4. Ann pioche une carte Siège. Ann termine son tour.",
    ),
]


@pytest.mark.parametrize(("setup", "moves", "reader", "english", "french"), CASES)
def test_the_log(setup: dict[str, str], moves: str, reader: int | None, english: str, french: str) -> None:
    events = seen_by(play(table(**setup), moves), reader)
    assert " ".join(sentences(events, players=ANN_AND_BOB)) == english
    assert " ".join(sentences(events, "fr", ANN_AND_BOB)) == french


def test_every_kind_and_every_ending_has_its_case() -> None:
    events = [event for setup, moves, *_ in CASES for event in play(table(**setup), moves)]
    assert {event.kind for event in events} == {*phrases.EVENTS, "over"}
    assert {event.reason for event in events} - {None} == set(phrases.ENDINGS)


def test_what_an_elimination_does_to_the_zones() -> None:
    """Played first, then both discarded, so that whoever animates it sees the card arrive."""
    events = play(table("walls", hand0="r0", side3_1="g4 r11", pile="b1"), "play r0 3")
    assert [(str(event.card), event.source, event.target) for event in events] == [
        ("r0", "hand 0", "side 3 0"),
        ("r0", "side 3 0", "discard"),
        ("r11", "side 3 1", "discard"),
    ]


def test_what_the_second_chooser_learns() -> None:
    """Not even the back of a card that was chosen; the chooser sees what it was. At the swap each sees all six."""
    state = table("walls-tactics", hand0="exchange r1 spy", hand1="b1 joker1", pile="b3")
    play(state, "play exchange")
    (chosen,) = play(state, "give spy")
    (hidden,) = seen_by([chosen], 1)
    assert hidden == Event("chosen", "walls", 0, source="hand 0")
    assert seen_by([chosen], 0) == [chosen] and chosen.card == Card("spy", "walls")
    events = play(state, "give r1; give b1; give joker1")
    for seat in (0, 1):
        assert sorted(str(event.card) for event in seen_by(events, seat) if event.kind == "swapped") == [
            "b1",
            "joker1",
            "r1",
            "spy",
        ]
    assert all(event.card is None and event.back for event in seen_by(events, None) if event.kind == "swapped")


def test_whose_move_it_is() -> None:
    """Also within an Exchange, where the other seat chooses; not after the end."""
    state = table("walls-tactics", hand0="exchange r1", hand1="b1", pile="b3")
    assert [event.seat for event in play(state, "play exchange; give r1; give b1; draw siege") if event.kind == "turned"] == [
        1,
        0,
        1,
    ]
    turned = Event("turned", "walls", 1)
    assert turned.sentence() == "The defender is to move." and turned.sentence("fr") == "C'est au défenseur de jouer."
    assert turned.sentence("fr", ANN_AND_BOB) == "C'est à Bob de jouer."
    assert sentences([turned]) == []


def test_roles_and_contractions() -> None:
    taken = Event("taken", "walls", 0, Card("r5", "walls"), "number", "side 3 1", "held", front=3)
    assert taken.sentence("fr") == "L'attaquant prend le 5 rouge au défenseur devant la Muraille 3."
    assert replace(taken, seat=1).sentence("fr") == "Le défenseur prend le 5 rouge à l'attaquant devant la Muraille 3."
    assert replace(taken, seat=1).sentence() == "The defender takes red 5 from the attacker at tile 3."


def test_the_last_cauldron() -> None:
    burnt = Event("burnt", "walls", 1, Card("r5", "walls"), "number", "side 3 0", "discard", 3, number=0)
    assert burnt.sentence(players=ANN_AND_BOB).endswith("burns red 5; none is left.")
    assert burnt.sentence("fr", ANN_AND_BOB).endswith("brûle le 5 rouge ; il n'en reste plus.")


def test_names_are_not_templates() -> None:
    assert Event("passed", "stones", 0).sentence(players=("{card}", "")) == "{card} passes."


def test_every_card_has_its_place_in_a_sentence() -> None:
    """Every Tactic card in both languages, with the name that it has elsewhere."""
    for game in GAME_NAMES:
        tactics = [card for card in (Card(text, game) for text in phrases.TACTICS_IN_SENTENCES) if card.is_tactic]
        assert len(tactics) == 17
        for card in tactics:
            event = Event("played", game, 0, card, "tactic")
            assert event.sentence("en", ANN_AND_BOB).endswith(f"{card.name()}.")
            assert event.sentence("fr", ANN_AND_BOB).endswith(f"{card.name('fr')}.")


def test_every_pair_speaks_both_languages() -> None:
    """Templates of one pair say the same things, as far as the languages do."""
    for english, french in [*phrases.EVENTS.values(), *phrases.ENDINGS.values()]:
        fields = [{part.split("}")[0] for part in text.split("{")[1:]} for text in (english, french)]
        assert fields[0] == fields[1]
        assert english != french
