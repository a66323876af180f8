"""The command `marchstone`: small tools for positions and records, and a game in the terminal.

Bad input ends it with one line on the error output and status 2, as does a record that `verify` finds wrong; `claim` says no with
status 1; a fault of the programme itself ends it with status 3. An output that cannot be written, because it is full or closed or
nobody reads it any more, ends it with status 4, and an interrupt (Ctrl-C) with "Interrupted." and status 130; a game that another
signal ends has 128 and the number of that signal, such as 143 for SIGTERM.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from . import arena, play, positions, records, review, serve, store
from .output import INTERRUPTED, forgive_input, honest_output, interrupted, mend_streams, refuse

COMMANDS = (*positions.COMMANDS, *records.COMMANDS, *arena.COMMANDS, *review.COMMANDS, *store.COMMANDS, play.play, serve.serve)


class Commands(click.Group):
    """All commands. Their errors of the output are turned into ours before click would end with 1, which is a plain no."""

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """Read the command line; help is printed here."""
        with honest_output():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with honest_output():
            return super().invoke(ctx)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="marchstone", message="marchstone %(version)s")
def group() -> None:
    """Schotten Totten and Schotten Totten 2: the table, the referee and the sparring partner."""


for command in COMMANDS:
    group.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command. The exit status is 0, or 1 for a plain no, 2 for bad input, 3 for a fault of the programme, 4 for an
    output that cannot be written, 130 for an interrupt."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    mend_streams()
    forgive_input()
    try:
        status = group.main(given, prog_name="marchstone", standalone_mode=False)
    except click.exceptions.Abort as ended:
        sys.exit(interrupted(given) if isinstance(ended.__cause__, KeyboardInterrupt) else INTERRUPTED)
    except Exception as problem:
        sys.exit(refuse(problem, as_json="--json" in given))
    sys.exit(status if isinstance(status, int) else 0)
