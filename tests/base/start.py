# SPDX-License-Identifier: BSD-2-Clause
"""The start of the program: one process without a launcher starts no daemon; questions and errors in options need neither MPI nor PETSc; HDF5 is not used before
something is written."""
import os
import re
import signal
import subprocess
import threading
import time
import unittest

from run import FSOLVE, WORKERS, FolderTest, Start, fsolve, options

LAUNCHERS = ("OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID")
NO_MPI = {"OMPI_MCA_pml": "none_of_them"}  # MPI_Init ends the program


def plain(env):
    """The environment of a user who has set nothing for Open MPI."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OMPI_MCA_", "HWLOC_")) and k not in LAUNCHERS}
    return {**kept, **env}


def run(words, cwd=None, **env):
    return subprocess.run([FSOLVE] + words, capture_output=True, text=True, cwd=cwd, timeout=120, env=plain(env))


class Program(FolderTest):
    def test_no_daemon(self):
        """The daemon in this folder leaves a mark. A launcher is faked: then Open MPI starts as ever, and one rank that srun started is not a lone one."""
        mark = os.path.join(self.folder, "mark")
        with open(os.path.join(self.folder, "orted"), "w") as f:
            f.write(f"#!/bin/sh\ntouch {mark}\n")
        os.chmod(f.name, 0o755)
        words = options("sdof", output="out.h5", overwrite=True, t_end=0.1)
        done = run(words, self.folder, OPAL_BINDIR=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertFalse(os.path.exists(mark))
        self.assertNotEqual(run(words, self.folder, OPAL_BINDIR=self.folder, SLURM_PROCID="0").returncode, 0)
        self.assertTrue(os.path.exists(mark))

    def test_many_at_once(self):
        """They share no directory."""
        runs = [subprocess.Popen([FSOLVE] + options("sdof", output=f"{k}.h5", t_end=0.1), cwd=self.folder, env=plain({}), stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True) for k in range(8)]
        self.assertEqual([(p.communicate(timeout=120)[1], p.returncode) for p in runs], [("", 0)] * 8)

    def test_without_mpi(self):
        with open(os.path.join(self.folder, "bad.opts"), "w") as f:
            f.write("-dt 'open\n")
        self.assertNotEqual(run(options("sdof", output="out.h5"), self.folder, **NO_MPI).returncode, 0)  # there is no MPI
        for words, status, out, err in (
                (["-version"], 0, r"fsolve \d+\.\d+\.\d+\n$", "$"), (["--version"], 0, "fsolve ", "$"), (["-h"], 0, "usage: ", "$"), (["-help"], 0, "usage: ", "$"),
                (["-help", "gravity"], 0, "[\\s\\S]*-gravity ", "$"), (["x.opts", "-Help", "hinge"], 0, "hinge: ", "$"),
                (["-help", "phlogiston"], 2, "$", "fsolve: -help phlogiston: no option is about that.*\n$"), ([], 2, "$", "fsolve: no case is given.*\n$"),
                (["x.opts"], 2, "$", "fsolve: there is no options file 'x.opts'.*\n$"), (["bad.opts"], 2, "$", "fsolve: bad.opts:1: the quote ' is not closed\n$"),
                (["-malloc_dump", "maybe"], 2, "$", "fsolve: -malloc_dump maybe: choose one of true, false; .*\n$")):
            with self.subTest(words):
                done = run(words, self.folder, **NO_MPI)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertRegex(done.stdout, "^" + out)
                self.assertRegex(done.stderr, "^" + err)
        self.assertRegex(run([], self.folder, **NO_MPI, PETSC_OPTIONS="-help gravity").stdout, "-gravity ")

    def test_launched(self):
        """Each answer comes once, of the rank with number 0, whatever the launcher; an error of the command line as well."""
        for variable in LAUNCHERS[1:]:
            self.assertEqual([run(["-version"], **NO_MPI, **{variable: rank}).stdout.count("fsolve") for rank in ("0", "1")], [1, 0], variable)
            self.assertEqual([run(["-help", "phlogiston"], **NO_MPI, **{variable: rank}).returncode for rank in ("0", "1")], [2, 0], variable)
        for words, status, text in ((["-version"], 0, "fsolve "), (["-help", "gravity"], 0, "-gravity_time "), (["-help", "phlogiston"], 2, "fsolve: -help phlogiston"),
                                    (["x.opts"], 2, "fsolve: there is no options file")):
            with self.subTest(words):
                done = fsolve(words, ranks=3)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual((done.stdout + done.stderr).count(text), 1, done.stdout + done.stderr)

    def test_last_rank(self):
        """mpirun sends SIGTERM to the ranks that are still ending when one has ended with a status other than 0. It used to be a second message of one error in about 300."""
        start = ["env", "LD_PRELOAD=" + os.path.join(os.path.dirname(FSOLVE), "tests", "liblate_rank.so"), FSOLVE]
        for words, status in ((["x.opts"], 2), (options("portal", no_such="1"), 2), (options("wave2d", mesh_n="4,4", output="o.h5", t_end=1, load_pulse_time="1/(t<0.5)"), 3)):
            with self.subTest(words):
                done = fsolve(words, 3, cwd=self.folder, start=start, env={"OMPI_MCA_odls_base_sigkill_timeout": "1"})
                lines = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]
                self.assertEqual((done.returncode, len(lines)), (status, 1), done.stderr)

    def test_hdf5(self):
        """The loader's list of functions in use has none of HDF5 when the model is refused, and many after a run."""
        words = options("sdof", output="out.h5", t_end=0.1)
        for more, used in ((["-part_mass_mas", "1"], False), ([], True)):
            log = os.path.join(self.folder, "bindings")
            done = run(words + more, self.folder, LD_DEBUG="bindings", LD_DEBUG_OUTPUT=log)
            self.assertEqual(done.returncode, 0 if used else 2, done.stderr)
            text = ""
            for name in os.listdir(self.folder):
                if name.startswith("bindings."):
                    with open(os.path.join(self.folder, name)) as f:
                        text += f.read()
                    os.remove(f.name)
            found = re.findall(r"binding file \S*/fsolve .*`(H5[A-Z]\w+[a-z0-9])'", text)
            found = [name for name in found if not name.endswith("_g")]
            self.assertEqual("H5Fcreate" in found, used, found)
            self.assertTrue(used or not found, found)

    def test_broken_pipe(self):
        done = subprocess.run(["bash", "-c", f"{FSOLVE} -help | head -1; exit ${{PIPESTATUS[0]}}"], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, "^usage: .*\n$")


@unittest.skipUnless("FSOLVE_START" in os.environ, "tests start the program itself here")
class Copies(FolderTest):
    """Copies of the fork server (tests/start) do what a start of the program does."""

    def test_end_as_a_start_does(self):
        """Status, what is printed, the folder and the environment."""
        done = options("sdof", output="o.h5", overwrite=True, t_end=0.1, quiet=True)
        failed = options("wave2d", mesh_n="4,4", output="o.h5", overwrite=True, quiet=True, t_end=1, load_pulse_time="1/(t<0.5)")
        for status, words, ranks, env in ((0, ["-version"], 1, {}), (0, done, 1, {}), (2, ["x.opts"], 1, {}), (2, done, 1, {"PETSC_OPTIONS": "-no_such 1"}),
                                          (3, failed, 1, {}), (2, ["x.opts"], 3, {})):
            with self.subTest(words, ranks=ranks, env=env):
                real, copy = (fsolve(words, ranks, cwd=self.folder, env=env, start=start) for start in ([FSOLVE], Start.get()))
                self.assertEqual((real.returncode, copy.returncode), (status, status), real.stderr)
                if ranks == 1:  # mpirun's notices name processes
                    self.assertEqual((copy.stdout, copy.stderr), (real.stdout, real.stderr))

    def test_killed(self):
        """A run ends with its client, and a client as its run."""
        words = options("wave2d", mesh_n="10,10", dt=0.01, t_end=1e5, output="o.h5", overwrite=True, quiet=True)
        for ranks in (1, 3):
            with self.assertRaises(subprocess.TimeoutExpired):
                fsolve(words, ranks, cwd=self.folder, timeout=3, start=Start.get())
            for _ in range(100):
                if not self.runs():
                    break
                time.sleep(0.1)
            self.assertEqual(self.runs(), [])
        client = subprocess.Popen(Start.get() + words, cwd=self.folder)
        while not self.runs():
            time.sleep(0.01)
        os.kill(self.runs()[0], signal.SIGKILL)
        self.assertEqual(client.wait(60), -signal.SIGKILL)

    @staticmethod
    def runs():
        with open(f"/proc/{Start.server.pid}/task/{Start.server.pid}/children") as f:
            return [int(pid) for pid in f.read().split()]


@unittest.skipUnless(WORKERS, "tests start the program itself here")
class Workers(FolderTest):
    """Workers (tests/workers.py) do what a start of the program does, one case after another."""

    def run_here(self, words, ranks=1, timeout=60):
        return WORKERS.run_here(words, ranks, self.folder, timeout)

    def test_do_as_a_start_does(self):
        """Status, what is printed, the files; the case before leaves nothing behind."""
        done = options("sdof", output="o.h5", overwrite=True, t_end=0.1, quiet=True)
        failed = options("wave2d", mesh_n="4,4", output="o.h5", overwrite=True, quiet=True, t_end=1, load_pulse_time="1/(t<0.5)")
        for ranks in (1, 2, 3):
            for status, words in ((0, done), (2, ["x.opts"]), (3, failed), (2, done[:-3] + ["-no_such", "1"]), (0, options("portal", output="p.h5", overwrite=True)), (0, done)):
                with self.subTest(words, ranks=ranks):
                    real, here = fsolve(words, ranks, cwd=self.folder, start=[FSOLVE]), self.run_here(words, ranks)
                    self.assertEqual((real.returncode, here.returncode), (status, status), real.stderr + here.stderr)
                    lines = [[re.sub(r"[\d.]+ s\b", "", line) for line in (d.stdout + d.stderr).splitlines() if line.startswith("fsolve: ") or "dofs" in line] for d in (real, here)]
                    self.assertEqual(lines[0], lines[1])

    def test_declines(self):
        """What only a start of the program does."""
        for words in (["-version"], ["--help", "hinge"], [], options("sdof", log_view=True), options("sdof", cases="x.csv")):
            self.assertIsNone(self.run_here(words))

    def test_ends(self):
        """A process that ends in a run gives the run its status, and the next run has another process."""
        long = options("wave2d", mesh_n="10,10", dt=0.01, t_end=1e5, output="o.h5", overwrite=True, quiet=True)
        short = options("sdof", output="s.h5", overwrite=True, t_end=0.1, quiet=True)
        for ranks in (1, 3):
            process = WORKERS.get(ranks).process
            with self.assertRaises(subprocess.TimeoutExpired):
                self.fail(self.run_here(long, ranks, timeout=2))
            self.assertIsNotNone(process.poll())
            self.assertEqual(self.run_here(short, ranks).returncode, 0)
        timer = threading.Timer(1, os.kill, (WORKERS.get(1).process.pid, signal.SIGSEGV))
        timer.start()
        done = self.run_here(long)
        self.assertNotIn(done.returncode, (0, 2, 3, 4))
        self.assertIn("has ended with status", done.stderr)
        self.assertEqual(self.run_here(short).returncode, 0)


if __name__ == "__main__":
    unittest.main()
