# SPDX-License-Identifier: BSD-2-Clause
"""Absorbing ends: a pulse that meets the end of a bar or the edge of a membrane is gone, where a fixed end sends it back."""
import unittest

import numpy as np

from run import run
import refusal

LINE = {"mesh": "line", "mesh_upper": 10, "supports": "start", "parts": "rod,last", "part_rod_set": "all", "part_last_set": "end", "part_last_element": "absorber",
        "part_last_direction": "1,0,0", "probe_middle_point": "5,0,0"}
FEW = {"mesh_n": 4, "dt": 0.1, "t_end": 1}
AREA, YOUNG, DENSITY = 0.5, 4.0, 1.0
BAR = {"part_rod_element": "bar", "part_rod_young": YOUNG, "part_rod_area": AREA, "part_rod_density": DENSITY}
SKIN = {"mesh": "rectangle", "mesh_upper": "10,0.075", "supports": "left", "parts": "skin,edge", "part_skin_set": "all", "part_skin_element": "membrane", "part_skin_tension": 9,
        "part_skin_mass_per_area": 1, "part_edge_set": "right", "part_edge_element": "absorber", "part_edge_direction": "0,0,1", "probe_middle_point": "5,0.025,0"}


def returned(direction, speed, n, size=1.0, **keys):
    """Largest |displacement| at x = 5, over that of the pulse, when what comes back from the end x = 10 passes. The pulse, sin^4 over 1 < x < 5, runs up in x."""
    inside, phase, rate = "x>1 && x<5", "pi*(x-1)/4", np.pi * speed
    start = {f"initial_all_displacement_{direction}": f"{inside} ? {size}*sin({phase})^4 : 0",
             f"initial_all_velocity_{direction}": f"{inside} ? -{size * rate}*sin({phase})^3*cos({phase}) : 0"}
    out = run(initials="all", **start, integrator="lms4", dt=0.4 * 10 / n / speed, t_end=12.5 / speed, probes="middle", **keys)
    u, way = out.probe["middle"]["displacement"][:, "xyz".index(direction)] / size, out.time * speed
    assert abs(u[way < 5].max() - 1) < 2e-3  # it passes
    return abs(u[way > 5]).max()  # from way = 10 to 14 the other way


class Waves(unittest.TestCase):
    """The mesh, 160 cells to the pulse, sends back (k h)^2/24 or so: 1e-4."""

    def bar(self, **keys):
        return returned("x", np.sqrt(YOUNG / DENSITY), 400, mesh_n=400, **{**LINE, **BAR, **keys})

    def skin(self, **keys):
        return returned("z", 3.0, 400, mesh_n="400,3", **{**SKIN, **keys})

    def test_bar(self):
        self.assertLess(self.bar(part_last_of="rod"), 5e-4)
        self.assertLess(self.bar(part_last_impedance=AREA * np.sqrt(YOUNG * DENSITY)), 5e-4)

    def test_bar_with_other_ends(self):
        """A dashpot of r times the impedance sends back |1 - r|/(1 + r), a fixed end all."""
        for r in (0, 0.5, 3):
            self.assertAlmostEqual(self.bar(part_last_impedance=r), abs(1 - r) / (1 + r), delta=2e-3)
        fixed = {k: v for k, v in LINE.items() if "last" not in k}
        self.assertAlmostEqual(returned("x", 2.0, 400, mesh_n=400, **{**fixed, **BAR, "parts": "rod", "supports": "start,end"}), 1, delta=2e-3)

    def test_membrane(self):
        for cell in ("quadrilateral", "triangle"):
            with self.subTest(cell):
                self.assertLess(self.skin(part_edge_of="skin", mesh_cell=cell), 5e-4)
        free = {k: v for k, v in SKIN.items() if "edge" not in k}
        self.assertAlmostEqual(returned("z", 3.0, 400, mesh_n="400,3", **{**free, "parts": "skin", "supports": "left,right"}), 1, delta=2e-3)

    def test_prestressed_truss(self):
        """Small waves at the length where the force is N0 run by EA + N0 (Green's strain), EA, EA - N0 (logarithmic): without N0 a sixth would come back."""
        ea, n0 = 2.0, 1.0
        for strain, stiffness in (("green", ea + n0), ("biot", ea), ("logarithmic", ea - n0)):
            with self.subTest(strain):
                rod = {"part_rod_element": "truss", "part_rod_ea": ea, "part_rod_mass_per_length": 1, "part_rod_prestress": n0, "part_rod_strain": strain, "loads": "end",
                       "load_end_force": f"{n0},0,0", "directions": "x", "part_last_of": "rod"}
                self.assertLess(returned("x", np.sqrt(stiffness), 200, 1e-5, mesh_n=200, **LINE, **rod), 1e-3)

    def test_beam_along_its_axis(self):
        rod = {"part_rod_element": "beam", "part_rod_ea": 2, "part_rod_gay": 1, "part_rod_gaz": 1, "part_rod_gj": 1, "part_rod_eiy": 1, "part_rod_eiz": 1,
               "part_rod_mass_per_length": 1, "part_rod_inertia": "1,1,1,0,0,0", "linearize": True, "part_last_of": "rod"}
        self.assertLess(returned("x", np.sqrt(2), 200, mesh_n=200, **LINE, **rod), 1e-3)


class Refused(refusal.Table):
    ROWS = [
        (None, {**LINE, **BAR, **FEW}, "part 'last' needs one of -part_last_impedance, a number, and -part_last_of"),
        (None, {**LINE, **BAR, **FEW, "part_last_of": "rod", "part_last_impedance": 1}, "part 'last' needs one of"),
        (None, {**LINE, **BAR, **FEW, "part_last_impedance": -1}, "-part_last_impedance -1: must not be negative"),
        (None, {**LINE, **BAR, **FEW, "part_last_of": "rot"}, "-part_last_of rot: no part of that name comes before 'last'"),
        (None, {**LINE, **BAR, **FEW, "part_last_of": "rod", "part_last_direction": "0,0,0"}, "absorber of 'end' at .* has no direction"),
        (None, {**LINE, **BAR, **FEW, "part_last_of": "rod", "part_last_set": "all"}, "a line does not bound a line; points bound lines"),
        (None, {**LINE, **BAR, **FEW, "part_last_of": "rod", "part_rod_density": 0}, "-part_last_of rod: the bars of that part have no impedance"),
    ]


if __name__ == "__main__":
    unittest.main()
