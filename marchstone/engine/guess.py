"""What each legal action seems to lead to, told from one look at the position instead of trying them all.

Playing a card changes one side, and takes the card out of the hand that other sides hope for: both effects are looked up, each
weighed by what its front is worth. Other actions get the worth of the best play, less what they fall behind it on the average.
"""

from __future__ import annotations

from typing import Any

from ..core.actions import CLAIM, DRAW, MODE, OIL, PLAY, RETREAT, RUSE, TROOP
from ..core.layout import CARDS_ON, CHANGED, CLAIMED, FIRST_TACTIC, FRONTS, HAND, KNOWN, ORDER, POOL, ROOM, SIDE_WORDS, STONES
from ..core.presets import FRONT_COUNT, GAME
from ..core.walls import ATTACKER
from ..core.zones import ONE_CARD
from .chances import CHANCES, COMING, chances, hoped_for
from .compiled import cpu, kernel
from .fronts import coming, open_chance
from .knobs import FRONT_CHANCE, SIDE_CHANCES, SURE, TACTIC_WORTH, WEIGHT
from .network import JUDGE_SCRATCH
from .policy import draw_value
from .worth import gained, weigh, worth

State = Any
Numbers = Any
low, rest, count = cpu.bits.low, cpu.bits.rest, cpu.bits.count
family_of, card_index, place_index = cpu.actions.family_of, cpu.actions.card_index, cpu.actions.place_index
setting, row_at, width_of = cpu.presets.setting, cpu.presets.row_at, cpu.formations.width_of
side_of, count_on, elites_on = cpu.zones.side_of, cpu.zones.count_on, cpu.zones.elites_on
put, settle, provable_at = cpu.zones.put, cpu.zones.settle, cpu.claims.provable_at

# by how much the best action of another kind falls behind the best play, as trying them all shows on the average
OIL_BEHIND, RETREAT_BEHIND, MODE_BEHIND, RUSE_BEHIND = 0.05, 0.03, 0.05, 0.01
GUESS_CARDS = 64
LOSS = JUDGE_SCRATCH  # for each number card of the hand: what leaving the hand costs, in all and at each front
GUESS_SCRATCH = LOSS + GUESS_CARDS * (FRONTS + 1)


@kernel
def chance_with(
    s: State, front: int, seat: int, cards: int, elites: int, missing: int, hand: int, f: Numbers, knobs: Numbers
) -> float:
    """Seat 0's chance at a front if one side, and the hand behind it, were another; what that side may become is then noted."""
    place = SIDE_CHANCES + (2 * front + seat) * CHANCES
    unseen = s[POOL] & ~(s[HAND + 2 * seat] | s[KNOWN + 2 * (1 - seat)])
    come = f[coming(seat) : coming(seat) + COMING]
    chances(row_at(s, front), cards, elites, missing, hand, unseen, knobs[SURE], come, f[place : place + CHANCES])
    return open_chance(s, front, seat, f, knobs)


@kernel
def chance_without(s: State, front: int, seat: int, hand: int, f: Numbers, knobs: Numbers) -> float:
    """Seat 0's chance at a front if the hand were smaller. What empty sides may become is alike at all fronts of one row."""
    side, place = side_of(front, seat), SIDE_CHANCES + (2 * front + seat) * CHANCES
    row, missing = row_at(s, front), width_of(row_at(s, front)) - count_on(s, side)
    empty = s[side + ORDER] == 0
    if empty and f[LACK_ROW] == row:
        copy_side(f, LACK, place)
        return open_chance(s, front, seat, f, knobs)
    changed = chance_with(s, front, seat, s[side + CARDS_ON], elites_on(s, side), missing, hand, f, knobs)
    if empty:
        f[LACK_ROW] = row
        copy_side(f, place, LACK)
    return changed


@kernel
def note_losses(s: State, seat: int, cards: int, f: Numbers, knobs: Numbers, hoped: State) -> None:
    """For some number cards of the hand, what the fronts lose that hope for them."""
    fronts = s[ROOM + seat] & ~(s[CLAIMED] | s[CLAIMED + 1])
    for front in range(setting(s, FRONT_COUNT)):
        hoped[front] = hoped_for(row_at(s, front), s[side_of(front, seat) + CARDS_ON]) if fronts >> front & 1 else 0
    while cards:
        card = low(cards)
        cards = rest(cards)
        note_loss(s, seat, card, f, knobs, hoped)


@kernel
def note_loss(s: State, seat: int, card: int, f: Numbers, knobs: Numbers, hoped: State) -> None:
    """The same for one card, front by front and in all."""
    total, hand = 0.0, s[HAND + 2 * seat] & ~(1 << card)
    sign = 1.0 - 2.0 * seat
    f[LACK_ROW] = -1.0
    for front in range(setting(s, FRONT_COUNT)):
        loss = 0.0
        if hoped[front] >> card & 1:
            place = SIDE_CHANCES + (2 * front + seat) * CHANCES
            copy_side(f, place, KEPT)
            changed = chance_without(s, front, seat, hand, f, knobs)
            loss = sign * f[WEIGHT + front] * (changed - f[FRONT_CHANCE + front])
            copy_side(f, KEPT, place)
        f[LOSS + card * (FRONTS + 1) + front] = loss
        total += loss
    f[LOSS + card * (FRONTS + 1) + FRONTS] = total


@kernel
def cards_among(actions: State, number: int) -> int:
    """The number cards that some actions play."""
    cards = 0
    for index in range(number):
        if family_of(actions[index]) == PLAY:
            cards |= 1 << card_index(actions[index])
    return cards


KEPT = GUESS_SCRATCH
LACK = KEPT + CHANCES
LACK_ROW = LACK + CHANCES
BEGUN = LACK_ROW + 1
BEGUN_ROW, BEGUN_CARD = BEGUN + CHANCES, BEGUN + CHANCES + 1
ALL_SCRATCH = BEGUN_CARD + 1
KEPT_WORDS = 10


@kernel
def copy_side(f: Numbers, place: int, there: int) -> None:
    """The chances of a side, noted at another place too."""
    for number in range(CHANCES):
        f[there + number] = f[place + number]


@kernel
def keep_words(s: State, front: int, kept: State) -> None:
    """Note the words of a state that a card put down at a front changes."""
    for word in range(2 * SIDE_WORDS):
        kept[word] = s[side_of(front, 0) + word]
    kept[6], kept[7], kept[8], kept[9] = s[ROOM], s[ROOM + 1], s[POOL], s[CHANGED]


@kernel
def restore_words(s: State, front: int, kept: State) -> None:
    """They are again what was noted."""
    for word in range(2 * SIDE_WORDS):
        s[side_of(front, 0) + word] = kept[word]
    s[ROOM], s[ROOM + 1], s[POOL], s[CHANGED] = kept[6], kept[7], kept[8], kept[9]


@kernel
def may_claim_with(s: State, front: int, seat: int) -> int:
    """Whether the seat has proved the front now, and is one that claims."""
    if setting(s, GAME) != STONES and seat != ATTACKER:
        return 0
    return provable_at(s, front, seat)


@kernel
def chance_full(s: State, seat: int, card: int, front: int, hand: int, f: Numbers, knobs: Numbers, kept: State) -> float:
    """Seat 0's chance at a front if a card, or an elite troop, fills a side."""
    side = side_of(front, seat)
    keep_words(s, front, kept)
    put(s, front, seat, card)
    settle(s, front, seat)
    missing = width_of(row_at(s, front)) - count_on(s, side)
    if missing == 0 and may_claim_with(s, front, seat):
        changed = 1.0 - seat
    else:
        changed = chance_with(s, front, seat, s[side + CARDS_ON], elites_on(s, side), missing, hand, f, knobs)
    restore_words(s, front, kept)
    return changed


@kernel
def chance_begun(s: State, seat: int, card: int, front: int, hand: int, f: Numbers, knobs: Numbers) -> float:
    """The same if it is a number card and the side is not full yet. Sides that it begins are alike at all fronts of one row."""
    side, place, row = side_of(front, seat), SIDE_CHANCES + (2 * front + seat) * CHANCES, row_at(s, front)
    begins = s[side + ORDER] == 0
    s[side + ORDER] += ONE_CARD
    if begins and f[BEGUN_ROW] == row and f[BEGUN_CARD] == card:
        copy_side(f, BEGUN, place)
        changed = open_chance(s, front, seat, f, knobs)
    else:
        cards, missing = s[side + CARDS_ON] | 1 << card, width_of(row) - count_on(s, side)
        changed = chance_with(s, front, seat, cards, elites_on(s, side), missing, hand, f, knobs)
        if begins:
            copy_side(f, place, BEGUN)
            f[BEGUN_ROW], f[BEGUN_CARD] = row, card
    s[side + ORDER] -= ONE_CARD
    return changed


@kernel
def gain_at(s: State, seat: int, card: int, front: int, f: Numbers, knobs: Numbers, kept: State) -> float:
    """What a card, or an elite troop, changes at the front where it is played."""
    side, place = side_of(front, seat), SIDE_CHANCES + (2 * front + seat) * CHANCES
    hand = s[HAND + 2 * seat]
    if card < FIRST_TACTIC:
        hand &= ~(1 << card)
    copy_side(f, place, KEPT)
    if card < FIRST_TACTIC and count_on(s, side) + 1 < width_of(row_at(s, front)):
        changed = chance_begun(s, seat, card, front, hand, f, knobs)
    else:
        changed = chance_full(s, seat, card, front, hand, f, knobs, kept)
    copy_side(f, KEPT, place)
    return (1.0 - 2.0 * seat) * f[WEIGHT + front] * (changed - f[FRONT_CHANCE + front])


@kernel
def play_gain(s: State, seat: int, action: int, f: Numbers, knobs: Numbers, kept: State) -> float:
    """What playing a number card, or an elite troop, brings a seat."""
    card, front = card_index(action), place_index(action)
    if family_of(action) == TROOP:
        change = gain_at(s, seat, card + FIRST_TACTIC, front, f, knobs, kept)
        return gained(s, seat, change, f, knobs) - knobs[TACTIC_WORTH]
    lost = f[LOSS + card * (FRONTS + 1) + FRONTS] - f[LOSS + card * (FRONTS + 1) + front]
    return gained(s, seat, lost + gain_at(s, seat, card, front, f, knobs, kept), f, knobs)


@kernel
def behind(family: int) -> float:
    """How far other actions fall behind the best play."""
    if family == OIL:
        return OIL_BEHIND
    if family == RETREAT:
        return RETREAT_BEHIND
    return MODE_BEHIND if family == MODE else RUSE_BEHIND if family == RUSE else 0.0


@kernel
def guess(s: State, seat: int, actions: State, number: int, values: Numbers, f: Numbers, knobs: Numbers, kept: State) -> float:
    """What each of some legal actions of a seat seems to lead to; and what the position is worth to it."""
    here = worth(s, seat, f, knobs)
    weigh(s, f, knobs)
    f[BEGUN_ROW] = -1.0
    note_losses(s, seat, cards_among(actions, number), f, knobs, kept)
    best = -1.0
    for index in range(number):
        family = family_of(actions[index])
        if family == PLAY or family == TROOP:
            values[index] = here + play_gain(s, seat, actions[index], f, knobs, kept)
            best = max(best, values[index])
    if best < 0.0:
        best = here
    for index in range(number):
        family = family_of(actions[index])
        if family == CLAIM:
            values[index] = 1.0
        elif family == DRAW:
            values[index] = here + draw_value(s, seat, place_index(actions[index])) - 0.5
        elif family != PLAY and family != TROOP:
            values[index] = best - behind(family)
    return here
