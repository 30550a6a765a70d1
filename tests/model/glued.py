# SPDX-License-Identifier: BSD-2-Clause
"""Glued ties: parts whose meshes do not match."""
import os
import unittest

import h5py
import numpy as np

import fsolve as fsolve_package
import gmsh_file  # tools/
from models import on_mesh
from run import RANKS, FolderTest, Output, fsolve, options, run
from studies import study

E, NU, H = 7e10, 0.3, 0.01
SHELL = {"element": "shell", "thickness": H, "young": E, "poisson": NU, "density": 2700}


def part(name, values, **more):
    return {f"part_{name}_{k}": v for k, v in {**values, **more}.items()}


def glued(name, nodes, to, **keys):
    return {"ties": name, f"tie_{name}_type": "glued", f"tie_{name}_set": nodes, f"tie_{name}_to": to, **{f"tie_{name}_{k}": v for k, v in keys.items()}}


def patches(left=(0, 0.2, 0.65, 1), right=(0, 0.13, 0.3, 0.55, 0.71, 1), turn=np.eye(3), inside=0.0):
    """Two plates, from x = 0 to 1 and from 1 to 2; their edges 'seam' and 'rim' meet at x = 1. The finer one, on the right, has the seam. inside moves nodes inside of the plates."""
    nodes, sets = [], {}
    for name, edge, (xs, ys) in (("a", "rim", ((0, 0.45, 1), left)), ("b", "seam", ((1, 1.3, 1.7, 2), right))):
        first, n = len(nodes), len(ys)
        nodes += [(x + inside * (k not in (0, len(xs) - 1)) * np.sin(7 * y), y, 0) for k, x in enumerate(xs) for y in ys]
        at = lambda i, j, first=first, n=n: first + n * i + j  # noqa: E731
        sets[name] = (gmsh_file.QUADRILATERAL, [(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)) for i in range(len(xs) - 1) for j in range(n - 1)])
        side = len(xs) - 1 if name == "a" else 0
        sets[edge] = (gmsh_file.LINE, [(at(side, j), at(side, j + 1)) for j in range(n - 1)])
        far = 0 if name == "a" else len(xs) - 1
        sets["start" if name == "a" else "tip"] = (gmsh_file.LINE, [(at(far, j), at(far, j + 1)) for j in range(n - 1)])
    sets["origin"] = (gmsh_file.POINT, [(0,)])
    sets["corners"] = (gmsh_file.POINT, [(len(nodes) - len(right),), (len(nodes) - 1,)])
    return [tuple(turn @ x) for x in nodes], sets


PLATES = {"parts": "a,b", **part("a", SHELL), **part("b", SHELL), **glued("joint", "seam", "rim")}
STATIC = {"analysis": "static", "linearize": True}


class Patch(unittest.TestCase):
    def test_membrane(self):
        """A plate of two meshes under uniform tension has the exact linear displacements, whichever side is the finer one; so has a membrane."""
        p = 1e6
        supports = {"supports": "start,origin", "support_start_fix": "x", "support_origin_fix": "xyz", "support_start_fix_rotation": "none", "support_origin_fix_rotation": "xyz",
                    "loads": "tip", "load_tip_traction": f"{p},0,0"}
        for to_finer in (False, True):
            for ranks in RANKS:
                with self.subTest(to_finer=to_finer, ranks=ranks):
                    nodes, sets = patches(inside=0.02)
                    tie = glued("joint", "rim", "seam") if to_finer else {}
                    out = on_mesh(nodes, sets, ranks=ranks, **{**PLATES, **supports, **STATIC, **tie})
                    x, u = np.array(nodes), out.by_id("displacement")
                    np.testing.assert_allclose(u, p / (E * H) * x * [1, -NU, 0], atol=1e-11 * p / (E * H))

    def test_bending(self):
        """Constant curvatures of a plate of two meshes are exact: moments on two sides bend it to a saddle."""
        m = 100.0
        curvature = m * 12 / (E * H**3)
        supports = {"supports": "start,origin", "support_start_fix": "x", "support_start_fix_rotation": "y", "support_origin_fix": "xyz", "support_origin_fix_rotation": "x"}
        right = (0, 0.2, 0.4, 0.6, 0.8, 1)
        load = {"loads": "tip,corners", "load_tip_moment": f"0,{m * 0.2},0", "load_corners_moment": f"0,{-m * 0.1},0"}
        for tie in ({}, glued("joint", "rim", "seam")):
            nodes, sets = patches(right=right)
            out = on_mesh(nodes, sets, **{**PLATES, **supports, **STATIC, **load, **tie})
            x, w = np.array(nodes), out.by_id("displacement")[:, 2]
            exact = -curvature / 2 * (x[:, 0]**2 - NU * x[:, 1]**2)
            np.testing.assert_allclose(w, exact, atol=1e-9 * abs(exact).max())


CLAMPED = {"supports": "start"}


class LargeMotion(FolderTest):
    def test_turned(self):
        """A plate of two meshes that a force bends by about a right angle: turned, it has turned displacements; a plate of one mesh has nearly the same."""
        keys = {**PLATES, "part_a_thickness": 0.003, "part_b_thickness": 0.003, **CLAMPED, "analysis": "static", "dt": 0.25, "t_end": 1, "loads": "tip"}
        c, s = np.cos(0.7), np.sin(0.7)
        turns = [np.eye(3), np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0], [0.48, 0.64, 0.6]])]
        found = []
        for turn in turns:
            nodes, sets = patches(turn=turn)
            load = {"load_tip_traction": "{:.17g},{:.17g},{:.17g}".format(*turn @ [0, 20.0, 120.0])}
            found.append(on_mesh(nodes, sets, **{**keys, **load}).by_id("displacement") @ turn)
            self.assertGreater(np.linalg.norm(found[-1], axis=1).max(), 1)
        np.testing.assert_allclose(found[1], found[0], atol=1e-8)
        for ranks in RANKS[1:]:
            nodes, sets = patches(turn=turns[1])
            np.testing.assert_allclose(on_mesh(nodes, sets, ranks=ranks, **{**keys, **load}).by_id("displacement") @ turns[1], found[0], atol=1e-8)
        nodes, sets = patches((0, 0.2, 0.4, 0.6, 0.8, 1), (0, 0.2, 0.4, 0.6, 0.8, 1), turns[1])
        whole = on_mesh(nodes, sets, **{**keys, **load}).by_id("displacement") @ turns[1]
        self.assertLess(abs(whole[-1] - found[0][-1]).max(), 0.01)  # a corner

    def test_free_flight(self):
        """Two plates in one are thrown: after the throw momentum and angular momentum stay, and so does the energy. A restart on other ranks continues the run."""
        keys = {**PLATES, "part_a_thickness": 0.003, "part_b_thickness": 0.003, "loads": "corners", "load_corners_force": "20,5,40", "load_corners_time": "t<0.01 ? 1 : 0", "integrator": "esdirk43_6l",
                "dt": 1e-3}
        nodes, sets = patches()
        path, kept = self.path("mesh.msh"), self.path("kept")
        gmsh_file.write(path, nodes, sets)
        out = run(mesh=path, t_end=0.03, **keys)
        later = out.time > 0.0105
        for name in ("momentum", "angular_momentum"):
            values = out.history[name][later]
            np.testing.assert_allclose(values, values[[0]] + 0 * values, rtol=0, atol=1e-6 * abs(values).max())  # of the scheme, dt^4
        total = out.energy["total"][later]
        self.assertLess(np.ptp(total), 1e-4 * total[0])
        self.assertEqual(fsolve(options(mesh=path, t_end=0.015, checkpoint=kept, output=self.path("half.h5"), **keys)).returncode, 0)
        done = fsolve(options(mesh=path, t_end=0.03, restart=kept, output=self.path("rest.h5"), **keys), 3)
        self.assertEqual(done.returncode, 0, done.stderr)
        np.testing.assert_allclose(Output(self.path("rest.h5")).by_id("displacement"), out.by_id("displacement"), atol=1e-9)


class Ribs(FolderTest):
    def frequencies(self, cells, tie=True, ranks=1, **keys):
        """The frequencies of a simply supported plate of 24 x 16 shells with an eccentric rib of beams below its middle."""
        path = self.path("out.h5")
        sides = ("left", "right", "bottom", "top")
        values = {
            "output": path, "overwrite": True, "analysis": "modes", "modes": 4, "mesh": "rectangle,frame", "mesh_join": 0 if tie else 1e-6, "mesh_n": "24,16", "mesh_upper": "1.2,0.8", "points": "s,e",
            "point_s": "0,0.4,0", "point_e": "1.2,0.4,0", "members": "rib", "member_rib": "s,e", "member_rib_n": cells, "parts": "plate,rib", **part("plate", SHELL, set="all", thickness=0.008),
            **part("rib", {"element": "beam", "section": "rectangle", "width": 0.008, "height": 0.06, "offset": "0,-0.034", "young": E, "poisson": NU, "density": 2700}),
            "supports": ",".join(sides), **{f"support_{side}_fix": "yz" if side in sides[:2] else "xz" for side in sides},
            **{f"support_{side}_fix_rotation": "x" if side in sides[:2] else "y" for side in sides}, **(glued("weld", "rib", "all") if tie else {}), **keys}
        done = fsolve(options(**{key: value for key, value in values.items() if value is not None}), ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        if cells > 15:
            self.assertNotIn("warning", done.stderr)
        else:
            self.assertRegex(done.stderr, rf"tie 'weld': the lines of its nodes are {24 / cells:.3g} times as long as the cells of 'all' along them.*-member_<name>_n")
        with h5py.File(path) as f:
            return f["modes/frequency"][:4]

    def test_frequencies(self):
        """A rib whose cells do not match those of the plate gives the frequencies of the rib with common nodes, on any number of ranks."""
        matching = self.frequencies(24, tie=False)
        np.testing.assert_allclose(self.frequencies(24), matching, rtol=1e-3)  # the rotation of the rib about the normal is free
        for cells in (20, 23, 37):
            np.testing.assert_allclose(self.frequencies(cells), matching, rtol=5e-3)
        for ranks in RANKS:  # coarser ribs: a warning
            np.testing.assert_allclose(self.frequencies(12, ranks=ranks), matching, rtol=2e-2)
        for ranks in RANKS[1:]:
            np.testing.assert_allclose(self.frequencies(20, ranks=ranks), self.frequencies(20), rtol=1e-9)
            np.testing.assert_allclose(self.frequencies(24, tie=False, ranks=ranks), matching, rtol=1e-9)

    def test_as_shells(self):
        """A rib of beams does not stiffen torsion of the plate: all frequencies are those of a rib of shells, the first ones of bending, the others of torsion."""
        n, m, depth = 24, 16, 0.064
        nodes = [(1.2 * i / n, 0.8 * j / m, 0) for i in range(n + 1) for j in range(m + 1)] + [(1.2 * i / n, 0.4, -depth / 2 * k) for i in range(n + 1) for k in (1, 2)]
        plate = lambda i, j: i * (m + 1) + j  # noqa: E731
        rib = lambda i, k: plate(i, m // 2) if k == 0 else (n + 1) * (m + 1) + 2 * i + k - 1  # noqa: E731
        quads = lambda at, rows: [(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)) for i in range(n) for j in range(rows)]  # noqa: E731
        lines = lambda at: list(zip(at[:-1], at[1:]))  # noqa: E731
        along, across = range(n + 1), range(m + 1)
        sets = {"plate": (gmsh_file.QUADRILATERAL, quads(plate, m)), "rib": (gmsh_file.QUADRILATERAL, quads(rib, 2)), "left": (gmsh_file.LINE, lines([plate(0, j) for j in across])),
                "right": (gmsh_file.LINE, lines([plate(n, j) for j in across])), "bottom": (gmsh_file.LINE, lines([plate(i, 0) for i in along])),
                "top": (gmsh_file.LINE, lines([plate(i, m) for i in along]))}
        path = self.path("rib.msh")
        gmsh_file.write(path, nodes, sets)
        shells = self.frequencies(n, tie=False, mesh=path, points=None, point_s=None, point_e=None, members=None, member_rib=None, member_rib_n=None, mesh_n=None, mesh_upper=None, mesh_join=None,
                                  **part("plate", {}, set="plate"), **{f"part_rib_{k}": None for k in ("section", "width", "height", "offset")}, **part("rib", SHELL, thickness=0.008))
        for tie in (False, True):
            np.testing.assert_allclose(self.frequencies(n, tie, part_rib_height=depth, part_rib_offset=f"0,{-depth / 2}"), shells, rtol=3e-3)


STRIP = {"analysis": "static", "mesh": "rectangle,frame", "mesh_upper": "2,0.2", "points": "start,end", "members": "rib", "member_rib": "start,end", "member_rib_n": 30, "parts": "plate,rib",
         **part("plate", SHELL, set="all"), "supports": "left,right", "support_left_fix": "xyz", "support_left_fix_rotation": "none", "support_right_fix": "yz", "support_right_fix_rotation": "none",
         "loads": "plate", "load_plate_set": "all", "load_plate_traction": "0,0,-1000", "load_plate_traction_per": "area", "probes": "m", "probe_m_point": "1,0.1,0"}


def strip_with_rib(turn):
    """A strip of 8 x 3 cells, 1 m long, with the 10 lines of a rib 0.03 m below the middle row, turned."""
    nodes = [(i / 8, j / 15, 0) for i in range(9) for j in range(4)] + [(i / 10, 0.1, -0.03) for i in range(11)]
    sets = {"plate": (gmsh_file.QUADRILATERAL, [(4 * i + j, 4 * i + j + 4, 4 * i + j + 5, 4 * i + j + 1) for i in range(8) for j in range(3)]),
            "rib": (gmsh_file.LINE, [(36 + i, 37 + i) for i in range(10)]), "start": (gmsh_file.LINE, [(j, j + 1) for j in range(3)]), "tip": (gmsh_file.LINE, [(32 + j, 33 + j) for j in range(3)])}
    return [tuple(turn @ x) for x in nodes], sets


class BetweenRows(unittest.TestCase):
    """A rib between two rows of nodes of a plate does not slip along the plate when these rows drill in opposite directions."""

    def deflection(self, rows, ranks=1, **keys):
        return run(ranks=ranks, **{**STRIP, "mesh_n": f"24,{rows}", **keys}).probe["m"]["displacement"][-1, 2]

    def test_beams(self):
        """A rib of beams in the middle of a row of cells is as stiff as one on a row of nodes, on any number of ranks."""
        rib = {"point_start": "0,0.1,0", "point_end": "2,0.1,0",
               **part("rib", {"element": "beam", "section": "rectangle", "width": 0.01, "height": 0.1, "offset": "0,-0.055", "young": E, "poisson": NU, "density": 2700})}
        matching = self.deflection(4, **{**rib, "mesh_join": 1e-6, "member_rib_n": 24})
        rib |= glued("weld", "rib", "all")
        for rows in (3, 4, 5, 6, 7):
            self.assertAlmostEqual(self.deflection(rows, **rib) / matching, 1, delta=0.01)
        for ranks in RANKS[1:]:
            self.assertAlmostEqual(self.deflection(5, ranks, **rib) / self.deflection(5, **rib), 1, delta=1e-9)

    def test_trusses(self):
        """So is a rib of trusses, which do not rotate, with a distance to the plate. On a row of nodes its forces act on a narrower line of the plate, so that it is a little softer."""
        rib = {"point_start": "0,0.1,-0.055", "point_end": "2,0.1,-0.055", **glued("weld", "rib", "all", distance=0.06), **part("rib", {"element": "truss", "area": 1e-3, "young": E, "density": 2700})}
        ratio = self.deflection(5, **rib) / self.deflection(4, **rib)
        self.assertLess(ratio, 1)
        self.assertGreater(ratio, 0.8)

    def test_turned(self):
        """A strip with a rib that a force bends by more than its length / 2: turned, it has turned displacements, on any number of ranks."""
        rib = part("rib", {"element": "beam", "section": "rectangle", "width": 0.01, "height": 0.01, "young": 7e8, "poisson": NU, "density": 2700})
        keys = {"parts": "plate,rib", **part("plate", SHELL, thickness=0.003), **rib, **glued("weld", "rib", "plate", distance=0.04), **CLAMPED, "analysis": "static", "dt": 0.125, "t_end": 1,
                "loads": "tip"}
        c, s = np.cos(0.7), np.sin(0.7)
        turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0], [0.48, 0.64, 0.6]])
        found = []
        for way, ranks in ((np.eye(3), 1), *((turn, ranks) for ranks in RANKS)):
            nodes, sets = strip_with_rib(way)
            found.append(on_mesh(nodes, sets, ranks=ranks, load_tip_traction="{:.17g},{:.17g},{:.17g}".format(*way @ [0, 200.0, 2000.0]), **keys).by_id("displacement") @ way)
        self.assertGreater(np.linalg.norm(found[0], axis=1).max(), 0.5)
        for other in found[1:]:
            np.testing.assert_allclose(other, found[0], atol=1e-8)


PORTAL = {"mesh": "frame", "points": "a,b,c,d,m", "point_a": "0,0,0", "point_b": "0,0,4", "point_c": "6,0,4", "point_d": "6,0,0", "point_m": "2.5,0,4", "members": "left,beam,right,brace",
          "member_left": "a,b", "member_right": "c,d", "member_brace": "a,m", "directions": "xz", "parts": "p",
          **part("p", {"set": "all", "element": "beam", "profile": "IPE300", "young": 2.1e11, "poisson": 0.3, "density": 7850}), "supports": "a,d", "loads": "P", "load_P_set": "b", "probes": "b"}
TIE, POINT = {"member_beam": "b,c", **glued("weld", "m", "beam")}, {"member_beam": "b,m,c"}


class Braces(unittest.TestCase):
    ANALYSES = ({**STATIC, "load_P_force": "1e4,0,0"}, {"analysis": "static", "load_P_force": "1e6,0,0"}, {"dt": 0.01, "t_end": 0.05, "load_P_force": "1e5,0,0"})

    def test_brace_on_beam(self):
        """A brace that is glued to the inside of a beam: as with a point of the beam there, in statics, large displacements and motions."""
        for analysis in self.ANALYSES:
            for ranks in RANKS:
                with self.subTest(analysis, ranks=ranks):
                    found, exact = (run(ranks=r, **{**PORTAL, **analysis, **how}).probe["b"]["displacement"][-1] for r, how in ((ranks, TIE), (1, POINT)))
                    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-9 * abs(exact).max())

    def test_hinged_brace(self):
        """The point of a brace that has a release there, and that only the tie holds."""
        for release, analyses in (("end:ry", self.ANALYSES), ("end:rx,ry,rz", self.ANALYSES[:1])):
            for analysis in analyses:
                for ranks in RANKS:
                    with self.subTest(release, analysis=analysis, ranks=ranks):
                        hinge = {**PORTAL, **analysis, "member_brace_release": release}
                        found, exact = (run(ranks=r, **{**hinge, **how}).probe["b"]["displacement"][-1] for r, how in ((ranks, TIE), (1, POINT)))
                        np.testing.assert_allclose(found, exact, rtol=0, atol=1e-8 * abs(exact).max())

    BESIDE = {"mesh": "frame", "points": "a,b,c,d,f", "point_a": "0,0,0", "point_b": "2,0,0", "point_c": "0.7,0,0.1", "point_d": "0.7,1,1", "point_f": "0.7,0,0", "members": "beam,post", "member_post": "c,d",
              "parts": "p", **part("p", {"set": "beam,post", "element": "beam", "profile": "IPE300", "young": 2.1e11, "poisson": 0.3, "density": 7850}), "supports": "a,b", "loads": "d",
              "load_d_force": "100,200,-300", "probes": "d"}

    def test_beside(self):
        """A node beside the inside of a member, within -tie_<name>_distance: as by a rigid link to a point of the member."""
        apart = {**self.BESIDE, "points": "a,b,c,d", "point_f": None, "member_beam": "a,b", **glued("weld", "c", "beam", distance=0.2)}
        link = {**self.BESIDE, "member_beam": "a,f,b", "links": "arm", "link_arm": "f,c", "joints": "arm", "joint_arm_type": "rigid_link"}
        apart = {k: v for k, v in apart.items() if v is not None}
        for analysis in (STATIC, {"analysis": "static", "load_d_force": "1e5,2e5,-3e5"}):
            for ranks in RANKS:
                with self.subTest(analysis, ranks=ranks):
                    found, exact = (run(ranks=r, **{**words, **analysis}).probe["d"]["displacement"][-1] for r, words in ((ranks, apart), (1, link)))
                    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-8 * abs(exact).max())
        done = fsolve(options(**{**apart, "point_c": "0.0005,0,0.1", "output": "none.h5", **STATIC}))  # beside the end of the member
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"tie 'weld': the node at \(0.0005, 0, 0.1\) is beside or inside of a line of 'beam' that has no node there")

    def test_hinge_without_tie(self):
        done = fsolve(options(**{**PORTAL, **STATIC, "member_beam": "b,c", "member_brace_release": "end:ry", "load_P_force": "1,0,0", "output": "none.h5"}))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"joint 'brace.end' at \(2.5, 0, 4\) \(release\) ends at a point that no other member, joint, tie or support holds: make it a point of the member on which it lies")


class Studies(unittest.TestCase):
    """Modes, buckling, paths and responses of a brace that is glued to the inside of a beam, as with a point of the beam there; those of two plates that do not match, on any number of ranks."""

    def both(self, group, names, rtol=1e-8, **keys):
        words = {k: v for k, v in {**PORTAL, "probes": None, **keys}.items() if v is not None}
        exact = study(group, **{**words, **POINT})
        for ranks in RANKS:
            found = study(group, ranks=ranks, **{**words, **TIE})
            for name in names:
                with self.subTest(name, ranks=ranks):
                    np.testing.assert_allclose(found[name], exact[name], rtol=rtol, atol=rtol * np.abs(exact[name]).max())

    def test_modes(self):
        self.both("modes", ("frequency",), analysis="modes", modes=5, loads=None, load_P_set=None)

    def test_buckling(self):
        self.both("buckling", ("factor",), 1e-6, analysis="buckling", buckling=2, load_P_set="b,c", load_P_force="0,0,-1e5", members_n=8, member_beam_n=1)

    def test_path(self):
        self.both("history", ("load_factor", "b/displacement"), 1e-6, analysis="path", load_P_force="3e5,0,-3e6", dt=0.05, path_steps=6, probes="b")

    def test_response(self):
        self.both("history", ("b/real/displacement", "b/imaginary/displacement"), 1e-7, analysis="response", load_P_force="1e4,0,0", load_P_harmonic=1, response_frequencies="1,3,7", damping_mass=0.5, probes="b")

    def test_plates(self):
        nodes, sets = patches()
        words = {**PLATES, **CLAMPED, "own": (nodes, sets)}
        for group, names, keys in (("modes", ("frequency",), {"analysis": "modes", "modes": 5}),
                                   ("buckling", ("factor",), {"analysis": "buckling", "buckling": 2, "loads": "tip", "load_tip_traction": "-1e3,0,0"}),
                                   ("history", ("load_factor", "p/displacement"), {"analysis": "path", "dt": 0.1, "path_steps": 4, "loads": "tip", "load_tip_traction": "0,0,2e3", "probes": "p", "probe_p_point": "2,0,0"}),
                                   ("history", ("p/real/displacement",), {"analysis": "response", "response_frequencies": "3,20", "damping_mass": 1, "loads": "tip", "load_tip_traction": "0,0,1", "load_tip_harmonic": 1,
                                                                         "probes": "p", "probe_p_point": "2,0,0"})):
            exact, *others = (study(group, ranks=ranks, **words, **keys) for ranks in RANKS)
            for found in others:
                for name in names:
                    with self.subTest(keys["analysis"], name=name):
                        np.testing.assert_allclose(found[name], exact[name], rtol=1e-6, atol=1e-6 * np.abs(exact[name]).max())


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Handle(unittest.TestCase):
    def test_steps(self):
        """The program takes the steps of a motion and of a static analysis: as the file says."""
        for analysis, end in (({"dt": 0.01, "t_end": 0.05, "load_P_force": "1e5,0,0"}, 0.05), ({"analysis": "static", "load_P_force": "1e6,0,0", "dt": 0.25}, 1)):
            exact = run(**{**PORTAL, **POINT, **analysis}).probe["b"]["displacement"]
            with fsolve_package.Case(**{**PORTAL, **TIE, **analysis}) as case:
                case.setup()
                list(case.steps(end / 4 if end == 1 else 0.01, end))
                np.testing.assert_allclose(case["b/displacement"], exact, rtol=0, atol=1e-9 * abs(exact).max())


class Messages(unittest.TestCase):
    def test_wrong_ties(self):
        """A tie that cannot be made ends the run with a message that names the node, the distance and the remedy."""
        cases = (
            ({"tie_joint_to": None}, r"tie 'joint' has nothing to which it glues its nodes: give -tie_joint_to"),
            ({"tie_joint_to": "origin"}, r"-tie_joint_to: set 'origin' has no lines and no surfaces"),
            ({"tie_joint_set": "tip"}, r"6 of its nodes are not on 'rim': the first, at \(2, 0, 0\), is 1 away; .*-tie_joint_distance"),
            ({"tie_joint_set": "rim"}, r"tie 'joint' ties nothing"),
            ({"tie_joint_set": "tip", "tie_joint_distance": 2, "part_a_element": "membrane", "part_b_element": "membrane", "part_a_tension": 1, "part_b_tension": 1}, r"a part that does not rotate"),
        )
        nodes, sets = patches()
        for keys, message in cases:
            with self.subTest(message):
                given = {k: v for k, v in {**PLATES, **CLAMPED, **STATIC, **keys}.items() if v is not None}
                done = on_mesh(nodes, sets, runner=lambda **k: fsolve(options(**k)), output="none.h5", **given)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, message)


if __name__ == "__main__":
    unittest.main()
