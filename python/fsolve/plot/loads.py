# SPDX-License-Identifier: BSD-2-Clause
"""Loads in the picture of a model: arrows, values, loads along lines, trains."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from fsolve import model
from fsolve.load_places import Span, axles, spans
from fsolve.mesh import CLOSED
from fsolve.plot.symbols import Picture, marker_size, spread
from fsolve.solid.layer import paint
from fsolve.solid.lines import reach
from fsolve.solid.shells import normals_of
from fsolve.solid.things import Thing
from fsolve.solid.window import available
from fsolve.texts import BESIDE, number

if TYPE_CHECKING:
    from fsolve.result import Result

ARROWS = 17  # arrows of a load on more than twice as many nodes
COLOURS = ("tab:red", "tab:purple", "tab:brown", "tab:pink")
ROUND_OFF = 1e-12  # a value of a load over its largest one that is zero
LONG, SHORT = 0.16, 0.08  # lengths of arrows over the size of the model
WRITTEN = 20  # number of loads beyond which values are in the legend alone


class Stack:
    """How many loads are already at a node or along a cell: the next arrow begins where they end."""

    def __init__(self) -> None:
        self._count: dict[Any, int] = {}

    def next(self, keys: list[Any]) -> int:
        level = max((self._count.get(key, 0) for key in keys), default=0)
        self._count.update({key: level + 1 for key in keys})
        return level


def described(result: Result, load: model.Load) -> str:
    """Returns the text of a load in the legend."""
    start, options = f"load_{load.name}_", result.options
    amount = "" if load.value is None else f" {number(load.value)}"
    to = model.vector(str(options.get(f"{start}{load.kind}_to", "")), model.constants(options))
    if to is not None:
        amount += f" to {number(np.linalg.norm(to))}"
    text = f"load {load.name}: {load.kind}{amount}"
    if start + "place" in options:
        count = len(model.split(str(options.get(start + "axles", "0"))))
        return f"{text}, {count} axle{'s' * (count > 1)}, moves: {options[start + 'place']}"
    for word in ("field", "time", "harmonic"):
        if start + word in options:
            text += f" × {options[start + word]}"
    if load.point is not None:
        return text + " at " + ", ".join(f"{c:.4g}" for c in load.point)
    if not along_lines(result, load):
        text += f", {len(load.nodes)} node{'s' * (len(load.nodes) > 1)}"
    return text


def along_lines(result: Result, load: model.Load) -> bool:
    """Returns whether a load acts per length of lines."""
    per = result.options.get(f"load_{load.name}_{load.kind}_per")
    lines = any(shape.startswith("line") for shape in load.cells)
    faces = any(not shape.startswith(("line", "point")) for shape in load.cells)
    return lines and load.point is None and f"load_{load.name}_place" not in result.options and (
        per == "length" or load.kind == "traction" and not faces and per is None)


def tails_of(load: model.Load, span: Span, length: float, level: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the heads and tails [k][3] of the arrows along a line; level: loads that are there."""
    most = abs(span.factor).max() or 1.0
    heads = span.x - level * 1.15 * length * load.direction
    return heads, heads - (length * span.factor / most)[:, None] * load.direction


def write_ends(picture: Picture, load: model.Load, span: Span, tails: np.ndarray, color: str) -> None:
    """Writes the values at both ends of a line, or in its middle if they are one value."""
    most = abs(span.factor).max() or 1.0
    for end in [0, -1] if np.ptp(span.factor) > 1e-6 * most else [len(tails) // 2]:
        factor = span.factor[end] if abs(span.factor[end]) > ROUND_OFF * most else 0.0
        picture.write_beyond(tails[end], load.direction, load.value * factor, color)


def draw_spans(picture: Picture, result: Result, load: model.Load, color: str, stack: Stack,
               written: bool) -> None:
    """Draws a load per length on all its lines: arrows, and the lines of their tails."""
    sizes = [np.linalg.norm(np.diff(span.x, axis=0), axis=1).sum() for span in spans(result, load, 1)]
    if not sizes or load.direction is None:
        return
    length = min(SHORT * picture.size, 0.4 * float(np.mean(sizes)))
    pieces = int(np.clip(np.mean(sizes) / (0.045 * picture.size), 2, 40 if len(sizes) < 4 else 12))
    every, bands, arrows = max(1, len(sizes) // 100), [], []
    back = outside(picture, result, load, load.nodes) * load.direction
    for k, span in enumerate(spans(result, load, pieces)):
        heads, tails = (x - back for x in tails_of(load, span, length, stack.next(list(span.cells))))
        bands.append(np.concatenate([heads[:1], tails, heads[-1:]]))
        if k % every == 0:
            some = abs(span.factor) > 0.02 * (abs(span.factor).max() or 1.0)
            arrows.append(np.hstack([tails, heads - tails])[some])
        if written and load.value is not None and k == 0:
            write_ends(picture, load, span, tails, color)
    picture.include(np.concatenate(bands))
    draw_bands(picture, bands, color)
    every_arrow = np.concatenate(arrows)
    size = np.linalg.norm(every_arrow[:, 3:], axis=1)
    way = every_arrow[:, 3:] / np.maximum(size, 1e-300)[:, None]
    picture.arrows(every_arrow[:, :3] + every_arrow[:, 3:], way, size, color=color, lw=1.0,
                   arrow_length_ratio=0.35)


def draw_bands(picture: Picture, bands: list[np.ndarray], color: str) -> None:
    """Draws the outlines [k][3] of loads along lines."""
    count = np.array([len(b) for b in bands])
    first = np.append(0, np.cumsum(count))[:-1]
    pairs = np.concatenate([np.column_stack([np.arange(n - 1), np.arange(1, n)]) + k
                            for n, k in zip(count, first)])
    points = np.concatenate(bands)
    paint(picture.axes, [Thing(color, points=points, pairs=pairs, width=0.8, flat={"zorder": 6.5})])


@dataclass
class Heads:
    """The places at which a force or moment acts.

    x       places [n][3]
    factor  the value there over that of the option [n]
    level   numbers of loads that are already there [n]
    """
    x: np.ndarray
    factor: np.ndarray
    level: np.ndarray


def pairs_of(load: model.Load) -> list[tuple[int, int]]:
    """Returns the cells of lines of a load, as sorted pairs of nodes."""
    return [(int(min(pair)), int(max(pair))) for shape, c in load.cells.items()
            if shape.startswith("line") for pair in c[:, :2]]


def outside(picture: Picture, result: Result, load: model.Load, nodes: np.ndarray) -> float:
    """Returns how far the arrows of a load end before nodes, so that bodies do not hide them."""
    if load.direction is None or not available() or not len(nodes):
        return 0.0
    return float(reach(result, load.direction, picture.size)[nodes].max(initial=0))


def heads_of(picture: Picture, result: Result, load: model.Load, stack: Stack) -> Heads:
    """Returns where a load acts that is not spread along lines, at most at some of its nodes."""
    if f"load_{load.name}_place" in result.options:
        train = axles(result, load.name)
        x, factor = (np.array([row[k] for row in train], float) for k in (0, 1))
        return Heads(x.reshape(-1, 3), factor, np.full(len(x), stack.next(list(pairs_of(load)))))
    if load.point is not None:
        return Heads(load.point[None], np.ones(1), np.array([stack.next(pairs_of(load)[:1] or [tuple(load.point)])]))
    x = picture.x[load.nodes]
    few = spread(x, len(x) if len(x) <= 2 * ARROWS else ARROWS)
    return Heads(x[few], np.ones(len(few)), np.array([stack.next([int(load.nodes[k])]) for k in few]))


def draw_arrows(picture: Picture, load: model.Load, heads: Heads, color: str, written: bool) -> None:
    """Draws forces, or moments as arrows with two heads."""
    length = (LONG if len(heads.x) <= 3 else SHORT) * picture.size
    most = abs(heads.factor).max(initial=0) or 1.0
    for x, factor, level in zip(heads.x, heads.factor, heads.level):
        way, size = load.direction * np.sign(factor), length * abs(factor) / most
        at = x - level * 1.15 * SHORT * picture.size * way
        picture.arrows(at[None], way, size, load.kind == "moment", color=color)
        picture.include(at - size * way)
        if written and load.value is not None and len(heads.x) <= 3:
            picture.write_beyond(at - size * way, way, load.value * abs(factor), color)


def draw_pressure(picture: Picture, load: model.Load, color: str) -> None:
    """Draws arrows along the normals of the surface, which end on it."""
    cells = [c for shape, c in load.cells.items() if shape in CLOSED]
    nodes = load.nodes[spread(picture.x[load.nodes], 2 * ARROWS)]
    ways = np.sign(load.value or 1.0) * normals_of(picture.x, cells)[nodes]
    ways /= np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-300)
    picture.arrows(picture.x[nodes], ways, SHORT * picture.size, color=color)
    picture.include(picture.x[nodes] - SHORT * picture.size * ways)


def draw_load(picture: Picture, result: Result, load: model.Load, color: str, stack: Stack,
              written: bool) -> str:
    """Draws a load, and returns its symbol in the legend."""
    arrow = r"$\twoheadrightarrow$" if load.kind == "moment" else r"$\rightarrow$"
    if load.direction is not None and along_lines(result, load):
        draw_spans(picture, result, load, color, stack, written)
        return arrow
    heads = heads_of(picture, result, load, stack)
    if load.direction is not None:
        heads.x = heads.x - outside(picture, result, load, load.nodes) * load.direction
    if load.direction is None:
        picture.points(heads.x, marker="*", ms=marker_size(len(heads.x), 12), color=color, zorder=7)
        return "*"
    if load.kind == "pressure":
        draw_pressure(picture, load, color)
        return arrow
    if load.kind == "moment" and picture.normal is not None:  # about the normal of a plane
        way = load.direction[picture.normal] * (-1 if picture.normal == 1 else 1)
        marker = rf"$\circlearrow{'left' if way > 0 else 'right'}$"
        picture.points(heads.x, marker=marker, ms=20, color=color, zorder=7)
        if written and load.value is not None and len(heads.x) <= 3:
            for x in heads.x:
                picture.late.append((x, f"     {number(load.value)} ", BESIDE, color))
        return marker
    draw_arrows(picture, load, heads, color, written)
    return arrow


def draw_loads(picture: Picture, result: Result) -> None:
    """Draws all loads, those along lines first. Loads at one place stand behind each other."""
    found, stack = [load for load in model.loads(result) if len(load.nodes)], Stack()
    colors = {load.name: COLOURS[k % len(COLOURS)] for k, load in enumerate(found)}
    for load in sorted(found, key=lambda load: not along_lines(result, load)):
        marker = draw_load(picture, result, load, colors[load.name], stack, len(found) <= WRITTEN)
        picture.entry(marker=marker, ms=10 if marker == "*" else 13, color=colors[load.name],
                      label=described(result, load))


def draw_gravity(picture: Picture, g: np.ndarray) -> None:
    """Draws an arrow above the model."""
    middle, half = (picture.box.max(0) + picture.box.min(0)) / 2, np.ptp(picture.box, axis=0) / 2
    head = middle - (half @ abs(g) + 0.12 * picture.size) * g
    picture.arrows(head[None], g, 0.1 * picture.size, color="0.5")
    picture.include(head - 0.1 * picture.size * g)
    picture.entry(marker=r"$\rightarrow$", ms=13, color="0.5", label="gravity")
