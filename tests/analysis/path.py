# SPDX-License-Identifier: BSD-2-Clause
"""Equilibrium paths beyond limit points: limit points, bifurcations and branches against closed forms and published numbers; stability; on any
ranks; gone on with from a checkpoint."""
import os
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from run import RANKS, RELEASE, SOURCE, fsolve, options, release
from studies import study

EA = 1000


def path(ranks=1, **keys):
    return study("history", ranks=ranks, analysis="path", **{"quiet": True, **keys})


def two_bars(height, **keys):
    """Two trusses (Green's strain) on feet 2 apart, pushed down at the apex, in a plane."""
    mesh = [(-1, 0, 0), (0, 0, height), (1, 0, 0)], {"bars": (gmsh_file.LINE, [(0, 1), (1, 2)]), "foot": (gmsh_file.POINT, [(0,), (2,)]), "apex": (gmsh_file.POINT, [(1,)])}
    return {"own": mesh, "parts": "bars", "part_bars_element": "truss", "part_bars_ea": EA, "part_bars_mass_per_length": 0, "directions": "xz", "supports": "foot",
            "loads": "apex", "load_apex_force": "0,0,-1", "probes": "apex", **keys}


def load(height, y):
    """The load at which the apex is at y."""
    square = 1 + height**2
    return EA / square**1.5 * (height**2 - y**2) * y


def beam(nodes, cells, sets, ea, ei, **keys):
    """Three-node beams in the plane x, z, hardly extensible."""
    return {"own": (nodes, {"beam": (gmsh_file.LINE3, cells), **sets}), "parts": "beam", "part_beam_element": "beam", "part_beam_ea": ea, "part_beam_gay": ea, "part_beam_gaz": ea,
            "part_beam_gj": ei, "part_beam_eiy": ei, "part_beam_eiz": ei, "part_beam_mass_per_length": 1, "directions": "xz", **keys}


def chain(points):
    """Nodes and three-node cells along points [odd number][3]."""
    return list(map(tuple, points)), [(i, i + 2, i + 1) for i in range(0, len(points) - 1, 2)]


class Trusses(unittest.TestCase):
    def test_snap_through(self):
        """Von Mises' truss: the path, its stability, both limit points."""
        out = path(dt=0.5, path_steps=60, path_step=0.02, **two_bars(0.2))
        y = 0.2 + out["apex/displacement"][:, 2]
        np.testing.assert_allclose(out["load_factor"], load(0.2, y), atol=1e-9 * EA * 0.2**3)
        critical = out["critical"]
        peak = load(0.2, 0.2 / np.sqrt(3))
        self.assertEqual(critical["kind"].decode(), "limit,limit")
        np.testing.assert_allclose(critical["load_factor"], [peak, -peak], rtol=1e-10)
        np.testing.assert_array_equal(out["stability_index"], (abs(y) < 0.2 / np.sqrt(3)).astype(int))

    def test_long_steps(self):
        """A longest step that leads past both limit points is shortened, until the tangents at its ends differ by 26 degrees or less. One that is 1000 times the truss ends the path."""
        peak = load(0.2, 0.2 / np.sqrt(3))
        for step in (0.5, 2):
            out = path(dt=0.5, path_steps=30, path_step=step, **two_bars(0.2))
            np.testing.assert_allclose(out["load_factor"], load(0.2, 0.2 + out["apex/displacement"][:, 2]), atol=1e-9 * EA * 0.2**3)
            np.testing.assert_allclose(out["critical"]["load_factor"][0], peak, rtol=1e-9)
        with self.assertRaisesRegex(RuntimeError, "the path cannot be continued.* a shorter -path_step"):
            path(dt=0.5, path_steps=30, path_step=20, **two_bars(0.2))

    def test_bifurcation(self):
        """A high one leaves to the side first, where (y/h)^2 = 1 - 2/h^2; 1, 2, 3 ranks."""
        for ranks in (1, 2, 3) if RELEASE else (1, 3):
            out = path(ranks, dt=50, path_steps=60, **two_bars(2.0))
            at, peak = load(2, np.sqrt(2)), load(2, 2 / np.sqrt(3))
            self.assertEqual(out["critical"]["kind"].decode(), "bifurcation,limit,limit,bifurcation")
            np.testing.assert_allclose(out["critical"]["load_factor"], [at, peak, -peak, -at], rtol=1e-8)
            np.testing.assert_array_equal(out["critical"]["after"], [1, 2, 1, 0])
            np.testing.assert_allclose(abs(out["critical"]["shape"][0, 1]), [1, 0, 0], atol=1e-5)

    def test_branch(self):
        """To the side, in either direction: points of that branch have x^2 + y^2 = h^2 - 2, and the load of it; it is stable nowhere."""
        for sign in (1, -1) if RELEASE else (-1,):
            out = path(dt=50, path_steps=40, path_switch=1, path_direction=sign, **two_bars(2.0))
            x, y = out["apex/displacement"][:, 0], 2 + out["apex/displacement"][:, 2]
            aside = abs(x) > 1e-6
            self.assertGreater(aside.sum(), 15)
            self.assertEqual(len(set(np.sign(x[aside][:5]))), 1)
            stretch = [((x + s) ** 2 + y**2 - 5) / 10 for s in (1, -1)]
            across = stretch[0] * (x + 1) + stretch[1] * (x - 1)  # no load acts across
            np.testing.assert_allclose(across, 0, atol=1e-9)
            np.testing.assert_allclose(out["load_factor"], -EA / np.sqrt(5) * (stretch[0] + stretch[1]) * y, atol=1e-6)

    @release
    def test_all_branches(self):
        """In one run: each is the branch of a run that leaves there; the same on any ranks."""
        names = ("load_factor", "arc_length", "stability_index", "apex/displacement", "energy/strain", "energy/external")
        for ranks in RANKS:
            steps, critical = (34, [0, 0, 3, 3]) if ranks < 8 else (16, [0, 0])  # to both bifurcations, or to the first
            out = path(ranks, dt=50, path_switch="all", path_steps=steps, **two_bars(2.0))
            self.assertEqual(list(out["branches"]["critical"]), critical)
            self.assertEqual(list(out["branches"]["direction"]), [1, -1, 1, -1][:len(critical)])
            self.assertEqual(list(out["branches"]["steps"]), [steps] * len(critical))
            np.testing.assert_array_equal(out["branch"], np.r_[np.zeros(steps + 1), np.repeat([1, 2, 3, 4][:len(critical)], steps)])
            np.testing.assert_array_equal(out["critical"]["branch"][:len(critical)], 0)
            for branch, (bifurcation, sign) in enumerate(((0, 0), (1, 1), (1, -1), (2, 1), (2, -1))[:len(critical) + 1]):
                alone = path(dt=50, path_switch=bifurcation, path_direction=sign or 1, path_steps=60, **two_bars(2.0)) if ranks == 1 else first[branch]
                first = [alone] if branch == 0 and ranks == 1 else first + [alone] if ranks == 1 else first
                for name in names:
                    one, other = out[name][out["branch"] == branch], alone[name][alone["branch"] == min(branch, 1)]
                    n = min(len(one), len(other))
                    self.assertGreater(n, 10)
                    np.testing.assert_allclose(one[:n], other[:n], rtol=1e-6, atol=1e-6 * abs(other).max(), err_msg=f"{branch} {name}")

    def test_controlled(self):
        """By the displacement of the apex: even steps of it, through both limit points; it ends where the apex leaves an interval."""
        for ranks in (1, 3) if RELEASE else (1,):
            out = path(ranks, dt=0.5, path_control=True, path_probe="apex", path_step=0.01, path_between="-0.5,1", **two_bars(0.2))
            u, peak = out["apex/displacement"][:, 2], load(0.2, 0.2 / np.sqrt(3))
            np.testing.assert_allclose(np.diff(u), -0.01, rtol=1e-9)
            self.assertTrue(u[-1] < -0.5 < u[-2])
            np.testing.assert_allclose(out["arc_length"], -u, atol=1e-12)
            np.testing.assert_allclose(out["load_factor"], load(0.2, 0.2 + u), atol=1e-9 * EA * 0.2**3)
            self.assertEqual(out["critical"]["kind"].decode(), "limit,limit")
            np.testing.assert_allclose(out["critical"]["load_factor"], [peak, -peak], rtol=1e-9)

    def test_moved(self):
        """A load that stays, and feet that move apart as functions of t: t where the apex is at y, and at the limit point."""
        keys = two_bars(0.2, supports="left,right", load_apex_force="0,0,-2", load_apex_time="1", support_left_fix="xz", support_right_fix="xz", support_left_motion_x="0-t", support_right_motion_x="t")
        keys["own"][1].update(left=(gmsh_file.POINT, [(0,)]), right=(gmsh_file.POINT, [(2,)]))
        out = path(dt=0.001, path_steps=60, path_step=0.01, **keys)
        L2 = 1 + 0.2**2
        share = 2 * L2**1.5 / EA
        span = lambda y: np.sqrt(L2 - y**2 - share / y) - 1
        y = 0.2 + out["apex/displacement"][:, 2]
        np.testing.assert_allclose(out["load_factor"], span(y), atol=1e-10)
        self.assertLess(out["load_factor"][-1], -0.01)
        self.assertEqual(out["critical"]["kind"].decode(), "limit")
        np.testing.assert_allclose(out["critical"]["load_factor"], span((share / 2) ** (1 / 3)), rtol=1e-9)

    def test_pushed_by_a_support(self):
        """A high truss whose apex a support moves down: no force on the free dof grows. It leaves to the side where a load would make it, and back; x^2 + y^2 = h^2 - 2 there."""
        keys = two_bars(2.0, supports="foot,apex", support_apex_motion_z="0-t", loads="")
        del keys["load_apex_force"], keys["loads"]
        for ranks in (1, 2, 3) if RELEASE else (1,):
            out = path(ranks, dt=0.1, path_load="0,3.8", path_steps=80, **keys)
            self.assertEqual(out["critical"]["kind"].decode(), "bifurcation,bifurcation")
            np.testing.assert_allclose(out["critical"]["load_factor"], [2 - np.sqrt(2), 2 + np.sqrt(2)], rtol=1e-8)
            np.testing.assert_array_equal(out["critical"]["after"], [1, 0])
            np.testing.assert_allclose(out["apex/displacement"][:, 2], -out["load_factor"], atol=1e-12)
        for sign in (1, -1) if RELEASE else (1,):
            out = path(dt=0.1, path_steps=25, path_switch=1, path_direction=sign, path_load="0,3", **keys)
            x, y = out["apex/displacement"][:, 0], 2 + out["apex/displacement"][:, 2]
            aside = out["branch"] == 1
            self.assertGreater(aside.sum(), 10)
            np.testing.assert_allclose(x[aside], sign * np.sqrt(2 - y[aside] ** 2), atol=1e-8)
            self.assertTrue((out["stability_index"] == 0).all())

    def test_not_conservative(self):
        """A column under a dead load and a follower load: the index changes where no point is located, and the last line says why; also after a restart."""
        nodes, cells = chain([(0, 0, z / 16) for z in range(17)])
        keys = beam(nodes, cells, {"foot": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(16,)])}, 1e8, 100, supports="foot", loads="end,tip", load_end_force="0,0,-600", load_tip_set="end",
                    load_tip_force="0,0,-100", load_tip_follower=True, dt=0.1, path_load="0,1")
        reason = r"0 critical points \(the stability index changes in 1 step; points are located under conservative loads only\)"
        out = path(**{**keys, "quiet": "false"})
        self.assertRegex(out["text"], reason)
        self.assertEqual(list(np.unique(out["stability_index"])), [0, 1])
        with tempfile.TemporaryDirectory() as folder:
            gmsh_file.write(os.path.join(folder, "mesh.msh"), *keys.pop("own"))
            for more in ({"path_steps": 9, "checkpoint": "kept"}, {"path_steps": 50, "restart": "kept"}):
                done = fsolve(options(mesh="mesh.msh", analysis="path", output="out.h5", **keys, **more), cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, reason)

    def test_checkpoint(self):
        """A path that goes on is the path."""
        with tempfile.TemporaryDirectory() as folder:
            keys = {k: v for k, v in two_bars(2.0).items() if k != "own"}
            gmsh_file.write(os.path.join(folder, "mesh.msh"), *two_bars(2.0)["own"])
            words = {"mesh": "mesh.msh", "analysis": "path", "dt": 50, "quiet": True, **keys}
            found = []
            for name, runs in (("straight.h5", [{"path_steps": 50}]), ("pieces.h5", [{"path_steps": 23, "checkpoint": "kept"}, {"path_steps": 50, "restart": "kept"}])):
                for more in runs:
                    done = fsolve(options(output=name, **words, **more), cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(os.path.join(folder, name)) as f:
                    found.append({k: f[k][()] for k in ("history/load_factor", "history/stability_index", "history/arc_length", "history/apex/displacement", "path/critical/load_factor")})
            for name, values in found[0].items():
                np.testing.assert_array_equal(values, found[1][name], name)


class Rods(unittest.TestCase):
    """A rigid rod that stands on a hinge with a spring, in any direction, under a force along it: t = theta/sin(theta) behind the bifurcation at 1."""

    def follow(self, seed, ranks=1, **keys):
        r = np.random.default_rng(seed)
        length, k, dt = 10 ** r.uniform(-1, 1), 10 ** r.uniform(0, 4), r.choice([0.1, 0.125, r.uniform(0.05, 0.3)])
        frame = np.linalg.qr(r.normal(size=(3, 3)))[0] if r.random() < 0.7 else np.eye(3)
        text = lambda v: ",".join(repr(float(x)) for x in v)
        mesh = [tuple(length * frame[2])], {"top": (gmsh_file.POINT, [(0,)])}
        out = path(ranks, own=mesh, parts="top", part_top_element="body", part_top_mass=1, part_top_inertia="0.1,0.1,0.1,0,0,0", joints="pin", joint_pin_set="top", joint_pin_type="revolute",
                   joint_pin_axis=text(frame[1]), joint_pin_point="0,0,0", joint_pin_angle_stiffness=k, loads="top", load_top_force=text(-frame[2] * k / length), probes="top", dt=dt,
                   path_load="0,1.3", path_steps=60, **keys)
        self.assertEqual(out["critical"]["kind"].decode(), "bifurcation", seed)
        np.testing.assert_allclose(out["critical"]["load_factor"], 1, rtol=1e-7, err_msg=str(seed))
        at = out["top/displacement"] / length + frame[2]
        theta = np.arctan2(np.linalg.norm(at - np.outer(at @ frame[2], frame[2]), axis=1), at @ frame[2])
        np.testing.assert_allclose(out["load_factor"] * np.sin(theta), theta, atol=1e-8, err_msg=str(seed))
        return theta

    def check(self, seed, ranks=1):
        self.assertLess(self.follow(seed, ranks).max(), 1e-6)
        for sign in (1, -1):
            self.assertGreater(self.follow(seed, ranks, path_switch=1, path_direction=sign).max(), 1)

    def test_many_in_a_step(self):
        """Rods side by side, whose bifurcations are at their stiffness, many of them in one step: each is found once, at its own load."""
        stiffness = (1.013, 1.048, 1.074, 1.074, 1.109, 1.121)
        names = [f"rod{i}" for i in range(len(stiffness))]
        keys = {}
        for i, (name, k) in enumerate(zip(names, stiffness)):
            keys |= {f"joint_{name}_set": name, f"joint_{name}_type": "revolute", f"joint_{name}_axis": "0,1,0", f"joint_{name}_point": f"{3 * i},0,0",
                     f"joint_{name}_angle_stiffness": k, f"load_{name}_force": "0,0,-1"}
        mesh = [(3 * i, 0, 1) for i in range(len(names))], {name: (gmsh_file.POINT, [(i,)]) for i, name in enumerate(names)}
        for ranks in (1, 2, 3, 8) if RELEASE else (1, 3):
            out = path(ranks, own=mesh, parts="bodies", part_bodies_set="all", part_bodies_element="body", part_bodies_mass=1, part_bodies_inertia="0.1,0.1,0.1,0,0,0",
                       joints=",".join(names), loads=",".join(names), dt=0.3, path_load="0,1.3", path_steps=20, **keys)
            np.testing.assert_allclose(out["critical"]["load_factor"], sorted(set(stiffness)), rtol=1e-7)
            np.testing.assert_array_equal(out["critical"]["after"], [1, 2, 4, 5, 6])

    def test_random(self):
        for seed in range(3 if RELEASE else 1):
            self.check(seed)
        if RELEASE:
            self.check(0, ranks=2)

    @release
    def test_more(self):
        for seed in range(3, 60):
            self.check(seed)


class Beams(unittest.TestCase):
    def test_deep_arch(self):
        """215 degrees, clamped and hinged: 8.97 EI/R^2 (DaDeppo & Schmidt 1975), where it has turned over itself."""
        half, n, radius, ei = np.radians(107.5), 24, 100.0, 1e6
        angle = np.linspace(-half, half, 2 * n + 1)
        nodes, cells = chain(np.column_stack([radius * np.sin(angle), 0 * angle, radius * np.cos(angle)]))
        sets = {"left": (gmsh_file.POINT, [(0,)]), "right": (gmsh_file.POINT, [(2 * n,)]), "top": (gmsh_file.POINT, [(n,)])}
        out = path(dt=50, path_steps=300, path_critical=1, **beam(nodes, cells, sets, 1e8, ei, supports="left,right", support_right_fix="xz", loads="top", load_top_force="0,0,-1"))
        self.assertEqual(out["critical"]["kind"].decode(), "limit")
        self.assertAlmostEqual(out["critical"]["load_factor"][0] * radius**2 / ei, 8.97, delta=0.01)

    def test_elastica(self):
        """A column without an imperfection: onto the branch, along which it is the elastica."""
        out = self.column(path_switch=1)
        self.check_elastica(out, abs(out["top/displacement"][:, 0]))

    @release
    def test_round_column(self):
        """In space, and as stiff to all sides: a double bifurcation, from which it bends to whatever side."""
        for null, sign, ranks in ((1, 1, 1), (2, 1, 1), (2, -1, 3)):
            out = self.column(ranks, directions="xyz", path_switch=1, path_null=null, path_direction=sign)
            side = out["top/displacement"][:, :2]
            self.assertEqual((out["critical"]["multiplicity"][0], out["critical"]["after"][0]), (2, 2))
            np.testing.assert_allclose(side[:, 2 - null], 0, atol=1e-6)
            self.assertGreater(sign * side[-1, null - 1], 0.1)
            self.check_elastica(out, np.linalg.norm(side, axis=1))

    N, LENGTH, EI = 12, 1.0, 1.0

    def column(self, ranks=1, **keys):
        nodes, cells = chain(np.column_stack([np.zeros(2 * self.N + 1), np.zeros(2 * self.N + 1), np.linspace(0, self.LENGTH, 2 * self.N + 1)]))
        sets = {"foot": (gmsh_file.POINT, [(0,)]), "top": (gmsh_file.POINT, [(2 * self.N,)])}
        keys = {**beam(nodes, cells, sets, 1e7, self.EI, supports="foot", loads="top", load_top_force="0,0,-1"), **keys}
        return path(ranks, dt=0.5, path_steps=60, path_load="-1,6", probes="top", **keys)

    def check_elastica(self, out, x):
        """x: displacement of the top to a side."""
        length, ei = self.LENGTH, self.EI
        euler = np.pi**2 * ei / (4 * length**2)
        self.assertAlmostEqual(out["critical"]["load_factor"][0] / euler, 1, delta=2e-5)
        z = length + out["top/displacement"][:, 2]
        bent = abs(x) > 0.05
        self.assertGreater(bent.sum(), 10)
        np.testing.assert_array_equal(out["stability_index"][bent], 0)
        for P, side, height in zip(out["load_factor"][bent], x[bent], z[bent]):
            K = np.sqrt(P / ei) * length  # complete elliptic integrals of modulus k, by the arithmetic-geometric mean
            low, high = 0.0, 1 - 1e-15
            for _ in range(100):
                k = (low + high) / 2
                low, high = (k, high) if elliptic(k)[0] < K else (low, k)
            E = elliptic(k)[1]
            np.testing.assert_allclose([abs(side), height], [2 * k * length / K, (2 * E / K - 1) * length], atol=2e-4)


def elliptic(k):
    """Complete integrals K, E of a modulus."""
    a, b, c, total, power = 1.0, np.sqrt(1 - k * k), k, k * k / 2, 0.5
    while abs(c) > 1e-16:
        a, b, c = (a + b) / 2, np.sqrt(a * b), (a - b) / 2
        power *= 2
        total += power * c * c
    K = np.pi / (2 * a)
    return K, K * (1 - total)


class Picture(unittest.TestCase):
    def test_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            case = two_bars(2.0)
            gmsh_file.write(os.path.join(folder, "mesh.msh"), *case.pop("own"))
            done = fsolve(options(**{**case, "mesh": "mesh.msh", "analysis": "path", "output": "out.h5", "dt": 50}), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = subprocess.run([os.path.join(SOURCE, "scripts", "plot_path"), "out.h5", "apex", "z"], cwd=folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, "out_path.png\n"), done.stderr)
            self.assertGreater(os.path.getsize(os.path.join(folder, "out_path.png")), 5000)


class Words(unittest.TestCase):
    def test_on_the_screen(self):
        text = path(dt=0.5, path_steps=50, path_step=0.02, **{**two_bars(0.2), "quiet": "false"})["text"]
        self.assertRegex(text, r"limit point at t = 2\.90327\d+, length [0-9.]+: 0 unstable directions before, 1 after\n")
        self.assertRegex(text, r"done: 50 steps to t = \S+, length [0-9.]+; 2 critical points; \d+ factorizations")

    def test_refused(self):
        for keys, message in (({"dt": 0}, "-dt 0: a path starts with a step of t"), ({"path_load": "1,2"}, "-path_load 1,2: the path starts at -t_start 0"), ({"path_direction": 2}, "-path_direction"),
                              ({"load_apex_time": "1"}, "no load grows with t"), ({"path_steps": 0}, "-path_steps"), ({"directions": "xyz"}, "the tangent is singular at the start"),
                              ({"linearize": True}, "the model is linear"), ({"path_switch": "none"}, "-path_switch none: give first, all, or the number"), ({"path_switch": "-1"}, "-path_switch -1"),
                              ({"path_switch": "all", "checkpoint": "kept"}, "-path_switch all keeps states in memory"), ({"path_switch": "all", "path_null": 1}, "-path_null has no effect with -path_switch all"), ({"path_between": "0,1"}, "-path_between needs -path_probe"), ({"path_component": "x"}, "-path_component needs -path_probe"),
                              ({"path_probe": "apex"}, "-path_probe: give -path_between"), ({"path_probe": "top", "path_between": "-1,1"}, "-path_probe top: there is no such node among -probes"),
                              ({"path_probe": "apex", "path_component": "y", "path_control": True, "path_step": 0.01}, "-path_probe apex -path_component y: a support constrains"),
                              ({"path_probe": "apex", "path_control": True}, "-path_control: give -path_step"), ({"path_probe": "apex", "path_between": "1,2"}, "the displacement is 0 at the start"),
                              ({"path_probe": "apex", "path_component": "x", "path_control": True, "path_step": 0.01}, "the loads do not move the displacement"),
                              ({"path_probe": "apex", "path_control": True, "path_step": 0.01, "path_switch": 1}, "-path_control cannot be combined with -path_switch")):
            with tempfile.TemporaryDirectory() as folder:
                case = two_bars(0.2)
                gmsh_file.write(os.path.join(folder, "mesh.msh"), *case.pop("own"))
                done = fsolve(options(**{**case, "mesh": "mesh.msh", "analysis": "path", "output": "out.h5", **keys}), cwd=folder)
                self.assertEqual(done.returncode, 2, f"{keys} {done.stderr}")
                self.assertIn(message, done.stderr)
                self.assertEqual(os.listdir(folder), ["mesh.msh"])


if __name__ == "__main__":
    unittest.main()
