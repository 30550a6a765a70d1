# SPDX-License-Identifier: BSD-2-Clause
"""Motions of flexible structures."""
import math
import os

import numpy as np
from numpy.polynomial import legendre
from scipy.integrate import simpson, trapezoid
from scipy.linalg import eigh
from scipy.special import ellipj, ellipk

from verification.case import ROOT, Case, Finer, Quantity, Reference, Refinement, case


def lag(result):
    """The angle of the end of the beam that is spun up, less that of its hub."""
    x, y = result["end/displacement"][-1, :2]
    t = result.time[-1]
    turn = 6 * t - 45 if t > 15 else 0.4 * (t * t / 2 + (7.5 / math.pi)**2 * (math.cos(2 * math.pi * t / 15) - 1))
    return abs((math.atan2(y, 10 + x) - turn + math.pi) % (2 * math.pi) - math.pi)


def pulse(t):
    """The time function of the force and of the moment that throw the beam."""
    return np.maximum(0, np.where(t < 2.5, 0.4 * t, 2 - 0.4 * t))


def angular_misfit(r):
    """The angular momentum about the origin less the impulses of the moment and of the force, whose arm is that of the end that is pushed, over the angular momentum."""
    t, place = r["time"][:], r["start/displacement"][:, :3] + [6, 0, 0]
    rates = pulse(t)[:, None] * (np.array([0, -40, -80]) + np.cross(place, [8, 0, 0]))
    return np.linalg.norm(r["angular_momentum"][-1] - trapezoid(rates, t, axis=0)) / np.linalg.norm(r["angular_momentum"][-1])


def center_way(r):
    """The way of the center of mass: nodes at both ends have half of the mass of the others."""
    u = r.snapshot()["displacement"][:, 0]
    order = np.argsort(r.nodes[:, 1])
    return trapezoid(u[order], r.nodes[order, 1]) / 8


@case
def flying_beam():
    return Case(
        title="Simo and Vu-Quoc's flying beam",
        text="""A free beam of 10 m and 10 kg is thrown by a force and a moment that grow and fall within 5 s. The impulse of the force is 20 N s along x, so that the center of mass then moves
with 2 m/s. The angular momentum about the origin is the impulse of the moment and of the force, whose arm is known from the motion of the end that is pushed. From 5 s on no force acts, and all
momenta stay. The beam folds and tumbles meanwhile, without any support; elements whose rotations are not objective, or a scheme that sums rotations as vectors, lose these momenta. The shape of
the flight itself has no closed form and is not compared.""",
        options="inputs/flying_beam.opts",
        quantities=(Quantity("linear momentum along x", "N s", lambda r: r["momentum"][-1, 0], (Reference(20, "impulse of the force"),), 1e-10),
                    Quantity("linear momentum across x", "N s", lambda r: np.linalg.norm(r["momentum"][-1, 1:]), (Reference(0, "impulse of the force"),), 1e-9),
                    Quantity("way of the center of mass after 15 s", "m", center_way, (Reference(25, "20 N s/10 kg times 12.5 s"),)),
                    Quantity("angular momentum less its impulses, over it", "", angular_misfit, (Reference(0, "balance of angular momentum"),)),
                    Quantity("relative change of the angular momentum from 5 s on", "", lambda r: np.linalg.norm(r["angular_momentum"][-1] - r["angular_momentum"][len(r["time"]) // 3]) / np.linalg.norm(r["angular_momentum"][-1]),
                             (Reference(0, "conservation; second order of ss4"),))),
        elements=("beam",), analyses=("transient",), features=("conservation", "large rotations", "free structures"),
        untested={"ea gay gaz gj eiy eiz inertia integrator": "momenta follow from the loads, whatever the stiffness"},
        finer=(Finer("steps", {"dt": 0.025, "output_every": 10}),))


@case
def spin_up():
    wave, length = 6 * math.sqrt(1.2 / 2.8e7), 10
    return Case(
        title="A beam is spun up about its end (VM258)",
        text="""A beam of 10 m is turned about its end, smoothly up to 6 rad/s after 15 s. It lags behind at first. From 15 s on it rotates steadily and stretched, EA u'' + ρA w² (x + u) = 0.
Elements without the stiffness of their axial force diverge here (Kane, Ryan & Banerjee 1987; Simo & Vu-Quoc 1986).
The shortening of a bent beam pulls its elements inwards against the centrifugal force, and this stiffens it; VM258 has the same beam.""",
        options="verification/cases/spin_up.opts",
        quantities=(Quantity("stretch of the beam after 18 s", "m", lambda r: float(np.mean([np.linalg.norm(p + np.array([length, 0, 0])) for p in r["end/displacement"][r.time > 0.9 * r.time[-1]]])) - length, (
                        Reference(math.tan(wave * length) / wave - length, "differential equation of the bar: tan(k L)/k - L"), Reference(5.14e-4, "Simo & Vu-Quoc, J. Appl. Mech. 53 (1986), printed digits", 1e-3))),
                    Quantity("angle between the end and the hub at 20 s", "rad", lambda r: lag(r), (Reference(0, "steady rotation"),))),
        elements=("beam", "joint"), analyses=("transient",), features=("large rotations", "drivers", "centrifugal stiffening"), untested={"gay inertia": "a slender beam hardly shears, and its rotary inertia is small"}, ranks=(1, 3), short={"t_end": 0.5}, same=1e-7,
        finer=(Finer("cells", {"mesh_n": 20}), Finer("steps", {"dt": 0.01})))


@case
def right_angle_cantilever():
    return Case(
        title="A right-angle cantilever that is struck at its elbow",
        text="""Two legs of 10 m form a right angle (Simo & Vu-Quoc 1988; Zupan & Zupan). A force across their plane strikes the elbow within 2 s. Bending of one leg is torsion of the other one,
and both exchange their energy in rotations that no chart of three angles covers. There is no closed form. The first reference is a chain of rigid nodes and springs with an explicit scheme, which
shares nothing with fsolve: it is extrapolated from 20 and 40 nodes a leg, and has three digits. The second one is fsolve itself with 16 cells a leg and short steps. The pulse has corners, which
a scheme with stages beyond its step would miss.""",
        options="inputs/right_angle_cantilever.opts", keys={"integrator": "esdirk32_5l"},
        quantities=tuple(Quantity(f"displacement of the elbow at {t} s", "m", lambda r, t=t: r["elbow/displacement"][np.argmin(abs(r.time - t)), 2],
                                  (Reference(chain, "chain of nodes and springs, verification/programs/right_angle.py", 1e-3), Reference(value, "fsolve with 16 cells a leg and short steps", 1e-5)))
                         for t, chain, value in ((2, 4.11734, 4.115246), (4, 4.64398, 4.642069))),
        elements=("beam",), analyses=("transient",), features=("large rotations", "3-node beams", "ESDIRK"), suites=("papers",), untested={"ea gay gaz": "slender legs hardly stretch or shear"})


BAR_LENGTH, BAR_SPEED = 5, math.sqrt(2.1e11 / 7850)


def measured_blow():
    """The impulse of the hammer's table [N s], which is linear between its rows, and the middle of the impulse in time [s]."""
    with open(os.path.join(ROOT, "inputs", "hammer.csv"), encoding="utf-8") as file:
        rows = [line.split(",") for line in file if line[0].isdigit()]
    t, force = np.array(rows, float).T
    fine = np.linspace(t[0], t[-1], 100 * (len(t) - 1) + 1)
    values = np.interp(fine, t, force)
    return trapezoid(force, t), trapezoid(values * fine, fine) / trapezoid(force, t)


def arrival(r):
    """The middle in time of the impulse on the wall."""
    force = r["wall/reaction"][:, 0]
    return trapezoid(force * r["time"][:], r["time"][:]) / trapezoid(force, r["time"][:])


@case
def hammer():
    impulse, center = measured_blow()
    return Case(
        title="A hammer hits a bar",
        text="""A measured force hits the end of a bar, whose other end is fixed. The bar is at rest in the mean when the wave comes back to the hit end a second time. The wall bears twice the impulse
of the hammer, because the wave returns with its momentum reversed. The middle of this impulse in time is L/c later than that of the hammer, with the velocity c = √(E/ρ) of the bar.
The tip of a pile that is driven on rock bears such a doubled impulse.""",
        options="inputs/hammer.opts", keys={"t_end": 2.3e-3},
        quantities=(Quantity("impulse on the wall", "N s", lambda r: abs(np.sum((r["wall/reaction"][1:, 0] + r["wall/reaction"][:-1, 0]) / 2 * np.diff(r.time))),
                             (Reference(2 * impulse, "d'Alembert: twice the impulse of the table"),)),
                    Quantity("time of the middle of this impulse", "s", arrival, (Reference(center + BAR_LENGTH / BAR_SPEED, "d'Alembert: L/c after that of the table"),))),
        elements=("bar",), analyses=("transient",), features=("tables", "waves", "reactions"), short={"t_end": 4e-4},
        finer=(Finer("cells", {"let": "L=5,n=500", "dt": 1e-6}),))


def rolling_load(at=0.5, terms=160):
    """The deflection of the bridge's middle at a time: Timoshenko's beam on two hinges, each half wave with displacement and rotation, under the bell of the case as far as it is on the
    bridge. Slow modes are integrated over time by Simpson's rule; fast ones follow the load as at rest."""
    length, speed, width, load, young, density, radius = 20, 20, 0.3, 1e4, 3e10, 2500, 0.2
    area, second = math.pi * radius**2, math.pi * radius**4 / 4
    shear = 7.2 / 8.2 * young / 2.4 * area  # Cowper's factor of a circle, 6 (1 + ν)/(7 + 6 ν)
    t = np.linspace(0, at, 20001)
    low, high = np.clip(speed * t - 6 * width, 0, length), np.clip(speed * t + 6 * width, 0, length)
    x, w = legendre.leggauss(40)
    x = (low + high)[:, None] / 2 + (high - low)[:, None] / 2 * x
    bell = load / (width * math.sqrt(math.pi)) * np.exp(-((x - speed * t[:, None]) / width)**2) * w * (high - low)[:, None] / 2
    deflection = 0
    for k in range(1, terms, 2):
        wave = k * math.pi / length
        stiffness = [[shear * wave**2, -shear * wave], [-shear * wave, young * second * wave**2 + shear]]
        force = 2 / length * (bell * np.sin(wave * x)).sum(axis=1)
        for square, shape in zip(*eigh(stiffness, density * np.diag([area, second]))):
            omega = math.sqrt(square)
            slow = omega * t[1] < 0.3
            answer = simpson(force * np.sin(omega * (at - t)), x=t) / omega if slow else force[-1] / square
            deflection += shape[0]**2 * answer * math.sin(k * math.pi / 2)
    return deflection


@case
def bridge():
    return Case(
        title="A load rolls over a bridge",
        text="""A load of 10 kN, spread as a bell over 0.6 m, rolls with 20 m/s over a simply supported bridge of 20 m. When it is in the middle, the sum over the half waves of Timoshenko's beam
gives the deflection there. A slender beam without shear and rotary inertia deflects 4 · 10⁻⁴ less. The load is a traction with a field that moves, so that the case shows whether a field in
formulas is integrated along elements and in time as it should be, where its bell is narrower than two elements.""",
        options="inputs/bridge.opts", keys={"integrator": "esdirk43_6l"},
        quantities=(Quantity("deflection of the middle at 0.5 s", "m", lambda r: r["middle/displacement"][np.argmin(abs(r.time - 0.5)), 2], (
            Reference(-rolling_load(), "sum over the half waves of Timoshenko's beam", 1e-6),)),),
        elements=("beam",), analyses=("transient",), features=("moving loads", "fields"), short={"t_end": 0.1},
        untested={"poisson": "shear makes only 4e-4 of the deflection"},
        finer=(Finer("cells", {"let": "L=20,v=20,w=0.3,n=80"}), Finer("steps", {"dt": 0.0025})))


@case
def simple_pendulum():
    sine = math.sqrt(0.5) * ellipj(math.sqrt(9.81) * 10 + ellipk(0.5), 0.5)[0]  # of half of the angle from the vertical
    return Case(
        title="A pendulum from the horizontal, ten seconds (A01)",
        text="""A mass of 1 kg on a rod of 1 m without mass falls from the horizontal. sin(a/2) = k sn(√(g/l) t + K) with k² = 1/2 gives its angle at any time. This is the
first problem of the IFToMM's library of benchmarks.
Ten seconds are a little more than four periods, each 18 % longer than that of small swings, so that errors of the period add up to an error of the
angle. The rod is a constraint, which must neither stretch nor lose energy.""",
        options="inputs/pendulum_dae.opts", keys={"integrator": "esdirk43_6l", "stabilize": "projection"},
        quantities=(Quantity("place after 10 s, x", "m", lambda r: 1 + r["bob/displacement"][-1, 0], (Reference(2 * sine * math.sqrt(1 - sine**2), "Jacobi's elliptic function, scipy", 1e-13),)),
                    Quantity("place after 10 s, y", "m", lambda r: r["bob/displacement"][-1, 1], (Reference(2 * sine**2 - 1, "Jacobi's elliptic function, scipy", 1e-13),))),
        elements=("body", "joint"), analyses=("transient",), features=("revolute joint", "ESDIRK", "projection"), suites=("IFToMM",),
        refinements=(Refinement("steps", (500, 1000, 2000), lambda n: {"dt": f"10/{n}"}, 3.5),))


@case
def conical_pendulum():
    angle = 2 * math.sqrt(9.81 / 0.6)
    source = "equilibrium in the frame that turns, w² = g/(l cos a)"
    return Case(
        title="A conical pendulum",
        text="""A mass on a rod of 1 m goes round in a circle of 0.8 m. It stays at its height if it turns with √(g/(l cos a)), cos a = 0.6.
The motion is steady in a rotating frame and periodic in the fixed one. Any drift of energy or of the constraint would make the mass spiral up or
down, although no force is out of balance. The start must have exactly the velocity of the steady motion. Governors of steam engines used this balance
of gravity and rotation to measure speed.""",
        options="verification/cases/conical_pendulum.opts",
        quantities=(Quantity("place after 2 s, x", "m", lambda r: 0.8 + r["bob/displacement"][-1, 0], (Reference(0.8 * math.cos(angle), source),)),
                    Quantity("place after 2 s, y", "m", lambda r: r["bob/displacement"][-1, 1], (Reference(0.8 * math.sin(angle), source),))),
        elements=("mass", "joint"), analyses=("transient",), features=("distance joint", "ESDIRK", "projection"),
        refinements=(Refinement("steps", (50, 100, 200), lambda n: {"dt": f"2/{n}"}, 3.5),))


@case
def atwood():
    fall = 9.81 * (3 - 2) / (3 + 2 + 0.08 / 0.2**2)
    return Case(
        title="Atwood's machine",
        text="""Weights of 3 and 2 kg hang on a rope over a pulley of 0.08 kg m² and 0.2 m. They move with g (m₁ - m₂)/(m₁ + m₂ + J/r²). Two couplings are the rope.
Because both weights and the pulley move with one unknown, the acceleration is constant, and any scheme of second or higher order integrates it
without error. The difficulty is in the couplings: the rope must give both masses the right displacement and the pulley the right angle. The tensions
on both sides differ by what the pulley's inertia needs. Hoists and lifts are computed with such couplings instead of a mesh of a rope.""",
        options="verification/cases/atwood.opts",
        quantities=(Quantity("way after 1 s", "m", lambda r: -r["left/displacement"][-1, 1], (Reference(fall / 2, "energy"),), 1e-9),
                    Quantity("velocity after 1 s", "m/s", lambda r: -r["left/velocity"][-1, 1], (Reference(fall, "energy"),), 1e-9)),
        elements=("body", "joint"), analyses=("transient",), features=("couplings",))
