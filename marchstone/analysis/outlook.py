"""The analysis of a view: how likely its seat is to win, with which moves, at which fronts, and how the game may go on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.layout import ACTOR, TURN, WINNER
from ..engine import endgame
from ..engine.compiled import cpu
from ..engine.searcher import Searcher, Team
from ..errors import WrongTypeError
from ..move import Move
from ..phrases import Pair, capital, seat_name, tongue
from ..rules import Rules
from ..scene import COLON
from ..view import View
from . import think
from .fronts import FrontChance, Look, look
from .think import Cost, Limits, Vector
from .words import move_phrase, percent, turns_phrase

THIN = 0.03  # of all visits: a line that is followed no further
LEAST_VISITS = 12
LONGEST_LINE = 24
LINE_WORLDS = 64
PROVEN: dict[str, Pair] = {
    "win": ("win in {turns}", "gain en {turns}"),
    "loss": ("loss in {turns}", "perte en {turns}"),
    "draw": ("draw", "nulle"),
}
MOST_SHOWN = 8  # moves, in a text
CHANCE: Pair = ("{preset}: {who} wins with a chance of {chance}.", "{preset} : {who} gagne avec {chance} de chances.")
PROVEN_LINES: dict[str, Pair] = {
    "win": ("Proven win in {turns}.", "Gain prouvé en {turns}."),
    "loss": ("Proven loss in {turns}.", "Perte prouvée en {turns}."),
    "draw": ("Proven draw.", "Nulle prouvée."),
}
UNCOUNTED_LINES: dict[str, Pair] = {"win": ("Proven win.", "Gain prouvé."), "loss": ("Proven loss.", "Perte prouvée.")}
MOVES: Pair = (
    "Moves, with the chance to win and the share of the visits:",
    "Coups, avec la chance de gagner et la part des visites :",
)
FRONTS: Pair = ("Chances to claim, from left to right:", "Chances de revendiquer, de gauche à droite :")
LINE: Pair = ("How it may go on:", "Suite probable :")
UNCOUNTED: dict[str, Pair] = {"win": ("win", "gain"), "loss": ("loss", "perte")}


@dataclass(frozen=True)
class Proven:
    """What is certain: a win, a loss or a draw, and in how many turns, the one under way included, if that is known."""

    result: str
    turns: int | None = None

    def phrase(self, language: str = "en") -> str:
        """`win in 3`, `perte en 2`."""
        words = PROVEN if self.turns else PROVEN | UNCOUNTED
        return words[self.result][tongue(language)].format(turns=self.turns)

    def sentence(self, language: str = "en") -> str:
        """`Proven win in 3 turns.`, `Perte prouvée en 2 tours.`"""
        words = PROVEN_LINES if self.turns else PROVEN_LINES | UNCOUNTED_LINES
        return words[self.result][tongue(language)].format(turns=turns_phrase(self.turns, language) if self.turns else "")

    def __str__(self) -> str:
        return self.phrase()


@dataclass(frozen=True)
class MoveChance:
    """A move: the chance to win with it, and its share of the visits."""

    move: Move
    chance: float
    share: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {"move": self.move.text, "chance": self.chance, "share": self.share}


@dataclass(frozen=True)
class Analysis:
    """What an analysis has found, all of it for the view's seat.

    `moves` are what it may do now, best first: the claims alone where one can be made, nothing while the other seat chooses.
    Their shares add up to 1. `line` says for each move which seat makes it; what the other one holds is a guess, unless `proven`.
    """

    preset: str
    seat: int
    chance: float
    moves: tuple[MoveChance, ...]
    fronts: tuple[FrontChance, ...]
    line: tuple[tuple[int, Move], ...]
    proven: Proven | None
    nodes: int
    seconds: float

    @property
    def best(self) -> Move | None:
        """The move to make."""
        return self.moves[0].move if self.moves else None

    def lines(self, language: str = "en") -> list[str]:
        """The analysis in words, line by line."""
        own, game = tongue(language), Rules(self.preset).game
        who = [capital(seat_name(seat, game, language)) for seat in (0, 1)]
        lines = [CHANCE[own].format(preset=self.preset, who=who[self.seat], chance=percent(self.chance))]
        lines += [self.proven.sentence(language)] if self.proven else []
        if self.moves:
            lines += ["", MOVES[own]]
        for move in self.moves[:MOST_SHOWN]:
            lines.append(f"  {percent(move.chance):>5}  {percent(move.share):>5}  {move_phrase(move.move, game, language)}")
        seats = (0,) if game == "walls" else (0, 1)
        lines += ["", FRONTS[own]]
        for seat in seats:
            lines.append("  " + " ".join(f"{percent(front.chances[seat]):>5}" for front in self.fronts) + f"  {who[seat]}")
        if self.line:
            lines += ["", LINE[own]]
        return lines + [f"  {who[seat]}{COLON[own]} {move_phrase(move, game, language)}" for seat, move in self.line]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {
            "preset": self.preset,
            "seat": self.seat,
            "chance": self.chance,
            "moves": [move.to_dict() for move in self.moves],
            "fronts": [front.to_dict() for front in self.fronts],
            "line": [{"seat": seat, "move": move.text} for seat, move in self.line],
            "proven": self.proven and str(self.proven),
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


def analyse(view: View, budget: Limits, *, seed: int = 0, threads: int = 1) -> Analysis:
    """Look into a view: the same budget in nodes, seed and threads give the same analysis, but for the seconds."""
    if not isinstance(view, View):
        raise WrongTypeError(
            "analysis.type", f"what is analysed is a view, not {type(view).__name__}", expected="position.view(seat)"
        )
    return Analyst(view, budget, seed, threads).analysis()


class Analyst:
    """One view being analysed."""

    def __init__(self, view: View, budget: Limits, seed: int, threads: int) -> None:
        self.began = time.perf_counter()
        self.view, self.seat, self.seed = view, view.seat, seed
        self.preset, self.game = view.rules.name, view.rules.game
        self.words = think.vector_of(view.vector)
        self.cost = Cost.of(budget)
        self.team = think.team_for(self.preset, seed, threads)
        self.nodes = 0

    def analysis(self) -> Analysis:
        """All that there is to say."""
        if self.words[WINNER]:
            return self.told(think.result(self.words, self.seat))
        solved = think.solve(self.words, self.seat, self.cost)
        if solved is not None:
            return self.proven(solved)
        claims = list(self.view.legal_moves.filter("claim"))
        return self.claimed(claims) if claims else self.searched()

    def told(
        self,
        chance: float,
        moves: Sequence[MoveChance] = (),
        line: Sequence[tuple[int, Move]] = (),
        proven: Proven | None = None,
    ) -> Analysis:
        """The analysis, with the fronts and what it has cost."""
        fronts = front_chances(look(self.words, self.seat, self.preset), self.game)
        seconds = time.perf_counter() - self.began
        return Analysis(self.preset, self.seat, chance, tuple(moves), fronts, tuple(line), proven, self.nodes, round(seconds, 3))

    def move(self, action: int) -> Move:
        """An action for people."""
        return Move.of(action, self.game)

    # -- by search

    def searched(self) -> Analysis:
        """The usual way."""
        thought = think.search(self.team, self.words, self.seat, self.cost)
        self.nodes = thought.nodes
        line = principal_line(self.team, self.words, self.game)
        legal = self.view.legal_moves
        if len(legal) == 1:
            return self.told(thought.own, [MoveChance(legal[0], thought.own, 1.0)], line)
        visited = [choice for choice in thought.choices if choice.visits]
        visits = sum(choice.visits for choice in visited)
        moves = [MoveChance(self.move(choice.action), choice.value, choice.visits / visits) for choice in visited]
        return self.told(thought.own, moves, line)

    def claimed(self, claims: list[Move]) -> Analysis:
        """Where a claim can be made, each claim by itself; they are the moves."""
        cost = Cost.of(self.cost, 1 / len(claims))
        moves = [MoveChance(claim, self.after(claim, cost), 1 / len(claims)) for claim in claims]
        moves.sort(key=lambda move: -move.chance)
        after = think.outcomes(self.words, self.seat, moves[0].move.action(self.game), self.seed)[0][0]
        line: list[tuple[int, Move]] = []
        if not after[WINNER]:
            think.search(self.team, after, self.seat, cost)
            line = principal_line(self.team, after, self.game)
        return self.told(moves[0].chance, moves, [(self.seat, moves[0].move), *line])

    def after(self, move: Move, cost: Cost) -> float:
        """The chance after a move."""
        self.nodes += cost.nodes or 0
        action = move.action(self.game)
        return think.chance_after(self.team, self.words, self.seat, action, cost, self.seed)

    # -- by proof

    def proven(self, solved: Any) -> Analysis:
        """An ending: what is certain of each move."""
        state = endgame.opened(self.words)
        self.nodes = solved.nodes
        line, now = [], state.copy()
        for action in solved.line:
            line.append((int(now[ACTOR]), self.move(action)))
            cpu.games.apply(now, action)
        judged = (
            [] if state[ACTOR] != self.seat else list(filter(None, (self.judged(state, a) for a in think.legal_actions(state))))
        )
        judged.sort(key=lambda found: (-found[1], found[2], found[0] != solved.action))
        best = [action for action, value, turns in judged if (value, turns) == judged[0][1:]]
        moves = [MoveChance(self.move(a), value, (a in best) / len(best)) for a, value, _ in judged]
        return self.told(think.value_of(solved), moves, line, proven_of(solved))

    def judged(self, state: Vector, action: int) -> tuple[int, float, float] | None:
        """An action, what it leads to for certain, and how fast: a win soon, a loss late."""
        after = state.copy()
        cpu.games.apply(after, action)
        solved = think.solve_state(after, self.seat, self.cost)
        if solved is None:
            return None
        self.nodes += solved.nodes
        turns = max(1, solved.plies or 0) + int(after[TURN] != state[TURN])
        return action, think.value_of(solved), float(turns * solved.value)


def proven_of(solved: Any) -> Proven:
    """What was solved, in a word."""
    return Proven(("draw", "win", "loss")[solved.value], solved.plies if solved.value else None)


def front_chances(seen: Look, game: str) -> tuple[FrontChance, ...]:
    """The fronts for people; the defender of a wall claims nothing."""
    chances = [(chance, 0.0 if game == "walls" else 1 - chance) for chance in seen.chances]
    return tuple(FrontChance(front + 1, chances[front], seen.types[front]) for front in range(len(chances)))


# -- the line that the search thinks best ----------------------------------------------------------------------------------


def principal_line(team: Team, view: Vector, game: str) -> list[tuple[int, Move]]:
    """The most visited moves in the first tree, as far as they were visited often; played in the world that goes furthest."""
    searcher = team.searchers[0]
    nodes = most_visited(searcher)
    lines = [played(world, nodes) for world in think.worlds_of(view, 1, LINE_WORLDS)]
    longest = max(lines, key=len)
    return [(seat, Move.of(action, game)) for seat, action in longest[:LONGEST_LINE]]


def most_visited(searcher: Searcher) -> list[int]:
    """The actions on the way from the root, always to the most visited child."""
    children, found = searcher.children(), []
    enough = max(LEAST_VISITS, THIN * sum(child[2] for child in children))
    while children:
        node, action, visits, _ = max(children, key=lambda child: (child[2], child[3], -child[1]))
        if visits < enough:
            break
        found.append(action)
        children = searcher.children(node)
    return found


def played(world: Vector, actions: Sequence[int]) -> list[tuple[int, int]]:
    """The moves as they would be made in a world, claims included; single choices go without saying."""
    line: list[tuple[int, int]] = []
    for action in actions:
        line += [(seat, done) for seat, done in think.advance(world) if is_claim(done)]
        if world[WINNER] or action not in think.legal_actions(world):
            return line
        line.append((int(world[ACTOR]), action))
        cpu.games.apply(world, action)
    return line + [(seat, done) for seat, done in think.advance(world) if is_claim(done)]


def is_claim(action: int) -> bool:
    """Whether an action claims a front."""
    return bool(cpu.actions.family_of(action) == cpu.actions.CLAIM)
