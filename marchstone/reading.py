"""Reading the line of a position into a vector of the core.

Reading looks only at what can be written down at all; whether such a position can be is for `checks` to say. Hence `Reading`:
the vector, and every card that was named, however often, with the zone and the place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .cards import TEXTS, card_number
from .core import layout as lay
from .core import zones
from .core.games import clear, look
from .core.layout import ELITES, FIRST_TACTIC, NUMBER, SEATS, TACTIC, State
from .core.presets import NAMES, PRESETS, Preset
from .errors import TextError, UnknownPresetError, WrongTypeError
from .writing import BY_SEAT, FIELDS, MASKS, MODES, NUMBERS, PHASES, REASONS, RESULTS, ROWS, defaults

NAMED_TWICE = ("known", "given", "returned")  # cards that are in a hand or a pile as well
LONGEST = 4000
WORD = re.compile("[^ ]+")
SIDE_LIMIT = 4
PILE_LIMIT = (60, 12)
KEY_LIMIT = 1 << 62


@dataclass
class Reading:
    """What a text says: the vector, and every card it names in a zone: (card, zone, place in the text)."""

    vector: State
    preset: Preset
    cards: list[tuple[int, str, int]] = field(default_factory=list)
    firsts: dict[int, int] = field(default_factory=dict)  # front: the side said to have been completed first
    owners: dict[int, list[int]] = field(default_factory=dict)  # front: who is said to own it


def read(text: str) -> Reading:
    """The vector that a line describes, with what the line names. Raises TextError at the first word that cannot be read."""
    if not isinstance(text, str):
        raise WrongTypeError("position.type", f"a position is a text, not {type(text).__name__}")
    if len(text) > LONGEST:
        raise TextError(
            "text.too-long", "this text is too long for a position", at=LONGEST, expected=f"at most {LONGEST} characters"
        )
    words = [(match.group(), match.start()) for match in WORD.finditer(text)]
    if words:
        check_preset(*words[0])
    if len(words) < len(FIELDS):
        raise TextError("position.syntax", "the position is cut off", at=len(text), expected=f"the {FIELDS[len(words)]}")
    return Reader(words).read()


def check_preset(name: str, at: int) -> None:
    """The first word decides what all others mean; so it is looked at first, even if some of them are missing."""
    if name not in NAMES:
        raise UnknownPresetError("preset.unknown", f"there is no preset {name[:40]!r}", at=at, expected=", ".join(NAMES))


class Reader:
    """Reads one line, word by word."""

    def __init__(self, words: list[tuple[str, int]]) -> None:
        self.fields = dict(zip(FIELDS, words))
        self.keys = self.split_keys(words[len(FIELDS) :])
        self.v: State = [0] * lay.WORDS
        clear(self.v, NAMES.index(self.fields["preset"][0]))
        self.preset = PRESETS[self.v[lay.PRESET]]
        self.reading = Reading(self.v, self.preset)
        self.viewer = self.choice("view", ("0", "1")) + 1 if "view" in self.keys else 0

    @staticmethod
    def split_keys(words: list[tuple[str, int]]) -> dict[str, tuple[str, int]]:
        """The words behind the six fields: each key once."""
        keys: dict[str, tuple[str, int]] = {}
        for word, at in words:
            key, sign, value = word.partition("=")
            if key not in KEYS or not sign or not value:
                raise TextError(
                    "position.syntax", f"{word[:40]!r} cannot stand here", at=at, expected=f"key=value, with one of {KEYS_TEXT}"
                )
            if key in keys:
                raise TextError("position.syntax", f"{key} stands here twice", at=at, expected="each key once")
            keys[key] = (value, at + len(key) + 1)
        return keys

    def read(self) -> Reading:
        """Everything, each part after those it depends on."""
        v = self.v
        v[lay.TURN] = v[lay.ACTOR] = self.choice("turn", ("0", "1"))
        v[lay.PHASE] = self.choice("phase", PHASES)
        for word, number in defaults(v, self.preset).items():
            v[word] = number
        self.read_fronts()
        for seat, (text, at) in enumerate(self.parts("hands", 2)):
            self.read_hand(seat, text, at)
        for kind, (text, at) in enumerate(self.parts("piles", 2)):
            self.read_pile(kind, text, at)
        for key in self.keys:
            KEYS[key](self, key)
        v[lay.VIEWER] = self.viewer
        if self.viewer:
            self.check_buried()
        look(v)
        return self.reading

    # words and their parts

    def word(self, name: str) -> tuple[str, int]:
        """A field or the value of a key, and where it begins."""
        return self.fields[name] if name in self.fields else self.keys[name]

    def choice(self, name: str, among: Sequence[str]) -> int:
        """Which of some words stands there."""
        text, at = self.word(name)
        if not text or text not in among:
            expected = ", ".join(filter(None, among))
            raise TextError("position.syntax", f"{text[:40]!r} is no {name}", at=at, expected=f"one of {expected}")
        return among.index(text)

    def parts(self, name: str, number: int, sign: str = ":") -> list[tuple[str, int]]:
        """The parts of a word, and where they begin."""
        text, at = self.word(name)
        parts = []
        for part in text.split(sign):
            parts.append((part, at))
            at += len(part) + 1
        if len(parts) != number:
            expected = f"{number} parts with {sign!r} between them"
            raise TextError("position.syntax", f"{name} has {len(parts)} parts", at=parts[0][1], expected=expected)
        return parts

    def number(self, text: str, at: int, highest: int, lowest: int = 0) -> int:
        """A number from the lowest to the highest."""
        if not re.fullmatch("0|[1-9][0-9]{0,2}", text) or not lowest <= int(text) <= highest:
            expected = f"{lowest} to {highest}"
            raise TextError("position.syntax", f"{text[:40]!r} is no number for this place", at=at, expected=expected)
        return int(text)

    def cards(self, text: str, at: int, zone: str = "") -> list[int]:
        """A list of cards; with a zone, they are noted as lying there, and it is for the checks to see that none does twice."""
        found: list[int] = []
        for part in text.split(",") if text else ():
            card = card_number(part[:40], self.preset.game, at)
            if zone:
                self.reading.cards.append((card, zone, at))
            elif card in found:
                raise TextError("position.syntax", f"{part} stands here twice", at=at, expected="each card once")
            found.append(card)
            at += len(part) + 1
        return found

    # fronts, hands, piles

    def read_fronts(self) -> None:
        """What holds for the fronts first, since it decides what is complete; then their cards."""
        fronts = self.parts("fronts", self.preset.fronts, "/")
        sides = [self.read_marks(front, text, at) for front, (text, at) in enumerate(fronts)]
        for front, ((_, at), text) in enumerate(zip(fronts, sides)):
            self.read_sides(front, text, at)

    def read_marks(self, front: int, text: str, at: int) -> str:
        """Owner, modes and damage stand behind the sides, in this order from the end; what is left of the text."""
        self.reading.owners[front] = []
        for seat in reversed(range(SEATS)):
            if text.endswith(f"+{seat}"):
                text = text[:-2]
                self.v[lay.CLAIMED + seat] |= 1 << front
                self.reading.owners[front].append(seat)
        for mark, word in (*reversed(MODES), ("!", lay.DAMAGED)):
            if text.endswith(mark):
                text = text.removesuffix(mark)
                self.v[word] |= 1 << front
        return text

    def read_sides(self, front: int, text: str, at: int) -> None:
        """The cards of both sides; the side with `*` was completed first."""
        sides = text.split(":")
        if len(sides) != SEATS:
            raise TextError("position.syntax", "a front has two sides", at=at, expected="one ':' between its sides")
        order = list(range(SEATS))
        for seat, side in enumerate(sides):
            if side.endswith("*"):
                self.reading.firsts[front] = seat if front not in self.reading.firsts else 2
                order = [seat, 1 - seat]
            cards = self.cards(side.removesuffix("*"), at, "side")
            self.check_side(cards, at)
            for card in cards:
                zones.put(self.v, front, seat, card)
            at += len(side) + 1
        for seat in order:
            zones.settle(self.v, front, seat)
        self.v[lay.CHANGED] = 0
        if self.reading.owners[front]:
            self.v[lay.ROOM] &= ~(1 << front)
            self.v[lay.ROOM + 1] &= ~(1 << front)

    def check_side(self, cards: list[int], at: int) -> None:
        """Number cards and elite troops, no more than can be written down."""
        if len(cards) > SIDE_LIMIT:
            raise TextError("position.syntax", f"a side of {len(cards)} cards", at=at, expected=f"at most {SIDE_LIMIT}")
        for card in cards:
            if card >= FIRST_TACTIC and not ELITES >> card - FIRST_TACTIC & 1:
                raise TextError(
                    "position.syntax", f"{self.text(card)} cannot stand on a side", at=at, expected="number cards or elite troops"
                )

    def text(self, card: int) -> str:
        """The text of a card."""
        return TEXTS[self.preset.game][card]

    def read_hand(self, seat: int, text: str, at: int) -> None:
        """Cards with a face; in the other hand of a view, hidden ones too, and then those with a face are known ones."""
        other = bool(self.viewer) and self.viewer != seat + 1
        hidden = [0, 0]
        faces, start = [], at
        for part in text.split(",") if text else ():
            if part.startswith("?"):
                kind = int(part.endswith("t"))
                if not other or hidden[kind]:
                    raise TextError("position.hidden", f"{part[:40]!r} cannot stand here", at=at, expected="a card with a face")
                hidden[kind] = self.number(part[1:].removesuffix("t"), at + 1, PILE_LIMIT[kind], lowest=1)
            else:
                faces += self.cards(part, at, f"hand {seat}") if part else self.cards(",", at)
            at += len(part) + 1
        target = lay.KNOWN if other else lay.HAND
        self.enter(target + 2 * seat, faces)
        if self.viewer:
            for kind in (NUMBER, TACTIC):
                size = sum(zones.kind_of(card) == kind for card in faces) + hidden[kind]
                self.v[lay.HAND_SIZE + 2 * seat + kind] = self.number(str(size), start, PILE_LIMIT[kind])

    def read_pile(self, kind: int, text: str, at: int) -> None:
        """Top card first; in a view `?n` hidden ones above those that one has put there."""
        hidden = 0
        match = re.match(r"\?([^,]*)(,(?=.)|$)", text)
        if match:
            if not self.viewer:
                raise TextError(
                    "position.hidden",
                    f"{match.group(1)[:40]!r} hidden cards cannot stand here",
                    at=at,
                    expected="cards with faces",
                )
            hidden = self.number(match.group(1), at + 1, PILE_LIMIT[kind], lowest=1)
            text, at = text[match.end() :], at + match.end()
        cards = self.cards(text, at, "pile")
        for card, place in ((card, place) for card, zone, place in self.reading.cards if zone == "pile" and place >= at):
            if zones.kind_of(card) != kind:
                expected = ("number cards", "Tactic cards")[kind]
                raise TextError("position.syntax", f"{self.text(card)} lies in the wrong pile", at=place, expected=expected)
        if len(cards) + hidden > PILE_LIMIT[kind]:
            raise TextError("position.syntax", "too many cards in a pile", at=at, expected=f"at most {PILE_LIMIT[kind]}")
        for card in reversed(cards):
            zones.place_on_pile(self.v, kind, card)
        self.v[lay.PILE_SIZE + kind] += hidden

    def check_buried(self) -> None:
        """In a view the cards of a pile that have a face are those that its own seat has buried, no more and no fewer."""
        for kind, (_, at) in enumerate(self.parts("piles", 2)):
            shown = sum(zone == "pile" and zones.kind_of(card) == kind for card, zone, _ in self.reading.cards)
            if shown != own_buried(self.v, kind):
                expected = f"{own_buried(self.v, kind)}, as many as the seat has buried there"
                raise TextError("position.hidden", f"a view cannot show {shown} cards of this pile", at=at, expected=expected)

    def enter(self, word: int, cards: list[int]) -> None:
        """Cards into a pair of masks."""
        for card in cards:
            self.v[word + zones.kind_of(card)] |= zones.bit_of(card)

    # keys

    def read_masks(self, key: str) -> None:
        text, at = self.word(key)
        cards = self.cards(text, at, "" if key in NAMED_TWICE else key)
        self.enter(MASKS[key], cards)
        if key == "discard":
            self.v[lay.POOL] &= ~self.v[lay.DISCARD]

    def read_removed(self, key: str) -> None:
        text, at = self.word(key)
        for card in self.cards(text, at, key):
            if card < FIRST_TACTIC:
                raise TextError("position.syntax", f"{self.text(card)} cannot leave the game", at=at, expected="Tactic cards")
            self.v[lay.REMOVED] |= zones.bit_of(card)

    def read_held(self, key: str) -> None:
        text, at = self.word(key)
        cards = self.cards(text, at, key)
        self.check_side(cards, at)
        if len(cards) != 1:
            raise TextError("position.syntax", "one card at most is held", at=at, expected="one card")
        self.v[lay.HELD] = cards[0] + 1
        if cards[0] < FIRST_TACTIC:
            self.v[lay.POOL] &= ~(1 << cards[0])

    def read_from(self, key: str) -> None:
        text, at = self.word(key)
        self.v[lay.ORIGIN] = self.number(text, at, self.preset.fronts, lowest=1)

    def read_ruse(self, key: str) -> None:
        text, at = self.word(key)
        card = card_number(text[:40], self.preset.game, at)
        if card < FIRST_TACTIC or ELITES >> card - FIRST_TACTIC & 1:
            raise TextError("position.syntax", f"{self.text(card)} is no ruse or action", at=at, expected="a ruse or action")
        self.v[lay.RUSE] = card

    def read_actor(self, key: str) -> None:
        self.v[lay.ACTOR] = self.choice(key, ("0", "1"))

    def read_number(self, key: str) -> None:
        word, highest = NUMBERS[key]
        self.v[word] = self.number(*self.word(key), highest)

    def read_row(self, key: str) -> None:
        word, length, highest = ROWS[key]
        for place, (text, at) in enumerate(self.parts(key, length)):
            self.v[word + place] = self.number(text, at, highest)

    def read_by_seat(self, key: str) -> None:
        for seat, (text, at) in enumerate(self.parts(key, SEATS)):
            if text and self.viewer and self.viewer != seat + 1:
                raise TextError(
                    "position.hidden", "a view does not name these cards", at=at, expected="nothing before or after ':'"
                )
            self.enter(BY_SEAT[key] + 2 * seat, self.cards(text, at))

    def read_buried(self, key: str) -> None:
        (seat, at), *counts = self.parts(key, 3)
        self.v[lay.BURIER] = self.number(seat, at, 1) + 1
        for kind, (text, at) in enumerate(counts):
            self.v[lay.BURIED + kind] = self.number(text, at, PILE_LIMIT[kind])

    def read_key(self, key: str) -> None:
        text, at = self.word(key)
        if self.viewer:
            raise TextError("position.hidden", "a view does not know the key", at=at, expected="no word key=")
        if not re.fullmatch("[1-9a-f][0-9a-f]{0,15}", text) or int(text, 16) >= KEY_LIMIT:
            raise TextError("position.syntax", f"{text[:40]!r} is no key", at=at, expected="a hexadecimal number below 2**62")
        self.v[lay.KEY] = int(text, 16)

    def read_result(self, key: str) -> None:
        self.v[lay.WINNER] = self.choice(key, RESULTS)

    def read_reason(self, key: str) -> None:
        self.v[lay.REASON] = self.choice(key, REASONS)

    def read_view(self, key: str) -> None:
        """Read already: the hands depend on it."""


def own_buried(v: State, kind: int) -> int:
    """How many cards of a pile the viewer knows, having put them there."""
    return v[lay.BURIED + kind] if v[lay.BURIER] == v[lay.VIEWER] else 0


KEYS: dict[str, Callable[[Reader, str], None]] = {
    **dict.fromkeys(MASKS, Reader.read_masks),
    "removed": Reader.read_removed,
    "held": Reader.read_held,
    "from": Reader.read_from,
    "ruse": Reader.read_ruse,
    "actor": Reader.read_actor,
    **dict.fromkeys(NUMBERS, Reader.read_number),
    **dict.fromkeys(ROWS, Reader.read_row),
    **dict.fromkeys(BY_SEAT, Reader.read_by_seat),
    "buried": Reader.read_buried,
    "key": Reader.read_key,
    "result": Reader.read_result,
    "reason": Reader.read_reason,
    "view": Reader.read_view,
}
KEYS_TEXT = ", ".join(KEYS)
