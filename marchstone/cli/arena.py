"""`arena` and `ladder`: many games between players, to measure them."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TextIO

import click

from ..errors import MarchstoneError
from ..files import check_writable, write_whole
from ..machine import cores
from ..match.arena import Arena, Standing
from ..match.folder import Folder, unusable
from ..match.ladder import LEVEL_PLAYERS, ladder_plot, ladder_table
from ..match.plan import EVERYONE, MOST_GAMES, NEIGHBOURS, USUAL, Setup
from ..match.report import live_line, note_line, result_of, text_of
from ..phrases import Pair, tongue
from ..players.base import MOST_NODES, MOST_SECONDS, Budget
from ..players.process import GRACE
from .names import PRESET
from .output import INTERRUPTED, compiling, json_option, language_option, put, put_json
from .pictures import Picture, write_picture

FEW, UNTIL_DECIDED = 1000, 100_000  # games of a pairing, if nobody says how many: without and with a sequential test
EVERY = 10.0  # seconds between two lines in a pipe
REFRESH = 0.25  # seconds between two looks at a terminal
FOUND: Pair = ("{found} games were there already.", "{found} parties étaient déjà là.")
GOES_ON: Pair = ("Interrupted. The same command goes on from here.", "Interrompu. La même commande reprendra ici.")
UNTOUCHED: Pair = ("Left as before: {names}.", "Laissé tel quel : {names}.")
LOST: Pair = (
    "Interrupted. Without --output nothing was kept.",
    "Interrompu. Sans --output, rien n'a été gardé.",
)


# -- while it runs ---------------------------------------------------------------------------------------------------------


class Display:
    """Progress and the score so far: a bar on a terminal, else a line now and then."""

    def __init__(self, out: TextIO, language: str) -> None:
        self._out, self._language = out, language
        self._shown = time.monotonic()
        self._done: set[tuple[int, int]] = set()

    def say(self, line: str) -> None:
        """A line of its own."""
        encoding = self._out.encoding or "utf-8"
        click.echo(line.encode(encoding, "backslashreplace").decode(encoding), file=self._out)

    def begin(self, arena: Arena) -> AbstractContextManager[object]:
        """Whatever is shown while the arena runs."""
        self._shown = time.monotonic()
        self._done = {pairing for pairing, standing in arena.standings.items() if standing.finished}
        return nullcontext()

    def listen(self, arena: Arena) -> None:
        """A line when a pairing has ended, and every few seconds."""
        for standing in arena.standings.values():
            ended = standing.finished and standing.pairing not in self._done
            if ended or (not standing.finished and time.monotonic() - self._shown > EVERY):
                self._shown = time.monotonic()
                self._done |= {standing.pairing} if ended else set()
                self.say(f"{2 * standing.counted}/{2 * standing.deals}  {live_line(arena.setup, standing, self._language)}")
            if not standing.finished:
                break


class Bar(Display):
    """The same with rich."""

    def begin(self, arena: Arena) -> AbstractContextManager[object]:
        """The bar stays for as long as the arena runs."""
        from rich.console import Console

        from ..terminal.bar import progress_on

        self._progress = progress_on(Console(file=self._out), transient=False)
        self._task = self._progress.add_task("", total=None)
        self._standing: Standing | None = None
        return self._progress

    def listen(self, arena: Arena) -> None:
        """The pairing in play; those that have ended stay above the bar."""
        standing = next((one for one in arena.standings.values() if not one.finished), None)
        if standing is self._standing and time.monotonic() - self._shown < REFRESH:
            return
        if self._standing is not None and standing is not self._standing:
            self._show(self._standing)
            self._progress.console.print(live_line(arena.setup, self._standing, self._language), markup=False, highlight=False)
        self._standing, self._shown = standing, time.monotonic()
        if standing is not None:
            self._show(standing, live_line(arena.setup, standing, self._language))

    def _show(self, standing: Standing, line: str = "") -> None:
        self._progress.update(self._task, description=line, completed=len(standing.results), total=2 * standing.deals)


def display_for(as_json: bool, language: str) -> Display:
    """JSON has the output for itself, so that progress goes where errors go."""
    out = sys.stderr if as_json else sys.stdout
    return (Bar if out.isatty() else Display)(out, language)


@contextmanager
def folder_for(output: str | None) -> Iterator[Path]:
    """The folder that was named, or one that is gone afterwards."""
    if output is not None:
        yield Path(output)
        return
    with tempfile.TemporaryDirectory(prefix="marchstone-") as path:
        yield Path(path) / "arena"


def played(setup: Setup, path: Path, workers: int, display: Display, language: str) -> tuple[dict[str, Any], bool]:
    """Play an arena as far as it goes; what came out, and whether it was interrupted."""
    with Folder(path, setup) as folder:
        arena, interrupted = Arena(folder, workers, display.listen), False
        for kind, name in folder.notes:
            display.say(note_line(kind, name, language))
        if arena.found:
            display.say(FOUND[tongue(language)].format(found=arena.found))
        try:
            if not arena.finished:
                with compiling():
                    arena.try_players()
                with display.begin(arena):
                    arena.run()
        except KeyboardInterrupt:
            interrupted = True
        data = result_of(arena)
        folder.write_result(data)
    return data, interrupted


# -- the commands ----------------------------------------------------------------------------------------------------------


def shared_options(function: Any) -> Any:
    """What both commands can be told."""
    options: list[Callable[[Any], Any]] = [
        click.option("--games", type=click.IntRange(1, MOST_GAMES), help="Games of each pairing; an odd number is rounded up."),
        click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same deals."),
        click.option(
            "--seconds", type=click.FloatRange(0, MOST_SECONDS, min_open=True), help="A move's budget for players that name none."
        ),
        click.option(
            "--nodes", type=click.IntRange(1, MOST_NODES), help="The same in nodes, which do not depend on the machine."
        ),
        click.option(
            "--grace", type=click.FloatRange(0), default=GRACE, show_default=True, help="Seconds beyond it before a forfeit."
        ),
        click.option(
            "--workers", type=click.IntRange(1, 1024), default=cores, help="Games at a time; by default one for each core."
        ),
        json_option,
        language_option,
    ]
    for option in reversed(options):
        function = option(function)
    return function


def usual_budget(seconds: float | None, nodes: int | None) -> Budget:
    """What players without a budget of their own get."""
    return USUAL if seconds is None and nodes is None else Budget(seconds, nodes)


def end(interrupted: bool, kept: bool, display: Display, language: str) -> int:
    """The last word after an interrupt, and the exit status."""
    if interrupted:
        display.say((GOES_ON if kept else LOST)[tongue(language)])
    return INTERRUPTED if interrupted else 0


@click.command()
@click.argument("players", nargs=-1, required=True)
@click.option("--preset", type=PRESET, default="stones", show_default=True, help="The game.")
@click.option("--sprt", nargs=2, type=float, metavar="ELO0 ELO1", help="Stop when it is decided which of the two is right.")
@click.option("--output", type=click.Path(file_okay=False), help="The folder for records and results; an arena goes on there.")
@shared_options
def arena(
    players: tuple[str, ...],
    preset: str,
    sprt: tuple[float, float] | None,
    output: str | None,
    games: int | None,
    seed: int,
    seconds: float | None,
    nodes: int | None,
    grace: float,
    workers: int,
    as_json: bool,
    language: str,
) -> int:
    """Let PLAYERS play against one another, every deal twice with seats swapped.

    A player is random, greedy, search, level:1 to level:8, or python:MODULE:NAME, with options after commas: search,nodes=2000.
    More than two meet all against all.
    """
    number = games or (UNTIL_DECIDED if sprt else FEW)
    setup = Setup(preset, players, number, seed, usual_budget(seconds, nodes), grace, sprt, EVERYONE)
    display = display_for(as_json, language)
    with folder_for(output) as path:
        data, interrupted = played(setup, path, workers, display, language)
    if as_json:
        put_json(data)
    else:
        put("\n".join(text_of(data, language)))
    return end(interrupted, output is not None, display, language)


def listed(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Players in one text, between commas; what has a sign of equality is an option of the one before.

    >>> listed(("random,search,nodes=50,threads=2", "greedy"))
    ('random', 'search,nodes=50,threads=2', 'greedy')
    """
    players: list[str] = []
    for text in texts:
        for part in text.split(","):
            if "=" in part and players:
                players[-1] += f",{part}"
            else:
                players.append(part)
    return tuple(players)


@click.command()
@click.option(
    "--preset",
    "presets",
    type=PRESET,
    multiple=True,
    default=("stones",),
    help="The game; several times for several.",
)
@click.option("--players", multiple=True, help="From the weakest on, between commas; by default level:1 to level:8.")
@click.option("--output", type=click.Path(file_okay=False), help="The folder for records and results; a ladder goes on there.")
@click.option("--table", type=click.Path(dir_okay=False), help="Write the table (Markdown) to a file instead of printing it.")
@click.option("--plot", type=Picture(), help="Draw it into a file, SVG or (with the extra png) PNG.")
@shared_options
def ladder(
    presets: tuple[str, ...],
    players: tuple[str, ...],
    output: str | None,
    table: str | None,
    plot: Path | None,
    games: int | None,
    seed: int,
    seconds: float | None,
    nodes: int | None,
    grace: float,
    workers: int,
    as_json: bool,
    language: str,
) -> int:
    """Let neighbours in a list of players meet, and tell how far apart they stand."""
    names, files = listed(players) or LEVEL_PLAYERS, [Path(name) for name in (table, plot) if name is not None]
    display, results, interrupted = display_for(as_json, language), [], False
    setups = [
        Setup(preset, names, games or FEW, seed, usual_budget(seconds, nodes), grace, None, NEIGHBOURS)
        for preset in dict.fromkeys(presets)
    ]
    for file in files:
        writing(file, check_writable)
    with folder_for(output) as path:
        for setup in setups:
            data, interrupted = played(setup, path / setup.preset, workers, display, language)
            results.append(data)
            if interrupted:
                break
    page = ladder_table(results, language, os.path.relpath(plot, Path(table).parent if table else ".") if plot else None)
    kept = interrupted  # what was interrupted does not take the place of what is whole
    try:
        if plot and not kept:
            write_picture(plot, ladder_plot(results, language))
        if table and not kept:
            writing(Path(table), lambda name: write_whole(name, page))
    except MarchstoneError:
        kept = True
        raise
    finally:
        if as_json:
            put_json(results)
        elif kept or not table:
            put(page.rstrip("\n"))
    if kept and files:
        display.say(UNTOUCHED[tongue(language)].format(names=", ".join(map(str, files))))
    return end(interrupted, output is not None, display, language)


def writing(path: Path, work: Callable[[Path], None]) -> None:
    """Something done with a file; one that is impossible is the arena's error."""
    try:
        work(path)
    except (OSError, ValueError) as problem:  # ValueError: a name that no file can have
        raise unusable(path, problem) from None


COMMANDS = (arena, ladder)
