# SPDX-License-Identifier: BSD-2-Clause
"""Beams whose section varies: a table of stations and the points of the axis, as fsolve reads them.

    from fsolve import openfast
    blade = openfast.beamdyn("blade_primary.dat")
    blade.length(), blade.mass()
    blade.write("blade")                     # blade.csv, and blade.opts with the mesh

fsolve.openfast and fsolve.windio read blades and towers of other programs. python -m
fsolve.convert does the same on the command line.
"""
from __future__ import annotations

import dataclasses
import os
import re

import numpy as np

from fsolve.error import FsolveError, check_new

CLOSE = 1e-9  # of the length: places that are closer are the same
SYMMETRIC = 1e-6  # largest difference across the diagonal, over the diagonal
SHORT = 1e-4  # of the length: the shortest cell
UPPER = [(i, j) for i in range(6) for j in range(i, 6)]  # upper triangle, row by row


@dataclasses.dataclass
class Beam:
    """The axis of a beam, and its section at stations.

    points     [k][3] of the axis [m], from its start to its end; a straight line between two
    direction  [3] of the section's y axis before the twist
    fraction   [n] of the stations: arc length from the start over the length
    twist      [n] angle of the section about the axis [rad]
    stiffness  [n][6][6] about the axis, in the section's axes
    inertia    [n][6][6] mass per length about the axis, in the section's axes
    damping    stiffness-proportional damping [s]

    The section's axes are those of fsolve: x along the beam, then y, then z. The six components are
    axial strain, shear in y and z, twist, curvature about y and z.
    """

    points: np.ndarray
    direction: tuple[float, float, float]
    fraction: np.ndarray
    twist: np.ndarray
    stiffness: np.ndarray
    inertia: np.ndarray
    damping: float = 0.0

    def length(self) -> float:
        """Returns the length [m] of the lines between the points."""
        return float(np.linalg.norm(np.diff(self.points, axis=0), axis=1).sum())

    def mass(self) -> float:
        """Returns the mass [kg]. The mass per length is linear between stations."""
        m = self.inertia[:, 0, 0]
        return float(np.sum(np.diff(self.fraction) * (m[1:] + m[:-1]) / 2) * self.length())

    def table(self) -> tuple[list[str], np.ndarray]:
        """Returns the names of the columns, and the numbers [n][columns]."""
        names = ["fraction", "twist"]
        columns = [self.fraction, self.twist]
        for name, matrix in (("stiffness", self.stiffness), ("mass_matrix", self.inertia)):
            names += [f"{name}_{i + 1}_{j + 1}" for i, j in UPPER]
            columns += [matrix[:, i, j] for i, j in UPPER]
        return names, np.column_stack(columns)

    def options(self, name: str, table: str, cells: int = 1) -> str:
        """Returns the options of a mesh and a part of this name, one on a line.

        table  file of the stations
        cells  number of cells between two points of the axis
        """
        points = [f"{name}{k}" for k in range(len(self.points))]
        lines = ["-mesh frame", "-points " + ",".join(points)]
        lines += [f"-point_{p} " + ",".join(f"{c:.12g}" for c in x)
                  for p, x in zip(points, self.points)]
        lines += [f"-members {name}", f"-member_{name} " + ",".join(points),
                  f"-member_{name}_n {cells}", f"-parts {name}", f"-part_{name}_element beam",
                  f"-part_{name}_stations {table}",
                  f"-part_{name}_direction " + ",".join(f"{c:.12g}" for c in self.direction)]
        if self.damping > 0:
            lines.append(f"-part_{name}_damping {self.damping:.12g}")
        return "\n".join(lines) + "\n"

    def write(self, path: str, cells: int = 1, overwrite: bool = False) -> tuple[str, str]:
        """Writes <path>.csv, the stations, and <path>.opts, the mesh and the part.

        The part and the member have the name of the file. Returns the names of both files.
        """
        name = os.path.basename(path)
        if not re.fullmatch(r"[A-Za-z]\w*", name):
            raise FsolveError(f"{path}: a name of a part has letters, digits and _, such as blade")
        table, options = path + ".csv", path + ".opts"
        for file in (table, options):
            check_new(file, overwrite, "overwrite=True (--overwrite)")
        names, values = self.table()
        with open(table, "w", encoding="utf-8") as out:
            out.write(",".join(names) + "\n")
            out.writelines(",".join(f"{v:.17g}" for v in row) + "\n" for row in values)
        with open(options, "w", encoding="utf-8") as out:
            out.write(self.options(name, table, cells))
        return table, options


def merged(*grids: np.ndarray) -> np.ndarray:
    """Returns all places of several grids from 0 to 1, in order; jumps of a grid stay two rows."""
    every = np.unique(np.concatenate(grids))
    every = every[np.concatenate([[True], np.diff(every) > CLOSE])]
    jumps = np.concatenate([g[1:][np.diff(g) == 0] for g in grids])
    return np.sort(np.concatenate([every, np.unique(jumps)]))


def between(fraction: np.ndarray, at: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Returns values [k][...] at other places, on straight lines between those at [k].

    A place that fraction has twice gets the values before and after it.
    """
    same = np.diff(fraction) == 0
    after, before = np.append(False, same), np.append(same, False)
    where = fraction + CLOSE / 10 * (after.astype(float) - before)
    flat = np.reshape(values, (len(at), -1))
    new = np.column_stack([np.interp(where, at, column) for column in flat.T])
    return new.reshape(len(fraction), *np.shape(values)[1:])


def arc_fraction(points: np.ndarray) -> np.ndarray:
    """Returns the arc length from the first point to each point [k][3], over the whole."""
    arc = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    return arc / arc[-1]


def apart(fraction: np.ndarray) -> np.ndarray:
    """Returns which places, of points that end cells, to keep: 0, 1, and those 1e-4 apart."""
    keep = [0]
    for k, place in enumerate(fraction[:-1]):
        if place - fraction[keep[-1]] > SHORT and 1 - place > SHORT:
            keep.append(k)
    return np.array([*keep, len(fraction) - 1])


def check_grid(where: str, grid: np.ndarray) -> None:
    """Raises FsolveError unless places ascend from 0 to 1."""
    ends = len(grid) > 1 and abs(grid[0]) < CLOSE and abs(grid[-1] - 1) < CLOSE
    if not ends or np.diff(grid).min() < 0:
        raise FsolveError(f"{where}: stations must ascend from 0 to 1")


def check_points(where: str, points: np.ndarray) -> None:
    """Raises FsolveError unless there are two points [k][3] and more, each away from the next."""
    if len(points) < 2 or not np.linalg.norm(np.diff(points, axis=0), axis=1).min() > 0:
        raise FsolveError(f"{where}: the axis needs two points and more, each away from the next")


def check_matrices(where: str, matrices: np.ndarray, definite: bool) -> None:
    """Raises FsolveError unless matrices [n][6][6] are symmetric, or also positive definite."""
    for k, matrix in enumerate(matrices):
        scale = np.sqrt(np.abs(np.diag(matrix)))
        if definite and not (np.diag(matrix) > 0).all():
            raise FsolveError(f"{where} of station {k + 1} is not positive definite")
        if not (np.abs(matrix - matrix.T) <= SYMMETRIC * np.outer(scale, scale)).all():
            raise FsolveError(f"{where} of station {k + 1} is not symmetric")
        if definite and not np.linalg.eigvalsh(matrix / np.outer(scale, scale)).min() > 0:
            raise FsolveError(f"{where} of station {k + 1} is not positive definite")
