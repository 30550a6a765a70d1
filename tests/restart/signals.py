# SPDX-License-Identifier: BSD-2-Clause
"""Signals to one rank without mpirun, and signals during the set-up: status 4, one line, and nothing is lost or left behind."""
import os
import re
import signal
import subprocess
import time
import unittest

from chain import contents, differences
from run import FSOLVE, LAUNCH, RELEASE, FolderTest, fsolve, options

STEPS = {"mesh_n": "30,30", "dt": 0.01, "t_end": 20, "output_every": 500, "ksp_type": "cg", "pc_type": "jacobi", "quiet": True}
SET_UP = {"mesh_n": "600,600", "quiet": True}  # seconds
STOPS = ("SIGINT", "SIGTERM", "SIGUSR1")


def catches(pid, number):
    """Whether the process has a handler of a signal."""
    try:
        with open(f"/proc/{pid}/status") as status:
            found = re.search(r"^SigCgt:\s*([0-9a-f]+)$", status.read(), re.M)
    except FileNotFoundError:
        return False
    return bool(found) and bool(int(found[1], 16) >> (number - 1) & 1)


class Signals(FolderTest):
    def start(self, keys, ranks=1, ignored=False):
        """A run whose ranks catch signals, and its processes."""
        launch = LAUNCH.format(ranks=ranks).split() if ranks > 1 else []
        run = subprocess.Popen(launch + [FSOLVE] + options("wave2d", **keys), cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, preexec_fn=(lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) if ignored else None)
        pids, end = [], time.monotonic() + 60
        while len(pids) < ranks or not all(catches(pid, signal.SIGUSR2) for pid in pids):
            self.assertIsNone(run.poll(), "it ended before it caught signals")
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
            with open(f"/proc/{run.pid}/task/{run.pid}/children") as children:
                pids = [int(child) for child in children.read().split()] if ranks > 1 else [run.pid]
        return run, pids

    def wait_for(self, name):
        end = time.monotonic() + 60
        while not os.path.exists(os.path.join(self.folder, name)):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def test_interrupt_key(self):
        """Ctrl-C, with and without -checkpoint: the run continues from there to the same end."""
        done = fsolve(options("wave2d", output="straight.h5", **STEPS), cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        for checkpoint in ("kept", None):
            run, _ = self.start({**STEPS, "output": "out.h5", "overwrite": True, **({"checkpoint": checkpoint} if checkpoint else {})})
            self.wait_for("out.h5")
            run.send_signal(signal.SIGINT)
            errors = run.communicate(timeout=60)[1]
            path = checkpoint or "out.h5.checkpoint"
            self.assertEqual(run.returncode, 4, errors)
            self.assertRegex(errors, rf"^fsolve: stopped by SIGINT after step \d+ at t = [0-9.e+-]+; continue with -restart {path}\n$")
            done = fsolve(options("wave2d", output="out.h5", restart=path, **STEPS), cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(differences(*(contents(os.path.join(self.folder, name)) for name in ("straight.h5", "out.h5"))), {})
            os.remove(os.path.join(self.folder, "out.h5"))

    def test_second_one_ends_at_once(self):
        run, _ = self.start({**STEPS, "t_end": 1e6, "output": "out.h5"})
        self.wait_for("out.h5")
        for name in ("SIGSTOP", "SIGTERM", "SIGINT", "SIGCONT"):  # stopped, so that both arrive within one step
            run.send_signal(getattr(signal, name))
        try:
            run.communicate(timeout=60)
        finally:
            run.kill()
        self.assertIn(run.returncode, (-signal.SIGTERM, -signal.SIGINT))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out.h5.checkpoint")))

    def test_ignored_stays_ignored(self):
        """A shell ignores Ctrl-C for programs in the background."""
        run, pids = self.start({**STEPS, "t_end": 5, "output": "out.h5"}, ignored=True)
        self.assertFalse(catches(pids[0], signal.SIGINT))
        run.send_signal(signal.SIGINT)
        errors = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 0, errors)

    def test_set_up(self):
        """Before the first step nothing has been written: no output, no checkpoint."""
        for k, name in enumerate(STOPS * (3 if RELEASE else 1)):
            run, _ = self.start({**SET_UP, "output": "out.h5", "checkpoint": "kept"})
            time.sleep(0.1 * k)
            run.send_signal(getattr(signal, name))
            begin = time.monotonic()
            errors = run.communicate(timeout=60)[1]
            self.assertEqual(run.returncode, 4, errors)
            self.assertEqual(errors, f"fsolve: stopped by {name} during the set-up; no file was written\n")
            self.assertEqual(os.listdir(self.folder), [])
            self.assertLess(time.monotonic() - begin, 10)

    def test_set_up_of_ranks(self):
        """A signal to one of three ranks ends them all."""
        for rank in (0, 2):
            run, pids = self.start({**SET_UP, "output": "out.h5", "checkpoint": "kept"}, 3)
            os.kill(pids[rank], signal.SIGTERM)
            errors = run.communicate(timeout=60)[1]
            self.assertEqual(run.returncode, 4, errors)
            self.assertEqual([line for line in errors.splitlines() if line.startswith("fsolve: ")],
                             ["fsolve: stopped by SIGTERM during the set-up; no file was written"] if rank == 0 else [])
            self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
