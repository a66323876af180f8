"""The one switch between targets: the same files of `core/` as plain Python or compiled; CUDA kernels call the compiled ones."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType

from .errors import UnknownTargetError
from .guards import check_choice

TARGETS = ("python", "cpu")
PARTS: tuple[str, ...] = ("layout", "bits", "chance", "formations", "presets", "proof", "zones", "claims", "actions")
PARTS += ("stones", "walls", "tactics", "games", "observe", "sample", "random_play", "perft", "tree")


def core(target: str = "python") -> ModuleType:
    """The package of rules for a target, with all its modules as attributes. `cpu` needs Numba; `python` needs nothing."""
    check_choice(target, TARGETS, "target.unknown", "target", UnknownTargetError)
    name = f"{__package__}.core" if target == "python" else f"{__package__}.core_{target}"
    package = sys.modules.get(name) or _package(name, target)
    for part in PARTS:
        importlib.import_module(f"{name}.{part}")
    return package


def _package(name: str, target: str) -> ModuleType:
    """Execute the package's `__init__` under a name of its own; its modules then follow by their relative imports."""
    if target == "python":
        return importlib.import_module(name)
    original = importlib.util.find_spec(f"{__package__}.core")
    assert original is not None and original.origin is not None
    spec = importlib.util.spec_from_file_location(
        name, original.origin, submodule_search_locations=list(original.submodule_search_locations or [])
    )
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    package.__dict__["TARGET"] = target
    sys.modules[name] = package
    spec.loader.exec_module(package)
    return package
