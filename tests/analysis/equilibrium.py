"""Equilibria: where they are, what begins in one stays, what has none is refused."""
import os
import tempfile
import unittest

import numpy as np

from models import BEAM, SLENDER, STATIC, angle, cantilever, orders, tip
from run import fsolve, options, run


class Statics(unittest.TestCase):
    def test_catenary(self):
        """The elastic catenary of the hanging cable at its start: sag by bisection of the span, order 2 in the mesh."""
        EA, N0, w, L = 1e5, 100.0, 9.81, 100.0
        span = lambda H: 2 * (1 - N0 / EA) * H / w * np.arcsinh(w * L / 2 / H) + H * L / EA
        low, high = 1.0, EA
        for _ in range(200):
            H = (low + high) / 2
            low, high = (H, high) if span(H) < L else (low, H)
        T = np.hypot(H, w * L / 2)
        sag = (1 - N0 / EA) * (T - H) / w + w / EA * (L / 2) ** 2 / 2
        errors = [abs(run("hanging_cable", mesh_n=n, t_end=0.02).probe["middle"]["displacement"][0, 2] + sag) for n in (10, 20, 40)]
        self.assertAlmostEqual(orders(errors)[-1], 2, delta=0.1, msg=f"{errors}, sag {sag}")
        self.assertLess(errors[-1], 1e-3 * sag)

    def test_initial_static_stays(self):
        """What begins in equilibrium stays there."""
        out = run("hanging_cable", load_pluck_time="0", t_end=1)
        self.assertLess(np.ptp(out.probe["middle"]["displacement"][:, 2]), 1e-8 * 10)
        self.assertLess(out.energy["kinetic"].max(), 1e-12 * out.energy["strain"].max())

    def test_moved_supports_are_still(self):
        """What supports move in a static analysis has no velocity and no acceleration: neither dampers nor mass act."""
        bar = run(**STATIC, mesh="line", mesh_n=4, mesh_upper=4, parts="bar", part_bar_set="all", part_bar_element="bar", part_bar_young=10, part_bar_area=1,
                  part_bar_density=100, supports="start,end", support_end_motion_x="0.1*t^2", probes="p", probe_p_point="1,0,0")
        self.assertAlmostEqual(tip(bar, "p")[0], 0.025, delta=1e-12)
        keys = dict(STATIC, support_start_fix="all", support_start_rotation_z="t", loads="end", load_end_force="0,1,0")
        np.testing.assert_allclose(tip(cantilever(**keys, part_beam_damping=0.1)), tip(cantilever(**keys)), atol=1e-9)

    def test_initial_velocity_of_a_turned_node(self):
        """Angular velocities are given in global axes, whatever equilibrium has done to the axes of the node."""
        out = cantilever(part_beam_mass_per_length=1, part_beam_inertia="0.02,0.01,0.01,0,0,0", gravity="0,0,-0.5", initial_static=True, initials="end",
                         initial_end_angular_velocity_x=1, dt=1e-3, t_end=1e-3)
        self.assertGreater(angle(out.probe["end"]["rotation"][0]), 0.5)
        np.testing.assert_allclose(out.probe["end"]["angular_velocity"][0], [1, 0, 0], atol=1e-12)

    def test_mechanisms_are_refused(self):
        """A beam on a ball joint under a moment, a free one under a force, and a line of trusses across which a load acts have no equilibrium."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**STATIC, "mesh": "line", "mesh_n": 3, "mesh_upper": 10, **BEAM, "part_beam_set": "all", **SLENDER, "loads": "end", "output": os.path.join(folder, "out.h5")}
            trusses = {**STATIC, "mesh": "line", "mesh_n": 8, "parts": "truss", "part_truss_set": "all", "part_truss_element": "truss", "part_truss_ea": 1, "part_truss_mass_per_length": 1,
                       "supports": "start,end", "loads": "all", "load_all_force": "0,0,1", "output": os.path.join(folder, "out.h5")}
            for case in ({**keys, "supports": "start", "support_start_fix": "xyz", "load_end_moment": "0,0,1"},
                         {**keys, "mesh_order": 2, "supports": "start", "support_start_fix": "xyz", "load_end_moment": "0,0,1"},
                         {**keys, "supports": "start", "support_start_fix": "xyz", "load_end_force": "0,0,1"}, {**keys, "load_end_force": "0,0,1"}, trusses):
                for ranks in (1, 2, 3):
                    done = fsolve(options(**case, overwrite=True), ranks=ranks)
                    self.assertEqual(done.returncode, 3, (case, ranks, done.stdout, done.stderr))
                    self.assertRegex(done.stderr, "no equilibrium beyond t = .*mechanism")

    def test_carried_far(self):
        """An elastica whose clamp is first carried by 3e5 lengths: where it is makes no difference; coordinates have 1e-11 of a length left there."""
        out = run("elastica", supports="start", support_start_fix="all", support_start_motion_x="3e5*min(1,2*t)", load_end_time="max(0,2*t-1)")
        np.testing.assert_allclose(tip(out)[2], tip(run("elastica"))[2], atol=1e-7)

    def test_initial_static_with_moved_supports(self):
        """Supports that are already somewhere else at the start get there with the loads."""
        keys = dict(support_start_fix="all", support_end_fix="all", t_end=0.02)
        moved = run("hanging_cable", support_start_motion_x=1, support_end_motion_x=1, **keys)
        np.testing.assert_allclose(moved.probe["middle"]["displacement"][0], tip(run("hanging_cable", **keys), "middle") * [0, 0, 1] + [1, 0, 0], atol=1e-4)

    def test_too_much_of_a_turn(self):
        """Half a turn within one beam element, or of a spring of rotation, ends the run: what follows could be either way round."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {**STATIC, "mesh": "line", "mesh_upper": 10, **BEAM, "part_beam_set": "all", **SLENDER, "supports": "start,end", "support_end_fix": "yz",
                    "support_end_rotation_x": "4*t", "support_end_fix_rotation": "all", "output": os.path.join(folder, "out.h5")}
            self.assertEqual(fsolve(options(**keys, mesh_n=1, overwrite=True)).returncode, 3)
            self.assertEqual(fsolve(options(**keys, mesh_n=3, overwrite=True)).returncode, 0)
            spring = {"mesh": "line", "parts": "body,spring", "part_body_set": "end", "part_body_element": "body", "part_body_mass": 1, "part_body_inertia": "2,3,4,0,0,0",
                      "part_spring_set": "end", "part_spring_element": "rotational_spring", "part_spring_stiffness": 1, "supports": "end", "support_end_fix": "xyz",
                      "initials": "end", "initial_end_angular_velocity_x": 4, "dt": 0.01, "t_end": 3, "output": os.path.join(folder, "out.h5"), "overwrite": True}
            self.assertEqual(fsolve(options(**spring)).returncode, 3)


if __name__ == "__main__":
    unittest.main()
