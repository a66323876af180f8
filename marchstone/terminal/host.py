"""Holds a session: reads lines, shows what comes of them, lets the opponent think, keeps the game on disk after every move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from ..errors import MarchstoneError
from ..move import Move
from ..players.random import RandomPlayer
from ..record import Record
from . import opponents
from .items import Item, Line, Want
from .saved import Store
from .session import Session

PROMPT = "> "
INTERRUPTED = 130


class EndedError(KeyboardInterrupt):
    """Another signal than that of Ctrl-C asks the programme to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


class Face(Protocol):
    """Whatever shows a session to people and asks them for lines."""

    plain: bool  # whether words have to do, without drawings

    def show(self, items: Iterable[Item], session: Session) -> None:
        """Show some items."""

    def ask(self, prompt: str) -> str | None:
        """A line; none at the end of the input."""

    def waiting(self, label: str, slow: str) -> AbstractContextManager[Callable[[float], None]]:
        """Show that something takes time."""

    def progress(self, label: str) -> AbstractContextManager[Callable[[int, int], object]]:
        """Show how far something has come: how much is done, and of how much."""


class Host:
    """A session with its face, its opponent and its file."""

    def __init__(self, session: Session, face: Face, store: Store) -> None:
        self.session, self.face, self.store = session, face, store
        self.player: opponents.Opponent | None = None
        self.adviser: opponents.Opponent | None = None
        self.kept: object = (session.game, session.game.moves, session.resigned) if store.name else None
        self.game = session.game  # the one that the file is of
        self.before = ""  # the file of the game before, until this one has its own
        self.unsaved = False
        self.parting = ""  # what can still be told if the output cannot be written any more

    def run(self) -> int:
        """Play until somebody leaves; the exit status."""
        try:
            self.prepare()
            self.show(self.session.begin())
            while self.step():
                pass
            self.leave()
        except KeyboardInterrupt as interrupt:
            self.keep()
            self.say("", kind="answer")
            self.leave()
            return interrupt.status if isinstance(interrupt, EndedError) else INTERRUPTED
        except OSError:  # of the output
            self.parting = self.farewell()
            raise
        finally:
            for player in (self.player, self.adviser):
                if player:
                    player.close()
            self.store.forget()
        return 0

    def step(self) -> bool:
        """One move of the player, or one line of the person; no more if the person leaves."""
        if self.session.waiting == "player":
            return self.kept_and_shown(self.session.play(self.thought()))
        self.offer_curtain()
        line = self.face.ask(PROMPT)
        return line is not None and self.kept_and_shown(self.session.obey(line))

    def kept_and_shown(self, items: Iterable[Item]) -> bool:
        """What came of a move or a line. It is kept first: a move that cannot be shown any more has been made all the same."""
        self.keep()
        return self.show(items)

    def offer_curtain(self) -> None:
        """What Enter does while a curtain is in the way."""
        session, words = self.session, self.session.words
        if session.waiting == "curtain":
            self.say(words("hide") if session.curtain == "hide" else words("reveal", who=session.title_of(session.seat)), "ask")

    def show(self, items: Iterable[Item]) -> bool:
        """Show some items and do what is wanted; no more if the person wants to leave."""
        items = list(items)
        self.face.show([item for item in items if not isinstance(item, Want)], self.session)
        wants = [item for item in items if isinstance(item, Want)]
        return all([self.do(want) for want in wants])

    def say(self, text: str, kind: str = "note") -> None:
        """One line."""
        self.face.show([Line(kind, text)], self.session)

    # -- players

    def background(self, label: str, work: Callable[[], opponents.Result]) -> opponents.Result:
        """Some work that takes time, with a sign of life."""
        with self.face.waiting(label, self.session.words("compiling")) as tick:
            return opponents.in_background(work, tick)

    def prepare(self) -> None:
        """The opponent of this course; it gets ready while the person looks at the table."""
        course = self.session.course
        if not course.two:
            self.player = opponents.opponent(course.preset, course.level, course.seed)

    @property
    def opponent_name(self) -> str:
        """What the opponent is called."""
        return self.session.words("level", level=self.session.course.level)

    def thought(self) -> Move:
        """The opponent's move; one at random if the player fails, so that the game goes on."""
        player, game, words = self.player, self.session.game, self.session.words
        assert player is not None
        view = game.view(game.actor)
        try:
            return self.background(words("thinks", who=self.opponent_name), lambda: player.choose(view))
        except Exception as problem:
            self.say(words("failed", who=self.opponent_name, reason=short(problem)), "refusal")
            return RandomPlayer(len(game.moves)).choose(view, view.legal_moves)

    # -- what a session wants

    def do(self, want: Want) -> bool:
        """Something that takes time or a file; no if the person wants to leave."""
        if want.what == "quit":
            return False
        for line in {"hint": self.hint, "review": self.review, "save": self.save}[want.what](want.rest):
            self.face.show([line], self.session)
        return True

    def hint(self, _: str) -> Iterator[Line]:
        """What a strong player would do."""
        session = self.session
        words, view, course = session.words, session.view, session.course
        if session.waiting != "person":
            yield Line("refusal", words("no-hint-now"))
            return
        try:
            move = self.background(words("advising"), lambda: self.advice(course.preset, course.seed))
        except Exception as problem:
            yield Line("refusal", words("not-possible", reason=short(problem)))
            return
        yield Line("answer", session.hinted(move, view) if move else words("no-hint"))

    def advice(self, preset: str, seed: int) -> Move | None:
        """The move of the strongest player, from what the person sees."""
        self.adviser = self.adviser or opponents.adviser(preset, seed)
        return self.adviser.choose(self.session.view, opponents.ADVISING) if self.adviser else None

    def review(self, _: str) -> Iterator[Line]:
        """What the analysis says of the game."""
        words = self.session.words
        record = self.session.record()
        try:
            found = self.background(words("reviewing"), lambda: opponents.can_review(record.start.rules.name))
            lines = self.reviewed(record) if found else [words("no-review")]
        except Exception as problem:
            yield Line("refusal", words("not-possible", reason=short(problem)))
            return
        yield from (Line("answer", line) for line in lines)
        yield self.session.after_line()

    def reviewed(self, record: Record) -> list[str]:
        """The lines of a review, with a sign of how far it has come."""
        words, face = self.session.words, self.face
        with face.progress(words("reviewing")) as tell:
            return opponents.reviewed(record, self.session.names, self.session.last_word, words.language, face.plain, tell)

    def save(self, path: str) -> Iterator[Line]:
        """A copy of the record in a file of the person's choice."""
        try:
            self.session.record().save(path)
        except MarchstoneError as problem:
            yield Line("refusal", str(problem))
        else:
            yield Line("answer", self.session.words("saved-copy", path=path))

    # -- keeping

    def keep(self) -> None:
        """Write the game down if it has changed and the person has done something; a disk that fails is told of once.

        Between two games of a match the file of the first stays where it can be gone on with, until the second has its own.
        """
        session = self.session
        if session.game is not self.game and session.has_begun:
            self.game, self.before = session.game, self.store.name
            self.store.forget()
        state = (session.game, session.game.moves, session.resigned)
        if session.game is not self.game or state == self.kept or not (self.store.name or session.has_begun):
            return
        self.kept = state
        try:
            self.store.save(session.record(), session.outcome_course().finished)
            self.store.finish(self.before)
            self.before = ""
        except (OSError, MarchstoneError) as problem:
            if not self.unsaved:
                self.say(session.words("cannot-save", reason=short(problem)), "refusal")
            self.unsaved = True
        else:
            self.unsaved = False

    def leave(self) -> None:
        """The last line."""
        self.say(self.farewell(), "answer")

    def farewell(self) -> str:
        """Goodbye, or whether the game can be gone on with."""
        session, words = self.session, self.session.words
        if session.is_over and session.outcome_course().finished:
            return words("bye")
        if self.unsaved or not self.store.is_waiting:
            return words("left")
        return words("left-match" if session.course.is_match else "left-saved")


def short(problem: BaseException) -> str:
    """An error as part of a sentence."""
    if isinstance(problem, OSError):
        return problem.strerror or type(problem).__name__
    text = str(problem) if isinstance(problem, MarchstoneError) else f"{type(problem).__name__}: {problem}"
    return " ".join(text.split())[:200].rstrip(".")
