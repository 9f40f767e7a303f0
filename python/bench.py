"""Speeds of the Python package, in steps per second of processor time.

Usage: bench.py [SECONDS]

Every figure replays the same recorded moves, all of them legal, so that choosing moves
costs nothing: a first run with random legal moves records them, a second one from the
same seed is timed. The best of several repetitions is printed, since other programs can
only make a run slower.
"""

from __future__ import annotations

import sys
import time
from typing import Callable

import numpy as np

import trey
from trey.env import ThreesEnv, ThreesVectorEnv

LANES = 1024
STEPS = 400
SEED = 7


def best(run: Callable[[], int], seconds: float) -> float:
    """The highest speed of `run`, which returns its number of steps, within a time."""
    speed, end = 0.0, time.perf_counter() + seconds
    while True:
        began = time.process_time()
        steps = run()
        speed = max(speed, steps / (time.process_time() - began))
        if time.perf_counter() > end:
            return speed


def batch(rules: str) -> Callable[[], int]:
    random, made = np.random.default_rng(1), trey.Batch(rules, LANES, SEED)
    actions = []
    for _ in range(STEPS):
        actions.append(made.random_slides(random))
        made.step(actions[-1])

    def run() -> int:
        made.reset(SEED)
        return sum(made.step(slides) for slides in actions)

    return run


def vector(rules: str) -> Callable[[], int]:
    random, env = np.random.default_rng(1), ThreesVectorEnv(LANES, rules)
    _, info = env.reset(seed=SEED)
    actions = []
    for _ in range(STEPS):
        allowed = info["action_mask"] * random.random((LANES, 4))
        actions.append(allowed.argmax(axis=1))
        _, _, _, _, info = env.step(actions[-1])

    def run() -> int:
        env.reset(seed=SEED)
        for action in actions:
            env.step(action)
        return LANES * len(actions)

    return run


def single(rules: str) -> Callable[[], int]:
    random, env = np.random.default_rng(1), ThreesEnv(rules)
    _, info = env.reset(seed=SEED)
    actions: list[int] = []
    over = False
    for _ in range(5000):
        if over:
            _, info = env.reset()
        actions.append(int(random.choice(np.flatnonzero(info["action_mask"]))))
        _, _, over, _, info = env.step(actions[-1])

    def run() -> int:
        env.reset(seed=SEED)
        for action in actions:
            if env.step(action)[2]:
                env.reset()
        return len(actions)

    return run


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"steps per second of processor time, {LANES} lanes where there are lanes")
    for rules in ("window", "2048"):
        for name, of in (("Batch", batch), ("ThreesVectorEnv", vector),
                         ("ThreesEnv", single)):
            print(f"{rules:>7} {name:<16} {best(of(rules), seconds):12,.0f}", flush=True)


if __name__ == "__main__":
    main()
