"""Commands about one position: `show`, `legal`, `claim`, `perft`."""

from __future__ import annotations

from contextlib import nullcontext

import click

from ..board import Board
from ..cache import compiling
from ..core.layout import VIEWER
from ..errors import UnknownTargetError
from ..position import Position
from ..reading import read
from ..table import table_text
from ..targets import TARGETS
from ..view import View
from .names import SEAT, Among
from .output import json_option, language_option, put, put_json, read_argument

POSITION = click.argument("text", metavar="POSITION")
UNCHECKED = click.option("--unchecked", is_flag=True, help="Take positions that can never be.")
DEEPEST = 12
TARGET = Among(TARGETS, "target.unknown", "target", UnknownTargetError)


def board_of(text: str, unchecked: bool = False) -> Position | View:
    """The position or the view of a text."""
    given = read_argument(text)
    vector = read(given).vector
    if vector[VIEWER]:
        return View.of(vector) if unchecked else View(given)
    return Position.of(vector) if unchecked else Position(given)


@click.command()
@POSITION
@click.option("--seat", type=SEAT, help="Show only what this seat may know.")
@click.option("--svg", is_flag=True, help="Print a drawing (SVG).")
@UNCHECKED
@json_option
@language_option
def show(text: str, seat: int | None, svg: bool, unchecked: bool, as_json: bool, language: str) -> None:
    """Print the table of POSITION (`-`: read it from the standard input)."""
    board: Board = board_of(text, unchecked)
    if seat is not None and isinstance(board, Position):
        board = board.view(seat)
    if as_json:
        put_json(board.to_dict())
    elif svg:
        put(board.svg(language, seat))
    else:
        put(table_text(board.vector, seat, language))


@click.command()
@POSITION
@UNCHECKED
@json_option
def legal(text: str, unchecked: bool, as_json: bool) -> None:
    """Print the legal moves of POSITION, one a line."""
    moves = [move.text for move in board_of(text, unchecked).legal_moves]
    if as_json:
        put_json(moves)
    else:
        put("\n".join(moves) if moves else "")


@click.command()
@POSITION
@click.argument("front", type=int)
@click.option("--seat", type=SEAT, help="Who claims; by default the seat whose turn it is.")
@UNCHECKED
@json_option
@language_option
def claim(text: str, front: int, seat: int | None, unchecked: bool, as_json: bool, language: str) -> int:
    """Say whether FRONT can be claimed in POSITION, and why. The exit status is 0 if it can, else 1."""
    proof = board_of(text, unchecked).explain_claim(front, seat)
    if as_json:
        put_json(proof.to_dict() | {"sentence": proof.sentence(language)})
    else:
        put(proof.sentence(language))
    return int(not proof.holds)


@click.command()
@POSITION
@click.argument("depth", type=click.IntRange(0, DEEPEST))
@click.option("--divide", is_flag=True, help="Count for each first move by itself.")
@click.option("--target", type=TARGET, default="cpu", help="Compiled or interpreted rules.")
@json_option
def perft(text: str, depth: int, divide: bool, target: str, as_json: bool) -> None:
    """Count the sequences of DEPTH legal moves from POSITION."""
    position = Position(read_argument(text))
    with compiling("perft.perft") if target == "cpu" else nullcontext():
        if not divide or not depth:
            counted = {"total": position.perft(depth, target)}
        else:
            counted = {move.text: position.apply(move).perft(depth - 1, target) for move in position.legal_moves}
            counted["total"] = sum(counted.values())
    if as_json:
        put_json(counted)
    else:
        put("\n".join(f"{move}: {number}" for move, number in counted.items()) if divide else str(counted["total"]))


COMMANDS = (show, legal, claim, perft)
