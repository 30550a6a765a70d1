# SPDX-License-Identifier: BSD-2-Clause
"""The how-to guides: each page is short, its case runs, and its check.py holds."""
import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

import fsolve  # noqa: F401  # of the checks
from run import FSOLVE, SOURCE

LINES = 60  # of a page, with its case
# the name of a file in backquotes and a colon end the paragraph before its text
FILE = re.compile(r"`([\w.]+)`:\n\n```\w*\n(.*?)^```$", re.M | re.S)


def pages():
    return sorted(glob.glob(os.path.join(SOURCE, "docs", "howto", "*.md")))


def run(words, folder):
    path = os.pathsep.join([os.path.join(SOURCE, "python"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "FSOLVE": FSOLVE, "PATH": os.path.dirname(FSOLVE) + os.pathsep + os.environ["PATH"]}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)


class HowTo(unittest.TestCase):
    def test_pages(self):
        self.assertGreater(len(pages()), 30)
        for page in pages():
            if os.path.basename(page) != "index.md":
                with self.subTest(os.path.basename(page)):
                    self.check(page)

    def check(self, page):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        self.assertLessEqual(text.count("\n"), LINES)
        files = dict(FILE.findall(text))
        self.assertIn("case.opts", files)
        with tempfile.TemporaryDirectory() as folder:
            for name, content in files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(content)
            done = run([FSOLVE, "-options_file", "case.opts"], folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertNotIn("warning", (done.stdout + done.stderr).lower())
            if "check.py" in files:
                self.check_results(files["check.py"], folder)

    def check_results(self, code, folder):
        """Runs check.py, in this process if it only reads results, which is faster."""
        if "fsolve.Case(" in code and not os.environ.get("FSOLVE_LIBRARY"):
            return  # the library is an archive here
        if "fsolve.Case(" in code or "fsolve.run(" in code:
            done = run([sys.executable, "check.py"], folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return
        before = os.getcwd()
        os.chdir(folder)
        try:
            exec(compile(code, "check.py", "exec"), {})
        finally:
            os.chdir(before)


if __name__ == "__main__":
    unittest.main()
