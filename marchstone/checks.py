"""Whether a position can be: everything that is wrong with one, all at once, in sentences.

The card counts, the bookkeeping and the phase must fit together, so that whatever passes can be played on. It is not asked
whether a game could ever have come this way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .cards import TEXTS, cards_of
from .core import layout as lay
from .core import stones, zones
from .core.actions import LEGAL_WORDS, RUSES
from .core.formations import width_of
from .core.games import legal
from .core.layout import (
    FIRST_TACTIC,
    JOKERS,
    NUMBER,
    OVER,
    SEATS,
    STONES,
    TACTIC,
    TO_BURY,
    TO_CLOSE,
    TO_END,
    TO_GIVE,
    TO_PLAY,
    TO_PUT,
    TO_RECRUIT,
    TO_TAKE,
    WALLS,
    State,
)
from .core.presets import Preset, deck_of, has_support, row_at, tactics_of
from .core.sample import hidden_cards, visible_tactics
from .core.tactics import owner_of_takes, takeable_numbers, takeable_troops
from .reading import Reading, own_buried
from .writing import PHASES, REASONS, RESULTS

Problems = Iterator[str]
RUSE_PHASES = {
    TO_TAKE: set(RUSES) - {lay.RECRUITER, lay.EXCHANGE},
    TO_PUT: {lay.STRATEGIST, lay.TRAITOR, lay.REDEPLOYMENT, lay.RECRUITMENT, lay.TREACHERY},
    TO_RECRUIT: {lay.RECRUITER},
    TO_BURY: {lay.RECRUITER},
    TO_GIVE: {lay.EXCHANGE},
}
PUBLIC_CHOICES = (TO_TAKE, TO_PUT, TO_RECRUIT)  # what can be chosen lies open, or is a pile
MUST_PUT = (lay.TRAITOR, lay.RECRUITMENT, lay.TREACHERY)
RECRUITS, BURIALS, SUPPORTED = 3, 2, 2


def problems_of(reading: Reading) -> list[str]:
    """All that is wrong with a position; nothing, if it can be."""
    found = [*cards_are_there(reading), *fronts_fit(reading), *only_of_this_game(reading)]
    if not found:
        found = [*counts_fit(reading), *phase_fits(reading), *end_fits(reading), *knowledge_fits(reading)]
    return found or [*somebody_can_move(reading.vector)]


def somebody_can_move(v: State) -> Problems:
    """A game that goes on has a legal move; a view can tell only when it is its own seat that chooses."""
    choice_is_known = v[lay.VIEWER] in (0, v[lay.ACTOR] + 1) or v[lay.PHASE] in PUBLIC_CHOICES
    if v[lay.PHASE] != OVER and choice_is_known and not legal(v, [0] * LEGAL_WORDS):
        yield "there is no legal move, and the game is not over"


# -- cards and fronts ------------------------------------------------------------------------------------------------------


def cards_are_there(reading: Reading) -> Problems:
    """Every card of the preset lies in exactly one zone; of a view's hidden cards there are as many as are left."""
    v, preset = reading.vector, reading.preset
    texts = TEXTS[preset.game]
    there = Counter(card for card, _, _ in reading.cards)
    there.update({lay.BLIND: v[lay.BLINDED].bit_count(), lay.MUD: v[lay.MUDDY].bit_count()})
    there = +there
    whole = set(cards_of(deck_of(preset), tactics_of(preset)))
    twice = [texts[card] for card, number in sorted(there.items()) if number > 1]
    strange = [texts[card] for card in sorted(there) if card not in whole]
    if twice:
        yield f"in more than one place: {', '.join(twice)}"
    if strange:
        yield f"not in {preset.name}: {', '.join(strange)}"
    missing = [card for card in sorted(whole) if card not in there]
    if not v[lay.VIEWER] and missing:
        yield f"nowhere: {', '.join(texts[card] for card in missing)}"
    if v[lay.VIEWER]:
        for kind, name in ((NUMBER, "number"), (TACTIC, "tactic")):
            left = sum(zones.kind_of(card) == kind for card in missing)
            hidden = count_hidden(v, kind)
            if left != hidden:
                yield f"{hidden} hidden {name} cards, but {left} are in sight nowhere"


def count_hidden(v: State, kind: int) -> int:
    """How many cards of a kind the view does not name: in the other hand and in the pile."""
    other = 2 * (2 - v[lay.VIEWER]) + kind
    return v[lay.HAND_SIZE + other] - v[lay.KNOWN + other].bit_count() + v[lay.PILE_SIZE + kind] - own_buried(v, kind)


def fronts_fit(reading: Reading) -> Problems:
    """No side is too full; of two complete sides just one was completed first; whoever owns a front has proved it."""
    v = reading.vector
    for front in range(reading.preset.fronts):
        name, sides = f"front {front + 1}", [zones.side_of(front, seat) for seat in range(SEATS)]
        width = width_of(row_at(v, front))
        counts = [zones.count_on(v, side) for side in sides]
        if max(counts) > width:
            yield f"{name}: {max(counts)} cards on a side that takes {width}"
        if min(counts) >= width and reading.firsts.get(front) not in (0, 1):
            yield f"{name}: both sides are complete, so just one of them must be marked '*' as completed first"
        if min(counts) < width and front in reading.firsts:
            yield f"{name}: '*' stands only where both sides are complete"
        owners = reading.owners.get(front, [])
        if len(owners) > 1:
            yield f"{name}: two owners"
        if any(counts[seat] < width for seat in owners):
            yield f"{name}: claimed by a side that is not complete"


def only_of_this_game(reading: Reading) -> Problems:
    """Nothing that only the other game has."""
    v, preset = reading.vector, reading.preset
    if preset.game == STONES:
        foreign = {"damage": v[lay.DAMAGED], "oil": v[lay.OIL] or v[lay.OIL_USED], "removed": v[lay.REMOVED]}
    else:
        foreign = {
            "owners": v[lay.CLAIMED] | v[lay.CLAIMED + 1],
            "modes": v[lay.BLINDED] | v[lay.MUDDY],
            "quiet turns": v[lay.PASSES] or v[lay.QUIET],
        }
    yield from (f"{preset.name} has no {name}" for name, there in foreign.items() if there)
    if v[lay.OIL] > preset.oil:
        yield f"{v[lay.OIL]} cauldrons; {preset.name} has {preset.oil}"
    if preset.game == STONES and not preset.tactics and v[lay.DISCARD]:
        yield f"{preset.name} has no discard"
    if not has_support(v) and (v[lay.KEY] or v[lay.RETURNED] or v[lay.RETURNED + TACTIC] or any(v[lay.FRESH : lay.FRESH + 4])):
        yield f"{preset.name} has no Support: no key, no returned or fresh cards"
    elites_out = [card for card in cards_of(0, v[lay.REMOVED]) if card not in (*RUSES, lay.EXPLOSION)]
    if elites_out:
        yield "only Actions leave the game"


# -- counts, phase, end ----------------------------------------------------------------------------------------------------


def hand_size(v: State, seat: int) -> int:
    """How many cards a hand holds, hidden ones too."""
    return sum(kinds_in_hand(v, seat))


def kinds_in_hand(v: State, seat: int) -> tuple[int, int]:
    """How many number cards and how many Tactic cards a hand holds."""
    hand = 2 * seat
    if v[lay.VIEWER]:
        return v[lay.HAND_SIZE + hand], v[lay.HAND_SIZE + hand + TACTIC]
    return v[lay.HAND + hand].bit_count(), v[lay.HAND + hand + TACTIC].bit_count()


def most_in_hand(v: State, preset: Preset, seat: int) -> int:
    """A card that was played and not yet replaced is missing; Recruiter draws three more, and two of them go back."""
    phase = v[lay.PHASE]
    if seat != v[lay.TURN]:
        return preset.hand
    if phase == TO_RECRUIT:
        return preset.hand - 1 + RECRUITS - v[lay.LEFT]
    if phase == TO_BURY:
        return preset.hand - 1 + RECRUITS - BURIALS + v[lay.LEFT]
    return preset.hand - (phase in RUSE_PHASES or (phase == TO_CLOSE and preset.game == WALLS))


def counts_fit(reading: Reading) -> Problems:
    """Hands are no larger than they can be; the Tactic cards that were played are those in sight."""
    v, preset = reading.vector, reading.preset
    for seat in range(SEATS):
        most, size = most_in_hand(v, preset, seat), hand_size(v, seat)
        if size > most:
            yield f"hand {seat} holds {size} cards, {most} at most"
        played_out = v[lay.PHASE] == OVER or (v[lay.PHASE] == TO_CLOSE and seat == v[lay.TURN])
        if preset.game == WALLS and not preset.tactics and not size and not played_out:
            yield f"hand {seat} is empty, and in {preset.name} nobody can pass"
    played, jokers = v[lay.PLAYED : lay.PLAYED + 2], v[lay.JOKERS_PLAYED : lay.JOKERS_PLAYED + 2]
    seen = visible_tactics(v)
    for name, counted, there in (
        ("Tactic cards", sum(played), seen.bit_count()),
        ("Jokers", sum(jokers), (seen & JOKERS).bit_count()),
    ):
        if not there <= counted <= there + supported(v):
            yield f"{counted} {name} played, but {there} in sight"
    if abs(played[0] - played[1]) > 1:
        yield f"Tactic cards played {played[0]}:{played[1]}: neither seat can be two ahead"
    if any(jokers[seat] > played[seat] for seat in range(SEATS)):
        yield "more Jokers than Tactic cards played"
    if preset.game == STONES and max(jokers) > 1:
        yield "two Jokers played by one seat"


def supported(v: State) -> int:
    """How many cards Support has put back."""
    if not v[lay.REMOVED] & zones.bit_of(lay.SUPPORT):
        return 0
    return SUPPORTED - (v[lay.LEFT] if v[lay.RUSE] == lay.SUPPORT else 0)


def draw_can_follow(v: State, preset: Preset) -> bool:
    """Whether a draw is due: in walls after every play, in stones if the hand is below its size."""
    return any(v[lay.PILE_SIZE : lay.PILE_SIZE + 2]) and (preset.game == WALLS or hand_size(v, v[lay.TURN]) < preset.hand)


def phase_fits(reading: Reading) -> Problems:
    """What is under way: which ruse, which card is held, what is left to do, who chooses."""
    v = reading.vector
    phase = v[lay.PHASE]
    name = PHASES[phase]
    if (phase == OVER) != (v[lay.WINNER] != 0) or (v[lay.WINNER] != 0) != (v[lay.REASON] != 0):
        yield "a game that is over has phase over, a result and a reason, and no other game has any of them"
    if v[lay.RUSE] not in RUSE_PHASES.get(phase, {0}) or (v[lay.RUSE] and v[lay.RUSE] not in cards_of(0, visible_tactics(v))):
        yield f"phase {name} does not go with ruse {TEXTS[reading.preset.game][v[lay.RUSE]] if v[lay.RUSE] else 'none'}"
    elif phase in RUSE_PHASES:
        yield from ruse_fits(v)
    if (phase == TO_PUT) != (v[lay.HELD] != 0):
        yield "a card is held in phase put and at no other time"
    if phase not in RUSE_PHASES and v[lay.LEFT]:
        yield f"left={v[lay.LEFT]} says nothing in phase {name}"
    if phase not in RUSE_PHASES and v[lay.ORIGIN]:
        yield f"from={v[lay.ORIGIN]} says nothing in phase {name}"
    if phase != TO_GIVE and v[lay.ACTOR] != v[lay.TURN]:
        yield "only in an Exchange does somebody else choose than the seat whose turn it is"
    if phase == TO_END and not (reading.preset.game == WALLS and v[lay.PROVABLE]):
        yield "phase end comes only in walls, and while something can be claimed"
    if phase == TO_CLOSE and not v[lay.PROVABLE] and not draw_can_follow(v, reading.preset):
        yield "nothing is left to do in this turn: it has ended"
    if v[lay.OIL_USED] and (v[lay.TURN] != 1 or v[lay.OIL] == reading.preset.oil):
        yield "no cauldron can have been thrown in this turn"
    if v[lay.QUIET] and phase == TO_CLOSE and kinds_in_hand(v, v[lay.TURN])[NUMBER] and v[lay.ROOM + v[lay.TURN]]:
        yield "a turn with a Clan card to place has not been quiet"


def ruse_fits(v: State) -> Problems:
    """The card of a ruse under way, how often its step is left, and where the card held came from."""
    phase, ruse, left = v[lay.PHASE], v[lay.RUSE], v[lay.LEFT]
    if v[lay.PLAYED + v[lay.TURN]] == 0:
        yield "a ruse is under way that was not played"
    most = {TO_TAKE: 2 if ruse == lay.SUPPORT else 1, TO_PUT: 0, TO_RECRUIT: 3, TO_BURY: 2, TO_GIVE: 3}[phase]
    if not (0 if phase == TO_PUT else 1) <= left <= most:
        yield f"left={left} in phase {PHASES[phase]}"
    if phase == TO_BURY and left > hand_size(v, v[lay.TURN]):
        yield "more cards to bury than the hand holds"
    moves_own = phase == TO_PUT and ruse != lay.RECRUITMENT
    if moves_own != (v[lay.ORIGIN] != 0):
        yield "from= names the front where the card held was taken, and nothing else"
    elif moves_own and not v[lay.ROOM + owner_of_takes(v, ruse)] >> v[lay.ORIGIN] - 1 & 1:
        yield f"no card can just have been taken from front {v[lay.ORIGIN]}: there is no gap"
    takeable = takeable_numbers(v, ruse).bit_count() + takeable_troops(v, ruse).bit_count() if phase == TO_TAKE else left
    if takeable < left:
        yield f"{takeable} cards to take, not {left}"
    if phase == TO_TAKE and ruse in MUST_PUT and not v[lay.ROOM + v[lay.TURN]]:
        yield "no room to put down a card that is taken"
    if phase == TO_PUT and ruse == lay.TRAITOR and v[lay.HELD] > FIRST_TACTIC:
        yield "Traitor takes no elite troop"
    if phase == TO_GIVE:
        yield from exchange_fits(v)


def exchange_fits(v: State) -> Problems:
    """The acting seat gives first; the one who chooses has as many left as LEFT says."""
    for seat in range(SEATS):
        due = min(3, hand_size(v, seat))
        if seat == v[lay.ACTOR] and v[lay.LEFT] > due:
            yield f"seat {seat} has {due} cards to give, not {v[lay.LEFT]}"
            continue
        if v[lay.VIEWER] not in (0, seat + 1):
            continue
        given = sum(v[lay.GIVEN + 2 * seat + kind].bit_count() for kind in (NUMBER, TACTIC))
        expected = due - v[lay.LEFT] if seat == v[lay.ACTOR] else due if seat == v[lay.TURN] else 0
        if given != expected:
            yield f"seat {seat} has chosen {given} cards to give, not {expected}"


MUST = ("adjacent", "majority", "fourth", "stalemate", "full")  # endings that can be seen on the table


def end_fits(reading: Reading) -> Problems:
    """The game is over just when the rules say so."""
    v, preset = reading.vector, reading.preset
    reason, result = REASONS[v[lay.REASON]], RESULTS[v[lay.WINNER]]
    expected = stones_endings(v, preset) if preset.game == STONES else walls_endings(v, preset)
    must = [end for _, end in sorted(expected) if end in MUST]
    if len(must) > 1:
        yield f"the game has ended twice: {', '.join(must)}"
    elif v[lay.PHASE] == OVER and (result, reason) not in expected:
        yield f"{preset.name} cannot end here with result {result} and reason {reason}"
    elif v[lay.PHASE] != OVER and must:
        yield f"the game must be over: {must[0]}"


def stones_endings(v: State, preset: Preset) -> set[tuple[str, str]]:
    """The results and reasons that this table allows."""
    found = set()
    for seat in range(SEATS):
        fronts = v[lay.CLAIMED + seat]
        if stones.has_adjacent(fronts, preset.adjacent):
            found.add((str(seat), "adjacent"))
        elif fronts.bit_count() >= preset.majority:
            found.add((str(seat), "majority"))
    if v[lay.PASSES] == 2:
        found.add(("draw", "stalemate"))
    return found


def walls_endings(v: State, preset: Preset) -> set[tuple[str, str]]:
    """The same for walls."""
    damaged = v[lay.DAMAGED].bit_count()
    found = set()
    if damaged >= preset.damage:
        found.add(("0", "fourth"))
    if damaged > 0:
        found.add(("0", "twice"))
    if v[lay.PILE_SIZE] == v[lay.PILE_SIZE + TACTIC] == 0:
        found.add(("1", "deck"))
    if v[lay.TURN] == 1 and v[lay.ROOM + 1] == 0 and v[lay.PHASE] in (TO_PLAY, OVER):
        found.add(("1", "full"))
    return found


# -- what the seats know ---------------------------------------------------------------------------------------------------


def knowledge_fits(reading: Reading) -> Problems:
    """Known and given cards are in that hand, buried ones in their pile, returned ones out of sight."""
    v = reading.vector
    texts = TEXTS[reading.preset.game]
    for seat in range(SEATS):
        if v[lay.VIEWER] in (0, seat + 1):
            for key, word in (("known", lay.KNOWN), ("given", lay.GIVEN)):
                lost = cards_of(*(v[word + 2 * seat + kind] & ~v[lay.HAND + 2 * seat + kind] for kind in (NUMBER, TACTIC)))
                if lost:
                    yield f"{key}: not in hand {seat}: {', '.join(texts[card] for card in lost)}"
    for kind in (NUMBER, TACTIC):
        if v[lay.BURIED + kind] > v[lay.PILE_SIZE + kind]:
            yield f"buried: {v[lay.BURIED + kind]} cards in a pile of {v[lay.PILE_SIZE + kind]}"
    if (v[lay.BURIER] != 0) != (v[lay.BURIED] + v[lay.BURIED + 1] != 0):
        yield "buried: the seat, and how many cards of either pile, at least one"
    if v[lay.BURIER] and lay.RECRUITER not in cards_of(0, visible_tactics(v)):
        yield "buried: nobody has played Recruiter"
    recruiting = v[lay.PHASE] in (TO_RECRUIT, TO_BURY)
    most = BURIALS if not recruiting else BURIALS - v[lay.LEFT] if v[lay.PHASE] == TO_BURY else 0
    if v[lay.BURIED] + v[lay.BURIED + 1] > most:
        yield f"buried: {v[lay.BURIED] + v[lay.BURIED + 1]} cards, {most} at most"
    elif recruiting and v[lay.BURIER] not in (0, v[lay.TURN] + 1):
        yield "buried: by the seat that has played Recruiter, not by the other one"
    seen = v[lay.RETURNED] & ~v[lay.POOL], v[lay.RETURNED + TACTIC] & visible_tactics(v)
    if any(seen):
        yield f"returned, but in sight: {', '.join(texts[card] for card in cards_of(*seen))}"
    known = [(v[lay.KNOWN + kind] | v[lay.KNOWN + 2 + kind]) & v[lay.RETURNED + kind] for kind in (NUMBER, TACTIC)]
    if any(known):
        yield f"returned, but known to be in a hand: {', '.join(texts[card] for card in cards_of(*known))}"
    returned = len(cards_of(*v[lay.RETURNED : lay.RETURNED + 2]))
    if returned > supported(v):
        yield f"returned: {returned} cards, but Support has put back {supported(v)}"
    yield from fresh_fits(v, reading.preset)
    if v[lay.GIVEN : lay.GIVEN + 4] != [0] * 4 and v[lay.PHASE] != TO_GIVE:
        yield "cards are given only in an Exchange"


def fresh_fits(v: State, preset: Preset) -> Problems:
    """Of the cards that Support put back, a hand holds no more than it has drawn since; and what was drawn, the pile has lost."""
    for kind, deck in ((NUMBER, deck_of(preset)), (TACTIC, tactics_of(preset))):
        if v[lay.FRESH + kind] + v[lay.FRESH + 2 + kind] + v[lay.PILE_SIZE + kind] > deck.bit_count():
            yield "fresh: more cards drawn than the pile can have had"
    for seat in range(SEATS):
        for kind in (NUMBER, TACTIC):
            drawn = v[lay.FRESH + 2 * seat + kind]
            if drawn and not v[lay.RETURNED + kind]:
                yield "fresh: counts only while returned cards are out of sight"
            if fewest_returned(v, seat, kind) > drawn:
                yield f"hand {seat} holds more returned cards than it has drawn"


def fewest_returned(v: State, seat: int, kind: int) -> int:
    """How many returned cards a hand holds; of a hidden hand, how many at least: the rest may be too few for it."""
    hand = 2 * seat + kind
    if v[lay.VIEWER] in (0, seat + 1):
        return (v[lay.HAND + hand] & v[lay.RETURNED + kind]).bit_count()
    unknown = v[lay.HAND_SIZE + hand] - v[lay.KNOWN + hand].bit_count()
    return unknown - (hidden_cards(v, kind) & ~v[lay.RETURNED + kind]).bit_count()
