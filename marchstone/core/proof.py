"""How strong a side can become: the strongest formation that some pool cards can still make of it.

`reach` answers for a complete side too (nothing is missing then), so that the strength of what lies on the table and the best
that the other side could reach come from the same lines. Elite troops have no declared value: wherever a formation is looked
for, a Joker fills any gap, the Spy is one more card of its value and the Shield-Bearer one of value 1, 2 or 3.
"""

from __future__ import annotations

from .bits import count, low, rest, top
from .formations import (
    COLOUR,
    COLOUR_RUN,
    COUNTS_COLOUR,
    COUNTS_COLOUR_RUN,
    COUNTS_RUN,
    COUNTS_SAME,
    RUN,
    SAME,
    SUM,
    TOTALS,
    TYPE_SHIFT,
    counted_of,
    game_of,
    is_lowest,
    type_of,
    values_of,
    width_of,
    with_value,
)
from .layout import (
    COLOURS,
    COLUMN,
    FIRST_TACTIC,
    HIGHEST_VALUE,
    JOKERS,
    LANE,
    LOWEST_VALUE,
    SHIELDS,
    SPIES,
    SPY_VALUE,
    STRIDE,
)
from .target import kernel, table

SHIELD_VALUES = 0b1110
NO_SHIELD = 1 << 60  # walked through once, and then nothing is added

# card * RECIPROCAL >> 11 is card // STRIDE for all number cards; in a table of all cards every lane of a GPU would ask elsewhere
RECIPROCAL = table([2048 // stride + 1 for stride in STRIDE])


@kernel
def colour_of(card: int, game: int) -> int:
    """Which lane a number card lies in."""
    return card * RECIPROCAL[game] >> 11


@kernel
def value_of(card: int, game: int) -> int:
    """A number card's value."""
    return card - colour_of(card, game) * STRIDE[game]


@kernel
def is_run(values: int, width: int) -> int:
    """Whether `width` cards that show just these values are consecutive: no gap, none twice."""
    return count(values) == width and top(values) - low(values) == width - 1


@kernel
def gaps_filled(free: int, width: int, jokers: int) -> int:
    """Lane bits where a window of `width` values may begin that lacks at most `jokers` (0, 1 or 2) of them.

    Looked at for all lanes at once: `none`, `one` and `two` are the beginnings with at most that many gaps so far.
    """
    if jokers == 0:
        for _ in range(width - 1):
            free &= free >> 1
        return free
    none = one = two = (1 << FIRST_TACTIC) - 1
    for step in range(width):
        here = free >> step
        two = (two & here) | one
        one = (one & here) | none
        none &= here
    return one if jokers == 1 else two


@kernel
def windows_with(have: int, free: int, width: int, jokers: int, spread: int, game: int) -> int:
    """Values at which a run over all of `have` may begin, if `free` cards and Jokers fill the rest.

    `spread` is 1 for one lane, or a bit in every lane to look at all colours at once.
    """
    first, last = LOWEST_VALUE[game], HIGHEST_VALUE[game] - width + 1
    if have:
        first = max(first, top(have) - width + 1)
        last = min(last, low(have))
        if last < first:
            return 0
    begins = gaps_filled(free | have * spread, width, jokers) & ((2 << last) - (1 << first)) * spread
    return begins if spread == 1 else values_of(begins, game)


@kernel
def windows(row: int, have: int, free: int, elites: int, spread: int) -> int:
    """As above, with the Spy and the Shield-Bearer as further values that the run must hold."""
    game = game_of(row)
    if elites == 0:
        return windows_with(have, free, width_of(row), 0, spread, game)
    if elites & SPIES:
        spy = 1 << SPY_VALUE[game]
        if have & spy:
            return 0
        have |= spy
    jokers = count(elites & JOKERS)
    shield = SHIELD_VALUES & ~have if elites & SHIELDS else NO_SHIELD
    found = 0
    while shield:
        found |= windows_with(have | 1 << low(shield) & SHIELD_VALUES, free, width_of(row), jokers, spread, game)
        shield = rest(shield)
    return found


@kernel
def run_total(start: int, width: int) -> int:
    """start + (start + 1) + ... : `width` of them; -1 when there is no start."""
    return width * start + width * (width - 1) // 2 if start >= 0 else -1


@kernel
def colour_run(row: int, cards: int, elites: int, pool: int) -> int:
    """Highest total of a Colour-Run that can be made; -1 if none can."""
    game = game_of(row)
    if cards == 0:
        found = windows(row, 0, pool, elites, COLUMN[game])
    else:
        shift = colour_of(low(cards), game) * STRIDE[game]
        have = cards >> shift
        if have > LANE[game]:
            return -1  # two colours
        found = windows(row, have, pool >> shift & LANE[game], elites, 1)
    return run_total(top(found), width_of(row))


@kernel
def same_value(row: int, cards: int, elites: int, missing: int, pool: int) -> int:
    """Highest total of cards of one value; -1 if there are not enough of any."""
    game = game_of(row)
    values = LANE[game]
    if elites & SPIES:
        values &= 1 << SPY_VALUE[game]
    if elites & SHIELDS:
        values &= SHIELD_VALUES
    if cards:
        value = value_of(low(cards), game)
        if cards & ~with_value(value, game):
            return -1
        values &= 1 << value
    else:
        # no card of the table fixes the value: the pool or an elite troop must
        values &= values_of(pool, game) if missing else -1
    while values:
        value = top(values)
        if count(pool & with_value(value, game)) >= missing:
            return value * width_of(row)
        values ^= 1 << value
    return -1


@kernel
def elite_total(elites: int, game: int) -> int:
    """The highest values the elite troops can take."""
    total = count(elites & JOKERS) * HIGHEST_VALUE[game]
    if elites & SPIES:
        total += SPY_VALUE[game]
    if elites & SHIELDS:
        total += 3
    return total


@kernel
def sum_of(values: int) -> int:
    """The total of a lane's values."""
    total = 0
    while values:
        value = top(values)
        total += value
        values ^= 1 << value
    return total


@kernel
def highest_of(free: int, missing: int) -> int:
    """The `missing` highest values of a lane, as bits."""
    picked = 0
    for _ in range(missing):
        picked |= 1 << top(free & ~picked)
    return picked


@kernel
def plain_colour(row: int, have: int, elites: int, picked: int, free: int) -> int:
    """Where Colour counts but stronger types do not: the highest total that is no run and not all of one value; -1 if none is.

    A Joker or a Shield-Bearer that steps down by one always breaks what it was part of (a front of two that counts Colour alone
    has no elite troops in any preset); otherwise the lowest pick steps down.
    """
    game, width = game_of(row), width_of(row)
    total = sum_of(have) + sum_of(picked) + elite_total(elites, game)
    jokers = count(elites & JOKERS)
    values = have | picked
    if jokers:
        values |= 1 << HIGHEST_VALUE[game]
    if elites & SPIES:
        values |= 1 << SPY_VALUE[game]
    if elites & SHIELDS:
        values |= 1 << 3
    while is_run(values, width) or count(values) == 1:
        if jokers or elites & SHIELDS:
            return total - 1
        lower = free & ((1 << low(picked)) - 1) if picked else 0
        if lower == 0:
            return -1
        total -= low(picked) - top(lower)
        picked = picked & (picked - 1) | 1 << top(lower)
        values = have | picked | (1 << SPY_VALUE[game] if elites & SPIES else 0)
    return total


@kernel
def colour_in_lane(row: int, have: int, elites: int, missing: int, free: int) -> int:
    """Highest total of one colour, given what of it lies there and what is free; -1 if too few are."""
    if count(free) < missing:
        return -1
    picked = highest_of(free, missing)
    if not counted_of(row) & COUNTS_COLOUR_RUN:
        return plain_colour(row, have, elites, picked, free)
    return sum_of(have) + sum_of(picked) + elite_total(elites, game_of(row))


@kernel
def one_colour(row: int, cards: int, elites: int, missing: int, pool: int) -> int:
    """Highest total of cards of one colour; -1 if none can be made."""
    game = game_of(row)
    lane = LANE[game]
    if cards:
        shift = colour_of(low(cards), game) * STRIDE[game]
        have = cards >> shift
        return colour_in_lane(row, have, elites, missing, pool >> shift & lane) if have <= lane else -1
    best = -1
    for colour in range(COLOURS[game]):
        best = max(best, colour_in_lane(row, 0, elites, missing, pool >> colour * STRIDE[game] & lane))
    return best


@kernel
def is_one_colour(cards: int, game: int) -> int:
    """Whether number cards share one colour."""
    return cards >> colour_of(low(cards), game) * STRIDE[game] <= LANE[game]


@kernel
def mixed_run(row: int, cards: int, pool: int, found: int) -> int:
    """Where Run counts but Colour-Run does not: the highest start of a run that need not be of one colour; -1 if all must be."""
    game, width = game_of(row), width_of(row)
    lacking = ~values_of(cards, game)
    while found:
        start = top(found)
        span = ((1 << width) - 1) << start & lacking
        if not is_one_colour(cards | pool & COLUMN[game] * span, game):
            return start
        found ^= 1 << start
    return -1


@kernel
def any_run(row: int, cards: int, elites: int, pool: int) -> int:
    """Highest total of consecutive values of any colours; -1 if none can be made."""
    game, width = game_of(row), width_of(row)
    have = values_of(cards, game)
    if count(have) < count(cards):
        return -1  # a value twice
    found = windows(row, have, values_of(pool, game), elites, 1)
    if counted_of(row) & COUNTS_COLOUR_RUN:
        return run_total(top(found), width)
    if width == 1:
        return -1  # a single card is a Colour-Run
    start = top(found) if elites else mixed_run(row, cards, pool, found)
    return run_total(start, width)


@kernel
def highest_sum(cards: int, elites: int, missing: int, pool: int, game: int) -> int:
    """Highest total of any cards: those that lie there, and of the pool value by value from the top."""
    total = elite_total(elites, game) if elites else 0
    while cards:
        total += value_of(low(cards), game)
        cards = rest(cards)
    value = top(values_of(pool, game)) if missing else 0
    while missing:
        taken = min(missing, count(pool & with_value(value, game)))
        missing -= taken
        total += value * taken
        value -= 1
    return total


@kernel
def lowest_sum(cards: int, elites: int, missing: int, pool: int, game: int) -> int:
    """Lowest total of any cards: value by value from the bottom; a Joker takes the lowest value, the Shield-Bearer 1."""
    total = count(elites & JOKERS) * LOWEST_VALUE[game]
    if elites & SPIES:
        total += SPY_VALUE[game]
    if elites & SHIELDS:
        total += 1
    value = 0
    while cards or missing:
        column = with_value(value, game)
        taken = min(missing, count(pool & column))
        missing -= taken
        total += value * (taken + count(cards & column))
        cards &= ~column
        value += 1
    return total


@kernel
def reach(row: int, cards: int, elites: int, missing: int, pool: int, floor: int) -> int:
    """The strongest formation that a side can become with `missing` cards of the pool; 0 if the pool cannot fill it.

    Types weaker than that of `floor` are not looked at: where only a stronger formation matters, the answer is then 0.
    """
    if missing and count(pool) < missing:
        return 0
    game, counted, least = game_of(row), counted_of(row), type_of(floor)
    if counted:
        if counted & COUNTS_COLOUR_RUN:
            total = colour_run(row, cards, elites, pool)
            if total >= 0:
                return COLOUR_RUN << TYPE_SHIFT | total
        if counted & COUNTS_SAME and least <= SAME and width_of(row) > 1:
            total = same_value(row, cards, elites, missing, pool)
            if total >= 0:
                return SAME << TYPE_SHIFT | total
        if counted & COUNTS_COLOUR and least <= COLOUR:
            total = one_colour(row, cards, elites, missing, pool)
            if total >= 0:
                return COLOUR << TYPE_SHIFT | total
        if counted & COUNTS_RUN and least <= RUN:
            total = any_run(row, cards, elites, pool)
            if total >= 0:
                return RUN << TYPE_SHIFT | total
        if least > SUM:
            return 0
    if is_lowest(row):
        return SUM << TYPE_SHIFT | TOTALS - lowest_sum(cards, elites, missing, pool, game)
    return SUM << TYPE_SHIFT | highest_sum(cards, elites, missing, pool, game)
