# SPDX-License-Identifier: BSD-2-Clause
"""Mechanisms whose joints hold the same motion more than once, and agree: against closed forms and models without redundancy."""
import itertools
import os
import re
import tempfile
import unittest

import numpy as np

from models import balance, body, joint, orders
from run import RELEASE, fsolve, options, Output, release, run
import gmsh_file  # tools/


ACCURATE = {"integrator": "esdirk43_6l", "stabilize": "projection"}


def triple(x):
    return ",".join(repr(float(c)) for c in x)


class Mechanism:
    """Bodies {name: (place, mass, inertia about axes as xyz)} and joints {name: (type, bodies, keys)}, the first body None: ground."""

    def __init__(self, bodies, joints):
        self.bodies, self.joints = bodies, joints

    def write(self, path, renumbered=False):
        names = list(self.bodies)
        if renumbered:
            names = names[1:] + names[:1]
        at = {name: k for k, name in enumerate(names)}
        sets = {name: (gmsh_file.POINT, [(at[name],)]) for name in names}
        for name, (_, (first, second), _) in self.joints.items():
            sets[name] = (gmsh_file.POINT, [(at[second],)]) if first is None else (gmsh_file.LINE, [(at[first], at[second])])
        gmsh_file.write(path, [self.bodies[name][0] for name in names], sets)

    def done(self, ranks=1, renumbered=False, reverse=False, folder=None, **keys):
        """The finished run, and what it left. folder: where its mesh is, which a run that goes on must find again."""
        words = {"parts": ",".join(self.bodies), "joints": ",".join(list(self.joints)[:: -1 if reverse else 1]), "dt": 0.01, "t_end": 1}
        for name, (_, mass, inertia) in self.bodies.items():
            words.update(body(name, mass=mass, inertia=inertia))
        for name, (type, _, more) in self.joints.items():
            words.update(joint(name, type, **more))
        if "integrator" not in keys and "analysis" not in keys:
            words.update(ACCURATE)
        with tempfile.TemporaryDirectory() as mine:
            path, output = os.path.join(folder or mine, "mesh.msh"), os.path.join(mine, "out.h5")
            self.write(path, renumbered)
            result = fsolve(options(mesh=path, output=output, **{**words, **keys}), ranks)
            return result, Output(output) if os.path.exists(output) else None

    def run(self, **keys):
        result, out = self.done(**keys)
        if result.returncode:
            raise RuntimeError(result.stderr)
        return out


def turn_z(a):
    return np.array([[np.cos(a), -np.sin(a), 0, 0], [np.sin(a), np.cos(a), 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def link(length, twist):
    c, s = np.cos(twist), np.sin(twist)
    return np.array([[1, 0, 0, length], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


class Bennett(Mechanism):
    """Four revolute joints on links of lengths a, b, a, b and twists that go with them: sin(twist) over length is the same."""

    TWIST = (0.6, 0.9)
    LENGTH = (1, np.sin(0.9) / np.sin(0.6))
    PRODUCT = np.sin(0.75) / np.sin(0.15)  # tan(theta/2) tan(phi/2), of neighbours

    def __init__(self, theta, **of_first):
        self.frames = self.at(theta)
        middle = [(self.frames[k][:3, 3] + self.frames[k + 1][:3, 3]) / 2 for k in range(3)]
        bodies = {f"link{k + 1}": (middle[k], 1 + k, "0.1,0.2,0.25,0,0,0") for k in range(3)}
        names = [None, *bodies, None]
        joints = {}
        for k in range(4):
            first, second, sign = (names[k], names[k + 1], 1) if k < 3 else (None, "link3", -1)
            keys = {"point": triple(self.frames[k][:3, 3]), "axis": triple(sign * self.frames[k][:3, 2])}
            joints["abcd"[k]] = ("revolute", (first, second), {**keys, **(of_first if k == 0 else {})})
        super().__init__(bodies, joints)

    @classmethod
    def phi(cls, theta):
        return 2 * np.arctan(cls.PRODUCT / np.tan(theta / 2))

    @classmethod
    def at(cls, theta):
        """Frames at the four axes, the first after the joint has turned; the fifth is the first one again."""
        angles = [theta, cls.phi(theta), 2 * np.pi - theta, 2 * np.pi - cls.phi(theta)]
        frames = [np.eye(4)]
        for k in range(4):
            frames.append(frames[-1] @ turn_z(angles[k]) @ link(cls.LENGTH[k % 2], cls.TWIST[k % 2]))
        assert abs(frames[4] - np.eye(4)).max() < 1e-14
        return frames


def revolutes(points, joints, axis="0,0,1"):
    """{name: (first, second)} at points."""
    return {name: ("revolute", pair, {"axis": axis, "point": triple(points[name])}) for name, pair in joints.items()}


def driven(joints, name, **keys):
    type, pair, more = joints[name]
    return {**joints, name: (type, pair, {**more, **keys})}


INERTIA = "0.2,0.2,0.3,0,0,0"


class FourBar(Mechanism):
    """Crank 1, coupler 3, rocker 2.5, ground 3."""

    def __init__(self, lengths=(1, 3, 2.5, 3), theta=1.0, **of_first):
        crank, coupler, rocker, ground = lengths
        a, d = np.zeros(3), np.array([ground, 0, 0])
        b = crank * np.array([np.cos(theta), np.sin(theta), 0])
        along = (d - b) / np.linalg.norm(d - b)
        reach = (coupler**2 - rocker**2 + (d - b) @ (d - b)) / (2 * np.linalg.norm(d - b))
        c = b + reach * along + np.sqrt(max(coupler**2 - reach**2, 0)) * np.array([-along[1], along[0], 0])
        bodies = {"crank": ((a + b) / 2, 1, INERTIA), "coupler": ((b + c) / 2, 3, INERTIA), "rocker": ((c + d) / 2, 2, INERTIA)}
        joints = revolutes(dict(a=a, b=b, c=c, d=d), dict(a=(None, "crank"), b=("crank", "coupler"), c=("coupler", "rocker"), d=(None, "rocker")))
        super().__init__(bodies, driven(joints, "a", **of_first))


class Peaucellier(Mechanism):
    """Ten revolute joints on seven bars: the corner b of the rhombus a, b, c, d moves on a straight line."""

    def __init__(self, theta=0.5, crank=1.0, **of_first):
        self.crank, arm, side = crank, 3.0, 1.2
        o, q = np.zeros(3), np.array([self.crank, 0, 0])
        d = q + self.crank * np.array([np.cos(theta), np.sin(theta), 0])
        length = np.linalg.norm(d)
        along, across = d / length, np.array([-d[1], d[0], 0]) / length
        foot = (arm**2 - side**2 + length**2) / (2 * length)
        a, c = foot * along + np.sqrt(arm**2 - foot**2) * across, foot * along - np.sqrt(arm**2 - foot**2) * across
        self.b = a + c - d
        ends = {"oa": (o, a), "oc": (o, c), "qd": (q, d), "da": (d, a), "dc": (d, c), "bc": (self.b, c)}
        bodies = {name: ((x + y) / 2, 1, INERTIA) for name, (x, y) in ends.items()}
        bodies["ab"] = (self.b, 1, INERTIA)  # its node is the point on the line
        pairs = {"o1": (None, "oa"), "o2": (None, "oc"), "q": (None, "qd"), "a1": ("oa", "da"), "a2": ("oa", "ab"), "c1": ("oc", "dc"), "c2": ("oc", "bc"), "d1": ("qd", "da"), "d2": ("qd", "dc"), "b": ("ab", "bc")}
        at = dict(o1=o, o2=o, q=q, a1=a, a2=a, c1=c, c2=c, d1=d, d2=d, b=self.b)
        super().__init__(bodies, driven(revolutes(at, pairs), "q", **of_first))


class Ladder(Mechanism):
    """A rod on equal cranks, n more than a parallelogram has."""

    def __init__(self, n, theta=1.0):
        reach = np.array([np.cos(theta), np.sin(theta), 0])
        feet = {str(k): np.array([float(k), 0, 0]) for k in range(n + 2)}
        bodies = {"rod": (reach, 1, INERTIA), **{"crank" + k: (foot + reach / 2, 1, INERTIA) for k, foot in feet.items()}}
        points = {**{"foot" + k: foot for k, foot in feet.items()}, **{"head" + k: foot + reach for k, foot in feet.items()}}
        pairs = {**{"foot" + k: (None, "crank" + k) for k in feet}, **{"head" + k: ("crank" + k, "rod") for k in feet}}
        super().__init__(bodies, revolutes(points, pairs))


class Ring(Mechanism):
    """n links of about 1 m in a closed ring, pinned to the ground where it begins."""

    def __init__(self, n):
        turn = 2 * np.pi * np.arange(n) / n
        corner = n / (2 * np.pi) * np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
        bodies = {f"link{k}": ((corner[k] + corner[(k + 1) % n]) / 2, 1, INERTIA) for k in range(n)}
        pairs = {"ground": (None, "link0"), **{f"pin{k}": (f"link{k - 1 if k else n - 1}", f"link{k}") for k in range(n)}}
        points = {"ground": corner[0], **{f"pin{k}": corner[k] for k in range(n)}}
        super().__init__(bodies, revolutes(points, pairs))


class Cardan(Mechanism):
    """Two shafts at an angle, each in two bearings, and a universal joint where they meet."""

    def __init__(self, bend=0.5, **of_first):
        out = np.array([np.cos(bend), np.sin(bend), 0])
        bodies = {"in": ((-1, 0, 0), 1, "0.1,0.3,0.3,0,0,0"), "out": (tuple(out), 1, "0.2,0.2,0.2,0,0,0")}
        joints = {f"in{k}": ("revolute", (None, "in"), {"axis": "1,0,0", "point": f"{-0.5 - k},0,0"}) for k in (0, 1)}
        joints.update({f"out{k}": ("revolute", (None, "out"), {"axis": triple(out), "point": triple((0.5 + k) * out)}) for k in (0, 1)})
        joints["hooke"] = ("universal", ("in", "out"), {"axis": "0,0,1", "second_axis": triple((-out[1], out[0], 0)), "point": "0,0,0"})
        super().__init__(bodies, driven(joints, "in0", **of_first))


SCHEMES = [
    {"integrator": "lms4", "stabilize": "none"},
    {"integrator": "lms4", "stabilize": "velocity"},
    {"integrator": "ss4"},
    ACCURATE,
    {"integrator": "generalized_alpha"},
    {"integrator": "hht_si2"},
    {"integrator": "hht_add"},
    {"integrator": "ce5_1"},
]


class Redundant(unittest.TestCase):
    def test_bennett(self):
        """Moved by its first joint: Gruebler's count is -2, and it turns by more than a radian."""
        out = Bennett(1.2, angle="0.9*sin(2*t)").run(assemble="velocities")
        theta = 1.2 + 0.9 * np.sin(2 * out.time)
        np.testing.assert_allclose(Bennett.phi(1.2) + out.probe["b"]["angle"], Bennett.phi(theta), atol=1e-9)
        self.assertLess(out.constraint["position"].max(), 1e-12)

    @release
    def test_bennett_orders(self):
        """It falls freely: each scheme keeps its order, and the closed form."""
        mechanism, angles = Bennett(1.2), {}
        fine = mechanism.run(gravity="1,-3,-9.81", dt=0.0025, t_end=0.6).probe["a"]["angle"][-1]
        self.assertGreater(abs(fine), 0.5)
        for keys, order in ((SCHEMES[0], 2), (SCHEMES[1], 2), (SCHEMES[2], 2), (SCHEMES[3], 4)):
            errors = []
            for dt in (0.04, 0.02):
                out = mechanism.run(gravity="1,-3,-9.81", dt=dt, t_end=0.6, **keys)
                np.testing.assert_allclose(Bennett.phi(1.2) + out.probe["b"]["angle"], Bennett.phi(1.2 + out.probe["a"]["angle"]), atol=1e-8)
                errors.append(abs(out.probe["a"]["angle"][-1] - fine))
            self.assertGreater(orders(errors)[0], order - 0.3, keys)

    def test_four_bar(self):
        """In space as in the plane, by all kinds of schemes."""
        for keys in SCHEMES:
            space, plane = (FourBar().run(gravity="0,-9.81,0", dt=0.01, t_end=0.5, **more, **keys) for more in ({}, {"directions": "xy"}))
            for joint in "abcd":
                np.testing.assert_allclose(space.probe[joint]["angle"], plane.probe[joint]["angle"], atol=1e-9, err_msg=str(keys))
                np.testing.assert_allclose(space.probe[joint]["reaction"], plane.probe[joint]["reaction"], atol=1e-6, err_msg=str(keys))
        # a turning crank, for which other rows are dropped on the way
        for keys in (SCHEMES[1], SCHEMES[3], SCHEMES[4]):
            space, plane = (FourBar(angular_velocity="5").run(gravity="0,-9.81,0", t_end=0.8, assemble="velocities", **keys, **more) for more in ({}, {"directions": "xy"}))
            for joint in "abcd":
                np.testing.assert_allclose(space.probe[joint]["angle"], plane.probe[joint]["angle"], atol=1e-9, err_msg=str(keys))
                np.testing.assert_allclose(space.probe[joint]["reaction"], plane.probe[joint]["reaction"], atol=1e-6, err_msg=str(keys))

    def test_cardan_shaft(self):
        for keys in SCHEMES:
            out = Cardan(angle="3*t^2").run(dt=0.01, t_end=1, **keys)
            first = 3 * out.time**2
            np.testing.assert_allclose(np.tan(out.probe["out1"]["angle"]), np.tan(first) * np.cos(0.5), rtol=1e-8, atol=1e-8, err_msg=str(keys))

    def test_peaucellier(self):
        mechanism = Peaucellier(angle="0.3*sin(3*t)")
        out = mechanism.run(gravity="0,-9.81,0", assemble="velocities", probes="ab")
        moved = out.probe["ab"]["displacement"]
        # |o b| |o d| = arm^2 - side^2, and d is on a circle through o: b is at (arm^2 - side^2)/(2 crank) for ever
        self.assertAlmostEqual(mechanism.b[0], (9 - 1.44) / 2, delta=1e-12)
        np.testing.assert_allclose(moved[:, 0], 0, atol=1e-12)
        np.testing.assert_allclose(moved[:, 1] + mechanism.b[1], mechanism.b[0] * np.tan((0.5 + 0.3 * np.sin(3 * out.time)) / 2), atol=1e-9)
        self.assertGreater(np.ptp(moved[:, 1]), 0.6)
        self.assertLess(balance(out), 0.02)


def least_norm(mechanism, wrenches, out):
    """What is left of the reactions [5 joints' components] square to those of least norm: their part along those that balance themselves."""
    names = list(mechanism.bodies)
    places = np.array([place for place, _, _ in mechanism.bodies.values()])
    points = np.array([[float(x) for x in keys["point"].split(",")] for _, _, keys in mechanism.joints.values()])
    length = 2 * max(np.linalg.norm(x - places.mean(axis=0)) for x in [*places, *points])  # of the model, as docs/redundant_joints.md has it
    columns, value = [], []
    for (_, pair, keys), point, wrench in zip(mechanism.joints.values(), points, wrenches):
        axis = np.array([float(x) for x in keys["axis"].split(",")])
        across = np.linalg.svd(axis[None])[2][1:]
        for force, moment, component in [*((e, 0 * e, wrench[:3] @ e) for e in np.eye(3)), *((0 * e, e * length, wrench[3:] @ e / length) for e in across)]:
            column = np.zeros((len(names), 6))
            for sign, name in zip((-1, 1), pair):
                if name is not None:
                    k = names.index(name)
                    column[k] += sign * np.array([*force, *(moment + np.cross(point - places[k], force))])
            columns.append(column.ravel())
            value.append(component)
    singular, null = np.linalg.svd(np.array(columns).T)[1:]
    null = null[np.sum(singular > 1e-9) :]
    return len(null), abs(null @ value).max(), abs(np.array(columns).T @ value)


class Reactions(unittest.TestCase):
    KEYS = {"gravity": "1,-9,-4", "dt": 0.02, "t_end": 0.1}

    def reactions(self, mechanism, **keys):
        out = mechanism.run(**{**self.KEYS, **keys})
        return out, {name: out.probe[name]["reaction"] for name in mechanism.joints}

    def test_least_norm(self):
        """They carry the weight across the plane, and are square to all reactions that balance themselves, at the start and where bars have turned."""
        for mechanism, redundant in ((FourBar(), 3), (Peaucellier(), 9), (Bennett(1.2), 3)):
            out, reaction = self.reactions(mechanism)
            n, along, _ = least_norm(mechanism, [reaction[name][0] for name in mechanism.joints], out)
            self.assertEqual(n, redundant)
            self.assertLess(along, 1e-9)
            if len(mechanism.joints) == 4:
                weight = sum(np.array(self.KEYS["gravity"].split(","), float)[2] * mass for _, mass, _ in mechanism.bodies.values())
                ground = sum(r[0, 2] for name, r in reaction.items() if mechanism.joints[name][1][0] is None)
                if isinstance(mechanism, FourBar):
                    self.assertAlmostEqual(ground, -weight, delta=1e-9)

    def test_balance_of_projected_states(self):
        """-stabilize projection moves states by the error of their step: that is what the warning names, and it falls with dt."""
        worst = []
        for dt in (0.04, 0.02):
            result, out = Bennett(1.2).done(gravity="1,-3,-9.81", dt=dt, t_end=0.6, show="balance")
            self.assertRegex(result.stderr, "out of balance by .* of the largest one: -stabilize projection moves each state")
            self.assertNotIn("ksp_rtol", result.stderr)
            worst.append(max(np.linalg.norm(out.balance[k], axis=1).max() for k in ("force", "moment")))
        self.assertGreater(worst[0], 8 * worst[1])

    def test_numbering(self):
        """The same on any number of ranks, with other numbers of the nodes, and with -joints in another order, which are other dropped rows."""
        here = [{"ranks": 3}, {"renumbered": True}, {"reverse": True}]
        for mechanism, variants in ((FourBar(), [{"ranks": 2}, {"ranks": 8}, *here] if RELEASE else here), (Peaucellier(), here if RELEASE else here[1:2])):
            reference = self.reactions(mechanism)[1]
            for keys in variants:
                other = self.reactions(mechanism, **keys)[1]
                for name in reference:
                    np.testing.assert_allclose(other[name], reference[name], atol=1e-8, err_msg=f"{keys} {name}")


    @release
    def test_many(self):
        """A rod on 21 cranks: 79 rows follow from others, and a factorization on several ranks puts many pivots off. Each crank takes its part of the weight."""
        mechanism = Ladder(19)
        here, reference = self.reactions(mechanism, t_end=0.02)
        lifted = 9 * (np.sin(1) - np.sin(1 + here.probe["foot3"]["angle"])) + 1 * (np.cos(1 + here.probe["foot3"]["angle"]) - np.cos(1))
        np.testing.assert_allclose(here.energy["kinetic"], (21 / 2 + 1) * lifted, atol=1e-7)
        np.testing.assert_allclose(sum(r for name, r in reference.items() if name.startswith("foot"))[:, 2], 4 * 22, atol=1e-7)
        other = self.reactions(mechanism, t_end=0.02, ranks=2)[1]
        for name in reference:
            np.testing.assert_allclose(other[name], reference[name], atol=1e-8, err_msg=name)


class Case(unittest.TestCase):
    def test_cardan_shaft(self):
        """Of inputs/: the output turns as the input, the middle one as the formula says; reactions carry the weight and the torque of the load."""
        bend, w = np.pi / 7, 20
        out = run("cardan_shaft", dt=4e-3)
        angle = out.probe["in_left"]["angle"]
        np.testing.assert_allclose(out.probe["out_right"]["angle"], angle, atol=1e-10)
        rate = np.where(out.time < 1, w * (10 * out.time**3 - 15 * out.time**4 + 6 * out.time**5), w)
        np.testing.assert_allclose(np.linalg.norm(out.probe["middle"]["angular_velocity"], axis=1), rate * np.cos(bend) / (np.cos(angle) ** 2 + (np.cos(bend) * np.sin(angle)) ** 2), atol=1e-6)
        ground = sum(out.probe[name]["reaction"][:, :3] for name in ("in_left", "in_right", "out_left", "out_right"))
        np.testing.assert_allclose(ground, [[0, 0, 98.1]] * len(ground), atol=1e-8)
        # the middle shaft is turned faster and slower: its inertia times its acceleration times its rate, over the input's
        share = np.cos(angle[-1]) ** 2 + (np.cos(bend) * np.sin(angle[-1])) ** 2
        own, slope = w * np.cos(bend) / share, w * np.cos(bend) * np.sin(2 * angle[-1]) * np.sin(bend) ** 2 / share**2
        self.assertAlmostEqual(out.probe["in_left"]["reaction"][-1, 3], 2 * w + 0.06 * own * slope, delta=1e-5)


class Start(unittest.TestCase):
    def refused(self, mechanism, pattern, status=2, **keys):
        result, out = mechanism.done(**keys)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertRegex(result.stderr, pattern)
        return out

    def test_names(self):
        result, _ = FourBar().done(t_end=0.02)
        self.assertRegex(result.stdout, r"(?m)^3 of 20 rows of joints follow from the others \([a-d, ]*\): reactions are those of least norm$")
        self.assertNotIn("follow from", FourBar().done(t_end=0.02, directions="xy")[0].stdout)
        self.assertEqual(FourBar().done(t_end=0.02, quiet=True)[0].stdout, "")

    def test_guesses(self):
        """Places with three digits, at which no joint fits and no row follows from others: one of the linkage's positions near them."""
        theta = 1.5
        start, there = Bennett.at(1.2), Bennett.at(theta)
        mechanism = Bennett(1.2)
        keys = {"initials": "link1,link2,link3"}
        for k in range(3):
            old, new = start[k + 1], there[k + 1]
            turn = new[:3, :3] @ old[:3, :3].T
            place = np.array(mechanism.bodies[f"link{k + 1}"][0])
            moved = new[:3, 3] + turn @ (place - old[:3, 3]) - place
            angle = np.arccos((np.trace(turn) - 1) / 2)
            vector = angle / (2 * np.sin(angle)) * np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
            for c in range(3):
                keys[f"initial_link{k + 1}_displacement_{'xyz'[c]}"] = f"{moved[c]:.3g}"
                keys[f"initial_link{k + 1}_rotation_{'xyz'[c]}"] = f"{vector[c]:.3g}"
        self.refused(mechanism, "the initial positions do not fit the joints", **keys)
        out = mechanism.run(assemble="positions", t_end=0.02, **keys)
        a, b = (out.probe[name]["angle"][0] for name in "ab")
        self.assertLess(out.constraint["position"].max(), 1e-12)
        np.testing.assert_allclose(1.2 + a, theta, atol=2e-3)
        np.testing.assert_allclose(Bennett.phi(1.2) + b, Bennett.phi(1.2 + a), atol=1e-10)

    def test_refused(self):
        flat = FourBar(lengths=(1, 3, 1, 3), theta=0.0)
        self.refused(flat, r"hold the same motion more than once only in this position, where motions branch or end: a, b, c, d")
        rough = Bennett(1.2)
        for name, (type, pair, keys) in rough.joints.items():
            rough.joints[name] = (type, pair, {**keys, "axis": ",".join("%.6f" % float(x) for x in keys["axis"].split(","))})
        self.refused(rough, r"nearly hold the same motion more than once: a, b, c, d; their constraints differ by a relative \de-0[78]")
        self.refused(Mechanism(FourBar().bodies, driven(FourBar(angle="0*t").joints, "d", angle="0.1*t")), r"drivers of joints prescribe motions .*: a, d \(with a, b, c, d\)", assemble="velocities")
        out_of_plane = Mechanism(FourBar().bodies, driven(FourBar().joints, "d", second_axis="0,0.1,1"))
        self.refused(out_of_plane, r"cannot be assembled: joint '[a-d]' at .* stays off by", assemble="positions")


class Restart(unittest.TestCase):
    def test_restart(self):
        """A crank that turns, so that other rows are dropped on the way, and a run that goes on on other ranks: the same."""
        crank = FourBar(angular_velocity="5")
        keys = {"assemble": "velocities", "gravity": "0,-9.81,-2", "dt": 0.02, "integrator": "lms4"}
        whole = crank.run(**keys, t_end=1)
        for ranks in (1, 3) if RELEASE else (3,):
            with tempfile.TemporaryDirectory() as folder:
                kept = os.path.join(folder, "kept")
                first, _ = crank.done(**keys, t_end=0.5, checkpoint=kept, folder=folder)
                self.assertEqual(first.returncode, 0, first.stderr)
                rest = crank.run(**keys, t_end=1, restart=kept, ranks=ranks, folder=folder)
            n = len(rest.time)
            np.testing.assert_allclose(rest.time, whole.time[-n:], atol=1e-12)
            for name in "abcd":
                np.testing.assert_allclose(rest.probe[name]["angle"], whole.probe[name]["angle"][-n:], atol=1e-10)
                np.testing.assert_allclose(rest.probe[name]["reaction"], whole.probe[name]["reaction"][-n:], atol=1e-6)


class OnTheWay(unittest.TestCase):
    def test_change_point(self):
        """A parallelogram that is driven flat may go on in two ways. With -change_points stop it ends there, and tells when and where; also in the plane, where no row is redundant, and from steps that would go over it."""
        named = 0
        for keys in ({}, {"integrator": "lms4"}, {"integrator": "lms4", "stabilize": "velocity"}, {"integrator": "generalized_alpha"}):
            for plane, dt in (({}, 0.013), ({"directions": "xy"}, 0.0123), ({"directions": "xy"}, 0.1))[:3 if RELEASE else 1]:
                result, out = FourBar(lengths=(1, 3, 1, 3), theta=0.5, angular_velocity="-1").done(assemble="velocities", change_points="stop", dt=dt, **plane, **keys)
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertRegex(result.stderr, r"from t = 0\.[45]\d* failed .*(motions branch.* worst at joint '[a-d]'|did not converge.*(joint|node))")
                named += "motions branch" in result.stderr
                self.assertLess(abs(out.time[-1] - 0.5), 0.05)
        self.assertGreater(named, 8 if RELEASE else 1)  # of 12, or of 4; where Newton's method fails in each step that would pass it nobody has seen it
        result, out = FourBar(lengths=(1, 3, 1, 3), theta=0.5, angular_velocity="-1").done(assemble="velocities", dt=0.0123, directions="xy", integrator="ce5_1", change_points="stop")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertRegex(result.stderr, "motions branch|did not converge")

    def test_near_miss(self):
        """A rocker that is longer by 1e-7 turns round beside the change point, within 1e-3 of a radian: after it, it is where its closed form is, and not on the other branch."""
        for off in (1e-7, 1e-5) if RELEASE else (1e-7,):
            lengths = (1, 3, 1 + off, 3)
            rocker = [FourBar(lengths, theta).bodies["rocker"][0] - np.array([3, 0, 0]) for theta in (0.5, -0.5)]
            turned = np.subtract(*(np.arctan2(r[1], r[0]) for r in reversed(rocker)))
            for keys in ({"integrator": "lms4", "ranks": 3 if off < 1e-6 else 1}, {"integrator": "lms4", "stabilize": "velocity"}, {"integrator": "generalized_alpha"}):
                out = FourBar(lengths, 0.5, angle="0-t").run(assemble="velocities", directions="xy", gravity="0,-9.81,0", dt=0.0123, t_end=1, **keys)
                self.assertAlmostEqual(out.probe["d"]["angle"][-1], turned, delta=1e-8, msg=str(keys))

    def test_large_loop(self):
        """A ring of 60 links that falls, and folds, is nowhere near a change point: no step is cut back."""
        result, out = Ring(60).done(directions="xy", gravity="0,-9.81,0", dt=0.02, t_end=1.4, integrator="lms4")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("cut back", result.stdout)
        self.assertEqual(len(out.time), 71)

    def test_kinematics(self):
        """Also in the plane, where no row is redundant, at steps of any size; a rocker that is longer than the crank by 1e-7 comes back, in space as in the plane."""
        for keys in ({"directions": "xy"}, {}):
            for dt in (0.01, 0.5):
                result, out = FourBar(lengths=(1, 3, 1, 3), angle="2*pi*t").done(analysis="kinematic", change_points="stop", dt=dt, **keys)
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertRegex(result.stderr, r"stops at t = 0\.340\d*, .* motions branch .* joint '[a-d]'")
            out = FourBar(lengths=(1, 3, 1 + 1e-7, 3), angle="2*pi*t").run(analysis="kinematic", **keys)
            self.assertAlmostEqual(out.probe["d"]["angle"][-1], 0, delta=1e-9)

    def test_time_and_place(self):
        """On any number of ranks a driven parallelogram ends before it is flat, by steps of -dt_min at most, or goes on; both messages name the time, and a joint with its place. Steps of 0.1 s of the first driver
        end in the change point itself, where factors fail, and must be usable again."""
        for angle, flat in (("0-t", 0.5), ("2*pi*t", (np.pi - 0.5) / (2 * np.pi))):
            mechanism, keys = FourBar(lengths=(1, 3, 1, 3), theta=0.5, angle=angle), {"analysis": "kinematic", "dt": 0.1}
            for ranks, plane in itertools.product((1, 2, 3), ({"directions": "xy"}, {})):
                if ranks > 1 and not RELEASE and (angle != "0-t" or not plane):
                    continue
                with self.subTest(angle, **plane, ranks=ranks):
                    stopped, _ = mechanism.done(ranks, change_points="stop", **plane, **keys)
                    self.assertEqual(stopped.returncode, 3, stopped.stderr)
                    t = float(re.search(r"step 5 stops at t = ([\d.]+), ", stopped.stderr)[1])
                    self.assertLess(t, flat)
                    self.assertLess(flat - t, 2 * 0.1 / 1024)
                    self.assertRegex(stopped.stderr, r" (at joint '[a-d]'|at node \d+ of '\w+') at \(")
                    passed, out = mechanism.done(ranks, **plane, **keys)
                    self.assertEqual(passed.returncode, 0, passed.stderr)
                    self.assertEqual(len(out.time), 11)
                    t, name, *place = re.search(r"(?m)^change point at t = ([\d.]+), joint '([a-d])' at \((.*), (.*), (.*)\): another motion", passed.stdout).groups()
                    self.assertAlmostEqual(float(t), flat, delta=0.01 * 0.1)
                    at = [float(x) for x in mechanism.joints[name][2]["point"].split(",")]
                    np.testing.assert_allclose([float(x) for x in place], at, atol=1e-5)

    def test_dead_point(self):
        result, out = Peaucellier(angle="t").done(assemble="velocities", probes="ab")
        self.assertEqual(result.returncode, 3)
        self.assertLess(abs(out.time[-1] - (2 * np.arccos(0.9) - 0.5)), 0.01)
        np.testing.assert_allclose(out.probe["ab"]["displacement"][:, 0], 0, atol=1e-6)


class Rest(unittest.TestCase):
    def test_static(self):
        """A spring at the crank carries the weight: the angle, and the reactions, of the plane model; in one step and in many."""
        keys = {"analysis": "static", "gravity": "0,-9.81,-3", "joint_a_angle_stiffness": 40}
        plane = FourBar().run(**{**keys, "gravity": "0,-9.81,0"}, directions="xy", t_end=1, dt=0.1)
        space = FourBar().run(**keys, t_end=1, dt=0.1)
        self.assertGreater(abs(plane.probe["a"]["angle"][-1]), 0.3)
        np.testing.assert_allclose(space.probe["a"]["angle"], plane.probe["a"]["angle"], atol=1e-9)
        for name in "abcd":
            np.testing.assert_allclose(space.probe[name]["reaction"][:, :2], plane.probe[name]["reaction"][:, :2], atol=1e-7)

    def test_modes(self):
        keys = {"analysis": "modes", "modes": 1, "joint_a_angle_stiffness": 40, "initial_static": True, "gravity": "0,-9.81,0"}
        words = [FourBar().done(**keys, **more)[0] for more in ({}, {"directions": "xy"}, {"ranks": 2})[:3 if RELEASE else 2]]
        found = [[line.split()[1:3] for line in done.stdout.splitlines() if line.strip().startswith("1 ")] for done in words]
        self.assertTrue(found[0] and found[0][0], words[0].stdout + words[0].stderr)
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[-1])


if __name__ == "__main__":
    unittest.main()
