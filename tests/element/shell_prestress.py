# SPDX-License-Identifier: BSD-2-Clause
"""Shells with an initial strain: prestress in the plane, frequencies, buckling, surfaces that shrink without stress."""
import os
import tempfile
import unittest

import numpy as np

import refusal
from models import orders
from run import MORE_RANKS, run
from studies import modes, study

PART = {"parts": "s", "part_s_set": "all", "part_s_element": "shell"}
E, NU, H = 1e9, 0.3, 1e-2
D = E * H**3 / 12 / (1 - NU**2)
LARGEST = np.pi**2 * H**2 / (6 * (1 + NU))  # compression at which the plate buckles
HELD = {"mesh": "rectangle", "part_s_thickness": H, "part_s_young": E, "part_s_poisson": NU, "part_s_density": 1000, "supports": "inside,left,right,bottom,top",
        "support_inside_set": "all", "support_inside_fix": "none", "support_inside_fix_rotation": "z", "support_left_fix": "xyz", "support_left_fix_rotation": "x",
        "support_right_fix": "xyz", "support_right_fix_rotation": "x", "support_bottom_fix": "xyz", "support_bottom_fix_rotation": "y", "support_top_fix": "xyz",
        "support_top_fix_rotation": "y", **PART}


class Plate(unittest.TestCase):
    """A square plate, simply supported, whose edges do not move in the plane: the force is N = E h i/(1 - nu)."""

    def test_frequencies(self):
        """w^2 = (D k^4 + N k^2)/m, stretched and compressed, with and without -linearize. The strain counts to second order in it."""
        k2 = np.array([2, 5, 5]) * np.pi**2
        for part in (2, -0.5):
            strain = part * LARGEST
            exact = np.sqrt((D * k2 + E * H * strain / (1 - NU)) * k2 / (1000 * H)) / (2 * np.pi)
            for linear in (False, True):
                errors = [modes(mesh_n=f"{n},{n}", modes=3, part_s_initial_strain=strain, linearize=linear, **HELD)["frequency"] / exact - 1 for n in (8, 16, 32)]
                # shear and rotary inertia soften by (k h)^2 (1/24 + ...): 6e-4 of the third mode, doubled by the compression
                self.assertLess(abs(errors[-1]).max(), 8e-3)
                self.assertGreater(orders(-np.diff(np.array(errors)[:, 0]))[-1], 1.7)

    def test_buckling(self):
        """An initial strain raises the temperature at which the plate buckles by as much as it stretches it."""
        found = [study("buckling", analysis="buckling", buckling=1, mesh_n="16,16", part_s_initial_strain=part * LARGEST, part_s_temperature=1, part_s_expansion=LARGEST, **HELD)["factor"][0]
                 for part in (1e-9, 0.5)]
        self.assertAlmostEqual(found[0], 1, delta=0.01)
        self.assertAlmostEqual(found[1] - found[0], 0.5, delta=1e-3)  # strains are of the size 1e-4

    def test_forces(self):
        """N = E h/(1 - nu) (1 - 1/(1 + i)^2)/2, also where the strain varies, and the same on all ranks."""
        for linear in (False, True):
            for ranks in (1, *MORE_RANKS):
                out = run(analysis="static", mesh_n="4,4", linearize=linear, ranks=ranks, probes="p", probe_p_part="s", probe_p_point="0.6,0.6,0", part_s_initial_strain=1e-3, **HELD)
                force = out.probe["p"]["membrane_force"][-1].ravel()
                np.testing.assert_allclose(force, np.array([1, 1, 0]) * E * H / (1 - NU) * (1 - 1.001**-2) / 2, atol=1e-8 * force[0])

    def test_in_time(self):
        """A compressed plate swings as its mode does; a restart continues it."""
        keys = {"mesh_n": "8,8", "part_s_initial_strain": -0.5 * LARGEST, "initials": "all", "initial_all_velocity_z": "1e-4*sin(pi*x)*sin(pi*y)", "dt": 5e-3, "integrator": "esdirk43_6l",
                "probes": "a", "probe_a_point": "0.5,0.5,0", **HELD}
        w = 2 * np.pi * modes(modes=1, **{k: v for k, v in keys.items() if not k.startswith(("initial", "probe")) and k not in ("dt", "integrator")})["frequency"][0]
        out = run(t_end=0.5, **keys)
        np.testing.assert_allclose(out.probe["a"]["displacement"][:, 2], 1e-4 / w * np.sin(w * out.time), atol=2e-2 * 1e-4 / w)
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "kept")
            run(t_end=0.25, checkpoint=kept, **keys)
            rest = run(t_end=0.5, ranks=3, restart=kept, **keys)
            np.testing.assert_allclose(rest.by_id("displacement"), out.by_id("displacement"), atol=1e-8 * np.abs(out.by_id("displacement")).max())


class Free(unittest.TestCase):
    def test_shrinks(self):
        """A surface of any shape that is free becomes smaller by 1 + i, without stress: flat, cylindrical, doubly curved, of both shapes."""
        keys = {"analysis": "static", "mesh": "rectangle", "mesh_n": "4,3", "part_s_thickness": 0.02, "part_s_young": 1e7, "part_s_poisson": 0.3, "part_s_density": 0, "part_s_initial_strain": 0.05,
                "supports": "bottom_left", "probes": "p", "probe_p_part": "s", **PART}
        for shape, point in (("u,v,0", "0.6,0.6,0"), ("sin(u),v,cos(u)", "0.6,0.6,0.8"), ("u,v,u^2+u*v-v^2", "0.6,0.6,0.4")):
            for cell in ("quadrilateral", "triangle"):
                out = run(mesh_map=shape, mesh_cell=cell, probe_p_point=point, **keys)
                places = out.nodes - out.nodes[np.argmin(np.abs(out.frames[-1]["displacement"]).sum(axis=1))]
                np.testing.assert_allclose(out.frames[-1]["displacement"], (1 / 1.05 - 1) * places, atol=1e-9)
                self.assertLess(np.abs(out.probe["p"]["membrane_force"][-1]).max(), 1e-8 * 1e7 * 0.02)


class Refused(refusal.Table):
    ROWS = [
        (None, {"mesh_n": "2,2", "dt": 1, "t_end": 1, **HELD, "part_s_initial_strain": "-1-x"}, r"initial_strain.* have no possible value for the shell"),
    ]


if __name__ == "__main__":
    unittest.main()
