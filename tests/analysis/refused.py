# SPDX-License-Identifier: BSD-2-Clause
"""What an analysis has no use for is refused: of spectra, of statics."""
import unittest

import refusal

# a cantilever whose initial strain nothing balances: a linear model would have its stiffness without its motion
FREE_ROD = {"analysis": "static", "linearize": True, "mesh": "line", "mesh_n": 4, "mesh_upper": "3,0,0", "parts": "rod", "part_rod_set": "all", "part_rod_element": "beam",
            "part_rod_section": "rectangle", "part_rod_width": 0.1, "part_rod_height": 0.1, "part_rod_young": 8e10, "part_rod_poisson": 0.3, "part_rod_density": 7800, "supports": "start"}


class Analyses(refusal.Table):
    ROWS = [
        ("roll_up", {"gravity": "0,0,-1"}, r"the model has no mass that can move"),
        ("roll_up", {"show": "balance,ballast"}, r"-show ballast: unknown; choose from balance, constraints, model, periods, works"),
        ("roll_up", {"show": "works", "energies": "false"}, r"-show works needs the energies; remove -energies false"),
        ("wave2d", {"show": "works", "loads": "time", "load_time_set": "bottom_left", "load_time_force": "0,0,1"}, r"/history/time and /history/time/work cannot both be in the output: rename the load"),
        ("roll_up", {"integrater": "lms4"}, r"unknown option -integrater"),
        (None, {**FREE_ROD, "part_rod_initial_strain": -2e-4}, r"-linearize takes the mesh as an equilibrium.*1.6e\+05 N remain at node 4.*component x.*_temperature"),
        (None, {**FREE_ROD, "part_rod_initial_strain": -2e-4, "analysis": "modes"}, r"-linearize takes the mesh as an equilibrium"),
        (None, {**FREE_ROD, "part_rod_initial_strain": 2e-7, "analysis": "transient", "dt": 1, "t_end": 1}, r"-linearize takes the mesh as an equilibrium"),
        ("hanging_cable", {"linearize": True}, r"-initial_static cannot be combined with -linearize.*remove one"),
        ("drum", {"spin": "0,0,1", "initial_static": "false"}, r"-initial_static false with -spin.*remove it"),
        (None, {"analysis": "spectrum", "adapt": True}, r"-adapt has no effect"),
        (None, {"analysis": "spectrum", "spectrum_rho_inf": "0.1,0.1"}, r"-spectrum_rho_inf: 0.1 is given twice"),
        (None, {"analysis": "spectrum", "spectrum_schemes": "hht", "spectrum_rho_inf": 0}, r"outside the range of the schemes"),
        (None, {"analysis": "spectrum", "spectrum_range": "1e-300,1e300"}, r"-spectrum_range 1e-300,1e\+300"),
        (None, {"analysis": "spectrum", "hht_alpha": -0.1}, r"-hht_alpha: -analysis spectrum uses -spectrum_rho_inf"),
        (None, {"analysis": "spectrum", "spectrum_schemes": "hht", "hht_alpha": -0.05}, r"-hht_alpha: -analysis spectrum uses -spectrum_rho_inf"),
        (None, {"analysis": "spectrum", "spectrum_schemes": "lms5"}, r"unknown scheme 'lms5'; did you mean lms\d"),
        (None, {"analysis": "spectrum", "spectrum_range": "1,0.1"}, r"-spectrum_range 1,0.1: the second must be above"),
        (None, {"analysis": "spectrum", "spectrum_damping": 1}, r"-spectrum_damping 1 is outside"),
        (None, {"analysis": "spectrum", "spectrum_rho_inf": "0,2"}, r"-spectrum_rho_inf: 2 is outside"),
        (None, {"analysis": "spectrum", "mesh_n": 4}, r"-mesh_n has no effect"),
    ]


if __name__ == "__main__":
    unittest.main()
