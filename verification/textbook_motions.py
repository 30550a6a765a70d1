# SPDX-License-Identifier: BSD-2-Clause
"""Motions of textbooks: releases, blows and falls."""
import math

import numpy as np
from scipy.linalg import expm

from verification.case import Case, Finer, Quantity, Reference, case

PATH = "verification/cases/"
VM = "Ansys, verification manual, "


def free(t, stiffness, mass, damping, place=0.0, velocity=0.0):
    """Displacement and velocity of a damped oscillator without a force."""
    state = expm(np.array([[0, 1], [-stiffness / mass, -damping / mass]]) * t) @ [place, velocity]
    return float(state[0]), float(state[1])


def end(r):
    return r["end/displacement"][-1, 0]


@case
def oscillator():
    k, m = 30, 0.02590673
    rows = [(f"released, damping ratio {ratio:g}", {"let": f"k={k},m={m},c={c},a=1,b=0,f=0"}, free(0.09, k, m, c, 1)[0], printed, "VM71")
            for ratio, c, printed in ((2, 3.52636, 0.4742), (1, 1.76318, 0.18998), (0.2, 0.352636, -0.52108), (0, 0, -0.99688))]
    decay = 0.12 / (2 * m)
    period = 2 * math.pi / math.sqrt(k / m - decay**2)
    rows += [("after one damped period", {"let": f"k={k},m={m},c=0.12,a=1,b=0,f=0", "t_end": period, "dt": period / 72}, math.exp(-decay * period), 1 / 1.535, "VM72, reciprocal of the target")]
    rows += [(f"after an impulse, damping {c:g}", {"let": f"k=200,m=0.5,c={c},a=0,b=20,f=0", "t_end": t, "dt": t / 40}, free(t, 200, 0.5, c, 0, 20)[0], printed, "VM74")
             for c, t, printed in ((0, 0.1, 0.9093), (14, 0.1, 0.3418))]
    rows += [(f"after a step, damping {c:g}", {"let": f"k=200,m=0.5,c={c},a=0,b=0,f=200", "t_end": 0.2, "dt": 0.005}, 1 + free(0.2, 200, 0.5, c, -1)[0], printed, "VM75") for c, printed in ((0, 1.6536), (10, 1.1531))]
    return Case(
        title="An oscillator is released, struck and loaded at once (VM71, VM72, VM74 and VM75)",
        text="""A mass on a spring and a damper has nine small problems of Thomson's. It is released from 1 in with four damping ratios, from twice the critical one to none; the amplitudes of one damped period give the
logarithmic decrement; an impulse of 10 lbf s gives it the velocity 20 in/s; and a force of 200 lbf acts at once. All follow from the exponential of one matrix of two rows. The run with twice the critical
damping has two rates that differ by the factor 14. The manual applies the impulse as a large force in one short step, where this sheet gives the velocity. Steps are so short
that a scheme of fourth order is exact to 1e-6.""",
        options=PATH + "oscillator.opts",
        quantities=tuple(Quantity("displacement " + name, "in", end, (Reference(exact, "exponential of a matrix"), Reference(printed, VM + test, 5e-4)), 1e-6, "40 steps or 0.085/ω of a scheme of fourth order", keys=keys) for name, keys, exact, printed, test in rows),
        elements=("spring", "damper", "mass"), analyses=("transient",), features=("ESDIRK", "sudden loads"), suites=("Ansys VM",), ranks=(1, 3))


@case
def pushed_masses():
    stiffness = np.array([[6, -6], [-6, 22]]) / 2
    matrix = np.block([[np.zeros((2, 2)), np.eye(2)], [-stiffness, np.zeros((2, 2))]])

    def state(t):
        rest = np.concatenate([np.linalg.solve(stiffness, [25, 0]), np.zeros(2)])
        pushed = rest - expm(matrix * min(t, 1.8)) @ rest
        return expm(matrix * max(t - 1.8, 0)) @ pushed

    printed = {(1.3, 0): (14.48, "VM182"), (1.3, 1): (3.99, "VM182"), (2.4, 0): (18.32, "VM182"), (2.4, 1): (6.14, "VM182")}
    tones = (0.226, 0.91)
    driven = {"analysis": "response", "load_free_harmonic": 1, "load_free_time": 1, "response_frequencies": tones}
    quantities = [Quantity(f"displacement of the {name} mass after {t} s", "m", lambda r, t=t, name=name: r[name + "/displacement"][int(abs(r.time[:] - t).argmin()), 0], (
        Reference(float(state(t)[k]), "exponential of a matrix"), Reference(*(printed[t, k][0], VM + printed[t, k][1] + ", target", 5e-3)))) for t in (1.3, 2.4) for k, name in enumerate(("free", "inner"))]
    for j, f in enumerate(tones):
        found = np.linalg.solve(np.array([[6, -6], [-6, 22]]) - 2 * (2 * math.pi * f)**2 * np.eye(2), [50, 0])
        quantities += [Quantity(f"amplitude of the {name} mass at {f} Hz", "m", lambda r, j=j, name=name: r.response[name + "/displacement"][j, 0].real, (
            Reference(float(found[k]), "two equations"), *((Reference((-0.8539, 0.1181)[k], VM + "VM183, target", 1e-3),) if f == 0.91 else ())), 1e-9, keys=driven) for k, name in enumerate(("free", "inner"))]
    return Case(
        title="A row of two masses is pushed for 1.8 s (VM182 and VM183)",
        text="""Two masses of 2 kg hang in a row on two springs. A force of 50 N pushes the free one for 1.8 s and is then gone. The masses are measured while the force acts and after it. Steps end at this time, but stages of the
scheme lie beyond it, so that the error after the jump falls with the first power of the step and before it with the fourth.
In a second run the force is harmonic, close to the first frequency at 0.226 Hz, where the amplitude is 1.4 km per 50 N, and near the second one. The displacements are larger than the distances of the masses, which
does not matter for linear springs. The references are the exponential of a matrix of four rows and two equations. The manual prints its transient values with four digits.""",
        options=PATH + "pushed_masses.opts", quantities=tuple(quantities),
        elements=("spring", "mass"), analyses=("transient", "response"), features=("harmonic loads", "sudden loads"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("steps", {"dt": 0.025}, 1),))


@case
def slow_load():
    stiffness, mass, rise = 48 * 30e3 * 800.6 / 240**3, 0.0259067, 0.075
    w = math.sqrt(stiffness / mass)

    def exact(t):
        ramp = 20 / stiffness / rise * (t - math.sin(w * t) / w)
        return ramp if t <= rise else ramp - 20 / stiffness / rise * (t - rise - math.sin(w * (t - rise)) / w)

    return Case(
        title="A beam bears a force that rises slowly (VM77)",
        text="""A mass of 10 kip in weight stands in the middle of a steel beam of 240 in. A force of 20 kip rises in 75 ms, two thirds of the period, and stays. The beam overshoots its static deflection by 40 % and not by
100 %, as it would if the force came at once. The beam has no mass of its own, and its rotations follow the mass without inertia: an implicit scheme solves this, and an explicit one could not. The reference is the
closed form of an oscillator under two ramps, with the stiffness 48 E I/L³. The peak of 0.335 in is 1 % above the value that the manual reads from Biggs' chart.""",
        options=PATH + "slow_load.opts",
        quantities=(*(Quantity(f"deflection after {t} s", "in", lambda r, t=t: -r["middle/displacement"][int(abs(r.time[:] - t).argmin()), 2], (
                        Reference(exact(t), "oscillator under two ramps", 2e-6), *((Reference(0.331, VM + "VM77, target, the largest one", 2e-2),) if t == 0.0925 else ()))) for t in (0.075, 0.0925, 0.1)),),
        elements=("beam", "mass"), analyses=("transient",), features=("dofs without mass", "ramps"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("steps", {"dt": 0.00125}, 2),))


@case
def second_spring():
    first = math.asin(0.75) / 20  # sin(20 t) = 0.75
    speed = 20 * math.cos(20 * first)
    w = math.sqrt(400 / 0.5)
    center = 0.375  # 200 x + 200 (x - 0.75) = 400 (x - 0.375)
    reach = math.hypot(0.375, speed / w)
    back = first + 2 * (math.pi / 2 - math.asin(0.375 / reach)) / w

    def place(t):
        if t < first:
            return math.sin(20 * t)
        if t < back:
            return center + 0.375 * math.cos(w * (t - first)) + speed / w * math.sin(w * (t - first))
        return 0.75 * math.cos(20 * (t - back)) - speed / 20 * math.sin(20 * (t - back))

    return Case(
        title="A struck mass meets a second spring (as in VM79)",
        text="""A mass of 0.5 lbf s²/in on a spring of 200 lbf/in is struck and starts with 20 in/s. After 0.75 in it meets a second spring, equal to the first one, which makes it turn at 0.94 in instead of 1 in, and leaves it again. The
law of both springs is a table of three points, a kink at 0.75 in. The motion is three pieces of sines, whose ends follow from the energy. Steps do not end at the kink of a table, so that a scheme of fourth order
has an error of lower order in the two steps with the kink. The energy is the same after the kink, whatever the steps are, but for the error of these two steps.""",
        options=PATH + "second_spring.opts",
        quantities=tuple(Quantity(f"displacement after {t} s", "in", lambda r, t=t: r["end/displacement"][int(abs(r.time[:] - t).argmin()), 0], (Reference(place(t), "three pieces of sines"),)) for t in (0.03, 0.07, 0.11)),
        elements=("spring", "mass"), analyses=("transient",), features=("laws", "gaps"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("steps", {"dt": 0.001}, 1),))


@case
def stopped_bar():
    speed, length = math.sqrt(30e6 / 0.00073), 1e4

    def row(r, t):
        return int(abs(r.time[:] - t * length / speed).argmin())

    return Case(
        title="A flying bar is stopped at one end (VM85)",
        text="""A steel bar of 10⁴ in flies along itself with 100 in/s, and its front is stopped at once. A front of compression runs through the bar with the speed of sound; behind it the bar rests under the stress E v/c. When
the front reaches the free end, after L/c = 49 ms, the bar is shortest by v L/c. It comes back as a front of tension, behind which the bar flies the other way. Jumps are the hardest waves for a mesh, and most schemes
have ripples behind them. The central difference scheme with lumped masses and steps that a wave needs for one cell moves the nodes of a uniform bar exactly; the steps are shorter by 1e-6.""",
        options=PATH + "stopped_bar.opts",
        quantities=(Quantity("displacement of the free end after L/c", "in", lambda r: -r["end/displacement"][row(r, 1), 0], (Reference(100 * length / speed, "v L/c; " + VM + "VM85, target 4.9329", 2e-6),)),
                    Quantity("stress at the stop after L/c", "lbf/in²", lambda r: -r["clamp/force"][row(r, 1), 0], (Reference(30e6 * 100 / speed, "E v/c; " + VM + "VM85, target 14799", 2e-6),)),
                    Quantity("velocity of the free end after 2 L/c", "in/s", lambda r: r["end/velocity"][-1, 0], (Reference(100, "the wave has come back", 2e-6),))),
        elements=("bar",), analyses=("transient",), features=("waves", "explicit", "lumped mass"), suites=("Ansys VM",), ranks=(1, 3))


@case
def falling_on_spring():
    w, sag = math.sqrt(1973.92 / 0.5), 386 * 0.5 / 1973.92
    meet, speed = math.sqrt(2 / 386), math.sqrt(2 * 386)
    reach = math.hypot(sag, speed / w)
    turn = meet + (math.pi / 2 + math.asin(sag / reach)) / w

    def depth(t):
        return 1 + sag - sag * math.cos(w * (t - meet)) + speed / w * math.sin(w * (t - meet)) if t > meet else 193 * t * t

    return Case(
        title="A mass falls onto a spring (VM65 and VM81)",
        text="""A mass of 0.5 lbf s²/in falls by 1 in onto a spring. It meets the spring after 72 ms with 27.8 in/s, and is deepest, 0.55 in below the top of the spring, after 100 ms. The spring is the stop of a rail. A step ends
where the contact starts, so that the scheme keeps its order. Until then the motion is a parabola, and in contact it is a sine about the static deflection, which follows from the weight. The sheet of a mass that
flies against a spring has no weight; here weight acts in both phases. The last value is that near the turning point, where an error of time has no influence but one of the energy has.""",
        options=PATH + "falling_on_spring.opts",
        quantities=(Quantity("displacement after 0.06 s", "in", lambda r: -r["mass/displacement"][int(abs(r.time[:] - 0.06).argmin()), 2], (Reference(depth(0.06), "parabola"),)),
                    Quantity("displacement after 0.09 s", "in", lambda r: -r["mass/displacement"][int(abs(r.time[:] - 0.09).argmin()), 2], (Reference(depth(0.09), "sine about the static deflection"),)),
                    Quantity("displacement after 0.1 s, nearly the deepest", "in", lambda r: -r["mass/displacement"][int(abs(r.time[:] - 0.1).argmin()), 2], (
                        Reference(depth(0.1), f"the same; the deepest is {1 + sag + reach:.5f} in after {turn:.5f} s"), Reference(1.5506, VM + "VM65, target, the deepest", 1e-3)))),
        elements=("body", "joint"), analyses=("transient",), features=("stops", "events", "gravity"), suites=("Ansys VM",), ranks=(1, 3),
        finer=(Finer("steps", {"dt": 0.001}, 3),))
