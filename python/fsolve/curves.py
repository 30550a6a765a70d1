# SPDX-License-Identifier: BSD-2-Clause
"""The curves of beams between their displaced nodes, for pictures.

A beam is drawn as the cubic polynomial that has the displacements of its nodes and turns with them.
If the run has written displacements along the beams (-part_<name>_section_places), the curve goes
through them, so that loads between the nodes are seen, too.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve.beams import rotated
from fsolve.mesh import sides

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result

PIECES = 16  # lines by which a curve is drawn


def hermite(s: np.ndarray) -> np.ndarray:
    """Returns the four cubic shape functions [4][k] at places s [k] from 0 to 1.

    They belong to the values at both ends and to the slopes at both ends.
    """
    return np.array([(1 - s)**2 * (1 + 2 * s), s**2 * (3 - 2 * s), s * (1 - s)**2, -s**2 * (1 - s)])


def turned_by(turn: np.ndarray, nodes: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Returns how lines [e][3] at nodes [e] change by the rotations of the nodes.

    turn: unit quaternions [n][4], or small rotation vectors [n][3]
    """
    if turn.shape[1] == 4:
        return rotated(turn[nodes], lines) - lines
    return np.cross(turn[nodes], lines)


class BeamCurves:
    """The curves of all beams of a result.

    at     points of the beams in the mesh [e][k][3], by part/shape
    moves  their displacements [e][k][3]
    """

    def __init__(self, result: Result, u: np.ndarray, turn: np.ndarray,
                 frame: Snapshot | None = None):
        """u: displacements of the nodes [n][3].

        turn   their rotations: unit quaternions [n][4], or small rotation vectors [n][3]
        frame  the frame of u, which may have displacements along the beams
        """
        self.at: dict[str, np.ndarray] = {}
        self.moves: dict[str, np.ndarray] = {}
        for name, cells in result.cells.items():
            part, shape = name.split("/")
            if result.parts[part].element != "beam" or not len(cells):
                continue
            pairs = sides(cells, shape)
            first, last = result.nodes[pairs[:, 0]], result.nodes[pairs[:, 1]]
            along = f"{name}/displacement_along"
            if frame is not None and along in frame:
                moves = frame[along].reshape(len(cells), -1, 3)
                pairs = cells[:, :2]
                first, last = result.nodes[pairs[:, 0]], result.nodes[pairs[:, 1]]
            else:
                slopes = [turned_by(turn, pairs[:, i], last - first) for i in (0, 1)]
                moves = np.einsum("ks,kec->esc", hermite(np.linspace(0, 1, PIECES + 1)),
                                  [u[pairs[:, 0]], u[pairs[:, 1]], *slopes])
            s = np.linspace(0, 1, moves.shape[1])[:, None]
            self.at[name] = first[:, None] + s * (last - first)[:, None]
            self.moves[name] = moves

    def points(self, scale: float) -> dict[str, np.ndarray]:
        """Returns the points [e][k][3] of the curves, by part/shape."""
        return {name: at + scale * self.moves[name] for name, at in self.at.items()}

    def with_nodes(self, u: np.ndarray) -> np.ndarray:
        """Returns u [n][3] and the displacements of all points."""
        return np.concatenate([u, *(moves.reshape(-1, 3) for moves in self.moves.values())])


def joined(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the points of curves [e][k][3] as [e k][3], and the pairs of neighbours in them."""
    e, k, _ = points.shape
    first = (np.arange(e)[:, None] * k + np.arange(k - 1)).ravel()
    return points.reshape(-1, 3), np.column_stack([first, first + 1])
