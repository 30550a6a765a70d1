"""Options from files and from the command line: what they may not say, what is not read, the manual."""
import os
import unittest

import refusal
from run import Output, fsolve, options


class Options(refusal.Refusal):
    def test_options_files(self):
        for text, pattern in (
            ("-dt 0.1\n-options_file self.opts\n", r"includes itself"),
            ("-dt 0.1\ndt_end 3\n", r"self.opts:2: expected '-key value'"),
            ('-load_a_time "sin(t)\n', r"self.opts:1: the quote \" is not closed"),
            ("-load_a_time sin(3 * t)\n", r"self.opts:1: '\* t\)' follows the value; quote"),
            ("", r"empty"),
            ("-overwrite # a comment\n-x_unknown 3\n", r"no -t_end|no -dt|no -mesh"),
        ):
            with open(os.path.join(self.cwd, "self.opts"), "w") as file:
                file.write(text)
            for ranks in (1, 3):
                with self.subTest(f"{text} {ranks}"):
                    self.refuse(["-options_file", "self.opts"], pattern, ranks)

    def test_options_that_petsc_cannot_read(self):
        for name, text in (("bad.yaml", "mesh: line\nparts: [a\n  b: {c\n"), ("many.opts", "".join(f"-x_{i} 1\n" for i in range(600)))):
            with open(os.path.join(self.cwd, name), "w") as file:
                file.write(text)
            for ranks in (1, 3):
                self.refuse(["-options_file", name], r"PETSc refuses the options: (YAML|Number of options)", ranks)

    def test_petsc_watches_memory(self):
        """PETSc's other allocator, and nothing that is left at the end."""
        for option in ("malloc_debug", "malloc_dump"):
            done = fsolve(options("sdof", output="watched.h5", overwrite=True, t_end=0.1, **{option: True}), cwd=self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("bytes", done.stdout + done.stderr)

    def test_stray_argument(self):
        self.refuse(["wave2d.opts"], r"'wave2d.opts' belongs to no option; write -options_file wave2d.opts", 1)

    def test_petscrc_is_not_read(self):
        with open(os.path.join(self.cwd, ".petscrc"), "w") as file:
            file.write("-dt 5\n")
        self.assertEqual(fsolve(options("sdof"), cwd=self.cwd).returncode, 0)
        self.assertEqual(Output(os.path.join(self.cwd, "sdof.h5")).attrs["steps"], 1000)

    def test_help_is_a_manual(self):
        done = fsolve(["-help"])
        self.assertEqual(done.returncode, 0)
        for word in ("-rho_inf", "-part_<bar>_young", "-load_<name>_time", "-probe_<name>_point", "membrane"):
            self.assertIn(word, done.stdout)
        self.assertNotIn("PetscInitialize", done.stdout)


if __name__ == "__main__":
    unittest.main()
