"""What happened, told to whoever sits at the screen: `You play red 9`, `Level 3 takes blue 4 from you`; and moves in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from ..cards import Card
from ..events import Event, cards_in_words, contracted, say, togetherness
from ..move import Move
from ..phrases import BACKS, OIL_LEFT, TACTICS_IN_SENTENCES, Pair, capital, front_name, tongue
from ..view import View

# what `phrases.EVENTS` and `phrases.ENDINGS` say, in the second person
YOUR_EVENTS: dict[str, Pair] = {
    "played": ("You play {card}.", "Vous jouez {card}."),
    "played-at": ("You play {card} at {front}.", "Vous jouez {card} devant {front}."),
    "blind": (
        "You play {card} at {front}: only totals count there from now on.",
        "Vous jouez {card} devant {front} : seuls les totaux y comptent désormais.",
    ),
    "mud": (
        "You play {card} at {front}: each side there takes one card more from now on.",
        "Vous jouez {card} devant {front} : il y faut désormais une carte de plus de chaque côté.",
    ),
    "withdrawn": ("You pick up {card} from {front}.", "Vous retirez {card} de {front}."),
    "taken": ("You take {card} from {other} at {front}.", "Vous prenez {card} à {other} devant {front}."),
    "recovered": ("You take {card} from the discard.", "Vous prenez {card} dans la défausse."),
    "put": ("You put {card} at {front}.", "Vous posez {card} devant {front}."),
    "discarded": ("You discard {card}.", "Vous défaussez {card}."),
    "discarded-at": ("You discard {card} from {front}.", "Vous défaussez {card} de {front}."),
    "retreated": ("You retreat from {front}, discarding {card}.", "Vous vous retirez de {front} et défaussez {card}."),
    "burnt": (
        "You throw a cauldron of oil at {front} and burn {card}; {left}.",
        "Vous versez un chaudron d'huile devant {front} et brûlez {card} ; {left}.",
    ),
    "drawn": ("You draw {card}.", "Vous piochez {card}."),
    "buried": ("You put {card} under its pile.", "Vous glissez {card} sous la pioche."),
    "returned": ("You shuffle {card} back into its pile.", "Vous remettez {card} dans la pioche, qui est mélangée."),
    "chosen": ("You choose {card} for the exchange.", "Vous choisissez {card} pour l'échange."),
    "swapped": ("You give {other} {card}.", "Vous donnez {card} à {other}."),
    "claimed": ("You claim {front}.", "Vous revendiquez {front}."),
    "damaged": ("You claim {front} and damage it.", "Vous revendiquez {front} et l'endommagez."),
    "claimed-again": ("You claim {front} once more.", "Vous revendiquez {front} une seconde fois."),
    "passed": ("You pass.", "Vous passez."),
    "done": ("You end the turn.", "Vous terminez votre tour."),
    "adjacent": ("You win with enough Stones side by side.", "Vous gagnez avec assez de Bornes voisines."),
    "majority": ("You win with {number} Stones.", "Vous gagnez avec {number} Bornes."),
    "fourth": ("You win with {number} damaged tiles.", "Vous gagnez avec {number} Murailles endommagées."),
    "twice": ("You win by claiming a damaged tile.", "Vous gagnez en revendiquant une Muraille endommagée."),
    "deck": ("There is no card left to draw: you win.", "Il n'y a plus de carte à piocher : vous gagnez."),
    "full": ("Every side of the defence is full: you win.", "Tous les côtés de la défense sont complets : vous gagnez."),
}
# what others do to you
TO_YOU: dict[str, Pair] = {
    "taken": ("{who} takes {card} from you at {front}.", "{who} vous prend {card} devant {front}."),
    "swapped": ("{who} gives you {card}.", "{who} vous donne {card}."),
}
MOVES: dict[str, Pair] = {
    "play": ("play {card}", "jouer {card}"),
    "play-at": ("play {card} at {front}", "jouer {card} devant {front}"),
    "claim": ("claim {front}", "revendiquer {front}"),
    "draw": ("draw {card}", "piocher {card}"),
    "retreat": ("retreat from {front}", "se retirer de {front}"),
    "oil": ("throw oil at {front}", "verser de l'huile devant {front}"),
    "take": ("take {card}{where}", "prendre {card}{where}"),
    "put": ("put it at {front}", "la poser devant {front}"),
    "put-discard": ("discard it", "la défausser"),
    "bury": ("put {card} under its pile", "glisser {card} sous la pioche"),
    "give": ("give {card} away", "donner {card}"),
    "pass": ("pass", "passer"),
    "done": ("end the turn", "terminer le tour"),
}
AT: Pair = (" at {front}", " devant {front}")
IN_DISCARD: Pair = (" from the discard", " dans la défausse")


def told(events: Iterable[Event], seat: int, language: str, names: tuple[str, str]) -> list[str]:
    """The sentences of some events, which are those that the seat sees."""
    runs = groupby(enumerate(event for event in events if event.kind != "turned"), lambda pair: togetherness(*pair))
    return [sentence([event for _, event in run], seat, language, names) for _, run in runs]


def sentence(run: list[Event], seat: int, language: str, names: tuple[str, str]) -> str:
    """One sentence for events that differ in nothing but their cards."""
    event = run[0]
    templates = YOUR_EVENTS if event.seat == seat else TO_YOU
    template = templates.get(event.reason or event.kind)
    if template is None or event.seat is None:
        return say(run, language, names)
    place = tongue(language)
    text = template[place].format(
        who=names[event.seat],
        other=names[1 - event.seat],
        card=cards_in_words(run, language),
        front=front_name(event.front, event.game, language) if event.front else "",
        number=event.number,
        left=OIL_LEFT[bool(event.number)][place].format(number=event.number),
    )
    return capital(contracted(text) if language == "fr" else text)


def card_phrase(card: Card, language: str) -> str:
    """A card inside a sentence: `red 9`, `the Spy`, `le 9 rouge`."""
    if card.is_tactic:
        return TACTICS_IN_SENTENCES[card.text][tongue(language)]
    return f"le {card.name(language)}" if language == "fr" else card.name(language)


def move_phrase(move: Move, view: View, language: str) -> str:
    """A move in words: `play red 9 at Stone 5`."""
    place, game = tongue(language), view.rules.game
    front = front_name(move.front, game, language) if move.front else ""
    if move.verb == "draw":
        card = BACKS[game]["tactic" if move.place == "tactic" else "number"][place]
    else:
        card = card_phrase(Card(move.card, game), language) if move.card else ""
    kind = move.verb
    if kind == "play" and front:
        kind = "play-at"
    elif kind == "put" and not front:
        kind = "put-discard"
    where = whereabouts(move.card, view, language) if kind == "take" and move.card else ""
    text = MOVES[kind][place].format(card=card, front=front, where=where)
    return contracted(text) if language == "fr" else text


def whereabouts(card: str, view: View, language: str) -> str:
    """Where a card lies that can be taken."""
    for front in view.fronts:
        if any(card == other.text for side in front.sides for other in side):
            return AT[tongue(language)].format(front=front_name(front.number, view.rules.game, language))
    return IN_DISCARD[tongue(language)]
