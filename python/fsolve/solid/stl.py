# SPDX-License-Identifier: BSD-2-Clause
"""Reads files of STL, which have the surfaces of bodies as triangles."""
from __future__ import annotations

import functools
import os

import numpy as np

from fsolve.error import FsolveError
from fsolve.solid.things import Mesh

HEAD = 84  # bytes of a binary file before its triangles: a text, and their number
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def corners_of(data: bytes) -> np.ndarray | None:
    """Returns the corners of the triangles [n][3][3] in a file, None if it has none."""
    if len(data) >= HEAD:
        count = int(np.frombuffer(data, "<u4", 1, HEAD - 4)[0])
        if count and len(data) == HEAD + count * TRIANGLE.itemsize:
            return np.frombuffer(data, TRIANGLE, count, HEAD)["corners"].astype(float)
    words = [line.split() for line in data.decode(errors="replace").splitlines()]
    try:
        rows = np.array([w[1:4] for w in words if w and w[0] == "vertex"], float)
    except ValueError:
        return None
    return rows.reshape(-1, 3, 3) if len(rows) and len(rows) % 3 == 0 and rows.shape[1:] == (3,) else None


@functools.lru_cache(maxsize=32)
def read(path: str) -> Mesh:
    """Returns the surface in a file of STL, in text or binary form."""
    try:
        with open(path, "rb") as file:
            corners = corners_of(file.read())
    except OSError as error:
        raise FsolveError(f"{path}: {error.strerror}") from None
    if corners is None or not np.isfinite(corners).all():
        raise FsolveError(f"{os.fspath(path)} has no triangles of STL")
    points, rows = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    return Mesh(points, [rows.reshape(-1, 3)])
