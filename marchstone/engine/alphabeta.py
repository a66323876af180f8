"""The search behind `endgame`: alpha-beta over the core's own states, with a table of what was found out before.

A score belongs to whoever chooses in a state and counts whole turns: CERTAIN for a win in the turn under way, one less for
every turn that must end before, the negative of that for a loss, 0 for a draw. So the winner is as fast and the loser as slow
as can be, and claims take no time.

    frame  one row for each decision on the line being looked at: a state, the words from ALPHA on, and its untried actions
    table  two words a place, which the first key names: the second key; bounds of the score and the best action
    memo   how deep the line is, how many states were looked at, the keys ...

All that the search knows lies there, so it can stop after any number of states and go on later.
"""

from __future__ import annotations

from typing import Any

from .compiled import cpu, kernel
from .ending import claim_all, find_keys

State = Any
Rows = Any

lay, act = cpu.layout, cpu.actions
ACTOR, DRAWN, HAND, TURN, WINNER, WORDS = lay.ACTOR, lay.DRAWN, lay.HAND, lay.TURN, lay.WINNER, lay.WORDS
ACTIONS, CLAIM, FINISH, LEGAL_WORDS, PLAY = act.ACTIONS, act.CLAIM, act.FINISH, act.LEGAL_WORDS, act.PLAY
count_legal, nth_legal, family_of = act.count_legal, act.nth_legal, act.family_of
apply, legal = cpu.games.apply, cpu.games.legal
count = cpu.bits.count

CERTAIN = 100
NOTHING = -127  # below all scores: no action has been tried
BIAS = 128  # makes scores positive in the table

# words of a frame behind its state, and behind them its actions: merit << ACTION_BITS | action
ALPHA, BETA, BEST, CHOICE, CURRENT, UNTRIED, PLACE, CHECK, MOVES = range(WORDS, WORDS + 9)
ACTION_BITS = 10
ACTION_MASK = (1 << ACTION_BITS) - 1
MOST_MOVES = 256
FRAME_WORDS = MOVES + MOST_MOVES
FRAMES = 160  # decisions in one line; more are only possible where nobody may ever play again

# words of a memo; the keys come first, as `ending` wants them
KEYS, DEPTH, NODES, SALT, PLACES, OVERFULL = 0, 2, 3, 4, 5, 6
MEMO_WORDS = 7

KNOWN_BEST, CLAIM_MERIT, PLAY_MERIT = 1 << 41, 1 << 40, 64

# -- scores and the table --------------------------------------------------------------------------------------------------


@kernel
def result_for(s: State, seat: int) -> int:
    """The score of a finished game."""
    if s[WINNER] == DRAWN:
        return 0
    return CERTAIN if s[WINNER] == seat + 1 else -CERTAIN


@kernel
def later(score: int) -> int:
    """What a score becomes if one more turn must end before."""
    if score == 0:
        return 0
    return score - 1 if score > 0 else score + 1


@kernel
def sooner(score: int) -> int:
    """The score of which `later` makes this one."""
    if score == 0:
        return 0
    return score + 1 if score > 0 else score - 1


@kernel
def entry_of(lower: int, upper: int, action: int) -> int:
    """Bounds and the best action (-1: none is) in one word."""
    return lower + BIAS | upper + BIAS << 8 | action + 1 << 16


@kernel
def lower_in(entry: int) -> int:
    """The score is at least this."""
    return (entry & 255) - BIAS


@kernel
def upper_in(entry: int) -> int:
    """The score is at most this."""
    return (entry >> 8 & 255) - BIAS


@kernel
def action_in(entry: int) -> int:
    """The action that was best."""
    return (entry >> 16) - 1


@kernel
def entry_at(frame: State, table: State) -> int:
    """What the table has about a state; knowing nothing is an entry too."""
    if table[frame[PLACE]] == frame[CHECK]:
        return table[frame[PLACE] + 1]
    return entry_of(-CERTAIN, CERTAIN, -1)


@kernel
def note(frame: State, table: State) -> None:
    """Keep what was found out about a state."""
    entry, best = entry_at(frame, table), frame[BEST]
    lower, upper, action = lower_in(entry), upper_in(entry), frame[CHOICE]
    if best > frame[ALPHA]:
        lower = max(lower, best)
    if best < frame[BETA]:
        upper = min(upper, best)
    table[frame[PLACE]] = frame[CHECK]
    table[frame[PLACE] + 1] = entry_of(lower, upper, action if action >= 0 else action_in(entry))


# -- one decision ----------------------------------------------------------------------------------------------------------


@kernel
def merit_of(frame: State, action: int, history: State) -> int:
    """What should be tried early: claims, then whatever refuted something elsewhere; what ends a turn comes last."""
    family = family_of(action)
    if family == CLAIM:
        return CLAIM_MERIT
    if family == FINISH:
        return 0
    return history[frame[ACTOR] * ACTIONS + action] + (PLAY_MERIT if family == PLAY else 1)


@kernel
def list_moves(frame: State, first: int, history: State, out: State, memo: State) -> None:
    """Enter all legal actions with their merit; `first` is to be tried first."""
    families = legal(frame, out)
    number = count_legal(out, families)
    if number > MOST_MOVES:
        memo[OVERFULL] = 1
        number = MOST_MOVES
    for index in range(number):
        action = nth_legal(out, families, index)
        merit = KNOWN_BEST if action == first else merit_of(frame, action, history)
        frame[MOVES + index] = merit << ACTION_BITS | action
    frame[UNTRIED] = number


@kernel
def next_move(frame: State) -> int:
    """The action of most merit leaves the list."""
    best = MOVES
    for index in range(MOVES + 1, MOVES + frame[UNTRIED]):
        if frame[index] > frame[best]:
            best = index
    action = frame[best] & ACTION_MASK
    frame[UNTRIED] -= 1
    frame[best] = frame[MOVES + frame[UNTRIED]]
    return action


@kernel
def cards_in_hands(s: State) -> int:
    """How much is left to play."""
    return count(s[HAND]) + count(s[HAND + 1]) + count(s[HAND + 2]) + count(s[HAND + 3])


@kernel
def set_window(frame: State, alpha: int, beta: int) -> None:
    """Which scores are of interest: those between the two; nothing has been tried yet."""
    frame[ALPHA], frame[BETA], frame[BEST], frame[CHOICE] = alpha, beta, NOTHING, -1


@kernel
def hand_down(parent: State, child: State) -> None:
    """The window of a child: its parent's, as its own chooser sees it."""
    alpha, beta = max(parent[ALPHA], parent[BEST]), parent[BETA]
    if child[TURN] != parent[TURN]:
        alpha, beta = sooner(alpha), sooner(beta)
    if child[ACTOR] != parent[ACTOR]:
        alpha, beta = -beta, -alpha
    set_window(child, alpha, beta)


@kernel
def seen_from(parent: State, child: State, score: int) -> int:
    """A child's score as its parent's chooser sees it."""
    if child[ACTOR] != parent[ACTOR]:
        score = -score
    return later(score) if child[TURN] != parent[TURN] else score


@kernel
def take_in(frame: State, score: int, history: State) -> None:
    """The current action leads to this score."""
    if score <= frame[BEST]:
        return
    frame[BEST] = score
    if score > frame[ALPHA]:
        frame[CHOICE] = frame[CURRENT]
    if score >= frame[BETA]:
        history[frame[ACTOR] * ACTIONS + frame[CURRENT]] += cards_in_hands(frame)


@kernel
def look_up(frame: State, table: State, memo: State) -> int:
    """What the table knows of a frame's state."""
    find_keys(memo, frame)
    frame[PLACE] = memo[KEYS] % memo[PLACES] * 2
    frame[CHECK] = memo[KEYS + 1] ^ memo[SALT]
    return entry_at(frame, table)


@kernel
def is_answered(frame: State, entry: int) -> int:
    """Whether bounds suffice for the window; then the one that does is the best score."""
    lower, upper = lower_in(entry), upper_in(entry)
    if lower >= frame[BETA] or lower == upper:
        frame[BEST] = lower
        return 1
    if upper <= frame[ALPHA]:
        frame[BEST] = upper
        return 1
    return 0


# -- the search ------------------------------------------------------------------------------------------------------------


@kernel
def descend(frames: Rows, table: State, history: State, out: State, memo: State) -> None:
    """Try the next action of the deepest frame: it has a score at once, or becomes a frame of its own."""
    parent, child = frames[memo[DEPTH]], frames[memo[DEPTH] + 1]
    parent[CURRENT] = next_move(parent)
    for word in range(WORDS):
        child[word] = parent[word]
    apply(child, parent[CURRENT])
    claim_all(child)
    memo[NODES] += 1
    if child[WINNER]:
        take_in(parent, seen_from(parent, child, result_for(child, child[ACTOR])), history)
        return
    hand_down(parent, child)
    entry = look_up(child, table, memo)
    if is_answered(child, entry):
        take_in(parent, seen_from(parent, child, child[BEST]), history)
    else:
        list_moves(child, action_in(entry), history, out, memo)
        memo[DEPTH] += 1


@kernel
def is_done(frame: State) -> int:
    """Whether nothing is left to try, or nothing more can come of it."""
    return int(frame[UNTRIED] == 0 or max(frame[ALPHA], frame[BEST]) >= frame[BETA])


@kernel
def begin(frames: Rows, alpha: int, beta: int, table: State, history: State, out: State, memo: State) -> None:
    """The state in the first frame is to be searched, with this window."""
    memo[DEPTH] = memo[OVERFULL] = 0
    set_window(frames[0], alpha, beta)
    entry = look_up(frames[0], table, memo)
    list_moves(frames[0], action_in(entry), history, out, memo)


@kernel
def run(frames: Rows, nodes: int, table: State, history: State, out: State, memo: State) -> int:
    """Look at so many more states at most; whether the first frame is done with."""
    stop = memo[NODES] + nodes
    while True:
        frame = frames[memo[DEPTH]]
        if not is_done(frame):
            if memo[DEPTH] + 1 == len(frames):
                memo[OVERFULL] = 1
            if memo[OVERFULL] or memo[NODES] >= stop:
                return 0
            descend(frames, table, history, out, memo)
            continue
        note(frame, table)
        if memo[DEPTH] == 0:
            return 1
        memo[DEPTH] -= 1
        parent = frames[memo[DEPTH]]
        take_in(parent, seen_from(parent, frame, frame[BEST]), history)
