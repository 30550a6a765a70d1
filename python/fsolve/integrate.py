# SPDX-License-Identifier: BSD-2-Clause
"""Integrates equations of motion that are given as Python functions."""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from fsolve.error import FsolveError
from fsolve.functions import Real, put, slopes
from fsolve.library import library

STABILIZE = ("none", "velocity", "projection")  # FsStabilization
Call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_double, Real, Real)
RatesCall = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_double, *4 * [Real])
ResidualCall = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_double, *4 * [Real])
TangentCall = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_double, *5 * [Real])


class Motion(NamedTuple):
    """The motion that integrate returns, a row for the start and for each step."""
    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    lam: np.ndarray


def structures(integer: type) -> tuple[type, type, Any]:
    """Returns FsDenseFunctions, FsMotionRequest and FsMotionFunction for a type of PetscInt."""
    class Functions(ctypes.Structure):
        """FsDenseFunctions."""
        _fields_ = [("n", integer), ("m", integer), ("residual", ResidualCall), ("tangent", TangentCall), ("phi", Call),
                    ("gradient", Call), ("curvature", Call), ("rates", RatesCall), ("context", ctypes.c_void_p)]

    class Request(ctypes.Structure):
        """FsMotionRequest."""
        _fields_ = [("scheme", ctypes.c_char_p), ("rho_inf", ctypes.c_double), ("parameter", ctypes.POINTER(ctypes.c_char_p)),
                    ("value", Real), ("nparameters", integer), ("stabilize", ctypes.c_int), ("t0", ctypes.c_double),
                    ("t_end", ctypes.c_double), ("steps", integer), ("rtol", ctypes.c_double), ("atol", ctypes.c_double)]

    return Functions, Request, ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, integer, ctypes.c_double, *4 * [Real])


class Calls:
    """The functions for C, which write to its memory. The first exception of a function is the cause of an error of the library."""

    def __init__(self, n: int, m: int, moving: bool) -> None:
        self.n, self.m, self.moving = n, m, moving
        self.cause: BaseException | None = None
        self.seen: list[tuple[float, list[np.ndarray]]] = []

    def guarded(self, kind: Any, call: Callable[..., None]) -> Any:
        """Returns a function for C that returns 0, or 1 after an exception."""
        def safe(_context: Any, *arguments: Any) -> int:
            try:
                call(*arguments)
            except BaseException as error:  # noqa: BLE001  C cannot pass it on; integrate raises it
                self.cause = self.cause or error
                return 1
            return 0
        return kind(safe)

    def state(self, *pointers: Any) -> list[np.ndarray]:
        """Returns copies of vectors of n unknowns."""
        return [np.array(p[:self.n]) for p in pointers]

    def residual(self, f: Callable[..., Any]) -> Any:
        """Returns the residual for C."""
        return self.guarded(ResidualCall, lambda t, q, v, a, r: put(f(t, *self.state(q, v, a)), self.n, r))

    def tangent(self, f: Callable[..., Any] | None, residual: Callable[..., Any]) -> Any:
        """Returns the tangent for C: that of the program, or differences of the residual."""
        def by_differences(t: float, q: np.ndarray, v: np.ndarray, a: np.ndarray, *factors: float) -> np.ndarray:
            at, sum_ = np.asarray(residual(t, q, v, a), float), np.zeros((self.n, self.n))
            for k, factor in enumerate(factors):
                if factor:
                    moved = [q, v, a]

                    def along(x: np.ndarray, k: int = k, moved: list[np.ndarray] = moved) -> np.ndarray:
                        return np.asarray(residual(t, *(x if j == k else y for j, y in enumerate(moved))), float)
                    sum_ += factor * slopes(along, moved[k], at)
            return sum_
        tangent = f or by_differences
        return self.guarded(TangentCall, lambda t, q, v, a, shift, J: put(tangent(t, *self.state(q, v, a), *shift[:3]), self.n**2, J))

    def of_position(self, f: Callable[..., Any] | None, size: int) -> Any:
        """Returns a function of t and q for C, or a null pointer."""
        if not f:
            return Call()
        return self.guarded(Call, lambda t, q, y: put(f(*self.state(q), *([t] if self.moving else [])), size, y))

    def rates(self, f: Callable[..., Any] | None) -> Any:
        """Returns the function rates for C, or a null pointer."""
        def three(t: float, q: Any, *to: Any) -> None:
            found = f(*self.state(q), t)
            if len(found) not in (2, 3):
                raise FsolveError(f"integrate: rates returns {len(found)} arrays; they are dPhi/dt, d2Phi/dt2 and, if G depends on time, dG/dt")
            for values, size, y in zip(found, (self.m, self.m, self.m * self.n), to):
                put(values, size, y)
        return self.guarded(RatesCall, three) if f else RatesCall()

    def see(self, kind: Any) -> Any:
        """Returns a function for C that keeps copies of the states."""
        return self.guarded(kind, lambda _step, t, q, v, a, lam: self.seen.append((t, [*self.state(q, v, a), np.array(lam[:self.m])])))


def rows(values: Sequence[float], name: str, n: int | None = None) -> np.ndarray:
    """Returns the numbers of an initial state."""
    x = np.atleast_1d(np.asarray(values, float))
    if x.ndim != 1 or (n and len(x) != n):
        raise FsolveError(f"integrate: {name} has the shape {x.shape}; it has a number for each unknown")
    return x


def integrate(residual: Callable[..., Any], q0: Sequence[float], v0: Sequence[float], t_end: float, steps: int, *,
              tangent: Callable[..., Any] | None = None, constraints: Sequence[Callable[..., Any]] = (), scheme: str = "lms4",
              rho_inf: float | None = None, stabilize: str = "none", t0: float = 0, rates: Callable[..., Any] | None = None,
              parameters: Mapping[str, float] | None = None, rtol: float = 0, atol: float = 0) -> Motion:
    """Integrates r(t, q, q', q'') + G^T lambda = 0 with Phi(q) = 0 by a scheme of fsolve, in equal steps.

    residual(t, q, v, a) returns r, and tangent(t, q, v, a, ck, cc, cm) the matrix ck dr/dq +
    cc dr/dv + cm dr/da. Without a tangent it follows from differences of the residual. constraints
    are the functions phi(q), gradient(q), which returns G of the shape (m, n), and curvature(q),
    which returns the second derivatives of each constraint, of the shape (m, n, n). Leave curvature
    out if G is constant. If the constraints depend on time, rates(q, t) returns dPhi/dt and
    d2Phi/dt2 at fixed q. It also returns dG/dt if G depends on time. phi, gradient and curvature
    then have the arguments q and t, too. stabilize is "none", "velocity" or "projection", as the
    option -stabilize. parameters has parameters of the scheme by name, such as
    {"newmark_gamma": 0.6}.
    With rtol or atol, the allowed errors of a step relative to the largest displacement and
    absolute, the sizes of steps follow from their errors, and steps only gives the first one.
    The motion has the arrays t, q, v, a and lam (the multipliers lambda).

        pendulum = fsolve.integrate(lambda t, q, v, a: a + [0, 9.81], [1, 0], [0, 0], 2, 400,
                                    constraints=(lambda q: (q @ q - 1) / 2, lambda q: q, lambda q: np.eye(2)),
                                    scheme="esdirk43_6l", stabilize="projection")
    """
    lib = library()
    integer = ctypes.c_int64 if lib.FsCaseIntegerBytes() == 8 else ctypes.c_int32
    Functions, Request, Seen = structures(integer)
    q0, n = rows(q0, "q0"), len(np.atleast_1d(q0))
    v0 = rows(v0, "v0", n)
    if stabilize not in STABILIZE:
        raise FsolveError(f"integrate: stabilize is {stabilize!r}; it is one of {', '.join(STABILIZE)}")
    if len(constraints) not in (0, 2, 3):
        raise FsolveError(f"integrate: constraints are {len(constraints)} functions; they are phi, gradient and, unless G is constant, curvature")
    if rates and not constraints:
        raise FsolveError("integrate: rates without constraints; rates are the derivatives of constraints by time")
    m = np.size(constraints[0](q0.copy(), *([t0] if rates else []))) if constraints else 0
    phi, gradient, curvature = (*constraints, None, None, None)[:3]
    calls, named = Calls(n, m, bool(rates)), dict(parameters or {})
    functions = Functions(n, m, calls.residual(residual), calls.tangent(tangent, residual), calls.of_position(phi, m),
                          calls.of_position(gradient, m * n), calls.of_position(curvature, m * n * n), calls.rates(rates), None)
    request = Request(scheme.encode(), -1 if rho_inf is None else rho_inf, (ctypes.c_char_p * len(named))(*(name.encode() for name in named)),
                      (ctypes.c_double * len(named))(*named.values()), len(named), STABILIZE.index(stabilize), t0, t_end, max(int(steps), 0), rtol, atol)
    message = ctypes.create_string_buffer(1024)
    code = lib.FsRunFunctions(ctypes.byref(functions), ctypes.byref(request), *(x.ctypes.data_as(Real) for x in (q0, v0)),
                              calls.see(Seen), message, ctypes.c_size_t(len(message)))
    if code:
        raise FsolveError(message.value.decode() or f"integrate: error {code}", lib.FsCaseGetStatus(code)) from calls.cause
    return Motion(np.array([t for t, _ in calls.seen]), *(np.array(x) for x in zip(*(x for _, x in calls.seen))))
