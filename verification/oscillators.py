# SPDX-License-Identifier: BSD-2-Clause
"""Oscillators and rods."""
import cmath
import math

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.special import ellipj

from verification.case import Case, Finer, Quantity, Reference, Refinement, case


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
10 sin(3 t) + 15 cos(t). Its displacement is known in closed form: after 1 s it still depends on the start, and after 10 s on the forces alone. The scheme lms4 has second order.
The damped start, both forces and their phases enter the first number. Both forces are below resonance, and their parts are of similar size.""",
        options="inputs/sdof.opts",
        quantities=tuple(Quantity(f"displacement after {t} s", "m", lambda r, t=t: r["mass/displacement"][int(abs(r["time"][:] - t).argmin()), 0], (Reference(driven_oscillator(t), "superposition of free and steady motion"),))
                         for t in (1, 10)),
        elements=("spring", "damper", "mass"), analyses=("transient",), features=("lms4",), suites=("papers",),
        refinements=(Refinement("steps", (250, 500, 1000, 2000), lambda n: {"dt": f"10/{n}"}, 1.9),))


@case
def rod():
    return Case(
        title="A rod under tension",
        text="""A rod of steel, 2 m long with a radius of 10 mm, is pulled by 10 kN. It gets longer by F L/(E A) to round-off, on any mesh.
The simplest sheet of the manual tests units, section and modulus, and whether the element has the force that equilibrium asks for. The strain is
1.5e-4 and uniform, so that any error above round-off is a fault of the program. It also serves as a first example: material, section, support, load
and result appear once each. Users who change a number should find the change in proportion, because the model is linear. A finer mesh must not
matter.""",
        options="inputs/rod.opts",
        quantities=(Quantity("displacement of the tip", "m", lambda r: r["tip/displacement"][-1, 0], (Reference(1e4 * 2 / (2.1e11 * math.pi * 0.01**2), "F L/(E A)"),), 1e-12),
                    Quantity("reaction", "N", lambda r: r["wall/reaction"][-1, 0], (Reference(-1e4, "equilibrium"),), 1e-12)),
        elements=("bar",), analyses=("static",), features=("reactions",))


def ode(slope, start, end):
    """The solution of an ordinary differential equation by an explicit method of eighth order, to 1e-12."""
    return solve_ivp(slope, (0, end), start, method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]


@case
def stiff_soft():
    stiff, t, drive = 1e7, 10, 1.2
    k = np.array([[stiff + 1, -1], [-1, 1]])
    steady = np.linalg.solve(k - drive**2 * np.eye(2), [stiff, 0])
    squares, shapes = np.linalg.eigh(k)
    slow, omega = shapes[:, 0], math.sqrt(squares[0])
    u = steady * math.sin(drive * t) - slow * (slow @ steady) * drive / omega * math.sin(omega * t)
    v = steady * drive * math.cos(drive * t) - slow * (slow @ steady) * drive * math.cos(omega * t)
    return Case(
        title="A stiff and a soft spring: the fast mode is forgotten",
        text="""A base moves by sin(1.2 t). A spring of 10⁷ N/m and one of 1 N/m follow it with a mass of 1 kg each. The step of 0.02 s is
ten periods of the fast mode, which the start excites. A scheme with a spectral radius of 0 at infinite frequency must lose this mode in a few steps and keep
the slow one. The reference is the sum of the steady motion and of the slow mode.
Otherwise the fast motion would remain forever.""",
        options="inputs/stiff_soft.opts", keys={"dt": 0.02},
        quantities=(Quantity("displacement of the first mass", "m", lambda r: r["m1/displacement"][-1, 0], (Reference(u[0], "modes, without the fast one"),), 1e-6),
                    Quantity("velocity of the first mass", "m/s", lambda r: r["m1/velocity"][-1, 0], (Reference(v[0], "modes, without the fast one"),)),
                    Quantity("displacement of the second mass", "m", lambda r: r["m2/displacement"][-1, 0], (Reference(u[1], "modes, without the fast one"),))),
        elements=("spring", "mass"), analyses=("transient",), features=("lms4", "dissipation", "moving supports"), suites=("papers",), rigid=("part_k1_stiffness",),
        finer=(Finer("steps", {"dt": 0.01}),))


@case
def spring_pendulum():
    def slope(t, y):
        r, angle, v, w = y
        return [v, w, -98.1 * r + (0.5 + r) * w * w + 9.81 * math.cos(angle), -(2 * v * w + 9.81 * math.sin(angle)) / (0.5 + r)]

    end = ode(slope, [0, math.pi / 4, 1, 0], 10)
    source = "the equations of motion by DOP853, rtol 1e-13"
    return Case(
        title="A pendulum on a spring, in polar coordinates",
        text="""A mass of 1 kg swings on a spring of 98.1 N/m and 0.5 m. The elongation and the angle are the unknowns, and formulas give the
inertial forces that polar coordinates bring. The scheme esdirk43_6l has fourth order.
Polar coordinates are not inertial, and centrifugal and Coriolis terms couple them. Formulas that depend on displacement and velocity bring these
terms in, so that the sheet tests force laws, their derivatives and a scheme of high order together. In contrast to a node in Cartesian coordinates no
joint is needed. The reference integrates the two equations with a tight tolerance, and the motion exchanges energy between swing and stretch.""",
        options="inputs/spring_pendulum.opts", keys={"integrator": "esdirk43_6l", "dt": 0.01},
        quantities=(Quantity("elongation after 10 s", "m", lambda r: r["mass/displacement"][-1, 0], (Reference(end[0], source, 1e-10),)),
                    Quantity("angle after 10 s", "rad", lambda r: r["mass/displacement"][-1, 1], (Reference(end[1], source, 1e-10),))),
        elements=("mass",), analyses=("transient",), features=("ESDIRK", "force laws"), suites=("papers",),
        refinements=(Refinement("steps", (500, 1000, 2000), lambda n: {"dt": f"10/{n}"}, 3.7),), short={"t_end": 0.5})


@case
def truss_pendulum():
    length, stiffness = 3.0443, 1e4
    mass = 6.57 * length / 2

    def slope(t, y):
        pull = -stiffness * ((y[0]**2 + y[1]**2) / length**2 - 1) / 2 / length / mass
        return [y[2], y[3], pull * y[0], pull * y[1]]

    end = ode(slope, [0, -length, 7.72, 0], 10)
    source = "the equations of motion by DOP853, rtol 1e-13"
    return Case(
        title="A truss that makes full turns and stretches",
        text="""A truss of Green's strain is thrown around its hinge with 7.72 m/s, without gravity. Its mass of 10 kg is at its free
node. After 10 s it has made nearly four turns, and has stretched by up to 0.109 m many times.
Fast axial oscillation and slow rotation are coupled, and a scheme that loses energy would let the stretch decay. Green's strain makes the element
stiffen as it stretches. The reference integrates the same two unknowns with a tight tolerance. The stretch oscillates some thirty times in the run,
so that the sheet sees the error of its phase first.""",
        options="inputs/truss_pendulum.opts", keys={"integrator": "esdirk43_6l", "dt": 0.01},
        quantities=tuple(Quantity(f"place of the tip, {'xy'[k]}", "m", lambda r, k=k: (-length if k else 0) + r["tip/displacement"][-1, k], (Reference(end[k], source, 1e-10),))
                         for k in (0, 1)),
        elements=("truss",), analyses=("transient",), features=("ESDIRK", "large rotations", "lumped mass"), suites=("papers",),
        refinements=(Refinement("steps", (1000, 2000, 4000), lambda n: {"dt": f"10/{n}"}, 3.7),), short={"t_end": 0.5})


@case
def shaken_oscillator():
    damping, stiffness, drive, t = 4, 400, 12, 2
    steady = 2j / (stiffness - drive**2 + 1j * drive * damping)  # Re(steady exp(i w t)) answers -2 sin(w t)
    root = -damping / 2 + 1j * math.sqrt(stiffness - damping**2 / 4)
    x, v = -steady.real, -(1j * drive * steady).real
    free = x + 1j * (root.real * x - v) / root.imag
    exact = [(free * root**k * cmath.exp(root * t) + steady * (1j * drive)**k * cmath.exp(1j * drive * t)).real for k in (0, 1)]
    return Case(
        title="An oscillator on a ground that shakes",
        text="""The ground accelerates with 2 sin(12 t) m/s² from rest. Motions are relative to it. The free and the steady motion of the oscillator add up.
Earthquake analyses are posed like this: the model stands still and each mass feels the negative acceleration of the ground. Relative and absolute
displacements must not be mixed. The steady part has the frequency of the ground, and the free part that of the oscillator; at the start they cancel,
so that the mass is at rest. A wrong phase would spoil the sum after some periods, although each part alone looked right.""",
        options="verification/cases/shaken_oscillator.opts",
        quantities=(Quantity("displacement after 2 s", "m", lambda r: r["end/displacement"][-1, 0], (Reference(exact[0], "superposition of free and steady motion"),)),
                    Quantity("velocity after 2 s", "m/s", lambda r: r["end/velocity"][-1, 0], (Reference(exact[1], "superposition of free and steady motion"),))),
        elements=("spring", "damper", "mass"), analyses=("transient",), features=("base acceleration", "ESDIRK"),
        refinements=(Refinement("steps", (100, 200, 400), lambda n: {"dt": f"2/{n}"}, 3.7),))


@case
def two_grounds():
    def slope(t, y):
        return [y[2], y[3], 100 * (0.01 * (1 - math.cos(3 * t)) - 2 * y[0] + y[1]), 100 * (0.02 * (1 - math.cos(7 * t)) - 2 * y[1] + y[0])]

    end = ode(slope, [0, 0, 0, 0], 2)
    return Case(
        title="Two masses between two grounds that move differently",
        text="""Three springs and two masses are in a line between two supports. One moves by 0.01 (1 - cos 3t) m, the other by 0.02 (1 - cos 7t) m.
If supports move differently, no frame exists in which all of them rest, and the base acceleration of a single ground is not a remedy. Here the
motions have different frequencies and amplitudes and start smoothly from rest. The forces come into the masses through the outer springs only. Pipes
between two buildings and bridges on several piers are loaded in this way during an earthquake.""",
        options="verification/cases/two_grounds.opts",
        quantities=tuple(Quantity(f"displacement of the {name} mass after 2 s", "m", lambda r, name=name: r[name + "/displacement"][-1, 0], (Reference(end[k], "the equations of motion by DOP853, rtol 1e-13", 1e-10),))
                         for k, name in enumerate(("first", "second"))),
        elements=("spring", "mass"), analyses=("transient",), features=("moving supports", "ESDIRK"),
        refinements=(Refinement("steps", (50, 100, 200), lambda n: {"dt": f"2/{n}"}, 3.5),))


@case
def rayleigh_decay():
    stiffness = 100 * np.array([[2, -1, 0], [-1, 2, -1], [0, -1, 1]])
    matrix = np.block([[np.zeros((3, 3)), np.eye(3)], [-stiffness, -0.4 * np.eye(3) - 5e-3 * stiffness]])
    end = expm(2 * matrix) @ [0, 0, 0.1, 0, 0, 0]
    return Case(
        title="A chain with Rayleigh damping is let go",
        text="""The last of three masses on three springs is let go 0.1 m from its rest. The damping is 0.4 M + 0.005 K. The exponential of the matrix of first order is the reference.
Mass-proportional damping acts on slow modes and stiffness-proportional damping on fast ones, so that the three modes decay with different rates, all
known. The start excites every mode. Since the exponential of a matrix has no step size, the sheet measures the error of the time integration alone.
The claim is the order of the scheme for a system with a damping matrix, which some schemes lose.""",
        options="verification/cases/rayleigh_decay.opts",
        quantities=(Quantity("displacement after 2 s", "m", lambda r: r["end/displacement"][-1, 0], (Reference(end[2], "exponential of a matrix, scipy"),)),
                    Quantity("velocity after 2 s", "m/s", lambda r: r["end/velocity"][-1, 0], (Reference(end[5], "exponential of a matrix, scipy"),))),
        elements=("spring", "mass"), analyses=("transient",), features=("Rayleigh damping", "ESDIRK"),
        refinements=(Refinement("steps", (50, 100, 200), lambda n: {"dt": f"2/{n}"}, 3.5),))


@case
def falling_mass():
    last = math.sqrt(2 * 9.81 / 0.5)
    return Case(
        title="A mass falls through air",
        text="""A mass of 2 kg falls from rest, and the air resists with 0.5 v². Its velocity is √(m g/c) tanh(√(c g/m) t). A formula is the resistance.
At first the mass falls freely, and later it approaches its terminal velocity, so that one run passes through two regimes. The drag is quadratic in
the velocity and must oppose it, which a law with the wrong sign would turn into an instability. The closed form has the logarithm of a hyperbolic
cosine for the way. Parachutes, hail and test masses fall like this. The sheet tests a law that depends on the velocity.""",
        options="verification/cases/falling_mass.opts",
        quantities=(Quantity("velocity after 1 s", "m/s", lambda r: -r["mass/velocity"][-1, 2], (Reference(last * math.tanh(9.81 / last), "integral of the equation of motion"),)),
                    Quantity("way after 1 s", "m", lambda r: -r["mass/displacement"][-1, 2], (Reference(last**2 / 9.81 * math.log(math.cosh(9.81 / last)), "integral of the equation of motion"),))),
        elements=("mass",), analyses=("transient",), features=("force laws", "ESDIRK"),
        refinements=(Refinement("steps", (5, 10, 20), lambda n: {"dt": f"1/{n}"}, 3.5),))


@case
def duffing():
    _, cosine, _, _ = ellipj(10 * math.sqrt(2), 0.25)
    return Case(
        title="Duffing's oscillator (as in VM156)",
        text="""A mass is let go from x = 1 on a spring that stiffens, x'' + x + x³ = 0. Its motion is the elliptic function cn(√2 t) with the parameter 1/4. A formula is the spring.
The period depends on the amplitude, so that an error of the amplitude becomes an error of the phase and grows with time. The stiffness is four times
as large at the turning points as in the middle, and Newton's method needs its derivative, which the program takes from the formula. VM156 is a mass
on a spring with a similar law. Elliptic functions make one of the few closed forms of nonlinear vibration, and therefore the sheet can claim an
order.""",
        options="verification/cases/duffing.opts",
        quantities=(Quantity("displacement after 10 s", "m", lambda r: r["mass/displacement"][-1, 0], (Reference(cosine, "Jacobi's elliptic function, scipy"),)),),
        elements=("mass",), analyses=("transient",), features=("force laws", "ESDIRK"),
        refinements=(Refinement("steps", (200, 400, 800), lambda n: {"dt": f"10/{n}"}, 3.7),))
