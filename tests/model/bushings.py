# SPDX-License-Identifier: BSD-2-Clause
"""Springs in all directions: bushings, and springs without natural length, against closed forms, dense matrices and what stays."""
import unittest

import numpy as np

from models import balance, joint, matrix, on_mesh, one_body, two_bodies
from studies import modes
import gmsh_file  # tools/


def text(x):
    return ",".join(repr(float(v)) for v in np.ravel(x))


def cross_matrix(x):
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])


def random_matrix(seed, n=6):
    L = np.random.default_rng(seed).normal(size=(n, n))
    return L @ L.T


def rotation(theta):
    """Rodrigues' formula."""
    angle = np.linalg.norm(theta)
    S = cross_matrix(np.asarray(theta) / angle)
    return np.eye(3) + np.sin(angle) * S + (1 - np.cos(angle)) * S @ S


def logarithm(R):
    axial = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    return axial * np.arctan2(np.linalg.norm(axial), (np.trace(R) - 1) / 2) / np.linalg.norm(axial)


class Bushings(unittest.TestCase):
    def test_six_frequencies(self):
        """A body on a bushing: on its diagonal the roots of k/m and k/J; coupled, its axes turned, away from the center: those of dense matrices."""
        mass, J = 1.0, 0.1
        M = np.array([mass] * 3 + [J] * 3)
        sets, body = {"body": (gmsh_file.POINT, [(0,)])}, {"parts": "body", "part_body_element": "body", "part_body_mass": mass, "part_body_inertia": f"{J},{J},{J},0,0,0", "joints": "mount"}
        diagonal = np.array([100, 200, 300, 4, 5, 6.0])
        out = modes(own=([(0, 0, 0)], sets), modes=6, quiet=True, **body, **joint("mount", "bushing", set="body", stiffness=text(diagonal)))
        np.testing.assert_allclose((2 * np.pi * out["frequency"]) ** 2, np.sort(diagonal / M), rtol=1e-9)
        K, point = 50 * random_matrix(3), np.array([0.3, -0.2, 0.5])
        third, first = np.linalg.qr(np.random.default_rng(4).normal(size=(3, 2)))[0].T
        F = np.kron(np.eye(2), np.array([first, np.cross(third, first), third]))
        arm = np.block([[np.eye(3), -cross_matrix(point)], [np.zeros((3, 3)), np.eye(3)]])
        exact = np.linalg.eigvalsh((F @ arm).T @ K @ F @ arm / np.sqrt(np.outer(M, M)))
        axes = {"point": text(point), "axis": text(third), "second_axis": text(first)}
        out = modes(own=([(0, 0, 0)], sets), modes=6, quiet=True, **body, **joint("mount", "bushing", set="body", **axes, stiffness=text(K)))
        np.testing.assert_allclose((2 * np.pi * out["frequency"]) ** 2, exact, rtol=1e-8)

    def test_forces_of_the_energy(self):
        """Between two bodies far from where they fit: force and moment about the second point, by differences of y.K y/2."""
        r, K = np.random.default_rng(6), random_matrix(5)
        turn, u, point = r.normal(size=(2, 3)), r.normal(size=(2, 3)), np.array([0.4, 0.3, -0.2])
        start = {f"initial_{b}_{field}_{c}": repr(float(v)) for k, b in enumerate(("one", "two")) for field, x in (("rotation", turn[k]), ("displacement", u[k])) for c, v in zip("xyz", x)}
        x = np.array([[0, 0, 0], [1.0, 0, 0]])
        out = two_bodies(*x, joints="mount", initials="one,two", t_end=0.01, **start, **joint("mount", "bushing", set="pair", point=text(point), stiffness=text(K)))
        R = [rotation(t) for t in turn]
        P = x[1] + u[1] + R[1] @ (point - x[1]) - x[0] - u[0] - R[0] @ (point - x[0])

        def energy(d, spin):
            y = np.concatenate([R[0].T @ (P + d), logarithm(R[0].T @ rotation(spin) @ R[1])])
            return y @ K @ y / 2

        h, none = 1e-5, 1e-30 * np.ones(3)
        exact = [-(energy(h * e[:3], h * e[3:] + none) - energy(-h * e[:3], -h * e[3:] + none)) / (2 * h) for e in np.eye(6)]
        np.testing.assert_allclose(out.probe["mount"]["reaction"][0], exact, atol=1e-7 * np.abs(exact).max())
        self.assertAlmostEqual(out.energy["strain"][0], energy(np.zeros(3), none), delta=1e-10)

    def test_what_stays(self):
        """Two bodies that float and tumble: energy, momentum and angular momentum of large motions; with a damper, what it takes."""
        start = {f"initial_{b}_angular_velocity_{c}": v for b, w in (("one", (3, 2, -1)), ("two", (-2, 1, 4))) for c, v in zip("xyz", w)}
        for damping in ({}, {"damping": text(0.02 * random_matrix(8))}):
            keys = joint("mount", "bushing", set="pair", point="0.3,0.2,0.1", stiffness=text(0.1 * random_matrix(7) + 0.1 * np.eye(6)), **damping)
            out = two_bodies((0, 0, 0), (1, 0, 0), joints="mount", initials="one,two", part_one_inertia="0.1,0.2,0.25,0,0,0", initial_two_velocity_z=2, **start, **keys)
            turned = [np.trace(a.T @ b) for a, b in zip(*(matrix(out.probe[b]["rotation"]) for b in ("one", "two")))]
            self.assertLess(min(turned), 1)  # more than a right angle
            for name in ("momentum", "angular_momentum"):
                np.testing.assert_allclose(out.history[name], out.history[name][:1].repeat(len(out.time), 0), atol=1e-6)
            self.assertLess(balance(out), 2e-3 if damping else 1e-5)
            self.assertEqual(bool(damping), out.energy["damping"][-1] > 1)

    def test_half_a_turn(self):
        """A rotation beyond half a turn has no rotation vector: the run ends there, with status 3."""
        keys = joint("mount", "bushing", set="body", stiffness="1,1,1,0.1,0.1,0.1")
        for speed, stops in ((3.0, False), (3.3, True)):  # [rad/s] with a frequency of 1 rad/s: as many radians
            try:
                out = one_body((0, 0, 0), joints="mount", initials="body", initial_body_angular_velocity_x=speed, t_end=2, **keys)
                np.testing.assert_allclose(2 * np.arctan2(out.probe["body"]["rotation"][:, 1], out.probe["body"]["rotation"][:, 0]), speed * np.sin(out.time), atol=1e-6)
                self.assertFalse(stops)
            except RuntimeError as error:
                self.assertTrue(stops, error)
                self.assertIn("status 3", str(error))


class NoLength(unittest.TestCase):
    def test_through_the_origin(self):
        """A spring whose ends lie on each other: an oscillator in every direction, through its place and beside it; damped likewise."""
        for c in (0, 0.6):
            keys = joint("spring", "spring_damper", set="body", displacement_stiffness=9, displacement_damping=c)
            out = one_body((1, 2, 3), joints="spring", initials="body", initial_body_velocity_x=2, t_end=2, **keys)
            omega = np.sqrt(9 - c * c / 4)
            np.testing.assert_allclose(out.probe["body"]["displacement"][:, 0], 2 / omega * np.exp(-c / 2 * out.time) * np.sin(omega * out.time), atol=1e-7)
            self.assertLess(balance(out), 1e-3)
        out = one_body((1, 2, 3), joints="spring", initials="body", initial_body_velocity_y=2, t_end=2, **joint("spring", "spring_damper", set="body", point="0,2,3", length=0, displacement_stiffness=9))
        np.testing.assert_allclose(out.probe["body"]["displacement"], np.array([np.cos(3 * out.time) - 1, 2 / 3 * np.sin(3 * out.time), 0 * out.time]).T, atol=1e-7)
        np.testing.assert_allclose(out.probe["spring"]["displacement"], np.hypot(np.cos(3 * out.time), 2 / 3 * np.sin(3 * out.time)), atol=1e-7)

    def test_between_masses(self):
        """Two point masses that do not rotate at one place: they swing through each other, and their center goes on."""
        nodes, sets = [(0, 0, 0), (0, 0, 0)], {"one": (gmsh_file.POINT, [(0,)]), "two": (gmsh_file.POINT, [(1,)]), "pair": (gmsh_file.LINE, [(0, 1)])}
        mass = {f"part_{b}_{k}": v for b, m in (("one", 1), ("two", 3)) for k, v in (("element", "mass"), ("mass", m))}
        out = on_mesh(nodes, sets, parts="one,two", probes="one,two", **mass, initials="two", initial_two_velocity_x=4, joints="pair", dt=0.01, t_end=2, integrator="esdirk43_6l", **joint("pair", "spring_damper", displacement_stiffness=12))
        apart = np.sin(4 * out.time)
        for name, share in (("one", -0.75), ("two", 0.25)):
            np.testing.assert_allclose(out.probe[name]["displacement"][:, 0], 3 * out.time + share * apart, atol=1e-7)


class Turns(unittest.TestCase):
    def test_free_axis(self):
        """A shaft in a bushing that is free about its axis turns for ever at its rate, about any axis; a tilt swings by the stiffness against tilts at any angle."""
        axis = np.array([1.0, 2, 2]) / 3
        for stiffness in ("1e6,1e6,1e6,1e3,1e3,0", "1e6,1e6,1e6,0,0,0"):
            keys = {"joints": "b", "initials": "body", **joint("b", "bushing", set="body", axis="1,2,2", stiffness=stiffness), "part_body_inertia": "0.04,0.04,0.04,0,0,0"}
            spin = {f"initial_body_angular_velocity_{c}": 10 * x for c, x in zip("xyz", axis)}
            out = one_body((0, 0, 0), **keys, **spin, dt=0.01, t_end=4)
            np.testing.assert_allclose(out.probe["body"]["angular_velocity"], np.tile(10 * axis, (len(out.time), 1)), atol=1e-9)
        # a tilt swings with the frequency of k/J = 2500; a shaft that turns, too, keeps its energy over three turns
        for speed in (0.0, 10.0):
            out = one_body((0, 0, 0), joints="b", initials="body", **joint("b", "bushing", set="body", axis="0,0,1", stiffness="1e6,1e6,1e6,100,100,0"), part_body_inertia="0.04,0.04,0.04,0,0,0",
                           initial_body_angular_velocity_z=speed, initial_body_angular_velocity_x=1e-3, dt=0.002, t_end=2)
            if speed == 0:
                np.testing.assert_allclose(out.probe["body"]["angular_velocity"][:, 0], 1e-3 * np.cos(50 * out.time), atol=1e-6)
            np.testing.assert_allclose(out.probe["body"]["angular_velocity"][:, 2], speed, atol=1e-5)
            self.assertLess(balance(out), 1e-8)

    def test_held_axis_is_named(self):
        """With a spring about the axis half a turn is the end, and the joint is named."""
        with self.assertRaisesRegex(RuntimeError, "joint 'b'"):
            one_body((0, 0, 0), joints="b", initials="body", **joint("b", "bushing", set="body", axis="0,0,1", stiffness="1e6,1e6,1e6,1e3,1e3,1e-9"), initial_body_angular_velocity_z=10, t_end=1)


if __name__ == "__main__":
    unittest.main()
