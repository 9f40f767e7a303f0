"""Games with undo, copies and files; evaluators, players and training in Python; exact
tables of Threes! with its deck."""

import copy
import os
import pathlib
import pickle
import tempfile
import threading
import unittest
import xml.etree.ElementTree
from typing import Any

import numpy as np

import trey
from trey import Evaluator, Game, Learner, Played, Position, Record, Rules, Search

SOME = ("window", "2048", "course,rows=2,cols=3", "fibonacci", "window,hint=none",
        "classic,copies=2")


class Games(unittest.TestCase):
    def test_moves(self) -> None:
        """What a move did, against the positions before and after it."""
        for text in SOME:
            game = Game(text, seed=4)
            for step in range(200):
                before, direction = game.position, step * 7 % 4
                move = game.move(direction)
                after = game.position
                self.assertEqual(move.moved, direction in before.legal())
                self.assertEqual(move.reward, after.score - before.score)
                self.assertEqual(move.after, before.after(direction))
                if not move.moved:
                    self.assertEqual((before, move.cell, move.tile), (after, -1, 0))
                elif move.cell >= 0:
                    self.assertIn(move.cell, before.entries(direction))
                    self.assertEqual(after.tiles.ravel()[move.cell], move.tile)
                    self.assertEqual(after.board ^ move.after,
                                     (after.board ^ move.after) &
                                     15 << 4 * move.cell)

    def test_undo(self) -> None:
        for text in SOME:
            game, seen = Game(text, seed=8), []
            self.assertRaises(IndexError, game.undo)
            for step in range(40):
                seen.append(game.copy())
                if not game.push(step % 4).moved:
                    seen.pop()
            end = game.copy()
            for earlier in reversed(seen):
                game.pop()
                self.assertEqual(game, earlier)
            self.assertRaises(IndexError, game.pop)
            for step in range(40):
                game.slide(step % 4)
            self.assertEqual(game, end)

    def test_text_equality_and_pickles(self) -> None:
        for text in SOME:
            game = Game(text, seed=5)
            for step in range(30):
                position = game.position
                self.assertEqual(Position.parse(position.text()), position)
                self.assertEqual(Game.parse(game.text()), game)
                for one in (game, position, game.rules):
                    for other in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one),
                                  copy.copy(one)):
                        self.assertEqual(one, other)
                other = copy.deepcopy(game)
                self.assertEqual(game.slide(step % 4), other.slide(step % 4))
                self.assertEqual(game, other)
        self.assertNotEqual(Game("window", 1), Game("window", 2))
        self.assertNotEqual(Game("window", 1), 3)
        self.assertRaises(TypeError, hash, Game())
        for wrong in ("", "window", "window board=1 next=3 deck=unknown moves=0",
                      "window board=zz next=3 deck=unknown moves=0 score=0",
                      "window board=1 next=3 deck=unknown moves=0 score=7",
                      "window board=1 next=3 deck=unknown moves=-1 score=0"):
            with self.assertRaises(trey.InvalidError):
                Position.parse(wrong)
            with self.assertRaises(trey.InvalidError):
                Game.parse(wrong)
        line = Game("window", 1).position.text()
        for old, new in (("board=", "board=0x"), ("moves=", "moves=+"), ("moves=0", "moves=0_0"),
                         ("moves=0", "moves=٠"), ("board=", "board=1 board="),
                         ("score=", "score=1 score=")):
            self.assertNotEqual(line, line.replace(old, new))
            with self.assertRaises(trey.InvalidError):
                Position.parse(line.replace(old, new))

    def test_symmetries(self) -> None:
        random = np.random.default_rng(1)
        for text, count in (("window", 8), ("course,rows=2,cols=3", 4), ("2048,rows=3,cols=3", 8)):
            rules = Rules(text)
            boards = rules.boards(random.integers(0, 5, (20, *rules.shape)))
            images = rules.symmetries(boards)
            self.assertEqual(images.shape, (20, count))
            self.assertEqual(images[:, 0].tolist(), boards.tolist())
            for i, board in enumerate(boards.tolist()):
                grid = rules.ranks(board)
                turned = [np.rot90(part, k) for k in range(4)
                          for part in (grid, np.fliplr(grid))]
                expected = {int(rules.boards(part)) for part in turned
                            if part.shape == rules.shape}
                self.assertEqual(set(images[i].tolist()), expected)
                least = trey._library.lib.trey_board_canonical(rules._c.shape, board)
                self.assertEqual(int(rules.canonical(board)), least)
        self.assertEqual(rules.symmetries(0x123).shape, (8,))

    def test_pictures(self) -> None:
        for text in SOME:
            game = Game(text)
            for picture in (game._repr_svg_(), game.position._repr_svg_()):
                self.assertTrue(picture.lstrip().startswith("<svg"))


class Records(unittest.TestCase):
    def test_animation(self) -> None:
        """Each moment of the animation shows one position, and together they show the
        game."""
        game, moves = Game("2048", 3), []
        for _ in range(30):
            moves.append(game.legal()[0])
            game.slide(moves[-1])
        for record, most, count in ((Record.played("2048", moves, 3), 60, 31),
                                    (Record.played("2048", moves, 3), 7, 7),
                                    (Record.played("2048", moves, 3), 1, 1),
                                    (Record.played("2048", [], 3), 60, 1)):
            root = xml.etree.ElementTree.fromstring(record.svg(most=most))
            self.assertRaises(trey.InvalidError, record.svg, seconds=float("inf"))
            frames = [one for one in root if one.tag.endswith("}g")]
            self.assertEqual(len(frames), count)
            self.assertEqual([one.get("display") for one in frames],
                             ["none"] * (count - 1) + [None])
            for moment in np.arange(count) + 0.5:
                seen = []
                for one in frames:
                    values = one[0].get("values").split(";")  # type: ignore[union-attr]
                    keys = [float(key) for key in
                            one[0].get("keyTimes").split(";")]  # type: ignore[union-attr]
                    self.assertEqual(len(keys), len(values))
                    at = max(i for i, key in enumerate(keys) if key <= moment / count)
                    seen.append(values[at] == "inline")
                self.assertEqual(seen, [i == int(moment) for i in range(count)])

    def test_files(self) -> None:
        moves = []
        game = Game("2048", seed=3, number=2)
        while not game.over:
            moves.append(game.legal()[0])
            game.slide(moves[-1])
        record = Record.played("2048", moves, 3, 2, "first")
        self.assertEqual(record.replay(whole=True), game.position)
        self.assertEqual((len(record), record.score), (len(moves), game.score))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "games.jsonl")
            path.write_text(f"{record.text()}\n\n{record.text()}\n")
            self.assertEqual(Record.read(path), [record, record])
            path.write_text(f"{record.text()}\nnonsense\n")
            with self.assertRaises(trey.InvalidError) as wrong:
                Record.read(path)
            self.assertTrue(str(wrong.exception).startswith(f"{path}:2: "))
            self.assertEqual(wrong.exception.line, 2)
            path.write_bytes(b"\xff\xfe\n")
            self.assertRaises(trey.InvalidError, Record.read, path)
            self.assertRaises(trey.FileError, Record.read, folder)
            self.assertRaises(OSError, Record.read, pathlib.Path(folder, "none"))
        self.assertRaises(trey.InvalidError, Record.played, "course,rows=1,cols=3", [0])


class Evaluators(unittest.TestCase):
    def test_a_search_by_python_is_the_search_by_the_library(self) -> None:
        for text in ("window", "2048", "classic,entry=any,rows=2,cols=3"):
            rules = Rules(text)
            theirs = Evaluator("heuristic", rules)
            calls: list[int] = []

            def value(boards: Any) -> Any:
                calls.append(boards.size)
                return theirs.values(boards)

            for wrong in (float("nan"), float("inf")):
                self.assertRaises(trey.InvalidError, Evaluator.own, value, rules, lost=wrong)
                self.assertRaises(trey.InvalidError, Evaluator.own, value, rules, won=wrong)
            expected = Search(rules, theirs)
            for gather in (0, 100, 1 << 16):
                # The heuristic has its own scale, on which a lost board is far below the
                # others.
                own = Evaluator.own(value, rules, points=False, lost=-1e6, won=1e6,
                                    gather=gather)
                search = Search(rules, own)
                game = Game(rules, seed=2)
                for depth in (1, 2, 3) if gather == 1 << 16 and text == "2048" else (1, 2):
                    for _ in range(3):
                        game.slide(game.legal()[0])
                    calls.clear()
                    found = search.run(game.position, depth=depth)
                    best = expected.run(game.position, depth=depth)
                    self.assertEqual(found.depth, best.depth)
                    for direction, other in best.value.items():
                        self.assertAlmostEqual(found.value[direction] / other, 1.0, 4)
                    if gather == 1 << 16:
                        self.assertLessEqual(len(calls), depth)
                    self.assertGreater(sum(calls), 0)

    def test_wherever_an_evaluator_is_used(self) -> None:
        """An evaluator in Python works for odds, reviews, players and values."""
        own = Evaluator.own(lambda boards: Rules().tiles_of(boards).sum(axis=(1, 2)) * 10.0)
        self.assertEqual(own.value(0x21), 30.0)
        self.assertEqual(own.values(np.full((2, 3), 3, dtype=np.uint64)).shape, (2, 3))
        game = Game("window", 1)
        calls: list = []
        found = []
        for gather in (0, 50, 1 << 16):
            empty = Evaluator.own(lambda boards: (calls.append(0), (Rules().ranks(
                boards) == 0).sum(axis=(1, 2)))[1], points=False, gather=gather)
            calls.clear()
            found.append(trey.odds(game.position, empty, games=40))
            self.assertGreater(len(calls), 40)
        self.assertEqual(found, [found[0]] * 3)
        self.assertEqual(trey.odds(game.position, own, games=10, threads=1).games, 10)
        record = Record.played("window", [game.legal()[0]], 1)
        self.assertEqual(len(record.review(own, depth=1, threads=1).slides), 1)
        player = trey.Player("heuristic", "window", depth=1, evaluator=own)
        self.assertIn(player(game.position), game.legal())

    def test_exceptions_of_a_function(self) -> None:
        def broken(boards: Any) -> Any:
            raise KeyError("mine")

        position = Game("window", 1).position
        for gather in (0, 1000):
            own = Evaluator.own(broken, gather=gather)
            for _ in range(2):
                self.assertRaises(KeyError, Search("window", own).run, position, depth=2)
            self.assertRaises(KeyError, own.value, 1)
            record = Record.played("window", [Game("window", 1).legal()[0]], 1)
            self.assertRaises(KeyError, record.review, own, depth=1)
            self.assertRaises(KeyError, trey.odds, position, own, games=3)
        for wrong in (lambda boards: boards[:-1], lambda boards: boards * np.nan,
                      lambda boards: np.full(boards.size, np.inf)):
            own = Evaluator.own(wrong)
            self.assertRaises(trey.InvalidError, Search("window", own).run, position)
        self.assertRaises(trey.InvalidError, Evaluator.own, broken, gather=1 << 30)

    def test_threads(self) -> None:
        """Reviews in several threads, and searches of several threads that share one
        evaluator in Python, have the values of one thread."""
        function = lambda boards: (Rules().ranks(boards) == 0).sum(axis=(1, 2))  # noqa: E731
        make = lambda: Evaluator.own(function, points=False)  # noqa: E731
        game, moves = Game("window", 4), []
        while not game.over:
            moves.append(game.legal()[0])
            game.slide(moves[-1])
        record = Record.played("window", moves, 4)
        expected = record.review(make(), depth=2, threads=1).slides
        self.assertGreater(len(expected), 30)
        for _ in range(10):
            self.assertEqual(record.review(make(), depth=2, threads=4).slides, expected)
        shared, found = make(), {}

        def search(number: int) -> None:
            of = Search("window", shared)
            found[number] = [of.run(position, depth=2).value for position in places]

        places = record.positions()[::3]
        threads = [threading.Thread(target=search, args=(i,)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        one = Search("window", make())
        self.assertEqual([found[i] for i in range(6)],
                         [[one.run(position, depth=2).value for position in places]] * 6)

    def test_a_function_that_uses_its_evaluator(self) -> None:
        position, own = Game("window", 1).position, []
        own.append(Evaluator.own(lambda boards: own[0].values(boards)))
        with self.assertRaisesRegex(trey.StateError, "cannot use the evaluator"):
            Search("window", own[0]).run(position, depth=3)
        own.clear()

    def test_long_searches(self) -> None:
        """In the thread that Ctrl-C interrupts, and in others."""
        own = Evaluator.own(lambda boards: (Rules().ranks(boards) == 0).sum(axis=(1, 2)),
                            points=False)
        search = Search("window", own)
        position = Game("window", 3).position
        expected = search.run(position, depth=3).value
        self.assertLess(len(expected), 5)
        found: list = []
        thread = threading.Thread(
            target=lambda: found.append(search.run(position, depth=3).value))
        thread.start()
        thread.join()
        self.assertEqual(found, [expected])


class Players(unittest.TestCase):
    def test_selfplay(self) -> None:
        first = trey.selfplay(lambda position: position.legal()[0], "2048", games=8, seed=5)
        for number in range(8):
            game = Game("2048", 5, number)
            while not game.over:
                game.slide(game.legal()[0])
            self.assertEqual((first.scores[number], first.moves[number], first.largest[number]),
                             (game.score, game.position.moves, game.position.tiles.max()))
        greedy = trey.selfplay("greedy", "2048", games=8, seed=5)
        threads = trey.selfplay("greedy", "2048", games=8, seed=5, threads=3)
        self.assertEqual(greedy.scores.tolist(), threads.scores.tolist())
        self.assertLessEqual(greedy.mean.low or 0, greedy.mean.mean)
        self.assertEqual(greedy.reach(4), 1.0)
        seen: list = []
        some = trey.selfplay("random", "2048", games=50, report=lambda number, score: (
            seen.append(score), len(seen) == 3)[1])
        self.assertEqual(some.scores.tolist(), seen)
        self.assertRaises(trey.InvalidError, trey.selfplay, lambda position: 0, games=2)
        self.assertRaises(trey.InvalidError, trey.selfplay, "nobody", games=1)
        self.assertRaises(TypeError, trey.selfplay, lambda position: 0, depth=2)

    def test_compare(self) -> None:
        found = trey.compare("heuristic", lambda position: position.legal()[-1], "2048",
                             games=6, depth=1)
        self.assertAlmostEqual(found.difference,
                               found.first.scores.mean() - found.second.scores.mean())
        self.assertGreater(found.difference, 0)
        self.assertIn("difference", str(found))


class Training(unittest.TestCase):
    def test_a_learner(self) -> None:
        calls: list = []
        with tempfile.TemporaryDirectory() as folder:
            learner = Learner("2048,rows=3,cols=2", "0123 2345", seed=7, threads=1)
            learner.run(games=300)
            learner.train(30.0, 0.01, lambda one: (calls.append(one.progress.games),
                                                   len(calls) == 3)[1])
            self.assertEqual(len(calls), 3)
            self.assertGreater(calls[2], 300)
            self.assertGreater(learner.test(20).mean, 0)
            board = Rules("2048,rows=3,cols=2").board("2 4 0 2 0 0")
            value = learner.evaluator().value(board)
            network, checkpoint = (os.path.join(folder, name) for name in ("n", "c"))
            learner.export(network)
            learner.save(checkpoint)
            for same in (Evaluator(f"network:{network}", "2048,rows=3,cols=2"),
                         Evaluator.from_bytes(pathlib.Path(network).read_bytes(),
                                              "2048,rows=3,cols=2")):
                self.assertEqual(same.value(board), value)
            other = Learner("2048,rows=3,cols=2", "0123 2345", threads=1)
            other.restore(checkpoint)
            self.assertEqual(other.progress.games, learner.progress.games)
            self.assertRaises(trey.FileError, learner.save, os.path.join(folder, "x", "y"))
            self.assertRaises(OSError, other.restore, os.path.join(folder, "none"))
        self.assertRaises(TypeError, Learner, "2048", speed=3)
        # ctypes would take an integer for the address of a text, and truncate large ones.
        for name, wrong in (("stages", 3), ("stages", None), ("seed", 1.5), ("alpha", "x"),
                            ("sums", "no"), ("reserved", 1)):
            with self.assertRaises(TypeError):
                Learner("2048", "0123", **{name: wrong})
        for name, value in (("seed", 1 << 64), ("threads", 1 << 32), ("depth", 1 << 32),
                            ("alpha", float("nan")), ("alpha", -0.1), ("restarts", 1.5),
                            ("lambda_", 2.0), ("until_stage", 1 << 31)):
            with self.assertRaises(trey.InvalidError):
                Learner("2048", "0123", **{name: value})
        self.assertRaises(trey.InvalidError, learner.rate, float("inf"))
        self.assertRaises(trey.InvalidError, learner.train, float("nan"))
        self.assertRaises(trey.InvalidError, Learner, "2048", "0123", threads=-1)
        self.assertRaises(ValueError, learner.run)
        self.assertRaises(ValueError, learner.rate, 0)


class Tables(unittest.TestCase):
    def test_played_is_bellman(self) -> None:
        """A state's value is the mean over tiles, cells and hints of the best that
        follows."""
        rules = Rules("window,rows=2,cols=2")
        played = Played(rules)
        game, seen = Game(rules, seed=1), 0
        while not game.over:
            position = game.position
            slides = played.slides(position)
            assert slides is not None
            best = played.best(position)
            self.assertEqual(slides[best], max(slides.values()))
            for direction, value in slides.items():
                total = 0.0
                for after, probability in position.outcomes(direction):
                    following = played.slides(after)
                    total += probability * (max(following.values()) if following
                                            else after.score)
                self.assertAlmostEqual(total, value, 6)
                seen += 1
            game.slide(best)
        self.assertGreater(seen, 3)
        self.assertGreater(played.root, 0)
        self.assertRaises(trey.LimitError, Played, "window,rows=2,cols=3",
                          max_memory_bytes=1000)
        self.assertRaises(ValueError, Played, rules, player="nobody")
        self.assertRaises(trey.Error, Played, "window")
        self.assertRaises(ValueError, played.best, Game("window").position)


if __name__ == "__main__":
    unittest.main()
