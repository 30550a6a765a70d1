# SPDX-License-Identifier: BSD-2-Clause
"""Stresses of beams and membranes against closed forms."""
import unittest

import numpy as np

from models import BEAM, STATIC
from run import fsolve, options, run

B, H, R, T, TF, TW = 0.1, 0.2, 0.05, 0.01, 0.02, 0.01
MATERIAL = {"part_beam_young": 2e5, "part_beam_poisson": 0.25}
RECTANGLE = {"part_beam_section": "rectangle", "part_beam_width": B, "part_beam_height": H}
SQUARE = {**RECTANGLE, "part_beam_height": B}
CIRCLE = {"part_beam_section": "circle", "part_beam_radius": R}
TUBE = {"part_beam_section": "tube", "part_beam_radius": R, "part_beam_thickness": T}
I = {"part_beam_section": "i", "part_beam_width": B, "part_beam_height": H, "part_beam_flange_thickness": TF, "part_beam_web_thickness": TW}
ROUND = 1e-9  # of the solves; a bending moment is a difference of rotations over the element


def stress(force=(0, 0, 0), moment=(0, 0, 0), n=1, linearize=True, length=1, **section):
    """stress_max, stress_min, von_mises_max of the first element of a cantilever along x with y and z of the section along those axes."""
    text = [",".join(str(float(c)) for c in v) for v in (force, moment)]
    out = run(**STATIC, mesh="line", mesh_order=2, mesh_n=n, mesh_upper=length, **BEAM, part_beam_set="all", part_beam_direction="0,1,0", supports="start", loads="pull,turn",
              load_pull_set="end", load_turn_set="end", load_pull_force=text[0], load_turn_moment=text[1], probes="root", probe_root_part="beam", probe_root_point=f"{length / n / 2},0,0",
              **({"linearize": True} if linearize else {}), **MATERIAL, **section)
    for name in ("stress_max", "stress_min", "von_mises_max"):  # frames and probes have the same
        np.testing.assert_array_equal(out.frames[-1]["beam/line3/" + name][0], out.probe["root"][name][-1])
    return [float(out.probe["root"][name][-1, 0]) for name in ("stress_max", "stress_min", "von_mises_max")]


class Beams(unittest.TestCase):
    def near(self, found, wanted):
        np.testing.assert_allclose(found, wanted, rtol=ROUND, atol=ROUND * max(abs(w) for w in wanted))

    def test_rectangle(self):
        A, Iy, Iz = B * H, B * H**3 / 12, H * B**3 / 12
        self.near(stress((5, 0, 0), **RECTANGLE), [5 / A, 5 / A, 5 / A])
        self.near(stress((-5, 0, 0), **RECTANGLE), [-5 / A, -5 / A, 5 / A])
        s = 3 * H / 2 / Iy
        self.near(stress(moment=(0, 3, 0), **RECTANGLE), [s, -s, s])
        both = 3 * H / 2 / Iy + 2 * B / 2 / Iz
        self.near(stress((5, 0, 0), (0, 3, -2), **RECTANGLE), [5 / A + both, 5 / A - both, 5 / A + both])  # two opposite corners

    def test_shear_force(self):
        """A force across the tip: the moment P L at the wall, by one element as by four."""
        s = 3 * 2 * H / 2 / (B * H**3 / 12)
        for n in (1, 4):
            self.near(stress((0, 0, 3), n=n, length=2, **RECTANGLE), [s, -s, s])

    def test_offset(self):
        """The center lies 0.3 above the line of nodes: a force along the line bends it, and pulls most on the lower side."""
        A, Iy = B * H, B * H**3 / 12
        bend = 5 * 0.3 * H / 2 / Iy
        self.near(stress((5, 0, 0), part_beam_offset="0,0.3", **RECTANGLE), [5 / A + bend, 5 / A - bend, 5 / A + bend])

    def test_round(self):
        for section, inner in ((CIRCLE, 0), (TUBE, R - T)):
            A, Iy = np.pi * (R**2 - inner**2), np.pi * (R**4 - inner**4) / 4
            tau, bend = 2 * R / (2 * Iy), np.hypot(3, 4) * R / Iy
            self.near(stress(moment=(2, 0, 0), **section), [0, 0, np.sqrt(3) * tau])
            self.near(stress((-7, 0, 0), (2, 3, 4), **section), [bend - 7 / A, -bend - 7 / A, np.hypot(bend + 7 / A, np.sqrt(3) * tau)])
        self.assertAlmostEqual(stress(moment=(2, 0, 0), **CIRCLE)[2] / (np.sqrt(3) * 2 * 2 / (np.pi * R**3)), 1, delta=ROUND)

    def test_torsion_of_rectangles(self):
        """Timoshenko & Goodier's table of T/(k a b^2), with three digits; on the short sides of a square what there is on the long ones, by symmetry."""
        for h, k in ((1, 0.208), (1.5, 0.231), (2, 0.246), (3, 0.267), (10, 0.312)):
            found = stress(moment=(2, 0, 0), part_beam_section="rectangle", part_beam_width=B, part_beam_height=h * B)
            self.assertAlmostEqual(found[2] / (np.sqrt(3) * 2 / (k * h * B**3)), 1, delta=3e-3)
            turned = stress(moment=(2, 0, 0), part_beam_section="rectangle", part_beam_width=h * B, part_beam_height=B)
            self.near(turned, found)
        about = [stress(moment=m, **SQUARE) for m in ((2, 1, 0), (2, 0, 1))]
        self.near(about[0], about[1])

    def test_i(self):
        A, web = 2 * B * TF + (H - 2 * TF) * TW, H - 2 * TF
        Iy, Iz = (B * H**3 - (B - TW) * web**3) / 12, (2 * TF * B**3 + web * TW**3) / 12
        J = (2 * B * TF**3 + (H - TF) * TW**3) / 3
        both = 3 * H / 2 / Iy + 2 * B / 2 / Iz
        self.near(stress((5, 0, 0), (1, 3, 2), **I), [5 / A + both, 5 / A - both, np.hypot(5 / A + both, np.sqrt(3) * TF / J)])

    def test_rolled_up(self):
        """A strip bent to a quarter of a circle by an end moment: M c/I, whatever the rotations."""
        section = {"part_beam_section": "rectangle", "part_beam_width": 0.1, "part_beam_height": 0.01}
        Iy = 0.1 * 0.01**3 / 12
        M = 2e5 * Iy * np.pi / 2  # E I angle/L
        np.testing.assert_allclose(stress(moment=(0, M, 0), n=4, linearize=False, **section), np.array([1, -1, 1]) * M * 0.005 / Iy, rtol=1e-6)

    def test_stiffness_alone(self):
        """A section without dimensions has no stresses, and who asks for them is told what there is."""
        done = fsolve(options("roll_up", output_fields="stress_max"))
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "no field 'stress_max'; this model has .*moment_end, force_max.*deflection_min$")


class Membranes(unittest.TestCase):
    """A strip [0, 1.5] x [0, 1] of thickness 0.1 under tensions of its edges; cells of any kind and their axes."""

    def strip(self, cell="triangle", pull=(5, 0), linearize=True, **keys):
        out = run(**STATIC, mesh="rectangle", mesh_n="3,2", mesh_upper="1.5,1", mesh_cell=cell, parts="skin", part_skin_set="all", part_skin_element="finite_membrane", part_skin_law="stvk",
                  part_skin_young=1e4, part_skin_poisson=0.3, part_skin_thickness=0.1, part_skin_density=0, supports="all,left,bottom", support_all_fix="z", support_left_fix="x",
                  support_bottom_fix="y", loads="right,top", load_right_traction=f"{pull[0]},0,0", load_top_traction=f"0,{pull[1]},0", **({"linearize": True} if linearize else {}), **keys)
        return {k.split("/")[-1]: v for k, v in out.frames[-1].items() if k.startswith("skin/")}

    def test_direction(self):
        """One uniaxial stress is one number in all cells, in axes turned by 30 degrees too; by their own sides triangles differ."""
        c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
        for cell in ("triangle", "quadrilateral"):
            found = self.strip(cell, part_skin_direction="2,0,1")  # projected: z does not count
            np.testing.assert_allclose(found["stress"], np.tile([50, 0, 0], (len(found["stress"]), 1)), atol=1e-8)
            np.testing.assert_allclose(found["strain"], np.tile([5e-3, -1.5e-3, 0], (len(found["stress"]), 1)), atol=1e-12)
            np.testing.assert_allclose(found["stress_angle"], 0, atol=1e-10)
            turned = self.strip(cell, part_skin_direction=f"{c},{s},0")
            np.testing.assert_allclose(turned["stress"], np.tile([50 * c * c, 50 * s * s, -50 * c * s], (len(turned["stress"]), 1)), atol=1e-8)
            np.testing.assert_allclose(turned["stress_angle"], -np.pi / 6, atol=1e-10)
            for result in (found, turned):
                np.testing.assert_allclose(result["stress_max"], 50, rtol=1e-9)
                np.testing.assert_allclose(result["stress_min"], 0, atol=1e-8)
        self.assertGreater(np.ptp(self.strip()["stress"][:, 0]), 1)

    def test_finite(self):
        """Of a large strain the Cauchy stress is the force over the area that is left, the same in all cells."""
        found = self.strip(pull=(200, 0), linearize=False, part_skin_direction="1,0,0")
        stretch, narrow = np.sqrt(1 + 2 * found["strain"][:, 0]), np.sqrt(1 + 2 * found["strain"][:, 1])
        np.testing.assert_allclose(found["strain"][:, 1], -0.3 * found["strain"][:, 0], atol=1e-9)
        self.assertGreater(stretch.min(), 1.1)
        np.testing.assert_allclose(found["stress"][:, 0], 2000 / narrow**2, rtol=1e-8)  # width and thickness shrink alike
        np.testing.assert_allclose(found["stress_max"][:, 0], found["stress"][:, 0], rtol=1e-8)

    def test_taut(self):
        """2 where both principal stresses pull, 1 where one does (wrinkled; uniaxial tension, too), 0 where none does."""
        for pull, taut in (((5, 3), 2), ((5, 0), 1), ((5, -3), 1), ((-5, -3), 0), ((0, 0), 0)):
            found = self.strip(pull=pull)
            np.testing.assert_array_equal(found["taut"], taut, err_msg=f"{pull}")
            np.testing.assert_allclose(found["stress_max"], 10 * max(pull), atol=1e-7)
            np.testing.assert_allclose(found["stress_min"], 10 * min(pull), atol=1e-7)

    def test_square_to_the_surface(self):
        with self.assertRaisesRegex(RuntimeError, "status 2.*part 'skin': the finite_membrane at .* is perpendicular to its direction"):
            self.strip(part_skin_direction="0,0,1")


if __name__ == "__main__":
    unittest.main()
