# SPDX-License-Identifier: BSD-2-Clause
"""Runs that are killed at any moment, or asked to stop, and go on: they end as the run that nobody disturbed. FSOLVE_KILLS=200 for as many."""
import functools
import os
import random
import re
import signal
import subprocess
import tempfile
import time
import unittest

from chain import contents, differences
from run import FSOLVE, LAUNCH, RELEASE, fsolve, options

KILLS = int(os.environ.get("FSOLVE_KILLS", 10 if RELEASE else 2))
CASE = ("wave2d", {"mesh_n": "30,30", "dt": 0.01, "t_end": 60, "output_every": 500, "ksp_type": "cg", "pc_type": "jacobi", "quiet": True})


class Disturbed(unittest.TestCase):
    def setUp(self):
        random.seed(5)
        self.folder = tempfile.TemporaryDirectory()
        self.cwd = self.folder.name
        self.addCleanup(self.folder.cleanup)

    def words(self, **keys):
        return options(CASE[0], **{**CASE[1], **keys})

    def start(self, ranks, **keys):
        launch = LAUNCH.format(ranks=ranks).split() if ranks > 1 else []
        return subprocess.Popen(launch + [FSOLVE] + self.words(**keys), cwd=self.cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    @staticmethod
    def ranks_of(run):
        """Their processes; a run on one rank is its own."""
        with open(f"/proc/{run.pid}/task/{run.pid}/children") as children:
            return [int(child) for child in children.read().split()] or [run.pid]

    @functools.cache
    def straight(self, ranks):
        begin = time.monotonic()
        done = fsolve(self.words(output="straight.h5", overwrite=True), ranks, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        return contents(os.path.join(self.cwd, "straight.h5")), time.monotonic() - begin

    def next(self, ranks):
        """The run goes on, if it has something to go on from."""
        if os.path.exists(os.path.join(self.cwd, "kept")):
            return self.start(ranks, output="out.h5", checkpoint="kept", restart="kept", checkpoint_every=400)
        return self.start(ranks, output="out.h5", checkpoint="kept", overwrite=True, checkpoint_every=400)

    def finish(self, ranks, straight):
        run = self.next(ranks)
        errors = run.communicate(timeout=120)[1]
        self.assertEqual(run.returncode, 0, errors)
        self.assertEqual(differences(straight, contents(os.path.join(self.cwd, "out.h5"))), {})
        self.clean()

    def clean(self):
        for name in os.listdir(self.cwd):
            if name != "straight.h5":
                os.remove(os.path.join(self.cwd, name))


class Kills(Disturbed):
    def wait(self, run):
        """Once in some hundred times mpirun itself waits for ever for a rank that was killed while it started."""
        try:
            run.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            for pid in self.ranks_of(run) + [run.pid]:
                os.kill(pid, signal.SIGKILL)
            run.communicate(timeout=20)

    def test_killed(self):
        """All ranks, or one of them, during the set-up, steps, output and checkpoints; until the run happens to end, or five times."""
        done = 0
        for ranks in (1, 2):
            straight, seconds = self.straight(ranks)
            while done < KILLS * ranks / 2:
                for _ in range(5):
                    run = self.next(ranks)
                    time.sleep(random.uniform(0, 1.1 * seconds))
                    if run.poll() is not None:
                        self.assertEqual(run.returncode, 0, run.communicate()[1])
                        break
                    try:
                        pids = self.ranks_of(run)
                        for pid in pids if random.random() < 0.5 else pids[-1:]:
                            os.kill(pid, signal.SIGKILL)
                            done += pid == pids[-1]
                    except (ProcessLookupError, FileNotFoundError):
                        pass  # it has just ended
                    self.wait(run)
                self.finish(ranks, straight)


class Signals(Disturbed):
    def test_asked_to_stop(self):
        """SIGTERM, SIGUSR1 to any rank, SIGUSR1 to mpirun: a line to go on with, status 4, and it goes on with that line."""
        for k in range(max(4, KILLS // 4)) if KILLS > 2 else (0, 3):
            ranks, name = 1 + k % 2, ("SIGTERM", "SIGUSR1")[k // 2 % 2]
            straight, seconds = self.straight(ranks)
            run = self.next(ranks)
            while not os.path.exists(os.path.join(self.cwd, "out.h5")):  # before, the signal kills
                self.assertIsNone(run.poll())
                time.sleep(0.01)
            time.sleep(random.uniform(0.1, 0.5) * seconds)
            to = run.pid if ranks > 1 and name == "SIGUSR1" and k % 3 == 0 else random.choice(self.ranks_of(run))
            os.kill(to, getattr(signal, name))
            errors = run.communicate(timeout=60)[1]
            if run.returncode == 0:  # it was done before
                self.clean()
                continue
            self.assertEqual(run.returncode, 4, errors)
            found = re.search(rf"fsolve: stopped by {name} after step (\d+) at t = [0-9.]+; continue with -restart kept", errors)
            self.assertTrue(found, errors)
            self.assertEqual(contents(os.path.join(self.cwd, "out.h5"))["steps"], int(found[1]))
            self.finish(ranks, straight)

    def test_checkpoint_by_a_signal(self):
        """SIGUSR2 writes one, and the run goes on; nobody has asked for checkpoints before."""
        path = os.path.join(self.cwd, "out.h5.checkpoint")
        run = self.start(1, output="out.h5", t_end=1e6)
        while not os.path.exists(os.path.join(self.cwd, "out.h5")):  # before, the signal kills
            self.assertIsNone(run.poll())
            time.sleep(0.01)
        end = time.monotonic() + 30
        while not os.path.exists(path) and time.monotonic() < end:
            run.send_signal(signal.SIGUSR2)
            time.sleep(0.1)
        self.assertTrue(os.path.exists(path))
        self.assertIsNone(run.poll())
        run.send_signal(signal.SIGUSR1)
        errors = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 4, errors)

    def test_limits(self):
        """-walltime, and a file beside the output, which is removed."""
        straight, _ = self.straight(1)
        done = fsolve(self.words(output="out.h5", walltime=1e-4), cwd=self.cwd)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertRegex(done.stderr, r"stopped by -walltime after step \d+ at t = .*; continue with -restart out\.h5\.checkpoint")
        with open(os.path.join(self.cwd, "out.h5.stop"), "w"):
            pass
        done = fsolve(self.words(output="out.h5", restart="out.h5.checkpoint"), cwd=self.cwd)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("stopped by the file beside the output", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.cwd, "out.h5.stop")))
        done = fsolve(self.words(output="out.h5", restart="out.h5.checkpoint"), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(differences(straight, contents(os.path.join(self.cwd, "out.h5"))), {})

    def test_limits_without_output(self):
        """-output none leaves no file, also not a checkpoint, and knows no file none.stop; a named checkpoint is written."""
        keys = {"output": "none", "walltime": 1e-4, "checkpoint": None, "checkpoint_every": None}
        words = self.words(**{k: x for k, x in keys.items() if x is not None})
        before = sorted(os.listdir(self.cwd))
        done = fsolve(words, cwd=self.cwd)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertRegex(done.stderr, r"stopped by -walltime after step \d+ at t = .*; -output none writes no checkpoint: with -checkpoint <file> .* -restart <file>")
        self.assertEqual(sorted(os.listdir(self.cwd)), before)
        done = fsolve([*words, "-checkpoint", "named"], cwd=self.cwd)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("continue with -restart named", done.stderr)
        self.assertEqual(sorted(os.listdir(self.cwd)), sorted([*before, "named"]))
        with open(os.path.join(self.cwd, "none.stop"), "w"):
            pass
        done = fsolve(self.words(output="none", t_end=0.1), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.cwd, "none.stop")))

    def test_static(self):
        done = fsolve(options("roll_up", dt=0.01, output="out.h5", quiet=True, walltime=1e-5), cwd=self.cwd)
        self.assertEqual(done.returncode, 4, done.stderr)
        done = fsolve(options("roll_up", dt=0.01, output="out.h5", quiet=True, restart="out.h5.checkpoint"), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = fsolve(options("roll_up", dt=0.01, output="straight.h5", quiet=True), cwd=self.cwd)
        self.assertEqual(differences(*(contents(os.path.join(self.cwd, name)) for name in ("straight.h5", "out.h5"))), {})


if __name__ == "__main__":
    unittest.main()
