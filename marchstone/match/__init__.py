"""Matches: several games that count as one, and many games that measure players against one another."""

from .rounds import (
    REASONS,
    WIN_POINTS,
    MatchError,
    Outcome,
    RolesMatch,
    RoundsMatch,
    check_next,
    check_preset,
    decide,
    outcome_of,
    player_at,
)

__all__ = [
    "REASONS",
    "WIN_POINTS",
    "MatchError",
    "Outcome",
    "RolesMatch",
    "RoundsMatch",
    "check_next",
    "check_preset",
    "decide",
    "outcome_of",
    "player_at",
]
