# SPDX-License-Identifier: BSD-2-Clause
"""The camera that sees a scene as the axes of matplotlib do."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fsolve import scene

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d import Axes3D

NEAR = 1e-3  # of the size of the axes: step along the axis of the eye by which its distance is found


@dataclass
class Camera:
    """A camera.

    center    the point [3] that it looks at
    back      unit vector [3] from there to the eye
    up        unit vector [3] that goes up in the picture
    distance  of the eye from the center; infinite without perspective
    scale     pixels per unit of length at the center
    at        place of the center in the picture [2], from its lower left corner [pixel]
    """
    center: np.ndarray
    back: np.ndarray
    up: np.ndarray
    distance: float
    scale: float
    at: np.ndarray


def camera_of(axes: Axes3D, corner: np.ndarray) -> Camera:
    """Returns the camera of axes; corner: lower left corner of the picture in the figure [pixel]."""
    limits = np.array([axes.get_xlim3d(), axes.get_ylim3d(), axes.get_zlim3d()])
    center, size = limits.mean(axis=1), np.ptp(limits, axis=1).max()
    right, up = scene.directions(axes)
    back, step = np.cross(right, up), NEAR * size

    def scale(at: np.ndarray) -> float:
        seen = scene.pixels(axes, np.array([at - 0.1 * size * right, at + 0.1 * size * right]))
        return float(np.linalg.norm(seen[1] - seen[0])) / (0.2 * size)

    here, nearer = scale(center), scale(center + step * back)
    growth = (nearer - here) / nearer
    return Camera(center, back, up, step / growth if growth > 1e-9 else np.inf, here,
                  scene.pixels(axes, center[None])[0] - corner)
