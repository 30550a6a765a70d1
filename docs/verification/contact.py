# SPDX-License-Identifier: BSD-2-Clause
"""Stops and friction."""
import math

import numpy as np

from verification.case import Case, Quantity, Reference, Refinement, case


@case
def friction_slide():
    start, slip = 8.5e-4, 0.1 * 9.81 / 10000
    turns = [start]  # the places where the mass reverses, until it sticks
    while abs(turns[-1]) > slip:
        turns.append(-turns[-1] + math.copysign(2 * slip, turns[-1]))
    return Case(
        title="A mass on a spring rubs on the floor",
        text=f"""A mass of 1 kg on a spring of 10⁴ N/m is let go 0.85 mm from its rest and rubs with μ = 0.1. From one reversal to the next its distance from the center falls by
2 μ m g/k, however fast it moves. After {len(turns) - 1} half periods it sticks, {1e6 * turns[-1]:.2f} µm beside the center.""",
        options="docs/verification/cases/friction_slide.opts",
        quantities=(Quantity("place where it sticks", "m", lambda r: r["floor/displacement"].ravel()[-1], (Reference(turns[-1], "Coulomb's law, piecewise harmonic motion"),), 1e-3),
                    Quantity("first reversal", "m", lambda r: r["floor/displacement"].min(), (Reference(turns[1], "Coulomb's law"),), 1e-4)),
        elements=("body", "joint"), analyses=("transient",), features=("friction", "events"), ranks=(1,))


@case
def impact_on_spring():
    contact, omega = 0.05, 100
    leave = contact + math.pi / omega
    return Case(
        title="A mass flies against a spring and back",
        text="""A mass of 1 kg flies with 2 m/s over 0.1 m and meets a stop of 10⁴ N/m. It is in contact for half a period, π/100 s, and flies back with the same speed. Steps end where
the contact starts and ends, so that the scheme keeps its order.""",
        options="docs/verification/cases/impact_on_spring.opts",
        quantities=(Quantity("place after 0.12 s", "m", lambda r: r["rail/displacement"].ravel()[-1], (Reference(0.1 - 2 * (0.12 - leave), "piecewise closed form"),), 1e-3),
                    Quantity("velocity after 0.12 s", "m/s", lambda r: r["mass/velocity"][-1, 0], (Reference(-2, "energy"),), 1e-3)),
        elements=("body", "joint"), analyses=("transient",), features=("stops", "events"),
        refinements=(Refinement("steps", (60, 120, 240), lambda n: {"dt": f"0.12/{n}"}, 3.0),), ranks=(1,))


@case
def inclined_plane():
    pull = 9.81 * (math.sin(math.pi / 6) - 0.3 * math.cos(math.pi / 6))
    return Case(
        title="A block slides down an inclined plane",
        text="""A block starts on a plane of 30° with μ = 0.3. Its acceleration is g (sin a - μ cos a).""",
        options="docs/verification/cases/inclined_plane.opts",
        quantities=(Quantity("way after 1 s", "m", lambda r: r["plane/displacement"].ravel()[-1], (Reference(pull / 2, "Coulomb's law"),), 1e-6),
                    Quantity("velocity after 1 s", "m/s", lambda r: np.linalg.norm(r["block/velocity"][-1]), (Reference(pull, "Coulomb's law"),), 1e-6)),
        elements=("body", "joint"), analyses=("transient",), features=("friction", "prismatic joint"), ranks=(1,))
