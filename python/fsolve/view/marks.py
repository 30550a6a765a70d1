# SPDX-License-Identifier: BSD-2-Clause
"""Marks beside the parts in a view: supports, joints, loads with their values, gravity."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from fsolve import model
from fsolve.plot.joints import draw_joints
from fsolve.plot.loads import draw_gravity, draw_loads
from fsolve.plot.names import names_of_places
from fsolve.plot.supports import draw_supports
from fsolve.plot.symbols import Picture
from fsolve.scene import SLOPING
from fsolve.solid import arms
from fsolve.solid.layer import layer_of
from fsolve.solid.structure import places
from fsolve.solid.things import Thing
from fsolve.solid.window import with_bodies

if TYPE_CHECKING:
    from fsolve.result import Result
    from fsolve.solid.lines import State
    from fsolve.solid.things import Mesh

LABELS = 60  # largest number of texts beside marks
NEAR = 0.06  # distance of a symbol from a node over the size of the model, up to which it moves with it
BESIDE = 0.2  # the same of a text


@dataclass
class Marks:
    """The marks of a model at rest.

    things   their bodies and lines
    leads    of each thing, the row of the lead with which each of its points moves, or -1 [points]
    labels   (place [3], text, colour, row of its lead or -1) of values of loads, names of joints, sets
    legend   (text, colour) of supports, joints and loads
    points   places [n][3] that the eye must see beside the structure
    follow   follow(state) returns the places of the leads [m][3]
    """
    things: list[Thing]
    leads: list[np.ndarray]
    labels: list[tuple[np.ndarray, str, str, int]]
    legend: list[tuple[str, str]]
    points: np.ndarray
    follow: Callable[[State], np.ndarray]


class Anchored(Picture):
    """A picture that remembers to which places its symbols belong: anchors, of each thing [points][3]."""

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.anchors: dict[int, np.ndarray] = {}

    def lines(self, pairs: np.ndarray, **style: Any) -> None:
        """Lines between nodes are things, too."""
        rows = np.arange(2 * len(pairs)).reshape(-1, 2)
        layer_of(self.axes).things.append(Thing(style["color"], points=self.x[pairs].reshape(-1, 3), pairs=rows))
        self.anchors[id(layer_of(self.axes).things[-1])] = self.x[pairs].reshape(-1, 3)

    def anchor(self, at: np.ndarray) -> None:
        """Says that the last thing has the same number of points at each of some places [n][3]."""
        thing = layer_of(self.axes).things[-1]
        if thing.body is not None and len(at):
            self.anchors[id(thing)] = np.repeat(at, len(thing.body.points) // len(at), axis=0)

    def symbols(self, symbol: Mesh, at: np.ndarray, ways: np.ndarray, size: float, color: Any) -> None:
        super().symbols(symbol, at, ways, size, color)
        self.anchor(at)

    def arrows(self, heads: np.ndarray, direction: np.ndarray, length: np.ndarray | float,
               double: bool = False, **style: Any) -> None:
        super().arrows(heads, direction, length, double, **style)
        self.anchor(heads)


def nearest(at: np.ndarray, leads: np.ndarray, far: float) -> np.ndarray:
    """Returns the row of the nearest of some places [m][3] for each place [n][3]; -1 if all are far."""
    found = np.full(len(at), -1)
    for k, x in enumerate(at):
        away = np.linalg.norm(leads - x, axis=1)
        row = int(away.argmin())
        found[k] = row if away[row] < far else -1
    return found


def leads_of(result: Result, state: State | None) -> np.ndarray:
    """Returns the places with which marks move: of nodes, and of the ends of the arms of bodies [m][3]."""
    return np.concatenate([places(result, state), *(rods[:, 1] for rods in arms.lines(result, state).values())])


def marks_of(result: Result) -> Marks:
    """Returns the marks of the model of a result."""
    others = [j.point for j in model.joints(result) if j.point is not None]
    with with_bodies():
        picture = Anchored(Figure(figsize=(8, 6)), result.nodes, others, [], SLOPING)
        for draw in (draw_supports, draw_joints, draw_loads):
            draw(picture, result)
        g = model.gravity(result)
        if g is not None:
            draw_gravity(picture, g)
    lines = [line for line in picture.axes.get_lines() if not line.get_label().startswith("_")]
    legend = [(str(line.get_label()), shown(line.get_markerfacecolor() if line.get_marker() not in ("", "None", None)
                                            else line.get_color())) for line in lines]
    texts = [(np.asarray(x), text.strip(), shown(color)) for x, text, _, color in picture.late]
    texts += [(np.asarray(x), name, "#444444") for x, name in [*picture.names, *names_of_places(picture, result)]]
    texts = texts[:LABELS]
    leads, things = leads_of(result, None), layer_of(picture.axes).things
    beside = nearest(np.array([t[0] for t in texts]).reshape(-1, 3), leads, BESIDE * picture.size)
    rows = []
    for thing in things:
        anchors = picture.anchors.get(id(thing), np.zeros((0, 3)))
        each, back = np.unique(anchors, axis=0, return_inverse=True)
        rows.append(nearest(each, leads, NEAR * picture.size)[back.ravel()])
    every = [picture.box, *(t.body.points for t in things if t.body is not None)]
    used = np.unique(np.concatenate([beside, *rows]))
    used = used[used >= 0]
    new = np.full(len(leads) + 1, -1)  # its last row is that of -1
    new[used] = np.arange(len(used))
    return Marks(things, [new[r] for r in rows], [(*t, int(new[k])) for t, k in zip(texts, beside)], legend,
                 np.concatenate(every), lambda state: leads_of(result, state)[used])


def shown(color: object) -> str:
    """Returns a colour as #rrggbb; white, which is that of the paper, is grey."""
    found = to_hex(color)  # type: ignore[arg-type]
    return "#777777" if found == "#ffffff" else found
