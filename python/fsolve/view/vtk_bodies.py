# SPDX-License-Identifier: BSD-2-Clause
"""Bodies of a result with its fields as data of VTK, for ParaView: beams with sections, shells with thickness."""
from __future__ import annotations

from typing import Any

import numpy as np

from fsolve.result import Result
from fsolve.solid import vtk_painter
from fsolve.view.album import SIZE, Album, Field

ALBUMS: dict[str, Album] = {}  # of the files that have been read


def album_of(file: str) -> Album:
    """Returns the album of a file with displacements as they are."""
    if file not in ALBUMS:
        ALBUMS[file] = Album(Result(file), scale=1.0)
    return ALBUMS[file]


def width_of(chosen: Field) -> int:
    return max(1, len([c for c in chosen.components if c != SIZE]))


def named(values: np.ndarray, name: str) -> Any:
    """Returns an array of VTK with a name; one of one column has no components."""
    from vtkmodules.util.numpy_support import numpy_to_vtk
    found = numpy_to_vtk(np.ascontiguousarray(values if values.shape[1] > 1 else values[:, 0], np.float64), deep=1)
    found.SetName(name)
    return found


def bodies_at(album: Album, k: int, output: Any) -> None:
    """Puts the bodies of a state into vtkPolyData, with the fields of nodes at points and those of cells."""
    state, bodies = album.state(k), album.bodies
    first = np.cumsum([0, *(len(b.nodes) for b in bodies)])
    thin = [not len(b.triangles) for b in bodies]
    lines = [b.lines + f for b, f, t in zip(bodies, first, thin) if t]
    output.SetPoints(vtk_painter.vtk_points(np.concatenate([b.corners(state) for b in bodies])))
    output.SetPolys(vtk_painter.vtk_cells([b.triangles + f for b, f in zip(bodies, first)]))
    if lines:
        output.SetLines(vtk_painter.vtk_cells(lines))
    # cells of VTK: all lines, then all polygons
    owners = np.concatenate([*(b.line_cells for b, t in zip(bodies, thin) if t), *(b.cells for b in bodies)])
    for chosen in album.fields():
        values, width = album.values(k, chosen), width_of(chosen)
        if chosen.of_nodes:
            columns = [np.concatenate([b.at_corners(values[:, c]) for b in bodies]) for c in range(width)]
            output.GetPointData().AddArray(named(np.column_stack(columns), chosen.name))
        else:
            own = np.where(owners[:, None] < 0, np.nan, values[owners])
            output.GetCellData().AddArray(named(own, chosen.name))


def give_times(source: Any, file: str) -> None:
    """Gives ParaView the times of a programmable source."""
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as Pipeline
    times = album_of(file).times
    if len(times):
        information = source.GetOutputInformation(0)
        information.Set(Pipeline.TIME_STEPS(), times, len(times))
        information.Set(Pipeline.TIME_RANGE(), [times[0], times[-1]], 2)


def give_bodies(source: Any, file: str) -> None:
    """Gives ParaView the bodies at the time for which it asks a programmable source."""
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline as Pipeline
    album, information = album_of(file), source.GetOutputInformation(0)
    wanted = information.Get(Pipeline.UPDATE_TIME_STEP()) if information.Has(Pipeline.UPDATE_TIME_STEP()) else 0.0
    times = np.array(album.times or [0.0])
    bodies_at(album, int(abs(times - wanted).argmin()), source.GetPolyDataOutput())
