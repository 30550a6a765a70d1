# SPDX-License-Identifier: BSD-2-Clause
"""Forces and moments of sections along beams, and their diagrams.

Quantities are those of the element beam, force_start, moment_start, ... (docs/element_results.md), in the
axes of the section: x along the beam, y and z across.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve.error import FsolveError
from fsolve.layout import computing

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
                   given: list[float] | None) -> np.ndarray:
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


# The shear force that is the slope of a bending moment along the beam, with its sign.
SLOPES = {"My": ("Vz", 1), "Mz": ("Vy", -1)}
PIECES = 20  # lines by which the curve of a loaded beam is drawn
INVISIBLE = 1e-6  # ordinates relative to the largest one; round-off of a solve is below


class Sections:
    """The sections at both ends of all beams of a frame, and forces between them.

    Between the ends shear forces, axial forces and torques are straight lines. Moments are
    parabolas, which are exact under uniform loads.

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
        given = result.options.get(f"part_{part}_direction")
        axes = reference_axes(result.nodes[ends],
                              result.nodes[cells[:, 2]] if cells.shape[1] == 3 else None,
                              given and [float(word) for word in given.split(",")])
        if deformed:
            axes = rotated(frame["rotation"][ends][:, :, None, :], axes)
        values = np.stack([np.concatenate([frame[f"{name}/force_{end}"],
                                           frame[f"{name}/moment_{end}"]], axis=1)
                           for end in ("start", "end")], axis=1)
        positions = (frame.positions() if deformed else result.nodes)[ends]
        return positions, axes, values, np.full(len(cells), part)

    def sag(self, quantity: str) -> np.ndarray:
        """Returns how far the parabola of a moment is below the line between its ends [e].

        It is 0 for other quantities, and in beams without a load between their nodes.
        """
        if quantity not in SLOPES:
            return np.zeros(len(self.positions))
        shear, sign = SLOPES[quantity]
        length = np.linalg.norm(self.positions[:, 1] - self.positions[:, 0], axis=1)
        return sign * (self.values[shear][:, 1] - self.values[shear][:, 0]) * length / 8

    def along(self, quantity: str) -> tuple[np.ndarray, np.ndarray]:
        """Returns places from 0 to 1 along the beams and the values there, both [e][n].

        The peak of each parabola is one of the places.
        """
        if quantity not in QUANTITIES:
            raise FsolveError(
                f"there is no quantity '{quantity}'; there are {', '.join(QUANTITIES)}")
        start, end = self.values[quantity].T
        sag = self.sag(quantity)
        if not abs(sag).max(initial=0) > INVISIBLE * abs(self.values[quantity]).max(initial=0):
            return np.tile([0.0, 1.0], (len(start), 1)), self.values[quantity]
        with np.errstate(divide="ignore", invalid="ignore"):
            peak = np.nan_to_num(0.5 - (end - start) / (8 * sag), nan=0.5, posinf=1, neginf=0)
        s = np.column_stack([np.tile(np.linspace(0, 1, PIECES + 1), (len(start), 1)),
                             peak.clip(0, 1)])
        s.sort(axis=1)
        return s, (1 - s) * start[:, None] + s * end[:, None] - 4 * sag[:, None] * s * (1 - s)

    def diagram(self, quantity: str, scale: float) -> np.ndarray:
        """Returns polygons [e][2 n][3] between the beams and the ordinates at n places.

        The ordinates are scale times the values, drawn across the beams. Moments are on the side
        that is pulled. The polygon runs along the beam, then back along the ordinates.
        """
        s, values = self.along(quantity)
        ends = np.einsum("eaij,i->eaj", self.axes, np.array(TOWARDS[quantity], float))
        across = (1 - s)[..., None] * ends[:, None, 0] + s[..., None] * ends[:, None, 1]
        across /= np.linalg.norm(across, axis=2, keepdims=True)
        feet = (1 - s)[..., None] * self.positions[:, None, 0] \
            + s[..., None] * self.positions[:, None, 1]
        tips = feet + scale * values[..., None] * across
        return np.concatenate([feet, tips[:, ::-1]], axis=1)

    def shown(self) -> list[str]:
        """Returns the quantities that are not round-off.

        These exceed a ten thousandth of the largest force, or of the largest moment.
        """
        largest = {q: abs(v).max() for q, v in self.values.items()}
        top = {q: max(largest[k] for k in group)
               for group in (("N", "Vy", "Vz"), ("T", "My", "Mz")) for q in group}
        return [q for q in QUANTITIES if largest[q] > 1e-4 * top[q] and largest[q] > 0]
