"""The command as a programme whose input or outputs are closed, full, interrupted, or read by nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from marchstone import Position
from marchstone.cli import COMMANDS

ROOT = Path(__file__).parent.parent
START = Position.deal("stones-tiny", seed=1, first=0).text
PROVED = "stones-tiny 0 close r2,r3:o1/: o3:r1,o2 : quiet=0"
CLOSED = {
    "show": [START],
    "legal": [START],
    "claim": [PROVED, "1"],
    "perft": [START, "1", "--target", "python"],
    "verify": ["-"],
    "random": ["stones-tiny"],
    "arena": ["random", "random", "--preset", "stones-tiny", "--games", "2", "--workers", "1"],
    "ladder": ["--players", "random,random", "--preset", "stones-tiny", "--games", "2", "--workers", "1"],
    "review": ["-"],
    "analyse": ["-"],
    "play": ["stones", "--two", "--seed", "1"],
    "doctor": [],
    "backup": ["copy.db"],
    "restore": ["copy.db"],
    "serve": ["--no-open", "--host", "256.1.1.1"],
}
REFUSED = "-", "copy.db", "256.1.1.1"  # nothing is read, there is no such store, that is no address: status 2


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_streams_that_are_closed(command: str, tmp_path: Path) -> None:
    """Whatever was closed before the command began: no traceback, and a status that the README explains."""
    refused = any(word in CLOSED[str(command)] for word in REFUSED)
    for closed, expected in (("<&-", 0), (">&-", 4), ("2>&-", 0), ("<&- >&- 2>&-", 4)):
        words = " ".join(f"'{word}'" for word in (sys.executable, "-m", "marchstone", str(command), *CLOSED[str(command)]))
        done = subprocess.run(
            ["sh", "-c", f"exec {words} {closed}"],
            check=False, stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT, timeout=60,
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        status = 2 if refused else expected
        assert done.returncode == status and done.stderr.count(b"\n") <= 1 and b"Traceback" not in done.stderr, closed
        assert (b"[command.output]" in done.stderr) == (status == 4 and "2>" not in closed)


def test_both_ways_to_call_it() -> None:
    for module in ("marchstone", "marchstone.cli"):
        done = subprocess.run([sys.executable, "-m", module, "--version"], check=True, capture_output=True, cwd=ROOT)
        assert done.stdout.startswith(b"marchstone 0.")
