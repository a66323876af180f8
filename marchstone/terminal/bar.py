"""A bar that shows how far some work has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Tell = Callable[[int, int], object]  # is told what is done, and of how much


def progress_on(console: Console, transient: bool) -> Progress:
    """A bar: how much is done, of how much, for how long still, and of what; a transient one leaves nothing behind."""
    description = TextColumn("{task.description}", markup=False)
    columns = (MofNCompleteColumn(), BarColumn(bar_width=24), TimeRemainingColumn(), description)
    return Progress(*columns, console=console, transient=transient, redirect_stdout=False, redirect_stderr=False)


@contextmanager
def bar(console: Console, label: str) -> Iterator[Tell]:
    """It is there as long as the work goes on, and leaves nothing behind."""
    with progress_on(console, transient=True) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
