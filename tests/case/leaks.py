# SPDX-License-Identifier: BSD-2-Clause
"""Cases that are created, stepped and destroyed in a loop leave no memory: the heap in use stays the same to the byte, and valgrind finds no block
that is lost after the start of MPI."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from run import BUILD, SOURCE

LEAKS = os.path.join(BUILD, "tests", "case_leaks")
# Joints and Newton's method; finite rotations; a linear model with its linear solver; a return to a state in memory; damping of low rank.
MODELS = (("seven_body",), ("flying_beam",), ("wave2d",), ("seven_body", "memory"), ("damped_modes",))
# A chain of three masses on springs with a damping ratio for each mode.
DAMPED_MODES = """-mesh frame -points start,a,b,end
-point_start 0,0,0 -point_a 1,0,0 -point_b 2,0,0 -point_end 3,0,0
-members chain -member_chain start,a,b,end -directions x -damping_modal 0.05
-parts springs,masses -part_springs_set chain -part_springs_element spring -part_springs_stiffness 100
-part_masses_set a,b,end -part_masses_element mass -part_masses_mass 1
-supports start -loads end -load_end_force 1,0,0 -dt 0.01 -t_end 1
"""


def run(model, n, *words, before=(), **env):
    path = os.path.join(SOURCE, "inputs", f"{model}.opts")
    with tempfile.NamedTemporaryFile("w", suffix=".opts") as file:
        if model == "damped_modes":
            file.write(DAMPED_MODES)
            file.flush()
            path = file.name
        done = subprocess.run([*before, LEAKS, path, str(n), *words], capture_output=True, text=True, timeout=900,
                              env={**os.environ, "OMPI_MCA_ess_singleton_isolated": "1", **env})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the sanitizers have a heap of their own")
class Leaks(unittest.TestCase):
    def test_heap(self):
        """From the second case on the heap in use is the same. The first ones fill tables of PETSc and MPI, which stay until the end. glibc
        counts blocks in caches of threads as used, so that these caches are off."""
        for model, *words in MODELS:
            with self.subTest(model=model, words=words):
                lines = run(model, 8, *words, GLIBC_TUNABLES="glibc.malloc.tcache_count=0")
                used = [int(n) for n in re.findall(r"bytes: (\d+)", lines)]
                self.assertEqual(len(used), 8)
                self.assertGreater(used[1], 0)
                self.assertEqual(used[2:], used[1:-1])

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_lost_blocks(self):
        """Open MPI loses blocks in MPI_Init. Each other block that is lost is a leak of a case."""
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            before = ("valgrind", "--leak-check=full", "--show-leak-kinds=definite", "--num-callers=40", f"--log-file={log}")
            for model, *words in MODELS:
                with self.subTest(model=model, words=words):
                    run(model, 2, *words, before=before, HWLOC_COMPONENTS="-pci,-linuxio,-gl,-opencl,-x86")  # valgrind knows no such processor
                    with open(log, encoding="utf-8") as file:
                        text = re.sub(r"(?m)^==\d+== ?", "", file.read())
                    self.assertIn("definitely lost", text)
                    lost = [r for r in text.split("\n\n") if "definitely lost in loss record" in r]
                    self.assertTrue(lost)  # the records are found
                    own = [r for r in lost if "MPI_Init" not in r]
                    self.assertEqual(own, [], "\n\n".join(own))


if __name__ == "__main__":
    unittest.main()
