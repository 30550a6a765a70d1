# SPDX-License-Identifier: BSD-2-Clause
"""FSOLVE_LANES: each level of wide registers computes the same motion to round-off, and other values are refused."""
import os
import tempfile
import unittest

import numpy as np

from run import Output, fsolve, options

FRAME = dict(mesh="frame", points="p", point_p="0,0,0", patterns="cube", pattern_cube="p", pattern_cube_n="3,3,3", pattern_cube_vector="1,0,0", pattern_cube_vector2="0,1,0",
             pattern_cube_vector3="0,0,1", members="x,y,z", member_x="p,p+1", member_y="p,p+0+1", member_z="p,p+0+0+1", parts="all", part_all_set="all", part_all_mass="lumped",
             supports="ground", support_ground_plane="0,0,0,0,0,1", gravity="0,0,-9.81", integrator="central_difference")
SHEET = dict(mesh="rectangle", mesh_n="5,5", mesh_upper="5,5", parts="all", part_all_set="all", supports="left", integrator="central_difference")
MODELS = {
    "trusses": dict(FRAME, part_all_element="truss", part_all_ea=1e4, part_all_mass_per_length=1, dt=1e-3),
    "beams": dict(FRAME, part_all_element="beam", part_all_section="circle", part_all_radius=0.1, part_all_young=1e6, part_all_poisson=0.3, part_all_density=1000, dt=1e-4),
    "membranes": dict(SHEET, part_all_element="finite_membrane", part_all_young=3e5, part_all_poisson=0.4, part_all_thickness=0.01, part_all_density=1000, part_all_mass="lumped",
                      gravity="0,0,-9.81", dt=0.005),
    "shells": dict(SHEET, part_all_element="shell", part_all_young=1e7, part_all_poisson=0.3, part_all_thickness=0.1, part_all_density=1000, gravity="0,0,-9.81",
                   integrator="generalized_alpha", newton_rtol=1e-12, dt=0.01),
}
STEPS = 20


class Levels(unittest.TestCase):
    def last(self, name, lanes):
        """Returns the last state, or None if this processor or this build has no such level."""
        keys = MODELS[name]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options(None, **keys, dt_exact=True, t_end=STEPS * keys["dt"], output=path), env={"FSOLVE_LANES": lanes} if lanes else {})
            if lanes == "4" and done.returncode == 2 and "computes two numbers at a time" in done.stderr:
                return None
            self.assertEqual(done.returncode, 0, done.stderr)
            return Output(path).by_id("displacement")

    def test_levels_agree(self):
        """Round-off of 20 steps; Newton's method of the shells stops at 1e-12."""
        for name in MODELS:
            narrow, wide, own = (self.last(name, lanes) for lanes in ("2", "4", None))
            np.testing.assert_array_equal(own, narrow if wide is None else wide, err_msg=name)
            if wide is None:
                continue
            self.assertGreater(abs(own).max(), 1e-6, name)
            np.testing.assert_allclose(narrow, wide, rtol=0, atol=1e-11 * abs(own).max(), err_msg=name)
            self.assertFalse(np.array_equal(narrow, wide), f"{name}: FSOLVE_LANES has no effect")

    def test_other_values_are_refused(self):
        for value in ("3", "8", "22", "2 ", "wide", ""):
            done = fsolve(options(None, **MODELS["trusses"], t_end=0), env={"FSOLVE_LANES": value})
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"FSOLVE_LANES={value}: choose 2", done.stderr)


if __name__ == "__main__":
    unittest.main()
