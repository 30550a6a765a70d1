# SPDX-License-Identifier: BSD-2-Clause
"""Paints things by matplotlib: the surfaces and lines in the middle of bodies, without light."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import Normalize

from mpl_toolkits.mplot3d.art3d import Line3DCollection

from fsolve import scene
from fsolve.mesh import segments
from fsolve.solid.things import MAP, Mesh, Thing

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d import Axes3D


def face_colours(mesh: Mesh, limits: tuple[float, float]) -> list[np.ndarray]:
    """Returns the colours [k][4] of the faces of each array of faces."""
    assert mesh.values is not None
    if mesh.of_faces:
        means = np.split(mesh.values, np.cumsum([len(f) for f in mesh.faces])[:-1])
    else:
        means = [mesh.values[f].mean(axis=1) for f in mesh.faces]
    return [colormaps[MAP](Normalize(*limits)(m)) for m in means]


def paint(axes: Axes3D, thing: Thing) -> None:
    """Paints the skin, and the lines or the points of a thing."""
    if "marker" in thing.flat:
        scene.draw_points(axes, thing.points, color=thing.color, alpha=thing.alpha, **thing.flat)
        return
    mesh, order = thing.skin, {"zorder": thing.flat.get("zorder", 2)}
    if mesh is not None and mesh.count:
        colours = [thing.rgb] * len(mesh.faces)
        if thing.limits is not None:
            colours = face_colours(mesh, thing.limits)
        look = {"edgecolor": "none", "alpha": thing.alpha, **thing.flat}
        for faces, colour in zip(mesh.faces, colours):
            scene.draw_faces(axes, mesh.points, faces, **{"facecolor": colour, **look})
    points, pairs = thing.flat_lines or (thing.points, thing.pairs)
    if thing.shades is not None and thing.limits is not None:
        shaded = Line3DCollection(segments(points, pairs), cmap=MAP, lw=thing.width, **order)
        shaded.set_array(thing.shades)
        shaded.set_clim(*thing.limits)
        scene.add(axes, shaded)
    elif len(pairs):
        scene.draw_lines(axes, points, pairs, color=thing.color, lw=thing.width,
                         alpha=thing.alpha, **order)
