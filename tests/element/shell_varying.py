# SPDX-License-Identifier: BSD-2-Clause
"""Shells whose thickness, direction, offset and material are formulas of the place."""
import os
import tempfile
import unittest

import numpy as np

import refusal
from models import orders
from run import MORE_RANKS, run
from studies import modes

PART = {"parts": "s", "part_s_set": "all", "part_s_element": "shell"}
LINEAR = {"analysis": "static", "linearize": True, **PART}
E, B, L, H = 1e9, 0.5, 4.0, 0.2  # of a cantilever that tapers to half of its thickness
TAPER = {"mesh": "rectangle", "mesh_upper": f"{L},{B}", "part_s_young": E, "part_s_poisson": 0, "part_s_density": 1000, "part_s_thickness": f"{H}*(1-x/{2 * L})", "supports": "left",
         "probes": "a", "probe_a_point": f"{L},0,0"}


def thickness(x):
    return H * (1 - x / (2 * L))


def integral(f, low, high):
    """By Gauss' rule of 20 points."""
    x, w = np.polynomial.legendre.leggauss(20)
    return (high - low) / 2 * (w * f(low + (high - low) * (x + 1) / 2)).sum()


class Taper(unittest.TestCase):
    def test_deflection(self):
        """A force at the end along and across: Timoshenko's beam of variable section, at order 2."""
        across = integral(lambda x: (L - x)**2 * 12 / (E * B * thickness(x)**3) + 1.2 * 2 / (E * B * thickness(x)), 0, L)
        along = integral(lambda x: 1 / (E * B * thickness(x)), 0, L)
        for cell in ("quadrilateral", "triangle"):
            errors = []
            for n in (8, 16, 32):
                out = run(mesh_n=f"{n},{n // 8}", mesh_cell=cell, loads="right", load_right_traction=f"{1 / B},0,{1 / B}", **TAPER, **LINEAR)
                errors.append(np.abs(out.probe["a"]["displacement"][-1, [0, 2]] / [along, across] - 1))
            self.assertLess(errors[-1].max(), 1e-3)
            self.assertGreater(orders(errors)[-1].min(), 1.7)

    def test_stress(self):
        """6 F (L - x)/(b h^2) on the faces, from the thickness in the middle of each element."""
        out = run(mesh_n="16,1", loads="right", load_right_traction=f"0,0,{1 / B}", **{**TAPER, "probe_a_part": "s", "probe_a_point": "1.1,0.2,0"}, **LINEAR)
        x = 1.125
        self.assertAlmostEqual(out.probe["a"]["stress_top"][-1].ravel()[0] / (-6 * (L - x) / (B * thickness(x)**2)), 1, delta=1e-6)

    def test_frequencies(self):
        """The modes of a tapered beam: both elements converge to the same values, the shells at order 2."""
        beam = modes(modes=3, mesh="line", mesh_n=40, mesh_upper=L, parts="b", part_b_set="all", part_b_element="beam", part_b_section="rectangle", part_b_width=B,
                     part_b_height=f"{H}*(1-x/{2 * L})", part_b_young=E, part_b_poisson=0, part_b_density=1000, supports="start,all", support_all_fix="y",
                     support_all_fix_rotation="xz")["frequency"]
        keys = {k: v for k, v in TAPER.items() if not k.startswith("probe")}
        errors = [modes(modes=3, mesh_n=f"{n},1", **{**keys, **PART, "supports": "left,all", "support_all_fix": "y", "support_all_fix_rotation": "xz"})["frequency"] / beam - 1
                  for n in (8, 16, 32)]
        # the beam has the shear coefficient of a rectangle, 5/6, as the shell
        self.assertLess(np.abs(errors[-1]).max(), 6e-3)
        self.assertGreater(orders(np.abs(errors))[-1].min(), 1.8)

    def test_flat_bottom(self):
        """The offset is a formula too: nodes on the flat lower face, or in the middle of the plate."""
        keys = {**{k: v for k, v in TAPER.items() if k != "mesh"}, "mesh": "rectangle", "mesh_n": "32,1", "gravity": "0,0,-10"}
        low = run(**keys, part_s_offset=f"{H / 2}*(1-x/{2 * L})", **LINEAR)
        middle = run(mesh_map=f"u,v,{H / 2}*(1-u/{2 * L})", **{**keys, "probe_a_point": f"{L},0,{H / 4}"}, **LINEAR)
        # the middle surface is longer by its slope squared
        self.assertAlmostEqual(low.probe["a"]["displacement"][-1, 2] / middle.probe["a"]["displacement"][-1, 2], 1, delta=2e-3)


class Uniform(unittest.TestCase):
    def test_same(self):
        """A formula with the same value everywhere changes nothing: isotropic, with an offset, orthotropic, warm, damped."""
        isotropic = {"part_s_young": 1e7, "part_s_poisson": 0.3}
        orthotropic = {"part_s_young_1": 2e7, "part_s_young_2": 1e7, "part_s_poisson_12": 0.3, "part_s_shear_12": 4e6, "part_s_shear_13": 4e6, "part_s_shear_23": 3e6,
                       "part_s_direction": "1,0.3,0"}
        keys = {"mesh": "rectangle", "mesh_n": "4,2", "mesh_upper": "3,1", "mesh_map": "u+0.1*v,v,0.2*u*v", "part_s_density": 1000, "supports": "left", "gravity": "0,0,-10", "dt": 0.02,
                "t_end": 0.2, "probes": "p", "probe_p_part": "s", "probe_p_point": "1,0.5,0.1", **PART}
        for section in (isotropic, {**isotropic, "part_s_offset": 0.1, "part_s_damping": 0.01}, orthotropic,
                        {**orthotropic, "part_s_expansion_1": 1e-3, "part_s_expansion_2": 0, "part_s_temperature": "20*x", "part_s_temperature_gradient_z": 100}):
            for cell in ("quadrilateral", "triangle"):
                one, two = (run(mesh_cell=cell, part_s_thickness=h, **keys, **section) for h in ("0.05", "0.05+0*x"))
                np.testing.assert_allclose(two.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * np.abs(one.by_id("displacement")).max())
                for name in ("membrane_force", "bending_moment", "stress_top"):
                    np.testing.assert_allclose(two.probe["p"][name], one.probe["p"][name], atol=1e-7 * np.abs(one.probe["p"][name]).max())


class Polar(unittest.TestCase):
    """A ring of a material with the axes r and theta: a direction that is a formula."""
    E1, E2, NU, G, H, A, B = 4e9, 1e9, 0.2, 5e8, 0.01, 2.0, 1.0
    KEYS = {"mesh": "rectangle", "mesh_map": "v*cos(u),v*sin(u),0", "mesh_lower": f"0,{B}", "mesh_upper": f"pi/2,{A}", "part_s_young_1": E1, "part_s_young_2": E2, "part_s_poisson_12": NU,
            "part_s_shear_12": G, "part_s_shear_13": 1e12, "part_s_shear_23": 1e12, "part_s_thickness": H, "part_s_density": 0, "part_s_direction": "x,y,0", "probes": "a,p",
            "probe_a_set": "bottom_left", "probe_p_part": "s", "probe_p_point": "1.06,1.06,0"}
    SIDES = {"support_left_fix": "y", "support_left_fix_rotation": "xz", "support_right_fix": "x", "support_right_fix_rotation": "yz"}

    def test_pulled(self):
        """Traction t at the inner edge (Lekhnitskii): u = a r^k + b r^-k with k^2 = E2/E1."""
        k = np.sqrt(self.E2 / self.E1)
        stiff, nu = self.E1 / (1 - self.NU**2 * self.E2 / self.E1), self.NU * self.E2 / self.E1
        rows = [[self.B**(p - 1) * (p + nu) * stiff for p in (k, -k)], [self.A**p for p in (k, -k)]]
        a, b = np.linalg.solve(rows, [-1e5 / self.H, 0])
        errors = []
        for n in (8, 16):
            out = run(mesh_n=f"{n},{n}", loads="x,y", load_x_set="bottom", load_x_traction="1e5,0,0", load_x_field="x", load_y_set="bottom", load_y_traction="0,1e5,0", load_y_field="y", supports="inside,left,right,top", support_inside_set="all", support_inside_fix="z",
                      support_inside_fix_rotation="all", support_top_fix="xyz", **self.KEYS, **self.SIDES, **LINEAR)
            errors.append(abs(out.probe["a"]["displacement"][-1, 0] / (a * self.B**k + b * self.B**-k) - 1))
        self.assertLess(errors[-1], 2e-3)
        self.assertGreater(orders(errors)[-1], 1.7)

    def test_bent(self):
        """A uniform load q, clamped outside and free inside: the slope is a r^k + b r^-k + q/(2 D1) (r^3/(9 - k^2) - B^2 r/(1 - k^2))."""
        k = np.sqrt(self.E2 / self.E1)
        nu, D, q = self.NU * self.E2 / self.E1, self.E1 / (1 - self.NU**2 * self.E2 / self.E1) * self.H**3 / 12, 10.0

        def own(r, power=0):
            """The particular slope, or its derivative plus nu/r times it."""
            terms = q / (2 * D) * np.array([1 / (9 - k**2), -self.B**2 / (1 - k**2)])
            return terms @ [r**3, r] if not power else terms @ [(3 + nu) * r**2, 1 + nu]

        rows = [[self.A**p for p in (k, -k)], [self.B**(p - 1) * (p + nu) for p in (k, -k)]]
        a, b = np.linalg.solve(rows, [-own(self.A), -own(self.B, 1)])
        exact = -integral(lambda r: a * r**k + b * r**-k + np.array([own(x) for x in r]), self.B, self.A)
        errors = []
        for n in (8, 16, 32):
            out = run(mesh_n=f"{n},{n}", loads="all", load_all_traction=f"0,0,{q}", supports="left,right,top", support_top_fix="xyz", support_top_fix_rotation="all", **self.KEYS, **self.SIDES, **LINEAR)
            errors.append(abs(out.probe["a"]["displacement"][-1, 2] / exact - 1))
        self.assertLess(errors[-1], 3e-3)
        self.assertGreater(orders(errors)[-1], 1.7)


class Ranks(unittest.TestCase):
    KEYS = {**{k: v for k, v in TAPER.items() if not k.startswith("probe")}, "mesh_n": "8,3", "dt": 0.02, "part_s_young": "1e9*(1+y)", "part_s_offset": "0.02*x", "gravity": "0,0,-10", **PART}

    def test_ranks_and_restart(self):
        one = run(**self.KEYS, t_end=0.2)
        scale = np.abs(one.by_id("displacement")).max()
        for ranks in MORE_RANKS:
            np.testing.assert_allclose(run(ranks=ranks, **self.KEYS, t_end=0.2).by_id("displacement"), one.by_id("displacement"), atol=1e-9 * scale)
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "kept")
            run(**self.KEYS, t_end=0.1, checkpoint=kept)
            rest = run(ranks=3, **self.KEYS, t_end=0.2, restart=kept)
            np.testing.assert_allclose(rest.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * scale)

    def test_explicit(self):
        """Central differences with lumped mass find the motion of an implicit scheme."""
        keys = {**self.KEYS, "part_s_mass": "lumped", "t_end": 0.02, "part_s_offset": 0}
        one, two = (run(**{**keys, **how}).by_id("displacement")[-1] for how in ({"integrator": "central_difference", "dt": 2e-5}, {"integrator": "esdirk43_6l", "dt": 2e-4}))
        np.testing.assert_allclose(one, two, atol=1e-3 * np.abs(two).max())


FIXED = {**{k: v for k, v in TAPER.items() if not k.startswith("probe")}, "mesh_n": "4,1", "dt": 1, "t_end": 1, **PART}


class Refused(refusal.Table):
    ROWS = [
        (None, {**FIXED, "part_s_thickness": "0.1-0.05*x"}, r"has -part_s_thickness = .* at .*; it must be positive"),
        (None, {**FIXED, "part_s_thickness": "0.1*s"}, r"a surface has no arc length s"),
        (None, {**FIXED, "part_s_damping": "0.1*x"}, r"-part_s_damping 0.1\*x: it needs a number"),
        (None, {**FIXED, "part_s_direction": "x,y"}, r"-part_s_direction x,y: expected 3 formulas"),
        (None, {**FIXED, "part_s_direction": "0,0,1+x"}, r"is perpendicular to its direction"),
        (None, {**FIXED, "part_s_poisson": "0.3+0.1*x"}, r"has a poisson outside \(-1, 0.5\]"),
    ]


if __name__ == "__main__":
    unittest.main()
