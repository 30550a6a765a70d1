"""Meshes that are refused: files that are not there or not for us, grids without cells, keys of another kind of mesh."""
import os
import unittest

import refusal
from run import MSH


class Meshes(refusal.Table):
    ROWS = [
        ("wave2d", {"mesh_cell": "hexagon"}, r"-mesh_cell hexagon.*quadrilateral, triangle"),
        ("bar_wave", {"mesh_cell": "triangle"}, r"-mesh_cell has no effect"),
        ("bar_wave", {"mesh_order": 3}, r"-mesh_order 3: must be 1 or 2"),
        ("bar_wave", {"mesh_order": 0}, r"-mesh_order 0: must be from 1"),
        ("bar_wave", {"mesh_order": 2}, r"-part_\S*_element bar: set 'all' has no cells for it; it needs cells of shape line"),
        ("wave2d", {"mesh_order": 2}, r"-mesh_order 2: only a line or a chain has cells of second order; leave it out for a rectangle"),
        (None, {"mesh": os.path.join(MSH, "frame3_msh41_text.msh"), "mesh_order": 2, "parts": "joint", "part_joint_element": "mass",
                "part_joint_mass": 1, "dt": 1, "t_end": 1}, r"-mesh_order has no effect"),
        ("sdof", {"mesh": "nowhere.msh"}, r"nowhere.msh cannot be read"),
        ("sdof", {"mesh": "cube"}, r"-mesh cube: neither line, rectangle nor chain"),
        ("sdof", {"mesh": os.path.join(MSH, "refused_solid_msh41_text.msh")}, r"tetrahedra are solids"),
        ("sdof", {"mesh": os.path.join(MSH, "refused_order2_msh22_binary.msh")}, r"second order"),
        ("sdof", {"mesh_n": 0}, r"-mesh_n: 0\S* cells"),
        ("sdof", {"mesh_n": 3000000000}, r"-mesh_n: the mesh has more cells than 32-bit numbers can count \(\S+ nodes and cells, at most \S+\); make it coarser"),
        ("wave2d", {"mesh_n": "10"}, r"-mesh_n 10: expected 2 numbers"),
        ("wave2d", {"mesh_upper": "0,1"}, r"-mesh_upper"),
        ("wave2d", {"mesh_upper": "1,1,5"}, r"-mesh_upper: a rectangle lies in a plane"),
    ]


if __name__ == "__main__":
    unittest.main()
