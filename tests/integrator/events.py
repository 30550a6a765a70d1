# SPDX-License-Identifier: BSD-2-Clause
"""Steps that end where a stop of a joint begins to act or ceases (-events), in the program: against closed forms, on several ranks."""
import unittest

import numpy as np

from models import body, joint, on_mesh, orders, solver
from run import RELEASE, run
import gmsh_file  # tools/

K, MASS, WALL = 400, 1, 0.3  # of stops at +-WALL
OMEGA = np.sqrt(K / MASS)


def guided(velocities, runner=None, **keys):
    """Bodies on guides of their own, which are one joint's cells; body i is between stops and has velocity i."""
    n = len(velocities)
    sets = {"body": (gmsh_file.POINT, [(i,) for i in range(n)]), **{f"at_{i}": (gmsh_file.POINT, [(i,)]) for i in range(n)}}
    names = [f"at_{i}" for i in range(n)]
    start = {f"initial_{name}_velocity_x": v for name, v in zip(names, velocities)}
    law = {"displacement_lower": -WALL, "displacement_upper": WALL, "displacement_stop_stiffness": K}
    keys = {"parts": "body", "probes": ",".join(names), "initials": ",".join(names), "joints": "guide", "integrator": "esdirk32_5l", "t_end": 2, **start, **body("body"),
            **joint("guide", "prismatic", set="body", axis="1,0,0", **law), **keys}
    return on_mesh([(0, i, 0) for i in range(n)], sets, runner=runner or run, **keys)


def between_walls(v, t):
    """Straight from wall to wall, half a period of the stop's spring in each."""
    flight, contact = 2 * WALL / v, np.pi / OMEGA
    t = np.asarray(t) + flight / 2  # since it left the lower wall
    n, t = np.divmod(t, flight + contact)
    x = np.where(t < flight, -WALL + v * t, WALL + v / OMEGA * np.sin(OMEGA * (t - flight)))
    return np.where(n % 2 == 0, 1, -1) * x


def crossings(v, t_end):
    flight, contact = 2 * WALL / v, np.pi / OMEGA
    n, t = divmod(t_end + flight / 2, flight + contact)
    return int(2 * n + (t > flight))


VELOCITIES = (1.7, 2.3, 0.9)


class Stops(unittest.TestCase):
    def error(self, **keys):
        out = guided(VELOCITIES, t_end=1, **keys)
        return max(abs(out.probe[f"at_{i}"]["displacement"][:, 0] - between_walls(v, out.time)).max() for i, v in enumerate(VELOCITIES))

    def test_order(self):
        """Located, the order of the scheme; ignored, what is above second order is lost."""
        for scheme, order, stabilize in (("lms4", 2, "none"), ("ss4", 2, "none"), ("hht", 2, None), ("esdirk32_5l", 3, "projection")):
            located = [self.error(integrator=scheme, stabilize=stabilize, dt=0.008 / n) for n in (1, 2)]
            with self.subTest(scheme=scheme):
                self.assertGreater(orders(located)[0], order - 0.5, located)
                if order > 2:
                    self.assertGreater(self.error(integrator=scheme, stabilize=stabilize, dt=0.004, events="ignore"), 20 * located[1])

    def test_counts_on_ranks(self):
        """Every touch and every release is located once, on whatever rank it is, as the last line tells; the same motion."""
        v, t_end = (1.7, 2.3, 0.9, 3.1, 1.3), 0.5
        found = []
        for ranks in (1, 2, 3) if RELEASE else (1, 3):
            _, out, done = guided(v, ranks=ranks, dt=0.01, t_end=t_end, runner=solver)
            count = sum(crossings(each, t_end) for each in v)
            self.assertIn(f", {count} events located, ", done.stdout)
            self.assertEqual(len(out.time), 51)
            found.append(np.array([out.probe[f"at_{i}"]["displacement"][:, 0] for i in range(len(v))]))
            np.testing.assert_allclose(found[-1], found[0], atol=1e-11)
        ignored = guided(v, dt=0.01, t_end=t_end, events="ignore", runner=solver)
        self.assertIn(", 0 events located, ", ignored[2].stdout)

    def test_together(self):
        """Several at one time are one event."""
        _, _, done = guided((1.7, 1.7, -1.7), dt=0.01, t_end=1, runner=solver)
        self.assertIn(f", {crossings(1.7, 1)} events located, ", done.stdout)


if __name__ == "__main__":
    unittest.main()
