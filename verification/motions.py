# SPDX-License-Identifier: BSD-2-Clause
"""Motions of flexible structures."""
import math

import numpy as np
from scipy.special import ellipj, ellipk

from verification.case import Case, Finer, Quantity, Reference, Refinement, case


def lag(result):
    """The angle of the end of the beam that is spun up, less that of its hub."""
    x, y = result["end/displacement"][-1, :2]
    t = result.time[-1]
    turn = 6 * t - 45 if t > 15 else 0.4 * (t * t / 2 + (7.5 / math.pi)**2 * (math.cos(2 * math.pi * t / 15) - 1))
    return abs((math.atan2(y, 10 + x) - turn + math.pi) % (2 * math.pi) - math.pi)


@case
def flying_beam():
    return Case(
        title="Simo and Vu-Quoc's flying beam",
        text="""A free beam is thrown by a force and a moment that end at 5 s. The impulse of the force is 20 N s along x. From then on no force acts, and the linear and
the angular momentum stay. The angular momentum follows the moment (0, -100, -200) N m s and the moment of the force about the origin, which depends on the motion; here its
change after 5 s is the quantity.""",
        options="inputs/flying_beam.opts",
        quantities=(Quantity("linear momentum along x", "N s", lambda r: r["momentum"][-1, 0], (Reference(20, "impulse of the force"),), 1e-10),
                    Quantity("linear momentum across x", "N s", lambda r: np.linalg.norm(r["momentum"][-1, 1:]), (Reference(0, "impulse of the force"),), 1e-9),
                    Quantity("relative change of the angular momentum from 5 s on", "", lambda r: np.linalg.norm(r["angular_momentum"][-1] - r["angular_momentum"][100]) / np.linalg.norm(r["angular_momentum"][100]),
                             (Reference(0, "conservation; second order of ss4"),), 1e-2)),
        elements=("beam",), analyses=("transient",), features=("conservation", "large rotations", "free structures"))


@case
def spin_up():
    wave, length = 6 * math.sqrt(1.2 / 2.8e7), 10
    return Case(
        title="A beam is spun up about its end",
        text="""A beam of 10 m is turned about its end, smoothly up to 6 rad/s after 15 s. It lags behind at first. From 15 s on it rotates steadily and stretched, EA u'' + ρA w² (x + u) = 0.
Elements without the stiffness of their axial force diverge here (Kane, Ryan & Banerjee 1987; Simo & Vu-Quoc 1986).""",
        options="verification/cases/spin_up.opts",
        quantities=(Quantity("stretch of the beam after 18 s", "m", lambda r: float(np.mean([np.linalg.norm(p + np.array([length, 0, 0])) for p in r["end/displacement"][r.time > 0.9 * r.time[-1]]])) - length, (
                        Reference(math.tan(wave * length) / wave - length, "differential equation of the bar: tan(k L)/k - L"), Reference(5.14e-4, "Simo & Vu-Quoc, J. Appl. Mech. 53 (1986), printed digits", 1e-3))),
                    Quantity("angle between the end and the hub at 20 s", "rad", lambda r: lag(r), (Reference(0, "steady rotation"),))),
        elements=("beam", "joint"), analyses=("transient",), features=("large rotations", "drivers", "centrifugal stiffening"), ranks=(1, 3), short={"t_end": 0.5}, same=1e-7,
        finer=(Finer("cells", {"mesh_n": 20}), Finer("steps", {"dt": 0.01})))


@case
def right_angle_cantilever():
    return Case(
        title="A right-angle cantilever that is struck at its elbow",
        text="""Two legs of 10 m are struck at the elbow, out of their plane. Bending and torsion exchange their energy in rotations beyond any chart. The reference is an independent
program's, converged in mesh and step.""",
        options="inputs/right_angle_cantilever.opts", keys={"integrator": "esdirk32_5l"},
        quantities=tuple(Quantity(f"displacement of the elbow at {t} s", "m", lambda r, t=t: r["elbow/displacement"][np.argmin(abs(r.time - t)), 2],
                                  (Reference(value, "independent computation of the case of Zupan & Zupan, converged to 1e-5", 3e-6),), 5e-5) for t, value in ((2, 4.115246), (4, 4.642069))),
        elements=("beam",), analyses=("transient",), features=("large rotations", "3-node beams", "ESDIRK"), suites=("papers",))


@case
def hammer():
    return Case(
        title="A hammer hits a bar",
        text="""A measured force hits the end of a bar, whose other end is fixed. The bar is at rest in the mean when the wave comes back to the hit end a second time. The wall bears twice the impulse
of the hammer, because the wave returns with its momentum reversed.""",
        options="inputs/hammer.opts", keys={"t_end": 2.3e-3},
        quantities=(Quantity("impulse on the wall", "N s", lambda r: abs(np.sum((r["wall/reaction"][1:, 0] + r["wall/reaction"][:-1, 0]) / 2 * np.diff(r.time))),
                             (Reference(2 * 0.744, "d'Alembert: twice the impulse of the table, 0.744 N s", 1e-3),)),),
        elements=("bar",), analyses=("transient",), features=("tables", "waves", "reactions"), short={"t_end": 4e-4})


@case
def bridge():
    """Modes of a beam on two hinges under a force that moves, spread as a bell of the half width w."""
    length, speed, width, load = 20, 20, 0.3, 1e4
    bending, mass = 3e10 * math.pi * 0.2**4 / 4, 2500 * math.pi * 0.2**2
    t = 0.5
    deflection = 0
    for k in range(1, 40, 2):
        wave, omega = k * math.pi / length, (k * math.pi / length)**2 * math.sqrt(bending / mass)
        drive = wave * speed
        part = 2 * load / (mass * length) * math.exp(-(wave * width / 2)**2) / (omega**2 - drive**2) * (math.sin(drive * t) - drive / omega * math.sin(omega * t))
        deflection += part * math.sin(k * math.pi / 2)
    return Case(
        title="A load rolls over a bridge",
        text="""A load of 10 kN, spread as a bell over 0.6 m, rolls with 20 m/s over a simply supported bridge of 20 m. When it is in the middle, the sum over the modes of a slender beam gives the
deflection there. The bridge of the case also shears and has rotary inertia, and the bell is cut at the start, which make some 1e-3.""",
        options="inputs/bridge.opts", keys={"integrator": "esdirk43_6l"},
        quantities=(Quantity("deflection of the middle at 0.5 s", "m", lambda r: r["middle/displacement"][np.argmin(abs(r.time - 0.5)), 2], (Reference(-deflection, "Krylov, Timoshenko: modal sum of a slender beam", 5e-3),)),),
        elements=("beam",), analyses=("transient",), features=("moving loads", "fields"), short={"t_end": 0.1})


@case
def simple_pendulum():
    sine = math.sqrt(0.5) * ellipj(math.sqrt(9.81) * 10 + ellipk(0.5), 0.5)[0]  # of half of the angle from the vertical
    return Case(
        title="A pendulum from the horizontal, ten seconds (A01)",
        text="""A mass of 1 kg on a rod of 1 m without mass falls from the horizontal. sin(a/2) = k sn(√(g/l) t + K) with k² = 1/2 gives its angle at any time. This is the
first problem of the IFToMM's library of benchmarks.""",
        options="inputs/pendulum_dae.opts", keys={"integrator": "esdirk43_6l", "stabilize": "projection"},
        quantities=(Quantity("place after 10 s, x", "m", lambda r: 1 + r["bob/displacement"][-1, 0], (Reference(2 * sine * math.sqrt(1 - sine**2), "Jacobi's elliptic function, scipy", 1e-13),), 1e-4),
                    Quantity("place after 10 s, y", "m", lambda r: r["bob/displacement"][-1, 1], (Reference(2 * sine**2 - 1, "Jacobi's elliptic function, scipy", 1e-13),), 1e-4)),
        elements=("body", "joint"), analyses=("transient",), features=("revolute joint", "ESDIRK", "projection"), suites=("IFToMM",),
        refinements=(Refinement("steps", (500, 1000, 2000), lambda n: {"dt": f"10/{n}"}, 3.5),))


@case
def conical_pendulum():
    angle = 2 * math.sqrt(9.81 / 0.6)
    source = "equilibrium in the frame that turns, w² = g/(l cos a)"
    return Case(
        title="A conical pendulum",
        text="""A mass on a rod of 1 m goes round in a circle of 0.8 m. It stays at its height if it turns with √(g/(l cos a)), cos a = 0.6.""",
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
        text="""Weights of 3 and 2 kg hang on a rope over a pulley of 0.08 kg m² and 0.2 m. They move with g (m₁ - m₂)/(m₁ + m₂ + J/r²). Two couplings are the rope.""",
        options="verification/cases/atwood.opts",
        quantities=(Quantity("way after 1 s", "m", lambda r: -r["left/displacement"][-1, 1], (Reference(fall / 2, "energy"),), 1e-9),
                    Quantity("velocity after 1 s", "m/s", lambda r: -r["left/velocity"][-1, 1], (Reference(fall, "energy"),), 1e-9)),
        elements=("body", "joint"), analyses=("transient",), features=("couplings",))
