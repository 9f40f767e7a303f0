"""Boards as pixel pictures, for the environments' render mode rgb_array.

The digits are drawn here, on a grid of 3 x 5 points each, so that no other package is
needed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .rules import Rules

Picture = npt.NDArray[np.uint8]

# Pixels of a cell, including its gap.
CELL = 64
GAP = 4

# Rows of three points from top to bottom, as octal digits.
_DIGITS = {"0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711",
           "5": "74717", "6": "74757", "7": "71111", "8": "75757", "9": "75717"}

_BACKGROUND = (0xbb, 0xad, 0xa0)
_EMPTY = (0xcd, 0xc1, 0xb4)
_DARK, _LIGHT = (0x33, 0x33, 0x33), (0xff, 0xff, 0xff)
# Colours by rank, from 1; larger ranks share the last one.
_TILES = ((0x66, 0xcc, 0xff), (0xff, 0x66, 0x80), (0xfe, 0xff, 0xff), (0xf2, 0xe4, 0xb8),
          (0xf2, 0xb1, 0x79), (0xf5, 0x95, 0x63), (0xf6, 0x7c, 0x5f), (0xe0, 0x5a, 0x3b),
          (0xed, 0xcf, 0x72), (0xed, 0xc8, 0x50), (0xe0, 0xb0, 0x30), (0x8f, 0xb8, 0x5a),
          (0x5a, 0x9a, 0x6a), (0x3a, 0x7a, 0x9a), (0x3c, 0x3a, 0x52))


def _number(text: str) -> npt.NDArray[np.bool_]:
    """The points of a number, digits side by side with a column between them."""
    points = np.zeros((5, 4 * len(text) - 1), dtype=bool)
    for i, digit in enumerate(text):
        for row, bits in enumerate(_DIGITS[digit]):
            for column in range(3):
                points[row, 4 * i + column] = int(bits) >> (2 - column) & 1
    return points


def _tile(rank: int, value: int) -> Picture:
    """The picture of one cell."""
    size = CELL - 2 * GAP
    colour = _TILES[min(rank, len(_TILES)) - 1] if rank > 0 else _EMPTY
    tile = np.full((CELL, CELL, 3), _BACKGROUND, dtype=np.uint8)
    tile[GAP:-GAP, GAP:-GAP] = colour
    if rank > 0:
        points = _number(str(value))
        scale = min(6, (size - 4) // points.shape[1])
        points = points.repeat(scale, axis=0).repeat(scale, axis=1)
        top, left = ((CELL - length) // 2 for length in points.shape)
        bright = 299 * colour[0] + 587 * colour[1] + 114 * colour[2] > 150000
        place = tile[top:top + points.shape[0], left:left + points.shape[1]]
        place[points] = _DARK if bright else _LIGHT
    return tile


class Painter:
    """Draws boards of one rule set."""

    def __init__(self, rules: Rules) -> None:
        values = rules.tiles.tolist()
        self._tiles = np.stack([_tile(rank, value) for rank, value in enumerate(values)])

    def draw(self, ranks: npt.NDArray[np.uint8]) -> Picture:
        """The picture of a board of ranks: rows, columns and three colours."""
        rows, columns = ranks.shape
        cells = self._tiles[ranks].transpose(0, 2, 1, 3, 4)
        return np.ascontiguousarray(cells.reshape(rows * CELL, columns * CELL, 3))
