"""Where compiled code is kept: one folder per exact source of it and versions of what compiles it, writable, per user."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

PATIENCE = 1.0  # seconds before a wait is explained
COMPILING = "Compiling the rules; this happens once and takes some seconds."
PACKAGE = Path(__file__).parent
# what compiled code depends on: the rules on themselves, the engine on both
SEARCH = "tree.search"  # of the engine: where it is, an analysis can begin at once
SOURCES = {"core": ("core",), "engine": ("core", "engine")}


def fingerprint(part: str = "core") -> str:
    """A hash of every file that a part's compiled code comes from, and of all else that decides what becomes of them."""
    import numba
    import numpy

    digest = hashlib.sha256()
    for path in sorted(path for name in SOURCES[part] for path in (PACKAGE / name).glob("*.py")):
        digest.update(path.parent.name.encode() + path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    versions = (sys.version, numpy.__version__, numba.__version__, platform.machine(), os.environ.get("NUMBA_BOUNDSCHECK", ""))
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:20]


def candidates() -> list[Path]:
    """Folders to try, best first: what the user chose, the platform's cache folder, a private temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    chosen = os.environ.get("MARCHSTONE_CACHE")
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return [Path(p) for p in (chosen, os.path.join(home, "marchstone")) if p] + [
        Path(tempfile.gettempdir()) / f"marchstone-{user}"
    ]


def usable(path: Path) -> bool:
    """A folder that exists or can be made, belongs to this user and can be written."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        mine = not hasattr(os, "getuid") or path.stat().st_uid == os.getuid()
        return mine and os.access(path, os.W_OK | os.X_OK)
    except OSError:
        return False


@functools.cache
def folder(part: str = "core") -> str:
    """The folder for this very source of a part; the first candidate that can be used."""
    for base in candidates():
        path = base / f"{part}-{fingerprint(part)}"
        if usable(base) and usable(path):
            return str(path)
    return tempfile.mkdtemp(prefix="marchstone-")


def is_warm(function: str = "", part: str = "core") -> bool:
    """Whether the compiled rules, or another part, already lie in the cache; or one function of it, named `module.function`."""
    return any(Path(folder(part)).rglob(f"{function}*.nbc"))


@contextmanager
def explained_wait(reason: str) -> Iterator[None]:
    """A line on the error output if something takes longer than a second."""
    done = threading.Event()

    def tell() -> None:
        if not done.wait(PATIENCE):
            print(reason, file=sys.stderr, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def compiling(function: str) -> AbstractContextManager[None]:
    """The wait for a function that must still be compiled is explained; one that lies in the cache is there at once."""
    return nullcontext() if is_warm(function) else explained_wait(COMPILING)
