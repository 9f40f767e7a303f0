"""Rules, search, plans, exact values, records, sessions: known answers, and answers
derived from the rules."""

import copy
import doctest
import errno
import importlib
import importlib.util
import inspect
import json
import os
import pathlib
import pickle
import signal
import tempfile
import threading
import time
import unittest
from typing import Any, Callable

import numpy as np

import trey
from trey import Direction, Exact, Game, Position, Record, Rules, Search, Sequence, Session

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
BOARD = "0 0 0 0 0 1 2 0 0 3 3 0 0 0 0 0"


class Documentation(unittest.TestCase):
    def test_examples(self) -> None:
        for name in ("rules", "search", "exact", "session", "batch", "sequence", "record",
                     "played", "learn", "players"):
            failed, _ = doctest.testmod(importlib.import_module(f"trey.{name}"))
            self.assertEqual(failed, 0, name)


class RulesAndPositions(unittest.TestCase):
    def test_rules(self) -> None:
        self.assertEqual(Rules("window"), Rules("window", rows=4))
        self.assertNotEqual(Rules("window"), Rules("classic"))
        self.assertEqual(len({Rules("2048"), Rules("2048,rows=4"), Rules("2048", start=2)}), 1)
        self.assertEqual(Rules("course,rows=2,cols=3").shape, (2, 3))
        self.assertEqual(list(Rules("window").tiles[:6]), [0, 1, 2, 3, 6, 12])
        self.assertIn("fibonacci", Rules.names())
        for wrong in ("", "chess", "window,rows=9", "window,rows"):
            self.assertRaises(trey.Error, Rules, wrong)
        self.assertRaises(trey.Error, Rules, "window", size=3)
        self.assertRaises(ValueError, Rules, "window\0x")

    def test_boards_and_ranks(self) -> None:
        rules = Rules("window")
        board = rules.board(BOARD)
        self.assertEqual(board, rules.board(rules.tiles_of(board)))
        self.assertEqual(board, int(rules.boards(rules.ranks(board))))
        self.assertEqual(rules.tiles_of(board)[1, 2], 2)
        self.assertRaises(trey.Error, rules.board, [1, 2, 3])
        self.assertRaises(ValueError, rules.boards, np.full((4, 4), 16))
        self.assertRaises(ValueError, rules.boards, np.zeros((2, 3)))
        self.assertRaises(TypeError, rules.boards, np.full((4, 4), 1.7))
        self.assertRaises(TypeError, rules.board, [1.9] * 16)

    def test_boards_of_any_shape_and_kind(self) -> None:
        rules, large = Rules("window"), 0xF000000000000001
        for boards in (board for board in (large, np.uint64(large), np.array(large, np.uint64))):
            self.assertEqual([array.shape for array in rules.slides(boards)], [(4,), (4,)])
        self.assertEqual(rules.ranks([1, large]).shape, (2, 4, 4))
        self.assertEqual(rules.ranks([1, large])[1, 3, 3], 15)
        self.assertEqual(trey.Evaluator("points").values(0x1230).shape, ())
        self.assertEqual(rules.slides(np.arange(6, dtype=np.int32).reshape(2, 3))[0].shape,
                         (2, 3, 4))
        for wrong in (np.array([1.5]), [1.0], ["1"], [True, None]):
            self.assertRaises(TypeError, rules.slides, wrong)
        for negative in (-1, np.array([-1]), [1 << 64]):
            self.assertRaises(ValueError, rules.slides, negative)

    def test_ranks_are_no_boards(self) -> None:
        """Ranks and tiles are refused where boards are wanted, and so are tiles outside of
        the board; a few boards in the same shape are not."""
        for text in ("window", "2048", "2048,rows=2,cols=2", "course,rows=3,cols=2"):
            rules = Rules(text)
            takes = (rules.ranks, rules.tiles_of, rules.slides, rules.symmetries,
                     rules.canonical, trey.Evaluator("points", rules).values)
            boards = trey.Batch(rules, 20, seed=1).board
            ranks, tiles = rules.ranks(boards), rules.tiles_of(boards)
            for take in takes:
                for wrong in (ranks, ranks[0], ranks.astype(np.int64), ranks.tolist(), tiles,
                              ranks.reshape(20, -1), ranks > 0):
                    with self.assertRaisesRegex(trey.InvalidError, "ranks or tiles"):
                        take(wrong)
                if rules.cells < 16:
                    with self.assertRaisesRegex(trey.InvalidError, "outside"):
                        take([0, 1 << 4 * rules.cells])
                for shape in ((), (20,), (5, 2, 2), (5, 4), (1, 20)):
                    take(np.resize(boards, shape))
                take(np.resize(boards, rules.shape))
                take(np.zeros(rules.shape, np.uint64))
                take(np.zeros((0, *rules.shape), np.uint64))
            rules.ranks(rules.slides(boards)[0])
            rules.ranks(rules.symmetries(boards))
        self.assertRaises(ValueError, Rules("window,rows=2,cols=2").legal, 1 << 16)

    def test_printed_boards(self) -> None:
        rules = Rules("window")
        tiles = np.array([[0, 3, 3, 48], [0, 1, 3, 48], [0, 0, 6, 192], [2, 0, 6, 384]])
        board = rules.board(tiles)
        position = Position(rules, board, "1")
        printed = str(position).rsplit("\n", 1)[0]
        for text in (str(tiles), repr(tiles), str(tiles.tolist()), repr(tiles.ravel()),
                     json.dumps(tiles.tolist()), printed, str(tuple(map(tuple, tiles.tolist()))),
                     printed.replace("\n", "\r\n"), "033701370049204a",
                     str([[tile or None for tile in row] for row in tiles.tolist()]),
                     "\n".join("|" + "|".join(str(tile or "") for tile in row) + "|" for row in tiles),
                     "\n".join(",".join(str(tile or "") for tile in row) for row in tiles)):
            self.assertEqual(rules.board(text), board, text)
            self.assertEqual(rules.find_board(text), (rules, board), text)
        for text in ("3 6 12\n2 1 3 6\n24 48\n1 2 3", "1 2 3", "hello"):
            with self.assertRaises(trey.Error, msg=text):
                rules.board(text)
            with self.assertRaises(trey.Error, msg=text):
                rules.find_board(text)
        small, _ = rules.find_board("1 2 0\n0 3 6")
        self.assertEqual(small, Rules("window,rows=2,cols=3"))

    def test_outcomes_are_complete(self) -> None:
        for text, seed in (("window", 1), ("2048", 2), ("course,rows=2,cols=3", 3),
                           ("window,hint=none", 4), ("2048,top=end", 5)):
            game = Game(text, seed)
            for _ in range(12):
                position = game.position
                for slide in position.legal():
                    outcomes = list(position.outcomes(slide))
                    self.assertAlmostEqual(sum(p for _, p in outcomes), 1.0)
                    tried = game.copy()
                    tried.slide(slide)
                    self.assertIn(tried.position, [after for after, _ in outcomes])
                if game.over:
                    break
                game.slide(position.legal()[0])

    def test_impossible_positions(self) -> None:
        self.assertRaises(trey.Error, Position, "window", BOARD, "7")
        self.assertRaises(trey.Error, Position, "window", BOARD, "3", (9, 9, 9))
        position = Position("window", BOARD, "3", (4, 3, 3))
        self.assertEqual(position.cards, (4, 3, 3))
        self.assertRaises(trey.Error, position.advance, Direction.UP, 0, 3, 1 << 1)
        self.assertRaises(ValueError, position.after, 4)
        self.assertRaises(ValueError, Position, "window", 0x1230, 65536 + 2)
        self.assertRaises(ValueError, Position, "window", 0x1230, "3", 65536 + 0x333)
        self.assertRaises(ValueError, position.advance, 0, 13, 3, 65536 + 2)
        self.assertRaises(ValueError, Game, "window", -1)


class Values(unittest.TestCase):
    def test_search_is_expectimax(self) -> None:
        """Depth 1 is the mean over the spawn cells of the known tile."""
        evaluator = trey.Evaluator("points")
        position = Position("window", BOARD, "3", (4, 3, 3))
        found = Search("window", evaluator).run(position, depth=1)
        for slide in position.legal():
            boards = [position.after(slide) | 3 << 4 * cell
                      for cell in position.entries(slide)]
            self.assertAlmostEqual(
                found.value[slide],
                float(evaluator.values(np.array(boards, dtype=np.uint64)).mean()), 3)
        self.assertEqual(found.depth, 1)

    def test_limits(self) -> None:
        search = Search("2048", "heuristic")
        position = Game("2048", 1).position
        self.assertEqual(search.run(position).depth, 2)
        self.assertLess(search.run(position, nodes=2000).nodes, 100000)
        self.assertRaises(ValueError, search.run, position, depth=0)
        self.assertRaises(TypeError, search.run, position, depth=2.7)
        for wrong in (0, -1, float("nan")):
            self.assertRaises(ValueError, search.run, position, seconds=wrong)
        shallow = search.run(position, nodes=1 << 40, depth=1)
        self.assertEqual((shallow.depth, shallow.certainty), (1, "unknown"))
        twice = [search.run(position, nodes=50000) for _ in range(2)]
        self.assertEqual(twice[0].value, twice[1].value)
        self.assertIn(twice[0].certainty, ("clear", "better", "about equal"))
        self.assertEqual(twice[0].certainty, twice[1].certainty)
        best = search.run(position, nodes=20000, best_only=True)
        self.assertIn(best.best, position.legal())
        self.assertEqual(set(best.value), set(position.legal()))
        self.assertRaises(trey.Error, search.run, Game("window").position)
        self.assertRaises(trey.Error, trey.Evaluator, "nobody")
        with self.assertRaises(ValueError):
            trey.Evaluator("points", "window,rows=2,cols=2").value(1 << 60)

    def test_exact_is_bellman(self) -> None:
        """A move's value is the mean over what follows; a position's value is its best
        move's."""
        for rule in ("course", "2048"):
            exact = Exact(rule, 2, 2)
            position = Game(exact.rules, 4).position
            while not position.over:
                value, slides = exact.before(position), exact.slides(position)
                assert value is not None and slides is not None
                self.assertEqual(set(slides), set(position.legal()))
                best = exact.best(position)
                assert best is not None
                self.assertAlmostEqual(slides[best].average, value.average, 6)
                means = {}
                for slide in slides:
                    mean = 0.0
                    for after, probability in position.outcomes(slide):
                        of = exact.before(after)
                        assert of is not None
                        mean += probability * of.average
                    means[slide] = mean + (position.gain(slide) if rule == "2048" else 0)
                if rule == "course":
                    for slide in slides:
                        self.assertAlmostEqual(means[slide], slides[slide].average, 6)
                self.assertAlmostEqual(max(means.values()), value.average, 6)
                position = max(position.outcomes(best), key=lambda each: each[1])[0]

    def test_exact_refuses(self) -> None:
        self.assertRaises(ValueError, Exact, "window", 2, 2)
        self.assertRaises(trey.Error, Exact, "course", 4, 4)
        self.assertRaises(trey.Error, Exact.load, "/nonexistent")
        exact = Exact("course", 2, 2)
        self.assertIsNone(exact.before(0xFFFF, 1))
        self.assertIsNone(exact.slides(0xFFFF, 1))
        self.assertIsNone(exact.best(0xFFFF, 1))
        self.assertIsNone(exact.after(0xFFFF, 1))
        for text in ("window,rows=2,cols=2", "course,rows=2,cols=3", "2048,rows=2,cols=2"):
            self.assertRaises(ValueError, exact.best, Game(text).position)
        self.assertIsNotNone(exact.before(Game("course,rows=2,cols=2,start=2", 3).position))

    def test_odds(self) -> None:
        self.assertRaises(ValueError, trey.odds, Position("window", BOARD, "3"),
                          "heuristic", 0)
        odds = trey.odds(Position("window", BOARD, "3"), "heuristic", games=32)
        self.assertEqual(odds.games, 32)
        shares = [odds.reach[tile].mean for tile in sorted(odds.reach)]
        self.assertEqual(shares, sorted(shares, reverse=True))


class Plans(unittest.TestCase):
    def test_the_example(self) -> None:
        sequence = Sequence.read(EXAMPLES / "demo.txt")
        plan = sequence.plan(seconds=0)
        self.assertEqual((plan.score, plan.optimal), (3222, True))
        self.assertEqual(sequence.judge(plan.moves).score, plan.score)
        self.assertEqual(sequence.judge(plan.text("a", "b")).score, plan.score)
        self.assertEqual(sequence.judge(plan.moves + "\r\n").score, plan.score)
        self.assertLessEqual(plan.score, sequence.bound.score)
        again = Sequence(sequence.text("the same", "again"))
        self.assertTrue((again.tiles == sequence.tiles).all())
        self.assertTrue((again.start == sequence.start).all())

    def test_refusals(self) -> None:
        self.assertRaises(trey.Error, Sequence, "nothing")
        self.assertRaises(trey.Error, Sequence.read, "/nonexistent")
        self.assertRaises(ValueError, Sequence.read, f"{EXAMPLES}/demo.txt\0x")
        self.assertRaises(ValueError, Exact.load, "/nonexistent\0x")
        self.assertRaises(ValueError, Sequence.generate, "nomix")
        sequence = Sequence.generate("deck", 20, 1)
        self.assertEqual(len(sequence), 20)
        self.assertRaises(ValueError, sequence.judge, "UX")
        self.assertEqual(sequence.judge("").end, "the moves ran out")


class Records(unittest.TestCase):
    def played(self) -> Record:
        game = Game("course,rows=2,cols=3", 8)
        record = Record.begin(game.position, 8, 0, "the first legal slide")
        while not game.over:
            slide = game.legal()[0]
            before = game.position
            game.slide(slide)
            entered = game.position.board ^ before.after(slide)
            cell = (entered & -entered).bit_length() - 1 >> 2
            record.add(trey.Step(slide, cell, entered >> 4 * cell, game.position.next),
                       game.score)
        return record

    def test_round_trip(self) -> None:
        record = self.played()
        again = Record(record.text())
        self.assertEqual(list(again), list(record))
        self.assertEqual(again.player, "the first legal slide")
        self.assertEqual(again.replay(whole=True).score, record.score)
        self.assertEqual(json.loads(record.text())["score"], record.score)
        self.assertEqual(len(record.positions()), len(record))
        self.assertEqual(record.positions()[0], record.start)

    def test_without_moves(self) -> None:
        for rules in ("window", "2048"):
            position = Game(rules, 8).position
            for record in (Record.begin(position, 8), Record.played(rules, [], 8)):
                self.assertEqual(record.score, position.score)
                self.assertEqual(Record(record.text()).replay(), position)
                self.assertIn("</svg>", record.svg())

    def test_adding_while_iterating(self) -> None:
        record = self.played()
        steps = list(record)
        for i, step in enumerate(record):
            self.assertEqual(step, steps[i])
            for _ in range(50):
                record.add(step, 0)
        self.assertRaises(ValueError, record.add, trey.Step(Direction.UP, 300, 1, 2), 0)

    def test_review(self) -> None:
        review = self.played().review("points", depth=2, threads=1)
        self.assertEqual(len(review.slides), len(self.played()))
        self.assertTrue(0 <= review.accuracy <= 100)
        for slide in review.slides:
            self.assertEqual(slide.loss == 0.0,
                             slide.value[slide.played] == max(slide.value.values()))

    def test_refusals(self) -> None:
        self.assertRaises(trey.Error, Record, "nothing")
        record = self.played()
        record.add(trey.Step(Direction.UP, 0, 1, 2), 0)
        self.assertRaises(trey.Error, record.replay)


class Sessions(unittest.TestCase):
    def test_a_game(self) -> None:
        session = Session(player="heuristic")
        answer = session.ask("new window seed 7")
        self.assertEqual(answer["score"], Game("window", 7).score)
        self.assertEqual(session.ask("slide " + answer["legal"][0])["moves"], 1)
        parts: list = []
        session.ask("advice depth 2", parts.append)
        self.assertRaises(trey.Error, session.ask, "slide X")
        self.assertRaises(ValueError, session.ask, "new\nnew")
        self.assertIn("treyok", session.lines("trey"))


class Interrupts(unittest.TestCase):
    """Ctrl-C ends long calls, and the objects can be used again."""

    def setUp(self) -> None:
        # Shells make background processes ignore it.
        self.addCleanup(signal.signal, signal.SIGINT, signal.getsignal(signal.SIGINT))
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted(self, function: Callable[[], Any]) -> None:
        timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            try:
                timer.start()
                function()
            finally:
                timer.join()

    def test_long_calls(self) -> None:
        position = Position("window", BOARD, "3", (4, 3, 3))
        search = Search("window", "points")
        self.interrupted(lambda: search.run(position, depth=30))
        self.assertEqual(search.run(position, depth=3).depth, 3)
        self.interrupted(lambda: trey.odds(position, "heuristic", games=1 << 30))
        self.interrupted(lambda: Sequence.generate("deck", 1000, 1).plan(seconds=600))
        self.interrupted(lambda: Exact("2048", 3, 3, max_memory_bytes=1 << 33))
        session = Session(player="heuristic")
        session.ask("new window seed 7")
        self.interrupted(lambda: session.lines("advice infinite"))
        self.assertEqual(session.ask("slide L")["re"], "slide")

    def test_training(self) -> None:
        learner = trey.Learner("2048,rows=2,cols=2", "0123", seed=1)
        self.interrupted(lambda: learner.run(games=1 << 50))
        self.interrupted(lambda: learner.test(1 << 50))
        self.assertGreater(learner.test(10).mean, 0)

    def test_evaluators(self) -> None:
        """A function of an evaluator is not called again after Ctrl-C."""
        position = Position("window", BOARD, "3", (4, 3, 3))
        for gather in (0, 64):
            calls: list[int] = []

            def slow(boards: Any) -> Any:
                calls.append(boards.size)
                if len(calls) == 5:
                    os.kill(os.getpid(), signal.SIGINT)
                    for _ in range(3000):  # until the main thread has noticed
                        if evaluator._own is not None and evaluator._own.stopped:
                            break
                        time.sleep(0.01)
                return np.zeros(boards.size)

            evaluator = trey.Evaluator.own(slow, points=False, gather=gather)
            search = Search("window", evaluator)
            with self.assertRaises(KeyboardInterrupt):
                search.run(position, depth=8)
            self.assertEqual(len(calls), 5)
            calls[:] = [0] * 5
            self.assertEqual(search.run(position, depth=1).depth, 1)

    def test_in_other_threads(self) -> None:
        """Calls in other threads are not interrupted, and give the same results."""
        found: list[int] = []
        position = Position("window", BOARD, "3", (4, 3, 3))
        worker = threading.Thread(target=lambda: found.append(
            Search("window", "points").run(position, depth=3).depth))
        worker.start()
        worker.join()
        self.assertEqual(found, [3])


class Errors(unittest.TestCase):
    def test_wrong_types(self) -> None:
        """TypeErrors that say what is needed, before anything is changed."""
        game, any_of = Game("window", 1), trey.Batch("window", 4)
        search = Search("window", "points")
        wrong: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
            (Rules, (None,), "a str"), (Rules, (2048,), "a str"), (Game, (2048,), "a str"),
            (trey.Batch, (None,), "a str"), (Position, (None, 0), "a str"),
            (search.run, (game,), "Game.position"), (search.run, (None,), "a Position"),
            (trey.odds, (game, "points"), "Game.position"),
            (Record.begin, (game,), "Game.position"),
            (Game.from_position, (None,), "a Position"),
            (trey.Player("greedy"), (game,), "Game.position"),
            (Search, ("window", None), "a str"), (Search, ("window", len), "Evaluator.own"),
            (trey.Evaluator.own, (3,), "function"),
            (trey.Evaluator.from_bytes, ("text",), "bytes"),
            (trey.Evaluator.from_bytes, (None,), "bytes"), (Record, (None,), "a str"),
            (Sequence, (None,), "a str"), (Sequence.generate().judge, (None,), "a str"),
            (Position.parse, (None,), "a str"), (Game.parse, (None,), "a str"),
            (any_of.begin_all, (np.array([True, False]), 1, [0, 1]), "whole"),
            (any_of.begin_all, (np.array([0.0]), 1, [0]), "whole"),
        ]
        for function, arguments, text in wrong:
            with self.subTest(text, function=function):
                with self.assertRaisesRegex(TypeError, text):
                    function(*arguments)
        with self.assertRaisesRegex(TypeError, "an Evaluator"):
            trey.Player("heuristic", evaluator="points")  # type: ignore[arg-type]
        for name in ("greedy", "random", "heuristic"):
            with self.assertRaisesRegex(ValueError, "for a player of"):
                trey.Player(name, "2048")(game.position)
            with self.assertRaisesRegex(ValueError, "for a player of"):
                trey.selfplay(trey.Player(name, "2048"), "window", games=1)
        with self.assertRaisesRegex(ValueError, "one number for each"):
            any_of.begin_all([0, 1], 1, [0])
        any_of.begin_all([2, 1], 7, [5, 6])
        self.assertEqual(any_of.game(1), Game("window", 7, 6))
        with self.assertRaisesRegex(ValueError, "not a trey network"):
            trey.Evaluator.from_bytes(bytearray(b"abc"))

    def test_kinds(self) -> None:
        """Each error is a trey.Error with a status and one of Python's own exceptions."""
        with self.assertRaises(trey.InvalidError) as refused:
            Rules("chess")
        self.assertIsInstance(refused.exception, (trey.Error, ValueError))
        self.assertIsInstance(refused.exception, ValueError)
        self.assertIn(refused.exception.status,
                      (trey.Status.ARGUMENT, trey.Status.INPUT))
        for read in (Sequence.read, Exact.load):
            with self.assertRaises(OSError) as missing:
                read("/nowhere/at all")
            self.assertIsInstance(missing.exception, trey.Error)
            self.assertEqual(missing.exception.status, trey.Status.IO)
            self.assertTrue(str(missing.exception).startswith("/nowhere/at all: "))
            again = pickle.loads(pickle.dumps(missing.exception))
            for error in (missing.exception, again):
                self.assertEqual((error.errno, error.filename, error.strerror),
                                 (errno.ENOENT, "/nowhere/at all", os.strerror(errno.ENOENT)))
        for text in ("\0", "\ud800"):
            self.assertRaises(trey.InvalidError, Rules, text)
            self.assertRaises(trey.InvalidError, Session(player="heuristic").ask, text)
        with self.assertRaises(trey.Error):
            Direction(4)

    def test_lines(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "input")
            path.write_text("a\nb\n" + "x " * 16 + "\n")
            with self.assertRaises(ValueError) as refused:
                Sequence.read(path)
            line = refused.exception.line  # type: ignore[attr-defined]
            self.assertGreater(line, 0)
            self.assertTrue(str(refused.exception).startswith(f"{path}:{line}: "))
            with self.assertRaises(ValueError) as refused:
                Sequence(path.read_text())
            self.assertTrue(str(refused.exception).startswith(f"line {line}: "))

    def test_errors_are_pickled(self) -> None:
        for kind in (trey.Error, trey.InvalidError, trey.FileError, trey.LimitError,
                     trey.OutOfMemoryError, trey.CancelledError, trey.StateError):
            error = kind(trey.Status.INPUT, "wrong", 3)
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), str(again), again.status, again.line),
                             (kind, "line 3: wrong", trey.Status.INPUT, 3))

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_search_of_several_threads_ends_with_a_fork(self) -> None:
        position = Position("window", BOARD, "3", (4, 3, 3))
        many, one = Search("window", "points", threads=2), Search("window", "points")
        value = many.run(position, depth=2).value
        child = os.fork()
        if child == 0:
            try:
                many.run(position, depth=2)
                status = 1
            except trey.StateError:
                status = int(one.run(position, depth=2).value != value)
            many.__del__()
            os._exit(status)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(many.run(position, depth=2).value, value)


    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_session_of_several_threads_ends_with_a_fork(self) -> None:
        many = Session(player="heuristic", threads=2)
        many.ask("new window seed 7")
        many.ask("advice depth 2")
        child = os.fork()
        if child == 0:
            signal.alarm(20)  # freeing would wait for threads that do not exist here
            try:
                many.ask("advice depth 2")
                status = 1
            except trey.StateError:
                status = 0
            del many
            os._exit(status)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(many.ask("advice depth 2")["re"], "advice")


class Public(unittest.TestCase):
    def test_every_public_name_is_documented(self) -> None:
        missing = []
        modules = [trey, *(importlib.import_module(f"trey.{name}") for name in
                           ("rules", "batch", "env", "search", "record", "exact",
                            "sequence", "session"))]
        for module in modules:
            self.assertTrue(module.__doc__)
            for name, value in vars(module).items():
                if (name.startswith("_") or not inspect.isclass(value) and
                        not inspect.isfunction(value) or
                        not value.__module__.startswith("trey")):
                    continue
                if not value.__doc__ or value.__doc__.startswith(f"{name}("):
                    missing.append(f"{module.__name__}.{name}")
                for member, of in vars(value).items() if inspect.isclass(value) else ():
                    called = of.__func__ if isinstance(of, (classmethod, staticmethod)) else of
                    if (not member.startswith("_") and
                            (inspect.isfunction(called) or isinstance(of, property)) and
                            not getattr(called, "__doc__", None)):
                        missing.append(f"{module.__name__}.{name}.{member}")
        self.assertEqual(missing, [])


class Copies(unittest.TestCase):
    def test_objects_that_cannot_be_copied(self) -> None:
        evaluator = trey.Evaluator("points")
        ones = [trey.Batch("window", 4), evaluator, Search("window", evaluator),
                Exact("course", 2, 2), Sequence.generate("deck", 20, 1),
                Session(player="heuristic"), Record.begin(Game().position)]
        for one in ones:
            for of in (copy.copy, copy.deepcopy, pickle.dumps):
                self.assertRaises(TypeError, of, one)
        with self.assertRaises(AttributeError):
            ones[2].evaluator = evaluator  # type: ignore[attr-defined]
        for one in ones:
            one.__del__()  # type: ignore[attr-defined]
            one.__del__()  # type: ignore[attr-defined]

    def test_games(self) -> None:
        game = Game("window", 3)
        other = copy.copy(game)
        other.slide(other.legal()[0])
        self.assertEqual((game.position.moves, other.position.moves), (0, 1))


class Pictures(unittest.TestCase):
    def test_arrays(self) -> None:
        grey = np.full((40, 30, 3), 128, np.uint8)
        self.assertEqual(trey.read_picture(grey)["problem"], "no_board")
        self.assertEqual(trey.read_picture(np.zeros((5, 7, 4), np.uint8))["game"], "unknown")
        for wrong in (grey[0], grey.astype(float), grey[:, :, :2]):
            self.assertRaises(ValueError, trey.read_picture, wrong)
        self.assertRaises(trey.Error, trey.read_picture, np.zeros((2100, 2100, 4), np.uint8))

    def test_2048(self) -> None:
        root = pathlib.Path(__file__).resolve().parents[2]
        spec = importlib.util.spec_from_file_location("draw", root / "tests/read/draw.py")
        assert spec is not None and spec.loader is not None
        draw = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(draw)
        glyphs = draw.load_glyphs(root / "src/picture/glyph_table_2048.c")
        board = [2, 4, 8, 16, 0, 0, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 0]
        picture = draw.draw_2048(glyphs, board)
        array = np.frombuffer(b"".join(picture.rows), np.uint8)
        array = array.reshape(picture.height, picture.width, 3)
        read = trey.read_picture(array)
        self.assertEqual((read["game"], read["rules"], read["board"]), ("2048", "2048", board))
        self.assertNotIn("problem", read)
        self.assertEqual(read["next"], "?")
        self.assertEqual((len(read["confidence"]), read["overall"]), (16, min(read["confidence"])))
        self.assertGreaterEqual(read["overall"], 0.5)
        # The upper half of a board is none; half of a tile's colour makes a cell doubtful.
        self.assertIn("problem", trey.read_picture(array[:400]))
        damaged = array.copy()
        damaged[230:270, 40:100] = 255
        damaged = trey.read_picture(damaged)
        self.assertLess(damaged["confidence"][0], 0.5)


if __name__ == "__main__":
    unittest.main()
