"""The one switch between interpreted and compiled rules: `kernel` decorates every function of `core/`, and nothing else does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

TARGET: str = sys.modules[__package__ or ""].TARGET
Function = TypeVar("Function", bound=Callable[..., object])

if TARGET == "python":

    def kernel(function: Function) -> Function:
        """A plain function stays what it is."""
        return function

    def table(numbers: Sequence[int]) -> Sequence[int]:
        """A table that never changes: fastest to read from Python as a tuple."""
        return tuple(numbers)

else:
    import numba
    import numpy

    from ..cache import folder

    config: Any = numba.config
    OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}

    def kernel(function: Function) -> Function:
        """Compile on first call; the result is kept in a folder that changes with any file it comes from, never stale."""
        compiler: Any = numba.njit(**OPTIONS)
        before = config.CACHE_DIR
        config.CACHE_DIR = folder("engine" if ".engine." in function.__module__ else "core")
        try:
            return compiler(function)
        finally:
            config.CACHE_DIR = before

    def table(numbers: Sequence[int]) -> Sequence[int]:
        """A constant array: compiled code and CUDA kernels read it in place."""
        return numpy.array(numbers, dtype=numpy.int64)  # type: ignore[return-value]
