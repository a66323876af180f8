"""The curve of a reviewed game as a small drawing (SVG), readable on light and dark paper: turns across, the chances from top to
bottom, the worst moves numbered. The upper half belongs to seat 0. Nothing is told by colour alone: each seat has a shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from zlib import crc32

from ..phrases import Pair, capital, tongue
from .course import Mistake, Review, mistake_title, name_of
from .words import percent

WIDTH, LEFT, RIGHT, TOP, HEIGHT = 900, 64, 28, 78, 250
BOTTOM = TOP + HEIGHT
LINE = 22  # of the list below
NAME = 150  # room for a name on the axis
LONGEST_NAME = 16
APART = 23  # marks
FONTS = "'Trebuchet MS','Segoe UI','DejaVu Sans',Verdana,sans-serif"
TITLE: Pair = ("Chances to win", "Chances de gagner")
TURN: Pair = ("turn", "tour")
AHEAD: Pair = ("{who} ahead", "avantage {who}")
DESCRIPTION: Pair = (
    "The chance of {who} to win, at the beginning {first}, at the end {last}. {worst}",
    "La chance de gagner de {who} : {first} au début, {last} à la fin. {worst}",
)
STYLE = """
.paper{fill:#fbf9f2}.ink{fill:#2b2a26}.soft{fill:#6a665b}.rule{stroke:#d9d4c4}.half{stroke:#8d8877}
.line{stroke:#2b2a26}.zero{fill:#1f5f8b}.one{fill:#b3432b}.mark{fill:#fff}.edge{stroke:#fbf9f2}
@media (prefers-color-scheme:dark){.paper{fill:#201f1c}.ink{fill:#ece7d8}.soft{fill:#a8a291}
.rule{stroke:#3a3833}.half{stroke:#777162}.line{stroke:#ece7d8}.zero{fill:#7db8de}.one{fill:#ee9079}.mark{fill:#201f1c}.edge{stroke:#201f1c}}
""".replace("\n", "")
# lie in a square from -10 to 10: seat 0 is round, seat 1 has corners
SHAPES = ("M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z", "M-9-9H9V9H-9Z")
SEATS = ("zero", "one")


def chart(review: Review, language: str = "en") -> str:
    """The whole drawing."""
    return Chart(review, language).svg()


class Chart:
    """One review being drawn."""

    def __init__(self, review: Review, language: str) -> None:
        players = shortened(review.players[0]), shortened(review.players[1])
        self.review, self.language, self.place = replace(review, players=players), language, tongue(language)
        self.curve = review.curve
        self.height = BOTTOM + 58 + LINE * len(review.worst)

    def svg(self) -> str:
        """The picture, with a title and a description for those who do not see it."""
        title = f"{TITLE[self.place]}: {self.name(0)} - {self.name(1)}" if self.language == "en" else ""
        title = title or f"{TITLE[self.place]} : {self.name(0)} - {self.name(1)}"
        body = "".join([*self.frame(title), *self.turns(), *self.graph(), *self.marks(), *self.listed()])
        told = self.description()
        name = f"review-{crc32((title + told + body).encode()):08x}"
        size = f'width="{WIDTH}" height="{self.height}" viewBox="0 0 {WIDTH} {self.height}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="max-width:100%;height:auto" role="img" lang="{self.language}"'
            f' aria-labelledby="{name}-title" aria-describedby="{name}-text" font-family="{FONTS}">'
            f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(told)}</desc>'
            f"<style>{STYLE}</style>{body}</svg>\n"
        )

    def name(self, seat: int) -> str:
        """A player, or the seat."""
        return name_of(self.review, seat, self.language)

    def description(self) -> str:
        """The curve in words."""
        worst = " ".join(mistake_title(self.review, mistake, self.language) for mistake in self.review.worst)
        ends = [percent(self.curve[place].chance) for place in (0, -1)]
        return DESCRIPTION[self.place].format(who=self.name(0), first=ends[0], last=ends[1], worst=worst).strip()

    # -- where things stand

    def across(self, place: int) -> float:
        """How far to the right a position stands: every move takes as much room."""
        return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, len(self.curve) - 1)

    @staticmethod
    def down(chance: float) -> float:
        """How far down a chance of seat 0 stands."""
        return TOP + HEIGHT * (1 - chance)

    # -- what is drawn

    def frame(self, title: str) -> Iterator[str]:
        """The paper, the title, and a rule for every quarter."""
        yield f'<rect class="paper" width="{WIDTH}" height="{self.height}" rx="6"/>'
        yield text(LEFT, 34, title, 19, "ink", weight=700)
        yield text(LEFT, 56, self.review.ending[self.place], 14, "soft")
        for quarter in range(5):
            y = self.down(quarter / 4)
            kind = "half" if quarter == 2 else "rule"
            yield f'<path class="{kind}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" fill="none"/>'
            yield text(LEFT - 8, y + 4, f"{25 * quarter} %", 12, "soft", "end")
        for seat, y in ((0, TOP - 9), (1, BOTTOM + 19)):
            words = AHEAD[self.place].format(who=self.name(seat))
            yield text(WIDTH - RIGHT, y, capital(words), 13, SEATS[seat], "end", 700)

    def turns(self) -> Iterator[str]:
        """Some turns on the axis."""
        last = self.curve[-1].turn
        step = next(size for size in (1, 2, 5, 10, 20, 50, 100, 1000) if last / size <= 16)
        firsts: dict[int, int] = {}
        for point in self.curve:
            firsts.setdefault(point.turn, point.place)
        for turn, place in firsts.items():
            x = self.across(place)
            if (turn == 1 or turn % step == 0) and x < WIDTH - RIGHT - NAME:
                yield f'<path class="rule" d="M{x:.1f} {BOTTOM}v5" fill="none"/>' + text(
                    x, BOTTOM + 19, str(turn), 12, "soft", "middle"
                )
        yield text(LEFT - 8, BOTTOM + 19, TURN[self.place], 12, "soft", "end")

    def graph(self) -> Iterator[str]:
        """The curve, and what lies between it and the middle."""
        spots = [(self.across(point.place), self.down(point.chance)) for point in self.curve]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
        middle = self.down(0.5)
        area = f"M{spots[0][0]:.1f} {middle}L{path}L{spots[-1][0]:.1f} {middle}Z"
        for seat, y in ((0, TOP), (1, middle)):
            clip = f"half-{seat}-{crc32(path.encode()):08x}"
            box = f'x="{LEFT}" y="{y}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT / 2}"'
            yield f'<clipPath id="{clip}"><rect {box}/></clipPath>'
            yield f'<path class="{SEATS[seat]}" d="{area}" fill-opacity=".22" clip-path="url(#{clip})"/>'
        yield f'<path class="line" d="M{path}" fill="none" stroke-width="2" stroke-linejoin="round"/>'

    def marks(self) -> Iterator[str]:
        """A number at each of the worst moves."""
        placed: list[tuple[float, float]] = []
        for mistake in self.review.worst:
            point = self.curve[mistake.decision.place]
            x, y = self.across(point.place), min(BOTTOM - 12, max(TOP + 12, self.down(point.chance)))
            away = APART if y < TOP + HEIGHT / 2 else -APART  # towards the middle, if another mark is there already
            while any(abs(x - other_x) < APART and abs(y - other_y) < APART for other_x, other_y in placed):
                y += away
            placed.append((x, y))
            yield self.mark(mistake, x, y)

    def mark(self, mistake: Mistake, x: float, y: float) -> str:
        """The number in the shape of its seat."""
        seat = mistake.decision.seat
        shape = f'<path class="{SEATS[seat]} edge" stroke-width="2" d="{SHAPES[seat]}" transform="translate({x:.1f} {y:.1f})"/>'
        return shape + text(x, y + 4.5, str(mistake.number), 12, "mark", "middle", 700)

    def listed(self) -> Iterator[str]:
        """The worst moves below the curve."""
        for place, mistake in enumerate(self.review.worst):
            y = BOTTOM + 52 + LINE * place
            words = mistake_title(self.review, mistake, self.language).partition(" ")[2]
            yield self.mark(mistake, LEFT + 2, y - 4.5) + text(LEFT + 22, y, words, 14, "ink")


def shortened(name: str) -> str:
    """A name that fits."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def text(x: float, y: float, words: str, size: int, kind: str, anchor: str = "start", weight: int = 400) -> str:
    """A line of text."""
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(words)}</text>"
    )
