# SPDX-License-Identifier: BSD-2-Clause
"""Explicit steps: exact at CFL 1, without a solve where the mass is diagonal, bounded by the elements."""
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

from models import orders, solver, tip
from run import Output, fsolve, options, run


spinning_beam = dict(mesh="line", mesh_n=4, mesh_upper="10", parts="beam", part_beam_set="all", part_beam_element="beam", part_beam_ea=1e5, part_beam_gay=1e5, part_beam_gaz=1e5,
                     part_beam_gj=100, part_beam_eiy=100, part_beam_eiz=100, part_beam_mass_per_length=1, part_beam_inertia="1,0.5,0.4,0,0,0", part_beam_mass="lumped", supports="start",
                     loads="end,turn", load_end_force="0,50,100", load_turn_set="end", load_turn_moment="60,0,0", probes="end", dt=5e-4, t_end=0.1)


class Explicit(unittest.TestCase):
    def test_central_differences_at_cfl_1_are_exact(self):
        """With lumped mass and dt = L/(n c) every node moves as d'Alembert says: nothing is dispersed, the front stays sharp."""
        c, length, cells = np.sqrt(3e7 / 7.3e-4), 200.0, 1000
        out = run("bar_wave", integrator="central_difference", part_bar_mass="lumped", dt=repr(length / cells / c), t_end=repr(length / c * 0.999))
        t, q = out.time, out.probe["midpoint"]["displacement"][:, 0]
        # the acceleration of the start is felt for a step: the force acts from t = 0 on, and counts half there
        speed = 1e4 / (3e7 * 1) * c
        exact = speed * np.maximum(0, t - 100 / c)
        self.assertLess(abs(q - exact).max(), 0.51 * speed * length / cells / c)
        late = t > 110 / c
        np.testing.assert_allclose(np.diff(q)[late[1:]], speed * np.diff(t)[late[1:]], rtol=1e-8)

    def test_no_solve_where_the_mass_is_diagonal(self):
        series, _, done = solver("wave2d", integrator="ce5", part_skin_mass="lumped", dt=0.05, t_end=1)
        self.assertEqual(series["linear"].sum(), 0)
        self.assertIn("no solver", done.stdout)
        series, _, _ = solver("wave2d", integrator="ce5", dt=0.05, t_end=1)  # consistent: one solve with M
        self.assertGreater(series["linear"][1:].min(), 1)
        self.assertTrue((series["newton"][1:] == 1).all())

    def test_no_solve_where_the_inertia_is_that_of_nodes(self):
        """Rotations find their gyroscopic forces in the node alone; a damping of nothing makes the same equations go through Newton's method, whose steps are exact to 1e-10."""
        offset = dict(part_beam_offset="0.1,0.2", gravity="0,0,-9.81")
        tip = dict(parts="beam,tip", part_tip_set="end", part_tip_element="body", part_tip_mass=2, part_tip_inertia="1,2,3,0.1,0.2,-0.1", part_tip_center="0.3,0.1,-0.2",
                   initials="end", initial_end_angular_velocity_x=9, initial_end_angular_velocity_y=-7)
        hinge = dict(tip, supports="start,end", support_end_fix="y", support_end_fix_rotation="xz", initial_end_angular_velocity_x=0)
        moved = dict(tip, supports="start", support_start_fix="all", support_start_rotation_z="sin(20*t)")
        for scheme, more in (("central_difference", {}), ("ce3", offset), ("ce4", tip), ("ce5", hinge), ("ce4", moved), ("ce5", tip | offset)):
            keys = dict(spinning_beam | more, integrator=scheme)
            series, out, done = solver(None, **keys)
            self.assertIn("no solver (inertia of each node)", done.stdout)
            self.assertNotIn("cut back", done.stdout)
            self.assertTrue((series["newton"][1:] == 1).all() and series["linear"].sum() == 0)
            by_newton, same, done = solver(None, **keys, part_beam_damping=1e-30)
            self.assertIn("Newton's method", done.stdout)
            self.assertGreater(by_newton["newton"][1:].min(), 1)
            for field, most in (("displacement", 1e-9), ("velocity", 1e-8), ("angular_velocity", 1e-8)):
                a, b = (one.probe["end"][field] for one in (out, same))
                self.assertLess(abs(a - b).max(), most * abs(b).max(), f"{scheme} {more} {field}")

    def test_orders_with_gyroscopic_forces(self):
        """A body with its center beside the node on a beam: the schemes keep their orders."""
        keys = dict(spinning_beam, parts="beam,tip", part_tip_set="end", part_tip_element="body", part_tip_mass=2, part_tip_inertia="1,2,3,0.1,0.2,-0.1",
                    part_tip_center="0.3,0.1,-0.2", initials="end", initial_end_angular_velocity_x=9, initial_end_angular_velocity_y=-7, mesh_n=1, t_end=0.04)
        exact = tip(run(None, **keys | dict(integrator="esdirk43_6l", dt=1e-4)))
        for scheme, wanted in (("central_difference", 2), ("ce4", 3)):
            errors = [np.linalg.norm(tip(run(None, **keys | dict(integrator=scheme, dt=dt))) - exact) for dt in (8e-4, 4e-4, 2e-4)]
            self.assertGreater(orders(errors)[-1], wanted - 0.2, f"{scheme} {errors}")  # the stiff beam's own motion converges late

    def test_dampers_are_solved_for(self):
        for scheme in ("central_difference", "ce3", "ce5"):
            error = []
            for dt in (0.01, 0.005):
                q = run("sdof", integrator=scheme, dt=dt).probe["mass"]["displacement"][-1, 0]
                error.append(abs(q + 0.6581887893014))
            self.assertGreater(np.log2(error[0] / error[1]), 1.8, scheme)

    def test_the_limit_is_the_elements(self):
        """At the stable step motion stays bounded; beyond it is refused, and with -allow_unstable it ends with status 3."""
        limit = 2 / np.sqrt(4 * np.pi**2)
        keys = {"mesh": "line", "mesh_n": 1, "parts": "spring,mass", "part_spring_set": "all", "part_spring_element": "spring",
                "part_spring_stiffness": 4 * np.pi**2, "part_mass_set": "end", "part_mass_element": "mass", "part_mass_mass": 1, "supports": "start",
                "initials": "end", "initial_end_displacement_x": 1, "probes": "m", "probe_m_set": "end", "integrator": "central_difference"}
        out = run(None, dt=limit * 0.999, t_end=1000, **keys)
        self.assertLess(abs(out.probe["m"]["displacement"]).max(), 1.01)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options(None, dt=limit * 1.001, t_end=1001 * limit, output=path, **keys))
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"beyond the stable step of central_difference, 0\.3183")
            done = fsolve(options(None, dt=limit * 1.2, t_end=1000 * limit * 1.2, output=path, allow_unstable=True, **keys))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertTrue(np.isfinite(Output(path).probe["m"]["displacement"]).all())

    spring = dict(mesh="line", mesh_n=1, parts="k,m", part_k_set="all", part_k_element="spring", part_k_stiffness=100, part_m_set="end", part_m_element="mass", part_m_mass=1,
                  supports="start", probes="end", initials="end", initial_end_velocity_x=1)
    bars = dict(mesh="line", mesh_n=60, parts="all", part_all_element="bar", part_all_young=1, part_all_area=1, part_all_density=1, part_all_mass="lumped", supports="start",
                probes="end", initials="all", initial_all_velocity_x="cos(60*pi*x)")

    def check_printed_step(self, folder, limit, scheme, uniform=False, **keys):
        """The limit and a step of 1e-7 below it are refused, or warned of in uniform bars; the step that the message names runs, and is less than 1e-5 below."""
        words = dict(keys, integrator=scheme, dt_exact=True, quiet=True, overwrite=True, output=os.path.join(folder, "out.h5"))
        for factor in (1, 1 - 1e-7, 1 + 1e-5):
            done = fsolve(options(None, **words, dt=repr(limit * factor), t_end=10 * limit))
            warned = uniform and factor <= 1
            self.assertEqual(done.returncode, 0 if warned else 2, f"{scheme} {factor} {done.stderr}")
            said = rf"is at the limit of {scheme}: .*; -dt ([\d.e-]*) avoids" if warned else rf"stable step of {scheme}, ([\d.e-]*) s"
            self.assertRegex(done.stderr, said)
            printed = float(re.search(said, done.stderr)[1])
            self.assertLessEqual(printed, limit * (1 - 1e-6))
            self.assertGreater(printed, limit * (1 - 2e-5))
        done = fsolve(options(None, **words, dt=printed, t_end=1000 * printed))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("limit", done.stderr)

    def test_the_limit_itself_is_refused(self):
        """Motions grow at the limit in proportion to time: of a spring, of a truss that a load stretches. Bars of uniform cells are exact there for most motions."""
        with tempfile.TemporaryDirectory() as folder:
            self.check_printed_step(folder, 0.2, "central_difference", **self.spring)
            self.check_printed_step(folder, 1 / 60, "central_difference", uniform=True, **self.bars)
            stretch = max(np.roots([50, 0, -50, -60]).real)
            self.check_printed_step(folder, 2 / np.sqrt(50 * (3 * stretch**2 - 1)), "central_difference", **{k: v for k, v in self.stretched.items() if k not in ("integrator", "t_end")},
                                    initial_static=True)

    def test_growth_of_linear_models_is_told(self):
        """Just below the limit a spring moves A sin(n a) with cos a = 1 - (w dt)^2 / 2: by A = v dt / sin a, 158 times too far. All energies are read, or those of each 100th step."""
        for dt, growing in ((0.199999, True), (0.19, True), (0.09, False)):
            q = self.same_with_and_without_energies(growing, **{k: v for k, v in self.spring.items() if k != "probes"}, dt=dt, dt_exact=True, t_end=2000 * dt)
            self.assertAlmostEqual(abs(q[:, 0]).max(), dt / np.sin(np.arccos(1 - 50 * dt**2)), delta=0.05 * abs(q[:, 0]).max())
        for dt, growing in ((0.01666, True), (0.008, False)):  # neighbors move against each other
            self.same_with_and_without_energies(growing, **{k: v for k, v in self.bars.items() if k != "probes"}, dt=dt, dt_exact=True, t_end=20)

    stretched = dict(mesh="line", mesh_n=1, parts="bar", part_bar_set="all", part_bar_element="truss", part_bar_ea=100, part_bar_mass_per_length=2, part_bar_mass="lumped",
                     supports="start", loads="end", load_end_force="60,0,0", probes="end", integrator="central_difference", t_end=20)

    def test_the_limit_is_that_of_the_start(self):
        """A bar stretched to l by 60 = EA (l^3 - l)/2 at rest, then released with its load: omega^2 = EA (3 l^2 - 1)/2 over a mass of 1, more than EA, that of the bar at rest."""
        l = max(np.roots([50, 0, -50, -60]).real)
        limit = 2 / np.sqrt(50 * (3 * l**2 - 1))
        with tempfile.TemporaryDirectory() as folder:
            for factor, status in ((0.99, 0), (1.02, 2)):
                done = fsolve(options(None, **self.stretched, dt=factor * limit, initial_static=True, output=os.path.join(folder, f"{factor}.h5")))
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual("stiffer than the unloaded model" in done.stderr, status == 2)
            self.assertAlmostEqual(float(re.search(r"central_difference, ([\d.]*) s", done.stderr)[1]), limit, delta=1e-3 * limit)

    def same_with_and_without_energies(self, growing, **keys):
        """The motion of the probe at the end, which the histories that are wanted do not change, nor what is told."""
        motions = []
        with tempfile.TemporaryDirectory() as folder:
            for energies in ("true", "false"):
                path = os.path.join(folder, f"{energies}.h5")
                done = fsolve(options(None, **keys, probes="end", integrator="central_difference", energies=energies, output=path))
                self.assertEqual((done.returncode, "that no force accounts for" in done.stderr), (0, growing), done.stderr)
                with h5py.File(path) as f:
                    motions.append(f["history/end/displacement"][:])
        np.testing.assert_array_equal(*motions)
        return motions[0]

    def test_growth_by_a_law_is_told(self):
        """A ball falls 0.2 m onto a floor of 1e5 N/m for 20 s. Steps of 1 ms resolve a contact, of 5 ms have two in it: omega dt is 0.3 and 1.6, and the ball rises to 4 m."""
        ball = dict(mesh="line", mesh_n=1, parts="string,ball", part_string_set="all", part_string_element="truss", part_string_ea=1e-3, part_string_mass_per_length=1e-3,
                    part_string_mass="lumped", part_ball_set="end", part_ball_element="mass", part_ball_mass=1, supports="start", gravity="0,0,-9.81", initials="end",
                    initial_end_displacement_z=0.2, loads="floor", load_floor_set="end", load_floor_law_z="max(0,-1e5*uz)", t_end=20)
        for dt, growing in ((1e-3, False), (5e-3, True)):
            self.assertEqual(self.same_with_and_without_energies(growing, dt=dt, **ball)[:, 2].max() > 2, growing)

    def test_growth_of_what_stiffens_is_told(self):
        """A rod stretched to its double: bounded steps of 0.1 s; of 0.15 s, a half of its stable step at rest, grow."""
        rod = dict(mesh="line", mesh_n=3, mesh_upper="3,0,0", parts="all", part_all_element="truss", part_all_ea=10, part_all_mass_per_length=1, part_all_mass="lumped",
                   supports="start", initials="all", initial_all_velocity_x="1.3*x", dt_exact=True, t_end=20.1)
        for dt, growing in ((0.1, False), (0.15, True)):
            self.same_with_and_without_energies(growing, dt=dt, **rod)

    def test_slack_damped_cable(self):
        """Explicit schemes take the damping of a cable that is slack at the start and taut from the initial displacement on: without it all of these fall to order 1."""
        keys = dict(mesh="line", mesh_n=1, parts="cable,mass", part_cable_set="all", part_cable_element="cable", part_cable_ea=100, part_cable_mass_per_length=1,
                    part_cable_mass="lumped", part_cable_prestress=-10, part_cable_damping=0.02, part_mass_set="end", part_mass_element="mass", part_mass_mass=1,
                    supports="start", initials="end", initial_end_displacement_x=0.3, probes="end", t_end=0.08)
        exact = tip(run(**keys, integrator="esdirk43_6l", dt=0.0002))
        for scheme, wanted in (("central_difference", 2), ("ce4", 3), ("ce4_1_4", 3)):
            errors = [np.linalg.norm(tip(run(**keys, integrator=scheme, dt=dt)) - exact) for dt in (0.008, 0.004, 0.002)]
            self.assertAlmostEqual(orders(errors)[-1], wanted, delta=0.1, msg=f"{scheme} {errors}")


if __name__ == "__main__":
    unittest.main()
