"""Secrecy: whatever is hidden from a seat may be reshuffled, and not one byte of what that seat receives is another.

The reshuffle is written here, from the rules' list of what a player may know, and not with `sample.py`.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from marchstone.cards import bits_of
from marchstone.core import layout as lay
from marchstone.core import zones
from marchstone.core.actions import DRAW, family_of, place_index
from marchstone.core.games import apply
from marchstone.core.layout import NUMBER, SEATS, TACTIC
from marchstone.core.presets import NAMES, PRESETS
from marchstone.events import Event, events_between, seen_by, sentences
from marchstone.position import Position
from marchstone.targets import core
from tests.walks import walk

GAMES = 60  # of every preset
LOOKS = 40  # decisions in each phase of a preset that are looked at, each for both seats
SHOWN = 8  # of those, how many are drawn as well
PHASES = {"stones": {"play", "close", "over"}, "walls": {"play", "close", "end", "over"}}
RUSE_PHASES = {"stones": {"take", "put", "recruit", "bury"}, "walls": {"take", "put", "give"}}


def phases_of(name: str) -> set[str]:
    """All the phases that a preset has. With the Expert variant a turn is closed too: by the draw."""
    game = name.split("-", maxsplit=1)[0]
    return PHASES[game] | (RUSE_PHASES[game] if PRESETS[NAMES.index(name)].tactics else set())


# -- all that a seat does not know, dealt anew -----------------------------------------------------------------------------


def reshuffled(s: list[int], seat: int, rng: random.Random) -> list[int]:
    """The same for the seat: another hand for the other, the piles in another order, another choice to give, another key."""
    new = list(s)
    for kind in (NUMBER, TACTIC):
        reshuffle(new, seat, kind, rng)
    choose_again(new, 1 - seat, rng)
    if s[lay.KEY]:
        new[lay.KEY] = rng.randrange(1, 1 << 62)
    return new


def reshuffle(s: list[int], seat: int, kind: int, rng: random.Random) -> None:
    """One kind of card. What the seat has buried, and what it knows to be in the other hand, stays; Support's returned cards
    lay open before, so that the other hand has no more of them than draws since."""
    hand = lay.HAND + 2 * (1 - seat) + kind
    known = s[lay.KNOWN + 2 * (1 - seat) + kind]
    bottom = s[lay.BURIED + kind] if s[lay.BURIER] == seat + 1 else 0
    places = range(bottom, s[lay.PILE_SIZE + kind])
    pile = [zones.pile_card(s, kind, index) - kind * lay.FIRST_TACTIC for index in places]
    unknown = list(bits_of(s[hand] & ~known))
    cards = unknown + pile
    while True:
        rng.shuffle(cards)
        dealt = sum(1 << card for card in cards[: len(unknown)])
        if (dealt & s[lay.RETURNED + kind]).bit_count() <= s[lay.FRESH + 2 * (1 - seat) + kind]:
            break
    s[hand] = dealt | known
    for index, card in zip(places, cards[len(unknown) :]):
        zones.set_pile_card(s, kind, index, card + kind * lay.FIRST_TACTIC)


def choose_again(s: list[int], seat: int, rng: random.Random) -> None:
    """As many cards to give, whatever their kinds."""
    hand, given = lay.HAND + 2 * seat, lay.GIVEN + 2 * seat
    number = s[given].bit_count() + s[given + 1].bit_count()
    chosen = rng.sample([(kind, card) for kind in (0, 1) for card in bits_of(s[hand + kind])], number)
    for kind in (0, 1):
        s[given + kind] = sum(1 << card for of_kind, card in chosen if of_kind == kind)


# -- random positions of every phase ---------------------------------------------------------------------------------------


@cache
def positions(name: str) -> list[tuple[list[int], int]]:
    """States of every phase with the action that follows, as many of each phase as are looked at."""
    found, met = [], dict.fromkeys(phases_of(name), 0)
    for seed in range(GAMES):
        for step in walk(core("cpu"), name, seed):
            words = step.engine.words()
            phase = Position.of(words).phase
            if met[phase] < LOOKS and (seed % 7 == 0 or random.Random(str(words)).random() < 0.2):
                met[phase] += 1
                found.append((words, step.chosen))
    return found


EVERY_PRESET = pytest.mark.parametrize("name", NAMES)


@EVERY_PRESET
def test_a_seat_receives_the_same_whatever_is_hidden(name: str) -> None:
    """The view as words, as text, as a table and as a drawing, and the moves that are legal for the seat."""
    rng, met, changed = random.Random(name), {phase: 0 for phase in phases_of(name)}, 0
    for words, _ in positions(name):
        real = Position.of(words)
        met[real.phase] += 1
        for seat in range(SEATS):
            other = Position.of(reshuffled(words, seat, rng))
            changed += other.view(1 - seat) != real.view(1 - seat)
            assert received(other, seat, met[real.phase] <= SHOWN) == received(real, seat, met[real.phase] <= SHOWN)
    assert all(met.values()), met
    assert changed > sum(met.values()) / 3, "most reshuffles change something, and the other seat sees it"


def received(position: Position, seat: int, drawn: bool) -> list[object]:
    """Everything that goes to a seat."""
    view = position.view(seat)
    legal = [move.text for move in view.legal_moves]
    if position.actor == seat:
        assert legal == [move.text for move in position.legal_moves]
    shown = [view.hand, view.known, view.fronts, view.provable, view.pool, view.discard, view.removed, view.held, view.piles]
    shown += [view.hand_sizes(0), view.hand_sizes(1), view.reason, view.winner, hash(view), repr(view)]
    return [view.vector, view.text, legal, *shown, *([str(view), view._repr_svg_()] if drawn else [])]


@EVERY_PRESET
def test_a_move_of_the_seat_shows_the_same(name: str) -> None:
    """What the seat sees of its own moves, and its view after them; but for what they bring to light: a card drawn, and the
    cards that the other gives in an Exchange."""
    rng, looked = random.Random(name), 0
    for words, action in positions(name):
        if action < 0:
            continue
        seat = words[lay.ACTOR]
        legal = list(Position.of(words).legal_moves.actions())
        for chosen in {action, *rng.sample(legal, min(3, len(legal)))}:
            other = reshuffled(words, seat, rng)
            assert after(other, chosen, seat) == after(words, chosen, seat)
            looked += 1
    assert looked > 50


def after(words: list[int], action: int, seat: int) -> list[object]:
    """What the seat sees of a move of its own, in events and in sentences, and its view after it."""
    before, now = Position.of(words), list(words)
    apply(now, action)
    events = seen_by(events_between(before.state, now, action), seat)
    drawn = any(event.kind == "drawn" for event in events)
    swapped = any(event.kind == "swapped" for event in events)
    if not drawn and not swapped:
        return [events, sentences(events), sentences(events, "fr"), Position.of(now).view(seat).vector]
    return [face_hidden(event) if event.kind == "drawn" else event for event in events if not received_card(event, seat)]


def received_card(event: Event, seat: int) -> bool:
    """A card that comes out of the other hand by an Exchange."""
    return event.kind == "swapped" and event.source == f"hand {1 - seat}"


def face_hidden(event: Event) -> Event:
    """What everyone sees of a draw."""
    return seen_by([event], None)[0]


# -- of the other seat's moves only what it shows ---------------------------------------------------------------------------


HIDDEN = (lay.TO_BURY, lay.TO_GIVE)


@EVERY_PRESET
def test_hidden_choices_of_the_other_seat_look_alike(name: str) -> None:
    """A card put under a pile, a card chosen to be given: whichever it is, the watching seat receives the same."""
    looked = 0
    for words, action in positions(name):
        seat = 1 - words[lay.ACTOR]
        if action < 0 or words[lay.PHASE] not in HIDDEN or (words[lay.PHASE] == lay.TO_GIVE and words[lay.LEFT] == 1):
            continue  # with the last card given, all of them may be turned up
        seen: dict[str, set[str]] = {"number": set(), "tactic": set()}
        for chosen in Position.of(words).legal_moves.actions():
            events, rest = watched(words, chosen, seat)
            assert all(event.card is None for event in events)
            seen[events[0].back or "number"].add(repr((events, rest)))
            looked += 1
        assert all(len(texts) <= 1 for texts in seen.values())
    assert bool(looked) == PRESETS[NAMES.index(name)].tactics


@EVERY_PRESET
def test_draws_of_the_other_seat_look_alike(name: str) -> None:
    """Whatever lies on top; but a seat knows again what it has buried itself."""
    rng, looked = random.Random(name), 0
    for words, action in positions(name):
        if action < 0 or family_of(action) != DRAW:
            continue
        seat, kind = 1 - words[lay.ACTOR], place_index(action)
        own = words[lay.BURIER] == seat + 1 and words[lay.BURIED + kind] == words[lay.PILE_SIZE + kind]
        other = reshuffled(words, seat, rng)
        events, rest = watched(words, action, seat)
        assert (events, rest) == watched(other, action, seat)
        assert events[0].kind == "drawn" and events[0].card is None
        assert bool(looks_known(words, action, seat)) == own
        looked += 1
    assert looked


def watched(words: list[int], action: int, seat: int) -> tuple[list[Event], list[object]]:
    """What a move looks like to the seat that has not made it: events, sentences, the view afterwards."""
    now = list(words)
    apply(now, action)
    events = seen_by(events_between(words, now, action), seat)
    return events, [sentences(events), sentences(events, "fr"), Position.of(now).view(seat).vector]


def looks_known(words: list[int], action: int, seat: int) -> int:
    """The cards that a seat knows in the other hand after a draw, and did not before."""
    now, word = list(words), lay.KNOWN + 2 * (1 - seat) + place_index(action)
    apply(now, action)
    return now[word] & ~words[word]
