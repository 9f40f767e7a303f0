"""Rule sets, and positions as a player sees them."""

from __future__ import annotations

import ctypes
import enum
import operator
import re
from typing import Any, Iterator, NamedTuple, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _library as c
from ._library import lib

Boards = npt.NDArray[np.uint64]
Ranks = npt.NDArray[np.uint8]
# The tiles of a board, row by row, nested or not.
Tiles = Union[Sequence[int], Sequence[Sequence[int]], npt.NDArray[Any]]

# The deck of a position whose cards were not counted.
DECK_UNKNOWN = 0xF000
# Hints without a known tile: nothing is shown, and a bonus tile.
NEXT_HIDDEN, NEXT_PLUS = 0, 1


class Direction(enum.IntEnum):
    """The four moves, clockwise; also the bits of a mask of legal moves."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

    @classmethod
    def _missing_(cls, value: object) -> Any:
        raise c.invalid(f"a direction is 0 (up) to 3 (left), not {value!r}")


class Chance(NamedTuple):
    """One possible outcome of a draw."""

    what: int  #: a rank, or a hint
    deck: int  #: cards left afterwards, as the player knows them
    probability: float


class Move(NamedTuple):
    """The result of a move in a game."""

    moved: bool  #: False: the move was illegal, and nothing changed
    reward: int  #: points by which the score grew
    cell: int  #: cell of the new tile; -1: none
    tile: int  #: the new tile; 0: none
    after: int  #: the board before the new tile spawned


class Rules:
    """A rule set: a name, and fields that differ.

    >>> Rules("window")
    Rules('window')
    >>> Rules("2048", rows=3, cols=3).shape
    (3, 3)

    The fields are those of the command line: rows, cols, bonus, hint, entry, top, odds,
    copies, start, boost. Immutable, and equal to rules that play the same game.
    """

    def __init__(self, text: str = "window", **fields: Union[int, str]) -> None:
        self._c = c.CRules()
        c.call(lib.trey_rules_parse, c.encode(text), ctypes.byref(self._c))
        for name, value in fields.items():
            c.call(lib.trey_rules_set, ctypes.byref(self._c), c.encode(name),
                   c.encode(str(value)))
        c.call(lib.trey_rules_check, ctypes.byref(self._c))

    @classmethod
    def _of(cls, rules: c.CRules) -> "Rules":
        made = cls.__new__(cls)
        made._c = c.CRules.from_buffer_copy(rules)
        return made

    @staticmethod
    def names() -> list[str]:
        """The names of all rule sets."""
        names, index = [], 0
        while (name := lib.trey_rules_name_at(index)) is not None:
            names.append(name.decode())
            index += 1
        return names

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._c.shape.rows, self._c.shape.cols

    @property
    def cells(self) -> int:
        """Number of cells."""
        return int(self._c.shape.rows * self._c.shape.cols)

    @property
    def merges_score(self) -> bool:
        """True if the merges score points (2048), false if the board does."""
        return bool(lib.trey_rules_merges_score(self._c))

    @property
    def tiles(self) -> npt.NDArray[np.int64]:
        """The tile of each rank 0..15; 0 is the empty cell."""
        return np.array([lib.trey_rules_tile(self._c, rank) for rank in range(16)],
                        dtype=np.int64)

    def __str__(self) -> str:
        return c.text_of(lib.trey_rules_format, 160, self._c)

    def __repr__(self) -> str:
        return f"Rules({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and bool(lib.trey_rules_equal(self._c, other._c))

    def __hash__(self) -> int:
        return hash(bytes(self._without_start())[:-1])

    def __reduce__(self) -> Any:
        return Rules, (str(self),)

    def _without_start(self) -> c.CRules:
        """The rules without the number of initial cards."""
        rule = c.CRules.from_buffer_copy(self._c)
        rule.start = 0
        return rule

    def same_rule(self, other: "Rules") -> bool:
        """True if the rules are equal except for the number of initial cards."""
        return bool(lib.trey_rules_equal(self._without_start(), other._without_start()))

    # --- boards ---------------------------------------------------------------------

    def board(self, tiles: Union[str, Tiles]) -> int:
        """A board as the library has it, 64 bits, four a cell.

        `tiles`: numbers row by row, nested or not, or text in any layout: what trey,
        numpy and Python print, tables, CSV, hex ranks (docs/boards.md). Raises Error if
        the text is not a board of these rules, or is ambiguous.

        >>> hex(Rules("window").board(". 3 3 48 / . 1 3 48 / . . 6 192 / 2 . 6 384"))
        '0xa402940073107330'
        """
        if not isinstance(tiles, str):
            tiles = " ".join(str(operator.index(tile)) for tile in np.asarray(tiles).ravel())
        board = ctypes.c_uint64()
        c.call(lib.trey_rules_parse_board, self._c, c.encode(tiles), ctypes.byref(board))
        return board.value

    def find_board(self, text: str) -> tuple["Rules", int]:
        """A board of these rules, or of the same rules with another shape, and the rules.

        Check the shape before you go on with another one: the text may be a larger board
        whose empty cells are missing.

        >>> Rules("window").find_board("[[1, 2, 0], [0, 3, 6]]")
        (Rules('window rows=2 cols=3'), 4390945)
        """
        found, board = c.CRules(), ctypes.c_uint64()
        c.call(lib.trey_rules_parse_any_board, self._c, c.encode(text),
               ctypes.byref(found), ctypes.byref(board))
        return Rules._of(found), board.value

    def _boards_of(self, boards: Union[int, npt.ArrayLike]) -> Boards:
        """Boards as a contiguous array. Raises InvalidError for tiles outside of the board,
        and for arrays of ranks or tiles, which are often passed by mistake: bytes, and arrays
        that end with rows and columns and have nothing else than ranks or tiles."""
        if isinstance(boards, np.ndarray) and boards.dtype.itemsize == 1 and self.cells > 2:
            raise _unpacked()
        given = boards_of(boards)
        by_cell = given.shape[-2:] == self.shape
        if given.size == 0 or not by_cell and self.cells == 16:
            return given
        largest = int(given.max())
        if by_cell and 0 < largest <= max(self.tiles) and \
                (largest < 16 or np.isin(given, self.tiles).all()):
            raise _unpacked()
        if largest >> 4 * self.cells:
            raise c.invalid("a tile lies outside of the board")
        return given

    def ranks(self, boards: Union[int, Boards]) -> Ranks:
        """The ranks of boards: an array of their shape with rows and columns added."""
        boards = self._boards_of(boards)
        shifts = np.arange(0, 4 * self.cells, 4, dtype=np.uint64)
        ranks = (boards[..., None] >> shifts & np.uint64(15)).astype(np.uint8)
        return ranks.reshape(boards.shape + self.shape)

    def boards(self, ranks: npt.ArrayLike) -> Boards:
        """The boards of ranks 0..15: the inverse of `ranks`."""
        cells = np.asarray(ranks)
        if cells.shape[-2:] != self.shape:
            raise c.invalid(f"boards of these rules end with the shape {self.shape}")
        if cells.dtype.kind not in "iu":
            raise TypeError("ranks are whole numbers")
        if cells.size and (cells.min() < 0 or cells.max() > 15):
            raise c.invalid("a rank is 0 to 15")
        cells = cells.astype(np.uint64).reshape(cells.shape[:-2] + (self.cells,))
        shifts = np.arange(0, 4 * self.cells, 4, dtype=np.uint64)
        boards: Boards = (cells << shifts).sum(axis=-1, dtype=np.uint64)
        return boards

    def tiles_of(self, boards: Union[int, Boards]) -> npt.NDArray[np.int64]:
        """The tiles of boards, as an array like that of `ranks`."""
        return self.tiles[self.ranks(boards)]

    def slides(self, boards: Union[int, Boards]) -> tuple[Boards, npt.NDArray[np.uint64]]:
        """The boards after the four slides, before a tile spawns, and their points.

        Two arrays of the shape of `boards` with the four directions added. An illegal
        slide does not change the board. A gain counts the slide's points only.
        """
        given = self._boards_of(boards)
        after = np.empty(given.shape + (4,), dtype=np.uint64)
        gain = np.empty(given.shape + (4,), dtype=np.uint64)
        lib.trey_batch_after_states(self._c, given.ctypes.data, given.size, after.ctypes.data,
                              gain.ctypes.data)
        return after, gain

    def symmetries(self, boards: Union[int, Boards]) -> Boards:
        """The images of boards under the symmetries of their shape: 8 of a square, 4 of
        any other rectangle, the boards themselves first. An axis is added at the end."""
        ranks = self.ranks(boards)
        images = [ranks, ranks[..., ::-1, :], ranks[..., :, ::-1], ranks[..., ::-1, ::-1]]
        if self.shape[0] == self.shape[1]:
            images += [np.swapaxes(image, -1, -2) for image in images]
        return np.stack([self.boards(image) for image in images], axis=-1)

    def canonical(self, boards: Union[int, Boards]) -> Boards:
        """The smallest image of each board under the symmetries: equal for boards that
        differ only by a symmetry."""
        smallest: Boards = self.symmetries(boards).min(axis=-1)
        return smallest

    def legal(self, board: int) -> list[Direction]:
        """The legal moves; none if the game is over."""
        mask = lib.trey_rules_legal(self._c, c.whole("a board", board, 0,
                                                     (1 << 4 * self.cells) - 1))
        return [direction for direction in Direction if mask >> direction & 1]


def rules_of(rules: Union[Rules, str]) -> Rules:
    """Rules, given as they are or as text."""
    return rules if isinstance(rules, Rules) else Rules(rules)


def view_of(position: "Position") -> c.CView:
    """The library's form of a position."""
    if not isinstance(position, Position):
        kind = type(position).__name__
        raise TypeError(f"a Position is needed here, not {'an' if kind[0] in 'AEIOU' else 'a'} "
                        f"{kind}" + (": see Game.position" if kind == "Game" else ""))
    return position._c


def _unpacked() -> c.Error:
    return c.invalid("these are ranks or tiles, one for each cell; a board is one number of "
                     "64 bits: see Rules.boards and Rules.board")


def boards_of(boards: Union[int, npt.ArrayLike]) -> Boards:
    """Boards as a contiguous array, converted from any integers."""
    given = np.asarray(boards)
    if given.dtype.kind not in "iu":
        if not isinstance(boards, np.ndarray):
            # numpy turns lists with integers above the signed range into floats.
            given = np.asarray(boards, dtype=object)
        whole = [c.whole("a board", board) for board in given.ravel()]
        given = np.array(whole, dtype=np.uint64).reshape(given.shape)
    elif given.dtype.kind == "i" and given.size and given.min() < 0:
        raise c.invalid("a board is not negative")
    return np.asarray(given, dtype=np.uint64, order="C")


class Position:
    """What a player knows: the board, the hint, the cards left. Immutable.

    `board`: as `Rules.board` takes it, or a board. `next`: the hint as text ("1", "+",
    "6,12,24", "?"), or as the number that the library has. `deck`: "4,3,4", three
    numbers, "unknown", or the library's number.
    """

    def __init__(self, rules: Union[Rules, str],
                 board: Union[int, str, Tiles],
                 next: Union[int, str] = "?",
                 deck: Union[int, str, Sequence[int]] = "unknown") -> None:
        self.rules = rules_of(rules)
        of = self.rules._c
        if not isinstance(board, (int, np.integer)):
            board = self.rules.board(board)
        if isinstance(next, str):
            hint = ctypes.c_uint16()
            c.call(lib.trey_next_parse, of, c.encode(next), ctypes.byref(hint))
            next = hint.value
        if not isinstance(deck, (int, np.integer)):
            if not isinstance(deck, str):
                deck = ",".join(str(operator.index(count)) for count in deck)
            cards = ctypes.c_uint16()
            c.call(lib.trey_deck_parse, of, c.encode(deck), ctypes.byref(cards))
            deck = cards.value
        self._c = c.CView()
        c.call(lib.trey_view_make, of, c.whole("a board", board),
               c.whole("a hint", next, 0, c.U16), c.whole("a deck", deck, 0, c.U16),
               ctypes.byref(self._c))

    @classmethod
    def _of(cls, view: c.CView) -> "Position":
        made = cls.__new__(cls)
        made._c = c.CView.from_buffer_copy(view)
        made.rules = Rules._of(view.rules)
        return made

    @property
    def board(self) -> int:
        """The board, four bits a cell."""
        return int(self._c.board)

    @property
    def next(self) -> int:
        """The hint: bit r is set if the next tile may have rank r."""
        return int(self._c.next)

    @property
    def deck(self) -> int:
        """The cards left, in the library's encoding, or DECK_UNKNOWN."""
        return int(self._c.deck)

    @property
    def score(self) -> int:
        """The score so far."""
        return int(self._c.score)

    @property
    def moves(self) -> int:
        """Number of moves made so far."""
        return int(self._c.moves)

    @property
    def tiles(self) -> npt.NDArray[np.int64]:
        """The tiles, rows and columns; 0 is an empty cell."""
        return self.rules.tiles_of(self.board)

    @property
    def hint(self) -> str:
        """The hint as text."""
        return c.text_of(lib.trey_next_format, 64, self.rules._c, self.next)

    @property
    def cards(self) -> Union[tuple[int, int, int], None]:
        """The 1s, 2s and 3s left in the deck; None if they are unknown."""
        if self.deck == DECK_UNKNOWN:
            return None
        ones, twos, threes = (lib.trey_deck_left(self.deck, rank) for rank in (1, 2, 3))
        return ones, twos, threes

    def legal(self) -> list[Direction]:
        """The legal moves; none if the game is over."""
        return self.rules.legal(self.board)

    @property
    def over(self) -> bool:
        """True if no move is legal."""
        return not self.legal()

    def text(self) -> str:
        """The position in one line, for `parse`.

        >>> Position("window", "0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0", "3", (4, 3, 3)).text()
        'window board=33002100000 next=3 deck=4,3,3 moves=0 score=6'
        """
        cards = self.cards
        deck = "unknown" if cards is None else ",".join(map(str, cards))
        return (f"{self.rules} board={self.board:x} next={self.hint} deck={deck} "
                f"moves={self.moves} score={self.score}")

    @classmethod
    def parse(cls, text: str) -> "Position":
        """The position of a line that `text` wrote. Raises InvalidError for any other."""
        words, fields = [], {}
        for word in c.encode(text).decode().split():
            name, _, value = word.partition("=")
            if name in fields:
                raise c.invalid(f"{name}= is given twice")
            if name in ("board", "next", "deck", "moves", "score"):
                fields[name] = value
            else:
                words.append(word)
        for name, digits in (("board", "[0-9a-f]{1,16}"), ("moves", "[0-9]{1,20}"),
                             ("score", "[0-9]{1,20}"), ("next", ".+"), ("deck", ".+")):
            if name not in fields:
                raise c.invalid(f"a position has {name}=")
            if not re.fullmatch(digits, fields[name]):
                raise c.invalid(f"'{fields[name]}' is not a valid {name}")
        made = cls(" ".join(words), int(fields["board"], 16), fields["next"], fields["deck"])
        moves, score = int(fields["moves"]), int(fields["score"])
        made._c.moves = c.whole("moves", moves)
        if made.rules.merges_score:
            made._c.score = c.whole("a score", score)
        elif score != made.score:
            raise c.invalid(f"the score of this board is {made.score}, not {score}")
        return made

    def __reduce__(self) -> Any:
        return Position.parse, (self.text(),)

    def _repr_svg_(self) -> str:
        """The picture of the position, in notebooks."""
        return self.svg()

    def svg(self, caption: Optional[str] = None) -> str:
        """The position as an SVG picture."""
        text, size = ctypes.c_void_p(), ctypes.c_size_t()
        c.call(lib.trey_render_view_svg, self._c,
               None if caption is None else c.encode(caption), -1, ctypes.byref(text),
               ctypes.byref(size))
        return c.take_text(text)

    def after(self, direction: int) -> int:
        """The board after a move, before a tile spawns; the same board if it is
        illegal."""
        return int(lib.trey_rules_slide(self.rules._c, self.board, Direction(direction)))

    def gain(self, direction: int) -> int:
        """The points of a move."""
        return int(lib.trey_rules_gain(self.rules._c, self.board, Direction(direction)))

    def entries(self, direction: int) -> list[int]:
        """The spawn cells of a legal move, all equally likely."""
        cells = lib.trey_rules_spawn_cells(self.rules._c, self.board, self.after(direction),
                                       Direction(direction))
        return [cell for cell in range(16) if cells >> cell & 1]

    def next_tiles(self) -> list[Chance]:
        """The ranks that the next tile may have."""
        chances = (c.CChance * 16)()
        count = lib.trey_rules_tiles(self.rules._c, self.board, self.next, self.deck,
                                     chances)
        return [Chance(each.what, each.deck, each.probability)
                for each in chances[:count]]

    def next_hints(self, board: int, deck: int) -> list[Chance]:
        """The possible next hints, on a board with the spawned tile and with the deck
        that `next_tiles` returned."""
        chances = (c.CChance * 16)()
        count = lib.trey_rules_nexts(self.rules._c, c.whole("a board", board),
                                     c.whole("a deck", deck, 0, c.U16), chances)
        return [Chance(each.what, each.deck, each.probability)
                for each in chances[:count]]

    def advance(self, direction: int, cell: int, rank: int, next: int) -> "Position":
        """The position after a move with a known outcome. Raises Error if the rules do
        not allow it."""
        view = c.CView.from_buffer_copy(self._c)
        c.call(lib.trey_view_advance, ctypes.byref(view), Direction(direction),
               c.whole("a cell", cell, -1, 15), c.whole("a rank", rank, 0, 15),
               c.whole("a hint", next, 0, c.U16))
        return Position._of(view)

    def outcomes(self, direction: int) -> Iterator[tuple["Position", float]]:
        """All outcomes of a legal move, with probabilities that add up to 1."""
        if lib.trey_rules_ends(self.rules._c, self.after(direction)):
            yield self.advance(direction, -1, 0, NEXT_HIDDEN), 1.0
            return
        cells = self.entries(direction)
        for tile in self.next_tiles():
            for cell in cells:
                board = self.after(direction) | tile.what << 4 * cell
                for hint in self.next_hints(board, tile.deck):
                    yield (self.advance(direction, cell, tile.what, hint.what),
                           tile.probability * hint.probability / len(cells))

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Position) and self.rules == other.rules and
                (self.board, self.next, self.deck, self.score, self.moves) ==
                (other.board, other.next, other.deck, other.score, other.moves))

    def __hash__(self) -> int:
        return hash((self.rules, self.board, self.next, self.deck))

    def __str__(self) -> str:
        width = max(len(str(tile)) for tile in self.tiles.ravel())
        rows = (" ".join(f"{tile or '.':>{width}}" for tile in row) for row in self.tiles)
        cards = self.cards
        deck = "unknown" if cards is None else ",".join(map(str, cards))
        return "\n".join(rows) + f"\nnext {self.hint}, deck {deck}, score {self.score}"

    def __repr__(self) -> str:
        return (f"Position({str(self.rules)!r}, {self.board:#x}, {self.hint!r}, "
                f"{self.deck:#x})")


class Game:
    """A game in progress, hidden tile and random numbers included.

    Game `number` of `seed` is the same everywhere as long as the same slides are made.
    """

    def __init__(self, rules: Union[Rules, str] = "window", seed: int = 1,
                 number: int = 0) -> None:
        self.rules = rules_of(rules)
        self._c = c.CGame()
        self._history: list[c.CGame] = []
        lib.trey_game_begin(self._c, self.rules._c, c.whole("a seed", seed),
                            c.whole("the number of a game", number))

    @classmethod
    def from_position(cls, position: Position, seed: int = 1, number: int = 0) -> "Game":
        """A game that continues from known information; hidden information is drawn
        anew."""
        view = view_of(position)
        made = cls.__new__(cls)
        made.rules, made._history = position.rules, []
        made._c = c.CGame()
        lib.trey_game_from_view(made._c, view, c.whole("a seed", seed),
                                c.whole("the number of a game", number))
        return made

    @classmethod
    def _of(cls, game: c.CGame) -> "Game":
        made = cls.__new__(cls)
        made._c = game
        made._history = []
        made.rules = Rules._of(game.view.rules)
        return made

    def copy(self) -> "Game":
        """A game that continues independently; it cannot undo moves made so far."""
        return Game._of(c.CGame.from_buffer_copy(self._c))

    __copy__ = copy

    def text(self) -> str:
        """The complete game in one line, including hidden information, for `parse`."""
        return c.text_of(lib.trey_game_format, 384, self._c)

    @classmethod
    def parse(cls, text: str) -> "Game":
        """The game of a line that `text` wrote. Raises InvalidError for any other."""
        game = c.CGame()
        c.call(lib.trey_game_parse, c.encode(text), ctypes.byref(game))
        return cls._of(game)

    def __reduce__(self) -> Any:
        return Game.parse, (self.text(),)

    def __eq__(self, other: object) -> bool:
        """True if both games are at the same point and continue in the same way."""
        return isinstance(other, Game) and self.text() == other.text()

    __hash__ = None  # type: ignore[assignment]

    @property
    def position(self) -> Position:
        """The position as the player sees it."""
        return Position._of(self._c.view)

    @property
    def score(self) -> int:
        """The score so far."""
        return int(self._c.view.score)

    def legal(self) -> list[Direction]:
        """The legal moves; none if the game is over."""
        return self.rules.legal(int(self._c.view.board))

    @property
    def over(self) -> bool:
        """True if no move is legal."""
        return not self.legal()

    def slide(self, direction: int) -> bool:
        """Makes a move; False, with nothing changed, if it is illegal."""
        return self.move(direction).moved

    def move(self, direction: int) -> Move:
        """Makes a move and returns what it did. An illegal move changes nothing.

        >>> game = Game("2048", seed=7)
        >>> game.move(game.legal()[0]).moved
        True
        """
        way = Direction(direction)
        before, done = c.CGame.from_buffer_copy(self._c), c.CMove()
        if not lib.trey_game_slide(self._c, way, done):
            return Move(False, 0, -1, 0, int(self._c.view.board))
        self._history.append(before)
        return Move(True, self._c.view.score - before.view.score, done.cell,
                    lib.trey_rules_tile(self.rules._c, done.rank) if done.rank else 0,
                    done.after)

    push = move

    def pop(self) -> None:
        """Undoes the last move and restores the random numbers: the same move would have
        the same outcome. Raises IndexError if no move was made in this object."""
        if not self._history:
            raise IndexError("there is no move to take back")
        self._c = self._history.pop()

    undo = pop

    def _repr_svg_(self) -> str:
        """The picture of the position, in notebooks."""
        return self.position.svg()

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        return f"Game.parse({self.text()!r})"
