# SPDX-License-Identifier: BSD-2-Clause
"""Compares membrane elements with drilling rotations, to choose the membrane of the shell elements. usage: python3 tools/trials/drilling.py

A flat shell element needs a membrane whose nodes have displacements u, v and the drilling rotation theta about the normal, because beams and moments can act on
a node. The membrane must bend in its plane without locking, also if its cells are long or distorted, and must resist the rotation of a single node. No element
does all of this exactly. The program therefore prints a table in Markdown of candidates (rows) and test problems (columns), in less than a minute:

- patch: linear displacements of distorted cells. The largest force on an inner node over the largest force on any node should be 0 up to rounding, and one
  distorted cell should have 3 zero-energy modes.
- strip: 8 cells in a row in pure bending, each 1, 4 or 16 times as long as high. Deflection over the exact deflection.
- cantilever of MacNeal & Harder (Finite Elem. Anal. Des. 1, 1985): 6 rectangles, trapezoids or parallelograms, with a uniform shear traction at the end. Its
  consistent nodal loads have no moments, because the drilling rotations bend a side along its normal. Deflection over 0.1081.
- membrane of Cook (J. Struct. Div. ASCE 100, 1974) of n x n cells. Deflection of the middle of the loaded side over 23.965.
- post: a moment T on the middle node of a square of n x n cells with fixed edges. Rotation of the node over T / (4 pi G r^2), the rotation of a rigid disc in an
  infinite plate, whose radius r is half the side of a cell. A large ratio means that a single node hardly resists.

Triangles are halves of these cells, cut along alternating diagonals. Thickness and Young's modulus are 1."""
import numpy as np


def plane_stress(nu):
    return np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]]) / (1 - nu * nu)


def stress_fields(x, y):
    """Returns the stresses xx, yy, xy of seven fields in equilibrium: three constant fields, and the four of Airy functions of third degree."""
    return np.array([[1, 0, 0, y, 0, x, 0], [0, 1, 0, 0, x, 0, y], [0, 0, 1, 0, 0, -y, -x]])


def area_and_centroid(corners):
    following = np.roll(corners, -1, 0)
    cross = corners[:, 0] * following[:, 1] - following[:, 0] * corners[:, 1]
    return cross.sum() / 2, cross @ (corners + following) / (3 * cross.sum())


def side_work(corners, alpha):
    """Returns F[3n][7], the work of the stress fields on the sides, by displacements u, v and rotations theta of the corners.

    A side of length L from i to j has linear displacements and the normal displacement alpha L s (1 - s) (theta_j - theta_i)/2 (Allman, Comput. Struct. 19, 1984)."""
    F = np.zeros((3 * len(corners), 7))
    for i, start in enumerate(corners):
        j = (i + 1) % len(corners)
        side = corners[j] - start
        outward = np.array([side[1], -side[0]])  # normal times length
        for s in (0.5 - 3**-0.5 / 2, 0.5 + 3**-0.5 / 2):  # Gauss points
            xx, yy, xy = stress_fields(*(start + s * side))
            force = np.array([xx * outward[0] + xy * outward[1], xy * outward[0] + yy * outward[1]]) / 2
            bending = alpha / 2 * s * (1 - s) * outward @ force
            F[3 * i : 3 * i + 3] += [*((1 - s) * force), -bending]
            F[3 * j : 3 * j + 3] += [*(s * force), bending]
    return F


def triangle(corners, E, beta_0):
    """Returns the stiffness of Felippa's optimal triangle (Comput. Methods Appl. Mech. Engrg. 192, 2003): the basic stiffness of constant stresses, and the
    higher-order stiffness, in which rotations of the corners relative to the triangle strain its sides linearly."""
    area, sides, F = area_and_centroid(corners)[0], np.roll(corners, -1, 0) - corners, side_work(corners, 1.5)[:, :3]
    squares = (sides**2).sum(1)[:, None]
    relative = np.tile(np.c_[np.roll(sides, -1, 0) / (4 * area), np.zeros(3)].ravel(), (3, 1))
    relative[:, 2::3] = np.eye(3)
    strains_of_sides = np.c_[sides**2, sides[:, 0] * sides[:, 1]] / squares
    first = np.array([[1, 2, 1], [0, 1, -1], [-1, -1, -2]])  # strains of the sides at the first corner; the other corners have cyclic permutations
    at = [np.linalg.solve(strains_of_sides, 2 * area / 3 * np.roll(first, (k, k), (0, 1)) / squares) @ relative for k in range(3)]
    middles = [(at[k] + at[k - 1]) / 2 for k in range(3)]
    return F @ E @ F.T / area + 0.75 * beta_0 * area * sum(B.T @ E @ B for B in middles)


def overlay(corners, E, beta_0):
    """Returns the mean stiffness of the two pairs of triangles into which the diagonals cut a quadrilateral."""
    return assemble(corners, [(0, 1, 2), (0, 2, 3), (0, 1, 3), (1, 2, 3)], lambda x, E: triangle(x, E, beta_0), E) / 2


def compliance(corners, E):
    """Returns H[7][7], the integrals of products of stresses and strains of the fields over a quadrilateral; the mid-side rule of triangles is exact."""
    H = np.zeros((7, 7))
    for half in (corners[[0, 1, 2]], corners[[0, 2, 3]]):
        for S in (stress_fields(*point) for point in (half + np.roll(half, -1, 0)) / 2):
            H += area_and_centroid(half)[0] / 3 * S.T @ np.linalg.solve(E, S)
    return H


def motions(corners, E):
    """Returns V[3n][10], displacements and rotations at the corners in the three rigid motions and in the exact solutions of the seven stress fields."""
    S, V = stress_fields(0, 0), []
    strain, by_x, by_y = (np.linalg.solve(E, part) for part in (S, stress_fields(1, 0) - S, stress_fields(0, 1) - S))
    u_xx, u_xy, v_xy, v_yy = by_x[0], by_y[0], by_x[1], by_y[1]
    u_yy, v_xx = by_y[2] - v_xy, by_x[2] - u_xy
    for x, y in corners:
        V.append([1, 0, -y, *(strain[0] * x + strain[2] * y / 2 + u_xx * x * x / 2 + u_xy * x * y + u_yy * y * y / 2)])
        V.append([0, 1, x, *(strain[2] * x / 2 + strain[1] * y + v_xx * x * x / 2 + v_xy * x * y + v_yy * y * y / 2)])
        V.append([0, 0, 1, *(((v_xx - u_xy) * x + (v_xy - u_yy) * y) / 2)])
    return np.array(V)


def hybrid(corners, E, alpha, with_missed_work, mean, difference):
    """Returns the stiffness F H^-1 F^T of Hellinger and Reissner for a quadrilateral with the seven fields (Cen, Zhou & Fu, Comput. Struct. 89, 2011).

    The sides do not follow the quadratic displacements of the four linear fields. The work that the linear fields miss therefore is computed on the mean
    parallelogram of the cell. With with_missed_work, F gets it by the least change that does no work on rigid motions and constant strains. Rotations that
    differ from those of motions(), by least squares, cause no stress. They get the stiffness G A times mean for their mean over the nodes, and G A times
    difference for the mean square of the differences from this mean. Lengths are in units of the square root of the area A, stresses of the shear modulus G."""
    area, center = area_and_centroid(corners)
    places, scaled = (corners - center) / area**0.5, E / E[2, 2]
    F, V = side_work(places, alpha), motions(places, scaled)
    if with_missed_work:
        a, b = np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]]) / 4 @ places
        cell, missed = np.array([-a - b, a - b, a + b, b - a]), np.zeros((10, 4))
        missed[6:] = (compliance(cell, scaled) - motions(cell, scaled)[:, 3:].T @ side_work(cell, alpha))[3:, 3:]
        F[:, 3:] += np.linalg.pinv(V.T) @ missed
    rest = (np.eye(12) - V @ np.linalg.pinv(V))[2::3]
    average, units = rest.mean(0), np.array([1, 1, area**0.5] * 4)
    K = F @ np.linalg.solve(compliance(places, scaled), F.T) + mean * np.outer(average, average) + difference / 4 * (rest - average).T @ (rest - average)
    return E[2, 2] * units[:, None] * K * units


def grid(nx, ny, width, height, of_triangles, checkered=False):
    """Returns nodes, cells and numbers[ny + 1][nx + 1] of the nodes. Diagonals alternate along x, and if checkered also along y."""
    numbers, cells = np.arange((nx + 1) * (ny + 1)).reshape(ny + 1, nx + 1), []
    for j, i in np.ndindex(ny, nx):
        a, b, c, d = numbers[j, i], numbers[j, i + 1], numbers[j + 1, i + 1], numbers[j + 1, i]
        halves = [(a, b, d), (b, c, d)] if (i + j * checkered) % 2 else [(a, b, c), (a, c, d)]
        cells += halves if of_triangles else [(a, b, c, d)]
    return np.array([(width * i / nx, height * j / ny) for j, i in np.ndindex(ny + 1, nx + 1)]), cells, numbers


def dofs(nodes):
    return np.ravel([[3 * k, 3 * k + 1, 3 * k + 2] for k in nodes])


def assemble(nodes, cells, element, E):
    K = np.zeros((3 * len(nodes), 3 * len(nodes)))
    for cell in cells:
        K[np.ix_(dofs(cell), dofs(cell))] += element(nodes[list(cell)], E)
    return K


def solve(K, fixed, forces):
    """Returns the displacements [nodes][3] under forces {dof: force} if the dofs in fixed are 0."""
    free, u = np.setdiff1d(np.arange(len(K)), fixed), np.zeros(len(K))
    u[free] = np.linalg.solve(K[np.ix_(free, free)], [forces.get(k, 0) for k in free])
    return u.reshape(-1, 3)


def patch(element, of_triangles):
    nodes, cells, numbers = grid(3, 3, 3, 3, of_triangles)
    inner, E = numbers[1:3, 1:3].ravel(), plane_stress(0.3)
    nodes[inner] += np.random.default_rng(1).uniform(-0.3, 0.3, (4, 2))
    linear = np.ravel([(x + y, 2 * x - 2 * y, 0.5) for x, y in nodes])  # theta = (2 - 1)/2
    forces, modes = np.abs(assemble(nodes, cells, element, E) @ linear).reshape(-1, 3), np.linalg.eigvalsh(element(nodes[list(cells[3])], E))
    return f"{forces[inner].max() / forces.max():.0e}, {(modes < 1e-10 * modes[-1]).sum()}"


def strip(element, of_triangles, aspect, nu):
    nodes, cells, numbers = grid(8, 1, 8 * aspect, 1, of_triangles)
    low, high = numbers[:, 8]
    u = solve(assemble(nodes, cells, element, plane_stress(nu)), [0, 1, 3 * numbers[1, 0]], {3 * low: 1, 3 * high: -1})
    return (u[low, 1] + u[high, 1]) / 2 / (12 * (8 * aspect) ** 2 / 2)


def cantilever(element, of_triangles, shifts):
    nodes, cells, numbers = grid(6, 1, 6, 0.2, of_triangles)
    nodes[numbers[:, 1:6], 0] += np.outer([0.1, -0.1], shifts)
    forces = {3 * k + 1: 0.5 / (1e7 * 0.1) for k in numbers[:, 6]}  # over Young's modulus and thickness
    return solve(assemble(nodes, cells, element, plane_stress(0.3)), dofs(numbers[:, 0]), forces)[numbers[:, 6], 1].mean() / 0.1081


def cook(element, of_triangles, n):
    nodes, cells, numbers = grid(n, n, 1, 1, of_triangles)
    nodes = np.array([(48 * x, 44 * x + y * (44 - 28 * x)) for x, y in nodes])
    forces = {3 * k + 1: (0.5 if k in numbers[[0, n], n] else 1) / n for k in numbers[:, n]}
    u = solve(assemble(nodes, cells, element, plane_stress(1 / 3)), dofs(numbers[:, 0]), forces)
    return u[numbers[n // 2, n], 1] / 23.965


def post(element, of_triangles, n):
    nodes, cells, numbers = grid(n, n, 1, 1, of_triangles, checkered=True)
    middle, E = numbers[n // 2, n // 2], plane_stress(0.3)
    edges = np.setdiff1d(numbers, numbers[1:n, 1:n])
    return solve(assemble(nodes, cells, element, E), dofs(edges), {3 * middle + 2: 1})[middle, 2] * 4 * np.pi * E[2, 2] * (0.5 / n) ** 2


def print_row(name, *element):
    groups = [[strip(*element, aspect, nu) for aspect in (1, 4, 16)] for nu in (0, 0.3)]
    groups += [[cantilever(*element, shifts) for shifts in ([0] * 5, [1, -1, 1, -1, 1], [1] * 5)]]
    groups += [[cook(*element, n) for n in (2, 4, 8, 16)], [post(*element, n) for n in (8, 16)]]
    print(f"| {name} | {patch(*element)} | " + " | ".join(" ".join(f"{value:.3f}" for value in group) for group in groups) + " |", flush=True)


def main():
    print("| element | patch: force, zero modes | strip, nu 0: aspect 1, 4, 16 | strip, nu 0.3: aspect 1, 4, 16 | cantilever: rectangles, trapezoids, parallelograms "
          "| Cook: n 2, 4, 8, 16 | post: n 8, 16 |\n" + "| --- " * 7 + "|")
    for beta_0 in (0.3, 0.4, 0.5, 0.6):
        print_row(f"triangle, beta_0 {beta_0}", lambda x, E: triangle(x, E, beta_0), True)
    print_row("triangle, beta_0 (1 - nu/4)/2", lambda x, E: triangle(x, E, (1 - E[0, 1] / E[0, 0] / 4) / 2), True)
    for name, element in (("triangle", triangle), ("overlaid triangles", overlay)):  # E[0, 1] / E[0, 0] is nu
        print_row(f"{name}, beta_0 (1 - 4 nu^2)/2", lambda x, E: element(x, E, (1 - 4 * (E[0, 1] / E[0, 0]) ** 2) / 2), element is triangle)
    for alpha, missed, factors in ((a, m, f) for a in (1, 1.5) for m in (False, True) for f in ((0.1, 0.01), (1, 0.1), (10, 1))):
        print_row(f"hybrid, alpha {alpha}, {'with' if missed else 'without'} missed work, {factors}", lambda x, E: hybrid(x, E, alpha, missed, *factors), False)


if __name__ == "__main__":
    main()
