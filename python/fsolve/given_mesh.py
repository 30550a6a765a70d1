# SPDX-License-Identifier: BSD-2-Clause
"""Makes of numpy arrays what FsCaseSetMesh needs."""
from __future__ import annotations

import ctypes
import functools
import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from fsolve.error import FsolveError, missing
from fsolve.options import exists, names

# Names of cells, also those of meshio: Gmsh's number of the type, and how many nodes a cell has.
CELLS = {"point": (15, 1), "points": (15, 1), "vertex": (15, 1), "line": (1, 2), "lines": (1, 2), "line3": (8, 3), "lines3": (8, 3),
         "triangle": (2, 3), "triangles": (2, 3), "quad": (3, 4), "quads": (3, 4), "quadrilateral": (3, 4), "quadrilaterals": (3, 4)}
OTHER = ("points", "cells", "sets", "point_sets", "cell_sets", "numbers", "cell_numbers")
Integers = ctypes.POINTER(ctypes.c_int64)


class Set(ctypes.Structure):
    """FsMeshSet."""
    _fields_ = [("name", ctypes.c_char_p), ("of_cells", ctypes.c_int), ("n", ctypes.c_int64), ("member", Integers)]


class Arrays(ctypes.Structure):
    """FsMeshArrays."""
    _fields_ = [("nnodes", ctypes.c_int64), ("node", Integers), ("x", ctypes.POINTER(ctypes.c_double)), ("ncells", ctypes.c_int64),
                ("cell", Integers), ("type", ctypes.POINTER(ctypes.c_int)), ("conn", Integers), ("nsets", ctypes.c_int64),
                ("set", ctypes.POINTER(Set))]


def is_mesh(value: Any) -> bool:
    """Returns whether the value of the option mesh is a mesh: a dictionary with points, or an object such as meshio's Mesh."""
    return isinstance(value, dict) and "points" in value or hasattr(value, "points") and hasattr(value, "cells")


def integers(values: Any, name: str) -> np.ndarray:
    """Returns a copy of whole numbers as int64."""
    rows = np.asarray(values)
    if rows.size and rows.dtype.kind not in "iu":
        raise FsolveError(f"mesh: {name} must be whole numbers, not {rows.dtype}")
    return np.array(rows, np.int64, order="C")


def coordinates(points: Any) -> np.ndarray:
    """Returns points as [n, 3]; points in a plane get z = 0."""
    x = np.asarray(points, np.float64)
    if x.size == 0:
        return np.zeros((0, 3))
    if x.ndim != 2 or x.shape[1] not in (2, 3):
        raise FsolveError(f"mesh: points have the shape {x.shape}; give [n, 3], or [n, 2] in a plane")
    return np.array(x if x.shape[1] == 3 else np.pad(x, ((0, 0), (0, 1))), order="C")


def blocks(mesh: dict[str, Any]) -> Iterator[tuple[int, np.ndarray]]:
    """Gives the type of each block of cells and its nodes [n, nodes of a cell]."""
    named = mesh.get("cells", ())
    found = list(named.items()) if isinstance(named, dict) else [
        (b.type, b.data) if hasattr(b, "type") else (b[0], b[1]) for b in named]
    found += [(k, v) for k, v in mesh.items() if k in CELLS and k not in OTHER]
    for name, nodes in found:
        if name not in CELLS:
            raise missing("fsolve", "kind of cells", name, sorted(CELLS))
        kind, count = CELLS[name]
        rows = integers(nodes, f"nodes of {name}")
        if rows.size and (rows.ndim != 2 or rows.shape[1] != count):
            raise FsolveError(f"mesh: {name} have the shape {rows.shape}; give the nodes of each cell, [n, {count}]")
        yield kind, rows.reshape(-1, count)


def in_blocks(members: Any, sizes: list[int]) -> bool:
    """Returns whether members are lists for each block, as in meshio, and not numbers of cells."""
    return isinstance(members, (list, tuple)) and len(members) == len(sizes) > 0 and all(m is None or np.ndim(m) == 1 for m in members)


class GivenMesh:
    """A mesh for FsCaseSetMesh: copies of arrays, which must last until the set-up.

    options  words and values of other options of the mesh, such as scale
    text     the value of the option mesh, such as "arrays", or "arrays,mast.msh"
    """

    def __init__(self, mesh: Any):
        if not isinstance(mesh, dict):  # meshio.Mesh
            mesh = {k: getattr(mesh, k) for k in ("points", "cells", "point_sets", "cell_sets") if hasattr(mesh, k)}
        self.options = {k: v for k, v in mesh.items() if k not in CELLS and k not in OTHER}
        self.text = str(self.options.pop("", "arrays"))
        for key in self.options:
            if not exists(f"mesh_{key}"):
                words = [n.removeprefix("mesh_") for n in names() if n.startswith("mesh_")]
                raise missing("a mesh of arrays", "key", key, [*CELLS, *OTHER, *words])
        self.x = coordinates(mesh["points"])
        cells = list(blocks(mesh))
        self.sizes = [len(nodes) for _, nodes in cells]
        flat = [nodes.reshape(-1) for _, nodes in cells]
        self.conn = flat[0] if len(flat) == 1 else np.concatenate(flat or [np.zeros(0, np.int64)])
        self.types = np.repeat(np.array([kind for kind, _ in cells], np.intc), self.sizes)
        self.node = self.numbers(mesh, "numbers", len(self.x), "points")
        self.cell = self.numbers(mesh, "cell_numbers", len(self.types), "cells")
        members = [(name, 0, v) for key in ("sets", "point_sets") for name, v in mesh.get(key, {}).items()]
        members += [(name, 1, v) for name, v in mesh.get("cell_sets", {}).items()]
        self.sets = [(name.encode(), of_cells, self.members(name, of_cells, v)) for name, of_cells, v in members]

    @functools.cached_property
    def arrays(self) -> Arrays:
        """FsMeshArrays, whose pointers are to the arrays of this object."""
        return Arrays(len(self.x), self.pointer(self.node), self.pointer(self.x), len(self.types), self.pointer(self.cell),
                      self.pointer(self.types), self.pointer(self.conn), len(self.sets), self.set_arrays())

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "arrays"}

    def digest(self) -> str:
        """Returns the SHA-256 of the arrays and of the names of their sets."""
        found = hashlib.sha256(self.text.encode())
        named = [("x", self.x), ("conn", self.conn), ("types", self.types), ("node", self.node), ("cell", self.cell)]
        named += [(f"set {name!r} {of_cells}", members) for name, of_cells, members in self.sets]
        for name, array in named:
            found.update(f"\n{name} {'default' if array is None else array.dtype.name + str(array.shape)}\n".encode())
            found.update(b"" if array is None else array.tobytes())
        return found.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GivenMesh) and self.digest() == other.digest()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return f"<{self.text}: {len(self.x)} points, {len(self.types)} cells, {len(self.sets)} sets>"

    __repr__ = __str__

    @staticmethod
    def numbers(mesh: dict[str, Any], key: str, n: int, what: str) -> np.ndarray | None:
        """Returns the numbers of points or cells that are given, or None."""
        if mesh.get(key) is None:
            return None
        found = integers(mesh[key], key)
        if found.shape != (n,):
            raise FsolveError(f"mesh: {key} have the shape {found.shape}; give one for each of {n} {what}")
        return found

    def members(self, name: str, of_cells: int, values: Any) -> np.ndarray:
        """Returns the numbers of the nodes or cells of a set. Numbers in blocks of cells count from 0 in each block."""
        if of_cells and in_blocks(values, self.sizes):
            start = np.concatenate([[0], np.cumsum(self.sizes)])
            values = np.concatenate([np.asarray([] if v is None else v, np.int64) + s for v, s in zip(values, start)])
            return values if self.cell is None else self.cell[values]
        return integers(values, f"set '{name}'").reshape(-1)

    @staticmethod
    def pointer(array: np.ndarray | None) -> Any:
        """Returns the address of an array, or NULL."""
        kinds = {"float64": ctypes.c_double, "int64": ctypes.c_int64, np.dtype(np.intc).name: ctypes.c_int}
        return None if array is None else array.ctypes.data_as(ctypes.POINTER(kinds[array.dtype.name]))

    def set_arrays(self) -> Any:
        """Returns the sets as an array of FsMeshSet."""
        return (Set * len(self.sets))(*[Set(name, of_cells, len(v), self.pointer(v)) for name, of_cells, v in self.sets])
