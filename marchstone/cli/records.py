"""Commands about records: `verify`, `random`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..errors import MarchstoneError
from ..fair import check_record
from ..game import Game
from ..players.random import RandomPlayer
from ..record import Record
from .output import BAD_INPUT, LONGEST_INPUT, as_data, json_option, put, put_json


def load(path: str) -> Record:
    """The record in a file; `-` stands for the standard input."""
    return Record.parse(sys.stdin.read(LONGEST_INPUT)) if path == "-" else Record.load(path)


def verdict(path: str) -> dict[str, object]:
    """What there is to say of one record."""
    try:
        record = load(path)
        fair = check_record(record.start, record.tags)
    except MarchstoneError as problem:
        return {"record": path, "ok": False, **as_data(problem), "sentence": str(problem)}
    final = record.final
    return {
        "record": path,
        "ok": True,
        "preset": final.rules.name,
        "moves": len(record.moves),
        "result": record.result,
        "reason": final.reason,
        "fair": fair,
    }


@click.command()
@click.argument("paths", metavar="RECORD...", nargs=-1, required=True)
@json_option
def verify(paths: tuple[str, ...], as_json: bool) -> int:
    """Replay each RECORD and compare it with what it says, and its deal with its seeds if it tells them.

    The exit status is 2 if any of them is wrong.
    """
    verdicts = [verdict(path) for path in paths]
    if as_json:
        put_json(verdicts)
    else:
        for told in verdicts:
            if told["ok"]:
                fair = ", the deal follows from its seeds" if told["fair"] else ""
                put(f"{told['record']}: ok, {told['preset']}, {told['moves']} moves, result {told['result']}{fair}")
            else:
                click.echo(f"{told['record']}: {told['sentence']} [{told['code']}]", err=True)
    return 0 if all(told["ok"] for told in verdicts) else BAD_INPUT


def random_record(preset: str, seed: int | None) -> Record:
    """A whole game between two random players, from a deal of the same seed."""
    game = Game(preset, seed=seed)
    player = RandomPlayer(seed)
    while not game.is_over:
        game.play(player.choose(game.view(game.actor), game.legal_moves))
    return Record.of(game, Seat0="random", Seat1="random")


@click.command()
@click.argument("preset")
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same game.")
@click.option("--output", type=click.Path(dir_okay=False), help="Write the record to a file instead of printing it.")
@json_option
def random(preset: str, seed: int | None, output: str | None, as_json: bool) -> None:
    """Play a random game of PRESET, and print its record."""
    record = random_record(preset, seed)
    if output is not None:
        record.save(Path(output))
    if as_json:
        put_json(record.to_dict())
    elif output is None:
        click.echo(record.text, nl=False)


COMMANDS = (verify, random)
