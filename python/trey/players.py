"""Many games by players of trey and by your own players, and their comparison."""

from __future__ import annotations

import ctypes
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Callable, Optional, Protocol, Union

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._library import lib
from .rules import Direction, Game, Position, Rules, rules_of, view_of
from .search import Evaluator, Interval


class Chooses(Protocol):
    """A player of your own: a function of a position that returns a legal move."""

    def __call__(self, position: Position) -> int: ...


class Player(c.Owner):
    """A player of trey by its name.

    name: "random", "greedy", "heuristic", "points", "network", "network-small",
        "network:FILE", "exact", "exact:FILE" or "exec:COMMAND"
        (include/trey/selfplay.h).
    depth, seconds, nodes: limits of each move; by default depth 2.
    evaluator: for players that search, instead of the one of the name.

    A player is a function of a position, for one thread at a time.

    >>> player = Player("greedy", "2048")
    >>> player(Game("2048", seed=1).position) in Direction
    True
    """

    def __init__(self, name: str, rules: Union[Rules, str] = "window",
                 depth: Optional[int] = None, seconds: Optional[float] = None,
                 nodes: Optional[int] = None, evaluator: Optional[Evaluator] = None,
                 seed: int = 1) -> None:
        self.rules = rules_of(rules)
        options = c.CPlayerOptions()
        lib.trey_player_defaults(ctypes.byref(options))
        if depth is not None:
            options.limits.depth_plies = c.whole("depth", depth, 1, c.U32)
        elif seconds is not None or nodes is not None:
            options.limits.depth_plies = 100
        if seconds is not None:
            options.limits.time_s = c.seconds_of(seconds)
        if nodes is not None:
            options.limits.nodes = c.whole("nodes", nodes, 1)
        options.seed = c.whole("a seed", seed)
        if evaluator is not None and not isinstance(evaluator, Evaluator):
            raise TypeError(f"an Evaluator is needed here, not {type(evaluator).__name__}")
        self._evaluator = evaluator  # must outlive the player
        self._handle = ctypes.c_void_p()
        c.call(lib.trey_player_new, c.encode(name), self.rules._c, ctypes.byref(options),
               None if evaluator is None else evaluator._handle, ctypes.byref(self._handle))

    _free = lib.trey_player_free

    def begin(self, seed: int, number: int) -> None:
        """Informs the player that a new game begins."""
        c.call(lib.trey_player_begin, self._handle, c.whole("a seed", seed),
               c.whole("the number of a game", number))

    def __call__(self, position: Position) -> Direction:
        chosen, view = ctypes.c_int(), view_of(position)
        if not self.rules.same_rule(position.rules):
            raise c.invalid(f"a position of '{position.rules}', for a player of "
                            f"'{self.rules}'")
        arguments = (lib.trey_player_select_move, self._handle, view, ctypes.byref(chosen))
        if self._evaluator is None:
            c.call(*arguments)
        else:
            with self._evaluator._used():
                c.call(*arguments)
                self._evaluator._check()
        return Direction(chosen.value)

    def __str__(self) -> str:
        """The name with every setting that affects the play."""
        return str(lib.trey_player_text(self._handle).decode())


@dataclass(frozen=True)
class Games:
    """Games of one player."""

    player: str
    scores: npt.NDArray[np.int64]  #: by number of the game
    moves: npt.NDArray[np.int64]
    largest: npt.NDArray[np.int64]  #: tiles

    @property
    def mean(self) -> Interval:
        """The mean score with its 95 % interval (docs/statistics.md)."""
        return _interval(self.scores.astype(np.float64))

    def reach(self, tile: int) -> float:
        """Share of the games that made this tile or a larger one."""
        return float((self.largest >= tile).mean())

    def __str__(self) -> str:
        mean = self.mean
        spread = ("" if mean.low is None else f" ({mean.low:.0f} to {mean.high:.0f})")
        return f"{self.player}: mean {mean.mean:.0f}{spread} of {len(self.scores)} games"


def _interval(values: npt.NDArray[np.float64]) -> Interval:
    found = c.CInterval()
    lib.trey_interval_of(values.ctypes.data, values.size, ctypes.byref(found))
    return Interval._of(found)


def _play(player: Any, rules: Rules, seed: int, number: int) -> tuple[int, int, int]:
    """Score, moves and largest tile of one game."""
    game = Game(rules, seed, number)
    if isinstance(player, Player):
        player.begin(seed, number)
    while not game.over:
        if not game.slide(player(game.position)):
            raise c.invalid(f"game {number}: the player chose an illegal move")
        game._history.clear()
    position = game.position
    return position.score, position.moves, int(position.tiles.max())


def selfplay(player: Union[str, Player, Chooses], rules: Union[Rules, str] = "window",
             games: int = 100, seed: int = 1, first: int = 0, threads: int = 1,
             report: Optional[Callable[[int, int], Any]] = None, **limits: Any) -> Games:
    """Plays games first .. first + games - 1 of a seed.

    player: a name, with `limits` as of `Player` (depth, seconds, nodes), a `Player`, or a
        function of a position that returns a legal move.
    threads: of a player by name; a function is called by one thread.
    report: called with number and score after each game; True ends it, and the games
        so far are returned.

    The same seed has the same games for all players.

    >>> scores = selfplay(lambda position: position.legal()[0], "2048", games=10).scores
    >>> len(scores)
    10
    """
    of = rules_of(rules)
    numbers = range(c.whole("first", first), first + c.whole("games", games, 1))
    if limits and not isinstance(player, str):
        raise TypeError("limits are for players by name")
    name = player if isinstance(player, str) else str(
        getattr(player, "__name__", player))
    local = threading.local()

    def one(number: int) -> tuple[int, int, int]:
        chooses: Any = player
        if isinstance(player, str):
            chooses = getattr(local, "player", None)
            if chooses is None:
                chooses = local.player = Player(player, of, **limits)
        return _play(chooses, of, seed, number)

    results = []
    workers = threads if isinstance(player, str) else 1
    if workers == 1:
        found: Any = map(one, numbers)
    else:
        pool = ThreadPoolExecutor(c.whole("threads", workers, 1, 1024))
        found = pool.map(one, numbers)
    try:
        for number, result in zip(numbers, found):
            results.append(result)
            if report is not None and report(number, result[0]) is True:
                break
    finally:
        if workers != 1:
            pool.shutdown(cancel_futures=True)
    table = np.array(results, dtype=np.int64).reshape(-1, 3)
    return Games(name, table[:, 0], table[:, 1], table[:, 2])


@dataclass(frozen=True)
class Comparison:
    """Two players in the same games."""

    first: Games
    second: Games
    difference: float  #: mean of the first scores minus the second, over pairs of games
    error: float  #: standard error of it

    def __str__(self) -> str:
        return (f"{self.first}\n{self.second}\n"
                f"difference {self.difference:.0f} ± {1.96 * self.error:.0f}")


def compare(first: Union[str, Player, Chooses], second: Union[str, Player, Chooses],
            rules: Union[Rules, str] = "window", games: int = 100, seed: int = 1,
            threads: int = 1, **limits: Any) -> Comparison:
    """Plays the same games by two players, each as in `selfplay`; `limits` apply to
    players given by name."""
    one, other = (selfplay(player, rules, games, seed, threads=threads,
                           **(limits if isinstance(player, str) else {}))
                  for player in (first, second))
    apart = (one.scores - other.scores).astype(np.float64)
    error = float(apart.std(ddof=1) / np.sqrt(apart.size)) if apart.size > 1 else float("nan")
    return Comparison(one, other, float(apart.mean()), error)
