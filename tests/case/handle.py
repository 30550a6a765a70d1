# SPDX-License-Identifier: BSD-2-Clause
"""A case in the process of another program (fs/case.h): what the program does has the same bits, also step by step; two cases share nothing;
the program that calls keeps its own options, handlers and numbers; wrong calls get a message."""
import os
import subprocess
import unittest

import h5py
import numpy as np

from run import BUILD, LAUNCH, RELEASE, SOURCE, FolderTest, fsolve, options, release

DRIVE, CALLS = (os.path.join(BUILD, "tests", name) for name in ("case_drive", "case_calls"))
OWN = {"seconds_stepping", "date", "run_id"}  # attributes that are different each time
# A motion of each kind of system, short: the options of the case, and its end.
MOTIONS = {
    "wave2d": dict(dt=0.1, t_end=1.5),
    "flying_beam": dict(t_end=0.5),
    "seven_body": dict(t_end=0.005),
}


def drive(*words, ranks=1, env=None, program=DRIVE):
    start = LAUNCH.format(ranks=ranks).split() if ranks > 1 else []
    return subprocess.run(start + [program, *map(str, words)], capture_output=True, text=True, timeout=300, env={**os.environ, **(env or {})})


def contents(path):
    """All datasets of a file but those that hold its options, and its attributes but clocks."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset) and not name.startswith("options"):
            found[name] = item[()]

    with h5py.File(path) as f:
        f.visititems(visit)
        found.update({"@" + k: v for k, v in f.attrs.items() if not k.startswith("options")})
    return found


class Handle(FolderTest):
    def case(self, name, **keys):
        """An options file that includes a case of inputs/, and more options."""
        path = self.path(name + ".opts")
        with open(path, "w") as f:
            f.write(f"-options_file {SOURCE}/inputs/{name}.opts\n")
            f.writelines(f"-{k} {v}\n" for k, v in {**MOTIONS.get(name, {}), **keys}.items())
        return path

    def program(self, name, output, ranks=1):
        done = fsolve(["-options_file", self.path(name + ".opts"), "-output", self.path(output)], ranks)
        self.assertEqual(done.returncode, 0, done.stderr)
        return contents(self.path(output))

    def drive(self, *words, **keys):
        done = drive(*words, **keys)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def calls(self, *words, **keys):
        return self.drive(*words, program=CALLS, **keys)

    def assert_same(self, path, expected, but=()):
        got = contents(self.path(path))
        names = set(expected) - set(but)
        self.assertEqual(set(got) - set(but), names)
        for name in sorted(names):
            if name.strip("@") not in OWN:
                np.testing.assert_array_equal(got[name], expected[name], err_msg=f"{path}: {name}")

    def test_does_what_the_program_does(self):
        for name in MOTIONS:
            for ranks in (1, 3):
                with self.subTest(case=name, ranks=ranks):
                    case = self.case(name)
                    expected = self.program(name, f"{name}{ranks}_a.h5", ranks)
                    self.drive("run", case, self.path(f"{name}{ranks}_b.h5"), ranks=ranks)
                    self.assert_same(f"{name}{ranks}_b.h5", expected)

    def test_steps(self):
        """Steps that end at times of the grid are those of the program."""
        for name, keys in MOTIONS.items():
            with self.subTest(case=name):
                case, end = self.case(name), keys["t_end"]
                expected = self.program(name, name + "_a.h5")
                time = expected["history/time"]
                stops = [repr(float(time[k])) for k in (1, 2, len(time) // 2, len(time) - 1)]
                self.assertEqual(self.drive("steps", case, self.path(name + "_b.h5"), *stops).stdout.count(" instead of "), 0)
                self.assert_same(name + "_b.h5", expected)
                self.assertAlmostEqual(float(stops[-1]), end)

    def assert_returns(self, name, ranks=1, stops=(1, 2, 5, 7), **keys):
        """A run that returns to earlier states has the file of the program."""
        with self.subTest(case=name, ranks=ranks):
            case = self.case(name, **keys)
            expected = self.program(name, f"{name}{ranks}_a.h5", ranks)
            time = expected["history/time" if "history/time" in expected else "history/load_factor"]
            self.calls("states", case, self.path(f"{name}{ranks}_b.h5"), *[repr(float(time[min(k, len(time) - 2)])) for k in stops], ranks=ranks)
            self.assert_same(f"{name}{ranks}_b.h5", expected)

    def test_states(self):
        """From a state in memory the steps have the same bits, in any order; so have results, snapshots and envelopes on disk."""
        for name, ranks in (("wave2d", 1), ("seven_body", 1), ("flying_beam", 3), *((("flying_beam", 1),) if RELEASE else ())):
            self.assert_returns(name, ranks, output_every=1)

    def test_matrices(self):
        """Matrices have the entries that other languages get, and outlive their case."""
        for name, ranks in (("flying_beam", 1), ("seven_body", 1), ("flying_beam", 3)):
            with self.subTest(case=name, ranks=ranks):
                done = self.calls("matrix", self.case(name, damping_mass=0.1), ranks=ranks)
                self.assertEqual(done.stdout.count(" has ") + done.stdout.count(" is zero"), 0, done.stdout)

    def test_monitor(self):
        """A monitor sees each step and may stop the run on any rank; the run then continues with the same bits."""
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                case = self.case("flying_beam")
                expected = self.program("flying_beam", f"a{ranks}.h5", ranks)
                done = self.calls("watch", case, self.path(f"b{ranks}.h5"), ranks=ranks)
                self.assertNotIn("wrong", done.stdout)
                self.assertIn("not set up", done.stdout)
                self.assertIn(f"case -analysis transient on {ranks} rank", done.stdout)
                self.assertIn("  step 3 at t = 0.15 of 0.5", done.stdout)
                self.assert_same(f"b{ranks}.h5", expected)

    def test_between_steps(self):
        """A time between those of the grid is the end of a step; the motion is that of a finer mesh in time."""
        case = self.case("flying_beam")
        expected = self.program("flying_beam", "a.h5")
        dt = expected["history/time"][1]
        self.assertNotIn(" instead of ", self.drive("steps", case, self.path("b.h5"), 2.5 * dt).stdout)
        got = contents(self.path("b.h5"))
        self.assertEqual(len(got["history/time"]), len(expected["history/time"]) + 1)
        self.assertAlmostEqual(got["history/time"][3], 2.5 * dt, places=15)

    def test_left_run_is_complete(self):
        """A case that is destroyed before its end leaves a file with its steps that says so."""
        case = self.case("flying_beam")
        expected = self.program("flying_beam", "a.h5")
        stop = float(expected["history/time"][7])
        self.drive("left", case, self.path("b.h5"), repr(stop))
        got = contents(self.path("b.h5"))
        self.assertEqual(got["@status"].decode(), f"stopped after step 7 at t = {stop:.6g}")
        np.testing.assert_array_equal(got["history/time"], expected["history/time"][:8])

    def test_cases_share_nothing(self):
        """Two cases in turn, on the same ranks and on two halves of them, are those alone."""
        first, second = self.case("wave2d"), self.case("seven_body")
        ends = [MOTIONS[k]["t_end"] for k in ("wave2d", "seven_body")]
        for mode, ranks in (("pair", 1), ("pair", 2), ("halves", 4)):
            with self.subTest(mode=mode, ranks=ranks):
                names = [f"{mode}{ranks}{k}.h5" for k in "ab"]
                alone = [self.program(name, "alone_" + file, 2 if mode == "halves" else ranks)
                         for name, file in zip(("wave2d", "seven_body"), names)]
                self.drive(mode, first, self.path(names[0]), second, self.path(names[1]), 5, *ends, ranks=ranks)
                for file, expected in zip(names, alone):
                    self.assert_same(file, expected)

    def test_host_keeps_its_own(self):
        """Options, handlers and numbers of the program are not changed, and do not change the case."""
        case = self.case("wave2d")
        expected = self.program("wave2d", "a.h5")
        for k, variables in enumerate(({}, {"PETSC_OPTIONS": "-ksp_rtol 1e-2 -dt 0.1"})):
            done = self.drive("host", case, self.path(f"b{k}.h5"), env=variables)
            self.assertEqual(done.stdout, "")
            self.assert_same(f"b{k}.h5", expected)

    def test_host_keeps_its_solvers(self):
        """-ksp_type, -pc_type, -snes_type, -eps_type of the program act on its own solvers alone, and those of a case on those of the case."""
        cases = {
            "linear": ("wave2d", dict(ksp_type="gmres", ksp_max_it=900, pc_type="sor", ksp_rtol=1e-11)),
            "Newton": ("flying_beam", dict(t_end=0.2, snes_max_it=40, ksp_type="gmres", pc_type="lu")),
            "eigenvalues": ("portal", {}),
            "modes": ("drum", {}),
        }
        for name, (case, keys) in cases.items():
            with self.subTest(name):
                path = self.case(case, **keys)
                expected = self.program(case, f"{name}.h5")
                done = self.drive("host", path, self.path(f"{name}_host.h5"))
                self.assertEqual(done.stdout, "")
                self.assert_same(f"{name}_host.h5", expected)

    def test_static_steps(self):
        """In statics a step ends at a load factor, and the equilibria are those of the program."""
        case = self.case("roll_up")
        expected = self.program("roll_up", "a.h5")
        self.drive("steps", case, self.path("b.h5"), 0.25, 0.5, 1)
        got = contents(self.path("b.h5"))
        for factor in (0.25, 0.5, 1):
            self.assertIn(factor, got["history/load_factor"])
        for name in [k for k in expected if k.startswith("history/") and k.endswith("/displacement")]:
            scale = np.abs(expected[name]).max()
            np.testing.assert_allclose(got[name][-1], expected[name][-1], rtol=0, atol=1e-6 * scale)  # Newton's tolerance

    def test_many(self):
        """A thousand cases in one process leave no memory behind."""
        case = self.case("sdof", t_end=0.1)
        done = self.drive("many", case, 100)
        self.assertLess(int(done.stdout.split("kilobytes:")[1]), 500)

    def assert_leaves_nothing(self, count):
        case = self.case("sdof", t_end=0.1, linearize="")
        done = self.calls("all", case, count, 0.05)
        self.assertNotIn("monitor", done.stdout)
        self.assertLess(int(done.stdout.split("kilobytes:")[1]), 500)

    def test_all_calls_leave_nothing(self):
        """States, matrices, modes and monitors of many cases leave no memory behind; a state may outlive its case."""
        self.assert_leaves_nothing(100)

    @release
    def test_all_calls_of_a_thousand_cases(self):
        self.assert_leaves_nothing(1000)

    def test_states_after_the_end(self):
        """A state that is freed after PETSc or MPI has ended does no harm, also if PETSc traces its memory; MPI may be ended by the program."""
        case = self.case("sdof", t_end=0.1)
        for end in ("petsc", "mpi"):
            for words in ("", "-malloc_dump", "-malloc_debug"):
                done = self.calls("ended", case, end, env={"PETSC_OPTIONS": words})
                self.assertIn("no harm", done.stdout)

    def test_given(self):
        """Cases with a mesh by arrays, a function and a motion run, leave no memory behind, and also end before their set-up."""
        for ranks in (1, 3):
            done = self.drive("given", 2, ranks=ranks)
            self.assertIn("-part_rod_young takes no function", done.stdout)
            self.assertIn("'q' of load 'tip' are not letters", done.stdout)
        done = self.drive("given", 50)
        self.assertGreater(int(done.stdout.split("calls:")[1].split()[0]), 100)
        self.assertLess(int(done.stdout.split("kilobytes:")[1].split()[0]), 500)

    def test_out_of_memory(self):
        """A mesh that finds no memory, wherever that is, is an error of the case; the program goes on."""
        for megabytes in (5, 20, 40, 60, 80):
            done = self.drive("memory", megabytes)
            self.assertRegex(done.stdout, "status 3: (out of memory|.* needs .* GB)")
            self.assertIn("another case runs", done.stdout)
            self.assertEqual(done.stderr, "")

    def test_wrong_calls(self):
        done = self.drive("wrong")
        for text in ("there is no case", "'dt' is no name of an option", "no such file.opts", "text:2", "not set up; call FsCaseSetUp",
                     "no -t_end", "the set-up of this case is done", "has ended or failed"):
            self.assertIn(text, done.stdout)
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
