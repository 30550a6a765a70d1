"""What a set reaches, and what is told where it reaches less than one might think. A plate of linear membrane with a beam and a body beside it."""
import os
import tempfile
import unittest

import numpy as np

import gmsh  # scripts/
from run import fsolve, options, run

NODES = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (3, 0, 0), (4, 0, 0), (6, 0, 0)]
SETS = {"skin": (gmsh.QUADRILATERAL, [(0, 1, 2, 3)]), "rib": (gmsh.LINE, [(4, 5)]), "ball": (gmsh.POINT, [(6,)])}
PARTS = {"parts": "skin,rib,ball", "part_skin_element": "membrane", "part_skin_tension": 1, "part_skin_mass_per_area": 1,
         "part_rib_element": "beam", "part_rib_section": "circle", "part_rib_radius": 0.1, "part_rib_young": 1, "part_rib_poisson": 0.3, "part_rib_density": 1,
         "part_ball_element": "body", "part_ball_mass": 2, "part_ball_inertia": "1,1,1,0,0,0", "dt": 1e-3, "t_end": 2e-3, "ksp_rtol": 1e-12}


class All(unittest.TestCase):
    """The set all of a file has every node, whatever the dimension of its cells."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "mixed.msh")
        gmsh.write(cls.path, NODES, SETS)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def said(self, ranks=1, **keys):
        words = options(mesh=self.path, output=os.path.join(self.folder.name, "out.h5"), overwrite=True, quiet=True, **{**PARTS, **keys})
        return fsolve(words, ranks)

    def test_initial_field(self):
        for ranks in (1, 3):
            out = run(mesh=self.path, ranks=ranks, initials="all", initial_all_velocity_z=1, **PARTS)
            for frame in (0, -1):
                np.testing.assert_allclose(out.by_id("velocity", frame)[:, 2], 1, atol=1e-9)

    def test_force_and_support(self):
        out = run(mesh=self.path, loads="all", load_all_force="0,0,3", **PARTS)
        self.assertTrue((out.by_id("displacement")[:, 2] > 0).all())
        done = self.said(supports="all")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no free dofs: every node is supported", done.stderr)

    def test_a_part(self):
        done = self.said(part_rib_set="all")
        self.assertEqual(done.returncode, 2)
        self.assertIn("set 'all' has no cells for it; it needs cells of shape line or line3, and 'all' has those of the highest dimension: "
                      "give -part_rib_set", done.stderr)

    def test_what_is_not_reached_is_told(self):
        first = "the first at (0, 0, 0): they have no x"
        rows = [({"initials": "all", "initial_all_velocity_x": 1}, f"-initial_all_velocity_x does not reach 4 of the 7 nodes of set 'all', {first}"),
                ({"loads": "all", "load_all_force": "1,0,1"}, f"-load_all_force does not reach 4 of the 7 nodes of set 'all', {first}"),
                ({"loads": "all", "load_all_law_x": "0-ux"}, f"-load_all_law_x does not reach 4 of the 7 nodes of set 'all', {first}"),
                ({"supports": "all", "support_all_motion_x": "t"}, f"-support_all_motion_x does not reach 4 of the 7 nodes of set 'all', {first}"),
                ({"loads": "all", "load_all_traction": "0,0,1"},
                 "-load_all_traction acts on the surfaces of set 'all', per area, and not on the lines of part 'rib'")]
        for keys, text in rows:
            for ranks in (1, 3):
                with self.subTest(f"{keys} {ranks}"):
                    done = self.said(ranks, **keys)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(done.stderr.count("fsolve: warning: "), 1, done.stderr)
                    self.assertIn("fsolve: warning: " + text, done.stderr)

    def test_what_is_reached_is_not(self):
        for keys in ({"initials": "all", "initial_all_velocity_z": 1, "initial_all_angular_velocity_z": 1}, {"loads": "skin", "load_skin_traction": "0,0,1"},
                     {"loads": "rib", "load_rib_force": "1,2,3"}, {"supports": "skin"}):
            with self.subTest(str(keys)):
                done = self.said(**keys)
                self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
