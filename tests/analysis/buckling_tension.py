# SPDX-License-Identifier: BSD-2-Clause
"""Linear buckling of trusses, cables and membranes that move before they buckle, and pairs of critical points that cancel."""
import os
import tempfile
import unittest

import h5py
import numpy as np

import gmsh_file  # tools/
from run import RANKS, RELEASE, fsolve, options, release

LINEAR = {"analysis": "buckling", "mesh": "mesh.msh", "buckling_exact": False, "t_start": 0, "output": "out.h5", "quiet": True}


WRONG = "linear buckling is wrong for 1 of 1 factors"


def factors(nodes, sets, ranks=1, warning="", **keys):
    """Factors, attribute certified, and whether the run warned with a text; it has no other message."""
    with tempfile.TemporaryDirectory() as folder:
        gmsh_file.write(os.path.join(folder, "mesh.msh"), nodes, sets)
        done = fsolve(options(**{**LINEAR, **keys}), ranks, cwd=folder)
        warned = bool(warning) and warning in done.stderr
        if done.returncode or done.stderr.count("\n") != warned:
            raise AssertionError((keys, done.returncode, done.stderr))
        with h5py.File(os.path.join(folder, "out.h5")) as f:
            return f["buckling/factor"][:], f["buckling"].attrs["certified"], warned


class Tension(unittest.TestCase):
    """Two elements in a row bear a tension that the loads release, and a small load across them at the middle. They bend before the tension is gone. With
    forces linear in the loads and a material part that is a square, the linear factor is the release of the tension, up to tension / EA, whatever the axial stiffness: the
    square does not resist the motion without stretch."""

    def test_links(self):
        sets = {"all": (gmsh_file.LINE, [(0, 1), (1, 2)]), "foot": (gmsh_file.POINT, [(0,)]), "middle": (gmsh_file.POINT, [(1,)]), "end": (gmsh_file.POINT, [(2,)])}
        for measure, change in (("green", 1), ("biot", 0), ("logarithmic", -1)):  # of the axial stiffness EA by the tension
            for stiff in (1e5, 1e7):
                found, certified, _ = factors([(0, 0, 0), (1, 0, 0), (2, 0, 0)], sets, directions="xz", parts="all", part_all_element="truss", part_all_ea=stiff, part_all_prestress=100,
                                           part_all_strain=measure, part_all_mass_per_length=0, supports="foot,end", support_foot_fix="all", support_end_fix="z", buckling=1,
                                           loads="middle,push,hold", load_middle_force="0,0,1", load_push_set="end", load_push_force="-1,0,0", load_hold_set="end",
                                           load_hold_force="100,0,0", load_hold_time="1")
                np.testing.assert_allclose(found, [100 * (1 + change * 100 / stiff)], rtol=1e-6, err_msg=f"{measure} {stiff}")
                self.assertEqual(certified, 1)

    def test_membranes(self):
        nodes = [(x, y, 0) for y in (0, 1) for x in (0, 1, 2)]
        quads, triangles = [(0, 1, 4, 3), (1, 2, 5, 4)], [(0, 1, 4), (0, 4, 3), (1, 2, 5), (1, 5, 4)]
        for kind, cells in ((gmsh_file.QUADRILATERAL, quads), (gmsh_file.TRIANGLE, triangles)):
            sets = {"all": (kind, cells), "foot": (gmsh_file.POINT, [(0,), (3,)]), "middle": (gmsh_file.POINT, [(1,), (4,)]), "end": (gmsh_file.POINT, [(2,), (5,)])}
            for law in ("stvk", "neo_hookean"):
                for stiff in (1e6, 1e8):
                    found, certified, _ = factors(nodes, sets, parts="all", part_all_element="finite_membrane", part_all_law=law, part_all_young=10 * stiff, part_all_poisson=0,
                                               part_all_thickness=0.1, part_all_prestress=1000, part_all_density=0, supports="foot,middle,end", support_foot_fix="all",
                                               support_middle_fix="y", support_end_fix="yz", buckling=1, loads="middle,push,hold", load_middle_force="0,0,0.5", load_push_set="end",
                                               load_push_force="-0.5,0,0", load_hold_set="end", load_hold_force="50,0,0", load_hold_time="1")
                    # the laws themselves are not linear in the strain 100 / stiff
                    np.testing.assert_allclose(found, [100 * (1 + 100 / stiff)], rtol=1e-6 if law == "stvk" else 300 / stiff, err_msg=f"{kind} {law} {stiff}")
                    self.assertEqual(certified, 1)


class Pairs(unittest.TestCase):
    """A bar of unit length along x on a spring across it, pushed by the support of its end, which moves by 0.03 for each unit of t, and turned by a load H t across it. With
    its other end it forms K(p) = k - a p + b p^2, a = 0.03 EA, b = EA H^2/k^2. One eigenvalue goes below 0 and comes back."""

    def test_near(self):
        stiff, spring, push = 100, 1, 0.03
        a = stiff * push
        for apart in (0.5, 0.1, 0.02):  # of the mean of both roots
            middle = 2 * spring / a  # where the roots meet
            b = spring / middle**2 * (1 - apart**2 / 4)
            roots = np.sort(np.roots([b, -a, spring]).real)
            turn = np.sqrt(b / stiff) * spring
            nodes, sets = [(0, 0, 0), (1, 0, 0)], {"bar": (gmsh_file.LINE, [(0, 1)]), "foot": (gmsh_file.POINT, [(0,)]), "end": (gmsh_file.POINT, [(1,)])}
            for ranks in (1, 2) if RELEASE else (1,):
                found, certified, _ = factors(nodes, sets, ranks, directions="xz", parts="bar,spring", part_bar_element="truss", part_bar_ea=stiff, part_bar_mass_per_length=0, part_spring_set="end",
                                           part_spring_element="spring", part_spring_stiffness=spring, part_spring_direction="0,0,1", supports="foot,end", support_foot_fix="all",
                                           support_end_fix="x", support_end_motion_x=f"-{push}*t", loads="end", load_end_force=f"0,0,{turn}", buckling=2)
                np.testing.assert_allclose(found, roots, rtol=1e-6)
                self.assertEqual(certified, 1)


class Net:
    """Free nodes among fixed ones, a truss between any two of them, and dead loads: K(p) of the proportional path from its definition."""

    def __init__(self, seed):
        draw = np.random.default_rng(seed)
        self.measure = ("green", "biot", "logarithmic")[seed % 3]
        fixed, free = 4, 2 + seed % 3
        self.x = np.vstack([draw.normal(size=(fixed, 3)) * [2, 2, 0.3], draw.normal(size=(free, 3))])
        self.free = np.arange(fixed, fixed + free)
        self.links = [(i, j) for j in self.free for i in range(j)]
        self.stiff = 10 ** draw.uniform(3, 6, len(self.links))
        self.load = draw.normal(size=(free, 3)) * 100
        self.dofs = np.concatenate([np.arange(3 * i, 3 * i + 3) for i in self.free])

    def strain(self, s):
        """E and its two derivatives by the stretch."""
        return {"green": ((s * s - 1) / 2, s, 1), "biot": (s - 1, 1, 0), "logarithmic": (np.log(s), 1 / s, -1 / s**2)}[self.measure]

    def stiffness(self, u, force):
        K = np.zeros((self.x.size, self.x.size))
        for k, (i, j) in enumerate(self.links):
            length, d = np.linalg.norm(self.x[j] - self.x[i]), self.x[j] + u[j] - self.x[i] - u[i]
            now = np.linalg.norm(d)
            _, first, second = self.strain(now / length)
            nn = np.outer(d, d) / now**2
            part = (self.stiff[k] * first**2 + force[k] * second) / length * nn + force[k] * first / now * (np.eye(3) - nn)
            for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                K[3 * a:3 * a + 3, 3 * b:3 * b + 3] += sign * part
        return K[np.ix_(self.dofs, self.dofs)]

    def prepare(self):
        none = np.zeros(len(self.links))
        self.u = np.zeros_like(self.x)
        self.u[self.free] = np.linalg.solve(self.stiffness(self.u, none), self.load.ravel()).reshape(-1, 3)
        h = 1e-6
        self.force = np.array([EA * (self.strain(self.stretch(i, j, h))[0] - self.strain(self.stretch(i, j, -h))[0]) / (2 * h) for EA, (i, j) in zip(self.stiff, self.links)])

    def stretch(self, i, j, p):
        return np.linalg.norm(self.x[j] - self.x[i] + p * (self.u[j] - self.u[i])) / np.linalg.norm(self.x[j] - self.x[i])

    def index(self, p):
        return int((np.linalg.eigvalsh(self.stiffness(p * self.u, p * self.force)) < 0).sum())

    def pencil(self):
        """Factors of K + p K'."""
        h = 1e-5
        K = self.stiffness(0 * self.u, 0 * self.force)
        slope = (self.stiffness(h * self.u, h * self.force) - self.stiffness(-h * self.u, -h * self.force)) / (2 * h)
        values = np.linalg.eigvals(np.linalg.solve(K, slope)).real
        return -1 / values[abs(values) > 1e-12]

    def keys(self):
        sets = {"fixed": (gmsh_file.POINT, [(i,) for i in range(len(self.x)) if i not in self.free])}
        keys = {"parts": ",".join(f"l{k}" for k in range(len(self.links))), "supports": "fixed", "support_fixed_fix": "all", "loads": ",".join(f"n{i}" for i in self.free)}
        for k, link in enumerate(self.links):
            sets[f"l{k}"] = (gmsh_file.LINE, [link])
            keys.update({f"part_l{k}_element": "truss", f"part_l{k}_ea": self.stiff[k], f"part_l{k}_mass_per_length": 0, f"part_l{k}_strain": self.measure})
        for i, load in zip(self.free, self.load):
            sets[f"n{i}"] = (gmsh_file.POINT, [(int(i),)])
            keys[f"load_n{i}_force"] = ",".join(f"{c:.17g}" for c in load)
        return [tuple(x) for x in self.x], sets, keys


class Random(unittest.TestCase):
    def check(self, seed, ranks=1):
        """The first factor is one of the pencil, or the number of negative eigenvalues of K(p) changes there; and it does not change before. Returns which.
        If the run warns that linear buckling is wrong, the factor is one of the pencil, and the number does not change there either."""
        net = Net(seed)
        net.prepare()
        nodes, sets, keys = net.keys()
        found, certified, warned = factors(nodes, sets, ranks, WRONG, buckling=1, **keys)
        p = found[0]
        of_pencil = np.isclose(net.pencil(), p, rtol=1e-6).any()
        # a point is located where the eigenvalue is 1e-7 of its change over a step, which may be ten times its change over p
        near = 1.05e-2 if of_pencil else 5e-6
        if warned:
            self.assertTrue(of_pencil, seed)
        else:
            self.assertEqual(certified, 1, seed)
            self.assertNotEqual(net.index(p * (1 - near)), net.index(p * (1 + near)), (seed, p))
        for q in np.linspace(-1, 1, 401)[1:-1] * abs(p) * (1 + near if warned else 1 - near):
            self.assertEqual(net.index(q), 0, (seed, p, q))
        return of_pencil

    def test_nets(self):
        self.assertFalse(all(self.check(seed) for seed in range(12)))

    @release
    def test_more_nets(self):
        for seed in range(12, 200):
            with self.subTest(seed=seed):
                self.check(seed, RANKS[seed % len(RANKS)])


if __name__ == "__main__":
    unittest.main()
