"""The one switch between interpreted and compiled rules: every function of `core/` is decorated with `kernel` and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

TARGET: str = sys.modules[__package__ or ""].TARGET  # type: ignore[attr-defined]
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

    def kernel(function: Function) -> Function:
        """Compile on first call; the result is kept in a folder that changes whenever any file of `core/` does (DESIGN: stale cache)."""
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = folder()
        try:
            return numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)  # type: ignore[no-any-return]
        finally:
            numba.config.CACHE_DIR = before

    def table(numbers: Sequence[int]) -> Sequence[int]:
        """A constant array: compiled code and CUDA kernels read it in place."""
        return numpy.array(numbers, dtype=numpy.int64)  # type: ignore[return-value]
