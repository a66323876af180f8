"""What all commands share: reading an argument or the standard input, plain or JSON output, one line for an error."""

from __future__ import annotations

import errno
import io
import json
import locale
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import click

from ..cache import COMPILING, explained_wait
from ..cards import LANGUAGES
from ..errors import MarchstoneError
from ..phrases import Pair, tongue
from .names import LANGUAGE

BAD_INPUT = 2
FAULT = 3
UNWRITTEN = 4
INTERRUPTED = 130
INTERRUPTION: Pair = ("Interrupted.", "Interrompu.")
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


class UnwrittenError(MarchstoneError, RuntimeError):
    """The output cannot be written. It is `quiet` if nobody reads it any more, as after `head`."""

    quiet = False


@contextmanager
def honest_output() -> Iterator[None]:
    """An error of the output becomes one of ours; files that are named have their own already."""
    try:
        yield
    except OSError as problem:
        if isinstance(problem, MarchstoneError):
            raise
        raised = UnwrittenError("command.output", f"the output cannot be written: {reason_of(problem)}")
        raised.quiet = problem.errno == errno.EPIPE
        raise raised from None


class Closed(io.StringIO):
    """In the place of an output that was closed before we began."""

    def write(self, text: str) -> int:
        """As the system would answer."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


class Nowhere(io.StringIO):
    """An output that nobody hears."""

    def write(self, text: str) -> int:
        """Nothing."""
        return len(text)


def mend_streams() -> None:
    """Whatever was closed before we began: no input is an empty one, an output cannot be written, errors are told to nobody.

    Their numbers are taken, so that no other file gets one of them.
    """
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or Closed()
    sys.stderr = sys.stderr or Nowhere()


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
    if isinstance(problem, UnwrittenError):
        sys.stdout = Nowhere()  # the interpreter will flush it
        if problem.quiet:
            return UNWRITTEN
    if isinstance(problem, MarchstoneError):
        told, line = as_data(problem), f"{problem} [{problem.code}]"
    elif isinstance(problem, click.exceptions.NoArgsIsHelpError):
        put(problem.format_message())
        return 0
    elif isinstance(problem, click.ClickException):
        told = {"code": "command.usage", "message": problem.format_message(), "at": None, "expected": None}
        line = f"{problem.format_message()} [command.usage]"
    else:
        traceback.print_exception(problem)
        return FAULT
    line = json.dumps({"error": told}, ensure_ascii=False) if as_json else "marchstone: " + " ".join(line.split())
    try:
        click.echo(line, err=True)
    except OSError:  # nobody is there to be told
        sys.stderr = Nowhere()
    return UNWRITTEN if isinstance(problem, UnwrittenError) else BAD_INPUT


def reason_of(problem: OSError) -> str:
    """What the system says."""
    return problem.strerror or type(problem).__name__


def interrupted(given: Sequence[str]) -> int:
    """Say that somebody has interrupted the command, in its language; the exit status."""
    words = [word.removeprefix("--lang=") for word, before in zip(given, ("", *given)) if "--lang" in (before, word[:6])]
    language = words[-1] if words and words[-1] in LANGUAGES else preferred_language()
    click.echo(INTERRUPTION[tongue(language)], err=True)
    return INTERRUPTED


def compiling() -> AbstractContextManager[None]:
    """The wait for compiled rules, which comes once for every version."""
    return explained_wait(COMPILING)
