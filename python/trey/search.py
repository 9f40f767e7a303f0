"""Values of boards by evaluators, and values of moves by search."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import warnings
from dataclasses import dataclass
from typing import Any, Callable, ContextManager, Iterator, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._library import lib
from .rules import Boards, Direction, Position, Rules, rules_of, view_of

TABLE_BYTES = 64 << 20


class _Own:
    """The state of an evaluator in Python."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.callers: set[int] = set()  # threads in which its function runs
        self.stopped = False  # its user was interrupted

    def stop(self) -> None:
        """The function is not called any more: a search asks only now and then whether it
        was cancelled."""
        self.stopped = True


_UNLOCKED: ContextManager[None] = contextlib.nullcontext()


class Evaluator(c.Owner):
    """Evaluates boards, by name: "network" (the strongest that trey ships),
    "network-small", "network:FILE", "heuristic", "points", or "default".

    `rules` determine the boards. Constant; searches may share one, also in several threads
    at once, where searches by an evaluator in Python wait for each other. "default" is "network",
    or "heuristic" where trey ships none for such boards; where one is shipped and its
    file is not found, a UserWarning is issued. So is one, once, when a network returns
    values that no game can have.
    """

    def __init__(self, name: str = "default", rules: Union[Rules, str] = "window") -> None:
        self.rules = rules_of(rules)
        self._handle = ctypes.c_void_p()
        self._warned = False
        self._raised: list[BaseException] = []
        self._function: Any = None
        self._own: Optional[_Own] = None
        c.call(lib.trey_evaluator_named, c.encode(name), self.rules._c.shape,
               lib.trey_eval_family_of(self.rules._c), ctypes.byref(self._handle))
        # Name of the loaded evaluator: for "default" that of the one chosen.
        self.name: str = lib.trey_evaluator_name(self._handle).decode()
        self._warn(3)

    _free = lib.trey_evaluator_free

    @classmethod
    def own(cls, function: Callable[[Boards], npt.ArrayLike],
            rules: Union[Rules, str] = "window", points: bool = True, lost: float = 0.0,
            won: float = 0.0, gather: int = 1 << 18) -> "Evaluator":
        """An evaluator written in Python, for trey's search.

        function: takes an array of boards (uint64) and returns an array of their values,
            which are finite numbers. It must always return the same value for a board.
            A tile has just spawned on each of the boards. `Rules.ranks` gives their ranks.
        points: True if values are points: the final score in Threes!, the points to come
            in 2048. Else `lost` and `won` are the values of boards on which the game is
            lost, or won by the top tile.
        gather: number of boards that are remembered, in 20 bytes each. A search collects
            the leaves of each depth and calls the function once with all that are not
            remembered; searches, odds and reviews use one thread. 0: it is called for a few
            boards at a time, from all threads of a search.

        An exception in the function ends the search and is raised by `Search.run`.

        >>> empty = Evaluator.own(lambda boards: (Rules().ranks(boards) == 0).sum((1, 2)),
        ...                       points=False)
        >>> Search("window", empty).run(Position("window", "1 2 3 0 " * 4, "3")).best.name
        'LEFT'
        """
        if not callable(function):
            raise TypeError(f"a function is needed here, not {type(function).__name__}")
        made = cls.__new__(cls)
        made.rules = rules_of(rules)
        made._handle, made._warned, made._raised = ctypes.c_void_p(), True, []
        own = made._own = _Own()
        made.name = getattr(function, "__name__", type(function).__name__)
        raised = made._raised
        # A failed evaluation must not be cached.
        nothing = 0.0 if gather == 0 else np.nan

        def evaluate(context: Any, boards: Any, count: int, values: Any) -> None:
            out = np.ctypeslib.as_array(values, (count,))
            if raised or own.stopped:  # the search ends soon
                out[:] = nothing
                return
            own.callers.add(threading.get_ident())
            try:
                given = np.ctypeslib.as_array(boards, (count,)).copy()
                out[:] = _values_of(function(given), count)
            except BaseException as problem:
                out[:] = nothing
                raised.append(problem)
            finally:
                own.callers.discard(threading.get_ident())

        made._function = c.EVALUATE(evaluate)  # it must outlive the evaluator
        evaluation = c.CEvaluation(points=points, lost=c.finite("lost", lost),
                                   won=c.finite("won", won),
                                   values=made._function,
                                   gather=c.whole("gather", gather, 0, 1 << 24))
        c.call(lib.trey_evaluator_custom, made.rules._c.shape,
               lib.trey_eval_family_of(made.rules._c), ctypes.byref(evaluation),
               ctypes.byref(made._handle))
        return made

    @classmethod
    def _of(cls, handle: ctypes.c_void_p, rules: Rules, name: str) -> "Evaluator":
        made = cls.__new__(cls)
        made.rules, made._handle, made.name = rules, handle, name
        made._warned, made._raised, made._own = False, [], None
        return made

    @classmethod
    def from_bytes(cls, data: Union[bytes, bytearray, memoryview],
                   rules: Union[Rules, str] = "window") -> "Evaluator":
        """The network in the bytes of a network file."""
        handle, given = ctypes.c_void_p(), bytes(memoryview(data))
        c.call(lib.trey_evaluator_from_bytes, given, len(given), ctypes.byref(handle))
        return cls._of(handle, rules_of(rules), "network")

    def _used(self) -> ContextManager[None]:
        """One thread at a time uses an evaluator in Python: its memory of boards and its
        exceptions belong to one search."""
        return _UNLOCKED if self._own is None else self._locked(self._own)

    @contextlib.contextmanager
    def _locked(self, own: _Own) -> Iterator[None]:
        if threading.get_ident() in own.callers:
            raise c.error_of(c.STATE, "the function of an evaluator cannot use the evaluator")
        with own.lock:
            self._raised.clear()  # of a search that was interrupted
            own.stopped = False
            yield
            if own.stopped:
                raise c.error_of(c.CANCELLED, "the evaluation was interrupted")

    @property
    def _on_stop(self) -> Optional[Callable[[], None]]:
        """What call_long calls when the user of the evaluator is interrupted."""
        return None if self._own is None else self._own.stop

    def _check(self) -> None:
        """Raises the exception of a Python function, if there was one."""
        if self._raised:
            problem = self._raised[0]
            self._raised.clear()
            raise problem

    def _warn(self, level: int) -> None:
        """Issues the library's warning, if there is one, once; `level` is the number of
        frames up to the caller's code, as in warnings.warn."""
        text = None if self._warned else lib.trey_evaluator_warning(self._handle)
        if text is not None:
            self._warned = True
            warnings.warn(f"{self.name}: {text.decode()}", stacklevel=level)

    @property
    def counts_points(self) -> bool:
        """True if values are points: the final score in Threes!, those to come in 2048."""
        return bool(lib.trey_evaluator_counts_points(self._handle))

    def values(self, boards: Union[int, Boards]) -> npt.NDArray[np.float32]:
        """The values of boards, an array of their shape: of Threes! boards in which a
        tile has just spawned, of 2048 boards after a move, before the next tile spawns.
        """
        given = self.rules._boards_of(boards)
        values = np.empty(given.shape, dtype=np.float32)
        with self._used():
            lib.trey_evaluator_values(self._handle, given.ctypes.data, given.size,
                                      values.ctypes.data)
            self._check()
        self._warn(3)
        return values

    def value(self, board: int) -> float:
        """The value of one board."""
        return float(self.values(board))


def evaluator_of(evaluator: Union[Evaluator, str], rules: Rules) -> Evaluator:
    """An evaluator, given as it is or by name."""
    if isinstance(evaluator, Evaluator):
        return evaluator
    if callable(evaluator):
        raise TypeError("a function becomes an evaluator by Evaluator.own")
    return Evaluator(evaluator, rules)


def _values_of(values: npt.ArrayLike, count: int) -> npt.NDArray[np.float32]:
    """Checks the values that a function in Python returned."""
    given = np.asarray(values, dtype=np.float32)
    if given.shape != (count,):
        raise c.invalid(f"{count} values are wanted, one for each board, not an array of "
                        f"shape {given.shape}")
    if not np.isfinite(given).all():
        raise c.invalid("a value is not a finite number")
    return given


@dataclass(frozen=True)
class Found:
    """The result of a search."""

    value: dict[Direction, float]  #: of each legal move
    best: Optional[Direction]  #: None: the game is over
    depth: int  #: plies of the longest searched lines
    exact: bool  #: every line was followed to the end of the game
    nodes: int
    seconds: float
    # certainty of the best move: "clear", "better", "about equal" or "unknown"
    certainty: str = "unknown"


class Search(c.Owner):
    """Expectimax over one rule set, with a table that it keeps from call to call.

    >>> search = Search("window", "heuristic")
    >>> search.run(Position("window", "0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0", "3"),
    ...            depth=2).best.name
    'UP'
    """

    def __init__(self, rules: Union[Rules, str] = "window",
                 evaluator: Union[Evaluator, str] = "default", threads: int = 1,
                 table_bytes: int = TABLE_BYTES) -> None:
        self.rules = rules_of(rules)
        evaluator = evaluator_of(evaluator, self.rules)
        self._evaluator = evaluator  # must outlive the search
        self._handle = ctypes.c_void_p()
        c.call(lib.trey_search_new, self.rules._c, evaluator._handle,
               c.whole("table_bytes", table_bytes), ctypes.byref(self._handle))
        c.call(lib.trey_search_set_threads, self._handle,
               c.threads_of(threads))
        self._set_threads(threads)

    _free = lib.trey_search_free

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator; a different one needs a new search."""
        return self._evaluator

    def run(self, position: Position, depth: Optional[int] = None,
            seconds: Optional[float] = None, nodes: Optional[int] = None,
            min_probability: float = 0.0, best_only: bool = False) -> Found:
        """Evaluates every legal move, until the first limit is reached; without limits, depth 2.

        Raises StateError if the search has several threads and was made before the
        process was forked.

        With `best_only`, moves that fall far behind are not searched further, whatever
        the limit: for players."""
        self._check_process()
        view = view_of(position)
        limits = c.CSearchLimits()
        lib.trey_search_limits_defaults(ctypes.byref(limits))
        if depth is None and seconds is None and nodes is None:
            depth = 2
        if depth is not None:
            limits.depth_plies = c.whole("depth", depth, 1, c.U32)
        if seconds is not None:
            limits.time_s = c.seconds_of(seconds)
        if nodes is not None:
            limits.nodes = c.whole("nodes", nodes, 1)
        limits.min_probability = min_probability
        limits.best_only = best_only
        # A short search does not need a thread for interruption.
        short = (0 < limits.depth_plies <= 2 or 0 < limits.time_s <= 0.1 or
                 0 < limits.nodes <= 100000)
        result = c.CSearchResult()
        arguments = (lib.trey_search_run, self._handle, ctypes.byref(view),
                     ctypes.byref(limits), ctypes.byref(result))
        with self._evaluator._used():
            if short:
                c.call(*arguments)
            else:
                c.call_long(limits, *arguments, on_stop=self._evaluator._on_stop)
            self._evaluator._check()
        self._evaluator._warn(3)
        legal = [slide for slide in Direction if result.legal >> slide & 1]
        confidence = c.CConfidence()
        lib.trey_confidence_of(view, result, self._evaluator.counts_points,
                               confidence)
        return Found(value={slide: result.value[slide] for slide in legal},
                     best=Direction(result.best) if result.best >= 0 else None,
                     depth=result.depth_plies, exact=result.exact, nodes=result.nodes,
                     seconds=result.seconds,
                     certainty=lib.trey_certainty_text(confidence.certainty).decode())


@dataclass(frozen=True)
class Interval:
    """A mean with its 95 % interval, which is None if there are too few games."""

    mean: float
    low: Optional[float]
    high: Optional[float]

    @classmethod
    def _of(cls, interval: c.CInterval) -> "Interval":
        known = interval.known
        return cls(interval.mean, interval.low if known else None,
                   interval.high if known else None)


@dataclass(frozen=True)
class Odds:
    """The results of many games from a position, by a player with one ply."""

    games: int
    # tile -> share of the games that reached it or a larger one, from the next milestone to
    # the largest tile of the rules
    reach: dict[int, Interval]
    score: Interval  #: at the end
    quantiles: tuple[int, ...]  #: scores below which 5, 25, 50, 75, 95 % of games are
    moves: float  #: mean number of moves still to come


def odds(position: Position, evaluator: Union[Evaluator, str] = "default",
         games: int = 1000, seed: int = 1, threads: int = 0) -> Odds:
    """The chances of reaching each larger tile: a lower bound, since longer search plays
    better."""
    view = view_of(position)
    evaluator = evaluator_of(evaluator, position.rules)
    options = c.COddsOptions(games=c.whole("the number of games", games, 1),
                             seed=c.whole("a seed", seed),
                             threads=c.threads_of(threads))
    found = c.COdds()
    with evaluator._used():
        c.call_long(options, lib.trey_odds_find, ctypes.byref(view), None, 1,
                    evaluator._handle, ctypes.byref(options), ctypes.byref(found),
                    on_stop=evaluator._on_stop)
        evaluator._check()
    evaluator._warn(3)
    rules = position.rules._c
    return Odds(found.games,
                {int(lib.trey_rules_tile(rules, rank)): Interval._of(found.reach[rank])
                 for rank in range(getattr(found, "from"), found.to + 1)},
                Interval._of(found.score), tuple(found.quantile), found.moves)
