# SPDX-License-Identifier: BSD-2-Clause
"""Sections of shells: orthotropic materials, laminates, given stiffness, offset, against Navier's solutions and equivalent sections."""
import os
import tempfile
import unittest

import numpy as np

from models import orders
from run import MORE_RANKS, fsolve, options, run
from studies import modes

PART = {"parts": "s", "part_s_set": "all", "part_s_element": "shell"}
TABLE = "ply,thickness,angle,density,young_1,young_2,poisson_12,shear_12,shear_13,shear_23"
FIBRES = (1000, 25e6, 1e6, 0.25, 0.5e6, 0.5e6, 0.2e6)  # density, moduli
EDGES = {"supports": "left,right,bottom,top", "support_left_fix": "yz", "support_left_fix_rotation": "x", "support_right_fix": "yz", "support_right_fix_rotation": "x",
         "support_bottom_fix": "xz", "support_bottom_fix_rotation": "y", "support_top_fix": "xz", "support_top_fix_rotation": "y"}


def plane_stiffness(angle, young_1, young_2, poisson, shear):
    """Rotates the compliance, as a tensor of four indices."""
    S = np.zeros((2, 2, 2, 2))
    S[0, 0, 0, 0], S[1, 1, 1, 1] = 1 / young_1, 1 / young_2
    S[0, 0, 1, 1] = S[1, 1, 0, 0] = -poisson / young_1
    for i, j in ((0, 1), (1, 0)):
        S[i, j, i, j] = S[i, j, j, i] = 1 / (4 * shear)
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    S = np.einsum("ia,jb,kc,ld,abcd", R, R, R, R, S)
    pairs = ((0, 0, 1), (1, 1, 1), (0, 1, 2))
    return np.linalg.inv([[m * n * S[i, j, k, l] for k, l, n in pairs] for i, j, m in pairs])


def section(plies, samples=500):
    """The stiffness of (thickness, angle, *FIBRES) by sums over thin slices, its shear part from the shear stresses of cylindrical bending (Rolfes & Rohwer 1997)."""
    edge = np.concatenate([[0], np.cumsum([p[0] for p in plies])]) - sum(p[0] for p in plies) / 2
    D, f, slices = np.zeros((8, 8)), np.zeros((2, 2)), []
    for k, (t, angle, _, e1, e2, nu, g12, g13, g23) in enumerate(plies):
        c, s = np.cos(angle), np.sin(angle)
        Q, G = plane_stiffness(angle, e1, e2, nu, g12), np.array([[c * c * g13 + s * s * g23, c * s * (g13 - g23)], [c * s * (g13 - g23), s * s * g13 + c * c * g23]])
        for row in range(2):
            for column in range(2):
                D[3 * row:3 * row + 3, 3 * column:3 * column + 3] += Q * (edge[k + 1]**(row + column + 1) - edge[k]**(row + column + 1)) / (row + column + 1)
        slices += [(edge[k] + (i + 0.5) * t / samples, t / samples, Q, np.linalg.inv(G)) for i in range(samples)]
    ratio = np.linalg.solve(D[:3, :3], D[:3, 3:6])
    soft = np.linalg.inv(D[3:6, 3:6] - D[3:6, :3] @ ratio)
    a, b = np.zeros((3, 3)), np.zeros((3, 3))
    for z, t, Q, g in slices:
        F = ((a + Q * t / 2) @ ratio - b - Q * z * t / 2) @ soft
        shape = np.array([[F[0, 0], F[2, 1]], [F[2, 0], F[1, 1]]])
        f += t * shape.T @ g @ shape
        a, b = a + Q * t, b + Q * z * t
    D[6:, 6:] = np.linalg.inv(f)
    return D


def navier(D, mass, a=np.pi, b=np.pi):
    """Stiffness and masses of the amplitudes u, v, w, slope x, slope y of a plate with sides pi/a, pi/b."""
    L = np.zeros((8, 5))
    for at, (x, y) in ((0, (0, 1)), (3, (3, 4))):
        L[at, x], L[at + 1, y], L[at + 2, x], L[at + 2, y] = -a, -b, b, a
    L[6, [2, 3]], L[7, [2, 4]] = (a, 1), (b, 1)
    return L.T @ D @ L, np.diag([mass[0]] * 3 + [mass[1]] * 2)


class Table:
    """A file with plies, while it is needed."""

    def __init__(self, plies, head=TABLE):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "plies.csv")
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(head + "\n" + "".join(f"{k + 1}," + ",".join(repr(float(v)) for v in p) + "\n" for k, p in enumerate(plies)))

    def __enter__(self):
        return {"part_s_plies": self.path, "part_s_direction": "1,0,0", **PART}

    def __exit__(self, *_):
        self.folder.cleanup()


def laid(angles, h):
    return [(h / len(angles), np.radians(angle), *FIBRES) for angle in angles]


def sunk(n, load=1e-3, **keys):
    """Deflection of the middle of a unit square under a sinusoidal load."""
    out = run(analysis="static", linearize=True, mesh="rectangle", mesh_n=f"{n},{n}", loads="all", load_all_traction=f"0,0,{load}", load_all_field="sin(pi*x)*sin(pi*y)",
              probes="a", probe_a_point="0.5,0.5,0", **{**EDGES, **keys})
    return out.probe["a"]["displacement"][-1, 2] / load


class Laminates(unittest.TestCase):
    def test_cross_ply(self):
        """Navier's solutions with shear of [0/90], whose bending and stretching are coupled, and of [0/90/0], thick and thin; order 2 in the mesh."""
        for angles in ((0, 90), (0, 90, 0)):
            for h in (0.1, 0.01):
                with Table(laid(angles, h)) as keys:
                    exact = np.linalg.solve(navier(section(laid(angles, h)), (1, 1))[0], [0, 0, 1, 0, 0])[2]
                    errors = [sunk(n, **keys) / exact - 1 for n in (8, 16, 32)]
                self.assertLess(abs(errors[-1]), 3e-3, (angles, h, errors))
                self.assertGreater(orders(errors)[-1], 1.8)

    def test_frequency(self):
        """The lowest mode of an orthotropic plate, with shear and rotary inertia."""
        h = 0.1
        density, *moduli = FIBRES
        K, M = navier(section(laid((0,), h)), (density * h, density * h**3 / 12))
        exact = np.sqrt(np.linalg.eigvals(np.linalg.solve(M, K)).real.min()) / (2 * np.pi)
        keys = {f"part_s_{k}": v for k, v in zip(TABLE.split(",")[4:], moduli)}
        errors = [modes(mesh="rectangle", mesh_n=f"{n},{n}", modes=1, part_s_thickness=h, part_s_density=density, part_s_direction="1,0,0", **EDGES, **keys, **PART)["frequency"][0] / exact - 1
                  for n in (8, 16)]
        self.assertLess(abs(errors[-1]), 0.01)
        self.assertGreater(orders(errors)[-1], 1.8)

    def test_given_stiffness(self):
        """The matrix of a laminate has its answers, and so have its upper triangle and the same plies in axes that are turned."""
        h = 0.1
        D = section(laid((30, -60, 10), h), 2000)
        with Table(laid((30, -60, 10), h)) as keys:
            plies = sunk(6, **keys)
        with Table(laid((10, -80, -10), h)) as keys:
            turned = sunk(6, **{**keys, "part_s_direction": f"{np.cos(np.radians(20))!r},{np.sin(np.radians(20))!r},0"})
        text = [",".join(repr(float(v)) for v in values) for values in (D.ravel(), D[np.triu_indices(8)])]
        full, upper = (sunk(6, part_s_stiffness=t, part_s_mass_per_area=1, part_s_direction="1,0,0", **PART) for t in text)
        self.assertAlmostEqual(full / plies, 1, delta=1e-6)  # of the sums over slices
        self.assertAlmostEqual(upper / full, 1, delta=1e-12)
        self.assertLess(abs(turned / plies - 1), 0.05)  # the shear stiffness of equilibrium depends on the axes

    def test_one_material(self):
        """Plies of one isotropic material have the shear stiffness 5/6 G h."""
        young, nu, h = 1e7, 0.3, 0.2
        shear = young / (2 * (1 + nu))
        one = sunk(6, part_s_young=young, part_s_poisson=nu, part_s_thickness=h, part_s_density=1, **PART)
        with Table([(part * h, angle, 1, young, young, nu, shear, shear, shear) for part, angle in ((0.2, 0), (0.5, 0.4), (0.3, 1))]) as keys:
            self.assertAlmostEqual(sunk(6, **keys) / one, 1, delta=1e-11)

    def test_failure(self):
        """A strip under tension along and across its fibres: stresses, and the indices by their definitions."""
        strengths = dict(zip(("tension_1", "compression_1", "tension_2", "compression_2", "strength_12"), (900., 700., 50., 120., 60.)))
        for angle, strength, other in ((0, 900., 700.), (90, 50., 120.)):
            plies = [p + tuple(strengths.values()) for p in laid((angle, angle), 0.1)]
            with Table(plies, TABLE + "," + ",".join(strengths)) as keys:
                out = run(analysis="static", linearize=True, mesh="rectangle", mesh_n="4,2", supports="left,bottom_left", support_left_fix="xz", support_left_fix_rotation="xyz",
                          support_bottom_left_fix="y", loads="right", load_right_traction="2,0,0", **keys)
            values = {k.split("/")[-1]: v for k, v in out.frames[-1].items()}
            s = 20.
            np.testing.assert_allclose(values["stress_top"], np.broadcast_to([s, 0, 0], values["stress_top"].shape), atol=1e-8 * s)
            np.testing.assert_allclose(values["tsai_hill"], (s / strength)**2, rtol=1e-8)
            np.testing.assert_allclose(values["tsai_wu"], s * (1 / strength - 1 / other) + s**2 / (strength * other), rtol=1e-8)
            # in the other direction it contracts; a strain times the modulus is compared with the strength
            across = FIBRES[3] * s / 700 if angle else FIBRES[3] * FIBRES[2] / FIBRES[1] * s / 120
            np.testing.assert_allclose(values["failure_strain"], max(s / strength, across), rtol=1e-8)


class Reserve(unittest.TestCase):
    """Factors of the stress at which plies fail, and the ply that fails first."""
    STRENGTHS = dict(zip(("tension_1", "compression_1", "tension_2", "compression_2", "strength_12"), (4000.0, 3000.0, 50.0, 120.0, 60.0)))
    CRITERIA = ("tsai_hill", "tsai_wu", "failure_stress", "failure_strain", "hashin")

    def pulled(self, angles, stress, **more):
        plies = [p + tuple(self.STRENGTHS.values()) for p in laid(angles, 0.1)]
        with Table(plies, TABLE + "," + ",".join(self.STRENGTHS)) as keys:
            out = run(analysis="static", linearize=True, mesh="rectangle", mesh_n="4,2", supports="left,bottom_left", support_left_fix="xz", support_left_fix_rotation="xy",
                      support_bottom_left_fix="y", support_bottom_left_fix_rotation="none", loads="right", load_right_traction=f"{0.1 * stress!r},0,0", **{**keys, **more})
        return {k.split("/")[-1]: v for k, v in out.frames[-1].items()}

    def test_off_axis(self):
        """One ply at an angle to the pull, both ways: s1 = s c^2, s2 = s s^2, s12 = -s c s. The factors in closed form; the stress times its factor has the index 1."""
        (X, Xc, Y, Yc, S), nu = self.STRENGTHS.values(), FIBRES[3]
        ratio = FIBRES[2] / FIBRES[1]
        for angle in (20, 60):
            c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
            for stress in (20.0, -20.0):
                s1, s2, s12 = stress * np.array([c * c, s * s, -c * s])
                x, y = (X, Y) if stress > 0 else (Xc, Yc)
                square = s1**2 / (X * Xc) + s2**2 / (Y * Yc) - s1 * s2 / np.sqrt(X * Xc * Y * Yc) + (s12 / S)**2
                linear = s1 * (1 / X - 1 / Xc) + s2 * (1 / Y - 1 / Yc)
                e1, e2 = s1 - nu * s2, s2 - nu * ratio * s1
                exact = {"tsai_hill": ((s1 / x)**2 - s1 * s2 / x**2 + (s2 / y)**2 + (s12 / S)**2)**-0.5,
                         "tsai_wu": max(np.roots([square, linear, -1])),
                         "failure_stress": 1 / max(abs(s1) / x, abs(s2) / y, abs(s12) / S),
                         "failure_strain": 1 / max(abs(e1) / (X if e1 > 0 else Xc), abs(e2) / (Y if e2 > 0 else Yc), abs(s12) / S),
                         "hashin": max((s1 / x)**2 + (stress > 0) * (s12 / S)**2, (s2 / y)**2 + (s12 / S)**2)**-0.5}
                found = self.pulled((angle,), stress)
                for name in self.CRITERIA:
                    np.testing.assert_allclose(found[name + "_reserve"], exact[name], rtol=1e-7, err_msg=name)
                    np.testing.assert_array_equal(found[name + "_ply"], 1)
                    np.testing.assert_allclose(self.pulled((angle,), stress * exact[name])[name], 1, rtol=1e-7, err_msg=name)

    def test_ply(self):
        """[0/90/0] under tension along 0: the ply across fails; of plies that are alike the first one; without stress none."""
        found = self.pulled((0, 90, 0), 20.0)
        for name in self.CRITERIA:
            np.testing.assert_array_equal(found[name + "_ply"], 2)
        for name in self.CRITERIA:
            np.testing.assert_array_equal(self.pulled((0, 0, 0), 20.0)[name + "_ply"], 1)
        none = self.pulled((0, 90, 0), 0.0)
        np.testing.assert_array_equal(none["tsai_wu_ply"], 0)
        self.assertTrue(np.isinf(none["tsai_wu_reserve"]).all())


class Offset(unittest.TestCase):
    KEYS = dict(mesh="rectangle", mesh_n="6,4", mesh_upper="3,2", part_s_thickness=0.05, part_s_young=1e8, part_s_poisson=0.3, part_s_density=1000, supports="left", loads="right")

    def test_shifted_surface(self):
        """A clamped plate: the nodes lie below its middle, and move less by their rotations. Forces, moments and drilling are those of the middle, to round-off."""
        for cell in ("quadrilateral", "triangle"):
            for z in (0.04, -0.1):
                keys = {**self.KEYS, "mesh_cell": cell, "load_right_traction": "0,0,0.003"}
                one, two = (run(analysis="static", linearize=True, part_s_offset=offset, **keys, **PART) for offset in (0, z))
                middle, nodes = (out.by_id("displacement") for out in (one, two))
                turn = 2 * one.by_id("rotation")[:, 1:]  # of quaternions; rotations are below 1e-5
                expected = middle - z * np.stack([turn[:, 1], -turn[:, 0], 0 * turn[:, 0]], 1)
                np.testing.assert_allclose(nodes, expected, rtol=0, atol=1e-10 * np.abs(middle).max())
                top = [{k.split("/")[-1]: x for k, x in out.frames[-1].items()}["stress_top"] for out in (one, two)]
                np.testing.assert_allclose(top[1], top[0], rtol=0, atol=1e-7 * np.abs(top[0]).max())  # (z/h)^2 times round-off of differences of rotations

    def test_weight(self):
        """The weight acts at the middle of the section: a cantilever that points up is bent by its moment."""
        z = 0.3
        keys = {**self.KEYS, "supports": "all", "support_all_set": "left", "mesh_map": "0,v,u", "part_s_offset": z, "gravity": "0,0,-10"}
        keys.pop("loads")
        out = run(analysis="static", linearize=True, **keys, **PART)
        moment = out.reaction["all"][-1]
        np.testing.assert_allclose(abs(moment[4]), 1000 * 0.05 * 6 * 10 * z, rtol=1e-8)

    def test_ranks_and_restart(self):
        """Large motions of a coupled laminate with an offset: the energy with the work of the load, other ranks, and a restart."""
        plies = [(0.02, 0.3, 800, 2e8, 5e7, 0.25, 3e7, 3e7, 2e7), (0.04, -0.9, 1200, 1e8, 8e7, 0.3, 4e7, 3e7, 2e7)]
        with Table(plies) as table, tempfile.TemporaryDirectory() as folder:
            keys = {**{k: v for k, v in self.KEYS.items() if not k.startswith("part")}, "part_s_offset": 0.1, "load_right_traction": "0,0,300", "dt": 0.01, **table}
            one, kept = run(**keys, t_end=0.1), os.path.join(folder, "kept")
            for ranks in MORE_RANKS:
                many = run(ranks=ranks, **keys, t_end=0.1)
                np.testing.assert_allclose(many.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * np.abs(one.by_id("displacement")).max())
            run(**keys, t_end=0.05, checkpoint=kept)
            rest = run(ranks=3, **keys, t_end=0.1, restart=kept)
            np.testing.assert_allclose(rest.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * np.abs(one.by_id("displacement")).max())


class Refused(unittest.TestCase):
    def check(self, words, **keys):
        done = fsolve(options(analysis="static", mesh="rectangle", mesh_n="2,2", supports="left", output="none", **keys))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(words, done.stderr)

    def test_no_mass(self):
        """A mass is asked for where it is used: statics have the same displacement without it, motions and modes refuse."""
        elements = {"shell": {"young": 1, "poisson": 0.3, "thickness": 1}, "finite_membrane": {"young": 1, "poisson": 0.3, "thickness": 1}}
        for element, given in elements.items():
            keys = {"mesh": "rectangle", "mesh_n": "2,2", "supports": "left", "loads": "right", "load_right_traction": "1e-3,0,0", "parts": "s", "part_s_set": "all", "part_s_element": element, "output": "none",
                    **{f"part_s_{k}": v for k, v in given.items()}, **({} if element == "shell" else {"directions": "xy"})}
            self.assertEqual(fsolve(options(analysis="static", **keys)).returncode, 0)
            for analysis in ("modes", "transient"):
                done = fsolve(options(analysis=analysis, **keys, **({"dt": 0.1, "t_end": 1} if analysis == "transient" else {})))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("part 's' has no mass: give -part_s_density", done.stderr)

    def test_sections(self):
        moduli = {f"part_s_{k}": v for k, v in zip(TABLE.split(",")[4:], FIBRES[1:])}
        plain = {"part_s_young": 1, "part_s_poisson": 0.3, "part_s_density": 1, **PART}
        self.check("needs thickness", **plain)
        self.check("given once", part_s_density=1, part_s_thickness=1, **PART)
        self.check("given once", part_s_thickness=1, **plain, **moduli)
        self.check("needs direction", part_s_density=1, part_s_thickness=1, **moduli, **PART)
        self.check("36 of the upper triangle", part_s_stiffness="1,2,3", part_s_mass_per_area=1, part_s_direction="1,0,0", **PART)
        self.check("positive definite", part_s_stiffness=",".join(["1"] * 36), part_s_mass_per_area=1, part_s_direction="1,0,0", **PART)

    def test_plies(self):
        with Table(laid((0, 90), 0.1), TABLE.replace("angle", "angel")) as keys:
            self.check("has a column 'angel'", **keys)
        with Table(laid((0, 90), -0.1)) as keys:
            self.check("not positive", **keys)
        with Table([(0.05, 45, *FIBRES)] * 2) as keys:
            self.check("angle beyond 2 pi", **keys)
        with Table(laid((0,) * 33, 0.1)) as keys:
            self.check("has 33 rows", **keys)


if __name__ == "__main__":
    unittest.main()
