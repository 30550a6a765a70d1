# SPDX-License-Identifier: BSD-2-Clause
"""Orders of schemes, on an oscillator whose motion is known."""
import cmath
import math

from verification.case import Case, Quantity, Reference, Refinement, case

MASS, DAMPING, STIFFNESS = 1, 1.2566370614359172, 39.47841760435743  # of inputs/sdof.opts


def motion(t):
    """Displacement and velocity at t: the steady parts, and the free one that fits displacement 1 and velocity 3."""
    steady = [(amplitude / (STIFFNESS - MASS * w * w + 1j * w * DAMPING), w) for amplitude, w in ((-10j, 3), (15, 1))]  # Re(amplitude exp(i w t))
    root = -DAMPING / (2 * MASS) + 1j * math.sqrt(STIFFNESS / MASS - (DAMPING / (2 * MASS))**2)
    x, v = 1 - sum(a.real for a, _ in steady), 3 - sum((1j * w * a).real for a, w in steady)
    free = x + 1j * (root.real * x - v) / root.imag
    parts = [(free, root), *((a, 1j * w) for a, w in steady)]
    return [sum((a * z**k * cmath.exp(z * t)).real for a, z in parts) for k in (0, 1)]


def scheme(name, order, source, sizes=(200, 400, 800), end=2, **keys):
    exact = motion(end)
    return Case(
        title=f"The order of {name}",
        text=f"""A damped oscillator of 1 Hz under two harmonic forces, from a displacement and a velocity. The scheme {name} ({source}) must have the order {order} in displacement
and velocity after {end} s.""",
        options="inputs/sdof.opts", keys={"integrator": name, "t_end": end, "dt": 0.01, **keys},
        quantities=tuple(Quantity(f"{field} after {end} s", unit, lambda r, field=field: r["mass/" + field][-1, 0], (Reference(value, "superposition of free and steady motion"),))
                         for field, unit, value in (("displacement", "m", exact[0]), ("velocity", "m/s", exact[1]))),
        elements=("spring", "damper", "mass"), analyses=("transient",), features=("schemes", name), suites=("papers",),
        refinements=(Refinement("steps", sizes, lambda n: {"dt": f"{end}/{n}"}, order - 0.15),))


@case
def trapezoidal():
    return scheme("trapezoidal", 2, "the trapezoidal rule", rho_inf=None)


@case
def generalized_alpha():
    return scheme("generalized_alpha", 2, "Chung & Hulbert 1993, with ρ∞ = 0")


@case
def bathe():
    return scheme("bathe", 2, "Bathe 2007", rho_inf=None)


@case
def lms2():
    return scheme("lms2", 2, "Zhang, Zhang & Masarati 2021, with ρ∞ = 0")


@case
def ss3():
    return scheme("ss3", 2, "Zhang, Zhang & Masarati 2021, with ρ∞ = 0")


@case
def esdirk32_5l():
    return scheme("esdirk32_5l", 3, "an ESDIRK scheme of five stages", end=1.7, rho_inf=None)


@case
def esdirk43_6l():
    return scheme("esdirk43_6l", 4, "Kennedy & Carpenter 2016, ESDIRK4(3)6L[2]SA", (50, 100, 200), rho_inf=None)


@case
def mssth5():
    return scheme("mssth5", 5, "a composite scheme of fifth order", (25, 50, 100), rho_inf=None)
