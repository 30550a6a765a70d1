# SPDX-License-Identifier: BSD-2-Clause
"""Linkages of the IFToMM library of multibody benchmarks."""
import math

import numpy as np
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

from verification.case import Case, Finer, Quantity, Reference, Refinement, case

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


ARM = 0.05  # [m], from the axis to the hinges of the governor's arms, and to the springs on its slider


def governor(times):
    """The slider's height, the shaft's rate and the elongation of the springs at the times, by the angle of the arms from the shaft and the slider's height."""
    rod, ball, slider = 0.3, 5, 3
    mass, place = rod + ball, (rod / 2 + ball) / (rod + ball)
    across, along = rod * 1.0001 / 12 + rod * (place - 0.5)**2 + ball * (1 - place)**2, rod * 1e-4 / 6
    shaft = along + slider * 0.01 / 6

    def inertia(a):
        return shaft + 2 * (across * math.sin(a)**2 + along * math.cos(a)**2 + mass * (ARM + place * math.sin(a))**2)

    start = math.pi / 3
    turn = inertia(start) * 2 * math.pi

    def slope(t, y):
        a, v, z, w = y
        x, h = math.sin(a) / 2, 1 - math.cos(a) / 2 - z
        length = math.hypot(x, h)
        by_angle, by_height = (x * math.cos(a) + h * math.sin(a)) / 2 / length, -h / length
        force = 8e5 * (length - 0.5) + 4e4 * (by_angle * v + by_height * w)
        outward = (across - along) * math.sin(a) * math.cos(a) + mass * (ARM + place * math.sin(a)) * place * math.cos(a)
        return [v, (outward * (turn / inertia(a))**2 - mass * 9.81 * place * math.sin(a) - force * by_angle) / (across + mass * place**2), w, -9.81 - 2 * force * by_height / slider]

    found = solve_ivp(slope, (0, times[-1]), [start, 0, 0.5, 0], method="LSODA", rtol=1e-11, atol=1e-13, t_eval=times).y
    return [(z, turn / inertia(a), math.hypot(math.sin(a) / 2, 1 - math.cos(a) / 2 - z) - 0.5) for a, _, z, _ in found.T]


def at(time):
    """The number of the output nearest to a time, in a result."""
    return lambda r: int(abs(r["time"][:] - time).argmin())


@case
def flyball_governor():
    (_, _, early), (high, _, _), (height, rate, longer) = governor((0.05, 0.5, 10))
    drawn = "the library's reference curve, as MBSbenchmarksInOpenSim draws it over its own"
    ours = "Lagrange's equations by LSODA, rtol 1e-11"
    return Case(
        title="The stiff flyball governor (IFToMM A05)",
        text=f"""A shaft turns freely, at first with 2π rad/s. Two arms of 1 m with balls of 5 kg hang on it, 0.05 m from the axis, at first 30° below the horizontal. Springs of 8 · 10⁵ N/m and
0.5 m with dampers of 4 · 10⁴ N s/m carry a slider of 3 kg from the middles of the arms; they are not stretched at first ({LIBRARY}). The slider swings between 0.500 and 0.744 m for 10 s,
about once in a second, and the shaft turns the faster the lower the balls are. The springs are so stiff that they give way by 0.05 mm only, and
with the dampers the slider follows the arms within a millisecond. Explicit schemes would need steps that short for 10 s, and the scheme of fourth order here falls to about its stage
order, two. The reference is the moment of momentum about
the shaft with two equations of motion. The slider's height hardly depends on the springs. Therefore the elongation of each spring is compared, too: early, while the dampers still carry a part
of the weight, and in the end.""",
        options="verification/cases/flyball_governor.opts",
        quantities=(Quantity("height of the slider after 0.5 s", "m", lambda r: 0.5 + r["slider/displacement"][at(0.5)(r), 1], (Reference(high, ours, 1e-8), Reference(0.7437, drawn, 2e-3))),
                    Quantity("height of the slider after 10 s", "m", lambda r: 0.5 + r["slider/displacement"][-1, 1], (Reference(height, "the same", 1e-8), Reference(0.621, drawn, 6e-3))),
                    Quantity("rate of the shaft after 10 s", "rad/s", lambda r: r["shaft/angular_velocity"][-1, 1], (Reference(rate, "the same", 1e-8),)),
                    *(Quantity(f"elongation of the {name} spring after {time} s", "m", lambda r, joint=joint, time=time: r[f"{joint}/displacement"].ravel()[at(time)(r)],
                               (Reference(value, "the same", 1e-6),)) for name, joint in (("first", "spring"), ("second", "second")) for time, value in ((0.05, early), (10, longer)))),
        elements=("body", "joint"), analyses=("transient",), features=("spring-dampers", "stiff", "prismatic joint", "projection", "ESDIRK"), suites=("IFToMM",),
        refinements=(Refinement("steps", (2000, 4000, 8000), lambda n: {"dt": f"10/{n}"}, 1.9),), same=1e-7, short={"t_end": 0.1},
        untested={"part_shaft_inertia let_Ja": "the shaft and the arms about their own axes have a millionth of the moment of inertia"},
        planted={"one damper halved": {"joint_second_displacement_damping": 2e4}})


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


def crank_motion(times):
    """The crank's angle and the slider's place at the times, by the energy: the time is an integral over the angle, and its Fourier series is exact to round-off."""
    def place(a):
        y, z = 0.1 - 0.08 * np.sin(a), 0.12 + 0.08 * np.cos(a)
        return np.sqrt(0.09 - y**2 - z**2), y, z

    def inertia(a):
        x, y, z = place(a)
        dy, dz, h = -0.08 * np.cos(a), -0.08 * np.sin(a), np.hypot(y, z)
        dx = -(y * dy + z * dz) / x
        about, across = (y * dz - z * dy) / h**2, -dx / h  # rates of the cross about the slider's line, and of the rod about the cross
        along = about * x / 0.3
        return 1e-4 + 0.12 * 0.04**2 + 0.5 / 4 * (dx**2 + dy**2 + dz**2) + 4e-3 * (about**2 + across**2 - along**2) + 4e-4 * along**2 + 2 * dx**2

    a, k = np.arange(1024) * math.pi / 512, np.arange(1, 200)
    fall = 9.81 * (0.12 * 0.04 + 0.5 * 0.04) * (1 - np.cos(a))
    waves = np.fft.rfft(np.sqrt(inertia(a) / (36 * inertia(0.0) + 2 * fall))) / 512

    def late(b, time):
        return waves[0].real / 2 * b + (waves[k] * (np.exp(1j * k * b) - 1) / (1j * k)).real.sum() - time

    angles = [brentq(late, 0, 12 * time, (time,), xtol=1e-13) for time in times]
    return [(angle, place(angle)[0]) for angle in angles]


@case
def spatial_slider_crank():
    (_, early), (angle, late) = crank_motion((1, 5))
    ours, theirs = "energy: the time as an integral over the crank's angle, by Fourier's series", "solution of Gonzalez in the IFToMM library of benchmarks"
    return Case(
        title="A spatial slider-crank (IFToMM library)",
        text="""A crank of 0.08 m and 0.12 kg turns beside and above the line of a slider of 2 kg, at first with 6 rad/s. A rod of 0.3 m and 0.5 kg joins them by a ball at the crank and a
universal joint at the slider. Only the weight acts, so that the crank hurries and lingers in each of its nine turns. The universal joint also makes the rod turn about its own
axis. This takes half a percent of the energy, and with other axes of this joint the slider is elsewhere by 20 mm after 5 s. Six solutions of this problem in the
[library of IFToMM](https://www.iftomm-multibody.org/benchmark), from which Exudyn's examples have the data, lie up to 25 mm apart then. They fall into two groups: one is near to a crank whose mass center is at its pin, the other, as
here, to one whose center is in the middle. A model that looks like the published one is therefore not yet the same model, and a reference has to come from equations of its own. Here it is
the energy, which is conserved.""",
        options="verification/cases/spatial_slider_crank.opts",
        quantities=(Quantity("place of the slider after 1 s", "m", lambda r: 0.2 + r["slider/displacement"][at(1)(r), 0], (Reference(early, ours, 1e-10), Reference(0.211754668, theirs, 3e-4))),
                    Quantity("place of the slider after 5 s", "m", lambda r: 0.2 + r["slider/displacement"][-1, 0], (Reference(late, "the same", 1e-10), Reference(0.240761815, theirs, 3e-4))),
                    Quantity("angle of the crank after 5 s", "rad", lambda r: r["pin/angle"].ravel()[-1], (Reference(angle, "the same", 1e-10),))),
        elements=("body", "joint"), analyses=("transient",), features=("universal joint", "spherical joint", "closed loops", "projection", "ESDIRK"), suites=("IFToMM",),
        refinements=(Refinement("steps", (1000, 2000, 4000), lambda n: {"dt": f"5/{n}"}, 3.5),), same=1e-7, short={"t_end": 0.1},
        planted={"the universal joint's axes along z and across": {"joint_fork_axis": "0,0,1", "joint_fork_second_axis": "1,2,0"},
                 "the mass center of the crank at its pin": {"point_crank": "0,0.1,0.12"}})


def light_cart_motion(end):
    """The places of the tip and of the cart at a time in the third quarter of a swing, by the energy and the momentum. The time since a turn is an integral without a sharp peak."""
    light = 1e-6

    def late(s):
        value, _ = quad(lambda q: math.sqrt(q * q + light / ((2 - q * q) * (1 + (1 - q * q)**2))), s, 1, epsabs=1e-15, epsrel=1e-13, points=[p for p in (1e-3, 1e-2, 0.1) if p > s] or None)
        return 4 * value / math.sqrt(2 * 9.81 * (1 + light))

    quarters, rest = divmod(end, late(0))
    assert quarters % 4 == 2
    cosine = (1 - brentq(lambda s: late(s) - rest, 0, 1, xtol=1e-15)**2)**2
    cart = (1 + math.sqrt(1 - cosine**2)) / (1 + light)
    return cart - math.sqrt(1 - cosine**2), -cosine, cart


@case
def light_cart():
    across, height, cart = light_cart_motion(10)
    return Case(
        title="A pole on a light cart (proposed to IFToMM)",
        text="""A cart of 1 mg runs on a horizontal rail without friction. A pole of 1 m without mass hangs on it and carries 1 kg at its end. It starts from the horizontal
(proposed for the [library of IFToMM](https://www.iftomm-multibody.org/benchmark)). The cart is so light that the mass falls freely, straight down, for 0.45 s. Then the pole is vertical
and stops it: within a microsecond all energy goes into the cart, which reaches 4429 m/s, passes above the mass and gives the energy back. This happens eleven times in 10 s. The mass
matrix of the two coordinates is nearly singular there, and the time steps go from 2 ms down to 12 ns and up again. A scheme that is not careful there loses energy or the phase. The error falls
with the tolerance of the steps, 1e-11 here. Energy and momentum make the time an integral over the angle, which is the reference.""",
        options="verification/cases/light_cart.opts",
        quantities=(Quantity("height of the mass after 10 s", "m", lambda r: r["tip/displacement"][-1, 1], (Reference(height, "energy and momentum: the time as an integral over the angle", 1e-12),)),
                    Quantity("place of the mass after 10 s", "m", lambda r: 1 + r["tip/displacement"][-1, 0], (Reference(across, "the same", 1e-12),)),
                    Quantity("place of the cart after 10 s", "m", lambda r: r["cart/displacement"][-1, 0], (Reference(cart, "the same", 1e-12),))),
        elements=("mass", "joint"), analyses=("transient",), features=("distance joint", "stiff", "automatic steps", "projection", "ESDIRK"), suites=("IFToMM",),
        finer=(Finer("steps", {"adapt_rtol": 1e-12}, 1, 10),), ranks=(1, 3), same=1e-6, short={"t_end": 0.5})
