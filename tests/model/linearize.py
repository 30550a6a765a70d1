# SPDX-License-Identifier: BSD-2-Clause
"""-linearize: the model is the derivative of the nonlinear one, and so are its results."""
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

from models import STATIC, cantilever, on_mesh, rotation_vector, tip
import gmsh_file  # tools/
from run import SOURCE, fsolve, options, run

INERTIA = {"part_beam_mass_per_length": 1, "part_beam_inertia": "2,1,1,0,0,0"}


class Results(unittest.TestCase):
    def test_cantilever(self):
        """A cantilever turned by half a radian: no axial force at all, the shear force is the load, the moment its lever, the energy half the work."""
        out = cantilever(**STATIC, mesh_order=2, linearize=True, loads="end", load_end_force="0,0,1", probes="end,root", probe_root_part="beam", probe_root_point="0.5,0,0", output_every=1)
        root = {name: values[-1] for name, values in out.probe["root"].items()}
        np.testing.assert_allclose(root["force"], [0, 0, 1], atol=1e-6)  # GA times round-off of turns
        np.testing.assert_allclose(root["moment"], [0, -9.5, 0], atol=1e-6)
        np.testing.assert_allclose(root["strain"], root["force"] / 1e6, atol=1e-12)
        np.testing.assert_allclose(root["curvature"], root["moment"] / 100, atol=1e-8)
        np.testing.assert_allclose(np.sort(out.frames[-1]["beam/line3/moment"][:, 1]), np.arange(-9.5, 0), atol=1e-6)
        self.assertAlmostEqual(out.energy["strain"][-1] / (tip(out)[2] / 2), 1, delta=1e-7)  # GA L^2/EI = 1e6 times round-off

    def test_proportional(self):
        """Ten times the load, ten times the results less those of the prestress, of trusses and membranes, too."""
        truss = dict(STATIC, linearize=True, mesh="line", mesh_n=2, parts="truss", part_truss_set="all", part_truss_element="truss", part_truss_ea=100, part_truss_prestress=7,
                     part_truss_mass_per_length=1, supports="start,end", loads="all", probes="truss", probe_truss_part="truss", probe_truss_point="0.25,0,0")
        for force in ((1, 0, 0), (0, 0, 1)):
            one, ten = (run(**truss, load_all_force=",".join(str(k * f) for f in force)).probe["truss"]["force"][-1] - 7 for k in (1, 10))
            self.assertAlmostEqual(one, 0.5 * force[0], delta=1e-12)
            self.assertAlmostEqual(ten, 10 * one, delta=1e-11)
        skin = dict(STATIC, linearize=True, mesh="rectangle", mesh_n="2,2", parts="skin", part_skin_set="all", part_skin_element="finite_membrane", part_skin_young=100, part_skin_poisson=0.3,
                    part_skin_thickness=0.1, part_skin_density=1, supports="left,all,bottom_left", support_left_fix="x", support_all_fix="z", support_bottom_left_fix="xy",
                    loads="right", probes="skin", probe_skin_part="skin", probe_skin_point="0.25,0.25,0")
        out = [run(**skin, load_right_traction=f"{k},0,0").probe["skin"] for k in (0, 1, 10)]
        for name in ("stress", "strain"):
            none, one, ten = (o[name][-1] for o in out)
            np.testing.assert_allclose(ten - none, 10 * (one - none), atol=1e-10 * abs(ten).max())

    def test_angular_velocity(self):
        """It is the derivative of the rotation vector, also where that is large and its axis changes."""
        dt = 0.01
        out = cantilever(**INERTIA, linearize=True, loads="end", load_end_moment="0,-30,10", part_beam_eiz=20, dt=dt, t_end=2, integrator="trapezoidal")
        theta, w = rotation_vector(out.probe["end"]["rotation"]), out.probe["end"]["angular_velocity"]
        self.assertGreater(abs(theta).max(), 0.5)
        np.testing.assert_allclose((w[1:] + w[:-1]) / 2, np.diff(theta, axis=0) / dt, atol=1e-9)


class Damping(unittest.TestCase):
    def test_mass_of_rotations(self):
        """-damping_mass is the derivative of what it is in the nonlinear model: small motions are the same, with and without -linearize; rotary inertia, here most of the mass, is not damped."""
        small = dict(INERTIA, initials="end", initial_end_angular_velocity_x=1e-4, initial_end_velocity_z=1e-4, dt=0.01, t_end=2, damping_mass=2, integrator="ss4")
        one, other = cantilever(**small), cantilever(**small, linearize=True)
        for field in ("displacement", "angular_velocity"):
            np.testing.assert_allclose(other.probe["end"][field], one.probe["end"][field], atol=2e-4 * abs(one.probe["end"][field]).max())

    def test_spinning_body(self):
        sets = {"body": (gmsh_file.POINT, [(0,)])}
        out = on_mesh([(0, 0, 0)], sets, parts="body", part_body_element="body", part_body_mass=2, part_body_inertia="1,2,3,0,0,0", linearize=True, damping_mass=0.5, initials="body",
                      initial_body_angular_velocity_z=1, initial_body_velocity_x=1, probes="body", dt=0.01, t_end=1, integrator="trapezoidal")
        self.assertAlmostEqual(out.probe["body"]["angular_velocity"][-1, 2], 1, delta=1e-12)
        self.assertAlmostEqual(out.probe["body"]["velocity"][-1, 0], np.exp(-0.5), delta=1e-5)


PORTAL = {"mesh": "frame", "directions": "xz", "points": "a,b,c,d", "point_a": "0,0,0", "point_b": "0,0,4", "point_c": "6,0,4", "point_d": "6,0,0",
          "members": "left,beam,right,up,down", "member_left": "a,b", "member_beam": "b,c", "member_right": "c,d", "member_up": "a,c", "member_down": "d,b", "parts": "p,x",
          "part_p_set": "left,beam,right", "part_p_element": "beam", "part_p_section": "circle", "part_p_radius": 0.1, "part_p_young": 2.1e11, "part_p_poisson": 0.3,
          "part_p_density": 0, "part_x_set": "up,down", "part_x_element": "cable", "part_x_ea": 4e7, "part_x_mass_per_length": 0, "supports": "a,d", "loads": "b",
          "load_b_force": "1e4,0,0", "analysis": "static", "linearize": True, "quiet": True}


class Doubts(unittest.TestCase):
    """A line where the linear model is not what is meant, and none where it is."""

    def told(self, ranks=1, model=None, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(output="out.h5", **(model or {**PORTAL, **keys})), ranks, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line for line in done.stderr.splitlines() if "warning" in line]

    def test_slack_cables(self):
        for ranks in (1, 3):
            text, = self.told(ranks)
            self.assertIn("part 'x': 2 of 2 cables have no tension in the mesh, so that they have no stiffness with -linearize", text)
        self.assertEqual(self.told(part_x_element="truss"), [])
        self.assertEqual(self.told(linearize=False), [])

    def test_compressed_cables(self):
        """The lee guy of a rigid mast of 30 m, whose force is the pull at the top over 2 cos(angle), just below and above its prestress, which the mast balances."""
        mast = {"mesh": "frame", "directions": "xz", "points": "f,t,l,r", "point_f": "0,0,0", "point_t": "0,0,30", "point_l": "-40,0,0", "point_r": "40,0,0", "members": "mast,gl,gr", "member_mast": "f,t",
                "member_gl": "l,t", "member_gr": "r,t", "parts": "mast,guys", "part_mast_element": "truss", "part_mast_ea": 1e9, "part_guys_set": "gl,gr", "part_guys_element": "cable", "part_guys_ea": 1e7,
                "part_guys_prestress": 1e4, "supports": "f,l,r", "loads": "t", "analysis": "static", "linearize": True, "linearize_balanced": True, "quiet": True}
        for ranks, factor, count in ((1, 0.99, 0), (1, 1.02, 1), (3, 1.02, 1)):
            told = self.told(ranks, {**mast, "load_t_force": f"{factor * 2 * 0.8 * 1e4},0,0"})
            self.assertEqual(len(told), count, told)
            for text in told:
                self.assertRegex(text, r"part 'guys': at t = 1 the force of the cable at \(20, 0, 15\) is -\d+\.?\d* N: with -linearize cables bear compression")

    def test_displacements_beyond_the_model(self):
        """Sway of the portal over its size of 7.2 m, from both sides; the tip of a cantilever of GPa typed as Pa."""
        plain = {"part_x_element": "truss", "part_x_ea": 1}
        sway = 1e4 * 4**3 / 24 / (2.1e11 * np.pi / 4 * 0.1**4)  # of a stiff beam, a scale
        for factor, count in ((1, 0), (1e5 / sway, 1)):
            self.assertEqual(len(self.told(**plain, load_b_force=f"{1e4 * factor},0,0")), count)
        text, = self.told(3, **plain, part_p_young=210)
        self.assertRegex(text, r"at t = 1 displacements differ by \S+ m, and the model's size is 7.2\d* m: -linearize is right for small displacements alone")

    def test_one_free_node(self):
        """A cantilever of one cell, whose other node is fixed, by 0.9 and 1.1 of its length, thin enough for small strains; no word if its support moves with it."""
        bend = {"analysis": "static", "linearize": True, "mesh": "line", "mesh_n": 1, "mesh_upper": "2,0,0", "parts": "p", "part_p_set": "all", "part_p_element": "beam", "part_p_section": "rectangle",
                "part_p_width": 0.01, "part_p_height": 0.01, "part_p_young": 2.1e11, "part_p_poisson": 0.3, "supports": "start", "loads": "end", "quiet": True}
        for ranks, factor, count in ((1, 0.9, 0), (1, 1.1, 1), (2, 1.1, 1)):
            self.assertEqual(len(self.told(ranks, {**bend, "load_end_force": f"0,0,{-factor * 2 * 3 * 2.1e11 * 0.01**4 / 12 / 2**3}"})), count)
        self.assertEqual(self.told(1, {**bend, "load_end_force": "0,0,1e-4", "support_start_fix": "all", "support_start_motion_z": "5*t"}), [])

    def test_compression_of_a_cell(self):
        """A hinged column of one cell, whose own buckling load is 22 % high, at 0.95 and 1.1 of Euler's load, and with two cells, for which the model's buckling load is known."""
        column = {"analysis": "static", "linearize": True, "mesh": "line", "mesh_upper": "5,0,0", "directions": "xz", "parts": "p", "part_p_set": "all", "part_p_element": "beam", "part_p_section": "rectangle",
                  "part_p_width": 0.1, "part_p_height": 0.1, "part_p_young": 2.1e11, "part_p_poisson": 0.3, "supports": "start,end", "support_start_fix": "xz", "support_start_fix_rotation": "none",
                  "support_end_fix": "z", "support_end_fix_rotation": "none", "loads": "end", "quiet": True}
        euler = np.pi**2 * 2.1e11 * 0.1**4 / 12 / 5**2
        for ranks, n, factor, said in ((1, 1, 0.95, None), (1, 1, 1.1, "needs 2 cells in place of 1"), (2, 1, 1.1, "needs 2 cells in place of 1"), (1, 2, 0.95, None), (1, 2, 1.1, "times those at which")):
            with self.subTest(n=n, factor=factor, ranks=ranks):
                told = self.told(ranks, {**column, "mesh_n": n, "load_end_force": f"{-factor * euler},0,0"})
                self.assertEqual(len(told), said is not None, told)
                self.assertIn(said or "", "".join(told))

    def test_compression_with_releases(self):
        """A frame and a column with hinges or springs at ends of members, below and above the loads at which they buckle: the column that is hinged by its release at Euler's load. No word if a hinge has a lever."""
        column = {"analysis": "static", "linearize": True, "mesh": "frame", "directions": "xz", "points": "a,b", "point_a": "0,0,0", "point_b": "0,0,5", "members": "m", "member_m": "a,b", "parts": "m", "members_n": 8,
                  "part_m_element": "beam", "part_m_section": "rectangle", "part_m_width": 0.1, "part_m_height": 0.1, "part_m_young": 2.1e11, "part_m_poisson": 0.3, "part_m_shear_factor_z": 1e4,
                  "supports": "a,b", "support_b_fix": "x", "support_b_fix_rotation": "y", "loads": "b", "quiet": True}
        euler = np.pi**2 * 2.1e11 * 0.1**4 / 12 / 5**2
        for ranks, release, most in ((1, "both:ry", 1), (3, "both:ry", 1), (1, "start:ry", 2.0457), (1, "start:ry=1e12", 4)):
            for factor in (0.97, 1.03):
                with self.subTest(release=release, factor=factor, ranks=ranks):
                    told = self.told(ranks, {**column, "member_m_release": release, "load_b_force": f"0,0,{-factor * most * euler}"})
                    self.assertEqual(["times those at which the model buckles" in text for text in told], [True] * (factor > 1), told)

    def test_compression_of_a_clamped_cell(self):
        """A column of one cell between its nodes, one or both of whose ends supports clamp, just below and above its buckling load: 2.0457 and 4 times Euler's. The force acts at an end that moves along the column alone."""
        column = {"analysis": "static", "linearize": True, "mesh": "line", "mesh_n": 1, "mesh_upper": "5,0,0", "directions": "xz", "parts": "p", "part_p_set": "all", "part_p_element": "beam", "part_p_section": "rectangle",
                  "part_p_width": 0.1, "part_p_height": 0.1, "part_p_young": 2.1e11, "part_p_poisson": 0.3, "supports": "start,end", "support_start_fix": "xz", "support_start_fix_rotation": "y",
                  "support_end_fix": "z", "loads": "end", "quiet": True}
        euler = np.pi**2 * 2.1e11 * 0.1**4 / 12 / 5**2
        for ranks, rotation, factor, said in ((1, "y", 3.9, 0), (1, "y", 4.1, 1), (2, "y", 4.1, 1), (1, "none", 1.9, 0), (1, "none", 2.1, 1)):
            with self.subTest(rotation=rotation, factor=factor, ranks=ranks):
                told = self.told(ranks, {**column, "support_end_fix_rotation": rotation, "load_end_force": f"{-factor * euler},0,0"})
                self.assertEqual(len(told), said, told)

    def test_cook(self):
        """The loads of Cook's panel, a sheet of the verification manual, are 100 times those at which it buckles out of its plane: the inverse of its factor."""
        path = os.path.join(SOURCE, "verification", "cases", "shell_cook.opts")
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve([path, "-output", "out.h5"], cwd=folder)
            again = fsolve([path, "-output", "out.h5", "-overwrite", "-linearize", "false", "-analysis", "buckling", "-buckling", "2", "-buckling_exact", "false", "-load_right_traction", "0,1e-4/16,0"], cwd=folder)
            self.assertEqual(again.returncode, 0, again.stderr)
            with h5py.File(os.path.join(folder, "out.h5")) as f:
                (factor,) = [x for x in f["buckling/factor"][:] if x > 0]
        self.assertAlmostEqual(1e4 / factor / float(re.search(r"the loads are (\S+) times those at which", done.stderr)[1]), 1, delta=0.05)

    def test_loads_beyond_buckling(self):
        """Weights on a portal, and pressure on the edge of a plate, of 0.95 and 2 times the buckling load; the line has this number, on any ranks. None under tension."""
        pattern = r"at t = 1 the loads are (\S+) times those at which the model buckles"
        portal = {"part_x_element": "truss", "part_x_ea": 1, "loads": "b,c"}
        portal = {**PORTAL, **portal}
        plate = {"mesh": "rectangle", "mesh_n": "6,6", "parts": "p", "part_p_set": "all", "part_p_element": "shell", "part_p_young": 2.1e11, "part_p_poisson": 0.3, "part_p_thickness": 0.01,
                 "part_p_density": 7850, "supports": "left,all,bottom_left", "support_left_fix": "x", "support_all_set": "left,right,bottom,top", "support_all_fix": "z", "support_bottom_left_fix": "y",
                 **{f"support_{name}_fix_rotation": "none" for name in ("left", "all", "bottom_left")}, "loads": "right", "analysis": "static", "linearize": True, "quiet": True}
        for model, loads in ((portal, lambda F: {"load_b_force": f"0,0,{-F}", "load_c_force": f"0,0,{-F}"}), (plate, lambda F: {"load_right_traction": f"{-F},0,0"})):
            linear = {**model, **loads(1)}
            del linear["linearize"]
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**{**linear, "analysis": "buckling", "buckling": 1, "buckling_exact": False, "output": "out.h5"}), cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(os.path.join(folder, "out.h5")) as f:
                    factor = f["buckling/factor"][0]
            for ranks, times, expected in ((1, 0.95, []), (1, -0.95, []), (1, 2, ["2"]), (3, 2, ["2"])):
                with self.subTest(times=times, ranks=ranks):
                    with tempfile.TemporaryDirectory() as folder:
                        done = fsolve(options(**{**model, **loads(times * factor), "output": "out.h5"}), ranks, cwd=folder)
                    self.assertEqual((done.returncode, re.findall(pattern, done.stderr)), (0, expected), done.stderr)

    def test_bent_arcs_that_do_not_buckle(self):
        """The ends of an arc come nearer if it bends, without any axial force: a ring of EA R^2/EI = 1e8 that is pulled."""
        path = os.path.join(SOURCE, "verification", "cases", "pinched_ring.opts")
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve([path, "-output", "out.h5"], cwd=folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_bent_laminates_that_do_not_buckle(self):
        """Two crossed plies stretch as they bend, without membrane forces: a plate that its pressure bends, at a 23rd of its buckling factor. Both sides of one ply are silent, too."""
        plate = {"mesh": "rectangle", "mesh_n": "10,5", "mesh_upper": "2,1", "parts": "p", "part_p_set": "all", "part_p_element": "shell", "part_p_plies": "plies.csv", "part_p_direction": "1,0,0",
                 "supports": "left", "loads": "q", "load_q_set": "all", "load_q_traction": "0,0,200", "analysis": "static", "linearize": True, "quiet": True}
        for angles in ((0, np.pi / 2), (0,)):
            with self.subTest(plies=len(angles)), tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "plies.csv"), "w") as f:
                    f.write("ply,thickness,angle,density,young_1,young_2,poisson_12,shear_12,shear_13,shear_23\n")
                    f.writelines(f"{k + 1},0.005,{a},1600,140e9,10e9,0.3,5e9,5e9,3e9\n" for k, a in enumerate(angles))
                done = fsolve(options(**plate, output="out.h5"), cwd=folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_only_a_prestress(self):
        """A cable without EA keeps its tension N: a force F across its middle lifts it by L/2 tan(asin(F/2N))."""
        keys = {"analysis": "static", "mesh": "line", "mesh_n": 2, "mesh_upper": 2, "directions": "xz", "parts": "c", "part_c_set": "all", "part_c_element": "cable",
                "part_c_strain": "biot", "part_c_ea": 0, "part_c_prestress": 100, "part_c_mass_per_length": 0, "supports": "start,end", "loads": "m", "load_m_point": "1,0,0",
                "load_m_force": "0,0,50", "probes": "m", "probe_m_point": "1,0,0"}
        self.assertAlmostEqual(run(**keys).probe["m"]["displacement"][-1, 2], np.tan(np.arcsin(0.25)), delta=1e-9)
        done = fsolve(options(**{**keys, "part_c_prestress": 0}))
        self.assertEqual(done.returncode, 2)
        self.assertIn("part 'c': has no stiffness: ea is 0, which needs a prestress above 0", done.stderr)


if __name__ == "__main__":
    unittest.main()
