"""Chromium for the tests of the page: the one that is there, or else the distribution's.

python -m tests.chromium    installs it where it is missing, or says in one line how to
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OWN = "MARCHSTONE_CHROMIUM"
MISSING = f"The tests of the page need Chromium: install it (Debian: apt-get install chromium), or name one in {OWN}."


def chromium() -> str | None:
    """Where there is one; a name in the environment counts alone."""
    names = (os.environ[OWN],) if os.environ.get(OWN) else NAMES
    return next((found for found in map(shutil.which, names) if found), None)


def install() -> int:
    """By apt-get, where one may; what it says is shown when it fails."""
    if os.environ.get(OWN) or not shutil.which("apt-get"):
        return failed("")
    rights: list[str] = []
    if os.geteuid():
        rights = ["sudo", "-n"]
        if not shutil.which("sudo") or subprocess.run([*rights, "true"], capture_output=True, check=False).returncode:
            return failed("")
    print("Installing Chromium for the tests of the page (once; a minute or two)", flush=True)
    said = ""
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        command = [*rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *words]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        said += done.stdout + done.stderr
    return 0 if chromium() else failed(said)


def failed(said: str) -> int:
    """One line, after what apt-get had to say."""
    print(said[-2000:] + MISSING, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(0 if chromium() else install())
