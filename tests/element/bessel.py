# SPDX-License-Identifier: BSD-2-Clause
"""Bessel functions of integer order by their integrals, and the tapered cantilevers that they solve.

With xi = 1 - c x, stiffness EI = xi^(n+2) and mass m = xi^n, the modes of an Euler-Bernoulli cantilever of length 1 are xi^(-n/2) times the
functions of order n of 2 b sqrt(xi), with the angular frequency b^2 c^2 (Kirchhoff 1879; Mabie & Rogers 1972, J. Acoust. Soc. Am. 51). n = 1 is
a depth that falls linearly at a constant width, n = 2 a cone or pyramid, whose area is a parabola of x."""
import numpy as np

from studies import roots

ANGLE, WEIGHT = np.polynomial.legendre.leggauss(200)
ANGLE, WEIGHT = (ANGLE + 1) * np.pi / 2, WEIGHT / 2  # mean over half a turn
LONG = 8 / np.pi * ANGLE  # from 0 to 8: exp(-z sinh 8) is 0 for z above 0.5


def far(values):
    """Integral over t from 0 to infinity of values at LONG."""
    return 8 * np.sum(WEIGHT * values)


def j(n, z):
    return np.sum(WEIGHT * np.cos(n * ANGLE - z * np.sin(ANGLE)))


def y(n, z):
    return (np.sum(WEIGHT * np.sin(z * np.sin(ANGLE) - n * ANGLE))
            - far((np.exp(n * LONG) + (-1)**n * np.exp(-n * LONG)) * np.exp(-z * np.sinh(LONG))) / np.pi)


def i(n, z):
    return np.sum(WEIGHT * np.exp(z * np.cos(ANGLE)) * np.cos(n * ANGLE))


def k(n, z):
    return far(np.exp(-z * np.cosh(LONG)) * np.cosh(n * LONG))


def frequencies(n, c, count):
    """The first angular frequencies of the cantilever."""
    def determinant(b):
        root, tip = 2 * b, 2 * b * np.sqrt(1 - c)
        rows = np.array([[f(n, root) for f in (j, y, i, k)],                            # displacement
                         [s * f(n + 1, root) for s, f in ((1, j), (1, y), (-1, i), (1, k))],  # slope
                         [f(n + 2, tip) for f in (j, y, i, k)],                         # moment
                         [s * f(n + 1, tip) for s, f in ((1, j), (1, y), (1, i), (-1, k))]])  # shear force
        return np.linalg.det(rows / np.abs(rows).max(axis=0))
    return roots(determinant, 1, 40, 400, count)**2 * c**2
