# SPDX-License-Identifier: BSD-2-Clause
"""What a set reaches, and what is told where it reaches less than one might think. A plate of linear membrane with a beam and a body beside it."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from run import RANKS, RELEASE, fsolve, options, run

NODES = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (3, 0, 0), (4, 0, 0), (6, 0, 0)]
SETS = {"skin": (gmsh_file.QUADRILATERAL, [(0, 1, 2, 3)]), "rib": (gmsh_file.LINE, [(4, 5)]), "ball": (gmsh_file.POINT, [(6,)])}
PIECES = "the model has 2 disconnected pieces"
PARTS = {"parts": "skin,rib,ball", "part_skin_element": "membrane", "part_skin_tension": 1, "part_skin_mass_per_area": 1,
         "part_rib_element": "beam", "part_rib_section": "circle", "part_rib_radius": 0.1, "part_rib_young": 1, "part_rib_poisson": 0.3, "part_rib_density": 1,
         "part_ball_element": "body", "part_ball_mass": 2, "part_ball_inertia": "1,1,1,0,0,0", "dt": 1e-3, "t_end": 2e-3, "ksp_rtol": 1e-12}


class All(unittest.TestCase):
    """The set all of a file has every node, whatever the dimension of its cells."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "mixed.msh")
        gmsh_file.write(cls.path, NODES, SETS)

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
        out = run(mesh=self.path, loads="all", load_all_force="0,0,3", supports="all", **PARTS)
        self.assertFalse(out.by_id("displacement").any())

    def test_a_part(self):
        done = self.said(part_rib_set="all")
        self.assertEqual(done.returncode, 2)
        self.assertIn("set 'all' has no cells for it; it needs cells of shape line or line3, and 'all' has only those of the highest dimension: "
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
            for ranks in (1, 3) if RELEASE else (1, 3) if "initials" in keys else (1,):
                with self.subTest(f"{keys} {ranks}"):
                    done = self.said(ranks, **keys)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    told = [line for line in done.stderr.splitlines() if "does not reach" in line or "acts on the" in line]
                    self.assertEqual(len(told), 1, done.stderr)
                    self.assertIn("fsolve: warning: " + text, done.stderr)

    def test_what_is_reached_is_not(self):
        for keys in ({"initials": "all", "initial_all_velocity_z": 1, "initial_all_angular_velocity_z": 1}, {"loads": "skin", "load_skin_traction": "0,0,1"},
                     {"loads": "rib", "load_rib_force": "1e-4,2e-4,3e-4", "load_rib_set": "rib", "load_rib_where": 1}, {"supports": "skin"}):
            with self.subTest(str(keys)):
                done = self.said(**keys)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([line for line in done.stderr.splitlines() if PIECES not in line], [])


def sheet(n, twisted=(), gap=None):
    """n x n quadrilaterals of the unit square, two sets of them: left, right of the middle; those listed run the other way round. gap: not glued
    there, but that far apart."""
    x = [(i / n, j / n, 0) for j in range(n + 1) for i in range(n + 1)]
    right = lambda i, j: j * (n + 1) + i
    if gap is not None:
        x += [(0.5 + gap, j / n, 0) for j in range(n + 1)]
        right = lambda i, j: (n + 1) ** 2 + j if i == n // 2 else j * (n + 1) + i
    sets = {"left": (gmsh_file.QUADRILATERAL, []), "right": (gmsh_file.QUADRILATERAL, [])}
    for j in range(n):
        for i in range(n):
            name, at = ("left", lambda i, j: j * (n + 1) + i) if i < n // 2 else ("right", right)
            cell = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1))
            sets[name][1].append(cell[::-1] if name in twisted or (i, j) in twisted else cell)
    return x, sets


class OnSheets(unittest.TestCase):
    SKIN = {"parts": "all", "part_all_element": "finite_membrane", "part_all_young": 1, "part_all_poisson": 0.3, "part_all_thickness": 1, "part_all_density": 1,
            "dt": 1e-3, "t_end": 1e-3}
    FLAT = {"parts": "all", "part_all_element": "membrane", "part_all_tension": 1, "part_all_mass_per_area": 1, "dt": 1e-3, "t_end": 1e-3}

    def said(self, nodes, sets, ranks=1, **keys):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mesh.msh")
            gmsh_file.write(path, nodes, sets)
            return fsolve(options(mesh=path, output=os.path.join(folder, "out.h5"), quiet=True, **keys), ranks)


class Orientation(OnSheets):
    PRESSURE = {"loads": "all", "load_all_pressure": 1}

    def test_consistent(self):
        for twisted in ((), ("left", "right")):
            for ranks in (1, 3) if RELEASE else (3,):
                done = self.said(*sheet(4, twisted), ranks, **self.SKIN, **self.PRESSURE)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_two_ways(self):
        for ranks in RANKS:
            with self.subTest(ranks):
                done = self.said(*sheet(4, ("right",)), ranks, **self.SKIN, **self.PRESSURE)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, r"-load_all_pressure: in set 'all' the normals of the two cells at the edge about \(0.5, 0.\d+, 0\) point to")

    def test_one_cell(self):
        """Wherever the cell is among the ranks."""
        for cell in ((0, 0), (3, 1), (2, 2)) if RELEASE else ((3, 1),):
            done = self.said(*sheet(4, (cell,)), 8, **self.SKIN, **self.PRESSURE)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("point to opposite sides", done.stderr)

    def test_not_of_the_set(self):
        done = self.said(*sheet(4, ("right",)), **self.SKIN, loads="left,right", load_left_pressure=1, load_right_pressure=-1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_three_sheets_at_a_side(self):
        x = [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0), (-1, 0, 0), (-1, 1, 0), (0, 0, 1), (0, 1, 1)]
        cells = [(0, 2, 3, 1), (4, 0, 1, 5), (0, 1, 7, 6)]
        done = self.said(x, {"skin": (gmsh_file.QUADRILATERAL, cells)}, 3 if RELEASE else 1, **self.SKIN, **self.PRESSURE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Unconnected(OnSheets):
    """What may have been forgotten is told: a slit, pieces; not what a cell or a joint connects, nor bodies."""

    def warnings(self, *mesh, ranks=1, **keys):
        done = self.said(*mesh, ranks, **keys)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line[len("fsolve: warning: "):] for line in done.stderr.splitlines() if "warning" in line]

    def test_slit(self):
        for ranks in RANKS:
            with self.subTest(ranks):
                slit, pieces = self.warnings(*sheet(4, gap=0), ranks=ranks, **self.FLAT)
                self.assertRegex(slit, r"^10 nodes coincide at 5 places, the first at \(0.5, \S+, 0\), and neither a cell nor a joint connects them")
                self.assertRegex(pieces, r"^the model has 2 disconnected pieces, one of them, of 'right', at ")

    def frequencies(self, nodes, sets, ranks=1, **keys):
        with tempfile.TemporaryDirectory() as folder:
            path, out = os.path.join(folder, "mesh.msh"), os.path.join(folder, "out.h5")
            gmsh_file.write(path, nodes, sets)
            done = fsolve(options(mesh=path, output=out, quiet=True, analysis="modes", modes=4, supports="low", support_low_box="-1,2,-0.01,0.01,-1,1", **{k: v for k, v in self.FLAT.items() if k not in ("dt", "t_end")}, **keys), ranks)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with h5py.File(out) as f:
                return f["modes/frequency"][:], len(f["mesh/nodes"])

    def test_joined(self):
        """-mesh_join closes the slit: no line, and the frequencies of a sheet without one, on any ranks; not for the sets of -mesh_unjoined. A distance that would join the nodes of a cell is an error."""
        whole, count = self.frequencies(*sheet(4))
        for ranks in (1, 2, 3):
            for gap in (0, 1e-7):
                found, n = self.frequencies(*sheet(4, gap=gap), ranks=ranks, mesh_join=1e-6)
                np.testing.assert_allclose(found, whole, rtol=1e-6)
                self.assertEqual(n, count)
        self.assertEqual(self.frequencies(*sheet(4, gap=0), mesh_join=1e-6, mesh_unjoined="right")[1], count + 5)
        done = self.said(*sheet(4, gap=0), mesh_join=0.3, **self.FLAT)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, "-mesh_join 0.3: two nodes of one cell are not farther apart")

    def test_near_is_not_there(self):
        pieces, = self.warnings(*sheet(4, gap=1e-6), **self.FLAT)
        self.assertIn("2 disconnected pieces", pieces)

    def test_glued(self):
        for ranks in (1, 3) if RELEASE else (1,):
            self.assertEqual(self.warnings(*sheet(4), ranks=ranks, **self.FLAT), [])

    def test_a_cell_a_rank(self):
        """A rod of four cells is one piece on three ranks, some of which have one cell; its label stopped on the way."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options("rod", output="rod.h5"), 3, cwd=folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_part_of_a_slit(self):
        """Sides that are held need no glue, and one side alone is no slit."""
        x, sets = sheet(4, gap=0)
        sets["seam"] = (gmsh_file.POINT, [(i,) for i in [2 + 5 * j for j in range(5)] + list(range(25, 30))])
        self.assertEqual(len(self.warnings(x, sets, **self.FLAT, supports="seam")), 1)  # pieces
        left = {k.replace("_all_", "_left_"): v for k, v in self.FLAT.items()}
        self.assertEqual(self.warnings(x, sets, **{**left, "parts": "left"}, mesh_unused="right"), [])
        unused, = self.warnings(x, sets, **{**left, "parts": "left"})
        self.assertRegex(unused, r"^8 surfaces are in no part and no joint, .* of 'right'")

    def test_beams_on_joints(self):
        x = [(0, 0, 0), (1, 0, 0), (1, 0, 0), (2, 0, 0)]
        sets = {"beams": (gmsh_file.LINE, [(0, 1), (2, 3)]), "pin": (gmsh_file.LINE, [(1, 2)])}
        beams = {"parts": "beams", **{f"part_beams_{k}": v for k, v in {"element": "beam", "section": "circle", "radius": 0.1, "young": 1, "poisson": 0.3,
                                                                       "density": 1}.items()}, "dt": 1e-3, "t_end": 1e-3}
        for ranks in (1, 3) if RELEASE else (1,):
            self.assertEqual(self.warnings(x, sets, ranks=ranks, **beams, joints="pin", joint_pin_type="spherical", integrator="esdirk43_6l"), [])
        self.assertEqual(len(self.warnings(x, {"beams": sets["beams"]}, **beams)), 2)

    def test_bodies_at_one_place(self):
        x = [(0, 0, 0), (0, 0, 0), (1, 0, 0), (1, 0, 0)]
        sets = {"balls": (gmsh_file.POINT, [(i,) for i in range(4)]), "rods": (gmsh_file.LINE, [(0, 2), (1, 3)])}
        keys = {"parts": "balls", "part_balls_element": "body", "part_balls_mass": 1, "part_balls_inertia": "1,1,1,0,0,0", "dt": 1e-3, "t_end": 1e-3}
        self.assertEqual(self.warnings(x, sets, **keys, mesh_unused="rods"), [])
        self.assertEqual(self.warnings(x, sets, **keys, joints="rods", joint_rods_type="distance", integrator="esdirk43_6l"), [])

FRAME = {"mesh": "frame", "points": "a,b,c,d,m", "point_a": "0,0,0", "point_b": "0,0,4", "point_c": "6,0,4", "point_d": "6,0,0", "point_m": "3,0,4",
         "members": "left,beam,right,brace", "member_left": "a,b", "member_beam": "b,c", "member_right": "c,d", "member_brace": "a,m",
         "parts": "p", "part_p_set": "all", "part_p_element": "beam", "part_p_section": "circle", "part_p_radius": 0.1, "part_p_young": 2e11,
         "part_p_poisson": 0.3, "part_p_density": 7850, "supports": "a,d", "analysis": "static", "linearize": True}
# a plate of 24 x 16 cells, and a rib of other cells along its middle
RIB = {"mesh": "rectangle,frame", "mesh_join": 1e-6, "mesh_n": "24,16", "mesh_upper": "1.2,0.8", "points": "s,e", "point_s": "0,0.4,0", "point_e": "1.2,0.4,0",
       "members": "rib", "member_rib": "s,e", "member_rib_n": 24, "parts": "plate,rib", "part_plate_set": "all", "part_plate_element": "shell",
       "part_plate_thickness": 0.008, "part_plate_young": 7e10, "part_plate_poisson": 0.3, "part_plate_density": 2700, "part_rib_element": "beam",
       "part_rib_section": "circle", "part_rib_radius": 0.02, "part_rib_young": 7e10, "part_rib_poisson": 0.3, "part_rib_density": 2700,
       "supports": "left,right", "analysis": "static", "linearize": True}


class Touching(unittest.TestCase):
    """What lies on other members and parts without being joined to them, and what is in no part, is told with names; what is joined or meant is not."""

    def told(self, model, ranks=1, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(output="out.h5", quiet=True, **{**model, **keys}), ranks, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line[len("fsolve: warning: "):] for line in done.stderr.splitlines() if "warning" in line]

    def test_brace_on_beam(self):
        for ranks in (1, 3):
            text, = self.told(FRAME, ranks)
            self.assertRegex(text, r"^1 node lies inside a line or surface, and no cell or joint connects it there: the first, of 'm' at \(3, 0, 4\), is on 'beam' of part 'p'; "
                                   r"make the place a point of both members .*-mesh_unjoined$")
        self.assertEqual(self.told(FRAME, member_beam="b,m,c"), [])
        for name in ("brace", "beam", "m"):
            self.assertEqual(self.told(FRAME, mesh_unjoined=name), [])

    def test_two_nodes_at_one_place(self):
        text, = self.told(FRAME, member_beam_n=2)
        self.assertRegex(text, r"^2 nodes lie at other ones, and no cell or joint connects them there: the first, of 'm' at \(3, 0, 4\), is on 'beam'")
        self.assertEqual(self.told(FRAME, member_beam_n=2, mesh_unjoined="brace"), [])

    def test_how_near(self):
        """A ten thousandth of the beam's cell of 6 m, on both sides; an arc is where its circle is."""
        for gap, count in ((5e-4, 1), (7e-4, 0)):
            self.assertEqual(sum("lies inside" in text for text in self.told(FRAME, point_m=f"3,0,{4 + gap}")), count)
        arc = {"member_beam_through": "3,0,5"}
        self.assertEqual(len(self.told(FRAME, **arc, member_beam_n=3, point_m="3,0,5")), 1)
        self.assertEqual(self.told(FRAME, **arc, member_beam_n=3), [])

    def test_misses(self):
        """A brace of 5 m whose free end is beside a beam of 6 m: within the radius of gyration of its section, 0.05 m, or, of a thin beam, within 0.002 of the brace. Gaps between two free ends, ends that something holds, and sets
        that are apart on purpose are meant."""
        thin = {"part_p_radius": 0.01}
        for ranks, gap, keys, count in ((1, 7e-4, {}, 1), (3, 0.005, {}, 1), (1, -0.049, {}, 1), (1, 0.051, {}, 0), (1, 0.0099, thin, 1), (1, 0.0102, thin, 0), (1, 0.005, {"mesh_unjoined": "m"}, 0),
                                        (1, 0.005, {"mesh_unjoined": "beam"}, 0), (1, 0.005, {"supports": "a,d,m", "support_m_fix": "y"}, 0), (1, 0.005, {"member_brace_n": 40, "member_beam_n": 50}, 1),
                                        (1, 0.005, {"member_beam_n": 2000}, 0), (1, 0.005, {"ties": "t", "tie_t_type": "glued", "tie_t_set": "m", "tie_t_to": "beam", "tie_t_distance": 0.01}, 0)):
            with self.subTest(gap=gap, ranks=ranks, **keys):
                told = self.told(FRAME, ranks, point_m=f"3,0,{4 + gap}", **keys)
                self.assertEqual(len(told), count, told)
                for text in told:
                    self.assertRegex(text, rf"^1 free end misses a line or surface, .* of 'm' at \(3, 0, {4 + gap:.6g}\), is {abs(gap):.3g} m away from 'beam' of part 'p'; correct its coordinates, and then make the place a point")
        plate = {**RIB, "mesh_join": None, "point_s": "0,0.4,0.3", "point_e": "0.61,0.42,0.0005", "supports": "left,right,s"}
        self.assertRegex("".join(self.told({k: v for k, v in plate.items() if v is not None}, member_rib_n=1)), "1 free end misses .* is 0.0005 m away from 'all' of part 'plate'|disconnected")
        gap = {**FRAME, "points": "a,d,m,n", "point_m": "3,0,0", "point_n": "3.005,0,0", "members": "one,two", "member_one": "a,m", "member_two": "d,n"}
        self.assertNotIn("misses", "".join(self.told({k: v for k, v in gap.items() if k not in ("point_b", "point_c", "member_left", "member_beam", "member_right", "member_brace")}, **thin)))

    def test_meant(self):
        """Braces that cross between their nodes, ends that supports hold, a tie, a joint, and bars in one line."""
        cross = {"members": "left,beam,right,up,down", "member_up": "a,c", "member_down": "d,b", "points": "a,b,c,d"}
        self.assertEqual(self.told({k: v for k, v in FRAME.items() if "brace" not in k and k != "point_m"}, **cross), [])
        self.assertEqual(self.told(FRAME, supports="a,d,m"), [])
        tie = {"ties": "t", "tie_t_type": "rigid", "tie_t_set": "m", "tie_t_master": "b"}
        self.assertEqual(self.told(FRAME, **tie), [])
        springs = {"mesh": "frame", "points": "a,b,c", "point_a": "0,0,0", "point_b": "1,0,0", "point_c": "2,0,0", "members": "one,two,long", "member_one": "a,b", "member_two": "b,c",
                   "member_long": "a,c", "parts": "p", "part_p_set": "all", "part_p_element": "bar", "part_p_young": 1, "part_p_area": 1, "part_p_density": 1,
                   "supports": "a", "analysis": "static"}
        self.assertEqual(self.told(springs, directions="x"), [])

    def test_hinge_on_beam(self):
        """A hinge at the end of the brace is joined to the beam where the beam has the point. (Without it, the run is refused.)"""
        self.assertEqual(self.told(FRAME, member_brace_release="end:ry", member_beam="b,m,c"), [])

    def test_rib(self):
        self.assertEqual(self.told(RIB), [])
        self.assertEqual(self.told(RIB, mesh_cell="triangle"), [])
        for ranks in (1, 3):
            text, = self.told(RIB, ranks, member_rib_n=20)
            self.assertRegex(text, r"^16 nodes lie inside lines or surfaces, .* of 'rib' at \(0.06, 0.4, 0\), is on 'plate' of part 'plate'; give both nodes at the same places")
        for ranks, cells, count in ((1, 12, 12), (3, 12, 12), (1, 1, 23)):  # nodes of the plate between those of the rib
            text, = self.told(RIB, ranks, member_rib_n=cells)
            self.assertRegex(text, f"^{count} nodes lie inside lines or surfaces, .* of 'plate' at .* is on 'rib' of part 'rib'; give the line as many cells as the surface has along it")
        text, = self.told(RIB, member_rib_n=12, point_s="0,0,0", point_e="1.2,0,0")  # the border
        self.assertRegex(text, "^12 nodes lie .* is on 'rib' of part 'rib'; give the line as many cells")
        self.assertEqual(self.told(RIB, member_rib_n=12, mesh_unjoined="rib"), [])

    def test_rib_that_ties_hold(self):
        """A coarse rib whose nodes, at or between those of the plate, are glued to it."""
        glued = {"mesh_join": None, "ties": "t", "tie_t_type": "glued", "tie_t_set": "rib", "tie_t_to": "all"}
        model = {k: v for k, v in {**RIB, **glued}.items() if v is not None}
        for cells in (24, 20, 12):
            self.assertNotIn("lie inside", "".join(self.told(model, member_rib_n=cells)))

    def test_no_part(self):
        model = {**FRAME, "member_beam": "b,m,c"}
        text, = self.told(model, part_p_set="left,beam,right")
        self.assertRegex(text, r"^1 line is in no part and no joint, so that the model lacks it: the first, of 'brace', is at \(1.5, 0, 2\); name the set in -part_<name>_set, or in -mesh_unused")
        self.assertEqual(self.told(model, part_p_set="left,beam,right", mesh_unused="brace"), [])
        text, = self.told({**model, "points": "a,b,c,d,m,far", "point_far": "9,0,0"})
        self.assertRegex(text, "^1 point is in no part and no joint, so that the model lacks it: the first, of 'far'")

    def test_no_such_set(self):
        for option in ("mesh_unjoined", "mesh_unused"):
            done = fsolve(options(quiet=True, **FRAME, **{option: "brac"}))
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"-{option}: the mesh has no set 'brac'; did you mean 'brace'?", done.stderr)


class Steep(OnSheets):
    """A linear membrane moves in z, across it."""

    def test_slopes(self):
        x, sets = sheet(2)
        for slope, status in ((0, 0), (0.999, 0), (1.01, 2), (1e9, 2)):
            norm = np.hypot(1, slope)
            done = self.said([(a / norm, b, a * slope / norm) for a, b, _ in x], sets, **self.FLAT)
            self.assertEqual(done.returncode, status, done.stderr)
            if status:
                self.assertIn("part 'all': the membrane of 'left' at (0, 0, 0) is steeper than 45 degrees, and moves in z: in its plane", done.stderr)


if __name__ == "__main__":
    unittest.main()
