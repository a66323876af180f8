"""Files that are written as a whole or not at all, and the folder of the user's data."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def data_folder() -> Path:
    """Where the user's data belong: `$XDG_DATA_HOME/marchstone`, or `~/.local/share/marchstone`."""
    named = os.environ.get("XDG_DATA_HOME", "")
    base = Path(named) if os.path.isabs(named) else Path(os.path.expanduser("~")) / ".local" / "share"
    return base / "marchstone"


def beside(path: Path) -> Path:
    """Where a file is written before it takes its name."""
    return path.with_name(f".{path.name}.new")


def write_whole(path: Path, content: str | bytes, durable: bool = True) -> None:
    """Write a file as a whole or not at all; a durable one outlives even the loss of power once this returns."""
    new = beside(path)
    try:
        with new.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        new.replace(path)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """An OSError now rather than later, if a file of this name cannot be written."""
    new = beside(path)
    new.open("w").close()
    new.unlink()
