# SPDX-License-Identifier: BSD-2-Clause
"""Linear buckling against closed forms: factors of both signs, counted; with joints; whatever the size of the load."""
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import joint
from run import RANKS, RELEASE, FolderTest, fsolve, options
from studies import extrapolated, line, study

LENGTH, EI, GA = 2.0, 10.0, 1e4
BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e8, "part_beam_gay": GA, "part_beam_gaz": GA, "part_beam_gj": 8,
        "part_beam_eiy": EI, "part_beam_eiz": 4 * EI, "loads": "end", "quiet": True}


def buckling(case=None, ranks=1, **keys):
    return study("buckling", case, ranks, analysis="buckling", **keys)


def column(k, ei=EI):
    """The critical load of a Timoshenko beam whose shear force turns with the section: P (1 + P/GA) = EI k^2 (Haringx), with the linear part
    of the axial shortening, P/EA, which makes it stronger."""
    flexible = 1 / GA - 2 / BEAM["part_beam_ea"]
    return (np.sqrt(1 + 4 * flexible * ei * k**2) - 1) / (2 * flexible)


def limit(wanted, **keys):
    """Richardson's limit of four meshes."""
    found = [buckling(**line(LENGTH, n), buckling=wanted, **{**BEAM, "load_end_force": "-1,0,0", **keys})["factor"][:wanted] for n in (20, 40, 80, 160)]
    return extrapolated(found)[0]


PINNED = {"directions": "xz", "supports": "start,end", "support_start_fix": "xz", "support_end_fix": "z"}
# Argyris' right-angle frame, 240 + 240, section 30 x 0.6: E 71240, nu 0.3, A 18, I 0.54 and 1350, J 2.16
FRAME = {"parts": "frame", "part_frame_element": "beam", "part_frame_ea": 71240 * 18, "part_frame_gay": 27400 * 15, "part_frame_gaz": 27400 * 15, "part_frame_gj": 27400 * 2.16,
         "part_frame_eiy": 71240 * 0.54, "part_frame_eiz": 71240 * 1350}


def walls():
    """A plate in shear, and a closed cylinder under axial load, which has double factors and bulges at its ends before it buckles."""
    shell = {"mesh": "rectangle", "parts": "wall", "part_wall_set": "all", "part_wall_element": "shell", "part_wall_thickness": 0.01, "part_wall_young": 7e10, "part_wall_poisson": 0.3,
             "part_wall_density": 2700}
    sides = ("left", "right", "bottom", "top")
    plate = dict(mesh_n="10,10", supports=",".join((*sides, "bottom_left", "bottom_right")), **{f"support_{s}_fix": "z" for s in sides}, support_bottom_left_fix="xyz",
                 support_bottom_right_fix="yz", loads=",".join(sides), **{f"load_{s}_traction": v for s, v in zip(sides, ("0,-1e6,0", "0,1e6,0", "-1e6,0,0", "1e6,0,0"))})
    cylinder = dict(mesh_n="32,12", mesh_upper="2*pi,1", mesh_closed="u", mesh_map="cos(u),sin(u),v", supports="bottom,top", support_bottom_fix="xyz", support_top_fix="xy", loads="top",
                    load_top_traction="0,0,-1e6")
    return {**shell, **plate}, {**shell, **cylinder}


def strut():
    """A skin of 4 x 12 shells with a blade stiffener along its middle, pressed in z."""
    across, along, up = 4, 12, 2
    nodes = [(0.1 * i, 0, 0.1 * k) for k in range(along + 1) for i in range(across + 1)]
    nodes += [(0.1 * across / 2, 0.05 * j, 0.1 * k) for k in range(along + 1) for j in range(1, up + 1)]
    skin = lambda i, k: k * (across + 1) + i
    blade = lambda j, k: skin(across // 2, k) if j == 0 else (along + 1) * (across + 1) + k * up + j - 1
    cells = [(at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)) for at, n in ((skin, across), (blade, up)) for k in range(along) for i in range(n)]
    ends = {name: [(at(i, k), at(i + 1, k)) for at, n in ((skin, across), (blade, up)) for i in range(n)] for name, k in (("foot", 0), ("head", along))}
    sets = {"all": (gmsh_file.QUADRILATERAL, cells), **{name: (gmsh_file.LINE, lines) for name, lines in ends.items()}}
    shell = {key: value for key, value in walls()[0].items() if key.startswith("part")}
    return {**shell, "part_wall_thickness": 0.003, "own": (nodes, sets), "supports": "foot,head", "support_foot_fix": "xyz", "support_head_fix": "xy", "loads": "head",
            "load_head_traction": "0,0,-1e5"}


def lattice_column():
    """A column of 1 x 1 x 12 cubes of beams, under a force on each node of its head."""
    return {"mesh": "frame", "points": "p", "point_p": "0,0,0", "patterns": "cube", "pattern_cube": "p", "pattern_cube_n": "2,2,13", "pattern_cube_vector": "1,0,0",
            "pattern_cube_vector2": "0,1,0", "pattern_cube_vector3": "0,0,1", "members": "x,y,z", "member_x": "p,p+1", "member_y": "p,p+0+1", "member_z": "p,p+0+0+1", "parts": "tube",
            "part_tube_set": "all", "part_tube_element": "beam", "part_tube_ea": 1.65e9, "part_tube_gay": 5.8e8, "part_tube_gaz": 5.8e8, "part_tube_gj": 7.9e5, "part_tube_eiy": 1.03e6,
            "part_tube_eiz": 1.2e6, "supports": "ground", "support_ground_plane": "0,0,0,0,0,1", "loads": "head", "load_head_plane": "0,0,12,0,0,1", "load_head_force": "0,0,-1e5"}


class Cost(FolderTest):
    def test_factorizations(self):
        """Linear buckling alone takes three factorizations: of K, which finds the factors, and at both ends of the interval that the count proves. On any ranks."""
        for keys in walls():
            for ranks in RANKS:
                done = fsolve(options(**keys, analysis="buckling", buckling_exact=False, output=self.path("b.h5"), overwrite=True), ranks)
                self.assertIn("counted by inertia\ndone: 3 factorizations", done.stdout, done.stderr)

    def test_exact_points(self):
        """Newton's method computes the critical points of the true equilibria from the linear factors, with few factorizations. The first one of the cylinder is that of the path,
        which a search by bisection finds."""
        for keys, most in zip(walls(), (20, 40)):
            found = []
            for ranks in (1, 2):
                out = buckling(**keys, ranks=ranks)
                self.assertLessEqual(int(re.search(r"(\d+) factorizations", out["text"]).group(1)), most)
                self.assertEqual((out["certified"], len(out["factor"]), all(out["exact"])), (1, 4, True))
                found.append(out["factor"])
            np.testing.assert_allclose(found[1], found[0], rtol=1e-7)
        at = study("history", analysis="path", dt=found[0][0] / 3, path_critical=1, **keys)["critical"]["load_factor"][0]
        np.testing.assert_allclose(found[0][:2], at, rtol=1e-7)

    def test_fine_cylinder(self):
        """The four exact points of a cylinder of 64 x 16 shells, whose walls are thin beside the cells: 56 factorizations when each iterate of a step was factored."""
        out = buckling(**{**walls()[1], "mesh_n": "64,16", "load_top_traction": "0,0,-7e10*0.01^2/sqrt(3*0.91)"})
        self.assertLessEqual(int(re.search(r"(\d+) factorizations", out["text"]).group(1)), 40)
        self.assertEqual((out["certified"], all(out["exact"])), (1, True))
        np.testing.assert_allclose(out["factor"][:4], (0.82745013, 0.82745013, 0.83326901, 0.83326901), rtol=1e-7)

    def test_path(self):
        """Steps of a path to its first critical point: at most the ideal of two factorizations a step and four for the point, for a plate in shear, a stiffened strut and a lattice
        column; 1.5 times as many for a cylinder, whose last step is repeated because it passes many double points. The same point on more ranks."""
        wall, cylinder = walls()
        for keys, more in ((wall, 1), (strut(), 1), (lattice_column(), 1), (cylinder, 1.5)):
            at, found = study("buckling", analysis="buckling", buckling=1, buckling_exact=False, **keys)["factor"][0], []
            for ranks in RANKS:
                out = study("history", None, ranks, analysis="path", dt=at / 3.9, path_critical=1, **keys)
                steps, points, factorizations = map(int, re.search(r"done: (\d+) steps .*?; (\d+) critical points; (\d+) factorizations", out["text"]).groups())
                self.assertEqual(points, 1)
                self.assertLessEqual(factorizations, more * (2 * steps + 4))
                found.append(out["critical"]["load_factor"][0])
            np.testing.assert_allclose(found, found[0], rtol=1e-8)

    def test_point_with_rows(self):
        """Supports of rotations are rows of constraints. The factor is then the critical point of the path itself, which is apart from linear buckling."""
        keys = {**walls()[0], "part_wall_thickness": 0.002, **{f"support_{s}_fix_rotation": axis for s, axis in zip(("left", "right", "bottom", "top"), "xxyy")}, "buckling": 1}
        keys.update({key: value.replace("1e6", "1.3e5") for key, value in keys.items() if key.endswith("_traction")})
        out = buckling(**keys)
        keys.pop("buckling")
        at = study("history", analysis="path", dt=out["factor"][0] / 3, path_critical=1, **keys)["critical"]["load_factor"][0]
        np.testing.assert_allclose(out["factor"][0], at, rtol=1e-7)
        self.assertGreater(abs(out["linear"][0] / at - 1), 2e-5)


class Columns(unittest.TestCase):
    def test_cantilever(self):
        k = np.pi / (2 * LENGTH)
        exact = sorted([column(k), column(k, 4 * EI), column(3 * k), column(5 * k), column(3 * k, 4 * EI)])
        np.testing.assert_allclose(limit(4, supports="start"), exact[:4], rtol=1e-6)

    def test_pinned(self):
        np.testing.assert_allclose(limit(3, **PINNED), [column(n * np.pi / LENGTH) for n in (1, 2, 3)], rtol=1e-6)

    def test_on_joints(self):
        """The pinned column in space: its ends on joints with the ground, that at the end slides along x; each plane has its own factors. The stiffness of
        corrected cells is not linear in the load, so that factors depend a little on which others are wanted."""
        n = 16
        nodes = [(LENGTH * i / n, 0, 0) for i in range(n + 1)]
        sets = {"all": (gmsh_file.LINE, [(i, i + 1) for i in range(n)]), "end": (gmsh_file.POINT, [(n,)]), "start": (gmsh_file.POINT, [(0,)])}
        keys = {**BEAM, "part_beam_correction": "none", "load_end_force": "-1,0,0", "joints": "start,end", **joint("start", "universal", axis="0,1,0", second_axis="0,0,1"), **joint("end", "point_on_axis", axis="1,0,0")}
        expected = sorted([buckling(**line(LENGTH, n), **{**BEAM, "part_beam_correction": "none", "load_end_force": "-1,0,0", "part_beam_eiy": ei, "part_beam_eiz": ei, **PINNED})["factor"][k]
                           for ei in (EI, 4 * EI) for k in range(3)])[:4]
        for ranks in RANKS:
            out = buckling(own=(nodes, sets), ranks=ranks, buckling=4, **keys)
            np.testing.assert_allclose(out["factor"][:4], expected, rtol=1e-8)
            self.assertEqual(out["certified"], 1)

    def test_size_of_the_load(self):
        """Overload and underload change nothing: the load that buckles is the same."""
        one = buckling(**line(LENGTH, 20), load_end_force="-1,0,0.01", supports="start", **BEAM)["factor"]
        for size in (1e-6, 70, 1e5):
            out = buckling(**line(LENGTH, 20), load_end_force=f"{-size},0,{0.01 * size}", supports="start", **BEAM)
            np.testing.assert_allclose(out["factor"] * size, one, rtol=1e-9)
            self.assertEqual(out["certified"], 1)

    def test_preload(self):
        """About an equilibrium under half of the load: what is left."""
        keys = {**line(LENGTH, 20), **BEAM, "load_end_force": "-1,0,0", "part_beam_ea": 1e8, "supports": "start"}
        whole = buckling(**keys)["factor"]
        half = buckling(t_start=whole[0] / 2, **keys)["factor"]
        np.testing.assert_allclose(half[:2] + whole[0] / 2, whole[:2], rtol=1e-4)  # shear: the pencil is not the same

    def test_shape(self):
        """A sine; the largest entry is 1; the same on any ranks."""
        n = 32
        for ranks in (1, 2, 3) if RELEASE else (1,):
            out = buckling(ranks=ranks, buckling=1, **line(LENGTH, n), load_end_force="-1,0,0", **{**BEAM, **PINNED, "part_beam_gaz": 1e8, "part_beam_ea": 1e8})
            z = out["shape"][0, :, 2]
            np.testing.assert_allclose(z / abs(z).max() * np.sign(z.sum()), np.sin(np.pi * out["nodes"][:, 0] / LENGTH), atol=1e-6)

    def test_right_angle_frame(self):
        """A load across the last leg, in the plane: 0.680 and -1.088 by the mean of eight programs, 0.6813 and -1.0901 by code_aster's plates and beams."""
        found = []
        for n in (12, 24, 48):
            nodes = [(0, 240 * i / n, 0) for i in range(n + 1)] + [(240 * i / n, 240, 0) for i in range(1, n + 1)]
            sets = {"frame": (gmsh_file.LINE, [(i, i + 1) for i in range(2 * n)]), "foot": (gmsh_file.POINT, [(0,)]), "tip": (gmsh_file.POINT, [(2 * n,)])}
            out = buckling(own=(nodes, sets), buckling=2, supports="foot", loads="tip", load_tip_force="0,-1,0", quiet=True, **FRAME)
            self.assertEqual(out["certified"], 1)
            found.append(out["factor"][:2])
        np.testing.assert_allclose(extrapolated(found)[0], [0.680, -1.088], atol=0.003)


class Wrong(unittest.TestCase):
    """What linear buckling cannot tell is refused, or told."""

    def run_it(self, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(**{**line(LENGTH, 10), **BEAM, "load_end_force": "-1,0,0", "analysis": "buckling", "output": "out.h5", **keys}), cwd=folder)
            return done.returncode, done.stderr, os.listdir(folder)

    def test_free(self):
        """Rigid motions, whose pivots are not exactly zero."""
        for n in (7, 20, 33):
            status, text, files = self.run_it(mesh_n=n, load_end_force="-1,0.3,0.2")
            self.assertEqual((status, files), (2, []), text)
            self.assertIn("the stiffness matrix is singular", text)

    def test_bending(self):
        """A cantilever bent by its load does not buckle: the factors, which depend on EA, are told to be wrong. Those of a column are not."""
        self.assertIn("warning: the structure deforms so much before it buckles", self.run_it(supports="start", load_end_force="0,0,1")[1])
        self.assertEqual(self.run_it(supports="start")[1], "")

    def test_not_linear_in_t(self):
        for keys in ({"load_end_time": "sin(t)"}, {"supports": "start,end", "support_end_fix": "all", "support_end_motion_x": "0-1e-3*sin(t)"}):
            status, text, files = self.run_it(**{"supports": "start", **keys})
            self.assertEqual((status, files), (2, []), text)
            self.assertIn("do not grow in proportion to t", text)

    def test_equal_columns_on_joints(self):
        """Four of them, each with two equal factors: eight different shapes."""
        n, nodes, cells, starts, ends = 8, [], [], [], []
        for k in range(4):
            first = len(nodes)
            nodes += [(LENGTH * i / n, 3.0 * k, 0) for i in range(n + 1)]
            cells += [(first + i, first + i + 1) for i in range(n)]
            starts, ends = starts + [(first,)], ends + [(first + n,)]
        sets = {"all": (gmsh_file.LINE, cells), "start": (gmsh_file.POINT, starts), "end": (gmsh_file.POINT, ends)}
        for ranks in (1, 3) if RELEASE else (1,):
            out = buckling(own=(nodes, sets), ranks=ranks, buckling=2, **{**BEAM, "part_beam_eiz": EI}, load_end_force="-1,0,0", joints="start,end",
                           **joint("start", "universal", axis="0,1,0", second_axis="0,0,1"), **joint("end", "point_on_axis", axis="1,0,0"))
            self.assertEqual(len(out["factor"]), 8)
            self.assertEqual(np.linalg.matrix_rank(out["shape"].reshape(8, -1), tol=1e-4), 8)


class Imperfections(unittest.TestCase):
    KEYS = {**line(LENGTH, 16), **BEAM, **PINNED, "load_end_force": "-1,0,0", "part_beam_mass_per_length": 1, "overwrite": True}

    def run_in(self, folder, ranks=1, status=0, **keys):
        done = fsolve(options(**{**self.KEYS, **keys}), ranks, cwd=folder)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def nodes(self, folder, **keys):
        self.run_in(folder, analysis="modes", modes=1, output="moved.h5", **keys)
        with h5py.File(os.path.join(folder, "moved.h5")) as f:
            return f["mesh/nodes"][:]

    def test_geometry(self):
        """The nodes are moved by a shape, on any ranks; two of them add; a displacement as it is."""
        with tempfile.TemporaryDirectory() as folder:
            self.run_in(folder, 2, analysis="buckling", buckling=2, output="shapes.h5")
            with h5py.File(os.path.join(folder, "shapes.h5")) as f:
                plain, shape = f["mesh/nodes"][:], f["buckling/shape"][:, :, :3]
            unit = [s / np.linalg.norm(s, axis=1).max() for s in shape]
            for ranks in (1, 3):
                self.run_in(folder, ranks, analysis="modes", modes=1, output="moved.h5", imperfection="shapes.h5:/buckling/shape/1,shapes.h5:/buckling/shape/2", imperfection_amplitude="1e-3,-2e-3")
                with h5py.File(os.path.join(folder, "moved.h5")) as f:
                    np.testing.assert_allclose(f["mesh/nodes"][:], plain + 1e-3 * unit[0] - 2e-3 * unit[1], atol=1e-15)
            self.run_in(folder, analysis="static", t_end=1, output="bent.h5", load_end_force="0,0,0", loads="end,middle", load_middle_set="all", load_middle_force="0,0,0.1")
            with h5py.File(os.path.join(folder, "bent.h5")) as f:
                moved = f["snapshots/000000/displacement"][:]
            np.testing.assert_allclose(self.nodes(folder, imperfection="bent.h5:/snapshots/000000/displacement"), plain + moved, atol=1e-15)

    def test_from_an_imperfect_run(self):
        """A run that had an imperfection itself gives one; its file knows the mesh without it. Names are relative to the case, too."""
        with tempfile.TemporaryDirectory() as folder:
            self.run_in(folder, analysis="buckling", buckling=1, output="first.h5")
            self.run_in(folder, 2, analysis="modes", modes=2, output="second.h5", imperfection="first.h5:/buckling/shape/1", imperfection_amplitude=1e-2)
            with h5py.File(os.path.join(folder, "second.h5")) as f:
                moved, imperfection, shape = f["mesh/nodes"][:], f["mesh/imperfection"][:], f["modes/shape"][1, :, :3]
            with open(os.path.join(folder, "case.opts"), "w") as f:
                f.write("-imperfection second.h5:/modes/shape/2\n-imperfection_amplitude 1e-3\n")
            below = os.path.join(folder, "below")
            os.mkdir(below)
            for ranks in (1, 3) if RELEASE else (1,):
                self.run_in(below, ranks, analysis="modes", modes=1, output="third.h5", options_file=os.path.join("..", "case.opts"))
                with h5py.File(os.path.join(below, "third.h5")) as f:
                    np.testing.assert_allclose(f["mesh/nodes"][:], moved - imperfection + 1e-3 * shape / np.linalg.norm(shape, axis=1).max(), atol=1e-14)

    def test_formula(self):
        """Formulas of the place move the nodes, on any ranks, and add to a shape: the base of a column of 2 m that leans by 1/200 bears P 2/200."""
        with tempfile.TemporaryDirectory() as folder:
            self.run_in(folder, analysis="buckling", buckling=1, output="shapes.h5")
            with h5py.File(os.path.join(folder, "shapes.h5")) as f:
                plain, shape = f["mesh/nodes"][:], f["buckling/shape"][0, :, :3]
            bow = {"imperfection_formula": f"0, x/200, 0.01*sin(pi*x/{LENGTH})"}
            want = plain + np.column_stack([0 * plain[:, 0], plain[:, 0] / 200, 0.01 * np.sin(np.pi * plain[:, 0] / LENGTH)])
            np.testing.assert_allclose(self.nodes(folder, **bow), want, atol=1e-15)
            want += 1e-3 * shape / np.linalg.norm(shape, axis=1).max()
            np.testing.assert_allclose(self.nodes(folder, imperfection="shapes.h5:/buckling/shape/1", imperfection_amplitude=1e-3, **bow), want, atol=1e-15)
            for ranks in (1, 2, 3):
                keys = {**BEAM, "mesh": "frame", "points": "a,b", "point_a": "0,0,0", "point_b": "0,0,2", "members": "c", "member_c": "a,b", "member_c_n": 4, "directions": "xz", "supports": "a", "loads": "b",
                        "load_b_force": "0,0,-3", "imperfection_formula": "z/200,0,0", "linearize": True, "output": "lean.h5", "overwrite": True, "analysis": "static"}
                done = fsolve(options(**keys), ranks, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(os.path.join(folder, "lean.h5")) as f:
                    np.testing.assert_allclose(f["history/a/reaction"][-1], [0, 0, 3, 0, -3 * 2 / 200, 0], atol=1e-9)

    def test_southwell(self):
        """A pinned column with its own shape as imperfection: the deflection grows by 1 / (1 - P/Pc) where it is small. Moved cells
        are straight: the corrected ones differ from a curved column by (pi/16)^2/8."""
        for correction, within in (("none", 1e-4), ("full", 5e-3)):
            self.southwell(within, part_beam_correction=correction)

    def southwell(self, within, **more):
        with tempfile.TemporaryDirectory() as folder:
            self.run_in(folder, analysis="buckling", buckling=1, output="shapes.h5", **more)
            with h5py.File(os.path.join(folder, "shapes.h5")) as f:
                critical = f["buckling/factor"][0]
            amplitude, share = 1e-5, 0.6
            self.run_in(folder, analysis="static", dt=share * critical / 4, t_end=share * critical, output="path.h5", imperfection="shapes.h5:/buckling/shape/1", imperfection_amplitude=amplitude, probes="mid",
                        probe_mid_point=f"{LENGTH / 2},0,0", **more)
            with h5py.File(os.path.join(folder, "path.h5")) as f:
                P, w = f["history/load_factor"][:], abs(f["history/mid/displacement"][:, 2])
            np.testing.assert_allclose(w, amplitude * (P / critical) / (1 - P / critical), rtol=within, atol=1e-12)

    def test_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_in(folder, analysis="buckling", buckling=1, output="shapes.h5")
            for keys, message in (({"imperfection": "shapes.h5"}, "write file.h5:/buckling/shape/1"), ({"imperfection": "none.h5:/buckling/shape/1"}, "none.h5"),
                                  ({"imperfection": "shapes.h5:/buckling/shape/2"}, "there are 1 shapes, counted from 1"), ({"imperfection": "shapes.h5:/modes/shape/1"}, "no such field of 17 nodes"),
                                  ({"imperfection": "shapes.h5:/buckling/shape/1", "mesh_n": 17}, "has another mesh"), ({"imperfection": "shapes.h5:/buckling/shape/1", "mesh_upper": 3}, "nodes of the file differ"),
                                  ({"imperfection": "shapes.h5:/buckling/shape/1", "imperfection_amplitude": "1,2"}, "-imperfection_amplitude has 2 numbers for 1"),
                                  ({"imperfection": "shapes.h5:/buckling/shape/1", "output": "shapes.h5"}, "is a file that this run reads"), ({"imperfection_amplitude": 1}, "-imperfection_amplitude has 1 numbers for 0"),
                                  ({"imperfection_formula": "x,y"}, "-imperfection_formula: give three formulas of x, y and z"), ({"imperfection_formula": "u,0,0"}, "-imperfection_formula"),
                                  ({"imperfection_formula": "1/(x-x),0,0"}, "no finite value")):
                for ranks in (1, 2) if message in ("none.h5", "has another mesh") else (1,):  # read on rank 0, and by all
                    found = self.run_in(folder, ranks, 2, **{"analysis": "modes", "output": "moved.h5", **keys})
                    self.assertIn(message, found)


class Words(unittest.TestCase):
    def test_on_the_screen(self):
        keys = {**BEAM, "quiet": "false", "load_end_force": "-1,0,0", "supports": "start"}
        text = buckling(**line(LENGTH, 10), buckling=2, **keys)["text"]
        self.assertRegex(text, r"   1  factor 6\.16\d+\n   2  factor 24\.61\d+\ncomplete from -[0-9.]+ to [0-9.]+: 2 factors")
        follower = buckling(**line(LENGTH, 10), load_end_follower=True, **{**keys, "supports": "start,end", "support_end_fix": "y"})["text"]
        self.assertIn("the loads are not conservative", follower)

    def test_refused(self):
        keys = {**line(LENGTH, 4), **BEAM, "load_end_force": "-1,0,0"}
        for more, message in (({"supports": "start", "loads": None}, "buckling: no load grows with t"), ({"supports": "start", "linearize": True}, "the model is linear"),
                              ({}, "the stiffness matrix is singular: something can move freely"), ({"supports": "start", "buckling": 0}, "-buckling"),
                              ({"supports": "start", "load_end_time": "1"}, "no load grows with t")):
            with tempfile.TemporaryDirectory() as folder:
                words = options(**{k: v for k, v in {**keys, "analysis": "buckling", "output": "out.h5", **more}.items() if v is not None and not (more.get("loads", 1) is None and k.startswith("load"))})
                done = fsolve(words, cwd=folder)
                self.assertEqual(done.returncode, 2, f"{done.stderr} {more}")
                self.assertIn(message, done.stderr)
                self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main()
