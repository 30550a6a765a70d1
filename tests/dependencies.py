# SPDX-License-Identifier: BSD-2-Clause
"""Which PETSc a build takes, what CMake says of it, and what it refuses, in one message with the remedy."""
import os
import subprocess
import tempfile
import unittest

import petsc

SOURCE = os.environ["FSOLVE_SOURCE"]
LISTS = f"""
cmake_minimum_required(VERSION 3.25)
project(found C)
include({SOURCE}/cmake/Dependencies.cmake)
"""


class Dependencies(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.petsc, self.build = (os.path.join(self.folder.name, name) for name in ("petsc", "build"))
        with open(os.path.join(self.folder.name, "CMakeLists.txt"), "w") as file:
            file.write(LISTS)

    def configure(self, *words, **env):
        done = subprocess.run(["cmake", "-S", self.folder.name, "-B", self.build, *words], capture_output=True, text=True, timeout=100,
                              env={**{k: v for k, v in os.environ.items() if not k.startswith(("PETSC", "SLEPC"))}, **env})
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    def test_found(self):
        """By PETSC_DIR and PETSC_ARCH, of the environment or of CMake; what it has is told, and what will be missed."""
        petsc.made(self.petsc, arch="opt64", has=("HAVE_SUITESPARSE", "USE_64BIT_INDICES"))
        status, said = self.configure(PETSC_DIR=self.petsc, PETSC_ARCH="opt64")
        self.assertEqual(status, 0, said)
        self.assertIn(f"PETSc 3.25.4 ({self.petsc}/opt64/lib): real double, 64-bit indices; with SUITESPARSE", said)
        self.assertIn("has no MUMPS: on several ranks no factorization", said)
        self.assertNotIn("has no SuiteSparse", said)
        # and it stays: what pkg-config has answered is kept
        status, said = self.configure(PETSC_DIR="/elsewhere")
        self.assertEqual(status, 0, said)
        self.assertIn("opt64", said)
        status, said = self.configure(f"-DPETSC_DIR={self.folder.name}")
        self.assertNotEqual(status, 0)
        self.assertIn("take cmake --fresh, or another folder", said)

    def test_refused(self):
        cases = [({"has": ["USE_COMPLEX"]}, "was built with complex numbers: fsolve needs one of --with-scalar-type=real; set PETSC_DIR"),
                 ({"has": ["USE_REAL_SINGLE"]}, "was built with single precision: fsolve needs one of --with-precision=double"),
                 ({"version": "3.17.5"}, "PETSc 3.17.5 is too old: fsolve needs 3.18 or later"),
                 ({"version": "3.24.6", "slepc": "3.23.3"}, "but SLEPc 3.23.3")]
        for keys, message in cases:
            with self.subTest(message), tempfile.TemporaryDirectory() as folder:
                petsc.made(folder, **keys)
                status, said = self.configure("--fresh", PETSC_DIR=folder)
                self.assertNotEqual(status, 0)
                self.assertIn(message, said)
                self.assertEqual(said.count("CMake Error"), 1, said)
        status, said = self.configure("--fresh", PETSC_DIR=self.folder.name, PETSC_ARCH="none")
        self.assertNotEqual(status, 0)
        self.assertIn("no lib/pkgconfig/PETSc.pc in there; give the folder where PETSc was built", said)


if __name__ == "__main__":
    unittest.main()
