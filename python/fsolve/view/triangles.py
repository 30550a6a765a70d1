# SPDX-License-Identifier: BSD-2-Clause
"""Triangles of polygons, which graphics cards draw. A polygon may have corners that point inward."""
from __future__ import annotations

import numpy as np

FLAT = 1e-12  # area of a corner that is a straight line, over the square of the polygon's size


def cross(a: np.ndarray, b: np.ndarray) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def in_plane(points: np.ndarray) -> np.ndarray:
    """Returns the corners of a plane polygon [n][3] in axes of its plane [n][2]."""
    away = points - points.mean(axis=0)
    return away @ np.linalg.svd(away, full_matrices=False)[2][:2].T


def is_ear(x: np.ndarray, ring: list[int], k: int) -> bool:
    """Returns whether a corner k of a polygon can be cut off: it points outward and has no corner inside."""
    a, b, c = (x[ring[(k + i) % len(ring)]] for i in (-1, 0, 1))
    if cross(b - a, c - b) <= 0:
        return False
    others = [x[i] for i in ring if not any(np.array_equal(x[i], p) for p in (a, b, c))]
    return not any(min(cross(b - a, p - a), cross(c - b, p - b), cross(a - c, p - c)) >= 0 for p in others)


def ears(points: np.ndarray) -> np.ndarray:
    """Returns the triangles [n - 2][3] of a plane polygon [n][3], which may be concave."""
    x = in_plane(points)
    ring, found = list(range(len(x))), []
    if sum(cross(x[i - 1], x[i]) for i in ring) < 0:
        x = x * [1, -1]
    tiny = FLAT * np.ptp(x, axis=0).max()**2
    while len(ring) > 3:
        flat = [k for k in range(len(ring)) if abs(cross(
            x[ring[k]] - x[ring[k - 1]], x[ring[(k + 1) % len(ring)]] - x[ring[k]])) <= tiny]
        k = next((k for k in range(len(ring)) if is_ear(x, ring, k)), flat[0] if flat else 0)
        found.append([ring[k - 1], ring[k], ring[(k + 1) % len(ring)]])
        del ring[k]
    return np.array([*found, ring])


def triangles(points: np.ndarray, faces: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Returns the triangles [t][3] of faces, and the number of the face of each of them [t].

    faces: arrays of rows of points [k][corners]; all faces of an array with more than four corners
    have the shape of its first one
    """
    found, owners, first = [np.zeros((0, 3), int)], [np.zeros(0, int)], 0
    for rows in faces:
        if not len(rows):
            continue
        corners = rows.shape[1]
        cut = np.array([[0, 1, 2], [0, 2, 3]])[:corners - 2] if corners < 5 else ears(points[rows[0]])
        found.append(rows[:, cut].reshape(-1, 3))
        owners.append(np.repeat(first + np.arange(len(rows)), len(cut)))
        first += len(rows)
    return np.concatenate(found), np.concatenate(owners)
