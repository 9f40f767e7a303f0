"""Games in lockstep equal single games, their arrays are not copies, and moves follow the
rules."""

import gc
import unittest

import numpy as np

import trey
from trey import Batch, Direction, Game, Rules

LANES = 33
SOME = ["window", "classic", "course,rows=2,cols=3", "2048", "fibonacci",
        "2048,rows=3,cols=2", "window,hint=none,entry=any"]


class Lanes(unittest.TestCase):
    def test_a_lane_is_the_game_of_its_number(self) -> None:
        random = np.random.default_rng(5)
        for text in SOME:
            batch = Batch(text, LANES, seed=9, renew=False)
            games = [Game(text, 9, lane) for lane in range(LANES)]
            for _ in range(60):
                slides = random.integers(0, 6, LANES).astype(np.uint8)
                before = [game.score for game in games]
                moved = [slide < 4 and game.slide(int(slide))
                         for game, slide in zip(games, slides)]
                self.assertEqual(batch.step(slides), sum(moved))
                for lane, game in enumerate(games):
                    position = game.position
                    self.assertEqual(int(batch.board[lane]), position.board)
                    self.assertEqual(int(batch.next[lane]), position.next)
                    self.assertEqual(int(batch.deck[lane]), position.deck)
                    self.assertEqual(int(batch.score[lane]), game.score)
                    self.assertEqual(int(batch.reward[lane]), game.score - before[lane])
                    self.assertEqual(bool(batch.moved[lane]), moved[lane])
                    legal = {d for d in Direction if batch.mask[lane, d]}
                    self.assertEqual(legal, set(game.legal()))

    def test_arrays_are_the_memory_that_the_library_writes(self) -> None:
        batch = Batch("2048", LANES)
        names = list(trey.batch._ARRAYS)
        places = [getattr(batch, name).ctypes.data for name in names]
        for _ in range(20):
            batch.step(batch.random_slides(np.random.default_rng(1)))
        self.assertEqual(places, [getattr(batch, name).ctypes.data
                                  for name in names])

    def test_renewed_lanes_play_no_game_twice(self) -> None:
        batch = Batch("course,rows=2,cols=2", LANES, seed=3)
        random, seen = np.random.default_rng(1), set(range(LANES))
        for _ in range(200):
            batch.step(batch.random_slides(random))
            for number in batch.number[batch.over == 1].tolist():
                self.assertNotIn(number, seen)
                seen.add(number)
        self.assertGreater(len(seen), 10 * LANES)

    def test_refusals(self) -> None:
        batch = Batch("window", 4)
        self.assertRaises(ValueError, batch.step, np.zeros(3, dtype=np.uint8))
        self.assertRaises(ValueError, batch.step, np.zeros((4, 1), dtype=np.uint8))
        self.assertRaises(TypeError, batch.step, np.zeros(4))
        self.assertRaises(IndexError, batch.begin, 4, 1)
        self.assertRaises(IndexError, batch.game, -1)
        self.assertRaises(ValueError, Batch, "window", 0)
        self.assertRaises(trey.Error, Batch, "nonsense", 4)
        self.assertEqual(batch.step(np.array([-1, 256, 260, 1 << 40])), 0)
        for wrong in (-1, 1 << 64):
            self.assertRaises(ValueError, Batch, "window", 4, wrong)
            self.assertRaises(ValueError, batch.begin, 1, wrong)
            self.assertRaises(ValueError, batch.begin, 1, 3, wrong)

    def test_arrays_stay_where_they_are(self) -> None:
        batch = Batch("window", 4)
        with self.assertRaises(AttributeError):
            batch.reward = batch.reward.astype(float)  # type: ignore[assignment]
        self.assertRaises(ValueError, batch.after.resize, 2)
        for name in trey.batch._ARRAYS:
            with self.assertRaises(ValueError):
                getattr(batch, name)[0] = 1
        kept = batch.board
        del batch
        gc.collect()
        self.assertEqual(kept.shape, (4,))

    def test_slides_of_boards(self) -> None:
        for text in SOME:
            rules, batch = Rules(text), Batch(text, LANES)
            for _ in range(10):
                batch.step(batch.random_slides(np.random.default_rng(2)))
            after, gain = batch.slides()
            for lane in range(LANES):
                position = batch.game(lane).position
                for slide in Direction:
                    self.assertEqual(int(after[lane, slide]), position.after(slide))
                    if slide in position.legal():
                        self.assertEqual(int(gain[lane, slide]), position.gain(slide))
                    else:
                        self.assertEqual(int(gain[lane, slide]), 0)
            self.assertTrue((rules.boards(rules.ranks(after)) == after).all())

    def test_random_slides_are_legal_and_even(self) -> None:
        batch = Batch("window", 512)
        counts = np.zeros(4)
        random = np.random.default_rng(7)
        for _ in range(200):
            slides = batch.random_slides(random)
            self.assertTrue(batch.mask[np.arange(512), slides].all())
            of_three = batch.legal == 0b0111
            counts += np.bincount(slides[of_three], minlength=4)
            batch.step(slides)
        self.assertEqual(counts[3], 0)
        expected = counts.sum() / 3
        self.assertGreater(expected, 300)
        self.assertLess(((counts[:3] - expected) ** 2 / expected).sum(), 13.8)  # 0.1 %


if __name__ == "__main__":
    unittest.main()
