# SPDX-License-Identifier: BSD-2-Clause
"""Parts that are refused: elements that do not fit their set, sections and inertias that are none."""
import unittest

import refusal


class Parts(refusal.Table):
    ROWS = [
        ("rod", {"part_rod_capacity_compression": 1}, r"part.*rod.*has a capacity_compression but no capacity"),
        ("wave2d", {"part_skin_element": "bar"}, r"set 'all' has no cells for it"),
        ("wave2d", {"part_skin_element": "shell"}, r"-part_skin_element shell: unknown"),
        ("wave2d", {"part_skin_tension": 0}, r"-part_skin_tension 0\S*: must be greater than zero"),
        ("wave2d", {"part_skin_mass": "heavy"}, r"consistent, lumped"),
        ("wave2d", {"parts": "skin,skin"}, r"'skin' and 'skin' are one name"),
        ("roll_up", {"part_beam_ea": -1}, r"-part_beam_ea -1: must be greater than zero"),
        ("roll_up", {"part_beam_section": "circle"}, r"part 'beam': its section must be given once"),
        ("roll_up", {"part_beam_section": "hexagon"}, r"-part_beam_section hexagon: unknown; .*rectangle, circle, tube, i"),
        ("roll_up", {"part_beam_stiffness": "1,2,3"}, r"-part_beam_stiffness 1,2,3: expected 36 numbers"),
        ("roll_up", {"part_beam_direction": "1,0,0"}, r"part 'beam': the beam at \(0, 0, 0\) lies along its direction"),
        ("roll_up", {"part_beam_twist": "1/x"}, r"the beam at \(0, 0, 0\) has a node where its formula of x, y, z has no finite value"),
        ("roll_up", {"part_beam_mass_per_length": 1, "part_beam_inertia": "1,2,2,3,0,0"}, r"part 'beam': its inertia is not that of a body"),
        ("roll_up", {"part_beam_young": 1}, r"part 'beam': it has a dimension, a material or a shear factor beside its stiffness"),
        ("roll_up", {"damping_stiffness": 1}, r"-damping_stiffness is for linear elements; use -part_<name>_damping"),
        ("elastica", {"part_beam_element": "truss"}, r"set 'all' has no cells for it; it needs cells of shape line"),
        ("truss_pendulum", {"part_rod_young": 1}, r"part 'rod': has both ea and young"),
        ("inflated_membrane", {"part_skin_poisson": 0.6}, r"part 'skin': "),
        ("rotating_body_quadratic", {"part_body_inertia": "5,5,-1,0,0,0"}, r"part 'body': its inertia"),
    ]


if __name__ == "__main__":
    unittest.main()
