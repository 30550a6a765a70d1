# SPDX-License-Identifier: BSD-2-Clause
"""Buckling of structures that deform before they buckle: factors of the true equilibrium against shooting and closed forms."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import joint
from run import RELEASE, fsolve, options
from studies import extrapolated, line, study

# Argyris' right-angle frame, 240 + 240, section 30 x 0.6
FRAME = {"parts": "frame", "part_frame_element": "beam", "part_frame_ea": 71240 * 18, "part_frame_gay": 27400 * 15, "part_frame_gaz": 27400 * 15, "part_frame_gj": 27400 * 2.16,
         "part_frame_eiy": 71240 * 0.54, "part_frame_eiz": 71240 * 1350, "quiet": True}


def buckling(case=None, ranks=1, **keys):
    return study("buckling", case, ranks, analysis="buckling", **keys)


def beam(ei_y, ei_z=1, gj=1, stiff=1e6, **keys):
    return {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": stiff, "part_beam_gay": stiff / 3, "part_beam_gaz": stiff / 3, "part_beam_gj": gj,
            "part_beam_eiy": ei_y, "part_beam_eiz": ei_z, "loads": "end", "quiet": True, "supports": "start", **keys}


def lateral_load(ei_y, ei_z, gj, low, high, steps=25):
    """The tip load across a cantilever of length 1 at which it leaves its plane: the rod without stretch and shear, bent by the load, by shooting from
    its root. The Jacobian of the two moments out of the plane at the tip is singular. Forty steps change nothing in 4e-5."""
    compliance = np.array([1 / gj, 1 / ei_y, 1 / ei_z])

    def rate(state, load):
        R, m = state[:9].reshape(3, 3), state[9:]
        k = compliance * m
        skew = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
        force = R.T @ np.array([0, 0, -load])
        return np.concatenate([(R @ skew).ravel(), -np.cross(k, m) - np.cross([1, 0, 0], force)])

    def tip(root, load):
        state, h = np.concatenate([np.eye(3).ravel(), root]), 1 / steps
        for _ in range(steps):
            a = rate(state, load)
            b = rate(state + h / 2 * a, load)
            c = rate(state + h / 2 * b, load)
            d = rate(state + h * c, load)
            state = state + h / 6 * (a + 2 * b + 2 * c + d)
        return state[9:]

    def singular(load):
        m = -0.9 * load
        for _ in range(8):  # the bent rod: its moment at the root
            f, g = tip([0, m, 0], load)[1], tip([0, m + 1e-6, 0], load)[1]
            m -= f * 1e-6 / (g - f)
        d = 1e-5
        J = [(tip(np.array([0, m, 0]) + d * e, load) - tip(np.array([0, m, 0]) - d * e, load))[[0, 2]] / (2 * d) for e in (np.array([1, 0, 0]), np.array([0, 0, 1]))]
        return np.linalg.det(J)

    at_low = singular(low)
    for _ in range(14):
        middle = (low + high) / 2
        if singular(middle) * at_low > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


class Bent(unittest.TestCase):
    def test_lateral(self):
        """A cantilever under a load across it, bent in its stiff plane: right for any stiffness along the axis; linear buckling has about the
        load without the bending, 4.0126."""
        exact = lateral_load(20, 1, 1, 4, 4.6)
        for stiff in (1e6, 1e8) if RELEASE else (1e8,):
            found, linear = [], []
            for n in (8, 16, 32):
                out = buckling(**line(1, n), **beam(20, stiff=stiff, load_end_force="0,0,-1", buckling=2))
                self.assertEqual(out["certified"], 1)
                self.assertTrue(all(out["exact"]))
                found.append(out["factor"][:2])
                linear.append(out["linear"][:2])
            np.testing.assert_allclose(extrapolated(found)[0], [exact, -exact], rtol=1e-3)
            np.testing.assert_allclose(abs(extrapolated(linear)[0]), 4.0126, rtol=1e-2)
        self.assertIn("2 of 2 factors replace those of linear buckling", buckling(**line(1, 8), **{**beam(20, load_end_force="0,0,-1", buckling=2), "quiet": False})["text"])
        plain = buckling(**line(1, 32), **beam(20, load_end_force="0,0,-1", buckling=2, buckling_exact=False))
        np.testing.assert_allclose(abs(plain["factor"]), linear[-1][0], rtol=1e-4)

    def test_twisted(self):
        """A shaft under end moments, clamped at both ends, free along its axis: 8.9868 EI/L (Greenhill), although it turns by more than a radian before."""
        found = []
        for n in (8, 16, 32):
            nodes = [(i / n, 0, 0) for i in range(n + 1)]
            sets = {"all": (gmsh_file.LINE, [(i, i + 1) for i in range(n)]), "end": (gmsh_file.POINT, [(n,)]), "start": (gmsh_file.POINT, [(0,)])}
            out = buckling(own=(nodes, sets), **beam(1, gj=4, load_end_moment="1,0,0", supports="start,end", support_end_fix="yz", support_end_fix_rotation="yz", buckling=1))
            found.append(out["factor"][:1])
        np.testing.assert_allclose(abs(extrapolated(found)[0]), 2 * 4.493409, rtol=2e-3)

    def test_hockling(self):
        """A cable that is twisted at an end which slides along its axis: 8.9868 EI/L, where linear buckling with a material part that is no square has 1.57."""
        length, young, shear, inertia = 240, 71240, 27190, 1 / 12
        found = []
        for n in (10, 20, 40):
            nodes = [(length * i / n, 0, 0) for i in range(n + 1)]
            sets = {"all": (gmsh_file.LINE, [(i, i + 1) for i in range(n)]), "end": (gmsh_file.POINT, [(n,)]), "start": (gmsh_file.POINT, [(0,)])}
            out = buckling(own=(nodes, sets), parts="cable", part_cable_set="all", part_cable_element="beam", part_cable_ea=young, part_cable_gay=shear, part_cable_gaz=shear, part_cable_gj=2.16 * shear,
                           part_cable_eiy=young * inertia, part_cable_eiz=young * inertia, loads="end", load_end_moment="1,0,0", supports="start,end", support_end_fix="yz", support_end_fix_rotation="yz", buckling=1)
            self.assertEqual(out["certified"], 1)
            self.assertTrue(all(out["exact"]))
            np.testing.assert_allclose(abs(out["factor"]), abs(out["factor"][0]), rtol=1e-8)  # two shapes, both signs
            found.append(abs(out["factor"][0]))
        np.testing.assert_allclose(extrapolated(found)[0], 2 * 4.493409 * young * inertia / length, rtol=5e-4)

    def test_strip(self):
        """A strip, hardly bent before it buckles: the linear factor agrees with the bifurcation of the path, and no run warns."""
        keys = {**line(1, 20), **beam(1000, load_end_force="0,0,-1")}
        at = study("history", analysis="path", dt=1, path_critical=1, **keys)["critical"]["load_factor"][0]
        for exact in ("true", "false"):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(analysis="buckling", buckling=2, buckling_exact=exact, output="out.h5", **keys), cwd=folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                with h5py.File(os.path.join(folder, "out.h5")) as f:
                    np.testing.assert_allclose(f["buckling/factor"][:], [at, -at], rtol=1e-3)

    def test_stiff_shear(self):
        """A cantilever that is bent by a load along and across it, and Argyris' frame: stiffer in shear 100 and 1000 times, they buckle at the same load, which is that of the path."""
        along = {**line(1, 16), **beam(20, load_end_force="-1,0,-0.3", buckling=1)}
        nodes, sets = frame_mesh(12)
        across = {"own": (nodes, sets), "supports": "foot", "loads": "tip", "load_tip_force": "0,-1,0", "buckling": 1, **FRAME}
        for keys, part, size in ((along, "beam", 500), (across, "frame", FRAME["part_frame_gay"]))[: 2 if RELEASE else 1]:
            found = []
            for times in (1, 100, 1000):
                stiff = {**keys, f"part_{part}_gay": times * size, f"part_{part}_gaz": times * size}
                out = buckling(**stiff)
                self.assertTrue(out["exact"][0])
                self.assertEqual(out["certified"], 1)
                found.append(out["factor"][0])
                at = study("history", analysis="path", dt=0.5, path_critical=1, **{key: value for key, value in stiff.items() if key != "buckling"})["critical"]["load_factor"][0]
                np.testing.assert_allclose(out["factor"][0], at, rtol=1e-2)  # the linear factor is kept up to 1 %
            np.testing.assert_allclose(found[2], found[1], rtol=3e-4)

    def test_eccentric(self):
        """A column that is bent by a small force across it: Euler's load whatever the stiffness along the axis, and a warning, because its equilibrium does not become critical there."""
        for stiff in (1e5, 1e8):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**line(1, 16), **beam(1, 4, stiff=stiff, load_end_force="-1,0,0.01", buckling=1, analysis="buckling", output="out.h5")), cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("warning: the structure deforms so much before it buckles", done.stderr)
            out = buckling(**line(1, 16), **beam(1, 4, stiff=stiff, load_end_force="-1,0,0.01", buckling=1, buckling_exact=False))
            np.testing.assert_allclose(out["factor"], [np.pi**2 / 4], rtol=5e-3)


class Trusses(unittest.TestCase):
    def truss(self, height, **keys):
        """Two bars from (-1, 0) and (1, 0) to (0, height) under a load down: factors, and what the run warns of."""
        with tempfile.TemporaryDirectory() as folder:
            sets = {"all": (gmsh_file.LINE, [(0, 2), (1, 2)]), "feet": (gmsh_file.POINT, [(0,), (1,)]), "top": (gmsh_file.POINT, [(2,)])}
            gmsh_file.write(os.path.join(folder, "mesh.msh"), [(-1, 0, 0), (1, 0, 0), (0, 0, height)], sets)
            done = fsolve(options(mesh="mesh.msh", analysis="buckling", directions="xz", parts="all", part_all_element="truss", part_all_ea=1e5, part_all_mass_per_length=0, supports="feet", support_feet_fix="all",
                                  loads="top", load_top_force="0,0,-1", output="out.h5", quiet=True, **keys), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(os.path.join(folder, "out.h5")) as f:
                return f["buckling/factor"][:], f["buckling"].attrs["certified"], done.stderr

    def test_two_bars(self):
        """The limit load EA 2 h^3 / (sqrt(27) L^3), where linear buckling has sqrt(3) of it, and the load 2 EA sqrt(h^2 - 2) / L^3 at which a high truss goes to the side. No step jumps over the limit point of a flat one."""
        for height in (0.05, 0.1, 0.5, 2, 5):
            length = np.hypot(1, height)
            limit, side = 2e5 * height**3 / np.sqrt(27) / length**3, 2e5 * np.sqrt(height**2 - 2) / length**3 if height > np.sqrt(2) else np.inf
            found, certified, said = self.truss(height, buckling=2)
            np.testing.assert_allclose(found, [p for p in (side, limit) if p < np.inf], rtol=1e-7)
            self.assertEqual((certified, said), (1, ""))

    def test_slack_cable(self):
        """A straight cable with the tension N, pulled along itself in the middle by 2 N: half of it loses its tension. The stiffness has a corner there, near the start."""
        n, tension = 8, 100
        with tempfile.TemporaryDirectory() as folder:
            sets = {"all": (gmsh_file.LINE, [(i, i + 1) for i in range(n)]), "ends": (gmsh_file.POINT, [(0,), (n,)]), "middle": (gmsh_file.POINT, [(n // 2,)])}
            gmsh_file.write(os.path.join(folder, "mesh.msh"), [(i / n, 0, 0) for i in range(n + 1)], sets)
            for stiff in (1e4, 1e5, 1e7):
                done = fsolve(options(mesh="mesh.msh", analysis="buckling", buckling=1, parts="all", part_all_element="cable", part_all_ea=stiff, part_all_prestress=tension, part_all_mass_per_length=0, supports="ends",
                                      support_ends_fix="all", loads="middle", load_middle_force="1,0,0", output="out.h5", overwrite=True), cwd=folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                with h5py.File(os.path.join(folder, "out.h5")) as f:
                    np.testing.assert_allclose(abs(f["buckling/factor"][:]), 12 * [2 * tension], rtol=3 * tension / stiff)


def frame_mesh(n):
    """Nodes and sets of Argyris' frame without a joint."""
    nodes = [(0, 240 * i / n, 0) for i in range(n + 1)] + [(240 * i / n, 240, 0) for i in range(1, n + 1)]
    return nodes, {"frame": (gmsh_file.LINE, [(i, i + 1) for i in range(2 * n)]), "foot": (gmsh_file.POINT, [(0,)]), "tip": (gmsh_file.POINT, [(2 * n,)])}


def arm_frame(of_joint, reverse, seed=None, ranks=1, n=8, length=20):
    """Argyris' frame with a joint of a length between its legs. reverse: its nodes in the other order. seed: of a random orientation of the whole model."""
    turn = np.eye(3)
    if seed is not None:
        turn, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
        turn *= np.sign(np.linalg.det(turn))
    nodes = [(0, (240 - length) * i / n, 0) for i in range(n + 1)] + [(length + (240 - length) * i / n, 240, 0) for i in range(n + 1)]
    last = 2 * n + 1
    sets = {"frame": (gmsh_file.LINE, [(i, i + 1) for i in range(last) if i != n]), "foot": (gmsh_file.POINT, [(0,)]), "tip": (gmsh_file.POINT, [(last,)]),
            "corner": (gmsh_file.LINE, [(n + 1, n) if reverse else (n, n + 1)])}
    vectors = {k: ",".join(f"{c:.17g}" for c in turn @ v) for k, v in {"load_tip_force": (0, -1, 0), "part_frame_direction": (1, 1, 0)}.items()}
    return buckling(own=([tuple(turn @ x) for x in nodes], sets), ranks=ranks, supports="foot", loads="tip", joints="corner", buckling=2, **joint("corner", **of_joint), **vectors, **FRAME)


class Frames(unittest.TestCase):
    def test_no_warning(self):
        """Argyris' frame: the linear factor is right, and nothing is printed."""
        with tempfile.TemporaryDirectory() as folder:
            gmsh_file.write(os.path.join(folder, "mesh.msh"), *frame_mesh(12))
            for exact in ("true", "false"):
                done = fsolve(options(analysis="buckling", mesh="mesh.msh", buckling=1, supports="foot", loads="tip", load_tip_force="0,-1,0", output="out.h5", overwrite=True, buckling_exact=exact, **FRAME), cwd=folder)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_form_of_rows(self):
        """A weld or a spring hinge in the corner, between nodes that are apart, with its nodes in either order, with another point or sense of its axis, as a rigid link, and of the frame in any orientation: one answer."""
        hinge = {"type": "revolute", "axis": "0,0,1", "angle_stiffness": 1e5}
        for forms in (({"type": "weld"}, {"type": "rigid_link"}, {"type": "weld", "point": "0,240,0"}), (hinge, {**hinge, "axis": "0,0,-1"}, {**hinge, "point": "10,230,7"})):
            found = [arm_frame(form, reverse)["factor"] for form in forms for reverse in (False, True)]
            if forms[0] != hinge:
                found += [arm_frame(form, seed % 2 == 0, seed)["factor"] for seed, form in enumerate(forms)]
            for other in found[1:]:
                np.testing.assert_allclose(other, found[0], rtol=1e-8)
        np.testing.assert_allclose(arm_frame(forms[0], False, ranks=2)["factor"], found[0], rtol=1e-8)


if __name__ == "__main__":
    unittest.main()
