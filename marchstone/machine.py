"""What a process can ask of its machine: how many cores it may use, how much memory another one has used, a lock that goes with
whoever holds it.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path

FAR = 1 << 30  # where a lock keeps others from reading, it lies on a byte behind all that is written
LONGEST = 20  # signs of a number of a process


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def peak_memory(pid: int) -> int | None:
    """The most memory that a running process has held at one time, in bytes; None where the system does not say."""
    try:
        found = re.search(r"^VmHWM:\s*(\d+) kB$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:
        return None
    return 1024 * int(found[1]) if found else None


class Lock:
    """A file that one process holds. The system lets it go when that process ends, however it ends. The number of the process
    stands in the file: for people, and for file systems that know no locks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number = -1

    def take(self) -> bool:
        """Take the lock, unless somebody else holds it."""
        while self._number < 0:
            number = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
            if not seized(number):
                os.close(number)
                return False
            if is_at(number, self.path):
                self._number = number
            else:  # whoever held it has just removed it
                os.close(number)
        write_at_start(self._number, b"%d\n" % os.getpid())
        return True

    def release(self, remove: bool = False) -> None:
        """Let it go."""
        if self._number < 0:
            return
        write_at_start(self._number, b"")
        gone = not remove or removed(self.path)
        os.close(self._number)
        self._number = -1
        if not gone:  # not everywhere can a file be removed while it is open
            removed(self.path)

    @property
    def holder(self) -> int | None:
        """The number of the process that holds it, if it can be read."""
        with suppress(OSError, ValueError):
            return int(self.path.read_bytes()[:LONGEST])
        return None


def write_at_start(number: int, text: bytes) -> None:
    """These bytes and nothing else in an open file; a full disk does not matter."""
    with suppress(OSError):
        os.ftruncate(number, 0)
        os.lseek(number, 0, os.SEEK_SET)
        os.write(number, text)


def removed(path: Path) -> bool:
    """Whether a file could be removed."""
    with suppress(OSError):
        path.unlink()
        return True
    return False


def is_at(number: int, path: Path) -> bool:
    """Whether an open file is the one that has this name now."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(number), path.stat())
    return False


if sys.platform == "win32":

    def seized(number: int) -> bool:
        """Lock an open file, unless another process has."""
        import msvcrt

        os.lseek(number, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def seized(number: int) -> bool:
        """Lock an open file, unless another process has. Where files cannot be locked, the number in it says whose it is."""
        import fcntl

        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return not is_running(os.pread(number, LONGEST, 0))
        return True

    def is_running(text: bytes) -> bool:
        """Whether a text is the number of another process that is still there."""
        with suppress(OSError, ValueError):
            number = int(text)
            os.kill(number, 0)
            return number != os.getpid()
        return False
