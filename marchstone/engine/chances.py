"""How likely a side is to become each type of formation, from the cards its seat holds and those that nobody has seen.

Every unseen card comes to the seat in time with the same chance `q`, a card of its hand with the chance `sure` (other fronts
want it too), all independently. So a set of needed cards comes with the product of their chances, and `k` out of `n` likely ones
with a binomial tail, noted in a table for the q at hand. What comes out is a vector of CHANCES numbers:

    0 .. 5    at a type of `formations`: the chance that this is the best the side becomes (0: it is never filled)
    6 .. 11   at 6 + type: the total to expect then
"""

from __future__ import annotations

from typing import Any

from ..core.formations import (
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
)
from ..core.layout import FIRST_TACTIC, JOKERS, SHIELDS, SPIES
from .compiled import cpu, kernel

count, low, top, rest = cpu.bits.count, cpu.bits.low, cpu.bits.top, cpu.bits.rest
width_of, counted_of, is_lowest = cpu.formations.width_of, cpu.formations.counted_of, cpu.formations.is_lowest
game_of, values_of, type_of = cpu.formations.game_of, cpu.formations.values_of, cpu.formations.type_of
colour_of, value_of, reach = cpu.proof.colour_of, cpu.proof.value_of, cpu.proof.reach
elite_total, windows_with = cpu.proof.elite_total, cpu.proof.windows_with
table = cpu.target.table
COLOURS, COLUMN, LANE, STRIDE = cpu.layout.COLOURS, cpu.layout.COLUMN, cpu.layout.LANE, cpu.layout.STRIDE
LOWEST_VALUE, HIGHEST_VALUE, SPY_VALUE = cpu.layout.LOWEST_VALUE, cpu.layout.HIGHEST_VALUE, cpu.layout.SPY_VALUE

Numbers = Any  # a vector of floats
TYPES = 6
CHANCES = 2 * TYPES
ALL_CARDS = (1 << FIRST_TACTIC) - 1

# the table of `tail`: rows by how many cards there are (at most a lane), columns by how many must come (at most a side)
LEASTS = 5
COMING = 13 * LEASTS
# the number cards whose value has a binary digit, for each game
DIGITS = 4
WITH_DIGIT = table(
    [
        sum(1 << card for card in range(COLOURS[game] * STRIDE[game]) if card % STRIDE[game] >> digit & 1)
        for game in range(2)
        for digit in range(DIGITS)
    ]
)


@kernel
def total_of(cards: int, game: int) -> int:
    """The values of cards added up, one binary digit of all of them at a time."""
    total = 0
    for digit in range(DIGITS):
        total += count(cards & WITH_DIGIT[game * DIGITS + digit]) << digit
    return total


@kernel
def note_coming(q: float, come: Numbers) -> None:
    """Fill a table: the chance that at least so many out of a number of cards come, each with chance q."""
    come[0] = 1.0
    for least in range(1, LEASTS):
        come[least] = 0.0
    for number in range(LEASTS, COMING, LEASTS):
        come[number] = 1.0
        for least in range(1, LEASTS):
            come[number + least] = q * come[number - LEASTS + least - 1] + (1.0 - q) * come[number - LEASTS + least]


@kernel
def tail(number: int, least: int, come: Numbers) -> float:
    """What the table says."""
    return come[number * LEASTS + least]


@kernel
def wild_fill(row: int, need: int, elites: int) -> int:
    """Which values of a run the Spy and the Shield-Bearer supply; -1 if one of theirs is not wanted."""
    filled = 0
    if elites & SPIES:
        spy = 1 << SPY_VALUE[game_of(row)]
        if not need & spy:
            return -1
        filled = spy
    if elites & SHIELDS:
        small = need & ~filled & 0b1110
        if small == 0:
            return -1
        filled |= small & -small
    return filled


@kernel
def chance_of_set(held: int, likely: int, need: int, jokers: int, sure: float, q: float) -> float:
    """The chance that all needed cards of a lane come, Jokers standing in for the unlikeliest."""
    in_hand, unseen = count(need & held), count(need & likely & ~held)
    spare = jokers - (count(need) - in_hand - unseen)
    if spare < 0:
        return 0.0
    unseen -= spare
    if unseen < 0:
        in_hand, unseen = max(0, in_hand + unseen), 0
    chance = 1.0
    for _ in range(in_hand):
        chance *= sure
    for _ in range(unseen):
        chance *= q
    return chance


@kernel
def beginnings(row: int, have: int, free: int, elites: int) -> int:
    """Values at which a run over all of `have` may begin; where elite troops stand, also some at which none may."""
    game = game_of(row)
    return windows_with(have, LANE[game] if elites else free, width_of(row), 0, 1, game)


@kernel
def lane_runs(row: int, have: int, held: int, likely: int, elites: int, sure: float, q: float, out: Numbers, type_: int) -> None:
    """Runs within one lane, highest first: the chance that none came so far is what the others are weighed by."""
    width, jokers = width_of(row), count(elites & JOKERS)
    begins = beginnings(row, have, held | likely, elites)
    while begins:
        start = top(begins)
        begins ^= 1 << start
        need = ((1 << width) - 1) << start & ~have
        filled = wild_fill(row, need, elites)
        if filled >= 0:
            chance = chance_of_set(held, likely, need & ~filled, jokers, sure, q)
            if chance > 0.0:
                out[TYPES + type_] += (1.0 - out[type_]) * chance * (width * start + width * (width - 1) // 2)
                out[type_] += (1.0 - out[type_]) * chance


@kernel
def colour_runs(row: int, cards: int, elites: int, hand: int, unseen: int, sure: float, q: float, out: Numbers) -> None:
    """Colour-Runs: in the colour that lies there, or in any."""
    game = game_of(row)
    lane, stride = LANE[game], STRIDE[game]
    if cards:
        shift = colour_of(low(cards), game) * stride
        if cards >> shift <= lane:
            lane_runs(row, cards >> shift, hand >> shift & lane, unseen >> shift & lane, elites, sure, q, out, COLOUR_RUN)
        return
    for colour in range(COLOURS[game]):
        shift = colour * stride
        lane_runs(row, 0, hand >> shift & lane, unseen >> shift & lane, elites, sure, q, out, COLOUR_RUN)


@kernel
def same_values(
    row: int, cards: int, elites: int, missing: int, hand: int, unseen: int, sure: float, come: Numbers, out: Numbers
) -> None:
    """Cards of one value, highest first."""
    game = game_of(row)
    values = LANE[game]
    if elites & SPIES:
        values &= 1 << SPY_VALUE[game]
    if elites & SHIELDS:
        values &= 0b1110
    if cards:
        value = value_of(low(cards), game)
        if cards & ~(COLUMN[game] << value):
            return
        values &= 1 << value
    while values:
        value = top(values)
        column = COLUMN[game] << value
        held = min(missing, count(hand & column))
        chance = tail(count(unseen & column), missing - held, come)
        for _ in range(held):
            chance *= sure
        out[TYPES + SAME] += (1.0 - out[SAME]) * chance * value * width_of(row)
        out[SAME] += (1.0 - out[SAME]) * chance
        values ^= 1 << value


@kernel
def mean_value(values: int, game: int, otherwise: float) -> float:
    """The mean of a lane's values, a little above: one puts the better ones there."""
    number = count(values)
    return total_of(values, game) / number + 1.0 if number else otherwise


@kernel
def colours(
    row: int, cards: int, elites: int, missing: int, hand: int, unseen: int, sure: float, come: Numbers, out: Numbers
) -> None:
    """One colour: the one that lies there, or any."""
    game = game_of(row)
    lane, stride = LANE[game], STRIDE[game]
    for colour in range(COLOURS[game]):
        shift = colour * stride
        if cards & ~(lane << shift):
            continue
        held = min(missing, count(hand >> shift & lane))
        chance = tail(count(unseen >> shift & lane), missing - held, come)
        for _ in range(held):
            chance *= sure
        if chance > 0.0:
            mean = mean_value((hand | unseen) >> shift & lane, game, 0.0)
            total = total_of(cards, game) + elite_total(elites, game) + missing * mean
            out[TYPES + COLOUR] += (1.0 - out[COLOUR]) * chance * total
            out[COLOUR] += (1.0 - out[COLOUR]) * chance


@kernel
def runs(row: int, cards: int, elites: int, hand: int, unseen: int, sure: float, come: Numbers, out: Numbers) -> None:
    """Runs of any colours: a value is likelier the more cards of it are unseen."""
    game, width = game_of(row), width_of(row)
    have = values_of(cards, game)
    if count(have) < count(cards):
        return
    jokers = count(elites & JOKERS)
    held = values_of(hand, game)
    begins = beginnings(row, have, held | values_of(unseen, game), elites)
    while begins:
        start = top(begins)
        begins ^= 1 << start
        need = ((1 << width) - 1) << start & ~have
        filled = wild_fill(row, need, elites)
        if filled < 0:
            continue
        need &= ~filled
        chance, spare = 1.0, jokers
        while need:
            value = low(need)
            if held >> value & 1:
                chance *= sure
            else:
                here = tail(count(unseen & COLUMN[game] << value), 1, come)
                if spare > 0 and here < 0.5:
                    spare -= 1
                else:
                    chance *= here
            need = rest(need)
        out[TYPES + RUN] += (1.0 - out[RUN]) * chance * (width * start + width * (width - 1) // 2)
        out[RUN] += (1.0 - out[RUN]) * chance


@kernel
def sums(row: int, cards: int, elites: int, missing: int, hand: int, unseen: int, out: Numbers) -> None:
    """Anything: what lies there, and cards somewhat better than the mean of those to come."""
    game = game_of(row)
    total = float(total_of(cards, game))
    if missing:
        free = hand | unseen
        number = count(free)
        mean = total_of(free, game) / number if number else 0.0
        spread = (HIGHEST_VALUE[game] - LOWEST_VALUE[game]) / 5.0
        total += missing * (mean - spread if is_lowest(row) else mean + spread)
    if is_lowest(row):
        total += LOWEST_VALUE[game] * count(elites & JOKERS)
        if elites & SPIES:
            total += SPY_VALUE[game]
        if elites & SHIELDS:
            total += 1
    else:
        total += elite_total(elites, game)
    out[SUM] = 1.0 if count(hand | unseen) >= missing else 0.0
    out[TYPES + SUM] = total


@kernel
def complete(row: int, cards: int, elites: int, out: Numbers) -> None:
    """A full side is what it is."""
    strength = reach(row, cards, elites, 0, 0, 0)
    total = strength & TOTALS
    out[type_of(strength)] = 1.0
    out[TYPES + type_of(strength)] = TOTALS - total if is_lowest(row) else total


@kernel
def chances(
    row: int, cards: int, elites: int, missing: int, hand: int, unseen: int, sure: float, come: Numbers, out: Numbers
) -> None:
    """What a side may become; see above."""
    for place in range(CHANCES):
        out[place] = 0.0
    if missing == 0:
        complete(row, cards, elites, out)
        return
    counted, q = counted_of(row), tail(1, 1, come)
    if counted & COUNTS_COLOUR_RUN:
        colour_runs(row, cards, elites, hand, unseen, sure, q, out)
    if counted & COUNTS_SAME and width_of(row) > 1:
        same_values(row, cards, elites, missing, hand, unseen, sure, come, out)
    if counted & COUNTS_COLOUR:
        colours(row, cards, elites, missing, hand, unseen, sure, come, out)
    if counted & COUNTS_RUN:
        runs(row, cards, elites, hand, unseen, sure, come, out)
    sums(row, cards, elites, missing, hand, unseen, out)
    best_of(out)


@kernel
def hoped_for(row: int, cards: int) -> int:
    """The cards that bring a side with these number cards nearer to some type: all, if it has none or if only sums count.

    What shares their colour, or their value, or makes runs with them. That the total to expect changes a little is not looked at.
    """
    game, counted, width = game_of(row), counted_of(row), width_of(row)
    if cards == 0 or counted == 0:
        return ALL_CARDS
    wanted, lane, column = 0, LANE[game] << colour_of(low(cards), game) * STRIDE[game], COLUMN[game] << value_of(low(cards), game)
    if cards & ~lane == 0 and counted & (COUNTS_COLOUR | COUNTS_COLOUR_RUN):
        wanted |= lane
    if cards & ~column == 0 and counted & COUNTS_SAME:
        wanted |= column
    have = values_of(cards, game)
    if counted & COUNTS_RUN and count(have) == count(cards):
        least, most = max(0, top(have) - width + 1), min(HIGHEST_VALUE[game], low(have) + width - 1)
        wanted |= COLUMN[game] * ((2 << most) - (1 << least))
    return wanted


@kernel
def best_of(out: Numbers) -> None:
    """From what a side may become to the best that it becomes: a type counts only as far as none stronger came."""
    left = 1.0
    for place in range(TYPES - 1, 0, -1):
        if out[place] > 0.0:
            out[TYPES + place] /= out[place]
        out[place] *= left
        left -= out[place]
    out[0] = left
