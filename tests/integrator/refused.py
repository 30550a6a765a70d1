# SPDX-License-Identifier: BSD-2-Clause
"""Schemes, their parameters and steps that are refused: beyond stability, without an error estimate, not for constraints."""
import unittest

import refusal


class Schemes(refusal.Table):
    ROWS = [
        ("sdof", {"t_end": -1}, r"-t_end -1\S* must be after -t_start"),
        ("sdof", {"rho_inf": 1.2}, r"-rho_inf 1.2 is outside \[0, 1\]"),
        ("sdof", {"rho_inf": -0.1}, r"-rho_inf -0.1 is outside"),
        ("sdof", {"integrator": "lms5"}, r"-integrator lms5: unknown; did you mean lms\d\?; choose one of lms2, lms3"),
        ("roll_up", {"t_end": -1}, r"-t_end -1 must be after -t_start"),
        ("roll_up", {"dt": 0.1, "dt_max": 0.05}, r"-dt_min .*each must be at most the next"),
        ("truss_pendulum", {"integrator": "central_difference", "dt": 0.2}, r"-dt 0.2 is beyond the stable step"),
        ("flying_beam", {"integrator": "central_difference"}, r"-dt 0.05 is beyond the stable step"),
        ("sdof", {"t_start": "1e16", "t_end": "1.0000000000000002e16"}, r"below the resolution of times"),
        ("sdof", {"integrator": "hht", "rho_inf": 0.3}, r"-rho_inf 0.3: hht is stable from 0.5 to 1 only"),
        ("sdof", {"integrator": "hht", "rho_inf": 1, "hht_alpha": 0.1}, r"-hht_alpha 0.1 is outside \[-1/3, 0\]"),
        ("sdof", {"integrator": "newmark", "newmark_beta": 0}, r"-newmark_beta 0 is outside \(0, infinity\)"),
        ("sdof", {"integrator": "newmark", "newmark_beta": 0.01, "dt": 1}, r"beyond the stable step of newmark"),
        ("sdof", {"integrator": "ce5", "ce_parameters": "1,1"}, r"-ce_parameters 1,1: expected 4 numbers"),
        ("sdof", {"integrator": "central_difference", "dt": 0.4}, r"-dt 0.4 is beyond the stable step of central_difference, 0.318"),
        ("sdof", {"integrator": "ce4", "dt": 0.01}, r"ce4 grows at every step with these options"),
        ("sdof", {"integrator": "ce3", "adapt": True}, r"-adapt: ce3 has no error estimate"),
        ("sdof", {"integrator": "mssth4", "adapt": True}, r"-adapt: mssth4 has no error estimate.*esdirk43_6l"),
        ("sdof", {"integrator": "lms2", "adapt": True, "dt_exact": True}, r"-dt_exact has no effect with -adapt"),
        ("sdof", {"adapt_rtol": 1e-3}, r"-adapt_rtol has no effect"),
        ("sdof", {"adapt": True, "adapt_rtol": 0}, r"-adapt_rtol 0.*one must be more than 0"),
        ("sdof", {"adapt": True, "adapt_rtol": -1}, r"-adapt_rtol -1"),
        ("sdof", {"events": "locate"}, r"-events has no effect: the model has no stops, sliders or friction"),
        ("sdof", {"dt_min": 5}, r"-dt_min 5 is more than the step"),
        ("sdof", {"adapt": True, "dt_max": 1e-5}, r"-dt_max 1e-05 is less than the first step"),
        ("sdof", {"predictor": "best"}, r"-predictor best: unknown; choose one of scheme, constant, second, fourth"),
        ("sdof", {"tr_bdf2_q_advance": "quadrature"}, r"-tr_bdf2_q_advance has no effect"),
        ("spring_pendulum", {"integrator": "ce5", "dt": 1}, r"beyond the stable step of ce5"),
        ("sdof", {"integrator": "ce3", "ce_parameters": "1,-50"}, r"-ce_parameters: ce_beta -50 is outside \[0, 10\]"),
        ("sdof", {"integrator": "bathe", "bathe_split": 1}, r"-bathe_split 1 is outside \[0.01, 0.99\]"),
        ("sdof", {"integrator": "newmark", "newmark_gamma": -3}, r"-newmark_gamma -3 is outside \[0, 2\]"),
        ("sdof", {"integrator": "newmark", "newmark_gamma": 0.4}, r"-integrator newmark grows at every step with these options"),
        ("sdof", {"integrator": "newmark", "newmark_beta": 0.0833, "dt": 0.01, "adapt": True}, r"-adapt: newmark has no error estimate"),
        ("sdof", {"integrator": "ce5", "part_spring_stiffness": 1e-30, "part_damper_damping": 1e5}, r"beyond the stable step of ce5"),
        ("slider_crank", {"integrator": "ce4_1_4", "allow_unstable": True}, r"ce4_1_4 cannot hold the constraints of joints"),
        ("slider_crank", {"integrator": "generalized_alpha", "stabilize": "velocity"}, r"-stabilize velocity: generalized_alpha is not a first-order scheme"),
        ("slider_crank", {"integrator": "hht_add", "part_rod_inertia": "0,0,0,0,0,0", "part_rod_mass": 0}, r"mass matrix is singular|hht_add divides by the mass matrix"),
        ("slider_crank", {"integrator": "hht_add", "hht_add_b": 0.5}, r"-hht_add_b 0.5: positions and velocities cannot be distinguished"),
        ("slider_crank", {"integrator": "lms4", "rho_inf": 1}, r"-rho_inf 1: errors of the joints' multipliers grow with lms4 beyond 0.95"),
        ("slider_crank", {"integrator": "ss4", "rho_inf": 1}, r"-rho_inf 1: errors of the joints' multipliers grow with ss4 beyond 0.95"),
        ("slider_crank", {"integrator": "bathe", "rho_inf": 1}, r"-rho_inf 1: errors of the joints' multipliers grow with bathe beyond 0.95"),
        ("slider_crank", {"integrator": "generalized_alpha", "rho_inf": 1}, r"-rho_inf 1: errors of the joints' multipliers grow with generalized_alpha beyond 0.95"),
        ("sdof", {"stabilize": "velocity"}, r"-stabilize has no effect: the model has no -joints"),
        ("sdof", {"stabilize": "speed"}, r"-stabilize speed: unknown; .*none, velocity, projection"),
    ]


if __name__ == "__main__":
    unittest.main()
