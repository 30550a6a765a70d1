# SPDX-License-Identifier: BSD-2-Clause
"""A macro of ParaView: draws a run with its bodies, beams with their sections and shells with their thickness.

In ParaView: Macros, Import new macro; open case.xdmf, select it, and run the macro. In a terminal:

    pvbatch scripts/paraview_bodies.py case.xdmf picture.png [result]

The bodies have the results of the run, and move with its time. If the Python of ParaView lacks h5py or the
package fsolve, which the variable PYTHONPATH or the script plot_model in PATH shows, beams are tubes.
"""
import os
import shutil
import sys

from paraview import simple

TUBE = 0.006  # radius of tubes over the size of the model
EYE = 1.2, -1.8, 1.0  # direction to the eye of a picture
SIZE = [1200, 800]  # of a picture [pixel]
TIMES = "import sys\nsys.path[:0] = {path}\nfrom fsolve.view import vtk_bodies\nvtk_bodies.give_times(self, {file!r})"
BODIES = "import sys\nsys.path[:0] = {path}\nfrom fsolve.view import vtk_bodies\nvtk_bodies.give_bodies(self, {file!r})"


def folders():
    """Returns the folders beside this file and beside plot_model that have the package."""
    places = [os.path.dirname(os.path.abspath(__file__))] if "__file__" in globals() else []
    script = shutil.which("plot_model")
    places += [os.path.dirname(os.path.realpath(script))] if script else []
    return [p for p in places if os.path.isdir(os.path.join(p, "fsolve"))]


def has_package(path):
    """Returns whether bodies can be made."""
    sys.path[:0] = path
    try:
        import h5py  # noqa: F401
        from fsolve.view import vtk_bodies  # noqa: F401
        return True
    except ImportError:
        return False


def bodies_of(file, path):
    """Returns a source of ParaView with the bodies of an output file."""
    return simple.ProgrammableSource(registrationName="bodies of " + os.path.basename(file), OutputDataSetType="vtkPolyData",
                                     ScriptRequestInformation=TIMES.format(path=path, file=file), Script=BODIES.format(path=path, file=file))


def tubes_of(reader, view):
    """Shows the moved mesh of a reader, and returns tubes around its lines."""
    surface = simple.ExtractSurface(Input=reader)
    simple.UpdatePipeline(time=view.ViewTime, proxy=surface)
    bounds = surface.GetDataInformation().GetBounds()
    size = sorted(bounds[2 * k + 1] - bounds[2 * k] for k in range(3))[-1] or 1.0
    moved = simple.WarpByVector(Input=surface, Vectors=["POINTS", "displacement"])
    simple.Show(moved, view)
    return simple.Tube(Input=moved, Radius=TUBE * size)


def run_of(reader):
    """Returns the output file beside the XDMF file of a reader."""
    names = reader.FileNames if hasattr(reader, "FileNames") else reader.FileName
    return os.path.splitext(os.path.abspath(names if isinstance(names, str) else names[0]))[0] + ".h5"


def shown(reader, result=None):
    """Shows the bodies of a reader instead of its mesh, coloured by a result. Returns their source."""
    file, path, view = run_of(reader), folders(), simple.GetActiveViewOrCreate("RenderView")
    with_bodies = os.path.exists(file) and has_package(path)
    source = bodies_of(file, path) if with_bodies else tubes_of(reader, view)
    simple.UpdatePipeline(time=view.ViewTime, proxy=source)
    simple.Hide(reader, view)
    display = simple.Show(source, view)
    for place, there in (("POINTS", source.PointData), ("CELLS", source.CellData)):
        if result in there.keys():
            simple.ColorBy(display, (place, result))
            display.RescaleTransferFunctionToDataRange()
            display.SetScalarBarVisibility(view, True)
    simple.SetActiveSource(source)
    view.ResetCamera()
    return source


def picture(case, path, result=None):
    """Writes a picture of the last frame of an XDMF file."""
    reader = simple.OpenDataFile(os.path.abspath(case))
    view = simple.GetActiveViewOrCreate("RenderView")
    view.ViewSize = SIZE
    times = list(reader.TimestepValues) if reader.TimestepValues else []
    if times:
        view.ViewTime = times[-1]
    shown(reader, result)
    view.CameraFocalPoint, view.CameraPosition = [0, 0, 0], list(EYE)
    view.CameraViewUp = [0, 0, 1]
    view.ResetCamera()
    simple.SaveScreenshot(path, view, ImageResolution=SIZE)


if len(sys.argv) > 2 and sys.argv[1].endswith(".xdmf"):
    picture(*sys.argv[1:4])
elif simple.GetActiveSource() is not None:
    shown(simple.GetActiveSource())
else:
    print("open the .xdmf file of a run first, and select it", file=sys.stderr)
