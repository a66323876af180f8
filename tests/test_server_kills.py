"""`kill -9` of the real server under load, again and again: no acknowledged move is lost, doubled or out of order.

Some games are played over sockets by people who note every receipt. When the server is killed they wait for the next one, say
`hello`, and send again whatever had no answer. At the end the log must hold what they were told, once and in order.
"""

import random
import re
import secrets
import signal
import subprocess
import sys
import threading
import time

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.server import Game

PATIENCE = 60.0
PRESETS = ("stones", "stones-tactics", "walls", "walls-tactics")
PORTS = re.compile(r"http://127\.0\.0\.1:(\d+)/")


class Mortal:
    """A server that is killed and started anew on the same store and port."""

    def __init__(self, folder):
        self.folder, self.port, self.process = folder, 0, None
        self.slowest = 0.0

    def start(self):
        begun = time.perf_counter()
        command = [
            sys.executable,
            "-m",
            "marchstone",
            "serve",
            "--db",
            str(self.folder / "log.db"),
            "--no-open",
            "--workers",
            "0",
        ]
        self.process = subprocess.Popen([*command, "--port", str(self.port)], stdout=subprocess.PIPE, text=True)
        self.port = int(PORTS.search(self.process.stdout.readline())[1])
        self.slowest = max(self.slowest, time.perf_counter() - begun)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"


class Pair(threading.Thread):
    """Two people who play one game after another, as fast as they may, until they are told to stop."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.chance = server, random.Random(seed)
        self.receipts = {}  # for each game: command -> number
        self.refusals, self.problems = [], []
        self.found = [0, 0]  # after a kill: commands that had not been written, and those that had
        self.stop = threading.Event()

    def run(self):
        try:
            while not self.stop.is_set():
                self.one_game()
        except Exception as problem:
            self.problems.append(problem)
            raise

    def patiently(self, work):
        """Do something that needs a server, however often it is killed meanwhile."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return work()
            except (httpx.TransportError, WebSocketException, OSError, EOFError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def one_game(self):
        with httpx.Client(base_url=self.server.address + "/api", timeout=PATIENCE) as http:
            game = self.patiently(lambda: Game(http, self.server.address, self.chance.choice(PRESETS), "here"))
            self.patiently(game.seated)
            self.play(game)

    def play(self, game):
        receipts, pending, client = self.receipts.setdefault(game.id, {}), None, None
        landed, welcomed = None, 0
        try:
            while not self.stop.is_set():
                if client is None:
                    client = self.patiently(lambda: game.socket(0, player=0))
                    welcomed = client.n
                    if pending:  # it was written, and then the table has gone on; or it was not, and nothing has
                        landed = client.n > pending["at"]
                        self.found[landed] += 1
                try:
                    if pending is None:
                        if client.game["state"] == "over":
                            return
                        player = client.game["seats"].index(client.table["actor"])
                        if client.game["you"] != player:
                            client.look(player)
                        move = self.chance.choice(client.table["legal"])
                        pending = {"t": "act", "id": secrets.token_hex(8), "at": client.n, "do": f"move {move}", "player": player}
                    client.wait()
                    client.send(pending)
                    answer = client.until("receipt", "refused", "closing")
                    if answer["t"] == "receipt":
                        assert answer["id"] == pending["id"]
                        assert (
                            answer["n"] == pending["at"] + 1
                        )  # only this pair plays here: it is written right behind what it saw
                        assert landed is None or (answer["n"] <= welcomed) == landed  # what the new server said was true
                        receipts[answer["id"]] = answer["n"]
                        pending = landed = None
                    elif answer["t"] == "refused":
                        self.refusals.append(answer["code"])
                        assert answer["code"] == "frame.many"
                        time.sleep(0.1)
                except (WebSocketException, OSError, EOFError):
                    client.close()
                    client = None
        finally:
            if client:
                client.close()


def survive(folder, kills, games):
    """So many kills while so many games go on; then the log is held against all receipts."""
    from marchstone.server.room import Room
    from marchstone.server.store import Store

    server = Mortal(folder)
    server.start()
    pairs = [Pair(server, seed) for seed in range(games)]
    chance = random.Random(kills)
    for pair in pairs:
        pair.start()
    for _ in range(kills):
        time.sleep(chance.uniform(0.05, 0.4))
        server.kill()
        server.start()
    time.sleep(0.5)
    for pair in pairs:
        pair.stop.set()
    for pair in pairs:
        pair.join(PATIENCE)
        assert not pair.problems
    server.kill()
    told = 0
    with Store.open(folder / "log.db") as store:
        for game, receipts in (item for pair in pairs for item in pair.receipts.items()):
            entries = store.entries(game)  # checks the chain, and that no number is missing
            kept = {entry.id: entry.n for entry in entries if entry.id}
            assert len(kept) == len([entry for entry in entries if entry.id])  # each command once
            assert receipts.items() <= kept.items()  # all that was acknowledged, with its number
            assert [*receipts.values()] == sorted(receipts.values())  # in the order in which it was said
            assert len(kept) - len(receipts) <= 1  # and nothing else, but for the last one, whose answer nobody heard
            Room.replay(entries)
            told += len(receipts)
    assert told > 5 * kills
    assert sum(sum(pair.found) for pair in pairs) > 0  # some were killed with a command under way
    return server.slowest


def test_fifty_kills(tmp_path):
    survive(tmp_path, 50, 3)


@pytest.mark.deep
def test_five_hundred_kills(tmp_path):
    survive(tmp_path, 500, 50)
