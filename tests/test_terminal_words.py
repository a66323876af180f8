"""What the game in the terminal says, where that is easily said wrongly: after the end, of cards, in French."""

from __future__ import annotations

import re

import pytest

from marchstone.terminal import typed
from marchstone.terminal.lines import table_lines
from tests.terminal import RUSE, at, both, finish, only, played, session, texts


@both
def test_what_has_no_meaning_after_the_end(lang: str) -> None:
    """Nothing is said of cards and fronts then."""
    made = session(lang=lang)
    finish(made, 0)
    for line in ("xyzzy", "1 5", "hint", "why 3"):
        (refusal, after) = texts(made.obey(line))
        ending = ("has no meaning now: the game is over.", "n'a pas de sens maintenant : la partie est finie.")
        assert refusal.endswith(ending[lang == "fr"]) and line.split()[0] in refusal
        assert after == made.after_line().text


def test_in_french_only_french_words_are_offered() -> None:
    """Every word that the help and the last line name is understood, and none is English."""
    made = session("stones", "fr", rounds=2)
    finish(made, 0)
    offered = made.after_line().text.removeprefix("Ensuite : ").rstrip(".").replace(" (Entrée)", "").split(", ")
    assert [word.split()[0] for word in offered] == [
        "suivante",
        "analyse",
        "annuler",
        "journal",
        "enregistrer",
        "encore",
        "quitter",
    ]
    assert all(typed.command_in(word) for word in offered)
    english = {names[0] for names in typed.COMMANDS.values()} - {"table"}
    for line in texts(made.do_help("")):
        assert line.split()[0].rstrip(",") not in english, line
    before = session("stones", "fr", seat=0)
    for line in texts(before.begin()) + texts(before.obey("why")) + texts(before.obey("save")) + texts(before.obey("xyzzy")):
        assert not {*re.findall(r"\w+", line)} & {"help", "why", "save"}, line


@pytest.mark.parametrize(
    ("lang", "where", "put"),
    [("en", "Where does the {} go? ", ": where does the {} go?"), ("fr", "Où va le {} ? ", " : où va le {} ?")],
)
def test_where_a_card_goes(lang: str, where: str, put: str) -> None:
    made = session(lang=lang)
    while made.waiting != "person":
        made.play(made.game.legal_moves[0])
    assert only(made.obey("2"), "ask").startswith(where.format(made.view.hand[1].name(lang)))
    ruse = at(f"{RUSE} removed=redeployment ruse=redeployment played=1:0", lang)
    asked = only(ruse.obey("1"), "ask")
    assert ruse.view.held and asked.endswith(put.format(ruse.view.held.name(lang)))


def test_no_full_stop_twice() -> None:
    made = session("walls", "fr")
    lines = list(table_lines(made))
    assert any("plus petite somme." in line for line in lines) and not any(".." in line for line in lines)
    made = session("walls-tiny", "fr")
    assert not any(".." in line for line in table_lines(made))


@both
@pytest.mark.parametrize("two", [False, True])
def test_how_the_game_ended(two: bool, lang: str) -> None:
    """As it was told at the table: to a person in the second person, to two of them by their names."""
    made = session("stones-tiny", lang, two=two)
    assert made.last_word == ""
    shown = played(made)
    assert made.last_word in texts(shown, "event") or two
    assert not two or made.last_word.startswith(("Player ", "Joueur "))
    finish(made, 1)
    names = (("you", "Level 1"), ("vous", "Niveau 1")) if not two else (("Player 1", "Player 2"), ("Joueur 1", "Joueur 2"))
    told_so = {
        ("en", False): "You resign: Level 1 wins.",
        ("fr", False): "Vous abandonnez : Niveau 1 gagne.",
        ("en", True): "Player 1 resigns: Player 2 wins.",
        ("fr", True): "Joueur 1 abandonne : Joueur 2 gagne.",
    }
    assert made.names == names[lang == "fr"] and made.last_word == told_so[lang, two]
