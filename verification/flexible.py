# SPDX-License-Identifier: BSD-2-Clause
"""Flexible structures of the papers in motion, and a net of cables."""
import math

import numpy as np

from verification.case import Case, Quantity, Reference, case

PAPER = "Zhang et al. 2022"
THICK = "the reference is read from a figure, and this moves its lines by less than they are thick"


def angle_about_x(r, probe):
    q = r[probe + "/rotation"]
    angle = 2 * np.arctan2(np.linalg.norm(q[:, 1:], axis=1), q[:, 0])
    return angle * q[:, 1] / np.maximum(np.linalg.norm(q[:, 1:], axis=1), 1e-300)


@case
def cable_net():
    def frequency(i, j, n=20):
        a, b = i * math.pi / n, j * math.pi / n
        return math.sqrt(6 * 2e4 * (4 - 2 * math.cos(a) - 2 * math.cos(b)) / (5 * (8 + 2 * math.cos(a) + 2 * math.cos(b)))) / (2 * math.pi)

    return Case(
        title="The modes of a net of cables",
        text="""A net of 19 by 19 cables is tight and flat between walls. With consistent mass its frequencies are 1/(2π) √(6 T (4 - 2 cos a - 2 cos b)/(m h² (8 + 2 cos a + 2 cos b))), a = iπ/20,
b = jπ/20. The membrane of the same tension and mass is the limit of fine nets.
Cables under tension vibrate across the plane only by their tension. Since the model is itself a net of finite bars, its frequencies have a closed
form for any number of cells, and the comparison is to round-off. The consistent mass couples neighbours, which the denominator shows.""",
        options="inputs/cable_net.opts", keys={"analysis": "modes", "modes": 4},
        quantities=tuple(Quantity(f"frequency {k + 1}", "Hz", lambda r, k=k: r.modes.frequency[k], (
            Reference(frequency(*ij), "eigenvalues of the grid in closed form"),
            Reference(math.sqrt(2e4 / 10 * (ij[0]**2 + ij[1]**2)) / 40, "a membrane of the same tension and mass", 1e-2)), 1e-8) for k, ij in ((0, (1, 1)), (1, (1, 2)), (3, (2, 2)))),
        elements=("cable",), analyses=("modes",), features=("prestress", "patterns", "counted by inertia"))


@case
def four_bar():
    return Case(
        title="A flexible four-bar mechanism with a misaligned hinge",
        text="""The axis of one hinge of a four-bar mechanism is 5° off, where rigid bars would lock. Flexible bars twist instead, and snap at about 2.55 s. The paper shows the angle about x at
this hinge, and the references are read from its figure, as exactly as its lines are thick.
A linkage that would lock if it were rigid is an extreme test of constraints and flexibility together. The bars store energy until the linkage snaps
through, and a fast motion follows a slow one, so that steps must adapt. The reference is a drawing, and its uncertainty of reading is the limit.""",
        options="inputs/four_bar.opts",
        quantities=(Quantity("largest angle about x", "rad", lambda r: angle_about_x(r, "c")[r.time >= 0].max(), (Reference(0.0206, f"{PAPER}, Fig. 14, read", 2e-2),)),
                    Quantity("least angle about x", "rad", lambda r: angle_about_x(r, "c")[r.time >= 0].min(), (Reference(-0.0145, f"{PAPER}, Fig. 14, read", 2e-2),))),
        elements=("beam", "joint"), analyses=("transient",), features=("lms4", "3-node beams", "misaligned joints", "snap"), suites=("papers",), short={"t_start": 0, "t_end": 0.04}, same=1e-5,
        untested={"ea gay gaz eiy mass_per_length angular_velocity let_w integrator": THICK})


@case
def lateral_buckling():
    return Case(
        title="A crank pushes a thin beam until it buckles sideways",
        text="""A crank and a link lift the end of a thin cantilever in its stiff plane, 0.1 mm beside it. The beam buckles sideways before the crank is up. The angle at mid-span has its first
maximum at about 0.185 s. Programs differ by 2 % there, with their meshes, and by more later.
The lift is quasi-static at first, and then the beam falls to one side, which one small eccentricity decides. The time of the first maximum and its
angle depend on the critical load of lateral buckling. Since published programs differ, their spread is the uncertainty. Later motions differ with
every mesh and scheme, and no sheet compares them.""",
        options="inputs/lateral_buckling.opts", keys={"t_end": 0.25},
        quantities=(Quantity("first maximum of the angle at mid-span", "rad", lambda r: np.abs(angle_about_x(r, "midspan"))[r.time < 0.2].max(), (Reference(0.219, f"{PAPER}, Fig. 18, read", 2e-2),)),),
        elements=("beam", "joint"), analyses=("transient",), features=("lms4", "3-node beams", "lateral buckling"), suites=("papers",), short={"t_end": 0.02}, same=1e-5,
        untested={"ea gay gaz part_beam_eiz mass_per_length inertia part_link_eiz part_crank_gj part_crank_eiy part_crank_eiz let_d integrator": THICK})


@case
def rotating_shaft():
    return Case(
        title="A shaft passes its critical speed",
        text="""A shaft of 6 m with an eccentric disc in its middle is spun up to below its first critical speed, waits, and passes it. The displacement of the disc across is largest as it
passes. The paper prints stiffness and moments of inertia with wrong prefixes; with these values as in the case its figures come out.
Below its critical speed the disc runs with its heavy side outwards, above it with the light one. The passage is transient: the maximum depends on how
fast the speed rises, and a steady analysis would overestimate it. The disc has gyroscopic moments if it is not in the middle of the shaft; here they
are small.""",
        options="inputs/rotating_shaft.opts",
        quantities=(Quantity("largest displacement in z", "m", lambda r: r["midspan/displacement"][r.time >= 0, 2].max(), (Reference(0.262, f"{PAPER}, Fig. 22, read", 1e-2),)),
                    Quantity("least displacement in z", "m", lambda r: r["midspan/displacement"][r.time >= 0, 2].min(), (Reference(-0.269, f"{PAPER}, Fig. 22, read", 1e-2),))),
        elements=("beam", "body", "joint"), analyses=("transient",), features=("lms4", "3-node beams", "drivers", "critical speed"), suites=("papers",), short={"t_start": 0, "t_end": 0.02}, same=1e-6,
        untested={"ea gay gaz gj": "the shaft is slender, so that its bending decides", "inertia": "the disc in the middle tilts little", "gravity": "the sag is a thousandth of the radius",
                  "integrator": "the steps are short, and other schemes agree within the digits of the figure"})
