# SPDX-License-Identifier: BSD-2-Clause
"""Options that are misspelt, lack a value, or whose value is no number, no formula or no name: one message each."""
import unittest

import refusal


class Options(refusal.Table):
    ROWS = [
        ("sdof", {"dtt": 1}, r"unknown option -dtt; did you mean -dt\?"),
        ("wave2d", {"part_skin_tensoin": 1}, r"-part_skin_tensoin; did you mean -part_skin_tension\?"),
        ("wave2d", {"ksp_rtoll": 1e-9}, r"-ksp_rtoll; did you mean -ksp_rtol\?"),
        ("sdof", {"debugging": True}, r"unknown option -debugging;"),
        ("sdof", {"information": True}, r"unknown option -information;"),
        ("sdof", {"log_veiw": True}, r"-log_veiw; did you mean -log_view\?"),
        ("sdof", {"dtt_view": True}, r"unknown option -dtt_view;"),
        ("sdof", {"ts_monitor": True}, r"unknown option -ts_monitor;"),
        ("wave2d", {"output_evry": 3}, r"did you mean -output_every"),
        ("wave2d", {"load_other_force": "1,2,3"}, r"-load_other_force"),
        ("sdof", {"dt": 0}, r"-dt 0\S*: must be greater than zero"),
        ("sdof", {"dt": -0.1}, r"-dt -0.1: must be greater than zero"),
        ("sdof", {"dt": "nan"}, r"-dt nan"),
        ("sdof", {"dt": "0.1s"}, r"-dt 0.1s: '0.1s' is not a finite number"),
        ("sdof", {"dt": 1e-300}, r"-dt"),
        ("sdof", {"dt": True}, r"-dt needs a value"),
        ("sdof", {"analysis": "transent"}, r"did you mean transient"),
        ("wave2d", {"load_pulse_time": "sin(q)"}, r'-load_pulse_time "sin\(q\)".*"q"'),
        ("wave2d", {"load_pulse_time": "1+"}, r'-load_pulse_time "1\+"'),
        ("wave2d", {"load_pulse_time": "1/(t-t)"}, r"-load_pulse_time .*no finite value at t = "),
        ("wave2d", {"parts": "a b"}, r"names have letters"),
        (None, {}, r"no case is given: fsolve case.opts; start with a case of inputs/.* -help lists"),
        (None, {"help": "phlogiston"}, r"-help phlogiston: no option is about that; try a part of the word, or -help alone"),
        (None, {"quiet": True}, r"no -mesh|no -dt|no -t_end"),
        ("wave2d", {"probe_midnet_part": "skin"}, r"'midnet_part' begins with no name of -probes, which has center; did you mean -probe_center_part"),
        ("wave2d", {"joint_a_type": "weld"}, r"'a_type' begins with no name of -joints, which is not given"),
        ("wave2d", {"probe_center_prt": "skin"}, r"unknown option -probe_center_prt; did you mean -probe_center_part\?"),
        ("wave2d", {"load_pulse_time": "+".join(5000 * ["sin(t)"])}, r'-load_pulse_time ".{50}\.\.\. \(34999 characters\)": a formula has less than 20000'),
        ("wave2d", {"load_pulse_time": "+".join(2000 * ["sin(q)"])}, r'-load_pulse_time ".{50}\.\.\. \(13999 characters\)": no formula, by character \d+, at ".*q'),
        ("sdof", {"load_sine_time": "t=3"}, r"a single = compares nothing"),
        ("sdof", {"load_sine_time": "t,3"}, r"has 2 values"),
        ("sdof", {"load_sine_time": "t+" * 1000 + "!" * 8000}, r'"(t\+){25}\.\.\. \(10000 characters\)": no formula, by character 2\d\d\d, at "!{40}" \(the variable is: t\)'),
        ("wave2d", {"log_view": ":/nowhere/log.txt"}, r"-log_view: /nowhere/log.txt cannot be made"),
        (None, {"options_file": "missing.opts"}, r"-options_file missing.opts: cannot be opened"),
    ]


if __name__ == "__main__":
    unittest.main()
