"""Networks as arrays, and files of other programs.

The oracle is `Foreign`: it reads and writes the formats as their programs define them and
evaluates a board by loops over tables and images of the board. trey's values must equal its
values to the last bit."""

import os
import pathlib
import struct
import subprocess
import tempfile
import unittest
import warnings
from typing import Any, Iterator

import numpy as np

import trey
from trey import Evaluator, Learner, Network, Player, Rules

TYPES = {2: "<f2", 4: "<f4", 8: "<f8"}


def images(ranks: Any) -> Iterator[Any]:
    """The eight images of a board, an array of 4 x 4 ranks."""
    for turned in range(4):
        yield np.rot90(ranks, turned)
        yield np.rot90(ranks, turned)[:, ::-1]


class Foreign:
    """Tables of weights: (stage, cells, flat weights) with the first cell's digit lowest."""

    def __init__(self, tables: list) -> None:
        self.tables = tables

    @classmethod
    def random(cls, rng: Any, tuples: str, stages: int = 1, integers: bool = True) -> "Foreign":
        tables = []
        for stage in range(stages):
            for name in tuples.split():
                size = 16 ** len(name)
                weights = (rng.integers(-8000, 8000, size) if integers
                           else rng.normal(0, 500, size))
                weights[rng.random(size) < 0.2] = 0
                tables.append((stage, name, weights.astype(np.float32)))
        return cls(tables)

    def value(self, board: int, stage: int = 0, once: bool = False) -> float:
        ranks = np.array([board >> 4 * cell & 15 for cell in range(16)]).reshape(4, 4)
        total = 0.0
        for of, cells, weights in self.tables:
            for image in [ranks] if once else images(ranks):
                flat, index = image.ravel(), 0
                for place, cell in enumerate(cells):
                    index += int(flat[int(cell, 16)]) * 16 ** place
                total += float(weights[index]) if of == stage else 0.0
        return total

    def write_tdl(self, path: str, size: int = 4, mark: bytes = b"", text: bool = False,
                  coherence: bool = False, width: bool = True) -> None:
        data = mark + struct.pack("<BI", 0, len(self.tables))
        for stage, cells, weights in self.tables:
            several = any(of for of, *_ in self.tables)
            sign = f"{stage:x}" + "0" * (7 - len(cells)) + cells if several else cells
            if text:
                name = sign.encode().ljust(8)
            else:
                name = struct.pack("<IHH", int(sign, 16), len(sign) if width else 0, 0)
            data += b"\4" + name + struct.pack("<HQ", size, len(weights))
            data += weights.astype(TYPES[size]).tobytes()
            if coherence:
                data += struct.pack("<HQ", 4, 2 * len(weights)) + bytes(8 * len(weights))
            data += struct.pack("<H", 0)
        pathlib.Path(path).write_bytes(data)

    def write_bin(self, path: str, high: bool = False) -> None:
        data = struct.pack("<I", len(self.tables))
        for stage, cells, weights in self.tables:
            table = weights.reshape((16,) * len(cells))
            data += struct.pack("<Q", len(weights))
            data += np.ravel(table, "F" if high else "C").astype("<f4").tobytes()
        pathlib.Path(path).write_bytes(data)

    @classmethod
    def read(cls, path: str, tuples: str = "") -> "Foreign":
        """Reads what `Network.save` writes: .w of one stage, or .bin."""
        data, tables = pathlib.Path(path).read_bytes(), []
        if path.endswith(".bin"):
            count, at = struct.unpack_from("<I", data)[0], 4
            for name in tuples.split():
                size, = struct.unpack_from("<Q", data, at)
                tables.append((0, name, np.frombuffer(data, "<f4", size, at + 8)))
                at += 8 + 4 * size
            assert count == len(tables) and at == len(data)
            return cls(tables)
        code, count = struct.unpack_from("<BI", data)
        at = 5
        for _ in range(count):
            four, sign, width, zero, size, length = struct.unpack_from("<BIHHHQ", data, at)
            assert (code, four, zero, size) == (0, 4, 0, 4)
            tables.append((0, f"{sign:0{width}x}", np.frombuffer(data, "<f4", length, at + 19)))
            at += 19 + 4 * length + 2
        assert at == len(data)
        return cls(tables)


def random_boards(rng: Any, count: int = 60, most: int = 16) -> Any:
    ranks = rng.integers(0, most, (count, 16)).astype(np.uint64)
    return (ranks << (4 * np.arange(16, dtype=np.uint64))).sum(axis=1, dtype=np.uint64)


class Files(unittest.TestCase):
    def setUp(self) -> None:
        warnings.simplefilter("ignore", UserWarning)  # random weights are implausible
        self.rng = np.random.default_rng(7)
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.path = lambda name: os.path.join(place.name, name)

    def same(self, network: Network, foreign: Foreign, **about: Any) -> None:
        """Equal values to the last bit: all weights are multiples of the unit."""
        boards = random_boards(self.rng)
        for board, value in zip(boards.tolist(), network.evaluator(unit=0.25).values(boards)):
            self.assertEqual(np.float32(foreign.value(board, **about)), value, hex(board))

    def test_tdl(self) -> None:
        """All variants of .w files: types of numbers, names, marks, coherence tables."""
        foreign = Foreign.random(self.rng, "0123 0145 2546 9a")
        foreign.tables = [(stage, name, (weights / 8).round() / 2)
                          for stage, name, weights in foreign.tables]
        for options in ({}, {"size": 2}, {"size": 8}, {"mark": b"w"}, {"text": True},
                        {"coherence": True}, {"width": False, "text": False}):
            with self.subTest(options):
                path = self.path("network.w")
                foreign.write_tdl(path, **options)
                self.same(Network.load(path), foreign)

    def test_stages(self) -> None:
        foreign = Foreign.random(self.rng, "0124 5")
        both = Foreign.random(self.rng, "0124 5", stages=2)
        path = self.path("network.w")
        both.write_tdl(path)
        with self.assertRaisesRegex(trey.InvalidError, "2 stages, not 1"):
            Network.load(path)
        network = Network.load(path, stages="128")
        values = network.evaluator(unit=0.5).values
        early, late = random_boards(self.rng, most=7), random_boards(self.rng)
        late |= np.uint64(0xf)
        for board in early.tolist():
            self.assertEqual(both.value(board, 0), values(np.array([board], np.uint64))[0])
        for board in late.tolist():
            self.assertEqual(both.value(board, 1), values(np.array([board], np.uint64))[0])
        network.save(self.path("again.w"))
        self.assertEqual(pathlib.Path(path).read_bytes(),
                         pathlib.Path(self.path("again.w")).read_bytes())
        # A file of one stage initialises all.
        foreign.write_tdl(path)
        single = Network.load(path, stages="128")
        for board in late.tolist()[:9] + early.tolist()[:9]:
            self.assertEqual(foreign.value(board), single.evaluator(unit=0.5).value(board))

    def test_course(self) -> None:
        names, path = "0123 1256 f9", self.path("weights.bin")
        foreign = Foreign.random(self.rng, names)
        for first in ("low", "high"):
            foreign.write_bin(path, first == "high")
            self.same(Network.load(path, tuples=names, first=first), foreign)
        for tuples, text in ((None, "cells of its 3 tables: give"), ("0123 1256", "more tables .3. than"),
                             ("0123 1256 f9 04", "fewer tables .3. than"), ("0123 125 f9", "does not fit"),
                             ("0123 1257x f9", "not valid"), ("0123 3210 f9", "same cells")):
            with self.assertRaisesRegex(trey.InvalidError, text):
                Network.load(path, tuples=tuples)

    def test_once(self) -> None:
        """Tables looked up on the board alone: the mean over the images of the board."""
        names = "0123 4567 89ab cdef 048c 159d 26ae 37bf 0145 1256 2367 4589 569a 67ab " \
                "89cd 9ade abef"
        path = self.path("weights.bin")
        foreign = Foreign.random(self.rng, names)
        foreign.write_bin(path)
        network = Network.load(path, tuples=names, once=True)
        self.assertEqual(network.tuples, ("0123", "4567", "0145", "1256", "569a"))
        boards = random_boards(self.rng, 20)
        for board, value in zip(boards.tolist(),
                                network.evaluator(unit=0.25).values(boards)):
            ranks = np.array([board >> 4 * cell & 15 for cell in range(16)]).reshape(4, 4)
            mean = sum(foreign.value(sum(int(rank) << 4 * cell
                                         for cell, rank in enumerate(image.ravel())),
                                     once=True) for image in images(ranks)) / 8
            self.assertAlmostEqual(mean, value, delta=5 * 8 * 0.25 / 2)

    def test_numpy(self) -> None:
        """Arrays with an axis for each cell, flat ones, both orders, fewer ranks."""
        weights = {"012": self.rng.integers(-99, 99, (16, 16, 16)).astype(np.float32),
                   "51": self.rng.integers(-99, 99, (12, 12)).astype(np.int16)}
        foreign = Foreign([(0, "012", weights["012"].ravel("F")),
                           (0, "51", np.pad(weights["51"], (0, 4)).ravel("F"))])
        path = self.path("network.npz")
        for change in (lambda table: table, lambda table: np.asfortranarray(table),
                       lambda table: table.ravel(), lambda table: table.astype(np.float16),
                       lambda table: table.astype(np.float64),
                       lambda table: table.astype(np.int32)):
            np.savez(path, **{name: change(table) for name, table in weights.items()})
            self.same(Network.load(path), foreign)
        self.same(Network(weights), foreign)
        np.savez_compressed(path, **weights)
        with self.assertRaisesRegex(trey.InvalidError, "numpy.savez"):
            Network.load(path)
        for name, table, text in (("hello", weights["51"], "named by its cells"),
                                  ("01", np.zeros((16, 15)), "shape of a table"),
                                  ("01", np.zeros((17, 17)), "shape of a table"),
                                  ("01", np.zeros((2, 2, 2)), "shape of a table"),
                                  ("01", np.zeros((16, 16), complex), "type float16"),
                                  ("01", np.full((16, 16), np.nan), "not a finite"),
                                  ("deck", np.zeros((126, 7)), "126, 7, 7")):
            np.savez(path, **{name: table})
            with self.assertRaisesRegex(trey.InvalidError, text):
                Network.load(path)

    def test_rounding(self) -> None:
        """Any weights: rounded to multiples of a 32,767th of the largest one."""
        foreign = Foreign.random(self.rng, "0124 1259", integers=False)
        path = self.path("network.w")
        foreign.write_tdl(path)
        largest = max(np.abs(weights).max() for *_, weights in foreign.tables)
        unit = np.float32(largest) / np.float32(32767)
        rounded = Foreign([(stage, name, np.rint(weights / unit))
                           for stage, name, weights in foreign.tables])
        boards = random_boards(self.rng)
        network = Network.load(path)
        for board, value in zip(boards.tolist(), network.evaluator().values(boards)):
            self.assertEqual(np.float32(rounded.value(board)) * unit, value)
            self.assertLess(abs(foreign.value(board) - value), 16 * 0.51 * unit)

    def test_save(self) -> None:
        """What is saved is what the oracle reads, and what is loaded again."""
        names = "0123 0145 3698"
        foreign = Foreign.random(self.rng, names)
        weights = {name: table.reshape((16,) * 4).transpose(3, 2, 1, 0)
                   for _, name, table in foreign.tables}
        network = Network(weights)
        for end in (".w", ".bin"):
            network.save(self.path("saved" + end))
            self.same(network, Foreign.read(self.path("saved" + end), names))
            again = Network.load(self.path("saved" + end), tuples=names)
            again.save(self.path("again" + end))
            self.same(again, foreign)
        for end in (".npz", ".network"):
            network.save(self.path("saved" + end), unit=0.5)
            self.same(Network.load(self.path("saved" + end)), foreign)
        self.assertEqual(sorted(os.listdir(self.path(""))),
                         ["again.bin", "again.w", "saved.bin", "saved.network", "saved.npz",
                          "saved.w"])
        with self.assertRaises(trey.FileError):
            network.save(self.path("missing/network.npz"))
        with self.assertRaisesRegex(trey.InvalidError, "4x4"):
            Network({"01": np.zeros((4, 4))}, "window").save(self.path("x.w"))

    def test_networks(self) -> None:
        """Networks of trey to numpy and back: equal values, of all stages, with the deck."""
        for rules, tuples, options in (
                ("window", "0123 1256", {"stages": "24 48+24 96", "sums": True}),
                ("window,rows=2,cols=3", "0134 25", {}),
                ("2048", "0123 0124", {"stages": "64"}),
                ("2048", "0123 0124", {"sums": True, "discount": 0.99})):
            learner = Learner(rules, tuples, seed=3, **options)
            learner.run(games=300)
            first, second = self.path("one.network"), self.path("two.network")
            learner.export(first)
            Network.load(first, rules).save(self.path("numpy.npz"))
            network = Network.load(self.path("numpy.npz"), rules)
            unit = float.fromhex(pathlib.Path(first).read_bytes().split(b"unit ")[1]
                                 .split()[0].decode())
            network.save(second, unit=unit)
            boards = random_boards(self.rng, 300)
            boards &= np.uint64((1 << 4 * Rules(rules).cells) - 1)
            self.assertEqual(network.sums, options.get("sums", False))
            self.assertAlmostEqual(network.discount, options.get("discount", 1.0))
            theirs, ours = (Evaluator(f"network:{path}", rules).values(boards)
                            for path in (first, second))
            # The mean of all decks, for an unknown one, is of rounded weights.
            np.testing.assert_allclose(theirs, ours, atol=50 * unit, rtol=2e-7)
            if rules == "2048":
                self.assertEqual(theirs.tolist(), ours.tolist())
            with self.assertRaisesRegex(trey.InvalidError, "the network is for"):
                Network.load(first, "2048" if rules == "window" else "window,rows=3,cols=3")

    def test_play(self) -> None:
        """A trained network still plays after the way through .w, and learns on."""
        learner = Learner("2048", "0123 4567 0145", seed=1)
        learner.run(games=600)
        network = Network.of(learner)
        with self.assertRaisesRegex(trey.InvalidError, "deck"):
            network.save(self.path("trained.w"))
        network.save(self.path("trained.npz"))
        boards = random_boards(self.rng, most=9)
        np.testing.assert_array_equal(
            learner.evaluator().values(boards),
            Network.load(self.path("trained.npz")).evaluator().values(boards))
        network.deck = [None]
        network.save(self.path("trained.w"))
        imported = Network.load(self.path("trained.w"))
        imported.save(self.path("trained.network"))
        games = [trey.selfplay(player, "2048", games=20, depth=1) for player in (
            f"network:{self.path('trained.network')}", "random")]
        self.assertGreater(games[0].mean.mean, 2.5 * games[1].mean.mean)
        np.testing.assert_array_equal(network.evaluator().values(boards),
                                      imported.evaluator().values(boards))
        more = imported.learner(seed=9)
        more.run(games=200)
        self.assertGreater(more.progress.mean, 2.0 * games[1].mean.mean)
        self.assertTrue(Player(f"network:{self.path('trained.network')}", "2048"))

    def test_damaged(self) -> None:
        self.assertRaises(trey.InvalidError, Network, {}, "2048")
        """A file cut anywhere, or with a changed byte of its structure, is refused by one
        line, or has other weights; nothing large is allocated."""
        foreign = Foreign.random(self.rng, "012 34")
        files = {"a.w": {}, "b.w": {"coherence": True}, "c.bin": None, "d.npz": None}
        for name in files:
            path = self.path(name)
            if name.endswith(".w"):
                foreign.write_tdl(path, **files[name])
            elif name.endswith(".bin"):
                foreign.write_bin(path)
            else:
                np.savez(path, **{cells: table.reshape((16,) * len(cells))
                                  for _, cells, table in foreign.tables})
            data = pathlib.Path(path).read_bytes()
            Network.load(path, tuples="012 34")
            for cut in [*range(0, 60), *range(61, len(data), 997), len(data) - 1]:
                self.refused(path, data[:cut])
            self.refused(path, data + b"\0" * 3000)
            if name != "d.npz":
                for place in range(23):
                    for value in (0, 255, data[place] ^ 1, data[place] ^ 64):
                        self.refused(path, data[:place] + bytes([value]) + data[place + 1:],
                                     True)
            else:  # the checksums cover what the structure does not
                for place in range(0, len(data), 331):
                    self.refused(path, data[:place] + bytes([data[place] ^ 16])
                                 + data[place + 1:], True)
        for text in (b"", b"x", b"hello, world, this is not a network", b"\0" * 4096,
                     b"PK\5\6" + bytes(18), b"\x7fELF" + bytes(9999), b"P3\n1 1\n255\n0 0 0"):
            self.refused(self.path("a.w"), text)
        for path in ("missing.w", ""):
            with self.assertRaises(trey.FileError):
                Network.load(self.path(path))

    def refused(self, path: str, data: bytes, or_read: bool = False) -> None:
        pathlib.Path(path).write_bytes(data)
        try:
            Network.load(path, tuples="012 34")
        except (trey.InvalidError, trey.LimitError) as problem:
            self.assertNotIn("\n", str(problem))
            self.assertLess(len(str(problem)), 400)
        else:
            self.assertTrue(or_read, (path, len(data)))

    def test_values(self) -> None:
        """What the constructor refuses."""
        for weights, text in (({"0123456789": np.zeros(16)}, "1 to 7"),
                              ({"00": np.zeros((4, 4))}, "different"),
                              ({"01": np.zeros(4)}, "2 axes"),
                              ({"01": np.zeros((17, 17))}, "at most 16"),
                              ([{"01": np.zeros((4, 4))}, {"02": np.zeros((4, 4))}],
                               "same tuples")):
            with self.assertRaisesRegex(trey.InvalidError, text):
                Network(weights)
        with self.assertRaisesRegex(trey.InvalidError, "finite"):
            Network({"01": np.full((2, 2), np.inf)}).evaluator()
        with self.assertRaisesRegex(trey.InvalidError, "not valid|stage"):
            Network({"01": np.zeros((4, 4))}, stages="77").evaluator()
        for stages in ("", "16 32"):
            with self.assertRaisesRegex(trey.InvalidError, "stages"):
                Network([{"01": np.zeros((4, 4))}] * 2, stages=stages)
        with self.assertRaisesRegex(trey.InvalidError, "shape"):
            Network({"01": np.zeros((4, 4))}, deck=[np.zeros(5)])
        for unit in (-1.0, np.nan, np.inf):
            with self.assertRaisesRegex(trey.InvalidError, "unit"):
                Network({"01": np.ones((4, 4))}).evaluator(unit)
        with self.assertRaisesRegex(trey.InvalidError, "without tuples"):
            Network.of(Learner("2048,rows=2,cols=2"))
        self.assertIn("012", repr(Network({"012": np.zeros((4, 4, 4))})))

    def test_replaced_arrays(self) -> None:
        """Arrays that were replaced by others are checked before the library reads them."""
        network = Network({"0": np.arange(16), "12": np.zeros((16, 16))})
        network.weights[0][0] = np.arange(11, dtype=np.float32)  # filled up with 0
        values = network.evaluator(1.0).values(np.array([10, 11], np.uint64))
        self.assertEqual(values.tolist(), [20.0, 0.0])
        network.save(self.path("replaced.w"))
        self.assertEqual(Network.load(self.path("replaced.w")).weights[0][0].tolist(),
                         [*range(11), 0, 0, 0, 0, 0])
        for wrong in (np.zeros((2, 2)), np.zeros(17), np.zeros(())):
            network.weights[0][0] = wrong.astype(np.float32)
            self.assertRaises(trey.InvalidError, network.evaluator)
            self.assertRaises(trey.InvalidError, network.save, self.path("wrong.npz"))
        network = Network({"0": np.arange(16)})
        network.deck[0] = np.zeros(3, np.float32)
        self.assertRaises(trey.InvalidError, network.evaluator)
        network.deck = []
        self.assertRaises(trey.InvalidError, network.evaluator)
        network = Network({"0": np.arange(16)})
        network.weights[0].pop()
        self.assertRaises(trey.InvalidError, network.evaluator)
        self.assertFalse(os.path.exists(self.path("wrong.npz")))

    def test_command(self) -> None:
        """`trey train --import` writes the same network, and refuses what does not fit."""
        command = os.environ.get("TREY_COMMAND")
        if not command:
            self.skipTest("TREY_COMMAND does not name the command")
        foreign = Foreign.random(self.rng, "0123 0145 69")
        foreign.write_tdl(self.path("network.w"))
        foreign.write_bin(self.path("weights.bin"), high=True)

        def train(*options: str) -> Any:
            return subprocess.run([command, "train", "--rules", "2048", "--time-limit", "0",
                                   "--quiet", "--output", self.path("made.network"),
                                   "--force", "--unit", "0.5", *options],
                                  capture_output=True, text=True)

        boards = random_boards(self.rng)
        expected = [foreign.value(board) for board in boards.tolist()]
        for options in (["--import", self.path("network.w")],
                        ["--import", self.path("network.w"), "--alpha", "0.1"],
                        ["--import", self.path("weights.bin"), "--tuples", "0123 0145 69",
                         "--import-order", "high"]):
            done = train(*options)
            self.assertEqual(done.returncode, 0, done.stderr)
            made = Evaluator(f"network:{self.path('made.network')}", "2048").values(boards)
            self.assertEqual(made.tolist(), expected)
        for options, status, text in (
                (["--import", self.path("weights.bin")], 1, "give them as tuples"),
                (["--import", self.path("made.network")], 1, "not a file of weights"),
                (["--import", self.path("network.w"), "--tuples", "0123"], 1, "other cells"),
                (["--import", self.path("network.w"), "--initial", "9"], 2, "exclude"),
                (["--import-once"], 2, "requires --import")):
            done = train(*options)
            self.assertEqual(done.returncode, status, options)
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
