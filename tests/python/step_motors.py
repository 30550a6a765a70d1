# SPDX-License-Identifier: BSD-2-Clause
"""Functions of Python that are called once a step as motors of joints: their moments are those of the start of each step, as in the same scheme
in numpy; tries, restarts and ranks change nothing."""
import os
import subprocess
import sys
import unittest

import numpy as np

import fsolve
from run import LAUNCH, FolderTest

INERTIA, SPEED, GAIN = 0.1, 8.0, 0.3
BODY = {"set": "end", "element": "body", "mass": 1, "inertia": (INERTIA, INERTIA, INERTIA, 0, 0, 0)}
HINGE = {"set": "end", "type": "revolute", "axis": (0, 0, 1), "point": (1, 0, 0)}
ROTOR = dict(mesh="line", mesh_n=1, parts={"rotor": BODY}, probes={"end": {}}, integrator="trapezoidal", stabilize="velocity", dt=0.02, t_end=1,
             show="works")
ARM = {"set": "all", "element": "beam", "section": "circle", "radius": 0.02, "young": 7e10, "poisson": 0.3, "density": 2700}
CHAIN = dict(mesh={"": "line", "n": 6, "upper": 1}, parts={"arm": ARM}, probes={"end": {}}, t_end=0.05, dt=0.005, integrator="generalized_alpha",
             rho_inf=0.8)
RANKS = """
import os, sys, numpy as np, fsolve
from step_motors import CHAIN, follow, hinge
rank = int(os.environ.get("OMPI_COMM_WORLD_RANK", "0"))
point, path = sys.argv[1:]
with fsolve.Case(**CHAIN, joints={"pin": hinge(follow, set="start", point=(0, 0, 0))}) as case:
    moved = case.run()["end/displacement"]
with fsolve.Case(**CHAIN, joints={"pin": hinge(follow, set="start", point=(0, 0, 0))}, restart=point) as case:
    ended = case.run()["end/displacement"][-1]
called = []
def fails(t, u, v):  # on one rank only
    called.append(t)
    if t > 0.02:
        raise KeyError("late")
    return 1.0
with fsolve.Case(**CHAIN, joints={"pin": hinge(fails, set="start", point=(0, 0, 0))}) as case:
    try:
        case.run()
    except fsolve.FsolveError as error:
        assert error.status == 3 and isinstance(error.__cause__, KeyError) == bool(called), error
    else:
        raise AssertionError("the case does not fail")
if rank == 0:
    np.savez(path, moved=moved, ended=ended)
"""


def controller(t, u, v):
    """A moment towards a speed, which depends on the velocity."""
    return GAIN * (SPEED - v)


def follow(t, u, v):
    return 40 * (1 + t) - 30 * u - 3 * v


def hinge(function, **more):
    return {**HINGE, "angle": {"motor": function, "once_a_step": True}, **more}


def counted(function, times):
    def f(t, u, v):
        times.append(t)
        return function(t, u, v)
    return f


def trapezoidal(dt, steps):
    """The trapezoidal rule for the rotor; the moment has its value at the start of the step."""
    u = v = 0.0
    a = controller(0, u, v) / INERTIA
    found = [(u, v)]
    for k in range(steps):
        new = controller(k * dt, u, v) / INERTIA
        u, v, a = u + dt * v + dt**2 / 4 * (a + new), v + dt / 2 * (a + new), new
        found.append((u, v))
    return np.array(found)


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class OnceAStep(FolderTest):
    def angle(self, joint, **options):
        with fsolve.Case(**{**ROTOR, **options}, joints={"pin": joint}) as case:
            return case.run()["pin/angle"].ravel()

    def end(self, function, **options):
        with fsolve.Case(**{**CHAIN, **options}, joints={"pin": hinge(function, set="start", point=(0, 0, 0))}) as case:
            return case.run()["end/displacement"]

    def test_numpy(self):
        """The scheme in numpy gives the same to round-off, and the function is called once for each step, at its start. The angle counts turns."""
        times = []
        with fsolve.Case(**ROTOR, joints={"pin": hinge(counted(controller, times))}) as case:
            case.run()
            u, work, energy = case["pin/angle"].ravel(), case["pin/motor_work"], case["energy/kinetic"]
        expected = trapezoidal(ROTOR["dt"], len(u) - 1)
        self.assertGreater(u[-1], np.pi)
        np.testing.assert_allclose(u, expected[:, 0], rtol=0, atol=1e-10 * expected[-1, 0])
        np.testing.assert_allclose(times, np.arange(len(u) - 1) * ROTOR["dt"], rtol=0, atol=1e-14)
        np.testing.assert_allclose(energy, INERTIA * expected[:, 1]**2 / 2, rtol=0, atol=1e-10 * energy.max())
        np.testing.assert_allclose(work, energy, rtol=0, atol=1e-10 * energy.max())

    def test_order(self):
        """J u" = G (S - u'): order 1 in the step; order 2 if the same function is called in each iteration."""
        decay, t = GAIN / INERTIA, ROTOR["t_end"]
        exact = SPEED * (t - (1 - np.exp(-decay * t)) / decay)
        for once, ratio in ((True, 2), (False, 4)):
            errors = [abs(self.angle(hinge(controller, angle={"motor": controller, "once_a_step": once}), dt=dt)[-1] - exact) for dt in (0.01, 0.005)]
            self.assertAlmostEqual(errors[0] / errors[1], ratio, delta=0.1 * ratio, msg=str(errors))

    def test_constant_moment(self):
        """A constant moment is that of the formula, with the same iterations."""
        found = []
        for motor in ({"motor": "40"}, {"motor": lambda t, u, v: 40.0, "once_a_step": True}):
            with fsolve.Case(**CHAIN, joints={"pin": hinge(None, set="start", point=(0, 0, 0), angle=motor)}, show="works") as case:
                case.run()
                found.append([case[name] for name in ("solver/newton", "end/displacement", "pin/motor_work")])
        for a, b in zip(*found):
            np.testing.assert_allclose(b, a, rtol=0, atol=1e-11 * np.abs(a).max())

    def test_tries(self):
        """Steps that are rejected and tried again need no more calls, and end at the same state."""
        dt, found = CHAIN["dt"], []
        for tries in ([dt], [dt, dt / 2, dt]):
            times = []
            with fsolve.Case(**CHAIN, joints={"pin": hinge(counted(follow, times), set="start", point=(0, 0, 0))}) as case:
                case.setup()
                for _ in range(10):
                    for size in tries:
                        case.reject()
                        self.assertTrue(case.attempt(size), case.message)
                    case.accept()
                found.append(case["end/displacement"])
            self.assertEqual(len(times), 10)
        np.testing.assert_allclose(found[1], found[0], rtol=0, atol=1e-10 * np.abs(found[0]).max())  # the tolerance of Newton's method

    def test_states_and_ranks(self):
        """From a state in memory, and from a checkpoint, the steps have the same bits; on three ranks they are the same to the tolerance."""
        point, path = (os.path.join(self.folder, k) for k in ("point", "ranks.npz"))
        joints = {"pin": hinge(follow, set="start", point=(0, 0, 0))}
        with fsolve.Case(**CHAIN, joints=joints) as case:
            case.setup().step_to(0.025)
            state = case.save()
            case.checkpoint(point)
            expected = case.step_to(0.05) and case.field("displacement")
            case.restore(state)
            case.step_to(0.05)
            np.testing.assert_array_equal(case.field("displacement"), expected)
        times = []
        with fsolve.Case(**CHAIN, joints={"pin": hinge(counted(follow, times), set="start", point=(0, 0, 0))}, restart=point) as case:
            case.setup().step_to(0.05)
            np.testing.assert_array_equal(case.field("displacement"), expected)
        self.assertAlmostEqual(times[1], 0.025)  # after the initial state, which the set-up makes
        moved = self.end(follow)
        done = subprocess.run(LAUNCH.format(ranks=3).split() + [sys.executable, "-c", RANKS, point, path], capture_output=True, text=True, timeout=250,
                              check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(__file__), *sys.path])})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with np.load(path) as got:
            np.testing.assert_allclose(got["moved"], moved, rtol=0, atol=1e-8 * np.abs(moved).max())
            np.testing.assert_allclose(got["ended"], moved[-1], rtol=0, atol=1e-8 * np.abs(moved).max())

    def test_wrong_use(self):
        with self.assertRaisesRegex(fsolve.FsolveError, "raises an error") as raised:
            self.angle(hinge(lambda t, u, v: (1.0, 0, 0, 0)))
        self.assertRegex(str(raised.exception.__cause__), "once_a_step needs no derivatives")
        with self.assertRaisesRegex(fsolve.FsolveError, "joint 'pin' at .*-joint_pin_angle_motor.*no finite value") as raised:
            self.angle(hinge(lambda t, u, v: np.nan if t > 0.1 else 0))
        self.assertEqual(raised.exception.status, 3)
        static = {**CHAIN, "analysis": "modes", "modes": 3}
        static = {k: v for k, v in static.items() if k not in ("dt", "t_end", "integrator", "rho_inf")}
        with self.assertRaisesRegex(fsolve.FsolveError, "joint 'pin': .*once a step is for -analysis transient"), \
             fsolve.Case(**static, joints={"pin": hinge(follow, set="start", point=(0, 0, 0))}) as case:
            case.run()
        for angle, text in (({"motor": controller, "once_a_step": 3}, "True or False, not 3"), ({"spring": lambda u: u, "once_a_step": True}, "once_a_step"),
                            ({"motor": "1", "once_a_step": True}, "once_a_step")):
            with self.subTest(text=text), self.assertRaisesRegex(fsolve.FsolveError, text):
                self.angle({**HINGE, "angle": angle})


if __name__ == "__main__":
    unittest.main()
