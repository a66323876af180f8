"""The compiled core, for kernels of the engine: `from .compiled import cpu, kernel`, then names taken from `cpu`.

A kernel of the engine is written like one of the core: a plain function on ints and vectors, with `@kernel` and nothing else.
"""

from __future__ import annotations

from typing import Any

from ..targets import core

cpu: Any = core("cpu")
kernel = cpu.target.kernel
"""The core's decorator: compiled on the first call, kept in the same folder."""
