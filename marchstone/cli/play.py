"""`marchstone play`: a game in the terminal, in full colour, or line by line for screen readers and pipes."""

from __future__ import annotations

import importlib
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from ..rules import Rules
from ..terminal import opponents
from ..terminal.course import MOST_ROUNDS, MOST_SEEDS, Course, DamagedError, PlayError
from ..terminal.host import Face, Host
from ..terminal.lines import Plain
from ..terminal.menu import SEATS, Menu
from ..terminal.saved import Kept, Store, load
from ..terminal.session import Session
from ..terminal.words import Words
from .names import LEVEL, PRESET, Among
from .output import INTERRUPTED, language_option, put


@dataclass(frozen=True)
class Asked:
    """What the command line says."""

    preset: str | None
    level: int | None
    seat: str | None
    seed: int | None
    two: bool
    rounds: int
    resume: bool


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def face_for(plain: bool, interactive: bool) -> Face:
    """The full-colour table where there is a terminal that can show it."""
    knows_signs = (sys.stdout.encoding or "").lower().startswith("utf")
    if plain or not interactive or not knows_signs or os.environ.get("TERM", "dumb") == "dumb":
        return Plain(put, interactive)
    with suppress(ImportError):
        importlib.import_module("readline")  # arrows and history while typing
    from ..terminal.rich_face import Rich

    return Rich()


def kept_game(asked: Asked, menu: Menu | None, store: Store, words: Words) -> Kept | None:
    """The saved game that is to go on, if there is one; a damaged one is told of, and a new game is offered. The store holds it,
    so that no other process can go on with it, too."""
    path = game_to_resume(store, words) if asked.resume else None
    if menu and not asked.resume and asked.preset is None and not asked.two:
        path = store.take_latest()
    if asked.resume and path is None:
        if menu is None:
            raise PlayError("play.nothing-saved", "no game is saved", expected="a new game: marchstone play")
        put(words("nothing-saved"))
    if path is None:
        return None
    try:
        kept = load(path)
    except DamagedError as problem:
        store.forget()
        if menu is None:
            raise
        put(words("damaged-game", path=problem.aside, reason=problem.reason))
        return None
    if asked.resume or menu is None:
        return kept
    other = words("player", number=2) if kept.course.two else words("level", level=kept.course.level)
    wanted = menu.resume(kept.course.preset, other, len(kept.game.moves))
    if wanted is None:
        raise click.exceptions.Abort
    if not wanted:
        store.forget()
    return kept if wanted else None


def game_to_resume(store: Store, words: Words) -> Path | None:
    """The game that was played last; nobody may go on with it who does not have it for himself."""
    while path := store.latest():
        if not store.take(path.name):
            pid = store.player_of(path.name)
            raise PlayError("play.in-use", words("in-use", by=words("by-process", pid=pid) if pid else ""))
        if path.exists():
            return path
        store.forget()  # it has just ended
    return None


def new_course(asked: Asked, menu: Menu | None) -> Course:
    """The games that were asked for; what the command line does not say is asked, or has a default."""
    seed = secrets.randbelow(MOST_SEEDS) if asked.seed is None else asked.seed % MOST_SEEDS
    preset = asked.preset or answer(menu, lambda ask: ask.preset(), "stones")
    level = asked.level
    if level is None:
        level = 1 if asked.two else answer(menu, lambda ask: ask.level(opponents.has_levels()), 1)
    seat = asked.seat
    if seat is None:
        asks = asked.preset is None and not asked.two and Rules(preset).game == "walls"
        seat = answer(menu if asks else None, lambda ask: ask.seat(), "0")
    place = seed // 7 % 2 if seat == "lot" else int(seat)
    return Course(preset, level, 0 if asked.two else place, seed, asked.two, asked.rounds)


def answer(menu: Menu | None, question: Callable[[Menu], opponents.Result | None], default: opponents.Result) -> opponents.Result:
    """What the menu says, or a default where nobody can be asked."""
    if menu is None:
        return default
    given = question(menu)
    if given is None:
        raise click.exceptions.Abort
    return given


@click.command()
@click.argument("preset", type=PRESET, required=False)
@click.option("--level", type=LEVEL, help="How strong the opponent is.")
@click.option("--seat", type=Among(SEATS, "seat.unknown", "seat"), help="Where you sit; in walls seat 0 attacks.")
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same deals and the same opponent.")
@click.option("--two", is_flag=True, help="Two persons take turns at this screen.")
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), default=1, help="A match; in walls 2: roles are swapped.")
@click.option("--resume", is_flag=True, help="Go on with the saved game.")
@click.option("--plain", is_flag=True, help="Line by line, for screen readers.")
@language_option
def play(
    preset: str | None,
    level: int | None,
    seat: str | None,
    seed: int | None,
    two: bool,
    rounds: int,
    resume: bool,
    plain: bool,
    language: str,
) -> int:
    """Play a game of PRESET; without it, a terminal asks which."""
    asked, words = Asked(preset, level, seat, seed, two, rounds, resume), Words(language)
    interactive, store = is_terminal(), Store()
    face = face_for(plain, interactive)
    menu = Menu(words, put, face.ask) if interactive else None
    kept = kept_game(asked, menu, store, words)
    session = Session(kept.course, words, kept.game) if kept else Session(new_course(asked, menu), words)
    status = Host(session, face, store).run()
    if status == INTERRUPTED and opponents.still_at_work():
        sys.stdout.flush()
        os._exit(status)  # a compiler that is still at work would not survive an ordinary exit
    return status
