"""Environments for learners, after Gymnasium's single and vector interfaces.

They work with gymnasium installed, and are its environments then, and without. What a
player may know is observed: `board`, the ranks of the cells; `next`, 16 flags, the ranks
that the next tile may have (flag 0: a bonus tile, no flag: nothing is shown); `deck`, the
1s, 2s and 3s left, or 255s if nobody can know. `info["action_mask"]` are the legal
slides, as Discrete.sample takes them.

The reward is what the score grew by. An illegal slide changes nothing and is worth 0; a
learner that does not look at the mask may stand still for ever.
"""

from __future__ import annotations

import operator
import secrets
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _spaces
from ._library import ARGUMENT, Error, Single, whole
from .batch import Batch, _as_slides
from .rules import DECK_UNKNOWN, Direction, Rules

spaces: Any
_Env: Any
_VectorEnv: Any
_SAME_STEP: Any
try:
    import gymnasium  # type: ignore[import]
    spaces = gymnasium.spaces
    _Env, _VectorEnv = gymnasium.Env, gymnasium.vector.VectorEnv
    _SAME_STEP = getattr(getattr(gymnasium.vector, "AutoresetMode", None), "SAME_STEP",
                         "SameStep")
except ImportError:
    spaces = _spaces
    _Env, _VectorEnv, _SAME_STEP = _spaces.Env, _spaces.Env, "SameStep"

# On boards of two cells or so many games are over as they begin.
_MAX_STARTS = 1000

Observation = dict[str, npt.NDArray[np.uint8]]


def _mode(render_mode: Optional[str]) -> Optional[str]:
    if render_mode not in (None, "ansi"):
        raise ValueError(f"what is rendered is text: 'ansi', not '{render_mode}'")
    return render_mode


def _space(rules: Rules, lanes: tuple[int, ...] = ()) -> Any:
    return spaces.Dict({
        "board": spaces.Box(0, 15, lanes + rules.shape, np.uint8),
        "next": spaces.Box(0, 1, lanes + (16,), np.uint8),
        "deck": spaces.Box(0, 255, lanes + (3,), np.uint8),
    })


def _observed(batch: Batch) -> Observation:
    ranks = np.arange(16, dtype=np.uint16)
    shifts = np.array([0, 4, 8], dtype=np.uint16)
    deck = (batch.deck[:, None] >> shifts & 15).astype(np.uint8)
    deck[batch.deck == DECK_UNKNOWN] = 255
    return {"board": batch.ranks, "deck": deck,
            "next": (batch.next[:, None] >> ranks & 1).astype(np.uint8)}


def _drawn(seed: Optional[int]) -> int:
    """The seed, or a fresh one: games that nobody seeded should not be the same."""
    return secrets.randbits(53) if seed is None else whole("a seed", seed)


def _begin(batch: Batch, lanes: npt.NDArray[np.intp], seed: int,
           numbers: npt.NDArray[np.uint64]) -> None:
    """Begins these games; where one is over as it begins, the next one of its lane."""
    for _ in range(_MAX_STARTS):
        batch.begin_all(lanes, seed, numbers.tolist())
        over = batch.legal[lanes] == 0
        if not over.any():
            return
        lanes, numbers = lanes[over], numbers[over] + np.uint64(len(batch))
    raise Error(ARGUMENT, f"games of '{batch.rules}' are over as they begin")


class ThreesVectorEnv(Single, _VectorEnv):  # type: ignore[misc]
    """So many games in lockstep; `rules` may be any, 2048 too. Without a seed one is drawn;
    `game_seed` is the one in use.

    A game that ends is followed by a new one within the same step: the observation is
    then of the new game, info["final_obs"] of the last position of the old, with
    info["_final_obs"] saying in which lanes. `score` in info is that of the game in which
    the step was made.
    """

    metadata = {"render_modes": ["ansi"], "autoreset_mode": _SAME_STEP}

    def __init__(self, num_envs: int = 1024, rules: Union[Rules, str] = "window",
                 seed: Optional[int] = None, render_mode: Optional[str] = None) -> None:
        self.rules = Rules(rules) if isinstance(rules, str) else rules
        self.num_envs = num_envs
        self.render_mode = _mode(render_mode)
        self._seed = _drawn(seed)
        self.batch = Batch(self.rules, num_envs, self._seed, renew=False)
        self.single_observation_space = _space(self.rules)
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = _space(self.rules, (num_envs,))
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, 4))

    @property
    def game_seed(self) -> int:
        """The seed of the games, given or drawn."""
        return self._seed

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """Begins games 0 to num_envs - 1 of the seed; with none, those after them. A game
        that is over as it begins is passed over, and so it is after a step."""
        if seed is not None:
            self._seed = whole("a seed", seed)
            numbers = np.arange(self.num_envs, dtype=np.uint64)
        else:
            numbers = self.batch.number + np.uint64(self.num_envs)
        _begin(self.batch, np.arange(self.num_envs), self._seed, numbers)
        return _observed(self.batch), self._info()

    def step(self, actions: npt.ArrayLike) -> tuple[
            Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_],
            npt.NDArray[np.bool_], dict[str, Any]]:
        """Makes a slide in every lane."""
        batch = self.batch
        batch.step(_as_slides(actions))
        rewards, over = batch.reward.astype(np.float64), batch.over.astype(bool)
        info: dict[str, Any] = {"score": batch.score.astype(np.int64)}
        if over.any():
            info["final_obs"] = _observed(batch)
            info["_final_obs"] = over
            lanes = np.flatnonzero(over)
            _begin(batch, lanes, self._seed, batch.number[lanes] + np.uint64(len(batch)))
        info.update(self._info())
        return _observed(batch), rewards, over, np.zeros(self.num_envs, dtype=bool), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask.astype(np.int8)}

    def render(self) -> tuple[str, ...]:
        return tuple(str(self.batch.game(lane)) for lane in range(self.num_envs))

    def close(self, **kwargs: Any) -> None:
        """Nothing is to be closed."""


class ThreesEnv(Single, _Env):  # type: ignore[misc]
    """One game; `rules` may be any, 2048 too. Without a seed one is drawn; `game_seed` is the
    one in use."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, rules: Union[Rules, str] = "window", seed: Optional[int] = None,
                 render_mode: Optional[str] = None) -> None:
        self.rules = Rules(rules) if isinstance(rules, str) else rules
        self.render_mode = _mode(render_mode)
        self._seed, self._number = _drawn(seed), -1
        self.batch = Batch(self.rules, 1, self._seed, renew=False)
        self.observation_space = _space(self.rules)
        self.action_space = spaces.Discrete(4)

    @property
    def game_seed(self) -> int:
        """The seed of the games, given or drawn."""
        return self._seed

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """Begins game 0 of the seed; with none, the one after the last. A game that is
        over as it begins is passed over."""
        if _Env is not _spaces.Env:
            super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = whole("a seed", seed), -1
        _begin(self.batch, np.array([0]), self._seed,
               np.array([self._number + 1], dtype=np.uint64))
        self._number = int(self.batch.number[0])
        return self._observed(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes a slide."""
        slide = Direction(operator.index(action))
        self.batch.step(np.array([slide], dtype=np.uint8))
        return (self._observed(), float(self.batch.reward[0]), not self.batch.legal[0],
                False, self._info())

    def _observed(self) -> Observation:
        return {name: array[0] for name, array in _observed(self.batch).items()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask[0].astype(np.int8),
                "score": int(self.batch.score[0]), "moved": bool(self.batch.moved[0])}

    def render(self) -> str:
        return str(self.batch.game(0))

    def close(self) -> None:
        """Nothing is to be closed."""
