"""Many games in lockstep, as numpy arrays that the library fills in place."""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Iterable, Union

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._library import lib
from .rules import Game, Rules, rules_of

# Used instead of a direction: the lane makes no move.
WAIT = 255

_ARRAYS = {
    "board": np.uint64, "next": np.uint16, "deck": np.uint16, "legal": np.uint8,
    "after": np.uint64, "reward": np.uint64, "score": np.uint64, "moved": np.uint8,
    "over": np.uint8, "number": np.uint64,
}


class Batch(c.Owner):
    """Games of one rule set in lockstep, one per lane.

    After each `step` the arrays below hold one entry a lane. They are the batch's own
    memory, read-only, and overwritten by the next step; nothing is copied: copy what is
    to be kept.

    board, next, deck: what a player knows; legal: a mask of slides, bit 1 << direction;
    after: what the slide left before the tile entered; reward: points of the slide and
    of the tile; score; moved, over: 0 or 1; number: of the lane's game.

    With `renew` a lane whose game has ended begins another one within the same step:
    `over` is 1 and `score` is of the game that ended, `board` is of the new one.
    """

    board: npt.NDArray[np.uint64]
    next: npt.NDArray[np.uint16]
    deck: npt.NDArray[np.uint16]
    legal: npt.NDArray[np.uint8]
    after: npt.NDArray[np.uint64]
    reward: npt.NDArray[np.uint64]
    score: npt.NDArray[np.uint64]
    moved: npt.NDArray[np.uint8]
    over: npt.NDArray[np.uint8]
    number: npt.NDArray[np.uint64]

    def __init__(self, rules: Union[Rules, str] = "window", lanes: int = 1024,
                 seed: int = 1, renew: bool = True) -> None:
        self.rules = rules_of(rules)
        self._handle = ctypes.c_void_p()
        self._lanes = c.whole("the number of lanes", lanes, 1, 16777216)
        c.call(lib.trey_batch_new, self.rules._c, self._lanes, c.whole("a seed", seed),
               renew, ctypes.byref(self._handle))
        self._c = c.CBatchArrays()
        # Attributes are views of these, which can neither be resized nor written to.
        self._kept = {name: np.zeros(self._lanes, dtype=kind)[:]
                      for name, kind in _ARRAYS.items()}
        for name, array in self._kept.items():
            setattr(self._c, name, array.ctypes.data)
            array.flags.writeable = False
        self._arrays = ctypes.byref(self._c)
        self._step = lib.trey_batch_step
        lib.trey_batch_observe(self._handle, self._arrays)

    _free = lib.trey_batch_free

    @property
    def lanes(self) -> int:
        """Number of lanes."""
        return self._lanes

    def __len__(self) -> int:
        return self.lanes

    def step(self, slides: npt.NDArray[np.uint8]) -> int:
        """Makes move slides[i] in lane i: 0..3, or WAIT, like any other number. An
        illegal move changes nothing. Returns how many moves were made."""
        if (not isinstance(slides, np.ndarray) or slides.dtype != np.uint8 or
                not slides.flags.c_contiguous):
            slides = _as_slides(slides)
        if slides.shape != (self.lanes,):
            raise c.invalid(f"{self.lanes} slides are wanted, one a lane, "
                             f"not an array of shape {slides.shape}")
        return int(self._step(self._handle, slides.ctypes.data, self._arrays))

    def begin(self, lane: int, seed: int, number: int = 0) -> None:
        """Begins game `number` of `seed` in one lane."""
        self.begin_all(np.array([lane]), seed, [number])

    def reset(self, seed: int) -> None:
        """Begins games 0 to lanes - 1 of `seed`."""
        self.begin_all(np.arange(self.lanes), seed, range(self.lanes))

    def begin_all(self, lanes: npt.ArrayLike, seed: int,
                  numbers: Iterable[int]) -> None:
        """Begins a game in each of these lanes: numbers[i] of `seed` in lanes[i]."""
        given, numbers = np.asarray(lanes), list(numbers)
        if given.dtype.kind not in "iu":
            raise TypeError("lanes are whole numbers")
        if given.shape != (len(numbers),):
            raise c.invalid("begin_all needs one number for each lane")
        games = [(self._checked(lane), c.whole("the number of a game", number))
                 for lane, number in zip(given.tolist(), numbers)]
        seed = c.whole("a seed", seed)
        for lane, number in games:
            lib.trey_batch_begin(self._handle, lane, seed, number)
        lib.trey_batch_observe(self._handle, self._arrays)

    def game(self, lane: int) -> Game:
        """The complete game of a lane, to continue independently."""
        game = c.CGame()
        lib.trey_batch_game(self._handle, self._checked(lane), game)
        return Game._of(game)

    def _checked(self, lane: int) -> int:
        lane = operator.index(lane)
        if not 0 <= lane < self.lanes:
            raise IndexError(f"lane {lane} of {self.lanes}")
        return lane

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """The legal moves as an array of lanes and directions."""
        bits = np.array([1, 2, 4, 8], dtype=np.uint8)
        mask: npt.NDArray[np.bool_] = (self.legal[:, None] & bits) != 0
        return mask

    @property
    def ranks(self) -> npt.NDArray[np.uint8]:
        """The boards as ranks: lanes, rows, columns."""
        return self.rules.ranks(self.board)

    def slides(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """The boards after the four slides of every board, and their gains; see
        `Rules.slides`."""
        return self.rules.slides(self.board)

    def random_slides(self, random: np.random.Generator) -> npt.NDArray[np.uint8]:
        """A random legal move for every lane, all equally likely; WAIT where none is
        legal."""
        chosen: npt.NDArray[np.uint8] = _CHOICE[
            self.legal.astype(np.intp) << 8 |
            random.integers(0, 252, self.lanes, dtype=np.uint8)]
        return chosen


_MEANING = {
    "board": "The boards now.", "next": "The hints, see Position.next.",
    "deck": "The cards left, as a player knows them.",
    "legal": "The legal moves, bit 1 << direction each; 0: the game is over.",
    "after": "The boards that the last moves left, before the new tile spawned.",
    "reward": "The points of the last moves.",
    "score": "The scores of the games in which the last moves were made.",
    "moved": "1 where the last move was legal and made.",
    "over": "1 where the last move ended the game.",
    "number": "The numbers of the games.",
}


def _shown(name: str) -> Any:
    """An array of a batch as an attribute, which cannot be assigned."""
    return property(lambda batch: batch._kept[name], doc=_MEANING[name])


for _name in _ARRAYS:
    setattr(Batch, _name, _shown(_name))


def _as_slides(slides: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    given = np.asarray(slides)
    if given.dtype.kind not in "iu":
        raise TypeError("slides are whole numbers")
    # A number that does not fit in a byte would become another direction.
    checked = np.full(given.shape, WAIT, dtype=np.uint8)
    np.copyto(checked, given, casting="unsafe", where=(given >= 0) & (given <= 3))
    return checked


def _choices() -> npt.NDArray[np.uint8]:
    """By mask and a random byte below 252, a multiple of 2, 3 and 4: a legal move."""
    table = np.full((16, 256), WAIT, dtype=np.uint8)
    for mask in range(1, 16):
        legal = [direction for direction in range(4) if mask >> direction & 1]
        table[mask] = np.resize(np.array(legal, dtype=np.uint8), 256)
    return table.ravel()


_CHOICE = _choices()
