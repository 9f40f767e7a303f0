"""Substitutes for the few spaces of the environments, if gymnasium is not installed.

Their names, members and meaning are those of gymnasium.spaces, as far as they are used
here.
"""

from __future__ import annotations

import enum
from typing import Any, Optional

import numpy as np
import numpy.typing as npt


class Env:
    """Common members of environments of both kinds."""

    spec = None

    @property
    def unwrapped(self) -> Any:
        return self

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def close(self) -> None:
        raise NotImplementedError


class VectorEnv(Env):
    """Additional members of vector environments."""

    closed = False


class AutoresetMode(enum.Enum):
    """When a vector environment begins the next game of a lane."""

    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class Space:
    """A set of observations or actions."""

    def __init__(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> None:
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self, mask: Any = None) -> Any:
        raise NotImplementedError

    def contains(self, x: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)


class Discrete(Space):
    """Integers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        super().__init__((), np.int64)
        self.n = n

    def sample(self, mask: Any = None) -> np.int64:
        if mask is None:
            return np.int64(self._random.integers(self.n))
        return np.int64(_allowed(self._random, mask))

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n


class MultiDiscrete(Space):
    """Integers from 0 to n - 1 for each n of a list."""

    def __init__(self, nvec: Any) -> None:
        self.nvec = np.asarray(nvec, dtype=np.int64)
        super().__init__(self.nvec.shape, np.int64)

    def sample(self, mask: Any = None) -> npt.NDArray[np.int64]:
        sample: npt.NDArray[np.int64] = self._random.integers(self.nvec)
        if mask is not None:
            for i, one in enumerate(mask):
                sample[i] = _allowed(self._random, one)
        return sample

    def contains(self, x: Any) -> bool:
        given = np.asarray(x)
        return given.shape == self.shape and bool(
            ((given >= 0) & (given < self.nvec)).all())


def _allowed(random: np.random.Generator, mask: Any) -> int:
    """A random action that the mask allows; 0 if it allows none."""
    allowed = np.flatnonzero(mask)
    return int(random.choice(allowed)) if len(allowed) else 0


class Box(Space):
    """Arrays with bounds."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...],
                 dtype: npt.DTypeLike = np.uint8) -> None:
        super().__init__(shape, dtype)
        self.low, self.high = low, high

    def sample(self, mask: Any = None) -> npt.NDArray[Any]:
        if mask is not None:
            raise ValueError("a box takes no mask")
        return self._random.integers(self.low, self.high + 1, self.shape).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        given = np.asarray(x)
        return (given.shape == self.shape and given.dtype == self.dtype and
                bool(((given >= self.low) & (given <= self.high)).all()))


class Dict(Space):
    """Named spaces."""

    def __init__(self, spaces: dict[str, Any]) -> None:
        super().__init__((), np.object_)
        self.spaces = spaces

    def __getitem__(self, name: str) -> Any:
        return self.spaces[name]

    def seed(self, seed: Optional[int] = None) -> None:
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self, mask: Any = None) -> dict[str, Any]:
        masks = {} if mask is None else mask
        return {name: space.sample(masks.get(name)) for name, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return (isinstance(x, dict) and set(x) == set(self.spaces) and
                all(space.contains(x[name]) for name, space in self.spaces.items()))
