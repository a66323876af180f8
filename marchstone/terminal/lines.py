"""The plain face: one line for each thing that happens, every front and card by name, for screen readers and pipes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from ..cards import Card, card_name
from ..phrases import Pair, capital, front_name
from ..scene import CAULDRONS, COLON, DISCARD, HELD, REMOVED, Front, Scene, counts_of, names, pile_size, type_in_full
from .choices import NUMBERED_BY_HAND
from .items import Curtain, Item, Line, Rule, Table, Tracker, Turn
from .seen import Sight, sights
from .session import Session

LONGEST_LINE = 100_000
BLANK_LINES = 60  # more than a screen
PATIENCE = 0.7  # seconds before a wait is told
SLOW = 3.0
STEPS = 5  # of a progress that is told
SEMICOLON: Pair = ("; ", " ; ")


class Plain:
    """Prints lines and reads lines."""

    plain = True

    def __init__(self, write: Callable[[str], None], interactive: bool) -> None:
        self.write = write
        self.interactive = interactive

    def show(self, items: Iterable[Item], session: Session) -> None:
        """Print whatever a session gives; a table has the hand in it."""
        items = list(items)
        for item in items:
            if not (isinstance(item, Turn) and any(isinstance(other, Table) for other in items)):
                self.item(item, session)

    def item(self, item: Item, session: Session) -> None:
        """One thing."""
        if isinstance(item, Line):
            self.write(item.text)
        elif isinstance(item, Table):
            self.table(session)
        elif isinstance(item, Turn):
            self.hand(session)
        elif isinstance(item, Tracker):
            self.each(tracker_lines(session))
        elif isinstance(item, Rule):
            self.each([item.section.title, *item.section.lines])
        elif isinstance(item, Curtain) and self.interactive:
            self.each([""] * BLANK_LINES)

    def each(self, lines: list[str]) -> None:
        """Several lines."""
        for line in lines:
            self.write(line)

    def table(self, session: Session) -> None:
        """All that lies open, in words."""
        self.each(list(table_lines(session)))

    def hand(self, session: Session) -> None:
        """The cards that can be named by their number."""
        if session.view.phase in NUMBERED_BY_HAND:
            self.write(hand_line(session))

    def ask(self, prompt: str) -> str | None:
        """A line; none at the end of the input."""
        if self.interactive:
            try:
                return input(prompt)
            except EOFError:
                self.write("")
                return None
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline(LONGEST_LINE) if sys.stdin else ""
        with suppress(OSError):  # whoever reads no more has typed a line all the same
            self.write("")
        return line if line else None

    @contextmanager
    def waiting(self, label: str, slow: str) -> Iterator[Callable[[float], None]]:
        """Tell of a wait once it gets long, and once more when it is very long."""
        told = [(PATIENCE, f"... {label}"), (SLOW, slow)]

        def tick(seconds: float) -> None:
            if told and seconds > told[0][0]:
                self.write(told.pop(0)[1])

        yield tick

    @contextmanager
    def progress(self, label: str) -> Iterator[Callable[[int, int], object]]:
        """Tell how far it has come, in some steps."""
        told = [0]

        def tell(done: int, total: int) -> None:
            step = STEPS * done // max(1, total)
            if told[0] < step < STEPS:
                told[0] = step
                self.write(f"... {label}, {100 * step // STEPS} %")

        yield tell


# -- the table in words ----------------------------------------------------------------------------------------------------


def table_lines(session: Session) -> Iterator[str]:
    """The fronts one by one, then hands, piles and counts."""
    words = session.words
    scene, place = Scene.of(session.view.vector), words.place
    empty = [front.number for front in scene.fronts if is_untouched(front)]
    for front in scene.fronts:
        if scene.game or not is_untouched(front):
            yield front_line(session, scene, front)
    if empty and not scene.game:
        yield words("all-open") if len(empty) == len(scene.fronts) else words("untouched", fronts=", ".join(map(str, empty)))
    yield hand_line(session)
    yield their_hand_line(session, scene)
    for kind in (0, 1) if scene.tactics else (0,):
        yield f"{pile_size(scene, kind, place)}."
    if scene.game:
        yield f"{CAULDRONS[place]}{COLON[place]} {scene.oil}."
    if scene.tactics:
        yield tactics_line(session, scene)
    for label, cards in ((DISCARD, scene.discard), (REMOVED, scene.removed), (HELD, held_cards(scene))):
        if cards:
            yield f"{label[place]}{COLON[place]} {names(scene, cards, place)}."


def held_cards(scene: Scene) -> tuple[int, ...]:
    """The card in between, if there is one."""
    return () if scene.held is None else (scene.held,)


def is_untouched(front: Front) -> bool:
    """Whether there is nothing to say of a front but its number."""
    return not (any(side.cards for side in front.sides) or front.modes or front.owner is not None)


def front_line(session: Session, scene: Scene, front: Front) -> str:
    """One front: what is special about it, then both sides."""
    words, place = session.words, session.words.place
    notes = [card_name(card, scene.game, words.language) for card in front.modes]
    if scene.game or front.modes:
        notes.append(words("takes", width=front.asks.width, type=type_in_full(front, place)))
    notes += [words("damaged")] if front.damaged else []
    notes += [words("owned", who=session.name(front.owner))] if front.owner is not None else []
    notes += [words("may-claim-long")] if front.provable and session.game.turn == session.seat else []
    head = ", ".join([front_name(front.number, scene.game_name, words.language), *notes])
    sides = SEMICOLON[place].join(side_text(session, scene, front, seat) for seat in (session.seat, 1 - session.seat))
    return f"{capital(head)}. {capital(sides)}."


def side_text(session: Session, scene: Scene, front: Front, seat: int) -> str:
    """A side: whose, its cards, how many are missing, and whether it was first."""
    side, words = front.sides[seat], session.words
    cards = names(scene, side.cards, words.place) if side.cards else words("empty")
    if side.first and front.owner is None:
        cards += f" ({words('was-first')})"
    return f"{session.name(seat)}{COLON[words.place]} {cards}"


def hand_line(session: Session) -> str:
    """The own hand, numbered."""
    words, view = session.words, session.view
    cards = ", ".join(f"{number} {card.name(words.language)}" for number, card in enumerate(view.hand, 1))
    return f"{words('hand')}{COLON[words.place]} {cards or words('empty')}."


def their_hand_line(session: Session, scene: Scene) -> str:
    """The other hand: known cards, and how many of which kind are hidden."""
    words, seat = session.words, 1 - session.seat
    hand = scene.hands[seat]
    known = names(scene, hand.cards, words.place) if hand.cards else ""
    parts = [part for part in (known, counts_of(scene, hand.backs, words.place)) if part]
    who = words("their-hand", who=session.title_of(seat))
    return f"{who}{COLON[words.place]} {' + '.join(parts) or words('empty')}."


def tactics_line(session: Session, scene: Scene) -> str:
    """How many Tactic cards both have played."""
    ours, theirs = scene.played[session.seat], scene.played[1 - session.seat]
    return session.words("ruses-played", ours=ours, theirs=theirs, who=session.name(1 - session.seat)) + "."


# -- cards seen and unseen -------------------------------------------------------------------------------------------------


def tracker_lines(session: Session) -> list[str]:
    """One line for each colour: unseen values, those in hand, those in the other hand, those seen."""
    words, view = session.words, session.view
    lines = [f"{words('tracker')}{COLON[words.place]}"]
    for name, found in sights(view, words.language):
        parts = [
            words(sight.value, cards=" ".join(map(str, values)) or words("none"))
            for sight, values in found.items()
            if values or sight is Sight.UNSEEN
        ]
        lines.append(f"{capital(name)}{COLON[words.place]} {SEMICOLON[words.place].join(parts)}.")
    return lines + unseen_tactics(session)


def unseen_tactics(session: Session) -> list[str]:
    """The Tactic cards that nobody has shown and that are not in hand."""
    view, words = session.view, session.words
    if not view.rules.tactics:
        return []
    seen = {card.text for card in open_tactics(session)}
    cards = [card.name(words.language) for card in view.rules.cards if card.is_tactic and card.text not in seen]
    return [words("unseen-tactics", cards=", ".join(cards) or words("none")) + "."]


def open_tactics(session: Session) -> Iterator[Card]:
    """Tactic cards in sight, or in a hand where they are known to be."""
    view = session.view
    yield from (*view.hand, *view.known, *view.discard, *view.removed)
    yield from (card for front in view.fronts for side in front.sides for card in side)
    for front in Scene.of(view.vector).fronts:
        yield from (Card.of(card, view.rules.preset.game) for card in front.modes)
    if view.held:
        yield view.held
