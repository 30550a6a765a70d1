"""Newton's method: quadratic with new matrices; with kept ones the same answer for less."""
import os
import re
import tempfile
import unittest

import numpy as np

from run import fsolve, options, run


class Newton(unittest.TestCase):
    def test_newton_is_quadratic(self):
        """The order at which the norms of Newton's steps (as PETSc prints them) shrink, of steps that are small and those after them, above round-off. The beam is
        a thick one: in a slender one steps that bend and steps that mend the stretch of the bending alternate, and only every second one tells."""
        thick = {"part_beam_ea": 20, "part_beam_gay": 10, "part_beam_gaz": 10}
        for case, keys in (("elastica", thick), ("inflated_membrane", {}), ("hanging_cable", {"t_end": 0.01, "part_cable_ea": 1e3})):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(case, output=os.path.join(folder, "out.h5"), snes_monitor=True, snes_monitor_solution_update=True, **keys))
            self.assertEqual(done.returncode, 0, done.stderr)
            found = []
            for solve in done.stdout.split("  0 SNES Function norm")[1:]:
                steps = [np.linalg.norm(np.fromstring(" ".join(re.findall(r"^\s*(-?\d[\d.e+-]*)\.?$", text, re.M)), sep=" "))
                         for text in re.split(r"\d+ SNES Function norm.*", solve)[1:]]
                found += [np.log(c / b) / np.log(b / a) for a, b, c in zip(steps, steps[1:], steps[2:]) if b < 0.02 * max(steps) and c > 1e-10 * max(steps)]
            print(case, "orders of Newton's method:", " ".join(f"{p:.2f}" for p in found))
            self.assertGreater(len(found), 2)
            self.assertAlmostEqual(np.mean(found), 2, delta=0.4)  # linear convergence is 1

    def test_modified_newton(self):
        """With matrices that are kept the answer is the same, for less: long steps and short ones, bending and membranes, steps of one size and of many."""
        cases = [("flying_beam", {"integrator": scheme, "dt": dt, "t_end": 100 * dt}) for scheme in ("lms4", "ss3", "generalized_alpha", "esdirk43_6l") for dt in (0.1, 0.005)]
        cases += [("flying_beam", {"adapt": True, "t_end": 5}), ("flying_beam", {"dt": 0.5}), ("truss_pendulum", {}), ("right_angle_cantilever", {})]
        for case, keys in cases:
            with self.subTest(f"{case} {keys}"):
                full, modified = (run(case, newton=newton, **keys) for newton in ("full", "modified"))
                for field in ("displacement", "velocity"):
                    a, b = full.by_id(field), modified.by_id(field)
                    self.assertLessEqual(abs(a - b).max(), 1e-9 * abs(a).max(), field)

    def test_kept_matrices(self):
        """Short steps take a matrix for many of them; iterations are counted as they are."""
        with tempfile.TemporaryDirectory() as folder:
            count = {}
            for newton in ("full", "modified"):
                log = os.path.join(folder, newton)
                done = fsolve(options("flying_beam", dt=0.002, t_end=0.4, newton=newton, output=os.path.join(folder, "out.h5"), overwrite=True, log_view=":" + log))
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(log) as file:
                    stepping = file.read().split("Event  ")[1].split(": Stepping\n")[1]
                count[newton] = {name: int(re.search(rf"^{name} +(\d+)", stepping, re.M).group(1)) for name in ("ElementTangents", "MatSolve")}
        self.assertEqual(count["full"]["ElementTangents"], count["full"]["MatSolve"] - 2) # two test the first factors
        self.assertLess(count["modified"]["ElementTangents"], count["modified"]["MatSolve"] / 5)


if __name__ == "__main__":
    unittest.main()
