"""Exact response of an infinite membrane (tension 1, mass per area 1) to a point force R(t) at the origin:
q(r, t) = 1/(2 pi) int_0^{t-r} R(s) / sqrt((t - s)^2 - r^2) ds, and its velocity. Used by the tests and by plot_wave2d."""
import numpy as np


def parabola(s):
    """The pulse of 003 (83): 4 (1 - (2 s - 1)^2) for 0 < s < 1."""
    return np.where((s > 0) & (s < 1), 4 * (1 - (2 * s - 1) ** 2), 0.0)


def displacement(r, t, force=parabola, duration=1.0, points=4000):
    """q at distance r > 0; s = t - r cosh(u) takes the singularity out of the integral."""
    r = np.atleast_1d(np.asarray(r, float))
    q = np.zeros_like(r)
    for i, ri in enumerate(r):
        if t <= ri:
            continue
        upper = np.arccosh(t / ri)  # s = 0
        lower = np.arccosh(max((t - duration) / ri, 1.0))  # s = min(duration, t - r)
        x, w = np.polynomial.legendre.leggauss(64)
        edges = np.linspace(lower, upper, max(2, points // 64))
        half = np.diff(edges) / 2
        u = (edges[:-1] + half)[:, None] + half[:, None] * x
        q[i] = np.sum(half[:, None] * w * force(t - ri * np.cosh(u))) / (2 * np.pi)
    return q


def velocity(r, t, step=1e-3, **keys):
    """By differences in time of fourth order; kinks of the pulse arrive at t = r and t = r + duration."""
    d = [displacement(r, t + k * step, **keys) for k in (-2, -1, 1, 2)]
    return (d[0] - 8 * d[1] + 8 * d[2] - d[3]) / (12 * step)
