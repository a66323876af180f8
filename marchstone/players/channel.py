"""A helper process that answers each line of JSON with a line of JSON, and the rules of talking to one that may fail.

The process inherits two pipes and nothing else that is open. Whatever it sends is read as JSON, never unpickled, and up to a
limit of time and length. It ends by itself soon after whoever started it has ended, however that happened, and so do all that it
has started itself and that are still in its group.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
# -P: a folder that happens to be the current one must not replace the modules of Python
START = (
    "import sys; sys.path.append(sys.argv[1]); from importlib import import_module; import_module(sys.argv[2]).serve_forever()"
)
LONGEST_LINE = 100_000
WATCH = 0.25  # seconds between two looks whether the parent still lives


class ChannelError(Exception):
    """The other process gave no answer that can be used; the message says in which way."""


class DiedError(ChannelError):
    """It has ended."""


class LateError(ChannelError):
    """It did not answer in time."""


class Channel:
    """The end of the process that asks. After any `ChannelError` the other one is of no more use: `close` it."""

    def __init__(self, module: str) -> None:
        command = [sys.executable, "-P", "-c", START, str(ROOT), module, str(os.getpid())]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt typed at the terminal is for the one that asks
            bufsize=0,
        )
        self._buffer = b""

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def fileno(self) -> int:
        """Where its answers arrive, so that several channels can be waited for at once."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def send(self, message: Any) -> None:
        """Ask something."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
        except OSError:
            raise self._died() from None

    def receive(self, seconds: float) -> Any:
        """The answer."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._buffer:
            self._wait(deadline)
            some = os.read(self.fileno(), LONGEST_LINE)
            if not some:
                raise self._died()
            self._buffer += some
            if len(self._buffer) > LONGEST_LINE:
                raise ChannelError("an answer without end")
        line, _, rest = self._buffer.partition(b"\n")
        if rest:
            raise ChannelError("an answer to nothing")
        self._buffer = b""
        try:
            return json.loads(line)
        except ValueError:
            raise ChannelError("an answer that cannot be read") from None

    def close(self) -> None:
        """End the process, and whatever it has started itself."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()

    def _wait(self, deadline: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self.fileno(), selectors.EVENT_READ)
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise LateError("no answer in time")

    def _died(self) -> DiedError:
        try:
            status = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return DiedError("closed its output")
        return DiedError(f"signal {-status}" if status < 0 else f"status {status}")


# -- the end of the process that answers -----------------------------------------------------------------------------------


def serve(answer: Callable[[Any], Any]) -> None:
    """Answer every line until there are no more. What the code that is run here prints goes nowhere."""
    asked, answers = os.dup(0), os.dup(1)
    for standard, flag in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        nothing = os.open(os.devnull, flag)
        os.dup2(nothing, standard)
        os.close(nothing)
    threading.Thread(target=watch, args=(int(sys.argv[3]),), daemon=True).start()
    with os.fdopen(asked, "rb") as source, os.fdopen(answers, "wb", buffering=0) as sink:
        for line in source:
            sink.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
    end_group()


def watch(parent: int) -> None:
    """End this process when its parent is no longer there, even in the middle of a long thought."""
    while os.getppid() == parent:
        time.sleep(WATCH)
    end_group()
    os._exit(0)


def end_group() -> None:
    """End this process and whatever it has started itself. It was made the leader of a group."""
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
