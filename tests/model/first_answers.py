# SPDX-License-Identifier: BSD-2-Clause
"""Options that act on nothing, or on less than a user means: status 2 or a warning."""
import re
import tempfile
import unittest

import h5py

from run import fsolve, options

STEEL = {"young": 2.1e11, "poisson": 0.3, "density": 7850}
BEAM = {"mesh": "frame", "directions": "xz", "points": "a,b", "point_a": "0,0,0", "point_b": "6,0,0", "members": "beam", "member_beam": "a,b", "members_n": 2,
        "part_beam_element": "beam", "part_beam_profile": "IPE300", **{f"part_beam_{key}": value for key, value in STEEL.items()},
        "supports": "a,b", "support_a_fix": "xz", "support_a_fix_rotation": "none", "support_b_fix": "z", "support_b_fix_rotation": "none",
        "loads": "q", "load_q_set": "beam", "load_q_traction": "0,0,-1e3", "analysis": "static", "linearize": True}


def said(ranks=1, **keys):
    with tempfile.TemporaryDirectory() as folder:
        done = fsolve(options(**{"output": "out.h5", "quiet": True, **keys}), cwd=folder, ranks=ranks)
    return done.returncode, done.stderr


class Actions(unittest.TestCase):
    """Springs, dampers and absorbers act on displacements or rotations that their nodes have."""

    def check(self, status, text, ranks=1, **keys):
        found = said(ranks, **keys)
        self.assertEqual(found[0], status, found)
        if text:
            self.assertRegex(found[1], text)
        else:
            self.assertEqual(found[1], "")

    def test_directions(self):
        """A direction out of the plane is refused for each element, one in the plane or with a part in it is not."""
        for element, more, axis, out in (("spring", {"stiffness": 5e5}, "0,0,1", "y"), ("damper", {"damping": 5e3}, "1,1,1", "y"), ("absorber", {"impedance": 1e3}, "1,0,0", "y"),
                                         ("rotational_spring", {"stiffness": 1e6}, "0,1,0", "rotation about x")):
            part = {"parts": "beam,prop", "part_prop_element": element, "part_prop_point": "3,0,0", **{f"part_prop_{key}": value for key, value in more.items()}}
            wrong = "1,0,0" if element == "rotational_spring" else "0,1,0"
            for ranks in (1, 3) if element == "spring" else (1,):
                self.check(2, rf"part 'prop': its elements \({element}\) have no effect: they act on {out}, which their nodes do not have, the first at \(3, 0, 0\); give another -part_prop_direction", ranks,
                           **BEAM, **part, part_prop_direction=wrong)
            self.check(0, None, **BEAM, **part, part_prop_direction=axis)
        self.check(0, None, **BEAM, parts="beam,prop", part_prop_element="rotational_spring", part_prop_point="3,0,0", part_prop_stiffness=1e6)

    def test_bar(self):
        """An absorber across a bar whose nodes move along it alone."""
        bar = {"mesh": "line", "mesh_n": 20, "mesh_upper": "10,0,0", "directions": "x", "parts": "bar,edge", "part_bar_set": "all", "part_bar_element": "bar", "part_bar_young": 2.1e11, "part_bar_area": 1e-4,
               "part_bar_density": 7850, "part_edge_set": "end", "part_edge_element": "absorber", "part_edge_of": "bar", "loads": "hit", "load_hit_set": "start", "load_hit_force": "1e3,0,0", "dt": 1e-5, "t_end": 1e-4}
        self.check(0, None, **bar, part_edge_direction="1,0,0")
        self.check(2, "part 'edge': its elements \\(absorber\\) have no effect: they act on y", **bar, part_edge_direction="0,1,0")

    def test_some(self):
        """Two springs on their lines, of which one is across the plane."""
        keys = {**BEAM, "points": "a,b,c,d,e", "point_c": "0,1,0", "point_d": "6,0,-1", "member_beam": "a,b", "members": "beam,one,other", "member_one": "a,c", "member_other": "b,d", "members_n": 1, "point_e": "9,0,0",
                "parts": "beam,springs", "part_beam_set": "beam", "part_springs_element": "spring", "part_springs_set": "one,other", "part_springs_stiffness": 1e6, "supports": "a,b,c,d", "support_b_fix": "none", "support_b_fix_rotation": "y"}
        keys.pop("point_e")
        keys["points"] = "a,b,c,d"
        self.check(0, r"part 'springs': 1 of its 2 elements \(spring\) have no effect, the first at \(0, [01], 0\): they act on y", **keys)


class Motions(unittest.TestCase):
    def test_free_components(self):
        """A support with a motion alone leaves the other components free; a line with the fixed components, or with those that are meant, takes the warning away."""
        settled = {**BEAM, "support_b_motion_z": -0.01}
        for fix in ("support_b_fix", "support_b_fix_rotation"):
            settled.pop(fix)
        warning = r"warning: support 'b' has a motion alone, so that x, rotation about y of its nodes are free; to clamp them, add -support_b_fix all; if they are free, say so by -support_b_fix z\n"
        for ranks in (1, 3):
            self.assertRegex(said(ranks, **settled, parts="beam")[1], warning)
        for fix in ("all", "z", "xz"):
            self.assertEqual(said(**settled, parts="beam", support_b_fix=fix), (0, ""))
        self.assertEqual(said(**settled, parts="beam", support_b_fix_rotation="none"), (0, ""))


class Mechanisms(unittest.TestCase):
    def test_slack_cables(self):
        """A portal with a hinge and crossed rods that are linear cables without tension: the remedy names the rods before the hinge. With trusses it stands."""
        frame = {"mesh": "frame", "directions": "xz", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "0,0,4", "point_c": "6,0,4", "point_d": "6,0,0", "members": "left,beam,right,rod1,rod2",
                 "member_left": "a,b", "member_beam": "b,c", "member_right": "d,c", "member_rod1": "a,c", "member_rod2": "d,b", "member_beam_release": "both:ry", "parts": "frame,rods",
                 "part_frame_set": "left,beam,right", "part_frame_element": "beam", "part_frame_profile": "HEA200", **{f"part_frame_{key}": value for key, value in STEEL.items()}, "part_rods_set": "rod1,rod2",
                 "part_rods_young": 2.1e11, "part_rods_area": 3e-4, "supports": "a,d", **{f"support_{k}_fix{of}": what for k in "ad" for of, what in (("", "xz"), ("_rotation", "none"))},
                 "loads": "b", "load_b_force": "4e4,0,0", "analysis": "static", "linearize": True}
        for ranks in (1, 2):
            status, text = said(ranks, **frame, part_rods_element="cable")
            self.assertEqual(status, 3, text)
            self.assertRegex(text, "the model is a mechanism: joint 'beam.*: make the cables without tension trusses or give them a prestress, or remove its release")
        self.assertEqual(said(**frame, part_rods_element="truss"), (0, ""))


class Places(unittest.TestCase):
    def test_imperfection(self):
        """A point that the imperfection has moved away from its place: the message says why no node is there."""
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(fsolve(options(output="bent.h5", quiet=True, parts="beam", **BEAM), cwd=folder).returncode, 0)
            for ranks in (1, 2):
                done = fsolve(options(output="out.h5", quiet=True, parts="beam", **{**BEAM, "loads": "p", "load_p_point": "3,0,0", "load_p_force": "0,0,-1"}, imperfection="bent.h5:/snapshots/000000/displacement", imperfection_amplitude=0.1), cwd=folder, ranks=ranks)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, r"-load_p_point: no node.* is at this place.* \(-imperfection has moved the nodes\): give")


class Cells(unittest.TestCase):
    def test_campbell(self):
        """The modes of a turning blade of one cell: the Campbell diagram names the cells that it needs, and with as many says nothing."""
        blade = {"mesh": "line", "mesh_upper": "10,0,0", "parts": "blade", "part_blade_set": "all", "part_blade_element": "beam", "part_blade_section": "rectangle", "part_blade_width": "0.4*(1-0.05*x)",
                 "part_blade_height": "0.1*(1-0.05*x)", **{f"part_blade_{key}": value for key, value in STEEL.items()}, "supports": "start", "analysis": "modes", "modes": 3, "spin": "0,0,1", "spin_speeds": "0,3"}
        for ranks in (1, 2):
            status, text = said(ranks, **blade, mesh_n=ranks)
            self.assertEqual(status, 0, text)
            needed = re.search(r"part 'blade': members with one or two cells bend with errors of more than 1 % below \S+ Hz, the highest mode.* needs (\d+) cells", text)
            self.assertTrue(needed, text)
        self.assertEqual(said(**blade, mesh_n=int(needed[1])), (0, ""))

    def sway(self, n, prestress):
        """A guyed mast of n cells below and above its guys: the displacement of the top [m], and what the run says."""
        mast = {"analysis": "static", "mesh": "frame", "points": "base,attach,top,g1,g2,g3", "point_base": "0,0,0", "point_attach": "0,0,20", "point_top": "0,0,30", "point_g1": "-12,0,0",
                "point_g2": "6,6*sqrt(3),0", "point_g3": "6,-6*sqrt(3),0", "members": "mast,guy1,guy2,guy3", "member_mast": "base,attach,top", "member_mast_n": n,
                **{f"member_guy{k}": f"g{k},attach" for k in (1, 2, 3)}, "parts": "mast,guys", "part_mast_element": "beam", "part_mast_profile": "CHS219.1X6.3",
                **{f"part_mast_{key}": value for key, value in STEEL.items()}, "part_guys_set": "guy1,guy2,guy3", "part_guys_element": "cable", "part_guys_ea": 24e6, "part_guys_prestress": prestress,
                "part_guys_mass_per_length": 1.2, "supports": "base,anchors", "support_base_fix": "xyz", "support_base_fix_rotation": "z", "support_anchors_set": "g1,g2,g3", "support_anchors_fix": "xyz",
                "loads": "wind", "load_wind_set": "mast", "load_wind_traction": "500,0,0", "gravity": "0,0,-9.81", "probes": "top", "output": "out.h5", "quiet": True}
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(**mast), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(f"{folder}/out.h5") as f:
                return f["history/top/displacement"][-1, 0], done.stderr

    def test_compressed(self):
        """The warning of compressed cells says how wrong the displacements are: an iteration of Newton's method, which finds the error of the mast within a tenth up to 40 %. As many cells as it names have 1 %."""
        for prestress in (15e3, 20e3):
            (coarse, text), (fine, _) = self.sway(1, prestress), self.sway(8, prestress)
            found = re.search(r"buckle too late, and displacements of the model are wrong by about (\d+) %: .* needs (\d+) cells in place of 1", text)
            self.assertTrue(found, text)
            self.assertAlmostEqual(float(found[1]) / 100 / (1 - fine / coarse), 1, delta=0.1)
            self.assertLess(abs(self.sway(int(found[2]), prestress)[0] / fine - 1), 0.01)
        (coarse, text), (fine, _) = self.sway(1, 30e3), self.sway(8, 30e3)
        self.assertIn("displacements of the model are wrong by a factor of 2 or more: ", text)
        self.assertGreater(abs(coarse / fine), 2)

    def pushed(self, n, ranks=1):
        """A turning blade with a taper of 2:1 and n cells, pushed at the tip for a second: the mean displacement of the tip [m], and what the run says."""
        blade = {"mesh": "frame", "points": "root,tip", "point_root": "1,0,0", "point_tip": "11,0,0", "members": "blade", "member_blade": "root,tip", "member_blade_n": n, "parts": "blade",
                 "part_blade_element": "beam", "part_blade_section": "rectangle", "part_blade_width": "0.4*(1-0.5*fraction)", "part_blade_height": "0.1*(1-0.5*fraction)", "part_blade_young": 7e10,
                 "part_blade_poisson": 0.33, "part_blade_density": 2700, "supports": "root", "spin": "0,0,5", "initial_static": True, "loads": "tip", "load_tip_force": "0,0,100", "load_tip_time": "t>0",
                 "probes": "tip", "dt": 0.01, "t_end": 1, "output": "out.h5", "quiet": True}
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(**blade), cwd=folder, ranks=ranks)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(f"{folder}/out.h5") as f:
                return f["history/tip/displacement"][:, 2].mean(), done.stderr

    def test_tension(self):
        """Centrifugal forces bend a blade between its nodes in a motion, too: one cell is warned, and as many cells as it names are not and have 1 %."""
        fine = self.pushed(8)[0]
        found, text = self.pushed(1)
        self.assertGreater(abs(found / fine - 1), 0.05)
        needed = re.search(r"part 'blade': the axial force bends cells .* needs (\d) cells in place of 1", text)
        self.assertTrue(needed, text)
        for ranks in (1, 2):
            found, text = self.pushed(int(needed[1]), ranks)
            self.assertEqual(text, "")
            self.assertLess(abs(found / fine - 1), 0.01)


if __name__ == "__main__":
    unittest.main()
