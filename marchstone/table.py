"""The table as plain text, at most 80 columns wide: for the terminal, for pipes and for `print`.

The fronts are a row of boxes; each seat's cards stand above or below them, nearest the front first, with a dot for every place
that is open. The fronts keep their order from left to right, whoever sits at the bottom, so that both seats say the same number.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence

from .cards import TEXTS
from .core.layout import NUMBER, TACTIC, WALLS
from .phrases import Pair, number_of_cards, tongue
from .scene import (
    BURIED,
    CAULDRONS,
    CHOSEN,
    CLAIMABLE,
    COLON,
    DAMAGED,
    DISCARD,
    FIRST,
    HELD,
    PLAYED,
    REMOVED,
    Front,
    Hand,
    Scene,
    Side,
    counts_of,
    pile_size,
    seat_label,
    short_name,
    state_of_play,
    type_asked,
)

WIDTH = 80
WIDEST_BOX = 10
BACK_TEXTS = ("[#]", "[?]")
OPEN = "."
ALL: Pair = ("all", "tous")
SUM: Pair = ("sum", "som.")
Cell = Callable[[Front], str]


def table_text(vector: Sequence[int], seat: int | None = None, language: str = "en") -> str:
    """The table of a state, or of a view, as one of the seats sees it: by default the viewer, else seat 0."""
    scene, place = Scene.of(vector, seat), tongue(language)
    heading = wrapped([scene.preset + COLON[place], *state_of_play(scene, place).split()])
    above = [*heading, "", *hand_lines(scene, scene.top, place), ""]
    below = ["", *hand_lines(scene, scene.bottom, place), "", *summary_lines(scene, place)]
    return "\n".join(line.rstrip() for line in (*above, *field_lines(scene, place, language), *below))


# -- the fronts and what stands there --------------------------------------------------------------------------------------


def field_lines(scene: Scene, place: int, language: str) -> list[str]:
    """Both seats' cards with the row of fronts between them."""
    return [
        *reversed(card_lines(scene, scene.top)),
        *front_lines(scene, place, language),
        *card_lines(scene, scene.bottom),
    ]


def card_lines(scene: Scene, seat: int) -> list[str]:
    """The cards of one seat, line by line away from the fronts."""
    columns = [column_of(scene, front.sides[seat]) for front in scene.fronts]
    deepest = max(len(column) for column in columns)
    return [in_columns(scene, [column[row] if row < len(column) else "" for column in columns], " ") for row in range(deepest)]


def column_of(scene: Scene, side: Side) -> list[str]:
    """The cards of a side and its open places."""
    return [*(TEXTS[scene.game][card] for card in side.cards), *[OPEN] * side.room]


def front_lines(scene: Scene, place: int, language: str) -> list[str]:
    """The boxes: what is true of a side stands towards it, and a line that says nothing anywhere is left out."""
    rule = in_columns(scene, ["-" * box_width(scene)] * len(scene.fronts), "+")
    lines = [[cell(front) for front in scene.fronts] for cell in box_cells(scene, place, language)]
    return [rule, *(in_columns(scene, line, "|") for line in lines if any(line)), rule]


def box_cells(scene: Scene, place: int, language: str) -> list[Cell]:
    """What the lines of a box say."""
    return [
        lambda front: about_side(scene, front, scene.top, place),
        lambda front: f"[{front.number}]" if front.provable else str(front.number),
        lambda front: number_of_cards(front.asks.width, language) if scene.game == WALLS else "",
        lambda front: what_counts(scene, front, place),
        lambda front: DAMAGED[place] if front.damaged else "",
        lambda front: "blind" if front.blind else "",
        lambda front: "mud" if front.mud else "",
        lambda front: about_side(scene, front, scene.bottom, place),
    ]


def what_counts(scene: Scene, front: Front, place: int) -> str:
    """What counts at a tile, all of which differ; at a Stone it is said only under a combat mode, with the number of cards."""
    if scene.game == WALLS:
        return type_asked(front, place)
    return f"{front.asks.width}: {(ALL if len(front.asks.types) > 1 else SUM)[place]}" if front.modes else ""


def about_side(scene: Scene, front: Front, seat: int, place: int) -> str:
    """Who holds a claimed front, at that seat's side; of two complete sides, which was first."""
    if front.owner == seat:
        return short_name(scene, seat, place)
    return FIRST[place] if front.owner is None and front.sides[seat].first else ""


def box_width(scene: Scene) -> int:
    """The room inside a box: whatever the width allows."""
    return min(WIDEST_BOX, (WIDTH - 2) // len(scene.fronts) - 1)


def in_columns(scene: Scene, cells: Iterable[str], border: str) -> str:
    """One line over all fronts."""
    width = box_width(scene)
    return f" {border}{border.join(cell.center(width) for cell in cells)}{border}"


# -- hands, and what lies beside the fronts --------------------------------------------------------------------------------


def hand_lines(scene: Scene, seat: int, place: int) -> list[str]:
    """A hand: faces, then backs with their number; a card chosen in an Exchange stands in brackets."""
    hand = scene.hands[seat]
    words = [seat_label(scene, seat, place) + COLON[place], *(face(scene, hand, card) for card in hand.cards)]
    words += [BACK_TEXTS[kind] for kind in (NUMBER, TACTIC) for _ in range(hand.backs[kind])]
    if any(hand.backs):
        words.append(tied(f"({counts_of(scene, hand.backs, place)})"))
    if hand.chosen:
        words.append(tied(f"(..): {CHOSEN[place]}"))
    return wrapped(words)


def face(scene: Scene, hand: Hand, card: int) -> str:
    """A card of a hand."""
    text = TEXTS[scene.game][card]
    return f"({text})" if card in hand.chosen else text


def summary_lines(scene: Scene, place: int) -> list[str]:
    """What may be claimed; piles and counts; the card taken; discard and cards removed."""
    lines = []
    if scene.provable:
        lines += wrapped([tied(CLAIMABLE[place] + COLON[place]), *(f"[{number}]" for number in scene.provable)])
    lines += wrapped(f"{tied(counter)}\0\0" for counter in counters(scene, place))
    if scene.held is not None:
        lines += card_list(scene, HELD, [scene.held], place)
    for label, cards in ((DISCARD, scene.discard), (REMOVED, scene.removed), (BURIED, scene.buried)):
        if cards:
            lines += card_list(scene, label, cards, place)
    return lines


def counters(scene: Scene, place: int) -> list[str]:
    """The sizes of the piles, the cauldrons, the Tactic cards that each seat has played."""
    kinds = (NUMBER, TACTIC) if scene.tactics else (NUMBER,)
    said = [pile_size(scene, kind, place) for kind in kinds]
    if scene.game == WALLS:
        said.append(f"{CAULDRONS[place]}{COLON[place]} {scene.oil}")
    if scene.tactics:
        counts = ", ".join(f"{scene.played[seat]} ({short_name(scene, seat, place)})" for seat in (scene.top, scene.bottom))
        said.append(f"{PLAYED[place]}{COLON[place]} {counts}")
    return said


def card_list(scene: Scene, label: Pair, cards: Iterable[int], place: int) -> list[str]:
    """Cards one after the other, behind what they are."""
    return wrapped([tied(label[place] + COLON[place]), *(TEXTS[scene.game][card] for card in cards)])


def tied(text: str) -> str:
    """Words that stay on one line."""
    return text.replace(" ", "\0")


def wrapped(words: Iterable[str]) -> list[str]:
    """Words on as many lines as they need."""
    text = textwrap.wrap(" ".join(words), WIDTH - 1, initial_indent=" ", subsequent_indent="   ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in text]
