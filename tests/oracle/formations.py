"""Formations and claim proofs, by trying things out.

Cards are texts: `r9` is a number card, `joker1`, `spy` and `shield` are wild. Stronger means a greater tuple.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

Strength = tuple[int, int]

# From weak to strong ("Formations").
TYPES = ["sum", "run", "colour", "same", "colour-run"]
ALL_TYPES = frozenset(TYPES[1:])
SHIELD_VALUES = range(1, 4)


@dataclass(frozen=True)
class Game:
    """The cards of a game: its kind (`stones` or `walls`), colour letters, values, and the value of the Spy."""

    kind: str
    colours: str
    values: range
    spy: int


def is_number(card: str) -> bool:
    """A number card is a colour letter and a value; all other cards are words."""
    return card[1:].isdigit()


def value(card: str) -> int:
    """The value printed on a number card."""
    return int(card[1:])


def possible_values(card: str, game: Game) -> list[int]:
    """Joker: any value of the game. Spy: its one value. Shield-Bearer: 1, 2 or 3. A number card: its own."""
    if is_number(card):
        return [value(card)]
    if card.startswith("joker"):
        return list(game.values)
    if card == "spy":
        return [game.spy]
    if card == "shield":
        return list(SHIELD_VALUES)
    raise ValueError(f"{card} cannot stand on a side")


def formation(values: Iterable[int], one_colour: bool) -> str:
    """The strongest type that a set of values is, judged over all its cards, in any order of play."""
    ordered = sorted(values)
    in_a_row = ordered == list(range(ordered[0], ordered[0] + len(ordered)))
    if one_colour and in_a_row:
        return "colour-run"
    if ordered[0] == ordered[-1]:
        return "same"
    if one_colour:
        return "colour"
    return "run" if in_a_row else "sum"


@lru_cache(maxsize=100_000)
def _strength(cards: tuple[str, ...], counted: frozenset[str], lowest: bool, game: Game) -> Strength:
    numbers = [card for card in cards if is_number(card)]
    colours = {card[0] for card in numbers}
    # A wild takes any colour. So a side with a wild can be of one colour when its number cards are not of two, and it
    # can be of several colours whenever it has a second card.
    if len(cards) == 1:
        shades = [True]
    elif len(numbers) == len(cards):
        shades = [len(colours) == 1]
    elif len(colours) <= 1:
        shades = [True, False]
    else:
        shades = [False]
    choices = [possible_values(card, game) for card in cards]
    if not counted:  # only totals count: every wild takes its best value by itself
        choices = [[min(choice) if lowest else max(choice)] for choice in choices]
    results: list[Strength] = []
    for values in product(*choices):
        total = sum(values)
        for one_colour in shades:
            name = formation(values, one_colour)
            # A type that the front does not count is a Sum there, a Colour-Run too.
            rank = TYPES.index(name) if name in counted else 0
            results.append((rank, -total if lowest else total))
    return max(results)


def strength(cards: Iterable[str], counted: frozenset[str], lowest: bool, game: Game) -> Strength:
    """Strength of a full side: the type, then the total (the lower one is stronger where `lowest`); wilds at their best."""
    return _strength(tuple(sorted(cards)), counted, lowest, game)


def fillings(
    other: list[str], width: int, counted: frozenset[str], lowest: bool, pool: Iterable[str], game: Game
) -> Iterator[list[str]]:
    """Ways to fill `other` from the pool, the strongest of every type among them.

    A filling is left out only where it cannot give the best side of its type:
    - a Sum is best with the highest (lowest) cards of the pool, and whatever type these make is no weaker than a Sum;
    - a Colour-Run or a Colour has all its number cards of one colour: all such fillings are tried;
    - a Same has all its number cards of one value: all such fillings are tried;
    - a Run lies within `width` consecutive values and has each value once. Which card of a value is taken matters only
      for being of several colours, and for that two cards of a value are enough to choose from.
    """
    missing = width - len(other)
    cards = sorted(pool, key=lambda card: (value(card), card), reverse=not lowest)
    if len(cards) < missing:
        return
    yield cards[:missing]
    numbers = [card for card in other if is_number(card)]
    if "colour-run" in counted or "colour" in counted:
        for colour in game.colours:
            if all(card[0] == colour for card in numbers):
                for chosen in combinations([card for card in cards if card[0] == colour], missing):
                    yield list(chosen)
    if "same" in counted:
        for wanted in game.values:
            if all(value(card) == wanted for card in numbers):
                for chosen in combinations([card for card in cards if value(card) == wanted], missing):
                    yield list(chosen)
    if "run" in counted:
        for low in range(game.values.start, game.values.stop - width + 1):
            row = range(low, low + width)
            if all(value(card) in row for card in numbers):
                for wanted_values in combinations(row, missing):
                    two = [[card for card in cards if value(card) == wanted][:2] for wanted in wanted_values]
                    for chosen in product(*two):
                        yield list(chosen)


def best_reply(
    other: list[str], width: int, counted: frozenset[str], lowest: bool, pool: Iterable[str], game: Game
) -> tuple[Strength, list[str]] | None:
    """The best that the other side can become, and pool cards that do it; None when the pool cannot fill it."""
    best: tuple[Strength, list[str]] | None = None
    for chosen in fillings(other, width, counted, lowest, pool, game):
        reached = strength(other + chosen, counted, lowest, game)
        if best is None or reached > best[0]:
            best = reached, chosen
    return best


@lru_cache(maxsize=20_000)
def _no_better_reply(
    mine: Strength,
    other: tuple[str, ...],
    width: int,
    counted: frozenset[str],
    lowest: bool,
    pool: frozenset[str],
    game: Game,
) -> bool:
    for chosen in fillings(list(other), width, counted, lowest, pool, game):
        if strength(list(other) + chosen, counted, lowest, game) > mine:
            return False
    return True


def claim_holds(
    own: list[str],
    other: list[str],
    width: int,
    counted: frozenset[str],
    lowest: bool,
    own_first: bool,
    pool: Iterable[str],
    game: Game,
) -> bool:
    """The three points of "Proving a claim".

    1. The own side is complete. 2. A complete other side must be weaker, or equal and completed later. 3. An incomplete
    one must have no strictly stronger completion from the pool; it holds also when the pool cannot fill it.
    """
    if len(own) != width:
        return False
    mine = strength(own, counted, lowest, game)
    if len(other) == width:
        theirs = strength(other, counted, lowest, game)
        return mine > theirs or (mine == theirs and own_first)
    return _no_better_reply(mine, tuple(sorted(other)), width, counted, lowest, frozenset(pool), game)
