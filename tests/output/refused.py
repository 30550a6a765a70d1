# SPDX-License-Identifier: BSD-2-Clause
"""Output and probes that are refused: files that cannot be written, points and parts that are not there, names that are taken."""
import unittest

import refusal


class Outputs(refusal.Table):
    ROWS = [
        ("wave2d", {"probes": "p", "probe_p_point": "50,50,0"}, r"-probe_p_point: no node, line or surface of the parts is at this place; .* 49.26"),
        ("wave2d", {"probes": "left"}, r"set 'left' has 71 nodes.*give a point"),
        ("wave2d", {"probes": "energy", "probe_energy_point": "0,0,0"}, r"'energy' is reserved"),
        ("roll_up", {"supports": "start,energy", "support_energy_set": "end", "support_energy_fix": "y"}, r"-supports: the name 'energy' is reserved"),
        ("slider_crank", {"output_reactions": True}, r"-output_reactions has no effect: the model has no -supports"),
        ("slider_crank", {"supports": "pin", "support_pin_set": "rod", "support_pin_fix": "x"}, r"support 'pin' and joint 'pin' have the same name.*rename one"),
        ("wave2d", {"output_every": "-1"}, r"-output_every -1: must be from 0"),
        ("wave2d", {"output_interval": "0"}, r"-output_interval 0: must be greater than zero"),
        ("wave2d", {"output_at": "1,3,2"}, r"-output_at: 2 is not after 3; give ascending times"),
        ("wave2d", {"output_fields": "displacement,velocty"}, r"-output_fields: there is no field 'velocty'; this model has displacement, velocity, acceleration, slope, traction$"),
        ("roll_up", {"output_fields": "stress"}, r"no field 'stress'; this model has displacement, .*, angular_velocity, strain, curvature, force, moment, force_start"),
        ("wave2d", {"envelopes": "displacement,all"}, r"-envelopes: there is no field 'all'; this model has displacement, velocity, acceleration, slope, traction$"),
        ("wave2d", {"output_precision": "half"}, r"-output_precision half: unknown.*choose one of double, single"),
        ("wave2d", {"output": "no/such/folder/out.h5"}, r"its directory does not exist"),
        ("sdof", {"output": "result.xdmf"}, r"the XDMF file beside it has the same name"),
        ("sdof", {"output": "/dev/null", "overwrite": True}, r"/dev/null is not a file"),
        ("roll_up", {"probes": "end,in", "probe_in_part": "bem", "probe_in_point": "1,0,0"}, r"-probe_in_part: part 'bem' does not exist"),
        ("roll_up", {"probes": "end,in", "probe_in_part": "beam", "probe_in_point": "1,9,0"}, r"-probe_in_part: the nearest element of part 'beam', .*farther away"),
        ("roll_up", {"probes": "in", "probe_in_part": "beam"}, r"-probe_in_part needs -probe_in_point near the element, or -probe_in_extreme or -probe_in_whole for the whole part"),
        ("roll_up", {"probes": "in", "probe_in_extreme": "moment"}, r"-probe_in_extreme needs -probe_in_part"),
        ("roll_up", {"probes": "in", "probe_in_extreme": "moment", "probe_in_part": "bem"}, r"-probe_in_part: part 'bem' does not exist"),
        ("roll_up", {"probes": "in", "probe_in_extreme": "stress", "probe_in_part": "beam"}, r"-probe_in_extreme: elements of part 'beam' have no result 'stress'; they have strain, curvature, force, moment"),
        ("roll_up", {"probes": "in", "probe_in_extreme": "moment", "probe_in_part": "beam", "probe_in_whole": True}, r"has both -probe_in_extreme and -probe_in_whole; give one"),
        ("roll_up", {"probes": "end", "probe_end_whole": True, "probe_end_point": "1,0,0"}, r"probe 'end' has -probe_end_whole, and a point or a set, too"),
        ("stiff_soft", {"probes": "all", "probe_all_whole": True, "probe_all_part": "k1"}, r"-probe_all_whole: part k1 has no mass"),
        ("sdof", {"analysis": "response", "response_frequencies": "1", "probes": "all", "probe_all_whole": True}, r"-probe_all_whole has no amplitude; remove the probe in -analysis response"),
    ]


if __name__ == "__main__":
    unittest.main()
