"""Every target plays the same games; compiled code keeps within its arrays and never outlives its source; Numba is no must."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from marchstone import batch, cache
from marchstone.batch import Totals, play_many
from marchstone.cache import COMPILING, candidates, fingerprint, folder, usable
from marchstone.core import layout
from marchstone.core.presets import NAMES
from marchstone.core.random_play import LONGEST
from marchstone.errors import MarchstoneError, NoGpuError, UnknownPresetError, UnknownTargetError, WrongTypeError
from marchstone.position import Position
from marchstone.targets import PARTS, core
from tests.differential import Engine, deal

ROOT = Path(__file__).parent.parent
EVERY_PRESET = pytest.mark.parametrize("name", NAMES)


def run(code: str, cwd: Path = ROOT, **environment: str) -> str:
    """What a fresh Python prints; a warning or an error there fails the test."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(cwd), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# -- the same on every target ----------------------------------------------------------------------------------------------


@EVERY_PRESET
@pytest.mark.parametrize("eager", [True, False])
def test_the_same_seed_gives_the_same_games(name: str, eager: bool) -> None:
    interpreted = play_many(name, 40, seed=11, eager=eager, target="python")
    assert interpreted == play_many(name, 40, seed=11, eager=eager, target="cpu", threads=1)
    assert interpreted != play_many(name, 40, seed=12, eager=eager, target="cpu", threads=1)
    assert interpreted.games == interpreted.won0 + interpreted.won1 + interpreted.drawn == 40 < interpreted.decisions


def test_threads_change_nothing() -> None:
    one = play_many("walls-tactics", 2500, seed=3, threads=1)
    assert one == play_many("walls-tactics", 2500, seed=3, threads=3)
    assert play_many("stones-tiny", 0) == Totals(0, 0, 0, 0, 0, 0)


@EVERY_PRESET
def test_the_same_choices_give_the_same_words(name: str) -> None:
    """Step by step: legal actions, every word of the state, both views, samples and digests."""
    packages, rng = (core("python"), core("cpu")), random.Random(name)
    for seed in range(4):
        ours, theirs = (Engine(package, deal(package, NAMES.index(name), seed)) for package in packages)
        for _ in range(LONGEST):
            legal = ours.legal()
            assert legal == theirs.legal() and ours.words() == theirs.words()
            if not legal:
                break
            if rng.random() < 0.2:
                assert told(ours) == told(theirs)
            action = rng.choice(legal)
            for engine in (ours, theirs):
                engine.core.games.apply(engine.s, action)
        assert ours.s[layout.WINNER] and told(ours) == told(theirs)


def told(engine: Engine) -> list[Any]:
    """What both seats see, a sample of it, and the digest of the state."""
    package = engine.core
    found: list[Any] = [int(package.random_play.digest_of(engine.s))]
    for seat in (0, 1):
        view, sample, chance = package.vector(layout.WORDS), package.vector(layout.WORDS), package.vector(1)
        chance[0] = 5
        package.observe.observe(engine.s, seat, view)
        package.sample.sample(view, chance, sample)
        found += [list(map(int, vector)) for vector in (view, sample, chance)]
    return found


# -- array bounds ----------------------------------------------------------------------------------------------------------

CHECKED = """
import sys
from marchstone.batch import play_many
from marchstone.core.presets import NAMES
from marchstone.targets import core
package = core("cpu")
try:
    package.random_play.digest_of(package.vector(3))
except IndexError:
    print("bounds are checked")
view, state, chance = package.vector(package.layout.WORDS), package.vector(package.layout.WORDS), package.vector(1)
for name in NAMES:
    print(play_many(name, 30, seed=5, target="cpu", threads=1))
    package.games.start(state, NAMES.index(name), chance)
    for seat in (0, 1):
        package.observe.observe(state, seat, view)
        package.sample.sample(view, chance, state)
"""


def test_compiled_code_keeps_within_its_arrays(tmp_path: Path) -> None:
    """Numba's own checks, compiled anew into a folder of their own: half a minute."""
    lines = run(CHECKED, NUMBA_BOUNDSCHECK="1", MARCHSTONE_CACHE=str(tmp_path)).splitlines()
    expected = [repr(play_many(name, 30, seed=5, target="python")) for name in NAMES]
    assert lines == ["bounds are checked", *expected]
    assert [path.name.startswith("core-") for path in tmp_path.iterdir()] == [True]


# -- the cache -------------------------------------------------------------------------------------------------------------

DIGEST = """
from marchstone.cache import fingerprint, is_warm
from marchstone.targets import core
warm = is_warm()
package, plain = core("cpu"), core("python")
words = package.vector(package.layout.WORDS)
words[0] = 1
print(fingerprint(), warm, package.random_play.digest_of(words), plain.random_play.digest_of(list(words)))
"""


def test_compiled_code_follows_its_source(tmp_path: Path) -> None:
    """A constant of one module is changed: callers in another module that were compiled before must not keep the old one."""
    place = tmp_path / "copy"
    shutil.copytree(ROOT / "marchstone", place / "marchstone", ignore=shutil.ignore_patterns("__pycache__"))
    cache = str(tmp_path / "cache")
    first = run(DIGEST, place, MARCHSTONE_CACHE=cache).split()
    again = run(DIGEST, place, MARCHSTONE_CACHE=cache).split()
    chance = place / "marchstone" / "core" / "chance.py"
    source = chance.read_text(encoding="utf-8")
    changed_source = re.sub(r"0x58476D1D", "0x58476D1F", source)
    assert changed_source != source
    chance.write_text(changed_source, encoding="utf-8")
    changed = run(DIGEST, place, MARCHSTONE_CACHE=cache).split()
    assert [first[1], again[1], changed[1]] == ["False", "True", "False"]
    assert first[0] == again[0] != changed[0]
    assert first[2] == again[2] != changed[2]
    for line in (first, again, changed):
        assert line[2] == line[3], "compiled and interpreted agree"


def test_the_fingerprint_covers_versions_and_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = fingerprint()
    assert re.fullmatch("[0-9a-f]{20}", plain) and plain == fingerprint()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1" if os.environ.get("NUMBA_BOUNDSCHECK") != "1" else "")
    assert fingerprint() != plain
    monkeypatch.undo()
    monkeypatch.setattr("numba.__version__", "0.0")
    assert fingerprint() != plain


def test_a_folder_that_cannot_be_used_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the user chose comes first, then the platform's folder, then a temporary one."""
    file = tmp_path / "file"
    file.write_text("not a folder")
    monkeypatch.setenv("MARCHSTONE_CACHE", str(file))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert candidates()[:2] == [file, tmp_path / "home" / "marchstone"]
    assert not usable(file) and usable(tmp_path / "new" / "folder")
    assert folder.__wrapped__() == str(tmp_path / "home" / "marchstone" / f"core-{fingerprint()}")
    assert usable(candidates()[2])


# -- what is loaded, and what is not there ---------------------------------------------------------------------------------

BLOCK = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy", "llvmlite"):
            raise ModuleNotFoundError(f"no {name} here", name=name)
sys.meta_path.insert(0, Blocker())
"""
LOADED = "print(sorted({'numba', 'numpy', 'llvmlite'} & {name.partition('.')[0] for name in sys.modules}))"


def test_importing_the_package_loads_no_numba() -> None:
    assert run(f"import sys, marchstone\n{LOADED}") == "[]"
    assert run(f"import sys, marchstone.position, marchstone.events, marchstone.match, marchstone.batch\n{LOADED}") == "[]"


def test_without_numba_whole_games_are_played() -> None:
    """The rules need nothing but Python."""
    code = f"""{BLOCK}
from marchstone.batch import play_many
from marchstone.core.presets import NAMES
from marchstone.position import Position
from marchstone.targets import PARTS, core
package = core("python")
assert all(hasattr(package, part) for part in PARTS)
for name in NAMES:
    print(play_many(name, 2, seed=9, target="python"))
position = Position.deal("walls-tactics", seed=4)
while not position.is_over:
    assert Position(position.text) == position and position.resample(0, seed=1).view(0) == position.view(0)
    position = position.apply(position.legal_moves[-1])
print(position.winner, position.reason)
{LOADED}
"""
    lines = run(code).splitlines()
    assert lines[: len(NAMES)] == [repr(play_many(name, 2, seed=9, target="cpu", threads=1)) for name in NAMES]
    assert lines[len(NAMES)][0] in "01" and lines[-1] == "[]"


def test_every_module_of_the_core_is_a_part() -> None:
    """So that `core` loads them all, and no part is one of another name."""
    files = {path.stem for path in (ROOT / "marchstone" / "core").glob("*.py")}
    assert set(PARTS) == files - {"__init__", "target"} and len(set(PARTS)) == len(PARTS)
    for target in ("python", "cpu"):
        package = core(target)
        assert target == package.TARGET and core(target) is package
        assert all(getattr(package, part).__name__ == f"{package.__name__}.{part}" for part in PARTS)


# -- what can go wrong -----------------------------------------------------------------------------------------------------

MISTAKES = [
    (("nope", 1), {}, UnknownPresetError, "preset.unknown"),
    ((3, 1), {}, UnknownPresetError, "preset.unknown"),
    (("Stones", 1), {}, UnknownPresetError, "preset.unknown"),
    (("stones", 1), {"target": "gpu"}, UnknownTargetError, "target.unknown"),
    (("stones", 1), {"target": None}, UnknownTargetError, "target.unknown"),
    (("stones", "1"), {}, WrongTypeError, "batch.number"),
    (("stones", 1.0), {}, WrongTypeError, "batch.number"),
    (("stones", -1), {}, WrongTypeError, "batch.number"),
    (("stones", 1), {"seed": None}, WrongTypeError, "batch.number"),
    (("stones", 1), {"seed": "x"}, WrongTypeError, "batch.number"),
]


@pytest.mark.parametrize("arguments, options, kind, code", MISTAKES)
def test_mistakes_have_stable_codes(arguments: Any, options: Any, kind: type[MarchstoneError], code: str) -> None:
    with pytest.raises(kind) as caught:
        play_many(*arguments, **options)
    assert caught.value.code == code


@pytest.mark.parametrize("target", ["cuda", "gpu", "", None, 1])
def test_an_unknown_target_of_the_core(target: Any) -> None:
    """CUDA is no core of its own: its kernels call the compiled one."""
    with pytest.raises(UnknownTargetError) as caught:
        core(target)
    assert caught.value.code == "target.unknown" and caught.value.expected == "python or cpu"


# -- CUDA, where there is none ---------------------------------------------------------------------------------------------

ASK = """
from marchstone.batch import play_many
from marchstone.errors import NoGpuError
try:
    play_many("stones", 1, target="cuda")
except NoGpuError as problem:
    print(problem.code, "|", problem)
"""


def test_without_a_gpu_the_kernel_says_so() -> None:
    """No device is shown to the process, so this holds on a machine with a GPU too."""
    assert run(ASK, CUDA_VISIBLE_DEVICES="-1").startswith("gpu.missing | ")


def test_without_numba_cuda_the_kernel_says_so() -> None:
    block = BLOCK.replace('name.split(".")[0] in ("numba", "numpy", "llvmlite")', 'name == "numba.cuda"')
    said = run(block + ASK)
    assert said.startswith("gpu.missing | numba-cuda cannot be loaded") and said.endswith("expected pip install marchstone[gpu]")


def test_a_batch_on_the_gpu_is_that_of_the_cpu_or_there_is_none() -> None:
    """Where a GPU is, its games are the CPU's."""
    try:
        totals = play_many("stones-tiny", 500, seed=2, target="cuda")
    except NoGpuError as problem:
        assert problem.code == "gpu.missing"
    else:
        assert totals == play_many("stones-tiny", 500, seed=2, target="cpu")


COMPILE = """
from types import SimpleNamespace
from marchstone.cuda import load_cuda, play_kernel
from marchstone.errors import NoGpuError
try:
    cuda = load_cuda()
except NoGpuError as problem:
    print(problem.code)
else:
    from numba import int64
    from numba.cuda import dispatcher
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(9, 0))  # all that it is asked for
    numbers = (int64,) * 4
    text, _ = cuda.compile_ptx(play_kernel().py_func, (*numbers, int64[::1]), cc=(9, 0))
    print(".target sm_90" in text, text.count(".entry"))
"""


@pytest.mark.deep
def test_the_kernel_compiles_without_a_gpu() -> None:
    """To the assembly of an H200, by numba-cuda alone; where that is not installed, its absence is told.

    It cannot be run here: a run needs a GPU, and the simulator takes no functions that are compiled for the CPU.
    """
    assert run(COMPILE) in ("True 1", "gpu.missing")


# -- a wait for the compiler -----------------------------------------------------------------------------------------------


def test_a_batch_says_why_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it compiles anything; a target that compiles nothing does not."""
    asked = []
    monkeypatch.setattr(batch, "compiling", lambda function: nullcontext(asked.append(function)))
    play_many("stones-tiny", 1, target="python")
    assert asked == []
    play_many("stones-tiny", 1, target="cpu", threads=1)
    module, function = asked[0].split(".")
    assert len(asked) == 1 and hasattr(getattr(core("cpu"), module), function)


def test_only_what_compiles_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A long wait alone is no reason to speak of the compiler; a function that lies in no cache is."""
    monkeypatch.setattr(cache, "PATIENCE", 0.0)
    Position.deal("stones-tiny", seed=1).perft(1, "cpu")
    for function, expected in (("perft.perft", ""), ("perft.no_such_function", f"{COMPILING}\n")):
        with cache.compiling(function):
            time.sleep(0.05)
        assert capsys.readouterr().err == expected
