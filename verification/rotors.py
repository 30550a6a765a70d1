# SPDX-License-Identifier: BSD-2-Clause
"""Modes of what rotates."""
import math

import numpy as np

from verification.case import Case, Quantity, Reference, Refinement, case


@case
def shaft_with_disc():
    turn = 10000 / 60
    inside = sorted((123.915 + turn, turn - 124.546, 497.033 + turn, 499.575 - turn))
    return Case(
        title="A shaft with a disc at 10000 revolutions a minute (SDLL123)",
        text="""A shaft on two bearings has a disc in its middle. Its whirls split: 123.915 and 497.033 Hz backward, 124.546 and 499.575 Hz forward, as an observer outside
sees them. In the frame of the shaft these are f + 166.67 Hz and |f - 166.67 Hz|. The shaft also turns freely, with the frequency 0.
Gyroscopic moments split each bending frequency of a shaft that stands still into two.
The printed values are in the fixed frame, and the sheet converts them.""",
        options="verification/cases/shaft_with_disc.opts", keys={"spin": (repr(2 * math.pi * turn), 0, 0)},
        quantities=tuple(Quantity(f"frequency {k + 1} in the frame of the shaft", "Hz", lambda r, k=k: r.modes.frequency[k + 1], (
            Reference(value, "code_aster V2.02.123, SDLL123A: 18 elements of third order, printed digits", 1e-4),)) for k, value in enumerate(inside)),
        elements=("beam", "body"), analyses=("modes",), features=("rotating frame", "gyroscopic", "whirl"), suites=("VPCS",))


@case
def rotor_on_spring():
    across, axial, stiffness, speed = 0.2, 0.35, 90, 20
    inside = sorted([*abs(np.roots([across, -axial * speed, -stiffness]) - speed), math.sqrt(stiffness / axial)])
    return Case(
        title="The whirl of a disc on a spring",
        text="""A disc is held at its center and has a spring of equal stiffness against all rotations. In the rotating frame it has two whirls, from A z² - C W z - k = 0
less the speed W, and one vibration about its axis, √(k/C).
Gyroscopic coupling makes the eigenvalues purely imaginary only if matrices are exactly skew, which the solver must use. The whirl is counted in the
frame that rotates, so that the rotation speed is subtracted. A disc with equal springs is the simplest rotor, and its quadratic has closed roots.
Signs of whirls tell forward from backward.""",
        options="verification/cases/rotor_on_spring.opts",
        quantities=tuple(Quantity(f"angular frequency {k + 1}", "rad/s", lambda r, k=k: 2 * math.pi * r.modes.frequency[k], (
            Reference(value, "Klein & Sommerfeld: roots of A z² - C W z - k"),), 1e-8) for k, value in enumerate(inside)),
        elements=("body",), analyses=("modes",), features=("rotating frame", "gyroscopic", "whirl"))


@case
def spun_bar():
    wave, length = 40 * math.sqrt(1000 / 1e7), 2
    return Case(
        title="A soft bar that turns about its end",
        text="""A bar of 2 m turns with 40 rad/s. The centrifugal force grows with the displacement, EA u'' + ρA w² (x + u) = 0. The end moves by tan(k L)/k - L, k = w √(ρ/E).
The equation is that of a bar on a negative elastic bed, whose bed is the centrifugal force; at a speed with k L = π/2 the bar would stretch without
limit. The frame turns, so that the state is static in it. Blades and centrifuges are sized with this stretch. The end's displacement converges with
the second power of the mesh.""",
        options="verification/cases/spun_bar.opts",
        quantities=(Quantity("displacement of the end", "m", lambda r: r["end/displacement"][-1, 0], (Reference(math.tan(wave * length) / wave - length, "differential equation of the bar"),)),),
        elements=("bar",), analyses=("static",), features=("rotating frame", "centrifugal forces"),
        refinements=(Refinement("cells", (8, 16, 32), lambda n: {"mesh_n": n}, 1.95),))


@case
def rotating_mass():
    speed = 6
    turn = np.array([[0, -1], [1, 0]])
    matrix = np.block([[np.zeros((2, 2)), np.eye(2)], [speed**2 * np.eye(2) - np.diag([150, 250]), -2 * speed * turn]])
    values = sorted(z.imag for z in np.linalg.eigvals(matrix) if z.imag > 0)
    return Case(
        title="A mass on two springs in a frame that turns",
        text="""A mass of 2 kg is held by springs of 300 and 500 N/m across each other, in a frame that turns with 6 rad/s. Centrifugal forces soften the springs, and Coriolis'
forces couple them.
In the frame that turns, energy is not conserved in the usual sense, but frequencies are constants: the quadratic in their squares has two roots.
Between 12.2 and 15.8 rad/s the mass would leave its place, and above both Coriolis forces hold it. The Coriolis matrix is skew and does no work. The
sheet tests that softening by centrifugal forces, which belongs to the stiffness, has the right sign and that both effects are present together.""",
        options="verification/cases/rotating_mass.opts",
        quantities=tuple(Quantity(f"angular frequency {k + 1}", "rad/s", lambda r, k=k: 2 * math.pi * r.modes.frequency[k], (Reference(value, "eigenvalues of a matrix of 4 rows, numpy"),), 1e-9)
                         for k, value in enumerate(values)),
        elements=("mass", "spring"), analyses=("modes",), features=("rotating frame", "gyroscopic"))
