"""One decision of a game, judged by what its seat could know: the best move, the move that was made, and what it has cost.

A job is plain data, so that another process can do it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.layout import ACTOR, PROVABLE
from ..engine import endgame
from ..engine.compiled import cpu
from ..move import Move
from . import think
from .reasons import Reason, reason_for
from .think import Cost, Vector

SHARES = {"root": 0.4, "other": 0.2, "after": 0.2}  # of a budget: the view, the other seat's view, the best and the played move
OFTEN = 50  # visits that say more than a look at some outcomes
NOTABLE = 0.02  # a smaller loss is no mistake, and needs no reason


@dataclass(frozen=True)
class Job:
    """A decision to be judged, or the end of a record: what both seats could know, and the move that was made."""

    place: int  # how many moves were made before
    preset: str
    game: str
    seat: int
    view: tuple[int, ...]
    other: tuple[int, ...]
    move: str | None
    cost: Cost
    seed: int


@dataclass(frozen=True)
class Verdict:
    """The chance of seat 0 by the eyes of both, and the chooser's chances with the best and with the played move."""

    place: int
    curve: float
    best: str | None = None
    best_chance: float = 0.0
    played_chance: float = 0.0
    reason: Reason | None = None


def judge(job: Job) -> Verdict:
    """Judge a decision; the same job gives the same verdict if its cost is in nodes."""
    return Judge(job).verdict()


class Judge:
    """One job being done."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.view, self.other = think.vector_of(job.view), think.vector_of(job.other)
        self.team = think.team_for(job.preset, job.seed)

    def verdict(self) -> Verdict:
        """What there is to say."""
        job = self.job
        solved = think.solve(self.view, job.seat, job.cost)
        if solved is not None:
            return self.proven(solved)
        thought = think.search(self.team, self.view, job.seat, self.share("root"))
        other = think.search(self.team, self.other, 1 - job.seat, self.share("other"))
        chance = think.between(thought.own, other.own)
        curve = chance if job.seat == 0 else 1 - chance
        if job.move is None:
            return Verdict(job.place, curve)
        move = Move(job.move)
        played = move.action(job.game)
        best = self.claim_or(played, thought.choices[0].action if thought.choices else played)
        if best == played:
            return Verdict(job.place, curve, job.move, thought.own, thought.own)
        return self.compared(curve, best, played, *self.chances(thought, best, played))

    def share(self, what: str) -> Cost:
        """A part of the budget."""
        return Cost.of(self.job.cost, SHARES[what])

    def claim_or(self, played: int, found: int) -> int:
        """Where a claim can be made, the best is a claim, which the search makes without a choice."""
        if not self.view[PROVABLE]:
            return found
        claims = [action for action in think.legal_actions(self.view) if is_claim(action)]
        return played if played in claims else claims[0]

    def chances(self, thought: think.Thought, *actions: int) -> list[float]:
        """Some moves, each looked at by itself and in the same worlds, so that luck and depth are the same.

        A move that brings something hidden to light has as many outcomes as there are worlds: the search, which has seen
        hundreds of them, knows better, if it has tried it often enough.
        """
        job, cost = self.job, self.share("after")
        tried = {choice.action: choice for choice in thought.choices if choice.visits >= OFTEN}
        revealing = any(len(think.outcomes(self.view, job.seat, action, job.seed)) > 1 for action in actions)
        if revealing and all(action in tried for action in actions):
            return [tried[action].value for action in actions]
        return [think.chance_after(self.team, self.view, job.seat, action, cost, job.seed) for action in actions]

    def compared(self, curve: float, best: int, played: int, with_best: float, with_played: float) -> Verdict:
        """The loss, if there is one."""
        job = self.job
        if with_played >= with_best:
            return Verdict(job.place, curve, job.move, with_played, with_played)
        return self.found(curve, best, played, with_best, with_played)

    def proven(self, solved: endgame.Solved) -> Verdict:
        """An ending without secrets: the played move is solved as well."""
        job, value = self.job, think.value_of(solved)
        curve = value if job.seat == 0 else 1 - value
        if job.move is None:
            return Verdict(job.place, curve)
        played = Move(job.move).action(job.game)
        after = endgame.opened(self.view)
        mine = bool(after[ACTOR] == job.seat)
        cpu.games.apply(after, played)
        reached = think.solve_state(after, job.seat, job.cost)
        kept = value if reached is None else think.value_of(reached)
        if kept >= value or not mine or solved.action is None or solved.action == played:
            return Verdict(job.place, curve, job.move, value, value)
        return self.found(curve, solved.action, played, value, kept, solved.plies)

    def found(
        self, curve: float, best: int, played: int, with_best: float, with_played: float, certain: int | None = None
    ) -> Verdict:
        """A loss, with its reason if it is more than a trifle."""
        job, reason = self.job, None
        if with_best - with_played >= NOTABLE:
            won = certain if with_best == 1.0 else None
            reason = reason_for(
                job.preset, job.game, job.seat, self.view, self.after(best), self.after(played), (best, played), won
            )
        return Verdict(job.place, curve, Move.of(best, job.game).text, with_best, with_played, reason)

    def after(self, action: int) -> Vector:
        """The likeliest view after a move."""
        found = think.outcomes(self.view, self.job.seat, action, self.job.seed)
        return max(found, key=lambda outcome: outcome[1])[0]


def is_claim(action: int) -> bool:
    """Whether an action claims a front."""
    return bool(cpu.actions.family_of(action) == cpu.actions.CLAIM)
