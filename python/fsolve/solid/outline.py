# SPDX-License-Identifier: BSD-2-Clause
"""Outlines of sections: the corners of named shapes, steel profiles and ellipses.

An outline is an array [2][k][2] of the coordinates y, z of an outer and an inner loop of k points.
The inner loop is the same as the outer one if the section has no hole. The origin is the center of
the section. The corners are those of src/element/section/section_shapes.c, without fillets.
"""
from __future__ import annotations

import csv
import functools
import os
from collections.abc import Callable

import numpy as np

ROUND = 16  # points of a circle
HERE = os.path.dirname(os.path.abspath(__file__))
# The table of profiles: in the source tree, in an installed tree, and in a package of pip.
TABLES = (("..", "..", "..", "share"), ("..", "..", ".."), ("..", "share"))
LENGTHS = {"m": 1e-3, "mm": 1.0, "cm": 0.1, "in": 1 / 25.4, "ft": 1 / 304.8}  # of 1 mm
WORDS = ("width", "height", "radius", "thickness", "flange_thickness", "web_thickness")
Sizes = dict[str, float]


def circle(sizes: Sizes) -> np.ndarray:
    angle = 2 * np.pi * np.arange(ROUND) / ROUND
    return sizes["radius"] * np.column_stack([np.cos(angle), np.sin(angle)])


def box(b: float, h: float) -> np.ndarray:
    return 0.5 * np.array([[-b, -h], [b, -h], [b, h], [-b, h]])


def i_corners(s: Sizes) -> np.ndarray:
    y, z, w = s["width"] / 2, s["height"] / 2, s["web_thickness"] / 2
    inner = z - s["flange_thickness"]
    return np.array([[-y, -z], [y, -z], [y, -inner], [w, -inner], [w, inner], [y, inner],
                     [y, z], [-y, z], [-y, inner], [-w, inner], [-w, -inner], [-y, -inner]])


def l_corners(s: Sizes) -> np.ndarray:
    b, h, t = s["width"], s["height"], s["thickness"]
    return np.array([[0, 0], [b, 0], [b, t], [t, t], [t, h], [0, h]])


def c_corners(s: Sizes) -> np.ndarray:
    b, h, f, w = s["width"], s["height"], s["flange_thickness"], s["web_thickness"]
    return np.array([[0, 0], [b, 0], [b, f], [w, f], [w, h - f], [b, h - f], [b, h], [0, h]])


def t_corners(s: Sizes) -> np.ndarray:
    h, y, w = s["height"], s["width"] / 2, s["web_thickness"] / 2
    inner = h - s["flange_thickness"]
    return np.array([[-w, 0], [w, 0], [w, inner], [y, inner], [y, h], [-y, h], [-y, inner],
                     [-w, inner]])


def center_of(loop: np.ndarray) -> np.ndarray:
    """Returns the center [2] of the area inside a loop [k][2]."""
    after = np.roll(loop, -1, axis=0)
    cross = loop[:, 0] * after[:, 1] - loop[:, 1] * after[:, 0]
    return ((loop + after) * cross[:, None]).sum(0) / (3 * cross.sum())


def shrunk(loop: np.ndarray, by: float) -> np.ndarray:
    """Returns a loop [k][2] whose sides are nearer to the middle by a distance."""
    before, after = loop - np.roll(loop, 1, axis=0), np.roll(loop, -1, axis=0) - loop
    ways = [d / np.linalg.norm(d, axis=1, keepdims=True) for d in (before, after)]
    center = center_of(loop)
    turn = np.sign(np.cross(loop - center, np.roll(loop, -1, axis=0) - center).sum())
    left = [turn * np.column_stack([-d[:, 1], d[:, 0]]) for d in ways]
    both = left[0] + left[1]
    return loop + by * both / np.maximum((both * left[0]).sum(1, keepdims=True), 0.1)


# Loops of the shapes by their dimensions: outer, and the inner one of shapes with a hole.
SHAPES: dict[str, Callable[[Sizes], tuple[np.ndarray, ...]]] = {
    "rectangle": lambda s: (box(s["width"], s["height"]),),
    "circle": lambda s: (circle(s),),
    "tube": lambda s: (circle(s), circle({"radius": s["radius"] - s["thickness"]})),
    "i": lambda s: (i_corners(s),),
    "l": lambda s: (l_corners(s),),
    "c": lambda s: (c_corners(s),),
    "t": lambda s: (t_corners(s),),
    "rectangular_tube": lambda s: (box(s["width"], s["height"]), box(
        s["width"] - 2 * s["thickness"], s["height"] - 2 * s["thickness"])),
}


def pair(loops: tuple[np.ndarray, ...]) -> np.ndarray:
    """Returns an outline about its center."""
    outer = loops[0]
    return np.array([outer, loops[-1]]) - center_of(outer)


def of_shape(shape: str, sizes: Sizes) -> np.ndarray | None:
    """Returns the outline of a named shape, or None if the shape or a dimension is not known."""
    try:
        found = pair(SHAPES[shape](sizes))
    except KeyError:
        return None
    return found if np.isfinite(found).all() and np.ptp(found[0], axis=0).min() > 0 else None


def of_polygon(points: np.ndarray, thickness: float | None) -> np.ndarray:
    """Returns the outline of a polygon [k][2]; it is the middle of a wall with a thickness."""
    if thickness is None:
        return pair((points,))
    return pair((shrunk(points, -thickness / 2), shrunk(points, thickness / 2)))


def of_stiffness(ea: float, eiy: float, eiz: float) -> np.ndarray | None:
    """Returns the ellipse whose radii of gyration are those of a section known by its stiffness."""
    if not (ea > 0 and eiy > 0 and eiz > 0):
        return None
    loop = circle({"radius": 2.0}) * np.sqrt([eiz / ea, eiy / ea])
    return np.array([loop, loop])


def of_area(area: float) -> np.ndarray:
    """Returns the circle with an area."""
    loop = circle({"radius": np.sqrt(area / np.pi)})
    return np.array([loop, loop])


@functools.lru_cache(maxsize=None)
def profiles() -> dict[str, dict[str, str]]:
    """Returns the rows of the table of steel profiles by their names, {} if it is not there."""
    for place in TABLES:
        path = os.path.join(HERE, *place, "profiles.csv")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                lines = [line for line in file if not line.startswith("#")]
            return {row["name"]: row for row in csv.DictReader(lines)}
    return {}


def name_of_profile(name: str) -> str:
    """Returns the name in the table of a profile as users write it, such as he200a."""
    name = name.upper().replace(" ", "").replace(",", ".").replace("*", "X")
    if name.startswith("HE") and name[-1:] in "ABMC" and name[2:-1].isdigit():
        return f"HE{name[-1]}{name[2:-1]}"
    return name.replace("SHS", "RHS") if name not in profiles() else name


def of_profile(name: str, unit: str) -> np.ndarray | None:
    """Returns the outline of a steel profile in a unit of length, or None if it is not known."""
    row = profiles().get(name_of_profile(name))
    if row is None:
        return None
    sizes = {word: float(row[word]) * LENGTHS.get(unit, 1e-3) for word in WORDS if row[word]}
    return of_shape(row["section"], sizes)
