# SPDX-License-Identifier: BSD-2-Clause
"""The parts of a model as things: bodies of lines, surfaces and points, at rest or moved."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve.mesh import CLOSED, sides
from fsolve.solid import balls, lines, shells
from fsolve.solid.lines import State
from fsolve.solid.things import Mesh, Thing

if TYPE_CHECKING:
    from fsolve.result import Result

MANY = 4000  # cells of a surface beyond which their sides are not drawn
FEW = 3000  # cells of a surface up to which their sides are drawn with their full width
PALE = 0.15  # opacity of that structure
GHOST = "0.6"  # colour of the structure at rest behind the one that has moved


def size_of(points: np.ndarray) -> float:
    """Returns the largest extent of points [n][3], or 1 of a single one."""
    return float(np.ptp(points, axis=0).max()) or 1.0


def line_thing(result: Result, name: str, state: State | None, size: float,
               values: np.ndarray | None = None, of_nodes: bool = False, **look: Any) -> Thing:
    """Returns the lines of a part/shape; values: of its cells, or of all nodes if of_nodes."""
    found = lines.rings(result, name, state, size)
    curves, (e, k, _) = found.curves, found.curves.shape
    first = (np.arange(e)[:, None] * k + np.arange(k - 1)).ravel()
    shades = None
    if values is not None:
        count = len(result.cells[name])
        shades = lines.along(found, values, count, of_nodes)
    body = lines.body(found, lines.free_ends(result, found.pairs), shades)
    means = None if shades is None else ((shades[:, 1:] + shades[:, :-1]) / 2).ravel()
    return Thing(body=body, points=curves.reshape(-1, 3), creases=True, shades=means,
                 pairs=np.column_stack([first, first + 1]), **{"width": 1.6, **look})


def surface_thing(result: Result, part: str, cells: dict[str, np.ndarray], x: np.ndarray,
                  size: float, values: np.ndarray | None = None, of_nodes: bool = False, **look: Any) -> Thing:
    """Returns the surfaces of a part {shape: cells} whose nodes are at x [n][3].

    values: of its cells, or of all nodes if of_nodes
    """
    own = list(cells.values())
    count = sum(map(len, own))
    pairs = np.concatenate([sides(c, shape) for shape, c in cells.items()])
    pairs = np.unique(np.sort(pairs, axis=1), axis=0)
    body, used = shells.body(result, part, own, x, size, values, of_nodes)
    new = np.zeros(len(x), int)
    new[used] = np.arange(len(used))
    on_body = new[pairs]
    if len(body.points) > len(used):  # lines on both faces
        on_body = np.concatenate([on_body, on_body + len(used)])
    return Thing(body=body, skin=Mesh(x, own, values, values is not None and not of_nodes), points=body.points, pairs=on_body,
                 flat_lines=(x, pairs),
                 **{"width": 0.5 if count <= FEW else 0.2, **look})


def ghost_surface(result: Result, part: str, cells: dict[str, np.ndarray], filled: bool) -> Thing:
    """Returns the surfaces of a part at rest, behind those that have moved: their rims, pale.

    filled: the surfaces are painted, too, as a veil
    """
    own, x = list(cells.values()), result.nodes
    every = np.concatenate([sides(c, shape) for shape, c in cells.items()])
    pale = {"facecolor": "white", "edgecolor": GHOST, "lw": 0.6, "alpha": 1}
    return Thing(GHOST, skin=Mesh(x, own) if filled else None, points=x, pairs=shells.rim(own),
                 width=0.7, alpha=PALE, flat_lines=(x, every), flat=pale)


def points_thing(result: Result, part: str, nodes: np.ndarray, state: State | None, size: float,
                 values: np.ndarray | None = None, of_nodes: bool = False, **look: Any) -> Thing:
    """Returns the bodies or masses of a part; values: of its cells, or of all nodes if of_nodes."""
    body = balls.body(result, part, nodes, state, size)
    if values is not None:
        own = values[nodes] if of_nodes else values
        body.values = np.repeat(own, len(body.points) // len(nodes))
    return Thing(body=body, **look)
