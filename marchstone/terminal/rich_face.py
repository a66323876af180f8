"""The full-colour face: the table drawn anew at every turn, what has just happened below it, then the question."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from .bar import bar
from .items import Curtain, Item, Line, Rule, Table, Tracker, Turn
from .rich_table import table, tracker
from .session import Session

WIDEST = 80
LEAST_NEWS = 3
BELOW = LEAST_NEWS + 4  # lines below the table: what happened, what is offered, the question, the answer
STYLES = {
    "title": "bold",
    "note": "italic",
    "event": "",
    "offer": "bold green",
    "ask": "bold",
    "refusal": "yellow",
    "end": "bold",
    "answer": "",
    "choice": "",
}


class Rich:
    """Draws with rich; lines are read from the terminal."""

    plain = False

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, emoji=False, markup=False)
        self.news: list[Line] = []

    def show(self, items: Iterable[Item], session: Session) -> None:
        """Show what a session gives; a table that is drawn anew by a turn is not drawn twice."""
        items = list(items)
        turns = any(isinstance(item, Turn) for item in items)
        for item in items:
            if isinstance(item, Line):
                self.line(item)
            elif isinstance(item, Turn) or (isinstance(item, Table) and not turns):
                self.draw(session)
            elif isinstance(item, Tracker):
                self.each(tracker(session, self.width))
            elif isinstance(item, Rule):
                self.console.print(Text(item.section.title, style="bold"))
                self.console.print(Markdown(item.section.text), width=self.width)
            elif isinstance(item, Curtain):
                self.clear(everything=True)

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return max(20, min(WIDEST, self.console.width))

    def line(self, line: Line) -> None:
        """A line, remembered if it tells what happened."""
        if line.kind in ("event", "note", "title"):
            self.news.append(line)
        self.print_line(line)

    def print_line(self, line: Line) -> None:
        """A line in the manner of its kind."""
        text = line.text.encode("utf-8", "backslashreplace").decode()
        _, _, rest = text.partition("  ")
        if not rest:
            self.console.print(Text(text, style=STYLES[line.kind]), width=self.width)
            return
        indent = len(text) - len(rest.lstrip())
        text = textwrap.fill(text, self.width, subsequent_indent=" " * min(indent, 20), break_on_hyphens=False)
        self.console.print(Text(text, style=STYLES[line.kind]), width=self.width)

    def each(self, lines: Iterable[Text]) -> None:
        """Lines that are short enough."""
        for line in lines:
            self.console.print(line, width=self.width)

    def clear(self, everything: bool = False) -> None:
        """An empty screen; behind a curtain also what could be scrolled back to."""
        self.news = [] if everything else self.news
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[H" + "\x1b[3J" * everything)

    def draw(self, session: Session) -> None:
        """The table on an empty screen, and what has just happened below it."""
        self.clear()
        height = self.console.height
        lines = list(table(session, self.width))
        if len(lines) + BELOW > height:
            lines = list(table(session, self.width, compact=True))
        self.each(lines)
        for line in self.news[-max(LEAST_NEWS, height - len(lines) - BELOW + LEAST_NEWS) :]:
            self.print_line(line)
        self.news = []

    def ask(self, prompt: str) -> str | None:
        """A line; none at the end of the input."""
        try:
            return input(prompt)
        except EOFError:
            self.console.print()
            return None

    @contextmanager
    def waiting(self, label: str, slow: str) -> Iterator[Callable[[float], None]]:
        """A sign of life while somebody thinks."""
        with self.console.status(Text(f"{label} ...")) as status:

            def tick(seconds: float) -> None:
                if seconds > 3:
                    status.update(Text(f"{label} ... {seconds:.0f} s\n  {slow}"))

            yield tick

    def progress(self, label: str) -> AbstractContextManager[Callable[[int, int], object]]:
        """A bar."""
        return bar(self.console, label)
