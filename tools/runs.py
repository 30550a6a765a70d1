# SPDX-License-Identifier: BSD-2-Clause
"""Runs cases of inputs/ for the tools that draw published figures and measure."""
import functools
import os
import sys
import tempfile

import h5py

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "python"))
from fsolve import FsolveError  # noqa: E402
from fsolve import runs as fsolve_runs  # noqa: E402
from fsolve.runs import ENVIRONMENT  # noqa: E402, F401, for measure.py

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "inputs")


def program():
    try:
        return fsolve_runs.program()
    except FsolveError as error:
        sys.exit(error.message)


def fsolve(read, case=None, **options):
    """Runs a case of inputs/ with options, and returns read(file) of the open output file.

    True is an option without a value. A run that fails raises FsolveError.
    """
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out.h5")
        fsolve_runs.run(os.path.join(INPUTS, case + ".opts") if case else None, **options, output=output)
        with h5py.File(output) as file:
            return read(file)


def history(probe, component):
    """Returns a reader of t, q, v, a of a probe."""
    fields = ("displacement", "velocity", "acceleration")
    return lambda file: [file["history/time"][:]] + [file[f"history/{probe}/{field}"][:, component] for field in fields]


@functools.cache
def schemes():
    """Returns {name: solves per step} of all schemes of the program.

    Figures compare steps of equal cost, dt/n with n solves.
    """
    def read(file):
        return {name: int(next(iter(group.values())).attrs["solves"]) for name, group in file["spectrum"].items()}

    return fsolve(read, analysis="spectrum", spectrum_points=2, spectrum_range="0.001,0.01", spectrum_rho_inf=1)
