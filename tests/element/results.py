# SPDX-License-Identifier: BSD-2-Clause
"""Results of elements in frames and probes, against closed forms."""
import unittest

import numpy as np

from models import POINT_MASS, STATIC, body, on_mesh, two_bodies
from run import run
import gmsh_file  # tools/

LINE = {"mesh": "line", "mesh_n": 4, "mesh_upper": 2, "supports": "start", "loads": "end"}
ROUND = 1e-10  # a linear solve's ksp_rtol, Newton's method ends at 1e-10 of the displacements


class Linear(unittest.TestCase):
    def test_bar(self):
        """A rod with a force P at its end: strain P/EA in each element, from a frame and from a probe; on two ranks, too."""
        for ranks in (1, 2):
            out = run(ranks=ranks, **STATIC, **LINE, parts="rod", part_rod_set="all", part_rod_element="bar", part_rod_young=50, part_rod_area=0.2, part_rod_density=0,
                      load_end_force="3,0,0", probes="middle", probe_middle_part="rod", probe_middle_point="1.25,0,0")
            np.testing.assert_allclose(out.frames[-1]["rod/line/strain"], np.full((4, 1), 0.3), rtol=ROUND)
            np.testing.assert_allclose(out.frames[-1]["rod/line/force"], np.full((4, 1), 3), rtol=ROUND)
            np.testing.assert_allclose(out.probe["middle"]["force"][-1], 3, rtol=ROUND)

    def test_utilisation(self):
        """Two bars between walls, a force at the middle: 2/3 of it pulls one, 1/3 pushes the other."""
        for element, stiffness in (("bar", {"young": 3e6, "area": 1, "density": 0}), ("truss", {"ea": 3e6, "mass_per_length": 0})):
            keys = {f"part_rod_{k}": v for k, v in {"set": "all", "element": element, "capacity": 8, "capacity_compression": 2, **stiffness}.items()}
            out = run(**STATIC, mesh="line", mesh_n=3, mesh_upper=3, supports="start,end", loads="pull", load_pull_point="1,0,0", load_pull_force="3,0,0", parts="rod", directions="x", **keys)
            np.testing.assert_allclose(out.frames[-1]["rod/line/utilisation"].ravel(), [2 / 8, 1 / 2, 1 / 2], rtol=1e-5)  # strains of 1e-6

    def test_bar_beside_truss(self):
        """In a nonlinear model a linear bar keeps its result: two in a row bear the same force, which the truss has, too."""
        nodes = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
        sets = {"bar": (gmsh_file.LINE, [(0, 1)]), "truss": (gmsh_file.LINE, [(1, 2)]), "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(2,)]), "all": (gmsh_file.POINT, [(0,), (1,), (2,)])}
        out = on_mesh(nodes, sets, **STATIC, parts="bar,truss", part_bar_element="bar", part_bar_young=50, part_bar_area=0.2, part_bar_density=0,
                      part_truss_element="truss", part_truss_ea=10, part_truss_mass_per_length=0, supports="start,line", support_line_set="all", support_line_fix="yz",
                      support_start_fix="xyz", loads="end", load_end_force="3,0,0")
        np.testing.assert_allclose(out.frames[-1]["bar/line/force"], [[3]], rtol=ROUND)
        np.testing.assert_allclose(out.frames[-1]["truss/line/force"], [[3]], rtol=ROUND)  # the pull on its nodes, of Green's strain too
        s = 1 + out.frames[-1]["displacement"][:, 0].max() - 0.3
        self.assertAlmostEqual(10 * (s**2 - 1) / 2 * s, 3, delta=1e-9)  # N dE/ds, of N = EA E

    def test_membrane(self):
        """One edge of a strip is moved so that w = 0.3 x: slope and traction are the same in all cells."""
        for cell in ("triangle", "quadrilateral"):
            out = run(**STATIC, mesh="rectangle", mesh_n="3,2", mesh_upper="1.5,1", mesh_cell=cell, parts="skin", part_skin_set="all", part_skin_element="membrane", part_skin_tension=7,
                      part_skin_mass_per_area=0, supports="left,right", support_left_fix="z", support_right_motion_z="0.45*t")
            for frame_name, value in (("slope", 0.3), ("traction", 2.1)):
                found = out.frames[-1][f"skin/{cell}/{frame_name}"]
                np.testing.assert_allclose(found, np.tile([value, 0, 0], (len(found), 1)), rtol=0, atol=1e-9)


class Points(unittest.TestCase):
    def test_spring_and_damper(self):
        """A mass on a spring and a damper to ground, let go at 2: forces -k x and -c v on it at all times, momentum m v."""
        sets = {name: (gmsh_file.POINT, [(0,)]) for name in ("mass", "spring", "damper")}
        place = {f"probe_{p}_{k}": v for p in ("mass", "spring", "damper") for k, v in (("part", p), ("point", "0,0,0"))}
        out = on_mesh([(0, 0, 0)], sets, parts="mass,spring,damper", part_mass_element="mass", part_mass_mass=3, part_spring_element="spring", part_spring_stiffness=5,
                      part_spring_direction="-2,0,0", part_damper_element="damper", part_damper_damping=0.7, part_damper_direction="1,0,0", initials="mass",
                      initial_mass_displacement_x=2, dt=0.01, t_end=2, probes="mass,spring,damper,node", probe_node_point="0,0,0", **place)
        x, v = out.probe["node"]["displacement"], out.probe["node"]["velocity"]
        np.testing.assert_allclose(out.probe["spring"]["elongation"].ravel(), -x[:, 0], atol=1e-14)
        np.testing.assert_allclose(out.probe["spring"]["force"].ravel(), -5 * x[:, 0], atol=1e-14)
        np.testing.assert_allclose(out.probe["damper"]["elongation_rate"].ravel(), v[:, 0], atol=1e-14)
        np.testing.assert_allclose(out.probe["damper"]["force"].ravel(), 0.7 * v[:, 0], atol=1e-14)
        np.testing.assert_allclose(out.probe["mass"]["momentum"], 3 * v, atol=1e-14)
        self.assertGreater(abs(v).max(), 1)

    def test_body(self):
        """A free body with an eccentric center: its momenta are those of the model, the angular one about the center of mass."""
        for linearize in ({}, {"linearize": True}):
            own = {"mass": 2, "center": "0.3,0,0", "inertia": "1,2,3,0,0,0", **POINT_MASS, "element": "body"}
            own.update({"mass": 2, "center": "0.3,0,0", "inertia": "1,2,3,0,0,0"})
            out = on_mesh([(0, 0, 0)], {"body": (gmsh_file.POINT, [(0,)])}, parts="body", **body("body", **own), initials="body", initial_body_angular_velocity_z=0.5,
                          initial_body_velocity_y=1, probes="p", probe_p_part="body", probe_p_point="0,0,0", dt=0.01, t_end=0.5, integrator="esdirk43_6l", **linearize)
            np.testing.assert_allclose(out.probe["p"]["momentum"][0], [0, 2 * (1 + 0.3 * 0.5), 0], atol=1e-12)
            np.testing.assert_allclose(out.probe["p"]["angular_momentum"][0], [0, 0, 3 * 0.5], atol=1e-12)
            np.testing.assert_allclose(out.probe["p"]["momentum"], out.history["momentum"], atol=1e-9)
            np.testing.assert_allclose(out.probe["p"]["angular_momentum"][:, 2], 1.5, atol=1e-6)  # about a free body's center nothing acts

    def test_rotational_spring(self):
        """A moment M on a body that a spring k holds: angle M/k about any axis, also beyond small ones."""
        for direction, linearize in ((None, {}), ("0,0,1", {}), (None, {"linearize": True})):
            out = on_mesh([(0, 0, 0)], {"body": (gmsh_file.POINT, [(0,)])}, **STATIC, parts="body,spring", **body("body"), part_spring_set="body", part_spring_element="rotational_spring",
                          part_spring_stiffness=4, **({"part_spring_direction": direction} if direction else {}), supports="body", support_body_fix="xyz", support_body_fix_rotation="xy",
                          loads="body", load_body_moment="0,0,6", **linearize)
            np.testing.assert_allclose(out.frames[-1]["spring/point/angle"], [[0, 0, 1.5]], atol=1e-9)
            np.testing.assert_allclose(out.frames[-1]["spring/point/moment"], [[0, 0, 6]], atol=1e-9)


if __name__ == "__main__":
    unittest.main()
