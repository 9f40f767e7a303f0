"""The chance rules, counted in many games and compared with the rules by chi-square:
spawn cells, tiles, and hints.

The seeds are fixed, so that the outcome is always the same. 0.01 % of correct games would
be refused by each test.
"""

import math
import unittest

import numpy as np

from trey import Batch, Direction, Rules


def critical(freedom: int) -> float:
    """The 0.9999 quantile of chi-square, by Wilson and Hilferty's approximation."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.719 * math.sqrt(part)) ** 3)


class Chance(unittest.TestCase):
    def compare(self, seen: dict, expected: dict, name: str) -> None:
        """Compares counts with expected counts; rare outcomes are pooled."""
        for key in seen:
            self.assertIn(key, expected, f"{name}: {key} cannot happen")
        rare = [key for key in expected if expected[key] < 10]
        parts = [(seen.get(key, 0), expected[key]) for key in expected if key not in rare]
        if rare and sum(expected[key] for key in rare) >= 5:
            parts.append((sum(seen.get(key, 0) for key in rare),
                          sum(expected[key] for key in rare)))
        chi = sum((got - expected) ** 2 / expected for got, expected in parts)
        self.assertGreater(len(parts), 1, name)
        self.assertLess(chi, critical(len(parts) - 1), name)

    def count(self, text: str, steps: int = 40, lanes: int = 300) -> None:
        batch, rules = Batch(text, lanes, seed=11), Rules(text)
        random = np.random.default_rng(3)
        cells_seen: dict = {}
        cells_expected: dict = {}
        tiles_seen: dict = {}
        tiles_expected: dict = {}
        hints_seen: dict = {}
        hints_expected: dict = {}
        for _ in range(steps):
            before = [batch.game(lane).position for lane in range(lanes)]
            slides = batch.random_slides(random)
            batch.step(slides)
            for lane in np.flatnonzero((batch.moved == 1) & (batch.over == 0)):
                position, slide = before[lane], Direction(int(slides[lane]))
                entered = int(batch.board[lane]) ^ int(batch.after[lane])
                cell = (entered & -entered).bit_length() - 1 >> 2
                rank = entered >> 4 * cell
                self.assertEqual(entered, rank << 4 * cell)
                cells = position.entries(slide)
                self.add(cells_seen, cells_expected, cells.index(cell),
                         [(i, 1 / len(cells)) for i in range(len(cells))], len(cells))
                tiles = position.next_tiles()
                self.add(tiles_seen, tiles_expected, rank,
                         [(each.what, each.probability) for each in tiles],
                         position.next)
                [deck] = {each.deck for each in tiles if each.what == rank}
                hints = position.next_hints(int(batch.board[lane]), deck)
                self.add(hints_seen, hints_expected, int(batch.next[lane]),
                         [(each.what, each.probability) for each in hints], deck)
        self.compare(cells_seen, cells_expected, f"{text}: cells")
        if len(tiles_expected) > 1:
            self.compare(tiles_seen, tiles_expected, f"{text}: tiles")
        if len(hints_expected) > 1:
            self.compare(hints_seen, hints_expected, f"{text}: hints")
        self.assertGreater(rules.cells, 0)

    def add(self, seen: dict, expected: dict, what: object, chances: list,
            case: object) -> None:
        """Adds one draw of a case: the outcome, and the probabilities of all possible
        ones."""
        seen[case, what] = seen.get((case, what), 0) + 1
        for each, probability in chances:
            expected[case, each] = expected.get((case, each), 0.0) + probability

    def test_rules(self) -> None:
        for text in ("window", "classic", "course,rows=2,cols=4", "2048", "fibonacci",
                     "window,hint=none", "window,boost=6144,odds=2", "classic,hint=exact",
                     "course,entry=any,copies=0", "window,copies=2,rows=3,cols=3"):
            with self.subTest(text):
                self.count(text)

    def test_first_boards(self) -> None:
        """Each cell is as likely as any other to hold a tile of the first board."""
        for text in ("window", "2048", "course,rows=2,cols=3"):
            rules = Rules(text)
            ranks = Batch(text, 4000, seed=5).ranks.reshape(4000, -1)
            held = (ranks > 0).sum(axis=0)
            expected = held.sum() / rules.cells
            # A board's cells depend on each other, which makes the statistic smaller than
            # chi-square.
            chi = ((held - expected) ** 2 / expected).sum()
            self.assertLess(chi, critical(rules.cells - 1), text)


if __name__ == "__main__":
    unittest.main()
