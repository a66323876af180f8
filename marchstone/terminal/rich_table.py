"""The table in full colour, as lines for rich.

Colour is never the only sign: every card bears its letter, every front says in words whose it is or what to type to claim it.
Where the terminal is too narrow for a row of fronts, they stand one below the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from ..cards import TEXTS, card_name
from ..core.layout import FIRST_TACTIC
from ..phrases import capital, number_of_cards
from ..scene import CAULDRONS, COLON, DISCARD, HELD, REMOVED, Front, Scene, Side, counts_of, pile_size, type_asked
from .lines import held_cards, table_lines, tracker_lines, unseen_tactics
from .seen import Sight, sight_of
from .session import Session

ROW_FROM = 75  # columns from which on the fronts stand in a row
LIST_FROM = 40  # and for a list of them; on a screen still narrower there are sentences
WIDEST_BOX = 10
NARROW = 3  # columns for a card where fronts stand one below the other
INK = {
    "r": "bold #ffffff on #b3201f",
    "o": "bold #000000 on #e5922a",
    "y": "bold #000000 on #ffe75a",
    "g": "bold #ffffff on #1c6b35",
    "b": "bold #ffffff on #1d4fa8",
    "v": "bold #ffffff on #6d2c9c",
}
TACTIC_INK = "bold #000000 on #d9d4c7"
BACK_INK = ("#d9d4c7 on #5a6470", "#5a6470 on #d9d4c7")
CLAIM_INK = "bold reverse green"
SIGNS = {"rule": "─", "bar": "│", "corners": "┌┬┐└┴┘", "open": "·", "back": "▒▒", "dot": " · "}


# -- the table -------------------------------------------------------------------------------------------------------------


def table(session: Session, width: int, compact: bool = False) -> Iterator[Text]:
    """Heading, the other hand, fronts, the own hand, piles."""
    if width < LIST_FROM:
        yield from (Text(line) for line in table_lines(session))
        return
    scene = Scene.of(session.view.vector)
    yield heading(session, width)
    yield from their_hand(session, scene, width)
    yield from in_a_row(session, scene, width, compact) if width >= ROW_FROM else in_a_list(session, scene, width)
    yield from own_hand(session, scene, width)
    yield from beside(session, scene, width)


def heading(session: Session, width: int) -> Text:
    """The game, and whose turn it is."""
    words, game = session.words, session.game
    if session.is_over:
        state = words("over")
    elif game.actor == session.seat:
        state = words("your-turn")
    else:
        state = words("turn-of", who=session.name(game.actor))
    role = words(("attacker", "defender")[session.seat]) if session.course.is_walls else ""
    who = session.title_of(session.seat) if session.course.two else role
    you = f"{who}{SIGNS['dot']}" if who else ""
    text = f" {capital(state)}{SIGNS['dot']}{you}{words.preset(session.course.preset)} "
    return Text(text[:width].ljust(width), style="reverse", no_wrap=True)


def card_text(card: int, game: int) -> str:
    """What stands on a card; the two Jokers look alike."""
    text = TEXTS[game][card]
    return text.rstrip("12") if card >= FIRST_TACTIC else text


def chip(card: int, game: int, width: int = 99) -> Text:
    """A card: its letter and value on its colour."""
    text = card_text(card, game)
    ink = TACTIC_INK if card >= FIRST_TACTIC else INK[text[0]]
    return Text(f" {text} " if len(text) + 2 <= width else text[:width], style=ink)


def their_hand(session: Session, scene: Scene, width: int) -> Iterator[Text]:
    """The other hand: backs, and cards that are known to be there."""
    seat, words = 1 - session.seat, session.words
    hand = scene.hands[seat]
    parts = [Text(f" {capital(session.title_of(seat))}{COLON[words.place]}")]
    parts += [chip(card, scene.game) for card in hand.cards]
    parts += [Text(SIGNS["back"], style=BACK_INK[kind]) for kind in (0, 1) for _ in range(hand.backs[kind])]
    if any(hand.backs):
        parts.append(Text(f"({counts_of(scene, hand.backs, words.place)})", style="dim"))
    return wrapped(parts, width)


def own_hand(session: Session, scene: Scene, width: int) -> Iterator[Text]:
    """The own hand, numbered from 1."""
    words, chosen = session.words, scene.hands[session.seat].chosen
    parts = [Text(f" {words('hand')}{COLON[words.place]}")]
    for number, card in enumerate(scene.hands[session.seat].cards, 1):
        mark = "*" if card in chosen else " "
        parts.append(Text(f"{mark}{number} ").append_text(chip(card, scene.game)))
    return wrapped(parts, width)


def beside(session: Session, scene: Scene, width: int) -> Iterator[Text]:
    """Piles, cauldrons, Tactic cards played; the card in between; the discard."""
    words, place = session.words, session.words.place
    said = [pile_size(scene, kind, place) for kind in ((0, 1) if scene.tactics else (0,))]
    said += [f"{CAULDRONS[place]}{COLON[place]} {scene.oil}"] if scene.game else []
    if scene.tactics:
        said.append(words("tactics-short", ours=scene.played[session.seat], theirs=scene.played[1 - session.seat]))
    dots = [Text(text + SIGNS["dot"] * (text is not said[-1]), style="dim") for text in said]
    yield from wrapped([Text(" ").append_text(dots[0]), *dots[1:]], width, gap="")
    for label, cards in ((HELD, held_cards(scene)), (DISCARD, scene.discard), (REMOVED, scene.removed)):
        if cards:
            head = Text(f" {label[place]}{COLON[place]}", style="dim")
            yield from wrapped([head, *(chip_small(card, scene.game) for card in cards)], width)


def chip_small(card: int, game: int) -> Text:
    """A card that lies aside."""
    return Text(card_text(card, game), style=TACTIC_INK if card >= FIRST_TACTIC else INK[card_text(card, game)[0]])


def wrapped(parts: list[Text], width: int, gap: str = " ") -> Iterator[Text]:
    """Pieces one after the other, on as many lines as they need."""
    line = Text(no_wrap=True, overflow="crop")
    for part in parts:
        if line.cell_len and line.cell_len + len(gap) + part.cell_len > width:
            yield line
            line = Text("  ", no_wrap=True, overflow="crop")
        if line.plain.strip():
            line.append(gap)
        line.append_text(part)
    if line.plain.strip():
        yield line


# -- the fronts in a row ---------------------------------------------------------------------------------------------------


def in_a_row(session: Session, scene: Scene, width: int, compact: bool) -> Iterator[Text]:
    """The other side's cards, the fronts, one's own cards."""
    seat, box = session.seat, min(WIDEST_BOX, (width - 2) // len(scene.fronts) - 1)
    yield from reversed(list(card_rows(scene, 1 - seat, box, compact)))
    yield from front_rows(session, scene, box)
    yield from card_rows(scene, seat, box, compact)


def card_rows(scene: Scene, seat: int, box: int, compact: bool) -> Iterator[Text]:
    """The cards of one seat, line by line away from the fronts; on a low screen only as far as there are cards."""
    columns = [column(scene, front.sides[seat], box) for front in scene.fronts]
    deepest = max(len(front.sides[seat].cards) if compact else len(cells) for front, cells in zip(scene.fronts, columns))
    for row in range(deepest):
        cells = [centred(cells[row] if row < len(cells) else Text(), box) for cells in columns]
        yield Text(" ", no_wrap=True).append_text(Text(" ").join([Text(), *cells]))


def column(scene: Scene, side: Side, box: int) -> list[Text]:
    """The cards of a side and its open places."""
    return [*(chip(card, scene.game, box) for card in side.cards), *[Text(SIGNS["open"], style="dim")] * side.room]


def centred(text: Text, width: int) -> Text:
    """A cell."""
    left = (width - text.cell_len) // 2
    return Text(" " * left).append_text(text).append(" " * (width - text.cell_len - left))


def front_rows(session: Session, scene: Scene, box: int) -> Iterator[Text]:
    """The row of boxes; a line that says nothing anywhere is left out."""
    corners = SIGNS["corners"]
    rule = SIGNS["rule"] * box
    yield Text(f" {corners[0]}{corners[1].join([rule] * len(scene.fronts))}{corners[2]}", no_wrap=True)
    boxes = [box_cells(session, scene, front) for front in scene.fronts]
    for row in range(len(boxes[0])):
        cells = [cells[row] for cells in boxes]
        if any(cell.plain for cell in cells):
            bar = Text(SIGNS["bar"])
            yield Text(" ", no_wrap=True).append_text(bar.join([Text(), *(centred(cell, box) for cell in cells), Text()]))
    yield Text(f" {corners[3]}{corners[4].join([rule] * len(scene.fronts))}{corners[5]}", no_wrap=True)


def box_cells(session: Session, scene: Scene, front: Front) -> list[Text]:
    """What a box says, from the other side to one's own."""
    words, place, seat = session.words, session.words.place, session.seat
    may = is_mine_to_claim(session, front)
    cells = [
        about_side(session, front, 1 - seat),
        Text(f"[{front.number}]", style=CLAIM_INK) if may else Text(str(front.number), style="bold"),
        Text(f"c {front.number}", style=CLAIM_INK) if may else Text(),
    ]
    if scene.game:
        cells += [Text(number_of_cards(front.asks.width, words.language)), Text(type_asked(front, place))]
        cells.append(Text(words("damaged"), style="bold red") if front.damaged else Text())
    else:
        cells += [Text("blind" if front.blind else "", style="bold"), Text("mud" if front.mud else "", style="bold")]
    return [*cells, about_side(session, front, seat)]


def is_mine_to_claim(session: Session, front: Front) -> bool:
    """Whether the one at the screen may claim it now."""
    return front.provable and session.game.turn == session.seat and not session.is_over


def about_side(session: Session, front: Front, seat: int) -> Text:
    """Whose a claimed front is; of two complete sides, which was first."""
    words = session.words
    if front.owner == seat:
        mine = seat == session.seat
        return Text(words("yours" if mine else "theirs"), style="bold green" if mine else "bold red")
    return Text(words("was-first") if front.owner is None and front.sides[seat].first else "", style="dim")


# -- the fronts in a list --------------------------------------------------------------------------------------------------


def in_a_list(session: Session, scene: Scene, width: int) -> Iterator[Text]:
    """A line for each front: number, one's own cards, the other side's, and what is special."""
    rows = [list_cells(session, scene, front) for front in scene.fronts]
    heads = [Text(), *(Text(session.name(seat), style="dim") for seat in (session.seat, 1 - session.seat))]
    sizes = [max(row[place].cell_len for row in (heads, *rows)) for place in range(3)]
    yield list_line(heads, sizes, " ")
    for row, front in zip(rows, scene.fronts):
        yield from wrapped([list_line(row, sizes, SIGNS["bar"]), *list_notes(session, scene, front)], width, gap="")


def list_line(cells: list[Text], sizes: list[int], bar: str) -> Text:
    """Cells below one another."""
    line = Text(no_wrap=True, overflow="crop")
    for cell, size, before in zip(cells, sizes, ("", " ", f" {bar} ")):
        line.append(before).append_text(cell).append(" " * (size - cell.cell_len))
    return line.append("  ")


def list_cells(session: Session, scene: Scene, front: Front) -> list[Text]:
    """Number, own side, other side."""
    may = is_mine_to_claim(session, front)
    number = Text(f"[{front.number}]" if may else f" {front.number} ", style=CLAIM_INK if may else "bold")
    return [number, *(list_side(scene, front.sides[seat]) for seat in (session.seat, 1 - session.seat))]


def list_side(scene: Scene, side: Side) -> Text:
    """The cards of a side in a line, all as wide as the widest number card."""
    cells = [chip(card, scene.game, len(card_text(card, scene.game))) for card in side.cards]
    cells += [Text(SIGNS["open"], style="dim")] * side.room
    return Text(" ").join(centred(cell, max(cell.cell_len, NARROW)) for cell in cells)


def list_notes(session: Session, scene: Scene, front: Front) -> list[Text]:
    """What else there is to say of a front."""
    words, place = session.words, session.words.place
    notes = [f"c {front.number}"] if is_mine_to_claim(session, front) else []
    if scene.game:
        notes.append(f"{front.asks.width}: {type_asked(front, place)}")
    notes += [card_name(card, scene.game, words.language) for card in front.modes]
    notes += [words("damaged")] if front.damaged else []
    if front.owner is not None:
        notes.append(words("yours" if front.owner == session.seat else "theirs"))
    return [Text(f"{note}{', ' * (note is not notes[-1])}", style="dim") for note in notes]


# -- cards seen and unseen -------------------------------------------------------------------------------------------------

MARKS = {Sight.UNSEEN: "{}", Sight.HAND: "({})", Sight.KNOWN: "<{}>", Sight.SEEN: "."}
CELL = 6  # columns for a card of the tracker; for a value alone two fewer


def tracker(session: Session, width: int) -> Iterator[Text]:
    """A row for each colour, a column for each value: whole cards, or on a narrow screen values behind their colour."""
    rules = session.view.rules
    if len(rules.values) * (CELL - 2) + 4 > width:
        yield from (Text(line) for line in tracker_lines(session))
        return
    whole = len(rules.values) * CELL + 2 <= width
    yield Text(session.words("tracker"), style="bold")
    for colour in rules.colours:
        yield tracker_row(session, colour, whole)
    yield Text(session.words("tracker-key"), style="dim")
    yield from (Text(line) for line in unseen_tactics(session))


def tracker_row(session: Session, colour: str, whole: bool) -> Text:
    """One colour."""
    found = sight_of(session.view)
    row = Text("  " if whole else f" {colour} ", no_wrap=True)
    for value in session.view.rules.values:
        sight = found[f"{colour}{value}"]
        text = MARKS[sight].format(f"{colour}{value}" if whole else value)
        row.append(text.center(CELL if whole else CELL - 2), style="dim" if sight is Sight.SEEN else INK[colour])
    return row
