"""Schemes as the user meets them: predictors, explicit steps, forces that depend on the motion, step control, spectra."""
import os
import tempfile
import unittest

import h5py
import numpy as np

from run import Output, fsolve, options, run


def solver(case, ranks=1, **keys):
    """The series of /history/solver, and the run's output."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.h5")
        done = fsolve(options(case, output=path, **keys), ranks)
        if done.returncode:
            raise RuntimeError(done.stderr)
        with h5py.File(path) as f:
            return {name: f["history/solver"][name][:] for name in f["history/solver"]}, Output(path), done


class Iterations(unittest.TestCase):
    def test_counts_by_stage(self):
        for scheme, solves in (("lms4", 1), ("bathe", 2), ("esdirk43_6l", 5)):
            series, _, _ = solver("spring_pendulum", integrator=scheme, t_end=1)
            self.assertEqual(series["stage_newton"].shape[1], solves)
            np.testing.assert_array_equal(series["stage_newton"].sum(axis=1), series["newton"])
            np.testing.assert_array_equal(series["stage_linear"].sum(axis=1), series["linear"])
            self.assertTrue((series["stage_newton"][1:] >= 1).all())

    def test_predictors(self):
        """A better prediction saves Newton iterations and changes nothing else."""
        for scheme in ("lms3", "ss3", "trapezoidal", "mssth3"):
            totals, ends = [], []
            for predictor in ("constant", "second", "scheme"):
                series, out, _ = solver("spring_pendulum", integrator=scheme, predictor=predictor, dt=0.01, t_end=2)
                totals.append(series["newton"].sum())
                ends.append(out.probe["mass"]["displacement"][-1])
            with self.subTest(scheme):
                self.assertLess(totals[1], totals[0])
                self.assertLessEqual(totals[2], totals[1])
                np.testing.assert_allclose(ends[1:], [ends[0]] * 2, atol=1e-11)


class Explicit(unittest.TestCase):
    def test_central_differences_at_cfl_1_are_exact(self):
        """With lumped mass and dt = L/(n c) every node moves as d'Alembert says: nothing is dispersed, the front stays sharp."""
        c, length, cells = np.sqrt(3e7 / 7.3e-4), 200.0, 1000
        out = run("bar_wave", integrator="central_difference", part_bar_mass="lumped", dt=repr(length / cells / c), t_end=repr(length / c * 0.999))
        t, q = out.time, out.probe["midpoint"]["displacement"][:, 0]
        # the acceleration of the start is felt for a step: the force acts from t = 0 on, and counts half there
        speed = 1e4 / (3e7 * 1) * c
        exact = speed * np.maximum(0, t - 100 / c)
        self.assertLess(abs(q - exact).max(), 0.51 * speed * length / cells / c)
        late = t > 110 / c
        np.testing.assert_allclose(np.diff(q)[late[1:]], speed * np.diff(t)[late[1:]], rtol=1e-8)

    def test_no_solve_where_the_mass_is_diagonal(self):
        series, _, done = solver("wave2d", integrator="ce5", part_skin_mass="lumped", dt=0.05, t_end=1)
        self.assertEqual(series["linear"].sum(), 0)
        self.assertIn("no solver", done.stdout)
        series, _, _ = solver("wave2d", integrator="ce5", dt=0.05, t_end=1)  # consistent: one solve with M
        self.assertGreater(series["linear"][1:].min(), 1)
        self.assertTrue((series["newton"][1:] == 1).all())

    def test_dampers_are_solved_for(self):
        for scheme in ("central_difference", "ce3", "ce5"):
            error = []
            for dt in (0.01, 0.005):
                q = run("sdof", integrator=scheme, dt=dt).probe["mass"]["displacement"][-1, 0]
                error.append(abs(q + 0.6581887893014))
            self.assertGreater(np.log2(error[0] / error[1]), 1.8, scheme)

    def test_the_limit_is_the_elements(self):
        """At the stable step motion stays bounded; beyond it is refused, and with -allow_unstable it ends with status 3."""
        limit = 2 / np.sqrt(4 * np.pi**2)
        keys = {"mesh": "line", "mesh_n": 1, "parts": "spring,mass", "part_spring_set": "all", "part_spring_element": "spring",
                "part_spring_stiffness": 4 * np.pi**2, "part_mass_set": "end", "part_mass_element": "mass", "part_mass_mass": 1, "supports": "start",
                "initials": "end", "initial_end_displacement_x": 1, "probes": "m", "probe_m_set": "end", "integrator": "central_difference"}
        out = run(None, dt=limit * 0.999, t_end=1000, **keys)
        self.assertLess(abs(out.probe["m"]["displacement"]).max(), 1.01)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            done = fsolve(options(None, dt=limit * 1.001, t_end=1001 * limit, output=path, **keys))
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"beyond the stable step of central_difference, 0\.3183")
            done = fsolve(options(None, dt=limit * 1.2, t_end=1000 * limit * 1.2, output=path, allow_unstable=True, **keys))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertTrue(np.isfinite(Output(path).probe["m"]["displacement"]).all())


class Laws(unittest.TestCase):
    def test_a_linear_law_is_a_spring_and_a_damper(self):
        """The same answer by other means: linear elements and the direct solver, or a formula and Newton's method."""
        law = dict(loads="sine,cosine,law", load_law_set="end", load_law_law_x="-4*pi^2*ux-0.4*pi*vx", part_spring_stiffness=1e-200,
                   part_damper_damping=1e-200)
        for scheme in ("lms4", "ss3", "generalized_alpha", "esdirk43_6l", "central_difference"):
            a = run("sdof", integrator=scheme, dt=0.02).probe["mass"]
            b = run("sdof", integrator=scheme, dt=0.02, **law).probe["mass"]
            for field in a:
                np.testing.assert_allclose(b[field][:, 0], a[field][:, 0], atol=1e-8 * abs(a[field]).max(), err_msg=f"{scheme}, {field}")

    def test_work_of_a_conservative_law(self):
        """Kinetic energy = work of the law, at least as dt^2."""
        error = []
        for dt in (0.004, 0.002):
            e = run("spring_pendulum", integrator="trapezoidal", rho_inf=1, dt=dt, t_end=2).energy
            error.append(abs(e["kinetic"] - e["kinetic"][0] - e["external"]).max())
        self.assertGreater(np.log2(error[0] / error[1]), 1.9)

    def test_same_on_any_number_of_ranks(self):
        """A membrane on a hardening, damping bed: laws at all nodes; three directions coupled on a frame of one bar."""
        keys = dict(mesh_n="12,9", loads="pulse,bed", load_bed_set="all", load_bed_law_z="0-uz-100*uz^3-0.1*vz*abs(vz)", dt=0.1, t_end=3)
        one = run("wave2d", integrator="lms3", **keys)
        self.assertGreater(abs(one.by_id("displacement")).max(), 0.02)
        for ranks in (2, 3, 8):
            other = run("wave2d", ranks=ranks, integrator="lms3", **keys)
            np.testing.assert_allclose(other.by_id("displacement"), one.by_id("displacement"), atol=1e-11)
        explicit = dict(keys, integrator="ce3", part_skin_mass="lumped", load_bed_law_z="0-uz-100*uz^3")
        one = run("wave2d", **explicit)
        for ranks in (2, 3, 8):
            np.testing.assert_allclose(run("wave2d", ranks=ranks, **explicit).by_id("displacement"), one.by_id("displacement"), atol=1e-13)


class Adapt(unittest.TestCase):
    def test_steps_follow_the_tolerance(self):
        for scheme in ("esdirk43_6l", "tr_bdf2_q", "lms2"):
            errors = []
            for rtol in (1e-4, 1e-6):
                series, out, done = solver("sdof", integrator=scheme, adapt=True, adapt_rtol=rtol, dt=0.001)
                self.assertEqual(out.time[-1], 10)
                np.testing.assert_allclose(np.cumsum(series["dt"][1:]), out.time[1:], rtol=1e-12)
                self.assertRegex(done.stdout, rf"done: {len(out.time) - 1} steps \({series['rejected'].sum()} rejected, 0 cut back\)")
                errors.append(abs(out.probe["mass"]["displacement"][-1, 0] + 0.6581887893014))
            self.assertLess(errors[1], 0.1 * errors[0], scheme)
            self.assertLess(errors[1], 1e-3)

    def test_same_on_any_number_of_ranks(self):
        keys = dict(mesh_n="30,30", integrator="esdirk32_5l", adapt=True, adapt_rtol=1e-3, dt=0.01, t_end=5, ksp_type="preonly", pc_type="lu",
                    pc_factor_mat_solver_type="mumps")
        one = run("wave2d", **keys)
        self.assertGreater(np.diff(one.time).max(), 3 * np.diff(one.time).min())
        for ranks in (2, 3, 8):
            other = run("wave2d", ranks=ranks, **keys)
            np.testing.assert_allclose(other.time, one.time, rtol=1e-9)
            np.testing.assert_allclose(other.by_id("displacement"), one.by_id("displacement"), atol=1e-9 * abs(one.by_id("displacement")).max())

    def test_a_failed_stage_is_cut_back(self):
        series, out, done = solver("spring_pendulum", integrator="lms4", dt=0.1, t_end=2, snes_max_it=3)
        self.assertGreater(series["failed"].sum(), 0)
        np.testing.assert_allclose(out.time, np.arange(21) * 0.1)  # the grid stays
        self.assertIn("cut back", done.stdout)
        exact = run("spring_pendulum", integrator="esdirk43_6l", dt=0.01, t_end=2).probe["mass"]["displacement"][-1]
        np.testing.assert_allclose(out.probe["mass"]["displacement"][-1], exact, atol=0.1)

    def test_no_step_is_short_enough(self):
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 3):
                path = os.path.join(folder, f"out{ranks}.h5")
                law = {"load_motion_law_x": "t<0.5 ? -98.1*ux : sqrt(-1-ux^2)"}
                done = fsolve(options("spring_pendulum", output=path, **law), ranks)
                self.assertEqual(done.returncode, 3)
                self.assertRegex(done.stderr, r"fsolve: step \d+ from t = 0.49\d* failed with steps down to \S+ s \(-dt_min\)")
                self.assertGreater(Output(path).time[-1], 0.489)


class Spectrum(unittest.TestCase):
    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, f"{ranks}.h5") for ranks in (1, 3)]
            for ranks, path in zip((1, 3), paths):
                done = fsolve(["-analysis", "spectrum", "-spectrum_schemes", "lms3,esdirk43_6l,hht", "-output", path], ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
            with h5py.File(paths[0]) as one, h5py.File(paths[1]) as three:
                self.assertEqual(sorted(one["spectrum/lms3"]), ["rho_0", "rho_0.6", "rho_1"])
                self.assertEqual(sorted(one["spectrum/hht"]), ["rho_0.6", "rho_1"])  # rho_inf 0 is below its range
                group = one["spectrum/lms3/rho_0.6"]
                for name, data in group.items():
                    np.testing.assert_array_equal(data[:], three["spectrum/lms3/rho_0.6"][name][:])
                k = np.argmin(abs(group["dt_over_nT"][:] - 0.1))
                self.assertAlmostEqual(group["dt_over_nT"][k], 0.1, places=12)
                self.assertAlmostEqual(group["radius"][k], 0.999995607218, delta=1e-9)
                moduli = np.hypot(group["roots"][:, 0::2], group["roots"][:, 1::2])
                np.testing.assert_allclose(moduli.max(axis=1), group["radius"][:])


if __name__ == "__main__":
    unittest.main()
