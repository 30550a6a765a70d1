# SPDX-License-Identifier: BSD-2-Clause
"""What orients elements turns with the copies of a pattern, and with a file that the mesh reads several times: sections of beams, springs,
dampers, bodies. Each copy then answers as the same copy that is described by hand."""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from models import joint
from run import RANKS, run
from studies import modes

BEAM = {"element": "beam", "ea": 4e8, "gay": 5e7, "gaz": 5e7, "gj": 1e6, "eiy": 5e5, "eiz": 3e6, "mass_per_length": 50, "inertia": "0.5,0.25,0.25,0,0,0"}
TIP, GIVEN = np.array((0.4, 0.3, 6.0)), (0.1, 0.9, 0.3)
HUB = {"axis": "1,0,0", "n": 3}  # blades in planes that the axis x cuts
MODES = {"modes": 8, "supports": "hub", "support_hub_fix": "xyz", "support_hub_fix_rotation": "none"}
SPRING = {"part_hub_element": "rotational_spring", "part_hub_stiffness": 2e5, "part_hub_set": "hub"}


def text(x):
    return ",".join(repr(float(v)) for v in x)


def turn(k):
    """Rotation about x to blade k."""
    c, s = np.cos(2 * np.pi * k / 3), np.sin(2 * np.pi * k / 3)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def part(name, keys, **more):
    return {f"part_{name}_{k}": v for k, v in {**keys, **more}.items()}


def rotor(parts="blade", **more):
    keys = {"mesh": "frame", "points": "hub,tip", "point_hub": "0,0,0", "point_tip": text(TIP), "members": "blade", "member_blade": "hub,tip", "members_n": 4}
    return {**keys, **SPRING, "parts": f"{parts},hub", "patterns": "ring", "pattern_ring": "tip", **{f"pattern_ring_{k}": v for k, v in HUB.items()}, **more}


def by_hand(directions):
    """One part for each blade."""
    keys = {"parts": ",".join(f"blade{k}" for k in range(3))}
    for k, d in enumerate(directions):
        keys.update(part(f"blade{k}", BEAM, set=f"blade+{k}", direction=text(d)))
    return rotor(**keys)


class Rotor(unittest.TestCase):
    """Three blades that a hub on a spring joins: frequencies depend on how the sections lie to each other."""

    def frequencies(self, ranks=1, **keys):
        return modes(ranks=ranks, **MODES, **keys)["frequency"]

    def expected(self, direction):
        """Frequencies with a part for each blade. Those with one direction for all blades are others."""
        f = self.frequencies(**by_hand([turn(k) @ direction for k in range(3)]))
        self.assertGreater(abs(self.frequencies(**by_hand(3 * [direction])) / f - 1).max(), 0.05)
        return f

    def test_pattern(self):
        """A direction that is given, and the default one, z x chord of the first blade."""
        for d, option in ((GIVEN, {"part_blade_direction": text(GIVEN)}), (np.cross((0, 0, 1), TIP), {})):
            hand = self.expected(d)
            for ranks in RANKS:
                f = self.frequencies(ranks, **rotor(**part("blade", BEAM), **option))
                np.testing.assert_allclose(f, hand, rtol=1e-9)

    def test_section_that_varies(self):
        """Formulas of the place, the same for all blades: three modes are one and a pair of equal frequencies."""
        keys = {**BEAM, "eiy": "5e5*(2-(y^2+z^2)/50)", "eiz": "3e6*(2-(y^2+z^2)/50)", "direction": text(GIVEN)}
        f = self.frequencies(**rotor(**part("blade", keys)))
        equal = np.diff(f) < 1e-9 * f[:-1]
        self.assertGreaterEqual(equal.sum(), 2)

    def test_placed(self):
        """Directions are in axes of the placed mesh, as all else. A rotation of the mesh changes no frequency."""
        keys = rotor(**part("blade", BEAM, direction=text(GIVEN)))
        R = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])  # 90 degrees about y
        placed = self.frequencies(**{**keys, "mesh_rotate": "0,90,0", "mesh_translate": "1,2,3", "part_blade_direction": text(R @ GIVEN)})
        np.testing.assert_allclose(placed, self.frequencies(**keys), rtol=1e-9)

    def test_one_file_three_times(self):
        """A file of one blade that the mesh reads three times, turned."""
        sets = {"blade": (gmsh_file.LINE, [(i, i + 1) for i in range(4)]), "hub": (gmsh_file.POINT, [(0,)])}
        hand = self.expected(GIVEN)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "blade.msh")
            gmsh_file.write(path, [TIP * i / 4 for i in range(5)], sets)
            for ranks in RANKS:
                f = self.frequencies(ranks, mesh=",".join(3 * [path]), mesh_rotate="0,0,0,120,0,0,240,0,0", mesh_join=1e-6, parts="blade,hub",
                                     **{**SPRING, "part_hub_stiffness": SPRING["part_hub_stiffness"] / 3}, **part("blade", BEAM, direction=text(GIVEN)))
                np.testing.assert_allclose(f, hand, rtol=1e-9)

    def test_frame_and_file(self):
        """The mesh has a file besides the frame, which numbers the cells of the frame anew."""
        hand = self.expected(GIVEN)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "other.msh")
            gmsh_file.write(path, [(50, 0, 0)], {"hub": (gmsh_file.POINT, [(0,)])})
            for ranks in RANKS:
                f = self.frequencies(ranks, **rotor(parts="blade,lump", mesh=f"{path},frame", part_lump_element="mass", part_lump_mass=1, part_lump_set="hub",
                                                    **part("blade", BEAM, direction=text(GIVEN))))
                np.testing.assert_allclose(f, hand, rtol=1e-9)


MOTION = {"integrator": "esdirk43_6l", "dt": 0.02, "t_end": 0.2}


class Points(unittest.TestCase):
    """Springs, dampers and bodies at points of a pattern that turns them about z."""

    def check(self, n, parts, turned, tolerance=1e-11, **more):
        """turned: part -> options that are vectors, or (R) -> value."""
        R = [np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]]) for a in 2 * np.pi * np.arange(n) / n]
        probes = [f"p{k}" for k in range(n)]
        mesh = {"mesh": "frame", "points": "a", "point_a": "2,0.1,0.3", "patterns": "ring", "pattern_ring": "a", "pattern_ring_n": n,
                "pattern_ring_axis": "0,0,1", "probes": ",".join(probes), **{f"probe_p{k}_set": f"a+{k}" for k in range(n)}, **MOTION, **more}
        one, each, names = {}, {}, []
        for name, keys in parts.items():
            vectors = turned.get(name, {})
            one.update(part(name, keys, set="a", **{w: f(np.eye(3)) for w, f in vectors.items()}))
            for k in range(n):
                names.append(f"{name}{k}")
                each.update(part(names[-1], keys, set=f"a+{k}", **{w: f(R[k]) for w, f in vectors.items()}))
        for ranks in RANKS:
            o = run(ranks=ranks, **mesh, **one, parts=",".join(parts))
            p = run(**mesh, **each, parts=",".join(names))
            for k in range(n):
                u = o.probe[f"p{k}"]["displacement"]
                self.assertGreater(abs(u).max(), 1e-3)
                np.testing.assert_allclose(u, p.probe[f"p{k}"]["displacement"], atol=tolerance)
            self.assertGreater(abs(o.probe["p0"]["displacement"] - o.probe["p1"]["displacement"]).max(), 1e-4)

    def test_spring_and_damper(self):
        along = {"direction": lambda R: text(R @ (1, 0.5, 0.2))}
        self.check(4, {"mass": {"element": "mass", "mass": 2}, "spring": {"element": "spring", "stiffness": 300}, "damper": {"element": "damper", "damping": 4}},
                   {"spring": along, "damper": along}, gravity="3,-4,-9.81")

    def test_absorber(self):
        self.check(3, {"mass": {"element": "mass", "mass": 2}, "end": {"element": "absorber", "impedance": 4}},
                   {"end": {"direction": lambda R: text(R @ (1, 0.5, 0.2))}}, gravity="3,-4,-9.81")

    def test_directions_of_the_model(self):
        """The first copy has a spring along x, the second one along y: both directions exist."""
        self.check(4, {"mass": {"element": "mass", "mass": 2}, "spring": {"element": "spring", "stiffness": 300}},
                   {"spring": {"direction": lambda R: text(R @ (1, 0, 0))}}, gravity="3,-4,0")

    def test_body_and_rotational_spring(self):
        """A body with its center of mass aside and three moments of inertia, held by a joint at its point and a spring of rotations."""
        J = np.array([[0.3, 0.02, 0.01], [0.02, 0.5, 0.03], [0.01, 0.03, 0.7]])

        def inertia(R):
            I = R @ J @ R.T
            return text((*np.diag(I), I[0, 1], I[0, 2], I[1, 2]))

        self.check(3, {"body": {"element": "body", "mass": 2}, "spring": {"element": "rotational_spring", "stiffness": 30, "damping": 0.1},
                       "hold": {"element": "spring", "stiffness": 100}},
                   {"body": {"center": lambda R: text(R @ (0.2, 0.1, -0.3)), "inertia": inertia}, "spring": {"direction": lambda R: text(R @ (0.3, 1, 0.2))},
                    "hold": {"direction": lambda R: text(R @ (0.3, 0.2, 1))}}, gravity="3,-4,-9.81")


class Joints(unittest.TestCase):
    def test_several_meshes(self):
        """Copies of a joint are found beside another mesh as well."""
        keys = {"points": "a,b", "point_a": "2,0.1,0.3", "point_b": "2.5,0.3,0.1", "links": "pair", "link_pair": "a,b", "patterns": "ring",
                "pattern_ring": "a,b", "pattern_ring_n": 3, "pattern_ring_axis": "0,0,1", "parts": "a,b", **MOTION, "gravity": "0.3,-0.4,-9.81",
                **part("a", {"element": "body", "mass": 2, "inertia": "0.3,0.3,0.3,0,0,0"}), **part("b", {"element": "body", "mass": 2, "inertia": "0.3,0.3,0.3,0,0,0"}),
                "joints": "a,pair", **joint("a", "weld"), **joint("pair", "revolute", axis="0,1,0", point="2.2,0,0.4"), "stabilize": "projection"}
        alone = run(**keys, mesh="frame")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "other.msh")
            gmsh_file.write(path, [(50, 0, 0)], {"other": (gmsh_file.POINT, [(0,)])})
            more = {**part("other", {"element": "mass", "mass": 1}), "parts": "a,b,other"}
            for ranks in RANKS:
                beside = run(ranks=ranks, **{**keys, **more}, mesh=f"{path},frame")
                both = [sorted(o.frames[-1]["displacement"][o.nodes[:, 0] < 40].tolist()) for o in (alone, beside)]
                np.testing.assert_allclose(both[1], both[0], atol=1e-11)
                self.assertGreater(np.abs(both[0]).max(), 0.01)


if __name__ == "__main__":
    unittest.main()
