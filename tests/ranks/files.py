# SPDX-License-Identifier: BSD-2-Clause
"""Gmsh files on 1, 2, 3 and 8 ranks."""
import os
import unittest

import same
from run import MSH


class Files(same.Linear):
    def test_gmsh_membrane_with_bars(self):
        """A file with surfaces, lines and a point; a mass in the corner, bars that stiffen the rim in the plane."""
        keys = {"mesh": os.path.join(MSH, "plate_msh41_binary.msh"), "parts": "skin,rim,corner", "part_skin_element": "membrane", "part_skin_tension": 1,
                "part_skin_mass_per_area": 1, "part_rim_element": "bar", "part_rim_young": 10, "part_rim_area": 1, "part_rim_density": 1,
                "part_corner_element": "mass", "part_corner_mass": 0.5, "supports": "left", "support_left_fix": "xy", "loads": "push",
                "load_push_set": "skin", "load_push_traction": "0,0,1", "load_push_time": "t<0.5", "initials": "skin",
                "initial_skin_velocity_z": "x*(1-y)", "probes": "corner", "dt": 0.05, "t_end": 2, "integrator": "esdirk43_6l"}
        self.same(1e-11, None, **keys)

    def test_gmsh_frame_in_space(self):
        keys = {"mesh": os.path.join(MSH, "frame_msh22_binary.msh"), "parts": "bars", "part_bars_set": "every bar", "part_bars_element": "bar",
                "part_bars_young": 100, "part_bars_area": 1, "part_bars_density": 1, "supports": "tip", "loads": "joint", "load_joint_force": "1,2,3",
                "dt": 0.01, "t_end": 1, "probes": "joint"}
        self.same(1e-11, None, **keys)


if __name__ == "__main__":
    unittest.main()
