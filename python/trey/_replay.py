"""Replays of 2048 by other programs (docs/formats/record.md): the texts of 2048verse.com, and
the files of 2048EndgameTablebase."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

import numpy as np

from . import _library as c

# Digits of the older texts, one for each move: printable ASCII, then code page 850.
_OLD = {character: i for i, character in enumerate(
    bytes([*range(32, 127), *range(0x80, 0xA1)]).decode("cp850"))}
_OLD_HEAD = re.compile(r"replay(?:[:_]([0-9]x[0-9])?)?")
# Digits of the newer texts, three for each move, to the base 128.
_NEW = {character: i for i, character in enumerate(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    + "".join(map(chr, range(0xC0, 0x100))) + "\u00a4\u00be")}
_NEW_HEAD = re.compile(r"([0-9]{1,3}x[0-9]{1,3})-[^_]*_")

UP, RIGHT, DOWN, LEFT = range(4)
_OLD_MOVES = (UP, RIGHT, DOWN, LEFT)
_NEW_MOVES = (UP, DOWN, LEFT, RIGHT)
_FILE_MOVES = (LEFT, RIGHT, UP, DOWN)

_ANALYSIS = np.dtype([("board", "<u8"), ("move", "u1"), ("rate", "<u4", 4)])
_ANALYSIS_END = (666666666, 233333333, 314159265, 987654321)
_TEST = np.dtype([("board", "<u8"), ("score", "<u4"), ("move", "u1")])


@dataclass
class Replay:
    """A replay, before it is checked."""

    rows: int
    cols: int
    ranks: list[int]  # by cell, of the first position
    moves: list[tuple[int, int, int]]  # direction, cell and rank of the new tile


def is_text(line: str) -> bool:
    """True for a line that is a replay of 2048verse."""
    return bool(_NEW_HEAD.match(line) or line.startswith("replay"))


def parse_text(line: str) -> Replay:
    """Reads a replay of 2048verse, one line."""
    head = _NEW_HEAD.match(line)
    new = head is not None
    if head is None:
        head = _OLD_HEAD.match(line)
    if head is None:
        raise c.error_of(c.INPUT, "not a replay of 2048verse")
    rows, cols = map(int, (head[1] or "4x4").split("x"))
    if not (1 <= rows <= 8 and 1 <= cols <= 8 and 4 <= rows * cols <= 16):
        raise c.error_of(c.INPUT, f"a replay of {rows} x {cols} cells")
    digits, step = (_NEW, 3) if new else (_OLD, 1)
    body = line[head.end():]
    if len(body) % step:
        raise c.error_of(c.INPUT, "the replay is cut off")
    ranks, moves = [0] * (rows * cols), []
    for at in range(0, len(body), step):
        number, code = at // step, 0
        for place, character in enumerate(body[at:at + step], head.end() + at + 1):
            if character not in digits:
                raise c.error_of(c.INPUT, f"character {place} of the replay, "
                                          f"{character!r}, is not valid")
            code = code << 7 | digits[character]
        if new:
            direction, rank = _NEW_MOVES[code & 3], (code >> 2 & 3) + 1
            col, row = code >> 4 & 7, code >> 7 & 7
        else:
            direction, rank = _OLD_MOVES[code >> 5], (code >> 4 & 1) + 1
            col, row = code >> 2 & 3, code & 3
        if row >= rows or col >= cols or rank > 2:
            raise c.error_of(c.INPUT, f"tile {number + 1} of the replay is impossible")
        cell = cols * row + col
        if number >= 2:
            moves.append((direction, cell, rank))
        elif ranks[cell]:
            raise c.error_of(c.INPUT, "both first tiles of the replay are in one cell")
        else:
            ranks[cell] = rank
    if len(body) < 2 * step:
        raise c.error_of(c.INPUT, "the replay has no first tiles")
    return Replay(rows, cols, ranks, moves)


def _ranks(board: int) -> list[int]:
    """The ranks by cell of a board whose first cell has the highest four bits."""
    return [board >> 4 * (15 - cell) & 15 for cell in range(16)]


def parse_file(data: bytes) -> Optional[Replay]:
    """Reads a file of 2048EndgameTablebase: the replay of an analysis or of a test. None
    for all other files."""
    if data and len(data) % _ANALYSIS.itemsize == 0:
        analysis = np.frombuffer(data, _ANALYSIS)
        if tuple(analysis["rate"][-1].tolist()) == _ANALYSIS_END:
            return _of_analysis(analysis[:-1])
    if data and len(data) % _TEST.itemsize == 0:
        test = np.frombuffer(data, _TEST)
        scores = test["score"].astype(np.int64)
        # The first row has no move.
        if scores[0] == 0 and (np.diff(scores) >= 0).all() and \
                ((test["move"][1:] >= 1) & (test["move"][1:] <= 4)).all():
            return _of_test(test)
    return None


def _of_analysis(rows: np.ndarray) -> Replay:  # type: ignore[type-arg]
    if not len(rows):
        raise c.error_of(c.INPUT, "the replay has no moves")
    moves = []
    for number, code in enumerate(rows["move"].tolist()):
        # Bit 7 marks a move that the program does not judge.
        moves.append((_FILE_MOVES[code >> 5 & 3], code >> 1 & 15, (code & 1) + 1))
    return Replay(4, 4, _ranks(int(rows["board"][0])), moves)


def _of_test(rows: np.ndarray) -> Replay:  # type: ignore[type-arg]
    from .rules import Rules
    moves, boards = [], [_ranks(int(board)) for board in rows["board"].tolist()]
    rules = Rules("2048")
    before = rules.boards(np.array(boards, np.uint8).reshape(-1, 4, 4))
    after = rules.ranks(rules.slides(before)[0]).reshape(-1, 4, 16)
    for number in range(1, len(rows)):
        direction = _FILE_MOVES[int(rows["move"][number]) - 1]
        left = after[number - 1][direction].tolist()
        new = [cell for cell in range(16) if boards[number][cell] != left[cell]]
        if len(new) != 1 or left[new[0]] or boards[number][new[0]] > 2:
            raise c.error_of(c.INPUT, f"move {number} of the replay does not lead to the "
                                      "next board")
        moves.append((direction, new[0], boards[number][new[0]]))
    return Replay(4, 4, boards[0], moves)
