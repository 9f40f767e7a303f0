"""The weights of n-tuple networks as numpy arrays, and files of other programs."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import tempfile
from typing import Any, BinaryIO, Iterator, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._library import lib
from .learn import Learner
from .rules import Rules, rules_of
from .search import Evaluator

Weights = npt.NDArray[np.float32]
Path = Union[str, "os.PathLike[str]"]

_DECK_SHAPE = (126, 7, 7)
TRUST = 1e6


class Network:
    """The weights of an n-tuple network (docs/formats/weights.md).

    weights: for each tuple, named by its cells as hexadecimal digits, an array with an
        axis for each cell in the order of the name: the index along it is the rank in
        that cell. An axis has 16 entries; shorter ones are filled up with 0. With several
        stages a list of such dictionaries, one for each stage.
    stages: tiles with which the second and later stages begin, as `Learner` takes them.
    sums: values are tile sums, not points.
    discount: in 2048 with sums, discount factor per move: what comes n moves later is
        multiplied by discount ** n.
    deck: for each stage the array of the deck, of shape (126, 7, 7), or None.

    The value of a board is the sum over the tuples and the eight images of the board
    (rotations and reflections). In 2048 it is that of a board after a move, in Threes! of
    one in which a tile has just spawned: the points, or the tile sum, still to come.

    >>> weights = {"01": np.zeros((16, 16), np.float32)}
    >>> weights["01"][3, 3] = 5.0
    >>> Network(weights, "2048").evaluator().value(0x33)
    10.0
    """

    def __init__(self, weights: Union[Mapping[str, npt.ArrayLike],
                                      Sequence[Mapping[str, npt.ArrayLike]]],
                 rules: Union[Rules, str] = "2048", stages: str = "", sums: bool = False,
                 deck: Optional[Sequence[Optional[npt.ArrayLike]]] = None,
                 discount: float = 1.0) -> None:
        given = [weights] if isinstance(weights, Mapping) else list(weights)
        self.rules = rules_of(rules)
        self.stages = stages
        self.sums = sums
        self.discount = discount
        #: Cells of the tuples as hexadecimal digits.
        self.tuples: tuple[str, ...] = tuple(given[0]) if given else ()
        #: For each stage and tuple the array of its weights.
        self.weights: list[list[Weights]] = []
        for stage in given:
            if tuple(stage) != self.tuples:
                raise c.invalid("all stages have the same tuples, in the same order")
            self.weights.append([_filled(name, table) for name, table in stage.items()])
        #: For each stage the array of the deck.
        self.deck: list[Optional[Weights]] = [
            None if one is None else _deck(one).copy()
            for one in (deck if deck is not None else [None] * len(given))]
        self._check()

    def _check(self) -> None:
        """Checks the arrays, which may have been replaced: the library reads their memory."""
        if len(self.deck) != len(self.weights):
            raise c.invalid("deck has an array, or None, for each stage")
        if len(self.weights) != 1 + len(_words(self.stages)):
            raise c.invalid(f"{1 + len(_words(self.stages))} stages need as many "
                            f"dictionaries of weights, not {len(self.weights)}")
        if not self.tuples:
            raise c.invalid("a network has an array of weights for at least one tuple")
        for tables in self.weights:
            if len(tables) != len(self.tuples):
                raise c.invalid("every stage has an array for each tuple")
            tables[:] = [_filled(name, table, copy=False)
                         for name, table in zip(self.tuples, tables)]
        self.deck = [None if one is None else _deck(one) for one in self.deck]

    @classmethod
    def load(cls, path: Path, rules: Union[Rules, str] = "2048",
             tuples: Optional[str] = None, stages: Optional[str] = None,
             first: str = "low", once: bool = False, sums: bool = False) -> "Network":
        """Reads a file: a network of trey, `.w` of TDL2048+, `weights.bin` of the course
        framework, or an uncompressed `.npz`.

        rules: the game; not stored in the files of other programs.
        tuples: of `weights.bin`, which does not store them: "012345 456789".
        stages: with which tiles they begin; trey's files and `.npz` store it.
        first: of `weights.bin`: whether the first cell of a tuple has the "low" or the
            "high" digit of an index.
        once: each table is looked up on the board alone, not on its eight images. The
            network has the mean of the values of the eight images.
        """
        of = rules_of(rules)
        if first not in ("low", "high"):
            raise c.invalid("first is 'low' or 'high'")
        about = _description(path)
        if stages is None:
            stages = about.get("stages", "")
        sums = sums or about.get("values") == "sums"
        discount = float(about.get("discount", 1.0))
        if about.get("game", _game(of)) != _game(of):
            raise c.invalid(f"the network is for {about['game']}, not {_game(of)}")
        if about.get("board", _board(of)) != _board(of):
            raise c.invalid(f"the network is for {about['board']} cells")
        options = c.CWeightsOptions(None if tuples is None else c.encode(tuples),
                                    first == "high", once)
        if "tuples" in about:
            names = about["tuples"]
        else:
            text, count = ctypes.create_string_buffer(c.WEIGHTS_TEXT), ctypes.c_int()
            c.call_file(path, lib.trey_weights_tuples, ctypes.byref(options), text,
                        ctypes.byref(count))
            names = text.value.decode()
        learner = Learner(of, names, stages=stages or "none", sums=sums,
                          discount=discount, alpha=1.0)
        trust = (ctypes.c_double * 8)(TRUST)
        c.call_file(path, lambda name, error: lib.trey_learner_import_weights(
            learner._handle, name, ctypes.byref(options), trust, error))
        return cls.of(learner)

    @classmethod
    def of(cls, learner: Learner) -> "Network":
        """The weights of a learner at this moment. The learner must have been made with
        tuples, not with the default ones."""
        if learner._tuples is None:
            raise c.invalid("the learner was made without tuples")
        stages = "" if learner._stages == "none" else learner._stages
        network = cls.__new__(cls)
        network.rules, network.stages, network.sums = learner.rules, stages, learner._sums
        network.discount = learner._discount
        network.tuples = tuple("".join(sorted(name)) for name in learner._tuples.replace(
            ",", " ").split())
        network.weights, network.deck = [], []
        for stage in range(1 + len(_words(stages))):
            tables = []
            for number, name in enumerate(network.tuples):
                table = np.empty((16,) * len(name), np.float32)
                c.call(lib.trey_learner_get_weights, learner._handle, stage, number,
                       table.ctypes.data)
                tables.append(table)
            network.weights.append(tables)
            deck = np.empty(_DECK_SHAPE, np.float32)
            c.call(lib.trey_learner_get_weights, learner._handle, stage, c.WEIGHTS_DECK,
                   deck.ctypes.data)
            network.deck.append(deck if deck.any() else None)
        return network

    def learner(self, trust: float = TRUST, **options: Any) -> Learner:
        """A learner that goes on from these weights; `options` are those of `Learner`.
        Each weight counts as if its updates summed to `trust` points: the larger, the
        slower it changes."""
        self._check()
        made = Learner(self.rules, " ".join("".join(sorted(name)) for name in self.tuples),
                       stages=self.stages or "none", sums=self.sums,
                       discount=self.discount, **options)
        for stage, tables in enumerate(self.weights):
            for number, (name, table) in enumerate(zip(self.tuples, tables)):
                ordered = np.ascontiguousarray(table.transpose(
                    sorted(range(len(name)), key=lambda axis: name[axis])), np.float32)
                c.call(lib.trey_learner_set_weights, made._handle, stage, number,
                       ordered.ctypes.data, trust)
            deck = self.deck[stage]
            if deck is not None:
                given = np.ascontiguousarray(deck, np.float32)
                c.call(lib.trey_learner_set_weights, made._handle, stage, c.WEIGHTS_DECK,
                       given.ctypes.data, trust)
        return made

    def evaluator(self, unit: float = 0.0) -> Evaluator:
        """The network for trey's searches. Its weights are rounded to multiples of `unit`;
        0: as fine as 16 bits allow, a 32,767th of the largest weight."""
        options = c.CExportOptions(unit=unit)
        learner, handle = self.learner(alpha=1.0), ctypes.c_void_p()
        c.call(lib.trey_learner_evaluator, learner._handle, ctypes.byref(options),
               ctypes.byref(handle))
        return Evaluator._of(handle, self.rules, "network")

    def save(self, path: Path, unit: float = 0.0) -> None:
        """Writes a file whose format the end of its name decides: `.npz`; `.w` of TDL2048+
        and `.bin` of the course framework, for 2048 on 4x4 cells; otherwise a network of
        trey, for the player "network:FILE", with `unit` as in `evaluator`."""
        self._check()
        end = os.path.splitext(os.fsdecode(path))[1]
        if end == ".npz":
            self._save_npz(path)
        elif end in (".w", ".bin"):
            if _game(self.rules) != "2048" or self.rules.shape != (4, 4):
                raise c.invalid(f"{end} files are for 2048 on 4x4 cells")
            if any(one is not None for one in self.deck):
                raise c.invalid(f"{end} files cannot hold the values by the numbers of 2s "
                                "and 4s (deck); set them to None, or save .npz")
            self._save_tdl(path) if end == ".w" else self._save_bin(path)
        else:
            options = c.CExportOptions(unit=unit)
            learner = self.learner(alpha=1.0)
            c.call_file(path, lambda name, error: lib.trey_learner_export(
                learner._handle, ctypes.byref(options), name, error))

    def _save_npz(self, path: Path) -> None:
        arrays: dict[str, Any] = {
            "game": np.array(_game(self.rules)), "board": np.array(_board(self.rules)),
            "stages": np.array(self.stages),
            "values": np.array("sums" if self.sums else "points"),
            "discount": np.array(str(self.discount))}
        for stage, tables in enumerate(self.weights):
            mark = f"@{stage}" if stage > 0 else ""
            for name, table in zip(self.tuples, tables):
                arrays[name + mark] = table
            deck = self.deck[stage]
            if deck is not None:
                arrays["deck" + mark] = deck
        with _whole_file(path) as file:
            np.savez(file, **arrays)

    def _save_tdl(self, path: Path) -> None:
        with _whole_file(path) as file:
            count = len(self.weights) * len(self.tuples)
            file.write(b"\0" + count.to_bytes(4, "little"))
            for stage, tables in enumerate(self.weights):
                for name, table in zip(self.tuples, tables):
                    several = len(self.weights) > 1
                    # The stage's lowest digit comes first, eight digits before the cells.
                    mark = f"{stage:08x}"[::-1][:8 - len(name)] if several else ""
                    sign = int(mark + name, 16)
                    file.write(b"\4" + sign.to_bytes(4, "little"))
                    file.write((8 if several else len(name)).to_bytes(4, "little"))
                    file.write((4).to_bytes(2, "little") + table.size.to_bytes(8, "little"))
                    file.write(table.astype("<f4").tobytes("F"))  # the first digit is low
                    file.write(b"\0\0")

    def _save_bin(self, path: Path) -> None:
        if len(self.weights) > 1:
            raise c.invalid(".bin files have one stage")
        with _whole_file(path) as file:
            file.write(len(self.tuples).to_bytes(4, "little"))
            for table in self.weights[0]:
                file.write(table.size.to_bytes(8, "little"))
                file.write(table.astype("<f4").tobytes("F"))

    def __repr__(self) -> str:
        stages = f", stages {self.stages}" if self.stages else ""
        return f"<Network {' '.join(self.tuples)}{stages} for {self.rules}>"


def _deck(deck: npt.ArrayLike) -> Weights:
    given = np.asarray(deck, np.float32)
    if given.size != np.prod(_DECK_SHAPE):
        raise c.invalid(f"the deck has the shape {_DECK_SHAPE}, not {given.shape}")
    return given.reshape(_DECK_SHAPE)


def _filled(name: str, table: npt.ArrayLike, copy: bool = True) -> Weights:
    """A table with 16 entries along each axis; without `copy` the same one if it has."""
    given = np.asarray(table, np.float32)
    if not copy and given.shape == (16,) * len(name):
        return given
    if not re.fullmatch("[0-9a-f]{1,7}", name) or len(set(name)) != len(name):
        raise c.invalid(f"a tuple is 1 to 7 different hexadecimal digits, not {name!r}")
    if given.ndim != len(name) or max(given.shape) > 16:
        raise c.invalid(f"the weights of {name} have {len(name)} axes of at most 16 ranks, "
                        f"not the shape {given.shape}")
    filled = np.zeros((16,) * len(name), np.float32)
    filled[tuple(slice(0, length) for length in given.shape)] = given
    return filled


def _game(rules: Rules) -> str:
    return "2048" if rules.tiles[1] == 2 else "threes"


def _board(rules: Rules) -> str:
    return "{}x{}".format(*rules.shape)


def _words(stages: str) -> list[str]:
    return [] if stages == "none" else stages.replace(",", " ").split()


def _description(path: Path) -> dict[str, str]:
    """What a file says about itself: the lines of the header of a network of trey, or the
    texts in an archive of numpy. Nothing for other files."""
    try:
        with open(path, "rb") as file:
            head = file.read(1024)
    except OSError as problem:
        raise c.error_of(c.IO, f"{os.fsdecode(path)}: cannot read: {problem.strerror}",
                         located=True) from None
    if head.startswith(b"trey network "):
        lines = head.split(b"\n\n")[0].decode("ascii", "replace").split("\n")
        found = dict(line.partition(" ")[::2] for line in lines)
        if found.get("stages") == "none":
            found["stages"] = ""
        return {"board": "4x4", "tuples": "", **found}
    if head.startswith(b"PK"):
        # The library reports damaged archives.
        with contextlib.suppress(Exception), open(path, "rb") as file:
            with np.load(file) as archive:
                return {name: str(archive[name])
                        for name in ("game", "board", "stages", "values", "discount")
                        if name in archive}
    return {}


@contextlib.contextmanager
def _whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file that appears whole or not at all."""
    name = os.fsdecode(c.path_of(path))
    handle = None
    try:
        place = os.path.dirname(os.path.realpath(name))
        with tempfile.NamedTemporaryFile(dir=place, delete=False) as file:
            handle = file.name
            yield file  # type: ignore[misc]
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(handle, 0o666 & ~mask)
        os.replace(handle, os.path.realpath(name))
        handle = None
    except OSError as problem:
        raise c.error_of(c.IO, f"{name}: cannot write: {problem.strerror}",
                         located=True) from None
    finally:
        if handle is not None:
            with contextlib.suppress(OSError):
                os.unlink(handle)
