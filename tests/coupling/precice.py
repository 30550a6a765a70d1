# SPDX-License-Identifier: BSD-2-Clause
"""A run as a participant of preCICE, with a stand-in for the library that has a fluid in it (precice_stand_in.c): the fluid's forces act as the same
forces written as a formula, with explicit and implicit coupling, on any ranks, in space and in a plane, after a restart; wrong use gets a message."""
import os
import re
import subprocess
import unittest

import h5py
import numpy as np

import fsolve as fsolve_package
from run import BUILD, MORE_RANKS, SOURCE, FolderTest, fsolve, options

REAL = os.environ.get("FSOLVE_PRECICE")  # preCICE itself, where CMake finds it
LIBRARY = os.path.join(BUILD, "tests", "libprecice_stand_in.so")
FORCE, SPRING, DAMPER = -8.0, 300.0, 40.0
# A flap of 1 m that is clamped at its foot, as in preCICE's tutorials, of eight beams.
FLAP = dict(mesh="line", mesh_n=8, mesh_upper="0,0,1", parts="flap", part_flap_set="all", part_flap_element="beam", part_flap_section="rectangle",
            part_flap_width=1, part_flap_height=0.1, part_flap_young=4e6, part_flap_poisson=0.3, part_flap_density=3000, supports="start", loads="skin",
            load_skin_set="all", probes="end", integrator="trapezoidal", dt=0.01, t_end=0.2, quiet=True)
GIVEN = dict(load_skin_given="true", precice="fluid.txt", precice_participant="Solid", precice_library=LIBRARY, load_skin_precice_velocity="Velocity")
IMPLICIT = "implicit 1e-10 0.9\n"
# The forces that a program gives are zero at the start. The trapezoidal rule knows forces at the ends of steps only.
LAW = {f"load_skin_law_{c}": f"t>0 ? {force}-{SPRING}*u{c}-{DAMPER}*v{c} : 0" for c, force in dict(x=FORCE, y=0, z=0).items()}


def fluid(window=0.01, end=0.2, more=IMPLICIT, dimension=3):
    return f"mesh skin {dimension}\nwindow {window} {end}\nforce {FORCE} 0 0\nspring {SPRING}\ndamper {DAMPER}\n{more}"


class Coupled(FolderTest):
    def start(self, config, ranks=1, output="out.h5", **keys):
        with open(self.path("fluid.txt"), "w") as f:
            f.write(config)
        given = {key: value for key, value in {**FLAP, **GIVEN, **keys}.items() if value is not None}
        return fsolve(options(output=output, overwrite=True, **given), ranks=ranks, cwd=self.folder)

    def tip(self, name="out.h5"):
        with h5py.File(self.path(name)) as f:
            return f["history/time"][:], f["history/end/displacement"][:]

    def coupled(self, config, ranks=1, **keys):
        done = self.start(config, ranks, **keys)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.tip()

    def alone(self, **keys):
        """The same forces as a formula in one program."""
        done = fsolve(options(output="alone.h5", overwrite=True, **{**FLAP, **LAW, **keys}), cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.tip("alone.h5")

    def windows(self, window, steps, end, from_rest=False, repeats=True):
        """The same windows of several steps by a case in Python: forces change linearly in a window, which is repeated until they agree.

        from_rest: the forces are 0 at the start, and not those of the motion. repeats: False takes each window once.
        """
        keys = {key: value for key, value in FLAP.items() if key != "dt"}
        with fsolve_package.Case(**keys, load_skin_given=True, dt=window / steps).setup() as case:
            forces = lambda: np.array([FORCE, 0, 0]) - SPRING * case.field("displacement", "all") - DAMPER * case.field("velocity", "all")
            after = forces()
            before = 0 * after if from_rest else after
            for k in range(round(end / window)):
                start, change = case.save(), np.inf
                while change > 1e-12:
                    case.restore(start)
                    for i in range(1, steps + 1):
                        case.force("skin", before + i / steps * (after - before))
                        case.step_to(window * k + i / steps * window)
                    change = abs(forces() - after).max() if repeats else 0
                    used, after = after, after + 0.9 * (forces() - after) if repeats else forces()
                before = after if repeats else used
            return case["time"], case["end/displacement"]

    def counts(self):
        with open(self.path("fluid.txt.log")) as f:
            return [int(n) for n in f.read().split()]


class Same(Coupled):
    def test_implicit_is_a_formula(self):
        for linear in (True, False):
            keys = {"linearize": True} if linear else {}
            t, u = self.coupled(fluid(), **keys)
            t_alone, u_alone = self.alone(**keys)
            np.testing.assert_allclose(t, t_alone, rtol=0, atol=1e-12)
            largest = np.abs(u_alone).max()
            self.assertGreater(largest, 1e-3)
            np.testing.assert_allclose(u, u_alone, rtol=0, atol=1e-8 * largest)  # the participants agree to 1e-10 N
            self.assertEqual(self.counts()[0], 20)
            self.assertGreater(self.counts()[1], 60)

    def test_a_plane(self):
        u = self.coupled(fluid())[1]
        plane = self.coupled(fluid(dimension=2), directions="xz")[1]
        np.testing.assert_allclose(plane, u, rtol=0, atol=1e-9 * np.abs(u).max())

    def test_ranks(self):
        for more in ("implicit 1e-6 0.9\n", ""):
            u = self.coupled(fluid(end=0.03, more=more), t_end=0.03)[1]
            for ranks in MORE_RANKS:
                np.testing.assert_allclose(self.coupled(fluid(end=0.03, more=more), ranks, t_end=0.03)[1], u, rtol=0, atol=1e-9 * np.abs(u).max())

    def test_explicit_converges(self):
        # forces of the motion at the start of a window: an error of first order
        u = self.alone(dt=0.00125)[1][-1]
        errors = []
        for window in (0.01, 0.005, 0.0025):
            errors.append(np.abs(self.coupled(fluid(window, more=""), dt=0.00125)[1][-1] - u).max())
            self.assertEqual(self.counts(), [round(0.2 / window)] * 2)
        self.assertLess(errors[2], 0.35 * errors[0])

    def test_explicit_reads_each_step(self):
        """Forces that preCICE interpolates within a window are those of the end of each step: a ramp with a corner inside of a window is exact."""
        t, u = self.coupled(fluid(0.02, more="ramp 0.05\n"), dt=0.005)
        ramp = {f"load_skin_law_{c}": f"{force}*min(t/0.05,1)" for c, force in dict(x=FORCE, y=0, z=0).items()}
        t_alone, u_alone = self.alone(dt=0.005, **ramp)
        np.testing.assert_allclose(t, t_alone, rtol=0, atol=1e-12)
        np.testing.assert_allclose(u, u_alone, rtol=0, atol=1e-9 * np.abs(u_alone).max())
        self.assertEqual(self.counts(), [10, 10])
        self.assertGreater(np.abs(self.coupled(fluid(0.02, more="ramp 0.05\n"), dt=0.005, adapt=True)[1][-1]).max(), 0)

    def test_several_steps(self):
        """Implicit coupling with four steps in a window, which reads forces at the end of each step and repeats the window; on any ranks."""
        t, u = self.windows(0.01, 4, 0.05)
        self.assertEqual(len(t), 21)
        for ranks in (1, *MORE_RANKS):
            t_coupled, u_coupled = self.coupled(fluid(end=0.05), ranks, dt=0.0025, t_end=0.05)
            np.testing.assert_allclose(t_coupled, t, rtol=0, atol=1e-12)
            np.testing.assert_allclose(u_coupled, u, rtol=0, atol=1e-8 * np.abs(u).max())
            self.assertEqual(self.counts()[0], 5)
            self.assertGreater(self.counts()[1], 15)
        t_long, u_long = self.coupled(fluid(end=0.05), dt=0.0026, t_end=0.05)  # the window has four equal steps of at most -dt
        np.testing.assert_allclose(u_long, u_coupled, rtol=0, atol=1e-8 * np.abs(u).max())
        # a restart between two windows
        self.coupled(fluid(end=0.03), dt=0.0025, t_end=0.03, checkpoint="kept")
        done = self.start(fluid(end=0.02), output="rest.h5", dt=0.0025, t_end=0.05, restart="kept")
        self.assertEqual(done.returncode, 0, done.stderr)
        np.testing.assert_allclose(self.tip("rest.h5")[1][-8:], u[-8:], rtol=0, atol=1e-8 * np.abs(u).max())

    def test_stops_between_windows(self):
        """-walltime ends a run when the participants have agreed, and not in the middle of a window."""
        done = self.start(fluid(end=20), dt=0.0025, walltime=1e-9, checkpoint="kept", linearize=True, t_end=20)
        self.assertEqual(done.returncode, 4, done.stderr)
        t = self.tip()[0]
        self.assertAlmostEqual(t[-1] / 0.01, round(t[-1] / 0.01), places=9)
        self.assertEqual(len(t), 5)

    def test_restart(self):
        t, u = self.coupled(fluid())
        self.coupled(fluid(end=0.1), t_end=0.1, checkpoint="kept")
        done = self.start(fluid(end=0.1), output="rest.h5", restart="kept")
        self.assertEqual(done.returncode, 0, done.stderr)
        t_rest, u_rest = self.tip("rest.h5")
        np.testing.assert_allclose(t_rest[-10:], t[-10:], rtol=0, atol=1e-12)
        np.testing.assert_allclose(u_rest[-10:], u[-10:], rtol=0, atol=1e-8 * np.abs(u).max())

    def test_preCICE_ends_first(self):
        t, _ = self.coupled(fluid(end=0.1))
        self.assertAlmostEqual(t[-1], 0.1)


@unittest.skipUnless(REAL, "preCICE is not installed")
class Real(Coupled):
    """preCICE itself, between the run and the program precice_fluid. Its forces are 0 at the start, because the fluid gives no initial forces."""

    def configure(self, explicit, end):
        with open(os.path.join(SOURCE, "tests", "coupling", "precice.xml"), encoding="utf-8") as file:
            text = file.read().replace('<max-time value="0.2" />', f'<max-time value="{end}" />')
        if explicit:  # without iterations
            text = re.sub(r"(?s) *<relative-convergence-measure.*</acceleration:aitken>\n| *<max-iterations[^\n]*\n", "", text.replace("serial-implicit", "serial-explicit"))
        with open(self.path("precice.xml"), "w", encoding="utf-8") as file:
            file.write(text)

    def with_fluid(self, explicit, ranks, end=0.2, **keys):
        """Runs both programs; returns times and displacements of the tip."""
        self.configure(explicit, end)
        fluid_program = [os.path.join(BUILD, "tests", "precice_fluid"), "precice.xml", str(FORCE), str(SPRING), str(DAMPER)]
        with subprocess.Popen(fluid_program, cwd=self.folder, stdout=subprocess.DEVNULL) as other:
            found = self.coupled("", ranks, precice="precice.xml", precice_library=REAL, load_skin_precice_mesh="Solid-Mesh", **keys)
            self.assertEqual(other.wait(timeout=60), 0)
        return found

    def test_implicit_is_a_formula(self):
        u_alone = self.alone()[1]
        for ranks in (1, *MORE_RANKS):
            u = self.with_fluid(False, ranks)[1]
            np.testing.assert_allclose(u, u_alone, rtol=0, atol=1e-8 * np.abs(u_alone).max())

    def test_several_steps(self):
        """Implicit windows of four steps. preCICE interpolates forces linearly in a window."""
        t, u = self.windows(0.01, 4, 0.05, from_rest=True)
        for ranks in (1, *MORE_RANKS):
            t_coupled, u_coupled = self.with_fluid(False, ranks, end=0.05, dt=0.0025)
            np.testing.assert_allclose(t_coupled, t, rtol=0, atol=1e-12)
            np.testing.assert_allclose(u_coupled, u, rtol=0, atol=1e-8 * np.abs(u).max())

    def test_explicit(self):
        """Explicit windows of one step and of four, with the forces of the motion at the start of the window at its end."""
        for steps in (1, 4):
            t, u = self.windows(0.01, steps, 0.05, from_rest=True, repeats=False)
            for ranks in (1, *MORE_RANKS):
                t_coupled, u_coupled = self.with_fluid(True, ranks, end=0.05, dt=0.01 / steps)
                np.testing.assert_allclose(t_coupled, t, rtol=0, atol=1e-12)
                np.testing.assert_allclose(u_coupled, u, rtol=0, atol=1e-9 * np.abs(u).max())

    def test_errors(self):
        """A configuration without the participant ends the run with status 2."""
        self.configure(False, 0.2)
        done = self.start("", precice="precice.xml", precice_library=REAL, load_skin_precice_mesh="Solid-Mesh", precice_participant="Nobody")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("preCICE ends the run", done.stderr)


class Ends(Coupled):
    def refused(self, config, words, status=2, **keys):
        done = self.start(config, **keys)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(done.stderr.strip().count("\n"), 0, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_wrong_options(self):
        self.refused(fluid(), ["-precice missing.xml", "cannot be read"], precice="missing.xml")
        self.refused(fluid(), ["cannot be loaded", "-precice_library"], precice_library="./no.so")
        self.refused(fluid(), ["no function precicec_"], precice_library="libm.so.6")
        self.refused(fluid(), ["-precice_participant"], precice_participant=None)
        self.refused(fluid(), ["-load_<name>_given"], load_skin_given=None, load_skin_force="0,0,1")
        self.refused(fluid(), ["only -analysis transient"], analysis="static")
        self.refused(fluid(), ["-load_skin_precice_velocity"], precice=None, precice_participant=None, precice_library=None)
        self.assertFalse(os.path.exists(self.path("out.h5")))

    def test_wrong_configuration(self):
        self.refused(fluid(more=IMPLICIT + "scalar\n"), ["'Force'", "vector"])

    def test_precice_ends_the_program(self):
        # preCICE prints its message and aborts: before the steps it is an error of the input
        for words, status, keys in ((["no participant"], 2, dict(precice_participant="Nobody")), (["no mesh"], 2, dict(load_skin_precice_mesh="wet")),
                                    (["no data"], 3, dict(load_skin_precice_force="Push"))):
            done = self.start(fluid(), **keys)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 2, done.stderr)
            for word in words + ["preCICE ends the run"]:
                self.assertIn(word, done.stderr)

    def test_the_run_ends_first(self):
        done = self.start(fluid(), t_end=0.1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("warning: -t_end 0.1 ends this run before preCICE", done.stderr)

    def test_no_step_without_agreement(self):
        """-t_end inside of a window of implicit coupling, which has equal steps: the run ends with the last window on whose end the participants agree."""
        for dt in (0.0025, 0.01):
            done = self.start(fluid(), dt=dt, t_end=0.026)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("-t_end 0.026 is inside of a time window, from 0.02 to 0.03", done.stderr)
            t = self.tip()[0]  # -dt is shortened to 0.026/11 and to 0.026/3: five and two equal steps in a window
            np.testing.assert_allclose(t, np.arange(len(t)) * (0.002 if dt < 0.01 else 0.005), rtol=0, atol=1e-12)
            self.assertEqual(round(t[-1], 12), 0.02)

    def test_failed_step(self):
        # Newton's method may take one iteration only
        self.refused(fluid().replace("force -8", "force -8e4"), ["t = 0.01"], status=3, snes_max_it=1)
        with h5py.File(self.path("out.h5")) as f:
            self.assertIn("failed", f.attrs["status"].decode())

    def test_walltime(self):
        self.refused(fluid(end=20), ["stopped by", "-restart"], status=4, walltime=1e-9, checkpoint="kept", linearize=True, t_end=20)
        with h5py.File(self.path("out.h5")) as f:
            self.assertIn("stopped", f.attrs["status"].decode())


if __name__ == "__main__":
    unittest.main()
