# SPDX-License-Identifier: BSD-2-Clause
"""The album of a result, from which a view is made: its states, and the fields that colour them."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from fsolve import scene
from fsolve.error import FsolveError
from fsolve.solid import arms
from fsolve.solid.lines import State
from fsolve.solid.parts import size_of
from fsolve.view.bodies import Body, bodies

if TYPE_CHECKING:
    from fsolve.frames import Snapshot
    from fsolve.result import Result

SWING = 0.12  # largest displacement of a mode, over the size of the model
SIZE = "size"  # component of a vector: its length
BEAM = {"force": ("N", "Vy", "Vz"), "moment": ("T", "My", "Mz"), "strain": ("x", "xy", "xz"),
        "curvature": ("twist", "y", "z")}
GLOBAL = ("normal", "slope", "traction", "momentum", "angular_momentum")  # in axes x, y, z
TENSOR = ("xx", "yy", "xy")


@dataclass
class Field:
    """A quantity that colours a structure.

    name        as it is chosen, such as "displacement" or "von_mises"
    of_nodes    it belongs to nodes, and otherwise to cells
    components  their names; SIZE, if it is there, is the first one
    columns     {part/shape/result: its part/shape}, of cells
    """
    name: str
    of_nodes: bool
    components: tuple[str, ...]
    columns: dict[str, str] = field(default_factory=dict)

    def pick(self, values: np.ndarray, component: int) -> np.ndarray:
        """Returns a component, by its number, of values [n][k]."""
        if self.components[0] != SIZE:
            return values[:, component]
        return values[:, component - 1] if component else np.linalg.norm(values, axis=1)


def names_of(element: str, what: str, width: int) -> tuple[str, ...]:
    """Returns the names of the components of a result of an element."""
    if width == 1:
        return ("",)
    kind = what.split("_")[0]
    if element == "beam" and width == 3 and kind in BEAM:
        return BEAM[kind]
    if width == 3 and element in ("shell", "membrane", "finite_membrane") and what not in GLOBAL:
        return TENSOR
    if width in (2, 3):
        return (SIZE, *"xyz"[:width]) if what in GLOBAL else tuple("xyz"[:width])
    return tuple(str(k) for k in range(width))


def cell_fields(result: Result, frame: Snapshot) -> list[Field]:
    """Returns the fields of cells: the results of the same name and width of all parts."""
    groups: dict[tuple[str, tuple[str, ...]], dict[str, str]] = {}
    for name in frame.names():
        words = name.split("/")
        if len(words) != 3 or "/".join(words[:2]) not in result.cells:
            continue
        values = frame[name]
        width = 1 if values.ndim == 1 else values.shape[1]
        key = words[2], names_of(result.parts[words[0]].element, words[2], width)
        groups.setdefault(key, {})[name] = "/".join(words[:2])
    often = [what for what, _ in groups]
    return [Field(what if often.count(what) == 1 else f"{what} of {', '.join(p.split('/')[0] for p in own.values())}",
                  False, components, own) for (what, components), own in groups.items()]


def node_fields(result: Result, frame: Snapshot) -> list[Field]:
    """Returns the fields of nodes: vectors in space, and numbers."""
    found = []
    for name in frame.names():
        if "/" in name or name == "rotation":
            continue
        values = frame[name]
        if values.ndim == 1 or values.shape[1] in (1, 3):
            wide = values.ndim > 1 and values.shape[1] == 3
            found.append(Field(name, True, (SIZE, *"xyz") if wide else ("",)))
    return sorted(found, key=lambda f: f.name != "displacement")


class Album:
    """The states of a result: its modes or shapes of buckling, else its frames, else the structure at rest.

    states   displacements and rotations
    titles   of the states
    times    of the frames [s]; frequencies of modes; factors of buckling
    swings   whether the states are shapes, which swing about the rest
    """

    def __init__(self, result: Result, scale: float | None = None):
        if not result.parts:
            raise FsolveError(f"{result.file} has no parts: it is not of a model")
        self.result, self.size, self.given = result, size_of(result.nodes), scale
        self.swings = result.has("modes") or result.has("buckling")
        self.scale = 1.0 if scale is None else scale
        self._bodies: list[Body] | None = None
        self._frame: tuple[int, Snapshot] | None = None
        self.refresh()

    def refresh(self) -> Album:
        """Reads the states that the file has got since; see Result.refresh()."""
        if self.swings:
            self._shapes()
            return self
        frames = self.result.frames
        self.times = [float(t) for t in frames.time]
        if self.given is None and len(frames) and not arms.ends(self.result):
            last = np.nan_to_num(frames[-1]["displacement"])
            self.scale = scene.scale_of(self.result.nodes, last)
        factor = f", displacements times {self.scale:g}" if self.scale != 1 else ""
        self.titles = [f"t = {t:.4g} s{factor}" for t in self.times] or ["at rest"]
        return self

    def _shapes(self) -> None:
        group = self.result.modes if self.result.has("modes") else self.result.buckling
        self.shapes = np.asarray(group.shape)
        modes = self.result.has("modes")
        self.times = [float(v) for v in (group.frequency if modes else group.factor)]
        self.titles = [f"mode {k + 1}: {t:.5g} Hz" if modes else f"shape {k + 1}: factor {t:.5g}"
                       for k, t in enumerate(self.times)]

    def __len__(self) -> int:
        return len(self.titles)

    @property
    def rest(self) -> State:
        """The structure at rest, with the same corners as the other states."""
        state = self.state(0)
        return State(state.u, state.turn, 0.0, state.frame)

    def frame(self, k: int) -> Snapshot:
        """Returns a frame, and keeps it until another one is asked for: it knows its names."""
        if self._frame is None or self._frame[0] != k:
            self._frame = k, self.result.frames[k]
        return self._frame[1]

    def state(self, k: int) -> State:
        """Returns a state."""
        if self.swings:
            shape = self.shapes[k]
            most = scene.largest_move(shape, self.size)
            scale = SWING * self.size / most if self.given is None else self.given
            return State(shape[:, :3], shape[:, 3:] if shape.shape[1] == 6 else None, scale)
        if not self.times:
            return State(0 * self.result.nodes)
        frame = self.frame(k)
        turn = frame["rotation"] if "rotation" in frame else None
        return State(np.nan_to_num(frame["displacement"]), turn, self.scale, frame)

    @property
    def bodies(self) -> list[Body]:
        """The bodies of the structure."""
        if self._bodies is None:
            self._bodies = bodies(self.result, self.size, self.state(0))
        return self._bodies

    def fields(self) -> list[Field]:
        """Returns the fields of the last state, which colour all states that have them."""
        if self.swings:
            return [Field("displacement", True, (SIZE, *"xyz"))]
        if not self.times:
            return []
        frame = self.frame(len(self) - 1)
        return node_fields(self.result, frame) + cell_fields(self.result, frame)

    def values(self, k: int, chosen: Field) -> np.ndarray:
        """Returns the values of a field in a state: of all nodes or all cells [n][columns].

        They are NaN where the state has none.
        """
        result = self.result
        if self.swings:
            return self.shapes[k][:, :3]
        frame = self.frame(k)
        if chosen.of_nodes:
            if chosen.name in frame:
                return frame[chosen.name].reshape(len(result.nodes), -1)
            return np.full((len(result.nodes), max(1, len(chosen.components) - 1)), np.nan)
        width = len([c for c in chosen.components if c != SIZE])
        found = []
        for shape, cells in result.cells.items():
            own = [name for name, of in chosen.columns.items() if of == shape and name in frame]
            found.append(frame[own[0]].reshape(len(cells), -1) if own else np.full((len(cells), width), np.nan))
        return np.concatenate(found)

    def cell_name(self, row: int) -> str:
        """Returns the part, its element and the number in the part of a row among all cells."""
        for name, cells in self.result.cells.items():
            if row < len(cells):
                part = name.split("/")[0]
                return f"{part} ({self.result.parts[part].element}), cell {row}"
            row -= len(cells)
        raise IndexError(row)
