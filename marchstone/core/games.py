"""A game as a whole: the start, the legal actions, and what an action does. The same four functions serve every preset.

`apply` expects a legal action and works in place; undo is the copy taken before. Nothing here draws lots: the deal, and even
the chance of Support's shuffles, lies in the state from the start.
"""

from __future__ import annotations

from .actions import (
    BURY,
    BURY_TACTIC,
    CLAIM,
    DONE,
    DRAW,
    FINISH,
    GIVE,
    GIVE_TACTIC,
    MODE,
    MODE_CARD,
    PASS,
    PLAY,
    PUT,
    RETREAT,
    RUSE_CARD,
    TAKE,
    TAKE_TROOP,
    TROOP,
    allow,
    card_in,
    family_in,
    parts_of,
    place_in,
)
from .actions import (
    OIL as OIL_FAMILY,
)
from .actions import (
    RUSE as RUSE_FAMILY,
)
from .bits import low, rest
from .chance import below, seeded
from .claims import provable
from .layout import (
    ACTOR,
    BLIND,
    ELITES,
    EXPLOSION,
    FIRST_TACTIC,
    GIVEN,
    HAND,
    KEY,
    MUD,
    NUMBER,
    OIL,
    OIL_USED,
    OVER,
    PHASE,
    POOL,
    PRESET,
    PROVABLE,
    QUIET,
    REMOVED,
    ROOM,
    RUSE,
    SEATS,
    STONES,
    TACTIC,
    TO_BURY,
    TO_CLOSE,
    TO_END,
    TO_PLAY,
    TO_PUT,
    TO_RECRUIT,
    TO_TAKE,
    TURN,
    WORDS,
    State,
)
from .presets import ALL_FRONTS, DECK_MASK, GAME, HAND_LIMIT, OIL_START, TACTIC_DECK, has_support, setting
from .stones import stones_claim, stones_draw_due, stones_end_turn, stones_may_claim, stones_may_pass
from .tactics import (
    after_recruiting,
    begin_ruse,
    bury,
    end_ruse,
    give,
    lay,
    note_played,
    places_to_put,
    playable_ruses,
    playable_tactics,
    put_held,
    take_card,
    takeable_numbers,
    takeable_troops,
)
from .target import kernel
from .walls import (
    ATTACKER,
    DEFENDER,
    lose_by_deck,
    throw_oil,
    walls_claim,
    walls_draw_due,
    walls_end_turn,
    walls_may_claim,
    walls_may_pass,
)
from .zones import (
    bit_of,
    discard_side,
    draw,
    leave_hand,
    occupied,
    open_fronts,
    place_mode,
    place_on_pile,
    settle_changed,
    shuffle_pile,
)

MODES_MASK = 1 << BLIND - FIRST_TACTIC | 1 << MUD - FIRST_TACTIC
EXPLOSION_MASK = 1 << EXPLOSION - FIRST_TACTIC

# -- the start -------------------------------------------------------------------------------------------------------------


@kernel
def clear(s: State, preset: int) -> None:
    """An empty table: no card anywhere yet."""
    for word in range(WORDS):
        s[word] = 0
    s[PRESET] = preset
    s[POOL] = setting(s, DECK_MASK)
    s[ROOM] = s[ROOM + 1] = setting(s, ALL_FRONTS)
    s[OIL] = setting(s, OIL_START)
    s[PHASE] = TO_PLAY
    s[QUIET] = int(setting(s, GAME) == STONES)


@kernel
def fill_pile(s: State, kind: int, cards: int, words: State, at: int) -> None:
    """Some cards, shuffled, become a pile."""
    while cards:
        place_on_pile(s, kind, low(cards) + kind * FIRST_TACTIC)
        cards = rest(cards)
    shuffle_pile(s, kind, words, at)


@kernel
def start(s: State, preset: int, chance: State) -> None:
    """Shuffle, deal number cards to both seats in turn, and draw lots for who begins; in walls the attacker does."""
    clear(s, preset)
    fill_pile(s, NUMBER, setting(s, DECK_MASK), chance, 0)
    fill_pile(s, TACTIC, setting(s, TACTIC_DECK), chance, 0)
    for _ in range(setting(s, HAND_LIMIT)):
        for seat in range(SEATS):
            draw(s, seat, NUMBER)
    if has_support(s):
        s[KEY] = seeded(chance[0], 1)
    if setting(s, GAME) == STONES:
        s[TURN] = s[ACTOR] = below(chance, 0, SEATS)


# -- what is legal ---------------------------------------------------------------------------------------------------------


@kernel
def may_claim(s: State) -> int:
    """Whether this is a moment for claims."""
    return stones_may_claim(s) if setting(s, GAME) == STONES else walls_may_claim(s)


@kernel
def draw_due(s: State) -> int:
    """The piles that the turn's draw may come from; none if no draw is due or none can be made."""
    return stones_draw_due(s) if setting(s, GAME) == STONES else walls_draw_due(s)


@kernel
def look(s: State) -> None:
    """Note what may be claimed at this moment."""
    s[PROVABLE] = provable(s, s[TURN]) if may_claim(s) else 0


@kernel
def legal(s: State, out: State) -> int:
    """Enter the legal actions into `out`; which families have any (see `actions`)."""
    phase = s[PHASE]
    if phase == TO_PLAY:
        return legal_plays(s, out)
    if phase >= TO_CLOSE:
        families = allow(out, CLAIM, 1, s[PROVABLE])
        piles = draw_due(s) if phase == TO_CLOSE else 0
        return families | (allow(out, DRAW, 1, piles) if piles else allow(out, FINISH, 1, 1 << DONE))
    return legal_in_ruse(s, out) if phase != OVER else 0


@kernel
def legal_plays(s: State, out: State) -> int:
    """The first step of a turn: one card, or a pass; before it claims, retreats and oil, where the game has them."""
    seat = s[TURN]
    families = allow(out, PLAY, s[HAND + 2 * seat], s[ROOM + seat])
    if s[HAND + 2 * seat + TACTIC]:
        families |= legal_tactics(s, out)
    may_pass = stones_may_pass(s) if setting(s, GAME) == STONES else walls_may_pass(s, families)
    families |= allow(out, FINISH, may_pass, 1 << PASS)
    families |= allow(out, CLAIM, 1, s[PROVABLE])
    if setting(s, GAME) != STONES:
        if seat == ATTACKER:
            families |= allow(out, RETREAT, 1, occupied(s, ATTACKER))
        elif s[OIL] and not s[OIL_USED]:
            families |= allow(out, OIL_FAMILY, 1, occupied(s, ATTACKER))
    return families


@kernel
def legal_tactics(s: State, out: State) -> int:
    """Tactic cards: elite troops where there is room, modes on unclaimed Stones, ruses and actions that can do something."""
    seat = s[TURN]
    cards = playable_tactics(s)
    families = allow(out, TROOP, cards & ELITES, s[ROOM + seat])
    if cards & MODES_MASK:
        families |= allow(out, MODE, (cards & MODES_MASK) >> BLIND - FIRST_TACTIC, open_fronts(s))
    if cards & EXPLOSION_MASK:
        families |= allow(out, MODE, 1 << 2, occupied(s, ATTACKER) | occupied(s, DEFENDER))
    return families | allow(out, RUSE_FAMILY, 1, playable_ruses(s, cards))


@kernel
def legal_in_ruse(s: State, out: State) -> int:
    """The choice that a ruse or action asks for next."""
    phase, seat = s[PHASE], s[ACTOR]
    numbers, tactics = s[HAND + 2 * seat], s[HAND + 2 * seat + TACTIC]
    if phase == TO_TAKE:
        families = allow(out, TAKE, 1, takeable_numbers(s, s[RUSE]))
        return families | allow(out, TAKE_TROOP, 1, takeable_troops(s, s[RUSE]))
    if phase == TO_PUT:
        return allow(out, PUT, 1, places_to_put(s))
    if phase == TO_RECRUIT:
        return allow(out, DRAW, 1, walls_draw_due(s))
    if phase == TO_BURY:
        return allow(out, BURY, 1, numbers) | allow(out, BURY_TACTIC, 1, tactics)
    given = GIVEN + 2 * seat
    return allow(out, GIVE, 1, numbers & ~s[given]) | allow(out, GIVE_TACTIC, 1, tactics & ~s[given + TACTIC])


# -- what an action does ---------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int) -> None:
    """Carry out a legal action, and then whatever happens by itself."""
    carry_out(s, parts_of(action))


@kernel
def carry_out(s: State, parts: int) -> None:
    """The same for an action in parts, which is how chance picks one."""
    family, card, place = family_in(parts), card_in(parts), place_in(parts)
    phase = s[PHASE]
    if family == PLAY or family == TROOP:
        play_card(s, card, place, family)
    elif family == DRAW:
        draw_card(s, place)
    elif family == CLAIM:
        claim(s, place)
    elif family == FINISH:
        finish(s, place)
    elif family == RETREAT:
        discard_side(s, place, ATTACKER)
        s[PROVABLE] &= ~(1 << place)
    elif family == OIL_FAMILY:
        throw_oil(s, place)
    else:
        tactic_step(s, family, card, place)
    settle_changed(s)
    if s[PHASE] != phase and s[PHASE] == TO_CLOSE:
        s[QUIET] &= int(family == FINISH)
    go_on(s, phase)


@kernel
def play_card(s: State, card: int, front: int, family: int) -> None:
    """A number card or an elite troop goes to one's own side."""
    seat = s[TURN]
    if family == TROOP:
        card += FIRST_TACTIC
        note_played(s, card)
    else:
        leave_hand(s, seat, card)
    lay(s, front, seat, card)
    s[PHASE] = TO_CLOSE


@kernel
def tactic_step(s: State, family: int, card: int, place: int) -> None:
    """A combat mode, an Explosion, the beginning of a ruse, or one of its choices."""
    if family == MODE:
        play_mode(s, MODE_CARD[card], place)
    elif family == RUSE_FAMILY:
        begin_ruse(s, RUSE_CARD[place])
    elif family == TAKE:
        take_card(s, place)
    elif family == TAKE_TROOP:
        take_card(s, place + FIRST_TACTIC)
    elif family == PUT:
        put_held(s, place)
    elif family == BURY:
        bury(s, place)
    elif family == BURY_TACTIC:
        bury(s, place + FIRST_TACTIC)
    elif family == GIVE:
        give(s, place)
    elif family == GIVE_TACTIC:
        give(s, place + FIRST_TACTIC)


@kernel
def play_mode(s: State, card: int, front: int) -> None:
    """A combat mode lies on its Stone for good; an Explosion discards all cards on both sides of a tile."""
    note_played(s, card)
    if card == EXPLOSION:
        s[REMOVED] |= bit_of(EXPLOSION)
        discard_side(s, front, ATTACKER)
        discard_side(s, front, DEFENDER)
    else:
        place_mode(s, front, int(card == MUD))
    end_ruse(s)


@kernel
def claim(s: State, front: int) -> None:
    """The seat whose turn it is has proved a front."""
    s[PROVABLE] &= ~(1 << front)
    if setting(s, GAME) == STONES:
        stones_claim(s, front)
    else:
        walls_claim(s, front)


@kernel
def draw_card(s: State, kind: int) -> None:
    """A draw: one of Recruiter's three, or the one that ends the turn but for the attacker's last claims."""
    draw(s, s[TURN], kind)
    if s[PHASE] == TO_RECRUIT:
        after_recruiting(s)
        return
    s[QUIET] = 0
    s[PHASE] = TO_END
    if not may_claim(s):
        s[PROVABLE] = 0


@kernel
def finish(s: State, which: int) -> None:
    """A pass, after which one may claim still (and in stones draw); or no more claims, though there are some to make."""
    if which == PASS:
        s[PHASE] = TO_CLOSE if setting(s, GAME) == STONES else TO_END
    else:
        s[PROVABLE] = 0


@kernel
def go_on(s: State, phase: int) -> None:
    """See what can be claimed now, and end a turn in which nothing is left to decide; then see again for the next turn.

    What can be claimed changes with the play (or pass) and with the turn; a draw shows nothing to both.
    """
    looking = s[PHASE] != phase and phase < TO_CLOSE
    while s[PHASE] != OVER:
        if looking:
            look(s)
        if s[PHASE] < TO_CLOSE or s[PROVABLE] or (s[PHASE] == TO_CLOSE and draw_due(s)):
            return
        end_turn(s)
        looking = True
    s[PROVABLE] = 0


@kernel
def end_turn(s: State) -> None:
    """The other seat's turn begins; in walls, a turn that ends before its draw has lost by the end of the deck."""
    if setting(s, GAME) == STONES:
        stones_end_turn(s)
    elif s[PHASE] == TO_CLOSE:
        lose_by_deck(s)
    else:
        walls_end_turn(s)
