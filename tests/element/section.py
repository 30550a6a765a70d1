# SPDX-License-Identifier: BSD-2-Clause
"""Sections of beams by shape and material: stiffnesses of handbooks, offsets, twists."""
import unittest

import numpy as np

from models import BEAM, STATIC, cantilever, tip
from run import run


class Sections(unittest.TestCase):
    """A linear cantilever of one 3-node element: stiffness by force over strain, against the formulas of handbooks."""

    def stiffnesses(self, **section):
        found = []
        for load in ("force", "moment"):
            for c in range(3):
                value = ",".join("1e-6" if k == c else "0" for k in range(3))  # results are of finite strain, loads are small
                out = run(**STATIC, linearize=True, mesh="line", mesh_order=2, **BEAM, part_beam_set="all", part_beam_direction="0,1,0", supports="start",
                          loads="end", **{f"load_end_{load}": value}, **section)
                strain = out.frames[-1]["beam/line3/" + ("strain" if load == "force" else "curvature")][0, c]
                found.append(1e-6 / strain)
        return np.array(found)

    def check(self, wanted, nu=0.25, **section):
        found = self.stiffnesses(part_beam_young=2e5, part_beam_poisson=nu, **section)
        np.testing.assert_allclose(found, wanted, rtol=1e-6)  # the axial strain is read as a finite one
        np.testing.assert_allclose(found[1:], wanted[1:], rtol=1e-11)

    def test_shapes(self):
        E, G, nu = 2e5, 8e4, 0.25
        r = 0.1
        A, I = np.pi * r**2, np.pi * r**4 / 4
        k = 6 * (1 + nu) / (7 + 6 * nu)
        self.check([E * A, k * G * A, k * G * A, 2 * G * I, E * I, E * I], part_beam_section="circle", part_beam_radius=r)
        A, I, m2 = np.pi * (r**2 - 0.08**2), np.pi * (r**4 - 0.08**4) / 4, 0.64
        k = 6 * (1 + nu) * (1 + m2) ** 2 / ((7 + 6 * nu) * (1 + m2) ** 2 + (20 + 12 * nu) * m2)
        self.check([E * A, k * G * A, k * G * A, 2 * G * I, E * I, E * I], part_beam_section="tube", part_beam_radius=r, part_beam_thickness=0.02)

    def test_auxetic(self):
        """Cowper's coefficients and the torsion of a circle and a tube down to a Poisson's ratio of -1, where k G stays finite."""
        E, r, m2 = 2e5, 0.1, 0.64
        for nu in (-0.5, -0.99):
            G, A, I = E / (2 * (1 + nu)), np.pi * r**2, np.pi * r**4 / 4
            k = 6 * (1 + nu) / (7 + 6 * nu)
            self.check([E * A, k * G * A, k * G * A, 2 * G * I, E * I, E * I], nu, part_beam_section="circle", part_beam_radius=r)
        A, I = np.pi * (r**2 - 0.08**2), np.pi * (r**4 - 0.08**4) / 4
        k = 6 * (1 + nu) * (1 + m2) ** 2 / ((7 + 6 * nu) * (1 + m2) ** 2 + (20 + 12 * nu) * m2)
        self.check([E * A, k * G * A, k * G * A, 2 * G * I, E * I, E * I], nu, part_beam_section="tube", part_beam_radius=r, part_beam_thickness=0.02)

    def test_rectangle(self):
        """Torsion of rectangles: Saint-Venant's series, summed to round-off here (Timoshenko & Goodier: 0.1406 a^4 of a square, 0.229 a b^3 of 2:1)."""
        E, G, nu = 2e5, 8e4, 0.25
        k = 10 * (1 + nu) / (12 + 11 * nu)
        for b, h, c in ((0.2, 0.2, 0.14057701495515), (0.1, 0.2, 0.22868167711957)):
            self.check([E * b * h, k * G * b * h, k * G * b * h, G * c * max(b, h) * min(b, h) ** 3, E * b * h**3 / 12, E * h * b**3 / 12],
                       part_beam_section="rectangle", part_beam_width=b, part_beam_height=h)

    def test_timber(self):
        """A shear modulus beside Young's modulus, G = E/16 as of spruce, which no Poisson's ratio gives: the stiffnesses of handbooks with 5/6 (rectangle) and 6/7 (circle). With the G of a Poisson's
        ratio sections whose shear areas do not depend on it are the same."""
        E, G, b, h, r = 1.1e5, 6.9e3, 0.1, 0.2, 0.1
        def check(wanted, **section):
            found = self.stiffnesses(part_beam_young=E, part_beam_shear_modulus=G, **section)
            np.testing.assert_allclose(found, wanted, rtol=1e-6)
        check([E * b * h, 5 / 6 * G * b * h, 5 / 6 * G * b * h, G * 0.22868167711957 * h * b**3, E * b * h**3 / 12, E * h * b**3 / 12],
              part_beam_section="rectangle", part_beam_width=b, part_beam_height=h)
        A, I = np.pi * r**2, np.pi * r**4 / 4
        check([E * A, 6 / 7 * G * A, 6 / 7 * G * A, 2 * G * I, E * I, E * I], part_beam_section="circle", part_beam_radius=r)
        steel = {"part_beam_section": "i", "part_beam_width": 0.1, "part_beam_height": 0.2, "part_beam_flange_thickness": 0.01, "part_beam_web_thickness": 0.006, "part_beam_young": 2e5}
        np.testing.assert_allclose(self.stiffnesses(**steel, part_beam_shear_modulus=8e4), self.stiffnesses(**steel, part_beam_poisson=0.25), rtol=1e-12)

    def test_i(self):
        E, G = 2e5, 8e4
        b, h, tf, tw = 0.2, 0.3, 0.02, 0.01
        A = 2 * b * tf + (h - 2 * tf) * tw
        Iy = b * tf * 2 * ((h - tf) / 2) ** 2 + 2 * b * tf**3 / 12 + tw * (h - 2 * tf) ** 3 / 12
        Iz = 2 * tf * b**3 / 12 + (h - 2 * tf) * tw**3 / 12
        J = (2 * b * tf**3 + (h - tf) * tw**3) / 3
        self.check([E * A, G * 5 / 6 * 2 * b * tf, G * (h - 2 * tf) * tw, G * J, E * Iy, E * Iz], part_beam_section="i", part_beam_width=b,
                   part_beam_height=h, part_beam_flange_thickness=tf, part_beam_web_thickness=tw)

    def test_tip_of_linear_beam(self):
        """The tangent at the start is Timoshenko's beam: w = P L^3/(3 EI) + P L/(GA); 3-node elements are exact at their ends."""
        out = cantilever(**STATIC, mesh_order=2, linearize=True, loads="end", load_end_force="0,0,1e-3")
        self.assertAlmostEqual(tip(out)[2] / (1e-3 * (1000 / 300 + 10 / 1e6)), 1, delta=1e-7)  # GA L^2/EI = 1e6 times round-off
        exact = cantilever(**STATIC, mesh_order=2, loads="end", load_end_force="0,0,1e-3")
        self.assertAlmostEqual(tip(exact)[2] / tip(out)[2], 1, delta=1e-5)  # (w/L)^2

    def test_offset(self):
        """An axial force on the node line of a section that lies 0.3 beside it bends the beam by EA-weighted eccentricity: M = N e."""
        out = cantilever(**STATIC, linearize=True, part_beam_offset="0,0.3", loads="end", load_end_force="2,0,0", probes="end,root", probe_root_part="beam",
                         probe_root_point="0.5,0,0")
        self.assertAlmostEqual(abs(tip(out)[2]) / (2 * 0.3 * 10**2 / (2 * 100)), 1, delta=1e-9)
        self.assertAlmostEqual(tip(out)[0] / (2 * 10 / 1e6 + 2 * 0.3**2 * 10 / 100), 1, delta=1e-9)

    def test_twist(self):
        """A blade twisted by a right angle: the section's y axis at the end is where z was; its stiff direction follows."""
        keys = dict(STATIC, mesh_order=2, linearize=True, loads="end", part_beam_eiy=1000, part_beam_eiz=10, load_end_force="0,0,1e-3")
        plain = tip(cantilever(**keys))
        turned = tip(cantilever(**keys, part_beam_twist="pi/2"))
        self.assertAlmostEqual(plain[2] / (1e-3 * (1000 / 3000 + 10 / 1e6)), 1, delta=1e-7)
        self.assertAlmostEqual(turned[2] / (1e-3 * (1000 / 30 + 10 / 1e6)), 1, delta=1e-6)
        blade = tip(cantilever(**keys, part_beam_twist="pi/2*x/10", mesh_n=40))
        self.assertTrue(plain[2] < blade[2] < turned[2] and abs(blade[1]) > 0.1 * blade[2])


if __name__ == "__main__":
    unittest.main()
