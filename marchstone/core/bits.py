"""Bit tricks by name; they appear nowhere else. All numbers are non-negative and below 2**63."""

from __future__ import annotations

from .target import TARGET, kernel

if TARGET == "python":

    def count(mask: int) -> int:
        """How many bits are set."""
        return mask.bit_count()

    def top(mask: int) -> int:
        """Index of the highest set bit; -1 of an empty mask."""
        return mask.bit_length() - 1

    def low(mask: int) -> int:
        """Index of the lowest set bit; -1 of an empty mask."""
        return (mask & -mask).bit_length() - 1

else:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    WORD = ir.IntType(64)

    def _unary(build):  # type: ignore[no-untyped-def]
        """An int64 -> int64 instruction that CPU and CUDA know alike."""

        def typing(context, mask):  # type: ignore[no-untyped-def]
            def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
                return build(builder, arguments[0])

            return types.int64(types.int64), codegen

        return intrinsic(typing)

    _count = _unary(lambda builder, mask: builder.ctpop(mask))
    _leading = _unary(lambda builder, mask: builder.ctlz(mask, ir.Constant(ir.IntType(1), 0)))

    @kernel
    def count(mask: int) -> int:
        """How many bits are set."""
        return _count(mask)  # type: ignore[no-any-return]

    @kernel
    def top(mask: int) -> int:
        """Index of the highest set bit; -1 of an empty mask."""
        return 63 - _leading(mask)  # type: ignore[no-any-return]

    @kernel
    def low(mask: int) -> int:
        """Index of the lowest set bit; -1 of an empty mask."""
        return 63 - _leading(mask & -mask)  # type: ignore[no-any-return]


@kernel
def rest(mask: int) -> int:
    """The mask without its lowest set bit; the way to walk through one is `while mask: low(mask) ...; mask = rest(mask)`."""
    return mask & (mask - 1)


@kernel
def nth(mask: int, index: int) -> int:
    """Position of the set bit that has `index` set bits below it."""
    for _ in range(index):
        mask = rest(mask)
    return low(mask)
