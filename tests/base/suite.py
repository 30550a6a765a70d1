# SPDX-License-Identifier: BSD-2-Clause
"""A test that ends the process of its piece is named, and the others run all the same (tests/suite.py)."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

from run import SOURCE

HERE = os.path.join(SOURCE, "tests")
SCRIPT = """
import os, signal, unittest
class Case(unittest.TestCase):
    def test_a(self): pass
    def test_b(self): {b}
    def test_c(self): self.fail("three")
    def test_d(self): pass
if __name__ == "__main__":
    unittest.main()
"""


def run(b, seed):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "piece.py")
        with open(path, "w", encoding="utf-8") as f:
            f.write(SCRIPT.format(b=b))
        words = [sys.executable, os.path.join(HERE, "suite.py"), os.path.relpath(path, HERE)[:-3]]
        return subprocess.run(words, capture_output=True, text=True, env={**os.environ, "FSOLVE_SEED": str(seed)})


class Suite(unittest.TestCase):
    def test_crash(self):
        """A signal, and an end of the process with status 0, in several orders."""
        for b in ("os.kill(os.getpid(), signal.SIGSEGV)", "os._exit(0)"):
            for seed in range(3):
                done = run(b, seed)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(re.findall(r"^CRASH: \S*\.(test_\w) has ended the process", done.stderr, re.M), ["test_b"])
                self.assertEqual(sorted(re.findall(r"^(test_\w) .* (ok|FAIL)$", done.stderr, re.M)), [("test_a", "ok"), ("test_c", "FAIL"), ("test_d", "ok")])
                self.assertIn("AssertionError: three", done.stderr)

    def test_order(self):
        """A seed gives one order, and some other seed another one."""
        orders = [tuple(re.findall(r"^(test_\w) ", run("pass", seed).stderr, re.M)) for seed in (1, 1, 2, 3, 4)]
        self.assertEqual(orders[0], orders[1])
        self.assertGreater(len(set(orders)), 1)


if __name__ == "__main__":
    unittest.main()
