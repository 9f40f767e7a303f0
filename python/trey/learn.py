"""Training of n-tuple networks by self-play, with callbacks."""

from __future__ import annotations

import ctypes
import os
import time
from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

import numpy as np

from . import _library as c
from ._library import lib
from .rules import Rules, rules_of
from .search import Evaluator, Interval


@dataclass(frozen=True)
class Progress:
    """The state of a training."""

    games: int  #: over all runs
    moves: int  #: over all runs
    seconds: float  #: of training
    mean: float  #: mean score of about the last thousand games
    #: tile -> share of these games that made it or a larger one
    reach: dict[int, float]


# Types of the options in C.
_OPTIONS: dict[str, Any] = {name: kind for name, kind in c.CLearnOptions._fields_
                            if name not in ("rules", "tuples", "reserved")}


def _option_of(name: str, value: Any) -> Any:
    """The value of an option with the type that C needs: ctypes would take an integer for
    the address of a text, and would truncate integers."""
    kind = _OPTIONS[name]
    if kind is ctypes.c_char_p:
        return c.encode(value)
    if kind is ctypes.c_bool:
        return bool(c.whole(name, int(value) if isinstance(value, np.bool_) else value, 0, 1))
    if kind is ctypes.c_double:
        return value
    bits = 8 * ctypes.sizeof(kind) - (kind is ctypes.c_int)
    return c.whole(name, value, 0, (1 << bits) - 1)


class Learner(c.Owner):
    """An n-tuple network that learns by playing (docs/training.md).

    rules: the game. Threes! or 2048, decks of at most 4 of each card.
    tuples: cells of each tuple as hexadecimal digits, "012345 456789"; None: some that
        are good for the board.
    options: further fields of `struct trey_learn_options` (include/trey/learn.h) by their
        names: seed, threads, sums, discount, initial, stages, restarts, alpha, depth,
        downgrade, exchange, halving and others; `lambda_` stands for lambda.

    Memory: 12 bytes for each entry of a tuple and stage, 201 MB for six cells.

    >>> learner = Learner("2048,rows=2,cols=2", "0123", seed=1)
    >>> learner.run(games=100)
    >>> learner.progress.games
    100
    """

    def __init__(self, rules: Union[Rules, str] = "window", tuples: Optional[str] = None,
                 **options: Any) -> None:
        self.rules = rules_of(rules)
        self._tuples = tuples
        self._stages = str(options.get("stages", "none"))
        self._sums = bool(options.get("sums", False))
        self._discount = float(options.get("discount", 0.0)) or 1.0
        chosen = c.CLearnOptions()
        lib.trey_learn_defaults(ctypes.byref(chosen))
        chosen.rules = self.rules._c
        if tuples is not None:
            chosen.tuples = c.encode(tuples)
        for name, value in options.items():
            field = name.rstrip("_")
            if field not in _OPTIONS:
                raise TypeError(f"unknown option '{name}'; known options: "
                                + ", ".join(sorted(_OPTIONS)))
            setattr(chosen, field, _option_of(field, value))
        self._handle = ctypes.c_void_p()
        c.call(lib.trey_learner_new, ctypes.byref(chosen), ctypes.byref(self._handle))

    _free = lib.trey_learner_free

    def run(self, games: int = 0, seconds: float = 0.0) -> None:
        """Trains for a number of games or seconds, whichever comes first; 0: no such
        limit. Ctrl-C ends it and keeps the progress."""
        games = c.whole("games", games)
        if not seconds >= 0.0 or games == 0 and seconds == 0.0:
            raise c.invalid("a training has a number of games or of seconds above 0")
        holder = c.CPlayedOptions()  # only for its field `cancel`

        def trained(error: Any) -> int:
            return int(lib.trey_learner_run(self._handle, games, seconds,
                                            ctypes.cast(holder.cancel, ctypes.POINTER(
                                                c.CCancel)), error))

        c.call_long(holder, trained)

    def train(self, seconds: float, every: float = 10.0,
              callback: Optional[Callable[["Learner"], Any]] = None) -> None:
        """Trains for a number of seconds. After each part of `every` seconds `callback`
        is called with the learner, in the calling thread: it may test, save, change the
        rate. If it returns True the training ends."""
        if not every > 0.0:
            raise c.invalid("every is above 0")
        if not seconds >= 0.0:
            raise c.invalid(f"seconds are at least 0, not {seconds:g}")
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0.0:
            self.run(seconds=min(every, left))
            if callback is not None and callback(self) is True:
                return

    @property
    def progress(self) -> Progress:
        """The state of the training; may be read from any thread."""
        found = c.CLearnProgress()
        lib.trey_learner_progress(self._handle, ctypes.byref(found))
        tiles = self.rules.tiles.tolist()
        return Progress(found.games, found.slides, found.seconds, found.mean,
                        {tile: share for tile, share in zip(tiles, found.reach)
                         if tile and share > 0.0})

    def rate(self, factor: float) -> None:
        """Sets the factor of all learning rates from now on; it is 1 initially."""
        if not 0.0 < factor < float("inf"):
            raise c.invalid("a rate is a finite number above 0")
        lib.trey_learner_set_rate(self._handle, factor)

    def test(self, games: int = 200) -> Interval:
        """The mean score of test games by one ply of the current network. Ctrl-C ends
        them."""
        mean, count = c.CInterval(), c.whole("games", games, 1)
        options = c.Cancellable()

        def test(error: Any) -> int:
            cancel = ctypes.cast(ctypes.c_void_p(options.cancel),
                                 ctypes.POINTER(c.CCancel))
            return int(lib.trey_learner_test(self._handle, None, count, cancel,
                                             ctypes.byref(mean), error))

        c.call_long(options, test)
        return Interval._of(mean)

    def evaluator(self) -> Evaluator:
        """The current network, for searches. Later training does not change it."""
        handle = ctypes.c_void_p()
        c.call(lib.trey_learner_evaluator, self._handle, None, ctypes.byref(handle))
        return Evaluator._of(handle, self.rules, "learner")

    def export(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a network file, for the player "network:FILE"."""
        self._file(lib.trey_learner_export, path, None)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a checkpoint, from which training can be resumed."""
        self._file(lib.trey_learner_save, path)

    def restore(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Resumes from a checkpoint."""
        self._file(lib.trey_learner_restore, path)

    def _file(self, function: Any, path: Union[str, "os.PathLike[str]"],
              *options: Any) -> None:
        c.call_file(path, lambda name, error: function(self._handle, *options, name, error))
