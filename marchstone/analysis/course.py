"""What a review has found: the course of a game as data, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..move import Move
from ..phrases import Pair, seat_name, tongue
from .reasons import Reason
from .words import move_phrase, percent, reason_sentences

HALF = 0.03  # a move that loses so much of the chance to win is half accurate
STEPS = "▁▂▃▄▅▆▇█"
WIDEST = 72
SAMPLES = 8  # turns of which a plain review tells the chance

TITLE: Pair = ("{preset}: {one} against {other}.", "{preset} : {one} contre {other}.")
GOES_ON: Pair = ("The game is not over.", "La partie n'est pas finie.")
CURVE: Pair = ("Chances for {who}, turns 1 to {turns}:", "Chances pour {who}, tours 1 à {turns} :")
SAMPLE: Pair = ("turn {turn} {chance}", "tour {turn} {chance}")
LAST: Pair = ("at the end {chance}", "à la fin {chance}")
ACCURACY: Pair = ("Accuracy: {one}, {other}.", "Précision : {one}, {other}.")
NOTHING_DECIDED: Pair = ("no decision", "aucune décision")
WORST: Pair = ("The moves that cost most:", "Les coups les plus coûteux :")
NONE: Pair = ("No move cost much.", "Aucun coup n'a coûté cher.")
MISTAKE: Pair = (
    "{number}. Turn {turn}, {who}: {move} ({good} before, {bad} after).",
    "{number}. Tour {turn}, {who} : {move} ({good} avant, {bad} après).",
)


@dataclass(frozen=True)
class Point:
    """Before a move, or at the end: the chance of seat 0, by what both seats could know."""

    place: int  # moves made before
    turn: int  # as the record counts them
    chance: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {"place": self.place, "turn": self.turn, "chance": self.chance}


@dataclass(frozen=True)
class Decision:
    """A move that was not forced: the chance of its seat with the best move and with this one, by what the seat could know."""

    place: int
    turn: int
    seat: int
    move: Move
    best: Move
    best_chance: float
    chance: float

    @property
    def loss(self) -> float:
        """What the move has cost."""
        return self.best_chance - self.chance

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {
            "place": self.place,
            "turn": self.turn,
            "seat": self.seat,
            "move": self.move.text,
            "best": self.best.text,
            "best_chance": self.best_chance,
            "chance": self.chance,
            "loss": self.loss,
        }


@dataclass(frozen=True)
class Mistake:
    """One of the worst moves: its number in pictures and lists, and why it was bad."""

    number: int
    game: str
    decision: Decision
    reason: Reason

    def sentence(self, language: str = "en", players: Pair = ("", "")) -> str:
        """The reason in words."""
        return reason_sentences(self.reason, self.decision.best, self.decision.seat, self.game, language, players)

    def to_dict(self, players: Pair = ("", "")) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        words = {language: self.sentence(language, players) for language in ("en", "fr")}
        return {"number": self.number, **self.decision.to_dict(), "reason": self.reason.to_dict(), "words": words}


@dataclass(frozen=True)
class Review:
    """A game as it went, looked at afterwards."""

    preset: str
    game: str
    players: tuple[str, str]  # from the record's tags, told apart; may be empty
    result: str  # as in the record
    reason: str | None
    resigned: int | None  # the seat that gave the game up
    ending: Pair  # how it ended, in both languages
    nodes: int | None  # for each decision
    seconds: float | None
    seed: int
    curve: tuple[Point, ...]  # before every move, and at the end
    decisions: tuple[Decision, ...]
    worst: tuple[Mistake, ...]  # in the order of the game

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """For each seat how near its moves came to the best: 1 if all were the best; none if it had nothing to decide."""
        return accuracy_of(self.decisions, 0), accuracy_of(self.decisions, 1)

    def lines(self, language: str = "en", plain: bool = False) -> list[str]:
        """The review in words, line by line; `plain` does without signs that not every terminal has."""
        return [
            *opening(self, language),
            *curve_lines(self, language, plain),
            *accuracy_lines(self, language),
            *worst_lines(self, language),
        ]

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {
            "preset": self.preset,
            "players": list(self.players),
            "result": self.result,
            "reason": self.reason,
            "resigned": self.resigned,
            "budget": {"nodes": self.nodes, "seconds": self.seconds},
            "seed": self.seed,
            "accuracy": list(self.accuracy),
            "curve": [point.to_dict() for point in self.curve],
            "decisions": [decision.to_dict() for decision in self.decisions],
            "worst": [mistake.to_dict(self.players) for mistake in self.worst],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())


def accuracy_of(decisions: Sequence[Decision], seat: int) -> float | None:
    """The mean over a seat's decisions: 1 for the best move, a half for one that loses HALF, a quarter for twice that."""
    accuracies = [0.5 ** (decision.loss / HALF) for decision in decisions if decision.seat == seat]
    return sum(accuracies) / len(accuracies) if accuracies else None


# -- in words --------------------------------------------------------------------------------------------------------------


def name_of(review: Review, seat: int, language: str) -> str:
    """A player, or the seat."""
    return seat_name(seat, review.game, language, review.players)


def opening(review: Review, language: str) -> list[str]:
    """Who played, and how it ended."""
    own = tongue(language)
    title = TITLE[own].format(preset=review.preset, one=name_of(review, 0, language), other=name_of(review, 1, language))
    return [title, review.ending[own] or GOES_ON[own]]


def curve_lines(review: Review, language: str, plain: bool) -> list[str]:
    """The curve as a line of signs, higher where seat 0 is ahead; in plain words the chances at some turns."""
    own, chances = tongue(language), [point.chance for point in review.curve]
    text = CURVE[own].format(who=name_of(review, 0, language), turns=review.curve[-1].turn)
    if plain:
        return ["", f"{text} {', '.join(sampled(review.curve, own))}."]
    return ["", text, f"{sparkline(chances)} {percent(chances[-1])}"]


def sampled(curve: Sequence[Point], own: int) -> Iterator[str]:
    """The chance at the beginning of some turns, evenly spaced, and at the end."""
    firsts: dict[int, float] = {}
    for point in curve[:-1]:
        firsts.setdefault(point.turn, point.chance)
    turns = list(firsts)
    for place in range(min(SAMPLES, len(turns))):
        turn = turns[len(turns) * place // min(SAMPLES, len(turns))]
        yield SAMPLE[own].format(turn=turn, chance=percent(firsts[turn]))
    yield LAST[own].format(chance=percent(curve[-1].chance))


def sparkline(chances: Sequence[float], widest: int = WIDEST) -> str:
    """Chances as a line of text, one sign for each or, if there are many, for the mean of some.

    >>> sparkline([0.0, 0.4, 0.6, 1.0])
    '▁▄▅█'
    """
    width = min(widest, len(chances))
    ends = [len(chances) * place // width for place in range(width + 1)]
    parts = [chances[start:end] for start, end in pairwise(ends)]
    return "".join(STEPS[min(len(STEPS) - 1, int(sum(part) / len(part) * len(STEPS)))] for part in parts)


def accuracy_lines(review: Review, language: str) -> list[str]:
    """How well both played."""
    own = tongue(language)
    told = [
        f"{name_of(review, seat, language)} {NOTHING_DECIDED[own] if accuracy is None else percent(accuracy)}"
        for seat, accuracy in enumerate(review.accuracy)
    ]
    return ["", ACCURACY[own].format(one=told[0], other=told[1])]


def worst_lines(review: Review, language: str) -> list[str]:
    """The worst moves, each with its reason."""
    own = tongue(language)
    if not review.worst:
        return ["", NONE[own]]
    lines = ["", WORST[own]]
    for mistake in review.worst:
        lines += [mistake_title(review, mistake, language), f"   {mistake.sentence(language, review.players)}"]
    return lines


def mistake_title(review: Review, mistake: Mistake, language: str) -> str:
    """Who did what when, and what it has cost."""
    decision = mistake.decision
    return MISTAKE[tongue(language)].format(
        number=mistake.number,
        turn=decision.turn,
        who=name_of(review, decision.seat, language),
        move=move_phrase(decision.move, review.game, language),
        good=percent(decision.best_chance),
        bad=percent(decision.chance),
    )
