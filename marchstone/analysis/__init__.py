"""What a position promises and what a game turned on: the analysis of a view, the review of a record. It loads Numba."""

from __future__ import annotations

from .chart import chart
from .course import Decision, Mistake, Point, Review, sparkline
from .fronts import FrontChance
from .outlook import Analysis, MoveChance, Proven, analyse
from .reviewing import ReviewError, review

__all__ = (
    "Analysis",
    "Decision",
    "FrontChance",
    "Mistake",
    "MoveChance",
    "Point",
    "Proven",
    "Review",
    "ReviewError",
    "analyse",
    "chart",
    "review",
    "sparkline",
)
