# SPDX-License-Identifier: BSD-2-Clause
"""Initial shapes of beams that displacements alone give: rotations follow the slope, so that the energy is that of bending."""
import os
import tempfile
import unittest

import numpy as np

from models import SLENDER, angle, on_mesh, rotation_vector
from run import RELEASE, fsolve, options, release
import gmsh_file  # tools/

START = {"parts": "beam", "part_beam_element": "beam", **SLENDER, "integrator": "trapezoidal", "dt": 1e-7, "t_end": 1e-7, "output_every": 1, "part_beam_mass_per_length": 1, "part_beam_inertia": "1e-4,1e-4,1e-4,0,0,0"}
EI = SLENDER["part_beam_eiy"]


def line(direction, n, order=1, length=1.0):
    """Nodes and sets of a line of beams from the origin; its set is 'beam', that of its ends 'start' and 'end'."""
    count = n * order
    nodes = [tuple(length * i / count * np.asarray(direction)) for i in range(count + 1)]
    cells = [(e, e + 1) for e in range(n)] if order == 1 else [(2 * e, 2 * e + 2, 2 * e + 1) for e in range(n)]
    return nodes, {"beam": (gmsh_file.LINE if order == 1 else gmsh_file.LINE3, cells), "start": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(count,)])}


def shape(displacement, along, name="all"):
    """Options of an initial displacement displacement(s) along a direction; s is the coordinate along the beam."""
    return {f"initial_{name}_displacement_{c}": f"{float(a)!r}*({displacement})" for c, a in zip("xyz", along) if abs(a) > 1e-12}


def axes(seed):
    """A random direction and one perpendicular to it."""
    rng = np.random.default_rng(seed)
    t = rng.normal(size=3)
    t /= np.linalg.norm(t)
    n = np.cross(t, rng.normal(size=3))
    return t, n / np.linalg.norm(n)


def rotation(vector):
    a, k = np.linalg.norm(vector), np.asarray(vector) / np.linalg.norm(vector)
    K = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return np.eye(3) + np.sin(a) * K + (1 - np.cos(a)) * K @ K


def rigid(R):
    """Options of the displacements (R - 1) x."""
    A = R - np.eye(3)
    return {f"initial_all_displacement_{c}": "+".join(f"({float(a)!r})*{x}" for a, x in zip(row, "xyz")) for c, row in zip("xyz", A)}


def energy(nodes, sets, **keys):
    return on_mesh(nodes, sets, **{**START, **keys}).energy["strain"][0]


class Bent(unittest.TestCase):
    def bent(self, seed, n=40, order=1, **keys):
        """The energy EI/2 of the integral of f''^2 = 36 (1-s)^2, f = (3 s^2-s^3) 1e-4."""
        t, normal = axes(seed)
        nodes, sets = line(t, n, order)
        s = "(" + "+".join(f"({float(a)!r})*{x}" for a, x in zip(t, "xyz")) + ")"
        found = energy(nodes, sets, initials="all", supports="start", **shape(f"1e-4*(3*{s}^2-{s}^3)", normal), **keys)
        exact = EI / 2 * 36e-8 / 3
        self.assertLess(abs(found / exact - 1), 0.02, (seed, order, keys))

    def test_in_any_direction(self):
        for seed in range(3 if RELEASE else 1):
            self.bent(seed)
        self.bent(3, n=20, order=2)
        self.bent(4, ranks=3)
        self.bent(5, linearize=True)

    @release
    def test_in_sixty_directions(self):
        for seed in range(60):
            self.bent(seed, order=1 + seed % 2, n=40 // (1 + seed % 2))

    def test_rotations_are_the_slopes(self):
        nodes, sets = line((1, 0, 0), 10)
        out = on_mesh(nodes, sets, **START, initials="all", initial_all_displacement_z="0.1*x^2", supports="start")
        x = out.nodes[:, 0]
        np.testing.assert_allclose(rotation_vector(out.frames[0]["rotation"])[:, 1], -np.arctan(0.2 * x), atol=1e-7)

    def test_given_rotations_stay(self):
        nodes, sets = line((1, 0, 0), 10)
        out = on_mesh(nodes, sets, **START, initials="all", initial_all_displacement_z="0.1*x^2", initial_all_rotation_y=0, supports="start")
        self.assertEqual(abs(out.frames[0]["rotation"][:, 1:]).max(), 0)

    def test_a_translation_does_not_turn(self):
        nodes, sets = line((1, 0, 0), 4)
        out = on_mesh(nodes, sets, **START, initials="all", initial_all_displacement_z="0.1")
        self.assertEqual(abs(out.frames[0]["rotation"][:, 1:]).max(), 0)

    def test_the_line_that_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            nodes, sets = line((1, 0, 0), 20)
            gmsh_file.write(os.path.join(folder, "line.msh"), nodes, sets)
            keys = {**START, "mesh": "line.msh", "initials": "all", "supports": "start", "output": "o.h5"}
            for more, said in (({"initial_all_displacement_z": "0.1*x^2"}, True), ({"initial_all_displacement_z": "1"}, False), ({"initial_all_velocity_z": "x^2"}, False)):
                done = fsolve(options(**keys, **more, overwrite=True), cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual("rotations of 20 nodes of beams follow" in done.stdout, said)


def frame():
    """Three members in different directions that meet, one of them with a corner, two elements each."""
    corners = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0.5), (0.2, 0.4, 1)])
    nodes, cells = list(map(tuple, corners)), []
    for a, b in ((0, 1), (1, 2), (1, 3)):
        nodes.append(tuple((corners[a] + corners[b]) / 2))
        cells += [(a, len(nodes) - 1), (len(nodes) - 1, b)]
    return nodes, {"beam": (gmsh_file.LINE, cells), "corner": (gmsh_file.POINT, [(1,)])}


class Frames(unittest.TestCase):
    def turned(self, vector, **keys):
        """A frame that its displacements turn rigidly has no energy, and nodes turn with it."""
        R = rotation(vector)
        out = on_mesh(*frame(), **START, initials="all", **rigid(R), **keys)
        scale = 1e6 * np.linalg.norm(vector) ** 2
        self.assertLess(out.energy["strain"][0], 1e-10 * scale, vector)
        quaternion = out.frames[0]["rotation"][np.linalg.norm(out.nodes - [1, 0, 0], axis=1) < 1e-9][0]
        self.assertAlmostEqual(np.cos(angle(quaternion)), np.cos(np.linalg.norm(vector)), delta=1e-7)

    def test_rigid_rotations(self):
        for vector, ranks in (((0.7, 0.2, -0.3), 1), ((0.01, 0, 0), 2), ((0, 2.2, 0.9), 1)):
            self.turned(vector, ranks=ranks if RELEASE else 1)

    @release
    def test_random_rotations(self):
        rng = np.random.default_rng(1)
        for _ in range(60):
            self.turned(rng.normal(size=3))

    def test_a_part_of_a_beam(self):
        """The end alone is displaced: its slope is that of its element, whose energy is less than with the end parallel to itself."""
        nodes, sets = line((1, 0, 0), 4)
        keys = {"initials": "end", "initial_end_displacement_z": 1e-3, "supports": "start"}
        follows, parallel = energy(nodes, sets, **keys), energy(nodes, sets, **keys, initial_end_rotation_y=0)
        self.assertLess(follows, parallel / 2)


if __name__ == "__main__":
    unittest.main()
