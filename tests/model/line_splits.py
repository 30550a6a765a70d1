# SPDX-License-Identifier: BSD-2-Clause
"""Supports, masses, springs, laws, initial fields, joints and ties at a place or a named point inside of a line: the line is split there, and the model is the same as with the node given by hand."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file
import refusal
from models import STATIC, on_mesh
from run import MORE_RANKS, RELEASE, Output, fsolve, options, run

LINEAR = {**STATIC, "linearize": True}
SECTION = {"element": "beam", "ea": 3e6, "gay": 1e6, "gaz": 8e5, "gj": 500, "eiy": 900, "eiz": 1300, "mass_per_length": 3, "direction": "0.3,1,0.2"}
POINTS = np.array([[0, 0, 0], [0.3, 0.2, 3], [3.1, -0.4, 3.3], [3.4, 0.1, 0.2], [2.2, 2.5, 3.1]])
LINES = ((0, 1), (1, 2), (2, 3), (1, 4), (4, 2))
# what is at a place: options of it, with the name n and the list that has it
THINGS = {
    "support": ("supports", {"fix": "yz", "fix_rotation": "none"}),
    "mass": ("parts", {"element": "mass", "mass": 7}),
    "spring": ("parts", {"element": "spring", "stiffness": 4e4, "direction": "0.3,0.4,0.5"}),
    "damper": ("parts", {"element": "damper", "damping": 40, "direction": "0,1,0.5"}),
    "body": ("parts", {"element": "body", "mass": 2, "inertia": "0.3,0.4,0.5,0,0.01,0", "center": "0.1,0.2,0"}),
    "law": ("loads", {"law_y": "-3e3*uy-20*vy"}),
    "moment": ("loads", {"law_mz": "-500*rz"}),
    "initial": ("initials", {"velocity_z": "0.3"}),
    "joint": ("joints", {"type": "point_on_axis", "axis": "0.2,0.6,0.8"}),
}
KIND = {"supports": "support", "parts": "part", "loads": "load", "initials": "initial", "joints": "joint"}


def text(x):
    return ",".join(f"{c:.17g}" for c in x)


def frame(seed, by_hand, things, **keys):
    """A frame in space; things are at random places of its members, which are nodes by hand or not."""
    random = np.random.default_rng(seed)
    given = {"mesh": "frame", "supports": "p0,p3", "parts": ",".join(f"m{k}" for k in range(5)), "loads": "push", "load_push_set": "p4", "load_push_force": "30,-20,-40",
             "probes": "p1,p2,p4", "members": ",".join(f"m{k}" for k in range(5))}
    points = {f"p{i}": x for i, x in enumerate(POINTS)}
    names = {k: [f"p{i}", f"p{j}"] for k, (i, j) in enumerate(LINES)}
    for n, thing in enumerate(things):
        k, s = (2 * n + seed) % 5, random.uniform(0.1, 0.9)
        i, j = LINES[k]
        x = (1 - s) * POINTS[i] + s * POINTS[j]
        list_name, its = THINGS[thing]
        name = f"{thing}{n}"
        given[list_name] = ",".join(w for w in (given.get(list_name), name) if w)
        given.update({f"{KIND[list_name]}_{name}_{key}": value for key, value in its.items()})
        given[f"{KIND[list_name]}_{name}_{'place' if thing == 'joint' else 'point'}"] = text(x)
        if by_hand:
            points[f"q{n}"] = x
            names[k].insert(1 if len(names[k]) == 2 or np.linalg.norm(x - POINTS[i]) < np.linalg.norm(points[names[k][1]] - POINTS[i]) else 2, f"q{n}")
    for k in range(5):
        given[f"member_m{k}"] = ",".join(names[k])
        given.update({f"part_m{k}_{name}": value * (1 + 0.1 * k) if isinstance(value, (int, float)) else value for name, value in SECTION.items()})
    given["points"] = ",".join(points)
    given.update({f"point_{name}": text(x) for name, x in points.items()})
    return {key: value for key, value in {**given, **keys}.items() if value is not None}


class Compared(unittest.TestCase):
    def check(self, words, other, ranks=1, rtol=1e-9, names=None):
        one, two = run(ranks=ranks, **words), run(**other)
        compared = 0
        for group in ("probe", "reaction"):
            for name, series in getattr(two, group).items():
                fields = series if isinstance(series, dict) else {"": series}
                for field, values in fields.items():
                    got = getattr(one, group)[name]
                    got = got[field] if isinstance(got, dict) else got
                    size = max(np.abs(v).max() for s in getattr(two, group).values() for f, v in (s.items() if isinstance(s, dict) else [("", s)]) if f == field)
                    np.testing.assert_allclose(got, values, rtol=0, atol=rtol * size + 1e-30, err_msg=f"{name} {field}")
                    compared += 1
        self.assertGreater(compared, 3)
        self.assertEqual(len(one.nodes), len(two.nodes))
        return one


class Same(Compared):
    """Against the model with the nodes given by hand: histories of probes and supports, frequencies."""

    def both(self, seed, things, ranks=1, rtol=1e-9, **keys):
        return self.check(frame(seed, False, things, **keys), frame(seed, True, things, **keys), ranks, rtol)

    def test_statics(self):
        for seed, things in enumerate([("support",), ("spring", "support"), ("law", "spring", "support", "law"), ("support", "support", "support", "spring", "law", "spring", "support")]):
            self.both(seed, things, **LINEAR)

    def test_large_displacements(self):
        self.both(5, ("support", "spring", "law", "moment", "joint"), rtol=1e-7, **STATIC, load_push_force="300,-200,-400")

    def test_motion(self):
        """All kinds at once; a mass is one at a place of a member that gets a cell of one node."""
        for keys in ({"linearize": True}, {}):
            self.both(6, tuple(thing for thing in THINGS if not keys or thing != "moment"), rtol=1e-7, dt=2e-3, t_end=0.05, **keys)

    def test_ranks(self):
        for ranks in MORE_RANKS if RELEASE else (2,):
            self.both(7, ("mass", "support", "spring", "law", "support", "joint"), ranks, **LINEAR)

    def test_frequencies(self):
        words = ({**frame(8, by_hand, ("mass", "body", "spring", "support"), analysis="modes", modes=6, linearize=True, loads=None, load_push_set=None, load_push_force=None, probes=None)} for by_hand in (False, True))
        found = []
        with tempfile.TemporaryDirectory() as folder:
            for k, given in enumerate(words):
                path = os.path.join(folder, f"{k}.h5")
                done = fsolve(options(**{**given, "output": path}))
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(path) as f:
                    found.append(f["modes/frequency"][:])
        np.testing.assert_allclose(found[0], found[1], rtol=1e-8)

    def test_one_place(self):
        """Several things at one place share the node."""
        place = text(0.3 * POINTS[0] + 0.7 * POINTS[1])
        words = frame(9, False, (), **LINEAR)
        words.update({"supports": "p0,p3,s", "support_s_point": place, "support_s_fix": "x", "support_s_fix_rotation": "none", "parts": words["parts"] + ",k,w", "part_k_element": "spring",
                      "part_k_stiffness": 1e4, "part_k_direction": "0,1,0", "part_k_point": place, "part_w_element": "mass", "part_w_mass": 3, "part_w_point": place, "gravity": "0,0,-9.81"})
        hand = {**words, "points": words["points"] + ",q", "point_q": place, "member_m0": "p0,q,p1"}
        self.check(words, hand)

    def test_cells(self):
        """A member of several cells: the one with the place is split, beside the node that is there already."""
        words = frame(10, False, ("support",), **LINEAR, members_n=3)
        self.assertEqual(len(run(**words).nodes), len(run(**frame(10, False, (), **LINEAR, members_n=3)).nodes) + 1)
        exact = run(**frame(10, True, ("support",), **LINEAR))
        for name, values in exact.reaction.items():
            np.testing.assert_allclose(run(**words).reaction[name], values, rtol=0, atol=1e-8 * np.abs(values).max())

    def test_restart(self):
        words = frame(11, False, ("support", "mass", "law", "damper"), dt=2e-3, linearize=True)
        with tempfile.TemporaryDirectory() as folder:
            for n, more in enumerate(({"output": "whole.h5", "t_end": 0.04}, {"output": "half.h5", "t_end": 0.02, "checkpoint": "kept"}, {"output": "half.h5", "t_end": 0.04, "restart": "kept"})):
                done = fsolve(options(**words, **more), 2 if RELEASE and n == 2 else 1, cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            one, two = (Output(os.path.join(folder, name)) for name in ("whole.h5", "half.h5"))
        np.testing.assert_allclose(two.probe["p2"]["displacement"], one.probe["p2"]["displacement"], rtol=1e-9, atol=1e-12)


class Members(Compared):
    """The split member is one member: ends, arc lengths, copies, arcs."""

    BEAM = {"mesh": "frame", "points": "a,b", "point_a": "0,0,0", "point_b": "6,0,0", "members": "m", "member_m": "a,b", "parts": "m", **{f"part_m_{k}": v for k, v in SECTION.items()},
            "supports": "a,b,s", "support_s_point": "1.7,0,0", "support_s_fix": "z", "support_s_fix_rotation": "none", "support_b_fix_rotation": "x", "loads": "q", "load_q_set": "m", "load_q_traction": "3,2,-4",
            "probes": "b", **LINEAR}
    HAND = {"points": "a,q,b", "point_q": "1.7,0,0", "member_m": "a,q,b"}

    def test_line(self):
        """The line printed; none with -quiet; none at a node."""
        with tempfile.TemporaryDirectory() as folder:
            for n, (more, said) in enumerate((({}, "split, to have a node there: 'm' at 1.7,0,0 (-support_s_point)\n"), ({"quiet": True}, None), ({"support_s_point": "0,0,0"}, None))):
                done = fsolve(options(**{**self.BEAM, **more}, output=f"{n}.h5"), cwd=folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(said, done.stdout) if said else self.assertNotIn("split", done.stdout)

    def test_simple(self):
        self.check(self.BEAM, {**self.BEAM, **self.HAND})

    def test_varying(self):
        """A section that varies with the arc length or the fraction of the member, also in a part of several cells and between offsets."""
        for more in ({}, {"member_m_n": 2}, {"member_m_offset_start": "0.3,0.1,0", "member_m_rigid": "0.2,0.1"}, {"member_m_release": "start:ry end:ry,rz", "support_b_fix_rotation": "all"}):
            taper = {**self.BEAM, "part_m_eiy": "900*(1-s/12)^3", "part_m_eiz": "1300*(2-fraction)", "part_m_ea": "3e6*(1-s/9)", **more}
            place = {"point_q": "1.7,0,0"}
            if "member_m_offset_start" in more:  # on the line between the ends of the beam
                place = {"point_q": "1.7,0.0754385964912281,0"}
                taper["support_s_point"] = place["point_q"]
            with self.subTest(more):
                if more.get("member_m_n") or "member_m_offset_start" in more:
                    out = run(**taper)
                    self.assertEqual(len(out.nodes), 4 if "member_m_n" in more else 5)
                    fine = run(**{**taper, "member_m_n": 60})
                    np.testing.assert_allclose(out.reaction["s"][-1], fine.reaction["s"][-1], rtol=0, atol=2e-3 * np.abs(fine.reaction["s"]).max())
                else:
                    self.check(taper, {**taper, **self.HAND, **place})

    def test_arc(self):
        arc = {**self.BEAM, "point_b": "4,2,0", "member_m_center": "0,5,0", "point_b": "4,2,0", "member_m_n": 1}
        x = np.array([5 * np.sin(0.4), 5 - 5 * np.cos(0.4), 0])
        arc["support_s_point"] = text(x)
        hand = {**arc, "members": "m,k", "points": "a,q,b", "point_q": text(x), "member_m": "a,q", "member_k": "q,b", "member_k_center": "0,5,0", "part_m_set": "m,k", "load_q_set": "m,k"}
        self.check(arc, hand)

    def test_copies(self):
        """The place is in one copy of a pattern; the set of this copy has both parts."""
        words = {**self.BEAM, "patterns": "row", "pattern_row": "a,b", "pattern_row_n": 3, "pattern_row_vector": "0,2,0", "support_s_point": "1.7,2,0", "loads": "q", "load_q_set": "m+1", "probes": "end", "probe_end_point": "6,2,0"}
        one = run(**words)
        alone = run(**self.BEAM)
        np.testing.assert_allclose(one.reaction["s"], alone.reaction["s"], rtol=1e-9, atol=1e-9)

    def test_line_mesh(self):
        """-mesh line and a file: a node of theirs inside a cell, on one rank and more."""
        words = {k: v for k, v in self.BEAM.items() if not k.startswith(("point", "member"))}
        words.update({"mesh": "line", "mesh_n": 1, "mesh_upper": "6,0,0", "part_m_set": "all", "load_q_set": "all", "supports": "start,end,s", "support_end_fix_rotation": "x", "probes": "end"})
        words.pop("support_b_fix_rotation")
        frame_words = {**self.BEAM, **self.HAND}
        two = run(**frame_words)
        for ranks in (1, 2):
            one = run(ranks=ranks, **words)
            for name, other in (("start", "a"), ("end", "b"), ("s", "s")):
                np.testing.assert_allclose(one.reaction[name], two.reaction[other], atol=1e-9 * np.abs(two.reaction["a"]).max())
        nodes = [(0, 0, 0), (6, 0, 0)]
        sets = {"start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(1,)]), "m": (gmsh_file.LINE, [(0, 1)])}
        words = {k: v for k, v in words.items() if not k.startswith("mesh")}
        one = on_mesh(nodes, sets, **words)
        np.testing.assert_allclose(one.reaction["s"], two.reaction["s"], atol=1e-9 * np.abs(two.reaction["a"]).max())


class Points(Compared):
    """A named point inside of a member, that no element has: a joint, tie, support, load or probe makes it a node of the member."""

    FRAME = {**Members.BEAM, "points": "a,b,c,d,e", "point_c": "1.7,0,0", "point_d": "1.7,0,2", "point_e": "3.1,0,0", "supports": "a,b", "support_b_fix_rotation": "x", "support_s_point": None, "support_s_fix": None,
             "support_s_fix_rotation": None}
    BODY = {"parts": "m,d", "part_d_element": "body", "part_d_mass": 2, "part_d_inertia": "1,2,1.5,0,0,0", "gravity": "0,0,-9.81"}
    USES = {
        "support": {"supports": "a,b,c", "support_c_fix": "yz", "support_c_fix_rotation": "none"},
        "joint": {"joints": "c", "joint_c_type": "in_plane", "joint_c_axis": "0,0.6,0.8"},
        "link": {**BODY, "links": "k", "link_k": "c,d", "joints": "k", "joint_k_type": "weld", "joint_k_point": "1.7,0,0"},
        "spring": {"supports": "a,b,d", "links": "k", "link_k": "c,d", "joints": "k", "joint_k_type": "spring_damper", "joint_k_displacement_stiffness": 4e4},
        "rigid": {**BODY, "ties": "k", "tie_k_type": "rigid", "tie_k_set": "c,d", "tie_k_master": "d"},
        "master": {**BODY, "ties": "k", "tie_k_type": "rigid", "tie_k_set": "d", "tie_k_master": "c"},
        "equation": {"ties": "k", "tie_k_type": "equation", "tie_k_of": "c.z,e.z,e.y", "tie_k_coefficients": "1,-2,0.5"},
        "load": {"loads": "q,c", "load_c_force": "30,20,-50"},
        "probe": {"probes": "b,p,c"},
    }
    HAND = {"member_m": "a,c,e,b"}

    def test_same(self):
        for name, use in self.USES.items():
            words = {key: value for key, value in {**self.FRAME, "probes": "b,p", "probe_p_point": "4,0,0", **use}.items() if value is not None}
            hand = {**words, "member_m": "a,c,e,b" if name == "equation" else "a,c,b"}
            for ranks in MORE_RANKS if RELEASE or name == "link" else (1,):
                with self.subTest(name, ranks=ranks):
                    self.check(words, hand, ranks)
        for name in ("joint", "link", "spring", "rigid"):
            words = {key: value for key, value in {**self.FRAME, "probes": "b,p", "probe_p_point": "4,0,0", **self.USES[name], "analysis": None, "dt": 2e-3, "t_end": 0.02, "linearize": None}.items() if value is not None}
            with self.subTest(name, motion=True):
                self.check(words, {**words, "member_m": "a,c,b"}, rtol=1e-7)

    def test_tie_at_place(self):
        words = {key: value for key, value in {**self.FRAME, "point_e": None, **self.USES["rigid"], "tie_k_set": None, "tie_k_point": "1.7,0,0", "probes": "b,p", "probe_p_point": "4,0,0"}.items() if value is not None}
        hand = {**words, "points": "a,b,c,d", "member_m": "a,c,b", "tie_k_set": "c"}
        hand.pop("tie_k_point")
        words.pop("point_c")
        self.check({**words, "points": "a,b,d"}, hand)

    def test_apart(self):
        """A point that a joint and a support hold stays, with a warning; none if -mesh_unjoined names the point or the member. A point with an element stays."""
        words = {key: value for key, value in {**self.FRAME, **self.USES["link"], "supports": "a,b,c", "output": "none.h5", "overwrite": True}.items() if value is not None}
        warned = r"warning: point 'c' at \(1.7, 0, 0\) lies inside of 'm' and is not joined to it, because several joints, ties or supports hold the point; make it a point of the member \(-member_m a,c,b\)"
        for more, said in (({}, True), ({"mesh_unjoined": "c"}, False), ({"mesh_unjoined": "m"}, False)):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**{**words, **more}), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("split", done.stdout)
            (self.assertRegex if said else self.assertNotRegex)(done.stderr, warned)


class Refused(refusal.Table):
    PLATE = {"mesh": "rectangle", "mesh_n": "3,2", "mesh_upper": "3,2", "parts": "p", "part_p_set": "all", "part_p_element": "shell", "part_p_young": 7e10, "part_p_poisson": 0.3,
             "part_p_thickness": 0.05, "part_p_density": 2700, "supports": "left,s", **LINEAR}
    CROSS = {**Members.BEAM, "points": "a,b,c,d", "point_c": "1.7,-2,0", "point_d": "1.7,3,0", "members": "m,k", "member_k": "c,d", "part_m_set": "m,k", "supports": "a,b,c,s"}
    ROWS = [
        (None, {**PLATE, "support_s_point": "1.3,0.6,0"}, r"-support_s_point: no node is at this place; the nearest one, at 1,1,0, is 0.5 away: give its place, or a mesh that has a node at this place"),
        (None, {**Members.BEAM, "support_s_point": "1.7,0.1,0"}, r"-support_s_point: no node is at this place; the nearest one, at 0,0,0, is 1.70294 away, and the nearest line, at 1.7,0,0, is 0.1 away, where a beam, truss, bar or cable would get a node: give"),
        (None, {**Members.BEAM, "members_order": 2}, r"-support_s_point: no node is at this place; the nearest one, at [^ ]*, is [^ ]* away: give"),
        (None, {**{k: v for k, v in Members.BEAM.items() if not k.startswith("support_s_")}, "supports": "a,b", "joints": "j", "joint_j_place": "1.7,0.1,0", "joint_j_type": "spherical"},
         r"-joint_j_place: no node is at this place; the nearest one, at 0,0,0, is 1.70294 away, and the nearest line, at 1.7,0,0, is 0.1 away, where a beam, truss, bar or cable would get a node: give"),
        (None, CROSS, r"-support_s_point: 2 lines without a common node are at this place: choose one by the option _set"),
    ]


if __name__ == "__main__":
    unittest.main()
