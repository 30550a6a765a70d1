# SPDX-License-Identifier: BSD-2-Clause
"""Blades and towers of BeamDyn and ElastoDyn, the structural modules of OpenFAST.

BeamDyn's axes of a section are x to the suction side, y to the trailing edge and z along the beam.
The components of its matrices are shear in x and y, axial strain, curvature about x and y, twist.
A positive initial_twist turns the section about -z.
"""
from __future__ import annotations

import os

import numpy as np

from fsolve.error import FsolveError
from fsolve.stations import (Beam, apart, arc_fraction, between, check_grid, check_matrices,
                             check_points, merged)

# fsolve's x, y, z in BeamDyn's axes. Without twist BeamDyn's y axis is the global one, projected
# across the beam, and so is fsolve's y axis if its direction is (0, 1, 0).
AXES = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
TURN = np.kron(np.eye(2), AXES)
ALONG_Y = (0.0, 1.0, 0.0)
# What ElastoDyn takes as infinite or zero: axial and shear stiffness over EI/L^2, torsion over EI,
# and radius of gyration over L.
STRAIGHT, TWISTLESS, THIN = 1e6, 1e3, 1e-4


def turned(matrices: np.ndarray) -> np.ndarray:
    """Returns matrices [n][6][6] in fsolve's axes and order, from those of BeamDyn."""
    return TURN @ matrices @ TURN.T


class Lines:
    """The lines of an input file: values before their names."""

    def __init__(self, path: str):
        self.path, self.folder = path, os.path.dirname(path)
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                self.lines = file.read().splitlines()
        except OSError as reason:
            raise FsolveError(f"{path}: {reason.strerror}") from None

    def find(self, name: str) -> int | None:
        """Returns the number of the first line that has the word."""
        for k, line in enumerate(self.lines):
            if name.lower() in line.lower().split():
                return k
        return None

    def row(self, name: str) -> int:
        """Returns the same; raises FsolveError if no line has the word."""
        k = self.find(name)
        if k is None:
            raise FsolveError(f"{self.path} has no line with {name}")
        return k

    def heading(self, word: str) -> int:
        """Returns the number of the line below the heading that has the word."""
        for k, line in enumerate(self.lines):
            if line.strip().startswith("--") and word in line.lower():
                return k + 1
        raise FsolveError(f"{self.path} has no heading with {word}")

    def count(self, name: str) -> int:
        """Returns the number of rows, 2 and more, in front of a name."""
        value = self.number(name)
        if value < 2 or value != int(value):
            raise FsolveError(f"{self.path}: {name} is {value:g}; it must be 2 or more")
        return int(value)

    def number(self, name: str, default: float | None = None) -> float:
        """Returns the number in front of a name."""
        if default is not None and self.find(name) is None:
            return default
        return float(self.numbers(self.row(name), 1)[0])

    def text(self, name: str) -> str:
        """Returns the text in front of a name, without quotes."""
        line = self.lines[self.row(name)].strip()
        return line[1:].split(line[0])[0] if line[0] in "\"'" else line.split()[0]

    def file(self, name: str) -> str:
        """Returns the path of a file whose name is in front of a name."""
        return os.path.join(self.folder, self.text(name).replace("\\", "/"))

    def numbers(self, k: int, count: int) -> np.ndarray:
        """Returns the first numbers of line k."""
        words = self.lines[k].replace(",", " ").split()[:count] if k < len(self.lines) else []
        try:
            found = np.array([float(w.upper().replace("D", "E")) for w in words])
        except ValueError:
            found = np.array([])
        if len(found) < count or not np.isfinite(found).all():
            raise FsolveError(f"{self.path}, line {k + 1}: expected {count} numbers")
        return found

    def table(self, k: int, rows: int, columns: int) -> tuple[np.ndarray, int]:
        """Returns numbers [rows][columns] from line k on, and the line behind them.

        Empty lines are skipped.
        """
        found: list[np.ndarray] = []
        while len(found) < rows:
            if k >= len(self.lines) or self.lines[k].strip():
                found.append(self.numbers(k, columns))
            k += 1
        return np.array(found), k

    def columns(self, first: str, rows: int, names: tuple[str, ...]) -> list[np.ndarray]:
        """Returns columns of a table. Their names are on one line, units on the next."""
        k = self.row(first)
        head = [word.lower() for word in self.lines[k].split()]
        for name in names:
            if name.lower() not in head:
                raise FsolveError(f"{self.path}, line {k + 1}: the table has no column {name}")
        values, _ = self.table(k + 2, rows, len(head))
        return [values[:, head.index(name.lower())] for name in (first, *names)]


def beamdyn(path: str) -> Beam:
    """Reads a primary input file of BeamDyn, and the blade file that it names.

    The axis is the line through the key points. Twist is linear between key points, and the
    matrices between stations.
    """
    primary = Lines(path)
    keys, _ = primary.table(primary.row("initial_twist") + 2, primary.count("kp_total"), 4)
    check_points(path, keys[:, :3])
    eta, stiffness, inertia, damping = beamdyn_blade(primary.file("BldFile"))
    at = arc_fraction(keys[:, :3])
    fraction = merged(at, eta)
    twist = -np.radians(between(fraction, at, keys[:, 3]))
    return Beam(keys[apart(at), :3], ALONG_Y, fraction, twist,
                turned(between(fraction, eta, stiffness)), turned(between(fraction, eta, inertia)),
                damping)


def beamdyn_blade(path: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Reads a blade file of BeamDyn.

    Returns places [n] from 0 to 1, stiffness and mass matrices [n][6][6] in BeamDyn's axes and
    order, and the stiffness-proportional damping [s]. fsolve has one damping for all components: it
    is 0 unless the six of the file are equal.
    """
    file = Lines(path)
    mu = file.numbers(file.row("mu1") + 2, 6)
    damped = file.number("damp_type") == 1 and np.ptp(mu) == 0
    eta, stiffness, inertia = [], [], []
    k = file.heading("distributed")
    for _ in range(file.count("station_total")):
        place, k = file.table(k, 1, 1)
        eta.append(place[0, 0])
        for matrices in (stiffness, inertia):
            block, k = file.table(k, 6, 6)
            matrices.append(block)
    check_grid(path, np.array(eta))
    check_matrices(f"{path}: the stiffness matrix", np.array(stiffness), True)
    check_matrices(f"{path}: the mass matrix", np.array(inertia), False)
    return np.array(eta), np.array(stiffness), np.array(inertia), float(mu[0]) if damped else 0.0


def elastodyn_blade(path: str, length: float | None = None) -> Beam:
    """Reads a blade of ElastoDyn: its primary input file, or a blade file with its length [m].

    The blade is straight, along z. ElastoDyn's blades bend, but do not stretch, shear or twist, and
    have no rotary inertia. Those stiffnesses are large here.
    """
    path, length = elastodyn_file(path, ("BldFile1", "BldFile(1)"), "TipRad", "HubRad", length)
    file = Lines(path)
    for name in ("FlStTunr1", "FlStTunr2", "FlStTunr(1)", "FlStTunr(2)"):
        check_tuner(file, name)
    place, twist, mass, flap, edge = file.columns(
        "BlFract", file.count("NBlInpSt"), ("StrcTwst", "BMassDen", "FlpStff", "EdgStff"))
    return bending_beam(path, length, place, -np.radians(twist), file.number("AdjBlMs", 1) * mass,
                        file.number("AdjFlSt", 1) * flap, file.number("AdjEdSt", 1) * edge)


def elastodyn_tower(path: str, length: float | None = None) -> Beam:
    """Reads a tower of ElastoDyn: its primary input file, or a tower file with its height [m].

    The tower stands in z from 0, and fore-aft is x. It is as rigid as a blade of ElastoDyn.
    """
    path, length = elastodyn_file(path, ("TwrFile",), "TowerHt", "TowerBsHt", length)
    file = Lines(path)
    for name in ("FAStTunr(1)", "FAStTunr(2)", "SSStTunr(1)", "SSStTunr(2)"):
        check_tuner(file, name)
    place, mass, along, across = file.columns(
        "HtFract", file.count("NTwInpSt"), ("TMassDen", "TwFAStif", "TwSSStif"))
    return bending_beam(path, length, place, 0 * place, file.number("AdjTwMa", 1) * mass,
                        file.number("AdjFASt", 1) * along, file.number("AdjSSSt", 1) * across)


def elastodyn_file(path: str, names: tuple[str, ...], end: str, start: str,
                   length: float | None) -> tuple[str, float]:
    """Returns the path of a file of stations, and the length of its beam.

    path is that file, or the primary file that has its name, and the places of end and start.
    """
    primary = Lines(path)
    name = next((n for n in names if primary.find(n) is not None), None)
    if name:
        given = primary.number(end) - primary.number(start, 0)
        return primary.file(name), given if length is None else length
    if length is None:
        raise FsolveError(f"{path} has no {names[0]}: it is not the primary file of ElastoDyn. "
                          "Give the length of the beam, too")
    return path, length


def check_tuner(file: Lines, name: str) -> None:
    """Raises FsolveError if a factor of the stiffness of one mode is not 1."""
    if file.number(name, 1) != 1:
        raise FsolveError(f"{file.path}: {name} scales the stiffness of one mode, which no section "
                          "does; set it to 1")


def bending_beam(path: str, length: float, place: np.ndarray, twist: np.ndarray, mass: np.ndarray,
                 along_x: np.ndarray, along_y: np.ndarray) -> Beam:
    """Returns a straight beam along z that only bends, with stiffnesses for bending in x and y."""
    check_grid(path, place)
    if not length > 0:
        raise FsolveError(f"{path}: the length of the beam is {length:g} m; it must be positive")
    for name, values in (("mass", mass), ("stiffness", along_x), ("stiffness", along_y)):
        if not values.min() > 0:
            raise FsolveError(f"{path}: a {name} is not positive")
    stiffness, inertia = np.zeros((2, len(place), 6, 6))
    most = max(along_x.max(), along_y.max())
    for c in range(3):
        stiffness[:, c, c], inertia[:, c, c] = STRAIGHT * most / length**2, mass
        inertia[:, 3 + c, 3 + c] = mass * (THIN * length) ** 2
    stiffness[:, 3, 3], stiffness[:, 4, 4], stiffness[:, 5, 5] = along_y, along_x, TWISTLESS * most
    nodes = length * place[apart(place)]  # properties have corners there
    points = np.column_stack([0 * nodes, 0 * nodes, nodes])
    return Beam(points, ALONG_Y, place, twist, turned(stiffness), turned(inertia))
