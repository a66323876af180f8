"""The words of refusals, in full: articles, agreement, and rules that differ between the two games."""

from __future__ import annotations

import re

import pytest

from marchstone.cards import LANGUAGES, TACTIC_WORDS, Card
from marchstone.errors import IllegalMoveError
from marchstone.phrases import card_in_words, seat_name, this_card
from marchstone.position import Position
from marchstone.refusals import MUST_DO

STONES = "stones-tactics 0 play {}/:/:/:/:/:/:/:/: r1,b5,spy,joker1:r2,o7 "


def refused(position: Position, move: str) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        position.apply(move)
    return caught.value


def unchecked(text: str) -> Position:
    return Position.parse(text, check=False)


SENTENCES = [
    (
        unchecked("stones 0 play :/:/:/:/:/:/:/:/: r1:r2 :"),
        "play g3 1",
        ("The green 3 is not in the hand.", "Le 3 vert n'est pas en main."),
    ),
    (unchecked(STONES.format(":") + ":"), "play banshee", ("The Banshee is not in the hand.", "La Banshee n'est pas en main.")),
    (
        unchecked(STONES.format(":") + ":"),
        "play joker2 1",
        ("The Joker is not in the hand.", "Le Joker n'est pas en main."),
    ),
    (
        unchecked("stones-tactics 0 play :/:/:/:/:/:/:/:/: r1,traitor:r2 :"),
        "play traitor",
        ("The Traitor could do nothing now.", "Le Traître n'aurait aucun effet à présent."),
    ),
    (
        unchecked("stones-tactics 0 take :b1/:spy/:/:/:/:/:/:/: r1:r2 : ruse=traitor discard=traitor played=1:0 left=1"),
        "take spy",
        ("The Traitor cannot take the Spy here.", "Le Traître ne peut pas prendre l'Espion ici."),
    ),
    (
        unchecked(
            "walls-tactics 0 give :/:/:/:/:/:/: r1,spy,r2:y1 : ruse=exchange removed=exchange played=1:0 left=2 given=spy:"
        ),
        "give spy",
        ("The Spy has been chosen already.", "On a déjà choisi l'Espion."),
    ),
    (
        unchecked("walls-tactics 0 give :/:/:/:/:/:/: r1,spy,r2:y1 : ruse=exchange removed=exchange played=1:0 left=2 given=r1:"),
        "give r1",
        ("The red 1 has been chosen already.", "On a déjà choisi le 1 rouge."),
    ),
    (
        unchecked("walls-tactics 0 take y1:/:/:/:/:/:/: r1:y2 : ruse=desertion removed=desertion played=1:0 left=1"),
        "play r1 1",
        (
            "Desertion is under way and has to be carried out first.",
            "La Désertion est en cours et doit d'abord s'accomplir.",
        ),
    ),
]


@pytest.mark.parametrize("position, move, sentences", SENTENCES, ids=range(len(SENTENCES)))
def test_sentences(position: Position, move: str, sentences: tuple[str, str]) -> None:
    assert refused(position, move).sentences == sentences


def test_who_may_not_pass() -> None:
    """In stones a Tactic card need not be played, so that only a Clan card forbids to pass; in walls either card does."""
    stones = refused(Position.deal("stones-tactics", seed=1, first=0), "pass")
    assert (stones.code, stones.rule) == ("move.must-play", "stones-pass")
    assert stones.sentences == (
        "Nobody passes who can place a Clan card.",
        "On ne passe pas tant qu'on peut poser une carte Clan.",
    )
    walls = refused(Position.deal("walls-tactics", seed=1), "pass")
    assert walls.sentences == ("Nobody passes who can play a card.", "On ne passe pas tant qu'on peut jouer une carte.")
    assert len(MUST_DO) == 2


def test_every_card_has_its_article() -> None:
    """One certain card is never `a Joker`; in French each has `le`, `la` or `l'`, and number cards too."""
    for word in TACTIC_WORDS:
        game = "stones" if word in ("blind", "mud", "recruiter", "strategist", "banshee", "traitor") else "walls"
        english, french = (this_card(Card(word, game), language) for language in LANGUAGES)
        assert not english.startswith("a ") and re.match("(le |la |l')", french)
        assert (card_in_words(Card(word, game), "en") == english) == (not word.startswith("joker"))
    assert [this_card(Card("r9"), language) for language in LANGUAGES] == ["the red 9", "le 9 rouge"]


def test_seats_have_their_article_too() -> None:
    assert [seat_name(1, "stones", language) for language in LANGUAGES] == ["seat 1", "la place 1"]
    assert [seat_name(1, "walls", language) for language in LANGUAGES] == ["the defender", "le défenseur"]
    position = Position.deal("stones", seed=1, first=1)
    from marchstone.table import table_text

    told = table_text(position.state, None, "fr")
    assert "La place 1 doit jouer." in told and "\n Place 1 : " in told and "Place 1 (vous)" not in told
