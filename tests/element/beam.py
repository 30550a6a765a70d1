"""Geometrically exact beams in equilibrium: closed forms, orders in space, loops of loads, turns of the clamp."""
import os
import tempfile
import unittest

import numpy as np

from models import STATIC, angle, cantilever, orders, tip
from run import run
import gmsh  # scripts/


class Beam(unittest.TestCase):
    def test_roll_up(self):
        """Pure bending is exact: every element turns by 36 degrees and none stretches; the work is the energy M^2 L/(2 EI)."""
        for order in (1, 2):
            out = run("roll_up", mesh_order=order)
            np.testing.assert_allclose(tip(out), [-10, 0, 0], atol=1e-8)
            self.assertLess(angle(out.probe["end"]["rotation"][-1]), 1e-10)  # round-off of ten products
            for k in ("strain", "external"):
                self.assertAlmostEqual(out.energy[k][-1] / (2 * np.pi**2 * 10), 1, delta=1e-9)
        again = run("roll_up", load_end_follower=True)  # the axis of the moment does not turn: the same
        np.testing.assert_allclose(tip(again), [-10, 0, 0], atol=1e-8)

    def test_roll_up_in_one_step(self):
        """A tip that turns by 2 pi in one load step, and three circles: the work of the moment knows how far it went."""
        for keys, turns in (({"dt": 1}, 1), ({"load_end_time": "0.6*t", "dt": 1}, 0.6), ({"load_end_time": "3*t"}, 3), ({"load_end_follower": True}, 1)):
            out = run("roll_up", **keys)
            for k in ("strain", "external"):
                self.assertAlmostEqual(out.energy[k][-1] / (2 * np.pi**2 * 10 * turns**2), 1, delta=1e-9, msg=f"{k} {keys}")

    def test_elastica(self):
        """w/L for P L^2/EI = 10, of a beam without shear or stretch; those of the model are 1e-7 of the bending."""
        exact = 0.81060902488
        for order, wanted, n in ((1, 2, (16, 32, 64)), (2, 4, (4, 8, 16))):
            errors = [abs(tip(run("elastica", mesh_n=k, mesh_order=order))[2] - exact) for k in n]
            self.assertAlmostEqual(orders(errors)[-1], wanted, delta=0.25, msg=f"{errors}")

    def bend(self, n, order, **keys):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bend.msh")
            gmsh.curve(path, n, order, lambda s: (100 * np.sin(np.pi / 4 * s), 100 * (1 - np.cos(np.pi / 4 * s)), 0), "arc")
            return run("bend_45", mesh=path, **keys)

    def test_bend(self):
        """The tip of benchmarks.md; orders 2 and 4 in space; one element for 45 degrees does not lock."""
        exact = np.array([47.150439, 15.684801, 53.474859]) - [100 * np.sin(np.pi / 4), 100 * (1 - np.cos(np.pi / 4)), 0]
        for order, wanted, n in ((1, 2, (8, 16, 32)), (2, 4, (2, 4, 8))):
            errors = [np.linalg.norm(tip(self.bend(k, order)) - exact) for k in n]
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


if __name__ == "__main__":
    unittest.main()
