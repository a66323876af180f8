"""The rules of both games on plain integers; knows nothing of text, files or players.

This package is executed twice from the same files: as `marchstone.core` its functions are plain Python, as `marchstone.core_cpu`
(see `marchstone.targets`) the same functions are compiled by Numba, and CUDA kernels call the compiled ones.
"""

TARGET: str = globals().get("TARGET", "python")
