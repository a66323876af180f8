"""What the game in the terminal is made of: words, rules, typed lines, saved games, the menu, opponents."""

from __future__ import annotations

import io
import os
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from marchstone import Game, Position, Record
from marchstone.cards import LANGUAGES, TACTIC_NAMES
from marchstone.core.presets import NAMES
from marchstone.events import Event
from marchstone.files import data_folder
from marchstone.phrases import ENDINGS, EVENTS
from marchstone.players.base import Budget
from marchstone.players.process import ProcessPlayer
from marchstone.players.random import RandomPlayer
from marchstone.refusals import RULES
from marchstone.terminal import opponents, rulebook, typed
from marchstone.terminal.course import DamagedError, PlayError
from marchstone.terminal.lines import Plain, table_lines, tracker_lines
from marchstone.terminal.menu import Menu
from marchstone.terminal.rich_face import Rich
from marchstone.terminal.saved import Store, load
from marchstone.terminal.seen import Sight, sight_of
from marchstone.terminal.session import Session
from marchstone.terminal.told import MOVES, TO_YOU, YOUR_EVENTS, told
from marchstone.terminal.words import HELP, PRESETS, WORDS, Words
from tests.terminal import both, finish, played, presets, session, texts

# -- words -----------------------------------------------------------------------------------------------------------------


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("table", [WORDS, PRESETS, YOUR_EVENTS, TO_YOU, MOVES])
def test_both_languages_say_the_same(table: dict[str, tuple[str, str]]) -> None:
    for name, (english, french) in table.items():
        assert english and french and fields(english) == fields(french), name


def test_help_lists_the_same_in_both_languages() -> None:
    assert len(HELP[0].splitlines()) == len(HELP[1].splitlines()) > 15
    for lang, text in zip(LANGUAGES, HELP):
        first = [line.split()[0].strip(",") for line in text.splitlines()]
        unknown = [
            word for word in first if typed.command_in(word) is None and word not in typed.VERB_OF and not word[-1].isdigit()
        ]
        assert unknown == [], lang


def test_every_event_has_a_sentence_for_the_one_who_did_it() -> None:
    missing = {*EVENTS, *ENDINGS} - set(YOUR_EVENTS)
    assert missing == {"eliminated", "turned", "stalemate"}  # what nobody does


def test_every_preset_has_a_name() -> None:
    assert set(PRESETS) == set(NAMES)


def test_things_done_by_you_to_you_and_by_others() -> None:
    taken = [Event("taken", "stones", 1, None, "number", "side 3 0", "held", front=3)]
    taken = [Event("taken", "stones", 1, Position.deal("stones", seed=1).hand(0)[0], "number", "side 3 0", "held", front=3)]
    card = taken[0].card
    assert card
    names = "you", "Level 2"
    assert told(taken, 0, "en", names) == [f"Level 2 takes {card.name()} from you at Stone 3."]
    assert told(taken, 0, "fr", ("vous", "Niveau 2")) == [f"Niveau 2 vous prend le {card.name('fr')} devant la Borne 3."]
    assert told(taken, 1, "en", ("Player 1", "Player 2")) == [f"You take {card.name()} from Player 1 at Stone 3."]
    over = [Event("over", "stones", 1, number=5, reason="majority")]
    assert told(over, 1, "en", names) == ["You win with 5 Stones."] and told(over, 0, "en", names) == [
        "Level 2 wins with 5 Stones."
    ]
    drawn = [Event("over", "stones", None, reason="stalemate")]
    assert told(drawn, 0, "fr", names) == ["Les deux ont passé : la partie est nulle."]


# -- the rules -------------------------------------------------------------------------------------------------------------


@both
def test_every_rule_that_a_refusal_names_can_be_read(lang: str) -> None:
    pages = rulebook.sections(lang)
    for anchors in RULES.values():
        assert all(pages[anchor].text and pages[anchor].title for anchor in anchors)


@both
def test_rules_by_the_name_of_every_card(lang: str) -> None:
    for text, names in TACTIC_NAMES.items():
        for word in (*names, text, names[0].upper(), names[1].replace("é", "e")):
            found = rulebook.section(word, "stones", lang)
            assert found and found.anchor == text.rstrip("12"), word


def test_rules_of_the_game_that_is_played() -> None:
    for word in ("turn", "end", "pass", "match"):
        anchors = [getattr(rulebook.section(word, game, "en"), "anchor", "") for game in ("stones", "walls")]
        assert anchors[0] != anchors[1] and "stones" in anchors[0] and "walls" in anchors[1]
    assert rulebook.section("", "stones", "en") is None and rulebook.section("qwertz", "stones", "en") is None


def test_a_section_as_lines() -> None:
    tiles = rulebook.sections("en")["walls-tiles"]
    assert len([line for line in tiles.lines if line.startswith("# ")]) == 7
    for section in rulebook.sections("en").values():
        assert not any("](" in line or "**" in line or line.startswith("|") for line in section.lines), section.anchor


# -- what was typed --------------------------------------------------------------------------------------------------------

TYPED = [
    ("claim 3", "claim 3"),
    ("c 3", "claim 3"),
    ("revendiquer 3", "claim 3"),
    ("d", "draw clan"),
    ("d tactic", "draw tactic"),
    ("draw t", "draw tactic"),
    ("piocher tactique", "draw tactic"),
    ("p", "pass"),
    ("done", "done"),
    ("oil 2", "oil 2"),
    ("o 2", "oil 2"),
    ("retreat 4", "retreat 4"),
    ("take red 9", "take r9"),
    ("take R9", "take r9"),
    ("put 3", "put 3"),
    ("put d", "put discard"),
    ("poser défausse", "put discard"),
    ("r9 5", "play r9 5"),
    ("R9 5", "play r9 5"),
    ("9r 5", "play r9 5"),
    ("red 9 5", "play r9 5"),
    ("9 rouge 5", "play r9 5"),
    ("play r9 5", "play r9 5"),
    ("jouer 9 rouge 5", "play r9 5"),
    ("espion 4", "play spy 4"),
    ("combat de boue 4", "play mud 4"),
    ("Blind-Man's Bluff 2", "play blind 2"),
]


@pytest.mark.parametrize(("line", "move"), TYPED)
def test_moves_in_many_words(line: str, move: str) -> None:
    view = Position.deal("stones-tactics", seed=1, first=0).view(0)
    meaning = typed.move_in(line, view)
    assert meaning and meaning.move == move and not meaning.card


def test_cards_without_a_front() -> None:
    view = Position.deal("stones-tactics", seed=1, first=0).view(0)
    for number, card in enumerate(view.hand, 1):
        for line in (str(number), card.text, card.name(), card.name("fr")):
            assert typed.move_in(line, view) == typed.Typed(card=card.text)
        assert typed.move_in(f"{number} 4", view) == typed.Typed(move=f"play {card.text} 4")
    assert typed.move_in("8", view) is None and typed.move_in("nonsense", view) is None


def test_commands_by_all_their_names() -> None:
    names = [name for names in typed.COMMANDS.values() for name in names]
    assert len(set(names)) == len(names) and not set(names) & set(typed.VERB_OF)
    assert typed.command_in("SAVE My File.txt") == typed.Typed("save", "My File.txt")
    assert typed.command_in("règles boue") == typed.Typed("rules", "boue") and typed.command_in("r9 5") is None


# -- keeping ---------------------------------------------------------------------------------------------------------------


@presets
def test_a_game_that_was_kept_goes_on(preset: str, tmp_path: Path) -> None:
    made = session(preset, seed=6, rounds=2, seat=1)
    finish(made, 0)
    made.obey("next")
    while made.waiting == "player":
        made.play(made.game.legal_moves[0])
    made.obey(made.view.legal_moves[0].text)
    store = Store(tmp_path)
    store.save(made.record(), over=False)
    latest = store.latest()
    assert latest
    kept = load(latest)
    assert (kept.course, kept.game) == (made.course, made.game)
    again = Session(kept.course, Words("en"), kept.game)
    assert "The saved game goes on." in texts(again.begin(), "note") and again.seat == made.seat


def test_saved_and_finished(tmp_path: Path) -> None:
    store, made = Store(tmp_path), session()
    assert store.latest() is None
    store.save(made.record(), over=False)
    first = store.name
    other = Store(tmp_path)
    other.save(made.record(), over=False)
    assert other.name != first and len(list(store.saved.iterdir())) == 2
    store.save(made.record(), over=True)
    assert [path.name for path in store.saved.iterdir()] == [other.name]
    assert Record.load(store.finished / first) == made.record()
    store.save(made.record(), over=False)  # taken back
    assert not list(store.finished.iterdir()) and (store.saved / first).exists()


def test_a_game_is_played_by_one(tmp_path: Path) -> None:
    store, other, made = Store(tmp_path), Store(tmp_path), session()
    assert store.take_latest() is None
    store.save(made.record(), over=False)
    first = store.name
    assert store.take(first) and not other.take(first) and other.take_latest() is None and other.name == ""
    assert other.player_of(first) == os.getpid()
    other.save(made.record(), over=False)  # a game of its own
    store.forget()
    assert store.name == "" and store.take_latest() == store.saved / first
    store.forget()
    other.save(made.record(), over=True)
    assert not store.take(other.name)  # it may yet be taken back
    other.forget()
    assert list(store.playing.iterdir()) == []


def test_locks_that_were_left_behind(tmp_path: Path) -> None:
    store, made = Store(tmp_path), session()
    store.playing.mkdir()
    (store.playing / "20260101-120000-stones.txt").write_text("12345\n")
    store.save(made.record(), over=False)
    assert [path.name for path in store.playing.iterdir()] == [store.name]


def test_a_disk_on_which_nothing_can_be_locked(tmp_path: Path) -> None:
    store, made = Store(tmp_path), session()
    (tmp_path / "playing").write_text("a file where a folder should be")
    store.save(made.record(), over=False)
    name = store.name
    store.forget()
    assert store.take_latest() == store.saved / name and store.player_of(name) is None


DAMAGE = {
    "cut": lambda text: text[: len(text) // 2],
    "move": lambda text: text.replace("\n1. ", "\n1. 0 play r9 99, ", 1),
    "person": lambda text: text.replace("[Person ", "[Nobody "),
    "level": lambda text: text.replace('[Level "1"]', '[Level "x"]'),
    "rounds": lambda text: text.replace('[Seed "', '[Rounds "77"]\n[Seed "'),
    "result": lambda text: text.replace('[Seed "', '[Round1 "nonsense"]\n[Seed "'),
    "noise": lambda text: "\0\0\0",
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_game_is_kept_aside(kind: str, tmp_path: Path) -> None:
    store, made = Store(tmp_path), session()
    for _ in range(4):
        made.game.play(made.game.legal_moves[0])
    store.save(made.record(), over=False)
    path = store.latest()
    assert path
    text = DAMAGE[kind](path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DamagedError) as problem:
        load(path)
    assert problem.value.code == "play.damaged" and problem.value.reason
    assert (store.saved / problem.value.aside).read_text(encoding="utf-8") == text and store.latest() is None


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "marchstone"
    for name in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", name)
        monkeypatch.setenv("HOME", str(tmp_path))
        assert data_folder() == tmp_path / ".local" / "share" / "marchstone"


# -- seen and unseen -------------------------------------------------------------------------------------------------------


@presets
def test_every_card_is_seen_or_not(preset: str) -> None:
    made = session(preset, seed=8)
    played(made)
    view = made.view
    found = sight_of(view)
    on_table = {card.text for front in view.fronts for side in front.sides for card in side} | {
        card.text for card in view.discard
    }
    for card in view.rules.cards:
        if not card.is_tactic:
            assert (found[card.text] is Sight.SEEN) == (card.text in on_table), card
            assert (found[card.text] is Sight.HAND) == (card in view.hand)
    for lang in LANGUAGES:
        made.words = Words(lang)
        colours = tracker_lines(made)[1 : 1 + len(view.rules.colours)]
        assert sum(len(re.findall(r"\b\d+\b", line)) for line in colours) == len(found)


@both
@presets
def test_the_table_in_words(preset: str, lang: str) -> None:
    """Every open card is named, none of the other hand."""
    made = session(preset, lang, seed=9)
    played(made)
    for place in range(0, len(made.game.moves), 7):
        earlier = session(preset, lang, Game(made.game.positions[place]), seed=9)
        text = "\n".join(table_lines(earlier))
        view = earlier.view
        open_cards = [card for front in view.fronts for side in front.sides for card in side] + list(view.discard + view.hand)
        assert all(card.name(lang) in text for card in open_cards)
        hidden = set(earlier.game.position.hand(1 - earlier.seat)) - set(view.known)
        numbers = [card for card in hidden if not card.is_tactic]
        assert not any(re.search(rf"\b{card.name(lang)}\b", text) for card in numbers)


# -- how far something has come ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "percents"), [(0, []), (1, []), (2, [40]), (5, [20, 40, 60, 80]), (999, [20, 40, 60, 80])])
def test_progress_in_lines(total: int, percents: list[int]) -> None:
    said: list[str] = []
    with Plain(said.append, False).progress("Work") as tell:
        for done in range(total + 1):
            tell(done, total)
    assert said == [f"... Work, {percent} %" for percent in percents]


def test_progress_as_a_bar() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=70)
    with Rich(console).progress("Work [bold]") as tell:
        tell(0, 4)
        tell(3, 4)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Work [bold]" in shown and "3/4" in shown and "━" in shown


# -- the menu --------------------------------------------------------------------------------------------------------------


def menu(*lines: str, lang: str = "en") -> tuple[Menu, list[str]]:
    said: list[str] = []
    typed_lines: Iterator[str] = iter(lines)
    return Menu(Words(lang), said.append, lambda prompt: said.append(prompt) or next(typed_lines, None)), said


@both
def test_the_menu(lang: str) -> None:
    asking, said = menu("", "6", "0", "x", "99", "2", lang=lang)
    assert asking.preset() == "stones" and asking.preset() == "walls-tactics" and asking.preset() == "stones-tactics"
    assert sum(("please" in line) or ("s'il vous" in line) for line in said) == 3
    assert menu("", "8")[0].level(True) == 3 and menu("8")[0].level(True) == 8 and menu()[0].level(False) == 1
    assert [menu(line)[0].seat() for line in ("", "2", "3")] == ["0", "1", "lot"]
    assert menu("1")[0].resume("stones", "Level 2", 4) is True and menu("2")[0].resume("stones", "Level 2", 4) is False
    assert menu()[0].preset() is None and menu()[0].level(True) is None and menu()[0].seat() is None


# -- opponents -------------------------------------------------------------------------------------------------------------


def test_without_an_engine_there_is_level_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "is_installed", lambda spec: False)
    assert isinstance(opponents.opponent("stones", 1, 1).player, RandomPlayer) and opponents.adviser("stones", 1) is None
    with pytest.raises(PlayError) as problem:
        opponents.opponent("stones", 4, 1)
    assert problem.value.code == "play.level" and "4" in str(problem.value)


def test_a_player_that_falls_comes_back() -> None:
    view = Position.deal("stones-tiny", seed=1, first=0).view(0)
    player = opponents.Opponent(ProcessPlayer("random", "stones-tiny"), 1).start_aside()
    try:
        assert player.choose(view) in view.legal_moves
        assert isinstance(player.player, ProcessPlayer)
        player.player.close()
        with pytest.raises(Exception, match="not started"):
            player.choose(view)
        assert player.choose(view, Budget(seconds=5)) in view.legal_moves
    finally:
        player.close()


def test_work_aside() -> None:
    ticks: list[float] = []
    assert opponents.in_background(lambda: sum(range(10**6)), ticks.append) == 499999500000
    with pytest.raises(ZeroDivisionError):
        opponents.in_background(lambda: 1 // 0)
    assert not opponents.still_at_work()
