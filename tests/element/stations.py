# SPDX-License-Identifier: BSD-2-Clause
"""Sections along members: tables of stations, the arc length in formulas, twist; MacNeal and Harder's twisted beam; wrong tables."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import BEAM, STATIC, on_mesh, orders, tip
from run import RELEASE, FolderTest, fsolve, options, release, run
from studies import modes

LENGTH = 10.0
MAST = {"mesh": "line", "mesh_upper": LENGTH, **BEAM, "part_beam_set": "all", "supports": "start", "probes": "end"}
TUBE = {"part_beam_section": "tube", "part_beam_young": 2e11, "part_beam_poisson": 0.25, "part_beam_density": 7800}
PUSH = {**STATIC, "loads": "end", "load_end_force": "1e3,2e3,3e3"}
S = np.linspace(0, LENGTH, 6)


class Stations(FolderTest):
    def table(self, columns, name="table.csv"):
        """The path of a text with a first line of names."""
        path = os.path.join(self.folder, name)
        rows = zip(*columns.values())
        with open(path, "w") as f:
            f.write("# a comment\n" + ",".join(columns) + "\n" + "".join(",".join(f"{v:.17g}" for v in row) + "\n" for row in rows))
        return path

    def same(self, one, other, **keys):
        one, other = (tip(run(**{**MAST, "mesh_n": 4, **PUSH, **keys, **k})) for k in (one, other))
        self.assertGreater(np.abs(one).max(), 1e-4)
        np.testing.assert_allclose(one, other, rtol=1e-10)

    def test_table_is_formula(self):
        """Linear columns are the formula of x, of s and of the fraction, in a text and in HDF5; columns and formulas mix."""
        radius, thick = 0.3 - 0.02 * S, 0.02 - 0.001 * S
        path = self.table({"s": S, "radius": radius, "thickness": thick})
        formula = {**TUBE, "part_beam_radius": "0.3-0.02*x", "part_beam_thickness": "0.02-0.001*x"}
        self.same({**TUBE, "part_beam_stations": path}, formula)
        self.same({**TUBE, "part_beam_radius": "0.3-0.02*s", "part_beam_thickness": "0.02-0.01*fraction"}, formula)
        self.same({**TUBE, "part_beam_stations": self.table({"fraction": S / LENGTH, "radius": radius}, "b.csv"), "part_beam_thickness": "0.02-0.001*s"}, formula)
        for group in ("", ":/deep/blade"):
            with h5py.File(os.path.join(self.folder, "blade.h5"), "a") as f:
                at = f.require_group(group[1:] or "/")
                at["s"], at["radius"], at["thickness"] = S, radius, thick
            self.same({**TUBE, "part_beam_stations": os.path.join(self.folder, "blade.h5") + group}, formula)

    def test_cubic(self):
        """The cubic interpolant takes a curve more exactly than lines do, and stays between its rows."""
        formula = {**TUBE, "part_beam_radius": "0.05+0.25*exp(-x/4)", "part_beam_thickness": 0.01}
        exact = tip(run(**{**MAST, "mesh_n": 4, **PUSH, **formula}))
        errors = {}
        for kind in ("linear", "cubic"):
            for n in (10, 20, 40):
                s = np.linspace(0, LENGTH, n + 1)
                path = self.table({"s": s, "radius": 0.05 + 0.25 * np.exp(-s / 4)})
                found = tip(run(**{**MAST, "mesh_n": 4, **PUSH, **TUBE, "part_beam_thickness": 0.01, "part_beam_stations": path, "part_beam_stations_interpolation": kind}))
                errors[kind, n] = np.linalg.norm(found - exact)
        self.assertLess(errors["cubic", 10], 0.3 * errors["linear", 10], errors)
        self.assertGreater(orders([errors["linear", n] for n in (10, 20, 40)]).min(), 1.7, errors)  # corners lie inside of elements
        self.assertGreater(orders([errors["cubic", n] for n in (10, 20, 40)]).min(), 2.4, errors)
        path = self.table({"s": [0, 4, 4.5, 10], "radius": [0.3, 0.3, 0.001, 0.001]})  # a spline would overshoot below 0
        run(**{**MAST, "mesh_n": 4, **PUSH, **TUBE, "linearize": True, "part_beam_thickness": 0.0005, "part_beam_stations": path, "part_beam_stations_interpolation": "cubic"})

    def test_jump(self):
        """A stepped mast is two parts, each with its own section; the jump is at a node."""
        path = self.table({"s": [0, 4, 4, 10], "eiy": [4e6, 4e6, 1e6, 1e6], "eiz": [2e6, 2e6, 1e6, 1e6]})
        rest = {"part_beam_ea": 1e9, "part_beam_gay": 1e9, "part_beam_gaz": 1e9, "part_beam_gj": 1e6}
        stepped = {f"part_{p}_{k.split('_', 2)[2]}": v for p in "ab" for k, v in rest.items()}
        for p, ei in (("a", (4e6, 2e6)), ("b", (1e6, 1e6))):
            stepped |= {f"part_{p}_element": "beam", f"part_{p}_eiy": ei[0], f"part_{p}_eiz": ei[1], f"part_{p}_set": "all"}
        stepped |= {"parts": "a,b", "part_a_box": "-1,-1,-1,4.01,1,1", "part_b_box": "3.99,-1,-1,11,1,1"}
        keys = {**MAST, "mesh_n": 5, **PUSH}
        one = tip(run(**{**keys, **rest, "part_beam_stations": path}))
        two = tip(run(**{**{k: v for k, v in keys.items() if not k.startswith("part")}, **stepped}))
        np.testing.assert_allclose(one, two, rtol=1e-9)

    def matrix(self, scale):
        """A coupled 6 x 6 mass of a scale, and a stiffness."""
        mass, c, j = 3 * scale, np.array([0.01, 0.03, -0.02]), np.diag([0.05, 0.03, 0.04]) * scale
        skew = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
        j = j - mass * skew @ skew
        m = np.block([[mass * np.eye(3), -mass * skew], [mass * skew, j]])
        k = np.diag([9.0, 4, 3, 0.02, 0.05, 0.08]) * 1e6 * scale
        k[0, 4] = k[4, 0] = 6e3 * scale
        k[1, 3] = k[3, 1] = -4e3 * scale
        return k, m

    def test_matrices(self):
        """36 stiffnesses and a 6 x 6 mass: columns of the upper triangle, all columns and formulas of 21 and 36 entries have the same modes."""
        keys = {**MAST, "mesh_n": 4, "modes": 6, "part_beam_damping": 0}
        upper = [(i, j) for i in range(6) for j in range(i, 6)]
        whole = [(i, j) for i in range(6) for j in range(6)]
        root, end = (self.matrix(s) for s in (1.0, 0.4))
        found = []
        for entries in (upper, whole):
            columns = {"s": [0, LENGTH]}
            for name, a, b in zip(("stiffness", "mass_matrix"), root, end):
                columns |= {f"{name}_{i + 1}_{j + 1}": [a[i, j], b[i, j]] for i, j in entries}
            found.append(modes(**keys, part_beam_stations=self.table(columns))["frequency"])
            formulas = [[f"{a[i, j]:.17g}*(1-0.6*fraction)" for i, j in e] for e, a in zip((whole, entries), root)]
            found.append(modes(**keys, part_beam_stiffness=",".join(formulas[0]), part_beam_mass_matrix=",".join(formulas[1]))["frequency"])
        for other in found[1:]:
            np.testing.assert_allclose(other, found[0], rtol=1e-9)
        self.assertGreater(found[0][0], 0.1)

    def test_mass_matrix_is_numbers(self):
        """A mass matrix that varies is mass_per_length, inertia and center by numbers that vary."""
        scale = "(1-0.05*s)"
        m, c, j = 3.0, np.array([0, 0.03, -0.02]), np.diag([0.07, 0.03, 0.04])
        skew = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
        matrix = np.block([[m * np.eye(3), -m * skew], [m * skew, j - m * skew @ skew]])
        stiff = {f"part_beam_{k}": f"{v}*{scale}" for k, v in {"ea": 9e6, "gay": 4e6, "gaz": 3e6, "gj": 2e4, "eiy": 5e4, "eiz": 8e4}.items()}
        keys = {**MAST, "mesh_n": 4, "modes": 6, **stiff}
        numbers = modes(**keys, part_beam_mass_per_length=f"{m}*{scale}", part_beam_center="0.03,-0.02",
                        part_beam_inertia=",".join(f"{v}*{scale}" for v in (0.07, 0.03, 0.04, 0, 0, 0)))["frequency"]
        formula = modes(**keys, part_beam_mass_matrix=",".join(f"{matrix[i, k]:.17g}*{scale}" for i in range(6) for k in range(i, 6)))["frequency"]
        np.testing.assert_allclose(formula, numbers, rtol=1e-9)

    def test_twisted_beam(self):
        """MacNeal and Harder (1985): a beam of length 12 that twists by 90 degrees. Published 0.005424 in plane, 0.001754 out of plane; beams converge to
        0.0054293 and 0.0017496 with order 4. A column of twist is the formula of s."""
        exact = {"0,0,1": 0.0054293, "0,1,0": 0.00174957}
        published = {"0,0,1": 0.005424, "0,1,0": 0.001754}
        keys = {**MAST, "mesh_upper": 12, "part_beam_section": "rectangle", "part_beam_width": 1.1, "part_beam_height": 0.32, "part_beam_young": 29e6,
                "part_beam_poisson": 0.22, "part_beam_direction": "0,1,0", **STATIC, "linearize": True, "loads": "end"}
        for force, component in (("0,0,1", 2), ("0,1,0", 1))[:2 if RELEASE else 1]:
            found = [tip(run(**keys, mesh_n=n, part_beam_twist="pi/2*s/12", load_end_force=force))[component] for n in (2, 4, 8, 16, 32)]
            self.assertLess(abs(found[-1] / exact[force] - 1), 1e-5, found)
            self.assertLess(abs(found[-1] / published[force] - 1), 3e-3, found)
            self.assertGreater(orders(np.abs(np.array(found[:-1]) - found[-1])).min(), 3.8, found)
            column = tip(run(**keys, mesh_n=8, part_beam_stations=self.table({"fraction": [0, 1], "twist": [0, np.pi / 2]}), load_end_force=force))[component]
            self.assertLess(abs(column / found[2] - 1), 1e-10)

    def test_twist_of_three_nodes(self):
        """A twist by s of beams with three nodes is that by x."""
        keys = {**MAST, **TUBE, "part_beam_section": "rectangle", "part_beam_width": 0.2, "part_beam_height": 0.1, "mesh_order": 2, "mesh_n": 3, **PUSH}
        one, other = (tip(run(**keys, part_beam_twist=f"0.1*{v}")) for v in ("s", "x"))
        np.testing.assert_allclose(one, other, rtol=1e-10)

    # ---- members ----

    def check_members(self, along, place, ranks=1, own=None, **keys):
        """A formula of the arc length gives what a formula of the place gives; the tip of the linear static case."""
        keys = {**BEAM, **TUBE, **STATIC, "linearize": True, "part_beam_thickness": 0.01, **keys}
        runner = (lambda **k: on_mesh(*own, **k)) if own else run
        one = runner(**keys, part_beam_radius=along, ranks=ranks).probe
        other = runner(**{k: v for k, v in keys.items() if k != "part_beam_start"}, part_beam_radius=place).probe
        for name in one:
            self.assertGreater(np.abs(one[name]["displacement"][-1]).max(), 1e-7)
            np.testing.assert_allclose(one[name]["displacement"][-1], other[name]["displacement"][-1], rtol=1e-9, atol=1e-15)

    FRAME = {"mesh": "frame", "points": "a,b,c", "point_a": "0,0,0", "point_b": "4,0,0", "point_c": "4,0,6", "members": "beam", "member_beam": "a,b,c", "members_n": 3,
             "supports": "a", "probes": "c", "loads": "c", "load_c_force": "1e3,2e3,3e3"}

    def test_polyline_member(self):
        """s runs on through the points of a member, on any number of ranks, in a scaled and turned mesh."""
        for ranks in (1, 3) if RELEASE else (3,):
            self.check_members("0.3-0.02*s", "0.3-0.02*(x+z)", ranks, **self.FRAME)
        self.check_members("0.3-0.2*fraction", "0.3-0.02*(x+z)", **self.FRAME)
        self.check_members("0.3-0.01*s", "0.3-0.01*(y+z)", **self.FRAME, mesh_scale=2, mesh_rotate="0,0,90")

    def test_arc_member(self):
        """s of a quarter of a circle is its radius times the angle."""
        keys = {**self.FRAME, "points": "a,c,m", "point_c": "5,0,5", "point_m": "5,0,0", "member_beam": "a,c", "member_beam_center": "5,0,0", "members_n": 4}
        keys.pop("point_b")
        path = self.table({"s": [0, 2.5 * np.pi], "radius": [0.3, 0.1]})
        chord = run(**{**BEAM, **TUBE, **STATIC, "linearize": True, "part_beam_thickness": 0.01, **keys, "part_beam_stations": path})
        formula = run(**{**BEAM, **TUBE, **STATIC, "linearize": True, "part_beam_thickness": 0.01, **keys, "part_beam_radius": "0.3-0.2*fraction"})
        np.testing.assert_allclose(tip(chord, "c"), tip(formula, "c"), rtol=1e-10)
        place = run(**{**BEAM, **TUBE, **STATIC, "linearize": True, "part_beam_thickness": 0.01, **keys, "part_beam_radius": "0.3-0.2*atan2(z,5-x)*2/pi"})
        np.testing.assert_allclose(tip(chord, "c"), tip(place, "c"), rtol=2e-4)  # the place in a cell is that on a parabola

    def test_copies_and_members(self):
        """Each member of a frame, and each copy of a pattern, starts anew."""
        keys = {"mesh": "frame", "points": "foot,top", "point_foot": "0,0,0", "point_top": "0,0,6", "members": "post", "member_post": "foot,top", "members_n": 2,
                "patterns": "row", "pattern_row": "foot,top", "pattern_row_n": 3, "pattern_row_vector": "0,0,10", "part_beam_set": "post", "supports": "foot",
                "loads": "top", "load_top_force": "1e3,2e3,3e3", "probes": "p,q", "probe_p_set": "top+1", "probe_q_set": "top+2"}
        for ranks in (1, 3) if RELEASE else (1,):
            self.check_members("0.3-0.02*s", "0.3-0.02*(z-10*rint((z-3)/10))", ranks, **keys)
        keys = {**self.FRAME, "points": "a,b,c,d", "point_d": "4,7,6", "members": "one,two", "member_one": "a,b,c", "member_two": "d,c", "part_beam_set": "one,two"}
        keys.pop("member_beam")
        self.check_members("0.3-0.02*s", "y>0 ? 0.3-0.02*(7-y) : 0.3-0.02*(x+z)", **keys)

    CHAIN = ([(0, 0, 0), (2, 0, 0), (4, 0, 0), (4, 0, 2), (4, 0, 3), (4, 0, 6)],
             {"beam": (gmsh_file.LINE, [(3, 4), (1, 2), (0, 1), (4, 5), (2, 3)]), "root": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(5,)])})
    ENDS = {"supports": "root", "probes": "end", "loads": "end", "load_end_force": "1e3,2e3,3e3"}

    def chain(self, *lines):
        return self.CHAIN[0], {**self.CHAIN[1], "beam": (gmsh_file.LINE, list(lines))}

    def test_chain(self):
        """A chain of lines of a Gmsh file, in any order; from its other end; with lines in both directions."""
        self.check_members("0.3-0.02*s", "0.3-0.02*(x+z)", 1, self.CHAIN, **self.ENDS)
        self.check_members("0.1+0.02*s", "0.3-0.02*(x+z)", 1, self.CHAIN, **self.ENDS, part_beam_start="4,0,6")
        self.check_members("0.3-0.2*fraction", "0.3-0.02*(x+z)", 2 if RELEASE else 1, self.chain((3, 4), (2, 1), (0, 1), (5, 4), (3, 2)), **self.ENDS, part_beam_start="0,0,0")

    def test_restart(self):
        """A table is read again by a restart, on another number of ranks."""
        keys = {**MAST, **TUBE, "mesh_n": 3, "part_beam_stations": self.table({"s": [0, 10], "radius": [0.3, 0.1], "thickness": [0.01, 0.02], "twist": [0, 1]}),
                "loads": "end", "load_end_force": "0,1e4,0", "dt": 0.01}
        whole = tip(run(**keys, t_end=0.1, ranks=2 if RELEASE else 1))
        run(**keys, t_end=0.05, checkpoint=os.path.join(self.folder, "kept"))
        self.assertGreater(abs(whole[1]), 1e-4)
        np.testing.assert_allclose(tip(run(**keys, t_end=0.1, restart=os.path.join(self.folder, "kept"), ranks=3)), whole, rtol=1e-9, atol=1e-13)
        self.table({"s": [0, 10], "radius": [0.3, 0.1001], "thickness": [0.01, 0.02], "twist": [0, 1]})
        done = fsolve(options(**keys, t_end=0.1, restart=os.path.join(self.folder, "kept"), output=os.path.join(self.folder, "out.h5")))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("the table of -part_beam_stations is not that of the earlier run", done.stderr)

    @release
    def test_ranks(self):
        """The same on 1, 2, 3 and 8 ranks."""
        for ranks in (1, 2, 3, 8):
            self.check_members("0.3-0.02*s", "0.3-0.02*(x+z)", ranks, self.CHAIN, **self.ENDS)
            self.check_members("0.3-0.02*s", "0.3-0.02*(x+z)", ranks, **self.FRAME)

    def test_long_chain(self):
        """The same places of 1000 lines in random order on 1 and on 3 ranks."""
        n = 1000
        order = np.random.default_rng(1).permutation(n)
        x = np.linspace(0, 1, n + 1)
        mesh = [(v, 0, 0) for v in x], {"beam": (gmsh_file.LINE, [(int(i), int(i) + 1) for i in order]), "root": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(n,)])}
        keys = {**self.ENDS, "part_beam_section": "circle", "part_beam_thickness": None, "load_end_force": "1e3,0,0"}
        found = [on_mesh(*mesh, ranks=ranks, **{k: v for k, v in {**BEAM, **TUBE, **STATIC, "linearize": True, **keys, "part_beam_radius": "0.3-0.1*s"}.items()
                                                if v is not None}).probe["end"]["displacement"][-1][0] for ranks in ((1, 3) if RELEASE else (3,))]
        exact = 1e3 / (2e11 * np.pi) * (1 / 0.2 - 1 / 0.3) / 0.1
        np.testing.assert_allclose(found, exact, rtol=1e-9)

    # ---- wrong input ----

    def test_wrong_tables(self):
        """One message each, with the file and the line."""
        good = {"s": [0, 5, 10], "radius": [0.3, 0.2, 0.1]}
        cases = (({**good, "s": [0, 7, 6]}, "table.csv:5: 6 follows 7"), ({**good, "s": [0, 5, 9]}, "table.csv:5: the table ends at s = 9"),
                 ({**good, "radius": [0.3, -0.2, 0.1]}, "table.csv:4: radius -0.2 must be positive"), ({"s": good["s"], "radios": good["radius"]}, "did you mean radius?"),
                 ({**good, "radius": [0.3, 0.005, 0.1]}, "table.csv:4: the section of this row is wrong: a tube's wall"),
                 ({**good, "center_y": [0, 0, 0]}, "no column center_z"), ({**good, "prebend": [0, 0, 0]}, "prebend"), ({"z": good["s"], "radius": good["radius"]}, "the first column"),
                 ({"fraction": [0, 5, 10], "radius": good["radius"]}, "table.csv:4: fraction 5"), ({"fraction": [0, 0.5, 0.9], "radius": good["radius"]}, "table.csv:5: the last station"),
                 ({**good, "s": [1, 5, 10]}, "table.csv:3: the first station"), ({**good, "s": [0, 0, 10]}, "table.csv:3: a jump"),
                 ({**good, "thickness": [0.01, 0.01, 0.01]}, "leave one of them out"), ({**good, "damping": [0, 0, 0]}, "damping"))
        for columns, text in cases:
            self.refused({"part_beam_stations": self.table(columns)}, text)
        self.refused({"part_beam_stations": "nowhere.csv"}, "nowhere.csv")
        for columns, text in (({**good, "radius": [0.3, 0.2]}, "radius has 2 rows"), ({"radius": good["radius"]}, "no dataset for s or fraction"),
                              ({**good, "radius": [0.3, 0, 0.1]}, "bad.h5, row 2: radius 0 must be positive"), ({**good, "s": [0, 6, 5]}, "row 3: 5 follows 6")):
            with h5py.File(os.path.join(self.folder, "bad.h5"), "w") as f:
                f.update(columns)
            self.refused({"part_beam_stations": os.path.join(self.folder, "bad.h5")}, text)
        path = self.table(good)
        self.refused({"part_beam_stations": path, "mesh_order": 2}, "two nodes")
        self.refused({"part_beam_stations": path, "part_beam_stations_interpolation": "spline"}, "cubic")
        self.refused({"part_beam_radius": 0.2, "part_beam_stations_interpolation": "cubic"}, "needs -part_beam_stations")
        self.refused({"part_beam_radius": "0.3-0.02*s", "let": "s=2"}, "rename the constant")
        self.refused({"part_beam_radius": 0.2, "part_beam_start": "0,0,0"}, "part_beam_start")
        with open(path) as f:
            text = f.read()
        with open(path, "w") as f:
            f.write(text.replace("0.10000000000000001", "thin"))
        self.refused({"part_beam_stations": path}, "table.csv:5: 'thin'")

    def refused(self, keys, text, own=None):
        keys = {**MAST, **TUBE, **STATIC, "mesh_n": 2, "part_beam_thickness": 0.01, **keys}
        if own:
            keys = {k: v for k, v in keys.items() if not k.startswith("mesh") and not k.endswith("_set")} | self.ENDS
            keys["mesh"] = os.path.join(self.folder, "mesh.msh")
            gmsh_file.write(keys["mesh"], *own)
        done = fsolve(options(**keys))
        self.assertEqual(done.returncode, 2, f"{keys} {done.stderr}")
        self.assertIn(text, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)

    def test_wrong_members(self):
        radius = {"part_beam_radius": "0.3-0.02*s"}
        self.refused(radius, "3 of its lines meet at (4, 0, 0)", self.chain((0, 1), (1, 2), (2, 3), (2, 4), (4, 5)))
        self.refused(radius, "closed ring", self.chain((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)))
        self.refused(radius, "give -part_beam_start", self.chain((0, 1), (2, 1), (2, 3), (3, 4), (4, 5)))
        self.refused({**radius, "part_beam_start": "4,0,0"}, "no chain of lines of the part ends there", self.CHAIN)
        for keys, text in (({"part_beam_start": "0,0,0"}, "members of a frame"), ({"mesh": "frame,line", "mesh_lower": 20, "mesh_upper": 21, "mesh_n": 1, "part_beam_set": "all"}, "make two parts of it")):
            done = fsolve(options(**{**self.FRAME, **BEAM, **TUBE, **STATIC, **radius, "part_beam_thickness": 0.01, **keys}))
            self.assertEqual(done.returncode, 2)
            self.assertIn(text, done.stderr)

    def test_chain_beside_frame(self):
        """A chain of another mesh has its s also if there is a frame."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "chain.msh")
            gmsh_file.write(path, *self.CHAIN)
            frame = {"mesh": f"{path},frame", "points": "p,q", "point_p": "50,0,0", "point_q": "60,0,0", "members": "bar", "member_bar": "p,q"}
            self.check_members("0.3-0.02*s", "0.3-0.02*(x+z)", 2 if RELEASE else 1, **frame, **self.ENDS, part_beam_set="beam")

    def test_frame_beside_line(self):
        """Members of a frame have their s also if there is another mesh, on any number of ranks."""
        line = {**self.FRAME, "mesh": "line,frame", "mesh_lower": "20,0,0", "mesh_upper": "21,0,0", "mesh_n": 5, "part_beam_set": "beam"}
        for ranks in (1, 3):
            self.check_members("0.3-0.02*s", "0.3-0.02*(x+z)", ranks, **line)
        self.check_members("0.3-0.2*fraction", "0.3-0.02*(x+z)/0.5", **line, mesh_scale="1,0.5")


if __name__ == "__main__":
    unittest.main()
