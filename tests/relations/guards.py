# SPDX-License-Identifier: BSD-2-Clause
"""Guards from both sides, in any units: each row is a small model with a number x, one value of which must be accepted and one refused (or
counted otherwise). Both are run as they are and with lengths, masses and times times 1e-6 to 1e6, turned and moved at random. A threshold that
has no scale, or one of mixed units, decides otherwise in some of these views. docs/design.md names the table of all thresholds."""
import os
import re
import unittest
import warnings

import numpy as np

import fsolve
from composites import Seen
from run import RELEASE
from structures import orthogonal, stiffness_units
from view import ACCELERATION, BENDING, FORCE, INERTIA, INERTIA_PER_LENGTH, LENGTH, MASS, MASS_PER_LENGTH, MASS_PER_TIME, MOMENT, RATE, TENSION, TIME, VELOCITY, number, numbers

VIEWS = 12 if RELEASE else 3
SECTION = {"ea": (2e6, FORCE), "gay": (8e5, FORCE), "gaz": (8e5, FORCE), "gj": (300, BENDING), "eiy": (400, BENDING), "eiz": (500, BENDING), "mass_per_length": (3, MASS_PER_LENGTH)}


def beam(v, name, direction=(0, 1, 0), inertia=True, **keys):
    """Options of a part of beams by numbers."""
    values = {k: v.scalar(x, dims) for k, (x, dims) in SECTION.items()}
    if inertia:
        values["inertia"] = numbers(np.array([4e-3, 2e-3, 2e-3, 0, 0, 0]) * v.unit(INERTIA_PER_LENGTH))
    return {f"part_{name}_{k}": text for k, text in {"set": name, "element": "beam", "direction": v.vector(direction), **values, **keys}.items()}


def frame(v, points, members, n=2, **keys):
    """Options of a frame, all of whose members are beams of one section; keys are further options."""
    found = {"mesh": "frame", "points": ",".join(points), "members": ",".join(members), "members_n": n, "parts": ",".join(members)}
    for name, x in points.items():
        found["point_" + name] = numbers(v.position(x))
    for name, ends in members.items():
        found["member_" + name] = ends
        found.update(beam(v, name))
    return {**found, **keys}


def cantilever(v, **keys):
    return frame(v, {"a": (0, 0, 0), "b": (0.3, 0.1, 2)}, {"m": "a,b"}, supports="a", probes="b", **keys)


def force(v, name, F, **keys):
    return {f"load_{name}_force": v.vector(F, FORCE), **keys}


# -- models: of a view and x ------------------------------------------------------------------------------------------------------------------


def balanced(v, x):
    """A beam that floats under two forces that are opposite up to x."""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 2)}, {"m": "a,b"}, analysis="static", hold_rigid=True, loads="a,b,c", load_c_set="b",
                 **force(v, "a", (30, 0, -50)), **force(v, "b", np.array((-30, 0, 50)) * (1 + x)), load_c_moment=v.vector((0, 60, 0), MOMENT, axial=True))


def weak_spring(v, x):
    """A floating beam with a spring to ground of x of its stiffness: none, if it is weak enough for hold_rigid to hold the motion."""
    case = frame(v, {"a": (0, 0, 0), "b": (0, 0, 2), "c": (0, 0, -1)}, {"m": "a,b"}, analysis="static", hold_rigid=True, loads="b", links="s", link_s="c,a", supports="c", support_c_fix="xyz",
                 part_s_element="spring", part_s_set="s", part_s_stiffness=v.scalar(x * 2e6, TENSION), part_s_direction=v.vector((0, 0, 1)), linearize=True, **force(v, "b", (0, 0, 10)))
    case["parts"] += ",s"
    return case


def unbalanced(v, x):
    """Modes of a clamped beam in which an initial strain is not balanced."""
    return cantilever(v, analysis="modes", modes=2, part_m_initial_strain=number(x))


def offset_at_rest(v, x):
    """Modes of a frame with a rigid zone at a node that is turned; x: initial strain."""
    return frame(v, {"a": (0, 0, 0), "b": (0.3, 0.1, 2), "c": (1.7, 0.2, 2.1)}, {"m": "a,b", "g": "b,c"}, supports="a,c", analysis="modes", modes=2, member_g_rigid=numbers(np.array([0.1, 0.15]) * v.unit(LENGTH)),
                 part_m_initial_strain=number(x))


def proportional(v, x):
    """A column under a load with a part that grows with t^2."""
    return cantilever(v, analysis="buckling", buckling=1, buckling_exact=False, loads="b", load_b_time=f"t+{number(x)}*t^2", **force(v, "b", (-15, -5, -100)))


def heated(v, x):
    """A heated column between clamps with a load that is not proportional; forces are round-off of temperature."""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 1), "c": (0, 0, 2)}, {"m": "a,b,c"}, supports="a,c", analysis="buckling", buckling=1, buckling_exact=False, part_m_expansion=1e-5, part_m_temperature=10,
                 loads="b", load_b_time=f"t+{number(x)}*t^2", **force(v, "b", (0, 0, 3)))


def symmetric(v, x):
    d = np.sqrt([2e6, 8e5, 8e5, 300, 400, 500])
    S = np.diag(d**2)
    S[3, 0], S[0, 3] = 0.1 * d[0] * d[3], 0.1 * d[0] * d[3] * (1 + x)
    case = cantilever(v, analysis="static", loads="b", linearize=True, part_m_stiffness=numbers(S * stiffness_units(v)), **force(v, "b", (1, 2, 3)))
    return {k: text for k, text in case.items() if k not in [f"part_m_{name}" for name in SECTION if name != "mass_per_length"]}


def perpendicular(v, x):
    return frame(v, {"a": (0, 0, 0), "b": (0.3, 0.1, 2), "c": (1, 0.2, 2)}, {"m": "a,b", "n": "b,c"}, analysis="static", loads="c", linearize=True, support_a_fix="xy", support_a_axes=v.vector((1, 0, 0)) + "," + v.vector((x, 1, 0)), support_a_fix_rotation="all", supports="a,b", support_b_fix="xyz", support_b_fix_rotation="none", **force(v, "c", (1, 2, 3)))


def parallel(v, x):
    axis = np.array([0.3, 0.1, 2]) / np.linalg.norm([0.3, 0.1, 2])
    return cantilever(v, analysis="static", loads="b", linearize=True, part_m_direction=v.vector(axis + x * np.array([1, 0, -0.15])), **force(v, "b", (1, 2, 3)))


def inertia(v, x):
    """A body whose inertia about one axis is negative."""
    J = np.diag([0.1, 0.2, -0.2 * x])
    return {"mesh": "frame", "points": "p", "point_p": numbers(v.position((1, 0, 0))), "parts": "p", "part_p_element": "body", "part_p_mass": v.scalar(1, MASS), "part_p_inertia": v.tensor(J, INERTIA),
            "gravity": v.vector((0, 0, -9), ACCELERATION), "dt": v.scalar(0.01, TIME), "t_end": v.scalar(0.02, TIME), "integrator": "bathe"}


def assembled(v, x):
    """A pendulum whose pin is x of the model's size away from its hole."""
    points = {"g": (0, 0, 0), "h": (0, 0, 0), "b": (0, 0.3, -1)}
    case = frame(v, points, {"m": "h,b"}, links="pin", link_pin="g,h", supports="g", joints="pin", joint_pin_type="revolute", joint_pin_axis=v.vector((1, 0, 0), axial=True),
                 joint_pin_point=numbers(v.position((0, 0, 0))), joint_pin_second_point=numbers(v.position((0, 1.1 * x, 0))), gravity=v.vector((0, 0, -9), ACCELERATION), dt=v.scalar(0.01, TIME), t_end=v.scalar(0.02, TIME), integrator="bathe")
    return case


def equation(v, x):
    """Two ends of beams that a constraint joins, with an initial misfit."""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1, 0, 0), "d": (1, 0, 2)}, {"m": "a,b", "n": "c,d"}, analysis="static", linearize=False, supports="a,c", loads="b", ties="e", tie_e_type="equation",
                 tie_e_of="b.x,d.x", tie_e_coefficients="1,-1", tie_e_value=v.scalar(x * 2.2, LENGTH), **force(v, "b", (5, 1, 0)))


def on_plane(v, x):
    """A load at the nodes in a plane that lies x of the diagonal away from the end."""
    normal = np.array([0.3, 0.1, 2]) / np.linalg.norm([0.3, 0.1, 2])
    at = np.array([0.3, 0.1, 2]) + x * 2 * normal
    return cantilever(v, analysis="static", linearize=True, loads="p", load_p_plane=numbers(v.position(at)) + "," + v.vector(normal), **force(v, "p", (1, 2, 3)))


def spread(v, x):
    """A distributed tie of three nodes that lie on a line up to x."""
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1, 0, 0), "d": (1, 0, 2), "e": (2, 0, 0), "f": (2, 2 * x, 2), "k": (1, 0, 2.5)}
    case = frame(v, points, {"m": "a,b", "n": "c,d", "o": "e,f"}, analysis="static", linearize=True, supports="a,c,e", loads="k", ties="t", tie_t_type="distributed",
                 tie_t_set="b,d,f", tie_t_master="k", part_k_element="body", part_k_set="k", part_k_mass=0, part_k_inertia="0,0,0,0,0,0", **force(v, "k", (5, 1, 2)))
    case["parts"] += ",k"
    return case


def jump(v, x):
    """A driver whose motion jumps by x."""
    points = {"g": (0, 0, 0), "h": (0, 0, 0), "b": (0, 0.3, -1)}
    return frame(v, points, {"m": "h,b"}, links="pin", link_pin="g,h", supports="g", joints="pin", joint_pin_type="revolute", joint_pin_axis=v.vector((1, 0, 0), axial=True), joint_pin_angle=f"t<{v.scalar(0.015, TIME)} ? 0 : {number(x)}",
                 gravity=v.vector((0, 0, -9), ACCELERATION), dt=v.scalar(0.01, TIME), t_end=v.scalar(0.04, TIME), integrator="bathe")


def jammed(v, x):
    """A beam that is held at both ends against all motions, or at one end not against rotation about x and displacements across (a mechanism)."""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 2)}, {"m": "a,b"}, analysis="static", linearize=True, supports="a", support_a_fix="all" if x else "xyz", support_a_fix_rotation="all" if x else "none",
                 loads="b", **force(v, "b", (1, 2, 3)))


def hanging(v, x):
    """A chain of two beams with a hinge of x N m/rad under a load across: a mechanism without a spring."""
    spring = f"={v.scalar(x, MOMENT)}" if x else ""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 1), "c": (0, 0, 2)}, {"m": "a,b", "n": "b,c"}, analysis="static", linearize=True, supports="a", member_n_release=f"start:ry{spring},rz{spring}",
                 loads="c", **force(v, "c", (1, 2, 3)))


def idle(v, x):
    """A hinge of a plane linkage whose points are x of the model's size apart along the normal, which no dof can correct."""
    v = Seen(units=v.units)
    case = frame(v, {"g": (0, 0, 0), "h": (0, 0, 0), "b": (0.3, 0, -1)}, {"m": "h,b"}, directions="xz", links="pin", link_pin="g,h", supports="g", joints="pin", joint_pin_type="revolute",
                 joint_pin_point=numbers(v.position((0, 0, 0))), joint_pin_second_point=numbers(v.position((0, 1.04 * x, 0))), gravity=v.vector((0, 0, -9), ACCELERATION), dt=v.scalar(0.01, TIME),
                 t_end=v.scalar(0.02, TIME), integrator="bathe")
    return case


def bar(v, **keys):
    """A bar whose end moves along it: EA/L = 100 N/m and a mass of 1 kg, which has 10 rad/s."""
    case = {"mesh": "frame", "points": "a,b", "point_a": numbers(v.position((0, 0, 0))), "point_b": numbers(v.position((1, 0, 0))), "members": "m", "member_m": "a,b", "members_n": 1, "parts": "m,b", "supports": "a,b",
            "support_b_fix": "xy", "support_b_axes": v.vector((0, 1, 0)) + "," + v.vector((0, 0, 1)), "probes": "b", "loads": "b",
            "part_m_element": "truss", "part_m_ea": v.scalar(100, FORCE), "part_m_mass_per_length": 0, "part_b_element": "mass", "part_b_mass": v.scalar(1, MASS), **force(v, "b", (1, 0, 0))}
    return {**case, **keys}


def in_time(v, dt, t_end, **keys):
    return {"dt": v.scalar(dt, TIME), "t_end": v.scalar(t_end, TIME), **keys}


def explicit(v, x):
    """Central differences with a step of x of the stable one, which is 2/omega."""
    return bar(v, linearize=True, **in_time(v, 0.2 * x, 1, integrator="central_difference"))


def explicit_nonlinear(v, x):
    return bar(v, load_b_force=v.vector((1e-3, 0, 0), FORCE), **in_time(v, 0.2 * x, 1, integrator="central_difference"))


def resolved(v, x):
    """Steps of x of the time."""
    return bar(v, linearize=True, t_start=v.scalar(1, TIME), dt=v.scalar(x, TIME), t_end=v.scalar(1 + 4 * x, TIME))


def longest(v, x):
    """The longest step is x of the first one."""
    return bar(v, linearize=True, **in_time(v, 0.01, 0.1, adapt=True, dt_max=v.scalar(0.01 * x, TIME), integrator="bathe"))


def resonance(v, x):
    """A response at x above the natural frequency, without damping."""
    return bar(v, analysis="response", load_b_harmonic="1,0", linearize=True, response_frequencies=v.scalar(10 / (2 * np.pi) * (1 + x), RATE))


def floating(v, x):
    """A response of a floating beam at x of its frequency."""
    return frame(v, {"a": (0, 0, 0), "b": (0.3, 0.1, 2)}, {"m": "a,b"}, analysis="response", loads="b", load_b_harmonic="1,0", response_frequencies=v.scalar(x * 30, RATE), **force(v, "b", (1, 2, 3)))


def turned_pin(v, x):
    """A pendulum on a hinge in a beam whose initial rotation about an axis across the hinge is x."""
    case = assembled(v, 0)
    return {**case, "initials": "h", **{f"initial_h_rotation_{c}": number(w) for c, w in zip("xyz", v.turned((0, x, 0), axial=True))}}


def said_twice(v, x):
    """Two equations of one displacement, whose values differ by x of the model's size."""
    return {**cantilever(v, analysis="static", linearize=False, loads="b", **force(v, "b", (5, 1, 0))), "ties": "e,f", "tie_e_type": "equation", "tie_e_of": "b.x", "tie_e_coefficients": "1", "tie_e_value": "0",
            "tie_f_type": "equation", "tie_f_of": "b.x", "tie_f_coefficients": "2", "tie_f_value": v.scalar(2 * x * 2, LENGTH)}


def nothing_buckles(v, x):
    """Buckling under a load of x N."""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 2)}, {"m": "a,b"}, n=4, supports="a", analysis="buckling", buckling=1, buckling_exact=False, loads="b", **force(v, "b", (0, 0, -x)))


def slid(v, x):
    """A bead that is x of the model's size away from its rod."""
    case = frame(v, {"a": (0, 0, 0), "b": (0, 0, 2), "k": (0, 2 * x, 0.7)}, {"m": "a,b"}, supports="a,b", sliders="w", slider_w_set="k", slider_w_along="m", part_k_element="mass", part_k_set="k", part_k_mass=v.scalar(1, MASS),
                 gravity=v.vector((0, 1, -3), ACCELERATION), **in_time(v, 0.01, 0.02, integrator="bathe"))
    case["parts"] += ",k"
    return case


def hht(v, x):
    return bar(v, linearize=True, **in_time(v, 0.01, 0.02, integrator="hht", hht_alpha=number(x)))


def exploding(v, x):
    """Central differences with x times the stable step, by -allow_unstable."""
    return bar(v, linearize=True, **in_time(v, 0.2 * x, 400, integrator="central_difference", allow_unstable=True))


def driver_speed(v, x):
    """A driver that starts with the speed x from rest."""
    case = jump(v, 0)
    return {**case, "joint_pin_angle": f"{v.scalar(x, RATE)}*t"}


def moved_support(v, x):
    """A support that jumps by x of the model's size."""
    T = v.scalar(0.015, TIME)
    return frame(v, {"a": (0, 0, 0), "b": (0.3, 0.1, 2)}, {"m": "a,b"}, supports="a", support_a_fix_rotation="all", **in_time(v, 0.01, 0.04, integrator="bathe"),
                 **{f"support_a_motion_{c}": f"t<{T} ? 0 : {number(u)}" for c, u in zip("xyz", v.turned((2 * x, 0, 0)) * v.unit(LENGTH))})


def start_velocity(v, x):
    """A pendulum whose pin moves with x of the speed of its end."""
    return {**assembled(v, 0), "initials": "h,b", **{f"initial_h_velocity_{c}": number(w) for c, w in zip("xyz", v.turned((0, x, 0)) * v.unit(VELOCITY))},
            **{f"initial_b_velocity_{c}": number(w) for c, w in zip("xyz", v.turned((0, 1, 0.3)) * v.unit(VELOCITY))}}


def soft_hinge(v, x):
    """A hinge with a spring of x of the bending stiffness, under a load across that is as small."""
    return {**hanging(v, 400 * x), **force(v, "c", 4 * x * np.array((1, 2, 3)))}


def grows(v, x):
    """A scheme that gains energy from gamma below 1/2."""
    return {**assembled(v, 0), **in_time(v, 0.01, 1, integrator="newmark", newmark_gamma=number(x), newmark_beta=0.25)}


def followed(v, x, **keys):
    """A column under a follower load of x of its critical load, which makes the stiffness unsymmetric."""
    case = cantilever(v, loads="b", load_b_follower=True, **force(v, "b", np.array((-0.3, -0.1, -2)) * 100 * x))
    return {**case, **keys}


def cholesky(v, x):
    """A column under a follower load of x of its critical load, by factors that take the stiffness for symmetric."""
    return followed(v, x, analysis="static", pc_type="cholesky")


def twisted(v, x, **keys):
    """A response at x above the frequency of a body that turns on a rod without mass: GJ/L = 100 N m and 1 kg m2, which have 10 rad/s. Its other motions are far from resonance."""
    keys = {"part_m_gj": v.scalar(200, BENDING), "part_m_mass_per_length": 0, "part_b_element": "body", "part_b_set": "b", "part_b_mass": v.scalar(3, MASS), "part_b_inertia": v.tensor(np.diag([2, 3, 1]), INERTIA),
            "load_b_harmonic": "1,0", "load_c_set": "b", "load_c_harmonic": "1,0", "load_c_moment": v.vector((1, 2, 3), MOMENT, axial=True), "response_frequencies": v.scalar(10 / (2 * np.pi) * (1 + x), RATE), **keys}
    case = frame(v, {"a": (0, 0, 0), "b": (0, 0, 2)}, {"m": "a,b"}, n=1, supports="a", analysis="response", linearize=True, loads="b,c", **force(v, "b", (1, 2, 3)))
    del case["part_m_inertia"]
    return {**case, **keys, "parts": "m,b"}


def iterated(v, x):
    """A cantilever under a force, by conjugate gradients, or by their preconditioner alone."""
    return cantilever(v, analysis="static", linearize=True, loads="b", ksp_type="cg" if x else "preonly", pc_type="jacobi", **force(v, "b", (1, 2, 3)))


# name: model, x that is accepted, x that is refused, words of the message
ROWS = {
    "points of a plane hinge": (idle, 1e-7, 1e-5, "fit"),
    "loads balance": (balanced, 1e-8, 1e-3, "balance"),
    "a weak spring holds nothing": (weak_spring, 1e-5, 1e-12, "balance|-hold_rigid holds rigid motions of the whole model alone"),
    "initial equilibrium": (unbalanced, 0, 1e-6, "not in equilibrium"),
    "initial equilibrium with rigid zones": (offset_at_rest, 0, 1e-6, "not in equilibrium"),
    "loads grow in proportion": (proportional, 1e-9, 1, "proportion"),
    "loads beside temperatures grow in proportion": (heated, 0, 1, "proportion"),
    "stiffness of a section is symmetric": (symmetric, 1e-14, 1e-9, "symmetric"),
    "axes of a support are perpendicular": (perpendicular, 1e-8, 1e-3, "perpendicular"),
    "direction along the beam": (parallel, 1e-2, 1e-8, "direction"),
    "inertia of a body": (inertia, -1e-3, 1e-3, "inertia"),
    "pins fit": (assembled, 1e-8, 1e-3, "assembl"),
    "equations hold": (equation, 1e-8, 1e-3, "equation|assembl"),
    "nodes in a plane": (on_plane, 1e-10, 1e-5, "no node|node"),
    "nodes of a distributed tie": (spread, 1e-2, 1e-12, "line"),
    "drivers do not jump": (jump, 0, 0.1, "jump"),
    "supports hold": (jammed, 1, 0, "mechanism|singular"),
    "hinges hold": (hanging, 50, 0, "mechanism|singular"),
    "stable step": (explicit, 1 - 1e-4, 1 + 1e-7, "stable step"),
    "stable step of a nonlinear model": (explicit_nonlinear, 1 - 1e-2, 1 + 1e-2, "stable step"),
    "steps are resolved": (resolved, 1e-10, 1e-16, "resolution"),
    "longest step is not below the first": (longest, 1 - 1e-12, 1 - 1e-3, "dt_max"),
    "resonance without damping": (resonance, 1e-6, 0, "resonance"),
    "resonance in torsion": (twisted, 1e-6, 0, "resonance"),
    "iterations solve": (iterated, 1, 0, "does not solve"),
    "a floating model at 0 Hz": (floating, 1e-2, 0, "resonance|floating|0 Hz"),
    "velocities fit the pins": (start_velocity, 1e-12, 1e-3, "velocities"),
    "rotations fit the pins": (turned_pin, 1e-9, 1e-2, "positions|fit|assembl"),
    "equations agree": (said_twice, 1e-9, 1e-3, "."),
    "loads buckle": (nothing_buckles, 1e-3, 0, "."),
    "soft hinges": (soft_hinge, 1e-6, 1e-18, "mechanism|singular"),
    "beads are on their rods": (slid, 1e-9, 1e-2, "."),
    "alpha of hht": (hht, -0.333333333333, -0.3334, "hht_alpha"),
    "unstable steps explode": (exploding, 0.99, 1.5, "grows|singular"),
    "drivers start as the model does": (driver_speed, 0, 0.1, "."),
    "supports do not jump": (moved_support, 0, 1e-3, "jump"),
    "Cholesky factors of follower loads": (cholesky, 0, 0.3, "does not solve"),
    "schemes that grow": (grows, 0.5, 0.5 - 1e-3, "stable step|grows"),
}


# -- counts: models that are accepted, and a number that must not change ---------------------------------------------------------------------


def rigid_of_free(v):
    return frame(v, {"a": (0, 0, 0), "b": (0.3, 0.1, 2)}, {"m": "a,b"}, analysis="modes", modes=8)


def upright(v):
    case = cantilever(v, analysis="modes", modes=4)
    return {k: text for k, text in case.items() if k != "part_m_inertia"}


def hinged(v):
    """Two beams and a hinge between them with one free rotation."""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 1), "c": (0, 0.2, 2)}, {"m": "a,b", "n": "b,c"}, supports="a", analysis="modes", modes=3, member_n_release="start:ry")


def column(v):
    """Above its two critical loads."""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 2)}, {"m": "a,b"}, n=4, supports="a", analysis="static", static_stable=False, loads="b", **force(v, "b", (0, 0, -1000)))


def bends(v):
    """The column just above its first critical load, whose stable equilibria are bent."""
    return {**column(v), "static_stable": True, "probes": "b", **force(v, "b", (0, 0, -260))}


def buckles(v):
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 2)}, {"m": "a,b"}, n=4, supports="a", analysis="buckling", buckling=2, loads="b", **force(v, "b", (0, 0, -100)))


def tied_twice(v):
    """Two columns whose heads are joined by two equal ties: six constraints follow from the others."""
    case = frame(v, {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1, 0.3, 0), "d": (1, 0.2, 2)}, {"m": "a,b", "n": "c,d"}, analysis="static", supports="a,c", loads="b", ties="r,s", **force(v, "b", (5, 1, 0)))
    for name in "rs":
        case.update({f"tie_{name}_type": "rigid", f"tie_{name}_set": "b,d", f"tie_{name}_master": "b"})
    return case


def snaps(v):
    """Two bars that snap through: one limit point."""
    points = {"a": (-1, 0, 0), "b": (0, 0, 0.2), "c": (1, 0, 0)}
    case = {"mesh": "frame", "points": "a,b,c", "members": "m,n", "member_m": "a,b", "member_n": "b,c", "members_n": 1, "parts": "m,n", "supports": "a,c,b", "support_b_normal": v.vector((0, 1, 0)),
            "loads": "b", **force(v, "b", (0, 0, -20)), "analysis": "path", "path_steps": 30}
    for name, x in points.items():
        case["point_" + name] = numbers(v.position(x))
    for name in "mn":
        case.update({f"part_{name}_element": "truss", f"part_{name}_ea": v.scalar(1e4, FORCE), f"part_{name}_mass_per_length": 0})
    return case


def carried(v):
    """A rod whose foot moves with a velocity that is integrated."""
    T = v.scalar(1, TIME)
    keys = {f"support_a_velocity_{c}": f"({number(x)})*(exp(sin(40*t/{T}))-1)*abs(sin(9*t/{T}))" for c, x in zip("xyz", v.turned((0.1, -0.2, 0.3)) * v.unit(VELOCITY))}
    return frame(v, {"a": (0, 0, 0), "b": (0.3, 0.1, 2)}, {"m": "a,b"}, supports="a", linearize=True, dt=v.scalar(0.1, TIME), t_end=v.scalar(1, TIME), integrator="bathe", probes="a", support_a_fix_rotation="all", **keys)


def loose(v):
    """A body that nothing holds: no stiffness at all."""
    return {"mesh": "frame", "points": "p", "point_p": numbers(v.position((1, 0, 0))), "parts": "p", "part_p_element": "body", "part_p_mass": v.scalar(1, MASS), "part_p_inertia": v.tensor(np.diag([0.1, 0.2, 0.25]), INERTIA),
            "analysis": "modes", "modes": 6}


def two_bodies(v):
    """Two masses on a spring: five motions of the six are free."""
    case = {"mesh": "frame", "points": "a,b", "point_a": numbers(v.position((0, 0, 0))), "point_b": numbers(v.position((1, 0, 0))), "members": "m", "member_m": "a,b", "members_n": 1, "parts": "m,a,b",
            "part_m_element": "truss", "part_m_ea": v.scalar(100, FORCE), "part_m_mass_per_length": 0, "analysis": "modes", "modes": 6}
    for name in "ab":
        case.update({f"part_{name}_element": "mass", f"part_{name}_mass": v.scalar(1, MASS)})
    return case


def adaptive(v):
    """A pendulum of beams, whose steps are chosen by their errors."""
    return {**assembled(v, 0), **in_time(v, 0.01, 0.5, integrator="esdirk43_6l", adapt=True, adapt_rtol=1e-5)}


def bent(v):
    """A cantilever whose end turns far, by Newton's method."""
    return cantilever(v, analysis="static", dt=0.25, t_end=1, loads="b", **force(v, "b", (200, 100, 0)))


def near_critical(v, x):
    """The column of buckles under x of its critical load, from either side."""
    factor = FACTOR.setdefault("column", run(buckles(Seen()), lambda case: np.min(case["/buckling/factor"]))[1])
    return {**column(v), **force(v, "b", (0, 0, -100 * factor * x))}


FACTOR = {}


def branches(v):
    """The path of a column in the plane, with one bifurcation."""
    return {**column(v), "analysis": "path", "path_steps": 12, "directions": "all", **force(v, "b", (0, 0, -400))}


def stop(v):
    """A pendulum that falls onto a stop."""
    case = assembled(v, 0)
    return {**case, "joint_pin_angle_lower": -0.05, "joint_pin_angle_upper": 0.05, "joint_pin_angle_stop_stiffness": v.scalar(1e3, MOMENT), **in_time(v, 0.01, 0.5, integrator="esdirk43_6l")}


def rubbed(v):
    """A pendulum that friction of its pin brings to rest: steps end where the pin slides and sticks."""
    return {**assembled(v, 0), "joint_pin_angle_friction": 1.5, "joint_pin_angle_friction_radius": v.scalar(0.1, LENGTH), **in_time(v, 0.02, 0.6, integrator="esdirk43_6l")}


def located(case, v):
    """The number of events that steps were divided at, and the angle of the pin."""
    return [re.search(r"\d+ events? located", "".join(case.lines))[0], np.round(case["pin/angle"], 6).tolist()]


def stepped(v):
    """Steps whose number fits into the interval up to round-off, with an offset of time."""
    return bar(v, t_start=v.scalar(0.7, TIME), **in_time(v, 0.1, 1.4, integrator="bathe"))


def damped(v):
    """A cantilever whose material is damped: decays of its modes."""
    return cantilever(v, analysis="modes", modes=3, modes_damped=True, part_m_damping=v.scalar(1e-3, TIME))


def on_damper(v):
    """A mass on a damper, and nothing elastic: it decays by 1e-3 1/s in a unit of time in which that is 1e-9 or 1e3."""
    return {"mesh": "frame", "points": "p", "point_p": numbers(v.position((1, 0, 0))), "parts": "p,d", "part_p_element": "mass", "part_p_mass": v.scalar(1, MASS), "part_d_element": "damper", "part_d_set": "p",
            "part_d_damping": v.scalar(1e-3, MASS_PER_TIME), "part_d_direction": v.vector((1, 2, 2)), "analysis": "modes", "modes": 4, "modes_damped": True}


def floating_hinge(v, **keys):
    """Two bodies with a hinge between them, which nothing holds: seven motions, and nothing elastic."""
    case = {"mesh": "frame", "points": "h,k", "links": "pin", "link_pin": "h,k", "joints": "pin", "joint_pin_type": "revolute", "joint_pin_axis": v.vector((0, 1, 0.2), axial=True), "parts": "h,k", "analysis": "modes", "modes": 7, **keys}
    for name, m in (("h", 1), ("k", 3)):
        case.update({f"point_{name}": numbers(v.position((0, 0, 0))), f"part_{name}_element": "body", f"part_{name}_mass": v.scalar(m, MASS), f"part_{name}_inertia": v.tensor(m * np.diag([0.1, 0.2, 0.25]), INERTIA),
                     f"part_{name}_center": v.vector((0.3 * m, 0.2, 0.1), LENGTH)})
    return case


def damped_hinge(v):
    return floating_hinge(v, modes=8, modes_damped=True, joint_pin_angle_damping=v.scalar(1e-3, (2, 1, -1)))


def rates(case, v):
    return [float(f"{x:.5g}") for x in case["/modes/growth"] / v.unit(RATE)]


def sprung(v):
    """A round column with four springs across at its top, in the model's own axes: a double bifurcation. Along a spring the branch is unstable, because the energy of springs has terms of fourth order that are
    least between two of them. This is 5e-3 of the stiffness along the branch, and no direction without stiffness."""
    v = Seen(units=v.units)
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1.5, 0, 2), "d": (0, 1.5, 2), "e": (-1.5, 0, 2), "f": (0, -1.5, 2)}
    case = frame(v, points, {"m": "a,b"}, n=4, supports="a,c,d,e,f", analysis="path", path_steps=8, path_switch=1, dt=0.5, links="jc,jd,je,jf", joints="jc,jd,je,jf", loads="b", **force(v, "b", (0, 0, -100)))
    for name in "cdef":
        case.update({f"link_j{name}": f"{name},b", f"joint_j{name}_type": "spring_damper", f"joint_j{name}_displacement_stiffness": v.scalar(0.05, TENSION)})
    return {**case, "part_m_eiz": case["part_m_eiy"]}


def certified(x):
    """Modes under a follower load of x of the critical one: they are counted by inertia if the stiffness is symmetric."""
    return lambda v: followed(v, x, analysis="modes", modes=2, initial_static=True)


def frequencies(case, v):
    return case["/modes/frequency"] / v.unit(RATE)


COUNTS = {
    "rigid motions of a free beam": (rigid_of_free, lambda case, v: np.sum(case["/modes/rigid"]), 6),
    "no rigid motions of an upright beam without rotary inertia": (upright, lambda case, v: np.sum(case["/modes/rigid"]), 0),
    "one mechanism of a hinge": (hinged, lambda case, v: np.sum(case["/modes/rigid"]), 1),
    "two negative eigenvalues of a column": (column, lambda case, v: case["/history/stability_index"][-1], 2),
    "stable equilibrium of a column": (bends, lambda case, v: round(float(np.linalg.norm(case["b/displacement"][-1])) / v.unit(LENGTH), 4), 0.8118),
    "factors of a column": (buckles, lambda case, v: np.round(np.sort(np.abs(case["/buckling/factor"])), 5).tolist(), None),
    "dropped constraints of a tie": (tied_twice, lambda case, v: [line.split(":")[0] for line in case.lines if "follow" in line or "redundant" in line], None),
    "limit points": (snaps, lambda case, v: [len(case["/path/critical/limit"]), round(float(case["/path/critical/load_factor"][0]), 5)], None),
    "way of a support that has a velocity": (carried, lambda case, v: [float(f"{x:.10g}") for x in v.back(case["a/displacement"][-1:], LENGTH)[0]], None),
    "frequencies of a free beam": (rigid_of_free, lambda case, v: np.round(frequencies(case, v)[6:] / frequencies(case, v)[6], 6).tolist(), None),
    "rigid motions of a loose body": (loose, lambda case, v: [int(np.sum(case["/modes/rigid"])), float(np.max(np.abs(case["/modes/frequency"])))], [6, 0]),
    "rigid motions of two masses on a spring": (two_bodies, lambda case, v: int(np.sum(case["/modes/rigid"])), 5),
    "steps by errors": (adaptive, lambda case, v: np.round(np.diff(case["/history/time"])[:10] / v.unit(TIME), 5).tolist(), None),
    "iterations of Newton's method": (bent, lambda case, v: case["/history/solver/newton"].tolist(), None),
    "stable below the critical load": (lambda v: near_critical(v, 1 - 1e-3), lambda case, v: int(case["/history/stability_index"][-1]), 0),
    "unstable above the critical load": (lambda v: near_critical(v, 1 + 1e-3), lambda case, v: int(case["/history/stability_index"][-1]), 1),
    "bifurcations of a column": (branches, lambda case, v: [case["/path/critical/limit"].tolist(), np.round(case["/path/critical/load_factor"], 5).tolist()], None),
    "contact with a stop": (stop, located, None),
    "rest by friction": (rubbed, located, None),
    "steps to the end": (stepped, lambda case, v: len(case["/history/time"]) - 1, 7),
    "decays of modes": (damped, lambda case, v: np.round(case["/modes/damping"], 7).tolist(), None),
    "decay of a mass on a damper alone": (on_damper, rates, [0, 0, 0, -1e-3]),
    "rigid motions of two bodies with a hinge": (floating_hinge, lambda case, v: [int(np.sum(case["/modes/rigid"])), float(np.max(np.abs(case["/modes/frequency"])))], [7, 0]),
    "decay of two bodies with a damped hinge": (damped_hinge, lambda case, v: [int(np.sum(case["/modes/rigid"])), *rates(case, v)], None),
    "a soft direction is not neutral": (sprung, lambda case, v: [case["/path/critical/multiplicity"].tolist(), case["/history/stability_index"].tolist()], [[2], [0] * 5 + [1] * 4]),
    "modes of a symmetric stiffness are counted": (certified(0), lambda case, v: "counted by inertia" in "".join(case.lines), True),
    "modes of a follower load are not": (certified(1e-3), lambda case, v: "counted by inertia" in "".join(case.lines), False),
}


def views(seed):
    """Corners of the cube of units, turned and moved."""
    rng = np.random.default_rng([seed, 60])
    for k in range(VIEWS):
        Q = orthogonal(rng)
        yield Seen(Q=Q * np.linalg.det(Q), origin=rng.uniform(-1, 1, 3), units=10.0 ** rng.choice([-6, 0, 6], 3))


def run(keys, look=lambda case: None):
    """The status and the message, or what look finds in the case, whose said are its warnings."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            with fsolve.Case(**keys) as case:
                case.run()
                case.said = [str(warning.message) for warning in said]
                return 0, look(case)
        except fsolve.FsolveError as failure:
            return failure.status, str(failure)


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Guards(unittest.TestCase):
    ROWS, COUNTS = ROWS, COUNTS

    def each(self, name):
        yield Seen()
        yield from views(sum(map(ord, name)))

    def test_accept_and_refuse_in_any_units(self):
        for name, (model, good, bad, words) in self.ROWS.items():
            for v in self.each(name):
                with self.subTest(name, units=v.units.tolist()):
                    status, text = run(model(v, good))
                    self.assertEqual(status, 0, f"x = {good}: {text}")
                    status, text = run(model(v, bad))
                    self.assertIn(status, (2, 3), f"x = {bad} is accepted")
                    self.assertRegex(text, words)

    def test_count_the_same_in_any_units(self):
        for name, (model, count, expected) in self.COUNTS.items():
            for v in self.each(name):
                with self.subTest(name, units=v.units.tolist()):
                    status, found = run(model(v), lambda case, v=v, count=count: count(case, v))
                    self.assertEqual(status, 0, found)
                    expected = found if expected is None else expected
                    self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
