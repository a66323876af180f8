"""The rule behind a word: one section of the rules pages, found by its anchor, its heading, or the name of a card.

The rules are written once, in `docs/rules.en.md` and `docs/rules.fr.md`; an installed package carries a copy of these pages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..cards import LANGUAGES, TACTIC_NAMES

PACKAGE = Path(__file__).parent.parent
FOLDERS = (PACKAGE / "docs", PACKAGE.parent / "docs")  # installed, and in a checkout
ANCHOR = re.compile(r'^<a id="([^"]+)"></a>$')
HEADING = re.compile(r"^#+ +(.+)$")
LINK = re.compile(r"\[([^\]\n]+)\]\([^)\s]+\)")
# words that people use, beside anchors, headings and the names of cards
OTHER_WORDS = {
    "hen": "hen-and-cook",
    "cook": "hen-and-cook",
    "poule": "hen-and-cook",
    "cuisinier": "hen-and-cook",
    "cauldron": "oil",
    "chaudron": "oil",
    "huile": "oil",
    "claims": "claim",
    "revendiquer": "claim",
    "retraite": "retreat",
    "tiles": "walls-tiles",
    "murailles": "walls-tiles",
    "limit": "tactics-limit",
    "limite": "tactics-limit",
    "formation": "formations",
}


@dataclass(frozen=True)
class Section:
    """A section of the rules: its anchor, its heading, and its text with the marks of Markdown but without links."""

    anchor: str
    title: str
    text: str

    @property
    def lines(self) -> list[str]:
        """One paragraph a line, as plain text; of a table each row, every cell behind its heading."""
        return [line for block in self.text.split("\n\n") for line in plain_lines(block)]


def plain_lines(block: str) -> Iterator[str]:
    """A paragraph, a list or a table of Markdown as plain lines."""
    rows = block.splitlines()
    if rows and rows[0].startswith("|"):
        yield from table_rows(rows)
        return
    text = ""
    for row in rows:
        if text and re.match(r"- |\d+\. ", row):
            yield plain(text)
            text = ""
        text += f" {row.strip()}"
    if text.strip():
        yield plain(text)


def table_rows(rows: list[str]) -> Iterator[str]:
    """Each row of a table with the headings of its columns."""
    head, _, *body = [[plain(cell) for cell in row.strip("|").split("|")] for row in rows]
    for row in body:
        yield "; ".join(f"{name} {cell}".strip() for name, cell in zip(head, row) if cell)


def plain(text: str) -> str:
    """Without the marks for bold, italic and code."""
    return re.sub(r"\*\*|`|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", "", text).strip()


@cache
def sections(language: str) -> dict[str, Section]:
    """All sections of a page by their anchors; none if the page is missing."""
    page = next((path for path in (folder / f"rules.{language}.md" for folder in FOLDERS) if path.is_file()), None)
    return {} if page is None else {section.anchor: section for section in read(page.read_text(encoding="utf-8"))}


def read(page: str) -> Iterator[Section]:
    """The sections of a page: from an anchor with its heading to the next heading or anchor."""
    anchor, title, lines = "", "", list[str]()
    for line in [*page.splitlines(), "---"]:
        found, heading = ANCHOR.match(line), HEADING.match(line)
        if title and (found or heading or line == "---"):
            yield Section(anchor, title, LINK.sub(r"\1", "\n".join(lines)).strip())
            anchor, title, lines = "", "", []
        if found:
            anchor = found[1]
        elif heading:
            title = heading[1] if anchor else ""
        elif title:
            lines.append(line)


def simple(text: str) -> str:
    """A word as it is compared: small letters without accents, spaces and signs."""
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(sign for sign in parts if sign.isalnum())


@cache
def index() -> dict[str, str]:
    """For every simple word its anchor: headings of both pages, names of cards, anchors; later ones win."""
    found = {simple(word): anchor for word, anchor in OTHER_WORDS.items()}
    for language in LANGUAGES:
        found |= {simple(section.title): anchor for anchor, section in sections(language).items()}
    found |= {simple(name): text.rstrip("12") for text, names in TACTIC_NAMES.items() for name in (text, *names)}
    found |= {simple(anchor): anchor for language in LANGUAGES for anchor in sections(language)}
    return found


def section(word: str, game: str, language: str) -> Section | None:
    """The section that a word stands for; of two games the one that is played."""
    asked, pages = simple(word), sections(language)
    if not asked:
        return None
    words = index()
    exact = words.get(simple(game) + asked) or words.get(asked + simple(game)) or words.get(asked)
    if exact is None and len(asked) > 2:
        exact = next((anchor for name, anchor in sorted(words.items()) if name.startswith(asked)), None)
        exact = exact or next((anchor for name, anchor in sorted(words.items()) if asked in name), None)
    return pages.get(exact) if exact else None


def names(game: str, language: str) -> list[str]:
    """What can be asked for, with the anchors of this game's pages."""
    other = {"stones": "walls", "walls": "stones"}[game]
    return [anchor for anchor in sections(language) if not anchor.startswith(f"{other}-") and anchor != f"match-{other}"]
