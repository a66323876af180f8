"""A ladder: each player meets its neighbours in the list, and a table and a plot tell how far apart they stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..phrases import Pair, tongue
from ..players.registry import LEVELS
from .plot import Series, plot
from .report import elo_text

LEVEL_PLAYERS = tuple(f"level:{level}" for level in range(1, LEVELS + 1))
TITLE: Pair = ("How far apart the players stand", "Les écarts entre les joueurs")
INTRODUCTION: Pair = (
    "Each player met the one before it, every deal twice with seats swapped. In brackets: 95 % intervals, from pairs of games.",
    "Chaque joueur a rencontré celui qui le précède, chaque donne deux fois, places échangées. Entre parenthèses : intervalles "
    "à 95 %, d'après les paires de parties.",
)
MADE: Pair = ("Made by `{command}`.", "Fait par `{command}`.")
HEADS: Pair = (
    "| player | games | score against the one before | Elo above that one | Elo above the first |",
    "| joueur | parties | score contre le précédent | Elo au-dessus de celui-ci | Elo au-dessus du premier |",
)
AXIS: Pair = ("Elo above {first}, with 95 % intervals", "Elo au-dessus de {first}, avec intervalles à 95 %")
UNFINISHED: Pair = ("Not finished.", "Inachevé.")


def ladder_table(results: Sequence[dict[str, Any]], language: str = "en", picture: str | None = None) -> str:
    """A page in Markdown: one table for each preset; the results are those of `report.result_of`."""
    own = tongue(language)
    lines = [f"# {TITLE[own]}", "", INTRODUCTION[own], ""]
    if picture:
        lines += [f"![{TITLE[own]}]({picture})", ""]
    for result in results:
        lines += [f"## {result['preset']}", "", HEADS[own], "|---|--:|--:|--:|--:|", *rows(result), ""]
        lines += [] if result["finished"] else [UNFINISHED[own], ""]
        lines += [MADE[own].format(command=result["command"]), ""]
    return "\n".join(lines[:-1]) + "\n"


def rows(result: dict[str, Any]) -> list[str]:
    """A line for each player, the first one without anybody before it."""
    names = [player["player"] for player in result["players"]]
    lines = [f"| `{names[0]}` | | | | 0 |"]
    for place, pairing in enumerate(result["pairings"]):
        lines.append(
            "| " + " | ".join([f"`{names[place + 1]}`", str(pairing["games"]), *gap(pairing), above(result, place + 1)]) + " |"
        )
    return lines


def gap(pairing: dict[str, Any]) -> list[str]:
    """Score and Elo of the pairing's second player against its first."""
    if not pairing["games"]:
        return ["", ""]
    low, high = (100 * (1 - score) for score in reversed(pairing["score_interval"]))
    elo_low, elo_high = (negative(elo) for elo in reversed(pairing["elo_interval"]))
    elo = elo_text(negative(pairing["elo"]), "-" if pairing["score"] else "+")
    score = 100 * (1 - pairing["score"])
    return [f"{score:.1f} % ({low:.1f} … {high:.1f})", f"{elo} ({elo_text(elo_low, '-')} … {elo_text(elo_high, '+')})"]


def negative(elo: float | None) -> float | None:
    """The same from the other side."""
    return None if elo is None else -elo


def points(result: dict[str, Any]) -> list[tuple[float, float, float]]:
    """Elo above the first player, with intervals. Two players have no ratings of their own: the gap is all."""
    if result["ratings"]:
        return [(one["elo"], *one["interval"]) for one in result["ratings"]]
    pairing = result["pairings"][0]
    low, high = (unbounded(elo, sign) for elo, sign in zip(pairing["elo_interval"], (-1, 1)))
    elo = unbounded(pairing["elo"], 1 if pairing["score"] else -1)
    return [(0.0, 0.0, 0.0), (-elo, -high, -low)]


def unbounded(elo: float | None, sign: int) -> float:
    """JSON has no infinity, and nothing instead."""
    return sign * math.inf if elo is None else elo


def above(result: dict[str, Any], place: int) -> str:
    """The same for one player, as text."""
    value, low, high = (
        elo_text(None if math.isinf(number) else number, "-" if number < 0 else "+") for number in points(result)[place]
    )
    return f"{value} ({low} … {high})"


def ladder_plot(results: Sequence[dict[str, Any]], language: str = "en") -> str:
    """The same as a drawing (SVG)."""
    own = tongue(language)
    names = [player["player"] for player in results[0]["players"]]
    series = [Series(result["preset"], points(result)) for result in results]
    return plot(TITLE[own], names, AXIS[own].format(first=names[0]), series)
