"""The cases of inputs/ against exact solutions, orders and balances."""
import os
import sys
import unittest

import numpy as np

from run import SOURCE, run

sys.path.insert(0, os.path.join(SOURCE, "scripts"))
import exact_membrane

ORDER = {"lms2": 2, "lms3": 2, "lms4": 2, "bdf2": 2, "ss2": 2, "ss3": 2, "ss4": 2, "trapezoidal": 2, "newmark": 2, "wbz": 2, "generalized_alpha": 2,
         "bathe": 2, "msstc3": 2, "msstc5": 2, "tr_bdf2_q": 2, "mssth3": 3, "mssth4": 4, "mssth5": 5, "esdirk32_4l": 3, "esdirk32_5l": 3, "esdirk43_6l": 4}
SCHEMES = [s for s in ORDER if s not in ("bdf2", "newmark", "wbz", "esdirk32_4l") and not s.startswith(("ms", "tr_"))]  # a selection for the slower tests
STAGES = {"bathe": 2, "msstc3": 3, "msstc5": 5, "tr_bdf2_q": 2, "mssth3": 3, "mssth4": 4, "mssth5": 5, "esdirk32_4l": 3, "esdirk32_5l": 4, "esdirk43_6l": 5}
SINE6 = "t<4 ? sin(pi*t/4)^6 : 0"  # a pulse with five continuous derivatives


class Sdof(unittest.TestCase):
    """003 (77)-(78): closed form."""

    def test_end_values(self):
        mass = run("sdof", integrator="esdirk43_6l").probe["mass"]
        for field, exact in (("displacement", -0.6581887893014), ("velocity", 0.2383173315398), ("acceleration", 3.2183843182786)):
            # order 4 at dt = 0.01: the coarser runs of tests/order put the error near 1e-8
            self.assertAlmostEqual(mass[field][-1, 0], exact, delta=2e-7)
            self.assertTrue((mass[field][:, 1:] == 0).all())

    def test_every_scheme_converges(self):
        """Loads at the times of the stages, those beyond the step included."""
        for scheme, order in ORDER.items():
            with self.subTest(scheme):
                steps = (0.1, 0.05) if order == 5 else (0.02, 0.01)
                error = [abs(run("sdof", integrator=scheme, dt=dt).probe["mass"]["displacement"][-1, 0] + 0.6581887893014) for dt in steps]
                self.assertGreater(np.log2(error[0] / error[1]), order - 0.3)

    def test_one_solve_per_stage(self):
        for scheme in SCHEMES:
            out = run("sdof", integrator=scheme)
            self.assertEqual(out.newton[0], 0)
            self.assertTrue((out.newton[1:] == STAGES.get(scheme, 1)).all(), scheme)


class StiffSoft(unittest.TestCase):
    """003 (81). Without the stiff mode: q1, v1, a1 at t = 10."""

    SOFT = {"displacement": -0.53657296803052, "velocity": 1.01262433605, "acceleration": 0.77266500868}

    def test_dissipative_schemes_forget_the_stiff_mode(self):
        for scheme in [s for s in SCHEMES if s != "trapezoidal"]:
            with self.subTest(scheme):
                m1 = run("stiff_soft", integrator=scheme, rho_inf=0).probe["m1"]
                # velocity and acceleration of the driven node by the scheme itself, second order: (0.13 1.2)^2 / 4 = 0.6 %
                self.assertAlmostEqual(m1["displacement"][-1, 0], self.SOFT["displacement"], delta=1e-6)
                self.assertAlmostEqual(m1["velocity"][-1, 0], self.SOFT["velocity"], delta=0.02)
                self.assertAlmostEqual(m1["acceleration"][-1, 0], self.SOFT["acceleration"], delta=0.06)

    def test_order_on_the_soft_motion(self):
        error = [abs(run("stiff_soft", dt=dt).probe["m1"]["velocity"][-1, 0] - self.SOFT["velocity"]) for dt in (0.05, 0.025)]
        self.assertGreater(np.log2(error[0] / error[1]), 1.8)

    def test_resolved_stiff_mode(self):
        """The stiff mode (3162 rad/s) has amplitude 3.8e-4; fourth order with 50 steps a period leaves a few per cent of a
        radian of phase after 5000 periods."""
        q1 = run("stiff_soft", integrator="esdirk43_6l", dt=4e-5).probe["m1"]["displacement"][-1, 0]
        self.assertAlmostEqual(q1, -0.53639321790717, delta=1e-5)

    def test_trapezoidal_rule_does_not(self):
        a1 = run("stiff_soft", integrator="trapezoidal").probe["m1"]["acceleration"]
        self.assertGreater(abs(a1[-20:, 0]).max(), 100)

    def test_base_follows_its_motion(self):
        out = run("stiff_soft", probes="base", probe_base_set="base")
        q = out.probe["base"]
        for field, exact in (("displacement", np.sin(1.2 * out.time)), ("velocity", 1.2 * np.cos(1.2 * out.time)), ("acceleration", -1.44 * np.sin(1.2 * out.time))):
            np.testing.assert_allclose(q[field][:, 0], exact, atol=1e-7)  # differences of the formula, expression.h


class BarWave(unittest.TestCase):
    """003 Figs. 18-23: velocity of the midpoint behind the front of a step load, at CFL 1 and at the scheme's good CFL."""

    SPEED, PLATEAU, ELEMENT = 202721.21352, 67.573737839949, 0.2
    GOOD = {"bathe": 1.0, "generalized_alpha": 0.3, "lms2": 0.35, "lms3": 0.48, "lms4": 0.54, "ss2": 0.35, "ss3": 0.48, "ss4": 0.54}

    def behind(self, scheme, cfl):
        out = run("bar_wave", integrator=scheme, rho_inf=0, dt=cfl * self.ELEMENT / self.SPEED)
        front, window = 100 / self.SPEED, 60 * self.ELEMENT / self.SPEED
        v = abs(out.probe["midpoint"]["velocity"][:, 0])
        later = (out.time > front + window) & (out.time < 1.35e-3)
        return v.max() / self.PLATEAU - 1, abs(v[later] / self.PLATEAU - 1).max()

    def test_good_cfl_filters_the_oscillation(self):
        for scheme, good in self.GOOD.items():
            with self.subTest(scheme):
                coarse = self.behind(scheme, 2.0 if scheme == "bathe" else 1.0)
                fine = self.behind(scheme, good)
                # the oscillation at the front is cut from a fifth to an eighth or less, and gone 60 elements behind it
                self.assertGreater(coarse[0], 0.2)
                self.assertLess(fine[0], 0.14)
                self.assertGreater(coarse[1], 0.01)
                self.assertLess(fine[1], 1e-3)

    def test_plateau(self):
        out = run("bar_wave")
        t, v = out.time, -np.abs(out.probe["midpoint"]["velocity"][:, 0]) * -1
        mean = v[(t > 7e-4) & (t < 1.3e-3)].mean()
        self.assertAlmostEqual(mean, self.PLATEAU, delta=1e-5 * self.PLATEAU)


class Wave2d(unittest.TestCase):
    """003 (82)-(83) against the exact solution of the infinite membrane at t = 13, along theta = 0 and pi/4."""

    L = 91 / 6

    def cut(self, n, diagonal, **keys):
        out = run("wave2d", mesh_n=f"{n},{n}", dt=0.54 * self.L / n, **keys)
        q = out.by_id("displacement")[:, 2].reshape(n + 1, n + 1)
        h = self.L / n
        line = np.diag(q) if diagonal else q[0]
        r = np.arange(n + 1) * h * (np.sqrt(2) if diagonal else 1)
        keep = (r > 0.5) & (r < 14.5)
        return r[keep], line[keep], exact_membrane.displacement(r[keep], 13.0)

    def test_pictures_of_the_paper(self):
        """The pulse has kinks; along the diagonal nodes are sqrt(2) farther apart. Bounds: a quarter above what was measured
        (0.040, 0.195, 0.015, 0.065); the error falls with h^1.5 or faster."""
        errors = {}
        for n, bounds in ((70, (0.05, 0.25)), (140, (0.02, 0.08))):
            for diagonal in (False, True):
                r, q, exact = self.cut(n, diagonal)
                errors[n, diagonal] = np.linalg.norm(q - exact) / np.linalg.norm(exact)
                self.assertLess(errors[n, diagonal], bounds[diagonal], f"{n} {diagonal}")
        for diagonal in (False, True):
            self.assertGreater(np.log2(errors[70, diagonal] / errors[140, diagonal]), 1.4)

    def test_values(self):
        """benchmarks: q(1), q(8), q(12); the pulse has kinks, away from them the mesh of 140 cells is good to 1 %."""
        r, q, _ = self.cut(140, False)
        for at, exact in ((1, 0.03407331255350), (8, 0.04423719336041), (12, 0.13739617394857)):
            self.assertAlmostEqual(np.interp(at, r, q), exact, delta=0.03 * exact)

    def test_triangles_and_lumped_mass(self):
        """Lumped mass delays waves as the dissipative scheme does: at this CFL the errors add up (measured 0.22) instead of
        cancelling (triangles, consistent: 0.027)."""
        for keys, bound in (({"mesh_cell": "triangle"}, 0.035), ({"part_skin_mass": "lumped"}, 0.27)):
            r, q, exact = self.cut(140, False, **keys)
            self.assertLess(np.linalg.norm(q - exact) / np.linalg.norm(exact), bound, keys)

    def test_second_order_in_space(self):
        """A smooth pulse, fixed r, dt proportional to h: order 2 of displacement and velocity for Q4 and T3, either mass."""
        side, t, n, points = 8.0, 7.0, (32, 64, 128), ((2, 0), (4, 0), (2, 2), (3, 1))

        def force(s):
            return np.where((s > 0) & (s < 4), np.sin(np.pi * s / 4) ** 6, 0.0)

        exact = exact_membrane.displacement(np.hypot(*np.transpose(points)), t, force, 4.0)
        for cell, mass in (("quadrilateral", "consistent"), ("quadrilateral", "lumped"), ("triangle", "consistent"), ("triangle", "lumped")):
            errors = []
            for k in n:
                probes = {f"probe_p{i}_point": f"{x},{y},0" for i, (x, y) in enumerate(points)}
                out = run("wave2d", mesh_n=f"{k},{k}", mesh_upper=f"{side},{side}", mesh_cell=cell, part_skin_mass=mass, load_pulse_time=SINE6,
                          integrator="esdirk43_6l", dt=2 * side / k, t_end=t, probes=",".join(f"p{i}" for i in range(len(points))), **probes)
                q = np.array([out.probe[f"p{i}"]["displacement"][-1, 2] for i in range(len(points))])
                errors.append(np.linalg.norm(q - exact) / np.linalg.norm(exact))
            order = np.log2(errors[-2] / errors[-1])
            self.assertAlmostEqual(order, 2, delta=0.25, msg=f"{cell} {mass}: {errors}")


class Energy(unittest.TestCase):
    """Without numerical dissipation kinetic + strain + damping - external stays what it was."""

    def drift(self, case, **keys):
        e = run(case, **keys).energy
        balance = e["total"] + e["damping"] - e["external"]
        return abs(balance - balance[0]).max() / max(abs(e["total"]).max(), abs(e["external"]).max())

    def test_balance_closes(self):
        for case in ("sdof", "bar_wave"):
            for scheme in ("trapezoidal", "lms4", "ss3", "generalized_alpha"):
                # direct solver; the roots at -1 of lms and ss let round-off grow like k^2 over a thousand steps and more
                bound = 1e-7 if scheme in ("lms4", "ss3") else 1e-9
                self.assertLess(self.drift(case, integrator=scheme, rho_inf=1), bound, f"{case} {scheme}")

    def test_balance_closes_to_solver_tolerance(self):
        for rtol in (1e-8, 1e-12):
            # an error of rtol |b| in 100 to 200 steps; |b| is some 100 times the forces that do the work
            self.assertLess(self.drift("wave2d", integrator="trapezoidal", ksp_rtol=rtol), 2e4 * rtol)

    def test_rayleigh_damping_is_accounted_for(self):
        self.assertLess(self.drift("wave2d", integrator="trapezoidal", ksp_rtol=1e-12, damping_mass=0.1, damping_stiffness=0.01), 1e-8)

    def test_work_of_a_moved_support(self):
        soft = {"integrator": "trapezoidal", "part_k1_stiffness": 3}
        self.assertLess(self.drift("stiff_soft", dt=0.02, **soft), 1e-11)
        # with mass on the support its own motion, which is exact, meets the rule for the work, which is of second order (and by
        # chance exact for a sine)
        soft["support_base_motion_x"] = "t^3*exp(-t)"
        heavy = {"parts": "k1,k2,m1,m2,anvil", "part_anvil_set": "base", "part_anvil_element": "mass", "part_anvil_mass": 2, **soft}
        drift = [self.drift("stiff_soft", dt=dt, **heavy) for dt in (0.02, 0.01)]
        self.assertLess(drift[1], 1e-4)
        self.assertGreater(np.log2(drift[0] / drift[1]), 1.8)

    def test_damper_on_a_moved_support(self):
        moved = {"integrator": "trapezoidal", "loads": "end", "load_end_force": "0,0,0", "initial_end_velocity_x": 0, "initial_end_displacement_x": 0,
                 "support_start_motion_x": "0.1*(1-cos(t))"}
        self.assertLess(self.drift("sdof", dt=0.02, **moved), 1e-10)

    def test_dissipative_schemes_lose_energy(self):
        e = run("wave2d", rho_inf=0).energy
        balance = e["total"] - e["external"]
        self.assertLess(balance[-1], -0.01 * e["external"][-1])


class Dofs(unittest.TestCase):
    def test_damping_does_not_change_them(self):
        for damping in ({}, {"damping_mass": 0.1}, {"damping_stiffness": 1e-6}):
            self.assertEqual(run("bar_wave", t_end=1e-5, **damping).attrs["dofs"], 1000)


class Times(unittest.TestCase):
    def test_last_step_lands_on_t_end(self):
        out = run("sdof", dt=0.3, t_end=10)
        self.assertEqual(out.time[-1], 10)
        self.assertEqual(len(out.time), 35)
        self.assertEqual(out.attrs["steps"], 34)
        np.testing.assert_allclose(np.diff(out.time), 10 / 34, rtol=1e-12)

    def test_frames(self):
        out = run("wave2d", output_every=40)
        self.assertEqual(list(out.frame_times), [out.time[0], out.time[40], out.time[80], out.time[-1]])
        np.testing.assert_array_equal(out.frames[1]["displacement"][out.node_id == 0][0], out.probe["center"]["displacement"][40])

    def test_start_elsewhere(self):
        late = run("sdof", t_start=1, t_end=2, load_sine_time="sin(3*(t-1))", load_cosine_time="cos(t-1)").probe["mass"]["displacement"]
        np.testing.assert_allclose(late, run("sdof", t_end=1).probe["mass"]["displacement"], atol=1e-12)


class LmsStart(unittest.TestCase):
    def test_trapezoidal_start_is_more_accurate(self):
        """003 Fig. 14: the first-order start shows at the beginning and fades."""
        exact = run("sdof", integrator="esdirk43_6l", dt=0.01).probe["mass"]["velocity"]
        early = {}
        for start in ("one_step", "trapezoidal"):
            v = run("sdof", lms_startup=start, dt=0.01).probe["mass"]["velocity"]
            early[start] = abs(v - exact)[:20].max()
        self.assertLess(early["trapezoidal"], early["one_step"] / 2)


class Denormals(unittest.TestCase):
    def test_flushing(self):
        """Numbers below 1e-308 matter to nobody: what a run reports is the same to ten digits."""
        for case, keys in (("wave2d", {}), ("wave2d", {"operator": "assembled"}), ("bar_wave", {}), ("sdof", {}), ("flying_beam", {"t_end": 2})):
            with self.subTest(f"{case} {keys}"):
                kept, flushed = run(case, keep_denormals=True, **keys), run(case, **keys)
                for p in kept.probe:
                    for field, values in kept.probe[p].items():
                        np.testing.assert_allclose(flushed.probe[p][field], values, rtol=0, atol=1e-10 * abs(values).max(), err_msg=f"{p} {field}")
                np.testing.assert_array_equal(flushed.linear, kept.linear)


if __name__ == "__main__":
    unittest.main()
