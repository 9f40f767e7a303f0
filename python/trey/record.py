"""Recorded games and their reviews."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Iterable, Iterator, Optional, Union

from . import _library as c
from . import _replay
from ._library import lib
from .rules import Direction, Game, Position, Rules, rules_of, view_of
from .search import TABLE_BYTES, Evaluator, evaluator_of

MARKS = ("", "?!", "?", "??")


@dataclass(frozen=True)
class Step:
    """A move and its outcome."""

    slide: Direction
    cell: int  #: of the new tile; -1: the move ended the game
    rank: int  #: of that tile
    next: int  #: the following hint


@dataclass(frozen=True)
class Slide:
    """A reviewed move of a game."""

    played: Direction
    best: Direction
    value: dict[Direction, float]
    loss: float  #: lost share of the points still to come
    mark: str  #: "", "?!", "?" or "??"
    forced: bool  #: it was the only legal move


@dataclass(frozen=True)
class Review:
    """Summary of a reviewed game."""

    accuracy: float  #: 0 to 100
    loss: float  #: mean loss
    slides: list[Slide]


def _encoding(data: bytes) -> str:
    """The encoding of a text, by its first bytes."""
    return ("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


class Record(c.Single):
    """A game from its start, as `trey selfplay --record` and `trey play` write it."""

    def __init__(self, line: str, rules: Union[Rules, str] = "window") -> None:
        """Reads one line in either format. `rules` apply if the line has none."""
        self._c = c.CRecord()
        of = rules_of(rules)
        c.call(lib.trey_record_parse, c.encode(line).rstrip(b"\r\n"), of._c,
               ctypes.byref(self._c))

    @classmethod
    def begin(cls, position: Position, seed: int = 0, number: int = 0,
              player: Optional[str] = None) -> "Record":
        """An empty record of a game from this position."""
        made = cls.__new__(cls)
        made._c = c.CRecord()
        c.call(lib.trey_record_begin, ctypes.byref(made._c), ctypes.byref(view_of(position)),
               c.whole("a seed", seed), c.whole("the number of a game", number),
               c.encode(player) if player is not None else None)
        made._c.score = position.score
        return made

    def add(self, step: Step, score: int) -> None:
        """Appends a step without checks; the score after it is `score`."""
        added = c.CStep(Direction(step.slide), c.whole("a cell", step.cell, -1, 15),
                        c.whole("a rank", step.rank, 0, 15),
                        c.whole("a hint", step.next, 0, c.U16), -1.0)
        score = c.whole("a score", score)
        c.call(lib.trey_record_add, ctypes.byref(self._c), ctypes.byref(added))
        self._c.score = score

    def __del__(self) -> None:
        record = self.__dict__.pop("_c", None)
        if record is not None:
            lib.trey_record_clear(ctypes.byref(record))

    def __len__(self) -> int:
        return int(self._c.count)

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]"],
             rules: Union[Rules, str] = "window") -> list["Record"]:
        """The records of a file, one a line; empty lines are skipped. Errors name the
        file and the line. Lines may also be replays of 2048verse.com, and the file one of
        2048EndgameTablebase (docs/formats/record.md); `rules` do not apply to these."""
        name = os.fsdecode(c.path_of(path))
        number = 0

        def located(problem: c.Error) -> c.Error:
            place = f"{name}:{number}" if number else name
            return c.error_of(problem.status, f"{place}: {problem._message}", number,
                              located=True)

        try:
            with open(path, "rb") as file:
                data = file.read()
            replay = _replay.parse_file(data)
            if replay is not None:
                return [cls._of_replay(replay)]
            records = []
            for number, line in enumerate(data.decode(_encoding(data)).split("\n"), 1):
                line = line.rstrip("\r")
                if _replay.is_text(line):
                    records.append(cls._of_replay(_replay.parse_text(line)))
                elif line.strip():
                    records.append(cls(line, rules))
            return records
        except UnicodeDecodeError:
            raise c.error_of(c.INPUT, f"{name}: not a text file") from None
        except c.Error as problem:
            raise located(problem) from None
        except OSError as problem:
            raise c.error_of(c.IO, f"{name}: {problem.strerror}") from None

    @classmethod
    def _of_replay(cls, replay: _replay.Replay) -> "Record":
        """The record of a replay, after checking each move."""
        rules = Rules("2048", rows=replay.rows, cols=replay.cols)
        board = sum(rank << 4 * cell for cell, rank in enumerate(replay.ranks))
        position = Position(rules, board, deck=(0, 0, 0))
        made = cls.begin(position)
        for number, (direction, cell, rank) in enumerate(replay.moves, 1):
            after = position.after(direction)
            if after == position.board:
                raise c.error_of(c.INPUT, f"move {number} of the replay is illegal")
            if after >> 4 * cell & 15:
                raise c.error_of(c.INPUT, f"the tile after move {number} of the replay is "
                                          "on another tile")
            position = position.advance(direction, cell, rank, position.next)
            made.add(Step(Direction(direction), cell, rank, position.next), position.score)
        made.replay()
        return made

    @classmethod
    def played(cls, rules: Union[Rules, str], moves: Iterable[int], seed: int = 1,
               number: int = 0, player: Optional[str] = None) -> "Record":
        """The record of a game of this seed and number by these moves. Raises
        InvalidError for an illegal one."""
        game = Game(rules, seed, number)
        made = cls.begin(game.position, seed, number, player)
        for count, direction in enumerate(moves, 1):
            move = game.move(direction)
            if not move.moved:
                raise c.invalid(f"move {count} is illegal")
            rank = int(lib.trey_rules_rank(game.rules._c, move.tile)) if move.tile else 0
            made.add(Step(Direction(direction), move.cell, rank, game.position.next),
                     game.score)
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.text() == other.text()

    __hash__ = None  # type: ignore[assignment]

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return Position._of(self._c.start)

    @property
    def score(self) -> int:
        """The score at the end."""
        return int(self._c.score)

    @property
    def player(self) -> Optional[str]:
        """The name of the player; None if it is not known."""
        name = self._c.player
        return None if name is None else name.decode(errors="replace")

    def __iter__(self) -> Iterator[Step]:
        # Copies all steps: adding one may move them in memory.
        return iter([Step(Direction(step.direction), step.cell, step.rank, step.next)
                     for step in self._c.steps[:len(self)]])

    def svg(self, seconds: float = 0.5, most: int = 60) -> str:
        """The game as an animated SVG picture, `seconds` for each position. Of a game
        with more than `most` positions an even selection is shown. Programs without
        animation show the last one."""
        shown = [*self.positions(), self.replay()]
        count = min(len(shown), c.whole("most", most, 1))
        if not 0.0 < c.finite("seconds", seconds):
            raise c.invalid("seconds are more than 0")
        last = len(shown) - 1
        frames = ([shown[round(i * last / (count - 1))] for i in range(count)]
                  if count > 1 else shown[-1:])
        head, inner = "", []
        for i, position in enumerate(frames):
            picture = position.svg(f"move {position.moves}, score {position.score}")
            begin, end = picture.index(">") + 1, picture.rindex("</svg>")
            head = picture[:begin]
            hidden = "" if i == count - 1 else ' display="none"'
            times = ";".join(f"{k / count:.6f}" for k in (i, i + 1) if 0 < k < count)
            steps = (["none"] if i > 0 else []) + ["inline"] + (["none"] if i < count - 1
                                                               else [])
            keys = ";".join(filter(None, ["0", times]))
            inner.append(f'<g{hidden}><animate attributeName="display" '
                         f'calcMode="discrete" dur="{seconds * count:g}s" '
                         f'repeatCount="indefinite" values="{";".join(steps)}" '
                         f'keyTimes="{keys}"/>{picture[begin:end]}</g>')
        return head + "".join(inner) + "</svg>"

    def _repr_svg_(self) -> str:
        """The animated picture of the game, in notebooks."""
        return self.svg()

    def text(self) -> str:
        """The record as one line of JSON."""
        text = ctypes.c_void_p()
        c.call(lib.trey_record_format, ctypes.byref(self._c), 0, ctypes.byref(text))
        return c.take_text(text)

    def replay(self, whole: bool = False) -> Position:
        """The last position, after checking every move by the rules; with `whole` also
        that the record runs from a start to the end of the game. Raises Error
        otherwise."""
        view = c.CView()
        c.call(lib.trey_record_replay, ctypes.byref(self._c), whole, ctypes.byref(view))
        return Position._of(view)

    def positions(self) -> list[Position]:
        """The positions before each move."""
        views = (c.CView * max(len(self), 1))()
        c.call(lib.trey_review_views, ctypes.byref(self._c), views)
        return [Position._of(view) for view in views[:len(self)]]

    def review(self, evaluator: Union[Evaluator, str] = "default",
               seconds: Optional[float] = None, depth: Optional[int] = None,
               threads: int = 0, table_bytes: int = TABLE_BYTES,
               nodes: Optional[int] = None) -> Review:
        """Evaluates each move by a search limited by seconds, plies or boards; by default
        50,000 boards, which gives the same review on every run."""
        options = c.CReviewOptions()
        lib.trey_review_defaults(ctypes.byref(options))
        if seconds is not None or depth is not None or nodes is not None:
            options.limits.time_s = c.seconds_of(seconds) if seconds is not None else 0.0
            options.limits.nodes = c.whole("nodes", nodes, 1) if nodes is not None else 0
        if depth is not None:
            options.limits.depth_plies = c.whole("depth", depth, 1, c.U32)
        evaluator = evaluator_of(evaluator, self.start.rules)
        slides = (c.CReviewSlide * max(len(self), 1))()
        with evaluator._used():
            c.call_long(options.limits, lib.trey_review_parallel, evaluator._handle,
                        c.whole("table_bytes", table_bytes),
                        c.threads_of(threads),
                        ctypes.byref(self._c), ctypes.byref(options), slides,
                        on_stop=evaluator._on_stop)
            evaluator._check()
        evaluator._warn(3)
        total = c.CReviewSum()
        lib.trey_review_summary(slides, len(self), ctypes.byref(total))
        return Review(total.accuracy, total.loss,
                      [_slide_of(slide) for slide in slides[:len(self)]])


def _slide_of(slide: c.CReviewSlide) -> Slide:
    values = {direction: slide.value[direction] for direction in Direction
              if slide.legal >> direction & 1}
    return Slide(Direction(slide.played), Direction(slide.best), values, slide.loss,
                 MARKS[slide.mark], slide.forced)
