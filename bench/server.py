"""The server under load: 600 games at one move a second, 5,000 idle sockets, 1,000 clients that come back at once, and how late
its loop is beside thinking machines. Server and clients are processes of their own, on the loopback interface.

`python -m bench.server serve FILE WORKERS` and `... play ADDRESS GAMES SECONDS LEVEL` are those processes.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench._results import keep

PRESETS = ("stones", "stones-tactics", "walls", "walls-tactics")
WARM_UP = 5.0
READ = msgspec.json.Decoder()
Figures = dict[str, float]


def percentile(values: list[float], share: float) -> float:
    """So many of the values are lower."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


# -- the server ------------------------------------------------------------------------------------------------------------


def serve(path: str, workers: int) -> None:
    """A server that tells on its standard input's request how late its loop has been since the last one."""
    from marchstone.server.app import app_of
    from marchstone.server.security import Limits
    from marchstone.server.serving import listening, server_of
    from marchstone.server.store import Store
    from marchstone.server.thinkers import Thinkers

    wide = (1e9, 1e9)
    lags: list[float] = []
    many_files()
    listener = listening(port=0)
    store = Store.open(path)
    app = app_of(store, Thinkers(workers), limits=Limits(wide, wide, wide))

    async def watch() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            lags.append(time.perf_counter() - before - 0.005)

    watching: list[asyncio.Task[None]] = []

    def ready() -> None:
        watching.append(asyncio.get_running_loop().create_task(watch()))
        print(listener.getsockname()[1], flush=True)

    server = server_of(app, ready)

    def listen() -> None:
        for _ in sys.stdin:
            now, lags[:] = list(lags), []
            print(json.dumps([percentile(now, 0.5), percentile(now, 0.99), max(now, default=0.0)]), flush=True)
        server.should_exit = True

    threading.Thread(target=listen, daemon=True).start()
    server.run([listener])
    store.close()


class Served:
    """The server, seen from outside; to be used with `with`."""

    def __init__(self, folder: str, workers: int = 0) -> None:
        command = [sys.executable, "-m", "bench.server", "serve", str(Path(folder) / "log.db"), str(workers)]
        begun = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout and self.process.stdin
        self.out, self.into = self.process.stdout, self.process.stdin
        self.address = f"http://127.0.0.1:{int(self.out.readline())}"
        self.ready = time.perf_counter() - begun

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *problem: object) -> None:
        self.into.close()
        self.process.wait(30)

    def lag(self) -> list[float]:
        """Median, p99 and worst, in seconds, since the last question."""
        self.into.write("\n")
        self.into.flush()
        found: list[float] = json.loads(self.out.readline())
        return found

    def cpu(self) -> float:
        """Seconds of work so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """What it holds, in MB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))


# -- clients ---------------------------------------------------------------------------------------------------------------


def many_files() -> None:
    """As many sockets as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def made(http: httpx.AsyncClient, preset: str, level: int) -> tuple[str, list[str]]:
    """A game and the keys of its people."""
    keys = [secrets.token_urlsafe(32) for _ in range(1 if level else 2)]
    headers = [{"Authorization": f"Bearer {key}"} for key in keys]
    create = {"preset": preset, "opponent": "level" if level else "invited", "thinking": 1.0} | (
        {"level": level} if level else {}
    )
    game = (await http.post("/games", json=create, headers=headers[0])).raise_for_status().json()
    for number, header in enumerate(headers):
        wanted = {"name": f"P{number}", "seed": secrets.token_hex(16)} | ({"invite": game["invite"]} if number else {})
        (await http.post(f"/games/{game['game']}/join", json=wanted, headers=header)).raise_for_status()
    return game["game"], keys


async def games_of(address: str, number: int, level: int = 0) -> list[tuple[str, list[str]]]:
    """So many games."""
    async with httpx.AsyncClient(base_url=address + "/api", timeout=60) as http:
        return [await made(http, PRESETS[place % len(PRESETS)], level) for place in range(number)]


def line(address: str, game: str) -> connect:
    """A socket."""
    return connect(f"{address.replace('http', 'ws')}/api/games/{game}/socket", compression=None, open_timeout=60, max_queue=None)


class Mover:
    """One game, played at one move a second by its one or two people."""

    def __init__(self, address: str, game: str, keys: list[str], until: float, since: float) -> None:
        self.address, self.game, self.keys, self.until, self.since = address, game, keys, until, since
        self.waits: list[float] = []
        self.asked: dict[str, float] = {}
        self.chance = random.Random(game)
        self.tables: dict[int, str] = {}

    async def play(self) -> list[float]:
        """How long each acknowledgement took."""
        await asyncio.gather(*(self.person(number) for number in range(len(self.keys))))
        return self.waits

    async def person(self, number: int) -> None:
        """One of them: listens, and moves when it can."""
        async with line(self.address, self.game) as socket:
            await socket.send(json.dumps({"t": "hello", "key": self.keys[number]}))
            listener = asyncio.create_task(self.listen(socket, number))
            await asyncio.sleep(self.chance.random())
            while time.time() < self.until:
                begun = time.perf_counter()
                seen = READ.decode(self.tables.get(number, "{}"))
                if seen and seen["table"] and seen["table"]["legal"]:
                    name = secrets.token_hex(8)
                    self.asked[name] = time.perf_counter()
                    move = self.chance.choice(seen["table"]["legal"])
                    await socket.send(json.dumps({"t": "act", "id": name, "at": seen["n"], "do": f"move {move}"}))
                await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - begun)))
            listener.cancel()

    async def listen(self, socket: ClientConnection, number: int) -> None:
        """Takes in what comes."""
        async for text in socket:
            assert isinstance(text, str)
            now = time.perf_counter()
            if text.startswith(('{"t":"welcome"', '{"t":"happened"')):
                self.tables[number] = text  # read when it is needed: the clients must not take the server's core
            elif text.startswith('{"t":"receipt"') and time.time() > self.since:
                self.waits.append(now - self.asked.pop(json.loads(text)["id"]))


async def play(address: str, number: int, seconds: float, level: int) -> None:
    """So many games for so long; prints how long acknowledgements took."""
    many_files()
    games = await games_of(address, number, level)
    print("ready", flush=True)
    begin = float(await asyncio.to_thread(sys.stdin.readline))
    movers = [Mover(address, game, keys, begin + WARM_UP + seconds, begin + WARM_UP) for game, keys in games]
    found = await asyncio.gather(*(mover.play() for mover in movers))
    print(json.dumps([wait for waits in found for wait in waits]), flush=True)


class Players:
    """Client processes that play."""

    def __init__(self, address: str, parts: list[tuple[int, int]], seconds: float) -> None:
        self.seconds = seconds
        self.processes = [
            subprocess.Popen(
                [sys.executable, "-m", "bench.server", "play", address, str(number), str(seconds), str(level)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number, level in parts
        ]
        for process in self.processes:
            assert process.stdout and process.stdout.readline() == "ready\n"

    def begin(self) -> None:
        """All at once; returns when the measured time begins."""
        start = time.time()
        for process in self.processes:
            assert process.stdin
            process.stdin.write(f"{start}\n")
            process.stdin.flush()
        time.sleep(WARM_UP)

    def end(self) -> list[list[float]]:
        """How long acknowledgements took, for each process."""
        return [json.loads(process.communicate(timeout=self.seconds + 60)[0]) for process in self.processes]


# -- what is measured ------------------------------------------------------------------------------------------------------


def many_games(seconds: float = 30.0, games: int = 600) -> Figures:
    """600 games at one move a second."""
    with tempfile.TemporaryDirectory() as folder, Served(folder) as server:
        players = Players(server.address, [(games // 2, 0), (games // 2, 0)], seconds)
        players.begin()
        server.lag()
        work, begun = server.cpu(), time.perf_counter()
        time.sleep(seconds - 1)
        share = (server.cpu() - work) / (time.perf_counter() - begun)
        memory, lag = server.memory(), server.lag()
        waits = [wait for part in players.end() for wait in part]
        return {
            "ready, s": server.ready,
            "moves a second": len(waits) / seconds,
            "acknowledgement, median, ms": 1000 * statistics.median(waits),
            "acknowledgement, p99, ms": 1000 * percentile(waits, 0.99),
            "share of a core": share,
            "memory, MB": memory,
            "loop lag, p99, ms": 1000 * lag[1],
        }


async def gathered(address: str, games: list[tuple[str, list[str]]], each: int) -> tuple[list[float], list[ClientConnection]]:
    """So many sockets for each game, all at once: how long each takes until it is current."""
    begun = time.perf_counter()

    async def one(game: str, key: str | None) -> tuple[float, ClientConnection]:
        socket = await line(address, game).__aenter__()
        await socket.send(json.dumps({"t": "hello"} | ({"key": key} if key else {})))
        while json.loads(await socket.recv())["t"] != "welcome":
            pass
        return time.perf_counter() - begun, socket

    wanted = [(game, keys[place] if place < len(keys) else None) for game, keys in games for place in range(each)]
    found = await asyncio.gather(*(one(game, key) for game, key in wanted))
    return [wait for wait, _ in found], [socket for _, socket in found]


def idle_sockets(games: int = 500, each: int = 10) -> Figures:
    """5,000 sockets at 500 games, which say nothing."""

    async def work(server: Served) -> Figures:
        made = await games_of(server.address, games)
        before, sockets = server.memory(), []
        for first in range(0, games, 50):
            sockets += (await gathered(server.address, made[first : first + 50], each))[1]
        await asyncio.sleep(2)
        held = server.memory()
        for socket in sockets:
            socket.transport.abort()
        return {"sockets": float(len(sockets)), "memory, MB": held, "before, MB": before}

    with tempfile.TemporaryDirectory() as folder, Served(folder) as server:
        return asyncio.run(work(server))


def coming_back(games: int = 500) -> Figures:
    """1,000 clients of 500 games that connect at once: to a server that knows the games, and to one that was just started."""

    async def comes(address: str, made: list[tuple[str, list[str]]]) -> list[float]:
        waits, sockets = await gathered(address, made, 2)
        for socket in sockets:
            socket.transport.abort()
        return waits

    with tempfile.TemporaryDirectory() as folder:
        with Served(folder) as server:
            played = Players(server.address, [(games // 2, 0), (games - games // 2, 0)], 15.0)
            played.begin()
            played.end()
            made = asyncio.run(games_of(server.address, games))
            warm = asyncio.run(comes(server.address, made))
        with Served(folder) as server:
            cold = asyncio.run(comes(server.address, made))
    return {"current, p99, s": percentile(warm, 0.99), "after a restart, p99, s": percentile(cold, 0.99)}


def beside_machines(seconds: float = 30.0) -> Figures:
    """20 games against levels beside 100 games of people."""
    with tempfile.TemporaryDirectory() as folder, Served(folder, os.cpu_count() or 1) as server:
        players = Players(server.address, [(100, 0), (20, 6)], seconds)
        players.begin()
        server.lag()
        time.sleep(seconds - 1)
        lag = server.lag()
        people, machines = players.end()
        return {
            "loop lag, median, ms": 1000 * lag[0],
            "loop lag, p99, ms": 1000 * lag[1],
            "loop lag, worst, ms": 1000 * lag[2],
            "acknowledgement of people, p99, ms": 1000 * percentile(people, 0.99),
            "moves against machines": float(len(machines)),
        }


GOALS = {
    ("600 games", "ready, s"): 2.0,
    ("600 games", "acknowledgement, p99, ms"): 50.0,
    ("600 games", "share of a core"): 0.6,
    ("600 games", "memory, MB"): 150.0,
    ("idle sockets", "memory, MB"): 400.0,
    ("coming back", "current, p99, s"): 5.0,
    ("coming back", "after a restart, p99, s"): 5.0,
    ("beside machines", "loop lag, p99, ms"): 20.0,
}


def main() -> None:
    many_files()
    parts = {
        "600 games": many_games,
        "idle sockets": idle_sockets,
        "coming back": coming_back,
        "beside machines": beside_machines,
    }
    figures: dict[str, Figures] = {}
    for name, measure in parts.items():
        figures[name] = measure()
        for what, value in figures[name].items():
            goal = GOALS.get((name, what))
            against = "" if goal is None else f"   goal {goal:g}: {'reached' if value < goal else 'MISSED'}"
            print(f"{name:16} {what:36}{value:10.2f}{against}", flush=True)
    keep("server", {"load average before": os.getloadavg()[2], "figures": figures}, "make bench-server")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["play"]:
        asyncio.run(play(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])))
    else:
        main()
