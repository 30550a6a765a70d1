# SPDX-License-Identifier: BSD-2-Clause
"""Parts that are refused: elements that do not fit their set, sections and inertias that are none."""
import unittest

import refusal


class Parts(refusal.Table):
    ROWS = [
        ("rod", {"part_rod_capacity_compression": 1}, r"part.*rod.*has a capacity_compression but no capacity"),
        ("wave2d", {"part_skin_element": "bar"}, r"set 'all' has no cells for it"),
        ("wave2d", {"part_skin_element": "solid"}, r"-part_skin_element solid: unknown"),
        ("wave2d", {"part_skin_tension": 0}, r"-part_skin_tension 0\S*: must be greater than zero"),
        # a wrong value comes before a wrong set, which needs the mesh
        ("wave2d", {"part_skin_tension": 0, "part_skin_set": "nowhere"}, r"-part_skin_tension 0\S*: must be greater than zero"),
        ("wave2d", {"loads": "a", "load_a_force": "1,2", "part_skin_set": "nowhere"}, r"-load_a_force 1,2: expected 3 numbers"),
        ("wave2d", {"part_skin_mass": "heavy"}, r"consistent, lumped"),
        ("wave2d", {"parts": "skin,skin"}, r"'skin' is given twice"),
        ("roll_up", {"part_beam_ea": -1}, r"-part_beam_ea -1: must be greater than zero"),
        ("roll_up", {"part_beam_section": "circle"}, r"part 'beam': its section must be given once"),
        ("roll_up", {"part_beam_section": "hexagon"}, r"-part_beam_section hexagon: unknown; .*rectangle, circle, tube, i"),
        ("roll_up", {"part_beam_stiffness": "1,2,3"}, r"-part_beam_stiffness 1,2,3: expected 36 numbers"),
        ("roll_up", {"part_beam_direction": "1,0,0"}, r"part 'beam': the beam at \(0, 0, 0\) lies along its direction"),
        ("roll_up", {"part_beam_twist": "1/x"}, r"the beam at \(0, 0, 0\) has a node where its formula of the place has no finite value"),
        ("roll_up", {"part_beam_mass_per_length": 1, "part_beam_inertia": "1,2,2,3,0,0"}, r"part 'beam': its inertia is not that of a body"),
        ("roll_up", {"part_beam_young": 1}, r"part 'beam': it has a dimension, a material or a shear factor beside its stiffness"),
        ("roll_up", {"damping_stiffness": 1}, r"-damping_stiffness is for linear elements; use -part_<name>_damping"),
        ("elastica", {"part_beam_element": "truss"}, r"set 'all' has no cells for it; it needs cells of shape line"),
        ("truss_pendulum", {"part_rod_young": 1}, r"part 'rod': has both ea and young"),
        ("rod", {"part_rod_temperature": 10}, r"part 'rod' has a temperature, which has no effect without -part_rod_expansion"),
        ("rod", {"part_rod_expansion": 1e-5}, r"-part_rod_expansion has no effect: part 'rod' has no -part_rod_temperature"),
        ("rod", {"part_rod_temperature": "1/(x-x)", "part_rod_expansion": 1e-5}, r"temperature have no finite value for the bar"),
        ("wave2d", {"part_skin_temperature": 3}, r"-part_skin_temperature"),
        ("truss_pendulum", {"part_rod_initial_strain": 0.1, "part_rod_unstrained_length": 1}, r"part 'rod' has both initial_strain and unstrained_length"),
        ("truss_pendulum", {"part_rod_initial_strain": 0.1, "part_rod_prestress": 1}, r"part 'rod' has both prestress and initial_strain"),
        ("truss_pendulum", {"part_rod_initial_strain": -1}, r"initial_strain, unstrained_length or temperature have no possible value for the truss at"),
        ("inflated_membrane", {"part_skin_poisson": 0.6}, r"part 'skin': "),
        ("inflated_membrane", {"part_skin_poisson": -1}, r"part 'skin': has a poisson outside \(-1, 0.5\]"),
        ("rotating_body_quadratic", {"part_body_inertia": "5,5,-1,0,0,0"}, r"part 'body': its inertia"),
    ]


if __name__ == "__main__":
    unittest.main()
