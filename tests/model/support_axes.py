# SPDX-License-Identifier: BSD-2-Clause
"""Supports along axes of their own, of one rotation, and with a given velocity."""
import os
import tempfile
import unittest

import numpy as np

from models import joint
from run import MORE_RANKS, Output, fsolve, options, release, run

BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 2e5, "part_beam_gay": 1e5, "part_beam_gaz": 1e5, "part_beam_gj": 40, "part_beam_eiy": 90,
        "part_beam_eiz": 50, "part_beam_mass_per_length": 1.5, "part_beam_inertia": "0.02,0.01,0.01,0,0,0"}
ELBOW = {"mesh": "frame", "points": "foot,knee,tip", "point_foot": "0,0,0", "point_knee": "2,0,0", "point_tip": "2,1.5,0", "members": "one,two", "member_one": "foot,knee", "member_two": "knee,tip",
         "members_n": 3, "probes": "knee,tip"}
STATIC = {"analysis": "static", "dt": 0.25, "t_end": 1}
MOTION = {"integrator": "esdirk43_6l", "stabilize": "projection", "dt": 0.02, "t_end": 0.4}


def text(x):
    return ",".join(repr(float(v)) for v in np.ravel(x))


def turn(theta):
    t = np.linalg.norm(theta)
    a = np.array(theta) / t
    w = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    return np.eye(3) + np.sin(t) * w + (1 - np.cos(t)) * w @ w


TURN = np.array((0.4, -0.7, 0.5))
R = turn(TURN)


def turned(**keys):
    """The elbow in other axes: what is given in axes of the model is turned by R."""
    placed = {"mesh_rotate": text(np.degrees(TURN)), "part_beam_direction": text(R @ (0, 0, 1))}
    return {**ELBOW, **BEAM, **placed, **{k: text(R @ np.array(v)) if isinstance(v, tuple) else v for k, v in keys.items()}}


def straight(**keys):
    return {**ELBOW, **BEAM, "part_beam_direction": "0,0,1", **{k: text(v) if isinstance(v, tuple) else v for k, v in keys.items()}}


AXES = text(R.T[:2])
LOADS = {"loads": "tip", "load_tip_force": (3.0, -2.0, 6.0), "gravity": (0.0, -1.0, -4.0)}
SUPPORTS = {"supports": "foot,tip", "support_foot_fix": "xz", "support_foot_fix_rotation": "yz", "support_tip_fix": "y", "support_foot_about": (0.5, 0.0, 1.0), "support_tip_about": (0.0, 0.0, 0.0)}
HOLD = {"joints": "hold", **joint("hold", "bushing", set="knee", stiffness="40,40,40,9,9,9")}  # isotropic


class Turned(unittest.TestCase):
    """A structure in other axes, with the axes of its supports: all that it does is turned."""

    def compare(self, tolerance=1e-9, ranks=1, **keys):
        one = run(**straight(**SUPPORTS, **LOADS, **HOLD, **keys))
        other = run(ranks=ranks, **turned(**SUPPORTS, **LOADS, **HOLD, **keys, support_foot_axes=AXES, support_tip_axes=text(R.T)))
        for p in ("knee", "tip"):
            u = one.probe[p]["displacement"]
            self.assertGreater(np.abs(u).max(), 0.02)
            np.testing.assert_allclose(other.probe[p]["displacement"] @ R, u, atol=tolerance * np.abs(u).max())
        for s in ("foot", "tip"):
            f = one.reaction[s]
            for k in (0, 3):
                np.testing.assert_allclose(other.reaction[s][1:, k:k + 3] @ R, f[1:, k:k + 3], atol=1e3 * tolerance * np.abs(f).max())
        for k, e in one.energy.items():
            np.testing.assert_allclose(other.energy[k], e, atol=1e3 * tolerance * max(np.abs(v).max() for v in one.energy.values()))
        return other

    def test_static(self):
        """Large displacements and rotations; the reactions are in global axes."""
        self.compare(**STATIC)

    def test_linear(self):
        self.compare(**STATIC, linearize=True)

    def test_motion(self):
        """On several ranks, too; supports that move along their axes. Rows and eliminated components have different errors of the scheme, 2e-7 here."""
        moved = {"support_tip_motion_y": "0.2*t^2", "support_foot_motion_x": "0.1*t^3"}
        for ranks in (1, *MORE_RANKS):
            self.compare(tolerance=1e-6, ranks=ranks, **MOTION, **moved)

    @release
    def test_implicit_and_explicit(self):
        for scheme in ({"integrator": "generalized_alpha", "stabilize": None}, {"integrator": "ce3", "dt": 1e-4, "t_end": 0.02, "stabilize": None, "load_tip_force": (300.0, -200.0, 600.0)}):
            keys = {k: v for k, v in {**MOTION, **scheme}.items() if v is not None}
            one, other = run(**{**straight(**SUPPORTS, **LOADS, **HOLD), **{k: text(v) if isinstance(v, tuple) else v for k, v in keys.items()}}), None
            keys = {k: text(R @ np.array(v)) if isinstance(v, tuple) else v for k, v in keys.items()}
            other = run(**{**turned(**SUPPORTS, **LOADS, **HOLD, support_foot_axes=AXES, support_tip_axes=AXES), **keys})
            u = one.probe["tip"]["displacement"]
            np.testing.assert_allclose(other.probe["tip"]["displacement"] @ R, u, atol=1e-6 * np.abs(u).max())


    def test_loads_between_nodes(self):
        """Explicit and implicit steps with forces and moments per length, and supports along axes of their own."""
        wind = {"loads": "wind,twist", "load_wind_set": "all", "load_wind_traction": (30.0, -20.0, 60.0), "load_twist_set": "two", "load_twist_moment": (0.4, 0.1, -0.3), "load_twist_moment_per": "length"}
        for scheme in ({"integrator": "ce3", "dt": 1e-4, "t_end": 0.02}, {"integrator": "ce5", "dt": 1e-4, "t_end": 0.02, "part_beam_mass": "lumped"}, {"integrator": "generalized_alpha", "dt": 0.01, "t_end": 0.2}):
            one = run(**straight(**SUPPORTS, **wind, **HOLD, **scheme))
            u = one.probe["tip"]["displacement"]
            self.assertGreater(np.abs(u).max(), 2e-3)
            for ranks in (1, 2):
                other = run(ranks=ranks, **turned(**SUPPORTS, **wind, **HOLD, **scheme, support_foot_axes=AXES, support_tip_axes=text(R.T)))
                np.testing.assert_allclose(other.probe["tip"]["displacement"] @ R, u, atol=1e-6 * np.abs(u).max())


class Rollers(unittest.TestCase):
    def test_plane(self):
        """A beam on a pin and an inclined roller, loaded at its middle: forces and the motion along the plane in closed form."""
        n, P, L, EA = np.array((0.6, 0.8, 0)), 7.0, 4.0, BEAM["part_beam_ea"]
        keys = {**BEAM, **STATIC, "mesh": "line", "mesh_n": 2, "mesh_upper": f"{L},0,0", "directions": "xy", "linearize": True, "supports": "start,end", "support_start_fix": "xy",
                "support_end_normal": text(3 * n), "loads": "middle", "load_middle_point": f"{L / 2},0,0", "load_middle_force": f"0,{-P},0", "probes": "end"}
        out = run(**keys)
        force = P / 2 / n[1] * n
        np.testing.assert_allclose(out.reaction["end"][-1, :3], force, atol=1e-9)
        np.testing.assert_allclose(out.reaction["start"][-1, :3], [-force[0], P / 2, 0], atol=1e-9)
        u = force[0] * L / EA
        np.testing.assert_allclose(out.probe["end"]["displacement"][-1], [u, -u * n[0] / n[1], 0], atol=1e-14)

    def test_set(self):
        """Many nodes of an edge, whose cells they share: each one rolls on its plane, on any number of ranks."""
        keys = {"mesh": "rectangle", "mesh_n": "4,6", "mesh_upper": "2,3", "parts": "skin", "part_skin_set": "all", "part_skin_element": "finite_membrane", "part_skin_young": 1e4, "part_skin_poisson": 0.3,
                "part_skin_thickness": 0.1, "part_skin_density": 1, "supports": "left,right,flat", "support_left_fix": "xy", "support_flat_set": "all", "support_flat_fix": "z",
                "support_right_normal": "1,-1,0", "gravity": "0,-20,0", **STATIC, "probes": "bottom_right,top_right"}
        outs = [run(ranks=ranks, **keys) for ranks in (1, *MORE_RANKS)]
        for out in outs:
            u = out.probe["top_right"]["displacement"][-1]
            self.assertGreater(abs(u[1]), 1e-3)
            self.assertAlmostEqual(u[0], u[1], delta=1e-12)
            np.testing.assert_allclose(out.reaction["right"][-1, 0], -out.reaction["right"][-1, 1], atol=1e-9)
            np.testing.assert_allclose(sum(out.reaction[s][-1, :3] for s in out.reaction), [0, 20 * 6 * 0.1, 0], atol=1e-8)
            np.testing.assert_allclose(out.reaction["right"], outs[0].reaction["right"], atol=1e-8)

    def test_restart(self):
        """A run that is resumed is the run that was not interrupted."""
        keys = {**turned(**SUPPORTS, **LOADS, **HOLD, **MOTION), "support_foot_axes": AXES, "support_tip_axes": AXES, "support_tip_velocity_y": "0.3*t"}
        whole = run(**keys)
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, f"{n}.h5") for n in ("a", "b", "state")]
            first = fsolve(options(**{**keys, "t_end": 0.2, "output": paths[0], "checkpoint": paths[2]}))
            self.assertEqual(first.returncode, 0, first.stderr)
            second = fsolve(options(**{**keys, "output": paths[1], "restart": paths[2]}))
            self.assertEqual(second.returncode, 0, second.stderr)
            out = Output(paths[1])
        np.testing.assert_allclose(out.probe["tip"]["displacement"][-1], whole.probe["tip"]["displacement"][-1], rtol=1e-12)
        np.testing.assert_allclose(out.reaction["tip"][-1], whole.reaction["tip"][-1], rtol=1e-9)


class Velocity(unittest.TestCase):
    def test_is_the_motion(self):
        """A velocity is the motion that is its integral; the reaction and the work are the same."""
        keys = {**straight(**SUPPORTS, **LOADS, **HOLD, **MOTION), "show": "works"}
        moved = run(**keys, support_tip_motion_x="0.3*t^3")
        rated = run(**keys, support_tip_velocity_x="0.9*t^2")
        np.testing.assert_allclose(rated.probe["tip"]["displacement"], moved.probe["tip"]["displacement"], atol=1e-7)
        np.testing.assert_allclose(rated.probe["tip"]["displacement"][:, 0], 0.3 * rated.time**3, atol=1e-12)
        np.testing.assert_allclose(rated.reaction["tip"][1:], moved.reaction["tip"][1:], atol=1e-4 * np.abs(moved.reaction["tip"]).max())
        np.testing.assert_allclose(rated.energy["external"], moved.energy["external"], atol=2e-4 * np.abs(moved.energy["external"]).max())


class Fork(unittest.TestCase):
    beam = {"mesh": "line", "mesh_n": 8, "mesh_upper": "1,0,0", "mesh_order": 2, "parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 73e6, "part_beam_gay": 5e8,
            "part_beam_gaz": 5e8, "part_beam_gj": 877.2, "part_beam_eiy": 6e6, "part_beam_eiz": 608.3, "loads": "middle", "load_middle_point": "0.5,0,0", "load_middle_force": "0,0,-1",
            "analysis": "buckling", "buckling": 1}
    forks = {"supports": "start,end", "support_start_fix": "xyz", "support_start_fix_rotation": "x", "support_end_fix": "yz", "support_end_fix_rotation": "x"}

    def factor(self, **keys):
        import h5py
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options(**keys, output=path))
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(path) as f:
                return f["buckling/factor"][0]

    def test_lateral_buckling(self):
        """A thin bar on two forks under a load at its middle: 16.936 sqrt(EI GJ) / L^2 (Timoshenko & Gere, 1961); and what the joint of constant velocity gives, which fixes the same."""
        found = self.factor(**self.beam, **self.forks)
        self.assertAlmostEqual(abs(found) / (16.936 * np.sqrt(608.3 * 877.2)), 1, delta=2e-3)
        joints = {**joint("start", "constant_velocity", axis="1,0,0"), "supports": "end", "support_end_fix": "yz", "support_end_fix_rotation": "x", "joints": "start"}
        self.assertAlmostEqual(self.factor(**self.beam, **joints) / found, 1, delta=1e-9)

    def test_turned(self):
        """The same along a line in space, with axes."""
        axes = {f"support_{s}_axes": text(R.T[:2]) for s in ("start", "end")}
        placed = {"mesh_upper": text(R @ (1, 0, 0)), "load_middle_point": text(R @ (0.5, 0, 0)), "load_middle_force": text(R @ (0, 0, -1)), "part_beam_direction": text(R @ (0, 1, 0))}
        straight = self.factor(**{**self.beam, "part_beam_direction": "0,1,0"}, **self.forks)
        self.assertAlmostEqual(self.factor(**{**self.beam, **placed}, **self.forks, **axes) / straight, 1, delta=1e-6)

    def test_large_rotation(self):
        """The rotation vector keeps no part along the axis, wherever a moment turns the node."""
        out = run(**{**STATIC, "mesh": "line", "mesh_n": 4, "mesh_upper": "1,0,0", **BEAM, "supports": "start,end", "support_end_fix": "none", "support_end_fix_rotation": "x", "probes": "end",
                     "loads": "end", "load_end_moment": "30,60,-40", "dt": 0.05})
        q = out.probe["end"]["rotation"][-1]
        self.assertGreater(np.linalg.norm(q[2:]), 0.2)
        self.assertAlmostEqual(q[1], 0, delta=1e-10)
        self.assertGreater(abs(out.reaction["end"][-1, 3]), 1)


class Refused(unittest.TestCase):
    def test_input(self):
        keys = {**straight(), **MOTION, "supports": "foot,tip"}
        bar = {"mesh": "line", "parts": "truss", "part_truss_set": "all", "part_truss_element": "truss", "part_truss_ea": 1, "part_truss_mass_per_length": 1, "supports": "start,end", **MOTION}
        for more, message in (
                ({"support_tip_axes": "1,0,0,1,1,0"}, "axes x and y are not perpendicular: the angle between them is 45 degrees"),
                ({"support_tip_axes": "1,0,0,0,1,0,0,1,1"}, "axes y and z are not perpendicular"),
                ({"support_tip_axes": "1,0,0,0,0,0"}, "axis y has no direction"),
                ({"support_tip_axes": "1,0,0,0,1,0,0"}, "7 numbers; give six"),
                ({"support_tip_axes": "1,0,0,0,1,0"}, "-support_tip_axes has no effect"),
                ({"support_tip_normal": "0,0,0"}, "the normal has no direction"),
                ({"support_tip_normal": "1,0,0", "support_tip_fix": "x"}, "a roller fixes the displacement along its normal and nothing else"),
                ({"support_tip_velocity_x": "t", "support_tip_motion_x": "t^2"}, "give one of them"),
                ({"support_tip_axes": "1,1,0,-1,1,0", "support_tip_fix": "x", "support_tip_rotation_x": "t"}, "a rotation vector has global axes"),
                ({"support_tip_velocity_x": "t+("}, "-support_tip_velocity_x"),
        ):
            done = fsolve(options(**{**keys, **more}))
            self.assertEqual(done.returncode, 2, (more, done.stderr))
            self.assertIn(message, done.stderr)
        done = fsolve(options(**bar, support_end_axes="1,1,0,-1,1,0", support_end_fix="x", support_end_fix_rotation="x"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("no node of set 'end' rotates", done.stderr)

    def test_redundant(self):
        """Two rollers on one plane at one node are one: the run works, and says so as for joints."""
        keys = {**straight(**SUPPORTS, **LOADS, **HOLD, **STATIC)}
        keys["supports"] = "foot,tip,again"
        keys.update(support_tip_normal="1,2,0", support_again_set="tip", support_again_normal="2,4,0")
        del keys["support_tip_fix"]
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(**keys, output=os.path.join(folder, "out.h5")))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("follow from the others (again)", done.stdout)


class Hinges(unittest.TestCase):
    def test_no_rotation(self):
        """A beam between hinges sags by 5/384 q L^4/EI; `fix_rotation none` is a hinge whether `fix` says xyz, all or nothing. The shear stiffness adds 1e-6."""
        bar = {**BEAM, "part_beam_gay": 1e9, "part_beam_gaz": 1e9, "mesh": "line", "mesh_n": 4, "mesh_upper": "2,0,0", "directions": "xz", "analysis": "static", "linearize": True, "supports": "start,end",
               "loads": "all", "load_all_traction": "0,0,-3", "probes": "middle", "probe_middle_point": "1,0,0", "part_beam_direction": "0,1,0"}
        for fix in ({"fix": "xyz"}, {"fix": "all"}, {}):
            keys = {f"support_{end}_{k}": v for end in ("start", "end") for k, v in {**fix, "fix_rotation": "none"}.items()}
            self.assertAlmostEqual(run(**bar, **keys).probe["middle"]["displacement"][-1, 2] / (-5 / 384 * 3 * 2**4 / 90), 1, delta=1e-5, msg=str(fix))
        self.assertAlmostEqual(run(**bar).probe["middle"]["displacement"][-1, 2] / (-1 / 384 * 3 * 2**4 / 90), 1, delta=1e-5)


if __name__ == "__main__":
    unittest.main()
