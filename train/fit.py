"""Fits the networks that correct `worth` (`engine.network`) to what `train.gather` saw, and tells how much better they foretell.

A tenth of the games is kept apart: on them the figures are told. Plain NumPy: the networks are small.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy

from marchstone.core.layout import FRONTS
from marchstone.engine.encode import CALM, INPUTS, PER_FRONT
from marchstone.engine.network import HIDDEN, WEIGHTS

CHANCE = FRONTS * PER_FRONT  # the input that holds the logit of `worth`
BATCH = 4096
RATE, DECAY = 3e-3, 1e-3
Weights = dict[str, Any]


def fresh(rng: Any) -> Weights:
    """A net that says what `worth` says."""
    sizes = [INPUTS, HIDDEN, HIDDEN]
    weights = {"slope": numpy.ones(1)}
    for layer in (0, 1):
        weights[f"{layer}/weight"] = rng.normal(0, sizes[layer] ** -0.5, (sizes[layer], sizes[layer + 1]))
        weights[f"{layer}/bias"] = numpy.zeros(sizes[layer + 1])
    weights["2/weight"], weights["2/bias"] = numpy.zeros((HIDDEN, 1)), numpy.zeros(1)
    return {name: array.astype(numpy.float32) for name, array in weights.items()}


def forward(weights: Weights, x: Any) -> tuple[Any, Any, Any]:
    """The chances to win, and what both hidden layers say."""
    first = numpy.maximum(x @ weights["0/weight"] + weights["0/bias"], 0)
    second = numpy.maximum(first @ weights["1/weight"] + weights["1/bias"], 0)
    logit = second @ weights["2/weight"][:, 0] + weights["2/bias"] + weights["slope"] * x[:, CHANCE] / CALM
    return 1 / (1 + numpy.exp(-logit)), first, second


def gradients(weights: Weights, x: Any, won: Any) -> Weights:
    """Where the loss falls, by the chain rule."""
    chance, first, second = forward(weights, x)
    error = (chance - won)[:, None] / len(won)
    found = {"slope": (error[:, 0] * x[:, CHANCE] / CALM).sum(keepdims=True)}
    found["2/weight"], found["2/bias"] = second.T @ error, error.sum(0)
    back = (error @ weights["2/weight"].T) * (second > 0)
    found["1/weight"], found["1/bias"] = first.T @ back, back.sum(0)
    back = (back @ weights["1/weight"].T) * (first > 0)
    found["0/weight"], found["0/bias"] = x.T @ back, back.sum(0)
    return found


def loss(chance: Any, won: Any) -> float:
    """How badly chances foretold who won (mean log loss)."""
    chance = numpy.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(won * numpy.log(chance) + (1 - won) * numpy.log(1 - chance)).mean())


def rate_at(step: int, steps: int) -> float:
    """Up at first, then down to nothing."""
    return RATE * min(step / (0.1 * steps), (steps - step) / (0.9 * steps))


def fit(x: Any, won: Any, epochs: float, rng: Any) -> Weights:
    """A net fitted by Adam, with the weights drawn a little towards zero."""
    weights = fresh(rng)
    mean = {name: numpy.zeros_like(array) for name, array in weights.items()}
    square = {name: numpy.zeros_like(array) for name, array in weights.items()}
    steps = int(epochs * len(won) / BATCH) + 1
    for step in range(1, steps + 1):
        rows = rng.integers(len(won), size=BATCH)
        rate = rate_at(step, steps)
        for name, slope in gradients(weights, x[rows].astype(numpy.float32), won[rows]).items():
            mean[name] += 0.1 * (slope - mean[name])
            square[name] += 0.001 * (slope**2 - square[name])
            towards = mean[name] / (1 - 0.9**step) / (numpy.sqrt(square[name] / (1 - 0.999**step)) + 1e-8)
            weights[name] -= (rate * (towards + (DECAY * weights[name] if name.endswith("weight") else 0))).astype(numpy.float32)
    return weights


def told(weights: Weights, x: Any, won: Any) -> tuple[float, float]:
    """The loss of `worth` alone and of the net."""
    x = x.astype(numpy.float32)
    return loss(1 / (1 + numpy.exp(-x[:, CHANCE] / CALM)), won), loss(forward(weights, x)[0], won)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders that train.gather wrote")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="nets that are not fitted anew are kept")
    parser.add_argument("--epochs", type=float, default=8)
    arguments = parser.parse_args()
    found: Weights = dict(numpy.load(arguments.out)) if arguments.out.exists() else {}
    for kind in sorted({file.stem for folder in arguments.data for file in folder.glob("*.npz")}):
        parts = [numpy.load(folder / f"{kind}.npz") for folder in arguments.data if (folder / f"{kind}.npz").exists()]
        data = {name: numpy.concatenate([part[name] for part in parts]) for name in ("inputs", "won", "games", "seats")}
        apart = data["games"] % 10 == 0
        for role in (0, 1) if kind.startswith("walls") else (0,):
            rows = data["seats"] == role if kind.startswith("walls") else numpy.ones(len(apart), dtype=bool)
            start = time.perf_counter()
            seen, unseen = rows & ~apart, rows & apart
            weights = fit(data["inputs"][seen], data["won"][seen], arguments.epochs, numpy.random.default_rng(1))
            before, after = told(weights, data["inputs"][unseen], data["won"][unseen])
            found |= {f"{kind}/{role}/{name}": array for name, array in weights.items()}
            seconds = time.perf_counter() - start
            print(f"{kind} {role}: loss {before:.4f} -> {after:.4f}, {rows.sum():,} rows, {seconds:.0f} s", flush=True)
    numpy.savez(arguments.out, **found)


if __name__ == "__main__":
    main()
