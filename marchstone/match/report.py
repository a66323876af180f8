"""What came out of an arena: as data, and as text in English and French."""

from __future__ import annotations

import math
import platform
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from ..core.layout import STONES
from ..core.presets import NAMES, PRESETS
from ..phrases import Pair, tongue
from .arena import Arena, Standing
from .plan import EVERYONE, Setup, budget_text, programme
from .ratings import Estimate, ratings
from .referee import Result, Times

ROLES = (("began", "answered"), ("attacked", "defended"))
ROLE_WORDS: dict[str, Pair] = {
    "began": ("beginning", "en commençant"),
    "answered": ("not beginning", "en second"),
    "attacked": ("attacking", "à l'attaque"),
    "defended": ("defending", "en défense"),
}
HEAD: Pair = (
    "{preset}: {games} games, each deal played twice with seats swapped; seed {seed}",
    "{preset} : {games} parties, chaque donne jouée deux fois, places échangées ; graine {seed}",
)
SCORE: Pair = (
    "{first} - {second}: {tally}, {score} % ({low} to {high}), Elo {elo} ({elo_low} to {elo_high}), LOS {los} %",
    "{first} - {second} : {tally}, {score} % ({low} à {high}), Elo {elo} ({elo_low} à {elo_high}), LOS {los} %",
)
NO_SCORE: Pair = ("{first} - {second}: nothing counted yet", "{first} - {second} : rien de compté encore")
ROLE: Pair = ("  {role}: +{wins} ={draws} -{losses}", "  {role} : +{wins} ={draws} -{losses}")
PAIRS: Pair = ("  pairs by points 0, ½, 1, 1½, 2: {counts}", "  paires par points 0, ½, 1, 1½, 2 : {counts}")
THOUGHT: Pair = (
    "  {player}: {mean} ms a choice, p99 {p99} ms, slowest {slowest} ms, {late} of {asked} later than the budget + 100 ms",
    "  {player} : {mean} ms par choix, p99 {p99} ms, le plus lent {slowest} ms, {late} sur {asked} au-delà du budget + 100 ms",
)
MEMORY: Pair = ("; memory at most {memory} MB", " ; mémoire au plus {memory} Mo")
FORFEITS: Pair = (
    "  {player} forfeited {number}; the first, in game {game}: {reason}",
    "  {player} a perdu {number} fois par forfait ; d'abord, partie {game} : {reason}",
)
TEST: dict[str | None, Pair] = {
    "elo1": (
        "  test {elo0} against {elo1}: {elo1} accepted (LLR {ratio})",
        "  test {elo0} contre {elo1} : {elo1} retenu (LLR {ratio})",
    ),
    "elo0": (
        "  test {elo0} against {elo1}: {elo0} accepted (LLR {ratio})",
        "  test {elo0} contre {elo1} : {elo0} retenu (LLR {ratio})",
    ),
    None: (
        "  test {elo0} against {elo1}: undecided (LLR {ratio}, between {low} and {high})",
        "  test {elo0} contre {elo1} : indécis (LLR {ratio}, entre {low} et {high})",
    ),
}
RATINGS: Pair = ("Elo above {first}, with 95 % intervals:", "Elo au-dessus de {first}, avec intervalles à 95 % :")
CHANGED: Pair = (
    "Careful: the source of the players was changed while they played.",
    "Attention : le source des joueurs a été modifié pendant qu'ils jouaient.",
)
NOTES: dict[str, Pair] = {
    "log": (
        "The log had damaged lines; it was put aside, what was whole is kept.",
        "Le journal avait des lignes abîmées ; il est mis de côté, ce qui est intact est gardé.",
    ),
    "record": (
        "The record of game {name} is damaged; it was put aside, the game is played again.",
        "La partie {name} est abîmée ; elle est mise de côté et rejouée.",
    ),
    "missing": ("The record of game {name} is gone; the game is played again.", "La partie {name} a disparu ; elle est rejouée."),
}


def command_for(setup: Setup) -> str:
    """The command that plays the same games."""
    words = [*setup.players] if setup.meeting == EVERYONE else ["--players", ",".join(setup.players)]
    words = ["marchstone", "arena" if setup.meeting == EVERYONE else "ladder", *words, "--preset", setup.preset]
    words += ["--games", str(setup.games), "--seed", str(setup.seed), "--grace", f"{setup.grace:g}"]
    words += [part for name, value in asdict(setup.budget).items() if value for part in (f"--{name}", f"{value:g}")]
    if setup.sprt:
        words += ["--sprt", *(f"{elo:g}" for elo in setup.sprt)]
    return " ".join(words)


# -- as data ---------------------------------------------------------------------------------------------------------------


def result_of(arena: Arena) -> dict[str, Any]:
    """Everything, ready for JSON. What has no bounds is null."""
    setup = arena.setup
    return {
        "command": command_for(setup),
        "finished": arena.finished,
        "preset": setup.preset,
        "seed": setup.seed,
        "players": [{"player": name, "budget": budget_text(setup.budget_for(place))} for place, name in enumerate(setup.names)],
        "grace": setup.grace,
        "programme": arena.programme,
        "changed": programme() != arena.programme,
        "machine": {"python": platform.python_version(), "system": platform.system(), "workers": arena.workers},
        "games": sum(2 * standing.counted for standing in arena.standings.values()),
        "pairings": [pairing_data(setup, standing) for standing in arena.standings.values()],
        "ratings": rating_data(arena) if len(setup.players) > 2 else [],
    }


def pairing_data(setup: Setup, standing: Standing) -> dict[str, Any]:
    """All of one pairing, seen from its first player."""
    first, second = standing.pairing
    games, estimate = standing.games, Estimate.of(standing.counts)
    roles = ROLES[PRESETS[NAMES.index(setup.preset)].game != STONES]
    return {
        "first": setup.names[first],
        "second": setup.names[second],
        "games": len(games),
        **tally(games),
        "roles": {role: tally(game for game in games if game.began == (role == roles[0])) for role in roles},
        "pair_scores": list(standing.counts),
        "score": estimate.score,
        "score_interval": list(estimate.score_interval),
        "elo": bounded(estimate.elo),
        "elo_interval": [bounded(elo) for elo in estimate.elo_interval],
        "superiority": estimate.superiority,
        "sprt": sprt_data(standing),
        "endings": dict(Counter(game.reason for game in games)),
        "forfeits": [forfeit_data(setup, standing, game) for game in games if game.forfeit is not None],
        "thinking": [thinking_data(setup, standing, place, games) for place in (0, 1)],
    }


def tally(games: Iterable[Result]) -> dict[str, int]:
    """Won, drawn, lost."""
    counts = Counter(game.score for game in games)
    return {"wins": counts[1.0], "draws": counts[0.5], "losses": counts[0.0]}


def bounded(value: float) -> float | None:
    """JSON has no infinity."""
    return value if math.isfinite(value) else None


def sprt_data(standing: Standing) -> dict[str, Any] | None:
    """The sequential test, if there is one."""
    test = standing.sprt
    if test is None:
        return None
    ratio = test.ratio(standing.counts)
    return {"elo0": test.elo0, "elo1": test.elo1, "ratio": ratio, "bounds": list(test.bounds), "accepted": standing.verdict}


def forfeit_data(setup: Setup, standing: Standing, game: Result) -> dict[str, str]:
    """Who lost a game, and by what."""
    loser = standing.pairing[game.score == 1]
    return {"game": game.game, "player": setup.names[loser], "reason": game.forfeit or ""}


def thinking_data(setup: Setup, standing: Standing, place: int, games: list[Result]) -> dict[str, Any]:
    """What a player's choices cost in this pairing."""
    clocks = [game.clocks[place] for game in games]
    held = [memory for game in games if (memory := game.memory[place]) is not None]
    asked, seconds = sum(clock[0] for clock in clocks), sum(clock[1] for clock in clocks)
    slowest, p99 = max((clock[2] for clock in clocks), default=0.0), p99_of(game.times[place] for game in games)
    return {
        "player": setup.names[standing.pairing[place]],
        "choices": asked,
        "seconds": seconds / asked if asked else 0.0,
        "p99": p99 and min(p99, slowest),
        "slowest": slowest,
        "late": sum(clock[3] for clock in clocks),
        "memory": max(held, default=None),
    }


def p99_of(times: Iterable[Times]) -> float | None:
    """In how many seconds 99 of 100 choices were made, to the millisecond above; nothing if it was not measured."""
    counts: Counter[int] = Counter()
    for some in times:
        for milliseconds, number in some:
            counts[milliseconds] += number
    left = counts.total() // 100  # that may have taken longer
    for milliseconds, number in sorted(counts.items(), reverse=True):
        left -= number
        if left < 0:
            return milliseconds / 1000
    return None


def rating_data(arena: Arena) -> list[dict[str, Any]]:
    """All players on one scale, the first at 0."""
    results = {pairing: standing.counts for pairing, standing in arena.standings.items()}
    found = ratings(len(arena.setup.players), results)
    return [{"player": name, "elo": one.elo, "interval": list(one.interval)} for name, one in zip(arena.setup.names, found)]


# -- as text ---------------------------------------------------------------------------------------------------------------


def text_of(data: dict[str, Any], language: str) -> list[str]:
    """The lines that tell a result."""
    own = tongue(language)
    lines = [HEAD[own].format(**data), ""]
    for pairing in data["pairings"]:
        lines += [score_line(pairing, language), *details(pairing, language)]
    if data["ratings"]:
        lines += ["", RATINGS[own].format(first=data["players"][0]["player"]), *map(rating_line, data["ratings"])]
    return [*lines, *([CHANGED[own]] if data["changed"] else [])]


def score_line(pairing: dict[str, Any], language: str) -> str:
    """One pairing in one line."""
    if not pairing["games"]:
        return NO_SCORE[tongue(language)].format(**pairing)
    low, high = (f"{100 * score:.1f}" for score in pairing["score_interval"])
    elo_low, elo_high = (elo_text(elo, sign) for elo, sign in zip(pairing["elo_interval"], "-+"))
    said = {
        "tally": "+{wins} ={draws} -{losses}".format(**pairing),
        "score": f"{100 * pairing['score']:.1f}",
        "elo": elo_text(pairing["elo"], "+" if pairing["score"] else "-"),
        "los": f"{100 * pairing['superiority']:.1f}",
    }
    bounds = {"low": low, "high": high, "elo_low": elo_low, "elo_high": elo_high}
    return SCORE[tongue(language)].format(**pairing | said | bounds)


def elo_text(elo: float | None, sign: str) -> str:
    """Elo in whole numbers, with its sign."""
    return f"{sign}∞" if elo is None else f"{elo:+.0f}".replace("-0", "+0")


def details(pairing: dict[str, Any], language: str) -> list[str]:
    """The lines below it."""
    own = tongue(language)
    if not pairing["games"]:
        return []
    lines = [ROLE[own].format(role=ROLE_WORDS[role][own], **counts) for role, counts in pairing["roles"].items()]
    lines.append(PAIRS[own].format(counts=", ".join(map(str, pairing["pair_scores"]))))
    if pairing["sprt"]:
        lines.append(sprt_line(pairing["sprt"], language))
    for thought in pairing["thinking"]:
        lines.append(thought_line(thought, own))
    for player in (pairing["first"], pairing["second"]):
        lost = [forfeit for forfeit in pairing["forfeits"] if forfeit["player"] == player]
        if lost:
            lines.append(FORFEITS[own].format(number=len(lost), **lost[0]))
    return lines


def thought_line(thought: dict[str, Any], own: int) -> str:
    """How long a player thought, and how much memory that took."""
    times = {"mean": f"{1000 * thought['seconds']:.1f}", "slowest": f"{1000 * thought['slowest']:.0f}"}
    times["p99"] = "?" if thought["p99"] is None else f"{1000 * thought['p99']:.0f}"
    line = THOUGHT[own].format(player=thought["player"], late=thought["late"], asked=thought["choices"], **times)
    return line if thought["memory"] is None else line + MEMORY[own].format(memory=round(thought["memory"] / 1e6))


def sprt_line(sprt: dict[str, Any], language: str) -> str:
    """How the sequential test stands."""
    low, high = sprt["bounds"]
    names = {name: f"{sprt[name]:g}" for name in ("elo0", "elo1")}
    return TEST[sprt["accepted"]][tongue(language)].format(
        ratio=f"{sprt['ratio']:.2f}", low=f"{low:.2f}", high=f"{high:.2f}", **names
    )


def rating_line(rating: dict[str, Any]) -> str:
    """A player's place on the scale."""
    low, high = rating["interval"]
    return f"  {rating['elo']:+6.0f} ({low:+.0f} … {high:+.0f})  {rating['player']}".replace("-0 ", "+0 ")


def note_line(kind: str, name: str, language: str) -> str:
    """What was found damaged in a folder."""
    return NOTES[kind][tongue(language)].format(name=name)


def live_line(setup: Setup, standing: Standing, language: str) -> str:
    """A pairing in play, in one line."""
    first, second = (setup.names[player] for player in standing.pairing)
    estimate = Estimate.of(standing.counts)
    said = "{} - {}: +{} ={} -{}".format(first, second, *standing.tally)
    if not standing.counted:
        return said
    low, high = (elo_text(bounded(elo), sign) for elo, sign in zip(estimate.elo_interval, "-+"))
    elo = elo_text(bounded(estimate.elo), "+" if estimate.score else "-")
    test = f", LLR {standing.sprt.ratio(standing.counts):.2f}" if standing.sprt else ""
    return f"{said}, {100 * estimate.score:.1f} %, Elo {elo} ({low} … {high}){test}"
