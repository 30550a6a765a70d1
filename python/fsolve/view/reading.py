# SPDX-License-Identifier: BSD-2-Clause
"""Readings of a node or a member that is picked in a view: its values, and its history."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fsolve.texts import number

if TYPE_CHECKING:
    from fsolve.view.album import Album, Field


@dataclass
class Picked:
    """A node or a member that the user has picked.

    part  name of the part
    cell  row of the cell among all cells of the model, or -1
    node  row of the node, or -1
    """
    part: str
    cell: int
    node: int

    def row(self, chosen: Field) -> int:
        """Returns the row of the values of a field that belong to it, or -1."""
        return self.node if chosen.of_nodes else self.cell


def node_name(album: Album, node: int) -> str:
    return f"node {album.result.node_id[node]}"


def lines_about(album: Album, k: int, picked: Picked) -> list[str]:
    """Returns a line about what is picked, and a line with its values of each field in a state."""
    found = [album.cell_name(picked.cell) if picked.cell >= 0 else picked.part]
    if picked.node >= 0:
        at = ", ".join(number(v) for v in album.result.nodes[picked.node])
        found.append(f"{node_name(album, picked.node)} at rest at {at}")
    for chosen in album.fields():
        row = picked.row(chosen)
        values = album.values(k, chosen)[row] if row >= 0 else np.array([np.nan])
        if np.isfinite(values).any():
            found.append(f"{chosen.name}: {', '.join(number(v) for v in values)}")
    return found


class Colours:
    """Limits and histories of fields over all states. They are read once for each state."""

    def __init__(self, album: Album):
        self.album = album
        self._limits: dict[tuple[str, int], tuple[int, float, float]] = {}
        self._curves: dict[tuple[str, int, int], list[float]] = {}

    def values(self, k: int, chosen: Field, component: int) -> np.ndarray:
        return chosen.pick(self.album.values(k, chosen), component)

    def limits(self, chosen: Field, component: int) -> tuple[float, float]:
        """Returns the least and the largest value in all states."""
        key = chosen.name, component
        count, low, high = self._limits.get(key, (0, np.inf, -np.inf))
        for k in range(count, len(self.album)):
            values = self.values(k, chosen, component)
            values = values[np.isfinite(values)]
            low, high = min(low, values.min(initial=np.inf)), max(high, values.max(initial=-np.inf))
        self._limits[key] = len(self.album), low, high
        if not low <= high:
            return 0.0, 1.0
        return (low, high) if low < high else (low, low + (abs(low) or 1.0))

    def curve(self, chosen: Field, component: int, row: int) -> np.ndarray:
        """Returns the values of a row of a field in all states."""
        found = self._curves.setdefault((chosen.name, component, row), [])
        for k in range(len(found), len(self.album)):
            found.append(float(self.values(k, chosen, component)[row]))
        return np.array(found)
