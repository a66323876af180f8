"""Benchmarks: each file measures one thing against another in the same run, and keeps its figures in `results/`."""
