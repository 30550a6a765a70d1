# SPDX-License-Identifier: BSD-2-Clause
"""Reactions of supports, /history/<support>/reaction: force and moment that the ground exerts on the structure. Against statics, equations of
motion and sums over the model."""
import unittest

import numpy as np

import gmsh_file  # tools/
from models import STATIC, body, cantilever, joint, on_mesh, one_body, tip
from run import RELEASE, run, schemes

G = 9.81
POINT, LINE = gmsh_file.POINT, gmsh_file.LINE
SOFT = {f"part_mast_{k}": v for k, v in {"ea": 1e4, "gay": 1e4, "gaz": 1e4, "gj": 100, "eiy": 100, "eiz": 100, "mass_per_length": 0.5,
                                         "inertia": "2e-3,1e-3,1e-3,0,0,0"}.items()}


def momentum_rate(out):
    """By differences of fourth order, at the inner steps but one."""
    p, dt = out.history["momentum"], out.time[1] - out.time[0]
    return (p[:-4] - 8 * p[1:-3] + 8 * p[3:-1] - p[4:]) / (12 * dt)


class Statics(unittest.TestCase):
    def test_cantilever(self):
        """The force at the end, and its moment where the end has come to; with -linearize where it was."""
        force = np.array([1, 2, 30.0])
        for keys in ({}, {"linearize": True}):
            out = cantilever(**STATIC, loads="end", load_end_force="1,2,30", **keys)
            arm = np.array([10, 0, 0]) + (0 if keys else tip(out))
            r = out.reaction["start"][-1]
            # Newton's method leaves 1e-10 of the displacement, and K u of the linear one round-off of EA/L^3 u
            np.testing.assert_allclose(r[:3], -force, atol=1e-7)
            np.testing.assert_allclose(r[3:], -np.cross(arm, force), atol=1e-6)

    def test_moment_is_about_a_point(self):
        first, other = (cantilever(**STATIC, loads="end", load_end_force="1,2,30", **keys).reaction["start"][-1]
                        for keys in ({}, {"support_start_about": "1,-2,3"}))
        np.testing.assert_allclose(other[:3], first[:3], atol=1e-12)
        np.testing.assert_allclose(other[3:], first[3:] + np.cross(np.array([0, 0, 0]) - [1, -2, 3], first[:3]), atol=1e-11)

    def test_loads_on_the_support_itself(self):
        """The ground takes them: forces, tractions and moments."""
        loads = {"loads": "start,all,turn", "load_start_force": "5,6,7", "load_all_traction": "0,0,-2", "load_turn_set": "start", "load_turn_moment": "1,2,3"}
        r = cantilever(**STATIC, **loads, part_beam_eiy=1e6).reaction["start"][-1]
        np.testing.assert_allclose(r[:3], [-5, -6, -7 + 20], atol=1e-8)
        np.testing.assert_allclose(r[[3, 5]], [-1, -3], atol=1e-7)
        self.assertAlmostEqual(r[4], -100 - 2, delta=0.1)  # the end of the beam comes in by 6e-3 of its length^2

    def test_field_that_moves_over_the_support(self):
        """A rod under the traction x t^2 + 1: its one support takes the integral, 2 t^2 + 2, its own end included; on two ranks as well."""
        words = {"mesh": "line", "mesh_n": 5, "mesh_upper": 2, "parts": "all", "part_all_element": "bar", "part_all_young": 10, "part_all_area": 1,
                 "part_all_density": 1, "supports": "start", "directions": "x", "loads": "all", "load_all_traction": "1,0,0", "load_all_time": 1}
        for ranks in (1, 2):
            for field, exact in (("x*t^2+1", 2 * 1 + 2), ("x+1", 4)):
                r = run(ranks=ranks, **STATIC, **words, load_all_field=field).reaction["start"][-1]
                np.testing.assert_allclose(r, [-exact, 0, 0, 0, 0, 0], atol=1e-11)

    def test_portal_frame(self):
        """A beam of 4 m under 10 N/m on clamped columns of 3 m, the same section: H = q l^2 / (4 h (k + 2)), k = h/l, feet M = H h / 3 (Kleinlogel,
        Rahmenformeln, frame 43: EI alike, no strain along the members)."""
        n, h, span, q = 8, 3.0, 4.0, 10.0
        up = [(0, 0, h * i / n) for i in range(n + 1)]
        across = [(span * i / n, 0, h) for i in range(1, n + 1)]
        down = [(span, 0, h - h * i / n) for i in range(1, n + 1)]
        nodes = up + across + down
        lines = [(i, i + 1) for i in range(len(nodes) - 1)]
        sets = {"left": (POINT, [(0,)]), "right": (POINT, [(len(nodes) - 1,)]), "frame": (LINE, lines), "beam": (LINE, lines[n:2 * n])}
        keys = {"parts": "frame", "part_frame_element": "beam", "part_frame_direction": "0,1,0", "directions": "xz", "supports": "left,right",
                "loads": "beam", "load_beam_traction": "0,0,-10", "linearize": True}
        stiff = {f"part_frame_{k}": v for k, v in {"ea": 1e8, "gay": 1e8, "gaz": 1e8, "gj": 1e3, "eiy": 1e3, "eiz": 1e3}.items()}
        out = on_mesh(nodes, sets, **STATIC, **keys, **stiff)
        k = h / span
        thrust, foot = q * span**2 / (4 * h * (k + 2)), q * span**2 / (12 * (k + 2))
        for name, sign in (("left", 1), ("right", -1)):
            # lines of two nodes, 8 a member: the beam's fixed-end moment lacks 1/n^2 q l^2/12, and 1e-3 are strains along and across
            np.testing.assert_allclose(out.reaction[name][-1], [sign * thrust, 0, q * span / 2, 0, sign * foot, 0], atol=1.7e-2 * foot)
        np.testing.assert_allclose(out.reaction["left"][-1][[0, 2]] + out.reaction["right"][-1][[0, 2]], [0, q * span], atol=1e-6)

    def test_inclined_support(self):
        """A bar on a roller that runs at 30 degrees: the joint to ground takes what the frame's support does not."""
        keys = {**STATIC, **body("hub"), "parts": "rod,hub", "part_rod_element": "truss", "part_rod_ea": 1e5, "part_rod_mass_per_length": 0, "supports": "wall", "joints": "hub",
                **joint("hub", "prismatic", axis=f"{np.cos(np.pi / 6)},0,{np.sin(np.pi / 6)}"), "loads": "hub", "load_hub_force": "0,0,-10", "probes": "tip",
                "probe_tip_set": "hub"}
        out = on_mesh([(0, 0, 0), (1, 0, 0)], {"wall": (POINT, [(0,)]), "hub": (POINT, [(1,)]), "rod": (LINE, [(0, 1)])}, **keys)
        wall, hub = out.reaction["wall"][-1][:3], out.probe["hub"]["reaction"][-1][:3]
        np.testing.assert_allclose(wall + hub, [0, 0, 10], atol=1e-9)
        self.assertAlmostEqual(hub @ [np.cos(np.pi / 6), 0, np.sin(np.pi / 6)], 0, delta=1e-9)
        along = np.array([1, 0, 0]) + out.probe["tip"]["displacement"][-1]
        np.testing.assert_allclose(np.cross(along, wall), 0, atol=1e-9)  # the rod only pulls along itself

    def test_joint_at_a_held_node(self):
        """What a joint exerts on a node that a support holds goes to the ground."""
        sets = {"one": (POINT, [(0,)]), "two": (POINT, [(1,)]), "pair": (LINE, [(0, 1)])}
        keys = {**STATIC, "parts": "one,two", **body("one", mass=3), **body("two", mass=2), "supports": "foot", "support_foot_set": "one",
                "joints": "pair", **joint("pair", "weld", point="0.3,0,0"), "gravity": f"0,0,{-G}"}
        r = on_mesh([(0, 0, 0), (1, 0, 0)], sets, **keys).reaction["foot"][-1]
        np.testing.assert_allclose(r, [0, 0, 5 * G, 0, -2 * G, 0], atol=1e-9)

    def test_law_on_a_held_component(self):
        """Two springs, of which the second's end is on a rail; the formula of z acts at a free node, too."""
        keys = {"loads": "all", "load_all_law_x": "3-ux", "load_all_law_z": "7-uz", "supports": "start,rail", "support_rail_set": "end", "support_rail_fix": "yz"}
        out = run(mesh="line", mesh_n=2, mesh_upper=2, directions="xz", parts="bar", part_bar_set="all", part_bar_element="spring", part_bar_stiffness=2,
                  **STATIC, **keys)
        # 2 u1 + 2 (u1 - u2) = 3 - u1, 2 (u2 - u1) = 3 - u2: u1 = 15/11, u2 = 21/11; the start itself has 3 N and 7 N from the formulas
        np.testing.assert_allclose(out.reaction["start"][-1][:3], [-30 / 11 - 3, 0, -7], atol=1e-9)
        np.testing.assert_allclose(out.reaction["rail"][-1][:3], [0, 0, -7], atol=1e-9)

    def test_frames(self):
        """-output_reactions: the node's own, with moments where nodes rotate; 0 at nodes that nothing holds."""
        out = cantilever(**STATIC, loads="end", load_end_force="1,2,30", output_reactions=True)
        frame, held = out.frames[-1], np.linalg.norm(out.nodes, axis=1) == 0
        np.testing.assert_array_equal(np.hstack((frame["reaction"], frame["reaction_moment"]))[held][0], out.reaction["start"][-1])
        for field in ("reaction", "reaction_moment"):
            self.assertEqual(abs(frame[field][~held]).max(), 0)

    def test_every_component_counts_once(self):
        """The sum over all supports is the whole, whatever they share: a corner of a membrane belongs to two sides."""
        edges = {"supports": "left,right,bottom,top", "loads": "all", "load_all_traction": "0,0,-3"}
        out = run(mesh="rectangle", mesh_n="6,5", mesh_upper="2,1", parts="skin", part_skin_set="all", part_skin_element="membrane", part_skin_tension=100,
                  part_skin_mass_per_area=1, **STATIC, **edges)
        forces = np.array([out.reaction[s][-1] for s in edges["supports"].split(",")])
        self.assertAlmostEqual(forces[:, 2].sum(), 6, delta=1e-8)
        self.assertTrue((forces[:, 2] > 0).all())


class Motion(unittest.TestCase):
    PENDULUM = {"parts": "rod,bob", "part_rod_element": "truss", "part_rod_ea": 1e5, "part_rod_mass_per_length": 0, "part_bob_element": "mass",
                "part_bob_mass": 2, "supports": "top", "gravity": f"0,0,{-G}", "initials": "bob", "initial_bob_velocity_x": 3, "probes": "bob"}
    PIN = ([(0, 0, 0), (0, 0, -1)], {"top": (POINT, [(0,)]), "bob": (POINT, [(1,)]), "rod": (LINE, [(0, 1)])})

    def test_pendulum(self):
        """The string pulls with m (g cos + l w^2), l w^2 = v^2/l, up to what a rod of 1e5 N lengthens: 4e-4."""
        out = on_mesh(*self.PIN, **{**self.PENDULUM, "initial_bob_velocity_x": 0, "initial_bob_displacement_x": 0.6, "initial_bob_displacement_z": 0.2},
                      integrator="lms2", dt=5e-3, t_end=1)
        x, v = out.probe["bob"]["displacement"] + [0, 0, -1], out.probe["bob"]["velocity"]
        pull = 2 * (G * -x[:, 2] + (v**2).sum(1))
        r = out.reaction["top"]
        settled = slice(80, None)  # lms2 forgets the rod's own oscillation
        np.testing.assert_allclose(np.linalg.norm(r[settled, :3], axis=1), pull[settled], rtol=2e-3)
        np.testing.assert_allclose(r[:, 3:], 0, atol=1e-12)  # the node stays at the point

    def test_acceleration_is_that_of_the_residual(self):
        """With every scheme R + m g + load = m a at every step, to the tolerance of Newton's method."""
        more = {"parts": "rod,bob,damper", "part_damper_set": "rod", "part_damper_element": "damper", "part_damper_damping": 2, "loads": "bob",
                "load_bob_force": "0,0,1", "load_bob_time": "sin(3*t)"}
        for scheme in schemes() if RELEASE else schemes()[::5]:
            with self.subTest(scheme):
                out = on_mesh(*self.PIN, **{**self.PENDULUM, **more}, integrator=scheme, dt=1e-3, t_end=0.01, allow_unstable=True)
                r = out.reaction["top"][:, :3]
                external = np.outer(np.sin(3 * out.time) - 2 * G, [0, 0, 1])
                self.assertLess(abs(r + external - 2 * out.probe["bob"]["acceleration"]).max(), 1e-11 * abs(r).max())

    def test_moved_support(self):
        """A mass of 3 kg on the support that moves as 0.1 sin^3 t, and behind a spring of 50 N/m one of 2 kg: F = 3 a - 50 (u - s)."""
        keys = {"parts": "spring,anvil,bob", "part_spring_set": "rod", "part_spring_element": "spring", "part_spring_stiffness": 50, "part_bob_element": "mass",
                "part_bob_mass": 2, "part_anvil_set": "top", "part_anvil_element": "mass", "part_anvil_mass": 3, "supports": "top",
                "support_top_motion_z": "0.1*sin(t)^3", "probes": "bob,top", "integrator": "esdirk43_6l", "dt": 0.05, "t_end": 5}
        for more in ({}, {"part_damper_set": "rod", "part_damper_element": "damper", "part_damper_damping": 4, "parts": "spring,anvil,bob,damper"}):
            out = on_mesh(*self.PIN, **{**keys, **more})
            s, u = (out.probe[p] for p in ("top", "bob"))
            force = 3 * s["acceleration"] - 50 * (u["displacement"] - s["displacement"]) - (4 if more else 0) * (u["velocity"] - s["velocity"])
            np.testing.assert_allclose(out.reaction["top"][:, :3], force, atol=1e-12)
            sine = np.sin(out.time)
            np.testing.assert_allclose(s["acceleration"][:, 2], 0.1 * (6 * sine - 9 * sine**3), atol=1e-6)  # which is differenced

    def test_rotating_arm(self):
        """A support turns a body of 2 kg whose center of mass is 0.5 m out: m r w^2 inwards, m r w' across, (J + m r^2) w' about the axis."""
        angle = "0.3*t^3"
        keys = {"support_body_rotation_z": angle, "support_body_rotation_x": 0, "support_body_rotation_y": 0, "support_body_fix": "all"}
        nodes, sets = [(1, 2, 3), (5, 0, 0), (6, 0, 0)], {"body": (POINT, [(0,)]), "wall": (POINT, [(1,)]), "bob": (POINT, [(2,)]), "spring": (LINE, [(1, 2)])}
        free = {"part_spring_element": "spring", "part_spring_stiffness": 1, "part_bob_element": "mass", "part_bob_mass": 1}  # a model has a free dof
        out = on_mesh(nodes, sets, parts="body,spring,bob", **body("body", mass=2, inertia="0.1,0.2,0.3,0,0,0", center="0.5,0,0"), **free,
                      supports="body,wall", **keys, integrator="trapezoidal", dt=0.01, t_end=2)
        t = out.time
        phi, w, wd = 0.3 * t**3, 0.9 * t**2, 1.8 * t
        out_, across = np.array([np.cos(phi), np.sin(phi), 0 * t]).T, np.array([-np.sin(phi), np.cos(phi), 0 * t]).T
        force = 2 * 0.5 * (wd[:, None] * across - (w**2)[:, None] * out_)
        r = out.reaction["body"]
        np.testing.assert_allclose(r[:, :3], force, atol=1e-5)  # of 13 N; the motion is differenced
        np.testing.assert_allclose(r[:, 5], (0.3 + 2 * 0.5**2) * wd, atol=1e-5)
        np.testing.assert_allclose(r[:, 3:5], 0, atol=1e-5)

    def test_edges_of_a_membrane(self):
        """Their sum is M a, with the weight of a node the area around it, as nothing else acts."""
        n, size, sides = (6, 5), (2, 1), "left,right,bottom,top"
        out = run(mesh="rectangle", mesh_n="6,5", mesh_upper="2,1", parts="skin", part_skin_set="all", part_skin_element="membrane", part_skin_tension=100,
                  part_skin_mass_per_area=3, supports=sides, initials="all", initial_all_displacement_z="sin(pi*x/2)*sin(pi*y)+sin(pi*x)*sin(pi*y)",
                  integrator="trapezoidal", dt=0.01, t_end=0.3, output_every=1, ksp_rtol=1e-13)
        around = [np.interp(out.nodes[:, d], [0, 1e-9, size[d] - 1e-9, size[d]], [0.5, 1, 1, 0.5]) * size[d] / n[d] for d in (0, 1)]
        rate = np.array([3 * around[0] * around[1] @ f["acceleration"][:, 2] for f in out.frames])
        forces = sum(out.reaction[side] for side in sides.split(","))
        np.testing.assert_allclose(forces[:, 2], rate, atol=1e-10 * abs(rate).max())
        np.testing.assert_allclose(forces[:, :2], 0, atol=0)

    def test_momentum(self):
        """Frames in motion: d(momentum)/dt = reactions + weight. Differences of fourth order over steps of 0.1 of the fastest oscillation."""
        sets = {"foot": (POINT, [(0,)]), "head": (POINT, [(4,)]), "mast": (LINE, [(i, i + 1) for i in range(4)])}
        keys = {"parts": "mast,head", "part_mast_element": "beam", **body("head"), "supports": "foot", "gravity": "1,2,-9.81", "initials": "head",
                "initial_head_velocity_x": 1, "integrator": "esdirk43_6l", "dt": 2e-4, "t_end": 0.02}
        for damping in (0, 1e-3):
            out = on_mesh([(0, 0, 0.5 * i) for i in range(5)], sets, **keys, **SOFT, part_mast_damping=damping)
            p, r = momentum_rate(out), out.reaction["foot"][2:-2, :3]
            weight = np.array([1, 2, -G]) * (1 + 2 * 0.5)
            self.assertLess(abs(p - r - weight).max(), 5e-4 * abs(r).max())

    def test_moving_ground_and_linear(self):
        """-base_acceleration: in the ground's axes the structure has the weight -m a, of held nodes too."""
        out = run(mesh="line", mesh_n=3, mesh_upper=3, parts="bar", part_bar_set="all", part_bar_element="bar", part_bar_area=1, part_bar_young=100,
                  part_bar_density=2, supports="start", base_acceleration_x="sin(t)", integrator="trapezoidal", dt=0.01, t_end=1, output_every=1)
        a = np.array([f["acceleration"][:, 0] for f in out.frames])
        shares = np.array([1, 2, 2, 1])  # density 2 x area 1 x 1 m
        expected = a @ shares + 6 * np.sin(out.time)
        np.testing.assert_allclose(out.reaction["start"][:, 0], expected, atol=1e-11)

    def test_nodes_at_supports(self):
        """The states of the nodes at supports are made alone, unless something asks for those of all, as a probe of a whole part does: the same reactions, to the
        last bit where one rank has all shares. A mast on two hinges, one of which moves, that carries a mass, a damper, a follower force and a moment by a
        formula there; a membrane under pressure with consistent masses; both also seen from a frame that turns."""
        nodes = [(0, 0, 0.5 * i) for i in range(9)]
        sets = {"foot": (POINT, [(0,)]), "guy": (POINT, [(6,)]), "mast": (LINE, [(i, i + 1) for i in range(8)])}
        steps = {"integrator": "lms2", "dt": 1e-3, "t_end": 0.02}
        mast = {"parts": "mast,foot,slow", "part_mast_element": "beam", **SOFT, "part_foot_element": "mass", "part_foot_mass": 3, "part_slow_set": "mast",
                "part_slow_element": "damper", "part_slow_damping": 2, "supports": "foot,guy", "support_foot_fix": "xyz", "support_guy_fix": "xy", "loads": "foot,twist",
                "load_foot_force": "1,2,3", "load_foot_follower": True, "load_twist_set": "guy", "load_twist_law_mz": "-2*rz", "initials": "mast",
                "initial_mast_angular_velocity_z": 1, **steps}
        skin = {"mesh": "rectangle", "mesh_n": "6,5", "mesh_upper": "2,1", "parts": "skin", "part_skin_set": "all", "part_skin_element": "finite_membrane",
                "part_skin_young": 3e5, "part_skin_poisson": 0.4, "part_skin_thickness": 0.01, "part_skin_density": 1000, "supports": "left,right", "loads": "skin",
                "load_skin_set": "all", "load_skin_pressure": 100, **steps}
        moving = ({"support_foot_motion_x": "0.01*sin(30*t)^3", "gravity": "1,2,-9.81"}, {"support_right_motion_z": "0.1*sin(t)^3"})
        turning = {"spin": "0,0,3", "spin_point": "1,2,0"}
        models = ((lambda **more: on_mesh(nodes, sets, **mast, **more), "mast", (moving[0], turning)), (lambda **more: run(**skin, **more), "skin", (moving[1], turning)))
        for model, part, variants in models:
            for keys in variants:
                for ranks in (1, 3) if RELEASE else (3,) if keys is not turning else (1,):
                    with self.subTest(f"{part}, {keys}, {ranks} ranks"):
                        alone, of_all = (model(**keys, **whole, ranks=ranks).reaction for whole in
                                         ({}, {"probes": "all", "probe_all_whole": True, "probe_all_part": part}))
                        for support, r in alone.items():
                            self.assertGreater(abs(r[-1]).max(), 1e-3)
                            np.testing.assert_allclose(r, of_all[support], rtol=0, atol=0 if ranks == 1 else 1e-13 * abs(r).max())


if __name__ == "__main__":
    unittest.main()
