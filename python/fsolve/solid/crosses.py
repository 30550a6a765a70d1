# SPDX-License-Identifier: BSD-2-Clause
"""Principal directions of results of surfaces, such as stresses: a cross in the middle of each cell."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve import model
from fsolve.error import FsolveError
from fsolve.mesh import CLOSED
from fsolve.solid import shells
from fsolve.solid.structure import places
from fsolve.solid.things import Thing

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result
    from fsolve.solid.lines import State

COLOURS = "tab:red", "tab:blue"  # of a principal value that is positive, and of a negative one
LONG = 0.45  # half of the length of the longest line of a cross, over the size of its cell
SEEN = 1e-4  # least value that is drawn, over the largest one
ABOVE = 2e-3  # distance of crosses from the surface over the size of the model
TENSORS = ("stress", "strain", "stress_top", "stress_bottom", "stress_middle", "membrane_force", "bending_moment", "curvature")


def tangents(corners: np.ndarray) -> np.ndarray:
    """Returns the two tangents [n][2][3] in the middle of cells with corners [n][3 or 4][3]."""
    if corners.shape[1] == 3:
        return corners[:, 1:] - corners[:, :1]
    return np.stack([corners[:, [1, 2]] - corners[:, [0, 3]], corners[:, [2, 3]] - corners[:, [1, 0]]],
                    axis=1).mean(axis=2)


def axes_at_rest(result: Result, part: str, cells: np.ndarray) -> np.ndarray:
    """Returns the axes x and y of the results of cells at rest [n][2][3]; x is -part_<name>_direction
    in the plane of the cell, or the first side."""
    x, known = result.nodes[cells], model.constants(result.options)
    words = model.split(str(result.options.get(f"part_{part}_direction", "")))
    given = x[:, 1] - x[:, 0]
    if len(words) == 3:
        given = np.array([[model.constant(w, {**known, **dict(zip("xyz", at))}) for w in words]
                          for at in x.mean(axis=1)], float)
    normal = np.cross(*np.moveaxis(tangents(x), 1, 0))
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    first = given - (given * normal).sum(axis=1, keepdims=True) * normal
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    return np.stack([first, np.cross(normal, first)], axis=1)


def moved_axes(result: Result, part: str, cells: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Returns these axes in a state with nodes at x [n][3]: they turn with the surface."""
    rest, now = tangents(result.nodes[cells]), tangents(x[cells])
    first = axes_at_rest(result, part, cells)[:, 0]
    weights = np.linalg.solve(rest @ rest.transpose(0, 2, 1), (rest @ first[:, :, None]))
    first = (weights * now).sum(axis=1)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    normal = np.cross(now[:, 0], now[:, 1])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return np.stack([first, np.cross(normal, first)], axis=1)


def principal(values: np.ndarray, axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the principal values [n][2], the larger one first, and their directions [n][2][3].

    values: components xx, yy, xy [n][3] in axes [n][2][3]
    """
    xx, yy, xy = values.T
    found, ways = np.linalg.eigh(np.stack([np.stack([xx, xy], -1), np.stack([xy, yy], -1)], axis=-2))
    return found[:, ::-1], ways.transpose(0, 2, 1)[:, ::-1] @ axes


def crosses(result: Result, frame: Snapshot, name: str, state: State, size: float, most: float | None = None
            ) -> list[Thing]:
    """Returns the crosses of a result of a part, such as "plate/stress_top".

    state  where the nodes are drawn
    size   of the model
    most   the value of the longest line; None: the largest one of the frame
    """
    part, what = name.split("/")[0], name.split("/")[-1]
    shapes = [s for s in result.parts[part].cells if s in CLOSED and f"{part}/{s}/{what}" in frame] \
        if part in result.parts else []
    if what not in TENSORS or not shapes:
        raise FsolveError(f"{name}: crosses show a tensor of a surface, as in plate/stress_top: {', '.join(TENSORS)}")
    x, ends, signs = places(result, state), [], []
    thick = np.nan_to_num(shells.thickness_of(result, part))
    largest = most or max(float(abs(principal(frame[f"{part}/{s}/{what}"], np.zeros((1, 2, 3)))[0]).max()) for s in shapes)
    for shape in shapes:
        cells = result.parts[part].cells[shape]
        axes = moved_axes(result, part, cells, x)
        found, ways = principal(frame[f"{part}/{shape}/{what}"], axes)
        normal = np.cross(axes[:, 0], axes[:, 1])
        length = LONG * np.sqrt(np.linalg.norm(np.cross(*np.moveaxis(tangents(x[cells]), 1, 0)), axis=1))
        arms = (length[:, None] * found / max(largest, 1e-300))[:, :, None] * ways
        for side in (-1, 1):  # on both faces
            middle = x[cells].mean(axis=1) + side * (thick[cells].mean(axis=1)[:, None] / 2 + ABOVE * size) * normal
            ends.append(np.stack([middle[:, None] - arms, middle[:, None] + arms], axis=2).reshape(-1, 2, 3))
            signs.append(found.ravel() / max(largest, 1e-300))
    every, values = np.concatenate(ends), np.concatenate(signs)
    lines = [(COLOURS[0], every[values > SEEN]), (COLOURS[1], every[values < -SEEN])]
    return [Thing(colour, points=own.reshape(-1, 3), pairs=np.arange(2 * len(own)).reshape(-1, 2), width=1.3,
                  flat={"zorder": 6}) for colour, own in lines if len(own)]
