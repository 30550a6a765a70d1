# SPDX-License-Identifier: BSD-2-Clause
"""Multigrid that begins with the rigid motions: the answers of factors, in few iterations, on any number of ranks."""
import unittest

from run import RANKS, RELEASE, run

MULTIGRID = {"ksp_type": "gmres", "pc_type": "gamg", "ksp_rtol": 1e-8}


def balloon():
    return "inflated_membrane", {}


def shell():
    """A cylinder of tubes in triangles, on its foot, that leans under its weight."""
    n = 8
    keys = {"points": "node", "point_node": "5,0,0", "patterns": "grid", "pattern_grid": "node", "pattern_grid_n": f"{2 * n},{n}",
            "pattern_grid_axis": "0,0,1", "pattern_grid_vector2": f"0,0,{10 / n}", "members": "ring,rib,brace", "member_ring": "node,node+1",
            "member_rib": "node,node+0+1", "member_brace": "node,node+1+1", "parts": "tubes", "part_tubes_set": "ring,rib,brace", "part_tubes_element": "beam",
            "part_tubes_section": "tube", "part_tubes_radius": 0.1, "part_tubes_thickness": 0.02, "part_tubes_young": 2e11, "part_tubes_poisson": 0.3,
            "part_tubes_density": 7850, "supports": "foot", "support_foot_plane": "0,0,0,0,0,1", "gravity": "1,0,-9.81"}
    return None, {"mesh": "frame", "analysis": "static", "output_every": 1, **keys}


class Coarse(unittest.TestCase):
    def test_coarse(self):
        """Displacements to what -ksp_rtol leaves. On one rank 8 and 23 iterations were counted; the blocks of more ranks smooth less: 48 on eight, 52 with the
        aggregates of PETSc 3.20. Without levels it is above 200."""
        for case, most in ((balloon, 20), (shell, 60)):
            name, keys = case()
            u = run(name, **keys).by_id("displacement")
            for ranks in RANKS:
                with self.subTest(f"{case.__name__} {ranks}"):
                    out = run(name, ranks=ranks, **keys, **MULTIGRID)
                    print(case.__name__, ranks, "ranks, iterations:", out.linear.sum() / out.newton.sum())
                    self.assertLess(out.linear.sum(), most * out.newton.sum())
                    self.assertLessEqual(abs(out.by_id("displacement") - u).max(), 1e-7 * abs(u).max())

    def test_plate(self):
        """A clamped plate 1000 times as wide as it is thick. With incomplete factors as smoothers, 3000 iterations were not enough; 73 were counted on one rank."""
        keys = {"analysis": "static", "linearize": True, "mesh": "rectangle", "mesh_n": "32,32", "parts": "skin", "part_skin_set": "all", "part_skin_element": "shell",
                "part_skin_young": 2e11, "part_skin_poisson": 0.3, "part_skin_thickness": 1e-3, "part_skin_density": 0, "supports": "left", "loads": "all",
                "load_all_traction": "0,0,-1e-3"}
        u = run(**keys).by_id("displacement")
        for ranks in (1, 3) if RELEASE else (1,):
            out = run(**keys, ksp_type="cg", pc_type="gamg", ranks=ranks)
            self.assertLess(out.linear.sum(), 200)
            self.assertLessEqual(abs(out.by_id("displacement") - u).max(), 1e-3 * abs(u).max())  # the residual falls to 1e-8; the plate is 1e6 times as stiff along it

    def test_narrow_elements(self):
        """A membrane of elements of 0.1 x 0.0001 m: no step is cut back by a preconditioner that is not definite; the answer is that of factors."""
        keys = {"mesh": "rectangle", "mesh_n": "60,60", "mesh_upper": "10,0.01", "parts": "skin", "part_skin_set": "all", "part_skin_element": "membrane", "part_skin_tension": 1,
                "part_skin_mass_per_area": 1, "supports": "left", "loads": "right", "load_right_traction": "0,0,1", "dt": 0.1, "t_end": 2, "output_every": 20}
        u = run(**keys, ksp_type="preonly", pc_type="lu").by_id("displacement")
        for ranks in (1, 3) if RELEASE else (1,):
            out = run(**keys, pc_type="gamg", ranks=ranks)
            self.assertEqual(len(out.time), 21)
            self.assertLess(out.linear.sum(), (25 if ranks == 1 else 200) * 20)  # the blocks of more ranks cut the strong direction
            self.assertLessEqual(abs(out.by_id("displacement") - u).max(), 1e-5 * abs(u).max())


if __name__ == "__main__":
    unittest.main()
