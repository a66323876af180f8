"""What all commands share: reading an argument or the standard input, plain or JSON output, one line for an error."""

from __future__ import annotations

import io
import json
import locale
import os
import sys
import traceback
from contextlib import AbstractContextManager
from typing import Any

import click

from ..cache import COMPILING, explained_wait
from ..errors import MarchstoneError
from .names import LANGUAGE

BAD_INPUT = 2
FAULT = 3
INTERRUPTED = 130
LONGEST_INPUT = 200_000


def preferred_language() -> str:
    """French where the environment speaks it, else English."""
    chosen = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "") or (locale.getlocale()[0] or "")
    return "fr" if chosen.lower().startswith("fr") else "en"


def language_option(function: Any) -> Any:
    """`--lang`, by default as the environment says."""
    return click.option("--lang", "language", type=LANGUAGE, default=preferred_language, help="English or French.")(function)


def json_option(function: Any) -> Any:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(function)


def forgive_input() -> None:
    """Bytes that are no text are read as signs that no text has, so that whoever reads them refuses them with a reason."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")


def read_argument(text: str) -> str:
    """A text given on the command line; `-` stands for the standard input."""
    if text != "-":
        return text
    return sys.stdin.read(LONGEST_INPUT).strip()


def put(text: str) -> None:
    """Print a line. Whatever the output cannot show is written as an escape."""
    encoding = sys.stdout.encoding or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding))


def put_json(data: Any) -> None:
    """Print data as JSON."""
    put(json.dumps(data, ensure_ascii=False, indent=2))


def as_data(problem: MarchstoneError) -> dict[str, Any]:
    """An error as plain values."""
    return {"code": problem.code, "message": problem.message, "at": problem.at, "expected": problem.expected or None}


def refuse(problem: Exception, as_json: bool) -> int:
    """Say in one line what was wrong; the exit status for it. An error of the programme itself is told in full."""
    if isinstance(problem, MarchstoneError):
        told, line = as_data(problem), f"{problem} [{problem.code}]"
    elif isinstance(problem, click.exceptions.NoArgsIsHelpError):
        put(problem.format_message())
        return 0
    elif isinstance(problem, click.ClickException):
        told = {"code": "command.usage", "message": problem.format_message(), "at": None, "expected": None}
        line = f"{problem.format_message()} [command.usage]"
    elif isinstance(problem, OSError):  # of the output; files that are named have errors of their own
        told = {"code": "command.output", "message": problem.strerror, "at": None, "expected": None}
        line = f"the output cannot be written: {problem.strerror} [command.output]"
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # the interpreter will flush it
    else:
        traceback.print_exception(problem)
        return FAULT
    line = json.dumps({"error": told}, ensure_ascii=False) if as_json else "marchstone: " + " ".join(line.split())
    click.echo(line, err=True)
    return BAD_INPUT


def compiling() -> AbstractContextManager[None]:
    """The wait for compiled rules, which comes once for every version."""
    return explained_wait(COMPILING)
