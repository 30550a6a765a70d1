# SPDX-License-Identifier: BSD-2-Clause
"""Matrices of a case: the equation of motion, differences of equilibria, modes, rigid constraints, gyroscopic moments, ranks."""
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np
from scipy.linalg import eigh

import fsolve
from run import LAUNCH, SOURCE

ROD = {"set": "all", "element": "beam", "section": "circle", "radius": 0.02, "young": 2e9, "poisson": 0.3, "density": 7800}
BEAM = dict(mesh={"": "line", "n": 4, "upper": (2, 1, 0.5)}, parts={"rod": ROD}, supports={"start": {}}, probes={"end": {}})
LOAD = {"end": {"force": (3, -4, 20)}}
AXES = ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z")
RANKS = """
import sys, numpy as np, fsolve
case = fsolve.Case(sys.argv[1], t_end=0.5).setup()
case.step_to(0.2)
dofs = case.dofs()
parts = {k: case.matrix(k, "arrays") for k in "KMC"}
first = case.rows("/snapshots/000000/displacement")[0]
np.savez(sys.argv[2] + str(first) + ".npz", nodes=[d[0] for d in dofs], names=[d[1] for d in dofs],
         **{k + part: x for k, v in parts.items() for part, x in zip(("values", "columns", "starts"), v)})
"""
MATS = """
import sys, numpy as np, fsolve
case = fsolve.Case(sys.argv[1], t_end=0.5).setup()
case.step_to(0.2)
made = []
for name in "KMC":
    A, (values, columns, starts), S = case.matrix(name, "petsc"), case.matrix(name, "arrays"), case.matrix(name)
    for own, expected in zip(A.getValuesCSR(), (starts, columns, values)):
        np.testing.assert_array_equal(own, expected)
    assert A.getLocalSize() == (S.shape[0],) * 2 and A.getSize() == (S.shape[1],) * 2
    x, y = A.createVecs()
    x.setArray(np.cos(np.arange(*A.getOwnershipRange())))
    A.mult(x, y)
    np.testing.assert_allclose(y.getArray(), S @ np.cos(np.arange(S.shape[1])), rtol=0, atol=1e-13 * abs(S).max() * 66)
    made.append(A)
case.close()
assert made[0].norm() > 0  # it is the caller's own
if made[0].getComm().getRank() == 0:
    print("ranks", made[0].getComm().getSize())
"""


def rotations(case):
    """Matrices from the axes of the nodes to global ones."""
    w, x, y, z = case.field("rotation").T
    return np.array([[w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z]]).transpose(2, 0, 1)


def spin_of(R):
    """The vector of a skew matrix, of small rotations R."""
    return np.array([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]]).T / 2


def column(case, values, spins):
    """The entries of nodes' vectors (and spins in the nodes' axes) in the rows of matrices; 0 in rows of constraints."""
    both = np.hstack([values, spins])
    return np.array([both[node, AXES.index(name)] if node >= 0 else 0 for node, name in case.dofs()])


def skew(w):
    return np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Matrices(unittest.TestCase):
    def test_equation_of_motion(self):
        """M a + C v + K q = f in a damped linear motion, with supports that hold the other rows."""
        bar = {"set": "all", "element": "bar", "young": 1e6, "area": 1e-3, "density": 1000}
        with fsolve.Case(mesh={"": "line", "n": 7, "upper": 2}, parts={"bar": bar}, supports={"start": {}}, t_end=1, dt=0.01, damping_mass=0.5, damping_stiffness=1e-3,
                         loads={"end": {"force": (5, 0, 0)}}, integrator="newmark", directions="x") as case:
            case.setup().step_to(0.3)
            f = np.array([5.0 if node == 7 else 0 for node, _ in case.dofs()])
            q, v, a = (case.field(k) for k in ("displacement", "velocity", "acceleration"))
            rows = [(node, AXES.index(name)) for node, name in case.dofs()]
            self.assertEqual(sorted(rows), [(k, 0) for k in range(1, 8)])
            q, v, a = (np.array([x[at] for at in rows]) for x in (q, v, a))
            K, C, M = (case.matrix(k) for k in "KCM")
            terms = [M @ a, C @ v, K @ q]
            self.assertGreater(min(np.abs(t).max() for t in terms), 1e-2)
            np.testing.assert_allclose(sum(terms), f, rtol=0, atol=1e-10)

    def test_stiffness_by_differences_of_equilibria(self):
        """K dq/ds = df/ds along a nonlinear load path of large rotations, with spins in the nodes' axes."""
        step = 1e-4
        with fsolve.Case(**BEAM, loads=LOAD, analysis="static") as case:
            case.setup().step_to(0.5)
            K, R = case.matrix("K"), rotations(case)
            state = case.save()
            ends = []
            for factor in (0.5 - step, 0.5 + step):
                if factor < 0.5:  # from the start, because the load only grows
                    other = fsolve.Case(**BEAM, loads=LOAD, analysis="static").setup()
                    other.step_to(factor)
                    ends.append((other.field("displacement"), rotations(other)))
                    other.close()
                else:
                    case.restore(state)
                    case.step_to(factor)
                    ends.append((case.field("displacement"), rotations(case)))
            (q0, R0), (q1, R1) = ends
            self.assertGreater(np.abs(q1).max(), 0.14)  # 8 degrees
            spins = spin_of(np.einsum("nji,njk->nik", R0, R1)) / (2 * step)
            rate = column(case, (q1 - q0) / (2 * step), spins)
            f = np.array([LOAD["end"]["force"][AXES.index(name)] if node == 4 and name in AXES[:3] else 0 for node, name in case.dofs()])
            np.testing.assert_allclose(K @ rate, f, rtol=0, atol=2e-4 * np.abs(f).max())
            self.assertLess(np.abs(K - K.T).max(), 1e-7 * np.abs(K).max())  # dead forces at nodes

    def test_modes(self):
        """Frequencies of K and M at an equilibrium are those of -analysis modes there, linear and nonlinear."""
        for linear in (False, True):
            about = {"linearize": True} if linear else {"initial_static": True}
            with fsolve.Case(**BEAM, **about, loads=LOAD, analysis="modes", modes=6) as case:
                expected = case.run()["/modes/frequency"]
                K, M = (case.matrix(k).toarray() for k in "KM")
            with fsolve.Case(**BEAM, linearize=linear, loads=LOAD, analysis="static") as case:
                case.run()
                for name, A in (("K", K), ("M", M)):
                    np.testing.assert_allclose(case.matrix(name).toarray(), A, rtol=0, atol=1e-7 * np.abs(A).max())
            found = np.sqrt(eigh((K + K.T) / 2, M, eigvals_only=True)[:6]) / (2 * np.pi)
            np.testing.assert_allclose(found, expected, rtol=1e-7)

    def test_joints(self):
        """Rows of constraints: G v = 0 in motion, K is symmetric there, and M, C are zero; the numbers of rows are complete."""
        for name in ("seven_body", "double_pendulum", "spinning_top"):
            with self.subTest(case=name), fsolve.Case(os.path.join(SOURCE, "inputs", name + ".opts"), stabilize="projection") as case:
                case.setup()
                with open(os.path.join(SOURCE, "inputs", name + ".opts")) as f:
                    case.step_to(20 * float(f.read().split("-dt ")[1].split()[0]))
                rows = [k for k, (node, _) in enumerate(case.dofs()) if node < 0]
                self.assertEqual(sorted(case.dofs()[k][1] for k in rows), sorted(f"constraint {k}" for k in range(len(rows))))
                R = rotations(case)
                v = column(case, case.field("velocity"), np.einsum("nji,nj->ni", R, case.field("angular_velocity")))
                K, M, C = (case.matrix(k).tocsr() for k in "KMC")
                G = K[rows]
                self.assertGreater(np.abs(v).max(), 1e-3)
                np.testing.assert_allclose(G @ v, 0, atol=1e-7 * (abs(G) @ np.abs(v)).max())
                np.testing.assert_allclose(K[:, rows].T.toarray(), G.toarray(), atol=1e-14)
                self.assertEqual(max(np.abs(A[rows]).max() for A in (M, C)), 0)

    def test_gyroscopic_moments(self):
        """C of a top is the derivative of w x J w, and G its skew part."""
        with fsolve.Case(os.path.join(SOURCE, "inputs", "spinning_top.opts")) as case:
            case.setup().step_to(0.02)
            J, w = np.diag([0, 0, 2e-4]), (rotations(case)[1].T @ case.field("angular_velocity")[1])
            rows = [case.dofs().index((1, name)) for name in AXES[3:]]
            C, G = (case.matrix(k).toarray()[np.ix_(rows, rows)] for k in "CG")
            expected = skew(w) @ J - skew(J @ w)
            np.testing.assert_allclose(C, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
            np.testing.assert_allclose(G, (expected - expected.T) / 2, rtol=0, atol=1e-12 * np.abs(expected).max())

    def test_matrices_change_nothing(self):
        """Steps between which matrices are asked for have the same bits."""
        beam = os.path.join(SOURCE, "inputs", "flying_beam.opts")
        with fsolve.Case(beam, t_end=0.5) as case:
            expected = case.run()["start/displacement"]
        with fsolve.Case(beam, t_end=0.5) as case:
            for _ in case.setup().steps(0.1, 0.5):
                for name in "KMCG":
                    case.matrix(name)
            np.testing.assert_array_equal(case["start/displacement"], expected)

    def test_ranks(self):
        """Three ranks have the rows of one, by nodes and components."""
        beam = os.path.join(SOURCE, "inputs", "flying_beam.opts")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(LAUNCH.format(ranks=3).split() + [sys.executable, "-c", RANKS, beam, os.path.join(folder, "rank")],
                                  capture_output=True, text=True, timeout=300, check=False, env=dict(os.environ))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            ranks = [np.load(os.path.join(folder, f)) for f in os.listdir(folder)]
        ranks.sort(key=lambda r: tuple(r["Kcolumns"][:1]))
        with fsolve.Case(beam, t_end=0.5) as case:
            case.setup().step_to(0.2)
            mine = {d: k for k, d in enumerate(case.dofs())}
            alone = {k: case.matrix(k).toarray() for k in "KMC"}
        best = None
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):  # the files do not say the ranks
            dofs = [mine[int(n), str(c)] for r in order for n, c in zip(ranks[r]["nodes"], ranks[r]["names"])]
            self.assertEqual(len(dofs), len(mine))
            error = 0
            for k, A in alone.items():
                got, row = np.zeros_like(A), 0
                for r in order:
                    values, columns, starts = (ranks[r][k + part] for part in ("values", "columns", "starts"))
                    for i in range(len(starts) - 1):
                        for j in range(starts[i], starts[i + 1]):
                            got[dofs[row], dofs[columns[j]]] += values[j]
                        row += 1
                error = max(error, np.abs(got - A).max() / np.abs(A).max())
            best = error if best is None else min(best, error)
        self.assertLess(best, 1e-9)

    def test_petsc4py(self):
        """A Mat of petsc4py has the entries of the arrays and the products of the scipy matrix, on 1 and 2 ranks, and outlives the case."""
        beam = os.path.join(SOURCE, "inputs", "flying_beam.opts")
        if not importlib.util.find_spec("petsc4py"):
            with fsolve.Case(beam, t_end=0.5) as case, self.assertRaisesRegex(fsolve.FsolveError, "python3-petsc4py"):
                case.setup().matrix("K", "petsc")
            self.skipTest("petsc4py is not installed")
        for ranks in (1, 2):
            done = subprocess.run((LAUNCH.format(ranks=ranks).split() if ranks > 1 else []) + [sys.executable, "-c", MATS, beam],
                                  capture_output=True, text=True, timeout=300, check=False, env=dict(os.environ))
            self.assertEqual((done.returncode, done.stdout.split()), (0, ["ranks", str(ranks)]), done.stdout + done.stderr)

    def test_kinds_and_wrong_calls(self):
        with fsolve.Case(**BEAM, loads=LOAD, analysis="static") as case:
            for wrong in (lambda: case.matrix("K"), lambda: case.dofs()):
                with self.assertRaisesRegex(fsolve.FsolveError, "FsCaseSetUp"):
                    wrong()
            case.setup()
            for letter in ("X", "", "KM", "k"):
                with self.assertRaisesRegex(fsolve.FsolveError, "no matrix"):
                    case.matrix(letter)
            with self.assertRaisesRegex(fsolve.FsolveError, "'dense' is none of scipy"):
                case.matrix("K", "dense")
            values, columns, starts = case.matrix("K", "arrays")
            self.assertEqual((len(starts), starts[-1]), (25, len(values)))
            A = case.matrix("K", "scipy")
            np.testing.assert_array_equal(A.indices, columns)
        with self.assertRaisesRegex(fsolve.FsolveError, "closed"):
            case.matrix("K")
        with fsolve.Case(**{**BEAM, "parts": {"rod": ROD}}, loads={"end": {"force": (-3e5, 0, 0), "time": "t/(t-1)"}}, analysis="static") as case:
            with self.assertRaises(fsolve.FsolveError) as raised:
                case.run()
            self.assertEqual(raised.exception.status, 3)
            for wrong in (lambda: case.matrix("K"), lambda: case.modes(1)):
                with self.assertRaisesRegex(fsolve.FsolveError, "state is lost"):
                    wrong()
        with fsolve.Case(**BEAM, loads=LOAD, linearize=True, t_end=0.1, dt=0.01, damping_modal=0.02) as case, \
                self.assertRaisesRegex(fsolve.FsolveError, "damping_modal"):
            case.setup().matrix("C")


if __name__ == "__main__":
    unittest.main()
