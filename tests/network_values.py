"""Compares values of networks, computed as docs/formats/network.md describes, with
trey's.

Usage: tests/network_values.py TREY [--whole] [NAME...]
Networks: those in data/, old ones in tests/cli/data/formats, some made by `trey train`,
and random ones written here in versions 3 to 8. tests/network_reader.py and trey
(TREY_LIBRARY) evaluate several hundred boards of each; all values must be equal. The
reader takes minutes for networks of more than 1 MB, which need --whole. The seed is
printed; TREY_TEST_SEED=N repeats it.
"""
import base64
import gzip
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

import network_reader
import trey

top = Path(__file__).resolve().parents[1]
BOARDS = 400
warnings.simplefilter("ignore")  # random weights are implausible


# --- boards -----------------------------------------------------------------------------------

def board_of(stage, network, rng, extra):
    """A random board with the tiles of a stage, in half of the cases with larger ones."""
    cells = network.rows * network.cols
    most = rng.choice([3, 6, 10])
    ranks = [rng.randint(0, most) for _ in range(cells)]
    places = rng.sample(range(cells), min(cells, len(stage.ranks) + extra))
    for place, rank in zip(places, stage.ranks):
        ranks[place] = rank
    for place in places[len(stage.ranks):]:
        ranks[place] = rng.randint(0, 15)
    return sum(rank << 4 * cell for cell, rank in enumerate(ranks))


def boards_for(network, rng):
    """The first stage is unpacked first, then the last ones before those that they include."""
    stages = network.stages[:1] + network.stages[:0:-1]
    boards = [board_of(stage, network, rng, 0) for stage in stages]
    return boards + [board_of(rng.choice(network.stages), network, rng, rng.choice([0, 0, 1, 2]))
                     for _ in range(BOARDS - len(boards))]


def check(path, rng):
    """Description of the first difference, or None."""
    network = network_reader.read(path)
    rules = trey.Rules("2048" if network.game == "2048" else "window",
                       rows=network.rows, cols=network.cols)
    evaluator = trey.Evaluator(f"network:{path}", rules)
    boards = boards_for(network, rng)
    theirs = evaluator.values(np.array(boards, dtype=np.uint64))
    requested = {network.stage_of(network.downgraded([board >> 4 * cell & 15 for cell in
                                                  range(network.rows * network.cols)]))
             for board in boards}
    if requested != set(range(len(network.stages))):
        return f"no board of some stages: {requested}"
    for board, value in zip(boards, theirs):
        mine = network.value(board)
        if mine != value:
            return f"board {board:016x}: {mine!r} by the page, {value!r} by trey"
    if len(set(theirs.tolist())) < BOARDS // 20:
        return "nearly all values are the same"
    return None


# --- networks of all versions, written here -----------------------------------------------------

def words_of(stage, tiles):
    return "+".join(str(tiles[rank]) for rank in stage)


def encode_old(weights):
    bits = np.packbits(weights != 0, bitorder="little").tobytes()
    code = [2 * w if w > 0 else -2 * w - 1 for w in weights[weights != 0].astype(int).tolist()]
    return bits + bytes(c & 255 for c in code) + bytes(c >> 8 for c in code)


class Encoder:
    """Writes the frames of a stage of version 6: the inverse of network_reader.Streams,
    without optimisation."""

    def __init__(self, deck):
        self.deck, self.flags = deck, [[] for _ in range(8)]
        self.lows, self.highs = [bytearray() for _ in range(144)], bytearray()

    def add_tuple(self, weights, lowest, base, n):
        weights = weights.astype(int).tolist()
        for index, weight in enumerate(weights):
            if lowest[index] != index:
                continue
            near = [weights[index - base ** k] for k in range(n) if index // base ** k % base]
            near = [one for one in near if one]
            self.flags[len(near)].append(weight != 0)
            if weight == 0:
                continue
            a = b = c = 0
            if near:
                size = sum(abs(one) for one in near)
                a = min(len(bin(size // len(near))) - 2, 7)
                while b < 5 and all(one % 2 ** (b + 1) == 0 for one in near):
                    b += 1
                if 3 * abs(sum(near)) >= size:
                    c = 1 if sum(near) > 0 else 2
            code = 2 * weight - 1 if weight > 0 else -2 * weight - 2
            self.lows[(6 * a + b) * 3 + c].append(code & 255)
            self.highs.append(code >> 8)

    def frames(self):
        flags = [np.packbits(np.array(one, dtype=bool), bitorder="little").tobytes()
                 for one in self.flags]
        contents = [self.deck, *flags, *map(bytes, self.lows), bytes(self.highs)]
        return b"".join(network_reader.compress(one) for one in contents)


def encode_7(weights, lowest, base, n):
    """The frame of a tuple from version 7 on: the inverse of network_reader.Streams7, without
    optimisation."""
    weights = weights.astype(int).tolist()
    bits, numbers = [[] for _ in range(91)], [bytearray() for _ in range(145)]
    steps = [base ** k for k in range(1, n)]
    for index, weight in enumerate(weights):
        if lowest[index] != index:
            continue
        steps_here = [step for step in steps if index // step % base]
        row = index - index % base
        total = sum(weights[row + i - step] != 0 for step in steps_here for i in range(base))
        near = [weights[index - step] for step in steps_here if weights[index - step]]
        bits[7 * (total // 8) + len(near)].append(weight != 0)
        if weight == 0:
            continue
        code = 2 * weight - 1 if weight > 0 else -2 * weight - 2
        numbers[network_reader.context_7(near)].append(min(code, 255))
        if code >= 255:
            numbers[144] += code.to_bytes(2, "little")
    streams = [np.packbits(np.array(one, dtype=bool), bitorder="little").tobytes() for one in bits]
    streams += map(bytes, numbers)
    sizes = np.array([len(one) for one in streams], "<u4").tobytes()
    return network_reader.compress(sizes + b"".join(streams))


def random_weights(rng, count):
    """Weights in patches, so that neighbours are of all kinds: sparse, large, coarse, of
    one sign."""
    size = 2.0 ** rng.integers(0, 16, count // 32 + 1)
    coarse = 2 ** rng.integers(0, 6, count // 32 + 1)
    share = rng.random(count // 32 + 1) ** 2
    lean = rng.choice([-1, 0, 1], count // 32 + 1)
    patch = np.arange(count) // 32
    signed = rng.uniform(-1, 1, count)
    signed = np.where(lean[patch] == 0, signed, lean[patch] * abs(signed))
    weights = (signed * size[patch]).astype(int) * coarse[patch]
    weights[rng.random(count) > share[patch]] = 0
    return np.clip(weights, -32768, 32767).astype(np.int16)


def write_random(path, version, game, shape, tuples, stages, rng, first=None, previous=None,
                 downgrades=True, discount=None):
    """A random network, with the header lines that the page lists for the version;
    `downgrades`: with `downgrade`, if the version and the game can have it; `discount`:
    of 2048 with sums."""
    tiles = network_reader.tiles_of(game)
    words = [words_of(stage, tiles) for stage in stages]
    lines = [f"trey network {version}", f"game {game}"]
    if shape != (4, 4):
        lines.append(f"board {shape[0]}x{shape[1]}")
    lines += ["tuples " + " ".join(tuples), "stages " + (" ".join(words) or "none")]
    if version == 4 or (version >= 6 and game == "2048" and downgrades):
        lines.append("downgrade 1024")
    sums = version == 5 or (version >= 6 and game == "threes") or discount is not None
    if sums:
        lines.append("values sums")
    if discount is not None and discount < 1:
        lines.append(f"discount {discount}")
    if version >= 6 and game == "threes":
        lines.append("exchanged 1 2")
    if first:
        lines.append("first-tuples " + " ".join(map(str, first)))
    if version >= 7 and stages:
        lines.append("previous " + " ".join(map(str, previous)))
    lines.append(f"unit {float(rng.choice([0.25, 1.0, 3.7])).hex()}")
    # The reader determines bases and equivalent indices; sizes and checksum are not known yet.
    draft = network_reader.Network.__new__(network_reader.Network)
    draft.lines = [line.split(" ") for line in lines]
    draft.lines += [["bytes", "0"]] * (len(stages) + 1) + [["xxh64", "0"]]
    draft._read_header()
    parts = []
    for stage in draft.stages:
        deck = rng.integers(-2000, 2000, 126 * 7 * 7).astype("<i4").tobytes()
        encoder, old = Encoder(deck), network_reader.compress(deck) if version >= 7 else deck
        for cells in draft.tuples[:stage.tuples]:
            lowest = draft.lowest_equivalents(stage, cells)
            weights = random_weights(rng, stage.base ** len(cells))[lowest]
            if version >= 7:
                old += encode_7(weights, lowest.tolist(), stage.base, len(cells))
            elif version == 6:
                encoder.add_tuple(weights, lowest.tolist(), stage.base, len(cells))
            else:
                weights[lowest != np.arange(len(lowest))] = 0
                old += encode_old(weights)
        parts.append(encoder.frames() if version == 6 else
                     old if version >= 7 else network_reader.compress(old))
    lines += [f"bytes {len(part)}" for part in parts]
    head = "".join(line + "\n" for line in lines).encode()
    weights = b"".join(parts)
    checksum = network_reader.xxh64(weights, network_reader.xxh64(head, 1))
    Path(path).write_bytes(head + b"xxh64 %016x\n\n" % checksum + weights)


def random_networks(work, seed):
    """Name and path of each."""
    rng = np.random.default_rng(seed)
    kinds = [
        (3, "threes", (4, 4), ["0123", "0145", "5678", "05af"], [[8], [8, 7], [10]], None),
        (3, "threes", (2, 3), ["012", "0134", "25"], [], None),
        (3, "2048", (3, 3), ["0124", "345"], [[6], [6, 6], [9]], None),
        (4, "2048", (4, 4), ["0123", "0145", "1256"], [[7], [7, 5], [8]], None),
        (5, "threes", (4, 4), ["0123", "1256", "048c"], [[9]], None),
        (5, "threes", (3, 4), ["0123", "59"], [], None),
        (6, "threes", (4, 4), ["0123", "0145", "36", "05af"], [[8], [8, 7], [10]], [4, 2, 3, 1]),
        (6, "threes", (2, 4), ["0123", "0145", "37"], [[6]], None),
        (6, "threes", (3, 3), ["0124", "4", "08"], [[15]], [2, 3]),
        (6, "2048", (4, 4), ["0123", "1256"], [[7], [7, 5], [8]], [2, 1, 1, 2]),
        (6, "2048", (1, 5), ["0123", "04"], [], None),
        (7, "threes", (4, 4), ["0123", "0145", "36", "05af"], [[8], [8, 7], [10]], [4, 2, 3, 1],
         [0, 1, 1]),
        (7, "threes", (4, 4), ["0125", "1256"], [[8], [8, 7], [10]], None, [0, 0, 2]),
        (7, "threes", (2, 4), ["0123", "0145", "37"], [[6]], None, [0]),
        (7, "threes", (3, 3), ["0124", "4", "08"], [[15]], [2, 3], [0]),
        (7, "2048", (4, 4), ["0123", "1256"], [[7], [7, 5], [8]], [2, 1, 1, 2], [0, 1, 1]),
        (7, "2048", (1, 5), ["0123", "04"], [], None),
        (8, "threes", (4, 4), ["0123", "0145", "36", "05af"], [[8], [8, 7], [10]], [4, 2, 3, 1],
         [0, 1, 1]),
        (8, "2048", (4, 4), ["0123", "1256"], [[7], [7, 5], [8]], [2, 1, 1, 2], [0, 1, 1]),
        (8, "2048", (1, 5), ["0123", "04"], [], None),
        (8, "2048", (1, 6), ["0123", "05"], [], None, None, False),
        (8, "2048", (4, 4), ["0123", "1256"], [[7], [8]], None, [0, 1], True, 0.999),
        (8, "2048", (2, 3), ["0123", "05"], [], None, None, False, 1.0),
    ]
    for number, (version, game, shape, tuples, stages, *more) in enumerate(kinds):
        path = f"{work}/random-{number}"
        write_random(path, version, game, shape, tuples, stages, rng, *more)
        yield f"random, version {version}, {game}, {shape[0]}x{shape[1]}", path


# --- networks of trey -------------------------------------------------------------------------

def trained_networks(work, command):
    kinds = {
        "trained-sums": ["--tuples", "01245 0145 05af", "--stages", "24 48+24 96"],
        "trained-points": ["--values", "points", "--tuples", "0123 456", "--stages", "48"],
        "trained-exchange": ["--exchange", "--tuples", "01245"],
        "trained-2x3": ["--rows", "2", "--cols", "3", "--tuples", "0134 25"],
        "trained-2048-sums": ["--rules", "2048", "--values", "sums", "--discount", "0.995",
                              "--tuples", "0123 1256", "--stages", "64", "--downgrade", "256"],
        "trained-2048": ["--rules", "2048", "--tuples", "0123 1256", "--stages", "64 128",
                         "--downgrade", "512"],
    }
    for name, options in kinds.items():
        path = f"{work}/{name}"
        subprocess.run([command, "train", *options, "--games", "300", "--minutes", "1",
                        "--threads", "1", "--output", path, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        yield name, path


def old_networks(work):
    for packed in sorted((top / "tests/cli/data/formats").glob("network-*.gz.b64")):
        name = packed.name.split(".")[0]
        path = f"{work}/{name}"
        data = gzip.decompress(base64.b64decode(packed.read_bytes()))
        Path(path).write_bytes(data)
        if int(re.match(rb"trey network (\d+)", data)[1]) >= 3:
            yield name, path


LARGE = 1_000_000  # bytes of a network that takes a minute


def main():
    command, *names = sys.argv[1:]
    whole = "--whole" in names
    names = [name for name in names if name != "--whole"]
    seed = int(os.environ.get("TREY_TEST_SEED", "1"))
    print(f"TREY_TEST_SEED={seed}")
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        def networks():
            yield from random_networks(work, seed)
            yield from old_networks(work)
            yield from trained_networks(work, command)
            for path in sorted((top / "data").glob("*.network")):
                yield f"data/{path.name}", str(path)

        for name, path in networks():
            if names and not any(one in name for one in names):
                continue
            if os.path.getsize(path) > LARGE and not whole:
                continue
            began = time.monotonic()
            difference = check(path, random.Random(seed))
            failed += difference is not None
            took = f"{time.monotonic() - began:.1f} s"
            print(f"not ok {name}: {difference}" if difference else f"ok     {name}, {took}",
                  flush=True)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
