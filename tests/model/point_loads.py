# SPDX-License-Identifier: BSD-2-Clause
"""Forces and moments at a place that is no node: closed forms of one beam, frames with a node at the place, surfaces, large rotations, and places that cannot be meant."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import refusal
from models import STATIC
from run import MORE_RANKS, RELEASE, Output, fsolve, options, run

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
STOUT = {"ea": 5e4, "gay": 2e4, "gaz": 3e4, "gj": 500, "eiy": 900, "eiz": 1300, "mass_per_length": 3}  # short cells between breaks do not cost digits
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

    def test_hinged(self):
        """A member with hinges at both of its ends, so that both of its nodes are further nodes beside the points: on clamped points it is simply supported."""
        for load, forces in ((DOWN, (FORCE * B / L, FORCE * A / L)), (TURN, (-FORCE / L, FORCE / L))):
            out = run(**{**LINEAR, **ONE, **load, **CLAMPED, "member_m_release": "both:ry", "show": "balance"})
            for name, force in zip("ab", forces):
                np.testing.assert_allclose(out.reaction[name][-1, 2::2], [force, 0], atol=1e-9 * FORCE)
            self.assertLess(np.abs(out.balance["force"]).max() + np.abs(out.balance["moment"]).max(), 1e-9 * FORCE * L)

    def test_force(self):
        """Moments about +y: a downward force at a turns the section at a by +theta."""
        self.check({**DOWN, **SIMPLE}, (FORCE * B / L, FORCE * A / L), (0, 0), (FORCE * A * B * (L + B) / (6 * L * EI), -FORCE * A * B * (L + A) / (6 * L * EI)))
        self.check({**DOWN, **CLAMPED}, (FORCE * B**2 * (3 * A + B) / L**3, FORCE * A**2 * (A + 3 * B) / L**3), (-FORCE * A * B**2 / L**2, FORCE * A**2 * B / L**2), (0, 0))
        end = FORCE * A**2 * (3 * L - A) / (2 * L**3)
        self.check({**DOWN, **PROPPED}, (FORCE - end, end), (end * L - FORCE * A, 0), (0, -FORCE * A**2 * B / (4 * L * EI)))

    def test_beside_a_node(self):
        """A force 1e-7 of a cell beside its end acts at this end, which is supported, and bends nothing; 1e-5 beside it acts inside, in any unit of length."""
        for unit in (1e-6, 1, 1e6):
            for off, bends in ((1e-7, False), (1e-5, True)):
                out = run(**{**LINEAR, **ONE, **SIMPLE, **DOWN, "point_b": f"{L * unit!r},0,0", "load_P_point": f"{L * unit * (1 - off)!r},0,0"})
                share = out.reaction["a"][-1, 2] / FORCE
                self.assertAlmostEqual(share, off if bends else 0, delta=1e-4 * off)

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


class SectionAxes(Frames):
    """Loads along the axes of the sections of inclined and rolled beams, against the same loads in global components."""

    TWIST = 0.4
    LOADS = {
        "q": {"traction": (1.0, -2, 3)},
        "part": {"traction": (0, 5, -3), "traction_to": (0, -2.5, 1.5), "from": 0.4, "to": 2.1},
        "field": {"traction": (0, 0, 4), "field": "1+x*z"},
        "P": {"force": (2, -3, 4)},
        "m": {"moment": (0.5, 1, -1), "moment_per": "length"},
        "M": {"moment": (2, 1, 1)},
    }

    def words(self, name, section, **keys):
        """The frame of above without its loads; one load for each member."""
        given = frame(3, False, **keys)
        given = {k: v for k, v in given.items() if not k.startswith("load")}
        given |= {"loads": ",".join(f"l{k}" for k in range(5)), "output_fields": "all"}
        for k, (i, j) in enumerate(LINES):
            e = POINTS[j] - POINTS[i]
            e /= np.linalg.norm(e)
            y = np.array([0.3, 1, 0.2])
            y -= (y @ e) * e
            y /= np.linalg.norm(y)
            z = np.cross(e, y)
            axes = np.array([e, np.cos(self.TWIST) * y + np.sin(self.TWIST) * z, np.cos(self.TWIST) * z - np.sin(self.TWIST) * y])
            given[f"part_m{k}_twist"] = self.TWIST
            for key, value in self.LOADS[name].items():
                if isinstance(value, tuple):
                    value = ",".join(f"{c:.17g}" for c in (value if section else np.array(value) @ axes))
                given[f"load_l{k}_{key}"] = value
            if name in "PM":
                given[f"load_l{k}_point"] = ",".join(f"{c:.17g}" for c in 0.3 * POINTS[i] + 0.7 * POINTS[j])
            else:
                given[f"load_l{k}_set"] = f"m{k}"
            if section:
                given[f"load_l{k}_axes"] = "section"
        return given

    def compare(self, name, rtol, ranks=1, **keys):
        one, two = run(ranks=ranks, **self.words(name, True, **keys)), run(**self.words(name, False, **keys))
        for group in ("reaction", "probe"):
            for of, values in getattr(two, group).items():
                fields = values if isinstance(values, dict) else {"": values}
                for field, exact in fields.items():
                    got = getattr(one, group)[of]
                    got = got[field] if field else got
                    np.testing.assert_allclose(got, exact, rtol=0, atol=rtol * max(np.abs(exact).max(), 1e-3), err_msg=f"{name} {of} {field}")
        for k in range(5):
            for result in ("moment_max", "force_max", "deflection_max"):
                np.testing.assert_allclose(one.frames[-1][f"m{k}/line/{result}"], two.frames[-1][f"m{k}/line/{result}"], rtol=rtol * 10, atol=1e-9)

    def test_linear(self):
        for name in self.LOADS:
            self.compare(name, 1e-10, **LINEAR)

    def test_small_rotations(self):
        """In large displacements the load keeps the direction that it has in the mesh."""
        for name in ("q", "part", "P"):
            self.compare(name, 1e-7, **STATIC)

    def test_ranks(self):
        for ranks in MORE_RANKS:
            self.compare("part", 1e-9, ranks=ranks, **LINEAR)

    def test_releases(self):
        self.compare("part", 1e-9, **LINEAR, member_m1_release="start:rx,ry,rz", member_m4_release="end:ry,rz")

    def test_motion(self):
        self.compare("q", 1e-7, linearize=True, dt=1e-2, t_end=0.05, load_l1_time="sin(20*t)")

    def test_arc(self):
        """A load towards the center of an arc has no moment about the center; its force is p times the chord."""
        words = {"mesh": "frame", "points": "a,b", "point_a": "2,0,0", "point_b": "0,2,0", "members": "m", "member_m": "a,b", "member_m_center": "0,0,0", "member_m_n": 16, "parts": "m", "part_m_element": "beam",
                 **{f"part_m_{k}": v for k, v in SLENDER.items()}, "part_m_direction": "0,0,1", "supports": "a", "loads": "q", "load_q_set": "m", "load_q_axes": "section", **LINEAR}
        for value, force in (((0, 0, 30.0), 30 * 2), ((0, 0, -30.0), -30 * 2)):
            out = run(**words, load_q_traction=",".join(map(str, value))).reaction["a"][-1]
            np.testing.assert_allclose(out[:3], [-force, -force, 0], atol=1e-3 * abs(force))  # the load is on 16 chords
            np.testing.assert_allclose(np.cross([2, 0, 0], out[:3]) + out[3:], 0, atol=2e-3 * abs(force))


class Taper(unittest.TestCase):
    """A cantilever whose height decreases 2:1 with a force or moment at a place, by one element: the integrals of the flexibility of the section."""

    def test_tip(self):
        x, w = np.polynomial.legendre.leggauss(60)
        x, w = A / 2 * (1 + x), A / 2 * w
        flexibility = 1 / (EI * (1 - x / (2 * L)) ** 3)
        for load, moment in ((DOWN, -FORCE * (A - x)), (TURN, FORCE + 0 * x)):
            words = {**LINEAR, **ONE, **load, "supports": "a", "support_a_fix": "all", "part_m_eiy": f"{EI}*(1-x/{2 * L})^3"}
            sign = -1 if load is TURN else 1  # a moment about +y bends the beam downwards
            exact = sign * np.sum(w * flexibility * moment * (L - x))
            out = run(**words)
            self.assertAlmostEqual(out.probe["b"]["displacement"][-1, 2] / exact, 1, delta=1e-6)


def text(values):
    return ",".join(f"{float(v):.17g}" for v in np.ravel(values))


def loaded_frame(seed, nodes):
    """A frame in space with forces and moments at places, loads on parts of members, trapezoids, settlements, temperatures and releases. The members are one element each; or, with
    nodes at all breaks and in the middle, several, and loads on parts of members are formulas of the place."""
    random = np.random.default_rng(seed)
    released = random.integers(3), 3 + random.integers(2)
    X = POINTS + random.uniform(-0.4, 0.4, POINTS.shape)
    given = {**LINEAR, "mesh": "frame", "output_fields": "all", "members": ",".join(f"m{k}" for k in range(5)), "parts": ",".join(f"m{k}" for k in range(5)),
             "probes": ",".join([f"p{i}" for i in range(5)]), "supports": "p0,p3",
             "support_p3_fix": "y", "support_p3_fix_rotation": "all", "support_p3_motion_x": f"{random.uniform(-1e-3, 1e-3)}*t", "support_p3_motion_z": f"{random.uniform(-2e-3, 2e-3)}*t"}
    points, loads = {f"p{i}": x for i, x in enumerate(X)}, []
    for k, (i, j) in enumerate(LINES):
        at, chord = {0.5: f"h{k}"}, X[j] - X[i]
        L = np.linalg.norm(chord)
        s = "((" + ")+(".join(f"({c}-({float(o):.17g}))*({float(d):.17g})" for c, o, d in zip("xyz", X[i], chord / L**2)) + "))"  # fraction of the length
        breaks = random.permutation(np.delete(np.arange(1, 20), 9)) / 20 + random.uniform(-0.01, 0.01, 18)  # no two of them, nor the middle, are near each other
        for n in range(3):
            name = f"l{k}{n}"
            a, b = np.sort(breaks[2 * n:2 * n + 2])
            loads.append(name)
            if n == 0:
                kind = ("force", "moment")[random.integers(2)]
                at[a] = f"q{k}{n}"
                given.update({f"load_{name}_point": text(X[i] + a * chord), f"load_{name}_{kind}": text(random.normal(size=3) * 30)})
                continue
            kind, first, last, value = ("traction", "moment")[random.integers(2)], *random.uniform(-1, 1, 2), 30 * random.normal(size=3)
            if random.random() < 0.3:
                a, b = (0, b) if random.random() < 0.5 else (a, 1)
            at.update({x: f"q{k}{n}{e}" for e, x in enumerate((a, b)) if 0 < x < 1})
            given.update({f"load_{name}_set": f"m{k}", **({"load_" + name + "_moment_per": "length"} if kind == "moment" else {})})
            if nodes:
                given.update({f"load_{name}_{kind}": text(value), f"load_{name}_field": f"{s}>{a:.17g} && {s}<{b:.17g} ? {first:.17g}+({last - first:.17g})*({s}-{a:.17g})/{b - a:.17g} : 0"})
            else:
                given.update({f"load_{name}_{kind}": text(first * value), f"load_{name}_{kind}_to": text(last * value)})
                given.update({f"load_{name}_from": text(a * L), f"load_{name}_to": text(b * L)} if n == 1 else {f"load_{name}_from_fraction": text(a), f"load_{name}_to_fraction": text(b)})
        names = [f"p{i}", f"p{j}"]
        if nodes:
            points.update({name: X[i] + x * chord for x, name in at.items()})
            names[1:1] = [at[x] for x in sorted(at)]
            given["probes"] += f",h{k}"
        else:
            given[f"part_m{k}_section_places"] = 3
        given[f"member_m{k}"] = ",".join(names)
        given.update({f"part_m{k}_{name}": value * (1 + 0.1 * k) for name, value in STOUT.items()})
        given.update({f"part_m{k}_element": "beam", f"part_m{k}_direction": "0.3,1,0.2", f"part_m{k}_expansion": 1e-5, f"part_m{k}_temperature": random.uniform(-30, 30),
                      f"part_m{k}_temperature_gradient_z": random.uniform(-30, 30)})
        if k in released:
            given[f"member_m{k}_release"] = ("start:ry,rz", "end:ry,rz", "end:rx,ry")[random.integers(3)]
    given.update({f"point_{name}": text(x) for name, x in points.items()}, points=",".join(points), loads=",".join(loads))
    return given, X


class RandomLoads(unittest.TestCase):
    """Random frames with all loads and one element a member, against a mesh with nodes at all breaks: what the nodes have, what the ends of members have, and extremes inside."""

    SEEDS = range(200) if RELEASE else np.random.default_rng().integers(1000, 10**6, 20)

    def near(self, a, b, size, what):
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-9 * size, err_msg=what)

    def compare(self, seed, ranks=1):
        (given, X), (fine, _) = loaded_frame(seed, False), loaded_frame(seed, True)
        one, two = run(ranks=ranks, share=True, **given), run(share=True, **fine)
        size = max(np.abs(r).max() for r in two.reaction.values())
        for name in two.reaction:
            self.near(one.reaction[name], two.reaction[name], size, f"reaction {name}")
        moved = {field: max(np.abs(two.probe[f"p{i}"][field][-1, -3:]).max() for i in range(5)) for field in ("displacement", "rotation")}
        for i in range(5):
            for field, most in moved.items():
                self.near(one.probe[f"p{i}"][field][-1], two.probe[f"p{i}"][field][-1], most, f"{field} p{i}")
        largest = {kind: max(np.abs(value).max() for name, value in two.frames[-1].items() if name.split("/")[-1] in (kind + "_max", kind + "_min")) for kind in ("force", "moment")}
        for k, (i, j) in enumerate(LINES):
            a, b = ({name.split("/")[-1]: value for name, value in out.frames[-1].items() if name.startswith(f"m{k}/")} for out in (one, two))
            for kind, most in largest.items():
                self.near(a[f"{kind}_max"][0], b[f"{kind}_max"].max(axis=0), most, f"{kind}_max m{k}")
                self.near(a[f"{kind}_min"][0], b[f"{kind}_min"].min(axis=0), most, f"{kind}_min m{k}")
                cells = two.nodes[two.cells[f"m{k}/line"]]
                for end, node in (("start", i), ("end", j)):
                    cell = np.argmin(np.linalg.norm(cells[:, int(end == "end")] - X[node], axis=1))
                    self.near(a[f"{kind}_{end}"][0], b[f"{kind}_{end}"][cell], most, f"{kind}_{end} m{k}")
            middle = a["displacement_along"].reshape(3, 3)[1]
            self.near(middle, two.probe[f"h{k}"]["displacement"][-1], max(moved["displacement"], np.abs(middle).max()), f"middle m{k}")

    def test_fine_mesh(self):
        for seed in self.SEEDS:
            with self.subTest(seed):
                self.compare(int(seed))

    def test_ranks(self):
        for ranks in MORE_RANKS:
            self.compare(ranks, ranks)


class Parts(unittest.TestCase):
    """Loads on a part of a member or of a line of a mesh."""

    PART = {"loads": "q", "load_q_set": "m", "load_q_traction": f"0,0,{-FORCE}", "load_q_to": A}

    def test_closed_form(self):
        """A simply supported beam under q on its first A: reactions, the largest moment where the shear force is zero, and the end of a load that is a triangle."""
        for more, force, arm in (({}, FORCE * A, A / 2), ({"load_q_traction_to": "0,0,0"}, FORCE * A / 2, A / 3), ({"load_q_traction": "0,0,0", "load_q_traction_to": f"0,0,{-FORCE}"}, FORCE * A / 2, 2 * A / 3),
                                 ({"load_q_to": None, "load_q_to_fraction": A / L}, FORCE * A, A / 2)):
            out = run(**{k: v for k, v in {**LINEAR, **ONE, **SIMPLE, **self.PART, **more, "output_fields": "all"}.items() if v is not None})
            np.testing.assert_allclose([out.reaction[name][-1, 2] for name in "ab"], [force * (1 - arm / L), force * arm / L], rtol=1e-9)
            if arm == A / 2:
                self.assertAlmostEqual(out.frames[-1]["m/line/moment_min"][0, 1] / (-out.reaction["a"][-1, 2] ** 2 / (2 * FORCE)), 1, delta=1e-9)

    def test_lines_of_meshes(self):
        """Cells of a mesh that is no frame are one member, from either end; of three nodes, too; a field moves inside of the range."""
        mesh = {**{k: v for k, v in ONE.items() if "point" not in k and "member" not in k and k not in ("supports", "probes")}, "mesh": "line", "mesh_upper": f"{L},0,0", "part_m_set": "all", "supports": "start,end",
                "support_start_fix": "xz", "support_start_fix_rotation": "none", "support_end_fix": "z", "support_end_fix_rotation": "none", **self.PART, "load_q_set": "all", "load_q_from": 0.4}
        force, arm = FORCE * (A - 0.4), (A + 0.4) / 2
        for ranks in (1, *MORE_RANKS):
            for more in ({"mesh_n": 1}, {"mesh_n": 7}, {"mesh_n": 3, "mesh_order": 2, "part_m_gay": 1e10, "part_m_gaz": 1e10}, {"mesh_n": 5, "load_q_field": "1+0*t"}, {"mesh_n": 7, "load_q_start": f"{L},0,0"}) if ranks == 1 else ({"mesh_n": 7},):
                out = run(ranks=ranks, **{**LINEAR, **mesh, **more})
                at = L - arm if "load_q_start" in more else arm
                np.testing.assert_allclose([out.reaction[name][-1, 2] for name in ("start", "end")], [force * (1 - at / L), force * at / L], rtol=1e-9, err_msg=f"{more} {ranks}")

    def test_truss(self):
        bar = {"mesh": "frame", "points": "a,b", "point_a": "0,0,0", "point_b": "2,0,0", "members": "m", "member_m": "a,b", "parts": "m", "part_m_element": "truss", "part_m_young": 1e9,
               "part_m_area": 1e-4, "part_m_density": 0, "supports": "a,b", "support_b_fix": "yz", "probes": "b", "loads": "q", "load_q_set": "m", "load_q_traction": "100,0,0", "load_q_to": 1}
        self.assertAlmostEqual(run(**LINEAR, **bar).probe["b"]["displacement"][-1, 0] / (25 * 2 / 1e5), 1, delta=1e-9)

    def test_large_rotations(self):
        """The same as a formula of the place with jumps, whose integrals are exact where the load does not follow the section; static, moving and in motions."""
        bent = {**LargeRotations.BENT, "loads": "q", "load_q_set": "m", "load_q_from": 1.3, "load_q_to": 4.1}
        for keys, close in (({"load_q_traction": "0,20,-30"}, 1e-9), ({"load_q_moment": "10,60,30", "load_q_moment_per": "length"}, 1e-9), ({"load_q_traction": "0,20,-30", "load_q_follower": True}, 1e-2),
                            ({"load_q_traction": "0,20,-30", "load_q_field": "x*cos(t)"}, 1e-9)):
            for more in (STATIC, {"dt": 1e-2, "t_end": 0.1}):
                words = {k: v for k, v in {**bent, **keys, **more}.items() if v is not None}
                spread = {k: v for k, v in words.items() if k not in ("load_q_from", "load_q_to")}
                one, two = run(**words), run(**{**spread, "load_q_field": f"x>1.3 && x<4.1 ? {keys.get('load_q_field', 1)} : 0"})
                size = np.abs(two.probe["b"]["displacement"]).max()
                self.assertGreater(size, 1e-4)
                np.testing.assert_allclose(one.probe["b"]["displacement"], two.probe["b"]["displacement"], rtol=0, atol=close * size, err_msg=str(keys))
                if "follower" not in str(keys):
                    np.testing.assert_allclose(one.reaction["a"], two.reaction["a"], rtol=0, atol=1e-8 * np.abs(two.reaction["a"]).max(), err_msg=str(keys))


class Projected(unittest.TestCase):
    """Snow: a force per projected length or area has the resultant of the plan."""

    def test_rafter(self):
        """A rafter, straight or an arc of three-node cells, on a part of it and in motion: the resultant is that of the horizontal length."""
        for keys, length in (({"point_b": "4,0,3"}, 4), ({"point_b": "4,0,3", "load_q_from_fraction": 0.5}, 2), ({"point_b": "4,0,3", "load_q_field": "1+0*t"}, 4), ({"point_b": "4,0,3", "load_q_traction": "-700,0,0"}, 3)):
            words = {**LINEAR, **ONE, "supports": "a", "loads": "q", "load_q_set": "m", "load_q_traction": "0,0,-700", "load_q_projected": True, **keys}
            out = run(**words)
            np.testing.assert_allclose(np.abs(out.reaction["a"][-1, :3]).max(), 700 * length, rtol=1e-9, err_msg=str(keys))

    def test_roof(self):
        """An inclined and a curved roof of shells: the area of the plan."""
        roof = {**Surfaces.PLATE, "mesh_map": "u, v, 0.5*u*u+0.3*v", "mesh_n": "6,4", "loads": "q", "load_q_set": "all", "load_q_traction": "0,0,-10", "load_q_projected": True}
        for cell in ("quadrilateral", "triangle"):
            np.testing.assert_allclose(run(**LINEAR, **roof, mesh_cell=cell).reaction["left"][-1, 2], 10 * 6, rtol=1e-9)


class Trains(unittest.TestCase):
    """Axles that move along members: influence lines, resultants at every time, motions."""

    DECK = {**ONE, **SIMPLE, "loads": "P", "load_P_set": "m", "load_P_force": f"0,0,{-FORCE}", "load_P_place": "t"}

    def test_influence_lines(self):
        """Statics, where t is the place: reactions of a simply supported beam, of any mesh, of several members and ranks; nothing before and behind the beam. The moment at the axle."""
        for ranks in (1, *MORE_RANKS):
            for more in ({"member_m_n": 1}, {"member_m_n": 7}, {"points": "a,c,b", "point_c": "2.3,0,0", "members": "m,n", "member_m": "a,c", "member_n": "c,b", "load_P_set": "m,n", "part_m_set": "m,n"}):
                if ranks > 1 and "member_m_n" in more:
                    continue
                out = run(ranks=ranks, **{**LINEAR, **self.DECK, **more, "load_P_axles": "0,1.25,4", "load_P_axle_factors": "1,2,0.5", "output_fields": "all", "dt": 0.25, "t_end": 11})
                right = np.zeros((len(out.time), 2))
                for behind, factor in ((0, 1), (1.25, 2), (4, 0.5)):
                    at = out.time - behind
                    on = (at > -1e-9) & (at < L + 1e-9)
                    right += np.where(on, factor * FORCE, 0)[:, None] * np.array([1 - at / L, at / L]).T
                found = np.array([out.reaction[name][:, 2] for name in "ab"]).T
                np.testing.assert_allclose(found, right, atol=1e-9 * FORCE, err_msg=str(more))
        out = run(**{**LINEAR, **self.DECK, "output_fields": "all", "dt": 0.5, "t_end": 5.5})
        for time, frame in zip(out.frame_times, out.frames):
            self.assertAlmostEqual(frame["m/line/moment_min"][0, 1], -FORCE * time * (L - time) / L, delta=1e-9 * FORCE * L)

    def test_default_steps(self):
        """Without -dt an axle passes the beam in 200 steps, so that its largest moment is right; in one for each cell if there are more; a given -dt, and a train that stands, take no more steps. So does a field that moves, and not one that
        grows where it is."""
        for ranks, more, steps in ((1, "exp(-((x-9*t)/0.5)^2)", 200), (3, "exp(-((x-9*t)/0.5)^2)", 200), (1, "x*t^2", 1), (2, "sin(x)*sin(t)", 1)):
            field = {**LINEAR, **ONE, **SIMPLE, "loads": "q", "load_q_set": "m", "load_q_traction": "0,0,-1", "load_q_field": more}
            self.assertEqual(len(run(ranks=ranks, **field).time), steps + 1)
        keys = {**LINEAR, **self.DECK, "load_P_place": f"{2 * L}*t"}
        for ranks, more, steps in ((1, {}, 400), (1, {"linearize": False}, 400), (2, {"member_m_n": 7}, 400), *((ranks, {"member_m_n": 240, "part_m_gaz": 1e9}, 480) for ranks in (1, 2, 3)), (1, {"dt": 0.5}, 2), (1, {"load_P_place": f"{L / 2}+0*t"}, 1)):
            out = run(ranks=ranks, **{**keys, **more})
            self.assertEqual(len(out.time), steps + 1)
            if steps > 2 and more.get("linearize", True):
                left = out.reaction["a"][:, 2]
                np.testing.assert_allclose(left, np.where(out.time < 0.5 + 1e-9, FORCE * (1 - 2 * out.time), 0), atol=1e-5 * FORCE)

    def test_three_nodes(self):
        """Lines of three nodes: a force, an axle, a load on a part, a trapezoid and a field that jumps have the reactions of statics at a simple beam, and a moment at a place those of a couple."""
        line = {**LINEAR, "mesh": "line", "mesh_n": 3, "mesh_order": 2, "mesh_upper": f"{L},0,0", "directions": "xz", "parts": "m", "part_m_set": "all", "part_m_element": "beam", "loads": "P",
                **{f"part_m_{k}": v for k, v in SLENDER.items()}, "supports": "start,end", "support_start_fix": "xz", "support_start_fix_rotation": "none", "support_end_fix": "z", "support_end_fix_rotation": "none"}
        q, a, b = 400.0, 0.7, 3.3
        whole = {"load_P_set": "all", "load_P_traction": f"0,0,{-q}"}
        part = {**whole, "load_P_from": a, "load_P_to": b}
        for keys, total, at in (({"load_P_point": f"{P},0,0", "load_P_force": f"0,0,{-FORCE}"}, FORCE, P), ({"load_P_set": "all", "load_P_force": f"0,0,{-FORCE}", "load_P_place": f"{P}+0*t", "load_P_axles": "0,1"}, 2 * FORCE, P - 0.5),
                                (part, q * (b - a), (a + b) / 2), ({**part, "load_P_traction_to": f"0,0,{-2 * q}"}, 1.5 * q * (b - a), a + (b - a) * 5 / 9), ({**whole, "load_P_field": f"x>{a} && x<{b}"}, q * (b - a), (a + b) / 2)):
            for ranks in (1, 2):
                out = run(ranks=ranks, **line, **keys)
                np.testing.assert_allclose([out.reaction[name][-1, 2] for name in ("start", "end")], [total * (1 - at / L), total * at / L], rtol=1e-9, err_msg=str(keys))
        out = run(**line, load_P_point=f"{P},0,0", load_P_moment=f"0,{FORCE},0")
        np.testing.assert_allclose([out.reaction[name][-1, 2] for name in ("start", "end")], [-FORCE / L, FORCE / L], rtol=1e-9)

    def test_large_rotations(self):
        """Without -linearize: the same as a force at a place."""
        bent = {k: v for k, v in {**LargeRotations.BENT, **STATIC}.items() if v is not None}
        one = run(**{**bent, "load_P_set": "m", "load_P_force": "0,20,-60", "load_P_place": f"{P}+0*t"})
        two = run(**{**bent, "load_P_point": f"{P},0,0", "load_P_force": "0,20,-60", "load_P_time": 1})
        np.testing.assert_allclose(one.probe["b"]["displacement"][-1], two.probe["b"]["displacement"][-1], rtol=0, atol=1e-9)

    def test_rigid_in_shear(self):
        """Without -linearize, members that a huge shear stiffness makes rigid in shear: reactions in small displacements are those of statics, of axles, of a force at a place and of a load on a part, also if the section varies; in a
        motion the response does not depend on the stiffness. Reactions were off by 4 % of a train, because forces inside of the element took its bending for shear."""
        stiff = {**self.DECK, "part_m_ea": 2e9, "part_m_eiy": 1e7, "part_m_eiz": 1e7}
        train = {**STATIC, "load_P_axles": "0,1,2", "dt": 0.5, "t_end": 7.5}
        at = {**STATIC, **DOWN, "load_P_set": None, "load_P_place": None}
        part = {**STATIC, "load_P_force": None, "load_P_place": None, "load_P_traction": f"0,0,{-FORCE / 2}", "load_P_to": 2 * P, "load_P_from": 0}
        for name, keys in (("train", train), ("place", at), ("part", part), ("varies", {**at, "part_m_eiy": "1e7*(1+1e-9*x)"})):
            with self.subTest(name):
                out = run(**{k: v for k, v in {**stiff, **keys}.items() if v is not None})
                right = [sum((0 <= t - b <= L) * (t - b) / L for b in (0, 1, 2)) * FORCE for t in out.time] if name == "train" else [P / L * FORCE * (P if name == "part" else 1)]
                np.testing.assert_allclose(out.reaction["b"][-len(right):, 2], right, rtol=0, atol=1e-8 * FORCE)
        moved = [run(**{**stiff, "load_P_place": "40*t", "part_m_gaz": gaz, "dt": 1e-2, "t_end": 0.15, "integrator": "trapezoidal"}).probe["b"]["rotation"][-1, 2] for gaz in (1e13, 1e18)]
        self.assertAlmostEqual(moved[1] / moved[0], 1, delta=1e-5)

    def test_on_nodes(self):
        """Axles on nodes, between elements and at the ends of the beam, bend no element that has the node: the largest moments and shear forces of each element are those of statics, also with a restart; in large rotations and in motions
        they hardly change if the axles are beside the nodes. The element with such an axle had a moment of 4/27 P L, because the forces at its ends had the axle and its inside had not."""
        axles, ends = ((0, 1), (1.5, 2), (2.5, 0.5)), np.linspace(0, L, 5)
        keys = {**self.DECK, "points": "a,c,b", "point_c": f"{L / 2},0,0", "members": "m,n", "member_m": "a,c", "member_n": "b,c", "member_m_n": 2, "member_n_n": 2, "part_m_set": "m,n", "load_P_set": "m,n",
                "load_P_start": "0,0,0", "load_P_axles": "0,1.5,2.5", "load_P_axle_factors": "1,2,0.5", "output_fields": "all", "output_every": 1, "dt": 0.5, "t_end": 9, "part_m_gaz": 1e9}

        def largest(frame, kind, c):
            return np.sort(np.maximum(np.abs(frame[f"m/line/{kind}_min"][:, c]), np.abs(frame[f"m/line/{kind}_max"][:, c])))

        def right(time):
            on = [(time - behind, factor * FORCE) for behind, factor in axles if 0 <= time - behind <= L]

            def moment(x):
                return sum(force * min(x, at) * (1 - max(x, at) / L) for at, force in on)

            places = [np.array(sorted({a, b, *(at for at, _ in on if a < at < b)})) for a, b in zip(ends, ends[1:])]
            moments = [np.array([moment(x) for x in some]) for some in places]
            return np.sort([m.max() for m in moments]), np.sort([np.abs(np.diff(m) / np.diff(x)).max() for m, x in zip(moments, places)])

        for ranks, more in (*((n, {}) for n in (1, *MORE_RANKS)), (1, {"restart": 1})):
            if more:
                with tempfile.TemporaryDirectory() as folder:
                    run(**{**LINEAR, **keys, "t_end": 3, "checkpoint": f"{folder}/c"})
                    out = run(**{**LINEAR, **keys, "restart": f"{folder}/c"})
            else:
                out = run(ranks=ranks, **{**LINEAR, **keys})
            self.assertGreater(len(out.frames), 10)
            for time, frame in zip(out.frame_times, out.frames):
                for found, exact in zip((largest(frame, "moment", 1), largest(frame, "force", 2)), right(time)):
                    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-8 * FORCE * L, err_msg=f"{ranks} {time}")
        for more in ({**STATIC, "dt": 0.25, "t_end": 1}, {"dt": 0.125, "t_end": 1}, {"dt": 0.125, "t_end": 1, "linearize": True}):
            on, beside = (run(**{**keys, **more, "load_P_place": place}) for place in ("6*t", "6*t+1e-7"))
            for one, two in zip(on.frames, beside.frames):
                np.testing.assert_allclose(largest(one, "moment", 1), largest(two, "moment", 1), rtol=0, atol=1e-3 * FORCE * L, err_msg=str(more))

    def test_motion(self):
        """A force that moves at a constant speed v along a simply supported beam: the series of modes (Fryba, Vibration of Solids and Structures under Moving Loads, ch. 1)."""
        v, n, mass = 40.0, 8, 20.0
        out = run(**{**{k: w for k, w in self.DECK.items() if k != "probes"}, "linearize": True, "member_m_n": n, "load_P_place": f"{v}*t", "dt": 2e-4, "t_end": L / v, "integrator": "trapezoidal",
                     "probes": "c", "probe_c_point": f"{L / 2},0,0"})
        w = np.zeros(len(out.time))
        for k in range(1, 40, 2):
            omega, rate = (k * np.pi / L) ** 2 * (EI / mass) ** 0.5, k * np.pi * v / L
            w += np.sin(k * np.pi / 2) * 2 * FORCE / mass / L / (omega**2 - rate**2) * (np.sin(rate * out.time) - rate / omega * np.sin(omega * out.time))
        np.testing.assert_allclose(out.probe["c"]["displacement"][:, -1], -w, rtol=0, atol=2e-3 * np.abs(w).max())


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
        inside = ("_max", "_min", "_place")  # which a load on a short part rounds off
        names = [name for name in one.frames[-1] if name.startswith("m/") and not name.endswith(inside)]
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


class Analyses(unittest.TestCase):
    """Harmonic motions, and runs that go on."""

    def test_harmonic(self):
        """At 0 Hz the closed form of a simply supported beam; at others a load per length on a short part about the place."""
        words = {**ONE, **SIMPLE, **DOWN, "linearize": True, "analysis": "response", "response_frequencies": "0,3,11", "load_P_harmonic": "1,30", "damping_stiffness": 1e-4, "member_m_n": 2, "probes": "a,b,m", "probe_m_point": "4,0,0"}
        short = LargeRotations.SHORT
        spread = {**words, "load_P_set": "m", "load_P_field": f"abs(x-{P})<{short / 2} ? {1 / short} : 0", "load_P_traction": words["load_P_force"]}
        spread = {k: v for k, v in spread.items() if k not in ("load_P_force", "load_P_point")}
        found = []
        with tempfile.TemporaryDirectory() as folder:
            for k, given in enumerate((words, spread)):
                path = os.path.join(folder, f"{k}.h5")
                done = fsolve(options(**given, output=path), 2 if k == 0 and RELEASE else 1)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                with h5py.File(path) as f:
                    found.append({f"{name}/{part}": f[f"history/{name}/{part}/displacement"][:] for name in "abm" for part in ("real", "imaginary")}
                                 | {f"{name} {part}": f[f"history/{name}/{part}/reaction"][:] for name in "ab" for part in ("real", "imaginary")})
        for name, values in found[1].items():
            np.testing.assert_allclose(found[0][name], values, rtol=0, atol=1e-6 * max(np.abs(v).max() for n, v in found[1].items() if ("/" in n) == ("/" in name)), err_msg=name)
        near = L - 4
        exact = FORCE * A * near * (L**2 - A**2 - near**2) / (6 * L * EI)
        self.assertAlmostEqual(found[0]["m/real"][0, 2], -exact * np.cos(np.pi / 6), delta=1e-6 * exact)
        self.assertAlmostEqual(abs(found[0]["m/imaginary"][0, 2]), exact * np.sin(np.pi / 6), delta=1e-6 * exact)

    def test_restart(self):
        """Loads and probes at places, in large rotations."""
        words = {k: v for k, v in {**LargeRotations.BENT, "load_P_point": f"{P},0,0", "load_P_force": "0,20,-60", "load_P_time": "sin(20*t)", "probes": "b,m", "probe_m_point": "4,0,0", "dt": 1e-2}.items() if v is not None}
        with tempfile.TemporaryDirectory() as folder:
            for more in ({"output": "whole.h5", "t_end": 0.3}, {"output": "half.h5", "t_end": 0.14, "checkpoint": "kept"}, {"output": "half.h5", "t_end": 0.3, "restart": "kept"}):
                done = fsolve(options(**words, **more), cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            one, two = (Output(os.path.join(folder, name)) for name in ("whole.h5", "half.h5"))
        for name in "bm":
            np.testing.assert_array_equal(two.probe[name]["displacement"], one.probe[name]["displacement"])
            np.testing.assert_array_equal(two.probe[name]["velocity"], one.probe[name]["velocity"])


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
    """A probe inside of an element records the motion there."""

    BENT = {**LargeRotations.BENT, "probes": "b,m,n", "probe_m_point": "2.3,0,0", "probe_n_point": "4.9,0,0"}
    FINE = {"points": "a,c,d,b", "point_c": "2.3,0,0", "point_d": "4.9,0,0", "member_m": "a,c,d,b"}

    def test_places(self):
        """Off the beam the nearest node is recorded, and a warning says how far away it is; on it there is none."""
        with tempfile.TemporaryDirectory() as folder:
            for k, (x, said) in enumerate((("2,0,0.5", r"^fsolve: warning: -probe_m_point: no node is at this place; the nearest one, at 0,0,0, is 2.06155 away and is recorded"), ("2,0,0", "^$"), ("6,0,0", "^$"))):
                done = fsolve(options(None, **{**LINEAR, **ONE, **SIMPLE, **DOWN, "probes": "m"}, probe_m_point=x, output=os.path.join(folder, f"{k}.h5")))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stderr, said)

    def test_which_end(self):
        """Between two beams a node of each is equally near, up to 1e-9 of the distance: then the node with the lower number is recorded. A place that is nearer to the other one by 1e-8 is not."""
        with tempfile.TemporaryDirectory() as folder:
            for unit in (1e-6, 1, 1e6):
                for off, node in ((1e-11, 0), (1e-8, 2 * unit)):
                    beams = {**ONE, "points": "a,b,c,d", "point_b": f"{L * unit!r},0,0", "point_c": f"0,0,{2 * unit!r}", "point_d": f"{L * unit!r},0,{2 * unit!r}", "members": "m,n", "member_n": "c,d",
                             "part_m_set": "m,n", "supports": "a,b,c,d", "probes": "m", "probe_m_point": f"0,0,{unit * (1 + off / 2)!r}"}
                    done = fsolve(options(None, **{**LINEAR, **beams}, output=os.path.join(folder, "o.h5"), overwrite=True))
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(f"the nearest one, at 0,0,{node:.9g}, is", done.stderr)

    def test_deflection(self):
        """One element: the exact curve under a uniform load and a force, by the closed form of a simply supported beam."""
        words = {**LINEAR, **ONE, **SIMPLE, **DOWN, "loads": "P,q", "load_q_set": "m", "load_q_traction": "0,0,-300", "probes": "a,m", "support_a_fix_rotation": "none"}
        for x in (0.4, P, 3.3, 5.5):
            near, a, b = (x, A, B) if x <= A else (L - x, B, A)
            exact = FORCE * b * near * (L**2 - b**2 - near**2) / (6 * L * EI) + 300 * x * (L**3 - 2 * L * x**2 + x**3) / (24 * EI)
            for ranks in (1, 2) if x == 3.3 else (1,):
                out = run(ranks=ranks, **words, probe_m_point=f"{x},0,0")
                self.assertAlmostEqual(out.probe["m"]["displacement"][-1, 2], -exact, delta=1e-9 * FORCE * L**3 / EI)
                self.assertEqual(sorted(out.probe["m"]), ["acceleration", "displacement", "velocity"])

    def test_large_rotations(self):
        """Against nodes at the places."""
        words = {**self.BENT, **STATIC, "load_P_set": "b", "load_P_force": "0,3,-9"}
        words = {k: v for k, v in words.items() if v is not None}
        one, two = run(**words, member_m_n=8), run(**{**words, **self.FINE}, member_m_n=8)
        for name in "mn":
            np.testing.assert_allclose(one.probe[name]["displacement"], two.probe[name]["displacement"], rtol=0, atol=3e-4 * np.abs(two.probe["b"]["displacement"]).max())
            self.assertGreater(np.abs(two.probe[name]["displacement"]).max(), 0.2)

    def test_motion(self):
        """Velocities and accelerations: those of a finer mesh, and of the differences of the displacements."""
        for keys in ({"linearize": True}, {}):
            words = {k: v for k, v in {**self.BENT, **keys, "load_P_set": "b", "load_P_force": "0,2,-6", "load_P_time": "sin(1.5*t)^2", "dt": 1e-2, "t_end": 2, "integrator": "generalized_alpha", "rho_inf": 0.5}.items() if v is not None}
            one, two = run(**words, member_m_n=4), run(**{**words, **self.FINE}, member_m_n=4)
            for name in "mn":
                for field, rtol in (("displacement", 1e-2), ("velocity", 2e-2), ("acceleration", 0.2)):
                    got, exact = one.probe[name][field], two.probe[name][field]
                    np.testing.assert_allclose(got, exact, rtol=0, atol=rtol * np.abs(exact).max(), err_msg=f"{keys} {name} {field}")
                u, v, a = (one.probe[name][field] for field in ("displacement", "velocity", "acceleration"))
                np.testing.assert_allclose((u[2:] - u[:-2]) / (one.time[2:] - one.time[:-2])[:, None], v[1:-1], rtol=0, atol=2e-2 * np.abs(v).max())
                np.testing.assert_allclose((v[2:] - v[:-2]) / (one.time[2:] - one.time[:-2])[:, None], a[1:-1], rtol=0, atol=5e-2 * np.abs(a).max())

    def test_spin(self):
        """A free beam that turns as a rigid body: the circle of the place."""
        words = {k: v for k, v in {**self.BENT, "supports": None, "loads": None, "initials": "turn", "initial_turn_set": "all", "initial_turn_velocity_y": "5+4*(x-3)", "initial_turn_angular_velocity_z": 4,
                                   "part_m_ea": 1e8, "dt": 1e-3, "t_end": 0.2}.items() if v is not None}
        out = run(**words)
        turned, r = 4 * out.time, 2.3 - 3
        np.testing.assert_allclose(out.probe["m"]["displacement"][:, :2], np.column_stack([r * (np.cos(turned) - 1), 5 * out.time + r * np.sin(turned)]), atol=1e-4)
        np.testing.assert_allclose(out.probe["m"]["velocity"][0, :2], (0, 5 + 4 * r), atol=1e-7)
        np.testing.assert_allclose(out.probe["m"]["velocity"][:, :2], np.column_stack([-4 * r * np.sin(turned), 5 + 4 * r * np.cos(turned)]), atol=2e-2)

    def test_shape_functions(self):
        """Of shells, membranes and trusses: the mean of the nodes, by the place."""
        plate = {**Surfaces.PLATE, "loads": "P", "load_P_point": "2,1,0", "load_P_force": "0,0,-50", "probes": "m,p,q,r,s", "probe_m_point": "2.25,1.5,0", "probe_p_point": "2,1,0", "probe_q_point": "3,1,0",
                 "probe_r_point": "3,2,0", "probe_s_point": "2,2,0"}
        shares = dict(p=0.375, q=0.125, r=0.125, s=0.375)
        for more in (LINEAR, {"dt": 1e-3, "t_end": 5e-3, "linearize": True}):
            out = run(**plate, **more)
            for field in ("displacement", "velocity", "acceleration"):
                mean = sum(share * out.probe[name][field] for name, share in shares.items())
                np.testing.assert_allclose(out.probe["m"][field], mean, rtol=1e-9, atol=1e-9 * np.abs(mean).max())


class Peaks(unittest.TestCase):
    """Peaks that move over surfaces: trapezoids, pyramids and patches have exact resultants on any mesh; smooth ones that are narrower than the cells are a warning."""

    def reaction(self, field, warned=False, **keys):
        plate = {**Surfaces.PLATE, "mesh_n": "4,3", "mesh_upper": "4,3", "loads": "q", "load_q_set": "all", "load_q_traction": "0,0,-1", "load_q_field": field, "dt": 0.5, "t_end": 3, **keys}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options(output=path, **{**LINEAR, **plate}))
            self.assertEqual(done.returncode, 0, done.stderr)
            (self.assertRegex if warned else self.assertNotRegex)(done.stderr, r"warning: -load_q_field moves and is narrower than the surfaces on which it acts: the sum of the forces is off by up to \d+ %")
            out = Output(path)
            return out.time, out.reaction["left"][:, 2]

    def test_corners(self):
        for w in (0.5, 0.02):
            for field, exact in ((f"max(0,min(1,2-abs(x-0.9*t-0.5)/{w}))", lambda a, b, w=w: 3 * (a + b) * 1.5), (f"abs(x-0.9*t-0.5)<{w} && abs(y-1.3)<{w} ? 1 : 0", lambda a, b, w=w: 4 * w * w),
                                 (f"max(0,1-abs(x-0.9*t-0.5)/{w}-abs(y-1.3)/{w})", lambda a, b, w=w: 2 / 3 * w * w)):
                time, force = self.reaction(field)
                inside = (0.9 * time + 0.5 > 2 * w) & (0.9 * time + 0.5 + 2 * w < 4)
                self.assertGreater(inside.sum(), 3)
                np.testing.assert_allclose(force[inside], exact(w, w), rtol=1e-9, err_msg=field)

    def test_smooth(self):
        self.reaction("exp(-((x-0.9*t-0.5)/0.1)^2)", warned=True)
        self.reaction("exp(-((x-0.9*t-0.5)/0.1)^2)", warned=True, mesh_cell="triangle")
        time, force = self.reaction("exp(-((x-0.3*t-1.5)/0.5)^2)")
        np.testing.assert_allclose(force, 3 * 0.5 * np.pi**0.5, rtol=2e-3)
        self.reaction("sin(2*x-3*t)")


class Refused(refusal.Table):
    ROWS = [
        (None, {**LINEAR, **ONE, **SIMPLE, "loads": "b", "load_b_force": "0,0,-1", "load_b_axes": "section"}, r"-load_b_axes: a load on nodes or surfaces cannot be in the axes of a section; leave"),
        (None, {**LINEAR, **ONE, **SIMPLE, "loads": "P", "load_P_point": "0,0,0", "load_P_force": "0,0,-1", "load_P_axes": "section"}, r"-load_P_axes: a load at a node, on a surface, or with a field of t cannot"),
        (None, {**STATIC, **ONE, **SIMPLE, **TURN, "load_P_axes": "section"}, r"-load_P_axes: a moment is in the axes of a section only with -linearize"),
        (None, {**STATIC, **ONE, **SIMPLE, "loads": "m", "load_m_traction": "0,0,-1", "load_m_follower": True, "load_m_axes": "section"}, r"-load_m_axes: a follower cannot be in the axes of a section"),
        (None, {**LINEAR, "mesh": "frame", "points": "a,b", "point_a": "0,0,0", "point_b": "1,0,1", "members": "m", "member_m": "a,b", "parts": "m", "part_m_element": "truss", "part_m_ea": 1e6, "part_m_mass_per_length": 1,
                "supports": "a,b", "loads": "m", "load_m_traction": "0,0,-1", "load_m_axes": "section"}, r"-load_m_axes section: the line at \(0.5, 0, 0.5\) is no beam and has no section; take it"),
        (None, {**LINEAR, **ONE, **SIMPLE, **Parts.PART, "load_q_to": 7}, r"load 'q' acts from 0 to 7 m, but the member at \(0, 0, 0\) is from 0 to 6 m.*-load_q_to"),
        (None, {**LINEAR, **ONE, **SIMPLE, **Parts.PART, "load_q_from": 5}, r"load 'q' acts from 5 to 1.7 m"),
        (None, {**LINEAR, **ONE, **SIMPLE, **Parts.PART, "load_q_to_fraction": 0.5}, r"-load_q_to and -load_q_to_fraction: give one"),
        (None, {**LINEAR, **ONE, **SIMPLE, **Parts.PART, "load_q_traction_to": "0,1,-1"}, r"-load_q_traction_to: the load has another direction"),
        (None, {**LINEAR, **ONE, **SIMPLE, **Parts.PART, "load_q_traction_to": "0,0,-1", "load_q_field": "x"}, r"-load_q_traction_to: .*give the trapezoid by the field"),
        (None, {**LINEAR, **ONE, **SIMPLE, **Parts.PART, "load_q_start": "0,0,0"}, r"-load_q_start: members of a frame start at their first points"),
        (None, {**LINEAR, **Trains.DECK, "load_P_axles": "0,1", "load_P_axle_factors": "1,2,3"}, r"-load_P_axle_factors: 3 factors for 2 axles"),
        (None, {**LINEAR, **{k: v for k, v in Trains.DECK.items() if "place" not in k}, "load_P_axles": "0,1"}, r"-load_P_axles: give -load_P_place"),
        (None, {**LINEAR, **Trains.DECK, "load_P_field": "x"}, r"-load_P_place: only a force of a set"),
        (None, {**LINEAR, **ONE, **SIMPLE, "loads": "r", "load_r_set": "m", "load_r_moment": "0,1,0", "load_r_moment_per": "length", "load_r_projected": True}, r"-load_r_projected: only a traction"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "load_P_from": 1}, r"load 'P': only loads along lines have -load_P_from"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "load_P_point": "1.7,0,0.03"}, r"-load_P_point: .*nearest line or surface is 0.03 away.*0,0,0, 1.7.*"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "load_P_point": "6.03,0,0"}, r"-load_P_point: .*6,0,0, 0.03"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "supports": "a,b,c", "support_c_point": "3,0,0.03"}, r"-support_c_point: no node is at this place.*is 3.00015 away.*give its place"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "load_P_force": "0,0,0", "loads": "Q", "load_Q_point": "3,0,0.03", "load_Q_law_z": "0-uz"}, r"-load_Q_point: no node"),
        (None, {**LINEAR, **ONE, **SIMPLE, **DOWN, "probes": "m", "probe_m_point": "3,0,1"}, r"-probe_m_point: no node, line or surface of the parts is at this place; the nearest line or surface is 1 away, the nearest node, at .*, 3.16228: give a place on the model"),
        (None, {**LINEAR, **ONE, **DOWN, "points": "a,b,c,d", "point_c": f"{P},0,-1", "point_d": f"{P},0,1", "members": "m,n", "member_n": "c,d", "supports": "a,b,c,d",
                **{k.replace("part_m_", "part_n_"): v for k, v in ONE.items() if k.startswith("part_m_")}, "parts": "m,n"}, r"-load_P_point: 2 lines without a common node .*_set"),
    ]


if __name__ == "__main__":
    unittest.main()
