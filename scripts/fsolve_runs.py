"""Runs of fsolve, one or many at a time: what is behind run() and sweep() of fsolve.py."""
import itertools
import os
import re
import shlex
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from fsolve import FsolveError, Result

HERE = os.path.dirname(os.path.abspath(__file__))
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
LAUNCH = "mpirun --oversubscribe -n {ranks}"


def program():
    """$FSOLVE, the one that was built or installed beside this file, or the one on the PATH."""
    for path in (os.environ.get("FSOLVE"), *(os.path.join(HERE, *up) for up in (("..", "build", "fsolve"), ("..", "..", "..", "bin", "fsolve"))),
                 shutil.which("fsolve")):
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise FsolveError("there is no fsolve: build it with scripts/build, or name it in $FSOLVE")


def value_text(value):
    """As an option has it: numbers with all their digits, vectors with commas."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(value_text(v) for v in value)
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return str(value)


def words(case, options):
    """The command line: True is a key without a value, None leaves the key out."""
    found = ["-options_file", os.fspath(case)] if case else []
    for key, value in options.items():
        if value is not None:
            found += ["-" + key] + ([] if value is True else [value_text(value)])
    return found


def complaint(errors):
    """The one message of fsolve; or of what else went wrong, as mpirun, the first line."""
    lines = [line for line in errors.splitlines() if line.strip("- ")]
    own = [line[len("fsolve: ") :] for line in lines if line.startswith("fsolve: ") and not line.startswith("fsolve: warning: ")]
    return own[-1] if own else lines[0] if lines else ""


def run(case=None, *, ranks=1, launch=LAUNCH, folder=None, timeout=None, **options):
    """Run a case, an options file, with other values for some options, and return its Result.

    options  as on the command line, without the minus: dt=1e-4, mesh_n=(20, 20), overwrite=True
    output   goes to the case's own name with .h5, in the working directory, unless it is among the options
    ranks    how many; launch says how to start them. timeout in seconds: then the run is killed
    folder   the working directory of the run; now it is this one

    A run with a status other than 0 raises FsolveError, with its status, its message and its output."""
    stem = os.path.splitext(os.path.basename(os.fspath(case)))[0] if case else "fsolve"
    options = {"output": stem + ".h5", "quiet": True, **options}
    output = os.path.join(folder or "", os.fspath(options["output"]))
    start = shlex.split(launch.format(ranks=ranks)) if ranks > 1 else []
    if case and folder:
        case = os.path.abspath(case)
    try:
        done = subprocess.run(start + [program()] + words(case, options), capture_output=True, text=True, env=ENVIRONMENT, cwd=folder, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise FsolveError(f"{stem}: was not done after {timeout} s", -9, output) from None
    except OSError as error:
        raise FsolveError(f"{start[0] if start else program()} cannot be run: {error.strerror}") from None
    if done.returncode:
        raise FsolveError(complaint(done.stderr) or f"{stem}: ended with status {done.returncode}", done.returncode, output)
    return Result(output)


class Case:
    """One of a sweep: values {option: value} of what varies, and its result, or the error that it ended with (the other is None)."""

    def __init__(self, number, values):
        self.number, self.values, self.result, self.error = number, values, None, None

    @property
    def name(self):
        """Of its folder: 000_dt=0.01_rho_inf=0.8."""
        named = "_".join(f"{k}={value_text(v)}" for k, v in self.values.items())
        return f"{self.number:03d}_" + re.sub(r"[^\w.,=+-]", "-", named)[:80]

    def __repr__(self):
        return f"<case {self.name}: {self.error.message if self.error else self.result}>"


class Sweep(list):
    """The cases of a sweep, in the order of their values."""

    @property
    def results(self):
        """{value, or values where several options vary: Result} of the cases that are done."""
        key = lambda case: next(iter(case.values.values())) if len(case.values) == 1 else tuple(case.values.values())
        return {key(case): case.result for case in self if case.result}

    @property
    def failed(self):
        return [case for case in self if case.error]

    def table(self, **what):
        """A dictionary for each case: its values, what[name](result) by name (None where it failed), and its status."""
        return [{**case.values, **{n: f(case.result) if case.result else None for n, f in what.items()},
                 "status": case.error.status if case.error else 0} for case in self]

    def print(self, **what):
        """The table, in columns."""
        rows = self.table(**what)
        lines = [list(rows[0])] + [[f"{v:.8g}" if isinstance(v, (float, np.floating)) else value_text(v) for v in row.values()] for row in rows]
        widths = [max(map(len, column)) for column in zip(*lines)]
        for line in lines:
            print("  ".join(word.rjust(width) for word, width in zip(line, widths)))


def sweep(case=None, *, n=None, into="sweep", ranks=1, launch=LAUNCH, timeout=None, **options):
    """Run a case with all combinations of those options that have lists of values (tuples are vectors), n at a time (as many as fit the
    processors), each in a folder of its own below into. Returns a Sweep. A case that fails does not end the others.

    Paths in options are of those folders, but for names of files that are here."""
    varied = {k: v for k, v in options.items() if isinstance(v, (list, range, np.ndarray))}
    fixed = {k: os.path.abspath(v) if isinstance(v, str) and os.path.isfile(v) else v for k, v in options.items() if k not in varied}
    if not varied or not all(len(v) for v in varied.values()):
        raise FsolveError("sweep: no option has a list of values, as in dt=[0.01, 0.005]")
    cases = Sweep(Case(k, dict(zip(varied, values))) for k, values in enumerate(itertools.product(*varied.values())))

    def one(case_):
        folder = os.path.join(into, case_.name)
        os.makedirs(folder, exist_ok=True)
        try:
            case_.result = run(case, ranks=ranks, launch=launch, folder=folder, timeout=timeout, **fixed, **case_.values)
        except FsolveError as error:
            case_.error = error

    program()  # once, before anything is made
    with ThreadPoolExecutor(n or max(1, len(os.sched_getaffinity(0)) // ranks)) as pool:
        list(pool.map(one, cases))
    return cases
