# SPDX-License-Identifier: BSD-2-Clause
"""Sections of line elements as their options give them: outlines, offsets and twists by place."""
from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve import model
from fsolve.solid import outline

if TYPE_CHECKING:
    from fsolve.result import Result

STIFF = ("ea", "eiy", "eiz")


class Section:
    """The section of a part.

    Its numbers may be formulas of the place, or columns of a table of stations. There is no
    outline, but None, if the options say nothing about its size.
    """

    def __init__(self, result: Result, part: str):
        start = f"part_{part}_"
        self.given = {key[len(start):]: str(value) for key, value in result.options.items()
                      if key.startswith(start)}
        self.known = model.constants(result.options)
        self.axis, self.table = "fraction", self._stations(result)
        self._outlines: dict[Any, np.ndarray | None] = {}

    def _stations(self, result: Result) -> dict[str, np.ndarray]:
        """Returns the columns of the table of stations; {} if the part has no such table."""
        path = self.given.get("stations", "")
        beside = os.path.join(os.path.dirname(result.file), path)
        path = path if os.path.exists(path) else beside
        if not path.endswith(".csv") or not os.path.exists(path):
            return {}
        try:
            with open(path, encoding="utf-8") as file:
                rows = list(csv.reader(line for line in file if line.strip()
                                       and not line.startswith("#")))
            columns = np.array(rows[1:], float).T
        except (OSError, ValueError):
            return {}
        self.axis = rows[0][0].strip()
        return {name.strip(): column for name, column in zip(rows[0], columns)}

    @property
    def estimated(self) -> bool:
        """Whether the outline follows from the area or the stiffness, not from a shape."""
        return "section" not in self.given and "profile" not in self.given

    @property
    def varies(self) -> bool:
        """Whether the section may depend on the place."""
        words = (*outline.WORDS, *STIFF, "area", "offset", "twist")
        return bool(self.table) or any(
            model.constant(entry, self.known) is None
            for word in words for entry in model.split(self.given.get(word, "0")))

    def number(self, word: str, place: dict[str, float]) -> float | None:
        """Returns a number of the section at a place, or None if it is not known."""
        if word in self.table:
            return float(np.interp(place[self.axis], self.table[self.axis], self.table[word]))
        return model.constant(self.given[word], {**self.known, **place}) \
            if word in self.given else None

    def numbers(self, words: tuple[str, ...], place: dict[str, float]) -> list[float] | None:
        found = [self.number(word, place) for word in words]
        return None if None in found else [v for v in found if v is not None]

    def twist(self, place: dict[str, float]) -> float:
        """Returns the angle of the section about the axis."""
        return self.number("twist", place) or 0.0

    def offset(self, place: dict[str, float]) -> np.ndarray:
        """Returns the coordinates y, z of the center from the line of nodes."""
        if "offset_y" in self.table or "offset_z" in self.table:
            return np.array([self.number(f"offset_{c}", place) or 0.0 for c in "yz"])
        values = [model.constant(entry, {**self.known, **place})
                  for entry in model.split(self.given.get("offset", "0,0"))]
        return np.array([v or 0.0 for v in values]) if len(values) == 2 else np.zeros(2)

    def outline(self, place: dict[str, float]) -> np.ndarray | None:
        """Returns the outline at a place {"s", "fraction", "x", "y", "z"}, about its center."""
        if "profile" in self.given:
            unit = self.given.get("profile_unit", "m")
            return self._once("profile", lambda: outline.of_profile(self.given["profile"], unit))
        sizes = {word: v for word in outline.WORDS for v in [self.number(word, place)]
                 if v is not None}
        shape = self.given.get("section", "")
        if shape == "polygon":
            values = [model.constant(entry, self.known)
                      for entry in model.split(self.given.get("polygon", ""))]
            if None in values or len(values) < 6:
                return None
            points = np.array([v or 0.0 for v in values]).reshape(-1, 2)
            return outline.of_polygon(points, sizes.get("thickness"))
        if shape:
            return self._once((shape, *sizes.items()), lambda: outline.of_shape(shape, sizes))
        return self._by_stiffness(place)

    def _by_stiffness(self, place: dict[str, float]) -> np.ndarray | None:
        """Returns the outline of a section that is known by its area or stiffness alone."""
        area = self.number("area", place)
        if area is not None and area > 0:
            return outline.of_area(area)
        stiff = self.numbers(STIFF, place)
        if stiff is None and "stiffness_1_1" in self.table:
            stiff = self.numbers(("stiffness_1_1", "stiffness_5_5", "stiffness_6_6"), place)
        if stiff is None:
            plane = [self.number("ea", place), self.number("eiy", place) or self.number("eiz", place)]
            stiff = None if None in plane else [plane[0] or 0, plane[1] or 0, plane[1] or 0]
        return None if stiff is None else outline.of_stiffness(*stiff)

    def _once(self, key: Any, make: Any) -> np.ndarray | None:
        if key not in self._outlines:
            self._outlines[key] = make()
        return self._outlines[key]
