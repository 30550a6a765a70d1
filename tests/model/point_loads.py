# SPDX-License-Identifier: BSD-2-Clause
"""Forces and moments at a place that is no node: closed forms of one beam, frames with a node at the place, surfaces, large rotations, and places that cannot be meant."""
import os
import tempfile
import unittest

import numpy as np

import refusal
from models import STATIC
from run import MORE_RANKS, RELEASE, fsolve, options, run

LINEAR = {**STATIC, "linearize": True}
L, EI, P, FORCE = 6.0, 2.1e6, 1.7, 900.0
A, B = P, L - P
# one beam between two points along x, in the plane x, z; stiff in shear and along its axis
ONE = {"mesh": "frame", "directions": "xz", "points": "a,b", "point_a": "0,0,0", "point_b": f"{L},0,0", "members": "m", "member_m": "a,b", "parts": "m", "part_m_element": "beam",
       "part_m_ea": 1e9, "part_m_gay": 1e18, "part_m_gaz": 1e18, "part_m_gj": 1e6, "part_m_eiy": EI, "part_m_eiz": 2 * EI, "part_m_mass_per_length": 20,
       "supports": "a,b", "probes": "a,b"}
SIMPLE = {"support_a_fix": "xz", "support_a_fix_rotation": "none", "support_b_fix": "z", "support_b_fix_rotation": "none"}
PROPPED = {"support_a_fix": "all", "support_b_fix": "z", "support_b_fix_rotation": "none"}
CLAMPED = {"support_a_fix": "all", "support_b_fix": "all"}
DOWN = {"loads": "P", "load_P_point": f"{P},0,0", "load_P_force": f"0,0,{-FORCE}"}
TURN = {"loads": "P", "load_P_point": f"{P},0,0", "load_P_moment": f"0,{FORCE},0"}
SLENDER = {"ea": 3e6, "gay": 1e6, "gaz": 8e5, "gj": 500, "eiy": 900, "eiz": 1300, "mass_per_length": 3}
POINTS = np.array([[0, 0, 0], [0.3, 0.2, 3], [3.1, -0.4, 3.3], [3.4, 0.1, 0.2], [2.2, 2.5, 3.1]])
LINES = ((0, 1), (1, 2), (2, 3), (1, 4), (4, 2))


def turn(out, probe):
    return 2 * out.probe[probe]["rotation"][-1, 2]


def frame(seed, nodes, **keys):
    """A frame in space with forces and moments at random places of its members, which are nodes or not."""
    random = np.random.default_rng(seed)
    given = {"mesh": "frame", "members": "", "parts": "", "loads": "", "probes": "p0,p1,p2,p3,p4", "supports": "p0,p3", "support_p3_fix_rotation": "none"}
    points = {f"p{i}": x for i, x in enumerate(POINTS)}
    for k, (i, j) in enumerate(LINES):
        names = [f"p{i}", f"p{j}"]
        for n, s in enumerate(np.sort(random.uniform(0.05, 0.95, 2))):
            x = (1 - s) * POINTS[i] + s * POINTS[j]
            if nodes:
                points[f"q{k}{n}"] = x
                names.insert(-1, f"q{k}{n}")
            given[f"load_l{k}{n}_point"] = ",".join(f"{c:.17g}" for c in x)
            given[f"load_l{k}{n}_{'moment' if n else 'force'}"] = ",".join(f"{c:.6g}" for c in random.normal(size=3))
            given["loads"] += f",l{k}{n}"
        given[f"member_m{k}"] = ",".join(names)
        given["members"] += f",m{k}"
        given["parts"] += f",m{k}"
        given.update({f"part_m{k}_{name}": value * (1 + 0.1 * k) for name, value in SLENDER.items()})
        given.update({f"part_m{k}_element": "beam", f"part_m{k}_direction": "0.3,1,0.2"})
    given["points"] = ",".join(points)
    given.update({f"point_{name}": ",".join(f"{c:.17g}" for c in x) for name, x in points.items()})
    for name in ("members", "parts", "loads"):
        given[name] = given[name][1:]
    return {**given, **keys}


class OneBeam(unittest.TestCase):
    """One element: closed forms, also of the motion of its ends."""

    def check(self, keys, forces, moments, turns, moment=False):
        for kind in ({}, {"linearize": None, "part_m_ea": 1e9}) if RELEASE else ({},):
            out = run(**{k: v for k, v in {**LINEAR, **ONE, **keys, **kind, "show": "balance"}.items() if v is not None})
            for name, force, m, t in zip("ab", forces, moments, turns):
                np.testing.assert_allclose(out.reaction[name][-1, 2], force, atol=1e-9 * FORCE)
                np.testing.assert_allclose(out.reaction[name][-1, 4], m, atol=1e-9 * FORCE * L)
                np.testing.assert_allclose(turn(out, name), t, atol=1e-9 * FORCE * L**2 / EI)
            self.assertLess(np.abs(out.balance["force"]).max() + np.abs(out.balance["moment"]).max(), 1e-9 * FORCE * L)
            end = out.frames[-1]["m/line/moment"].ravel() if "m/line/moment" in out.frames[-1] else None
            self.assertIsNotNone(end)

    def test_force(self):
        """Moments about +y: a downward force at a turns the section at a by +theta."""
        self.check({**DOWN, **SIMPLE}, (FORCE * B / L, FORCE * A / L), (0, 0), (FORCE * A * B * (L + B) / (6 * L * EI), -FORCE * A * B * (L + A) / (6 * L * EI)))
        self.check({**DOWN, **CLAMPED}, (FORCE * B**2 * (3 * A + B) / L**3, FORCE * A**2 * (A + 3 * B) / L**3), (-FORCE * A * B**2 / L**2, FORCE * A**2 * B / L**2), (0, 0))
        end = FORCE * A**2 * (3 * L - A) / (2 * L**3)
        self.check({**DOWN, **PROPPED}, (FORCE - end, end), (end * L - FORCE * A, 0), (0, -FORCE * A**2 * B / (4 * L * EI)))

    def test_moment(self):
        """A moment about +y at the place."""
        self.check({**TURN, **SIMPLE}, (-FORCE / L, FORCE / L), (0, 0), (FORCE / (6 * L * EI) * (3 * B**2 - L**2), FORCE / (6 * L * EI) * (3 * A**2 - L**2)))
        end = 6 * FORCE * A * B / L**3
        self.check({**TURN, **CLAMPED}, (-end, end), (FORCE * B * (2 * A - B) / L**2, FORCE * A * (2 * B - A) / L**2), (0, 0))

    def test_field_and_time(self):
        """The factor of the place, and of the time: the sum of both is the reaction."""
        for field, time, factor in (("x", "t", P), ("x*cos(t)", 1, P * np.cos(1)), ("x*cos(t)", "t^2", P * np.cos(1))):
            out = run(**{**LINEAR, **ONE, **DOWN, **SIMPLE, "load_P_field": field, "load_P_time": time})
            self.assertAlmostEqual(out.reaction["b"][-1, 2], factor * FORCE * A / L, delta=1e-9 * FORCE)

    def test_field_of_time(self):
        """A field of t is the whole factor of a load in statics; a line says that other loads grow, if there are any."""
        for load, share in (({"load_P_point": f"{P},0,0"}, A / L), ({"load_P_set": "m", "load_P_force": None, "load_P_traction": f"0,0,{-FORCE / L}"}, 0.5)):
            for time in (None, "1", "t"):
                words = {**LINEAR, **ONE, **DOWN, **SIMPLE, "load_P_point": None, **load, "load_P_field": "cos(t)", "load_P_time": time, "t_end": 2, "dt": 0.5}
                out = run(**{k: v for k, v in words.items() if v is not None})
                np.testing.assert_allclose(out.reaction["b"][:, 2], share * FORCE * np.cos(out.time) * (out.time if time == "t" else 1), atol=1e-9 * FORCE)


class Frames(unittest.TestCase):
    """Each member is one element, against members with nodes at the loads."""

    def compare(self, seed, rtol, ranks=1, **keys):
        one, two = (run(ranks=ranks if not nodes else 1, **frame(seed, nodes, **keys)) for nodes in (False, True))
        for name in one.reaction:
            np.testing.assert_allclose(one.reaction[name], two.reaction[name], rtol=0, atol=rtol * np.abs(two.reaction["p0"]).max(), err_msg=name)
        names = [f"p{k}" for k in range(5)]
        for name in names:
            for field in ("displacement", "rotation"):
                size = max(np.abs(two.probe[n][field][-1, -3:]).max() for n in names)
                np.testing.assert_allclose(one.probe[name][field][-1], two.probe[name][field][-1], rtol=0, atol=rtol * size, err_msg=name)

    def test_linear(self):
        for seed in range(40 if RELEASE else 4):
            self.compare(seed, 1e-9, **LINEAR)

    def test_small_rotations(self):
        """Without -linearize, loads so small that the axial force changes the bending by 1e-5."""
        keys = {f"load_l{k}{n}_time": "1e-3*t" for k in range(5) for n in range(2)}
        self.compare(3, 1e-4, **STATIC, **keys)

    def test_ranks(self):
        for ranks in MORE_RANKS:
            self.compare(5, 1e-9, ranks=ranks, **LINEAR)

    def test_releases(self):
        self.compare(6, 1e-9, **LINEAR, member_m1_release="start:rx,ry,rz", member_m4_release="end:ry,rz")


class LargeRotations(unittest.TestCase):
    """A load at a place is the limit of a load per length on a short part about it, also where the section varies, at large rotations and in motions."""

    SHORT = 1e-4
    BENT = {**ONE, "directions": None, "part_m_ea": 1e6, "part_m_gay": 1e6, "part_m_gaz": 2e6, "part_m_gj": 800, "part_m_eiy": 500, "part_m_eiz": 900, "supports": "a", "loads": "P"}
    TAPER = {"part_m_eiy": "500*(1-x/12)^3", "part_m_eiz": "900*(1-x/12)", "part_m_ea": "1e6*(1-x/12)"}

    def compare(self, rtol=1e-6, **keys):
        words = {k: v for k, v in {**self.BENT, **keys}.items() if v is not None}
        kind = "moment" if "load_P_moment" in words else "force"
        spread = {k: v for k, v in words.items() if not k.startswith("load_P_" + kind) and k != "load_P_point"}
        spread.update({"load_P_set": "m", "load_P_field": f"abs(x-{P})<{self.SHORT / 2} ? {1 / self.SHORT} : 0", "load_P_traction" if kind == "force" else "load_P_moment": words["load_P_" + kind]})
        if kind == "moment":
            spread["load_P_moment_per"] = "length"
        one, two = run(**words), run(**spread)
        for field in one.probe["b"]:
            size = np.abs(two.probe["b"][field]).max()
            np.testing.assert_allclose(one.probe["b"][field], two.probe["b"][field], rtol=0, atol=rtol * max(size, 1e-6), err_msg=field)
        np.testing.assert_allclose(one.reaction["a"], two.reaction["a"], rtol=0, atol=rtol * np.abs(two.reaction["a"]).max())
        names = [name for name in one.frames[-1] if name.startswith("m/")]
        for name in names:
            size = max(np.abs(two.frames[-1][other]).max() for other in names if other.split("_")[0] == name.split("_")[0])
            np.testing.assert_allclose(one.frames[-1][name], two.frames[-1][name], rtol=0, atol=rtol * max(size, 1e-6), err_msg=name)
        return one

    def test_fixed_in_space(self):
        """Rotations of up to 60 degrees."""
        for keys in ({"load_P_force": "0,20,-60"}, {"load_P_moment": "10,150,60"}):
            with self.subTest(keys):
                out = self.compare(**STATIC, load_P_point=f"{P},0,0", show="balance", **keys)
                self.assertGreater(np.abs(out.probe["b"]["displacement"]).max(), 0.1)
                self.assertLess(np.abs(out.balance["force"][-1]).max(), 1e-6 * out.balance["largest"][-1, 0])

    def test_cells(self):
        """One element, whose curve between its nodes is a cubic, against eight on both sides of a node at the place: moments, followers, sections that vary."""
        for keys in ({"load_P_force": "0,20,-60"}, {"load_P_moment": "10,80,30"}):
            for more in ({}, {"load_P_follower": True}, self.TAPER):
                with self.subTest(f"{keys} {more}"):
                    words = {k: v for k, v in {**self.BENT, **STATIC, "load_P_point": f"{P},0,0", "load_P_time": "t/3", "show": "balance", **keys, **more}.items() if v is not None}
                    one, two = run(**words), run(**{**words, "points": "a,c,b", "point_c": f"{P},0,0", "member_m": "a,c,b", "member_m_n": 8})
                    np.testing.assert_allclose(one.probe["b"]["displacement"][-1], two.probe["b"]["displacement"][-1], rtol=0, atol=0.01 * np.abs(two.probe["b"]["displacement"]).max())
                    self.assertLess(np.abs(one.balance["force"][-1]).max(), 1e-6 * one.balance["largest"][-1, 0])

    def test_motion(self):
        for keys in ({"load_P_force": "0,20,-60", "load_P_time": "sin(20*t)"}, {"load_P_force": "0,20,-60", "load_P_field": "x*cos(30*t)"}):
            if "load_P_field" in keys:  # against the time function
                one, two = (run(**{k: v for k, v in {**self.BENT, "load_P_point": f"{P},0,0", "dt": 1e-2, "t_end": 0.3, **more}.items() if v is not None})
                            for more in (keys, {"load_P_force": f"0,{20 * P},{-60 * P}", "load_P_time": "cos(30*t)"}))
                np.testing.assert_allclose(one.probe["b"]["displacement"], two.probe["b"]["displacement"], atol=1e-9)
            else:
                self.compare(load_P_point=f"{P},0,0", dt=1e-2, t_end=0.3, **keys)


class Surfaces(unittest.TestCase):
    """Forces on the nodes by the shape functions of the cell, the same as given at the nodes."""

    PLATE = {"mesh": "rectangle", "mesh_n": "3,2", "mesh_upper": "3,2", "parts": "p", "part_p_set": "all", "part_p_element": "shell", "part_p_young": 7e10, "part_p_poisson": 0.3,
             "part_p_thickness": 0.05, "part_p_density": 2700, "supports": "left"}
    PLACE = (1.3, 0.6)

    def check(self, kind, value, **keys):
        x, y = self.PLACE
        shares = {(i, j): (1 - abs(x - i)) * (1 - abs(y - j)) for i in (1, 2) for j in (0, 1)}
        words = {k: v for k, v in {**LINEAR, **self.PLATE, **keys}.items() if v is not None}
        one = run(**words, loads="P", load_P_point=f"{x},{y},0", **{f"load_P_{kind}": ",".join(map(str, value))})
        nodes = {f"n{i}{j}": (i, j) for i, j in shares}
        given = {f"load_{name}_point": f"{i},{j},0" for name, (i, j) in nodes.items()}
        given.update({f"load_{name}_{kind}": ",".join(repr(v * shares[at]) for v in value) for name, at in nodes.items()})
        two = run(**words, loads=",".join(nodes), **given)
        a, b = one.by_id("displacement"), two.by_id("displacement")
        np.testing.assert_allclose(a, b, atol=1e-9 * np.abs(b).max())

    def test_shell(self):
        self.check("force", (3, -2, -50))
        self.check("moment", (20, -30, 0))

    def test_membrane(self):
        self.check("force", (0, 0, -50), part_p_element="membrane", part_p_tension=300, part_p_mass_per_area=2, part_p_young=None, part_p_poisson=None, part_p_thickness=None, part_p_density=None)


class Bars(unittest.TestCase):
    def test_truss(self):
        """The linear shape functions of a bar: the end gets the share x/L of the force along it."""
        bar = {"mesh": "frame", "points": "a,b", "point_a": "0,0,0", "point_b": "2,0,0", "members": "m", "member_m": "a,b", "parts": "m", "part_m_element": "truss", "part_m_young": 1e9,
               "part_m_area": 1e-4, "part_m_density": 0, "supports": "a,b", "support_b_fix": "yz", "probes": "b", "loads": "P", "load_P_point": "0.5,0,0", "load_P_force": "100,0,0"}
        out = run(**LINEAR, **bar)
        self.assertAlmostEqual(out.probe["b"]["displacement"][-1, 0] / (25 * 2 / 1e5), 1, delta=1e-9)


class Probes(unittest.TestCase):
    def test_between_nodes(self):
        """A probe between nodes records the nearest one, and a warning says how far away it is; at a node there is none."""
        with tempfile.TemporaryDirectory() as folder:
            for x, said in ((2, r"^fsolve: warning: -probe_m_point: no node is at this place; the nearest one, at 0,0,0, is 2 away and is recorded"), (6, "^$")):
                done = fsolve(options(None, **{**LINEAR, **ONE, **SIMPLE, **DOWN, "probes": "m"}, probe_m_point=f"{x},0,0", output=os.path.join(folder, f"{x}.h5")))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stderr, said)


class Refused(refusal.Table):
    ROWS = [
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "load_P_point": "1.7,0,0.03"}, r"-load_P_point: .*nearest line or surface is 0.03 away.*0,0,0, 1.7.*"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "load_P_point": "6.03,0,0"}, r"-load_P_point: .*6,0,0, 0.03"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "supports": "a,b,c", "support_c_point": "3,0,0.03"}, r"-support_c_point: no node is at this place.*is 3.00015 away.*give its place"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "load_P_force": "0,0,0", "loads": "Q", "load_Q_point": "3,0,0.03", "load_Q_law_z": "0-uz"}, r"-load_Q_point: no node"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "probes": "m", "probe_m_point": "3,0,1"}, r"-probe_m_point: no node is at this place; the nearest one, .* is 3.16228 away: give its place"),
        (None, {**LINEAR, **ONE, **DOWN, "points": "a,b,c,d", "point_c": f"{P},0,-1", "point_d": f"{P},0,1", "members": "m,n", "member_n": "c,d", "supports": "a,b,c,d",
                **{k.replace("part_m_", "part_n_"): v for k, v in ONE.items() if k.startswith("part_m_")}, "parts": "m,n"}, r"-load_P_point: 2 lines without a common node .*_set"),
    ]


if __name__ == "__main__":
    unittest.main()
