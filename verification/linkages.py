# SPDX-License-Identifier: BSD-2-Clause
"""Linkages of the IFToMM library of multibody benchmarks."""
import math

import numpy as np
from scipy.integrate import solve_ivp

from verification.case import Case, Quantity, Reference, Refinement, case

LIBRARY = "Gonzalez et al., Multibody System Dynamics 16 (2006)"


@case
def n_four_bar():
    windows = 40
    pull = 9.81 * ((windows + 1) / 2 + windows) / ((windows + 1) / 3 + windows)
    angle, rate = solve_ivp(lambda t, y: [y[1], pull * math.sin(y[0])], (0, 10), [0, 1], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return Case(
        title="The N-four-bar with 40 windows (IFToMM A02)",
        text=f"""Forty-one upright rods stand on hinges and carry forty rods across ({LIBRARY}). They fall from upright with 1 rad/s. All upright rods turn as one
pendulum. Whenever they lie flat, each window could fold to another shape, and the rows of constraints depend on each other there. The run passes these places.
Forty windows in a row pass through many singular positions at once, where the mechanism could branch, and a program must keep the motion on which it
started. The energy is conserved, which the published rule for this benchmark uses as its measure of error.""",
        options="verification/cases/n_four_bar.opts",
        quantities=(Quantity("place of the first rod's middle, x", "m", lambda r: r["first/displacement"][-1, 0], (Reference(math.sin(angle) / 2, "pendulum of one coordinate by DOP853, rtol 1e-13", 1e-10),)),
                    Quantity("its velocity in x", "m/s", lambda r: r["first/velocity"][-1, 0], (Reference(rate * math.cos(angle) / 2, "the same", 1e-10),))),
        elements=("body", "joint"), analyses=("transient",), features=("closed loops", "change points", "patterns", "projection", "ESDIRK"), suites=("IFToMM",),
        refinements=(Refinement("steps", (500, 1000, 2000), lambda n: {"dt": f"10/{n}"}, 3.5),), short={"t_end": 0.1}, same=1e-6)


def governor(end):
    """The slider's displacement, the shaft's rate and the elongation of the springs, by the angle of the arms and the slider's height."""
    rod, ball, slider = 0.3, 5, 3
    mass, place = rod + ball, (rod / 2 + ball) / (rod + ball)
    across, along = rod * 1.0001 / 12 + rod * (place - 0.5)**2 + ball * (1 - place)**2 + mass * place**2, rod * 1e-4 / 6
    shaft = along + slider * 0.01 / 6

    def inertia(a):
        return shaft + 2 * (across * math.sin(a)**2 + along * math.cos(a)**2)

    start = math.pi / 6
    turn = inertia(start) * 2 * math.pi

    def slope(t, y):
        a, v, z, w = y
        x, h = math.sin(a) / 2, 1 - math.cos(a) / 2 - z
        length = math.hypot(x, h)
        by_angle, by_height = (x * math.cos(a) + h * math.sin(a)) / 2 / length, -h / length
        force = 8e5 * (length - 0.5) + 4e4 * (by_angle * v + by_height * w)
        centrifugal = (across - along) * math.sin(2 * a) * (turn / inertia(a))**2 / 2
        return [v, (centrifugal - mass * 9.81 * place * math.sin(a) - force * by_angle) / across, w, -9.81 - 2 * force * by_height / slider]

    a, _, z, _ = solve_ivp(slope, (0, end), [start, 0, 1 - math.cos(start), 0], method="Radau", rtol=1e-11, atol=1e-13).y[:, -1]
    return z - 1 + math.cos(start), turn / inertia(a), math.hypot(math.sin(a) / 2, 1 - math.cos(a) / 2 - z) - 0.5


@case
def flyball_governor():
    fall, rate, longer = governor(5)
    early = governor(0.05)[2]

    def elongation(r, joint, time):
        return r[f"{joint}/displacement"].ravel()[int(abs(r["time"][:] - time).argmin())]

    return Case(
        title="A stiff flyball governor (like IFToMM A05)",
        text=f"""Two arms of 1 m with masses of 5 kg hang on a shaft that turns freely, with 2π rad/s at first. Two springs of 8 · 10⁵ N/m with dampers carry a slider of 3 kg from the
middles of the arms ({LIBRARY}; the arms hang on the axis here). The springs are so stiff that the scheme of fourth order falls to its stage order, two. The moment of momentum about
the shaft and two equations of motion are the reference. The slider's place hardly depends on the springs, because they give way by 0.02 mm only. Therefore the elongation of each spring
is compared, too: early, while the dampers still carry a part of the weight, and in the end, when the springs bear it.""",
        options="verification/cases/flyball_governor.opts",
        quantities=(Quantity("displacement of the slider after 5 s", "m", lambda r: r["slider/displacement"][-1, 1], (Reference(fall, "Lagrange's equations by Radau, rtol 1e-11", 1e-8),)),
                    Quantity("rate of the shaft", "rad/s", lambda r: r["shaft/angular_velocity"][-1, 1], (Reference(rate, "the same", 1e-8),)),
                    *(Quantity(f"elongation of the {name} spring after {time} s", "m", lambda r, joint=joint, time=time: elongation(r, joint, time), (Reference(value, "the same", 1e-6),))
                      for name, joint in (("first", "spring"), ("second", "second")) for time, value in ((0.05, early), (5, longer)))),
        elements=("body", "joint"), analyses=("transient",), features=("spring-dampers", "stiff", "prismatic joint", "projection", "ESDIRK"), suites=("IFToMM",),
        refinements=(Refinement("steps", (250, 500, 1000), lambda n: {"dt": f"5/{n}"}, 1.9),), same=1e-7, short={"t_end": 0.1})


RODS = np.array([(1, 0, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0), (0, 1, 0)], float)
HINGES = np.array([(0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)], float)


def chain(angles):
    """The rotations of Bricard's rods, the ends of the rods, and the axes of the hinges before them."""
    turns, places, axes, turn = [], [np.zeros(3)], [], np.eye(3)
    for rod, axis, angle in zip(RODS, HINGES, angles):
        axes.append(turn @ axis)
        cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
        turn = turn @ (np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)
        turns.append(turn)
        places.append(places[-1] + turn @ rod)
    return turns, np.array(places), np.array(axes)


def rates(angles, before):
    """The angular velocities of the rods and the velocities of their middles as the mechanism moves with the unit of its rates, and these rates."""
    turns, places, axes = chain(angles)
    last = turns[-1] @ np.array([1, 0, 0])
    rows = np.array([[*np.cross(a, places[-1] - p), *np.cross(a, last)[1:]] for a, p in zip(axes, places)]).T
    unit = np.linalg.svd(rows)[2][-1]
    unit *= np.sign(unit @ before)
    spins = np.cumsum(axes * unit[:, None], axis=0)
    ends = np.zeros(3)
    middles = []
    for spin, p, q in zip(spins, places, places[1:]):
        middles.append(ends + np.cross(spin, q - p) / 2)
        ends = ends + np.cross(spin, q - p)
    return unit, turns, spins, np.array(middles)


def bricard_place(end):
    """The displacement of the third rod's middle, by the equation of motion along the one way that the hinges leave."""
    across, along = 1.01 / 12, 0.02 / 12
    before = [np.ones(5)]

    def inertia(angles):
        unit, turns, spins, middles = rates(angles, before[0])
        own = sum(across * w @ w + (along - across) * (w @ (R @ rod))**2 for w, R, rod in zip(spins, turns, RODS))
        return own + (middles**2).sum(), unit, middles[:, 1].sum()

    def slope(t, y):
        mass, unit, rise = inertia(y[:5])
        before[0] = unit
        step = 1e-4
        change = (8 * (inertia(y[:5] + step * unit)[0] - inertia(y[:5] - step * unit)[0]) - inertia(y[:5] + 2 * step * unit)[0] + inertia(y[:5] - 2 * step * unit)[0]) / (12 * step)
        return [*(y[5] * unit), (-9.81 * rise - change * y[5]**2 / 2) / mass]

    y = solve_ivp(slope, (0, end), np.zeros(6), method="DOP853", rtol=1e-10, atol=1e-11).y[:, -1]
    places = chain(y[:5])[1]
    return (places[2] + places[3]) / 2 - np.array([1, -1, 0.5])


@case
def bricard():
    place = bricard_place(2)
    return Case(
        title="Bricard's mechanism (IFToMM A04)",
        text=f"""Five rods of 1 m and 1 kg lie along edges of a cube, and the sixth edge is the ground. Six hinges at right angles join them ({LIBRARY}). A count of constraints leaves no
motion, but one row depends on the others, and the mechanism falls. The reference integrates along the null vector of the closed loop in the angles of the hinges.
A program that counts constraints before it solves refuses this mechanism or holds it still. The redundancy is a matter of geometry and not of
numbers, and it must be found during the motion.""",
        options="verification/cases/bricard.opts",
        quantities=tuple(Quantity(f"displacement of the third rod after 2 s, {axis}", "m", lambda r, k=k: r["three/displacement"][-1, k], (Reference(place[k], "equation of motion of one coordinate by DOP853, rtol 1e-10", 1e-7),))
                         for k, axis in enumerate("xyz")),
        elements=("body", "joint"), analyses=("transient",), features=("redundant constraints", "closed loops", "projection", "ESDIRK"), suites=("IFToMM",),
        refinements=(Refinement("steps", (50, 100, 200), lambda n: {"dt": f"2/{n}"}, 3.5),), same=1e-7, short={"t_end": 0.1})
