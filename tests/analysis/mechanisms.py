# SPDX-License-Identifier: BSD-2-Clause
"""Mechanisms of papers: values that these print."""
import unittest

import numpy as np

from models import balance, rotation_vector
from run import run


class Papers(unittest.TestCase):
    def test_table_7(self):
        """Energy error of the top in Euler angles, formulas of a node's displacement, by the fifth-degree explicit scheme for tops: 2.28e-5, 3.0949e-9."""
        turn = "(4*vy*(vz+vx*cos(uy)) - 2*vx*vy*cos(uy))/sin(uy)"  # of the precession; 4 = I_zz/I_xx
        model = {"mesh": "line", "mesh_n": 1, "directions": "xyz", "parts": "angles", "part_angles_set": "end", "part_angles_element": "mass", "part_angles_mass": 1, "loads": "end",
                 "load_end_law_x": turn, "load_end_law_y": "vx^2*sin(uy)*cos(uy) - 4*(vz+vx*cos(uy))*vx*sin(uy) + 196.2*sin(uy)", "load_end_law_z": f"vx*vy*sin(uy) - cos(uy)*{turn}",
                 "initials": "end", "initial_end_displacement_y": "pi/6", "initial_end_velocity_z": "4*pi", "probes": "end"}
        for dt, exact in ((1e-2, 2.2751e-5), (1e-3, 3.0949e-9)):
            out = run(integrator="ce5_top", ce_start="zero", allow_unstable=True, dt=dt, t_end=1, **model)
            (_, lean, _), (v_precession, v_lean, v_spin) = out.probe["end"]["displacement"].T, out.probe["end"]["velocity"].T
            energy = (5e-5 * (v_lean**2 + (v_precession * np.sin(lean)) ** 2) + 2e-4 * (v_spin + v_precession * np.cos(lean)) ** 2) / 2 + 9.81e-3 * np.cos(lean)
            self.assertAlmostEqual(abs(energy - energy[0]).max() / exact, 1, delta=1e-3)

    def test_table_11(self):
        """Energy error of the pendulum by the fifth-degree explicit scheme with all parameters 1 (Fernandez de Bustos et al. 2024)."""
        for dt, paper in ((1e-2, 1.83e-5), (1e-3, 9.78e-10)):
            out = run("pendulum_dae", integrator="ce5_1", ce_start="zero", allow_unstable=True, dt=dt)
            energy = out.energy["kinetic"] + 9.81 * out.probe["bob"]["displacement"][:, 1]
            self.assertAlmostEqual(abs(energy - energy[0]).max() / paper, 1, delta=0.02)
            self.assertLess(out.constraint["position"].max(), 1e-14)

    def test_squeezer(self):
        """beta(0.03) of the IVP test set's start: 15.8107711, to 1e-6."""
        for keys in ({"integrator": "esdirk43_6l", "stabilize": "projection", "dt": 5e-5}, {"integrator": "esdirk43_6l", "dt": 3e-6}, {"integrator": "lms4", "dt": 1e-6}):
            out = run("seven_body", **keys)
            self.assertAlmostEqual(out.probe["o"]["angle"][-1] - 0.0617138900142764, 15.8107711, delta=1e-6, msg=f"{keys}")

    def test_squeezer_starts_consistently(self):
        """Accelerations and multipliers of the start satisfy the equations: at rest the torque turns the chain."""
        out = run("squeezer", t_end=1e-3, integrator="esdirk43_6l", stabilize="projection")
        rate = out.probe["crank"]["angular_velocity"][:, 2]
        slope = (-3 * rate[0] + 4 * rate[1] - rate[2]) / 2e-4
        self.assertGreater(slope, 0)
        self.assertAlmostEqual(out.constraint["velocity"][0], 0, delta=1e-15)

    def test_top(self):
        """The axis stays between pi/6 and 0.620655583855, and comes back after 0.144993456604 s."""
        period = 0.144993456604
        out = run("spinning_top", stabilize="projection", dt=repr(period / 145), t_end=repr(period))
        x = out.probe["top"]["displacement"] + [0, 0, 0.05]
        theta = np.arctan2(np.hypot(x[:, 0], x[:, 1]), x[:, 2])
        self.assertAlmostEqual(theta.min(), np.pi / 6, delta=1e-12)
        self.assertAlmostEqual(theta[-1], np.pi / 6, delta=1e-9)
        k = theta.argmax()
        a, b, c = theta[k - 1 : k + 2]
        self.assertAlmostEqual(b + (c - a) ** 2 / (8 * (2 * b - a - c)), 0.620655583855, delta=1e-8)  # of the parabola through three steps
        self.assertLess(balance(out), 1e-9)

    def test_rotating_shaft(self):
        out = run("rotating_shaft", dt=2e-3)
        u = out.probe["midspan"]["displacement"][out.time >= 0, 2]
        self.assertAlmostEqual(u.max(), 0.262, delta=4e-3)
        self.assertAlmostEqual(u.min(), -0.269, delta=4e-3)
        self.assertAlmostEqual(out.probe["motor"]["angle"][-1], 141, delta=1e-10)

    def test_lateral_buckling(self):
        out = run("lateral_buckling", t_end=0.25)
        theta = rotation_vector(out.probe["midspan"]["rotation"])[:, 0]
        self.assertAlmostEqual(abs(theta).max(), 0.219, delta=0.005)
        self.assertAlmostEqual(out.time[abs(theta).argmax()], 0.185, delta=0.006)

    def test_four_bar(self):
        out = run("four_bar", dt=8e-3, t_end=4)
        theta = rotation_vector(out.probe["c"]["rotation"])[out.time >= 0, 0]
        self.assertAlmostEqual(theta.max(), 0.0206, delta=2e-4)
        self.assertLess(out.constraint["position"].max(), 1e-12)

    def test_another_solution(self):
        """mssth4 predicts the last stage of these steps badly. Newton's method then fails, or finds a motion of 3 J where this one has less than 0.01 J."""
        for dt in (8e-3, 7.99e-3, 7.8e-3):  # which steps fail depends on the last digits
            out = run("four_bar", integrator="mssth4", dt=dt, t_end=-17.8)
            self.assertLess(out.energy["kinetic"].max(), 0.01)
            self.assertLess(out.newton.sum(), 15 * len(out.newton))

    def test_failed_predictions(self):
        """Stages that fail from the prediction are solved from the last state, and the step stays as long: the motion is that of the constant predictor."""
        runs = [run("lateral_buckling", integrator="mssth4", t_end=0.2, **keys) for keys in ({}, {"predictor": "constant"})]
        a, b = (out.probe["midspan"]["displacement"] for out in runs)
        self.assertLess(abs(a - b).max(), 1e-9 * abs(b).max())


if __name__ == "__main__":
    unittest.main()
