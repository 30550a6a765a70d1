# SPDX-License-Identifier: BSD-2-Clause
"""State-space matrices of a case, linearized about its present state: x' = A x + B u, y = C x + D u."""
from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fsolve.error import FsolveError, missing
from fsolve.matrix import COMPONENTS

if TYPE_CHECKING:
    from fsolve.case import Case

AXES = ("x", "y", "z", "rx", "ry", "rz")
# Quantities of outputs: which derivative in time, and whether of the rotation.
QUANTITIES = {"displacement": (0, False), "velocity": (1, False), "acceleration": (2, False), "rotation": (0, True),
              "angular_velocity": (1, True), "angular_acceleration": (2, True)}
DENSE = 1500  # dofs up to which modes are those of full matrices


class StateSpace(NamedTuple):
    """Matrices of x' = A x + B u, y = C x + D u. The states are coordinates of the motion, then their velocities."""
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray


class Matrices(NamedTuple):
    """K, C and M of the dofs [sparse, n x n], the derivatives G of the constraints [m, n], and the dofs' rows in the matrices of the case.

    modal  vectors w [modes, n] of damping_modal, which adds the sum of w w^T to C
    """
    K: Any
    C: Any
    M: Any
    G: Any
    rows: np.ndarray
    modal: np.ndarray


def whole(case: Case, which: str) -> Any:
    """Returns a matrix of a case with the rows of all ranks."""
    from scipy import sparse

    values, columns, starts = case.matrix(which, "arrays")
    counts = case._gather(np.diff(starts)).astype(int)  # entries of each row
    starts = np.concatenate([[0], np.cumsum(counts)])
    return sparse.csr_matrix((case._gather(values), case._gather(columns).astype(int), starts), shape=(len(counts), len(counts)))


def matrices(case: Case) -> Matrices:
    """Returns the matrices of a case at its present state, on each rank."""
    K, C, M = (whole(case, which) for which in "KDM")
    node = case._gather([n for n, _ in case.dofs()]).astype(int)
    free, bound = np.flatnonzero(node >= 0), np.flatnonzero(node < 0)
    G = K[bound][:, free]
    modal = np.array([case._gather(w) for w in case.modal_damping()]).reshape(-1, len(node))
    return Matrices(K[free][:, free], C[free][:, free], M[free][:, free], G[G.getnnz(axis=1) > 0], free, modal[:, free])


def projected(m: Matrices, N: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns N^T K N, N^T C N with the damping of modes, and N^T M N."""
    K, C, M = (N.T @ (matrix @ N) for matrix in (m.K, m.C, m.M))
    damped = m.modal @ N
    return K, C + damped.T @ damped, M


def places(case: Case, name: Any) -> list[Any]:
    """Returns the places of a point, of a probe, or of the nodes of a set or of the set of a load."""
    if not isinstance(name, str):
        return [case.place(name)]
    model = case.model
    point = model.get(f"probe_{name}_point")
    if isinstance(point, str):
        return [case.place([float(word) for word in point.split(",")])]
    for key in (f"probe_{name}_set", f"load_{name}_set"):
        name = str(model.get(key, name))
    points = case._gather(case.field("place", name)).reshape(-1, 3)  # of the nodes of all ranks
    return [case.place(point) for point in points[np.lexsort(points.T)]]  # in an order that does not depend on ranks


def split(word: Any, what: str) -> tuple[Any, str, int]:
    """Returns the place, the quantity ("" for an input) and the number of the axis of "tip/velocity.z", "tip.rx", or of (point, "velocity.z")."""
    place, rest = word if isinstance(word, tuple) and len(word) == 2 else (None, word)
    if not isinstance(rest, str):
        raise FsolveError(f"linearize: an {what} is a text such as \"{'tip/velocity.z' if what == 'output' else 'tip.z'}\", or a point and a text, "
                          f"not {word!r}")
    if place is None:
        place, _, rest = rest.rpartition("/") if what == "output" else rest.rpartition(".")
    quantity, _, axis = rest.rpartition(".")
    if what == "output" and quantity not in QUANTITIES:
        raise missing("linearize", "quantity", quantity, QUANTITIES)
    if axis not in AXES:
        raise missing("linearize", "component", axis, AXES)
    return place, quantity, AXES.index(axis)


def row(case: Case, place: Any, axis: int, n: int) -> np.ndarray:
    """Returns the velocity [n] of a place, or the mean of several, along or about an axis, by the velocities of the rows of matrices."""
    found, those = np.zeros(n), places(case, place)
    if not those:
        raise FsolveError(f"linearize: set '{place}' has no nodes")
    for each in those:
        rows, values, rotates = each.rows()
        if axis >= 3 and not rotates:
            raise FsolveError(f"linearize: {place!r} has no rotation: it is inside of an element, or a node without rotations")
        np.add.at(found, rows, values[:, axis] / len(those))
    return found


def motion_of(word: Any) -> tuple[str, int] | None:
    """Returns the support and the component of the input "base.motion_x", or None if the input is a force."""
    found = re.fullmatch(r"(.+)\.(motion|rotation)_([xyz])", word) if isinstance(word, str) else None
    return (found[1], "xyz".index(found[3]) + 3 * (found[2] == "rotation")) if found else None


def check_away(place: Any, row: np.ndarray, axis: int, components: list[int]) -> None:
    """Raises FsolveError if a place does not follow a translation of the free dofs: it is on or beside a support."""
    if axis < 3 and abs(row[np.array(components) == axis].sum() - 1) > 1e-6 or not row.any():
        raise FsolveError(f"linearize: {place!r} is on a support, or in an element beside one; with motions of supports choose another place; "
                          "the motion that is given to a support is the output <support>/displacement.<axis>, also velocity and acceleration")


def moved_end(word: Any, motions: list[tuple[str, int]]) -> tuple[int, int] | None:
    """Returns the derivative in time and the number of the motion if an output is that of a support with a given motion, such as "base/velocity.x"."""
    place, quantity, axis = split(word, "output")
    order, turns = QUANTITIES[quantity]
    motion = (place, axis % 3 + 3 * turns)
    return (order, motions.index(motion)) if isinstance(place, str) and motion in motions else None


def driven(ss: StateSpace, static: np.ndarray, orders: np.ndarray, forces: int) -> StateSpace:
    """Returns the matrices with the accelerations of motions as inputs, whose displacements and velocities become the last states.

    ss      inputs: forces, then displacements, velocities and accelerations of the motions
    static  displacements of the outputs that follow the inputs statically, whose rates are those of the motions
    """
    n, count = len(ss.A), (ss.B.shape[1] - forces) // 3
    if not count:
        return ss
    B, D = (np.split(matrix, [forces, forces + count, forces + 2 * count], axis=1) for matrix in (ss.B, ss.D.copy()))
    for k, order in enumerate(orders):
        if order > 0:
            D[order + 1][k] += static[k, forces:forces + count]
    zero, one = np.zeros((count, count)), np.eye(count)
    A = np.block([[ss.A, B[1], B[2]], [np.zeros((count, n)), zero, one], [np.zeros((count, n)), zero, zero]])
    inputs = np.block([[B[0], B[3]], [np.zeros((count, forces)), zero], [np.zeros((count, forces)), one]])
    return StateSpace(A, inputs, np.concatenate([ss.C, D[1], D[2]], axis=1), np.concatenate([D[0], D[3]], axis=1))


def columns(case: Case, inputs: Iterable[Any], rows: np.ndarray, total: int) -> np.ndarray:
    """Returns the forces [dofs, inputs] of unit inputs."""
    found = [row(case, place, axis, total)[rows] for place, _, axis in (split(word, "input") for word in inputs)]
    return np.array(found).reshape(-1, len(rows)).T


def sensors(case: Case, outputs: Iterable[Any], rows: np.ndarray, total: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rows [outputs, dofs] of outputs, and which derivative in time each of them measures."""
    found, orders = [], []
    for word in outputs:
        place, quantity, axis = split(word, "output")
        order, turns = QUANTITIES[quantity]
        found.append(row(case, place, axis % 3 + 3 * turns, total)[rows])
        orders.append(order)
    return np.array(found).reshape(-1, len(rows)), np.array(orders, int)


def basis(m: Matrices) -> np.ndarray:
    """Returns the motions [n, free] that constraints allow, orthonormal unless there are no constraints."""
    from scipy.linalg import null_space

    return null_space(m.G.toarray()) if m.G.shape[0] else np.eye(m.K.shape[0])


def bordered(A: Any, border: np.ndarray | Any) -> Any:
    """Returns a function that solves A x = b for x orthogonal to the rows of border."""
    from scipy import sparse
    from scipy.sparse.linalg import splu

    border = sparse.csr_matrix(border)
    n, m = A.shape[0], border.shape[0]
    factor = splu(sparse.bmat([[A, border.T], [border, None]], format="csc") if m else sparse.csc_matrix(A))
    return lambda b: factor.solve(np.concatenate([b, np.zeros((m, *b.shape[1:]))]))[:n]


def modes(m: Matrices, count: int) -> np.ndarray:
    """Returns the lowest modes [n, count] that constraints allow, normalized by the mass matrix."""
    from scipy.linalg import eigh
    from scipy.sparse.linalg import LinearOperator, eigsh

    K, M = (m.K + m.K.T) / 2, (m.M + m.M.T) / 2
    n = K.shape[0]
    if n <= DENSE:
        N = basis(m)
        Kz, Mz = N.T @ (K @ N), N.T @ (M @ N)
        # mu = 1/(lambda + shift) of (M, K + shift M) is 0 for motions without mass
        shift = np.trace(Kz) / np.trace(Mz) * 1e-9
        mu, z = eigh(Mz, Kz + shift * Mz)
        z = z[:, ::-1][:, :count] / np.sqrt(mu[::-1][:count])
        there = int((mu > 1e-15 * mu.max()).sum())
        found = N @ z
    else:
        there = n - m.G.shape[0]
        shift = K.diagonal().sum() / M.diagonal().sum() * 1e-9
        solve = bordered(K + shift * M, m.G)
        _, found = eigsh(K, min(count, there - 1), M, sigma=-shift, which="LM", OPinv=LinearOperator((n, n), matvec=solve))
    if found.shape[1] < count or there < count:
        raise FsolveError(f"linearize: the model has {there} modes, not {count}")
    return found


def massless(m: Matrices) -> np.ndarray:
    """Returns which dofs have neither mass nor damping."""
    return (abs(m.M).sum(axis=1).A1 + abs(m.C).sum(axis=1).A1) == 0  # the damping of modes acts on masses alone


def condense(m: Matrices, B: np.ndarray, Y: np.ndarray) -> tuple[Matrices, np.ndarray, np.ndarray, np.ndarray]:
    """Eliminates dofs without mass and damping, which follow the others statically: q_s = T q + S u. Returns the rest, B, Y, and Y S."""
    still = massless(m)
    if not still.any():
        return m, B, Y, np.zeros((Y.shape[0], B.shape[1]))
    if m.G.shape[0] and abs(m.G[:, still]).sum() > 0:
        raise FsolveError("linearize: constraints act on dofs without mass; give them a density, or ask for modes=n")
    from scipy import sparse
    from scipy.sparse.linalg import splu

    moves = ~still
    factor = splu(sparse.csc_matrix(m.K[still][:, still]))
    T, S = -factor.solve(m.K[still][:, moves].toarray()), factor.solve(B[still])
    K = sparse.csr_matrix(m.K[moves][:, moves] + m.K[moves][:, still] @ T)
    rest = Matrices(K, m.C[moves][:, moves], m.M[moves][:, moves], m.G[:, moves], m.rows[moves], m.modal[:, moves])
    return rest, B[moves] - m.K[moves][:, still] @ S, Y[:, moves] + Y[:, still] @ T, Y[:, still] @ S


def assemble(K: np.ndarray, C: np.ndarray, B: np.ndarray, Y: np.ndarray, orders: np.ndarray, static: np.ndarray) -> StateSpace:
    """Returns the state-space matrices of z'' + C z' + K z = B u with outputs Y z, Y z' or Y z''. static: D of displacements."""
    n = K.shape[0]
    A = np.block([[np.zeros((n, n)), np.eye(n)], [-K, -C]])
    output, D = np.zeros((len(orders), 2 * n)), np.zeros((len(orders), B.shape[1]))
    for k, order in enumerate(orders):
        if order == 2:
            output[k], D[k] = np.concatenate([-Y[k] @ K, -Y[k] @ C]), Y[k] @ B
        else:
            output[k, order * n:(order + 1) * n] = Y[k]
            D[k] = static[k] if order == 0 else 0
    return StateSpace(A, np.concatenate([np.zeros_like(B), B]), output, D)


def full(m: Matrices, B: np.ndarray, Y: np.ndarray, orders: np.ndarray) -> tuple[StateSpace, np.ndarray]:
    """Returns the matrices, and static displacements of the outputs. The states are all free coordinates: the dofs, unless constraints reduce them."""
    from scipy.linalg import LinAlgError, cho_factor, cho_solve

    m, B, Y, static = condense(m, B, Y)
    N = basis(m)
    K, C, M = projected(m, N)
    try:
        factor = cho_factor((M + M.T) / 2)
    except LinAlgError:
        raise FsolveError("linearize: the mass matrix is singular: some motions have damping or constraints but no mass; give them a density, or ask "
                          "for modes=n") from None
    K, C, B = (cho_solve(factor, matrix) for matrix in (K, C, N.T @ B))
    return assemble(K, C, B, Y @ N, orders, static), static


def reduced(m: Matrices, B: np.ndarray, Y: np.ndarray, orders: np.ndarray, count: int) -> tuple[StateSpace, np.ndarray]:
    """Returns the matrices of the lowest modes, and static displacements of the outputs. The others follow statically in displacements (residual flexibility)."""
    from scipy import sparse

    shapes = modes(m, count)
    border = (m.M @ shapes).T
    solve = bordered(m.K, sparse.vstack([m.G, sparse.csr_matrix(border)]))
    static = Y @ solve(B - border.T @ (shapes.T @ B))
    K, C, _ = projected(m, shapes)
    return assemble(K, C, shapes.T @ B, Y @ shapes, orders, static), static


def linearize(case: Case, inputs: Iterable[Any], outputs: Iterable[Any], count: int | None) -> StateSpace:
    """See Case.linearize."""
    if isinstance(inputs, str) or isinstance(outputs, str):
        raise FsolveError("linearize: inputs and outputs are lists, such as [\"tip.z\"]")
    if count is not None and (not isinstance(count, int) or count < 1):
        raise FsolveError(f"linearize: modes must be a positive number, not {count!r}")
    m = matrices(case)
    total = int(case._gather([len(case.dofs())]).sum())
    words, wanted = list(inputs), list(outputs)
    moved = [motion_of(word) for word in words]
    B = columns(case, [word for word, motion in zip(words, moved) if not motion], m.rows, total)
    forces, motions = B.shape[1], [motion for motion in moved if motion]
    ends = {k: end for k, end in enumerate(moved_end(word, motions) for word in wanted) if end}  # outputs that are inputs or their integrals
    others = [k for k in range(len(wanted)) if k not in ends]
    Y, orders = np.zeros((len(wanted), len(m.rows))), np.array([ends[k][0] if k in ends else 0 for k in range(len(wanted))], int)
    Y[others], orders[others] = sensors(case, [wanted[k] for k in others], m.rows, total)
    if motions:
        components = [int(k) for k in case._gather([COMPONENTS.index(name) if node >= 0 else -1 for node, name in case.dofs()])[m.rows]]
        for word, found in ((wanted[k], Y[k]) for k in others):
            place, quantity, axis = split(word, "output")
            check_away(place, found, axis % 3 + 3 * QUANTITIES[quantity][1], components)
        acting = [-case._gather(case._motion_forces(*motion, k))[m.rows] for k in range(3) for motion in motions]
        B = np.concatenate([B, np.array(acting).T], axis=1)
    found, static = full(m, B, Y, orders) if count is None else reduced(m, B, Y, orders, count)
    for k, (derivative, motion) in ends.items():
        found.D[k, forces + derivative * len(motions) + motion] = 1
    order = np.argsort([bool(motion) for motion in moved], kind="stable")  # of the inputs that were given: forces, then motions
    found = driven(found, static, orders, forces)
    back = np.argsort(order, kind="stable")
    return StateSpace(found.A, found.B[:, back], found.C, found.D[:, back])
