# SPDX-License-Identifier: BSD-2-Clause
"""Couplings of joints' coordinates against closed forms: gears, a planetary gear, racks, belts, screws, cams."""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from models import balance, body, joint, on_mesh, one_body
from run import RANKS, RELEASE, release, run


def coupling(name, type, of, **keys):
    return {"couplings": name, **{f"coupling_{name}_{k}": v for k, v in {"type": type, "of": of, **keys}.items()}}


ACCURATE = {"integrator": "esdirk43_6l", "stabilize": "projection"}


def inertia(j):
    return f"{j},{j},{j},0,0,0"


def planetary(ranks=1, **keys):
    """Sun, planet and carrier in the plane: the sun and the carrier turn about the origin, the planet on the carrier; the ring is the ground.
    Teeth: sun 24, planet 12, ring 48. A moment acts on the sun."""
    nodes = [(0, 0, 0), (0, 0, 0), (3, 0, 0)]
    sets = {"sun": (gmsh_file.POINT, [(0,)]), "arm": (gmsh_file.POINT, [(1,)]), "planet": (gmsh_file.POINT, [(2,)]), "pin": (gmsh_file.LINE, [(1, 2)]), "bearing": (gmsh_file.LINE, [(1, 0)])}
    parts = {"parts": "sun,arm,planet", **body("sun", inertia=inertia(0.2)), **body("arm", inertia=inertia(0.5)), **body("planet", mass=2, inertia=inertia(0.1))}
    joints = {"joints": "shaft,pin,bearing", **joint("shaft", "revolute", set="arm"), **joint("pin", "revolute", point="3,0,0"), **joint("bearing", "revolute")}
    # angles against the carrier; the ring's is minus that of the carrier
    couplings = {"couplings": "inner,outer", "coupling_inner_type": "gear", "coupling_inner_of": "bearing.angle,pin.angle", "coupling_inner_radii": "24,12",
                 "coupling_outer_type": "linear", "coupling_outer_of": "shaft.angle,pin.angle", "coupling_outer_coefficients": "48,12"}
    defaults = {"directions": "xy", "probes": "sun,arm,planet", "loads": "sun", "load_sun_moment": "0,0,7", "integrator": "esdirk43_6l", "stabilize": "projection", "dt": 0.02, "t_end": 1}
    return on_mesh(nodes, sets, ranks=ranks, **{**defaults, **parts, **joints, **couplings, **keys})


def pair(ranks=1, **keys):
    """Two wheels on the ground: a moment of 2 N m acts on the first, J = 0.1; the second has J = 0.4."""
    nodes, sets = [(0, 0, 0), (0.4, 0, 0)], {"pinion": (gmsh_file.POINT, [(0,)]), "wheel": (gmsh_file.POINT, [(1,)])}
    defaults = {"parts": "pinion,wheel", **body("pinion", inertia=inertia(0.1)), **body("wheel", inertia=inertia(0.4)), "joints": "one,two", "loads": "pinion", "load_pinion_moment": "0,0,2",
                **joint("one", "revolute", set="pinion", axis="0,0,1"), **joint("two", "revolute", set="wheel", axis="0,0,1"), "probes": "wheel", "dt": 0.02, "t_end": 1, **ACCURATE}
    return on_mesh(nodes, sets, ranks=ranks, **{k: v for k, v in {**defaults, **keys}.items() if v is not None})


def swing(ranks=1, **keys):
    """A pendulum with its center of mass at (1, 0), let go, and a wheel that follows it by a relation."""
    nodes, sets = [(1, 0, 0), (3, 0, 0)], {"pinion": (gmsh_file.POINT, [(0,)]), "wheel": (gmsh_file.POINT, [(1,)])}
    model = {"parts": "pinion,wheel", **body("pinion", inertia=inertia(0.1)), **body("wheel", inertia=inertia(0.4)), "joints": "one,two", "gravity": "0,-9.81,0", "probes": "pinion",
             **joint("one", "revolute", set="pinion", axis="0,0,1", point="0,0,0"), **joint("two", "revolute", set="wheel", axis="0,0,1"), **coupling("mesh", "relation", "one.angle,two.angle", formula="u+sin(u)/2")}
    return on_mesh(nodes, sets, ranks=ranks, **{**model, **keys})


class Gears(unittest.TestCase):
    def check_pair(self, out, ratio, tolerance=1e-9):
        acceleration = 2 / (0.1 + 0.4 / ratio**2)
        np.testing.assert_allclose(out.probe["one"]["angle"], acceleration * out.time**2 / 2, atol=tolerance)
        np.testing.assert_allclose(out.probe["two"]["angle"], acceleration / ratio * out.time**2 / 2, atol=tolerance)
        np.testing.assert_allclose(out.probe["mesh"]["force"], 0.4 * acceleration / ratio, atol=100 * tolerance)
        self.assertLess(max(out.constraint["position"].max(), out.constraint["velocity"].max()), 10 * tolerance)
        self.assertLess(balance(out), 100 * tolerance)

    def test_pair(self):
        """J1 + J2 (r1/r2)^2 turns; external and internal gears, a belt; the moment on the second wheel is J2 times its acceleration."""
        for ratio, keys in ((-3, {"type": "gear", "radii": "0.1,0.3"}), (2.5, {"type": "gear", "radii": "-1,2.5"}), (-0.5, {"type": "gear", "ratio": -0.5}), (2, {"type": "belt", "radii": "0.1,0.2"}),
                            (1.25, {"type": "linear", "coefficients": "4,-5"})):
            with self.subTest(f"{keys}"):
                self.check_pair(pair(**coupling("mesh", of="one.angle,two.angle", **keys)), ratio)

    def test_schemes_and_ranks(self):
        """The motion is of second degree in time: all schemes have it to the rounding of Newton's method, on any number of ranks."""
        gear = coupling("mesh", "gear", "one.angle,two.angle", radii="1,3")
        for scheme, stabilize in (("lms4", "none"), ("lms4", "velocity"), ("ss4", "none"), ("esdirk43_6l", "projection"), ("ce5", "none")):
            for ranks in RANKS if scheme == "esdirk43_6l" else (2,) if RELEASE else (1,):
                with self.subTest(f"{scheme} {stabilize} {ranks}"):
                    out = pair(ranks=ranks, integrator=scheme, stabilize=stabilize, dt=0.01 if scheme != "esdirk43_6l" else 0.05, **gear)
                    if scheme == "esdirk43_6l":
                        self.check_pair(out, -3)
                    np.testing.assert_allclose(out.probe["one"]["angle"], -3 * out.probe["two"]["angle"], atol=1e-9)
                    np.testing.assert_allclose(out.probe["one"]["angle"][-1], 2 / (0.1 + 0.4 / 9) / 2, rtol=2e-4)

    def test_any_angle_fits_at_first(self):
        """A wheel that begins turned is in mesh as it is; with an offset it is not, until it is assembled, by the least motion in the norm of M."""
        turned = {**coupling("mesh", "gear", "one.angle,two.angle", ratio=-2), "initials": "pinion", "initial_pinion_rotation_z": 0.9}
        out = pair(**turned)
        np.testing.assert_allclose(out.probe["one"]["angle"] - 0.9, -2 * out.probe["two"]["angle"], atol=1e-12)
        with self.assertRaisesRegex(RuntimeError, "status 2: .*the initial positions do not fit the joints: coupling 'mesh' of joint 'one' at .* is off by 0.35 rad; correct them, or let -assemble"):
            pair(**turned, coupling_mesh_offset=0.1)
        out = pair(**turned, coupling_mesh_offset=0.1, assemble="positions")
        np.testing.assert_allclose(out.probe["two"]["angle"], 0.1 - out.probe["one"]["angle"] / 2, atol=1e-12)
        least = 0.4 * 0.35 / (0.4 / 2 + 2 * 0.1)  # J1 d1^2 + J2 d2^2 is least with d2 + d1/2 = -0.35 where J1 d1 = J2 d2 / 2
        self.assertAlmostEqual(out.probe["one"]["angle"][0], 0.9 - least, delta=1e-9)

    def test_many_turns(self):
        """A driver turns the pinion by 40 rad, 3 rad a step: the wheel follows; the moment that this takes is the driver's."""
        out = pair(joint_one_angle="20*t^2", t_end=1.4, **coupling("mesh", "gear", "one.angle,two.angle", ratio=0.25))
        np.testing.assert_allclose(out.probe["two"]["angle"], 80 * out.time**2, atol=1e-7)
        np.testing.assert_allclose(out.probe["mesh"]["force"], 0.4 * 160, rtol=1e-6)
        np.testing.assert_allclose(out.probe["one"]["reaction"][:, 5], 0.1 * 40 - 2 + 4 * 0.4 * 160, rtol=1e-6)

    def test_a_support_turns_a_wheel(self):
        """The support bears what the wheels take, and its work is their energy."""
        for ranks in (1, 2) if RELEASE else (1,):
            out = pair(ranks=ranks, **coupling("mesh", "gear", "one.angle,two.angle", ratio=-3), directions="xy", supports="pinion", support_pinion_fix="none", support_pinion_rotation_z="t^2")
            np.testing.assert_allclose(out.probe["two"]["angle"], -out.time**2 / 3, atol=1e-12)
            np.testing.assert_allclose(out.reaction["pinion"][:, 5], 0.1 * 2 - 2 + 0.4 * 2 / 9, atol=1e-9)
            self.assertLess(balance(out), 1e-10)

    def test_twice_the_same(self):
        """Two pairs of the same gears side by side: each bears half."""
        gears = {f"coupling_{name}_{k}": v for name in ("mesh", "again") for k, v in {"type": "gear", "of": "one.angle,two.angle", "ratio": -3}.items()}
        for ranks in (1, 2) if RELEASE else (1,):
            out = pair(ranks=ranks, t_end=0.1, couplings="mesh,again", **gears)
            for name in ("mesh", "again"):
                np.testing.assert_allclose(out.probe[name]["force"], -0.4 * 2 / (0.1 + 0.4 / 9) / 3 / 2, rtol=1e-8)

    def test_equilibrium(self):
        """A spring at the wheel bears the moment at the pinion: 2 N m = 50/9 N m/rad angle."""
        out = pair(analysis="static", integrator=None, stabilize=None, joint_two_angle_stiffness=50, **coupling("mesh", "gear", "one.angle,two.angle", ratio=-3))
        self.assertAlmostEqual(out.probe["one"]["angle"][-1], 2 * 9 / 50, delta=1e-9)
        self.assertAlmostEqual(out.probe["mesh"]["force"][-1], -6, delta=1e-8)

    def test_planetary(self):
        """Willis: with the ring at rest the sun turns 1 + 48/24 times as fast as the carrier; what the mesh of sun and planet exerts."""
        first = None
        for ranks in (1, 2, 3) if RELEASE else (1, 3):
            out = planetary(ranks)
            acceleration = 7 * 3 / (9 * 0.2 + 0.5 + 2 * 3**2 + 3**2 * 0.1)
            np.testing.assert_allclose(out.probe["shaft"]["angle"], acceleration * out.time**2 / 2, atol=1e-9)
            np.testing.assert_allclose(out.probe["bearing"]["angle"], 2 * out.probe["shaft"]["angle"], atol=1e-9)
            np.testing.assert_allclose(out.probe["pin"]["angle"], -4 * out.probe["shaft"]["angle"], atol=1e-9)
            np.testing.assert_allclose(out.probe["inner"]["force"], (0.2 * 3 * acceleration - 7) / 2, atol=1e-7)
            self.assertLess(balance(out), 1e-7)
            first = first or out
            np.testing.assert_allclose(out.probe["planet"]["displacement"], first.probe["planet"]["displacement"], atol=1e-10)

    def test_a_differential(self):
        """Three coordinates in one row: the case turns at the mean of both sides, whatever holds one back."""
        nodes, names = [(0, 0, 0), (1, 0, 0), (2, 0, 0)], ("left", "right", "case")
        keys = {"parts": "left,right,case", "joints": "a,b,c", "loads": "case", "load_case_moment": "0,0,3", "joint_b_angle_damping": 0.5}
        for name, short, j in zip(names, "abc", (0.1, 0.2, 0.4)):
            keys.update({**body(name, inertia=inertia(j)), **joint(short, "revolute", set=name, axis="0,0,1")})
        for ranks in (1, 3) if RELEASE else (1,):
            out = on_mesh(nodes, {name: (gmsh_file.POINT, [(i,)]) for i, name in enumerate(names)}, ranks=ranks, probes="case", dt=0.02, t_end=1, **ACCURATE, **keys,
                          **coupling("gears", "linear", "a.angle,b.angle,c.angle", coefficients="1,1,-2"))
            a, b, c = (out.probe[k]["angle"] for k in "abc")
            np.testing.assert_allclose(a + b, 2 * c, atol=1e-10)
            # half of what the case passes on goes to each side: M = J_a a'' = J_b b'' + d b', J_c c'' = 3 - 2 M; with s = b' and a'' = M/J_a
            side = -out.probe["gears"]["force"] / 2  # the force is on the case
            np.testing.assert_allclose(side[0], 3 * 0.5 / (0.5 * 2 + 0.4 / 4 * (1 / 0.1 + 1 / 0.2)), rtol=1e-6)
            self.assertLess(balance(out), 1e-4)  # works of dampers are sums of second order

    def test_sets_of_joints(self):
        """Five pinions and five wheels: those go together that have the same place in their set, wherever ranks have them."""
        n = 5
        nodes = [(k, 0, 0) for k in range(n)] + [(k, 1, 0) for k in range(n)]
        sets = {"pinion": (gmsh_file.POINT, [(k,) for k in range(n)]), "wheel": (gmsh_file.POINT, [(n + k,) for k in range(n)])}
        keys = {"parts": "pinion,wheel", **body("pinion", inertia=inertia(0.1)), **body("wheel", inertia=inertia(0.4)), "joints": "one,two", "loads": "pinion", "load_pinion_moment": "0,0,1"}
        for name, of in (("one", "pinion"), ("two", "wheel")):
            keys.update(joint(name, "revolute", set=of, axis="0,0,1"))
        for ranks in (1, 2, 3) if RELEASE else (3,):
            out = on_mesh(nodes, sets, ranks=ranks, dt=0.05, t_end=0.5, **ACCURATE, **keys, initials="pinion", initial_pinion_angular_velocity_z="1+x", assemble="velocities",
                          **coupling("mesh", "gear", "one.angle,two.angle", ratio=-2))
            self.assertEqual(out.probe["mesh"]["force"].shape[1:], (n, 1))
            angle = out.probe["one"]["angle"]
            np.testing.assert_allclose(angle, -2 * out.probe["two"]["angle"], atol=1e-10)
            # in the norm of M the velocity that fits, from 1 + x at the pinion: J1 w / (J1 + J2/4); then the moment on that inertia
            t = out.time[-1]
            np.testing.assert_allclose(angle[-1, :, 0], 0.1 / 0.2 * (1 + np.arange(n)) * t + 1 / 0.2 * t**2 / 2, rtol=1e-8)


class Slides(unittest.TestCase):
    def test_rack(self):
        """A force on a rack turns its pinion: m + J/r^2."""
        nodes, sets = [(0, 0, 0), (0, 0.2, 0)], {"pinion": (gmsh_file.POINT, [(0,)]), "rack": (gmsh_file.POINT, [(1,)])}
        keys = {"parts": "pinion,rack", **body("pinion", inertia=inertia(0.05)), **body("rack", mass=3), "joints": "hinge,guide", "loads": "rack", "load_rack_force": "4,0,0",
                **joint("hinge", "revolute", set="pinion", axis="0,0,1"), **joint("guide", "prismatic", set="rack", axis="1,0,0"), "probes": "rack"}
        for ranks in (1, 2) if RELEASE else (1,):
            out = on_mesh(nodes, sets, ranks=ranks, **keys, dt=0.02, t_end=1, **ACCURATE, **coupling("teeth", "rack", "hinge.angle,guide.displacement", radius=-0.2))
            acceleration = 4 / (3 + 0.05 / 0.2**2)
            np.testing.assert_allclose(out.probe["guide"]["displacement"], acceleration * out.time**2 / 2, atol=1e-10)
            np.testing.assert_allclose(out.probe["hinge"]["angle"], -5 * out.probe["guide"]["displacement"], atol=1e-10)
            np.testing.assert_allclose(out.probe["teeth"]["force"], 3 * acceleration - 4, atol=1e-8)
            self.assertLess(balance(out), 1e-8)

    def test_screw(self):
        """A nut sinks on a vertical screw of steep pitch: one joint coupled with itself, m + J (2 pi/p)^2."""
        out = one_body((0, 0, 0), gravity="0,0,-9.81", joints="thread", **joint("thread", "cylindrical", set="body", axis="0,0,1"), **coupling("pitch", "screw", "thread.angle,thread.displacement", pitch=0.5))
        fall = 9.81 / (1 + 0.1 * (2 * np.pi / 0.5) ** 2) * out.time**2 / 2
        np.testing.assert_allclose(out.probe["thread"]["displacement"], -fall, atol=1e-10)
        np.testing.assert_allclose(out.probe["thread"]["angle"], -fall * 2 * np.pi / 0.5, atol=1e-8)
        self.assertLess(balance(out), 1e-7)

    def cam(self, ranks=1, **keys):
        nodes, sets = [(0, 0, 0), (0, 1, 0)], {"cam": (gmsh_file.POINT, [(0,)]), "follower": (gmsh_file.POINT, [(1,)])}
        parts = {"parts": "cam,follower", **body("cam"), **body("follower", mass=2), "joints": "shaft,guide", **joint("shaft", "revolute", set="cam", axis="0,0,1", angle="5*t+t^2"),
                 **joint("guide", "prismatic", set="follower", axis="0,1,0"), "gravity": "0,-9.81,0", "assemble": "velocities", "probes": "cam"}
        return on_mesh(nodes, sets, ranks=ranks, **{**parts, "dt": 0.01, "t_end": 2, **ACCURATE, **coupling("contact", "relation", "shaft.angle,guide.displacement"), **keys})

    def test_cam(self):
        """The follower's displacement is f(angle), its force m (f'' w^2 + f' a + g); over several turns, on ranks that have one joint each."""
        for ranks in (1, 2) if RELEASE else (1,):
            out = self.cam(ranks, coupling_contact_formula="0.1*sin(u)^2+0.02*sin(3*u)")
            u, w, a = 5 * out.time + out.time**2, 5 + 2 * out.time, 2
            f = 0.1 * np.sin(u) ** 2 + 0.02 * np.sin(3 * u)
            slope, curve = 0.1 * np.sin(2 * u) + 0.06 * np.cos(3 * u), 0.2 * np.cos(2 * u) - 0.18 * np.sin(3 * u)
            np.testing.assert_allclose(out.probe["guide"]["displacement"], f, atol=1e-10)
            np.testing.assert_allclose(out.probe["contact"]["force"], 2 * (curve * w**2 + slope * a + 9.81), atol=1e-6)
            np.testing.assert_allclose(out.probe["shaft"]["reaction"][:, 5], 0.1 * a + slope * out.probe["contact"]["force"], atol=1e-6)
            self.assertLess(balance(out), 5e-3 * out.energy["kinetic"].max())  # the driver's work is a sum of second order

    def test_table(self):
        """A cam from a table of a turn, which repeats: the cubics between its points go through the formula's values."""
        with tempfile.TemporaryDirectory() as folder:
            path, u = os.path.join(folder, "cam.txt"), np.linspace(0, 2 * np.pi, 721)
            np.savetxt(path, np.column_stack([u, 0.1 * np.sin(u) ** 2]))
            out = self.cam(tables="lift", table_lift=path, table_lift_kind="cubic", table_lift_outside="repeat", coupling_contact_formula="lift(u)")
        np.testing.assert_allclose(out.probe["guide"]["displacement"], 0.1 * np.sin(5 * out.time + out.time**2) ** 2, atol=1e-5)

    def test_no_value(self):
        """A formula that ends: the run does, with the place and the formula."""
        with self.assertRaisesRegex(RuntimeError, '(?s)status 3: .*failed.*-coupling_contact_formula "sqrt\\(1-u\\)-1" has no finite value at u = '):
            self.cam(coupling_contact_formula="sqrt(1-u)-1")


class Hoist(unittest.TestCase):
    def test_gear_train(self):
        """inputs/gear_train: one reduced inertia, a linear equation: the speed of the motor, the force in the rope."""
        out = run("gear_train")
        tau, speed = 0.06125 * 150 / 60, 150 * (1 - 29.43 / 60)
        rate = speed * (1 - np.exp(-out.time / tau))
        np.testing.assert_allclose(out.probe["load"]["velocity"][:, 1], 0.01 * rate, atol=1e-6)
        np.testing.assert_allclose(out.probe["rope"]["force"], 300 * (9.81 + 0.01 * speed / tau * np.exp(-out.time / tau)), rtol=1e-4)
        np.testing.assert_allclose(out.probe["input"]["angle"], 100 * out.probe["guide"]["displacement"], atol=1e-9)

    def test_chain_drive(self):
        """inputs/chain_drive: two ordinary differential equations, of the shaft and the axle; 120 rad/s in the end, the chain always pulls."""
        inertia, r1, r2, mass = np.diag([0.02, 1.2 + 4 * 0.09]), 0.04, 0.12, 0.5
        way = np.array([r1, -r2]) / 2  # of the idler
        effective = inertia + mass * np.outer(way, way)

        def rates(y):
            motor, fan = 40 * (1 - y[2] / 150), 1.875e-3 * (2 * y[3]) * abs(2 * y[3])
            return np.append(y[2:], np.linalg.solve(effective, [motor, -2 * fan] - way * (1e5 * way @ y[:2] + 400 * way @ y[2:])))

        out = run("chain_drive")
        y, n = np.zeros(4), 20
        angles, pulls = [y[0]], []
        for h in np.diff(out.time) / n:
            for _ in range(n):
                k1 = rates(y)
                k2 = rates(y + h / 2 * k1)
                k3 = rates(y + h / 2 * k2)
                y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rates(y + h * k3))
            angles.append(y[0])
            pulls.append((mass * way @ rates(y)[2:] + 400 * way @ y[2:] + 1e5 * way @ y[:2]) / 2)
        np.testing.assert_allclose(out.probe["shaft"]["angle"], angles, atol=1e-4)
        np.testing.assert_allclose(out.probe["chain"]["force"][1:] / r2, pulls, atol=1)  # of 1700 N
        self.assertGreaterEqual(min(pulls), 0)
        self.assertAlmostEqual(out.probe["motor"]["angular_velocity"][-1, 2], 120, delta=0.1)
        self.assertAlmostEqual(out.probe["slide"]["displacement"][-1], 4e-3, delta=2e-5)


class Orders(unittest.TestCase):
    @release
    def test_orders(self):
        """A pendulum that turns a wheel by theta2 = theta + sin(theta)/2: one ordinary differential equation; orders of angle, rate and force."""
        j1, j2, g, length = 0.1 + 1.0, 0.4, 9.81, 1.0

        def rates(y):
            f1, f2 = 1 + np.cos(y[0]) / 2, -np.sin(y[0]) / 2
            return np.array([y[1], (-g * length * np.cos(y[0]) - j2 * f1 * f2 * y[1] ** 2) / (j1 + j2 * f1**2)])

        y, steps, end = np.array([0.0, 0.0]), 20000, 0.6
        for _ in range(steps):
            h = end / steps
            k1 = rates(y)
            k2 = rates(y + h / 2 * k1)
            k3 = rates(y + h / 2 * k2)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rates(y + h * k3))
        force = j2 * ((1 + np.cos(y[0]) / 2) * rates(y)[1] - np.sin(y[0]) / 2 * y[1] ** 2)
        for scheme, stabilize, order, dt in (("lms4", "none", 2, 0.005), ("lms4", "velocity", 2, 0.005), ("ss4", "none", 2, 0.005), ("generalized_alpha", "none", 2, 0.005), ("esdirk43_6l", "projection", 4, 0.03)):
            with self.subTest(f"{scheme} {stabilize}"):
                errors = []
                for h in (dt, dt / 2):
                    out = swing(integrator=scheme, stabilize=stabilize, dt=h, t_end=end)
                    errors.append([abs(out.probe["one"]["angle"][-1] - y[0]), abs(out.probe["pinion"]["angular_velocity"][-1, 2] - y[1]), abs(out.probe["mesh"]["force"][-1] - force)])
                np.testing.assert_allclose(np.log2(np.array(errors[0]) / errors[1]), order, atol=0.3, err_msg=f"{errors}")


if __name__ == "__main__":
    unittest.main()
