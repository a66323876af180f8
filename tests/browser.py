"""A real server as a process of its own, a real browser, and windows in it that listen to all that goes wrong.

Chromium is driven by Playwright. A `Tab` keeps what its page complains of, every request that leaves for elsewhere, and what goes
over its socket: to wait by, and to compare with what the page shows; nothing is played by it.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, sync_playwright

from .chromium import MISSING, chromium

ROOT = Path(__file__).parent.parent
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 30.0
COMPILING = 240.0  # the first thought of all compiles the engine, where that has never been done
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run "
    "--disable-dev-shm-usage"
)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
LOST = r"ERR_(INTERNET_DISCONNECTED|CONNECTION|EMPTY_RESPONSE|NETWORK|FAILED)|WebSocket connection to"
KEEP = """
try {
  for (const [place, text] of Object.entries(KEPT)) localStorage.getItem(place) ?? localStorage.setItem(place, text);
} catch { }
"""
COUNT = """
window.commandsSent = 0;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (text.startsWith('{"t":"act"')) window.commandsSent += 1;
  send.call(this, text);
};
"""


class House:
    """`marchstone serve` on a free port, with a data folder of its own; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> House:
        """Serve; comes back when the page can be had."""
        command = [
            sys.executable,
            "-m",
            "marchstone",
            "serve",
            "--no-open",
            "--lang",
            "en",
            "--workers",
            "1",
            "--port",
            str(self.port),
        ]
        self._log = (self.folder / "server.log").open("a", encoding="utf-8")
        means = os.environ | {"XDG_DATA_HOME": str(self.folder)}
        self._process = subprocess.Popen(command, cwd=ROOT, env=means, stdout=subprocess.PIPE, stderr=self._log, text=True)
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert self.address in line, f"the server does not start: {line}{(self.folder / 'server.log').read_text('utf-8')[-2000:]}"
        return self

    def kill(self) -> None:
        """Without a word, and at once."""
        self.end(signal.SIGKILL)

    def end(self, by: signal.Signals = signal.SIGTERM) -> None:
        """An orderly end, or another."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(by)
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
            if process.stdout:
                process.stdout.close()
            self._log.close()

    def http(self) -> httpx.Client:
        """Requests beside the page."""
        return httpx.Client(base_url=self.address + "/api", timeout=PATIENCE)


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium with an empty profile."""
    path = chromium()
    assert path, MISSING
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS.split())
        try:
            yield running
        finally:
            running.close()


class Tab:
    """A window with a store of its own: a person at a browser."""

    def __init__(self, running: Browser, house: House, **options: Any) -> None:
        settings = {"language": "en", "theme": "light", "motion": 0} | options.pop("settings", {})
        self.house, self.settings = house, settings
        self.context: BrowserContext = running.new_context(
            base_url=house.address,
            viewport=options.pop("viewport", DESKTOP),
            locale="fr-FR" if settings["language"] == "fr" else "en-GB",
            color_scheme="dark" if settings["theme"] == "dark" else "light",
            **options,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        kept = {"marchstone.settings": json.dumps(settings)}
        self.context.add_init_script(KEEP.replace("KEPT", json.dumps(kept)))
        self.context.add_init_script(COUNT)
        self.faults: list[str] = []
        self._excused: list[str] = []
        self.context.on("request", self._request)
        self.page: Page = self.open()

    def is_person(self, key: str) -> None:
        """From the next page on it is whoever has this key."""
        self.context.add_init_script(f"localStorage.setItem('marchstone.key', {json.dumps(key)})")

    def open(self) -> Page:
        """One more page of the same person."""
        page = self.context.new_page()
        self.acts: dict[str, dict[str, Any]] = {}  # commands by their id, as they went out first
        self.sent = 0  # frames with commands, also those sent again
        self.answers: dict[str, dict[str, Any]] = {}
        self.heard: list[dict[str, Any]] = []
        page.on("console", lambda said: said.type in ("error", "warning") and self.faults.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.faults.append(f"not caught: {error}"))
        page.on("websocket", self._socket)
        return page

    # -- what is listened to -----------------------------------------------------------------------------------------------

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.house.address, f"ws://127.0.0.1:{self.house.port}", "blob:")):
            self.faults.append(f"a request to elsewhere: {request.url}")

    def _socket(self, opened: WebSocket) -> None:
        if not opened.url.startswith(f"ws://127.0.0.1:{self.house.port}/"):
            self.faults.append(f"a socket to elsewhere: {opened.url}")
        opened.on("framesent", lambda frame: self._goes(json.loads(frame)))
        opened.on("framereceived", lambda frame: self._comes(json.loads(frame)))

    def _goes(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "act":
            self.sent += 1
            self.acts.setdefault(frame["id"], frame)

    def _comes(self, frame: dict[str, Any]) -> None:
        self.heard.append(frame)
        if frame["t"] in ("receipt", "refused") and frame.get("id"):
            self.answers[frame["id"]] = frame

    def excuse(self, pattern: str) -> None:
        """What is expected to be complained of."""
        self._excused.append(pattern)

    def complaints(self) -> list[str]:
        """Errors and warnings of the console, whatever the policy has stopped, requests to elsewhere."""
        return [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self._excused)]

    # -- what is known of the game -----------------------------------------------------------------------------------------

    @property
    def told(self) -> dict[str, Any]:
        """The last message with a table or a state."""
        return next(frame for frame in reversed(self.heard) if frame["t"] in ("welcome", "happened"))

    @property
    def table(self) -> dict[str, Any]:
        """The last table there was."""
        return next(frame["table"] for frame in reversed(self.heard) if frame.get("table"))

    # -- waiting -----------------------------------------------------------------------------------------------------------

    def until(self, true: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
        """Wait, while the page goes on; gives what was waited for."""
        deadline = time.monotonic() + seconds
        while not (found := true()):
            assert time.monotonic() < deadline, f"{what}: not within {seconds:g} s"
            self.page.wait_for_timeout(15)
        return found

    def settled(self, seconds: float = PATIENCE) -> None:
        """Until every command has its answer."""
        self.until(lambda: self.acts.keys() <= self.answers.keys(), "an answer to every command", seconds)

    # -- looking -----------------------------------------------------------------------------------------------------------

    def shown(self) -> str:
        """The page as it is told to whom listens: roles, names and states."""
        return self.page.locator("main").aria_snapshot()

    def axe(self) -> list[str]:
        """Serious and critical findings, one line each."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
        return [
            f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:160]} {node['failureSummary'][:200]}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    def close(self) -> None:
        """The window and its store."""
        self.context.close()
