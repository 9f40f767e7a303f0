"""Replays of other programs. The writers below follow the definitions of those programs:
the encoders of 2048Verse/2048-replay-utils and of 2048EndgameTablebase."""

import os
import pathlib
import struct
import tempfile
import unittest
from typing import Any

import trey
from trey import Direction, Game, Record, Rules

OLD = "".join(map(chr, range(32, 127))) + "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒá"
NEW = ("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×"
       "ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ¤¾")
END = (666666666, 233333333, 314159265, 987654321)


def played(rows: int = 4, cols: int = 4, seed: int = 1, most: int = 10 ** 9) -> Any:
    """First tiles as (cell, tile), the steps as (direction, cell, tile), and all boards, of
    a game."""
    game = Game(Rules("2048", rows=rows, cols=cols), seed)
    tiles = game.position.tiles.ravel().tolist()
    first = [(cell, tile) for cell, tile in enumerate(tiles) if tile]
    steps, boards, scores = [], [tiles], [0]
    while not game.over and len(steps) < most:
        direction = max(game.legal(), key=lambda one: (
            one in (Direction.DOWN, Direction.LEFT), game.position.gain(one)))
        move = game.move(direction)
        steps.append((direction, move.cell, move.tile))
        boards.append(game.position.tiles.ravel().tolist())
        scores.append(game.score)
    return first, steps, boards, scores


def old_text(first: Any, steps: Any, cols: int, head: str = "replay_") -> str:
    text = head
    for cell, tile in first:
        text += OLD[cell // cols + cell % cols * 4 + (16 if tile == 4 else 0)]
    for direction, cell, tile in steps:  # up, right, down, left
        text += OLD[direction * 32 + (16 if tile == 4 else 0) + cell // cols + cell % cols * 4]
    return text


def new_text(first: Any, steps: Any, cols: int, head: str) -> str:
    text = head
    for direction, cell, tile in [(0, *one) for one in first] + steps:
        move = {"UP": 0, "DOWN": 1, "LEFT": 2, "RIGHT": 3}[Direction(direction).name]
        code = move | (tile == 4) << 2 | cell % cols << 4 | cell // cols << 7 | 200 << 13
        text += "".join(NEW[code >> shift & 127] for shift in (14, 7, 0))
    return text


def big_endian(tiles: Any) -> int:
    board = 0
    for tile in tiles:
        board = board << 4 | max(tile.bit_length() - 1, 0)
    return board


FILE_MOVES = {"LEFT": 0, "RIGHT": 1, "UP": 2, "DOWN": 3}


def analysis(steps: Any, boards: Any, begin: int = 0, last: int = 0) -> bytes:
    data = b""
    for (direction, cell, tile), tiles in list(zip(steps, boards))[begin:]:
        code = FILE_MOVES[Direction(direction).name] << 5 | cell << 1 | (tile == 4)
        data += struct.pack("<QB4I", big_endian(tiles), code, 1, 2, 3, 4)
    return data + struct.pack("<QB4I", last, 88, *END)


def tester_file(steps: Any, boards: Any, scores: Any) -> bytes:
    data = struct.pack("<QIB", big_endian(boards[0]), 0, 0)
    for (direction, *_), tiles, score in zip(steps, boards[1:], scores[1:]):
        data += struct.pack("<QIB", big_endian(tiles), score,
                            FILE_MOVES[Direction(direction).name] + 1)
    return data


class Replays(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.path = os.path.join(place.name, "replay")

    def read(self, data: bytes) -> list:
        pathlib.Path(self.path).write_bytes(data)
        return Record.read(self.path)

    def same(self, record: Record, steps: Any, score: int) -> None:
        self.assertEqual([(step.slide, step.cell, 1 << step.rank) for step in record],
                         [(direction, cell, tile) for direction, cell, tile in steps])
        self.assertEqual(record.score, score)

    def test_verse(self) -> None:
        for rows, cols, heads in ((4, 4, ("replay_", "replay:", "4x4-1_", "4x4-_")),
                                  (3, 3, ("replay_3x3", "3x3-1_")),
                                  (2, 4, ("replay_2x4", "2x4-1_")),
                                  (3, 4, ("replay_3x4", "3x4-x_"))):
            for seed in range(3):
                first, steps, _, scores = played(rows, cols, seed)
                for head in heads:
                    write = old_text if head.startswith("r") else new_text
                    text = write(first, steps, cols, head)
                    for data in (text.encode(), text.encode("utf-16"),
                                 text.encode("utf-8-sig") + b"\r\n"):
                        record, = self.read(data)
                        self.same(record, steps, scores[-1])
                        record.replay(whole=True)
        both = self.read((text + "\n\n" + text + "\n" + record.text()).encode())
        self.assertEqual(both, [record] * 3)

    def test_files(self) -> None:
        _, steps, boards, scores = played(seed=4)
        record, = self.read(tester_file(steps, boards, scores))
        self.same(record, steps, scores[-1])
        record.replay(whole=True)
        record, = self.read(analysis(steps, boards))
        self.same(record, steps, scores[-1])
        record, = self.read(analysis(steps, boards, 40, big_endian(boards[-1])))
        self.same(record, steps[40:], scores[-1] - scores[40])
        self.assertEqual(record.start.tiles.ravel().tolist(), boards[40])
        self.assertEqual(record.review("heuristic", depth=1).slides[0].played, steps[40][0])

    def test_refused(self) -> None:
        """One line each; a change of any character is refused or is another game."""
        first, steps, boards, scores = played(seed=2, most=30)
        text = new_text(first, steps, 4, "4x4-1_")
        old = old_text(first, steps, 4)
        for bad, says in (("replay", "no first tiles"), ("4x4-1_", "no first tiles"),
                          ("replay_  ", "in one cell"), (text[:-1], "cut off"),
                          ("9x9-1_000", "9 x 9"), ("0x4-1_000", "0 x 4"),
                          ("9" * 5000 + "x4-1_000", "neither"), ("٤x٤-1_000", "neither"),
                          (text[:20] + "\t" + text[21:], "character 21"),
                          (old[:9] + "¿", "character 10"), ("3x3-1_" + text[6:], "tile|move"),
                          (text + text[-3:], "illegal|another tile")):
            with self.assertRaisesRegex(trey.InvalidError, says) as caught:
                self.read(bad.encode())
            self.assertNotIn("\n", str(caught.exception))
            self.assertIn(f"{self.path}:1: ", str(caught.exception))
        data = tester_file(steps, boards, scores)
        with self.assertRaisesRegex(trey.InvalidError, "next board"):
            self.read(data[:13 * 5] + data[13 * 6:])
        part = analysis(steps, boards)
        with self.assertRaisesRegex(trey.InvalidError, "illegal|another tile"):
            self.read(part[:25] + part[50:])
        with self.assertRaisesRegex(trey.InvalidError, "no moves"):
            self.read(part[-25:])
        for line in (text.encode(), old.encode(), data, part):
            for place in range(0, len(line), 7):
                try:
                    self.read(line[:place] + bytes([line[place] ^ 5]) + line[place + 1:])
                except trey.InvalidError as problem:
                    self.assertLess(len(str(problem)), 300)
        self.assertRaises(trey.FileError, Record.read, self.path + ".missing")
        self.assertRaises(trey.InvalidError, self.read, bytes(range(256)))


if __name__ == "__main__":
    unittest.main()
