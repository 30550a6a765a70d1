# SPDX-License-Identifier: BSD-2-Clause
"""Inertia of beams with two nodes and inner shapes: frequencies of one element a member, order of the mesh, free fall, free flight."""
import unittest

import numpy as np

import gmsh_file  # tools/
from models import balance, on_mesh
from run import run
from studies import line, modes, roots

LENGTH, EI, GA, MASS, TURN = 3.0, 1e2, 1e7, 2.0, 0.001
BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e8, "part_beam_gay": GA, "part_beam_gaz": GA, "part_beam_gj": 3e3,
        "part_beam_eiy": EI, "part_beam_eiz": EI, "part_beam_mass_per_length": MASS, "part_beam_inertia": f"{2 * TURN},{TURN},{TURN},0,0,0"}
PINNED = {"supports": "start,end", "support_start_fix": "xz", "support_end_fix": "z"}


def determinant(rows, columns):
    """Whose roots are the natural frequencies [rad/s] of a Timoshenko beam: of (deflection, rotation, moment, shear force), rows vanish at the far end, columns are free."""
    def of(omega):
        A = np.array([[0, 1, 0, 1 / GA], [0, 0, 1 / EI, 0], [0, -TURN * omega**2, 0, -1], [-MASS * omega**2, 0, 0, 0]], complex)
        values, vectors = np.linalg.eig(A * LENGTH)
        return np.linalg.det((vectors @ np.diag(np.exp(values)) @ np.linalg.inv(vectors)).real[np.ix_(rows, columns)])
    return of


def bending(n, **keys):
    """The first two frequencies in the plane [Hz]."""
    return modes(**line(LENGTH, n), **{**BEAM, "modes": 2, "directions": "xz", "quiet": True, **keys})["frequency"][:2]


class Frequencies(unittest.TestCase):
    def compare(self, rows, columns, **keys):
        exact = roots(determinant(rows, columns), 0.5, 500, 4000, 2) / (2 * np.pi)
        for linearize in (True, False):
            errors = np.array([bending(n, linearize=linearize, **keys) / exact - 1 for n in (2, 4, 8)])
            self.assertGreater(np.log2(errors[0] / errors[1]).min(), 2.7, f"{errors}")
            self.assertGreater(np.log2(errors[1] / errors[2]).min(), 3.5, f"{errors}")
            self.assertLess(abs(errors[1][0]), 4e-4)

    def test_cantilever(self):
        self.compare([2, 3], [2, 3], supports="start")

    def test_pinned(self):
        self.compare([0, 2], [1, 3], **PINNED)

    def test_lumped(self):
        """Mass at the nodes alone has no inner shapes, and the error is of second order."""
        exact = roots(determinant([2, 3], [2, 3]), 0.5, 500, 4000, 2) / (2 * np.pi)
        errors = [bending(n, supports="start", part_beam_mass="lumped")[0] / exact[0] - 1 for n in (8, 16)]
        self.assertAlmostEqual(np.log2(errors[0] / errors[1]), 2, delta=0.2)

    def test_off_the_line(self):
        """The same beam about another line of nodes has the same frequencies, with inner shapes in coupled sections."""
        keys = dict(supports="start", modes=6, linearize=True)
        found = []
        for offset in ("0,0", "0.03,-0.02"):
            away = [-float(x) for x in offset.split(",")]
            out = modes(**line(LENGTH, 3), **{**BEAM, **keys, "part_beam_offset": ",".join(map(str, away)), "part_beam_direction": "0,1,0"}, quiet=True)
            found.append(out["frequency"][:6])
        np.testing.assert_allclose(found[1], found[0], rtol=2e-6)

    def test_frame_of_bathe_and_wilson(self):
        """omega^2 of a frame of ten bays and nine storeys: the mass matrices of lumped and of inner shapes in one element a member."""
        given = {"lumped": (0.589541, 5.52696, 16.5879), "consistent": (0.589851, 5.55240, 16.7925)}
        nodes = [(20.0 * i, 0.0, 10.0 * j) for j in range(10) for i in range(11)]
        columns = [(11 * j + i, 11 * (j + 1) + i) for j in range(9) for i in range(11)]
        beams = [(11 * j + i, 11 * j + i + 1) for j in range(1, 10) for i in range(10)]
        for mass, squares in given.items():
            section = {"ea": 3 * 432000, "gay": 1e11, "gaz": 1e11, "gj": 432000, "eiy": 432000, "eiz": 432000, "mass_per_length": 3, "mass": mass}
            sets = {"frame": (gmsh_file.LINE, columns + beams), "ground": (gmsh_file.POINT, [(i,) for i in range(11)])}
            out = on_mesh(nodes, sets, runner=modes, parts="frame", part_frame_set="frame", part_frame_element="beam", supports="ground", directions="xz", modes=3,
                          linearize=True, quiet=True, **{f"part_frame_{k}": v for k, v in section.items()})
            np.testing.assert_allclose((2 * np.pi * out["frequency"][:3]) ** 2, squares, rtol=3e-5)


    def test_earthquake(self):
        """The frame of inputs/earthquake.opts with one element a member: 1.062 or 1.063 Hz, rounded."""
        self.assertAlmostEqual(modes("earthquake", modes=1, members_n=1)["frequency"][0], 1.0625, delta=1e-3)

    def test_frame_in_space(self):
        """A frame of 4 x 4 bays and 8 storeys: the first mode of one element a member is within 0.5 % of that of two, whose error is a sixteenth."""
        n, floors = 5, 8
        at = lambda i, j, k: n * n * k + n * j + i  # noqa: E731
        ends = [(at(i, j, k), at(i, j, k + 1)) for k in range(floors) for j in range(n) for i in range(n)]
        ends += [line for k in range(1, floors + 1) for j in range(n) for i in range(n - 1) for line in ((at(i, j, k), at(i + 1, j, k)), (at(j, i, k), at(j, i + 1, k)))]
        section = {"element": "beam", "ea": 2.1e9, "gay": 4e8, "gaz": 4e8, "gj": 8e5, "eiy": 3e6, "eiz": 6e6, "mass_per_length": 78, "inertia": "0.5,0.2,0.3,0,0,0"}
        found = []
        for pieces in (1, 2):
            nodes = [(4.0 * i, 4.0 * j, 3.0 * k) for k in range(floors + 1) for j in range(n) for i in range(n)]
            lines = []
            for a, b in ends:
                chain = [a, *range(len(nodes), len(nodes) + pieces - 1), b]
                nodes += [tuple(np.mean([nodes[a], nodes[b]], axis=0)) for _ in chain[2:]]
                lines += zip(chain, chain[1:])
            sets = {"frame": (gmsh_file.LINE, lines), "ground": (gmsh_file.POINT, [(i,) for i in range(n * n)])}
            found.append(on_mesh(nodes, sets, runner=modes, parts="frame", supports="ground", modes=1, linearize=True, quiet=True, **{f"part_frame_{k}": v for k, v in section.items()})["frequency"][0])
        self.assertAlmostEqual(found[0] / found[1], 1, delta=16 / 15 * 5e-3)


class Motion(unittest.TestCase):
    FREE = dict(mesh="line", mesh_n=3, mesh_upper="2,1,3", parts="beam", part_beam_element="beam", part_beam_set="all", part_beam_direction="1,2,-2",
                part_beam_mass_per_length=2, part_beam_inertia="0.02,0.01,0.01,0,0,0", part_beam_ea=300, part_beam_gay=200, part_beam_gaz=200, part_beam_gj=2,
                part_beam_eiy=3, part_beam_eiz=2, integrator="esdirk43_6l", probes="end")

    def test_free_fall(self):
        """A beam that nothing holds falls without bending under its weight, also with coupled sections and a mass off the line, and in linear models."""
        for keys in ({}, {"part_beam_center": "0.1,-0.2", "part_beam_offset": "0.05,0.1"}, {"linearize": True}):
            out = run(**{**self.FREE, **keys}, gravity="3,-4,5", dt=0.05, t_end=1)
            self.assertLess(abs(out.energy["strain"]).max(), (1e-14 if "linearize" in keys else 1e-24) * out.energy["kinetic"][-1])  # linear: round-off of q . K q
            np.testing.assert_allclose(out.probe["end"]["displacement"][-1], [1.5, -2, 2.5], rtol=1e-9)

    def test_free_flight(self):
        """A beam that tumbles and bends freely conserves momentum, angular momentum and energy, with smaller steps to the order of the scheme."""
        fields = {"initial_all_velocity_x": "1+y*z/2", "initial_all_velocity_y": "z^2/3", "initial_all_velocity_z": "-x*y", "initial_all_angular_velocity_x": "1",
                  "initial_all_angular_velocity_y": "-x/2"}
        for center in ("0,0", "0.1,-0.05"):
            errors = []
            for dt in (0.02, 0.01):
                out = run(**self.FREE, initials="all", **fields, part_beam_center=center, dt=dt, t_end=1)
                momentum, moment, energy = out.history["momentum"], out.history["angular_momentum"], out.energy["total"]
                self.assertGreater(out.energy["strain"].max(), 0.015 * energy[0])
                errors.append([np.abs(x - x[0]).max() / np.abs(x).max() for x in (momentum, moment, energy)])
            self.assertLess(max(errors[1]), 1e-5, f"{errors}")
            self.assertGreater(np.log2(errors[0][1] / errors[1][1]), 3, f"{errors}")

    def test_mesh_of_a_bent_beam(self):
        """A cantilever let go from a large bend: the error of its motion is of fourth order in the mesh."""
        def motion(n, **keys):
            out = run(**{**self.FREE, "part_beam_ea": 3e4, "part_beam_gay": 2e4, "part_beam_gaz": 2e4, "mesh_n": n, "mesh_upper": "3,0,0", **keys}, supports="start", loads="end", load_end_force="0.2,0.5,0.8",
                      load_end_time="sin(pi*t/4)^2", dt=0.02, t_end=4)
            return out.probe["end"]["displacement"][100::50]
        fine = motion(32, mesh_order=2)
        errors = [np.abs(motion(n) - fine).max() for n in (4, 8, 16)]
        linear = [np.abs(motion(n, part_beam_mass="linear") - fine).max() for n in (4, 8, 16)]
        self.assertGreater(np.log2(errors[1] / errors[2]), 3.5, f"{errors}")
        self.assertLess(100 * errors[2], linear[2])


if __name__ == "__main__":
    unittest.main()
