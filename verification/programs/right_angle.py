#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""The right-angle cantilever of Simo & Vu-Quoc that is struck at its elbow: the reference of the sheet right_angle_cantilever.

Each leg is a chain of nodes with a place, a rotation and half of the mass and inertia of its two cells. A cell has the
strain and the curvature of its middle, where the section is turned half as far as from one end to the other. The chain
moves by the explicit Runge-Kutta scheme of fourth order with steps that are too short for any error. Its error is halved
with twice the cells, so that 20 and 40 cells are extrapolated to 4.11734 and 4.64398 m. Nothing of this is in fsolve, whose
elements have 3 nodes and whose scheme is implicit. The program prints the displacement of the elbow at 2 and 4 s."""
import sys

import numpy as np

LEG, STIFF, BEND, MASS, INERTIA = 10, np.array([1e6, 1e6, 1e6]), np.array([1e3, 1e3, 1e3]), 1, np.array([20, 10, 10])
AXES = np.array([np.eye(3), [[0, -1, 0], [1, 0, 0], [0, 0, 1]]])  # of the sections of both legs, in columns


def cross(a, b):
    return np.stack([a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1], a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2], a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]], 1)


def matrices(q):
    w, x, y, z = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    return np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                     2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 1).reshape(-1, 3, 3)


def turn_between(a, b):
    """The rotation vectors from a to b in the axes of a, and the matrices of half of them."""
    r = np.einsum("nji,njk->nik", a, b)
    axis = np.stack([r[:, 2, 1] - r[:, 1, 2], r[:, 0, 2] - r[:, 2, 0], r[:, 1, 0] - r[:, 0, 1]], 1) / 2
    sine = np.linalg.norm(axis, axis=1)
    angle = np.arctan2(sine, (np.trace(r, axis1=1, axis2=2) - 1) / 2)
    vector = axis * np.where(sine > 1e-12, angle / np.maximum(sine, 1e-12), 1)[:, None]
    half = np.concatenate([np.cos(angle / 2)[:, None], vector * (np.sinc(angle / 2 / np.pi) / 2)[:, None]], 1)
    return vector, matrices(half)


class Chain:
    def __init__(self, n):
        self.n, self.h = n, LEG / n
        self.leg = np.repeat([0, 1], n)
        self.elbow = n
        share = np.zeros((2 * n + 1, 2))  # cells of each leg at a node, halves
        share[:-1][self.leg == 0, 0] += 0.5
        share[1:][self.leg == 0, 0] += 0.5
        share[:-1][self.leg == 1, 1] += 0.5
        share[1:][self.leg == 1, 1] += 0.5
        self.mass = MASS * self.h * share.sum(1)
        self.inertia = self.h * np.einsum("nl,lij,j,lkj->nik", share, AXES, INERTIA, AXES)
        self.inverse = np.linalg.inv(self.inertia)

    def rates(self, t, x, q, v, w):
        turned = matrices(q)
        first, last = turned[:-1] @ AXES[self.leg], turned[1:] @ AXES[self.leg]
        vector, half = turn_between(first, last)
        middle, chord = first @ half, x[1:] - x[:-1]
        strain = np.einsum("nji,nj->ni", middle, chord) / self.h - [1, 0, 0]
        force, moment = np.einsum("nij,nj->ni", middle, STIFF * strain), np.einsum("nij,nj->ni", middle, BEND * vector / self.h)
        arm = cross(chord, force) / 2
        f, m = np.zeros_like(x), np.zeros_like(x)
        f[:-1] += force
        f[1:] -= force
        m[:-1] += moment + arm
        m[1:] += arm - moment
        f[self.elbow, 2] += 50 * max(0, t if t < 1 else 2 - t)
        own = np.einsum("nij,nj->ni", self.inertia, w)
        dw = np.einsum("nij,nj->ni", self.inverse, np.einsum("nji,nj->ni", turned, m) - cross(w, own))
        dv = f / self.mass[:, None]
        dv[0], dw[0] = 0, 0
        dq = 0.5 * np.concatenate([-(q[:, 1:] * w).sum(1, keepdims=True), q[:, :1] * w + cross(q[:, 1:], w)], 1)
        return v, dq, dv, dw

    def run(self, end):
        """The displacement of the elbow across the plane at 2 s and at the end."""
        x = np.concatenate([np.outer(np.arange(self.n + 1) * self.h, [1, 0, 0]), [LEG, 0, 0] + np.outer(np.arange(1, self.n + 1) * self.h, [0, 1, 0])])
        q = np.tile([1.0, 0, 0, 0], (len(x), 1))
        state, dt, found = [x, q, np.zeros_like(x), np.zeros_like(x)], 1 / (200 * self.n), []
        for k in range(round(end / dt)):
            t = k * dt
            one = self.rates(t, *state)
            two = self.rates(t + dt / 2, *(s + dt / 2 * d for s, d in zip(state, one)))
            three = self.rates(t + dt / 2, *(s + dt / 2 * d for s, d in zip(state, two)))
            four = self.rates(t + dt, *(s + dt * d for s, d in zip(state, three)))
            state = [s + dt / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, one, two, three, four)]
            state[1] /= np.linalg.norm(state[1], axis=1, keepdims=True)
            if abs(t + dt - 2) < dt / 2 or k == round(end / dt) - 1:
                found.append(state[0][self.elbow, 2])
        return np.array(found)


if __name__ == "__main__":
    sizes, values = [int(word) for word in sys.argv[1:]] or [10, 20, 40], []
    for n in sizes:
        values.append(Chain(n).run(4))
        print(f"{n} cells a leg: {values[-1]}", flush=True)
    for a, b, coarse, fine in zip(sizes, sizes[1:], values, values[1:]):
        print(f"extrapolated from {a} and {b}: {fine + (fine - coarse) / (b / a - 1)}")
