"""The drawn parts of the table: clan symbols, cards, backs, stones and wall tiles. Own drawings; one idea: a row of march stones
in the weather, with cards like tags of woven wool.

A symbol lies in a square from -12 to 12. Every function returns a piece of SVG without ids, so that pieces may stand in any page.
"""

from __future__ import annotations

from html import escape

from .cards import TEXTS
from .core.layout import FIRST_TACTIC, NUMBER

CLOTH, STRIP, EARTH = "#2e3a37", "#37453f", "#454a3c"
LIGHT, SOFT, GOLD = "#f5efdf", "#c8cdbd", "#f2c94c"
PAPER, INK = "#f8f2e2", "#231f1a"
TACTIC_PAPER, TACTIC_INK = "#e4dfea", "#443852"
GRANITE, GRANITE_LIGHT, GRANITE_DARK, RUBBLE = "#a2a8a5", "#bcc1bd", "#6f7674", "#a3917e"

# for each clan its colour, and the colour of the symbol on it
CLANS = {
    "r": ("#bf3329", "#fff4e8"),
    "o": ("#c4762a", "#2b1704"),
    "y": ("#f0cf3e", "#3a3000"),
    "g": ("#2f7d43", "#f3fbe9"),
    "b": ("#2f69b3", "#eef6ff"),
    "v": ("#7d4aa3", "#faf0ff"),
}
# flame, acorn, sun, leaf, drop, thistle: outlines that are filled, then lines
SYMBOLS = {
    "r": ("M1-11C6-6 9-2 8 4 7 9 3 11 0 11-4 11-8 8-8 3-8 0-6-2-5-4-4-2-3-1-2-1-3-5-2-8 1-11Z", ""),
    "o": ("M-9-2C-9-9 9-9 9-2ZM-1-7V-11H2V-7ZM-7 0H7C7 5 3 9 0 11-3 9-7 5-7 0Z", ""),
    "y": ("M5 0A5 5 0 1 1-5 0 5 5 0 1 1 5 0Z", "M0-11V-8M0 11V8M-11 0H-8M11 0H8M-8-8-6-6M8 8 6 6M-8 8-6 6M8-8 6-6"),
    "g": ("M-7 7C-11-5-2-10 10-10 10 3 4 11-7 7Z", "M-11 11-6 6"),
    "b": ("M0-11C4-5 8 0 8 4A8 7.5 0 0 1-8 4C-8 0-4-5 0-11Z", ""),
    "v": ("M-8-9-4 0H4L8-9 4-5 2-11 0-5-2-11-4-5ZM-5 1H5C8 6 4 9 0 9-4 9-8 6-5 1Z", "M0 8V12"),
}
# star, eye, shield; cloud for combat modes; wind for ruses and actions
TACTIC_SYMBOLS = {
    "joker": ("M0-11 3-4 11-3 5 2 7 10 0 6-7 10-5 2-11-3-3-4Z", ""),
    "spy": ("M4 0A4 4 0 1 1-4 0 4 4 0 1 1 4 0Z", "M-11 0C-5-8 5-8 11 0 5 8-5 8-11 0Z"),
    "shield": ("M-9-9H9V0C9 6 4 10 0 11-4 10-9 6-9 0Z", ""),
    "mode": ("M-7 7C-13 7-12-2-6-2-6-9 5-10 6-3 12-4 13 7 7 7Z", ""),
    "ruse": ("", "M-10-3H3A3.5 3.5 0 1 0-.5-6.5M-10 2H7A3.5 3.5 0 1 1 3.5 5.5M-10 7H-2"),
}
OUTLINE = "M-34 26C-40 10-36-16-22-23-8-29 14-28 25-22 37-14 39 8 35 26 18 31-18 31-34 26Z"
FACET = "M-30-6C-28-16-20-20-10-22 4-25 18-23 24-17 10-15-18-17-30-6Z"
LETTER_WIDTH = 0.62  # of the size of the type: the widest of the fonts asked for


def number(value: float) -> str:
    """A coordinate, as short as can be."""
    return f"{value:.1f}".removesuffix(".0")


def text(x: float, y: float, words: str, size: float, colour: str = LIGHT, anchor: str = "middle", weight: str = "") -> str:
    """A line of text."""
    bold = f' font-weight="{weight}"' if weight else ""
    place = f'x="{number(x)}" y="{number(y)}"'
    return f'<text {place} font-size="{number(size)}" fill="{colour}" text-anchor="{anchor}"{bold}>{escape(words)}</text>'


def width_of(words: str, size: float) -> float:
    """How wide a text is at most."""
    return len(words) * size * LETTER_WIDTH


def fitting(words: str, size: float, room: float) -> float:
    """The size at which a text fits."""
    return min(size, room / max(1.0, width_of(words, 1)))


def rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    """A rectangle with round corners."""
    sizes = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {sizes} rx="5" fill="{fill}"{more}/>'


def moved(x: float, y: float, *parts: str, scale: str = "") -> str:
    """Pieces at another place."""
    return f'<g transform="translate({number(x)} {number(y)}){scale}">{"".join(parts)}</g>'


def named(name: str, x: float, y: float, *parts: str) -> str:
    """A thing with a name, which a pointer shows."""
    return moved(x, y, f"<title>{escape(name)}</title>", *parts)


def symbol(shape: tuple[str, str], colour: str) -> str:
    """A symbol: outlines, then lines."""
    filled, lines = shape
    parts = f'<path d="{filled}" fill="{colour}"/>' if filled else ""
    if lines:
        parts += f'<path d="{lines}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-linecap="round"/>'
    return parts


# -- cards -----------------------------------------------------------------------------------------------------------------


def tactic_symbol(card: int) -> tuple[str, str]:
    """The symbol of a Tactic card: each elite troop has its own, modes have a cloud, everything else the wind."""
    word = TEXTS[0][card].rstrip("12")
    return TACTIC_SYMBOLS.get(word) or TACTIC_SYMBOLS["mode" if word in ("blind", "mud") else "ruse"]


def tab(card: int, game: int, width: float, height: float, scale: float) -> str:
    """The coloured end of a card, with its symbol."""
    letter = TEXTS[game][card][0]
    colour, ink = CLANS[letter] if card < FIRST_TACTIC else (TACTIC_INK, LIGHT)
    shape = SYMBOLS[letter] if card < FIRST_TACTIC else tactic_symbol(card)
    w, h, low = number(width), number(height), number(height - 5)
    panel = f'<path d="M5 0H{w}V{h}H5A5 5 0 0 1 0 {low}V5A5 5 0 0 1 5 0Z" fill="{colour}"/>'
    return panel + moved(width / 2, height / 2, symbol(shape, ink), scale=f"scale({scale})")


def face(card: int, game: int, name: str, width: float, height: float) -> str:
    """The face of a card: symbol, letter and value, or symbol and name."""
    paper = rect(0, 0, width, height, PAPER if card < FIRST_TACTIC else TACTIC_PAPER)
    end = height * 0.8
    if card < FIRST_TACTIC:
        words = TEXTS[game][card]
        middle = (width + end) / 2
        size = height * 0.62
        return (
            paper
            + tab(card, game, end, height, height / 36)
            + f'<text x="{number(middle)}" y="{number(height * 0.72)}" font-size="{number(size)}" fill="{INK}"'
            + f' text-anchor="middle" font-weight="700"><tspan font-size="{number(size * 0.72)}" font-weight="400">{words[0]}'
            + f"</tspan> {words[1:]}</text>"
        )
    end = height * 0.6
    return paper + tab(card, game, end, height, height / 46) + name_lines(name, end, width, height)


def name_lines(name: str, start: float, width: float, height: float) -> str:
    """A name on one line, or broken after a hyphen or before its last word."""
    lines = name.replace("-", "-\n").replace(" ", "\n").split("\n")
    if len(lines) > 2:
        lines = [" ".join(lines[:-1]).replace("- ", "-"), lines[-1]]
    size = min(fitting(line, height * 0.36, width - start - 8) for line in lines)
    middle, step = (start + width) / 2, size * 1.15
    top = height / 2 + size * 0.36 - step * (len(lines) - 1) / 2
    return "".join(text(middle, top + step * at, line, size, TACTIC_INK) for at, line in enumerate(lines))


def small_face(card: int, game: int, words: str, width: float) -> str:
    """A card of the discard: symbol and text on one short line."""
    paper = rect(0, 0, width, 24, PAPER if card < FIRST_TACTIC else TACTIC_PAPER)
    ink = INK if card < FIRST_TACTIC else TACTIC_INK
    return paper + tab(card, game, 22, 24, 0.7) + text((width + 22) / 2, 17, words, 13, ink, weight="700")


def back(kind: int, width: float, height: float) -> str:
    """The back of a card: plaid wool for number cards, a storm sky for Tactic cards."""
    w, h = number(width), number(height)
    edge = f' stroke="{PAPER}" stroke-width="1.5"'
    if kind == NUMBER:
        level = f"M0 {number(height * 0.3)}H{w}M0 {number(height * 0.7)}H{w}"
        upright = f"M{number(width * 0.25)} 0V{h}M{number(width * 0.75)} 0V{h}"
        plaid = f'<path d="{level}{upright}" stroke="#d9c9a3" stroke-width="4" opacity=".55"/>'
        return rect(0, 0, width, height, "#6b4a3a", edge) + plaid
    sky = rect(0, 0, width, height, TACTIC_INK, edge)
    return sky + moved(width / 2, height / 2, symbol(TACTIC_SYMBOLS["ruse"], "#cfc3de"), scale=f"scale({number(height / 40)})")


def place(width: float, height: float) -> str:
    """An open place at a front."""
    return rect(0, 0, width, height, "none", f' stroke="{SOFT}" stroke-opacity=".45" stroke-dasharray="3 4"')


# -- fronts ----------------------------------------------------------------------------------------------------------------


def stone(turned: bool, provable: bool) -> str:
    """A march stone with lichen on it; every other one is seen from behind."""
    edge = f'stroke="{GOLD}" stroke-width="5"' if provable else f'stroke="{GRANITE_DARK}" stroke-width="2"'
    lichen = '<circle cx="-29" cy="9" r="3.5"/><circle cx="-27" cy="1" r="2"/><circle cx="28" cy="-5" r="3"/>'
    parts = (
        f'<path d="{OUTLINE}" fill="{GRANITE}" {edge}/>'
        f'<path d="{FACET}" fill="{GRANITE_LIGHT}"/><g fill="#8f8f4e" opacity=".7">{lichen}</g>'
    )
    return f'<g transform="scale(-1 1)">{parts}</g>' if turned else parts


def mud() -> str:
    """A puddle for a stone to stand in."""
    return '<ellipse cx="0" cy="23" rx="51" ry="15" fill="#80572f"/><ellipse cx="0" cy="25" rx="45" ry="10" fill="#64421f"/>'


def blindfold() -> str:
    """A cloth around a stone."""
    return '<path d="M-38-8C-14-16 14-16 38-9L38 6C14-1-14-1-38 7ZM36-6 47-14 44-2 49 6Z" fill="#e7e0cc" stroke="#8d8672"/>'


def tile(width: float, height: float, damaged: bool, provable: bool) -> str:
    """A piece of wall with battlements; a damaged one has lost them, and cracks run through it."""
    half, low, step = width / 2, height / 2, width / 7
    steps = (0, 5, 12, 7, 14, 6, 10) if damaged else (0, 8, 0, 8, 0, 8, 0)
    top = "".join(f"V{number(-low + drop)}H{number(-half + step * (at + 1))}" for at, drop in enumerate(steps))
    edge = f'stroke="{GOLD}" stroke-width="5"' if provable else f'stroke="{GRANITE_DARK}" stroke-width="2"'
    rows = "".join(f"M{number(-half)} {number(y)}H{number(half)}" for y in (-low + 22, low - 22))
    joints = "".join(f"M{number(x)} {number(low)}V{number(low - 22)}" for x in (-step * 2, 0, step * 2))
    wall = f'<path d="M{number(-half)} {number(low)}{top}V{number(low)}Z" fill="{RUBBLE if damaged else GRANITE}" {edge}/>'
    wall += f'<path d="{rows}{joints}" stroke="{GRANITE_DARK}" stroke-opacity=".5" fill="none"/>'
    return wall


def cracks(half: float, low: float) -> str:
    """Cracks from the top to the foot of a tile, and one that reaches its number."""
    at, up, down = number(half - 9), number(-low + 12), number(low)
    left = f"M-{at} {up}l6 13-9 12 9 15-8 13 5 20M-{number(half - 6)} {number(-low + 25)}l13-4 8 5 9-5"
    right = f"M{at} {down}l-7-14 8-13-8-15 5-18M{number(half - 8)} {number(-low + 30)}l-13-8-8 4"
    return f'<path d="{left}{right}" fill="none" stroke="#2a201a" stroke-width="3" stroke-linejoin="round"/>'


def cauldron() -> str:
    """An oil cauldron."""
    pot = "M-13-6H13C15 6 9 12 0 12S-15 6-13-6ZM-9 11-11 15M9 11 11 15"
    rim = f'<path d="M-15-7H15" stroke="{GOLD}" stroke-width="3" stroke-linecap="round"/>'
    return f'<path d="{pot}" fill="#16191a" stroke="{SOFT}" stroke-width="1.5"/>{rim}'
