# SPDX-License-Identifier: BSD-2-Clause
"""Extremes of forces and moments of members over frames and envelopes, with places and times."""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from fsolve.members import AXIAL, MemberCells

if TYPE_CHECKING:
    from fsolve.result import Result

ZERO = 1e-9  # values relative to the largest one of their kind; round-off of a solve is below
COLUMNS = {quantity: (kind, column) for kind, names in
           (("force", ("N", "Vy", "Vz")), ("moment", ("T", "My", "Mz")))
           for column, quantity in enumerate(names)}


class Envelopes:
    """The envelopes of a file, of results of elements. A file without envelopes has none."""

    def __init__(self, result: Result):
        self._found = result.envelopes if result.has("envelopes") else None

    def sources(self, line: MemberCells, quantity: str, word: str
                ) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Yields (places, values, times), all [cells][k], of the results that have a quantity.

        word: "largest" or "least"

        Results whose places are known come first. If a file has no places of extremes inside of
        elements, they have the best place of -part_<name>_section_places, else none (NaN).
        """
        kind, column = COLUMNS[quantity]
        inner = np.full((len(line.cells), 1), np.nan)
        names = ["force"] if line.element in AXIAL else [
            f"{kind}_{end}" for end in ("along", "start", "end", "max" if word == "largest" else "min")]
        for name in names:
            at = f"{line.shape}/{name}/{word}"
            if self._found is None or at not in self._found:
                continue
            width = 1 if line.element in AXIAL else 3
            values, times = (found[line.cells].reshape(len(line.cells), -1, width)[:, :, column]
                             for found in (self._found[at], self._found[at + "_time"]))
            if name == "force":
                values, times = (np.tile(both, (1, 2)) for both in (values, times))
            if name.endswith(("along", "force")):
                places = np.linspace(*line.places.T, values.shape[1], axis=1)
                best = values.argmax(axis=1) if word == "largest" else values.argmin(axis=1)
                inner = np.take_along_axis(places, best[:, None], axis=1)
            elif f"{at}_place" in self._found:
                share = self._found[f"{at}_place"][line.cells, column][:, None]
                places = line.places[:, :1] + share * (line.places[:, 1:] - line.places[:, :1])
            else:
                places = {"start": line.places[:, :1], "end": line.places[:, 1:]}.get(
                    name.split("_")[1], inner)
            yield places, values, times

    def whole(self, line: MemberCells, quantity: str) -> bool:
        """Returns whether the extremes of a quantity over all steps are known."""
        kind = COLUMNS[quantity][0]
        names = ("force",) if line.element in AXIAL else (f"{kind}_max", f"{kind}_min")
        return self._found is not None and all(f"{line.shape}/{n}/least" in self._found for n in names)


class Extreme:
    """The largest values of some members, or with sign -1 the least ones.

    value, place, time  of each member [m]; NaN stands for no value, and for an unknown place
    """

    def __init__(self, count: int, sign: int):
        self.sign = sign
        self.value, self.place, self.time = np.full((3, count), np.nan)

    def add(self, line: MemberCells, places: np.ndarray, values: np.ndarray,
            time: float | np.ndarray) -> None:
        """Adds values [cells][k] at places along the members, NaN behind the last of a cell.

        time: of all values, or of each of them
        """
        high = np.where(np.isnan(values), -np.inf, self.sign * values)
        size = np.maximum.reduceat(np.nan_to_num(abs(values)).max(axis=1), line.first)
        top = np.maximum.reduceat(high.max(axis=1), line.first)
        same = ZERO * size  # of values that differ by round-off the first one counts
        near = np.where(high >= line.of_cells(top - same)[:, None],
                        np.arange(values.size).reshape(values.shape), values.size)
        at = np.minimum.reduceat(near.min(axis=1), line.first)
        new = np.isfinite(top) & (np.isnan(self.value) | (top > self.sign * self.value + same))
        self.value[new], self.place[new] = self.sign * top[new], places.ravel()[at[new]]
        self.time[new] = np.broadcast_to(time, values.shape).ravel()[at[new]]


class Extremes:
    """The values of one quantity of the members of one part and shape, over frames and envelopes.

    start, end   values at the ends [m], those of largest magnitude
    top, bottom  largest and least values over the members
    """

    def __init__(self, line: MemberCells):
        count = len(line.members)
        self.line = line
        self.start, self.end = np.zeros((2, count))
        self.top, self.bottom = Extreme(count, 1), Extreme(count, -1)

    def add_ends(self, start: np.ndarray, end: np.ndarray) -> None:
        """Adds values at the starts and ends of all cells [cells]; NaN does not count."""
        for known, values in ((self.start, start[self.line.first]), (self.end, end[self.line.last])):
            larger = abs(values) > abs(known)
            known[larger] = values[larger]

    def add(self, knots: np.ndarray, time: float, peaks: bool = True) -> None:
        """Adds a frame: the knots of all cells, from fsolve.inside.

        peaks: also those whose values may be estimated
        """
        places, values = knots[:2]
        there = np.isfinite(places)
        whole = np.minimum.reduceat((np.isfinite(values) | ~there).all(axis=1), self.line.first)
        values = np.where(there & self.line.of_cells(whole)[:, None], values, np.nan)
        last = there.sum(axis=1) - 1  # a frame may have only some of the nodes
        self.add_ends(values[:, 0], values[np.arange(len(values)), last])
        if not peaks:
            values = np.where(np.isnan(knots[2]), np.nan, values)
        for extreme in (self.top, self.bottom):
            extreme.add(self.line, places, values, time)

    def add_envelopes(self, found: Envelopes, quantity: str) -> None:
        """Adds what the envelopes of a file have of the quantity."""
        for extreme, word in ((self.top, "largest"), (self.bottom, "least")):
            for places, values, times in found.sources(self.line, quantity, word):
                extreme.add(self.line, places, values, times)
                self.add_ends(np.where(places[:, 0] == self.line.places[:, 0], values[:, 0], np.nan),
                              np.where(places[:, -1] == self.line.places[:, 1], values[:, -1], np.nan))
