# SPDX-License-Identifier: BSD-2-Clause
"""Writes meshes as Gmsh 2.2 text files: beams along a curve, an eighth of a sphere."""
import numpy as np

LINE, TRIANGLE, QUADRILATERAL, LINE3, POINT = 1, 2, 3, 8, 15
DIMENSION = {POINT: 0, LINE: 1, LINE3: 1, TRIANGLE: 2, QUADRILATERAL: 2}


def write(path, nodes, sets):
    """Writes a mesh.

    nodes  positions [n][3]
    sets   {name: (kind, cells)}; cells are tuples of node numbers, counted from 0
    """
    with open(path, "w") as f:
        f.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n%d\n" % len(sets))
        for tag, (name, (kind, _)) in enumerate(sets.items(), 1):
            f.write(f'{DIMENSION[kind]} {tag} "{name}"\n')
        f.write("$EndPhysicalNames\n$Nodes\n%d\n" % len(nodes))
        for i, x in enumerate(nodes, 1):
            f.write("%d %.17g %.17g %.17g\n" % (i, *x))
        f.write("$EndNodes\n$Elements\n%d\n" % sum(len(cells) for _, cells in sets.values()))
        number = 1
        for tag, (kind, cells) in enumerate(sets.values(), 1):
            for cell in cells:
                f.write(f"{number} {kind} 2 {tag} {tag} {' '.join(str(n + 1) for n in cell)}\n")
                number += 1
        f.write("$EndElements\n")


def curve(path, n, order, at, name="beam"):
    """Writes n elements of 2 (order 1) or 3 (order 2) nodes along at(s), s from 0 to 1.

    The sets are name, and the points start and end.
    """
    count = n * order
    nodes = [at(i / count) for i in range(count + 1)]
    if order == 1:
        cells = [(e, e + 1) for e in range(n)]
    else:
        cells = [(2 * e, 2 * e + 2, 2 * e + 1) for e in range(n)]
    write(path, nodes, {name: (LINE if order == 1 else LINE3, cells), "start": (POINT, [(0,)]), "end": (POINT, [(count,)])})


def octant(path, n):
    """Writes the eighth of the unit sphere with x, y, z >= 0.

    It has three patches of n x n quadrilaterals, whose nodes run around the outer normal. The sets are
    skin, and the edges x0, y0, z0 in the planes x = 0, y = 0, z = 0.
    """
    numbers, nodes, cells = {}, [], []

    def node(x):
        x = np.array(x) / np.linalg.norm(x)
        key = tuple(np.round(x, 9))
        if key not in numbers:
            numbers[key] = len(nodes)
            nodes.append(x)
        return numbers[key]

    for axis in range(3):
        corner = lambda i, j: node(np.roll([1, np.tan(np.pi / 4 * i / n), np.tan(np.pi / 4 * j / n)], axis))
        cells += [(corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)) for i in range(n) for j in range(n)]
    edges = {}
    for axis, name in enumerate(("x0", "y0", "z0")):
        on = [(a, b) for c in cells for a, b in zip(c, c[1:] + c[:1]) if abs(nodes[a][axis]) < 1e-9 and abs(nodes[b][axis]) < 1e-9]
        edges[name] = (LINE, on)
    write(path, nodes, {"skin": (QUADRILATERAL, cells), **edges})
