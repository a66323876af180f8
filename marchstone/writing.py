"""A position as one line, written from a vector of the core; `reading.py` is the way back. `docs/notation.md` defines every word.

preset turn phase fronts hands piles [key=value ...]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .cards import TEXTS, cards_of
from .core import layout as lay
from .core import zones
from .core.layout import NUMBER, SEATS, TACTIC, State
from .core.presets import PRESETS, Preset

PHASES = ("over", "play", "take", "put", "recruit", "bury", "give", "close", "end")
REASONS = ("", "adjacent", "majority", "stalemate", "fourth", "twice", "deck", "full")
RESULTS = ("", "0", "1", "draw")
FIELDS = ("preset", "turn", "phase", "fronts", "hands", "piles")
MODES = (("%blind", lay.BLINDED), ("%mud", lay.MUDDY))

# single numbers: where they stand, and the highest that can be written
NUMBERS = {
    "left": (lay.LEFT, 3),
    "oil": (lay.OIL, 9),
    "oiled": (lay.OIL_USED, 1),
    "quiet": (lay.QUIET, 1),
    "passes": (lay.PASSES, 2),
}
# lists of numbers with colons between them
ROWS = {"played": (lay.PLAYED, 2, 12), "jokers": (lay.JOKERS_PLAYED, 2, 12), "fresh": (lay.FRESH, 4, 60)}
# pairs of masks: of number cards and of Tactic cards
MASKS = {"discard": lay.DISCARD, "returned": lay.RETURNED}
# for both seats a pair of masks
BY_SEAT = {"known": lay.KNOWN, "given": lay.GIVEN}


def write(v: Sequence[int], fronts: str | None = None) -> str:
    """The line of a state or a view; `fronts` is its part about the fronts, if that has been written already."""
    state = list(map(int, v))
    preset = PRESETS[state[lay.PRESET]]
    if fronts is None:
        fronts = "/".join(write_front(state, preset, front) for front in range(preset.fronts))
    hands = ":".join(write_hand(state, preset, seat) for seat in range(SEATS))
    piles = ":".join(write_pile(state, preset, kind) for kind in (NUMBER, TACTIC))
    words = [preset.name, str(state[lay.TURN]), PHASES[state[lay.PHASE]], fronts, hands, piles]
    return " ".join([*words, *(f"{key}={value}" for key, value in write_keys(state, preset))])


def listed(cards: Sequence[int], preset: Preset) -> str:
    """Cards with commas between them."""
    return ",".join(TEXTS[preset.game][card] for card in cards)


def write_front(v: State, preset: Preset, front: int) -> str:
    """Both sides in order of play, `*` after the one completed first if both are complete, then what holds for the front."""
    texts = []
    both = all(v[zones.side_of(front, seat) + lay.RANK] for seat in range(SEATS))
    for seat in range(SEATS):
        side = zones.side_of(front, seat)
        cards = [zones.card_on(v, side, slot) for slot in range(zones.count_on(v, side))]
        texts.append(listed(cards, preset) + "*" * (both and v[side + lay.RANK] & 1))
    marks = "!" * (v[lay.DAMAGED] >> front & 1)
    marks += "".join(text for text, word in MODES if v[word] >> front & 1)
    marks += "".join(f"+{seat}" for seat in range(SEATS) if v[lay.CLAIMED + seat] >> front & 1)
    return ":".join(texts) + marks


def write_hand(v: State, preset: Preset, seat: int) -> str:
    """Hidden cards as `?3` and `?2t`, then those with a face; of the other hand in a view those that one knows to be there."""
    hand = 2 * seat
    hidden = ""
    source = lay.HAND
    if v[lay.VIEWER] and v[lay.VIEWER] != seat + 1:
        source = lay.KNOWN
        unknown = [v[lay.HAND_SIZE + hand + kind] - v[lay.KNOWN + hand + kind].bit_count() for kind in (NUMBER, TACTIC)]
        hidden = ",".join(f"?{number}{mark}" for number, mark in zip(unknown, ("", "t")) if number)
    faces = listed(cards_of(v[source + hand], v[source + hand + TACTIC]), preset)
    return ",".join(filter(None, (hidden, faces)))


def write_pile(v: State, preset: Preset, kind: int) -> str:
    """Top card first; in a view `?n` for those that the seat has not put there itself."""
    known = v[lay.PILE_SIZE + kind]
    if v[lay.VIEWER]:
        known = v[lay.BURIED + kind] if v[lay.BURIER] == v[lay.VIEWER] else 0
    hidden = v[lay.PILE_SIZE + kind] - known
    faces = listed([zones.pile_card(v, kind, index) for index in reversed(range(known))], preset)
    return ",".join(filter(None, (f"?{hidden}" if hidden else "", faces)))


def write_keys(v: State, preset: Preset) -> Iterator[tuple[str, str]]:
    """Everything else, as far as it is not what it is in most positions."""
    fresh = defaults(v, preset)
    for key, word in MASKS.items():
        yield from some(key, listed(cards_of(v[word], v[word + TACTIC]), preset))
    yield from some("removed", listed(cards_of(0, v[lay.REMOVED]), preset))
    yield from some("held", listed([v[lay.HELD] - 1], preset) if v[lay.HELD] else "")
    yield from some("from", str(v[lay.ORIGIN]) if v[lay.ORIGIN] else "")
    yield from some("ruse", TEXTS[preset.game][v[lay.RUSE]] if v[lay.RUSE] else "")
    yield from some("actor", str(v[lay.ACTOR]) if v[lay.ACTOR] != v[lay.TURN] else "")
    for key, (word, _) in NUMBERS.items():
        yield from some(key, str(v[word]) if v[word] != fresh[word] else "")
    for key, (word, length, _) in ROWS.items():
        yield from some(key, ":".join(map(str, v[word : word + length])) if any(v[word : word + length]) else "")
    for key, word in BY_SEAT.items():
        yield from some(key, write_by_seat(v, preset, word))
    if v[lay.BURIER]:
        yield "buried", f"{v[lay.BURIER] - 1}:{v[lay.BURIED]}:{v[lay.BURIED + 1]}"
    yield from some("key", format(v[lay.KEY], "x") if v[lay.KEY] else "")
    yield from some("result", RESULTS[v[lay.WINNER]])
    yield from some("reason", REASONS[v[lay.REASON]])
    yield from some("view", str(v[lay.VIEWER] - 1) if v[lay.VIEWER] else "")


def some(key: str, value: str) -> Iterator[tuple[str, str]]:
    """The pair, if there is a value."""
    if value:
        yield key, value


def write_by_seat(v: State, preset: Preset, word: int) -> str:
    """The cards of both seats; in a view, what is known of the other hand stands in the hand already."""
    shown = [seat for seat in range(SEATS) if v[lay.VIEWER] in (0, seat + 1)]
    texts = [listed(cards_of(v[word + 2 * s], v[word + 2 * s + 1]), preset) if s in shown else "" for s in range(SEATS)]
    return ":".join(texts) if any(texts) else ""


def defaults(v: State, preset: Preset) -> dict[int, int]:
    """The numbers that need not be written: all cauldrons are there; in stones a turn is quiet until a card has been played."""
    quiet = int(preset.game == lay.STONES and v[lay.PHASE] not in (lay.OVER, lay.TO_CLOSE, lay.TO_END))
    return {lay.LEFT: 0, lay.OIL: preset.oil, lay.OIL_USED: 0, lay.QUIET: quiet, lay.PASSES: 0}
