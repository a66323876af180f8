"""Why a move is not legal: a stable code, one sentence in English and French, and the rule it comes from.

Whether a move is legal the core has said already. Here its family is looked at once more for the first reason against it; every
question about the rules is put to the core.
"""

from __future__ import annotations

from .cards import GAME_NAMES, LANGUAGES, TEXTS, Card
from .core import actions as a
from .core import layout as lay
from .core.formations import width_of
from .core.games import draw_due
from .core.layout import FIRST_TACTIC, JOKERS, STONES, State
from .core.presets import FRONT_COUNT, GAME, HAND_LIMIT, row_at, setting
from .core.tactics import playable_tactics
from .core.walls import ATTACKER, DEFENDER
from .core.zones import bit_of, kind_of, open_fronts
from .errors import IllegalMoveError
from .explain import explain_claim
from .phrases import Pair, capital, front_name, this_card

# for each code the sentence
SENTENCES: dict[str, Pair] = {
    "over": ("The game is over.", "La partie est finie."),
    "other-seat": ("It is for the other player to choose now.", "C'est à l'autre joueur de choisir maintenant."),
    "front-unknown": ("There is no {front} in this game.", "Il n'y a pas de {front} dans cette partie."),
    "play-first": ("A card has to be played first.", "Il faut d'abord jouer une carte."),
    "played": ("A card has been played already in this turn.", "Une carte a déjà été jouée pendant ce tour."),
    "drawn": ("A card has been drawn already in this turn.", "Une carte a déjà été piochée pendant ce tour."),
    "under-way": ("{ruse} is under way and has to be carried out first.", "{ruse} est en cours et doit d'abord s'accomplir."),
    "nothing-under-way": ("No card that was played asks for this.", "Aucune carte jouée ne demande cela."),
    "other-step": ("{ruse} asks for something else now.", "{ruse} demande autre chose à présent."),
    "not-in-hand": ("{card} is not in the hand.", "{card} n'est pas en main."),
    "claimed": (
        "{front} has been claimed and takes no more cards.",
        "{front} a été revendiquée et ne reçoit plus de cartes.",
    ),
    "full": ("This side of {front} has its {width} cards.", "Ce côté de {front} a déjà ses {width} cartes."),
    "tactic-limit": (
        "Whoever is ahead in Tactic cards played ({ours} to {theirs}) may play none.",
        "Qui a joué plus de cartes Tactique que l'adversaire ({ours} contre {theirs}) n'en joue pas.",
    ),
    "second-joker": ("A player plays one Joker in a game.", "Un joueur ne joue qu'un Joker par partie."),
    "no-effect": ("{card} could do nothing now.", "{card} n'aurait aucun effet à présent."),
    "empty": ("There is no card at {front}.", "Il n'y a aucune carte devant {front}."),
    "no-attacker": ("The attacker has no card at {front}.", "L'attaquant n'a aucune carte devant {front}."),
    "hand-full": (
        "One draws only with fewer than {limit} cards in hand.",
        "On ne pioche qu'avec moins de {limit} cartes en main.",
    ),
    "pile-empty": ("This pile is empty.", "Cette pioche est vide."),
    "other-game": ("There is no such move in this game.", "Ce coup n'existe pas dans ce jeu."),
    "attacker-only": ("Only the attacker retreats.", "Seul l'attaquant se retire."),
    "defender-only": ("Only the defender throws oil.", "Seul le défenseur verse de l'huile."),
    "retreat-late": ("A retreat comes before the card that is played.", "On se retire avant de jouer une carte."),
    "oil-late": ("Oil is thrown before the card is played.", "L'huile se verse avant de jouer une carte."),
    "no-oil": ("No cauldron is left.", "Il ne reste aucun chaudron."),
    "oil-used": ("One cauldron may be thrown in a turn.", "On ne verse qu'un chaudron par tour."),
    "not-takeable": ("{ruse} cannot take {card} here.", "{ruse} ne peut pas prendre {card} ici."),
    "same-front": ("The card has to leave {front}.", "La carte doit quitter {front}."),
    "no-discard": ("{ruse} puts the card at a front, not into the discard.", "{ruse} pose la carte, sans la défausser."),
    "given": ("{card} has been chosen already.", "On a déjà choisi {card}."),
    "must-play": ("Nobody passes who can {do}.", "On ne passe pas tant qu'on peut {do}."),
    "must-retreat": ("Without any room one has to retreat first.", "Sans aucune place, il faut d'abord se retirer."),
    "must-draw": ("A card has to be drawn.", "Il faut piocher."),
}
# what nobody passes who can do it: in stones a Tactic card need not be played
MUST_DO: tuple[Pair, Pair] = (("place a Clan card", "poser une carte Clan"), ("play a card", "jouer une carte"))
# for each code the rule: an anchor of docs/rules.en.md and docs/rules.fr.md, for stones and for walls; the turn's for all others
TURN = ("stones-turn", "walls-turn")
RULES: dict[str, Pair] = {
    "over": ("stones-end", "walls-end"),
    "front-unknown": ("presets", "presets"),
    "tactic-limit": ("tactics-limit", "tactics-limit"),
    "second-joker": ("joker", "joker"),
    "hand-full": ("stones-draw", "walls-turn"),
    "pile-empty": ("stones-draw", "walls-turn"),
    "must-draw": ("stones-draw", "walls-turn"),
    "no-attacker": ("stones", "oil"),
    "attacker-only": ("stones", "retreat"),
    "retreat-late": ("stones", "retreat"),
    "defender-only": ("stones", "oil"),
    "oil-late": ("stones", "oil"),
    "no-oil": ("stones", "oil"),
    "oil-used": ("stones", "oil"),
    "must-play": ("stones-pass", "walls-pass"),
    "must-retreat": ("stones-pass", "walls-pass"),
    # what stands in the way of a claim; if nothing does, the proof fails
    "claim-claimed": TURN,
    "claim-over": ("stones-end", "walls-end"),
    "claim-too-late": ("expert", "expert"),
    "claim-proof": ("claim", "claim"),
}
OF_THE_RUSE = ("under-way", "other-step", "not-takeable", "same-front", "no-discard", "given")
OF_THE_CARD = ("no-effect",)
STEPS = {
    a.TAKE: lay.TO_TAKE,
    a.TAKE_TROOP: lay.TO_TAKE,
    a.PUT: lay.TO_PUT,
    a.BURY: lay.TO_BURY,
    a.BURY_TACTIC: lay.TO_BURY,
    a.GIVE: lay.TO_GIVE,
    a.GIVE_TACTIC: lay.TO_GIVE,
}


def refusal(s: State, action: int) -> IllegalMoveError:
    """The error for an action that is not legal in this state."""
    family, front = a.family_of(action), front_named(action)
    if s[lay.PHASE] == lay.OVER:
        return refused(s, "over", action)
    if front is not None and front >= setting(s, FRONT_COUNT):
        return refused(s, "front-unknown", action)
    if family == a.CLAIM:
        return refused_claim(s, a.place_index(action))
    if family in (a.PLAY, a.TROOP, a.MODE, a.RUSE):
        code = against_play(s, action)
    elif family == a.DRAW:
        code = against_draw(s)
    elif family == a.RETREAT:
        code = against_retreat(s)
    elif family == a.OIL:
        code = against_oil(s)
    elif family == a.FINISH:
        code = against_pass(s) if a.place_index(action) == a.PASS else against_done(s)
    else:
        code = against_step(s, action)
    return refused(s, code, action)


# -- the reason, family by family ------------------------------------------------------------------------------------------


def against_play(s: State, action: int) -> str:
    """Why a card cannot be played, or not there."""
    family, card, front = a.family_of(action), card_named(action), front_named(action)
    if s[lay.PHASE] != lay.TO_PLAY:
        return busy(s)
    if not s[lay.HAND + 2 * s[lay.TURN] + kind_of(card)] & bit_of(card):
        return "not-in-hand"
    if card >= FIRST_TACTIC and not playable_tactics(s) & bit_of(card):
        ahead = s[lay.PLAYED + s[lay.TURN]] > s[lay.PLAYED + 1 - s[lay.TURN]]
        return "second-joker" if bit_of(card) & JOKERS and not ahead else "tactic-limit"
    if front is None:
        return "no-effect"
    if not open_fronts(s) >> front & 1:
        return "claimed"
    return "empty" if family == a.MODE else "full"


def against_draw(s: State) -> str:
    """Why no card can be drawn, or not from that pile."""
    if s[lay.PHASE] == lay.TO_PLAY:
        return "play-first"
    if s[lay.PHASE] == lay.TO_END:
        return "drawn"
    if s[lay.PHASE] == lay.TO_CLOSE:
        return "pile-empty" if draw_due(s) or setting(s, GAME) != STONES else "hand-full"
    return "pile-empty" if s[lay.PHASE] == lay.TO_RECRUIT else "other-step"


def against_retreat(s: State) -> str:
    """Why nobody can retreat, or not from there."""
    if setting(s, GAME) == STONES:
        return "other-game"
    if s[lay.TURN] != ATTACKER:
        return "attacker-only"
    return "no-attacker" if s[lay.PHASE] == lay.TO_PLAY else "retreat-late"


def against_oil(s: State) -> str:
    """Why no oil can be thrown, or not there."""
    if setting(s, GAME) == STONES:
        return "other-game"
    if s[lay.TURN] != DEFENDER:
        return "defender-only"
    if s[lay.PHASE] != lay.TO_PLAY:
        return "oil-late"
    if not s[lay.OIL]:
        return "no-oil"
    return "oil-used" if s[lay.OIL_USED] else "no-attacker"


def against_pass(s: State) -> str:
    """Why one cannot pass."""
    if s[lay.PHASE] != lay.TO_PLAY:
        return busy(s)
    if setting(s, GAME) != STONES and not s[lay.ROOM + s[lay.TURN]]:
        return "must-retreat"
    return "must-play"


def against_done(s: State) -> str:
    """Why the turn cannot end yet."""
    if s[lay.PHASE] == lay.TO_PLAY:
        return "play-first"
    return "must-draw" if s[lay.PHASE] == lay.TO_CLOSE else "under-way"


def against_step(s: State, action: int) -> str:
    """Why a ruse or action does not go on like this."""
    family, card, phase = a.family_of(action), card_named(action), s[lay.PHASE]
    if not s[lay.RUSE]:
        return "nothing-under-way"
    if phase != STEPS[family]:
        return "other-step"
    if phase == lay.TO_PUT:
        return against_put(s, a.place_index(action))
    if phase == lay.TO_TAKE:
        return "not-takeable"
    given = s[lay.GIVEN + 2 * s[lay.ACTOR] + kind_of(card)] & bit_of(card)
    return "given" if given else "not-in-hand"


def against_put(s: State, place: int) -> str:
    """Why the card taken cannot go there."""
    if place == a.TO_DISCARD:
        return "no-discard"
    if not open_fronts(s) >> place & 1:
        return "claimed"
    return "full" if not s[lay.ROOM + s[lay.TURN]] >> place & 1 else "same-front"


def busy(s: State) -> str:
    """Why no card can be played any more in this turn, or not just now."""
    return "under-way" if s[lay.RUSE] else "played"


# -- the error -------------------------------------------------------------------------------------------------------------


def refused(s: State, code: str, action: int) -> IllegalMoveError:
    """The error of a code, with its words put in."""
    english, french = (in_words(s, code, action, language) for language in LANGUAGES)
    game, card = setting(s, GAME), card_named(action)
    rule = RULES.get(code, TURN)[game]
    if code in OF_THE_RUSE:
        rule = anchor_of(s[lay.RUSE])
    elif code in OF_THE_CARD:
        rule = anchor_of(card)
    return IllegalMoveError(f"move.{code}", (english, french), rule)


def refused_claim(s: State, front: int) -> IllegalMoveError:
    """The error of a claim: what stands in its way, or else why the proof fails, with the cards that would refute it."""
    proof = explain_claim(s, front + 1, s[lay.TURN])
    code = f"claim-{proof.obstacle or 'proof'}"
    sentences = proof.sentence(LANGUAGES[0]), proof.sentence(LANGUAGES[1])
    return IllegalMoveError(f"claim.{proof.obstacle or proof.reason}", sentences, RULES.get(code, TURN)[setting(s, GAME)])


def in_words(s: State, code: str, action: int, language: str) -> str:
    """The sentence of a code."""
    game, front = setting(s, GAME), front_named(action)
    there = front is not None and front < setting(s, FRONT_COUNT)
    card, ruse = card_named(action), s[lay.RUSE]
    name = "" if front is None else front_name(front + 1, GAME_NAMES[game], language)
    sentence = SENTENCES[code][LANGUAGES.index(language)].format(
        front=name.removeprefix("la ") if code == "front-unknown" else name,
        width=width_of(row_at(s, front)) if there and front is not None else "",
        card="" if card < 0 else this_card(Card.of(card, game), language),
        ruse=this_card(Card.of(ruse, game), language) if ruse else "",
        do=MUST_DO[game][LANGUAGES.index(language)],
        limit=setting(s, HAND_LIMIT),
        ours=s[lay.PLAYED + s[lay.TURN]],
        theirs=s[lay.PLAYED + 1 - s[lay.TURN]],
    )
    return capital(sentence)


def anchor_of(card: int) -> str:
    """Where the rules page speaks of a Tactic card."""
    return next(texts[card] for texts in TEXTS if texts[card]).rstrip("12")


def card_named(action: int) -> int:
    """The card of an action; -1 if it has none."""
    family, card, place = a.family_of(action), a.card_index(action), a.place_index(action)
    if family == a.PLAY:
        return card
    if family == a.TROOP:
        return card + FIRST_TACTIC
    if family == a.MODE:
        return a.MODES[card]
    if family == a.RUSE:
        return a.RUSES[place]
    if family in (a.TAKE, a.BURY, a.GIVE):
        return place
    return place + FIRST_TACTIC if family in (a.TAKE_TROOP, a.BURY_TACTIC, a.GIVE_TACTIC) else -1


def front_named(action: int) -> int | None:
    """The front of an action, if it has one."""
    place = a.place_index(action)
    if a.family_of(action) in (a.PLAY, a.TROOP, a.MODE, a.CLAIM, a.RETREAT, a.OIL):
        return place
    return place if a.family_of(action) == a.PUT and place != a.TO_DISCARD else None
