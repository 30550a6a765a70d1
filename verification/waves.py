# SPDX-License-Identifier: BSD-2-Clause
"""Waves in bars and membranes, and harmonic motions."""
import cmath
import math

import numpy as np

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

BAR = 7800 * 5000 * 1e-4  # impedance of the bar [N s/m]


@case
def bar_wave():
    return Case(
        title="A step load at the end of a bar",
        text="""A force of 10⁴ acts on the free end of a bar from rest. Behind the front the velocity is F/(A √(E ρ)). The middle of the bar has this velocity from L/2c on. The
quantity is the mean of its velocity over the last third of the run, where the oscillation behind the front has passed.
A discontinuous front contains waves of all lengths, and mesh and scheme give the short ones other velocities, which shows as ripples. Averages over
time are insensitive to them.""",
        options="inputs/bar_wave.opts", keys={"t_end": 9e-4},
        quantities=(Quantity("velocity behind the front", "", lambda r: r["midpoint/velocity"][-500:, 0].mean(), (Reference(1e4 / math.sqrt(3e7 * 7.3e-4), "d'Alembert: F/(A √(E ρ))"),)),),
        elements=("bar",), analyses=("transient",), features=("lms4", "wave fronts"), suites=("papers",), short={"t_end": 1e-4})


@case
def bar_pulse():
    return Case(
        title="A pulse travels along a bar",
        text="""A force F sin²(π t/T) hits the free end of a bar. The middle moves as d'Alembert says: the end's motion, L/2c later. After the pulse has passed, it has moved by F T/2
over the impedance A √(E ρ).
A smooth pulse resolves well on a mesh, so that its shape can be compared and not only its mean. The scheme and the mesh both disperse the pulse by a
little; refining one of them alone would leave the other's error. The velocity of the wave is that of a thin bar, without the inertia of Poisson's
contraction. Tests with split Hopkinson bars rely on this picture of waves.""",
        options="verification/cases/bar_pulse.opts",
        quantities=(Quantity("velocity of the middle at the crest", "m/s", lambda r: r["middle/velocity"][-1, 0], (Reference(1000 / BAR, "d'Alembert: F/(A √(E ρ))"),)),
                    Quantity("displacement of the middle at the crest", "m", lambda r: r["middle/displacement"][-1, 0], (Reference(1000 / BAR * 2.5e-5, "d'Alembert: integral of the velocity"),))),
        elements=("bar",), analyses=("transient",), features=("ESDIRK", "waves"),
        refinements=(Refinement("cells", (50, 100, 200), lambda n: {"mesh_n": n}, 1.8),))


@case
def absorbing_end():
    return Case(
        title="A pulse leaves a bar through an absorbing end",
        text="""The end of a free bar has a dashpot of the bar's own impedance. After the pulse has left, the whole bar has moved by F T/2 over the impedance, and rests.
A dashpot with the right impedance swallows the wave completely, because force and velocity are proportional in a wave that runs one way. A wrong
impedance would reflect a part of the pulse with the factor (1 - z)/(1 + z). After the pulse there is neither energy nor stress left in the bar, but a
displacement remains. Models of soils and long pipes end with such absorbers. The remaining motion measures the reflected part, which the
discretization causes.""",
        options="verification/cases/absorbing_end.opts",
        quantities=(Quantity("displacement of the start", "m", lambda r: r["start/displacement"][-1, 0], (Reference(1000 / BAR * 5e-5, "d'Alembert: F T/2 over the impedance"),), 1e-5),
                    Quantity("velocity of the middle over that of the pulse", "", lambda r: r["middle/velocity"][-1, 0] / (1000 / BAR), (Reference(0, "no reflection"),))),
        elements=("bar",), analyses=("transient",), features=("absorbing ends", "waves"),
        finer=(Finer("cells", {"mesh_n": 400, "dt": 5e-7}),))


@case
def cantilever_response():
    bending, mass = 10 * (1 + 0.05j), 0.5
    quantities = []
    for k, f in enumerate((1, 2.4, 10, 15.7)):
        x = (mass * (2 * math.pi * f)**2 / bending)**0.25
        exact = (cmath.sin(x) * cmath.cosh(x) - cmath.cos(x) * cmath.sinh(x)) / (bending * x**3 * (1 + cmath.cos(x) * cmath.cosh(x)))
        for part, value in (("real", exact.real), ("imaginary", exact.imag)):
            quantities.append(Quantity(f"{part} amplitude at {f} Hz", "m", lambda r, k=k, part=part: getattr(complex(r.response["end/displacement"][k, 1]), "real" if part == "real" else "imag"),
                                       (Reference(value, "Euler and Bernoulli, EI (1 + i η)"),)))
    return Case(
        title="A cantilever under a harmonic force, with a loss factor",
        text="""A force of 1 N at the end of a cantilever oscillates with 1, 2.4, 10 and 15.7 Hz, below, near and between its natural frequencies of 2.503 and 15.68 Hz. The
stiffness has the loss factor 0.05. The receptance of a slender beam is (sin x cosh x - cos x sinh x)/(EI k³ (1 + cos x cosh x)), x = k L.
Near a natural frequency only the loss factor limits the amplitude, and the phase turns by 180 degrees.""",
        options="verification/cases/cantilever_response.opts",
        quantities=tuple(quantities), elements=("beam",), analyses=("response",), features=("loss factor", "harmonic loads"),
        refinements=(Refinement("cells", (4, 8, 16), lambda n: {"mesh_n": n}, 3.5),))


@case
def wave2d():
    def field(r, radius):
        at = np.flatnonzero((abs(r.nodes[:, 1]) < 1e-9))
        x = r.nodes[at, 0]
        order = np.argsort(x)
        return float(np.interp(radius, x[order], r.snapshot()["displacement"][at[order], 2]))

    return Case(
        title="A membrane that is struck at its center",
        text="""A point force of one second strikes a membrane of unit wave speed. Green's function of the plane gives the displacement until the first reflection comes back. The
quantities are on an axis of the mesh of 70 by 70 cells, whose error at the front is 4 %.
Behind the front of a blow the displacement stays as it is in one dimension and vanishes in three; here it falls to zero slowly.
Refinement in space and time together makes the front sharper.""",
        options="inputs/wave2d.opts",
        quantities=tuple(Quantity(f"displacement at r = {radius}", "", lambda r, radius=radius: field(r, radius), (Reference(value, "Green's function of the plane, by quadrature", 1e-10),))
                         for radius, value in ((1, 0.03407331255350), (8, 0.04423719336041), (12, 0.13739617394857))),
        elements=("membrane",), analyses=("transient",), features=("lms4", "dispersion"), suites=("papers",), short={"t_end": 6},
        finer=(Finer("cells", {"mesh_n": "140,140", "dt": 0.0585}),))


@case
def bar_of_two_parts():
    end = 1000 * 5e-5 * 2 / (BAR + 3 * BAR)
    return Case(
        title="A pulse passes from a light bar into a heavy one",
        text="""A bar of the impedance Z is joined to one of 3 Z. A pulse of the impulse F T/2 passes with 2 Z/(Z + 3 Z) of its displacement, and half of it comes back with the other sign. On
both sides the displacement in the end is F T/(Z + 3 Z).
Continuity of motion and of force at the joint gives both factors. A heavy bar reflects with a change of sign, like a wall, and a light one without.""",
        options="verification/cases/bar_of_two_parts.opts",
        quantities=(Quantity("displacement behind the joint", "m", lambda r: r["behind/displacement"][-1, 0], (Reference(end, "d'Alembert: continuity of force and velocity"),)),
                    Quantity("displacement before the joint", "m", lambda r: r["before/displacement"][-1, 0], (Reference(end, "d'Alembert: continuity of force and velocity"),))),
        elements=("bar",), analyses=("transient",), features=("ESDIRK", "waves"),
        finer=(Finer("cells", {"mesh_n": 400, "dt": 1e-6}),))


@case
def modal_response():
    squares, shapes = np.linalg.eigh(100 * np.array([[2, -1, 0], [-1, 2, -1], [0, -1, 1]]))
    quantities = []
    for k, f in enumerate((0.5, 1.1, 3)):
        w = 2 * math.pi * f
        exact = sum(shape[2]**2 / (square - w * w + 0.1j * w * math.sqrt(square)) for square, shape in zip(squares, shapes.T))
        for part in ("real", "imag"):
            quantities.append(Quantity(f"{part}{'inary' if part == 'imag' else ''} amplitude at {f} Hz", "m", lambda r, k=k, part=part: getattr(complex(r.response["end/displacement"][k, 0]), part),
                                       (Reference(getattr(exact, part), "sum over the modes, numpy"),), 1e-9))
    return Case(
        title="A chain with a damping ratio for each mode",
        text="""Three masses on three springs have the damping ratio 0.05 in each mode. A harmonic force acts on the last one. The sum over the modes is the reference.
A modal damping is given as a number for each mode and not as a matrix, and the program must turn it into forces. The force has three frequencies,
below, between and above those of the chain. At 1.1 Hz the first mode answers against the force, and the others with it. The reference needs the
eigenvectors of a small matrix and a complex sum. Engineers have measured ratios of damping more often than damping coefficients, and this sheet shows
how to use them in a harmonic response.""",
        options="verification/cases/modal_response.opts",
        quantities=tuple(quantities), elements=("spring", "mass"), analyses=("response",), features=("modal damping", "harmonic loads"))


@case
def shaken_response():
    quantities = []
    for k, f in enumerate((1, 3, 10)):
        w = 2 * math.pi * f
        exact = 0.01 * (400 + 4j * w) / (400 - w * w + 4j * w)
        quantities.append(Quantity(f"amplitude at {f} Hz", "m", lambda r, k=k: abs(complex(r.response["end/displacement"][k, 0])), (Reference(abs(exact), "transmissibility of an oscillator"),), 1e-10))
    return Case(
        title="An oscillator on a support that shakes",
        text="""A support moves harmonically by 10 mm. A spring and a damper pass this on to a mass: (k + i w c)/(k - w² m + i w c).
The ratio of the motion of the mass to that of the support is called transmissibility. Below the natural frequency the mass follows, at resonance it
moves more, and above √2 times this frequency it is isolated; there a damper makes isolation worse. The support drives the mass through the damper as
well as through the spring, which is easily forgotten when a force is put in its place.""",
        options="verification/cases/shaken_response.opts",
        quantities=tuple(quantities), elements=("spring", "damper", "mass"), analyses=("response",), features=("moving supports", "harmonic loads"))


@case
def plate_wave():
    stiffness, mass, impulse = 7e10 * 0.005**3 / (12 * (1 - 0.3**2)), 2700 * 0.005, 100 * 1e-4 / 2
    return Case(
        title="A blow on a wide plate",
        text="""A hammer strikes a plate in its middle with F sin²(π t/T), in a quarter of the plate. A thin plate without end moves there by the impulse over 8 √(D m), with the bending
stiffness D and the mass per area m, and stays. The run ends before the edges answer. The shell also has shear deformation and rotary inertia.
The force at a point needs small cells near it, and the contact is over long before waves come back from the edges.""",
        options="inputs/plate_wave.opts",
        quantities=(Quantity("displacement under the blow", "m", lambda r: r["struck/displacement"][-1, 2], (Reference(impulse / (8 * math.sqrt(stiffness * mass)), "Boussinesq: I/(8 √(D m))", 5e-3),)),),
        elements=("shell",), analyses=("transient",), features=("lms4", "waves", "symmetry"), ranks=(1, 3), short={"t_end": 1e-4}, untested={"integrator": "the steps are short, and other schemes agree within the limit"})
