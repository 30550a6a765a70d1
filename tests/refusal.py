# SPDX-License-Identifier: BSD-2-Clause
"""Bad input: one message that names what, where and the remedy, status 2, nothing written or overwritten."""
import os
import tempfile
import unittest

from run import RELEASE, fsolve, options


class Refusal(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.cwd = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def refuse(self, words, pattern, ranks):
        before = set(os.listdir(self.cwd))
        done = fsolve(words, ranks, cwd=self.cwd, timeout=60)
        said = [line for line in done.stderr.splitlines() if not line.startswith("fsolve: warning: ")]
        lines = [line for line in said if line.startswith("fsolve: ")]
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(lines), 1, done.stderr)
        if ranks == 1:  # mpirun adds a notice of its own
            self.assertEqual("\n".join(said).strip(), lines[0])
        self.assertNotIn("PETSC ERROR", done.stderr)
        self.assertRegex(lines[0], pattern)
        self.assertEqual(set(os.listdir(self.cwd)), before)


class Table(Refusal):
    """Rows (case, keys, what the message must say), each on one rank and, before a release, on three; otherwise every twentieth is."""

    ROWS = []

    def test_on_one_rank(self):
        self.check(self.ROWS, 1)

    def test_on_three_ranks(self):
        self.check(self.ROWS if RELEASE else self.ROWS[::20], 3)

    def check(self, rows, ranks):
        for case, keys, pattern in rows:
            with self.subTest(f"{case} {keys}"):
                self.refuse(options(case, **keys), pattern, ranks)
