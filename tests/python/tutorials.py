# SPDX-License-Identifier: BSD-2-Clause
"""The tutorials: their commands run, their checks hold, and their pictures are those that the commands make."""
import importlib.machinery
import importlib.util
import os
import tempfile
import unittest

from run import FSOLVE, SOURCE


def tool():
    loader = importlib.machinery.SourceFileLoader("tutorials", os.path.join(SOURCE, "tools", "tutorials"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tutorials", loader))
    loader.exec_module(module)
    return module


@unittest.skipUnless(os.environ.get("FSOLVE_LIBRARY"), "the library is an archive here")
class Tutorials(unittest.TestCase):
    def test_pages(self):
        tutorials = tool()
        self.assertGreaterEqual(len(tutorials.pages()), 3)
        for name in tutorials.pages():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                tutorials.run(name, FSOLVE, folder)
                self.assertTrue(tutorials.pictures(name))
                for picture in tutorials.pictures(name):
                    self.assertTrue(os.path.exists(os.path.join(folder, picture)), picture)
                    self.assertTrue(os.path.exists(os.path.join(SOURCE, "docs", picture)), f"tools/tutorials {name}")


if __name__ == "__main__":
    unittest.main()
