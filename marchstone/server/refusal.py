"""What the table refuses, besides moves that the rules forbid: a stable code and one sentence in both languages for each."""

from __future__ import annotations

from ..errors import IllegalMoveError, MarchstoneError
from ..phrases import Pair
from .wire import Problem, Refused

SENTENCES: dict[str, Pair] = {
    # -- a command
    "room.unknown": ("There is no such command.", "Cette commande n'existe pas."),
    "room.spectator": ("Whoever looks on cannot do this.", "Qui regarde ne peut pas faire cela."),
    "room.open": ("The game has not begun yet.", "La partie n'a pas encore commencé."),
    "room.between": ("The round is over; the next one has not begun.", "La manche est finie ; la suivante n'a pas commencé."),
    "room.over": ("The game is over.", "La partie est finie."),
    "room.under-way": ("The round is not over yet.", "La manche n'est pas encore finie."),
    "room.stale": ("The table has changed meanwhile.", "La table a changé entre-temps."),
    "room.not-your-turn": ("It is for the other player to choose now.", "C'est à l'autre joueur de choisir maintenant."),
    "room.no-offer": ("Nothing has been offered.", "Rien n'a été proposé."),
    "room.own-offer": ("The other player has to answer this.", "C'est à l'autre joueur d'y répondre."),
    "room.offered": ("Something has been offered already.", "Une proposition est déjà en cours."),
    "room.offered-already": (
        "This has been offered already; once more after the next move.",
        "Cela a déjà été proposé ; à nouveau après le prochain coup.",
    ),
    "room.no-draw": ("In this game nothing is ever drawn.", "Dans ce jeu, il n'y a jamais de partie nulle."),
    "room.nothing-to-take-back": ("You have not moved yet.", "Vous n'avez encore rien joué."),
    "room.not-casual": (
        "In a serious game a level takes nothing back.",
        "Dans une partie sérieuse, un niveau ne reprend rien.",
    ),
    "room.ready-already": ("You have said so already.", "Vous l'avez déjà dit."),
    "room.rounds-left": ("The match goes on: another round is to be played.", "Le match continue : il reste une manche à jouer."),
    # -- joining and making
    "join.taken": ("This place is taken.", "Cette place est prise."),
    "join.no-place": ("There is no place for you here without an invitation.", "Pas de place ici sans invitation."),
    "join.invite": ("This invitation is not valid.", "Cette invitation n'est pas valable."),
    "join.own-game": ("You have a place in this game already.", "Vous avez déjà une place dans cette partie."),
    "game.preset": ("There is no such game.", "Ce jeu n'existe pas."),
    "game.level": (
        "A game against a level needs one; no other game has one.",
        "Il faut un niveau contre la machine, et là seulement.",
    ),
    "game.rounds": ("A match of walls has two rounds.", "Un match de ce jeu se joue en deux manches."),
    # -- a connection; more in problems.py
    "session.not-your-place": ("This place is somebody else's.", "Cette place est à quelqu'un d'autre."),
}


class Refusal(MarchstoneError, ValueError):
    """Something that was asked and has changed nothing: `code`, `en`, `fr`, and where one forbids it, the rule's anchor."""

    def __init__(self, code: str, sentences: Pair | None = None, rule: str | None = None) -> None:
        self.sentences = SENTENCES[code] if sentences is None else sentences
        self.en, self.fr = self.sentences
        self.rule = rule
        super().__init__(code, self.en)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.sentences, self.rule)

    @classmethod
    def of(cls, error: MarchstoneError) -> Refusal:
        """The same from an error of the library: an illegal move speaks both languages, an unreadable text has no French."""
        if isinstance(error, IllegalMoveError):
            return cls(error.code, (error.sentences[0], error.sentences[1]), error.rule)
        return cls(error.code, (f"{error}.", "Ce texte n'est pas un coup."))

    def refused(self, id: str | None) -> Refused:
        """As a client is told."""
        return Refused(id, self.code, self.en, self.fr, self.rule)

    @property
    def problem(self) -> Problem:
        """As an answer over HTTP."""
        return Problem(self.code, self.en, self.fr, self.rule)
