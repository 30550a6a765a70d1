# SPDX-License-Identifier: BSD-2-Clause
"""Ties: rigid couplings, diaphragms, equations, periodic sets and distributed couplings."""
import itertools
import os
import re
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from models import body, on_mesh
from run import MORE_RANKS, Output, RANKS, RELEASE, fsolve, options, release, run

EA, GA, GJ, EIY, EIZ = 2e7, 8e6, 3e4, 5e4, 7e4
SECTION = {"part_columns_ea": EA, "part_columns_gay": GA, "part_columns_gaz": GA, "part_columns_gj": GJ, "part_columns_eiy": EIY, "part_columns_eiz": EIZ}
PLAN, HEIGHT = [(0, 0), (6, 0), (6, 4), (0, 4), (3, 1)], 3.0


def tie(name, type, **keys):
    return {"ties": name, **{f"tie_{name}_{k}": v for k, v in {"type": type, **keys}.items()}}


def building(floors=2, ranks=1, runner=run, kind="diaphragm", **keys):
    """Columns from floor to floor, one element each; each floor is a diaphragm."""
    nodes = [(x, y, HEIGHT * k) for k in range(floors + 1) for x, y in PLAN]
    n = len(PLAN)
    lines = [(n * k + i, n * (k + 1) + i) for k in range(floors) for i in range(n)]
    sets = {"columns": (gmsh_file.LINE, lines), "feet": (gmsh_file.POINT, [(i,) for i in range(n)]), "corner": (gmsh_file.POINT, [(n * floors + 2,)]), "mast": (gmsh_file.POINT, [(n * floors + 4,)]),
            "slabs": (gmsh_file.POINT, [(i,) for i in range(n, len(nodes))])}
    names = [f"floor{k}" for k in range(1, floors + 1)] if kind else []
    described = {f"tie_{t}_{k}": v for h, t in enumerate(names, 1) for k, v in {"type": kind, "plane": f"0,0,{HEIGHT * h},0,0,1"}.items()}
    model = {"parts": "columns", "part_columns_element": "beam", **SECTION, "supports": "feet", "loads": "corner", "load_corner_force": "700,-900,0", "probes": "corner,mast"}
    if names:
        described["ties"] = ",".join(names)
    return on_mesh(nodes, sets, runner, ranks=ranks, **{**model, **described, **keys})


def column_stiffness(up=HEIGHT):
    """The exact stiffness of an upright column, Timoshenko's, for x, y, z and the rotations of both ends."""
    k = np.zeros((12, 12))
    k[np.ix_([2, 8], [2, 8])] += EA / up * np.array([[1, -1], [-1, 1]])
    k[np.ix_([5, 11], [5, 11])] += GJ / up * np.array([[1, -1], [-1, 1]])
    for u, r, sign, ei in ((0, 4, 1, EIY), (1, 3, -1, EIZ)):
        phi = 12 * ei / (GA * up**2)
        a = ei / (up**3 * (1 + phi))
        b = a * np.array([[12, sign * 6 * up, -12, sign * 6 * up], [sign * 6 * up, (4 + phi) * up**2, -sign * 6 * up, (2 - phi) * up**2],
                          [-12, -sign * 6 * up, 12, -sign * 6 * up], [sign * 6 * up, (2 - phi) * up**2, -sign * 6 * up, (4 + phi) * up**2]])
        i = [u, r, 6 + u, 6 + r]
        k[np.ix_(i, i)] += b
    return k


def reduced_stiffness(floors=2):
    """The stiffness of the building, and T from its independent dofs to those of all nodes: each floor has x, y and a turn about z."""
    n = len(PLAN)
    nodes = n * (floors + 1)
    k = np.zeros((6 * nodes, 6 * nodes))
    for f, i in itertools.product(range(floors), range(n)):
        dofs = [6 * node + c for node in (n * f + i, n * (f + 1) + i) for c in range(6)]
        k[np.ix_(dofs, dofs)] += column_stiffness()
    columns = []
    for f in range(1, floors + 1):
        for i in range(n):
            for c in (2, 3, 4):
                t = np.zeros(6 * nodes)
                t[6 * (n * f + i) + c] = 1
                columns.append(t)
        floor = np.zeros((3, 6 * nodes))
        for i, (x, y) in enumerate(PLAN):
            at = 6 * (n * f + i)
            floor[0, at] = floor[1, at + 1] = floor[2, at + 5] = 1
            floor[2, at], floor[2, at + 1] = -y, x
        columns.extend(floor)
    return k, np.array(columns).T


LINE = {"parts": "bars", "part_bars_element": "beam", "part_bars_set": "all", **{k.replace("columns", "bars"): v for k, v in SECTION.items()}}
STATIC = {"analysis": "static", "linearize": True}
TWO_LOADS = {"loads": "force,moment"}


def two_loads(at, force, moment):
    return {**TWO_LOADS, "load_force_set": at, "load_moment_set": at, "load_force_force": force, "load_moment_moment": moment}


def finished(model, ranks=1, **keys):
    """The finished run of a model, a function with a runner."""
    with tempfile.TemporaryDirectory() as folder:
        return model(runner=lambda ranks=1, **k: fsolve(options(output=os.path.join(folder, "out.h5"), **k), ranks), ranks=ranks, **keys)


class Diaphragms(unittest.TestCase):
    def test_statics(self):
        """Forces on a corner of the top floor: displacements agree with the reduced model of the test, on any number of ranks."""
        k, t = reduced_stiffness()
        at, mast = 6 * (2 * len(PLAN) + 2), 6 * (2 * len(PLAN) + 4)
        load = np.zeros(len(k))
        load[at:at + 2] = 700, -900
        u = t @ np.linalg.solve(t.T @ k @ t, t.T @ load)
        for ranks in RANKS:
            with self.subTest(f"{ranks} ranks"):
                out = building(ranks=ranks, **STATIC)
                np.testing.assert_allclose(out.probe["corner"]["displacement"][-1], u[at:at + 3], atol=1e-10)
                np.testing.assert_allclose(out.probe["mast"]["displacement"][-1], u[mast:mast + 3], atol=1e-10)

    def test_modes(self):
        """Frequencies of the building with masses at its nodes, against the reduced model."""
        k, t = reduced_stiffness()
        n, mass = len(PLAN), 400.0
        m = np.diag([mass if node >= n and c < 3 else 0 for node in range(3 * n) for c in range(6)]) + 0 * k
        flexibility = np.linalg.inv(t.T @ k @ t)
        values = np.linalg.eigvals(flexibility @ (t.T @ m @ t)).real
        expected = np.sort(1 / np.sqrt(values[values > 1e-12 * values.max()]))[:4] / (2 * np.pi)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = building(runner=lambda ranks=1, **keys: fsolve(options(output=path, **keys), ranks), parts="columns,slabs", part_slabs_element="mass", part_slabs_mass=mass, analysis="modes", modes=4, linearize=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(path) as f:
                np.testing.assert_allclose(f["modes/frequency"][:4], expected, rtol=1e-8)

    def test_large_motion_and_restart(self):
        """A transient with large rotations is the same on any number of ranks, and after a restart on another number; the floor stays a rigid figure."""
        keys = {"parts": "columns,slabs", "part_slabs_element": "body", "part_slabs_mass": 40, "part_slabs_inertia": "5,5,5,0,0,0", "load_corner_force": "9000,-12000,0", "probes": "corner,mast", "dt": 0.01}
        one = building(t_end=0.1, **keys)
        far, near = one.probe["corner"]["displacement"], one.probe["mast"]["displacement"]
        self.assertGreater(abs(far).max(), 0.05)
        rigid = building(t_end=0.1, kind="rigid", **keys)
        apart = np.array([3, 3, 0]) + rigid.probe["corner"]["displacement"] - rigid.probe["mast"]["displacement"]
        np.testing.assert_allclose(np.linalg.norm(apart, axis=1), np.sqrt(18), rtol=1e-9)
        for ranks in MORE_RANKS if RELEASE else ():  # the restart below is on three
            with self.subTest(f"{ranks} ranks"):
                np.testing.assert_allclose(building(t_end=0.1, ranks=ranks, **keys).probe["corner"]["displacement"], far, atol=1e-8)
        with tempfile.TemporaryDirectory() as folder:
            path, kept = os.path.join(folder, "mesh.msh"), os.path.join(folder, "kept")

            def save(ranks=1, mesh=None, **more):
                os.rename(mesh, path)
                os.symlink(path, mesh)  # the mesh file of the folder is removed with it
                return fsolve(options(mesh=path, output=os.path.join(folder, "out.h5"), checkpoint=kept, **more), ranks)

            self.assertEqual(building(t_end=0.05, runner=save, **keys).returncode, 0)
            words = building(t_end=0.1, runner=lambda ranks=1, **more: options(**{**more, "mesh": path, "output": os.path.join(folder, "out.h5"), "restart": kept}), **keys)
            done = fsolve(words, 3)
            self.assertEqual(done.returncode, 0, done.stderr)
            np.testing.assert_allclose(Output(os.path.join(folder, "out.h5")).probe["corner"]["displacement"][-1], far[-1], atol=1e-8)


class Rigid(unittest.TestCase):
    def test_free_bodies(self):
        """Four bodies that a rigid tie joins tumble as those that rigid links join; the force is that of the links."""
        nodes = [tuple(x) for x in np.random.default_rng(1).normal(size=(4, 3))]
        sets = {**{f"b{i}": (gmsh_file.POINT, [(i,)]) for i in range(4)}, "cloud": (gmsh_file.POINT, [(i,) for i in range(4)]), "star": (gmsh_file.LINE, [(0, 1), (0, 2), (0, 3)])}
        model = {"parts": "b0,b1,b2,b3", **{k: v for i in range(4) for k, v in body(f"b{i}", mass=1 + i).items()}, **two_loads("b2", "3,4,0", "0,2,1"), "probes": "b0,b3",
                 "integrator": "esdirk43_6l", "stabilize": "projection", "dt": 0.02, "t_end": 2}
        links = on_mesh(nodes, sets, joints="star", joint_star_type="rigid_link", **model)
        self.assertGreater(abs(links.probe["b3"]["displacement"]).max(), 0.5)
        for ranks in RANKS if RELEASE else (1,):
            with self.subTest(f"{ranks} ranks"):
                out = on_mesh(nodes, sets, ranks=ranks, **model, **tie("all", "rigid", set="cloud", master="b0"))
                for probe in ("b0", "b3"):
                    np.testing.assert_allclose(out.probe[probe]["displacement"], links.probe[probe]["displacement"], atol=1e-12)
                np.testing.assert_allclose(out.probe["all"]["force"][-1, :3], -links.probe["star"]["reaction"][-1].sum(axis=0)[:3], atol=1e-10)


class Others(unittest.TestCase):
    def test_equation(self):
        """Two cantilevers of stiffness k with 2 u1 = u2 under a force on the first: u1 = F / 5k."""
        nodes = [(x, y, 0) for y in (0, 1) for x in range(3)]
        sets = {"all": (gmsh_file.LINE, [(0, 1), (1, 2), (3, 4), (4, 5)]), "feet": (gmsh_file.POINT, [(0,), (3,)]), "one": (gmsh_file.POINT, [(2,)]), "two": (gmsh_file.POINT, [(5,)])}
        keys = {**LINE, "supports": "feet", "probes": "one,two", "loads": "one", "load_one_force": "0,0,300"}
        k = 1 / (8 / (3 * EIY) + 2 / GA)
        for ranks, linearize in ((1, True), (3, True), (1, False)) if RELEASE else ((1, True), (1, False)):
            with self.subTest(f"{ranks} {linearize}"):
                out = on_mesh(nodes, sets, ranks=ranks, analysis="static", linearize=str(linearize).lower(), **keys, **tie("half", "equation", of="one.z,two.z", coefficients="2,-1"))
                u = 300 / (5 * k)
                tolerance = 1e-10 if linearize else 1e-4 * u
                np.testing.assert_allclose(out.probe["one"]["displacement"][-1, 2], u, atol=tolerance)
                np.testing.assert_allclose(out.probe["two"]["displacement"][-1, 2], 2 * out.probe["one"]["displacement"][-1, 2], rtol=1e-10)
                np.testing.assert_allclose(out.probe["half"]["force"][-1], 2 * k * u, rtol=1e-9 if linearize else 1e-4)
        out = on_mesh(nodes, sets, **STATIC, **keys, **tie("turn", "equation", of="one.rotation_y,two.rotation_y", coefficients="1,1"))
        # both tips turn by the same angle, against each other: F L^2 / 2 EI - M L / EI and M L / EI
        m = out.probe["turn"]["force"][-1]
        np.testing.assert_allclose(m * 2 / EIY, 300 * 2**2 / (2 * EIY) - m * 2 / EIY, rtol=1e-9)

    def test_sum_over_a_set(self):
        """A set of several nodes stands for the sum: the mean displacement of three tips is 0."""
        nodes = [(x, y, 0) for y in range(3) for x in (0, 2)]
        sets = {"all": (gmsh_file.LINE, [(0, 1), (2, 3), (4, 5)]), "feet": (gmsh_file.POINT, [(0,), (2,), (4,)]), "tips": (gmsh_file.POINT, [(1,), (3,), (5,)]), "one": (gmsh_file.POINT, [(1,)]), "two": (gmsh_file.POINT, [(3,)])}
        k = 1 / (8 / (3 * EIY) + 2 / GA)
        for ranks in RANKS:
            with self.subTest(f"{ranks} ranks"):
                out = on_mesh(nodes, sets, ranks=ranks, **LINE, **STATIC, supports="feet", probes="one,two", loads="one", load_one_force="0,0,300", **tie("mean", "equation", of="tips.z", coefficients="1"))
                np.testing.assert_allclose(out.probe["one"]["displacement"][-1, 2], 200 / k, rtol=1e-9)
                np.testing.assert_allclose(out.probe["two"]["displacement"][-1, 2], -100 / k, rtol=1e-9)
                np.testing.assert_allclose(out.probe["mean"]["force"][-1], -100, rtol=1e-9)

    def test_periodic(self):
        """A bar that is clamped in the middle; its ends move alike, also in rotation: u = F / (2 * 12 EI / L^3 (1 + phi))."""
        nodes = [(x, 0, 0) for x in range(5)]
        sets = {"all": (gmsh_file.LINE, [(i, i + 1) for i in range(4)]), "left": (gmsh_file.POINT, [(0,)]), "right": (gmsh_file.POINT, [(4,)]), "middle": (gmsh_file.POINT, [(2,)])}
        u = 30 * (8 / (12 * EIZ) + 2 / GA) / 2
        for ranks in RANKS:
            with self.subTest(f"{ranks} ranks"):
                out = on_mesh(nodes, sets, ranks=ranks, **LINE, **STATIC, supports="middle", probes="left,right", loads="right", load_right_force="0,30,0", **tie("cell", "periodic", set="left", to="right"))
                for probe in ("left", "right"):
                    np.testing.assert_allclose(out.probe[probe]["displacement"][-1], (0, u, 0), atol=1e-14)
                np.testing.assert_allclose(out.probe["cell"]["force"][-1], (0, -15, 0), atol=1e-9)

    def test_distributed(self):
        """Force and moment on a master without mass: its nodes, on springs, get the forces of the
        transpose; it follows their mean and least-squares rotation."""
        x = np.random.default_rng(2).normal(size=(6, 3))
        nodes = [*map(tuple, x), *(tuple(p + e) for p in x[1:] for e in np.eye(3))]
        sets = {"master": (gmsh_file.POINT, [(0,)]), "cloud": (gmsh_file.POINT, [(i,) for i in range(1, 6)]), "ground": (gmsh_file.LINE, [(i, 6 + 3 * (i - 1) + c) for i in range(1, 6) for c in range(3)]),
                "anchors": (gmsh_file.POINT, [(i,) for i in range(6, 21)])}
        model = {"parts": "master,ground", **body("master", mass=0, inertia="0,0,0,0,0,0"), "part_ground_element": "bar", "part_ground_young": 1e3, "part_ground_area": 1, "part_ground_density": 0, "supports": "anchors",
                 "probes": "master", **two_loads("master", "3,4,5", "1,-2,1")}
        w = 1 + x[1:, 0]**2
        w /= w.sum()
        center = w @ x[1:]
        r = x[1:] - center
        inertia = sum(wi * (ri @ ri * np.eye(3) - np.outer(ri, ri)) for wi, ri in zip(w, r))
        force = np.array([3, 4, 5.])
        moment = np.array([1, -2, 1.]) + np.cross(x[0] - center, force)
        u = w[:, None] * (force + np.cross(np.linalg.solve(inertia, moment), r)) / 1e3
        theta = np.linalg.solve(inertia, sum(wi * np.cross(ri, ui) for wi, ri, ui in zip(w, r, u)))
        for ranks in RANKS:
            with self.subTest(f"{ranks} ranks"):
                out = on_mesh(nodes, sets, ranks=ranks, **model, **STATIC, **tie("mean", "distributed", set="cloud", master="master", weight="1+x*x"))
                np.testing.assert_allclose(out.probe["master"]["displacement"][-1], w @ u + np.cross(theta, x[0] - center), rtol=1e-9)
                np.testing.assert_allclose(out.probe["mean"]["force"][-1], (-3, -4, -5, -1, 2, -1), atol=1e-9)

    def test_distributed_turns(self):
        """The cloud turns rigidly by 2 rad, on moved supports: the master turns with it, without force."""
        x = np.random.default_rng(3).normal(size=(5, 3))
        sets = {"master": (gmsh_file.POINT, [(0,)]), **{f"b{i}": (gmsh_file.POINT, [(i,)]) for i in range(1, 5)}, "cloud": (gmsh_file.POINT, [(i,) for i in range(1, 5)])}
        model = {"parts": "master,cloud", **body("master", mass=0, inertia="0,0,0,0,0,0"), "part_cloud_element": "mass", "part_cloud_mass": 1, "supports": "b1,b2,b3,b4", "probes": "master", "analysis": "static"}
        for i in range(1, 5):
            model[f"support_b{i}_fix"] = "xyz"
            model[f"support_b{i}_motion_x"] = f"{x[i, 0]}*(cos(2*t)-1)-({x[i, 1]})*sin(2*t)"
            model[f"support_b{i}_motion_y"] = f"{x[i, 0]}*sin(2*t)+({x[i, 1]})*(cos(2*t)-1)"
        out = on_mesh([*map(tuple, x)], sets, **model, **tie("mean", "distributed", set="cloud", master="master"))
        turned = np.array([x[0, 0] * np.cos(2) - x[0, 1] * np.sin(2), x[0, 0] * np.sin(2) + x[0, 1] * np.cos(2), x[0, 2]])
        np.testing.assert_allclose(x[0] + out.probe["master"]["displacement"][-1], turned, atol=1e-9)
        np.testing.assert_allclose(abs(out.probe["master"]["rotation"][-1]), (abs(np.cos(1)), 0, 0, np.sin(1)), atol=1e-9)
        np.testing.assert_allclose(out.probe["mean"]["force"][-1], 0, atol=1e-9)


class Jumps(unittest.TestCase):
    """Periodic sets with a prescribed jump: a cell under a macroscopic strain."""

    HALF, SHEAR = 0.6, 2e-6

    def cell(self, runner=run, ranks=1, **keys):
        """Three beams cross at the origin, and their ends are periodic: a cell of a cubic lattice."""
        h = self.HALF
        ends = [tuple(sign * h * (axis == c) for c in range(3)) for axis in range(3) for sign in (-1, 1)]
        nodes = [(0, 0, 0), *ends, *(tuple(0.5 * v for v in x) for x in ends)]
        sets = {"all": (gmsh_file.LINE, [line for k in range(1, 7) for line in ((0, k + 6), (k + 6, k))]), "middle": (gmsh_file.POINT, [(0,)]),
                **{f"{side}{name}": (gmsh_file.POINT, [(1 + 2 * axis + (side == "plus"),)]) for axis, name in enumerate("xyz") for side in ("minus", "plus")}}
        cell = {"ties": "x,y,z", **{f"tie_{c}_{k}": v for c in "xyz" for k, v in {"type": "periodic", "set": f"minus{c}", "to": f"plus{c}"}.items()}}
        return on_mesh(nodes, sets, runner, ranks=ranks, **{**LINE, **cell, "supports": "middle", "support_middle_fix": "xyz", "support_middle_fix_rotation": "none", "probes": "plusx,minusx,plusz", **keys})

    def jumps(self, stretch, of="t"):
        """The strain in the plane of x and y: a shear, and a stretch along z."""
        size = self.SHEAR * self.HALF  # half the shear times the length of the cell
        return {"tie_x_jump_y": f"{size}*{of}", "tie_y_jump_x": f"{size}*{of}", "tie_z_jump_z": f"{2 * self.HALF * stretch}*{of}"}

    def test_lattice(self):
        """Half a beam is a cantilever, whose tip moves by a quarter of shear times length; another one is a bar."""
        tip, stretch, h = self.SHEAR * self.HALF / 2, 3e-6, self.HALF
        force = {"x": (0, tip / (h**3 / (3 * EIZ) + h / GA), 0), "y": (tip / (h**3 / (3 * EIZ) + h / GA), 0, 0), "z": (0, 0, EA * stretch)}
        for ranks, linearize in ((1, True), (3, True), (1, False), (3, False)) if RELEASE else ((1, True), (3, False)):
            with self.subTest(f"{ranks} {linearize}"):
                out = self.cell(ranks=ranks, analysis="static", linearize=str(linearize).lower(), part_bars_eiy=EIZ, **self.jumps(stretch))
                for name, f in force.items():
                    size = max(map(abs, f))
                    np.testing.assert_allclose(out.probe[name]["force"][-1], f, atol=(1e-9 if linearize else 1e-4) * size)
                np.testing.assert_allclose(out.probe["plusx"]["displacement"][-1], (0, tip, 0), atol=(1e-12 if linearize else 1e-5) * tip)
                np.testing.assert_allclose(out.probe["plusz"]["displacement"][-1], (0, 0, h * stretch), atol=1e-5 * h * stretch)

    def test_springs_in_a_row(self):
        """Two bars of different stiffness between the sets; the mesh is not exact to the last bit."""
        nodes, jump = [(0, 0, 0), (1, 0, 0), (3 + 1e-7, 0, 0), (0, 1, 0), (1, 1, 0), (3, 1, 0)], 0.01
        sets = {"soft": (gmsh_file.LINE, [(0, 1), (3, 4)]), "hard": (gmsh_file.LINE, [(1, 2), (4, 5)]), "left": (gmsh_file.POINT, [(0,), (3,)]), "right": (gmsh_file.POINT, [(2,), (5,)]), "corner": (gmsh_file.POINT, [(0,)])}
        bars = {f"part_{p}_{k}": v for p, young in (("soft", 1e6), ("hard", 5e6)) for k, v in {"element": "bar", "young": young, "area": 1, "density": 1}.items()}
        for ranks in RANKS:
            out = on_mesh(nodes, sets, ranks=ranks, parts="soft,hard", directions="x", supports="left", **bars, **STATIC, **tie("cell", "periodic", set="left", to="right", jump_x=f"{jump}*t"))
            np.testing.assert_allclose(out.probe["cell"]["force"][-1, 0], jump / (1 / 1e6 + 2 / 5e6) + jump / (1 / 1e6 + (2 + 1e-7) / 5e6), rtol=1e-10)

    def test_motion(self):
        """The work of the jumps is the energy of the lattice; all ranks agree, and a run continues with the same bits."""
        with tempfile.TemporaryDirectory() as folder:
            kept, mesh_path, path = (os.path.join(folder, name) for name in ("kept", "mesh.msh", "out.h5"))
            keys = {"part_bars_mass_per_length": 3, "part_bars_inertia": "0.02,0.01,0.01,0,0,0", "dt": 2e-4, "stabilize": "projection", "energies": True, **self.jumps(3e-6, "(1-cos(100*t))")}
            whole = self.cell(t_end=0.02, **keys)
            u = whole.probe["plusx"]["displacement"]
            self.assertGreater(np.ptp(u[:, 1]), 1e-7)
            np.testing.assert_allclose(u[:, 1] - whole.probe["minusx"]["displacement"][:, 1], self.SHEAR * self.HALF * (1 - np.cos(100 * whole.time)), atol=1e-10 * self.SHEAR)
            error = whole.energy["total"] - whole.energy["total"][0] - whole.energy["external"]
            self.assertLess(abs(error).max(), 1e-3 * abs(whole.energy["external"]).max())
            for ranks in MORE_RANKS if RELEASE else (3,):
                np.testing.assert_allclose(self.cell(ranks=ranks, t_end=0.02, **keys).probe["plusx"]["displacement"], u, atol=1e-8 * abs(u).max())

            def save(ranks=1, mesh=None, **more):
                os.rename(mesh, mesh_path)
                os.symlink(mesh_path, mesh)  # the mesh file of the folder is removed with it
                return fsolve(options(mesh=mesh_path, output=path, checkpoint=kept, **more), ranks)

            self.assertEqual(self.cell(save, t_end=0.01, **keys).returncode, 0)
            done = fsolve(self.cell(lambda ranks=1, **more: options(**{**more, "mesh": mesh_path, "output": path, "restart": kept}), t_end=0.02, **keys))
            self.assertEqual(done.returncode, 0, done.stderr)
            np.testing.assert_array_equal(Output(path).probe["plusx"]["displacement"][-1], u[-1])

    def test_refused(self):
        for keys, message in (({"tie_x_jump_y": "2*q"}, "-tie_x_jump_y"), ({"tie_x_jump": "1"}, "-tie_x_jump"), ({"tie_x_jump_y": 0.1}, "tie 'x'"),
                              ({"directions": "xy", "tie_x_jump_z": "t"}, "-tie_x_jump_z: the nodes of tie 'x' have no displacements along z")):
            with self.subTest(message):
                done = finished(self.cell, **STATIC, **keys)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertIn(message, done.stderr)


class Eliminated(unittest.TestCase):
    """A block of 6 x 6 columns with girders on four floors, 864 dofs: solvers eliminate the ties, or solve for their multipliers."""

    N, FLOORS = 6, 4
    MOTION, LINEAR = {"dt": 0.01, "t_end": 0.05}, {"dt": 0.01, "t_end": 0.05, "linearize": True}

    def block(self, runner=run, ranks=1, **keys):
        n, plan = self.N, self.N**2
        at = lambda i, j, k: plan * k + n * j + i  # noqa: E731
        nodes = [(5.0 * i, 5.0 * j, HEIGHT * k) for k in range(self.FLOORS + 1) for j in range(n) for i in range(n)]
        floors = range(1, self.FLOORS + 1)
        columns = [(node, node + plan) for node in range(plan * self.FLOORS)]
        girders = [(at(i, j, k), at(i + 1, j, k)) for k in floors for j in range(n) for i in range(n - 1)] + [(at(i, j, k), at(i, j + 1, k)) for k in floors for j in range(n - 1) for i in range(n)]
        points = {"feet": range(plan), "corner": [at(n - 1, n - 1, self.FLOORS)], "middle": [at(2, 2, self.FLOORS)], "edge": [at(0, 2, 2)], "first": [at(3, 3, 1)], "second": [at(3, 3, 2)],
                  "left": [at(0, j, k) for k in floors for j in range(n)], "right": [at(n - 1, j, k) for k in floors for j in range(n)]}
        sets = {"columns": (gmsh_file.LINE, columns), "girders": (gmsh_file.LINE, girders), **{name: (gmsh_file.POINT, [(i,) for i in numbers]) for name, numbers in points.items()}}
        section = {"element": "beam", "ea": 2e9, "gay": 8e8, "gaz": 8e8, "gj": 2e7, "eiy": 3e7, "eiz": 4e7, "mass_per_length": 300, "inertia": "5,3,3,0,0,0"}
        model = {"parts": "columns,girders", **{f"part_{part}_{k}": v for part in ("columns", "girders") for k, v in section.items()},
                 "supports": "feet", "loads": "corner", "load_corner_force": "7e5,-9e5,2e5", "probes": "corner,middle"}
        return on_mesh(nodes, sets, runner, ranks=ranks, **{**model, **keys})

    def floors(self, type):
        """Ties of all floors."""
        keys = {f"tie_floor{k}_{word}": value for k in range(1, self.FLOORS + 1) for word, value in {"type": type, "plane": f"0,0,{HEIGHT * k},0,0,1"}.items()}
        return {"ties": ",".join(f"floor{k}" for k in range(1, self.FLOORS + 1)), **keys}

    def solved(self, ranks=1, status=0, **keys):
        """What a run prints, and its output."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = self.block(runner=lambda ranks=1, **k: fsolve(options(output=path, **k), ranks), ranks=ranks, **keys)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            return done.stdout, None if status else Output(path)

    def compare(self, ranks=RANKS if RELEASE else (1,), most=None, eliminates=True, **keys):
        """Displacements agree to 1e-10 of the largest one; forces of ties to 1e-7, which is above the tolerance of the linear solver. most: linear iterations of a Newton iteration."""
        text, expected = self.solved(ties_solve="multipliers", **keys)
        self.assertNotIn("ties eliminated", text)
        for n in ranks:
            with self.subTest(f"{n} ranks"):
                text, out = self.solved(n, **keys)
                self.assertEqual("ties eliminated" in text, eliminates, text)
                found = re.search(r"([0-9.]+) Newton and ([0-9.]+) linear", text)
                self.assertEqual(found is not None, most is not None, text)
                if most:
                    self.assertLess(float(found.group(2)) / float(found.group(1)), most)
                size = abs(expected.probe["corner"]["displacement"]).max()
                self.assertGreater(size, 1e-6)
                for node in ("corner", "middle"):
                    np.testing.assert_allclose(out.probe[node]["displacement"], expected.probe[node]["displacement"], atol=1e-10 * size)
                for name in keys["ties"].split(","):
                    f = expected.probe[name]["force"]
                    np.testing.assert_allclose(out.probe[name]["force"], f, atol=1e-7 * abs(f).max())

    def test_diaphragms(self):
        """Motions, linear and with large rotations, on any number of ranks: 4 iterations on one rank, 27 on eight."""
        for more in (self.LINEAR, self.MOTION) if RELEASE else (self.MOTION,):
            with self.subTest(**more):
                self.compare(RANKS, 40, **more, **self.floors("diaphragm"))

    @release
    def test_statics(self):
        self.compare(most=40, analysis="static", linearize=True, **self.floors("diaphragm"))

    def test_projection(self):
        """The mass matrix of projections is eliminated, too."""
        self.compare(most=30, integrator="esdirk43_6l", stabilize="projection", **self.MOTION, **self.floors("diaphragm"))

    def test_factors(self):
        """Rigid floors leave so few unknowns that the solver factors what remains."""
        for more in (self.LINEAR, {"analysis": "static"}) if RELEASE else (self.LINEAR,):
            self.compare(**more, **self.floors("rigid"))

    def test_chain(self):
        """The masters of two floors are tied, so that one of them follows the other: two levels."""
        floors = {f"tie_{name}_{word}": value for k, name in enumerate(("first", "second"), 1) for word, value in {"type": "rigid", "plane": f"0,0,{HEIGHT * k},0,0,1", "master": name}.items()}
        self.compare(RANKS if RELEASE else (3,), 40, ties="first,second,both", tie_both_type="rigid", tie_both_set="first,second", tie_both_master="second", **floors, **self.MOTION)

    def test_periodic(self):
        for jump in ({}, {"tie_sides_jump_x": "20*t^2", "tie_sides_jump_z": "4*t^2"}):
            self.compare(most=40, ties="sides", tie_sides_type="periodic", tie_sides_set="left", tie_sides_to="right", **jump, **self.MOTION)

    def test_distributed(self):
        self.compare(most=40, ties="roof", tie_roof_type="distributed", tie_roof_plane=f"0,0,{HEIGHT * self.FLOORS},0,0,1", tie_roof_master="middle", **self.MOTION)

    def test_equations(self):
        keys = {"ties": "one,sum", "tie_one_type": "equation", "tie_one_of": "middle.x,edge.y", "tie_one_coefficients": "1,-2", "tie_sum_type": "equation", "tie_sum_of": "left.z,first.z", "tie_sum_coefficients": "1,-5"}
        self.compare(most=40, **keys, **self.LINEAR)

    def test_supported_nodes(self):
        """A wall that stands on supports: its lowest nodes cannot follow, so that another one follows them."""
        self.compare(most=40, ties="wall", tie_wall_type="diaphragm", tie_wall_axis="1,0,0", tie_wall_plane="0,0,0,1,0,0", **self.LINEAR)

    def test_shared_nodes(self):
        """Nodes of a floor and of a wall belong to two ties. The solver keeps the multipliers."""
        keys = {"ties": "floor,wall", "tie_floor_type": "diaphragm", "tie_floor_plane": f"0,0,{HEIGHT},0,0,1", "tie_wall_type": "rigid", "tie_wall_set": "left"}
        self.compare(eliminates=False, **keys, **self.LINEAR)

    HINGES = {"part_girders_release": "middle:rx edge:ry,rz"}

    def test_joints(self):
        """Hinges in girders, at nodes that diaphragms tie: the solver keeps the multipliers of joints, and factors what remains."""
        for more in (self.LINEAR, self.MOTION, {"analysis": "static"}, {"analysis": "static", "linearize": True}) if RELEASE else (self.MOTION,):
            with self.subTest(**more):
                self.compare(RANKS, **more, **self.HINGES, **self.floors("diaphragm"))

    def test_joints_and_projection(self):
        self.compare(integrator="esdirk43_6l", stabilize="projection", **self.MOTION, **self.HINGES, **self.floors("rigid"))

    def test_buckling_of_linear_model(self):
        """Ties are constraints of a linear model, too: it has no factor, and the line says why."""
        text = self.solved(analysis="buckling", buckling=2, linearize=True, **self.floors("diaphragm"))[0]
        self.assertIn("the loads do not change the stiffness of a linear model; remove -linearize", text)

    @release
    def test_redundant_beside_joints(self):
        """A floor that two ties hold: the rows that follow from others are dropped, and named, with hinges and elimination as with multipliers.

        Two diaphragms hold the same motions only as long as rotations are small, because each has the plane of its master.
        """
        for type, more in (("rigid", {}), ("diaphragm", {"linearize": True})):
            twice = {"dt": 0.01, "t_end": 0.02, **more, **self.HINGES, **self.floors(type), "tie_again_type": type, "tie_again_plane": f"0,0,{HEIGHT},0,0,1", "tie_again_master": "first"}
            twice["ties"] += ",again"
            text, expected = self.solved(ties_solve="multipliers", **twice)
            for ranks in (1, 3):
                found, out = self.solved(ranks, **twice)
                for word in (text, found):
                    self.assertRegex(word, r"rows of joints follow from the others \([a-z0-9, ]*again")
                u = expected.probe["corner"]["displacement"]
                np.testing.assert_allclose(out.probe["corner"]["displacement"], u, atol=1e-10 * abs(u).max())

    def test_twice_by_diaphragms(self):
        """With large rotations the planes of two masters differ: the ties hold the same motions in this position only, and are rejected."""
        twice = {**self.floors("diaphragm"), "tie_again_type": "diaphragm", "tie_again_plane": f"0,0,{HEIGHT},0,0,1", "tie_again_master": "first"}
        twice["ties"] += ",again"
        with tempfile.TemporaryDirectory() as folder:
            done = self.block(runner=lambda ranks=1, **k: fsolve(options(output=os.path.join(folder, "out.h5"), **k), ranks), dt=0.01, t_end=0.02, **twice)
        self.assertEqual(done.returncode, 2)
        self.assertIn("hold the same motion more than once only in this position, where motions branch or end: floor1, again", done.stderr)

    @release
    def test_supports_in_axes(self):
        """A node of the roof leans on a slope, whose force is a multiplier of its own."""
        self.compare(supports="feet,slope", support_slope_set="middle", support_slope_normal="1,2,0", **self.LINEAR, **self.floors("diaphragm"))

    @release
    def test_restart(self):
        """A run continues on three ranks with the same answer."""
        for more in ({}, self.HINGES):
            with self.subTest(**more):
                self.restart({"dt": 0.01, **more, **self.floors("diaphragm")})

    def restart(self, keys):
        u = self.solved(t_end=0.06, **keys)[1].probe["corner"]["displacement"][-1]
        with tempfile.TemporaryDirectory() as folder:
            kept, mesh_path, out = (os.path.join(folder, name) for name in ("kept", "mesh.msh", "out.h5"))

            def save(ranks=1, mesh=None, **more):
                os.rename(mesh, mesh_path)
                os.symlink(mesh_path, mesh)  # the mesh file of the folder is removed with it
                return fsolve(options(mesh=mesh_path, output=out, checkpoint=kept, **more), ranks)

            self.assertEqual(self.block(t_end=0.03, runner=save, **keys).returncode, 0)
            words = self.block(t_end=0.06, runner=lambda ranks=1, **more: options(**{**more, "mesh": mesh_path, "output": out, "restart": kept}), **keys)
            done = fsolve(words, 3)
            self.assertEqual(done.returncode, 0, done.stderr)
            np.testing.assert_allclose(Output(out).probe["corner"]["displacement"][-1], u, atol=1e-10 * abs(u).max())

    def test_singular(self):
        """Supports leave the block free to move in x and y: status 3, as with multipliers."""
        for solve in ("eliminate", "multipliers"):
            self.solved(status=3, ties_solve=solve, analysis="static", linearize=True, support_feet_fix="z", **self.floors("diaphragm"))

    def test_wrong_word(self):
        done = finished(building, floors=1, **STATIC, ties_solve="eliminated")
        self.assertEqual(done.returncode, 2)
        self.assertIn("-ties_solve eliminated: unknown; did you mean eliminate?", done.stderr)


class Wrong(unittest.TestCase):
    def test_redundant(self):
        """A floor that two ties hold: the second one is named, and the answer stays that of one."""
        twice = {"ties": "floor1,again", "tie_again_type": "diaphragm", "tie_again_set": "slabs", "tie_again_master": "mast"}
        done = finished(building, floors=1, **STATIC, **twice)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("12 of 24 rows of joints follow from the others (again)", done.stdout)
        np.testing.assert_allclose(building(floors=1, **STATIC, **twice).probe["corner"]["displacement"], building(floors=1, **STATIC).probe["corner"]["displacement"], atol=1e-12)

    def test_contradicting(self):
        """Two equations that no displacement satisfies are named."""
        keys = {"ties": "a,b", "tie_a_type": "equation", "tie_a_of": "corner.x,mast.x", "tie_a_coefficients": "1,-1", "tie_b_type": "equation", "tie_b_of": "mast.x,corner.x", "tie_b_coefficients": "2,-2", "tie_b_value": 0.1}
        for more in ({}, {"assemble": "positions"}):
            done = finished(building, floors=1, kind=None, **STATIC, **keys, **more)
            self.assertEqual(done.returncode, 2)
            self.assertIn("tie 'b' at (3, 1, 3)", done.stderr)

    def test_refused(self):
        """One message, which names the option or the tie, and status 2."""
        floor = {"kind": "diaphragm"}
        e, p, d = ({"kind": None, "ties": k, f"tie_{k}_type": type} for k, type in (("e", "equation"), ("p", "periodic"), ("d", "distributed")))
        for keys, message in (({**floor, "tie_floor1_type": "rigi"}, "-tie_floor1_type rigi: unknown; did you mean rigid?"), ({**floor, "tie_floor1_set": "nix"}, "the mesh has no set 'nix'"),
                              ({**floor, "tie_floor1_master": "feet"}, "-tie_floor1_master: set 'feet' has 5 nodes; a tie has one master"), ({**floor, "tie_floor1_set": "corner"}, "tie 'floor1' ties nothing"),
                              ({**floor, "tie_floor1_axis": "0,0,0"}, "the normal has no direction"), ({**floor, "tie_floor1_maser": 1}, "did you mean -tie_floor1_master?"), (e, "tie 'e' has no terms"),
                              ({**e, "tie_e_of": "corner.q"}, "'corner.q' is not <set>.<component>"), ({**e, "tie_e_of": "corner.x,mast.x"}, "tie 'e' has no coefficients"), ({**e, "tie_e_of": "corner.x,mast.x", "tie_e_coefficients": "1,0"}, "number 2 is 0"), ({**e, "tie_e_of": "corner.x,corner.x", "tie_e_coefficients": "1,-1"}, "corner.x is given twice"),
                              ({**e, "tie_e_of": "corner.rotation_x", "tie_e_coefficients": "1", "linearize": "false"}, "is a rotation, and large rotations do not add up"), ({**p, "tie_p_set": "feet"}, "tie 'p' has one set only"),
                              ({**p, "tie_p_set": "feet", "tie_p_to": "corner"}, "has no partner at"), ({**d, "tie_d_set": "slabs"}, "tie 'd' has no master"), ({**d, "tie_d_set": "corner", "tie_d_master": "mast"}, "at one place or on one line"),
                              ({**d, "tie_d_set": "slabs", "tie_d_master": "mast", "tie_d_weight": "x-1"}, "give positive weights")):
            with self.subTest(message):
                done = finished(building, floors=1, **{**STATIC, **keys})
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
