# SPDX-License-Identifier: BSD-2-Clause
"""Case.forces: equilibrium, products of matrices, weight on a joint, friction of nothing; the same by node and component on any number of ranks."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import fsolve
from run import LAUNCH, schemes

ROD = {"damping": 1e-3, "set": "all", "element": "beam", "section": "circle", "radius": 0.05, "young": 2e9, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 6, "upper": 2}, parts={"rod": ROD}, supports={"start": {}}, loads={"end": {"force": (3, -40, -100)}}, gravity=(0, 0, -9.81), initial_static=False,
            damping_mass=2, probes={"end": {}}, integrator="trapezoidal", dt=1e-3, t_end=0.05, quiet=True)
KINDS = ("residual", "internal", "damping", "inertial", "constraint", "external")
RANKS = """
import json, os, sys, fsolve
from forces import BEAM, KINDS
with fsolve.Case(**BEAM).setup() as case:
    case.step_to(0.03)
    dofs = [f"{node} {name}" for node, name in case.dofs()]
    with open(f"{sys.argv[1]}/{os.environ.get('OMPI_COMM_WORLD_RANK', 0)}", "w") as file:
        json.dump({kind: dict(zip(dofs, case.forces(kind))) for kind in KINDS}, file)
"""


def state(case):
    """Displacements, velocities and accelerations by the rows of matrices, in a model with small rotations."""
    dofs, names = case.dofs(), ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z")
    u, v, a = (case.field(name) for name in ("displacement", "velocity", "acceleration"))
    return [np.array([x[node, names.index(name)] if name in "xyz" else np.nan for node, name in dofs]) for x in (u, v, a)]


class Forces(unittest.TestCase):
    def assert_sum(self, case, scale):
        f = {kind: case.forces(kind) for kind in KINDS}
        total = f["inertial"] + f["damping"] + f["internal"] + f["constraint"] - f["external"]
        np.testing.assert_allclose(total, f["residual"], rtol=0, atol=1e-10 * scale)
        return f

    def test_statics(self):
        """In equilibrium internal forces are the loads: those of a tip, and the weight of all nodes but the fixed one."""
        with fsolve.Case(**{**BEAM, "analysis": "static", "dt": None, "t_end": None, "integrator": None, "initial_static": None, "damping_mass": None}).run() as case:
            f = self.assert_sum(case, 1e3)
            dofs, weight = case.dofs(), 7800 * np.pi * 0.05**2 * 2 * 9.81
            np.testing.assert_allclose(f["residual"], 0, atol=1e-5)  # Newton's tolerance
            np.testing.assert_allclose(f["internal"], f["external"], atol=1e-5)
            z = [f["external"][k] for k, (_, name) in enumerate(dofs) if name == "z"]
            self.assertAlmostEqual(sum(z), -100 - weight * 11 / 12, places=8)  # half an element's weight is on the support
            np.testing.assert_array_equal(f["inertial"], 0)
            np.testing.assert_array_equal(f["damping"], 0)

    def test_matrices(self):
        """In a linear model they are products of K, C and M: of a chain of masses and dampers in one direction."""
        chain = dict(mesh="line", mesh_n=4, mesh_upper=4, directions="x", linearize=True, supports={"start": {}}, loads={"end": {"force": (5, 0, 0)}},
                     parts={"bar": {"set": "all", "element": "bar", "young": 1e6, "area": 1e-3, "density": 1000}}, damping_mass=0.3, damping_stiffness=1e-3,
                     dt=1e-3, t_end=1, quiet=True)
        with fsolve.Case(**chain).setup() as case:
            case.step_to(0.2)
            q, v, a = state(case)
            f = self.assert_sum(case, 10)
            for kind, letter, x in (("internal", "K", q), ("damping", "C", v), ("inertial", "M", a)):
                np.testing.assert_allclose(f[kind], case.matrix(letter) @ x, rtol=0, atol=1e-11 * abs(case.matrix(letter) @ x).max(), err_msg=kind)
            self.assertEqual(f["external"][case.dofs().index((4, "x"))], 5)
            self.assertGreater(abs(f["damping"]).max(), 1e-3)

    def test_motion(self):
        """In large motion the residual vanishes at the end of each step of the trapezoidal rule."""
        with fsolve.Case(**BEAM).setup() as case:
            case.step_to(0.05)
            f = self.assert_sum(case, 1e3)
            self.assertLess(abs(f["residual"]).max(), 1e-5 * abs(f["internal"]).max())
            self.assertGreater(abs(f["inertial"]).max(), 1)

    def test_joint(self):
        """A body that hangs on a ball joint: the joint carries its weight."""
        body = dict(mesh="frame", points={"m": (0, 0, 0)}, parts={"m": {"element": "body", "mass": 3, "inertia": (1, 1, 1, 0, 0, 0)}}, gravity=(0, 0, -9.81),
                    joints={"pin": {"type": "spherical", "set": "m"}}, dt=0.01, t_end=0.1, quiet=True)
        with fsolve.Case(**body).setup() as case:
            case.step_to(0.05)
            f = self.assert_sum(case, 30)
            row = case.dofs().index((0, "z"))
            self.assertAlmostEqual(f["external"][row], -3 * 9.81, places=12)
            self.assertAlmostEqual(f["constraint"][row], -3 * 9.81, places=8)  # it is subtracted from the loads
            bound = [k for k, (node, _) in enumerate(case.dofs()) if node < 0]
            self.assertTrue(bound)
            self.assertEqual(max(abs(f[kind][bound]).max() for kind in KINDS), 0)

    def test_given(self):
        """Given forces, forces by a function and follower forces are external, at the present state."""
        loads = {"given": {"set": "end", "given": True}, "law": {"set": "end", "law_y": "-7*uz"}, "follower": {"set": "end", "force": (50, 0, 0), "follower": True}}
        with fsolve.Case(**{**BEAM, "loads": loads, "gravity": None, "initial_static": None}).setup() as case:
            case.force("given", [[0, 0, -300]])
            case.step_to(0.05)
            f, dofs = self.assert_sum(case, 1e3), case.dofs()
            tip = case.last("end/displacement")
            w, x, y, z = case.field("rotation", "end")[0]
            along = np.array([w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)])
            expected = np.array([0, -7 * tip[2], -300]) + 50 * along
            got = [f["external"][dofs.index((6, name))] for name in "xyz"]
            np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12)

    def test_jump_in_a_short_step(self):
        """A given force jumps within a first step of 1e-4 dt. The motion is that under a force that acts from the start; schemes that remember rates made up to 1e6 of it. The
        linear multistep schemes start with an error of first order, which is less than that of a force that grows over a whole step."""
        stiffness, mass = 250.0, 2.0
        model = dict(mesh="line", mesh_n=1, directions="x", quiet=True, parts="spring,mass", part_spring_set="all", part_spring_element="spring", dt=0.01, t_end=1,
                     part_spring_stiffness=stiffness, part_mass_set="end", part_mass_element="mass", part_mass_mass=mass, supports="start", probes="end", loads="push", load_push_set="end")
        given, sudden = {"load_push_given": True}, {"load_push_force": (12, 0, 0)}
        exact = 12 / stiffness * (1 - np.cos(np.sqrt(stiffness / mass)))
        for scheme in schemes():
            if scheme in ("ce4_5_4", "ce5_4_5", "ce5_1"):  # they grow without damping
                continue
            with self.subTest(scheme), fsolve.Case(**model, **given, integrator=scheme) as case, fsolve.Case(**model, **given, integrator=scheme) as ramp:
                for each in (case, ramp):
                    each.setup()
                    each.force("push", [[12, 0, 0]])
                case.step_to(1e-6)
                steps = [[each.step_to(0.01 * k) for k in range(1, 101)] and abs(each.last("end/displacement")[0] / exact - 1) for each in (case, ramp)]
                with fsolve.Case(**model, **sudden, integrator=scheme).run() as other:
                    error = abs(other.last("end/displacement")[0] / exact - 1)
                self.assertLess(steps[0], steps[1] if scheme.startswith(("lms", "bdf", "nstiff")) else 1.01 * error + 1e-4)

    def test_steps_of_any_size(self):
        """Steps to times beside the grid, which differ by a factor of ten: forces that a program gives keep the order 2. The closed form is that of 12 sin(7 t)^2."""
        stiffness, mass = 250.0, 2.0
        model = dict(mesh="line", mesh_n=1, directions="x", quiet=True, parts="spring,mass", part_spring_set="all", part_spring_element="spring", t_end=1, load_push_given=True,
                     part_spring_stiffness=stiffness, part_mass_set="end", part_mass_element="mass", part_mass_mass=mass, supports="start", probes="end", loads="push", load_push_set="end")
        w2 = stiffness / mass
        exact = 6 / stiffness * (1 - np.cos(np.sqrt(w2))) - 6 / mass * (np.cos(14) - np.cos(np.sqrt(w2))) / (w2 - 14**2)
        for scheme in ("generalized_alpha", "hht", "ss2", "ss4", "lms4"):
            errors = []
            for n in (100, 200):
                with fsolve.Case(**model, integrator=scheme, dt=1 / n).setup() as case:
                    for t in [*np.arange(1.1 / n, 1 - 1e-3 / n, 1.1 / n), 1]:
                        case.force("push", [[12 * np.sin(7 * t) ** 2, 0, 0]])
                        case.step_to(t)
                    errors.append(abs(case.last("end/displacement")[0] / exact - 1))
            self.assertTrue(3.5 < errors[0] / errors[1] < 4.5, (scheme, errors))

    def test_moving(self):
        """A load that changes its place is external: the whole of it but the share of the fixed node."""
        loads = {"all": {"traction": (0, 0, -10), "field": "1+9*t*x"}}
        with fsolve.Case(**{**BEAM, "loads": loads, "gravity": None, "initial_static": None}).setup() as case:
            case.step_to(0.05)
            f, dofs = self.assert_sum(case, 1e3), case.dofs()
            length, slope = 2 / 6, 9 * 0.05
            fixed = length / 2 + slope * length**2 / 6
            total = sum(f["external"][k] for k, (_, name) in enumerate(dofs) if name == "z")
            self.assertAlmostEqual(total, -10 * (2 + slope * 2 - fixed), delta=10 * slope * length**2 / 60)  # a cubic gives the fixed node 3/20 of the slope instead of 1/6

    def test_edge_of_a_shell(self):
        """A load along the side of a shell is external on the rotations of its nodes, too: moments of q L^2/12 about the normal."""
        plate = {"set": "all", "element": "shell", "thickness": 0.1, "young": 1e9, "poisson": 0, "density": 1000}
        with fsolve.Case(mesh={"": "rectangle", "n": (1, 1), "upper": (1, 1)}, parts={"plate": plate}, supports={"left": {}}, loads={"right": {"traction": (10, 0, 0)}}, dt=1e-4, t_end=1,
                         quiet=True).setup() as case:
            case.step_to(1e-4)
            f, dofs = self.assert_sum(case, 10), case.dofs()
            moments = sorted(f["external"][k] for k, (_, name) in enumerate(dofs) if name == "rotation_z")
            np.testing.assert_allclose(moments, [-10 / 12, 10 / 12], rtol=1e-6)

    def test_ranks(self):
        found = []
        for ranks in (1, 3, 8):
            whole = {kind: {} for kind in KINDS}
            with tempfile.TemporaryDirectory() as folder:
                words = [*LAUNCH.format(ranks=ranks).split(), sys.executable, "-c", RANKS, folder]
                done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False,
                                      env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(os.path.abspath(__file__)), *sys.path])})
                self.assertEqual(done.returncode, 0, done.stderr)
                for rank in os.listdir(folder):
                    with open(os.path.join(folder, rank)) as file:
                        for kind, rows in json.load(file).items():
                            whole[kind].update(rows)
            found.append(whole)
        for kind in KINDS:
            scale = max(map(abs, found[0]["internal"].values()))
            for other in found[1:]:
                self.assertEqual(set(other[kind]), set(found[0][kind]))
                self.assertLess(max(abs(other[kind][k] - v) for k, v in found[0][kind].items()), 1e-7 * scale, kind)

    def test_refused(self):
        with fsolve.Case(**BEAM) as case:
            with self.assertRaisesRegex(fsolve.FsolveError, "not set up"):
                case.forces()
            case.setup()
            with self.assertRaisesRegex(fsolve.FsolveError, "nearest: internal"):
                case.forces("interal")


if __name__ == "__main__":
    unittest.main()
