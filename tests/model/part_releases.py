# SPDX-License-Identifier: BSD-2-Clause
"""Releases and offsets of the lines of a part at sets of points: agreement with members of a frame, closed forms, wrong sets."""
import os
import re
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from releases import EI, GA, L, STATIC, Typed, apart, fsolve, part
from run import MORE_RANKS, FolderTest, Output, options, run
from run import fsolve as start
from studies import study

POINTS = {"a": (0, 0, 0), "b": (0, 0, 3), "c": (2, 1, 4), "d": (4, 0, 3), "e": (4, 0, 0)}
MEMBERS = {"col": "ab", "beam": "bcd", "leg": "de", "brace": "ac", "tie": "ce"}


def write(path, points, members, n=1, groups=(), shift=0):
    """A Gmsh file with a physical line for each member and a physical point for each point; groups: {name: points} or {name: members}."""
    nodes, lines, number = list(map(np.array, points.values())), {}, {p: k for k, p in enumerate(points)}
    for name, ends in members.items():
        lines[name] = []
        for p, q in zip(ends, ends[1:]):
            chain = [number[p], *range(len(nodes), len(nodes) + n - 1), number[q]]
            nodes += [points[p] + np.subtract(points[q], points[p]) * (k / n) for k in range(1, n)]
            lines[name] += list(zip(chain, chain[1:]))
    sets = {name: (gmsh_file.LINE, cells) for name, cells in lines.items()}
    sets.update({p: (gmsh_file.POINT, [(k,)]) for p, k in number.items()})
    for name, of in dict(groups).items():
        first = next(iter(of))
        sets[name] = (gmsh_file.LINE, sum((lines[m] for m in of), [])) if first in lines else (gmsh_file.POINT, [(number[p],) for p in of])
    gmsh_file.write(path, np.array(nodes, float), sets)


def frame(points, members, n=1):
    keys = {"mesh": "frame", "points": ",".join(points), "members": ",".join(members), "members_n": n}
    keys.update({f"point_{k}": ",".join(map(repr, map(float, x))) for k, x in points.items()})
    return {**keys, **{f"member_{k}": ",".join(ends) for k, ends in members.items()}}


def parts(**more):
    """The braces are a part of their own."""
    return {**part("stiff", sets="col,beam,leg"), **part("weak", sets="brace,tie", direction="0.3,1,0.2", **more), "parts": "stiff,weak"}


LOADS = {"supports": "a,e", "loads": "b,c", "load_b_force": "2e5,1e5,-1e5", "load_c_force": "1e4,4e5,-3e5"}


class Agreement(FolderTest):
    """The same model by -mesh frame, with releases of members, and by a Gmsh file, with releases of a part."""

    def pair(self, ends, offsets=(), n=2, members=None, **more):
        """Options of both models. ends: {set of points: (release, [(member, start or end)])}"""
        members, path = members or MEMBERS, os.path.join(self.folder, "frame.msh")
        of = {name: "".join(members[m][0 if e == "start" else -1] for m, e in at) for name, (_, at) in ends.items()}
        write(path, POINTS, members, n, {k: "".join(dict.fromkeys(v)) for k, v in of.items()})
        common = {**parts(), **LOADS, **more}
        typed, mine = {**common, **frame(POINTS, members, n)}, {**common, "mesh": path}
        release = {}
        for _, (text, at) in ends.items():
            for m, e in at:
                release.setdefault(m, []).append(f"{e}:{text}")
        typed.update({f"member_{m}_release": " ".join(t) for m, t in release.items() if ":" != t[0][-1]})
        mine["part_weak_release"] = " ".join(f"{name}:{text}" for name, (text, _) in ends.items())
        return typed, mine

    ENDS = {"low": ("ry,rz", [("brace", "start")]), "high": ("x,rx,ry=2e5", [("brace", "end"), ("tie", "start")])}

    def test_static(self):
        """Large rotations, hinges and a sliding end with a spring; two members of the part meet at one point."""
        typed, mine = self.pair(self.ENDS, **STATIC)
        o, p = run(**typed), run(**mine)
        self.assertGreater(abs(o.frames[-1]["rotation"]).max(), 0.1)
        self.assertLess(apart(o, p), 1e-12)
        np.testing.assert_allclose(p.reaction["a"][-1], o.reaction["a"][-1], atol=1e-12 * abs(o.reaction["a"]).max())

    def test_small_motions(self):
        typed, mine = self.pair(self.ENDS, linearize="", **STATIC)
        self.assertLess(apart(run(**typed), run(**mine)), 1e-12)

    def test_modes_and_buckling(self):
        for analysis, data in (("modes", "frequency"), ("buckling", "factor")):
            o, p = (study(analysis, analysis=analysis, **keys)[data] for keys in self.pair(self.ENDS))
            np.testing.assert_allclose(o, p, rtol=1e-9)

    def test_motion_on_ranks_and_restart(self):
        typed, mine = self.pair(self.ENDS, n=3, dt=0.002, t_end=0.02, gravity="0,0,-9.81")
        o, p = run(**typed), run(**mine)
        self.assertLess(apart(o, p), 1e-12)
        for ranks in MORE_RANKS:
            q = run(ranks=ranks, **mine)
            np.testing.assert_array_equal(q.node_id, p.node_id)
            for field in ("displacement", "rotation"):
                self.assertLess(abs(q.by_id(field) - p.by_id(field)).max(), 1e-11 * abs(p.by_id(field)).max())
        for more in ({"t_end": 0.01, "checkpoint": "k"}, {"checkpoint": "k", "restart": "k"}):
            done = start(options(**{**mine, **more, "output": "o.h5", "quiet": True}), cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        pieces = Output(os.path.join(self.folder, "o.h5"))
        for field in ("displacement", "rotation"):
            np.testing.assert_array_equal(pieces.frames[-1][field], p.frames[-1][field])

    def test_offsets(self):
        """Offsets with and without a release, at one element a member."""
        typed, mine = self.pair({"low": ("ry", [("brace", "start")])}, n=1, **STATIC)
        typed |= {"member_brace_offset_start": "0.1,0.2,-0.1", "member_tie_offset_end": "-0.1,0.05,0.2"}
        for ranks in (1, 3):
            mine["part_weak_end_offset"] = "low:0.1,0.2,-0.1 e:-0.1,0.05,0.2"
            self.assertLess(apart(run(**typed), run(ranks=ranks, **mine)), 1e-12)

    def test_section_axes(self):
        """Offsets in the axes of the section, which the direction and a twist give, are those in global axes."""
        typed, mine = self.pair({"low": ("ry", [("brace", "start")])}, n=1, part_weak_twist=0.3, **STATIC)
        offset = {}
        for member, given in (("brace", (0.05, 0.2, -0.1)), ("tie", (-0.1, 0.05, 0.2))):
            a, b = (np.array(POINTS[p], float) for p in MEMBERS[member])
            x = (b - a) / np.linalg.norm(b - a)
            y = np.array([0.3, 1, 0.2]) - x * (x @ [0.3, 1, 0.2])
            y /= np.linalg.norm(y)
            z = np.cross(x, y)
            offset[member] = ",".join(repr(float(v)) for v in np.array(given) @ [x, np.cos(0.3) * y + np.sin(0.3) * z, np.cos(0.3) * z - np.sin(0.3) * y])
        o = run(**typed, member_brace_offset_start=offset["brace"], member_tie_offset_end=offset["tie"])
        self.assertLess(apart(o, run(**typed, member_brace_offset_start="0.05,0.2,-0.1", member_tie_offset_end="-0.1,0.05,0.2", member_brace_offset_axes="section",
                                     member_tie_offset_axes="section")), 1e-10)
        self.assertLess(apart(o, run(ranks=3, **mine, part_weak_end_offset="low:0.05,0.2,-0.1 e:-0.1,0.05,0.2", part_weak_end_offset_axes="section")), 1e-10)
        for keys, text in (({**typed, "member_tie_offset_end": "1,0,0", "member_tie_offset_axes": "section", "part_weak_plane": "0,0,0,0,4,-1"}, "is selected by its place"),
                           ({**typed, "member_tie_offset_end": "1,0,0", "member_tie_offset_axes": "section", "part_weak_twist": "0.1*x"}, "varies along the beam"),
                           ({**typed, "member_tie_offset_end": "1,0,0", "member_tie_offset_axes": "section", "mesh_rotate": "0,0,90"}, "with -mesh_rotate"),
                           ({**mine, "part_weak_end_offset": "e:1,0,0", "part_weak_end_offset_axes": "local"}, "global, section")):
            done = fsolve(options(**keys))
            self.assertEqual(done.returncode, 2)
            self.assertIn(text, done.stderr)

    def test_sets(self):
        """A load on the nodes of a member acts on the further node, not on the point; a place takes the point."""
        more = {"loads": "tie,top", "load_tie_force": "0,3e3,-1e3", "load_top_plane": "0,0,4,0,0,1", "load_top_force": "0,1e4,0", **STATIC}
        pair = self.pair({"high": ("ry,rz", [("tie", "start")])}, members={**MEMBERS, "brace": "ad"}, **more)
        typed, mine = ({k: v for k, v in keys.items() if k not in ("load_b_force", "load_c_force")} for keys in pair)
        o, p = run(**typed), run(**mine)
        self.assertLess(apart(o, p), 1e-12)
        np.testing.assert_allclose(p.reaction["a"][-1], o.reaction["a"][-1], atol=1e-12 * abs(o.reaction["a"]).max())

    def test_part_by_place(self):
        """The lines of a part in a plane."""
        typed, mine = self.pair({"low": ("ry,rz", [("brace", "start")])}, **STATIC)
        del mine["part_weak_set"]
        mine["part_weak_plane"] = "0,0,0,0,4,-1"
        self.assertLess(apart(run(**typed), run(**mine)), 1e-12)

    def test_two_parts_at_a_point(self):
        """A point that two parts split stays in sets by place: with stiff springs the answer is that without releases."""
        path = os.path.join(self.folder, "corner.msh")
        write(path, {"a": (0, 0, 0), "b": (0, 0, 3), "e": (4, 0, 3), "f": (4, 0, 0), "h": (0, 3, 3)}, {"col": "ab", "beam": "be", "leg": "ef", "cross": "hb"}, 1, {"eaves": "be", "corner": "b"})
        model = {"mesh": path, **part("stiff", sets="col,leg"), **part("weak", sets="beam"), **part("other", sets="cross"), "parts": "stiff,weak,other", "supports": "a,f,h",
                 "loads": "top", "load_top_plane": "0,0,3,0,0,1", "load_top_force": "2e3,1e3,-1e3", **STATIC}
        rigid = run(**model)
        for ranks in (1, 3):
            o = run(ranks=ranks, **model, part_weak_release="eaves:ry=1e12", part_other_release="corner:rx=1e12")
            for at in "afh":
                np.testing.assert_allclose(o.reaction[at][-1], rigid.reaction[at][-1], atol=1e-5 * abs(rigid.reaction["h"][-1]).max())

    def test_partition(self):
        """Joints count as work: half of a long girder has two hinges a member."""
        n, path = 60, os.path.join(self.folder, "girder.msh")
        points = {**{f"p{i}": (2.0 * i, 0, 3) for i in range(n + 1)}, **{f"q{i}": (2.0 * i, 0, 0) for i in range(n // 2, n + 1)}}
        weak = {f"w{i}": [f"p{i}", f"p{i + 1}"] for i in range(n // 2, n)}
        members = {**{f"s{i}": [f"p{i}", f"p{i + 1}"] for i in range(n // 2)}, **{f"c{i}": [f"q{i}", f"p{i}"] for i in range(n // 2, n + 1)}, **weak}
        write(path, points, members, 1, {"stiff": [m for m in members if m not in weak], "weak": list(weak), "hinges": [f"p{i}" for i in range(n // 2, n + 1)]})
        keys = {**part("stiff", sets="stiff"), **part("weak", sets="weak"), "parts": "stiff,weak", "supports": "p0", "linearize": True, "show": "model", "dt": 0.01, "t_end": 0.01}
        done = start(options(**keys, mesh=path, part_weak_release="hinges:ry", output=os.path.join(self.folder, "o.h5")), 3)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(float(re.search(r"the largest work is (\S+) of the mean", done.stdout)[1]), 1.2, done.stdout)

    def test_beside_a_frame(self):
        """A file and a frame, each with releases of its own."""
        typed, mine = self.pair({"low": ("ry,rz", [("brace", "start")])}, **STATIC)
        more = {"points": "e,f", "point_e": "4,0,0", "point_f": "4,0,3", "members": "strut", "member_strut": "e,f", "member_strut_release": "end:ry", "mesh_join": 1e-9,
                "parts": "stiff,weak,strut", **{k: v for k, v in part("strut", sets="strut").items() if k != "parts"}}
        alone = {**{k: v for k, v in more.items() if k not in ("point_f", "mesh_join")}, "members": typed["members"] + ",strut", "member_strut_n": 1, "member_strut": "e,d"}
        mine |= more | {"mesh": mine["mesh"] + ",frame"}
        self.assertLess(apart(run(**{**typed, **alone, "points": typed["points"]}), run(**mine)), 1e-11)


class ArcLength(unittest.TestCase):
    """Sections that vary with s, the arc length along a member, whose ends are released or offset."""

    POINTS = {"a": (0, 0, 0), "b": (0, 0, 3), "c": (4, 0, 3), "d": (4, 0, 0), "e": (8, 0, 3)}
    TAPER = {"eiy": "1e6*(1-0.15*s)", "eiz": "2e6*(1-0.5*fraction)"}

    def model(self, folder, members, release=()):
        """Options of the same model with a file and with a frame."""
        path = os.path.join(folder, "frame.msh")
        write(path, self.POINTS, members, 1, {"eaves": "bc"})
        girders = [m for m in members if m.startswith("girder")]
        common = {**part("stiff", sets=",".join(m for m in members if m not in girders)), **part("weak", sets=",".join(girders), **self.TAPER), "parts": "stiff,weak", "supports": "a,d,e",
                  "loads": "b,c", "load_b_force": "2e5,1e5,-1e5", "load_c_force": "1e4,4e4,-3e4", **STATIC}
        typed = {**common, **frame(self.POINTS, members)}
        for g in girders:
            typed[f"member_{g}_release"] = "both:ry" if g != "girder2" else "start:ry"
        return {**common, "mesh": path, "part_weak_release": "eaves:ry"}, typed

    def test_bays(self):
        """A girder of two bays, hinged at columns: each bay is a member, as in a frame. Offset ends shorten it."""
        with tempfile.TemporaryDirectory() as folder:
            mine, typed = self.model(folder, {"left": "ab", "right": "cd", "girder1": "bc", "girder2": "ce"})
            offset = {"member_girder1_offset_start": "0.5,0.1,0.2", "member_girder1_offset_end": "0.5,0.1,0.2", "member_girder2_offset_start": "0.5,0.1,0.2"}
            for ranks in (1, 3):
                self.assertLess(apart(run(**typed), run(ranks=ranks, **mine)), 1e-11)
                self.assertLess(apart(run(**typed, **offset), run(ranks=ranks, **mine, part_weak_end_offset="eaves:0.5,0.1,0.2")), 1e-11)

    def test_start(self):
        """`_start` takes the point of the mesh, or the end that an offset has moved."""
        with tempfile.TemporaryDirectory() as folder:
            mine, typed = self.model(folder, {"left": "ab", "right": "cd", "girder1": "bc"})
            keys = {**mine, "supports": "a,d", "part_weak_end_offset": "eaves:0.5,0.1,0.2"}
            other = {**keys, "part_weak_eiy": "1e6*(1-0.15*(4-s))", "part_weak_eiz": "2e6*(0.5+0.5*fraction)"}
            for ranks in (1, 3):
                for at in ("4,0,3", "4.5,0.1,3.2"):
                    self.assertLess(apart(run(**keys), run(ranks=ranks, **other, part_weak_start=at)), 1e-11)

    def test_cut(self):
        """A hinge within a beam: whether s continues behind it is not known."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "beam.msh")
            write(path, {"a": (0, 0, 0), "c": (4, 0, 0), "d": (8, 0, 0)}, {"one": "ac", "two": "cd"}, 2, {"beam": ["one", "two"]})
            keys = {**part(sets="beam", eiy="1e6*(1-0.05*s)"), **STATIC, "mesh": path, "supports": "a,d", "part_beam_release": "c:ry", "loads": "c", "load_c_force": "0,0,-1e3"}
            for ranks in (1, 3):
                done = start(options(**keys, output=os.path.join(folder, "o.h5")), ranks)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("part 'beam': a release or offset at (4, 0, 0) cuts a chain of lines", done.stderr)
            split = {**part("one", eiy="1e6*(1-0.05*s)"), **part("two", eiy="1e6*(1-0.05*(s+4))"), "parts": "one,two", "part_two_set": "two", "part_one_set": "one", "part_two_release": "c:ry"}
            two = {**{k: v for k, v in keys.items() if not k.startswith("part")}, **split}
            x = {k: v for k, v in keys.items() if k != "part_beam_eiy"}
            self.assertLess(apart(run(**x, part_beam_eiy="1e6*(1-0.05*x)"), run(**two)), 1e-11)


class ClosedForms(unittest.TestCase):
    def test_line(self):
        """A grid has sets of points, too: a propped cantilever under a line load."""
        q = 1000.0
        for ranks in (1, 3):
            o = run(ranks=ranks, mesh="line", mesh_n=4, mesh_upper=f"{L},0,0", **part(), supports="start,end", linearize="", loads="all", load_all_traction=f"0,0,{-q}",
                    part_beam_release="end:ry", **STATIC)
            k = 3 * EI / (GA * L**2)  # shear
            end = 3 / 8 * q * L * (1 + 4 * k / 3) / (1 + k)
            np.testing.assert_allclose(o.reaction["end"][-1, 2], end, rtol=1e-10)
            self.assertLess(abs(o.reaction["end"][-1, 4]), 1e-9 * q * L**2)

    def test_inner_hinge(self):
        """Both lines of a part at an inner point are released: a Gerber beam, statically determinate."""
        p = 7000.0
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "beam.msh")
            write(path, {"a": (0, 0, 0), "c": (4, 0, 0), "k": (6, 0, 0), "d": (8, 0, 0)}, {"beam": "ackd"})
            for more in ({}, {"ranks": 3}, {"directions": "xz", "support_d_fix": "z", "support_d_fix_rotation": "none"}):
                o = run(**{**part(sets="beam"), **STATIC, "mesh": path, "supports": "a,d", "support_d_fix": "yz", "support_d_fix_rotation": "x", "part_beam_release": "c:ry",
                           "loads": "k", "load_k_force": f"0,0,{-p}", "linearize": "", **more})
                np.testing.assert_allclose(o.reaction["d"][-1, 2], p / 2, rtol=1e-10)
                np.testing.assert_allclose(o.reaction["a"][-1, [2, 4]], [p / 2, -4 * p / 2], rtol=1e-10)


class Wrong(unittest.TestCase):
    def test_messages(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "frame.msh")
            write(path, POINTS, MEMBERS, 2, {"feet": "ae", "both": "ac"})
            model = {"mesh": path, **parts(), **LOADS, "t_end": 0.01, "dt": 0.01}
            truss = {"parts": "stiff,weak", "part_weak_element": "truss", "part_weak_set": "brace", "part_weak_young": 1e9, "part_weak_area": 1e-2, "part_weak_density": 1}
            for more, message in ((dict(part_weak_release="b:ry"), "-part_weak_release: no line of the part ends at (0, 0, 3), a point of the set 'b' (or another set of the option has split it there); give a set of ends of lines of the part. For a hinge inside of a member, make the point one of it (-member_<name> a,b,b)"),
                                  (dict(part_weak_release="feeet:ry"), "-part_weak_release: the mesh has no set 'feeet'; did you mean 'feet'?"),
                                  (dict(part_weak_release="feet:ry both:rz"), "no line of the part ends at (0, 0, 0), a point of the set 'both'"),
                                  (dict(part_weak_release="brace:ry"), "the set 'brace' has lines or surfaces; give a set of points"),
                                  (dict(part_weak_release="a:rw"), "'rw' is not a component"),
                                  (dict(part_weak_release="a:ry=-1"), "'ry=-1' has no positive stiffness"),
                                  (dict(part_weak_release="a:ry a:rz"), "the set 'a' occurs twice"),
                                  (dict(part_weak_release="ry"), "'ry' is not a set of points with a value behind ':'"),
                                  (dict(part_weak_end_offset="a:1,2"), "'1,2' is not a vector"),
                                  (dict(part_weak_end_offset="a:1,2,x"), "-part_weak_end_offset"),
                                  (dict(part_weak_end_offset="a:0,0,-0.1"), "the member at (0, 0, 0), a point of the set 'a', has several lines"),
                                  (dict(part_weak_point="0,0,0", part_weak_release="a:ry"), "a part at a point has no lines"),
                                  ({**truss, "part_weak_release": "a:ry"}, "needs beams")):
                keys = {**model, **more}
                if "part_weak_area" in more:
                    keys = {**{k: v for k, v in model.items() if not k.startswith("part_weak")}, **more}
                done = fsolve(options(**keys))
                self.assertEqual(done.returncode, 2, (more, done.stderr))
                self.assertIn(message, done.stderr)

    def test_three_nodes(self):
        """Lines with a middle node take releases, no offsets."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "line.msh")
            gmsh_file.curve(path, 3, 2, lambda s: (L * s, 0, 0))
            model = {"mesh": path, **part(sets="beam"), "supports": "start,end", "linearize": "", "loads": "beam", "load_beam_traction": "0,0,-1000", **STATIC}
            o = run(**model, part_beam_release="end:ry")
            self.assertLess(abs(o.reaction["end"][-1, 4]), 1e-9 * 1000 * L**2)
            done = fsolve(options(**model, part_beam_end_offset="end:0,0,0.1"))
            self.assertEqual(done.returncode, 2)
            self.assertIn("-part_beam_end_offset: a line at the set 'end' has a middle node or is an arc", done.stderr)

    def test_free_motion(self):
        """A line that spins freely between its ends is named."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "frame.msh")
            write(path, POINTS, MEMBERS, 1, {"ends": "ac"})
            model = {"mesh": path, **parts(), **LOADS, "t_end": 0.01, "dt": 0.01}
            for text, warned in (("ends:rx,ry,rz", True), ("a:rx,ry,rz c:ry,rz", False), ("ends:rx=5,ry,rz", False)):
                done = fsolve(options(**model, part_weak_release=text))
                self.assertEqual("-part_weak_release: the line at (" in done.stderr, warned, done.stderr)


if __name__ == "__main__":
    unittest.main()
