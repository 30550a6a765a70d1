# SPDX-License-Identifier: BSD-2-Clause
"""A whole structure as things: its parts and the arms of its bodies, in colours."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve.mesh import CLOSED
from fsolve.solid import arms
from fsolve.solid.lines import State
from fsolve.solid.parts import GHOST, PALE, ghost_surface, line_thing, points_thing, surface_thing
from fsolve.solid.things import Thing

if TYPE_CHECKING:
    from fsolve.result import Result

VEILED = 20_000  # cells of a model up to which it is a veil at rest
PLAIN = "0.75"  # colour of parts without values, beside parts with values


@dataclass
class Values:
    """The values that colour a structure: those of nodes, or of some cells.

    nodes   at the nodes [n], or None
    cells   {part/shape: values of its cells [k]}
    limits  the least and the largest value of the colours
    """
    nodes: np.ndarray | None = None
    cells: dict[str, np.ndarray] = field(default_factory=dict)
    limits: tuple[float, float] = (0.0, 1.0)

    def every(self) -> np.ndarray:
        """Returns all values that are known."""
        found = [*self.cells.values()] if self.nodes is None else [self.nodes]
        joined = np.concatenate(found)
        return joined[np.isfinite(joined)]

    def of(self, part: str, shapes: list[str]) -> np.ndarray | None:
        """Returns the values of the nodes, or of the cells of a part, or None."""
        if self.nodes is not None:
            return self.nodes
        found = [self.cells[f"{part}/{s}"] for s in shapes if f"{part}/{s}" in self.cells]
        return np.concatenate(found) if len(found) == len(shapes) and found else None


@dataclass
class Look:
    """How a structure is drawn.

    colours  {name of a part: its colour}
    alpha    opacity
    width    of lines [point]
    surface  how matplotlib draws surfaces: {keyword: value}
    dot      size of the points of matplotlib [point]
    zorder   of matplotlib
    """
    colours: dict[str, str]
    alpha: float = 1.0
    width: float = 1.6
    surface: dict[str, Any] = field(default_factory=dict)
    dot: float = 7.0
    zorder: float = 3.0


def colours_of(result: Result) -> dict[str, str]:
    """Returns the colour of each part."""
    return {name: f"C{k % 10}" for k, name in enumerate(result.parts)}


def places(result: Result, state: State | None) -> np.ndarray:
    """Returns where the nodes are drawn [n][3]."""
    return result.nodes if state is None else result.nodes + state.scale * state.u


def coloured(look: Look, name: str, values: Values | None, shapes: list[str]) -> dict[str, Any]:
    """Returns the colour or the values of a part, as arguments of a thing."""
    own = None if values is None else values.of(name, shapes)
    if values is None or own is None:
        return {"color": look.colours[name] if values is None else PLAIN, "alpha": look.alpha}
    return {"color": "0.35", "values": own, "of_nodes": values.nodes is not None, "limits": values.limits}


def structure(result: Result, state: State | None, size: float, look: Look,
              values: Values | None = None) -> list[Thing]:
    """Returns the parts of a model and the arms of its bodies.

    state   where the nodes are drawn; None: at rest
    size    of the model
    values  colour the structure; None: each part has its colour
    """
    found, x = [], places(result, state)
    for name, part in result.parts.items():
        closed = {shape: c for shape, c in part.cells.items() if shape in CLOSED and len(c)}
        if closed:
            flat = {"zorder": look.zorder - 1, **look.surface}
            own = coloured(look, name, values, list(closed))
            if "limits" in own:
                flat = {"edgecolor": "0.3", "lw": 0.2}
            found.append(surface_thing(result, name, closed, x, size, flat=flat, **own))
        for shape, cells in part.cells.items():
            if shape in CLOSED:
                continue
            own = coloured(look, name, values, [shape])
            if shape == "point":
                flat = {"marker": "o", "ms": look.dot, "zorder": look.zorder + 1.8}
                found.append(points_thing(result, name, cells[:, 0], state, size, flat=flat,
                                          points=x[cells[:, 0]], **own))
            else:
                found.append(line_thing(result, f"{name}/{shape}", state, size, width=look.width,
                                        flat={"zorder": look.zorder}, **own))
    plain = look.colours if values is None else {name: PLAIN for name in result.parts}
    return found + arms.things(result, state, size, plain, look.alpha)


def ghost(result: Result, size: float, filled: bool = True) -> list[Thing]:
    """Returns the structure at rest, pale, behind the one that has moved.

    filled: bodies are a veil; else their lines alone are drawn
    """
    filled = filled and sum(map(len, result.cells.values())) <= VEILED
    look = Look(dict.fromkeys(result.parts, GHOST), PALE, 1.4, zorder=1.5)
    found = []
    for name, part in result.parts.items():
        closed = {shape: c for shape, c in part.cells.items() if shape in CLOSED and len(c)}
        if closed:
            found.append(ghost_surface(result, name, closed, filled))
    for thing in structure(result, None, size, look):
        if thing.skin is None:
            thing.body = thing.body if filled else None
            found.append(thing)
    return found
