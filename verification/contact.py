# SPDX-License-Identifier: BSD-2-Clause
"""Stops and friction."""
import math

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from verification.case import Case, Finer, Quantity, Reference, Refinement, case


@case
def friction_slide():
    start, slip = 8.5e-4, 0.1 * 10 / 10000
    turns = [start]  # the places where the mass reverses, until it sticks
    while abs(turns[-1]) > slip:
        turns.append(-turns[-1] + math.copysign(2 * slip, turns[-1]))
    return Case(
        title="A mass on a spring rubs on the floor (SDND100, as in VM73)",
        text=f"""A mass of 1 kg on a spring of 10⁴ N/m is let go 0.85 mm from its rest and rubs with μ = 0.1. From one reversal to the next its distance from the center falls by
2 μ m g/k, however fast it moves. After {len(turns) - 1} half periods it sticks, {1e6 * turns[-1]:.2f} µm beside the center.
Coulomb friction has a jump in the force at each reversal, which would spoil the order of a scheme that steps across it. The amplitude falls linearly
and not exponentially as with viscous damping, and at last friction holds the mass beside the center. That a mass sticks forever is an event that the
solver must recognize.""",
        options="verification/cases/friction_slide.opts",
        quantities=(Quantity("place where it sticks", "m", lambda r: r["floor/displacement"].ravel()[-1], (Reference(turns[-1], "Coulomb's law, piecewise harmonic motion"),)),
                    Quantity("first reversal", "m", lambda r: r["floor/displacement"].min(), (Reference(turns[1], "Coulomb's law"),))),
        elements=("body", "joint"), analyses=("transient",), features=("friction", "events"), suites=("VPCS",),
        finer=(Finer("steps", {"dt": "T/100"}),))


@case
def impact_on_spring():
    contact, omega = 0.05, 100
    leave = contact + math.pi / omega
    return Case(
        title="A mass flies against a spring and back",
        text="""A mass of 1 kg flies with 2 m/s over 0.1 m and meets a stop of 10⁴ N/m. It is in contact for half a period, π/100 s, and flies back with the same speed. Steps end where
the contact starts and ends, so that the scheme keeps its order.
Contact begins and ends at times that are not known before. If a step went across them, the force would be switched on too late, and energy would be
lost or gained. The sheet shows that the events are found and that the mass returns with the speed that it had.""",
        options="verification/cases/impact_on_spring.opts",
        quantities=(Quantity("place after 0.12 s", "m", lambda r: r["rail/displacement"].ravel()[-1], (Reference(0.1 - 2 * (0.12 - leave), "piecewise closed form"),)),
                    Quantity("velocity after 0.12 s", "m/s", lambda r: r["mass/velocity"][-1, 0], (Reference(-2, "energy"),))),
        elements=("body", "joint"), analyses=("transient",), features=("stops", "events"),
        refinements=(Refinement("steps", (60, 120, 240), lambda n: {"dt": f"0.12/{n}"}, 3.0),))


@case
def impact_of_a_mass():
    leave = 0.1 + math.pi / 10
    return Case(
        title="A mass of 100 kg meets a spring (SDND101)",
        text="""A mass of 100 kg flies with 1 m/s against a stop of 10⁴ N/m. The contact lasts π √(m/k) = 0.314 s. The spring is compressed by v √(m/k) = 0.1 m, so that its largest force
is 1000 N, and it gives the impulse 2 m v = 200 N s. code_aster has the half oscillation of a mass on such a spring.
Duration, force and impulse belong to the same half oscillation; a wrong stiffness changes the first two and not the impulse. Because the
stop is a unilateral spring, the mass leaves it as soon as the spring is at its natural length again. No energy is lost, and the mass flies back as
fast as it came.""",
        options="verification/cases/impact_on_spring.opts",
        keys={"part_mass_mass": 100, "initial_rail_velocity": 1, "dt": 5e-3, "t_end": 0.5},
        quantities=(Quantity("largest force of the spring", "N", lambda r: 1e4 * (r["rail/displacement"].max() - 0.1), (Reference(1000, "energy: v √(k m)"),)),
                    Quantity("impulse of the spring", "N s", lambda r: -100 * (r["mass/velocity"][-1, 0] - 1), (Reference(200, "momentum: 2 m v"),)),
                    Quantity("place after 0.5 s", "m", lambda r: r["rail/displacement"].ravel()[-1], (Reference(0.1 - (0.5 - leave), "piecewise closed form"),))),
        elements=("body", "joint"), analyses=("transient",), features=("stops", "events"), suites=("VPCS",),
        finer=(Finer("steps", {"dt": 0.0025}),))


@case
def inclined_plane():
    pull = 9.81 * (math.sin(math.pi / 6) - 0.3 * math.cos(math.pi / 6))
    return Case(
        title="A block slides down an inclined plane",
        text="""A block starts on a plane of 30° with μ = 0.3. Its acceleration is g (sin a - μ cos a).
Without friction the acceleration would be 4.9 m/s², with it 2.4 m/s². The friction force is proportional to the normal force, which is a reaction of
the joint, so that the equations of motion and the constraint forces are coupled. Since the acceleration is constant, any scheme of second or higher
order must be exact here. The block starts to slide at once, because the slope is steeper than the angle of friction.""",
        options="verification/cases/inclined_plane.opts",
        quantities=(Quantity("way after 1 s", "m", lambda r: r["plane/displacement"].ravel()[-1], (Reference(pull / 2, "Coulomb's law"),), 1e-6),
                    Quantity("velocity after 1 s", "m/s", lambda r: np.linalg.norm(r["block/velocity"][-1]), (Reference(pull, "Coulomb's law"),), 1e-6)),
        elements=("body", "joint"), analyses=("transient",), features=("friction", "prismatic joint"))


@case
def coulomb_pendulum():
    angle, moment, side = math.pi / 2, 1.2, 1
    count = 0
    while abs(math.sin(angle)) > moment / 9.81:
        last = angle
        angle = brentq(lambda a, last=last: 9.81 * (math.cos(a) - math.cos(last)) - moment * (last + a), 1e-3 - last, last, xtol=1e-15)
        side, count = -side, count + 1
    return Case(
        title="A pendulum whose hinge rubs",
        text=f"""A mass of 1 kg on a rod of 1 m is let go at 90°. The hinge rubs with a moment of 1.2 N m. From one reversal to the next the energy falls by this moment times the angle between
them. After {count} swings the pendulum sticks {math.degrees(angle):.3f}° from the vertical.
The moment of friction does not depend on the load here, which makes the energy balance simple: between two reversals the reference solves one
equation for the next angle. Near the end gravity cannot overcome friction any more, and the pendulum stays where it is, beside the vertical.
Reversals are events that the steps must meet.""",
        options="verification/cases/coulomb_pendulum.opts",
        quantities=(Quantity("place where it sticks, x", "m", lambda r: 1 + r["bob/displacement"][-1, 0], (Reference(side * math.sin(angle), "energy between reversals"),)),
                    Quantity("velocity in the end", "m/s", lambda r: r["bob/velocity"][-1, 0], (Reference(0, "it sticks"),), 1e-6)),
        elements=("body", "joint"), analyses=("transient",), features=("friction", "events"),
        finer=(Finer("steps", {"dt": 0.005}),))


@case
def drawn_mass():
    speed, omega = 0.5, 10
    after = 1.5 * math.pi / omega
    return Case(
        title="A spring draws a mass until it slips",
        text="""The free end of a spring of 100 N/m moves with 0.5 m/s and draws a mass of 1 kg, which sticks with μ = 0.3 at first. It slips when the spring pulls with μ m g. From then on it
moves by V (t - sin(w t)/w). The run ends three quarters of a period later.
Stick and slip alternate in brakes, bows and squeaking doors. The start of slip must be found exactly, because the later motion is counted from there.
While it slips, friction is constant and the mass oscillates about a point that moves along. The mass never stands still in this run after it has
started.""",
        options="verification/cases/drawn_mass.opts",
        quantities=(Quantity("displacement", "m", lambda r: r["floor/displacement"].ravel()[-1], (Reference(speed * (after - math.sin(omega * after) / omega), "piecewise closed form"),)),
                    Quantity("velocity", "m/s", lambda r: r["mass/velocity"][-1, 0], (Reference(speed * (1 - math.cos(omega * after)), "piecewise closed form"),))),
        elements=("body", "joint"), analyses=("transient",), features=("friction", "events"),
        finer=(Finer("steps", {"dt": "T/200"}),))


def rebound(r):
    """The largest height after the first impact."""
    height = r["bob/displacement"][:, 1]
    down = np.flatnonzero(np.diff(height) > 0)[0]
    return height[down:].max()


def rebound_height():
    """The height to which the pendulum rises after the impact: a stop at -1 rad with the force k x φ(w) at the penetration x and its rate w."""
    def rates(t, y):
        x, w = -1 - y[0], -y[1]
        return y[1], -9.81 * math.cos(y[0]) + (1e4 * x * ((1 + 0.36) / 2 + (1 - 0.36) / 2 * math.tanh(w / 0.2)) if x > 0 else 0)

    def top(t, y):
        return y[1] if t > 0.5 else -1  # the first impact is at 0.49 s

    def touch(t, y):
        return y[0] + 1

    touch.terminal = top.terminal = True
    top.direction = -1
    start, y = 0, [0, 0]
    for event in (touch, touch, top):
        done = solve_ivp(rates, (start, 2), y, "DOP853", rtol=1e-12, atol=1e-14, events=event, max_step=1e-3)
        start, y = done.t[-1], done.y[:, -1]
        y[0] += (1e-12 if event is touch and y[1] > 0 else -1e-12) * (event is touch)
    return math.sin(y[0])


@case
def pendulum_stop():
    return Case(
        title="A pendulum bounces on a stop",
        text="""A mass of 1 kg on a rod of 1 m falls from the horizontal against a stop at -1 rad, whose spring of 10⁴ N m/rad gives back 0.36 of its energy. Without friction the mass rises
by the energy that is left. The force of the stop falls within 0.2 rad/s around the reversal. An instantaneous fall would let the mass rise by 0.26 % more; the reference has the smooth one.
The stop loses energy on the way back, which is a simple model of a coefficient of restitution of 0.6.""",
        options="inputs/pendulum_stop.opts", keys={"joint_hinge_angle_friction": 0, "joint_hinge_angle_stop_velocity": 0.2, "dt": 5e-4, "t_end": 1},
        quantities=(Quantity("height after the first impact", "m", rebound, (Reference(rebound_height(), "the equation of motion, integrated by scipy", 1e-8),)),),
        elements=("body", "joint"), analyses=("transient",), features=("stops", "events", "restitution"),
        finer=(Finer("steps", {"dt": 0.00025}, 1),))