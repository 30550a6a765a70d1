# SPDX-License-Identifier: BSD-2-Clause
"""Joints in the picture of a model: balls, drums about axes and cubes that slide, and their entries in the legend."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fsolve import model
from fsolve.mesh import with_gaps
from fsolve.plot.supports import downward
from fsolve.plot.symbols import PIN, SYMBOLS, Picture, marker_size, spread
from fsolve.solid import symbols
from fsolve.solid.window import available

if TYPE_CHECKING:
    from fsolve.result import Result

JOINT = 0.018  # radius of a joint in space over the size of the model


def draw_joint_in_space(picture: Picture, joint: model.Joint, at: np.ndarray, grounded: bool,
                        size: float) -> None:
    """Draws a joint as a ball, a drum about its axis, or a cube that slides along it."""
    large = JOINT * picture.size * size / 9
    way = np.eye(3)[2] if joint.axis is None else joint.axis
    symbol = {"drum": symbols.drum, "cube": symbols.cube, "ball": symbols.ball}[joint.symbol]()
    ways = np.broadcast_to(way, at.shape)
    if grounded:
        picture.symbols(symbols.pin(), at, np.broadcast_to(-downward(picture), at.shape), 2 * large, "0.6")
    picture.symbols(symbol, at, ways, large, "0.25")
    picture.names.append((at[0], joint.name))


def draw_joint_at(picture: Picture, joint: model.Joint, at: np.ndarray, nodes: np.ndarray,
                  grounded: bool, size: float) -> None:
    """Draws symbols of a joint at places at [n][3]. nodes: rows of the nodes that it connects."""
    if joint.point is not None:  # away from its nodes, as with rigid bodies
        at = np.atleast_2d(joint.point)
        arm = np.concatenate([picture.x[np.unique(nodes)], at])
        pairs = np.array([(k, len(arm) - 1) for k in range(len(arm) - 1)])
        picture.axes.plot(*with_gaps(arm, pairs).T, lw=0.8, color="0.6", zorder=-200, clip_on=False)
    at = at[spread(at, SYMBOLS)]
    if available() and picture.normal is None:
        draw_joint_in_space(picture, joint, at, grounded, size)
        return
    if grounded:
        picture.points(at, marker=PIN, ms=1.7 * size, mfc="0.75", mec="k", mew=0.8, zorder=5)
    picture.points(at, marker="o", ms=size, mfc="w", mec="k", mew=1.2 if size > 5 else 0.6,
                   zorder=6)
    picture.names.append((at[0], joint.name))


def acting_on(result: Result, joint: str) -> str:
    """Returns what acts on the coordinates of a joint, such as ", driver, spring"."""
    found = []
    for word in ("", "second_"):
        for coordinate in ("displacement", "angle"):
            start = f"joint_{joint}_{word}{coordinate}"
            found += ["driver"] * (start in result.options)
            found += [name for name, keys in (("motor", ("motor",)), ("spring", ("stiffness", "spring")),
                                              ("damper", ("damping", "damper")), ("stops", ("lower", "upper")))
                      if any(f"{start}_{key}" in result.options for key in keys)]
    return "".join(f", {name}" for name in dict.fromkeys(found))


def draw_joints(picture: Picture, result: Result) -> None:
    for j in model.joints(result):
        count = len(j.ground) + len(j.pairs)
        if not count:
            continue
        size = marker_size(min(count, SYMBOLS), 9)
        if j.type in ("distance", "spring_damper"):
            picture.lines(j.pairs, ls=":", lw=1.5, color="k", zorder=4)
        middles = (picture.x[j.pairs[:, 0]] + picture.x[j.pairs[:, 1]]) / 2
        if len(j.ground):
            draw_joint_at(picture, j, picture.x[j.ground], j.ground[:, None], True, size)
        if len(j.pairs):
            draw_joint_at(picture, j, middles, j.pairs, False, size)
        ground, number = " to ground" * bool(len(j.ground)), f", {count}" if count > 1 else ""
        picture.entry(marker="o", ms=8, mfc="w", mec="k", mew=1.2,
                      label=f"joint {j.name}: {j.type}{ground}{number}{acting_on(result, j.name)}")
