# SPDX-License-Identifier: BSD-2-Clause
"""A finite-element code of the tests' own, for small motions of frames of trusses and beams: docs/elements.md in numpy, dense matrices, nothing
of fsolve's. Nodes have six dofs: displacements and the rotation vector, in global axes."""
import numpy as np

GAUSS = {2: ([0.0], [2.0]), 3: ([-1 / 3**0.5, 1 / 3**0.5], [1.0, 1.0])}                        # reduced: of stiffness
EXACT = {2: ([-1 / 3**0.5, 1 / 3**0.5], [1.0, 1.0]), 3: ([-0.6**0.5, 0, 0.6**0.5], [5 / 9, 8 / 9, 5 / 9])}  # of consistent mass


def shapes(nn, r):
    """N and dN/dr of lines; of three nodes the last is in the middle."""
    if nn == 2:
        return np.array([(1 - r) / 2, (1 + r) / 2]), np.array([-0.5, 0.5])
    return np.array([r * (r - 1) / 2, r * (r + 1) / 2, 1 - r * r]), np.array([r - 0.5, r + 0.5, -2 * r])


def weights(nn):
    """Share of a line's length that belongs to each node: integrals of N."""
    return np.array([1 / 2, 1 / 2] if nn == 2 else [1 / 6, 1 / 6, 2 / 3])


def cross_matrix(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def axes(chord, direction, twist):
    """Columns x, y, z of a straight beam's section."""
    x = chord / np.linalg.norm(chord)
    y = direction - x * (x @ direction)
    y /= np.linalg.norm(y)
    z = np.cross(x, y)
    return np.column_stack([x, np.cos(twist) * y + np.sin(twist) * z, np.cos(twist) * z - np.sin(twist) * y])


class Beam:
    """stiffness [6][6] of strains (axial, shear y, z) and curvatures at the section's center; offset of that from the line of nodes and center of
    mass from it, both y, z; J [3][3]: inertia per length about the center of mass; damping: Kelvin-Voigt [s]."""

    def __init__(self, nodes, direction, twist, stiffness, mass, J, offset=(0, 0), center=(0, 0), damping=0):
        self.nodes, self.direction, self.twist, self.S, self.m, self.J = list(nodes), np.array(direction), twist, stiffness, mass, J
        self.c, self.g, self.beta = np.array([0, *offset]), np.array([0, *np.add(offset, center)]), damping

    def geometry(self, X):
        self.x = X[self.nodes]
        chord = self.x[1] - self.x[0]
        self.L, self.R = np.linalg.norm(chord), axes(chord, self.direction, self.twist)
        self.t = chord / self.L

    def strains(self, r):
        """B [6][6 nn]: Gamma = R^T (u' - theta x t), kappa = R^T theta'; at the section's center Gamma + kappa x c."""
        N, dN = shapes(len(self.nodes), r)
        dN = dN * 2 / self.L
        B = np.zeros((6, 6 * len(self.nodes)))
        for i in range(len(self.nodes)):
            B[:3, 6 * i : 6 * i + 3] = self.R.T * dN[i]
            B[:3, 6 * i + 3 : 6 * i + 6] = self.R.T @ cross_matrix(self.t) * N[i]
            B[3:, 6 * i + 3 : 6 * i + 6] = self.R.T * dN[i]
        return np.vstack([B[:3] - cross_matrix(self.c) @ B[3:], B[3:]])

    def matrices(self):
        nn = len(self.nodes)
        K = sum(w * self.L / 2 * self.strains(r).T @ self.S @ self.strains(r) for r, w in zip(*GAUSS[nn]))
        share = weights(nn) * self.L
        eccentric = self.g.any()
        mass = np.diag(share) if eccentric else sum(w * self.L / 2 * np.outer(shapes(nn, r)[0], shapes(nn, r)[0]) for r, w in zip(*EXACT[nn]))
        M = np.zeros((6 * nn, 6 * nn))
        s, J = self.R @ self.g * self.m, self.R @ (self.J + self.m * (self.g @ self.g * np.eye(3) - np.outer(self.g, self.g))) @ self.R.T
        for i in range(nn):
            for j in range(nn):
                M[6 * i : 6 * i + 3, 6 * j : 6 * j + 3] = self.m * mass[i, j] * np.eye(3)
            at, turn = slice(6 * i, 6 * i + 3), slice(6 * i + 3, 6 * i + 6)
            M[at, turn], M[turn, at], M[turn, turn] = -cross_matrix(s) * share[i], cross_matrix(s) * share[i], J * share[i]
        return M, self.beta * K, K

    def results(self, u):
        """Means over the element of strains, curvatures, forces, moments at the line of nodes, in the section's axes."""
        nn = len(self.nodes)
        center = np.mean([self.strains(r) @ u for r in GAUSS[nn][0]], axis=0)
        force = self.S @ center
        return {"strain": center[:3] - np.cross(center[3:], self.c), "curvature": center[3:], "force": force[:3],
                "moment": force[3:] + np.cross(self.c, force[:3])}


class ExactBeam:
    """A beam that is exact for forces at its nodes, with the mass of these shapes. stiffness [6]: axial, shear y, z, torsion, bending y, z; J [3]:
    inertia per length about x, y, z of the section, [0, 0, 0] without. direction: of the section's y axis, or None for the default."""

    def __init__(self, nodes, direction, stiffness, mass, J):
        self.nodes, self.direction, self.S, self.m, self.J = list(nodes), direction, np.array(stiffness), mass, np.array(J)

    def geometry(self, X):
        chord = X[self.nodes[1]] - X[self.nodes[0]]
        direction = self.direction
        if direction is None:
            direction = np.cross([0, 0, 1], chord)
            if np.linalg.norm(direction) < 1e-6 * np.linalg.norm(chord):
                direction = np.array([0.0, 1, 0])
        self.L, self.R = np.linalg.norm(chord), axes(chord, direction, 0)

    def solutions(self, s):
        """[6][12] displacements and rotations at s of 6 rigid motions and of 6 stress resultants n, m(0): n' = 0, m' + x n = 0."""
        along = cross_matrix([1, 0, 0])
        Y = np.zeros((6, 12))
        Y[:3, :3] = Y[3:, 3:6] = np.eye(3)
        Y[:3, 3:6] = -s * along
        for k in range(6):
            n, m = np.eye(6)[k, :3], np.eye(6)[k, 3:]
            at_0, slope = m / self.S[3:], -along @ n / self.S[3:]
            Y[3:, 6 + k] = at_0 * s + slope * s * s / 2
            Y[:3, 6 + k] = n / self.S[:3] * s - along @ (at_0 * s**2 / 2 + slope * s**3 / 6)
        return Y

    def matrices(self):
        to_nodes = np.linalg.inv(np.vstack([self.solutions(0), self.solutions(self.L)]))
        points, weight = np.polynomial.legendre.leggauss(4)  # exact for products of cubics
        flexibility, mass = np.zeros((6, 6)), np.zeros((12, 12))
        inertia = np.diag([self.m] * 3 + list(self.J))
        for s, w in zip((points + 1) * self.L / 2, weight * self.L / 2):
            resultants = np.eye(6)
            resultants[3:, :3] = -s * cross_matrix([1, 0, 0])
            flexibility += w * resultants.T @ np.diag(1 / self.S) @ resultants
            shapes_at = self.solutions(s) @ to_nodes
            mass += w * shapes_at.T @ inertia @ shapes_at
        turn = np.kron(np.eye(4), self.R)
        K = to_nodes[6:].T @ flexibility @ to_nodes[6:]
        return turn @ mass @ turn.T, np.zeros((12, 12)), turn @ K @ turn.T


class Truss:
    """second: d2E/ds2 of its strain by the stretch: 1, 0, -1 of green, biot, logarithmic."""

    def __init__(self, nodes, ea, mass, second=1, prestress=0, damping=0, lumped=False):
        self.nodes, self.ea, self.m, self.second, self.n0, self.beta, self.lumped = list(nodes), ea, mass, second, prestress, damping, lumped

    def geometry(self, X):
        chord = X[self.nodes[1]] - X[self.nodes[0]]
        self.L = np.linalg.norm(chord)
        self.along = np.outer(chord, chord) / self.L**2

    def matrices(self):
        pair = np.array([[1, -1], [-1, 1]])
        k = ((self.ea + self.n0 * self.second) * self.along + self.n0 * (np.eye(3) - self.along)) / self.L
        mass = self.m * self.L * (np.eye(2) / 2 if self.lumped else np.array([[2, 1], [1, 2]]) / 6)
        return [self.six(A) for A in (np.kron(mass, np.eye(3)), np.kron(pair, self.beta * self.ea / self.L * self.along), np.kron(pair, k))]

    @staticmethod
    def six(A):
        at = [0, 1, 2, 6, 7, 8]
        out = np.zeros((12, 12))
        out[np.ix_(at, at)] = A
        return out


class Body:
    def __init__(self, node, mass, center, J):
        self.nodes, self.m, self.g, self.J = [node], mass, np.array(center), J

    def geometry(self, X):
        pass

    def matrices(self):
        s = cross_matrix(self.m * self.g)
        J = self.J + self.m * (self.g @ self.g * np.eye(3) - np.outer(self.g, self.g))
        return np.block([[self.m * np.eye(3), -s], [s, J]]), np.zeros((6, 6)), np.zeros((6, 6))


class Frame:
    """held: dofs that do not move, 6 node + component."""

    def __init__(self, X, elements, held):
        n = 6 * len(X)
        self.X, self.elements = np.array(X), elements
        self.M, self.C, self.K = (np.zeros((n, n)) for _ in range(3))
        for e in elements:
            e.geometry(self.X)
            at = self.dofs(e)
            for whole, part in zip((self.M, self.C, self.K), e.matrices()):
                whole[np.ix_(at, at)] += part
        stiff = (abs(self.K) + abs(self.M)).sum(axis=0) > 0
        self.free = [i for i in range(n) if i not in held and stiff[i]]

    @staticmethod
    def dofs(e):
        return [6 * i + c for i in e.nodes for c in range(6)]

    def reduced(self):
        at = np.ix_(self.free, self.free)
        return self.M[at], self.C[at], self.K[at]

    def whole(self, x):
        out = np.zeros(self.K.shape[:1] + x.shape[1:])
        out[self.free] = x
        return out

    def weight(self, gravity):
        """M g: also the moments of masses beside their nodes."""
        return self.M @ np.tile(np.append(gravity, np.zeros(3)), len(self.X))

    def equilibrium(self, f):
        return self.whole(np.linalg.solve(self.reduced()[2], f[self.free]))

    def reactions(self, u, f):
        """On the held dofs: what the supports add to the loads."""
        return self.K @ u - f

    def modes(self):
        """Angular frequencies, and modes as columns."""
        M, _, K = self.reduced()
        L = np.linalg.inv(np.linalg.cholesky(M))
        square, modes = np.linalg.eigh(L @ K @ L.T)
        return square**0.5, self.whole(L.T @ modes)

    def frequencies(self, n):
        """The n lowest [Hz], also if M is singular."""
        M, _, K = self.reduced()
        L = np.linalg.inv(np.linalg.cholesky(K))
        return np.sort(np.linalg.eigvalsh(L @ M @ L.T)[-n:])[::-1] ** -0.5 / (2 * np.pi)

    def newmark(self, f, q, v, dt, steps):
        """Average acceleration; f(t). Returns displacements [steps + 1][dofs]."""
        M, C, K = self.reduced()
        load = lambda t: f(t)[self.free]
        q, v = q[self.free], v[self.free]
        a = np.linalg.solve(M, load(0) - C @ v - K @ q)
        S = np.linalg.inv(M + dt / 2 * C + dt**2 / 4 * K)
        out = [q]
        for k in range(1, steps + 1):
            q, v = q + dt * v + dt**2 / 4 * a, v + dt / 2 * a
            a = S @ (load(k * dt) - C @ v - K @ q)
            q, v = q + dt**2 / 4 * a, v + dt / 2 * a
            out.append(q)
        return np.array([self.whole(x) for x in out])
