# SPDX-License-Identifier: BSD-2-Clause
"""Guards of places, files, joints, laws and laminates from both sides, in any units, and those that warn. The form of the tables, and what is
done with each row, is that of guards.py; a row of WARNINGS has a number x that is accepted without a word, and one of which a warning speaks."""
import os
import re
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
import guards
from guards import beam, cantilever, followed, force, frame, in_time
from guards_model import CORNERS, FOLDER, bead, falling, linear_static, plate, rate, size, steps, table, way, with_parts
from view import ACCELERATION, DENSITY, FORCE, INERTIA, LENGTH, MASS, MOMENT, RATE, STRESS, TENSION, TIME, VELOCITY, number, numbers

ALONG = np.array([0.3, 0.1, 2])  # of the cantilever of guards.py, whose cells are half as long


def new_file(suffix):
    handle, path = tempfile.mkstemp(suffix, dir=FOLDER.name)
    os.close(handle)
    os.remove(path)
    return path


# -- places and files -------------------------------------------------------------------------------------------------------------------------


def probed(v, x):
    """A probe of the element whose middle is x of half its length away, across the beam."""
    across = np.array([0, 1, -0.05]) / np.hypot(1, 0.05)
    at = 0.75 * ALONG + x * np.linalg.norm(ALONG) / 4 * across
    return {**cantilever(v, **linear_static(v)), "probes": "e", "probe_e_part": "m", "probe_e_point": numbers(v.position(at))}


def meshes(v, x, **keys):
    """Two meshes whose ends are x of the model's size apart."""
    paths = []
    for k, ends in enumerate(((np.zeros(3), ALONG), (ALONG + 4 * x * np.array([1, 0, 0]), 2 * ALONG))):
        paths.append(new_file(".msh"))
        gmsh_file.write(paths[-1], v.position(ends), {"mn"[k]: (1, [(0, 1)]), "ab"[k]: (15, [(k,)])})
    return {"mesh": ",".join(paths), "parts": "m,n", **beam(v, "m"), **beam(v, "n"), "analysis": "static", "linearize": True, **keys}


def joined(v, x):
    """Their ends are x of -mesh_join apart, which is a thousandth of the size."""
    return meshes(v, 1e-3 * x, mesh_join=v.scalar(4e-3, LENGTH), supports="a", **linear_static(v))


def known_state(v, x):
    """Modes about the state of a static run whose load was less by x."""
    path = new_file(".checkpoint")
    case = cantilever(v, loads="b", **force(v, "b", (20, 10, 0)))
    status, text = guards.run({**case, "analysis": "static", "checkpoint": path})
    assert not status, text
    return {**case, **force(v, "b", np.array((20, 10, 0)) * (1 + x)), "analysis": "modes", "modes": 2, "state_from": path}


# -- solutions --------------------------------------------------------------------------------------------------------------------------------


def modal(v, x):
    """Modal damping of a model whose load follows its end, by x of the critical load."""
    return followed(v, x, analysis="modes", modes=2, initial_static=True, damping_modal=0.02)


def bearings(v, x):
    """A shaft in two bearings, the second of which is turned by x."""
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "g": (0, 0, 0), "h": (0, 0, 2)}
    case = {"mesh": "frame", "points": ",".join(points), "links": "p,q", "link_p": "g,a", "link_q": "h,b", "supports": "g,h", "parts": "a,b", "ties": "shaft", "tie_shaft_type": "rigid",
            "tie_shaft_set": "a,b", "tie_shaft_master": "a", "joints": "p,q", **falling(v), **steps(v)}
    case.update({"point_" + name: numbers(v.position(y)) for name, y in points.items()})
    for name, axis, part in (("p", (0, 0, 1), "a"), ("q", (x, 0, 1), "b")):
        case.update({f"joint_{name}_type": "revolute", f"joint_{name}_axis": v.vector(axis, axial=True), f"part_{part}_element": "body", f"part_{part}_mass": v.scalar(2, MASS),
                     f"part_{part}_inertia": v.tensor(np.diag([0.1, 0.2, 0.2]), INERTIA)})
    return case


def heated(v, x):
    """An arc that is heated, with a load that is not proportional, beside a rod that is a million times as stiff."""
    case = frame(v, {"a": (0, 0, 0), "b": (0, 0.1, 2), "d": (1, 0, 0), "e": (1, 0.2, 2)}, {"m": "a,b", "n": "d,e"}, n=4, supports="a,d,e", member_m_through=numbers(v.position((0.3, 0, 1))),
                 part_m_expansion=1e-5, part_m_temperature=20, part_m_temperature_gradient_z=v.scalar(-100, (-1, 0, 0)), analysis="buckling", buckling=1, buckling_exact=False, loads="b",
                 load_b_time=f"t+{number(x)}*t^2", **force(v, "b", (0, 0, -300)))
    return {**case, **{f"part_n_{name}": v.scalar(1e6 * y, dims) for name, (y, dims) in guards.SECTION.items() if name != "mass_per_length"}}


def strained(v, x):
    """A linear model of a cantilever with an initial strain, which nothing balances."""
    return {**cantilever(v, **linear_static(v)), "part_m_initial_strain": number(x)}


def strained_twice(v, x):
    """A linear model of two beams between clamps, whose initial strains differ by x of them."""
    case = frame(v, {"a": (0, 0, 0), "b": (0, 0, 2), "c": (0, 0, 4)}, {"m": "a,b", "n": "b,c"}, supports="a,c", **linear_static(v))
    return {**case, "part_m_initial_strain": "1e-3", "part_n_initial_strain": number(1e-3 * (1 + x))}


# -- mechanisms -------------------------------------------------------------------------------------------------------------------------------


def four_bar(v, x, **keys):
    """A four-bar with a rocker of 1 + x beside a crank of 1, whose driver moves it through its flat position after 0.5 s: a change point if x is 0."""
    a, d, b = np.zeros(3), np.array([3.0, 0, 0]), np.array([np.cos(0.5), np.sin(0.5), 0])
    along = (d - b) / np.linalg.norm(d - b)
    reach = (9 - (1 + x) ** 2 + (d - b) @ (d - b)) / (2 * np.linalg.norm(d - b))
    c = b + reach * along + np.sqrt(9 - reach**2) * np.array([-along[1], along[0], 0])
    points = {"g": a, "k": d, "crank": (a + b) / 2, "coupler": (b + c) / 2, "rocker": (c + d) / 2}
    joints = {"p": ("g,crank", a), "q": ("crank,coupler", b), "r": ("coupler,rocker", c), "s": ("k,rocker", d)}
    case = {"mesh": "frame", "points": ",".join(points), "links": ",".join(joints), "joints": ",".join(joints), "supports": "g,k", "parts": "crank,coupler,rocker", "analysis": "kinematic",
            "joint_p_angle": f"0-t/{v.scalar(1, TIME)}", **in_time(v, 0.07, 0.7)}
    case.update({f"point_{name}": numbers(v.position(y)) for name, y in points.items()})
    for name, (link, place) in joints.items():
        case.update({f"link_{name}": link, f"joint_{name}_type": "revolute", f"joint_{name}_axis": v.vector((0, 0, 1), axial=True), f"joint_{name}_point": numbers(v.position(place))})
    for name in ("crank", "coupler", "rocker"):
        case.update({f"part_{name}_element": "body", f"part_{name}_mass": v.scalar(2, MASS), f"part_{name}_inertia": v.tensor(np.diag([0.2, 0.2, 0.3]), INERTIA)})
    return {**case, **keys}


def branching(v, x):
    return four_bar(v, x, change_points="stop")


def named(case, v):
    """The time that the message of a change point names, and how far the place that it names is from the joint that it names."""
    t, joint, *place = re.search(r"change point at t = (\S+), joint '([pqrs])' at \((.*), (.*), (.*)\): another", "".join(case.lines)).groups()
    at = dict(zip("pqrs", ((0, 0, 0), (np.cos(0.5), np.sin(0.5), 0), (3 + np.cos(0.5), np.sin(0.5), 0), (3, 0, 0))))[joint]
    return [round(float(t) / v.unit(TIME), 3), round(float(np.abs(np.array(place, float) - v.position(at)).max() / v.unit(LENGTH)), 3)]


def rubbed(v, x):
    """A pendulum of elastic beams whose pin rubs, with a rotary inertia of x at the pin: friction changes the reaction by more than itself if the inertia is small (Painleve's paradox)."""
    case = with_parts(guards.assembled(v, 0), parts=",h", part_h_element="body", part_h_mass=0, part_h_inertia=v.tensor(x * np.eye(3), INERTIA))
    return {**case, "joint_pin_angle_friction": 0.8, "joint_pin_angle_friction_radius": v.scalar(0.3, LENGTH), **in_time(v, 0.02, 0.3, integrator="esdirk43_6l")}


ROWS = {
    "friction that accelerations balance": (rubbed, 0.1, 1e-4, "friction .* give nodes rotary inertia"),
    "change points of mechanisms": (branching, 1e-6, 0, "branch"),
    "initial strains of a linear model": (strained, 1e-12, 1e-6, "do not balance"),
    "initial strains that balance": (strained_twice, 1e-8, 1e-3, "do not balance"),
    "a heated arc beside a stiff rod": (heated, 0, 1, "proportion"),
    "elements near a probe": (probed, 1 - 1e-6, 1 + 1e-6, "farther away"),
    "meshes that are joined": (joined, 1 - 1e-6, 1 + 1e-6, "mechanism|singular"),
    "states that are equilibria": (known_state, 1e-6, 0.17, "not in equilibrium"),
    "modes that are damped are orthogonal": (modal, 0, 1e-3, "not symmetric"),
    "bearings are in line or not": (bearings, 1e-13, 1e-8, "nearly hold"),
}


# -- warnings ---------------------------------------------------------------------------------------------------------------------------------


def coincident(v, x):
    return meshes(v, x, supports="a,b")


def flat_body(v, x):
    """The largest moment of inertia of a body is x more than the sum of the others."""
    return {**guards.inertia(v, 0), "part_p_inertia": v.tensor(np.diag([0.1, 0.2, 0.3 * (1 + x)]), INERTIA)}


def gains(v, x):
    """A mass falls onto a floor, with such a stiffness that the steps are x of the stable ones. A second mass, which is fixed, gives the model its size."""
    case = {"mesh": "frame", "points": "a,k", "point_a": numbers(v.position((1, 0, 0))), "point_k": numbers(v.position((0, 0, 1))), "parts": "a,k", "supports": "a", "loads": "k",
            "gravity": v.vector((0, 0, -10), ACCELERATION), **in_time(v, 1e-2, 0.6, integrator="central_difference", allow_unstable=True)}
    for name in "ak":
        case.update({f"part_{name}_element": "mass", f"part_{name}_mass": v.scalar(1, MASS)})
    normal, floor, stiffness = v.turned((0, 0, 1)), v.scalar(-1, LENGTH), v.scalar((2 * x / 1e-2) ** 2, TENSION)
    depth = "+".join(f"({number(n)})*u{c}" for c, n in zip("xyz", normal))
    case.update({f"load_k_law_{c}": f"({depth})<({floor}) ? ({number(n)})*{stiffness}*({floor}-({depth})) : 0" for c, n in zip("xyz", normal)})
    return case


def bed(v, x):
    """A bed with a gap of 2e-4 of the model's size, after half a second, whose stiffness grows by x at a third of the beam."""
    along, across = v.turned(ALONG / (ALONG @ ALONG)), v.turned((0.8, 0.6, -0.15) / np.linalg.norm((0.8, 0.6, -0.15)))
    origin = v.position((0, 0, 0))
    place = "+".join(f"({number(a / v.unit(LENGTH))})*({c}-({number(o)}))" for a, c, o in zip(along, "xyz", origin))
    motion = "+".join(f"({number(n)})*u{c}" for n, c in zip(across, "xyz"))
    stiffness = f"({place}>0.3 ? {number(1 + x)} : 1)*{v.scalar(10, STRESS)}"
    law = {f"load_m_law_{c}": f"t>{v.scalar(0.1, TIME)} && abs({motion})>{v.scalar(4e-4, LENGTH)} ? ({number(-n)})*{stiffness}*({motion}) : 0" for n, c in zip(across, "xyz")}
    return cantilever(v, loads="m", load_m_law_per="length", **law, **in_time(v, 0.1, 1, integrator="bathe"))


SPEED = np.sqrt(guards.SECTION["ea"][0] / guards.SECTION["mass_per_length"][0])  # of waves along the beams of guards.py [m/s]


def hung(v, x):
    """Weights that strain a beam by x, if it hung over the model's length."""
    return cantilever(v, analysis="static", linearize=True, gravity=v.vector(x * SPEED**2 / np.linalg.norm(ALONG) * np.array([0.6, 0, -0.8]), ACCELERATION))


def thrown(v, x):
    """One end of a beam flies away with x of the speed of waves."""
    fast = {f"initial_b_velocity_{c}": number(u) for c, u in zip("xyz", v.turned((x * SPEED, 0, 0)) * v.unit(VELOCITY))}
    return cantilever(v, initials="b", linearize=True, **fast, **in_time(v, 1e-5, 2e-5, integrator="bathe"))


def pulse(v, x):
    """A load that lasts for x steps, whose impulse is seen in whole steps."""
    return cantilever(v, loads="b", linearize=True, load_b_time=f"t>{v.scalar(0.0301, TIME)} && t<{v.scalar(0.0301 + 0.01 * x, TIME)} ? 1 : 0", **force(v, "b", (1, 0, 0)),
                      **in_time(v, 0.01, 0.4, integrator="trapezoidal"))


def plane_hinge(v, x):
    """A hinge whose axis is x beside the plane of a plane model, which has the model's own axes."""
    v = guards.Seen(units=v.units)
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1, 0, 2)}
    return frame(v, points, {"m": "a,b", "n": "b,c"}, supports="a,c", directions="xz", member_n_release="start:rz", part_n_direction=v.vector((0, 1, x)), **{**linear_static(v, "m"), **force(v, "m", (1, 0, 3))})


def loaded(v, x, **keys):
    """A cantilever under x of its Euler load, along its axis."""
    critical = np.pi**2 * guards.SECTION["eiy"][0] / (4 * ALONG @ ALONG)
    return cantilever(v, loads="b", **force(v, "b", -x * critical * ALONG / np.linalg.norm(ALONG)), **{"analysis": "static", "linearize": True, **keys})


def swinging(v, x):
    """A cantilever that swings under a force at its end, with steps of x of its first period."""
    period = 2 * np.pi / 3.516 * (ALONG @ ALONG) * np.sqrt(guards.SECTION["mass_per_length"][0] / guards.SECTION["eiy"][0])
    return cantilever(v, loads="b", linearize=True, **force(v, "b", (0, 1, 0)), **in_time(v, x * period, 20 * x * period, integrator="trapezoidal"))


WARNINGS = {
    "steps resolve the motion": (swinging, 0.08, 0.15, "steps of dt in a period"),
    "hinges in a plane": (plane_hinge, 1e-8, 1e-11, "no effect"),
    "linear loads below the buckling load": (loaded, 0.97, 1.03, "at which the model buckles"),
    "weights fit the stiffness": (hung, 0.29, 0.31, "its weight would strain"),
    "velocities fit the stiffness": (thrown, 0.1, 1, "initial velocities differ"),
    "pulses are resolved": (pulse, 25, 1.5, "the impulse that steps"),
    "laws that jump": (bed, 1e-3, 1, "jumps or has corners"),
    "energy from nothing": (gains, 0.5, 10, "gained"),
    "nodes at one place": (coincident, 1e-6, 1e-10, "coincide"),
    "moments of inertia of a body": (flat_body, 1e-3, 0.1, "principal moments"),
}

# -- counts -----------------------------------------------------------------------------------------------------------------------------------


def laminate(v, thickness, stiff=(1, 1), **keys):
    """A plate of plies of these thicknesses, whose moduli along and across it are stiff times those of the first, which a force in its plane loads."""
    rows = ["ply,thickness,angle,density,young_1,young_2,poisson_12,shear_12,shear_13,shear_23"]
    for k, (h, f) in enumerate(zip(thickness, stiff)):
        moduli = [v.scalar(f * y, STRESS) for y in (2e9, 1e9)] + ["0.3"] + [v.scalar(f * 4e8, STRESS)] * 3
        rows.append(",".join([str(k + 1), v.scalar(h, LENGTH), "0", v.scalar(2e3, DENSITY)] + moduli))
    along = (CORNERS[1] - CORNERS[0]) / np.linalg.norm(CORNERS[1] - CORNERS[0])
    given = {"part_p_plies": table(rows), "part_p_direction": v.vector(along), **force(v, "top_right", 100 * along)}
    return plate(v, **{**dict.fromkeys(("part_p_young", "part_p_poisson", "part_p_thickness", "part_p_density")), **given, **keys})


def coupled(x):
    """Plies of 0.1 to 1 mm that are symmetric up to x of the thickness, and the size of what the plate bends, relative to what it stretches."""
    h = 1e-3 * np.array([0.7, 0.3, 0.1, 0.2, 0.9])
    h = np.concatenate([h, h[::-1]])
    h[0] += x * sum(h)
    f = np.array([1, 3, 2, 5, 4])
    return (lambda v: laminate(v, h, np.concatenate([f, f[::-1]]), probes="top_right"),
            lambda case, v: bool(abs(v.back(case["top_right/displacement"][-1:], LENGTH)[0] @ (-0.1, 0, 1)) > 1e-10 * np.linalg.norm(case["top_right/displacement"][-1]) / v.unit(LENGTH)))


def middle(x):
    """Two plies that meet x of the thickness beside the middle: the stress there, over the mean of both faces."""
    return (lambda v: laminate(v, (1e-2 * (1 + 2 * x), 1e-2 * (1 - 2 * x)), (1, 3), probes="e", probe_e_part="p", probe_e_point=numbers(v.position((0.7, 0.3, 0.07)))),
            lambda case, v: round(float(case["e/stress_middle"][-1][0] / (case["e/stress_top"][-1][0] + case["e/stress_bottom"][-1][0]) * 2), 2))


def folded(half):
    """A plate with a fold: its two halves are at this angle [degrees] to the mean normal. The displacement of a corner says whether they share it, as they do up to -shell_kink.
    Both have the same limit: a shared normal differs by 11, 1.2, 0.6 and 0.3 % with 4, 8, 16 and 32 cells under a force across. The numbers of the table are those of this coarse mesh."""
    c, s = np.cos(2 * np.radians(half)), np.sin(2 * np.radians(half))

    def model(v):
        first, second, along = v.turned((1, 0, 0)), v.turned((c, 0, s)), v.turned((0, 1, 0))
        origin, unit = v.position((0, 0, 0)), v.unit(LENGTH)
        place = [f"({number(o)})+({number(unit * f)})*min(u,1)+({number(unit * g)})*max(u-1,0)+({number(unit * a)})*v" for o, f, g, a in zip(origin, first, second, along)]
        return plate(v, n=(4, 2), mesh_upper="2,1", mesh_map=",".join(place), probes="top_right")

    return model, lambda case, v: round(size(v, case["top_right/displacement"][-1], LENGTH), 6)


def guyed(v):
    """A round column with four springs across at its top, as guards.sprung, in axes of any direction."""
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1.5, 0, 2), "d": (0, 1.5, 2), "e": (-1.5, 0, 2), "f": (0, -1.5, 2)}
    case = frame(v, points, {"m": "a,b"}, n=4, supports="a,c,d,e,f", analysis="path", path_steps=8, path_switch=1, dt=0.5, links="jc,jd,je,jf", joints="jc,jd,je,jf", loads="b", probes="b", **force(v, "b", (0, 0, -100)))
    for name in "cdef":
        case.update({f"link_j{name}": f"{name},b", f"joint_j{name}_type": "spring_damper", f"joint_j{name}_displacement_stiffness": v.scalar(0.05, TENSION)})
    return {**case, "part_m_eiz": case["part_m_eiy"]}


def beside_a_branch(case, v):
    """The angle between the column's bow and the nearest plane of symmetry, along a spring or between two [degrees]; branches are in these planes."""
    x, y, _ = v.back(case["b/displacement"][-1:], LENGTH)[0]
    return [case["/path/critical/multiplicity"].tolist(), round(float(abs((np.degrees(np.arctan2(y, x)) + 22.5) % 45 - 22.5)), 2), bool(np.hypot(x, y) > 1e-2)]


def storey(v, **keys):
    """Three columns and a diaphragm."""
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1, 0.3, 0), "d": (1, 0.2, 2), "e": (0.2, 1.3, 0), "f": (0.1, 1.2, 2)}
    return frame(v, points, {"m": "a,b", "n": "c,d", "o": "e,f"}, supports="a,c,e", ties="t", tie_t_type="diaphragm", tie_t_set="b,d,f", tie_t_axis=v.vector((0, 0, 1)), **keys)


def critical(v):
    return storey(v, analysis="buckling", buckling=2, loads="b,d,f", **{k: x for name in "bdf" for k, x in force(v, name, (0, 0, -100)).items()})


def turned_heads(v):
    """Two columns whose heads are joined twice, under a moment whose axis does not turn with them, so that the stiffness is not symmetric: six rows are dropped, three of them angles."""
    case = {**guards.tied_twice(v), "analysis": "buckling", "buckling": 2, "buckling_exact": False}
    return with_parts({**case, **force(v, "b", (0, 0, -100))}, loads=",b2", load_b2_set="b", load_b2_moment=v.vector((3, 1, 2), MOMENT, axial=True))


def crosses(v):
    """A bead that slides over the border of two cells of a beam, and on."""
    case = frame(v, {"a": (0, 0, 0), "b": (0, 0, 2), "p": (0, 0, 1.2)}, {"m": "a,b"}, supports="m", support_m_fix="all", sliders="ring", slider_ring_set="p", slider_ring_along="m", **falling(v),
                 **in_time(v, 0.02, 0.4, integrator="bathe"))
    return with_parts(case, parts=",p", part_p_element="mass", part_p_mass=v.scalar(2, MASS))


def rubs(v):
    """A body on a spring that friction slows down: it reverses, and sticks at last."""
    return bead(v, gravity=v.vector((9, 0, 0), ACCELERATION), joint_way_displacement_friction=0.02, joint_way_displacement_stiffness=v.scalar(200, TENSION), t_end=v.scalar(1, TIME),
                initials="h", **{f"initial_h_velocity_{c}": number(y) for c, y in zip("xyz", v.turned((0, 0, 0.1)) * v.unit(VELOCITY))})


def by_program(v):
    """A body on a nonlinear spring that a function describes; its derivatives are differences in the user's units."""
    def spring(t, u, _velocity, _place):
        x = np.array(u) / v.unit(LENGTH)
        return v.unit(FORCE) * (-2e3 * x * (1 + 1e4 * x @ x) + 1e3 * v.turned((5, 1, 2)) * t / v.unit(TIME))
    case = {k: text for k, text in guards.bar(v).items() if k != "load_b_force"}
    return {**case, **in_time(v, 0.25, 1, analysis="static"), "load_b_function": spring}


def shaken(v):
    """The response of a cantilever whose clamp moves."""
    case = cantilever(v, analysis="response", linearize=True, response_frequencies=v.scalar(3, RATE), support_a_fix_rotation="all")
    return {**case, **{f"support_a_motion_harmonic_{c}": f"{number(u)},0" for c, u in zip("xyz", v.turned((1e-3, 2e-3, 0)) * v.unit(LENGTH))}}


def spun(v):
    """The response of a cantilever in a frame that turns, and of its clamp."""
    return cantilever(v, analysis="response", spin=v.vector((0.4, 0.3, 2), RATE, axial=True), spin_point=numbers(v.position((0.1, 0.2, 0))), initial_static=True,
                      response_frequencies=v.scalar(3, RATE), loads="b", load_b_harmonic="1,20", **force(v, "b", (1, 2, 3)))


def crank(v):
    """A driver turns the crank of a slider whose rod is a body."""
    pin = np.array((0, 0.5 * np.cos(0.5), 0.5 * np.sin(0.5)))
    end, turn = np.array((0, pin[1] + np.sqrt(2.25 - pin[2] ** 2), 0)), f"t/{v.scalar(1, TIME)}"
    case = {"mesh": "frame", "points": "g,h,k,e", "links": "p,q,r", "link_p": "g,h", "link_q": "h,k", "link_r": "e,k", "supports": "g,e", "joints": "p,q,r", "parts": "h,k", "analysis": "kinematic",
            "joint_p_angle": f"{turn}+({turn})^2", "joint_r_axis": v.vector((0, 1, 0)), "gravity": v.vector((0, 0.5, -9), ACCELERATION), **in_time(v, 0.05, 0.5)}
    for name, x in {"g": (0, 0, 0), "h": (0, 0, 0), "k": pin, "e": end}.items():
        case["point_" + name] = numbers(v.position(x))
    for name, x in {"p": (0, 0, 0), "q": pin, "r": end}.items():
        case.update({f"joint_{name}_type": "point_on_axis" if name == "r" else "revolute", f"joint_{name}_point": numbers(v.position(x))})
    for name in "pq":
        case[f"joint_{name}_axis"] = v.vector((1, 0, 0), axial=True)
    for name, m in (("h", 2), ("k", 3)):
        case.update({f"part_{name}_element": "body", f"part_{name}_mass": v.scalar(m, MASS), f"part_{name}_inertia": v.tensor(m * np.diag([0.1, 0.2, 0.25]), INERTIA)})
    return case


def reactions(case, v):
    """The sizes of the forces and moments of the driven joint."""
    found = case["p/reaction"][1:5]
    return [size(v, row[:3], FORCE) for row in found] + [size(v, row[3:], MOMENT) for row in found]


COUNTS = {
    "response to a moved support": (shaken, lambda case, v: [size(v, case["b/real/displacement"][-1], LENGTH), size(v, case["a/real/reaction"][-1][:3], FORCE)], None),
    "reactions in a rotating frame": (spun, lambda case, v: [float(f"{y:.9g}") for kind in ("real", "imaginary") for y in v.back(case[f"a/{kind}/reaction"][-1:, :3], FORCE)[0]], None),
    "reactions of a driven crank": (crank, reactions, None),
    "symmetric laminates do not bend": (*coupled(0), False),
    "laminates that are not symmetric do": (*coupled(1e-7), True),
    # the mean of plies of 1 and 3 times the stiffness, and the first of them alone
    "plies that meet in the middle": (*middle(1e-12), 0.67),
    "plies that meet beside the middle": (*middle(1e-6), 0.34),
    "the halves of a fold share a normal": (*folded(20 - 1e-6), 0.00333),
    "the halves of a sharper fold do not": (*folded(20 + 1e-6), 0.003864),
    "the change point that a message names": (lambda v: four_bar(v, 0), named, [0.5, 0.0]),
    "branches of a round column with guys": (guyed, beside_a_branch, [[2], 0.0, True]),
    "frequencies of a storey": (lambda v: storey(v, analysis="modes", modes=4), rate, None),
    "critical loads of a storey": (critical, lambda case, v: np.round(np.sort(np.abs(case["/buckling/factor"])), 5).tolist(), None),
    "factors under moments on heads that are joined twice": (turned_heads, lambda case, v: [np.round(np.sort(case["/buckling/factor"]), 5).tolist(), "not conservative" in "".join(case.lines)], None),
    "a bead crosses a border": (crosses, lambda case, v: float(f"{case['ring/displacement'][-1] / v.unit(LENGTH):.8g}"), None),
    "friction reverses": (rubs, way, None),
    "laws that a program gives": (by_program, lambda case, v: size(v, case["b/displacement"][-1], LENGTH), None),
}


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class GuardsOfParts(guards.Guards):
    ROWS, COUNTS = ROWS, COUNTS

    def test_warn_in_any_units(self):
        for name, (model, silent, warned, words) in WARNINGS.items():
            for v in self.each(name):
                with self.subTest(name, units=v.units.tolist()):
                    status, said = guards.run(model(v, silent), lambda case: " ".join(case.said))
                    self.assertEqual(status, 0, said)
                    self.assertNotRegex(said, words)
                    status, said = guards.run(model(v, warned), lambda case: " ".join(case.said))
                    self.assertEqual(status, 0, said)
                    self.assertRegex(said, words)


if __name__ == "__main__":
    unittest.main()
