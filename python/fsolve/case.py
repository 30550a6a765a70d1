# SPDX-License-Identifier: BSD-2-Clause
"""A case in this process: options from Python, steps, results as numpy arrays."""
from __future__ import annotations

import atexit
import base64
import contextlib
import ctypes
import io
import itertools
import math
import os
import re
import signal
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from fsolve.abandoned import abandon, abandon_later
from fsolve.arguments import check, text
from fsolve.error import FsolveError, check_new, missing
from fsolve.description import Model
from fsolve.functions import Functions
from fsolve.given_mesh import GivenMesh
from fsolve.library import WORLD, library
from fsolve.lines import Lines
from fsolve.matrix import COMPONENTS, array, convert
from fsolve.memory import MemoryFile
from fsolve.place import Place
from fsolve.result import Path, Result
from fsolve.state import TIME, State
from fsolve.summary import html, rows, table
from fsolve.values import Function, Value, is_loaded, load_of, overrides, separate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fsolve.linear import StateSpace

TYPES = (np.float64, None, np.int64, np.float32)  # of FsResultType; None: PetscInt
TEXT = 4
FORCES = ("residual", "internal", "damping", "inertial", "constraint", "external")  # of FsForces
OPEN: weakref.WeakSet[Case] = weakref.WeakSet()
NUMBERS = itertools.count()


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
    results in memory. Every error is an FsolveError. After a failed set-up set() sets the case up again; after a
    failed step and after run() it can continue, if its results are in memory. A case that nobody holds is closed.

    file     an options file, which is read first, or a fsolve.Model
    comm     a communicator of mpi4py; default: all ranks. All ranks make the same calls
    verbose  prints the lines of the program
    """

    def __init__(self, file: Path | Model | None = None, *, comm: Any = None, verbose: bool = False, **options: Any):
        self._lib, self._handle = library(), ctypes.c_void_p()
        self._given: list[dict[str, Value]] = []
        self._first = 0  # how many of them the first set-up had
        self._proven = False  # whether a set-up has succeeded
        self._lines = Lines(verbose)
        self._comm = comm
        self._number = next(NUMBERS)  # all ranks close cases in this order
        self._monitor: Any = None
        self._raised: BaseException | None = None
        self._window: State | None = None  # before the steps that attempt_to has tried
        self._watching = self._catches = False
        self._functions = Functions()
        if comm is not None and not hasattr(comm, "py2f"):
            raise FsolveError(f"comm must be a communicator of mpi4py, not {type(comm).__name__}")
        abandon_later()
        self._create()
        OPEN.add(self)
        self._abandon = weakref.finalize(self, abandon, self._lib, self._handle, (self._lines.printer, self._functions))
        self._abandon.atexit = False  # finish() closes them
        self._file = file.copy() if isinstance(file, Model) else file
        self._give_file(options.get("output") is None)
        self.set(**options)

    def _create(self) -> None:
        """Creates the case of the library."""
        comm = self._comm
        status = self._lib.FsCaseCreateFortran(WORLD if comm is None else comm.py2f(), ctypes.byref(self._handle))
        if status:
            refused = self._lib.FsCaseGetStatus(status) == 2
            raise FsolveError(self.message if refused else "a case cannot be created: MPI or PETSc does not start", 2 if refused else 70)
        self._call("FsCaseSetPrinter", self._lines.printer, None)

    def _give_file(self, in_memory: bool) -> None:
        """Gives the options of the file or of the Model. in_memory: without output."""
        if isinstance(self._file, Model):
            for o in self._file.given():
                self._give(o.name, o.value, o.place)
        elif self._file is not None:
            self._call("FsCaseSetOptionsFile", os.fsencode(self._file))
        if in_memory:
            self._call("FsCaseSetOption", b"-output", b"none")

    def _start_again(self) -> None:
        """Returns the case to the time before its set-up, with the same options, functions and monitor."""
        if self._watching:
            raise FsolveError("set: a monitor can only look at the case")
        self._window = None
        self._call("FsCaseReset")

    @property
    def lines(self) -> list[str]:
        """The lines that the program would have printed so far."""
        return self._lines.found

    @property
    def verbose(self) -> bool:
        """Whether lines are also printed."""
        return self._lines.verbose

    @verbose.setter
    def verbose(self, prints: bool) -> None:
        self._lines.verbose = prints

    def _call(self, name: str, *arguments: Any) -> None:
        """Calls a function of the library; raises its error."""
        if not self._handle:
            raise FsolveError("the case is closed")
        function = getattr(self._lib, name)
        code = function(self._handle, *check(name, arguments, function.argtypes[1:]))
        if self._raised and not self._watching:  # in the monitor
            raised, self._raised = self._raised, None
            raise raised
        if code:
            with contextlib.suppress(RuntimeWarning):  # the error is worth more than a warning
                self._lines.warn(4)
            message = self._lib.FsCaseGetMessage(self._handle).decode(errors="replace")
            cause, self._functions.cause = self._functions.cause, None
            raise self._with_nearest(FsolveError(message, self._lib.FsCaseGetStatus(code))) from cause
        self._lines.warn(4)

    def _with_nearest(self, error: FsolveError) -> FsolveError:
        """Returns the error of an unknown option with the nearest names, if the library has none."""
        found = re.search(r"unknown option -(\S+); -help lists the options", error.message)
        return self._described(found[1]).unknown(found[1], "the case") or error if found else error

    def _compute(self, name: str, *arguments: Any) -> None:
        """Calls a function of the library that may take long. Ctrl-C ends its steps after the present one, and is then passed on to Python."""
        self._leave_window()
        self._first = self._first or len(self._given)
        catches = threading.current_thread() is threading.main_thread() and callable(signal.getsignal(signal.SIGINT))
        if catches != self._catches and not self._watching:
            self._call("FsCaseCatchInterrupts", int(catches))
            self._catches = catches
        try:
            self._call(name, *arguments)
        finally:
            if self._catches and self._handle and self._lib.FsCaseWasInterrupted(self._handle):
                signal.raise_signal(signal.SIGINT)  # Python's handler raises KeyboardInterrupt here, unless the program has another

    def set(self, **options: Any) -> Case:
        """Gives options. Later values override earlier ones. Returns the case.

        After the set-up of a case with its results in memory, it sets the case up again with the new values, at its initial state and with the
        bits of a new case; states, places and results of before are gone. If only sizes of loads, gravity or damping change, the model stays.
        Options that are refused then have no effect on the next set().
        """
        given = separate(options)
        if self._output() != "none" or not self._first:
            self._given.append(given)  # the arrays of a mesh must last until the set-up
            self._give_all(given)
            return self
        self._proven = self._proven or self._is_set_up()
        self._start_again()
        before, self._given = self._given, [*self._given, given]  # with the arrays of meshes to which the library may return
        try:
            self._give_all(given)
            self.setup()
        except BaseException:
            if self._proven and not self._is_set_up():  # the next set() drops what was refused
                self._given = before
            raise
        first, later = before[:self._first], before[self._first:]
        self._given = [*first, *(earlier for earlier in later if not overrides(given, earlier)), given]
        return self

    def _give_all(self, given: dict[str, Value]) -> None:
        for key, value in given.items():
            if value is not None:
                self._give(key, value)

    def _give(self, key: str, value: Value, place: str = "") -> None:
        """Gives an option, a mesh, or a function for a load, load_<name>_function, or for the formula of an option."""
        if isinstance(value, GivenMesh):
            self._call("FsCaseSetMesh", ctypes.byref(value.arrays))
            self._call("FsCaseSetOptionFrom", b"-mesh", text(value.text), text(place))
        elif not isinstance(value, Function):
            self._call("FsCaseSetOptionFrom", text(f"-{key}"), None if value is True else text(str(value)), text(place))
        elif is_loaded(key):
            name = "FsCaseSetLoadFunctionPerStep" if value.once else "FsCaseSetLoadFunction"
            self._call(name, text(load_of(key)), text(value.components), self._functions.load(value.call, value.once), None)
        else:
            name = "FsCaseSetLawFunctionPerStep" if value.once else "FsCaseSetLawFunction"
            self._call(name, text(f"-{key}"), self._functions.law(key, value.call, value.once), None)

    def setup(self) -> Case:
        """Creates the model and its initial state. Returns the case."""
        self._compute("FsCaseSetUp")
        return self

    def run(self) -> Case:
        """Does the set-up, unless it is done, and all steps that are left. Returns the case."""
        self._compute("FsCaseRun")
        return self

    def step_to(self, t: float) -> float:
        """Takes the steps up to t [s], or to a load factor in statics. Returns the time that is reached.

        A sum of steps that is above t_end by round-off means t_end.
        """
        self._compute("FsCaseStepTo", t)
        return self.time

    def steps(self, times: float | Iterable[float] | None = None, end: float | None = None) -> Iterator[float]:
        """Takes steps up to each of the times, or to multiples of an interval up to end. Gives the times.

        Without arguments it takes the steps of run(), one by one. The set-up must be done before.
        """
        if times is None:
            taken = ctypes.c_int(1)
            while True:
                self._compute("FsCaseStep", ctypes.byref(taken))
                if not taken.value:
                    return
                yield self.time
        if isinstance(times, (int, float, np.number)):
            if end is None:
                raise FsolveError("steps: give the end of the last interval, or a list of times")
            start, interval = self.time, float(times)
            count = int(np.floor((end - start) / interval * (1 + 1e-12) + 1e-9))
            times = [min(start + k * interval, end) for k in range(1, count + 1)]
        for t in times:
            yield self.step_to(float(t))

    def monitor(self, function: Callable[[int, float], Any] | None) -> Case:
        """Lets function(step, time) be called after each step; None: no more. Returns the case.

        It may look at the case. If it returns True, the call that takes the steps ends after this step, and the
        case can continue. An exception does the same, and that call raises it.
        """
        case = weakref.proxy(self)  # the library holds the monitor, which must not hold the case

        def watch(_context: Any, _case: Any, step: int, time: float) -> int:
            try:
                case._watching = True
                return int(bool(function(step, time)))
            except BaseException as raised:  # C cannot pass it on
                case._raised = raised
                return 1
            finally:
                case._watching = False

        if function is not None and not callable(function):
            raise FsolveError(f"monitor: {function!r} is no function")
        monitor = self._lib.FsCaseMonitor(watch) if function else self._lib.FsCaseMonitor()
        self._call("FsCaseSetMonitor", monitor, None)
        self._monitor = monitor  # the library calls it
        return self

    @property
    def time(self) -> float:
        """The present time [s], or load factor in statics."""
        t = ctypes.c_double()
        self._call("FsCaseGetTime", ctypes.byref(t))
        return t.value

    @staticmethod
    def _layout(result: Any) -> tuple[np.dtype, list[int]]:
        """Returns the type of the numbers of a result, and the shape of this rank's rows."""
        kind = TYPES[result.type] or (np.int64 if ctypes.sizeof(result._fields_[1][1]) == 8 else np.int32)
        shape = list(result.dims[: result.ndims])
        shape[result.axis] = result.n
        return np.dtype(kind), shape

    def _array(self, result: Any) -> np.ndarray | str | float | int:
        """Returns this rank's rows of a result, as a copy."""
        if result.type == TEXT:
            return ctypes.string_at(result.data, result.n).decode()
        kind, shape = self._layout(result)
        size = math.prod(shape) * kind.itemsize
        return np.frombuffer(ctypes.string_at(result.data, size) if size else b"", kind).reshape(shape).copy()

    def keys(self) -> list[str]:
        """Returns the paths of the results so far, as in docs/result_files.md. A case with output has no such paths."""
        found, k = [], 0
        while (name := self._lib.FsCaseGetResultName(self._handle, k)) is not None:
            found.append(name.decode())
            k += 1
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __bool__(self) -> bool:
        return True

    def __contains__(self, name: object) -> bool:
        """Returns whether there is a result: "tip/displacement" in case."""
        return isinstance(name, str) and (name if name.startswith("/") else "/history/" + name) in self.keys()

    def __reduce__(self) -> Any:
        raise FsolveError("a case is a run, which cannot be pickled or copied; take its model (case.model), or the bytes of a state (case.save().to_bytes())")

    def __getitem__(self, name: str) -> np.ndarray | str:
        """Returns a result: "tip/displacement" of the history, or a whole path such as "/modes/frequency".

        Rows of nodes and cells are those of this rank.
        """
        return self._array(self._named(name))

    def last(self, name: str) -> np.ndarray | float | int | str:
        """Returns the last row of a result: of "tip/displacement" the displacement after the last step [3], of "time" a number.

        last() copies one row alone, and therefore takes microseconds also if the history is long.
        """
        result = self._named(name)
        if result.type == TEXT or not result.n or result.axis:
            return self._array(result)
        kind, shape = self._layout(result)
        row = shape[1:]
        size = kind.itemsize * math.prod(row)
        values = np.frombuffer(ctypes.string_at(result.data + (result.n - 1) * size, size), kind)
        return values.reshape(row).copy() if row else values[0]

    def _named(self, name: str) -> Any:
        """Returns the FsResult of a name, which the user has given."""
        if not isinstance(name, str):
            raise FsolveError(f"the name of a result must be a text, not {name!r}")
        path = name if name.startswith("/") else "/history/" + name
        try:
            return self._result(path)
        except FsolveError:
            keys = self.keys()  # to list them takes long
            if keys and path not in keys:
                raise missing("the case", "result", name, [k.removeprefix("/history/") for k in keys]) from None
            raise

    def _result(self, path: str) -> Any:
        result = self._lib.FsCaseResult()
        self._call("FsCaseGetResult", text(path), ctypes.byref(result))
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
        self._call("FsCaseGetField", text(name), text(set) if set else None, ctypes.byref(result))
        return self._array(result)

    def matrix(self, which: str, kind: str | None = None) -> Any:
        """Returns the matrix "K", "M", "C", "G" (skew part of C) or "D" (C without damping_modal) at the present state; dofs() says what its rows are.

        kind is "scipy" (csr_matrix), "petsc" (a Mat of petsc4py), or "arrays" (values, columns, starts of
        the rows). By default it is scipy if scipy is installed, else arrays. On several ranks it has
        this rank's rows, and all columns. Rows of joints are those of their constraints: K is
        [K G^T; G 0].
        """
        entries = self._lib.FsMatrixEntries()
        letter = str(which).encode()
        self._call("FsCaseGetMatrixEntries", letter if len(letter) == 1 else b"?", ctypes.byref(entries))
        return convert(entries, kind, self._comm)

    def dofs(self) -> list[tuple[int, str]]:
        """Returns the node, as in /mesh/nodes, and the component of each row of matrices: "x", ..., "rotation_z".

        Rows of constraints have the node -1, and "constraint 0", ..., in the order of joints, couplings
        and sliders. On several ranks they are the rows of this rank.
        """
        rows = self._lib.FsRows()
        self._call("FsCaseGetRows", ctypes.byref(rows))
        return [(int(node), COMPONENTS[k] if node >= 0 else f"constraint {k}")
                for node, k in zip(array(rows.node, rows.n), array(rows.component, rows.n))]

    def modal_damping(self) -> np.ndarray:
        """Returns vectors w [n, rows] of the damping of damping_modal: the matrix C is "D" plus the sum of w w^T. On several ranks this rank's rows."""
        integer = self._lib.FsRows._fields_[0][1]
        n, rows, values = integer(), integer(), ctypes.POINTER(ctypes.c_double)()
        self._call("FsCaseGetModalDamping", ctypes.byref(n), ctypes.byref(rows), ctypes.byref(values))
        return array(values, n.value * rows.value).reshape(n.value, rows.value)

    def _gather(self, values: Any) -> np.ndarray:
        """Returns the numbers of all ranks on each rank, rank by rank."""
        own = np.ascontiguousarray(values, np.float64).ravel()
        total, found = self._lib.FsRows._fields_[0][1](), ctypes.POINTER(ctypes.c_double)()
        self._call("FsCaseGather", len(own), own.ctypes.data, ctypes.byref(total), ctypes.byref(found))
        return array(found, total.value)

    def forces(self, which: str = "residual") -> np.ndarray:
        """Returns the forces on the free dofs at the present state: [N] in global axes, [N m] in the axes of the node. dofs() says what the rows are.

        which is "internal" (stresses), "damping", "inertial", "constraint" (joints) or "external" (loads), or
        "residual" = inertial + damping + internal + constraint - external. On several ranks they are the rows of this rank.
        """
        if which not in FORCES:
            raise missing("a case", "kind of forces", str(which), FORCES)
        n, values = self._lib.FsRows._fields_[0][1](), ctypes.POINTER(ctypes.c_double)()
        self._call("FsCaseGetForces", FORCES.index(which), ctypes.byref(n), ctypes.byref(values))
        return array(values, n.value)

    def _motion_forces(self, support: str, component: int, derivative: int) -> np.ndarray:
        """Returns the derivative of the residual by the motion of a support that is "given": by its value, velocity (1) or acceleration (2)."""
        n, values = self._lib.FsRows._fields_[0][1](), ctypes.POINTER(ctypes.c_double)()
        self._call("FsCaseGetMotionForces", text(support), component, derivative, ctypes.byref(n), ctypes.byref(values))
        return array(values, n.value)

    def place(self, point: Any) -> Place:
        """Returns the place at a point of the mesh (x, y, z) [m]: a node, or a place inside of an element, whose motion it gives."""
        return Place(self, point)

    def linearize(self, inputs: Iterable[Any], outputs: Iterable[Any], modes: int | None = None) -> StateSpace:
        """Returns A, B, C, D of the motion about the present state: x' = A x + B u, y = C x + D u. On several ranks each rank has all of them.

        inputs   forces "tip.x" [N] and moments "tip.rx" [N m] at a set, a load's set or a probe, shared equally by several nodes; or
                 (point, "x"); accelerations "base.motion_x" [m/s2] and "base.rotation_x" of a support whose motion is "given", which add its
                 displacement and its velocity to the states
        outputs  "tip/displacement.x", "tip/velocity.x", "tip/acceleration.x", "tip/rotation.x", "tip/angular_velocity.x", ... of
                 the same places, changes against the present state; or (point, "velocity.x")
        modes    None: the states are all dofs, or all motions that joints allow, then their velocities. A number: those of the lowest modes,
                 and the other modes follow statically in displacements
        """
        from fsolve.linear import linearize
        return linearize(self, inputs, outputs, modes)

    def modes(self, n: int = 10) -> tuple[np.ndarray, np.ndarray]:
        """Returns the n lowest frequencies [Hz], and the shapes [n, nodes, 3 or 6] in global axes.

        Before the set-up it runs -analysis modes. Later the modes are about the present state of a case
        with steps, which can continue. case["/modes/..."] has more. Nodes are those of this rank.
        """
        self._compute("FsCaseModes", n)
        return self["/modes/frequency"], self["/modes/shape"]

    def buckling(self, n: int = 4) -> tuple[np.ndarray, np.ndarray]:
        """Runs -analysis buckling. Returns n factors, and the shapes [n, nodes, 3 or 6]."""
        self._compute("FsCaseBuckling", n)
        return self["/buckling/factor"], self["/buckling/shape"]

    def path(self) -> Case:
        """Runs -analysis path. Returns the case."""
        self._compute("FsCasePath")
        return self

    def response(self) -> Case:
        """Runs -analysis response. Returns the case."""
        self._compute("FsCaseResponse")
        return self

    def force(self, load: str, values: Any) -> None:
        """Gives the forces [n, 3] of a load with load_<load>_given at the end of the next step [N].

        The n nodes are those of field(..., set) for the set of the load.
        """
        self._give_nodal("force", load, values)

    def moment(self, load: str, values: Any) -> None:
        """Gives moments [n, 3] about global axes on the same nodes [N m], if the load has load_<load>_given_moments."""
        self._give_nodal("moment", load, values)

    def _give_nodal(self, what: str, load: str, values: Any) -> None:
        try:
            rows = np.ascontiguousarray(values, np.float64).reshape(-1, 3)
        except (TypeError, ValueError) as error:
            raise FsolveError(f"{what}: the values must be numbers [n, 3]: {error}") from None
        self._leave_window()
        self._call(f"FsCaseSetNodal{what.title()}", text(load), len(rows), rows.ctypes.data)

    def motion(self, support: str, component: str, value: float, velocity: float, acceleration: float) -> None:
        """Gives the motion of a support at the end of the next step, whose option support_<support>_motion_<x> is "given".

        component  "x", "y", "z": displacement [m]; "rx", "ry", "rz": rotation vector [rad]
        A motion that is not given again comes to rest at its value in the next step.
        """
        names = ("x", "y", "z", "rx", "ry", "rz")
        if component not in names:
            raise missing("a support", "component", component, names)
        self._leave_window()
        self._call("FsCaseSetMotion", text(support), names.index(component), value, velocity, acceleration)

    def attempt(self, dt: float) -> bool:
        """Tries one step of dt [s] without recording it; field() then gives its end. Returns whether it succeeded.

        message says why it failed. It may be tried again, with other forces.
        """
        ok = ctypes.c_int()
        self._compute("FsCaseTry", dt, ctypes.byref(ok))
        return bool(ok.value)

    def attempt_to(self, t: float) -> bool:
        """Tries the steps up to t [s], as implicit coupling with several steps in a window does. Returns whether they succeeded.

        Given forces and motions change as in step_to(t). field(), time and results are those of these steps, until accept() keeps them, or until
        reject(), or any call that gives forces or takes steps, returns to the state before.
        """
        self._leave_window()
        before = self.save()
        try:
            self._compute("FsCaseStepTo", t)
        except FsolveError as error:
            if error.status == 3:
                self.restore(before)
                return False
            raise
        self._window = before
        return True

    def _leave_window(self) -> None:
        """Returns to the state before the steps that attempt_to has tried, with the forces that were given for them."""
        if self._window is not None:
            before, self._window = self._window, None
            self.restore(before)

    def accept(self) -> float:
        """Makes the step or the steps that were tried the present ones, and records them. Returns their time."""
        if self._window is None:
            self._compute("FsCaseAccept")
        self._window = None
        return self.time

    def reject(self) -> None:
        """Forgets the step or the steps that were tried."""
        self._leave_window()
        self._call("FsCaseReject")

    def save(self) -> State:
        """Keeps the present state in memory, to which restore() returns, in an analysis with steps."""
        self._leave_window()
        handle = ctypes.c_void_p()
        self._call("FsCaseSaveState", ctypes.byref(handle))
        return State(handle, self.time)

    def state(self, saved: bytes) -> State:
        """Returns a state of this case from the bytes of State.to_bytes of a case with the same options; restore() returns to it."""
        handle, numbers = ctypes.c_void_p(), saved[TIME.size:]
        self._leave_window()
        self._call("FsCaseStateFromBytes", len(numbers), ctypes.c_char_p(numbers), ctypes.byref(handle))
        return State(handle, TIME.unpack_from(saved)[0])

    def restore(self, state: State) -> float:
        """Returns to a state of this case, as often as you like, in any order. Returns its time.

        Results of steps after the state are dropped. The steps after it have the same bits.
        """
        if not isinstance(state, State):
            raise FsolveError("restore: give a state that save() has returned")
        self._window = None
        self._call("FsCaseRestoreState", state.handle)
        return self.time

    def checkpoint(self, file: Path) -> None:
        """Writes the present state to a file, from which a case with restart=file continues."""
        self._leave_window()
        self._call("FsCaseCheckpoint", text(os.fspath(file)))

    @property
    def message(self) -> str:
        """The message of the last call that failed."""
        return self._lib.FsCaseGetMessage(self._handle).decode(errors="replace")

    def close(self) -> None:
        """Ends the case. A file of results is closed."""
        if self._watching:
            raise FsolveError("close: a monitor can only look at the case")
        if self._handle:
            code = self._lib.FsCaseDestroy(ctypes.byref(self._handle))
            if code:
                raise FsolveError(self.message, self._lib.FsCaseGetStatus(code))
            OPEN.discard(self)

    def __enter__(self) -> Case:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    # ---- the model and its results ---------------------------------------------------------------

    @property
    def model(self) -> Model:
        """The options that were given, as a fsolve.Model."""
        return self._described()

    def _described(self, but: str = "") -> Model:
        """Returns the options that were given, except the option but."""
        model = self._file.copy() if isinstance(self._file, Model) else Model(self._file)
        for options in self._given:
            model.set(**{key: value for key, value in options.items() if key != but})
        return model

    def write(self, path: Path) -> str:
        """Writes an options file of the same model; see fsolve.Model.write."""
        return self.model.write(path)

    @property
    def result(self) -> Result:
        """The results so far as a fsolve.Result, in memory or of the file that the case writes. On one rank."""
        output = self._output()
        return Result(MemoryFile(self) if output == "none" else output)

    def _output(self) -> str:
        """Returns the name of the file of results, or "none"."""
        given = [str(o["output"]) for o in self._given if o.get("output") is not None]
        return given[-1] if given else "none"

    def whole(self, path: str) -> np.ndarray | str:
        """Returns a result. This rank must have all its rows."""
        result = self._result(path)
        if result.type != TEXT and result.n != result.dims[result.axis]:
            raise FsolveError(f"{path} is distributed over the ranks; do this on one rank, or with output='name.h5'")
        return self._array(result)

    def plot(self, out: Path | None = None, *, scale: float | None = None,
             overwrite: bool = False) -> Figure:
        """Draws the model, and the present state if it has moved. On one rank. Returns a figure of matplotlib.

        out        also writes this picture
        scale      factor of the displacements; default: 1, or larger if they are small
        overwrite  replaces a picture that exists
        """
        from fsolve.picture import draw_case
        if out is not None:
            check_new(out, overwrite)
        if not self._is_set_up():
            self.setup()
        if not self.keys() and self._output() == "none":
            self.step_to(self.time)  # records the initial state
        result = self.result
        u = self.field("displacement")
        if len(u) != len(result.nodes):
            raise FsolveError("plot: nodes are distributed over the ranks; plot on one rank")
        turn = None
        with contextlib.suppress(FsolveError):  # no node of the model rotates
            turn = self.field("rotation")
        return draw_case(result, u, turn, self._state(), scale, out)

    def _is_set_up(self) -> bool:
        return bool(self._handle) and self._lib.FsCaseGetTime(self._handle, ctypes.byref(ctypes.c_double())) == 0

    def _state(self) -> str:
        if not self._handle:
            return "closed"
        if not self._is_set_up():
            return "before its set-up"
        static = str(self.model.get("analysis", "transient"))
        return {"transient": f"t = {self.time:.6g} s", "static": f"load factor {self.time:.6g}"}.get(static, static)

    def _title(self) -> str:
        return f"fsolve.Case, {self._state()}, with {len(self.keys())} results"

    def __repr__(self) -> str:
        return table(self._title(), self._rows())

    def _repr_html_(self) -> str:
        return html(self._title(), self._rows(), self._picture())

    def _rows(self) -> list[tuple[str, str, str]]:
        try:
            return rows(self.model)
        except FsolveError as error:  # a name that the set-up will reject, too
            return [("", "error", error.message)]

    def _picture(self) -> str:
        """Returns a picture for HTML, or nothing if there are no results or there is no matplotlib."""
        if not self.keys():
            return ""
        try:
            image = io.BytesIO()
            self.plot().savefig(image, format="png", dpi=70)
        except (FsolveError, ImportError):
            return ""
        return f"<img src='data:image/png;base64,{base64.b64encode(image.getvalue()).decode()}'>"

    def _ipython_key_completions_(self) -> list[str]:
        return [k.removeprefix("/history/") for k in self.keys()]


@atexit.register
def finish() -> None:
    """Ends the cases that are open, then MPI and PETSc, if a case has started them."""
    if library.cache_info().currsize:
        for case in sorted(OPEN, key=lambda case: case._number):
            with contextlib.suppress(FsolveError):  # another package has ended PETSc before
                case.close()
        library().FsFinalize()


Model._case = Case
