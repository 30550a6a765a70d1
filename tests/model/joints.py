# SPDX-License-Identifier: BSD-2-Clause
"""Joints one by one against closed forms."""
import os
import tempfile
import unittest

import numpy as np

from models import balance, body, joint, on_mesh, one_body, rotation_vector, tip, two_bodies
from run import RELEASE, fsolve, options, run
import gmsh_file  # tools/


class Joints(unittest.TestCase):
    def test_prismatic(self):
        """A block that slides down an incline, and keeps its orientation."""
        axis = np.array([np.cos(0.3), 0, -np.sin(0.3)])
        out = one_body((1, 2, 3), gravity="0,0,-9.81", joints="guide", **joint("guide", "prismatic", set="body", axis="%r,%r,%r" % tuple(axis)))
        s = 9.81 * np.sin(0.3) * out.time**2 / 2
        np.testing.assert_allclose(out.probe["body"]["displacement"], s[:, None] * axis, atol=1e-10)
        np.testing.assert_allclose(out.probe["guide"]["displacement"], s, atol=1e-10)
        np.testing.assert_allclose(out.probe["body"]["rotation"], [[1, 0, 0, 0]] * len(s), atol=1e-12)
        normal = np.array([np.sin(0.3), 0, np.cos(0.3)]) * 9.81 * np.cos(0.3)
        np.testing.assert_allclose(out.probe["guide"]["reaction"], [[*normal, 0, 0, 0]] * len(s), atol=1e-8)

    def test_cylindrical(self):
        """Along the axis a spring makes it swing, about it nothing brakes the turn: both for themselves."""
        keys = joint("screw", "cylindrical", set="body", axis="0,0,2", displacement_stiffness=25)
        out = one_body((0, 0, 1), joints="screw", initials="body", initial_body_velocity_z=1, initial_body_angular_velocity_z=7, **keys)
        np.testing.assert_allclose(out.probe["screw"]["displacement"], np.sin(5 * out.time) / 5, atol=1e-6)
        np.testing.assert_allclose(out.probe["screw"]["angle"], 7 * out.time, atol=1e-10)

    def test_spring_at_the_angle_counts_turns(self):
        """A torsion spring wound up by three turns, with its rest there as well: it swings about six turns from zero."""
        turns = 6 * np.pi
        keys = joint("hinge", "revolute", set="body", axis="0,0,1", angle_stiffness=0.4, angle_rest=turns)
        out = one_body((0, 0, 0), joints="hinge", t_end=2, **keys)
        np.testing.assert_allclose(out.probe["hinge"]["angle"], turns * (1 - np.cos(2 * out.time)), atol=1e-5)

    def test_damper_at_the_angle(self):
        keys = joint("hinge", "revolute", set="body", axis="0,0,1", angle_damping=0.3)
        out = one_body((0, 0, 0), joints="hinge", initials="body", initial_body_angular_velocity_z=2, **keys)
        np.testing.assert_allclose(out.probe["body"]["angular_velocity"][:, 2], 2 * np.exp(-3 * out.time), rtol=1e-6)
        self.assertLess(balance(out), 2e-4)  # works are sums of second order

    def test_distance_is_a_pendulum(self):
        """A massless rod from ground swings like a point mass on a ball joint."""
        keys = {"gravity": "0,0,-9.81", "joints": "rod", "t_end": 2, "part_body_inertia": "0,0,0,0,0,0", "supports": "body", "support_body_fix_rotation": "all", "support_body_fix": "none"}
        rod = one_body((1, 0, 0), **keys, **joint("rod", "distance", set="body", point="0,0,0"))
        x = rod.probe["body"]["displacement"] + [1, 0, 0]
        np.testing.assert_allclose(np.linalg.norm(x, axis=1), 1, atol=1e-12)
        v = rod.probe["body"]["velocity"]
        np.testing.assert_allclose(np.einsum("ij,ij->i", v, v) / 2 + 9.81 * x[:, 2], 0, atol=1e-6)

    def test_driven_distance(self):
        """A rod that grows: a mass in free space is pushed along."""
        keys = {"supports": "body", "support_body_fix": "yz", "support_body_fix_rotation": "all"}
        out = one_body((1, 0, 0), joints="rod", **keys, **joint("rod", "distance", set="body", point="0,0,0", displacement="t^3"))
        np.testing.assert_allclose(out.probe["body"]["displacement"][:, 0], out.time**3, atol=1e-12)
        np.testing.assert_allclose(out.probe["rod"]["reaction"][:, 0], 6 * out.time, atol=1e-6)
        self.assertLess(balance(out), 2e-3)

    def test_bead_on_a_turning_rod(self):
        """point_on_axis: without friction the bead flies out as r cosh(omega t), whatever it does itself."""
        keys = {**joint("motor", "revolute", set="one", axis="0,0,1", angular_velocity=2), **joint("bead", "point_on_axis", set="pair", axis="1,0,0", point="0.5,0,0")}
        out = two_bodies((0, 0, 0), (0.5, 0, 0), joints="motor,bead", assemble="velocities", **keys)
        r = np.hypot(*(out.probe["two"]["displacement"][:, :2] + [0.5, 0]).T)
        np.testing.assert_allclose(r, 0.5 * np.cosh(2 * out.time), rtol=1e-7)
        np.testing.assert_allclose(out.probe["bead"]["displacement"], r - 0.5, atol=1e-8)

    def test_universal_joint(self):
        """Hooke's joint between shafts at an angle b: tan(second) = tan(first) cos b, angles from where the first fork is square to their plane."""
        b = 0.5
        keys = {
            **joint("motor", "revolute", set="one", axis="1,0,0", angle="3*t^2"),
            **joint("output", "point_on_axis", set="two", axis=f"{np.cos(b)!r},{np.sin(b)!r},0", point=f"{np.cos(b)!r},{np.sin(b)!r},0"),
            **joint("hooke", "universal", set="pair", axis="0,0,1", second_axis=f"{-np.sin(b)!r},{np.cos(b)!r},0", point="0,0,0"),
        }
        out = two_bodies((0, 0, 0), (0, 0, 0), joints="motor,output,hooke", **keys)
        first, second = 3 * out.time**2, np.linalg.norm(rotation_vector(out.probe["two"]["rotation"]), axis=1)
        np.testing.assert_allclose(out.probe["motor"]["angle"], first, atol=1e-12)
        np.testing.assert_allclose(np.tan(second), np.tan(first) * np.cos(b), rtol=1e-7, atol=1e-9)
        second = np.arctan2(np.sin(first) * np.cos(b), np.cos(first)) + 2 * np.pi * np.round(first / (2 * np.pi))
        x1, x2 = np.array([1, 0, 0]), np.array([np.cos(b), np.sin(b), 0])  # the shafts
        y1, y2 = (np.cross([0, 0, 1], x) for x in (x1, x2))
        arm1 = np.outer(np.cos(first), [0, 0, 1]) - np.outer(np.sin(first), y1)  # of the cross, on the first shaft
        arm2 = np.outer(np.cos(second), y2) + np.outer(np.sin(second), [0, 0, 1])
        along = np.array([np.cos(b) * x1 + np.sin(b) * (np.cos(f) * y1 + [0, 0, np.sin(f)]) for f in first])  # x2 in the first shaft
        np.testing.assert_allclose(np.sin(out.probe["hooke"]["angle"]), -np.einsum("ij,ij->i", along, arm2), atol=1e-8)
        np.testing.assert_allclose(np.sin(out.probe["hooke"]["second_angle"]), -arm1 @ x2, atol=1e-8)

    def test_both_angles_of_a_universal_joint(self):
        """Driven together, the body turns about the first axis, then about its own second one, whatever the order in time; one driven and a spring at
        the other, which counts turns: a torsional oscillator."""
        keys = joint("hooke", "universal", set="body", axis="0,0,2", second_axis="3,0,0", point="0.1,-0.2,0.3", angle="7*t^2", second_angular_velocity="5*sin(t)")
        out = one_body((0, 0, 0), joints="hooke", **keys)
        first, second = 7 * out.time**2 / 2, 5 * (1 - np.cos(out.time)) / 2
        zero = 0 * first
        z, x = np.array([np.cos(first), zero, zero, np.sin(first)]), np.array([np.cos(second), np.sin(second), zero, zero])
        turned = np.array([z[0] * x[0], z[0] * x[1], z[3] * x[1], z[3] * x[0]]).T
        np.testing.assert_allclose(np.abs(np.einsum("ij,ij->i", out.probe["body"]["rotation"], turned)), 1, atol=1e-10)
        np.testing.assert_allclose(out.probe["hooke"]["angle"], 2 * first, atol=1e-10)
        np.testing.assert_allclose(out.probe["hooke"]["second_angle"], 2 * second, atol=1e-10)
        finer = one_body((0, 0, 0), joints="hooke", dt=0.005, **keys)
        self.assertLess(balance(finer), balance(out) / 3.9)  # works are sums of second order
        turns = 6 * np.pi
        for driven, free, axis in (("angle", "second_angle", 0), ("second_angle", "angle", 2)):
            keys = joint("hooke", "universal", set="body", axis="0,0,1", second_axis="1,0,0", **{driven: "0", f"{free}_stiffness": 0.4, f"{free}_rest": turns})
            out = one_body((0, 0, 0), joints="hooke", t_end=2, part_body_inertia="0.1,0.1,0.1,0,0,0", **keys)
            np.testing.assert_allclose(out.probe["hooke"][free], turns * (1 - np.cos(2 * out.time)), atol=1e-5)

    def test_weld_makes_one_beam_of_two(self):
        """A cantilever that is cut and welded, an offset link to a load: the same as in one piece."""
        section = {"ea": 1e6, "gay": 1e6, "gaz": 1e6, "gj": 100, "eiy": 100, "eiz": 100}
        beam = {"parts": "beam", "part_beam_element": "beam", **{f"part_beam_{k}": v for k, v in section.items()}}
        loads = {"analysis": "static", "supports": "start", "loads": "end", "load_end_force": "0,0,3", "probes": "end"}
        nodes = [(x, 0, 0) for x in (0, 1, 2, 2, 3, 4)]
        sets = {"beam": (gmsh_file.LINE, [(0, 1), (1, 2), (3, 4), (4, 5)]), "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(5,)]), "seam": (gmsh_file.LINE, [(2, 3)])}
        for type in ("weld", "rigid_link"):
            welded = on_mesh(nodes, sets, **beam, **{**loads, "probes": "end,middle"}, probe_middle_point="2,0,0", joints="seam", **joint("seam", type))
            whole = run(mesh="line", mesh_n=4, mesh_upper=4, **{**beam, "part_beam_set": "all"}, **loads)
            np.testing.assert_allclose(welded.probe["end"]["displacement"], whole.probe["end"]["displacement"], atol=1e-9)
            np.testing.assert_allclose(welded.probe["seam"]["reaction"][-1, :3], [0, 0, -3], atol=1e-8)
            lever = 2 + (welded.probe["end"]["displacement"] - welded.probe["middle"]["displacement"])[-1, 0]
            self.assertAlmostEqual(welded.probe["seam"]["reaction"][-1, 4], 3 * lever, delta=1e-8)

    def test_lines_of_second_order(self):
        """A double pendulum of beams with three nodes, as gmsh -order 2 writes it: the nodes in the middle of its joints have no dofs and change nothing."""
        nodes = [(0, 0, 0), (0.5, 0, 0), (1, 0, 0), (1, 0, 0), (1.5, 0, 0), (2, 0, 0), (3, 0, 0)]
        between = [(1, 0, 0), (2.5, 0, 0)]  # of the pin, whose ends are at one place, and of the rod
        section = {"ea": 1e4, "gay": 1e4, "gaz": 1e4, "gj": 10, "eiy": 10, "eiz": 10, "mass_per_length": 1, "inertia": "0.01,0.005,0.005,0,0,0"}
        keys = {"parts": "arms,ball", "part_arms_element": "beam", **{f"part_arms_{k}": v for k, v in section.items()}, **body("ball"), "supports": "ball", "support_ball_fix": "none",
                "support_ball_fix_rotation": "all", "joints": "pivot,pin,rod", **joint("pivot", "spherical"), **joint("pin", "revolute", axis="0,1,0"), **joint("rod", "distance"),
                "gravity": "0.5,1,-9.81", "dt": 0.01, "t_end": 0.3, "integrator": "esdirk43_6l", "probes": "ball"}
        points = {"pivot": (gmsh_file.POINT, [(0,)]), "ball": (gmsh_file.POINT, [(6,)])}
        arms = {"arms": (gmsh_file.LINE3, [(0, 2, 1), (3, 5, 4)]), **points}
        first = on_mesh(nodes, {**arms, "pin": (gmsh_file.LINE, [(2, 3)]), "rod": (gmsh_file.LINE, [(5, 6)])}, **keys)
        second = {**arms, "pin": (gmsh_file.LINE3, [(2, 3, 7)]), "rod": (gmsh_file.LINE3, [(5, 6, 8)])}
        self.assertGreater(abs(tip(first, "ball")[2]), 0.1)
        for ranks in (1, 2, 3) if RELEASE else (1, 3):
            out = on_mesh(nodes + between, second, ranks=ranks, **keys)
            for name in first.probe:
                for k, series in first.probe[name].items():  # the error of Newton's method, and of forces that balance
                    np.testing.assert_allclose(out.probe[name][k], series, atol=1e-7 * max(1, abs(series).max()), err_msg=f"{name} {k} {ranks}")

    def test_spherical_joint_between_trusses(self):
        """Nodes without rotations may be joined: two bars in a line hang a weight."""
        nodes = [(0, 0, 0), (0, 0, -1), (0, 0, -1), (0, 0, -2)]
        sets = {"bars": (gmsh_file.LINE, [(0, 1), (2, 3)]), "top": (gmsh_file.POINT, [(0,)]), "foot": (gmsh_file.POINT, [(3,)]), "pin": (gmsh_file.LINE, [(1, 2)])}
        keys = {"parts": "bars", "part_bars_element": "truss", "part_bars_ea": 1e3, "part_bars_strain": "biot", "part_bars_mass_per_length": 0, "supports": "top", "directions": "z"}
        out = on_mesh(nodes, sets, analysis="static", loads="foot", load_foot_force="0,0,-10", probes="foot", joints="pin", **joint("pin", "spherical"), **keys)
        self.assertAlmostEqual(out.probe["foot"]["displacement"][-1, 2], -10 * 2 / 1e3, delta=1e-9)
        np.testing.assert_allclose(out.probe["pin"]["reaction"][-1], [0, 0, 10, 0, 0, 0], atol=1e-8)

    def test_driven_arm(self):
        """The motor's moment of an arm that is turned: J phi'' + m g l cos(phi); its work is the energy."""
        keys = joint("motor", "revolute", set="body", axis="0,-1,0", point="0,0,0", angle="sin(t)^2")
        for scheme, tolerance in (("esdirk43_6l", 1e-6), ("ss4", 2e-2)):
            out = one_body((1, 0, 0), gravity="0,0,-9.81", joints="motor", t_end=2, integrator=scheme, **({} if scheme == "esdirk43_6l" else {"stabilize": "none", "dt": 0.005}), **keys)
            phi, curve = np.sin(out.time) ** 2, 2 * np.cos(2 * out.time)
            np.testing.assert_allclose(out.probe["motor"]["angle"], phi, atol=1e-12)
            late = out.time > 0.5
            moment = 1.1 * curve + 9.81 * np.cos(phi)  # about -y
            np.testing.assert_allclose(-out.probe["motor"]["reaction"][late, 4], moment[late], atol=10 * tolerance)
            self.assertLess(balance(out), 2e-3)

    def test_a_rate_that_begins_as_round_off(self):
        """1-cos(5t): its rate at 0, differenced, is round-off, and nothing to be assembled."""
        for formula in ("0.1*(1-cos(5*t))", "cos(5*t)-1"):
            out = one_body((1, 0, 0), joints="motor", t_end=0.1, **joint("motor", "prismatic", set="body", axis="1,0,0", displacement=formula))
            self.assertLess(abs(out.probe["body"]["velocity"][0]).max(), 1e-14)

    def test_turns_are_counted_at_any_speed(self):
        """More than half a turn in a step: the nodes' rotation vectors tell."""
        hinge = joint("hinge", "revolute", set="body", axis="0,0,1")
        for keys in ({"initials": "body", "initial_body_angular_velocity_z": 400, "joint_hinge_angle_stiffness": 1e-3}, {"joint_hinge_angular_velocity": 400, "assemble": "all"}):
            out = one_body((0, 0, 0), joints="hinge", **hinge, **keys)
            np.testing.assert_allclose(out.probe["hinge"]["angle"], 400 * out.time, rtol=5e-3)
            self.assertLess(balance(out), 1e-2 * out.energy["total"][0])

    def test_no_joint_turns_over(self):
        """A driver that makes half a turn in a microsecond, in less than the shortest step, satisfies the rows at once, the wrong way round: the run ends there."""
        keys = joint("hinge", "revolute", set="body", axis="0,0,1", point="0,0,0")
        with self.assertRaisesRegex(RuntimeError, "(?s)status 3: .*fsolve: step 51 from t = 0.[0-9]* failed .*half a turn; largest residual at joint 'hinge'"):
            one_body((1, 0, 0), joints="hinge", stabilize="none", **keys, joint_hinge_angle="pi/2*(1+tanh((t-0.5)*1e6))")

    def test_impulses_are_told(self):
        """A velocity that jumps is a warning, once for each formula, before the run; not that of a rate with a corner, nor what begins at rest or is smooth on rough steps."""
        def told(case, **keys):
            done = fsolve(options(case, **keys))
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stderr

        gained = "(fsolve: warning: until .* the motion gained .*\n)?"  # the impulse's work, which no record has
        with tempfile.TemporaryDirectory() as folder:
            crank = {"t_end": 0.1, "output": os.path.join(folder, "o.h5"), "overwrite": True}
            base = {**crank, "t_end": 10}
            for rate, pattern in (("t<0.0123 ? 0 : t<0.05 ? 1 : 3", "its rate jumps by 1 rad/s at t = 0.0123, and 1 times more until t = 0.05, .*an impulse"), ("min(t,0.05)", None), ("t*sin(5e3*t)", None)):
                text = told("slider_crank", joint_shaft_angular_velocity=rate, **crank)
                self.assertRegex(text, f"^fsolve: warning: -joint_shaft_angular_velocity: {pattern}.*\n{gained}$") if pattern else self.assertNotIn("jumps", text)
            self.assertRegex(told("slider_crank", joint_shaft_angle="max(0,t-0.05)", **crank), "^fsolve: warning: -joint_shaft_angle: its rate jumps by 1 rad/s at t = 0.05, .*\n" + gained + "$")
            self.assertRegex(told("stiff_soft", support_base_motion_x="abs(sin(t))", **base), "^fsolve: warning: -support_base_motion_x: its rate jumps by 2 m/s at t = 3.14159, and 2 times more until t = 9.42478, .*\n$")
            self.assertNotIn("jumps", told("stiff_soft", support_base_motion_x="sin(40*t)", **base))

    def test_steps_that_turn_far_are_told(self):
        """A crank of 5 rad/s in steps of 0.3 s may come out on the rod's other side; in steps of 0.1 s it does not."""
        for dt, warned in ((0.3, True), (0.1, False)):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options("slider_crank", joint_shaft_angle="5*t", dt=dt, t_end=2, assemble="all", quiet=True, output=os.path.join(folder, "out.h5")))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual("fsolve: warning: a step rotated a node by " in done.stderr, warned, done.stderr)

    def test_one_body_and_two_on_its_node(self):
        """-stabilize velocity weighs rotations by a length of each node: that of all its bodies together, also if they are several parts."""
        bodies = {"a": (1, "0.1,0.2,0.3,0,0,0"), "b": (1, "0.3,0.3,0.3,0,0,0"), "whole": (2, "0.4,0.5,0.6,0,0,0")}
        keys = {"mesh": "line", "joints": "j", "gravity": "0,0,-9.81", "probes": "end", "integrator": "lms4", "stabilize": "velocity", "dt": 0.01, "t_end": 0.5}
        keys.update(joint("j", "spherical", set="end", point="0.8,0,0.1"))
        moved = {}
        for parts, ranks in (("whole", 1), ("a,b", 1), ("a,b", 3)):
            for name in parts.split(","):
                mass, inertia = bodies[name]
                keys.update(body(name, mass=mass, inertia=inertia, set="end"))
            moved[parts, ranks] = run(parts=parts, ranks=ranks, **{k: v for k, v in keys.items() if not k.startswith("part_") or k.split("_")[1] in parts.split(",")}).probe["end"]["displacement"]
        self.assertGreater(abs(moved["whole", 1]).max(), 0.1)
        for case in (("a,b", 1), ("a,b", 3)):
            np.testing.assert_allclose(moved[case], moved["whole", 1], atol=1e-13, err_msg=str(case))

    def test_statics_keep_constraints(self):
        """A motor that turns a body through 17 rad in a static analysis: long steps fail and are cut, none leaves the joint."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mesh.msh")
            gmsh_file.write(path, [(1, 0, 0)], {"body": (gmsh_file.POINT, [(0,)])})
            out = run(mesh=path, parts="body", **body("body"), analysis="static", joints="hinge", probes="body", gravity="0,-9.81,0",
                      **joint("hinge", "revolute", set="body", axis="0,0,1", point="0,0,0", angle="17*t"))
        self.assertLess(out.constraint["position"].max(), 1e-12)
        np.testing.assert_allclose(out.probe["hinge"]["angle"], 17 * out.time, atol=1e-9)

    def test_angular_velocity_with_corners_is_integrated(self):
        """The angle is the integral of the formula, to round-off, corners or not; the run begins at -t_start."""
        keys = joint("motor", "revolute", set="body", axis="0,0,1", angular_velocity="t<0.123 ? 0 : t<0.777 ? 3*(t-0.123) : 3*0.654")
        out = one_body((0, 0, 0), joints="motor", t_start=-0.5, t_end=1.5, integrator="lms4", stabilize="none", **keys)
        exact = np.where(out.time < 0.123, 0, np.where(out.time < 0.777, 1.5 * (out.time - 0.123) ** 2, 1.5 * 0.654**2 + 3 * 0.654 * (out.time - 0.777)))
        np.testing.assert_allclose(out.probe["motor"]["angle"], exact, atol=1e-11)

    def test_axis_of_a_plane_model(self):
        """A driven arm without an axis turns about the normal of its plane: to the right about x, y, z, as R(angle) has it."""
        for directions, normal in (("yz", 0), ("xz", 1), ("xy", 2)):
            x = np.array([1.0, 2.0, 3.0])
            x[normal] = 0
            out = one_body(x, directions=directions, joints="hinge", **joint("hinge", "revolute", set="body", point="0,0,0", angle="t^2"))
            angle = out.time[:, None] ** 2
            moved = np.cos(angle) * x + np.sin(angle) * np.cross(np.eye(3)[normal], x)
            np.testing.assert_allclose(out.probe["body"]["displacement"], moved - x, atol=1e-10)

    def test_plane_and_space_are_the_same(self):
        """The slider-crank in space: joints that leave enough free; the same motion as in the plane."""
        plane = run("slider_crank", t_end=1)
        space = run("slider_crank", t_end=1, directions="xyz", part_crank_inertia="0.0225,0.0225,0.0225,0,0,0", part_rod_inertia="0.027,0.027,0.027,0,0,0",
                    joint_pin_type="universal", joint_pin_second_axis="0,1,0", joint_slider_axis="1,0,0")
        np.testing.assert_allclose(space.probe["crank"]["displacement"], plane.probe["crank"]["displacement"], atol=1e-9)


if __name__ == "__main__":
    unittest.main()
