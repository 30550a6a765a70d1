"""Output and probes that are refused: files that cannot be written, points and parts that are not there, names that are taken."""
import unittest

import refusal


class Outputs(refusal.Table):
    ROWS = [
        ("wave2d", {"probes": "p", "probe_p_point": "50,50,0"}, r"-probe_p_point: the nearest node.*more than half a cell"),
        ("wave2d", {"probes": "left"}, r"set 'left' has 71 nodes.*give a point"),
        ("wave2d", {"probes": "energy", "probe_energy_point": "0,0,0"}, r"'energy' is taken"),
        ("wave2d", {"output_every": "-1"}, r"-output_every -1: must be from 0"),
        ("wave2d", {"output": "no/such/folder/out.h5"}, r"its directory does not exist"),
        ("sdof", {"output": "result.xdmf"}, r"the XDMF file beside it has that name"),
        ("sdof", {"output": "/dev/null", "overwrite": True}, r"/dev/null is not a file"),
        ("roll_up", {"probes": "end,in", "probe_in_part": "bem", "probe_in_point": "1,0,0"}, r"-probe_in_part: part 'bem' does not exist"),
        ("roll_up", {"probes": "end,in", "probe_in_part": "beam", "probe_in_point": "1,9,0"}, r"-probe_in_part: the nearest element of part 'beam', .*farther away"),
    ]


if __name__ == "__main__":
    unittest.main()
