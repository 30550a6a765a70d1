# SPDX-License-Identifier: BSD-2-Clause
"""Forced vibrations of beams, and flexural waves."""
import cmath
import math

import numpy as np
from scipy.linalg import expm

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

NAFEMS = "NAFEMS, Selected benchmarks for forced vibration (1989), test"


def parts(name, unit, measure, exact, source):
    """The real and the imaginary part of an amplitude."""
    return [Quantity(f"{part} amplitude {name}", unit, lambda r, pick=pick: float(pick(complex(measure(r)))), (Reference(float(pick(exact)), source),))
            for part, pick in (("real", np.real), ("imaginary", np.imag))]


@case
def moving_supports():
    quantities = []
    for k, f in enumerate((5, 20, 50)):
        x = (0.5 * (2 * math.pi * f)**2 / (10 * (1 + 0.05j)))**0.25
        # w and w'' at both ends: w = a cos + b sin + c cosh + d sinh of x s
        c, s, ch, sh = cmath.cos(x), cmath.sin(x), cmath.cosh(x), cmath.sinh(x)
        shape = np.linalg.solve([[1, 0, 1, 0], [-1, 0, 1, 0], [c, s, ch, sh], [-c, -s, ch, sh]], [0.01, 0, -0.02, 0])
        exact = shape @ [cmath.cos(x / 2), cmath.sin(x / 2), cmath.cosh(x / 2), cmath.sinh(x / 2)]
        quantities += parts(f"of the middle at {f} Hz", "m", lambda r, k=k: r.response["middle/displacement"][k, 1], exact, "Euler and Bernoulli, EI (1 + i η)")
    return Case(
        title="A beam on two supports that shake differently",
        text="""One support of a slender beam moves by 10 mm, the other one by -20 mm at the same time. The beam follows at low frequencies and bends at higher ones. The stiffness has the loss
factor 0.05. The four constants of the shape follow from the displacements and the missing moments of the ends.
Supports that move differently cannot be replaced by an acceleration of the ground. The static part of the motion is a straight line between the
supports, and the rest is inertia. The loss factor makes the displacement complex, so that amplitude and phase are compared. The exact solution has
four exponentials, with a complex wave number.""",
        options="verification/cases/moving_supports.opts",
        quantities=tuple(quantities), elements=("beam",), analyses=("response",), features=("moving supports", "loss factor", "harmonic loads"), untested={"gay": "a slender beam hardly shears"},
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 3.5),))


def deep_beam(k):
    """Stiffness, mass and damping [2][2], and force [2] of the k-th half wave of displacement and rotation, for Timoshenko's beam of FV5 under 10⁶ N/m."""
    wave, area, second = k * math.pi / 10, 4, 16 / 12
    shear = 10 * 1.3 / (12 + 3.3) * 200e9 / 2.6 * area  # with Cowper's factor
    stiffness = np.array([[shear * wave**2, -shear * wave], [-shear * wave, 200e9 * second * wave**2 + shear]])
    mass = 8000 * np.diag([area, second])
    return stiffness, mass, 5.36 * 8000 * np.diag([area, 0]) + 7.46e-5 * stiffness, np.array([4e6 / (k * math.pi), 0])


@case
def deep_beam_harmonic():
    quantities = []
    for j, f in enumerate((20, 42.65, 100)):
        w = 2 * math.pi * f
        exact = 0
        for k in range(1, 200, 2):
            stiffness, mass, damping, force = deep_beam(k)
            exact += np.linalg.solve(stiffness + 1j * w * damping - w * w * mass, force)[0] * math.sin(k * math.pi / 2)
        quantities += [Quantity(f"amplitude of the middle at {f} Hz", "m", lambda r, j=j: abs(complex(r.response["middle/displacement"][j, 1])), (
            Reference(abs(exact), "Timoshenko's beam, sum over half waves"), *((Reference(0.01345, f"{NAFEMS} 5H, printed digits", 4e-4),) if f == 42.65 else ())))]
    return Case(
        title="A deep beam under a harmonic force (NAFEMS 5H)",
        text="""The deep beam on hinges of FV5 bears a harmonic force of 10⁶ N/m. Rayleigh's damping is 2 % of the critical one in the first mode. The published peak is at 42.65 Hz.
fsolve's part α M of it is that of displacements, without the rotary inertia. This makes the peak 1.6 % higher than the published one. The sum over half waves has the same damping.
The sheet is a lesson about damping: two models with the same two factors differ at the peak, because damping in proportion to mass acts on the
displacements alone or on the rotations, too.""",
        options="verification/cases/deep_beam_harmonic.opts",
        quantities=tuple(quantities), elements=("beam",), analyses=("response",), features=("shear", "Rayleigh damping", "harmonic loads"), suites=("NAFEMS",),
        refinements=(Refinement("cells", (10, 20, 40), lambda n: {"mesh_n": n}, 1.8),))


@case
def deep_beam_step():
    exact = np.zeros(2001)  # at each 10 microseconds
    for k in range(1, 100, 2):
        stiffness, mass, damping, force = deep_beam(k)
        static, inverse = np.linalg.solve(stiffness, force), np.linalg.inv(mass)
        step = expm(1e-5 * np.block([[np.zeros((2, 2)), np.eye(2)], [-inverse @ stiffness, -inverse @ damping]]))
        state = np.concatenate([-static, np.zeros(2)])  # less the static one
        for n in range(len(exact)):
            exact[n] += (static[0] + state[0]) * math.sin(k * math.pi / 2)
            state = step @ state
    return Case(
        title="A deep beam under a sudden force (NAFEMS 5T)",
        text="""The deep beam on hinges of FV5 is loaded by 10⁶ N/m all at once. Rayleigh's damping is 2 % of the critical one in the first mode. The middle overshoots its static displacement.
A load that is applied at once doubles the static displacement of an undamped oscillator; damping makes it 1.94 times here. Only symmetric modes
answer. The load is suddenly there and then constant, so that all of them are excited at once. Steps must be short against the first period, not
against the highest one.""",
        options="verification/cases/deep_beam_step.opts",
        quantities=(Quantity("largest displacement of the middle", "m", lambda r: r["middle/displacement"][:, 1].max(), (
                        Reference(float(exact.max()), "Timoshenko's beam, sum over half waves"), Reference(1.043e-3, f"{NAFEMS} 5T, printed digits", 5e-4))),
                    Quantity("displacement after 0.02 s", "m", lambda r: r["middle/displacement"][-1, 1], (Reference(float(exact[-1]), "Timoshenko's beam, sum over half waves"),))),
        elements=("beam",), analyses=("transient",), features=("shear", "Rayleigh damping", "ESDIRK"), suites=("NAFEMS",),
        finer=(Finer("cells", {"mesh_n": 40}), Finer("steps", {"dt": 5e-5})))


@case
def flexural_wave():
    spread = math.sqrt(10 / 0.5) * 0.05

    def bell(x):
        wide = 0.3**4 + spread**2
        return 0.01 * (1 + spread**2 / 0.3**4)**-0.25 * math.exp(-x * x * 0.3**2 / (4 * wide)) * math.cos(spread * x * x / (4 * wide) - math.atan(spread / 0.3**2) / 2)

    source = "Fourier's integral in closed form (Graff, Wave Motion in Elastic Solids, 1975, ch. 3)"
    return Case(
        title="A bell runs apart on a long beam",
        text="""A slender beam is let go from the shape exp(-x²/4a²). Its waves disperse: short ones run faster. Until they reach the ends, the beam moves as an infinite one.
The bell of Gauss stays a bell with a complex width that grows with time, which is the solution of Fourier (1822) for the beam that neither shears nor has rotary inertia.
Later its height falls with the square root of time, and oscillations run ahead on both sides. A mesh has to resolve the shortest waves that carry
energy, and steps their periods.""",
        options="verification/cases/flexural_wave.opts",
        quantities=(Quantity("displacement at x = 0", "m", lambda r: r["middle/displacement"][-1, 1], (Reference(bell(0), source),)),
                    Quantity("displacement at x = 1 m", "m", lambda r: r["aside/displacement"][-1, 1], (Reference(bell(1), source),))),
        elements=("beam",), analyses=("transient",), features=("waves", "dispersion", "ESDIRK"), untested={"let_L": "the waves do not reach the ends"},
        refinements=(Refinement("cells", (50, 100, 200), lambda n: {"mesh_n": n}, 3.5),))
