"""`marchstone play`: a game in the terminal, in full colour, or line by line for screen readers and pipes."""

from __future__ import annotations

import importlib
import os
import secrets
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from ..errors import MarchstoneError
from ..rules import Rules
from ..terminal import opponents
from ..terminal.course import MOST_ROUNDS, MOST_SEEDS, Course, DamagedError, PlayError
from ..terminal.host import EndedError, Face, Host
from ..terminal.lines import Plain
from ..terminal.menu import SEATS, Menu
from ..terminal.saved import Kept, Store, load
from ..terminal.session import Session
from ..terminal.words import Words
from .names import LEVEL, PRESET, Among
from .output import UnwrittenError, language_option, put, reason_of

INTERRUPTED_BY = 128  # and the number of a signal is the status of a game that it has ended
SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


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
    path = game_to_resume(store, asked.preset, words) if asked.resume else None
    if menu and not asked.resume and asked.preset is None and not asked.two:
        path = store.take_latest()
    if asked.resume and path is None:
        if menu is None:
            what = f"no game of {asked.preset}" if asked.preset else "no game"
            raise PlayError("play.nothing-saved", f"{what} is saved", expected="a new game: marchstone play")
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


def game_to_resume(store: Store, preset: str | None, words: Words) -> Path | None:
    """The game that was played last; nobody may go on with it who does not have it for himself."""
    while path := store.latest(preset):
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


def refuse_beside(option: str, others: Mapping[str, object]) -> None:
    """Refuse options that would be ignored beside another one."""
    given = [name for name, value in others.items() if value is not None]
    if given:
        raise click.UsageError(f"{' and '.join(given)} cannot be given together with {option}")


def played(host: Host) -> int:
    """Play until somebody leaves, or a signal ends it; an output that is gone is told of where errors are told."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    heard = [number for number, handler in before.items() if handler != signal.SIG_IGN]  # nohup ignores one
    for number in heard:
        signal.signal(number, end)
    try:
        return host.run()
    except OSError as problem:
        if isinstance(problem, MarchstoneError):
            raise
        message = host.session.words("no-output", reason=reason_of(problem), parting=host.parting).rstrip(".")
        raise UnwrittenError("command.output", message) from None
    finally:
        for number in heard:
            signal.signal(number, before[number])


def end(number: int, _: object) -> None:
    """What a signal does: the game ends as if it were left. Others of its kind are not heard any more."""
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise EndedError(number)


@click.command()
@click.argument("preset", type=PRESET, required=False)
@click.option("--level", type=LEVEL, help="How strong the opponent is.")
@click.option("--seat", type=Among(SEATS, "seat.unknown", "seat"), help="Where you sit; in walls seat 0 attacks.")
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same deals and the same opponent.")
@click.option("--two", is_flag=True, help="Two persons take turns at this screen.")
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="A match; in walls 2: roles are swapped.")
@click.option("--resume", is_flag=True, help="Go on with the saved game, or with that of PRESET.")
@click.option("--plain", is_flag=True, help="Line by line, for screen readers.")
@language_option
def play(
    preset: str | None,
    level: int | None,
    seat: str | None,
    seed: int | None,
    two: bool,
    rounds: int | None,
    resume: bool,
    plain: bool,
    language: str,
) -> int:
    """Play a game of PRESET; without it, a terminal asks which."""
    opponent = {"--level": level, "--seat": seat}
    if two:
        refuse_beside("--two", opponent)
    if resume:
        refuse_beside("--resume", opponent | {"--seed": seed, "--two": two or None, "--rounds": rounds})
    asked, words = Asked(preset, level, seat, seed, two, rounds or 1, resume), Words(language)
    interactive, store = is_terminal(), Store()
    face = face_for(plain, interactive)
    menu = Menu(words, put, face.ask) if interactive else None
    kept = kept_game(asked, menu, store, words)
    session = Session(kept.course, words, kept.game, kept.resigned) if kept else Session(new_course(asked, menu), words)
    status = played(Host(session, face, store))
    if status >= INTERRUPTED_BY and opponents.still_at_work():
        sys.stdout.flush()
        os._exit(status)  # a compiler that is still at work would not survive an ordinary exit
    return status
