"""Words and sentences about a game, English and French side by side: what explanations and events say."""

from __future__ import annotations

from collections.abc import Iterable

from .cards import GAME_NAMES, LANGUAGES, Card, check_language

Pair = tuple[str, str]

MOST_NAMED = 6  # a longer list of cards is cut short

TYPES_WITH_ARTICLE: dict[str, Pair] = {
    "colour-run": ("a Colour-Run", "une suite couleur"),
    "same": ("Same value", "un brelan"),
    "colour": ("Colour", "une couleur"),
    "run": ("a Run", "une suite"),
    "sum": ("a Sum", "une somme"),
}
SAME_IN_FRENCH = {2: "une paire", 4: "un carré"}  # instead of a brelan, by the number of cards
FRONT_NAMES: dict[str, Pair] = {"stones": ("Stone", "la Borne"), "walls": ("tile", "la Muraille")}
THIS_FRONT: dict[str, Pair] = {"stones": ("this Stone", "cette Borne"), "walls": ("this tile", "cette Muraille")}
SEAT: Pair = ("seat {seat}", "la place {seat}")
ROLES: tuple[Pair, Pair] = (("the attacker", "l'attaquant"), ("the defender", "le défenseur"))
BACKS: dict[str, dict[str, Pair]] = {
    "stones": {"number": ("a Clan card", "une carte Clan"), "tactic": ("a Tactic card", "une carte Tactique")},
    "walls": {"number": ("a Siege card", "une carte Siège"), "tactic": ("a Tactic card", "une carte Tactique")},
}
ANY_CARD: Pair = ("a card", "une carte")

# -- what an explanation says: {verdict} says whether the front can be claimed, or could be if this were the moment --------
VERDICTS: dict[tuple[bool, bool], Pair] = {
    (True, True): ("{front} can be claimed", "{front} peut être revendiquée"),
    (False, True): ("{front} cannot be claimed", "{front} ne peut pas être revendiquée"),
    (True, False): ("Otherwise {front} could be claimed", "Sinon, {front} pourrait être revendiquée"),
    (False, False): ("{front} could not be claimed anyway", "De toute façon, {front} ne pourrait pas être revendiquée"),
}
OBSTACLES: dict[str, Pair] = {
    "claimed": ("{front} has been claimed already.", "{front} a déjà été revendiquée."),
    "over": ("The game is over.", "La partie est finie."),
    "defender": ("The defender never claims.", "Le défenseur ne revendique jamais."),
    "not-yours": ("One claims only on one's own turn.", "On ne revendique qu'à son propre tour."),
    "not-yet": ("Claims are made only after playing.", "On ne revendique qu'après avoir joué."),
    "too-late": (
        "With the Expert variant claims are made only before playing.",
        "Avec la variante Expert, on ne revendique qu'avant de jouer.",
    ),
    "in-action": (
        "Claims wait until the card just played has had its effect.",
        "On ne revendique qu'une fois que la carte jouée a produit son effet.",
    ),
}
PROOFS: dict[str, Pair] = {
    "incomplete": (
        "{verdict}: the claimant's side has only {present} out of {width}.",
        "{verdict} : le côté qui revendique n'a que {present} sur {width}.",
    ),
    "empty": ("{verdict}: the claimant's side is empty.", "{verdict} : le côté qui revendique est vide."),
    "beaten": (
        "{verdict}: the other side has {best}, which beats {own} {by}.",
        "{verdict} : l'autre côté a {best}, qui l'emporte sur {own} {by}.",
    ),
    "later": (
        "{verdict}: both sides have {tie}, and the other was completed first.",
        "{verdict} : les deux côtés ont {tie}, et l'autre a été complété en premier.",
    ),
    "reachable": (
        "{verdict}: the other side can still get {needs} to make {best}, which beats {own} {by}.",
        "{verdict} : l'autre côté peut encore recevoir {needs} pour former {best}, qui l'emporte sur {own} {by}.",
    ),
    "proved-better": (
        "{verdict}: {own} beats {best} {by}.",
        "{verdict} : {own} l'emporte sur {best} {by}.",
    ),
    "proved-first": (
        "{verdict}: both sides have {tie}, and the other was completed later.",
        "{verdict} : les deux côtés ont {tie}, et l'autre a été complété plus tard.",
    ),
    "proved-unreachable": (
        "{verdict}: at best the other side can still get {needs} to make {best}; {own} beats that {by}.",
        "{verdict} : au mieux, l'autre côté peut encore recevoir {needs} pour former {best} ; {own} l'emporte {by}.",
    ),
    "proved-equal": (
        "{verdict}: at best the other side can still get {needs} to make {best}, which is equal but comes later.",
        "{verdict} : au mieux, l'autre côté peut encore recevoir {needs} pour former {best}, à égalité mais plus tard.",
    ),
    "proved-unfillable": (
        "{verdict}: the other side lacks {missing}, and {unseen}.",
        "{verdict} : il manque {missing} à l'autre côté, et {unseen}.",
    ),
}
BY: dict[str, Pair] = {"type": ("by type", "par son type"), "total": ("by total", "par son total")}
UNSEEN: tuple[Pair, Pair, Pair] = (
    ("no card is unseen", "il ne reste aucune carte cachée"),
    ("only one card is unseen", "il ne reste qu'une carte cachée"),
    ("only {unseen} are unseen", "il ne reste que {unseen} cachées"),
)
OWN_HAND: Pair = (
    "Cards in your own hand count as unseen too: {cards}.",
    "Les cartes de votre propre main comptent aussi comme cachées : {cards}.",
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
        "Devant {this}, la plus petite somme gagne, et {shape} n'est qu'une somme.",
    ),
    (True, True, False): ("At {this} the lowest sum wins.", "Devant {this}, la plus petite somme gagne."),
    (True, False, True): (
        "At {this} only totals count, and {shape} is a mere Sum.",
        "Devant {this}, seuls les totaux comptent, et {shape} n'est qu'une somme.",
    ),
    (True, False, False): ("At {this} only totals count.", "Devant {this}, seuls les totaux comptent."),
    (False, False, True): (
        "{shape} does not count at {this}: it is a mere Sum.",
        "Devant {this}, {shape} ne compte pas : ce n'est qu'une somme.",
    ),
}

# -- what an event says ----------------------------------------------------------------------------------------------------
EVENTS: dict[str, Pair] = {
    "played": ("{who} plays {card}.", "{who} joue {card}."),
    "played-at": ("{who} plays {card} at {front}.", "{who} joue {card} devant {front}."),
    "blind": (
        "{who} plays {card} at {front}: only totals count there from now on.",
        "{who} joue {card} devant {front} : seuls les totaux y comptent désormais.",
    ),
    "mud": (
        "{who} plays {card} at {front}: each side there takes one card more from now on.",
        "{who} joue {card} devant {front} : il y faut désormais une carte de plus de chaque côté.",
    ),
    "eliminated": (
        "Hen and cook eliminate each other at {front}: {card}.",
        "La poule et le cuisinier s'éliminent devant {front} : {card}.",
    ),
    "withdrawn": ("{who} picks up {card} from {front}.", "{who} retire {card} de {front}."),
    "taken": ("{who} takes {card} from {other} at {front}.", "{who} prend {card} à {other} devant {front}."),
    "recovered": ("{who} takes {card} from the discard.", "{who} prend {card} dans la défausse."),
    "put": ("{who} puts {card} at {front}.", "{who} pose {card} devant {front}."),
    "discarded": ("{who} discards {card}.", "{who} défausse {card}."),
    "discarded-at": ("{who} discards {card} from {front}.", "{who} défausse {card} de {front}."),
    "retreated": ("{who} retreats from {front}, discarding {card}.", "{who} se retire de {front} et défausse {card}."),
    "burnt": (
        "{who} throws a cauldron of oil at {front} and burns {card}; {left}.",
        "{who} verse un chaudron d'huile devant {front} et brûle {card} ; {left}.",
    ),
    "drawn": ("{who} draws {card}.", "{who} pioche {card}."),
    "buried": ("{who} puts {card} under its pile.", "{who} glisse {card} sous la pioche."),
    "returned": ("{who} shuffles {card} back into its pile.", "{who} remet {card} dans la pioche, qui est mélangée."),
    "chosen": ("{who} chooses {card} for the exchange.", "{who} choisit {card} pour l'échange."),
    "swapped": ("{who} gives {other} {card}.", "{who} donne {card} à {other}."),
    "claimed": ("{who} claims {front}.", "{who} revendique {front}."),
    "damaged": ("{who} claims {front} and damages it.", "{who} revendique {front} et l'endommage."),
    "claimed-again": ("{who} claims {front} once more.", "{who} revendique {front} une seconde fois."),
    "passed": ("{who} passes.", "{who} passe."),
    "done": ("{who} ends the turn.", "{who} termine son tour."),
    "turned": ("{who} is to move.", "C'est à {who} de jouer."),
}
# in the order of the core's numbers; {number} is how many Stones are held, or tiles damaged
ENDINGS: dict[str, Pair] = {
    "adjacent": ("{who} wins with enough Stones side by side.", "{who} gagne avec assez de Bornes voisines."),
    "majority": ("{who} wins with {number} Stones.", "{who} gagne avec {number} Bornes."),
    "stalemate": ("Both have passed: the game is drawn.", "Les deux ont passé : la partie est nulle."),
    "fourth": ("{who} wins with {number} damaged tiles.", "{who} gagne avec {number} Murailles endommagées."),
    "twice": ("{who} wins by claiming a damaged tile.", "{who} gagne en revendiquant une Muraille endommagée."),
    "deck": ("There is no card left to draw: {who} wins.", "Il n'y a plus de carte à piocher : {who} gagne."),
    "full": ("Every side of the defence is full: {who} wins.", "Tous les côtés de la défense sont complets : {who} gagne."),
}
OIL_LEFT: tuple[Pair, Pair] = (("none is left", "il n'en reste plus"), ("{number} left", "il en reste {number}"))
PILE_NAMES: dict[str, dict[str, Pair]] = {
    "stones": {"number": ("Clan cards", "cartes Clan"), "tactic": ("Tactic cards", "cartes Tactique")},
    "walls": {"number": ("Siege cards", "cartes Siège"), "tactic": ("Tactic cards", "cartes Tactique")},
}
TACTICS_IN_SENTENCES: dict[str, Pair] = {
    "joker1": ("a Joker", "un Joker"),
    "joker2": ("a Joker", "un Joker"),
    "spy": ("the Spy", "l'Espion"),
    "shield": ("the Shield-Bearer", "le Porte-Bouclier"),
    "blind": ("Blind-Man's Bluff", "le Colin-Maillard"),
    "mud": ("Mud Fight", "le Combat de Boue"),
    "recruiter": ("the Recruiter", "le Chasseur de Tête"),
    "strategist": ("the Strategist", "le Stratège"),
    "banshee": ("the Banshee", "la Banshee"),
    "traitor": ("the Traitor", "le Traître"),
    "redeployment": ("Redeployment", "le Redéploiement"),
    "recruitment": ("Recruitment", "le Recrutement"),
    "desertion": ("Desertion", "la Désertion"),
    "treachery": ("Treachery", "la Traîtrise"),
    "explosion": ("Explosion", "l'Explosion"),
    "support": ("Support", "le Soutien"),
    "exchange": ("Exchange", "l'Échange"),
}


def tongue(language: str) -> int:
    """The place of a language in every pair."""
    check_language(language)
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


def card_in_words(card: Card, language: str) -> str:
    """A card as it stands in a sentence, with its article where it has one."""
    if card.is_tactic:
        return TACTICS_IN_SENTENCES[card.text][tongue(language)]
    return f"le {card.name(language)}" if language == "fr" else card.name(language)


def this_card(card: Card, language: str) -> str:
    """The same of one certain card: `the Joker`, `the red 9`."""
    if not card.is_tactic:
        return the_cards([card], language)
    return card_in_words(card, language).replace("a Joker", "the Joker").replace("un Joker", "le Joker")


def number_of_cards(number: int, language: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {('card', 'carte')[tongue(language)]}{'s' if number > 1 else ''}"


def the_cards(cards: Iterable[Card], language: str) -> str:
    """Number cards by name, each with its article, with an `and` before the last."""
    article, conjunction = (("the", "and"), ("le", "et"))[tongue(language)]
    names = [f"{article} {card.name(language)}" for card in cards]
    return f" {conjunction} ".join([", ".join(names[:-1]), *names[-1:]] if len(names) > 1 else names)


def type_with_article(kind: str, width: int, language: str) -> str:
    """`a Run`, `une suite`; in French cards of one value are called after their number."""
    if (language, kind) == ("fr", "same") and width in SAME_IN_FRENCH:
        return SAME_IN_FRENCH[width]
    return TYPES_WITH_ARTICLE[kind][tongue(language)]


def front_name(front: int, game: str, language: str) -> str:
    """`Stone 5`, `la Muraille 3`."""
    return f"{FRONT_NAMES[game][tongue(language)]} {front}"


def seat_name(seat: int, game: str, language: str, players: Pair = ("", "")) -> str:
    """The player's name if there is one; else the role, or the number of the seat, with an article where it takes one."""
    if players[seat]:
        return players[seat]
    if GAME_NAMES.index(game):
        return ROLES[seat][tongue(language)]
    return SEAT[tongue(language)].format(seat=seat)
