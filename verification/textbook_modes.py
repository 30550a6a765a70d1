# SPDX-License-Identifier: BSD-2-Clause
"""Modes and harmonic motions of textbooks."""
import math

import numpy as np
from numpy.polynomial import Polynomial, legendre
from scipy.linalg import eigh
from scipy.special import jn_zeros

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

PATH = "verification/cases/"
VM = "Ansys, verification manual, "


def amplitude(r, probe, row, axis=0):
    return complex(r.response[probe + "/displacement"][row, axis])


@case
def suspended_disc():
    shaft = 31.2e6 / 2.6 * math.pi * 0.375**4 / 32
    motor = {"part_shaft_gj": repr(shaft), "part_disc_inertia": (31e-3, 0, 0, 0, 0, 0)}
    return Case(
        title="A disc on a torsional spring, and a motor on its shaft (VM47 and VM48)",
        text="""A disc with a moment of inertia hangs on a spring of 4.8 lbf in/rad. In a second run the rotor of a motor and generator turns at the end of a steel shaft of 8 in, 0.375 in thick. Both have one motion, the
rotation about the axis, and the frequency √(k/J)/2π. The spring is a beam without mass whose torsional stiffness over its length is k; a body without mass has the moment of inertia. All other motions are
fixed, so that the frequency depends on the torsion alone. A program that divided by the length twice, or lumped a part of the disc to the wall, would differ in the first digit.""",
        options=PATH + "suspended_disc.opts",
        quantities=(Quantity("frequency of the disc", "Hz", lambda r: r.modes.frequency[0], (Reference(math.sqrt(4.8 / 0.30312) / (2 * math.pi), "Thomson: √(k/J)/2π"), Reference(0.63333, VM + "VM47, target", 1e-5)), 1e-9),
                    Quantity("frequency of the motor", "Hz", lambda r: r.modes.frequency[0], (Reference(math.sqrt(shaft / 8 / 31e-3) / (2 * math.pi), "Thomson: √(G I/(L J))/2π"), Reference(48.781, VM + "VM48, target", 1e-5)), 1e-9, keys=motor)),
        elements=("beam", "body"), analyses=("modes",), features=("torsion", "counted by inertia"), suites=("Ansys VM",), ranks=(1, 3))


@case
def car_suspension():
    mass, stiffness = np.diag([100, 1600]), np.array([[5000, 2600 * 5.5 - 2400 * 4.5], [2600 * 5.5 - 2400 * 4.5, 2400 * 4.5**2 + 2600 * 5.5**2]])
    values = np.sqrt(eigh(stiffness, mass, eigvals_only=True)) / (2 * math.pi)
    return Case(
        title="A car heaves and pitches on two springs (VM52)",
        text="""The body of a car, 100 slug with a moment of inertia of 1600 slug ft², stands on two springs 4.5 ft behind and 5.5 ft before its center of mass. Because neither the distances nor the springs are equal, heaving
and pitching are coupled: k₂ l₂ - k₁ l₁ is 3500 lbf. Rigid beams connect the springs to the body, and one body has the mass and the moment of inertia. The frequencies are those of a matrix of two rows. If the
coupling were left out they would be 1.125 and 1.419 Hz, so that the sheet notices it. Thomson's example has these data.""",
        options=PATH + "car_suspension.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(float(values[k]), "matrix of two rows", 1e-7), Reference(printed, VM + "VM52, target", 5e-5)),)
                         for k, printed in enumerate((1.0981, 1.4406))),
        elements=("spring", "beam", "body"), analyses=("modes",), features=("coupled motions", "counted by inertia"), suites=("Ansys VM",), ranks=(1, 3), same=1e-8, rigid=("ea", "gaz", "eiy"))


@case
def two_masses():
    stiffness = np.array([[1000, -800], [-800, 1000]])
    values = np.sqrt(eigh(stiffness, np.diag([0.5, 1]), eigvals_only=True)) / (2 * math.pi)
    tones = (1.5, 4, 6.5)
    driven = {"analysis": "response", "linearize": True, "let": "k=200,c=200,m1=0.5,m2=0.5", "response_frequencies": tones}
    printed = (0.82272, 0.46274, 0.51145, 1.2153, 0.58513, 0.26966)
    quantities = [Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(float(values[k]), "matrix of two rows"), *((Reference(2.5814, VM + "VM89, target", 2e-5),) if not k else ())), 1e-9) for k in range(2)]
    for j, f in enumerate(tones):
        w = 2 * math.pi * f
        found = np.linalg.solve(np.array([[400, -200], [-200, 400]]) - 0.5 * w * w * np.eye(2), [200, 0])
        quantities += [Quantity(f"amplitude of the {name} mass at {f} Hz", "in", lambda r, j=j, name=name: abs(amplitude(r, name[0].replace("f", "a").replace("s", "b"), j)), (
            Reference(abs(float(found[k])), "two equations"), Reference(printed[2 * j + k], VM + "VM90, target", 3e-5)), 1e-9, keys=driven) for k, name in enumerate(("first", "second"))]
    return Case(
        title="Two masses between two walls (VM89 and VM90)",
        text="""Two masses stand between two walls on three springs. With masses of 0.5 and 1 lbf s²/in and a middle spring four times as stiff as the outer ones, Thomson gives two frequencies. In a second run all springs and
masses are equal and a harmonic force of 200 lbf acts on the first mass, at 1.5 Hz below both frequencies, at 4 Hz between them and at 6.5 Hz above. Both masses move in phase below and in opposite phases
above. The references are the eigenvalues of a matrix of two rows and the solutions of two equations; the model is these equations, so that they agree to round-off.""",
        options=PATH + "two_masses.opts", quantities=tuple(quantities),
        elements=("spring", "mass"), analyses=("modes", "response"), features=("harmonic loads", "counted by inertia"), suites=("Ansys VM",), ranks=(1, 3))


@case
def resonance():
    stiff, mass = 200, 0.5

    def response(damping, loss):
        return [10 / complex(stiff - mass * w * w, damping * w + loss) for w in (10, 20, 40)]

    exciter = {"let": "k=30,m=0.02590673,c=0.11754533,f=2.4", "response_frequencies": "sqrt(30/0.02590673)/(2*pi),10*sqrt(30/0.02590673)/(2*pi)"}
    natural = math.sqrt(30 / 0.02590673)
    viscous, material = response(6, 0), response(0, 120)
    losses = {"let": "k=200,m=0.5,c=0,f=10", "part_spring_loss_factor": 0.6}
    return Case(
        title="Resonance with two kinds of damping, and an eccentric exciter (VM86, VM87 and VM88)",
        text="""A mass of 0.5 lbf s²/in on a spring of 200 lbf/in is driven by a harmonic force of 10 lbf. A damper of 6 lbf s/in limits the amplitude at resonance to F/(c ω) = 0.0833 in. In a second run a loss factor of the
spring replaces the damper, with η k = c ω at resonance: the amplitudes at resonance are equal, but below and above it they differ, because the damper's force grows with the frequency. The third run is
an exciter with a rotating weight: 2.4 lbf at resonance give 0.6 in, and the same force at ten times this frequency gives a hundredth of F/k, because the mass alone resists.""",
        options=PATH + "resonance.opts",
        quantities=tuple(Quantity(f"{part} amplitude at {w} rad/s, {name}", "in", lambda r, j=j, part=part: getattr(amplitude(r, "end", j), part[:4]), (
            Reference(getattr(found[j], part[:4]), "F/(k - m ω² + i (ω c + η k))"), *((Reference(-0.0833, VM + f"{test}, target with the other sign", 5e-4),) if w == 20 and part != "real" else ())), 1e-9, keys=keys)
                         for name, found, test, keys in (("damper", viscous, "VM86", {}), ("loss factor", material, "VM87", losses)) for j, w in enumerate((10, 20, 40)) for part in ("real", "imaginary") if not (w == 20 and part == "real"))
        + tuple(Quantity(f"amplitude of the exciter at {name}", "in", lambda r, j=j: abs(amplitude(r, "end", j)), (
            Reference(abs(2.4 / complex(30 - 30 * ratio**2, 0.11754533 * ratio * natural)), "F/|k - m ω² + i ω c|"), *((Reference(0.6, VM + "VM88, target", 2e-3),) if not j else ())), 1e-9, keys=exciter)
                for j, (name, ratio) in enumerate((("resonance", 1), ("ten times the frequency", 10)))),
        elements=("spring", "damper", "mass"), analyses=("response",), features=("harmonic loads", "loss factor"), suites=("Ansys VM",), ranks=(1, 3))


@case
def guitar_string():
    length, area, pull = 0.71, 50671e-12, 84
    mass = 7920 * area

    def middle(f):
        """The amplitude of the middle: a standing wave on each side of the force, at rest at both ends."""
        k, place = 2 * math.pi * f / math.sqrt(pull / mass), 7 / 30 * length
        return math.sin(k * place) * math.sin(k * length / 2) / (pull * k * math.sin(k * length))

    first = math.sqrt(pull / mass) / (2 * length)
    modes = {"analysis": "modes", "modes": 3}
    return Case(
        title="A guitar string that is driven (VM76)",
        text="""A steel string of 0.71 m is pulled by 84 N, which tunes it to 322.2 Hz, and a harmonic force of 1 N acts near a quarter of its length. All stiffness across the string comes from the pull: the modes and the
response are about the equilibrium with it. The response of a string is a standing wave on each side of the force, which gives the amplitude in the middle in closed form. The four frequencies lie below the first mode, near it, and between the next two. A chain of 60 bars has too high frequencies, by a part that falls with the square of their number.""",
        options=PATH + "guitar_string.opts",
        quantities=(Quantity("frequency 1", "Hz", lambda r: r.modes.frequency[0], (Reference(first, "√(F/μ)/2L"), Reference(322.2, VM + "VM76, target", 2e-4)), keys=modes),
                    Quantity("frequency 3", "Hz", lambda r: r.modes.frequency[2], (Reference(3 * first, "3 √(F/μ)/2L"),), keys=modes),
                    *(Quantity(f"amplitude of the middle at {f} Hz", "m", lambda r, j=j: abs(amplitude(r, "middle", j, 2)), (Reference(abs(middle(f)), "standing waves"),)) for j, f in enumerate((200, 300, 500, 800)))),
        elements=("truss",), analyses=("modes", "response"), features=("prestress", "harmonic loads"), suites=("Ansys VM",), ranks=(1, 3),
        refinements=(Refinement("cells", (30, 60, 120), lambda n: {"let": f"L=0.71,A=50671e-12,n={n}"}, 1.9),))


@case
def round_membrane():
    wave = math.sqrt(0.1 / (0.00073 * 0.00005)) / (2 * math.pi * 3)
    numbers = sorted([(jn_zeros(m, 4)[k], m, k + 1) for m in range(5) for k in range(3)])
    rows = [row for row in numbers for _ in range(1 if row[1] == 0 else 2)][:8]
    printed = {(0, 1): 211.1, (0, 2): 484.7, (1, 1): 336.5}
    return Case(
        title="The modes of a stretched circular membrane (VM152 and VM153, as in VM55)",
        text="""A circular membrane of 3 in is stretched by 0.1 lbf/in along its rim. Its frequencies are zeros of Bessel's functions times √(S/μ)/(2π a). All modes with nodal diameters occur in pairs with equal
frequencies; the run proves that none is missing. A square is mapped to the disc, so that the mesh has four cells whose outer corners are nearly flat. Such a mesh has only the symmetries of a square: the pair with two
nodal diameters splits, by an amount that falls with the size of the cells, while the pairs with one and three stay equal. All computed frequencies are too high, because the mass of the membrane is consistent.""",
        options=PATH + "round_membrane.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}, {m} diameters", "Hz", lambda r, k=k: r.modes.frequency[k], (
            Reference(zero * wave, f"zero {n} of J{m}"), *((Reference(printed[m, n], VM + "VM153, target", 3e-4),) if (m, n) in printed and (m == 0 or not k % 2) else ()))) for k, (zero, m, n) in enumerate(rows)),
        elements=("membrane",), analyses=("modes",), features=("multiple modes", "counted by inertia"), suites=("Ansys VM",), ranks=(1, 3),
        refinements=(Refinement("cells", (20, 40), lambda n: {"mesh_n": f"{n},{n}"}, 1.8),))


def shapes(count, first, length):
    """Polynomials that vanish as 'first' does: [function], as Legendre polynomials times it."""
    return [first * legendre.Legendre.basis(k, domain=[0, length]).convert(kind=Polynomial) for k in range(count)]


def integrals(functions, length, points=36):
    """Values, slopes and second derivatives [function][point], the points and their weights."""
    x, weight = legendre.leggauss(points)
    x, weight = (x + 1) * length / 2, weight * length / 2
    return [np.array([f.deriv(d)(x) if d else f(x) for f in functions]) for d in range(3)], x, weight


@case
def wedge_modes():
    (value, slope, bend), x, weight = integrals(shapes(10, Polynomial([1, -1 / 16])**2, 16), 16)
    width = x / 4
    mass = 0.000728 * ((value * weight * width) @ value.T + (slope * weight * width / 12) @ slope.T)
    exact = np.sqrt(eigh(30e6 / 12 * (bend * weight * width) @ bend.T, mass, eigvals_only=True)[:3]) / (2 * math.pi)
    return Case(
        title="The modes of a cantilever with the plan of a triangle (as in VM62)",
        text="""A cantilever of 16 in is 4 in wide at its clamp, 1 in thick, and has no width at its tip. Both its stiffness and its mass vanish at the tip, so that the largest motion is where nothing resists it. The first
number of a wedge without rotary inertia is 7.1565 (Kirchhoff), twice that of a uniform cantilever. The manual prints Timoshenko's approximation with one term, 259.16 Hz, which lies below the exact
260.7 Hz. The reference is Ritz's method with ten polynomials and rotary inertia, which lowers the first frequency by 0.1 %. Elements take the mean of the section by 16 points of Gauss and are of fourth order
in the modes of a beam; beside the tip the section changes too much within one element for this order.""",
        options=PATH + "wedge_modes.opts",
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(float(exact[k]), "Ritz's method with 10 polynomials", 1e-7),
                         *((Reference(259.16, VM + "VM62, target", 7e-3),) if not k else ()))) for k in range(3)),
        elements=("beam",), analyses=("modes",), features=("sections that vary", "formulas", "counted by inertia"), suites=("Ansys VM",), ranks=(1, 3),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": n}, 1.8),))


@case
def rotating_blade():
    length, hub, speed, young, density, width, h = 0.328, 0.15, 314.159265, 217e9, 7850, 0.028, 0.003
    (value, slope, bend), x, weight = integrals(shapes(8, Polynomial([0, 0, 1 / length**2]), length), length)
    area, second = width * h, width * h**3 / 12
    pull = density * area * speed**2 * (hub * (length - x) + (length**2 - x**2) / 2)
    flat = density * area * (value * weight) @ value.T
    stiffness = young * second * (bend * weight) @ bend.T + (slope * weight * pull) @ slope.T
    mass = flat + density * second * (slope * weight) @ slope.T
    across = np.sqrt(eigh(stiffness - speed**2 * flat, mass, eigvals_only=True)[:2]) / (2 * math.pi)
    along = np.sqrt(eigh(stiffness, mass, eigvals_only=True)[:2]) / (2 * math.pi)
    turned = {"directions": "xz", "part_blade_width": width, "part_blade_height": h, "part_blade_shear_factor_z": 1e4}
    return Case(
        title="A thin blade turns about an axis beside its foot (as in VM54)",
        text="""A steel blade of 328 mm stands on a hub of 150 mm and turns with 314 rad/s. In one run it is thin in the plane in which it turns, and in the other one across this plane. The centrifugal force pulls the blade and
stiffens it in both. In the plane of rotation it also pushes the blade away from its place, which makes the square of the frequency smaller by the square of the speed: 51.7 Hz instead of 71.9 Hz, and 23 Hz at rest.
The reference is Ritz's method with eight polynomials, the pull of the centrifugal force and rotary inertia. It leaves out the stretch of the blade, 1e-4, and Coriolis' coupling with it. The manual has
Carnegie's 52.75 Hz, an approximation with one term.""",
        options=PATH + "rotating_blade.opts",
        quantities=(*(Quantity(f"frequency {k + 1} in the plane of rotation", "Hz", lambda r, k=k: r.modes.frequency[k], (
                        Reference(float(across[k]), "Ritz's method; the blade does not stretch", 1e-3), *((Reference(52.75, VM + "VM54, target", 2.5e-2),) if not k else ()))) for k in range(2)),
                    *(Quantity(f"frequency {k + 1} along the axis", "Hz", lambda r, k=k: r.modes.frequency[k], (Reference(float(along[k]), "Ritz's method; the blade does not stretch", 1e-3),), keys=turned) for k in range(2))),
        elements=("beam",), analyses=("modes",), features=("rotating frame", "prestress"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("cells", {"member_blade_n": 32}),))


