"""Perft: fixed positions, and how many sequences of 1, 2, 3 ... legal moves there are from each.

`python -m tests.perft` writes tests/perft.txt anew: it looks for the positions in random games, counts by the compiled core, and
takes a count only if the oracle agrees, as deep as `AGREED` says. Do so when a rule has changed, and read the difference.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchstone.cards import TEXTS
from marchstone.core import layout as lay
from marchstone.core.presets import NAMES, PRESETS
from marchstone.position import Position
from marchstone.reading import read
from marchstone.targets import core
from tests.differential import Engine, play_in_both
from tests.oracle.game import OracleGame
from tests.walks import copied, walk

FILE = Path(__file__).with_suffix(".txt")
HEAD = """# How many sequences of 1, 2, 3 ... legal moves there are, and from which position.
# Written by `python -m tests.perft`; core and oracle have agreed on it.
"""
DEPTH, TINY_DEPTH = 4, 7
AGREED = 3  # moves to which the oracle follows before a line is written
SEEDS = 400
EARLIEST = 12  # decisions of a game before a position is taken from it

Wanted = Callable[[list[int]], bool]


@dataclass(frozen=True)
class Line:
    """A position and its counts, from depth 1."""

    counts: tuple[int, ...]
    text: str

    @property
    def name(self) -> str:
        """The preset."""
        return self.text.split(maxsplit=1)[0]

    @property
    def state(self) -> list[int]:
        """The core's words of the position."""
        return read(self.text).vector


def lines() -> list[Line]:
    """All that tests/perft.txt says."""
    found = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            counts, text = line.split(" | ")
            found.append(Line(tuple(map(int, counts.split())), text))
    return found


# -- counting --------------------------------------------------------------------------------------------------------------


def perft(target: str, state: list[int], depth: int) -> int:
    """By the core of a target."""
    package = core(target)
    stack, out = package.vector(depth * lay.WORDS), package.vector(package.actions.LEGAL_WORDS)
    s = copied(package, state)
    number = int(package.perft.perft(s, depth, stack, out))
    assert list(map(int, s)) == list(state), "the state is afterwards as it was"
    return number


def perft_by_oracle(state: list[int], depth: int) -> int:
    """By the oracle alone; the engine goes along only because the oracle must be told how Support shuffles."""
    engine = Engine(core("python"), list(state))
    return follow(engine, oracle_at(engine), depth)


def follow(engine: Engine, oracle: OracleGame, depth: int) -> int:
    """The sequences from here."""
    moves = oracle.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in sorted(moves):
        next_engine, next_oracle = Engine(engine.core, list(engine.s)), copy.deepcopy(oracle)
        play_in_both(next_engine, next_oracle, move)
        total += follow(next_engine, next_oracle, depth - 1)
    return total


# -- the oracle, set up in the middle of a game ----------------------------------------------------------------------------

PHASES = {
    lay.TO_PLAY: "play",
    lay.TO_TAKE: "take",
    lay.TO_PUT: "put",
    lay.TO_RECRUIT: "draw3",
    lay.TO_BURY: "bury",
    lay.TO_GIVE: "give",
    lay.TO_CLOSE: "close",
    lay.TO_END: "after",
}


def oracle_at(engine: Engine) -> OracleGame:
    """The engine's position in the oracle."""
    s, shown = engine.words(), engine.snapshot()
    hands = shown["hands"]
    oracle = OracleGame(PRESETS[s[lay.PRESET]].name, (hands[0], hands[1]), shown["piles"], shown["turn"])
    for name in ("sides", "owner", "damaged", "blind", "mud", "discard", "removed", "held", "given", "oil"):
        setattr(oracle, name, shown[name])
    oracle.seat, oracle.phase, oracle.left = shown["turn"], PHASES[s[lay.PHASE]], s[lay.LEFT]
    oracle.tactics_played, oracle.jokers_played = shown["tactics_played"], shown["jokers_played"]
    set_course(oracle, s, shown)
    for number in oracle.fronts:
        set_completions(oracle, number, shown["first"][number])
    return oracle


def set_course(oracle: OracleGame, s: list[int], shown: dict[str, Any]) -> None:
    """What is under way in this turn, and whether the turn before was quiet."""
    oracle.ruse = TEXTS[PRESETS[s[lay.PRESET]].game][s[lay.RUSE]] if s[lay.RUSE] else ""
    oracle.origin = s[lay.ORIGIN] - 1 if s[lay.ORIGIN] else None
    oracle.giver = shown["actor"] if s[lay.PHASE] == lay.TO_GIVE else None
    oracle.oiled = bool(s[lay.OIL_USED])
    oracle.passed = oracle.phase == "close" and bool(s[lay.QUIET])
    oracle.claimed = not s[lay.QUIET]
    oracle.quiet_before = bool(s[lay.PASSES])


def set_completions(oracle: OracleGame, number: int, first: int | None) -> None:
    """Which sides of a front are complete, and which was so first: when exactly matters to nobody."""
    for seat in (0, 1):
        if number not in complete_fronts(oracle, seat):
            oracle.completed[number][seat] = None
        else:
            oracle.completed[number][seat] = -2 if seat == first else -1


def complete_fronts(oracle: OracleGame, seat: int) -> list[int]:
    """The fronts where a side is full."""
    return [number for number in oracle.fronts if len(oracle.sides[number][seat]) >= oracle._face(number).width]


# -- looking for positions -------------------------------------------------------------------------------------------------


def in_phase(phase: int, ruse: int = 0, halfway: bool = False) -> Wanted:
    """A phase, perhaps of a ruse; halfway through it, the other seat chooses or some choices are made."""

    def wanted(s: list[int]) -> bool:
        begun = s[lay.ACTOR] != s[lay.TURN] or any(s[lay.GIVEN : lay.GIVEN + 4])
        return s[lay.PHASE] == phase and s[lay.RUSE] == ruse and (begun or not halfway)

    return wanted


def with_tactics(s: list[int]) -> bool:
    """To play, with Tactic cards in both hands and both piles, and something that was put back, buried or known."""
    told = any(s[lay.KNOWN : lay.KNOWN + 4]) or s[lay.BURIER] or any(s[lay.RETURNED : lay.RETURNED + 2])
    hands = s[lay.HAND + 1].bit_count() > 1 < s[lay.HAND + 3].bit_count()
    return bool(s[lay.PHASE] == lay.TO_PLAY and hands and told and s[lay.PILE_SIZE] and s[lay.PILE_SIZE + 1])


def with_claims(s: list[int]) -> bool:
    """Something can be claimed, and a front has fallen already."""
    return bool(s[lay.PROVABLE] and (s[lay.CLAIMED] | s[lay.CLAIMED + 1] | s[lay.DAMAGED]))


def with_oil(s: list[int]) -> bool:
    """The defender may throw a cauldron, and has thrown one."""
    thrown = s[lay.OIL] < PRESETS[s[lay.PRESET]].oil
    return bool(s[lay.PHASE] == lay.TO_PLAY and s[lay.TURN] and thrown and s[lay.OIL] and not s[lay.OIL_USED])


def piles_low(s: list[int]) -> bool:
    """The number pile ends in a move or two, and something is left to play."""
    return bool(s[lay.PILE_SIZE] == 1 and s[lay.PHASE] == lay.TO_PLAY and s[lay.ROOM + s[lay.TURN]])


RUSES = {
    0: {
        "recruit": in_phase(lay.TO_RECRUIT, lay.RECRUITER),
        "bury": in_phase(lay.TO_BURY, lay.RECRUITER),
        "take strategist": in_phase(lay.TO_TAKE, lay.STRATEGIST),
        "put strategist": in_phase(lay.TO_PUT, lay.STRATEGIST),
        "take banshee": in_phase(lay.TO_TAKE, lay.BANSHEE),
        "put traitor": in_phase(lay.TO_PUT, lay.TRAITOR),
    },
    1: {
        "put redeployment": in_phase(lay.TO_PUT, lay.REDEPLOYMENT),
        "take recruitment": in_phase(lay.TO_TAKE, lay.RECRUITMENT),
        "take desertion": in_phase(lay.TO_TAKE, lay.DESERTION),
        "put treachery": in_phase(lay.TO_PUT, lay.TREACHERY),
        "take support": in_phase(lay.TO_TAKE, lay.SUPPORT),
        "give": in_phase(lay.TO_GIVE, lay.EXCHANGE),
        "give halfway": in_phase(lay.TO_GIVE, lay.EXCHANGE, halfway=True),
    },
}


def wanted_of(name: str) -> dict[str, Wanted]:
    """The positions that a preset should have, beside a fresh deal."""
    preset = PRESETS[NAMES.index(name)]
    wanted: dict[str, Wanted] = {"the pile runs out": piles_low}
    if not name.endswith("-tiny"):
        wanted["claims"] = with_claims
    if preset.oil:
        wanted["oil"] = with_oil
    return wanted | ({"tactics": with_tactics, **RUSES[preset.game]} if preset.tactics else {})


def found(name: str, wanted: Wanted) -> str:
    """The first such position, late in the turns of random games."""
    for seed in range(SEEDS):
        for decision, step in enumerate(walk(core("cpu"), name, seed)):
            if step.legal and wanted(step.engine.words()) and (decision >= EARLIEST or name.endswith("-tiny")):
                return Position.of(step.engine.words()).text
    raise AssertionError((name, "no such position"))


def positions(name: str) -> Iterator[tuple[str, str]]:
    """What the positions of a preset show, and their texts."""
    yield "a fresh deal", Position.deal(name, seed=1, first=0).text
    for label, wanted in wanted_of(name).items():
        yield label, found(name, wanted)


def counted(text: str) -> Line:
    """A line for a position; the oracle must agree."""
    name, state = text.split(maxsplit=1)[0], read(text).vector
    counts = [perft("cpu", state, depth + 1) for depth in range(TINY_DEPTH if name.endswith("-tiny") else DEPTH)]
    theirs = [perft_by_oracle(state, depth + 1) for depth in range(AGREED)]
    assert theirs == counts[:AGREED], (text, theirs, counts)
    return Line(tuple(counts), text)


def main() -> None:
    """Write the file."""
    with FILE.open("w", encoding="utf-8") as file:
        file.write(HEAD)
        for name in NAMES:
            for label, text in positions(name):
                line = counted(text)
                file.write(f"\n# {name}: {label}\n{' '.join(map(str, line.counts))} | {text}\n")


if __name__ == "__main__":
    main()
