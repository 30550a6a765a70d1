# SPDX-License-Identifier: BSD-2-Clause
"""The start of a mechanism by its joints' coordinates: -assemble_keep, -initial_<joint>_angle, _displacement and their rates."""
import tempfile
import unittest

import numpy as np

import refusal
from models import joint, one_body
from run import RELEASE, Output, fsolve, options, run

L1, L2 = 0.3, 0.6  # crank and rod of inputs/slider_crank.opts


def slider_crank(ranks=1, **keys):
    return run("slider_crank", ranks=ranks, **{"probes": "crank,rod", "t_end": 0.001, "dt": 0.001, **keys})


def turn(out, probe, step=0):
    q = out.probe[probe]["rotation"][step]
    return 2 * np.arctan2(q[3], q[0])


def rod_angle(crank):
    return -np.arcsin(L1 / L2 * np.sin(crank))


def guess(crank, digits):
    """-initials of crank and rod at an angle, rounded."""
    rod = rod_angle(crank)
    at = {"crank": (L1 / 2 * np.cos(crank), L1 / 2 * np.sin(crank), crank), "rod": (L1 * np.cos(crank) + L2 / 2 * np.cos(rod), L1 * np.sin(crank) + L2 / 2 * np.sin(rod), rod)}
    keys = {"initials": "crank,rod"}
    for name, mesh in (("crank", L1 / 2), ("rod", L1 + L2 / 2)):
        x, y, angle = at[name]
        keys |= {f"initial_{name}_displacement_x": round(x - mesh, digits), f"initial_{name}_displacement_y": round(y, digits), f"initial_{name}_rotation_z": round(angle, digits)}
    return keys


class Positions(unittest.TestCase):
    def test_a_coordinate_is_kept(self):
        """From a guess with 3 digits the crank's angle stays as it was given; without that it moves."""
        for angle in (0.8, 2.2):
            kept = slider_crank(**guess(angle, 3), assemble="positions", assemble_keep="shaft.angle")
            self.assertLess(kept.constraint["position"][0], 1e-13)
            self.assertAlmostEqual(kept.probe["shaft"]["angle"][0], angle, delta=1e-13)
            self.assertAlmostEqual(turn(kept, "rod"), rod_angle(angle), delta=1e-13)
            self.assertGreater(abs(slider_crank(**guess(angle, 3), assemble="positions").probe["shaft"]["angle"][0] - angle), 1e-6)

    def test_a_coordinate_is_placed(self):
        """A quarter of a turn from the mesh and far more: closed form, counted turns, the same on any number of ranks."""
        for angle in (np.pi / 2, -2.5, 4, 9):
            for ranks in (1, 2, 3) if RELEASE and angle == 4 else (1,):
                out = slider_crank(ranks, initial_shaft_angle=repr(angle))
                self.assertAlmostEqual(out.probe["shaft"]["angle"][0], angle, delta=1e-12)
                self.assertAlmostEqual(turn(out, "rod"), rod_angle(angle), delta=1e-12)
                self.assertAlmostEqual(out.probe["slider"]["displacement"][0], L1 * np.cos(angle) + L2 * np.cos(rod_angle(angle)) - L1 - L2, delta=1e-12)
                self.assertLess(out.constraint["position"][0], 1e-13)

    def test_a_displacement_is_placed(self):
        """From 0.5 rad, where the way back to the mesh's dead point is open, the slider is pushed."""
        out = slider_crank(**guess(0.5, 12), initial_slider_displacement=-0.2)
        angle = out.probe["shaft"]["angle"][0]
        self.assertAlmostEqual(L1 * np.cos(angle) + L2 * np.cos(rod_angle(angle)) - L1 - L2, -0.2, delta=1e-12)
        self.assertGreater(angle, 0.5)

    def test_the_rest_is_of_least_motion(self):
        """A double pendulum whose second angle is given in one step: the first turns by the least of theta1^2 and theta2^2 in the norm of M."""
        phi = 0.08
        keys = {"mesh": "frame", "points": "one,two", "point_one": "0.5,0,0", "point_two": "1.5,0,0", "links": "pin", "link_pin": "one,two", "directions": "xy", "parts": "one,two", "joints": "root,pin", **joint("root", "revolute", set="one", point="0,0,0"), **joint("pin", "revolute", point="1,0,0")}
        for name in ("one", "two"):
            keys |= {f"part_{name}_element": "body", f"part_{name}_mass": 1, f"part_{name}_inertia": "0,0,0.1,0,0,0"}
        out = run(initial_pin_angle=phi, dt=0.01, t_end=0.01, probes="one,two", **keys)
        first = turn(out, "one")
        at = lambda a: np.array([0.5 * np.cos(a), 0.5 * np.sin(a), np.cos(a) + 0.5 * np.cos(a + phi), np.sin(a) + 0.5 * np.sin(a + phi)]) - [0.5, 0, 1.5, 0]
        moved = lambda a: np.sum(at(a) ** 2) + 0.1 * (a**2 + (a + phi) ** 2)
        self.assertAlmostEqual(turn(out, "two") - first, phi, delta=1e-13)
        tried = np.linspace(-phi, 0, 400001)
        self.assertAlmostEqual(first, tried[np.argmin([moved(a) for a in tried])], delta=1e-6)

    def test_squeezer(self):
        """Andrews' squeezer, whose points are given at beta = -0.062, from a guess of 3 digits elsewhere: the bodies of the mechanism at another angle, rounded, with that angle kept."""
        moved = run("squeezer", initial_o_angle=0.5, dt=1e-4, t_end=1e-4)
        self.assertAlmostEqual(moved.probe["o"]["angle"][0], 0.5, delta=1e-12)
        self.assertLess(moved.constraint["position"][0], 1e-14)
        names = ["OF", "EF", "HE", "GE", "AG", "AH", "EBD"]
        probes = {"probes": ",".join(n + "_" for n in names), **{f"probe_{n}__set": n for n in names}}
        moved = run("squeezer", initial_o_angle=0.5, dt=1e-4, t_end=1e-4, **probes)
        keys = {"initials": ",".join(names), "assemble": "positions", "assemble_keep": "o.angle"}
        for n in names:
            x, y, _ = moved.probe[n + "_"]["displacement"][0]
            keys |= {f"initial_{n}_displacement_x": float(f"{x:.3g}"), f"initial_{n}_displacement_y": float(f"{y:.3g}"), f"initial_{n}_rotation_z": float(f"{turn(moved, n + '_'):.3g}")}
        again = run("squeezer", dt=1e-4, t_end=1e-4, **keys, **probes)
        for n in names:
            np.testing.assert_allclose(again.probe[n + "_"]["displacement"][0], moved.probe[n + "_"]["displacement"][0], atol=1e-12, err_msg=n)
        keys.pop("assemble_keep")
        self.assertGreater(abs(run("squeezer", dt=1e-4, t_end=1e-4, **keys, **probes).probe["o"]["angle"][0] - 0.5), 1e-7)

    def test_what_moved_is_told(self):
        """The line on the screen: the rod's center goes from (0.6, 0) to (sqrt(0.3^2 - 0.15^2), 0.15), the crank turns by pi/2; the same on three ranks."""
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 3):
                done = fsolve(options("slider_crank", t_end=0.001, initial_shaft_angle=np.pi / 2, output="out.h5", overwrite=True), ranks, cwd=folder)
                line = next(line for line in done.stdout.splitlines() if line.startswith("assembled"))
                way = np.hypot(0.6 - np.sqrt(0.3**2 - 0.15**2), 0.15)
                self.assertEqual(line, f"assembled: 2 nodes moved, by at most {way:.3g} m (node 1 at (0.6, 0, 0) of part 'rod'), and 1.57 rad (node 0 at (0.15, 0, 0) of part 'crank')")
            done = fsolve(options("slider_crank", t_end=0.001, joint_shaft_angle_stiffness=1e4, initial_shaft_angle=0.5, joint_shaft_angle_rest=0.5, joint_slider_displacement_rest=-0.06, analysis="static", initial_shaft_angular_velocity=2, output="out.h5", overwrite=True), cwd=folder)
            self.assertIn("ignored options of other analyses: -integrator, -rho_inf, -initial_shaft_angular_velocity", done.stdout, done.stderr)
            self.assertNotIn("assembled", fsolve(options("slider_crank", t_end=0.001, assemble="all", output="out.h5", overwrite=True), cwd=folder).stdout)

    def test_without_mass(self):
        """Two cantilevers of 4 m and 2 m whose tips are 0.01 m apart, joined by a hinge in a static analysis: without density each tip moves half of the way at the start, and with a density of one of them the other one moves. The equilibrium
        shares the gap by their flexibilities; the same on three ranks."""
        beam = {"element": "beam", "ea": 1e4, "gay": 1e12, "gaz": 1e12, "gj": 1e6, "eiy": 1e6, "eiz": 1e6}
        keys = {"analysis": "static", "mesh": "frame", "directions": "xz", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "4,0,0", "point_c": "4,0,0.01", "point_d": "6,0,0.01", "members": "m,k", "member_m": "a,b",
                "member_k": "c,d", "parts": "m,k", **{f"part_{p}_{k}": v for p in "mk" for k, v in beam.items()}, "supports": "a,d", "links": "l", "link_l": "b,c", "joints": "l", "joint_l_type": "revolute",
                "joint_l_axis": "0,1,0", "joint_l_point": "4,0,0", "joint_l_second_point": "4,0,0.01", "assemble": "positions", "probes": "b,c", "output": "out.h5", "overwrite": True}
        for heavy, said in (("", "2 nodes moved, by at most 0.005 m"), ("m", r"by at most 0.0\S+ m \(node . at \(4, 0, 0.01\) of part 'k'\)"), ("k", r"by at most 0.0\S+ m \(node . at \(4, 0, 0\) of part 'm'\)")):
            for ranks in (1, 3):
                with self.subTest(heavy, ranks=ranks), tempfile.TemporaryDirectory() as folder:
                    done = fsolve(options(**keys, **({f"part_{heavy}_mass_per_length": 60} if heavy else {})), ranks, cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertRegex(done.stdout, "assembled: .*" + said)
                    probe = Output(f"{folder}/out.h5").probe
                    np.testing.assert_allclose([probe[p]["displacement"][-1, 2] for p in "bc"], [0.01 * 8 / 9, -0.01 / 9], rtol=0, atol=1e-6)

    def test_a_lockup_is_refused(self):
        """The rod of a slider-crank with a rod shorter than the crank lets the crank turn by asin(L2/L1) alone."""
        keys = {"point_crank": "0.3,0,0", "point_rod": "0.75,0,0", "joint_pin_point": "0.6,0,0", "joint_slider_point": "0.9,0,0"}
        out = slider_crank(**keys, initial_shaft_angle=0.5)
        self.assertAlmostEqual(turn(out, "rod"), -np.arcsin(2 * np.sin(0.5)), delta=1e-12)
        with self.assertRaisesRegex(RuntimeError, r"status 2.*cannot be assembled with -initial_shaft_angle 1: from 0 it reaches 0\.5"):
            slider_crank(**keys, initial_shaft_angle=1)


class Velocities(unittest.TestCase):
    def test_a_rate_is_given(self):
        """The slider-crank at 0.8 rad: the crank turns at 2 rad/s, the rod and the slider as they must; on 1 to 3 ranks."""
        angle, rate = 0.8, 2.0
        rod_rate = -L1 / L2 * np.cos(angle) * rate / np.cos(rod_angle(angle))
        slider = -L1 * np.sin(angle) * rate - L2 * np.sin(rod_angle(angle)) * rod_rate
        for ranks in (1, 2, 3) if RELEASE else (3,):
            out = slider_crank(ranks, initial_shaft_angle=angle, initial_shaft_angular_velocity=rate)
            self.assertAlmostEqual(out.probe["crank"]["angular_velocity"][0, 2], rate, delta=1e-13)
            self.assertAlmostEqual(out.probe["rod"]["angular_velocity"][0, 2], rod_rate, delta=1e-13)
            end = out.probe["rod"]["velocity"][0, 0] - L2 / 2 * np.sin(rod_angle(angle)) * rod_rate
            self.assertAlmostEqual(end, slider, delta=1e-13)
        out = slider_crank(initial_shaft_angle=angle, initial_slider_velocity=slider)
        self.assertAlmostEqual(out.probe["crank"]["angular_velocity"][0, 2], rate, delta=1e-12)

    def test_the_rest_is_of_least_energy(self):
        """A body on a universal joint that spins about one axis: the rate about the other is what -initials give."""
        keys = {"joints": "slide", **joint("slide", "cylindrical", set="body", axis="0,0,1")}
        out = one_body((0, 0, 0), t_end=0.01, **keys, initials="body", initial_body_velocity_z=3, initial_body_angular_velocity_z=1, initial_slide_angular_velocity=7)
        np.testing.assert_allclose(out.probe["body"]["velocity"][0], [0, 0, 3], atol=1e-13)
        np.testing.assert_allclose(out.probe["body"]["angular_velocity"][0], [0, 0, 7], atol=1e-13)
        out = one_body((0, 0, 0), t_end=0.01, **keys, initial_slide_angular_velocity=7, initial_slide_velocity=-2)
        np.testing.assert_allclose(out.probe["body"]["velocity"][0], [0, 0, -2], atol=1e-13)


class Refused(refusal.Table):
    ROWS = [("slider_crank", {"t_end": 0.001, **keys}, pattern) for keys, pattern in (
        ({"assemble_keep": "shaft.angle"}, r"-assemble_keep has no effect: positions are not assembled; give -assemble positions"),
        ({"assemble_keep": "shift.angle", "assemble": "positions"}, r"-assemble_keep shift.angle: no joint of that name"),
        ({"assemble_keep": "shaft.angel", "assemble": "positions"}, r"joints have no coordinate 'angel'; did you mean angle\?"),
        ({"assemble_keep": "shaft.displacement", "assemble": "positions"}, r"a revolute joint has no displacement that is free"),
        ({"initial_shaft_displacement": 1}, r"-initial_shaft_displacement: a revolute joint has no displacement that is free"),
        ({"initial_slider_angular_velocity": 1}, r"a point_on_axis joint has no angle that is free"),
        ({"initial_shaft_angle": 1, "assemble": "positions", "assemble_keep": "shaft.angle"}, r"-assemble_keep shaft.angle and -initial_shaft_angle: give one of them"),
        ({"initial_shaft_angle": 1, "joint_shaft_angle": "t"}, r"-initial_shaft_angle: the angle of joint 'shaft' has a driver"),
        ({"initial_shaft_angle": "fast"}, r"-initial_shaft_angle"),
        ({"initial_shift_angle": 1}, r"-initial_shift_angle"),
        ({"initial_shaft_angle": 0.5, "initial_pin_angle": -0.8}, r"-initial_pin_angle: joints, drivers, supports and other initial coordinates block this coordinate"),
        ({"initial_shaft_angle": 0.5, "initial_shaft_angular_velocity": 1, "initial_slider_velocity": 1}, r"-initial_slider_velocity: joints, drivers"),
        ({"initial_slider_velocity": 1}, r"-initial_slider_velocity: joints, drivers"),  # at a dead point
    )]


if __name__ == "__main__":
    unittest.main()
