"""Run the benchmarks: `python -m bench.run` for all of them, `python -m bench.run NAME...` for some.

Every other file of this folder is a benchmark and is run as `python -m bench.NAME`, in a process of its own, in order of name.
One that cannot be measured on this machine says so and ends with status 3. The exit status is 1 if any of them failed.
"""

import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
NOT_HERE = 3


def names() -> list[str]:
    """All benchmarks: the files of this folder, except this one and those that begin with an underscore."""
    return sorted(p.stem for p in HERE.glob("*.py") if p.stem != "run" and not p.stem.startswith("_"))


def main(wanted: list[str]) -> int:
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are: {', '.join(names()) or 'none'}", file=sys.stderr)
        return 2
    failed = []
    for name in wanted or names():
        print(f"== {name}", flush=True)
        start = time.perf_counter()
        if subprocess.run([sys.executable, "-m", f"bench.{name}"], cwd=HERE.parent, check=False).returncode not in (0, NOT_HERE):
            failed.append(name)
        print(f"-- {name}: {time.perf_counter() - start:.1f} s\n", flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
