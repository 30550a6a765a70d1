# SPDX-License-Identifier: BSD-2-Clause
"""The results of a run: histories, frames, the mesh, and studies by name."""
from __future__ import annotations

import math
import os
import shlex
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from fsolve.combinations import Envelope
from fsolve.error import FsolveError, missing
from fsolve.file import File, Group, column, labels, text
from fsolve.frames import Frames, Snapshot, short_names
from fsolve.layout import check_rows, computing, damaged

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from fsolve.view.result_view import ResultView

Path = Union[str, "os.PathLike[str]"]


class Part:
    """A part of the model.

    name     as in -parts
    element  as in -part_<name>_element
    cells    {shape: [n][nodes of a cell]}, rows of nodes
    """

    def __init__(self, name: str, element: str, cells: dict[str, np.ndarray]):
        self.name, self.element, self.cells = name, element, cells

    def __repr__(self) -> str:
        cells = ", ".join(f"{len(c)} {self.element} {s}" for s, c in self.cells.items())
        return f"<part {self.name}: {cells}>"


class Set:
    """A set of the mesh.

    nodes  rows of its nodes
    cells  {shape: [n][nodes of a cell]}, rows of nodes; also cells that no part has
    """

    def __init__(self, nodes: np.ndarray | None, cells: dict[str, np.ndarray]):
        self.nodes, self.cells = nodes, cells

    def __repr__(self) -> str:
        cells = sum(map(len, self.cells.values()))
        return f"<set of {0 if self.nodes is None else len(self.nodes)} nodes and {cells} cells>"


class Result:
    """The results of a run.

    A run and the runs that continued it in files of their own are Result(["first.h5",
    "second.h5"]). If a run still writes the file, the Result has the steps that the file had when
    the Result was made. All histories therefore have the same length. refresh() reads the new
    steps.

    shapes  {name of a part of one body: file of STL}, the surface that stands for it in pictures. The
            file has the coordinates of the model at rest.
    """

    def __init__(self, paths: Path | File | Iterable[Path]):
        paths = [paths] if isinstance(paths, (str, os.PathLike, File)) else list(paths)
        self._files = [path if isinstance(path, File) else File(path) for path in paths]
        self._mesh: dict[Any, Any] = {}
        self.shapes: dict[str, Path] = {}
        self.refresh()

    # ---- the file -------------------------------------------------------------------------------

    @property
    def file(self) -> str:
        """The name of the file, of several files that of the last one."""
        return self._files[-1].path

    def __repr__(self) -> str:
        return f"Result({self.file!r})"

    def refresh(self) -> Result:
        """Reads again how many steps and frames there are. Returns the Result itself."""
        def length(f: Any) -> tuple[int, int]:
            lengths = [f[name].shape[0] for name in ("history/time", "history/frequency")
                       if name in f]
            return min(lengths, default=0), int(f.attrs.get("first_step", 0))

        rows, first = map(list, zip(*(file.look(length) for file in self._files)))
        for k in range(1, len(rows)):
            last = first[k - 1] + rows[k - 1]
            if not first[k - 1] < first[k] <= last:
                raise FsolveError(f"{self._files[k].path} begins with step {first[k]} and does "
                                  f"not go on with {self._files[k - 1].path}, which has "
                                  f"{first[k - 1]} to {last - 1}")
        # Steps that two files have are those of the later one.
        ends = [first[k + 1] - first[k] for k in range(len(rows) - 1)] + rows[-1:]
        self._rows, self.first_step = ends, first[0]
        self._frames = self._find_frames()
        return self

    def _find_frames(self) -> Frames:
        where = []
        for k, file in enumerate(self._files):
            if not file.has("snapshots/time"):
                continue
            times = file.read("snapshots/time")
            last = np.inf
            if self._rows[k] and file.has("history/time"):
                steps = file.read("history/time", rows=self._rows[k])
                last = steps[-1] if len(steps) else last
            whole = k == len(self._files) - 1
            where += [(file, i, t) for i, t in enumerate(times) if whole or t <= last]
        return Frames(self, where)

    @property
    def attrs(self) -> dict[str, Any]:
        """The attributes of the file: fsolve_version, ranks, steps, dofs, seconds_stepping, ..."""
        return self.attributes()

    def attributes(self, path: str = "/") -> dict[str, Any]:
        """Returns the attributes of a group or dataset, {} if the file does not have it."""
        return self._files[-1].attributes(path)

    @property
    def status(self) -> str | None:
        """How the run ended: "done", "failed after step ...", "stopped after step ...".

        Else the status is "running" or "killed". A run was killed if its file says "running" and no
        run has the file open.
        """
        status = text(self.attrs.get("status")) if "status" in self.attrs else None
        return "killed" if status == "running" and not self._files[-1].in_use() else status

    @property
    def options(self) -> dict[str, Any]:
        """{option without its minus: its value as text}; True if the option has no value."""
        lines = self._option_lines("options")
        return {key: value for key, (value, kind) in lines.items() if kind == "given"}

    @property
    def options_all(self) -> dict[str, tuple[Any, str]]:
        """{option without its minus: (value, kind)} for all options that the run has read.

        kind is "given", "default", or "not given" for options that act by being given. The value
        of the last kind is the default of the manual, or None.
        """
        return dict(self._option_lines("options_all"))

    def _option_lines(self, name: str) -> dict[str, tuple[Any, str]]:
        return self._once(name, lambda: self._read_options(name)) if self.has(name) else {}

    def _read_options(self, name: str) -> dict[str, tuple[Any, str]]:
        found: dict[str, tuple[Any, str]] = {}
        lines = self._files[-1].look(lambda f: text(f[name][()]).splitlines())
        for line in lines:
            if line.startswith("# -"):
                key, _, default = line[3:].partition(": not given")
                found[key] = default.partition("default: ")[2] or None, "not given"
            elif line.startswith("-"):
                default = line.endswith(" # default")
                key, _, value = line[1:].removesuffix(" # default").partition(" ")
                if value[:1] in ("\"", "'"):
                    with computing(self.file, "to read its options"):
                        value = " ".join(shlex.split(value))
                if key == "let" and key in found:  # -let may be given several times
                    value = f"{found[key][0]},{value}"
                found[key] = value or True, "default" if default else "given"
        return found

    def has(self, path: str) -> bool:
        """Returns True if the file has a group or dataset, such as "modes"."""
        return self._files[-1].has(path)

    def group(self, path: str) -> Group:
        """Returns any group of the file, such as r.group("spectrum"), with its datasets by name."""
        names = self._files[-1].names(path)
        if not names:
            tops = {"/".join(n.split("/")[:1]) for n in self._files[-1].names("/")}
            raise missing(self.file, "group", path, tops)
        return Group(f"{self.file}:/{path}", {n: f"{path}/{n}" for n in names}, self._read)

    def _read(self, path: str) -> Any:
        if not path.startswith("history/"):
            return self._files[-1].read(path)
        pieces = [f.read(path, "history", rows) for f, rows in zip(self._files, self._rows)]
        for file, piece, rows in zip(self._files, pieces, self._rows):
            if len(piece) != rows:
                raise damaged(file.path, f"/{path} has {len(piece)} rows, and there are {rows}")
        if len({piece.shape[1:] for piece in pieces}) > 1:
            raise damaged(self.file, f"/{path} has other columns than in the files before")
        return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)

    # ---- histories ------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Returns the names of all histories."""
        return self._files[-1].names("history")

    @property
    def time(self) -> np.ndarray:
        """The time [s] of every step, the initial state included.

        A harmonic response has the history "frequency" and no time.
        """
        return self._read("history/time")

    def history(self, name: str, component: str | int | None = None) -> np.ndarray:
        """Returns a history, or one component of it.

        name       "energy/total" [m], "tip/displacement" [m][3], or "links/reaction" of a joint
                   of several cells [m][cells][6]
        component  "x", "y", "z", ..., or a number counted from 0
        """
        values = self._read("history/" + name.strip("/"))
        if component is None:
            return values
        width = values.shape[-1] if values.ndim > 1 else 1
        return values[..., column(name, width, component)]

    def __getitem__(self, name: str) -> Any:
        """Returns a history by name; if the name starts with /, any dataset by its path."""
        return self._read(name[1:]) if name.startswith("/") else self.history(name)

    def probe(self, name: str) -> Group:
        """Returns the histories of a probe, joint, ...: r.probe("tip").displacement."""
        below = [n for n in self.names() if n.startswith(name + "/")]
        if not below:
            groups = {n.split("/")[0] for n in self.names() if "/" in n}
            raise missing(self.file, "probe", name, groups)
        return Group(name, {n[len(name) + 1:]: "history/" + n for n in below}, self._read)

    def psd(self, name: str, component: str | int | None = None,
            segments: int = 8) -> tuple[np.ndarray, np.ndarray]:
        """Returns frequencies [Hz] and the power spectral density of a history, [f] or [f][c].

        fsolve.signal.welch says how the density is estimated.
        """
        from fsolve import signal
        with computing(self.file, f"a spectrum of {name}"):
            return signal.welch(self.time, self.history(name, component), segments)

    def unit(self, name: str, component: str = "", units: str = "N,m") -> str:
        """Returns the unit of a history, such as "m/s²", or "" if it has none.

        units      the force and the length of the case, which has no units of its own; the time is in s
        component  "rx", "ry" or "rz" of a reaction or a force: that of a moment
        """
        self.history(name)  # a name that does not exist is an error
        from fsolve.histories import quantity
        from fsolve.units import Units
        return Units(None, units).of_history(quantity(f"{name} {component}".strip()))[0]

    def frame(self, *names: str) -> pandas.DataFrame:
        """Returns histories, without names all of them, as a pandas.DataFrame by time.

        Columns are named "tip/displacement x", "energy/total", ...
        """
        try:
            import pandas
        except ImportError:
            raise FsolveError("frame() needs pandas, which is not installed (python3-pandas); "
                              "history() gives numpy arrays without it") from None
        index = "frequency" if "frequency" in self.names() else "time"
        columns = {}
        for name in names or [n for n in self.names() if n != index]:
            values = self.history(name)
            wide = values.reshape(len(values), math.prod(values.shape[1:]))
            for k, label in enumerate(labels(values)):
                columns[f"{name} {label}".strip()] = wide[:, k]
        return pandas.DataFrame(columns, index=pandas.Index(self.history(index), name=index))

    # ---- mesh and frames ------------------------------------------------------------------------

    def _once(self, name: Any, read: Callable[[], Any]) -> Any:
        """Returns read(), and keeps it: the mesh does not change."""
        if name not in self._mesh:
            self._mesh[name] = read()
        return self._mesh[name]

    @property
    def nodes(self) -> np.ndarray:
        """Positions of the nodes in the reference configuration [n][3]."""
        return self._once("nodes", lambda: self._files[0].read("mesh/nodes"))

    @property
    def node_id(self) -> np.ndarray:
        """Numbers of the nodes in the mesh file [n]."""
        return self._once("node_id", lambda: self._files[0].read("mesh/node_id"))

    @property
    def parts(self) -> dict[str, Part]:
        """{name: Part}"""
        def read() -> dict[str, Part]:
            found: dict[str, Part] = {}
            file = self._files[0]
            for path in file.names("mesh/parts"):
                name, shape = self._group("mesh/parts", path)
                element = text(file.attributes(f"mesh/parts/{path}").get("element"))
                part = found.setdefault(name, Part(name, element, {}))
                part.cells[shape] = self._cells(f"mesh/parts/{path}")
            return found

        return self._once("parts", read)

    @property
    def cells(self) -> dict[str, np.ndarray]:
        """{part/shape: [n][nodes of a cell]}"""
        return {f"{name}/{shape}": cells for name, part in self.parts.items()
                for shape, cells in part.cells.items()}

    @property
    def joints(self) -> dict[str, np.ndarray]:
        """{name: rows of the nodes of each cell [cells][2]} of the joints of several cells.

        A row of -1 is the ground. Cells have the order of the joint's results.
        """
        return self._once("joints", lambda: {name: self._cells(f"mesh/joints/{name}", -1)
                                             for name in self._files[0].names("mesh/joints")})

    def _group(self, folder: str, path: str) -> tuple[str, str]:
        """Returns the group and the name of a dataset in a folder of groups."""
        group, _, name = path.rpartition("/")
        if not group:
            raise damaged(self._files[0].path, f"/{folder}/{path} is not a group")
        return group, name

    def _cells(self, path: str, least: int = 0) -> np.ndarray:
        """Returns a dataset of rows of nodes; the least one is -1 if ground is one."""
        rows = self._files[0].read(path)
        check_rows(self._files[0].path, path, rows, len(self.nodes), least)
        return rows

    @property
    def sets(self) -> dict[str, Set]:
        """{name: Set} of the mesh."""
        return self._once("sets", self._read_sets)

    def _read_sets(self) -> dict[str, Set]:
        found: dict[str, Set] = {}
        for path, values in self._files[0].datasets("mesh/sets").items():
            group, what = self._group("mesh/sets", path)
            check_rows(self.file, f"mesh/sets/{path}", values, len(self.nodes))
            name = group
            if group.startswith("#"):  # a name that a group cannot have is an attribute
                name = text(self._files[0].attributes(f"mesh/sets/{group}").get("name", group))
            one = found.setdefault(name, Set(None, {}))
            if what == "nodes":
                one.nodes = values
            else:
                one.cells[what] = values
        return found

    @property
    def frames(self) -> Frames:
        """All frames, by number."""
        return self._frames

    def snapshot(self, k: int | None = None, *, t: float | None = None) -> Snapshot:
        """Returns frame k (default: the last one), or the frame nearest to the time t."""
        if not len(self.frames):
            yet = " yet" if self.status == "running" else ""
            raise FsolveError(f"{self.file} has no frames{yet}")
        if t is not None:
            k = int(np.argmin(abs(self.frames.time - t)))
        elif k is None:
            k = -1
        if not -len(self.frames) <= k < len(self.frames):
            raise FsolveError(f"{self.file} has {len(self.frames)} frames, no frame {k}")
        return self.frames[k]

    @property
    def envelopes(self) -> Group:
        """The largest and least values over all steps of a run with -envelopes.

        r.envelopes.displacement.largest [n][3], least, and the times when each was reached,
        largest_time, least_time; r.envelopes["part/result"].
        """
        there = {n[6:] if n.startswith("parts/") else n: f"envelopes/{n}"
                 for n in self._files[-1].names("envelopes")}
        if not there:
            raise FsolveError(f"{self.file} has no envelopes: -envelopes makes them")
        short = {key: there[n] for key, n in short_names(there).items()}
        return Group(f"{self.file}:/envelopes", {**short, **there}, self._read)

    @property
    def combinations(self) -> list[str]:
        """The names of the combinations of load cases, in the order of rows and frames."""
        if not self.has("combinations"):
            raise FsolveError(f"{self.file} has no combinations: -load_cases makes them")
        read: Callable[[Any], str] = lambda f: text(f["combinations/name"][()])
        return self._files[-1].look(read).split(",")

    def envelope(self, name: str) -> Envelope:
        """Returns the extremes of a field or result over all combinations, and their names.

        name is that of an envelope, such as "displacement" or "part/result".
        """
        return Envelope(self.envelopes[name], self.combinations)

    # ---- studies --------------------------------------------------------------------------------

    def _study(self, group: str) -> Group:
        names = self._files[-1].names(group)
        if not names:
            raise self._is_of(group.split("/")[-1])
        return Group(f"{self.file}:/{group}", {n: f"{group}/{n}" for n in names}, self._read)

    @property
    def modes(self) -> Group:
        """frequency [k], shape [k][n][3 or 6], ...: docs/studies.md."""
        return self._study("modes")

    @property
    def buckling(self) -> Group:
        """factor [k], shape [k][n][3 or 6], ..."""
        return self._study("buckling")

    @property
    def campbell(self) -> Group:
        """speed [m], frequency [m][k], ..."""
        return self._study("history/campbell")

    def _is_of(self, what: str) -> FsolveError:
        analysis = self.options.get("analysis", "transient")
        return FsolveError(f"{self.file} has no {what}: it is of -analysis {analysis}")

    @property
    def path(self) -> Group:
        """A path of equilibria: load_factor, arc_length, stability_index, branch [m].

        It has the groups critical and branches if the path has such points.
        """
        words = ("load_factor", "arc_length", "stability_index", "branch")
        names = [n for n in words if n in self.names()]
        if "arc_length" not in names:
            raise self._is_of("path")
        paths = {n: "history/" + n for n in names}
        for group, name in (("critical", "critical"), ("branch", "branches")):
            for n in self._files[-1].names("path/" + group):
                paths[f"{name}/{n}"] = f"path/{group}/{n}"
        return Group(f"{self.file}: path", paths, self._read)

    @property
    def response(self) -> Group:
        """A harmonic response: frequency [m] in Hz, and complex amplitudes of probes and joints.

        The motion of response["middle/displacement"] [m][3] is Re(amplitude exp(i omega t)).
        """
        names = set(self.names())
        if "frequency" not in names:
            raise self._is_of("response")
        paths: dict[str, tuple[str, str | None]] = {"frequency": ("history/frequency", None)}
        for name in names:
            probe, half, field = (name.split("/", 2) + ["", ""])[:3]
            if half == "real":
                paths[f"{probe}/{field}"] = f"history/{name}", f"history/{probe}/imaginary/{field}"

        def read(pair: tuple[str, str | None]) -> np.ndarray:
            real, imaginary = pair
            if not imaginary:
                return self._read(real)
            with computing(self.file, "complex amplitudes"):
                return self._read(real) + 1j * self._read(imaginary)

        return Group(f"{self.file}: response", paths, read)

    # ---- pictures and other files ---------------------------------------------------------------

    def plot(self, *names: str, component: str | int | None = None, axes: Axes | None = None,
             out: Path | None = None, overwrite: bool = False) -> Axes:
        """Draws histories over the time on one pair of axes, and returns the axes.

        A response is drawn as sizes of amplitudes over the frequency.
        axes       draws into these axes of matplotlib
        out        also writes this picture
        overwrite  replaces a picture that exists
        """
        from fsolve import draw
        with computing(self.file, "this picture"):
            return draw.plot(self, names, component, axes, out, overwrite)

    def animate(self, out: Path, **keys: Any) -> Path:
        """Writes the moving structure as a film, and returns out.

        out   .mp4 (needs ffmpeg), .gif, or a folder of PNG files, whose name ends with /
        keys  scale, fps, field, component, elevation, azimuth, overwrite, history, which is drawn below
              with a cursor, and mode, the number of a mode that swings; see fsolve.draw.animate
        """
        from fsolve import draw
        with computing(self.file, "a film"):
            return draw.animate(self, out, **keys)

    def view(self, colour: str | None = None, **keys: Any) -> ResultView:
        """Returns a view that turns under the mouse. A notebook shows it.

        Its write("file.html") writes a page for any browser, and show() opens a window.

        colour  a field, and a component of it, such as "von_mises" or "displacement:z"
        keys    scale, units, case_units; see fsolve.view.result_view.ResultView
        """
        from fsolve.view.result_view import ResultView
        return ResultView(self, colour, **keys)

    def to_vtu(self, folder: Path, overwrite: bool = False) -> str:
        """Writes all frames for ParaView, and returns the path of the .pvd file.

        The frames are folder/<name>_<k>.vtu. folder/<name>.pvd lists them with their times.

        overwrite: replaces files that exist
        """
        from fsolve import vtu
        with computing(self.file, "files for ParaView"):
            return vtu.write(self, folder, overwrite)
