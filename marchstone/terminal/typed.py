"""What a line that was typed means: a command by one of its names, or a move by its text, its short text or its number."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Card
from ..move import VERBS, Move
from ..view import View
from .rulebook import simple

COMMANDS: dict[str, tuple[str, ...]] = {
    "help": ("help", "h", "?", "aide"),
    "table": ("table", "t", "plateau"),
    "moves": ("moves", "m", "coups"),
    "why": ("why", "w", "pourquoi"),
    "hint": ("hint", "conseil"),
    "undo": ("undo", "u", "annuler"),
    "tracker": ("tracker", "suivi"),
    "log": ("log", "journal"),
    "rules": ("rules", "rule", "regles", "règles", "regle", "règle"),
    "save": ("save", "enregistrer"),
    "resign": ("resign", "abandonner"),
    "quit": ("quit", "q", "exit", "quitter"),
    "review": ("review", "analyse"),
    "again": ("again", "encore"),
    "next": ("next", "n", "suivante"),
}
COMMAND_OF = {name: command for command, names in COMMANDS.items() for name in names}
VERB_OF = {verb: verb for verb in VERBS} | {
    "c": "claim",
    "d": "draw",
    "o": "oil",
    "p": "pass",
    "jouer": "play",
    "revendiquer": "claim",
    "piocher": "draw",
    "retraite": "retreat",
    "huile": "oil",
    "prendre": "take",
    "poser": "put",
    "glisser": "bury",
    "donner": "give",
    "passer": "pass",
    "fin": "done",
}
PILES = {"t": "tactic", "tactic": "tactic", "tactique": "tactic", "clan": "clan", "siege": "siege", "siège": "siege"}
DISCARDS = ("d", "discard", "défausse", "defausse", "0")
YES = ("yes", "y", "oui", "o")
STEPS = {"take": "take", "bury": "bury", "give": "give"}  # the verb that a card alone stands for, by phase


@dataclass(frozen=True)
class Typed:
    """A command with what follows it; or a move; or a card of the hand that is to be played, without a front."""

    command: str = ""
    rest: str = ""
    move: str = ""
    card: str = ""


def command_in(line: str) -> Typed | None:
    """A command, if the line begins with one."""
    word, _, rest = line.partition(" ")
    command = COMMAND_OF.get(word.lower())
    return Typed(command, rest.strip()) if command else None


def number_in(text: str) -> int:
    """A number that was typed; nonsense is 0, which nothing is counted by."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def move_in(line: str, view: View) -> Typed | None:
    """A move or a card, if the line can be one. Whether the move is legal, the game will say."""
    word, _, rest = line.partition(" ")
    verb = VERB_OF.get(word.lower())
    if verb is None:
        return card_in(line, view)
    rest = rest.strip()
    if verb == "play":
        return card_in(rest, view) or Typed(move=line)
    if verb == "draw":
        return Typed(move=f"draw {pile_in(rest, view)}")
    if verb == "put" and rest.lower() in DISCARDS:
        return Typed(move="put discard")
    if verb in ("take", "bury", "give"):
        card = card_named(rest, view)
        return Typed(move=f"{verb} {card or rest}".strip())
    return Typed(move=f"{verb} {rest}".strip())


def pile_in(text: str, view: View) -> str:
    """The pile that is meant: without a word the number pile, or the only one that has cards."""
    numbers = "siege" if view.rules.game == "walls" else "clan"
    if text:
        return PILES.get(text.lower(), text)
    return "tactic" if view.piles[1] and not view.piles[0] else numbers


def card_in(line: str, view: View) -> Typed | None:
    """A card, by number or name, and perhaps a front behind it."""
    name, _, last = line.rpartition(" ")
    front = number_in(last)
    card = hand_card(name, view) if name and front else None
    if card:
        return with_verb(card, front, view)
    card = hand_card(line, view)
    return with_verb(card, 0, view) if card else None


def with_verb(card: str, front: int, view: View) -> Typed:
    """A card alone is to be played, or else what the step under way does with cards."""
    if view.phase in STEPS and not front:
        return Typed(move=f"{STEPS[view.phase]} {card}")
    return Typed(move=f"play {card} {front}") if front else Typed(card=card)


def hand_card(text: str, view: View) -> str | None:
    """A card of the hand by its number, or any card by its name."""
    number = number_in(text)
    if number:
        return view.hand[number - 1].text if number <= len(view.hand) else None
    return card_named(text, view)


def card_named(text: str, view: View) -> str | None:
    """A card by what one calls it: `r9`, `9r`, `red 9`, `9 rouge`, `spy`, `espion`; a Joker that is in hand, if one is."""
    wanted = simple(text)
    if not wanted:
        return None
    called = [card for card in (*view.hand, *view.rules.cards) if wanted in names_of(card)]
    return called[0].text if called else None


def names_of(card: Card) -> set[str]:
    """All that a card is called."""
    names = {simple(card.text), simple(card.text.rstrip("12")) if card.is_tactic else f"{card.value}{card.colour}"}
    return names | {simple(card.name(language)) for language in ("en", "fr")}


def needs_front(card: str, view: View) -> list[int]:
    """The fronts where a card can be played now; none if it is played without one, or not at all."""
    plays = (move for move in view.legal_moves.filter("play") if move.card == card)
    return [move.front for move in plays if move.front]


def is_whole(text: str) -> bool:
    """Whether a text can be read as a move at all."""
    try:
        Move(text)
    except ValueError:
        return False
    return True
