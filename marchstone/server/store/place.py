"""Where a store is: a file, by default in the user's data folder, or a PostgreSQL database by its address."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from ...files import data_folder
from .errors import StoreError

NAME = "server.db"


@dataclass(frozen=True)
class Place:
    """One of `path` and `url` is there; `text` is how people are told, without a password."""

    text: str
    path: Path | None = None
    url: URL | None = None


def place_of(where: str | os.PathLike[str] | None = None) -> Place:
    """The place that somebody has named; without a name the user's own."""
    text = str(data_folder() / NAME) if where is None else os.fspath(where)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", text)
    if scheme and scheme[1] in ("postgresql", "postgres", "postgresql+psycopg"):
        return in_postgres(text, scheme[0])
    if text.startswith("sqlite:///"):
        text = text.removeprefix("sqlite:///")
    elif "://" in text:
        raise StoreError("store.url", place=text.partition("://")[0] + "://...")
    if not text or "\0" in text:
        raise StoreError("store.url", place=repr(text))
    path = Path(os.path.realpath(Path(text).expanduser()))
    return Place(str(path), path=path)


def in_postgres(text: str, scheme: str) -> Place:
    """A database by its address."""
    try:
        url = make_url("postgresql+psycopg:" + text.removeprefix(scheme))
    except (ArgumentError, ValueError):
        raise StoreError("store.url", place="postgresql:...") from None
    shown = url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)
    return Place(shown, url=url)
