# SPDX-License-Identifier: BSD-2-Clause
"""Loads whose factor depends on the place, and on time: resultants and closed forms, a load that moves over a beam, the same on two ranks."""
import unittest

import numpy as np

import refusal
from models import BEAM, SLENDER, STATIC, tip
from run import RELEASE, options, run

ROD = {"mesh": "line", "mesh_n": 5, "mesh_upper": 2, "parts": "all", "part_all_element": "bar", "part_all_young": 10, "part_all_area": 1, "part_all_density": 1,
       "supports": "start", "probes": "end", "directions": "x", "loads": "all"}
SKIN = {"mesh": "rectangle", "mesh_upper": "2,1", "mesh_n": "3,2", "parts": "all", "part_all_element": "membrane", "part_all_tension": 1, "part_all_mass_per_area": 1,
        "loads": "all", "dt": 0.01, "t_end": 0.1, "integrator": "trapezoidal"}


class Still(unittest.TestCase):
    def test_balance(self):
        """A field that moves over held nodes as well is in the balance of forces; on two ranks, too."""
        for ranks in (1, 2):
            out = run(ranks=ranks, **{**ROD, "loads": "all", "load_all_traction": "1,0,0", "load_all_field": "1+x*t", "dt": 0.01, "t_end": 0.1, "show": "balance"})
            left, most = out.balance["force"], out.balance["largest"][:, 0]
            self.assertGreater(most.max(), 0.1)
            self.assertLess(np.abs(left).max(), 1e-10 * most.max())

    def test_traction_on_a_bar(self):
        """Consistent forces make nodes of linear bars exact: u(L) = integral of x f(x) / EA; degree 6 times a shape function is integrated exactly."""
        for field, exact in (("x^6", 2**8 / 8), ("1+0*x", 2), ("x^3-y", 2**5 / 5)):
            for ranks in (1, 2) if RELEASE else (1,):
                out = run(ranks=ranks, **STATIC, **ROD, load_all_traction="1,0,0", load_all_field=field)
                self.assertAlmostEqual(tip(out)[0], exact / 10, delta=1e-12)

    def test_forces_on_nodes(self):
        """At x = 0.4, 0.8, ... the force x: the sum of x^2 over EA."""
        out = run(**STATIC, **ROD, load_all_force="1,0,0", load_all_field="x")
        self.assertAlmostEqual(tip(out)[0], 0.4**2 * (1 + 4 + 9 + 16 + 25) / 10, delta=1e-12)

    def test_traction_on_surfaces(self):
        """A free skin: its momentum is the integral of the field times t; quadrilaterals and triangles."""
        for cell in ("quadrilateral", "triangle"):
            for field, exact in (("x^4*y^2", 2**5 / 5 / 3), ("x^3+y", 2**4 / 4 + 2 * 0.5)):
                for keys, factor in (({}, 1), ({"load_all_time": "t"}, 0.05), ({"load_all_field": f"({field})*t"}, 0.05)):
                    out = run(ranks=2 if RELEASE and factor == 1 else 1, mesh_cell=cell, load_all_traction="0,0,1", **{**SKIN, "load_all_field": field, **keys})
                    self.assertAlmostEqual(out.history["momentum"][-1, 2], exact * 0.1 * factor, delta=1e-10)  # solvers: 1e-8 of it and less

    def test_wind_by_height(self):
        """A mast under (x/L)^0.3: w(L) = integral of q(s) s^2 (3L - s)/6EI + q(s) s/GA. Smooth fields are integrated to 1e-10, and so is the sum here, nearly."""
        s = (np.arange(100000) + 0.5) * 10 / 100000
        exact = np.sum((s / 10) ** 0.3 * (s**2 * (30 - s) / 600 + s / 1e6)) * 10 / 100000
        for n in (1, 10):
            out = run(mesh="line", mesh_n=n, mesh_upper=10, **BEAM, **SLENDER, part_beam_set="all", supports="start", probes="end", linearize=True, **STATIC,
                      loads="all", load_all_traction="0,0,1", load_all_field="(x/10)^0.3")
            self.assertLess(abs(tip(out)[2] / exact - 1), 1e-9)


class Moving(unittest.TestCase):
    L, M, EI, V, WIDTH = 10, 2, 100, 4, 0.25

    def series(self, t):
        """Midspan under unit force at V t, spread as a Gaussian: Fryba, Vibration of Solids and Structures under Moving Loads, ch. 1."""
        w = 0
        for n in range(1, 60):
            k = n * np.pi / self.L
            omega, driving = k**2 * np.sqrt(self.EI / self.M), k * self.V
            w += 2 / (self.M * self.L) * np.exp(-((k * self.WIDTH) ** 2) / 2) * np.sin(k * self.L / 2) * (np.sin(driving * t) - driving / omega * np.sin(omega * t)) / (omega**2 - driving**2)
        return w

    def beam(self, **keys):
        gauss = "exp(-((x-v*t)/s)^2/2)/(s*sqrt(2*pi))"
        return run(mesh="line", mesh_n=100, mesh_upper=self.L, **BEAM, part_beam_set="all", part_beam_ea=1e6, part_beam_gay=1e6, part_beam_gaz=1e6, part_beam_gj=100,
                   part_beam_eiy=self.EI, part_beam_eiz=self.EI, part_beam_mass_per_length=self.M, part_beam_inertia="1e-6,1e-6,1e-6,0,0,0", supports="start,end", support_start_fix="xyz",
                   support_end_fix="yz", probes="mid", probe_mid_point=f"{self.L / 2},0,0", loads="all", load_all_traction="0,0,1", load_all_field=gauss,
                   let=f"v={self.V},s={self.WIDTH}", dt=0.005, t_end=2, integrator="esdirk43_6l", linearize=True, **keys)

    def test_over_a_beam(self):
        """While the force is on the beam, whose ends it enters and leaves by its width; elements of L/100 and their shear are soft to 1e-3."""
        one, two = self.beam(), self.beam(ranks=2, ksp_type="preonly", pc_type="lu", pc_factor_mat_solver_type="mumps")
        w, exact = one.probe["mid"]["displacement"][:, 2], self.series(one.time)
        np.testing.assert_allclose(w, exact, atol=0.01 * np.abs(exact).max())
        np.testing.assert_allclose(two.probe["mid"]["displacement"][:, 2], w, rtol=0, atol=1e-7 * np.abs(w).max())
        work = one.energy["external"][-1]
        self.assertGreater(work, 1e-3)
        np.testing.assert_allclose(one.energy["kinetic"] + one.energy["strain"], one.energy["external"], atol=1e-3 * np.abs(one.energy["external"]).max())

    def test_what_does_not_move_after_all(self):
        """f(x) g(t) by a field with t, and by a field and a time."""
        keys = {**ROD, "load_all_traction": "1,0,0", "dt": 0.05, "t_end": 1}
        one = run(**keys, load_all_field="x^2*sin(t)")
        two = run(**keys, load_all_field="x^2", load_all_time="sin(t)")
        np.testing.assert_allclose(one.probe["end"]["displacement"], two.probe["end"]["displacement"], rtol=0, atol=1e-13)
        for k in ("external", "total"):
            np.testing.assert_allclose(one.energy[k], two.energy[k], rtol=0, atol=1e-13)


class Refused(refusal.Refusal):
    def test_rows(self):
        for k, (keys, said) in enumerate((
            ({"load_all_field": "q"}, r'-load_all_field "q".*the variables are: x, y, z, t'),
            ({"load_all_field": "1/(x-x)"}, r"-load_all_field has no finite value at some place of set 'all'"),
            ({"load_all_field": "1/x", "load_all_traction": None, "load_all_force": "1,0,0"}, r"-load_all_field has no finite value"),  # at a held node
            ({"load_all_field": "t*(1/(x-x))"}, r'-load_all_field ".*" has no finite value at x = '),
            ({"load_all_field": "x*t", "load_all_harmonic": "1,0"}, r"-load_all_harmonic: the load moves"),
            ({"load_all_traction": None, "load_all_pressure": 1, "load_all_field": "x*t"}, r"-load_all_field: a pressure depends on t by -load_all_time alone"),
            ({"load_all_field": "x", "load_all_time": "x*t"}, r'-load_all_time "x\*t": .*the variable is: t'),
            ({"load_all_traction": None, "load_all_pressure": "9.81*x", "load_all_field": "x"}, r"-load_all_pressure .*9.81\*x"),
            ({"load_all_traction": None, "load_all_law_x": "0-ux", "load_all_field": "x"}, r"-load_all_field"),
        )):
            keys = {**ROD, "dt": 0.1, "t_end": 0.2, "load_all_traction": "1,0,0", **keys}
            with self.subTest(said):
                self.refuse(options(**{k: v for k, v in keys.items() if v is not None}), said, 1 + k % 2)


if __name__ == "__main__":
    unittest.main()
