# SPDX-License-Identifier: BSD-2-Clause
"""Modes of what rotates."""
import math

import numpy as np

from verification.case import Case, Quantity, Reference, case


@case
def shaft_with_disc():
    turn = 10000 / 60
    inside = sorted((123.915 + turn, turn - 124.546, 497.033 + turn, 499.575 - turn))
    return Case(
        title="A shaft with a disc at 10000 revolutions a minute (SDLL123)",
        text="""A shaft on two bearings has a disc in its middle. Its whirls split: 123.915 and 497.033 Hz backward, 124.546 and 499.575 Hz forward, as an observer outside
sees them. In the frame of the shaft these are f + 166.67 Hz and |f - 166.67 Hz|. The shaft also turns freely, with the frequency 0.""",
        options="docs/verification/cases/shaft_with_disc.opts", keys={"spin": (repr(2 * math.pi * turn), 0, 0)},
        quantities=tuple(Quantity(f"frequency {k + 1} in the frame of the shaft", "Hz", lambda r, k=k: r.modes.frequency[k + 1], (
            Reference(value, "code_aster V2.02.123, SDLL123A: 18 elements of third order, printed digits", 1e-4),), 1e-3) for k, value in enumerate(inside)),
        elements=("beam", "body"), analyses=("modes",), features=("rotating frame", "gyroscopic", "whirl"), suites=("VPCS",), ranks=(1,))


@case
def rotor_on_spring():
    across, axial, stiffness, speed = 0.2, 0.35, 90, 20
    inside = sorted([*abs(np.roots([across, -axial * speed, -stiffness]) - speed), math.sqrt(stiffness / axial)])
    return Case(
        title="The whirl of a disc on a spring",
        text="""A disc is held at its center and has a spring of equal stiffness against all rotations. In the rotating frame it has two whirls, from A z² - C W z - k = 0
less the speed W, and one vibration about its axis, √(k/C).""",
        options="docs/verification/cases/rotor_on_spring.opts",
        quantities=tuple(Quantity(f"angular frequency {k + 1}", "rad/s", lambda r, k=k: 2 * math.pi * r.modes.frequency[k], (
            Reference(value, "Klein & Sommerfeld: roots of A z² - C W z - k"),), 1e-8) for k, value in enumerate(inside)),
        elements=("body",), analyses=("modes",), features=("rotating frame", "gyroscopic", "whirl"), ranks=(1,))
