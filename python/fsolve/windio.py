# SPDX-License-Identifier: BSD-2-Clause
"""Blades and towers of windIO files, the ontology of IEA Wind's systems engineering task.

Section matrices are those of elastic_properties_mb/six_x_six, with the axes and the order of
BeamDyn. A tower without them is a tube: its outer_diameter, and layers of isotropic materials.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from fsolve.error import FsolveError
from fsolve.openfast import ALONG_Y, turned
from fsolve.stations import (UPPER, Beam, apart, arc_fraction, between, check_grid, check_matrices,
                             check_points, merged)


def blade(path: str) -> Beam:
    """Reads the blade of a windIO file. Its axis is the line through the points of its grid."""
    return six_by_six(Node(path, load(path)).at("components", "blade"))


def tower(path: str) -> Beam:
    """Reads the tower of a windIO file: its matrices, or else its walls."""
    file = Node(path, load(path))
    found = file.at("components", "tower")
    if found.has("elastic_properties_mb"):
        return six_by_six(found)
    return tube(found, file.at("materials").value)


def load(path: str) -> Any:
    """Returns what a YAML file has."""
    try:
        import yaml
    except ImportError:
        raise FsolveError("windIO files need PyYAML, which is not installed (python3-yaml)") \
            from None
    try:
        with open(path, encoding="utf-8") as file:
            return yaml.load(file, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (OSError, yaml.YAMLError, UnicodeDecodeError) as reason:
        raise FsolveError(f"{path}: {' '.join(str(reason).split())}") from None


class Node:
    """A value of a file, with its name for messages."""

    def __init__(self, where: str, value: Any):
        self.where, self.value = where, value

    def has(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def at(self, *keys: str) -> Node:
        """Returns what is below keys."""
        found = self
        for key in keys:
            if not found.has(key):
                raise FsolveError(f"{found.where} has no {key}")
            found = Node(f"{found.where}: {key}" if found is self else f"{found.where}/{key}",
                         found.value[key])
        return found

    def numbers(self, columns: int = 0) -> np.ndarray:
        """Returns numbers [n], or [n][columns] of a list of lists."""
        try:
            found = np.array(self.value, float)
        except (TypeError, ValueError):
            found = np.array(np.nan)
        shape = found.shape[1:] if columns else ()
        if found.ndim != (2 if columns else 1) or (columns and shape != (columns,)) \
                or not np.isfinite(found).all():
            lists = f" lists of {columns}" if columns else ""
            raise FsolveError(f"{self.where}: expected{lists} numbers")
        return found

    def curve(self, columns: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """Returns a grid [n] from 0 to 1, and its values."""
        grid, values = self.at("grid").numbers(), self.at("values").numbers(columns)
        if len(grid) != len(values):
            raise FsolveError(f"{self.where} has {len(grid)} places and {len(values)} values")
        return grid, values


class Axis:
    """A reference axis: points [k][3], and their fractions of the arc length."""

    def __init__(self, node: Node):
        curves = [node.at("reference_axis", c).curve() for c in "xyz"]
        self.grid = np.unique(np.concatenate([grid for grid, _ in curves]))
        check_grid(node.where, self.grid)
        self.points = np.column_stack([np.interp(self.grid, *curve) for curve in curves])
        check_points(node.where, self.points)
        self.fraction = arc_fraction(self.points)

    def curve(self, node: Node, columns: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """Returns fractions of the arc length, from 0 to 1, and values there."""
        grid, values = node.curve(columns)
        check_grid(node.where, grid)
        return np.interp(grid, self.grid, self.fraction), values

    def ends(self) -> np.ndarray:
        """Returns the points between which cells are."""
        return self.points[apart(self.fraction)]


def symmetric(upper: np.ndarray) -> np.ndarray:
    """Returns matrices [n][6][6] from their upper triangles [n][21], row by row."""
    matrices = np.zeros((len(upper), 6, 6))
    for k, (i, j) in enumerate(UPPER):
        matrices[:, i, j] = matrices[:, j, i] = upper[:, k]
    return matrices


def six_by_six(node: Node) -> Beam:
    """Returns the beam of a component with six_x_six."""
    given = node.at("elastic_properties_mb", "six_x_six")
    axis = Axis(given)
    stiff, mass = (axis.curve(given.at(name), 21) for name in ("stiff_matrix", "inertia_matrix"))
    check_matrices(given.at("stiff_matrix").where, symmetric(stiff[1]), True)
    twist = axis.curve(given.at("twist"))
    fraction = merged(axis.fraction, twist[0], stiff[0], mass[0])
    stiffness, inertia = (turned(symmetric(between(fraction, *m))) for m in (stiff, mass))
    return Beam(axis.ends(), ALONG_Y, fraction, -between(fraction, *twist), stiffness, inertia)


def tube(node: Node, materials: Any) -> Beam:
    """Returns the tower of a component whose walls are layers of isotropic materials.

    Layers are counted from outside to inside. outfitting_factor multiplies the mass.
    """
    shape, inside = node.at("outer_shape_bem"), node.at("internal_structure_2d_fem")
    axis = Axis(shape)
    layers = [Node(f"{node.where}: layer {k + 1}", v)
              for k, v in enumerate(inside.at("layers").value)]
    walls = [axis.curve(layer.at("thickness")) for layer in layers]
    diameter = axis.curve(shape.at("outer_diameter"))
    fraction = merged(axis.fraction, diameter[0], *(wall[0] for wall in walls))
    outer = between(fraction, *diameter) / 2
    stiffness, inertia = np.zeros((2, len(fraction), 6, 6))
    for layer, wall in zip(layers, walls):
        inner = outer - between(fraction, *wall)
        add_ring(stiffness, inertia, outer, inner, *isotropic(layer, materials))
        outer = inner
    inertia *= float(inside.value.get("outfitting_factor", 1))
    check_matrices(node.where, stiffness, True)
    return Beam(axis.ends(), ALONG_Y, fraction, 0 * fraction, turned(stiffness), turned(inertia))


def isotropic(layer: Node, materials: Any) -> tuple[float, float, float]:
    """Returns Young's modulus, Poisson's ratio and the density of the material of a layer."""
    name = layer.at("material").value
    found = next((m for m in materials if m.get("name") == name), None)
    if found is None:
        raise FsolveError(f"{layer.where} has an unknown material {name}")
    values = tuple(found.get(key) for key in ("E", "nu", "rho"))
    if not all(isinstance(v, (int, float)) for v in values):
        raise FsolveError(f"{layer.where}: material {name} needs one number for E, nu and rho")
    return values


def add_ring(stiffness: np.ndarray, inertia: np.ndarray, outer: np.ndarray, inner: np.ndarray,
             young: float, poisson: float, density: float) -> None:
    """Adds a ring between two radii [n] to matrices [n][6][6] in BeamDyn's order.

    The shear factor is that of a tube by Cowper 1966.
    """
    area, second = np.pi * (outer**2 - inner**2), np.pi / 4 * (outer**4 - inner**4)
    ratio = (1 + (inner / outer) ** 2) ** 2
    factor = 6 * (1 + poisson) * ratio / ((7 + 6 * poisson) * ratio
                                          + (20 + 12 * poisson) * (inner / outer) ** 2)
    shear = young / (2 + 2 * poisson)
    for c, (k, m) in enumerate(((shear * factor * area, area), (shear * factor * area, area),
                                (young * area, area), (young * second, second),
                                (young * second, second), (2 * shear * second, 2 * second))):
        stiffness[:, c, c] += k
        inertia[:, c, c] += density * m
