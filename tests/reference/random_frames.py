# SPDX-License-Identifier: BSD-2-Clause
"""Random frames of trusses, beams of two and three nodes, bodies, against frames.py, which shares nothing with fsolve: displacements, rotations,
forces in the elements and reactions in equilibrium, motions by Newmark's method, and modes that swing at their frequencies. More of them by
FSOLVE_FRAMES=100:200."""
import os
import unittest

import numpy as np

import gmsh_file  # tools/
from frames import Beam, Body, Frame, Truss, weights
from models import joint, on_mesh, rotation_vector

SEEDS = range(*map(int, os.environ.get("FSOLVE_FRAMES", "0:6").split(":")))
TEXT = lambda x: ",".join(f"{v:.17g}" for v in np.ravel(x))
STRAINS = {"green": 1, "biot": 0, "logarithmic": -1}


def positive(rng, n):
    A = rng.normal(size=(n, n))
    return np.eye(n) + 0.2 / n * A @ A.T


class Model:
    """A random frame, for both programs."""

    def __init__(self, seed, damped=True, prestressed=True):
        self.rng = rng = np.random.default_rng(seed)
        self.keys, self.sets, self.parts, self.elements = {}, {}, [], []
        knots = rng.uniform(-1, 1, (5, 3)) + 2 * np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1], [1, 1, 1]])
        self.X = [x for x in knots]
        for k, (a, b) in enumerate(((0, 1), (1, 2), (2, 3), (1, 4), (4, 3))):
            self.beams(f"beam{k}", a, b, int(rng.integers(1, 4)), int(rng.integers(2, 4)), damped)
        self.trusses("stay", [(0, 2), (0, 4), (2, 4)], damped, prestressed)
        if rng.random() < 0.7:
            self.body(3)
        self.load()
        self.frame = Frame(self.X, self.elements, self.held)

    def beams(self, name, a, b, n, nn, damped):
        rng = self.rng
        order, at = nn - 1, np.linspace(0, 1, n * (nn - 1) + 1)
        line = [a] + list(range(len(self.X), len(self.X) + n * order - 1)) + [b]
        self.X += [self.X[a] + s * (self.X[b] - self.X[a]) for s in at[1:-1]]
        cells = [(line[order * e], line[order * (e + 1)]) + ((line[order * e + 1],) if nn == 3 else ()) for e in range(n)]
        size = np.sqrt(rng.uniform([900, 300, 300, 20, 20, 20], [2000, 900, 900, 60, 60, 60]))
        S, J, m = positive(rng, 6) * np.outer(size, size), 0.02 * positive(rng, 3), rng.uniform(0.5, 2)
        offset, center = rng.uniform(-0.1, 0.1, (2, 2)) * (rng.random(2) < 0.5)[:, None]
        twist, direction, beta = rng.uniform(-1, 1), rng.normal(size=3), 0.003 * damped * (rng.random() < 0.5)
        self.add(name, gmsh_file.LINE if nn == 2 else gmsh_file.LINE3, cells, element="beam", correction="none", stiffness=TEXT(S), mass_per_length=m, offset=TEXT(offset),
                 inertia=TEXT([J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]]), center=TEXT(center), twist=f"{twist:.17g}",
                 direction=TEXT(direction), damping=beta)
        self.elements += [Beam(cell, direction, twist, S, m, J, offset, center, beta) for cell in cells]

    def trusses(self, name, cells, damped, prestressed):
        rng, strain = self.rng, list(STRAINS)[self.rng.integers(3)]
        ea, m, n0, lumped = rng.uniform(500, 2000), rng.uniform(0.5, 2), rng.uniform(-5, 20) * prestressed, rng.random() < 0.5
        beta = 0.003 * damped * (rng.random() < 0.5)
        self.add(name, gmsh_file.LINE, cells, element="truss", strain=strain, ea=ea, mass_per_length=m, prestress=n0, damping=beta,
                 mass="lumped" if lumped else "consistent")
        self.elements += [Truss(cell, ea, m, STRAINS[strain], n0, beta, lumped) for cell in cells]

    def body(self, node):
        rng = self.rng
        J, m, center = 0.1 * positive(rng, 3), rng.uniform(0.5, 1.5), rng.uniform(-0.2, 0.2, 3)
        self.add("body", gmsh_file.POINT, [(node,)], element="body", mass=m, center=TEXT(center),
                 inertia=TEXT([*np.diag(J), J[0, 1], J[0, 2], J[1, 2]]))
        self.elements.append(Body(node, m, center, J))

    def add(self, part, kind, cells, **keys):
        self.sets[part] = (kind, cells)
        self.parts.append(part)
        self.keys.update({f"part_{part}_{k}": v for k, v in keys.items()})

    def load(self):
        """A knot is clamped, one held by letters; a force and a moment at a third, a traction on a line, weight. self.f: the same for numpy."""
        rng = self.rng
        F, M, q, self.gravity = rng.normal(size=(4, 3))
        self.held = [*range(6), 12, 14, 15, 17]
        self.points = {"foot": 0, "wall": 2, "knot": 4}
        self.sets.update({name: (gmsh_file.POINT, [(i,)]) for name, i in self.points.items()})
        self.keys.update(parts=",".join(self.parts), supports="foot,wall", support_wall_fix="xz", support_wall_fix_rotation="xz",
                         loads="force,moment,line", load_force_set="knot", load_moment_set="knot", load_line_set="beam1")
        self.F, self.M, self.q = F, M, q
        self.f = np.zeros(6 * len(self.X))
        self.f[24:27] += F
        self.f[27:30] += M
        for cell in self.sets["beam1"][1]:
            length = np.linalg.norm(self.X[cell[1]] - self.X[cell[0]])
            for node, share in zip(cell, weights(len(cell)) * length):
                self.f[6 * node : 6 * node + 3] += share * q

    def forces(self, scale=1):
        """Of both programs: self.f and weight times scale."""
        keys = {"load_force_force": self.F, "load_moment_moment": self.M, "load_line_traction": self.q, "gravity": self.gravity}
        return {k: TEXT(scale * v) for k, v in keys.items()}, scale * (self.f + self.frame.weight(self.gravity))

    def run(self, **keys):
        return on_mesh(self.X, self.sets, **{**self.keys, **keys})


def motions(out, frame=-1):
    """[n][6]: displacements and rotation vectors."""
    return np.hstack([out.by_id("displacement", frame), rotation_vector(out.by_id("rotation", frame))])


class RandomFrames(unittest.TestCase):
    def each(self, check, **keys):
        for seed in SEEDS:
            with self.subTest(seed):
                check(Model(seed, **keys))

    def near(self, a, b, tolerance, what=""):
        self.assertLess(abs(a - b).max(), tolerance * abs(b).max(), what)

    def test_equilibrium(self):
        """Round-off, times the condition of small frames."""
        def check(model):
            keys, f = model.forces()
            u = model.frame.equilibrium(f)
            self.near(motions(model.run(analysis="static", linearize=True, linearize_balanced=True, **keys)), u.reshape(-1, 6), 1e-9)

        self.each(check)

    def test_forces_and_reactions(self):
        """Of loads so small that nothing but 1e-6 of them is nonlinear, on exact elements; the foot is welded to the ground."""
        def check(model):
            keys, f = model.forces(1e-7)
            u = model.frame.equilibrium(f)
            weld = {"joints": "foot", "supports": "wall", **joint("foot", "weld")}
            out = model.run(analysis="static", **weld, **keys)
            self.near(motions(out), u.reshape(-1, 6), 2e-5)
            self.near(out.probe["foot"]["reaction"][-1], model.frame.reactions(u, f)[:6], 2e-5)
            size = max(abs(e.results(u[Frame.dofs(e)])[k]).max() for e in model.elements if isinstance(e, Beam) for k in ("force", "moment"))
            for part in model.parts:
                beams = [e for e in model.elements if isinstance(e, Beam) and tuple(e.nodes) in model.sets[part][1]]
                shape = f"{part}/{'line' if beams and len(beams[0].nodes) == 2 else 'line3'}"
                for k in ("force", "moment") if beams else ():
                    expected = np.array([e.results(u[Frame.dofs(e)])[k] for e in sorted(beams, key=lambda e: sorted(e.nodes))])
                    found = out.frames[-1][f"{shape}/{k}"][np.lexsort(np.sort(out.node_id[out.cells[shape]])[:, ::-1].T)]
                    self.assertLess(abs(found - expected).max(), 2e-5 * size, f"{part} {k}")

        self.each(check, prestressed=False)

    def test_newmark(self):
        """The same scheme, so the same numbers."""
        def check(model):
            keys, f = model.forces()
            steps, dt = 40, 0.02
            still = np.zeros_like(f)
            u = model.frame.newmark(lambda t: f * np.sin(5 * t), still, still, dt, steps)
            times = {f"{k}_time": "sin(5*t)" for k in ("load_force", "load_moment", "load_line", "gravity")}
            out = model.run(linearize=True, linearize_balanced=True, integrator="newmark", dt=dt, t_end=steps * dt, output_every=1, **keys, **times)
            self.assertEqual(len(out.frames), steps + 1)
            for k in range(0, steps + 1, 8):
                self.assertLess(abs(motions(out, k) - u[k].reshape(-1, 6)).max(), 1e-9 * abs(u).max(), k)

        self.each(check)

    def test_modes(self):
        """A mode swings as a cosine at its frequency; the scheme of order 4, with 200 steps a period, is off by (2 pi / 200)^4 = 1e-6 at most."""
        def check(model):
            omega, modes = model.frame.modes()
            for mode in (0, 1, 4):
                shape = modes[:, mode].reshape(-1, 6) * 1e-3 / abs(modes[:, mode]).max()
                initial = {}
                for i, x in enumerate(shape):
                    for kind, part in (("displacement", x[:3]), ("rotation", x[3:])):
                        initial.update({f"initial_n{i}_{kind}_{'xyz'[c]}": f"{v:.17g}" for c, v in enumerate(part) if v})
                moved = sorted({k.split("_")[1] for k in initial})
                model.sets.update({f"n{i}": (gmsh_file.POINT, [(i,)]) for i in range(len(shape))})
                period = 2 * np.pi / omega[mode]
                out = model.run(linearize=True, linearize_balanced=True, integrator="esdirk43_6l", dt=period / 200, t_end=period * 1.25, output_every=25,
                                initials=",".join(moved), **initial, **{k: "0,0,0" for k in model.forces()[0] if k != "gravity"})
                for k, t in enumerate(out.frame_times):
                    self.assertLess(abs(motions(out, k) - shape * np.cos(omega[mode] * t)).max(), 1e-6 * abs(shape).max(), f"mode {mode}, t {t}")

        self.each(check, damped=False)


if __name__ == "__main__":
    unittest.main()
