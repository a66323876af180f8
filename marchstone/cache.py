"""Where compiled rules are kept: one folder per exact source of `core/` and versions of what compiles it, writable, per user."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
import tempfile
from pathlib import Path

CORE = Path(__file__).with_name("core")


def fingerprint() -> str:
    """A hash of every file of `core/` and of whatever else decides what the compiler makes of them."""
    import numba
    import numpy

    digest = hashlib.sha256()
    for path in sorted(CORE.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
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
def folder() -> str:
    """The folder for this very source; the first candidate that can be used."""
    for base in candidates():
        path = base / f"core-{fingerprint()}"
        if usable(base) and usable(path):
            return str(path)
    return tempfile.mkdtemp(prefix="marchstone-")


def is_warm() -> bool:
    """Whether the compiled rules already lie in the cache."""
    return any(Path(folder()).rglob("*.nbc"))
