"""Moves: one short text, one frozen value and one number of the core for each micro-action."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import overload

from .cards import GAME_NAMES, NUMBERS, TEXTS
from .core import actions as a
from .core import games, presets
from .core.layout import FIRST_TACTIC, FRONTS, State
from .errors import MarchstoneError, TextError, WrongTypeError
from .guards import check_choice, check_number, words_of

VERBS = ("play", "claim", "draw", "retreat", "oil", "take", "put", "bury", "give", "pass", "done")
PILES = (("clan", "tactic"), ("siege", "tactic"))
AT_FRONT = {a.CLAIM: "claim", a.RETREAT: "retreat", a.OIL: "oil"}
OF_HAND = {a.BURY: "bury", a.BURY_TACTIC: "bury", a.GIVE: "give", a.GIVE_TACTIC: "give"}
OF_TABLE = {a.TAKE: "take", a.TAKE_TROOP: "take"}
FINISHES = ("pass", "done")
DISCARD = "discard"
FRONT_TEXTS = tuple(str(front + 1) for front in range(FRONTS))
FAMILIES_OF: dict[str, tuple[int, ...]] = {
    "play": (a.PLAY, a.TROOP, a.MODE, a.RUSE),
    "claim": (a.CLAIM,),
    "draw": (a.DRAW,),
    "retreat": (a.RETREAT,),
    "oil": (a.OIL,),
    "take": (a.TAKE, a.TAKE_TROOP),
    "put": (a.PUT,),
    "bury": (a.BURY, a.BURY_TACTIC),
    "give": (a.GIVE, a.GIVE_TACTIC),
    "pass": (a.FINISH,),
    "done": (a.FINISH,),
}


def action_text(action: int, game: int) -> str:
    """The text of an action."""
    family = a.family_of(action)
    card, place = a.card_index(action), a.place_index(action)
    texts = TEXTS[game]
    if family in (a.PLAY, a.TROOP):
        return f"play {texts[card + FIRST_TACTIC * (family == a.TROOP)]} {place + 1}"
    if family == a.MODE:
        return f"play {texts[a.MODES[card]]} {place + 1}"
    if family == a.RUSE:
        return f"play {texts[a.RUSES[place]]}"
    if family in AT_FRONT:
        return f"{AT_FRONT[family]} {place + 1}"
    if family == a.DRAW:
        return f"draw {PILES[game][place]}"
    if family == a.PUT:
        return f"put {DISCARD if place == a.TO_DISCARD else place + 1}"
    if family == a.FINISH:
        return FINISHES[place]
    tactic = family in (a.TAKE_TROOP, a.BURY_TACTIC, a.GIVE_TACTIC)
    return f"{(OF_HAND | OF_TABLE)[family]} {texts[place + FIRST_TACTIC * tactic]}"


def table_of(game: int) -> tuple[str, ...]:
    """The text of every action of a game; an action on a card that the game has not has none."""
    texts = (action_text(action, game) for action in range(a.ACTIONS))
    return tuple("" if "  " in text or text.endswith(" ") else text for text in texts)


ACTION_TEXTS = (table_of(0), table_of(1))
ACTION_NUMBERS = tuple({text: action for action, text in enumerate(texts) if text} for texts in ACTION_TEXTS)

# what a Move may say: an action of either game
ALL_TEXTS = frozenset(ACTION_NUMBERS[0]) | frozenset(ACTION_NUMBERS[1])


# -- reading ---------------------------------------------------------------------------------------------------------------

LONGEST = 80
WORD = re.compile("[^ ]+")
FRONT_EXPECTED = "a front from 1 to 9"
EXPECTED = {
    "play": "a card",
    "take": "a number card or an elite troop",
    "bury": "a card",
    "give": "a card",
    "draw": "clan, siege or tactic",
    "put": f"{FRONT_EXPECTED}, or {DISCARD}",
}
CARD_VERBS = ("play", "take", "bury", "give")
BEGINNINGS = frozenset(" ".join(text.split(" ")[:words]) for text in ALL_TEXTS for words in range(4))


def read_words(text: str) -> tuple[str, ...]:
    """The words of a move; an error says which word is wrong, and what could stand there."""
    if not isinstance(text, str):
        raise WrongTypeError("move.type", f"a move is a text, not {type(text).__name__}", expected="a text such as 'play r9 5'")
    if len(text) > LONGEST:
        raise TextError("text.too-long", "this text is too long for a move", at=LONGEST, expected=f"at most {LONGEST} characters")
    words = tuple(WORD.findall(text))
    if not words:
        raise TextError("move.empty", "a move without words", at=0, expected=", ".join(VERBS))
    if " ".join(words) not in ALL_TEXTS:
        raise fault_in(text, words)
    return words


def fault_in(text: str, words: tuple[str, ...]) -> TextError:
    """What is wrong with words that are no move: the first one that no move goes on with, or the one that is missing."""
    good = 0
    while good < len(words) and " ".join(words[: good + 1]) in BEGINNINGS:
        good += 1
    beginning = " ".join(words[:good])
    expected = what_follows(beginning)
    if good == len(words):
        return TextError("move.syntax", f"{beginning!r} is not a whole move", at=len(text), expected=expected)
    at = [match.start() for match in WORD.finditer(text)][good]
    if beginning in CARD_VERBS and not any(words[good] in numbers for numbers in NUMBERS):
        return TextError("card.unknown", f"there is no card {words[good]!r}", at=at, expected=expected)
    after = f" after {beginning!r}" if beginning else ""
    return TextError("move.syntax", f"{words[good]!r} cannot stand here{after}", at=at, expected=expected)


def what_follows(beginning: str) -> str:
    """What a move that begins so goes on with."""
    if not beginning:
        return ", ".join(VERBS)
    if beginning in ALL_TEXTS:
        return "nothing more"
    return EXPECTED.get(beginning, FRONT_EXPECTED)


def game_number(game: int | str) -> int:
    """A game by its number in the core, or by its name."""
    if isinstance(game, int):
        return check_number(game, "game.unknown", "the number of a game", 0, len(GAME_NAMES) - 1)
    check_choice(game, GAME_NAMES, "game.unknown", "game")
    return GAME_NAMES.index(game)


# -- a move ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """One move by its text: a verb, and mostly a card or a place or both. Whether it is legal, a position knows.

    >>> move = Move("play r9 5")
    >>> move.verb, move.card, move.place, move.front
    ('play', 'r9', '5', 5)
    >>> Move("  claim   3 ").text
    'claim 3'
    >>> Move("play r9")
    Traceback (most recent call last):
    ...
    marchstone.errors.TextError: 'play r9' is not a whole move (at character 8); expected a front from 1 to 9
    """

    text: str
    verb: str = field(init=False, repr=False, compare=False)
    card: str | None = field(init=False, repr=False, compare=False)
    place: str | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = read_words(self.text)
        has_card = words[0] in CARD_VERBS
        rest = words[1:]
        object.__setattr__(self, "text", " ".join(words))
        object.__setattr__(self, "verb", words[0])
        object.__setattr__(self, "card", rest[0] if has_card else None)
        object.__setattr__(self, "place", rest[-1] if len(rest) > has_card else None)

    @classmethod
    def of(cls, action: int, game: int | str) -> Move:
        """The move of an action of the core."""
        check_number(action, "move.number", "the number of a move", 0, a.ACTIONS - 1)
        return cls(ACTION_TEXTS[game_number(game)][action])

    @property
    def front(self) -> int | None:
        """The number of the front it names."""
        return int(self.place) if self.place in FRONT_TEXTS else None

    def action(self, game: int | str) -> int:
        """Its number in the core; an error if this game has no such card or pile."""
        number = game_number(game)
        action = ACTION_NUMBERS[number].get(self.text)
        if action is not None:
            return action
        at, name = len(self.verb) + 1, GAME_NAMES[number]
        if self.card:
            raise TextError("card.unknown", f"there is no card {self.card!r} in {name}", at=at)
        raise TextError("move.syntax", f"there is no pile {self.place!r} in {name}", at=at, expected=" or ".join(PILES[number]))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


# -- all that are legal ----------------------------------------------------------------------------------------------------


class LegalMoves(Collection[Move]):
    """The legal moves of a position: counted, looked up and picked by masks of the core, listed only when asked for.

    >>> from marchstone.position import Position
    >>> moves = Position.deal("stones", seed=1, first=0).legal_moves
    >>> len(moves), "claim 3" in moves, {move.verb for move in moves}
    (54, False, {'play'})
    """

    def __init__(self, state: State | None) -> None:
        self._masks = [0] * a.LEGAL_WORDS
        self._game = self._families = 0
        if state is not None:
            words = words_of(state)
            self._game, self._families = presets.setting(words, presets.GAME), games.legal(words, self._masks)

    def __len__(self) -> int:
        return a.count_legal(self._masks, self._families)

    def __iter__(self) -> Iterator[Move]:
        return (Move.of(action, self._game) for action in self.actions())

    def actions(self) -> Iterator[int]:
        """Their numbers in the core, in rising order."""
        found = [0] * len(self)
        a.list_legal(self._masks, self._families, found)
        return iter(found)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        """The move that has this many others before it; a slice lists some of them."""
        if isinstance(index, slice):
            return list(self)[index]
        size, index = len(self), check_number(index, "move.index", "the place of a move")
        if not -size <= index < size:
            raise IndexError(index)
        return Move.of(a.nth_legal(self._masks, self._families, index % size), self._game)

    def __contains__(self, move: object) -> bool:
        """Whether a move, or the text of one, is legal; what cannot be read is not."""
        try:
            action = (move if isinstance(move, Move) else Move(move)).action(self._game)  # type: ignore[arg-type]
        except MarchstoneError:
            return False
        return bool(a.is_among(self._masks, self._families, action))

    def filter(self, verb: str) -> LegalMoves:
        """Those with one verb."""
        check_choice(verb, VERBS, "move.syntax", "verb")
        some = LegalMoves(None)
        some._game, some._masks = self._game, list(self._masks)
        some._families = self._families & sum(1 << family for family in FAMILIES_OF[verb])
        if verb in FINISHES:
            some._masks[2 * a.FINISH + 1] &= 1 << FINISHES.index(verb)
            some._families *= bool(some._masks[2 * a.FINISH + 1])
        return some

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(move.text for move in self)}>"
