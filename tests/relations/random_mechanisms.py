# SPDX-License-Identifier: BSD-2-Clause
"""What must not matter: axes, origin, units, order, ranks, time zero, a moving frame, a body far away. Random mechanisms with fixed seeds, each run as it is and changed."""
import copy
import unittest

import numpy as np

from models import matrix, on_mesh
import gmsh_file  # tools/
from run import RELEASE

SCHEMES = [{"integrator": "lms4", "rho_inf": 0.8, "stabilize": "velocity"}, {"integrator": "ss4"}, {"integrator": "esdirk43_6l", "stabilize": "projection"}]
TYPES = ["screw", "universal", "bushing", "in_plane", "revolute", "constant_velocity", "planar", "cylindrical", "prismatic", "point_on_axis", "weld", "distance", "spherical"]
FREE = {"revolute": ["angle"], "cylindrical": ["angle", "displacement"], "prismatic": ["displacement"], "point_on_axis": ["displacement"], "screw": ["angle"],
        "universal": ["angle", "second_angle"], "in_plane": ["displacement", "second_displacement"], "planar": ["displacement", "second_displacement", "angle"]}
DT, STEPS = 0.005, 10


def text(x):
    return ",".join(repr(float(v)) for v in np.ravel(x))


def orthogonal(random, sign):
    Q = np.linalg.qr(random.normal(size=(3, 3)))[0]
    return Q * np.sign(np.linalg.det(Q)) * sign


class Mechanism:
    """A chain of bodies, on ground unless it floats: misaligned and turned at first, so that it must be assembled; springs, dampers, a driver, gravity."""

    def __init__(self, seed, floats=False):
        r = np.random.default_rng(seed)
        self.x = np.cumsum(r.uniform(0.2, 0.6, (4, 3)), axis=0)
        self.bodies = [self.body(r) for _ in self.x]
        self.gravity = np.zeros(3) if floats else r.normal(size=3) * 5
        first = [] if floats else [self.joint(r, "revolute", -1, 0)]
        self.joints = first + [self.joint(r, TYPES[(3 * seed + i) % len(TYPES)], i, i + 1) for i in range(3)]
        driven = next((j for j in self.joints if j["type"] in ("revolute", "cylindrical")), None)
        if driven:
            driven["angle"] = 0.7
        self.start = 0.0
        self.unit = 1.0  # of time

    @staticmethod
    def body(r):
        A = r.normal(size=(3, 3)) * 0.1
        return {"mass": r.uniform(0.5, 2), "center": r.normal(size=3) * 0.05, "J": A @ A.T + 0.02 * np.eye(3), "rotation": r.normal(size=3) * 0.2, "v": r.normal(size=3), "w": r.normal(size=3)}

    def joint(self, r, type, one, two):
        axis = r.normal(size=3)
        j = {"type": type, "nodes": (one, two), "axis": axis / np.linalg.norm(axis), "point": self.x[two] - r.uniform(0.1, 0.4, 3)}
        j["second"] = np.cross(j["axis"], r.normal(size=3)) if type in ("universal", "in_plane", "planar", "bushing") else None
        j["pitch"] = r.uniform(0.2, 0.5) if type == "screw" else None
        j["stiffness"], j["damping"] = {"displacement": r.uniform(20, 50)}, {"angle": r.uniform(0.05, 0.2)}
        j["cubic"], j["drag"] = {"displacement": 2000.0, "angle": 3.0}, {"displacement": 0.3, "angle": 0.02}  # in formulas that are odd, for mirrors
        j["bushing"] = {"stiffness": r.uniform(50, 100, 6) * [1, 1, 1, 0.1, 0.1, 0.1], "damping": r.uniform(0.1, 0.2, 6)} if type == "bushing" else {}
        return j

    def output(self, order=None, **keys):
        """order: of the nodes in the mesh; parts and joints are named backwards then."""
        order = list(range(len(self.x))) if order is None else order
        at = {-1: -1, **{node: k for k, node in enumerate(order)}}
        bodies, joints = [f"b{i}" for i in range(len(self.x))], [f"j{i}" for i in range(len(self.joints))]
        sets = {f"b{i}": (gmsh_file.POINT, [(at[i],)]) for i in range(len(self.x))}
        options = {"gravity": text(self.gravity), "initials": ",".join(bodies), "assemble": "all", "dt": DT * self.unit, "t_start": self.start, "t_end": self.start + STEPS * DT * self.unit}
        for name, b in zip(bodies, self.bodies):
            J = b["J"]
            options.update({f"part_{name}_element": "body", f"part_{name}_mass": repr(b["mass"]), f"part_{name}_center": text(b["center"]),
                            f"part_{name}_inertia": text([J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]])})
            for field, key in (("rotation", "rotation"), ("velocity", "v"), ("angular_velocity", "w")):
                options.update({f"initial_{name}_{field}_{c}": repr(float(v)) for c, v in zip("xyz", b[key])})
        for name, j in zip(joints, self.joints):
            one, two = j["nodes"]
            sets[name] = (gmsh_file.POINT, [(at[two],)]) if one < 0 else (gmsh_file.LINE, [(at[one], at[two])])
            options.update({f"joint_{name}_{k}": v for k, v in self.joint_options(j).items()})
        if order != sorted(order):
            bodies, joints = bodies[::-1], joints[::-1]
        options.update({"parts": ",".join(bodies), "joints": ",".join(joints), "probes": ",".join(bodies)})
        return on_mesh([self.x[i] for i in order], sets, **options, **keys)

    def run(self, order=None, **keys):
        """Displacements, rotation matrices [steps][bodies] and momenta."""
        out = self.output(order, **keys)
        names = [f"b{i}" for i in range(len(self.x))]
        return (np.array([out.probe[b]["displacement"] for b in names]), np.array([matrix(out.probe[b]["rotation"]) for b in names]),
                out.history["momentum"], out.history["angular_momentum"], out.time)

    def joint_options(self, j):
        options = {"type": j["type"]}
        if j["type"] not in ("spherical", "weld", "distance"):
            options["axis"] = text(j["axis"])
        if j["second"] is not None:
            options["second_axis"] = text(j["second"])
        if j["pitch"] is not None:
            options["pitch"] = repr(float(j["pitch"]))
        options["point"] = text(j["point"])
        options.update({kind: text(values) for kind, values in j["bushing"].items()})
        for coordinate in FREE.get(j["type"], []):
            if coordinate == "angle" and "angle" in j:
                options["angle"] = f"{j['angle']!r}*sin(3*(t-({self.start!r}))/{self.unit!r})"
                continue
            alike = coordinate.replace("second_", "")
            options[f"{coordinate}_spring"], options[f"{coordinate}_damper"] = f"{j['cubic'][alike]!r}*u^3", f"{j['drag'][alike]!r}*v*abs(v)"
            for kind in ("stiffness", "damping"):
                if alike in j[kind]:
                    options[f"{coordinate}_{kind}"] = repr(float(j[kind][alike]))
        return options

    def turned(self, Q, c):
        m, axial = copy.deepcopy(self), np.linalg.det(Q) * Q
        m.x, m.gravity = self.x @ Q.T + c, Q @ self.gravity
        for b in m.bodies:
            b.update(center=Q @ b["center"], J=Q @ b["J"] @ Q.T, rotation=axial @ b["rotation"], v=Q @ b["v"], w=axial @ b["w"])
        for j in m.joints:
            j.update(axis=Q @ j["axis"], point=Q @ j["point"] + c, second=None if j["second"] is None else Q @ j["second"])
            if "angle" in j:
                j["angle"] *= np.linalg.det(Q)  # about an axis that is no pseudovector
            if j["pitch"] is not None:
                j["pitch"] *= np.linalg.det(Q)  # a right-handed screw in a mirror is a left-handed one
        return m

    def in_units(self, length, mass, time):
        m = copy.deepcopy(self)
        m.x, m.gravity, m.unit = self.x * length, self.gravity * length / time**2, time
        for b in m.bodies:
            b.update(mass=b["mass"] * mass, center=b["center"] * length, J=b["J"] * mass * length**2, v=b["v"] * length / time, w=b["w"] / time)
        for j in m.joints:
            j["point"] = j["point"] * length
            j["pitch"] = None if j["pitch"] is None else j["pitch"] * length
            for values, unit in ((j["bushing"].get("stiffness"), mass / time**2), (j["bushing"].get("damping"), mass / time)):
                if values is not None:
                    values *= np.repeat([unit, unit * length**2], 3)
            j["stiffness"]["displacement"] *= mass / time**2
            for coordinate, power in (("displacement", 1), ("angle", 0)):  # of the length in it
                force = mass * length ** (2 - power) / time**2
                j["cubic"][coordinate] *= force / length ** (3 * power)
                j["drag"][coordinate] *= force / (length**power / time) ** 2
            j["damping"]["angle"] *= mass * length**2 / time
        return m


class Relations(unittest.TestCase):
    """Of a mechanism and a changed one; expect gives displacements, rotations, momenta, times of the second from those of the first."""

    def check(self, seed, mechanism, changed, expect=lambda *same: same, **keys):
        scheme = SCHEMES[seed % len(SCHEMES)]
        expected, found = expect(*mechanism.run(**scheme)), changed.run(**scheme, **keys)
        for what, a, b in zip(("displacement", "rotation", "momentum", "angular momentum", "time"), found, expected):
            # Newton's method leaves at most 1e-10 of the motion in each solve; in truth about 1e-15
            self.assertLess(abs(a[: len(b)] - b).max() / abs(b).max(), 1e-10, f"seed {seed} {what}: {[j['type'] for j in mechanism.joints]}")

    def test_turned_mirrored_moved(self):
        for seed in range(6):
            Q = orthogonal(np.random.default_rng(100 + seed), 1 if seed < 4 else -1)
            c = np.array([1.0, -2, 3]) * (seed % 2)
            self.check(seed, Mechanism(seed), Mechanism(seed).turned(Q, c),
                       lambda u, R, P, L, t: (u @ Q.T, Q @ R @ Q.T, P @ Q.T, np.linalg.det(Q) * L @ Q.T + np.cross(c, P @ Q.T), t))

    def test_units(self):
        for seed, (length, mass, time) in enumerate([(1e3, 1e3, 1e-3), (1e-3, 1e-6, 1), (1e2, 1, 1e3)]):
            self.check(seed, Mechanism(seed), Mechanism(seed).in_units(length, mass, time),
                       lambda u, R, P, L, t: (u * length, R, P * mass * length / time, L * mass * length**2 / time, t * time))

    def test_permuted(self):
        for seed in range(3):
            self.check(seed, Mechanism(seed), Mechanism(seed), order=[2, 0, 3, 1])

    def test_ranks(self):
        for seed in range(4) if RELEASE else (1,):
            self.check(seed, Mechanism(seed), Mechanism(seed), ranks=2 + seed % 2)

    def test_time_shifted(self):
        for seed in range(3):
            later = Mechanism(seed)
            later.start = 3.0
            self.check(seed, Mechanism(seed), later, lambda u, R, P, L, t: (u, R, P, L, t + 3))

    def test_moving_frame(self):
        V = np.array([3.0, -2, 1])
        for seed in range(3):
            moving = Mechanism(seed, floats=True)
            for b in moving.bodies:
                b["v"] = b["v"] + V
            mass = sum(b["mass"] for b in moving.bodies)
            self.check(seed, Mechanism(seed, floats=True), moving, lambda u, R, P, L, t: (u + V * t[:, None], R, P + mass * V))

    def test_a_body_far_away(self):
        for seed in range(3):
            alone, both = Mechanism(seed), Mechanism(seed)
            both.x = np.vstack([both.x, [30.0, 5, -40]])
            both.bodies.append(Mechanism.body(np.random.default_rng(1)))
            self.check(seed, alone, both, lambda u, R, P, L, t: (u, R))


if __name__ == "__main__":
    unittest.main()
