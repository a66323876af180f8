"""`marchstone play`: a game in the terminal, line by line, so that it suits screen readers and pipes as well."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from ..core.presets import NAMES
from ..errors import IllegalMoveError, MarchstoneError
from ..events import Event, seen_by, sentences
from ..game import Game
from ..move import VERBS
from ..phrases import Pair, tongue
from ..players.random import RandomPlayer
from ..record import Record
from ..table import table_text
from .output import LONGEST_INPUT, language_option, put

WELCOME: Pair = (
    "You sit at {seat}. Type a move such as {example}, or: moves, table, why 3, undo, save FILE, help, quit.",
    "Vous êtes à {seat}. Tapez un coup comme {example}, ou : moves, table, why 3, undo, save FICHIER, help, quit.",
)
HELP: Pair = (
    """r9 5         play red 9 at front 5 (the whole move is: play r9 5)
claim 3      claim front 3
moves        list all legal moves; a number then makes one of them
table        print the table again
why 3        can front 3 be claimed, and why
undo         take back your last choice, and all that came after it
save FILE    write the record of the game so far
quit         leave""",
    """r9 5         jouer le 9 rouge devant le front 5 (le coup entier : play r9 5)
claim 3      revendiquer le front 3
moves        la liste des coups permis ; un numéro en joue un
table        montrer de nouveau la table
why 3        peut-on revendiquer le front 3, et pourquoi
undo         reprendre votre dernier choix, et tout ce qui a suivi
save FICHIER écrire la partie jusqu'ici
quit         partir""",
)
SEAT: Pair = ("seat {seat}", "la place {seat}")
NOTHING_TO_UNDO: Pair = ("You have not chosen anything yet.", "Vous n'avez encore rien choisi.")
SAVED: Pair = ("Saved to {path}.", "Enregistré dans {path}.")
LEFT: Pair = ("The game was left.", "La partie est abandonnée.")
PROVABLE: Pair = ("You may claim: {fronts}.", "Vous pouvez revendiquer : {fronts}.")


@dataclass
class Table:
    """A game between a person and a player."""

    game: Game
    seat: int
    opponent: RandomPlayer
    language: str

    def say(self, pair: Pair, **words: object) -> None:
        """A line in the person's language."""
        put(pair[tongue(self.language)].format(**words))

    def run(self) -> int:
        """Play to the end, or until the person leaves."""
        example = f"{self.game.view(self.seat).hand[0]} {(self.game.rules.fronts + 1) // 2}"
        self.say(WELCOME, seat=SEAT[tongue(self.language)].format(seat=self.seat), example=example)
        self.answer()
        self.show()
        while not self.game.is_over:
            line = self.ask()
            if line is None or line in ("quit", "exit", "q"):
                self.say(LEFT)
                return 0
            self.obey(line)
        self.show()
        return 0

    def ask(self) -> str | None:
        """A line of the person; none at the end of the input."""
        provable = self.game.position.provable
        if provable and self.game.turn == self.seat:
            self.say(PROVABLE, fronts=", ".join(map(str, provable)))
        sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline(LONGEST_INPUT)
        return " ".join(line.split()) if line else None

    def obey(self, line: str) -> None:
        """A command, or a move."""
        word, _, rest = line.partition(" ")
        try:
            if word == "moves":
                put("\n".join(f"{number}. {move}" for number, move in enumerate(self.game.legal_moves, 1)))
            elif word in ("table", ""):
                self.show()
            elif word == "help":
                self.say(HELP)
            elif word == "why":
                put(self.game.view(self.seat).explain_claim(number_in(rest), self.seat).sentence(self.language))
            elif word == "undo":
                self.undo()
            elif word == "save":
                Record.of(self.game).save(rest)
                self.say(SAVED, path=rest)
            else:
                self.move(line)
        except IllegalMoveError as problem:
            put(problem.sentences[tongue(self.language)])
        except MarchstoneError as problem:
            put(str(problem))

    def move(self, line: str) -> None:
        """The person's move, and whatever the other does then."""
        legal, word = self.game.legal_moves, line.partition(" ")[0]
        if 1 <= number_in(line) <= len(legal):
            move = legal[number_in(line) - 1].text
        else:
            move = line if word in VERBS else f"play {line}"
        self.tell(self.game.play(move, seat=self.seat))
        before = len(self.game.moves)
        self.answer()
        if len(self.game.moves) > before and not self.game.is_over:
            self.show()

    def answer(self) -> None:
        """The opponent's moves."""
        while not self.game.is_over and self.game.actor != self.seat:
            view = self.game.view(self.game.actor)
            self.tell(self.game.play(self.opponent.choose(view, view.legal_moves)))

    def undo(self) -> None:
        """Back to before the person's last choice."""
        actors = [position.actor for position in self.game.positions[:-1]]
        if self.seat not in actors:
            self.say(NOTHING_TO_UNDO)
            return
        while self.game.undo() and actors.pop() != self.seat:
            pass
        self.show()

    def tell(self, events: list[Event]) -> None:
        """What the person sees of it."""
        for sentence in sentences(seen_by(events, self.seat), self.language):
            put(sentence)

    def show(self) -> None:
        """The table as the person sees it."""
        put("\n" + table_text(self.game.view(self.seat).vector, self.seat, self.language) + "\n")


def number_in(text: str) -> int:
    """A number that was typed; nonsense is 0, which nothing is counted by."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


@click.command()
@click.argument("preset", type=click.Choice(NAMES), default="stones")
@click.option("--seat", type=click.IntRange(0, 1), default=0, help="Where you sit; in walls seat 0 attacks.")
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same deal and the same opponent.")
@language_option
def play(preset: str, seat: int, seed: int | None, language: str) -> int:
    """Play a game of PRESET against a random player."""
    return Table(Game(preset, seed=seed), seat, RandomPlayer(seed), language).run()
