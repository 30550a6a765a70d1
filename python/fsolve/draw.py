# SPDX-License-Identifier: BSD-2-Clause
"""Pictures of results by matplotlib: histories, and films of the moving mesh."""
from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import matplotlib
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

if not os.environ.get("DISPLAY") and "matplotlib.pyplot" not in sys.modules:
    matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib import animation  # noqa: E402
from PIL import Image  # noqa: E402 (matplotlib writes PNG files with it)

from fsolve.error import FsolveError, check_new  # noqa: E402
from fsolve.file import column  # noqa: E402
from fsolve.histories import columns, quantity  # noqa: E402
from fsolve.scene import fit, largest_move, mesh_axes, title  # noqa: E402
from fsolve.signal import welch  # noqa: E402
from fsolve.solid import arms, balls  # noqa: E402
from fsolve.solid.layer import Layer, repaint  # noqa: E402
from fsolve.solid.lines import State  # noqa: E402
from fsolve.solid.structure import Look, Values, colours_of, places, structure  # noqa: E402
from fsolve.solid.things import MAP  # noqa: E402
from fsolve.texts import number  # noqa: E402

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d import Axes3D

    from fsolve.result import Path, Result
    from fsolve.units import Units

MOST = 2000  # frames of a film
PERIOD = 24  # frames of a period of a mode
SWING = 0.12  # largest displacement of a mode, over the size of the model
MANY = 8  # lines of a panel; with more the legend is beside it
ABOVE = 0.68  # share of the height of a film above its history
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


def swing(result: Result, mode: int, scale: float | None) -> tuple[list[State], list[str]]:
    """Returns a period of a mode, which counts from 1, and its title."""
    group = result.modes if result.has("modes") else result.buckling
    if not 1 <= mode <= len(group.shape):
        raise FsolveError(f"{result.file} has the modes 1 to {len(group.shape)}, no mode {mode}")
    shape = np.asarray(group.shape[mode - 1])
    extent = float(np.ptp(result.nodes, axis=0).max()) or 1.0
    size = SWING * extent / largest_move(shape, extent) if scale is None else scale
    turn = shape[:, 3:] if shape.shape[1] == 6 else None
    name = f"{group.frequency[mode - 1]:.5g} Hz" if result.has("modes") \
        else f"factor {group.factor[mode - 1]:.5g}"
    angle = 2 * np.pi * np.arange(PERIOD) / PERIOD
    return [State(shape[:, :3], turn, size * np.sin(a)) for a in angle], [name] * PERIOD


def motion(result: Result, scale: float) -> tuple[list[State], list[str]]:
    """Returns the states of all frames, and their titles."""
    frames = result.frames
    if not 1 < len(frames) <= MOST:
        raise FsolveError(f"{result.file} has {len(frames)} frames, a film 2 to {MOST}; "
                          "-output_every n writes one every n steps")
    return ([State(np.nan_to_num(f["displacement"]), f["rotation"] if "rotation" in f else None, scale, f)
             for f in frames], [f"t = {f.time:.4g} s" for f in frames])


def coloured_by(result: Result, states: list[State], field: str, component: str | int | None
                ) -> list[Values]:
    """Returns the values of a field at the nodes for each state, with the same limits."""
    found = [Values(node_values(state.frame[field], field, component)) for state in states
             if state.frame is not None]
    if not found:
        raise FsolveError(f"{result.file}: a mode has no field '{field}' that changes")
    every = np.concatenate([values.every() for values in found])
    for values in found:
        values.limits = float(every.min()), float(every.max())
    return found


def check_film(out: Path, overwrite: bool) -> str:
    """Returns the kind of a film, ".gif", ".mp4" or "" of a folder, or raises FsolveError."""
    folder, kind = os.fspath(out).endswith(("/", os.sep)), os.path.splitext(out)[1]
    kind = "" if folder else kind
    if not (folder and os.path.isdir(out) and not os.listdir(out)):  # an empty folder is new
        check_new(out, overwrite)
    if not folder and kind not in (".gif", ".mp4"):
        raise FsolveError(f"{out}: a film is .gif or .mp4, or a folder of pictures, which ends with /")
    if kind == ".mp4" and not shutil.which("ffmpeg"):
        raise FsolveError(f"{out} needs ffmpeg, which is not installed; a .gif does not")
    return kind


def with_cursor(figure: Figure, axes: Axes3D, result: Result, history: str, units: Units | None) -> Callable[[float], None]:
    """Draws a history below a scene. Returns a function that moves its cursor to a time.

    history: such as "energy/total", "tip/displacement" or "tip/displacement:z"
    """
    name, _, component = history.partition(":")
    lines = columns(result, name, component or None)
    label, x = abscissa(result)
    place = axes.get_position(original=True)
    axes.set_position((place.x0, 1 - ABOVE, place.width, place.height - (1 - ABOVE)))
    below = figure.add_axes((0.13, 0.11, 0.83, 0.72 * (1 - ABOVE)))
    unit, factor = units.of_history(quantity(lines[0][0])) if units else ("", 1.0)
    for text, values in lines:
        below.plot(x, factor * values, lw=1.2, label=text)
    below.set_xlabel(label)
    below.set_ylabel((lines[0][0] if len(lines) == 1 else name) + f" [{unit}]" * bool(unit))
    below.margins(x=0)
    below.grid(alpha=0.3)
    if 1 < len(lines) <= MANY:
        below.legend(fontsize="small", loc="lower left", bbox_to_anchor=(0, 1), ncols=min(len(lines), 4),
                     frameon=False, borderaxespad=0)
    cursor = below.axvline(x[0], color="tab:red", lw=1.2)
    return lambda time: cursor.set_xdata([time, time])


def write_film(figure: Figure, show: Callable[[int], None], count: int, out: Path, kind: str,
               fps: int) -> None:
    """Writes the pictures that show(0), show(1), ... make of a figure, and closes the figure."""
    try:
        if kind:
            film = animation.FuncAnimation(figure, show, frames=count, blit=False)
            film.save(out, writer="pillow" if kind == ".gif" else "ffmpeg", fps=fps, dpi=100)
            return
        os.makedirs(out, exist_ok=True)
        for k in range(count):
            show(k)
            figure.savefig(os.path.join(out, f"{k:05d}.png"), dpi=100)
    except OSError as error:
        raise FsolveError(f"{out}: {error.strerror or error}") from None
    finally:
        plt.close(figure)


def animate(result: Result, out: Path, scale: float | None = None, fps: int = 20, field: str | None = None,
            component: str | int | None = None, elevation: float | None = None,
            azimuth: float | None = None, overwrite: bool = False, mode: int | None = None,
            history: str | None = None, units: Units | None = None) -> Path:
    """Writes a film of the moving structure, and returns out.

    out        .mp4 (needs ffmpeg), .gif, or a folder of PNG files, whose name ends with /
    scale      factor of displacements; default: 1, of modes one that makes them visible
    fps        frames a second

    field      field at the nodes that colours the structure by a component, or by its size
    elevation  of the eye [degrees]; default: chosen by the mesh; azimuth in the same way
    overwrite  replaces a file that exists
    mode       number of a mode or of a shape of buckling, from 1, which swings; default: the frames
    history    is drawn below, with a cursor at the time of the picture: "energy/total" or "tip/displacement:z"
    units      of the history; default: those of the case, without a name
    """
    kind = check_film(out, overwrite)
    states, titles = swing(result, mode, scale) if mode is not None else motion(result, 1.0 if scale is None else scale)
    values: list[Values | None] = [None] * len(states)
    if field:
        values = [*coloured_by(result, states, field, component)]
    everything = np.concatenate([x for s in states for x in (places(result, s), balls.extent(result, s))] + [
        rods.reshape(-1, 3) for s in states for rods in arms.lines(result, s).values()])
    if mode and history:
        raise FsolveError(f"history {history}: a mode that swings has no time")
    figure = plt.figure(figsize=(6.4, 6.6 if history else 4.8))
    axes = mesh_axes(figure, everything, elevation=elevation, azimuth=azimuth)
    size = float(np.ptp(result.nodes, axis=0).max()) or 1.0
    if values[0] is not None:
        scalar = ScalarMappable(Normalize(*values[0].limits), MAP)
        figure.colorbar(scalar, cax=figure.add_axes((0.86, 0.2, 0.025, 0.55)),
                        label=f"{field} {component}" if component is not None else field)
        axes.set_position((0, 0, 0.84, axes.get_position(original=True).height))
    move = with_cursor(figure, axes, result, history, units) if history else None
    fit(axes, everything)
    head, look = title(axes, ""), Look(colours_of(result), width=1.2)

    def show(k: int) -> None:
        repaint(axes, structure(result, states[k], size, look, values[k]))
        head.set_text(titles[k])
        if move is not None:
            move(result.frames.time[k])

    write_film(figure, show, len(states), out, kind, fps)
    return out
