# SPDX-License-Identifier: BSD-2-Clause
"""Python functions as loads, laws and motions of a case."""
from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

Real = ctypes.POINTER(ctypes.c_double)
Load = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_double, Real, Real, Real, Real, Real, Real)
Law = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, Real, Real, Real)
# Variables of the formulas of joints, by the last word of the option, and of laws of loads.
# Others are motions, of t.
VARIABLES = {"spring": 1, "damper": 2, "motor": 3}
LAW_VARIABLES = 16


def slopes(f: Callable[[np.ndarray], np.ndarray], x: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Returns the derivatives of f by the variables x, by differences from the value at x."""
    # Relative to a variable, or to 1e-3 in its own unit if it is smaller. At rest, all variables
    # are 0 and have no size of their own. In units in which all motions are smaller, a derivative
    # is that of a secant, and Newton's method takes more iterations to the same solution. The test
    # tests/relations/guards_parts.py has a law in units of 1e-6 to 1e6.
    relative, least = 1e-7, 1e-3
    columns = []
    for k in range(len(x)):
        step = relative * max(abs(x[k]), least)
        moved = x.copy()
        moved[k] += step
        columns.append((f(moved) - at) / (moved[k] - x[k]))
    return np.array(columns).T


def put(values: Any, n: int, target: Any) -> None:
    """Writes n numbers to the memory of the library."""
    numbers = np.ascontiguousarray(values, np.float64).reshape(n)
    ctypes.memmove(target, numbers.ctypes.data, 8 * n)


class Functions:
    """The functions of a case: it keeps them alive, and the exception that one has raised."""

    def __init__(self) -> None:
        self._kept: list[Any] = []
        self.cause: BaseException | None = None

    def _guard(self, call: Callable[..., None], kind: Any) -> Any:
        """Returns a function for C: 0, or 1 after an exception, which becomes the cause."""
        def guarded(_context: Any, *arguments: Any) -> int:
            try:
                call(*arguments)
            except BaseException as error:  # noqa: BLE001  C cannot pass it on; the case raises it
                self.cause = self.cause or error
                return 1
            return 0
        self._kept.append(kind(guarded))
        return self._kept[-1]

    def load(self, f: Callable[..., Any], once: bool) -> Any:
        """Returns f(t, u, v, x) for FsCaseSetLoadFunction: the force, or the force and its derivatives by u and by v. A function that is called
        once a step returns the force alone."""
        def call(t: float, x: Any, u: Any, v: Any, force: Any, by_u: Any, by_v: Any) -> None:
            place, motion = np.array(x[:3]), np.array(u[:3] + v[:3])
            found = f(t, motion[:3].copy(), motion[3:].copy(), place)
            whole = isinstance(found, tuple) and len(found) == 3 and np.ndim(found[0]) == 1
            if whole and once:
                raise TypeError("a load with once_a_step needs no derivatives: its function returns the force alone")
            put(found[0] if whole else found, 3, force)
            if not by_u:
                return
            if whole:
                put(found[1], 9, by_u)
                put(found[2], 9, by_v)
                return
            both = slopes(lambda m: np.asarray(f(t, m[:3].copy(), m[3:].copy(), place), float), motion, np.asarray(found, float))
            put(both[:, :3], 9, by_u)
            put(both[:, 3:], 9, by_v)
        return self._guard(call, Load)

    def law(self, option: str, f: Callable[..., Any], once: bool = False) -> Any:
        """Returns f for FsCaseSetLawFunction. A law gets the variables of its formula, and returns the value, or a tuple of the value and
        its derivatives. A motion gets t, and returns value, velocity and acceleration. A function that is called once a step returns the
        value alone."""
        n = VARIABLES.get(option.rsplit("_", 1)[-1], LAW_VARIABLES if option.startswith("load_") else 1)
        motion = n == 1 and not option.endswith("_spring")

        def call(x: Any, value: Any, derivative: Any) -> None:
            variables = np.array(x[:n])
            found = f(*variables.tolist())
            whole = isinstance(found, tuple)
            if motion and not (whole and len(found) == 3):
                raise TypeError(f"the function of {option} must return value, velocity and acceleration")
            if whole and once:
                raise TypeError("a motor with once_a_step needs no derivatives: its function returns the force alone")
            put(found[0] if whole else found, 1, value)
            if derivative:
                given = found[1:] if whole else slopes(lambda m: np.array([f(*m.tolist())], float), variables, np.array([found], float))[0]
                put(given, 2 if motion else n, derivative)
        return self._guard(call, Law)
