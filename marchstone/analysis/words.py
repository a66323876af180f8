"""What an analysis and a review say, in English and French."""

from __future__ import annotations

from ..cards import Card
from ..events import contracted
from ..move import Move
from ..phrases import BACKS, TACTICS_IN_SENTENCES, Pair, capital, front_name, seat_name, tongue, type_with_article
from .reasons import Reason

REASONS: dict[str, Pair] = {
    "claim-left": (
        "{front} could be claimed at once, and was left.",
        "{front} pouvait être revendiquée aussitôt, et a été laissée.",
    ),
    "certain": ("Until then a win in {turns} was certain.", "Jusque-là, le gain en {turns} était certain."),
    "gave-claim": ("This made {front} provable for {other}.", "{front} est ainsi devenue prouvable pour {other}."),
    "missed-claim": (
        "{front} could have been claimed in the same turn.",
        "{front} aurait pu être revendiquée dans le même tour.",
    ),
    "closed": (
        "This closed {type} at {front}, which had a chance of {before}.",
        "Cela exclut {type} devant {front}, qui avait {before} de chances.",
    ),
    "wanted": (
        "{card} was wanted at {front}: {type} there had a chance of {before}, and has {after} now.",
        "{card} manquera devant {front} : {type} y avait {before} de chances, et n'en a plus que {after}.",
    ),
    "lost": (
        "{card} was wanted at {front}: {type} there had a chance of {before}, and has none now.",
        "{card} manquera devant {front} : {type} y avait {before} de chances, et n'en a plus aucune.",
    ),
    "fell": (
        "At {front} the chance of {aim} fell from {before} to {after}.",
        "Devant {front}, la chance de {aim} est tombée de {before} à {after}.",
    ),
    "behind": (
        "At {front} the chance of {aim} is {after} now, and would be {before} after the better move.",
        "Devant {front}, la chance de {aim} est de {after}, et serait de {before} après le meilleur coup.",
    ),
    "spent": ("This spends {card}, which could have waited.", "Ce coup dépense {card}, qui pouvait attendre."),
    "kept": ("{card} was of use now, and was kept.", "{card} pouvait servir maintenant, et reste en main."),
    "oil-spent": ("This spends a cauldron, which could have waited.", "Ce coup dépense un chaudron, qui pouvait attendre."),
    "oil-kept": ("The oil was of use now, and was kept.", "L'huile pouvait servir maintenant, et reste dans son chaudron."),
    "other-pile": ("The other pile promised more.", "L'autre pioche promettait plus."),
    "together": (
        "No front alone shows it: the game as a whole promises less now.",
        "Aucun front ne le montre à lui seul : la partie dans son ensemble promet moins à présent.",
    ),
}
BETTER: Pair = ("Better: {move}.", "Mieux : {move}.")
BETTER_THERE: Pair = (
    "Better: {move}; that makes {good} there instead of {bad}.",
    "Mieux : {move} ; là, cela donne {good} au lieu de {bad}.",
)
BETTER_AT: Pair = (
    "Better: {move}; at {front} that makes {good} instead of {bad}.",
    "Mieux : {move} ; devant {front}, cela donne {good} au lieu de {bad}.",
)
AIMS: dict[bool, Pair] = {False: ("claiming it", "la revendiquer"), True: ("holding it", "la tenir")}
TURNS: tuple[Pair, Pair] = (("{number} turn", "{number} tour"), ("{number} turns", "{number} tours"))
MOVES: dict[str, Pair] = {
    "play": ("play {card}", "jouer {card}"),
    "play-at": ("play {card} at {front}", "jouer {card} devant {front}"),
    "claim": ("claim {front}", "revendiquer {front}"),
    "draw": ("draw {card}", "piocher {card}"),
    "retreat": ("retreat from {front}", "se retirer de {front}"),
    "oil": ("throw oil at {front}", "verser de l'huile devant {front}"),
    "take": ("take {card}", "prendre {card}"),
    "put": ("put it at {front}", "la poser devant {front}"),
    "put-discard": ("discard it", "la défausser"),
    "bury": ("put {card} under its pile", "glisser {card} sous la pioche"),
    "give": ("give {card} away", "donner {card}"),
    "pass": ("pass", "passer"),
    "done": ("end the turn", "terminer le tour"),
}


def percent(chance: float) -> str:
    """A chance as people read it; only what is certain is 0 or 100."""
    shown = min(99, max(1, round(100 * chance))) if 0 < chance < 1 else round(100 * chance)
    return f"{shown} %"


def said(pair: Pair, language: str, **words: object) -> str:
    """A sentence with the words put in."""
    text = pair[tongue(language)].format(**words)
    return capital(contracted(text) if language == "fr" else text)


def card_phrase(text: str, game: str, language: str) -> str:
    """A card inside a sentence: `the red 9`, `le 9 rouge`, `the Spy`."""
    card = Card(text, game)
    if card.is_tactic:
        return TACTICS_IN_SENTENCES[text][tongue(language)]
    return f"{('the', 'le')[tongue(language)]} {card.name(language)}"


def move_phrase(move: Move, game: str, language: str) -> str:
    """A move in words: `play the red 9 at Stone 5`."""
    front = front_name(move.front, game, language) if move.front else ""
    if move.verb == "draw":
        card = BACKS[game]["tactic" if move.place == "tactic" else "number"][tongue(language)]
    else:
        card = card_phrase(move.card, game, language) if move.card else ""
    kind = "play-at" if move.verb == "play" and front else "put-discard" if move.verb == "put" and not front else move.verb
    text = MOVES[kind][tongue(language)].format(card=card, front=front)
    return contracted(text) if language == "fr" else text


def turns_phrase(number: int, language: str) -> str:
    """`1 turn`, `3 tours`."""
    return TURNS[number > 1][tongue(language)].format(number=number)


def reason_sentences(reason: Reason, best: Move, seat: int, game: str, language: str, players: Pair = ("", "")) -> str:
    """Why the move has cost something, and what was better: one or two sentences."""
    parts = []
    if reason.code in REASONS:
        before, after = reason.chances or (0.0, 0.0)
        code = "lost" if reason.code == "wanted" and not after else reason.code
        parts.append(
            said(
                REASONS[code],
                language,
                front=front_name(reason.front, game, language) if reason.front else "",
                card=card_phrase(reason.card, game, language) if reason.card else "",
                type=type_with_article(reason.type, reason.width, language) if reason.type else "",
                other=seat_name(1 - seat, game, language, players),
                aim=AIMS[game == "walls" and seat == 1][tongue(language)],
                before=percent(before),
                after=percent(after),
                turns=turns_phrase(reason.turns or 0, language),
            )
        )
    return " ".join([*parts, better_sentence(reason, best, game, language)])


def better_sentence(reason: Reason, best: Move, game: str, language: str) -> str:
    """What was better, and where that shows."""
    move = move_phrase(best, game, language)
    if reason.at is None or reason.better is None:
        return said(BETTER, language, move=move)
    good, bad = map(percent, reason.better)
    named_last = best.front or reason.front
    pair = BETTER_THERE if named_last == reason.at else BETTER_AT
    return said(pair, language, move=move, front=front_name(reason.at, game, language), good=good, bad=bad)
