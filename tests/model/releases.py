# SPDX-License-Identifier: BSD-2-Clause
"""Releases, offsets and rigid zones at the ends of members: closed forms with one element a member, and agreement with points and joints that are typed."""
import os
import re
import tempfile
import unittest

import numpy as np

from run import MORE_RANKS, Output, options, run
from run import fsolve as start
from studies import study

EI, GA, L = 2.0e6, 5.0e7, 4.0
BEAM = {"element": "beam", "ea": 4e8, "gay": GA, "gaz": GA, "gj": 1e6, "eiy": EI, "eiz": 3e6, "mass_per_length": 50, "inertia": "0.5,0.25,0.25,0,0,0"}


def part(name="beam", sets=None, **more):
    keys = {f"part_{name}_{k}": v for k, v in {**BEAM, **more}.items()}
    return {"parts": name, f"part_{name}_set": sets or "all", **keys}


def frame(points, members, **more):
    """Options of a frame: points name -> place, members name -> points."""
    keys = {"mesh": "frame", "points": ",".join(points), "members": ",".join(members), "members_n": 1}
    keys.update({f"point_{k}": ",".join(map(repr, map(float, x))) for k, x in points.items()})
    keys.update({f"member_{k}": ends for k, ends in members.items()})
    return {**keys, **more}


def fixed(*names):
    return {"supports": ",".join(names)}


def fsolve(words, ranks=1):
    """A run in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return start(words, ranks, cwd=folder)


STATIC = {"analysis": "static"}


class ClosedForms(unittest.TestCase):
    """One element a member, small motions; loads on nodes and lines."""

    def test_propped_cantilever(self):
        """A beam clamped at both ends with a hinge at its end is a propped cantilever under a line load."""
        q = 1000.0
        o = run(**frame({"a": (0, 0, 0), "b": (L, 0, 0)}, {"m": "a,b"}), **part(), **fixed("a", "b"), linearize="", loads="m", load_m_traction=f"0,0,{-q}",
                member_m_release="end:ry", **STATIC)
        k = 3 * EI / (GA * L**2)  # shear
        end = 3 / 8 * q * L * (1 + 4 * k / 3) / (1 + k)
        np.testing.assert_allclose(o.reaction["b"][-1, 2], end, rtol=1e-10)
        np.testing.assert_allclose(o.reaction["a"][-1, 2], q * L - end, rtol=1e-10)
        self.assertLess(abs(o.reaction["b"][-1, 4]), 1e-9 * q * L**2)
        forces = o.frames[-1]
        self.assertLess(abs(forces["beam/line/moment_end"][0, 1]), 1e-9 * q * L**2)

    def test_other_beams(self):
        """Three nodes, and a section that varies: the reaction of the propped cantilever, and no moment at its hinge."""
        q = 1000.0
        k = 3 * EI / (GA * L**2)
        for more in ({"members_order": 2, "members_n": 2}, {"part_beam_eiy": f"{EI}+0*x"}):
            o = run(**{**frame({"a": (0, 0, 0), "b": (L, 0, 0)}, {"m": "a,b"}), **part(), **fixed("a", "b"), "linearize": "", "loads": "m", "load_m_traction": f"0,0,{-q}",
                       "member_m_release": "end:ry", **STATIC, **more})
            np.testing.assert_allclose(o.reaction["b"][-1, 2], 3 / 8 * q * L * (1 + 4 * k / 3) / (1 + k), rtol=1e-10)
            self.assertLess(abs(o.reaction["b"][-1, 4]), 1e-9 * q * L**2)

    def test_gerber_beam(self):
        """A clamped beam that ends in a hinge, and a span that hangs there: statically determinate."""
        p, q = 7000.0, 1000.0
        o = run(**frame({"a": (0, 0, 0), "c": (4, 0, 0), "k": (6, 0, 0), "d": (8, 0, 0)}, {"m": "a,c", "n": "c,k,d"}), **part(), linearize="", supports="a,d",
                support_d_fix="yz", support_d_fix_rotation="x", member_n_release="start:ry,rz", loads="k,m", load_k_force=f"0,0,{-p}",
                load_m_traction=f"0,0,{-q}", **STATIC)
        np.testing.assert_allclose(o.reaction["d"][-1, 2], p / 2, rtol=1e-10)
        np.testing.assert_allclose(o.reaction["a"][-1, [2, 4]], [p / 2 + 4 * q, -(4 * p / 2 + 8 * q)], rtol=1e-10)
        start = o.frames[-1]["beam/line/moment_start"]
        self.assertLess(abs(start[1]).max(), 1e-9 * p)

    def test_three_hinged_frame(self):
        """Supports, a hinge at the crown, a load on one half: forces from equilibrium alone."""
        p, h, w = 5000.0, 3.0, 8.0
        o = run(**frame({"a": (0, 0, 0), "b": (0, 0, h), "c": (w / 2, 0, h), "d": (w, 0, h), "e": (w, 0, 0), "l": (w / 4, 0, h)},
                        {"ab": "a,b", "bl": "b,l", "lc": "l,c", "cd": "c,d", "de": "d,e"}), **part(), directions="xz", linearize="", supports="a,e",
                member_ab_release="start:ry", member_de_release="end:ry", member_lc_release="end:ry", loads="l", load_l_force=f"0,0,{-p}", **STATIC)
        np.testing.assert_allclose(o.reaction["e"][-1, 2], p / 4, rtol=1e-10)
        np.testing.assert_allclose(o.reaction["e"][-1, 0], -p / 4 * (w / 2) / h, rtol=1e-10)
        np.testing.assert_allclose(o.reaction["a"][-1, :3], [p / 4 * (w / 2) / h, 0, 3 * p / 4], rtol=1e-10, atol=1e-9)


def apart(o, p, fields=("displacement", "rotation")):
    """The largest difference of two outputs at the nodes at the places of the first, relative to the largest value."""
    worst = 0.0
    for field in fields:
        largest = max(abs(f[field]).max() for f in o.frames)
        for a, b in zip(o.frames, p.frames):
            for node in range(len(o.nodes)):
                same = np.flatnonzero(np.linalg.norm(p.nodes - o.nodes[node], axis=1) < 1e-9)
                worst = max(worst, min(abs(b[field][k] - a[field][node]).max() for k in same) / largest)
    return worst


class Typed(unittest.TestCase):
    """Releases are what points at one place, links and joints are."""

    POINTS = {"a": (0, 0, 0), "b": (0, 0, 3), "c": (2, 1, 4), "d": (4, 0, 3), "e": (4, 0, 0)}
    MEMBERS = {"col": "a,b", "beam": "b,c,d", "leg": "d,e", "brace": "a,c"}
    LOADS = {"supports": "a,e", "loads": "b,c", "load_b_force": "2e5,1e5,-1e5", "load_c_force": "1e4,4e5,-3e5"}

    def pair(self, release, joints, **more):
        """A frame with releases of the brace, and the same one with points p, q at its ends, links and joints."""
        ends = [e for e in ("start", "end") if e in joints]
        points, members = dict(self.POINTS), dict(self.MEMBERS)
        keys = {"links": ",".join("l" + e for e in ends), "joints": ",".join("l" + e for e in ends)}
        own = {"start": "a", "end": "c"}
        for e in ends:
            points["p" + e] = self.POINTS[own[e]]
            keys[f"link_l{e}"] = f"p{e},{own[e]}"
            keys.update({f"joint_l{e}_{k}": v for k, v in joints[e].items()})
        members["brace"] = ",".join("p" + e if e in ends else own[e] for e in ("start", "end"))
        common = {**part(direction="0.3,1,0.2"), **self.LOADS, "members_n": 2, **more}
        return run(**{**frame(self.POINTS, self.MEMBERS), **common, "member_brace_release": release}), run(**{**frame(points, members), **keys, **common})

    def axes(self):
        x = np.array(self.POINTS["c"], float) / np.linalg.norm(self.POINTS["c"])
        y = np.array([0.3, 1, 0.2]) - x * (x @ [0.3, 1, 0.2])
        y /= np.linalg.norm(y)
        return [",".join(map(repr, map(float, v))) for v in (x, y, np.cross(x, y))]

    def check(self, release, joints, tolerance=1e-12, **more):
        o, p = self.pair(release, joints, **more)
        self.assertLess(apart(o, p), tolerance, release)
        return o

    def test_static(self):
        """Large rotations: hinges, ball joints, sliding ends, springs."""
        x, y, z = self.axes()
        static = {"analysis": "static"}
        o = self.check("start:ry", {"start": {"type": "revolute", "axis": y}}, **static)
        self.assertGreater(abs(o.frames[-1]["rotation"]).max(), 0.1)  # the rotations are large
        self.check("start:rx,ry,rz end:ry,rz", {"start": {"type": "spherical"}, "end": {"type": "constant_velocity", "axis": x}}, **static)
        self.check("end:x", {"end": {"type": "prismatic", "axis": x}}, **static)
        self.check("both:rz=4e5", {e: {"type": "revolute", "axis": z, "angle_stiffness": 4e5} for e in ("start", "end")}, tolerance=1e-10, **static)

    def test_small_motions(self):
        x, y, _ = self.axes()
        joints = {"start": {"type": "revolute", "axis": y}, "end": {"type": "cylindrical", "axis": x}}
        self.check("start:ry end:x,rx", joints, analysis="static", linearize="")

    def test_motion_modes_and_buckling(self):
        x, y, _ = self.axes()
        joints = {"start": {"type": "constant_velocity", "axis": x}, "end": {"type": "revolute", "axis": y}}
        self.check("start:ry,rz end:ry", joints, tolerance=1e-10, dt=0.002, t_end=0.02)
        for analysis, data in (("modes", "frequency"), ("buckling", "factor")):
            o, p = (study(analysis, analysis=analysis, **keys)[data] for keys in self.models("start:ry,rz end:ry", joints))
            self.assertGreater(len(o), 1)
            np.testing.assert_allclose(o, p, rtol=1e-8)  # of the eigenvalue solver

    def models(self, release, joints):
        """Options of the frame with releases, and of the one with typed joints."""
        points, members = dict(self.POINTS), dict(self.MEMBERS)
        common = {**part(direction="0.3,1,0.2"), **self.LOADS, "members_n": 2}
        yield {**frame(points, members), **common, "member_brace_release": release}
        points.update(ps=self.POINTS["a"], pe=self.POINTS["c"])
        members["brace"] = "ps,pe"
        keys = {f"joint_l{e}_{key}": v for e, of in joints.items() for key, v in of.items()}
        yield {**frame(points, members), **common, "links": "lstart,lend", "joints": "lstart,lend", "link_lstart": "ps,a", "link_lend": "pe,c", **keys}

    def test_partition(self):
        """Joints count as work: half of a long girder has two hinges a member."""
        n = 60
        points = {**{f"p{i}": (2.0 * i, 0, 3) for i in range(n + 1)}, **{f"q{i}": (2.0 * i, 0, 0) for i in range(n // 2, n + 1)}}
        weak = {f"w{i}": f"p{i},p{i + 1}" for i in range(n // 2, n)}
        members = {**{f"s{i}": f"p{i},p{i + 1}" for i in range(n // 2)}, **{f"c{i}": f"q{i},p{i}" for i in range(n // 2, n + 1)}, **weak}
        hinges = {f"member_{m}_release": "start:ry end:ry" for m in weak}
        done = fsolve(options(**frame(points, members), **part(), **hinges, **fixed("p0"), linearize="", show="model", dt=0.01, t_end=0.01, output="o.h5"), 3)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(float(re.search(r"the largest work is (\S+) of the mean", done.stdout)[1]), 1.2, done.stdout)

    def test_ranks(self):
        keys = {**frame(self.POINTS, self.MEMBERS), **part(), **self.LOADS, "members_n": 3, "analysis": "static", "member_brace_release": "start:ry end:x,rx"}
        one = run(**keys)
        for ranks in MORE_RANKS:
            o = run(ranks=ranks, **keys)
            self.assertLess(abs(o.by_id("displacement") - one.by_id("displacement")).max(), 1e-11)


class Restart(unittest.TestCase):
    def test_restart(self):
        """A run that continues is the run without a break."""
        keys = {**frame(Typed.POINTS, Typed.MEMBERS), **part(), **Typed.LOADS, "members_n": 2, "member_brace_release": "start:ry end:x,rx,rz=3e5", "dt": 0.002, "quiet": True}
        with tempfile.TemporaryDirectory() as folder:
            for more in ({"t_end": 0.02, "output": "whole.h5"}, {"t_end": 0.01, "output": "o.h5", "checkpoint": "k"}, {"t_end": 0.02, "output": "o.h5", "checkpoint": "k", "restart": "k"}):
                done = start(options(**keys, **more), cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            whole, pieces = (Output(os.path.join(folder, name)) for name in ("whole.h5", "o.h5"))
        for field in ("displacement", "rotation"):
            np.testing.assert_array_equal(whole.frames[-1][field], pieces.frames[-1][field])


class Offsets(unittest.TestCase):
    def test_rigid_zones(self):
        """Offsets and rigid zones are rigid links."""
        points = {"a": (0, 0, 0), "b": (0, 0, 3), "c": (4, 0, 3), "d": (4, 0, 0)}
        members = {"l": "a,b", "m": "b,c", "r": "c,d"}
        load = {"supports": "a,d", "loads": "b", "load_b_force": "2e5,3e5,-1e5", "dt": 0.002, "t_end": 0.01, "analysis": "transient", "gravity": "0,0,-9.81"}
        load.update(part())
        for analysis in ({"analysis": "static"}, {}):
            keys = {**load, "members_n": 2, **analysis}
            o = run(**{**frame(points, members), **keys, "member_m_offset_start": "0.1,0.2,-0.3", "member_m_rigid": "0.3,0.5"})
            p0, p1 = np.array([0.1, 0.2, 2.7]), np.array([4.0, 0, 3])
            t = (p1 - p0) / np.linalg.norm(p1 - p0)
            typed = {"p": p0 + 0.3 * t, "q": p1 - 0.5 * t}
            p = run(**{**frame({**points, **typed}, {"l": "a,b", "m": "p,q", "r": "c,d"}), **keys, "links": "x,y", "link_x": "b,p", "link_y": "c,q", "joints": "x,y",
                       "joint_x_type": "rigid_link", "joint_y_type": "rigid_link"})
            self.assertLess(apart(o, p), 1e-10)


class Settlements(unittest.TestCase):
    """A support that has moved when the run begins takes ends of members with it: the answer is that of the same motion from 0, on any number of ranks. It was refused as positions that do not fit."""

    ENDS = ({"member_n_release": "start:ry"}, {"member_m_offset_end": "0.1,0,0.2"}, {"member_m_offset_end": "0,0,0.2", "member_n_offset_start": "0.2,0,0.1", "member_n_release": "start:ry=2e5"})
    MOVED = {"z": "motion_z", "y": "rotation_y"}

    def keys(self, motion, ends, **more):
        keys = frame({"a": (0, 0, 0), "b": (4, 0, 0), "c": (8, 0, 1)}, {"m": "a,b", "n": "b,c"}) | part() | {"supports": "a,b,c", "support_b_fix": "xz", "directions": "xz", "analysis": "static"}
        if motion == "y":
            keys["support_b_fix_rotation"] = "y"
        return keys | ends | more

    def test_constant(self):
        for linear in ({"linearize": ""}, {}):
            for motion, option in self.MOVED.items():
                for ends in self.ENDS:
                    with self.subTest(linear=bool(linear), motion=motion, **ends):
                        keys = self.keys(motion, ends, **linear)
                        grown = run(**keys, **{f"support_b_{option}": "-0.01*t"})
                        for ranks in (1, 3):
                            at_once = run(**keys, ranks=ranks, **{f"support_b_{option}": -0.01})
                            for name in "abc":
                                size = abs(grown.reaction[name][-1]).max()
                                np.testing.assert_allclose(at_once.reaction[name][-1], grown.reaction[name][-1], atol=1e-7 * size)

    def test_motion(self):
        """A motion starts with the end at the support: its beam is bent at once, and the joint holds."""
        o = run(**self.keys("z", self.ENDS[1], analysis="transient", dt=1e-3, t_end=0.01, support_b_motion_z=-0.01))
        self.assertGreater(abs(o.reaction["a"][0, 2]), 100)


class JointsAlone(unittest.TestCase):
    """A node that belongs to no part, and that joints hold."""

    def test_truss(self):
        """A plane truss of beams with hinges at all ends: bar forces by hand."""
        p = 1e4
        keys = {**frame({"a": (0, 0, 0), "b": (4, 0, 0), "c": (2, 0, 1.5)}, {"l": "a,c", "r": "b,c", "t": "a,b"}), **part(), "supports": "a,b", "directions": "xz", "linearize": "",
                "support_a_fix": "xz", "support_b_fix": "z", "loads": "c", "load_c_force": f"0,0,{-p}", "analysis": "static", **{f"member_{m}_release": "both:ry" for m in "lrt"}}
        o = run(**keys)
        force = o.frames[-1]["beam/line/force"]
        np.testing.assert_allclose(force[:, 0], [-p / 2 * 2.5 / 1.5] * 2 + [p / 2 * 2 / 1.5], rtol=1e-10)
        self.assertLess(abs(force[:, 1:]).max(), 1e-9 * p)
        for ranks in MORE_RANKS:
            np.testing.assert_allclose(run(ranks=ranks, **keys).by_id("displacement"), o.by_id("displacement"), atol=1e-12)

    def test_massless_body(self):
        """The cross of a universal joint, two revolute joints: its node has no part, or is a body without mass."""
        points = {"a": (0, 0, 0), "b": (1, 0, 0), "m": (1, 0, 0), "c": (1, 0, 0), "d": (2, 0, 0)}
        keys = {**frame(points, {"u": "a,b", "v": "c,d"}), "links": "p,q", "link_p": "b,m", "link_q": "m,c", "joints": "p,q", "joint_p_type": "revolute", "joint_p_axis": "0,1,0",
                "joint_q_type": "revolute", "joint_q_axis": "0,0,1", "supports": "a", "gravity": "0.5,2,-9.81", "dt": 0.005, "t_end": 0.1}
        o = run(**keys, **part())
        body = {**part(), "parts": "beam,m", "part_m_element": "body", "part_m_mass": 0, "part_m_inertia": "0,0,0,0,0,0"}
        self.assertLess(apart(run(**keys, **body), o), 1e-10)

    def test_part_by_place(self):
        """A part that is selected by its place has the beams, not the rigid arms: its mass is that between them."""
        keys = {**frame({"a": (0, 0, 0), "b": (4, 0, 0)}, {"m": "a,b"}), "supports": "a", "gravity": "0,0,-9.81", "analysis": "static", "member_m_rigid": "0.5,0", "linearize": ""}
        for more in (part(), {k: v for k, v in {**part(), "part_beam_box": "-1,-1,-1,5,1,1"}.items() if k != "part_beam_set"}):
            np.testing.assert_allclose(run(**keys, **more).reaction["a"][-1, 2], 50 * 3.5 * 9.81, rtol=1e-10)


class Patterns(unittest.TestCase):
    def test_ends_by_place(self):
        """A place selects points, not the further nodes of members there: a support holds no hinge, a force acts once, a tie and a probe take the point."""
        keys = frame({"a": (0, 0, 0), "b": (L, 0, 0), "c": (L, 0, 3)}, {"m": "a,b", "n": "c,b"})
        keys |= part() | {"member_m_release": "both:ry", "linearize": "", "loads": "b", "load_b_force": "7,0,-100", "probes": "tip"} | STATIC
        by_set = run(**keys, supports="a,c", load_b_set="b", probe_tip_set="b")
        for ranks in (1, 3):
            place = run(**keys, ranks=ranks, supports="a,c", support_a_box="-1,-1,-1,1,1,1", support_c_plane="0,0,3,0,0,1", load_b_sphere=f"{L},0,0,0.1", probe_tip_point=f"{L},0,0")
            for name in ("a", "c"):
                np.testing.assert_allclose(place.reaction[name][-1], by_set.reaction[name][-1], atol=1e-9 * 100 * L)
            np.testing.assert_allclose(place.probe["tip"]["displacement"][-1], by_set.probe["tip"]["displacement"][-1], rtol=1e-9, atol=1e-15)
        self.assertAlmostEqual(place.reaction["a"][-1, 2] + place.reaction["c"][-1, 2], 100, delta=1e-7)
        self.assertLess(abs(place.reaction["a"][-1, 4]), 1e-7)

    def test_ring(self):
        """Releases and offsets of a pattern turn with it: all copies of a loaded ring of braces move alike."""
        n = 6
        keys = {**frame({"f": (3, 0, 0), "t": (2, 0, 2)}, {"leg": "f,t", "ring": "t,t+1"}), **part(), "patterns": "p", "pattern_p": "f,t", "pattern_p_n": n,
                "pattern_p_axis": "0,0,1", "supports": "f", "loads": "t", "load_t_force": "0,0,-1e5", "analysis": "static",
                "member_leg_release": "end:ry", "member_ring_release": "both:ry,z=1e6", "member_ring_offset_start": "0,0,0.1",
                "member_ring_offset_end": "0.05,0.08660254037844387,0.1"}
        o = run(**keys)
        top = np.flatnonzero(np.linalg.norm(o.nodes[:, None] - [[2 * np.cos(a), 2 * np.sin(a), 2] for a in 2 * np.pi / n * np.arange(n)], axis=2).min(1) < 1e-9)
        u = o.frames[-1]["displacement"][top]
        radial = np.hypot(o.nodes[top, 0], o.nodes[top, 1])
        out = (u * o.nodes[top]).sum(1) - 2 * u[:, 2]
        self.assertEqual(len(top), 2 * n)  # of the points, and of the legs, which end at hinges
        self.assertGreater(abs(u).max(), 1e-5)
        for values in (u[:, 2], out / radial):
            np.testing.assert_allclose(values, values[0], rtol=1e-9)
        for ranks in MORE_RANKS:
            np.testing.assert_allclose(run(ranks=ranks, **keys).by_id("displacement"), o.by_id("displacement"), atol=1e-11)


class Constants(unittest.TestCase):
    def test_stiffness_of_hinges(self):
        """The stiffness of a hinge may be a constant of -let or a formula, as any number of an option."""
        keys = {**frame({"a": (0, 0, 0), "b": (4, 0, 0)}, {"m": "a,b"}), **part(), "supports": "a,b", "analysis": "static", "linearize": "", "gravity": "0,0,-9.81"}
        number = run(**keys, member_m_release="both:ry=60e3").reaction["a"][-1]
        np.testing.assert_array_equal(run(**keys, let="ks=50e3", member_m_release="both:ry=1.2*ks").reaction["a"][-1], number)
        np.testing.assert_array_equal(run(**keys, let="ks=50e3", part_beam_release="a:ry=1.2*ks b:ry=6*ks/5").reaction["a"][-1], number)
        self.assertGreater(abs(number[4]), 1)


class Refused(unittest.TestCase):
    def test_refused(self):
        model = {**frame({"a": (0, 0, 0), "b": (4, 0, 0)}, {"m": "a,b"}), **part(), "supports": "a,b", "analysis": "static"}
        for more, message in ((dict(member_m_release="start:ry,ry"), "ry occurs twice at one end"), (dict(member_m_release="start:my"), "'my' is not a component"),
                              (dict(member_m_release="ry"), "'ry' is not an end with its components"), (dict(member_m_release="end:ry=-3"), "has no positive stiffness"),
                              (dict(member_m_rigid="2,2"), "the offsets and rigid zones at 'm.start' leave no member"),
                              (dict(member_m_rigid="-1,0"), "must not be negative"),
                              (dict(member_m_through="2,0,1", member_m_rigid="1,0"), "the member is an arc"),
                              ({"member_m_release": "end:x,y,z,rx,ry,rz", "initial_m.end_angle": 0.1}, "all components are released at 'm.end', so there is no joint"),
                              ({"member_m_release": "end:rz", "initial_m.end_displacement": 0.1}, "has no displacement that is free"),
                              (dict(parts="t", part_t_set="all", part_t_element="truss", part_t_young=1, part_t_area=1, part_t_density=1, member_m_release="end:ry"), "needs beams")):
            keys = {**model, **more}
            if "parts" in more:
                keys = {k: v for k, v in keys.items() if not k.startswith("part_beam")}
            done = fsolve(options(**keys))
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(message, done.stderr)

    def test_free_motion(self):
        """A member that its releases leave free is named."""
        model = {**frame({"a": (0, 0, 0), "b": (4, 0, 0), "c": (4, 0, 3)}, {"m": "a,b", "n": "b,c"}), **part(), "supports": "a,c", "t_end": 0.01, "dt": 0.01}
        for text, warned in (("both:rx,ry,rz", "spins freely about its axis"), ("start:x,ry end:x", "moves along its axis freely"), ("both:y", "moves along y of its section freely"),
                             ("start:rx,ry,rz end:ry,rz", None), ("both:rx=5,ry,rz", None)):
            done = fsolve(options(**model, member_m_release=text))
            self.assertEqual("freely" in done.stderr, warned is not None, done.stderr)
            self.assertIn(f"-member_m_release: the member {warned}" if warned else "", done.stderr)

    def test_release_without_effect(self):
        """In the xz plane ry of this section is a hinge; rz, rx and the displacement y are nothing. One that has an effect is enough."""
        model = {**frame({"a": (0, 0, 0), "b": (4, 0, 0)}, {"m": "a,b"}), **part(), "supports": "a,b", "analysis": "static", "linearize": True, "directions": "xz"}
        for text, warned in (("end:rz", True), ("end:rx", True), ("end:y", True), ("end:ry", False), ("end:ry,rz", False), ("end:x", False)):
            done = fsolve(options(**model, member_m_release=text))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual("'m.end': the release has no effect, because the model is plane" in done.stderr, warned, text + done.stderr)


if __name__ == "__main__":
    unittest.main()
