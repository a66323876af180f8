"""What happened: the difference between two states, as a list in sensible order. The move comes first, then what it caused.

A card went from one zone to another, or a front changed, or the turn, or the game is over. Applied one after the other to the
zones of the first state, the events give those of the second. Zones are texts:

    hand SEAT    side FRONT SEAT    front FRONT (combat modes)    held    pile    tactic-pile    discard    removed

Visibility. A seat sees a card's face if it sees the zone it left or the zone it reached: hands are seen by their owners, piles by
nobody, everything else by all. A card that moves shows at least its back. (A card chosen in an Exchange does not move yet.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from .cards import GAME_NAMES, Card, cards_of
from .core import actions as a
from .core.layout import (
    ACTOR,
    BLIND,
    BLINDED,
    CLAIMED,
    DAMAGED,
    DISCARD,
    DRAWN,
    EXPLOSION,
    FIRST_TACTIC,
    HAND,
    HELD,
    MUD,
    MUDDY,
    NUMBER,
    OIL,
    PILE_SIZE,
    REASON,
    REMOVED,
    SEATS,
    STONES,
    TACTIC,
    WINNER,
    State,
)
from .core.presets import FRONT_COUNT, GAME, setting
from .core.zones import card_on, count_on, pile_card, side_of
from .guards import check_choice, check_pair, check_seat, check_type
from .phrases import (
    ANY_CARD,
    BACKS,
    ENDINGS,
    EVENTS,
    OIL_LEFT,
    PILE_NAMES,
    capital,
    card_in_words,
    front_name,
    seat_name,
    tongue,
)

Players = tuple[str, str]
Step = tuple[int, str, str]  # a card of the core, the zone it left, the zone it reached

PILES = ("pile", "tactic-pile")
BACK_NAMES = ("number", "tactic")
# what it is called when a card goes from one zone to another; what else matters is in `kind_of`
KINDS = {
    ("hand", "side"): "played-at",
    ("hand", "discard"): "played",
    ("hand", "removed"): "played",
    ("hand", "hand"): "swapped",
    ("hand", "pile"): "buried",
    ("pile", "hand"): "drawn",
    ("held", "side"): "put",
    ("held", "discard"): "discarded",
    ("side", "held"): "taken",
    ("side", "discard"): "discarded-at",
    ("discard", "held"): "recovered",
    ("discard", "pile"): "returned",
}
KINDS_OF_MODES = {BLIND: "blind", MUD: "mud", EXPLOSION: "played-at"}
KINDS_OF_LOSSES = {a.RETREAT: "retreated", a.OIL: "burnt", a.PLAY: "eliminated", a.PUT: "eliminated"}
FINISHES = ("passed", "done")
OVER = "over"
# several of these in succession are one sentence
SAID_TOGETHER = ("eliminated", "discarded-at", "retreated", "swapped")


@dataclass(frozen=True)
class Event:
    """One thing that happened; `phrases.EVENTS` lists the kinds.

    >>> event = Event("played-at", "stones", 0, Card("r9"), "number", "hand 0", "side 5 0", front=5)
    >>> event.sentence(players=("Ann", "Bob")), event.sentence("fr", ("Ann", "Bob"))
    ('Ann plays red 9 at Stone 5.', 'Ann joue le 9 rouge devant la Borne 5.')
    >>> drawn = Event("drawn", "stones", 1, Card("g2"), "number", "pile", "hand 1")
    >>> [event.sentence(players=("Ann", "Bob")) for event in seen_by([drawn], 0)]
    ['Bob draws a Clan card.']
    """

    kind: str
    game: str
    seat: int | None  # who did it, moves next, or has won; None: nobody, the game is drawn
    card: Card | None = None  # None if no card is concerned, or if its face is hidden
    back: str | None = None  # "number" or "tactic"; None likewise
    source: str | None = None  # the zones that the card left and reached
    target: str | None = None
    front: int | None = None  # from 1
    number: int | None = None  # burnt: cauldrons left; over: Stones that the winner holds, or tiles damaged
    reason: str | None = None  # over: which of `phrases.ENDINGS`

    def __post_init__(self) -> None:
        check_choice(self.kind, (*EVENTS, OVER), "event.kind", "kind of event")
        check_choice(self.game, GAME_NAMES, "game.unknown", "game")
        check_type(self.card, (Card, type(None)), "event.card", "the card of an event")
        if self.seat is not None:
            check_seat(self.seat)
        if self.back is not None:
            check_choice(self.back, BACK_NAMES, "event.back", "back")
        if self.reason is not None or self.kind == OVER:
            check_choice(self.reason, tuple(ENDINGS), "event.reason", "ending")

    def sentence(self, language: str = "en", players: Players = ("", "")) -> str:
        """The event in words; players without a name are called by seat or role."""
        return say([self], language, players)

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON: whatever the event has, the card as its text."""
        values = {name: value for name, value in asdict(self).items() if value is not None}
        return values | {"card": self.card.text} if self.card else values


# -- who sees what ---------------------------------------------------------------------------------------------------------


def seen_by(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The same events as a seat sees them, or a spectator (None), who looks into no hand."""
    return [event if sees(seat, event.source) or sees(seat, event.target) else face_down(event) for event in events]


def sees(seat: int | None, zone: str | None) -> bool:
    """Whether the faces of the cards in a zone are open to a seat."""
    return zone is not None and zone not in PILES and (not zone.startswith("hand") or zone == hand_zone(seat))


def face_down(event: Event) -> Event:
    """Without the card's face; and without its back too if it stays where it is, among the others of a hand."""
    return replace(event, card=None, back=event.back if event.target else None)


# -- from two states -------------------------------------------------------------------------------------------------------


def events_between(before: State, after: State, action: int) -> list[Event]:
    """All that happened by an action of the core, every card face up: for the referee's eyes."""
    return [*choices(before, action), *movements(before, after, action), *what_follows(before, after)]


def choices(before: State, action: int) -> Iterator[Event]:
    """What the actor has decided, where that is not to be seen from where cards lie: a claim, a pass, a card to give."""
    game, seat = GAME_NAMES[setting(before, GAME)], before[ACTOR]
    family, place = a.family_of(action), a.place_index(action)
    if family == a.CLAIM:
        yield Event(kind_of_claim(before, place), game, seat, front=place + 1)
    elif family == a.FINISH:
        yield Event(FINISHES[place], game, seat)
    elif family in (a.GIVE, a.GIVE_TACTIC):
        tactic = family == a.GIVE_TACTIC
        card = Card.of(place + FIRST_TACTIC * tactic, setting(before, GAME))
        yield Event("chosen", game, seat, card, BACK_NAMES[tactic], source=hand_zone(seat))


def kind_of_claim(before: State, front: int) -> str:
    """A Stone goes to its claimant, a tile is damaged; nothing more can happen to a tile that is damaged already."""
    if setting(before, GAME) == STONES:
        return "claimed"
    return "claimed-again" if before[DAMAGED] >> front & 1 else "damaged"


def movements(before: State, after: State, action: int) -> Iterator[Event]:
    """Every card that has gone from one zone to another."""
    game, family, actor = setting(before, GAME), a.family_of(action), before[ACTOR]
    for card, source, target in steps(before, after, action):
        tactic = card >= FIRST_TACTIC
        yield Event(
            kind_of((card, source, target), family, actor),
            GAME_NAMES[game],
            int(source[-1]) if source in HANDS else actor,
            Card.of(card, game),
            BACK_NAMES[tactic],
            source,
            target,
            front_of(target) or front_of(source) or (a.place_index(action) + 1 if family == a.MODE else None),
            after[OIL] if family == a.OIL else None,
        )


def steps(before: State, after: State, action: int) -> list[Step]:
    """The difference of where the cards lie. A card that ends as hen or cook is put down first, then eliminated."""
    reached = zones_of(after)
    found = [(card, zone, reached[card]) for card, zone in zones_of(before).items() if reached[card] != zone]
    if a.family_of(action) in (a.PLAY, a.PUT) and a.place_index(action) != a.TO_DISCARD:
        card, source, target = found[0]
        if target == "discard":
            side = f"side {a.place_index(action) + 1} {before[ACTOR]}"
            found[:1] = [(card, source, side), (card, side, target)]
    return found


def kind_of(step: Step, family: int, actor: int) -> str:
    """What a step is called."""
    card, source, target = step
    if family == a.MODE and source in HANDS:
        return KINDS_OF_MODES[card]
    kind = KINDS[word_of(source), word_of(target)]
    if kind == "taken" and source.endswith(str(actor)):
        return "withdrawn"
    return KINDS_OF_LOSSES.get(family, kind) if kind == "discarded-at" else kind


def what_follows(before: State, after: State) -> Iterator[Event]:
    """The end of the game, or else who moves now if that has changed."""
    game = GAME_NAMES[setting(after, GAME)]
    winner = after[WINNER]
    if winner:
        seat = None if winner == DRAWN else winner - 1
        yield Event(OVER, game, seat, number=count_won(after, seat), reason=tuple(ENDINGS)[after[REASON] - 1])
    elif before[ACTOR] != after[ACTOR]:
        yield Event("turned", game, after[ACTOR])


def count_won(after: State, seat: int | None) -> int | None:
    """What a winner may have won by: Stones, or tiles damaged."""
    if seat is None:
        return None
    return (after[CLAIMED + seat] if setting(after, GAME) == STONES else after[DAMAGED]).bit_count()


# -- zones -----------------------------------------------------------------------------------------------------------------


def hand_zone(seat: int | None) -> str:
    """The zone of a seat's hand; nobody's if there is no seat."""
    return f"hand {seat}"


HANDS = tuple(hand_zone(seat) for seat in range(SEATS))


def word_of(zone: str) -> str:
    """What sort of zone it is; the two piles are alike."""
    return "pile" if zone in PILES else zone.split(maxsplit=1)[0]


def front_of(zone: str) -> int | None:
    """The front at which a zone is, if at any."""
    words = zone.split()
    return int(words[1]) if words[0] in ("side", "front") else None


def zones_of(s: State) -> dict[int, str]:
    """Where every card is. First come the zones that a move begins with; on a side, the order of play."""
    zones: dict[int, str] = {}
    for seat in range(SEATS):
        zones |= dict.fromkeys(cards_of(s[HAND + 2 * seat], s[HAND + 2 * seat + TACTIC]), hand_zone(seat))
    if s[HELD]:
        zones[s[HELD] - 1] = "held"
    for front in range(setting(s, FRONT_COUNT)):
        for seat in range(SEATS):
            side = side_of(front, seat)
            for slot in range(count_on(s, side)):
                zones[card_on(s, side, slot)] = f"side {front + 1} {seat}"
    for mode, mask in ((BLIND, s[BLINDED]), (MUD, s[MUDDY])):
        if mask:
            zones[mode] = f"front {mask.bit_length()}"
    zones |= dict.fromkeys(cards_of(s[DISCARD], s[DISCARD + TACTIC]), "discard")
    zones |= dict.fromkeys(cards_of(0, s[REMOVED]), "removed")
    for kind in (NUMBER, TACTIC):
        zones |= dict.fromkeys((pile_card(s, kind, index) for index in range(s[PILE_SIZE + kind])), PILES[kind])
    return zones


# -- in words --------------------------------------------------------------------------------------------------------------


def sentences(events: Iterable[Event], language: str = "en", players: Players = ("", "")) -> list[str]:
    """A log to read or to speak. Cards that share a fate share a sentence; whose turn it is, the next line tells anyway."""
    told = (event for event in events if event.kind != "turned")
    runs = groupby(enumerate(told), lambda numbered: togetherness(*numbered))
    return [say([event for _, event in run], language, players) for _, run in runs]


def togetherness(index: int, event: Event) -> tuple[object, ...]:
    """Equal for events that belong into one sentence."""
    return (event.kind, event.seat, event.front) if event.kind in SAID_TOGETHER else (index,)


def say(run: list[Event], language: str, players: Players) -> str:
    """One sentence for events that differ in nothing but their cards."""
    check_pair(players, "players.names", "the names of the players")
    event, place = run[0], tongue(language)
    template = ENDINGS[event.reason] if event.reason else EVENTS[event.kind]
    names = [seat_name(seat, event.game, language, players) for seat in range(SEATS)]
    text = template[place].format(
        who="" if event.seat is None else names[event.seat],
        other="" if event.seat is None else names[1 - event.seat],
        card=cards_in_words(run, language),
        front=front_name(event.front, event.game, language) if event.front else "",
        number=event.number,
        left=OIL_LEFT[bool(event.number)][place].format(number=event.number),
    )
    return capital(contracted(text) if language == "fr" else text)


def contracted(text: str) -> str:
    """French: `à le défenseur` is `au défenseur`."""
    return text.replace(" à le ", " au ").replace(" de le ", " du ")


def cards_in_words(run: list[Event], language: str) -> str:
    """The cards of some events: `red 9 and the Spy`; face down `2 Clan cards and a Tactic card`; with hidden backs `a card`."""
    place = tongue(language)
    names = [card_in_words(event.card, language) for event in run if event.card]
    for back, number in Counter(event.back for event in run if not event.card).items():
        if back is None:
            names.append(ANY_CARD[place])
        elif number == 1:
            names.append(BACKS[run[0].game][back][place])
        else:
            names.append(f"{number} {PILE_NAMES[run[0].game][back][place]}")
    return f" {('and', 'et')[place]} ".join([*([", ".join(names[:-1])] if names[1:] else []), *names[-1:]])
