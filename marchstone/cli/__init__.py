"""The command `marchstone`: small tools for positions and records, and a game in the terminal.

Bad input ends it with one line on the error output and status 2, as does a record that `verify` finds wrong; `claim` says no with
status 1; a fault of the programme itself ends it with status 3.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from . import arena, play, positions, records, review
from .output import INTERRUPTED, forgive_input, refuse

COMMANDS = (*positions.COMMANDS, *records.COMMANDS, *arena.COMMANDS, *review.COMMANDS, play.play)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="marchstone", message="marchstone %(version)s")
def group() -> None:
    """Schotten Totten and Schotten Totten 2: the table, the referee and the sparring partner."""


for command in COMMANDS:
    group.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command. The exit status is 0, or 1 for a plain no, 2 for bad input, 3 for a fault of the programme."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    forgive_input()
    try:
        status = group.main(given, prog_name="marchstone", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except Exception as problem:
        sys.exit(refuse(problem, as_json="--json" in given))
    sys.exit(status if isinstance(status, int) else 0)
