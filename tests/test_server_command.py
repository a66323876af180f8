"""`marchstone serve` as a process: what it prints, how it starts and ends, what it loads, what it says when it cannot start."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from marchstone.server import serving
from tests.server import Client, Game

READY_WITHIN = 2.0  # seconds of work: what the clock says depends on what else the machine does (`make bench-server` measures it)
PATIENCE = 30.0
PLAYED = """
import sys, tempfile
from pathlib import Path
from tests.server import Running, play_out
with Running(Path(tempfile.mkdtemp()), workers={workers}) as server:
    game = server.table("stones").seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        mover = ann if ann.table["legal"] else bob
        assert mover.act("move " + mover.table["legal"][0])["t"] == "receipt"
        ann.reach(mover.n), bob.reach(mover.n)
        assert ann.act("resign")["t"] == "receipt"
    for path in ("/record", "/replay", "/fair"):
        assert game.get(path).status_code == 200
    server.http.get("/about"), server.http.get("/tutorials/stones")
    print([name for name in ("numba", "llvmlite", "numpy") if name in sys.modules])
"""


class Served:
    """The command, running; to be used with `with`."""

    def __init__(self, folder, *options):
        self.command = [sys.executable, "-m", "marchstone", "serve", "--port", "0", "--db", str(folder / "log.db"), "--no-open"]
        self.command += ["--lang", "en", *options]

    def __enter__(self):
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.line = self.process.stdout.readline()
        self.ready = time.perf_counter() - self.begun
        self.address = re.search(r"http://[^ /]+", self.line)[0]
        self.http = httpx.Client(base_url=self.address + "/api", timeout=PATIENCE)
        return self

    def __exit__(self, *problem):
        self.http.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def test_it_says_where_it_is_in_one_line_and_ends_when_asked(tmp_path):
    with Served(tmp_path, "--workers", "0") as served:
        assert re.fullmatch(r"Marchstone: http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)\n", served.line)
        assert served.http.get("/health").json()["ok"]
        served.process.send_signal(signal.SIGINT)
        out, problems = served.process.communicate(timeout=PATIENCE)
        assert (served.process.returncode, out, problems) == (0, "", "")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells what another process has used")
def test_it_is_ready_soon(tmp_path):
    with Served(tmp_path) as served:
        fields = Path(f"/proc/{served.process.pid}/stat").read_text().rpartition(")")[2].split()
        assert (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") < READY_WITHIN
        assert served.http.get("/about").json()["engine"]["state"] in ("starting", "compiling", "ready")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_everybody_is_told_before_it_ends(tmp_path, number):
    with Served(tmp_path, "--workers", "0") as served:
        game = Game(served.http, served.address, "stones", "invited").seated()
        stream = served.http.stream("GET", f"/games/{game.id}/events")
        with game.socket(0) as ann, Client(served.address, game.id) as eve, stream as answer:
            lines = answer.iter_lines()
            next(lines)
            start = time.perf_counter()
            served.process.send_signal(number)
            for client in (ann, eve):
                assert client.until("closing") == client.heard[-1] | {"code": "server.closing"}
                assert client.heard[-1].get("again", True)
                assert client.ended() == 1001
            assert [json.loads(line) for line in lines if line][-1]["t"] == "closing"
        assert served.process.wait(PATIENCE) == 0
        assert time.perf_counter() - start < 6


@pytest.mark.parametrize("workers", [0, 1])
def test_its_process_never_loads_numba(workers):
    """In a process of its own, since others of these tests do."""
    source = PLAYED.replace("{workers}", str(workers))
    found = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(found.stdout.replace("'", '"')) == []


def refused(*options):
    """What the command says when it does not start."""
    command = [sys.executable, "-m", "marchstone", "serve", "--no-open", *options]
    found = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert found.returncode == 2 and found.stdout == "" and found.stderr.count("\n") == 1, found
    return found.stderr


def test_a_port_that_is_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        line = refused("--port", str(taken.getsockname()[1]), "--db", str(tmp_path / "x.db"))
    assert "is taken" in line and "--port" in line and "[serve.port-taken]" in line
    assert not (tmp_path / "x.db").exists()


def test_a_store_that_somebody_else_has_open(tmp_path):
    with Served(tmp_path, "--workers", "0"):
        line = refused("--port", "0", "--db", str(tmp_path / "log.db"))
    assert "--db" in line and "[store.locked]" in line


@pytest.mark.parametrize("host", ["198.51.100.7", "not a host", "nowhere.invalid"])
def test_hosts_that_are_none_of_ours(tmp_path, host):
    assert "[serve.host]" in refused("--host", host, "--port", "0", "--db", str(tmp_path / "x.db"))


def test_places_where_nothing_can_be_kept(tmp_path):
    (tmp_path / "file").write_text("no store")
    assert "--db" in refused("--port", "0", "--db", str(tmp_path / "file" / "x.db"))
    assert "store." in refused("--port", "0", "--db", str(tmp_path / "file"))
    if os.geteuid():
        (tmp_path / "locked").mkdir(mode=0o500)
        assert "--db" in refused("--port", "0", "--db", str(tmp_path / "locked" / "x.db"))


def test_options_that_do_not_go_together(tmp_path):
    assert "--lan" in refused("--lan", "--host", "127.0.0.1", "--db", str(tmp_path / "x.db"))


def test_what_a_phone_needs_is_shown(capsys, monkeypatch):
    from marchstone.cli.serve import announcer

    monkeypatch.setattr(serving, "lan_address", lambda: "192.168.7.9")
    announcer("http://127.0.0.1:8737/", True, False, 0)()
    first, second, *code = capsys.readouterr().out.splitlines()
    assert first == "Marchstone: http://127.0.0.1:8737/ (Ctrl-C ends it)"
    assert second == "For phones in this network: http://192.168.7.9:8737/"
    assert len(code) > 10 and all("█" in line or "▄" in line or "▀" in line for line in code[2:-2])
    announcer("http://127.0.0.1:8737/", True, False, 1)()
    assert "téléphones" in capsys.readouterr().out


def test_a_machine_without_a_network_says_so(capsys, monkeypatch):
    from marchstone.cli.serve import announcer

    monkeypatch.setattr(serving, "lan_address", lambda: serving.HOST)
    announcer("http://127.0.0.1:8737/", True, False, 0)()
    assert capsys.readouterr().out.splitlines()[1] == "This machine is in no network."


def test_a_browser_that_is_not_there(capsys, monkeypatch):
    import webbrowser

    from marchstone.cli.serve import show_page

    monkeypatch.setenv("DISPLAY", ":0")
    for answer in (False, webbrowser.Error("none")):

        def missing(address, answer=answer):
            if isinstance(answer, Exception):
                raise answer
            return answer

        monkeypatch.setattr(webbrowser, "open", missing)
        show_page("http://127.0.0.1:1/", True, 0)
        deadline = time.monotonic() + 5
        out = ""
        while not out and time.monotonic() < deadline:
            time.sleep(0.01)
            out = capsys.readouterr().out
        assert out == "No browser could be opened: open the address by hand.\n"


def test_the_page_is_opened_where_somebody_sees_it(monkeypatch):
    from marchstone.cli import serve

    opened = []
    monkeypatch.setattr(serving, "open_page", lambda address: opened.append(address) or True)
    serve.show_page("http://127.0.0.1:1/", False, 0)
    serve.show_page("http://127.0.0.1:2/", None, 0)  # the output of tests is no terminal
    serve.show_page("http://127.0.0.1:3/", True, 0)
    deadline = time.monotonic() + 5
    while not opened and time.monotonic() < deadline:
        time.sleep(0.01)
    assert opened == ["http://127.0.0.1:3/"]


def test_the_log_names_nobody(tmp_path):
    with Served(tmp_path, "--workers", "0") as served:
        game = Game(served.http, served.address, "stones", "invited").seated()
        with game.socket(0) as ann:
            ann.act("resign")
        httpx.get(f"{served.address}/api/games/{game.id}?key={game.people[0].key}&player=7")
        served.process.terminate()
        out, problems = served.process.communicate(timeout=PATIENCE)
    for secret in (game.id, game.invite, *(person.key for person in game.people), "Ann", "Bob"):
        assert secret not in out + problems
