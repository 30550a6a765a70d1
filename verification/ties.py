# SPDX-License-Identifier: BSD-2-Clause
"""Ties, and supports that move."""
import numpy as np

from verification.case import Case, Quantity, Reference, case

SOURCE = "equilibrium and compatibility, numpy"


@case
def rigid_slab():
    places, stiffness = np.array([(0, 0), (4, 0), (4, 3), (0, 3)]), np.diag([1e5, 1e5, 2.5e5, 2.5e5])
    shape = np.column_stack([np.ones(4), places[:, 1] - 1, 2.5 - places[:, 0]])  # of u, rx, ry at (2.5, 1)
    moved = shape @ np.linalg.solve(shape.T @ stiffness @ shape, [-1000, 300, 800])
    return Case(
        title="A rigid slab on four unequal springs",
        text="""Four corners of a slab of 4 m by 3 m are tied to a master as one rigid body. Springs of 10⁵ and 2.5 · 10⁵ N/m carry them. A force of 1 kN and a moment act on the
master. The displacement and the two tilts of the slab solve three equations.
The forces of the springs must balance force and moments at once, so that each of them depends on the place of all others. The master is beside the
center of the springs.""",
        options="verification/cases/rigid_slab.opts",
        quantities=tuple(Quantity(f"displacement of the corner {name}", "m", lambda r, name=name: r[name + "/displacement"][-1, 2], (Reference(moved[k], SOURCE),), 1e-9) for k, name in enumerate("abc")),
        elements=("spring", "body"), analyses=("static",), features=("rigid ties",))


@case
def diaphragm_floor():
    places = np.array([(0, 0), (6, 0), (6, 4), (0, 4)])
    stiffness = np.zeros((3, 3))
    for (x, y), (bending, shear, torsion) in zip(places, [(2e5, 1e7, 1e5)] * 2 + [(8e5, 3e7, 4e5)] * 2):
        side = 1 / (3**3 / (3 * bending) + 3 / shear)
        motion = np.array([(1, 0, -y), (0, 1, x)])
        stiffness += side * motion.T @ motion
        stiffness[2, 2] += torsion / 3
    u, v, turn = np.linalg.solve(stiffness, [5000, 12000, 6 * 12000])
    return Case(
        title="A rigid floor twists on four columns of two kinds",
        text="""Four columns of 3 m are clamped at their feet, and a floor that is rigid in its plane ties their heads. The floor does not hinder them from tilting. Each
column has the stiffness 1/(L³/3EI + L/GA) against displacements and GJ/L against the rotation. The wind acts beside the center of stiffness, so that the floor turns.
This is the model of earthquake engineering for buildings, with three unknowns for each floor.
Torsion of buildings starts from such eccentric loads.""",
        options="verification/cases/diaphragm_floor.opts",
        quantities=(Quantity("displacement of a along x", "m", lambda r: r["a/displacement"][-1, 0], (Reference(u, SOURCE),), 1e-9),
                    Quantity("displacement of a along y", "m", lambda r: r["a/displacement"][-1, 1], (Reference(v, SOURCE),), 1e-9),
                    Quantity("displacement of c along x", "m", lambda r: r["c/displacement"][-1, 0], (Reference(u - 4 * turn, SOURCE),), 1e-9),
                    Quantity("displacement of c along y", "m", lambda r: r["c/displacement"][-1, 1], (Reference(v + 6 * turn, SOURCE),), 1e-9)),
        elements=("beam",), analyses=("static",), features=("diaphragms", "shear", "torsion"))


@case
def distributed_tie():
    places = np.array([(0, 0, 0), (4, 0, 0), (4, 3, 0), (0, 3, 0)])
    weight = 1 + places[:, 0] + 2 * places[:, 1]
    mean = weight @ places / weight.sum()
    arm = places - mean
    inertia = sum(w * (a @ a * np.eye(3) - np.outer(a, a)) for w, a in zip(weight, arm))
    force, moment = np.array([0, 0, -1000]), np.array([300, 800, 0])
    about = moment + np.cross(np.array([3, 1, 0.5]) - mean, force)
    share = weight[:, None] * (force / weight.sum() + np.cross(np.linalg.solve(inertia, about), arm))
    return Case(
        title="A force is spread over four nodes by weights",
        text="""A master beside the plane of four nodes carries a force and a moment. The node i with the weight w and the arm r from the weighted mean gets
w (F/W + (I⁻¹ M) × r). The nodes hang on springs of 10⁵ N/m, which show these forces.
In contrast to a rigid tie such a tie does not stiffen the nodes: it gives the master the mean motion of the nodes by least squares. Forces on bolts,
screws and remote masses are spread in this way. Weights let some nodes bear more than others. Equilibrium of force and moment about any point is
exact, which the sum of the springs shows.""",
        options="verification/cases/distributed_tie.opts",
        quantities=tuple(Quantity(f"displacement of the node {name}", "m", lambda r, name=name: r[name + "/displacement"][-1, 2], (Reference(share[k, 2] / 1e5, "least squares with weights, numpy"),), 1e-9)
                         for k, name in enumerate("abcd")),
        elements=("spring", "body"), analyses=("static",), features=("distributed ties",))


@case
def periodic_bar():
    compliance = 0.5 / 1e5 + 1.5 / 5e5
    force = 2e-3 / compliance
    return Case(
        title="The cell of a bar of two materials",
        text="""A bar repeats a cell of 2 m, of which 0.5 m are soft. The two ends of the cell move alike, except for a jump of 2 mm, a macroscopic strain of 10⁻³. The force is the
jump over the sum of the compliances.
Homogenization replaces a periodic material by one with a mean stiffness, and a cell with periodic ends computes it without edge effects. In series
compliances add up, so that the soft quarter makes five eighths of the elongation. The mean of the stiffnesses would be 60 % too large. The jump is
given by an equation between the two ends.""",
        options="verification/cases/periodic_bar.opts",
        quantities=(Quantity("force of the tie", "N", lambda r: abs(r["cell/force"][-1].ravel()[0]), (Reference(force, "springs in series"),), 1e-9),
                    Quantity("displacement between the materials", "m", lambda r: r["middle/displacement"][-1, 0], (Reference(force * 0.5 / 1e5, "springs in series"),), 1e-9)),
        elements=("bar",), analyses=("static",), features=("periodic ties",))


@case
def settled_beam():
    bending, shear, length, sunk = 2e5, 5e6, 4, 0.01
    force = 12 * bending * sunk / length**3 / (1 + 12 * bending / (shear * length**2))
    return Case(
        title="One end of a clamped beam sinks",
        text="""A beam of two elements is clamped at both ends, and one of them sinks by 10 mm. The force is 12 EI w/L³ over 1 + 12 EI/(GA L²), and the moments are half of it times
the length.
A statically determinate beam would follow the settlement without any force, and this one resists. Shear reduces the force by a factor that the closed
form contains, with a section in which shear counts. Both clamps bear moments of the same sense. Bridges on three supports suffer such forces from
settlements of the ground. The element has the exact solution, so that two elements suffice and nothing but round-off remains.""",
        options="verification/cases/settled_beam.opts",
        quantities=(Quantity("reaction across the beam", "N", lambda r: r["start/reaction"][-1, 2], (Reference(force, "Timoshenko's beam"),), 1e-9),
                    Quantity("moment at the start", "N m", lambda r: abs(r["start/reaction"][-1, 4]), (Reference(force * length / 2, "Timoshenko's beam"),), 1e-9)),
        elements=("beam",), analyses=("static",), features=("moving supports", "shear", "reactions"))
