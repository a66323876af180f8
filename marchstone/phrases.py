"""Words and sentences about a game, English and French side by side: what explanations and events say."""

from __future__ import annotations

from collections.abc import Iterable

from .cards import GAME_NAMES, LANGUAGES, Card
from .errors import TextError

Pair = tuple[str, str]

MOST_NAMED = 6  # a longer list of cards is cut short

TYPE_NAMES: dict[str, Pair] = {
    "colour-run": ("Colour-Run", "suite couleur"),
    "same": ("Same value", "même valeur"),
    "colour": ("Colour", "couleur"),
    "run": ("Run", "suite"),
    "sum": ("Sum", "somme"),
}
TYPES_WITH_ARTICLE: dict[str, Pair] = {
    "colour-run": ("a Colour-Run", "une suite couleur"),
    "same": ("Same value", "la même valeur"),
    "colour": ("Colour", "la couleur"),
    "run": ("a Run", "une suite"),
}
FRONT_NAMES: dict[str, Pair] = {"stones": ("Stone", "la Borne"), "walls": ("tile", "la Muraille")}
THIS_FRONT: dict[str, Pair] = {"stones": ("this Stone", "cette Borne"), "walls": ("this tile", "cette Muraille")}
ROLES: tuple[Pair, Pair] = (("the attacker", "l'attaquant"), ("the defender", "le défenseur"))
BACKS: dict[str, dict[str, Pair]] = {
    "stones": {"number": ("a Clan card", "une carte Clan"), "tactic": ("a Tactic card", "une carte Tactique")},
    "walls": {"number": ("a Siege card", "une carte Siège"), "tactic": ("a Tactic card", "une carte Tactique")},
}
ANY_CARD: Pair = ("a card", "une carte")

# -- what an explanation says: {verdict} says whether the claim holds, or would hold if this were the moment -----------------
VERDICTS: dict[tuple[bool, bool], Pair] = {
    (True, True): ("The claim holds", "La revendication est bonne"),
    (False, True): ("The claim fails", "La revendication échoue"),
    (True, False): ("Apart from that it would hold", "Sinon, elle serait bonne"),
    (False, False): ("Apart from that it would fail", "Sinon, elle échouerait"),
}
OBSTACLES: dict[str, Pair] = {
    "claimed": ("{front} has been claimed already.", "{front} est déjà prise."),
    "over": ("The game is over.", "La partie est finie."),
    "defender": ("The defender never claims.", "Le défenseur ne revendique jamais."),
    "not-yours": ("One claims only on one's own turn.", "On ne revendique qu'à son propre tour."),
    "not-yet": ("Claims are made only after playing.", "On ne revendique qu'après avoir joué."),
    "too-late": (
        "With the Expert variant claims are made only before playing.",
        "Avec la variante Expert, on ne revendique qu'avant de jouer.",
    ),
    "in-action": (
        "No claim is made before the card just played has had its effect.",
        "On ne revendique pas avant que la carte jouée ait produit son effet.",
    ),
}
PROOFS: dict[str, Pair] = {
    "incomplete": (
        "{verdict}: this side lacks {missing}; it must have {width}.",
        "{verdict} : il manque {missing} à ce côté ; il en faut {width}.",
    ),
    "beaten": (
        "{verdict}: the other side, {best}, is stronger than {own} {by}.",
        "{verdict} : l'autre côté, {best}, est plus fort que {own} {by}.",
    ),
    "later": (
        "{verdict}: {own} and {best} are equal, and the other side was completed first.",
        "{verdict} : {own} et {best} sont à égalité, et l'autre côté a été complété le premier.",
    ),
    "reachable": (
        "{verdict}: with {needs} the other side would become {best}, stronger than {own} {by}.",
        "{verdict} : avec {needs}, l'autre côté deviendrait {best}, ce qui est plus fort que {own} {by}.",
    ),
    "proved-better": (
        "{verdict}: {own} is stronger {by} than {best} on the other side.",
        "{verdict} : {own} est plus fort {by} que {best} de l'autre côté.",
    ),
    "proved-first": (
        "{verdict}: {own} and {best} are equal, and this side was completed first.",
        "{verdict} : {own} et {best} sont à égalité, et ce côté a été complété le premier.",
    ),
    "proved-unreachable": (
        "{verdict}: the best that the other side can still become, with {needs}, is {best}; {own} is stronger {by}.",
        "{verdict} : au mieux, avec {needs}, l'autre côté deviendra {best} ; {own} est plus fort {by}.",
    ),
    "proved-equal": (
        "{verdict}: the best that the other side can still become, with {needs}, is {best}; {own} is as strong and was first.",
        "{verdict} : au mieux, avec {needs}, l'autre côté deviendra {best} ; {own} est de même force et fut là d'abord.",
    ),
    "proved-unfillable": (
        "{verdict}: the other side lacks {missing}, and too few are unseen ({unseen}) to fill it.",
        "{verdict} : il manque {missing} à l'autre côté, et trop peu restent non vues ({unseen}) pour le remplir.",
    ),
}
BY: dict[str, Pair] = {
    "type": ("by its type", "par son type"),
    "total": ("by its total", "par son total"),
    "first": ("", ""),
}
OWN_HAND: Pair = (
    "Cards in your own hand count as unseen too: {cards}.",
    "Les cartes de votre propre main comptent aussi comme non vues : {cards}.",
)
BLOCKING_ONE: Pair = (
    "If {cards} were not in sight, the claim would fail.",
    "Si {cards} n'était pas visible, la revendication échouerait.",
)
BLOCKING: Pair = (
    "The claim would fail if any one of these were not in sight: {cards}.",
    "La revendication échouerait si une seule de ces cartes n'était pas visible : {cards}.",
)
# what is special about the front: (only totals count, the lower total is stronger, a better type goes uncounted)
FRONT_NOTES: dict[tuple[bool, bool, bool], Pair] = {
    (True, True, True): (
        "At {this} the lowest sum wins, and {shape} is a mere Sum.",
        "À {this}, la plus petite somme gagne, et {shape} n'est qu'une somme.",
    ),
    (True, True, False): ("At {this} the lowest sum wins.", "À {this}, la plus petite somme gagne."),
    (True, False, True): (
        "At {this} only totals count, and {shape} is a mere Sum.",
        "À {this}, seuls les totaux comptent, et {shape} n'est qu'une somme.",
    ),
    (True, False, False): ("At {this} only totals count.", "À {this}, seuls les totaux comptent."),
    (False, False, True): (
        "{shape} does not count at {this}: it is a mere Sum.",
        "À {this}, {shape} ne compte pas comme telle : ce n'est qu'une somme.",
    ),
}

# -- what an event says ----------------------------------------------------------------------------------------------------
EVENTS: dict[str, Pair] = {
    "played": ("{who} plays {card}.", "{who} joue {card}."),
    "played-at": ("{who} plays {card} at {front}.", "{who} joue {card} à {front}."),
    "eliminated": (
        "Hen and cook eliminate each other: {card} leaves {front}.",
        "Poule et cuisinier s'éliminent : {card} quitte {front}.",
    ),
    "taken": ("{who} takes {card} from {source}.", "{who} prend {card} ({source})."),
    "put": ("{who} puts {card} at {front}.", "{who} pose {card} à {front}."),
    "discarded": ("{card} goes to the discard.", "{card} va à la défausse."),
    "discarded-at": ("{card} goes from {front} to the discard.", "{card} quitte {front} pour la défausse."),
    "retreated": ("{who} retreats: {card} leaves {front}.", "{who} se retire : {card} quitte {front}."),
    "burnt": ("The oil burns {card} at {front}.", "L'huile brûle {card} à {front}."),
    "buried": ("{who} puts {card} under its pile.", "{who} glisse {card} sous sa pioche."),
    "drawn": ("{who} draws {card}.", "{who} pioche {card}."),
    "chosen": ("{who} chooses {card} to give away.", "{who} choisit {card} à donner."),
    "swapped": ("{who} gives {card} away.", "{who} donne {card}."),
    "returned": ("{card} goes back into its pile.", "{card} retourne dans sa pioche."),
    "moved": ("{card} goes from {source} to {target}.", "{card} change de place ({source}, puis {target})."),
    "shuffled": ("The pile of {card} is shuffled.", "La pioche des {card} est mélangée."),
    "oil": (
        "{who} throws a cauldron at {front}; cauldrons left: {left}.",
        "{who} verse un chaudron sur {front} ; chaudrons restants : {left}.",
    ),
    "claimed": ("{who} claims {front}.", "{who} revendique {front}."),
    "damaged": ("{front} is damaged.", "{front} est endommagée."),
    "blind": ("Only totals count at {front} from now on.", "Désormais, seuls les totaux comptent à {front}."),
    "mud": ("{front} now asks for one card more on each side.", "{front} demande désormais une carte de plus de chaque côté."),
    "passed": ("{who} passes.", "{who} passe."),
    "turned": ("{who} is to play.", "{who} doit jouer."),
    "over": ("The game is over: {who} wins ({why}).", "La partie est finie : {who} gagne ({why})."),
    "drawn-game": ("The game is over and drawn ({why}).", "La partie est finie et nulle ({why})."),
}
PILE_NAMES: dict[str, dict[str, Pair]] = {
    "stones": {"number": ("Clan cards", "cartes Clan"), "tactic": ("Tactic cards", "cartes Tactique")},
    "walls": {"number": ("Siege cards", "cartes Siège"), "tactic": ("Tactic cards", "cartes Tactique")},
}
ENDINGS: dict[str, Pair] = {
    "adjacent": ("neighbouring Stones", "Bornes voisines"),
    "majority": ("enough Stones", "assez de Bornes"),
    "stalemate": ("both have passed", "tous deux ont passé"),
    "fourth": ("enough damaged tiles", "assez de Murailles endommagées"),
    "twice": ("a tile taken twice", "une Muraille prise deux fois"),
    "deck": ("a draw that cannot be made", "une pioche impossible"),
    "full": ("all defending sides are complete", "tous les côtés du défenseur sont complets"),
}
ZONES: dict[str, Pair] = {
    "hand": ("a hand", "main"),
    "pile": ("the pile", "pioche"),
    "tactic-pile": ("the Tactic pile", "pioche Tactique"),
    "discard": ("the discard", "défausse"),
    "removed": ("outside the game", "hors du jeu"),
    "held": ("the cards taken", "carte prise"),
}


def tongue(language: str) -> int:
    """The place of a language in every pair."""
    if language not in LANGUAGES:
        raise TextError("language.unknown", f"there is no language {language!r}", expected=" or ".join(LANGUAGES))
    return LANGUAGES.index(language)


def capital(text: str) -> str:
    """With a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def listed(cards: Iterable[Card], language: str) -> str:
    """Cards by name, one after the other; a long list is cut short."""
    names = [card.name(language) for card in cards]
    more = len(names) - MOST_NAMED
    if more > 1:
        names = [*names[:MOST_NAMED], (f"{more} more", f"{more} autres")[tongue(language)]]
    return ", ".join(names)


def joined(cards: Iterable[Card], language: str) -> str:
    """Cards by name, with an `and` before the last."""
    names = [card.name(language) for card in cards]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {('and', 'et')[tongue(language)]} {names[-1]}"


def number_of_cards(number: int, language: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {('card', 'carte')[tongue(language)]}{'s' if number > 1 else ''}"


def type_name(kind: str, width: int, language: str) -> str:
    """The name of a formation's type; in French three cards of one value have a name of their own."""
    if (language, kind, width) == ("fr", "same", 3):
        return "brelan"
    return TYPE_NAMES[kind][tongue(language)]


def front_name(front: int, game: str, language: str) -> str:
    """`Stone 5`, `la Muraille 3`."""
    return f"{FRONT_NAMES[game][tongue(language)]} {front}"


def seat_name(seat: int, game: str, language: str, players: Pair = ("", "")) -> str:
    """The player's name if there is one; else the role, or the number of the seat."""
    if players[seat]:
        return players[seat]
    if GAME_NAMES.index(game):
        return ROLES[seat][tongue(language)]
    return f"{('seat', 'place')[tongue(language)]} {seat}"
