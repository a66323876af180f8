"""What all benchmarks share: results kept as JSON under `bench/results/`, with the machine they were measured on."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "results"


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {"cpu": cpu_name(), "cores": os.cpu_count(), "python": platform.python_version(), "system": platform.system()}


def cpu_name() -> str:
    """The processor, as the system calls it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def keep(name: str, data: dict[str, Any], command: str = "") -> None:
    """Write the figures of one benchmark, with the command that makes them again."""
    FOLDER.mkdir(exist_ok=True)
    content = {"command": command or f"make bench ARGS={name}", "machine": machine(), **data}
    (FOLDER / f"{name}.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def best_seconds(work: Callable[[], object], runs: int = 5) -> float:
    """The shortest of some runs: what else the machine does can only make them longer."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best
