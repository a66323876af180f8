"""What happens at the table besides moves, as events with a sentence in both languages."""

from __future__ import annotations

from typing import Any

from ..phrases import Pair

LEVEL: Pair = ("Level {level}", "Niveau {level}")
PLAYER: Pair = ("Player {number}", "Joueur {number}")
SENTENCES: dict[str, Pair] = {
    "join": ("{who} sits down at the table.", "{who} s'assied à la table."),
    "start": ("The cards are dealt.", "Les cartes sont distribuées."),
    "start-round": (
        "Round {number} of {rounds}: the cards are dealt.",
        "Manche {number} sur {rounds} : les cartes sont distribuées.",
    ),
    "start-game": ("Game {number} of the match: the cards are dealt.", "Partie {number} du match : les cartes sont distribuées."),
    "resign": ("{who} gives the game up.", "{who} abandonne."),
    "offer-draw": ("{who} offers a draw.", "{who} propose la partie nulle."),
    "offer-takeback": ("{who} asks to take a move back.", "{who} demande à reprendre un coup."),
    "accept": ("{who} agrees.", "{who} accepte."),
    "decline": ("{who} declines.", "{who} refuse."),
    "withdraw": ("{who} withdraws the offer.", "{who} retire sa proposition."),
    "back": ("What was done last is taken back.", "Ce qui a été fait en dernier est repris."),
    "end": ("The seed of the deal is revealed.", "La graine de la donne est révélée."),
    "next": ("{who} is ready.", "{who} est prêt."),
    "rematch": ("{who} would like to play again.", "{who} voudrait rejouer."),
    "again": ("A new game is ready.", "Une nouvelle partie est prête."),
}


def name_of(name: str, level: int | None) -> Pair:
    """What somebody is called in both languages; nothing who has given no name."""
    if level is None:
        return name, name
    return LEVEL[0].format(level=level), LEVEL[1].format(level=level)


def caller(name: str, level: int | None, player: int) -> Pair:
    """The same for a sentence, which has to call everybody something."""
    known = name_of(name, level)
    return known if known[0] else (PLAYER[0].format(number=player + 1), PLAYER[1].format(number=player + 1))


def of(code: str, player: int | None, who: Pair, number: int, rounds: int) -> dict[str, Any]:
    """The event of an entry that is no move; `who` did it, in round `number`."""
    en, fr = (sentence.format(who=name, number=number, rounds=rounds) for sentence, name in zip(SENTENCES[code], who))
    event: dict[str, Any] = {"kind": "start" if code.startswith("start") else code}
    return event | ({} if player is None else {"player": player}) | {"en": en, "fr": fr}
