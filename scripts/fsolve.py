"""Results of fsolve, in Python: read them while the run goes on, after it has ended or was killed; draw them; run cases. docs/results.md
is the manual.

    import fsolve
    r = fsolve.Result("drum.h5")
    r.time, r["energy/total"], r.probe("middle").displacement[:, 2], r.snapshot(t=0.05)["displacement"]
    r.plot("middle/displacement", component="z")
    r = fsolve.run("drum.opts", dt=5e-5, overwrite=True, ranks=2)

Arrays are numpy's, in the units of the case; rows of nodes and cells are in the order of the whole mesh. What is wrong is an FsolveError."""
import math
import os
import shlex

import numpy as np

from fsolve_file import File, FsolveError, Group, column, labels, missing, text

__all__ = ["FsolveError", "Result", "run", "sweep"]


def short_names(names):
    """{part/result: part/shape/result} where there is only one shape; also of longer names."""
    short = {}
    for name in names:
        words = name.split("/")
        if len(words) > 2:
            short.setdefault("/".join(words[:1] + words[2:]), []).append(name)
    return {key: full[0] for key, full in short.items() if len(full) == 1}


class Snapshot:
    """A frame: its fields at nodes by name, results of elements as part/result, those of joints of several cells as joint/result. time [s];
    number in its file."""

    def __init__(self, result, file, number, time_):
        self._result, self._file, self.number, self.time = result, file, number, time_
        self._at = f"snapshots/{number:06d}"

    def _paths(self):
        """{name: path in the frame}"""
        return {n.split("/", 1)[1] if n.startswith(("parts/", "joints/")) else n: n for n in self._file.names(self._at)}

    def names(self):
        """displacement, ..., part/shape/result, and joint/result."""
        return list(self._paths())

    def __contains__(self, name):
        return self._find(name) is not None

    def _find(self, name):
        """Its path. A shape may be left out where the part has only one."""
        there = self._paths()
        return {**{short: there[full] for short, full in short_names(there).items()}, **there}.get(name)

    def __getitem__(self, name):
        found = self._find(name)
        if not found:
            raise missing(f"frame {self.number} of {self._file.path}", "field", name, self.names())
        values = self._file.read(f"{self._at}/{found}")
        rows, count = self._rows(found)
        if rows is None:
            return values
        whole = np.full((count, *values.shape[1:]), np.nan, values.dtype)
        whole[rows] = values
        return whole

    def _rows(self, path):
        """Which rows of the whole mesh a dataset has, and how many there are; None: it has all of them."""
        words = path.split("/")
        where = "mesh/frames/" + ("/".join(words[:3] + ["rows"]) if words[0] == "parts" else "rows")
        if words[0] == "joints" or not self._result._once(("selected", self._file.path), lambda: self._file.has("mesh/frames")):
            return None, 0
        rows = self._result._once((where, self._file.path), lambda: self._file.read(where))
        return rows, len(self._result.cells["/".join(words[1:3])] if words[0] == "parts" else self._result.nodes)

    @property
    def rows(self):
        """Of the nodes that it has: all, or with -output_sets some; the others are NaN in its fields."""
        rows, _ = self._rows("displacement")
        return np.arange(len(self._result.nodes)) if rows is None else rows

    def positions(self, scale=1.0):
        """Of the nodes, moved by scale times their displacements [n][3]."""
        return self._result.nodes + scale * self["displacement"]

    def at_nodes(self, name):
        """A result of the elements of a surface, as skin/stress, at the nodes [n][k]: extrapolated from the cells of the part around each, NaN at
        nodes that the part does not have."""
        import fsolve_nodal
        return fsolve_nodal.at_nodes(self._result, self, name)

    def __repr__(self):
        return f"<frame {self.number} of {self._file.path} at t = {self.time:g}: {', '.join(self.names())}>"


class Frames:
    """All frames: frames[k], frames[-1], len(frames), iteration; frames.time [k]."""

    def __init__(self, result, where):
        self._result, self._where = result, where  # [(file, number, time)]
        self.time = np.array([t for _, _, t in where])

    def __len__(self):
        return len(self._where)

    def __getitem__(self, k):
        try:
            return Snapshot(self._result, *self._where[k])
        except IndexError:
            raise IndexError(f"{self._result} has {len(self)} frames, no frame {k}") from None  # which also ends iterations

    def __repr__(self):
        return f"<{len(self)} frames>"


class Part:
    """name, element (as -part_<name>_element), cells {shape: [n][nodes of a cell]}, numbers of rows of nodes."""

    def __init__(self, name, element, cells):
        self.name, self.element, self.cells = name, element, cells

    def __repr__(self):
        return f"<part {self.name}: {', '.join(f'{len(c)} {self.element} {s}' for s, c in self.cells.items())}>"


class Set:
    """nodes: rows of its nodes; cells {shape: [n][nodes of a cell]}, rows of nodes, of all its cells, also of those that no part has."""

    def __init__(self, nodes, cells):
        self.nodes, self.cells = nodes, cells

    def __repr__(self):
        return f"<set of {len(self.nodes)} nodes and {sum(map(len, self.cells.values()))} cells>"


class Result:
    """What a run has left, or a run and those that went on with it in files of their own: Result(["first.h5", "second.h5"]). Of a file that is
    being written it has what there was when it was made, so that all histories are equally long; refresh() takes in what came since."""

    def __init__(self, paths):
        paths = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
        self._files = [File(path) for path in paths]
        self._mesh = {}
        self.refresh()

    # ---- the file ------------------------------------------------------------------------------------------------------

    @property
    def file(self):
        """Its name; of several the last one's."""
        return self._files[-1].path

    def __repr__(self):
        return f"Result({self.file!r})"

    def refresh(self):
        """Look again how many steps and frames there are. Returns itself."""
        def length(f):
            lengths = [len(f[name]) for name in ("history/time", "history/frequency") if name in f]
            return min(lengths, default=0), int(f.attrs.get("first_step", 0))

        rows, first = map(list, zip(*(file.look(length) for file in self._files)))
        for k in range(1, len(rows)):
            if not first[k - 1] < first[k] <= first[k - 1] + rows[k - 1]:
                raise FsolveError(f"{self._files[k].path} begins with step {first[k]} and does not go on with {self._files[k - 1].path}, "
                                  f"which has {first[k - 1]} to {first[k - 1] + rows[k - 1] - 1}")
        ends = [first[k + 1] - first[k] for k in range(len(rows) - 1)] + rows[-1:]  # a later file has the last word
        self._rows, self.first_step = ends, first[0]
        self._frames = self._find_frames()
        return self

    def _find_frames(self):
        where = []
        for k, file in enumerate(self._files):
            if not file.has("snapshots/time"):
                continue
            times = file.read("snapshots/time")
            last = file.read("history/time", rows=self._rows[k])[-1] if self._rows[k] and file.has("history/time") else np.inf
            where += [(file, i, t) for i, t in enumerate(times) if k == len(self._files) - 1 or t <= last]
        return Frames(self, where)

    @property
    def attrs(self):
        """The attributes of the file: fsolve_version, ranks, steps, dofs, seconds_stepping, ..."""
        return self._files[-1].attributes()

    @property
    def status(self):
        """"done", "failed after step ...", "stopped after step ...", "running"; "killed" where the file has "running" and no run has it open."""
        status = self.attrs.get("status")
        return "killed" if status == "running" and not self._files[-1].in_use() else status

    @property
    def options(self):
        """{option without its minus: its value as text}; True where it has none."""
        return {key: value for key, (value, kind) in self._option_lines("options").items() if kind == "given"}

    @property
    def options_all(self):
        """{option without its minus: (value, kind)} of all options that the run has read; kind: "given", "default", or "not given", of options
        that act by being given: their value is the default of the manual, or None."""
        return self._option_lines("options_all")

    def _option_lines(self, name):
        found = {}
        for line in self._files[-1].look(lambda f: text(f[name][()]).splitlines() if name in f else []):
            if line.startswith("# -"):
                key, _, default = line[3:].partition(": not given")
                found[key] = default.partition("default: ")[2] or None, "not given"
            elif line.startswith("-"):
                line, default, _ = line.partition(" # default") if line.endswith(" # default") else (line, "", "")
                key, _, value = line[1:].partition(" ")
                value = " ".join(shlex.split(value)) if value[:1] in "\"'" else value
                if key == "let" and key in found:  # all of -let count
                    value = f"{found[key][0]},{value}"
                found[key] = value or True, "default" if default else "given"
        return found

    def has(self, path):
        """Whether the file has a group or dataset, as "modes"."""
        return self._files[-1].has(path)

    def group(self, path):
        """Any group of the file, as r.group("spectrum"): its datasets by name."""
        names = self._files[-1].names(path)
        if not names:
            raise missing(self.file, "group", path, {"/".join(n.split("/")[:1]) for n in self._files[-1].names("/")})
        return Group(f"{self.file}:/{path}", {n: f"{path}/{n}" for n in names}, self._read)

    def _read(self, path):
        if not path.startswith("history/"):
            return self._files[-1].read(path)
        pieces = [file.read(path, "history", rows) for file, rows in zip(self._files, self._rows)]
        return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)

    # ---- histories -----------------------------------------------------------------------------------------------------

    def names(self):
        """Of all histories."""
        return self._files[-1].names("history")

    @property
    def time(self):
        """[s] of every step, the initial state included. Of a harmonic response there is none, but frequency."""
        return self._read("history/time")

    def history(self, name, component=None):
        """"energy/total" [m], "tip/displacement" [m][3], "links/reaction" of several cells [m][cells][6], or one component of it: "x", "y", "z",
        or counted from 0."""
        values = self._read("history/" + name.strip("/"))
        if component is None:
            return values
        return values[..., column(name, values.shape[-1] if values.ndim > 1 else 1, component)]

    def __getitem__(self, name):
        """A history by its name below /history, or with / in front any dataset of the file."""
        return self._read(name[1:]) if name.startswith("/") else self.history(name)

    def probe(self, name):
        """What the history has of a probe, a joint, ...: r.probe("tip").displacement."""
        below = [n for n in self.names() if n.startswith(name + "/")]
        if not below:
            raise missing(self.file, "probe", name, {n.split("/")[0] for n in self.names() if "/" in n})
        return Group(name, {n[len(name) + 1 :]: "history/" + n for n in below}, self._read)

    def psd(self, name, component=None, segments=8):
        """Frequencies [Hz] and the power spectral density of a history [f] or of its columns [f][c]: fsolve_signal.welch."""
        import fsolve_signal
        return fsolve_signal.welch(self.time, self.history(name, component), segments)

    def unit(self, name):
        """Of a history, where the file has it; else "" (it is that of the case)."""
        return self._files[-1].attributes("history/" + name).get("unit", "")

    def frame(self, *names):
        """Histories (all of them without names) as a pandas.DataFrame by time: columns "tip/displacement x", "energy/total"."""
        try:
            import pandas
        except ImportError:
            raise FsolveError("frame() needs pandas, which is not installed (python3-pandas); history() gives numpy arrays without it") from None
        index = "frequency" if "frequency" in self.names() else "time"
        columns = {}
        for name in names or [n for n in self.names() if n != index]:
            values = self.history(name)
            wide = values.reshape(len(values), math.prod(values.shape[1:]))
            columns.update({f"{name} {label}".strip(): wide[:, k] for k, label in enumerate(labels(values))})
        return pandas.DataFrame(columns, index=pandas.Index(self.history(index), name=index))

    # ---- mesh and frames -----------------------------------------------------------------------------------------------

    def _once(self, name, read):
        """The mesh does not change."""
        if name not in self._mesh:
            self._mesh[name] = read()
        return self._mesh[name]

    @property
    def nodes(self):
        """Positions in the reference configuration [n][3]."""
        return self._once("nodes", lambda: self._files[0].read("mesh/nodes"))

    @property
    def node_id(self):
        """Their numbers in the mesh file [n]."""
        return self._once("node_id", lambda: self._files[0].read("mesh/node_id"))

    @property
    def parts(self):
        """{name: Part}"""
        def read():
            found = {}
            for path in self._files[0].names("mesh/parts"):
                name, shape = path.split("/")
                part = found.setdefault(name, Part(name, self._files[0].attributes(f"mesh/parts/{path}").get("element"), {}))
                part.cells[shape] = self._files[0].read(f"mesh/parts/{path}")
            return found

        return self._once("parts", read)

    @property
    def cells(self):
        """{part/shape: [n][nodes of a cell]}"""
        return {f"{name}/{shape}": cells for name, part in self.parts.items() for shape, cells in part.cells.items()}

    @property
    def joints(self):
        """{name: rows of the nodes of each cell [cells][2], -1: ground} of the joints of several cells, in the order of their results."""
        return self._once("joints", lambda: {name: self._files[0].read(f"mesh/joints/{name}") for name in self._files[0].names("mesh/joints")})

    @property
    def sets(self):
        """{name: Set} of the mesh."""
        return self._once("sets", self._read_sets)

    def _read_sets(self):
        found = {}
        for path in self._files[0].names("mesh/sets"):
            group, what = path.rsplit("/", 1)
            name = self._files[0].attributes(f"mesh/sets/{group}").get("name", group)
            one = found.setdefault(name, Set(None, {}))
            values = self._files[0].read(f"mesh/sets/{path}")
            if what == "nodes":
                one.nodes = values
            else:
                one.cells[what] = values
        return found

    @property
    def frames(self):
        return self._frames

    def snapshot(self, k=None, *, t=None):
        """Frame number k (-1: the last), or the one nearest to the time t."""
        if not len(self.frames):
            raise FsolveError(f"{self.file} has no frames yet" if self.status == "running" else f"{self.file} has no frames")
        if t is not None:
            k = int(np.argmin(abs(self.frames.time - t)))
        elif k is None:
            k = -1
        if not -len(self.frames) <= k < len(self.frames):
            raise FsolveError(f"{self.file} has {len(self.frames)} frames, no frame {k}")
        return self.frames[k]

    @property
    def envelopes(self):
        """The largest and least values over all steps, of a run with -envelopes: r.envelopes.displacement.largest [n][3], .least, and when each was
        reached, .largest_time, .least_time; r.envelopes["part/result"]."""
        there = {n[6:] if n.startswith("parts/") else n: f"envelopes/{n}" for n in self._files[-1].names("envelopes")}
        if not there:
            raise FsolveError(f"{self.file} has no envelopes: -envelopes makes them")
        return Group(f"{self.file}:/envelopes", {**{key: there[n] for key, n in short_names(there).items()}, **there}, self._read)

    # ---- studies -------------------------------------------------------------------------------------------------------

    def _study(self, group):
        names = self._files[-1].names(group)
        if not names:
            raise self._is_of(group.split("/")[-1])
        return Group(f"{self.file}:/{group}", {n: f"{group}/{n}" for n in names}, self._read)

    @property
    def modes(self):
        """frequency [k], shape [k][n][3 or 6], ...: docs/studies.md."""
        return self._study("modes")

    @property
    def buckling(self):
        """factor [k], shape [k][n][3 or 6], ..."""
        return self._study("buckling")

    @property
    def campbell(self):
        """speed [m], frequency [m][k], ..."""
        return self._study("history/campbell")

    def _is_of(self, what):
        return FsolveError(f"{self.file} has no {what}: it is of -analysis {self.options.get('analysis', 'transient')}")

    @property
    def path(self):
        """load_factor, arc_length, stability_index, branch [m] of equilibria; critical and branches, groups, where there are any."""
        names = [n for n in ("load_factor", "arc_length", "stability_index", "branch") if n in self.names()]
        if "arc_length" not in names:
            raise self._is_of("path")
        paths = {n: "history/" + n for n in names}
        for group, name in (("critical", "critical"), ("branch", "branches")):
            paths.update({f"{name}/{n}": f"path/{group}/{n}" for n in self._files[-1].names("path/" + group)})
        return Group(f"{self.file}: path", paths, self._read)

    @property
    def response(self):
        """frequency [m] in Hz, and of probes and joints complex amplitudes, response["middle/displacement"] [m][3]: the motion is
        Re(amplitude exp(i omega t))."""
        names = set(self.names())
        if "frequency" not in names:
            raise self._is_of("response")
        paths = {"frequency": ("history/frequency", None)}
        for name in names:
            probe, half, field = (name.split("/", 2) + ["", ""])[:3]
            if half == "real":
                paths[f"{probe}/{field}"] = f"history/{name}", f"history/{probe}/imaginary/{field}"
        read = lambda pair: self._read(pair[0]) + 1j * self._read(pair[1]) if pair[1] else self._read(pair[0])
        return Group(f"{self.file}: response", paths, read)

    # ---- pictures and other files --------------------------------------------------------------------------------------

    def plot(self, *names, component=None, axes=None, out=None):
        """Histories over the time (or frequency, then sizes of amplitudes) with matplotlib; out: a picture. Returns the axes."""
        import fsolve_draw
        return fsolve_draw.plot(self, names, component, axes, out)

    def animate(self, out, **keys):
        """The moving mesh as a film, .mp4 (ffmpeg) or .gif; keys: scale, fps, field, elevation, azimuth. Returns out."""
        import fsolve_draw
        return fsolve_draw.animate(self, out, **keys)

    def to_vtu(self, folder):
        """All frames as folder/<name>_<k>.vtu and a folder/<name>.pvd that lists them with their times, for ParaView. Returns the .pvd."""
        import fsolve_vtu
        return fsolve_vtu.write(self, folder)


def run(case=None, **options):
    """Run a case, an options file, with other values for some options, and return its Result. See fsolve_runs.run."""
    import fsolve_runs
    return fsolve_runs.run(case, **options)


def sweep(case=None, **options):
    """Run a case with all combinations of options that have lists of values. See fsolve_runs.sweep."""
    import fsolve_runs
    return fsolve_runs.sweep(case, **options)
