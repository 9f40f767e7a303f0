"""Exact values of every position of a small board."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Optional, Union

from . import _library as c
from ._library import lib
from .rules import Direction, Position, Rules


@dataclass(frozen=True)
class Value:
    """The final score (2048: the points still to come) under the play with the best
    average; `least` and `most` are None if only averages are kept."""

    average: float
    least: Optional[float] = None
    most: Optional[float] = None


class Exact(c.Owner):
    """A solution of a board of up to ten cells under the rules course or 2048.

    >>> exact = Exact("course", rows=2, cols=2)
    >>> round(exact.root, 4)
    59.2593
    """

    def __init__(self, rules: str = "course", rows: int = 2, cols: int = 3,
                 threads: int = 0, max_memory_bytes: int = 0) -> None:
        """Solves the board. 2x4 takes a second or two and 0.2 GB; 3x3 a minute."""
        rule = _rules_index(rules)
        options = c.CExactOptions()
        shape = c.Shape(c.whole("the number of rows", rows, 1, 16),
                        c.whole("the number of columns", cols, 1, 16))
        lib.trey_exact_defaults(rule, shape, ctypes.byref(options))
        options.values = True
        options.threads = c.threads_of(threads)
        options.memory_bytes = c.whole("max_memory_bytes", max_memory_bytes)
        self._handle = ctypes.c_void_p()
        c.call_long(options, lib.trey_exact_solve, ctypes.byref(options),
                    ctypes.byref(self._handle))
        self._read_properties()

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "Exact":
        """Opens a table of `trey solve --save`. It is mapped, so that it opens at
        once."""
        made = cls.__new__(cls)
        made._handle = ctypes.c_void_p()
        c.call_file(path, lib.trey_exact_load, ctypes.byref(made._handle))
        made._read_properties()
        return made

    def _read_properties(self) -> None:
        about = lib.trey_exact_describe(self._handle)
        self._all = about.keep == 1
        self.rules = Rules(_RULES[about.rules], rows=about.shape.rows,
                           cols=about.shape.cols)
        counts = c.CExactCounts()
        lib.trey_exact_count(self._handle, ctypes.byref(counts))
        # value of the start, number of boards up to symmetry, number of boards with hints
        self.root, self.boards, self.classes = (counts.root_value, counts.boards,
                                                counts.classes)

    _free = lib.trey_exact_free

    def before(self, board: Union[int, Position], hint: int = 0) -> Optional[Value]:
        """The value before a move: of a position, or of a board with the hint 1, 2 or 3
        (2048: 0); None if it cannot be reached."""
        board, hint = self._state_of(board, hint)
        value = c.CExactValue()
        return self._checked(lib.trey_exact_before(self._handle, board, hint,
                                                   ctypes.byref(value)), value)

    def after(self, board: int, hint: int = 0) -> Optional[Value]:
        """The value after a move, before the hinted tile spawns."""
        value = c.CExactValue()
        return self._checked(lib.trey_exact_after(self._handle, c.whole("a board", board),
                                                  c.whole("a hint", hint, 0, 3),
                                                  ctypes.byref(value)), value)

    def slides(self, board: Union[int, Position],
               hint: int = 0) -> Optional[dict[Direction, Value]]:
        """The value of each legal move; None if the state cannot be reached."""
        board, hint = self._state_of(board, hint)
        values = (c.CExactValue * 4)()
        if not lib.trey_exact_slides(self._handle, board, hint, values):
            c.call(lib.trey_exact_check_damage, self._handle)
            return None
        return {slide: self._value(values[slide]) for slide in Direction
                if values[slide].avg >= 0.0}

    def best(self, board: Union[int, Position], hint: int = 0) -> Optional[Direction]:
        """The best move; None if the game is over or the state cannot be reached."""
        board, hint = self._state_of(board, hint)
        best = lib.trey_exact_best(self._handle, board, hint)
        return Direction(best) if best >= 0 else None

    def _state_of(self, board: Union[int, Position], hint: int) -> tuple[int, int]:
        if isinstance(board, Position):
            if not self.rules.same_rule(board.rules):
                raise c.invalid(f"a position of '{board.rules}', where '{self.rules}' "
                                 "is solved")
            shown = board.next
            # The hint is a single tile, whose bit is set; 2048 has none.
            return board.board, shown.bit_length() - 1 if shown > 1 else 0
        return c.whole("a board", board), c.whole("a hint", hint, 0, 3)

    def _checked(self, reached: bool, value: c.CExactValue) -> Optional[Value]:
        if reached:
            return self._value(value)
        c.call(lib.trey_exact_check_damage, self._handle)  # reports a damaged table
        return None

    def _value(self, value: c.CExactValue) -> Value:
        if self._all:
            return Value(value.avg, value.min, value.max)
        return Value(value.avg)


_RULES = ("course", "2048")


def _rules_index(rules: str) -> int:
    if rules not in _RULES:
        raise c.invalid("boards are solved by the rules course and 2048")
    return _RULES.index(rules)
