# SPDX-License-Identifier: BSD-2-Clause
"""Modal damping: ratios of damped modes, decay of single modes, response at resonance; ranks, restart, energy, and where it is refused."""
import os
import tempfile
import unittest

import numpy as np

import gmsh_file  # tools/
from run import FSOLVE, MORE_RANKS, RELEASE, Output, fsolve, options, run, schemes
from studies import line, modes, study

BEAM = {"parts": "beam", "part_beam_element": "beam", "part_beam_set": "all", "part_beam_ea": 1e6, "part_beam_gay": 1e5, "part_beam_gaz": 1e5, "part_beam_gj": 3e3, "part_beam_eiy": 1e2, "part_beam_eiz": 60,
        "part_beam_mass_per_length": 2.0, "part_beam_inertia": "0.02,0.01,0.01,0,0,0"}
CANTILEVER = {**line(3.0, 12), **BEAM, "supports": "start"}
RATIO = {"damping_modal": "0.02+0.001*f", "damping_modal_count": 6}
TENSION = {"mesh": "rectangle", "mesh_n": "6,6", "mesh_upper": "1,1", "parts": "skin", "part_skin_set": "all", "part_skin_element": "membrane", "part_skin_tension": 1, "part_skin_mass_per_area": 1,
           "supports": "left,right,bottom,top", "probes": "middle", "probe_middle_point": "0.5,0.5,0"}
FIRST = {"initials": "all", "initial_all_velocity_z": "sin(pi*x)*sin(pi*y)"}  # a mode of this regular mesh


def ratio(f):
    return 0.02 + 0.001 * f


def decay(omega, zeta, t):
    """Displacement of an oscillator with unit initial velocity."""
    d = omega * np.sqrt(1 - zeta**2)
    return np.exp(-zeta * omega * t) * np.sin(d * t) / d


class Memory(unittest.TestCase):
    def test_freed(self):
        """PETSc lists what a run has not freed: nothing; it was 20 vectors."""
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(**TENSION, damping_modal=0.05, dt=0.01, t_end=0.02, quiet=True, output=os.path.join(folder, "out.h5"), malloc_dump=True), start=[FSOLVE])
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))


class NoModes(unittest.TestCase):
    def warnings(self, **keys):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options(dt=0.01, t_end=0.02, quiet=True, output=os.path.join(folder, "out.h5"), damping_modal=0.02, **keys))
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stderr

    def test_below_all(self):
        """The first frequency is 0.70 Hz: from both sides of it."""
        self.assertIn("-damping_modal damps nothing: the model has no natural frequency up to -damping_modal_below 0.6 Hz", self.warnings(**TENSION, damping_modal_below=0.6))
        self.assertEqual(self.warnings(**TENSION, damping_modal_below=0.8), "")

    def test_rigid(self):
        """A beam without supports has six modes that are rigid; the seventh swings."""
        beam = {**line(1.0, 1), **BEAM, "linearize": True}
        self.assertIn("-damping_modal damps nothing: the lowest 4 modes (-damping_modal_count) are rigid motions", self.warnings(**beam, damping_modal_count=4))
        self.assertEqual(self.warnings(**beam, damping_modal_count=7), "")


class Modes(unittest.TestCase):
    def test_ratio(self):
        """Each mode has the ratio of its frequency, as a real and as a complex mode; modes above have none. On several ranks."""
        omega = 2 * np.pi * modes(modes=8, quiet=True, **CANTILEVER)["frequency"]
        zeta = np.where(np.arange(8) < 6, ratio(omega / (2 * np.pi)), 0)
        for ranks in (1, *MORE_RANKS):
            if RELEASE or ranks == 1:
                real = modes(modes=8, quiet=True, ranks=ranks, **RATIO, **CANTILEVER)
                np.testing.assert_allclose(real["damping"], zeta, rtol=1e-9, atol=1e-12)
            out = modes(modes=8, quiet=True, ranks=ranks, modes_damped=True, **RATIO, **CANTILEVER)
            np.testing.assert_allclose(out["damping"], zeta, rtol=1e-8, atol=1e-10)
            np.testing.assert_allclose(out["growth"] + 2j * np.pi * out["frequency"], omega * (-zeta + 1j * np.sqrt(1 - zeta**2)), rtol=1e-8)

    def test_below_and_table(self):
        """All modes up to a frequency, with ratios of a table; a floating structure, whose rigid motions are not damped; added to Rayleigh damping."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "ratio.txt")
            with open(path, "w") as f:
                f.write("0 0.01\n10 0.05\n1000 0.05\n")
            keys = {**CANTILEVER, "modes": 12, "quiet": True, "damping_modal": "ratio(f)", "damping_modal_below": 3, "tables": "ratio", "table_ratio": path, "damping_mass": 0.1}
            del keys["supports"]
            out = modes(**keys)
        f, rigid = out["frequency"], out["rigid"].astype(bool)
        self.assertEqual(rigid.sum(), 6)
        free = ~rigid
        self.assertTrue((f[free] < 3).any() and (f[free] > 3).any())
        alpha = modes(**{**{k: v for k, v in keys.items() if not k.startswith(("damping_modal", "table"))}})["damping"]
        np.testing.assert_allclose((out["damping"] - alpha)[free], np.where(f < 3, np.interp(f, (0, 10), (0.01, 0.05)), 0)[free], atol=1e-9)


class Motions(unittest.TestCase):
    def motion(self, ranks=1, **keys):
        return run(ranks=ranks, **{**TENSION, **FIRST, "damping_modal": 0.05, "dt": 0.01, "t_end": 2, **keys})

    def test_decay(self):
        """A single mode decays as an oscillator: the error falls with the fourth power of the step of a scheme of fourth order."""
        f = modes(modes=1, quiet=True, **{k: v for k, v in TENSION.items() if "probe" not in k})["frequency"][0]
        error = []
        for dt in (0.04, 0.02, 0.01):
            out = self.motion(dt=dt, integrator="esdirk43_6l")
            exact = decay(2 * np.pi * f, 0.05, out.time)
            error.append(abs(out.probe["middle"]["displacement"][:, 2] - exact).max() / abs(exact).max())
        self.assertLess(error[-1], 1e-6)
        self.assertGreater(np.log2(error[0] / error[1]), 3.7)
        self.assertGreater(np.log2(error[1] / error[2]), 3.7)

    def test_every_scheme(self):
        """Implicit schemes agree to their errors; explicit ones reject it. Direct and iterative solvers give the same."""
        f = modes(modes=1, quiet=True, **{k: v for k, v in TENSION.items() if "probe" not in k})["frequency"][0]
        done = 0
        for scheme in schemes() if RELEASE else ("lms2", "ss4", "trapezoidal", "esdirk32_5l", "generalized_alpha", "central_difference"):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "out.h5")
                result = fsolve(options(**TENSION, **FIRST, damping_modal=0.05, dt=0.002, t_end=1, integrator=scheme, quiet=True, output=path))
                if result.returncode:
                    self.assertEqual(result.returncode, 2, (scheme, result.stderr))
                    self.assertIn("-damping_modal is for implicit schemes", result.stderr, scheme)
                    continue
                out = Output(path)
            done += 1
            exact = decay(2 * np.pi * f, 0.05, out.time)
            self.assertLess(abs(out.probe["middle"]["displacement"][:, 2] - exact).max(), 2e-4 * abs(exact).max(), scheme)
        self.assertGreater(done, 20 if RELEASE else 4)
        one, other = self.motion(pc_type="lu", ksp_type="preonly"), self.motion(ksp_type="cg", pc_type="jacobi", ksp_rtol=1e-13)
        np.testing.assert_allclose(one.probe["middle"]["displacement"], other.probe["middle"]["displacement"], atol=1e-10)

    def test_energy_and_ranks(self):
        """Many modes move, some of them undamped: the balance of energies holds, and ranks agree."""
        keys = {"initial_all_velocity_z": "x^2*(1-x)*y*(1-y)", "integrator": "trapezoidal", "damping_modal_count": 7, "ksp_rtol": 1e-13}
        out = self.motion(**keys)
        e = out.energy
        self.assertGreater(e["damping"][-1], 0.2 * e["kinetic"][0])
        np.testing.assert_allclose(e["kinetic"] + e["strain"] + e["damping"], e["kinetic"][0], rtol=1e-9)
        for ranks in MORE_RANKS:
            other = self.motion(ranks=ranks, **keys)
            np.testing.assert_allclose(other.probe["middle"]["displacement"], out.probe["middle"]["displacement"], atol=1e-9)

    def test_restart(self):
        """A run that is resumed, here on other ranks, is the run that was not interrupted."""
        whole = self.motion(ksp_rtol=1e-13)
        for ranks in (1, 2) if RELEASE else (2,):
            with tempfile.TemporaryDirectory() as folder:
                paths = [os.path.join(folder, f"{n}.h5") for n in ("a", "b", "state")]
                keys = {**TENSION, **FIRST, "damping_modal": 0.05, "dt": 0.01, "t_end": 2, "ksp_rtol": 1e-13}
                first = fsolve(options(**{**keys, "t_end": 1, "output": paths[0], "checkpoint": paths[2]}))
                self.assertEqual(first.returncode, 0, first.stderr)
                second = fsolve(options(**{**keys, "output": paths[1], "restart": paths[2]}), ranks)
                self.assertEqual(second.returncode, 0, second.stderr)
                out = Output(paths[1])
            np.testing.assert_allclose(out.probe["middle"]["displacement"][-1], whole.probe["middle"]["displacement"][-1], atol=1e-11)

    def test_beams(self):
        """A linearized cantilever under a sudden weight: works and energies balance, and the damped modes come to rest."""
        keys = {**CANTILEVER, "linearize": True, "probes": "end", "gravity": "0,-9.81,0", "dt": 0.02, "t_end": 12, "integrator": "trapezoidal"}
        out = run(**keys, damping_modal=0.2, damping_modal_count=100)
        e, u = out.energy, out.probe["end"]["displacement"][:, 1]
        np.testing.assert_allclose(e["kinetic"] + e["strain"] + e["damping"], e["external"], atol=1e-9 * abs(e["external"]).max())
        rest = run(**{**CANTILEVER, "linearize": True, "probes": "end", "gravity": "0,-9.81,0", "analysis": "static", "dt": 1, "t_end": 1}).probe["end"]["displacement"][-1, 1]
        self.assertGreater(abs(u / rest).max(), 1.4)
        balanced = run(**keys, damping_modal=0.2, damping_modal_count=5, show="balance").balance
        for name in ("force", "moment"):
            self.assertLess(np.abs(balanced[name]).max(), 1e-6 * 3 * 2 * 9.81 * 3)
        self.assertAlmostEqual(u[-1] / rest, 1, delta=2 * np.exp(-0.2 * 2 * np.pi * 0.34 * 12))


class Response(unittest.TestCase):
    def test_resonance(self):
        """The amplitude of a mode at its frequency is 1/(2 zeta) of the static one; halfway up, by the formula of an oscillator."""
        keys = {**CANTILEVER, "loads": "end", "load_end_force": "0,1,0", "load_end_harmonic": 1, "probes": "end", "analysis": "response", "response_modes": 1, "quiet": True}
        f = modes(modes=1, quiet=True, **CANTILEVER)["frequency"][0]
        for zeta in (0.02, 0.1):
            at = [0.5 * f, f, 1.3 * f]
            found = {d: study("history", **keys, damping_modal=d, response_frequencies=",".join(repr(x) for x in at)) for d in (zeta,)}[zeta]
            u = found["end/real/displacement"][:, 1] + 1j * found["end/imaginary/displacement"][:, 1]
            rest = study("history", **keys, response_frequencies="0")["end/real/displacement"][0, 1]
            r = np.array(at) / f
            # the mode, which is all but `other` of the static deflection
            h = 1 / (1 - r**2 + 2j * zeta * r)
            modal = (u - rest) / (h - 1)
            np.testing.assert_allclose(modal.imag, 0, atol=1e-9 * rest)
            np.testing.assert_allclose(modal.real, modal.real[0], rtol=1e-9)
            self.assertGreater(modal.real[0], 0.95 * rest)


MASS, STIFFNESS = (2.0, 1.5, 3.0, 1.0, 2.5, 1.2, 1.8, 2.2), (400.0, 700.0, 300.0, 900.0, 500.0, 800.0, 350.0, 600.0)


class Chain(unittest.TestCase):
    """Masses in a row, springs between them and to ground: direct solves against dense matrices."""

    n, damped, force = 8, 3, 5  # modes that are damped; the mass with the force

    def matrices(self, dampers):
        M, K, C = np.diag(MASS), np.zeros((self.n, self.n)), np.zeros((self.n, self.n))
        for i, k in enumerate(STIFFNESS):
            ends = [j for j in (i - 1, i) if j >= 0]
            for a in ends:
                for b in ends:
                    K[a, b] += k if a == b else -k
        for i, c in dampers.items():
            C[i, i] += c
        return M, K, C

    def modes(self):
        M, K, _ = self.matrices({})
        root = np.diag(np.diag(M) ** -0.5)
        mu, y = np.linalg.eigh(root @ K @ root)
        return np.sqrt(mu), root @ y

    def response(self, f, zeta, dampers, loss):
        """Dense reference."""
        M, K, C = self.matrices(dampers)
        omega, x = self.modes()
        for i in range(self.damped):
            w = M @ x[:, i]
            C = C + 2 * zeta(omega[i] / (2 * np.pi)) * omega[i] * np.outer(w, w)
        load = np.zeros(self.n)
        load[self.force] = 1
        return np.array([np.linalg.solve((1 + 1j * loss) * K - (2 * np.pi * v) ** 2 * M + 2j * np.pi * v * C, load) for v in f])

    def keys(self, f, dampers, loss):
        sets = {f"m{i}": (gmsh_file.POINT, [(i,)]) for i in range(self.n)}
        sets.update({f"s{i}": (gmsh_file.LINE, [(i - 1, i)]) for i in range(1, self.n)}, s0=(gmsh_file.POINT, [(0,)]))
        keys = {"own": ([(float(i), 0, 0) for i in range(self.n)], sets), "directions": "x", "probes": ",".join(f"m{i}" for i in range(self.n)),
                "loads": f"m{self.force}", f"load_m{self.force}_force": "1,0,0", f"load_m{self.force}_harmonic": 1,
                "analysis": "response", "response_frequencies": ",".join(repr(float(v)) for v in f), "quiet": True}
        parts = [*sets] + [f"c{i}" for i in dampers]
        for i, (m, k) in enumerate(zip(MASS, STIFFNESS)):
            keys.update({f"part_m{i}_element": "mass", f"part_m{i}_mass": m, f"part_s{i}_element": "spring", f"part_s{i}_stiffness": k, f"part_s{i}_direction": "1,0,0"})
            keys.update({f"part_s{i}_loss_factor": loss} if loss else {})
        for i, c in dampers.items():
            keys.update({f"part_c{i}_element": "damper", f"part_c{i}_damping": c, f"part_c{i}_direction": "1,0,0", f"part_c{i}_set": f"m{i}"})
        return {**keys, "parts": ",".join(parts)}

    def frequencies(self):
        """At rest; at resonance of each damped mode; near them, and near one without damping; far away."""
        f = self.modes()[0] / (2 * np.pi)
        at = [0, *f[: self.damped], *(f[: self.damped] * (1 + 1e-5)), f[0] * (1 - 1e-9), f[self.damped] * (1 + 1e-4), 0.3 * f[0], (f[1] + f[2]) / 2, 3 * f[-1]]
        return np.array(at)

    def check(self, dampers, loss=0.0, ratio=lambda f: 0.02, text=0.02, ranks=(1, *MORE_RANKS)):
        f = self.frequencies()
        exact = self.response(f, ratio, dampers, loss)
        for r in ranks:
            found = study("history", ranks=r, damping_modal=text, damping_modal_count=self.damped, **self.keys(f, dampers, loss))
            u = np.array([found[f"m{i}/real/displacement"][:, 0] + 1j * found[f"m{i}/imaginary/displacement"][:, 0] for i in range(self.n)]).T
            for k in range(len(f)):
                np.testing.assert_allclose(u[k], exact[k], atol=1e-9 * abs(exact[k]).max(), err_msg=f"{f[k]} Hz, {r} ranks")

    def test_modal_damping_alone(self):
        """The matrix without modal damping is singular at each resonance. Also with a ratio that is tiny or large, and with a formula."""
        self.check({})
        self.check({}, ratio=lambda f: 1e-6, text=1e-6, ranks=(1,))
        self.check({}, ratio=lambda f: 0.9, text=0.9, ranks=(1,))
        self.check({}, ratio=lambda f: 0.01 + 0.02 * f, text="0.01+0.02*f", ranks=(1,))

    def test_other_damping(self):
        """With dampers that couple the modes, and with loss factors."""
        self.check({2: 1.5, 6: 0.3}, ranks=(1, *MORE_RANKS) if RELEASE else (1,))
        self.check({7: 0.5}, loss=0.05, ranks=(1,))

    def test_restart(self):
        """A list of frequencies that a second run resumes is the whole list: the solver remembers nothing."""
        f = self.frequencies()
        with tempfile.TemporaryDirectory() as folder:
            keys = {**self.keys(f, {}, 0), "damping_modal": 0.02, "damping_modal_count": self.damped, "mesh": os.path.join(folder, "chain.msh")}
            gmsh_file.write(keys["mesh"], *keys.pop("own"))
            whole = study("history", **keys)
            state, some = os.path.join(folder, "state"), ",".join(repr(float(v)) for v in f[:4])
            study("history", **{**keys, "response_frequencies": some}, checkpoint=state)
            rest = study("history", **keys, restart=state)
        for part in ("real", "imaginary"):
            u, v = (found[f"m0/{part}/displacement"] for found in (whole, rest))
            np.testing.assert_allclose(v, u[-len(v):], rtol=1e-10, atol=1e-12 * abs(u).max())

    def test_undamped_resonance(self):
        """A mode above the damped ones has no damping: at its frequency the solve fails, and says so."""
        f = self.modes()[0][self.damped] / (2 * np.pi)
        with self.assertRaisesRegex(RuntimeError, "a resonance without damping.*\n*.*status 3"):
            study("history", damping_modal=0.02, damping_modal_count=self.damped, **self.keys([f], {}, 0))

    def test_beams(self):
        """Direct solves agree with the superposition of all modes of a small model, in a sweep that stops at each resonance."""
        keys = {**line(3.0, 4), **BEAM, "supports": "start", "loads": "end", "load_end_force": "0,1,0.5", "load_end_harmonic": 1, "probes": "end", "analysis": "response", "quiet": True,
                "response_range": "0.1,4", "response_points": 10, "response_bend": 0, **RATIO}
        direct, modal = (study("history", **keys, response_modes=n) for n in (0, 24))
        for part in ("real", "imaginary"):
            u, v = (found[f"end/{part}/displacement"] for found in (direct, modal))
            np.testing.assert_allclose(u, v, atol=1e-7 * abs(v).max())


class Refused(unittest.TestCase):
    def test_input(self):
        motion = {**CANTILEVER, "dt": 0.01, "t_end": 0.1}
        for keys, message in (
                ({**motion, "damping_modal": 0.02}, "-damping_modal is for linear models"),
                ({**motion, "linearize": True, "damping_modal": 1.5}, "must be between 0 and 1"),
                ({**motion, "linearize": True, "damping_modal": "0.02*("}, "-damping_modal"),
                ({**motion, "linearize": True, "damping_modal_count": 3}, "need -damping_modal"),
                ({**motion, "linearize": True, "damping_modal": 0.02, "damping_modal_count": 3, "damping_modal_below": 3}, "exclude each other"),
                ({**motion, "linearize": True, "damping_modal": 0.02, "support_start_motion_y": "t^3"}, "moved supports"),
                ({**CANTILEVER, "analysis": "static", "dt": 1, "t_end": 1, "damping_modal": 0.02}, "-damping_modal is for -analysis"),
                ({**CANTILEVER, "analysis": "modes", "modes": 2, "spin": "1,0,0", "damping_modal": 0.02}, "-damping_modal and -spin"),
                ({**TENSION, **FIRST, "dt": 0.01, "t_end": 0.1, "damping_modal": 0.02, "operator": "matrix_free"}, "-operator matrix_free"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                done = fsolve(options(**keys, output=os.path.join(folder, "out.h5")))
            self.assertEqual(done.returncode, 2, (keys, done.stderr))
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
