# SPDX-License-Identifier: BSD-2-Clause
"""Runs fsolve: one case, or all combinations of values of some options."""
from __future__ import annotations

import itertools
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from fsolve.error import FsolveError
from fsolve.result import Path, Result
from fsolve.rows import Row, Rows, print_columns, value_text, write_table

HERE = os.path.dirname(os.path.abspath(__file__))
# The program relative to this file: in the source tree, and in an installed tree.
NEAR = (("..", "..", "build", "fsolve"), ("..", "..", "..", "..", "bin", "fsolve"))
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
LAUNCH = "mpirun --oversubscribe -n {ranks}"


def program() -> str:
    """Returns the path of the program.

    This is $FSOLVE, else the program that was built or installed beside this file, else the one on
    the PATH.
    """
    near = (os.path.join(HERE, *words) for words in NEAR)
    for path in (os.environ.get("FSOLVE"), *near, shutil.which("fsolve")):
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise FsolveError("there is no fsolve: build it with scripts/build, or name it in $FSOLVE")


def words(case: Path | None, options: dict[str, Any]) -> list[str]:
    """Returns the command line. True is an option without a value, None leaves the option out."""
    found = ["-options_file", os.fspath(case)] if case else []
    for key, value in options.items():
        if value is not None:
            found += ["-" + key] + ([] if value is True else [value_text(value)])
    return found


def complaint(errors: str) -> str:
    """Returns the message of fsolve, else the first line, such as one of mpirun."""
    lines = [line for line in errors.splitlines() if line.strip("- ")]
    own = [line[len("fsolve: "):] for line in lines
           if line.startswith("fsolve: ") and not line.startswith("fsolve: warning: ")]
    return own[-1] if own else lines[0] if lines else ""


def run(case: Path | None = None, *, ranks: int = 1, launch: str = LAUNCH,
        folder: Path | None = None, timeout: float | None = None, **options: Any) -> Result:
    """Runs a case, an options file, with other values for some options. Returns its Result.

    options  as on the command line, without the minus: dt=1e-4, mesh_n=(20, 20), overwrite=True
    output   one of the options; default: the name of the case with .h5, in the working directory

    ranks    number of ranks; launch says how to start them
    timeout  time limit [s]; a run that takes longer is killed
    folder   working directory of the run; default: the present one

    A run whose status is not 0 raises FsolveError with its status, message and output.
    """
    stem = os.path.splitext(os.path.basename(os.fspath(case)))[0] if case else "fsolve"
    options = {"output": stem + ".h5", "quiet": True, **options}
    output = os.path.join(folder or "", os.fspath(options["output"]))
    if case and folder:
        case = os.path.abspath(case)
    done = start(words(case, options), ranks, launch, folder, timeout, stem, output)
    if done.returncode:
        message = complaint(done.stderr) or f"{stem}: ended with status {done.returncode}"
        raise FsolveError(message, done.returncode, output)
    return Result(output)


def start(arguments: list[str], ranks: int, launch: str, folder: Path | None,
          timeout: float | None, stem: str, output: str) -> subprocess.CompletedProcess[str]:
    """Starts the program and waits for its end. stem names the case in messages."""
    launcher = shlex.split(launch.format(ranks=ranks)) if ranks > 1 else []
    try:
        return subprocess.run(launcher + [program()] + arguments, capture_output=True, text=True,
                              env=ENVIRONMENT, cwd=folder, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise FsolveError(f"{stem}: was not done after {timeout} s", -9, output) from None
    except OSError as error:
        first = launcher[0] if launcher else program()
        raise FsolveError(f"{first} cannot be run: {error.strerror}") from None


class Case:
    """A case of a sweep.

    values  {option: value} of the options that vary
    result  the Result, or None if the case failed
    error   the FsolveError of a case that failed, else None
    """

    def __init__(self, number: int, values: dict[str, Any]):
        self.number, self.values = number, values
        self.result: Result | None = None
        self.error: FsolveError | None = None

    @property
    def name(self) -> str:
        """The name of the folder, such as 000_dt=0.01_rho_inf=0.8."""
        named = "_".join(f"{k}={value_text(v)}" for k, v in self.values.items())
        return f"{self.number:03d}_" + re.sub(r"[^\w.,=+-]", "-", named)[:80]

    def __repr__(self) -> str:
        return f"<case {self.name}: {self.error.message if self.error else self.result}>"


class Sweep(list):
    """The cases of a sweep, in the order of their values."""

    @property
    def results(self) -> dict[Any, Result]:
        """{value: Result} of the cases that did not fail.

        If several options vary, the key is the tuple of their values.
        """
        def key(case: Case) -> Any:
            values = tuple(case.values.values())
            return values[0] if len(values) == 1 else values

        return {key(case): case.result for case in self if case.result}

    @property
    def failed(self) -> list[Case]:
        """The cases that failed."""
        return [case for case in self if case.error]

    def table(self, **what: Callable[[Result], Any]) -> list[dict[str, Any]]:
        """Returns a dictionary for each case: its values, what[name](result), and its status.

        The values of what[name] of a case that failed are missing: None.
        """
        return [{**case.values,
                 **{n: f(case.result) if case.result else None for n, f in what.items()},
                 "status": case.error.status if case.error else 0} for case in self]

    def print(self, **what: Callable[[Result], Any]) -> None:
        """Prints the table in columns."""
        print_columns(self.table(**what))


def absolute(value: Any) -> Any:
    """Returns a value with absolute names of the files that exist in the present folder.

    The value may be a list of names, each with a path behind ":" such as shapes.h5:/modes/shape/1.
    """
    if not isinstance(value, (str, os.PathLike)):
        return value

    def item(text: str) -> str:
        name, colon, rest = text.partition(":")
        return os.path.abspath(name) + colon + rest if os.path.isfile(name) else text

    text = os.fspath(value)
    return os.path.abspath(text) if os.path.isfile(text) else ",".join(map(item, text.split(",")))


def run_table(case: Path | None, table: Path | Iterable[Row], n: int | None, ranks: int,
              launch: str, timeout: float | None, options: dict[str, Any]) -> Rows:
    """Runs the cases of a table in one start of the program, n at a time. Returns their rows."""
    options = {"output": "sweep.h5", "quiet": True, **options}
    output = os.fspath(options["output"])
    n = n or max(1, len(os.sched_getaffinity(0)) // ranks)
    with tempfile.TemporaryDirectory() as folder:
        if not isinstance(table, (str, os.PathLike)):
            path = os.path.join(folder, "table.csv")
            write_table(table, path)
            table = path
        options.update(cases=os.fspath(table), cases_ranks=ranks)
        done = start(words(case, options), n * ranks, launch, None, timeout, "sweep", output)
    if done.returncode and not (done.returncode == 3 and os.path.exists(output)):
        raise FsolveError(complaint(done.stderr) or f"sweep: ended with status {done.returncode}",
                          done.returncode, output)
    rows = Rows(output)
    if done.returncode and rows.attrs["status"] != "done":
        raise FsolveError(complaint(done.stderr), done.returncode, output)
    return rows


def sweep(case: Path | None = None, *, table: Path | Iterable[Row] | None = None,
          n: int | None = None, into: Path = "sweep", ranks: int = 1, launch: str = LAUNCH,
          timeout: float | None = None, **options: Any) -> Sweep | Rows:
    """Runs a case with all combinations of the options that have lists of values, or with a table.

    n     number of runs at a time; default: as many as fit the processors
    into  folder that gets a folder for each case

    Tuples are vectors. A case that fails does not end the others. Paths in options are relative to
    the folders of the cases, except names of files that exist in the present folder.

    table  a list of dictionaries, such as grid() and latin_hypercube() return, or a file of -cases.
           All cases then run in one start of the program, in the present folder, and the result is
           their Rows: last values and extremes, frequencies, factors. The file is output, by
           default sweep.h5; cases_files=True also keeps a file for each case. If all fail, or the
           run is cut short, rows are in the file; restart="sweep.h5" runs those that are missing
    """
    if table is not None:
        return run_table(case, table, n, ranks, launch, timeout, options)
    varied = {k: v for k, v in options.items() if isinstance(v, (list, range, np.ndarray))}
    fixed = {k: absolute(v) for k, v in options.items() if k not in varied}
    if not varied or not all(len(v) for v in varied.values()):
        raise FsolveError("sweep: no option has a list of values, as in dt=[0.01, 0.005]")
    combinations = itertools.product(*varied.values())
    cases = Sweep(Case(k, dict(zip(varied, values))) for k, values in enumerate(combinations))

    def one(case_: Case) -> None:
        folder = os.path.join(into, case_.name)
        os.makedirs(folder, exist_ok=True)
        try:
            case_.result = run(case, ranks=ranks, launch=launch, folder=folder, timeout=timeout,
                               **fixed,
                               **{k: absolute(v) for k, v in case_.values.items()})
        except FsolveError as error:
            case_.error = error

    program()  # raises before any folder is made
    with ThreadPoolExecutor(n or max(1, len(os.sched_getaffinity(0)) // ranks)) as pool:
        list(pool.map(one, cases))
    return cases
