#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""The end of an arc of 45 degrees under a force across its plane: the reference of the sheets bend_45 and bend_45_steps.

Reissner's equations (1973) of a beam with an initial curvature are integrated from the clamp, and the moment there is
found so that the end bears none. The force grows in steps, and each one starts from the moments of the two before. The
program prints the displacement of the end in x, y and z for each force; tolerances of 1e-10 and 1e-12 give the same
nine digits."""
import math

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import root

RADIUS, BENDING, STRETCH, SHEAR = 100, 1e7 / 12, 1e7, 5e6


def slope(s, y, force, twist):
    """The derivatives of the place [3], the axes of the section [3][3] and the moment [3] along the arc."""
    turn = y[3:12].reshape(3, 3)
    along = turn @ (np.array([1, 0, 0]) + turn.T @ force / [STRETCH, SHEAR, SHEAR])
    k = np.array([0, 0, 1 / RADIUS]) + turn.T @ y[12:] / [twist, BENDING, BENDING]
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return [*along, *(turn @ cross).ravel(), *-np.cross(along, force)]


def end(moment, force, twist, tolerance=1e-10):
    start = [0, 0, 0, *np.eye(3).ravel(), *moment]
    return solve_ivp(slope, (0, RADIUS * math.pi / 4), start, method="DOP853", rtol=tolerance, atol=tolerance * RADIUS, args=(force, twist)).y[:, -1]


def displacements(forces, twist, steps):
    """Displacements of the end [3] at some of the forces k forces[-1]/steps."""
    found, before, moment = {}, np.zeros(3), np.zeros(3)
    for k in range(1, steps + 1):
        force = np.array([0, 0, forces[-1] * k / steps])
        guess = 2 * moment - before if k > 1 else np.array([30.0, -70.0, 0]) * force[2]
        before, done = moment, root(lambda m: end(m, force, twist)[12:] / (RADIUS * force[2]), guess, tol=1e-11)
        if not done.success:
            raise RuntimeError(f"no equilibrium at {force[2]:g}: {done.message}")
        moment = done.x
        if any(abs(force[2] - f) < 1e-9 for f in forces):
            found[force[2]] = end(moment, force, twist)[:3] - [RADIUS * math.sin(math.pi / 4), RADIUS * (1 - math.cos(math.pi / 4)), 0]
    return found


if __name__ == "__main__":
    for twist, forces, steps in ((1e7 / 12, (600,), 6), (0.140577 * 5e6, (300, 3000), 30)):
        for force, place in displacements(forces, twist, steps).items():
            print(f"GJ = {twist:.9g}, force {force:g}: {place[0]:.9g}, {place[1]:.9g}, {place[2]:.9g}", flush=True)
