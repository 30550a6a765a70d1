# SPDX-License-Identifier: BSD-2-Clause
"""Blades and towers of windIO files, the ontology of IEA Wind's systems engineering task.

Section matrices have the axes and the order of BeamDyn, as in the files of the IEA turbines.
Version 1 of windIO has them in elastic_properties_mb/six_x_six, version 2 in
structure/elastic_properties. A tower without them is a tube: its outer_diameter, and layers of
isotropic materials.
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
    found = Node(path, load(path)).at("components", "blade")
    return matrix_beam(*(version_2(found) if found.has("structure") else version_1(found)))


def tower(path: str) -> Beam:
    """Reads the tower of a windIO file: its six_x_six, or else its walls."""
    file = Node(path, load(path))
    found, materials = file.at("components", "tower"), file.at("materials")
    if found.has("elastic_properties_mb"):
        return matrix_beam(*version_1(found))
    if found.has("structure"):
        return tube(Axis(found), found.at("outer_shape"), found.at("structure"), materials)
    shape = found.at("outer_shape_bem")
    return tube(Axis(shape), shape, found.at("internal_structure_2d_fem"), materials)


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

    def items(self) -> list[Node]:
        """Returns the items of a list."""
        if not isinstance(self.value, list):
            raise FsolveError(f"{self.where}: expected a list")
        return [Node(f"{self.where}: item {k + 1}", value) for k, value in enumerate(self.value)]

    def number(self) -> float:
        """Returns one number."""
        if not isinstance(self.value, (int, float)) or not np.isfinite(self.value):
            raise FsolveError(f"{self.where}: expected one number")
        return float(self.value)

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


Curve = tuple[np.ndarray, np.ndarray]  # fractions [n] of the arc length, and values [n][...]


class Axis:
    """A reference axis: points [k][3], and their fractions of the arc length."""

    def __init__(self, node: Node):
        curves = [node.at("reference_axis", c).curve() for c in "xyz"]
        self.grid = np.unique(np.concatenate([grid for grid, _ in curves]))
        check_grid(node.where, self.grid)
        self.points = np.column_stack([np.interp(self.grid, *curve) for curve in curves])
        check_points(node.where, self.points)
        self.fraction = arc_fraction(self.points)

    def curve(self, node: Node, columns: int = 0) -> Curve:
        """Returns fractions of the arc length, from 0 to 1, and values there."""
        grid, values = node.curve(columns)
        return self.places(node, grid), values

    def table(self, node: Node, names: list[str], needed: set[str]) -> tuple[np.ndarray, dict]:
        """Returns fractions of the arc length, and columns of these names; others are 0."""
        grid = node.at("grid").numbers()
        columns = {}
        for name in names:
            given = node.has(name) or name in needed
            columns[name] = node.at(name).numbers() if given else 0 * grid
            if len(columns[name]) != len(grid):
                raise FsolveError(f"{node.where}: {name} does not have {len(grid)} values")
        return self.places(node, grid), columns

    def places(self, node: Node, grid: np.ndarray) -> np.ndarray:
        """Returns fractions of the arc length at places of a grid."""
        check_grid(node.where, grid)
        return np.interp(grid, self.grid, self.fraction)

    def ends(self) -> np.ndarray:
        """Returns the points between which cells are."""
        return self.points[apart(self.fraction)]


def symmetric(upper: np.ndarray) -> np.ndarray:
    """Returns matrices [n][6][6] from their upper triangles [n][21], row by row."""
    matrices = np.zeros((len(upper), 6, 6))
    for k, (i, j) in enumerate(UPPER):
        matrices[:, i, j] = matrices[:, j, i] = upper[:, k]
    return matrices


def version_1(node: Node) -> tuple[Axis, Curve, Curve, Curve]:
    """Returns axis, twist [rad], stiffness and mass matrices of a component of version 1."""
    given = node.at("elastic_properties_mb", "six_x_six")
    axis = Axis(given)
    stiff, mass = (axis.curve(given.at(name), 21) for name in ("stiff_matrix", "inertia_matrix"))
    check_matrices(given.at("stiff_matrix").where, symmetric(stiff[1]), True)
    return (axis, axis.curve(given.at("twist")), (stiff[0], symmetric(stiff[1])),
            (mass[0], symmetric(mass[1])))


def version_2(node: Node) -> tuple[Axis, Curve, Curve, Curve]:
    """Returns the same of a component of version 2, whose twist is in degrees.

    Moments of inertia are about the axis. i_edge is that of motion in the plane of the rotor, about
    BeamDyn's x.
    """
    given = node.at("structure", "elastic_properties")
    axis = Axis(node)
    twist = axis.curve(node.at("outer_shape", "twist"))
    stiff, inert = given.at("stiffness_matrix"), given.at("inertia_matrix")
    at, entry = axis.table(stiff, [f"K{i + 1}{j + 1}" for i, j in UPPER], {"K44", "K55", "K66"})
    stiffness = symmetric(np.column_stack([entry[f"K{i + 1}{j + 1}"] for i, j in UPPER]))
    check_matrices(stiff.where, stiffness, True)
    place, m = axis.table(inert, ["mass", "cm_x", "cm_y", "i_edge", "i_flap", "i_plr", "i_cp"],
                          {"mass"})
    mass, x, y = m["mass"], m["mass"] * m["cm_x"], m["mass"] * m["cm_y"]
    upper = {(0, 0): mass, (1, 1): mass, (2, 2): mass, (0, 5): -y, (1, 5): x, (2, 3): y,
             (2, 4): -x, (3, 3): m["i_edge"], (4, 4): m["i_flap"], (5, 5): m["i_plr"],
             (3, 4): -m["i_cp"]}
    inertia = symmetric(np.column_stack([upper.get(pair, 0 * mass) for pair in UPPER]))
    return axis, (twist[0], np.radians(twist[1])), (at, stiffness), (place, inertia)


def matrix_beam(axis: Axis, twist: Curve, stiff: Curve, mass: Curve) -> Beam:
    """Returns the beam of an axis, a twist [rad] about -z, and matrices in BeamDyn's axes."""
    fraction = merged(axis.fraction, twist[0], stiff[0], mass[0])
    stiffness, inertia = (turned(between(fraction, *m)) for m in (stiff, mass))
    return Beam(axis.ends(), ALONG_Y, fraction, -between(fraction, *twist), stiffness, inertia)


def tube(axis: Axis, shape: Node, inside: Node, materials: Node) -> Beam:
    """Returns a tower whose walls are layers of isotropic materials.

    Layers are counted from outside to inside. outfitting_factor multiplies the mass.
    """
    layers = inside.at("layers").items()
    walls = [axis.curve(layer.at("thickness")) for layer in layers]
    diameter = axis.curve(shape.at("outer_diameter"))
    fraction = merged(axis.fraction, diameter[0], *(wall[0] for wall in walls))
    outer = between(fraction, *diameter) / 2
    stiffness, inertia = np.zeros((2, len(fraction), 6, 6))
    for layer, wall in zip(layers, walls):
        inner = outer - between(fraction, *wall)
        add_ring(stiffness, inertia, outer, inner, *isotropic(layer, materials))
        outer = inner
    if inside.has("outfitting_factor"):
        inertia *= inside.at("outfitting_factor").number()
    check_matrices(inside.where, stiffness, True)
    return Beam(axis.ends(), ALONG_Y, fraction, 0 * fraction, turned(stiffness), turned(inertia))


def isotropic(layer: Node, materials: Node) -> list[float]:
    """Returns Young's modulus, Poisson's ratio and the density of the material of a layer."""
    name = layer.at("material").value
    for material in materials.items():
        if material.at("name").value == name:
            return [material.at(key).number() for key in ("E", "nu", "rho")]
    raise FsolveError(f"{layer.where} has an unknown material {name}")


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
