"""Pictures of results by matplotlib: histories, moved meshes, films. What plot() and animate() of fsolve.py and the plot_ scripts share."""
import argparse
import os
import shutil
import sys

import matplotlib

if not os.environ.get("DISPLAY") and "matplotlib.pyplot" not in sys.modules:
    matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import animation
from mpl_toolkits.mplot3d import proj3d
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
from PIL import Image  # what matplotlib writes PNG files with

from fsolve_signal import welch
from fsolve_file import FsolveError, column, labels

ORDER = {"line3": (0, 2, 1)}  # of nodes along a cell
CLOSED = ("triangle", "quadrilateral")
MOST = 2000  # more frames are too many for a film


def script(doc, *arguments, named=False):
    """The command line of a plot_ script: file, arguments (name, keys of argparse) and the picture, which is last or, named, that of --out."""
    class Parser(argparse.ArgumentParser):
        def error(self, message):
            refuse(f"{message}; {' '.join(self.format_usage().split())}")

    parser = Parser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="output of fsolve")
    for name, keys in arguments:
        parser.add_argument(name, **keys)
    beside = {"help": "default: beside the file, .png"}
    if named:
        parser.add_argument("--out", dest="picture", **beside)
    else:
        parser.add_argument("picture", nargs="?", **beside)
    found = parser.parse_intermixed_args()
    if not found.picture:
        found.picture = os.path.splitext(found.file)[0] + ".png"
    return found


def refuse(message):
    """One line, status 2."""
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(2)


def main(draw, *arguments, **keys):
    """Draw, and say which picture; what the file does not have is one line."""
    try:
        picture = draw(*arguments, **keys)
    except FsolveError as error:
        refuse(error.message)
    print(picture)


def save(figure, path):
    path = os.fspath(path)
    try:
        figure.savefig(path, dpi=100)
        if path.lower().endswith(".png"):
            with Image.open(path) as picture:
                few = picture.convert("RGB").quantize(48, dither=Image.Dither.NONE)  # lines and text: a third of the size
            few.save(path, optimize=True)
    except OSError as error:
        raise FsolveError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # no such format
        raise FsolveError(f"{path}: {str(error).splitlines()[0]}") from None
    plt.close(figure)
    return path


# ---- histories -------------------------------------------------------------------------------------------------------


def columns(result, name, component=None):
    """[(label, values [m])] of a history, of one component if it has several; sizes of amplitudes of a response."""
    there = result.names()
    if "frequency" in there and name not in there:
        values = np.abs(result.response[name])
        name = f"|{name}|"
    else:
        values = result.history(name)
    if not len(values):
        raise FsolveError(f"{result.file} has no rows of {name}: the run has put none on the disk")
    width = values.shape[-1] if values.ndim > 1 else 1
    names, flat = labels(values), values.reshape(len(values), -1)
    one = None if component is None or width == 1 else column(name, width, component)
    return [(f"{name} {names[k]}" if flat.shape[1] > 1 else name, flat[:, k]) for k in range(flat.shape[1]) if one in (None, k % width)]


def abscissa(result):
    """(label, values) of what histories go over."""
    there = result.names()
    if "frequency" in there:
        return "frequency [Hz]", result.history("frequency")
    if "load_factor" in there:
        return "load factor", result.history("load_factor")
    if "time" in there:
        return "time [s]", result.time
    raise FsolveError(f"{result.file} has no histories")


def plot_psd(result, names, component=None, out=None):
    """Power spectral densities of histories. Returns the axes."""
    axes = plt.figure(figsize=(7, 4.5), layout="constrained").add_subplot()
    for name in names:
        for label, values in columns(result, name, component):
            axes.semilogy(*welch(result.time, values), lw=1.2, label=label)
    axes.set(xlabel="frequency [Hz]", ylabel="power spectral density [(unit)²/Hz]")
    axes.legend(fontsize="small")
    axes.grid(alpha=0.3)
    if out:
        save(axes.figure, out)
    return axes


def plot(result, names, component=None, axes=None, out=None):
    """See Result.plot."""
    label, x = abscissa(result)
    lines = [line for name in names for line in columns(result, name, component)]
    if not lines:
        raise FsolveError(f"plot: which history? {result.file} has {', '.join(result.names()[:8])}, ...")
    if axes is None:
        axes = plt.figure(figsize=(7, 4.5), layout="constrained").add_subplot()
    for name, values in lines:
        axes.plot(x, values, lw=1.2, label=name)
    unit = result.unit(names[0])
    axes.set(xlabel=label, ylabel=(lines[0][0] if len(lines) == 1 else names[0] if len(names) == 1 else "") + (f" [{unit}]" if unit else ""))
    if len(lines) > 1:
        axes.legend(fontsize="small")
    axes.grid(alpha=0.3)
    if out:
        save(axes.figure, out)
    return axes


# ---- the mesh --------------------------------------------------------------------------------------------------------


def edges(result):
    """Pairs of nodes [n][2] that lines are drawn between."""
    found = []
    for name, cells in result.cells.items():
        shape = name.split("/")[1]
        ring = [cells[:, i] for i in ORDER.get(shape, range(cells.shape[1]))] + ([cells[:, 0]] if shape in CLOSED else [])
        found += [np.column_stack(pair) for pair in zip(ring[:-1], ring[1:])]
    pairs = np.concatenate(found) if found else np.zeros((0, 2), int)
    return np.unique(np.sort(pairs, axis=1), axis=0)


def faces(result):
    """Nodes of triangles and quadrilaterals: a list of [n][3 or 4]."""
    return [cells for name, cells in result.cells.items() if name.split("/")[1] in CLOSED and len(cells)]


def mesh_axes(figure, points, where=(1, 1, 1), elevation=None, azimuth=None):
    """Axes that hold all the points [n][3], with one scale; a mesh in a plane of two axes is seen from the third unless it moves out of it."""
    axes = figure.add_subplot(*where, projection="3d")
    low, high = points.min(0), points.max(0)
    size = max((high - low).max(), 1e-300)
    thin = [k for k in range(3) if high[k] - low[k] < 1e-6 * size]
    for k, limit in enumerate((axes.set_xlim, axes.set_ylim, axes.set_zlim)):
        limit((low[k] + high[k]) / 2 - 0.55 * size, (low[k] + high[k]) / 2 + 0.55 * size)
    axes.set_box_aspect((1, 1, 1), zoom=1.5)
    view = {(2,): (90, -90), (1,): (0, -90), (0,): (0, 0)}.get(tuple(thin), (25, -60))
    axes.view_init(view[0] if elevation is None else elevation, view[1] if azimuth is None else azimuth)
    axes.set_axis_off()
    return axes


def segments(points, pairs):
    return np.stack([points[pairs[:, 0]], points[pairs[:, 1]]], axis=1)


def with_gaps(points, pairs):
    """The same as one line with gaps [3 n][3], which is drawn faster where there is nothing to move."""
    lines = np.full((3 * len(pairs), 3), np.nan)
    lines[0::3], lines[1::3] = points[pairs[:, 0]], points[pairs[:, 1]]
    return lines


class MovingMesh:
    """Lines and faces in axes, moved to other positions; coloured by a value at the nodes where there is one."""

    def __init__(self, axes, result, points, limits=None, label=None):
        self.pairs, self.faces, self.limits = edges(result), faces(result), limits
        self.lines = Line3DCollection(segments(points, self.pairs), color="0.3" if self.faces else "C0", lw=0.4 if self.faces else 1.4)
        self.patches = [Poly3DCollection(points[f], facecolor="C0", edgecolor="none", alpha=0.9) for f in self.faces]
        if limits:
            painted = self.patches or [self.lines]
            for p in painted:
                p.set(cmap="viridis", clim=limits)
                p.set_array(np.zeros(1))
            axes.figure.colorbar(painted[0], ax=axes, shrink=0.6, label=label)
        for thing in self.patches + [self.lines]:
            axes.add_collection3d(thing)
        loose = np.setdiff1d(np.arange(len(points)), self.pairs)  # bodies and masses
        self.loose, self.dots = loose, axes.plot(*points[loose].T, "o", color="C3", ms=5)[0]

    def move(self, points, values=None):
        self.lines.set_segments(segments(points, self.pairs))
        for patch, f in zip(self.patches, self.faces):
            patch.set_verts(points[f])
        if self.limits:
            for patch, f in zip(self.patches, self.faces):
                patch.set_array(values[f].mean(1))
            if not self.patches:
                self.lines.set_array(values[self.pairs].mean(1))
        self.dots.set_data_3d(*points[self.loose].T)


def animate(result, out, scale=1.0, fps=20, field=None, component=None, elevation=None, azimuth=None):
    """See Result.animate. scale: of displacements; field: one of the nodes, whose component, or size, colours the mesh."""
    frames = result.frames
    if not 1 < len(frames) <= MOST:
        raise FsolveError(f"{result.file} has {len(frames)} frames, a film 2 to {MOST}; -output_every n writes one every n steps")
    kind = os.path.splitext(out)[1]
    if kind not in (".gif", ".mp4"):
        raise FsolveError(f"{out}: a film is .gif or .mp4")
    if kind == ".mp4" and not shutil.which("ffmpeg"):
        raise FsolveError(f"{out} needs ffmpeg, which is not installed; a .gif does not")
    positions = [frame.positions(scale) for frame in frames]
    values = [node_values(frame[field], field, component) for frame in frames] if field else [None] * len(frames)
    figure = plt.figure(figsize=(6.4, 4.8))
    axes = mesh_axes(figure, np.concatenate(positions), elevation=elevation, azimuth=azimuth)
    limits = (min(v.min() for v in values), max(v.max() for v in values)) if field else None
    mesh = MovingMesh(axes, result, positions[0], limits, f"{field} {component}" if component is not None else field)
    title = axes.set_title("")

    def show(k):
        mesh.move(positions[k], values[k])
        title.set_text(f"t = {frames[k].time:.4g} s")

    film = animation.FuncAnimation(figure, show, frames=len(frames), blit=False)
    try:
        film.save(out, writer="pillow" if kind == ".gif" else "ffmpeg", fps=fps, dpi=100)
    except OSError as error:
        raise FsolveError(f"{out}: {error.strerror or error}") from None
    finally:
        plt.close(figure)
    return out


def node_values(values, name, component):
    if values.ndim == 1:
        return values
    if component is None:
        return np.linalg.norm(values, axis=1)
    return values[:, column(name, values.shape[1], component)]
