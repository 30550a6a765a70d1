# SPDX-License-Identifier: BSD-2-Clause
"""A layer of axes of matplotlib in which VTK paints the things of a scene.

Texts, legends and scale bars are those of matplotlib in both painters. The layer paints when the
figure is drawn, with the camera of the axes and the resolution of the file, so that its pixels are
those of the file.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.colors import to_rgb
from mpl_toolkits.mplot3d import Axes3D

from fsolve.solid import flat_painter, vtk_painter
from fsolve.solid.camera import camera_of
from fsolve.solid.things import Thing
from fsolve.solid.window import available

BELOW = -100.0  # order of the layer: texts and symbols are above it


class Layer(Artist):
    """The picture of things behind everything else in axes."""

    def __init__(self, axes: Axes3D):
        super().__init__()
        self.things: list[Thing] = []
        self.set_zorder(BELOW)
        self.set_clip_on(False)
        axes.add_artist(self)

    def place(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the lower left and the upper right corner of the picture [pixel]."""
        axes: Any = self.axes
        place = axes.get_position(original=True).transformed(axes.figure.transFigure)
        return np.floor(place.min), np.ceil(place.max)

    def picture(self, finer: float) -> np.ndarray:
        """Returns the picture [height][width][3], the rows from below.

        finer: pixels of the picture in a pixel of the figure, along both sides
        """
        axes: Any = self.axes
        low, high = self.place()
        camera = camera_of(axes, low)
        camera.scale, camera.at = camera.scale * finer, camera.at * finer
        width, height = (int(round(n)) for n in finer * (high - low))
        return vtk_painter.paint(self.things, camera, (width, height), finer * axes.figure.dpi,
                                 to_rgb(axes.figure.get_facecolor()))

    def draw(self, renderer: Any) -> None:
        """Paints the things. matplotlib calls it for each file or screen."""
        if not self.get_visible() or not self.things:
            return
        rows = self.picture(renderer.get_image_magnification())
        opaque = np.full((*rows.shape[:2], 1), 255, np.uint8)
        gc = renderer.new_gc()
        renderer.draw_image(gc, *self.place()[0], np.concatenate([rows, opaque], axis=2))
        gc.restore()


def layer_of(axes: Axes3D) -> Layer:
    """Returns the layer of axes, which gets one if it has none."""
    for child in axes.get_children():
        if isinstance(child, Layer):
            return child
    return Layer(axes)


def repaint(axes: Axes3D, things: list[Thing]) -> None:
    """Paints things instead of those that repaint() has painted before, as in a film."""
    if available():
        layer_of(axes).things = list(things)
        return
    for artist in getattr(axes, "repainted", []):
        artist.remove()
    before = set(axes.get_children())
    paint(axes, things)
    axes.repainted = [artist for artist in axes.get_children() if artist not in before]


def paint(axes: Axes3D, things: list[Thing]) -> None:
    """Paints things in axes: by VTK if it is there, else by matplotlib."""
    if available():
        layer_of(axes).things += things
        return
    for thing in things:
        flat_painter.paint(axes, thing)
