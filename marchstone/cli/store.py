"""`backup`, `restore` and `doctor`: the store of the server."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from ..errors import MarchstoneError
from ..phrases import Pair, tongue
from .output import json_option, language_option, put, put_json

COPYING: Pair = ("Copying", "Copie")
CHECKING: Pair = ("Checking", "Vérification")
DONE: Pair = ("{path}: {games} games, {entries} entries", "{path} : {games} parties, {entries} inscriptions")
NOT_WELL = 1

PLACE = click.option("--db", "place", help="A file, or postgresql://...; by default the file in the user's data folder.")


class ToldError(MarchstoneError):
    """An error of the store in the language that was asked for."""


@contextmanager
def told_in(language: str) -> Iterator[None]:
    """Errors of the store speak this language."""
    from ..server.store import StoreError

    try:
        yield
    except StoreError as problem:
        raise ToldError(problem.code, problem.sentences[tongue(language)]) from problem


@contextmanager
def progress(what: Pair, language: str) -> Iterator[Callable[[int, int], object]]:
    """A bar on the error output if that is a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console

    from ..terminal.bar import Tell, bar

    shown: list[Tell] = []
    with ExitStack() as stack:

        def tell(done: int, total: int) -> None:
            """The bar comes with the first word and goes with the last."""
            if not shown:
                shown.append(stack.enter_context(bar(Console(file=sys.stderr), what[tongue(language)])))
            shown[0](done, total)
            if done >= total:
                stack.close()
                shown.clear()

        yield tell


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@PLACE
@language_option
@json_option
def backup(path: Path, place: str | None, language: str, as_json: bool) -> int:
    """Copy the server's store into a new FILE, also while the server runs. The exit status is 1 if games are damaged."""
    from ..server.store.backup import backup as copy

    with told_in(language), progress(COPYING, language) as tell:
        copied = copy(place, path, tell)
    return report(path.name, copied.games, copied.entries, [fault.sentences for fault in copied.faults], language, as_json)


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@PLACE
@language_option
@json_option
def restore(path: Path, place: str | None, language: str, as_json: bool) -> int:
    """Write a backup into a store that has no games yet, such as a new database."""
    from ..server.store.backup import restore as copy

    with told_in(language), progress(COPYING, language) as tell:
        copied = copy(path, place, tell)
    return report(path.name, copied.games, copied.entries, [fault.sentences for fault in copied.faults], language, as_json)


def report(path: str, games: int, entries: int, faults: list[Pair], language: str, as_json: bool) -> int:
    """Say what was copied, and what of it is damaged; the exit status."""
    sentences = [fault[tongue(language)] for fault in faults]
    if as_json:
        put_json({"file": path, "games": games, "entries": entries, "faults": sentences})
    else:
        put(DONE[tongue(language)].format(path=path, games=games, entries=entries))
        for sentence in sentences:
            click.echo(sentence, err=True)
    return NOT_WELL if faults else 0


@click.command()
@PLACE
@language_option
@json_option
def doctor(place: str | None, language: str, as_json: bool) -> int:
    """Look at the server's store: versions, size, who uses it, every entry. The exit status is 1 if something is wrong."""
    from ..server.store.doctor import examine

    which, findings = tongue(language), []
    with told_in(language), progress(CHECKING, language) as tell:
        for finding in examine(place, tell):
            findings.append(finding)
            if not as_json:
                mark = "  " if finding.ok else "! "
                put(f"{mark}{finding.label[which] + ':':<{22 if which else 12}} {finding.said[which]}")
    if as_json:
        put_json([{"key": one.key, "ok": one.ok, "said": one.said[which]} for one in findings])
    return 0 if all(finding.ok for finding in findings) else NOT_WELL


COMMANDS = (backup, restore, doctor)
