"""The environments, without gymnasium and with what stands for it."""

import copy
import importlib
import sys
import types
import unittest
from typing import Any

import numpy as np

import trey.env
from trey import Rules, _spaces
from trey.env import ThreesEnv, ThreesVectorEnv


class Single(unittest.TestCase):
    def test_games_to_their_ends(self) -> None:
        for text in ("window", "2048", "course,rows=2,cols=3"):
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
                    self.assertFalse(cut)
                self.assertEqual(score, info["score"])
                self.assertGreater(steps, 3)
                self.assertFalse(info["action_mask"].any())

    def test_a_seed_is_a_game(self) -> None:
        env = ThreesEnv()
        first, _ = env.reset(seed=5)
        second, _ = env.reset()
        again, _ = env.reset(seed=5)
        self.assertTrue((first["board"] == again["board"]).all())
        self.assertFalse((first["board"] == second["board"]).all())

    def test_without_a_seed_games_differ(self) -> None:
        for make in (ThreesEnv, lambda: ThreesVectorEnv(2)):
            environments = [make() for _ in range(4)]
            boards = {env.reset()[0]["board"].tobytes() for env in environments}
            self.assertGreater(len(boards), 1)  # all four alike: once in 10^20

    def test_the_seed_that_was_drawn_is_told(self) -> None:
        drawn = ThreesEnv()
        first, _ = drawn.reset()
        again, _ = ThreesEnv(seed=drawn.game_seed).reset()
        self.assertTrue((first["board"] == again["board"]).all())
        many = ThreesVectorEnv(3)
        first, _ = many.reset()
        again, _ = ThreesVectorEnv(3, seed=many.game_seed).reset()
        self.assertTrue((first["board"] == again["board"]).all())

    def test_illegal_slides(self) -> None:
        env = ThreesEnv("course,rows=1,cols=3")
        _, info = env.reset(seed=1)
        observation, reward, over, _, info = env.step(0)
        self.assertEqual((reward, over, info["moved"]), (0.0, False, False))
        self.assertRaises(ValueError, env.step, 4)
        self.assertRaises(TypeError, env.step, 1.7)
        self.assertRaises(ValueError, env.reset, seed=-1)
        self.assertRaises(ValueError, ThreesEnv, render_mode="human")
        self.assertRaises(TypeError, copy.copy, env)
        with env as entered:
            self.assertIs(entered.unwrapped, env)

    def test_no_game_begins_with_its_end(self) -> None:
        for text in ("2048,rows=1,cols=2", "course,rows=2,cols=2,start=4"):
            env = ThreesEnv(text)
            for seed in range(40):
                _, info = env.reset(seed=seed)
                self.assertTrue(info["action_mask"].any())


class Vector(unittest.TestCase):
    def test_rewards_add_up(self) -> None:
        env = ThreesVectorEnv(16, "2048")
        observation, info = env.reset(seed=3)
        self.assertTrue(env.observation_space.contains(observation))
        random, points, ended = np.random.default_rng(1), np.zeros(16), 0
        for _ in range(600):
            mask = info["action_mask"] * random.random((16, 4))
            observation, rewards, over, cut, info = env.step(mask.argmax(axis=1))
            points += rewards
            self.assertFalse(cut.any())
            self.assertTrue((points == info["score"]).all())
            points[over] = 0
            ended += int(over.sum())
            if over.any():
                self.assertTrue((info["_final_obs"] == over).all())
                last = info["final_obs"]["board"][over]
                self.assertTrue((last > 0).all(), "a lost game of 2048 has a full board")
                fresh = (observation["board"][over] > 0).sum(axis=(1, 2))
                self.assertTrue((fresh == 2).all())
        self.assertGreater(ended, 16)

    def test_reset_goes_on_to_other_games(self) -> None:
        env = ThreesVectorEnv(8)
        first, _ = env.reset(seed=2)
        second, _ = env.reset()
        again, _ = env.reset(seed=2)
        self.assertTrue((first["board"] == again["board"]).all())
        self.assertFalse((first["board"] == second["board"]).all())


    def test_no_lane_stands_still(self) -> None:
        env = ThreesVectorEnv(64, "2048,rows=1,cols=2")
        _, info = env.reset(seed=3)
        for _ in range(50):
            self.assertTrue(info["action_mask"].any(axis=1).all())
            _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))


class Installed(unittest.TestCase):
    """What gymnasium asks of an environment, by a stand-in with its names: Debian has no
    gymnasium."""

    def test_classes_are_gymnasiums(self) -> None:
        gymnasium: Any = types.ModuleType("gymnasium")

        class Env:
            seeded = None

            def reset(self, *, seed: Any = None, options: Any = None) -> None:
                self.seeded = seed

        gymnasium.Env = Env
        gymnasium.vector = types.SimpleNamespace(
            VectorEnv=type("VectorEnv", (), {}),
            AutoresetMode=types.SimpleNamespace(SAME_STEP="same"))
        gymnasium.spaces = _spaces
        sys.modules["gymnasium"] = gymnasium
        try:
            env = importlib.reload(trey.env)
            self.assertTrue(issubclass(env.ThreesEnv, gymnasium.Env))
            self.assertTrue(issubclass(env.ThreesVectorEnv, gymnasium.vector.VectorEnv))
            self.assertEqual(env.ThreesVectorEnv.metadata["autoreset_mode"], "same")
            one = env.ThreesEnv("2048")
            one.reset(seed=1)
            self.assertEqual(one.seeded, 1)  # as check_env asks
        finally:
            del sys.modules["gymnasium"]
            importlib.reload(trey.env)


class Spaces(unittest.TestCase):
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


if __name__ == "__main__":
    unittest.main()
