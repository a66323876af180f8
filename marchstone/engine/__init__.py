"""The strong player: what a position is worth, a search over sampled worlds, exact endings, levels, analysis.

Its kernels are compiled and know of the rules only what `core` tells them. Whoever imports a module of this package loads Numba.
"""
