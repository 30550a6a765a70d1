# SPDX-License-Identifier: BSD-2-Clause
"""Exact response of an infinite membrane to a point force R(t) at the origin.

Tension and mass per area are 1. The displacement is
q(r, t) = 1/(2 pi) int_0^{t-r} R(s) / sqrt((t - s)^2 - r^2) ds. plot_wave2d and the tests use it.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Force = Callable[[np.ndarray], np.ndarray]


def parabola(s: np.ndarray) -> np.ndarray:
    """Returns the pulse of paper 003, eq. (83): 4 (1 - (2 s - 1)^2) for 0 < s < 1."""
    return np.where((s > 0) & (s < 1), 4 * (1 - (2 * s - 1) ** 2), 0.0)


def displacement(r: np.ndarray, t: float, force: Force = parabola, duration: float = 1.0,
                 points: int = 4000) -> np.ndarray:
    """Returns q at distances r > 0. The substitution s = t - r cosh(u) removes the singularity."""
    r = np.atleast_1d(np.asarray(r, float))
    q = np.zeros_like(r)
    x, w = np.polynomial.legendre.leggauss(64)
    for i, ri in enumerate(r):
        if t <= ri:
            continue
        upper = np.arccosh(t / ri)  # s = 0
        lower = np.arccosh(max((t - duration) / ri, 1.0))  # s = min(duration, t - r)
        edges = np.linspace(lower, upper, max(2, points // 64))
        half = np.diff(edges) / 2
        u = (edges[:-1] + half)[:, None] + half[:, None] * x
        q[i] = np.sum(half[:, None] * w * force(t - ri * np.cosh(u))) / (2 * np.pi)
    return q


def velocity(r: np.ndarray, t: float, step: float = 1e-3, **keys: Any) -> np.ndarray:
    """Returns the velocity, by differences in time of fourth order.

    Kinks of the pulse arrive at t = r and t = r + duration.
    """
    d = [displacement(r, t + k * step, **keys) for k in (-2, -1, 1, 2)]
    return (d[0] - 8 * d[1] + 8 * d[2] - d[3]) / (12 * step)
