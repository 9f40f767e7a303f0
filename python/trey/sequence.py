"""The game with a known sequence: inputs, plans that may be proved optimal, the referee."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Optional, Union

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._library import lib

MIXES = ("deck", "bag30", "official")
_PROOFS = (None, "bound met", "regressed", "exhausted")
_STOPS = ("proved", "pass done", "time", "cancelled", "memory")
_LETTERS = "URDL"


@dataclass(frozen=True)
class Bound:
    """Upper bounds that no player can exceed."""

    score: int
    moves: int


@dataclass(frozen=True)
class Plan:
    """Moves for an input, as letters U R D L."""

    moves: str
    score: int
    bound: Bound
    proof: Optional[str]  #: "bound met", "regressed", "exhausted"; None: not proved
    stop: str  #: what ended the search: "proved", "pass done", "time", "memory"
    width: int
    seconds: float

    @property
    def optimal(self) -> bool:
        """True if no moves can score more, by proof."""
        return self.proof is not None

    def text(self, comment1: str = "", comment2: str = "") -> str:
        """The text of a moves file."""
        moves = _bytes_of(self.moves)
        text, size = ctypes.c_void_p(), ctypes.c_size_t()
        c.call(lib.trey_moves_format, moves.ctypes.data, moves.size, c.encode(comment1),
               c.encode(comment2), ctypes.byref(text), ctypes.byref(size))
        return c.take_text(text)


@dataclass(frozen=True)
class Verdict:
    """The referee's verdict on moves."""

    score: int
    moves: int  #: legal ones
    given: int
    end: str  #: why the game ended, in words
    board: npt.NDArray[np.uint64]  #: tiles, four rows and columns


class Sequence(c.Owner):
    """An input: a first board of 4 x 4 and all coming tiles. Immutable."""

    def __init__(self, text: str) -> None:
        """Reads the text of an input file of the course."""
        self._handle = ctypes.c_void_p()
        data = c.encode(text)
        c.call(lib.trey_sequence_parse, data, len(data), ctypes.byref(self._handle))

    @classmethod
    def _made(cls, sequence: ctypes.c_void_p) -> "Sequence":
        made = cls.__new__(cls)
        made._handle = sequence
        return made

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]"]) -> "Sequence":
        """Reads an input file."""
        sequence = ctypes.c_void_p()
        c.call_file(path, lib.trey_sequence_read, ctypes.byref(sequence))
        return cls._made(sequence)

    @classmethod
    def generate(cls, mix: str = "bag30", tiles: int = 500, seed: int = 1) -> "Sequence":
        """A random input; the same everywhere for the same mix, length and seed."""
        if mix not in MIXES:
            raise c.invalid("mixes are " + ", ".join(MIXES))
        sequence = ctypes.c_void_p()
        c.call(lib.trey_sequence_generate, MIXES.index(mix),
               c.whole("the number of tiles", tiles), c.whole("a seed", seed),
               ctypes.byref(sequence))
        return cls._made(sequence)

    _free = lib.trey_sequence_free

    def __len__(self) -> int:
        """Number of coming tiles."""
        return int(lib.trey_sequence_count(self._handle))

    @property
    def start(self) -> npt.NDArray[np.uint64]:
        """The tiles of the first board."""
        return _tiles(lib.trey_sequence_start(self._handle).contents)

    @property
    def tiles(self) -> npt.NDArray[np.uint64]:
        """The coming tiles."""
        count = len(self)
        if count == 0:
            return np.empty(0, dtype=np.uint64)
        ranks = np.ctypeslib.as_array(lib.trey_sequence_tiles(self._handle), (count,))
        return _tile_of(ranks)

    def text(self, comment1: str = "", comment2: str = "") -> str:
        """The text of an input file."""
        text, size = ctypes.c_void_p(), ctypes.c_size_t()
        c.call(lib.trey_sequence_format, self._handle, c.encode(comment1),
               c.encode(comment2), ctypes.byref(text), ctypes.byref(size))
        return c.take_text(text)

    @property
    def bound(self) -> Bound:
        """Upper bounds of the score and the number of moves."""
        bound = c.CBound()
        c.call(lib.trey_sequence_bound, self._handle, ctypes.byref(bound))
        return Bound(bound.score, bound.longest_moves)

    def plan(self, seconds: float = 10.0, width: int = 0, threads: int = 0, seed: int = 1,
             max_memory_bytes: int = 0) -> Plan:
        """Searches for the best moves: passes of growing width within a time limit in
        seconds (0: until the plan is proved or memory runs out), or one pass of a given width."""
        options = c.CPlanOptions()
        lib.trey_plan_defaults(ctypes.byref(options))
        options.time_limit_s = seconds if width == 0 else 0.0
        options.width = c.whole("width", width, 0, c.U32)
        options.threads = c.threads_of(threads)
        options.seed = c.whole("a seed", seed)
        options.max_memory_bytes = c.whole("max_memory_bytes", max_memory_bytes)
        plan = c.CPlan()
        try:
            c.call_long(options, lib.trey_plan_find, self._handle, ctypes.byref(options),
                        ctypes.byref(plan))
            moves = "".join(_LETTERS[move] for move in plan.moves[:plan.move_count])
            return Plan(moves, plan.score,
                        Bound(plan.bound.score, plan.bound.longest_moves),
                        _PROOFS[plan.proof], _STOPS[plan.stop], plan.width, plan.seconds)
        finally:
            lib.trey_plan_clear(ctypes.byref(plan))

    def judge(self, moves: str) -> Verdict:
        """Plays the moves as far as they are legal: letters U R D L only, or the text of
        a moves file, which has more than one line."""
        data = c.encode(moves).rstrip(b"\r\n")
        if b"\n" in data:
            parsed, count = ctypes.POINTER(ctypes.c_uint8)(), ctypes.c_size_t()
            c.call(lib.trey_moves_parse, data, len(data), ctypes.byref(parsed),
                   ctypes.byref(count))
            played = np.array(parsed[:count.value], dtype=np.uint8)
            lib.trey_free(parsed)
        else:
            played = _bytes_of(data.decode())
        verdict = c.CVerdict()
        lib.trey_sequence_judge(self._handle, played.ctypes.data, played.size, None,
                                None, ctypes.byref(verdict))
        final = verdict.final
        return Verdict(final.score, final.moves, verdict.moves_given,
                       lib.trey_end_text(verdict.end).decode(), _tiles(final.board))


def _bytes_of(moves: str) -> npt.NDArray[np.uint8]:
    try:
        return np.array([_LETTERS.index(letter) for letter in moves], dtype=np.uint8)
    except ValueError:
        raise c.invalid("moves are the letters U, R, D, L") from None


def _tile_of(ranks: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    tiles = [0, 1, 2] + [3 << power for power in range(39)]
    return np.array(tiles, dtype=np.uint64)[ranks]


def _tiles(board: c.CWide) -> npt.NDArray[np.uint64]:
    return _tile_of(np.array(board.rank, dtype=np.uint8)).reshape(4, 4)
