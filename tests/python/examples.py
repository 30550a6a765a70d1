# SPDX-License-Identifier: BSD-2-Clause
"""The Python programs of examples/: an environment for reinforcement learning, and many processes."""
import os
import re
import subprocess
import sys
import unittest

import numpy as np

from run import SOURCE

EXAMPLES = os.path.join(SOURCE, "examples")
sys.path.append(EXAMPLES)
from environment import LENGTH, STEP, STEPS, Crane  # noqa: E402


def program(name, *words):
    done = subprocess.run([sys.executable, os.path.join(EXAMPLES, name), *map(str, words)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Environment(unittest.TestCase):
    def test_swing(self):
        """Under a constant acceleration a the load swings about -a L/g with the period of a pendulum; in half a period it is at -2 a L/g."""
        crane, a = Crane(), 0.1
        crane.reset(seed=3)
        half = round(np.pi * np.sqrt(LENGTH / 9.81) / STEP)
        seen = [crane.step(np.array([a]))[0] for _ in range(half)]
        self.assertAlmostEqual(seen[-1][2] / (-2 * a * LENGTH / 9.81), 1, delta=1e-3)  # large angles change the period by 1e-4, the half step less
        self.assertAlmostEqual(seen[-1][1], a * half * STEP, places=12)
        crane.close()

    def test_episodes(self):
        """Episodes with the same actions have the same bits, however often the environment is reset; the last step truncates."""
        crane, found = Crane(), []
        for _ in range(2):
            seen, _ = crane.reset(seed=5)
            rows = [seen]
            for k in range(STEPS):
                seen, reward, terminated, truncated, _ = crane.step(np.array([np.sin(k)]))
                rows.append(seen)
                self.assertEqual((terminated, truncated), (False, k == STEPS - 1))
            found.append(np.array(rows))
        np.testing.assert_array_equal(found[0], found[1])
        crane.close()

    def test_program(self):
        self.assertRegex(program("environment.py", 50), r"^50 steps, \d+ a second")


class Processes(unittest.TestCase):
    def test_program(self):
        """Cases in processes have the bits of those in one process, which the program checks."""
        seen = re.match(r"4 cases, 1 process: \S+ s, 2 processes: \S+ s, speed-up (\S+), start", program("processes.py", 2, 4))
        self.assertGreater(float(seen[1]), 0)


if __name__ == "__main__":
    unittest.main()
