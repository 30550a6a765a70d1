# SPDX-License-Identifier: BSD-2-Clause
"""Guards of models from both sides, in any units: joints, couplings, ties, sliders, members, sections, shells, places and files. The form of
the tables, and what is done with each row, is that of guards.py."""
import os
import tempfile
import unittest

import numpy as np

import guards
from guards import beam, cantilever, force, frame, frequencies
from structures import stiffness_units
from view import ACCELERATION, DENSITY, FORCE, INERTIA, INERTIA_PER_LENGTH, LENGTH, MASS, MASS_PER_LENGTH, STRESS, TENSION, TIME, VELOCITY, number, numbers

FOLDER = tempfile.TemporaryDirectory()


def with_parts(case, **keys):
    """A case with further parts, or other names of its lists: a value that begins with a comma is added to the list."""
    return {**case, **{k: case[k] + text if k in ("parts", "supports", "loads") and str(text).startswith(",") else text for k, text in keys.items()}}


def steps(v, n=2, dt=0.01):
    return {"dt": v.scalar(dt, TIME), "t_end": v.scalar(n * dt, TIME), "integrator": "bathe"}


def falling(v):
    return {"gravity": v.vector((0, 0, -9), ACCELERATION)}


def linear_static(v, at="b"):
    return {"analysis": "static", "linearize": True, "loads": at, **force(v, at, (1, 2, 3))}


def table(rows):
    """The name of a file with these rows of text."""
    with tempfile.NamedTemporaryFile("w", dir=FOLDER.name, suffix=".csv", delete=False) as file:
        file.write("\n".join(rows) + "\n")
    return file.name


# -- joints -----------------------------------------------------------------------------------------------------------------------------------


def linked(v, b=(0, 0, 2), c=(0, 0, 2), **keys):
    """An upright cantilever from a to b with a joint from b to a fixed point c."""
    return frame(v, {"a": (0, 0, 0), "b": b, "c": c}, {"m": "a,b"}, supports="a,c", links="j", link_j="b,c", joints="j", **keys)


def pendulum(v, **keys):
    points = {"g": (0, 0, 0), "h": (0, 0, 0), "b": (0, 0.3, -1)}
    return frame(v, points, {"m": "h,b"}, links="pin", link_pin="g,h", supports="g", joints="pin",
                 **{"joint_pin_type": "revolute", "joint_pin_axis": v.vector((1, 0, 0), axial=True), **falling(v), **steps(v), **keys})


def bead(v, at=(0, 0, 0.3), **keys):
    """A body that slides along an axis, with a prismatic joint to a fixed point; gravity along the axis."""
    return {"mesh": "frame", "points": "g,h", "point_g": numbers(v.position((0, 0, 0))), "point_h": numbers(v.position(at)), "links": "way", "link_way": "g,h", "supports": "g", "parts": "h", "probes": "h",
            "part_h_element": "body", "part_h_mass": v.scalar(2, MASS), "part_h_inertia": v.tensor(np.diag([0.1, 0.2, 0.2]), INERTIA), "joints": "way", "joint_way_type": "prismatic",
            "joint_way_axis": v.vector((0, 0, 1)), **falling(v), **steps(v), **keys}


def rod(v, x):
    """A rod of x of the model's size."""
    return linked(v, c=(0, 0, 2 * (1 + x)), joint_j_type="distance", **linear_static(v))


def universal(v, x):
    """The axes of a universal joint have the cosine x."""
    return linked(v, joint_j_type="universal", joint_j_axis=v.vector((0, 0, 1), axial=True), joint_j_second_axis=v.vector((1, 0, x), axial=True), **linear_static(v))


def bushing(v, S, **keys):
    """S: stiffness in the axes of the joint, forces before moments."""
    units = v.units[1] * v.units[2] ** -2.0 * np.outer(v.units[0] ** np.repeat([0.0, 1], 3), v.units[0] ** np.repeat([0.0, 1], 3))
    return linked(v, joint_j_type="bushing", joint_j_axis=v.vector((0, 0, 1)), joint_j_second_axis=v.vector((1, 0, 0)), joint_j_stiffness=numbers(S * units), **linear_static(v), **keys)


BUSHING = np.diag([3e4, 2e4, 5e4, 70, 80, 90])


def bushing_symmetric(v, x):
    """Entries that should be 0 differ by x of the mean of both diagonal entries."""
    S = BUSHING.copy()
    S[0, 4] = x * np.sqrt(S[0, 0] * S[4, 4])
    return bushing(v, S)


def bushing_definite(v, x):
    S = BUSHING.copy()
    S[0, 4] = S[4, 0] = (1 + x) * np.sqrt(S[0, 0] * S[4, 4])
    return bushing(v, S)


def initial_angle(v, x):
    """A driver that does not begin at the angle of the mesh."""
    return pendulum(v, joint_pin_angle=f"{number(x)}+(t/{v.scalar(1, TIME)})^2")


def initial_rate(v, x):
    """A driver that begins with a velocity of x of its later one, and a model that rests."""
    T = v.scalar(0.02, TIME)
    return pendulum(v, joint_pin_angle=f"0.02*({number(x)}*t/{T}+(t/{T})^2)")


def initial_position(v, x):
    """A slider driver with a displacement of x of the model's size."""
    return bead(v, joint_way_displacement=f"{v.scalar(0.3 * x, LENGTH)}*(1+(t/{v.scalar(1, TIME)})^2)")


def initial_speed(v, x):
    """A body has a velocity along its way, and one across of x of it."""
    V = np.array([x, 0, 1]) * 0.3
    return bead(v, initials="h", **{f"initial_h_velocity_{c}": number(y) for c, y in zip("xyz", v.turned(V) * v.unit(VELOCITY))})


def jump_of_a_way(v, x):
    T, X = v.scalar(0.015, TIME), v.scalar(0.3 * x, LENGTH)
    return bead(v, joint_way_displacement=f"t<{T} ? 0 : {X}", t_end=v.scalar(0.04, TIME))


def presliding(v, x):
    """Presliding of x of the model's size, which is 0.3."""
    return bead(v, joint_way_displacement_friction_force=v.scalar(5, FORCE), joint_way_displacement_friction_stick=v.scalar(0.3 * x, LENGTH))


def stops(v, x):
    """Stops whose distance is x of the model's size."""
    return bead(v, joint_way_displacement_lower=v.scalar(-0.01, LENGTH), joint_way_displacement_upper=v.scalar(-0.01 + x * 0.3, LENGTH), joint_way_displacement_stop_stiffness=v.scalar(1e4, TENSION))


def geared(v, x, **keys):
    """Two pendulums with a relation of their angles that misses by x."""
    points = {"g": (0, 0, 0), "h": (0, 0, 0), "b": (0, 0.3, -1), "k": (1, 0, 0), "l": (1, 0, 0), "c": (1, 0.2, -0.8)}
    case = frame(v, points, {"m": "h,b", "n": "l,c"}, links="pin,hub", link_pin="g,h", link_hub="k,l", supports="g,k", joints="pin,hub", couplings="gear", coupling_gear_type="gear", coupling_gear_of="pin.angle,hub.angle",
                 coupling_gear_radii=numbers(np.array([0.4, 0.6]) * v.unit(LENGTH)), coupling_gear_offset=number(x), **falling(v), **steps(v))
    for name in ("pin", "hub"):
        case.update({f"joint_{name}_type": "revolute", f"joint_{name}_axis": v.vector((1, 0, 0), axial=True)})
    return {**case, **keys}


# -- members and sections ---------------------------------------------------------------------------------------------------------------------


def arc(v, x):
    """An arc through a point that is x of its length off its line."""
    return cantilever(v, member_m_through=numbers(v.position(np.array([0.15, 0.05, 1]) + x * 2 * np.array([0, 1, -0.05]))), part_m_direction=v.vector((1, 0, -0.15)), **linear_static(v))


def centered(v, x):
    """An arc about a center whose distance from both ends differs by x of the radius."""
    return frame(v, {"a": (1, 0, 0), "b": (0, 0, 1 + x)}, {"m": "a,b"}, supports="a", member_m_center=numbers(v.position((0, 0, 0))), **linear_static(v))


def zones(v, x):
    """Rigid zones that cover x of the member."""
    L = np.linalg.norm([0.3, 0.1, 2]) * v.unit(LENGTH)
    return {**cantilever(v, member_m_rigid=numbers(x * L * np.array([0.4, 0.6])), **linear_static(v, "m")), "supports": "a,b"}


def short_cell(v, x):
    """A member of x of the model's size beside a long one."""
    return frame(v, {"a": (0, 0, 0), "b": (0, 0, 2), "c": (0, 0, 2 * (1 + x))}, {"m": "a,b", "n": "b,c"}, n=1, supports="a", **linear_static(v))


def spinning(v, x):
    """A member that nothing hinders to turn about its axis (x = 1), or that is held at one end (0)."""
    return frame(v, {"a": (0, 0, 0), "b": (0.3, 0.1, 2), "c": (1, 0.2, 2)}, {"m": "a,b", "n": "b,c"}, supports="a,c", member_m_release="both:rx" if x else "start:rx", **linear_static(v))


def other_section(v, dropped=(), **keys):
    """A cantilever with other options of its part than guards.SECTION."""
    case = cantilever(v, **linear_static(v))
    lost = [f"part_m_{name}" for name in (*guards.SECTION, *dropped)]
    return {**{k: text for k, text in case.items() if k not in lost}, **{f"part_m_{k}": text for k, text in keys.items()}}


def of_shape(v, shape, **keys):
    return other_section(v, ("inertia",), section=shape, young=v.scalar(2e9, STRESS), poisson=0.3, density=v.scalar(2e3, DENSITY), **keys)


def polygon(v, x):
    """A rectangle whose height is x of its width."""
    return of_shape(v, "polygon", polygon=numbers(0.1 * np.array([0, 0, 1, 0, 1, x, 0, x]) * v.unit(LENGTH)))


def crossing(v, x):
    """A wall whose sides touch where x is 0, and cross where it is negative."""
    return of_shape(v, "polygon", polygon=numbers(0.1 * np.array([0, 0, 1, 0, 1, 1, 0.5, x, 0, 1]) * v.unit(LENGTH)))


def tube(v, x):
    """The wall is x of the radius."""
    return of_shape(v, "tube", radius=v.scalar(0.1, LENGTH), thickness=v.scalar(0.1 * x, LENGTH))


def definite(v, x):
    """A stiffness whose least eigenvalue is negative for positive x."""
    d = np.sqrt([2e6, 8e5, 8e5, 300, 400, 500])
    S = np.diag(d**2)
    S[3, 0] = S[0, 3] = (1 + x) * d[0] * d[3]
    return other_section(v, stiffness=numbers(S * stiffness_units(v)), mass_per_length=v.scalar(3, MASS_PER_LENGTH))


MASSES = np.diag([3, 3, 3, 4e-3, 2e-3, 2e-3])


def masses(v, changed):
    units = v.units[1] * np.outer(v.units[0] ** np.repeat([-0.5, 0.5], 3), v.units[0] ** np.repeat([-0.5, 0.5], 3))
    d = np.array([2e6, 8e5, 8e5, 300, 400, 500])
    return other_section(v, ("inertia",), stiffness=numbers(np.diag(d) * stiffness_units(v)), mass_matrix=numbers((MASSES + changed) * units))


def changed_mass(x, places):
    change = np.zeros((6, 6))
    for i, j in places:
        change[i, j] = x * np.sqrt(MASSES[i, i] * MASSES[j, j])
    return change


def mass_symmetric(v, x):
    """An entry that should be 0 is round-off on one side."""
    return masses(v, changed_mass(x, [(3, 4)]))


def mass_skew(v, x):
    """A first moment without its opposite."""
    return masses(v, changed_mass(x, [(0, 3), (3, 0)]))


def mass_equal(v, x):
    return masses(v, changed_mass(x, [(1, 1)]))


def rotary(v, x):
    """Rotary inertia of a section that no mass has, where x is positive."""
    return other_section(v, ("inertia",), **{k: v.scalar(y, dims) for k, (y, dims) in guards.SECTION.items()}, inertia=numbers(np.array([4e-3, 2e-3, -x * 4e-3, 0, 0, 0]) * v.unit(INERTIA_PER_LENGTH)))


def stations(v, x):
    """A table of stations that ends x of the length before the end of its member."""
    L = np.linalg.norm([0.3, 0.1, 2])
    rows = ["s,mass_per_length"] + [f"{v.scalar(s, LENGTH)},{v.scalar(m, MASS_PER_LENGTH)}" for s, m in ((0, 3), (L * (1 - x), 2))]
    case = cantilever(v, part_m_stations=table(rows), **linear_static(v))
    del case["part_m_mass_per_length"]
    return case


def shrunk(v, x):
    """A truss with an initial strain of x."""
    points = {"a": (-1, 0, 0), "b": (0, 0, 0.2), "c": (1, 0, 0)}
    case = {"mesh": "frame", "points": "a,b,c", "members": "m,n", "member_m": "a,b", "member_n": "b,c", "members_n": 1, "parts": "m,n", "supports": "a,c,b", "support_b_normal": v.vector((0, 1, 0)),
            "loads": "b", **force(v, "b", (0, 0, -1)), "analysis": "static"}
    case.update({"point_" + name: numbers(v.position(y)) for name, y in points.items()})
    for name in "mn":
        case.update({f"part_{name}_element": "truss", f"part_{name}_ea": v.scalar(1e4, FORCE), f"part_{name}_mass_per_length": 0, f"part_{name}_initial_strain": number(x)})
    return case


def cut(v, x):
    """A winch whose unstrained length jumps by x of the length at a time."""
    L, T = np.hypot(1, 0.2) * v.unit(LENGTH), v.scalar(0.015, TIME)
    case = {k: text for k, text in shrunk(v, 0).items() if k not in ("analysis", "part_m_initial_strain")}
    for name in "mn":
        case[f"part_{name}_mass_per_length"] = v.scalar(1, MASS_PER_LENGTH)
    return {**case, **steps(v, 4), "part_m_unstrained_length": f"t<{T} ? {number(L)} : {number(L * (1 - x))}"}


# -- surfaces ---------------------------------------------------------------------------------------------------------------------------------

CORNERS = np.array([[0, 0, 0], [1, 0, 0.1], [0, 0.8, 0], [1, 0.8, 0.1]])  # left and right, bottom, then top


def plate(v, corners=CORNERS, n=(2, 2), **keys):
    """A shell that is clamped at its left side, between four corners."""
    P = v.position(corners)
    terms = [f"({number(P[0][c])})*(1-u)*(1-v)+({number(P[1][c])})*u*(1-v)+({number(P[2][c])})*(1-u)*v+({number(P[3][c])})*u*v" for c in range(3)]
    case = {"mesh": "rectangle", "mesh_n": numbers(n), "mesh_map": ",".join(terms), "parts": "p", "part_p_set": "all", "part_p_element": "shell", "part_p_young": v.scalar(2e9, STRESS), "part_p_poisson": 0.3,
            "part_p_thickness": v.scalar(0.02, LENGTH), "part_p_density": v.scalar(2e3, DENSITY), "supports": "left", "support_left_fix": "all", **linear_static(v, "top_right")}
    return {k: text for k, text in {**case, **keys}.items() if text is not None}


def flat_shell(v, x):
    """The width of a shell is x of its length."""
    corners = CORNERS.copy()
    corners[2:] = corners[:2] + x * np.array([0, 0.8, 0])
    return plate(v, corners, (1, 1))


def corner(v, x):
    """A quadrilateral with a corner of nearly 180 degrees, or more where x is negative."""
    return plate(v, np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.5 + x, 0.5 + x, 0]]), (1, 1))


def along_normal(v, x):
    """The direction of a shell is x beside its normal."""
    normal = np.cross(CORNERS[1], CORNERS[2])
    return plate(v, part_p_direction=v.vector(normal / np.linalg.norm(normal) + x * np.array([0, 1, 0])))


def shell_stiffness(v, change):
    d = np.sqrt([4e7, 3e7, 1e7, 1300, 1200, 400, 8e6, 8e6])
    units = v.units[1] * v.units[2] ** -2.0 * np.outer(*[v.units[0] ** np.array([0.0, 0, 0, 1, 1, 1, 0, 0])] * 2)
    S = np.diag(d**2)
    for i, j, x in change:
        S[i, j] = x * d[i] * d[j]
    return plate(v, part_p_young=None, part_p_poisson=None, part_p_density=None, part_p_stiffness=numbers(S * units), part_p_direction=v.vector((1, 0, 0)))


def shell_symmetric(v, x):
    return shell_stiffness(v, [(0, 3, x)])


def shell_definite(v, x):
    return shell_stiffness(v, [(0, 3, 1 + x), (3, 0, 1 + x)])


# -- ties, sliders, places --------------------------------------------------------------------------------------------------------------------


def periodic(v, x):
    """A node of a periodic tie is x of the model's size away from the place of its partner."""
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1, 0, 0), "d": (1 + 2.2 * x, 0, 2), "e": (0, 1, 0), "f": (0, 1, 2), "g": (1, 1, 0), "h": (1, 1, 2)}
    case = frame(v, points, {"m": "a,b", "n": "c,d", "o": "e,f", "q": "g,h"}, supports="a,c,e,g", ties="t", tie_t_type="periodic", tie_t_set="b", tie_t_to="d", tie_t_translation=v.vector((1, 0, 0), LENGTH), **linear_static(v))
    return case


def slides(v, x, off=0.0):
    """A bead on a beam, whose place is x of the cell beyond the end of the beam and off of the model's size beside it."""
    at = np.array([0.0, 0, 2]) + x * np.array([0, 0, 1]) + off * 2 * np.array([1, 0, 0])
    case = frame(v, {"a": (0, 0, 0), "b": (0, 0, 2), "p": at}, {"m": "a,b"}, supports="m", support_m_fix="all", sliders="ring", slider_ring_set="p", slider_ring_along="m", **falling(v), **steps(v))
    return with_parts(case, parts=",p", part_p_element="mass", part_p_mass=v.scalar(2, MASS))


def beyond(v, x):
    return slides(v, x)


def beside(v, x):
    return slides(v, -0.5, x)


def nearest(v, x):
    """A load whose place is x of a cell away from the end, across the beam."""
    at = np.array([0.3, 0.1, 2]) + x * np.linalg.norm([0.15, 0.05, 1]) * np.array([0, 1, -0.05])
    return cantilever(v, **{**linear_static(v, "p"), "load_p_point": numbers(v.position(at))})


def gravity_across(v, x):
    """Gravity in a frame that turns, with a part across the axis."""
    w = np.array([0.3, -0.2, 0.7])
    across = np.cross(w, [1, 0, 0])
    return cantilever(v, analysis="static", spin=v.vector(w, (0, 0, -1), axial=True), gravity=v.vector(9 * (w / np.linalg.norm(w) + x * across / np.linalg.norm(across)), ACCELERATION), linearize=False)


def outside(v, x):
    """A table of a load that ends x of its length before the end of the run."""
    rows = [f"{v.scalar(t, TIME)},{y}" for t, y in ((0, 0), (0.02, 1), (0.04 * (1 - x), 0.5))]
    return cantilever(v, loads="b", load_b_time="ramp(t)", tables="ramp", table_ramp=table(rows), linearize=True, **force(v, "b", (1, 2, 3)), **{**steps(v, 4), "integrator": "newmark"})


def moved_support(v, x):
    """The motion of a support jumps by x of the model's size."""
    T, X = v.scalar(0.015, TIME), number(2 * x * v.unit(LENGTH))
    way = {f"support_a_motion_{c}": f"t<{T} ? 0 : ({number(y)})*{X}" for c, y in zip("xyz", v.turned((1, 0, 0)))}
    return cantilever(v, support_a_fix_rotation="all", **way, **steps(v, 4))


ROWS = {
    "rods have a length": (rod, 1e-6, 1e-14, "no length"),
    "axes of a universal joint": (universal, 1e-11, 1e-6, "orthogonal"),
    "stiffness of a bushing is symmetric": (bushing_symmetric, 1e-14, 1e-9, "not symmetric"),
    "stiffness of a bushing has no negative eigenvalue": (bushing_definite, -1e-3, 1e-3, "negative"),
    "initial angle of a driver": (initial_angle, 1e-10, 1e-3, "off by"),
    "initial rate of a driver": (initial_rate, 1e-10, 1e-2, "off by"),
    "initial displacement of a driver": (initial_position, 1e-10, 1e-3, "off by"),
    "initial velocity across a joint": (initial_speed, 1e-10, 1e-2, "off by"),
    "drivers of displacements do not jump": (jump_of_a_way, 0, 0.1, "jump"),
    "presliding is resolved": (presliding, 1e-9, 1e-11, "resolve"),
    "stops have a gap": (stops, 1e-3, 0, "not below"),
    "couplings fit": (geared, 1e-10, 1e-3, "off by"),
    "arc through a point": (arc, 1e-2, 1e-10, "no such arc"),
    "arc about a center": (centered, 1e-10, 1e-5, "no such arc"),
    "rigid zones leave a beam": (zones, 0.9, 1.1, "rigid"),
    "cells have a length": (short_cell, 1e-6, 0, "length|place"),
    "members cannot spin": (spinning, 0, 1, "mechanism|singular"),
    "polygons have an area": (polygon, 1e-2, 1e-10, "no area"),
    "sides of polygons do not touch": (crossing, 1e-3, 0, "touch"),
    "walls of tubes": (tube, 0.9, 1.1, "thick"),
    "stiffness of a section is positive definite": (definite, -1e-3, 1e-3, "positive"),
    "mass matrix is symmetric": (mass_symmetric, 1e-12, 1e-6, "not symmetric"),
    "first moments are skew": (mass_skew, 1e-12, 1e-6, "skew"),
    "masses in x, y and z are equal": (mass_equal, 1e-12, 1e-6, "same mass"),
    "rotary inertia of a section": (rotary, -1e-3, 1e-3, "inertia"),
    "stations reach the end of a member": (stations, 1e-12, 1e-6, "ends at"),
    "initial strains leave a length": (shrunk, -0.5, -1.001, "possible value"),
    "unstrained lengths do not jump": (cut, 0, 0.1, "jump"),
    "shells have an area": (flat_shell, 1e-2, 1e-12, "area|convex"),
    "corners of shells are convex": (corner, 1e-2, 1e-6, "convex|corner"),
    "direction across a shell": (along_normal, 1e-2, 1e-8, "direction"),
    "stiffness of a shell is symmetric": (shell_symmetric, 1e-14, 1e-9, "not symmetric"),
    "stiffness of a shell is positive definite": (shell_definite, -1e-3, 1e-3, "positive"),
    "partners of a periodic tie": (periodic, 1e-8, 1e-4, "partner"),
    "sliders are between ends": (beyond, 1e-12, 1e-4, "path|beyond|end"),
    "sliders are on their line": (beside, 1e-9, 1e-3, "off by"),
    "nodes near a point": (nearest, 5e-4, 5e-3, "away"),
    "gravity in a rotating frame": (gravity_across, 1e-15, 1e-9, "axis"),
    "tables reach the end": (outside, 1e-13, 0.1, "outside|ends|row"),
    "supports do not jump": (moved_support, 0, 0.1, "jump"),
}


# -- counts: models that are accepted, and a number that must not change ---------------------------------------------------------------------


def short_spring(v):
    """A spring whose length is 1e-8 of the model acts along its axis alone."""
    return linked(v, c=(2e-8, 0, 2), joint_j_type="spring_damper", joint_j_displacement_stiffness=v.scalar(3e4, TENSION), analysis="modes", modes=3)


def no_spring(v):
    """A spring without a length acts in all directions."""
    return linked(v, c=(0, 0, 2), joint_j_type="spring_damper", joint_j_displacement_stiffness=v.scalar(3e4, TENSION), analysis="modes", modes=3)


def cam(v):
    """A bead that a cam moves: its curvature is infinite where the motion begins, so that the first acceleration is that of a mean."""
    points = {"g": (0, 0, 0), "h": (0, 0, 0), "k": (1, 0, 0), "l": (1, 0, 0)}
    case = {"mesh": "frame", "points": "g,h,k,l", "links": "way,lift", "link_way": "g,h", "link_lift": "k,l", "supports": "g,k", "parts": "h,l", "probes": "h,l", "joints": "way,lift", "couplings": "cam",
            "coupling_cam_type": "relation", "coupling_cam_of": "way.displacement,lift.displacement", "coupling_cam_formula": f"{v.scalar(1, (-0.5, 0, 0))}*(u>0 ? u^1.5 : 0)", "initial_way_velocity": v.scalar(0.1, VELOCITY), **steps(v, 5)}
    case.update({"point_" + name: numbers(v.position(x)) for name, x in points.items()})
    for part in "hl":
        case.update({f"part_{part}_element": "body", f"part_{part}_mass": v.scalar(2, MASS), f"part_{part}_inertia": v.tensor(np.diag([0.1, 0.2, 0.2]), INERTIA)})
    for joint in ("way", "lift"):
        case.update({f"joint_{joint}_type": "prismatic", f"joint_{joint}_axis": v.vector((0, 0, 1))})
    return case


def bounces(v):
    """A body that falls on a stop, and loses energy there."""
    return bead(v, joint_way_displacement_lower=v.scalar(-0.01, LENGTH), joint_way_displacement_stop_stiffness=v.scalar(1e4, TENSION), joint_way_displacement_stop_restitution=0.5,
                joint_way_displacement_stop_velocity=v.scalar(1e-3, VELOCITY), t_end=v.scalar(0.2, TIME))


def sticks(v):
    """A body with a velocity that friction stops, on a way across gravity."""
    return bead(v, initials="h", **{f"initial_h_velocity_{c}": number(y) for c, y in zip("xyz", v.turned((0, 0, 0.1)) * v.unit(VELOCITY))}, gravity=v.vector((9, 0, 0), ACCELERATION), joint_way_displacement_friction=0.2,
                t_end=v.scalar(0.15, TIME))


def closed_ring(v):
    """A ring of a pattern: its last copy meets the first one."""
    return {"mesh": "frame", "points": "a", "point_a": numbers(v.position((1, 0, 0))), "patterns": "p", "pattern_p": "a", "pattern_p_n": 7, "pattern_p_axis": v.vector((0, 0, 1), axial=True), "pattern_p_point": numbers(v.position((0, 0, 0))),
            "members": "m", "member_m": "a,a+1", "parts": "m", **beam(v, "m", (0, 0, 1)), "analysis": "modes", "modes": 8}


def master(v):
    """A rigid tie whose master is the node that is nearest to the mean of four, which is the middle of all."""
    points = {"a": (0, 0, 0), "b": (0, 0, 2), "c": (1, 0, 0), "d": (1, 0, 2), "e": (2, 0.1, 0), "f": (2, 0.1, 2)}
    return frame(v, points, {"m": "a,b", "n": "c,d", "o": "e,f"}, supports="a,c,e", ties="t", tie_t_type="rigid", tie_t_set="b,d,f", analysis="modes", modes=3)


def patched(v):
    """A load on the nodes in a ball about a corner of a plate."""
    corner = CORNERS[3]
    return plate(v, load_top_right_force=None, loads="ball", load_ball_sphere=numbers(v.position(corner)) + "," + v.scalar(0.1, LENGTH), load_ball_force=v.vector((1, 2, 3), FORCE), probes="top_right")


def rate(case, v):
    return [float(f"{x:.5g}") for x in frequencies(case, v)]


def size(v, x, dims):
    return float(f"{np.linalg.norm(x) / v.unit(dims):.6g}")


def way(case, v):
    return [float(f"{x:.4g}") for x in np.atleast_1d(case["way/displacement"])[-1:] / v.unit(LENGTH)]


COUNTS = {
    "a short spring has a direction": (short_spring, rate, None),
    "a spring without a length": (no_spring, rate, None),
    "cams with an infinite curvature": (cam, lambda case, v: size(v, case["l/acceleration"][0], ACCELERATION), None),
    "a stop": (bounces, way, None),
    "friction stops a body": (sticks, way, None),
    "a ring is closed": (closed_ring, rate, None),
    "master of a rigid tie": (master, rate, None),
    "nodes in a ball": (patched, lambda case, v: size(v, case["top_right/displacement"][-1], LENGTH), None),
}


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class GuardsOfModels(guards.Guards):
    ROWS, COUNTS = ROWS, COUNTS


if __name__ == "__main__":
    unittest.main()
