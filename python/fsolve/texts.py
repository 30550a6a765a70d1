# SPDX-License-Identifier: BSD-2-Clause
"""Texts in pictures of the mesh that do not cover each other."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve import scene

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d import Axes3D

# Alignments that are tried: to the right of the place and above, and so on.
BESIDE = [("left", "bottom"), ("left", "top"), ("right", "bottom"), ("right", "top"),
          ("left", "center"), ("right", "center")]
OVER = [("center", "center"), ("center", "bottom"), ("center", "top"), *BESIDE]
GAP = 1.0  # [pixel] around a text


def number(value: float) -> str:
    """Returns a number with four digits, up to ten million without an exponent."""
    text = f"{value:.4g}"
    return f"{float(text):.0f}" if "e+" in text and abs(value) < 1e7 else text


class Texts:
    """The texts of a picture. Each is written where it covers none before it, or not at all.

    Write texts after the place of the axes is final, the most important ones first.
    """

    def __init__(self, axes: Axes3D):
        self.axes, self.taken = axes, np.zeros((0, 4))
        self.size: dict[tuple[str, Any], tuple[float, float]] = {}

    def size_of(self, text: str, style: dict[str, Any]) -> tuple[float, float]:
        """Returns the width and height of a text [pixel]."""
        key = text, style.get("fontsize")
        if key not in self.size:
            figure = self.axes.figure
            probe = figure.text(0, 0, text, fontsize=key[1])
            box = probe.get_window_extent(figure.canvas.get_renderer())
            probe.remove()
            self.size[key] = box.width, box.height
        return self.size[key]

    def write(self, place: np.ndarray, text: str, ways: list[tuple[str, str]] = BESIDE,
              **style: Any) -> bool:
        """Writes a text at a place [3], and returns whether there was room for it.

        ways: alignments that are tried, in order
        """
        style = {"fontsize": "small", **style}
        at, (width, height) = scene.pixels(self.axes, np.atleast_2d(place))[0], self.size_of(text, style)
        edge = self.axes.figure.bbox.max
        for ha, va in ways:
            low = at - [{"left": 0, "center": width / 2, "right": width}[ha],
                        {"bottom": 0, "center": height / 2, "top": height}[va]]
            box = np.append(low - GAP, low + (width + GAP, height + GAP))
            if (box < 0).any() or (box[2:] > edge).any():
                continue
            if not ((self.taken[:, :2] < box[2:]) & (self.taken[:, 2:] > box[:2])).all(axis=1).any():
                self.taken = np.vstack([self.taken, box])
                self.axes.text(*place, text, ha=ha, va=va, **style)
                return True
        return False
