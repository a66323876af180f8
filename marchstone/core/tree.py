"""Every way a small game can go, and the best that one seat can make of it against an opponent who plays at random.

The histories are kept as rows: a state, and behind it what led there.

    row  0 .. WORDS-1   the state        WORDS + 0   product of how many actions were legal whenever the responder chose
                                               + 1   the same of the opponent
                                               + 2   all views that the responder has had, stirred into one number
                                               + 3   actions so far

An information state of the responder is the set of all histories in which it has seen the same views and done the same actions.
Rows of one information state lie side by side; what follows one of its actions is laid on top of all rows that are in use, dealt
with, and forgotten: so the rows are a stack, and as high as what may be behind the views along one line of play.
"""

from __future__ import annotations

from .actions import count_legal, nth_legal
from .chance import MASK, stirred
from .games import apply, clear, legal
from .layout import ACTOR, FULL, HAND, NUMBER, REASON, SEATS, STONES, TURN, WINNER, WORDS, State
from .observe import observe
from .presets import GAME, setting
from .target import TARGET, kernel
from .zones import place_on_pile

Rows = list[State]

RESPONDER, OPPONENT, PATH, LENGTH = WORDS, WORDS + 1, WORDS + 2, WORDS + 3
ROW_WORDS = WORDS + 4

# what is counted: histories in which the responder and in which the opponent must choose, finished ones, information states of
# the responder, actions in the longest history, and whether there were too few rows (nothing else means anything then)
CHOICES, ANSWERS, ENDS, INFORMATION, LONGEST, OVERFULL = range(6)
COUNTS = 6
# what is added up over finished histories, each as likely as random play of both seats makes it: at 0 the result for the
# responder, behind that the likelihood of each reason for the end
RESULT = 0
SUMS = 1 + FULL

SPREAD = 0x2545F4914F6CD  # makes of the place of a word in a view a number that no word holds
LOSS = -2.0  # worse than any result of a single deal


def rows_for(number: int) -> Rows:
    """That many rows, of the target's own kind."""
    if TARGET == "python":
        return [[0] * ROW_WORDS for _ in range(number)]
    import numpy

    return numpy.zeros((number, ROW_WORDS), dtype=numpy.int64)  # type: ignore[return-value]


def sums_for() -> list[float]:
    """Room for the sums."""
    if TARGET == "python":
        return [0.0] * SUMS
    import numpy

    return numpy.zeros(SUMS)  # type: ignore[return-value]


@kernel
def lay_out(s: State, preset: int, first: int, hand0: int, hand1: int, pile: State, cards: int) -> None:
    """A deal: who begins (in walls the attacker does), both hands, and the pile, lowest card first."""
    clear(s, preset)
    s[HAND + NUMBER], s[HAND + 2 + NUMBER] = hand0, hand1
    for index in range(cards):
        place_on_pile(s, NUMBER, pile[index])
    if setting(s, GAME) == STONES:
        s[TURN] = s[ACTOR] = first
    s[RESPONDER] = s[OPPONENT] = 1
    s[PATH] = s[LENGTH] = 0


@kernel
def see(s: State, seat: int, view: State) -> None:
    """The responder looks at the table and will not forget it."""
    observe(s, seat, view)
    path = s[PATH]
    for word in range(WORDS):
        if view[word]:
            path = stirred(path ^ view[word] ^ word * SPREAD & MASK)
    s[PATH] = path


@kernel
def copy_row(rows: Rows, source: int, target: int) -> None:
    """One more history like another."""
    for word in range(ROW_WORDS):
        rows[target][word] = rows[source][word]


@kernel
def swap_rows(rows: Rows, one: int, other: int) -> None:
    """Two histories change places."""
    for word in range(ROW_WORDS):
        number = rows[one][word]
        rows[one][word] = rows[other][word]
        rows[other][word] = number


@kernel
def advance(s: State, action: int, chooser: int, number: int, seat: int, view: State) -> None:
    """One of `number` legal actions is done, and seen."""
    apply(s, action)
    s[chooser] *= number
    s[LENGTH] += 1
    see(s, seat, view)


@kernel
def answers(rows: Rows, low: int, top: int, seat: int, out: State, view: State, counts: State) -> int:
    """All that the opponent may do before the responder chooses again, or the game ends; where the rows end then."""
    row = low
    while row < top:
        if rows[row][WINNER] or rows[row][ACTOR] == seat:
            row += 1
            continue
        families = legal(rows[row], out)
        number = count_legal(out, families)
        if top + number > len(rows):
            counts[OVERFULL] = 1
            return low
        counts[ANSWERS] += 1
        for index in range(1, number):
            copy_row(rows, row, top)
            advance(rows[top], nth_legal(out, families, index), OPPONENT, number, seat, view)
            top += 1
        advance(rows[row], nth_legal(out, families, 0), OPPONENT, number, seat, view)
    return top


@kernel
def tried(rows: Rows, low: int, end: int, top: int, index: int, seat: int, out: State, view: State, counts: State) -> int:
    """Lay on top what may follow if the responder does its legal action number `index`; where the rows end then."""
    last = top + end - low
    if last > len(rows):
        counts[OVERFULL] = 1
        return top
    families = legal(rows[low], out)
    number, action = count_legal(out, families), nth_legal(out, families, index)
    for row in range(low, end):
        copy_row(rows, row, top + row - low)
        advance(rows[top + row - low], action, RESPONDER, number, seat, view)
    return answers(rows, top, last, seat, out, view, counts)


@kernel
def gather(rows: Rows, low: int, top: int) -> int:
    """Bring the rows that the responder cannot tell from the first one next to it; where they end."""
    end = low + 1
    for row in range(end, top):
        if rows[row][PATH] == rows[low][PATH]:
            if row != end:
                swap_rows(rows, row, end)
            end += 1
    return end


@kernel
def result_for(s: State, seat: int) -> int:
    """1 for a game won, -1 for a game lost, 0 for a draw."""
    if s[WINNER] > SEATS:
        return 0
    return 1 if s[WINNER] == seat + 1 else -1


@kernel
def settled(rows: Rows, low: int, end: int, seat: int, counts: State, sums: list[float]) -> float:
    """Finished histories: what they bring, each as likely as the opponent makes it."""
    total = 0.0
    for row in range(low, end):
        s = rows[row]
        likely = 1.0 / s[OPPONENT]
        total += likely * result_for(s, seat)
        sums[RESULT] += likely / s[RESPONDER] * result_for(s, seat)
        sums[s[REASON]] += likely / s[RESPONDER]
        counts[LONGEST] = max(counts[LONGEST], s[LENGTH])
    counts[ENDS] += end - low
    return total


@kernel
def best_result(rows: Rows, low: int, top: int, seat: int, out: State, view: State, counts: State, sums: list[float]) -> float:
    """What the responder gets at most from all these histories, where it does the same in those that it cannot tell apart."""
    total = 0.0
    while low < top:
        end = gather(rows, low, top)
        if rows[low][WINNER]:
            total += settled(rows, low, end, seat, counts, sums)
        else:
            counts[INFORMATION] += 1
            counts[CHOICES] += end - low
            best = LOSS * (end - low)
            for index in range(count_legal(out, legal(rows[low], out))):
                last = tried(rows, low, end, top, index, seat, out, view, counts)
                best = max(best, best_result(rows, top, last, seat, out, view, counts, sums))
            total += best
        low = end
    return total
