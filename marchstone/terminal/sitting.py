"""Who sits at the table, which game of the course is played, and how it goes on after every move: half of a session."""

from __future__ import annotations

from collections.abc import Iterator

from ..events import Event, seen_by
from ..game import Game
from ..match import outcome_of
from ..move import Move
from ..record import Record
from ..view import View
from .choices import choices, example_of, offers, question
from .course import Course, outcome_text, outcome_when_resigned
from .items import Curtain, Item, Line, Table, Turn
from .told import move_phrase, told
from .words import Words

END = "over"


class Sitting:
    """A person, or two of them, at a game, and the games that follow it. It knows nothing of lines that are typed."""

    def __init__(self, course: Course, words: Words, game: Game | None = None, resigned: int | None = None) -> None:
        self.words = words
        self.course = course
        self.resumed = game is not None
        self.deal(game, resigned)

    def deal(self, game: Game | None = None, resigned: int | None = None) -> None:
        """The next game of the course, or one that is under way."""
        if game is None:
            self.course, position = self.course.deal()
            game = Game(position)
        self.game = game
        self.resigned = resigned
        self.card = ""  # of which the front is still to be said
        self.confirming = False
        self.curtain = ""  # what it waits for: hide, reveal
        self.told = [0, 0] if self.course.two else [len(game.moves)] * 2
        self.facing = game.actor if self.course.two else self.course.seat_now

    # -- who, and where it stands

    @property
    def waiting(self) -> str:
        """For whom: `person`, `player`, `curtain`, or `over`."""
        if self.is_over:
            return END
        if self.curtain:
            return "curtain"
        return "person" if self.is_person(self.game.actor) else "player"

    @property
    def is_over(self) -> bool:
        """Whether this game has ended, by the rules or because somebody gave up."""
        return self.game.is_over or self.resigned is not None

    def is_person(self, seat: int) -> bool:
        """Whether a person has this seat."""
        return self.course.two or seat == self.course.seat_now

    @property
    def seat(self) -> int:
        """Whose eyes look at the screen."""
        return self.facing

    @property
    def view(self) -> View:
        """What they may see."""
        return self.game.view(self.seat)

    def name(self, seat: int) -> str:
        """What the player of a seat is called."""
        if self.course.two:
            return self.words("player", number=self.course.player_at(seat) + 1)
        return self.words("you") if seat == self.course.seat_now else self.words("level", level=self.course.level)

    def title_of(self, seat: int) -> str:
        """The name, and in walls the role."""
        role = f" ({self.words(('attacker', 'defender')[seat])})" if self.course.is_walls else ""
        return self.name(seat) + role

    @property
    def has_begun(self) -> bool:
        """Whether a person has made a choice."""
        return any(self.is_choice(place) for place in range(len(self.game.moves)))

    @property
    def names(self) -> tuple[str, str]:
        """Both names, by seat."""
        return self.name(0), self.name(1)

    def outcome_course(self) -> Course:
        """The course with this game counted, once it is over."""
        if not self.is_over:
            return self.course
        if self.resigned is not None:
            return self.course.after(outcome_when_resigned(self.game.position, self.resigned))
        return self.course.after(outcome_of(self.game.position.state))

    # -- beginning and going on

    def begin(self) -> list[Item]:
        """What is said first."""
        words, seat = self.words, self.seat
        other = self.title_of(1 - seat)
        example = example_of(self.view) or "r9 5"
        items: list[Item] = []
        if self.course.is_match:
            number = len(self.course.results) + 1
            kind = "game" if self.course.is_walls else "round"
            items.append(Line("title", words(kind, number=number, rounds=self.course.rounds)))
        if self.is_over:  # gone on with between two games
            self.resumed = False
            return [*items, Line("note", words("resumed-match")), *self.ending()]
        you = words("you") if not self.course.two else self.title_of(seat)
        preset = words.preset(self.course.preset)
        items.append(Line("title", words("welcome", preset=preset, you=you, other=other, example=example)))
        if self.resumed:
            items.append(Line("note", words("resumed")))
        elif not self.course.two:
            items += self.opening()
        self.resumed = False
        if self.course.two:
            self.curtain = "reveal"
            return [*items, Curtain()]
        return [*items, *([] if self.game.actor != seat else [Table()]), *self.go_on()]

    def opening(self) -> Iterator[Item]:
        """The person's role, or who begins."""
        if self.course.is_walls:
            yield Line("note", self.words(("attack", "defend")[self.seat]))
        elif self.game.actor == self.seat:
            yield Line("note", self.words("you-begin"))
        else:
            yield Line("note", self.words("begins", who=self.name(self.game.actor)))

    def go_on(self) -> list[Item]:
        """After a move: what happened, moves without a choice, then whoever comes next."""
        items: list[Item] = []
        while not self.is_over and self.is_person(self.game.actor) and not self.curtain:
            if self.game.actor != self.facing:
                items += self.news()
                self.curtain = "hide"
            elif is_forced(self.game):
                items += [*self.news(), *self.forced()]
            else:
                break
        items += self.news()
        if self.is_over:
            return [*items, *self.ending()]
        return [*items, *self.ask()] if self.waiting == "person" else items

    def forced(self) -> list[Item]:
        """The only move there is, made at once; a draw needs no further word."""
        move = self.game.legal_moves[0]
        text = move_phrase(move, self.view, self.words.language)
        self.game.play(move)
        return [] if move.verb == "draw" else [Line("note", self.words("forced", move=text))]

    def ask(self) -> list[Item]:
        """The question, with all that is offered."""
        view, words = self.view, self.words
        items: list[Item] = [Turn()]
        items += [Line("offer", text) for text in offers(view, words)]
        items.append(Line("ask", question(view, words)))
        return items + [Line("choice", words("choice", key=choice.key, text=choice.text)) for choice in choices(view, words)]

    def news(self) -> list[Item]:
        """What has happened since those at the screen were last told."""
        events = self.events(self.told[self.seat])
        self.told[self.seat] = len(self.game.moves)
        return [Line("event", text) for text in told(events, self.seat, self.words.language, self.names)]

    def events(self, since: int = 0) -> list[Event]:
        """All that happened from a move on, as the seat sees it."""
        if since >= len(self.game.moves):
            return []
        return seen_by(self.replayed(since), self.seat)

    def replayed(self, since: int) -> list[Event]:
        """The events of the last moves, made again from the position before them."""
        again = Game(self.game.positions[since])
        return [event for move in self.game.moves[since:] for event in again.play(move)]

    # -- moves

    def play(self, move: Move | str) -> list[Item]:
        """A move of whoever is to choose."""
        self.game.play(move)
        return self.go_on()

    def is_choice(self, place: int) -> bool:
        """Whether a person chose the move that was made there, and had more than one."""
        position = self.game.positions[place]
        return self.is_person(position.actor) and len(position.legal_moves) > 1

    # -- the end

    def ending(self) -> list[Item]:
        """How the match stands, and what can be done now."""
        course = self.outcome_course()
        items: list[Item] = [Table()]
        if course.is_match:
            items += [Line("end", text) for text in self.standing(course)]
        return [*items, self.after_line()]

    def standing(self, course: Course) -> Iterator[str]:
        """The score; at the end of the match who has won it, and by what."""
        words, match = self.words, course.match
        players = [self.name(self.course.player_at(player)) for player in (0, 1)]
        a, b = match.standing
        first = 0 if course.two else course.seat
        ours, theirs = (a, b) if first == 0 else (b, a)
        kind = "games-won" if course.is_walls else "score"
        yield words(kind, ours=players[first], a=ours, theirs=players[1 - first], b=theirs)
        decided = getattr(match, "decided_by", None)
        if decided:
            yield words(f"by-{decided}")
        if course.is_walls and not match.finished and len(course.results) % 2 == 0:
            yield words("equal")
        if match.winner is not None:
            ours_won = match.winner == first and not course.two
            yield words("you-match") if ours_won else words("wins-match", who=players[match.winner])
        elif match.finished:
            yield words("drawn-match")

    @property
    def last_word(self) -> str:
        """How the game ended, as it was told to those at the table; nothing if it goes on."""
        if self.resigned is not None:
            return self.resigning()
        events = self.game.events() if self.game.is_over else []
        lines = told(events[-1:], -1 if self.course.two else self.seat, self.words.language, self.names)
        return lines[0] if lines else ""

    def resigning(self) -> str:
        """Who gives the game up, and who wins it."""
        assert self.resigned is not None
        name, other = self.name(self.resigned), self.name(1 - self.resigned)
        return self.words("resigns", who=name, other=other) if self.course.two else self.words("you-resign", who=other)

    def after_line(self) -> Line:
        """What can be done after the end."""
        due = not self.outcome_course().finished
        return Line("ask", self.words("after", first=self.words("next-first") if due else ""))

    def another(self, course: Course) -> list[Item]:
        """The next deal."""
        self.course = course
        self.deal()
        return self.begin()

    # -- keeping

    def record(self) -> Record:
        """The game as a record that says all that is needed to go on with it."""
        course = self.course
        tags = {f"Seat{seat}": self.tag_name(seat) for seat in (0, 1)}
        tags |= {"Person": "both" if course.two else str(course.seat), "Level": str(course.level), "Seed": str(course.seed)}
        if course.is_match:
            tags["Rounds"] = str(course.rounds)
        tags |= {"First": str(course.first)} if course.is_match and not course.is_walls else {}
        tags |= {f"Round{number}": outcome_text(outcome) for number, outcome in enumerate(course.results, 1)}
        if self.resigned is not None:
            tags["Resigned"] = str(self.resigned)
        return Record.of(self.game, **tags)

    def tag_name(self, seat: int) -> str:
        """A player's name in a record, in no language."""
        return "person" if self.is_person(seat) else f"level {self.course.level}"


def is_forced(game: Game) -> bool:
    """Whether there is just one move."""
    return len(game.legal_moves) == 1
