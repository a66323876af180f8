"""Processes that think badly: what the server's pool must live with."""

import os
import signal
import sys
import time
from pathlib import Path

from marchstone.players.channel import serve
from marchstone.view import View


def answer(asked):
    """As a thinker would, but for what the file named by MARCHSTONE_TEST says is to go wrong next; each fault comes once."""
    if asked["do"] == "ready":
        return {"ready": True, "progress": 1.0}
    faults = Path(os.environ["MARCHSTONE_TEST"])
    todo = faults.read_text().split()
    faults.write_text(" ".join(todo[1:]))
    fault = todo[0] if todo else ""
    if fault == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "exit":
        sys.exit(3)
    if fault == "hang":
        time.sleep(1000)
    if fault == "raise":
        return {"raised": "ValueError: no"}
    if fault == "nonsense":
        return ["what?"]
    time.sleep(asked.get("seconds", 0))
    return {"move": View.of(asked["view"]).legal_moves[0].text}


def serve_forever():
    """What the process runs."""
    sys.path.append(str(Path(__file__).parents[1]))
    serve(answer)
