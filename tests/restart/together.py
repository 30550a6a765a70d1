# SPDX-License-Identifier: BSD-2-Clause
"""Two runs at once with one checkpoint: both end, and a whole checkpoint stays. Leftovers of killed runs go, files of others stay."""
import fcntl
import glob
import os
import subprocess
import tempfile
import unittest

import h5py

from run import FSOLVE, LAUNCH, RELEASE, fsolve, options

KEYS = {"mesh_n": "10,10", "dt": 0.05, "t_end": 1, "quiet": True, "overwrite": True, "checkpoint": "kept", "checkpoint_every": 1}
TRIES = 10 if RELEASE else 2


class Together(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.cwd = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def start(self, output):
        words = LAUNCH.format(ranks=2).split() + [FSOLVE] + options("wave2d", output=output, **KEYS)
        return subprocess.Popen(words, cwd=self.cwd, stderr=subprocess.PIPE, text=True)

    def test_one_checkpoint(self):
        """On two ranks each: 20 checkpoints of each run meet those of the other."""
        for _ in range(TRIES):
            runs = [self.start(output) for output in ("a.h5", "b.h5")]
            for run in runs:
                self.addCleanup(run.kill)
            for run in runs:
                said = run.communicate(timeout=100)[1]
                self.assertEqual(run.returncode, 0, said)
            self.assertEqual(set(os.listdir(self.cwd)), {"a.h5", "a.xdmf", "b.h5", "b.xdmf", "kept", "kept.1"})
            ids = set()
            for name in ("a.h5", "b.h5"):
                with h5py.File(os.path.join(self.cwd, name), "r") as f:
                    self.assertEqual((f.attrs["status"], f.attrs["steps"]), (b"done", 20))
                    ids.add(int(f.attrs["run_id"]))
            with h5py.File(os.path.join(self.cwd, "kept"), "r") as f:
                self.assertIn(int(f["run/output/id"][0]), ids)
                self.assertEqual(int(f["run/step"][0]), 20)

    def test_locked_until_it_has_its_name(self):
        """A run that starts removes unfinished files which no run has locked. It never finds that of a run which goes on."""
        run = self.start("a.h5")
        self.addCleanup(run.kill)
        seen, unlocked = set(), set()
        while run.poll() is None:
            for path in glob.glob(os.path.join(self.cwd, "kept.*.new")):
                try:
                    fd = os.open(path, os.O_RDONLY)
                except FileNotFoundError:
                    continue
                try:
                    seen.add(os.fstat(fd).st_ino)
                    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    if os.path.samestat(os.stat(path), os.fstat(fd)):  # another run would remove it
                        unlocked.add(os.fstat(fd).st_ino)
                except (BlockingIOError, FileNotFoundError):  # locked, or renamed in the meantime
                    pass
                finally:
                    os.close(fd)
        self.assertEqual(run.returncode, 0, run.communicate()[1])
        self.assertTrue(seen)
        self.assertEqual(len(unlocked), 0)

    def test_leftovers(self):
        """Unfinished files of fsolve go; those of others, and those that a run has locked, stay."""
        done = fsolve(options("wave2d", output="a.h5", **KEYS), cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.cwd, "kept"), "rb") as file:
            checkpoint = file.read()
        with open(os.path.join(self.cwd, "a.xdmf"), "rb") as file:
            xdmf = file.read()
        ours = {"kept.0123abcd.new": checkpoint, "b.xdmf.0123abcd.new": xdmf}
        others = {"kept.0123abce.new": b"notes", "kept.0123abcf.new": checkpoint[:len(checkpoint) // 2], "b.xdmf.0123abce.new": xdmf[:40], "kept.new": checkpoint,
                  "kept.0123abcd.newer": checkpoint}
        for name, content in {**ours, **others}.items():
            with open(os.path.join(self.cwd, name), "wb") as file:
                file.write(content)
        done = fsolve(options("wave2d", output="b.h5", **KEYS), 2, cwd=self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(set(os.listdir(self.cwd)), {"a.h5", "a.xdmf", "b.h5", "b.xdmf", "kept", "kept.1", *others})
        for name, content in others.items():
            with open(os.path.join(self.cwd, name), "rb") as file:
                self.assertEqual(file.read(), content, name)


if __name__ == "__main__":
    unittest.main()
