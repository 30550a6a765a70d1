# SPDX-License-Identifier: BSD-2-Clause
"""The lowest frequencies of a rhombic plate that is clamped along one side, by Ritz's method with Mindlin's plate.

Prints them for free sides at 0, 15, 30 and 45 degrees, with 10, 14 and 18 polynomials in each direction. Deflection and two rotations
are sums of products of Legendre polynomials of the oblique coordinates, times the distance from the clamped side."""
import math

import numpy as np
from numpy.polynomial import Polynomial, legendre
from scipy.linalg import eigh


def frequencies(angle, n, side=1, h=0.01, young=2.1e11, nu=0.3, density=7800):
    """u is along the oblique sides, v along the clamped one: x = u cos a, y = v + u sin a."""
    x, w = legendre.leggauss(n + 3)
    plain = [legendre.Legendre.basis(k).convert(kind=Polynomial) for k in range(n)]
    clamped = [p * Polynomial([0.5, 0.5]) for p in plain]
    (f, fu), (g, gv) = ([np.array([p.deriv(m)(x) * (2 / side)**m if m else p(x) for p in shapes]) for m in range(2)] for shapes in (clamped, plain))
    cosine, tangent = math.cos(angle), math.tan(angle)
    area = (side / 2)**2 * cosine

    def product(one, other):
        """The integral of two sums of products [(factor, along u, along v)] over the plate."""
        return area * sum(p * q * np.kron((a * w) @ c.T, (b * w) @ e.T) for p, a, b in one for q, c, e in other)

    value, dx, dy = [(1, f, g)], [(1 / cosine, fu, g), (-tangent, f, gv)], [(1, f, gv)]
    bending, slide, m = young * h**3 / 12 / (1 - nu**2), 5 / 12 * young / (1 + nu) * h, product(value, value)
    xx, yy = (bending * (product(p, p) + (1 - nu) / 2 * product(q, q)) + slide * m for p, q in ((dx, dy), (dy, dx)))
    xy = bending * (nu * product(dx, dy) + (1 - nu) / 2 * product(dy, dx))
    wx, wy = -slide * product(dx, value), -slide * product(dy, value)
    stiffness = np.block([[slide * (product(dx, dx) + product(dy, dy)), wx, wy], [wx.T, xx, xy], [wy.T, xy.T, yy]])
    zero = 0 * m
    mass = density * h * np.block([[m, zero, zero], [zero, h**2 / 12 * m, zero], [zero, zero, h**2 / 12 * m]])
    return np.sqrt(eigh(stiffness, mass, eigvals_only=True, subset_by_index=[0, 1])) / (2 * math.pi)


if __name__ == "__main__":
    for degrees in (0, 15, 30, 45):
        print(degrees, *(f"{k}: {frequencies(math.radians(degrees), k)}" for k in (10, 14, 18)))
