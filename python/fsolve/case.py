# SPDX-License-Identifier: BSD-2-Clause
"""A case in this process: options from Python, steps, results as numpy arrays."""
from __future__ import annotations

import atexit
import ctypes
import os
import sys
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from fsolve.error import FsolveError, missing
from fsolve.functions import LOADED, Functions
from fsolve.given_mesh import GivenMesh, is_mesh
from fsolve.library import WORLD, Printer, library
from fsolve.result import Path
from fsolve.runs import value_text

# Options that list names, and the first word of the options that describe each name.
LISTS = {"parts": "part", "supports": "support", "loads": "load", "joints": "joint", "couplings": "coupling",
         "sliders": "slider", "ties": "tie", "probes": "probe", "initials": "initial", "tables": "table",
         "mesh_members": "member"}
TYPES = (np.float64, None, np.int64, np.float32)  # of FsResultType; None: PetscInt
TEXT = 4
OPEN: weakref.WeakSet[Case] = weakref.WeakSet()


def flatten(options: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Gives names and values of options; parts={"mast": {"element": "beam"}} becomes parts and part_mast_element."""
    for key, value in options.items():
        if not isinstance(value, dict):
            yield key, value
        elif key in LISTS:
            yield key, ",".join(value)
            for name, described in value.items():
                yield from flatten({f"{LISTS[key]}_{name}_{word}": v for word, v in described.items()})
        else:
            yield from flatten({f"{key}_{word}" if word else key: v for word, v in value.items()})


class Case:
    """A case in this process.

        case = fsolve.Case("flying_beam.opts", t_end=2)
        for t in case.steps(0.1):
            print(t, case["start/displacement"][-1])

        case = fsolve.Case(mesh={"": "line", "n": 8, "upper": 2}, parts={"rod": {"element": "beam", ...}},
                           supports={"start": {}}, loads={"end": {"force": (0, 0, -1)}}, analysis="static")
        case.run()

    Options are those of the program, without the dash. None leaves an option out, and True is an
    option without a value. Nested dictionaries describe the names of a list (parts, supports, ...)
    or add words to the name of an option. A mesh may be arrays, or an object of meshio:
    mesh={"points": x, "lines": nodes, "sets": {"tip": [8]}} (docs/handle.md). Without output no file is written, and the case has its
    results in memory. Every error is an FsolveError; afterwards the case can only be closed.

    file     an options file, which is read first
    comm     a communicator of mpi4py; default: all ranks. All ranks make the same calls
    verbose  prints the lines of the program
    """

    def __init__(self, file: Path | None = None, *, comm: Any = None, verbose: bool = False, **options: Any):
        self._lib, self._handle = library(), ctypes.c_void_p()
        self.lines: list[str] = []
        self.verbose = verbose
        self._mesh: GivenMesh | None = None
        self._functions = Functions()
        self._printer = Printer(self._print)
        status = self._lib.FsCaseCreateFortran(WORLD if comm is None else comm.py2f(), ctypes.byref(self._handle))
        if status:
            raise FsolveError("a case cannot be created: MPI or PETSc does not start", 70)
        OPEN.add(self)
        self._call("FsCaseSetPrinter", self._printer, None)
        if file is not None:
            self._call("FsCaseSetOptionsFile", os.fspath(file).encode())
        self.set(**{"output": "none", **options})

    def _print(self, _context: Any, warning: int, text: bytes) -> None:
        line = text.decode(errors="replace")
        if warning:
            warnings.warn(line.strip().removeprefix("fsolve: warning: "), RuntimeWarning, stacklevel=4)
            return
        self.lines.append(line)
        if self.verbose:
            sys.stdout.write(line)

    def _call(self, name: str, *arguments: Any) -> None:
        """Calls a function of the library; raises its error."""
        if not self._handle:
            raise FsolveError("the case is closed")
        code = getattr(self._lib, name)(self._handle, *arguments)
        if code:
            message = self._lib.FsCaseGetMessage(self._handle).decode(errors="replace")
            raise FsolveError(message, self._lib.FsCaseGetStatus(code)) from self._functions.cause

    def set(self, **options: Any) -> Case:
        """Gives options, before the set-up. Later values override earlier ones. Returns the case."""
        if is_mesh(options.get("mesh")):
            given = self._mesh = GivenMesh(options["mesh"])  # its arrays must last until the set-up
            self._call("FsCaseSetMesh", ctypes.byref(given.arrays))
            options = {**options, "mesh": given.options}
        flat = dict(flatten(options))
        for key in [k for k, v in flat.items() if callable(v)]:
            self._give(key, flat.pop(key), flat)
        for key, value in flat.items():
            if value is not None:
                text = None if value is True else value_text(value).encode()
                self._call("FsCaseSetOption", f"-{key}".encode(), text)
        return self

    def _give(self, key: str, f: Callable[..., Any], options: dict[str, Any]) -> None:
        """Gives a function for a load, load_<name>_function, or for the formula of an option."""
        if key.startswith("load_") and key.endswith(LOADED):
            load = key[len("load_") : -len(LOADED)]
            components = options.pop(f"load_{load}_components", "xyz")
            self._call("FsCaseSetLoadFunction", load.encode(), components.encode(), self._functions.load(f), None)
        else:
            self._call("FsCaseSetLawFunction", f"-{key}".encode(), self._functions.law(key, f), None)

    def setup(self) -> Case:
        """Creates the model and its initial state. Returns the case."""
        self._call("FsCaseSetUp")
        self._mesh = None
        return self

    def run(self) -> Case:
        """Does the set-up, unless it is done, and all steps that are left. Returns the case."""
        self._call("FsCaseRun")
        return self

    def step_to(self, t: float) -> float:
        """Takes the steps up to t [s], or to a load factor in statics. Returns the time that is reached."""
        self._call("FsCaseStepTo", t)
        return self.time

    def steps(self, times: float | Iterable[float], end: float | None = None) -> Iterator[float]:
        """Takes steps up to each of the times, or to multiples of an interval up to end. Gives the times.

        The set-up must be done if it is not the first call.
        """
        if isinstance(times, (int, float, np.number)):
            if end is None:
                raise FsolveError("steps: give the end of the last interval, or a list of times")
            start, interval = self.time, float(times)
            count = int(np.floor((end - start) / interval * (1 + 1e-12) + 1e-9))
            times = [min(start + k * interval, end) for k in range(1, count + 1)]
        for t in times:
            yield self.step_to(float(t))

    @property
    def time(self) -> float:
        """The present time [s], or load factor in statics."""
        t = ctypes.c_double()
        self._call("FsCaseGetTime", ctypes.byref(t))
        return t.value

    def _array(self, result: Any) -> np.ndarray | str | float | int:
        """Returns this rank's rows of a result, as a copy."""
        if result.type == TEXT:
            return ctypes.string_at(result.data, result.n).decode()
        kind = TYPES[result.type] or (np.int64 if ctypes.sizeof(result._fields_[1][1]) == 8 else np.int32)
        shape = list(result.dims[: result.ndims])
        shape[result.axis] = result.n
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        return np.frombuffer(ctypes.string_at(result.data, size) if size else b"", kind).reshape(shape).copy()

    def keys(self) -> list[str]:
        """Returns the paths of the results so far, as in docs/results.md. A case with output has no such paths."""
        found, k = [], 0
        while (name := self._lib.FsCaseGetResultName(self._handle, k)) is not None:
            found.append(name.decode())
            k += 1
        return found

    def __getitem__(self, name: str) -> np.ndarray | str:
        """Returns a result: "tip/displacement" of the history, or a whole path such as "/modes/frequency".

        Rows of nodes and cells are those of this rank.
        """
        path = name if name.startswith("/") else "/history/" + name
        keys = self.keys()
        if keys and path not in keys:
            raise missing("the case", "result", name, [k.removeprefix("/history/") for k in keys])
        return self._array(self._result(path))

    def _result(self, path: str) -> Any:
        result = self._lib.FsCaseResult()
        self._call("FsCaseGetResult", path.encode(), ctypes.byref(result))
        return result

    def rows(self, path: str) -> tuple[int, int]:
        """Returns the first row that this rank has of a result, and how many rows it has."""
        result = self._result(path if path.startswith("/") else "/history/" + path)
        return result.first, result.n

    def field(self, name: str, set: str | None = None) -> np.ndarray:  # noqa: A002
        """Returns a field of this rank's nodes, all or those of a set, such as "displacement" [m].

        It is that of the present state, or of the step that was tried. "place" is that in the mesh.
        """
        result = self._lib.FsCaseResult()
        self._call("FsCaseGetField", name.encode(), set.encode() if set else None, ctypes.byref(result))
        return self._array(result)

    def force(self, load: str, values: Any) -> None:
        """Gives the forces [n, 3] of a load with load_<load>_given at the end of the next step [N].

        The n nodes are those of field(..., set) for the set of the load.
        """
        rows = np.ascontiguousarray(values, np.float64).reshape(-1, 3)
        self._call("FsCaseSetNodalForce", load.encode(), len(rows), rows.ctypes.data)

    def motion(self, support: str, component: str, value: float, velocity: float, acceleration: float) -> None:
        """Gives the motion of a support at the end of the next step, whose option support_<support>_motion_<x> is "given".

        component  "x", "y", "z": displacement [m]; "rx", "ry", "rz": rotation vector [rad]
        A motion that is not given again comes to rest at its value in the next step.
        """
        names = ("x", "y", "z", "rx", "ry", "rz")
        if component not in names:
            raise missing("a support", "component", component, names)
        self._call("FsCaseSetMotion", support.encode(), names.index(component), value, velocity, acceleration)

    def attempt(self, dt: float) -> bool:
        """Tries one step of dt [s] without recording it; field() then gives its end. Returns whether it succeeded.

        message says why it failed. It may be tried again, with other forces.
        """
        ok = ctypes.c_int()
        self._call("FsCaseTry", dt, ctypes.byref(ok))
        return bool(ok.value)

    def accept(self) -> float:
        """Makes the step that was tried the present one, and records it. Returns its time."""
        self._call("FsCaseAccept")
        return self.time

    def reject(self) -> None:
        """Forgets the step that was tried."""
        self._call("FsCaseReject")

    @property
    def message(self) -> str:
        """The message of the last call that failed."""
        return self._lib.FsCaseGetMessage(self._handle).decode(errors="replace")

    def close(self) -> None:
        """Ends the case. A file of results is closed."""
        if self._handle:
            self._lib.FsCaseDestroy(ctypes.byref(self._handle))
            OPEN.discard(self)

    def __enter__(self) -> Case:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<fsolve.Case {'closed' if not self._handle else f'with {len(self.keys())} results'}>"


@atexit.register
def finish() -> None:
    """Ends the cases that are open, then MPI and PETSc, if a case has started them."""
    if library.cache_info().currsize:
        for case in list(OPEN):
            case.close()
        library().FsFinalize()
