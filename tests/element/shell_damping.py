# SPDX-License-Identifier: BSD-2-Clause
"""Damping of shells: Kelvin and Voigt's, Rayleigh's, loss factors."""
import os
import tempfile
import unittest

import numpy as np

import refusal
from models import balance, orders
from run import MORE_RANKS, run
from studies import modes, study

PART = {"parts": "s", "part_s_set": "all", "part_s_element": "shell"}
SQUARE = {"mesh": "rectangle", "mesh_n": "8,8", "part_s_thickness": 1e-2, "part_s_young": 1e9, "part_s_poisson": 0.3, "part_s_density": 1000, **PART}
SUPPORTED = {"supports": "inside,left,right,bottom,top", "support_inside_set": "all", "support_inside_fix": "xy", "support_inside_fix_rotation": "z", "support_left_fix": "z",
             "support_left_fix_rotation": "x", "support_right_fix": "z", "support_right_fix_rotation": "x", "support_bottom_fix": "z", "support_bottom_fix_rotation": "y",
             "support_top_fix": "z", "support_top_fix_rotation": "y"}
STRIP = {"mesh": "rectangle", "mesh_n": "6,2", "mesh_upper": "3,1", "part_s_thickness": 0.05, "part_s_young": 1e7, "part_s_poisson": 0.3, "part_s_density": 1000, "supports": "left",
         "loads": "right", "load_right_traction": "20,30,200", "load_right_time": "sin(pi*t/0.4)^2", "part_s_damping": 0.02, **PART}


class Modes(unittest.TestCase):
    def test_rates(self):
        """A mode with the frequency w decays with beta w^2/2, plates and laminates alike, -damping_stiffness too."""
        beta = 1e-3
        plies = {"part_s_plies": "plies.csv", "part_s_direction": "1,0,0"}
        for section in ({}, plies):
            with tempfile.TemporaryDirectory() as folder:
                keys = {**SQUARE, **SUPPORTED}
                if section:
                    keys = {k: v for k, v in keys.items() if k not in ("part_s_thickness", "part_s_young", "part_s_poisson")}
                    section = {**plies, "part_s_plies": os.path.join(folder, "plies.csv")}
                    with open(section["part_s_plies"], "w") as f:
                        f.write("ply,thickness,angle,density,young_1,young_2,poisson_12,shear_12,shear_13,shear_23\n1,0.005,0,1000,1e9,1e8,0.3,4e7,4e7,3e7\n2,0.005,1,1000,1e9,1e8,0.3,4e7,4e7,3e7\n")
                    keys.pop("part_s_density")
                w = 2 * np.pi * modes(modes=4, **keys, **section)["frequency"]
                for more in ({"part_s_damping": beta}, {"damping_stiffness": beta, "linearize": True}):
                    found = modes(modes=4, modes_damped=True, **keys, **section, **more)
                    np.testing.assert_allclose(found["growth"], -beta * w**2 / 2, rtol=1e-6)
                    np.testing.assert_allclose(found["frequency"] * 2 * np.pi, w * np.sqrt(1 - (beta * w / 2)**2), rtol=1e-6)

    def test_loss_factor(self):
        """K (1 + i eta), which the three kinds of damping have at one frequency."""
        keys = {**SQUARE, **SUPPORTED, "analysis": "response", "response_frequencies": "3.5", "loads": "all", "load_all_traction": "0,0,1", "load_all_harmonic": 1, "probes": "a",
                "probe_a_point": "0.5,0.5,0"}
        eta = 0.2
        found = []
        for more in ({"part_s_loss_factor": eta}, {"part_s_damping": eta / (2 * np.pi * 3.5)}, {"damping_stiffness": eta / (2 * np.pi * 3.5), "linearize": True}):
            out = study("history", **keys, **more)
            found.append(out["a/real/displacement"][0, 2] + 1j * out["a/imaginary/displacement"][0, 2])
        np.testing.assert_allclose(found[1:], found[:1] * 2, rtol=1e-8)
        self.assertGreater(abs(found[0].imag), 0.1 * abs(found[0].real))


class Motion(unittest.TestCase):
    def test_decay(self):
        """The first mode of a supported plate, small, in the nonlinear model."""
        beta = 5e-3
        keys = {**SQUARE, **SUPPORTED, "initials": "all", "initial_all_velocity_z": "1e-4*sin(pi*x)*sin(pi*y)", "probes": "a", "probe_a_point": "0.5,0.5,0", "part_s_damping": beta}
        w = 2 * np.pi * modes(modes=1, **{**SQUARE, **SUPPORTED})["frequency"][0]
        out = run(dt=2e-3, t_end=0.3, integrator="esdirk43_6l", **keys)
        rate, damped = beta * w**2 / 2, w * np.sqrt(1 - (beta * w / 2)**2)
        exact = 1e-4 / damped * np.exp(-rate * out.time) * np.sin(damped * out.time)
        # the sine is the mode of the mesh but for its rotations
        np.testing.assert_allclose(out.probe["a"]["displacement"][:, 2], exact, atol=1e-2 * 1e-4 / w)

    def test_rigid(self):
        """A plate that spins in its plane, at rest in its own axes, loses nothing; one that bends does."""
        keys = {**STRIP, "supports": "none", "loads": "none", "part_s_young": 1e9, "part_s_damping": 1, "dt": 1e-2, "t_end": 1, "integrator": "esdirk43_6l"}
        del keys["supports"], keys["loads"], keys["load_right_traction"], keys["load_right_time"]
        spin = {"initials": "all", "initial_all_velocity_x": "-3*(y-0.5)+2", "initial_all_velocity_y": "3*(x-1.5)", "initial_all_velocity_z": 1, "initial_all_angular_velocity_z": 3}
        out = run(**keys, **spin)
        # the stretch by the spin: rho w^2 L^2/E of the kinetic energy
        self.assertLess(out.energy["damping"][-1], 1e3 * 3**2 * 3**2 / 1e9 * out.energy["kinetic"][0])
        bent = run(**keys, initials="all", initial_all_velocity_z="x*(x-1.5)")
        self.assertGreater(bent.energy["damping"][-1], 0.01 * bent.energy["kinetic"][0])

    def test_order(self):
        """Large rotations with damping: the schemes keep their orders, and the balance of energy closes with order 2."""
        for scheme, order, steps in (("trapezoidal", 2, (40, 80, 160)), ("esdirk43_6l", 4, (20, 40, 80))):
            outs = [run(dt=0.4 / n, t_end=0.4, integrator=scheme, probes="a", probe_a_point="3,1,0", **STRIP) for n in (*steps, 4 * steps[-1])]
            last = [o.probe["a"]["displacement"][-1] for o in outs]
            self.assertGreater(np.abs(last[-1]).max(), 0.3)
            self.assertGreater(orders([np.abs(u - last[-1]).max() for u in last[:-1]])[-1], order - 0.3)
            self.assertGreater(orders([balance(o) for o in outs[:-1]])[-1], 1.7)
            self.assertGreater(outs[-1].energy["damping"][-1], 0.05 * outs[-1].energy["external"].max())

    def test_newton(self):
        """The tangent is exact: Newton's method converges quadratically, with strains as unknowns or not, in triangles too."""
        for keys in ({}, {"newton_mixed": "false"}, {"mesh_cell": "triangle"}):
            out = run(dt=0.01, t_end=0.2, integrator="trapezoidal", **{**STRIP, "part_s_damping": 0.2, **keys})
            self.assertLess(out.newton.sum(), 4 * 20)

    def test_explicit(self):
        """Central differences, whose stable step the damping shortens, find the same motion."""
        keys = {**STRIP, "part_s_mass": "lumped", "part_s_damping": 1e-4, "t_end": 0.05, "probes": "a", "probe_a_point": "3,1,0"}
        one, two = (run(**keys, **how).probe["a"]["displacement"][-1] for how in ({"integrator": "central_difference", "dt": 1e-5}, {"integrator": "esdirk43_6l", "dt": 2.5e-3}))
        np.testing.assert_allclose(one, two, atol=1e-3 * np.abs(two).max())

    def test_ranks_and_restart(self):
        keys = {**STRIP, "dt": 0.01, "part_s_damping": 0.02}
        one = run(**keys, t_end=0.2)
        for ranks in MORE_RANKS:
            many = run(ranks=ranks, **keys, t_end=0.2)
            np.testing.assert_allclose(many.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * np.abs(one.by_id("displacement")).max())
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "kept")
            run(**keys, t_end=0.1, checkpoint=kept)
            rest = run(ranks=3, **keys, t_end=0.2, restart=kept)
            np.testing.assert_allclose(rest.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * np.abs(one.by_id("displacement")).max())


class Results(unittest.TestCase):
    def test_forces(self):
        """A square that a moving support stretches with the rate v/L: E h (e + beta v/L), with and without -linearize."""
        keys = {**SQUARE, "part_s_poisson": 0, "mesh_n": "2,1", "initials": "all", "initial_all_velocity_x": "1e-6*x", "supports": "left,right", "support_left_fix": "xyz", "support_left_fix_rotation": "all", "support_right_fix": "xyz",
                "support_right_fix_rotation": "all", "support_right_motion_x": "1e-6*t", "part_s_damping": 0.5, "dt": 0.1, "t_end": 1, "probes": "a", "probe_a_part": "s",
                "probe_a_point": "0.5,0.5,0"}
        for linear in (True, False):
            out = run(linearize=linear, **keys)
            force, strain = (out.probe["a"][name].reshape(len(out.time), -1)[1:, 0] for name in ("membrane_force", "strain"))
            np.testing.assert_allclose(force, 1e9 * 1e-2 * 1e-6 * (out.time[1:] + 0.5), rtol=3e-6)  # e^2/2 of Green's strain
            np.testing.assert_allclose(strain, 1e-6 * out.time[1:], rtol=3e-6)

    def test_strains(self):
        """Forces are the section's stiffness times the strains and beta times their rates, which the trapezoidal rule gives exactly: strains and curvatures have no damping part."""
        random, scale, beta, dt = np.random.default_rng(5).uniform(-0.1, 0.1, (8, 8)), np.sqrt([1e5] * 3 + [10] * 3 + [3e4] * 2), 0.02, 0.01
        random[6:] = random[:, 6:] = 0  # shear strains are no result
        D = scale[:, None] * (np.eye(8) + random + random.T) * scale
        keys = {k: v for k, v in STRIP.items() if k not in ("part_s_young", "part_s_poisson", "part_s_density")}
        out = run(**{**keys, "part_s_stiffness": ",".join(repr(float(v)) for v in D[np.triu_indices(8)]), "part_s_direction": "1,0,0", "part_s_mass_per_area": 50, "part_s_damping": beta, "linearize": True,
                     "integrator": "trapezoidal", "dt": dt, "t_end": 0.3, "probes": "a", "probe_a_part": "s", "probe_a_point": "1.25,0.25,0"}).probe["a"]
        force, strain = (np.hstack([out[name].reshape(-1, 3) for name in names]) for names in (("membrane_force", "bending_moment"), ("strain", "curvature")))
        strain[:, [2, 5]] *= 2
        found, rate = (force[1:] + force[:-1]) / 2, (strain[1:] - strain[:-1]) / dt
        np.testing.assert_allclose(found, ((strain[1:] + strain[:-1]) / 2 + beta * rate) @ D[:6, :6], atol=1e-9 * np.abs(found).max())
        self.assertGreater(np.abs(beta * rate).max(), 0.1 * np.abs(strain).max())


class Refused(refusal.Table):
    ROWS = [
        (None, {**STRIP, "dt": 1, "t_end": 1, "part_s_damping": -1}, r"-part_s_damping.*negative"),
        (None, {**STRIP, "dt": 1, "t_end": 1, "damping_stiffness": 0.1}, r"-damping_stiffness is for linear elements; use -part_<name>_damping"),
    ]


if __name__ == "__main__":
    unittest.main()
