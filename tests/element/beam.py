# SPDX-License-Identifier: BSD-2-Clause
"""Geometrically exact beams in equilibrium: closed forms, orders in space, loops of loads, turns of the clamp."""
import os
import tempfile
import unittest

import numpy as np

from fsolve import Result
from fsolve.beams import Sections
from models import STATIC, angle, cantilever, orders, tip
from run import fsolve, options, run
import gmsh_file


class Beam(unittest.TestCase):
    def test_roll_up(self):
        """Pure bending is exact: every element turns by 36 degrees and none stretches; the work is the energy M^2 L/(2 EI)."""
        for order in (1, 2):
            out = run("roll_up", mesh_order=order)
            np.testing.assert_allclose(tip(out), [-10, 0, 0], atol=1e-8)
            self.assertLess(angle(out.probe["end"]["rotation"][-1]), 1e-9)  # round-off of ten solves: 3e-11 with the reference BLAS, 2.2e-10 with OpenBLAS
            for k in ("strain", "external"):
                self.assertAlmostEqual(out.energy[k][-1] / (2 * np.pi**2 * 10), 1, delta=1e-9)
        again = run("roll_up", load_end_follower=True)  # the axis of the moment does not turn: the same
        np.testing.assert_allclose(tip(again), [-10, 0, 0], atol=1e-8)

    def test_roll_up_in_one_step(self):
        """A tip that turns by 2 pi in one load step, and three circles: the work of the moment knows how far it went. Energies are as
        exact as displacements, which Newton's test leaves at 1e-10 of the size of a beam that is 3e3 times stiffer along than in bending."""
        for keys, turns in (({"dt": 1}, 1), ({"load_end_time": "0.6*t", "dt": 1}, 0.6), ({"load_end_time": "3*t"}, 3), ({"load_end_follower": True}, 1)):
            out = run("roll_up", **keys)
            for k in ("strain", "external"):
                self.assertAlmostEqual(out.energy[k][-1] / (2 * np.pi**2 * 10 * turns**2), 1, delta=1e-7, msg=f"{k} {keys}")

    def test_elastica(self):
        """w/L for P L^2/EI = 10, of a beam without shear or stretch; those of the model are 1e-7 of the bending."""
        exact = 0.81060902488
        for order, correction, wanted, n in ((1, "none", 2, (16, 32, 64)), (1, "full", 4, (4, 8, 16)), (2, "none", 4, (4, 8, 16))):
            errors = [abs(tip(run("elastica", mesh_n=k, mesh_order=order, part_beam_correction=correction))[2] - exact) for k in n]
            self.assertAlmostEqual(orders(errors)[-1], wanted, delta=0.25, msg=f"{errors}")

    def bend(self, n, order, **keys):
        return run("bend_45", member_arc_n=n, member_arc_order=order, **keys)

    def test_bend(self):
        """The tip of benchmarks.md; orders 4, and 2 without the correction, in space; one element for 45 degrees does not lock."""
        exact = np.array([47.150439, 15.684801, 53.474859]) - [100 * np.sin(np.pi / 4), 100 * (1 - np.cos(np.pi / 4)), 0]
        for order, correction, wanted, n in ((1, "none", 2, (8, 16, 32)), (1, "full", 4, (2, 4, 8)), (2, "none", 4, (2, 4, 8))):
            errors = [np.linalg.norm(tip(self.bend(k, order, part_arc_correction=correction)) - exact) for k in n]
            self.assertAlmostEqual(orders(errors)[-1], wanted, delta=0.2, msg=f"{errors}")
        np.testing.assert_allclose(tip(self.bend(16, 2)), exact, atol=5e-5)  # 1e-6 of the radius: six digits are known
        self.assertLess(np.linalg.norm(tip(self.bend(1, 2)) - exact), 0.02 * np.linalg.norm(exact))

    def test_path_independence(self):
        """Around a closed loop of two loads (bending in two planes and torsion of the bend) all returns to round-off: 1e-9 of the radius."""
        for order in (1, 2):
            out = self.bend(4, order, loads="end,side", load_end_time="sin(pi*t)", load_side_set="end", load_side_force="300,-200,0",
                            load_side_time="sin(pi*t)^2*cos(pi*t)", dt=0.05, dt_max=0.05)
            self.assertGreater(np.abs(out.probe["end"]["displacement"]).max(), 20)
            np.testing.assert_allclose(tip(out), 0, atol=1e-7)
            self.assertLess(angle(out.probe["end"]["rotation"][-1]), 1e-9)
            self.assertLess(abs(out.energy["strain"][-1]), 1e-9 * out.energy["strain"].max())

    def test_objectivity(self):
        """A bent beam whose clamp makes three turns about x: its strain energy, its forces in section axes do not change."""
        for order in (1, 2):
            out = cantilever(**STATIC, mesh_order=order, loads="end", load_end_force="0,0,3", load_end_follower=True, load_end_time="min(t,1)",
                             support_start_fix="all", support_start_rotation_x="t<1 ? 0 : (t-1)*6*pi", t_end=2, dt=0.05, dt_max=0.05,
                             probes="end,root", probe_root_part="beam", probe_root_point="0.5,0,0", energies=True)
            turning = out.history["time"] if "time" in out.history else out.time
            strain = out.energy["strain"][turning >= 1 - 1e-9]
            self.assertLess(np.ptp(strain), 1e-7 * strain[0])  # Newton leaves 1e-10 of the displacement, and EA L^2/EI is 1e6
            moment = out.probe["root"]["moment"][turning >= 1 - 1e-9]
            self.assertLess(np.abs(moment - moment[0]).max(), 1e-7 * np.abs(moment[0]).max())
            self.assertLess(np.abs(out.energy["external"][-1] - strain[-1]), 1e-2 * strain[-1])  # trapezoidal sums of the loading

    def test_prescribed_rotation(self):
        """The end turned by 2 rad: the moment is EI theta/L, the work half its product with theta."""
        out = cantilever(**STATIC, supports="start,end", support_end_rotation_z="2*t", support_end_fix_rotation="all", probes="end,root",
                         probe_root_part="beam", probe_root_point="0.5,0,0")
        np.testing.assert_allclose(out.probe["root"]["moment"][-1], [0, 0, 20], atol=1e-8)
        np.testing.assert_allclose(out.probe["end"]["rotation"][-1], [np.cos(1), 0, 0, np.sin(1)], atol=1e-12)
        self.assertAlmostEqual(out.energy["external"][-1], 20, delta=1e-7)
        self.assertAlmostEqual(out.energy["strain"][-1], 20, delta=1e-7)


class Ends(unittest.TestCase):
    """Forces and moments at the ends of elements are those of statics on what lies beyond, whatever the mesh."""

    FORCE, MOMENT = np.array([-3.0, 4, 20]), np.array([5.0, -8, 6])
    LOAD = {"loads": "tip,turn", "load_tip_set": "end", "load_tip_force": "-3,4,20", "load_turn_set": "end", "load_turn_moment": "5,-8,6"}
    LINE = {"mesh": "line", "mesh_n": 5, "mesh_upper": "1,2,0.5", "supports": "start", "parts": "beam", "part_beam_set": "all", "part_beam_element": "beam",
            "part_beam_ea": 1e4, "part_beam_gay": 1e4, "part_beam_gaz": 1e4, "part_beam_gj": 30, "part_beam_eiy": 20, "part_beam_eiz": 40}

    def result(self, **keys):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "out.h5")
        done = fsolve(options(output=path, quiet=True, **keys))
        self.assertEqual(done.returncode, 0, done.stderr)
        return Result(path)

    def vectors(self, result, k=-1, deformed=True):
        """Positions, forces and moments at all ends [e][2][3], in global axes."""
        s = Sections(result, result.snapshot(k), deformed)
        value = lambda names: np.einsum("eaij,iea->eaj", s.axes, [s.values[q] for q in names])
        return s.positions, value(("N", "Vy", "Vz")), value(("T", "My", "Mz"))

    def test_large_rotations(self):
        """Dead loads at the tip: the force everywhere, and its moment about the place to which the section has moved. To the tolerance of Newton's
        method, 1e-10 of displacements that bend a beam of 2.3 m by 2 m, under EA = 1e4: 1e-6 N."""
        for order in (1, 2):
            r = self.result(**self.LINE, **self.LOAD, **STATIC, mesh_order=order)
            self.assertGreater(np.linalg.norm(r.snapshot()["displacement"], axis=1).max(), 1)
            x, force, moment = self.vectors(r)
            np.testing.assert_allclose(force, np.broadcast_to(self.FORCE, force.shape), atol=2e-6)
            tip_ = r.snapshot().positions()[np.argmax(r.nodes[:, 1])]
            np.testing.assert_allclose(moment, self.MOMENT + np.cross(tip_ - x, self.FORCE), atol=2e-6)

    def test_twist(self):
        """The same of sections that are twisted by a number and by a formula of the place."""
        for twist in ("pi/5", "0.3+0.1*x-0.2*y"):
            r = self.result(**self.LINE, **self.LOAD, **STATIC, part_beam_twist=twist)
            _, force, _ = self.vectors(r)
            np.testing.assert_allclose(force, np.broadcast_to(self.FORCE, force.shape), atol=2e-6)

    def test_curved(self):
        """The same of three-node elements with a curved axis and a direction of their own."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "arc.msh")
            gmsh_file.curve(path, 4, 2, lambda s: (2 * np.sin(s), 2 * (1 - np.cos(s)), 0.3 * s), "beam")
            keys = {k: v for k, v in self.LINE.items() if not k.startswith("mesh")}
            r = self.result(**{**keys, "mesh": path, "part_beam_set": "beam", "part_beam_direction": "0.2,0,1"}, **self.LOAD, **STATIC)
            x, force, moment = self.vectors(r)
            np.testing.assert_allclose(force, np.broadcast_to(self.FORCE, force.shape), atol=2e-6)
            np.testing.assert_allclose(moment, self.MOMENT + np.cross(r.snapshot().positions()[np.argmax(r.nodes[:, 2])] - x, self.FORCE), atol=2e-6)

    def test_small_displacements(self):
        """With -linearize about the place at first, to round-off; under its weight w the moment is w (L - x)^2 / 2 at nodes, and the shear force is
        the weight beyond."""
        weight = {"mesh": "line", "mesh_n": 5, "mesh_upper": 2, "part_beam_mass_per_length": 3, "gravity": "0,0,-10", "linearize": True}
        for order in (1, 2):
            keys = {**self.LINE, **STATIC, "mesh_order": order}
            r = self.result(**keys, **self.LOAD, linearize=True)
            x, force, moment = self.vectors(r, deformed=False)
            np.testing.assert_allclose(force, np.broadcast_to(self.FORCE, force.shape), atol=1e-9)
            np.testing.assert_allclose(moment, self.MOMENT + np.cross([1, 2, 0.5] - x, self.FORCE), atol=1e-9)
            x, force, moment = self.vectors(self.result(**{**keys, **weight}), deformed=False)
            np.testing.assert_allclose(moment[:, :, 1], 30 * (2 - x[:, :, 0]) ** 2 / 2, atol=1e-9)
            np.testing.assert_allclose(force[:, :, 2], -30 * (2 - x[:, :, 0]), atol=1e-9)

    def test_motion(self):
        """Lumped masses and dampers, large rotations: what an element gets at both ends is mass times acceleration, and a node gets nothing. The step's
        equation is solved to 1e-10 of the accelerations' share of it."""
        keys = {**self.LINE, **self.LOAD, "part_beam_mass_per_length": 2, "part_beam_mass": "lumped", "part_beam_inertia": "0.1,0.05,0.05,0,0,0", "part_beam_damping": 0.01,
                "integrator": "esdirk43_6l", "dt": 0.01, "t_end": 0.4, "output_every": 20}
        r = self.result(**keys)
        for k in (1, 2):
            x, force, moment = self.vectors(r, k)
            mass = 2 * np.linalg.norm([1, 2, 0.5]) / 5
            order = np.argsort(r.nodes[:, 1])
            a = r.snapshot(k)["acceleration"][order]
            np.testing.assert_allclose(force[:, 1] - force[:, 0], mass * (a[1:] + a[:-1]) / 2, atol=1e-5 * abs(mass * a).max())
            np.testing.assert_allclose(force[1:, 0], force[:-1, 1], atol=1e-5 * abs(mass * a).max())
            self.assertGreater(abs(mass * a).max(), 1)


if __name__ == "__main__":
    unittest.main()
