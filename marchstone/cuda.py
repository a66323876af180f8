"""The rules on a GPU: kernels that call the compiled functions of the core as they are. Needs the extra `gpu`."""

from __future__ import annotations

from functools import cache
from typing import Any

from .errors import NoGpuError
from .targets import core

THREADS = 128  # to a block
REGISTERS = 32  # to a thread: many threads at a time hide the wait for memory, which costs more than the spills


def load_cuda() -> Any:
    """numba.cuda; it still looks for a function that NumPy has renamed."""
    import numpy

    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack
    try:
        from numba import cuda
    except ImportError as problem:
        raise NoGpuError(
            "gpu.missing", f"numba-cuda cannot be loaded: {problem}", expected="pip install marchstone[gpu]"
        ) from None
    return cuda


@cache
def play_kernel() -> Any:
    """The kernel: each thread plays one game, start to end, in its own local memory."""
    cuda, package = load_cuda(), core("cpu")
    from numba import int64

    play_games = package.random_play.play_games
    words, legal_words, total_words = package.layout.WORDS, package.actions.LEGAL_WORDS, package.random_play.TOTALS

    @cuda.jit(max_registers=REGISTERS)
    def kernel(preset, seed, games, eager, sums):  # type: ignore[no-untyped-def]
        state = cuda.local.array(words, int64)
        legal = cuda.local.array(legal_words, int64)
        chance = cuda.local.array(1, int64)
        totals = cuda.local.array(total_words, int64)
        if cuda.grid(1) < games:
            for word in range(total_words):
                totals[word] = 0
            play_games(preset, seed, cuda.grid(1), 1, eager, state, legal, chance, totals)
            for word in range(total_words):
                cuda.atomic.add(sums, word, totals[word])

    return kernel


def play_many_on_gpu(preset: int, seed: int, games: int, eager: int) -> list[int]:
    """Play that many games at random on the GPU; their totals."""
    import numpy

    cuda = load_cuda()
    if not cuda.is_available():
        raise NoGpuError("gpu.missing", "no CUDA device can be used here", expected="a machine with an NVIDIA GPU and its driver")
    sums = cuda.to_device(numpy.zeros(5, dtype=numpy.int64))
    play_kernel()[max(1, -(-games // THREADS)), THREADS](preset, seed, games, eager, sums)
    return [int(number) for number in sums.copy_to_host()]
