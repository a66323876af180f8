"""The rules of both games on plain integers; knows nothing of text, files or players.

This package is executed twice from the same files: as `marchstone.core` its functions are plain Python on lists, as
`marchstone.core_cpu` (see `marchstone.targets`) the same functions are compiled by Numba for vectors of int64, and CUDA kernels
call the compiled ones.
"""

from __future__ import annotations

from typing import Any

TARGET: str = globals().get("TARGET", "python")


def vector(words: int) -> Any:
    """An empty vector of the target's own kind."""
    if TARGET == "python":
        return [0] * words
    import numpy

    return numpy.zeros(words, dtype=numpy.int64)
