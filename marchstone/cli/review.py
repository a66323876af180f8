"""`review` and `analyse`: what a game turned on, and what a position promises."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ..cache import COMPILING, SEARCH, explained_wait, is_warm
from ..errors import MarchstoneError
from ..files import write_whole
from ..machine import cores
from ..phrases import Pair, tongue
from ..players.base import MOST_NODES, MOST_SECONDS, Budget
from ..position import Position
from .names import SEAT
from .output import json_option, language_option, put, put_json
from .pictures import Picture, write_picture
from .positions import POSITION, board_of
from .records import load

REVIEW_NODES, ANALYSIS_NODES = 2000, 10_000
SECONDS = click.option("--seconds", type=click.FloatRange(0, MOST_SECONDS, min_open=True), help="The same in seconds.")
SEED = click.option("--seed", type=int, default=0, show_default=True, help="The same seed and nodes give the same result.")
REVIEWING: Pair = ("Reviewing", "Analyse")
WRITTEN: Pair = ("Written: {names}.", "Écrit : {names}.")


class OutputError(MarchstoneError, OSError):
    """A folder or a file that cannot be written."""


def budget_for(nodes: int | None, seconds: float | None, usual: int) -> Budget:
    """What was asked for, or the usual."""
    return Budget(seconds, nodes if nodes or seconds else usual)


@contextmanager
def progress_bar(language: str) -> Iterator[Callable[[int, int], object] | None]:
    """A bar on the error output if that is a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    from ..terminal.bar import bar

    with bar(Console(file=sys.stderr), REVIEWING[tongue(language)]) as tell:
        yield tell


def get_ready(preset: str) -> None:
    """Compile the engine if that has not been done, once for all the processes to come."""
    if is_warm(SEARCH, "engine"):
        return
    with explained_wait(COMPILING):
        from ..analysis import analyse

        analyse(Position.deal(preset, seed=1).view(0), Budget(nodes=1))


def knows_signs() -> bool:
    """Whether the output can show the signs of a curve."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


@click.command()
@click.argument("path", metavar="RECORD")
@click.option(
    "--nodes", type=click.IntRange(1, MOST_NODES), help=f"How much is searched for each decision.  [default: {REVIEW_NODES}]"
)
@SECONDS
@click.option("--workers", type=click.IntRange(1, 256), default=cores, help="Processes; by default one for each core.")
@SEED
@click.option("--output", type=click.Path(file_okay=False), help="Write review.json and review.svg to a folder.")
@click.option("--picture", type=Picture(), help="Draw the curve into a file, SVG or (with the extra png) PNG.")
@json_option
@language_option
def review(
    path: str,
    nodes: int | None,
    seconds: float | None,
    workers: int,
    seed: int,
    output: str | None,
    picture: Path | None,
    as_json: bool,
    language: str,
) -> None:
    """Say what the game of RECORD turned on: the chances over the game, and the worst moves with their reasons."""
    record = load(path)
    budget = budget_for(nodes, seconds, REVIEW_NODES)
    get_ready(record.start.rules.name)
    from ..analysis import chart
    from ..analysis import review as review_of

    with progress_bar(language) as progress:
        found = review_of(record, budget, workers=workers, seed=seed, progress=progress)
    written: list[Path] = []
    if output is not None:
        write(Path(output), {"review.json": as_text(found.to_dict()), "review.svg": chart(found, language)})
        written += [Path(output) / "review.json", Path(output) / "review.svg"]
    if picture is not None:
        write_picture(picture, chart(found, language))
        written.append(picture)
    if as_json:
        put_json(found.to_dict())
        return
    put("\n".join(found.lines(language, plain=not knows_signs())))
    if written:
        put(WRITTEN[tongue(language)].format(names=", ".join(map(str, written))))


@click.command()
@POSITION
@click.option("--seat", type=SEAT, help="Whose view of a position; by default that of the seat that chooses.")
@click.option("--nodes", type=click.IntRange(1, MOST_NODES), help=f"How much is searched.  [default: {ANALYSIS_NODES}]")
@SECONDS
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="Threads that search side by side.")
@SEED
@json_option
@language_option
def analyse(
    text: str,
    seat: int | None,
    nodes: int | None,
    seconds: float | None,
    threads: int,
    seed: int,
    as_json: bool,
    language: str,
) -> None:
    """Say what POSITION promises to one seat: the chance to win, the best moves, the chances at each front."""
    board = board_of(text)
    view = board.view(board.actor if seat is None else seat) if isinstance(board, Position) else board
    if seat not in (None, view.seat):
        raise click.UsageError(f"this is the view of seat {view.seat}")
    get_ready(view.rules.name)
    from ..analysis import analyse as analysis_of

    found = analysis_of(view, budget_for(nodes, seconds, ANALYSIS_NODES), seed=seed, threads=threads)
    if as_json:
        put_json(found.to_dict())
    else:
        put("\n".join(found.lines(language)))


def as_text(data: Any) -> str:
    """JSON as a file has it."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def write(folder: Path, files: dict[str, str]) -> None:
    """Files in a folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            write_whole(folder / name, text)
    except OSError as problem:
        raise OutputError("review.file", f"{folder} cannot be written: {problem.strerror}") from None


COMMANDS = (review, analyse)
