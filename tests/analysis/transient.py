# SPDX-License-Identifier: BSD-2-Clause
"""A run in time: its dofs, its times and frames, numbers too small to matter."""
import tempfile
import unittest

import numpy as np

from models import balance
from run import Output, fsolve, options, run


class Dofs(unittest.TestCase):
    def test_damping_does_not_change_them(self):
        for damping in ({}, {"damping_mass": 0.1}, {"damping_stiffness": 1e-6}):
            self.assertEqual(run("bar_wave", t_end=1e-5, **damping).attrs["dofs"], 1000)


class Times(unittest.TestCase):
    def test_last_step_lands_on_t_end(self):
        out = run("sdof", dt=0.3, t_end=10)
        self.assertEqual(out.time[-1], 10)
        self.assertEqual(len(out.time), 35)
        self.assertEqual(out.attrs["steps"], 34)
        np.testing.assert_allclose(np.diff(out.time), 10 / 34, rtol=1e-12)

    def test_dt_exact(self):
        """A front that moves by one element a step stays sharp, with the exact velocity 1e4/(EA/c) behind it; steps shortened by 1e-4 overshoot by a tenth."""
        c = (3e7 / 7.3e-4) ** 0.5
        keys = {"integrator": "central_difference", "part_bar_mass": "lumped", "dt": repr(0.2 / c), "t_end": 1.4e-3, "allow_unstable": True}
        peak = {}
        for exact in (True, False):
            out = run("bar_wave", dt_exact=exact, **keys)
            peak[exact] = out.probe["midpoint"]["velocity"][:, 0].max()
            self.assertIs((np.diff(out.time) > 0.2 / c * (1 - 1e-7)).all(), np.bool_(exact))
            self.assertTrue(0 <= out.time[-1] - 1.4e-3 < 0.2 / c if exact else out.time[-1] == 1.4e-3)
        self.assertAlmostEqual(peak[True] / (1e4 * c / 3e7), 1, delta=1e-9)
        self.assertGreater(peak[False] / peak[True], 1.05)

    def test_frames(self):
        out = run("wave2d", output_every=40)
        self.assertEqual(list(out.frame_times), [out.time[0], out.time[40], out.time[80], out.time[-1]])
        np.testing.assert_array_equal(out.frames[1]["displacement"][out.node_id == 0][0], out.probe["center"]["displacement"][40])

    def test_start_elsewhere(self):
        late = run("sdof", t_start=1, t_end=2, load_sine_time="sin(3*(t-1))", load_cosine_time="cos(t-1)").probe["mass"]["displacement"]
        np.testing.assert_allclose(late, run("sdof", t_end=1).probe["mass"]["displacement"], atol=1e-12)


class Beginnings(unittest.TestCase):
    """What is at rest and is then moved by a support or a driver has no energy to measure its first steps by: they are not cut back."""

    ROD = {"mesh": "line", "mesh_n": 8, "mesh_order": 2, "mesh_upper": "1,0,0", "parts": "rod", "part_rod_set": "all", "part_rod_element": "beam",
           "part_rod_section": "circle", "part_rod_radius": 0.005, "part_rod_young": 2.1e11, "part_rod_poisson": 0.3, "part_rod_density": 7850}
    PATH = "t<0.05 ? 0 : 0.05*(1-cos(20*pi*(t-0.05)))"
    SUPPORT = {"supports": "start", "support_start_fix": "xy", "support_start_fix_rotation": "all", "support_start_motion_z": PATH}
    DRIVER = {"joints": "start", "joint_start_type": "revolute", "joint_start_axis": "0,1,0", "joint_start_angle": PATH}

    def begin(self, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(None, **self.ROD, **keys, t_end=0.1, output=f"{folder}/out.h5"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("warning", done.stderr)
            return done.stdout, Output(f"{folder}/out.h5")

    def test_they_are_not_cut_back(self):
        runs = [(s, self.SUPPORT) for s in ("lms4", "bathe", "generalized_alpha", "esdirk43_6l")]
        runs += [("esdirk43_6l", {**self.DRIVER, "stabilize": s}) for s in ("none", "velocity", "projection")]
        for scheme, keys in runs:
            with self.subTest(f"{scheme} {keys}"):
                screen, out = self.begin(integrator=scheme, dt=1e-3, **keys)
                self.assertNotIn("cut back", screen)
                self.assertLess(balance(out), 0.03 * out.energy["total"].max())

    def test_what_differences_leave_before_them(self):
        """Steps of a twentieth of the motion: projected velocities are those that differences see beyond the corner, 2e-5 rad/s."""
        self.begin(integrator="esdirk43_6l", stabilize="projection", dt=0.01, **self.DRIVER)


class Audit(unittest.TestCase):
    ROPE = {"mesh": "line", "mesh_n": 10, "mesh_upper": "1,0,0", "parts": "rope", "part_rope_set": "all", "part_rope_element": "cable",
            "part_rope_ea": 1e5, "part_rope_mass_per_length": 1, "supports": "start", "gravity": "0,0,-10", "integrator": "trapezoidal"}

    def warnings(self, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(None, **{**self.ROPE, **keys}, output=f"{folder}/out.h5"))
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stderr.count("J that no force accounts for"), Output(f"{folder}/out.h5")

    def test_many_small_gains(self):
        """A rope falls from the horizontal and snaps taut, step by step with a little more than gravity gives: ten times what it can have in the end."""
        warned, out = self.warnings(dt=0.0025, t_end=2)
        self.assertEqual(warned, 1)
        self.assertGreater(out.energy["total"].max(), 10 * out.energy["external"].max() / 2)

    def test_short_steps_and_rest(self):
        self.assertEqual(self.warnings(dt=0.0025, t_end=0.2)[0], 0)
        self.assertEqual(self.warnings(part_rope_prestress=100, supports="start,end", initial_static=True, dt=0.0025, t_end=0.2)[0], 0)


class Scale(unittest.TestCase):
    STEEL = {"mesh": "line", "mesh_n": 10, "parts": "rod", "part_rod_set": "all", "part_rod_density": 7850,
             "part_rod_young": 2.1e11, "supports": "start", "dt": 1e-5, "t_end": 1e-4}
    TRUSS = {"part_rod_element": "truss", "part_rod_area": 1e-4, "directions": "x"}
    BEAM = {"part_rod_element": "beam", "part_rod_section": "circle", "part_rod_poisson": 0.3}

    def run_(self, **keys):
        with tempfile.TemporaryDirectory() as folder:
            return fsolve(options(None, **{**self.STEEL, **keys}, output=f"{folder}/out.h5"))

    def test_report(self):
        """Steel: sound runs at sqrt(E/rho) = 5172 m/s, through half an element of 0.1 m in a step."""
        done = self.run_(**self.TRUSS, gravity="-9.81,0,0", initial_static="false")
        self.assertIn("scale: model 1 m, elements 0.1 m, waves 5.17e+03 m/s, 0.517 elements a step", done.stdout)
        self.assertNotIn("warning", done.stderr)

    def test_mixed_units(self):
        """Moduli in MPa, lengths in mm with the rest in SI: no structure is so soft for its weight or its speed, or so thin."""
        soft = {**self.TRUSS, "part_rod_young": 2.16e5, "part_rod_density": 8074.2857}  # numbers of no material
        self.assertRegex(self.run_(**soft, gravity="-9.81,0,0").stderr, r"warning: part 'rod': .* weight would strain it by 0.367 .*units")
        self.assertRegex(self.run_(**soft, initials="end", initial_end_velocity_x=3).stderr, r"warning: part 'rod': initial velocities differ by 3 m/s.* 5.17 m/s.*units")
        self.assertRegex(self.run_(**self.BEAM, part_rod_radius=1e-6).stderr, r"warning: part 'rod': .* 2e\+06 radii of gyration.*units")
        self.assertNotIn("warning", self.run_(**self.BEAM, part_rod_radius=1e-5).stderr)

    def test_mixed_units_at_rest(self):
        """Equilibria and modes are warned of, too: of their own weight, and of a profile in m in a model in mm."""
        soft = {**self.BEAM, "part_rod_radius": 0.01, "part_rod_young": 2.16e5, "part_rod_density": 8074.2857, "gravity": "0,0,-9.81"}
        beam = {"part_rod_element": "beam", "part_rod_poisson": 0.3, "part_rod_profile": "IPE300", "mesh_upper": "6000,0,0", "part_rod_young": 2.1e5, "part_rod_density": 7.85e-9}
        for keys in ({"analysis": "static", "linearize": True}, {"analysis": "modes", "modes": 3}):
            self.assertRegex(self.run_(**soft, **keys).stderr, r"warning: part 'rod': .* weight would strain it by 0.367 .*units")
            self.assertRegex(self.run_(**beam, **keys).stderr, r"warning: part 'rod': .* 1.79e\+05 radii of gyration of its profile, .*give -part_rod_profile_unit mm")
            for unit, length in (("mm", 6000), ("m", 6)):
                self.assertNotIn("warning", self.run_(**{**beam, "mesh_upper": f"{length},0,0"}, **keys, part_rod_profile_unit=unit).stderr)


class Denormals(unittest.TestCase):
    def test_flushing(self):
        """Numbers below 1e-308 matter to nobody: what a run reports is the same to ten digits."""
        for case, keys in (("wave2d", {}), ("wave2d", {"operator": "assembled"}), ("bar_wave", {}), ("sdof", {}), ("flying_beam", {"t_end": 2})):
            with self.subTest(f"{case} {keys}"):
                kept, flushed = run(case, keep_denormals=True, **keys), run(case, **keys)
                for p in kept.probe:
                    for field, values in kept.probe[p].items():
                        np.testing.assert_allclose(flushed.probe[p][field], values, rtol=0, atol=1e-10 * abs(values).max(), err_msg=f"{p} {field}")
                np.testing.assert_array_equal(flushed.linear, kept.linear)


if __name__ == "__main__":
    unittest.main()
