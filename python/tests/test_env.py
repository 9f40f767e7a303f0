"""The environments: their games, and the contract of Gymnasium 1.x, with and without
gymnasium installed."""

import copy
import gc
import os
import pathlib
import subprocess
import sys
import unittest
import warnings
from typing import Any, Optional

import numpy as np

import trey.env
from trey import Game, Rules, _spaces
from trey.env import AutoresetMode, ThreesEnv, ThreesVectorEnv

SOME = ("window", "2048", "course,rows=2,cols=3", "classic,hint=none")
gymnasium = trey.env.gymnasium


def legal_actions(random: np.random.Generator, mask: Any) -> Any:
    """A random legal action for each row of the mask; 0 where none is legal."""
    return (mask * (random.random(mask.shape) + 0.1)).argmax(axis=-1)


class Single(unittest.TestCase):
    def test_games_to_their_ends(self) -> None:
        for text in SOME:
            env = ThreesEnv(text)
            for seed in (None, 7):
                observation, info = env.reset(seed=seed)
                score, over, steps = info["score"], False, 0
                while not over:
                    self.assertTrue(env.observation_space.contains(observation))
                    action = int(env.action_space.sample(info["action_mask"]))
                    observation, reward, over, cut, info = env.step(action)
                    score += reward
                    steps += 1
                    self.assertIs(cut, False)
                    self.assertIs(info["moved"], True)
                self.assertEqual(score, info["score"])
                self.assertGreater(steps, 3)
                self.assertFalse(info["action_mask"].any())

    def test_a_game_is_the_game_of_its_seed(self) -> None:
        """Observation, reward and mask against the game itself, step by step."""
        random = np.random.default_rng(2)
        for text in SOME:
            env, game = ThreesEnv(text), Game(text, seed=11)
            observation, info = env.reset(seed=11)
            for _ in range(80):
                position = game.position
                ranks = position.rules.ranks(position.board)
                cards = position.cards or (255, 255, 255)
                self.assertEqual(observation["board"].tolist(), ranks.tolist())
                self.assertEqual(observation["next"].tolist(),
                                 [position.next >> rank & 1 for rank in range(16)])
                self.assertEqual(observation["deck"].tolist(), list(cards))
                self.assertEqual(info["action_mask"].tolist(),
                                 [direction in position.legal() for direction in range(4)])
                self.assertEqual(info["score"], position.score)
                action = int(random.integers(4))
                moved = game.slide(action)
                before = position.score
                observation, reward, over, _, info = env.step(action)
                self.assertEqual((info["moved"], reward, over),
                                 (moved, game.score - before, game.over))

    def test_a_seed_is_a_game(self) -> None:
        env = ThreesEnv()
        first, _ = env.reset(seed=5)
        second, _ = env.reset()
        again, _ = env.reset(seed=5)
        self.assertTrue((first["board"] == again["board"]).all())
        self.assertFalse((first["board"] == second["board"]).all())
        by_number, _ = env.reset(seed=5, options={"number": 1})
        self.assertTrue((second["board"] == by_number["board"]).all())

    def test_without_a_seed_games_differ(self) -> None:
        for make in (ThreesEnv, lambda: ThreesVectorEnv(2)):
            environments = [make() for _ in range(4)]
            boards = {env.reset()[0]["board"].tobytes() for env in environments}
            self.assertEqual(len(boards), 4)  # two alike: once in 10^8

    def test_the_drawn_seed_is_known(self) -> None:
        drawn = ThreesEnv()
        first, _ = drawn.reset()
        again, _ = ThreesEnv(seed=drawn.game_seed).reset()
        self.assertTrue((first["board"] == again["board"]).all())
        many = ThreesVectorEnv(3)
        first, _ = many.reset()
        again, _ = ThreesVectorEnv(3, seed=many.game_seed).reset()
        self.assertTrue((first["board"] == again["board"]).all())

    def test_refusals(self) -> None:
        env = ThreesEnv()
        env.reset(seed=1)
        self.assertRaises(ValueError, env.reset, seed=-1)
        self.assertRaises(ValueError, env.reset, seed=9, options={"number": -1})
        self.assertEqual(env.game_seed, 1)
        self.assertRaises(ValueError, ThreesEnv, render_mode="human")
        self.assertRaises(TypeError, copy.copy, env)
        with env as entered:
            self.assertIs(entered.unwrapped, env)

    def test_no_game_begins_finished(self) -> None:
        for text in ("2048,rows=1,cols=2", "course,rows=2,cols=2,start=4"):
            env = ThreesEnv(text)
            for seed in range(40):
                for _ in range(3):
                    _, info = env.reset(seed=seed)
                    self.assertTrue(info["action_mask"].any())
                    _, info = env.reset()
                    self.assertTrue(info["action_mask"].any())

    def test_observations_are_kept(self) -> None:
        """A step's results are never overwritten, and outlive the environment."""
        env, many = ThreesEnv("2048"), ThreesVectorEnv(3, "2048")
        kept = [env.reset(seed=1)[0], many.reset(seed=1)[0]]
        before = copy.deepcopy(kept)
        for action in (0, 1, 2, 3):
            env.step(action)
            many.step([action] * 3)
        del env, many
        gc.collect()
        for one, other in zip(kept, before):
            for name in one:
                self.assertTrue((one[name] == other[name]).all())


class Illegal(unittest.TestCase):
    """One rule for illegal moves, in both classes."""

    def test_an_illegal_move_changes_nothing(self) -> None:
        env, many = ThreesEnv("course,rows=1,cols=3"), ThreesVectorEnv(2, "course,rows=1,cols=3")
        before, _ = env.reset(seed=1)
        after, reward, over, _, info = env.step(0)  # up, on a single row
        self.assertEqual((reward, over, info["moved"]), (0.0, False, False))
        self.assertEqual(before["board"].tolist(), after["board"].tolist())
        all_before, _ = many.reset(seed=1)
        all_after, rewards, ends, _, infos = many.step([0, 0])
        self.assertEqual((rewards.tolist(), ends.tolist(), infos["moved"].tolist()),
                         ([0, 0], [False, False], [False, False]))
        self.assertEqual(all_before["board"].tolist(), all_after["board"].tolist())

    def test_invalid_actions(self) -> None:
        env, many = ThreesEnv(), ThreesVectorEnv(2)
        env.reset(seed=1)
        many.reset(seed=1)
        before = env.batch.board.tolist() + many.batch.board.tolist()
        for wrong in (4, -1, 255, 256, 1 << 40):
            with self.assertRaises(trey.InvalidError):
                env.step(wrong)
            with self.assertRaises(trey.InvalidError):
                many.step(np.array([0, wrong]))
        for wrong in (1.7, None, "1"):
            with self.assertRaises(TypeError):
                env.step(wrong)  # type: ignore[arg-type]
            with self.assertRaises(TypeError):
                many.step([wrong, wrong])  # type: ignore[list-item]
        for shape in ((1,), (2, 1), (3,)):
            with self.assertRaises(ValueError):
                many.step(np.zeros(shape, dtype=int))
        self.assertEqual(before, env.batch.board.tolist() + many.batch.board.tolist())
        for right in (np.int64(1), np.uint8(1), True):
            env.step(right)
            many.step([right, right])

    def test_integers_of_every_kind(self) -> None:
        """Signed and unsigned, also by the rules of numpy 2 for Python integers, which numpy
        1.24 to 1.26 can follow."""
        script = """if True:
            import numpy as np, trey
            from trey.env import ThreesVectorEnv
            for kind in "bhilqBHILQ":
                many, batch = ThreesVectorEnv(4, seed=1), trey.Batch("window", 4, 1)
                many.reset()
                actions = np.array([0, 1, 2, 3], dtype=kind)
                assert many.step(actions)[4]["moved"].sum() == batch.step(actions) > 0
                wrong = np.array([0, 1, 2, 100], dtype=kind)
                assert batch.step(wrong) <= 3
                try:
                    many.step(wrong)
                    raise AssertionError(kind)
                except ValueError:
                    pass
        """
        for state in ("legacy", "weak"):
            subprocess.run([sys.executable, "-c", script], check=True,
                           env={**os.environ, "NPY_PROMOTION_STATE": state})

    def test_after_the_end(self) -> None:
        env = ThreesEnv("course,rows=1,cols=3")
        _, info = env.reset(seed=1)
        while info["action_mask"].any():
            _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        self.assertTrue(over)
        score = info["score"]
        _, reward, over, _, info = env.step(1)
        self.assertEqual((reward, over, info["moved"], info["score"]),
                         (0.0, True, False, score))


class Lanes:
    """A vector environment as a loop over single ones: the slow oracle.

    It does what Gymnasium documents for the three autoreset modes."""

    def __init__(self, lanes: int, rules: str, mode: str) -> None:
        self.envs = [ThreesEnv(rules) for _ in range(lanes)]
        self.mode = mode
        self.number = list(range(lanes))
        self.ended = [False] * lanes

    def reset(self, seed: int) -> list:
        return [env.reset(seed=seed, options={"number": lane})
                for lane, env in enumerate(self.envs)]

    def renew(self, lane: int) -> tuple:
        self.number[lane] += len(self.envs)
        self.ended[lane] = False
        return self.envs[lane].reset(options={"number": self.number[lane]})

    def step(self, lane: int, action: int) -> tuple:
        """Observation, reward, terminated, info, and the last ones of an ended game."""
        if self.mode == "NextStep" and self.ended[lane]:
            observation, info = self.renew(lane)
            return observation, 0.0, False, info, None
        observation, reward, over, _, info = self.envs[lane].step(action)
        self.ended[lane] = over
        if self.mode == "SameStep" and over:
            final = observation, info
            observation, info = self.renew(lane)
            return observation, reward, True, info, final
        return observation, reward, over, info, None


class Vector(unittest.TestCase):
    def assert_lane(self, observation: dict, info: dict, lane: int, expected: dict,
                    expected_info: dict) -> None:
        for name in expected:
            self.assertEqual(observation[name][lane].tolist(), expected[name].tolist())
        for name in expected_info:
            self.assertTrue(info["_" + name][lane])
            self.assertEqual(np.asarray(info[name][lane]).tolist(),
                             np.asarray(expected_info[name]).tolist(), name)

    def test_each_lane_is_a_single_environment(self) -> None:
        count = 7
        for text in SOME:
            for mode in ("SameStep", "NextStep", "Disabled"):
                env = ThreesVectorEnv(count, text, autoreset_mode=mode)
                lanes = Lanes(count, text, mode)
                random, ended = np.random.default_rng(4), 0
                observation, info = env.reset(seed=3)
                for lane, (one, its) in enumerate(lanes.reset(3)):
                    self.assert_lane(observation, info, lane, one, its)
                for _ in range(300):
                    actions = legal_actions(random, info["action_mask"])
                    actions[0] = random.integers(4)  # illegal ones, too
                    observation, rewards, over, cut, info = env.step(actions)
                    self.assertIn(observation, env.observation_space)
                    self.assertEqual((rewards.dtype, over.dtype, cut.dtype),
                                     (np.float64, np.bool_, np.bool_))
                    self.assertFalse(cut.any())
                    for lane in range(count):
                        one, reward, end, its, final = lanes.step(lane, int(actions[lane]))
                        self.assert_lane(observation, info, lane, one, its)
                        self.assertEqual((rewards[lane], over[lane]), (reward, end))
                        if final is None:
                            self.assertFalse(info.get("_final_obs", over * False)[lane])
                            continue
                        last, last_info = final
                        ended += 1
                        self.assertTrue(info["_final_obs"][lane])
                        self.assertTrue(info["_final_info"][lane])
                        for name in last:
                            self.assertEqual(info["final_obs"][lane][name].tolist(),
                                             last[name].tolist())
                        for name in last_info:
                            self.assertTrue(info["final_info"]["_" + name][lane])
                            self.assertEqual(
                                np.asarray(info["final_info"][name][lane]).tolist(),
                                np.asarray(last_info[name]).tolist(), name)
                self.assertEqual("final_obs" in info or ended > 0, mode == "SameStep")

    def test_masks_of_final_observations(self) -> None:
        env = ThreesVectorEnv(16, "course,rows=2,cols=2")
        _, info = env.reset(seed=1)
        random, some = np.random.default_rng(1), 0
        for _ in range(100):
            _, _, over, _, info = env.step(legal_actions(random, info["action_mask"]))
            self.assertEqual("final_obs" in info, bool(over.any()))
            if over.any():
                some += int(not over.all())
                for name in ("_final_obs", "_final_info"):
                    self.assertEqual(info[name].tolist(), over.tolist())
                for lane in np.flatnonzero(~over):
                    self.assertIsNone(info["final_obs"][lane])
        self.assertGreater(some, 0)

    def test_reset_mask(self) -> None:
        for mode in ("SameStep", "NextStep", "Disabled"):
            env = ThreesVectorEnv(6, "course,rows=2,cols=2", autoreset_mode=mode)
            _, info = env.reset(seed=1)
            random = np.random.default_rng(1)
            for _ in range(60):
                observation, _, over, _, info = env.step(
                    legal_actions(random, info["action_mask"]))
                mask = np.zeros(6, dtype=bool)
                mask[random.integers(6)] = True
                mask |= over if mode == "Disabled" else False
                before = env.batch.number.copy()
                fresh, info = env.reset(options={"reset_mask": mask})
                self.assertTrue((env.batch.number[~mask] == before[~mask]).all())
                self.assertTrue((env.batch.number[mask] == before[mask] + 6).all())
                for name in observation:
                    self.assertTrue((fresh[name][~mask] == observation[name][~mask]).all())
                self.assertEqual(info["_score"].tolist(), mask.tolist())
                self.assertTrue(info["action_mask"][mask].any(axis=1).all())
        one, other = ThreesVectorEnv(3), ThreesVectorEnv(3)
        one.reset(seed=1)
        last = np.array([False, False, True])
        seeded, _ = one.reset(seed=[None, None, 9], options={"reset_mask": last})
        self.assertEqual(seeded["board"][2].tolist(),
                         ThreesEnv().reset(seed=9)[0]["board"].tolist())
        self.assertEqual(seeded["board"][0].tolist(),
                         other.reset(seed=1)[0]["board"][0].tolist())
        for wrong, kind in ((np.zeros(3, dtype=bool), ValueError),
                            (np.ones(4, dtype=bool), ValueError),
                            (np.ones(3, dtype=int), TypeError), ([True] * 3, TypeError)):
            with self.assertRaises(kind):
                one.reset(options={"reset_mask": wrong})

    def test_lists_of_seeds(self) -> None:
        env = ThreesVectorEnv(3)
        observation, _ = env.reset(seed=[5, 5, 8])
        for lane, seed in enumerate((5, 5, 8)):
            self.assertEqual(observation["board"][lane].tolist(),
                             ThreesEnv().reset(seed=seed)[0]["board"].tolist())
        first, _ = env.reset(seed=[None] * 3)
        second, _ = env.reset(seed=[None] * 3)
        self.assertNotEqual(first["board"].tolist(), second["board"].tolist())
        self.assertRaises(ValueError, env.reset, seed=[1, 2])
        self.assertRaises(ValueError, env.reset, seed=[1, 2, -3])

    def test_reset_continues_with_other_games(self) -> None:
        env = ThreesVectorEnv(8)
        first, _ = env.reset(seed=2)
        second, _ = env.reset()
        again, _ = env.reset(seed=2)
        self.assertTrue((first["board"] == again["board"]).all())
        self.assertFalse((first["board"] == second["board"]).all())

    def test_every_lane_advances(self) -> None:
        env = ThreesVectorEnv(64, "2048,rows=1,cols=2")
        _, info = env.reset(seed=3)
        for _ in range(50):
            self.assertTrue(info["action_mask"].any(axis=1).all())
            _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))

    def test_modes(self) -> None:
        for mode in AutoresetMode:
            for given in (mode, mode.value):
                env = ThreesVectorEnv(2, autoreset_mode=given)
                self.assertIs(env.metadata["autoreset_mode"], mode)
        self.assertIs(ThreesVectorEnv.metadata["autoreset_mode"], AutoresetMode.SAME_STEP)
        self.assertRaises(ValueError, ThreesVectorEnv, 2, autoreset_mode="sometimes")


class Shown(unittest.TestCase):
    def test_render(self) -> None:
        for text in ("window", "2048", "fibonacci", "course,rows=2,cols=3"):
            rows, columns = Rules(text).shape
            env, many = ThreesEnv(text, render_mode="ansi"), ThreesVectorEnv(
                2, text, render_mode="rgb_array")
            env.reset(seed=1)
            many.reset(seed=1)
            self.assertIsInstance(env.render(), str)
            pictures = many.render()
            self.assertIsInstance(pictures, tuple)
            for picture in pictures:
                self.assertEqual((picture.dtype, picture.ndim), (np.uint8, 3))
                self.assertEqual(picture.shape, (64 * rows, 64 * columns, 3))
            one = ThreesEnv(text, render_mode="rgb_array")
            one.reset(seed=1)
            self.assertTrue((one.render() == pictures[0]).all())
            self.assertFalse((pictures[0] == pictures[1]).all())
        silent = ThreesEnv()
        silent.reset()
        self.assertIsNone(silent.render())

    def test_tiles_differ(self) -> None:
        from trey._picture import Painter
        for text in ("window", "2048", "fibonacci"):
            painter = Painter(Rules(text))
            seen = {painter.draw(np.array([[rank]], dtype=np.uint8)).tobytes()
                    for rank in range(16)}
            self.assertEqual(len(seen), 16)


class Closed(unittest.TestCase):
    def test_closed(self) -> None:
        for env, action in ((ThreesEnv(), 0), (ThreesVectorEnv(2), [0, 0])):
            env.reset(seed=1)
            self.assertFalse(env.closed)
            env.close()
            env.close()
            self.assertTrue(env.closed)
            for call in (env.reset, lambda: env.step(action), env.render):
                with self.assertRaises(trey.StateError):
                    call()


class Checks(unittest.TestCase):
    """What gymnasium.utils.env_checker.check_env checks of an environment, written out."""

    def test_determinism(self) -> None:
        for text in SOME:
            env = ThreesEnv(text)
            results = []
            for _ in range(2):
                results.append([env.reset(seed=123), env.reset(), env.step(1)])
            first, second = results
            self.assertTrue(equal(first, second))
            self.assertFalse(equal(env.reset(seed=456), first[0]))

    def test_types(self) -> None:
        env = ThreesEnv()
        for result in (env.reset(), env.reset(options={}), env.reset(seed=1)):
            self.assertIsInstance(result, tuple)
            self.assertEqual(len(result), 2)
            self.assertIn(result[0], env.observation_space)
            self.assertIsInstance(result[1], dict)
        env.action_space.seed(1)
        result = env.step(env.action_space.sample())
        self.assertEqual(len(result), 5)
        observation, reward, terminated, truncated, info = result
        self.assertEqual(set(observation), {"board", "next", "deck"})
        for name, array in observation.items():
            space = env.observation_space[name]
            self.assertIsInstance(array, np.ndarray)
            self.assertEqual((array.dtype, array.shape), (space.dtype, space.shape))
        self.assertIsInstance(reward, float)
        self.assertIsInstance(terminated, bool)
        self.assertIsInstance(truncated, bool)
        self.assertEqual((info["action_mask"].dtype, info["action_mask"].shape),
                         (np.int8, (4,)))
        self.assertIsInstance(info["score"], int)
        self.assertIsInstance(info["moved"], bool)

    def test_classes(self) -> None:
        self.assertFalse(hasattr(ThreesEnv(), "seed"))
        self.assertEqual(ThreesEnv.metadata["render_modes"], ["ansi", "rgb_array"])
        self.assertIsNone(ThreesEnv().render_mode)
        self.assertIsNone(ThreesEnv().spec)


def equal(one: Any, other: Any) -> bool:
    """Equality of nested results, arrays included."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and bool((one == other).all())
    return bool(one == other)


@unittest.skipIf(gymnasium is None, "gymnasium is not installed")
class Installed(unittest.TestCase):
    """With the real package."""

    def setUp(self) -> None:
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("error")

    def test_check_env(self) -> None:
        from gymnasium.utils.env_checker import check_env
        for name in trey.env.ENVIRONMENTS:
            check_env(gymnasium.make(name).unwrapped)
            check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)

    def test_make(self) -> None:
        for name, rules in trey.env.ENVIRONMENTS.items():
            env = gymnasium.make(name)
            self.assertIsInstance(env.unwrapped, ThreesEnv)
            self.assertEqual(env.unwrapped.rules, Rules(rules))
            env.reset(seed=1)
            env.step(1)
            for mode in AutoresetMode:
                many = gymnasium.make_vec(name, num_envs=3, autoreset_mode=mode)
                self.assertIsInstance(many.unwrapped, ThreesVectorEnv)
                self.assertEqual(many.metadata["autoreset_mode"], mode)

    def test_sync_vector_env_agrees(self) -> None:
        """Gymnasium's own loop over single environments returns the same, for the first
        game of each lane; later games have other numbers."""
        for mode in AutoresetMode:
            ours = ThreesVectorEnv(4, "2048", autoreset_mode=mode)
            theirs = gymnasium.vector.SyncVectorEnv(
                [lambda: ThreesEnv("2048")] * 4, autoreset_mode=mode)
            self.assertEqual(ours.observation_space, theirs.observation_space)
            self.assertEqual(ours.action_space, theirs.action_space)
            seeds = [3, 1, 4, 1]
            observation, info = ours.reset(seed=seeds)
            expected, expected_info = theirs.reset(seed=seeds)
            random, over = np.random.default_rng(1), np.zeros(4, dtype=bool)
            while not over.any():
                self.assertTrue(equal(observation, expected))
                for name in ("action_mask", "score", "moved"):
                    self.assertTrue((info[name] == expected_info[name]).all())
                    self.assertTrue((info["_" + name] == expected_info["_" + name]).all())
                actions = legal_actions(random, info["action_mask"])
                observation, rewards, over, _, info = ours.step(actions)
                expected, their_rewards, ends, _, expected_info = theirs.step(actions)
                self.assertTrue((rewards == their_rewards).all() and (over == ends).all())
            self.assertEqual(set(info), set(expected_info))
            if mode == AutoresetMode.SAME_STEP:
                lane = int(over.argmax())
                self.assertTrue(equal(info["final_obs"][lane],
                                      expected_info["final_obs"][lane]))
                for name, value in expected_info["final_info"].items():
                    self.assertTrue((info["final_info"][name][over] == value[over]).all())

    def test_wrappers(self) -> None:
        from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics
        from gymnasium.wrappers import vector
        env = FlattenObservation(RecordEpisodeStatistics(gymnasium.make("trey/2048-v0")))
        observation, info = env.reset(seed=1)
        while "episode" not in info:
            self.assertIn(observation, env.observation_space)
            observation, _, _, _, info = env.step(int(info["action_mask"].argmax()))
        self.assertEqual(info["episode"]["r"], info["score"])
        for mode in AutoresetMode:
            many = vector.RecordEpisodeStatistics(
                gymnasium.make_vec("trey/2048-v0", num_envs=3, autoreset_mode=mode))
            _, info = many.reset(seed=1)
            while "episode" not in info:
                _, _, over, _, info = many.step(info["action_mask"].argmax(axis=1))
            final = info["final_info"] if mode == AutoresetMode.SAME_STEP else info
            self.assertEqual(info["episode"]["r"][over].tolist(),
                             final["score"][over].tolist())
            if mode == AutoresetMode.DISABLED:
                many.reset(options={"reset_mask": over})
        flat = vector.FlattenObservation(gymnasium.make_vec(
            "trey/2048-v0", num_envs=3, autoreset_mode=AutoresetMode.NEXT_STEP))
        observation, info = flat.reset(seed=1)
        for _ in range(200):
            self.assertIn(observation, flat.observation_space)
            observation, _, _, _, info = flat.step(info["action_mask"].argmax(axis=1))
        listed = vector.DictInfoToList(gymnasium.make_vec("trey/2048-v0", num_envs=3))
        _, info = listed.reset(seed=1)
        while not any("final_obs" in one for one in info):
            _, _, over, _, info = listed.step(
                np.array([one["action_mask"].argmax() for one in info]))
        for lane, one in enumerate(info):
            self.assertEqual("final_obs" in one, over[lane])
            if over[lane]:
                self.assertIn(one["final_obs"], listed.single_observation_space)
                self.assertIn("score", one["final_info"])

    def test_samples(self) -> None:
        env = ThreesVectorEnv(5)
        _, info = env.reset(seed=1)
        env.action_space.seed(1)
        for _ in range(20):
            _, _, over, _, info = env.step(
                env.action_space.sample(tuple(info["action_mask"])))
            self.assertTrue((info["moved"] | over).all())


class Spaces(unittest.TestCase):
    """The spaces for where gymnasium is not installed."""

    def test_samples_are_contained(self) -> None:
        space = trey.env._space(Rules("window"), (3,))
        space.seed(1)
        self.assertTrue(space.contains(space.sample()))
        self.assertFalse(space.contains({"board": 1}))
        self.assertIn(2, _spaces.Discrete(4))
        self.assertNotIn(4, _spaces.Discrete(4))
        third = np.array([0, 0, 1, 0])
        self.assertEqual(_spaces.Discrete(4).sample(third), 2)
        self.assertEqual(_spaces.MultiDiscrete([4, 4]).sample((third, third)).tolist(), [2, 2])

    def test_import_without_gymnasium(self) -> None:
        code = ("import sys; sys.modules['gymnasium'] = None\n"
                "from trey.env import ThreesEnv, ThreesVectorEnv, gymnasium\n"
                "assert gymnasium is None\n"
                "ThreesEnv().reset(); ThreesVectorEnv(2).reset()")
        subprocess.run([sys.executable, "-c", code], check=True)


if __name__ == "__main__":
    unittest.main()
