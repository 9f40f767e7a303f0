"""Exact values of small boards under the rules of Threes!, with deck, bonus tiles and
hints."""

from __future__ import annotations

import ctypes
from typing import Optional, Union

from . import _library as c
from ._library import lib
from .rules import Direction, Position, Rules, rules_of, view_of

_PLAYERS = ("counts", "ignores")


class Played(c.Owner):
    """The solution of a board of 2 to 10 cells by rules with a deck.

    rules: rules of Threes!, such as "window,rows=2,cols=2".
    player: "counts" knows the cards left: the optimum. "ignores" takes 1, 2 and 3 for
        equally likely in every draw.
    end_rank: 4 to 15: making a tile of this rank ends the game; 0: the rules as they are.
    threads: number of threads; 0: one for each processor.
    max_memory_bytes: memory that may be used; 0: no limit. More is needed: LimitError.

    Only the tables of values are kept in memory; they can be asked from any thread.

    >>> played = Played("window,rows=2,cols=2")
    >>> round(played.root, 3)
    34.931
    """

    def __init__(self, rules: Union[Rules, str], player: str = "counts", end_rank: int = 0,
                 threads: int = 0, max_memory_bytes: int = 0) -> None:
        self.rules = rules_of(rules)
        if player not in _PLAYERS:
            raise c.invalid(f"unknown player '{player}'; known players: "
                            + ", ".join(_PLAYERS))
        options = c.CPlayedOptions()
        lib.trey_played_defaults(self.rules._c, ctypes.byref(options))
        options.player = _PLAYERS.index(player)
        options.end_rank = c.whole("end_rank", end_rank, 0, 15)
        options.threads = c.threads_of(threads)
        options.values = True
        options.memory_bytes = c.whole("max_memory_bytes", max_memory_bytes)
        self._handle = ctypes.c_void_p()
        c.call_long(options, lib.trey_played_solve, ctypes.byref(options),
                    ctypes.byref(self._handle))
        counts = c.CPlayedCounts()
        lib.trey_played_count(self._handle, ctypes.byref(counts))
        #: Expected final score of a game from its start.
        self.root: float = counts.value
        # The value that a player who counts no cards expects; else the same.
        self.believed: float = counts.believed
        # Number of reachable boards.
        self.boards: int = counts.boards
        #: Number of states: boards with the cards left.
        self.states: int = counts.states

    _free = lib.trey_played_free

    def value(self, board: Union[int, str], deck: int) -> Optional[float]:
        """The value of a board with the cards left, before the next tile is drawn; None
        if it is not reachable."""
        given = self.rules.board(board) if isinstance(board, str) else board
        value = ctypes.c_double()
        known = lib.trey_played_value(self._handle, c.whole("a board", given),
                                      c.whole("a deck", deck, 0, c.U16),
                                      ctypes.byref(value))
        return value.value if known else None

    def slides(self, position: Position) -> Optional[dict[Direction, float]]:
        """The value of each legal move; None if the position is not reachable."""
        self._check(position)
        values = (ctypes.c_double * 4)()
        if not lib.trey_played_slides(self._handle, position._c, values):
            return None
        return {slide: values[slide] for slide in position.legal()}

    def best(self, position: Position) -> Optional[Direction]:
        """The player's move, the first of equal ones; None if no move is legal or the
        position is not reachable."""
        self._check(position)
        best = lib.trey_played_best(self._handle, position._c)
        return Direction(best) if best >= 0 else None

    def _check(self, position: Position) -> None:
        view_of(position)
        if not self.rules.same_rule(position.rules):
            raise c.invalid(f"a position of '{position.rules}', where '{self.rules}' is "
                            "solved")
