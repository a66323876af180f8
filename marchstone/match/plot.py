"""A small drawing (SVG): values with intervals over named places, one series for each preset, each with a shape of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 860, 460
LEFT, RIGHT, TOP, BOTTOM = 70, 180, 50, 90
PAPER, INK, PALE = "#fbf9f2", "#2b2a26", "#d5d1c3"
# colour and shape of each series; the shapes lie in a square from -5 to 5
MARKS = (
    ("#1f5f8b", "M0-5A5 5 0 1 1 0 5 5 5 0 1 1 0-5Z"),
    ("#b3432b", "M-4.5-4.5H4.5V4.5H-4.5Z"),
    ("#3d7a3a", "M0-6 5.5 4.5H-5.5Z"),
    ("#7a4b9a", "M0-6.5 5.5 0 0 6.5-5.5 0Z"),
    ("#a06a12", "M0 6 5.5-4.5H-5.5Z"),
    ("#4a4a4a", "M-1.5-5H1.5V-1.5H5V1.5H1.5V5H-1.5V1.5H-5V-1.5H-1.5Z"),
)


@dataclass(frozen=True)
class Series:
    """One line of the drawing: at each place a value with its interval."""

    name: str
    points: Sequence[tuple[float, float, float]]  # value, low, high


def plot(title: str, places: Sequence[str], axis: str, series: Sequence[Series]) -> str:
    """The whole drawing."""
    low, high, step = scale(series)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        words(LEFT, TOP - 24, title, 17, "start"),
        words(LEFT, TOP - 6, axis, 12, "start"),
    ]
    ticks = range(round(low / step), round(high / step) + 1)
    parts += [rule(down(tick * step, low, high), f"{tick * step:g}") for tick in ticks]
    parts += [label(across(place, len(places)), name) for place, name in enumerate(places)]
    for number, one in enumerate(series):
        parts += drawn(one, number, len(series), (low, high))
    return "\n".join([*parts, "</svg>"]) + "\n"


def scale(series: Sequence[Series]) -> tuple[float, float, float]:
    """From where to where the axis goes, and in which steps: round numbers, about eight of them. What knows no bounds goes a step
    beyond all that has a number."""
    known = [value for one in series for point in one.points for value in point]
    values = [value for value in known if math.isfinite(value)] or [0.0]
    span = max(max(values) - min(values), 1.0)
    step = next(size for power in range(9) for size in (10**power, 2 * 10**power, 5 * 10**power) if span / size <= 8)
    low, high = step * (min(values) // step), -step * (-max(values) // step) or step
    return low - step * (-math.inf in known), high + step * (math.inf in known), step


def across(place: float, places: int) -> float:
    """Where a place lies from left to right."""
    return LEFT + (WIDTH - LEFT - RIGHT) * (place + 0.5) / places


def down(value: float, low: float, high: float) -> float:
    """Where a value lies from top to bottom; one without bounds at the edge."""
    kept = min(high, max(low, value))
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (kept - low) / ((high - low) or 1))


def words(x: float, y: float, text: str, size: int, anchor: str, colour: str = INK, more: str = "") -> str:
    """A line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{more}>{escape(text)}</text>'


def rule(y: float, text: str) -> str:
    """A line across, with its number."""
    return f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{PALE}"/>' + words(LEFT - 8, y + 4, text, 12, "end")


def label(x: float, name: str) -> str:
    """The name of a place, slanting."""
    y = HEIGHT - BOTTOM + 20
    return words(x, y, name, 12, "end", more=f' transform="rotate(-25 {x:.1f} {y:.1f})"')


def drawn(one: Series, number: int, count: int, ends: tuple[float, float]) -> list[str]:
    """One series, beside the others at each place, and its line in the key."""
    colour, shape = MARKS[number % len(MARKS)]
    aside = (number - (count - 1) / 2) * min(12.0, 60 / count)
    spots = [
        (across(place, len(one.points)) + aside, *(down(value, *ends) for value in point))
        for place, point in enumerate(one.points)
    ]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y, _, _ in spots)
    parts = [f'<path d="M{path}" fill="none" stroke="{colour}" stroke-opacity=".4"/>']
    for x, y, low, high in spots:
        parts.append(
            f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 3:.1f} {low:.1f}h6M{x - 3:.1f} {high:.1f}h6" stroke="{colour}"/>'
        )
        parts.append(f'<path d="{shape}" transform="translate({x:.1f} {y:.1f})" fill="{colour}"/>')
    for (x, y, _, _), (value, _, _) in zip(spots, one.points):
        parts += [words(x + 9, y + 4, f"{'-' * (value < 0)}∞", 13, "start", colour)] if math.isinf(value) else []
    x, y = WIDTH - RIGHT + 20, TOP + 20 * number + 10
    return [
        *parts,
        f'<path d="{shape}" transform="translate({x} {y})" fill="{colour}"/>',
        words(x + 14, y + 4, one.name, 12, "start"),
    ]
