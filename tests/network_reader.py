"""A reader of network files, written from docs/formats/network*.md alone.

It tests that page: tests/network_values.py compares its values with trey's. Where they
differ, the page or trey is wrong; do not repair this file by looking at trey's sources.
It is slow: a big network takes minutes. Needs numpy and the shared library
of zstd.
"""
import ctypes
import ctypes.util
import math

import numpy as np

DECK = (126, 7, 7)
FRAMES = 154
MASK = (1 << 64) - 1


# --- zstd and XXH64 ---------------------------------------------------------------------------

_zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
_zstd.ZSTD_findFrameCompressedSize.restype = ctypes.c_size_t
_zstd.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
_zstd.ZSTD_decompress.restype = ctypes.c_size_t
_zstd.ZSTD_compress.restype = ctypes.c_size_t
_zstd.ZSTD_compressBound.restype = ctypes.c_size_t


def frames(data):
    """The contents of the zstd frames in `data`, one after the other."""
    while data:
        size = _zstd.ZSTD_findFrameCompressedSize(data, ctypes.c_size_t(len(data)))
        room = _zstd.ZSTD_getFrameContentSize(data, ctypes.c_size_t(size))
        content = ctypes.create_string_buffer(room + 1)
        got = _zstd.ZSTD_decompress(content, ctypes.c_size_t(room), data, ctypes.c_size_t(size))
        if size > len(data) or got != room:
            raise ValueError("not a zstd frame with the size of its content")
        yield content.raw[:room]
        data = data[size:]


def compress(data):
    """One zstd frame, for the test's own networks."""
    room = _zstd.ZSTD_compressBound(ctypes.c_size_t(len(data)))
    frame = ctypes.create_string_buffer(room)
    size = _zstd.ZSTD_compress(frame, ctypes.c_size_t(room), data, ctypes.c_size_t(len(data)), 3)
    return frame.raw[:size]


try:
    _xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    _xxhash.XXH64.restype = ctypes.c_uint64
except OSError:
    _xxhash = None


def xxh64(data, seed):
    """XXH64 by the library if it is installed, otherwise as specified."""
    if _xxhash is not None:
        return _xxhash.XXH64(data, ctypes.c_size_t(len(data)), ctypes.c_uint64(seed))
    p1, p2, p3, p4, p5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                          0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)

    def turn(x, bits):
        return ((x << bits) | (x >> (64 - bits))) & MASK

    def mix(lane, word):
        return turn((lane + word * p2) & MASK, 31) * p1 & MASK

    words, at = memoryview(data), 0
    if len(data) >= 32:
        lanes = [(seed + p1 + p2) & MASK, (seed + p2) & MASK, seed, (seed - p1) & MASK]
        while at + 32 <= len(data):
            for i in range(4):
                lanes[i] = mix(lanes[i], int.from_bytes(words[at:at + 8], "little"))
                at += 8
        h = sum(turn(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            h = ((h ^ mix(0, lane)) * p1 + p4) & MASK
    else:
        h = (seed + p5) & MASK
    h = (h + len(data)) & MASK
    while at + 8 <= len(data):
        h = (turn(h ^ mix(0, int.from_bytes(words[at:at + 8], "little")), 27) * p1 + p4) & MASK
        at += 8
    if at + 4 <= len(data):
        h = (turn(h ^ int.from_bytes(words[at:at + 4], "little") * p1 & MASK, 23) * p2 + p3) & MASK
        at += 4
    for byte in words[at:]:
        h = turn(h ^ byte * p5 & MASK, 11) * p1 & MASK
    h = (h ^ h >> 33) * p2 & MASK
    h = (h ^ h >> 29) * p3 & MASK
    return h ^ h >> 32


# --- boards -----------------------------------------------------------------------------------

def tiles_of(game):
    """The tiles by rank."""
    if game == "2048":
        return [0] + [1 << rank for rank in range(1, 16)]
    return [0, 1, 2] + [3 << i for i in range(13)]


def symmetries(rows, cols):
    """For each image of the board, in the order of the section Values, the source cell of
    each cell."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    turned = cells.T if rows == cols else cells
    four = [cells, cells[:, ::-1], turned, turned[:, ::-1]]
    return [image.reshape(-1) for image in four + [image[::-1] for image in four]]


def exchange_of(cells, rows, cols):
    """For each cell of a tuple, as its place in the tuple: the place it is swapped with
    by the first symmetry that maps the tuple onto itself."""
    board = np.arange(rows * cols).reshape(rows, cols)
    maps = [board[:, ::-1], board.T, board[::-1], board[::-1, ::-1], board[::-1, ::-1].T]
    for image in maps:
        if image.shape != board.shape or (rows != cols and image is maps[1] or
                                          rows != cols and image is maps[4]):
            continue
        to = [int(image.reshape(-1)[cell]) for cell in cells]
        if sorted(to) == list(cells):
            return [cells.index(cell) for cell in to]
    return list(range(len(cells)))


# --- the file ---------------------------------------------------------------------------------

class Stage:
    """The header's data of one stage, and its weights once they are unpacked."""

    def __init__(self, ranks):
        self.ranks = ranks  # of its tiles, descending
        self.base = self.tuples = self.packed = None
        self.deck = self.weights = None


class Network:
    def __init__(self, data):
        head, self.weights_at = data[:1024].split(b"\n\n", 1)[0], 0
        self.weights_at = len(head) + 2
        self.lines = [line.split(" ") for line in head.decode("ascii").split("\n")]
        self._read_header()
        lines_above = head[:head.rindex(b"xxh64 ")]
        if xxh64(data[self.weights_at:], xxh64(lines_above, 1)) != self.checksum:
            raise ValueError("the checksum is wrong")
        at = self.weights_at
        for stage, size in zip(self.stages, self.sizes):
            stage.packed = data[at:at + size]
            at += size
        if at != len(data):
            raise ValueError("the size is wrong")

    def _line_named(self, name):
        """The words of the next line if it has this name, else None."""
        if self.lines and self.lines[0][0] == name:
            return self.lines.pop(0)[1:]
        return None

    def _read_header(self):
        self.version = int(self._line_named("trey")[1])
        self.game, = self._line_named("game")
        shape = self._line_named("board")
        self.rows, self.cols = map(int, shape[0].split("x")) if shape else (4, 4)
        self.tuples = [[int(cell, 16) for cell in word] for word in self._line_named("tuples")]
        tiles = tiles_of(self.game)
        self.stages = [Stage([])] + [Stage([tiles.index(int(tile)) for tile in word.split("+")])
                                     for word in self._line_named("stages") if word != "none"]
        downgrade = self._line_named("downgrade")
        self.downgrade = tiles.index(int(downgrade[0])) if downgrade else None
        self.sums = self._line_named("values") is not None
        discount = self._line_named("discount")
        self.discount = float(np.float32(discount[0])) if discount else 1.0
        self.exchanged = self._line_named("exchanged") is not None
        first = self._line_named("first-tuples") or [len(self.tuples)] * len(self.stages)
        self.previous = self._line_named("previous")
        self.unit = np.float32(float.fromhex(self._line_named("unit")[0]))
        self.sizes = [int(self._line_named("bytes")[0]) for _ in self.stages]
        self.checksum = int(self._line_named("xxh64")[0], 16)
        for i, stage in enumerate(self.stages):
            stage.tuples = int(first[i])
            has_16 = self.game == "2048" and (self.version < 8 or self.downgrade is None)
            stage.base = 16 if has_16 else 15
            for later in self.stages[i + 1:]:
                if len(later.ranks) == 1 and later.ranks[0] > (stage.ranks or [0])[0]:
                    stage.base = later.ranks[0]
                    break

    def stage_of(self, ranks, among=None):
        """Number of the stage of a board, given by the ranks of its cells in any
        order."""
        largest, found = sorted(ranks, reverse=True), 0
        for i, stage in enumerate(self.stages[:among]):
            if all(largest[k] >= rank for k, rank in enumerate(stage.ranks)):
                found = i
        return found

    def previous_of(self, number):
        """Number of the previous stage."""
        if self.previous is not None:
            return int(self.previous[number - 1])
        ranks = self.stages[number].ranks
        return self.stage_of(list(ranks) + [0] * (self.rows * self.cols - len(ranks)), number)

    # --- weights ---

    def unpack(self, number):
        """The stage, with deck and weights."""
        stage = self.stages[number]
        if stage.weights is not None:
            return stage
        if self.version >= 7:
            deck, weights = self._unpack_7(stage)
        elif self.version == 6:
            deck, weights = self._unpack_6(stage)
        else:
            deck, weights = self._unpack_old(stage)
        stage.deck = np.frombuffer(deck, dtype="<i4").reshape(DECK)
        if number > 0:
            before = self.unpack(self.previous_of(number))
            for i, cells in enumerate(self.tuples[:min(stage.tuples, before.tuples)]):
                n = len(cells)
                part = (slice(0, before.base),) * n
                with np.errstate(over="ignore"):
                    weights[i].reshape((stage.base,) * n)[part] += \
                        before.weights[i].reshape((before.base,) * n)
        stage.weights = weights
        return stage

    def lowest_equivalents(self, stage, cells):
        """For each index of a tuple the lowest of its equivalent indices."""
        n, base = len(cells), stage.base
        exchange = exchange_of(cells, self.rows, self.cols)
        lowest = np.arange(base ** n, dtype=np.int32)
        for swap in (False, True) if self.exchanged else (False,):
            ranks = np.arange(base, dtype=np.int32)
            if swap:
                ranks[1:3] = 2, 1
            for places in (list(range(n)), exchange):
                if places == sorted(places) and not swap:
                    continue  # each index is equivalent only to itself
                tied = np.zeros((base,) * n, np.int32)  # the last cell's digit is the first axis
                for k in range(n):
                    part = ranks * base ** places[k]
                    tied += part.reshape([base if axis == n - 1 - k else 1 for axis in range(n)])
                np.minimum(lowest, tied.reshape(-1), out=lowest)
        return lowest

    def _unpack_old(self, stage):
        content, = frames(stage.packed)
        at = 4 * 126 * 7 * 7
        deck, weights = content[:at], []
        for cells in self.tuples:
            count = stage.base ** len(cells)
            size = (count + 7) // 8
            bits = np.frombuffer(content, np.uint8, size, at)
            stored = np.flatnonzero(np.unpackbits(bits, bitorder="little")[:count])
            at += size
            low = np.frombuffer(content, np.uint8, len(stored), at).astype(np.int32)
            high = np.frombuffer(content, np.uint8, len(stored), at + len(stored)).astype(np.int32)
            at += 2 * len(stored)
            code = low | high << 8
            all_weights = np.zeros(count, np.int16)
            all_weights[stored] = np.where(code % 2 == 0, code // 2, -(code + 1) // 2)
            weights.append(all_weights[self.lowest_equivalents(stage, cells)])
        if at != len(content):
            raise ValueError("the stage has bytes that are not its tuples'")
        return deck, weights

    def _unpack_6(self, stage):
        content = list(frames(stage.packed))
        if len(content) != FRAMES:
            raise ValueError("the stage has not 154 frames")
        streams = Streams(content)
        weights = [streams.read_tuple(self.lowest_equivalents(stage, cells), stage.base, len(cells))
                   for cells in self.tuples[:stage.tuples]]
        streams.check_end()
        return content[0], weights

    def _unpack_7(self, stage):
        deck, *content = frames(stage.packed)
        if len(content) != stage.tuples:
            raise ValueError("the stage has not a frame for each tuple")
        return deck, [Streams7(one).read(self.lowest_equivalents(stage, cells), stage.base)
                      for one, cells in zip(content, self.tuples)]

    # --- values ---

    def downgraded(self, ranks):
        """The board that is evaluated in place of this one."""
        ranks = list(ranks)
        while self.downgrade is not None and max(ranks) >= self.downgrade:
            missing = max((rank for rank in range(1, max(ranks)) if rank not in ranks), default=None)
            if missing is None:
                break
            ranks = [rank - 1 if rank > missing else rank for rank in ranks]
        return ranks

    def value(self, board):
        """The value that Evaluator.values returns for a board: a hexadecimal digit for
        each cell, the first cell's the lowest."""
        given = [board >> 4 * cell & 15 for cell in range(self.rows * self.cols)]
        ranks = self.downgraded(given)
        stage = self.unpack(self.stage_of(ranks))
        deck = 0 if self.game == "2048" else 125
        number = int(stage.deck[deck, min(ranks.count(1), 6), min(ranks.count(2), 6)])
        looked = [14 if rank == 15 and stage.base == 15 else rank for rank in ranks]
        for image in symmetries(self.rows, self.cols):
            for cells, weights in zip(self.tuples, stage.weights):
                index = sum(looked[image[cell]] * stage.base ** k for k, cell in enumerate(cells))
                number += int(weights[index])
        rest = np.float32(number) * self.unit
        tiles = tiles_of(self.game)
        if self.game == "2048":
            return self.points_of_sum(sum(tiles[rank] for rank in given), rest)
        points = sum(3 ** (rank - 2) for rank in ranks if rank > 2)
        if not self.sums:
            return rest + np.float32(points)
        total = sum(tiles[rank] for rank in ranks)
        grows = float(rest + np.float32(total)) - total
        return np.float32(points + 531441 / 12288 * grows)


    def points_of_sum(self, total, value):
        """The reported value in 2048: a growth of the tile sum as points."""
        def points(x):
            part, exponent = math.frexp(x)  # x = part * 2 ** exponent, 0.5 <= part < 1
            return x * max(exponent - 2.0 + 2.0 * part - 2.2, 0.0)

        if not self.sums or value <= 0:
            return value
        more = float(value) * max(10000.0 * (1.0 - self.discount), 1.0)
        return np.float32(points(total + 1.0 + more) - points(total + 1.0))


class Streams:
    """The frames of a stage of version 6, each with its reading position."""

    def __init__(self, content):
        self.flags = [np.unpackbits(np.frombuffer(frame, np.uint8), bitorder="little").tobytes()
                      for frame in content[1:9]]  # frames 2 to 9, a byte for each bit
        self.lows = content[9:153]  # frames 10 to 153
        self.highs = content[153]
        self.flag_at, self.low_at, self.high_at = [0] * 8, [0] * 144, 0

    def check_end(self):
        whole = all(0 <= len(flags) - at < 8 for flags, at in zip(self.flags, self.flag_at))
        whole = whole and [len(low) for low in self.lows] == self.low_at
        if not whole or len(self.highs) != self.high_at:
            raise ValueError("frames have bytes that are no weights")

    def read_weight(self, near):
        """The next weight; `near` are its neighbours, in which zeros are ignored."""
        count = s = sizes = bits = 0
        for weight in near:
            if weight:
                count += 1
                s += weight
                sizes += weight if weight > 0 else -weight
                bits |= weight  # its lowest set bit is that of the least divisible weight
        at = self.flag_at[count]
        self.flag_at[count] = at + 1
        if not self.flags[count][at]:
            return 0
        frame = 0
        if count:
            a = (sizes // count).bit_length()
            b = (bits & -bits).bit_length() - 1
            c = 0 if 3 * abs(s) < sizes else 1 if s > 0 else 2
            frame = (6 * (a if a < 7 else 7) + (b if b < 5 else 5)) * 3 + c
        at = self.low_at[frame]
        self.low_at[frame] = at + 1
        code = self.lows[frame][at] | self.highs[self.high_at] << 8
        self.high_at += 1
        return (code + 1) // 2 if code % 2 else -(code + 2) // 2

    def read_tuple(self, lowest, base, n):
        """All weights of a tuple. Rows of `base` weights, in which only the first cell's
        digit differs, are kept as lists; rows of zeros, the majority, as None."""
        count = base ** (n - 1)
        stored = (lowest == np.arange(base ** n)).reshape(count, base)
        all_stored, stored_in = stored.all(axis=1).tobytes(), stored.sum(axis=1).tolist()
        lowest = lowest.reshape(count, base)
        rows, digits = [None] * count, [0] * (n - 1)
        steps = [base ** k for k in range(n - 1)]
        none, flag_at = self.flags[0], self.flag_at
        for k in range(count):
            near_rows = [rows[k - step] for step, digit in zip(steps, digits)
                         if digit and rows[k - step] is not None]
            first = None if all_stored[k] else lowest[k].tolist()
            quiet = not near_rows
            if quiet and first is not None:  # no equivalent weight in an earlier row is non-zero
                quiet = all(rows[tied // base] is None for tied in first if tied // base != k)
            end = flag_at[0] + stored_in[k]
            if quiet and none.find(1, flag_at[0], end) < 0:
                flag_at[0] = end
            else:
                row, before, filled = [], 0, False
                rows[k] = row
                columns = list(zip(*near_rows)) or [()] * base
                for i in range(base):
                    if first is not None and first[i] != k * base + i:
                        tied_row, place = divmod(first[i], base)
                        before = rows[tied_row][place] if rows[tied_row] is not None else 0
                    else:
                        before = self.read_weight(columns[i] + (before,))
                    row.append(before)
                    filled = filled or before != 0
                if not filled:
                    rows[k] = None
            for place in range(n - 1):
                digits[place] += 1
                if digits[place] < base:
                    break
                digits[place] = 0
        weights = np.zeros((count, base), np.int16)
        for k, row in enumerate(rows):
            if row is not None:
                weights[k] = row
        return weights.reshape(-1)


def context_7(near):
    """The number of a weight's context from version 7 on, for its neighbours that are not 0."""
    near = [min(max(weight, -4095), 4095) for weight in near]
    if not near:
        return 0
    sizes = [abs(weight) for weight in near]
    a = (sum(sizes) // len(sizes)).bit_length()
    b = min((size & -size).bit_length() - 1 for size in sizes)
    c = 0 if 2 * abs(sum(near)) < sum(sizes) else 1 if sum(near) > 0 else 2
    return (6 * min(a, 7) + min(b, 5)) * 3 + c


class Streams7:
    """The streams of a tuple from version 7 on, each with its reading position."""

    def __init__(self, content):
        sizes = np.frombuffer(content, "<u4", 236)
        ends = np.cumsum(sizes) + 4 * 236
        if ends[-1] != len(content):
            raise ValueError("the sizes of the streams do not add up")
        self.streams = [content[end - size:end] for end, size in zip(ends, sizes)]
        self.flags = [np.unpackbits(np.frombuffer(one, np.uint8), bitorder="little").tobytes()
                      for one in self.streams[:91]]  # a byte for each bit
        self.at = [0] * 236

    def check_end(self):
        for i, (stream, at) in enumerate(zip(self.streams, self.at)):
            if len(stream) != ((at + 7) // 8 if i < 91 else at):
                raise ValueError("streams have bytes that are no weights")

    def read_byte(self, stream):
        at = self.at[stream]
        self.at[stream] += 1
        return self.streams[stream][at]

    def read_weight(self, near, first_stream):
        """The next weight; first_stream: 7 t of the row."""
        near = [weight for weight in near if weight]
        stream = first_stream + len(near)
        at = self.at[stream]
        self.at[stream] = at + 1
        if not self.flags[stream][at]:
            return 0
        code = self.read_byte(91 + context_7(near))
        if code == 255:
            code = self.read_byte(235)
            code |= self.read_byte(235) << 8
        return (code + 1) // 2 if code % 2 else -(code + 2) // 2

    def read(self, lowest, base):
        """All weights. Rows are kept as lists; rows of zeros as None."""
        count = len(lowest) // base
        stored = (lowest == np.arange(len(lowest))).reshape(count, base)
        all_stored, stored_in = stored.all(axis=1).tobytes(), stored.sum(axis=1).tolist()
        lowest = lowest.reshape(count, base)
        steps = [base ** k for k in range(6) if base ** k < count]
        rows, nonzero = [None] * count, [0] * count
        for k in range(count):
            near_rows, total = [], 0
            for step in steps:
                if k // step % base and nonzero[k - step]:
                    near_rows.append(rows[k - step])
                    total += nonzero[k - step]
            first = None if all_stored[k] else lowest[k].tolist()
            if not near_rows:
                end = self.at[0] + stored_in[k]
                quiet = first is None or all(rows[tied // base] is None for tied in first
                                             if tied // base != k)
                if quiet and self.flags[0].find(1, self.at[0], end) < 0:
                    self.at[0] = end
                    continue
            row, stream = [], total // 8 * 7
            columns = list(zip(*near_rows)) or [()] * base
            for i in range(base):
                if first is None or first[i] == k * base + i:
                    row.append(self.read_weight(columns[i], stream))
                elif first[i] // base == k:
                    row.append(row[first[i] % base])
                else:
                    tied = rows[first[i] // base]
                    row.append(tied[first[i] % base] if tied is not None else 0)
            nonzero[k] = base - row.count(0)
            rows[k] = row if nonzero[k] else None
        self.check_end()
        weights = np.zeros((count, base), np.int16)
        for k, row in enumerate(rows):
            if row is not None:
                weights[k] = row
        return weights.reshape(-1)


def read(path):
    with open(path, "rb") as file:
        return Network(file.read())
