# SPDX-License-Identifier: BSD-2-Clause
"""Case.linearize: eigenvalues are those of a cantilever and of a pendulum, the transfer function that of -analysis response, a step that of a transient;
moments and places inside of elements; reduced models keep static gains. Case.place: the motion of any place, on any number of ranks."""
import json
import os
import subprocess
import sys
import unittest

import numpy as np
from scipy.linalg import expm

import fsolve
from run import LAUNCH

RADIUS, YOUNG, DENSITY, LENGTH = 0.05, 2e11, 7800, 2.0
AREA, INERTIA = np.pi * RADIUS**2, np.pi * RADIUS**4 / 4
ROD = {"set": "all", "element": "beam", "section": "circle", "radius": RADIUS, "young": YOUNG, "poisson": 0.3, "density": DENSITY}
INSIDE = (0.7, 0, 0)  # between nodes
BEAM = dict(mesh={"": "line", "n": 8, "upper": LENGTH}, parts={"rod": ROD}, supports={"start": {}}, directions="xz", linearize=True,
            damping_mass=3, damping_stiffness=1e-4, probes={"end": {}, "inside": {"point": INSIDE}}, loads={"end": {"force": (0, 0, -100)}},
            dt=1e-3, t_end=0.05, quiet=True)
INPUTS, OUTPUTS = ["end.z", "end.ry"], ["end/displacement.z", "inside/displacement.z", "end/rotation.ry"]
RANKS = """
import json, sys, fsolve
from linear import BEAM, INSIDE
with fsolve.Case(**BEAM).setup() as case:
    case.step_to(0.01)
    found = []
    for point in (INSIDE, (2, 0, 0)):
        place = case.place(point)
        rows, values, rotates = place.rows()
        found.append([list(v) for v in (place.displacement, place.velocity, place.acceleration)] + [float(abs(values).sum()), len(rows), rotates])
    sys.stdout.write(f"found {json.dumps(found)}\\n")
"""


def beam(**keys):
    return fsolve.Case(**{**BEAM, **keys}).setup()


def frequencies(A):
    """Natural frequencies [Hz] in ascending order, from pairs of eigenvalues."""
    found = np.linalg.eigvals(A)
    return np.sort(abs(found[found.imag > 0])) / (2 * np.pi)


def gain(ss, omega=0.0):
    """The transfer function at an angular frequency."""
    return ss.D + ss.C @ np.linalg.solve(1j * omega * np.eye(len(ss.A)) - ss.A, ss.B)


class Linear(unittest.TestCase):
    def test_cantilever(self):
        """Frequencies are those of Euler and Bernoulli without damping; static gains are closed forms, with the shear of Timoshenko."""
        with beam(damping_mass=None, damping_stiffness=None, part_rod_radius=0.005) as case:
            ss = case.linearize(INPUTS, OUTPUTS)
            self.assertLess(abs(np.linalg.eigvals(ss.A).real).max(), 1e-9 * abs(np.linalg.eigvals(ss.A)).max())
            inertia, area = np.pi * 0.005**4 / 4, np.pi * 0.005**2
            roots = np.array([1.8751041, 4.6940911, 7.8547574])
            exact = roots**2 / (2 * np.pi * LENGTH**2) * np.sqrt(YOUNG * inertia / (DENSITY * area))
            # the elements' error is (k h)^4 / 720 of the third root, 1e-3, and shear has (r/L)^2
            np.testing.assert_allclose(frequencies(ss.A)[:3], exact, rtol=2e-3)
            np.testing.assert_allclose(frequencies(ss.A)[:3], case.modes(3)[0], rtol=1e-8)
        with beam() as case:
            static = gain(case.linearize(INPUTS, OUTPUTS)).real
        flexibility = LENGTH / (YOUNG * INERTIA)
        a = INSIDE[0]
        self.assertAlmostEqual(static[2, 1] / flexibility, 1, places=9)
        self.assertAlmostEqual(static[0, 1] / (-flexibility * LENGTH / 2), 1, places=9)
        self.assertAlmostEqual(static[1, 1] / (-a**2 / (2 * YOUNG * INERTIA)), 1, places=7)  # differences of 1e-8 at places inside
        self.assertAlmostEqual(static[0, 1], static[2, 0], delta=1e-10 * abs(static[0, 1]))  # Maxwell & Betti

    def test_places_are_statics(self):
        """Static gains are the displacements of a static analysis, also inside of an element."""
        with fsolve.Case(**{**BEAM, "analysis": "static", "damping_mass": None, "damping_stiffness": None, "dt": None, "t_end": None}).run() as case:
            expected = [case["end/displacement"][-1, 2], case["inside/displacement"][-1, 2]]
        with beam() as case:
            got = -100 * gain(case.linearize(["end.z"], OUTPUTS)).real[:2, 0]
            other = -100 * gain(case.linearize([((LENGTH, 0, 0), "z")], [((LENGTH, 0, 0), "displacement.z"), (INSIDE, "displacement.z")])).real[:, 0]
        np.testing.assert_allclose(got, expected, rtol=1e-7)
        np.testing.assert_array_equal(got, other)

    def test_response(self):
        """The transfer function is that of -analysis response, with damping."""
        omega = 2 * np.pi * np.array([3.0, 17.0, 60.0, 110.0])
        with fsolve.Case(**{**BEAM, "analysis": "response", "dt": None, "t_end": None}, response_frequencies=",".join(str(w / (2 * np.pi)) for w in omega),
                         load_end_harmonic=1).run() as case:
            frequency = np.asarray(case["frequency"])
            np.testing.assert_allclose(frequency, omega / (2 * np.pi), rtol=1e-12)
            # displacements inside have the bending by inertia between the nodes, velocities have not
            expected = {word: (case[f"{word}/real/velocity"][:, 2] + 1j * case[f"{word}/imaginary/velocity"][:, 2]) / (1j * omega) for word in ("end", "inside")}
        with beam() as case:
            ss = case.linearize(["end.z"], OUTPUTS)
        for k, word in enumerate(("end", "inside")):
            got = np.array([-100 * gain(ss, w)[k, 0] for w in omega])
            np.testing.assert_allclose(got, expected[word], rtol=1e-6, err_msg=word)  # the response is solved to 1e-8, and places have 1e-8

    def test_step(self):
        """A step of the force: the exact response of the matrices is the limit of short steps, of order 2."""
        with beam() as case:
            ss = case.linearize(["end.z"], ["end/displacement.z", "end/velocity.z", "end/acceleration.z"])
        n, t = len(ss.A), BEAM["t_end"]
        whole = expm(np.block([[ss.A, ss.B], [np.zeros((1, n + 1))]]) * t)
        x = -100 * whole[:n, n]
        exact = ss.C @ x - 100 * ss.D[:, 0]
        errors = []
        for dt in (2.5e-5, 1.25e-5):
            with beam(dt=dt, integrator="trapezoidal").run() as case:
                errors.append(abs([case.last(f"end/{word}")[2] for word in ("displacement", "velocity")] - exact[:2]) / abs(exact[:2]))
        self.assertTrue((errors[1] < 2e-4).all(), errors)
        self.assertTrue((errors[0] / errors[1] > 3.5).all(), errors)  # 4 is order 2

    def test_reduced(self):
        """Two modes keep the lowest frequencies, and by their static correction the static gains of displacements, also for moments."""
        with beam() as case:
            ss, small = case.linearize(INPUTS, OUTPUTS), case.linearize(INPUTS, OUTPUTS, modes=2)
        self.assertEqual(small.A.shape, (4, 4))
        np.testing.assert_allclose(frequencies(small.A), frequencies(ss.A)[:2], rtol=1e-7)  # the full matrices have digits of 1e16 and 1e2
        np.testing.assert_allclose(gain(small), gain(ss), rtol=1e-9)
        at = 2 * np.pi * 25
        np.testing.assert_allclose(gain(small, at)[:2], gain(ss, at)[:2], rtol=2e-3)  # (25/307)^4 and smaller of what is left

    def test_large_modes(self):
        """Modes of sparse matrices are those of full ones, also of a model that moves freely."""
        from fsolve import linear
        for keys in ({}, {"supports": None, "directions": None, "damping_mass": None}):
            with beam(**keys) as case:
                dense = case.linearize(INPUTS, OUTPUTS, modes=8)
                before, linear.DENSE = linear.DENSE, 0
                try:
                    sparse = case.linearize(INPUTS, OUTPUTS, modes=8)
                finally:
                    linear.DENSE = before
            top = abs(dense.A).max()
            np.testing.assert_allclose(np.sort_complex(np.linalg.eigvals(sparse.A)**2), np.sort_complex(np.linalg.eigvals(dense.A)**2), rtol=0, atol=1e-6 * top)
            np.testing.assert_allclose(gain(sparse, 30), gain(dense, 30), rtol=1e-6, atol=1e-9 * abs(gain(dense, 30)).max())

    def test_pendulum(self):
        """Joints: a hinged rod under gravity swings as a rigid body, with one coordinate for each motion that the joint allows."""
        rod = dict(mesh="frame", points={"top": (0, 0, 0), "bottom": (0, 0, -1)}, members={"rod": "top,bottom"}, members_n=2,
                   parts={"rod": {**ROD, "set": "rod", "young": 2e13}}, joints={"hinge": {"type": "revolute", "set": "top", "axis": (0, 1, 0)}},
                   gravity=(0, 0, -9.81), initial_static=True, dt=1e-3, t_end=0.01, quiet=True)
        with fsolve.Case(**rod).setup() as case:
            ss = case.linearize(["bottom.x"], ["bottom/displacement.x", "bottom/rotation.ry"])
            two = case.linearize(["bottom.x"], ["bottom/displacement.x", "bottom/rotation.ry"], modes=2)
            total, bound = len(case.dofs()), sum(node < 0 for node, _ in case.dofs())
            self.assertEqual(len(ss.A), 2 * (total - 2 * bound))
            exact = np.sqrt(9.81 / 2 / (1 / 3 + RADIUS**2 / 4)) / (2 * np.pi)
            for matrices in (ss, two):
                self.assertAlmostEqual(frequencies(matrices.A)[0] / exact, 1, delta=1e-5)  # it bends
                # a horizontal force turns it by F L / (m g L / 2)
                self.assertAlmostEqual(gain(matrices).real[0, 0] / (2 / (DENSITY * AREA * 9.81)), 1, places=4)  # and it bends by 1e-5 of this
            self.assertAlmostEqual(frequencies(ss.A)[0] / case.modes(1)[0][0], 1, places=7)

    def test_massless(self):
        """Bars without rotations, and springs between masses: dofs without mass follow statically."""
        chain = dict(mesh="frame", points={"a": (0, 0, 0), "b": (1, 0, 0), "c": (2, 0, 0)}, members={"left": "a,b", "right": "b,c"}, directions="x",
                     parts={"springs": {"set": "left,right", "element": "spring", "stiffness": 100}, "m": {"set": "c", "element": "mass", "mass": 2}},
                     supports={"a": {}}, dt=0.1, t_end=1, quiet=True)
        with fsolve.Case(**chain).setup() as case:
            ss = case.linearize(["b.x", "c.x"], ["b/displacement.x", "c/displacement.x"])
        self.assertEqual(len(ss.A), 2)
        self.assertAlmostEqual(frequencies(ss.A)[0], np.sqrt(50 / 2) / (2 * np.pi), places=12)
        np.testing.assert_allclose(gain(ss).real, [[0.01, 0.01], [0.01, 0.02]], rtol=1e-12)

    def test_refused(self):
        with beam() as case:
            for inputs, outputs, keys, text in ((["end.q"], [], {}, "no component 'q'"), ("end.x", [], {}, "are lists"), (["inside.ry"], [], {}, "has no rotation"),
                                                (["none.x"], [], {}, "no set 'none'"), ([], ["end/speed.x"], {}, "no quantity 'speed'"),
                                                ([3], [], {}, "an input is a text"), ([], [], {"modes": 0}, "positive"), ([], [], {"modes": 99}, "modes, not 99"),
                                                ([((9, 9, 9), "x")], [], {}, "FsCaseFindPlace")):
                with self.subTest(text), self.assertRaisesRegex(fsolve.FsolveError, text):
                    case.linearize(inputs, outputs, **keys)
        with fsolve.Case(**BEAM) as case, self.assertRaisesRegex(fsolve.FsolveError, "not set up"):
            case.linearize(["end.z"], [])


    def test_modal_damping(self):
        """With damping_modal each mode has its ratio, in full and in reduced matrices, and the transfer function is that of -analysis response."""
        keys = {"damping_mass": None, "damping_stiffness": None, "damping_modal": "0.02+1e-4*f", "damping_modal_count": 4}
        with beam(**keys) as case:
            ss, small = (case.linearize(["end.z"], OUTPUTS, modes=n) for n in (None, 3))
            self.assertEqual(len(case.modal_damping()), 4)
            np.testing.assert_array_equal(case.matrix("D").toarray(), 0)
            with self.assertRaisesRegex(fsolve.FsolveError, "take D"):
                case.matrix("C")
        for matrices, n in ((ss, 4), (small, 3)):
            found = np.linalg.eigvals(matrices.A)
            found = found[found.imag > 0]
            found = found[np.argsort(abs(found))][:n]
            np.testing.assert_allclose(-found.real / abs(found), 0.02 + 1e-4 * abs(found) / (2 * np.pi), rtol=1e-6)
        omega = 2 * np.pi * np.array([17.0, 24.0])
        with fsolve.Case(**{**BEAM, **keys, "analysis": "response", "dt": None, "t_end": None}, response_frequencies=",".join(str(w / (2 * np.pi)) for w in omega),
                         load_end_harmonic=1).run() as case:
            expected = (case["end/real/velocity"][:, 2] + 1j * case["end/imaginary/velocity"][:, 2]) / (1j * omega)
        np.testing.assert_allclose([-100 * gain(ss, w)[0, 0] for w in omega], expected, rtol=1e-5)  # modes and the response are solved to 1e-8

    def test_motion(self):
        """The acceleration of a support as an input: the exact response of the matrices to a polynomial is the limit of short steps; two modes keep
        motions as a rigid body and slow ones."""
        keys = {"support_start_motion_z": "given", "support_start_fix": "all", "loads": None}
        words = ["end/displacement.z", "end/velocity.z", "end/acceleration.z", "middle/displacement.z"]
        middle = {"probes": {"end": {}, "middle": {"point": (LENGTH / 2, 0, 0)}}}
        with beam(**keys, **middle) as case:
            ss, small = (case.linearize(["start.motion_z", "end.z"], words, modes=n) for n in (None, 3))
            mixed = case.linearize(["end.z", "start.motion_z"], words)
            np.testing.assert_array_equal(mixed.B[:, ::-1], ss.B)
            # outputs at the support are the motion itself, in any order among others
            ends = case.linearize(["end.z", "start.motion_z"], ["start/displacement.z", words[0], "start/acceleration.z", "start/velocity.z"])
            np.testing.assert_array_equal(ends.A, mixed.A)
            for k, (state, direct) in {0: (-2, 0), 2: (None, 1), 3: (-1, 0)}.items():
                row = np.zeros(len(ends.A))
                if state is not None:
                    row[state] = 1
                np.testing.assert_array_equal(ends.C[k], row)
                np.testing.assert_array_equal(ends.D[k], [0, direct])
            np.testing.assert_array_equal(ends.C[1], mixed.C[0])
            for place in ("start/displacement.x", ((0.1, 0, 0), "velocity.z")):
                with self.assertRaisesRegex(fsolve.FsolveError, "on a support.*<support>/displacement"):
                    case.linearize(["start.motion_z"], [place])
            with self.assertRaisesRegex(fsolve.FsolveError, "no '-support_start_motion_x given'"):
                case.linearize(["start.motion_x"], words)
        self.assertEqual((small.A.shape, small.B.shape), ((8, 8), (8, 2)))
        # u = t^3, whose acceleration 6 t is that of a chain of two integrators of 6
        t = BEAM["t_end"]
        exact = []
        for matrices in (ss, small):
            n = len(matrices.A)
            whole = expm(np.block([[matrices.A, matrices.B[:, :1], np.zeros((n, 1))], [np.zeros((1, n)), 0, 1], [np.zeros((1, n + 2))]]) * t)
            x = 6 * whole[:, n + 1]
            exact.append(matrices.C @ x[:n] + matrices.D[:, 0] * x[n])
        errors = []
        for dt in (1e-4, 5e-5):
            with beam(dt=dt, integrator="trapezoidal", **keys, **middle) as case:
                for k in range(1, 11):
                    s = k * t / 10
                    case.motion("start", "z", s**3, 3 * s**2, 6 * s)
                    case.step_to(s)
                errors.append([case.last("end/displacement")[2], case.last("end/velocity")[2], case.last("end/acceleration")[2], case.last("middle/displacement")[2]] - exact[0])
        errors = abs(np.array(errors)) / abs(exact[0])
        self.assertTrue((errors[1] < 1e-3).all(), errors)
        self.assertTrue((errors[0] / errors[1] > 3)[[0, 1, 3]].all(), errors)  # 4 is order 2
        np.testing.assert_allclose(exact[1][[0, 1, 3]], exact[0][[0, 1, 3]], rtol=2e-2)

    def test_ranks(self):
        """On several ranks each rank has all matrices; eigenvalues and gains are those of one rank, with joints and with modal damping, too."""
        program = '''
import json, sys, numpy as np, fsolve
from linear import BEAM, OUTPUTS, gain
for keys in ({}, {"damping_mass": None, "damping_stiffness": None, "damping_modal": 0.03, "damping_modal_count": 3}, {"supports": None, "joints": {"start": {"type": "revolute", "axis": (0, 1, 0)}}, "linearize": None, "damping_stiffness": None},
             {"support_start_motion_z": "given", "support_start_fix": "all"}):
    with fsolve.Case(**{**BEAM, **keys}).setup() as case:
        for modes in (None, 2):
            ss = case.linearize(["end.z", "start.motion_z" if "support_start_fix" in keys else "all.z"], ["end/displacement.z", "end/acceleration.z"], modes=modes)
            G = gain(ss, 30.0)
            sys.stdout.write("found " + json.dumps([G.real.tolist(), G.imag.tolist()]) + "\\n")
'''
        found = []
        for ranks in (1, 2, 3, 8):
            done = subprocess.run(LAUNCH.format(ranks=ranks).split() + [sys.executable, "-c", program], capture_output=True, text=True,
                                  timeout=240, check=False,
                                  env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(os.path.abspath(__file__)), *sys.path])})
            lines = [json.loads(line[6:]) for line in done.stdout.splitlines() if line.startswith("found ")]
            self.assertEqual((done.returncode, len(lines)), (0, 8 * ranks), done.stderr)
            found.append(sorted(lines))
        for ranks, lines in zip((1, 2, 3, 8), found):
            for one, many in zip(found[0], lines[::ranks]):
                np.testing.assert_allclose(many, one, rtol=1e-6, atol=1e-7 * np.abs(one).max())


class Places(unittest.TestCase):
    def test_motion(self):
        """A place has the motion of a probe there, also in large rotations and at the end of a step that is tried."""
        with beam(linearize=None, damping_stiffness=None, load_end_force=(0, 0, -20000)) as case:
            inside, end = case.place(INSIDE), case.place((LENGTH, 0, 0))
            case.step_to(0.02)
            for name in ("displacement", "velocity", "acceleration"):
                np.testing.assert_array_equal(getattr(inside, name), case.last(f"inside/{name}"))
                np.testing.assert_array_equal(getattr(end, name), case.last(f"end/{name}"))
            # the rows of a place give its velocity
            v = np.zeros(len(case.dofs()))
            field, turn = case.field("velocity"), case.field("angular_velocity")
            place = inside.rows()
            for row in place[0]:
                node, component = case.dofs()[row]
                k = ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z").index(component)
                v[row] = field[node, k] if k < 3 else turn[node, k - 3]  # the motion is in a plane: axis y of nodes is global
            np.testing.assert_allclose((v[place[0]] @ place[1])[:3], inside.velocity, rtol=0, atol=1e-7 * abs(v).max())
            self.assertTrue(case.attempt(1e-3))
            moved = inside.displacement
            case.accept()
            np.testing.assert_array_equal(moved, case.last("inside/displacement"))

    def test_ranks(self):
        found = []
        for ranks in (1, 2, 3, 8):
            done = subprocess.run(LAUNCH.format(ranks=ranks).split() + [sys.executable, "-c", RANKS], capture_output=True, text=True, timeout=120, check=False,
                                  env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(os.path.abspath(__file__)), *sys.path])})
            lines = [json.loads(line[6:]) for line in done.stdout.splitlines() if line.startswith("found ")]
            self.assertEqual((done.returncode, len(lines)), (0, ranks), done.stderr)
            self.assertTrue(all(line == lines[0] for line in lines))  # all ranks have the same bits
            found.append([np.concatenate([np.ravel(v) for v in place]) for place in lines[0]])
        for other in found[1:]:
            for k in range(2):
                np.testing.assert_allclose(other[k], found[0][k], rtol=1e-9, atol=1e-9)


if __name__ == "__main__":
    unittest.main()
