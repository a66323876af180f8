"""Cards: their texts, their names in English and French, and a small value object for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .core.layout import CARDS, FIRST_TACTIC, HIGHEST_VALUE, LOWEST_VALUE, STONES, STRIDE, WALLS
from .core.presets import GAME_COLOURS
from .errors import TextError, WrongTypeError
from .guards import check_choice, check_number, shown

GAME_NAMES = ("stones", "walls")
LANGUAGES = ("en", "fr")
TACTIC_WORDS = (
    *("joker1", "joker2", "spy", "shield", "blind", "mud", "recruiter", "strategist", "banshee", "traitor"),
    *("redeployment", "recruitment", "desertion", "treachery", "explosion", "support", "exchange"),
)
TACTIC_NAMES = {
    "joker1": ("Joker", "Joker"),
    "joker2": ("Joker", "Joker"),
    "spy": ("Spy", "Espion"),
    "shield": ("Shield-Bearer", "Porte-Bouclier"),
    "blind": ("Blind-Man's Bluff", "Colin-Maillard"),
    "mud": ("Mud Fight", "Combat de Boue"),
    "recruiter": ("Recruiter", "Chasseur de Tête"),
    "strategist": ("Strategist", "Stratège"),
    "banshee": ("Banshee", "Banshee"),
    "traitor": ("Traitor", "Traître"),
    "redeployment": ("Redeployment", "Redéploiement"),
    "recruitment": ("Recruitment", "Recrutement"),
    "desertion": ("Desertion", "Désertion"),
    "treachery": ("Treachery", "Traîtrise"),
    "explosion": ("Explosion", "Explosion"),
    "support": ("Support", "Soutien"),
    "exchange": ("Exchange", "Échange"),
}
COLOUR_NAMES = {
    "r": ("red", "rouge"),
    "o": ("ochre", "ocre"),
    "y": ("yellow", "jaune"),
    "g": ("green", "vert"),
    "b": ("blue", "bleu"),
    "v": ("violet", "violet"),
}


def check_language(language: object) -> None:
    """Refuse whatever is not a language that is spoken here."""
    check_choice(language, LANGUAGES, "language.unknown", "language")


def number_text(card: int, game: int) -> str:
    """The text of a number card: colour letter and value."""
    return f"{GAME_COLOURS[game][card // STRIDE[game]]}{card % STRIDE[game]}"


# for each game, the text of every card number; gaps in the lanes have none
TEXTS = tuple(
    tuple(
        TACTIC_WORDS[card - FIRST_TACTIC]
        if card >= FIRST_TACTIC
        else number_text(card, game)
        if LOWEST_VALUE[game] <= card % STRIDE[game] <= HIGHEST_VALUE[game]
        else ""
        for card in range(CARDS)
    )
    for game in (STONES, WALLS)
)
NUMBERS = tuple({text: card for card, text in enumerate(texts) if text} for texts in TEXTS)


def card_number(text: str, game: int, at: int = 0) -> int:
    """The number of a card, from its text."""
    card = NUMBERS[game].get(text)
    if card is None:
        first, last = LOWEST_VALUE[game], HIGHEST_VALUE[game]
        expected = f"a colour of {GAME_COLOURS[game]} and a value from {first} to {last}, or a tactic card such as spy"
        raise TextError("card.unknown", f"there is no card {shown(text)} in {GAME_NAMES[game]}", at=at, expected=expected)
    return card


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def cards_of(numbers: int, tactics: int = 0) -> list[int]:
    """The cards of a pair of masks, number cards first."""
    return [*bits_of(numbers), *(FIRST_TACTIC + place for place in bits_of(tactics))]


def masks_of(cards: Iterable[int]) -> tuple[int, int]:
    """The pair of masks of some cards."""
    numbers = tactics = 0
    for card in cards:
        if card >= FIRST_TACTIC:
            tactics |= 1 << card - FIRST_TACTIC
        else:
            numbers |= 1 << card
    return numbers, tactics


@dataclass(frozen=True, order=True)
class Card:
    """One card: `Card("r9")`, `Card("y11", "walls")`, `Card("spy")`.

    >>> card = Card("r9")
    >>> card.colour, card.value, card.name(), card.name("fr")
    ('r', 9, 'red 9', '9 rouge')
    >>> Card("shield").is_tactic
    True
    """

    text: str
    game: str = "stones"

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise WrongTypeError("card.type", f"a card is a text, not {type(self.text).__name__}", expected="a text such as 'r9'")
        check_choice(self.game, GAME_NAMES, "game.unknown", "game")
        card_number(self.text, GAME_NAMES.index(self.game))

    @classmethod
    def of(cls, number: int, game: int) -> Card:
        """The card that has this number in the core."""
        check_number(number, "card.number", "the number of a card", 0, CARDS - 1)
        check_number(game, "game.unknown", "the number of a game", 0, len(GAME_NAMES) - 1)
        return cls(TEXTS[game][number], GAME_NAMES[game])

    @property
    def number(self) -> int:
        """Its number in the core."""
        return NUMBERS[GAME_NAMES.index(self.game)][self.text]

    @property
    def is_tactic(self) -> bool:
        """Whether it is a Tactic card; else it is a number card (Clan or Siege)."""
        return self.number >= FIRST_TACTIC

    @property
    def colour(self) -> str | None:
        """The letter of its colour; a Tactic card has none."""
        return None if self.is_tactic else self.text[0]

    @property
    def value(self) -> int | None:
        """The value printed on a number card."""
        return None if self.is_tactic else int(self.text[1:])

    def name(self, language: str = "en") -> str:
        """What one says: `red 9`, `9 rouge`, `Spy`, `Espion`."""
        check_language(language)
        return card_name(self.number, GAME_NAMES.index(self.game), language)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})" if self.game == "stones" else f"Card({self.text!r}, {self.game!r})"


def card_name(number: int, game: int, language: str = "en") -> str:
    """What one says of a card that is given by its number."""
    text, place = TEXTS[game][number], LANGUAGES.index(language)
    if number >= FIRST_TACTIC:
        return TACTIC_NAMES[text][place]
    colour, value = COLOUR_NAMES[text[0]][place], text[1:]
    return f"{value} {colour}" if language == "fr" else f"{colour} {value}"
