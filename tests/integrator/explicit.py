"""Explicit steps: exact at CFL 1, without a solve where the mass is diagonal, bounded by the elements."""
import os
import tempfile
import unittest

import numpy as np

from models import orders, solver, tip
from run import Output, fsolve, options, run


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
