# SPDX-License-Identifier: BSD-2-Clause
"""A structure that is cut in halves and coupled as two cases in one process: it converges to the whole one."""
import math
import os
import unittest

import numpy as np

import fsolve

ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e9, "poisson": 0.3, "density": 1000}
BAR = {"set": "all", "element": "truss", "area": 1e-3, "young": 1e6, "density": 1000}
CELLS, LENGTH = 4, 1.0  # of each half
CUT = ("x", "z", "ry")


def mesh(first, last):
    """The halves from the first to the last."""
    return {"": "line", "n": CELLS * (last - first + 1), "lower": (first * LENGTH, 0, 0), "upper": ((last + 1) * LENGTH, 0, 0)}


def angle(case, node):
    """The rotation of a node about y."""
    w, _, y, _ = case.field("rotation")[node]
    return 2 * math.atan2(y, w)


def solve(residual, x, scale, tolerance=1e-13):
    """Broyden's method for residual(x) = 0, from half of a fixed-point iteration. Returns x and the number of calls."""
    inverse, r = np.eye(len(x)) / 2, residual(x)
    for calls in range(1, 60):
        step = inverse @ r
        x = x + step
        if np.abs(step / scale).max() < tolerance:
            return x, calls
        new = residual(x)
        change = r - new  # inverse @ change shall be the step
        product = inverse @ change
        inverse += np.outer(step - product, step @ inverse) / (step @ product)
        r = new
    raise AssertionError(f"no convergence: {r}")


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Halves(unittest.TestCase):
    def test_beam(self):
        """A beam clamped at both ends, with large displacements and a load on its second half. The first half gets the force and the moment at the cut, the second half the displacement and the rotation."""
        model = dict(parts={"rod": ROD}, directions="xz", analysis="static")
        load = {"all": {"force": (4e4, 0, -8e4), "field": "x>1.1 ? 1 : 0"}}
        with fsolve.Case(mesh=mesh(0, 1), supports={"start": {}, "end": {}}, loads=load, **model) as case:
            case.run()
            whole, turns = case.field("displacement"), np.array([angle(case, k) for k in range(2 * CELLS + 1)])
        self.assertGreater(np.abs(turns).max(), 0.2)
        self.assertGreater(abs(turns[CELLS]), 0.1)
        moment = [0.0]
        twist = {"set": "end", "law_my": lambda *x: (moment[0], *[0.0] * len(x))}
        first = fsolve.Case(mesh=mesh(0, 0), supports={"start": {}}, loads={"cut": {"set": "end", "given": True}, "twist": twist}, **model).setup()
        second = fsolve.Case(mesh=mesh(1, 1), supports={"start": {"motion_x": "given", "motion_z": "given", "rotation_y": "given"}, "end": {}}, loads=load, **model).setup()
        starts = first.save(), second.save()

        def residual(x):
            """The motion of the first half's end under the forces of the second half, less x."""
            first.restore(starts[0])
            second.restore(starts[1])
            for component, value in zip(CUT, x):
                second.motion("start", component, value, 0, 0)
            second.step_to(1)
            force = -second["start/reaction"][-1]
            moment[0] = force[4] - np.cross(second.field("displacement")[0], force[:3])[1]  # that of the support is about the place in the mesh
            first.force("cut", [force[:3]])
            first.step_to(1)
            return np.array([*first.field("displacement")[CELLS, [0, 2]], angle(first, CELLS)]) - x

        _, calls = solve(residual, np.zeros(3), np.array([1, 1, 1]))
        halves = np.vstack([first.field("displacement"), second.field("displacement")[1:]])
        np.testing.assert_allclose(halves, whole, rtol=0, atol=1e-10 * np.abs(whole).max())
        np.testing.assert_allclose([angle(first, k) for k in range(CELLS + 1)] + [angle(second, k) for k in range(1, CELLS + 1)], turns, rtol=0, atol=1e-10)
        self.assertLess(calls, 30)
        first.close()
        second.close()

    def test_bar(self):
        """A wave in a bar: in each step the motion and the force at the cut are iterated until both agree. All steps are those of the whole bar."""
        model = dict(parts={"bar": BAR}, directions="x", dt=0.01, t_end=0.2)
        load = {"end": {"force": (3, 0, 0), "time": "sin(20*t)"}}
        for scheme in ("newmark", "lms4"):
            with self.subTest(scheme):
                with fsolve.Case(mesh=mesh(0, 1), supports={"start": {}}, loads=load, integrator=scheme, **model) as case:
                    case.setup()
                    whole = [case.field("displacement").copy() for t in case.steps(0.01, 0.2)]
                self.assertGreater(np.abs(whole[-1][CELLS, 0]), 1e-4)
                first = fsolve.Case(mesh=mesh(0, 0), supports={"start": {}}, loads={"cut": {"set": "end", "given": True}}, integrator=scheme, **model).setup()
                second = fsolve.Case(mesh=mesh(1, 1), supports={"start": {"motion_x": "given"}}, loads=load, integrator=scheme, **model).setup()
                force = np.zeros(1)
                for k, expected in enumerate(whole):
                    starts = first.save(), second.save()

                    def residual(x, t=0.01 * (k + 1), starts=starts):
                        """The force of the second half under the motion that the force x of the first half's end makes, less x."""
                        first.restore(starts[0])
                        second.restore(starts[1])
                        first.force("cut", [[x[0], 0, 0]])
                        first.step_to(t)
                        second.motion("start", "x", *(first.field(name)[CELLS, 0] for name in ("displacement", "velocity", "acceleration")))
                        second.step_to(t)
                        return -second["start/reaction"][-1, :1] - x

                    force, _ = solve(residual, force, 3, 1e-12)
                    halves = np.vstack([first.field("displacement"), second.field("displacement")[1:]])
                    np.testing.assert_allclose(halves, expected, rtol=0, atol=1e-10 * np.abs(whole[-1]).max())
                first.close()
                second.close()


if __name__ == "__main__":
    unittest.main()
