"""Results of the elements of a surface at its nodes: to the values at the centers of the cells around a node a plane is fitted, and read at the
node (patch recovery, Zienkiewicz & Zhu 1992, Int. J. Numer. Meth. Eng. 33, 1331-1364). So a field that is linear in space is met up to the edges,
where means of cells are off by the slope times half a cell."""
import numpy as np

from fsolve import FsolveError
from fsolve_draw import CLOSED

FLAT = 1e-3  # of moments of inertia of a patch: below, its cells are in a line or plane, and nothing is known across it


def surface(result, frame, name):
    """Nodes of each cell, a list of arrays, and the values at all of them [n][k], of the shapes that the part has."""
    part, what = name.split("/")[0], name.split("/")[-1]
    if part not in result.parts:
        raise FsolveError(f"{name}: {result.file} has no part '{part}'; give part/result, as in skin/stress")
    shapes = [s for s in result.parts[part].cells if f"{part}/{s}/{what}" in frame]
    if not shapes:
        raise FsolveError(f"{name}: frame {frame.number} has no such result of elements; it has {', '.join(n for n in frame.names() if '/' in n)}")
    if any(s not in CLOSED for s in shapes):
        raise FsolveError(f"{name}: results of lines jump at corners and loads, so they have no values at nodes; fsolve_beams.Sections has both ends")
    cells = [result.parts[part].cells[s] for s in shapes]
    return cells, np.concatenate([frame[f"{part}/{s}/{what}"].reshape(len(c), -1) for s, c in zip(shapes, cells)])


def fit(points, centers, values, node, cell):
    """The planes' values at points [n]; node, cell: which cells [m] belong to the patch of which point. rank [n]: 3 where a plane is fixed."""
    away = centers[cell] - points[node]
    size = np.zeros(len(points))
    np.maximum.at(size, node, np.linalg.norm(away, axis=1))
    rows = np.column_stack([np.ones(len(cell)), away / size[node, None]])
    matrix, right = np.zeros((len(points), 4, 4)), np.zeros((len(points), 4, values.shape[1]))
    np.add.at(matrix, node, rows[:, :, None] * rows[:, None, :])
    np.add.at(right, node, rows[:, :, None] * values[cell][:, None, :])
    rank = (np.linalg.eigvalsh(matrix) > FLAT * np.trace(matrix, axis1=1, axis2=2)[:, None]).sum(1)
    return (np.linalg.pinv(matrix, FLAT, hermitian=True) @ right)[:, 0], rank


def at_nodes(result, frame, name):
    """See Snapshot.at_nodes."""
    cells, values = surface(result, frame, name)
    centers = np.concatenate([result.nodes[c].mean(1) for c in cells])
    node = np.concatenate([c.ravel() for c in cells])
    cell = np.repeat(np.arange(len(centers)), np.concatenate([np.full(len(c), c.shape[1]) for c in cells]))
    used, node = np.unique(node, return_inverse=True)
    found, rank = fit(result.nodes[used], centers, values, node, cell)
    few = np.flatnonzero(rank < 3)
    if len(few):  # at edges and corners: the cells around the nodes around, too
        of_node = np.split(cell[np.argsort(node, kind="stable")], np.cumsum(np.bincount(node))[:-1])
        of_cell = np.split(node, np.flatnonzero(np.diff(cell)) + 1)
        wide = [np.unique(np.concatenate([of_node[j] for k in of_node[i] for j in of_cell[k]])) for i in few]
        patch = np.repeat(np.arange(len(few)), [len(w) for w in wide])
        found[few] = fit(result.nodes[used[few]], centers, values, patch, np.concatenate(wide))[0]
    everywhere = np.full((len(result.nodes), values.shape[1]), np.nan)
    everywhere[used] = found
    return everywhere
