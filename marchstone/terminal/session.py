"""The course of a game in the terminal, without any input or output: lines that were typed go in, things to show come out.

Whoever holds a session asks `waiting` for whom it waits, gives it lines (`obey`) or moves of a player (`play`), and shows what
it returns. A `Want` asks for something that takes time or a file; the holder does it.
"""

from __future__ import annotations

from ..errors import IllegalMoveError, MarchstoneError
from ..events import seen_by
from ..move import Move
from ..phrases import this_card
from ..view import View
from . import rulebook, typed
from .choices import NUMBERED_BY_HAND, choices, example_of
from .items import Curtain, Item, Line, Rule, Table, Tracker, Want
from .sitting import Sitting
from .told import move_phrase, told
from .typed import Typed

AT_CURTAIN = ("help", "rules", "save", "quit")
OVER_ONLY = ("review", "again", "next")
IN_PLAY_ONLY = ("hint", "resign", "why", "moves")


class Session(Sitting):
    """A sitting that is spoken to."""

    # -- lines that are typed

    def obey(self, line: str) -> list[Item]:
        """A line that was typed."""
        line = " ".join(line.split())
        if self.curtain:
            return self.at_curtain(line)
        if self.confirming:
            return self.confirmed(line)
        if self.card:
            return self.placed(line)
        if not line:
            return self.nothing_typed()
        command = typed.command_in(line)
        if command:
            return self.commanded(command)
        return self.over_already(line) if self.is_over else self.meant(line)

    def nothing_typed(self) -> list[Item]:
        """Enter alone: the next game if one is due, else the question again."""
        if not self.is_over:
            return [Table(), *self.ask()]
        return self.another(self.outcome_course()) if not self.outcome_course().finished else [self.after_line()]

    def over_already(self, line: str) -> list[Item]:
        """A move after the end, or whatever else has no meaning then."""
        return [Line("refusal", self.words("over-already", line=line[:40])), self.after_line()]

    def meant(self, line: str) -> list[Item]:
        """A choice by its number, a card, or a move in full."""
        view = self.view
        for choice in choices(view, self.words):
            if line == choice.key:
                return self.moved(choice.move)
        number = typed.number_in(line)
        if number and view.phase not in NUMBERED_BY_HAND:
            return [Line("refusal", self.words("no-such-choice", number=number))]
        first = typed.number_in(line.partition(" ")[0])
        if first > len(view.hand) and view.phase in NUMBERED_BY_HAND:
            return [Line("refusal", self.words("no-such-card", number=first))]
        meaning = typed.move_in(line, view)
        if meaning and meaning.card:
            return self.chosen(meaning)
        if meaning is None or not meaning.move:
            example = example_of(view) or self.words("help-word")
            return [Line("refusal", self.words("unknown", line=line[:40], example=example))]
        return self.moved(meaning.move)

    def chosen(self, meaning: Typed) -> list[Item]:
        """A card without a front: where it goes, is asked, unless there is no choice."""
        fronts = typed.needs_front(meaning.card, self.view)
        if len(fronts) > 1:
            self.card = meaning.card
            held = next(card for card in self.view.hand if card.text == meaning.card)
            name = this_card(held, self.words.language)
            return [Line("ask", self.words("where", card=name, fronts=" ".join(map(str, fronts))))]
        text = f"play {meaning.card}"
        if fronts:
            return self.moved(f"{text} {fronts[0]}")
        return self.moved(text if typed.is_whole(text) else f"{text} 1")

    def placed(self, line: str) -> list[Item]:
        """The front of the card that was chosen; anything else lets go of it."""
        card, self.card = self.card, ""
        number = typed.number_in(line)
        if number:
            return self.moved(f"play {card} {number}")
        return self.obey(line) if line else self.ask()

    def moved(self, text: str) -> list[Item]:
        """A move that was typed, or why it cannot be."""
        self.card = ""
        try:
            self.game.play(text, seat=self.seat)
        except IllegalMoveError as problem:
            return [Line("refusal", problem.sentences[self.words.place]), *self.rule_behind(problem.rule)]
        except MarchstoneError as problem:
            return [Line("refusal", str(problem))]
        return self.go_on()

    def rule_behind(self, anchor: str) -> list[Item]:
        """Where the rule of a refusal stands."""
        section = rulebook.sections(self.words.language).get(anchor)
        return [Line("note", self.words("rule", title=section.title, anchor=anchor))] if section else []

    # -- commands

    def commanded(self, command: Typed) -> list[Item]:
        """One of the words that are no moves."""
        what = command.command
        if what in OVER_ONLY and not self.is_over:
            return [Line("refusal", self.words("unknown", line=what, example=example_of(self.view) or self.words("help-word")))]
        if what in IN_PLAY_ONLY and self.is_over:
            return self.over_already(what)
        if what in ("hint", "review", "quit"):
            return [Want(what)]
        if what == "save":
            return [Want("save", command.rest)] if command.rest else [Line("refusal", self.words("which-file"))]
        items: list[Item] = getattr(self, f"do_{what}")(command.rest)
        return items

    def do_help(self, _: str) -> list[Item]:
        """All that can be typed."""
        return [Line("answer", line) for line in self.words.help.splitlines()]

    def do_table(self, _: str) -> list[Item]:
        """The table, and what is to be done."""
        return [Table(), *([self.after_line()] if self.is_over else self.ask()[1:])]

    def hinted(self, move: Move, view: View) -> str:
        """A hint in words."""
        text = move_phrase(move, view, self.words.language)
        return self.words("hint", move=move.text.removeprefix("play "), text=text)

    def do_tracker(self, _: str) -> list[Item]:
        """Cards seen and unseen."""
        return [Tracker()]

    def do_moves(self, _: str) -> list[Item]:
        """Every legal move as it can be typed."""
        return [Line("answer", move.text) for move in self.view.legal_moves]

    def do_why(self, rest: str) -> list[Item]:
        """Whether a front can be claimed; the defender is told about the attacker, who alone claims."""
        front = typed.number_in(rest)
        if not front:
            return [Line("refusal", self.words("which-front"))]
        seat = 0 if self.course.is_walls else self.seat
        try:
            return [Line("answer", self.view.explain_claim(front, seat).sentence(self.words.language))]
        except MarchstoneError as problem:
            return [Line("refusal", str(problem))]

    def do_log(self, _: str) -> list[Item]:
        """Everything that has happened, as this seat saw it."""
        lines = told(seen_by(self.game.events(), self.seat), self.seat, self.words.language, self.names)
        return [Line("answer", text) for text in lines] or [Line("answer", self.words("nothing-yet"))]

    def do_rules(self, rest: str) -> list[Item]:
        """The rule about a word."""
        game, language = self.game.rules.game, self.words.language
        section = rulebook.section(rest, game, language) if rest else None
        if section:
            return [Rule(section)]
        names = ", ".join(rulebook.names(game, language))
        return [Line("refusal", self.words("no-rule", word=rest, names=names) if names else self.words("rules-missing"))]

    def do_undo(self, _: str) -> list[Item]:
        """Back to the position of the choice before this one."""
        places = [place for place in range(len(self.game.moves)) if self.is_choice(place)]
        if self.resigned is None and not places:
            return [Line("refusal", self.words("nothing-to-undo"))]
        if self.resigned is not None:
            self.resigned = None
        else:
            while len(self.game.moves) > places[-1]:
                self.game.undo()
        self.told = [min(told, len(self.game.moves)) for told in self.told]
        self.curtain = "hide" if self.game.actor != self.facing and self.course.two else ""
        if self.curtain:
            return [Line("note", self.words("undone"))]
        return [Line("note", self.words("undone")), Table(), *self.ask()]

    def do_resign(self, _: str) -> list[Item]:
        """Ask once more."""
        self.confirming = True
        return [Line("ask", self.words("really-resign"))]

    def confirmed(self, line: str) -> list[Item]:
        """The answer to that."""
        self.confirming = False
        if line.lower() not in typed.YES:
            return [Line("note", self.words("not-resigned")), *self.ask()]
        self.resigned = self.seat
        return [Line("event", self.resigning()), *self.ending()]

    # -- two at one screen

    def at_curtain(self, line: str) -> list[Item]:
        """A line while a curtain is in the way: only Enter lifts it, and nothing else shows a card."""
        if not line:
            return self.drawn_curtain()
        command = typed.command_in(line)
        if command and command.command in (*AT_CURTAIN, *(["undo"] if self.curtain == "hide" else [])):
            return self.commanded(command)
        return [Line("refusal", self.words("only-enter" if self.curtain == "hide" else "only-enter-reveals", line=line[:40]))]

    def drawn_curtain(self) -> list[Item]:
        """Enter was pressed: first the cards are hidden, then the other one sees theirs."""
        if self.curtain == "hide":
            self.curtain = "reveal"
            self.facing = self.game.actor
            return [Curtain()]
        self.curtain = ""
        self.facing = self.game.actor
        return [*self.news(), *self.go_on_revealed()]

    def go_on_revealed(self) -> list[Item]:
        """The table for the one who has come to the screen, then as ever."""
        items = self.go_on()
        return [Table(), *items] if self.waiting == "person" else items

    # -- after the end

    def do_next(self, _: str) -> list[Item]:
        """The next game of the match."""
        course = self.outcome_course()
        return [self.after_line()] if course.finished else self.another(course)

    def do_again(self, _: str) -> list[Item]:
        """Another game, or another match, of the same kind."""
        return self.another(self.outcome_course().again())
