# SPDX-License-Identifier: BSD-2-Clause
"""Oscillators and rods."""
import cmath
import math

from verification.case import Case, Quantity, Reference, Refinement, case


def driven_oscillator(t):
    """The displacement of inputs/sdof.opts at t: its steady parts, and the free one that fits displacement 1 and velocity 3."""
    mass, damping, stiffness = 1, 1.2566370614359172, 39.47841760435743
    steady = [(amplitude / (stiffness - mass * w * w + 1j * w * damping), w) for amplitude, w in ((-10j, 3), (15, 1))]  # Re(amplitude exp(i w t))
    root = -damping / (2 * mass) + 1j * math.sqrt(stiffness / mass - (damping / (2 * mass))**2)
    x = 1 - sum(a.real for a, _ in steady)
    v = 3 - sum((1j * w * a).real for a, w in steady)
    free = x + 1j * (root.real * x - v) / root.imag
    return (free * cmath.exp(root * t)).real + sum((a * cmath.exp(1j * w * t)).real for a, w in steady)


@case
def sdof():
    return Case(
        title="An oscillator under two harmonic forces",
        text="""A mass on a spring and a damper (1 Hz, damping ratio 0.1) starts with a displacement and a velocity, and is driven by
10 sin(3 t) + 15 cos(t). Its displacement after 10 s is known in closed form. The scheme lms4 has second order.""",
        options="inputs/sdof.opts",
        quantities=(Quantity("displacement after 10 s", "m", lambda r: r["mass/displacement"][-1, 0], (Reference(driven_oscillator(10), "superposition of free and steady motion"),), 1e-3),),
        elements=("spring", "damper", "mass"), analyses=("transient",), features=("lms4",), suites=("papers",),
        refinements=(Refinement("steps", (250, 500, 1000, 2000), lambda n: {"dt": f"10/{n}"}, 1.9),), ranks=(1, 2))


@case
def rod():
    return Case(
        title="A rod under tension",
        text="""A rod of steel, 2 m long with a radius of 10 mm, is pulled by 10 kN. It gets longer by F L/(E A) to round-off, on any mesh.""",
        options="inputs/rod.opts",
        quantities=(Quantity("displacement of the tip", "m", lambda r: r["tip/displacement"][-1, 0], (Reference(1e4 * 2 / (2.1e11 * math.pi * 0.01**2), "F L/(E A)"),), 1e-12),
                    Quantity("reaction", "N", lambda r: r["wall/reaction"][-1, 0], (Reference(-1e4, "equilibrium"),), 1e-12)),
        elements=("bar",), analyses=("static",), features=("reactions",))
