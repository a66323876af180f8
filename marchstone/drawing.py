"""The table as one SVG of its own drawing, for notebooks: nothing outside it is needed, and equal tables give equal text.

From top to bottom: what is to be done, the upper hand, the row of fronts with the cards of both seats, the lower hand, and
beside the field what lies in piles and discard. A claimed Stone stands nearer to its owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from zlib import crc32

from . import shapes
from .cards import LANGUAGES, TEXTS, card_name
from .core.layout import FIRST_TACTIC, NUMBER, OVER, TACTIC, WALLS
from .phrases import BACKS, Pair, capital, number_of_cards, tongue
from .scene import (
    BURIED,
    CAULDRONS,
    CHOSEN,
    COLON,
    DAMAGED,
    DISCARD,
    FIRST,
    HELD,
    PLAYED,
    REMOVED,
    Front,
    Scene,
    Side,
    counts_of,
    described,
    pile_size,
    seat_label,
    short_name,
    state_of_play,
    type_asked,
)
from .shapes import CLOTH, EARTH, GOLD, INK, LIGHT, SOFT, STRIP, moved, named, rect, text

WIDTH, MARGIN = 1000, 16
INNER = WIDTH - 2 * MARGIN
CARD_HEIGHT, CARD_STEP, WIDEST_CARD = 36, 41, 112
HAND_WIDTH, HAND_HEIGHT, HAND_ROW = 128, 48, 92
COLUMN, LABEL_STEP, SHIFT = 138, 17, 22
SMALL = 13
FONTS = "'Trebuchet MS','Segoe UI','DejaVu Sans',Verdana,sans-serif"
CLAIM: Pair = ("claim", "à prendre")
KINDS = ("number", "tactic")


def table_svg(vector: Sequence[int], seat: int | None = None, language: str = "en") -> str:
    """The table of a state, or of a view, as one of the seats sees it: by default the viewer, else seat 0."""
    tongue(language)
    return Drawing(Scene.of(vector, seat), language).svg()


class Drawing:
    """One table being drawn: the scene, the language, and the measures that follow from them."""

    def __init__(self, scene: Scene, language: str) -> None:
        self.scene, self.language, self.place = scene, language, tongue(language)
        self.column = min(COLUMN, INNER / len(scene.fronts))
        self.card_width = min(WIDEST_CARD, self.column - 8)
        self.front_height = 84 if scene.game == WALLS else 54

    # -- the whole ---------------------------------------------------------------------------------------------------------

    def svg(self) -> str:
        """The finished picture."""
        parts, y = [self.heading()], 48.0
        for piece, height in (self.hand(self.scene.top), self.field(), self.hand(self.scene.bottom), self.beside()):
            parts.append(moved(0, y, piece))
            y += height
        body = rect(0, 0, WIDTH, y, CLOTH) + weave(y) + "".join(parts)
        return self.framed(body, y)

    def framed(self, body: str, height: float) -> str:
        """With a title and a description for those who do not see it; their ids are those of no other table."""
        title = f"{self.scene.preset}: {state_of_play(self.scene, self.place)}"
        description = described(self.scene, self.language)
        name = f"table-{crc32((title + description + body).encode()):08x}"
        size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="max-width:100%;height:auto" role="img" lang="{self.language}"'
            f' aria-labelledby="{name}-title" aria-describedby="{name}-text" font-family="{FONTS}">'
            f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(description)}</desc>{body}</svg>'
        )

    def heading(self) -> str:
        """What is to be done, and which game this is."""
        preset = text(WIDTH - MARGIN, 31, self.scene.preset, 15, SOFT, "end")
        sentence = state_of_play(self.scene, self.place)
        return text(MARGIN, 32, sentence, shapes.fitting(sentence, 20, 740), LIGHT, "start", "700") + preset

    def card(self, card: int, x: float, y: float, width: float, height: float) -> str:
        """A card's face at a place, with its name."""
        name = card_name(card, self.scene.game, self.language)
        return named(name, x, y, shapes.face(card, self.scene.game, name, width, height))

    # -- hands -------------------------------------------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[str, float]:
        """A seat's name and its hand: faces, then backs; a card chosen in an Exchange has a golden edge."""
        hand = self.scene.hands[seat]
        shown = len(hand.cards) + sum(hand.backs)
        step = min(HAND_WIDTH + 8, (INNER - 16) / max(1, shown))
        parts = [rect(MARGIN - 8, 0, INNER + 16, HAND_ROW - 6, STRIP), self.seat_line(seat)]
        for at, card in enumerate(hand.cards):
            x, y = MARGIN + at * step, 28 if card in hand.chosen else 32
            parts += [rect(x - 3, y - 3, step - 2, HAND_HEIGHT + 6, GOLD)] if card in hand.chosen else []
            parts.append(self.card(card, x, y, step - 8, HAND_HEIGHT))
        kinds = [kind for kind in (NUMBER, TACTIC) for _ in range(hand.backs[kind])]
        for at, kind in enumerate(kinds, len(hand.cards)):
            parts.append(self.back(kind, MARGIN + at * step, 32, step - 8, HAND_HEIGHT))
        return "".join(parts), HAND_ROW

    def seat_line(self, seat: int) -> str:
        """Who sits here, lit when this seat has to choose or has won, and what the hand hides."""
        scene, place = self.scene, self.place
        lit = scene.winner == seat + 1 if scene.phase == OVER else seat == scene.actor
        name = seat_label(scene, seat, place)
        said = [counts_of(scene, scene.hands[seat].backs, place)]
        said += [f"{PLAYED[place]}{COLON[place]} {scene.played[seat]}"] if scene.tactics else []
        said += [CHOSEN[place]] if scene.hands[seat].chosen else []
        mark = f'<path d="M{MARGIN} 8 {MARGIN + 13} 15 {MARGIN} 22Z" fill="{GOLD}"/>' if lit else ""
        label = text(MARGIN + (20 if lit else 0), 21, name, 16, GOLD if lit else LIGHT, "start", "700")
        return mark + label + text(WIDTH - MARGIN, 21, " · ".join(part for part in said if part), SMALL + 1, SOFT, "end")

    def back(self, kind: int, x: float, y: float, width: float, height: float) -> str:
        """A card's back at a place, with what it is the back of."""
        name = BACKS[self.scene.game_name][KINDS[kind]][self.place]
        return named(capital(name), x, y, shapes.back(kind, width, height))

    # -- the field ---------------------------------------------------------------------------------------------------------

    def field(self) -> tuple[str, float]:
        """The fronts in a row, the cards of one seat above and of the other below."""
        scene = self.scene
        rows = [max(len(front.sides[seat].cards) + front.sides[seat].room for front in scene.fronts) for seat in (0, 1)]
        above, below = rows[scene.top] * CARD_STEP, rows[scene.bottom] * CARD_STEP
        half = self.front_height / 2 + 8 + LABEL_STEP * self.most_labels()
        half = max(half, self.front_height / 2 + SHIFT + 6) if scene.game != WALLS else half
        middle = 10 + above + half
        left = (WIDTH - self.column * len(scene.fronts)) / 2
        parts = [rect(-5, middle - half + 3, WIDTH + 10, 2 * half - 6, EARTH)]
        for at, front in enumerate(scene.fronts):
            x = left + self.column * (at + 0.5)
            parts.append(moved(x, middle, self.front(front)))
            parts += [
                moved(x, middle, self.side(front.sides[scene.top], -1, half)),
                moved(x, middle, self.side(front.sides[scene.bottom], 1, half)),
            ]
        return "".join(parts), 10 + above + 2 * half + below + 10

    def side(self, side: Side, way: int, half: float) -> str:
        """Cards and open places of one side, away from the front: downwards (1) or upwards (-1)."""
        x = -self.card_width / 2
        parts = []
        for at in range(len(side.cards) + side.room):
            y = way * (half + at * CARD_STEP) - (CARD_HEIGHT if way < 0 else 0)
            if at < len(side.cards):
                parts.append(self.card(side.cards[at], x, y, self.card_width, CARD_HEIGHT))
            else:
                parts.append(moved(x, y, shapes.place(self.card_width, CARD_HEIGHT)))
        return "".join(parts)

    def front(self, front: Front) -> str:
        """A front with its labels; a claimed Stone has moved towards its owner, and its labels stand where it was."""
        above, below = self.labels(front)
        body = self.tile(front) if self.scene.game == WALLS else self.stone(front)
        way = 0 if front.owner is None else 1 if front.owner == self.scene.bottom else -1
        edge = self.front_height / 2
        labels = [self.label(words, -edge - 6 - LABEL_STEP * at + SHIFT * way, lit) for at, (words, lit) in enumerate(above)]
        labels += [self.label(words, edge + 16 + LABEL_STEP * at + SHIFT * way, lit) for at, (words, lit) in enumerate(below)]
        return moved(0, SHIFT * way, body) + "".join(labels)

    def labels(self, front: Front) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
        """What stands above and below a front, nearest first; lit is what the seat to move may do."""
        scene = self.scene
        sides = {}
        for seat in (scene.top, scene.bottom):
            first = front.owner is None and front.sides[seat].first
            claim = front.provable and seat == scene.turn
            sides[seat] = [(FIRST[self.place], False)] * first + [(CLAIM[self.place], True)] * claim
        notes = [(card_name(card, scene.game, self.language), False) for card in front.modes]
        if front.owner is not None:
            return ([], notes) if front.owner == scene.top else (notes, [])
        return notes[:1] + sides[scene.top], notes[1:] + sides[scene.bottom]

    def most_labels(self) -> int:
        """How many labels stand on one side of a front at most."""
        return max(len(labels) for front in self.scene.fronts for labels in self.labels(front))

    def label(self, words: str, y: float, lit: bool) -> str:
        """A few words above or below a front."""
        size = shapes.fitting(words, SMALL, self.column - (14 if lit else 4))
        if not lit:
            return text(0, y, words, size, LIGHT)
        width = shapes.width_of(words, size) + 12
        return rect(-width / 2, y - 12, width, 16, GOLD) + text(0, y, words, size, INK, weight="700")

    def stone(self, front: Front) -> str:
        """A Stone with its number, the name of its owner and what the modes have done to it."""
        owner = "" if front.owner is None else short_name(self.scene, front.owner, self.place)
        parts = [shapes.mud() if front.mud else "", shapes.stone(bool(front.number % 2), front.provable)]
        parts += [shapes.blindfold() if front.blind else ""]
        parts += [text(0, 2 if owner else 8, str(front.number), 25, INK, weight="700")]
        parts += [text(0, 18, owner, 13, INK, weight="700")] if owner else []
        return "".join(parts)

    def tile(self, front: Front) -> str:
        """A Wall tile: its number, and on a plate what it asks for."""
        width, height = self.column - 10, self.front_height
        kind = type_asked(front, self.place)
        words = [number_of_cards(front.asks.width, self.language), kind, *([DAMAGED[self.place]] if front.damaged else [])]
        lines = [text(0, 6 + 14 * at, line, shapes.fitting(line, SMALL, width - 44), INK) for at, line in enumerate(words)]
        plate = rect(-width / 2 + 20, -32, width - 40, 72, "#efe9da", ' fill-opacity=".92"')
        title = text(0, -12, str(front.number), 21, INK, weight="700")
        cracked = shapes.cracks(width / 2, height / 2) if front.damaged else ""
        return shapes.tile(width, height, front.damaged, front.provable) + plate + cracked + title + "".join(lines)

    # -- what lies beside --------------------------------------------------------------------------------------------------

    def beside(self) -> tuple[str, float]:
        """Piles, cauldrons and the card taken in one line; below it all cards that are out of play."""
        scene = self.scene
        parts, y = [self.counters()], 58.0
        for label, cards in ((DISCARD, scene.discard), (REMOVED, scene.removed), (BURIED, scene.buried)):
            if cards:
                piece, height = self.small_cards(label[self.place], cards)
                parts.append(moved(MARGIN, y, piece))
                y += height
        return "".join(parts), y + 6

    def counters(self) -> str:
        """Each pile as a back with its size, the cauldrons left, the card taken."""
        scene, x, parts = self.scene, float(MARGIN), []
        for kind in (NUMBER, TACTIC) if scene.tactics else (NUMBER,):
            label = pile_size(scene, kind, self.place)
            parts += [self.back(kind, x, 10, 34, 34), text(x + 42, 32, label, 15, LIGHT, "start")]
            x += 66 + shapes.width_of(label, 15)
        if scene.game == WALLS:
            label = f"{CAULDRONS[self.place]}{COLON[self.place]} {scene.oil}"
            parts.append(text(x, 32, label, 15, LIGHT, "start"))
            x += shapes.width_of(label, 15)
            parts += [moved(x + 20 + 34 * at, 28, shapes.cauldron()) for at in range(scene.oil)]
        if scene.held is not None:
            parts.append(
                text(WIDTH - MARGIN - WIDEST_CARD - 12, 34, HELD[self.place] + COLON[self.place], 15, GOLD, "end", "700")
            )
            parts.append(self.card(scene.held, WIDTH - MARGIN - WIDEST_CARD, 9, WIDEST_CARD, CARD_HEIGHT))
        return "".join(parts)

    def small_cards(self, label: str, cards: Iterable[int]) -> tuple[str, float]:
        """Small cards behind what they are, on as many lines as they need."""
        start = shapes.width_of(label, 15) + 14
        parts, x, y = [text(0, 18, label, 15, LIGHT, "start")], start, 0.0
        for card in cards:
            words = TEXTS[self.scene.game][card] if card < FIRST_TACTIC else card_name(card, self.scene.game, self.language)
            width = 32 + 1.12 * shapes.width_of(words, SMALL)
            if x + width > INNER:
                x, y = start, y + 29
            name = card_name(card, self.scene.game, LANGUAGES[self.place])
            parts.append(named(name, x, y, shapes.small_face(card, self.scene.game, words, width)))
            x += width + 5
        return "".join(parts), y + 33


def weave(height: float) -> str:
    """A plaid of faint lines: the cloth on the table."""
    upright = "".join(f"M{x} 0V{height:.0f}" for x in range(50, WIDTH, 100))
    level = "".join(f"M0 {y}H{WIDTH}" for y in range(50, int(height), 100))
    return f'<path d="{upright}{level}" stroke="#ffffff" stroke-opacity=".028" stroke-width="22"/>'
