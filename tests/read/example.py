#!/usr/bin/env python3
"""Draws the pictures that the examples of docs/man/trey-read.1 name, into the current directory."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from draw import draw_position, load_glyphs  # noqa: E402

GLYPHS = load_glyphs(os.path.join(HERE, "../../src/picture/glyph_table.c"))
GAME = [  # two moves to the left
    ([0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [2]),
    ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2], [1]),
    ([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1], [3]),
]
for number, (board, cards) in enumerate(GAME, 1):
    draw_position(GLYPHS, board, cards).save(f"{number:02}.png")
os.mkdir("shots")
draw_position(GLYPHS, [3, 3, 6, 12, 1, 2, 0, 24, 0, 0, 0, 3, 1, 0, 0, 0], [2]).save("shot.png")
