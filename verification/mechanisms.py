# SPDX-License-Identifier: BSD-2-Clause
"""Motions of bodies on joints."""
import math

import numpy as np
from scipy.special import ellipk
from scipy.integrate import quad, solve_ivp

from verification.case import Case, Finer, Quantity, Reference, Refinement, case


@case
def pendulum_period():
    return Case(
        title="A pendulum that swings by 90 degrees (as in VM91)",
        text="""A mass on a joint starts from rest beside its pivot. After the exact period T = 4 K(k²)/√(g/l), k = sin(45°), with K the
complete elliptic integral, it is again where it started.
The period is 18 % longer than that of small swings, which the elliptic integral gives. Ending exactly after one period makes the position
insensitive, because the velocity vanishes there, and the velocity sensitive; both are measured. The error falls with the fourth order of the scheme,
in spite of the constraint. VM91 is the same problem with another amplitude.""",
        options="verification/cases/pendulum_period.opts",
        quantities=(Quantity("height after a period", "m", lambda r: r["bob/displacement"][-1, 1], (Reference(0, "energy; T = 2.367841947461095 s"),)),
                    Quantity("velocity after a period", "m/s", lambda r: r["bob/velocity"][-1, 1], (Reference(0, "energy"),))),
        elements=("body", "joint"), analyses=("transient",), features=("revolute joint", "ESDIRK", "projection"),
        refinements=(Refinement("steps", (50, 100, 200), lambda n: {"dt": f"T/{n}"}, 3.5),))


def quarter(result):
    """The time at which the rod of a pendulum is first vertical, by a line between two steps."""
    x = result["end/displacement"][:, 0]
    k = int(np.argmax(x <= -1))
    return result.time[k - 1] + (result.time[k] - result.time[k - 1]) * (x[k - 1] + 1) / (x[k - 1] - x[k])


@case
def bar_pendulum():
    whole = 4 * ellipk(0.5) / math.sqrt(9.81)
    return Case(
        title="A heavy bar swings from the horizontal (SDNL100)",
        text="""A stiff bar of 1 m and 1 kg hangs on a hinge and is let go from the horizontal. Its moment of inertia about the hinge is m L²/3, and its weight acts at half of its length. It
swings as a point mass at 2/3 of its length does. The published period is that of a point mass at half of the length, whose moment of inertia would be m L²/4. One element with
consistent mass has the right moment of inertia.""",
        options="verification/cases/bar_pendulum.opts",
        quantities=(Quantity("period", "s", lambda r: 4 * quarter(r), (
            Reference(whole * math.sqrt(2 / 3), "4 K(1/2) √(2 L/3 g), physical pendulum", 1e-8),
            Reference(whole * math.sqrt(1 / 2), "code_aster V5.02.100, SDNL100", 1e-4, "it fits a point mass at half of the length; a bar has m L²/3 and not m L²/4")), 1e-5),),
        elements=("truss",), analyses=("transient",), features=("large rotations", "consistent mass", "ESDIRK"), suites=("VPCS",), ranks=(1,),
        untested={"integrator": "the steps are so short that a scheme of second order is exact enough"})


def turned(quaternion, vector):
    """The angle between a quaternion and the rotation of a rotation vector."""
    angle = np.linalg.norm(vector)
    exact = np.array([math.cos(angle / 2), *(math.sin(angle / 2) / angle * np.array(vector))])
    return 2 * math.asin(min(1, np.linalg.norm(np.cross(exact[1:], quaternion[1:]) + exact[0] * quaternion[1:] - quaternion[0] * exact[1:])))


def rotating_body(file, turns):
    vector = {"quadratic": ((5 * math.pi)**2, 0, math.pi), "harmonic": (5 * math.pi, 0, -1)}[file]
    return Case(
        title=f"A body under a torque that turns its rotation vector, {file}",
        text=f"""A torque in the axes of the body (moments of inertia 5, 5, 1) makes its rotation vector a given function of time. The body turns
{turns} times in 5π s. The quantity is the angle between the computed and the exact orientation. The scheme esdirk43_6l keeps its fourth order on
rotations. Rotations do not commute, so that they cannot be integrated component by component, and schemes for vectors lose orders if they are applied to rotation vectors without care.
The torque follows from Euler's equations for the prescribed motion.""",
        options=f"inputs/rotating_body_{file}.opts", keys={"integrator": "esdirk43_6l"},
        quantities=(Quantity("angle from the exact orientation", "rad", lambda r: turned(r["body/rotation"][-1], vector), (Reference(0, "the rotation vector that defines the torque"),)),),
        elements=("body",), analyses=("transient",), features=("ESDIRK", "rotations", "follower moments"), suites=("papers",),
        refinements=(Refinement("steps", (300, 600, 1200), lambda n: {"dt": f"5*pi/{n}"}, 3.7),))


@case
def rotating_body_harmonic():
    return rotating_body("harmonic", 2.5)


@case
def rotating_body_quadratic():
    return rotating_body("quadratic", 39)


@case
def spinning_top():
    transverse, axial, spin, weight = 5e-5, 2e-4, 4 * math.pi, 2e-2 * 9.81 * 0.05
    start, a, b = math.cos(math.pi / 6), axial * spin / transverse, 2 * weight / transverse
    # u = cos(angle): u'^2 = (start - u) (b (1 - u^2) - a^2 (start - u))
    roots = sorted(np.roots([-b, a * a, b - a * a * start]).real, key=abs)
    low, far = roots[0], roots[1]
    half = quad(lambda x: 1 / math.sqrt(b * (far - (start + low) / 2 - (start - low) / 2 * math.sin(x))), -math.pi / 2, math.pi / 2, epsabs=1e-14)[0]
    return Case(
        title="The nutation of a spinning top",
        text="""A top leans by 30° and turns with 4π rad/s about its axis, without precession at first. It falls, precesses, and rises again: its axis nutates
between two angles. Both angles are roots of a cubic, and the period is an elliptic integral. The top is at its lowest after half a period, and the run ends there.
The precession is not steady, in contrast to the textbook's fast top, and the motion has both nutation and precession with different periods. Energy
and two angular momenta are conserved, and the reference needs only them.""",
        options="inputs/spinning_top.opts", keys={"stabilize": "projection", "t_end": repr(half), "dt": repr(half / 40)},
        quantities=(Quantity("angle of the axis from the vertical", "rad", lambda r: math.acos((0.05 + r["top/displacement"][-1, 2]) / 0.05),
                             (Reference(math.acos(low), "Lagrange's top: root of the cubic"), Reference(0.620655583855, "Fernandez de Bustos et al. 2024, Table 7; integrated independently", 1e-11))),
                    Quantity("half a period of nutation", "s", lambda r: r.time[-1] + vertical_rest(r), (Reference(half, "Lagrange's top: elliptic integral"), Reference(0.144993456604 / 2, "integrated independently", 1e-11)))),
        elements=("body", "joint"), analyses=("transient",), features=("ESDIRK", "projection", "spherical joint", "rotations"), suites=("papers",),
        refinements=(Refinement("steps", (10, 20, 40), lambda n: {"dt": repr(half / n)}, 3.5),))


def vertical_rest(r):
    """How much later the vertical velocity of the top is 0, by its last acceleration."""
    v, a = r["top/velocity"][-1, 2], r["top/acceleration"][-1, 2]
    return -v / a


@case
def slider_crank():
    crank, rod = 0.3, 0.6

    def places(angle):
        other = -np.arcsin(crank * np.sin(angle) / rod)
        return other, crank * np.cos(angle) + rod * np.cos(other), crank * np.sin(angle) + rod / 2 * np.sin(other)

    def rates(angle):
        other = places(angle)[0]
        turn = -crank * np.cos(angle) / (rod * np.cos(other))
        x, y = -crank * np.sin(angle) - rod / 2 * np.sin(other) * turn, crank * np.cos(angle) + rod / 2 * np.cos(other) * turn
        return turn, x, y, -crank * np.sin(angle) - rod * np.sin(other) * turn

    def inertia(angle):
        turn, x, y, _ = rates(angle)
        return 3 * crank**2 / 3 + 0.9 * (x * x + y * y) + 0.027 * turn**2

    def slope(t, y):
        angle, w = y
        _, slider, _ = places(angle)
        _, _, up, slide = rates(angle)
        moment = -9.81 * (3 * crank / 2 * np.cos(angle) + 0.9 * up) - 100 * (slider - 0.9) * slide - 5 * slide**2 * w
        return [w, (moment - inertia(angle + 1e-30j).imag / 1e-30 * w * w / 2) / inertia(angle)]

    rate = solve_ivp(slope, (0, 2), [0, 0], method="DOP853", rtol=1e-13, atol=1e-13).y[1, -1]
    return Case(
        title="A slider-crank with a spring and a damper",
        text="""Crank and rod lie along a line at first and fall under gravity. The slider hangs on a spring and a damper. The crank's rate after 2 s
follows from the equation of motion of its single degree of freedom. fsolve has two bodies, nine coordinates less constraints, and multipliers.
At the start crank and rod are aligned: the slider moves to second order only, and the crank could turn either way. Gravity decides. The
spring-damper couples the slider with the ground.""",
        options="inputs/slider_crank.opts", keys={"integrator": "esdirk43_6l", "stabilize": "projection", "dt": 0.005},
        quantities=(Quantity("rate of the crank after 2 s", "rad/s", lambda r: r["crank/angular_velocity"][-1, 2],
                             (Reference(rate, "Lagrange's equation of the crank's angle by DOP853, rtol 1e-13", 1e-11), Reference(-0.1331480940833359, "Negrut, Jay & Khude 2009: the ordinary differential equation of their Fig. 1"))),),
        elements=("body", "joint"), analyses=("transient",), features=("ESDIRK", "projection", "revolute joint"), suites=("papers",),
        refinements=(Refinement("steps", (200, 400, 800), lambda n: {"dt": f"2/{n}"}, 3.5),), short={"t_end": 0.1})


@case
def seven_body():
    return Case(
        title="Andrews' squeezer: the seven-body mechanism (IFToMM A03)",
        text="""Seven plane bodies on ten joints and a spring are driven by a constant torque. The crank makes two and a half turns in 0.03 s. The
test set for initial value problems has its angle to 8 digits and more.
Closed loops and fast bodies make the problem hard: bodies turn by hundreds of radians a second, and small errors of the angles grow along the
motion. The formulation has seven bodies with their constraints, and no reduction to one unknown by hand. That the published digits come out shows
that schemes, joints and springs fit together.""",
        options="inputs/seven_body.opts", keys={"integrator": "esdirk43_6l", "stabilize": "projection", "dt": 5e-5},
        quantities=(Quantity("angle of the crank after 0.03 s", "rad", lambda r: r["o/angle"].ravel()[-1] - 0.0617138900142764, (Reference(15.8107711, "Test Set for IVP Solvers, Andrews' squeezing mechanism; digits used", 5e-9),), 1e-8),),
        elements=("body", "joint"), analyses=("transient",), features=("ESDIRK", "projection", "closed loops"), suites=("papers", "IFToMM"), short={"t_end": 1e-3})


@case
def gear_train():
    rate, time = (60 - 29.43) / 0.4, 0.06125 / 0.4
    return Case(
        title="A hoist with two pairs of gears",
        text="""A motor whose moment falls with its speed drives a drum over gears of 4:1 and 5:1, and the drum winds up a load of 300 kg. All inertias reduced to the
motor are 0.06125 kg m². The motor's speed is 76.425 (1 - exp(-t/0.153125)) rad/s.
Reduction of inertias to one shaft is what engineers do by hand, and the sheet compares it with a model of all wheels, coupled by their ratios. The
speed tends to the one at which the moment of the motor balances the weight of the load. The exponential approach tests inertia and damping at once.""",
        options="inputs/gear_train.opts",
        quantities=(Quantity("height of the load after 1 s", "m", lambda r: r["load/displacement"][-1, 1], (Reference(0.01 * rate * (1 - time * (1 - math.exp(-1 / time))), "J w' = M(w) - M of the weight"),)),
                    Quantity("speed of the load", "m/s", lambda r: r["load/velocity"][-1, 1], (Reference(0.01 * rate * (1 - math.exp(-1 / time)), "the same"),)),
                    Quantity("force in the rope", "N", lambda r: r["rope/force"].ravel()[-1], (Reference(300 * (9.81 + 0.01 * rate / time * math.exp(-1 / time)), "weight and inertia of the load"),))),
        elements=("body", "joint"), analyses=("transient",), features=("gears", "rack", "motor"),
        refinements=(Refinement("steps", (20, 40, 80), lambda n: {"dt": f"1/{n}"}, 3.5),))


def chain_drive_after(end):
    """Speed of the motor and displacement of the idler: the motor's angle and the idler's place y are free, and the wheel has turned by
    (0.04 angle - 2 y)/0.12, the fan twice as far."""
    of_wheel = np.array([0.04, -2]) / 0.12
    mass = np.diag([0.02, 0.5]) + (1.2 + 4 * 0.09) * np.outer(of_wheel, of_wheel)

    def rates(t, x):
        v = x[2:]
        fan = 2 * of_wheel @ v
        force = np.array([40 * (1 - v[0] / 150), -1e5 * x[1] - 400 * v[1]]) - 1.875e-3 * fan * abs(fan) * 2 * of_wheel
        return [*v, *np.linalg.solve(mass, force)]

    x = solve_ivp(rates, (0, end), np.zeros(4), "Radau", rtol=1e-11, atol=1e-13).y[:, -1]
    return x[2], x[1]


@case
def chain_drive():
    speed, place = chain_drive_after(4)
    return Case(
        title="A chain over a sprung idler drives a fan",
        text="""A motor pulls a wheel by a chain, and the wheel drives a fan by a belt. The motor's moment 40 (1 - w/150) N m comes near to a balance with the drag of the fan,
2/3 · 1.875e-3 (2/3 w)²: w = 120 rad/s. There the chain pulls with 200 N, and the idler gives way by 2 · 200 N / 10⁵ N/m. After 4 s the motor is 0.03 % from it.
The slack side of the chain carries nothing.""",
        options="inputs/chain_drive.opts",
        quantities=(Quantity("speed of the motor", "rad/s", lambda r: r["motor/angular_velocity"][-1, 2], (Reference(speed, "two equations of motion, integrated by scipy", 1e-9),)),
                    Quantity("displacement of the idler", "m", lambda r: r["slide/displacement"].ravel()[-1], (Reference(place, "two equations of motion, integrated by scipy", 1e-9),))),
        elements=("body", "joint"), analyses=("transient",), features=("belts", "couplings", "motor"), short={"t_end": 0.1},
        finer=(Finer("steps", {"dt": 0.0025}),))


@case
def cardan_shaft():
    bend, rate, angle = math.pi / 7, 20, 30

    def ratio(a):
        """The rate of the middle shaft over that of the input at an angle of the input."""
        return math.cos(bend) * (1 + math.tan(a)**2) / (1 + (math.cos(bend) * math.tan(a))**2)

    def moment(a, w, faster):
        """The moment of the motor: that of the damper, and of the inertias of the two outer shafts and of the middle one."""
        slope = (ratio(a + 1e-5) - ratio(a - 1e-5)) / 2e-5
        return 2 * w + 0.04 * faster + 0.06 * ratio(a) * (slope * w * w + ratio(a) * faster)

    def bearings(r):
        return abs(sum(np.ravel(r[f"{name}/reaction"][-1])[2] for name in ("in_left", "in_right", "out_left", "out_right")))

    def motor(r, time):
        return abs(r["in_left/angle_moment"].ravel()[int(abs(r["time"][:] - time).argmin())])

    return Case(
        title="A Cardan shaft with two universal joints",
        text="""Two parallel shafts and a middle one between universal joints, whose forks are in one plane. The output turns as the input does, and the middle shaft
turns by atan(cos β tan φ). Its rate swings twice in a turn by a factor of 1/cos β, so that its inertia loads the motor, beside that of the two other shafts and a damper of 2 N m s/rad at the
output. Eleven of the 29 rows of constraints follow from the others. The motions alone do not depend on any mass, and therefore the moment of the motor and the weight in the four bearings are
compared, too; how the bearings share the weight is not determined by equilibrium.""",
        options="inputs/cardan_shaft.opts",
        quantities=(Quantity("angle of the output", "rad", lambda r: r["out_left/angle"].ravel()[-1], (Reference(angle, "that of the input, 20 (0.5 + 1)"),), 1e-9),
                    Quantity("rate of the middle shaft", "rad/s", lambda r: r["middle/angular_velocity"][-1, :2] @ [math.cos(bend), math.sin(bend)], (Reference(rate * ratio(angle), "derivative of atan(cos β tan φ)"),), 1e-5),
                    Quantity("moment of the motor at 0.5 s", "N m", lambda r: motor(r, 0.5), (Reference(moment(1.5625, 10, 37.5), "power of the damper and of the inertias"),), 1e-6),
                    Quantity("moment of the motor at 2 s", "N m", lambda r: motor(r, 2), (Reference(moment(angle, rate, 0), "power of the damper and of the inertias"),), 1e-6),
                    Quantity("weight in the bearings", "N", bearings, (Reference(98.1, "equilibrium: 10 kg"),), 1e-6)),
        elements=("body", "joint"), analyses=("transient",), features=("universal joint", "redundant constraints", "drivers"), short={"t_end": 0.6})


@case
def excavator_at_rest():
    weight = 9.81 * np.array([1800, 900, 1500])
    centers = np.array([[2, 1.4], [5, 1.1], [6.3, -0.5]])

    def arm(start, end, pivot):
        d = np.subtract(end, start) / math.dist(start, end)
        return (start[0] - pivot[0]) * d[1] - (start[1] - pivot[1]) * d[0]

    boom = weight @ centers[:, 0] / arm((0.7, -0.6), (1.9, 1.5), (0, 0))
    stick = weight[1:] @ (centers[1:, 0] - 4) / arm((2.4, 2.3), (4, 2.8), (4, 2))
    bucket = weight[2] * (centers[2, 0] - 6) / arm((4.6, 2), (6.4, 0.2), (6, 0))
    return Case(
        title="The cylinders of an excavator's arm at rest",
        text="""Boom, stick and bucket hang on three hydraulic cylinders of constant length. Moments about the three pins give the force of each cylinder.
The mechanism is at rest, so that accelerations vanish and static equilibrium determines all forces. The reference takes moments about one pin after
the other, from the bucket to the boom. Lines of action of cylinders follow from the places of their ends. A kinematic analysis finds the forces that
a given motion needs, and rest is the simplest motion; a wrong sign or arm shows at once.""",
        options="inputs/excavator_arm.opts", keys={f"joint_{name}_cylinder_displacement": "0" for name in ("boom", "stick", "bucket")} | {"t_end": 0.1},
        quantities=tuple(Quantity(f"force of the {name}'s cylinder", "N", lambda r, name=name: cylinder(r, name), (Reference(abs(value), "moments about its pin"),), 1e-10)
                         for name, value in (("boom", boom), ("stick", stick), ("bucket", bucket))),
        elements=("body", "joint"), analyses=("kinematic",), features=("inverse dynamics", "distance joint"))


def cylinder(r, name):
    return float(np.linalg.norm(np.ravel(r[name + "_cylinder/reaction"][-1])))


@case
def euler_top():
    j = (1, 2, 3)

    def slope(t, w):
        return [(j[(k + 1) % 3] - j[(k + 2) % 3]) * w[(k + 1) % 3] * w[(k + 2) % 3] / j[k] for k in range(3)]

    start = np.array([0.1, 1, 0.1])
    w = solve_ivp(slope, (0, 10), start, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]

    def body_rates(r):
        q, v = r["top/rotation"][-1], r["top/angular_velocity"][-1]
        back = np.array([q[0], *-q[1:]])
        return v + 2 * np.cross(back[1:], np.cross(back[1:], v) + back[0] * v)

    return Case(
        title="A free body tumbles about its middle axis",
        text="""A body with the moments of inertia 1, 2 and 3 turns about its middle axis, which is unstable, with a small disturbance. Within 10 s it turns over. Its rates in its own axes
solve Euler's equations.
The intermediate axis theorem says that such a rotation turns over again and again. The time of the turn depends on the logarithm of the disturbance,
so that small errors of a scheme grow exponentially before it. Energy and angular momentum are conserved, and the exact rates come from an integration
of three equations with a tight tolerance.""",
        options="verification/cases/euler_top.opts",
        quantities=tuple(Quantity(f"rate about its axis {k + 1}", "rad/s", lambda r, k=k: body_rates(r)[k], (Reference(w[k], "Euler's equations by DOP853, rtol 1e-13", 1e-11),)) for k in range(3)),
        elements=("body",), analyses=("transient",), features=("ESDIRK", "rotations", "conservation"),
        refinements=(Refinement("steps", (100, 200, 400), lambda n: {"dt": f"10/{n}"}, 3.5),), short={"t_end": 1})


@case
def two_pendulums():
    def slope(t, y):
        a, b, u, v = y  # angles from the vertical
        d = a - b
        m = [[2, math.cos(d)], [math.cos(d), 1]]
        f = [-v * v * math.sin(d) - 2 * 9.81 * math.sin(a), u * u * math.sin(d) - 9.81 * math.sin(b)]
        return [u, v, *np.linalg.solve(m, f)]

    a, b, _, _ = solve_ivp(slope, (0, 2), [math.pi / 2, math.pi / 2, 0, 0], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    place = (math.sin(a) + math.sin(b), -math.cos(a) - math.cos(b))
    return Case(
        title="A double pendulum in its plane",
        text="""Two masses on rods of 1 m without mass fall from the horizontal. The joints are two distances, and no node turns. Lagrange's equations in the two angles are the reference.
The double pendulum is chaotic for large swings, and errors grow as the run goes on; the run ends while they are still controlled. Distances as joints
make bodies without rotations, which is a different set of unknowns from angles. Two formulations that share no equation agree to the error of the
steps. The sheet also tests that constraint forces do no work, because otherwise the heights would be wrong.""",
        options="verification/cases/two_pendulums.opts",
        quantities=tuple(Quantity(f"place of the second mass after 2 s, {'xy'[k]}", "m", lambda r, k=k: (0 if k else 2) + r["second/displacement"][-1, k], (
            Reference(place[k], "Lagrange's equations by DOP853, rtol 1e-13", 1e-10),)) for k in (0, 1)),
        elements=("mass", "joint"), analyses=("transient",), features=("ESDIRK", "projection", "distance joint"),
        refinements=(Refinement("steps", (200, 400, 800), lambda n: {"dt": f"2/{n}"}, 3.5),))


@case
def four_bar_linkage():
    crank, coupler, rocker, ground = 0.2, 0.5, 0.4, 0.5

    def angle(turn):
        """The angle of the rocker: where circles about the crank's pin and the ground's pin meet."""
        x, y = crank * math.cos(turn) - ground, crank * math.sin(turn)
        far = math.hypot(x, y)
        return math.atan2(y, x) - math.acos((far**2 + rocker**2 - coupler**2) / (2 * far * rocker))

    return Case(
        title="A four-bar linkage",
        text="""The crank of a four-bar linkage turns by 2 rad. The law of cosines gives the angle of the rocker. fsolve solves the constraints of the joints and must have it to round-off.
A kinematic analysis has no masses and no time steps in the sense of dynamics: each position is a set of nonlinear equations, and the previous one is
the guess. Two assemblies exist for each crank angle, and the solver must stay on the one where it started. Linkages of doors, wipers and presses are
computed in this way. Nothing is discretized, so that only round-off may remain.""",
        options="verification/cases/four_bar_linkage.opts",
        quantities=(Quantity("turn of the rocker", "rad", lambda r: r["D/angle"].ravel()[-1], (Reference(angle(3) - angle(1), "Freudenstein: law of cosines"),), 1e-10),),
        elements=("body", "joint"), analyses=("kinematic",), features=("closed loops", "drivers"))


@case
def lead_screw():
    lead = 0.2 / (2 * math.pi)
    fall = 9.81 / (1 + 0.01 / (3 * lead**2))
    return Case(
        title="A nut falls along a screw",
        text="""A nut turns once while it falls by the pitch of 0.2 m. It falls with g/(1 + J (2π/p)²/m).
Translation and rotation are coupled by the pitch of the thread, so that most of the weight accelerates the rotation of the nut. The constraint force
is a wrench along the axis, with a moment that is the force times the pitch over 2 π. The acceleration is constant, 0.23 g. The
joint is useful for screw jacks, drives of machine tools and presses; without friction any pitch can be driven backwards.""",
        options="verification/cases/lead_screw.opts",
        quantities=(Quantity("fall in 1 s", "m", lambda r: r["nut/displacement"][-1, 2], (Reference(-fall / 2, "energy"),), 1e-9),
                    Quantity("rate of rotation", "rad/s", lambda r: r["nut/angular_velocity"][-1, 2], (Reference(-fall / lead, "energy"),), 1e-9)),
        elements=("body", "joint"), analyses=("transient",), features=("screw joint",))
