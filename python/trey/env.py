"""Environments for reinforcement learning, with the interfaces of Gymnasium 1.x.

The classes work without gymnasium. Where it is installed they are subclasses of
gymnasium.Env and gymnasium.vector.VectorEnv, and importing this module registers
`trey/Threes-v0`, `trey/ThreesClassic-v0`, `trey/2048-v0` and `trey/Fibonacci-v0` for
gymnasium.make and gymnasium.make_vec (`ENVIRONMENTS`).

Observation: a dict of uint8 arrays. `board` has the ranks of the cells. `next` has 16
flags, the ranks that the next tile may have; flag 0 is a bonus tile of unknown rank, and
no flag is set if nothing is shown. `deck` has the numbers of 1s, 2s and 3s left, or 255
three times if they are unknown.

Action: 0 up, 1 right, 2 down, 3 left. Any other number raises InvalidError, a ValueError.
An illegal move changes nothing, has the reward 0, and `info["moved"]` is False. After the
end of a game every move is illegal. These rules are the same in both classes.

Reward: the points by which the score grew.

Info: `action_mask`, an int8 array that is 1 for each legal move, in the form that
Discrete.sample takes; `score`; `moved`. The vector environment has an array of each, and
`_action_mask`, `_score`, `_moved` with the lanes for which they hold.
"""

from __future__ import annotations

import ctypes
import operator
import secrets
from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _library as c
from . import _spaces
from ._library import Single, lib, whole
from ._picture import Painter
from .batch import WAIT, Batch
from .errors import STATE, Error, error_of, invalid
from .rules import Rules, rules_of

spaces: Any
gymnasium: Any
_Env: Any
_VectorEnv: Any
AutoresetMode: Any
try:
    import gymnasium as _gymnasium  # type: ignore[import]
    gymnasium = _gymnasium
    spaces = gymnasium.spaces
    _Env, _VectorEnv = gymnasium.Env, gymnasium.vector.VectorEnv
    AutoresetMode = gymnasium.vector.AutoresetMode
except (ImportError, AttributeError):  # not installed, or before 1.1
    gymnasium, spaces = None, _spaces
    _Env, _VectorEnv = _spaces.Env, _spaces.VectorEnv
    AutoresetMode = _spaces.AutoresetMode

#: Registered ids and their rules.
ENVIRONMENTS = {"trey/Threes-v0": "window", "trey/ThreesClassic-v0": "classic",
                "trey/2048-v0": "2048", "trey/Fibonacci-v0": "fibonacci"}

# Number of first boards without a legal move that are skipped before an error is raised.
_MAX_STARTS = 1000

Observation = dict[str, npt.NDArray[np.uint8]]


def _checked_mode(render_mode: Optional[str]) -> Optional[str]:
    if render_mode not in (None, "ansi", "rgb_array"):
        raise invalid(f"unknown render mode '{render_mode}'; known modes: ansi, rgb_array")
    return render_mode


def _space(rules: Rules, lanes: tuple[int, ...] = ()) -> Any:
    return spaces.Dict({
        "board": spaces.Box(0, 15, lanes + rules.shape, np.uint8),
        "next": spaces.Box(0, 1, lanes + (16,), np.uint8),
        "deck": spaces.Box(0, 255, lanes + (3,), np.uint8),
    })


def _layout(rules: Rules, lanes: tuple[int, ...] = ()) -> np.dtype[np.void]:
    """Observation and action mask in memory, one after the other."""
    return np.dtype([("board", np.uint8, lanes + rules.shape),
                     ("next", np.uint8, lanes + (16,)), ("deck", np.uint8, lanes + (3,)),
                     ("mask", np.int8, lanes + (4,))])


def _observation(layout: np.dtype[np.void], block: npt.NDArray[np.uint8]) -> tuple[
        Observation, npt.NDArray[np.int8]]:
    """Observation and action mask in a block of memory, which is not copied."""
    fields: npt.NDArray[np.void] = np.ndarray((), layout, block)
    return ({"board": fields["board"], "next": fields["next"], "deck": fields["deck"]},
            fields["mask"])


def _seed_of(seed: Optional[int]) -> int:
    """The seed, or one from the system's entropy, so that unseeded games differ."""
    return secrets.randbits(53) if seed is None else whole("a seed", seed)


class _Games:
    """The games of an environment: a batch whose lanes are renewed one by one, and its
    observations."""

    def __init__(self, rules: Rules, lanes: int, seed: int) -> None:
        self.batch = Batch(rules, lanes, seed, renew=False)
        self.handle = self.batch._handle
        self.arrays = self.batch._arrays
        to = self.batch._c
        # The library writes the observations of all lanes here.
        self._layout = _layout(rules, (lanes,))
        self.block = np.empty(self._layout.itemsize, dtype=np.uint8)
        self._views, mask = _observation(self._layout, self.block)
        to.ranks, to.flags, to.cards = (view.ctypes.data for view in self._views.values())
        to.mask = mask.ctypes.data
        # Arrays that a new game changes; the others keep the last step.
        self._begun = c.CBatchArrays()
        for name in ("board", "next", "deck", "legal", "number", "score", "ranks", "flags",
                     "cards", "mask"):
            setattr(self._begun, name, getattr(to, name))
        self._begun_at = ctypes.byref(self._begun)
        # The lanes to renew.
        self._renewed = np.empty(lanes, dtype=np.uint32)
        self._renewed_at = self._renewed.ctypes.data
        # Only a full first board can have no legal move.
        self._dead_starts = bool((self.batch.ranks[0] > 0).all())

    def observed(self) -> tuple[Observation, npt.NDArray[np.int8]]:
        """Observation and action mask, in new memory."""
        return _observation(self._layout, self.block.copy())

    def observed_lanes(self, lanes: npt.NDArray[np.intp]) -> list[Observation]:
        """The observations of these lanes, one by one."""
        # take() is four times as fast as indexing by a few lanes.
        return [{"board": board, "next": next, "deck": deck} for board, next, deck in
                zip(*(view.take(lanes, axis=0) for view in self._views.values()))]

    def renew(self, lanes: npt.NDArray[np.intp]) -> None:
        """Begins the next game in each of these lanes."""
        self._renew(lanes)
        if self._dead_starts:
            self._pass_dead_starts(lanes)

    def _renew(self, lanes: npt.NDArray[np.intp]) -> None:
        self._renewed[:lanes.size] = lanes
        lib.trey_batch_renew(self.handle, self._renewed_at, lanes.size, self._begun_at)

    def _pass_dead_starts(self, lanes: npt.NDArray[np.intp]) -> None:
        """Begins further games where the first board has no legal move."""
        for _ in range(_MAX_STARTS):
            lanes = lanes[self.batch.legal[lanes] == 0]
            if lanes.size == 0:
                return
            self._renew(lanes)
        raise invalid(f"games of '{self.batch.rules}' are over as they begin")

    def begin(self, lanes: npt.NDArray[np.intp], seeds: Sequence[int],
              numbers: Sequence[int]) -> None:
        """Begins game numbers[i] of seeds[i] in lanes[i]."""
        for lane, seed, number in zip(lanes.tolist(), seeds, numbers):
            lib.trey_batch_begin(self.handle, lane, seed, number)
        self.refresh()
        if self._dead_starts:
            self._pass_dead_starts(lanes)

    def refresh(self) -> None:
        """Fills the arrays without a move."""
        lib.trey_batch_observe(self.handle, self.arrays)


class ThreesVectorEnv(Single, _VectorEnv):  # type: ignore[misc]
    """Many games in lockstep, in the interface of gymnasium.vector.VectorEnv.

    num_envs: number of lanes, each with a game.
    rules: any rules, 2048 too.
    seed: seed of the games until `reset` gets another one; by default from the system's
        entropy. `game_seed` is the seed in use.
    render_mode: None, "ansi" (text) or "rgb_array" (an array of rows, columns and three
        colours); `render` returns a tuple with an entry for each lane.
    autoreset_mode: what follows the end of a game, an AutoresetMode or its value.
        "SameStep", the default: the same step begins the lane's next game. Observation
        and info are those of the new game; info["final_obs"] and info["final_info"] have
        the last ones of the game that ended, for the lanes in info["_final_obs"].
        "NextStep": the lane's next step begins the next game; its action is ignored and
        its reward is 0. "Disabled": the game stays over until `reset` is called with
        options={"reset_mask": mask}.

    One thread at a time may use an environment.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4,
                "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 1024, rules: Union[Rules, str] = "window",
                 seed: Optional[int] = None, render_mode: Optional[str] = None,
                 autoreset_mode: Any = "SameStep") -> None:
        self.rules = rules_of(rules)
        self.num_envs = whole("num_envs", num_envs, 1, 16777216)
        self.render_mode = _checked_mode(render_mode)
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(mode.value for mode in AutoresetMode)
            raise invalid(f"unknown autoreset mode '{autoreset_mode}'; known modes: "
                          f"{known}") from None
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.closed = False
        self._seed = _seed_of(seed)
        self._games = _Games(self.rules, self.num_envs, self._seed)
        self._begun = False
        self._painter: Optional[Painter] = None
        self.single_observation_space = _space(self.rules)
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = _space(self.rules, (self.num_envs,))
        self.action_space = spaces.MultiDiscrete(np.full(self.num_envs, 4))
        self._same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._next_step = self.autoreset_mode == AutoresetMode.NEXT_STEP
        self._slides = np.empty(self.num_envs, dtype=np.uint8)
        self._slides_at = self._slides.ctypes.data
        # Lanes with a finished game, which the next step renews.
        self._ended = np.empty(0, dtype=np.intp)
        # The batch's results as the types that a step returns.
        batch = self._games.batch
        self._reward, self._scores = batch.reward, batch.score.view(np.int64)
        self._moved, self._over = batch.moved.view(np.bool_), batch.over.view(np.bool_)
        self._all = np.ones(self.num_envs, dtype=bool)
        self._all.flags.writeable = False
        self._none = np.zeros(self.num_envs, dtype=bool)

    @property
    def game_seed(self) -> int:
        """The seed of the games, given or from entropy; after a list of seeds, the seed of
        the first lane."""
        return self._seed

    @property
    def batch(self) -> Batch:
        """The batch that plays the games."""
        return self._games.batch

    def reset(self, *, seed: Union[int, Sequence[Optional[int]], None] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a game in every lane, or in those of options["reset_mask"].

        seed: an int: lane i plays game i of that seed, and later games of a lane have
            numbers that no other lane plays. A list with an entry for each lane: lane i
            plays game 0 of seed[i], as ThreesEnv does; an entry None stands for a seed
            from entropy. None: the next game of each lane.
        options: {"reset_mask": mask}: a bool array with an entry for each lane, at least
            one of them True; other lanes keep their games.
        """
        self._check_open()
        mask = _reset_mask(options, self.num_envs)
        lanes = np.arange(self.num_envs) if mask is None else np.flatnonzero(mask)
        if seed is None:
            if self._begun or mask is not None:
                self._games.renew(lanes)
                self._games.refresh()
            else:
                self._games.begin(lanes, [self._seed] * lanes.size, lanes.tolist())
        elif isinstance(seed, (int, np.integer)):
            self._seed = whole("a seed", seed)
            if _VectorEnv is not _spaces.VectorEnv:
                super().reset(seed=self._seed)
            self._games.begin(lanes, [self._seed] * lanes.size, lanes.tolist())
        else:
            if len(seed) != self.num_envs:
                raise invalid(f"a list of seeds has an entry for each of {self.num_envs} "
                              f"lanes, not {len(seed)}")
            seeds = [_seed_of(one) for one in seed]
            self._seed = seeds[0]
            self._games.begin(lanes, [seeds[lane] for lane in lanes.tolist()],
                              [0] * lanes.size)
        self._begun = True
        if self._ended.size:
            self._ended = (self._ended[:0] if mask is None else
                           self._ended[~mask[self._ended]])
        observation, legal = self._games.observed()
        held = self._all if mask is None else mask.copy()
        info = {"action_mask": legal, "_action_mask": held, "score": self._scores.copy(),
                "_score": held, "moved": self._none.copy(), "_moved": held}
        return observation, info

    def step(self, actions: npt.ArrayLike) -> tuple[
            Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_],
            npt.NDArray[np.bool_], dict[str, Any]]:
        """Makes a move in every lane.

        actions: whole numbers 0..3, one for each lane.

        Returns observation, rewards (float64), terminations (bool), truncations (all
        False) and info.
        """
        games = self._games
        if self.closed:
            self._check_open()
        self._take(actions)
        if self._ended.size:  # in mode NEXT_STEP only
            games.renew(self._ended)
            self._slides[self._ended] = WAIT
            self._ended = self._ended[:0]
        lib.trey_batch_step(games.handle, self._slides_at, games.arrays)
        rewards, moved = self._reward.astype(np.float64), self._moved.copy()
        info: dict[str, Any] = {}
        if self._same_step or self._next_step:
            over = self._over.copy()
            lanes = over.nonzero()[0]
            if lanes.size:
                if self._same_step:
                    self._end(lanes, over.copy(), info)
                    moved[lanes] = False
                else:
                    self._ended = lanes
        else:
            over = games.batch.legal == 0
        observation, legal = games.observed()
        held = self._all
        info["action_mask"], info["_action_mask"] = legal, held
        info["score"], info["_score"] = self._scores.copy(), held
        info["moved"], info["_moved"] = moved, held
        return observation, rewards, over, self._none.copy(), info

    def _take(self, actions: npt.ArrayLike) -> None:
        """Copies the actions to where the library reads them."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise invalid(f"actions have the shape ({self.num_envs},), not {given.shape}")
        if given.dtype.kind not in "iub":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        # As a Python integer: numpy has no bits of an unsigned integer and a negative one.
        if int(np.bitwise_or.reduce(given)) & ~3:
            wrong = given[(given < 0) | (given > 3)][0]
            raise invalid(f"an action is 0 to 3, not {wrong}")
        self._slides[:] = given

    def _end(self, lanes: npt.NDArray[np.intp], over: npt.NDArray[np.bool_],
             info: dict[str, Any]) -> None:
        """Reports the last positions of these lanes and begins their next games."""
        final = np.empty(self.num_envs, dtype=object)
        for lane, one in zip(lanes.tolist(), self._games.observed_lanes(lanes)):
            final[lane] = one
        score = np.zeros(self.num_envs, dtype=np.int64)
        score[lanes] = self._scores.take(lanes)
        info["final_obs"] = final
        info["final_info"] = {
            "action_mask": np.zeros((self.num_envs, 4), dtype=np.int8), "score": score,
            "moved": over, "_action_mask": over, "_score": over, "_moved": over}
        info["_final_obs"] = info["_final_info"] = over
        self._games.renew(lanes)

    def render(self) -> Any:
        """A tuple with a text or picture for each lane; None without a render mode."""
        self._check_open()
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return tuple(str(self.batch.game(lane)) for lane in range(self.num_envs))
        if self._painter is None:
            self._painter = Painter(self.rules)
        return tuple(self._painter.draw(ranks) for ranks in self.batch.ranks)

    def close(self, **kwargs: Any) -> None:
        """Ends the use of the environment; `closed` is True afterwards."""
        self.closed = True

    def _check_open(self) -> None:
        if self.closed:
            raise _closed()

    def __repr__(self) -> str:
        return f"ThreesVectorEnv(num_envs={self.num_envs}, rules={str(self.rules)!r})"


class ThreesEnv(Single, _Env):  # type: ignore[misc]
    """One game, in the interface of gymnasium.Env.

    rules: any rules, 2048 too.
    seed: seed of the games until `reset` gets another one; by default from the system's
        entropy. `game_seed` is the seed in use.
    render_mode: None, "ansi" (text) or "rgb_array" (an array of rows, columns and three
        colours).

    One thread at a time may use an environment.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(self, rules: Union[Rules, str] = "window", seed: Optional[int] = None,
                 render_mode: Optional[str] = None) -> None:
        self.rules = rules_of(rules)
        self.render_mode = _checked_mode(render_mode)
        self.closed = False
        self._seed, self._begun = _seed_of(seed), False
        self._games = _Games(self.rules, 1, self._seed)
        self._painter: Optional[Painter] = None
        self.observation_space = _space(self.rules)
        self.action_space = spaces.Discrete(4)
        # The addresses of the four moves and the inputs of a step are prepared here, since a
        # step takes only a few microseconds.
        self._directions = np.arange(4, dtype=np.uint8)
        first = self._directions.ctypes.data
        self._actions = (first, first + 1, first + 2, first + 3)
        self._block, self._layout = self._games.block, _layout(self.rules)
        batch = self._games.batch
        # Reading a memoryview is faster than reading an array.
        self._reward, self._score = batch.reward.data, batch.score.data
        self._legal = batch.legal.data
        self._step = lib.trey_batch_step
        self._handle_of, self._arrays = self._games.handle, self._games.arrays

    @property
    def game_seed(self) -> int:
        """The seed of the games, given or from entropy."""
        return self._seed

    @property
    def batch(self) -> Batch:
        """The batch of one lane that plays the game."""
        return self._games.batch

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """Begins game 0 of the seed; without a seed, the game after the last one.

        options: {"number": n}: game n of the seed instead, which is the game that
            ThreesVectorEnv plays in lane n.
        """
        self._check_open()
        number = None if options is None else options.get("number")
        if number is not None:
            number = whole("a number", number)
        if seed is not None:
            self._seed, self._begun = whole("a seed", seed), False
            if _Env is not _spaces.Env:
                super().reset(seed=self._seed)
        lane = np.zeros(1, dtype=np.intp)
        if number is not None:
            self._games.begin(lane, [self._seed], [number])
        elif self._begun:
            self._games.renew(lane)
            self._games.refresh()
        else:
            self._games.begin(lane, [self._seed], [0])
        self._begun = True
        return self._observed(False)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes a move, 0..3.

        Returns observation, reward, terminated, truncated (always False) and info.
        """
        if self.closed:
            self._check_open()
        try:
            # A negative index would count from the end.
            slide = self._actions[action if action >= 0 else 4]
        except (IndexError, TypeError):
            slide = self._actions[whole("an action", action, 0, 3)]
        moved = self._step(self._handle_of, slide, self._arrays) == 1
        observation, info = self._observed(moved)
        return observation, float(self._reward[0]), self._legal[0] == 0, False, info

    def _observed(self, moved: bool) -> tuple[Observation, dict[str, Any]]:
        observation, legal = _observation(self._layout, self._block.copy())
        return observation, {"action_mask": legal, "score": self._score[0], "moved": moved}

    def render(self) -> Any:
        """The position as text or picture; None without a render mode."""
        self._check_open()
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return str(self.batch.game(0))
        if self._painter is None:
            self._painter = Painter(self.rules)
        return self._painter.draw(self.batch.ranks[0])

    def close(self) -> None:
        """Ends the use of the environment; `closed` is True afterwards."""
        self.closed = True

    def _check_open(self) -> None:
        if self.closed:
            raise _closed()

    def __repr__(self) -> str:
        return f"ThreesEnv(rules={str(self.rules)!r})"


def _closed() -> Error:
    return error_of(STATE, "the environment is closed")


def _reset_mask(options: Optional[dict[str, Any]],
                lanes: int) -> Optional[npt.NDArray[np.bool_]]:
    """options["reset_mask"], checked; None if there is none. The options stay as they
    are: wrappers read the mask after this."""
    mask = None if options is None else options.get("reset_mask")
    if mask is None:
        return None
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError("reset_mask is a numpy array of bool")
    if mask.shape != (lanes,):
        raise invalid(f"reset_mask has the shape ({lanes},), not {mask.shape}")
    if not mask.any():
        raise invalid("reset_mask has no lane that is True")
    return mask


def _register() -> None:
    for name, rules in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="trey.env:ThreesEnv",
                               vector_entry_point="trey.env:ThreesVectorEnv",
                               kwargs={"rules": rules})


if gymnasium is not None:
    _register()
