# SPDX-License-Identifier: BSD-2-Clause
"""How a model is written down: in which axes, from which origin, in which units, by which clock, seen from a frame that moves, in which
order, in how many parts. Two views of one model must have one answer; View.back takes what one of them gave to the units and axes of the
model."""
import re

import numpy as np

# Exponents of length, mass and time.
NUMBER, LENGTH, MASS, TIME, RATE = (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1)
VELOCITY, ACCELERATION, FORCE, MOMENT = (1, 0, -1), (1, 0, -2), (1, 1, -2), (2, 1, -2)
TENSION, STRESS, BENDING, INERTIA = (0, 1, -2), (-1, 1, -2), (3, 1, -2), (2, 1, 0)
DENSITY, MASS_PER_LENGTH, MASS_PER_AREA, MASS_PER_TIME, INERTIA_PER_LENGTH = (-3, 1, 0), (-1, 1, 0), (-2, 1, 0), (0, 1, -1), (1, 1, 0)
MOMENTUM, ANGULAR_MOMENTUM, ENERGY = (1, 1, -1), (2, 1, -1), (2, 1, -2)


def number(x):
    return f"{x:.17g}"


def numbers(x):
    return ",".join(map(number, np.ravel(x)))


class View:
    """Q [3][3]: orthogonal, x' = units x (Q x + origin); start: the clock's time at t = 0; velocity: of the model, added to all its motions;
    order: a generator that mixes nodes, cells, sets and names, None: as they come; split: each part is two."""

    def __init__(self, Q=np.eye(3), origin=(0, 0, 0), units=(1, 1, 1), start=0, velocity=(0, 0, 0), order=None, split=False):
        self.Q, self.origin, self.units, self.start = np.array(Q), np.array(origin, float), np.array(units, float), start
        self.velocity, self.order, self.split = np.array(velocity, float), order, split
        self.sign = round(np.linalg.det(self.Q))  # -1: a mirror

    def unit(self, dims):
        return np.prod(self.units ** np.array(dims))

    # -- what options say -------------------------------------------------------------------------------------------------------------------

    def scalar(self, x, dims=NUMBER):
        return number(x * self.unit(dims))

    def vector(self, x, dims=NUMBER, axial=False):
        return numbers(self.turned(x, axial) * self.unit(dims))

    def turned(self, x, axial=False):
        return (self.sign if axial else 1) * self.Q @ np.array(x, float)

    def tensor(self, J, dims):
        """xx, yy, zz, xy, xz, yz of a symmetric matrix."""
        T = self.Q @ J @ self.Q.T * self.unit(dims)
        return numbers([T[0, 0], T[1, 1], T[2, 2], T[0, 1], T[0, 2], T[1, 2]])

    def position(self, x):
        return (np.array(x) @ self.Q.T + self.origin) * self.units[0]

    def time(self, t):
        return number((t + self.start) * self.units[2])

    def clock(self, text):
        """A formula of t."""
        return "(" + re.sub(r"\bt\b", f"(t/{number(self.units[2])}-{number(self.start)})", text) + ")"

    def motion(self, key, x, text, dims=LENGTH, axial=False, boost=0):
        """Options key_x, key_y, key_z: x times a formula of t; boost: times the frame's velocity."""
        u, V = self.turned(x, axial) * self.unit(dims), self.turned(self.velocity) * self.unit(VELOCITY) * boost
        moving = [f"+({number(V[c])})*(t-{number(self.start * self.units[2])})" if V[c] else "" for c in range(3)]
        return {f"{key}_{'xyz'[c]}": f"({number(u[c])})*{self.clock(text)}{moving[c]}" for c in range(3)}

    def field(self, key, A, b, dims, axial=False, boost=0):
        """Options key_x, key_y, key_z: A x + b, plus boost times the frame's velocity."""
        B = (self.sign if axial else 1) * self.Q @ A @ self.Q.T * self.unit(dims) / self.units[0]
        c = (self.turned(b, axial) + boost * self.turned(self.velocity)) * self.unit(dims) - B @ self.origin * self.units[0]
        return {f"{key}_{'xyz'[i]}": linear(B[i], c[i]) for i in range(3)}

    def scalar_field(self, gradient, value, sign=1):
        """A formula of x, y, z without a unit; sign: it changes it in a mirror if -1."""
        g = self.Q @ np.array(gradient) / self.units[0]
        factor = self.sign if sign < 0 else 1
        return linear(factor * g, factor * (value - g @ self.origin * self.units[0]))

    def letters(self, text):
        """Of axes; where the view's are those of the model in another order."""
        return "".join("xyz"[int(np.argmax(abs(self.Q[:, "xyz".index(c)])))] for c in text)

    def law(self, key, K, C, cubic, factor):
        """Options key_x, key_y, key_z: the force factor(t) (-K u - cubic |u|^2 u) - C v."""
        K, C = (self.Q @ A @ self.Q.T * self.unit(dims) for A, dims in ((K, TENSION), (C, (0, 1, -1))))
        cubic *= self.unit((-2, 1, -2))
        rows = []
        for i in range(3):
            u = "+".join(f"({number(K[i, j])})*u{'xyz'[j]}" for j in range(3))
            v = "+".join(f"({number(C[i, j])})*v{'xyz'[j]}" for j in range(3))
            rows.append(f"0-({self.clock(factor)}*({u}+({number(cubic)})*(ux^2+uy^2+uz^2)*u{'xyz'[i]}))-({v})")
        return {f"{key}_{'xyz'[i]}": rows[i] for i in range(3)}

    def mixed(self, items):
        items = list(items)
        if self.order:
            self.order.shuffle(items)
        return items

    def parts(self, name):
        """Names of the parts that a part is written as."""
        return [name, name + "_too"] if self.split else [name]

    def sets(self, model_sets, divisible, n):
        """Sets as gmsh_file.write takes them, those that are divisible in two parts; and the node of the model behind each node of the file."""
        behind = np.array(self.mixed(range(n)))
        number_of = np.argsort(behind)
        sets = {}
        for name, (kind, cells) in self.mixed(model_sets.items()):
            cells = self.mixed([tuple(int(number_of[i]) for i in cell) for cell in cells])
            names = self.parts(name) if name in divisible else [name]
            for k, part in enumerate(names):
                sets[part] = (kind, cells[k :: len(names)])
        return sets, behind

    # -- what results say, back in the model's axes and units ------------------------------------------------------------------------------

    def back(self, x, dims, axial=False):
        """Rows of vectors."""
        return (self.sign if axial else 1) * np.asarray(x) @ self.Q / self.unit(dims)

    def back_time(self, t):
        return t / self.units[2] - self.start

    def back_displacement(self, u, t):
        return self.back(u, LENGTH) - self.velocity * t

    def back_velocity(self, v):
        return self.back(v, VELOCITY) - self.velocity

    def back_rotation(self, q):
        """Of quaternions the one of two signs whose first number is not negative."""
        turned = np.column_stack([q[:, 0], self.sign * q[:, 1:] @ self.Q])
        return turned * np.where(turned[:, :1] < 0, -1, 1)

    def back_angular_momentum(self, L, p):
        """About the model's origin."""
        return self.back(L - np.cross(self.origin * self.units[0], p), ANGULAR_MOMENTUM, axial=True)


def linear(gradient, value):
    return "+".join(f"({number(g)})*{axis}" for g, axis in zip(gradient, "xyz")) + f"+({number(value)})"
