# SPDX-License-Identifier: BSD-2-Clause
"""Each public header stands alone, in strict C99 and in C++11, and a C++ program finds the functions of the library by their C names."""
import glob
import os
import re
import subprocess
import tempfile
import unittest

from run import BUILD, RELEASE, SOURCE

HEADERS = sorted(glob.glob(os.path.join(SOURCE, "include", "fs", "*.h")))
STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror"]


def includes():
    """Folders of fsolve, and of PETSc and MPI, whose own warnings do not count."""
    with open(os.path.join(BUILD, "include_folders")) as f:
        folders = [folder for folder in f.read().strip().split(";") if folder]
    own = os.path.join(SOURCE, "include")
    return ["-I" + own] + [word for folder in folders if folder not in (own, os.path.join(SOURCE, "src"), "/usr/include") for word in ("-isystem", folder)]


class Headers(unittest.TestCase):
    def compile(self, compiler, text, *words):
        """Compiles a text from standard input."""
        language = "c++" if compiler[0] == "g++" else "c"
        done = subprocess.run([*compiler, *STRICT, *includes(), *words, "-x", language, "-"], input=text, capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_each_alone(self):
        """A header that lacks another one lacks it in both languages; all of them together are C++ in test_c_names."""
        self.assertGreater(len(HEADERS), 15)
        for header in HEADERS:
            for compiler in (["gcc", "-std=c99"], ["g++", "-std=c++11"])[:2 if RELEASE else 1]:
                with self.subTest(os.path.basename(header), compiler=compiler):
                    self.compile(compiler, f"#include <fs/{os.path.basename(header)}>\nint used;\n", "-fsyntax-only")

    def test_c_names(self):
        """What C++ code asks the linker for is what the headers declare."""
        names = set()
        for header in HEADERS:
            with open(header, encoding="utf-8") as f:
                names.update(re.findall(r"^FS_EXTERN [^;(\[]*?(\w+)(?=[(\[;])", f.read(), re.M))
        self.assertGreater(len(names), 50)
        text = "".join(f"#include <fs/{os.path.basename(h)}>\n" for h in HEADERS)
        text += "extern const void *const used[];\nconst void *const used[] = {" + ", ".join(f"(const void *)&{n}" for n in sorted(names)) + "};\n"
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "used.o")
            self.compile(["g++", "-std=c++11"], text, "-c", "-o", out)
            wanted = subprocess.run(["nm", "-u", out], capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual(names - set(wanted), set())


if __name__ == "__main__":
    unittest.main()
