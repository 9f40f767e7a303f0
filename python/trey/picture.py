"""Positions from screenshots."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from . import _library as c
from ._library import lib
from .session import Session


def read_picture(array: Any) -> dict[str, Any]:
    """The position that a picture shows.

    `array` has rows, columns and three or four channels (red, green, blue, alpha) of
    type uint8, as PIL and matplotlib give it; at most four million pixels. The result has
    the members of `picture` in docs/formats/engine.md: `problem` if there is no
    position, else `board`, `confidence`, `rules`, `hex`, `next` and others. Raises
    InvalidError for a wrong shape or type, and an Error for a picture that is too large.

    >>> read_picture(np.zeros((8, 8, 3), np.uint8))["problem"]
    'no_board'
    """
    pixels = np.asarray(array)
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in (3, 4):
        raise c.invalid("a picture is an array (rows, columns, 3 or 4) of uint8, not "
                        f"{pixels.shape} of {pixels.dtype}")
    height, width = pixels.shape[:2]
    if pixels.shape[2] == 3:
        pixels = np.dstack((pixels, np.full((height, width), 255, np.uint8)))
    data = pixels.tobytes()
    session = Session(player="heuristic")
    c.call(lib.trey_engine_pixels, session._handle, data, len(data))
    return session.ask(f"picture {width} {height}")
