# SPDX-License-Identifier: BSD-2-Clause
"""Pictures of results by matplotlib: histories, and films of the moving mesh."""
from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, Any

import matplotlib

if not os.environ.get("DISPLAY") and "matplotlib.pyplot" not in sys.modules:
    matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib import animation  # noqa: E402
from PIL import Image  # noqa: E402 (matplotlib writes PNG files with it)

from fsolve.error import FsolveError, check_new  # noqa: E402
from fsolve.file import column  # noqa: E402
from fsolve.histories import columns, quantity  # noqa: E402
from fsolve.scene import MovingMesh, fit, mesh_axes, title  # noqa: E402
from fsolve.solid.layer import Layer  # noqa: E402
from fsolve.signal import welch  # noqa: E402
from fsolve.texts import number  # noqa: E402

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from fsolve.result import Path, Result
    from fsolve.units import Units

MOST = 2000  # frames of a film
MANY = 8  # lines of a panel; with more the legend is beside it
SHADES = 250  # size of the palette of pictures with light
MARKED = 3  # lines of a panel whose extremes are written; with more there is no room


def save(figure: Figure, path: Path, dpi: int = 100, colours: int | None = 64) -> str:
    """Writes a picture, closes the figure and returns the path.

    colours is the size of the palette of a PNG file. Lines and text then take a third of the size.
    None keeps all colours.
    """
    path = os.fspath(path)
    try:
        figure.savefig(path, dpi=dpi)
        if colours and path.lower().endswith(".png"):
            with Image.open(path) as picture:
                few = picture.convert("RGB").quantize(*palette(figure, colours), dither=Image.Dither.NONE)
            few.save(path, optimize=True)
    except OSError as error:
        raise FsolveError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # an unknown format
        raise FsolveError(f"{path}: {str(error).splitlines()[0]}") from None
    plt.close(figure)
    return path


def palette(figure: Figure, colours: int) -> tuple[int, Image.Quantize]:
    """Returns the size and the method of the palette of a picture. Light needs more colours."""
    lit = any(isinstance(child, Layer) for axes in figure.axes for child in axes.get_children())
    return (SHADES, Image.Quantize.MEDIANCUT) if lit else (colours, Image.Quantize.MAXCOVERAGE)


# ---- histories ----------------------------------------------------------------------------------


def abscissa(result: Result) -> tuple[str, np.ndarray]:
    """Returns the label and the values of the axis over which histories are drawn."""
    there = result.names()
    if "frequency" in there:
        return "frequency [Hz]", result.history("frequency")
    if "load_factor" in there:
        return "load factor", result.history("load_factor")
    if "time" in there:
        return "time [s]", result.time
    raise FsolveError(f"{result.file} has no histories")


def nothing_given(result: Result) -> FsolveError:
    return FsolveError(
        f"plot: which history? {result.file} has {', '.join(result.names()[:8])}, ...")


def mark_extremes(panel: Axes, x: np.ndarray, values: np.ndarray, color: str) -> None:
    """Writes the largest and the least value of a history beside a point there."""
    if not np.isfinite(values).all() or not np.ptp(values) > 1e-9 * abs(values).max():
        return
    for k, va, y in ((int(values.argmax()), "bottom", 3), (int(values.argmin()), "top", -3)):
        side = "right" if k > 0.7 * len(x) else "left" if k < 0.3 * len(x) else "center"
        panel.scatter(x[k], values[k], s=9, color=color, zorder=3)
        panel.annotate(number(values[k]), (x[k], values[k]), (0, y), textcoords="offset points",
                       ha=side, va=va, color=color, fontsize="small")
    panel.margins(y=0.15)


def plot_panels(result: Result, names: list[str], component: str | int | None = None,
                psd: bool = False, units: Units | None = None) -> Figure:
    """Draws histories, with a panel for each quantity. Returns the figure.

    psd    power spectral densities over the frequency instead of histories over the time
    units  in which the values are drawn; default: those of the case, without a name
    """
    lines = [line for name in names for line in columns(result, name, component)]
    if not lines:
        raise nothing_given(result)
    panels: dict[str, list[tuple[str, np.ndarray]]] = {}
    for label, values in lines:
        panels.setdefault(quantity(label), []).append((label, values))
    below, x = ("frequency [Hz]", None) if psd else abscissa(result)
    figure, axes = plt.subplots(len(panels), 1, sharex=True, squeeze=False, layout="constrained",
                                figsize=(7, max(4.5, 2.6 * len(panels))))
    for panel, (what, lines) in zip(axes[:, 0], panels.items()):
        unit, factor = units.of_history(what) if units else ("", 1.0)
        for label, values in lines:
            if psd:
                panel.semilogy(*welch(result.time, factor * values), lw=1.2, label=label)
                continue
            line, = panel.plot(x, factor * values, lw=1.2, label=label)
            if len(lines) <= MARKED:
                mark_extremes(panel, x, factor * values, line.get_color())
        head = lines[0][0] if len(lines) == 1 else what
        density = f"({unit})²/Hz" if unit else "(unit)²/Hz"
        panel.set_ylabel(f"PSD of {what} [{density}]" if psd else head + f" [{unit}]" * bool(unit))
        if len(lines) > 1 or psd:
            beside = {"loc": "upper left", "bbox_to_anchor": (1, 1)} if len(lines) > MANY else {}
            panel.legend(fontsize="small", **beside)
        panel.grid(alpha=0.3)
    axes[-1, 0].set_xlabel(below)
    return figure


def plot(result: Result, names: tuple[str, ...], component: str | int | None = None,
         axes: Axes | None = None, out: Path | None = None, overwrite: bool = False) -> Axes:
    """Draws histories on one pair of axes; see Result.plot."""
    if out is not None:
        check_new(out, overwrite)
    label, x = abscissa(result)
    lines = [line for name in names for line in columns(result, name, component)]
    if not lines:
        raise nothing_given(result)
    if axes is None:
        axes = plt.figure(figsize=(7, 4.5), layout="constrained").add_subplot()
    for name, values in lines:
        axes.plot(x, values, lw=1.2, label=name)
    head = lines[0][0] if len(lines) == 1 else names[0] if len(names) == 1 else ""
    axes.set(xlabel=label, ylabel=head)
    if len(lines) > 1:
        axes.legend(fontsize="small")
    axes.grid(alpha=0.3)
    if out is not None:
        save(axes.figure, out)
    return axes


# ---- films --------------------------------------------------------------------------------------


def node_values(values: np.ndarray, name: str, component: str | int | None) -> np.ndarray:
    """Returns a component of a field at the nodes, or its size."""
    if values.ndim == 1:
        return values
    if component is None:
        return np.linalg.norm(values, axis=1)
    return values[:, column(name, values.shape[1], component)]


def animate(result: Result, out: Path, scale: float = 1.0, fps: int = 20, field: str | None = None,
            component: str | int | None = None, elevation: float | None = None,
            azimuth: float | None = None, overwrite: bool = False) -> Path:
    """Writes a film of the moving mesh, .mp4 (needs ffmpeg) or .gif, and returns out.

    scale      factor of displacements
    fps        frames a second

    field      field at the nodes that colours the mesh by a component, or by its size
    elevation  of the eye [degrees]; default: chosen by the mesh; azimuth in the same way
    overwrite  replaces a file that exists
    """
    check_new(out, overwrite)
    frames = result.frames
    if not 1 < len(frames) <= MOST:
        raise FsolveError(f"{result.file} has {len(frames)} frames, a film 2 to {MOST}; "
                          "-output_every n writes one every n steps")
    kind = os.path.splitext(out)[1]
    if kind not in (".gif", ".mp4"):
        raise FsolveError(f"{out}: a film is .gif or .mp4")
    if kind == ".mp4" and not shutil.which("ffmpeg"):
        raise FsolveError(f"{out} needs ffmpeg, which is not installed; a .gif does not")
    positions = [frame.positions(scale) for frame in frames]
    values: list[Any] = [None] * len(frames)
    limits = None
    if field:
        values = [node_values(frame[field], field, component) for frame in frames]
        limits = min(v.min() for v in values), max(v.max() for v in values)
    figure = plt.figure(figsize=(6.4, 4.8))
    everything = np.concatenate(positions)
    axes = mesh_axes(figure, everything, elevation=elevation, azimuth=azimuth)
    mesh = MovingMesh(axes, result, positions[0], limits,
                      f"{field} {component}" if component is not None else field)
    fit(axes, everything)  # the colour bar has taken its place
    head = title(axes, "")

    def show(k: int) -> None:
        mesh.move(positions[k], values[k])
        head.set_text(f"t = {frames[k].time:.4g} s")

    film = animation.FuncAnimation(figure, show, frames=len(frames), blit=False)
    try:
        film.save(out, writer="pillow" if kind == ".gif" else "ffmpeg", fps=fps, dpi=100)
    except OSError as error:
        raise FsolveError(f"{out}: {error.strerror or error}") from None
    finally:
        plt.close(figure)
    return out
