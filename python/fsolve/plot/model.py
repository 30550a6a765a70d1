# SPDX-License-Identifier: BSD-2-Clause
"""Draws the model of an output file: parts in colours, supports, loads, joints.

It also writes the names of joints and of sets with at most 40 nodes.
"""
from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.path import Path

from fsolve import model, scene
from fsolve.draw import plt
from fsolve.error import FsolveError
from fsolve.mesh import CLOSED, sides, with_gaps
from fsolve.plot.command import add_file, add_old_picture
from fsolve.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMED = 40  # largest number of nodes of a set whose name is written
ARROWS = 17  # arrows of a load on more than twice as many nodes
SYMBOLS = 100  # largest number of symbols of a support or joint
MANY = 2000  # number of lines beyond which they are thin
FILL = 0.75  # share of the place that nodes take; arrows and names stand out of it
TURNS = ("beam", "body", "rotational_spring")  # elements whose nodes rotate
COLOURS = ("tab:red", "tab:purple", "tab:brown", "tab:pink")  # of loads
KINDS_OF_NAMES = ("part", "support", "load", "joint", "probe", "initial")

# Symbols of supports, below their nodes: a pin, a roller that leaves some displacements free, and a
# clamp. Joints to the ground have a pin, too.
M, L, Z = Path.MOVETO, Path.LINETO, Path.CLOSEPOLY
TRIANGLE = ([(0, 0), (-0.6, -0.9), (0.6, -0.9), (0, 0)], [M, L, L, Z])
RAIL = ([(-0.8, -1.15), (0.8, -1.15)], [M, L])
BLOCK = ([(-0.8, 0), (0.8, 0), (0.8, -0.6), (-0.8, -0.6), (-0.8, 0)], [M, L, L, L, Z])
PIN = Path(*TRIANGLE)
ROLLER = Path(TRIANGLE[0] + RAIL[0], TRIANGLE[1] + RAIL[1])
CLAMP = Path(*BLOCK)


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    add_old_picture(parser)


def marker_size(n: int, most: float) -> float:
    """Returns the size of n symbols: many symbols are small."""
    return max(3.5, most - 4.5 * np.log10(max(n, 1)))


def spread(x: np.ndarray, n: int) -> list[int]:
    """Returns the numbers of at most n of the places x [k][3], far from each other.

    Each is the farthest from those before it.
    """
    chosen, apart = [0], np.linalg.norm(x - x[0], axis=1)
    while len(chosen) < n and apart.max() > 0:
        chosen.append(int(apart.argmax()))
        apart = np.minimum(apart, np.linalg.norm(x - x[chosen[-1]], axis=1))
    return chosen


class Picture:
    """Axes with a mesh."""

    def __init__(self, figure: Figure, x: np.ndarray, others: list[np.ndarray],
                 ways: list[np.ndarray]):
        """x: positions of the nodes. others: other places. ways: directions of loads."""
        self.x = x
        self.box = np.concatenate([x, *(np.atleast_2d(other) for other in others)])
        self.size = max(np.ptp(self.box, axis=0).max(), 1e-300)
        self.names: list[tuple[np.ndarray, str]] = []  # names to write, and their places
        self.normal = scene.plane_normal(self.box, ways)  # axis along which it is seen
        self.axes = scene.mesh_axes(figure, self.box, ways=ways)
        self.axes.computed_zorder = False

    def triad(self, left: float) -> None:
        """Draws the axes x, y, z below the legend, which begins at left [width of the figure]."""
        axes = self.axes.figure.add_axes((left, 0, 0.14, 0.2), projection="3d", label="triad")
        axes.patch.set_visible(False)
        axes.view_init(self.axes.elev, self.axes.azim)
        axes.set(xlim=(-0.2, 1.2), ylim=(-0.2, 1.2), zlim=(-0.2, 1.2))
        axes.set_axis_off()
        for k, name in enumerate("xyz"):
            if k != self.normal:
                axes.quiver(0, 0, 0, *np.eye(3)[k], color="0.4", lw=1, arrow_length_ratio=0.25)
                axes.text(*(1.35 * np.eye(3)[k]), name, color="0.4", fontsize="small",
                          ha="center", va="center")

    def points(self, at: np.ndarray, **style: Any) -> None:
        scene.draw_points(self.axes, at, **style)

    def lines(self, pairs: np.ndarray, **style: Any) -> None:
        scene.draw_lines(self.axes, self.x, pairs, **style)

    def entry(self, **style: Any) -> None:
        """Adds an entry to the legend."""
        self.axes.plot([], [], [], **{"ls": "", **style})

    def arrows(self, heads: np.ndarray, direction: np.ndarray, length: float, **style: Any) -> None:
        tails = heads - length * direction
        vectors = np.broadcast_to(length * direction, tails.shape)
        self.axes.quiver(*tails.T, *vectors.T, arrow_length_ratio=0.3, lw=1.6, zorder=7,
                         clip_on=False, **style)


# ---- what is drawn ------------------------------------------------------------------------------


def draw_parts(picture: Picture, result: Result, alpha: float = 1) -> None:
    for k, (name, part) in enumerate(result.parts.items()):
        for shape, cells in part.cells.items():
            look = {"color": f"C{k % 10}", "label": f"{name} ({part.element}, {len(cells)})",
                    "alpha": alpha}
            if shape == "point":
                picture.points(picture.x[cells[:, 0]], marker="o", ms=marker_size(len(cells), 9),
                               zorder=4.8, **look)
                continue
            width = 0.3 if len(cells) > MANY else 0.6 if shape in CLOSED else 1.6
            picture.lines(sides(cells, shape), lw=width, zorder=3, **look)
            if shape in CLOSED:
                scene.draw_faces(picture.axes, picture.x, cells, facecolor=look["color"],
                                 edgecolor="none", alpha=0.15 * alpha, zorder=2)


def nodes_that_turn(picture: Picture, result: Result) -> np.ndarray:
    """Returns True for each node that has a rotation."""
    turning = np.zeros(len(picture.x), bool)
    for part in result.parts.values():
        for cells in part.cells.values():
            turning[cells] |= part.element in TURNS
    return turning


def draw_supports(picture: Picture, result: Result) -> None:
    turning = nodes_that_turn(picture, result)
    there = str(result.options.get("directions", "xyz"))
    for s in model.supports(result):
        if not len(s.nodes):
            continue
        turns = bool(s.rotations) and turning[s.nodes].any()
        shifts = [c for c in s.displacements if c in there]
        clamped = turns and (len(s.rotations) == 3 or len(there) == 2)
        marker = CLAMP if clamped else PIN if len(shifts) == len(there) else ROLLER
        fixed = [", ".join(shifts)] if shifts else []
        if turns:
            all_turns = len(s.rotations) == 3
            fixed.append("rotations" if all_turns else f"rotation {', '.join(s.rotations)}")
        label = (f"support {s.name}: {' and '.join(fixed)}{' (moved)' if s.moved else ''}, "
                 f"{len(s.nodes)} node{'s' * (len(s.nodes) > 1)}")
        places = picture.x[s.nodes]
        places = places[spread(places, SYMBOLS)]
        size = marker_size(len(places), 15)
        look = {"marker": marker, "mfc": "tab:orange" if s.moved else "0.75", "mec": "k"}
        picture.points(places, ms=size, mew=0.8 if size > 5 else 0.4, zorder=5, **look)
        picture.entry(ms=11, mew=0.8, label=label, **look)


def draw_loads(picture: Picture, result: Result) -> None:
    for k, load in enumerate(model.loads(result)):
        if not len(load.nodes):
            continue
        color = COLOURS[k % len(COLOURS)]
        count = len(load.nodes)
        heads = picture.x[load.nodes]
        heads = heads[spread(heads, count if count <= 2 * ARROWS else ARROWS)]
        label = f"load {load.name}: {load.kind}, {count} node{'s' * (count > 1)}"
        if load.direction is None:
            picture.points(heads, marker="*", ms=marker_size(len(heads), 12), color=color, zorder=7)
            picture.entry(marker="*", ms=10, color=color, label=label)
            continue
        if load.kind == "moment" and picture.normal is not None:  # about the normal of a plane
            way = load.direction[picture.normal] * (-1 if picture.normal == 1 else 1)
            marker = rf"$\circlearrow{'left' if way > 0 else 'right'}$"
            picture.points(heads, marker=marker, ms=20, color=color, zorder=7)
            picture.entry(marker=marker, ms=13, color=color, label=label)
            continue
        length = (0.16 if len(heads) <= 3 else 0.09) * picture.size
        picture.arrows(heads, load.direction, length, color=color)
        marker = r"$\rightarrow$"
        if load.kind == "moment":  # an arrow with two heads
            behind = heads - 0.3 * length * load.direction
            picture.arrows(behind, load.direction, 0.5 * length, color=color)
            marker = r"$\twoheadrightarrow$"
        picture.entry(marker=marker, ms=13, color=color, label=label)


def draw_joint_at(picture: Picture, joint: model.Joint, at: np.ndarray, arms: np.ndarray,
                  grounded: bool, size: float) -> None:
    """Draws symbols of a joint at places at [n][3]. arms: rows of the nodes that it connects."""
    if joint.point is not None:  # away from its nodes, as with rigid bodies
        at = np.atleast_2d(joint.point)
        arm = np.concatenate([picture.x[np.unique(arms)], at])
        pairs = np.array([(k, len(arm) - 1) for k in range(len(arm) - 1)])
        picture.axes.plot(*with_gaps(arm, pairs).T, lw=0.8, color="0.6", zorder=2, clip_on=False)
    at = at[spread(at, SYMBOLS)]
    if grounded:
        picture.points(at, marker=PIN, ms=1.7 * size, mfc="0.75", mec="k", mew=0.8, zorder=5)
    picture.points(at, marker="o", ms=size, mfc="w", mec="k", mew=1.2 if size > 5 else 0.6,
                   zorder=6)
    picture.names.append((at[0], joint.name))


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
                      label=f"joint {j.name}: {j.type}{ground}{number}")


def draw_names(picture: Picture, result: Result) -> None:
    """Writes the names of joints and small sets. Names at one place are one text.

    Sets that fsolve made for places of supports, loads, ... are no names of the user.
    """
    made = {f"{kind}_{name}" for kind in KINDS_OF_NAMES
            for name in model.names_of(result.options, kind + "s")}
    joints = {j.name for j in model.joints(result)}
    for name, s in result.sets.items():
        if s.nodes is None or name.rstrip("_") in made | joints | {"all"}:
            continue
        if 0 < len(s.nodes) <= NAMED:
            picture.names.append((picture.x[s.nodes[len(s.nodes) // 2]], name))
    texts: dict[tuple[float, ...], tuple[np.ndarray, list[str]]] = {}
    for x, name in picture.names:
        place = tuple(np.round(np.asarray(x) / picture.size, 3))
        words = texts.setdefault(place, (x, []))[1]
        if name not in words:
            words.append(name)
    for x, words in texts.values():
        text = "  " + ", ".join(words[:4]) + (", ..." if len(words) > 4 else "")
        picture.axes.text(*x, text, fontsize="small", color="0.2", va="bottom", zorder=4.5,
                          bbox={"fc": "w", "alpha": 0.6, "ec": "none", "pad": 0.3})


def draw_gravity(picture: Picture, g: np.ndarray) -> None:
    """Draws an arrow above the model."""
    middle, half = (picture.box.max(0) + picture.box.min(0)) / 2, np.ptp(picture.box, axis=0) / 2
    head = middle - (half @ abs(g) + 0.12 * picture.size) * g
    picture.arrows(head[None], g, 0.1 * picture.size, color="0.5")
    picture.box = np.concatenate([picture.box, (head - 0.1 * picture.size * g)[None]])
    picture.entry(marker=r"$\rightarrow$", ms=13, color="0.5", label="gravity")


DRAWN: tuple[Callable[[Picture, Result], None], ...] = (
    draw_parts, draw_supports, draw_joints, draw_loads, draw_names)


def draw_moved(picture: Picture, result: Result, x: np.ndarray) -> None:
    """Draws the structure with its nodes at x [n][3]."""
    for k, part in enumerate(result.parts.values()):
        for shape, cells in part.cells.items():
            color = f"C{k % 10}"
            if shape == "point":
                picture.points(x[cells[:, 0]], marker="o", ms=marker_size(len(cells), 9), color=color, zorder=4.8)
            elif shape in CLOSED:
                scene.draw_faces(picture.axes, x, cells, facecolor=color, edgecolor=color, alpha=0.4, lw=0.3, zorder=4)
            else:
                scene.draw_lines(picture.axes, x, sides(cells, shape), lw=1.6, color=color, zorder=4)


def draw_result(result: Result, moved: np.ndarray | None = None) -> Figure:
    """Draws a model, and the structure with its nodes at moved [n][3]; the model is pale then."""
    if not result.parts:
        raise FsolveError(f"{result.file} has no parts: it is not of a model")
    g = model.gravity(result)
    ways = [load.direction for load in model.loads(result)
            if load.direction is not None and load.kind != "moment"]
    places = [j.point for j in model.joints(result) if j.point is not None]
    figure = plt.figure(figsize=(10, 6.2))
    picture = Picture(figure, result.nodes, places + ([] if moved is None else [moved]),
                      ways + ([] if g is None else [g]))
    for draw_one in DRAWN:
        if draw_one is draw_parts and moved is not None:
            draw_parts(picture, result, alpha=0.35)
            draw_moved(picture, result, moved)
        else:
            draw_one(picture, result)
    if g is not None:
        draw_gravity(picture, g)
    picture.triad(scene.legend(picture.axes, picture.box, FILL))
    return figure


def draw(given: argparse.Namespace) -> Figure:
    return draw_result(Result(given.file))
