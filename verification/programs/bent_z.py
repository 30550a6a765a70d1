#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""The Z-shaped cantilever of NAFEMS 3DNLG-1 by Reissner's equations: prints the displacement of its end and the moment of its clamp for three forces.

A strip of 60 mm, 67 mm that rise by 30 mm, and 60 mm is integrated from the clamp. The moment of the clamp is that for which the end bears
none. Several equilibria exist under a large force; the one whose end is highest is the one to which a growing force leads."""
import math

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq


def bent_z(force, young=2e5, nu=0.3):
    """Place of the end and moment of the clamp of the Z under a force, by Reissner's equations for a rectangle of 20 by 1.7 mm."""
    bending, stretch = young * 20 * 1.7**3 / 12, young * 34
    shear = young / 2 / (1 + nu) * 34 * 10 * (1 + nu) / (12 + 11 * nu)
    slope = math.atan2(30, 60)
    pieces = ((60, 0.0), (math.hypot(60, 30), slope), (60, 0.0))

    def end(moment, part):
        state = np.array([0.0, 0.0, 0.0, moment])  # x, y, angle from the mesh, moment
        for length, angle in pieces:
            def rate(_, y, angle=angle):
                s, c = math.sin(angle + y[2]), math.cos(angle + y[2])
                along, across = 1 + part * s / stretch, part * c / shear
                x = along * c - across * s
                return [x, along * s + across * c, y[3] / bending, -part * x]
            state = solve_ivp(rate, (0, length), state, method="DOP853", rtol=1e-9, atol=1e-9).y[:, -1]
        return state

    tried = np.linspace(0, min(180 * force, 1.3e5), 400)
    misfit = [end(m, force)[3] for m in tried]
    found = [brentq(lambda m: end(m, force)[3], p, q, xtol=1e-7, rtol=1e-13) for p, q, u, v in zip(tried, tried[1:], misfit, misfit[1:]) if u * v < 0]
    moment = max(found, key=lambda m: end(m, force)[1])  # several equilibria exist: the one that the force lifts highest
    state = end(moment, force)
    return state[0] - 180, state[1] - 30, moment


for load in (104.5, 1263, 4000):
    print(load, *(f"{value:.9g}" for value in bent_z(load)))
