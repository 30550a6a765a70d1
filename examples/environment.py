"""environment.py: an environment for reinforcement learning in the style of gymnasium: a crane whose trolley is to move without a swinging load.

usage: environment.py [number of steps, default 2000]: random actions, and the number of steps a second

The class has the methods of gymnasium.Env, so that
    class Env(Crane, gymnasium.Env): action_space, observation_space = Crane.action_space(gymnasium), Crane.observation_space(gymnasium)
makes it one. An episode ends after 10 s.
"""
# SPDX-License-Identifier: BSD-2-Clause
import random
import sys
import time

import numpy as np

import fsolve

LENGTH, STEP, STEPS = 5.0, 0.02, 500  # of the rope [m]; time [s] of a step; steps of an episode


class Crane:
    """A load of 100 kg on a rope. The action is the acceleration of the trolley [m/s2], from -1 to 1.

    Observations are the place and velocity of the trolley, and those of the load relative to it, along the rail [m, m/s].
    """

    def __init__(self):
        self.case = fsolve.Case(mesh="frame", points={"trolley": (0, 0, 0), "load": (0, 0, -LENGTH)}, members={"rope": "trolley,load"}, directions="xz",
                                parts={"rope": {"set": "rope", "element": "truss", "area": 1e-4, "young": 1e11, "density": 100, "prestress": 981},
                                       "load": {"set": "load", "element": "mass", "mass": 100}},
                                supports={"trolley": {"fix": "z", "motion_x": "given"}}, gravity=(0, 0, -9.81), initial_static=False, probes={"load": {}},
                                dt=STEP, t_end=STEP * (STEPS + 1), quiet=True).setup()
        self.start = self.case.save()
        self.reset()

    @staticmethod
    def action_space(gymnasium):
        return gymnasium.spaces.Box(-1.0, 1.0, (1,))

    @staticmethod
    def observation_space(gymnasium):
        return gymnasium.spaces.Box(-np.inf, np.inf, (4,))

    def reset(self, *, seed=None, options=None):
        """Returns to the load at rest, and moves the trolley to a random velocity. Returns the observation and {}."""
        if seed is not None:
            random.seed(seed)
        self.case.restore(self.start)  # the steps of the last episode leave the memory
        self.count, self.place, self.velocity, self.target = 0, 0.0, 0.0, random.uniform(1, 5)
        return self.observe(np.zeros(3), np.zeros(3)), {}

    def observe(self, u, v):
        return np.array([self.place - self.target, self.velocity, u[0] - self.place, v[0] - self.velocity])

    def step(self, action):
        """Takes a step with a constant acceleration of the trolley. Returns observation, reward, terminated, truncated and {}."""
        a = float(np.clip(action, -1, 1).reshape(-1)[0])
        self.place += self.velocity * STEP + a * STEP**2 / 2
        self.velocity += a * STEP
        self.count += 1
        self.case.motion("trolley", "x", self.place, self.velocity, a)
        self.case.step_to(self.count * STEP)
        seen = self.observe(self.case.last("load/displacement"), self.case.last("load/velocity"))
        return seen, -float(seen[0]**2 + seen[2]**2) - 0.1 * a**2, False, self.count == STEPS, {}

    def close(self):
        self.case.close()


def main(count=2000):
    crane, start = Crane(), time.perf_counter()
    seen, _ = crane.reset(seed=1)
    for _ in range(count):
        seen, _, terminated, truncated, _ = crane.step(np.array([random.uniform(-1, 1)]))
        if terminated or truncated:
            crane.reset()
    print(f"{count} steps, {count / (time.perf_counter() - start):.0f} a second")
    crane.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
