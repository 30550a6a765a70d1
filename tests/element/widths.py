# SPDX-License-Identifier: BSD-2-Clause
"""Kernels of elements compiled for registers of one width each, SSE2, AVX2, and those of Arm, which an emulator has: the tests of kernels pass."""
import glob
import os
import subprocess
import tempfile
import unittest

from run import SOURCE

SOURCES = [f for room in ("element/**", "math") for f in sorted(glob.glob(f"{SOURCE}/src/{room}/*.c", recursive=True))]
TESTS = ("beam_inertia", "elements", "finite_membrane", "kernels", "lanes", "limits", "node_inertia", "pressure", "shell", "truss")
FOLDERS = [f"-I{SOURCE}/{folder}" for folder in ("src", "include", "tests")]
PLAIN = ["-O2", "-fno-math-errno", "-ffp-contract=off", *FOLDERS]  # as CMakeLists.txt has them


class Widths(unittest.TestCase):
    def check(self, compiler, launch=()):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([*compiler, "-c", *PLAIN, *SOURCES], cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            objects = sorted(glob.glob(f"{folder}/*.o"))
            self.assertEqual(len(objects), len(SOURCES))
            for name in TESTS:
                with self.subTest(name):
                    program = os.path.join(folder, name)
                    built = subprocess.run([*compiler, *PLAIN, f"{SOURCE}/tests/element/{name}.c", *objects, "-lm", "-o", program], capture_output=True, text=True)
                    self.assertEqual(built.returncode, 0, built.stderr)
                    done = subprocess.run([*launch, program], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout[-1000:] + done.stderr)
                    self.assertRegex(done.stdout, r"[1-9]\d* passed, 0 failed")

    def test_two(self):
        self.check(["gcc", "-DFSOLVE_LANES=2"])

    def test_four(self):
        with open("/proc/cpuinfo") as f:
            if " avx2 " not in f.read():
                self.skipTest("this processor has no AVX2")
        self.check(["gcc", "-DFSOLVE_LANES=4", "-mavx2"])

    def test_arm(self):
        self.check(["aarch64-linux-gnu-gcc"], ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"])


if __name__ == "__main__":
    unittest.main()
