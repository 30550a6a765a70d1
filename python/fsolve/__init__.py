# SPDX-License-Identifier: BSD-2-Clause
"""Reads, draws and makes results of fsolve.

    import fsolve

    r = fsolve.Result("drum.h5")
    r.time, r["energy/total"], r.probe("middle").displacement[:, 2]
    r.snapshot(t=0.05)["displacement"]
    r.plot("middle/displacement", component="z")
    r = fsolve.run("drum.opts", dt=5e-5, overwrite=True, ranks=2)
    case = fsolve.Case("drum.opts", t_end=0.1).run()
    case["middle/displacement"][:, 2]

Arrays are numpy arrays in the units of the case. Rows of nodes and cells have the order of the
whole mesh. Every error is an FsolveError. docs/results.md is the manual.
"""
from fsolve.needs import check_modules

check_modules()

# ruff: noqa: E402
from typing import TYPE_CHECKING, Any

from fsolve.case import Case
from fsolve.description import Model
from fsolve.error import FsolveError
from fsolve.integrate import integrate
from fsolve.library import library_path, threads_wait
from fsolve.result import Result
from fsolve.rows import Rows, grid, latin_hypercube
from fsolve.runs import run, sweep

__all__ = ["Case", "FsolveError", "Model", "Result", "Rows", "export_fmu", "grid", "integrate", "latin_hypercube", "library_path", "run",
           "sweep", "threads_wait"]
__version__ = "0.2.0"

if TYPE_CHECKING:
    from fsolve.fmu import export_fmu


def __getattr__(name: str) -> Any:
    """Loads what few programs need when it is first used."""
    if name == "export_fmu":
        from fsolve.fmu import export_fmu
        return export_fmu
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
