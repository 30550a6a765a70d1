# SPDX-License-Identifier: BSD-2-Clause
"""Paints things by VTK: bodies with light and hidden surfaces."""
from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib import colormaps

from fsolve.solid.camera import Camera
from fsolve.solid.things import MAP, Mesh, Thing
from fsolve.solid.window import window

FINE = 2  # pixels that VTK paints for one pixel of the picture, along both sides
SMOOTH = 30.0  # degrees between two faces beyond which their edge is seen
MANY = 1_000_000  # faces beyond which a body is painted without smooth edges
PEELS = 6  # transparent surfaces that are seen behind each other
COLOURS = 256  # of a map
FEW = 60_000  # faces of a body up to which its sharp edges are drawn
PALE = 0.25  # share of white in the colours of bodies
DARK = 0.5  # share of its colour that a line on a body has
LINES = 3.0  # opacity of the lines of a transparent body, over that of its faces
CREASE = 0.45  # width of sharp edges [point]


def vtk_points(x: np.ndarray) -> Any:
    from vtkmodules.util.numpy_support import numpy_to_vtk
    from vtkmodules.vtkCommonCore import vtkPoints
    points = vtkPoints()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(x, np.float64), deep=1))
    return points


def vtk_cells(rows: list[np.ndarray]) -> Any:
    """Returns polygons or lines, arrays of rows of points."""
    from vtkmodules.util.numpy_support import numpy_to_vtkIdTypeArray
    from vtkmodules.vtkCommonDataModel import vtkCellArray
    sizes = np.concatenate([np.full(len(r), r.shape[1]) for r in rows])
    offsets = np.append(0, np.cumsum(sizes)).astype(np.int64)
    flat = np.concatenate([r.ravel() for r in rows]).astype(np.int64)
    cells = vtkCellArray()
    cells.SetData(numpy_to_vtkIdTypeArray(offsets, deep=1), numpy_to_vtkIdTypeArray(flat, deep=1))
    return cells


def surface(mesh: Mesh) -> Any:
    """Returns a mesh with its values as vtkPolyData."""
    from vtkmodules.util.numpy_support import numpy_to_vtk
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    data = vtkPolyData()
    data.SetPoints(vtk_points(mesh.points))
    data.SetPolys(vtk_cells(mesh.faces))
    if mesh.values is not None:
        values = numpy_to_vtk(np.ascontiguousarray(mesh.values, np.float64), deep=1)
        (data.GetCellData() if mesh.of_faces else data.GetPointData()).SetScalars(values)
    return data


def rounded(data: Any) -> Any:
    """Returns the surface with normals that make round edges smooth, and leave sharp ones."""
    from vtkmodules.vtkFiltersCore import vtkPolyDataNormals
    normals = vtkPolyDataNormals()
    normals.SetInputData(data)
    normals.SetFeatureAngle(SMOOTH)
    normals.ConsistencyOff()
    normals.Update()
    return normals.GetOutput()


def colours(limits: tuple[float, float]) -> Any:
    """Returns the map of the colours of values between limits."""
    from vtkmodules.vtkCommonCore import vtkLookupTable
    table, found = vtkLookupTable(), colormaps[MAP].resampled(COLOURS)
    table.SetNumberOfTableValues(COLOURS)
    for k in range(COLOURS):
        table.SetTableValue(k, *found(k))
    table.SetTableRange(*limits)
    table.SetNanColor(0.85, 0.85, 0.85, 1)
    return table


def mapped(data: Any, limits: tuple[float, float] | None) -> Any:
    """Returns an actor of data, coloured by its values if there are limits."""
    from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.SetScalarVisibility(limits is not None)
    if limits is not None:
        mapper.SetLookupTable(colours(limits))
        mapper.UseLookupTableScalarRangeOn()
        mapper.InterpolateScalarsBeforeMappingOn()
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    actor = vtkActor()
    actor.SetMapper(mapper)
    return actor


def body_actor(thing: Thing, mesh: Mesh) -> Any:
    """Returns the actor of a body. Values are painted without light: their colours are the map's."""
    data = surface(mesh)
    if thing.limits is None and thing.lit and mesh.count <= MANY:
        data = rounded(data)
    actor = mapped(data, thing.limits)
    look = actor.GetProperty()
    look.SetColor(*(PALE + (1 - PALE) * np.array(thing.rgb)))
    look.SetOpacity(thing.alpha)
    if thing.limits is not None or not thing.lit:
        look.LightingOff()
        return actor
    look.SetAmbient(0.34)
    look.SetDiffuse(0.80)
    look.SetSpecular(0.10)
    look.SetSpecularPower(25)
    return actor


def crease_actor(thing: Thing, mesh: Mesh, pixel: float) -> Any:
    """Returns the actor of the sharp edges of a body."""
    from vtkmodules.vtkFiltersCore import vtkFeatureEdges
    edges = vtkFeatureEdges()
    edges.SetInputData(surface(Mesh(mesh.points, mesh.faces)))
    edges.SetFeatureAngle(SMOOTH)
    edges.BoundaryEdgesOff()
    edges.NonManifoldEdgesOff()
    edges.ColoringOff()
    edges.Update()
    actor = mapped(edges.GetOutput(), None)
    look = actor.GetProperty()
    look.SetColor(*(DARK * np.array(thing.rgb)))
    look.SetLineWidth(CREASE * pixel)
    look.SetOpacity(min(1.0, LINES * thing.alpha))
    look.LightingOff()
    return actor


def line_actor(thing: Thing, pixel: float) -> Any:
    """Returns the actor of the lines of a thing; pixel: pixels of VTK in a point of print."""
    from vtkmodules.util.numpy_support import numpy_to_vtk
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    data = vtkPolyData()
    data.SetPoints(vtk_points(thing.points))
    data.SetLines(vtk_cells([thing.pairs]))
    shaded = thing.shades is not None and thing.limits is not None
    if shaded:
        data.GetCellData().SetScalars(numpy_to_vtk(np.ascontiguousarray(thing.shades, float), deep=1))
    actor = mapped(data, thing.limits if shaded else None)
    look = actor.GetProperty()
    look.SetColor(*(np.array(thing.rgb) * (DARK if thing.body and not thing.creases else 1)))
    look.SetLineWidth(max(1.0, thing.width * pixel))
    look.SetOpacity(min(1.0, LINES * thing.alpha))
    look.LightingOff()
    return actor


def actors(things: list[Thing], pixel: float) -> list[Any]:
    found = []
    for thing in things:
        mesh = thing.body or thing.skin
        if mesh is not None and mesh.count:
            found.append(body_actor(thing, mesh))
            if thing.creases and mesh.count <= FEW:
                found.append(crease_actor(thing, mesh, pixel))
        if len(thing.pairs):
            found.append(line_actor(thing, pixel))
    return found


def aim(renderer: Any, camera: Camera, size: np.ndarray, bounds: np.ndarray) -> None:
    """Gives the renderer of a picture with size [2] pixels its camera; bounds: all points [n][3]."""
    eye = renderer.GetActiveCamera()
    extent = float(np.linalg.norm(np.ptp(bounds, axis=0))) or 1.0
    far = bool(np.isinf(camera.distance))
    distance = 10 * extent if far else camera.distance
    eye.SetFocalPoint(*camera.center)
    eye.SetPosition(*(camera.center + distance * camera.back))
    eye.SetViewUp(*camera.up)
    eye.SetParallelProjection(far)
    half = size[1] / 2 / camera.scale  # half of the height of the picture in units of the model
    eye.SetParallelScale(half)
    eye.SetViewAngle(2 * np.degrees(np.arctan(half / distance)))
    eye.SetWindowCenter(*(1 - 2 * camera.at / size))
    depth = distance - (bounds - camera.center) @ camera.back
    low, high = depth.min(), depth.max()
    margin = 0.02 * extent
    eye.SetClippingRange(max(low - margin, 1e-3 * distance), high + margin)


def extremes(things: list[Thing]) -> np.ndarray:
    """Returns the corners [8][3] of a box around all things."""
    points = [m.points for t in things for m in (t.body or t.skin,) if m is not None and m.count]
    points += [t.points for t in things if len(t.pairs)]
    low = np.nanmin([np.nanmin(p, axis=0) for p in points], axis=0)
    high = np.nanmax([np.nanmax(p, axis=0) for p in points], axis=0)
    return np.array([[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)])


def lights(renderer: Any) -> None:
    """Adds a light from above on the left, and weaker ones from the right and from behind."""
    from vtkmodules.vtkRenderingCore import vtkLight
    renderer.AutomaticLightCreationOff()
    for place, strength in (((-0.4, 0.9, 1.1), 0.85), ((0.9, -0.1, 0.8), 0.35), ((-0.8, -0.4, 0.6), 0.25)):
        light = vtkLight()
        light.SetLightTypeToCameraLight()
        light.SetPosition(*place)
        light.SetFocalPoint(0, 0, 0)
        light.SetIntensity(strength)
        renderer.AddLight(light)


def renderer_of(things: list[Thing], pixel: float, paper: tuple[float, ...]) -> Any:
    """Returns a renderer with all things; paper: colour of the background."""
    from vtkmodules.vtkRenderingCore import vtkRenderer
    renderer = vtkRenderer()
    renderer.SetBackground(*paper)
    lights(renderer)
    renderer.TwoSidedLightingOn()
    if any(thing.alpha < 1 for thing in things):
        renderer.SetUseDepthPeeling(1)
        renderer.SetMaximumNumberOfPeels(PEELS)
        renderer.SetOcclusionRatio(0.02)
    for actor in actors(things, pixel):
        renderer.AddActor(actor)
    return renderer


def grab(painted: Any, width: int, height: int) -> np.ndarray:
    """Returns the pixels [height][width][3] that are painted in the window, from below."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonCore import vtkUnsignedCharArray
    data = vtkUnsignedCharArray()
    painted.GetPixelData(0, 0, width - 1, height - 1, 0, data, 0)
    return vtk_to_numpy(data).reshape(height, width, 3)


def paint(things: list[Thing], camera: Camera, size: tuple[int, int], dpi: float,
          paper: tuple[float, ...] = (1.0, 1.0, 1.0)) -> np.ndarray:
    """Returns the picture of things [height][width][3], the rows from below, as numbers to 255.

    size   width and height of the picture [pixel]
    dpi    pixels of the picture in an inch, for the widths of lines
    paper  colour of the background
    """
    width, height = size
    if not any((t.body or t.skin) is not None or len(t.pairs) for t in things):
        return np.full((height, width, 3), np.round(255 * np.array(paper)), np.uint8)
    painted = window()
    renderer = renderer_of(things, FINE * dpi / 72, paper)
    painted.SetSize(FINE * width, FINE * height)
    painted.AddRenderer(renderer)
    aim(renderer, camera, np.array(size, float), extremes(things))
    painted.Render()
    fine = grab(painted, FINE * width, FINE * height)
    painted.RemoveRenderer(renderer)
    renderer.ReleaseGraphicsResources(painted)
    mean = fine.reshape(height, FINE, width, FINE, 3).mean(axis=(1, 3))
    return np.round(mean).astype(np.uint8)
