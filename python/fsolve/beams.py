# SPDX-License-Identifier: BSD-2-Clause
"""Forces and moments of the sections at the ends of beams.

Quantities are those of the element beam, force_start, moment_start, ... (docs/element_results.md), in the
axes of the section: x along the beam, y and z across.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve.error import FsolveError
from fsolve.layout import computing
from fsolve.model import constant, constants, vector

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result

QUANTITIES = {"N": "axial force", "Vy": "shear force along y", "Vz": "shear force along z",
              "T": "torque", "My": "bending moment about y", "Mz": "bending moment about z"}
# Direction of a positive ordinate in the axes of the section. Bending moments are drawn on the side
# whose fibres are pulled.
TOWARDS = {"N": (0, 0, 1), "Vy": (0, 1, 0), "Vz": (0, 0, 1),
           "T": (0, 0, 1), "My": (0, 0, 1), "Mz": (0, -1, 0)}


def rotated(q: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Returns vectors x[...][3] turned by unit quaternions q[...][4]."""
    return x + 2 * np.cross(q[..., 1:], np.cross(q[..., 1:], x) + q[..., :1] * x)


def reference_axes(x: np.ndarray, middle: np.ndarray | None,
                   given: np.ndarray | None) -> np.ndarray:
    """Returns the axes of the sections at both ends of beams [e][2][3][3], as rows x, y, z.

    x       positions of the ends [e][2][3]
    middle  positions of the middle nodes [e][3], or None for beams of two nodes
    given   the option _direction, or None

    The axes are those of src/element/beam/beam_setup.c, without the option _twist.
    """
    chord = x[:, 1] - x[:, 0]
    if middle is None:
        tangent = np.stack([chord, chord], axis=1)
    else:
        tangent = np.stack([4 * middle - 3 * x[:, 0] - x[:, 1],
                            3 * x[:, 1] + x[:, 0] - 4 * middle], axis=1)
    if given is None:
        direction = np.cross([0.0, 0.0, 1.0], chord)
        length = np.linalg.norm(chord, axis=1)
        vertical = np.linalg.norm(direction, axis=1) <= 1e-3 * length
        direction[vertical] = 0, 1, 0
    else:
        direction = np.broadcast_to(np.asarray(given, float), chord.shape)
    t = tangent / np.linalg.norm(tangent, axis=2, keepdims=True)
    y = direction[:, None] - (direction[:, None] * t).sum(2, keepdims=True) * t
    y /= np.linalg.norm(y, axis=2, keepdims=True)
    return np.stack([t, y, np.cross(t, y)], axis=2)


def section_axes(result: Result, part: str, x: np.ndarray, middle: np.ndarray | None = None
                 ) -> np.ndarray:
    """Returns the axes of the sections of a part at both ends of beams [e][2][3][3].

    The arguments are those of reference_axes(). The twist is that of _twist, a formula of constants
    and of x, y, z; other twists, such as those of stations, are left out.
    """
    known = constants(result.options)
    axes = reference_axes(x, middle, vector(str(result.options.get(f"part_{part}_direction", "")), known))
    formula = str(result.options.get(f"part_{part}_twist", "0"))
    angles = np.array([[constant(formula, {**known, "x": p[0], "y": p[1], "z": p[2]}) or 0.0
                        for p in ends] for ends in x]) if formula != "0" else np.zeros(x.shape[:2])
    c, s = np.cos(angles)[..., None], np.sin(angles)[..., None]
    return np.stack([axes[:, :, 0], c * axes[:, :, 1] + s * axes[:, :, 2],
                     c * axes[:, :, 2] - s * axes[:, :, 1]], axis=2)


# The shear force that is the slope of a bending moment along the beam, with its sign.
SLOPES = {"My": ("Vz", 1), "Mz": ("Vy", -1)}
INVISIBLE = 1e-6  # ordinates relative to the largest one; round-off of a solve is below


class Sections:
    """The sections at both ends of all beams of a frame, with their forces and moments.

    positions  [e][2][3]
    axes       [e][2][3][3], rows x, y, z
    values     {"N", "Vy", "Vz", "T", "My", "Mz": [e][2]}
    part       name of the part [e]
    """

    def __init__(self, result: Result, frame: Snapshot, deformed: bool = True):
        with computing(result.file, "sections of beams"):
            found = [self._part(result, frame, name, cells, deformed)
                     for name, cells in result.cells.items()
                     if result.parts[name.split("/")[0]].element == "beam" and len(cells)]
        if not found:
            raise FsolveError(f"{result.file} has no beams")
        self.positions, self.axes, values, self.part = map(np.concatenate, zip(*found))
        self.values = {q: values[:, :, k] for k, q in enumerate(QUANTITIES)}

    @staticmethod
    def _part(result: Result, frame: Snapshot, name: str, cells: np.ndarray,
              deformed: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        for needed, field in (("force_start", f"{name}/force_start"), ("rotation", "rotation")):
            if field not in frame:
                raise FsolveError(f"{result.file} has no {needed} of beams in its frames")
        part, ends = name.split("/")[0], cells[:, :2]
        axes = section_axes(result, part, result.nodes[ends],
                            result.nodes[cells[:, 2]] if cells.shape[1] == 3 else None)
        if deformed:
            axes = rotated(frame["rotation"][ends][:, :, None, :], axes)
        values = np.stack([np.concatenate([frame[f"{name}/force_{end}"],
                                           frame[f"{name}/moment_{end}"]], axis=1)
                           for end in ("start", "end")], axis=1)
        positions = (frame.positions() if deformed else result.nodes)[ends]
        return positions, axes, values, np.full(len(cells), part)
