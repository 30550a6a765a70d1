# SPDX-License-Identifier: BSD-2-Clause
"""Damped modes against closed forms: complex frequencies, multiple ones, joints, rigid motions, any ranks."""
import unittest

import numpy as np

import gmsh_file  # tools/
from models import body, joint
from run import RANKS, RELEASE
from studies import extrapolated, line, modes

BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e6, "part_beam_gay": 1e5, "part_beam_gaz": 1e5, "part_beam_gj": 3e3,
        "part_beam_eiy": 1e2, "part_beam_eiz": 1e2, "part_beam_mass_per_length": 2.0, "part_beam_inertia": "0.02,0.01,0.01,0,0,0"}


def damped(*case, **keys):
    """(z of all modes, what was written)"""
    out = modes(*case, modes_damped=True, quiet=True, **keys)
    return out["growth"] + 2j * np.pi * out["frequency"], out


def oscillator(m, c, k, **keys):
    """A mass on a spring and a damper to ground, along x."""
    sets = {"mass": (gmsh_file.POINT, [(0,)])}
    parts = {"parts": "mass,spring,damper", "part_mass_element": "mass", "part_mass_mass": m, "directions": "x",
             **{f"part_{n}_{key}": v for n, value in (("spring", ("stiffness", k)), ("damper", ("damping", c)))
                for key, v in (("element", n), ("set", "mass"), ("direction", "1,0,0"), value)}}
    return damped(own=([(0, 0, 0)], sets), modes=2, **parts, **keys)


class Damped(unittest.TestCase):
    def test_oscillator(self):
        """Below and above the critical damping, in three units of time."""
        for unit in (1, 1e-4, 1e3):
            for c in (0.3, 5.0):
                z, out = oscillator(2, c / unit, 3 / unit**2)
                exact = np.roots([2, c, 3]) / unit
                exact = exact[exact.imag >= 0]
                np.testing.assert_allclose(z, exact[np.argsort(abs(exact))], rtol=1e-12)
                np.testing.assert_allclose(out["damping"], -z.real / abs(z), rtol=1e-12)

    def test_bar(self):
        """Clamped, with a damper at its end that takes more, or less, than a wave brings: Richardson's limit of four meshes."""
        impedance, length, speed = 2.0 * np.sqrt(3.0 * 5.0), 2.0, np.sqrt(3.0 / 5.0)
        for c in (0.5 * impedance, 3 * impedance):
            ratio = impedance / c
            exact = (-np.log((ratio + 1) / abs(ratio - 1)) / 2 + 1j * np.pi * (np.arange(4) + (0.5 if ratio > 1 else 0))) * speed / length
            found = [damped(**line(length, n), parts="bar,dash", part_bar_set="all", part_bar_element="bar", part_bar_young=3, part_bar_area=2, part_bar_density=5, directions="x",
                            supports="start", part_dash_element="damper", part_dash_set="end", part_dash_damping=c, part_dash_direction="1,0,0", modes=4)[0][:4] for n in (20, 40, 80, 160)]
            for part in (np.real, np.imag):
                np.testing.assert_allclose(extrapolated([part(z) for z in found])[0], part(exact), rtol=1e-7, atol=1e-7 * speed / length)

    def test_double(self):
        """A cantilever that bends alike in two directions, damped as its stiffness: z^2 + beta omega^2 z + omega^2 = 0, each twice."""
        keys = {**line(3.0, 20), **BEAM, "supports": "start"}
        omega = 2 * np.pi * modes(modes=8, quiet=True, **keys)["frequency"]
        z, out = damped(modes=8, part_beam_damping=1e-3, **keys)
        exact = -1e-3 * omega**2 / 2 + 1j * omega * np.sqrt(1 - (1e-3 * omega / 2) ** 2)
        np.testing.assert_allclose(z, exact, rtol=1e-8)
        self.assertLess(abs(omega[1] / omega[0] - 1), 1e-9)
        self.assertLess(out["residual"].max(), 1e-6)  # of the second of a pair: what is left of a vector beside the first

    def test_loss_factor(self):
        """z^2 m + k (1 + i eta) = 0, beside a damper z^2 m + z c + k (1 + i eta) = 0; and each of a pair of a beam: z = i omega sqrt(1 + i eta)."""
        for c in (0, 0.3):
            z, _ = oscillator(2, c, 3, part_spring_loss_factor=0.2)
            exact = np.roots([2, c, 3 * (1 + 0.2j)])
            np.testing.assert_allclose(z, exact[exact.imag > 0], rtol=1e-11)
        keys = {**line(3.0, 20), **BEAM, "supports": "start", "part_beam_loss_factor": 0.1}
        for ranks in (1, 3) if RELEASE else (1,):
            undamped = modes(None, ranks, modes=6, quiet=True, **keys)
            omega = 2 * np.pi * undamped["frequency"]
            np.testing.assert_allclose(undamped["damping"], 0.05, rtol=1e-9)
            z, _ = damped(None, ranks, modes=6, **keys)
            np.testing.assert_allclose(z, 1j * omega * np.sqrt(1 + 0.1j), rtol=1e-8)

    def test_ranks(self):
        found = [damped("wave2d", ranks, mesh_n="8,8", modes=8, damping_mass=0.02)[0] for ranks in RANKS]
        omega = 2 * np.pi * modes("wave2d", mesh_n="8,8", modes=8, quiet=True)["frequency"]
        for z in found:
            np.testing.assert_allclose(z, -0.01 + 1j * np.sqrt(omega[: len(z)] ** 2 - 1e-4), rtol=1e-9)

    def test_pendulum(self):
        """On a revolute joint with a damper: z^2 + c/(m L^2) z + g/L = 0."""
        nodes, sets = [(0, 0, 0), (0, 0, -2.5)], {"body": (gmsh_file.POINT, [(1,)])}
        for c in (4.0, 400.0):
            z, _ = damped(own=(nodes, sets), modes=2, parts="body", gravity="0,0,-9.81", joints="pivot", initial_static=True,
                          **body("body", mass=3, inertia="1e-9,1e-9,1e-9,0,0,0"), **joint("pivot", "revolute", set="body", point="0,0,0", axis="0,1,0", angle_damping=c))
            exact = np.roots([1, c / (3 * 2.5**2 + 1e-9), 9.81 / 2.5])
            exact = exact[exact.imag >= 0]
            np.testing.assert_allclose(z, exact[np.argsort(abs(exact))], rtol=1e-7)

    def test_rigid(self):
        """A free chain of two masses with a spring and a damper: its rigid motion, and the relative one."""
        sets = {"one": (gmsh_file.POINT, [(0,), (1,)]), "link": (gmsh_file.LINE, [(0, 1)])}
        z, out = damped(own=([(0, 0, 0), (1, 0, 0)], sets), modes=5, directions="x", parts="one,link,dash", part_one_element="mass", part_one_mass=2.0, part_link_element="spring",
                        part_link_stiffness=5.0, part_dash_element="damper", part_dash_set="link", part_dash_damping=0.7)
        np.testing.assert_allclose(z, [0, -0.35 + 1j * np.sqrt(5 - 0.35**2)], rtol=1e-10)
        self.assertEqual(list(out["rigid"]), [1, 0])
        np.testing.assert_allclose(out["shape"][1, :, 0], np.array([1, -1]) / 2, rtol=1e-9)  # in phase, mass-normalised
        np.testing.assert_allclose(out["shape_imaginary"], 0, atol=1e-9)


class Wrong(unittest.TestCase):
    """Where vectors of chance, mixed units or a shift aside would mislead."""

    def test_equal_modes(self):
        """Thirty equal oscillators, with equal dampers: all are there, whatever number is asked for; and when one rank has none of them."""
        n = 30
        nodes = [(float(k), 0, 0) for k in range(n)] + [(-1.0 - k, 0, 0) for k in range(12)]
        sets = {"one": (gmsh_file.POINT, [(k,) for k in range(n)]), "held": (gmsh_file.LINE, [(n + k, n + k + 1) for k in range(11)])}
        parts = {"parts": "one,spring,damper,rod", "part_one_element": "mass", "part_one_mass": 1, "directions": "x", "part_rod_set": "held", "part_rod_element": "bar", "part_rod_young": 1, "part_rod_area": 1,
                 "part_rod_density": 1, "supports": "held", **{f"part_{k}_{key}": v for k, value in (("spring", ("stiffness", 4)), ("damper", ("damping", 0.2)))
                                                            for key, v in (("element", k), ("set", "one"), ("direction", "1,0,0"), value)}}
        for ranks in (1, 3) if RELEASE else (1,):
            z, _ = damped(None, ranks, own=(nodes, sets), modes=5, **parts)
            np.testing.assert_allclose(z, np.full(n, -0.1 + 1j * np.sqrt(4 - 0.01)), rtol=1e-11)

    def test_small(self):
        """A free beam of a micrometre in kg, m, s: six zeros, and frequencies as those of one of a metre, times 1e6."""
        found = []
        for size in (1.0, 1e-6):
            z, out = damped(mesh="line", mesh_n=10, mesh_upper=size, parts="beam", part_beam_set="all", part_beam_element="beam", part_beam_section="rectangle", part_beam_width=0.01 * size,
                            part_beam_height=0.02 * size, part_beam_young=2.1e11, part_beam_poisson=0.3, part_beam_density=7800, modes=10)
            self.assertEqual(list(out["rigid"]), [1] * 6 + [0] * (len(z) - 6))
            found.append(z[6:] * size)
        np.testing.assert_allclose(found[1], found[0], rtol=1e-6)

    def test_nearest(self):
        """A mass on a damper, z = 0 and -0.95, beside oscillators of 1 to 1.2 rad/s; and z = 0 and -2000, which nothing elastic measures."""
        n = 40
        nodes = [(float(k), 0, 0) for k in range(n + 1)]
        springs = {f"k{k}": (gmsh_file.POINT, [(k + 1,)]) for k in range(n)}
        sets = {"loose": (gmsh_file.POINT, [(0,)]), "rest": (gmsh_file.POINT, [(k,) for k in range(1, n + 1)]), **springs}
        parts = {"parts": ",".join(["loose", "dash", "rest", *springs]), "directions": "x", "part_loose_element": "mass", "part_loose_mass": 1, "part_dash_element": "damper", "part_dash_set": "loose",
                 "part_dash_direction": "1,0,0", "part_rest_element": "mass", "part_rest_mass": 1}
        for k, name in enumerate(springs):
            parts.update({f"part_{name}_element": "spring", f"part_{name}_direction": "1,0,0", f"part_{name}_stiffness": (1 + 0.2 * k / n) ** 2})
        z, _ = damped(own=(nodes, sets), modes=3, part_dash_damping=0.95, **parts)
        np.testing.assert_allclose(z, [0, -0.95, 1j], rtol=1e-10, atol=1e-10)
        alone = {**parts, "parts": "loose,dash"}
        alone = {k: v for k, v in alone.items() if not k.startswith(("part_k", "part_rest"))}
        z, _ = damped(own=([(0, 0, 0)], {"loose": (gmsh_file.POINT, [(0,)])}), modes=2, part_dash_damping=2000, **alone)
        np.testing.assert_allclose(z, [0, -2000], rtol=1e-12, atol=1e-9)


if __name__ == "__main__":
    unittest.main()
