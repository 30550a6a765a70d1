# SPDX-License-Identifier: BSD-2-Clause
"""Newton's method: quadratic with new matrices; with kept ones the same answer for less."""
import os
import re
import tempfile
import unittest

import numpy as np

from run import RELEASE, Output, fsolve, options, run


class Newton(unittest.TestCase):
    def test_newton_is_quadratic(self):
        """The order at which the norms of Newton's steps (as PETSc prints them) shrink, of steps that are small and those after them, above round-off. The beam is
        a thick one: in a slender one steps that bend and steps that mend the stretch of the bending alternate, and only every second one tells."""
        thick = {"part_beam_ea": 20, "part_beam_gay": 10, "part_beam_gaz": 10}
        for case, keys in (("elastica", thick), ("inflated_membrane", {}), ("hanging_cable", {"t_end": 0.01, "part_cable_ea": 1e3})):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(case, output=os.path.join(folder, "out.h5"), petsc="-snes_type newtonls -snes_monitor -snes_monitor_solution_update", **keys))
            self.assertEqual(done.returncode, 0, done.stderr)
            found = []
            for solve in done.stdout.split("  0 SNES Function norm")[1:]:
                steps = [np.linalg.norm(np.fromstring(" ".join(re.findall(r"^\s*(-?\d[\d.e+-]*)\.?$", text, re.M)), sep=" "))
                         for text in re.split(r"\d+ SNES Function norm.*", solve)[1:]]
                found += [np.log(c / b) / np.log(b / a) for a, b, c in zip(steps, steps[1:], steps[2:]) if b < 0.02 * max(steps) and c > 1e-10 * max(steps)]
            print(case, "orders of Newton's method:", " ".join(f"{p:.2f}" for p in found))
            self.assertGreater(len(found), 2)
            self.assertAlmostEqual(np.mean(found), 2, delta=0.4)  # linear convergence is 1

    def test_modified_newton(self):
        """With matrices that are kept the answer is the same, for less: long steps and short ones, bending and membranes, steps of one size and of many."""
        cases = [("flying_beam", {"integrator": scheme, "dt": dt, "t_end": 100 * dt}) for scheme in ("lms4", "ss3", "generalized_alpha", "esdirk43_6l") for dt in (0.1, 0.005)]
        cases += [("flying_beam", {"adapt": True, "t_end": 5}), ("flying_beam", {"dt": 0.5}), ("truss_pendulum", {}), ("right_angle_cantilever", {})]
        for case, keys in cases if RELEASE else (cases[0], cases[5], cases[8], cases[10]):
            with self.subTest(f"{case} {keys}"):
                full, modified = (run(case, newton=newton, **keys) for newton in ("full", "modified"))
                for field in ("displacement", "velocity"):
                    a, b = full.by_id(field), modified.by_id(field)
                    self.assertLessEqual(abs(a - b).max(), 1e-9 * abs(a).max(), field)

    def test_kept_matrices(self):
        """Short steps take a matrix for many of them; iterations are counted as they are."""
        with tempfile.TemporaryDirectory() as folder:
            count = {}
            for newton in ("full", "modified"):
                log = os.path.join(folder, newton)
                done = fsolve(options("flying_beam", dt=0.002, t_end=0.4, newton=newton, output=os.path.join(folder, "out.h5"), overwrite=True, log_view=":" + log))
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(log) as file:
                    stepping = file.read().split("Event  ")[1].split(": Stepping\n")[1]
                count[newton] = {name: int(re.search(rf"^{name} +(\d+)", stepping, re.M).group(1)) for name in ("ElementTangents", "MatSolve")}
        self.assertEqual(count["full"]["ElementTangents"], count["full"]["MatSolve"] - 2) # two test the first factors
        self.assertLess(count["modified"]["ElementTangents"], count["modified"]["MatSolve"] / 5)


class FullSteps(unittest.TestCase):
    """fsolve runs the loop of Newton's method itself. With -snes_type SNES runs it: the same bits, and the same message if a step fails. The loop eliminates up to 48 unknowns of one rank as a dense matrix, and SNES does not: these
    models agree to round-off."""

    DENSE = ("seven_body",)
    CASES = [("seven_body", {"t_end": 1e-4}), ("seven_body", {"t_end": 3e-4, "stabilize": "velocity"}), ("seven_body", {"t_end": 2e-4, "integrator": "esdirk43_6l", "stabilize": "projection"}),
             ("flying_beam", {"t_end": 1}), ("elastica", {}), ("beam_slider", {"t_end": 0.01})]
    FAILS = [("flying_beam", {"analysis": "static"}), ("flying_beam", {"load_push_force": "1e300,0,0"}), ("flying_beam", {"dt": 0.5, "part_beam_ea": 1e-3, "load_push_force": "1e9,0,0"})]

    def both(self, case, ranks, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = []
            for name, more in (("loop", {}), ("snes", {"snes_type": "newtonls"})):
                path = os.path.join(folder, name + ".h5")
                done.append((fsolve(options(case, output=path, **keys, **more), ranks), Output(path) if os.path.exists(path) else None))
            return done

    def test_same_bits(self):
        for ranks, cases in ((1, self.CASES if RELEASE else self.CASES[:5]), (3, self.CASES if RELEASE else self.CASES[:1])):
            for case, keys in cases:
                with self.subTest(f"{case} {keys} {ranks} ranks"):
                    (a, loop), (b, snes) = self.both(case, ranks, **keys)
                    self.assertEqual((a.returncode, b.returncode), (0, 0), a.stderr + b.stderr)
                    np.testing.assert_array_equal(loop.newton, snes.newton)
                    np.testing.assert_array_equal(loop.linear, snes.linear)
                    for field in loop.frames[-1]:
                        x, y = loop.frames[-1][field], snes.frames[-1][field]
                        if ranks == 1 and case in self.DENSE:
                            self.assertLessEqual(abs(x - y).max(), 1e-12 * abs(y).max(), field)
                        else:
                            np.testing.assert_array_equal(x, y, field)

    def test_options_of_snes(self):
        """Line searches, tolerances, monitors and iterative solvers give the same bits and the same lines in both loops."""
        iterative = {"ksp_type": "gmres", "pc_type": "ilu", "ksp_rtol": 1e-9}
        for case, keys in (("elastica", {"snes_linesearch_type": "bt"}), ("elastica", {"snes_linesearch_type": "l2"}),
                           ("flying_beam", {"t_end": 0.5, "snes_linesearch_type": "basic"}), ("flying_beam", {"t_end": 0.5, "snes_rtol": 1e-6, "snes_stol": 1e-4}),
                           ("flying_beam", {"t_end": 0.5, **iterative}), ("slider_crank", {"t_end": 0.01})):
            with self.subTest(f"{case} {keys}"):
                (a, loop), (b, snes) = self.both(case, 1, **keys, snes_monitor=True, snes_converged_reason=True)
                self.assertEqual(a.returncode, b.returncode, a.stderr + b.stderr)
                said, expected = ([line for line in done.stdout.splitlines() if "SNES" in line or "onlinear solve" in line] for done in (a, b))
                self.assertGreater(len(said), 10)
                self.assertEqual(said, expected)
                if a.returncode: continue
                np.testing.assert_array_equal(loop.newton, snes.newton)
                np.testing.assert_array_equal(loop.frames[-1]["displacement"], snes.frames[-1]["displacement"])

    def test_same_failures(self):
        for case, keys in self.FAILS:
            with self.subTest(f"{case} {keys}"):
                (a, _), (b, _) = self.both(case, 1, **keys)
                self.assertEqual(a.returncode, 3, a.stderr)
                self.assertEqual((a.returncode, a.stderr.replace("loop.h5", "snes.h5")), (b.returncode, b.stderr))


class Mixed(unittest.TestCase):
    """Newton's method with the strains of beams as unknowns of their own: load steps and iterations that do not depend on how stiff a beam is against stretch
    and shear beside bending; the answers are those of the method in the displacements alone."""

    RATIOS = (1, 1e2, 1e4, 1e6) if RELEASE else (1, 1e6)

    def cases(self):
        """Ratios of EA L^2/EI to that of the case; helix: rolled up by a moment, drawn out by a force."""
        for ratio in self.RATIOS:
            stiff = {f"part_arc_{k}": ratio * value for k, value in (("ea", 1e7), ("gay", 5e6), ("gaz", 5e6))}
            yield "bend_45", ratio, stiff
        for ratio in self.RATIOS:
            stiff = {f"part_beam_{k}": 1e4 * ratio for k in ("ea", "gay", "gaz")}
            yield "elastica", ratio, stiff
            yield "roll_up", ratio, {**stiff, "loads": "end,draw", "load_draw_set": "end", "load_draw_force": "0,0,1", "mesh_n": 20, "part_beam_correction": "none"}

    def test_any_stiffness(self):
        """At most 6 iterations a load step at steps that grow as they may; displacement Newton, where it needs more of both, finds the same end."""
        most = {"bend_45": 24, "elastica": 26, "roll_up": 28}
        for case, ratio, keys in self.cases():
            with self.subTest(f"{case} {ratio:g}"):
                mixed = run(case, **keys)
                count = int(mixed.newton.sum())
                print(f"{case}, stiffness times {ratio:g}: {len(mixed.time) - 1} load steps, {count} iterations")
                self.assertEqual(len(mixed.time) - 1, 5)
                self.assertLessEqual(count, most[case])
        plain = run(case, newton_mixed=False, **keys)
        self.assertGreater(plain.newton.sum(), 10 * count)
        scale = abs(plain.by_id("displacement")).max()
        self.assertLess(abs(plain.by_id("displacement") - mixed.by_id("displacement")).max(), 1e-6 * scale)  # round-off of EA L^2/EI = 1e10

    def test_every_load_step(self):
        """The same equilibria at every load step, as near as 1e-10 of the displacements leaves them; the same counts on all ranks."""
        for case, keys in (("bend_45", {"part_arc_damping": 0.1}), ("elastica", {"mesh_order": 1, "mesh_n": 16, "part_beam_correction": "none"}), ("right_angle_cantilever", {"analysis": "static", "t_end": 1})):
            keys = {"dt": 0.1, "dt_max": 0.1, **keys}
            plain = run(case, newton_mixed=False, **keys)
            for ranks in (1, 2, 3) if RELEASE else (1, 3) if case == "bend_45" else (1,):
                mixed = run(case, ranks, **keys)
                np.testing.assert_array_equal(mixed.time, plain.time)
                for probe, series in plain.probe.items():
                    a = series["displacement"]
                    np.testing.assert_allclose(mixed.probe[probe]["displacement"], a, atol=1e-7 * abs(a).max(), err_msg=f"{case} on {ranks} ranks")
                if ranks == 1:
                    first = mixed.newton
                    self.assertLess(first.sum(), plain.newton.sum())
                np.testing.assert_array_equal(mixed.newton, first)

    def test_long_steps(self):
        """Transients of stiff beams at long steps: half of the iterations, the same motion."""
        keys = {"part_frame_ea": 1e10, "part_frame_gay": 1e10, "part_frame_gaz": 1e10, "integrator": "lms4", "dt": 0.2}
        mixed, plain = (run("right_angle_cantilever", newton_mixed=on, **keys) for on in (True, False))
        self.assertLess(mixed.newton.sum(), 0.5 * plain.newton.sum())
        a, b = (out.probe["tip"]["displacement"] for out in (mixed, plain))
        self.assertLess(abs(a - b).max(), 1e-6 * abs(b).max())

    def test_links_that_whip(self):
        """Short stiff links that turn by a quarter of a radian in a step: the prediction stretches them, and the first tangent does not take that for tension. A
        tangent with those strains takes 7.1 iterations a step. The counts are those of any number of ranks."""
        keys = {"let": "links=40,l=0.1", "t_end": 0.3}
        plain = run("chain", newton_mixed=False, **keys)
        for ranks in (1, 2, 3) if RELEASE else (1,):
            mixed = run("chain", ranks, **keys)
            self.assertLess(mixed.newton[1:].mean(), 4.3)
            np.testing.assert_allclose(mixed.probe["end"]["displacement"], plain.probe["end"]["displacement"], atol=1e-9 * abs(plain.probe["end"]["displacement"]).max())
            if ranks > 1:
                np.testing.assert_array_equal(mixed.newton, first)
            first = mixed.newton


if __name__ == "__main__":
    unittest.main()
