"""Files that are there already are kept, whatever they are; a disk that is full, a file of another run."""
import os
import resource
import subprocess
import tempfile
import unittest

import h5py

import refusal
from run import FSOLVE, Output, fsolve, options


class Kept(refusal.Refusal):
    def test_existing_output_is_kept(self):
        path = os.path.join(self.cwd, "sdof.h5")
        with open(path, "w") as file:
            file.write("precious")
        for ranks in (1, 3):
            self.refuse(options("sdof"), r"-output sdof.h5 exists; give -overwrite", ranks)
            with open(path) as file:
                self.assertEqual(file.read(), "precious")
        # other bad input together with -overwrite does not touch it either
        self.refuse(options("sdof", overwrite=True, dtt=3), r"-dtt", 1)
        with open(path) as file:
            self.assertEqual(file.read(), "precious")
        self.assertEqual(fsolve(options("sdof", overwrite=True), cwd=self.cwd).returncode, 0)
        self.assertEqual(Output(path).attrs["steps"], 1000)

    def test_dangling_link_is_kept(self):
        os.symlink("elsewhere", os.path.join(self.cwd, "sdof.h5"))
        self.refuse(options("sdof"), r"exists", 1)


class InUse(unittest.TestCase):
    def test_full_disk(self):
        """The file may not grow beyond a limit: status 3, one message, and all that was written before is readable."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")

            def limit():
                resource.setrlimit(resource.RLIMIT_FSIZE, (60_000_000, 60_000_000))  # MPI needs files of its own

            done = subprocess.run([FSOLVE] + options("wave2d", mesh_n="250,250", output=path, output_every=5, quiet=True), capture_output=True,
                                  text=True, preexec_fn=limit, restore_signals=False, timeout=60)  # Python ignores SIGXFSZ, and so must the run
            self.assertEqual(done.returncode, 3, done.stderr)
            message = [line for line in done.stderr.splitlines() if line.startswith("fsolve: ")]  # MPI-IO adds a line of its own
            self.assertEqual(len(message), 1, done.stderr)
            self.assertIn("is the disk full", message[0])
            with h5py.File(path) as f:
                self.assertGreater(len(f["snapshots/time"]), 2)
                self.assertEqual(len(f["history/time"]), 5 * len(f["snapshots/time"]) + 1)  # the steps of the frame that failed, too
                for k in range(len(f["snapshots/time"])):
                    f[f"snapshots/{k:06d}/displacement"][:]

    def test_file_that_is_being_read(self):
        """HDF5 would empty the file before it finds that another program holds it."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            self.assertEqual(fsolve(options("sdof", output=path, t_end=0.1)).returncode, 0)
            with h5py.File(path) as f:
                for ranks in (1, 3):
                    done = fsolve(options("sdof", output=path, overwrite=True), ranks)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn("is open in another program", done.stderr)
                self.assertEqual(f.attrs["steps"], 10)
            self.assertEqual(Output(path).attrs["steps"], 10)

    def test_name_of_one_letter(self):
        with tempfile.TemporaryDirectory() as folder:
            done = fsolve(options("sdof", output="x", t_end=0.1), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_file_that_cannot_be_made(self):
        """Bad input: nothing has been computed."""
        for ranks in (1, 3):
            done = fsolve(options("sdof", output="/proc/version", overwrite=True, t_end=0.1), ranks)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("-output /proc/version cannot be made", done.stderr)

    def test_one_file_two_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.h5")
            first = subprocess.Popen([FSOLVE] + options("wave2d", mesh_n="100,100", output=path, quiet=True, t_end=1000))
            while not os.path.exists(path):
                pass
            try:
                second = fsolve(options("sdof", output=path, overwrite=True))
                self.assertEqual(second.returncode, 2)
                self.assertIn("in use by another run", second.stderr)
                self.assertIsNone(first.poll())
            finally:
                first.kill()
                first.wait()


if __name__ == "__main__":
    unittest.main()
