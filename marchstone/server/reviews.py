"""A review as JSON, with its sentences in both languages. It runs in a process that thinks: what it needs loads Numba.

`review_dict(review, record)` is `Review.to_dict()` with words beside the numbers:

    "opening": {"en": "…", "fr": "…"}              how the game ended
    "names": {"en": ["Ann", "the defender"], …}    by seat, for the two halves of the curve
    "decisions": […, "words": {"en": {"move": "play the red 9 at Stone 5", "best": "…"}, "fr": {…}}]
    "worst": […, "title": {"en", "fr"}, "words": {"en", "fr"}, "position": "the view of the seat that had to choose, as one line"]

`place` of curve, decisions and worst counts moves as a replay does. Nothing here is imported by the server process but the names
of these functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..cards import LANGUAGES
from ..record import Record

if TYPE_CHECKING:
    from ..analysis import Review
    from ..analysis.course import Decision, Mistake


def review_dict(review: Review, record: Record) -> dict[str, Any]:
    """A review as JSON; the record is the one that was reviewed."""
    from ..analysis.course import name_of, opening

    positions = list(record.positions())
    return review.to_dict() | {
        "opening": {language: opening(review, language)[1] for language in LANGUAGES},
        "names": {language: [name_of(review, seat, language) for seat in (0, 1)] for language in LANGUAGES},
        "decisions": [decision_dict(decision, review.game) for decision in review.decisions],
        "worst": [
            mistake_dict(review, mistake) | {"position": positions[mistake.decision.place].view(mistake.decision.seat).text}
            for mistake in review.worst
        ],
    }


def decision_dict(decision: Decision, game: str) -> dict[str, Any]:
    """A decision, the move that was made and the best one in words."""
    from ..analysis.words import move_phrase

    words = {
        language: {"move": move_phrase(decision.move, game, language), "best": move_phrase(decision.best, game, language)}
        for language in LANGUAGES
    }
    return decision.to_dict() | {"words": words}


def mistake_dict(review: Review, mistake: Mistake) -> dict[str, Any]:
    """One of the worst moves, with its title and its reason."""
    from ..analysis.course import mistake_title

    title = {language: mistake_title(review, mistake, language) for language in LANGUAGES}
    return mistake.to_dict(review.players) | {"title": title}
