# SPDX-License-Identifier: BSD-2-Clause
"""Temperature of shells and its gradient: free and clamped plates, bimetals, laminates, buckling, energies, rejected input."""
import unittest

import numpy as np

from models import balance
from run import MORE_RANKS, RELEASE, fsolve, options, run
from studies import study
from shell_sections import PART, TABLE, Table, plane_stiffness

E, NU, H, ALPHA, T, SLOPE = 70e9, 0.3, 0.02, 2e-5, 40.0, 300.0
D = E * H**3 / 12 / (1 - NU**2)
PLATE = {"analysis": "static", "mesh": "rectangle", "mesh_n": "3,2", "mesh_upper": "1.2,0.8", "probes": "end", "probe_end_point": "1.2,0.8,0", **PART}
METAL = {"part_s_young": E, "part_s_poisson": NU, "part_s_thickness": H, "part_s_density": 2700, "part_s_expansion": ALPHA}
FREE = {"supports": "bottom_left"}  # one corner is clamped
CLAMPED = {"supports": "left,right,bottom,top"}
LINEAR = {"linearize": True}
END = np.array([1.2, 0.8])


def cells(out, name):
    return out.frames[-1][f"s/quadrilateral/{name}"]


def end(out):
    return out.probe["end"]["displacement"][-1]


class Isotropic(unittest.TestCase):
    def test_free(self):
        """A free plate expands by alpha T without stress, also in large rotations; with -linearize a temperature that is linear in place causes no stress."""
        scale = E * H * ALPHA * T
        for keys in ({}, LINEAR, {"part_s_offset": 0.01}):
            out = run(**PLATE, **METAL, **FREE, part_s_temperature=T, **keys)
            np.testing.assert_allclose(end(out), [*(ALPHA * T * END), 0], rtol=1e-9, atol=1e-13)
            np.testing.assert_allclose(cells(out, "membrane_force"), 0, atol=1e-9 * scale)
            np.testing.assert_allclose(cells(out, "bending_moment"), 0, atol=1e-9 * scale * H)
        out = run(**PLATE, **METAL, **FREE, **LINEAR, part_s_temperature=f"{T}*(1+x-2*y)")
        np.testing.assert_allclose(cells(out, "membrane_force"), 0, atol=1e-5 * scale)  # drilling rotations within an element have (h/L)^2 of the stiffness

    def test_clamped(self):
        """N = -E h alpha T/(1 - nu) and M = -D (1 + nu) alpha g, and the stresses of both faces."""
        out = run(**PLATE, **METAL, **CLAMPED, **LINEAR, part_s_temperature=T, part_s_temperature_gradient_z=SLOPE)
        N, M = -E * H * ALPHA * T / (1 - NU), -D * (1 + NU) * ALPHA * SLOPE
        np.testing.assert_allclose(cells(out, "membrane_force"), np.tile([N, N, 0], (6, 1)), rtol=1e-12, atol=1e-10 * abs(N))
        np.testing.assert_allclose(cells(out, "bending_moment"), np.tile([M, M, 0], (6, 1)), rtol=1e-12, atol=1e-10 * abs(M))
        for side, name in ((1, "stress_top"), (-1, "stress_bottom")):
            stress = -E * ALPHA * (T + side * SLOPE * H / 2) / (1 - NU)
            np.testing.assert_allclose(cells(out, name)[:, :2], stress, rtol=1e-10)
        energy = 1.2 * 0.8 * (-N * ALPHA * T - M * ALPHA * SLOPE)  # half of N, M on both strains
        np.testing.assert_allclose(out.energy["strain"][-1], energy, rtol=1e-10)
        large = run(**PLATE, **METAL, **CLAMPED, part_s_temperature=T)
        np.testing.assert_allclose(cells(large, "membrane_force")[:, 0], N * (1 + ALPHA * T / 2), rtol=1e-10)  # Green's strain of alpha T

    def test_gradient(self):
        """A free plate bends to the curvature alpha g without stress; a strip of it to an arc of any angle."""
        for shape in ({}, {"part_s_offset": 0.01}):
            out = run(**PLATE, **METAL, **FREE, **LINEAR, part_s_temperature_gradient_z=SLOPE, **shape)
            np.testing.assert_allclose(end(out)[2], -ALPHA * SLOPE * END @ END / 2, rtol=1e-8)
            np.testing.assert_allclose(cells(out, "bending_moment"), 0, atol=1e-8 * D * ALPHA * SLOPE)

    def test_arc(self):
        """A narrow strip with nu = 0, whose width does not bend: an arc of one radian."""
        keys = {**PLATE, **METAL, "part_s_poisson": 0, "mesh_upper": "1.2,0.001", "probe_end_point": "1.2,0,0", "supports": "left"}
        angle, errors = 1.0, []
        for n in (8, 16):
            out = run(**{**keys, "mesh_n": f"{n},1"}, part_s_temperature_gradient_z=angle / 1.2 / ALPHA)
            errors.append(np.linalg.norm(end(out) - np.array([1.2 * np.sin(angle) / angle - 1.2, 0, -1.2 * (1 - np.cos(angle)) / angle])))
        self.assertLess(errors[1], 1e-3)
        self.assertGreater(np.log2(errors[0] / errors[1]), 1.8)

    def test_buckling_in_other_units(self):
        """The factors of a plate that one side can leave do not depend on the unit of length: refused in millimetres if the change of the stiffness mixes N/m and N m."""
        def factors(m):
            return study("buckling", analysis="buckling", buckling=2, mesh="rectangle", mesh_n="4,4", mesh_upper=f"{m!r},{0.8 * m!r}", parts="s", part_s_set="all", part_s_element="shell", part_s_young=2e9 / m**2, part_s_poisson=0.3,
                         part_s_thickness=0.008 * m, part_s_density=1.8e-9, part_s_temperature=20, part_s_expansion=1.2e-5, supports="top,bottom,left")["factor"]

        expected = factors(1.0)
        np.testing.assert_allclose(expected, [1.539900, 2.015702], rtol=1e-6)
        for m in (1e-6, 1e-3, 10.0, 30.0, 100.0, 1e3, 1e6) if RELEASE else (1e-3, 1e3):
            np.testing.assert_allclose(factors(m), expected, rtol=1e-8)

    def test_buckling(self):
        """Edges that do not move buckle at N = k D/a^2, k = 2 pi^2 on hinges, 52.344691 if clamped (Bjorstad & Tjostheim 1999): -part_s_temperature 1 gives the critical temperature."""
        h = 0.005
        hinges = {f"support_{side}_fix": "xyz" for side in ("left", "right", "bottom", "top")}
        hinges |= {f"support_{side}_fix_rotation": axis for side, axis in (("left", "x"), ("right", "x"), ("bottom", "y"), ("top", "y"))}
        for keys, k in ((hinges, 2 * np.pi**2), ({}, 52.344691)):
            exact = k * h**2 / 12 / (1 - NU**2) * (1 - NU) / ALPHA
            errors = [study("buckling", analysis="buckling", buckling=1, mesh="rectangle", mesh_n=f"{n},{n}", part_s_temperature=1,
                            **{**METAL, "part_s_thickness": h}, **CLAMPED, **keys, **PART)["factor"][0] / exact - 1 for n in (8, 16)]
            self.assertLess(abs(errors[1]), 0.01, errors)
            self.assertGreater(np.log2(errors[0] / errors[1]), 1.7, errors)


class Laminates(unittest.TestCase):
    METALS = ((0.006, 0.0, 8000, 210e9, 210e9, 0.3, 210e9 / 2.6, 210e9 / 2.6, 210e9 / 2.6, 1.2e-5, 1.2e-5), (0.004, 0.0, 2700, 70e9, 70e9, 0.3, 70e9 / 2.6, 70e9 / 2.6, 70e9 / 2.6, 2.3e-5, 2.3e-5))
    FIBRES = (1600, 140e9, 10e9, 0.3, 5e9, 5e9, 3e9, -1e-6, 3e-5)

    @staticmethod
    def free(plies, warm, slope, offset=0.0):
        """Strains and curvatures of the free laminate, and its stresses at the bottom, the middle and the top, by sums of exact integrals over plies."""
        z = offset - sum(p[0] for p in plies) / 2
        ABD, force, sides, middle = np.zeros((6, 6)), np.zeros(6), [], []
        for t, angle, _, e1, e2, nu, g12, _, _, a1, a2 in plies:
            Q = plane_stiffness(angle, e1, e2, nu, g12)
            c, s = np.cos(angle), np.sin(angle)
            a = np.array([c * c * a1 + s * s * a2, s * s * a1 + c * c * a2, 2 * c * s * (a1 - a2)])
            I = [((z + t)**(k + 1) - z**(k + 1)) / (k + 1) for k in range(3)]
            ABD += np.kron([[I[0], I[1]], [I[1], I[2]]], Q)
            force += np.concatenate([Q @ a * (warm * I[0] + slope * I[1]), Q @ a * (warm * I[1] + slope * I[2])])
            sides += [(Q, a, z), (Q, a, z + t)]
            if z - 1e-12 < offset < z + t + 1e-12:
                middle.append((Q, a, offset))
            z += t
        strain = np.linalg.solve(ABD, force)
        bottom, top, *middle = [Q @ (strain[:3] + at * strain[3:] - a * (warm + at * slope)) for Q, a, at in (sides[0], sides[-1], *middle)]
        return strain, [bottom, np.mean(middle, axis=0), top]

    def check(self, plies, offset=0.0, tolerance=1e-6):
        strain, (bottom, middle, top) = self.free(plies, T, SLOPE, offset)
        with Table(plies, TABLE + ",expansion_1,expansion_2") as keys:
            out = run(**{**PLATE, **keys}, **FREE, **LINEAR, part_s_temperature=T, part_s_temperature_gradient_z=SLOPE, part_s_offset=offset)
        k = np.array([[strain[3], strain[5] / 2], [strain[5] / 2, strain[4]]])
        np.testing.assert_allclose(end(out)[2], -END @ k @ END / 2, rtol=tolerance)
        for name, exact in (("stress_top", top), ("stress_middle", middle), ("stress_bottom", bottom)):
            np.testing.assert_allclose(cells(out, name), np.tile(exact, (6, 1)), rtol=tolerance, atol=tolerance * np.abs(top).max())
        np.testing.assert_allclose(cells(out, "membrane_force"), 0, atol=tolerance * 1e5)
        np.testing.assert_allclose(cells(out, "temperature"), T, rtol=1e-12)
        np.testing.assert_allclose(cells(out, "temperature_gradient"), SLOPE, rtol=1e-12)

    def test_bimetal(self):
        """Curvature of two metals: Timoshenko's, whose strips have moduli E here E/(1 - nu) in both; and their stresses."""
        (h1, _, _, E1, *_, a1, _), (h2, _, _, E2, *_, a2, _) = self.METALS
        m, n = h1 / h2, E1 / E2
        timoshenko = 6 * (a2 - a1) * T * (1 + m)**2 / ((h1 + h2) * (3 * (1 + m)**2 + (1 + m * n) * (m * m + 1 / (m * n))))
        np.testing.assert_allclose(self.free(self.METALS, T, 0)[0][3], timoshenko, rtol=1e-12)
        for offset in (0.0, 0.005):
            self.check(self.METALS, offset)

    def test_fibres(self):
        """Laminates that expand, bend and twist; the temperatures change along the thickness."""
        for angles in ((0, 90), (30, -30), (10, 50, -70)):
            self.check([(0.003, np.radians(a), *self.FIBRES) for a in angles])

    def test_orthotropic(self):
        """One layer has its coefficients along its direction."""
        _, *moduli, a1, a2 = self.FIBRES
        keys = {f"part_s_{k}": v for k, v in zip(TABLE.split(",")[4:], moduli)}
        out = run(**PLATE, **keys, **FREE, part_s_density=1, part_s_thickness=H, part_s_direction="1,0,0", part_s_expansion_1=a1, part_s_expansion_2=a2, part_s_temperature=T)
        np.testing.assert_allclose(end(out), [*(np.array([a1, a2]) * T * END), 0], rtol=1e-8, atol=1e-12)


class Runs(unittest.TestCase):
    def test_ranks_and_energy(self):
        """A plate that a temperature of place and time shakes: the balance of energy, with forces and linear, and the same on more ranks."""
        heat = {**METAL, **CLAMPED, "supports": "left", "part_s_temperature": "20*sin(300*t)*(1+x*y)", "part_s_temperature_gradient_z": "200*sin(200*t)*(1+x)"}
        keys = {**PLATE, "analysis": "transient", "dt": 1e-4, "t_end": 0.01, "integrator": "newmark"}
        for more in ({}, LINEAR):
            one = run(**keys, **heat, **more)
            self.assertLess(balance(one), 1e-3 * one.energy["strain"].max() if not more else 1e-9 * one.energy["strain"].max())
            for ranks in MORE_RANKS:
                many = run(ranks=ranks, **keys, **heat, **more)
                np.testing.assert_allclose(end(many), end(one), rtol=1e-8, atol=1e-12)

    def test_rejected(self):
        """Temperature without expansion, expansion without temperature, coefficients of other sections or given twice."""
        cold = {k: v for k, v in METAL.items() if k != "part_s_expansion"}
        for keys, words in (({**cold, "part_s_temperature": 1}, "which has no effect without"), (METAL, "has no effect"), ({**METAL, "part_s_temperature": 1, "part_s_expansion_1": 1e-5}, "orthotropic")):
            out = fsolve(options(**PLATE, **FREE, **keys, output="none"))
            self.assertEqual(out.returncode, 2)
            self.assertIn(words, out.stderr)


if __name__ == "__main__":
    unittest.main()
