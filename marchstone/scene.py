"""The table as it can be shown: whatever lies open in a state, or in a view, put in order for a text, a drawing or a sentence.

Nothing is decided here: the core says what is complete, provable or over. A view knows no more than its seat may know, so
neither does a scene of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .cards import GAME_NAMES, LANGUAGES, card_name, cards_of
from .core import layout as lay
from .core import presets
from .core.layout import NUMBER, SEATS, TACTIC
from .core.zones import card_on, count_on, pile_card, side_of
from .guards import check_seat, words_of
from .phrases import ENDINGS, Pair, capital, front_name, seat_name, tongue
from .rules import FrontRules
from .writing import REASONS

PILES: dict[str, tuple[Pair, Pair]] = {
    "stones": (("Clan", "Clan"), ("Tactic", "Tactique")),
    "walls": (("Siege", "Siège"), ("Tactic", "Tactique")),
}
COLON: Pair = (":", " :")
YOU: Pair = (" (you)", " (vous)")
FIRST: Pair = ("first", "premier")
CLAIMABLE: Pair = ("May be claimed now", "À prendre dès maintenant")
DISCARD: Pair = ("Discard", "Défausse")
REMOVED: Pair = ("Out of the game", "Hors du jeu")
HELD: Pair = ("Card taken", "Carte prise")
BURIED: Pair = ("Known at the bottom of the piles", "Connues au fond des pioches")
CHOSEN: Pair = ("chosen to be given", "choisies pour être données")
PLAYED: Pair = ("Tactic cards played", "Cartes Tactique jouées")
CAULDRONS: Pair = ("Cauldrons", "Chaudrons")
DAMAGED: Pair = ("damaged", "endommagée")
ALL_TYPES: Pair = ("all types", "tous types")
LOWEST: Pair = ("lowest sum", "somme min.")
OWNED: Pair = ("claimed by {who}", "prise par {who}")
HAND: Pair = ("Hand of {who}", "Main, {who}")
NOTHING: Pair = ("nothing", "rien")
SHORT_TYPES: dict[str, Pair] = {
    "same": ("same value", "même val."),
    "colour": ("colour", "couleur"),
    "run": ("run", "suite"),
    "sum": ("sum", "somme"),
}
IN_FULL = {"somme min.": "plus petite somme", "même val.": "même valeur"}  # where there is room, and a full stop follows
TO_DO: dict[int, Pair] = {
    lay.TO_PLAY: ("{who} is to play.", "{who} doit jouer."),
    lay.TO_TAKE: ("{who} is to take a card ({ruse}).", "{who} doit prendre une carte ({ruse})."),
    lay.TO_PUT: ("{who} is to put the card taken ({ruse}).", "{who} doit poser la carte prise ({ruse})."),
    lay.TO_RECRUIT: ("{who} is to draw ({ruse}, {left} left).", "{who} doit piocher ({ruse}, encore {left})."),
    lay.TO_BURY: (
        "{who} is to put cards under their piles ({left} left).",
        "{who} doit remettre des cartes sous les pioches ({left}).",
    ),
    lay.TO_GIVE: ("{who} is to choose cards to give away ({left} left).", "{who} doit choisir des cartes à donner ({left})."),
    lay.TO_CLOSE: ("{who} is to end the turn.", "{who} doit finir son tour."),
    lay.TO_END: ("{who} may still claim, then the turn ends.", "{who} peut encore revendiquer, puis finit son tour."),
}
ARTICLE = re.compile("^(the |la |le |l')")
FINISHED: Pair = ("The game is over.", "La partie est finie.")


@dataclass(frozen=True)
class Side:
    """One seat's cards at a front, nearest the front first; how many places are open; whether it alone was completed first."""

    cards: tuple[int, ...]
    room: int
    first: bool


@dataclass(frozen=True)
class Front:
    """A Stone or a Wall tile with its two sides (by seat), its owner and what it asks for now."""

    number: int
    asks: FrontRules
    sides: tuple[Side, Side]
    owner: int | None
    damaged: bool
    blind: bool
    mud: bool
    provable: bool

    @property
    def modes(self) -> list[int]:
        """The combat modes that lie here, as cards."""
        return [card for card, lies in ((lay.BLIND, self.blind), (lay.MUD, self.mud)) if lies]


@dataclass(frozen=True)
class Hand:
    """The cards of a hand that can be seen, those of them chosen in an Exchange, and the number of backs of either kind."""

    cards: tuple[int, ...]
    chosen: frozenset[int]
    backs: tuple[int, int]


@dataclass(frozen=True)
class Scene:
    """All that lies open. `bottom` is the seat that sits below; `viewer` the one whose view this is, if it is one."""

    preset: str
    game: int
    bottom: int
    viewer: int | None
    fronts: tuple[Front, ...]
    hands: tuple[Hand, Hand]
    piles: tuple[int, int]
    buried: tuple[int, ...]
    discard: tuple[int, ...]
    removed: tuple[int, ...]
    held: int | None
    origin: int | None
    turn: int
    actor: int
    phase: int
    ruse: int
    left: int
    oil: int
    played: tuple[int, int]
    winner: int
    reason: int

    @classmethod
    def of(cls, vector: Sequence[int], seat: int | None = None) -> Scene:
        """The scene of a state or a view, from a seat: by default the viewer, else seat 0."""
        state = words_of(vector)
        viewer = state[lay.VIEWER] - 1 if state[lay.VIEWER] else None
        return cls(
            preset=presets.NAMES[state[lay.PRESET]],
            game=presets.setting(state, presets.GAME),
            bottom=seat_below(seat, viewer),
            viewer=viewer,
            fronts=tuple(front_of(state, front) for front in range(presets.setting(state, presets.FRONT_COUNT))),
            hands=(hand_of(state, 0), hand_of(state, 1)),
            piles=(state[lay.PILE_SIZE + NUMBER], state[lay.PILE_SIZE + TACTIC]),
            buried=buried_cards(state),
            discard=tuple(cards_of(state[lay.DISCARD + NUMBER], state[lay.DISCARD + TACTIC])),
            removed=tuple(cards_of(0, state[lay.REMOVED])),
            held=state[lay.HELD] - 1 if state[lay.HELD] else None,
            origin=state[lay.ORIGIN] or None,
            turn=state[lay.TURN],
            actor=state[lay.ACTOR],
            phase=state[lay.PHASE],
            ruse=state[lay.RUSE],
            left=state[lay.LEFT],
            oil=state[lay.OIL],
            played=(state[lay.PLAYED], state[lay.PLAYED + 1]),
            winner=state[lay.WINNER],
            reason=state[lay.REASON],
        )

    @property
    def top(self) -> int:
        """The seat that sits above."""
        return 1 - self.bottom

    @property
    def game_name(self) -> str:
        """`stones` or `walls`."""
        return GAME_NAMES[self.game]

    @property
    def tactics(self) -> bool:
        """Whether it is played with Tactic cards."""
        return presets.PRESETS[presets.NAMES.index(self.preset)].tactics

    @property
    def provable(self) -> list[int]:
        """The numbers of the fronts that may be claimed at this moment."""
        return [front.number for front in self.fronts if front.provable]


# -- reading the words of a state ------------------------------------------------------------------------------------------


def seat_below(seat: int | None, viewer: int | None) -> int:
    """Who sits at the bottom."""
    if seat is None:
        return viewer or 0
    check_seat(seat)
    return int(seat)


def front_of(state: list[int], front: int) -> Front:
    """A front with all that lies there."""
    asks = FrontRules.of(presets.row_at(state, front))
    owners = [seat for seat in range(SEATS) if state[lay.CLAIMED + seat] >> front & 1]
    first, second = (side_at(state, front, seat, asks.width if not owners else 0) for seat in range(SEATS))
    damaged, blind, mud, provable = (
        bool(state[word] >> front & 1) for word in (lay.DAMAGED, lay.BLINDED, lay.MUDDY, lay.PROVABLE)
    )
    return Front(front + 1, asks, (first, second), owners[0] if owners else None, damaged, blind, mud, provable)


def side_at(state: list[int], front: int, seat: int, width: int) -> Side:
    """One side of it."""
    side = side_of(front, seat)
    cards = tuple(card_on(state, side, slot) for slot in range(count_on(state, side)))
    both_full = state[side + lay.RANK] and state[side_of(front, 1 - seat) + lay.RANK]
    return Side(cards, max(0, width - len(cards)), bool(both_full and state[side + lay.RANK] & 1))


def hand_of(state: list[int], seat: int) -> Hand:
    """A hand: of the hidden one in a view, the cards that the viewer knows to be there and the number of the others."""
    hidden = state[lay.VIEWER] not in (0, seat + 1)
    words = (lay.KNOWN if hidden else lay.HAND) + 2 * seat
    numbers, tactics = state[words + NUMBER], state[words + TACTIC]
    sizes = state[lay.HAND_SIZE + 2 * seat : lay.HAND_SIZE + 2 * seat + 2]
    backs = (sizes[NUMBER] - numbers.bit_count(), sizes[TACTIC] - tactics.bit_count()) if hidden else (0, 0)
    given = cards_of(state[lay.GIVEN + 2 * seat], state[lay.GIVEN + 2 * seat + 1])
    return Hand(tuple(cards_of(numbers, tactics)), frozenset(given), backs)


def buried_cards(state: list[int]) -> tuple[int, ...]:
    """In a view, the lowest cards of the piles that the viewer has put there."""
    if state[lay.VIEWER] == 0 or state[lay.BURIER] != state[lay.VIEWER]:
        return ()
    return tuple(pile_card(state, kind, index) for kind in (NUMBER, TACTIC) for index in range(state[lay.BURIED + kind]))


# -- words -----------------------------------------------------------------------------------------------------------------


def seat_label(scene: Scene, seat: int, place: int) -> str:
    """`Seat 0 (you)`, `Attacker`, `Défenseur`."""
    return capital(short_name(scene, seat, place)) + (YOU[place] if seat == scene.viewer else "")


def short_name(scene: Scene, seat: int, place: int) -> str:
    """A seat in a corner of its own, without an article: `seat 0`, `attaquant`."""
    return ARTICLE.sub("", who(scene, seat, place))


def state_of_play(scene: Scene, place: int) -> str:
    """Who has to do what next, or how the game has ended."""
    if scene.phase == lay.OVER:
        return how_it_ended(scene, place)
    ruse = card_name(scene.ruse, scene.game, LANGUAGES[place]) if scene.ruse else ""
    return capital(TO_DO[scene.phase][place].format(who=who(scene, scene.actor, place), ruse=ruse, left=scene.left))


def how_it_ended(scene: Scene, place: int) -> str:
    """Who has won, and by what."""
    if not scene.winner or not scene.reason:
        return FINISHED[place]
    winner = who(scene, (scene.winner - 1) % SEATS, place)
    held = sum(front.damaged or front.owner == scene.winner - 1 for front in scene.fronts)
    return capital(ENDINGS[REASONS[scene.reason]][place].format(who=winner, number=held))


def who(scene: Scene, seat: int, place: int) -> str:
    """A seat inside a sentence."""
    return seat_name(seat, scene.game_name, LANGUAGES[place])


def type_asked(front: Front, place: int) -> str:
    """What counts at a front, in a word or two; a Sum counts everywhere."""
    if front.asks.lowest:
        return LOWEST[place]
    strongest = front.asks.types[0]
    return ALL_TYPES[place] if strongest == "colour-run" else SHORT_TYPES[strongest][place]


def type_in_full(front: Front, place: int) -> str:
    """The same as it stands in a sentence."""
    short = type_asked(front, place)
    return IN_FULL.get(short, short)


def counts_of(scene: Scene, counts: tuple[int, int], place: int) -> str:
    """`5 Clan, 2 Tactic`: how many cards of either kind."""
    names = PILES[scene.game_name]
    return ", ".join(f"{count} {names[kind][place]}" for kind, count in enumerate(counts) if count)


def pile_size(scene: Scene, kind: int, place: int) -> str:
    """`Clan pile: 12`, `Pioche Tactique : 3`."""
    name = PILES[scene.game_name][kind][place]
    return (f"{name} pile", f"Pioche {name}")[place] + f"{COLON[place]} {scene.piles[kind]}"


# -- the same in sentences -------------------------------------------------------------------------------------------------


def described(scene: Scene, language: str) -> str:
    """The table for those who do not see it: the fronts one by one, then the hands."""
    place = tongue(language)
    fronts = [capital(describe_front(scene, front, place)) for front in scene.fronts]
    hands = [describe_hand(scene, seat, place) for seat in (scene.bottom, scene.top)]
    return " ".join([state_of_play(scene, place), *fronts, *hands])


def describe_front(scene: Scene, front: Front, place: int) -> str:
    """A front with its two sides and whatever is special about it."""
    notes = [card_name(card, scene.game, LANGUAGES[place]) for card in front.modes]
    notes += [DAMAGED[place]] if front.damaged else []
    notes += [OWNED[place].format(who=who(scene, front.owner, place))] if front.owner is not None else []
    notes += [CLAIMABLE[place].lower()] if front.provable else []
    sides = "; ".join(
        f"{who(scene, seat, place)}{COLON[place]} {names(scene, front.sides[seat].cards, place)}"
        + (f" ({FIRST[place]})" if front.owner is None and front.sides[seat].first else "")
        for seat in (scene.bottom, scene.top)
    )
    name = front_name(front.number, scene.game_name, LANGUAGES[place])
    return f"{', '.join([name, *notes])}. {capital(sides)}."


def describe_hand(scene: Scene, seat: int, place: int) -> str:
    """What can be seen of a hand, and how much cannot."""
    hand = scene.hands[seat]
    backs = counts_of(scene, hand.backs, place)
    known = names(scene, hand.cards, place) if hand.cards or not backs else ""
    return (
        f"{HAND[place].format(who=who(scene, seat, place))}{COLON[place]} {' + '.join(part for part in (known, backs) if part)}."
    )


def names(scene: Scene, cards: Iterable[int], place: int) -> str:
    """Cards by name."""
    return ", ".join(card_name(card, scene.game, LANGUAGES[place]) for card in cards) or NOTHING[place]
