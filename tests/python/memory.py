# SPDX-License-Identifier: BSD-2-Clause
"""Memory of a process that uses cases for long: an optimisation with a set-up for each evaluation keeps it flat, and a control loop takes no more than
its histories. Before a release with 1,000 evaluations and 1,000,000 steps."""
import gc
import os
import unittest

import numpy as np

import fsolve
from run import RELEASE

EVALUATIONS, STEPS = (1000, 1_000_000) if RELEASE else (60, 20_000)
ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e11, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 4, "upper": 2}, parts={"rod": ROD}, supports="start", probes={"tip": {"set": "end"}}, quiet=True)
MEBI = 2**20


def used():
    """The memory of the process [MiB]."""
    gc.collect()
    with open("/proc/self/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEBI


class Memory(unittest.TestCase):
    def test_optimisation(self):
        """The radius for a deflection of 1 mm by bisection and random trials: each evaluation sets a case up again and runs it. The result is F L^3/(3 E I)."""
        with fsolve.Case(**BEAM, loads={"end": {"force": (0, 0, -100)}}, analysis="static", linearize=True) as case:
            def deflection(radius):
                return -case.set(part_rod_radius=radius).run()["tip/displacement"][-1, 2]

            low, high, random, memory = 0.01, 0.1, np.random.default_rng(3), []
            for k in range(EVALUATIONS):
                radius = (low + high) / 2 if k < 30 else random.uniform(0.01, 0.1)
                if deflection(radius) > 1e-3 and k < 30:
                    low = radius
                elif k < 30:
                    high = radius
                if k in (EVALUATIONS // 2, EVALUATIONS - 1):
                    memory.append(used())
            exact = (100 * 8 / (3 * 2e11 * 1e-3) * 4 / np.pi) ** 0.25
        self.assertLess(abs(memory[1] - memory[0]), 0.5, memory)  # a leak of 1 KiB in an evaluation is 0.5 MiB in 500
        self.assertAlmostEqual(low / exact, 1, delta=2e-3)  # the exact one has no shear

    def test_control_loop(self):
        """A controller damps a beam by a force on its tip, step by step. Memory grows by the histories alone."""
        with fsolve.Case(**BEAM, loads={"end": {"given": True}}, linearize=True, energies=False, dt=1e-3, t_end=1e-3 * STEPS) as case:
            case.setup()
            case.force("end", [[0, 0, -1000]])
            case.step_to(1e-3)
            before = used()
            for k in range(2, STEPS + 1):
                case.force("end", [[0, 0, -2000 * case.last("tip/velocity")[2]]])
                case.step_to(1e-3 * k)
            grown = used() - before
            kept = sum(case[name].nbytes for name in case.keys() if name.startswith("/history/")) / MEBI
            self.assertLess(abs(case.last("tip/velocity")[2]), 1e-6)
        self.assertLess(grown, 2 * kept + 1, (grown, kept))  # arrays that grow have up to twice their size


    def test_last_rows(self):
        """With -output_last_rows a control loop keeps flat memory, and the rows that stay are the last ones of a case that keeps all."""
        keys = dict(BEAM, loads={"end": {"given": True}}, linearize=True, dt=1e-3, t_end=1e-3 * STEPS)
        with fsolve.Case(**keys, output_last_rows=100).setup() as case:
            case.force("end", [[0, 0, -1000]])
            memory, states = [], []
            for k in range(1, STEPS + 1):
                case.step_to(1e-3 * k)
                if k in (STEPS // 2, STEPS):
                    memory.append(used())
                if k == STEPS // 4:
                    states.append(case.save())
            self.assertLess(abs(memory[1] - memory[0]), 0.5, memory)  # all rows take 0.37 KiB a step
            self.assertEqual(len(case["time"]), 100)
            self.assertAlmostEqual(case["time"][-1], 1e-3 * STEPS)
            case.restore(states[0])  # whose rows are gone
            self.assertEqual(len(case["time"]), 0)
            start = case.time
            for k in range(1, 251):
                case.step_to(start + 1e-3 * k)
            self.assertEqual(len(case["tip/displacement"]), 100)
            np.testing.assert_allclose(np.diff(case["time"]), 1e-3)
        with fsolve.Case(**keys).setup() as whole, fsolve.Case(**keys, output_last_rows=100).setup() as last:
            for each in (whole, last):
                each.force("end", [[0, 0, -1000]])
                for k in range(1, 351):
                    each.step_to(1e-3 * k)
                    if k == 40:
                        self.assertEqual(len(each["time"]), 41)
            for name in ("time", "tip/displacement", "energy/total", "solver/newton"):
                np.testing.assert_array_equal(whole[name][-100:], last[name])
            self.assertEqual((len(whole["time"]), len(last["time"])), (351, 100))
        with self.assertRaisesRegex(fsolve.FsolveError, "-output_last_rows is for results in memory"):
            fsolve.Case(**keys, output="file.h5", output_last_rows=10).setup()


if __name__ == "__main__":
    unittest.main()
